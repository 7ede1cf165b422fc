kernel void workqueue(global volatile uint *head, global const uint *item, global uint *out, uint n) {
    local uint t;
    while (1) {
        if (get_local_id(0) == 0)
            t = atomic_inc(head);
        barrier(CLK_LOCAL_MEM_FENCE);
        uint m = t;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (m >= n)
            break;
        uint x = item[m] + get_local_id(0);
        uint k = x & 63;
        uint s = x;
        for (uint q = 0; q < k; q++)
            s = s * 1664525u + 1013904223u;
        atomic_add(out + m, s);
    }
}
