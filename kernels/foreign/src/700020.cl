#include "foreign.h"
NOINLINE u64 k700020_f0(u32 p1) {
  i64 q2 = 0;
  u64 q3 = 0;
  p1 = ((u32)((u32)((u32)~p1) & (u32)(((i32)(((i64)0x7ffffffffffffffful) > q2)) != 0 ? p1 : p1)));
  q3 = ((u64)((u64)addc_u64(q3, ((u64)~q3), addc_u64(q3, q3, q3, ((u64)0xfffffffffffffffeul)), ((u64)~((u64)p1))) - (u64)((u64)((u64)((u64)((u64)q3 << (((u32)0x7u) & 63))) | (u64)((u64)((u64)((u64)q2) << (((u32)0x32u) & 63)))))));
  q3 = ((u64)((u64)((u64)((u64)((u64)0xffffffffffffffceul) - (u64)((u64)0xfffffff65e519aa9ul))) + (u64)div_u64(((u64)0xffffffffffff7acbul), q3)));
  return ((u64)((u64)q3 + (u64)q3));
}
NOINLINE u64 k700020_f1(u64 p4) {
  i32 q5 = 0;
  if (((u32)((i32)(((u64)0x1ul) > p4))) != 0) {
    for (u32 n6 = 0; n6 < (u32)(((u32)(absdiff_i32(q5, ((i32)0x7fffffffu)) >> (((u32)((u32)((u32)p4) + (u32)((u32)q5))) & 31))) & 7); n6++) {
      p4 = ((u64)((i32)(q5 != ((i32)p4))));
      q5 = sat_i32(((i64)(((i32)(q5 == q5)) != 0 ? p4 : p4)));
    }
    switch (subb_u32(((u32)~((u32)0xfffff0u)), ((u32)((u32)((u32)q5) | (u32)((u32)q5))), (((i32)(((u64)0x379410bf7a6ul) == ((u64)0xaf905db116ul))) != 0 ? ((u32)q5) : ((u32)p4)), ((u32)((u32)0 - (u32)((u32)q5)))) & 3) {
    case 0:
      q5 = ((i32)((u32)((i32)((i64)p4)) - (u32)sat_i32(((i64)q5))));
      break;
    case 1:
      p4 = ((u64)((u64)((u64)0x10000000000ul) + (u64)((u64)((u64)((u64)((u64)(((i32)(p4 >= ((u64)0xf133d5ul))) != 0 ? p4 : p4) << (clz_u32(((u32)p4)) & 63))) + (u64)p4))));
      break;
    case 2:
      p4 = ((u64)((u64)((u64)((u64)0 - (u64)((u64)((u64)p4 - (u64)((u64)0x0ul))))) << (((u32)0x39u) & 63)));
      break;
    default:
      p4 = ((u64)(p4 >> (((u32)0xeu) & 63)));
      break;
    }
    p4 = ((u64)((u64)((u64)((u64)((u64)((u64)addc_u64(p4, p4, p4, p4) + (u64)pop_u64(p4))) | (u64)((u64)((u32)~((u32)p4))))) & (u64)((u64)(((i32)((((i32)(((i64)0xfffffffffffdb3fful) != ((i64)q5))) != 0) || (((i32)(((i64)q5) < ((i64)p4))) != 0))) != 0 ? ((i64)((u64)((i64)q5) + (u64)((i64)q5))) : ((i64)((u32)p4))))));
  } else {
    p4 = ((u64)((u64)((u64)((u64)((u64)(((u64)0x80000000ul) >> (((u32)q5) & 63))) * (u64)((u64)((u64)0 - (u64)p4)))) ^ (u64)((u64)(((i32)(((u64)0x2ul) != ((u64)q5))) != 0 ? ((u32)q5) : ((u32)0xfff80000u)))));
    q5 = ((i32)max_i64(((i64)q5), ((i64)p4)));
  }
  return ((u64)((i64)((u64)((i64)0xfffffffffffffffful) | (u64)((i64)p4))));
}
#undef SIZE
#undef ITEMS
#define SIZE 128
#define ITEMS 128
KERNEL(k700020, 128) {
  __local u32 L[128];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 10;
  L[lid] = lid; G[gid] = gid;
  i32 v7 = 0;
  i64 v8 = 0;
  i64 v9 = 0;
  i64 v10 = 0;
  u64 v11 = 0;
  u32 v12 = 0;
  u64 a13[8]; for (u32 i = 0; i < 8; i++) a13[i] = (u64)(i * 77);
  u32 a14[4]; for (u32 i = 0; i < 4; i++) a14[i] = (u32)(i * 77);
  v7 = LOAD_i32(34);
  v8 = LOAD_i64(0);
  v9 = LOAD_i64(28);
  v10 = LOAD_i64(33);
  v11 = LOAD_u64(36);
  v12 = LOAD_u32(30);
  if (((u32)(((u32)0x100000u) >> (((u32)0x3u) & 31))) != 0) {
    if (((i32)(((i32)a13[LOAD_u32(3) & 7]) < rem_i32(v7, v7))) != 0) {
      a13[((u32)((u32)((u32)v11) ^ (u32)((u32)v11))) & 7] = ((u64)((u64)LOAD_u64(30) + (u64)((u64)~((u64)((u64)LOAD_u64(38) - (u64)v11)))));
    } else {
      v12 = ((u32)((u32)((u32)((u64)((u64)((u64)((u64)0 - (u64)v11)) * (u64)(((i32)(v8 > v9)) != 0 ? v11 : v11)))) ^ (u32)v12));
      v9 = ((i64)((u64)((i64)v12) << (rem_u32(v12, ((u32)0x17689f6u)) & 63)));
    }
    if (((i32)(((i32)v9) == min_i32(LOAD_i32(22), ((i32)0xfffff0u)))) != 0) {
      v12 = ((u32)(((u32)((u32)0 - (u32)((u32)((u32)((u32)v7) << (((u32)0x14u) & 31))))) >> (((u32)0x0u) & 31)));
      v10 = ((i64)((u64)((i64)a14[a14[((u32)((u32)v12 * (u32)v12)) & 3] & 3]) * (u64)((i64)(((i64)(((i64)k700020_f0(((u32)0xffffu))) >> (((u32)0x6u) & 63))) >> (((u32)((u32)v12 * (u32)LOAD_u32(8))) & 63)))));
      v11 = ((u64)((i64)v11));
    } else {
      v12 = ((u32)(v12 >> (((u32)0x1eu) & 31)));
    }
  } else {
    if (((i32)((((i32)(v8 == v10)) != 0 ? ((u32)v7) : v12) >= ((u32)((i64)0x80ul)))) != 0) {
      v7 = ((i32)((u32)((u32)0 - (u32)v12)));
      v8 = ((i64)((u64)0 - (u64)((i64)((u64)((i64)((u64)0 - (u64)((i64)v12))) | (u64)((i64)v11)))));
      v12 = ((u32)((u32)((u32)~((u32)((u32)v12 - (u32)v12))) << (v12 & 31)));
    } else {
      v7 = ((i32)((u32)((i32)v12) * (u32)((i32)(v7 >> (((u32)0x7u) & 31)))));
    }
  }
  v8 = rem_i64(((i64)((i32)(v10 <= v10))), (((i32)(v7 > v7)) != 0 ? v8 : v10));
  a13[max_u32(rem_u32(v12, ((u32)v8)), v12) & 7] = (((i32)(a13[v12 & 7] <= ((u64)((u64)((u64)0xfffffffeul) | (u64)v11)))) != 0 ? v11 : ((u64)((u64)((u64)v7) - (u64)v11)));
  v9 = max_i64(min_i64(v9, ((i64)v7)), ((i64)a14[v12 & 3]));
  v10 = ((i64)(((i64)((u64)((i64)((u64)((i64)((u64)v9 * (u64)v8)) + (u64)((i64)a13[((u32)0x1u) & 7]))) & (u64)((i64)((i32)(((i64)0x7fffful) <= LOAD_i64(0)))))) >> (((u32)0x37u) & 63)));
  switch (((u32)((u32)((u32)((u32)v12 + (u32)v12)) | (u32)((u32)((u32)LOAD_u32(10) + (u32)((u32)v10))))) & 7) {
  case 0:
    v10 = ((i64)((u64)div_i64((((i32)(v9 == v10)) != 0 ? v8 : ((i64)0x3ul)), max_i64(v8, LOAD_i64(3))) + (u64)((i64)((u64)v10 + (u64)v10))));
    break;
  case 1:
    v7 = rem_i32(min_i32(v7, ((i32)0x7fffffffu)), ((i32)a13[((u32)0x80000000u) & 7]));
    break;
  case 2:
    v10 = ((i64)mulwide_u32(a14[((u32)(v12 >> (((u32)0xdu) & 31))) & 3], ((u32)((u32)((u32)((u32)v12 + (u32)LOAD_u32(22))) + (u32)v12))));
    break;
  case 3:
    v7 = (((i32)(v11 == v11)) != 0 ? ((i32)~v7) : rem_i32(LOAD_i32(10), v7));
    break;
  default:
    v11 = ((u64)((u64)min_u64(k700020_f0(((u32)v7)), ((u64)((u64)((u64)((u64)v11 - (u64)v11)) * (u64)((u64)v8)))) & (u64)((u64)~((u64)((u64)(((i32)(v11 > v11)) != 0 ? LOAD_u64(7) : ((u64)v7)) - (u64)div_u64(v11, v11))))));
    break;
  }
  PUT32(0, v7);
  PUT64(1, v8);
  PUT64(3, v9);
  PUT64(5, v10);
  PUT64(7, v11);
  PUT32(9, v12);
}

