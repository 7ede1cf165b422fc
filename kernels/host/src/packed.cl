// Every number that a restricted float of 8 bits stands for: 16 in each vector, which IGC packs by fours.
#define ROW(first, x)                                                                                                                 \
    (float16)(first, 1.0625f * x, 1.125f * x, 1.1875f * x, 1.25f * x, 1.3125f * x, 1.375f * x, 1.4375f * x, 1.5f * x, 1.5625f * x,    \
              1.625f * x, 1.6875f * x, 1.75f * x, 1.8125f * x, 1.875f * x, 1.9375f * x)

__kernel void packed(__global float *out) {
    uint i = get_global_id(0);
#define PUT(row, first, x)                                                                                                            \
    {                                                                                                                                 \
        const float16 v = ROW(first, x);                                                                                              \
        out[16 * row + i] = v[i];                                                                                                     \
    }
    PUT(0, 0.0f, 0.125f)
    PUT(1, 0.25f, 0.25f)
    PUT(2, 0.5f, 0.5f)
    PUT(3, 1.0f, 1.0f)
    PUT(4, 2.0f, 2.0f)
    PUT(5, 4.0f, 4.0f)
    PUT(6, 8.0f, 8.0f)
    PUT(7, 16.0f, 16.0f)
    PUT(8, -0.0f, -0.125f)
    PUT(9, -0.25f, -0.25f)
    PUT(10, -0.5f, -0.5f)
    PUT(11, -1.0f, -1.0f)
    PUT(12, -2.0f, -2.0f)
    PUT(13, -4.0f, -4.0f)
    PUT(14, -8.0f, -8.0f)
    PUT(15, -16.0f, -16.0f)
}
