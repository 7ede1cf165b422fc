// What ordinary programs contain: a pointer to nothing, and 64-bit atomics on local memory, which Intel's compiler does under a lock.
#include "iso_cl.h"

// Twice of what `maybe` holds, or of the index where there is no such buffer.
__kernel void optional(__global uint *out, __global const uint *maybe) {
  uint i = get_global_id(0);
  out[i] = 2 * (maybe ? maybe[i] : i);
}

// The sum and the largest of a group's numbers.
__kernel void totals(__global const ulong *in, __global ulong *out, __local ulong *both) {
  uint i = get_local_id(0);
  if (i < 2) both[i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atom_add((volatile __local ulong *)both, in[get_global_id(0)]);
  atom_max((volatile __local ulong *)both + 1, in[get_global_id(0)]);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < 2) out[2 * get_group_id(0) + i] = both[i];
}