#undef SIZE
#undef ITEMS
#define SIZE 33
#define ITEMS 99
KERNEL(k700021, 33) {
  __local u32 L[33];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 6;
  L[lid] = lid; G[gid] = gid;
  i32 v1 = 0;
  f32 v2 = 0;
  u32 v3 = 0;
  f32 v4 = 0;
  u32 t7 = 0;
  u32 t8 = 0;
  f32 a5[4]; for (u32 i = 0; i < 4; i++) a5[i] = (f32)(i * 77);
  i32 a6[16]; for (u32 i = 0; i < 16; i++) a6[i] = (i32)(i * 77);
  v1 = LOAD_i32(14);
  v2 = LOAD_f32(16);
  v3 = LOAD_u32(34);
  v4 = LOAD_f32(34);
  a6[((u32)((i32)(f32_to_i64(v4) <= ((i64)v3)))) & 15] = ((i32)~((i32)((u32)((i32)((u32)0 - (u32)v1)) << (ctz_u32(v3) & 31))));
  v1 = ((i32)((u32)((i32)((u32)((i32)0x7u) ^ (u32)v1)) + (u32)(((i32)(((f32)v3) < as_f32(0xbf800000u))) != 0 ? v1 : v1)));
  t7 = ((u32)((u16)f32_to_i32(a5[f32_to_u32(v4) & 3])));
  t8 = (((i32)((((i32)(((f32)v1) <= v4)) != 0) || (((i32)(f32_to_i64(v2) != f32_to_i64(v4))) != 0))) != 0 ? ((u32)((u32)v3 + (u32)LOAD_u32(27))) : ((u32)((u32)0 - (u32)v3)));
  L[lid] = t7; BARRIER; v3 = L[(lid * 7 + t8) % SIZE]; BARRIER;
  a6[((u32)min_u16(LOAD_u16(27), ((u16)v1))) & 15] = ((i32)((u32)min_i32(mulhi_i32(v1, v1), ((i32)(v1 >> (((u32)0xfu) & 31)))) ^ (u32)((i32)((u32)f32_to_i32(a5[((u32)0x1c3e110u) & 3]) * (u32)((i32)((u32)v1 * (u32)v1))))));
  PUT32(0, v1);
  PUT32(1, bits_f32(v2));
  PUT32(2, v3);
  PUT32(3, bits_f32(v4));
  PUT32(4, t7);
  PUT32(5, t8);
}

NOINLINE f32 k700022_f0(f32 p1, i32 p2, f32 p3) {
  u32 q4 = 0;
  switch (f32_to_u32(p1) & 3) {
  case 0:
    for (u32 n5 = 0; n5 < (u32)(q4 & 7); n5++) {
      p2 = div_i32(((i32)((u32)((i32)(((i32)((u32)p2 * (u32)p2)) >> (((u32)0x7fffu) & 31))) | (u32)((i32)bits_f32(((f32)f32_to_i64(p1)))))), max_i32(((i32)((u32)((i32)(p2 >> (((u32)p2) & 31))) - (u32)((i32)((u32)p2 + (u32)p2)))), ((i32)((u32)((i32)((i64)0xd500644098ul)) ^ (u32)f32_to_i32(p3)))));
      p1 = (fma_f32(as_f32(0x4f000000u), p3, p1) + abs_f32(((f32)n5)));
      q4 = f32_to_u32(abs_f32((fma_f32(p1, ((f32)n5), p1) * as_f32(q4))));
    }
    break;
  case 1:
    q4 = q4;
    break;
  default:
    p1 = fma_f32(((f32)f32_to_i32(p3)), (as_f32(0x41200000u) * p3), ceil_f32((-((f32)p2))));
    break;
  }
  return (as_f32(((u32)0x4e04u)) * ((f32)((i32)q4)));
}
#undef SIZE
#undef ITEMS
#define SIZE 64
#define ITEMS 64
KERNEL(k700022, 64) {
  __local u32 L[64];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 10;
  L[lid] = lid; G[gid] = gid;
  i64 v6 = 0;
  f32 v7 = 0;
  u32 v8 = 0;
  i64 v9 = 0;
  i64 v10 = 0;
  i32 v11 = 0;
  f32 v12 = 0;
  v6 = LOAD_i64(25);
  v7 = LOAD_f32(2);
  v8 = LOAD_u32(15);
  v9 = LOAD_i64(1);
  v10 = LOAD_i64(2);
  v11 = LOAD_i32(13);
  v12 = LOAD_f32(18);
  v7 = (((i32)(((i32)v9) >= v11)) != 0 ? v12 : (-v12));
  v9 = rem_i64(((i64)((u64)mulwide_i32(((i32)((u32)v11 + (u32)v11)), ((i32)(v9 <= v9))) - (u64)((i64)((u64)((i64)((u64)LOAD_i64(25) & (u64)((i64)0xffffffffffffff9cul))) | (u64)((i64)0xfffffful))))), ((i64)0xffffffffffffa985ul));
  v10 = f32_to_i64(k700022_f0((v12 - v12), div_i32(((i32)v6), v11), (-as_f32(0x440f6c76u))));
  v8 = ((u32)v11);
  v8 = atom_xor_(&L[lid], v8);
  v9 = f32_to_i64(k700022_f0((v12 - v7), ((i32)~v11), (v7 + v12)));
  PUT64(0, v6);
  PUT32(2, bits_f32(v7));
  PUT32(3, v8);
  PUT64(4, v9);
  PUT64(6, v10);
  PUT32(8, v11);
  PUT32(9, bits_f32(v12));
}

