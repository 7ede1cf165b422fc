kernel void reduce(global const uint *a, global uint *o, local uint *s) {
    int l = get_local_id(0);
    s[l] = a[get_global_id(0)] * 2654435761u;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int d = 128; d; d >>= 1) {
        if (l < d)
            s[l] += s[l + d];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (!l)
        o[get_group_id(0)] = s[0];
}
