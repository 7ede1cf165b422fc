#include "foreign.h"
NOINLINE u32 k700010_f0(u32 p1) {
  u32 q2 = 0;
  i16 q3 = 0;
  for (u32 n4 = 0; n4 < 9 && ((i32)((((i32)(((i64)p1) == ((i64)0xfffffffffffffffcul))) != 0) || (((i32)((((i32)(((i32)q2) != ((i32)q3))) != 0) || (((i32)(((i32)0x0u) > ((i32)0xfffffff0u))) != 0))) != 0))) != 0; n4++) {
    q3 = ((i16)((u32)((i16)((u32)((i16)0xfffeu) ^ (u32)q3)) - (u32)min_i16(q3, ((i16)q2))));
    p1 = pop_u32(((u32)(((u32)(((u32)((u32)n4 << (q2 & 31))) >> (((u32)~p1) & 31))) >> (((u32)0x12u) & 31))));
  }
  for (u32 n5 = 0; n5 < (u32)(perm_u32(((u32)(((u32)0x80000u) >> (((u32)0xfu) & 31))), q2) & 7); n5++) {
    p1 = ((u32)((u32)((u32)0xau) - (u32)p1));
    if (((i32)((((i32)(((u16)q3) < ((u16)p1))) != 0) && (((i32)(((i32)p1) < ((i32)q3))) != 0))) != 0) break;
    for (u32 n6 = 0; n6 < (u32)(((u32)((u32)((u32)~n5) - (u32)q2)) & 7); n6++) {
      q2 = ((u32)rem_i16(((i16)((u32)q3 * (u32)q3)), (((i32)(((i32)n5) == ((i32)p1))) != 0 ? q3 : q3)));
      p1 = ((u32)((i16)~(((i32)(((i32)n6) <= ((i32)n5))) != 0 ? ((i16)((u64)q3)) : ((i16)((u32)q3 + (u32)((i16)0x1fd6u))))));
    }
    for (u32 n7 = 0; n7 < (u32)(((u32)(q2 >> (((u32)0x19u) & 31))) & 7); n7++) {
      if (((i32)(n7 > q2)) != 0) break;
      p1 = ((u32)((i32)((u32)((i32)((u32)((i32)n7) * (u32)((i32)n5))) - (u32)min_i32(((i32)0x345389u), ((i32)0x55555556u)))));
      q3 = ((i16)((u32)((i16)((u32)div_i16(((i16)(q3 >> (((u32)0x4u) & 15))), ((i16)((u16)q2))) - (u32)((i16)((u32)((i16)p1) * (u32)((i16)(q3 >> (((u32)0x0u) & 15))))))) & (u32)((i16)(div_i16(((i16)((i8)n7)), ((i16)((u32)q3 ^ (u32)((i16)0x1738u)))) >> (((u32)((u32)n7 << (q2 & 31))) & 15)))));
      q2 = ((u32)((i8)((i32)(((i32)n7) >= ((i32)n5)))));
    }
  }
  return ((u32)((u32)((u32)((u32)q2 | (u32)q2)) << ((((i32)(q2 == q2)) != 0 ? q2 : q2) & 31)));
}
NOINLINE u16 k700010_f1(i32 p8, i32 p9, i32 p10, i32 p11) {
  u16 q12 = 0;
  p10 = ((i32)rem_u64(((u64)q12), ((u64)p10)));
  switch (((u32)max_u16(q12, q12)) & 3) {
  case 0:
    if (((i32)(q12 >= ((u16)0xcc4u))) != 0) {
      p9 = sext_i32(((i32)(((i32)((u32)sat_i32(((i64)p11)) - (u32)((i32)((u32)p10 ^ (u32)p8)))) >> (((u32)0x1u) & 31))), ((u32)(((i32)(((i16)0xffffu) != ((i16)p9))) != 0 ? ((i32)((u32)p9 - (u32)p10)) : ((i32)((u32)((i32)0xffff8000u) - (u32)p8)))));
      p11 = div_i32(((i32)(((i32)((u32)((i32)0xffffffe1u) << (((u32)0x17u) & 31))) >> (((u32)0x3u) & 31))), ((i32)((u32)0 - (u32)((i32)((u8)p10)))));
      q12 = ((u16)((u32)((u16)((u32)q12 << (((u32)p8) & 15))) + (u32)((u16)((u32)q12 + (u32)q12))));
    } else {
      p8 = max_i32(((i32)((u32)((i32)(p11 > p9)) << (((u32)((i32)(((i32)0xfffe4cc2u) >= p8))) & 31))), ((i32)((u32)((u32)((u32)0xff000001u) << (((u32)p9) & 31)))));
    }
    break;
  case 1:
    p9 = ((i32)((u32)((i32)(((i32)((u32)p10 << (((u32)0x21u) & 31))) >> (((u32)((u32)((u32)p11) - (u32)((u32)p8))) & 31))) - (u32)((i32)((u32)0 - (u32)((i32)((i64)p11))))));
    break;
  default:
    q12 = ((u16)((u32)0 - (u32)((u16)(q12 >> (((u32)((u32)((u32)q12) << (((u32)0x15u) & 31))) & 15)))));
    break;
  }
  p11 = ((i32)((u32)max_i32(p9, p9) | (u32)((i32)((u32)0 - (u32)((i32)0x182f4u)))));
  return ((u16)~((u16)((u8)p9)));
}
#undef SIZE
#undef ITEMS
#define SIZE 64
#define ITEMS 64
KERNEL(k700010, 64) {
  __local u32 L[64];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 10;
  L[lid] = lid; G[gid] = gid;
  u32 v13 = 0;
  i32 v14 = 0;
  u16 v15 = 0;
  u64 v16 = 0;
  u32 v17 = 0;
  u32 v18 = 0;
  i32 v19 = 0;
  u32 t22 = 0;
  u32 t23 = 0;
  i32 a20[16]; for (u32 i = 0; i < 16; i++) a20[i] = (i32)(i * 77);
  i32 a21[8]; for (u32 i = 0; i < 8; i++) a21[i] = (i32)(i * 77);
  v13 = LOAD_u32(0);
  v14 = LOAD_i32(10);
  v15 = LOAD_u16(29);
  v16 = LOAD_u64(35);
  v17 = LOAD_u32(13);
  v18 = LOAD_u32(3);
  v19 = LOAD_i32(13);
  if (((i32)((((i32)(v14 > ((i32)v15))) != 0 ? v17 : ((u32)v15)) != ((u32)((i64)v17)))) != 0) {
    v15 = ((u16)((i32)(((i32)((u32)0 - (u32)LOAD_i32(39))) >= ((i32)((u32)((i32)0x15cbu) + (u32)v19)))));
    v13 = atom_imax_(&G[gid], ((u32)((u32)((u32)((u32)v18 + (u32)v17)) + (u32)(((i32)(((i8)v15) >= ((i8)0xffu))) != 0 ? v18 : v13))));
    v15 = ((u16)((u32)(((i32)(v16 > v16)) != 0 ? v15 : ((u16)v18)) - (u32)(((i32)(((u16)0xc50fu) <= ((u16)v17))) != 0 ? LOAD_u16(1) : ((u16)0xffffu))));
  } else {
    v13 = ((u32)((u32)((u32)(((u32)0x10u) >> (((u32)0x1du) & 31))) + (u32)v13));
  }
  v14 = ((i32)((u32)0 - (u32)((i32)((i64)((u64)((i64)v13) - (u64)((i64)v14))))));
  v19 = (((i32)(v19 == v19)) != 0 ? ((i32)(((i8)v13) == ((i8)v16))) : ((i32)(v16 > v16)));
  v14 = v14;
  v19 = a20[v18 & 15];
  a21[((u32)((u32)pop_u32(LOAD_u32(16)) << (v18 & 31))) & 7] = v14;
  t22 = ((u32)((i16)((u32)((i16)a21[v13 & 7]) - (u32)rem_i16(((i16)0xau), ((i16)v15)))));
  t23 = absdiff_i32(a21[v17 & 7], ((i32)((u32)0 - (u32)((i32)v15))));
  L[lid] = t23; BARRIER; atom_max_(&L[t22 & 7], t23); BARRIER; v18 = L[lid & 7]; BARRIER;
  a21[((u32)(((u32)((u32)v17 + (u32)v18)) >> (((u32)0x1eu) & 31))) & 7] = v19;
  PUT32(0, v13);
  PUT32(1, v14);
  PUT32(2, v15);
  PUT64(3, v16);
  PUT32(5, v17);
  PUT32(6, v18);
  PUT32(7, v19);
  PUT32(8, t22);
  PUT32(9, t23);
}

