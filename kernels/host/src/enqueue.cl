// Kernels that start kernels, at once and behind a branch. Linked with AMD's device libraries.
kernel void starts(global uint *out) {
  enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(4), ^{ out[get_global_id(0)] = 1; });
}

kernel void may_start(global uint *out) {
  if (out[get_global_id(0)] == 7)
    enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(4), ^{ out[get_global_id(0)] = 1; });
}

// What happens when a kernel that was enqueued ends: argument 14 of those hidden in version 5, which `enqueue_kernel` passes on.
kernel void completes(global uint *out) {
  __constant ulong *hidden = (__constant ulong *)__builtin_amdgcn_implicitarg_ptr();
  if (out[get_global_id(0)] == 7)
    out[get_global_id(0)] = *(global uint *)hidden[14];
}
