/* Two images of one memory, of words and of normalised bytes. Without optimisation IGC 2 finds out at run time, for dg2, which image a read is of. */
kernel void texels(global uint *out, read_only image2d_t words, read_only image2d_t bytes) {
    uint i = get_global_id(0);
    if (i < 75) {
        int2 at = (int2)(i & 7, i >> 3);
        float4 parts = read_imagef(bytes, at);
        out[i] = read_imageui(words, at).x ^ (uint)(parts.x * 255.0f + 0.5f) ^ (uint)(parts.w * 255.0f + 0.5f) << 8;
    }
}