#undef SIZE
#undef ITEMS
#define SIZE 40
#define ITEMS 80
KERNEL(k700011, 40) {
  __local u32 L[40];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 7;
  L[lid] = lid; G[gid] = gid;
  u8 v1 = 0;
  i32 v2 = 0;
  i64 v3 = 0;
  i8 v4 = 0;
  u32 v5 = 0;
  u16 v6 = 0;
  u32 a7[16]; for (u32 i = 0; i < 16; i++) a7[i] = (u32)(i * 77);
  i32 a8[4]; for (u32 i = 0; i < 4; i++) a8[i] = (i32)(i * 77);
  v1 = LOAD_u8(40);
  v2 = LOAD_i32(17);
  v3 = LOAD_i64(30);
  v4 = LOAD_i8(20);
  v5 = LOAD_u32(25);
  v6 = LOAD_u16(21);
  for (u32 n9 = 0; n9 < 9 && ((i32)(((u32)((i32)(v3 > v3))) <= field_u32(v5, v5, ((u32)v2)))) != 0; n9++) {
    a8[n9 & 3] = max_i32(((i32)((u32)((i32)(v2 >> (((u32)0x8000u) & 31))) * (u32)((i32)((u32)v2 << (v5 & 31))))), ((i32)0x20u));
    switch (((u32)(((u32)((u32)v5 * (u32)n9)) >> (((u32)0x7u) & 31))) & 3) {
    case 0:
      v1 = rem_u8(((u8)a8[LOAD_u32(27) & 3]), div_u8(v1, v1));
      break;
    case 1:
      v2 = mulhi_i32(((i32)((u32)((i32)(v2 >> (((u32)0x2u) & 31))) << (((u32)((u32)v5 | (u32)n9)) & 31))), ((i32)((u32)((i32)(((u32)v6) < ((u32)0x1d2f51u))) - (u32)((i32)((u32)((i32)v5) + (u32)((i32)0xffffff07u))))));
      break;
    default:
      v2 = ((i32)((u32)((u32)v5 - (u32)((u32)(LOAD_u32(38) >> (((u32)v2) & 31))))));
      break;
    }
  }
  a8[((u32)((u32)rem_u32(((u32)0xfdf6c5a9u), LOAD_u32(35)) | (u32)((u32)((u32)v5 - (u32)v5)))) & 3] = ((i32)((u32)((u32)((u32)((i32)0x8000u)) << (((u32)((u32)((u32)0xffff8000u) & (u32)((u32)0x40000000u))) & 31))));
  for (u32 n10 = 0; n10 < 9 && ((i32)(max_i8(v4, v4) > ((i8)((u32)v4 + (u32)v4)))) != 0; n10++) {
    v6 = ((u16)((i32)(v4 >= v4)));
  }
  PUT32(0, v1);
  PUT32(1, v2);
  PUT64(2, v3);
  PUT32(4, v4);
  PUT32(5, v5);
  PUT32(6, v6);
}

