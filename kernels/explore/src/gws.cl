// Groups that wait for each other in AMD's global wave sync and ordered count.
#include "explore.h"

// Group 0 lets all go that wait; the others come to wait.
kernel void release_all(global int *out) {
    if (get_group_id(0) == 0) __builtin_amdgcn_ds_gws_sema_release_all(0);
    else { __builtin_amdgcn_ds_gws_sema_p(0); out[0] = 1; }
}

// Group 0 counts up, which nobody can miss.
kernel void count_up(global int *out) {
    if (get_group_id(0) == 0) __builtin_amdgcn_ds_gws_sema_v(0);
    else { __builtin_amdgcn_ds_gws_sema_p(0); out[0] = 1; }
}
// All groups but the last meet at a barrier for all; who has ended does not count as having come.
kernel void leaves_early(global int *out, int n) {
    if (get_group_id(0) != n - 1) __builtin_amdgcn_ds_gws_barrier(n - 1, 0);
    out[get_group_id(0)] = 1;
}
// Two semaphores, taken in one order by group 0 and in the other by the rest.
kernel void crossed(global int *out) {
    int first = get_group_id(0) != 0;
    if (first) { __builtin_amdgcn_ds_gws_sema_p(1); __builtin_amdgcn_ds_gws_sema_p(0); }
    else { __builtin_amdgcn_ds_gws_sema_v(0); __builtin_amdgcn_ds_gws_sema_v(1);
           __builtin_amdgcn_ds_gws_sema_p(0); __builtin_amdgcn_ds_gws_sema_p(1); }
    out[get_group_id(0)] = 1;
    __builtin_amdgcn_ds_gws_sema_v(0); __builtin_amdgcn_ds_gws_sema_v(1);
}
// An ordered count that lets the next wave go on, and one that does not.
#define COUNT(NAME, OFFSET)                                                                                    \
    kernel void NAME(global int *out) {                                                                        \
        int v;                                                                                                 \
        __asm__ volatile("s_mov_b32 m0, 0\n\tds_ordered_count %0, %1 offset:" OFFSET " gds\n\ts_waitcnt lgkmcnt(0)" \
                         : "=v"(v) : "v"(1));                                                           \
        out[get_group_id(0)] = v;                                                                              \
    }
COUNT(released, "0x300")
COUNT(unreleased, "0")
