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
  u16 x7 = (u16)(x4 != (h16)3.25f ? (u16)1 : (u16)1);
  u16 x8 = (u16)(x7 < a ? x7 : a);
  s16 x9 = (s16)(x0 >> (a & 15));
  u16 x10 = (u16)(a1);
  s16 acc_s16 = a1;
  u16 acc_u16 = x2;
  h16 acc_h16 = x5;
  for (u32 k = 0; k < (c & 7u) + 1u; k++) {
    acc_s16 = (s16)(acc_s16 * (s16)3 + (s16)k); acc_u16 = (u16)(acc_u16 ^ (u16)(acc_s16 >> 2));
    if (acc_u16 & 1) acc_h16 = (h16)(acc_h16 * (h16)0.5f); else acc_u16 = (u16)(acc_u16 + (u16)7);
  }
  s16 x11 = (s16)(a1 & x0);
  u16 x12 = (u16)((u16)0 & a);
  u16 x13 = (u16)(c >> 16);
  h16 x14 = (h16)(x4 / acc_h16);
  O[4 * i + 0] = (u16)x13;
  { u16 q = BH(acc_h16); O[4 * i + 1] = (q & 0x7fff) > 0x7c00 ? (u16)0x7e00 : q; }
  { u16 q = BH(x6); O[4 * i + 2] = (q & 0x7fff) > 0x7c00 ? (u16)0x7e00 : q; }
  { u16 q = BH(x5); O[4 * i + 3] = (q & 0x7fff) > 0x7c00 ? (u16)0x7e00 : q; }
  P[i] = c;
}
