#include "foreign.h"
#undef SIZE
#undef ITEMS
#define SIZE 128
#define ITEMS 128
KERNEL(k700160, 128) {
  __local u32 L[128];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 7;
  L[lid] = lid; G[gid] = gid;
  i32 v1 = 0;
  i32 v2 = 0;
  i16 v3 = 0;
  u16 v4 = 0;
  u32 v5 = 0;
  u32 t6 = 0;
  u32 t7 = 0;
  v1 = LOAD_i32(30);
  v2 = LOAD_i32(26);
  v3 = LOAD_i16(23);
  v4 = LOAD_u16(0);
  v5 = LOAD_u32(8);
  if (((i32)(v1 > ((i32)(((u32)0x37fu) != v5)))) != 0) {
    v1 = ((i32)(((i32)((u32)((i32)((u32)v1 + (u32)v1)) << (((u32)((u32)LOAD_u32(15) ^ (u32)LOAD_u32(4))) & 31))) >> ((((i32)(((i64)v2) >= LOAD_i64(9))) != 0 ? v5 : v5) & 31)));
  } else {
    v1 = ((i32)((u64)((u64)((u64)((u64)((u64)((i32)(LOAD_u32(8) <= v5))) - (u64)((u64)((u64)((u64)v1) << (((u32)0x20u) & 63))))) * (u64)((u64)((u64)(((i32)(((i8)v2) == ((i8)v2))) != 0 ? ((u64)v5) : ((u64)v5)) * (u64)((u64)v5))))));
  }
  v5 = v5;
  v3 = ((i16)((u32)((i16)((u32)((i16)((u32)v3 - (u32)v3)) << (((u32)0x4u) & 15))) * (u32)v3));
  t6 = ((u32)((i32)((u32)((u32)v5 | (u32)v5))));
  t7 = ((u32)((u32)(((i32)(((i8)v3) == ((i8)v2))) != 0 ? v5 : ((u32)v1)) << (((u32)0x11u) & 31)));
  v5 = BALLOT(t6 & 16);
  v3 = ((i16)((u32)((((i32)(((u8)v4) >= ((u8)0xau))) != 0 ? v5 : LOAD_u32(16)) != 0 ? div_i16(((i16)((i32)v3)), ((i16)~v3)) : ((i16)((u32)((i16)v4) * (u32)((i16)((u32)LOAD_i16(37) * (u32)v3))))) << (((u32)0xau) & 15)));
  PUT32(0, v1);
  PUT32(1, v2);
  PUT32(2, v3);
  PUT32(3, v4);
  PUT32(4, v5);
  PUT32(5, t6);
  PUT32(6, t7);
}

