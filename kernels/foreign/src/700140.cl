#include "foreign.h"
NOINLINE f32 k700140_f0(f32 p1, f32 p2, i32 p3, f32 p4) {
  f32 q5 = 0;
  i64 q6 = 0;
  p1 = as_f32(0x431133afu);
  return sqrt_f32(((f32)((u16)0x0u)));
}
NOINLINE u16 k700140_f1(f32 p7, f32 p8, i64 p9, f32 p10) {
  i64 q11 = 0;
  for (u32 n12 = 0; n12 < (u32)(((u32)((u32)f32_to_u32(as_f32(0x41200000u)) - (u32)addc_u32(((u32)0x100u), f32_to_u32(p10), ((u32)0x1167cu), f32_to_u32(p8)))) & 7); n12++) {
    p7 = (min_f32(((f32)q11), (p10 + p8)) * max_f32((p7 - as_f32(0x441b7ae7u)), (((f32)n12) - p7)));
    p9 = ((i64)((u64)((i64)((u64)0 - (u64)p9)) - (u64)((i64)(min_i64(p9, p9) >> (bits_f32(p10) & 63)))));
    if (((i32)(fma_f32(p7, as_f32(0xc3c669a8u), p8) > (p7 - p7))) != 0) {
      p8 = p10;
      p10 = ((((i32)(((f32)n12) == (as_f32(0x4446d1c1u) + p10))) != 0 ? ((p10 * ((f32)q11)) * (p8 - p7)) : (((f32)p9) * rint_f32(p10))) + ((f32)rem_i64(((i64)((u64)f32_to_i64(p10) & (u64)q11)), ((i64)((u64)((i64)0xfff7fffful) + (u64)q11)))));
    } else {
      p10 = (as_f32(0x6ce3eeu) + as_f32(0x43ed9afbu));
      p9 = ((i64)((u64)f32_to_i64(floor_f32(((f32)((i64)n12)))) << (((u32)0x11u) & 63)));
    }
  }
  p10 = (-as_f32(0x4b000000u));
  switch (((u32)((u32)((u32)p9) + (u32)(((i32)(p10 != as_f32(0x42dff5d0u))) != 0 ? ((u32)0x1000000u) : ((u32)0xffffff65u)))) & 7) {
  case 0:
    q11 = f32_to_i64((p7 * p7));
    break;
  case 1:
    for (u32 n13 = 0; n13 < 9 && ((i32)((((i32)(p10 != p10)) != 0 ? p9 : f32_to_i64(p10)) >= f32_to_i64(((f32)q11)))) != 0; n13++) {
      if (((i32)(p9 != ((i64)0x7fffful))) != 0) continue;
      p9 = ((i64)((u64)((i64)((u64)((i64)((u64)f32_to_i64(p10) + (u64)q11)) << (((u32)((u32)((u32)p9) & (u32)n13)) & 63))) << (n13 & 63)));
      q11 = ((i64)((((i32)(p7 <= sqrt_f32(p10))) != 0 ? rem_i64(((i64)0xffffffffffffff81ul), (((i32)(((f32)n13) >= p7)) != 0 ? ((i64)0x0ul) : p9)) : ((i64)((u64)((i64)((u64)0 - (u64)p9)) | (u64)((i64)n13)))) >> (((u32)((u32)0 - (u32)n13)) & 63)));
    }
    break;
  case 2:
    p7 = ((((i32)(((f32)p9) > p7)) != 0 ? p10 : p10) - (-((f32)q11)));
    break;
  case 3:
    p7 = div_f32((p7 + p10), (p10 + as_f32(0xc26f31d3u)));
    break;
  default:
    for (u32 n14 = 0; n14 < (u32)(((u32)(((u32)((u32)((u32)0xfffff0u) * (u32)((u32)p9))) >> (((u32)((u32)0 - (u32)((u32)0xffffe76bu))) & 31))) & 7); n14++) {
      p9 = ((i64)((i32)((p10 + as_f32(0x440598ebu)) <= ((f32)((u16)q11)))));
      p10 = ((f32)n14);
    }
    break;
  }
  return ((u16)((u32)((u16)((i32)(((u16)p9) >= f32_to_u16(p7)))) - (u32)((u16)~((u16)p9))));
}
#undef SIZE
#undef ITEMS
#define SIZE 64
#define ITEMS 64
KERNEL(k700140, 64) {
  __local u32 L[64];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 5;
  L[lid] = lid; G[gid] = gid;
  f32 v15 = 0;
  f32 v16 = 0;
  f32 v17 = 0;
  i32 v18 = 0;
  u32 v19 = 0;
  v15 = LOAD_f32(26);
  v16 = LOAD_f32(3);
  v17 = LOAD_f32(34);
  v18 = LOAD_i32(36);
  v19 = LOAD_u32(2);
  if (((i32)(f32_to_u32(v15) <= ((u32)((u32)v19 << (f32_to_u32(v17) & 31))))) != 0) {
    if (((i32)(((u16)((u32)((u16)0xffffu) - (u32)((u16)v19))) >= f32_to_u16(v17))) != 0) {
      v18 = ((i32)k700140_f1(fma_f32(v15, v16, as_f32(0x444c820au)), (-v16), ((i64)((u64)((i64)v19) | (u64)f32_to_i64(v16))), sqrt_f32(v17)));
      v18 = f32_to_i32(k700140_f0((v16 - v16), (((i32)(f32_to_u16(v15) >= ((u16)v18))) != 0 ? v15 : as_f32(0x6ce3eeu)), ((i32)((u32)v18 | (u32)((i32)0xfffff465u))), (v15 - v17)));
    } else {
      v15 = abs_f32(div_f32((v16 - v15), (-v17)));
      v19 = atom_max_(&L[lid], div_u32(((u32)((u32)v19 + (u32)((u32)0x10000u))), v19));
    }
    v15 = ((fma_f32(v15, v17, v15) - div_f32(v16, v15)) - (v17 * v17));
    if (((i32)(((u16)((i32)(v17 <= v15))) > (((i32)(f32_to_u16(v17) >= ((u16)0xfffeu))) != 0 ? LOAD_u16(13) : LOAD_u16(31)))) != 0) {
      v18 = ((i32)((u32)((i32)((u32)0 - (u32)v18)) + (u32)((i32)((u32)((i32)((u32)v18 * (u32)((i32)0xfffffffeu))) & (u32)v18))));
      v17 = abs_f32((v17 + div_f32(((f32)LOAD_i32(25)), fma_f32(((f32)v18), v16, v17))));
      v15 = (((i32)((v17 + v16) == ((f32)k700140_f1(v15, LOAD_f32(21), f32_to_i64(v17), v16)))) != 0 ? div_f32((((i32)(v18 >= f32_to_i32(v17))) != 0 ? v16 : LOAD_f32(11)), trunc_f32(LOAD_f32(40))) : (((i32)(v19 > LOAD_u32(19))) != 0 ? abs_f32(as_f32(0x4b000000u)) : rint_f32(v17)));
    } else {
      v19 = f32_to_u32(((as_f32(0x501502f9u) + v15) + div_f32((v17 * ((f32)v18)), floor_f32(LOAD_f32(15)))));
    }
  }
  for (u32 n20 = 0; n20 < (u32)(((u32)f32_to_i32(v16)) & 7); n20++) {
    if (((i32)(((i64)((u64)f32_to_i64(v17) | (u64)LOAD_i64(34))) != rem_i64(f32_to_i64(v16), ((i64)n20)))) != 0) {
      v18 = ((i32)bits_f32((ceil_f32(v16) - ((f32)k700140_f1(as_f32(0xc31e87edu), v15, f32_to_i64(v17), v17)))));
    } else {
      v17 = max_f32(v15, ((f32)f32_to_i32(v17)));
      v17 = ((f32)((i32)((u32)((i32)((u32)((i32)((u32)v18 ^ (u32)f32_to_i32(v16))) << (min_u32(((u32)0x3e8u), ((u32)0xffffu)) & 31))) + (u32)((i32)k700140_f1((v16 * v17), (LOAD_f32(24) * v16), (((i32)(v17 < as_f32(0x47800000u))) != 0 ? ((i64)0xffffffff00080001ul) : f32_to_i64(v16)), (v15 + v16))))));
    }
    if (((i32)(((i32)((u32)v18 | (u32)v18)) == ((i32)((u32)((i32)n20) << (v19 & 31))))) != 0) {
      v17 = (-(((i32)(v17 > v16)) != 0 ? rint_f32(v17) : max_f32(as_f32(0x43d70649u), LOAD_f32(23))));
      v19 = atom_max_(&G[gid], f32_to_u32((v15 * v15)));
    } else {
      v19 = atom_imin_(&L[lid], f32_to_u32((v15 + as_f32(0x4b800000u))));
      v15 = fma_f32((rint_f32(v15) + rint_f32(v17)), div_f32((-ceil_f32(((f32)v18))), (((f32)LOAD_u16(38)) + v17)), ((((i32)(f32_to_u16(v16) == f32_to_u16(v15))) != 0 ? LOAD_f32(33) : (v17 + ((f32)n20))) + ceil_f32(((f32)LOAD_i64(36)))));
    }
  }
  v19 = atom_imin_(&G[gid], min_u32(((u32)((u32)v19 & (u32)v19)), ((u32)~LOAD_u32(9))));
  PUT32(0, bits_f32(v15));
  PUT32(1, bits_f32(v16));
  PUT32(2, bits_f32(v17));
  PUT32(3, v18);
  PUT32(4, v19);
}

