#include "foreign.h"
NOINLINE f32 k700122_f0(f32 p1) {
  u32 q2 = 0;
  f32 q3 = 0;
  p1 = div_f32((((i32)(as_f32(0x40400000u) == as_f32(0x43dbbd8du))) != 0 ? (((i32)(as_f32(0x40400000u) != p1)) != 0 ? p1 : p1) : (as_f32(0x501502f9u) * p1)), as_f32(0x424d623eu));
  p1 = ((f32)((i64)(((i64)((u64)0 - (u64)((i64)f32_to_i32(q3)))) >> (((u32)((i32)(q3 != p1))) & 63))));
  return min_f32((q3 - q3), fma_f32(p1, p1, p1));
}
#undef SIZE
#undef ITEMS
#define SIZE 24
#define ITEMS 48
KERNEL(k700122, 24) {
  __local u32 L[24];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 13;
  L[lid] = lid; G[gid] = gid;
  i32 v4 = 0;
  u16 v5 = 0;
  i64 v6 = 0;
  f32 v7 = 0;
  f32 v8 = 0;
  f32 v9 = 0;
  f32 v10 = 0;
  u32 v11 = 0;
  u32 t12 = 0;
  u32 t13 = 0;
  u32 t14 = 0;
  u32 t15 = 0;
  v4 = LOAD_i32(34);
  v5 = LOAD_u16(31);
  v6 = LOAD_i64(27);
  v7 = LOAD_f32(9);
  v8 = LOAD_f32(12);
  v9 = LOAD_f32(40);
  v10 = LOAD_f32(24);
  v11 = LOAD_u32(15);
  v4 = ((i32)((u32)0 - (u32)mulhi_i32(((i32)(v4 >> (((u32)0x14u) & 31))), ((i32)((u32)((i32)0xfffffff0u) + (u32)((i32)((u32)v4 * (u32)((i32)v5))))))));
  v8 = (-((as_f32(0x40200000u) - ((f32)v6)) - trunc_f32(((f32)v5))));
  v11 = atom_and_(&L[lid], max_u32((((i32)(v5 > v5)) != 0 ? ((u32)v6) : f32_to_u32(v7)), ((u32)((u32)v11 + (u32)f32_to_u32(v10)))));
  t12 = ((u32)((u32)((u32)((u16)((u32)v5 & (u32)v5))) - (u32)f32_to_u32(k700122_f0(min_f32(v7, v8)))));
  t13 = f32_to_u32(k700122_f0(k700122_f0(v8)));
  L[lid] = t12; BARRIER; v11 = L[(lid * 9 + t13) % SIZE]; BARRIER;
  v9 = k700122_f0((v7 + v8));
  v11 = atom_sub_(&G[gid], ((u32)((u16)bits_f32(as_f32(0x3fc00000u)))));
  t14 = (((i32)(((u32)~v11) != ((u32)((i32)(v6 >= v6))))) != 0 ? (((i32)(v5 < v5)) != 0 ? ((u32)((u32)v11 | (u32)f32_to_u32(v9))) : ((u32)v5)) : f32_to_u32(div_f32(v7, v7)));
  t15 = ((u32)((i64)((u64)f32_to_i64(v7) | (u64)v6)));
  L[lid] = t14; BARRIER; v11 = L[(lid * 1 + t15) % SIZE]; BARRIER;
  v7 = max_f32(v9, (((as_f32(0x40200000u) * v9) - max_f32(v9, v8)) + trunc_f32((((i32)(v7 == ((f32)v5))) != 0 ? v9 : v8))));
  PUT32(0, v4);
  PUT32(1, v5);
  PUT64(2, v6);
  PUT32(4, bits_f32(v7));
  PUT32(5, bits_f32(v8));
  PUT32(6, bits_f32(v9));
  PUT32(7, bits_f32(v10));
  PUT32(8, v11);
  PUT32(9, t12);
  PUT32(10, t13);
  PUT32(11, t14);
  PUT32(12, t15);
}
