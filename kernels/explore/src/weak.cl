// Classical shapes of weak memory, for a scope: -DSCOPE=memory_scope_device|all_svm_devices|work_group. A thread is a group of one work-item, or,
// in the scope of the work-group, the first work-item of a wave. out has a word for each value that a thread has read.
#define RLX memory_order_relaxed
#define ACQ memory_order_acquire
#define REL memory_order_release
#define AR memory_order_acq_rel
#define SC memory_order_seq_cst
#define store(at, value, order) __opencl_atomic_store((at), (value), (order), SCOPE)
#define load(at, order) __opencl_atomic_load((at), (order), SCOPE)
#define add(at, value, order) __opencl_atomic_fetch_add((at), (value), (order), SCOPE)
#define exchange(at, value, order) __opencl_atomic_exchange((at), (value), (order), SCOPE)
#define fence(order) __opencl_fence(order)
#define AT(x) global volatile atomic_int *x
#define ID __builtin_amdgcn_workgroup_id_x()
#define WAVE (__builtin_amdgcn_workitem_id_x() >> 5)
#define LANE (__builtin_amdgcn_workitem_id_x() & 31)
#ifdef WAVES
#define ROLE WAVE
#define SINGLE if (LANE != 0) return
#define __opencl_fence(order) __builtin_amdgcn_fence(FENCE_##order, "workgroup")
#else
#define ROLE ID
#define SINGLE
#define __opencl_fence(order) __builtin_amdgcn_fence(FENCE_##order, FENCE_SCOPE)
#endif
#define FENCE_memory_order_acquire __ATOMIC_ACQUIRE
#define FENCE_memory_order_release __ATOMIC_RELEASE
#define FENCE_memory_order_acq_rel __ATOMIC_ACQ_REL
#define FENCE_memory_order_seq_cst __ATOMIC_SEQ_CST
#define OUT global int *out

// A message: data, then the flag.
#define MP(name, w, r) kernel void name(global int *x, AT(y), OUT) { \
    SINGLE; if (ROLE == 0) { x[0] = 1; w; } else { int f; r; int d = x[0]; out[0] = f; out[1] = f ? d : 0; } }
