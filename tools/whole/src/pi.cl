kernel void pi(global const uint *seed, global uint *hits, int it) {
    int i = get_global_id(0);
    uint s = seed[i] | 1;
    uint c = 0;
    for (int k = 0; k < it; k++) {
        s ^= s << 13;
        s ^= s >> 17;
        s ^= s << 5;
        float x = (s >> 8) * (1.0f / 16777216);
        s ^= s << 13;
        s ^= s >> 17;
        s ^= s << 5;
        float y = (s >> 8) * (1.0f / 16777216);
        if (x * x + y * y <= 1.0f)
            c++;
    }
    atomic_add(hits, c);
}
