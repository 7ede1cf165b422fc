/* The halves of a wave of 64 lanes change places. */
#include "amd.h"

__attribute__((reqd_work_group_size(128, 1, 1))) __kernel void halves(__global u32 *in, __global u32 *out) {
  u32 t = LID(), g = GRP(), n = g * 128 + t, lane = t & 63;
  u32 x = in[n], y = x * 3 + lane, part = 7;
  __global u32 *to = out + 4 * n;
  to[0] = __builtin_amdgcn_permlane64(x);
  to[1] = y + __builtin_amdgcn_permlane64(y);
  /* Under conditions: a lane may read one that is not active, whose register still holds the value. */
  if (lane < 40)
    part = __builtin_amdgcn_permlane64(x);
  to[2] = part;
  part = x ^ y;
  if (x & 1)
    part += __builtin_amdgcn_permlane64(__builtin_amdgcn_permlane64(x));
  to[3] = part;
}
