// Programs whose executions have been counted by others (closed forms in tests/data/explore/counts.tsv). A group of one work-item is a thread.
#include "explore.h"
#define ID ((int)get_group_id(0))

// Each thread adds one to the same word.
kernel void ainc(global volatile int *x) { atomic_add(x, 1); }
// The same, and keeps what it got.
kernel void ainc_store(global volatile int *x, global int *out) { out[ID] = atomic_add(x, 1); }
// Two additions.
kernel void hist(global volatile int *x) { atomic_add(x, 1); atomic_add(x, 1); }
// A writer and readers.
kernel void readers(global volatile int *x, global int *out) { if (ID == 0) x[0] = 1; else out[ID] = x[0]; }
// A reader looks for the last zero, from the end; the others each write one more than what is before their place.
kernel void lastzero(global volatile int *a, global int *out, int n) {
    if (ID == 0) { int i = n; while (a[i] != 0) i--; out[0] = i; }
    else a[ID] = a[ID - 1] + 1;
}
// Two add up each other's sum, a third reads both.
kernel void fib(global volatile int *v, global int *out, int n) {
    if (ID == 0) for (int k = 0; k < n; k++) v[0] += v[1];
    else if (ID == 1) for (int k = 0; k < n; k++) v[1] += v[0];
    else { out[0] = v[0]; out[1] = v[1]; }
}
// Each puts four messages into a table with open addressing.
kernel void indexer(global volatile int *table) {
    for (int m = 1; m <= 4; m++) {
        int w = m * 11 + ID, h = (w * 7) % 128;
        while (atomic_cmpxchg(table + h, 0, w) != 0) h = (h + 1) % 128;
    }
}
// Each writes its number to the same word.
kernel void lastwrite(global volatile int *x) { x[0] = ID + 1; }
// The same, and one reads.
kernel void floating_read(global volatile int *x, global int *out) { if (ID == 0) out[0] = x[0]; else x[0] = ID; }
// Each moves the word on by one, if it is its turn.
kernel void casrot(global volatile int *x, global int *out) { out[ID] = atomic_cmpxchg(x, ID, ID + 1); }
// Each takes the word if it is free, and then writes.
kernel void casw(global volatile int *x, global int *out) { out[ID] = atomic_cmpxchg(x, 0, ID + 1); x[0] = ID + 1; }
// A ring: each stores to its word, and reads that of the next.
kernel void sb(global volatile int *x, global int *out, int n) { x[ID] = 1; out[ID] = x[(ID + 1) % n]; }
// Message passing.
kernel void mp(global volatile int *x, global int *out) {
    if (ID == 0) { x[0] = 1; x[1] = 1; } else { out[0] = x[1]; out[1] = x[0]; }
}
// A ticket, the wait for its turn, the release.
kernel void ticket(global volatile int *lock) {
    int mine = atomic_add(lock, 1);
    while (lock[1] != mine) ;
    lock[1] = mine + 1;
}
// The same, several times, with something to guard.
kernel void ticket_lock(global volatile int *lock, global int *data, int times) {
    for (int k = 0; k < times; k++) {
        int mine = atomic_add(lock, 1);
        while (lock[1] != mine) ;
        data[0] += 1;
        atomic_add(lock + 1, 1);
    }
}
// Waits until all have come.
kernel void spinbar(global volatile int *count, int n) { atomic_add(count, 1); while (count[0] != n) ; }
// A lock by compare-and-swap.
kernel void caslock(global volatile int *lock, global int *data) {
    while (atomic_cmpxchg(lock, 0, 1) != 0) ;
    data[0] += 1;
    atomic_xchg(lock, 0);
}
// An increment by a loop around a compare-and-swap.
kernel void casloop(global volatile int *x) {
    int old = x[0];
    for (;;) { int seen = atomic_cmpxchg(x, old, old + 1); if (seen == old) break; old = seen; }
}
