kernel void softmax(global const float *a, global float *o, int n) {
    local float s[64];
    int l = get_local_id(0), g = get_group_id(0);
    float m = -INFINITY;
    for (int k = l; k < n; k += 64)
        m = fmax(m, a[g * n + k]);
    s[l] = m;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int d = 32; d; d >>= 1) {
        if (l < d)
            s[l] = fmax(s[l], s[l + d]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    m = s[0];
    barrier(CLK_LOCAL_MEM_FENCE);
    float t = 0;
    for (int k = l; k < n; k += 64) {
        float e = exp(a[g * n + k] - m);
        o[g * n + k] = e;
        t += e;
    }
    s[l] = t;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int d = 32; d; d >>= 1) {
        if (l < d)
            s[l] += s[l + d];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    t = s[0];
    for (int k = l; k < n; k += 64)
        o[g * n + k] /= t;
}
