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
  u16 x7 = (u16)((u16)a << (b & 15));
  s8 x8 = (s8)(x3 & x3);
  s8 x9 = (s8)((s8)-32768 & x3);
  u16 x10 = (u16)(c >> 16);
  h16 x11 = (h16)((float)x6 + 0.37f);
  s16 acc_s16 = x0;
  u16 acc_u16 = a;
  h16 acc_h16 = x5;
  for (u32 k = 0; k < (c & 7u) + 1u; k++) {
    acc_s16 = (s16)(acc_s16 * (s16)3 + (s16)k); acc_u16 = (u16)(acc_u16 ^ (u16)(acc_s16 >> 2));
    if (acc_u16 & 1) acc_h16 = (h16)(acc_h16 * (h16)0.5f); else acc_u16 = (u16)(acc_u16 + (u16)7);
  }
  s16 x12 = (s16)(acc_s16 < acc_s16 ? acc_s16 : acc_s16);
  s8 x13 = (s8)(x1 | x3);
  u16 x14 = (u16)(x10 ^ x10);
  h16 x15 = (h16)((float)x5 + 0.37f);
  s16 x16 = (s16)(a1 >> (x10 & 15));
  { u16 q = BH(x15); O[4 * i + 0] = (q & 0x7fff) > 0x7c00 ? (u16)0x7e00 : q; }
  O[4 * i + 1] = (u16)x12;
  { u16 q = BH(x11); O[4 * i + 2] = (q & 0x7fff) > 0x7c00 ? (u16)0x7e00 : q; }
  { u16 q = BH(x6); O[4 * i + 3] = (q & 0x7fff) > 0x7c00 ? (u16)0x7e00 : q; }
  P[i] = c;
}
