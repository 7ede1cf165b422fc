#include "foreign.h"
#undef SIZE
#undef ITEMS
#define SIZE 33
#define ITEMS 99
KERNEL(k700050, 33) {
  __local u32 L[33];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 10;
  L[lid] = lid; G[gid] = gid;
  u32 v1 = 0;
  u32 v2 = 0;
  u32 v3 = 0;
  i16 v4 = 0;
  i32 v5 = 0;
  i32 v6 = 0;
  i64 v7 = 0;
  u32 t10 = 0;
  u32 t11 = 0;
  v1 = LOAD_u32(24);
  v2 = LOAD_u32(20);
  v3 = LOAD_u32(6);
  v4 = LOAD_i16(10);
  v5 = LOAD_i32(12);
  v6 = LOAD_i32(2);
  v7 = LOAD_i64(40);
  switch (subb_u32(((u32)((u32)v2 + (u32)((u32)v4))), ((u32)((u64)v7)), ((u32)((u32)((u32)v5) | (u32)v3)), ((u32)(LOAD_u32(7) >> (((u32)0x8u) & 31)))) & 7) {
  case 0:
    for (u32 n8 = 0; n8 < 9 && ((i32)(min_i64(v7, ((i64)v4)) != ((i64)(LOAD_i64(19) >> (((u32)v6) & 63))))) != 0; n8++) {
      v7 = ((i64)(((i64)((u64)v3)) >> (((u32)((i64)n8)) & 63)));
      v2 = atom_xor_(&L[lid], LOAD_u32(17));
    }
    break;
  case 1:
    v6 = ((i32)((u32)max_i32(((i32)((u32)((u32)v1 << (((u32)0xeu) & 31)))), mulhi_i32(div_i32(v5, v5), (((i32)(v6 > ((i32)v3))) != 0 ? v6 : ((i32)0x100000u)))) << (((u32)((u8)v1)) & 31)));
    break;
  case 2:
    for (u32 n9 = 0; n9 < 9 && ((i32)(div_u32(v3, v2) == ((u32)((u32)v3 + (u32)((u32)v6))))) != 0; n9++) {
      if (((i32)((((i32)(((u8)v1) <= ((u8)v7))) != 0) || (((i32)(((i8)0x4u) < ((i8)0x0u))) != 0))) != 0) break;
      v4 = div_i16(((i16)((u32)((i16)((u32)v4 << (((u32)((u32)n9 * (u32)v1)) & 15))) | (u32)((i16)((u32)v4 - (u32)(((i32)(((u8)v5) > ((u8)v6))) != 0 ? ((i16)0x2376u) : v4))))), ((i16)((u32)((i16)min_i32(v5, v6)) << (((u32)0xffffff80u) & 15))));
      v7 = ((i64)((u64)(((i32)(((u16)v1) != ((u16)((u32)((u16)v4) << (v1 & 15))))) != 0 ? min_i64(((i64)((u64)0 - (u64)v7)), (((i32)(n9 < v2)) != 0 ? v7 : v7)) : ((i64)~(((i32)(((i32)n9) < v6)) != 0 ? ((i64)0x80000001ul) : ((i64)v1)))) - (u64)((i64)((i32)(((i8)(((i8)v7) >> (((u32)0x3u) & 7))) >= ((i8)~((i8)0x80u)))))));
    }
    break;
  case 3:
    v4 = rem_i16(((i16)v2), v4);
    break;
  case 4:
    if (((i32)((((i32)(((u64)v2) < LOAD_u64(20))) != 0) || (((i32)(((i8)v4) >= ((i8)v3))) != 0))) != 0) {
      v7 = ((i64)((u64)((i64)((u64)((i64)v3) * (u64)((i64)((u64)((i64)v3) - (u64)((i64)v2))))) + (u64)mulwide_i32(((i32)(v1 == v1)), ((i32)((u64)v7)))));
      v1 = atom_add_(&G[gid], ((u32)((i32)((u32)v5 - (u32)v5))));
    }
    break;
  case 5:
    if (((i32)(((i16)LOAD_u16(32)) == ((i16)((i32)(((u8)0x0u) == ((u8)v6)))))) != 0) {
      v6 = ((i32)((i8)((u32)0 - (u32)((i8)v1))));
      v6 = ((i32)((u32)0 - (u32)((i32)(((i32)(((u64)v7) != ((u64)v2))) >> (((u32)((u32)v1 & (u32)v2)) & 31)))));
      v7 = div_i64(max_i64(div_i64(LOAD_i64(34), ((i64)v5)), ((i64)((u64)v7 ^ (u64)((i64)0x8000ul)))), ((i64)((i32)(v5 >> (((u32)0x1eu) & 31)))));
    } else {
      v2 = atom_xor_(&G[gid], ((u32)((u32)((u32)v6) << (((u32)((u32)LOAD_u32(23) + (u32)((u32)v6))) & 31))));
      v4 = ((i16)((i32)(((i64)(((i32)(((u64)v2) >= ((u64)v4))) != 0 ? LOAD_i16(18) : LOAD_i16(14))) <= ((i64)((i32)(((i8)0x9u) > ((i8)v5)))))));
    }
    break;
  case 6:
    if (((i32)(((u32)((u32)LOAD_u32(7) + (u32)v1)) == ((u32)(v3 >> (((u32)0x15u) & 31))))) != 0) {
      v6 = div_i32(((i32)(((i32)((i8)v4)) >> (((u32)0x1au) & 31))), max_i32(((i32)((u32)v6 << (v3 & 31))), v6));
    }
    break;
  default:
    v6 = ((i32)((u32)rem_i32(v5, v6) << (((u32)((i32)(v7 <= ((i64)0xffffff80ul)))) & 31)));
    break;
  }
  v1 = ((u32)~(((i32)(v5 != v6)) != 0 ? ((u32)0xfffff0u) : LOAD_u32(0)));
  v1 = atom_xor_(&L[lid], rem_u32(((u32)((u64)v2)), ((u32)(LOAD_u32(29) >> (v2 & 31)))));
  v2 = (((i32)(((i8)v5) <= ((i8)v6))) != 0 ? ((u32)v6) : ((u32)((u32)((u32)0x40u) - (u32)LOAD_u32(31))));
  t10 = ((u32)(((u32)((i32)(((i32)0x2u) <= v6))) >> (((u32)((u32)v2 & (u32)v1)) & 31)));
  t11 = ((u32)((u32)((u32)((u32)v1 * (u32)((u32)0x0u))) << (((u32)0xeu) & 31)));
  L[lid] = t11; BARRIER; atom_max_(&L[t10 & 7], t11); BARRIER; v2 = L[lid & 7]; BARRIER;
  v3 = atom_xchg_(&G[gid], (((i32)(((u16)v5) != ((u16)v2))) != 0 ? (((i32)(((i8)v4) >= ((i8)v4))) != 0 ? ((u32)v5) : ((u32)0xfb5c345eu)) : ((u32)((i32)(((u8)v6) == ((u8)v5))))));
  PUT32(0, v1);
  PUT32(1, v2);
  PUT32(2, v3);
  PUT32(3, v4);
  PUT32(4, v5);
  PUT32(5, v6);
  PUT64(6, v7);
  PUT32(8, t10);
  PUT32(9, t11);
}

