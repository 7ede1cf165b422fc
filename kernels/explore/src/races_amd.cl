// Shapes with and without data races in AMD's global wave sync and global data share.
#include "races.h"

// ---- groups of one work-item ---------------------------------------------------------------------------------------------------------

// All groups meet at resource 0, which has to be set up for them.
#define GWS(NAME, REL, ACQ, MEET)                                                                              \
  kernel void NAME(global int *data, global int *out, int n) {                                                 \
    data[ID] = ID + 1; REL; MEET; ACQ;                                                                         \
    int s = 0; for (int i = 0; i < n; i++) s += LOOK(data + i);                                                \
    out[ID] = s;                                                                                               \
  }
// What a compiler takes for unchanged it reads by the cache for scalars.
#define LOOK(p) (*(volatile global int *)(p))
GWS(gws_barrier_volatile, RELEASE_DEV, ACQUIRE_DEV, __builtin_amdgcn_ds_gws_barrier(n - 1, 0))

ISO_FN int vector_load(global int *p) { int v; __asm__ volatile("global_load_b32 %0, %1, off\n\ts_waitcnt vmcnt(0)" : "=v"(v) : "v"(p) : "memory"); return v; }
#undef LOOK
#define LOOK(p) vector_load(p)
GWS(gws_barrier, RELEASE_DEV, ACQUIRE_DEV, __builtin_amdgcn_ds_gws_barrier(n - 1, 0))
GWS(gws_nobar, RELEASE_DEV, ACQUIRE_DEV, NOTHING)
GWS(gws_norel, NOTHING, ACQUIRE_DEV, __builtin_amdgcn_ds_gws_barrier(n - 1, 0))
GWS(gws_noacq, RELEASE_DEV, NOTHING, __builtin_amdgcn_ds_gws_barrier(n - 1, 0))

// What group 0 leaves is there once the semaphore has been given.
#define SEMA(NAME, REL, ACQ)                                                                                    \
  kernel void NAME(global int *data, global int *out) {                                                         \
    if (ID == 0) { data[0] = 42; REL; __builtin_amdgcn_ds_gws_sema_v(0); }                                      \
    else { __builtin_amdgcn_ds_gws_sema_p(0); ACQ; out[0] = vector_load(data); }                                \
  }
SEMA(gws_sema, RELEASE_DEV, ACQUIRE_DEV)
SEMA(gws_sema_norel, NOTHING, ACQUIRE_DEV)
SEMA(gws_sema_noacq, RELEASE_DEV, NOTHING)

// A word of the global data share: ordinary accesses, atomic ones, and ordinary ones with a barrier between.
ISO_FN void gds_store(int at, int v) { __asm__ volatile("s_mov_b32 m0, 0x1000\n\tds_store_b32 %0, %1 gds\n\ts_waitcnt lgkmcnt(0)" :: "v"(at), "v"(v) : "memory", "m0"); }
ISO_FN int gds_load(int at) { int v; __asm__ volatile("s_mov_b32 m0, 0x1000\n\tds_load_b32 %0, %1 gds\n\ts_waitcnt lgkmcnt(0)" : "=v"(v) : "v"(at) : "memory", "m0"); return v; }
ISO_FN void gds_add(int at, int v) { __asm__ volatile("s_mov_b32 m0, 0x1000\n\tds_add_u32 %0, %1 gds" :: "v"(at), "v"(v) : "memory", "m0"); }
kernel void gds_plain(global int *out) { if (ID == 0) gds_store(0, 1); else out[0] = gds_load(0); }
kernel void gds_own(global int *out) { gds_store(4 * ID, 1); out[ID] = gds_load(4 * ID); }
kernel void gds_atomic(global int *out) { gds_add(0, ID + 1); }
kernel void gds_mp(global int *data, global int *out) {
  if (ID == 0) { data[0] = 42; RELEASE_DEV; gds_add(0, 1); }
  else if (gds_load(0)) { ACQUIRE_DEV; out[0] = vector_load(data); }
}
kernel void gds_mp_norel(global int *data, global int *out) {
  if (ID == 0) { data[0] = 42; gds_add(0, 1); }
  else if (gds_load(0)) { ACQUIRE_DEV; out[0] = vector_load(data); }
}

// ---- one group of two waves -----------------------------------------------------------------------------------------------------------
#define GDS_BAR(NAME, BAR) \
  kernel void NAME(global int *out) { if (W == 0) gds_store(0, 7); BAR; if (W == 1) out[0] = gds_load(0); }
GDS_BAR(gds_barrier, ALL)
GDS_BAR(gds_nobar, NOTHING)