NOINLINE u8 k700012_f0(i32 p1, i32 p2) {
  i32 q3 = 0;
  q3 = ((i32)((u32)p1));
  q3 = ((i32)((u32)min_i32(((i32)((u32)p2 & (u32)((i32)0x1000000u))), sat_i32(((i64)p2))) - (u32)((i32)((u32)((i32)(((i8)p1) >= ((i8)p1))) & (u32)((i32)((u32)((i32)0x91u) & (u32)q3))))));
  for (u32 n4 = 0; n4 < 9 && ((i32)(((i32)((u32)p1 * (u32)((i32)0xfffffffeu))) > ((i32)((u32)q3 << (((u32)0x19u) & 31))))) != 0; n4++) {
    if (((i32)(((i32)((u32)((i32)0x100u) | (u32)((i32)n4))) != max_i32(p2, ((i32)0xfffd4f75u)))) != 0) {
      q3 = q3;
      p2 = ((i32)0xfu);
    } else {
      q3 = ((i32)(((i32)((u32)q3 - (u32)((i32)(p2 >> (((u32)0x1eu) & 31))))) >> (((u32)0xfu) & 31)));
    }
  }
  return ((u8)((u32)((u8)((u32)((u8)p2) << (((u32)0xe991cu) & 7))) + (u32)((u8)p2)));
}
#undef SIZE
#undef ITEMS
#define SIZE 24
#define ITEMS 48
KERNEL(k700012, 24) {
  __local u32 L[24];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 8;
  L[lid] = lid; G[gid] = gid;
  u64 v5 = 0;
  u32 v6 = 0;
  u32 v7 = 0;
  u8 v8 = 0;
  u32 v9 = 0;
  u32 t12 = 0;
  u32 t13 = 0;
  i8 a10[8]; for (u32 i = 0; i < 8; i++) a10[i] = (i8)(i * 77);
  v5 = LOAD_u64(7);
  v6 = LOAD_u32(32);
  v7 = LOAD_u32(40);
  v8 = LOAD_u8(14);
  v9 = LOAD_u32(25);
  for (u32 n11 = 0; n11 < (u32)(((u32)((u32)0 - (u32)addc_u32(v7, v7, v9, v6))) & 7); n11++) {
    v8 = ((u8)((u32)k700012_f0(LOAD_i32(16), ((i32)0xffffffe0u)) + (u32)((u8)((u32)v8 << (((u32)0x3u) & 7)))));
  }
  v9 = max_u32(((u32)((u32)(((i32)(((i8)v7) <= ((i8)v8))) != 0 ? pop_u32(v6) : ((u32)((i8)v5))) - (u32)v7)), (((i32)(((i32)v8) <= ((i32)(((i8)v9) != ((i8)v8))))) != 0 ? v9 : ((u32)((((i32)(v9 >= v9)) != 0 ? v6 : ((u32)0xffff8000u)) >> (((u32)((i32)(LOAD_i64(31) == ((i64)v5)))) & 31)))));
  a10[((u32)k700012_f0(((i32)((i64)0x80000001ul)), ((i32)((u32)((i32)v8) & (u32)((i32)0xffffffffu))))) & 7] = ((i8)((u32)((i8)((u32)((i8)0x0u) * (u32)((i8)((i32)v7)))) | (u32)((i8)((u32)((i8)((u32)((i8)v5) * (u32)((i8)v9))) * (u32)((i8)((i32)(((i32)v8) < ((i32)v8))))))));
  v8 = k700012_f0(((i32)a10[v7 & 7]), ((i32)(v6 < LOAD_u32(2))));
  v7 = ((u32)(LOAD_u32(37) >> (((u32)((u32)v6 + (u32)LOAD_u32(20))) & 31)));
  v6 = atom_max_(&G[gid], v9);
  t12 = ((u32)((u32)max_u32(((u32)a10[((u32)0x3a2bu) & 7]), ((u32)k700012_f0(((i32)0xffffu), ((i32)v7)))) & (u32)ctz_u32(((u32)((u32)v6 << (((u32)0xbu) & 31))))));
  t13 = ((u32)((u32)v9 - (u32)((u32)((u32)v7 | (u32)v7))));
  L[lid] = t13; BARRIER; atom_or_(&L[t12 & 7], t13); BARRIER; v7 = L[lid & 7]; BARRIER;
  v6 = ((u32)((u32)perm_u32(((u32)((u32)((u32)((u32)v7 << (v6 & 31))) * (u32)(((i32)(((u64)0xffffful) >= v5)) != 0 ? ((u32)v8) : v7))), (((i32)(LOAD_i16(10) > ((i16)v9))) != 0 ? ((u32)a10[((u32)v8) & 7]) : rot_u32(v6, LOAD_u32(4)))) << (((u32)0x1bu) & 31)));
  PUT64(0, v5);
  PUT32(2, v6);
  PUT32(3, v7);
  PUT32(4, v8);
  PUT32(5, v9);
  PUT32(6, t12);
  PUT32(7, t13);
}

