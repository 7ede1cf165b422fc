// What `isotope lint` looks at: each wrong thing beside one that is right. Groups of one or more work-items.
#include "explore.h"

// ---- locks that lanes of one wave take from each other ----
kernel void lock_behind(global volatile int *lock, global volatile int *data) {
    while (atomic_cmpxchg(lock, 0, 1) != 0) ;
    fence();
    data[0] += 1;
    fence();
    atomic_xchg(lock, 0);
}

// So many times, because compilers make the lock above of a loop that ends with the first.
kernel void lock_inside(global volatile int *lock, global volatile int *data, int times) {
    while (times > 0) {
        if (atomic_cmpxchg(lock, 0, 1) == 0) {
            fence();
            data[0] += 1;
            fence();
            atomic_xchg(lock, 0);
            times--;
        }
    }
}

// Inside in the source, behind the loop in what compilers make of it.
kernel void lock_moved(global volatile int *lock, global volatile int *data) {
    int done = 0;
    while (!done) {
        if (atomic_cmpxchg(lock, 0, 1) == 0) {
            fence();
            data[0] += 1;
            fence();
            atomic_xchg(lock, 0);
            done = 1;
        }
    }
}

kernel void lock_of_one(global volatile int *lock, global volatile int *data) {
    if (get_local_id(0) == 0) {
        while (atomic_cmpxchg(lock, 0, 1) != 0) ;
        fence();
        data[0] += 1;
        fence();
        atomic_xchg(lock, 0);
    }
}

kernel void lock_for_a_while(global volatile int *lock, global volatile int *data) {
    for (int i = 0; i < 8; i++)
        if (atomic_cmpxchg(lock, 0, 1) == 0) {
            fence();
            data[0] += 1;
            break;
        }
    fence();
    atomic_xchg(lock, 0);
}

// ---- loops around a compare-and-swap ----
kernel void add_compares_floats(global volatile int *sum, float x) {
    float old = as_float(sum[0]), seen;
    for (;;) {
        seen = as_float(atomic_cmpxchg(sum, as_int(old), as_int(old + x)));
        if (seen == old) break;
        old = seen;
    }
}

kernel void add_compares_bits(global volatile int *sum, float x) {
    int old = sum[0], seen;
    for (;;) {
        seen = atomic_cmpxchg(sum, old, as_int(as_float(old) + x));
        if (seen == old) break;
        old = seen;
    }
}

// ---- sizes ----
kernel void sizes_mixed(global int *word) {
    atomic_add(word, 1);
    atom_add((global ulong *)word, 1ul << 32);
}

kernel void sizes_apart(global int *word) {
    atomic_add(word, 1);
    atom_add((global ulong *)(word + 2), 1ul << 32);
}
