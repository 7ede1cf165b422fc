// Barriers that not every work-item of a group reaches, and right kernels that look like them. Groups of 64 work-items.
#ifdef ISOTOPE_BARE
#include "iso_cl.h"
#endif
// Where a barrier is inlined, ptxas knows the line in the header only.
#ifdef __NVPTX__
#define meet() __syncthreads()
#else
#define meet() barrier(CLK_GLOBAL_MEM_FENCE)
#endif
#ifdef SIMD
#define KERNEL __attribute__((intel_reqd_sub_group_size(SIMD))) kernel
#else
#define KERNEL kernel
#endif

#define OUT global volatile uint *out
#define IN const global volatile uint *in

// Lanes of a wave that are not there.

KERNEL void lanes_if(OUT, IN) {
    uint l = get_local_id(0);
    out[l] = 1;
    if (in[l] != 0)
        meet(); // lanes_if
    out[l] += 2;
}

KERNEL void lanes_return(OUT, IN) {
    uint l = get_local_id(0);
    if (in[l] == 0)
        return;
    out[l] = 1;
    meet(); // lanes_return
    out[l] += out[l ^ 2];
}

KERNEL void lanes_loop(OUT, IN) {
    uint l = get_local_id(0);
    for (uint i = 0; i < in[l]; i++) {
        out[l] += i;
        meet(); // lanes_loop
    }
}

KERNEL void lanes_sides(OUT, IN) {
    uint l = get_local_id(0);
    if (in[l] != 0) {
        out[l] = 1;
        meet(); // lanes_sides
        out[l] += 1;
    } else {
        out[l] = 2;
        meet();
        out[l] += 3;
    }
}

// Waves that stand at different barriers.

KERNEL void pair_if(OUT, IN) {
    uint l = get_local_id(0);
    if (l < 32) {
        out[l] = 1;
        meet(); // pair_if
        out[l] += out[l + 32];
    } else {
        out[l] = 2;
        meet();
        out[l] += 3 * in[l];
    }
}

KERNEL void pair_loop(OUT, IN) {
    uint l = get_local_id(0);
    uint rounds = 1 + l / 32;
    for (uint i = 0; i < rounds; i++) {
        out[l] += i + in[l];
        meet(); // pair_loop
    }
    out[l] *= 2;
    meet();
    out[l] += out[l ^ 32];
}

// Waves that have ended.

KERNEL void ended_return(OUT, IN) {
    uint l = get_local_id(0);
    if (l >= 32)
        return;
    out[l] = in[l];
    meet(); // ended_return
    out[l] += out[l ^ 1];
}

KERNEL void ended_data(OUT, IN) {
    uint l = get_local_id(0);
    if (in[l / 32] == 0)
        return;
    out[l] = 1;
    meet(); // ended_data
    out[l] += out[l ^ 1];
}

// Whether the second half of the group comes depends on the schedule.
KERNEL void ended_race(OUT, IN) {
    uint l = get_local_id(0);
    if (l < 32)
        out[64] = 1;
    else if (out[64] == 0)
        return;
    meet(); // ended_race
    out[l] = in[l];
}

// Right.

KERNEL void right_uniform(OUT, IN) {
    uint l = get_local_id(0);
    out[l] = 1;
    if (in[64] != 0) {
        meet();
        out[l] += out[l ^ 32];
    }
}

KERNEL void right_loop(OUT, IN) {
    uint l = get_local_id(0);
    for (uint i = 0; i < in[64]; i++) {
        if (in[l] != 0)
            out[l] += i;
        meet();
        if (l >= 32 && in[l] == 0)
            continue;
        out[l] += 1;
    }
}

KERNEL void right_guard(OUT, IN) {
    uint l = get_local_id(0);
    out[l] = 1;
    meet();
    if (in[l] == 0 || l >= 32)
        return;
    out[l] += out[l ^ 1];
}

KERNEL void right_group(OUT, IN) {
    uint l = get_local_id(0);
    if (get_group_id(0) != 0)
        return;
    if (in[l] != 0)
        out[l] = 1;
    meet();
    out[l] += out[l ^ 32];
}
