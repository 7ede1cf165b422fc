#include "foreign.h"
#undef SIZE
#undef ITEMS
#define SIZE 128
#define ITEMS 128
KERNEL(k700213, 128) {
  __local u32 L[128];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 17;
  L[lid] = lid; G[gid] = gid;
  i64 v1 = 0;
  i64 v2 = 0;
  u64 v3 = 0;
  u64 v4 = 0;
  u32 v5 = 0;
  u64 v6 = 0;
  u64 v7 = 0;
  u32 t8 = 0;
  u32 t9 = 0;
  u32 t12 = 0;
  u32 t13 = 0;
  v1 = LOAD_i64(3);
  v2 = LOAD_i64(19);
  v3 = LOAD_u64(4);
  v4 = LOAD_u64(2);
  v5 = LOAD_u32(1);
  v6 = LOAD_u64(40);
  v7 = LOAD_u64(8);
  v5 = atom_min_(&L[lid], ((u32)((u32)((u32)((i32)(v2 != ((i64)0xffffffffffffff81ul)))) * (u32)(((i32)(((i64)v6) <= v1)) != 0 ? v5 : ((u32)0xfffffc18u)))));
  v6 = ((u64)((u64)((u64)((i32)v3)) ^ (u64)((u64)((u64)((u64)0xffffff80ul) << (((u32)v3) & 63)))));
  t8 = v5;
  t9 = ((u32)((u32)((u32)((u32)v5 | (u32)v5)) << (((u32)0x16u) & 31)));
  v5 = SCAN(t8);
  if (((i32)(((i64)((i32)v3)) <= ((i64)((u64)v2 << (((u32)0x7u) & 63))))) != 0) {
    for (u32 n10 = 0; n10 < (u32)(subb_u32(field_u32(v5, v5, v5), ((u32)((i64)v6)), ((u32)((u32)v5 << (v5 & 31))), max_u32(v5, v5)) & 7); n10++) {
      v5 = rot_u32((((i32)(((i32)v7) <= ((i32)v4))) != 0 ? v5 : n10), ((u32)((u32)0 - (u32)n10)));
    }
  } else {
    if (((i32)(((u64)((u64)v4 + (u64)LOAD_u64(30))) > ((u64)((i32)(LOAD_u64(0) >= v6))))) != 0) {
      v5 = atom_xor_(&G[gid], ((u32)((u32)v5 << (absdiff_i32(((i32)v1), LOAD_i32(25)) & 31))));
      v5 = ((u32)(((u32)((u32)((u32)(((u32)((u32)LOAD_u32(36) - (u32)v5)) >> (((u32)0x8u) & 31))) + (u32)((u32)((u32)((u32)((u32)v5 * (u32)v5)) - (u32)((u32)((u32)((u32)v2) - (u32)((u32)0x1u))))))) >> (((u32)0x7u) & 31)));
      v4 = ((u64)~((u64)((u64)0 - (u64)((u64)((i32)(LOAD_i64(18) == LOAD_i64(40)))))));
    } else {
      v3 = ((u64)((i64)((u64)v1 - (u64)((i64)((u64)LOAD_i64(23) * (u64)v2)))));
      v5 = atom_imax_(&L[lid], field_u32(absdiff_i32(((i32)v4), ((i32)0x7fffu)), subb_u32(v5, v5, v5, ((u32)0xfffff86du)), ((u32)((u32)v5 << (((u32)0x1bu) & 31)))));
    }
  }
  v3 = v3;
  v7 = clz_u64(((u64)((u64)((u64)((u64)((u64)v1) << (((u32)0x21u) & 63))) - (u64)((u64)v2))));
  v5 = atom_xchg_(&L[lid], mulhi_u32(((u32)~v5), ((u32)v1)));
  for (u32 n11 = 0; n11 < (u32)(((u32)((u32)((u32)0xfff9df01u) * (u32)v5)) & 7); n11++) {
    if (((i32)(((u64)v2) != ((u64)0xffffffffffff8001ul))) != 0) break;
    v5 = atom_min_(&L[lid], ((u32)rem_i64(v2, v1)));
  }
  t12 = ((u32)((u32)(((i32)(((i64)0x40ul) > ((i64)0x3e8ul))) != 0 ? ((u32)((u32)((u32)v7) & (u32)v5)) : (((i32)(v2 <= v1)) != 0 ? v5 : v5)) + (u32)((u32)((u32)((u32)((u32)v5 - (u32)LOAD_u32(8))) + (u32)(((i32)(v2 < ((i64)0x8000ul))) != 0 ? ((u32)0xffff9f5du) : ((u32)0xfu))))));
  t13 = ((u32)(((u32)((u32)((u32)0x3u) & (u32)v5)) >> ((((i32)(v6 == v7)) != 0 ? v5 : LOAD_u32(1)) & 31)));
  L[lid] = t12; BARRIER; v5 = L[(lid * 5 + t13) % SIZE]; BARRIER;
  v5 = atom_cas_(&G[gid], ((u32)((u32)((u32)0x7fffffffu) << (v5 & 31))), ((u32)((u32)rot_u32(((u32)v3), v5) << (((u32)0x12u) & 31))));
  PUT64(0, v1);
  PUT64(2, v2);
  PUT64(4, v3);
  PUT64(6, v4);
  PUT32(8, v5);
  PUT64(9, v6);
  PUT64(11, v7);
  PUT32(13, t8);
  PUT32(14, t9);
  PUT32(15, t12);
  PUT32(16, t13);
}

