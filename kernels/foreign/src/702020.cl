#include "foreign.h"
NOINLINE u8 k702021_f0(i8 p1, u16 p2, u32 p3) {
  i16 q4 = 0;
  u32 q5 = 0;
  p1 = ((i8)(((i32)((((i32)(((u8)q5) != ((u8)0x14u))) != 0) && (((i32)(p1 >= p1)) != 0))) != 0 ? ((i16)((u32)((i16)((u32)q4 << (p3 & 15))) + (u32)((i16)((i32)0x18u)))) : ((i16)0xffffu)));
  return ((u8)((u32)((u8)((u32)((u8)q5) << (((u32)0x1u) & 7))) | (u32)((u8)((u32)((u8)p1) * (u32)((u8)0x0u)))));
}
#undef SIZE
#undef ITEMS
#define SIZE 64
#define ITEMS 64
KERNEL(k702021, 64) {
  __local u32 L[64];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 6;
  L[lid] = lid; G[gid] = gid;
  i8 v6 = 0;
  u16 v7 = 0;
  u8 v8 = 0;
  i32 v9 = 0;
  i32 v10 = 0;
  u32 v11 = 0;
  v6 = LOAD_i8(10);
  v7 = LOAD_u16(32);
  v8 = LOAD_u8(23);
  v9 = LOAD_i32(17);
  v10 = LOAD_i32(11);
  v11 = LOAD_u32(4);
  v10 = ((i32)((u32)((i32)((u16)v6)) + (u32)((i32)(v7 < v7))));
  v7 = min_u16(((u16)((((i32)(v11 != ((u32)0x3fu))) != 0 ? (((i32)(((i16)v9) <= LOAD_i16(4))) != 0 ? ((u16)0x64u) : ((u16)v6)) : ((u16)((u32)v7 * (u32)v7))) >> (((u32)0xbu) & 15))), rem_u16((((i32)(((i8)0x8du) < v6)) != 0 ? ((u16)v10) : ((u16)((u32)v7 << (v11 & 15)))), max_u16(((u16)((u32)0 - (u32)LOAD_u16(39))), ((u16)((u32)0 - (u32)v7)))));
  for (u32 n12 = 0; n12 < (u32)(((u32)((u32)((u32)((i32)(LOAD_i16(32) <= ((i16)0xffffu)))) << (((u32)((i16)v8)) & 31))) & 7); n12++) {
    v8 = ((u8)((u32)0 - (u32)v8));
    if (((i32)(v6 < LOAD_i8(24))) != 0) break;
  }
  v11 = atom_min_(&L[lid], ((u32)((i32)(((i16)v11) < ((i16)v7)))));
  v7 = ((u16)k702021_f0(((i8)0xc0u), v7, v11));
  for (u32 n13 = 0; n13 < (u32)(((u32)((u32)((u32)~LOAD_u32(40)) * (u32)((u32)((i16)v11)))) & 7); n13++) {
    v11 = atom_imax_(&G[gid], max_u32((((i32)(v8 <= LOAD_u8(2))) != 0 ? ((u32)0xffffff80u) : n13), (((i32)(((i32)0xfffff0u) >= ((i32)v8))) != 0 ? n13 : LOAD_u32(39))));
    v9 = ((i32)(((i32)k702021_f0(v6, v7, n13)) >> (max_u32(LOAD_u32(2), n13) & 31)));
  }
  v7 = min_u16(((u16)((u32)v7 << (v11 & 15))), v7);
  v11 = atom_xchg_(&L[lid], ((u32)((i8)((u32)((i8)v9) << (((u32)0x7u) & 7)))));
  v10 = (((i32)(((i16)v7) == ((i16)v7))) != 0 ? (((i32)(((u16)v10) != v7)) != 0 ? v10 : LOAD_i32(36)) : ((i32)(((i32)0x2u) != ((i32)0xfffffff5u))));
  PUT32(0, v6);
  PUT32(1, v7);
  PUT32(2, v8);
  PUT32(3, v9);
  PUT32(4, v10);
  PUT32(5, v11);
}

