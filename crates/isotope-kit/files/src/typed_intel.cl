// Typed atomics, which no built-in function of OpenCL C is: build.sh puts them where these kernels write a texel and read one word again.
// Item i asks for texel at[i] of the first row, with src0[i] and src1[i], and ret[i] gets what comes back.
#define TYPED __kernel __attribute__((reqd_work_group_size(32, 1, 1))) __attribute__((intel_reqd_sub_group_size(8))) void
TYPED typed1(read_write image2d_t mem, __global const uint *at, __global const uint *src0, __global uint *ret) {
  uint i = get_global_id(0);
  write_imageui(mem, (int2)(at[i], 0), (uint4)(src0[i], 0, 0, 0));
  ret[i] = at[i];
}
TYPED typed2(read_write image2d_t mem, __global const uint *at, __global const uint *src0, __global const uint *src1, __global uint *ret) {
  uint i = get_global_id(0);
  write_imageui(mem, (int2)(at[i], 0), (uint4)(src0[i], src1[i], 0, 0));
  ret[i] = at[i];
}
