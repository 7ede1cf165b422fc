#include "foreign.h"
#undef SIZE
#undef ITEMS
#define SIZE 128
#define ITEMS 128
KERNEL(k700150, 128) {
  __local u32 L[128];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 7;
  L[lid] = lid; G[gid] = gid;
  f32 v1 = 0;
  i32 v2 = 0;
  f32 v3 = 0;
  u16 v4 = 0;
  u32 v5 = 0;
  u32 t8 = 0;
  u32 t9 = 0;
  v1 = LOAD_f32(8);
  v2 = LOAD_i32(3);
  v3 = LOAD_f32(40);
  v4 = LOAD_u16(18);
  v5 = LOAD_u32(15);
  v4 = ((u16)0x1u);
  for (u32 n6 = 0; n6 < (u32)(((u32)((i32)((((i32)(v4 <= ((u16)v2))) != 0) || (((i32)(v1 > v3)) != 0)))) & 7); n6++) {
    if (((i32)(((f32)v4) < (((i32)(((f32)v4) < as_f32(0x47800000u))) != 0 ? LOAD_f32(18) : ((f32)v4)))) != 0) {
      v3 = ((f32)((i32)((u32)v2 & (u32)v2)));
      v2 = ((i32)((u32)((i32)((u32)((i32)((u32)v2 | (u32)((i32)0xc5871750u))) << (((u32)0x12u) & 31))) | (u32)((i32)(as_f32(0x3f000000u) != v3))));
    }
    v4 = ((u16)((u32)((u16)((u32)max_u16(((u16)(v4 >> (v5 & 15))), ((u16)~f32_to_u16(v3))) ^ (u32)f32_to_u16((v1 * v1)))) << (((u32)0xfu) & 15)));
    if (((i32)(as_f32(0xc0800000u) > v3)) != 0) continue;
    for (u32 n7 = 0; n7 < 9 && ((i32)(as_f32(0xc33f68eeu) >= (as_f32(0x41200000u) * v1))) != 0; n7++) {
      v1 = ((f32)f32_to_i32(rint_f32(div_f32(as_f32(0x43d4369eu), v1))));
      v5 = atom_xchg_(&L[lid], rem_u32(v5, n6));
    }
  }
  v5 = ((u32)~f32_to_u32(v3));
  if (((i32)(v1 <= v1)) != 0) {
    v4 = ((u16)(v4 >> (((u32)0xeu) & 15)));
    v3 = div_f32((((i32)(v3 > v1)) != 0 ? as_f32(v5) : div_f32(v3, v3)), (ceil_f32(as_f32(0x501502f9u)) - v1));
  }
  t8 = ((u32)((u32)((u32)((u32)mulhi_u32(v5, LOAD_u32(35)) - (u32)f32_to_u32(v3))) << (((u32)0x17u) & 31)));
  t9 = (((i32)((((i32)(v1 != v3)) != 0) && (((i32)(((f32)v2) == LOAD_f32(26))) != 0))) != 0 ? f32_to_u32(v1) : ((u32)((u32)((u32)v2) | (u32)v5)));
  v5 = REDUCE(t8);
  v4 = ((u16)((u32)max_u16(((u16)bits_f32(v3)), ((u16)((u32)((u16)f32_to_i32(v1)) | (u32)f32_to_u16(v3)))) ^ (u32)((u16)((i32)(((i64)((u64)((i64)v4) + (u64)f32_to_i64(v3))) > ((i64)((u64)LOAD_i64(36) | (u64)f32_to_i64(v3))))))));
  PUT32(0, bits_f32(v1));
  PUT32(1, v2);
  PUT32(2, bits_f32(v3));
  PUT32(3, v4);
  PUT32(4, v5);
  PUT32(5, t8);
  PUT32(6, t9);
}

