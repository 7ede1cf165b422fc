// Pairs of kernels of which one may stand for the other, or not (docs/explore.md). A group of one work-item is a thread.
#include "explore.h"
#define ID ((int)get_group_id(0))

// An atomic addition, and what it is not: a load and a store.
kernel void add(global volatile int *x) { atomic_add(x, 1); }
kernel void add_split(global volatile int *x) { int old = x[0]; x[0] = old + 1; }

// Three additions in a loop that stays one, and one after the other.
kernel void looped(global volatile int *x, int n) {
    _Pragma("clang loop unroll(disable)") for (int i = 0; i < n; i++) atomic_add(x + i, ID + 1);
}
kernel void unrolled(global volatile int *x, int n) {
    if (n > 0) atomic_add(x, ID + 1);
    if (n > 1) atomic_add(x + 1, ID + 1);
    if (n > 2) atomic_add(x + 2, ID + 1);
}
// Exchanges from the last to the first, and from the first to the last: what is left at the end is the same.
kernel void reversed(global volatile int *x, int n) {
    _Pragma("clang loop unroll(disable)") for (int i = n - 1; i >= 0; i--) atomic_xchg(x + i, ID + 1);
}
kernel void forward(global volatile int *x, int n) {
    _Pragma("clang loop unroll(disable)") for (int i = 0; i < n; i++) atomic_xchg(x + i, ID + 1);
}

// A lock that is given back, and one that is not: the second group waits for ever.
kernel void lock(global volatile int *x) {
    while (atomic_cmpxchg(x, 0, 1) != 0) ;
    x[1] = x[1] + 1;
    atomic_xchg(x, 0);
}
kernel void lock_kept(global volatile int *x) {
    while (atomic_cmpxchg(x, 0, 1) != 0) ;
    x[1] = x[1] + 1;
}

// An element that the buffer has not got.
kernel void beyond(global volatile int *x) { atomic_add(x, 1); if (ID == 1) x[1 << 20] = 1; }

// A parameter of another size.
kernel void wide(global volatile int *x, long n) { atomic_add(x, (int)n); }
