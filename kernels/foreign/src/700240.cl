#include "foreign.h"
NOINLINE i64 k700240_f0(u64 p1, u64 p2) {
  i64 q3 = 0;
  i32 q4 = 0;
  q4 = ((i32)((u32)((i32)((u32)0 - (u32)(((i32)(q3 == ((i64)0xfffffffffffffff9ul))) != 0 ? q4 : ((i32)0x1u)))) << (((u32)0x1fu) & 31)));
  for (u32 n5 = 0; n5 < (u32)(((u32)((u32)((u32)q4) * (u32)((u32)(((u32)0x3774u) >> (((u32)q3) & 31))))) & 7); n5++) {
    for (u32 n6 = 0; n6 < (u32)(((u32)((u32)((u32)((u32)n5 - (u32)n5)) - (u32)((u32)q3))) & 7); n6++) {
      q4 = (((i32)(max_u64(p1, p1) <= ((u64)((u64)p1 | (u64)p1)))) != 0 ? (((i32)((((i32)(((i64)n6) > ((i64)0x44e0e57d4ul))) != 0) || (((i32)(n5 < n6)) != 0))) != 0 ? ((i32)q3) : ((i32)((u32)q4 - (u32)q4))) : ((i32)0xffffff80u));
    }
    q4 = (((i32)(p2 <= p2)) != 0 ? ((i32)((u32)q3)) : min_i32(q4, ((i32)0x80000001u)));
  }
  p1 = min_u64(p2, (((i32)(((i64)((i32)(q4 <= ((i32)0xffffff64u)))) >= ((i64)((u64)((i64)0xfffffffffffffffeul) - (u64)((i64)0xfffffffffffffffful))))) != 0 ? p1 : ((u64)~p1)));
  return min_i64(((i64)((u64)q3 - (u64)q3)), ((i64)((u64)((i64)p2) | (u64)q3)));
}
#undef SIZE
#undef ITEMS
#define SIZE 64
#define ITEMS 64
KERNEL(k700240, 64) {
  __local u32 L[64];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 10;
  L[lid] = lid; G[gid] = gid;
  i32 v7 = 0;
  i64 v8 = 0;
  i64 v9 = 0;
  u32 v10 = 0;
  u64 v11 = 0;
  i64 v12 = 0;
  v7 = LOAD_i32(10);
  v8 = LOAD_i64(17);
  v9 = LOAD_i64(28);
  v10 = LOAD_u32(35);
  v11 = LOAD_u64(7);
  v12 = LOAD_i64(36);
  if (((i32)(rot_u64(((u64)v12), ((u64)0x40ul)) != ((u64)(((u64)0x3ff0000000000000ul) >> (((u32)0x20u) & 63))))) != 0) {
    v7 = div_i32(((i32)(((i32)((u32)v7 - (u32)((i32)v8))) <= ((i32)((u32)v7 - (u32)v7)))), max_i32(((i32)((u32)0 - (u32)((i32)((u32)v7 * (u32)((i32)v11))))), ((i32)k700240_f0(v11, ((u64)((u64)v11 << (((u32)0x31u) & 63)))))));
  }
  if (((i32)((((i32)(v11 > v11)) != 0) || (v7 != 0))) != 0) {
    for (u32 n13 = 0; n13 < 9 && ((i32)(((i64)((u64)LOAD_i64(25) + (u64)v9)) != ((i64)((i32)(LOAD_i32(37) >= v7))))) != 0; n13++) {
      v7 = ((i32)((u32)(((i32)(LOAD_i64(0) < ((i64)v10))) != 0 ? ((i32)((u32)((i32)v12) - (u32)v7)) : ((i32)k700240_f0(v11, v11))) << (((u32)0xcu) & 31)));
      v11 = ((u64)((u64)((u64)((u64)rot_u64(v11, v11) << (ctz_u32(((u32)0x3f800000u)) & 63))) | (u64)((u64)k700240_f0(((u64)((u64)v11 - (u64)v11)), ((u64)k700240_f0(v11, v11))))));
      v8 = ((i64)((u64)max_i64(v12, ((i64)0xf34dul)) - (u64)((i64)((i32)(((i64)0x8ul) < v9)))));
    }
    v11 = v11;
    for (u32 n14 = 0; n14 < (u32)((((i32)(v11 >= v11)) != 0 ? ((u32)((u32)v10 + (u32)((u32)v8))) : (((i32)(v11 > ((u64)0x10ul))) != 0 ? v10 : v10)) & 7); n14++) {
      v11 = ((u64)~((u64)(rem_u64(v11, v11) >> (((u32)((u32)n14 - (u32)v10)) & 63))));
      v11 = ((u64)((u64)(((i32)(LOAD_u32(11) == n14)) != 0 ? v11 : ((u64)0x27c09c54ul)) << (((u32)0x32u) & 63)));
      v12 = min_i64(((i64)(v9 >> (((u32)0x20u) & 63))), mulwide_i32(v7, v7));
    }
  } else {
    v9 = v8;
  }
  v11 = ((u64)((u64)((u64)~div_u64(((u64)v9), v11)) << (((u32)0x4u) & 63)));
  PUT32(0, v7);
  PUT64(1, v8);
  PUT64(3, v9);
  PUT32(5, v10);
  PUT64(6, v11);
  PUT64(8, v12);
}

