kernel void halfvec(global const half *x, global half *y, int it) {
    int i = get_global_id(0);
    float v = vload_half(i, x);
    float s = vload_half(i, y);
    for (int k = 0; k < it; k++) {
        vstore_half(s * 0.5f + v, i, y);
        s = vload_half(i, y);
    }
}