NOINLINE f32 k700163_f0(i64 p1, f32 p2, f32 p3, i32 p4) {
  f32 q5 = 0;
  f32 q6 = 0;
  for (u32 n7 = 0; n7 < 9 && bits_f32(p2) != 0; n7++) {
    p3 = ((p2 - p2) - p3);
    if (((i32)((((i32)(p2 != as_f32(0xc0800000u))) != 0) && (p4 != 0))) != 0) {
      p1 = ((i64)((u64)((i64)((i32)((as_f32(0x424aa5feu) - p2) == q6))) + (u64)((i64)(mulwide_i32(((i32)(p3 > p3)), ((i32)((u32)p4 | (u32)((i32)0x3517bbeu)))) >> (((u32)0xcu) & 63)))));
      q5 = div_f32(div_f32((-(p2 - as_f32(0x47800000u))), ((f32)((i64)((u64)((i64)0x40000000ul) & (u64)p1)))), (((q6 + q6) + fma_f32(as_f32(0x40200000u), q5, as_f32(0x0u))) - ((-q6) + (p2 * p2))));
    } else {
      p4 = ((i32)((u32)p4 + (u32)((i32)((u32)p4 + (u32)p4))));
      p2 = ((((i32)(p4 >= p4)) != 0 ? (-q6) : fma_f32(p3, ((f32)n7), q6)) - ((as_f32(0x0u) * p2) * ceil_f32(p3)));
    }
  }
  p2 = (((as_f32(0x4b000000u) - q5) + (-as_f32(0xc45f5e2au))) * ((f32)((u32)p4)));
  return as_f32(0x40800000u);
}
#undef SIZE
#undef ITEMS
#define SIZE 24
#define ITEMS 48
KERNEL(k700163, 24) {
  __local u32 L[24];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 7;
  L[lid] = lid; G[gid] = gid;
  u32 v8 = 0;
  i64 v9 = 0;
  u16 v10 = 0;
  u32 v11 = 0;
  f32 v12 = 0;
  f32 v13 = 0;
  v8 = LOAD_u32(3);
  v9 = LOAD_i64(7);
  v10 = LOAD_u16(16);
  v11 = LOAD_u32(7);
  v12 = LOAD_f32(3);
  v13 = LOAD_f32(27);
  v10 = v10;
  v13 = (-(v13 - v12));
  for (u32 n14 = 0; n14 < (u32)(((u32)v10) & 7); n14++) {
    v13 = (((v12 * LOAD_f32(13)) - max_f32(((f32)n14), v12)) + v13);
    switch (((u32)~((u32)((u32)v11 << (((u32)0xffc1fe73u) & 31)))) & 3) {
    case 0:
      v12 = (-(((i32)(((i32)v10) >= ((i32)v8))) != 0 ? v12 : v12));
      break;
    case 1:
      v8 = atom_imin_(&L[lid], ((u32)((u32)((u32)((i32)(v12 >= ((f32)v8)))) + (u32)((u32)((u32)n14 + (u32)v8)))));
      break;
    case 2:
      v13 = sqrt_f32(k700163_f0(v9, v13, v12, LOAD_i32(38)));
      break;
    default:
      v11 = f32_to_u32(k700163_f0(((i64)((i32)(v12 < ((f32)v10)))), trunc_f32(v12), ((f32)v11), f32_to_i32(v12)));
      break;
    }
    if (((i32)(((u32)0x9d1cf91cu) >= ((u32)0xfffffffeu))) != 0) break;
    v12 = (((i32)(v10 != v10)) != 0 ? rint_f32(v12) : v12);
  }
  if (((i32)(k700163_f0(v9, v13, as_f32(0x3e22f983u), ((i32)v8)) >= (v13 * LOAD_f32(14)))) != 0) {
    v12 = ((-((as_f32(0xbf000000u) - v13) + (LOAD_f32(21) - ((f32)v11)))) * ((v12 - v12) * ((f32)((u32)0xfff7ffffu))));
    v10 = ((u16)((i32)(v12 <= v12)));
  }
  v8 = ((u32)~((u32)((u32)v8 & (u32)v11)));
  v8 = (((i32)(((u32)((i32)(v12 >= v12))) != clz_u32(v8))) != 0 ? ((u32)((u32)((u32)((u32)v11 | (u32)v11)) << (((u32)0x1eu) & 31))) : ((u32)((u32)((u32)((u32)LOAD_u32(26) + (u32)v11)) ^ (u32)f32_to_u32(k700163_f0(((i64)v10), v12, v13, ((i32)v8))))));
  v10 = ((u16)((u32)f32_to_u16(fma_f32((v12 + v13), (-((f32)v9)), (((f32)v10) - v12))) << (((u32)0xbu) & 15)));
  v12 = (-(((i32)((((i32)(v9 == v9)) != 0) && (((i32)(v9 != v9)) != 0))) != 0 ? abs_f32((((f32)v11) + v12)) : fma_f32(fma_f32(v12, ((f32)v9), v12), ceil_f32(((f32)v10)), div_f32(v13, v12))));
  v9 = ((i64)((u64)0 - (u64)f32_to_i64(k700163_f0(((i64)((u64)v9 - (u64)((i64)0x3e8ul))), (v13 + as_f32(0x442303c6u)), k700163_f0(v9, v12, ((f32)v8), ((i32)0x0u)), ((i32)((u32)LOAD_i32(6) + (u32)((i32)v10)))))));
  PUT32(0, v8);
  PUT64(1, v9);
  PUT32(3, v10);
  PUT32(4, v11);
  PUT32(5, bits_f32(v12));
  PUT32(6, bits_f32(v13));
}

