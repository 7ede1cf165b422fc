// Atomics of C for tools/clang_atomics.py. Loops that are written by hand say what they are to do.
// smax_by_hand equals llvm:atomicrmw.max.i32 acquire
// inc_by_hand equals llvm:atomicrmw.uinc_wrap.i32 acq_rel
// wrong_inc equals llvm:atomicrmw.uinc_wrap.i32 acq_rel
// wrong_max equals llvm:atomicrmw.max.i32 acquire
// wrong_add equals llvm:atomicrmw.add.i32 release
int sub_i32(int *p, int v) { return __scoped_atomic_fetch_sub(p, v, __ATOMIC_ACQ_REL, __MEMORY_SCOPE_DEVICE); }
unsigned char and_i8(unsigned char *p, unsigned char v) { return __scoped_atomic_fetch_and(p, v, __ATOMIC_SEQ_CST, __MEMORY_SCOPE_SYSTEM); }
unsigned char or_i8(unsigned char *p, unsigned char v) { return __scoped_atomic_fetch_or(p, v, __ATOMIC_RELAXED, __MEMORY_SCOPE_WRKGRP); }
unsigned short xor_i16(unsigned short *p, unsigned short v) { return __scoped_atomic_fetch_xor(p, v, __ATOMIC_ACQUIRE, __MEMORY_SCOPE_DEVICE); }
unsigned short xchg_i16(unsigned short *p, unsigned short v) { return __scoped_atomic_exchange_n(p, v, __ATOMIC_RELEASE, __MEMORY_SCOPE_DEVICE); }
int nand_i32(int *p, int v) { return __scoped_atomic_fetch_nand(p, v, __ATOMIC_SEQ_CST, __MEMORY_SCOPE_WRKGRP); }
float fadd_f32(float *p, float v) { return __atomic_fetch_add(p, v, __ATOMIC_ACQ_REL); }
float fsub_f32(float *p, float v) { return __atomic_fetch_sub(p, v, __ATOMIC_RELAXED); }
double fadd_f64(double *p, double v) { return __scoped_atomic_fetch_add(p, v, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE); }
float fmax_f32(float *p, float v) { return __scoped_atomic_fetch_max(p, v, __ATOMIC_ACQUIRE, __MEMORY_SCOPE_SYSTEM); }
_Float16 fadd_f16(_Float16 *p, _Float16 v) { return __scoped_atomic_fetch_add(p, v, __ATOMIC_RELEASE, __MEMORY_SCOPE_DEVICE); }
_Float16 fmin_f16(_Float16 *p, _Float16 v) { return __scoped_atomic_fetch_min(p, v, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE); }
unsigned char cas_i8(unsigned char *p, unsigned char c, unsigned char v) { __scoped_atomic_compare_exchange_n(p, &c, v, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE); return c; }
int smax_by_hand(int *p, int v) { int old = __atomic_load_n(p, __ATOMIC_ACQUIRE); while (old < v && !__atomic_compare_exchange_n(p, &old, v, 1, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {} return old; }
unsigned inc_by_hand(unsigned *p, unsigned v) { unsigned old = __atomic_load_n(p, __ATOMIC_RELAXED); __atomic_thread_fence(__ATOMIC_RELEASE); while (!__atomic_compare_exchange_n(p, &old, old >= v ? 0 : old + 1, 1, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {} __atomic_thread_fence(__ATOMIC_ACQUIRE); return old; }
// The sum of two int may overflow.
int wrong_inc(int *p, int v) { int old = __atomic_load_n(p, __ATOMIC_RELAXED); __atomic_thread_fence(__ATOMIC_RELEASE); while (!__atomic_compare_exchange_n(p, &old, (unsigned)old >= (unsigned)v ? 0 : old + 1, 1, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {} __atomic_thread_fence(__ATOMIC_ACQUIRE); return old; }
// What a failed swap found is returned without an acquire.
int wrong_max(int *p, int v) { int old = __atomic_load_n(p, __ATOMIC_ACQUIRE); while (old < v && !__atomic_compare_exchange_n(p, &old, v, 1, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED)) {} return old; }
// The fence stands behind the swap.
int wrong_add(int *p, int v) { int old = __atomic_fetch_add(p, v, __ATOMIC_RELAXED); __atomic_thread_fence(__ATOMIC_RELEASE); return old; }

