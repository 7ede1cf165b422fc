// What libclc lacks of OpenCL C on NVIDIA's devices: atomics of C11, atomics on 64 bits, work-group barriers with scopes, linear ids.
// The compiler selects relaxed atomics alone for sm_50; orders are fences around them, as PTX describes them for such devices.
// Compiled once to bitcode (device.py) and linked to programs; mangled names are those of the compiler's header.
#define F __attribute__((overloadable, always_inline))
typedef unsigned int uint;
typedef unsigned long ulong;
typedef __SIZE_TYPE__ size_t;
typedef uint cl_mem_fence_flags;
typedef enum memory_scope { memory_scope_work_item = 0, memory_scope_work_group, memory_scope_device, memory_scope_all_svm_devices, memory_scope_sub_group } memory_scope;
typedef enum memory_order { memory_order_relaxed = 0, memory_order_acquire = 2, memory_order_release = 3, memory_order_acq_rel = 4, memory_order_seq_cst = 5 } memory_order;
#define RELAXED __ATOMIC_RELAXED, __OPENCL_MEMORY_SCOPE_DEVICE

static F void fence(memory_scope s) {
  if (s == memory_scope_work_item) return;
  if (s == memory_scope_work_group || s == memory_scope_sub_group) __nvvm_membar_cta();
  else if (s == memory_scope_device) __nvvm_membar_gl();
  else __nvvm_membar_sys();
}
static F void before(memory_order o, memory_scope s) { if (o != memory_order_relaxed && o != memory_order_acquire) fence(s); }
static F void after(memory_order o, memory_scope s) { if (o != memory_order_relaxed && o != memory_order_release) fence(s); }

F void atomic_work_item_fence(cl_mem_fence_flags flags, memory_order o, memory_scope s) { if (o != memory_order_relaxed) fence(s); }
F void work_group_barrier(cl_mem_fence_flags flags, memory_scope s) { fence(s); __syncthreads(); }
F void work_group_barrier(cl_mem_fence_flags flags) { __syncthreads(); }