#undef SIZE
#undef ITEMS
#define SIZE 24
#define ITEMS 48
KERNEL(k700051, 24) {
  __local u32 L[24];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 12;
  L[lid] = lid; G[gid] = gid;
  u32 v1 = 0;
  u64 v2 = 0;
  u64 v3 = 0;
  i64 v4 = 0;
  u16 v5 = 0;
  i8 v6 = 0;
  i32 v7 = 0;
  u32 t9 = 0;
  u32 t10 = 0;
  v1 = LOAD_u32(40);
  v2 = LOAD_u64(12);
  v3 = LOAD_u64(34);
  v4 = LOAD_i64(14);
  v5 = LOAD_u16(5);
  v6 = LOAD_i8(31);
  v7 = LOAD_i32(18);
  v1 = atom_xor_(&L[lid], ((u32)((u32)((u32)((u32)v1 & (u32)v1)) * (u32)((u32)((i32)0x10u)))));
  if (((i32)(((u64)((u64)v3 + (u64)v3)) == ((u64)((u64)v3 | (u64)v2)))) != 0) {
    v1 = atom_xchg_(&G[gid], ((u32)~clz_u32(((u32)v7))));
    v7 = ((i32)((u32)((i32)((u32)((i32)((((i32)(v6 >= LOAD_i8(27))) != 0 ? ((i32)v4) : v7) >> (((u32)((u32)((u32)v5) << (((u32)0x18du) & 31))) & 31))) + (u32)sext_i32(((i32)((u32)v6)), (((i32)(LOAD_i32(22) == ((i32)0x40u))) != 0 ? v1 : v1)))) + (u32)rem_i32(((i32)((u32)min_i32(v7, v7) + (u32)((i32)((u32)v7 - (u32)v7)))), ((i32)((((i32)(((u8)0xf0u) == ((u8)v6))) != 0) || (((i32)(((u64)v4) == v2)) != 0))))));
    v4 = ((i64)((i32)((u32)((i32)v6) - (u32)((i32)0xc73u))));
  } else {
    v7 = ((i32)((u32)0 - (u32)((i32)(((i32)((i8)0xe0u)) >> (((u32)((i32)v3)) & 31)))));
    v1 = ((u32)((u32)((u32)((i64)v6)) << (((u32)0x1u) & 31)));
  }
  for (u32 n8 = 0; n8 < (u32)(((u32)((u32)((u32)v4) ^ (u32)v1)) & 7); n8++) {
    v1 = atom_or_(&L[lid], perm_u32(((u32)((u32)LOAD_u32(3) * (u32)v1)), ((u32)((u32)((u32)v2) - (u32)v1))));
  }
  v4 = ((i64)((u64)((((i32)(((i64)0xffffffffffffff43ul) == LOAD_i64(36))) != 0 ? v7 : v7) != 0 ? ((i64)((u64)((i64)((u64)((i64)v7) * (u64)v4)) | (u64)(((i32)(((u16)v2) != v5)) != 0 ? v4 : v4))) : ((i64)((u64)max_i64(LOAD_i64(18), v4) << (((u32)0xdu) & 63)))) ^ (u64)((i64)max_i32(mulhi_i32(v7, v7), ((i32)((u32)((i32)v3) << (((u32)0xeu) & 31)))))));
  v1 = atom_imax_(&L[lid], ((u32)min_i32(v7, v7)));
  t9 = ((u32)~((u32)(LOAD_u32(25) >> (((u32)0x1du) & 31))));
  t10 = ((u32)((u32)v1 << (((u32)((u32)v1 & (u32)((u32)v5))) & 31)));
  L[lid] = t10; BARRIER; atom_xor_(&L[t9 & 7], t10); BARRIER; v1 = L[lid & 7]; BARRIER;
  if (((i32)((((i32)(v4 > ((i64)0xfffffffffffe7893ul))) != 0) || (((i32)(v7 <= v7)) != 0))) != 0) {
    v1 = atom_min_(&L[lid], v1);
  } else {
    v1 = atom_max_(&G[gid], ((u32)((u32)((u32)((u32)v1 | (u32)v1)) << (((u32)((u32)v1 + (u32)v1)) & 31))));
    v2 = ((u64)((u64)((u64)((u64)((u64)((u64)((u64)((u64)v2 ^ (u64)v2)) | (u64)mulwide_u32(v1, v1))) << (((u32)0x1bu) & 63))) ^ (u64)v3));
  }
  PUT32(0, v1);
  PUT64(1, v2);
  PUT64(3, v3);
  PUT64(5, v4);
  PUT32(7, v5);
  PUT32(8, v6);
  PUT32(9, v7);
  PUT32(10, t9);
  PUT32(11, t10);
}

#undef SIZE
#undef ITEMS
#define SIZE 128
#define ITEMS 128
KERNEL(k700052, 128) {
  __local u32 L[128];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 11;
  L[lid] = lid; G[gid] = gid;
  u16 v1 = 0;
  f32 v2 = 0;
  u16 v3 = 0;
  i64 v4 = 0;
  f32 v5 = 0;
  u16 v6 = 0;
  f32 v7 = 0;
  u32 v8 = 0;
  u32 t9 = 0;
  u32 t10 = 0;
  v1 = LOAD_u16(36);
  v2 = LOAD_f32(16);
  v3 = LOAD_u16(40);
  v4 = LOAD_i64(28);
  v5 = LOAD_f32(27);
  v6 = LOAD_u16(20);
  v7 = LOAD_f32(4);
  v8 = LOAD_u32(24);
  v5 = div_f32(fma_f32(v7, v7, v7), v7);
  v5 = ((-((f32)v1)) + sqrt_f32(fma_f32(v2, as_f32(0x4403926fu), v5)));
  v1 = LOAD_u16(12);
  v3 = max_u16(v3, ((u16)((u32)((u16)((u32)((u32)v8 << (v8 & 31)))) - (u32)((u16)((u32)((u16)((u32)LOAD_u16(4) - (u32)v6)) - (u32)((u16)((u32)v1 + (u32)v3)))))));
  t9 = pop_u32(f32_to_u32(as_f32(v8)));
  t10 = ((u32)((u32)ctz_u32(v8) ^ (u32)((u32)f32_to_i32(v7))));
  v8 = BROADCAST(t9, 4);
  v5 = (div_f32((min_f32(v5, as_f32(0x1u)) - sqrt_f32(v5)), rint_f32((v5 * v2))) + (v2 * (-max_f32(LOAD_f32(23), v5))));
  PUT32(0, v1);
  PUT32(1, bits_f32(v2));
  PUT32(2, v3);
  PUT64(3, v4);
  PUT32(5, bits_f32(v5));
  PUT32(6, v6);
  PUT32(7, bits_f32(v7));
  PUT32(8, v8);
  PUT32(9, t9);
  PUT32(10, t10);
}

