kernel void stencil(global const float *a, global float *o, int w) {
    int x = get_global_id(0), y = get_global_id(1);
    int i = y * w + x;
    if (x == 0 || y == 0 || x == w - 1 || y == w - 1) {
        o[i] = a[i];
        return;
    }
    o[i] = 0.2f * (a[i] + a[i - 1] + a[i + 1] + a[i - w] + a[i + w]);
}