NOINLINE i64 k700141_f0(u32 p1, u64 p2, i64 p3) {
  i64 q4 = 0;
  q4 = ((i64)((u64)((i64)((u64)((i64)0x40ul) + (u64)max_i64(rem_i64(q4, q4), rem_i64(((i64)0xfffffffffffff8fcul), ((i64)p1))))) + (u64)((i64)0xffff0000ul)));
  for (u32 n5 = 0; n5 < (u32)(insert_u32(((u32)p2), (((i32)(p2 != p2)) != 0 ? p1 : ((u32)0x2u)), insert_u32(p1, ((u32)q4), p1)) & 7); n5++) {
    if (((i32)(((u64)n5) != ((u64)((i32)(((i64)0xffffffff00000000ul) >= p3))))) != 0) {
      p2 = p2;
    } else {
      p1 = ((u32)sext_i32(((i32)n5), n5));
    }
  }
  return rem_i64(p3, ((i64)((u64)p3 + (u64)p3)));
}
#undef SIZE
#undef ITEMS
#define SIZE 64
#define ITEMS 128
KERNEL(k700141, 64) {
  __local u32 L[64];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 13;
  L[lid] = lid; G[gid] = gid;
  i64 v6 = 0;
  u64 v7 = 0;
  u32 v8 = 0;
  i64 v9 = 0;
  u64 v10 = 0;
  u64 v11 = 0;
  u32 t12 = 0;
  u32 t13 = 0;
  v6 = LOAD_i64(11);
  v7 = LOAD_u64(22);
  v8 = LOAD_u32(8);
  v9 = LOAD_i64(3);
  v10 = LOAD_u64(23);
  v11 = LOAD_u64(25);
  v9 = max_i64(((i64)((u64)((i64)((u64)k700141_f0(v8, v10, v9) * (u64)LOAD_i64(10))) << (((u32)0x22u) & 63))), (((i32)(((i64)((u64)v9)) != mulwide_i32(((i32)v6), ((i32)0x1000000u)))) != 0 ? ((i64)((u64)((i64)((u64)v6 ^ (u64)((i64)v11))) + (u64)((i64)((i32)(v7 != v10))))) : ((i64)((u64)((i64)((u64)v6 ^ (u64)v6)) << (pop_u32(((u32)v7)) & 63)))));
  v8 = insert_u32(v8, v8, v8);
  t12 = clz_u32(((u32)((i32)(((i32)v6) > ((i32)v8)))));
  t13 = ((u32)k700141_f0(((u32)((u32)((u32)0x3u) * (u32)v8)), ((u64)LOAD_i64(36)), ((i64)((u64)LOAD_i64(34) + (u64)((i64)0x64ul)))));
  v8 = REDUCE(t12);
  for (u32 n14 = 0; n14 < 9 && ((i32)(div_i64(((i64)0x64ul), v6) < mulwide_i32(((i32)v6), ((i32)v9)))) != 0; n14++) {
    v8 = max_u32(((u32)k700141_f0(((u32)k700141_f0(v8, v10, v9)), ((u64)k700141_f0(((u32)v6), v11, v6)), ((i64)((u64)((i64)0x40000000ul) ^ (u64)((i64)0x8ul))))), ((u32)((u32)n14 << (((u32)k700141_f0(((u32)v6), v7, v6)) & 31))));
    v6 = mulwide_i32(((i32)k700141_f0(((u32)((u32)((u32)v7) | (u32)v8)), ((u64)k700141_f0(LOAD_u32(24), v10, ((i64)0xfffffffffff00000ul))), ((i64)((u64)v6 << (((u32)0x2eu) & 63))))), rem_i32(((i32)((u32)sat_i32(LOAD_i64(38)) - (u32)((i32)n14))), ((i32)((u32)((i32)((u32)((i32)n14) + (u32)((i32)v6))) - (u32)((i32)((u32)((i32)v10) - (u32)((i32)v9)))))));
  }
  PUT64(0, v6);
  PUT64(2, v7);
  PUT32(4, v8);
  PUT64(5, v9);
  PUT64(7, v10);
  PUT64(9, v11);
  PUT32(11, t12);
  PUT32(12, t13);
}