#undef SIZE
#undef ITEMS
#define SIZE 64
#define ITEMS 128
KERNEL(k700053, 64) {
  __local u32 L[64];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 7;
  L[lid] = lid; G[gid] = gid;
  f32 v1 = 0;
  u32 v2 = 0;
  f32 v3 = 0;
  f32 v4 = 0;
  f32 v5 = 0;
  i64 v6 = 0;
  u32 a7[8]; for (u32 i = 0; i < 8; i++) a7[i] = (u32)(i * 77);
  i64 a8[4]; for (u32 i = 0; i < 4; i++) a8[i] = (i64)(i * 77);
  v1 = LOAD_f32(21);
  v2 = LOAD_u32(9);
  v3 = LOAD_f32(16);
  v4 = LOAD_f32(34);
  v5 = LOAD_f32(29);
  v6 = LOAD_i64(24);
  if (((i32)((((i32)((((i32)(as_f32(0x44741345u) < v5)) != 0) || (((i32)(((u16)v2) <= f32_to_u16(v1))) != 0))) != 0) && (((i32)(((i32)v6) >= ((i32)0xffff0000u))) != 0))) != 0) {
    if (((i32)((((i32)(v6 <= LOAD_i64(20))) != 0) && (((u32)0xfff7ffffu) != 0))) != 0) {
      v5 = ceil_f32((v5 + v1));
      v3 = ((-v3) * div_f32(v4, v5));
      v6 = min_i64(((i64)((u16)((u32)((u16)((i32)(f32_to_u16(v3) <= ((u16)v6)))) - (u32)(((i32)(v3 <= v5)) != 0 ? f32_to_u16(v4) : f32_to_u16(v3))))), ((i64)((u64)((i64)(((i64)((u64)v6 * (u64)((i64)0xfffffffffffffffeul))) >> (((u32)0x33u) & 63))) << (((u32)((u32)f32_to_u32(v5) + (u32)v2)) & 63))));
    }
    v2 = v2;
  } else {
    if (((i32)((((i32)(((i32)v6) >= ((i32)0xfffffa05u))) != 0) && (((i32)((((i32)(v6 >= v6)) != 0) && (((i32)(((i32)v6) > f32_to_i32(v4))) != 0))) != 0))) != 0) {
      v5 = (((i32)(((i64)((u64)((i64)((u64)v6 + (u64)v6)) + (u64)((i64)((u64)v6 ^ (u64)v6)))) > ((i64)((u64)0 - (u64)((i64)((u64)v6 << (v2 & 63))))))) != 0 ? ((LOAD_f32(16) * as_f32(0x40800000u)) + ceil_f32(sqrt_f32(v1))) : fma_f32(((((i32)(((i32)0xfffffff0u) == ((i32)0x3f800000u))) != 0 ? v3 : v3) * (v4 - v5)), (((i32)(as_f32(0xc0000000u) >= v1)) != 0 ? v4 : v3), trunc_f32((v5 * ((f32)v6)))));
      v2 = atom_imax_(&L[lid], ((u32)~((u32)((u32)v2 & (u32)v2))));
      v5 = (v4 * (-(((f32)v6) - (as_f32(0xc4086a3au) - v1))));
    }
  }
  if (bits_f32(((f32)v6)) != 0) {
    for (u32 n9 = 0; n9 < (u32)(((u32)((u32)((u32)((u32)v2 | (u32)v2)) - (u32)v2)) & 7); n9++) {
      v2 = ((u32)((u32)((u32)((u32)f32_to_u32(as_f32(0xc450153eu)) * (u32)((u32)((u32)v2 << (((u32)0x40u) & 31))))) + (u32)addc_u32(((u32)((u32)v2 ^ (u32)n9)), ((u32)f32_to_i64(v4)), (((i32)(v6 <= v6)) != 0 ? ((u32)0x57u) : v2), ((u32)v6))));
      a7[field_u32(a7[v2 & 7], ((u32)((u32)f32_to_u32(v1) - (u32)LOAD_u32(35))), rem_u32(n9, v2)) & 7] = ((u32)((u32)((u32)((u32)mulhi_u32(v2, v2) << (((u32)0x19u) & 31))) & (u32)v2));
      v3 = (-((((i32)(((u16)0xau) >= f32_to_u16(v1))) != 0 ? v3 : LOAD_f32(1)) * v5));
      if (((i32)(((u32)v6) <= ((u32)0x3f800000u))) != 0) break;
    }
    if (((i32)(((u16)((u32)((u16)v6) ^ (u32)((u16)v2))) >= ((u16)v6))) != 0) {
      v2 = rem_u32(f32_to_u32(as_f32(0x1u)), f32_to_u32(as_f32(0x40400000u)));
      v5 = (v4 + fma_f32((v5 + v1), LOAD_f32(35), (v3 * v4)));
    } else {
      v3 = (((v4 * (v4 + v1)) + ((f32)a7[((u32)((u32)((u32)0xdeadbeefu) + (u32)((u32)0xffffffe0u))) & 7])) + min_f32((trunc_f32(v3) - sqrt_f32(v5)), floor_f32((v1 - v3))));
    }
  } else {
    v4 = (((i32)(((v5 * v1) - rint_f32(as_f32(0x6ce3eeu))) > sqrt_f32(fma_f32(v5, v3, ((f32)v2))))) != 0 ? v3 : ((f32)a7[rot_u32(((u32)((u32)LOAD_u32(8) - (u32)v2)), ((u32)((u32)0 - (u32)((u32)v6)))) & 7]));
  }
  v4 = abs_f32(abs_f32(((f32)a7[f32_to_u32(v4) & 7])));
  v1 = ((f32)a8[((u32)((u32)((u32)0x4u) + (u32)LOAD_u32(4))) & 3]);
  for (u32 n10 = 0; n10 < 9 && ((i32)(abs_f32(v3) <= as_f32(0x3dcccccdu))) != 0; n10++) {
    v2 = ((u32)((u32)0 - (u32)absdiff_i32(f32_to_i32(v3), ((i32)v2))));
  }
  v6 = min_i64((((i32)(f32_to_u32(v3) >= ((u32)((u32)v2 + (u32)v2)))) != 0 ? ((i64)((i32)(v4 != v4))) : ((i64)a7[((u32)((u32)LOAD_u32(39) + (u32)v2)) & 7])), v6);
  PUT32(0, bits_f32(v1));
  PUT32(1, v2);
  PUT32(2, bits_f32(v3));
  PUT32(3, bits_f32(v4));
  PUT32(4, bits_f32(v5));
  PUT64(5, v6);
}

