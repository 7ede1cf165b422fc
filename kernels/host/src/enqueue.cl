// Kernels that start kernels, at once and behind a branch. Linked with AMD's device libraries.
kernel void starts(global uint *out) {
  enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(4), ^{ out[get_global_id(0)] = 1; });
}

kernel void may_start(global uint *out) {
  if (out[get_global_id(0)] == 7)
    enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(4), ^{ out[get_global_id(0)] = 1; });
}
