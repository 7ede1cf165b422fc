// Questions about barriers and shuffles of sm_50.
#include "races.h"
#define I ((int)get_local_id(0))

// Two named barriers next to each other: the first wave arrives at 1 and waits at 2, the second waits at 1 and arrives at 2, round after round.
WAVES kernel void two_barriers(global int *out, int rounds) {
  volatile local int full, empty;
#pragma unroll 1
  for (int i = 0; i < rounds; i++) {
    if (W == 0) {
      if (LANE == 0) full = i + 1;
      __asm__ volatile("bar.arrive 1, 64;" ::: "memory");
      __asm__ volatile("bar.sync 2, 64;" ::: "memory");
      if (LANE == 0) out[i] += 10 * empty;
    } else {
      __asm__ volatile("bar.sync 1, 64;" ::: "memory");
      if (LANE == 0) { out[i] += full; empty = i + 1; }
      __asm__ volatile("bar.arrive 2, 64;" ::: "memory");
    }
    ALL;
  }
}

// A shuffle whose mask names half of the wave, in a branch; then one of the whole wave.
WAVES kernel void shuffles(global int *out) {
  int x = I, got = 0;
  if (LANE < 16) __asm__ volatile("shfl.sync.bfly.b32 %0, %1, 8, 31, 65535;" : "=r"(got) : "r"(x));
  __asm__ volatile("shfl.sync.bfly.b32 %0, %1, 16, 31, -1;" : "=r"(x) : "r"(got));
  out[I] = x;
}