#undef SIZE
#undef ITEMS
#define SIZE 24
#define ITEMS 48
KERNEL(k700054, 24) {
  __local u32 L[24];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 7;
  L[lid] = lid; G[gid] = gid;
  u8 v1 = 0;
  u32 v2 = 0;
  u8 v3 = 0;
  u8 v4 = 0;
  u8 v5 = 0;
  i16 v6 = 0;
  i32 v7 = 0;
  v1 = LOAD_u8(15);
  v2 = LOAD_u32(37);
  v3 = LOAD_u8(25);
  v4 = LOAD_u8(33);
  v5 = LOAD_u8(12);
  v6 = LOAD_i16(8);
  v7 = LOAD_i32(26);
  if (((i32)(((i8)((i32)(LOAD_u16(6) <= LOAD_u16(29)))) <= ((i8)((u32)LOAD_i8(10) * (u32)((i8)v4))))) != 0) {
    for (u32 n8 = 0; n8 < (u32)(((u32)~((u32)((u32)v2 * (u32)((u32)0x10u)))) & 7); n8++) {
      v2 = rot_u32(((u32)((u32)0 - (u32)((u32)v7))), ((u32)((u16)v1)));
      v2 = ((u32)((u32)rem_u32(((u32)((i8)v7)), ((u32)((i8)v6))) * (u32)n8));
    }
    for (u32 n9 = 0; n9 < (u32)(v2 & 7); n9++) {
      v2 = atom_and_(&G[gid], (v7 != 0 ? ((u32)((u32)v2 * (u32)v2)) : ((u32)((i32)(((u16)v2) >= ((u16)0xfffcu))))));
      v3 = ((u8)((((i32)(((i16)0x0u) <= v6)) != 0 ? ((u8)((u32)((u8)0x0u) | (u32)v4)) : ((u8)((i8)v7))) >> (((u32)0x5u) & 7)));
      v2 = v2;
    }
    v3 = ((u8)min_i8(((i8)((u32)((i8)v4) ^ (u32)((i8)0x7u))), ((i8)(((i8)v3) >> (v2 & 7)))));
  }
  if (((i32)(((i32)0xffeb0627u) > ((i32)((u32)v7 << (((u32)0x16u) & 31))))) != 0) {
    v2 = min_u32((((i32)(((i8)v6) != ((i8)v6))) != 0 ? v2 : LOAD_u32(8)), ((u32)((u32)v2 ^ (u32)v2)));
    v2 = atom_xchg_(&G[gid], (((i32)(LOAD_i16(36) > v6)) != 0 ? ((u32)((u32)v2 * (u32)v2)) : ((u32)((u16)v4))));
  }
  if (((i32)~v7) != 0) {
    v1 = (((i32)(((u8)((i8)v6)) >= ((u8)((i8)v7)))) != 0 ? ((u8)((u32)((u8)(v3 >> (v2 & 7))) & (u32)((u8)v7))) : rem_u8(((u8)((u32)((u8)0x7fu) << (((u32)0x4u) & 7))), (((i32)(v2 == v2)) != 0 ? v3 : v1)));
    switch (rem_u32(((u32)((u32)0 - (u32)((u32)0x2u))), ((u32)((i32)(((i32)0x115a8bd4u) > ((i32)v1))))) & 3) {
    case 0:
      v1 = ((u8)((i32)(((u8)((i8)v3)) == ((u8)((u32)v3 + (u32)((u8)0x2du))))));
      break;
    case 1:
      v3 = ((u8)~((u8)((u16)v5)));
      break;
    default:
      v4 = ((u8)~((u8)(((u8)((u32)((u8)((u32)v4 << (((u32)0x80000u) & 7))) + (u32)((u8)((i8)v6)))) >> (((u32)0x2u) & 7))));
      break;
    }
  }
  v5 = v1;
  for (u32 n10 = 0; n10 < (u32)(((u32)((u16)((u32)((u16)v2) - (u32)((u16)v4)))) & 7); n10++) {
    v2 = atom_sub_(&G[gid], pop_u32(perm_u32(n10, ((u32)0x3f800000u))));
    if (v2 != 0) continue;
  }
  PUT32(0, v1);
  PUT32(1, v2);
  PUT32(2, v3);
  PUT32(3, v4);
  PUT32(4, v5);
  PUT32(5, v6);
  PUT32(6, v7);
}

