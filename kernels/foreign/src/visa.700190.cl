#include "foreign.h"
#undef SIZE
#undef ITEMS
#define SIZE 64
#define ITEMS 128
KERNEL(k700193, 64) {
  __local u32 L[64];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 4;
  L[lid] = lid; G[gid] = gid;
  f32 v1 = 0;
  f32 v2 = 0;
  f32 v3 = 0;
  u32 v4 = 0;
  v1 = LOAD_f32(33);
  v2 = LOAD_f32(9);
  v3 = LOAD_f32(10);
  v4 = LOAD_u32(14);
  v3 = floor_f32((((i32)(min_i64(f32_to_i64(v2), f32_to_i64(v3)) != ((i64)~((i64)v4)))) != 0 ? max_f32((((i32)(f32_to_i64(v1) == ((i64)v4))) != 0 ? v3 : v3), LOAD_f32(29)) : (as_f32(0x4448a1fbu) - v3)));
  v4 = atom_min_(&G[gid], ((u32)((u32)((u32)(v4 >> (v4 & 31))) | (u32)((u32)(f32_to_u32(v2) >> (((u32)0x1fu) & 31))))));
  if (((i32)((-v2) >= ((f32)((i32)0x21524111u)))) != 0) {
    v2 = fma_f32(v1, (v3 + as_f32(0x4454b225u)), (LOAD_f32(8) + v2));
    v4 = ((u32)((u32)f32_to_u32(v3) << (((u32)0x6u) & 31)));
  }
  if (((i32)((u32)0 - (u32)f32_to_i32(v3))) != 0) {
    if (mulhi_u32(((u32)0x1259ebu), v4) != 0) {
      v2 = (-(v3 + v1));
    } else {
      v4 = rem_u32(f32_to_u32(((f32)v4)), ((u32)((u32)((u32)((u32)pop_u32(v4) << (insert_u32(v4, v4, v4) & 31))) + (u32)((u32)((u32)((u32)((u32)f32_to_u32(v3) + (u32)v4)) * (u32)v4)))));
    }
  } else {
    v4 = atom_min_(&L[lid], f32_to_u32(ceil_f32(LOAD_f32(24))));
    v3 = (-(v2 - v2));
  }
  for (u32 n5 = 0; n5 < 9 && ((i32)(((f32)((i64)v4)) < ceil_f32(v2))) != 0; n5++) {
    v4 = ctz_u32(n5);
  }
  PUT32(0, bits_f32(v1));
  PUT32(1, bits_f32(v2));
  PUT32(2, bits_f32(v3));
  PUT32(3, v4);
}

