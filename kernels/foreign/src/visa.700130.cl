#include "foreign.h"
#undef SIZE
#undef ITEMS
#define SIZE 128
#define ITEMS 128
KERNEL(k700136, 128) {
  __local u32 L[128];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 12;
  L[lid] = lid; G[gid] = gid;
  f32 v1 = 0;
  f32 v2 = 0;
  i32 v3 = 0;
  i32 v4 = 0;
  f32 v5 = 0;
  f32 v6 = 0;
  f32 v7 = 0;
  u32 v8 = 0;
  u32 t9 = 0;
  u32 t10 = 0;
  u32 t11 = 0;
  u32 t12 = 0;
  v1 = LOAD_f32(5);
  v2 = LOAD_f32(5);
  v3 = LOAD_i32(32);
  v4 = LOAD_i32(2);
  v5 = LOAD_f32(14);
  v6 = LOAD_f32(25);
  v7 = LOAD_f32(7);
  v8 = LOAD_u32(17);
  if (((i32)((((i32)(v8 <= f32_to_u32(v6))) != 0) || (((i32)(v4 == v3)) != 0))) != 0) {
    v8 = atom_and_(&G[gid], bits_f32((v6 + v7)));
    v6 = LOAD_f32(10);
  } else {
    v2 = (-(((i32)(f32_to_u16(v6) < LOAD_u16(27))) != 0 ? v5 : v7));
  }
  v5 = ((f32)(((i32)(((u16)~f32_to_u16(v7)) >= f32_to_u16(as_f32(0xc41f41c4u)))) != 0 ? f32_to_u16(trunc_f32(v6)) : ((u16)((u32)((u16)((u32)f32_to_u16(v1) - (u32)LOAD_u16(18))) | (u32)((u16)((u32)f32_to_u16(v7) + (u32)((u16)v3)))))));
  v8 = mulhi_u32(((u32)((u16)0x3du)), ((u32)((u32)v8 * (u32)f32_to_u32(v1))));
  v3 = ((i32)((u32)0 - (u32)v4));
  t9 = ((u32)((u32)f32_to_u32(v2) & (u32)v8));
  t10 = ((u32)((u32)min_u32(v8, ((u32)v3)) * (u32)f32_to_u32(LOAD_f32(3))));
  L[lid] = t9; BARRIER; v8 = L[(lid * 15 + t10) % SIZE]; BARRIER;
  v2 = ((-(((i32)(v5 <= v6)) != 0 ? v2 : v6)) - ((((f32)v4) + ((f32)v3)) * (v7 - v5)));
  v4 = ((i32)(((i32)((u32)v3 << (((u32)0x10u) & 31))) >> (((u32)((u32)((u32)0x3aedu) & (u32)v8)) & 31)));
  t11 = ((u32)((i64)((u64)f32_to_i64(v1) | (u64)(((i32)(LOAD_f32(33) != v6)) != 0 ? ((i64)0xffffffffffffffcaul) : ((i64)v4)))));
  t12 = ((u32)((u32)v8 & (u32)((u32)((u32)v8 ^ (u32)v8))));
  v8 = 0;
  if (t12 & 1) v8 = BALLOT(t11 & 32);
  v4 = ((i32)(((i32)((u32)(((i32)(v2 > LOAD_f32(28))) != 0 ? v4 : v3) - (u32)((i32)((u32)((i32)0x80u) & (u32)v4)))) >> (((u32)(((u32)0x8u) >> (v8 & 31))) & 31)));
  PUT32(0, bits_f32(v1));
  PUT32(1, bits_f32(v2));
  PUT32(2, v3);
  PUT32(3, v4);
  PUT32(4, bits_f32(v5));
  PUT32(5, bits_f32(v6));
  PUT32(6, bits_f32(v7));
  PUT32(7, v8);
  PUT32(8, t9);
  PUT32(9, t10);
  PUT32(10, t11);
  PUT32(11, t12);
}
