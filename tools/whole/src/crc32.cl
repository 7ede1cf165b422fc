kernel void crc32(global const uchar *a, global uint *out, int n) {
    uint i = get_global_id(0);
    uint c = ~0u;
    for (int k = 0; k < n; k++) {
        c ^= a[i * n + k];
        for (int b = 0; b < 8; b++)
            c = (c >> 1) ^ (0xedb88320u & -(c & 1));
    }
    out[i] = ~c;
}