#undef SIZE
#undef ITEMS
#define SIZE 64
#define ITEMS 128
KERNEL(k700151, 64) {
  __local u32 L[64];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 5;
  L[lid] = lid; G[gid] = gid;
  i16 v1 = 0;
  u8 v2 = 0;
  i16 v3 = 0;
  u32 v4 = 0;
  u32 v5 = 0;
  u32 a6[8]; for (u32 i = 0; i < 8; i++) a6[i] = (u32)(i * 77);
  u16 a7[4]; for (u32 i = 0; i < 4; i++) a7[i] = (u16)(i * 77);
  v1 = LOAD_i16(21);
  v2 = LOAD_u8(25);
  v3 = LOAD_i16(17);
  v4 = LOAD_u32(31);
  v5 = LOAD_u32(7);
  if (((i32)(((u16)((u32)((u16)v5) + (u32)((u16)v1))) != ((u16)((u32)LOAD_u16(18) << (v4 & 15))))) != 0) {
    if (((i32)(a7[v5 & 3] < ((u16)((i8)v4)))) != 0) {
      v2 = ((u8)a7[(((i32)((((i32)(((i8)0x0u) > ((i8)v1))) != 0) || (((i32)(((i32)v2) > ((i32)v1))) != 0))) != 0 ? a6[v5 & 7] : ((u32)((u8)v3))) & 3]);
    } else {
      v4 = atom_add_(&L[lid], ctz_u32(div_u32(v5, v5)));
    }
    v3 = v1;
    a6[((u32)((i8)((u32)((i8)v3) | (u32)((i8)0xffu)))) & 7] = ((u32)((u32)((u32)(v5 >> (((u32)0xcu) & 31))) - (u32)((u32)((u32)addc_u32(((u32)0x57eba2u), v5, v4, v5) & (u32)((u32)((i32)v3))))));
  }
  if (((i32)(((u32)LOAD_i16(20)) >= a6[v4 & 7])) != 0) {
    v5 = ((u32)((u32)((u32)((u32)((u32)0x12345678u) << (v4 & 31))) + (u32)((u32)((u32)((u32)v2) | (u32)((u32)0x1a57u)))));
  }
  v4 = ((u32)((i8)a6[v4 & 7]));
  v2 = ((u8)a6[((u32)((i32)(v2 > v2))) & 7]);
  a7[((u32)((u32)((u32)((u16)0x40u)) & (u32)((u32)~v5))) & 3] = max_u16(((u16)((i16)((u32)v1 + (u32)v3))), ((u16)((u32)((u16)((u32)((u16)v4) ^ (u32)((u16)v2))) * (u32)rem_u16(((u16)v1), ((u16)v4)))));
  PUT32(0, v1);
  PUT32(1, v2);
  PUT32(2, v3);
  PUT32(3, v4);
  PUT32(4, v5);
}

#undef SIZE
#undef ITEMS
#define SIZE 64
#define ITEMS 64
KERNEL(k700152, 64) {
  __local u32 L[64];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 11;
  L[lid] = lid; G[gid] = gid;
  i64 v1 = 0;
  u64 v2 = 0;
  u64 v3 = 0;
  i64 v4 = 0;
  u32 v5 = 0;
  u32 t7 = 0;
  u32 t8 = 0;
  v1 = LOAD_i64(13);
  v2 = LOAD_u64(29);
  v3 = LOAD_u64(19);
  v4 = LOAD_i64(3);
  v5 = LOAD_u32(8);
  v4 = ((i64)((u64)((i64)(((i64)((u64)((i64)0x3e8ul) - (u64)((i64)((u64)((i64)v2) & (u64)v4)))) >> (((u32)0x77069749u) & 63))) | (u64)((i64)((u64)((i64)(rem_i64(((i64)0xfff7fffful), v4) >> (((u32)((u32)v5 & (u32)v5)) & 63))) - (u64)((i64)((u64)((i64)((u64)v1 + (u64)((i64)0x5ul))) * (u64)(((i32)(((i64)v3) <= LOAD_i64(21))) != 0 ? v1 : ((i64)0xfffffffffffffff0ul))))))));
  for (u32 n6 = 0; n6 < (u32)(((u32)((u32)((u32)v4) & (u32)((u32)((u32)((u32)0xc0800000u) | (u32)v5)))) & 7); n6++) {
    v3 = (((i32)(((u32)v3) <= ((u32)((u32)v5 - (u32)v5)))) != 0 ? (((i32)(v3 >= v3)) != 0 ? ((u64)((u64)LOAD_u64(34) << (((u32)0x39u) & 63))) : rot_u64(v3, v3)) : mulwide_u32((((i32)(((i64)0xdeadbeeful) == LOAD_i64(40))) != 0 ? LOAD_u32(30) : n6), ((u32)((u32)v5 - (u32)((u32)v2)))));
  }
  t7 = ((u32)((u32)0 - (u32)subb_u32(((u32)((u64)0xaul)), ((u32)v1), ((u32)((u32)v5 - (u32)v5)), ((u32)((i32)(((i32)v2) < ((i32)v1)))))));
  t8 = (((i32)(v5 == v5)) != 0 ? min_u32(v5, v5) : ((u32)v3));
  L[lid] = t8; BARRIER; atom_and_(&L[t7 & 7], t8); BARRIER; v5 = L[lid & 7]; BARRIER;
  v5 = ((u32)div_i64(((i64)v2), v4));
  PUT64(0, v1);
  PUT64(2, v2);
  PUT64(4, v3);
  PUT64(6, v4);
  PUT32(8, v5);
  PUT32(9, t7);
  PUT32(10, t8);
}

