kernel void sgemm_naive(global const float *A, global const float *B, global float *C, int n) {
    int x = get_global_id(0), y = get_global_id(1);
    float s = 0;
    for (int k = 0; k < n; k++)
        s = fma(A[y * n + k], B[k * n + x], s);
    C[y * n + x] = s;
}
