#include "foreign.h"
NOINLINE f32 k700055_f0(f32 p1, f32 p2, f32 p3) {
  f32 q4 = 0;
  i64 q5 = 0;
  if (((i32)((p3 + as_f32(0x4f000000u)) < rint_f32(p1))) != 0) {
    q4 = ((((i32)(f32_to_u32(p3) > ((u32)q5))) != 0 ? q4 : q4) - (p1 + p1));
  } else {
    if (((i32)(q4 != (((i32)(p1 != q4)) != 0 ? p1 : q4))) != 0) {
      q5 = ((i64)((i32)((u32)f32_to_i32(p1) + (u32)f32_to_i32(p3))));
    }
    if (((u32)((u32)f32_to_u32(p1) ^ (u32)f32_to_u32(p1))) != 0) {
      p3 = p1;
    } else {
      q4 = ((p3 - p1) * (p1 * as_f32(0xc33dfe77u)));
      p3 = div_f32((-p1), ((f32)f32_to_u16(p3)));
    }
  }
  p1 = ((f32)q5);
  return (((i32)(((f32)q5) <= p2)) != 0 ? (as_f32(0x446928ceu) + p1) : (((i32)(as_f32(0x47800000u) != as_f32(0x40490fdbu))) != 0 ? as_f32(0x40490fdbu) : as_f32(0xc3875813u)));
}
NOINLINE i64 k700055_f1(i64 p6) {
  f32 q7 = 0;
  u16 q8 = 0;
  q7 = ((f32)((u32)((u32)bits_f32(q7) << (((u32)0x6u) & 31))));
  q7 = q7;
  if ((((i32)(p6 <= ((i64)0x4128d252046b84aul))) != 0 ? ((u32)p6) : ((u32)q8)) != 0) {
    p6 = rem_i64(min_i64(((i64)(f32_to_i64(q7) >> (f32_to_u32(q7) & 63))), ((i64)f32_to_u32(q7))), ((i64)((u64)((i64)((u32)0x3e8u)) << (((u32)0x38u) & 63))));
    q7 = floor_f32(((as_f32(0x41200000u) * q7) * ((f32)((i32)0x3f800000u))));
    q7 = (max_f32(q7, ((f32)p6)) - (as_f32(0xbf000000u) * as_f32(0xbf800000u)));
  } else {
    p6 = p6;
    q7 = ((((i32)(f32_to_u32(q7) != ((u32)q8))) != 0 ? q7 : as_f32(0x42c01198u)) * floor_f32(q7));
  }
  return ((i64)((u64)max_i64(p6, p6) ^ (u64)((i64)0xful)));
}
#undef SIZE
#undef ITEMS
#define SIZE 24
#define ITEMS 48
KERNEL(k700055, 24) {
  __local u32 L[24];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 8;
  L[lid] = lid; G[gid] = gid;
  u16 v9 = 0;
  i32 v10 = 0;
  f32 v11 = 0;
  f32 v12 = 0;
  f32 v13 = 0;
  u32 v14 = 0;
  u32 t16 = 0;
  u32 t17 = 0;
  v9 = LOAD_u16(12);
  v10 = LOAD_i32(15);
  v11 = LOAD_f32(39);
  v12 = LOAD_f32(14);
  v13 = LOAD_f32(26);
  v14 = LOAD_u32(16);
  if (((i32)(((u16)((u32)v9 * (u32)v9)) != ((u16)v10))) != 0) {
    v14 = atom_min_(&L[lid], ((u32)(((u32)((u32)v14 * (u32)v14)) >> (((u32)((u32)v14 << (LOAD_u32(0) & 31))) & 31))));
    v13 = ceil_f32((-v12));
  } else {
    v14 = atom_and_(&L[lid], f32_to_u32((v12 * v12)));
    for (u32 n15 = 0; n15 < (u32)(((u32)((u32)mulhi_u32(((u32)0x1786a05u), ((u32)0x80000u)) | (u32)((u32)((u32)v14 - (u32)v14)))) & 7); n15++) {
      v10 = f32_to_i32(k700055_f0(div_f32(v13, v13), (v11 * as_f32(0x3e22f983u)), ((f32)v14)));
      v10 = div_i32(LOAD_i32(7), div_i32(v10, LOAD_i32(9)));
      v14 = atom_sub_(&L[lid], ((u32)k700055_f1(((i64)((u64)f32_to_i64(v13) + (u64)((i64)0x7ffffffffffffffful))))));
    }
  }
  v14 = atom_and_(&L[lid], v14);
  t16 = field_u32(((u32)min_i32(((i32)v9), v10)), (((i32)(v10 > v10)) != 0 ? ((u32)((u32)((u32)0x0u) + (u32)v14)) : min_u32(v14, ((u32)0x5bu))), ((u32)(((u32)((u32)v14 ^ (u32)v14)) >> (((u32)((i64)0x3ul)) & 31))));
  t17 = ((u32)(rem_u32(v14, ((u32)0x1b6e5u)) >> (((u32)0xcu) & 31)));
  L[lid] = t17; BARRIER; atom_and_(&L[t16 & 7], t17); BARRIER; v14 = L[lid & 7]; BARRIER;
  v14 = atom_min_(&G[gid], v14);
  PUT32(0, v9);
  PUT32(1, v10);
  PUT32(2, bits_f32(v11));
  PUT32(3, bits_f32(v12));
  PUT32(4, bits_f32(v13));
  PUT32(5, v14);
  PUT32(6, t16);
  PUT32(7, t17);
}

