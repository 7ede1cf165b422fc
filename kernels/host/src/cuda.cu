// What CUDA programs print, assert and allocate. `-DHOST` makes a program of the host's of it, which prints what is expected: all of one
// kernel, with what it leaves in `out` at the end.
typedef unsigned int uint;
typedef unsigned long ulong;
#ifdef HOST
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define KERNEL(name) void name
#define FUNCTION static
#define CONSTANT static const
#define KEPT static const
#define GROUP
#define ID id
static uint id;
// CUDA counts arguments, C counts characters.
#define COUNTED(n, ...) (printf(__VA_ARGS__), n)
#else
#define KERNEL(name) extern "C" __attribute__((global)) void name
#define FUNCTION static __attribute__((device, noinline))
#define CONSTANT static __attribute__((device))
#define KEPT __attribute__((constant))
#define GROUP __attribute__((shared))
#define ID (__nvvm_read_ptx_sreg_ctaid_x() * __nvvm_read_ptx_sreg_ntid_x() + __nvvm_read_ptx_sreg_tid_x())
extern "C" __attribute__((device)) int printf(const char *, ...);
extern "C" __attribute__((device)) void *malloc(ulong);
extern "C" __attribute__((device)) void free(void *);
extern "C" __attribute__((device)) int vprintf(const char *, void *);
extern "C" __attribute__((device, noreturn)) void __assertfail(const char *, const char *, uint, const char *, ulong);
#define COUNTED(n, ...) printf(__VA_ARGS__)
#endif

CONSTANT char table[4][24] = {"north", "east, a bit longer", "", "west"};

KEPT char kept[2][8] = {"const", "ants"};

KERNEL(numbers)(const int *ints, const float *floats, int *out) {
  uint i = ID;
  int v = ints[i];
  float f = floats[i];
  int n = COUNTED(8, "%u int %d %i %5d|%-8d|%+d|%08d|%.3d\n", i, v, v, v, v, v, v, v);
  n = n * 100 + COUNTED(4, "%u narrow %hd %hu %c %%\n", i, (short)v, (unsigned short)v, 'a' + (int)(i % 26));
  n = n * 100 + COUNTED(9, "%u long %ld %lu %llx %#o %*d %-*.2f|\n", i, (long)v * 0x100000001, (ulong)v, (unsigned long long)v << 20, v, (int)(i % 9), v, (int)(i % 5), (double)f);
  if (i & 1)
    n = n * 100 + COUNTED(6, "%u double %e %g %.3G %a %10.2f\n", i, f * 3.0, (double)f, (double)f, (double)f, f / 7.0);
  n = n * 100 + COUNTED(0, "no arguments\n");
  out[i] = n;
}

// Arguments of 4 and 8 bytes in every order, and as many as there may be.
KERNEL(packing)(const int *ints, const float *floats, int *out) {
  uint i = ID;
  int v = ints[i];
  double f = floats[i];
  int n = COUNTED(9, "%u %c%f%d%ld%x%lu%c%g\n", i, 'x', f, v, (long)v << 33, v, (ulong)v << 7, 'y', f);
  n += 100 * COUNTED(3, "%u %p %p\n", i, (void *)(ulong)(i * 0x1234567ul + 1), (void *)0);
  n += 10000 * COUNTED(32, "%u %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %ld %d %d %d %d %d %d %d %d %d %f %d %d %d %d %d\n", i, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13,
    14, v, (long)v, 17, 18, 19, 20, 21, 22, 23, 24, 25, f, 27, 28, 29, 30, 31);
  out[i] = n;
}

FUNCTION int say(const char *what, int depth) {
  int n = COUNTED(2, "%d[%s]", depth, what);
  return n + (depth ? say(what + (*what != 0), depth - 1) : 0);
}

// Strings of the file, of the group, of the lane and of the heap; from functions that call themselves; under divergence.
KERNEL(strings)(const int *ints, int *out) {
  GROUP static char shared[66][8];
  uint i = ID;
  char own[12];
  for (int j = 0; j < 11; j++)
    own[j] = 'A' + (ints[i] >> j & 15);
  own[i % 12] = 0;
  own[11] = 0;
  char *mine = shared[i % 33];
  mine[0] = 's';
  mine[1] = '0' + (char)(i % 10);
  mine[2] = 0;
  char *heap = (char *)malloc(40 + i);
  for (int j = 0; j < 3; j++)
    heap[j] = table[3][j];
  heap[3] = 0;
  int n = COUNTED(6, "%u \"%s\" [%7s] %.2s <%-4s> (%s)\n", i, table[i & 3], own, "cut", mine, heap);
  free(heap);
  free(0);
  if (i % 3)
    n += COUNTED(2, "%u more %s\n", i, kept[i & 1]);
  else
    for (uint j = 0; j < i % 4; j++)
      n += COUNTED(2, "%u times %u\n", i, j);
  out[i] = n;
}

