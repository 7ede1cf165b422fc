#include "foreign.h"
NOINLINE f32 k700181_f0(f32 p1) {
  f32 q2 = 0;
  u32 q3 = 0;
  if (((i32)(((i32)((u32)f32_to_i32(q2) + (u32)f32_to_i32(q2))) == div_i32(f32_to_i32(q2), ((i32)q3)))) != 0) {
    for (u32 n4 = 0; n4 < (u32)(((u32)((u32)((u32)~((u32)0xffffac63u)) << (q3 & 31))) & 7); n4++) {
      p1 = (rint_f32(as_f32(0x1u)) * rint_f32(p1));
      p1 = ((f32)f32_to_i64(as_f32(0x7149f2cau)));
    }
  } else {
    q3 = ((u32)((u32)((u32)((i32)((u32)min_i32(((i32)q3), f32_to_i32(p1)) - (u32)((i32)q3)))) & (u32)((u32)((u32)pop_u32(((u32)((u32)q3 & (u32)((u32)0xffffffffu)))) - (u32)f32_to_u32(((f32)((i64)q3)))))));
  }
  return (p1 * as_f32(0xc3cfd6b0u));
}
#undef SIZE
#undef ITEMS
#define SIZE 33
#define ITEMS 99
KERNEL(k700181, 33) {
  __local u32 L[33];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 9;
  L[lid] = lid; G[gid] = gid;
  u32 v5 = 0;
  u32 v6 = 0;
  f32 v7 = 0;
  f32 v8 = 0;
  u32 v9 = 0;
  i32 v10 = 0;
  u32 v11 = 0;
  u32 t14 = 0;
  u32 t15 = 0;
  v5 = LOAD_u32(12);
  v6 = LOAD_u32(18);
  v7 = LOAD_f32(29);
  v8 = LOAD_f32(2);
  v9 = LOAD_u32(32);
  v10 = LOAD_i32(7);
  v11 = LOAD_u32(15);
  v5 = ((u32)(((u32)((u32)f32_to_u32(k700181_f0(k700181_f0(v8))) << (((u32)0x5u) & 31))) >> (((u32)0x0u) & 31)));
  for (u32 n12 = 0; n12 < (u32)(((u32)~((u32)(v6 >> (((u32)0x7ffffu) & 31)))) & 7); n12++) {
    for (u32 n13 = 0; n13 < (u32)(((u32)((u32)f32_to_u32(((f32)v5)) - (u32)((u32)((u32)((u32)v10) << (v5 & 31))))) & 7); n13++) {
      if (v11 != 0) continue;
      v6 = ((u32)((u32)div_u32(v9, pop_u32(((u32)(v9 >> (v5 & 31))))) << (((u32)((u32)n13 << (v11 & 31))) & 31)));
    }
    switch (min_u32(f32_to_u32(k700181_f0(v8)), ((u32)((u32)v6 + (u32)f32_to_u32(v7)))) & 3) {
    case 0:
      v8 = fma_f32((-trunc_f32(rint_f32(v7))), k700181_f0((-((f32)n12))), rint_f32(rint_f32((as_f32(0x1u) - v8))));
      break;
    case 1:
      v11 = ((u32)((u32)0 - (u32)f32_to_u32((((i32)(v10 < v10)) != 0 ? v7 : v7))));
      break;
    case 2:
      v11 = ((u32)~((u32)((u32)((u32)((u32)v5 << (LOAD_u32(36) & 31))) + (u32)ctz_u32(v5))));
      break;
    default:
      v5 = atom_xchg_(&L[lid], f32_to_u32((-v8)));
      break;
    }
    v7 = k700181_f0(((f32)LOAD_i64(31)));
  }
  t14 = ((u32)((u32)((u32)((u16)((u32)0 - (u32)((u16)v5)))) + (u32)((u32)((u32)v6 - (u32)f32_to_u32(k700181_f0(v7))))));
  t15 = field_u32(rot_u32(LOAD_u32(12), LOAD_u32(36)), f32_to_u32(v7), (((i32)(((i64)v11) != f32_to_i64(v7))) != 0 ? v6 : v5));
  L[lid] = t14; BARRIER; v11 = L[(lid * 5 + t15) % SIZE]; BARRIER;
  if (((i32)(((u16)~((u16)v11)) < rem_u16(((u16)v6), f32_to_u16(v7)))) != 0) {
    v5 = div_u32(((u32)((i32)((((i32)(((i64)v5) < ((i64)0xffff8000ul))) != 0) || (((i32)(((u16)v9) != ((u16)v11))) != 0)))), insert_u32(((u32)((u32)((u32)f32_to_i64(v8)) & (u32)f32_to_u32(k700181_f0(v7)))), ((u32)(f32_to_u32(v8) >> (f32_to_u32(as_f32(0x3a83126fu)) & 31))), ((u32)((u32)((u32)((u32)v6 * (u32)v11)) << (((u32)0x19u) & 31)))));
  } else {
    v7 = ((floor_f32(abs_f32(v7)) - k700181_f0((v8 + as_f32(0x3a83126fu)))) + (k700181_f0((v8 - v7)) * ((v8 + v7) + (((f32)v9) - v8))));
  }
  PUT32(0, v5);
  PUT32(1, v6);
  PUT32(2, bits_f32(v7));
  PUT32(3, bits_f32(v8));
  PUT32(4, v9);
  PUT32(5, v10);
  PUT32(6, v11);
  PUT32(7, t14);
  PUT32(8, t15);
}

