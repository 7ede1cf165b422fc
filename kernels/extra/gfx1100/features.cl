#include "amd.h"
/* What a loader and a launch have to get right besides atomics: globals with addresses in them, calls and stack, ids in
   three dimensions, every kind of argument, hidden arguments, dynamic LDS. */
#define ID(d) ((u32)__builtin_amdgcn_workitem_id_##d())
#define GROUP(d) ((u32)__builtin_amdgcn_workgroup_id_##d())
#define SIZE(d) ((u32)__builtin_amdgcn_workgroup_size_##d())

__constant u32 squares[8] = {0, 1, 4, 9, 16, 25, 36, 49};
__global u32 counter;
__global u32 table[4] = {10, 20, 30, 40};
__global u32 *volatile places[3] = {&counter, &table[2], &table[3]};

/* Globals: constants in .rodata, initialised data with addresses, zeros. */
__kernel void globals(__global u32 *out) {
  u32 t = ID(x) & 7;
  __scoped_atomic_fetch_add(places[0], 1u, RLX, DEV);
  out[ID(x)] = squares[t] + *places[1 + (t & 1)];
  if (t == 0) places[1] = places[2];
}

/* A call through the stack: the callee writes to the caller's frame. */
__attribute__((noinline)) static u32 fill(__private u32 *frame, u32 n) {
  u32 sum = 0;
  for (u32 i = 0; i < n; i++) { frame[i & 15] = i * i; sum += i; }
  return sum;
}
__kernel void calls(__global u32 *out, u32 n) {
  u32 frame[16] = {0};
  u32 sum = fill(frame, n + ID(x));
  out[ID(x)] = sum + frame[ID(x) & 15];
}

/* Ids in three dimensions. */
__kernel void ids(__global u32 *out) {
  u32 local_index = (ID(z) * SIZE(y) + ID(y)) * SIZE(x) + ID(x);
  u32 items = SIZE(x) * SIZE(y) * SIZE(z);
  u32 group = (GROUP(z) * __builtin_amdgcn_grid_size_y() / SIZE(y) + GROUP(y)) * __builtin_amdgcn_grid_size_x() / SIZE(x) + GROUP(x);
  out[group * items + local_index] = ID(x) | ID(y) << 4 | ID(z) << 8 | GROUP(x) << 12 | GROUP(y) << 16 | GROUP(z) << 20;
}
/* x and y alone are packed differently in some generations. */
__kernel void ids2(__global u32 *out) { out[ID(y) * 8 + ID(x)] = ID(x) | ID(y) << 4 | GROUP(y) << 12; }

/* Arguments of every size, by value. */
struct pair { u32 a; u64 b; };
__kernel void arguments(__global u32 *out, char c, short s, u64 l, float f, double d, struct pair p, __constant u32 *k) {
  if (ID(x) != 0) return;
  out[0] = (u32)c; out[1] = (u32)s; out[2] = (u32)l; out[3] = (u32)(l >> 32);
  out[4] = __builtin_bit_cast(u32, f); out[5] = (u32)__builtin_bit_cast(u64, d);
  out[6] = (u32)(__builtin_bit_cast(u64, d) >> 32);
  out[7] = p.a; out[8] = (u32)p.b; out[9] = (u32)(p.b >> 32); out[10] = k[1];
}

/* What the runtime adds, as the kernel finds it behind its own arguments or in the dispatch packet. */
__kernel void hidden(__global u32 *out) {
  if (ID(x) + ID(y) + ID(z) + GROUP(x) + GROUP(y) + GROUP(z) != 0) return;
  out[0] = SIZE(x); out[1] = SIZE(y); out[2] = SIZE(z);
  out[3] = __builtin_amdgcn_grid_size_x(); out[4] = __builtin_amdgcn_grid_size_y(); out[5] = __builtin_amdgcn_grid_size_z();
}

/* Dynamic LDS: the argument is an offset behind the static one. */
__kernel void dynamic(__global u32 *out, __local u32 *more) {
  __local u32 fixed[4];
  u32 t = ID(x);
  fixed[t & 3] = t; more[t] = t * 3;
  BAR();
  out[t] = more[t ^ 1] + fixed[t & 3];
}

/* A partial last wave, and masks across it. */
__kernel void lanes(__global u32 *out) {
  u32 t = ID(x);
  u64 odd = __builtin_amdgcn_ballot_w64(t & 1);
  out[t] = (u32)__builtin_popcountl(odd) + (u32)(odd >> 32);
}
