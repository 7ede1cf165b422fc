#include "foreign.h"
NOINLINE f32 k700085_f0(f32 p1) {
  f32 q2 = 0;
  u16 q3 = 0;
  switch (min_u32(((u32)((u32)f32_to_u32(p1) - (u32)((u32)0xb91708u))), ((u32)((u32)((u32)q3) & (u32)f32_to_u32(p1)))) & 3) {
  case 0:
    p1 = ((abs_f32(sqrt_f32(q2)) - as_f32(0xc0800000u)) - (-(-fma_f32(q2, q2, p1))));
    break;
  case 1:
    for (u32 n4 = 0; n4 < 9 && ((i32)((-q2) <= (as_f32(0x0u) - q2))) != 0; n4++) {
      p1 = ((f32)((i32)((u32)((u32)(((i32)(((u32)0xfff7ffffu) <= n4)) != 0 ? ((u32)0xffffffe5u) : ((u32)0x6eu)) ^ (u32)((u32)((u32)((u32)0x1u) - (u32)n4))))));
      q3 = ((u16)~((u16)((u32)rem_u16(((u16)0xfu), q3) + (u32)((u16)((u32)q3 * (u32)q3)))));
      q3 = (((i32)(((i64)((u64)(((i32)(f32_to_i64(q2) >= ((i64)q3))) != 0 ? ((i64)n4) : ((i64)n4)) << (((u32)0x29u) & 63))) <= f32_to_i64(p1))) != 0 ? ((u16)div_i64(((i64)((u64)((i64)0x7ul) << (((u32)0x33u) & 63))), ((i64)((u64)0 - (u64)((i64)0x1ful))))) : f32_to_u16(min_f32(max_f32(p1, p1), (((i32)(((f32)q3) <= q2)) != 0 ? as_f32(0x40400000u) : q2))));
    }
    break;
  case 2:
    for (u32 n5 = 0; n5 < 9 && ((i32)((((i32)(f32_to_i32(q2) > ((i32)q3))) != 0) || (((i32)(((i64)q3) < f32_to_i64(p1))) != 0))) != 0; n5++) {
      p1 = q2;
    }
    break;
  default:
    p1 = ((((f32)((i32)q3)) * p1) * ((as_f32(0x7149f2cau) - ((f32)q3)) - trunc_f32(q2)));
    break;
  }
  q2 = (p1 + ceil_f32(sqrt_f32(q2)));
  q2 = q2;
  return div_f32((p1 + p1), (((f32)q3) - p1));
}
#undef SIZE
#undef ITEMS
#define SIZE 24
#define ITEMS 48
KERNEL(k700085, 24) {
  __local u32 L[24];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 7;
  L[lid] = lid; G[gid] = gid;
  f32 v6 = 0;
  i32 v7 = 0;
  f32 v8 = 0;
  f32 v9 = 0;
  i64 v10 = 0;
  u32 v11 = 0;
  v6 = LOAD_f32(20);
  v7 = LOAD_i32(4);
  v8 = LOAD_f32(3);
  v9 = LOAD_f32(0);
  v10 = LOAD_i64(29);
  v11 = LOAD_u32(23);
  v11 = atom_xchg_(&G[gid], rot_u32((((i32)(v8 >= v6)) != 0 ? v11 : v11), ((u32)((i32)(v11 == v11)))));
  v9 = (-(((i32)((v6 + v6) > (v6 * v8))) != 0 ? (((i32)(v6 < as_f32(0x7149f2cau))) != 0 ? rint_f32(v8) : (((f32)v10) + v8)) : (fma_f32(v6, v6, v6) + (LOAD_f32(39) + as_f32(0xc33d4141u)))));
  v8 = (k700085_f0(as_f32(0x3e22f983u)) * k700085_f0(v9));
  v10 = ((i64)(((i32)(k700085_f0(as_f32(0x4358328bu)) < (v8 + LOAD_f32(16)))) != 0 ? ((u32)((u32)((u32)((u32)v11 ^ (u32)v11)) << (((u32)((u32)0 - (u32)v11)) & 31))) : (((i32)(((u16)v11) == f32_to_u16(v6))) != 0 ? ((u32)~v11) : ((u32)((i32)(v10 != v10))))));
  for (u32 n12 = 0; n12 < (u32)(v11 & 7); n12++) {
    v8 = (((i32)((((i32)(v9 <= v9)) != 0) || (v7 != 0))) != 0 ? (fma_f32(v6, ((f32)n12), ((f32)v10)) + (((f32)v7) * v6)) : (-(v8 * v8)));
  }
  PUT32(0, bits_f32(v6));
  PUT32(1, v7);
  PUT32(2, bits_f32(v8));
  PUT32(3, bits_f32(v9));
  PUT64(4, v10);
  PUT32(6, v11);
}
