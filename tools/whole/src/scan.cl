kernel void scan(global const uint *a, global uint *o, local uint *s) {
    int l = get_local_id(0), n = get_local_size(0);
    int g = get_group_id(0) * 2 * n;
    s[2 * l] = a[g + 2 * l];
    s[2 * l + 1] = a[g + 2 * l + 1];
    int off = 1;
    for (int d = n; d > 0; d >>= 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l < d) {
            int i = off * (2 * l + 1) - 1, j = off * (2 * l + 2) - 1;
            s[j] += s[i];
        }
        off *= 2;
    }
    if (l == 0)
        s[2 * n - 1] = 0;
    for (int d = 1; d < 2 * n; d *= 2) {
        off >>= 1;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l < d) {
            int i = off * (2 * l + 1) - 1, j = off * (2 * l + 2) - 1;
            uint t = s[i];
            s[i] = s[j];
            s[j] += t;
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    o[g + 2 * l] = s[2 * l];
    o[g + 2 * l + 1] = s[2 * l + 1];
}
