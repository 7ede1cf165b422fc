/* What IGC 2 writes otherwise than IGC 1: data that starts as zeros, arrays with a variable index, functions that call themselves, loads of bytes and
   words, data that kernels reach through the binding table. The same text is C for the host (-DHOST), where intel.py calls each kernel for one work-item
   after the other. */
#ifdef HOST
typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
#define __kernel
#define __global
#define __constant static const
#define GLOBAL static
uint ID;
#define get_global_id(d) ID
#define get_global_size(d) 80u
#define get_group_id(d) (ID / 40)
#define get_local_id(d) (ID % 40)
#define get_num_groups(d) 2u
#else
#define GLOBAL __global
#endif
#define I ((uint)get_global_id(0))
#define NOINLINE __attribute__((noinline))

__constant uint STEPS[5] = {3, 1, 4, 1, 5};
__constant uint NOTHING[8] = {0};
GLOBAL uint seed = 7;
GLOBAL ulong large[96];
GLOBAL uchar flags[80];

/* .data.global with .bss.global behind it, .data.const with .bss.const. */
__kernel void globals(__global const uint *in, __global uint *out) {
  large[I] += (ulong)in[I] * STEPS[I % 5];
  flags[I] = (uchar)(flags[I] + in[I]);
  out[I] = seed + (uint)(large[I] >> 8) + flags[I] + NOTHING[I & 7];
}
/* An array in registers, and one of bytes in memory. */
__kernel void indexed(__global const uint *in, __global uint *out) {
  uint a[8];
  for (uint k = 0; k < 8; k++) a[k] = in[k] * (k + 1);
  out[I] = a[in[I] & 7] ^ a[in[I] >> 29] << 1;
}
__kernel void scattered(__global const uint *in, __global uint *out) {
  uchar a[100];
#pragma unroll 1
  for (uint k = 0; k < 100; k++) a[k] = (uchar)(in[(k + I) & 63] >> (k & 7));
  a[in[I] % 100] += 5;
  out[I] = a[in[I] % 100] + 256u * a[I * 7 % 100];
}
static NOINLINE uint calls(uint n, uint x) { return n ? calls(n - 1, x ^ n) * 3 + (x >> (n & 15)) : x; }
__kernel void recursion(__global const uint *in, __global uint *out) { out[I] = calls(in[I] & 7, in[I] >> 3); }
/* A function that calls itself and asks where it is. */
static NOINLINE uint asks(uint n) { return n ? asks(n - 1) * 5 + (uint)get_local_id(0) : (uint)(get_group_id(0) * 100 + get_global_size(0) + get_num_groups(0)); }
__kernel void places(__global const uint *in, __global uint *out) { out[I] = asks(in[I] & 3); }
__kernel void small_loads(__global const uint *in, __global ushort *out) {
  out[I] = (ushort)(((const __global uchar *)in)[I] + ((const __global ushort *)in)[I & 31] + (short)((const __global signed char *)in)[I ^ 1]);
}
