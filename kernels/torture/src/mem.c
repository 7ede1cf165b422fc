#include "torture.h"
/* loads and stores of every size, structures, constants, globals, local arrays, stacks */
struct __attribute__((packed)) odd { u8 a; u16 b; u32 c; u64 d; s8 e; };
struct mixed { u8 a; s16 b; float c; double d; s8 e[5]; };
static const u32 table[16] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3};
static CONST u32 ctable[20] = {2, 7, 1, 8, 2, 8, 1, 8, 2, 8, 4, 5, 9, 0, 4, 5, 2, 3, 5, 3};
static CONST u16 chalf[8] = {1, 2, 0x8000, 4, 5, 6, 7, 0xffff};
static CONST u64 cwide[5] = {1, 1ull << 40, 3, 4, ~0ull};
static CONST s8 cbyte[7] = {1, -2, 3, -4, 5, -6, 7};
#ifdef HOST
static u32 gtab[8] = {10, 20, 30, 40, 50, 60, 70, 80};
typedef u32 v2 __attribute__((vector_size(8))); typedef u32 v4 __attribute__((vector_size(16)));
#else
static G u32 gtab[8] = {10, 20, 30, 40, 50, 60, 70, 80};
typedef u32 v2 __attribute__((vector_size(8))); typedef u32 v4 __attribute__((vector_size(16)));
#endif
KERNEL mem(ARGS) {
  BEGIN
  const u8 G *b8 = (const u8 G *)in; const u16 G *b16 = (const u16 G *)in; const u64 G *b64 = (const u64 G *)in;
  u32 w = W(0), k = W(1);
  O(b8[i * 32 + 1]); O((s32)(s8)b8[i * 32 + 2]); O(b8[i * 32 + (w & 31)]); O((s32)((const s8 G *)in)[i * 32 + (k & 31)]); O(b16[i * 16 + 3]); O((s32)((const s16 G *)in)[i * 16 + (w & 15)]); O64(b64[i * 4 + (k & 3)]);
  v2 q2 = *(const v2 G *)(in + i * 8 + 2); O(q2[0]); O(q2[1]);
  v4 q4 = *(const v4 G *)(in + i * 8 + (w & 4)); O(q4[0] ^ q4[3]); O(q4[1]); O(q4[2]);
  const struct odd G *o = (const struct odd G *)(b8 + i * 32 + (k & 15)); O(o->a); O(o->b); O(o->c); O64(o->d); O((s32)o->e);
  struct mixed m; m.a = w; m.b = k; m.c = (float)(w & 0xffff); m.d = (double)k; for (int j = 0; j < 5; j++) m.e[j] = (s8)(w >> j); m.e[k % 5] = 99;
  O(m.a); O((s32)m.b); OF(m.c); OD(m.d); O(m.e[0] + m.e[1] * 2 + m.e[2] * 3 + m.e[3] * 5 + m.e[4] * 7); O((s32)m.e[w % 5]);
  O(table[w & 15]); O(ctable[w % 20]); O(ctable[i % 20]); O(chalf[w & 7]); O((s32)((CONST s16 *)chalf)[k & 7]); O64(cwide[w % 5]); O((s32)cbyte[k % 7]); O(((CONST u8 *)ctable)[w % 80]); O(gtab[w & 7]); O(gtab[k & 7] + gtab[3]);
  u32 s = 0; for (u32 j = 0; j < (w & 7); j++) s = s * 31 + ctable[(j * 3 + k) % 20]; O(s);
  volatile u32 G *vo = (volatile u32 G *)&out[(__COUNTER__ - BASE) * n + i]; *vo = 5; *vo = *vo + w;
#ifdef HOST
  if (__COUNTER__ - BASE - 1 > MAXJ) MAXJ = __COUNTER__ - BASE - 2;
#else
  enum { skip_ = __COUNTER__ + __COUNTER__ };
#endif
  { u8 G *ob = (u8 G *)&out[(__COUNTER__ - BASE) * n + i]; ob[0] = w; ob[1] = w >> 8; ((u16 G *)ob)[1] = k; }
  { u32 j = __COUNTER__ - BASE; u16 G *oh = (u16 G *)&out[j * n + i]; oh[1] = w; oh[0] = (u16)(k + 1);
#ifdef HOST
    if (j > MAXJ) MAXJ = j;
#endif
  }
}
KERNEL spill(ARGS) {
  BEGIN
  u32 v[24];
#pragma unroll
  for (int j = 0; j < 24; j++) v[j] = in[i * 8 + (j & 7)] * (2 * j + 1) + j;
#pragma unroll
  for (int r = 0; r < 3; r++) {
#pragma unroll
    for (int j = 0; j < 24; j++) v[j] = v[j] * v[(j + 5) % 24] + (v[(j + 11) % 24] >> (r + 1)) ^ v[(j * 7 + 3) % 24];
  }
#pragma unroll
  for (int j = 0; j < 24; j++) { O(v[j]); }
  O(v[0]); O(v[5]); O(v[23] + v[1]);
}
KERNEL locals(ARGS) {
  BEGIN
  u32 a[32]; u8 b[40]; u64 c[6]; double d[4]; float f[9]; s16 h[10];
  for (int j = 0; j < 32; j++) a[j] = in[i * 8 + (j & 7)] + j;
  for (int j = 0; j < 40; j++) b[j] = (u8)(a[j & 31] >> (j & 3));
  for (int j = 0; j < 6; j++) c[j] = (u64)a[j] << 20 | b[j];
  for (int j = 0; j < 4; j++) d[j] = (double)(s32)a[j + 3];
  for (int j = 0; j < 9; j++) f[j] = (float)b[j * 2];
  for (int j = 0; j < 10; j++) h[j] = (s16)a[j];
  for (u32 j = 0; j < 50; j++) { u32 x = a[(j * 7 + i) & 31]; a[x & 31] += x; b[x % 40] ^= (u8)j; c[x % 6] += x; d[x & 3] += 1.5; f[x % 9] *= 1.25f; h[x % 10] += (s16)j; }
  u32 s = 0; for (int j = 0; j < 32; j++) s = s * 31 + a[j]; O(s); s = 0; for (int j = 0; j < 40; j++) s = s * 31 + b[j]; O(s);
  u64 t = 0; for (int j = 0; j < 6; j++) t = t * 31 + c[j]; O64(t); double u = 0; for (int j = 0; j < 4; j++) u += d[j]; OD(u); float g = 0; for (int j = 0; j < 9; j++) g += f[j]; OF(g);
  s = 0; for (int j = 0; j < 10; j++) s = s * 31 + (s32)h[j]; O(s); O(a[in[i * 8] & 31]); O(b[in[i * 8 + 1] % 40]); O((s32)h[in[i * 8 + 2] % 10]); O(((u8 *)a)[in[i * 8 + 3] & 127]); O((s32)((s8 *)b)[in[i * 8 + 4] % 40]); O(((u16 *)c)[in[i * 8 + 5] % 24]);
}
