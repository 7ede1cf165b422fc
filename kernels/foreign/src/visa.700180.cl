#include "foreign.h"
#undef SIZE
#undef ITEMS
#define SIZE 64
#define ITEMS 64
KERNEL(k700180, 64) {
  __local u32 L[64];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 6;
  L[lid] = lid; G[gid] = gid;
  u32 v1 = 0;
  i32 v2 = 0;
  i32 v3 = 0;
  u32 v4 = 0;
  u32 t5 = 0;
  u32 t6 = 0;
  v1 = LOAD_u32(17);
  v2 = LOAD_i32(24);
  v3 = LOAD_i32(7);
  v4 = LOAD_u32(2);
  v1 = atom_max_(&G[gid], ((u32)((u16)((u32)((u16)v1) + (u32)((u16)v3)))));
  switch ((((i32)(((f32)v1) >= ((f32)v2))) != 0 ? subb_u32(v4, v4, v4, v1) : f32_to_u32(LOAD_f32(27))) & 3) {
  case 0:
    v2 = ((i32)((u32)((i32)(((i32)((u32)((i32)0x80000000u) | (u32)v3)) >> (((u32)0xfu) & 31))) - (u32)((i32)((u32)f32_to_i32(((f32)v3)) | (u32)v2))));
    break;
  case 1:
    v4 = f32_to_u32((((i32)(as_f32(0x40490fdbu) == as_f32(0x40000000u))) != 0 ? ((f32)v4) : as_f32(0x44440844u)));
    break;
  default:
    v1 = atom_imin_(&G[gid], f32_to_u32((LOAD_f32(15) - ((f32)v1))));
    break;
  }
  v4 = atom_cas_(&L[lid], f32_to_u32((((i32)(LOAD_f32(9) > ((f32)v4))) != 0 ? LOAD_f32(11) : ((f32)v3))), ((u32)((u32)((u32)((i32)v1)) << (((u32)LOAD_i64(27)) & 31))));
  v3 = ((i32)((u32)0 - (u32)v3));
  v3 = ((i32)((u32)rem_i32(v2, ((i32)v4)) - (u32)((i32)((u32)v3 * (u32)v3))));
  t5 = ((u32)((u32)((u32)(LOAD_u32(22) >> (((u32)0x7u) & 31))) & (u32)((u32)((u32)(((i32)(((i64)v3) < ((i64)v2))) != 0 ? v1 : LOAD_u32(39)) ^ (u32)((u32)((u32)v4 - (u32)LOAD_u32(26)))))));
  t6 = f32_to_u32(fma_f32(((f32)v2), ((f32)v3), ((f32)v3)));
  L[lid] = t6; BARRIER; atom_or_(&L[t5 & 7], t6); BARRIER; v1 = L[lid & 7]; BARRIER;
  v1 = f32_to_u32(((f32)v3));
  PUT32(0, v1);
  PUT32(1, v2);
  PUT32(2, v3);
  PUT32(3, v4);
  PUT32(4, t5);
  PUT32(5, t6);
}
