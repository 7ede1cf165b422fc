/* Image atomics on a row of 32-bit texels: item i asks for texel at[i] and writes what comes back to ret[i]. The row is a linear
 * 2D image of height 1 and begins at a multiple of 256. */
#include "amd.h"
#define UNIFORM(x) ((u32)__builtin_amdgcn_readfirstlane(x))
#define IMAGE(op, mask, both)                                                                                    \
  __asm__ volatile("s_mov_b32 s16, %2\n\ts_mov_b32 s17, %3\n\ts_mov_b32 s18, %4\n\ts_mov_b32 s19, 0x90000fac\n\t" \
                   "s_mov_b32 s20, 0\n\ts_mov_b32 s21, 0\n\ts_mov_b32 s22, 0\n\ts_mov_b32 s23, 0\n\t"             \
                   #op " %0, %1, s[16:23] dmask:" mask " dim:SQ_RSRC_IMG_2D unorm glc\n\ts_waitcnt vmcnt(0)"      \
                   : "+v"(both)                                                                                  \
                   : "v"((u32x2)(at[i], 0)), "s"(UNIFORM((u32)((u64)mem >> 8))),                                           \
                     "s"(UNIFORM((u32)((u64)mem >> 40) | 20u << 20 | ((texels - 1) & 3) << 30)),                 \
                     "s"(UNIFORM((texels - 1) >> 2))                                                              \
                   : "memory", "s16", "s17", "s18", "s19", "s20", "s21", "s22", "s23")
#define IMAGE1(op)                                                                                              \
  KERNEL op(__global u32 *mem, __global const u32 *at, __global const u32 *src0, __global u32 *ret, u32 texels) { \
    u32 i = ITEM, both = src0[i];                                                                               \
    IMAGE(op, "0x1", both);                                                                                     \
    ret[i] = both;                                                                                              \
  }
IMAGE1(image_atomic_swap)
IMAGE1(image_atomic_add)
IMAGE1(image_atomic_sub)
IMAGE1(image_atomic_smin)
IMAGE1(image_atomic_umin)
IMAGE1(image_atomic_smax)
IMAGE1(image_atomic_umax)
IMAGE1(image_atomic_and)
IMAGE1(image_atomic_or)
IMAGE1(image_atomic_xor)
IMAGE1(image_atomic_inc)
IMAGE1(image_atomic_dec)
KERNEL image_atomic_cmpswap(__global u32 *mem, __global const u32 *at, __global const u32 *src0, __global const u32 *src1,
                            __global u32 *ret, u32 texels) {
  u32 i = ITEM;
  u32x2 both = (u32x2)(src0[i], src1[i]);
  IMAGE(image_atomic_cmpswap, "0x3", both);
  ret[i] = both.x;
}
