#include "foreign.h"
NOINLINE i64 k700192_f0(u64 p1, u64 p2) {
  i32 q3 = 0;
  q3 = ((i32)((((i32)(((u64)((u64)((u64)0xffffffff00000080ul) - (u64)p1)) <= p1)) != 0 ? ((i32)((u64)((u64)p1 & (u64)((u64)0xffffffff00000080ul)))) : ((i32)((u32)0 - (u32)min_i32(q3, q3)))) >> (((u32)((i64)q3)) & 31)));
  q3 = ((i32)((u32)q3 << (((u32)0xfu) & 31)));
  return ((i64)((u64)((i64)((u64)((i64)0xfffffffful) ^ (u64)((i64)q3))) - (u64)mulwide_i32(q3, q3)));
}
#undef SIZE
#undef ITEMS
#define SIZE 40
#define ITEMS 80
KERNEL(k700192, 40) {
  __local u32 L[40];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 13;
  L[lid] = lid; G[gid] = gid;
  i64 v4 = 0;
  i64 v5 = 0;
  i32 v6 = 0;
  i32 v7 = 0;
  i64 v8 = 0;
  i64 v9 = 0;
  u64 v10 = 0;
  u32 v11 = 0;
  v4 = LOAD_i64(29);
  v5 = LOAD_i64(18);
  v6 = LOAD_i32(9);
  v7 = LOAD_i32(17);
  v8 = LOAD_i64(22);
  v9 = LOAD_i64(11);
  v10 = LOAD_u64(39);
  v11 = LOAD_u32(18);
  v5 = min_i64(mulwide_i32(((i32)k700192_f0(((u64)((u64)v10 & (u64)v10)), ((u64)((u64)v10 ^ (u64)LOAD_u64(20))))), ((i32)((u64)k700192_f0(v10, v10)))), v9);
  v11 = atom_min_(&G[gid], div_u32(((u32)(v11 >> (((u32)0xfffffu) & 31))), ((u32)((u32)0 - (u32)v11))));
  v7 = sext_i32(((i32)(((i32)(v10 != ((u64)0x80000ul))) != 0 ? ((u64)v5) : v10)), mulhi_u32((((i32)(LOAD_i64(27) != ((i64)0x10000000000ul))) != 0 ? v11 : v11), div_u32(v11, v11)));
  PUT64(0, v4);
  PUT64(2, v5);
  PUT32(4, v6);
  PUT32(5, v7);
  PUT64(6, v8);
  PUT64(8, v9);
  PUT64(10, v10);
  PUT32(12, v11);
}

#undef SIZE
#undef ITEMS
#define SIZE 33
#define ITEMS 99
KERNEL(k700197, 33) {
  __local u32 L[33];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 9;
  L[lid] = lid; G[gid] = gid;
  i64 v1 = 0;
  u64 v2 = 0;
  i64 v3 = 0;
  u32 v4 = 0;
  i64 v5 = 0;
  v1 = LOAD_i64(22);
  v2 = LOAD_u64(40);
  v3 = LOAD_i64(7);
  v4 = LOAD_u32(9);
  v5 = LOAD_i64(38);
  v5 = v5;
  v4 = ((u32)(((i32)(v2 != v2)) != 0 ? v2 : v2));
  switch (v4 & 7) {
  case 0:
    v1 = ((i64)((u64)((i64)((u64)(((i32)(v3 == LOAD_i64(18))) != 0 ? ((i64)((u64)v5)) : ((i64)((u64)v5 << (((u32)0x9u) & 63)))) | (u64)((i64)((i32)((u32)((i32)v1) - (u32)((i32)v2)))))) & (u64)((i64)((u64)((u64)((u64)~v2) + (u64)((u64)((u64)((u64)0xffffff80ul) & (u64)v2)))))));
    break;
  case 1:
    v1 = ((i64)((u64)((i64)v2) << (((u32)0x1eu) & 63)));
    break;
  case 2:
    v3 = v1;
    break;
  case 3:
    v4 = atom_max_(&L[lid], ((u32)v2));
    break;
  case 4:
    v2 = ((u64)((u64)0 - (u64)min_u64(rem_u64(v2, v2), pop_u64(v2))));
    break;
  case 5:
    v4 = (((i32)(((i32)v1) <= ((i32)v2))) != 0 ? v4 : ((u32)((u32)v4 ^ (u32)v4)));
    break;
  case 6:
    v2 = (((i32)(((u32)((u32)0 - (u32)((u32)v1))) <= insert_u32(((u32)((u32)v4 - (u32)((u32)0xffffffffu))), ((u32)((u32)v4 ^ (u32)v4)), ((u32)((u32)v4 & (u32)((u32)0xfdc81497u)))))) != 0 ? (((i32)(((i32)LOAD_u64(9)) <= sat_i32(((i64)v4)))) != 0 ? v2 : ((u64)((i32)(((i64)v2) < ((i64)v4))))) : ((u64)(((u64)(div_u64(v2, v2) >> (((u32)0x3eu) & 63))) >> (((u32)((u32)0 - (u32)((u32)v3))) & 63))));
    break;
  default:
    v4 = ((u32)((u32)((u32)((u32)(((i32)(((u64)v4) <= v2)) != 0 ? ((u32)0x100u) : v4) - (u32)((u32)((u32)0 - (u32)LOAD_u32(27))))) & (u32)v4));
    break;
  }
  PUT64(0, v1);
  PUT64(2, v2);
  PUT64(4, v3);
  PUT32(6, v4);
  PUT64(7, v5);
}