#undef SIZE
#undef ITEMS
#define SIZE 24
#define ITEMS 48
KERNEL(k700055, 24) {
  __local u32 L[24];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 10;
  L[lid] = lid; G[gid] = gid;
  f64 v1 = 0;
  u64 v2 = 0;
  f64 v3 = 0;
  i32 v4 = 0;
  i32 v5 = 0;
  i32 v6 = 0;
  u32 v7 = 0;
  v1 = LOAD_f64(9);
  v2 = LOAD_u64(30);
  v3 = LOAD_f64(2);
  v4 = LOAD_i32(24);
  v5 = LOAD_i32(28);
  v6 = LOAD_i32(27);
  v7 = LOAD_u32(26);
  if (((i32)((v3 + v1) >= ceil_f64(v3))) != 0) {
    v3 = fma_f64((((i32)(v3 <= ((f64)v4))) != 0 ? ((f64)v6) : ((f64)v7)), ((f64)((i32)0x18e6f0au)), (((i32)((((i32)(v4 >= v6)) != 0) && (((i32)(v3 != as_f64(0x4202a05f20000000ul))) != 0))) != 0 ? ((f64)((i32)0xdeadbeefu)) : (-as_f64(0x3fb999999999999aul))));
    v4 = v4;
    for (u32 n8 = 0; n8 < (u32)(((u32)((u32)0 - (u32)v7)) & 7); n8++) {
      v7 = atom_cas_(&L[lid], n8, (((i32)(v2 <= v2)) != 0 ? f64_to_u32(((f64)v7)) : addc_u32(LOAD_u32(32), n8, v7, ((u32)v6))));
      v1 = ((v3 + LOAD_f64(0)) - ((f64)((f32)v6)));
    }
  } else {
    v4 = ((i32)((u32)((i32)((u32)((i32)0x1u) & (u32)v6)) << (((u32)((u32)0 - (u32)((u32)v2))) & 31)));
    v2 = ((u64)((u64)div_u64(subb_u64(((u64)((u64)((u64)v7) + (u64)f64_to_u64(v3))), v2, ((u64)v5), ((u64)((u64)((u64)0xfffffffeul) - (u64)v2))), f64_to_u64((-v3))) | (u64)((u64)((u64)mulhi_u64(((u64)v6), ((u64)((u64)f64_to_u64(v1) - (u64)((u64)0x5821e0e6a58ful)))) & (u64)((u64)((u64)pop_u64(v2) | (u64)((u64)~((u64)0x10000000000ul))))))));
  }
  v7 = ((u32)~f64_to_u32((((i32)(((u64)0xffffffff00008000ul) > ((u64)0x3e8ul))) != 0 ? as_f64(0x4072b627e6e8ae94ul) : v3)));
  switch (((u32)(v7 >> (((u32)0x15u) & 31))) & 7) {
  case 0:
    v5 = ((i32)((u32)((i32)((((i32)(as_f64(0xc037cbe91dc6f6a0ul) != v1)) != 0) && (((i32)(v2 <= LOAD_u64(10))) != 0))) * (u32)((i32)((u32)((i32)0x20u) | (u32)v5))));
    break;
  case 1:
    v5 = (((i32)(((u64)((u64)((u64)((u64)v2 - (u64)((u64)0xful))) ^ (u64)((u64)(((u64)0xfffffffffff80000ul) >> (v7 & 63))))) > clz_u64(LOAD_u64(8)))) != 0 ? rem_i32(((i32)(LOAD_i32(11) == LOAD_i32(15))), ((i32)((u32)((i32)((u32)v4 - (u32)v5)) - (u32)((i32)((u32)v5 * (u32)v4))))) : ((i32)((u32)((i32)((u32)v5 << (((u32)((u32)v7 | (u32)v7)) & 31))) * (u32)((i32)((u32)((i32)((u32)((i32)0x621u) - (u32)v6)) & (u32)max_i32(((i32)0x78f4acu), f64_to_i32(v1)))))));
    break;
  case 2:
    v2 = ((u64)(((u64)((u64)((u64)((i32)(((u64)v7) > ((u64)v6)))) + (u64)((u64)((u64)((u64)0x594faf1786a058ul) - (u64)v2)))) >> (((u32)0x1eu) & 63)));
    break;
  default:
    for (u32 n9 = 0; n9 < (u32)(((u32)((i32)(v5 < ((i32)0x80000001u)))) & 7); n9++) {
      v1 = (((f64)div_i32(LOAD_i32(11), v6)) + fma_f64((((i32)(as_f64(0x3696d601ad376ab9ul) < v1)) != 0 ? v1 : LOAD_f64(9)), v1, abs_f64(((f64)n9))));
      if (((i32)((((i32)(v2 < v2)) != 0) || (((i32)(LOAD_f64(2) <= v1)) != 0))) != 0) break;
    }
    break;
  }
  v7 = atom_sub_(&G[gid], ((u32)((u32)((u32)(LOAD_u32(26) >> (v7 & 31))) << (((u32)0x14u) & 31))));
  PUT64(0, bits_f64(v1));
  PUT64(2, v2);
  PUT64(4, bits_f64(v3));
  PUT32(6, v4);
  PUT32(7, v5);
  PUT32(8, v6);
  PUT32(9, v7);
}