#undef SIZE
#undef ITEMS
#define SIZE 33
#define ITEMS 99
KERNEL(k700241, 33) {
  __local u32 L[33];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 6;
  L[lid] = lid; G[gid] = gid;
  u32 v1 = 0;
  i32 v2 = 0;
  u8 v3 = 0;
  u32 v4 = 0;
  u32 v5 = 0;
  i8 v6 = 0;
  v1 = LOAD_u32(21);
  v2 = LOAD_i32(17);
  v3 = LOAD_u8(40);
  v4 = LOAD_u32(6);
  v5 = LOAD_u32(3);
  v6 = LOAD_i8(36);
  v6 = ((i8)div_u8(v3, ((u8)0x0u)));
  v6 = (((i32)(mulhi_u64(((u64)v5), ((u64)0xfffffffffff00001ul)) != ((u64)v1))) != 0 ? (((i32)(((i64)v2) > ((i64)0xffffffffffffffc3ul))) != 0 ? ((i8)((u32)LOAD_i8(35) + (u32)((i8)v4))) : ((i8)((u32)v6 * (u32)v6))) : v6);
  if (((u32)((u32)((u32)0x4u) * (u32)v1)) != 0) {
    v5 = atom_xor_(&L[lid], ((u32)((u32)((u32)((u32)v5 + (u32)((u32)v3))) + (u32)((u32)~v5))));
  } else {
    v2 = ((i32)((u32)((i32)((u16)0xffffu)) | (u32)((i32)((u32)0 - (u32)((i32)0xffffff80u)))));
  }
  PUT32(0, v1);
  PUT32(1, v2);
  PUT32(2, v3);
  PUT32(3, v4);
  PUT32(4, v5);
  PUT32(5, v6);
}

#undef SIZE
#undef ITEMS
#define SIZE 33
#define ITEMS 99
KERNEL(k700245, 33) {
  __local u32 L[33];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 13;
  L[lid] = lid; G[gid] = gid;
  u64 v1 = 0;
  i64 v2 = 0;
  i64 v3 = 0;
  i64 v4 = 0;
  u32 v5 = 0;
  u32 t6 = 0;
  u32 t7 = 0;
  u32 t8 = 0;
  u32 t9 = 0;
  v1 = LOAD_u64(16);
  v2 = LOAD_i64(35);
  v3 = LOAD_i64(13);
  v4 = LOAD_i64(7);
  v5 = LOAD_u32(16);
  v3 = (((i32)((((i32)(v1 <= v1)) != 0) || (((i32)(v1 > v1)) != 0))) != 0 ? ((i64)((u64)v4 + (u64)v3)) : ((i64)v1));
  v3 = mulwide_i32(((i32)((u32)0 - (u32)((i32)0xfffffff0u))), sat_i32(mulwide_i32(((i32)v1), ((i32)v4))));
  if (((i32)(((i32)((u32)((i32)v3) + (u32)((i32)v5))) <= mulhi_i32(((i32)v2), ((i32)v4)))) != 0) {
    v2 = ((i64)((u64)((i64)((u64)v3 ^ (u64)((i64)0x12345678ul))) << (field_u32(v5, ((u32)0x186c13b6u), v5) & 63)));
  }
  t6 = ((u32)((u32)((u32)((u32)((u32)((u32)v5 | (u32)v5)) - (u32)((u32)((u32)v5 - (u32)((u32)0x7fffu))))) & (u32)clz_u32(div_u32(v5, v5))));
  t7 = ((u32)((i64)((u64)v3 * (u64)v4)));
  L[lid] = t7; BARRIER; atom_and_(&L[t6 & 7], t7); BARRIER; v5 = L[lid & 7]; BARRIER;
  if (((i32)(((i64)((u64)v2 & (u64)v3)) == v3)) != 0) {
    v1 = (((i32)((((i32)(((u32)((u32)v5 & (u32)v5)) < ((u32)((u32)v5 | (u32)v5)))) != 0) && (((i32)(((i64)0xffffffffffffe11dul) == ((i64)((i32)(v1 < v1))))) != 0))) != 0 ? ((u64)(clz_u64((((i32)(((i64)v1) < v2)) != 0 ? ((u64)v5) : ((u64)v5))) >> (((u32)((i32)(LOAD_i64(2) == v3))) & 63))) : v1);
    v3 = ((i64)((u64)((i64)((u64)((i64)((u64)v3 - (u64)mulwide_i32(((i32)0xffffffb6u), LOAD_i32(38)))) << (((u32)0xfu) & 63))) + (u64)((i64)((u32)((i32)(v1 <= ((u64)v4)))))));
    if (((i32)(addc_u64(v1, v1, v1, v1) == ((u64)((u64)v1 << (((u32)0x3bu) & 63))))) != 0) {
      v4 = ((i64)((u64)(((i32)((((i32)(v1 != v1)) != 0) || (((i32)(v4 > v4)) != 0))) != 0 ? ((i64)((u64)0 - (u64)LOAD_i64(26))) : ((i64)~((i64)v1))) - (u64)((i64)((i32)(LOAD_u64(1) != ((u64)0xfffffffffffc6c50ul))))));
      v4 = ((i64)((u64)v3 & (u64)v2));
    }
  } else {
    v3 = min_i64(((i64)((u64)0x582038fc3119dbaul)), (((i32)(v1 <= v1)) != 0 ? v3 : v4));
  }
  v5 = ((u32)((u32)((u32)((u32)((u32)v3) + (u32)v5)) ^ (u32)((u32)((u32)v5 & (u32)v5))));
  v4 = ((i64)(((i32)(v1 >= ((u64)0x100000000ul))) != 0 ? ((u64)((i32)(((u32)v4) > v5))) : ((u64)((u64)v1 | (u64)v1))));
  t8 = ((u32)((u32)((u32)((u32)max_u32(v5, v5) - (u32)v5)) + (u32)((u32)~((u32)((i32)(v4 == v2))))));
  t9 = ((u32)mulwide_i32(((i32)v1), ((i32)v4)));
  L[lid] = t8; BARRIER; v5 = L[(lid * 11 + t9) % SIZE]; BARRIER;
  v5 = atom_xchg_(&G[gid], ((u32)((u32)((u32)0x1u) | (u32)((u32)((u32)((u32)v3) & (u32)v5)))));
  PUT64(0, v1);
  PUT64(2, v2);
  PUT64(4, v3);
  PUT64(6, v4);
  PUT32(8, v5);
  PUT32(9, t6);
  PUT32(10, t7);
  PUT32(11, t8);
  PUT32(12, t9);
}