#undef SIZE
#undef ITEMS
#define SIZE 64
#define ITEMS 128
KERNEL(k700199, 64) {
  __local u32 L[64];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 7;
  L[lid] = lid; G[gid] = gid;
  i32 v1 = 0;
  i32 v2 = 0;
  u16 v3 = 0;
  u16 v4 = 0;
  i32 v5 = 0;
  i16 v6 = 0;
  u32 v7 = 0;
  v1 = LOAD_i32(13);
  v2 = LOAD_i32(24);
  v3 = LOAD_u16(38);
  v4 = LOAD_u16(35);
  v5 = LOAD_i32(21);
  v6 = LOAD_i16(31);
  v7 = LOAD_u32(21);
  for (u32 n8 = 0; n8 < (u32)(v7 & 7); n8++) {
    if (((i32)(LOAD_u32(5) > LOAD_u32(8))) != 0) break;
    v1 = ((i32)v7);
  }
  v1 = ((i32)((i16)((u8)0xffu)));
  v3 = max_u16(((u16)((u32)(((i32)(v7 <= LOAD_u32(11))) != 0 ? v3 : div_u16(v4, v4)) - (u32)v3)), ((u16)((i32)(((i32)((u32)((i32)0xfffffffdu) + (u32)v2)) < (((i32)(v7 == ((u32)0x38918u))) != 0 ? v1 : v5)))));
  if (((i32)(((u16)(v4 >> (v7 & 15))) > ((u16)((u32)((u16)0x7u) - (u32)((u16)0x0u))))) != 0) {
    v6 = ((i16)((u32)max_i16(((i16)((u32)LOAD_i16(27) - (u32)v6)), ((i16)((u8)v2))) - (u32)(((i32)((((i32)(((i16)0xfffbu) == ((i16)0x7fu))) != 0) || (((i32)(((i8)v5) == ((i8)v3))) != 0))) != 0 ? min_i16(((i16)v3), v6) : min_i16(v6, v6))));
    v1 = (((i32)(v6 < ((i16)v4))) != 0 ? ((i32)((u32)((i32)v3) - (u32)((i32)0x3feu))) : (((i32)(v7 != ((u32)v2))) != 0 ? LOAD_i32(30) : ((i32)0x7fffffffu)));
  } else {
    v5 = ((i32)(((i32)((u32)((i32)(((u32)0x39e464u) < v7)) << (((u32)0xeu) & 31))) >> (((u32)0x12u) & 31)));
  }
  PUT32(0, v1);
  PUT32(1, v2);
  PUT32(2, v3);
  PUT32(3, v4);
  PUT32(4, v5);
  PUT32(5, v6);
  PUT32(6, v7);
}