#undef SIZE
#undef ITEMS
#define SIZE 24
#define ITEMS 48
KERNEL(k700183, 24) {
  __local u32 L[24];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 8;
  L[lid] = lid; G[gid] = gid;
  i32 v1 = 0;
  i8 v2 = 0;
  u64 v3 = 0;
  i8 v4 = 0;
  u32 v5 = 0;
  u32 t6 = 0;
  u32 t7 = 0;
  v1 = LOAD_i32(13);
  v2 = LOAD_i8(14);
  v3 = LOAD_u64(35);
  v4 = LOAD_i8(13);
  v5 = LOAD_u32(19);
  if (((i32)(((i64)~LOAD_i64(26)) >= rem_i64(((i64)v2), ((i64)v1)))) != 0) {
    v5 = ((u32)((i32)((u32)((i32)0x7u) << (v5 & 31))));
    v5 = atom_xchg_(&L[lid], ((u32)((i32)((u32)((i32)0x445u) - (u32)((i32)0xff907163u)))));
    v2 = v2;
  } else {
    v3 = (((i32)((insert_u32(v5, v5, v5) != 0) || (((i32)(((u16)v2) != ((u16)0x64u))) != 0))) != 0 ? ((u64)((i32)((u32)((i32)(v1 == v1))))) : ((u64)~((u64)((u64)((u64)((u64)LOAD_u64(21) << (((u32)0x6u) & 63))) | (u64)((u64)v1)))));
    v4 = ((i8)((u32)((i8)((u32)div_i8(v2, v2) - (u32)((i8)((u32)v2 ^ (u32)v4)))) - (u32)min_i8(((i8)((u32)v4 * (u32)v2)), ((i8)((u32)v4 & (u32)v2)))));
  }
  v5 = atom_max_(&G[gid], (((i32)v2) != 0 ? ((u32)LOAD_i64(35)) : ((u32)((u32)((u32)v4) + (u32)v5))));
  v2 = ((i8)((u32)((i8)((u32)((i8)v1) - (u32)((i8)0xau))) + (u32)rem_i8(v2, ((i8)0x2u))));
  t6 = ((u32)~((u32)((u8)v5)));
  t7 = (((i32)(((u32)0x1u) != ((u32)0x1f3du))) != 0 ? ((u32)((u32)v5 - (u32)v5)) : ((u32)((i32)(((u8)0xe0u) > ((u8)0xa6u)))));
  L[lid] = t7; BARRIER; atom_min_(&L[t6 & 7], t7); BARRIER; v5 = L[lid & 7]; BARRIER;
  v4 = v4;
  PUT32(0, v1);
  PUT32(1, v2);
  PUT64(2, v3);
  PUT32(4, v4);
  PUT32(5, v5);
  PUT32(6, t6);
  PUT32(7, t7);
}

#undef SIZE
#undef ITEMS
#define SIZE 64
#define ITEMS 128
KERNEL(k700185, 64) {
  __local u32 L[64];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 4;
  L[lid] = lid; G[gid] = gid;
  i32 v1 = 0;
  i32 v2 = 0;
  u32 v3 = 0;
  u32 v4 = 0;
  v1 = LOAD_i32(22);
  v2 = LOAD_i32(28);
  v3 = LOAD_u32(33);
  v4 = LOAD_u32(12);
  v3 = ((u32)((i32)(((i64)((u64)0 - (u64)LOAD_i64(4))) < mulwide_i32(v1, LOAD_i32(28)))));
  for (u32 n5 = 0; n5 < (u32)(rot_u32((((i32)(((i64)v2) <= ((i64)v3))) != 0 ? v3 : ((u32)0xffff8000u)), v3) & 7); n5++) {
    v1 = ((i32)n5);
  }
  v3 = ((u32)((i32)((u64)((u64)((u64)v2) & (u64)((u64)0xffffffff00010000ul)))));
  PUT32(0, v1);
  PUT32(1, v2);
  PUT32(2, v3);
  PUT32(3, v4);
}

