// Rotations of 64 bits, by numbers that the compiler knows and by others.
__attribute__((reqd_work_group_size(16, 3, 1)))
__kernel void turn(__global ulong *out, __global const ulong *in) {
  size_t i = get_global_id(1) * get_global_size(0) + get_global_id(0);
  ulong x = in[i];
  out[3 * i] = rotate(x, (ulong)i * 5);
  out[3 * i + 1] = rotate(x, 37ul) ^ rotate(0xfff0000000000000ul, x);
  out[3 * i + 2] = (ulong)rotate(convert_int2(as_uint2(x)).x, (int)i) << 32 | rotate((ushort)x, (ushort)i);
}