NOINLINE u32 k702022_f0(f32 p1, i32 p2, i32 p3, i32 p4) {
  f32 q5 = 0;
  p4 = ((i32)((u32)((i32)f32_to_i64(q5)) - (u32)f32_to_i32(q5)));
  p3 = ((i32)((u32)((i32)(((i32)((u32)((i32)((u32)p2)) ^ (u32)((i32)((u16)0xffffu)))) >> (((u32)0x19u) & 31))) + (u32)((i32)(div_i32(((i32)((u32)p4 + (u32)((i32)0x793afu))), ((i32)((u32)((i32)0x2cu) * (u32)p3))) >> (((u32)(f32_to_u32(q5) >> (((u32)0xcu) & 31))) & 31)))));
  return ((u32)((u32)((u32)((u32)((u32)p4) << (((u32)p3) & 31))) << (addc_u32(f32_to_u32(q5), f32_to_u32(q5), ((u32)0xffffffdbu), f32_to_u32(p1)) & 31)));
}
#undef SIZE
#undef ITEMS
#define SIZE 33
#define ITEMS 99
KERNEL(k702022, 33) {
  __local u32 L[33];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 6;
  L[lid] = lid; G[gid] = gid;
  u32 v6 = 0;
  f32 v7 = 0;
  u32 v8 = 0;
  u32 v9 = 0;
  u32 t11 = 0;
  u32 t12 = 0;
  v6 = LOAD_u32(28);
  v7 = LOAD_f32(14);
  v8 = LOAD_u32(25);
  v9 = LOAD_u32(8);
  v9 = ((u32)((u32)((u32)((u32)((u32)((u32)((u32)0x8u) + (u32)v6)) & (u32)subb_u32(v9, v9, v8, v6))) | (u32)((u32)((i32)(f32_to_i64(v7) >= ((i64)v8))))));
  for (u32 n10 = 0; n10 < (u32)((((i32)(((i64)v9) != ((i64)v6))) != 0 ? ((u32)(v8 >> (((u32)0x2u) & 31))) : k702022_f0(as_f32(0xc456ae76u), LOAD_i32(18), ((i32)v9), ((i32)0x34904u))) & 7); n10++) {
    switch (bits_f32(rint_f32(as_f32(0x444bb381u))) & 7) {
    case 0:
      v6 = atom_add_(&G[gid], v6);
      break;
    case 1:
      v9 = atom_max_(&L[lid], k702022_f0(abs_f32(as_f32(0x3a83126fu)), ((i32)n10), ((i32)(((i32)n10) == ((i32)v8))), min_i32(((i32)v8), ((i32)n10))));
      break;
    case 2:
      v9 = (((i32)(((u16)((u32)((u16)v6) - (u32)f32_to_u16(v7))) <= ((u16)k702022_f0(v7, ((i32)0x9adu), ((i32)n10), LOAD_i32(37))))) != 0 ? ((u32)((u32)v6 << (((u32)0xfu) & 31))) : v6);
      break;
    default:
      v6 = ((u32)(((u32)((u32)((u32)((u32)n10 ^ (u32)v8)) ^ (u32)((u32)((u32)v8 ^ (u32)((u32)0x3e8u))))) >> (addc_u32(v6, v6, v8, v9) & 31)));
      break;
    }
  }
  v6 = atom_add_(&L[lid], (((i32)(((i64)0xffffffff00000000ul) > f32_to_i64(v7))) != 0 ? ((u32)((u32)v6 + (u32)v6)) : rot_u32(v6, ((u32)0x10000u))));
  t11 = ((u32)((u32)clz_u32(perm_u32(v9, v6)) - (u32)((u32)((u32)((u32)(v9 >> (v9 & 31))) + (u32)perm_u32(v8, v8)))));
  t12 = k702022_f0(((f32)((i64)v9)), ((i32)((u32)((i32)0x20u) & (u32)((i32)v6))), ((i32)((u32)((i32)v9) + (u32)((i32)v9))), ((i32)((u32)LOAD_i32(13) + (u32)((i32)v9))));
  L[lid] = t11; BARRIER; v8 = L[(lid * 13 + t12) % SIZE]; BARRIER;
  for (u32 n13 = 0; n13 < (u32)(((u32)((i32)((((i32)(v7 < v7)) != 0) || (((i32)(v7 > ((f32)v9))) != 0)))) & 7); n13++) {
    v8 = ((u32)((u32)absdiff_i32(((i32)0x39fu), ((i32)n13)) - (u32)((u32)((u32)v6 * (u32)((u32)0x4au)))));
    v9 = atom_add_(&G[gid], k702022_f0(v7, max_i32(((i32)v6), ((i32)n13)), ((i32)v9), ((i32)bits_f32(as_f32(0xc3cdee29u)))));
    v8 = (((i32)(v6 >= LOAD_u32(19))) != 0 ? absdiff_i32(((i32)v9), ((i32)v8)) : ((u32)((u16)n13)));
  }
  PUT32(0, v6);
  PUT32(1, bits_f32(v7));
  PUT32(2, v8);
  PUT32(3, v9);
  PUT32(4, t11);
  PUT32(5, t12);
}

