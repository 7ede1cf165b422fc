#pragma OPENCL EXTENSION cl_khr_fp64 : enable
kernel void daxpy(global const double *x, global double *y, double a, int it) {
    int i = get_global_id(0);
    double s = y[i], v = x[i];
    for (int k = 0; k < it; k++)
        s = fma(a, v, s) * 0.5;
    y[i] = s;
}
