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
  s16 x7 = (s16)((s16)15 > a1 ? (s16)15 : a1);
  s16 x8 = (s16)(x1 >> (x2 & 15));
  h16 x9 = (h16)(x5 - (h16)-0.1f);
  s16 x10 = (s16)(x0 + x1);
  s16 x11 = (s16)(x10 & (s16)-1);
  u32 x12 = (u32)(((u32)(u16)b << 16) | (u32)(u16)x8);
  s16 x13 = (s16)(x6 <= x6 ? (s16)1 : x10);
  s16 x14 = (s16)(x13 > x7 ? x1 : (s16)0);
  s8 x15 = (s8)(x3 | x3);
  h16 x16 = (h16)((float)x5 + 0.37f);
  s16 x17 = (s16)(x10 ^ x8);
  s16 x18 = (s16)((float)x6 >= -32768.0f && (float)x6 <= 32752.0f ? (s16)x6 : (s16)7);
  s16 x19 = (s16)(x11 * a1);
  u16 x20 = (u16)(b ^ a);
  h16 x21 = (h16)(-x9);
  h16 x22 = (h16)(x4 < x9 ? x4 : x9);
  s16 x23 = (s16)(x18 + x11);
  u16 x24 = (u16)(c);
  u16 x25 = (u16)(x20 < x20 ? x20 : x20);
  s16 x26 = (s16)((float)(h16)3.25f >= -32768.0f && (float)(h16)3.25f <= 32752.0f ? (s16)(h16)3.25f : (s16)7);
  u16 x27 = (u16)(x24 * b + x25);
  s8 x28 = (s8)(x26 * x15);
  s16 x29 = (s16)(a1 * x13 + x26);
  s16 x30 = (s16)(x29 * (s16)5);
  s16 x31 = (s16)(x29 + x19);
  h16 x32 = (h16)(-x22);
  O[4 * i + 0] = (u16)x31;
  O[4 * i + 1] = (u16)x25;
  { u16 q = BH(x21); O[4 * i + 2] = (q & 0x7fff) > 0x7c00 ? (u16)0x7e00 : q; }
  O[4 * i + 3] = (u16)x26;
  P[i] = x12;
}
