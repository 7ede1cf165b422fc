// Kernels that pose the questions of public reports (docs/reports.md). A group is two waves or more unless a launch says otherwise.
#include "races.h"
#define I ((int)get_local_id(0))
#define SIZE ((int)get_local_size(0))
#ifdef __AMDGCN__
#define LARGE __attribute__((amdgpu_flat_work_group_size(1, 1024)))
#else
#define LARGE
#endif

// ---- a value that one work-item computes and the group reads ----

// Work-item 0 computes a number, and all of the group read it from local memory: the smallest and the largest that was read.
LARGE kernel void reload(global int *seen, int rounds) {
  local int shared_value;
  for (int i = 0; i < rounds; i++) {
    if (I == 0) shared_value = 3 * i + 1;
    ALL;
    int mine = shared_value - 3 * i;
    atomic_min((volatile global int *)seen, mine);
    atomic_max((volatile global int *)seen + 1, mine);
    ALL;
  }
}

// ---- phases of a group without a barrier between them ----

// Every work-item writes one element, then reads one that another wave wrote.
#define TWO_LOOPS(NAME, BETWEEN)                                             \
  kernel void NAME(global int *x, global int *out) {                         \
    x[I] = I;                                                                \
    BETWEEN;                                                                 \
    out[I] = x[SIZE - 1 - I];                                                \
  }
TWO_LOOPS(two_loops, NOTHING)
TWO_LOOPS(two_loops_barrier, ALL)
// A fence orders the accesses of a work-item and waits for nobody.
TWO_LOOPS(two_loops_fence, RELEASE_WG; ACQUIRE_WG)

// Two reductions use one array of local memory. The second may overwrite what another wave has not read.
#define TWO_SUMS(NAME, BETWEEN)                                              \
  WAVES kernel void NAME(global const int *x, global int *out) {             \
    local int part[8];                                                       \
    if (LANE == 0) part[W] = x[W];                                           \
    ALL;                                                                     \
    int sum = part[0] + part[1];                                             \
    BETWEEN;                                                                 \
    if (LANE == 0) part[W] = 10 * x[W];                                      \
    ALL;                                                                     \
    if (LANE == 0) out[W] = sum + part[0] + part[1];                         \
  }
TWO_SUMS(two_sums, NOTHING)
TWO_SUMS(two_sums_barrier, ALL)

// Local counters: cleared, counted, read. `barrier(0)` names no memory.
#ifdef ISOTOPE_BARE
#define NO_MEMORY ALL
#else
#define NO_MEMORY barrier(0)
#endif
#define LOCAL_COUNTS(NAME, BAR)                                              \
  WAVES kernel void NAME(global const int *key, global int *out) {           \
    local int bin[2];                                                        \
    if (I < 2) bin[I] = 0;                                                   \
    BAR;                                                                     \
    ADD_L(&bin[key[I] & 1], 1);                                              \
    BAR;                                                                     \
    if (I < 2) out[I] = bin[I];                                              \
  }
LOCAL_COUNTS(local_counts, ALL)
LOCAL_COUNTS(local_counts_bar0, NO_MEMORY)

// Lanes of one wave stage words in local memory and read those of others.
#define STAGED(NAME, BAR)                                                    \
  WAVES kernel void NAME(global const int *x, global int *out) {             \
    volatile local int stage[2 * WAVE];                                      \
    for (int i = LANE; i < 2 * WAVE; i += WAVE) stage[i] = x[i];             \
    BAR;                                                                     \
    int sum = 0;                                                             \
    for (int i = 0; i < 2; i++) sum += stage[2 * LANE + i];                  \
    out[LANE] = sum;                                                         \
  }
STAGED(staged, NOTHING)
STAGED(staged_barrier, ALL)

// The largest element of each group, left among the elements, where another group may still read, or apart.
#define LARGEST(NAME, INTO)                                                  \
  kernel void NAME(global int *x, global int *out) {                         \
    local int best;                                                          \
    if (I == 0) best = 0;                                                    \
    ALL;                                                                     \
    atomic_max(&best, x[ID * SIZE + I]);                                     \
    ALL;                                                                     \
    if (I == 0) INTO[ID] = best;                                             \
  }
LARGEST(largest_in_place, x)
LARGEST(largest_apart, out)

// One word of local memory for every 16 work-items, whatever the launch gives.
kernel void partials(local int *part, global int *out) {
  if (I % 16 == 0) part[I / 16] = 1;
  ALL;
  if (I == 0) {
    int sum = 0;
    for (int i = 0; i < SIZE / 16; i++) sum += part[i];
    out[0] = sum;
  }
}

// A stencil of two neighbours over n elements. The element behind the last is written to local memory, or forgotten.
#define HALO(NAME, FORGOTTEN)                                                \
  kernel void NAME(global const int *x, global int *out, int n) {            \
    local int s[65];                                                         \
    if (I < n) s[I] = x[I];                                                  \
    if (I == 0) { if (SIZE < n) s[SIZE] = x[SIZE]; else FORGOTTEN; }         \
    ALL;                                                                     \
    out[I] = s[I] + s[I + 1];                                                \
  }
HALO(halo, NOTHING)
HALO(halo_zero, s[SIZE] = 0)

// Each work-item adds to a local counter that nobody has cleared.
kernel void never_cleared(global int *out) {
  local int sum;
  ADD_L(&sum, 1);
  ALL;
  if (I == 0) out[0] = sum;
}

// ---- compare-and-swap loops ----

