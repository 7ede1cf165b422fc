// Accesses and fences that say what they are, on three vendors' compilers: relaxed atomics among the device (those of local memory: the group), and fences
// that release or acquire among the device or the group. WAVE is how many work-items a wave has.
#ifdef ISOTOPE_BARE
#include "iso_cl.h"
#define WAVE 32
#define WAVES
#define G(p) ((volatile global atomic_int *)(p))
#define L(p) ((volatile local atomic_int *)(p))
#define LOAD(p) __opencl_atomic_load(G(p), __ATOMIC_RELAXED, 2)
#define STORE(p, v) __opencl_atomic_store(G(p), v, __ATOMIC_RELAXED, 2)
#define ADD(p, v) __opencl_atomic_fetch_add(G(p), v, __ATOMIC_RELAXED, 2)
#define SWAP(p, v) __opencl_atomic_exchange(G(p), v, __ATOMIC_RELAXED, 2)
#define LOAD_L(p) __opencl_atomic_load(L(p), __ATOMIC_RELAXED, 1)
#define STORE_L(p, v) __opencl_atomic_store(L(p), v, __ATOMIC_RELAXED, 1)
#define ADD_L(p, v) __opencl_atomic_fetch_add(L(p), v, __ATOMIC_RELAXED, 1)
ISO_FN int CAS(volatile global int *p, int old, int new) {
  __opencl_atomic_compare_exchange_strong(G(p), &old, new, __ATOMIC_RELAXED, __ATOMIC_RELAXED, 2);
  return old;
}
#ifdef __NVPTX__
#define RELEASE_DEV __nvvm_membar_gl()
#define ACQUIRE_DEV __nvvm_membar_gl()
#define RELEASE_WG __nvvm_membar_cta()
#define ACQUIRE_WG __nvvm_membar_cta()
#else
#define RELEASE_DEV __builtin_amdgcn_fence(__ATOMIC_RELEASE, "agent")
#define ACQUIRE_DEV __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "agent")
#define RELEASE_WG __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup")
#define ACQUIRE_WG __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup")
#endif
#else
#define WAVE 16
#define WAVES __attribute__((intel_reqd_sub_group_size(16)))
#define G(p) ((volatile global atomic_int *)(p))
#define L(p) ((volatile local atomic_int *)(p))
#define LOAD(p) atomic_load_explicit(G(p), memory_order_relaxed, memory_scope_device)
#define STORE(p, v) atomic_store_explicit(G(p), v, memory_order_relaxed, memory_scope_device)
#define ADD(p, v) atomic_fetch_add_explicit(G(p), v, memory_order_relaxed, memory_scope_device)
#define SWAP(p, v) atomic_exchange_explicit(G(p), v, memory_order_relaxed, memory_scope_device)
#define LOAD_L(p) atomic_load_explicit(L(p), memory_order_relaxed, memory_scope_work_group)
#define STORE_L(p, v) atomic_store_explicit(L(p), v, memory_order_relaxed, memory_scope_work_group)
#define ADD_L(p, v) atomic_fetch_add_explicit(L(p), v, memory_order_relaxed, memory_scope_work_group)
#define CAS(p, old, new) atomic_cmpxchg(p, old, new)
#define ALL_MEMORY (CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE)
#define RELEASE_DEV atomic_work_item_fence(ALL_MEMORY, memory_order_release, memory_scope_device)
#define ACQUIRE_DEV atomic_work_item_fence(ALL_MEMORY, memory_order_acquire, memory_scope_device)
#define RELEASE_WG atomic_work_item_fence(ALL_MEMORY, memory_order_release, memory_scope_work_group)
#define ACQUIRE_WG atomic_work_item_fence(ALL_MEMORY, memory_order_acquire, memory_scope_work_group)
#endif
#define NOTHING ((void)0)
#define ID ((int)get_group_id(0))
#define LANE ((int)get_local_id(0) % WAVE)
#define W ((int)get_local_id(0) / WAVE)
#define ALL barrier(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE)
