#include "foreign.h"
NOINLINE f32 k700119_f0(f32 p1) {
  u16 q2 = 0;
  q2 = max_u16(((u16)((u32)q2 ^ (u32)q2)), ((u16)(q2 >> (((u32)0x4u) & 15))));
  return (p1 + (-p1));
}
#undef SIZE
#undef ITEMS
#define SIZE 24
#define ITEMS 48
KERNEL(k700119, 24) {
  __local u32 L[24];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 8;
  L[lid] = lid; G[gid] = gid;
  f32 v3 = 0;
  u32 v4 = 0;
  f32 v5 = 0;
  f32 v6 = 0;
  f32 v7 = 0;
  u16 v8 = 0;
  u32 t9 = 0;
  u32 t10 = 0;
  v3 = LOAD_f32(12);
  v4 = LOAD_u32(16);
  v5 = LOAD_f32(13);
  v6 = LOAD_f32(11);
  v7 = LOAD_f32(7);
  v8 = LOAD_u16(0);
  v6 = (((i32)((u32)((i32)(f32_to_i64(v3) > f32_to_i64(v7))) - (u32)((i32)(((i32)v8) >> (v4 & 31))))) != 0 ? sqrt_f32(floor_f32(v6)) : ((v6 - max_f32(v6, LOAD_f32(15))) * ((f32)((u16)f32_to_i32(v3)))));
  if (((i32)((((i32)(LOAD_i32(13) <= ((i32)0x3u))) != 0) && (((i32)(v8 < v8)) != 0))) != 0) {
    if (((i32)(((i32)bits_f32(v6)) > ((i32)((u32)f32_to_i32(v6) & (u32)f32_to_i32(v7))))) != 0) {
      v4 = atom_imin_(&L[lid], ((u32)((u32)v4 | (u32)f32_to_u32(k700119_f0(v7)))));
    } else {
      v7 = ceil_f32(rint_f32(LOAD_f32(12)));
    }
    v7 = max_f32(((v3 + v7) * (v6 * as_f32(0x43ca370fu))), ((-v7) * (-v6)));
    v3 = ceil_f32((-min_f32(v5, v6)));
  }
  v4 = atom_imax_(&G[gid], ((u32)((u32)((u32)v8) * (u32)((u32)0xa2u))));
  v5 = fma_f32((as_f32(0xc0800000u) - v3), (((i32)(v5 < v3)) != 0 ? LOAD_f32(25) : v3), div_f32(as_f32(0xbf000000u), v7));
  v4 = atom_and_(&L[lid], ((u32)((u32)((u32)((i32)(((i32)v8) >= ((i32)0x18u)))) ^ (u32)((u32)((u32)LOAD_u32(14) ^ (u32)v4)))));
  t9 = addc_u32(((u32)((u32)f32_to_u32(v7) ^ (u32)f32_to_u32(k700119_f0(v7)))), insert_u32(((u32)((i32)(v4 == ((u32)0xd3u)))), ((u32)~LOAD_u32(3)), v4), ((u32)~((u32)((u32)v4 - (u32)v4))), field_u32(((u32)((u32)v4 | (u32)v4)), ((u32)((i32)(as_f32(0x3dcccccdu) >= as_f32(0xc0800000u)))), ((u32)((i32)(v7 <= v7)))));
  t10 = ((u32)((u32)v4 * (u32)((u32)((u32)0 - (u32)v4))));
  L[lid] = t9; BARRIER; v4 = L[(lid * 1 + t10) % SIZE]; BARRIER;
  v3 = trunc_f32((-as_f32(0x40490fdbu)));
  PUT32(0, bits_f32(v3));
  PUT32(1, v4);
  PUT32(2, bits_f32(v5));
  PUT32(3, bits_f32(v6));
  PUT32(4, bits_f32(v7));
  PUT32(5, v8);
  PUT32(6, t9);
  PUT32(7, t10);
}