#undef SIZE
#undef ITEMS
#define SIZE 33
#define ITEMS 99
KERNEL(k700247, 33) {
  __local u32 L[33];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 8;
  L[lid] = lid; G[gid] = gid;
  i64 v1 = 0;
  u16 v2 = 0;
  f32 v3 = 0;
  f32 v4 = 0;
  f32 v5 = 0;
  u32 v6 = 0;
  f32 v7 = 0;
  v1 = LOAD_i64(9);
  v2 = LOAD_u16(16);
  v3 = LOAD_f32(32);
  v4 = LOAD_f32(10);
  v5 = LOAD_f32(33);
  v6 = LOAD_u32(7);
  v7 = LOAD_f32(5);
  v1 = ((i64)((u64)((i64)((u64)((i64)bits_f32(((f32)v1))) + (u64)((i64)((u64)v1 - (u64)((i64)0xfffffffffffffcbcul))))) + (u64)((i64)f32_to_u16(v4))));
  v2 = ((u16)((i32)(v1 == LOAD_i64(0))));
  v6 = atom_cas_(&G[gid], ((u32)((u32)0 - (u32)((u32)((u32)v6 & (u32)v6)))), ((u32)((u32)((u32)~v6) - (u32)ctz_u32(v6))));
  v6 = atom_min_(&L[lid], ((u32)((u32)0 - (u32)((u32)((u32)v6 - (u32)v6)))));
  if (((i32)((v3 + v4) > v5)) != 0) {
    v2 = ((u16)((u32)(((i32)(((u16)((u32)f32_to_u16(v5) + (u32)v2)) != ((u16)((u32)LOAD_u16(27) + (u32)v2)))) != 0 ? rem_u16(((u16)v1), max_u16(v2, v2)) : div_u16(((u16)0xeau), ((u16)((u32)v2 - (u32)v2)))) - (u32)((u16)((u32)((u16)((u32)0 - (u32)f32_to_u16(v5))) * (u32)f32_to_u16(((f32)((i32)v1)))))));
    v5 = ((v4 + sqrt_f32((as_f32(0xbf000000u) * v7))) * rint_f32((((i32)(v5 == as_f32(0x4451bdf8u))) != 0 ? v3 : as_f32(0x4f000000u))));
  } else {
    v2 = ((u16)((u32)((u16)v1) * (u32)((u16)bits_f32((((i32)(v7 != v5)) != 0 ? as_f32(0x3dcccccdu) : LOAD_f32(37))))));
    v3 = ((ceil_f32(v3) + trunc_f32(LOAD_f32(40))) + (max_f32(((f32)f32_to_i32(v5)), ((f32)LOAD_i32(5))) - (min_f32(v5, v4) - (LOAD_f32(7) + v7))));
  }
  v7 = max_f32(min_f32(v7, trunc_f32(fma_f32(v4, as_f32(0x444f7582u), v5))), ((f32)insert_u32((((i32)(v1 <= v1)) != 0 ? ((u32)v1) : v6), ((u32)~v6), (((i32)(v1 != v1)) != 0 ? v6 : v6))));
  PUT64(0, v1);
  PUT32(2, v2);
  PUT32(3, bits_f32(v3));
  PUT32(4, bits_f32(v4));
  PUT32(5, bits_f32(v5));
  PUT32(6, v6);
  PUT32(7, bits_f32(v7));
}
