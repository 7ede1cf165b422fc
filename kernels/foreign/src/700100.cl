#include "foreign.h"
#undef SIZE
#undef ITEMS
#define SIZE 40
#define ITEMS 80
KERNEL(k700100, 40) {
  __local u32 L[40];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 10;
  L[lid] = lid; G[gid] = gid;
  u16 v1 = 0;
  i16 v2 = 0;
  i8 v3 = 0;
  i16 v4 = 0;
  u64 v5 = 0;
  i32 v6 = 0;
  u32 v7 = 0;
  u32 t9 = 0;
  u32 t10 = 0;
  u64 a8[4]; for (u32 i = 0; i < 4; i++) a8[i] = (u64)(i * 77);
  v1 = LOAD_u16(17);
  v2 = LOAD_i16(39);
  v3 = LOAD_i8(3);
  v4 = LOAD_i16(10);
  v5 = LOAD_u64(21);
  v6 = LOAD_i32(5);
  v7 = LOAD_u32(12);
  v2 = ((i16)((u32)0 - (u32)((i16)((i32)(v1 <= v1)))));
  v4 = ((i16)((u32)((i16)a8[v7 & 3]) << ((((i32)(LOAD_i8(9) == v3)) != 0 ? ((u32)0xfff9d7a5u) : LOAD_u32(7)) & 15)));
  v7 = atom_or_(&G[gid], LOAD_u32(5));
  t9 = ((u32)((u32)((u32)((u32)0 - (u32)((u32)v2))) + (u32)((u32)((u32)insert_u32(v7, v7, v7) * (u32)pop_u32(((u32)v2))))));
  t10 = ((u32)((u32)(((i32)(v6 == v6)) != 0 ? v7 : v7) ^ (u32)perm_u32(((u32)v5), LOAD_u32(19))));
  L[lid] = t9; BARRIER; v7 = L[(lid * 15 + t10) % SIZE]; BARRIER;
  v6 = v6;
  PUT32(0, v1);
  PUT32(1, v2);
  PUT32(2, v3);
  PUT32(3, v4);
  PUT64(4, v5);
  PUT32(6, v6);
  PUT32(7, v7);
  PUT32(8, t9);
  PUT32(9, t10);
}

#undef SIZE
#undef ITEMS
#define SIZE 128
#define ITEMS 128
KERNEL(k700101, 128) {
  __local u32 L[128];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 6;
  L[lid] = lid; G[gid] = gid;
  i16 v1 = 0;
  u32 v2 = 0;
  i16 v3 = 0;
  u16 v4 = 0;
  u32 t8 = 0;
  u32 t9 = 0;
  v1 = LOAD_i16(18);
  v2 = LOAD_u32(36);
  v3 = LOAD_i16(15);
  v4 = LOAD_u16(10);
  v2 = atom_max_(&G[gid], ((u32)((u32)mulhi_u32(v2, v2) | (u32)((u32)LOAD_u16(16)))));
  for (u32 n5 = 0; n5 < (u32)(addc_u32(((u32)v1), ((u32)((i32)(((u8)v3) >= ((u8)v4)))), ((u32)((i32)(((u16)0x8000u) == v4))), ((u32)((u32)v2 * (u32)((u32)v1)))) & 7); n5++) {
    if (((i32)(((u8)v1) >= ((u8)~LOAD_u8(0)))) != 0) {
      v2 = ((u32)~((u32)((u32)(((i32)(LOAD_u8(11) >= ((u8)n5))) != 0 ? ((u32)0x40000000u) : v2) - (u32)((u32)(n5 >> (((u32)0x40000000u) & 31))))));
      v2 = atom_sub_(&L[lid], ((u32)((u32)((u32)((u32)v2 & (u32)v2)) | (u32)((u32)((u32)((u32)0xffffff9au) | (u32)n5)))));
    } else {
      v2 = ((u32)((u32)v2 | (u32)((u32)rem_u16(v4, v4))));
    }
    v2 = ((u32)~n5);
    for (u32 n6 = 0; n6 < (u32)(clz_u32(n5) & 7); n6++) {
      v2 = ((u32)((u32)n6 + (u32)((u32)((u32)((u32)((i8)0x0u)) + (u32)((u32)((u32)v2 - (u32)((u32)0x100000u)))))));
    }
  }
  v1 = div_i16(((i16)(((i16)~v1) >> (((u32)0xcu) & 15))), ((i16)((u32)((i16)((i32)(((u8)v4) == ((u8)v3)))) << (((u32)((u32)v2 - (u32)v2)) & 15))));
  if (((i32)(((i8)v1) > ((i8)v2))) != 0) {
    v3 = ((i16)((u32)div_i16(((i16)~v3), ((i16)~div_i16(v1, ((i16)0x80u)))) - (u32)(((i32)(((u8)((u32)LOAD_u8(24) + (u32)((u8)v3))) > (((i32)(v2 != v2)) != 0 ? ((u8)v3) : ((u8)v2)))) != 0 ? ((i16)((u32)((i16)LOAD_i32(27)) | (u32)v1)) : ((i16)(v3 >> (((u32)0x2u) & 15))))));
  } else {
    v1 = (sext_i32(((i32)0x7u), v2) != 0 ? ((i16)((i32)((u32)LOAD_i32(31) & (u32)((i32)v1)))) : min_i16(((i16)((u32)LOAD_i16(0) ^ (u32)v3)), ((i16)((i32)(v4 != LOAD_u16(26))))));
  }
  v2 = atom_min_(&L[lid], v2);
  if ((((i32)(((i8)v2) >= ((i8)v4))) != 0 ? v2 : v2) != 0) {
    v3 = ((i16)((u32)((i16)(min_i16(rem_i16(((i16)0xau), v3), LOAD_i16(14)) >> (((u32)0x6u) & 15))) << (((u32)v4) & 15)));
  } else {
    v2 = ((u32)((i32)(((u32)0x6u) == v2)));
    for (u32 n7 = 0; n7 < (u32)(((u32)((u32)v2 * (u32)((u32)((u32)((u32)v1) & (u32)v2)))) & 7); n7++) {
      v4 = ((u16)((u32)((u16)v2) | (u32)min_u16(v4, ((u16)v2))));
      v1 = div_i16(((i16)((u32)rem_i16(v3, ((i16)0xau)) + (u32)((i16)((u8)v3)))), ((i16)((i8)(((i8)v4) >> (v2 & 7)))));
      v2 = atom_xchg_(&G[gid], ((u32)((u32)((u32)((u32)v2 & (u32)v2)) + (u32)((u32)((i32)(((i8)n7) == LOAD_i8(40)))))));
    }
  }
  t8 = ctz_u32(((u32)((i16)((u32)v3 * (u32)v3))));
  t9 = ((u32)((i32)LOAD_u16(40)));
  L[lid] = t8; BARRIER; v2 = L[(lid * 3 + t9) % SIZE]; BARRIER;
  v3 = ((i16)min_u16((((i32)(v2 < ((u32)0xffffff9cu))) != 0 ? ((u16)((u32)((u16)0x0u) - (u32)((u16)0xffffu))) : ((u16)((u32)v4 ^ (u32)v4))), max_u16(((u16)(((u16)0xf459u) >> (((u32)0xdu) & 15))), v4)));
  PUT32(0, v1);
  PUT32(1, v2);
  PUT32(2, v3);
  PUT32(3, v4);
  PUT32(4, t8);
  PUT32(5, t9);
}

