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
  s16 x7 = (s16)(x4 >= x5 ? (s16)1 : (s16)15);
  s16 x8 = (s16)(x2);
  u16 x9 = (u16)(x6 <= x5 ? (u16)1 : b);
  s16 x10 = (s16)((s16)5 + x7);
  h16 x11 = (h16)(-x6);
  u16 x12 = (u16)((u16)32767 & b);
  h16 x13 = (h16)(-x4);
  u16 x14 = (u16)((float)x13 >= 0.0f && (float)x13 <= 65504.0f ? (u16)x13 : (u16)7);
  h16 x15 = (h16)(x13 - x6);
  u16 x16 = (u16)((u16)5 > x12 ? (u16)5 : x12);
  s8 x17 = (s8)(x8 & x3);
  s16 x18 = (s16)((h16)3.25f < x6 ? (s16)1 : x0);
  u16 x19 = (u16)((float)x6 >= 0.0f && (float)x6 <= 65504.0f ? (u16)x6 : (u16)7);
  u16 x20 = (u16)(c >> 16);
  s16 x21 = (s16)(x1 | x0);
  u16 x22 = (u16)(x20 * x9 + x19);
  s16 x23 = (s16)(x10 >> (x22 & 15));
  h16 x24 = (h16)(x11 * x15);
  u16 x25 = (u16)(x22 < (u16)5 ? x22 : (u16)5);
  s16 acc_s16 = x7;
  u16 acc_u16 = x2;
  h16 acc_h16 = x5;
  for (u32 k = 0; k < (c & 7u) + 1u; k++) {
    acc_s16 = (s16)(acc_s16 * (s16)3 + (s16)k); acc_u16 = (u16)(acc_u16 ^ (u16)(acc_s16 >> 2));
    if (acc_u16 & 1) acc_h16 = (h16)(acc_h16 * (h16)0.5f); else acc_u16 = (u16)(acc_u16 + (u16)7);
  }
  h16 x26 = (h16)(x11 + x24);
  h16 x27 = (h16)(x26 * x24);
  s16 x28 = (s16)((s16)64 ^ acc_s16);
  h16 x29 = (h16)(x10);
  u16 x30 = (u16)(c);
  s16 x31 = (s16)(x18 & (s16)15);
  h16 x32 = (h16)(x13 * x26);
  s16 x33 = (s16)((float)x13 >= -32768.0f && (float)x13 <= 32752.0f ? (s16)x13 : (s16)7);
  s16 x34 = (s16)(x10 + x10);
  s8 x35 = (s8)(x23 - x3);
  u16 x36 = (u16)(x22 | x19);
  h16 x37 = (h16)(x15 / acc_h16);
  u16 x38 = (u16)(x19 == x25 ? x12 : acc_u16);
  u32 x39 = (u32)((u32)acc_u16 * (u32)x22 + c);
  h16 x40 = (h16)((h16)-0.1f - x11);
  s16 x41 = (s16)(x31 & acc_s16);
  u16 x42 = (u16)(x20 & x14);
  u16 x43 = (u16)(x42 - x25);
  s8 x44 = (s8)(x3 ^ x3);
  { u16 q = BH(x40); O[4 * i + 0] = (q & 0x7fff) > 0x7c00 ? (u16)0x7e00 : q; }
  O[4 * i + 1] = (u16)x34;
  O[4 * i + 2] = (u16)x38;
  O[4 * i + 3] = (u16)x36;
  P[i] = x39;
}
