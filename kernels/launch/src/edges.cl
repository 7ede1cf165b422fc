// Groups at the edges of a launch: what work-items hear of their place, and a barrier that only those pass who are there.
#define WORDS 24

__kernel void places(__global uint *out) {
  ulong n = get_global_linear_id();
  __global uint *o = out + n * WORDS;
  for (uint d = 0; d < 3; d++) {
    o[d] = get_local_id(d);
    o[3 + d] = get_group_id(d);
    o[6 + d] = get_local_size(d);
    o[9 + d] = get_enqueued_local_size(d);
    o[12 + d] = get_num_groups(d);
    o[15 + d] = get_global_size(d);
    o[18 + d] = get_global_id(d);
  }
  o[21] = get_work_dim();
  o[22] = get_global_offset(0);
  o[23] = get_global_offset(1);
}

// Each round, everybody adds what the others of the group left, in two halves of local memory.
__kernel void meet(__global uint *out, uint rounds, __local uint *both) {
  uint size = get_local_size(0) * get_local_size(1), me = get_local_id(1) * get_local_size(0) + get_local_id(0);
  __local uint *from = both, *to = both + size;
  from[me] = get_global_linear_id();
  for (uint r = 0; r < rounds; r++) {
    barrier(CLK_LOCAL_MEM_FENCE);
    uint sum = 0;
    for (uint i = 0; i < size; i++) sum += from[i] * (i ^ me ^ r);
    to[me] = sum;
    __local uint *other = from; from = to; to = other;
  }
  out[get_global_linear_id()] = from[me];
}

// Groups of one size, as the source says.
__kernel __attribute__((reqd_work_group_size(32, 1, 1))) void fixed(__global uint *out) {
  out[get_global_id(0)] = get_local_size(0);
}
