kernel void modexp(global const uint *b, global uint *o, uint p) {
    int i = get_global_id(0);
    ulong r = 1, x = b[i] % p;
    uint e = b[i] ^ 0x55555555u;
    while (e) {
        if (e & 1)
            r = r * x % p;
        x = x * x % p;
        e >>= 1;
    }
    o[i] = (uint)r;
}
