// Images with channels of 16-bit floats, and 64-bit numbers as such floats.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#ifdef IMAGES
__kernel void reads(read_only image2d_t from, __global float4 *out) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  out[at.y * get_global_size(0) + at.x] = read_imagef(from, at) * 2.0f;
}
__kernel void writes(write_only image2d_t to, __global const float4 *in) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  write_imagef(to, at, in[at.y * get_global_size(0) + at.x]);
}
#else
__kernel void numbers(__global half *out, __global const long *in) {
  int i = get_global_id(0);
  out[2 * i] = convert_half(in[i]);
  out[2 * i + 1] = convert_half((ulong)in[i]);
}
#endif
