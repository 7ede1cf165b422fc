// A barrier that waits for waves and not for their accesses to LDS (llvm/llvm-project#207883), beside one that waits for both.
#include "iso_cl.h"

kernel void bare(global const uint *in, global uint *out) {
    local uint part[256];
    uint l = get_local_id(0);
    part[l] = in[l];
    __builtin_amdgcn_s_barrier();
    out[l] = part[l ^ 32];
}

kernel void bare_right(global const uint *in, global uint *out) {
    local uint part[256];
    uint l = get_local_id(0);
    part[l] = in[l];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[l] = part[l ^ 32];
}

// What is read in front of the barrier is written behind it.
kernel void bare_read(global const uint *in, global uint *out) {
    local uint part[256];
    uint l = get_local_id(0);
    part[l] = in[l];
    barrier(CLK_LOCAL_MEM_FENCE);
    uint mine = part[l ^ 32];
    __builtin_amdgcn_s_barrier();
    part[l] = l;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[l] = mine + part[l ^ 1];
}

// Each lane reads what it has written itself.
kernel void bare_own_right(global const uint *in, global uint *out) {
    local uint part[256];
    uint l = get_local_id(0);
    part[l] = in[l];
    __builtin_amdgcn_s_barrier();
    out[l] = part[l];
}
