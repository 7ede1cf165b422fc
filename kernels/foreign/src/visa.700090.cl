#include "foreign.h"
#undef SIZE
#undef ITEMS
#define SIZE 128
#define ITEMS 128
KERNEL(k700096, 128) {
  __local u32 L[128];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 5;
  L[lid] = lid; G[gid] = gid;
  u32 v1 = 0;
  f32 v2 = 0;
  u32 v3 = 0;
  u16 v4 = 0;
  f32 v5 = 0;
  v1 = LOAD_u32(22);
  v2 = LOAD_f32(39);
  v3 = LOAD_u32(29);
  v4 = LOAD_u16(13);
  v5 = LOAD_f32(25);
  v1 = ((u32)((u32)f32_to_u32(ceil_f32(abs_f32(v5))) + (u32)(((i32)(mulwide_i32(((i32)0xd90u), ((i32)v1)) >= min_i64(((i64)v1), f32_to_i64(v5)))) != 0 ? ((u32)((i64)((i32)(v2 >= ((f32)v3))))) : ((u32)(((u32)((i64)0xffffffffc0800000ul)) >> (((u32)((u32)v1 + (u32)v3)) & 31))))));
  v3 = ((u32)((u32)0 - (u32)((u32)0xau)));
  if (((i32)(((u32)((u32)v1 + (u32)LOAD_u32(24))) != div_u32(v1, v1))) != 0) {
    v1 = atom_and_(&G[gid], ((u32)((u32)((u32)(v1 >> (((u32)0x9u) & 31))) << (((u32)((i32)(LOAD_u32(35) > v3))) & 31))));
    v3 = atom_or_(&L[lid], f32_to_u32(sqrt_f32(v2)));
    if (((i32)((((i32)((((i32)(LOAD_i64(11) <= LOAD_i64(28))) != 0) || (((i32)(v2 <= LOAD_f32(28))) != 0))) != 0) || (((i32)(v2 == v5)) != 0))) != 0) {
      v4 = f32_to_u16(((-max_f32(((f32)v1), v5)) - ((f32)rem_u32(v1, LOAD_u32(3)))));
    }
  } else {
    switch (f32_to_u32((((i32)(v5 != v5)) != 0 ? v5 : v5)) & 3) {
    case 0:
      v1 = ((u32)((u32)((u32)((i32)(((u32)~f32_to_u32(v2)) <= insert_u32(v1, v3, v3)))) | (u32)addc_u32(f32_to_u32(abs_f32(as_f32(0x6ce3eeu))), (((i32)((((i32)(((u16)0x3b2u) > v4)) != 0) && (((i32)(v3 <= v1)) != 0))) != 0 ? ((u32)((i32)v1)) : (((i32)(v2 < v2)) != 0 ? v1 : v3)), ((u32)(((u32)((i32)(v2 <= ((f32)v1)))) >> (((u32)0x11u) & 31))), ((u32)((u32)((u32)((u32)((u32)0xfffffff0u) << (v1 & 31))) & (u32)clz_u32(v1))))));
      break;
    case 1:
      v3 = ((u32)~LOAD_u32(10));
      break;
    default:
      v3 = ((u32)((u32)((u32)f32_to_i64(as_f32(0xbf800000u))) + (u32)((u32)((u32)((u32)f32_to_i32(v5)) & (u32)((u32)v4)))));
      break;
    }
    v2 = fma_f32(((v2 + v5) - (v2 - v2)), floor_f32(LOAD_f32(30)), ((f32)v1));
  }
  for (u32 n6 = 0; n6 < (u32)(((u32)((u32)clz_u32(LOAD_u32(15)) * (u32)f32_to_u32(as_f32(0x4b800000u)))) & 7); n6++) {
    v1 = atom_min_(&G[gid], v3);
  }
  PUT32(0, v1);
  PUT32(1, bits_f32(v2));
  PUT32(2, v3);
  PUT32(3, v4);
  PUT32(4, bits_f32(v5));
}
