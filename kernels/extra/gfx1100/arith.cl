// Lane arithmetic beside the atomics: divisions, scaling, classes, medians, bytes, pairs. Each work-item reads two words and
// writes sixteen; tests/rdna_arithmetic.rs computes them on the host.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
typedef half half2_t __attribute__((ext_vector_type(2)));
typedef short short2_t __attribute__((ext_vector_type(2)));

__attribute__((reqd_work_group_size(64, 1, 1)))
__kernel void arith(__global const uint *in, __global uint *out) {
  uint i = __builtin_amdgcn_workgroup_id_x() * 64 + __builtin_amdgcn_workitem_id_x();
  uint ua = in[2 * i], ub = in[2 * i + 1];
  float a = __builtin_astype(ua, float), b = __builtin_astype(ub, float);
  __global uint *o = out + 16 * i;
  o[0] = __builtin_astype(a / b, uint);
  ulong q = __builtin_astype((double)a / (double)b, ulong);
  o[1] = (uint)q;
  o[2] = (uint)(q >> 32);
  o[3] = __builtin_astype(__builtin_amdgcn_ldexpf(a, (int)(ub & 255) - 128), uint);
  o[4] = __builtin_astype(__builtin_amdgcn_frexp_mantf(a), uint);
  o[5] = __builtin_amdgcn_frexp_expf(a);
  o[6] = __builtin_amdgcn_classf(a, 0x155) ? 1 : 0;
  o[7] = __builtin_astype(__builtin_amdgcn_fmed3f(a, b, 1.0f), uint);
  o[8] = __builtin_amdgcn_perm(ua, ub, 0x0c020500 | (ub & 3));
  o[9] = __builtin_amdgcn_sad_u8(ua, ub, 7);
  o[10] = __builtin_astype(__builtin_astype(ua, half2_t) * __builtin_astype(ub, half2_t), uint);
  short2_t p = __builtin_astype(ua, short2_t), r = __builtin_astype(ub, short2_t);
  o[11] = __builtin_astype((short2_t)(p + r), uint);
  o[12] = __builtin_astype((short2_t)(p * r), uint);
  o[13] = __builtin_amdgcn_udot4(ua, ub, 3, false);
  o[14] = __builtin_astype(__builtin_amdgcn_cvt_pkrtz(a, b), uint);
  o[15] = __builtin_amdgcn_classf(b, 3) ? ~0u : ua / (ub | 1);
}
