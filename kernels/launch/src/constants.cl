// Pointers into constant memory: buffers of the host's, a table of the file's, and one that may be either.
#include "iso_cl.h"

__constant uint table[6] = {3, 1, 4, 1, 5, 9};
typedef struct { uchar small; short middle; ulong large; } Record;

// Weighted sums; where `pick` is odd, weights of the file instead of the host's.
__kernel void weigh(__global const uint *in, __constant uint *weights, __constant uchar *pick, __global uint *out) {
  uint i = get_global_id(0);
  __constant uint *w = pick[i] & 1 ? table + 1 : weights + i;
  uint sum = 0;
  for (uint k = 0; k < 5; k++) sum += w[k] * in[i + k];
  out[i] = sum;
}

// Members of every size; nothing where there are no records.
__kernel void members(__constant Record *records, __global long *out) {
  uint i = get_global_id(0);
  out[i] = records ? (long)records[i].large + records[i].middle * 1000 + records[i].small : -1;
}