#undef SIZE
#undef ITEMS
#define SIZE 24
#define ITEMS 48
KERNEL(k700023, 24) {
  __local u32 L[24];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 5;
  L[lid] = lid; G[gid] = gid;
  i64 v1 = 0;
  f32 v2 = 0;
  f32 v3 = 0;
  u32 v4 = 0;
  i64 a5[16]; for (u32 i = 0; i < 16; i++) a5[i] = (i64)(i * 77);
  f32 a6[16]; for (u32 i = 0; i < 16; i++) a6[i] = (f32)(i * 77);
  v1 = LOAD_i64(35);
  v2 = LOAD_f32(12);
  v3 = LOAD_f32(37);
  v4 = LOAD_u32(32);
  v1 = (((i32)(v4 < v4)) != 0 ? ((i64)((u64)((i64)0x0ul) - (u64)((i64)0x1000000ul))) : f32_to_i64(v3));
  if (((i32)(min_u32(v4, v4) <= rot_u32(v4, LOAD_u32(22)))) != 0) {
    v1 = ((i64)((u64)f32_to_i64(a6[ctz_u32(((u32)(((u32)0x80000000u) >> (((u32)0x12u) & 31)))) & 15]) + (u64)min_i64(((i64)((u64)((i64)((u64)f32_to_i64(v2) + (u64)LOAD_i64(19))) + (u64)a5[v4 & 15])), ((i64)pop_u32(((u32)0xdeadbeefu))))));
    v1 = ((i64)((u64)((i64)((u64)((i64)((u32)((u32)v4 - (u32)v4))) | (u64)((i64)((u64)v1 | (u64)v1)))) ^ (u64)v1));
  } else {
    v1 = (((i32)(ceil_f32(((f32)((i32)0x10u))) < ((f32)(((i32)(LOAD_f32(5) > v2)) != 0 ? f32_to_i32(v3) : ((i32)v4))))) != 0 ? ((i64)((u64)0 - (u64)v1)) : ((i64)((u64)((i64)(f32_to_i64(LOAD_f32(19)) >> (((u32)0x2au) & 63))) + (u64)((i64)((u64)f32_to_i64(v3) << (((u32)((u32)v4 ^ (u32)v4)) & 63))))));
    v3 = (fma_f32((v3 * v3), (-v3), (v3 + v3)) + (-v3));
  }
  v4 = atom_cas_(&G[gid], rot_u32(v4, (((i32)(((i32)v1) >= ((i32)0x0u))) != 0 ? v4 : v4)), ((u32)((u32)((u32)v1) * (u32)((u32)((u32)((u32)0xfffffc18u) - (u32)v4)))));
  for (u32 n7 = 0; n7 < (u32)(((u32)((u32)f32_to_u32(v3) - (u32)v4)) & 7); n7++) {
    if (((i32)((((f32)n7) - as_f32(0x40000000u)) != max_f32(v3, v3))) != 0) {
      a6[f32_to_u32(a6[((u32)((u32)n7 * (u32)v4)) & 15]) & 15] = div_f32(rint_f32(abs_f32(as_f32(0x501502f9u))), rint_f32(v3));
      v3 = (((i32)(((((i32)(v4 > LOAD_u32(24))) != 0 ? v3 : as_f32(0x40800000u)) + (-as_f32(0x40000000u))) < div_f32(as_f32(0x40000000u), v2))) != 0 ? ((abs_f32(v3) - rint_f32(v3)) + (LOAD_f32(30) - v2)) : (sqrt_f32(v2) + (((i32)(((i32)v1) < f32_to_i32(v2))) != 0 ? (LOAD_f32(40) * v3) : (v2 + v3))));
      v2 = ((-(v3 + v2)) - ((f32)((i32)((u32)0 - (u32)((i32)n7)))));
    } else {
      v4 = ((u32)((u32)((u32)((u32)LOAD_u32(36) + (u32)n7)) + (u32)rem_u32(n7, v4)));
    }
    if (((i32)((-v3) < (-v2))) != 0) {
      v4 = f32_to_u32(((f32)a5[n7 & 15]));
    } else {
      v4 = ((u32)((u32)((u32)((((i32)(v3 < v3)) != 0 ? f32_to_u32(v3) : n7) >> (((u32)((i64)v4)) & 31))) + (u32)((u32)~((u32)LOAD_i64(20)))));
    }
    for (u32 n8 = 0; n8 < (u32)(((u32)((u32)rem_u32(v4, n7) - (u32)ctz_u32(v4))) & 7); n8++) {
      v1 = ((i64)((u64)((i64)((i32)((((f32)v4) * v2) > min_f32(v3, as_f32(0x3e22f983u))))) | (u64)((i64)((i32)((v3 * v2) != trunc_f32(((f32)n8)))))));
      a5[insert_u32(((u32)(f32_to_u32(v3) >> (n7 & 31))), n7, ((u32)((u32)v4 + (u32)f32_to_u32(v3)))) & 15] = a5[((u32)((u32)mulhi_u32(v4, v4) | (u32)((u32)a5[n7 & 15]))) & 15];
      v2 = trunc_f32(a6[((u32)((u32)((u32)0x80000u) * (u32)n8)) & 15]);
    }
    if (((i32)(v2 != v3)) != 0) break;
  }
  for (u32 n9 = 0; n9 < 9 && ((i32)(((u16)((i32)(as_f32(0x40200000u) >= as_f32(0x3e22f983u)))) <= ((u16)((u32)f32_to_u16(v3) << (LOAD_u32(18) & 15))))) != 0; n9++) {
    v1 = ((i64)((u64)f32_to_i64(rint_f32(trunc_f32(as_f32(0xc0000000u)))) - (u64)((i64)((u64)a5[v4 & 15] << (((u32)0xfu) & 63)))));
    v4 = (((i32)(((i32)0xfffffffeu) <= ((i32)0xfff80001u))) != 0 ? (((i32)(LOAD_u32(13) <= LOAD_u32(30))) != 0 ? n9 : LOAD_u32(6)) : ((u32)((i32)(LOAD_i32(4) >= ((i32)v4)))));
    v2 = ((((v3 * v3) - div_f32(v2, LOAD_f32(24))) + rint_f32(v3)) - ((f32)((i64)((i32)(LOAD_i32(4) >= f32_to_i32(v2))))));
  }
  PUT64(0, v1);
  PUT32(2, bits_f32(v2));
  PUT32(3, bits_f32(v3));
  PUT32(4, v4);
}