#undef SIZE
#undef ITEMS
#define SIZE 40
#define ITEMS 80
KERNEL(k700102, 40) {
  __local u32 L[40];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 7;
  L[lid] = lid; G[gid] = gid;
  i32 v1 = 0;
  u32 v2 = 0;
  u8 v3 = 0;
  i8 v4 = 0;
  i32 v5 = 0;
  i64 v6 = 0;
  v1 = LOAD_i32(32);
  v2 = LOAD_u32(8);
  v3 = LOAD_u8(13);
  v4 = LOAD_i8(40);
  v5 = LOAD_i32(8);
  v6 = LOAD_i64(0);
  v5 = sat_i32(((i64)((u64)0 - (u64)max_i64(((i64)((i32)(v5 == ((i32)0xfffffffeu)))), (((i32)(v1 <= ((i32)0xdeadbeefu))) != 0 ? ((i64)v1) : v6)))));
  for (u32 n7 = 0; n7 < 9 && ((i32)(((u32)((u32)v2 - (u32)v2)) < v2)) != 0; n7++) {
    if (((i32)(((u64)v1) >= ((u64)0xffffful))) != 0) break;
    v2 = (((i32)(((u8)((u32)v3 | (u32)v3)) >= ((u8)((i32)0x3ce3du)))) != 0 ? ((u32)~((u32)((u32)((u32)0x1334615u) << (n7 & 31)))) : LOAD_u32(18));
    v1 = (((i32)((((i32)(((u16)v2) <= ((u16)v4))) != 0) || (((i32)(v3 == LOAD_u8(38))) != 0))) != 0 ? div_i32(((i32)LOAD_i8(23)), v5) : ((i32)((u32)v1 * (u32)((i32)(v2 >= ((u32)0xffffff80u))))));
  }
  v2 = ((u32)((u32)((u32)((u32)((u32)((u32)0 - (u32)v2)) ^ (u32)((u32)0xfff00000u))) - (u32)v2));
  PUT32(0, v1);
  PUT32(1, v2);
  PUT32(2, v3);
  PUT32(3, v4);
  PUT32(4, v5);
  PUT64(5, v6);
}