#undef SIZE
#undef ITEMS
#define SIZE 128
#define ITEMS 128
KERNEL(k702025, 128) {
  __local u32 L[128];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 14;
  L[lid] = lid; G[gid] = gid;
  i64 v1 = 0;
  i64 v2 = 0;
  u64 v3 = 0;
  u64 v4 = 0;
  i32 v5 = 0;
  i32 v6 = 0;
  i32 v7 = 0;
  u32 v8 = 0;
  u32 t9 = 0;
  u32 t10 = 0;
  v1 = LOAD_i64(17);
  v2 = LOAD_i64(21);
  v3 = LOAD_u64(14);
  v4 = LOAD_u64(27);
  v5 = LOAD_i32(38);
  v6 = LOAD_i32(31);
  v7 = LOAD_i32(19);
  v8 = LOAD_u32(20);
  v4 = ((u64)((u64)((u64)((u64)v3 << (((u32)0x8u) & 63))) << (((u32)0x3eu) & 63)));
  v1 = ((i64)v6);
  v1 = ((i64)((u64)((i64)((u64)LOAD_i64(4) - (u64)v2)) << (((u32)0x3u) & 63)));
  t9 = ((u32)((u32)((u32)v1) << (((u32)((u32)((u32)0x7u) - (u32)((u32)0x7u))) & 31)));
  t10 = ((u32)((u64)((i32)(v1 != v1))));
  v8 = 0;
  if (t10 & 1) v8 = BALLOT(t9 & 1);
  for (u32 n11 = 0; n11 < (u32)(mulhi_u32(((u32)0x12345678u), ((u32)0xffff0000u)) & 7); n11++) {
    v2 = ((i64)((u64)v1 ^ (u64)((i64)0x100000ul)));
    v1 = ((i64)((u32)((u32)((u32)((u32)v8 << (((u32)0x7u) & 31))) | (u32)((u32)((u32)v8 - (u32)v8)))));
    v8 = atom_xor_(&L[lid], ((u32)((u32)((u32)((i32)(LOAD_u32(20) <= ((u32)0xffffffbfu)))) ^ (u32)(((i32)(((i64)n11) < ((i64)v7))) != 0 ? v8 : ((u32)0x8000u)))));
  }
  PUT64(0, v1);
  PUT64(2, v2);
  PUT64(4, v3);
  PUT64(6, v4);
  PUT32(8, v5);
  PUT32(9, v6);
  PUT32(10, v7);
  PUT32(11, v8);
  PUT32(12, t9);
  PUT32(13, t10);
}

#undef SIZE
#undef ITEMS
#define SIZE 64
#define ITEMS 128
KERNEL(k702027, 64) {
  __local u32 L[64];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 12;
  L[lid] = lid; G[gid] = gid;
  i64 v1 = 0;
  i64 v2 = 0;
  i32 v3 = 0;
  u64 v4 = 0;
  u32 v5 = 0;
  i64 v6 = 0;
  u32 t8 = 0;
  u32 t9 = 0;
  v1 = LOAD_i64(3);
  v2 = LOAD_i64(19);
  v3 = LOAD_i32(40);
  v4 = LOAD_u64(0);
  v5 = LOAD_u32(9);
  v6 = LOAD_i64(6);
  for (u32 n7 = 0; n7 < (u32)(((u32)~((u32)((u32)v5 ^ (u32)((u32)0x7ffffu)))) & 7); n7++) {
    v5 = atom_imin_(&G[gid], ((u32)((u32)((u32)((u32)((u32)0x3u) << (v5 & 31))) << (LOAD_u32(34) & 31))));
  }
  v1 = ((i64)v4);
  if (((i32)(((i32)(((i32)0x3u) >> (((u32)0x10u) & 31))) < ((i32)0x7fu))) != 0) {
    v2 = v6;
  } else {
    if (((i32)(((u32)((u32)0 - (u32)v5)) < field_u32(v5, v5, v5))) != 0) {
      v3 = ((i32)((u32)((i32)((u32)0 - (u32)v3)) | (u32)rem_i32(v3, ((i32)0xfffecdd9u))));
      v4 = ((u64)((u64)((u64)((i32)0x18f284u)) << (((u32)((u64)v3)) & 63)));
    } else {
      v4 = ((u64)(((u64)((i64)v5)) >> (((u32)0x22u) & 63)));
    }
    if (((i32)(max_u64(v4, v4) != ((u64)((u64)((u64)v6) + (u64)v4)))) != 0) {
      v2 = v2;
      v2 = (((i32)((u32)((i32)(v3 >> (((u32)0x19u) & 31))) + (u32)mulhi_i32(v3, v3))) != 0 ? rem_i64(((i64)((u64)v1)), div_i64(((i64)((u64)((i64)v5) << (((u32)0xcu) & 63))), v1)) : ((i64)((u64)((u64)rem_u64(v4, v4) + (u64)((u64)((u64)v4 + (u64)v4))))));
    }
  }
  t8 = ((u32)(((u32)rem_i64(v1, v6)) >> (insert_u32(((u32)v1), ((u32)0xfffffff0u), v5) & 31)));
  t9 = ((u32)((i64)((u64)v2 - (u64)v2)));
  L[lid] = t9; BARRIER; atom_imin_(&L[t8 & 7], t9); BARRIER; v5 = L[lid & 7]; BARRIER;
  v2 = ((i64)((u64)0 - (u64)v2));
  PUT64(0, v1);
  PUT64(2, v2);
  PUT32(4, v3);
  PUT64(5, v4);
  PUT32(7, v5);
  PUT64(8, v6);
  PUT32(10, t8);
  PUT32(11, t9);
}

