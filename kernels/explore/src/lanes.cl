// Kernels that are right whatever a wave is, and ones that are right only where the lanes of a wave run in lockstep. A group is one wave, but where it says otherwise.
#include "races.h"
#define I ((int)get_local_id(0))

// A sum by halves, with a barrier after each round, after none, and after all but the last three, which reach over four lanes or fewer.
#define TREE(NAME, AT_FIRST, EACH)                                           \
  WAVES kernel void NAME(global const int *x, global int *out) {             \
    volatile local int s[WAVE]; int i = I;                                   \
    s[i] = x[i]; AT_FIRST;                                                   \
    for (int d = WAVE / 2; d > 0; d /= 2) { if (i < d) s[i] += s[i + d]; EACH; } \
    if (i == 0) out[0] = s[0];                                               \
  }
TREE(tree, ALL, ALL)
TREE(tree_nobar, NOTHING, NOTHING)
TREE(tree_last, ALL, if (d > 4) ALL)

// A sum of all lanes before.
#define SCAN(NAME, READ, WRITTEN)                                            \
  WAVES kernel void NAME(global const int *x, global int *out) {             \
    volatile local int s[WAVE]; int i = I;                                   \
    s[i] = x[i]; ALL;                                                        \
    for (int d = 1; d < WAVE; d *= 2) { int t = i >= d ? s[i - d] : 0; READ; s[i] += t; WRITTEN; } \
    out[i] = s[i];                                                           \
  }
SCAN(scan, ALL, ALL)
SCAN(scan_once, NOTHING, ALL)

// Neighbours exchange a word.
#define SWAP_LANES(NAME, BAR)                                                \
  WAVES kernel void NAME(global int *out) { volatile local int s[WAVE]; int i = I; s[i] = i; BAR; out[i] = s[i ^ 1]; }
SWAP_LANES(neighbours, ALL)
SWAP_LANES(neighbours_nobar, NOTHING)

// Lane 0 leaves a word for all, in global memory.
#define BROADCAST(NAME, BAR)                                                 \
  WAVES kernel void NAME(global int *x, global int *out) { if (I == 0) x[0] = 7; BAR; out[I] = x[0]; }
BROADCAST(broadcast, ALL)
BROADCAST(broadcast_nobar, NOTHING)

// Each lane counts.
WAVES kernel void count(global int *out) {
  local int n;
  if (I == 0) n = 0;
  ALL;
  ADD_L(&n, 1);
  ALL;
  if (I == 0) out[0] = n;
}
WAVES kernel void count_plain(global int *out) { out[0] = out[0] + 1; }

// Lanes write words: their numbers, every fourth into the same, or all one value.
WAVES kernel void last(global int *out) { out[I & 3] = I; }
WAVES kernel void same(global int *out) { out[0] = 7; }

// Lane 0 hands a word to lane 1, which does not wait: on sm_50 the lanes that wait may keep lane 0 from its turn.
#define HAND(NAME, REL, ACQ)                                                 \
  WAVES kernel void NAME(global int *data, global int *flag, global int *out) { \
    if (I == 0) { data[0] = 42; REL; STORE(flag, 1); }                       \
    if (LOAD(flag)) { ACQ; if (I == 1) out[0] = data[0]; }                   \
  }
HAND(hand, RELEASE_DEV, ACQUIRE_DEV)
HAND(hand_norel, NOTHING, ACQUIRE_DEV)

// Two waves: lane 0 of the first says that all of its lanes have written.
WAVES kernel void publish(global int *flag, global int *data, global int *out) {
  int i = LANE;
  if (W == 0) {
    data[i] = i;
    RELEASE_DEV;
    if (i == 0) STORE(flag, 1);
  } else {
    while (LOAD(flag) == 0) ;
    ACQUIRE_DEV;
    out[i] = data[i ^ 1];
  }
}

// Each lane has bytes of its own in words that lanes share.
WAVES kernel void bytes(global uchar *x) { x[I] = x[I] + 1; }
