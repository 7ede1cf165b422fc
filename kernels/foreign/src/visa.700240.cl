#include "foreign.h"
NOINLINE f32 k700243_f0(u16 p1) {
  i64 q2 = 0;
  q2 = ((i64)((u64)((i64)p1) * (u64)((i64)((u64)((i64)0x8ul) - (u64)q2))));
  q2 = ((i64)(((i64)((u64)((i64)~q2) | (u64)((i64)p1))) >> (((u32)~((u32)p1)) & 63)));
  return fma_f32(ceil_f32(((f32)p1)), fma_f32(((f32)p1), as_f32(0x42c80000u), ((f32)p1)), ((f32)((u32)q2)));
}
NOINLINE u32 k700243_f1(u32 p3, u16 p4) {
  f32 q5 = 0;
  f32 q6 = 0;
  q5 = as_f32(rot_u32((((i32)((((i32)(q5 <= q5)) != 0) && (((i32)(((i32)p4) != ((i32)p3))) != 0))) != 0 ? max_u32(p3, p3) : f32_to_u32(((f32)p3))), ((u32)((u32)f32_to_u32(q5) & (u32)((u32)((u32)p3 & (u32)p3))))));
  return ((u32)((u32)((u32)((u32)((u32)0xau) | (u32)((u32)0x3fu))) + (u32)clz_u32(((u32)0x3c963au))));
}
#undef SIZE
#undef ITEMS
#define SIZE 64
#define ITEMS 128
KERNEL(k700243, 64) {
  __local u32 L[64];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 8;
  L[lid] = lid; G[gid] = gid;
  u32 v7 = 0;
  f32 v8 = 0;
  f32 v9 = 0;
  f32 v10 = 0;
  f32 v11 = 0;
  u32 v12 = 0;
  u32 t14 = 0;
  u32 t15 = 0;
  v7 = LOAD_u32(33);
  v8 = LOAD_f32(19);
  v9 = LOAD_f32(23);
  v10 = LOAD_f32(17);
  v11 = LOAD_f32(29);
  v12 = LOAD_u32(14);
  v12 = atom_imax_(&L[lid], bits_f32((v11 * ((f32)v7))));
  v7 = k700243_f1(mulhi_u32(v7, f32_to_u32(v10)), ((u16)((u32)f32_to_u16(v9) | (u32)LOAD_u16(29))));
  v9 = floor_f32(fma_f32(v11, as_f32(0x3fc00000u), v9));
  v11 = ((-floor_f32(((f32)v12))) + ((f32)rem_i64(LOAD_i64(19), ((i64)0x1000000ul))));
  if (((i32)(((u32)((u32)((u32)0xffffcb62u) << (((u32)0x1u) & 31))) < f32_to_u32(v11))) != 0) {
    v7 = atom_sub_(&L[lid], f32_to_u32((v11 * LOAD_f32(40))));
    v9 = (div_f32(sqrt_f32(LOAD_f32(29)), (((f32)v12) - (as_f32(0x4f000000u) - as_f32(0x44748092u)))) * (((i32)((v9 * v10) != v11)) != 0 ? k700243_f0((((i32)(v11 <= v11)) != 0 ? f32_to_u16(v8) : ((u16)0x324au))) : trunc_f32((-v10))));
    if (((i32)(LOAD_f32(26) < k700243_f0(((u16)0x186fu)))) != 0) {
      v12 = atom_min_(&L[lid], ((u32)((u32)f32_to_u32(v11) << (((u32)((i32)(v8 < v8))) & 31))));
      v8 = div_f32((as_f32(0xc42e728cu) - v11), (-v11));
    } else {
      v9 = (-div_f32((-v9), ((v8 - v10) - as_f32(0xbf000000u))));
      v8 = abs_f32(fma_f32((((f32)v7) * v9), (v11 - v8), (((f32)v12) * LOAD_f32(30))));
    }
  }
  if (((i32)(((i32)v12) == f32_to_i32(v10))) != 0) {
    if (((i32)((((i32)(((i64)v7) == f32_to_i64(v8))) != 0 ? f32_to_u16(v9) : ((u16)v12)) <= ((u16)((u32)((u16)v7) & (u32)f32_to_u16(v8))))) != 0) {
      v7 = atom_sub_(&G[gid], ((u32)((i32)(LOAD_f32(37) < v11))));
      v7 = (((i32)((((i32)(LOAD_u32(28) != v12)) != 0 ? v8 : v9) <= (as_f32(0x439cf76cu) - as_f32(0x3a83126fu)))) != 0 ? ((u32)((u32)bits_f32(as_f32(0x444905edu)) - (u32)((u32)((u32)((u32)0x80000u) + (u32)v12)))) : ((u32)((u32)f32_to_u32(k700243_f0(((u16)v12))) * (u32)((u32)((u32)LOAD_u32(12) << (((u32)0x1fu) & 31))))));
    } else {
      v11 = ((f32)k700243_f1(((u32)((i32)(as_f32(0x42c80000u) >= v10))), ((u16)k700243_f1(v12, f32_to_u16(v10)))));
    }
    if (((i32)(((u32)((u32)LOAD_u32(34) - (u32)v12)) >= ((u32)((u32)v7 << (v7 & 31))))) != 0) {
      v9 = fma_f32(abs_f32(((f32)k700243_f1(max_u32(((u32)0xffff8001u), v12), ((u16)((u32)f32_to_u16(v10) - (u32)f32_to_u16(v10)))))), div_f32(((as_f32(0x3fc00000u) + v9) + (v10 - v9)), ((((i32)(f32_to_i32(v10) != f32_to_i32(v11))) != 0 ? v8 : v9) - (v10 - LOAD_f32(33)))), ((sqrt_f32(v8) - as_f32(0x43b0d4fdu)) + k700243_f0(((u16)k700243_f1(v12, f32_to_u16(v8))))));
    } else {
      v9 = k700243_f0((((i32)(v9 == v8)) != 0 ? f32_to_u16(v9) : ((u16)0x7u)));
    }
    v9 = (((i32)((abs_f32(v10) - (-v8)) == (-(((i32)(f32_to_u16(v11) <= f32_to_u16(v11))) != 0 ? as_f32(0x4f000000u) : v9)))) != 0 ? fma_f32(min_f32((v11 - v8), trunc_f32(((f32)v12))), div_f32((v9 - as_f32(0x42ca08ceu)), (v11 - as_f32(0xc0800000u))), (-((f32)((i32)0xfff00000u)))) : (((i32)((((i32)(v10 > v11)) != 0 ? ((i32)0x80u) : ((i32)v12)) < ((i32)v7))) != 0 ? max_f32(((f32)LOAD_i32(13)), k700243_f0(LOAD_u16(5))) : ((f32)f32_to_i32(v10))));
  } else {
    v9 = v8;
    v12 = atom_or_(&L[lid], ((u32)((u32)perm_u32(v12, v7) << (((u32)0x4u) & 31))));
  }
  v7 = atom_imin_(&L[lid], ((u32)((u32)(((i32)(v10 >= as_f32(0x430aa883u))) != 0 ? v7 : ((u32)0x1u)) << (((u32)0x1eu) & 31))));
  switch (k700243_f1(((u32)((u32)((u32)0x32178567u) | (u32)v7)), ((u16)((u32)f32_to_u16(v11) & (u32)f32_to_u16(v11)))) & 7) {
  case 0:
    if (((i32)(((i32)((u32)((i32)0xffffffe9u) + (u32)f32_to_i32(v11))) != (((i32)(v8 != v9)) != 0 ? f32_to_i32(v11) : f32_to_i32(v10)))) != 0) {
      v11 = v8;
      v7 = ((u32)((u32)(((i32)(f32_to_i64(v10) > LOAD_i64(13))) != 0 ? f32_to_u32(v8) : ((u32)((u32)v7 & (u32)f32_to_u32(v9)))) + (u32)(((i32)((v11 + LOAD_f32(37)) < k700243_f0(f32_to_u16(v11)))) != 0 ? ((u32)((i32)v12)) : f32_to_u32(v10))));
      v7 = absdiff_i32((((i32)(v9 == v8)) != 0 ? ((i32)v12) : ((i32)v12)), ((i32)((u32)((i32)0xffffffc0u) | (u32)LOAD_i32(14))));
    } else {
      v11 = rint_f32((-as_f32(0xc4387a7eu)));
    }
    break;
  case 1:
    v12 = atom_add_(&L[lid], ((u32)((u32)v12 << (((u32)0xdu) & 31))));
    break;
  case 2:
    if (((i32)((v10 - as_f32(0x3dcccccdu)) == (v11 + v8))) != 0) {
      v7 = f32_to_u32(k700243_f0(div_u16(f32_to_u16(v10), f32_to_u16(v11))));
    } else {
      v8 = ((f32)(((u32)((u32)((u32)0xf121e9u) ^ (u32)v7)) != 0 ? (((i32)(v10 <= v8)) != 0 ? f32_to_i64(v10) : ((i64)((u64)f32_to_i64(v11) + (u64)((i64)v12)))) : ((i64)(((i64)((u64)LOAD_i64(37) << (LOAD_u32(17) & 63))) >> (((u32)((u32)((u32)0x40000000u) | (u32)v12)) & 63)))));
      v7 = k700243_f1(((u32)0x3u), div_u16(f32_to_u16(v10), f32_to_u16(v11)));
    }
    break;
  case 3:
    for (u32 n13 = 0; n13 < (u32)(f32_to_u32((v10 * v8)) & 7); n13++) {
      v8 = (v9 + (((f32)k700243_f1((((i32)(v11 == v10)) != 0 ? v12 : n13), ((u16)(((u16)v7) >> (((u32)0xbu) & 15))))) + (((i32)(((i32)0x10u) > f32_to_i32(v8))) != 0 ? ((f32)f32_to_i64(v11)) : ((f32)k700243_f1(((u32)0xffffffffu), ((u16)0xb3u))))));
    }
    break;
  case 4:
    v10 = v9;
    break;
  case 5:
    switch (f32_to_u32((-v11)) & 3) {
    case 0:
      v12 = ((u32)((u32)((u32)((u32)v12 << (((u32)0x8u) & 31))) * (u32)bits_f32(v11)));
      break;
    case 1:
      v12 = atom_imax_(&G[gid], ((u32)((u32)((u32)((u32)v7 & (u32)v7)) | (u32)((u32)((u32)v12 + (u32)v7)))));
      break;
    case 2:
      v9 = (((as_f32(0x43ee6413u) + v10) - (v11 + v11)) - trunc_f32(floor_f32(v10)));
      break;
    default:
      v8 = min_f32(ceil_f32(as_f32(0xc0000000u)), (v8 - v8));
      break;
    }
    break;
  default:
    v8 = div_f32((as_f32(0x3e22f983u) + v9), (v11 * LOAD_f32(9)));
    break;
  }
  t14 = k700243_f1(((u32)((u32)v7 & (u32)v12)), ((u16)0xff98u));
  t15 = ((u32)(((u32)((u32)f32_to_u32(v9) + (u32)v7)) >> (((u32)(v7 >> (((u32)0x5u) & 31))) & 31)));
  L[lid] = t14; BARRIER; v12 = L[(lid * 1 + t15) % SIZE]; BARRIER;
  v10 = (((i32)(LOAD_u16(18) > f32_to_u16(v10))) != 0 ? (as_f32(0xc40793c5u) + v10) : (v9 * v11));
  PUT32(0, v7);
  PUT32(1, bits_f32(v8));
  PUT32(2, bits_f32(v9));
  PUT32(3, bits_f32(v10));
  PUT32(4, bits_f32(v11));
  PUT32(5, v12);
  PUT32(6, t14);
  PUT32(7, t15);
}