NOINLINE f32 k700165_f0(u16 p1, i64 p2, f32 p3) {
  f32 q4 = 0;
  if (((i32)((((f32)p1) - q4) >= (-p3))) != 0) {
    for (u32 n5 = 0; n5 < 9 && ((i32)((((f32)p1) + q4) >= (q4 * p3))) != 0; n5++) {
      p2 = ((i64)((u64)((i64)((u64)p2 & (u64)min_i64(p2, ((i64)((u64)0 - (u64)((i64)0x7ul)))))) | (u64)((i64)((u64)f32_to_i64((q4 * p3)) * (u64)((i64)((i32)(q4 > p3)))))));
      p2 = ((i64)((u64)((i64)((u64)p2 << (((u32)0x31u) & 63))) | (u64)max_i64(p2, p2)));
      p2 = ((i64)((u64)(((i32)(((i32)0x7fffffffu) == ((i32)0x100000u))) != 0 ? ((i64)p1) : ((i64)0xfff7fffful)) << (pop_u32(n5) & 63)));
      if (((i32)(((u32)0x3f800000u) < n5)) != 0) continue;
    }
    q4 = fma_f32(abs_f32(q4), (-p3), sqrt_f32(as_f32(0x42de5d6au)));
    p2 = ((i64)((u64)((i64)((u64)((i64)((u64)p2 + (u64)p2)) & (u64)((i64)((u64)p2 ^ (u64)p2)))) ^ (u64)((i64)div_u16(f32_to_u16(q4), p1))));
  } else {
    for (u32 n6 = 0; n6 < (u32)((((u32)p2) != 0 ? ((u32)((u32)((u32)0x1be34fu) << (f32_to_u32(q4) & 31))) : ((u32)(((u32)p2) >> (((u32)0x11u) & 31)))) & 7); n6++) {
      q4 = trunc_f32(min_f32((p3 - as_f32(0xbf000000u)), (as_f32(0xc3b1f7fbu) - q4)));
      p3 = floor_f32(((as_f32(0x3a83126fu) - p3) + (p3 * q4)));
    }
    if (((i32)((((i32)(q4 >= as_f32(0x40400000u))) != 0) || (((i32)(as_f32(0x44146cc5u) > ((f32)p1))) != 0))) != 0) {
      q4 = rint_f32((((i32)(q4 >= p3)) != 0 ? p3 : q4));
      p3 = rint_f32((sqrt_f32((as_f32(0x3fc00000u) * q4)) * (((i32)(p3 >= p3)) != 0 ? (p3 * q4) : (q4 * q4))));
    }
  }
  if (((i32)(p2 > ((i64)bits_f32(q4)))) != 0) {
    q4 = ceil_f32((q4 - as_f32(0xc24eea83u)));
    for (u32 n7 = 0; n7 < (u32)(((u32)((i32)(((i32)0x7a974baau) < f32_to_i32(q4)))) & 7); n7++) {
      if (((i32)((((i32)(((f32)p1) <= q4)) != 0) || (((i32)(p1 > p1)) != 0))) != 0) continue;
      p1 = (((i32)(n7 != n7)) != 0 ? ((u16)bits_f32(p3)) : f32_to_u16(p3));
      q4 = min_f32((((f32)p2) - p3), ((f32)((i64)((u64)p2 << (n7 & 63)))));
    }
  }
  return trunc_f32(p3);
}
#undef SIZE
#undef ITEMS
#define SIZE 24
#define ITEMS 48
KERNEL(k700165, 24) {
  __local u32 L[24];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 8;
  L[lid] = lid; G[gid] = gid;
  f32 v8 = 0;
  f32 v9 = 0;
  u16 v10 = 0;
  u16 v11 = 0;
  f32 v12 = 0;
  u32 v13 = 0;
  u32 t18 = 0;
  u32 t19 = 0;
  v8 = LOAD_f32(36);
  v9 = LOAD_f32(16);
  v10 = LOAD_u16(2);
  v11 = LOAD_u16(3);
  v12 = LOAD_f32(36);
  v13 = LOAD_u32(28);
  switch (((u32)((i32)(v13 <= v13))) & 3) {
  case 0:
    v9 = sqrt_f32(div_f32(v12, v8));
    break;
  case 1:
    for (u32 n14 = 0; n14 < (u32)(f32_to_u32(k700165_f0(min_u16(f32_to_u16(v9), v11), min_i64(((i64)v10), f32_to_i64(v9)), (((f32)v13) + v9))) & 7); n14++) {
      v11 = ((u16)((u32)f32_to_u16(k700165_f0(v10, ((i64)v13), v8)) + (u32)rem_u16(v11, v10)));
      v11 = f32_to_u16(((v8 - v8) - v8));
      v9 = k700165_f0(((u16)0xcb7u), ((i64)n14), trunc_f32(v8));
    }
    break;
  default:
    if (((i32)((u32)((i32)v13) - (u32)f32_to_i32(v9))) != 0) {
      v13 = f32_to_u32(k700165_f0(f32_to_u16(k700165_f0(v11, f32_to_i64(v12), as_f32(0x0u))), ((i64)((u64)((i64)v10) - (u64)((i64)0xfffffffffffffabaul))), (v12 + v8)));
      v12 = (-((v8 * v8) + (-as_f32(0x6ce3eeu))));
      v10 = max_u16(f32_to_u16(k700165_f0(v10, ((i64)0x40000000ul), v8)), ((u16)((i32)(v13 < v13))));
    } else {
      v13 = atom_add_(&G[gid], f32_to_u32(((f32)v13)));
    }
    break;
  }
  v8 = ((f32)v11);
  for (u32 n15 = 0; n15 < (u32)(pop_u32((((i32)(LOAD_u16(27) == v11)) != 0 ? v13 : ((u32)0xfff80000u))) & 7); n15++) {
    for (u32 n16 = 0; n16 < (u32)(((u32)((u32)((u32)((i32)(v9 < v12))) << (f32_to_u32(v12) & 31))) & 7); n16++) {
      v12 = ((sqrt_f32(LOAD_f32(15)) + (-LOAD_f32(26))) + trunc_f32(k700165_f0(v11, ((i64)v13), v8)));
    }
    v12 = ((v12 - ((f32)v10)) * (as_f32(0x40200000u) + v12));
  }
  v13 = atom_xchg_(&L[lid], ((u32)((u32)((u32)(LOAD_u32(35) >> (v13 & 31))) + (u32)f32_to_u32(k700165_f0(v11, ((i64)0x7ffffffffffffffful), v9)))));
  switch (((u32)((u32)f32_to_u32(k700165_f0(v11, ((i64)0x4ul), as_f32(0x44046afeu))) << (((u32)((u32)((u32)v10) ^ (u32)((u32)0xffff0000u))) & 31))) & 3) {
  case 0:
    switch (((u32)((u32)((u32)f32_to_i64(v9)) << (((u32)((i32)(as_f32(0xc424ec8au) < v9))) & 31))) & 3) {
    case 0:
      v12 = (-(((i32)((((f32)v13) * as_f32(0x40200000u)) < k700165_f0(v11, ((i64)v13), v8))) != 0 ? (div_f32(v8, v9) * abs_f32(v9)) : k700165_f0(((u16)0xfd39u), f32_to_i64(v8), LOAD_f32(10))));
      break;
    case 1:
      v12 = (div_f32(((v9 * as_f32(0x44121754u)) - (v12 - v8)), min_f32(max_f32(((f32)v10), v12), (((i32)(v9 > v8)) != 0 ? v8 : v8))) + (((f32)((u32)((u32)0 - (u32)v13))) - v8));
      break;
    default:
      v13 = atom_max_(&G[gid], min_u32(f32_to_u32(v9), ((u32)((u32)v13 << (v13 & 31)))));
      break;
    }
    break;
  case 1:
    for (u32 n17 = 0; n17 < (u32)(((u32)((i32)(v12 == v8))) & 7); n17++) {
      if (((i32)(v12 >= v8)) != 0) continue;
      v11 = ((u16)((u32)0 - (u32)f32_to_u16((((i32)(LOAD_u32(18) > LOAD_u32(32))) != 0 ? (-v9) : (as_f32(0x43ed555cu) + as_f32(0x7149f2cau))))));
      v9 = ((f32)((u16)((u32)v10 & (u32)LOAD_u16(16))));
    }
    break;
  case 2:
    v10 = rem_u16(((u16)(((u16)((u32)v11 * (u32)f32_to_u16(k700165_f0(v11, LOAD_i64(13), v8)))) >> (((u32)0xcu) & 15))), div_u16(((u16)((u32)((u16)((u32)v11 + (u32)v11)) << (f32_to_u32(k700165_f0(v11, ((i64)0x40ul), v9)) & 15))), ((u16)((u32)0 - (u32)((u16)((u32)v11 ^ (u32)f32_to_u16(v12)))))));
    break;
  default:
    v8 = k700165_f0(f32_to_u16(k700165_f0(v10, f32_to_i64(v8), v12)), ((i64)(((i64)v11) >> (((u32)0x8u) & 63))), (-as_f32(0x442f28a4u)));
    break;
  }
  t18 = ((u32)((u32)((u32)(f32_to_u32(k700165_f0(v11, ((i64)0xful), v8)) >> (((u32)0x16u) & 31))) * (u32)((u32)~f32_to_u32(v8))));
  t19 = (((i32)(((i32)v13) > LOAD_i32(33))) != 0 ? absdiff_i32(((i32)v13), ((i32)v11)) : ((u32)((u32)LOAD_u32(8) - (u32)LOAD_u32(39))));
  L[lid] = t19; BARRIER; atom_imin_(&L[t18 & 7], t19); BARRIER; v13 = L[lid & 7]; BARRIER;
  for (u32 n20 = 0; n20 < (u32)((((i32)(v11 >= ((u16)v13))) != 0 ? ((u32)((u32)v13 + (u32)v13)) : ((u32)((u32)LOAD_u32(36) << (((u32)0x2u) & 31)))) & 7); n20++) {
    v13 = atom_xor_(&L[lid], bits_f32((v12 - v12)));
  }
  PUT32(0, bits_f32(v8));
  PUT32(1, bits_f32(v9));
  PUT32(2, v10);
  PUT32(3, v11);
  PUT32(4, bits_f32(v12));
  PUT32(5, v13);
  PUT32(6, t18);
  PUT32(7, t19);
}