NOINLINE i32 k700103_f0(u64 p1, i8 p2) {
  u32 q3 = 0;
  i64 q4 = 0;
  if (((i32)((((i32)(p1 < p1)) != 0) || (((i32)((((i32)(((i32)p2) == ((i32)q3))) != 0) && (((i32)(((i64)0xffffffffffffa7ccul) == ((i64)p1))) != 0))) != 0))) != 0) {
    p1 = ((u64)((i8)q3));
    if (((i32)((((i32)(p2 == p2)) != 0) && (((i32)(((i32)0x8u) > ((i32)q3))) != 0))) != 0) {
      p1 = ((u64)0x15ce94ul);
      q4 = min_i64(((i64)((u64)0 - (u64)((i64)((u64)((i64)p2) ^ (u64)((i64)((u64)((i64)0xff1c7b8841e5798cul) << (((u32)0x7u) & 63))))))), ((i64)((u64)mulwide_i32(((i32)~((i32)0xf74e1595u)), min_i32(((i32)p1), ((i32)q4))) + (u64)((i64)(((i32)(q4 < ((i64)0x80000001ul))) != 0 ? ((i32)0xfff00000u) : ((i32)q4))))));
    }
  }
  p2 = ((i8)((u32)((i8)((u32)p2 - (u32)((i8)q4))) * (u32)((i8)((u32)p2 & (u32)((i8)0xffu)))));
  return ((i32)(((u16)p2) >= ((u16)q3)));
}
NOINLINE u32 k700103_f1(i32 p5, i32 p6, u64 p7, i32 p8) {
  u32 q9 = 0;
  i32 q10 = 0;
  if (((u32)((u32)q9 ^ (u32)q9)) != 0) {
    q10 = ((i32)q9);
  }
  if (((i32)(pop_u32(q9) <= ((u32)((i8)p7)))) != 0) {
    for (u32 n11 = 0; n11 < 9 && ((i32)(((i16)q9) > ((i16)((i32)(((i64)p8) != ((i64)p8)))))) != 0; n11++) {
      p5 = ((i32)(((i32)((u32)((i32)n11) ^ (u32)((i32)0x8u))) >> (((u32)((u32)((u32)q10) ^ (u32)n11)) & 31)));
      p8 = q10;
      if (((i32)(((i32)0x64u) > ((i32)n11))) != 0) continue;
    }
  } else {
    if (((i32)(mulhi_i32(p8, ((i32)0x21u)) != ((i32)((u32)0 - (u32)p8)))) != 0) {
      q9 = addc_u32((((i32)(((u8)p5) > ((u8)p8))) != 0 ? q9 : ((u32)0x40000000u)), ((u32)((u32)q9 - (u32)((u32)p5))), ((u32)((u32)q9 << (((u32)0x6u) & 31))), ctz_u32(q9));
      p8 = q10;
      q10 = ((i32)((u32)((i32)(((i32)((u32)((i32)q9) << (((u32)0x13u) & 31))) >> (((u32)0x1u) & 31))) * (u32)p5));
    }
  }
  if (((i32)(((i64)((u64)((i64)q9) | (u64)((i64)p7))) > ((i64)p6))) != 0) {
    for (u32 n12 = 0; n12 < (u32)(((u32)min_i16(((i16)p5), ((i16)p8))) & 7); n12++) {
      p5 = ((i32)((u32)((i32)((u32)((i32)0xdeadbeefu) + (u32)((i32)0x100000u))) * (u32)p8));
      p8 = ((i32)0x56236u);
    }
  }
  return ((u32)min_u8(((u8)p5), ((u8)p7)));
}
#undef SIZE
#undef ITEMS
#define SIZE 64
#define ITEMS 64
KERNEL(k700103, 64) {
  __local u32 L[64];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 7;
  L[lid] = lid; G[gid] = gid;
  u16 v13 = 0;
  i8 v14 = 0;
  u32 v15 = 0;
  i32 v16 = 0;
  i32 v17 = 0;
  u32 v18 = 0;
  u16 v19 = 0;
  v13 = LOAD_u16(11);
  v14 = LOAD_i8(37);
  v15 = LOAD_u32(4);
  v16 = LOAD_i32(5);
  v17 = LOAD_i32(1);
  v18 = LOAD_u32(26);
  v19 = LOAD_u16(8);
  v17 = ((i32)max_u8(((u8)v16), ((u8)v16)));
  v19 = ((u16)~((u16)((u32)v13 & (u32)((u16)LOAD_u8(12)))));
  if (((i32)(((u32)0x1u) != ((u32)~v18))) != 0) {
    v19 = v13;
  } else {
    v16 = ((i32)((u32)((i32)(((i32)k700103_f1(v17, LOAD_i32(16), ((u64)v16), ((i32)0x2cb8d8u))) >> (((u32)((u32)((u32)0x3e8u) - (u32)((u32)v16))) & 31))) & (u32)LOAD_i32(9)));
    v19 = ((u16)div_i64(((i64)((u64)((i64)k700103_f1(v16, v17, ((u64)0x21ul), v17)) + (u64)((i64)((i32)(((i16)v14) > ((i16)v17)))))), rem_i64(((i64)((u64)((i64)0x80ul) << (v15 & 63))), ((i64)((u64)0 - (u64)LOAD_i64(3))))));
  }
  PUT32(0, v13);
  PUT32(1, v14);
  PUT32(2, v15);
  PUT32(3, v16);
  PUT32(4, v17);
  PUT32(5, v18);
  PUT32(6, v19);
}