#undef SIZE
#undef ITEMS
#define SIZE 64
#define ITEMS 64
KERNEL(k702029, 64) {
  __local u32 L[64];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 8;
  L[lid] = lid; G[gid] = gid;
  i32 v1 = 0;
  i8 v2 = 0;
  i32 v3 = 0;
  i32 v4 = 0;
  i16 v5 = 0;
  u32 v6 = 0;
  u32 t10 = 0;
  u32 t11 = 0;
  v1 = LOAD_i32(35);
  v2 = LOAD_i8(38);
  v3 = LOAD_i32(28);
  v4 = LOAD_i32(38);
  v5 = LOAD_i16(32);
  v6 = LOAD_u32(0);
  v4 = ((i32)((u32)((i32)((u32)((i32)(v2 < ((i8)v4))) ^ (u32)mulhi_i32(sat_i32(LOAD_i64(6)), ((i32)((u32)v1 << (((u32)0x15u) & 31)))))) ^ (u32)((i32)((i16)((u32)((i16)v6) | (u32)((i16)((u16)v5)))))));
  v3 = v1;
  for (u32 n7 = 0; n7 < (u32)(((u32)((u32)(((i32)(v4 == LOAD_i32(28))) != 0 ? v6 : v6) - (u32)(((i32)(v4 <= v3)) != 0 ? v6 : ((u32)v4)))) & 7); n7++) {
    for (u32 n8 = 0; n8 < (u32)(((u32)((i8)((u32)v2 ^ (u32)v2))) & 7); n8++) {
      v4 = ((i32)((u32)0 - (u32)((i32)((u32)((i32)((u32)((i32)((u64)v6)) & (u32)((i32)(v4 >> (((u32)0x1cu) & 31))))) - (u32)((i32)((u32)((i32)((u32)((i32)0xff000000u) + (u32)v4)) << (((u32)((u32)v6 - (u32)((u32)0x1000000u))) & 31)))))));
      if (((i32)(((u64)0xffffffffc0000000ul) < ((u64)n8))) != 0) continue;
    }
    v5 = ((i16)(((i16)((i32)(((u16)0x7fu) != ((u16)v4)))) >> (((u32)0x2u) & 15)));
    for (u32 n9 = 0; n9 < (u32)(((u32)((u32)((u32)((u32)v6 ^ (u32)v6)) & (u32)((u32)((u32)n7 * (u32)n7)))) & 7); n9++) {
      v5 = ((i16)((u32)((i16)((u32)v5 - (u32)v5)) * (u32)(((i32)(((i32)0x2ec214u) < LOAD_i32(16))) != 0 ? v5 : LOAD_i16(3))));
    }
  }
  t10 = ((u32)((u32)((u32)0xa670a431u) - (u32)((u32)((u32)field_u32(((u32)v4), v6, v6) + (u32)((u32)((u32)v6 << (((u32)0x9u) & 31)))))));
  t11 = ((u32)((u32)field_u32(LOAD_u32(38), v6, ((u32)v3)) << (((u32)((u32)v6 + (u32)v6)) & 31)));
  v6 = BALLOT(t10 & 128);
  v5 = ((i16)((u32)((i16)~((i16)((u32)((i16)((u32)LOAD_i16(15) ^ (u32)v5)) - (u32)((i16)((u32)v3))))) & (u32)((i16)((u32)((i16)((u32)((i16)0x3e8u) + (u32)v5)) - (u32)v5))));
  PUT32(0, v1);
  PUT32(1, v2);
  PUT32(2, v3);
  PUT32(3, v4);
  PUT32(4, v5);
  PUT32(5, v6);
  PUT32(6, t10);
  PUT32(7, t11);
}
