#include "foreign.h"
#undef SIZE
#undef ITEMS
#define SIZE 64
#define ITEMS 128
KERNEL(k700061, 64) {
  __local u32 L[64];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 5;
  L[lid] = lid; G[gid] = gid;
  u16 v1 = 0;
  f32 v2 = 0;
  u16 v3 = 0;
  f32 v4 = 0;
  u32 v5 = 0;
  v1 = LOAD_u16(10);
  v2 = LOAD_f32(5);
  v3 = LOAD_u16(14);
  v4 = LOAD_f32(38);
  v5 = LOAD_u32(20);
  for (u32 n6 = 0; n6 < 9 && ((i32)((((i32)(v4 == as_f32(0x3f000000u))) != 0) && (((i32)(((i32)v5) >= ((i32)v5))) != 0))) != 0; n6++) {
    if (((i32)((v4 * v4) != as_f32(0xc3f4f635u))) != 0) {
      v3 = ((u16)((u32)((u16)((i32)((u32)((i32)(f32_to_i32(v2) >> (((u32)0x18u) & 31))) & (u32)((i32)~((i32)v1))))) - (u32)((u16)v5)));
      v3 = ((u16)((u32)((u16)((u32)f32_to_u16(v4) - (u32)((u16)0xee4bu))) + (u32)(((i32)(((u16)0x0u) <= LOAD_u16(5))) != 0 ? LOAD_u16(5) : v3)));
    } else {
      v4 = LOAD_f32(31);
      v5 = ((u32)((i64)((u64)LOAD_i64(25) + (u64)f32_to_i64(v4))));
    }
    v2 = (div_f32(as_f32(0x4f000000u), (((i32)(((i64)v3) < ((i64)v1))) != 0 ? v4 : v4)) * (sqrt_f32(v2) + v4));
  }
  v3 = div_u16(((u16)((u32)min_u16(min_u16(v3, v1), f32_to_u16(v4)) & (u32)((u16)bits_f32(trunc_f32(v2))))), (((i32)(trunc_f32(v4) > (v4 - v2))) != 0 ? ((u16)bits_f32((v2 - LOAD_f32(33)))) : ((u16)bits_f32(fma_f32(LOAD_f32(36), LOAD_f32(26), as_f32(0xc3e6b9ffu))))));
  v4 = (floor_f32(v4) - div_f32((v4 - v4), v4));
  v4 = as_f32(((u32)(v5 >> (((u32)0x12u) & 31))));
  for (u32 n7 = 0; n7 < (u32)(((u32)((u32)((u32)v3) & (u32)((u32)f32_to_i32(v2)))) & 7); n7++) {
    v5 = ((u32)((u32)((u32)((u32)((u32)((u16)0x1u)) - (u32)((u32)0xfffff0u))) - (u32)v5));
  }
  v5 = atom_imax_(&L[lid], ((u32)((i32)((((i32)(v1 <= v1)) != 0) && (((i32)(((i64)v1) < ((i64)v5))) != 0)))));
  for (u32 n8 = 0; n8 < (u32)(subb_u32(((u32)((i32)(as_f32(0x3fc00000u) > v4))), absdiff_i32(((i32)v1), ((i32)0xfffff0u)), ((u32)((u32)v5 - (u32)((u32)v1))), f32_to_u32(v4)) & 7); n8++) {
    if (((i32)(((f32)f32_to_i64(v2)) < ((f32)((u16)0xff00u)))) != 0) {
      v1 = ((u16)((i32)(f32_to_i64(v2) >= LOAD_i64(35))));
      v2 = (div_f32((((i32)(((i32)v5) != f32_to_i32(v2))) != 0 ? rint_f32(LOAD_f32(23)) : (v4 * v4)), v4) + (rint_f32((-v4)) - (-min_f32(v4, LOAD_f32(32)))));
      v3 = f32_to_u16((((i32)(LOAD_f32(34) != ((f32)v1))) != 0 ? v2 : as_f32(0x44571462u)));
    } else {
      v2 = ((f32)((i64)((u64)((i64)((u64)((i64)((u64)((i64)n8) * (u64)((i64)n8))) * (u64)((i64)((u64)LOAD_i64(31) + (u64)f32_to_i64(v4))))) ^ (u64)((i64)((u64)((i64)((u64)LOAD_i64(16) | (u64)((i64)v5))) ^ (u64)div_i64(LOAD_i64(36), ((i64)v1)))))));
    }
    v4 = (floor_f32(v4) + fma_f32(as_f32(0x41200000u), ((f32)v5), v4));
  }
  v2 = (div_f32(v2, v4) * (v2 + v4));
  for (u32 n9 = 0; n9 < (u32)(((u32)((u32)((u32)((u32)v5 ^ (u32)v5)) - (u32)((u32)((u32)v5 << (((u32)0x6u) & 31))))) & 7); n9++) {
    v2 = v4;
    v2 = ((f32)max_u16(((u16)((u32)((u16)0xffffu) + (u32)f32_to_u16(as_f32(0xc3d06b85u)))), ((u16)((i32)(f32_to_i64(v4) <= ((i64)v5))))));
  }
  PUT32(0, v1);
  PUT32(1, bits_f32(v2));
  PUT32(2, v3);
  PUT32(3, bits_f32(v4));
  PUT32(4, v5);
}
