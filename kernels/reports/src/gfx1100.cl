// Questions about instructions and caches of gfx1100.
#include "races.h"
#define I ((int)get_local_id(0))

// One instruction counts the lanes that take a place; each lane's own place is the base and the lanes before it.
kernel void append(global int *taken, global int *count) {
  local int n;
  if (I == 0) n = 0;
  ALL;
  if (I % 3 != 0) {
    int base = __builtin_amdgcn_ds_append(&n);
    int before = __builtin_amdgcn_mbcnt_lo(__builtin_amdgcn_read_exec_lo(), 0);
    atomic_add((volatile global int *)taken + base + before, 1);
  }
  ALL;
  if (I == 0) count[0] = n;
}

// Group 0 publishes. In group 1, work-item 0 acquires for the device and tells the other wave by a barrier that waits for LDS alone.
#define TOLD(NAME, BEHIND)                                                   \
  kernel void NAME(global int *data, global int *flag, global int *out) {    \
    if (ID == 0) {                                                           \
      if (I == 0) { data[0] = 42; RELEASE_DEV; STORE(flag, 1); }             \
    } else {                                                                 \
      if (I == 32) out[1] = data[0];                                         \
      if (I == 0) { while (LOAD(flag) == 0) ; ACQUIRE_DEV; }                 \
      __builtin_amdgcn_s_barrier();                                          \
      BEHIND;                                                                \
      if (I == 32) out[0] = data[0];                                         \
    }                                                                        \
  }
TOLD(told, NOTHING)
TOLD(told_acquires, ACQUIRE_DEV)
