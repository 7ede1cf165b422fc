// What is special to gfx1100: each wrong kernel beside a right one.
#include "iso_cl.h"

#define FLAG(p) __opencl_atomic_load((global atomic_uint *)(p), __ATOMIC_ACQUIRE, ISO_SC_DEV)
#define SET(p, v) __opencl_atomic_store((global atomic_uint *)(p), v, __ATOMIC_RELEASE, ISO_SC_DEV)

// ---- one lane acquires, and the group hears of it by a barrier (triton-lang/triton#11289) ----
// A barrier for LDS alone, as Triton made it.
#define MEET_LOCAL()                                          \
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup", "local"); \
    __builtin_amdgcn_s_barrier();                             \
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup", "local");

#define LANE(NAME, MEET)                                                             \
    kernel void NAME(global uint *data, global uint *flag, global uint *out) {       \
        uint l = get_local_id(0);                                                    \
        if (get_group_id(0) == 0) {                                                  \
            data[l] = l;                                                             \
            barrier(CLK_GLOBAL_MEM_FENCE);                                           \
            if (l == 0) SET(flag, 1u);                                               \
        } else {                                                                     \
            if (l == 0) while (FLAG(flag) == 0) ;                                    \
            MEET                                                                     \
            out[l] = data[l ^ 32];                                                   \
        }                                                                            \
    }
LANE(lane, MEET_LOCAL())
LANE(lane_right, barrier(CLK_GLOBAL_MEM_FENCE);)
