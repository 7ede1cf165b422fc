#include "foreign.h"
NOINLINE f32 k700002_f0(f32 p1, f32 p2, i64 p3) {
  f32 q4 = 0;
  f32 q5 = 0;
  q4 = (((i32)(f32_to_u32(p1) >= ((u32)0xfffffff9u))) != 0 ? (-p2) : (((i32)(p1 > q5)) != 0 ? as_f32(0x40800000u) : q4));
  return (div_f32(p2, q4) + trunc_f32(q4));
}
#undef SIZE
#undef ITEMS
#define SIZE 24
#define ITEMS 48
KERNEL(k700002, 24) {
  __local u32 L[24];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 6;
  L[lid] = lid; G[gid] = gid;
  i32 v6 = 0;
  u32 v7 = 0;
  f32 v8 = 0;
  i32 v9 = 0;
  u32 t10 = 0;
  u32 t11 = 0;
  v6 = LOAD_i32(15);
  v7 = LOAD_u32(13);
  v8 = LOAD_f32(6);
  v9 = LOAD_i32(26);
  v9 = max_i32(mulhi_i32((((i32)(v9 == LOAD_i32(23))) != 0 ? ((i32)0x7u) : v6), f32_to_i32(v8)), ((i32)((u32)div_i32(v6, v6) * (u32)(((i32)(((u16)v9) < ((u16)v6))) != 0 ? v6 : v9))));
  v9 = ((i32)((u32)min_i32(f32_to_i32(v8), ((i32)(v6 >> (((u32)0x1cu) & 31)))) + (u32)((i32)((u32)sat_i32(((i64)0xfff7fffful)) & (u32)f32_to_i32(k700002_f0(v8, v8, ((i64)v9)))))));
  t10 = ((u32)((u32)max_u32(((u32)((u32)((u32)0x12345678u) + (u32)v7)), (((i32)(v8 == v8)) != 0 ? v7 : f32_to_u32(v8))) * (u32)bits_f32(sqrt_f32(as_f32(0x43b1f199u)))));
  t11 = f32_to_u32(k700002_f0(floor_f32(v8), k700002_f0(v8, v8, f32_to_i64(v8)), ((i64)v9)));
  L[lid] = t11; BARRIER; atom_imax_(&L[t10 & 7], t11); BARRIER; v7 = L[lid & 7]; BARRIER;
  v6 = ((i32)f32_to_u16((((f32)f32_to_i32(v8)) - (-v8))));
  PUT32(0, v6);
  PUT32(1, v7);
  PUT32(2, bits_f32(v8));
  PUT32(3, v9);
  PUT32(4, t10);
  PUT32(5, t11);
}

#undef SIZE
#undef ITEMS
#define SIZE 64
#define ITEMS 64
KERNEL(k700004, 64) {
  __local u32 L[64];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 6;
  L[lid] = lid; G[gid] = gid;
  u16 v1 = 0;
  f32 v2 = 0;
  f32 v3 = 0;
  f32 v4 = 0;
  u32 v5 = 0;
  f32 v6 = 0;
  v1 = LOAD_u16(35);
  v2 = LOAD_f32(38);
  v3 = LOAD_f32(24);
  v4 = LOAD_f32(14);
  v5 = LOAD_u32(32);
  v6 = LOAD_f32(14);
  v5 = atom_max_(&G[gid], ((u32)((u32)f32_to_u32(v3) << (((u32)((u16)0xff5cu)) & 31))));
  v3 = ((-v3) - v4);
  for (u32 n7 = 0; n7 < 9 && ((i32)((v6 - v4) != ((f32)f32_to_i32(v4)))) != 0; n7++) {
    for (u32 n8 = 0; n8 < (u32)(n7 & 7); n8++) {
      v1 = ((u16)((u32)0 - (u32)max_u16(rem_u16(v1, LOAD_u16(15)), f32_to_u16(v2))));
      v2 = ((((i32)((as_f32(0xc0000000u) * v6) > (v3 - v4))) != 0 ? (((i32)(((i32)n8) <= ((i32)n7))) != 0 ? v6 : sqrt_f32(as_f32(0x47800000u))) : (v2 * (v3 + v6))) + rint_f32(floor_f32((LOAD_f32(38) + v2))));
      if (((i32)(f32_to_i32(v4) > ((i32)v1))) != 0) continue;
      v1 = f32_to_u16(sqrt_f32(v2));
    }
    v5 = v5;
    v5 = ((u32)(((u32)((u32)((u32)((u32)((u32)(n7 >> (v5 & 31))) - (u32)((u32)((u32)v5 + (u32)((u32)0x40000000u))))) << (((u32)0xbu) & 31))) >> (v5 & 31)));
  }
  if (((i32)(((i64)((u64)f32_to_i64(v2) - (u64)((i64)v5))) > ((i64)((u64)((i64)0x7ful) - (u64)f32_to_i64(v2))))) != 0) {
    v5 = atom_imax_(&L[lid], rot_u32(((u32)((u32)v5 * (u32)v5)), v5));
  }
  PUT32(0, v1);
  PUT32(1, bits_f32(v2));
  PUT32(2, bits_f32(v3));
  PUT32(3, bits_f32(v4));
  PUT32(4, v5);
  PUT32(5, bits_f32(v6));
}
