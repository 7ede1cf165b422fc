#include "foreign.h"
#undef SIZE
#undef ITEMS
#define SIZE 33
#define ITEMS 99
KERNEL(k700090, 33) {
  __local u32 L[33];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 9;
  L[lid] = lid; G[gid] = gid;
  u32 v1 = 0;
  u32 v2 = 0;
  i32 v3 = 0;
  u8 v4 = 0;
  i32 v5 = 0;
  u32 t8 = 0;
  u32 t9 = 0;
  u32 t10 = 0;
  u32 t11 = 0;
  u8 a6[8]; for (u32 i = 0; i < 8; i++) a6[i] = (u8)(i * 77);
  u32 a7[8]; for (u32 i = 0; i < 8; i++) a7[i] = (u32)(i * 77);
  v1 = LOAD_u32(7);
  v2 = LOAD_u32(35);
  v3 = LOAD_i32(20);
  v4 = LOAD_u8(26);
  v5 = LOAD_i32(8);
  v5 = min_i32(((i32)((u32)((i32)((u32)((i32)~v3) | (u32)((i32)((u32)((i32)0x80u) ^ (u32)v5)))) << (((u32)~v2) & 31))), (((i32)((((i32)(((u64)v1) < ((u64)0x20ul))) != 0) || (((i32)(((i16)0xffffu) == ((i16)v2))) != 0))) != 0 ? mulhi_i32(((i32)LOAD_i16(15)), ((i32)((u64)v5))) : ((i32)((u32)0 - (u32)(((i32)(((i8)v5) == LOAD_i8(28))) != 0 ? ((i32)0xffff8000u) : v3)))));
  if (((i32)(((u8)((u32)v4 - (u32)v4)) >= ((u8)0x40u))) != 0) {
    v5 = ((i32)((u32)((i32)v1) - (u32)((i32)LOAD_u64(0))));
  }
  v2 = (((i32)(((i16)((u64)v2)) > ((i16)((u32)LOAD_i16(3) + (u32)((i16)0x8u))))) != 0 ? ((u32)(((u32)((i8)v3)) >> (a7[v2 & 7] & 31))) : absdiff_i32(((i32)a6[v2 & 7]), LOAD_i32(33)));
  v3 = ((i32)~((i32)a6[((u32)((u32)v2 * (u32)(((i32)(((u16)v3) <= ((u16)v1))) != 0 ? v2 : v1))) & 7]));
  if (((i32)((((i32)(((i16)v1) < ((i16)v3))) != 0 ? ((u64)v5) : LOAD_u64(37)) < ((u64)((u64)((u64)v2) ^ (u64)((u64)v5))))) != 0) {
    v1 = ((u32)a6[subb_u32(div_u32(((u32)((u32)((u32)v4) ^ (u32)v1)), subb_u32(v2, LOAD_u32(24), v1, ((u32)0xc72u))), perm_u32(((u32)((u32)((u32)v4) + (u32)LOAD_u32(38))), ((u32)((u32)v2 << (v2 & 31)))), ((u32)((u32)mulhi_u32(((u32)0xfffe0963u), ((u32)v5)) + (u32)((u32)((u32)v2 | (u32)v2)))), ((u32)((u32)((u32)((u32)v1 + (u32)LOAD_u32(28))) + (u32)((u32)((i64)v3))))) & 7]);
  } else {
    v2 = atom_xchg_(&L[lid], clz_u32(v2));
    v4 = ((u8)((((i32)(((i8)v4) < ((i8)v5))) != 0 ? ((u8)((u32)v4 + (u32)((u8)0x5u))) : sat_u8(((i32)v1))) >> (subb_u32(((u32)0x3u), v1, v1, v1) & 7)));
  }
  t8 = ((u32)a6[((u32)((u16)((i16)0x7fu))) & 7]);
  t9 = (((i32)(v3 < v5)) != 0 ? ((u32)((u16)v3)) : subb_u32(v2, v2, v2, v1));
  L[lid] = t8; BARRIER; v2 = L[(lid * 7 + t9) % SIZE]; BARRIER;
  v2 = addc_u32(((u32)((i32)(v5 >= v5))), a7[((u32)0x55555556u) & 7], (((i32)(((i16)v1) >= ((i16)v2))) != 0 ? ((u32)0xfffffef2u) : v2), ((u32)((u32)((u32)v5) - (u32)((u32)0xffff0000u))));
  v2 = ((u32)((u32)((u32)((u32)((u32)(LOAD_u32(24) >> (((u32)0x21524111u) & 31))) + (u32)insert_u32(LOAD_u32(13), ((u32)0xffffff80u), LOAD_u32(11)))) * (u32)((u32)~div_u32(v2, v2))));
  t10 = ((u32)((u32)((u32)((u32)((u32)((u32)v1 << (v2 & 31))) << (((u32)0x13u) & 31))) + (u32)((u32)((u32)((u32)((i8)0x80u)) - (u32)((u32)~v1)))));
  t11 = ((u32)((i64)((u64)((i64)v5) - (u64)((i64)v2))));
  L[lid] = t11; BARRIER; atom_add_(&L[t10 & 7], t11); BARRIER; v1 = L[lid & 7]; BARRIER;
  v1 = ((u32)((u32)((u32)((u32)((u32)((u32)0 - (u32)(((i32)(LOAD_u32(15) >= v2)) != 0 ? v2 : v1))) + (u32)absdiff_i32(((i32)~v3), v3))) - (u32)((u32)((u32)((u32)((i8)((u32)((i8)0x91u) - (u32)((i8)0xffu)))) + (u32)(((i32)(((u32)0x1u) >= v1)) != 0 ? ((u32)((u32)v2 * (u32)v2)) : ((u32)((u32)((u32)0x61fc1u) + (u32)v2)))))));
  PUT32(0, v1);
  PUT32(1, v2);
  PUT32(2, v3);
  PUT32(3, v4);
  PUT32(4, v5);
  PUT32(5, t8);
  PUT32(6, t9);
  PUT32(7, t10);
  PUT32(8, t11);
}

