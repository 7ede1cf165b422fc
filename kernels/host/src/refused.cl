// What the processor or its host has and nobody serves here: each kernel is refused by the name of what it asks for. Linked with AMD's
// device libraries.
constant sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;

kernel void sampled(read_only image2d_t from, global float4 *out) {
  out[get_global_id(0)] = read_imagef(from, nearest, (int2)(get_global_id(0), 0));
}

typedef uint v4 __attribute__((ext_vector_type(4)));
typedef float f3 __attribute__((ext_vector_type(3)));

kernel void rays(global uint4 *out, uint node) {
  float4 o = (float4)(0.5f), d = (float4)(0.25f);
  out[get_global_id(0)] = __builtin_amdgcn_image_bvh_intersect_ray(node, 1.0f, o, d, d, (uint4)(0));
}

kernel void typed(global uint *out) {
  uint value;
  __asm__ volatile("tbuffer_load_format_x %0, off, s[8:11], 0 format:20\n s_waitcnt vmcnt(0)" : "=v"(value) : : "s8", "s9", "s10", "s11");
  out[get_global_id(0)] = value;
}

kernel void exported(global uint *out) {
  __asm__ volatile("exp mrt0 %0, %0, %0, %0" : : "v"((uint)get_global_id(0)));
  out[get_global_id(0)] = 1;
}

// Several devices that meet: the argument is null where there is one.
int __ockl_multi_grid_is_valid(void);
uint __ockl_multi_grid_num_grids(void);
void __ockl_multi_grid_sync(void);

kernel void grids(global uint *out) {
  out[get_global_id(0)] = __ockl_multi_grid_is_valid();
}

kernel void meets(global uint *out) {
  __ockl_multi_grid_sync();
  out[get_global_id(0)] = __ockl_multi_grid_num_grids();
}

#if OLD
// The queue that a dispatch came from; in version 5 LLVM 19 passes another pointer for it.
kernel void queue(global uint *out) {
  out[get_global_id(0)] = *(__constant uint *)__builtin_amdgcn_queue_ptr();
}
#endif
