#include "amd.h"
/* GWS semaphores, one wave per group. Resource 1 unless the name of the kernel says otherwise. */
#define WAVE __attribute__((reqd_work_group_size(32, 1, 1))) __kernel void
#define ADD(p, v) __scoped_atomic_fetch_add(p, v, RLX, DEV)
#define GET(p) __scoped_atomic_load_n(p, RLX, DEV)
WAVE set(u32 value) { __builtin_amdgcn_ds_gws_init(value, 1); }

/* The first half of the groups announces something, then V; the others P, then look: every P must have its announcement. */
WAVE producers(__global u32 *made, __global u32 *taken, __global u32 *out, u32 groups) {
  u32 g = GRP();
  if (g < groups / 2) {
    if (LID() == 0) ADD(made, 1u);
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "agent");
    __builtin_amdgcn_ds_gws_sema_v(1);
  } else {
    __builtin_amdgcn_ds_gws_sema_p(1);
    if (LID() == 0) { u32 mine = ADD(taken, 1u); out[g - groups / 2] = GET(made) > mine; }
  }
}

/* Started with 1: a lock around plain loads and stores. */
WAVE lock(__global volatile u32 *counter, u32 rounds) {
  for (u32 r = 0; r < rounds; r++) {
    __builtin_amdgcn_ds_gws_sema_p(1);
    if (LID() == 0) { u32 c = *counter; __builtin_amdgcn_s_sleep(1); *counter = c + 1; }
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "agent");
    __builtin_amdgcn_ds_gws_sema_v(1);
  }
}

/* Started with k: at most k waves are inside. */
WAVE few(__global u32 *inside, __global u32 *most) {
  __builtin_amdgcn_ds_gws_sema_p(1);
  if (LID() == 0) { u32 now = ADD(inside, 1u) + 1; __scoped_atomic_fetch_max(most, now, RLX, DEV); }
  for (u32 r = 0; r < 200; r++) __builtin_amdgcn_s_sleep(1);
  if (LID() == 0) ADD(inside, ~0u);
  __builtin_amdgcn_ds_gws_sema_v(1);
}

/* One V for many P. */
WAVE many(__global u32 *through, u32 groups) {
  if (GRP() == 0) __builtin_amdgcn_ds_gws_sema_br(groups - 1, 1);
  else { __builtin_amdgcn_ds_gws_sema_p(1); if (LID() == 0) ADD(through, 1u); }
}

/* Group 0 releases whoever waits until all are through. */
WAVE all(__global u32 *through, u32 groups) {
  if (GRP() == 0) { while (GET(through) != groups - 1) __builtin_amdgcn_ds_gws_sema_release_all(1); }
  else { __builtin_amdgcn_ds_gws_sema_p(1); if (LID() == 0) ADD(through, 1u); }
}

/* Nobody signals resource 2. */
WAVE never(__global u32 *out) {
  __builtin_amdgcn_ds_gws_init(0, 2);
  __builtin_amdgcn_ds_gws_sema_p(2);
  out[LID()] = 1;
}

/* Two waves: one waits for the other at the group's barrier, the other for a semaphore. */
__attribute__((reqd_work_group_size(64, 1, 1))) __kernel void crossed(__global u32 *out) {
  if (__builtin_amdgcn_readfirstlane(LID()) >= 32) __builtin_amdgcn_ds_gws_sema_p(2);
  BAR();
  out[LID()] = 1;
}

/* A resource by register: its number goes to M0. */
WAVE by_number(__global u32 *out, u32 resource) {
  __builtin_amdgcn_ds_gws_init(3, resource);
  __builtin_amdgcn_ds_gws_sema_p(resource);
  out[LID()] = resource;
}
