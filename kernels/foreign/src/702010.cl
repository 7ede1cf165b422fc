#include "foreign.h"
NOINLINE f32 k702010_f0(f32 p1) {
  u32 q2 = 0;
  f32 q3 = 0;
  q2 = bits_f32((as_f32(0xc3629301u) + as_f32(0xbf800000u)));
  if (((i32)(as_f32(0x4375c19du) <= min_f32(p1, q3))) != 0) {
    q2 = f32_to_u32(as_f32(0xc4037506u));
    p1 = ((((f32)((u16)q2)) + (ceil_f32(q3) - as_f32(0x41200000u))) * (((((i32)(((u16)0x2d7u) == ((u16)0x1eu))) != 0 ? as_f32(0x44177784u) : q3) * (-p1)) - (-max_f32(q3, as_f32(0x1u)))));
    p1 = (((i32)(((u32)(((u32)(q2 >> (((u32)0x1u) & 31))) >> (((u32)0xau) & 31))) >= ((u32)((u32)((u32)0x7fffffffu) * (u32)((u32)((u32)((u32)0x210u) ^ (u32)q2)))))) != 0 ? (-((as_f32(0xc4730122u) * as_f32(0x431a85eau)) * rint_f32(q3))) : (((q3 - q3) * fma_f32(as_f32(0x43d8ad31u), ((f32)q2), as_f32(0x3a83126fu))) * ((((i32)(((u16)q2) <= ((u16)0x3e8u))) != 0 ? as_f32(0x43923d96u) : as_f32(0x4f000000u)) - fma_f32(p1, p1, q3))));
  }
  return (abs_f32(p1) * q3);
}
#undef SIZE
#undef ITEMS
#define SIZE 64
#define ITEMS 64
KERNEL(k702010, 64) {
  __local u32 L[64];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 9;
  L[lid] = lid; G[gid] = gid;
  u16 v4 = 0;
  f32 v5 = 0;
  f32 v6 = 0;
  f32 v7 = 0;
  f32 v8 = 0;
  f32 v9 = 0;
  i64 v10 = 0;
  u32 v11 = 0;
  v4 = LOAD_u16(31);
  v5 = LOAD_f32(21);
  v6 = LOAD_f32(21);
  v7 = LOAD_f32(5);
  v8 = LOAD_f32(10);
  v9 = LOAD_f32(22);
  v10 = LOAD_i64(32);
  v11 = LOAD_u32(33);
  v11 = atom_imin_(&G[gid], ((u32)((u32)((u32)((u32)v11 + (u32)v11)) & (u32)((u32)((u32)v11 * (u32)v11)))));
  v4 = ((u16)((u32)v4 | (u32)(((i32)(LOAD_f32(29) < v9)) != 0 ? v4 : v4)));
  v6 = (k702010_f0((((i32)(v6 == v7)) != 0 ? v8 : v8)) - k702010_f0((v8 + v7)));
  v11 = atom_sub_(&G[gid], absdiff_i32(f32_to_i32(v8), ((i32)((u32)f32_to_i32(v9) & (u32)f32_to_i32(v9)))));
  PUT32(0, v4);
  PUT32(1, bits_f32(v5));
  PUT32(2, bits_f32(v6));
  PUT32(3, bits_f32(v7));
  PUT32(4, bits_f32(v8));
  PUT32(5, bits_f32(v9));
  PUT64(6, v10);
  PUT32(8, v11);
}

