// A pointer into the middle of a buffer: what lies in front of it is there too.
#include "iso_cl.h"

// Sums of five around each element; `middle` points at the first of them.
__kernel void around(__global uint *out, __global const uint *middle) {
  int i = (int)get_global_id(0);
  uint sum = 0;
  for (int d = -2; d <= 2; d++) sum += middle[i + d];
  out[i] = sum;
}

// Forwards alone: Intel's compiler does not ask then how far into its buffer the pointer points.
__kernel void ahead(__global uint *out, __global const uint *middle, uint n) {
  uint i = (uint)get_global_id(0);
  out[i] = i < n ? middle[i * 3] : 7;
}

// A list through a buffer that no parameter takes: indices into the pool, 0 ends it.
__kernel void walk(__global uint *out, __global const uint *first, __global const uint *pool_end, uint size) {
  uint sum = 0;
  for (uint at = first[get_global_id(0)]; at != 0; at = (pool_end - size)[2 * at + 1]) sum += (pool_end - size)[2 * at];
  out[get_global_id(0)] = sum;
}
