// What `isotope lint` finds without a launch: each wrong kernel beside a right one of the same shape, whose name ends in `_right`.
// Groups of 64 work-items or more. Barriers behind conditions are in ../../barriers.
#include "explore.h"
#ifdef ISOTOPE_BARE
#define meet() barrier(CLK_LOCAL_MEM_FENCE)
#else
#define meet() barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)
#endif

// Reads that compilers leave atomic.
#define look(p) atomic_or(p, 0u)

// ---- a loop around a compare-and-swap that compares the new value with the returned one (NVIDIA/cutlass#3428) ----
kernel void retry(global volatile uint *word, uint bits) {
    uint seen = word[0], old, new;
    do {
        old = seen;
        new = (old & ~0xffu) | (bits & 0xffu);
        seen = atomic_cmpxchg(word, old, new);
    } while (seen != new);
}

kernel void retry_right(global volatile uint *word, uint bits) {
    uint seen = word[0], old, new;
    do {
        old = seen;
        new = (old & ~0xffu) | (bits & 0xffu);
        seen = atomic_cmpxchg(word, old, new);
    } while (seen != old);
}

kernel void retry_wide(global volatile ulong *word, ulong x) {
    ulong seen = word[0], old, new;
    do {
        old = seen;
        new = old * 3 + x;
        seen = atom_cmpxchg(word, old, new);
    } while (seen != new);
}

kernel void retry_wide_right(global volatile ulong *word, ulong x) {
    ulong seen = word[0], old, new;
    do {
        old = seen;
        new = old * 3 + x;
        seen = atom_cmpxchg(word, old, new);
    } while (seen != old);
}

// A lock that is taken once asks whether it was taken before: the value that it writes is the same in every round.
kernel void retry_lock_right(global volatile uint *lock, global volatile uint *data) {
    if (get_local_id(0) == 0) {
        while (atomic_cmpxchg(lock, 0u, 1u) == 1u) ;
        fence();
        data[0] += 1;
        fence();
        atomic_xchg(lock, 0u);
    }
}

// ---- a counter of arrivals that is set back (tile-ai/tilelang#2319) ----
// By group 0, once it has seen that all are there.
kernel void reset(global volatile uint *counter) {
    uint n = get_num_groups(0);
    if (get_local_id(0) == 0) {
        atomic_add(counter, 1u);
        while (look(counter) != n) ;
        if (get_group_id(0) == 0) atomic_xchg(counter, 0u);
    }
}

// By the last to arrive: in the next round another group counts on before all have seen the 0.
kernel void reset_rounds(global volatile uint *counter, uint rounds) {
    uint n = get_num_groups(0);
    if (get_local_id(0) == 0)
        for (uint i = 0; i < rounds; i++) {
            if (atomic_add(counter, 1u) == n - 1)
                atomic_xchg(counter, 0u);
            else
                while (look(counter) != 0) ;
        }
}

// The same once: nobody comes to the counter again.
kernel void reset_once_right(global volatile uint *counter) {
    uint n = get_num_groups(0);
    if (get_local_id(0) == 0) {
        if (atomic_add(counter, 1u) == n - 1)
            atomic_xchg(counter, 0u);
        else
            while (look(counter) != 0) ;
    }
}

// The last to arrive sets the counter back and then begins a new generation, for which the others wait.
kernel void reset_right(global volatile uint *counter, global volatile uint *generation, uint rounds) {
    uint n = get_num_groups(0);
    if (get_local_id(0) == 0)
        for (uint i = 0; i < rounds; i++) {
            uint before = look(generation);
            if (atomic_add(counter, 1u) == n - 1) {
                atomic_xchg(counter, 0u);
                fence();
                atomic_add(generation, 1u);
            } else
                while (look(generation) == before) ;
        }
}

// All leave through a second counter before the first is set back.
kernel void reset_after_all_right(global volatile uint *counter, global volatile uint *left) {
    uint n = get_num_groups(0);
    if (get_local_id(0) == 0) {
        atomic_add(counter, 1u);
        while (look(counter) != n) ;
        atomic_add(left, 1u);
        while (look(left) != n) ;
        if (get_group_id(0) == 0) atomic_xchg(counter, 0u);
    }
}

// ---- a compare-and-swap that succeeds when floats are equal (ml-explore/mlx#3492) ----
kernel void product(global volatile float *word, float x) {
    float old = word[0], seen;
    for (;;) {
        seen = as_float(atomic_cmpxchg((global volatile uint *)word, as_uint(old), as_uint(old * x)));
        if (seen == old) break;
        old = seen;
    }
}

kernel void product_right(global volatile float *word, float x) {
    uint old = as_uint(word[0]), seen;
    for (;;) {
        seen = atomic_cmpxchg((global volatile uint *)word, old, as_uint(as_float(old) * x));
        if (seen == old) break;
        old = seen;
    }
}

// ---- a flag that can be seen before the data ----
kernel void publish(global uint *data, global volatile uint *flag, global uint *out) {
    if (get_local_id(0) == 0) {
        if (get_group_id(0) == 0) {
            data[0] = 42;
            atomic_xchg(flag, 1u);
        } else {
            while (look(flag) == 0) ;
            fence();
            out[get_group_id(0)] = data[0];
        }
    }
}

kernel void publish_right(global uint *data, global volatile uint *flag, global uint *out) {
    if (get_local_id(0) == 0) {
        if (get_group_id(0) == 0) {
            data[0] = 42;
            fence();
            atomic_xchg(flag, 1u);
        } else {
            while (look(flag) == 0) ;
            fence();
            out[get_group_id(0)] = data[0];
        }
    }
}

// ---- an early return in front of a barrier (LeelaChessZero/lc0#2420) ----
kernel void early(global const uint *in, global uint *out, uint n) {
    local uint part[256];
    uint l = get_local_id(0), g = get_global_id(0);
    if (g >= n) return;
    part[l] = in[g];
    meet();
    out[g] = part[l ^ 1];
}

kernel void early_right(global const uint *in, global uint *out, uint n) {
    local uint part[256];
    uint l = get_local_id(0), g = get_global_id(0);
    part[l] = g < n ? in[g] : 0;
    meet();
    if (g < n) out[g] = part[l ^ 1];
}

// A branch that all work-items take alike, and one on what a lane has read, behind which all meet again.
kernel void early_uniform_right(global const uint *in, global uint *out, uint n) {
    local uint part[256];
    uint l = get_local_id(0), g = get_global_id(0);
    if (get_group_id(0) >= n) return;
    part[l] = 0;
    if (in[g] != 0) part[l] = in[g];
    for (uint width = 128; width > 0; width >>= 1) {
        meet();
        if (l < width) part[l] += part[l + width];
    }
    meet();
    out[g] = part[0];
}