NOINLINE u64 k700153_f0(u64 p1, i32 p2, u64 p3, u64 p4) {
  u64 q5 = 0;
  u64 q6 = 0;
  if (((i32)(((u32)p2) >= div_u32(((u32)p1), ((u32)0x1u)))) != 0) {
    q6 = ((u64)~((u64)((u64)mulwide_u32(((u32)p2), ((u32)0xffff0000u)) << (((u32)~((u32)0x0u)) & 63))));
    p2 = ((i32)((u64)((u64)((u64)(((u64)((u64)p1 | (u64)p1)) >> ((((i32)(((u32)q6) < ((u32)p4))) != 0 ? ((u32)0x80u) : ((u32)p3)) & 63))) - (u64)((u64)((u64)0 - (u64)(((i32)(((u32)p1) == ((u32)p4))) != 0 ? p3 : p4))))));
  } else {
    q5 = ((u64)((i32)(p2 <= ((i32)((u32)0 - (u32)max_i32(p2, p2))))));
    p2 = max_i32(((i32)((u32)((i32)((u64)((i32)p4))) * (u32)((i32)(((i32)((i64)0xffffffffffffffcful)) >> (((u32)0xau) & 31))))), ((i32)subb_u64(((u64)((u64)q6 - (u64)p1)), ((u64)((u32)p3)), ((u64)((u64)p4 + (u64)q5)), (((i32)(((u32)0x63u) >= ((u32)q5))) != 0 ? p1 : p3))));
  }
  return p1;
}
NOINLINE u64 k700153_f1(u32 p7, u64 p8, u64 p9) {
  i64 q10 = 0;
  for (u32 n11 = 0; n11 < (u32)(((u32)((u32)((u32)((u32)((u32)0xfffffff9u) + (u32)p7)) - (u32)((u32)((u32)((u32)0x20u) ^ (u32)p7)))) & 7); n11++) {
    if (((i32)(((i64)((u64)((i64)0xffffffff00000010ul) * (u64)q10)) > ((i64)((u64)q10 & (u64)q10)))) != 0) {
      p9 = ((u64)((u64)max_u64(((u64)q10), p8) << (((u32)0x3u) & 63)));
      q10 = div_i64(q10, q10);
      p7 = ((u32)((u32)pop_u32(((u32)((u32)n11 << (((u32)0x13u) & 31)))) << (((u32)0x13u) & 31)));
    }
    if (((i32)(((i64)((u64)((i64)0x10000ul) & (u64)q10)) > ((i64)((u64)q10 ^ (u64)q10)))) != 0) {
      p9 = div_u64((((i32)(q10 != ((i64)0xffffffff80000000ul))) != 0 ? p8 : p9), p9);
      p8 = (((i32)(((i64)((u64)max_i64(q10, q10) << (((u32)((u32)0 - (u32)((u32)p9))) & 63))) <= max_i64(((i64)((u64)q10 - (u64)q10)), div_i64(q10, q10)))) != 0 ? mulhi_u64(((u64)((u32)((u32)p7 ^ (u32)n11))), ((u64)q10)) : ((u64)((u64)((u64)((u32)((u32)((u32)0x9u) << (((u32)0xbu) & 31)))) & (u64)min_u64(p9, pop_u64(p8)))));
    }
  }
  for (u32 n12 = 0; n12 < (u32)(((u32)((u32)field_u32(((u32)q10), p7, p7) - (u32)mulhi_u32(((u32)0x80u), ((u32)0x29ff02e4u)))) & 7); n12++) {
    q10 = ((i64)((u64)((i64)(((i64)0xffffffffc0000000ul) >> (((u32)0x34u) & 63))) << (((u32)0x19u) & 63)));
    p9 = ((u64)q10);
  }
  return ((u64)0x7fffffff80000000ul);
}
#undef SIZE
#undef ITEMS
#define SIZE 64
#define ITEMS 128
KERNEL(k700153, 64) {
  __local u32 L[64];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 12;
  L[lid] = lid; G[gid] = gid;
  u64 v13 = 0;
  u64 v14 = 0;
  i64 v15 = 0;
  i64 v16 = 0;
  u32 v17 = 0;
  u32 v18 = 0;
  u32 t21 = 0;
  u32 t22 = 0;
  v13 = LOAD_u64(10);
  v14 = LOAD_u64(7);
  v15 = LOAD_i64(0);
  v16 = LOAD_i64(10);
  v17 = LOAD_u32(3);
  v18 = LOAD_u32(32);
  v17 = atom_imin_(&G[gid], ((u32)((u32)((u32)((u32)((u32)0x0u) + (u32)v18)) - (u32)((u32)((u32)v17 + (u32)LOAD_u32(9))))));
  v15 = ((i64)((u64)((i64)k700153_f1(min_u32(v17, LOAD_u32(21)), ((u64)((u64)v14 - (u64)v14)), ((u64)((u64)((u64)0xffff0000fffful) - (u64)LOAD_u64(31))))) & (u64)((i64)0x166e2bul)));
  for (u32 n19 = 0; n19 < 9 && ((i32)((((i32)(v16 != ((i64)v18))) != 0) && (((i32)(((i64)0x72a142cul) >= LOAD_i64(31))) != 0))) != 0; n19++) {
    v15 = (((i32)(((i32)v16) < ((i32)0x2u))) != 0 ? ((i64)((u64)((i64)0xfffffffful) ^ (u64)v16)) : ((i64)((u64)v16 & (u64)v16)));
    v18 = min_u32(v18, ((u32)k700153_f0(v14, ((i32)((u32)((i32)n19) << (v18 & 31))), rem_u64(((u64)0xfff7fffful), v13), ((u64)((i32)(n19 < v18))))));
    for (u32 n20 = 0; n20 < (u32)(clz_u32(((u32)((u32)((u32)v15) - (u32)n19))) & 7); n20++) {
      v13 = (((i32)(v13 == ((u64)0x7ful))) != 0 ? v14 : ((u64)v16));
    }
    if (((i32)((((i32)(v17 <= LOAD_u32(16))) != 0) || (((i32)(((u32)0xfffffef1u) <= v17)) != 0))) != 0) continue;
  }
  t21 = ((u32)((u32)((u32)((u32)pop_u32(((u32)0x39410ba7u)) << (subb_u32(v18, ((u32)0x8u), v18, LOAD_u32(3)) & 31))) - (u32)((u32)((u32)((u32)(v18 >> (((u32)0x0u) & 31))) - (u32)((u32)((u32)v17 - (u32)v17))))));
  t22 = LOAD_u32(22);
  L[lid] = t21; BARRIER; v18 = L[(lid * 9 + t22) % SIZE]; BARRIER;
  v18 = ((u32)div_u64(mulwide_u32(((u32)((u32)v17 * (u32)((u32)v14))), ((u32)k700153_f0(v14, ((i32)v13), v14, v13))), ((u64)((i32)(v14 != v13)))));
  PUT64(0, v13);
  PUT64(2, v14);
  PUT64(4, v15);
  PUT64(6, v16);
  PUT32(8, v17);
  PUT32(9, v18);
  PUT32(10, t21);
  PUT32(11, t22);
}

