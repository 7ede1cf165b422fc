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
  s16 x7 = (s16)(x0 >> (b & 15));
  u32 x8 = (u32)((u32)a * (u32)a + c);
  u16 x9 = (u16)(b * x2);
  s8 x10 = (s8)(x3 - x3);
  u16 x11 = (u16)(x2 | x2);
  h16 x12 = (h16)(x6 / x4);
  s16 x13 = (s16)((s16)4660 - x1);
  s16 acc_s16 = a1;
  u16 acc_u16 = x9;
  h16 acc_h16 = x5;
  for (u32 k = 0; k < (c & 7u) + 1u; k++) {
    acc_s16 = (s16)(acc_s16 * (s16)3 + (s16)k); acc_u16 = (u16)(acc_u16 ^ (u16)(acc_s16 >> 2));
    if (acc_u16 & 1) acc_h16 = (h16)(acc_h16 * (h16)0.5f); else acc_u16 = (u16)(acc_u16 + (u16)7);
  }
  s8 x14 = (s8)(x13 & x10);
  h16 x15 = (h16)(x13);
  u32 x16 = (u32)((u32)a * (u32)x9 + x8);
  u16 x17 = (u16)(x16 >> 16);
  u16 x18 = (u16)(~a);
  u16 x19 = (u16)((float)(h16)-0.1f >= 0.0f && (float)(h16)-0.1f <= 65504.0f ? (u16)(h16)-0.1f : (u16)7);
  h16 x20 = (h16)(x12 - x6);
  { u16 q = BH(x20); O[4 * i + 0] = (q & 0x7fff) > 0x7c00 ? (u16)0x7e00 : q; }
  O[4 * i + 1] = (u16)x13;
  O[4 * i + 2] = (u16)x17;
  { u16 q = BH(x12); O[4 * i + 3] = (q & 0x7fff) > 0x7c00 ? (u16)0x7e00 : q; }
  P[i] = x16;
}
