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
  u32 x7 = (u32)((u32)a * (u32)b + c);
  s16 x8 = (s16)(a);
  u16 x9 = (u16)(b & b);
  u16 x10 = (u16)(c >> 16);
  u16 x11 = (u16)(x4 <= x6 ? (u16)1 : (u16)15);
  u16 x12 = (u16)(x7 >> 16);
  s8 x13 = (s8)(x8 * x3);
  s8 x14 = (s8)(x0 ^ (s8)32767);
  s16 x15 = (s16)(x8 < x1 ? x8 : x1);
  u16 x16 = (u16)(x7 >> 16);
  s8 x17 = (s8)(x3 - x13);
  s16 x18 = (s16)((s16)-32768 * (s16)15);
  s8 x19 = (s8)(x17 - x13);
  u16 x20 = (u16)(x1);
  s16 x21 = (s16)(x8 & x15);
  h16 x22 = (h16)((float)x4 + 0.37f);
  h16 x23 = (h16)(x22 - (h16)3.25f);
  u16 x24 = (u16)(x9 ^ x2);
  s16 x25 = (s16)(x18 | x1);
  h16 x26 = (h16)(-x22);
  u16 x27 = (u16)(x2 * x24);
  u16 x28 = (u16)((u16)255 ^ x16);
  s16 x29 = (s16)(a1 < a1 ? a1 : a1);
  s16 x30 = (s16)(x7 >> 16);
  { u16 q = BH(x26); O[4 * i + 0] = (q & 0x7fff) > 0x7c00 ? (u16)0x7e00 : q; }
  O[4 * i + 1] = (u16)x29;
  O[4 * i + 2] = (u16)x24;
  O[4 * i + 3] = (u16)x21;
  P[i] = x7;
}
