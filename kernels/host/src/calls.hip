// Calls through tables and virtual functions, recursion that keeps arrays and that passes functions, shared memory from the launch, as C++ programs
// have them. `-DHOST` makes a program of the host's of it, which prints what `out` holds.
typedef unsigned int uint;
#ifdef HOST
#include <stdio.h>
#include <stdlib.h>
#define KERNEL(name) void name
#define FUNCTION static __attribute__((noinline))
#define METHOD
static uint id;
#define ID id
#define DATA static
#else
#define KERNEL(name) extern "C" __attribute__((global)) void name
#define FUNCTION static __attribute__((device, noinline))
#define METHOD __attribute__((device))
#define DATA __attribute__((device))
#define ID (__builtin_amdgcn_workgroup_id_x() * __builtin_amdgcn_workgroup_size_x() + __builtin_amdgcn_workitem_id_x())
extern "C" __attribute__((device)) void __cxa_pure_virtual() { __builtin_trap(); }
#endif

typedef uint (*function)(uint);
FUNCTION uint add(uint x) { return x + 1; }
FUNCTION uint triple(uint x) { return x * 3; }
FUNCTION uint turn(uint x) { return x << 7 | x >> 25; }
DATA function table[3] = {add, triple, turn};

struct Shape {
  METHOD virtual uint area(uint) const = 0;
  METHOD virtual uint twice(uint x) const { return 2 * area(x); }
};
struct Square : Shape {
  uint side;
  METHOD Square(uint s) : side(s) {}
  METHOD uint area(uint x) const override { return side * side + x; }
};
struct Strip : Square {
  METHOD Strip(uint s) : Square(s) {}
  METHOD uint area(uint x) const override { return 3 * side + x; }
  METHOD uint twice(uint x) const override { return area(x) ^ x; }
};

FUNCTION uint ackermann(uint m, uint n) {
  return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}

// A frame of 64 bytes at each level, read on the way back.
FUNCTION uint digits(uint x, uint depth) {
  uint frame[16];
  for (uint i = 0; i < 16; i++)
    frame[i] = x >> i;
  uint below = depth ? digits(frame[x & 15] + depth, depth - 1) : 1;
  return below * 31 + frame[below & 15];
}

FUNCTION uint odd(uint x, function f);
FUNCTION uint even(uint x, function f) { return x == 0 ? f(7) : odd(x - 1, table[x % 3]) + f(x); }
FUNCTION uint odd(uint x, function f) { return x == 0 ? f(9) : even(x - 1, table[(x + 1) % 3]) * 5 + f(x); }

KERNEL(calls)(uint *out) {
  uint i = ID;
  Square square(i + 2);
  Strip strip(i + 3);
  const Shape &shape = i & 1 ? (const Shape &)square : (const Shape &)strip;
  uint value = table[i % 3](i * 2654435761u);
  value = value * 31 + shape.area(i) + shape.twice(i);
  value = value * 31 + even(i % 7, table[(i + 1) % 3]);
  value = value * 31 + digits(i * 40503u, i % 5);
  out[i] = value;
}

KERNEL(recursion)(uint *out) {
  uint i = ID;
  out[i] = ackermann(2, i % 9) * 1000 + ackermann(1, i);
}

#ifndef HOST
extern __attribute__((shared)) uint dynamic[];
KERNEL(reverse)(uint *out) {
  uint l = __builtin_amdgcn_workitem_id_x(), n = __builtin_amdgcn_workgroup_size_x();
  dynamic[l] = out[ID];
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
  __builtin_amdgcn_s_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
  out[ID] = dynamic[n - 1 - l];
}
#else
int main(int count, char **) {
  static uint out[66];
  for (id = 0; id < 66; id++) {
    (count == 1 ? calls : recursion)(out);
    printf("%u\n", out[id]);
  }
}
#endif