NOINLINE u32 k700056_f0(f32 p1, f64 p2) {
  i32 q3 = 0;
  u64 q4 = 0;
  p1 = (-trunc_f32(p1));
  for (u32 n5 = 0; n5 < (u32)(((u32)(perm_u32(f64_to_u32(p2), ((u32)q3)) >> (((u32)((u32)f32_to_u32(p1) ^ (u32)f32_to_u32(p1))) & 31))) & 7); n5++) {
    p2 = (div_f64(as_f64(0x3ff0000000000000ul), p2) * (((i32)(n5 < n5)) != 0 ? as_f64(0xc000000000000000ul) : as_f64(0x3fb999999999999aul)));
    p2 = p2;
    if (((i32)((((i32)(q3 != q3)) != 0) && (((i32)(((f64)q4) == ((f64)q4))) != 0))) != 0) break;
    if (((i32)((((f64)q4) * ((f64)p1)) != (as_f64(0x3fb999999999999aul) * p2))) != 0) {
      p2 = max_f64((-((f64)q3)), (p2 + ((f64)p1)));
      q3 = ((i32)((u32)((i32)((u32)q3 & (u32)q3)) ^ (u32)((i32)((u32)f32_to_i32(p1) << (n5 & 31)))));
      p1 = (((f32)rem_i32(((i32)0x37372u), ((i32)0x0u))) - p1);
    } else {
      p1 = (((i32)(((u64)((u64)q4 + (u64)q4)) < bits_f64(p2))) != 0 ? (div_f32(as_f32(0x42c80000u), p1) + (-as_f32(0x40490fdbu))) : ((p1 + p1) * (p1 * as_f32(0xc397a1deu))));
    }
  }
  switch (ctz_u32((((i32)(q3 <= q3)) != 0 ? ((u32)0x1a96a9afu) : f32_to_u32(p1))) & 7) {
  case 0:
    p2 = p2;
    break;
  case 1:
    p1 = (p1 - (p1 - as_f32(0xbf000000u)));
    break;
  case 2:
    p1 = p1;
    break;
  case 3:
    if (((i32)((p2 * p2) < p2)) != 0) {
      q4 = ((u64)(((u64)0xfff00000ul) >> (((u32)0x7u) & 63)));
      p2 = (div_f64(sqrt_f64(as_f64(0x4088c266784e87aeul)), floor_f64(((f64)q4))) - (((f64)((u32)((u32)f32_to_u32(p1) + (u32)((u32)q4)))) + ceil_f64((-p2))));
      q4 = (((i32)(((f64)sqrt_f32(p1)) >= ((p2 - p2) - (as_f64(0x4008000000000000ul) * p2)))) != 0 ? ((u64)((u64)((u64)(((u64)0x4ul) >> (((u32)0x2du) & 63))) + (u64)((u64)f64_to_u32(p2)))) : ((u64)((u64)q4 | (u64)((u64)~((u64)((u64)q4 * (u64)((u64)0xffffffff00000001ul)))))));
    }
    break;
  case 4:
    q3 = ((i32)((u32)0 - (u32)((i32)~rem_i32(q3, ((i32)0x46cu)))));
    break;
  default:
    p2 = (p2 - fma_f64(p2, p2, p2));
    break;
  }
  return ((u32)((u64)0xffffffffffff8000ul));
}
NOINLINE u32 k700056_f1(f32 p6, f64 p7, f64 p8, f64 p9) {
  u64 q10 = 0;
  f64 q11 = 0;
  if (((i32)((p7 - as_f64(0x4010000000000000ul)) == (-q11))) != 0) {
    q11 = ((((f64)q10) * floor_f64(as_f64(0x407bd24ee14237e4ul))) + abs_f64((p9 * p8)));
    for (u32 n12 = 0; n12 < (u32)(f32_to_u32(div_f32(((f32)p8), p6)) & 7); n12++) {
      q11 = ((((f64)((u32)((i32)(((u64)0x80000001ul) <= q10)))) - rint_f64((((i32)(f64_to_i32(p8) >= ((i32)0xfff00000u))) != 0 ? q11 : p9))) - ((f64)((u64)((u64)((u64)~q10) | (u64)((u64)((u64)q10 ^ (u64)((u64)0xffffffff00080000ul)))))));
    }
  }
  p9 = (p7 - (p7 + as_f64(0x41e0000000000000ul)));
  return ((u32)((u32)((u32)((u32)f64_to_u32(p8) - (u32)f64_to_u32(q11))) + (u32)((u32)((u32)f64_to_u32(p8) ^ (u32)f64_to_u32(p8)))));
}
#undef SIZE
#undef ITEMS
#define SIZE 64
#define ITEMS 128
KERNEL(k700056, 64) {
  __local u32 L[64];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 10;
  L[lid] = lid; G[gid] = gid;
  f32 v13 = 0;
  f32 v14 = 0;
  u32 v15 = 0;
  u64 v16 = 0;
  u32 v17 = 0;
  f64 v18 = 0;
  u32 t21 = 0;
  u32 t22 = 0;
  u64 a19[16]; for (u32 i = 0; i < 16; i++) a19[i] = (u64)(i * 77);
  u32 a20[8]; for (u32 i = 0; i < 8; i++) a20[i] = (u32)(i * 77);
  v13 = LOAD_f32(21);
  v14 = LOAD_f32(29);
  v15 = LOAD_u32(1);
  v16 = LOAD_u64(40);
  v17 = LOAD_u32(7);
  v18 = LOAD_f64(12);
  if (((i32)(f64_to_i32(v18) != ((i32)(((i32)v15) >> (((u32)0x1bu) & 31))))) != 0) {
    v15 = atom_or_(&G[gid], a20[perm_u32(((u32)0xfffffffdu), v17) & 7]);
  } else {
    v13 = (((i32)(min_u32(rot_u32(v17, ((u32)0xfffffffeu)), ((u32)((u32)v17 ^ (u32)v15))) >= ((u32)((u32)((u32)(v15 >> (((u32)0x4u) & 31))) << (((u32)((u32)0 - (u32)v15)) & 31))))) != 0 ? ((((i32)(((f64)v15) > LOAD_f64(20))) != 0 ? rint_f32(v13) : (-v14)) + ((v14 + v13) + div_f32(LOAD_f32(6), ((f32)v16)))) : sqrt_f32(((((f32)v16) * as_f32(0xc47848e2u)) + (v14 * ((f32)v18)))));
    if (((i32)(((f64)k700056_f1(v13, v18, v18, v18)) == (((f64)v16) - v18))) != 0) {
      v18 = v18;
      a19[((u32)((u32)((u32)((u32)v17 + (u32)v17)) ^ (u32)((u32)(v15 >> (((u32)0x17u) & 31))))) & 15] = (((i32)((((i32)(LOAD_f64(12) != v18)) != 0) && (((i32)(v16 < ((u64)0x4ul))) != 0))) != 0 ? f64_to_u64((v18 - v18)) : LOAD_u64(5));
      v14 = (-((f32)k700056_f1((v14 - LOAD_f32(35)), ((f64)k700056_f0(v13, v18)), (LOAD_f64(5) - v18), (v18 + LOAD_f64(30)))));
    } else {
      v14 = ((((f32)k700056_f1(v14, v18, as_f64(0x4082001f78688860ul), v18)) + ((f32)a19[v17 & 15])) + trunc_f32(abs_f32(v13)));
      a20[((u32)((u32)((u32)((u32)v17 - (u32)v15)) - (u32)((u32)((u32)LOAD_u32(32) | (u32)v15)))) & 7] = perm_u32(((u32)((u32)0 - (u32)((u32)((u32)0 - (u32)v17)))), v15);
    }
  }
  v16 = ((u64)((i32)((((i32)(LOAD_f64(1) >= v18)) != 0 ? ((f64)v16) : v18) <= (-LOAD_f64(20)))));
  t21 = ((u32)((u32)((u32)((u32)((u32)((i32)(v18 >= v18))) + (u32)((u32)((u32)f64_to_u32(v18) - (u32)v17)))) | (u32)v15));
  t22 = ((u32)((i32)((u32)f32_to_i32(v13) - (u32)((i32)v16))));
  v17 = SCAN(t21);
  v13 = ((f32)(v18 - as_f64(0x40780c155db62f38ul)));
  PUT32(0, bits_f32(v13));
  PUT32(1, bits_f32(v14));
  PUT32(2, v15);
  PUT64(3, v16);
  PUT32(5, v17);
  PUT64(6, bits_f64(v18));
  PUT32(8, t21);
  PUT32(9, t22);
}

