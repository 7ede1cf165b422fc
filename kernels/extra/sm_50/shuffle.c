/* Sums by shuffles in which only some lanes of a warp take part, in the shape of NVIDIA's sample `reduction`, compiled with
 *   clang-19 --target=nvptx64-nvidia-cuda -march=sm_50 -Xclang -target-feature -Xclang +ptx64 -O3 -S shuffle.c -o shuffle.ptx
 *   ptxas -arch=sm_50 -O3 shuffle.ptx -o shuffle.cubin
 */
typedef unsigned int u32;
#define G __attribute__((address_space(1)))
#define S __attribute__((address_space(3)))
#define KERNEL __attribute__((nvptx_kernel)) void

static inline u32 sum(u32 lanes, u32 v) {
  for (u32 offset = 16; offset; offset /= 2) v += __nvvm_shfl_sync_down_i32(lanes, v, offset, 31);
  return v;
}

/* The sum of a group of 256: of each warp by all of its lanes, then of the eight sums by lanes 0 to 7 of the first warp,
 * while the others wait behind the `if`. */
KERNEL sum_group(const u32 G *in, u32 G *out) {
  static S u32 sums[8];
  u32 tid = __nvvm_read_ptx_sreg_tid_x(), group = __nvvm_read_ptx_sreg_ctaid_x();
  u32 v = sum(~0u, in[group * 256 + tid]);
  if (tid % 32 == 0) sums[tid / 32] = v;
  __syncthreads();
  u32 lanes = __nvvm_vote_ballot_sync(~0u, tid < 8);
  if (tid < 8) v = sum(lanes, sums[tid]);
  if (tid == 0) out[group] = v;
}

/* In each lane below `n` of a warp the sum of it and those above, where lanes from `n` on have left what they read and ended. */
KERNEL sum_left(const u32 G *in, u32 G *out, u32 n) {
  u32 tid = __nvvm_read_ptx_sreg_tid_x();
  u32 v = in[tid];
  u32 lanes = __nvvm_vote_ballot_sync(~0u, tid < n);
  out[tid] = v;
  if (tid >= n) return;
  out[tid] = sum(lanes, v);
}
