kernel void spmv(global const int *rp, global const int *ci, global const float *v, global const float *x,
                 global float *y, int n) {
    int i = get_global_id(0);
    if (i >= n)
        return;
    float s = 0;
    for (int k = rp[i]; k < rp[i + 1]; k++)
        s += v[k] * x[ci[k]];
    y[i] = s;
}
