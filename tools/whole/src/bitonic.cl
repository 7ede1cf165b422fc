kernel void bitonic(global uint *a, local uint *s) {
    uint l = get_local_id(0), n = get_local_size(0);
    s[l] = a[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = 2; k <= n; k <<= 1)
        for (uint j = k >> 1; j; j >>= 1) {
            uint p = l ^ j;
            if (p > l) {
                uint x = s[l], y = s[p];
                if ((x > y) == ((l & k) == 0)) {
                    s[l] = y;
                    s[p] = x;
                }
            }
            barrier(CLK_LOCAL_MEM_FENCE);
        }
    a[get_global_id(0)] = s[l];
}