#undef SIZE
#undef ITEMS
#define SIZE 33
#define ITEMS 99
KERNEL(k700013, 33) {
  __local u32 L[33];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 5;
  L[lid] = lid; G[gid] = gid;
  u16 v1 = 0;
  u8 v2 = 0;
  i16 v3 = 0;
  u16 v4 = 0;
  u32 v5 = 0;
  v1 = LOAD_u16(36);
  v2 = LOAD_u8(9);
  v3 = LOAD_i16(34);
  v4 = LOAD_u16(33);
  v5 = LOAD_u32(12);
  v3 = ((i16)ctz_u32(((u32)((u32)0 - (u32)pop_u32(LOAD_u32(25))))));
  v5 = ((u32)((i16)((u32)0xffff8000u)));
  if (((i32)(((u32)((u32)v5 + (u32)((u32)0x7fffffffu))) >= ((u32)((i32)v4)))) != 0) {
    if (((i32)(pop_u64(((u64)v2)) > addc_u64(((u64)v5), ((u64)v4), ((u64)v3), ((u64)v4)))) != 0) {
      v5 = pop_u32((((i32)(((u32)0x26801bu) <= v5)) != 0 ? LOAD_u32(14) : LOAD_u32(40)));
    } else {
      v4 = ((u16)(((u16)((u32)0 - (u32)v4)) >> (((u32)~LOAD_u32(30)) & 15)));
    }
  } else {
    v1 = ((u16)((u32)((u16)0x7fu) ^ (u32)((u16)((u32)(((i32)(((i32)v2) == ((i32)v1))) != 0 ? ((u16)~v1) : min_u16(v1, v4)) << (((u32)((u32)((u32)v3) | (u32)v5)) & 15)))));
    v1 = ((u16)((u32)((u16)0x3u) - (u32)v4));
  }
  v5 = atom_imax_(&G[gid], ((u32)((u32)field_u32(v5, ((u32)0xffu), v5) ^ (u32)((u32)(v5 >> (((u32)0x1du) & 31))))));
  PUT32(0, v1);
  PUT32(1, v2);
  PUT32(2, v3);
  PUT32(3, v4);
  PUT32(4, v5);
}

