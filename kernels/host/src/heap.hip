// What malloc and free of HIP do, as its headers write them. `-DHOST` makes a program of the host's of it, which prints what `out` holds.
typedef unsigned int uint;
typedef unsigned long ulong;
#ifdef HOST
#include <stdio.h>
#include <stdlib.h>
#define KERNEL(name) void name
#define FUNCTION static
static uint id;
#define ID id
#else
#define KERNEL(name) extern "C" __attribute__((global)) void name
#define FUNCTION static __attribute__((device))
#define ID (__builtin_amdgcn_workgroup_id_x() * __builtin_amdgcn_workgroup_size_x() + __builtin_amdgcn_workitem_id_x())
extern "C" __attribute__((device)) ulong __ockl_dm_alloc(ulong);
extern "C" __attribute__((device)) void __ockl_dm_dealloc(ulong);
FUNCTION void *malloc(ulong bytes) { return (void *)__ockl_dm_alloc(bytes); }
FUNCTION void free(void *block) { __ockl_dm_dealloc((ulong)block); }
#endif

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
// Blocks until there are no more; null is not followed.
KERNEL(exhausts)(uint *out, uint bytes) {
  uint i = ID, got = 0;
  for (; got < 64 && malloc(bytes); got++)
    ;
  out[i] = got;
}
#else
int main(void) {
  static uint out[66];
  for (id = 0; id < 66; id++) {
    lists(out, 9);
    printf("%u\n", out[id]);
  }
}
#endif
