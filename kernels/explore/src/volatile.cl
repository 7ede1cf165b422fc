// Message passing whose flag is atomic, volatile or neither, on either side: what the machine code still says of it.
#include "races.h"
#define V(p) (*(volatile global int *)(p))
#define VL(p) (*(volatile local int *)(p))

// Group 0 leaves a word and raises a flag; group 1 waits for it.
#define MP(NAME, RAISE, LOOK)                                                      \
  kernel void NAME(global int *data, global int *flag, global int *out) {          \
    if (ID == 0) { data[0] = 42; RELEASE_DEV; RAISE; }                             \
    else { while ((LOOK) == 0) ; ACQUIRE_DEV; out[ID] = data[0]; }                 \
  }
MP(atomic_atomic, STORE(flag, 1), LOAD(flag))
MP(volatile_volatile, V(flag) = 1, V(flag))
MP(volatile_atomic, V(flag) = 1, LOAD(flag))
MP(atomic_volatile, STORE(flag, 1), V(flag))
MP(plain_atomic, flag[0] = 1, LOAD(flag))
MP(streamed_atomic, __builtin_nontemporal_store(1, flag), LOAD(flag))
MP(plain_volatile, flag[0] = 1, V(flag))
MP(swap_atomic, SWAP(flag, 1), LOAD(flag))
MP(swap_volatile, SWAP(flag, 1), V(flag))

// The same among the waves of a group, in local memory.
#define MP_L(NAME, RAISE, LOOK)                                                    \
  WAVES kernel void NAME(global int *out) {                                        \
    local int data[1], flag[1];                                                    \
    if (get_local_id(0) == 0) { data[0] = 0; flag[0] = 0; }                        \
    ALL;                                                                           \
    if (LANE == 0) {                                                               \
      if (W == 0) { data[0] = 42; RELEASE_WG; RAISE; }                             \
      else { while ((LOOK) == 0) ; ACQUIRE_WG; out[0] = data[0]; }                 \
    }                                                                              \
  }
MP_L(local_atomic_atomic, STORE_L(flag, 1), LOAD_L(flag))
MP_L(local_volatile_volatile, VL(flag) = 1, VL(flag))
MP_L(local_add_atomic, ADD_L(flag, 1), LOAD_L(flag))