#undef SIZE
#undef ITEMS
#define SIZE 128
#define ITEMS 128
KERNEL(k700014, 128) {
  __local u32 L[128];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 12;
  L[lid] = lid; G[gid] = gid;
  i64 v1 = 0;
  u64 v2 = 0;
  u64 v3 = 0;
  u32 v4 = 0;
  i64 v5 = 0;
  u32 v6 = 0;
  u32 t11 = 0;
  u32 t12 = 0;
  u64 a7[8]; for (u32 i = 0; i < 8; i++) a7[i] = (u64)(i * 77);
  u64 a8[16]; for (u32 i = 0; i < 16; i++) a8[i] = (u64)(i * 77);
  v1 = LOAD_i64(7);
  v2 = LOAD_u64(21);
  v3 = LOAD_u64(39);
  v4 = LOAD_u32(40);
  v5 = LOAD_i64(3);
  v6 = LOAD_u32(21);
  for (u32 n9 = 0; n9 < (u32)(mulhi_u32((((i32)(((i32)v5) > ((i32)v6))) != 0 ? v4 : ((u32)0x80000001u)), ctz_u32(((u32)0x7fffffffu))) & 7); n9++) {
    v4 = ((u32)a8[((u32)((i64)0xffff0000ffff0001ul)) & 15]);
    v1 = LOAD_i64(18);
  }
  v4 = v6;
  if (((i32)(div_u64(v3, ((u64)0x80ul)) < ((u64)((u64)v3 * (u64)((u64)0x64ul))))) != 0) {
    v4 = mulhi_u32(((u32)((u32)v4 << (v6 & 31))), max_u32(v6, v4));
  } else {
    v3 = ((u64)((u64)0 - (u64)v3));
    for (u32 n10 = 0; n10 < (u32)(((u32)((((i32)(((i32)v3) >= LOAD_i32(2))) != 0 ? LOAD_u32(8) : v6) >> (((u32)0x7u) & 31))) & 7); n10++) {
      v3 = div_u64(div_u64(((u64)((i64)v4)), subb_u64(((u64)0xffff0000fffful), LOAD_u64(14), ((u64)v4), v2)), ((u64)(v3 >> (((u32)0x0u) & 63))));
      if (((u32)v3) != 0) continue;
    }
  }
  v5 = ((i64)v6);
  t11 = insert_u32(((u32)((u32)v4 | (u32)((u32)0x8000u))), perm_u32(((u32)(v4 >> (((u32)0x9u) & 31))), ((u32)((u32)0 - (u32)v6))), ((u32)((u32)(((i32)(((i32)v5) < ((i32)v2))) != 0 ? v6 : v4) + (u32)((u32)((u32)((u32)0xfffffffeu) * (u32)v6)))));
  t12 = min_u32(((u32)((i32)v5)), ((u32)((u32)v6 + (u32)LOAD_u32(32))));
  v4 = SCAN(t11);
  v4 = ((u32)((u32)v6 + (u32)((u32)((u32)((u32)~v4) << (((u32)((u32)v4 << (((u32)0x0u) & 31))) & 31)))));
  PUT64(0, v1);
  PUT64(2, v2);
  PUT64(4, v3);
  PUT32(6, v4);
  PUT64(7, v5);
  PUT32(9, v6);
  PUT32(10, t11);
  PUT32(11, t12);
}

