#include "foreign.h"
NOINLINE f32 k700106_f0(f32 p1, u32 p2, f32 p3) {
  f32 q4 = 0;
  q4 = (trunc_f32(((f32)f32_to_i32(p1))) - min_f32((as_f32(0x3a83126fu) - ((f32)p2)), max_f32(p3, p3)));
  p3 = ((f32)((u32)((u32)f32_to_u32(p3) ^ (u32)p2)));
  return p1;
}
#undef SIZE
#undef ITEMS
#define SIZE 64
#define ITEMS 64
KERNEL(k700106, 64) {
  __local u32 L[64];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 10;
  L[lid] = lid; G[gid] = gid;
  u32 v5 = 0;
  f32 v6 = 0;
  i32 v7 = 0;
  i64 v8 = 0;
  u16 v9 = 0;
  u32 v10 = 0;
  f32 v11 = 0;
  u32 t12 = 0;
  u32 t13 = 0;
  v5 = LOAD_u32(23);
  v6 = LOAD_f32(6);
  v7 = LOAD_i32(30);
  v8 = LOAD_i64(23);
  v9 = LOAD_u16(14);
  v10 = LOAD_u32(25);
  v11 = LOAD_f32(4);
  v8 = ((i64)((u64)((i64)(((i64)((u64)((i64)((u64)((i64)v10) + (u64)v8)) - (u64)f32_to_i64(k700106_f0(LOAD_f32(9), v10, ((f32)v8))))) >> (((u32)0x2bu) & 63))) << (min_u32(((u32)0x1d7cfu), v10) & 63)));
  v8 = ((i64)(((i64)((u64)v8 + (u64)v8)) >> (((u32)((u32)v10 * (u32)v5)) & 63)));
  v10 = ((u32)((u32)div_u32(v5, LOAD_u32(31)) | (u32)v5));
  t12 = ((u32)((u32)((u32)0xfffffe81u) | (u32)((u32)((u32)((u32)((u32)0 - (u32)v10)) ^ (u32)((u32)((u32)v10 << (v10 & 31)))))));
  t13 = ((u32)((i32)(((i32)0x903bu) >> (v5 & 31))));
  v10 = BALLOT(t12 & 1);
  v8 = mulwide_i32((((i32)(((u32)((u32)LOAD_u32(28) + (u32)v5)) > f32_to_u32(k700106_f0(v11, ((u32)v7), v6)))) != 0 ? f32_to_i32(k700106_f0((v11 + LOAD_f32(15)), ((u32)((u32)0 - (u32)v5)), v6)) : ((i32)((((i32)(v11 < ((f32)v5))) != 0 ? v7 : v7) >> (f32_to_u32(k700106_f0(((f32)v7), v10, v11)) & 31)))), ((i32)((u32)((i32)v5) - (u32)f32_to_i32((-v6)))));
  PUT32(0, v5);
  PUT32(1, bits_f32(v6));
  PUT32(2, v7);
  PUT64(3, v8);
  PUT32(5, v9);
  PUT32(6, v10);
  PUT32(7, bits_f32(v11));
  PUT32(8, t12);
  PUT32(9, t13);
}