NOINLINE f32 k702012_f0(f32 p1, f32 p2, f32 p3) {
  i32 q4 = 0;
  p2 = (-div_f32((as_f32(0xbf000000u) - (p2 - p3)), (((i32)(f32_to_i64(p3) != ((i64)q4))) != 0 ? (((i32)(p2 < as_f32(0x47800000u))) != 0 ? p1 : p3) : (p2 * as_f32(0x3e22f983u)))));
  return div_f32(p2, ((f32)f32_to_u16(p3)));
}
#undef SIZE
#undef ITEMS
#define SIZE 40
#define ITEMS 80
KERNEL(k702012, 40) {
  __local u32 L[40];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 12;
  L[lid] = lid; G[gid] = gid;
  i64 v5 = 0;
  f32 v6 = 0;
  f32 v7 = 0;
  f32 v8 = 0;
  u16 v9 = 0;
  f32 v10 = 0;
  u32 v11 = 0;
  u32 t12 = 0;
  u32 t13 = 0;
  u32 t14 = 0;
  u32 t15 = 0;
  v5 = LOAD_i64(5);
  v6 = LOAD_f32(28);
  v7 = LOAD_f32(15);
  v8 = LOAD_f32(23);
  v9 = LOAD_u16(16);
  v10 = LOAD_f32(31);
  v11 = LOAD_u32(16);
  v11 = atom_add_(&L[lid], ((u32)f32_to_i64(k702012_f0(LOAD_f32(32), v10, v8))));
  v10 = rint_f32((fma_f32(v6, LOAD_f32(7), as_f32(0x440af097u)) - v6));
  v8 = (k702012_f0((v6 - as_f32(0x4460b0f7u)), v7, v7) - (-(as_f32(0xbf000000u) - v7)));
  v11 = ((u32)((u32)0 - (u32)((u32)f32_to_i32(v10))));
  t12 = ((u32)(f32_to_u32((((f32)v9) - v10)) >> (((u32)0x12u) & 31)));
  t13 = f32_to_u32((v10 + v6));
  L[lid] = t12; BARRIER; v11 = L[(lid * 9 + t13) % SIZE]; BARRIER;
  v6 = v7;
  v8 = div_f32((((i32)(v11 != v11)) != 0 ? k702012_f0(v6, as_f32(0x445dfbccu), v7) : min_f32(as_f32(0x40400000u), ((f32)v9))), (div_f32(v7, ((f32)v11)) * v10));
  v10 = k702012_f0(floor_f32(v7), (v7 + v6), v10);
  v9 = ((u16)((u32)((u16)((u32)LOAD_u16(14) + (u32)v9)) * (u32)div_u16(v9, f32_to_u16(v10))));
  t14 = ((u32)((u32)((u32)((u32)v11 << (((u32)0x9u) & 31))) - (u32)v11));
  t15 = perm_u32(((u32)(((u32)0x10u) >> (((u32)0x9u) & 31))), v11);
  L[lid] = t14; BARRIER; v11 = L[(lid * 9 + t15) % SIZE]; BARRIER;
  v6 = div_f32((k702012_f0(v8, v6, v10) - rint_f32(as_f32(0xc0800000u))), LOAD_f32(40));
  PUT64(0, v5);
  PUT32(2, bits_f32(v6));
  PUT32(3, bits_f32(v7));
  PUT32(4, bits_f32(v8));
  PUT32(5, v9);
  PUT32(6, bits_f32(v10));
  PUT32(7, v11);
  PUT32(8, t12);
  PUT32(9, t13);
  PUT32(10, t14);
  PUT32(11, t15);
}

#undef SIZE
#undef ITEMS
#define SIZE 33
#define ITEMS 99
KERNEL(k702014, 33) {
  __local u32 L[33];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 9;
  L[lid] = lid; G[gid] = gid;
  f32 v1 = 0;
  i64 v2 = 0;
  i32 v3 = 0;
  u16 v4 = 0;
  f32 v5 = 0;
  u32 v6 = 0;
  u32 t9 = 0;
  u32 t10 = 0;
  v1 = LOAD_f32(24);
  v2 = LOAD_i64(3);
  v3 = LOAD_i32(11);
  v4 = LOAD_u16(6);
  v5 = LOAD_f32(10);
  v6 = LOAD_u32(20);
  v3 = ((i32)((u32)0 - (u32)((i32)~sat_i32(rem_i64(v2, ((i64)0x2bcbul))))));
  if (((i32)(fma_f32(as_f32(0xc439ffc6u), v1, ((f32)v4)) < (v5 * LOAD_f32(30)))) != 0) {
    v5 = as_f32(((u32)mulhi_i32(f32_to_i32(v5), ((i32)v6))));
    v6 = ((u32)((u32)((u32)0x100u) + (u32)((u32)((u32)rem_u32(LOAD_u32(31), v6) - (u32)((u32)((u32)0 - (u32)v6))))));
  }
  for (u32 n7 = 0; n7 < (u32)((((i32)(v2 <= ((i64)0x1000000ul))) != 0 ? ((u32)((u32)LOAD_u32(1) * (u32)v6)) : ((u32)((u32)v6 << (((u32)0x6u) & 31)))) & 7); n7++) {
    v1 = (((-v5) - (v5 - v5)) - (-((f32)((u32)0xffffffdfu))));
    v5 = ((f32)((u32)((u32)f32_to_u32(max_f32(v5, v5)) * (u32)((u32)((u32)f32_to_u32(v5) - (u32)((u32)((u32)LOAD_u32(32) | (u32)LOAD_u32(8))))))));
    for (u32 n8 = 0; n8 < (u32)(insert_u32(v6, ((u32)((u32)n7 - (u32)f32_to_u32(v5))), ((u32)((i32)(v2 >= ((i64)0x8000000000000000ul))))) & 7); n8++) {
      v5 = (((i32)((((i32)(v1 != ((f32)v4))) != 0) && (((i32)(v3 > v3)) != 0))) != 0 ? ((f32)v2) : (v5 * v5));
      v4 = ((u16)~((u16)((u32)div_u16(v4, v4) << (addc_u32(f32_to_u32(v1), v6, v6, n7) & 15))));
    }
  }
  t9 = ((u32)((u32)((u32)((u32)((u32)~v6) & (u32)v6)) + (u32)(v6 != 0 ? rem_u32(((u32)v2), v6) : LOAD_u32(19))));
  t10 = perm_u32(((u32)((i32)(v4 > ((u16)v6)))), ((u32)((u32)v6 | (u32)v6)));
  L[lid] = t9; BARRIER; v6 = L[(lid * 15 + t10) % SIZE]; BARRIER;
  v6 = f32_to_u32((((i32)((v1 + v5) >= rint_f32(v5))) != 0 ? rint_f32((v1 + v5)) : (((i32)(LOAD_u32(11) >= v6)) != 0 ? trunc_f32(v5) : (((i32)(v4 >= v4)) != 0 ? LOAD_f32(16) : v1))));
  PUT32(0, bits_f32(v1));
  PUT64(1, v2);
  PUT32(3, v3);
  PUT32(4, v4);
  PUT32(5, bits_f32(v5));
  PUT32(6, v6);
  PUT32(7, t9);
  PUT32(8, t10);
}

