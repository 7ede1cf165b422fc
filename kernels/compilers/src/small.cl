/* Twelve kernels of a few lines, so that what compilers make without optimisation stays small. The same text is C for the host (-DHOST),
   where small.py calls each kernel for one work-item after the other. */
#ifdef HOST
typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
#define __kernel
#define __global
uint ID;
#define get_global_id(d) ID
static uint atomic_add(volatile uint *p, uint v) { uint o = *p; *p = o + v; return o; }
static uint atomic_xor(volatile uint *p, uint v) { uint o = *p; *p = o ^ v; return o; }
static uint atomic_max(volatile uint *p, uint v) { uint o = *p; *p = o > v ? o : v; return o; }
static uint atomic_cmpxchg(volatile uint *p, uint c, uint v) { uint o = *p; if (o == c) *p = v; return o; }
#elif defined(ISOTOPE_BARE)
#include "iso_cl.h"
#endif
#define I ((uint)get_global_id(0))

__kernel void bytes(__global const uint *in, __global uchar *out) { out[I] = (uchar)((signed char)(in[I] >> 8) / 3 + (uchar)in[I]); }
__kernel void halves(__global const uint *in, __global ushort *out) {
  short a = (short)in[I], b = (short)(in[I] >> 16);
  out[I] = (ushort)((a < b ? a : b) + (ushort)(a * b) + (ushort)(b >> 3));
}
__kernel void words(__global const uint *in, __global uint *out) {
  uint a = in[I], b = in[I ^ 1], d = b & 0xffffu;
  out[I] = (a << (b & 31)) ^ (a >> (b >> 27)) ^ (d ? a / d + a % d : a) ^ (uint)((int)a >> 5);
}
__kernel void longs(__global const ulong *in, __global ulong *out) {
  ulong a = in[I], b = in[I ^ 3];
  out[I] = a * b + (a >> (b & 63)) - (a < b ? a : b) + (ulong)((long)a >> 7);
}
__kernel void floats(__global const uint *in, __global float *out) {
  float a = (float)(int)(in[I] & 0xffff) - 32768.0f, b = (float)(in[I] >> 20) * 0.25f;
  out[I] = a < b ? a - b * 0.5f : b - a * 2.0f;
}
__kernel void convert(__global const uint *in, __global int *out) { out[I] = (int)((float)(int)in[I] * 0.5f) + (int)(float)(in[I] >> 9); }
__kernel void branches(__global const uint *in, __global uint *out) {
  uint v = in[I], r = 0;
  if (v & 1) r = v * 3; else if (v & 2) r = v ^ 0x5555; else r = v >> 4;
  switch (v & 7) { case 1: r += 11; break; case 3: r ^= 7; break; case 6: r = ~r; break; default: r -= 2; }
  out[I] = r;
}
__kernel void loop(__global const uint *in, __global uint *out) {
  uint v = in[I] & 0xffff, n = 0;
  while (v > 1 && n < 40) { v = v & 1 ? 3 * v + 1 : v >> 1; n++; }
  out[I] = n << 16 ^ v;
}
__kernel void table(__global const uint *in, __global uint *out) {
  uint t[8];
  for (uint i = 0; i < 8; i++) t[i] = in[(I + i) & 63] >> i;
  out[I] = t[in[I] & 7] + t[(in[I] >> 3) & 7];
}
__kernel void sums(__global const uint *in, __global uint *out) { atomic_add(&out[in[I] & 15], in[I]); atomic_xor(&out[16 + (I & 7)], in[I]); }
__kernel void largest(__global const uint *in, __global uint *out) { atomic_max(&out[I & 3], in[I]); atomic_max(&out[4], in[I] >> 1); }
__kernel void product(__global const uint *in, __global uint *out) {
  /* A product modulo 2^32 does not depend on order. */
  uint seen = out[I & 1], old;
  do { old = seen; seen = atomic_cmpxchg(&out[I & 1], old, old * (in[I] | 1)); } while (seen != old);
}