// A product; the loop ends when the floats compare equal, or when the bits do.
kernel void product_by_floats(global volatile int *p, float x) {
  float old = as_float(p[0]), seen;
  for (;;) {
    seen = as_float(CAS(p, as_int(old), as_int(old * x)));
    if (seen == old) break;
    old = seen;
  }
}
kernel void product_by_bits(global volatile int *p, float x) {
  int old = p[0], seen;
  for (;;) {
    seen = CAS(p, old, as_int(as_float(old) * x));
    if (seen == old) break;
    old = seen;
  }
}

// A sum whose loop ends when what came back is the new value, or the expected one.
#define ADD_UNTIL(NAME, WANTED)                                              \
  kernel void NAME(global volatile int *p, int x) {                          \
    int old = p[0];                                                          \
    for (;;) {                                                               \
      int new = old + x, seen = CAS(p, old, new);                            \
      if (seen == WANTED) break;                                             \
      old = seen;                                                            \
    }                                                                        \
  }
ADD_UNTIL(add_until_new, new)
ADD_UNTIL(add_until_old, old)

// A sum in local memory whose first guess is a plain volatile read.
kernel void first_guess(global float *out) {
  local int sum;
  if (I == 0) sum = 0;
  ALL;
  if (LANE == 0) {
    volatile local int *p = &sum;
    int old = *p, seen;
    for (;;) {
      seen = atomic_cmpxchg(p, old, as_int(as_float(old) + 1.0f));
      if (seen == old) break;
      old = seen;
    }
  }
  ALL;
  if (I == 0) out[0] = as_float(sum);
}

// The group hears of its ticket through local memory; without the second barrier the next ticket may come before all have read this one.
#define STEAL(NAME, BEHIND)                                                  \
  kernel void NAME(global volatile int *next, global int *out, int total) {  \
    local int ticket;                                                        \
    for (;;) {                                                               \
      if (I == 0) ticket = atomic_add(next, 1);                              \
      ALL;                                                                   \
      int mine = ticket;                                                     \
      BEHIND;                                                                \
      if (mine >= total) return;                                             \
      out[mine * SIZE + I] = mine;                                           \
    }                                                                        \
  }
STEAL(steal, ALL)
STEAL(steal_one_barrier, NOTHING)

// ---- barriers between groups; a group is one work-item ----

// Groups count themselves and poll by adding 0.
kernel void poll_by_add(global volatile int *count, global int *out, int n) {
  atomic_add(count, 1);
  while (atomic_add(count, 0) < n) ;
  out[ID] = 1;
}

// A count and a generation: the last group resets the count and opens the barrier.
kernel void by_generation(global volatile int *count, global volatile int *generation, global int *out, int n) {
  for (int round = 0; round < 2; round++) {
    int mine = atomic_add(generation, 0);
    if (atomic_add(count, 1) == n - 1) {
      atomic_xchg(count, 0);
      atomic_add(generation, 1);
    } else {
      while (atomic_add(generation, 0) == mine) ;
    }
  }
  out[ID] = 1;
}

// One counter: the last group resets it, the others wait until it is 0. A group that looks too late sees the next round.
kernel void by_reset(global volatile int *count, global int *out, int n, int rounds) {
#pragma unroll 1
  for (int round = 0; round < rounds; round++) {
    if (atomic_add(count, 1) == n - 1) {
      atomic_xchg(count, 0);
    } else {
      while (atomic_add(count, 0) != 0) ;
    }
  }
  out[ID] = 1;
}

// Decoupled look-back: each group stores its sum, raises its flag, and adds up what the groups before it have stored.
#define LOOK_BACK(NAME, REL, ACQ)                                            \
  kernel void NAME(global const int *x, global int *sum, global int *flag, global int *out) { \
    sum[ID] = x[ID];                                                         \
    REL;                                                                     \
    STORE(flag + ID, 1);                                                     \
    int before = 0;                                                          \
    for (int i = ID - 1; i >= 0; i--) {                                      \
      while (LOAD(flag + i) == 0) ;                                          \
      ACQ;                                                                   \
      before += sum[i];                                                      \
    }                                                                        \
    out[ID] = before;                                                        \
  }
LOOK_BACK(look_back, RELEASE_DEV, ACQUIRE_DEV)
LOOK_BACK(look_back_norel, NOTHING, ACQUIRE_DEV)
LOOK_BACK(look_back_noacq, RELEASE_DEV, NOTHING)

// The group that waits for the one behind it: ends only where both are on the machine.
kernel void look_ahead(global volatile int *flag, global int *out) {
  atomic_xchg(flag + ID, 1);
  if (ID == 0) while (atomic_add(flag + 1, 0) == 0) ;
  out[ID] = 1;
}

// ---- barriers inside a group ----

// The first wave produces and meets a barrier of the whole group inside its part; the second waits for a word that comes behind it.
WAVES kernel void partition(global int *out) {
  local int full;
  if (I == 0) STORE_L(&full, 0);
  ALL;
  if (W == 0) {
    if (LANE == 0) ADD_L(&full, 0);
    ALL;
    if (LANE == 0) STORE_L(&full, 1);
  } else {
    while (LOAD_L(&full) == 0) ;
    if (LANE == 0) out[0] = 7;
  }
}

// Many barriers, and words that go round in the group.
kernel void many_barriers(global int *out, int rounds) {
  local int ring[256];
  int mine = I;
  for (int i = 0; i < rounds; i++) {
    ring[I] = mine;
    ALL;
    mine = ring[(I + 1) % SIZE];
    ALL;
  }
  if (mine != (I + rounds) % SIZE) atomic_add((volatile global int *)out, 1);
  if (I == 0) atomic_add((volatile global int *)out + 1, 1);
}