NOINLINE i64 k702015_f0(i32 p1, i8 p2) {
  i16 q3 = 0;
  p2 = ((i8)((u32)rem_i8(((i8)((u32)((i8)p1) ^ (u32)((i8)((u8)0x3fu)))), ((i8)((u32)(((i32)(((i32)q3) > p1)) != 0 ? p2 : ((i8)0x3du)) | (u32)((i8)((u32)((i8)0x23u) & (u32)p2))))) | (u32)((i8)(((i8)((u32)0 - (u32)((i8)(p2 >> (((u32)0x3u) & 7))))) >> (((u32)0x4u) & 7)))));
  return ((i64)p2);
}
NOINLINE i16 k702015_f1(i16 p4, u32 p5, i8 p6) {
  i64 q7 = 0;
  p5 = pop_u32((((i32)(perm_u32(((u32)0x20u), p5) > ((u32)q7))) != 0 ? p5 : ((u32)((u32)((u32)((u32)p5 + (u32)p5)) << (((u32)(((u32)0x21u) >> (p5 & 31))) & 31)))));
  return min_i16(((i16)~((i16)p5)), ((i16)((i32)(p4 == p4))));
}
#undef SIZE
#undef ITEMS
#define SIZE 33
#define ITEMS 99
KERNEL(k702015, 33) {
  __local u32 L[33];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 10;
  L[lid] = lid; G[gid] = gid;
  i16 v8 = 0;
  u8 v9 = 0;
  i16 v10 = 0;
  i64 v11 = 0;
  u64 v12 = 0;
  i8 v13 = 0;
  u8 v14 = 0;
  u32 v15 = 0;
  v8 = LOAD_i16(18);
  v9 = LOAD_u8(33);
  v10 = LOAD_i16(36);
  v11 = LOAD_i64(32);
  v12 = LOAD_u64(27);
  v13 = LOAD_i8(19);
  v14 = LOAD_u8(0);
  v15 = LOAD_u32(26);
  v13 = div_i8(((i8)((u32)v13 - (u32)v13)), ((i8)0xfau));
  for (u32 n16 = 0; n16 < (u32)(((u32)((u32)((u32)((u32)LOAD_u32(14) << (((u32)0x17u) & 31))) * (u32)LOAD_u32(30))) & 7); n16++) {
    v11 = ((i64)(k702015_f0(((i32)v9), LOAD_i8(4)) >> (((u32)0x2bu) & 63)));
  }
  v12 = ((u64)((u64)((u64)((u64)v12 - (u64)((u64)0x40ul))) | (u64)((u64)(((u64)v8) >> (v15 & 63)))));
  v11 = ((i64)((u64)((i64)((u64)((i64)((i32)(v15 > ((u32)v10)))) | (u64)((i64)((i32)(((u32)v13) > ((u32)0xfffffff2u)))))) ^ (u64)((i64)((u64)((i64)((u64)min_i64(LOAD_i64(30), v11) - (u64)((i64)((u64)v11 << (v15 & 63))))) ^ (u64)((i64)((i32)(v15 == v15)))))));
  v11 = ((i64)((i32)(LOAD_u16(32) >= div_u16(((u16)v14), ((u16)v10)))));
  v10 = min_i16(((i16)((u32)k702015_f1(max_i16(v10, ((i16)v12)), ((u32)((u32)v15 + (u32)v15)), max_i8(v13, v13)))), (((i32)((((i32)(v15 == v15)) != 0) && (((i32)(LOAD_u32(38) > ((u32)0x34343u))) != 0))) != 0 ? min_i16((((i32)(v15 == v15)) != 0 ? LOAD_i16(26) : LOAD_i16(35)), ((i16)k702015_f0(((i32)v11), v13))) : v10));
  PUT32(0, v8);
  PUT32(1, v9);
  PUT32(2, v10);
  PUT64(3, v11);
  PUT64(5, v12);
  PUT32(7, v13);
  PUT32(8, v14);
  PUT32(9, v15);
}

