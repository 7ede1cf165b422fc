// What is refused when it is loaded, by its name.

constant sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;

kernel void image_sampled(read_only image2d_t image, global float4 *out) {
    const int i = get_global_id(0);
    out[i] = read_imagef(image, nearest, (float2)(i & 3, i >> 2));
}

kernel void image_given(read_only image2d_t image, global float4 *out, sampler_t how) {
    const int i = get_global_id(0);
    out[i] = read_imagef(image, how, (float2)(i & 3, i >> 2));
}

int elsewhere(int x);

kernel void calls(global int *out) { out[get_global_id(0)] = elsewhere(7); }
