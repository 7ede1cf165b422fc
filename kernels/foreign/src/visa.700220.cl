#include "foreign.h"
NOINLINE u16 k700220_f0(f32 p1, u32 p2, f32 p3) {
  u32 q4 = 0;
  p3 = (((i32)(div_u16(((u16)0x0u), ((u16)q4)) == ((u16)((u32)((u16)q4) & (u32)((u16)q4))))) != 0 ? (floor_f32(((f32)q4)) - (as_f32(0x0u) + p1)) : ((p3 + p3) + (p3 - p1)));
  for (u32 n5 = 0; n5 < 9 && ((i32)(((u16)((u32)((u16)q4) | (u32)((u16)0xffffu))) != ((u16)((u32)((u16)0x1u) & (u32)((u16)p2))))) != 0; n5++) {
    p1 = (min_f32(p3, p3) - (p1 - as_f32(0x40400000u)));
    p1 = (trunc_f32((abs_f32(((f32)p2)) - (p1 * p3))) - trunc_f32((((i32)(as_f32(0x0u) <= p1)) != 0 ? div_f32(p3, as_f32(0x47800000u)) : (p3 - p3))));
    p1 = (-rint_f32(p3));
  }
  switch (clz_u32(((u32)((u32)q4 - (u32)p2))) & 3) {
  case 0:
    for (u32 n6 = 0; n6 < 9 && (((i32)(f32_to_u16(p1) < f32_to_u16(p3))) != 0 ? p2 : p2) != 0; n6++) {
      p2 = (((i32)(ceil_f32(p3) >= ((-as_f32(0x4b800000u)) * min_f32(p3, p1)))) != 0 ? (((i32)((p3 + p1) != p1)) != 0 ? ((u32)((i32)(((i32)0xffff8000u) != ((i32)q4)))) : (((i32)(p3 > p3)) != 0 ? ((u32)f32_to_i32(p1)) : ((u32)((u32)((u32)0xffffff72u) << (((u32)0xbu) & 31))))) : ((u32)((i32)((((i32)(p3 != p1)) != 0 ? p3 : as_f32(0x4f000000u)) != sqrt_f32(p1)))));
      p3 = (-(((i32)(((u32)0x1u) <= n6)) != 0 ? (p1 * p1) : (as_f32(0xc3e9a8f1u) + p1)));
      p1 = ((f32)((u16)((u32)f32_to_u16(as_f32(0xbf000000u)) ^ (u32)((u16)(f32_to_u16(p1) >> (((u32)0xeu) & 15))))));
    }
    break;
  case 1:
    for (u32 n7 = 0; n7 < (u32)(q4 & 7); n7++) {
      p3 = as_f32(max_u32(p2, p2));
    }
    break;
  case 2:
    if (((i32)((((i32)(((u16)q4) != f32_to_u16(p3))) != 0 ? p3 : p1) >= floor_f32(as_f32(0x3dcccccdu)))) != 0) {
      q4 = ((u32)((u32)((u32)((u32)q4 * (u32)q4)) - (u32)perm_u32(p2, ((u32)0x129b7u))));
      p3 = p1;
      p3 = ((((i32)((((i32)(((u16)0x2u) == f32_to_u16(p1))) != 0) && (((i32)(p1 != as_f32(0x4f000000u))) != 0))) != 0 ? (p1 + ((f32)q4)) : p3) * ((((i32)(as_f32(0x41200000u) != as_f32(0x3e22f983u))) != 0 ? p3 : p3) - fma_f32(as_f32(0x4b000000u), ((f32)q4), p3)));
    } else {
      p1 = (((f32)((i64)bits_f32(p1))) + ((f32)((i64)((u64)((i64)q4) | (u64)((i64)0x1b3dul)))));
    }
    break;
  default:
    for (u32 n8 = 0; n8 < (u32)(max_u32(f32_to_u32(as_f32(0x3f800000u)), f32_to_u32(p1)) & 7); n8++) {
      if (((i32)(((f32)n8) == as_f32(0x1u))) != 0) continue;
      p2 = (((i32)((((i32)(f32_to_u16(p1) >= f32_to_u16(p3))) != 0 ? ((i32)0xfu) : ((i32)q4)) >= ((i32)p2))) != 0 ? max_u32(((u32)((u32)q4 * (u32)q4)), ((u32)(q4 >> (((u32)0x13u) & 31)))) : ((u32)((i32)(f32_to_i32(p1) >> (((u32)0x1fu) & 31)))));
      p1 = ((as_f32(0xc3ffa3ccu) - p1) - ((as_f32(0x40800000u) + p3) - fma_f32(p1, ((f32)q4), p3)));
      q4 = clz_u32(((u32)((u32)((u32)((i32)0x41bdu)) - (u32)(((i32)(((i64)0x3ful) != ((i64)n8))) != 0 ? ((u32)0x256adfbu) : q4))));
    }
    break;
  }
  return ((u16)((u32)f32_to_u16(p3) + (u32)div_u16(((u16)p2), ((u16)0xfcc6u))));
}
NOINLINE f32 k700220_f1(u32 p9, f32 p10, u32 p11, i32 p12) {
  f32 q13 = 0;
  f32 q14 = 0;
  p12 = mulhi_i32(div_i32(p12, p12), sat_i32(f32_to_i64(p10)));
  for (u32 n15 = 0; n15 < (u32)(min_u32(((u32)0xfffffffeu), ((u32)((u32)p11 + (u32)p9))) & 7); n15++) {
    p12 = ((i32)((u32)((u32)p9 & (u32)p11)));
  }
  if (((i32)(((f32)((i64)0x80000ul)) >= (q13 * p10))) != 0) {
    p11 = ((u32)((u32)(((i32)(q14 == p10)) != 0 ? ((u32)((i32)(p10 >= as_f32(0x1u)))) : ((u32)((i32)(as_f32(0x40490fdbu) <= as_f32(0x43b49bb3u))))) - (u32)((u32)((u32)((u32)((u32)p9 & (u32)p11)) & (u32)((u32)f32_to_i64(q13))))));
  }
  return rint_f32((q13 * q13));
}
#undef SIZE
#undef ITEMS
#define SIZE 64
#define ITEMS 64
KERNEL(k700220, 64) {
  __local u32 L[64];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 7;
  L[lid] = lid; G[gid] = gid;
  f32 v16 = 0;
  i32 v17 = 0;
  i32 v18 = 0;
  f32 v19 = 0;
  f32 v20 = 0;
  f32 v21 = 0;
  u32 v22 = 0;
  v16 = LOAD_f32(11);
  v17 = LOAD_i32(28);
  v18 = LOAD_i32(21);
  v19 = LOAD_f32(5);
  v20 = LOAD_f32(7);
  v21 = LOAD_f32(24);
  v22 = LOAD_u32(33);
  v20 = v20;
  v17 = min_i32(((i32)k700220_f0(v19, LOAD_u32(29), LOAD_f32(35))), ((i32)~v18));
  if (((i32)(as_f32(0x4f000000u) == ((f32)((i32)0x1000000u)))) != 0) {
    v19 = (-(-v21));
  } else {
    v21 = (((f32)k700220_f0(((f32)k700220_f0(v21, ((u32)0x2d668u), LOAD_f32(34))), addc_u32(v22, v22, v22, v22), k700220_f1(v22, v20, v22, v18))) - (((f32)v17) + ((f32)((u16)((i32)(v20 > v20))))));
  }
  v18 = div_i32(((i32)(v20 >= ((f32)v18))), ((i32)((u32)((i32)k700220_f0(as_f32(0xc4450164u), v22, v16)) + (u32)(((i32)(v18 > v18)) != 0 ? v18 : f32_to_i32(v19)))));
  if (((i32)(((u16)v22) == f32_to_u16(v16))) != 0) {
    v17 = (((i32)((((i32)(v21 > v16)) != 0) || (((i32)(LOAD_u32(0) == ((u32)0x100000u))) != 0))) != 0 ? sext_i32(v18, v22) : v17);
    v19 = k700220_f1(((u32)k700220_f0(v20, v22, LOAD_f32(16))), max_f32(v19, v21), ((u32)f32_to_u16(v19)), min_i32(v18, v18));
  }
  v16 = ((f32)((u16)((u32)((u16)~rem_u16(f32_to_u16(v16), ((u16)0xffffu))) & (u32)((u16)bits_f32((as_f32(0x501502f9u) - v20))))));
  v19 = (-((f32)rem_i32(LOAD_i32(30), v17)));
  PUT32(0, bits_f32(v16));
  PUT32(1, v17);
  PUT32(2, v18);
  PUT32(3, bits_f32(v19));
  PUT32(4, bits_f32(v20));
  PUT32(5, bits_f32(v21));
  PUT32(6, v22);
}

