// One kind of work each, for `just peers` and `just growth`. Where a work-item adds to, follows from the data and a mask, so that no
// compiler knows that addresses meet, and the mask says over how many places the work is spread. What is left in memory does not
// depend on the order.
#include "iso_cl.h"

#define EACH(i) for (uint step = (uint)get_global_size(0), i = (uint)get_global_id(0); i < n; i += step)
#define ARGS(T) __global const uint *data, uint n, volatile __global T *out, uint mask

__kernel void spread(ARGS(uint)) {
  EACH(i) {
    uint w = data[i];
    atomic_inc(&out[w & mask]);
    atomic_inc(&out[(w >> 4) & mask]);
    atomic_inc(&out[(w >> 8) & mask]);
    atomic_inc(&out[(w >> 12) & mask]);
  }
}

__kernel void max_i32(ARGS(int)) {
  EACH(i) {
    uint w = data[i];
    atomic_max(&out[w & mask], (int)w);
    atomic_max(&out[(w >> 8) & mask], (int)(w << 4));
    atomic_max(&out[(w >> 16) & mask], (int)(w << 8));
    atomic_max(&out[(w >> 24) & mask], (int)(w << 12));
  }
}

// Small integers, so that every sum is exact.
ISO_FN float small(uint w) { return (float)(int)((w & 15u) - 7u); }

__kernel void fadd(ARGS(float)) {
  EACH(i) {
    uint w = data[i];
    float v = small(w >> 28);
    iso_fadd_native_g(&out[w & mask], v);
    iso_fadd_native_g(&out[(w >> 8) & mask], v);
    iso_fadd_native_g(&out[(w >> 16) & mask], v);
    iso_fadd_native_g(&out[(w >> 24) & mask], v);
  }
}

__kernel void fadd_cas(ARGS(float)) {
  EACH(i) {
    uint w = data[i];
    float v = small(w >> 28);
    iso_fadd_cas_g(&out[w & mask], v);
    iso_fadd_cas_g(&out[(w >> 8) & mask], v);
    iso_fadd_cas_g(&out[(w >> 16) & mask], v);
    iso_fadd_cas_g(&out[(w >> 24) & mask], v);
  }
}

__kernel void fmax_f32(ARGS(float)) {
  EACH(i) {
    uint w = data[i];
    float v = (float)(int)w;
    iso_fmax_native_g(&out[w & mask], v);
    iso_fmax_native_g(&out[(w >> 8) & mask], v);
    iso_fmax_native_g(&out[(w >> 16) & mask], v);
    iso_fmax_native_g(&out[(w >> 24) & mask], v);
  }
}

__kernel void add_u64(ARGS(ulong)) {
  EACH(i) {
    uint w = data[i];
    ulong v = (ulong)w * w;
    atom_add(&out[w & mask], v);
    atom_add(&out[(w >> 8) & mask], v);
    atom_add(&out[(w >> 16) & mask], v);
    atom_add(&out[(w >> 24) & mask], v);
  }
}

__kernel void inc_wrap(ARGS(uint)) {
  EACH(i) {
    uint w = data[i];
    iso_inc_wrap_g(&out[w & mask], 1000u);
    iso_inc_wrap_g(&out[(w >> 8) & mask], 1000u);
    iso_inc_wrap_g(&out[(w >> 16) & mask], 1000u);
    iso_inc_wrap_g(&out[(w >> 24) & mask], 1000u);
  }
}

__kernel void dec_wrap(ARGS(uint)) {
  EACH(i) {
    uint w = data[i];
    iso_dec_wrap_g(&out[w & mask], 1000u);
    iso_dec_wrap_g(&out[(w >> 8) & mask], 1000u);
    iso_dec_wrap_g(&out[(w >> 16) & mask], 1000u);
    iso_dec_wrap_g(&out[(w >> 24) & mask], 1000u);
  }
}

// Each place is handed its own number; the sum of what was there before, behind the places, counts all but the first.
__kernel void exchange(ARGS(uint)) {
  uint sum = 0u;
  EACH(i) {
    uint w = data[i];
    sum += atomic_xchg(&out[w & mask], w & mask);
    sum += atomic_xchg(&out[(w >> 8) & mask], (w >> 8) & mask);
    sum += atomic_xchg(&out[(w >> 16) & mask], (w >> 16) & mask);
    sum += atomic_xchg(&out[(w >> 24) & mask], (w >> 24) & mask);
  }
  atomic_add(&out[mask + 1u], sum);
}

// Additions, exclusive ors and shifts, 12 operations in each; no rotations, for which Oclgrind has no instruction.
#define MIX a += b; d ^= a; d ^= d << 13; c += d; b ^= c; b ^= b >> 17; a += c; c ^= c << 5; d += b;
__kernel void alu(__global const uint *data, uint n, __global uint *out, uint rounds) {
  EACH(i) {
    uint a = data[i], b = a ^ 0x9e3779b9u, c = a + 0x7f4a7c15u, d = ~a;
    for (uint r = 0u; r < rounds; r++) { MIX MIX MIX MIX }
    out[i] = a ^ b ^ c ^ d;
  }
}

// Products, sums, comparisons and selections on integers: 12 operations each.
__kernel void alu_mul(__global const uint *data, uint n, __global uint *out, uint rounds) {
  EACH(i) {
    uint a = data[i], b = a | 1u;
    for (uint r = 0u; r < rounds; r++) {
      a = a * 1664525u + 1013904223u; b = (b ^ a >> 16) * 0x85ebca6bu; a = a < b ? a + 7u : b ^ a; b = (b < a ? b : a) + (b >> 3);
    }
    out[i] = a ^ b;
  }
}

// For growth: every work-item adds `rounds` times to places that a generator draws.
__kernel void grow(volatile __global uint *out, uint mask, uint rounds) {
  uint x = (uint)get_global_id(0) * 2654435761u + 1u;
  for (uint r = 0u; r < rounds; r++) {
    x = x * 1664525u + 1013904223u;
    atomic_inc(&out[(x ^ x >> 15) & mask]);
  }
}