NOINLINE i8 k700091_f0(u16 p1, i8 p2) {
  u8 q3 = 0;
  for (u32 n4 = 0; n4 < (u32)(((u32)((u32)((u32)((i32)(p1 != ((u16)0x0u)))) * (u32)((u32)((u32)((u32)0x80u) + (u32)((u32)q3))))) & 7); n4++) {
    p2 = ((i8)((i32)((u32)((i32)(((i16)p1) != ((i16)0x0u))) & (u32)((i32)((u32)((i32)p2) - (u32)((i32)p1))))));
  }
  if (((i32)((((i32)(((u16)0xf70fu) < p1)) != 0) && (((i32)(((u32)q3) < ((u32)p1))) != 0))) != 0) {
    if (((i32)(((i32)((u32)((i32)p2) + (u32)((i32)q3))) < ((i32)((u32)((i32)p2) ^ (u32)((i32)q3))))) != 0) {
      p2 = (((i32)(((i8)0xffu) < p2)) != 0 ? p2 : p2);
      q3 = ((u8)p1);
    } else {
      q3 = ((u8)0xfbu);
      p2 = ((i8)(((i8)0xau) >> (((u32)0x10000u) & 7)));
    }
    for (u32 n5 = 0; n5 < (u32)(((u32)((u32)((u32)p2) - (u32)((u32)q3))) & 7); n5++) {
      if (((i32)(p1 != ((u16)0x7u))) != 0) break;
      p1 = ((u16)((u32)((u16)(p1 >> (((u32)0x2u) & 15))) << (((u32)0xeu) & 15)));
    }
    p2 = (((i32)(p2 > p2)) != 0 ? ((i8)q3) : ((i8)((i32)(((i32)p2) > ((i32)p2)))));
  } else {
    q3 = (((i32)((((i32)(((i32)p2) < ((i32)p1))) != 0 ? ((u32)p1) : ((u32)0x0u)) <= ((u32)(((u32)0x1u) >> (((u32)0xfffff0u) & 31))))) != 0 ? ((u8)((i8)((u32)0 - (u32)p2))) : max_u8(div_u8(q3, q3), ((u8)((u32)((u8)0x3u) - (u32)q3))));
  }
  if (((i32)(((u16)((u32)((u16)0xfff0u) + (u32)((u16)p2))) <= ((u16)((u32)p1 << (((u32)0x6u) & 15))))) != 0) {
    p1 = ((u16)((u32)((u16)((i16)0xfff0u)) << (((u32)0xfu) & 15)));
  } else {
    for (u32 n6 = 0; n6 < (u32)(((u32)((u8)0x1u)) & 7); n6++) {
      if (((i32)(((u8)0xc1u) == ((u8)p2))) != 0) continue;
      q3 = ((u8)((i32)(p2 != ((i8)0xc7u))));
      q3 = ((u8)((u16)((u32)p1 + (u32)p1)));
      p1 = ((u16)((u32)((u16)((u32)(((i32)(q3 <= ((u8)0x1u))) != 0 ? p1 : ((u16)0x3e8u)) | (u32)((u16)p2))) * (u32)div_u16(((u16)(((u16)q3) >> (n6 & 15))), ((u16)((u32)p1 & (u32)p1)))));
    }
    if (((i32)((((i32)(((u32)q3) > ((u32)p1))) != 0 ? ((i16)p2) : ((i16)0x0u)) <= ((i16)((u32)((i16)p1) | (u32)((i16)0x7fu))))) != 0) {
      q3 = div_u8(((u8)((i16)((u32)((i16)((u32)((i16)p1) << (((u32)0x1c7u) & 15))) + (u32)((i16)((u32)0 - (u32)((i16)p1)))))), q3);
    }
  }
  return ((i8)((u32)((i8)((u32)p2 * (u32)p2)) ^ (u32)((i8)q3)));
}
#undef SIZE
#undef ITEMS
#define SIZE 33
#define ITEMS 99
KERNEL(k700091, 33) {
  __local u32 L[33];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 6;
  L[lid] = lid; G[gid] = gid;
  i16 v7 = 0;
  i8 v8 = 0;
  i16 v9 = 0;
  u16 v10 = 0;
  i32 v11 = 0;
  u32 v12 = 0;
  v7 = LOAD_i16(35);
  v8 = LOAD_i8(40);
  v9 = LOAD_i16(21);
  v10 = LOAD_u16(5);
  v11 = LOAD_i32(35);
  v12 = LOAD_u32(1);
  switch (((u32)(((u32)((u32)v12 + (u32)LOAD_u32(18))) >> (((u32)0xfu) & 31))) & 7) {
  case 0:
    v12 = atom_and_(&G[gid], ((u32)((u32)((u32)0xca73eu) + (u32)((u32)((u32)v12 ^ (u32)v12)))));
    break;
  case 1:
    v11 = ((i32)((u32)((i32)k700091_f0(((u16)((u32)v10 - (u32)((u16)v7))), ((i8)((u32)LOAD_i8(11) & (u32)v8)))) + (u32)((i32)k700091_f0((((i32)(v7 > ((i16)v11))) != 0 ? ((u16)v9) : ((u16)0x74e3u)), ((i8)(v8 >> (v12 & 7)))))));
    break;
  case 2:
    v12 = atom_and_(&L[lid], ((u32)0xffffe850u));
    break;
  case 3:
    for (u32 n13 = 0; n13 < (u32)(((u32)((u32)((u32)v11) + (u32)((u32)((u32)((u32)v9) << (((u32)0x1du) & 31))))) & 7); n13++) {
      v10 = ((u16)((u32)((u16)k700091_f0(v10, ((i8)0xe5u))) + (u32)min_u16(((u16)((u32)v10 << (v12 & 15))), ((u16)(v10 >> (((u32)0x3u) & 15))))));
      if (((i32)((((i32)(LOAD_u8(3) >= ((u8)v12))) != 0) || (((i32)(((u32)v9) < ((u32)v11))) != 0))) != 0) continue;
      v11 = div_i32(sat_i32(((i64)((u64)((i64)n13) - (u64)((i64)v8)))), ((i32)((u32)mulhi_i32(v11, v11) ^ (u32)((i32)~v11))));
    }
    break;
  default:
    v7 = v7;
    break;
  }
  v9 = ((i16)((u8)((u32)sat_u8(((i32)k700091_f0(((u16)0xffcdu), v8))) << (((u32)(v12 >> (((u32)0x10u) & 31))) & 7))));
  for (u32 n14 = 0; n14 < (u32)(field_u32(((u32)((u32)v12 + (u32)((u32)v9))), (((i32)(v11 != v11)) != 0 ? v12 : LOAD_u32(7)), min_u32(v12, ((u32)0x67bd6c8u))) & 7); n14++) {
    if (((i32)(div_u16(v10, v10) > ((u16)k700091_f0(v10, v8)))) != 0) {
      v12 = ((u32)((u32)LOAD_u32(35) - (u32)clz_u32(((u32)((i32)((((i32)(((u8)v10) < ((u8)v9))) != 0) || (((i32)(LOAD_u8(29) < ((u8)0x7cu))) != 0)))))));
      v7 = ((i16)((u32)v9 << (((u32)0xeu) & 15)));
      v9 = LOAD_i16(31);
    }
    v10 = min_u16(min_u16(((u16)((u32)((u16)n14) + (u32)LOAD_u16(20))), ((u16)((u32)v10 << (((u32)0xdu) & 15)))), v10);
  }
  if (((i32)(rem_i16(v9, LOAD_i16(27)) > ((i16)((u32)v7 - (u32)((i16)0xfu))))) != 0) {
    if (((i32)((LOAD_u32(36) != 0) && (((i32)(v12 < ((u32)0x3u))) != 0))) != 0) {
      v7 = ((i16)k700091_f0(((u16)((u32)LOAD_u16(8) + (u32)((u16)0x3u))), k700091_f0(v10, v8)));
      v12 = atom_imax_(&G[gid], addc_u32(perm_u32(LOAD_u32(13), v12), ((u32)LOAD_u8(2)), ((u32)k700091_f0(v10, v8)), ((u32)k700091_f0(((u16)0x189bu), v8))));
      v12 = absdiff_i32((((i32)(v8 <= v8)) != 0 ? v11 : v11), v11);
    } else {
      v9 = ((i16)((u32)0 - (u32)((i16)((u32)((i16)k700091_f0(((u16)k700091_f0(v10, v8)), rem_i8(v8, ((i8)0x8u)))) + (u32)((i16)((((i32)(((u16)0x8000u) != v10)) != 0 ? v7 : LOAD_i16(5)) >> (LOAD_u32(40) & 15)))))));
      v8 = ((i8)((u32)k700091_f0(((u16)((u32)((u16)0x0u) & (u32)v10)), ((i8)((u32)v8 * (u32)v8))) - (u32)k700091_f0(rem_u16(v10, LOAD_u16(36)), ((i8)v12))));
    }
    for (u32 n15 = 0; n15 < (u32)(v12 & 7); n15++) {
      v10 = ((u16)k700091_f0(((u16)~v10), div_i8(v8, v8)));
    }
    v7 = ((i16)k700091_f0(((u16)((u32)((u16)v9) & (u32)((u16)v11))), k700091_f0(((u16)v9), v8)));
  } else {
    v8 = ((i8)((u32)((i8)((u32)((i8)((u32)(((i32)(((u16)v11) == ((u16)v11))) != 0 ? v8 : ((i8)v7)) + (u32)((i8)((u32)v8 ^ (u32)v8)))) + (u32)((i8)~(((i32)(v9 < v9)) != 0 ? ((i8)v12) : v8)))) & (u32)((i8)((u32)((i8)((u32)k700091_f0(v10, ((i8)0xfeu)) - (u32)k700091_f0(v10, v8))) ^ (u32)((i8)((u32)((i8)((u32)v8 ^ (u32)v8)) | (u32)((i8)((u32)v8 ^ (u32)v8))))))));
  }
  if (((i32)(max_i32(v11, v11) != ((i32)k700091_f0(v10, v8)))) != 0) {
    v12 = ((u32)~((u32)((u32)v12 ^ (u32)v12)));
    for (u32 n16 = 0; n16 < (u32)(((u32)((u32)((u32)k700091_f0(v10, ((i8)0xf0u))) - (u32)((u32)((u32)v12 << (((u32)0x14u) & 31))))) & 7); n16++) {
      v7 = ((i16)~min_i16(min_i16(((i16)((u32)v9 + (u32)v7)), ((i16)(v9 >> (((u32)0xdu) & 15)))), rem_i16(((i16)((u32)v7 << (v12 & 15))), ((i16)(((i16)v12) >> (n16 & 15))))));
      v7 = rem_i16(max_i16(min_i16((((i32)(v12 >= ((u32)0xfffffff1u))) != 0 ? v7 : v7), ((i16)k700091_f0(((u16)v9), v8))), div_i16(v7, v7)), ((i16)k700091_f0(((u16)((u32)((u16)0x10u) << (v12 & 15))), rem_i8(((i8)0xe7u), v8))));
    }
  }
  v9 = ((i16)(((i32)(((i16)0xfff6u) >= v7)) != 0 ? LOAD_u32(14) : v12));
  PUT32(0, v7);
  PUT32(1, v8);
  PUT32(2, v9);
  PUT32(3, v10);
  PUT32(4, v11);
  PUT32(5, v12);
}

