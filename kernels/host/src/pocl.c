/* Runs a kernel of printf.cl on the CPU device of PoCL: pocl FILE.cl KERNEL GROUPS SIZE. */
#define CL_TARGET_OPENCL_VERSION 200
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
/* pocl FILE.cl KERNEL GROUPS SIZE : runs a kernel with (ints, floats) as far as it takes them, on the CPU device */
int main(int c, char **v) {
  FILE *f = fopen(v[1], "r"); static char src[1 << 16]; size_t n = fread(src, 1, sizeof src, f); src[n] = 0;
  cl_platform_id ps[8]; cl_uint np; clGetPlatformIDs(8, ps, &np); cl_platform_id p = 0; char nm[200];
  for (unsigned i = 0; i < np; i++) { clGetPlatformInfo(ps[i], CL_PLATFORM_NAME, 200, nm, 0); if (strstr(nm, "Portable")) p = ps[i]; }
  cl_device_id d; if (clGetDeviceIDs(p, CL_DEVICE_TYPE_ALL, 1, &d, 0)) return 9;
  cl_context x = clCreateContext(0, 1, &d, 0, 0, 0); cl_command_queue q = clCreateCommandQueue(x, d, 0, 0);
  const char *s = src; cl_program g = clCreateProgramWithSource(x, 1, &s, 0, 0);
  if (clBuildProgram(g, 1, &d, "-cl-std=CL2.0", 0, 0)) { static char l[99999]; clGetProgramBuildInfo(g, d, CL_PROGRAM_BUILD_LOG, sizeof l, l, 0); fprintf(stderr, "%s", l); return 1; }
  cl_int e; cl_kernel k = clCreateKernel(g, v[2], &e); if (e) return 2;
  size_t groups = atoi(v[3]), local = atoi(v[4]), total = groups * local;
  int *ints = malloc(4 * total); float *floats = malloc(4 * total);
  for (unsigned i = 0; i < total; i++) { ints[i] = (int)(i * 2654435761u) >> (i % 24); floats[i] = (float)ints[i] * 0.03125f; }
  cl_mem a = clCreateBuffer(x, CL_MEM_COPY_HOST_PTR, 4 * total, ints, 0), b = clCreateBuffer(x, CL_MEM_COPY_HOST_PTR, 4 * total, floats, 0);
  clSetKernelArg(k, 0, 8, &a); clSetKernelArg(k, 1, 8, &b);
  e = clEnqueueNDRangeKernel(q, k, 1, 0, &total, &local, 0, 0, 0); clFinish(q); return e;
}