NOINLINE i64 k700056_f0(i64 p1, f32 p2) {
  f32 q3 = 0;
  f32 q4 = 0;
  q4 = ((((i32)((((i32)(q3 > p2)) != 0) || (((i32)p1) != 0))) != 0 ? floor_f32((q3 + p2)) : (div_f32(as_f32(0x3f800000u), q4) - fma_f32(q4, as_f32(0x44113157u), q4))) + rint_f32((as_f32(0x0u) + p2)));
  return f32_to_i64((q4 * ((f32)p1)));
}
#undef SIZE
#undef ITEMS
#define SIZE 33
#define ITEMS 99
KERNEL(k700056, 33) {
  __local u32 L[33];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 9;
  L[lid] = lid; G[gid] = gid;
  f32 v5 = 0;
  u32 v6 = 0;
  i64 v7 = 0;
  f32 v8 = 0;
  i64 v9 = 0;
  u32 v10 = 0;
  f32 v11 = 0;
  v5 = LOAD_f32(9);
  v6 = LOAD_u32(3);
  v7 = LOAD_i64(19);
  v8 = LOAD_f32(24);
  v9 = LOAD_i64(10);
  v10 = LOAD_u32(32);
  v11 = LOAD_f32(21);
  for (u32 n12 = 0; n12 < (u32)(((u32)((u32)v10 ^ (u32)(((i32)(LOAD_u32(4) <= v6)) != 0 ? v10 : v10))) & 7); n12++) {
    v5 = (((f32)k700056_f0(k700056_f0(((i64)0xfff80000ul), v5), div_f32(v8, v11))) * ((v11 * v5) * min_f32(v11, v8)));
  }
  v8 = (-ceil_f32(v8));
  v7 = ((i64)((u64)((i64)((u64)0 - (u64)((i64)0xffffful))) + (u64)(((i32)(LOAD_f32(20) == v5)) != 0 ? v9 : v9)));
  for (u32 n13 = 0; n13 < (u32)(((u32)((u32)((u32)(((u32)0x70u) >> (((u32)0x16u) & 31))) & (u32)((u32)k700056_f0(v9, as_f32(0x40000000u))))) & 7); n13++) {
    v8 = ((f32)((u16)((u32)((u16)bits_f32((((i32)(((u16)0x0u) >= f32_to_u16(v8))) != 0 ? LOAD_f32(7) : v5))) + (u32)((u16)((u32)((u16)k700056_f0(v9, ((f32)v6))) & (u32)((u16)((u32)((u16)0x1u) - (u32)((u16)v10))))))));
    v5 = (((LOAD_f32(1) - LOAD_f32(40)) + (v5 * v8)) * ((f32)(((i32)(v7 != v9)) != 0 ? ((u16)0xaaaau) : LOAD_u16(0))));
    if (((i32)((((i32)(((u32)0x40000000u) != n13)) != 0) || (((i32)(((u16)v10) <= LOAD_u16(26))) != 0))) != 0) continue;
  }
  switch (((u32)k700056_f0(((i64)((u64)f32_to_i64(v5) - (u64)((i64)0x14b44127689f57b7ul))), sqrt_f32(v5))) & 3) {
  case 0:
    v8 = (min_f32(abs_f32((((i32)(LOAD_i32(2) < f32_to_i32(v11))) != 0 ? as_f32(0x3a83126fu) : v11)), LOAD_f32(18)) + ((rint_f32(v8) * fma_f32(v5, as_f32(0x3a83126fu), v8)) * ((f32)((u32)k700056_f0(v7, v5)))));
    break;
  case 1:
    v5 = v5;
    break;
  default:
    v6 = atom_or_(&G[gid], ((u32)((u32)addc_u32(((u32)0xffffffffu), ((u32)0xe20fu), v10, ((u32)0xffffa33cu)) * (u32)((u32)k700056_f0(((i64)0x8000000000000000ul), v5)))));
    break;
  }
  PUT32(0, bits_f32(v5));
  PUT32(1, v6);
  PUT64(2, v7);
  PUT32(4, bits_f32(v8));
  PUT64(5, v9);
  PUT32(7, v10);
  PUT32(8, bits_f32(v11));
}