#undef SIZE
#undef ITEMS
#define SIZE 64
#define ITEMS 64
KERNEL(k700166, 64) {
  __local u32 L[64];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 6;
  L[lid] = lid; G[gid] = gid;
  u16 v1 = 0;
  f32 v2 = 0;
  f32 v3 = 0;
  f32 v4 = 0;
  u16 v5 = 0;
  u32 v6 = 0;
  v1 = LOAD_u16(38);
  v2 = LOAD_f32(19);
  v3 = LOAD_f32(19);
  v4 = LOAD_f32(23);
  v5 = LOAD_u16(17);
  v6 = LOAD_u32(17);
  v6 = atom_or_(&G[gid], ((u32)((u32)ctz_u32(v6) | (u32)subb_u32(f32_to_u32(v3), ((u32)v5), ((u32)0x69b5722u), v6))));
  for (u32 n7 = 0; n7 < (u32)(((u32)((i32)(v1 > v5))) & 7); n7++) {
    if (((i32)(v6 != n7)) != 0) continue;
    switch (field_u32(((u32)((u32)n7 & (u32)v6)), n7, v6) & 3) {
    case 0:
      v6 = atom_cas_(&G[gid], ((u32)((u32)bits_f32(((f32)n7)) ^ (u32)(((i32)(LOAD_f32(28) > as_f32(0x40000000u))) != 0 ? n7 : v6))), field_u32(((u32)~n7), n7, ((u32)(LOAD_u32(32) >> (n7 & 31)))));
      break;
    case 1:
      v2 = fma_f32(abs_f32(((f32)v1)), v2, (as_f32(0x40800000u) * v3));
      break;
    default:
      v6 = atom_and_(&L[lid], bits_f32((v3 - v3)));
      break;
    }
    for (u32 n8 = 0; n8 < (u32)(((u32)((u32)((u32)((u32)f32_to_u32(v4) << (((u32)0xdu) & 31))) - (u32)((u32)((u32)f32_to_u32(v2) - (u32)v6)))) & 7); n8++) {
      v2 = sqrt_f32((fma_f32(((f32)v1), LOAD_f32(24), v4) + (floor_f32(v4) - v3)));
    }
  }
  v5 = ((u16)((u32)((u16)((i32)(v2 > v4))) + (u32)div_u16(v1, v5)));
  v2 = (-((-v2) * (abs_f32(((f32)v5)) - fma_f32(((f32)v1), as_f32(0x40200000u), v4))));
  PUT32(0, v1);
  PUT32(1, bits_f32(v2));
  PUT32(2, bits_f32(v3));
  PUT32(3, bits_f32(v4));
  PUT32(4, v5);
  PUT32(5, v6);
}

