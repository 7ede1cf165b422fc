// The examples of docs/explore.md. A group of one work-item is a thread unless a launch says otherwise.
#include "explore.h"
#define ID ((int)get_group_id(0))

// A lock that every work-item takes by itself.
kernel void spin_lock(global volatile int *lock, global volatile int *data) {
    while (atomic_cmpxchg(lock, 0, 1) != 0) ;
    data[0] = data[0] + 1;
    atomic_xchg(lock, 0);
}

// The last group to come adds up what all have left.
kernel void last_block(global volatile int *parts, global volatile int *count, global volatile int *sum, int n) {
    parts[ID] = ID + 1;
    fence();
    if (atomic_add(count, 1) == n - 1) {
        int s = 0;
        for (int i = 0; i < n; i++) s += parts[i];
        sum[0] = s;
    }
}

// The same, counted before the part is left.
kernel void last_block_early(global volatile int *parts, global volatile int *count, global volatile int *sum, int n) {
    int last = atomic_add(count, 1) == n - 1;
    parts[ID] = ID + 1;
    if (last) {
        int s = 0;
        for (int i = 0; i < n; i++) s += parts[i];
        sum[0] = s;
    }
}

// Whoever finds no value makes one, with a look at the flag before the lock and behind it; the flag is raised too early.
kernel void double_checked(global volatile int *flag, global volatile int *lock, global volatile int *value, global volatile int *seen) {
    if (flag[0] == 0) {
        while (atomic_cmpxchg(lock, 0, 1) != 0) ;
        if (flag[0] == 0) { flag[0] = 1; value[0] = 42; }
        atomic_xchg(lock, 0);
    }
    seen[ID] = value[0];
}

// Group 0 takes tasks from the end of its list, group 1 steals from its front; neither asks whether the other has the same.
kernel void stealing(global volatile int *front, global volatile int *end, global volatile int *done) {
    for (;;) {
        int f = front[0], e = end[0];
        if (f >= e) break;
        if (ID == 0) { end[0] = e - 1; atomic_add(done + e - 1, 1); }
        else { front[0] = f + 1; atomic_add(done + f, 1); }
    }
}

// A stack of three cells: top[0] is the first, next[c] the one below c, 0 the end. Group 0 takes one off; group 1 takes two off and puts the first back.
kernel void aba(global volatile int *top, global volatile int *next, global volatile int *took) {
    if (ID == 0) {
        int c = top[0], below = next[c];
        if (atomic_cmpxchg(top, c, below) == c) took[0] = c;
    } else {
        int a = top[0];
        if (atomic_cmpxchg(top, a, next[a]) != a) return;
        int b = top[0];
        if (b == 0 || atomic_cmpxchg(top, b, next[b]) != b) return;
        took[1] = b;
        next[a] = top[0];
        atomic_xchg(top, a);
    }
}

// Floats added up in the order in which groups come.
kernel void float_sum(global volatile float *sum, global const float *x) {
    int old, seen = as_int(sum[0]);
    do { old = seen; seen = atomic_cmpxchg((global volatile int *)sum, old, as_int(as_float(old) + x[ID])); } while (seen != old);
}