#undef SIZE
#undef ITEMS
#define SIZE 64
#define ITEMS 64
KERNEL(k700015, 64) {
  __local u32 L[64];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 7;
  L[lid] = lid; G[gid] = gid;
  u32 v1 = 0;
  f32 v2 = 0;
  i64 v3 = 0;
  f32 v4 = 0;
  u16 v5 = 0;
  u16 v6 = 0;
  v1 = LOAD_u32(17);
  v2 = LOAD_f32(10);
  v3 = LOAD_i64(21);
  v4 = LOAD_f32(29);
  v5 = LOAD_u16(19);
  v6 = LOAD_u16(22);
  v2 = floor_f32(v2);
  if (((i32)(rint_f32(((f32)v1)) <= (-v4))) != 0) {
    v1 = atom_xor_(&G[gid], field_u32(f32_to_u32(((f32)v1)), bits_f32(v2), insert_u32(((u32)0x6ca629bu), v1, v1)));
    for (u32 n7 = 0; n7 < (u32)(((u32)~subb_u32(v1, ((u32)v6), v1, v1)) & 7); n7++) {
      v4 = fma_f32(min_f32(ceil_f32(as_f32(0x4b000000u)), trunc_f32(v2)), ((v2 - ((f32)v3)) - trunc_f32(v4)), (v2 - as_f32(0x434854d5u)));
      if (((i32)(((i32)0x6u) > ((i32)v1))) != 0) continue;
    }
    v1 = atom_sub_(&L[lid], min_u32(div_u32(v1, ((u32)0x466bu)), ((u32)0x40u)));
  } else {
    v5 = ((u16)((u32)((u16)((i32)v5)) | (u32)((u16)((u32)((u32)v1 << (v1 & 31))))));
  }
  v2 = ((f32)((i32)bits_f32(div_f32(v2, v2))));
  v6 = LOAD_u16(13);
  PUT32(0, v1);
  PUT32(1, bits_f32(v2));
  PUT64(2, v3);
  PUT32(4, bits_f32(v4));
  PUT32(5, v5);
  PUT32(6, v6);
}

#undef SIZE
#undef ITEMS
#define SIZE 128
#define ITEMS 128
KERNEL(k700016, 128) {
  __local u32 L[128];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 8;
  L[lid] = lid; G[gid] = gid;
  u32 v1 = 0;
  i32 v2 = 0;
  i64 v3 = 0;
  i64 v4 = 0;
  i64 v5 = 0;
  v1 = LOAD_u32(23);
  v2 = LOAD_i32(21);
  v3 = LOAD_i64(33);
  v4 = LOAD_i64(35);
  v5 = LOAD_i64(31);
  v3 = ((i64)((u64)((u64)((u64)v4) << (((u32)0x39u) & 63))));
  v1 = rem_u32(pop_u32(((u32)((i32)(LOAD_u32(7) < ((u32)0xfu))))), ((u32)((i32)(((u32)0xfffff0u) < ((u32)v3)))));
  v4 = (((i32)(mulwide_i32(((i32)0xfff7ef5bu), v2) >= ((i64)((i32)0xb5eeu)))) != 0 ? (((i32)(((u64)v3) > ((u64)v5))) != 0 ? ((i64)v1) : ((i64)((u64)((i64)0xfff80000ul) - (u64)v3))) : ((i64)((u64)(((i32)(((u64)v3) == ((u64)v4))) != 0 ? v3 : v3) ^ (u64)((i64)((u64)0 - (u64)v4)))));
  v3 = ((i64)((u64)v5 << ((((i32)(v5 == ((i64)0xe5ul))) != 0 ? ((u32)v5) : v1) & 63)));
  v5 = ((i64)((u64)((i64)(((i64)((u64)min_i64(v4, LOAD_i64(7)) << (((u32)0x1cu) & 63))) >> (v1 & 63))) & (u64)((i64)((u64)((i64)((u64)((i64)((u64)v3 - (u64)v5)) - (u64)v4)) - (u64)((i64)((u64)((i64)(v3 >> (((u32)v4) & 63))) + (u64)(((i32)(v1 < v1)) != 0 ? v3 : v5)))))));
  v1 = ((u32)((u32)v1 << (((u32)0x18u) & 31)));
  if (((i32)((v1 != 0) && (v1 != 0))) != 0) {
    v1 = atom_add_(&L[lid], ((u32)v4));
    v2 = ((i32)(((u64)((u64)((u64)0xffff8000ul) - (u64)((u64)LOAD_i64(1)))) == ((u64)((i32)(v2 >= v2)))));
  } else {
    v4 = ((i64)((u64)div_i64(v3, v4) | (u64)((i64)((u64)LOAD_i64(27) - (u64)v3))));
    if (((i32)(((u64)v5) >= ((u64)((u64)((u64)v4) << (((u32)0x34u) & 63))))) != 0) {
      v3 = (((i32)(((i32)v3) >= LOAD_i32(40))) != 0 ? (((i32)(LOAD_u32(16) == ((u32)v5))) != 0 ? v5 : v4) : (((i32)(v2 != ((i32)0x1fu))) != 0 ? v4 : ((i64)v1)));
      v1 = ((u32)((u32)ctz_u32(v1) + (u32)v1));
    } else {
      v4 = min_i64(((i64)(v4 >> (LOAD_u32(19) & 63))), (((i32)(((u64)0x20ul) < ((u64)v5))) != 0 ? ((i64)0x1000000ul) : v4));
      v1 = (((i32)(v2 != v2)) != 0 ? ((u32)((u32)((u32)v2) | (u32)v1)) : mulhi_u32(v1, ((u32)v3)));
    }
  }
  v1 = atom_max_(&G[gid], ctz_u32(((u32)((u32)((u32)0xfffffffeu) << (((u32)0x15u) & 31)))));
  PUT32(0, v1);
  PUT32(1, v2);
  PUT64(2, v3);
  PUT64(4, v4);
  PUT64(6, v5);
}