#undef SIZE
#undef ITEMS
#define SIZE 64
#define ITEMS 128
KERNEL(k700167, 64) {
  __local u32 L[64];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 10;
  L[lid] = lid; G[gid] = gid;
  i64 v1 = 0;
  f32 v2 = 0;
  u32 v3 = 0;
  f32 v4 = 0;
  f32 v5 = 0;
  f32 v6 = 0;
  f32 v7 = 0;
  u32 t8 = 0;
  u32 t9 = 0;
  v1 = LOAD_i64(23);
  v2 = LOAD_f32(18);
  v3 = LOAD_u32(35);
  v4 = LOAD_f32(22);
  v5 = LOAD_f32(3);
  v6 = LOAD_f32(35);
  v7 = LOAD_f32(19);
  v1 = ((i64)((u64)((i64)((u64)((i64)((u64)v1 + (u64)LOAD_i64(36))) - (u64)min_i64(((i64)((u16)0x5cb8u)), ((i64)f32_to_i32(v7))))) * (u64)((i64)((u64)div_i64(f32_to_i64(v6), LOAD_i64(6)) + (u64)mulwide_i32(((i32)((u32)f32_to_i32(v4) * (u32)((i32)v1))), ((i32)((u32)0 - (u32)f32_to_i32(v4))))))));
  if (((i32)((((i32)(((i32)0x7fffu) >= f32_to_i32(v5))) != 0 ? v5 : v7) >= (v2 + v4))) != 0) {
    v3 = atom_cas_(&G[gid], ((u32)((u32)((u32)((u16)0xff4au)) * (u32)((u32)((u32)((u32)0x2u) << (((u32)0x12u) & 31))))), ((u32)(max_u32(f32_to_u32(v4), f32_to_u32(v5)) >> (((u32)f32_to_i32(v4)) & 31))));
    v2 = max_f32((((i32)(v2 >= LOAD_f32(33))) != 0 ? v7 : v6), ((f32)((u16)v3)));
    if (((i32)(min_f32(v2, v7) != fma_f32(v7, v6, v2))) != 0) {
      v4 = ceil_f32((((i32)(v7 <= v4)) != 0 ? v5 : as_f32(0xc0000000u)));
      v6 = ((f32)((u16)((u32)rem_u16(f32_to_u16(v7), ((u16)v1)) * (u32)(((i32)(f32_to_i32(v6) == LOAD_i32(0))) != 0 ? ((u16)v1) : f32_to_u16(v6)))));
      v2 = trunc_f32(((v2 - LOAD_f32(6)) - min_f32(v6, v6)));
    }
  } else {
    if (((i32)(field_u32(((u32)0x3e8u), f32_to_u32(v6), f32_to_u32(v5)) >= ((u32)((u32)v3 - (u32)v3)))) != 0) {
      v2 = abs_f32((-floor_f32(v5)));
      v1 = ((i64)((u64)0 - (u64)rem_i64(((i64)(((i64)0xfffffffffffffffful) >> (((u32)0x25u) & 63))), ((i64)f32_to_i32(v4)))));
      v2 = abs_f32(((f32)((u16)((u32)max_u16(LOAD_u16(21), f32_to_u16(v4)) * (u32)(((i32)(v2 == v7)) != 0 ? f32_to_u16(v5) : ((u16)v3))))));
    } else {
      v3 = ((u32)v1);
    }
    v6 = rint_f32((as_f32(0xc400fd4fu) * v4));
  }
  v5 = as_f32(0x501502f9u);
  v4 = ((max_f32((v5 - as_f32(0xc474c218u)), (as_f32(0x430780cbu) + ((f32)v1))) + ((as_f32(0x4f000000u) + v7) - as_f32(0x3f800000u))) - ceil_f32(((f32)((i32)v3))));
  switch (((u32)(((u32)((i32)v3)) >> (f32_to_u32(v4) & 31))) & 3) {
  case 0:
    v3 = ((u32)((u32)0 - (u32)((u32)((u32)((u32)(((u32)((u32)((u32)0x7fu) * (u32)f32_to_u32(v6))) >> (((u32)0xdu) & 31))) | (u32)f32_to_u32(LOAD_f32(4))))));
    break;
  case 1:
    v3 = ((u32)((u32)((u32)((u32)(((i32)(v6 < v2)) != 0 ? v3 : v3) - (u32)((u32)((u32)v3 ^ (u32)v3)))) - (u32)((u32)(v3 >> (((u32)0x4u) & 31)))));
    break;
  default:
    v3 = atom_xchg_(&L[lid], ((u32)(((u32)((u32)0 - (u32)LOAD_u32(40))) >> (((u32)((u32)v3 - (u32)v3)) & 31))));
    break;
  }
  t8 = ((u32)((u32)pop_u32(((u32)((u32)((u32)0xffff0000u) + (u32)v3))) | (u32)v3));
  t9 = perm_u32(((u32)((u32)v3 + (u32)f32_to_u32(v5))), f32_to_u32(as_f32(0x6ce3eeu)));
  v3 = SCAN(t8);
  v5 = (as_f32(0x444168d1u) - ((((i32)(as_f32(0xc44a26edu) == v7)) != 0 ? v7 : (((f32)v3) + v7)) + rint_f32(fma_f32(v7, v6, as_f32(0x3f000000u)))));
  PUT64(0, v1);
  PUT32(2, bits_f32(v2));
  PUT32(3, v3);
  PUT32(4, bits_f32(v4));
  PUT32(5, bits_f32(v5));
  PUT32(6, bits_f32(v6));
  PUT32(7, bits_f32(v7));
  PUT32(8, t8);
  PUT32(9, t9);
}

