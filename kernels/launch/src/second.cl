// Another file of the same program: what the first left is its input.
#include "iso_cl.h"

__global uint rounds = 1;

__kernel void accumulate(__global const uint *in, __global uint *sum) {
    const uint i = get_global_id(0);
    atomic_add(sum, in[i] * rounds);
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (i == 0) rounds = rounds * 10;
}
