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
  h16 x7 = (h16)(a1);
  h16 x8 = (h16)(x5 < (h16)100.0f ? x6 : x7);
  s8 x9 = (s8)(x3 - x3);
  u16 x10 = (u16)(b * x2 + x2);
  h16 x11 = (h16)(-x8);
  h16 x12 = (h16)((float)x6 + 0.37f);
  u16 x13 = (u16)((u32)1);
  u16 x14 = (u16)((u16)x2 << (a & 15));
  h16 x15 = (h16)(x14);
  h16 x16 = (h16)((float)x4 + 0.37f);
  s16 x17 = (s16)(x1 | x1);
  s8 x18 = (s8)(x1 - (s8)4660);
  { u16 q = BH(x16); O[4 * i + 0] = (q & 0x7fff) > 0x7c00 ? (u16)0x7e00 : q; }
  O[4 * i + 1] = (u16)x13;
  { u16 q = BH(x12); O[4 * i + 2] = (q & 0x7fff) > 0x7c00 ? (u16)0x7e00 : q; }
  { u16 q = BH(x11); O[4 * i + 3] = (q & 0x7fff) > 0x7c00 ? (u16)0x7e00 : q; }
  P[i] = c;
}