#undef SIZE
#undef ITEMS
#define SIZE 64
#define ITEMS 64
KERNEL(k700092, 64) {
  __local u32 L[64];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 8;
  L[lid] = lid; G[gid] = gid;
  u8 v1 = 0;
  i32 v2 = 0;
  u64 v3 = 0;
  i32 v4 = 0;
  u32 v5 = 0;
  i32 v6 = 0;
  u8 v7 = 0;
  v1 = LOAD_u8(6);
  v2 = LOAD_i32(17);
  v3 = LOAD_u64(33);
  v4 = LOAD_i32(32);
  v5 = LOAD_u32(18);
  v6 = LOAD_i32(30);
  v7 = LOAD_u8(22);
  v2 = ((((i32)((((i32)(((i8)v5) >= LOAD_i8(1))) != 0) || (((i32)(((u32)0x80u) <= v5)) != 0))) != 0 ? ((i32)((u32)((i32)0x34u) + (u32)v2)) : ((i32)((u32)((i32)v3) - (u32)v6))) != 0 ? ((i32)(((i8)((u32)((i8)v1) & (u32)((i8)v6))) > ((i8)((u32)((i8)v6) & (u32)LOAD_i8(25))))) : ((i32)((u32)((i32)(((i32)((u32)v6 << (v5 & 31))) >> (((u32)0x5u) & 31))) << (((u32)(v5 >> (((u32)0x13u) & 31))) & 31))));
  v5 = ((u32)~((u32)div_i16(((i16)((i32)(v5 < v5))), (((i32)(((i8)v2) > ((i8)v5))) != 0 ? LOAD_i16(17) : ((i16)0x1u)))));
  v3 = max_u64(((u64)((i32)0xfffffff9u)), ((u64)((u64)v3 << (((u32)0x15u) & 63))));
  v2 = mulhi_i32(v6, ((i32)((u32)0 - (u32)v6)));
  v5 = ((u32)((u32)v5 + (u32)subb_u32(v5, LOAD_u32(39), ((u32)0x8000u), LOAD_u32(3))));
  v4 = ((i32)((u32)((i32)~((i32)((u32)((i32)((u32)((i32)0x1000000u) << (((u32)0x10u) & 31))) ^ (u32)v2))) + (u32)((i32)(((i32)(((i32)~v2) >> (((u32)~v5) & 31))) >> (((u32)0xcu) & 31)))));
  PUT32(0, v1);
  PUT32(1, v2);
  PUT64(2, v3);
  PUT32(4, v4);
  PUT32(5, v5);
  PUT32(6, v6);
  PUT32(7, v7);
}