NOINLINE u8 k700214_f0(i64 p1, i32 p2, i32 p3) {
  u32 q4 = 0;
  for (u32 n5 = 0; n5 < (u32)(((u32)((u32)div_u32(q4, q4) << (((u32)0x19u) & 31))) & 7); n5++) {
    p3 = (((i32)(max_i16(((i16)p3), ((i16)q4)) >= ((i16)~((i16)p2)))) != 0 ? sext_i32(rem_i32(((i32)0x21524111u), p3), ((u32)((u8)p1))) : ((i32)((u32)((i32)((u32)((i32)0x12345678u) << (((u32)0x15u) & 31))) + (u32)div_i32(((i32)0x8000u), ((i32)0x20u)))));
    if (((i32)(((i32)~p2) < div_i32(p2, ((i32)0xffffffebu)))) != 0) {
      p1 = ((i64)((u64)0 - (u64)((i64)((u64)((u64)0 - (u64)subb_u64(((u64)p1), ((u64)0x87eccf798cf8aeul), ((u64)p1), ((u64)p2)))))));
      p3 = ((i32)(((u64)p3) != (((i32)(((i32)0x1a2b5b66u) > p2)) != 0 ? ((u64)0xffffffffffffffc0ul) : ((u64)0xedcba98765432110ul))));
      q4 = ctz_u32(((u32)((u32)((u32)((u32)subb_u32(n5, ((u32)0xaaaaaaaau), ((u32)0x0u), q4) ^ (u32)(((i32)(((u32)0x1844d748u) != n5)) != 0 ? ((u32)0xffffebf6u) : ((u32)0xfffffff0u)))) << (((u32)((u32)q4 << (((u32)0x1au) & 31))) & 31))));
    } else {
      q4 = (((i32)(((i16)p1) < ((i16)0x5678u))) != 0 ? ((u32)((u32)((u32)0x7u) & (u32)q4)) : ((u32)((u32)0 - (u32)n5)));
      p3 = ((i32)ctz_u32(n5));
    }
    p1 = ((i64)(((i32)(n5 != ((u32)0xffu))) != 0 ? ((u64)p2) : min_u64(((u64)0x100ul), ((u64)p1))));
  }
  for (u32 n6 = 0; n6 < (u32)(((u32)((u32)((u32)(q4 >> (((u32)0x0u) & 31))) << (((u32)0x17u) & 31))) & 7); n6++) {
    p3 = ((i32)((u32)((i32)((u32)p3)) * (u32)((i32)((u32)p3 + (u32)p2))));
    if (((i32)(((i32)~p2) <= sat_i32(p1))) != 0) {
      p1 = ((i64)(((i32)(((i8)q4) >= ((i8)q4))) != 0 ? ((i16)q4) : ((i16)0x0u)));
      q4 = mulhi_u32(((u32)((u32)((u32)((u8)n6)) * (u32)((u32)(q4 >> (q4 & 31))))), clz_u32(rot_u32(((u32)0x80b3dfu), ((u32)0xffu))));
    }
    for (u32 n7 = 0; n7 < (u32)(((u32)((i32)((u32)((i32)0x3bu) & (u32)((i32)0x7fu)))) & 7); n7++) {
      p1 = ((i64)((u64)((i64)((u64)((i64)0xfffffffffff80001ul) + (u64)((i64)n6))) ^ (u64)((i64)((u32)0xffffffe0u))));
    }
  }
  return ((u8)((u32)((u8)((u32)((u8)q4) + (u32)((u8)0x0u))) - (u32)((u8)((u16)p2))));
}
#undef SIZE
#undef ITEMS
#define SIZE 33
#define ITEMS 99
KERNEL(k700214, 33) {
  __local u32 L[33];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 7;
  L[lid] = lid; G[gid] = gid;
  u16 v8 = 0;
  u64 v9 = 0;
  i64 v10 = 0;
  i8 v11 = 0;
  u32 v12 = 0;
  v8 = LOAD_u16(32);
  v9 = LOAD_u64(29);
  v10 = LOAD_i64(15);
  v11 = LOAD_i8(35);
  v12 = LOAD_u32(7);
  v9 = ((u64)(((u64)((u64)((u64)0xfful) ^ (u64)v9)) >> (((u32)0x32u) & 63)));
  v11 = min_i8(v11, ((i8)((u32)v11 | (u32)LOAD_i8(17))));
  v9 = ((u64)((i8)((u32)v11 - (u32)((i8)0x1u))));
  v11 = ((i8)((u32)((i8)div_i32(((i32)v8), ((i32)LOAD_u16(10)))) * (u32)((i8)k700214_f0(((i64)((u64)v10 & (u64)v10)), sat_i32(((i64)0x100ul)), mulhi_i32(((i32)v9), ((i32)0x5b084bu))))));
  for (u32 n13 = 0; n13 < (u32)(subb_u32(((u32)((u32)v12 - (u32)v12)), ((u32)((u32)((u32)v9) + (u32)v12)), ((u32)((u32)v12 | (u32)LOAD_u32(23))), absdiff_i32(((i32)v8), ((i32)v11))) & 7); n13++) {
    v9 = ((u64)div_i64(v10, v10));
    v10 = ((i64)((u64)div_i64(((i64)((i32)0xffff0000u)), ((i64)((u64)v10 | (u64)v10))) - (u64)((i64)((i32)(LOAD_u32(23) > v12)))));
    v12 = atom_imax_(&G[gid], ((u32)(((u32)((i32)(((i16)n13) < ((i16)n13)))) >> (((u32)0x18u) & 31))));
  }
  PUT32(0, v8);
  PUT64(1, v9);
  PUT64(3, v10);
  PUT32(5, v11);
  PUT32(6, v12);
}