NOINLINE f32 k700249_f0(f32 p1, u32 p2) {
  f32 q3 = 0;
  f32 q4 = 0;
  p2 = (((i32)(((i64)p2) < ((i64)p2))) != 0 ? ((u32)((u16)0x18u)) : ((u32)((u32)((u32)0x3u) ^ (u32)p2)));
  q3 = (((f32)sat_i32((((i32)(p2 == ((u32)0x80u))) != 0 ? f32_to_i64(q3) : ((i64)0x8000000000000000ul)))) - (-((q3 + q4) - max_f32(q4, p1))));
  return ((as_f32(0x7149f2cau) * as_f32(0x4b000000u)) * ceil_f32(as_f32(0xc0800000u)));
}
NOINLINE i64 k700249_f1(i64 p5, i64 p6, f32 p7) {
  f32 q8 = 0;
  u32 q9 = 0;
  q8 = (-((f32)q9));
  p5 = div_i64(((i64)((u64)((i64)((u64)((i64)(p5 >> (((u32)0x3cu) & 63))) - (u64)p5)) | (u64)((i64)((u64)((i64)((u64)p5 << (((u32)0x19u) & 63))) ^ (u64)((i64)((u64)p5 | (u64)((i64)0x8ul))))))), ((i64)((u64)((i64)((u64)mulwide_i32(((i32)0xfff80000u), ((i32)q9)) + (u64)p5)) + (u64)((i64)((u64)0 - (u64)((i64)((u64)((i64)0x4ul) - (u64)((i64)0x3ff0000000000000ul))))))));
  return p6;
}
#undef SIZE
#undef ITEMS
#define SIZE 64
#define ITEMS 64
KERNEL(k700249, 64) {
  __local u32 L[64];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 7;
  L[lid] = lid; G[gid] = gid;
  u16 v10 = 0;
  i64 v11 = 0;
  f32 v12 = 0;
  u32 v13 = 0;
  f32 v14 = 0;
  i32 v15 = 0;
  v10 = LOAD_u16(19);
  v11 = LOAD_i64(6);
  v12 = LOAD_f32(29);
  v13 = LOAD_u32(13);
  v14 = LOAD_f32(38);
  v15 = LOAD_i32(24);
  v14 = k700249_f0((-v14), v13);
  if (((i32)((((i32)(v10 > v10)) != 0) || (((i32)(LOAD_i64(26) > v11)) != 0))) != 0) {
    if (((i32)(max_u16(v10, LOAD_u16(23)) == (((i32)(v12 >= v12)) != 0 ? ((u16)0x0u) : v10))) != 0) {
      v13 = ((u32)((u32)v13 - (u32)((u32)((i32)(as_f32(0x3f800000u) <= v12)))));
      v11 = ((i64)((u64)max_i64(((i64)(v11 >> (((u32)0x7ffffu) & 63))), div_i64(v11, v11)) & (u64)((i64)((u64)((i64)((u64)((i64)v10) << (((u32)0x14u) & 63))) - (u64)mulwide_i32(((i32)0xe6f156eu), ((i32)v10))))));
    } else {
      v10 = ((u16)(((u16)k700249_f1(v11, ((i64)((i32)v10)), ((f32)LOAD_i64(33)))) >> (((u32)0x6u) & 15)));
    }
  } else {
    v13 = ((u32)((u32)((u32)((i32)(v15 != f32_to_i32(v12)))) + (u32)((u32)((u32)((u32)((u32)v13 + (u32)v13)) + (u32)((u32)((u32)f32_to_u32(v14) << (((u32)v10) & 31)))))));
  }
  v14 = abs_f32(fma_f32((v12 + v14), fma_f32(v12, as_f32(0x47800000u), v14), (v14 + v14)));
  PUT32(0, v10);
  PUT64(1, v11);
  PUT32(3, bits_f32(v12));
  PUT32(4, v13);
  PUT32(5, bits_f32(v14));
  PUT32(6, v15);
}
