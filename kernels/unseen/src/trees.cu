// NVIDIA: recursion, pointers to functions, 128-bit integers, video instructions, carries and funnel shifts.
#ifdef HOST
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define __device__
#define __global__
#define __noinline__ __attribute__((noinline))
typedef unsigned uint;
static struct { int x; } threadIdx, blockIdx, blockDim;
static uint __funnelshift_l(uint lo, uint hi, uint s) { s &= 31; return s ? hi << s | lo >> (32 - s) : hi; }
static uint lanes(uint a, uint b, int which) {
    uint r = 0;
    for (int i = 0; i < 4; i++) {
        int x = a >> (8 * i) & 255, y = b >> (8 * i) & 255, v = 0;
        signed char sx = x, sy = y;
        switch (which) { case 0: v = x > y ? x - y : y - x; break; case 1: v = sx > sy ? sx : sy; break; case 2: v = x + y > 255 ? 255 : x + y; break; case 3: v = (x + y + 1) >> 1; break; }
        r |= (v & 255) << (8 * i);
    }
    return r;
}
#define __vabsdiffu4(a, b) lanes(a, b, 0)
#define __vmaxs4(a, b) lanes(a, b, 1)
#define __vaddus4(a, b) lanes(a, b, 2)
#define __vavgu4(a, b) lanes(a, b, 3)
static uint __brev(uint x) { uint r = 0; for (int i = 0; i < 32; i++) r |= (x >> i & 1) << (31 - i); return r; }
static int __clz(uint x) { return x ? __builtin_clz(x) : 32; }
static uint __byte_perm(uint a, uint b, uint s) { unsigned long long v = (unsigned long long)b << 32 | a; uint r = 0; for (int i = 0; i < 4; i++) r |= (uint)(v >> (8 * (s >> 4 * i & 7)) & 255) << (8 * i); return r; }
#else
typedef unsigned uint;
#endif
typedef unsigned long long u64;
typedef unsigned __int128 u128;
struct Node { int left, right; uint weight; uint pad; };
typedef u64 (*Op)(u64, u64);
__device__ __noinline__ u64 op_mul(u64 a, u64 b) { u128 p = (u128)a * b; return (u64)(p >> 64) ^ (u64)p; }
__device__ __noinline__ u64 op_div(u64 a, u64 b) { u128 n = ((u128)a << 17) + b; return (u64)(n / (b | 3)) + (u64)(n % (b | 3)); }
__device__ __noinline__ u64 op_rot(u64 a, u64 b) { uint s = (uint)b & 31; return (u64)__funnelshift_l((uint)a, (uint)(a >> 32), s) << 32 | __funnelshift_l((uint)(a >> 32), (uint)a, s); }
__device__ __noinline__ u64 op_bytes(u64 a, u64 b) {
    uint x = (uint)a, y = (uint)b;
    return (u64)(__vabsdiffu4(x, y) + __vmaxs4(x, y)) << 32 | (__vaddus4(x, y) ^ __vavgu4(x, y) ^ __byte_perm(x, y, 0x6152));
}
__device__ Op ops[4] = {op_mul, op_div, op_rot, op_bytes};
// A tree walked by recursion, each node combining what its sides give by the function that its weight names.
__device__ __noinline__ u64 walk(const Node *t, int at, u64 salt, int depth) {
    if (at < 0) return salt + depth;
    u64 a = walk(t, t[at].left, salt ^ t[at].weight, depth + 1);
    u64 b = walk(t, t[at].right, salt + ((u64)t[at].weight << 21), depth + 1);
    return ops[t[at].weight & 3](a, b) + __clz(t[at].weight) - __brev((uint)a);
}
extern "C" __global__ void trees(const Node *nodes, u128 *sums, u64 *out, int size) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    u64 r = walk(nodes + (i & 3) * size, 0, 0x9e3779b97f4a7c15ull * (i + 1), 0);
    out[i] = r;
    u128 s = (u128)r * r + ((u128)out[i] << 61);
    for (int k = 0; k < (i & 7); k++) s += (s >> 3) - ((s << 5) | k);
    sums[i] = s;
}
#ifdef HOST
// What `nodes.bin` gives, for trees.json.
int main(void) {
    Node n[4 * 15];
    fread(n, 1, sizeof n, fopen("nodes.bin", "rb"));
    static u64 out[64]; static u128 sums[64];
    blockDim.x = 32;
    for (int i = 0; i < 64; i++) { blockIdx.x = i / 32; threadIdx.x = i % 32; trees(n, sums, out, 15); }
    fwrite(out, 8, 64, fopen("trees.out", "wb"));
    fwrite(sums, 16, 64, fopen("trees.sums", "wb"));
    fflush(0);
}
#endif
