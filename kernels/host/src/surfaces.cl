// Buffers through bindless surfaces (ocloc's -cl-intel-use-bindless-mode): bytes, words, shared memory, ends of buffers.
__kernel void surfaces(__global int *out, __global const uchar *bytes, int n, __constant int *table, __local int *shared) {
  int i = get_global_id(0);
  shared[get_local_id(0)] = bytes[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n) out[i] = bytes[i + 1] * table[i & 3] + shared[get_local_id(0) ^ 1];
}
__kernel void vectors(__global uint4 *out, __global const ushort *in) {
  int i = get_global_id(0);
  uint4 v = (uint4)(in[i], in[i + 1] ^ i, in[i * 3 % 64], i);
  out[i] = v * 3 + v.wxyz;
}