NOINLINE u8 k700187_f0(u64 p1, u32 p2) {
  i32 q3 = 0;
  i32 q4 = 0;
  if (((i32)((i64)0x12cul)) != 0) {
    q4 = ((i32)(((i8)p1) != ((i8)q3)));
    q4 = ((i32)((u32)(((i32)(((i32)0xaaaaaaaau) <= ((i32)0xc641764u))) != 0 ? q3 : ((i32)p1)) - (u32)(((i32)(q3 < ((i32)0x8000u))) != 0 ? q3 : ((i32)0x12345678u))));
  }
  if (q3 != 0) {
    if (((i32)(((u32)((i32)0xfff80000u)) <= ((u32)((i64)0xffff0000fffful)))) != 0) {
      p1 = ((u64)((u64)p1 + (u64)((u64)((u64)((u64)0xfffffffffff811a6ul) & (u64)((u64)((u64)addc_u64(p1, ((u64)0xffffffff00000000ul), ((u64)0x23fc93f5a5072f6ul), p1) - (u64)((u64)((u64)p1 - (u64)p1))))))));
      p2 = ((u32)((u32)p2 & (u32)subb_u32((((i32)(p2 < p2)) != 0 ? p2 : p2), ((u32)((u32)p2 ^ (u32)p2)), ((u32)((u32)p2 * (u32)((u32)0x80u))), ((u32)((i32)0x80000001u)))));
    }
    if (((i32)((((i32)(((i64)q4) <= ((i64)q4))) != 0 ? ((i8)q3) : ((i8)0xf0u)) > ((i8)((u32)((i8)p2) * (u32)((i8)p1))))) != 0) {
      p2 = ((u32)((i32)((u32)((i32)((u32)((i32)((u32)q4 << (((u32)0x15u) & 31))) << (subb_u32(((u32)p1), p2, p2, p2) & 31))) + (u32)sext_i32(((i32)((u64)q3)), ((u32)((u32)p2 ^ (u32)p2))))));
      q4 = (((i32)(((u8)((i32)((u32)q3 ^ (u32)q3))) < ((u8)q4))) != 0 ? ((i32)(rem_i32(((i32)~((i32)0x1cu)), ((i32)(q4 < q3))) >> (((u32)0x19u) & 31))) : ((i32)((u16)((u32)((u16)q3) - (u32)((u16)((u32)((u16)p2) - (u32)((u16)q3)))))));
      q4 = ((i32)~((i32)0xfff7ffffu));
    } else {
      p2 = ((u32)((u32)((u32)((u8)p2)) ^ (u32)ctz_u32(((u32)~((u32)0xffffu)))));
    }
  }
  p1 = ((u64)((u64)((u64)((i8)(((i8)((u32)((i8)q4) << (((u32)0x2u) & 7))) >> (((u32)((u32)p2 - (u32)p2)) & 7)))) << (((u32)q3) & 63)));
  return ((u8)((u32)min_u8(((u8)0xf0u), ((u8)p2)) ^ (u32)((u8)q4)));
}
#undef SIZE
#undef ITEMS
#define SIZE 64
#define ITEMS 128
KERNEL(k700187, 64) {
  __local u32 L[64];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 9;
  L[lid] = lid; G[gid] = gid;
  i32 v5 = 0;
  i32 v6 = 0;
  u64 v7 = 0;
  u64 v8 = 0;
  u32 v9 = 0;
  u32 t10 = 0;
  u32 t11 = 0;
  v5 = LOAD_i32(10);
  v6 = LOAD_i32(28);
  v7 = LOAD_u64(0);
  v8 = LOAD_u64(3);
  v9 = LOAD_u32(20);
  v5 = ((i32)k700187_f0(clz_u64(v7), ((u32)((u32)((u32)v7) | (u32)v9))));
  v8 = (((i32)(((i16)v7) >= ((i16)v8))) != 0 ? rem_u64(v7, v7) : ((u64)((u64)((u64)v6) ^ (u64)v8)));
  v5 = ((i32)k700187_f0(v8, ((u32)((u32)LOAD_u32(34) + (u32)v9))));
  v9 = ((u32)((u32)((u32)(((u32)v5) >> (LOAD_u32(25) & 31))) - (u32)((u32)0x21ed1beu)));
  v9 = ((u32)((u32)0 - (u32)((u32)((i32)(((i8)v7) >= ((i8)v9))))));
  t10 = ((u32)k700187_f0(((u64)~v7), ((u32)((u32)v9 * (u32)v9))));
  t11 = absdiff_i32(((i32)((u32)v6 | (u32)v5)), sat_i32(((i64)v7)));
  v9 = 0;
  if (t11 & 1) v9 = BALLOT(t10 & 32);
  v9 = ((u32)((u32)((u32)((u32)((u32)k700187_f0(v8, v9)) | (u32)v9)) + (u32)((u32)((u32)((u32)v5) << (((u32)0x9u) & 31)))));
  PUT32(0, v5);
  PUT32(1, v6);
  PUT64(2, v7);
  PUT64(4, v8);
  PUT32(6, v9);
  PUT32(7, t10);
  PUT32(8, t11);
}