#undef SIZE
#undef ITEMS
#define SIZE 64
#define ITEMS 64
KERNEL(k702018, 64) {
  __local u32 L[64];
  const u32 lid = ITEM, gid = GROUP * SIZE + lid;
  __global u32 *G = out + ITEMS * 12;
  L[lid] = lid; G[gid] = gid;
  u64 v1 = 0;
  u32 v2 = 0;
  u64 v3 = 0;
  i64 v4 = 0;
  i64 v5 = 0;
  i32 v6 = 0;
  u64 v7 = 0;
  v1 = LOAD_u64(14);
  v2 = LOAD_u32(26);
  v3 = LOAD_u64(19);
  v4 = LOAD_i64(39);
  v5 = LOAD_i64(28);
  v6 = LOAD_i32(0);
  v7 = LOAD_u64(34);
  v7 = ((u64)((i32)v4));
  if (((i32)(mulwide_i32(((i32)0xffff8000u), v6) >= ((i64)((u64)((i64)0xfffffffffffffff6ul) << (((u32)v7) & 63))))) != 0) {
    v6 = ((i32)(v6 >> (((u32)0x15u) & 31)));
  } else {
    if (((i32)(v3 == ((u64)((i32)(v4 >= ((i64)0xfffffffeul)))))) != 0) {
      v7 = ((u64)((u64)((u64)((u64)LOAD_u64(24) - (u64)((u64)0xdeadbeeful))) ^ (u64)((u64)((u64)v7 | (u64)v1))));
      v1 = ((u64)((u64)addc_u64(((u64)(v7 >> (v2 & 63))), ((u64)((u64)v1 * (u64)LOAD_u64(16))), ((u64)((u64)v7 + (u64)v1)), (((i32)(LOAD_i32(22) == ((i32)v7))) != 0 ? v7 : v3)) & (u64)((u64)((u64)0 - (u64)((u64)((u64)v7 << (((u32)0x2au) & 63)))))));
    } else {
      v6 = ((i32)((u32)rem_i32(((i32)(v5 <= v4)), ((i32)(((i32)((u32)v6 & (u32)((i32)0xfffffff2u))) >> (((u32)((u32)LOAD_u32(24) ^ (u32)((u32)v7))) & 31)))) - (u32)((i32)((u32)0 - (u32)max_i32(rem_i32(v6, v6), (((i32)(((u64)0xfff80000ul) == v1)) != 0 ? v6 : v6))))));
    }
    if (((i32)((v2 != 0) && (((i32)(LOAD_i32(23) == LOAD_i32(18))) != 0))) != 0) {
      v1 = mulwide_u32(((u32)(v2 >> (((u32)0xcu) & 31))), ((u32)((u32)v2 * (u32)v2)));
    } else {
      v1 = ((u64)0x3f7068fd6039ul);
      v7 = ((u64)~((u64)((i32)v1)));
    }
  }
  for (u32 n8 = 0; n8 < (u32)(((u32)((u64)((u64)v3 & (u64)v1))) & 7); n8++) {
    v1 = ((u64)((u64)((u64)((u64)((u64)n8) & (u64)((u64)v4))) - (u64)((u64)((u64)((u64)0xfffffffffff9f131ul) << (((u32)0x30u) & 63)))));
  }
  v2 = ((u32)((u32)((u32)~((u32)((u32)max_u32(LOAD_u32(5), ((u32)v6)) + (u32)((u32)((u32)((u32)0xfff80000u) * (u32)v2))))) | (u32)((u32)((u32)v2 + (u32)((u32)v5)))));
  if (((i32)(((i32)(((i32)0xffffff01u) >> (((u32)v4) & 31))) <= sext_i32(v6, v2))) != 0) {
    if (((i32)((u32)v6 << (((u32)0xeu) & 31))) != 0) {
      v2 = ((u32)((i64)((u64)((i64)((u64)v5 << (((u32)0x3eu) & 63))) - (u64)((i64)((u64)v4 | (u64)v5)))));
      v1 = ((u64)((u64)((u64)((u32)((i32)(LOAD_u64(4) >= v7)))) + (u64)((u64)(((u64)v4) >> (((u32)((u32)v2 - (u32)v2)) & 63)))));
    } else {
      v6 = ((i32)((u32)((i32)~((i32)0xfffffu)) - (u32)(((i32)(rot_u64(((u64)v6), ((u64)v5)) == ((u64)v4))) != 0 ? ((i32)((u32)((i32)(v6 >> (((u32)0x3u) & 31))) << (((u32)0x13u) & 31))) : ((i32)((u32)((i32)((u32)((i32)0x1eu) << (((u32)0x13u) & 31))) - (u32)((i32)v2))))));
      v2 = atom_cas_(&G[gid], perm_u32(((u32)((u32)v2 << (((u32)0xbu) & 31))), ((u32)((u32)v2 ^ (u32)v2))), ((u32)((i32)((u32)v6 << (v2 & 31)))));
    }
    v6 = ((i32)((u32)sext_i32(LOAD_i32(8), v2) + (u32)min_i32(((i32)(v6 <= v6)), ((i32)((u32)v6 + (u32)v6)))));
    v6 = ((i32)(((i32)(v4 >= ((i64)0x2c23ac223db8bul))) != 0 ? (((i32)(v3 == v1)) != 0 ? ((u32)v1) : v2) : ((u32)(v2 >> (v2 & 31)))));
  }
  v5 = ((i64)((u64)(((i32)(v1 != v3)) != 0 ? ((i64)(v5 >> (((u32)0x3cu) & 63))) : ((i64)0x1000000ul)) | (u64)(((i32)(v1 >= v3)) != 0 ? ((i64)((u64)((i64)v7) - (u64)v4)) : ((i64)v2))));
  for (u32 n9 = 0; n9 < 9 && ((i32)((((i32)(v4 > LOAD_i64(9))) != 0 ? v1 : ((u64)0x0ul)) == ((u64)((u64)v7 * (u64)LOAD_u64(18))))) != 0; n9++) {
    if (((i32)((((i32)(v6 <= ((i32)v1))) != 0) && (((i32)(v7 > v7)) != 0))) != 0) {
      v4 = ((i64)((u64)((i64)((i32)(v1 == v1))) + (u64)min_i64(v4, v4)));
      v6 = ((i32)((u32)((i32)((u32)((i32)((u64)0x80ul)) & (u32)mulhi_i32(v6, ((i32)v2)))) | (u32)((i32)((u32)((i32)v4) - (u32)LOAD_i32(9)))));
      v1 = ((u64)((u64)((u64)((u64)((u64)v4) | (u64)max_u64(v1, v3))) | (u64)((u64)((i64)((u64)((i64)v6) * (u64)((i64)v7))))));
    } else {
      v4 = ((i64)div_i32(((i32)((u32)v6 << (((u32)0x15u) & 31))), ((i32)((u32)0 - (u32)((i32)((u32)v6 & (u32)v6))))));
      v2 = ((u32)0xffffff95u);
    }
  }
  v5 = ((i64)((u64)(((i32)(v4 >= v5)) != 0 ? (((i32)(((i32)v7) == v6)) != 0 ? v5 : ((i64)v3)) : ((i64)~v4)) + (u64)((i64)((u64)mulwide_i32(v6, v6) + (u64)((i64)((i32)(((u64)0xffff8000ul) != v1)))))));
  if (((u32)((u32)((u32)0x336ceadfu) | (u32)v2)) != 0) {
    v5 = (((i32)((((i32)(v4 < v4)) != 0) && (((i32)(LOAD_u32(20) <= v2)) != 0))) != 0 ? ((i64)((i32)(v2 > v2))) : ((i64)((u64)((i64)v7) ^ (u64)((i64)v2))));
  } else {
    v5 = ((i64)((u64)((u64)v3 + (u64)LOAD_u64(4))));
  }
  PUT64(0, v1);
  PUT32(2, v2);
  PUT64(3, v3);
  PUT64(5, v4);
  PUT64(7, v5);
  PUT32(9, v6);
  PUT64(10, v7);
}
