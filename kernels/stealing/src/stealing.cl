// Work that a group takes by tickets until none are left, and a lock that lanes of one wave want at the same time.
#ifdef ISOTOPE_BARE
#include "iso_cl.h"
#endif
#ifdef SIMD
#define KERNEL __attribute__((intel_reqd_sub_group_size(SIMD))) kernel
#else
#define KERNEL kernel
#endif

// The leader takes a ticket, and the group hears it through local memory and a barrier. Ticket `t` writes one word for each work-item.
KERNEL void steal(global volatile uint *next, global uint *out, uint total) {
    local uint ticket;
    uint l = get_local_id(0);
    for (;;) {
        if (l == 0)
            ticket = atomic_inc(next);
        barrier(CLK_LOCAL_MEM_FENCE);
        uint mine = ticket;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (mine >= total)
            return;
        out[mine * get_local_size(0) + l] = 1000 * mine + l;
    }
}

// The same with the exit behind other work, some of which lanes skip.
KERNEL void uneven(global volatile uint *next, global uint *out, uint total) {
    local uint ticket;
    uint l = get_local_id(0);
    do {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l == get_local_size(0) - 1)
            ticket = atomic_inc(next);
        barrier(CLK_LOCAL_MEM_FENCE);
        if (ticket >= total)
            continue;
        for (uint i = 0; i <= (l & 3); i++) {
            if ((i ^ l) & 1)
                continue;
            atomic_add((global volatile uint *)&out[ticket * get_local_size(0) + l], i + 1);
        }
    } while (ticket < total);
}

// A lock that is freed behind the loop that takes it. Where lanes that leave the loop wait for the others, it is never freed.
KERNEL void locked(global volatile int *lock, global volatile uint *sum) {
    while (atomic_cmpxchg(lock, 0, 1) != 0)
        ;
    *sum = *sum + 1;
    atomic_xchg(lock, 0);
}