#undef SIZE
#undef ITEMS
#define SIZE 128
#define ITEMS 128
KERNEL(k700142, 128) {
  __local u32 L[128];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 11;
  L[lid] = lid; G[gid] = gid;
  u64 v1 = 0;
  u32 v2 = 0;
  u32 v3 = 0;
  i32 v4 = 0;
  u32 v5 = 0;
  i64 v6 = 0;
  u32 v7 = 0;
  u32 t9 = 0;
  u32 t10 = 0;
  v1 = LOAD_u64(33);
  v2 = LOAD_u32(36);
  v3 = LOAD_u32(28);
  v4 = LOAD_i32(40);
  v5 = LOAD_u32(39);
  v6 = LOAD_i64(5);
  v7 = LOAD_u32(13);
  v5 = ((u32)0x0u);
  v4 = ((i32)((u32)div_i32(max_i32(((i32)((u32)v4 - (u32)v4)), ((i32)((u32)v4 - (u32)v4))), ((i32)((u32)((i32)((u32)LOAD_i32(5) + (u32)v4)) | (u32)((i32)((u32)v4 + (u32)((i32)0xfffffff6u)))))) | (u32)((i32)((u32)((i32)(v5 >= LOAD_u32(5))) + (u32)((i32)v5)))));
  for (u32 n8 = 0; n8 < (u32)(((u32)((u32)rem_u32(v7, ((u32)v4)) + (u32)v2)) & 7); n8++) {
    v6 = (((i32)(v4 >= ((i32)v1))) != 0 ? ((i64)((u64)v6 << (((u32)0x3u) & 63))) : ((i64)((u64)v6 & (u64)((i64)0x10000000000ul))));
    v2 = rem_u32(ctz_u32(((u32)0x21u)), ((u32)((((i32)(((i16)v4) >= ((i16)v4))) != 0 ? v7 : v5) >> (((u32)0x13u) & 31))));
    v2 = ((u32)((u64)((u64)0 - (u64)((u64)((u64)((u64)0x134a338a18ul) ^ (u64)v1)))));
  }
  v7 = ((u32)((u32)((u32)((u32)min_u32(insert_u32(v3, v3, v3), ((u32)((u32)0 - (u32)((u32)0xfffffu)))) << (((u32)((u32)((u32)0xffu) + (u32)v3)) & 31))) + (u32)((u32)0xb8u)));
  t9 = ((u32)((u32)0 - (u32)((u32)(((u32)((u32)v2 - (u32)v3)) >> (((u32)0x1cu) & 31)))));
  t10 = ((u32)((u32)((u32)((u32)((u32)v4) << (((u32)0x0u) & 31))) + (u32)v2));
  v5 = SCAN(t9);
  if (((i32)(((u16)((u32)((u16)v6) << (((u32)0x4u) & 15))) != max_u16(((u16)v5), ((u16)v6)))) != 0) {
    v4 = ((i32)((u32)mulhi_i32(v4, ((i32)v5)) - (u32)sext_i32(v4, LOAD_u32(2))));
    v3 = min_u32(((u32)((u64)(v1 >> (((u32)0x3fu) & 63)))), field_u32(((u32)((i32)(((u64)0x64ul) != ((u64)0x6eaeul)))), (((i32)(((u8)v6) < ((u8)v1))) != 0 ? v5 : LOAD_u32(10)), mulhi_u32(v7, ((u32)0x10000u))));
    v7 = ((u32)((u32)div_u32(min_u32(((u32)v1), LOAD_u32(7)), (((i32)(v7 == ((u32)0x40u))) != 0 ? v3 : v3)) - (u32)max_u32(((u32)((i32)(v1 == ((u64)0x100000ul)))), insert_u32(v3, v2, v5))));
  } else {
    v7 = v7;
  }
  PUT64(0, v1);
  PUT32(2, v2);
  PUT32(3, v3);
  PUT32(4, v4);
  PUT32(5, v5);
  PUT64(6, v6);
  PUT32(8, v7);
  PUT32(9, t9);
  PUT32(10, t10);
}

