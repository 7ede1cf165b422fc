#include "foreign.h"
#undef SIZE
#undef ITEMS
#define SIZE 64
#define ITEMS 128
KERNEL(k700148, 64) {
  __local u32 L[64];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 7;
  L[lid] = lid; G[gid] = gid;
  u32 v1 = 0;
  f32 v2 = 0;
  f32 v3 = 0;
  f32 v4 = 0;
  u16 v5 = 0;
  i64 v6 = 0;
  v1 = LOAD_u32(18);
  v2 = LOAD_f32(8);
  v3 = LOAD_f32(9);
  v4 = LOAD_f32(23);
  v5 = LOAD_u16(28);
  v6 = LOAD_i64(5);
  if (((i32)((as_f32(0x47800000u) * as_f32(0xc43ebd0au)) >= (LOAD_f32(16) - v3))) != 0) {
    v4 = (trunc_f32(fma_f32(v2, v3, v2)) - (trunc_f32((v3 - v2)) * (v2 - v4)));
    for (u32 n7 = 0; n7 < (u32)(subb_u32(f32_to_u32(v2), perm_u32(v1, v1), ((u32)((u32)v1 - (u32)v1)), ((u32)((u32)v1 | (u32)((u32)0xfff00000u)))) & 7); n7++) {
      if (v1 != 0) continue;
      v3 = ((floor_f32(v4) * fma_f32(v4, as_f32(0x40400000u), v4)) * v4);
    }
  }
  if (v1 != 0) {
    switch (v1 & 3) {
    case 0:
      v4 = v3;
      break;
    case 1:
      v1 = atom_or_(&L[lid], ((u32)((i32)((u32)((i32)v6) - (u32)((i32)v6)))));
      break;
    case 2:
      v4 = (v2 * as_f32(0x3dcccccdu));
      break;
    default:
      v4 = (((v3 - v2) + ((f32)v5)) * (v2 + ((f32)v1)));
      break;
    }
    v6 = ((i64)((u64)((i64)((i32)(v2 >= v2))) - (u64)LOAD_i64(36)));
  } else {
    v6 = ((i64)((u64)((i64)((u64)f32_to_i64(LOAD_f32(23)) << (((u32)((u32)LOAD_u32(7) << (((u32)0x12u) & 31))) & 63))) << (((u32)0x34u) & 63)));
  }
  v3 = ((-((LOAD_f32(16) + v2) * as_f32(0x3fc00000u))) - ((v4 * v2) * ceil_f32(as_f32(v1))));
  PUT32(0, v1);
  PUT32(1, bits_f32(v2));
  PUT32(2, bits_f32(v3));
  PUT32(3, bits_f32(v4));
  PUT32(4, v5);
  PUT64(5, v6);
}