#undef SIZE
#undef ITEMS
#define SIZE 64
#define ITEMS 64
KERNEL(k700017, 64) {
  __local u32 L[64];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 6;
  L[lid] = lid; G[gid] = gid;
  u32 v1 = 0;
  i32 v2 = 0;
  f32 v3 = 0;
  u16 v4 = 0;
  u32 t7 = 0;
  u32 t8 = 0;
  f32 a5[4]; for (u32 i = 0; i < 4; i++) a5[i] = (f32)(i * 77);
  u16 a6[8]; for (u32 i = 0; i < 8; i++) a6[i] = (u16)(i * 77);
  v1 = LOAD_u32(23);
  v2 = LOAD_i32(5);
  v3 = LOAD_f32(27);
  v4 = LOAD_u16(0);
  v3 = LOAD_f32(7);
  a6[((u32)a6[max_u32(v1, v1) & 7]) & 7] = min_u16(((u16)((u32)f32_to_u16(as_f32(0x4b800000u)) * (u32)((u16)v1))), ((u16)((u32)f32_to_u16(v3) - (u32)max_u16(v4, v4))));
  if (((u32)(v1 >> (v1 & 31))) != 0) {
    v4 = ((u16)((u32)div_u16(v4, ((u16)0x8000u)) + (u32)rem_u16(v4, v4)));
  } else {
    v1 = v1;
    v4 = f32_to_u16(v3);
  }
  t7 = (((i32)(((i64)v4) != ((i64)((u64)f32_to_i64(v3) ^ (u64)LOAD_i64(18))))) != 0 ? addc_u32(((u32)((u32)((u32)0x1fu) & (u32)v1)), ((u32)((u32)v1 + (u32)((u32)0xffu))), ((u32)((u32)0 - (u32)v1)), ((u32)((u32)v1 - (u32)LOAD_u32(40)))) : ((u32)(((u32)((u32)v1 << (((u32)0xau) & 31))) >> (((u32)((u32)((u32)v2) ^ (u32)v1)) & 31))));
  t8 = f32_to_u32(a5[((u32)((u32)((u32)v4) + (u32)v1)) & 3]);
  v1 = SCAN(t7);
  v4 = ((u16)((u32)0 - (u32)(((i32)(v1 < v1)) != 0 ? (((i32)(LOAD_f32(18) == ((f32)v4))) != 0 ? ((u16)0x18u) : f32_to_u16(v3)) : f32_to_u16(a5[v1 & 3]))));
  PUT32(0, v1);
  PUT32(1, v2);
  PUT32(2, bits_f32(v3));
  PUT32(3, v4);
  PUT32(4, t7);
  PUT32(5, t8);
}