NOINLINE f32 k700169_f0(f32 p1, u16 p2, u32 p3, f32 p4) {
  i64 q5 = 0;
  if (((i32)((((i32)(p3 >= ((u32)0x0u))) != 0) || (((i32)(((i64)p2) <= ((i64)0x10000000000ul))) != 0))) != 0) {
    p2 = ((u16)(((u16)(((u16)0x1u) >> ((((i32)(p1 > p4)) != 0 ? p3 : p3) & 15))) >> (((u32)0x8u) & 15)));
  }
  p3 = subb_u32(rot_u32(f32_to_u32(abs_f32(p4)), ((u32)((i32)(f32_to_i32(p4) != ((i32)p3))))), ((u32)~f32_to_u32(p1)), ((u32)((u32)rem_u32(addc_u32(f32_to_u32(p4), ((u32)p2), p3, ((u32)0x0u)), ((u32)p2)) + (u32)((u32)((u32)((u32)(p3 >> (((u32)0x15u) & 31))) & (u32)((u32)((u32)p3 << (p3 & 31))))))), ((u32)((u32)((u32)((u32)0 - (u32)(((i32)(p1 < as_f32(0x3e22f983u))) != 0 ? p3 : p3))) - (u32)((u32)(((u32)((u32)p3 - (u32)p3)) >> (((u32)((u32)0 - (u32)f32_to_u32(p4))) & 31))))));
  p2 = ((u16)((u32)((u16)~((u16)((u32)((u16)~p2) << (((u32)q5) & 15)))) - (u32)((u16)((u32)max_u16(((u16)((u32)p2 ^ (u32)p2)), f32_to_u16(p1)) * (u32)f32_to_u16(trunc_f32(p4))))));
  return ((f32)p3);
}
#undef SIZE
#undef ITEMS
#define SIZE 24
#define ITEMS 48
KERNEL(k700169, 24) {
  __local u32 L[24];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 8;
  L[lid] = lid; G[gid] = gid;
  u16 v6 = 0;
  f32 v7 = 0;
  f32 v8 = 0;
  f32 v9 = 0;
  f32 v10 = 0;
  u32 v11 = 0;
  u32 t14 = 0;
  u32 t15 = 0;
  v6 = LOAD_u16(13);
  v7 = LOAD_f32(1);
  v8 = LOAD_f32(18);
  v9 = LOAD_f32(20);
  v10 = LOAD_f32(17);
  v11 = LOAD_u32(1);
  v8 = abs_f32(k700169_f0(abs_f32(LOAD_f32(28)), ((u16)(v6 >> (((u32)0x0u) & 15))), v11, fma_f32(v7, as_f32(0x43e0cab8u), v10)));
  if (((i32)(k700169_f0(as_f32(0x3a83126fu), v6, v11, v8) < (as_f32(0x3f000000u) * v7))) != 0) {
    if (((i32)(max_i64(LOAD_i64(5), f32_to_i64(v10)) > (((i32)(v9 >= LOAD_f32(31))) != 0 ? ((i64)0xfful) : ((i64)0x3e8ul)))) != 0) {
      v8 = floor_f32(rint_f32(v9));
    } else {
      v11 = ((u32)((u32)f32_to_u32(v8) * (u32)f32_to_u32(((f32)v6))));
    }
    if (((i32)(mulwide_i32(f32_to_i32(v7), ((i32)v6)) < f32_to_i64(k700169_f0(v7, v6, f32_to_u32(v7), v8)))) != 0) {
      v6 = ((u16)((u32)((i32)(v8 <= v9))));
      v6 = ((u16)((u32)rem_u16(v6, v6) ^ (u32)((u16)v11)));
    } else {
      v9 = (((i32)(k700169_f0(v8, v6, v11, as_f32(0x40400000u)) > (as_f32(0x7149f2cau) - as_f32(0x7149f2cau)))) != 0 ? ((f32)((i32)((u32)((i32)v11) ^ (u32)f32_to_i32(v9)))) : (v10 * (v9 + v10)));
    }
  } else {
    v10 = ((f32)div_i64(((i64)((u64)f32_to_i64(v7) + (u64)rem_i64(((i64)0x10ul), f32_to_i64(v9)))), f32_to_i64(min_f32(v10, v10))));
  }
  v11 = ((u32)((u32)insert_u32(f32_to_u32(k700169_f0((-v8), ((u16)(v6 >> (LOAD_u32(9) & 15))), insert_u32(v11, v11, ((u32)0x1u)), v10)), ((u32)((u32)absdiff_i32(((i32)v6), ((i32)0xaaaaaaaau)) - (u32)((u32)((u32)f32_to_u32(v8) + (u32)v11)))), ((u32)((u32)((u32)((u32)v11 & (u32)v11)) - (u32)perm_u32(v11, v11)))) << (((u32)((u32)v11 - (u32)LOAD_u32(36))) & 31)));
  for (u32 n12 = 0; n12 < (u32)(((u32)((u32)((u32)((i32)(((u16)0xb1u) < ((u16)0xffe0u)))) + (u32)((u32)((u32)v11 + (u32)v11)))) & 7); n12++) {
    for (u32 n13 = 0; n13 < (u32)(((u32)((i32)(((i64)v11) <= ((i64)v6)))) & 7); n13++) {
      v6 = rem_u16(((u16)((i64)v6)), rem_u16(v6, ((u16)v11)));
      v9 = k700169_f0(v10, LOAD_u16(35), v11, ((f32)n13));
      v7 = floor_f32(div_f32(k700169_f0(v8, f32_to_u16(v8), n13, LOAD_f32(2)), abs_f32(v9)));
    }
  }
  v11 = atom_add_(&G[gid], ((u32)((u32)pop_u32(v11) + (u32)((u32)((u32)f32_to_u32(v7) | (u32)((u32)0x1000000u))))));
  t14 = ((u32)((u32)perm_u32(perm_u32(((u32)0xffffu), ((u32)0x64u)), ((u32)((u32)0 - (u32)v11))) + (u32)(((i32)(f32_to_i64(v7) == f32_to_i64(v7))) != 0 ? f32_to_u32(k700169_f0(v8, LOAD_u16(32), f32_to_u32(v9), LOAD_f32(37))) : v11)));
  t15 = ((u32)(pop_u32(v11) >> (v11 & 31)));
  L[lid] = t14; BARRIER; v11 = L[(lid * 13 + t15) % SIZE]; BARRIER;
  if (((i32)(((u32)(v11 >> (((u32)0x13u) & 31))) < max_u32(v11, v11))) != 0) {
    v7 = fma_f32((floor_f32(v7) * (v7 - (v7 * v7))), (((v10 * v7) * (LOAD_f32(35) - as_f32(0x432d8473u))) * floor_f32((v9 * v8))), (((i32)((LOAD_f32(10) - v9) >= (v9 + v7))) != 0 ? k700169_f0(k700169_f0(LOAD_f32(12), f32_to_u16(v10), LOAD_u32(39), v9), f32_to_u16(k700169_f0(v9, v6, v11, v8)), ((u32)((u32)v11 << (v11 & 31))), abs_f32(v9)) : ceil_f32(div_f32(LOAD_f32(13), v9))));
  } else {
    v8 = min_f32(ceil_f32(v10), v10);
  }
  PUT32(0, v6);
  PUT32(1, bits_f32(v7));
  PUT32(2, bits_f32(v8));
  PUT32(3, bits_f32(v9));
  PUT32(4, bits_f32(v10));
  PUT32(5, v11);
  PUT32(6, t14);
  PUT32(7, t15);
}
