// What a launch gives to kernels, and what they ask their thread. Compiled for several devices by ocloc 22.43 (IGC 1.0.12504).

__kernel void count(__global int *out) {
    atomic_inc(out);
}

// No local id; the tenth number lies in the second register of 32 bytes, or in the first of 64.
__kernel void tenth(__global uint *out, uint16 numbers) {
    atomic_add(out, numbers.s9);
}

__kernel void narrow(__global uint *out, uchar a, ushort b, char c, ulong d) {
    size_t i = get_global_id(0);
    out[i] = a + 1000 * b + (uint)(int)c + (uint)(d >> 32) + i;
}

__kernel void shape(__global uint *out) {
    if (get_global_id(0) == 0 && get_global_id(1) == 0 && get_global_id(2) == 0) {
        out[0] = get_work_dim();
        out[1] = get_num_groups(0);
        out[2] = get_num_groups(1);
        out[3] = get_global_size(0);
        out[4] = get_global_size(1);
        out[5] = get_local_size(0);
#ifndef PVC
        out[6] = get_enqueued_local_size(1);
#endif
        out[7] = get_global_offset(0);
    }
}

__kernel void local_arguments(__local uint *a, __global uint *out, __local ushort *b, __local uint *c) {
    int i = get_local_id(0), n = get_local_size(0);
    a[i] = i;
    b[i] = 2 * i;
    c[i] = 3 * i;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[i] = a[n - 1 - i] + 100 * b[i ^ 1] + 10000 * c[i ^ 2];
}

__kernel void rounded(__global float *out, __global const int *in) {
    int i = get_global_id(0), n = get_global_size(0);
    out[i] = convert_float_rte(in[i]);
    out[i + n] = convert_float_rtz(in[i]);
    out[i + 2 * n] = convert_float_rtp(in[i]);
    out[i + 3 * n] = convert_float_rtn(in[i]);
}

#ifdef BALLOT
uint __attribute__((overloadable)) intel_sub_group_shuffle(uint, uint);
#define SUBGROUP(lanes) \
__attribute__((intel_reqd_sub_group_size(lanes))) \
__kernel void ballot##lanes(__global uint *out) { \
    uint i = get_global_id(0), n = get_global_size(0); \
    out[i] = sub_group_ballot(i % 3 == 0).x; \
    out[i + n] = intel_sub_group_shuffle(i, (get_sub_group_local_id() * 5 + 3) % lanes); \
    out[i + 2 * n] = sub_group_reduce_add(i); \
}
SUBGROUP(8) SUBGROUP(16) SUBGROUP(32)
#endif
