#include "amd.h"
typedef unsigned short u16;
/* Addresses: generic pointers into every space, what is not aligned, what lies outside. One group of 64. */
#define GROUP64 __attribute__((reqd_work_group_size(64, 1, 1))) __kernel void
/* The space of each lane's cell is in its low bits: memory, LDS, scratch. FLAT instructions with lanes in all three. */
GROUP64 spaces(__global u32 *cells, __global u32 *out) {
  __local u32 near[64];
  u32 own[4] = {7, 8, 9, 10};
  u32 t = LID();
  near[t] = 1000 + t;
  BAR();
  u32 *p = t % 3 == 0 ? (u32 *)&cells[t] : t % 3 == 1 ? (u32 *)&near[t ^ 32] : &own[t & 3];
  u32 old = __scoped_atomic_fetch_add(p, t, RLX, DEV);
  u32 max = __scoped_atomic_fetch_max(p, 50u, RLX, DEV);
  *p += 1;
  BAR();
  out[t] = old; out[64 + t] = max; out[128 + t] = near[t]; out[192 + t] = own[t & 3]; out[256 + t] = *p;
}
/* Every offset, every size. */
struct __attribute__((packed)) any { u16 h; u32 w; u64 d; };
GROUP64 unaligned(__global const unsigned char *in, __global unsigned char *out, __global u32 *sums) {
  __local unsigned char near[64 * 16 + 16];
  u32 t = LID();
  const __global struct any *p = (const __global struct any *)(in + t);
  sums[3 * t] = p->h; sums[3 * t + 1] = p->w; sums[3 * t + 2] = (u32)(p->d >> 20);
  __local struct any *q = (__local struct any *)(near + 16 * t + (t & 7) % 3);
  q->h = p->h + 1; q->w = p->w + 1; q->d = p->d + 1;
  BAR();
  __global struct any *r = (__global struct any *)(out + 16 * t + (t & 1));
  r->h = q->h; r->w = q->w; r->d = q->d;
}
/* LDS has 1024 bytes: writes behind it are dropped, reads are 0. */
GROUP64 past_lds(__global u32 *out, u32 offset) {
  __local u32 near[64];
  u32 t = LID();
  near[t] = t + 1;
  __local u32 *p = (__local u32 *)((u32)near + offset + 4 * t);
  u32 old = __scoped_atomic_fetch_add(p, 5u, RLX, WRK);
  BAR();
  out[t] = old; out[64 + t] = *(volatile __local u32 *)p;
  out[128 + t] = near[t];
}
/* Lane 3 is one byte off. */
GROUP64 misaligned(__global u32 *cells) {
  u32 t = LID();
  __scoped_atomic_fetch_add((__global u32 *)((__global char *)(cells + t) + (t == 3)), 1u, RLX, DEV);
}
GROUP64 misaligned_lds(__global u32 *out) {
  __local u64 near[65];
  u32 t = LID();
  near[t] = 0;
  BAR();
  __scoped_atomic_fetch_add((__local u64 *)((__local char *)(near + t) + 4 * (t == 3)), 1ul, RLX, WRK);
  out[t] = near[t];
}
/* Nothing is there. */
GROUP64 nowhere(__global u32 *out) { out[LID() + 0x10000000] = 1; }
/* A global access that means scratch. */
GROUP64 wrong_space(__global u32 *out) {
  volatile u32 own[2] = {1, 2};
  u32 *p = (u32 *)&own[LID() & 1];
  out[LID()] = *(volatile __global u32 *)(u64)p;
}
