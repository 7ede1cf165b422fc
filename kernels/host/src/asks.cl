// A function that is called by its address asks for ids: a driver keeps them for it.
#pragma OPENCL EXTENSION __cl_clang_function_pointers : enable
typedef uint (*ask)(uint);
__attribute__((noinline)) static uint item(uint d) { return get_global_id(d) * 3; }
__attribute__((noinline)) static uint groups(uint d) { return get_num_groups(d); }
__kernel void asks(__global uint *out, __global const int *in) {
  uint i = get_global_id(0);
  ask f = in[i] & 1 ? item : groups;
  out[i] = f(in[i] >> 1 & 1);
}