NOINLINE f32 k700143_f0(u16 p1, i64 p2, u16 p3) {
  i32 q4 = 0;
  i32 q5 = 0;
  p1 = ((u16)((u32)f32_to_u16(((f32)p1)) | (u32)((u16)((u32)((u16)((u32)((u16)0x5u) << (((u32)p2) & 15))) << (f32_to_u32(((f32)p2)) & 15)))));
  switch ((((i32)(((u32)p3) < ((u32)0x0u))) != 0 ? min_u32(((u32)p2), ((u32)q5)) : ((u32)p1)) & 3) {
  case 0:
    for (u32 n6 = 0; n6 < (u32)(((u32)(clz_u32(((u32)q5)) >> (((u32)0xeu) & 31))) & 7); n6++) {
      p3 = ((u16)sext_i32(div_i32(((i32)((u32)q5 + (u32)q4)), ((i32)(q5 >> (((u32)0x3u) & 31)))), (((i32)(((u16)0x8000u) <= p1)) != 0 ? ((u32)((u32)((u32)0x368258au) - (u32)((u32)0x6u))) : f32_to_u32(((f32)p3)))));
      p1 = ((u16)bits_f32(((((f32)p3) + ((f32)q4)) - (((f32)p2) + ((f32)q5)))));
      q5 = ((i32)((u32)max_i32(((i32)0xd0fac71u), ((i32)0xfu)) | (u32)((i32)p3)));
      if (q5 != 0) continue;
    }
    break;
  case 1:
    if (((i32)((as_f32(0x40800000u) - as_f32(0xbf800000u)) != ((f32)q5))) != 0) {
      p1 = ((u16)((u32)((u16)((u32)min_u16(((u16)q4), p3) - (u32)(((i32)(p2 <= p2)) != 0 ? ((u16)0x19u) : ((u16)0x1u)))) | (u32)(((i32)(((f32)p2) >= ((f32)p3))) != 0 ? ((u16)((u32)p1 + (u32)p1)) : f32_to_u16(as_f32(0x3fc00000u)))));
      q5 = ((i32)~sext_i32(q4, ((u32)q4)));
    } else {
      p1 = f32_to_u16((((f32)q4) * ((f32)q4)));
      q4 = ((i32)((u32)((i32)p1) | (u32)((i32)p2)));
    }
    break;
  case 2:
    p1 = ((u16)((u32)p3 + (u32)((u16)((u32)((u16)0x0u) | (u32)p3))));
    break;
  default:
    for (u32 n7 = 0; n7 < (u32)(((u32)((u32)((u32)((u32)((u32)p2) - (u32)((u32)p2))) ^ (u32)((u32)p1))) & 7); n7++) {
      p2 = ((i64)((i32)(div_f32((as_f32(0xc0000000u) * ((f32)n7)), floor_f32(as_f32(0x3f000000u))) <= ((f32)f32_to_u32(as_f32(0x42839841u))))));
      p2 = (((i32)(as_f32(0x7149f2cau) <= ((f32)p2))) != 0 ? (((i32)(((f32)n7) == ((f32)p2))) != 0 ? p2 : ((i64)n7)) : (((i32)(p2 >= p2)) != 0 ? p2 : p2));
    }
    break;
  }
  q4 = ((i32)((u32)div_i32(((i32)0xad2u), q4) + (u32)f32_to_i32(as_f32(0x40490fdbu))));
  return (div_f32(((f32)q4), ((f32)p3)) + div_f32(((f32)p1), as_f32(0x42837c61u)));
}
NOINLINE i32 k700143_f1(f32 p8, f32 p9) {
  u32 q10 = 0;
  f32 q11 = 0;
  q10 = ((u32)((u32)f32_to_u32(as_f32(0xc447d700u)) - (u32)((u32)((u32)0 - (u32)f32_to_u32(p9)))));
  if (((i32)(((i64)(f32_to_i64(q11) >> (((u32)0x2au) & 63))) > f32_to_i64(as_f32(0xc0000000u)))) != 0) {
    for (u32 n12 = 0; n12 < (u32)(((u32)((u32)((u32)((u32)q10 & (u32)((u32)0x15abu))) - (u32)((u32)((u32)0 - (u32)q10)))) & 7); n12++) {
      p8 = (-(as_f32(0x3e22f983u) + q11));
      q11 = p8;
    }
    q11 = (ceil_f32((-p8)) - (((i32)(q10 != q10)) != 0 ? ((f32)q10) : (-as_f32(0xc2d713a1u))));
  } else {
    p8 = div_f32(sqrt_f32(q11), div_f32(((f32)f32_to_i64(p8)), (p8 + p8)));
  }
  return ((i32)((u32)0 - (u32)((i32)((u32)((i32)0x3fu) + (u32)f32_to_i32(p8)))));
}
#undef SIZE
#undef ITEMS
#define SIZE 64
#define ITEMS 64
KERNEL(k700143, 64) {
  __local u32 L[64];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 8;
  L[lid] = lid; G[gid] = gid;
  i32 v13 = 0;
  i64 v14 = 0;
  f32 v15 = 0;
  i32 v16 = 0;
  f32 v17 = 0;
  u32 v18 = 0;
  u16 v19 = 0;
  v13 = LOAD_i32(7);
  v14 = LOAD_i64(33);
  v15 = LOAD_f32(1);
  v16 = LOAD_i32(21);
  v17 = LOAD_f32(9);
  v18 = LOAD_u32(2);
  v19 = LOAD_u16(34);
  v19 = (((i32)((trunc_f32(LOAD_f32(18)) * as_f32(v18)) < sqrt_f32(((f32)v14)))) != 0 ? ((u16)((i32)(v17 <= (-v17)))) : ((u16)(((u16)((u32)((u16)((u32)v19 * (u32)LOAD_u16(28))) - (u32)rem_u16(v19, v19))) >> (((u32)0xeu) & 15))));
  if (((i32)(((f32)k700143_f1(v15, as_f32(0x40000000u))) >= rint_f32(v15))) != 0) {
    for (u32 n20 = 0; n20 < 9 && mulhi_i32(LOAD_i32(2), v13) != 0; n20++) {
      v18 = atom_sub_(&G[gid], (((i32)(((i32)v19) >= v16)) != 0 ? ((u32)((u32)v18 - (u32)v18)) : field_u32(v18, f32_to_u32(v15), LOAD_u32(6))));
      if (((i32)((((i32)(n20 != v18)) != 0) || (((i32)(v17 == v15)) != 0))) != 0) break;
      v13 = rem_i32((((i32)(((u32)0xfff00000u) > n20)) != 0 ? ((i32)((u32)v16 + (u32)v16)) : ((i32)((u32)v16 ^ (u32)v16))), ((i32)~((i32)(LOAD_i32(20) >> (((u32)0x14u) & 31)))));
    }
    for (u32 n21 = 0; n21 < (u32)(((u32)((u32)perm_u32(LOAD_u32(8), LOAD_u32(23)) ^ (u32)f32_to_u32(k700143_f0(v19, ((i64)v18), v19)))) & 7); n21++) {
      v19 = max_u16(((u16)((u32)(((i32)(v15 <= v15)) != 0 ? ((u16)v13) : v19) << (f32_to_u32(k700143_f0(v19, v14, v19)) & 15))), ((u16)(((i32)(LOAD_f32(37) < as_f32(0xc2ba6409u))) != 0 ? ((i64)bits_f32(v15)) : f32_to_i64(k700143_f0(((u16)v16), v14, v19)))));
      v19 = div_u16(((u16)k700143_f1(v15, v15)), ((u16)v13));
      v15 = (-(as_f32(0x40000000u) + LOAD_f32(7)));
    }
  } else {
    if (((i32)((((i32)(v18 != v18)) != 0) || (((i32)(as_f32(0xc46a0070u) < LOAD_f32(10))) != 0))) != 0) {
      v14 = ((i64)((u64)f32_to_i64((v17 - v15)) + (u64)((i64)((u64)mulwide_i32(((i32)0x43318u), v16) - (u64)((i64)((u32)v19))))));
      v19 = ((u16)0x134du);
    } else {
      v18 = ((u32)((u32)((u32)((u32)v18 ^ (u32)((u32)((u32)v18 + (u32)f32_to_u32(v15))))) - (u32)((u32)((u32)((u32)v14) ^ (u32)f32_to_u32(k700143_f0(v19, LOAD_i64(6), v19))))));
    }
    v17 = k700143_f0(((u16)v14), ((i64)((u64)v14 + (u64)v14)), (((i32)(v19 == v19)) != 0 ? v19 : v19));
  }
  v16 = f32_to_i32((((((i32)(v19 == ((u16)0xffddu))) != 0 ? v17 : v17) - (((i32)(v17 == LOAD_f32(19))) != 0 ? v15 : v17)) + (rint_f32(v17) * div_f32(v17, v17))));
  for (u32 n22 = 0; n22 < (u32)(LOAD_u32(38) & 7); n22++) {
    switch (((u32)((u32)clz_u32(LOAD_u32(36)) + (u32)((u32)((i32)(v15 <= as_f32(0xc0000000u)))))) & 3) {
    case 0:
      v18 = (((i32)(v13 > v16)) != 0 ? ((u32)v14) : ((u32)((i32)(v17 <= v15))));
      break;
    case 1:
      v17 = (v16 != 0 ? abs_f32(as_f32(0x4f000000u)) : ((f32)k700143_f1(((f32)v14), ((f32)v16))));
      break;
    case 2:
      v17 = (v15 - (((f32)v18) * v17));
      break;
    default:
      v15 = (-(((f32)v18) * as_f32(0x40000000u)));
      break;
    }
    v18 = ((u32)((i32)(((u16)((u32)(((i32)(LOAD_u16(17) >= v19)) != 0 ? v19 : v19) & (u32)v19)) < ((u16)((u32)((u16)((u32)0 - (u32)v19)) & (u32)((u16)(((u16)v18) >> (((u32)v19) & 15))))))));
  }
  v16 = rem_i32(((i32)((u32)((u32)v18 + (u32)((u32)0xfffeccf2u)))), ((i32)v14));
  PUT32(0, v13);
  PUT64(1, v14);
  PUT32(3, bits_f32(v15));
  PUT32(4, v16);
  PUT32(5, bits_f32(v17));
  PUT32(6, v18);
  PUT32(7, v19);
}

