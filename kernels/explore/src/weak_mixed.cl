// What a wave tells another of its group, and that one a wave of another group: group 0 has two waves. LLVM pull requests 160501 and 161638 are about it.
#define ID __builtin_amdgcn_workgroup_id_x()
#define WAVE (__builtin_amdgcn_workitem_id_x() >> 5)
#define LANE (__builtin_amdgcn_workitem_id_x() & 31)
#define AT(x) global volatile atomic_int *x
#define store(at, value, order, scope) __opencl_atomic_store((at), (value), memory_order_##order, memory_scope_##scope)
#define load(at, order, scope) __opencl_atomic_load((at), memory_order_##order, memory_scope_##scope)

#define PASS(name, tell, hear) kernel void name(global int *x, AT(y), AT(z), global int *out) { \
    int first = LANE == 0; \
    if (ID == 0) { \
        if (WAVE == 0) { if (first) x[0] = 1; tell; } \
        else { int a = 0; hear; if (first) store(z, a, release, device); } \
    } else if (WAVE == 0 && first) { int f = load(z, acquire, device), d = x[0]; out[0] = f; out[1] = f ? d : 0; } }
PASS(flag, if (first) store(y, 1, release, work_group), if (first) a = load(y, acquire, work_group))
#define MEET __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup"); __builtin_amdgcn_s_barrier(); __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup")
PASS(barrier, MEET, MEET; a = 1)
// The release as pull request 161638 leaves it, written out: the wave waits until its stores have come to all.
#define WAIT __asm__ volatile("s_waitcnt vmcnt(0) lgkmcnt(0)\n s_waitcnt_vscnt null, 0x0" ::: "memory")
PASS(flag_repaired, WAIT; if (first) store(y, 1, relaxed, work_group), if (first) a = load(y, acquire, work_group); WAIT)
// The barrier as it was before pull request 160501: behind a wait for the registers of stores, no more; and as it is since.
#define BARE(waits) __asm__ volatile(waits "s_barrier" ::: "memory")
PASS(barrier_early, BARE("s_waitcnt_depctr 0xffe3\n "), BARE(""); a = 1)
PASS(barrier_repaired, WAIT; BARE(""), BARE(""); a = 1)
