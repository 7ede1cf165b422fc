// Where constant data lies: the test calls the address of `p` that of the section, as files of other compilers do.
__constant int table[4] = {3, 1, 4, 1};
__kernel void base(__global ulong *out, __global int *p) {
  int i = get_global_id(0);
  out[i] = (ulong)p + table[i & 3] + i;
}