#undef SIZE
#undef ITEMS
#define SIZE 64
#define ITEMS 128
KERNEL(k700154, 64) {
  __local u32 L[64];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 9;
  L[lid] = lid; G[gid] = gid;
  u32 v1 = 0;
  i8 v2 = 0;
  i16 v3 = 0;
  u64 v4 = 0;
  i8 v5 = 0;
  u8 v6 = 0;
  u32 t7 = 0;
  u32 t8 = 0;
  v1 = LOAD_u32(33);
  v2 = LOAD_i8(39);
  v3 = LOAD_i16(11);
  v4 = LOAD_u64(40);
  v5 = LOAD_i8(23);
  v6 = LOAD_u8(33);
  v6 = ((u8)((u32)v6));
  v4 = ((u64)((u64)((u64)((u64)LOAD_u64(35) | (u64)((u64)((u64)((u64)v5) + (u64)((u64)v3))))) & (u64)((u64)((u64)((u64)((u64)v4 + (u64)((u64)v2))) & (u64)((u64)v1)))));
  t7 = ((u32)((u32)0 - (u32)((u32)((u8)LOAD_u32(8)))));
  t8 = ((u32)((u32)((u32)v3) | (u32)LOAD_u32(40)));
  v1 = BALLOT(t7 & 32);
  switch (((u32)((u32)insert_u32(((u32)0xffff4c3cu), v1, v1) << (((u32)((u64)0x100000ul)) & 31))) & 7) {
  case 0:
    v5 = ((i8)0xffu);
    break;
  case 1:
    v2 = ((i8)((u32)((u32)((u32)0x7fu) | (u32)v1)));
    break;
  case 2:
    v3 = ((i16)((u32)((i16)((i32)mulhi_u32(v1, LOAD_u32(21)))) - (u32)((i16)((u32)((i16)((i32)(((i32)v4) < ((i32)v5)))) << (((u32)0x3u) & 15)))));
    break;
  case 3:
    v3 = rem_i16(((i16)((u32)((i16)((u32)v3 + (u32)v3)) + (u32)((i16)((u32)v3 + (u32)((i16)0x0u))))), v3);
    break;
  case 4:
    v6 = ((u8)((i32)((((i32)(((u32)((u32)v1 | (u32)v1)) <= field_u32(((u32)v2), v1, v1))) != 0) && (((i32)(((i64)((u64)((i64)v5) - (u64)((i64)v3))) > mulwide_i32(((i32)v1), ((i32)v1)))) != 0))));
    break;
  default:
    v6 = ((u8)~((u8)((u32)rem_u8(((u8)v3), v6) << (((u32)0x1u) & 7))));
    break;
  }
  PUT32(0, v1);
  PUT32(1, v2);
  PUT32(2, v3);
  PUT64(3, v4);
  PUT32(5, v5);
  PUT32(6, v6);
  PUT32(7, t7);
  PUT32(8, t8);
}

