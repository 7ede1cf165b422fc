// Doubles: what is correctly rounded, and conversions. For devices that have them.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF
kernel void arithmetic(global const double *a, global const double *b, global double *out) {
  int i = get_global_id(0);
  double x = a[i], y = b[i];
  global double *to = out + 16 * i;
  to[0] = x / y;
  to[1] = 1.0 / y;
  to[2] = sqrt(x);
  to[3] = fma(x, y, x);
  to[4] = x + y;
  to[5] = x * y;
  to[6] = floor(x);
  to[7] = ceil(x);
  to[8] = rint(x);
  to[9] = trunc(x);
  to[10] = x < y ? x : y;
  to[11] = isgreaterequal(x, y) ? 1.0 : 0.0;
  to[12] = clamp(x / y, 0.0, 1.0);
  to[13] = -fabs(y);
  to[14] = copysign(x, y);
  to[15] = x - y;
}
kernel void conversions(global const double *a, global const long *n, global long *out, global float *floats) {
  int i = get_global_id(0);
  double x = a[i];
  out[8 * i] = convert_long_sat(x);
  out[8 * i + 1] = convert_ulong_sat(x);
  out[8 * i + 2] = convert_int_sat(x);
  out[8 * i + 3] = convert_uint_sat(x);
  out[8 * i + 4] = as_long((double)n[i]);
  out[8 * i + 5] = as_long((double)(ulong)n[i]);
  out[8 * i + 6] = as_long((double)(int)n[i]);
  out[8 * i + 7] = as_long((double)as_float((int)n[i]));
  floats[4 * i] = x;
  floats[4 * i + 1] = convert_float_rtz(x);
  floats[4 * i + 2] = convert_float_rtp(x);
  floats[4 * i + 3] = convert_float_rtn(x);
}