#undef SIZE
#undef ITEMS
#define SIZE 128
#define ITEMS 128
KERNEL(k700144, 128) {
  __local u32 L[128];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 7;
  L[lid] = lid; G[gid] = gid;
  f32 v1 = 0;
  u32 v2 = 0;
  f32 v3 = 0;
  f32 v4 = 0;
  f32 v5 = 0;
  i32 v6 = 0;
  f32 v7 = 0;
  f32 a8[8]; for (u32 i = 0; i < 8; i++) a8[i] = (f32)(i * 77);
  v1 = LOAD_f32(5);
  v2 = LOAD_u32(19);
  v3 = LOAD_f32(34);
  v4 = LOAD_f32(33);
  v5 = LOAD_f32(15);
  v6 = LOAD_i32(39);
  v7 = LOAD_f32(33);
  a8[((u32)~((u32)((u32)v2 << (((u32)0x18u) & 31)))) & 7] = (-((f32)f32_to_i32(v4)));
  v7 = fma_f32((v5 - v3), (-v5), ceil_f32(v4));
  v7 = div_f32(((f32)f32_to_i64(v3)), v1);
  PUT32(0, bits_f32(v1));
  PUT32(1, v2);
  PUT32(2, bits_f32(v3));
  PUT32(3, bits_f32(v4));
  PUT32(4, bits_f32(v5));
  PUT32(5, v6);
  PUT32(6, bits_f32(v7));
}