#undef SIZE
#undef ITEMS
#define SIZE 33
#define ITEMS 99
KERNEL(k700155, 33) {
  __local u32 L[33];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 8;
  L[lid] = lid; G[gid] = gid;
  i16 v1 = 0;
  u16 v2 = 0;
  u16 v3 = 0;
  i8 v4 = 0;
  i32 v5 = 0;
  i8 v6 = 0;
  u16 v7 = 0;
  u32 v8 = 0;
  v1 = LOAD_i16(7);
  v2 = LOAD_u16(10);
  v3 = LOAD_u16(34);
  v4 = LOAD_i8(40);
  v5 = LOAD_i32(38);
  v6 = LOAD_i8(4);
  v7 = LOAD_u16(12);
  v8 = LOAD_u32(19);
  v8 = ((u32)((u32)(((i32)(((u32)v4) == v8)) != 0 ? ((u32)((u32)v8 + (u32)LOAD_u32(6))) : ((u32)((u32)((u32)0x40u) ^ (u32)((u32)0x6f1c3u)))) << (((u32)((u32)((u32)v1) << (((u32)0x13u) & 31))) & 31)));
  if (((i32)(rem_i8(v4, ((i8)0x21u)) >= ((i8)~((i8)0x0u)))) != 0) {
    v8 = atom_imin_(&L[lid], ((u32)((u32)((u32)~v8) - (u32)((u32)((u32)v8 | (u32)LOAD_u32(22))))));
    v5 = ((i32)~((i32)((u32)((i32)0xffffffffu) - (u32)v5)));
  }
  v6 = ((i8)(((i32)(((u8)v7) > ((u8)v6))) != 0 ? LOAD_i16(17) : v1));
  v5 = ((i32)((u32)((i32)((u32)((i32)(((i32)(v6 > v4)) != 0 ? ((u32)0x0u) : v8)) << ((((i32)(((i32)0x1u) <= v5)) != 0 ? v8 : ((u32)v6)) & 31))) << ((((i32)(((i32)v1) != v5)) != 0 ? v8 : v8) & 31)));
  if (((u32)((u32)v8 - (u32)v8)) != 0) {
    v2 = (((i32)(v7 > v7)) != 0 ? v7 : ((u16)((u32)LOAD_u16(7) << (v8 & 15))));
    v7 = ((u16)((u32)((u16)((u32)min_u16(v2, ((u16)0xffffu)) | (u32)rem_u16(LOAD_u16(22), ((u16)v8)))) ^ (u32)(((i32)(v5 <= ((i32)v3))) != 0 ? ((u16)((u32)((u16)v5) << (((u32)0x3u) & 15))) : ((u16)((u32)0 - (u32)((u16)0x8u))))));
    v7 = max_u16(((u16)((u32)((u16)((u32)LOAD_u16(9) - (u32)((u16)((u32)v7 - (u32)((u16)v6))))) + (u32)((u16)((u32)v2 - (u32)((u16)((i32)(v5 < v5))))))), ((u16)((u32)(((u32)0x41cf6u) != 0 ? min_u16(((u16)0x0u), v7) : ((u16)v4)) + (u32)max_u16(v7, ((u16)((u32)v7 - (u32)((u16)0x0u)))))));
  } else {
    v3 = ((u16)((u32)max_u16(max_u16(v3, v7), ((u16)(v3 >> (((u32)0x1u) & 15)))) - (u32)((u16)((u32)((u16)((u32)v7 - (u32)v7)) ^ (u32)((u16)(((u16)v5) >> (v8 & 15)))))));
    v7 = ((u16)((u32)min_u16(v2, ((u16)((u32)v3 + (u32)((u16)v4)))) & (u32)min_u16(LOAD_u16(2), v3)));
  }
  PUT32(0, v1);
  PUT32(1, v2);
  PUT32(2, v3);
  PUT32(3, v4);
  PUT32(4, v5);
  PUT32(5, v6);
  PUT32(6, v7);
  PUT32(7, v8);
}

