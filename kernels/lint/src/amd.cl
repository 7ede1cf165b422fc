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

// ---- a compare-and-swap that compares floats: a NaN in memory is never replaced ----
ISO_FN uint compare_floats(global float *word, float expected, float new) {
    union { float of[2]; ulong both; } pair = {{ new, expected }};
    uint old;
    __asm__ volatile("global_atomic_cmpswap_f32 %0, %1, %2, off glc\n\ts_waitcnt vmcnt(0)" : "=v"(old) : "v"(word), "v"(pair.both) : "memory");
    return old;
}

kernel void product_native(global float *word, float x) {
    uint seen = as_uint(*(global volatile float *)word), old;
    do {
        old = seen;
        seen = compare_floats(word, as_float(old), as_float(old) * x);
    } while (seen != old);
}

// Once: what does not fit is left as it is.
kernel void product_native_once_right(global float *word, float x, global uint *out) {
    out[0] = compare_floats(word, 1.0f, x);
}