#undef SIZE
#undef ITEMS
#define SIZE 128
#define ITEMS 128
KERNEL(k700145, 128) {
  __local u32 L[128];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 12;
  L[lid] = lid; G[gid] = gid;
  f64 v1 = 0;
  u32 v2 = 0;
  i32 v3 = 0;
  u64 v4 = 0;
  f64 v5 = 0;
  f64 v6 = 0;
  f64 v7 = 0;
  v1 = LOAD_f64(34);
  v2 = LOAD_u32(3);
  v3 = LOAD_i32(0);
  v4 = LOAD_u64(40);
  v5 = LOAD_f64(11);
  v6 = LOAD_f64(11);
  v7 = LOAD_f64(29);
  v3 = v3;
  if (((i32)((((f32)v2) + ((f32)v2)) > (((f32)v3) * ((f32)v6)))) != 0) {
    for (u32 n8 = 0; n8 < 9 && ((i32)(((u32)((u32)v2 + (u32)v2)) >= clz_u32(((u32)0xfffffffcu)))) != 0; n8++) {
      v5 = fma_f64(LOAD_f64(8), trunc_f64(v1), floor_f64((LOAD_f64(0) * as_f64(0x4059000000000000ul))));
    }
    v7 = rint_f64(((f64)((f32)v4)));
  } else {
    if (((i32)((((i32)(v2 > v2)) != 0) && (((i32)((((i32)(v3 == v3)) != 0) && (((i32)(v4 != LOAD_u64(26))) != 0))) != 0))) != 0) {
      v3 = ((i32)((u32)((i32)(f64_to_i32((as_f64(0x4059000000000000ul) + v5)) >> (((u32)0xeu) & 31))) | (u32)f32_to_i32(((f32)v4))));
      v1 = (((i32)((fma_f32(((f32)v2), ((f32)v2), ((f32)v3)) * (LOAD_f32(22) + ((f32)v3))) < (as_f32(0x3f800000u) + ((f32)v3)))) != 0 ? min_f64(((((i32)(v7 < v6)) != 0 ? v1 : v6) + abs_f64(v7)), (((f64)v4) - (v5 * v1))) : (((v6 * as_f64(0x4024000000000000ul)) * (v5 + LOAD_f64(5))) * ((f64)((u64)((u64)0 - (u64)v4)))));
      v6 = ((f64)((f32)v2));
    }
  }
  v1 = max_f64((-v1), (-v6));
  PUT64(0, bits_f64(v1));
  PUT32(2, v2);
  PUT32(3, v3);
  PUT64(4, v4);
  PUT64(6, bits_f64(v5));
  PUT64(8, bits_f64(v6));
  PUT64(10, bits_f64(v7));
}

#undef SIZE
#undef ITEMS
#define SIZE 40
#define ITEMS 80
KERNEL(k700146, 40) {
  __local u32 L[40];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 6;
  L[lid] = lid; G[gid] = gid;
  u32 v1 = 0;
  u16 v2 = 0;
  i16 v3 = 0;
  i32 v4 = 0;
  u32 t7 = 0;
  u32 t8 = 0;
  u8 a5[8]; for (u32 i = 0; i < 8; i++) a5[i] = (u8)(i * 77);
  v1 = LOAD_u32(28);
  v2 = LOAD_u16(21);
  v3 = LOAD_i16(11);
  v4 = LOAD_i32(25);
  v2 = div_u16(((u16)((i32)(((i32)0xffu) != ((i32)v3)))), v2);
  if (((i32)(((i8)((i32)(v2 >= v2))) >= ((i8)((u32)((i8)v3) & (u32)LOAD_i8(13))))) != 0) {
    for (u32 n6 = 0; n6 < (u32)(((u32)div_u16(v2, ((u16)0x7u))) & 7); n6++) {
      v4 = ((i32)a5[min_u32(n6, LOAD_u32(24)) & 7]);
      v1 = ((u32)~((u32)v3));
      v2 = ((u16)((u32)((u16)((u32)((u16)((u32)((u16)((u32)v2 - (u32)v2)) | (u32)((u16)a5[v1 & 7]))) << (((u32)0x2u) & 15))) << (((u32)((u32)((u32)v4) | (u32)n6)) & 15)));
    }
  }
  v1 = ((u32)((u32)((u32)~((u32)a5[((u32)v3) & 7])) & (u32)((u32)((u8)((u32)((u8)v1) | (u32)((u8)v4))))));
  t7 = ((u32)(((u32)a5[((u32)((u32)v1 + (u32)v1)) & 7]) >> (((u32)0x1au) & 31)));
  t8 = ((u32)((u32)((u32)((u32)((u32)0xffff0000u) | (u32)v1)) + (u32)((u32)((u32)0 - (u32)v1))));
  L[lid] = t8; BARRIER; atom_imax_(&L[t7 & 7], t8); BARRIER; v1 = L[lid & 7]; BARRIER;
  for (u32 n9 = 0; n9 < (u32)(((u32)((i8)a5[v1 & 7])) & 7); n9++) {
    v1 = ((u32)a5[((u32)((i32)0xfffffff0u)) & 7]);
  }
  PUT32(0, v1);
  PUT32(1, v2);
  PUT32(2, v3);
  PUT32(3, v4);
  PUT32(4, t7);
  PUT32(5, t8);
}