#undef SIZE
#undef ITEMS
#define SIZE 128
#define ITEMS 128
KERNEL(k700104, 128) {
  __local u32 L[128];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 8;
  L[lid] = lid; G[gid] = gid;
  i64 v1 = 0;
  f32 v2 = 0;
  f32 v3 = 0;
  i32 v4 = 0;
  f32 v5 = 0;
  u16 v6 = 0;
  u32 v7 = 0;
  v1 = LOAD_i64(38);
  v2 = LOAD_f32(27);
  v3 = LOAD_f32(34);
  v4 = LOAD_i32(1);
  v5 = LOAD_f32(33);
  v6 = LOAD_u16(8);
  v7 = LOAD_u32(35);
  v7 = atom_imax_(&G[gid], ((u32)((u32)((u32)((u32)LOAD_u32(7) ^ (u32)v7)) & (u32)v7)));
  for (u32 n8 = 0; n8 < 9 && ((i32)((v5 + v2) != v3)) != 0; n8++) {
    v3 = (floor_f32((-((f32)v4))) + ((f32)((i64)((u64)f32_to_i64(v2) * (u64)((i64)((u64)v1 & (u64)v1))))));
    v1 = ((i64)((u64)((i64)((u64)v1 ^ (u64)v1)) + (u64)((i64)(v1 >> (v7 & 63)))));
    if (((i32)((((i32)(((i32)n8) == v4)) != 0) || (((i32)(((i32)0xfff7ffffu) >= f32_to_i32(v3))) != 0))) != 0) {
      v7 = atom_add_(&L[lid], ((u32)((u32)mulhi_u32(n8, ((u32)0xfd9638b1u)) - (u32)((u32)((u32)v7 + (u32)n8)))));
      v1 = ((i64)((u64)((i64)((u64)((i64)((u64)((i64)((u64)((i64)0x0ul) << (((u32)0x1u) & 63))) ^ (u64)((i64)((u64)LOAD_i64(17) + (u64)v1)))) ^ (u64)((i64)((i32)(v6 > v6))))) + (u64)((i64)((u64)v1 - (u64)((i64)((u64)((i64)((u64)v1 - (u64)v1)) << (v7 & 63)))))));
      v3 = fma_f32(((f32)((i64)((u64)((i64)0xfff00000ul) - (u64)v1))), v2, sqrt_f32((v3 - v5)));
    } else {
      v6 = (((i32)(LOAD_i64(13) == ((i64)((u64)LOAD_i64(18) ^ (u64)v1)))) != 0 ? ((u16)((u32)0 - (u32)((u16)((u32)v6 + (u32)v6)))) : v6);
      v7 = ((u32)((u32)((u32)((u32)n8 << (f32_to_u32(v3) & 31))) ^ (u32)field_u32(v7, ((u32)0xffbede9cu), v7)));
    }
  }
  switch (((u32)((i32)(((f32)v6) <= v5))) & 7) {
  case 0:
    v6 = ((u16)~((u16)((u32)0 - (u32)v6)));
    break;
  case 1:
    v7 = atom_cas_(&L[lid], ((u32)0x8bb542e4u), (((i32)(f32_to_i64(v2) >= v1)) != 0 ? f32_to_u32(v5) : LOAD_u32(8)));
    break;
  default:
    v7 = atom_min_(&L[lid], ((u32)((u32)v7 & (u32)f32_to_u32(as_f32(0x7149f2cau)))));
    break;
  }
  PUT64(0, v1);
  PUT32(2, bits_f32(v2));
  PUT32(3, bits_f32(v3));
  PUT32(4, v4);
  PUT32(5, bits_f32(v5));
  PUT32(6, v6);
  PUT32(7, v7);
}

#undef SIZE
#undef ITEMS
#define SIZE 128
#define ITEMS 128
KERNEL(k700105, 128) {
  __local u32 L[128];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 8;
  L[lid] = lid; G[gid] = gid;
  i32 v1 = 0;
  u32 v2 = 0;
  u32 v3 = 0;
  i64 v4 = 0;
  u16 v5 = 0;
  u32 t6 = 0;
  u32 t7 = 0;
  v1 = LOAD_i32(29);
  v2 = LOAD_u32(33);
  v3 = LOAD_u32(8);
  v4 = LOAD_i64(9);
  v5 = LOAD_u16(11);
  v2 = atom_max_(&G[gid], ((u32)((i8)v2)));
  v2 = atom_cas_(&G[gid], ctz_u32(((u32)0xfffffff8u)), min_u32(((u32)((i32)(v1 > v1))), ((u32)v4)));
  v2 = ((u32)((u8)((u32)((u8)v4) + (u32)((u8)v2))));
  t6 = ((u32)((u32)((u32)(v2 >> (((u32)v1) & 31))) & (u32)((u32)0x6u)));
  t7 = ((u32)((i32)((((i32)(((i32)0xffffed7au) < v1)) != 0) && (((i32)(((u8)v5) == ((u8)v3))) != 0))));
  v2 = REDUCE(t6);
  if (((i32)(((i64)((u64)v4 + (u64)v4)) != ((i64)((u64)v4 + (u64)v4)))) != 0) {
    v5 = ((u16)((u32)rem_u16(v5, ((u16)0xffe1u)) << (((u32)((u32)v3 * (u32)((u32)0x8000u))) & 15)));
  } else {
    if (((i32)(((i64)v2) >= ((i64)(v4 >> (v2 & 63))))) != 0) {
      v3 = atom_sub_(&G[gid], ((u32)((u32)((u32)((u32)v2 * (u32)((u32)0xffffffffu))) - (u32)(((i32)(v3 <= v2)) != 0 ? LOAD_u32(12) : v3))));
      v3 = ((u32)~rot_u32(((u32)((u32)v2 ^ (u32)v2)), ((u32)((u32)LOAD_u32(1) ^ (u32)v3))));
    }
  }
  for (u32 n8 = 0; n8 < (u32)(((u32)(((i32)(v2 < v3)) != 0 ? v4 : v4)) & 7); n8++) {
    if (((i32)(((i32)((u32)v1 - (u32)v1)) != ((i32)~((i32)0x10097u)))) != 0) {
      v4 = ((i64)((i32)((u32)rem_i32(((i32)0x5d1u), max_i32(v1, v1)) + (u32)((i32)((u32)sext_i32(v1, v2) * (u32)((i32)((u32)v1 + (u32)v1)))))));
    } else {
      v2 = perm_u32(((u32)((u32)((u32)((u32)v2 + (u32)n8)) & (u32)((u32)((u32)LOAD_u32(1) + (u32)LOAD_u32(1))))), ((u32)((i32)(v1 >= v1))));
    }
    v3 = atom_min_(&L[lid], ((u32)((u32)max_u32(((u32)0xfffffff6u), LOAD_u32(20)) << (((u32)0x15u) & 31))));
    if (((i32)(v1 >= v1)) != 0) break;
    for (u32 n9 = 0; n9 < (u32)(((u32)((i32)(v1 != ((i32)0xea99u)))) & 7); n9++) {
      v2 = ((u32)((u32)((u32)((u32)((u32)((u8)v1)) - (u32)v2)) ^ (u32)((u32)((i32)v2))));
    }
  }
  v2 = ((u32)(((u32)((i32)((((i32)(((u16)v1) >= ((u16)v1))) != 0) && (((i32)(((u64)v5) > ((u64)v5))) != 0)))) >> (((u32)((i32)(v2 != ((u32)v5)))) & 31)));
  PUT32(0, v1);
  PUT32(1, v2);
  PUT32(2, v3);
  PUT64(3, v4);
  PUT32(5, v5);
  PUT32(6, t6);
  PUT32(7, t7);
}

