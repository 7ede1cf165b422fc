// Intel: program-scope variables, functions that are not inlined, 64-bit division, private arrays that are indexed, halves in memory,
// groups that are smaller at the edges and a global offset.
// The judge has no smaller groups at the edges: it runs each work-item by itself, and is told what the sizes are.
#ifdef JUDGE
#define get_enqueued_local_size(d) 8
#define get_local_size(d) min(8, 29 - (int)(get_global_id(0) - 100) / 8 * 8)
#endif
#pragma OPENCL FP_CONTRACT OFF

__constant char4 steps[5] = {(char4)(1, 0, -1, 2), (char4)(0, 1, 3, -2), (char4)(-1, -3, 2, 1), (char4)(2, 2, -2, -2), (char4)(5, -5, 1, 0)};
__constant float weights[2][3] = {{0.5f, -1.25f, 2.0f}, {3.0f, 0.125f, -4.0f}};
typedef struct { ushort4 at; float f; int pad; union { long l; int2 i; } u; } Mark;

__attribute__((noinline)) long quotient(long a, long b) { return b == 0 ? 7 : a / b - a % b; }
__attribute__((noinline)) ulong gcd(ulong a, ulong b) { while (b) { ulong t = a % b; a = b; b = t; } return a; }
__attribute__((noinline)) void permute(__private int *p, uint n, uint k) { for (uint i = n; i > 1; i--) { uint j = k % i; k /= i; int t = p[i - 1]; p[i - 1] = p[j]; p[j] = t; } }

__kernel void marks(__global Mark *out, __global long *totals, __global const short *in, uint width, ushort8 h) {
    __local int sum;
    int p[11];
    uint x = get_global_id(0), y = get_global_id(1);
    uint at = (y - get_global_offset(1)) * width + x - get_global_offset(0);
    if (get_local_id(0) == 0 && get_local_id(1) == 0) sum = get_local_size(0) * 1000 + get_local_size(1);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < 11; i++) p[i] = i * i - (int)x;
    permute(p, 11, at * 2654435761u);
    long v = 0;
    for (int i = 0; i < 11; i++) v = v * 13 + p[(i + in[at]) % 11u & 7];
    Mark m;
    m.at = (ushort4)(x, y, get_enqueued_local_size(0), get_local_size(0));
    m.pad = -(int)at;
    ushort bits[8]; vstore8(h, 0, bits); float8 f; for (int i = 0; i < 8; i++) ((__private float *)&f)[i] = vload_half(i, (const __private half *)bits);
    m.f = weights[y & 1][x % 3] * (f.s3 + f.s7) - fabs(f.s0) + (float)(in[at] >> 2);
    char4 s = steps[(x + y) % 5];
    m.u.l = quotient(v * 1000003, in[at]) + (long)gcd((ulong)v & 0xffffffffffff, 5040ul * 1000000007ul) * s.x;
    m.u.i.y ^= (int)as_uint(s) + mad24((int)x - 50, (int)y, mul24(-7, s.w)) + (int)rhadd(s.y, s.z);
    out[at] = m;
    atomic_add(&sum, (int)(m.u.l % 1000));
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0 && get_local_id(1) == 0) totals[get_group_id(1) * get_num_groups(0) + get_group_id(0)] = sum;
}
