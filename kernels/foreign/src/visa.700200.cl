#include "foreign.h"
NOINLINE f32 k700209_f0(i64 p1, f32 p2, i64 p3, u16 p4) {
  i64 q5 = 0;
  f32 q6 = 0;
  p1 = ((i64)((i32)(((i32)p4) <= ((i32)p3))));
  p3 = ((i64)((u64)min_i64(f32_to_i64(((f32)f32_to_i64(q6))), max_i64(((i64)0xbc8e215458f9c428ul), ((i64)((u64)p1 << (((u32)0x6u) & 63))))) << (((u32)0x35u) & 63)));
  q6 = (min_f32(((f32)q5), as_f32(0xc2b57efeu)) + (((i32)(as_f32(0x501502f9u) < p2)) != 0 ? q6 : q6));
  return min_f32((((i32)(q6 != p2)) != 0 ? p2 : p2), (p2 - as_f32(0x501502f9u)));
}
#undef SIZE
#undef ITEMS
#define SIZE 24
#define ITEMS 48
KERNEL(k700209, 24) {
  __local u32 L[24];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 4;
  L[lid] = lid; G[gid] = gid;
  u32 v7 = 0;
  f32 v8 = 0;
  u16 v9 = 0;
  f32 v10 = 0;
  v7 = LOAD_u32(23);
  v8 = LOAD_f32(31);
  v9 = LOAD_u16(7);
  v10 = LOAD_f32(22);
  if (((i32)(((u32)((u32)v7 - (u32)((u32)0x21u))) < f32_to_u32(k700209_f0(LOAD_i64(33), v10, ((i64)v7), v9)))) != 0) {
    for (u32 n11 = 0; n11 < (u32)(div_u32((((i32)(v10 < v10)) != 0 ? v7 : ((u32)0x8u)), ((u32)((u32)v7 << (v7 & 31)))) & 7); n11++) {
      v8 = (as_f32(clz_u32(v7)) + (k700209_f0(((i64)v7), as_f32(0x1u), f32_to_i64(v8), v9) - max_f32(as_f32(0x441e2169u), ((f32)v9))));
      v8 = ((-min_f32(((f32)v9), v8)) * ceil_f32((v10 + v10)));
      v10 = (div_f32(k700209_f0(f32_to_i64(v10), v10, f32_to_i64(v8), LOAD_u16(13)), (((i32)(v10 == v10)) != 0 ? v8 : as_f32(0x7149f2cau))) + ((as_f32(0x4479b277u) + v8) * ((f32)((u16)0x8000u))));
    }
    v10 = ((((i32)(f32_to_i32(v10) > f32_to_i32(v8))) != 0 ? v8 : v10) - rint_f32(as_f32(0x445a9585u)));
  } else {
    for (u32 n12 = 0; n12 < (u32)(((u32)((u16)(((u16)v7) >> (((u32)0xdu) & 15)))) & 7); n12++) {
      if (((i32)(((i32)n12) <= ((i32)n12))) != 0) break;
      v10 = max_f32(((f32)f32_to_i32(k700209_f0(((i64)((u64)f32_to_i64(v10) + (u64)LOAD_i64(40))), ceil_f32(v8), ((i64)((u64)f32_to_i64(v8) ^ (u64)((i64)v9))), v9))), (((i32)((v10 - v10) <= (-LOAD_f32(9)))) != 0 ? div_f32((v8 + v8), rint_f32(v8)) : (max_f32(v10, v10) - k700209_f0(f32_to_i64(v8), v8, LOAD_i64(32), LOAD_u16(28)))));
    }
  }
  v7 = atom_min_(&G[gid], f32_to_u32(v8));
  v7 = ((u32)~((u32)((i32)(((u16)0x0u) > v9))));
  PUT32(0, v7);
  PUT32(1, bits_f32(v8));
  PUT32(2, v9);
  PUT32(3, bits_f32(v10));
}