#undef SIZE
#undef ITEMS
#define SIZE 24
#define ITEMS 48
KERNEL(k700147, 24) {
  __local u32 L[24];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 10;
  L[lid] = lid; G[gid] = gid;
  u64 v1 = 0;
  u32 v2 = 0;
  i64 v3 = 0;
  u32 v4 = 0;
  u64 v5 = 0;
  u32 t6 = 0;
  u32 t7 = 0;
  v1 = LOAD_u64(18);
  v2 = LOAD_u32(2);
  v3 = LOAD_i64(21);
  v4 = LOAD_u32(7);
  v5 = LOAD_u64(9);
  if (((i32)(LOAD_u64(24) == v5)) != 0) {
    v2 = v4;
    v2 = atom_imax_(&G[gid], ((u32)((u32)subb_u32(v2, v4, v4, v4) & (u32)((u32)((u32)v2 | (u32)v2)))));
  } else {
    v1 = ((u64)((u64)((u64)((u64)0 - (u64)((u64)((u64)v1 + (u64)v1)))) & (u64)((u64)min_i64(((i64)v1), v3))));
    v2 = ((u32)(((u32)((u32)v2 ^ (u32)v4)) >> (((u32)0xdu) & 31)));
  }
  v4 = atom_and_(&G[gid], ((u32)~((u32)((i64)v5))));
  v1 = v1;
  v3 = ((i64)((u32)((u32)v2 + (u32)LOAD_u32(8))));
  v5 = ((u64)~rot_u64(v1, ((u64)(LOAD_u64(2) >> (v2 & 63)))));
  t6 = ((u32)((u32)((u32)0x80u) ^ (u32)((u32)((u32)((u32)((u32)v4 << (((u32)0x16u) & 31))) * (u32)v4))));
  t7 = ((u32)((u32)((u32)((u32)v2 ^ (u32)((u32)0x7u))) << ((((i32)(v2 > v4)) != 0 ? v2 : v2) & 31)));
  L[lid] = t6; BARRIER; v4 = L[(lid * 13 + t7) % SIZE]; BARRIER;
  v5 = mulwide_u32(((u32)(((u32)~((u32)v1)) >> (((u32)0x1eu) & 31))), ((u32)((u32)v4 & (u32)((u32)((u32)v4 + (u32)((u32)0x1u))))));
  PUT64(0, v1);
  PUT32(2, v2);
  PUT64(3, v3);
  PUT32(5, v4);
  PUT64(6, v5);
  PUT32(8, t6);
  PUT32(9, t7);
}

#undef SIZE
#undef ITEMS
#define SIZE 24
#define ITEMS 48
KERNEL(k700148, 24) {
  __local u32 L[24];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 12;
  L[lid] = lid; G[gid] = gid;
  i32 v1 = 0;
  f64 v2 = 0;
  f64 v3 = 0;
  u64 v4 = 0;
  i32 v5 = 0;
  i32 v6 = 0;
  u32 v7 = 0;
  u32 t8 = 0;
  u32 t9 = 0;
  v1 = LOAD_i32(0);
  v2 = LOAD_f64(37);
  v3 = LOAD_f64(1);
  v4 = LOAD_u64(32);
  v5 = LOAD_i32(33);
  v6 = LOAD_i32(30);
  v7 = LOAD_u32(25);
  if (((i32)((((i32)(v7 < v7)) != 0 ? as_f64(0x407d118712fd6df8ul) : v3) != (v2 - v3))) != 0) {
    v6 = v6;
  } else {
    v7 = (((i32)(v3 != max_f64(LOAD_f64(37), v2))) != 0 ? ((u32)((u32)((u32)~v7) - (u32)((u32)~v7))) : f64_to_u32((v2 * v3)));
    if (((i32)((u32)((i32)0x2u) + (u32)((i32)0x1d813u))) != 0) {
      v4 = f64_to_u64((v2 + v3));
      v3 = ((floor_f64(v3) - v2) + (((i32)(v4 == LOAD_u64(4))) != 0 ? div_f64(as_f64(0x4024000000000000ul), LOAD_f64(32)) : max_f64(((f64)v5), as_f64(0x4059000000000000ul))));
    }
  }
  if (v6 != 0) {
    v6 = max_i32(((i32)(((i32)f64_to_u64(v2)) >> (((u32)(v7 >> (((u32)0xeu) & 31))) & 31))), ((i32)((u32)((i32)v7) - (u32)((i32)((u32)v6 << (((u32)0x18u) & 31))))));
  } else {
    v1 = ((i32)((u32)mulhi_i32(((i32)0x18u), f64_to_i32(v3)) | (u32)f64_to_i32(((f64)f64_to_i32(v2)))));
  }
  v5 = ((i32)((u32)0 - (u32)((i32)(as_f32(0xc422126cu) < ((f32)v7)))));
  t8 = ctz_u32(LOAD_u32(36));
  t9 = ((u32)((u32)((u32)(v7 >> (v7 & 31))) * (u32)((u32)(((u32)0x3u) >> (v7 & 31)))));
  L[lid] = t8; BARRIER; v7 = L[(lid * 1 + t9) % SIZE]; BARRIER;
  for (u32 n10 = 0; n10 < (u32)(((u32)((u32)v7 | (u32)((u32)v4))) & 7); n10++) {
    v7 = atom_xchg_(&G[gid], f64_to_u32(((f64)((f32)v4))));
    v2 = ((v2 - v2) + v2);
    v7 = ((u32)((i32)((v2 * v3) <= div_f64(((f64)v7), as_f64(0xc079bf2cc4d0c4e8ul)))));
  }
  PUT32(0, v1);
  PUT64(1, bits_f64(v2));
  PUT64(3, bits_f64(v3));
  PUT64(5, v4);
  PUT32(7, v5);
  PUT32(8, v6);
  PUT32(9, v7);
  PUT32(10, t8);
  PUT32(11, t9);
}

