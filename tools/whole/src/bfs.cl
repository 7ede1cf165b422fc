kernel void bfs(global const int *rp, global const int *ci, global int *lv, int cur, global uint *cnt, int n) {
    int i = get_global_id(0);
    if (i >= n || lv[i] != cur)
        return;
    for (int k = rp[i]; k < rp[i + 1]; k++) {
        int j = ci[k];
        if (atomic_cmpxchg(lv + j, -1, cur + 1) == -1)
            atomic_inc(cnt);
    }
}
