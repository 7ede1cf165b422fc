#include "foreign.h"
NOINLINE f32 k700029_f0(u32 p1, f32 p2) {
  u16 q3 = 0;
  if (((i32)((as_f32(0x4436257au) * p2) >= p2)) != 0) {
    p2 = p2;
    if (((i32)((((i32)(((i64)p1) != ((i64)0xfffffffffffffff6ul))) != 0 ? ((i64)q3) : ((i64)0xfffffffffffffffful)) <= ((i64)q3))) != 0) {
      p1 = ((u32)((u16)((u32)q3 ^ (u32)q3)));
      q3 = ((u16)((u32)((i32)((as_f32(0xc3aa7cfbu) - p2) != (p2 + p2)))));
    } else {
      p2 = (min_f32(((f32)q3), p2) * (p2 - p2));
    }
    switch (((u32)((u32)subb_u32(((u32)0x100000u), ((u32)0x7f98bu), ((u32)0x7774dcau), p1) - (u32)f32_to_u32(p2))) & 3) {
    case 0:
      p1 = ((u32)((u32)f32_to_u32(sqrt_f32(p2)) ^ (u32)((u32)((u32)((u32)((i32)((i64)q3))) & (u32)((u32)((i32)~((i32)p1)))))));
      break;
    case 1:
      p2 = (-max_f32(div_f32(p2, (p2 * p2)), ((-as_f32(0xc4018109u)) + (p2 * p2))));
      break;
    case 2:
      q3 = ((u16)((u32)((u16)0xfff9u) + (u32)f32_to_u16(p2)));
      break;
    default:
      p1 = ((u32)((u32)perm_u32(((u32)(((u32)~f32_to_u32(p2)) >> (bits_f32(p2) & 31))), ((u32)((u32)((u32)((u32)p1 & (u32)((u32)q3))) + (u32)((u32)((u32)0 - (u32)p1))))) + (u32)div_u32(((u32)((u32)((u32)((u32)p1 * (u32)p1)) ^ (u32)f32_to_u32(p2))), (((i32)q3) != 0 ? ((u32)((u32)p1 + (u32)p1)) : p1))));
      break;
    }
  } else {
    p1 = f32_to_u32(abs_f32(min_f32((as_f32(0x0u) - p2), (p2 * p2))));
    p2 = ((f32)((u16)((u32)((u16)((u32)((u16)((u32)q3 - (u32)f32_to_u16(p2))) << (((u32)((u32)p1 + (u32)p1)) & 15))) ^ (u32)((u16)bits_f32(ceil_f32(as_f32(0x40200000u)))))));
  }
  return ((p2 - p2) - min_f32(as_f32(0x4451a59au), p2));
}
#undef SIZE
#undef ITEMS
#define SIZE 33
#define ITEMS 99
KERNEL(k700029, 33) {
  __local u32 L[33];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 10;
  L[lid] = lid; G[gid] = gid;
  f32 v4 = 0;
  u16 v5 = 0;
  f32 v6 = 0;
  f32 v7 = 0;
  i64 v8 = 0;
  f32 v9 = 0;
  u32 v10 = 0;
  u32 t12 = 0;
  u32 t13 = 0;
  v4 = LOAD_f32(9);
  v5 = LOAD_u16(26);
  v6 = LOAD_f32(16);
  v7 = LOAD_f32(31);
  v8 = LOAD_i64(16);
  v9 = LOAD_f32(36);
  v10 = LOAD_u32(14);
  v10 = absdiff_i32(((i32)bits_f32(v6)), rem_i32(((i32)v5), ((i32)v8)));
  v6 = (((((i32)(v10 > v10)) != 0 ? (((i32)(v5 == v5)) != 0 ? v6 : v7) : ((f32)v10)) + (((f32)f32_to_i32(v7)) + fma_f32(v4, v9, v6))) * ((as_f32(0x40000000u) - LOAD_f32(10)) - (-as_f32(0xbf800000u))));
  for (u32 n11 = 0; n11 < (u32)(((u32)((u32)LOAD_u32(13) + (u32)((u32)((u32)v10 - (u32)v10)))) & 7); n11++) {
    v4 = div_f32(ceil_f32(v6), (k700029_f0(v10, v9) - (v4 - v7)));
  }
  v6 = ((f32)((i64)(v8 >> (LOAD_u32(16) & 63))));
  t12 = f32_to_u32(v6);
  t13 = f32_to_u32(k700029_f0(f32_to_u32(k700029_f0(v10, v4)), fma_f32(as_f32(0xc441a432u), v4, v4)));
  L[lid] = t12; BARRIER; v10 = L[(lid * 3 + t13) % SIZE]; BARRIER;
  v10 = atom_max_(&G[gid], mulhi_u32(f32_to_u32(k700029_f0(v10, as_f32(0xc4094fbeu))), f32_to_u32(v9)));
  PUT32(0, bits_f32(v4));
  PUT32(1, v5);
  PUT32(2, bits_f32(v6));
  PUT32(3, bits_f32(v7));
  PUT64(4, v8);
  PUT32(6, bits_f32(v9));
  PUT32(7, v10);
  PUT32(8, t12);
  PUT32(9, t13);
}