#undef SIZE
#undef ITEMS
#define SIZE 33
#define ITEMS 99
KERNEL(k700093, 33) {
  __local u32 L[33];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 7;
  L[lid] = lid; G[gid] = gid;
  f32 v1 = 0;
  f32 v2 = 0;
  u32 v3 = 0;
  f32 v4 = 0;
  i64 v5 = 0;
  u16 v6 = 0;
  v1 = LOAD_f32(20);
  v2 = LOAD_f32(18);
  v3 = LOAD_u32(5);
  v4 = LOAD_f32(21);
  v5 = LOAD_i64(4);
  v6 = LOAD_u16(14);
  v4 = (((v4 - v4) * (v1 - v4)) - ((LOAD_f32(37) + v1) + (v4 - ((f32)v3))));
  v6 = ((u16)((u32)div_u16(((u16)((u32)v6 - (u32)v6)), v6) & (u32)((u16)(v6 >> (((u32)0xau) & 15)))));
  v3 = atom_sub_(&L[lid], div_u32(field_u32(LOAD_u32(13), v3, v3), ((u32)((u32)v3 & (u32)v3))));
  v5 = ((i64)((i32)((max_f32(v4, v4) - (v4 * v1)) < ((((i32)(v4 <= LOAD_f32(36))) != 0 ? v2 : v2) + (v2 * v4)))));
  v3 = atom_imax_(&L[lid], ((u32)v5));
  v1 = v4;
  PUT32(0, bits_f32(v1));
  PUT32(1, bits_f32(v2));
  PUT32(2, v3);
  PUT32(3, bits_f32(v4));
  PUT64(4, v5);
  PUT32(6, v6);
}

