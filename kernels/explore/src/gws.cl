// Groups that wait for each other at a semaphore of AMD's global wave sync.
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