MP(mp_relaxed, store(y, 1, RLX), f = load(y, RLX))
MP(mp, store(y, 1, REL), f = load(y, ACQ))
MP(mp_fences, { fence(REL); store(y, 1, RLX); }, { f = load(y, RLX); fence(ACQ); })
MP(mp_no_release, store(y, 1, RLX), f = load(y, ACQ))
MP(mp_no_acquire, store(y, 1, REL), f = load(y, RLX))
MP(mp_update, add(y, 1, REL), f = add(y, 0, ACQ))
MP(mp_update_fences, { fence(REL); add(y, 1, RLX); }, { f = exchange(y, 2, RLX); fence(ACQ); })
MP(mp_seq_cst, store(y, 1, SC), f = load(y, SC))
// The same, where the reader has looked at the data before.
kernel void mp_again(global volatile int *x, AT(y), OUT) {
    SINGLE; if (ROLE == 0) { x[0] = 1; store(y, 1, REL); } else { int b = x[0]; int f = load(y, ACQ); int d = x[0]; out[0] = f; out[1] = f ? d : b; }
}
// An update in between belongs to the release.
kernel void mp_sequence(global int *x, AT(y), OUT) {
    SINGLE; switch (ROLE) {
    case 0: x[0] = 1; store(y, 1, REL); break;
    case 1: add(y, 1, RLX); break;
    case 2: { int f = load(y, ACQ), d = x[0]; out[0] = f; out[1] = f == 2 ? d : 0; }
    }
}
// Two stores and two loads, crosswise.
#define SB(name, order, between) kernel void name(AT(x), AT(y), OUT) { \
    SINGLE; if (ROLE == 0) { store(x, 1, order##_STORE); between; out[0] = load(y, order##_LOAD); } \
    else { store(y, 1, order##_STORE); between; out[1] = load(x, order##_LOAD); } }
#define RLX_STORE RLX
#define RLX_LOAD RLX
#define RA_STORE REL
#define RA_LOAD ACQ
#define SC_STORE SC
#define SC_LOAD SC
SB(sb_relaxed, RLX, )
SB(sb_release, RA, )
SB(sb, SC, )
SB(sb_fences, RLX, fence(SC))
// Two loads and two stores, crosswise.
#define LB(name, l, s) kernel void name(AT(x), AT(y), OUT) { \
    SINGLE; if (ROLE == 0) { int a = load(x, l); store(y, 1, s); out[0] = a; } else { int b = load(y, l); store(x, 1, s); out[1] = b; } }
LB(lb_relaxed, RLX, RLX)
LB(lb, ACQ, RLX)
LB(lb_release, RLX, REL)
// Two writers, two readers that look in different order.
#define IRIW(name, s, l) kernel void name(AT(x), AT(y), OUT) { \
    SINGLE; switch (ROLE) { case 0: store(x, 1, s); break; case 1: store(y, 1, s); break; \
    case 2: { int a = load(x, l), b = load(y, l); out[0] = a; out[1] = b; break; } \
    case 3: { int a = load(y, l), b = load(x, l); out[2] = a; out[3] = b; } } }
IRIW(iriw_relaxed, RLX, RLX)
IRIW(iriw, SC, SC)
// Two writers of both words, in different order.
#define TWO(name, s) kernel void name(AT(x), AT(y)) { \
    SINGLE; if (ROLE == 0) { store(x, 1, s); store(y, 2, s); } else { store(y, 1, s); store(x, 2, s); } }
TWO(two_relaxed, RLX)
TWO(two, REL)
// One word.
kernel void corr(AT(x), OUT) { SINGLE; if (ROLE == 0) store(x, 1, RLX); else { int a = load(x, RLX), b = load(x, RLX); out[0] = a; out[1] = b; } }
kernel void coww(AT(x)) { SINGLE; if (ROLE == 0) { store(x, 1, RLX); store(x, 2, RLX); } }
kernel void corw(AT(x), OUT) { SINGLE; if (ROLE == 0) { int a = load(x, RLX); store(x, 1, RLX); out[0] = a; } else store(x, 2, RLX); }
kernel void cowr(AT(x), OUT) { SINGLE; if (ROLE == 0) { store(x, 1, RLX); out[0] = load(x, RLX); } else store(x, 2, RLX); }
kernel void corr4(AT(x), OUT) {
    SINGLE; switch (ROLE) { case 0: store(x, 1, RLX); break; case 1: store(x, 2, RLX); break;
    case 2: { int a = load(x, RLX), b = load(x, RLX); out[0] = a; out[1] = b; break; }
    case 3: { int a = load(x, RLX), b = load(x, RLX); out[2] = a; out[3] = b; } }
}
// What has been seen is passed on.
#define WRC(name, s, l) kernel void name(AT(x), AT(y), OUT) { \
    SINGLE; switch (ROLE) { case 0: store(x, 1, RLX); break; \
    case 1: { int a = load(x, l); store(y, 1, s); out[0] = a; break; } \
    case 2: { int b = load(y, l), c = load(x, RLX); out[1] = b; out[2] = c; } } }
WRC(wrc_relaxed, RLX, RLX)
WRC(wrc, REL, ACQ)
// The same through a chain of flags.
kernel void isa2(global int *x, AT(y), AT(z), OUT) {
    SINGLE; switch (ROLE) { case 0: x[0] = 1; store(y, 1, REL); break;
    case 1: { int a = load(y, ACQ); store(z, a, REL); break; }
    case 2: { int f = load(z, ACQ), d = x[0]; out[0] = f; out[1] = f ? d : 0; } }
}
