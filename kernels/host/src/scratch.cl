// An array of a work-item that IGC keeps in memory.
__kernel void sorted(__global uint *out, __global const uint *in, uint count) {
  uint i = get_global_id(0), n = get_global_size(0);
  uint a[300];
  for (uint k = 0; k < count; k++) {
    uint x = in[(i * 7 + k * 13) % n] % 1000, at = k;
    for (; at && a[at - 1] > x; at--) a[at] = a[at - 1];
    a[at] = x;
  }
  uint sum = 0;
  for (uint k = 0; k < count; k++) sum = sum * 31 + a[(k * 3 + i) % count];
  out[i] = sum;
}