#undef SIZE
#undef ITEMS
#define SIZE 33
#define ITEMS 99
KERNEL(k700024, 33) {
  __local u32 L[33];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 8;
  L[lid] = lid; G[gid] = gid;
  u32 v1 = 0;
  i64 v2 = 0;
  i16 v3 = 0;
  i8 v4 = 0;
  u32 v5 = 0;
  u32 t7 = 0;
  u32 t8 = 0;
  v1 = LOAD_u32(36);
  v2 = LOAD_i64(33);
  v3 = LOAD_i16(29);
  v4 = LOAD_i8(36);
  v5 = LOAD_u32(20);
  v2 = ((i64)((u64)max_i64(((i64)((u64)0 - (u64)v2)), ((i64)0xfffffffffffffffeul)) + (u64)(((i32)(((u64)0xdeadbeeful) < ((u64)v2))) != 0 ? ((i64)((u64)0 - (u64)LOAD_i64(28))) : rem_i64(((i64)0x4ul), ((i64)0x2ul)))));
  if (((i32)(((i32)v5) < (((i32)(((i32)v2) >= ((i32)v3))) != 0 ? ((i32)v2) : LOAD_i32(27)))) != 0) {
    v2 = ((i64)((u64)((i64)~rem_i64(((i64)(v2 >> (((u32)0x100u) & 63))), div_i64(((i64)0xfff00000ul), ((i64)v3)))) + (u64)mulwide_i32(((i32)((u32)(((i32)(v3 >= v3)) != 0 ? ((i32)v3) : ((i32)v5)) * (u32)((i32)((u32)LOAD_i32(6) ^ (u32)((i32)v1))))), ((i32)v4))));
    for (u32 n6 = 0; n6 < (u32)(((u32)((u32)((u32)((i32)(((i16)v2) != ((i16)0xffffu)))) << (((u32)(((u32)0x2u) >> (((u32)0x40u) & 31))) & 31))) & 7); n6++) {
      v3 = ((i16)(((i16)((u32)v3 << (((u32)0xfu) & 15))) >> (((u32)((u32)v5 * (u32)v1)) & 15)));
      v5 = (((i32)((((i32)(((i32)n6) > ((i32)v5))) != 0) && (((i32)(n6 >= v5)) != 0))) != 0 ? v1 : ((u32)((u32)v1 ^ (u32)n6)));
    }
    v3 = v3;
  } else {
    v2 = ((i64)((u64)((i64)((u64)min_i64(min_i64(v2, v2), ((i64)((u64)((i64)v5) + (u64)((i64)0xffffffffffffff81ul)))) << (((u32)0x27u) & 63))) + (u64)((i64)((u64)((i64)((i32)v3)) << (rem_u32(v1, v5) & 63)))));
  }
  t7 = ((u32)((u32)0 - (u32)(((u32)0xffffffffu) != 0 ? ((u32)((u32)LOAD_u32(0) << (LOAD_u32(11) & 31))) : ((u32)((u32)v5 - (u32)v1)))));
  t8 = ((u32)((u32)v5 + (u32)rot_u32(v5, v1)));
  L[lid] = t7; BARRIER; v1 = L[(lid * 7 + t8) % SIZE]; BARRIER;
  v3 = v3;
  PUT32(0, v1);
  PUT64(1, v2);
  PUT32(3, v3);
  PUT32(4, v4);
  PUT32(5, v5);
  PUT32(6, t7);
  PUT32(7, t8);
}

NOINLINE f32 k700025_f0(f32 p1, f32 p2, i32 p3, f32 p4) {
  i32 q5 = 0;
  u16 q6 = 0;
  p2 = (((i32)(((f32)p3) < p4)) != 0 ? (as_f32(0x3f000000u) * ((f32)q5)) : p2);
  return rint_f32(p2);
}
#undef SIZE
#undef ITEMS
#define SIZE 24
#define ITEMS 48
KERNEL(k700025, 24) {
  __local u32 L[24];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 8;
  L[lid] = lid; G[gid] = gid;
  f32 v7 = 0;
  u16 v8 = 0;
  f32 v9 = 0;
  u16 v10 = 0;
  u16 v11 = 0;
  u32 v12 = 0;
  u32 t13 = 0;
  u32 t14 = 0;
  v7 = LOAD_f32(17);
  v8 = LOAD_u16(20);
  v9 = LOAD_f32(16);
  v10 = LOAD_u16(7);
  v11 = LOAD_u16(16);
  v12 = LOAD_u32(35);
  if (((i32)(v9 <= v7)) != 0) {
    v11 = ((u16)(((u16)((u32)((u16)((u32)((u16)bits_f32(v9)) - (u32)f32_to_u16(k700025_f0(v7, v9, ((i32)v12), v7)))) - (u32)((u16)((((i32)(as_f32(0xc45d9929u) <= v7)) != 0 ? LOAD_u16(8) : v11) >> (((u32)0xeu) & 15))))) >> (((u32)0x5u) & 15)));
  } else {
    if (((i32)(v12 >= v12)) != 0) {
      v7 = (as_f32(((u32)((u32)0 - (u32)max_u32(v12, v12)))) * rint_f32(k700025_f0(((f32)v10), (((f32)v8) - v7), ((i32)(((i32)0x55555556u) >> (v12 & 31))), (v9 + as_f32(0x4208373cu)))));
      v12 = (((i32)(((u32)((u32)v12 << (v12 & 31))) >= ((u32)((u16)0xfffbu)))) != 0 ? ((u32)((u32)f32_to_u32(k700025_f0(as_f32(0x40800000u), v7, f32_to_i32(v9), v9)) - (u32)v12)) : ((u32)((u32)div_u32(v12, ((u32)v11)) << (((u32)((i64)v12)) & 31))));
    } else {
      v7 = v9;
    }
    v10 = ((u16)((u32)rem_u16(v11, ((u16)0x0u)) & (u32)max_u16(v11, v11)));
  }
  v7 = ((((i32)(v7 < v7)) != 0 ? LOAD_f32(25) : v9) - (v9 * v7));
  v12 = ctz_u32(f32_to_u32(ceil_f32((v7 * v9))));
  v7 = (-(-k700025_f0((v9 - v7), rint_f32(v7), f32_to_i32(v9), (v9 * v7))));
  v12 = ((u32)((u32)ctz_u32(bits_f32((v9 - v7))) + (u32)((u32)((u32)f32_to_u32(k700025_f0(max_f32(v7, v9), v9, f32_to_i32(k700025_f0(LOAD_f32(21), ((f32)v11), ((i32)v10), v7)), (v9 - LOAD_f32(38)))) * (u32)v12))));
  t13 = ((u32)((u32)((u32)(mulhi_u32(v12, v12) >> (f32_to_u32(v9) & 31))) + (u32)addc_u32(min_u32(v12, v12), v12, f32_to_u32(k700025_f0(as_f32(0xc30f9981u), v9, ((i32)v8), v9)), ((u32)((i32)v10)))));
  t14 = ((u32)((u32)((u32)((i32)v8)) - (u32)((u32)~v12)));
  L[lid] = t14; BARRIER; atom_imax_(&L[t13 & 7], t14); BARRIER; v12 = L[lid & 7]; BARRIER;
  v10 = ((u16)~((u16)((i32)0x8000u)));
  PUT32(0, bits_f32(v7));
  PUT32(1, v8);
  PUT32(2, bits_f32(v9));
  PUT32(3, v10);
  PUT32(4, v11);
  PUT32(5, v12);
  PUT32(6, t13);
  PUT32(7, t14);
}