#undef SIZE
#undef ITEMS
#define SIZE 64
#define ITEMS 128
KERNEL(k700156, 64) {
  __local u32 L[64];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 7;
  L[lid] = lid; G[gid] = gid;
  f32 v1 = 0;
  f32 v2 = 0;
  f32 v3 = 0;
  f32 v4 = 0;
  u32 v5 = 0;
  u32 t7 = 0;
  u32 t8 = 0;
  v1 = LOAD_f32(24);
  v2 = LOAD_f32(29);
  v3 = LOAD_f32(14);
  v4 = LOAD_f32(16);
  v5 = LOAD_u32(1);
  v5 = atom_xchg_(&L[lid], ((u32)((u16)((u32)f32_to_u16(v2) * (u32)f32_to_u16(v2)))));
  for (u32 n6 = 0; n6 < (u32)(((u32)(clz_u32(v5) >> (((u32)0x5u) & 31))) & 7); n6++) {
    v5 = ((u32)((u32)0 - (u32)(((i32)((f32_to_u32(v4) != 0) && (((i32)(f32_to_i64(v1) < ((i64)n6))) != 0))) != 0 ? insert_u32(n6, clz_u32(((u32)0x7fffffffu)), ((u32)((u32)n6 & (u32)n6))) : field_u32(clz_u32(LOAD_u32(20)), ((u32)((u32)((u32)0x80u) << (n6 & 31))), ((u32)((u32)n6 - (u32)n6))))));
    if (((i32)(LOAD_f32(24) >= v4)) != 0) continue;
  }
  t7 = ((u32)((u32)((u32)((u32)f32_to_u32(as_f32(0x4b000000u)) << (((u32)0x6u) & 31))) + (u32)f32_to_u32(v4)));
  t8 = LOAD_u32(26);
  v5 = SHUFFLE(t7, t8);
  v5 = atom_imin_(&G[gid], ((u32)((u32)clz_u32(v5) | (u32)((u32)((u32)v5 - (u32)((u32)0xfffffff0u))))));
  PUT32(0, bits_f32(v1));
  PUT32(1, bits_f32(v2));
  PUT32(2, bits_f32(v3));
  PUT32(3, bits_f32(v4));
  PUT32(4, v5);
  PUT32(5, t7);
  PUT32(6, t8);
}

