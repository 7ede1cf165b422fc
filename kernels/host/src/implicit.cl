// Functions that call themselves, and ask where they are: a driver keeps the answers for them.
static uint items(uint n, uint d) {
  return n ? items(n - 1, d) * 3 + get_local_id(d) * n : get_global_id(d) * 5 + get_local_id(2);
}
static uint shape(uint n, uint d) {
  return n ? shape(n - 1, d) * 7 + get_group_id(d)
           : get_num_groups(d) + 10 * get_local_size(d) + 100 * get_global_size(d) + 10000 * get_global_offset(d) + 1000000 * get_work_dim();
}
__kernel void implicit(__global uint *out, __global const uint *in) {
  uint i = get_global_linear_id();
  uint d = in[i] >> 3 & 1, n = in[i] & 3;
  out[i] = in[i] & 4 ? items(n, d) : shape(n, d);
}
