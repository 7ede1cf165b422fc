/* Global wave sync, global data share, ordered count, append and consume. A wave a group. */
#include "amd.h"
#define ADD(p, v) __scoped_atomic_fetch_add(p, v, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE)
#define MAX(p, v) __scoped_atomic_fetch_max(p, v, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE)
#define GET(p) __scoped_atomic_load_n(p, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE)
#define RELEASE __builtin_amdgcn_fence(__ATOMIC_RELEASE, "agent")
#define ACQUIRE __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "agent")

/* Resource 0 counts to value. */
KERNEL gws_init(u32 value) { __builtin_amdgcn_ds_gws_init(value, 0); }
/* Two rounds: whoever passes the barrier finds the sum of all groups, and after the second one nobody has taken anything back too early. */
KERNEL gws_barrier(__global u32 *sum, __global u32 *seen, u32 groups) {
  for (u32 round = 0; round < 2; round++) {
    if (LANE == 0) ADD(&sum[round], GROUP + 1);
    RELEASE;
    __builtin_amdgcn_ds_gws_barrier(groups - 1, 0);
    ACQUIRE;
    if (LANE == 0) seen[round * groups + GROUP] = GET(&sum[round]);
  }
}
/* Started with 1: a lock around loads and stores. */
KERNEL gws_lock(__global volatile u32 *counter, u32 rounds) {
  for (u32 r = 0; r < rounds; r++) {
    __builtin_amdgcn_ds_gws_sema_p(0);
    ACQUIRE;
    if (LANE == 0) *counter = *counter + 1;
    RELEASE;
    __builtin_amdgcn_ds_gws_sema_v(0);
  }
}
/* Started with 0: group 0 lets all others through by one instruction. */
KERNEL gws_br(__global u32 *through, u32 groups) {
  if (GROUP == 0) { __builtin_amdgcn_ds_gws_sema_br(groups - 1, 0); return; }
  __builtin_amdgcn_ds_gws_sema_p(0);
  if (LANE == 0) through[GROUP] = GROUP;
}
/* Started with 0: the first half announces and signals, the others wait; each of those finds an announcement that is not another's. */
KERNEL gws_v_p(__global u32 *made, __global u32 *taken, __global u32 *found, u32 groups) {
  if (GROUP < groups / 2) {
    if (LANE == 0) ADD(made, 1u);
    RELEASE;
    __builtin_amdgcn_ds_gws_sema_v(0);
  } else {
    __builtin_amdgcn_ds_gws_sema_p(0);
    ACQUIRE;
    if (LANE == 0) { u32 mine = ADD(taken, 1u); found[GROUP - groups / 2] = GET(made) > mine; }
  }
}

/* Eight words of GDS: 64 bytes by M0. One lane speaks for its wave. */
#define GDS(op, back, ...) __asm__ volatile("s_mov_b32 m0, 64\n\t" op " gds\n\ts_waitcnt lgkmcnt(0)" : back : __VA_ARGS__ : "memory", "m0")
KERNEL gds_set(__global const u32 *values) {
  if (LANE == 0) for (u32 i = 0; i < 8; i++) GDS("ds_store_b32 %0, %1", , "v"(4 * i), "v"(values[i]));
}
/* Shared memory of the group is another memory: it is overwritten first. */
KERNEL gds_get(__global u32 *out) {
  __local u32 shared[64];
  volatile __local u32 *p = shared;
  p[LANE] = p[LANE + 32] = 0x5a5a5a5a;
  if (LANE == 0) for (u32 i = 0; i < 8; i++) { u32 v; GDS("ds_load_b32 %0, %1", "=&v"(v), "v"(4 * i)); out[i] = v; }
}
/* Each group once: sums, maximum, bits, and a compare-and-swap that one group wins. */
KERNEL gds_all(__global u32 *won) {
  u32 v = GROUP + 1, a = 0, old;
  if (LANE) return;
  GDS("ds_add_u32 %0, %1 offset:0", , "v"(a), "v"(v));
  GDS("ds_max_u32 %0, %1 offset:4", , "v"(a), "v"(v));
  GDS("ds_xor_b32 %0, %1 offset:8", , "v"(a), "v"(v));
  GDS("ds_or_b32 %0, %1 offset:12", , "v"(a), "v"(1u << v));
  GDS("ds_inc_u32 %0, %1 offset:16", , "v"(a), "v"(4u));
  GDS("ds_cmpstore_rtn_b32 %0, %1, %2, %3 offset:20", "=&v"(old), "v"(a), "v"(7u), "v"(5u));
  won[GROUP] = old == 5;
}

