// Vectors at multiples of 4 and of 2, loaded for all work-items at once: IGC reads blocks.
__kernel void vectors(__global int *out, __global const int *in, __global const short *words, int at) {
    int i = get_global_id(0);
    int4 a = vload4(0, in + 1);
    int8 b = vload8(0, in + at);
    int16 c = vload16(0, in + 3 * at);
    short8 d = vload8(0, words + 2 * at);
    int4 s = a * 3 + b.lo * 5 + b.hi * 7 + c.lo.lo * 11 + c.lo.hi * 13 + c.hi.lo * 17 + c.hi.hi * 19 + convert_int4(d.lo) * 23 +
             convert_int4(d.hi) * 29;
    vstore4(s + (int4)(i, 2 * i, 3 * i, 4 * i), i, out);
}
typedef struct {
    int head;
    int body[5];
    float tail;
} part;
__kernel void parts(__global float *out, __global const part *in) {
    part p = in[get_group_id(0)];
    out[get_global_id(0)] = p.tail + (p.head ^ p.body[0] ^ p.body[1] ^ p.body[2] ^ p.body[3] ^ p.body[4]) + (int)get_local_id(0);
}