NOINLINE i64 k700057_f0(f32 p1, f32 p2, f32 p3, f32 p4) {
  f32 q5 = 0;
  f32 q6 = 0;
  p3 = max_f32((fma_f32(p2, as_f32(0x4f000000u), p1) - floor_f32(q5)), div_f32((((i32)(f32_to_i32(q6) > f32_to_i32(q6))) != 0 ? as_f32(0x40000000u) : p2), min_f32(as_f32(0x3e22f983u), q6)));
  p1 = (((f32)((i64)(((i64)((u64)f32_to_i64(p2) << (((u32)0x37u) & 63))) >> (((u32)0x2du) & 63)))) + (p4 + as_f32(0x4b000000u)));
  return f32_to_i64((p4 - p3));
}
#undef SIZE
#undef ITEMS
#define SIZE 64
#define ITEMS 64
KERNEL(k700057, 64) {
  __local u32 L[64];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 6;
  L[lid] = lid; G[gid] = gid;
  u32 v7 = 0;
  f32 v8 = 0;
  u32 v9 = 0;
  u16 v10 = 0;
  u32 t13 = 0;
  u32 t14 = 0;
  f32 a11[4]; for (u32 i = 0; i < 4; i++) a11[i] = (f32)(i * 77);
  v7 = LOAD_u32(15);
  v8 = LOAD_f32(14);
  v9 = LOAD_u32(18);
  v10 = LOAD_u16(37);
  v9 = atom_sub_(&L[lid], f32_to_u32(a11[((u32)((i32)(f32_to_i32(v8) >= ((i32)v7)))) & 3]));
  v10 = ((u16)((u32)((u16)~((u16)((u32)v10 + (u32)v10))) - (u32)((u16)ctz_u32(v9))));
  v7 = ((u32)((u32)(LOAD_u32(13) != 0 ? (((i32)(v8 > v8)) != 0 ? v9 : v9) : LOAD_u32(40)) | (u32)((u32)((u32)v9 << (((u32)((u32)LOAD_u32(40) & (u32)v9)) & 31)))));
  for (u32 n12 = 0; n12 < 9 && ((i32)(floor_f32(((f32)v10)) != (v8 + v8))) != 0; n12++) {
    if (((i32)(v9 == v7)) != 0) break;
    v7 = f32_to_u32(a11[((u32)((u32)((u32)0xffffff80u) - (u32)pop_u32(v9))) & 3]);
    v7 = pop_u32(mulhi_u32(v9, v9));
  }
  t13 = ((u32)((i64)f32_to_u32(a11[v7 & 3])));
  t14 = ((u32)((u32)((u32)((u32)v7 + (u32)v9)) - (u32)((u32)((u32)((u32)0x1fu) - (u32)v9))));
  v9 = 0;
  if (t14 & 1) v9 = BALLOT(t13 & 1);
  v10 = ((u16)((u32)((u16)((u32)v10 - (u32)f32_to_u16(v8))) << (((u32)(v9 >> (v9 & 31))) & 15)));
  PUT32(0, v7);
  PUT32(1, bits_f32(v8));
  PUT32(2, v9);
  PUT32(3, v10);
  PUT32(4, t13);
  PUT32(5, t14);
}

NOINLINE i32 k700058_f0(u8 p1) {
  i8 q2 = 0;
  i8 q3 = 0;
  q3 = q2;
  if (((i32)(((i8)~q3) < ((i8)((i64)0xffffffffffffffc5ul)))) != 0) {
    if (((i32)(min_i16(((i16)p1), ((i16)p1)) >= ((i16)((u32)((i16)0xfff0u) ^ (u32)((i16)p1))))) != 0) {
      q2 = ((i8)((u32)((i8)((u32)((i8)0xffu) + (u32)((i8)0x7u))) | (u32)((i8)((i32)0xffu))));
      q2 = min_i8(min_i8(((i8)((i16)q3)), ((i8)((u32)((i8)0x5u) * (u32)q2))), ((i8)((u32)0 - (u32)((i8)((u32)0 - (u32)q3)))));
    } else {
      q2 = min_i8(q3, max_i8(((i8)0x1bu), q3));
      q2 = ((i8)((i64)((u64)((i64)p1) - (u64)(((i32)(((u64)q2) > ((u64)q3))) != 0 ? ((i64)0x14eul) : ((i64)q3)))));
    }
    q3 = min_i8(((i8)((u32)((i8)((u32)((i8)(q3 >> (((u32)q3) & 7))) << (((u32)0x4u) & 7))) * (u32)((i8)((i64)((u64)((i64)0x7ffffffful) & (u64)((i64)p1)))))), (((i32)(div_i64(((i64)q3), ((i64)0xaaaaaaaaul)) < max_i64(((i64)q2), ((i64)p1)))) != 0 ? ((i8)((u32)((u32)((u32)q3) << (((u32)0x19u) & 31)))) : ((i8)((i32)((u32)((i32)q3) ^ (u32)((i32)p1))))));
  }
  return ((i32)(((i32)q3) <= ((i32)q3)));
}
NOINLINE u16 k700058_f1(u32 p4, i32 p5) {
  u8 q6 = 0;
  i8 q7 = 0;
  for (u32 n8 = 0; n8 < (u32)(((u32)((i32)((((i32)(p4 < ((u32)q6))) != 0) && (((i32)(((i16)q6) == ((i16)0xfff0u))) != 0)))) & 7); n8++) {
    q7 = ((i8)((u32)((i8)~((i8)0xd1u)) ^ (u32)max_i8(((i8)0x68u), q7)));
    if (p5 != 0) continue;
  }
  return (((i32)((((i32)(q7 != ((i8)p4))) != 0) || (((i32)(((i8)0xffu) <= ((i8)0x18u))) != 0))) != 0 ? ((u16)((u32)((u16)p4) - (u32)((u16)q7))) : (((i32)(((u16)0x0u) > ((u16)q6))) != 0 ? ((u16)0xffffu) : ((u16)q7)));
}
#undef SIZE
#undef ITEMS
#define SIZE 24
#define ITEMS 48
KERNEL(k700058, 24) {
  __local u32 L[24];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 10;
  L[lid] = lid; G[gid] = gid;
  i32 v9 = 0;
  i32 v10 = 0;
  i8 v11 = 0;
  u16 v12 = 0;
  u64 v13 = 0;
  i32 v14 = 0;
  u32 v15 = 0;
  u32 t16 = 0;
  u32 t17 = 0;
  v9 = LOAD_i32(1);
  v10 = LOAD_i32(8);
  v11 = LOAD_i8(18);
  v12 = LOAD_u16(39);
  v13 = LOAD_u64(16);
  v14 = LOAD_i32(24);
  v15 = LOAD_u32(0);
  v10 = v14;
  v15 = atom_and_(&G[gid], ((u32)v14));
  v14 = min_i32(((i32)(v14 < LOAD_i32(28))), (((i32)v12) != 0 ? div_i32(v9, v9) : sat_i32(((i64)v12))));
  t16 = ((u32)k700058_f1(((u32)((u32)v15 - (u32)((u32)0xcbu))), (((i32)(((u8)v14) >= ((u8)v15))) != 0 ? v10 : v10)));
  t17 = ((u32)k700058_f1(((u32)((u32)v15 ^ (u32)v15)), (((i32)(LOAD_i32(10) < v9)) != 0 ? v10 : LOAD_i32(9))));
  L[lid] = t16; BARRIER; v15 = L[(lid * 5 + t17) % SIZE]; BARRIER;
  v13 = ((u64)((u64)div_u64(((u64)((u64)0 - (u64)((u64)((u64)LOAD_u64(21) - (u64)v13)))), ((u64)((i32)(v15 == ((u32)v10))))) | (u64)((u64)((u64)0 - (u64)(((i32)(v15 == ((u32)0x7fu))) != 0 ? ((u64)v11) : ((u64)k700058_f1(((u32)0xfffd3410u), ((i32)v11))))))));
  v15 = ((u32)(((i32)(LOAD_u64(37) <= v13)) != 0 ? k700058_f0(((u8)0x0u)) : ((i32)((u32)v14 - (u32)LOAD_i32(2)))));
  v9 = LOAD_i32(25);
  PUT32(0, v9);
  PUT32(1, v10);
  PUT32(2, v11);
  PUT32(3, v12);
  PUT64(4, v13);
  PUT32(6, v14);
  PUT32(7, v15);
  PUT32(8, t16);
  PUT32(9, t17);
}