#undef SIZE
#undef ITEMS
#define SIZE 40
#define ITEMS 80
KERNEL(k700157, 40) {
  __local u32 L[40];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 6;
  L[lid] = lid; G[gid] = gid;
  u32 v1 = 0;
  i32 v2 = 0;
  u32 v3 = 0;
  i32 v4 = 0;
  i64 v5 = 0;
  v1 = LOAD_u32(39);
  v2 = LOAD_i32(10);
  v3 = LOAD_u32(5);
  v4 = LOAD_i32(26);
  v5 = LOAD_i64(12);
  switch (v1 & 7) {
  case 0:
    v1 = ((u32)v4);
    break;
  case 1:
    v3 = ((u32)((i32)((u32)((i32)0x80000u) - (u32)v4)));
    break;
  case 2:
    v2 = ((i32)(((i32)(((i8)((u32)((i8)v3) ^ (u32)((i8)v2))) > ((i8)((u32)((i8)v5) & (u32)((i8)0x0u))))) != 0 ? ((u16)((((i32)(LOAD_i32(17) == v4)) != 0 ? ((u16)v5) : ((u16)v3)) >> (((u32)((u32)v1 - (u32)v1)) & 15))) : ((u16)((u32)div_u16(((u16)v4), LOAD_u16(29)) << (((u32)((i16)v1)) & 15)))));
    break;
  default:
    v4 = ((i32)((u32)rem_i32(max_i32(((i32)((u32)v2 << (v3 & 31))), ((i32)~v2)), ((i32)((u32)sext_i32(v2, LOAD_u32(35)) | (u32)((i32)((u32)v2 + (u32)((i32)v3)))))) | (u32)min_i32(v4, sat_i32(((i64)((i16)v5))))));
    break;
  }
  for (u32 n6 = 0; n6 < (u32)(v3 & 7); n6++) {
    v3 = addc_u32(ctz_u32(field_u32(((u32)((i32)0x8u)), pop_u32(v3), v1)), (((i32)(((i32)((u32)LOAD_i32(28) + (u32)v4)) <= (((i32)(v5 >= v5)) != 0 ? ((i32)0xffffffffu) : LOAD_i32(29)))) != 0 ? ((u32)((i64)((u64)0x80000000ul))) : ((u32)((i32)((u32)((i32)n6) & (u32)LOAD_i32(13))))), ((u32)((u32)((u32)((u16)v3)) - (u32)((u32)((u32)n6 << (((u32)0x1fu) & 31))))), ((u32)(insert_u32(((u32)((i16)0x8000u)), ((u32)((u32)((u32)v2) ^ (u32)v3)), ((u32)((u32)v3 & (u32)v1))) >> (((u32)((u32)LOAD_u32(35) - (u32)((u32)0x343cca2u))) & 31))));
    if (((u32)0x7ffffu) != 0) continue;
  }
  v3 = ((u32)(((u32)v2) >> (((u32)0xdu) & 31)));
  PUT32(0, v1);
  PUT32(1, v2);
  PUT32(2, v3);
  PUT32(3, v4);
  PUT64(4, v5);
}

#undef SIZE
#undef ITEMS
#define SIZE 64
#define ITEMS 128
KERNEL(k700158, 64) {
  __local u32 L[64];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 11;
  L[lid] = lid; G[gid] = gid;
  f64 v1 = 0;
  f64 v2 = 0;
  f64 v3 = 0;
  f64 v4 = 0;
  u32 v5 = 0;
  u32 t8 = 0;
  u32 t9 = 0;
  u32 a6[8]; for (u32 i = 0; i < 8; i++) a6[i] = (u32)(i * 77);
  v1 = LOAD_f64(9);
  v2 = LOAD_f64(34);
  v3 = LOAD_f64(38);
  v4 = LOAD_f64(9);
  v5 = LOAD_u32(22);
  if (((i32)(((u64)a6[v5 & 7]) <= ((u64)(f64_to_u64(v3) >> (v5 & 63))))) != 0) {
    if (((u32)((u32)0 - (u32)v5)) != 0) {
      v2 = (-LOAD_f64(36));
      v4 = (rint_f64(div_f64(((f64)a6[LOAD_u32(9) & 7]), (v1 - v4))) + sqrt_f64(((v4 + v4) - sqrt_f64(v4))));
      v1 = fma_f64((-(((i32)(v3 < v2)) != 0 ? (v3 * as_f64(0x40709764170b1c58ul)) : (v1 - as_f64(0xc010000000000000ul)))), fma_f64(div_f64((as_f64(0x4010000000000000ul) + v3), fma_f64(v3, as_f64(0xc06cdd9cca41d130ul), v1)), (((i32)((((i32)(((i32)v5) >= ((i32)v5))) != 0) && (((i32)(v4 > v3)) != 0))) != 0 ? ceil_f64(v3) : (-v1)), v4), (floor_f64((((i32)(as_f64(0xc010000000000000ul) <= v2)) != 0 ? LOAD_f64(22) : as_f64(0xc08f358096bf2715ul))) * (((i32)(v5 < v5)) != 0 ? (v4 + v3) : max_f64(v1, v1))));
    } else {
      v5 = ((u32)((u32)v5 | (u32)((u32)((u32)v5 << (((u32)0x6u) & 31)))));
      v1 = ((((i32)(((i32)0x0u) >= f64_to_i32(v2))) != 0 ? (-v4) : fma_f64(v2, LOAD_f64(3), v2)) * (-(-rint_f64(v1))));
    }
  } else {
    a6[v5 & 7] = ((u32)((i32)(((i32)(f64_to_i32(v2) >> (v5 & 31))) != ((i32)~f64_to_i32(v4)))));
  }
  for (u32 n7 = 0; n7 < (u32)(((u32)((u32)((u32)0x20u) - (u32)(((i32)(f64_to_i32(v1) > f64_to_i32(v3))) != 0 ? v5 : ((u32)0xc0000000u)))) & 7); n7++) {
    v1 = ((f64)(-(LOAD_f32(25) - ((f32)v4))));
    if (n7 != 0) {
      v5 = (((i32)(v2 < ((f64)(as_f32(0xc0800000u) + ((f32)v2))))) != 0 ? ((u32)((u32)addc_u32(v5, (((i32)(f64_to_u64(v1) <= f64_to_u64(v1))) != 0 ? LOAD_u32(36) : v5), ((u32)((u32)f64_to_u32(v4) & (u32)v5)), ((u32)((u32)n7 - (u32)n7))) << (((u32)((u32)0 - (u32)n7)) & 31))) : pop_u32(v5));
      v3 = (v4 * (-(((i32)(f64_to_i32(v4) == f64_to_i32(v2))) != 0 ? v2 : ((f64)((i32)0xff000000u)))));
      v3 = ((v2 - v1) - sqrt_f64(as_f64(0xbfe0000000000000ul)));
    }
    v4 = ((((f64)a6[f64_to_u32(v1) & 7]) + min_f64((((f64)v5) - v2), (v1 - LOAD_f64(24)))) + (min_f64((v2 * v1), (LOAD_f64(1) + v3)) * (floor_f64(v3) - (v4 + as_f64(0x4202a05f20000000ul)))));
  }
  t8 = ((u32)((u32)(((i32)(v3 < v1)) != 0 ? ((u32)((u32)v5 | (u32)v5)) : ((u32)((u32)v5 << (LOAD_u32(38) & 31)))) + (u32)((u32)((u32)((u32)((u32)f64_to_u32(v2) << (v5 & 31))) | (u32)f64_to_u32(v4)))));
  t9 = (((i32)((((i32)(v4 > v3)) != 0) || (((i32)(f64_to_u64(v2) > ((u64)0x80ul))) != 0))) != 0 ? (((i32)(LOAD_f64(33) <= LOAD_f64(0))) != 0 ? ((u32)0x3au) : LOAD_u32(24)) : (((i32)(f64_to_u32(v4) < ((u32)0x8u))) != 0 ? f64_to_u32(v3) : v5));
  v5 = SHUFFLE(t8, t9);
  v2 = fma_f64(((f64)a6[((u32)((i32)(f64_to_i32(v2) <= f64_to_i32(v4)))) & 7]), div_f64(((v2 * v4) * (((i32)(((f32)v4) < as_f32(0x3f800000u))) != 0 ? v2 : LOAD_f64(35))), ((f64)a6[((u32)((u32)v5 + (u32)v5)) & 7])), ((f64)a6[f64_to_u32((v2 - v1)) & 7]));
  PUT64(0, bits_f64(v1));
  PUT64(2, bits_f64(v2));
  PUT64(4, bits_f64(v3));
  PUT64(6, bits_f64(v4));
  PUT32(8, v5);
  PUT32(9, t8);
  PUT32(10, t9);
}

