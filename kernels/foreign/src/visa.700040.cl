#include "foreign.h"
#undef SIZE
#undef ITEMS
#define SIZE 64
#define ITEMS 64
KERNEL(k700044, 64) {
  __local u32 L[64];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 9;
  L[lid] = lid; G[gid] = gid;
  u16 v1 = 0;
  f32 v2 = 0;
  f32 v3 = 0;
  f32 v4 = 0;
  i32 v5 = 0;
  u16 v6 = 0;
  u32 v7 = 0;
  u32 t9 = 0;
  u32 t10 = 0;
  v1 = LOAD_u16(4);
  v2 = LOAD_f32(22);
  v3 = LOAD_f32(17);
  v4 = LOAD_f32(16);
  v5 = LOAD_i32(13);
  v6 = LOAD_u16(32);
  v7 = LOAD_u32(10);
  for (u32 n8 = 0; n8 < 9 && ((i32)((((f32)v7) * v4) != ((f32)((i64)v6)))) != 0; n8++) {
    v5 = f32_to_i32((v2 * (-((f32)v7))));
    v6 = v1;
    v5 = min_i32(sext_i32(LOAD_i32(17), ((u32)v5)), ((i32)((u32)v5 | (u32)LOAD_i32(21))));
  }
  v6 = min_u16(((u16)((i32)(v3 != v2))), ((u16)((u32)((u16)((u32)v6 * (u32)LOAD_u16(2))) + (u32)div_u16(LOAD_u16(24), v6))));
  t9 = mulhi_u32(v7, perm_u32(f32_to_u32(v4), v7));
  t10 = ((u32)~((u32)((u32)((u32)0xfff80001u) * (u32)v7)));
  v7 = REDUCE(t9);
  for (u32 n11 = 0; n11 < (u32)(((u32)(((u32)~LOAD_u32(18)) >> (((u32)0x2u) & 31))) & 7); n11++) {
    v3 = trunc_f32((((v2 * ((f32)v5)) * (((f32)v7) + v3)) + (((i32)(((i64)n11) >= ((i64)v7))) != 0 ? ((f32)v6) : ((f32)((i64)v5)))));
  }
  PUT32(0, v1);
  PUT32(1, bits_f32(v2));
  PUT32(2, bits_f32(v3));
  PUT32(3, bits_f32(v4));
  PUT32(4, v5);
  PUT32(5, v6);
  PUT32(6, v7);
  PUT32(7, t9);
  PUT32(8, t10);
}