NOINLINE i8 k700018_f0(i32 p1, i32 p2) {
  u8 q3 = 0;
  u16 q4 = 0;
  p1 = ((i32)((i16)((u32)0 - (u32)((i16)((u32)p2)))));
  for (u32 n5 = 0; n5 < (u32)(((u32)((i32)(((u32)q3) != ((u32)p2)))) & 7); n5++) {
    q4 = rem_u16(((u16)(q4 >> (((u32)0xau) & 15))), ((u16)((u32)((u16)n5) | (u32)q4)));
    q4 = min_u16(rem_u16((((i32)(n5 >= n5)) != 0 ? (((i32)(((u8)n5) > q3)) != 0 ? ((u16)0x4u) : q4) : ((u16)n5)), ((u16)((u32)((u16)((i16)n5)) | (u32)rem_u16(((u16)0x5678u), q4)))), ((u16)((u32)((u16)((u32)(((i32)(q4 < q4)) != 0 ? q4 : ((u16)p2)) | (u32)(((i32)(((i8)n5) > ((i8)0x0u))) != 0 ? ((u16)p2) : q4))) - (u32)((u16)~((u16)((u32)q4 - (u32)q4))))));
  }
  return ((i8)p1);
}
#undef SIZE
#undef ITEMS
#define SIZE 33
#define ITEMS 99
KERNEL(k700018, 33) {
  __local u32 L[33];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 4;
  L[lid] = lid; G[gid] = gid;
  u16 v6 = 0;
  u32 v7 = 0;
  i32 v8 = 0;
  i32 v9 = 0;
  v6 = LOAD_u16(39);
  v7 = LOAD_u32(27);
  v8 = LOAD_i32(6);
  v9 = LOAD_i32(40);
  v7 = atom_imin_(&G[gid], ((u32)((i32)((u32)v8 * (u32)LOAD_i32(9)))));
  v9 = div_i32(((i32)(min_i32(v8, ((i32)((u32)v9 ^ (u32)((i32)0xffu)))) >> (rem_u32(v7, ((u32)v8)) & 31))), ((i32)(((i64)v7) != ((i64)((u64)((i64)0xfffffffffffffffeul) << (v7 & 63))))));
  v6 = ((u16)(((u16)((u32)((u16)((u32)LOAD_u16(31) & (u32)v6)) << (((u32)(v7 >> (v7 & 31))) & 15))) >> (((u32)0x9u) & 15)));
  PUT32(0, v6);
  PUT32(1, v7);
  PUT32(2, v8);
  PUT32(3, v9);
}

#undef SIZE
#undef ITEMS
#define SIZE 64
#define ITEMS 64
KERNEL(k700019, 64) {
  __local u32 L[64];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 8;
  L[lid] = lid; G[gid] = gid;
  u16 v1 = 0;
  u16 v2 = 0;
  u64 v3 = 0;
  i16 v4 = 0;
  i64 v5 = 0;
  u32 v6 = 0;
  v1 = LOAD_u16(12);
  v2 = LOAD_u16(19);
  v3 = LOAD_u64(15);
  v4 = LOAD_i16(38);
  v5 = LOAD_i64(21);
  v6 = LOAD_u32(19);
  v3 = ((u64)((u64)0 - (u64)((u64)v6)));
  v6 = ((u32)((u32)((u32)((i32)(((u32)((u8)v6)) >= ((u32)((u32)v6 - (u32)v6))))) ^ (u32)((u32)0x11u)));
  if (((i32)(((i32)((u32)((i32)v3) | (u32)((i32)v3))) > ((i32)v4))) != 0) {
    v6 = atom_cas_(&G[gid], ((u32)((i64)((u64)v5 * (u64)LOAD_i64(31)))), v6);
    if (((i32)(((i32)v5) >> (((u32)v4) & 31))) != 0) {
      v3 = ((u64)((i32)~((i32)(((i32)(LOAD_i16(40) <= v4)) != 0 ? v6 : v6))));
      v4 = ((i16)((u32)((i16)(((i16)LOAD_i64(17)) >> (((u32)0x6u) & 15))) + (u32)((i16)((u32)max_i16(((i16)v3), v4) * (u32)((i16)v3)))));
    }
  }
  v1 = ((u16)((u32)(((i32)(LOAD_u8(3) != ((u8)v6))) != 0 ? v2 : v1) + (u32)((u16)((u32)v2 * (u32)v1))));
  PUT32(0, v1);
  PUT32(1, v2);
  PUT64(2, v3);
  PUT32(4, v4);
  PUT64(5, v5);
  PUT32(7, v6);
}