NOINLINE i32 k700094_f0(i16 p1, i8 p2, u8 p3, i32 p4) {
  u16 q5 = 0;
  if (((i32)(((i32)0xfffffu) != ((i32)((u32)((i32)0x82fc3u) << (((u32)p2) & 31))))) != 0) {
    for (u32 n6 = 0; n6 < 9 && ((i32)(((u32)p4) != ((u32)((u32)((u32)p1) | (u32)((u32)0x7fffffffu))))) != 0; n6++) {
      p3 = ((u8)((i32)((i8)~p2)));
      q5 = rem_u16(((u16)(((u16)((u32)((u16)0x0u) & (u32)q5)) >> (((u32)0x6u) & 15))), rem_u16(((u16)((u32)q5 - (u32)((u16)0x2u))), ((u16)(q5 >> (n6 & 15)))));
    }
  } else {
    p2 = ((i8)((u32)0 - (u32)((i8)((u32)max_i8(((i8)0x80u), p2) * (u32)((i8)((u32)p2 + (u32)p2))))));
    for (u32 n7 = 0; n7 < 9 && ((i32)(((u8)((u32)0 - (u32)((u8)p2))) < ((u8)(p3 >> (((u32)0x3u) & 7))))) != 0; n7++) {
      p4 = div_i32(((i32)((u32)p4 | (u32)p4)), (((i32)(p1 == ((i16)0xffffu))) != 0 ? p4 : p4));
      p4 = ((i32)((u32)((i32)~p4) - (u32)((i32)((u32)((i32)p1) * (u32)p4))));
      p1 = ((i16)(rem_i16(((i16)((u8)~p3)), ((i16)(((i16)p3) >> (((u32)((u32)((u32)p4) ^ (u32)n7)) & 15)))) >> (((u32)((u32)((u32)p4) << (((u32)p4) & 31))) & 15)));
    }
  }
  p2 = ((i8)(((i8)((u32)p2)) >> (((u32)p2) & 7)));
  for (u32 n8 = 0; n8 < (u32)(((u32)((u32)((u32)0x7fffu) * (u32)((u32)((u32)((u32)p4) - (u32)((u32)p1))))) & 7); n8++) {
    if (((i32)(n8 >= n8)) != 0) continue;
    p4 = rem_i32((((i32)(q5 == q5)) != 0 ? p4 : rem_i32(((i32)n8), p4)), sat_i32(((i64)n8)));
  }
  return ((i32)~sat_i32(((i64)q5)));
}
NOINLINE i16 k700094_f1(u16 p9) {
  u32 q10 = 0;
  i32 q11 = 0;
  q11 = ((i32)((u32)mulhi_i32(q11, ((i32)0xfff7ffffu)) | (u32)((i32)((u32)((i32)p9) * (u32)q11))));
  return ((i16)((i32)(((u16)0xfff9u) > p9)));
}
#undef SIZE
#undef ITEMS
#define SIZE 24
#define ITEMS 48
KERNEL(k700094, 24) {
  __local u32 L[24];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 9;
  L[lid] = lid; G[gid] = gid;
  i16 v12 = 0;
  i16 v13 = 0;
  u8 v14 = 0;
  u16 v15 = 0;
  u32 v16 = 0;
  i32 v17 = 0;
  u16 v18 = 0;
  u32 t22 = 0;
  u32 t23 = 0;
  i16 a19[8]; for (u32 i = 0; i < 8; i++) a19[i] = (i16)(i * 77);
  i8 a20[16]; for (u32 i = 0; i < 16; i++) a20[i] = (i8)(i * 77);
  v12 = LOAD_i16(27);
  v13 = LOAD_i16(7);
  v14 = LOAD_u8(40);
  v15 = LOAD_u16(11);
  v16 = LOAD_u32(31);
  v17 = LOAD_i32(40);
  v18 = LOAD_u16(25);
  v13 = ((i16)(((i16)((u32)((i16)((u32)v12 ^ (u32)div_i16(v12, LOAD_i16(19)))) + (u32)(v17 != 0 ? ((i16)~v13) : (((i32)(((i16)v15) != v13)) != 0 ? ((i16)0x366u) : v13)))) >> (((u32)0xau) & 15)));
  v13 = rem_i16((((i32)(((i32)0x1bu) <= v17)) != 0 ? v12 : ((i16)v18)), ((i16)((u32)v13 & (u32)v12)));
  v12 = ((i16)((u32)div_i16(LOAD_i16(0), v12) + (u32)((i16)0xe8a1u)));
  for (u32 n21 = 0; n21 < (u32)(((u32)a20[((u32)v13) & 15]) & 7); n21++) {
    a20[((u32)((u32)((u32)((u32)v16 + (u32)n21)) ^ (u32)((u32)v12))) & 15] = ((i8)((u32)min_i8(((i8)~((i8)v12)), (((i32)(v14 > ((u8)v13))) != 0 ? ((i8)v17) : ((i8)v12))) - (u32)((i8)(min_i8(((i8)v18), ((i8)v15)) >> (((u32)((u32)v16 - (u32)v16)) & 7)))));
  }
  t22 = ((u32)((u32)((u32)((u32)((u32)((u32)v16 * (u32)v16)) + (u32)((u32)a19[v16 & 7]))) ^ (u32)((u32)((u32)((u32)((u32)((u32)v15) ^ (u32)v16)) ^ (u32)((u32)((u32)v16 + (u32)v16))))));
  t23 = ((u32)max_i16(v12, v13));
  L[lid] = t22; BARRIER; v16 = L[(lid * 9 + t23) % SIZE]; BARRIER;
  v17 = mulhi_i32(((i32)((u32)((i32)((u32)LOAD_i32(8) * (u32)((i32)0x3e5379u))) * (u32)((i32)((i8)v15)))), ((i32)((u32)((i32)((u32)v17 & (u32)v17)) * (u32)((i32)(((i32)0xffffffe2u) >> (((u32)0x1au) & 31))))));
  PUT32(0, v12);
  PUT32(1, v13);
  PUT32(2, v14);
  PUT32(3, v15);
  PUT32(4, v16);
  PUT32(5, v17);
  PUT32(6, v18);
  PUT32(7, t22);
  PUT32(8, t23);
}