#undef SIZE
#undef ITEMS
#define SIZE 64
#define ITEMS 128
KERNEL(k700026, 64) {
  __local u32 L[64];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 7;
  L[lid] = lid; G[gid] = gid;
  u16 v1 = 0;
  u32 v2 = 0;
  u16 v3 = 0;
  i32 v4 = 0;
  u32 v5 = 0;
  i8 v6 = 0;
  i32 v7 = 0;
  v1 = LOAD_u16(27);
  v2 = LOAD_u32(40);
  v3 = LOAD_u16(0);
  v4 = LOAD_i32(17);
  v5 = LOAD_u32(21);
  v6 = LOAD_i8(11);
  v7 = LOAD_i32(7);
  v5 = atom_xchg_(&G[gid], ((u32)((u32)perm_u32(v5, v5) & (u32)v2)));
  v6 = (((i32)(subb_u32(v5, v2, v5, v2) < ((u32)((u8)v5)))) != 0 ? ((i8)~min_i8(v6, ((i8)v7))) : ((i8)((i32)(((i32)0x8u) == LOAD_i32(39)))));
  v2 = atom_cas_(&L[lid], min_u32(((u32)((u32)v5 | (u32)((u32)v1))), ((u32)((u32)v5 + (u32)((u32)v1)))), ((u32)((i32)(LOAD_i32(14) >> (v5 & 31)))));
  for (u32 n8 = 0; n8 < 9 && ((i32)((((i32)((((i32)(v3 > ((u16)0x127u))) != 0) || (((i32)(v4 <= LOAD_i32(32))) != 0))) != 0) || (((i32)(((i16)v1) != ((i16)v1))) != 0))) != 0; n8++) {
    v5 = ((u32)((u32)(((i32)(((i32)v3) < v7)) != 0 ? LOAD_u32(10) : v5) - (u32)((u32)((i32)(LOAD_i32(36) != v7)))));
  }
  PUT32(0, v1);
  PUT32(1, v2);
  PUT32(2, v3);
  PUT32(3, v4);
  PUT32(4, v5);
  PUT32(5, v6);
  PUT32(6, v7);
}

#undef SIZE
#undef ITEMS
#define SIZE 64
#define ITEMS 128
KERNEL(k700027, 64) {
  __local u32 L[64];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 12;
  L[lid] = lid; G[gid] = gid;
  i32 v1 = 0;
  i64 v2 = 0;
  i32 v3 = 0;
  i8 v4 = 0;
  i32 v5 = 0;
  u64 v6 = 0;
  i16 v7 = 0;
  u32 v8 = 0;
  u32 t11 = 0;
  u32 t12 = 0;
  v1 = LOAD_i32(16);
  v2 = LOAD_i64(20);
  v3 = LOAD_i32(9);
  v4 = LOAD_i8(7);
  v5 = LOAD_i32(22);
  v6 = LOAD_u64(3);
  v7 = LOAD_i16(21);
  v8 = LOAD_u32(8);
  v8 = ((u32)((u32)((u32)((((i32)(((u16)v6) >= LOAD_u16(10))) != 0 ? absdiff_i32(v5, v3) : ((u32)((u32)v8 - (u32)v8))) >> (max_u32(v8, LOAD_u32(7)) & 31))) - (u32)(((i32)(((u32)((u32)v8 | (u32)v8)) == (((i32)(v1 < v1)) != 0 ? ((u32)v2) : ((u32)v7)))) != 0 ? v8 : ((u32)((u32)((u32)v6) + (u32)v8)))));
  for (u32 n9 = 0; n9 < (u32)(subb_u32(v8, ((u32)((u32)((u32)0x7fffffffu) << (v8 & 31))), ((u32)((u32)v8 + (u32)v8)), ((u32)((u32)v8 - (u32)((u32)0xffffff80u)))) & 7); n9++) {
    v7 = ((i16)((i32)(((i32)((u32)((i32)((u32)LOAD_i32(4) << (v8 & 31))) - (u32)((i32)((u32)0 - (u32)LOAD_i32(37))))) < max_i32((((i32)(((i8)0xe8u) < ((i8)0xc3u))) != 0 ? ((i32)0xfffff0u) : v3), ((i32)((u32)v3 * (u32)((i32)0xfffffff0u)))))));
    v4 = ((i8)((i16)((u32)v7 << (n9 & 15))));
    v4 = ((i8)((u32)v4 << (insert_u32(v8, v8, LOAD_u32(38)) & 7)));
  }
  v6 = (((i32)(((u8)v5) >= ((u8)0x7u))) != 0 ? v6 : ((u64)((u64)v6 + (u64)v6)));
  for (u32 n10 = 0; n10 < 9 && ((i32)(((u32)((u32)v8 ^ (u32)v8)) == ((u32)((u32)LOAD_u32(33) * (u32)LOAD_u32(13))))) != 0; n10++) {
    v1 = ((i32)((u32)((i32)(pop_u32(((u32)0xfff7ffffu)) >= ((u32)((u32)n10 + (u32)v8)))) ^ (u32)((i32)((i16)((u32)(((i32)(LOAD_u64(26) <= LOAD_u64(6))) != 0 ? ((i16)0x2u) : v7) - (u32)v7)))));
  }
  v2 = (((i32)(v1 > ((i32)((u32)0 - (u32)v1)))) != 0 ? ((i64)((u64)max_i64(((i64)0x123456789abcdef0ul), ((i64)v7)) & (u64)((i64)((u64)v2 - (u64)((i64)0xfffffffffffffffeul))))) : ((i64)((u64)min_i64(v2, v2) - (u64)(((i32)(((u32)v3) <= v8)) != 0 ? ((i64)v1) : v2))));
  t11 = addc_u32(ctz_u32(((u32)((u32)v8 ^ (u32)v8))), ((u32)((u32)0 - (u32)v8)), ((u32)((u32)v8 - (u32)div_u32(v8, ((u32)v3)))), ((u32)((u32)v8 & (u32)((u32)((u32)LOAD_u32(36) & (u32)v8)))));
  t12 = div_u32(max_u32(LOAD_u32(19), v8), ((u32)v7));
  v8 = BALLOT(t11 & 4);
  for (u32 n13 = 0; n13 < (u32)(((u32)rot_u64(v6, v6)) & 7); n13++) {
    if (((i32)(LOAD_u32(28) == n13)) != 0) continue;
    v5 = ((i32)(((i32)v6) >> (n13 & 31)));
    v7 = ((i16)((u32)((i16)(v7 >> (v8 & 15))) << (((u32)(v8 >> (v8 & 31))) & 15)));
    v8 = atom_sub_(&L[lid], ((u32)((u32)max_u32(n13, v8) ^ (u32)((u32)v2))));
  }
  PUT32(0, v1);
  PUT64(1, v2);
  PUT32(3, v3);
  PUT32(4, v4);
  PUT32(5, v5);
  PUT64(6, v6);
  PUT32(8, v7);
  PUT32(9, v8);
  PUT32(10, t11);
  PUT32(11, t12);
}

