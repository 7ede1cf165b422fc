// Work-items of one wave that meet: what is left depends on the order in which memory serves lanes, or on which side of a branch runs first.
#include "explore.h"
#define ID ((int)get_global_id(0))

// Each leaves its number and keeps the one before: n! ways.
kernel void exchange_all(global volatile int *x, global int *out) { out[ID] = atomic_xchg(x, ID + 1); }
// Each leaves its number: n ways. Where compilers know that the word is one, one work-item stores.
kernel void store_all(global volatile int *x) { x[ID >> 5] = ID + 1; }
// Each adds its number and keeps nothing: one way.
kernel void add_all(global volatile int *x) { atomic_add(x, ID + 1); }
// The first two meet in one word, the others in another.
kernel void two_words(global volatile int *x, global int *out) { out[ID] = atomic_add(x + (ID >= 2), 1); }
// Whoever has the lock first says so; nobody waits.
kernel void try_lock(global volatile int *lock, global int *winner) {
    if (atomic_cmpxchg(lock, 0, 1) == 0) winner[0] = ID + 1;
}
// The first work-item doubles and adds one, the others turn a bit over: on a machine that runs one side of a branch first, that side is first for all of them.
kernel void two_sides(global volatile int *x, int rounds) {
    if (ID == 0) {
#pragma unroll 1
        for (int i = 0; i < rounds; i++) x[0] = 2 * x[0] + 1;
    } else {
#pragma unroll 1
        for (int i = 0; i < rounds; i++) atomic_xor(x, 1 << ID);
    }
}
// Each side tries to take a lock and keeps it; who has it leaves a number of its side.
kernel void sides_lock(global volatile int *lock, global volatile int *data, int rounds) {
    if (ID == 0) {
#pragma unroll 1
        for (int i = 0; i < rounds; i++) if (atomic_cmpxchg(lock, 0, 1) == 0) data[0] = data[0] + 1;
    } else {
#pragma unroll 1
        for (int i = 0; i < rounds; i++) if (atomic_cmpxchg(lock, 0, 2) == 0) data[0] = data[0] + 100;
    }
}
// Floats added up in the order in which work-items come.
kernel void wave_sum(global volatile float *sum, global const float *x) {
    int old, seen = as_int(sum[0]);
    do { old = seen; seen = atomic_cmpxchg((global volatile int *)sum, old, as_int(as_float(old) + x[ID])); } while (seen != old);
}
// All store their number again and again, until work-item 0 was the last.
kernel void until_first(global volatile int *x) {
    do x[ID >> 5] = ID; while (x[0] != 0);
}
