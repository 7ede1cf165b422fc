// Images without samplers: reads, writes and what a kernel asks of them. For gfx1100 linked with AMD's device libraries.
kernel void convert2d(read_only image2d_t from, write_only image2d_t to, global int *facts) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  uint4 texel = read_imageui(from, at);
  write_imagei(to, (int2)(at.x, get_image_height(to) - 1 - at.y), convert_int4(texel.wzyx) - (int4)(at.x, at.y, 0, 1));
  if (at.x == 0 && at.y == 0) {
    facts[0] = get_image_width(from);
    facts[1] = get_image_height(from);
    facts[2] = get_image_channel_order(from);
    facts[3] = get_image_channel_data_type(from);
    facts[4] = get_image_channel_order(to);
    facts[5] = get_image_channel_data_type(to);
  }
}

kernel void scale3d(read_write image3d_t image, float factor) {
  int4 at = (int4)(get_global_id(0), get_global_id(1), get_global_id(2), 0);
  if (at.x < get_image_width(image) && at.y < get_image_height(image) && at.z < get_image_depth(image))
    write_imagef(image, at, read_imagef(image, at) * factor);
}

kernel void layers(read_only image2d_array_t planes, read_only image1d_array_t rows, read_only image1d_buffer_t list,
                   read_only image1d_t line, global uint4 *out) {
  uint i = get_global_id(0);
  uint4 sum = read_imageui(list, (int)i);
  for (int layer = 0; layer < (int)get_image_array_size(planes); layer++)
    sum += read_imageui(planes, (int4)(i, i & 3, layer, 0)) * (uint)(layer + 1);
  for (int layer = 0; layer < (int)get_image_array_size(rows); layer++)
    sum += read_imageui(rows, (int2)(i, layer)) * (uint)(10 * layer + 7);
  out[i] = sum + read_imageui(line, (int)i) + (uint)get_image_width(list);
}

// Filters are not modelled: refused when it is loaded.
kernel void filtered(read_only image2d_t from, sampler_t how, global float4 *out) {
  out[get_global_id(0)] = read_imagef(from, how, (float2)(get_global_id(0), 0.5f));
}