NOINLINE u64 k700028_f0(u64 p1, u32 p2, u64 p3, f64 p4) {
  u64 q5 = 0;
  for (u32 n6 = 0; n6 < (u32)(p2 & 7); n6++) {
    p4 = (trunc_f64(p4) * as_f64(0x407cdb1fa56ad274ul));
    if (((i32)((((i32)(p4 > p4)) != 0) || (((i32)((((i32)(p4 >= p4)) != 0) || (((i32)(as_f64(0xc000000000000000ul) != p4)) != 0))) != 0))) != 0) {
      p1 = ((u64)((u64)((u64)((u64)0 - (u64)((u64)((u64)0 - (u64)mulhi_u64(p3, p3))))) | (u64)((u64)((u64)((u64)0x4ul) - (u64)((u64)bits_f32(as_f32(0x7149f2cau)))))));
    } else {
      p4 = max_f64(min_f64(p4, ((f64)p2)), div_f64(p4, p4));
    }
  }
  for (u32 n7 = 0; n7 < 9 && ((i32)((((f64)p2) * p4) == div_f64(p4, ((f64)q5)))) != 0; n7++) {
    if (((i32)(q5 >= p1)) != 0) continue;
    p3 = f64_to_u64(((f64)n7));
  }
  p4 = ((-((p4 * p4) * rint_f64(p4))) * (-p4));
  return ((u64)((u64)div_u64(p3, ((u64)0xfful)) + (u64)((u64)(p3 >> (((u32)0xfu) & 63)))));
}
NOINLINE i32 k700028_f1(u64 p8, f64 p9, f64 p10, f64 p11) {
  f32 q12 = 0;
  p8 = ((u64)~(((i32)(p11 < p11)) != 0 ? clz_u64(((u64)((u64)p8 << (((u32)0x22u) & 63)))) : (((i32)((((i32)(f64_to_i32(p11) < f64_to_i32(p11))) != 0) && (((i32)(p11 < p9)) != 0))) != 0 ? ((u64)((i32)0x5720cbu)) : (((i32)(p10 >= as_f64(0xc05457d5b1bd7208ul))) != 0 ? f64_to_u64(p11) : ((u64)0x80000001ul)))));
  if (((i32)((((i32)(f64_to_i32(p10) > ((i32)0x7fu))) != 0 ? f64_to_i32(p11) : f64_to_i32(p10)) < ((i32)(((u64)0xaaaaaaaaul) >= p8)))) != 0) {
    p10 = ((((f64)q12) - p10) - ((f64)q12));
    if (((i32)(((f64)((i32)p8)) < as_f64(0x4170000000000000ul))) != 0) {
      p9 = (trunc_f64((as_f64(0xbfe0000000000000ul) * p9)) * (as_f64(0xbff0000000000000ul) - fma_f64(p9, p11, p11)));
      q12 = ((as_f32(0x40490fdbu) + q12) * div_f32(q12, q12));
      p11 = sqrt_f64(((((f64)((i32)0xffff8001u)) - p11) + p11));
    } else {
      p8 = max_u64(rem_u64(f64_to_u64(p9), ((u64)(((u64)0x100000000ul) >> (((u32)0x4u) & 63)))), ((u64)((u32)((u32)((u32)p8) + (u32)((u32)p8)))));
      p10 = abs_f64((p10 + p10));
    }
  } else {
    p10 = (floor_f64((((i32)(p11 >= p9)) != 0 ? (((i32)(p11 <= p10)) != 0 ? p9 : p9) : (((i32)(p8 != p8)) != 0 ? p10 : p11))) - (((i32)((p10 * p11) > max_f64(p9, as_f64(0x46293e5939a08ceaul)))) != 0 ? trunc_f64((((i32)(q12 <= as_f32(0x4f000000u))) != 0 ? as_f64(0xc08e7e58be189becul) : p11)) : as_f64(0x4060c35f871f5660ul)));
    p10 = as_f64(0x3fc45f306725feedul);
  }
  p10 = ((f64)(((i32)((((i32)(f64_to_u64(p11) >= ((u64)0x6ee4493feede962ul))) != 0) && (((i32)(p9 <= as_f64(0x40f0000000000000ul))) != 0))) != 0 ? ((u32)((u32)0 - (u32)((u32)((u32)f64_to_u32(p11) << (((u32)0x3a12fecu) & 31))))) : (((i32)(p9 != ((f64)p8))) != 0 ? ((u32)0x5u) : (((i32)(f64_to_u64(p9) == p8)) != 0 ? f64_to_u32(p11) : ((u32)p8)))));
  return ((i32)((u32)((i32)((u32)f32_to_i32(q12) + (u32)((i32)0x12345678u))) - (u32)((i32)(p10 > p9))));
}
#undef SIZE
#undef ITEMS
#define SIZE 128
#define ITEMS 128
KERNEL(k700028, 128) {
  __local u32 L[128];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 11;
  L[lid] = lid; G[gid] = gid;
  f64 v13 = 0;
  u32 v14 = 0;
  f64 v15 = 0;
  i32 v16 = 0;
  f32 v17 = 0;
  u64 v18 = 0;
  u32 t21 = 0;
  u32 t22 = 0;
  v13 = LOAD_f64(11);
  v14 = LOAD_u32(6);
  v15 = LOAD_f64(30);
  v16 = LOAD_i32(14);
  v17 = LOAD_f32(0);
  v18 = LOAD_u64(28);
  switch (((u32)((u32)(((i32)(as_f32(0x3f000000u) == v17)) != 0 ? LOAD_u32(10) : v14) << (((u32)0x6u) & 31))) & 7) {
  case 0:
    if (div_u32(((u32)v16), ((u32)0x5u)) != 0) {
      v18 = ((u64)0x29c4c42a590ul);
      v17 = v17;
    } else {
      v15 = (((f64)v18) + v15);
    }
    break;
  case 1:
    v18 = div_u64(((u64)(LOAD_u64(15) >> (((u32)0x2u) & 63))), ((u64)((i32)(v13 == LOAD_f64(39)))));
    break;
  case 2:
    if (((i32)((v13 - v13) >= v13)) != 0) {
      v13 = (-(LOAD_f64(31) * v13));
    } else {
      v16 = LOAD_i32(14);
    }
    break;
  default:
    v16 = ((i32)((u32)((i32)v18) + (u32)k700028_f1(((u64)(((u64)0x365acae2feul) >> (((u32)0x21u) & 63))), (((f64)v17) + v15), ceil_f64(v15), fma_f64(v15, v13, v13))));
    break;
  }
  if (((i32)((as_f64(0x0ul) - v15) < fma_f64(v15, as_f64(0xc075f8e351754b10ul), v13))) != 0) {
    v15 = max_f64(v15, ((f64)k700028_f0(v18, ((u32)((u32)v14 & (u32)v14)), ((u64)((i32)(((i32)v18) <= v16))), (((i32)(v13 != v15)) != 0 ? v15 : v15))));
    if (((i32)(((u32)(v14 >> (((u32)0x12u) & 31))) != ((u32)k700028_f1(((u64)0x10ul), v13, v13, LOAD_f64(27))))) != 0) {
      v14 = atom_sub_(&G[gid], f64_to_u32(v13));
      v14 = ((u32)((u32)0 - (u32)((u32)((u32)((u32)k700028_f1(f32_to_u64(v17), v15, LOAD_f64(29), as_f64(0x4024000000000000ul))) - (u32)(((i32)(v18 > v18)) != 0 ? v14 : v14)))));
    } else {
      v14 = f64_to_u32(div_f64((as_f64(0x0ul) + ((f64)v17)), (LOAD_f64(6) * v15)));
    }
  }
  for (u32 n19 = 0; n19 < (u32)(rot_u32(((u32)((u32)v14 << (v14 & 31))), (((i32)(v18 < v18)) != 0 ? LOAD_u32(33) : LOAD_u32(38))) & 7); n19++) {
    v17 = (((f32)k700028_f1(bits_f64(v15), (v15 + v15), ((f64)k700028_f0(v18, n19, v18, v15)), abs_f64(v15))) * (-floor_f32((LOAD_f32(3) - v17))));
  }
  v13 = ((f64)f32_to_i32((rint_f32(v17) + (((f32)v16) - v17))));
  for (u32 n20 = 0; n20 < 9 && ((i32)(((u64)((u64)v18 + (u64)((u64)v14))) == f32_to_u64(v17))) != 0; n20++) {
    v14 = ((u32)((u32)min_u32(((u32)0xau), n20) * (u32)((u32)~v14)));
    v14 = ((u32)(((u32)((u32)(((i32)(((i32)n20) >= f64_to_i32(v13))) != 0 ? ((u32)((u32)v14 | (u32)LOAD_u32(30))) : rem_u32(v14, n20)) + (u32)((u32)((u64)((u64)v18 ^ (u64)((u64)v14)))))) >> (rot_u32(n20, v14) & 31)));
  }
  t21 = (((i32)((((i32)(((u32)0xaaaaaaaau) > v14)) != 0 ? ((u64)0xfffffffeul) : v18) == rem_u64(v18, ((u64)v16)))) != 0 ? (v14 != 0 ? ((u32)k700028_f1(v18, v15, v15, v13)) : ((u32)k700028_f1(v18, LOAD_f64(39), v13, v15))) : ((u32)k700028_f1(((u64)(f64_to_u64(v13) >> (((u32)0xau) & 63))), fma_f64(((f64)v17), v13, as_f64(0xbfe0000000000000ul)), v13, v13)));
  t22 = (((i32)((((i32)(((i32)0x784u) > ((i32)v14))) != 0) && (((i32)(v18 != ((u64)0xful))) != 0))) != 0 ? ((u32)((u32)((u32)0x7fu) - (u32)v14)) : ((u32)LOAD_u64(0)));
  v14 = REDUCE(t21);
  v14 = ctz_u32(((u32)k700028_f1(((u64)0x7ffffffffffffffful), as_f64(0xc07d0aec5ef7d142ul), v13, ((f64)v18))));
  PUT64(0, bits_f64(v13));
  PUT32(2, v14);
  PUT64(3, bits_f64(v15));
  PUT32(5, v16);
  PUT32(6, bits_f32(v17));
  PUT64(7, v18);
  PUT32(9, t21);
  PUT32(10, t22);
}