#undef SIZE
#undef ITEMS
#define SIZE 64
#define ITEMS 64
KERNEL(k700095, 64) {
  __local u32 L[64];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 8;
  L[lid] = lid; G[gid] = gid;
  u64 v1 = 0;
  u32 v2 = 0;
  i64 v3 = 0;
  u32 v4 = 0;
  i64 v5 = 0;
  u32 a6[4]; for (u32 i = 0; i < 4; i++) a6[i] = (u32)(i * 77);
  v1 = LOAD_u64(24);
  v2 = LOAD_u32(20);
  v3 = LOAD_i64(38);
  v4 = LOAD_u32(32);
  v5 = LOAD_i64(5);
  if (((i32)(max_i64(v3, ((i64)v1)) > (((i32)(v1 < v1)) != 0 ? ((i64)0x0ul) : v3))) != 0) {
    a6[((u32)((u32)0 - (u32)(((i32)(((i32)v4) == ((i32)v5))) != 0 ? v2 : ((u32)0x12345678u)))) & 3] = ((u32)((i64)((u32)((u32)v4 + (u32)v2))));
  }
  v4 = ((u32)((u32)((u32)((u32)perm_u32(v2, v2) << (((u32)~v4) & 31))) << (((u32)0x11u) & 31)));
  v2 = atom_imax_(&G[gid], ((u32)((u32)subb_u32(((u32)0xffff8000u), v4, v2, v4) - (u32)((u32)v1))));
  v3 = ((i64)v1);
  PUT64(0, v1);
  PUT32(2, v2);
  PUT64(3, v3);
  PUT32(5, v4);
  PUT64(6, v5);
}

#undef SIZE
#undef ITEMS
#define SIZE 128
#define ITEMS 128
KERNEL(k700096, 128) {
  __local u32 L[128];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 10;
  L[lid] = lid; G[gid] = gid;
  f64 v1 = 0;
  f64 v2 = 0;
  f64 v3 = 0;
  f32 v4 = 0;
  f64 v5 = 0;
  u32 v6 = 0;
  v1 = LOAD_f64(22);
  v2 = LOAD_f64(39);
  v3 = LOAD_f64(29);
  v4 = LOAD_f32(13);
  v5 = LOAD_f64(25);
  v6 = LOAD_u32(14);
  v6 = atom_min_(&L[lid], rem_u32(absdiff_i32(LOAD_i32(20), f64_to_i32(v3)), ((u32)(LOAD_u32(26) >> (((u32)0x10u) & 31)))));
  v2 = (-((((f64)v6) - LOAD_f64(30)) - fma_f64(v5, LOAD_f64(17), v5)));
  v4 = fma_f32((v4 * (v4 - LOAD_f32(37))), v4, min_f32(as_f32(0xc0000000u), (v4 * v4)));
  switch (ctz_u32(div_u32(v6, v6)) & 3) {
  case 0:
    v4 = (-div_f32(v4, LOAD_f32(35)));
    break;
  case 1:
    v6 = atom_xor_(&G[gid], ((u32)((u32)min_u32(((u32)0xffff0000u), ((u32)0x21u)) * (u32)pop_u32(v6))));
    break;
  default:
    v3 = ceil_f64(((f64)abs_f32(v4)));
    break;
  }
  PUT64(0, bits_f64(v1));
  PUT64(2, bits_f64(v2));
  PUT64(4, bits_f64(v3));
  PUT32(6, bits_f32(v4));
  PUT64(7, bits_f64(v5));
  PUT32(9, v6);
}

#undef SIZE
#undef ITEMS
#define SIZE 64
#define ITEMS 128
KERNEL(k700097, 64) {
  __local u32 L[64];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 6;
  L[lid] = lid; G[gid] = gid;
  u64 v1 = 0;
  u32 v2 = 0;
  i32 v3 = 0;
  u64 v4 = 0;
  v1 = LOAD_u64(24);
  v2 = LOAD_u32(27);
  v3 = LOAD_i32(11);
  v4 = LOAD_u64(32);
  for (u32 n5 = 0; n5 < (u32)(((u32)((i64)((u64)((i64)v2) << (((u32)0x4u) & 63)))) & 7); n5++) {
    v4 = ((u64)((u64)((u64)((u64)v4 & (u64)(((i32)(((i64)0x7ul) == ((i64)0x2ul))) != 0 ? LOAD_u64(40) : v4))) & (u64)((u64)((u64)((u64)((i32)(((i64)0xfffffffful) != ((i64)v1)))) & (u64)max_u64(v1, ((u64)0x123456789abcdef0ul))))));
    v4 = ((u64)((i64)((u64)((i64)(((i64)((u64)((i64)n5) ^ (u64)((i64)v4))) >> (((u32)((u32)v2 ^ (u32)v2)) & 63))) << (((u32)0x3bu) & 63))));
    for (u32 n6 = 0; n6 < (u32)(field_u32(n5, v2, n5) & 7); n6++) {
      v1 = ((u64)((i32)(v4 <= v4)));
      v4 = ((u64)((u64)v4 + (u64)((u64)n6)));
      if (((i32)(LOAD_u32(27) >= n6)) != 0) break;
    }
  }
  v3 = ((i32)~((i32)min_u64(v4, v4)));
  v2 = atom_xor_(&L[lid], ((u32)v4));
  v4 = min_u64(addc_u64(((u64)v3), ((u64)0x1ful), ((u64)0x7ffffffful), ((u64)0x8000000000000000ul)), clz_u64(v1));
  PUT64(0, v1);
  PUT32(2, v2);
  PUT32(3, v3);
  PUT64(4, v4);
}

