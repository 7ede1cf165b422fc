// Where program-scope variables lie: the test calls the address of `p` that of the section, as files of other compilers do.
__global uint counters[4] = {10, 20, 30, 40};
__kernel void place(__global ulong *out, __global uint *p) {
  int i = get_global_id(0);
  out[i] = (ulong)p + counters[i & 3] + i;
}
