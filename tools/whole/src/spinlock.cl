kernel void spinlock(global volatile uint *lock, global volatile uint *data, int it) {
    if (get_local_id(0) == 0) {
        for (int k = 0; k < it; k++) {
            while (atomic_cmpxchg(lock, 0u, 1u) != 0u)
                ;
            mem_fence(CLK_GLOBAL_MEM_FENCE);
            data[0] = data[0] * 3 + 1;
            data[1] += 1;
            mem_fence(CLK_GLOBAL_MEM_FENCE);
            atomic_xchg(lock, 0u);
        }
    }
}