NOINLINE f32 k700059_f0(f32 p1, u64 p2) {
  u64 q3 = 0;
  i32 q4 = 0;
  for (u32 n5 = 0; n5 < 9 && ((i32)((((i32)(((i32)p2) != q4)) != 0) || (((i32)(((f64)q3) != ((f64)q4))) != 0))) != 0; n5++) {
    p1 = ((((i32)((((i32)(((f64)p1) >= ((f64)q3))) != 0) || (((i32)(((f64)n5) >= ((f64)q3))) != 0))) != 0 ? (as_f32(0x40000000u) - ((f32)q3)) : (p1 + as_f32(0x0u))) * ((-p1) - div_f32(p1, p1)));
    if (((i32)(((f64)q3) > ((f64)q4))) != 0) continue;
    for (u32 n6 = 0; n6 < (u32)(((u32)((u32)f64_to_u32(as_f64(0x4061e3ee0f284180ul)) ^ (u32)f64_to_u32(((f64)p1)))) & 7); n6++) {
      q4 = ((i32)(((i32)((u32)((i32)((((i32)(((f64)q4) < as_f64(0x4008000000000000ul))) != 0) || (((i32)(p1 != p1)) != 0))) - (u32)f64_to_i32(ceil_f64(((f64)p2))))) >> (((u32)0x4u) & 31)));
      p2 = div_u64((((i32)((((f64)q4) - as_f64(0x4024000000000000ul)) != as_f64(0x4024000000000000ul))) != 0 ? ((u64)(((u64)((u64)p2 - (u64)q3)) >> (((u32)0x30u) & 63))) : ((u64)(pop_u64(q3) >> (((u32)0x36u) & 63)))), ((u64)0x8000000000000000ul));
      if (((u32)0xbu) != 0) continue;
      p2 = max_u64(p2, ((u64)((u64)((u64)((u64)q3 ^ (u64)p2)) << (((u32)(n5 >> (n5 & 31))) & 63))));
    }
  }
  return (-as_f32(0x40490fdbu));
}
#undef SIZE
#undef ITEMS
#define SIZE 64
#define ITEMS 64
KERNEL(k700059, 64) {
  __local u32 L[64];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 13;
  L[lid] = lid; G[gid] = gid;
  i32 v7 = 0;
  f64 v8 = 0;
  u32 v9 = 0;
  f64 v10 = 0;
  i32 v11 = 0;
  f64 v12 = 0;
  u64 v13 = 0;
  u32 t14 = 0;
  u32 t15 = 0;
  v7 = LOAD_i32(13);
  v8 = LOAD_f64(0);
  v9 = LOAD_u32(0);
  v10 = LOAD_f64(7);
  v11 = LOAD_i32(21);
  v12 = LOAD_f64(34);
  v13 = LOAD_u64(30);
  if (((i32)(ceil_f32(((f32)v12)) == (((f32)v13) * ((f32)v10)))) != 0) {
    v10 = v10;
  } else {
    v9 = atom_imax_(&G[gid], div_u32(((u32)((i32)(v11 <= v7))), min_u32(v9, v9)));
  }
  v7 = (((i32)((((i32)(f32_to_u64(k700059_f0(((f32)v7), v13)) < f32_to_u64(k700059_f0(LOAD_f32(8), v13)))) != 0) && (((i32)((LOAD_f32(8) + ((f32)v9)) == (-((f32)v12)))) != 0))) != 0 ? (((i32)(mulhi_u64(v13, v13) > ((u64)(v13 >> (LOAD_u32(40) & 63))))) != 0 ? v11 : min_i32(v11, f32_to_i32(k700059_f0(((f32)v7), v13)))) : v11);
  v13 = f64_to_u64(((fma_f64(v12, ((f64)v9), as_f64(0x4078f98380e163d0ul)) - (v12 + v12)) + (v12 * (v10 - as_f64(0xc000000000000000ul)))));
  v7 = ((i32)(rem_i32(v11, f64_to_i32(v8)) >> (((u32)((u32)f64_to_u32(v12) ^ (u32)((u32)v11))) & 31)));
  switch (f32_to_u32(k700059_f0((((f32)v12) - ((f32)v10)), f32_to_u64(as_f32(0x3dcccccdu)))) & 3) {
  case 0:
    v10 = fma_f64(((v12 + v10) * (v8 - v10)), ((f64)k700059_f0((-((f32)v11)), ((u64)((u64)v13 | (u64)v13)))), min_f64(((f64)k700059_f0(((f32)v7), v13)), trunc_f64(LOAD_f64(17))));
    break;
  case 1:
    v11 = (((i32)(((i32)((u64)0x100000000ul)) > f32_to_i32(((f32)v11)))) != 0 ? ((i32)(((i32)((u32)0 - (u32)v11)) >> (((u32)0x10u) & 31))) : f32_to_i32((((f32)v13) + ((f32)v8))));
    break;
  default:
    v7 = v7;
    break;
  }
  t14 = clz_u32(((u32)((u32)absdiff_i32(v7, ((i32)0xfff00000u)) * (u32)f32_to_u32(k700059_f0(((f32)v12), v13)))));
  t15 = f32_to_u32(k700059_f0(((f32)v7), v13));
  v9 = BALLOT(t14 & 32);
  v12 = abs_f64((v10 * v12));
  PUT32(0, v7);
  PUT64(1, bits_f64(v8));
  PUT32(3, v9);
  PUT64(4, bits_f64(v10));
  PUT32(6, v11);
  PUT64(7, bits_f64(v12));
  PUT64(9, v13);
  PUT32(11, t14);
  PUT32(12, t15);
}