NOINLINE u16 k700098_f0(i32 p1, i64 p2) {
  f32 q3 = 0;
  q3 = rint_f32(abs_f32((q3 * ((f32)p1))));
  for (u32 n4 = 0; n4 < 9 && ((i32)((((i32)(q3 <= as_f32(0x3f000000u))) != 0 ? as_f32(0x3f800000u) : as_f32(0x4439b7c7u)) >= (as_f32(0x7149f2cau) - ((f32)p2)))) != 0; n4++) {
    if (((i32)(floor_f32(q3) <= sqrt_f32(((f32)n4)))) != 0) {
      p1 = f32_to_i32(q3);
      q3 = ((f32)((u32)(min_u32(((u32)((u32)n4 << (n4 & 31))), pop_u32(n4)) >> (f32_to_u32(q3) & 31))));
      p2 = min_i64(((i64)((u64)((i64)((u32)((u32)n4 - (u32)n4))) & (u64)((i64)((u64)p2 - (u64)min_i64(p2, p2))))), div_i64(div_i64(((i64)((u64)((i64)0x8ul) << (((u32)0x10u) & 63))), f32_to_i64(q3)), ((i64)(((i64)bits_f32(q3)) >> (f32_to_u32(q3) & 63)))));
    } else {
      p2 = ((i64)((u64)((i64)((u64)f32_to_i64((((i32)(p2 >= p2)) != 0 ? q3 : q3)) << (((u32)0x4u) & 63))) + (u64)(((i32)(f32_to_u16(q3) >= ((u16)((u32)((u16)n4) << (((u32)0xau) & 15))))) != 0 ? ((i64)((u64)(((i32)(p2 < p2)) != 0 ? p2 : ((i64)n4)) + (u64)((i64)p1))) : f32_to_i64((q3 * as_f32(0x4412bcc5u))))));
      p2 = rem_i64(f32_to_i64(q3), (((i32)(p2 == p2)) != 0 ? p2 : p2));
    }
    q3 = ((f32)f32_to_u16(q3));
  }
  return ((u16)(((u16)p1) >> (((u32)((u32)((u32)p1) - (u32)((u32)p2))) & 15)));
}
NOINLINE i32 k700098_f1(i32 p5, f32 p6, f32 p7) {
  u32 q8 = 0;
  for (u32 n9 = 0; n9 < (u32)(((u32)((u32)f32_to_u32(p6) ^ (u32)((u32)((u32)0 - (u32)q8)))) & 7); n9++) {
    p7 = ((f32)((i64)~((i64)((u64)((i64)((u64)((i64)p5) * (u64)((i64)n9))) + (u64)((i64)((u64)((i64)0x10000000000000ul) << (n9 & 63)))))));
  }
  p5 = ((i32)((u32)((i32)((p7 - as_f32(0x47800000u)) > (((i32)(as_f32(0x4f000000u) > as_f32(0x1u))) != 0 ? as_f32(0x43a6d19fu) : p6))) << (((u32)0xfu) & 31)));
  p6 = trunc_f32(div_f32(ceil_f32((p7 - as_f32(0x7149f2cau))), ((f32)((i64)((u64)((i64)0x5ul) << (q8 & 63))))));
  return ((i32)((u32)((i32)((i64)0xe7ec21fb6e4673d0ul)) | (u32)((i32)((u32)((i32)0xfffffe01u) * (u32)((i32)0xfffe173bu)))));
}
#undef SIZE
#undef ITEMS
#define SIZE 40
#define ITEMS 80
KERNEL(k700098, 40) {
  __local u32 L[40];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 5;
  L[lid] = lid; G[gid] = gid;
  f32 v10 = 0;
  f32 v11 = 0;
  f32 v12 = 0;
  f32 v13 = 0;
  u32 v14 = 0;
  u16 a15[8]; for (u32 i = 0; i < 8; i++) a15[i] = (u16)(i * 77);
  f32 a16[4]; for (u32 i = 0; i < 4; i++) a16[i] = (f32)(i * 77);
  v10 = LOAD_f32(15);
  v11 = LOAD_f32(13);
  v12 = LOAD_f32(35);
  v13 = LOAD_f32(39);
  v14 = LOAD_u32(35);
  v14 = ((u32)(((u32)((u32)v14 ^ (u32)v14)) >> (((u32)0x7u) & 31)));
  v12 = as_f32(0x3e22f983u);
  v11 = (((f32)k700098_f1(mulhi_i32(f32_to_i32(v11), f32_to_i32(v11)), a16[f32_to_u32(v13) & 3], (v11 - LOAD_f32(16)))) * ((f32)k700098_f1(((i32)((u32)f32_to_i32(v12) << (((u32)0x8u) & 31))), v11, (v10 * v12))));
  v13 = div_f32((((i32)(((i64)v14) < f32_to_i64(v12))) != 0 ? v13 : as_f32(0xbf000000u)), (v13 * v11));
  PUT32(0, bits_f32(v10));
  PUT32(1, bits_f32(v11));
  PUT32(2, bits_f32(v12));
  PUT32(3, bits_f32(v13));
  PUT32(4, v14);
}

