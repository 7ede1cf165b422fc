// Float sums of Intel's compiler: item i runs one on mem[i] with src0[i], and ret[i] gets what comes back.
float __builtin_IB_atomic_add_global_f32(volatile __global float *, float);
float __builtin_IB_atomic_sub_global_f32(volatile __global float *, float);
#define SUM(name, call)                                                                                           \
  __kernel __attribute__((reqd_work_group_size(32, 1, 1))) void name(__global float *mem, __global const float *src0, \
                                                                     __global float *ret) {                       \
    uint i = get_global_id(0);                                                                                    \
    ret[i] = call(&mem[i], src0[i]);                                                                              \
  }
SUM(global_fadd, __builtin_IB_atomic_add_global_f32)
SUM(global_fsub, __builtin_IB_atomic_sub_global_f32)