NOINLINE u32 k700106_f0(f64 p1) {
  f64 q2 = 0;
  for (u32 n3 = 0; n3 < (u32)(((u32)(((u32)((u32)f64_to_u32(q2) << (((u32)0xbu) & 31))) >> (((u32)((u32)f64_to_u32(q2) * (u32)f64_to_u32(q2))) & 31))) & 7); n3++) {
    p1 = (sqrt_f64((q2 * q2)) - floor_f64(q2));
  }
  return ((u32)(((u32)((u32)f64_to_u32(q2) & (u32)f64_to_u32(q2))) >> (((u32)((u32)f64_to_u32(p1) | (u32)f64_to_u32(p1))) & 31)));
}
#undef SIZE
#undef ITEMS
#define SIZE 64
#define ITEMS 64
KERNEL(k700106, 64) {
  __local u32 L[64];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 12;
  L[lid] = lid; G[gid] = gid;
  f64 v4 = 0;
  f64 v5 = 0;
  f32 v6 = 0;
  u32 v7 = 0;
  f64 v8 = 0;
  u32 v9 = 0;
  f32 v10 = 0;
  u32 t12 = 0;
  u32 t13 = 0;
  v4 = LOAD_f64(38);
  v5 = LOAD_f64(32);
  v6 = LOAD_f32(16);
  v7 = LOAD_u32(25);
  v8 = LOAD_f64(28);
  v9 = LOAD_u32(36);
  v10 = LOAD_f32(40);
  for (u32 n11 = 0; n11 < (u32)(clz_u32((((i32)(v5 != v5)) != 0 ? v7 : ((u32)0x10000u))) & 7); n11++) {
    if (((i32)((((f32)n11) + v10) >= (((f32)v4) - v10))) != 0) {
      v7 = ((u32)((u64)((u64)0 - (u64)((u64)v9))));
      v9 = atom_imin_(&L[lid], ((u32)((u32)((u32)((u32)0 - (u32)v7)) & (u32)((u32)((u32)LOAD_u32(10) | (u32)n11)))));
    } else {
      v9 = atom_xor_(&L[lid], f64_to_u32((v4 * v5)));
    }
  }
  v7 = atom_xchg_(&G[gid], (((i32)(as_f64(0x4000000000000000ul) >= v8)) != 0 ? ((u32)((u32)v7 ^ (u32)((u32)0x1000000u))) : LOAD_u32(25)));
  v9 = atom_xchg_(&L[lid], ((u32)((u32)((u32)((u32)v7 - (u32)v9)) & (u32)f32_to_u32(v6))));
  v6 = (((i32)((((i32)(LOAD_f64(35) >= v4)) != 0 ? (((i32)(v8 >= v8)) != 0 ? v4 : v8) : (((i32)(v4 >= v8)) != 0 ? v8 : ((f64)v7))) >= abs_f64(v8))) != 0 ? v10 : trunc_f32(abs_f32(trunc_f32(v6))));
  v5 = (v8 - ((f64)k700106_f0(v4)));
  t12 = (((i32)((v4 + ((f64)v7)) > fma_f64(v4, v5, v8))) != 0 ? ((u32)~max_u32(v9, f32_to_u32(v10))) : ((u32)(k700106_f0(as_f64(0x4000000000000000ul)) >> (((u32)((u32)0 - (u32)v9)) & 31))));
  t13 = ((u32)((u32)((u32)((u32)((u32)0x64bu) - (u32)v7)) << (((u32)0xdu) & 31)));
  L[lid] = t12; BARRIER; v9 = L[(lid * 13 + t13) % SIZE]; BARRIER;
  v7 = atom_and_(&L[lid], ((u32)~((u32)((u32)((u32)0xffffffe8u) << (((u32)0xcu) & 31)))));
  PUT64(0, bits_f64(v4));
  PUT64(2, bits_f64(v5));
  PUT32(4, bits_f32(v6));
  PUT32(5, v7);
  PUT64(6, bits_f64(v8));
  PUT32(8, v9);
  PUT32(9, bits_f32(v10));
  PUT32(10, t12);
  PUT32(11, t13);
}

