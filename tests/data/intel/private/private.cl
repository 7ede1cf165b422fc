// Arrays in private memory, which Intel's compiler puts into scratch memory (Gen9 to Xe-LP) or into a buffer (Xe-HPG).

// Bytes of one array, indexed by data, its own in each work-item.
kernel void bytes(global int *out, global const int *in, int n) {
    char t[300];
    int id = get_global_id(0);
#pragma unroll 1
    for (int i = 0; i < 300; i++)
        t[i] = in[(id + i) % n];
#pragma unroll 1
    for (int i = 0; i < n; i++)
        t[(in[i] + id) % 300] += t[i % 300] * 3;
    int s = 0;
#pragma unroll 1
    for (int i = 0; i < 300; i++)
        s = s * 31 + t[i];
    out[id] = s;
}

// Two arrays of other widths.
kernel void mixed(global int *out, global const int *in, int n) {
    long t[40];
    short u[30];
    int id = get_global_id(0);
#pragma unroll 1
    for (int i = 0; i < 40; i++)
        t[i] = (long)in[(id + i) % n] << i;
#pragma unroll 1
    for (int i = 0; i < 30; i++)
        u[i] = in[(id + i) % n];
#pragma unroll 1
    for (int i = 0; i < n; i++) {
        t[(in[i] + id) % 40] += t[i % 40] * 3 + u[(in[i] + id + 1) % 30];
        u[(id + i) % 30] += in[i];
    }
    long s = 0;
#pragma unroll 1
    for (int i = 0; i < 40; i++)
        s = s * 31 + t[i];
#pragma unroll 1
    for (int i = 0; i < 30; i++)
        s = s * 31 + u[i];
    out[id] = s ^ s >> 32;
}
