kernel void mandelbrot(global uint *out, int w, int it) {
    int i = get_global_id(0);
    float cr = (i % w) * 3.0f / w - 2.0f, ci = (i / w) * 2.0f / w - 1.0f, x = 0, y = 0;
    int k = 0;
    while (k < it) {
        float x2 = x * x, y2 = y * y;
        if (x2 + y2 > 4)
            break;
        y = 2 * x * y + ci;
        x = x2 - y2 + cr;
        k++;
    }
    out[i] = k;
}
