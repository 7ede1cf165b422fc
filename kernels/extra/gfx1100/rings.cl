/* Ordered alloc: places in a ring, handed out in the order in which waves were created. The launch configures counter 3 as a ring.
 * The instruction is written out, with the wait behind it; nothing of the GDS is outstanding before. */
#include "amd.h"

#define ORDERED(old, value, offset)                                                                          \
  __asm__ volatile("s_mov_b32 m0, 0\n\tds_ordered_count %0, %1 offset:" #offset                              \
                   " gds\n\ts_waitcnt lgkmcnt(0)\n\ts_nop 0"                                                \
                   : "=&v"(old) : "v"(value) : "memory")

/* Each group takes group % 3 + 1 places and keeps its turn, then two more and passes the turn on; out gets where both begin. */
__attribute__((reqd_work_group_size(32, 1, 1))) __kernel void ring_twice(__global u32 *out) {
  u32 g = GRP(), first, second;
  ORDERED(first, g % 3 + 1, 12);
  ORDERED(second, 2, 780);
  if (LID() == 0) {
    out[2 * g] = first;
    out[2 * g + 1] = second;
  }
}

/* The same by the operation that wraps: group % 5 places. */
__attribute__((reqd_work_group_size(32, 1, 1))) __kernel void ring_wrap(__global u32 *out) {
  u32 g = GRP(), place;
  ORDERED(place, g % 5, 13068);
  if (LID() == 0)
    out[g] = place;
}

/* A message of four words from each group at its place in a ring of words that is large enough for all. */
__attribute__((reqd_work_group_size(32, 1, 1))) __kernel void ring_write(__global u32 *ring, __global u32 *out, u32 words) {
  u32 g = GRP(), t = LID(), place;
  ORDERED(place, 4, 780);
  place = __builtin_amdgcn_readfirstlane(place);
  if (t < 4)
    ring[(place + t) % words] = g << 8 | t;
  if (t == 0)
    out[g] = place;
}
