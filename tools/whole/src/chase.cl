kernel void chase(global const uint *nx, global uint *out, int steps) {
    uint p = get_global_id(0) * 97u;
    for (int k = 0; k < steps; k++)
        p = nx[p];
    out[get_global_id(0)] = p;
}
