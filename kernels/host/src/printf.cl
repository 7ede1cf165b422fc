/* What printf of OpenCL C prints: every conversion, vectors, strings, in divergent code. Each line begins with its work-item, so that lines can be
   compared whatever their order. FLOATS is for devices without doubles, LANES says how many work-items a thread has. On gfx1100 the compiler calls __printf_alloc, which is the device library's. */
#ifdef __AMDGCN__
typedef unsigned int uint;
typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned long ulong;
typedef float float4 __attribute__((ext_vector_type(4)));
typedef int int2 __attribute__((ext_vector_type(2)));
typedef unsigned int uint3 __attribute__((ext_vector_type(3)));
typedef short short4 __attribute__((ext_vector_type(4)));
typedef char char4 __attribute__((ext_vector_type(4)));
typedef unsigned char uchar8 __attribute__((ext_vector_type(8)));
typedef long long2 __attribute__((ext_vector_type(2)));
int printf(__constant const char *, ...);
#define ID (__builtin_amdgcn_workgroup_id_x() * __builtin_amdgcn_workgroup_size_x() + __builtin_amdgcn_workitem_id_x())

/* Two words, the end of what was written and the size, then entries; null where nothing more fits. */
__attribute__((noinline)) __global char *__printf_alloc(uint bytes) {
  __constant char *implicit = (__constant char *)__builtin_amdgcn_implicitarg_ptr();
  __global uint *head = *(__global uint *__constant *)(implicit + 72);
  uint end = __scoped_atomic_load_n(head, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
  do {
    if (end + 8 + bytes > head[1])
      return 0;
  } while (!__scoped_atomic_compare_exchange_n(head, &end, end + bytes, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE));
  return (__global char *)head + 8 + end;
}
#else
#define ID ((uint)get_global_id(0))
#endif
#ifdef LANES
#define __kernel __attribute__((intel_reqd_sub_group_size(LANES))) __kernel
#endif
#ifdef FLOATS
typedef float real;
#else
typedef double real;
#endif

__kernel void numbers(__global const int *ints, __global const float *floats) {
  uint i = ID;
  int v = ints[i];
  float f = floats[i];
  printf("%u int %d %i %5d|%-8d|%+d|%08d|%.3d\n", i, v, v, v, v, v, v, v);
  printf("%u unsigned %u %o %x %X %#x %#o\n", i, v, v, v, v, v, v);
  printf("%u narrow %hhd %hd %hhu %hu %c\n", i, (char)v, (short)v, (uchar)v, (ushort)v, 'a' + (int)(i % 26));
  printf("%u long %ld %lu %lx\n", i, (long)v * 0x100000001, (ulong)v, (ulong)v << 20);
  printf("%u float %f %.2f %10.3f|%-12.1f|%+f\n", i, f, f, f, f, f);
  printf("%u double %e %g %.3g %G %a\n", i, (real)f * (real)3.0, (real)f, (real)f, (real)f * (real)7e9, (real)f);
}

__kernel void vectors(__global const int *ints, __global const float *floats) {
  uint i = ID;
  int v = ints[i];
  float f = floats[i];
  printf("%u float4 %.2v4hlf\n", i, (float4)(f, f * 2, f * 3, -f));
  printf("%u int2 %v2hld int3 %#v3hlx\n", i, (int2)(v, -v), (uint3)(v, 1, 2));
  printf("%u short4 %v4hd char4 %v4hhd\n", i, (short4)(v, 1, -2, 3), (char4)(v, 4, 5, -6));
  printf("%u long2 %v2ld uchar8 %v8hhu\n", i, (long2)(v, -1), (uchar8)(v, 1, 2, 3, 4, 5, 6, 255));
}

__kernel void strings(__global const int *ints) {
  uint i = ID;
  printf("%u begins 100%%\n", i);
  if (ints[i] & 1)
    printf("%u odd: \"%s\" [%6s] [%-7s] %.2s\n", i, "a:b", "right", "left1", "cut");
  else
    for (uint j = 0; j < (i & 3); j++)
      printf("%u even %u\tof %u\n", i, j, i & 3);
  printf("%u ends\n", i);
}