/* out[group]: what the groups before this one counted, 3 * group + 1 each. Counter 1; the turn is passed on. */
#define ORDERED(old, value, offset)                                                                          \
  __asm__ volatile("s_mov_b32 m0, 0\n\tds_ordered_count %0, %1 offset:" #offset                              \
                   " gds\n\ts_waitcnt lgkmcnt(0)\n\ts_nop 0" : "=&v"(old) : "v"(value) : "memory", "m0")
KERNEL ordered_add(__global u32 *out) {
  u32 old;
  ORDERED(old, 3 * GROUP + 1, 772);
  if (LANE == 0) out[GROUP] = old;
}
/* Two counters, 0 and 2; the first instruction keeps the turn, the second passes it on. */
KERNEL ordered_two(__global u32 *out) {
  u32 a, b;
  ORDERED(a, GROUP + 1, 0);
  ORDERED(b, a, 776);
  if (LANE == 0) { out[2 * GROUP] = a; out[2 * GROUP + 1] = b; }
}
/* Counter 4 hands the number of the group before on. */
KERNEL ordered_swap(__global u32 *out) {
  u32 old;
  ORDERED(old, GROUP + 100, 4880);
  if (LANE == 0) out[GROUP] = old;
}

/* In LDS, from 1000: lanes with an odd input append; of those, the ones with bit 1 take back. */
KERNEL lds_append(__global const u32 *in, __global u32 *out) {
  __local u32 counter;
  volatile __local u32 *p = &counter;
  u32 v = in[LANE], a = ~0u, c = ~0u;
  if (LANE == 0) *p = 1000;
  u32 base = __builtin_amdgcn_readfirstlane((u32)p);
  if (v & 1) {
    __asm__ volatile("s_mov_b32 m0, %1\n\tds_append %0\n\ts_waitcnt lgkmcnt(0)" : "=&v"(a) : "s"(base) : "memory", "m0");
    if (v & 2) __asm__ volatile("s_mov_b32 m0, %1\n\tds_consume %0\n\ts_waitcnt lgkmcnt(0)" : "=&v"(c) : "s"(base) : "memory", "m0");
  }
  out[LANE] = a;
  out[32 + LANE] = c;
  if (LANE == 0) out[64] = *p;
}
/* In GDS, at byte 64 by M0 (64 bytes from there): every group a range of its own. */
KERNEL gds_clear(void) {
  if (LANE == 0) __asm__ volatile("s_mov_b32 m0, 0x80\n\tds_store_b32 %0, %1 offset:64 gds\n\ts_waitcnt lgkmcnt(0)" : : "v"(0), "v"(0) : "memory", "m0");
}
KERNEL gds_append(__global const u32 *in, __global u32 *out) {
  u32 i = ITEM, a, before;
  if (in[i] & 1) {
    __asm__ volatile("s_mov_b32 m0, 0x400040\n\tds_append %0 gds\n\ts_waitcnt lgkmcnt(0)" : "=&v"(a) : : "memory", "m0");
    before = __builtin_amdgcn_mbcnt_lo(__builtin_amdgcn_ballot_w32(in[i] & 1), 0);
    out[a + before] = in[i];
  }
}
