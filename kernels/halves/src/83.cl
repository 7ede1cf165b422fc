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
  u16 x7 = (u16)(a | x2);
  h16 x8 = (h16)((float)x4 + 0.37f);
  h16 x9 = (h16)(x6 + x8);
  h16 x10 = (h16)(x6 * x5);
  s16 x11 = (s16)(a1 >> (x2 & 15));
  u16 x12 = (u16)(x7 + x7);
  s8 x13 = (s8)(x11 + x3);
  h16 x14 = (h16)((u16)32767);
  s16 x15 = (s16)(~x1);
  u16 x16 = (u16)(c);
  h16 x17 = (h16)(a);
  s16 x18 = (s16)(x11 * x11 + x15);
  h16 x19 = (h16)(x4 - x9);
  h16 x20 = (h16)(x17 + x14);
  s16 x21 = (s16)(x1 * a1);
  h16 x22 = (h16)((h16)-2.0f / x9);
  u16 x23 = (u16)(x7 * x2 + b);
  s16 x24 = (s16)(x11 >> (b & 15));
  h16 x25 = (h16)(x19 < (h16)0.5f ? x4 : x22);
  s16 acc_s16 = x11;
  u16 acc_u16 = x16;
  h16 acc_h16 = x4;
  for (u32 k = 0; k < (c & 7u) + 1u; k++) {
    acc_s16 = (s16)(acc_s16 * (s16)3 + (s16)k); acc_u16 = (u16)(acc_u16 ^ (u16)(acc_s16 >> 2));
    if (acc_u16 & 1) acc_h16 = (h16)(acc_h16 * (h16)0.5f); else acc_u16 = (u16)(acc_u16 + (u16)7);
  }
  h16 x26 = (h16)(x4 < x6 ? (h16)1.0f : x5);
  u16 x27 = (u16)(x12 != b ? b : x2);
  h16 x28 = (h16)(-x14);
  u32 x29 = (u32)(((u32)(u16)(u16)-1 << 16) | (u32)(u16)(s16)32767);
  s16 x30 = (s16)(x0 > a1 ? x11 : a1);
  u32 x31 = (u32)(((u32)(u16)x16 << 16) | (u32)(u16)acc_s16);
  s16 x32 = (s16)(x11 & x15);
  u16 x33 = (u16)(x29 >> 16);
  u16 x34 = (u16)((u32)4660 >> 16);
  u32 x35 = (u32)(((u32)(u16)x16 << 16) | (u32)(u16)x24);
  s8 x36 = (s8)((s8)-16 - x13);
  h16 x37 = (h16)(x25 < x28 ? x17 : x19);
  u16 x38 = (u16)(x7 & (u16)1);
  u16 x39 = (u16)(x38 ^ x23);
  u16 x40 = (u16)(x7 * x23 + x39);
  s16 x41 = (s16)(x24 - x32);
  u16 x42 = (u16)(x27 | acc_u16);
  s16 x43 = (s16)(x11 - x32);
  s16 x44 = (s16)(acc_s16 * x41);
  O[4 * i + 0] = (u16)x44;
  { u16 q = BH(x28); O[4 * i + 1] = (q & 0x7fff) > 0x7c00 ? (u16)0x7e00 : q; }
  O[4 * i + 2] = (u16)x41;
  { u16 q = BH(acc_h16); O[4 * i + 3] = (q & 0x7fff) > 0x7c00 ? (u16)0x7e00 : q; }
  P[i] = x35;
}
