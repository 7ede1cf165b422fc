kernel void nbody(global const float4 *p, global float4 *v, int n) {
    int i = get_global_id(0);
    float4 q = p[i];
    float fx = 0, fy = 0, fz = 0;
    for (int k = 0; k < n; k++) {
        float4 o = p[k];
        float x = o.x - q.x, y = o.y - q.y, z = o.z - q.z;
        float r = x * x + y * y + z * z + 0.01f;
        float inv = rsqrt(r);
        inv = inv * inv * inv * o.w;
        fx += x * inv;
        fy += y * inv;
        fz += z * inv;
    }
    v[i] = (float4)(fx, fy, fz, 0);
}