#undef SIZE
#undef ITEMS
#define SIZE 64
#define ITEMS 64
KERNEL(k700216, 64) {
  __local u32 L[64];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 7;
  L[lid] = lid; G[gid] = gid;
  f32 v1 = 0;
  f32 v2 = 0;
  u32 v3 = 0;
  f32 v4 = 0;
  u32 v5 = 0;
  f32 v6 = 0;
  f32 v7 = 0;
  v1 = LOAD_f32(20);
  v2 = LOAD_f32(6);
  v3 = LOAD_u32(16);
  v4 = LOAD_f32(35);
  v5 = LOAD_u32(13);
  v6 = LOAD_f32(39);
  v7 = LOAD_f32(29);
  if (((i32)((v2 + v2) != fma_f32(v6, v1, as_f32(0x42a2aff4u)))) != 0) {
    v4 = rint_f32(((f32)((u32)~v3)));
    v6 = (max_f32((((i32)(f32_to_i32(v6) > f32_to_i32(v1))) != 0 ? as_f32(0x40200000u) : v6), max_f32(v6, v2)) * (((i32)(LOAD_f32(22) != v6)) != 0 ? (v4 * as_f32(0x42c80000u)) : as_f32(((u32)0xfffffff0u))));
  }
  v1 = trunc_f32((as_f32(0x40800000u) - LOAD_f32(10)));
  v4 = ((f32)LOAD_u16(1));
  PUT32(0, bits_f32(v1));
  PUT32(1, bits_f32(v2));
  PUT32(2, v3);
  PUT32(3, bits_f32(v4));
  PUT32(4, v5);
  PUT32(5, bits_f32(v6));
  PUT32(6, bits_f32(v7));
}