NOINLINE u32 k700107_f0(i32 p1, i8 p2, i32 p3, i32 p4) {
  u32 q5 = 0;
  p4 = ((i32)((u32)((u64)p2)));
  q5 = max_u32(((u32)(((i32)(((u64)0xdeadbeeful) >= ((u64)p4))) != 0 ? ((u8)p4) : ((u8)p2))), rot_u32(addc_u32(q5, q5, ((u32)0xffffa263u), q5), rem_u32(q5, ((u32)p1))));
  return mulhi_u32(rot_u32(q5, q5), ((u32)p3));
}
#undef SIZE
#undef ITEMS
#define SIZE 24
#define ITEMS 48
KERNEL(k700107, 24) {
  __local u32 L[24];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 5;
  L[lid] = lid; G[gid] = gid;
  i32 v6 = 0;
  u16 v7 = 0;
  u16 v8 = 0;
  i16 v9 = 0;
  u32 v10 = 0;
  v6 = LOAD_i32(8);
  v7 = LOAD_u16(9);
  v8 = LOAD_u16(2);
  v9 = LOAD_i16(36);
  v10 = LOAD_u32(17);
  if (((i32)(((u32)v6) > k700107_f0(v6, LOAD_i8(38), v6, ((i32)0x7fffffffu)))) != 0) {
    for (u32 n11 = 0; n11 < (u32)(((u32)((i64)~((i64)v10))) & 7); n11++) {
      if (v10 != 0) break;
      v7 = (((u32)~v10) != 0 ? ((u16)v6) : ((u16)((u32)v8 | (u32)div_u16(v8, v7))));
    }
  } else {
    v10 = ((u32)((u32)mulhi_u32(((u32)0xfff80001u), v10) + (u32)((u32)(((u32)v8) >> (LOAD_u32(28) & 31)))));
    v10 = atom_min_(&L[lid], div_u32(((u32)((u32)((u32)v7) ^ (u32)LOAD_u32(23))), (((i32)(((u64)v9) >= ((u64)v7))) != 0 ? v10 : v10)));
  }
  v10 = ((u32)((u32)((u32)((u32)((u32)((i64)v10)) * (u32)addc_u32(((u32)0x22eb09u), ((u32)v6), LOAD_u32(27), v10))) ^ (u32)k700107_f0(((i32)((u32)v6 + (u32)v6)), ((i8)k700107_f0(v6, ((i8)0x0u), LOAD_i32(0), ((i32)0xfffffu))), ((i32)k700107_f0(v6, LOAD_i8(35), v6, v6)), rem_i32(LOAD_i32(32), ((i32)v9)))));
  v7 = div_u16(((u16)((i32)(v10 < ((u32)((u32)((u32)0x7fffu) | (u32)v10))))), rem_u16(((u16)((i32)(v8 <= v7))), ((u16)((u32)((u16)((i64)v10)) - (u32)div_u16(v8, v7)))));
  if (((i32)(v6 < ((i32)(v6 >> (((u32)0x1au) & 31))))) != 0) {
    v10 = atom_min_(&G[gid], ((u32)(((u32)v8) >> (v10 & 31))));
  } else {
    v9 = ((i16)absdiff_i32(((i32)((u32)((i32)0x64u) + (u32)v6)), ((i32)LOAD_u16(27))));
  }
  switch (((u32)((u32)((u32)((u32)((u32)0x7fffffffu) + (u32)v10)) ^ (u32)v10)) & 7) {
  case 0:
    v8 = ((u16)k700107_f0(((i32)k700107_f0(((i32)0xffffff81u), ((i8)v9), LOAD_i32(6), ((i32)v10))), ((i8)((u32)((i8)v10) - (u32)((i8)0x7u))), sext_i32(v6, ((u32)0xaaaaaaaau)), v6));
    break;
  case 1:
    v10 = ((u32)((u32)rem_u32(((u32)LOAD_i8(10)), (((i32)(v8 < v8)) != 0 ? v10 : ((u32)0x2u))) ^ (u32)((u32)((i32)(v10 > v10)))));
    break;
  case 2:
    if (((i32)((((i32)(v6 <= LOAD_i32(29))) != 0) || (v6 != 0))) != 0) {
      v6 = ((i32)((u32)((i32)v10) & (u32)sat_i32(((i64)((u64)((i64)v9) - (u64)((i64)0xfffffffffff00000ul))))));
      v7 = ((u16)((u32)((u16)((u32)min_u16(((u16)((u32)((u16)0x8000u) - (u32)LOAD_u16(37))), min_u16(((u16)v6), v8)) ^ (u32)((u16)((u32)v7 + (u32)((u16)((u32)0 - (u32)v8)))))) | (u32)div_u16(div_u16(max_u16(v7, v8), ((u16)k700107_f0(v6, ((i8)v9), ((i32)0x100000u), ((i32)v10)))), ((u16)((u32)((u16)((u32)((u16)0x4u) * (u32)v7)) - (u32)((u16)~v7))))));
    } else {
      v10 = atom_xchg_(&L[lid], insert_u32(((u32)((i32)(((u32)v8) <= v10))), ctz_u32(v10), k700107_f0(v6, ((i8)v6), ((i32)v9), ((i32)0xfffffffeu))));
    }
    break;
  case 3:
    v10 = ((u32)((i32)(((i64)v7) < ((i64)v9))));
    break;
  case 4:
    v10 = rem_u32(((u32)(((u32)((u32)((u32)((i8)v7)) - (u32)((u32)((u32)v10 ^ (u32)((u32)v8))))) >> (((u32)0x4u) & 31))), ((u32)((u32)((u32)((u32)((u32)((u32)v10 * (u32)((u32)0x80000000u))) ^ (u32)((u32)((i32)v7)))) - (u32)((u32)v9))));
    break;
  default:
    v6 = ((i32)((u32)min_i32(((i32)((u32)LOAD_i32(17) ^ (u32)((i32)v7))), ((i32)((u32)v6 ^ (u32)v6))) + (u32)((i32)v8)));
    break;
  }
  if (((i32)(((i32)((u32)v6 | (u32)v6)) == ((i32)((u32)v6 ^ (u32)((i32)0x8u))))) != 0) {
    v10 = ((u32)((u32)k700107_f0(v6, ((i8)v8), v6, v6) ^ (u32)((u32)((u32)((u32)0xfffffffcu) | (u32)((u32)v7)))));
    v8 = ((u16)k700107_f0(((i32)((u32)v6 ^ (u32)v6)), ((i8)LOAD_u32(12)), ((i32)(((i64)v8) <= ((i64)0x64ul))), ((i32)((u32)v6 - (u32)((i32)v10)))));
    v9 = div_i16(((i16)((u32)((i16)((u32)((i16)v10) - (u32)v9)) << (field_u32(((u32)v7), ((u32)0x1bd15u), ((u32)0x80001u)) & 15))), ((i16)0xff56u));
  } else {
    v9 = ((i16)k700107_f0(mulhi_i32(LOAD_i32(17), v6), ((i8)((u32)((i8)v7) << (((u32)0x5u) & 7))), (((i32)(v10 < ((u32)0x1d33u))) != 0 ? v6 : v6), ((i32)(((u64)v6) != ((u64)v9)))));
    v7 = ((u16)((u32)((u16)((u32)((u16)~((u16)0xb801u)) << (((u32)0xcu) & 15))) - (u32)((u16)((u32)div_u16(LOAD_u16(33), v8) - (u32)((u16)k700107_f0(v6, ((i8)v9), v6, v6))))));
  }
  PUT32(0, v6);
  PUT32(1, v7);
  PUT32(2, v8);
  PUT32(3, v9);
  PUT32(4, v10);
}