NOINLINE u32 k700149_f0(u32 p1, u32 p2) {
  u64 q3 = 0;
  p1 = ((u32)((u32)((u32)((u32)((u32)((i64)((u64)((i64)p2) & (u64)((i64)p2)))) + (u32)((u32)((u64)(((u64)0x3ful) >> (p2 & 63)))))) << (((u32)0x3u) & 31)));
  q3 = (((i32)(((i64)q3) == ((i64)q3))) != 0 ? ((u64)((u64)((u64)(q3 >> (p1 & 63))) * (u64)((u64)((i32)(((u64)0x7ffffffffffffffful) >= q3))))) : ((u64)((u64)((u64)((u64)q3 - (u64)q3)) | (u64)((u64)((u64)q3 | (u64)q3)))));
  return ((u32)((u32)((u32)~p1) * (u32)((u32)((u32)p1 ^ (u32)p2))));
}
NOINLINE i64 k700149_f1(u64 p4, i64 p5, i64 p6) {
  i64 q7 = 0;
  p6 = (((i32)((((i32)(((i32)q7) < ((i32)0xfffffffbu))) != 0) && (((i32)(p5 > p5)) != 0))) != 0 ? ((i64)((u64)p6 * (u64)((i64)((u64)q7 - (u64)p5)))) : ((i64)insert_u32(((u32)p5), ((u32)p5), ((u32)p5))));
  for (u32 n8 = 0; n8 < 9 && ((i32)((((i32)((((i32)(((i32)0xffffffffu) <= ((i32)p6))) != 0) && (((i32)(((i32)p6) < ((i32)p5))) != 0))) != 0) || (((i32)(((u32)p6) != ((u32)0x34161b85u))) != 0))) != 0; n8++) {
    q7 = ((i64)((u64)((i64)((u64)0 - (u64)((i64)((i32)(((i32)n8) >> (((u32)0x7u) & 31)))))) << (((u32)0x7u) & 63)));
    if (((i32)((u32)((i32)0xfffffffeu) & (u32)((i32)p5))) != 0) {
      p5 = ((i64)~((i64)((u64)((i64)((u64)((i64)p4) | (u64)((i64)(q7 >> (n8 & 63))))) & (u64)((i64)((u64)((i64)((u64)q7 ^ (u64)p5)) ^ (u64)((i64)((i32)p4)))))));
    }
    p6 = (((i32)(div_i64(p6, ((i64)0xffffe4014fecfc9dul)) < q7)) != 0 ? (((i32)(p4 != ((u64)0x713e70298eul))) != 0 ? rem_i64(p5, ((i64)n8)) : ((i64)((u64)q7 | (u64)p5))) : ((i64)((u64)((i64)p4) - (u64)((i64)((u64)((i64)p4) | (u64)p5)))));
  }
  if (((i32)(p4 < ((u64)((i64)0x10000000000000ul)))) != 0) {
    if (((i32)((((i32)(((i64)0xffffffffffffffe0ul) > ((i64)0x3e8ul))) != 0) || (((i32)(((i64)0x100ul) > q7)) != 0))) != 0) {
      p6 = ((i64)((u32)0xedcba988u));
      p5 = ((i64)(((i64)((i32)(p5 == p6))) >> (((u32)~((u32)p5)) & 63)));
    }
    for (u32 n9 = 0; n9 < (u32)(field_u32((((i32)(p5 == p6)) != 0 ? ((u32)p4) : ((u32)p4)), ((u32)((u32)((u32)p5) | (u32)((u32)q7))), ((u32)p5)) & 7); n9++) {
      if (((i32)(((i64)p4) < ((i64)0x7ful))) != 0) continue;
      p6 = ((i64)((u64)((i64)((u64)max_i64(((i64)((i32)(((u32)p5) < ((u32)q7)))), max_i64(q7, ((i64)0xffffffff00000001ul))) ^ (u64)min_i64(p5, ((i64)0x20ul)))) << (((u32)(((u32)p4) >> (((u32)0xcu) & 31))) & 63)));
      p5 = mulwide_i32(((i32)((u32)((i32)q7) ^ (u32)((i32)0x1fu))), div_i32(((i32)0x2d08362u), ((i32)q7)));
    }
  }
  return ((i64)((u64)((i64)((u64)((i64)0xffffffffffff077bul) & (u64)q7)) ^ (u64)(((i32)(((u32)p4) == ((u32)0x7d5u))) != 0 ? q7 : q7)));
}
#undef SIZE
#undef ITEMS
#define SIZE 64
#define ITEMS 128
KERNEL(k700149, 64) {
  __local u32 L[64];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 11;
  L[lid] = lid; G[gid] = gid;
  u32 v10 = 0;
  u32 v11 = 0;
  u64 v12 = 0;
  u32 v13 = 0;
  u64 v14 = 0;
  i64 v15 = 0;
  u64 v16 = 0;
  v10 = LOAD_u32(29);
  v11 = LOAD_u32(25);
  v12 = LOAD_u64(21);
  v13 = LOAD_u32(22);
  v14 = LOAD_u64(28);
  v15 = LOAD_i64(18);
  v16 = LOAD_u64(27);
  v13 = atom_cas_(&L[lid], addc_u32(((u32)((u32)v13 << (((u32)0x0u) & 31))), absdiff_i32(((i32)v13), ((i32)v13)), (((i32)(((i64)v13) < v15)) != 0 ? v13 : ((u32)v14)), (((i32)(v16 != ((u64)v10))) != 0 ? v10 : LOAD_u32(14))), pop_u32(v13));
  for (u32 n17 = 0; n17 < 9 && ((i32)(((u64)((u64)LOAD_u64(11) * (u64)((u64)0x3ff0000000000000ul))) < (((i32)(((i64)0x7ul) >= v15)) != 0 ? LOAD_u64(13) : LOAD_u64(1)))) != 0; n17++) {
    v16 = v14;
    v12 = mulhi_u64(((u64)((u64)((u64)((u64)((u64)0x2b4a50b1eb33ul) | (u64)((u64)0xfffffffffffffffful))) - (u64)clz_u64(v16))), ((u64)(v14 >> (((u32)((i32)(v11 > ((u32)v15)))) & 63))));
    v12 = v14;
  }
  v10 = atom_sub_(&G[gid], ((u32)(((u32)((u32)v10 << (((u32)0x1au) & 31))) >> (v10 & 31))));
  v10 = ((u32)((u32)((u32)LOAD_u64(26)) + (u32)perm_u32(v11, ((u32)0xe64abb58u))));
  v13 = atom_add_(&G[gid], LOAD_u32(1));
  v13 = ((u32)rem_i64(v15, v15));
  PUT32(0, v10);
  PUT32(1, v11);
  PUT64(2, v12);
  PUT32(4, v13);
  PUT64(5, v14);
  PUT64(7, v15);
  PUT64(9, v16);
}