NOINLINE f32 k700099_f0(f32 p1, u16 p2) {
  u32 q3 = 0;
  f32 q4 = 0;
  p1 = (sqrt_f32(p1) + (as_f32(0x1u) * as_f32(0x3a83126fu)));
  p1 = (((((i32)(q4 < as_f32(0x40000000u))) != 0 ? as_f32(0x3fc00000u) : as_f32(0x40800000u)) + (((f32)q3) - p1)) + (-q4));
  switch (f32_to_u32(div_f32(p1, as_f32(0xc4057c7eu))) & 3) {
  case 0:
    p2 = ((u16)((u32)0 - (u32)((u16)((u32)((u16)0x7u) - (u32)f32_to_u16(p1)))));
    break;
  case 1:
    p1 = ((as_f32(0xbf000000u) * (((i32)(q4 == p1)) != 0 ? p1 : q4)) - as_f32(0x43d4c005u));
    break;
  case 2:
    for (u32 n5 = 0; n5 < 9 && ((i32)(((u32)((u32)q3 & (u32)q3)) == ((u32)((u32)f32_to_u32(p1) + (u32)q3)))) != 0; n5++) {
      p1 = (-(-fma_f32((-as_f32(0x42f9590bu)), (q4 - p1), ((f32)((i64)p2)))));
      if (q3 != 0) continue;
      p2 = ((u16)((u32)((u16)((i32)((u32)0xffffffu))) << (((u32)0x6u) & 15)));
    }
    break;
  default:
    q3 = ((u32)((u32)0 - (u32)((u32)((u32)((u32)0xffffffu) & (u32)q3))));
    break;
  }
  return q4;
}
#undef SIZE
#undef ITEMS
#define SIZE 33
#define ITEMS 99
KERNEL(k700099, 33) {
  __local u32 L[33];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 8;
  L[lid] = lid; G[gid] = gid;
  f32 v6 = 0;
  u16 v7 = 0;
  f32 v8 = 0;
  u32 v9 = 0;
  f32 v10 = 0;
  i32 v11 = 0;
  u32 t13 = 0;
  u32 t14 = 0;
  v6 = LOAD_f32(30);
  v7 = LOAD_u16(36);
  v8 = LOAD_f32(6);
  v9 = LOAD_u32(32);
  v10 = LOAD_f32(32);
  v11 = LOAD_i32(25);
  v6 = k700099_f0(rint_f32(as_f32(0x40490fdbu)), ((u16)((u32)v7 ^ (u32)v7)));
  v11 = min_i32(((i32)(as_f32(0x4f000000u) == v10)), div_i32(v11, v11));
  v10 = floor_f32((-((f32)v9)));
  for (u32 n12 = 0; n12 < (u32)(v9 & 7); n12++) {
    v7 = f32_to_u16(k700099_f0(((f32)v9), ((u16)((u32)v7 - (u32)v7))));
    if (((i32)((((i32)(((u32)0x248u) == ((u32)0xfffffff5u))) != 0) && (((i32)(LOAD_u16(0) > v7)) != 0))) != 0) break;
  }
  if (((i32)(v9 >= ((u32)(v9 >> (f32_to_u32(v8) & 31))))) != 0) {
    if (((i32)((-v10) == min_f32(v8, v10))) != 0) {
      v11 = ((i32)((u32)((i32)~((i32)~((i32)0xfffff0u))) << (pop_u32(v9) & 31)));
      v10 = ((f32)f32_to_i64(k700099_f0((v8 + LOAD_f32(2)), ((u16)bits_f32(as_f32(0xc415c8ebu))))));
      v8 = fma_f32(k700099_f0(v8, v7), k700099_f0(as_f32(0x40000000u), v7), (-v8));
    } else {
      v11 = mulhi_i32(min_i32(f32_to_i32(v10), v11), rem_i32(v11, v11));
    }
    v8 = (-min_f32(v6, v6));
  }
  t13 = ((u32)((u32)absdiff_i32((((i32)(as_f32(0x41200000u) <= v10)) != 0 ? v11 : ((i32)v7)), ((i32)bits_f32(v10))) - (u32)rem_u32(f32_to_u32(as_f32(0x4b000000u)), (((i32)(v10 < ((f32)v11))) != 0 ? v9 : ((u32)v11)))));
  t14 = v9;
  L[lid] = t14; BARRIER; atom_or_(&L[t13 & 7], t14); BARRIER; v9 = L[lid & 7]; BARRIER;
  v6 = div_f32((((i32)((as_f32(0x43ecb959u) - LOAD_f32(5)) <= rint_f32(v8))) != 0 ? (-(v10 + v8)) : (((i32)(as_f32(0xbf800000u) != LOAD_f32(7))) != 0 ? (v10 + v8) : (as_f32(0x1u) + v8))), abs_f32(LOAD_f32(0)));
  PUT32(0, bits_f32(v6));
  PUT32(1, v7);
  PUT32(2, bits_f32(v8));
  PUT32(3, v9);
  PUT32(4, bits_f32(v10));
  PUT32(5, v11);
  PUT32(6, t13);
  PUT32(7, t14);
}
