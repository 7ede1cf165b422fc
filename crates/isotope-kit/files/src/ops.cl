/* A kernel for each atomic: item i runs it on mem[i] with src0[i] and src1[i], and ret[i] gets what comes back. */
#include "amd.h"
#define ARGS1(T) __global T *mem, __global const T *src0, __global T *ret
#define ARGS2(T) __global T *mem, __global const T *src0, __global const T *src1, __global T *ret
#define WAIT "\n\ts_waitcnt vmcnt(0) lgkmcnt(0)"
/* In LDS: each lane brings its element there and back. */
#define DS(op, T, ARGS, text, ...)                                           \
  KERNEL op(ARGS(T)) {                                                       \
    __local T slot[32];                                                      \
    u32 i = ITEM;                                                            \
    volatile __local T *p = &slot[LANE];                                     \
    *p = mem[i];                                                             \
    T back;                                                                  \
    __asm__ volatile(#op text WAIT : "=&v"(back) : "v"(p), __VA_ARGS__ : "memory"); \
    mem[i] = *p;                                                             \
    ret[i] = back;                                                           \
  }
#define DS1(op, T) DS(op, T, ARGS1, " %0, %1, %2", "v"(src0[i]))
#define DS2(op, T) DS(op, T, ARGS2, " %0, %1, %2, %3", "v"(src0[i]), "v"(src1[i]))
/* In memory by address. */
#define MEM(op, T, ARGS, text, data)                                                                    \
  KERNEL op(ARGS(T)) {                                                                                  \
    u32 i = ITEM;                                                                                       \
    T back;                                                                                             \
    __asm__ volatile(#op " %0, %1, %2" text WAIT : "=&v"(back) : "v"(&mem[i]), "v"(data) : "memory");    \
    ret[i] = back;                                                                                      \
  }
#define GLOBAL1(op, T) MEM(op, T, ARGS1, ", off glc", src0[i])
#define GLOBAL2(op, T) MEM(op, T, ARGS2, ", off glc", ((T##x2)(src0[i], src1[i])))
#define FLAT1(op, T) MEM(op, T, ARGS1, " glc", src0[i])
/* By a buffer descriptor, of 32-bit elements. */
#define BUFFER(op, ARGS, D, data, back)                                                                          \
  KERNEL op(ARGS(u32)) {                                                                                         \
    u32 i = ITEM;                                                                                                \
    D both = data;                                                                                               \
    __asm__ volatile(#op " %0, %1, %2, 0 offen glc" WAIT : "+v"(both) : "v"(4 * i), "s"(RAW(mem, 0x7fffffff)) : "memory"); \
    ret[i] = back;                                                                                               \
  }
#define BUFFER1(op) BUFFER(op, ARGS1, u32, src0[i], both)
#define BUFFER2(op) BUFFER(op, ARGS2, u32x2, ((u32x2)(src0[i], src1[i])), both.x)
/* Nothing comes back. */
KERNEL ds_add_f32(__global u32 *mem, __global const u32 *src0) {
  __local u32 slot[32];
  u32 i = ITEM;
  volatile __local u32 *p = &slot[LANE];
  *p = mem[i];
  __asm__ volatile("ds_add_f32 %0, %1" WAIT : : "v"(p), "v"(src0[i]) : "memory");
  mem[i] = *p;
}
DS1(ds_add_rtn_f32, u32)
DS1(ds_min_rtn_f32, u32)
DS1(ds_max_rtn_f32, u32)
DS2(ds_cmpstore_rtn_f32, u32)
DS1(ds_min_rtn_f64, u64)
DS1(ds_max_rtn_f64, u64)
DS2(ds_cmpstore_rtn_f64, u64)
GLOBAL1(global_atomic_add_f32, u32)
GLOBAL1(global_atomic_min_f32, u32)
GLOBAL1(global_atomic_max_f32, u32)
GLOBAL2(global_atomic_cmpswap_f32, u32)
FLAT1(flat_atomic_add_f32, u32)
BUFFER1(buffer_atomic_add_f32)
BUFFER1(buffer_atomic_min_f32)
BUFFER1(buffer_atomic_max_f32)
#ifndef FLUSH
DS1(ds_inc_rtn_u32, u32)
DS1(ds_dec_rtn_u32, u32)
DS1(ds_inc_rtn_u64, u64)
DS1(ds_dec_rtn_u64, u64)
DS1(ds_rsub_rtn_u32, u32)
DS2(ds_wrap_rtn_b32, u32)
GLOBAL1(global_atomic_inc_u32, u32)
GLOBAL1(global_atomic_dec_u32, u32)
GLOBAL1(global_atomic_inc_u64, u64)
GLOBAL1(global_atomic_dec_u64, u64)
GLOBAL1(global_atomic_csub_u32, u32)
BUFFER1(buffer_atomic_inc_u32)
BUFFER1(buffer_atomic_dec_u32)
DS2(ds_cmpstore_rtn_b32, u32)
DS2(ds_cmpstore_rtn_b64, u64)
DS2(ds_mskor_rtn_b32, u32)
GLOBAL2(global_atomic_cmpswap_b32, u32)
GLOBAL2(global_atomic_cmpswap_b64, u64)
BUFFER2(buffer_atomic_cmpswap_b32)
#endif