#undef SIZE
#undef ITEMS
#define SIZE 33
#define ITEMS 99
KERNEL(k700108, 33) {
  __local u32 L[33];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 5;
  L[lid] = lid; G[gid] = gid;
  u32 v1 = 0;
  u16 v2 = 0;
  i16 v3 = 0;
  i8 v4 = 0;
  u8 v5 = 0;
  v1 = LOAD_u32(37);
  v2 = LOAD_u16(32);
  v3 = LOAD_i16(2);
  v4 = LOAD_i8(27);
  v5 = LOAD_u8(13);
  v3 = min_i16(((i16)((i64)v1)), (((i32)(((u64)v4) < ((u64)v2))) != 0 ? ((i16)((i32)(v2 == v2))) : ((i16)((i64)v5))));
  v1 = atom_or_(&G[gid], ((u32)((i16)LOAD_u16(34))));
  v5 = div_u8(((u8)((u32)v5 << (v1 & 7))), ((u8)((u32)v5 - (u32)v5)));
  PUT32(0, v1);
  PUT32(1, v2);
  PUT32(2, v3);
  PUT32(3, v4);
  PUT32(4, v5);
}

NOINLINE u64 k700109_f0(u64 p1, u32 p2) {
  u64 q3 = 0;
  if (((i32)((((i32)(p1 >= ((u64)0x64ul))) != 0) || (p2 != 0))) != 0) {
    p2 = p2;
  }
  p1 = ((u64)((u64)(((i32)(p2 <= p2)) != 0 ? ((u64)0xfful) : q3) - (u64)(((i32)(q3 <= q3)) != 0 ? q3 : q3)));
  if (((i32)(((i64)((u64)((i64)0x72d432c642ul) * (u64)((i64)p1))) >= ((i64)p2))) != 0) {
    if (((i32)(mulwide_u32(((u32)q3), p2) < ((u64)((i64)q3)))) != 0) {
      p1 = ((u64)(mulhi_u64(((u64)((u64)rem_u64(p1, p1) - (u64)((u64)((u64)((u64)0x64ul) << (((u32)0xau) & 63))))), mulwide_u32(p2, field_u32(p2, ((u32)p1), p2))) >> (((u32)q3) & 63)));
      p2 = p2;
      q3 = (((i32)((((i32)(((i64)p2) != ((i64)p1))) != 0) && (((i32)((((i32)(((i64)p2) >= ((i64)q3))) != 0) && (((i32)(((u64)0x100000ul) >= p1)) != 0))) != 0))) != 0 ? ((u64)((u64)((u64)0x0ul) ^ (u64)((u64)((u64)((u64)0xffffful) * (u64)q3)))) : ((u64)((u64)((u64)((i64)q3)) + (u64)pop_u64(((u64)0x4ul)))));
    } else {
      p1 = ((u64)((i64)p1));
    }
    q3 = addc_u64(((u64)((u64)((u64)0x40ul) | (u64)q3)), ((u64)((u64)q3 * (u64)q3)), ((u64)((u64)p1 - (u64)p1)), ((u64)((u64)q3 - (u64)q3)));
    q3 = (((i32)(((i64)0x21ul) >= ((i64)((u64)(((i32)(p1 >= q3)) != 0 ? ((i64)0xffffffffffff917bul) : ((i64)q3)) & (u64)((i64)((u64)((i64)p2) - (u64)((i64)p2))))))) != 0 ? q3 : ((u64)((u64)((u64)~((u64)((u64)q3 + (u64)p1))) + (u64)(((i32)(q3 == q3)) != 0 ? p1 : ((u64)0x8000000080000000ul)))));
  } else {
    p2 = ((u32)((u32)((u32)((u32)0 - (u32)subb_u32(p2, p2, ((u32)0x10cu), p2))) ^ (u32)((u32)~((u32)((i32)(((i32)0x0u) != ((i32)p2)))))));
    if (((i32)((((i32)(((i32)q3) != ((i32)0xffffff80u))) != 0 ? ((u64)0xfffffff0ul) : q3) >= ((u64)((i32)(p1 > p1))))) != 0) {
      p2 = ((u32)((u32)((u32)((u64)(((i32)(q3 == q3)) != 0 ? ((i64)p2) : ((i64)q3)))) + (u32)mulhi_u32(((u32)((i64)((u64)((i64)0x7fffful) & (u64)((i64)0x40ul)))), ((u32)((u32)p2 & (u32)((u32)((u32)p2 - (u32)((u32)0xf8a76u))))))));
      q3 = ((u64)((u64)max_u64(((u64)0x0ul), p1) - (u64)rot_u64(p1, ((u64)0xa451a89b4b585ul))));
    } else {
      p2 = p2;
    }
  }
  return clz_u64(((u64)((u64)q3 | (u64)((u64)p2))));
}
#undef SIZE
#undef ITEMS
#define SIZE 24
#define ITEMS 48
KERNEL(k700109, 24) {
  __local u32 L[24];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 12;
  L[lid] = lid; G[gid] = gid;
  u64 v4 = 0;
  u64 v5 = 0;
  u64 v6 = 0;
  u32 v7 = 0;
  u64 v8 = 0;
  i32 v9 = 0;
  u32 t12 = 0;
  u32 t13 = 0;
  u64 a10[16]; for (u32 i = 0; i < 16; i++) a10[i] = (u64)(i * 77);
  i64 a11[4]; for (u32 i = 0; i < 4; i++) a11[i] = (i64)(i * 77);
  v4 = LOAD_u64(37);
  v5 = LOAD_u64(26);
  v6 = LOAD_u64(9);
  v7 = LOAD_u32(11);
  v8 = LOAD_u64(23);
  v9 = LOAD_i32(6);
  if (((i32)(((i64)v8) == ((i64)((i32)(v8 == v6))))) != 0) {
    v7 = ((u32)((i32)(mulwide_i32(((i32)v4), v9) >= ((i64)((u64)((i64)v4) << (LOAD_u32(21) & 63))))));
    if (((i32)(((i32)(v9 >> (((u32)0x11u) & 31))) > ((i32)((u64)v7)))) != 0) {
      v7 = ((u32)((u32)((u32)((u32)((u32)0x319a1d7au) + (u32)((u32)v4))) + (u32)((u32)((u32)v7 * (u32)((u32)v4)))));
    } else {
      v9 = ((i32)((u32)min_i32(v9, sext_i32(v9, v7)) & (u32)((i32)k700109_f0((((i32)(LOAD_u64(9) <= v4)) != 0 ? v4 : ((u64)0x100000000ul)), pop_u32(((u32)v6))))));
    }
  } else {
    v4 = ((u64)((i32)((u32)(((i32)(((i64)v7) != ((i64)v9))) != 0 ? ((i32)0x3u) : v9) ^ (u32)((i32)((u32)v9 ^ (u32)v9)))));
  }
  v5 = ((u64)((u64)((u64)(v8 >> (((u32)0x33u) & 63))) * (u64)v4));
  v4 = (((i32)(((i32)0x448fcdeu) != ((i32)v4))) != 0 ? ((u64)((u64)v6 * (u64)((u64)v9))) : ((u64)((u64)v4 - (u64)((u64)0xfffffffffffffffbul))));
  if (((i32)(((i32)a10[v7 & 15]) != ((i32)~LOAD_i32(1)))) != 0) {
    v6 = ((u64)((u64)a10[((u32)0x12345678u) & 15] & (u64)max_u64(v4, v4)));
    v7 = v7;
    v8 = ((u64)((u64)(((i32)(((i64)((u32)0x80u)) > a11[LOAD_u32(33) & 3])) != 0 ? v5 : ((u64)((i64)((u64)((i64)v6) + (u64)((i64)0x8ul))))) + (u64)((u64)~((u64)((u64)LOAD_u64(24) + (u64)(((i32)(((i64)v6) > LOAD_i64(26))) != 0 ? v8 : ((u64)0x10000000000ul)))))));
  }
  t12 = field_u32(((u32)((u32)((u32)~((u32)v4)) - (u32)((u32)((u32)0 - (u32)v7)))), rem_u32(field_u32(v7, v7, ((u32)0x4u)), ((u32)k700109_f0(v5, v7))), ((u32)~((u32)k700109_f0(v8, v7))));
  t13 = ((u32)((u32)((u32)((u64)v9)) & (u32)absdiff_i32(v9, v9)));
  L[lid] = t13; BARRIER; atom_add_(&L[t12 & 7], t13); BARRIER; v7 = L[lid & 7]; BARRIER;
  v5 = v5;
  PUT64(0, v4);
  PUT64(2, v5);
  PUT64(4, v6);
  PUT32(6, v7);
  PUT64(7, v8);
  PUT32(9, v9);
  PUT32(10, t12);
  PUT32(11, t13);
}