#undef SIZE
#undef ITEMS
#define SIZE 64
#define ITEMS 128
KERNEL(k700159, 64) {
  __local u32 L[64];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 10;
  L[lid] = lid; G[gid] = gid;
  i32 v1 = 0;
  i64 v2 = 0;
  i64 v3 = 0;
  u64 v4 = 0;
  i64 v5 = 0;
  u32 v6 = 0;
  v1 = LOAD_i32(9);
  v2 = LOAD_i64(2);
  v3 = LOAD_i64(30);
  v4 = LOAD_u64(34);
  v5 = LOAD_i64(32);
  v6 = LOAD_u32(3);
  v3 = ((i64)((u32)((u64)((i32)0x1cf482a0u))));
  v2 = ((i64)((u64)((i64)((i32)(LOAD_u32(9) == v6))) + (u64)min_i64(v2, ((i64)((i32)(v1 > v1))))));
  v2 = ((i64)((u64)0 - (u64)min_i64(v2, v3)));
  v1 = (((i32)(v3 == v5)) != 0 ? ((i32)((u32)v1 - (u32)v1)) : ((i32)((u32)v1 - (u32)v1)));
  v6 = ((u32)((u32)((u32)((u32)v6 | (u32)v6)) - (u32)((u32)((u32)v6 + (u32)v6))));
  v3 = ((i64)((u64)((i64)((i32)(v4 < ((u64)0x12345678ul)))) - (u64)((i64)((u64)((i64)v6) ^ (u64)LOAD_i64(34)))));
  PUT32(0, v1);
  PUT64(1, v2);
  PUT64(3, v3);
  PUT64(5, v4);
  PUT64(7, v5);
  PUT32(9, v6);
}
