#include "foreign.h"
NOINLINE i64 k700223_f0(u16 p1) {
  i32 q2 = 0;
  p1 = p1;
  for (u32 n3 = 0; n3 < (u32)(((u32)((u32)subb_u32(((u32)p1), ((u32)q2), ((u32)0x21u), ((u32)q2)) ^ (u32)((u32)((u32)((u32)q2) - (u32)((u32)p1))))) & 7); n3++) {
    q2 = ((i32)(((i32)((i64)p1)) != ((i32)((u32)q2 * (u32)q2))));
  }
  q2 = ((i32)(((i32)((u32)((i32)((u32)q2 - (u32)q2)) & (u32)(((i32)(q2 <= q2)) != 0 ? q2 : ((i32)0x7u)))) >> (((u32)((u32)((u32)0xfff7ffffu) << (((u32)0x16u) & 31))) & 31)));
  return ((i64)((u64)((i64)((u64)((i64)p1) * (u64)((i64)p1))) ^ (u64)((i64)((u64)((i64)0xffffffffffe03e6ful) + (u64)((i64)q2)))));
}
NOINLINE i64 k700223_f1(f32 p4, f32 p5, f32 p6, u32 p7) {
  i32 q8 = 0;
  u16 q9 = 0;
  for (u32 n10 = 0; n10 < (u32)(p7 & 7); n10++) {
    if (((i32)(((i32)((u32)q8 * (u32)((i32)0x5u))) == ((i32)((u32)q8 * (u32)q8)))) != 0) {
      p5 = (floor_f32((-p6)) - (div_f32(p5, (-p5)) + (-(p4 - as_f32(0x47800000u)))));
      p5 = p6;
    } else {
      q8 = ((i32)(div_u16(q9, q9) < ((u16)bits_f32(p4))));
      q9 = ((u16)((u32)(((i32)(((i64)n10) < ((i64)0xfffffffffffffe05ul))) != 0 ? div_u16(q9, f32_to_u16(p5)) : f32_to_u16(p6)) ^ (u32)(((i32)(((i64)n10) != ((i64)0xffffff80ul))) != 0 ? f32_to_u16(p6) : f32_to_u16(p4))));
    }
    p5 = div_f32((p5 * p4), (((i32)(((i64)q9) == ((i64)q9))) != 0 ? p5 : as_f32(0x42c80000u)));
    p4 = ((as_f32(0x501502f9u) + p5) * abs_f32(as_f32(0x42c80000u)));
  }
  if (((i32)(((u32)((u32)p7 + (u32)((u32)0x21u))) < ((u32)((u32)((u32)0x1fu) + (u32)((u32)0xffu))))) != 0) {
    if (((i32)((p4 + as_f32(0x0u)) <= (p4 + p5))) != 0) {
      p4 = rint_f32((as_f32(div_u32(((u32)q8), p7)) + ((p6 - p5) * p4)));
      q9 = rem_u16(((u16)((i64)((u64)((i64)q9) | (u64)((i64)q8)))), ((u16)((u32)rem_u16(q9, ((u16)0x1u)) ^ (u32)((u16)((u32)((u16)0x80u) | (u32)((u16)0x3u))))));
      p5 = (as_f32(0xc413f418u) * (div_f32(as_f32(0xbf000000u), p5) * (-p4)));
    } else {
      q8 = ((i32)(((i32)(p6 != p6)) >> (((u32)0x8u) & 31)));
    }
    p6 = ((f32)((i64)((u64)((i64)p7) << (p7 & 63))));
  } else {
    for (u32 n11 = 0; n11 < (u32)(((u32)((u32)0 - (u32)((u32)((i32)(p4 >= p6))))) & 7); n11++) {
      p4 = fma_f32(((((i32)((((i32)(p5 >= p6)) != 0) && (((i32)(((u16)0xf3f2u) != q9)) != 0))) != 0 ? (as_f32(0x4f000000u) - p6) : ((f32)q9)) * ((p5 + p5) - (((i32)(((u32)q8) >= n11)) != 0 ? p4 : p4))), (max_f32(rint_f32(p6), min_f32(p4, as_f32(0x443d16b5u))) - p6), ((f32)((u32)(((u32)q9) >> (((u32)q9) & 31)))));
      p7 = ((u32)((u32)((u32)((u32)n11 ^ (u32)((u32)0x80000001u))) - (u32)((u32)((u32)addc_u32(p7, ((u32)0xedc4d75eu), n11, n11) * (u32)(((i32)(p4 == p5)) != 0 ? ((u32)q8) : n11)))));
      p4 = (max_f32(abs_f32(fma_f32(as_f32(0x3f800000u), p5, as_f32(0x42c80000u))), ((f32)((i64)0xfff00000ul))) * min_f32(p4, (((i32)(p5 > p4)) != 0 ? ceil_f32(p6) : p4)));
    }
  }
  return (((i32)(q9 < q9)) != 0 ? ((i64)((u64)f32_to_i64(p5) + (u64)((i64)0x3e8ul))) : (((i32)(((u16)0x0u) != q9)) != 0 ? f32_to_i64(p5) : ((i64)0x151ddba29bffc3e6ul)));
}
#undef SIZE
#undef ITEMS
#define SIZE 40
#define ITEMS 80
KERNEL(k700223, 40) {
  __local u32 L[40];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 6;
  L[lid] = lid; G[gid] = gid;
  f32 v12 = 0;
  i32 v13 = 0;
  f32 v14 = 0;
  u32 v15 = 0;
  u32 t16 = 0;
  u32 t17 = 0;
  v12 = LOAD_f32(16);
  v13 = LOAD_i32(20);
  v14 = LOAD_f32(31);
  v15 = LOAD_u32(19);
  if (mulhi_i32(LOAD_i32(9), ((i32)v15)) != 0) {
    v15 = ((u32)k700223_f0(((u16)v15)));
    v15 = ((u32)((u32)(((i32)(v12 < v12)) != 0 ? v15 : v15) & (u32)(((i32)(((i64)v13) >= LOAD_i64(5))) != 0 ? v15 : v15)));
  }
  v15 = ((u32)((u32)mulhi_u32(((u32)((u32)v15 << (v15 & 31))), ((u32)((u32)v15 | (u32)v15))) | (u32)((u32)((u32)((u32)k700223_f0(f32_to_u16(v14))) << (((u32)0x17u) & 31)))));
  v15 = LOAD_u32(25);
  t16 = v15;
  t17 = v15;
  L[lid] = t17; BARRIER; atom_max_(&L[t16 & 7], t17); BARRIER; v15 = L[lid & 7]; BARRIER;
  v15 = atom_or_(&L[lid], ((u32)k700223_f0(f32_to_u16(as_f32(0x4462115fu)))));
  PUT32(0, bits_f32(v12));
  PUT32(1, v13);
  PUT32(2, bits_f32(v14));
  PUT32(3, v15);
  PUT32(4, t16);
  PUT32(5, t17);
}

