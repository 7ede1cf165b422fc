// A kernel for each atomic: item i runs it on mem[i] with src0[i] and src1[i], and ret[i] gets what comes back.
// OpenCL C 3.0; the float ones are built-in functions of Intel's compiler, which needs FLOATS.
#define ARGS1(T) __global T *mem, __global const T *src0, __global T *ret
#define ARGS2(T) __global T *mem, __global const T *src0, __global const T *src1, __global T *ret
#define G(name, args, T, call) \
  __kernel __attribute__((reqd_work_group_size(32, 1, 1))) void name(args) { uint i = get_global_id(0); volatile __global T *p = &mem[i]; ret[i] = call; }
#define L(name, args, T, call)                                                          \
  __kernel __attribute__((reqd_work_group_size(32, 1, 1))) void name(args) {            \
    __local T slot[32];                                                                 \
    uint i = get_global_id(0);                                                          \
    volatile __local T *p = &slot[get_local_id(0)];                                     \
    *p = mem[i];                                                                        \
    barrier(CLK_LOCAL_MEM_FENCE);                                                       \
    ret[i] = call;                                                                      \
    barrier(CLK_LOCAL_MEM_FENCE);                                                       \
    mem[i] = *p;                                                                        \
  }
#define NONE __global uint *mem, __global uint *ret
G(global_inc, NONE, uint, atomic_inc(p))
G(global_dec, NONE, uint, atomic_dec(p))
G(global_sub, ARGS1(uint), uint, atomic_sub(p, src0[i]))
G(global_min, ARGS1(int), int, atomic_min(p, src0[i]))
G(global_umin, ARGS1(uint), uint, atomic_min(p, src0[i]))
G(global_max, ARGS1(int), int, atomic_max(p, src0[i]))
G(global_umax, ARGS1(uint), uint, atomic_max(p, src0[i]))
G(global_cmpxchg, ARGS2(uint), uint, atomic_cmpxchg(p, src1[i], src0[i]))
L(local_inc, NONE, uint, atomic_inc(p))
L(local_dec, NONE, uint, atomic_dec(p))
L(local_cmpxchg, ARGS2(uint), uint, atomic_cmpxchg(p, src1[i], src0[i]))
#ifdef FLOATS
float __builtin_IB_atomic_min_global_f32(volatile __global float *, float);
float __builtin_IB_atomic_max_global_f32(volatile __global float *, float);
float __builtin_IB_atomic_cmpxchg_global_f32(volatile __global float *, float, float);
float __builtin_IB_atomic_min_local_f32(volatile __local float *, float);
float __builtin_IB_atomic_max_local_f32(volatile __local float *, float);
float __builtin_IB_atomic_cmpxchg_local_f32(volatile __local float *, float, float);
G(global_fmin, ARGS1(float), float, __builtin_IB_atomic_min_global_f32(p, src0[i]))
G(global_fmax, ARGS1(float), float, __builtin_IB_atomic_max_global_f32(p, src0[i]))
G(global_fcmpwr, ARGS2(float), float, __builtin_IB_atomic_cmpxchg_global_f32(p, src0[i], src1[i]))
L(local_fmin, ARGS1(float), float, __builtin_IB_atomic_min_local_f32(p, src0[i]))
L(local_fmax, ARGS1(float), float, __builtin_IB_atomic_max_local_f32(p, src0[i]))
L(local_fcmpwr, ARGS2(float), float, __builtin_IB_atomic_cmpxchg_local_f32(p, src0[i], src1[i]))
#endif