// T f_explicit(p, v, order, scope), and the shorter forms.
#define SHORTER(A, OBJECT, T, NAME, V) \
  F T NAME##_explicit(volatile A OBJECT *p, V v, memory_order o) { return NAME##_explicit(p, v, o, memory_scope_device); } \
  F T NAME(volatile A OBJECT *p, V v) { return NAME##_explicit(p, v, memory_order_seq_cst, memory_scope_device); }
#define CHANGE(A, OBJECT, T, NAME, V) \
  F T NAME##_explicit(volatile A OBJECT *p, V v, memory_order o, memory_scope s) { before(o, s); T old = __opencl_##NAME(p, v, RELAXED); after(o, s); return old; } \
  SHORTER(A, OBJECT, T, NAME, V)
#define MOVES(A, OBJECT, T) \
  F void atomic_init(volatile A OBJECT *p, T v) { __opencl_atomic_store(p, v, RELAXED); } \
  F void atomic_store_explicit(volatile A OBJECT *p, T v, memory_order o, memory_scope s) { before(o, s); __opencl_atomic_store(p, v, RELAXED); if (o == memory_order_seq_cst) fence(s); } \
  F void atomic_store_explicit(volatile A OBJECT *p, T v, memory_order o) { atomic_store_explicit(p, v, o, memory_scope_device); } \
  F void atomic_store(volatile A OBJECT *p, T v) { atomic_store_explicit(p, v, memory_order_seq_cst, memory_scope_device); } \
  F T atomic_load_explicit(volatile A OBJECT *p, memory_order o, memory_scope s) { if (o == memory_order_seq_cst) fence(s); T v = __opencl_atomic_load(p, RELAXED); after(o, s); return v; } \
  F T atomic_load_explicit(volatile A OBJECT *p, memory_order o) { return atomic_load_explicit(p, o, memory_scope_device); } \
  F T atomic_load(volatile A OBJECT *p) { return atomic_load_explicit(p, memory_order_seq_cst, memory_scope_device); } \
  CHANGE(A, OBJECT, T, atomic_exchange, T)
#define COMPARE(A, B, OBJECT, T, NAME) \
  F _Bool NAME##_explicit(volatile A OBJECT *p, B T *e, T v, memory_order o, memory_order f, memory_scope s) { \
    T was = *e; \
    before(o, s); \
    _Bool done = __opencl_atomic_compare_exchange_strong(p, &was, v, __ATOMIC_RELAXED, __ATOMIC_RELAXED, __OPENCL_MEMORY_SCOPE_DEVICE); \
    after(done ? o : f, s); \
    if (!done) *e = was; \
    return done; \
  } \
  F _Bool NAME##_explicit(volatile A OBJECT *p, B T *e, T v, memory_order o, memory_order f) { return NAME##_explicit(p, e, v, o, f, memory_scope_device); } \
  F _Bool NAME(volatile A OBJECT *p, B T *e, T v) { return NAME##_explicit(p, e, v, memory_order_seq_cst, memory_order_seq_cst, memory_scope_device); }
#define COMPARES(A, B, OBJECT, T) COMPARE(A, B, OBJECT, T, atomic_compare_exchange_strong) COMPARE(A, B, OBJECT, T, atomic_compare_exchange_weak)
#define SUMS(A, OBJECT, T, V) CHANGE(A, OBJECT, T, atomic_fetch_add, V) CHANGE(A, OBJECT, T, atomic_fetch_sub, V)
#define WHOLE(A, OBJECT, T) \
  MOVES(A, OBJECT, T) SUMS(A, OBJECT, T, T) CHANGE(A, OBJECT, T, atomic_fetch_or, T) CHANGE(A, OBJECT, T, atomic_fetch_xor, T) CHANGE(A, OBJECT, T, atomic_fetch_and, T) \
  CHANGE(A, OBJECT, T, atomic_fetch_min, T) CHANGE(A, OBJECT, T, atomic_fetch_max, T)
#define FLAG(A) \
  F _Bool atomic_flag_test_and_set_explicit(volatile A atomic_int *p, memory_order o, memory_scope s) { return atomic_exchange_explicit(p, 1, o, s) != 0; } \
  F _Bool atomic_flag_test_and_set_explicit(volatile A atomic_int *p, memory_order o) { return atomic_flag_test_and_set_explicit(p, o, memory_scope_device); } \
  F _Bool atomic_flag_test_and_set(volatile A atomic_int *p) { return atomic_flag_test_and_set_explicit(p, memory_order_seq_cst, memory_scope_device); } \
  F void atomic_flag_clear_explicit(volatile A atomic_int *p, memory_order o, memory_scope s) { atomic_store_explicit(p, 0, o, s); } \
  F void atomic_flag_clear_explicit(volatile A atomic_int *p, memory_order o) { atomic_store_explicit(p, 0, o); } \
  F void atomic_flag_clear(volatile A atomic_int *p) { atomic_store(p, 0); }
#define SPACE(A) \
  WHOLE(A, atomic_int, int) WHOLE(A, atomic_uint, uint) WHOLE(A, atomic_long, long) WHOLE(A, atomic_ulong, ulong) \
  SUMS(A, atomic_ulong, ulong, long) MOVES(A, atomic_float, float) MOVES(A, atomic_double, double) FLAG(A)
#define PAIRS(A, B) COMPARES(A, B, atomic_int, int) COMPARES(A, B, atomic_uint, uint) COMPARES(A, B, atomic_long, long) COMPARES(A, B, atomic_ulong, ulong)
SPACE(__generic) SPACE(__global) SPACE(__local)
PAIRS(__generic, __generic)
PAIRS(__global, __global) PAIRS(__global, __local) PAIRS(__global, __private)
PAIRS(__local, __global) PAIRS(__local, __local) PAIRS(__local, __private)

// cl_khr_int64_base_atomics and cl_khr_int64_extended_atomics.
#define ATOM(A, OBJECT, T, NAME, TO) F T atom_##NAME(volatile A T *p, T v) { return __opencl_atomic_##TO((volatile A OBJECT *)p, v, RELAXED); }
#define ATOMS(A, OBJECT, T) \
  ATOM(A, OBJECT, T, add, fetch_add) ATOM(A, OBJECT, T, sub, fetch_sub) ATOM(A, OBJECT, T, xchg, exchange) ATOM(A, OBJECT, T, min, fetch_min) \
  ATOM(A, OBJECT, T, max, fetch_max) ATOM(A, OBJECT, T, and, fetch_and) ATOM(A, OBJECT, T, or, fetch_or) ATOM(A, OBJECT, T, xor, fetch_xor) \
  F T atom_inc(volatile A T *p) { return atom_add(p, (T)1); } F T atom_dec(volatile A T *p) { return atom_sub(p, (T)1); } \
  F T atom_cmpxchg(volatile A T *p, T e, T v) { \
    __opencl_atomic_compare_exchange_strong((volatile A OBJECT *)p, &e, v, __ATOMIC_RELAXED, __ATOMIC_RELAXED, __OPENCL_MEMORY_SCOPE_DEVICE); return e; }
ATOMS(__global, atomic_long, long) ATOMS(__local, atomic_long, long) ATOMS(__global, atomic_ulong, ulong) ATOMS(__local, atomic_ulong, ulong)

static size_t local_size(uint d) { return d == 0 ? __nvvm_read_ptx_sreg_ntid_x() : d == 1 ? __nvvm_read_ptx_sreg_ntid_y() : __nvvm_read_ptx_sreg_ntid_z(); }
F size_t get_enqueued_local_size(uint d) { return d < 3 ? local_size(d) : 1; }
F size_t get_local_linear_id(void) {
  return ((size_t)__nvvm_read_ptx_sreg_tid_z() * __nvvm_read_ptx_sreg_ntid_y() + __nvvm_read_ptx_sreg_tid_y()) * __nvvm_read_ptx_sreg_ntid_x() + __nvvm_read_ptx_sreg_tid_x();
}
F size_t get_global_linear_id(void) {
  size_t x = (size_t)__nvvm_read_ptx_sreg_ctaid_x() * __nvvm_read_ptx_sreg_ntid_x() + __nvvm_read_ptx_sreg_tid_x();
  size_t y = (size_t)__nvvm_read_ptx_sreg_ctaid_y() * __nvvm_read_ptx_sreg_ntid_y() + __nvvm_read_ptx_sreg_tid_y();
  size_t z = (size_t)__nvvm_read_ptx_sreg_ctaid_z() * __nvvm_read_ptx_sreg_ntid_z() + __nvvm_read_ptx_sreg_tid_z();
  size_t w = (size_t)__nvvm_read_ptx_sreg_nctaid_x() * __nvvm_read_ptx_sreg_ntid_x(), h = (size_t)__nvvm_read_ptx_sreg_nctaid_y() * __nvvm_read_ptx_sreg_ntid_y();
  return (z * h + y) * w + x;
}
