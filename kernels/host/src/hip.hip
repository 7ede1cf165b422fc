// What HIP programs print and assert. `-DHOST` makes a program of the host's of it, which prints what is expected.
typedef unsigned int uint;
typedef unsigned long ulong;
#ifdef HOST
#include <stdio.h>
#define KERNEL(name) void name
#define ID id
static uint id;
#else
#define __device__ __attribute__((device))
#define KERNEL(name) extern "C" __attribute__((global)) void name
#define ID (__builtin_amdgcn_workgroup_id_x() * __builtin_amdgcn_workgroup_size_x() + __builtin_amdgcn_workitem_id_x())
extern "C" __device__ int printf(const char *, ...);
#endif

KERNEL(print)(const int *ints, const float *floats, int *counts) {
  uint i = ID;
  int v = ints[i];
  float f = floats[i];
  int n = printf("%u int %d %i %5d|%-8d|%+d|%08d|%.3d\n", i, v, v, v, v, v, v, v);
  n = n * 1000 + printf("%u narrow %hhd %hd %hhu %hu %c %%\n", i, (signed char)v, (short)v, (unsigned char)v, (unsigned short)v, 'a' + (int)(i % 26));
  n = n * 1000 + printf("%u long %ld %lu %lx %*d %.*f\n", i, (long)v * 0x100000001, (ulong)v, (ulong)v << 20, (int)(i % 9), v, (int)(i % 5), (double)f);
  counts[i] = n;
  if (i & 1)
    printf("%u double %e %g %.3g %a\n", i, f * 3.0, (double)f, (double)f, (double)f);
  const char *names[] = {"zero", "one", "two hundred and twenty-two thousand two hundred and twenty-two, a string of several packets", ""};
  for (uint j = 0; j <= (i & 3); j++)
    printf("%u text \"%s\" [%7s] %.2s\n", i, names[j], names[(j + 1) & 3], "cut");
}

#ifndef HOST
// As the C library's macro does it.
static __attribute__((device, noinline)) void failed(const char *what, const char *file, uint line, const char *function) {
  printf("%s:%u: %s: Device-side assertion `%s' failed.\n", file, line, function, what);
  __builtin_trap();
}
#define assert(x) ((x) ? (void)0 : failed(#x, "hip.hip", 7, __func__))

KERNEL(asserts)(const int *ints, int *out) {
  uint i = ID;
  assert(ints[i] != 3);
  out[i] = 1;
}
#else
int main(void) {
  static int ints[66], counts[66];
  static float floats[66];
  for (id = 0; id < 66; id++) {
    ints[id] = (int)(id * 2654435761u) >> (id % 24);
    floats[id] = (float)ints[id] * 0.03125f;
  }
  for (id = 0; id < 66; id++) {
    print(ints, floats, counts);
    printf("%u counts %d\n", id, counts[id]);
  }
}
#endif
