kernel void sgemm_tiled(global const float *A, global const float *B, global float *C, int n) {
    local float a[16][16], b[16][16];
    int x = get_local_id(0), y = get_local_id(1), gx = get_global_id(0), gy = get_global_id(1);
    float s = 0;
    for (int t = 0; t < n; t += 16) {
        a[y][x] = A[gy * n + t + x];
        b[y][x] = B[(t + y) * n + gx];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < 16; k++)
            s = fma(a[y][k], b[k][x], s);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    C[gy * n + gx] = s;
}