NOINLINE u16 k700194_f0(f32 p1, f32 p2, u32 p3, f32 p4) {
  u32 q5 = 0;
  p2 = ((f32)((u16)~((u16)p3)));
  if (((i32)(as_f32(0xc3bfceefu) < (p1 - p1))) != 0) {
    p3 = ((u32)((u32)((u32)(f32_to_u32(p1) >> (((u32)0x5u) & 31))) + (u32)((u32)((u32)subb_u32(q5, q5, ((u32)0xffffee76u), q5) ^ (u32)max_u32(p3, ((u32)0xfffffc18u))))));
  }
  return rem_u16(((u16)f32_to_i32(p1)), ((u16)((i32)q5)));
}
#undef SIZE
#undef ITEMS
#define SIZE 128
#define ITEMS 128
KERNEL(k700194, 128) {
  __local u32 L[128];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 9;
  L[lid] = lid; G[gid] = gid;
  u32 v6 = 0;
  f32 v7 = 0;
  f32 v8 = 0;
  u32 v9 = 0;
  f32 v10 = 0;
  f32 v11 = 0;
  f32 v12 = 0;
  u32 t16 = 0;
  u32 t17 = 0;
  v6 = LOAD_u32(32);
  v7 = LOAD_f32(25);
  v8 = LOAD_f32(17);
  v9 = LOAD_u32(6);
  v10 = LOAD_f32(12);
  v11 = LOAD_f32(14);
  v12 = LOAD_f32(23);
  for (u32 n13 = 0; n13 < (u32)(((u32)((u32)((u32)((u32)f32_to_u32(v11) & (u32)v6)) << (f32_to_u32(v8) & 31))) & 7); n13++) {
    if (((i32)(v8 != v8)) != 0) continue;
    for (u32 n14 = 0; n14 < (u32)((((i32)((((i32)(as_f32(0x7149f2cau) != v8)) != 0) && (((i32)(v12 <= as_f32(0x41200000u))) != 0))) != 0 ? clz_u32(v9) : ((u32)((u32)v6 - (u32)v6))) & 7); n14++) {
      v7 = (as_f32(((u32)k700194_f0(v8, v10, n13, ((f32)n13)))) * (floor_f32(v10) + (LOAD_f32(0) + as_f32(0x501502f9u))));
      v9 = ((u32)(((u32)((i32)(((u16)((u32)((u16)n13) << (n14 & 15))) <= f32_to_u16(as_f32(0x47800000u))))) >> (((u32)((u32)v9 * (u32)v9)) & 31)));
      v12 = trunc_f32((((i32)(v12 >= v7)) != 0 ? div_f32(v8, v11) : max_f32(as_f32(0x3f000000u), v11)));
      if (((i32)(v12 <= v7)) != 0) continue;
    }
  }
  for (u32 n15 = 0; n15 < (u32)(v6 & 7); n15++) {
    v11 = (((f32)k700194_f0((-v8), (-v7), ((u32)((u32)0 - (u32)v6)), div_f32(v7, v11))) - ((f32)((u16)((u32)max_u16(((u16)0x0u), f32_to_u16(v10)) ^ (u32)((u16)((u32)f32_to_u16(v11) - (u32)f32_to_u16(v11)))))));
    v10 = abs_f32((((f32)k700194_f0(v8, v10, v6, ((f32)v6))) + max_f32(((f32)n15), ((f32)v9))));
  }
  switch (f32_to_u32(v7) & 7) {
  case 0:
    if (((i32)((u32)((i32)v6) - (u32)LOAD_i32(15))) != 0) {
      v8 = (v8 - ((f32)((i64)(((i64)((u64)f32_to_i64(v11) | (u64)f32_to_i64(v7))) >> (((u32)((u32)LOAD_u32(14) << (v9 & 31))) & 63)))));
    } else {
      v12 = (((v8 * v10) * (v11 + v11)) + ((v8 - LOAD_f32(31)) * ((f32)k700194_f0(v7, LOAD_f32(19), ((u32)0x12345678u), v12))));
    }
    break;
  case 1:
    v6 = ((u32)(((u32)((u32)((u32)((u32)0 - (u32)LOAD_u32(25))) & (u32)v6)) >> (((u32)0xau) & 31)));
    break;
  default:
    v11 = (-(-((((i32)(f32_to_u32(v8) <= v6)) != 0 ? v10 : ((f32)v6)) - (LOAD_f32(25) * v11))));
    break;
  }
  v6 = ((u32)((((i32)(((u32)((u32)v6 & (u32)v6)) > ((u32)((u32)v9 + (u32)f32_to_u32(v7))))) != 0 ? ((u32)(((u32)((u32)LOAD_u32(34) - (u32)v6)) >> (((u32)0x0u) & 31))) : absdiff_i32(((i32)(((u16)v6) >= ((u16)v9))), LOAD_i32(36))) >> (((u32)0x16u) & 31)));
  t16 = perm_u32(absdiff_i32(((i32)0x10u), f32_to_i32(v12)), ((u32)(v6 >> (LOAD_u32(8) & 31))));
  t17 = ((u32)((u32)((u32)((u32)LOAD_u32(30) + (u32)v6)) ^ (u32)absdiff_i32(LOAD_i32(8), f32_to_i32(v11))));
  v9 = REDUCE(t16);
  v8 = (max_f32(v12, as_f32(0x40000000u)) + ((f32)f32_to_i64(v11)));
  v11 = v12;
  v11 = ((-v11) - ((f32)((i32)v6)));
  for (u32 n18 = 0; n18 < (u32)(v9 & 7); n18++) {
    if (((i32)(((u16)((u32)((u16)v9) + (u32)f32_to_u16(v7))) < ((u16)bits_f32(v10)))) != 0) {
      v9 = (((i32)((((i32)((((i32)(v12 == v10)) != 0) || (((i32)(((u16)n18) >= f32_to_u16(v8))) != 0))) != 0) || (((i32)(v7 <= as_f32(0x4399504eu))) != 0))) != 0 ? absdiff_i32(((i32)0x1e7a45u), ((i32)((u32)f32_to_i32(v8) + (u32)f32_to_i32(v8)))) : ((u32)((i32)(LOAD_u16(31) >= f32_to_u16(v10)))));
    } else {
      v11 = ((((f32)k700194_f0(rint_f32(((f32)v9)), (-v10), f32_to_u32(v8), (v8 * v10))) + min_f32(max_f32(as_f32(0x7149f2cau), as_f32(0x44020ce4u)), (-v7))) + ((f32)k700194_f0((as_f32(0x1u) + v10), ((f32)k700194_f0(v8, v7, n18, v7)), ((u32)((u32)0 - (u32)n18)), div_f32(v11, v10))));
    }
    v9 = ((u32)(((u32)((u32)clz_u32(v6) << (((u32)0xcu) & 31))) >> (((u32)((u32)v9 << (((u32)0x11u) & 31))) & 31)));
  }
  v8 = ((f32)k700194_f0(rint_f32(as_f32(0x4b800000u)), sqrt_f32(v10), absdiff_i32(f32_to_i32(v11), f32_to_i32(v10)), ((f32)f32_to_i32(v7))));
  PUT32(0, v6);
  PUT32(1, bits_f32(v7));
  PUT32(2, bits_f32(v8));
  PUT32(3, v9);
  PUT32(4, bits_f32(v10));
  PUT32(5, bits_f32(v11));
  PUT32(6, bits_f32(v12));
  PUT32(7, t16);
  PUT32(8, t17);
}