#undef SIZE
#undef ITEMS
#define SIZE 24
#define ITEMS 48
KERNEL(k700224, 24) {
  __local u32 L[24];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 8;
  L[lid] = lid; G[gid] = gid;
  f32 v1 = 0;
  u16 v2 = 0;
  u16 v3 = 0;
  u16 v4 = 0;
  i32 v5 = 0;
  u16 v6 = 0;
  f32 v7 = 0;
  u32 v8 = 0;
  v1 = LOAD_f32(40);
  v2 = LOAD_u16(15);
  v3 = LOAD_u16(2);
  v4 = LOAD_u16(38);
  v5 = LOAD_i32(12);
  v6 = LOAD_u16(30);
  v7 = LOAD_f32(29);
  v8 = LOAD_u32(22);
  v7 = ((v1 * v1) + (v1 + v7));
  v8 = addc_u32(((u32)(((u32)0x80000001u) >> (((u32)0x18u) & 31))), ((u32)(((u32)((u32)LOAD_u32(1) ^ (u32)v8)) >> (((u32)((u32)v8 * (u32)((u32)v6))) & 31))), f32_to_u32((((i32)(v1 >= ((f32)v3))) != 0 ? v7 : v1)), ((u32)((i32)(v1 != v1))));
  v5 = ((i32)~((i32)((u32)max_i32(v5, ((i32)v4)) ^ (u32)((i32)((u32)((i32)v2) + (u32)f32_to_i32(v1))))));
  v7 = (sqrt_f32((((i32)(LOAD_u32(40) == ((u32)v4))) != 0 ? ((f32)v4) : v1)) + v1);
  v7 = div_f32(sqrt_f32(fma_f32((LOAD_f32(20) * v1), (-v7), (((i32)(((u32)v4) < ((u32)0x1fu))) != 0 ? ((f32)v2) : v1))), ((((i32)(v1 != v1)) != 0 ? as_f32(0x40400000u) : v1) + div_f32(((f32)((u16)0x40u)), fma_f32(v7, v7, v1))));
  PUT32(0, bits_f32(v1));
  PUT32(1, v2);
  PUT32(2, v3);
  PUT32(3, v4);
  PUT32(4, v5);
  PUT32(5, v6);
  PUT32(6, bits_f32(v7));
  PUT32(7, v8);
}
