#pragma OPENCL EXTENSION cl_khr_fp16 : enable
typedef short s16; typedef unsigned short u16; typedef int s32; typedef unsigned int u32; typedef half h16; typedef signed char s8;
#define HB(x) __builtin_bit_cast(h16, (u16)(x))
#define BH(x) __builtin_bit_cast(u16, (h16)(x))
kernel void k(global u16 *O, global u32 *P, global const u16 *A, global const u16 *B, global const u32 *C) {
  u32 i = __builtin_amdgcn_workgroup_id_x() * 64 + __builtin_amdgcn_workitem_id_x();
  u16 a = A[i], b = B[i]; u32 c = C[i]; s16 a1 = (s16)A[(i + 1) & 127];
  s16 x0 = (s16)(b);
  s16 x1 = (s16)(c >> 16);
  u16 x2 = (u16)(c);
  s8 x3 = (s8)(a >> 3);
  h16 x4 = (h16)(HB(a & 0xbfff));
  h16 x5 = (h16)(HB(b));
  h16 x6 = (h16)(HB((u16)(c >> 16) & 0xcfff));
  h16 x7 = (h16)((h16)0.5f < x4 ? x6 : x6);
  s16 x8 = (s16)(x4 != x6 ? (s16)1 : x0);
  s16 x9 = (s16)((s16)1 > (s16)-32768 ? x8 : x8);
  u16 x10 = (u16)(~a);
  s16 x11 = (s16)(x8 + x1);
  u16 x12 = (u16)(b >> (x2 & 15));
  u16 x13 = (u16)(x2 * x12);
  s8 x14 = (s8)(x0 - (s8)1);
  s8 x15 = (s8)(x0 ^ x14);
  u16 x16 = (u16)(x2 < x10 ? x2 : x10);
  u16 x17 = (u16)(x1);
  s16 x18 = (s16)(~x0);
  u16 x19 = (u16)(x2 >> (x17 & 15));
  s8 x20 = (s8)(x9 | x3);
  h16 x21 = (h16)(x5 + x5);
  s16 x22 = (s16)((u16)a1 << (x10 & 15));
  s16 x23 = (s16)(x0 >> (x10 & 15));
  u16 x24 = (u16)(x17 < b ? x17 : b);
  s16 acc_s16 = x22;
  u16 acc_u16 = x2;
  h16 acc_h16 = x7;
  for (u32 k = 0; k < (c & 7u) + 1u; k++) {
    acc_s16 = (s16)(acc_s16 * (s16)3 + (s16)k); acc_u16 = (u16)(acc_u16 ^ (u16)(acc_s16 >> 2));
    if (acc_u16 & 1) acc_h16 = (h16)(acc_h16 * (h16)0.5f); else acc_u16 = (u16)(acc_u16 + (u16)7);
  }
  s16 x25 = (s16)(x22 < x9 ? x11 : x8);
  u16 x26 = (u16)(x17 < x10 ? x17 : x10);
  s16 x27 = (s16)(x25 > (s16)4660 ? x25 : (s16)4660);
  h16 x28 = (h16)((h16)-0.1f < (h16)1.0f ? x6 : x6);
  s8 x29 = (s8)(x25 - x3);
  u16 x30 = (u16)(~x26);
  u32 x31 = (u32)(((u32)(u16)x13 << 16) | (u32)(u16)x27);
  s8 x32 = (s8)(x15 | x15);
  s16 x33 = (s16)(x31 >> 16);
  s16 x34 = (s16)(x4 >= x6 ? (s16)1 : x25);
  h16 x35 = (h16)(-(h16)-0.1f);
  u16 x36 = (u16)(b != x13 ? x16 : x16);
  s16 x37 = (s16)((s16)-1 > x33 ? (s16)-1 : x33);
  s16 x38 = (s16)(acc_s16 >> (x2 & 15));
  s16 x39 = (s16)(x7 == x35 ? (s16)1 : x27);
  u16 x40 = (u16)(x10 >> (x19 & 15));
  s8 x41 = (s8)(x3 + x29);
  s16 x42 = (s16)(x23 - x11);
  { u16 q = BH(x35); O[4 * i + 0] = (q & 0x7fff) > 0x7c00 ? (u16)0x7e00 : q; }
  O[4 * i + 1] = (u16)x36;
  { u16 q = BH(acc_h16); O[4 * i + 2] = (q & 0x7fff) > 0x7c00 ? (u16)0x7e00 : q; }
  O[4 * i + 3] = (u16)x26;
  P[i] = x31;
}