NOINLINE f64 k700029_f0(f64 p1, i32 p2) {
  f64 q3 = 0;
  for (u32 n4 = 0; n4 < 9 && ((i32)(q3 < div_f64(p1, q3))) != 0; n4++) {
    for (u32 n5 = 0; n5 < (u32)(ctz_u32(((u32)bits_f64(p1))) & 7); n5++) {
      p1 = ceil_f64((((i32)(((i32)0x3fu) <= p2)) != 0 ? q3 : p1));
    }
    if (((i32)(f64_to_u64(as_f64(0xc010000000000000ul)) >= ((u64)0x21ul))) != 0) {
      p2 = ((i32)((((i32)(p2 != p2)) != 0) && (((i32)(((f32)q3) <= as_f32(0x3fc00000u))) != 0)));
      q3 = ((f64)((u64)p2));
      q3 = min_f64((as_f64(0xc04e2a681c955530ul) - p1), ((f64)((f32)p2)));
    } else {
      p2 = ((i32)bits_f64((div_f64(div_f64(as_f64(0x4004000000000000ul), q3), ((f64)f64_to_u64(q3))) + (((f64)p2) * p1))));
      p1 = fma_f64(as_f64(0xbff0000000000000ul), ((q3 * ((f64)p2)) - q3), ((f64)div_u64(((u64)p2), ((u64)n4))));
    }
    for (u32 n6 = 0; n6 < (u32)(n4 & 7); n6++) {
      q3 = (((i32)((((i32)(p2 != ((i32)0xfffffffeu))) != 0 ? p1 : p1) < (q3 * as_f64(0x4170000000000000ul)))) != 0 ? max_f64(p1, q3) : fma_f64(sqrt_f64(q3), (as_f64(0x380b38fb9daa78e4ul) - q3), (p1 * ((f64)n6))));
      if (((i32)(((i32)n6) != p2)) != 0) break;
    }
  }
  p2 = ((i32)((u32)((i32)~f64_to_i32(p1)) - (u32)min_i32((((i32)(p1 >= q3)) != 0 ? ((i32)0x5u) : f64_to_i32(q3)), ((i32)((u32)p2 & (u32)((i32)0x2c8d633u))))));
  q3 = (min_f64(((-p1) + sqrt_f64(q3)), (ceil_f64(((f64)p2)) * (as_f64(0x400921fb60000000ul) * p1))) * (-abs_f64(p1)));
  return (q3 * as_f64(0x40849b833b74a50cul));
}
#undef SIZE
#undef ITEMS
#define SIZE 33
#define ITEMS 99
KERNEL(k700029, 33) {
  __local u32 L[33];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 11;
  L[lid] = lid; G[gid] = gid;
  i32 v7 = 0;
  f32 v8 = 0;
  f64 v9 = 0;
  f32 v10 = 0;
  u64 v11 = 0;
  f32 v12 = 0;
  u32 v13 = 0;
  u32 t14 = 0;
  u32 t15 = 0;
  v7 = LOAD_i32(23);
  v8 = LOAD_f32(21);
  v9 = LOAD_f64(30);
  v10 = LOAD_f32(29);
  v11 = LOAD_u64(19);
  v12 = LOAD_f32(9);
  v13 = LOAD_u32(9);
  v8 = min_f32(rint_f32(ceil_f32(v10)), div_f32(((f32)k700029_f0(v9, v7)), (v8 - ((f32)v9))));
  if (((i32)(((u64)((u64)((u64)0x40ul) | (u64)v11)) > (((i32)(v9 > v9)) != 0 ? v11 : v11))) != 0) {
    v8 = (((f32)((LOAD_f64(10) * v9) * (v9 * v9))) * (((f32)k700029_f0(abs_f64(as_f64(0x3fe0000000000000ul)), v7)) * (ceil_f32(v12) * rint_f32(v10))));
  } else {
    v10 = fma_f32((((f32)k700029_f0(LOAD_f64(33), f64_to_i32(v9))) * (as_f32(v13) * (((i32)(((f64)v7) <= ((f64)v10))) != 0 ? as_f32(0x1u) : v10))), ((f32)k700029_f0(div_f64(((f64)v12), v9), f64_to_i32(k700029_f0(v9, LOAD_i32(16))))), ((((f32)k700029_f0(LOAD_f64(3), ((i32)0x9u))) + (v10 + v8)) + ((f32)k700029_f0(trunc_f64(LOAD_f64(5)), ((i32)0xffff0000u)))));
    v7 = min_i32(rem_i32(((i32)((u32)((i32)0x1fb147au) - (u32)LOAD_i32(36))), ((i32)((u32)v7 + (u32)v7))), mulhi_i32(((i32)(v12 == v8)), ((i32)(f32_to_i32(v8) >> (((u32)0x1eu) & 31)))));
  }
  v12 = (((i32)(((i32)((u32)((u32)v13 + (u32)LOAD_u32(7)))) != ((i32)((u32)max_i32(v7, v7) | (u32)((i32)((u32)LOAD_i32(37) << (((u32)0x6u) & 31))))))) != 0 ? min_f32((max_f32(LOAD_f32(2), ((f32)v7)) * (v12 - ((f32)v9))), ((f32)k700029_f0(k700029_f0(v9, v7), f64_to_i32(k700029_f0(v9, v7))))) : ((f32)subb_u64(((u64)((u64)v11 - (u64)v11)), ((u64)((u64)((u64)0xfff7fffful) | (u64)v11)), f64_to_u64(k700029_f0(v9, v7)), ((u64)((u64)v11 << (((u32)0x12u) & 63))))));
  if (((i32)((((i32)(v7 == v7)) != 0 ? v9 : v9) == ((f64)v13))) != 0) {
    v8 = ((v12 + v12) - ((f32)v7));
    v9 = (floor_f64(((f64)v12)) - ((-div_f64(v9, v9)) + (((f64)LOAD_u32(34)) * ((f64)v12))));
    v11 = addc_u64(((u64)((u64)f64_to_u64(k700029_f0(abs_f64(v9), v7)) << (((u32)((u32)v13 & (u32)((u32)0x1ea407u))) & 63))), pop_u64(((u64)((u64)((u64)0x7ffful) - (u64)v11))), ((u64)((u64)bits_f64((v9 * v9)) + (u64)((u64)((u64)((u64)((u64)f32_to_u64(v12) & (u64)((u64)0x5ul))) + (u64)((u64)((u64)((u64)0xb8a74abaul) * (u64)v11)))))), min_u64(rem_u64(((u64)((u64)v11 | (u64)v11)), (((i32)(v13 > v13)) != 0 ? ((u64)0xfffffffffffffff6ul) : ((u64)0x15ee5b41b8e5586ul))), ((u64)((u64)v11 + (u64)((u64)((u64)((u64)v13) + (u64)v11))))));
  }
  t14 = insert_u32(v13, min_u32(f64_to_u32(k700029_f0(v9, v7)), ((u32)((u32)LOAD_u32(40) ^ (u32)((u32)v7)))), f64_to_u32(k700029_f0(ceil_f64(((f64)v13)), ((i32)v11))));
  t15 = ((u32)((u64)((u64)v11 + (u64)LOAD_u64(26))));
  L[lid] = t15; BARRIER; atom_xor_(&L[t14 & 7], t15); BARRIER; v13 = L[lid & 7]; BARRIER;
  if (((i32)(((u32)((u32)v13 ^ (u32)v13)) >= f64_to_u32(v9))) != 0) {
    v12 = ((f32)k700029_f0((((f64)v11) * v9), v7));
    v7 = ((i32)(((i32)((u32)((i32)((u32)rem_i32(v7, v7) - (u32)((i32)((u32)v7 ^ (u32)v7)))) + (u32)((i32)((u32)((i32)((u32)((i32)v11) << (v13 & 31))) + (u32)f64_to_i32(v9))))) >> (((u32)((u32)((u32)0xffe2e0b6u) ^ (u32)f32_to_u32(v10))) & 31)));
    v10 = (-floor_f32((((i32)(v9 > v9)) != 0 ? ((f32)v13) : as_f32(0xc4021dbcu))));
  } else {
    v9 = div_f64(((((f64)v11) * as_f64(0x40f0000000000000ul)) - (((i32)(((u64)0x18ul) > v11)) != 0 ? v9 : v9)), ((f64)v10));
  }
  PUT32(0, v7);
  PUT32(1, bits_f32(v8));
  PUT64(2, bits_f64(v9));
  PUT32(4, bits_f32(v10));
  PUT64(5, v11);
  PUT32(7, bits_f32(v12));
  PUT32(8, v13);
  PUT32(9, t14);
  PUT32(10, t15);
}
