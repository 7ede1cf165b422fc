// Calls through pointers within one file: a pointer that differs between work-items, one that is the same, recursion through a pointer,
// pointers that one kernel leaves in memory for another, arrays on the stack of a function that is called so.
#ifdef HOST
#include <stdio.h>
#define __kernel
#define __global
#define FUNCTION static __attribute__((noinline))
static unsigned ID;
static unsigned get_global_id(int d) { return ID; }
#else
#pragma OPENCL EXTENSION __cl_clang_function_pointers : enable
#define FUNCTION __attribute__((noinline)) static
#endif
typedef int (*op)(int, int);
typedef int (*deep)(int, void *);

FUNCTION int add(int a, int b) { return a + b; }
FUNCTION int sub(int a, int b) { return a - b; }
FUNCTION int table(int a, int b) {
  int squares[8];
  for (int i = 0; i < 8; i++) squares[i] = (a + i) * (a + i);
  return squares[b & 7] - squares[(a ^ b) & 7];
}
FUNCTION int sum(int n, void *self) { return n <= 0 ? 1 : n * n + ((deep)self)(n - 1, self); }
FUNCTION int choose(int n, void *self) { return n < 2 ? n : ((deep)self)(n - 1, self) + ((deep)self)(n - 2, self); }

FUNCTION op pick(int which) { return which % 3 == 0 ? add : which % 3 == 1 ? sub : table; }

__kernel void differing(__global int *out, __global const int *in) {
  int i = get_global_id(0);
  out[i] = pick(in[i])(i, in[i]);
}
__kernel void uniform(__global int *out, __global const int *in) {
  int i = get_global_id(0);
  out[i] = 0;
  for (int k = 0; k < 6; k++) out[i] = pick(in[k])(out[i] + i, in[i] + k);
}
__kernel void recursive(__global int *out, __global const int *in) {
  int i = get_global_id(0);
  deep f = in[i] & 1 ? sum : choose;
  out[i] = f(in[i] & 15, (void *)f);
}
__kernel void leave(__global unsigned long *pointers) {
  int i = get_global_id(0);
  pointers[i] = (unsigned long)pick(i * 5 + 1);
}
__kernel void take(__global int *out, __global const int *in, __global const unsigned long *pointers) {
  int i = get_global_id(0);
  out[i] = in[i] > 0 ? ((op)pointers[i])(in[i], i) : -1;
}
#ifdef HOST
static int in[96], out[96];
static unsigned long pointers[96];
int main(void) {
  for (unsigned i = 0; i < 96; i++) in[i] = (int)(i * 2654435761u >> 9) % 1000 - (i % 7 == 0 ? 500 : 0) * (i % 2);
#define RUN(call) for (ID = 0; ID < 96; ID++) call; for (int i = 0; i < 96; i++) printf("%d%c", out[i], i % 12 == 11 ? '\n' : ' ');
  for (int i = 0; i < 96; i++) printf("%d%c", in[i], i % 12 == 11 ? '\n' : ' ');
  RUN(differing(out, in)) RUN(uniform(out, in)) RUN(recursive(out, in))
  for (ID = 0; ID < 96; ID++) leave(pointers);
  RUN(take(out, in, pointers))
}
#endif
