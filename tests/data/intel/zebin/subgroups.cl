// What lanes of a thread do together, and which thread of its group one is.

#define SUBGROUP __attribute__((intel_reqd_sub_group_size(16)))

SUBGROUP kernel void group_sums(global uint *out, global const uint *in) {
    const uint i = get_global_id(0);
    out[i] = work_group_reduce_add(in[i]);
}

SUBGROUP kernel void subgroups(global uint *out, global const uint *in) {
    const uint i = get_global_id(0);
    out[i] = sub_group_reduce_add(in[i]) + sub_group_scan_exclusive_max(in[i]) + sub_group_broadcast(in[i], 2) +
             get_sub_group_id() * 100 + get_num_sub_groups() * 10000;
}

SUBGROUP kernel void blocks(global uint *out, global const uint *in) {
    const uint at = get_group_id(0) * get_local_size(0) + get_sub_group_id() * 16;
    const uint4 v = intel_sub_group_block_read4(in + at);
    intel_sub_group_block_write(out + at, v.x + 3 * v.y + 5 * v.z + 7 * v.w);
}

SUBGROUP kernel void shared_sums(global uint *out, local uint *kept, const uint n) {
    const uint l = get_local_id(0);
    kept[l] = l * l;
    work_group_barrier(CLK_LOCAL_MEM_FENCE);
    uint sum = 0;
    for (uint k = 0; k < n; k++) sum += kept[k];
    out[get_global_id(0)] = sum;
}