KERNEL(nested)(const int *ints, int *out) {
  uint i = ID;
  // A line of one work-item: others print between its parts.
  if (i == 40) {
    int n = say(table[1], 7);
    n += COUNTED(1, " %d\n", COUNTED(2, " %d %c", ints[i], 'z'));
    out[i] = n;
  }
}

struct node {
  struct node *next;
  uint value;
};

// A list, every third node of which is given back before it is read, and a table of another size for each work-item.
KERNEL(lists)(uint *out, uint length) {
  uint i = ID;
  struct node *list = 0;
  for (uint j = 0; j < length + i % 5; j++) {
    struct node *node = (struct node *)malloc(sizeof *node);
    node->next = list;
    node->value = i * 1000 + j;
    list = node;
  }
  uint sum = 0, at = 0;
  for (struct node **from = &list; *from; at++) {
    struct node *node = *from;
    if (at % 3 == 1) {
      *from = node->next;
      free(node);
      continue;
    }
    from = &node->next;
  }
  uint size = 7 + 61 * (i % 40);
  uint *table = (uint *)malloc(size * 4);
  for (uint j = 0; j < size; j++)
    table[j] = j * j + i;
  while (list) {
    struct node *next = list->next;
    sum = sum * 31 + list->value + table[list->value % size];
    free(list);
    list = next;
  }
  free(table);
  out[i] = sum;
}

#ifndef HOST
// As the C library's macro does it.
#define assert(x) ((x) ? (void)0 : __assertfail(#x, "cuda.cu", 19, __PRETTY_FUNCTION__, 1))

KERNEL(asserts)(const int *ints, int *out) {
  uint i = ID;
  printf("%u before\n", i);
  assert(ints[i] != 3);
  out[i] = 1;
}

// Blocks until there are no more; null is not followed.
KERNEL(exhausts)(uint *out, uint bytes) {
  uint i = ID, got = 0;
  for (; got < 64; got++) {
    char *block = (char *)malloc(bytes);
    if (!block || (ulong)block % 16)
      break;
  }
  out[i] = got;
}

// More than 32 arguments, no format, a string that is not there, a block that is given back twice, and what CUDA's conversions lack.
KERNEL(edges)(int *out, int what) {
  switch (what) {
  case 0:
    out[0] = vprintf(0, 0);
    out[1] = printf("%d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d <%5d %s>\n", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
      13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, "more");
    break;
  case 1: out[1] = printf("%s|%d %5%|%F %A %lf %-*d|%*d %", (const char *)0, 12345, 2.5, 2.5, 1.5, 6, 77, -6, 78); break;
  case 2: {
    void *volatile block = malloc(8);
    free(block);
    free(block);
    break;
  }
  case 3: printf("%d %hhd\n", 1, 2); break;
  case 4: printf("%.*f\n", 1, 2.0); break;
  case 5: printf("%zu\n", (ulong)1); break;
  case 6: printf("%I %d\n", 1); break;
  case 7: printf("%lc\n", 65); break;
  }
}
#else
int main(int count, char **args) {
  static int ints[66], out[66];
  static float floats[66];
  for (id = 0; id < 66; id++) {
    ints[id] = (int)(id * 2654435761u) >> (id % 24);
    floats[id] = (float)ints[id] * 0.03125f;
  }
  for (id = 0; id < 66; id++) {
    switch (args[1][0] + args[1][1]) {
    case 'n' + 'u': numbers(ints, floats, out); break;
    case 'p' + 'a': packing(ints, floats, out); break;
    case 's' + 't': strings(ints, out); break;
    case 'n' + 'e': nested(ints, out); break;
    default: lists((uint *)out, 9);
    }
  }
  for (id = 0; id < 66; id++)
    printf("=%u\n", out[id]);
}
#endif