#undef SIZE
#undef ITEMS
#define SIZE 64
#define ITEMS 64
KERNEL(k700228, 64) {
  __local u32 L[64];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 6;
  L[lid] = lid; G[gid] = gid;
  f32 v1 = 0;
  f32 v2 = 0;
  u32 v3 = 0;
  i64 v4 = 0;
  f32 v5 = 0;
  v1 = LOAD_f32(32);
  v2 = LOAD_f32(0);
  v3 = LOAD_u32(1);
  v4 = LOAD_i64(30);
  v5 = LOAD_f32(18);
  v2 = ((f32)((u16)0x1514u));
  if (((i32)(((i64)((u64)v4 * (u64)v4)) != ((i64)((i32)(v2 > v2))))) != 0) {
    v4 = ((i64)((u64)v4 + (u64)((i64)bits_f32(trunc_f32(as_f32(0x3dcccccdu))))));
    v5 = (((i32)(((i64)((u64)LOAD_i64(26) * (u64)((i64)((u64)v4 * (u64)((i64)0x20ul))))) != (((i32)(v2 < as_f32(0xc0000000u))) != 0 ? ((i64)v3) : ((i64)((u64)0 - (u64)v4))))) != 0 ? (rint_f32((v1 + LOAD_f32(38))) - floor_f32(floor_f32(v2))) : (((f32)((i64)((u64)((i64)0x4ul) - (u64)((i64)0x12345678ul)))) * ((v2 + LOAD_f32(40)) + fma_f32(as_f32(0x0u), ((f32)v3), LOAD_f32(0)))));
    v2 = (((f32)((u32)((u32)v3 ^ (u32)v3))) * (((i32)(v2 < v1)) != 0 ? ((f32)v4) : (LOAD_f32(29) + v1)));
  }
  for (u32 n6 = 0; n6 < 9 && ((i32)(((i32)v4) <= ((i32)((u32)LOAD_i32(16) | (u32)f32_to_i32(v2))))) != 0; n6++) {
    for (u32 n7 = 0; n7 < (u32)(ctz_u32(((u32)((i32)(f32_to_u32(v5) < ((u32)0xfffd9500u))))) & 7); n7++) {
      v3 = ((u32)((u32)f32_to_u32((((f32)v4) - ((f32)n7))) - (u32)((u32)((u32)((u32)(((u32)((u32)n7 + (u32)((u32)0x10u))) >> (n7 & 31))) + (u32)rot_u32(n7, (((i32)(v4 >= v4)) != 0 ? n6 : f32_to_u32(v5)))))));
    }
    v2 = (v1 - LOAD_f32(33));
  }
  for (u32 n8 = 0; n8 < (u32)(((u32)((u32)mulhi_u32(f32_to_u32(v5), v3) + (u32)f32_to_u32(((f32)v4)))) & 7); n8++) {
    if (((i32)((((i32)((((i32)(v1 > v5)) != 0) && (((i32)(v4 >= v4)) != 0))) != 0) || (((i32)(LOAD_f32(39) <= v5)) != 0))) != 0) {
      v5 = fma_f32((((-v5) - (v2 * v2)) - div_f32((v2 * ((f32)v4)), (v5 * as_f32(0x40800000u)))), ((LOAD_f32(9) * v1) * (v5 + v2)), (trunc_f32(v5) - (v1 * (-v1))));
      v2 = (sqrt_f32(LOAD_f32(17)) + (((i32)(f32_to_i32(v2) == LOAD_i32(8))) != 0 ? LOAD_f32(10) : as_f32(0x0u)));
    }
    switch (subb_u32(((u32)((u32)n8 + (u32)n8)), ((u32)((u32)n8 & (u32)n8)), ((u32)((u32)v3 + (u32)v3)), addc_u32(v3, v3, v3, n8)) & 3) {
    case 0:
      v2 = max_f32(min_f32(v1, ((f32)v4)), (((i32)(((i32)n8) != ((i32)v3))) != 0 ? v1 : as_f32(0x4b800000u)));
      break;
    case 1:
      v2 = ((f32)((i64)((u64)((i64)((u64)((i64)0x18ul) - (u64)((i64)0x7fffful))) - (u64)v4)));
      break;
    case 2:
      v2 = (-v5);
      break;
    default:
      v5 = abs_f32(rint_f32(v2));
      break;
    }
    if (((i32)(f32_to_u16(v5) == f32_to_u16(v2))) != 0) break;
  }
  if (((i32)((((i32)(((f32)v4) == as_f32(0x40800000u))) != 0) && (((i32)(((i64)0xfffffffffffffffeul) != v4)) != 0))) != 0) {
    v3 = atom_min_(&L[lid], ((u32)((u32)absdiff_i32(((i32)v4), ((i32)0x8000u)) - (u32)((u32)((u32)f32_to_u32(v5) - (u32)v3)))));
    v3 = bits_f32(((f32)v4));
  }
  PUT32(0, bits_f32(v1));
  PUT32(1, bits_f32(v2));
  PUT32(2, v3);
  PUT64(3, v4);
  PUT32(5, bits_f32(v5));
}
