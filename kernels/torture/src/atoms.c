/* Every atomic operation, on global, shared and generic addresses; results that depend on the order are not stored. */
#include "torture.h"
#define ALL(M) M(add, u32) M(add, s32) M(min, u32) M(min, s32) M(max, u32) M(max, s32) M(inc, u32) M(dec, u32) M(and, b32) M(or, b32) M(xor, b32) M(exch, b32)
#define ALLW(M) M(add, u64) M(min, u64) M(min, s64) M(max, u64) M(max, s64) M(and, b64) M(or, b64) M(xor, b64) M(exch, b64)
#ifdef HOST
#define S
#define SHARED static
#define __syncthreads()
typedef u32 b32; typedef u64 b64;
#define f_add(o, v) (o + v)
#define f_min(o, v) (o < v ? o : v)
#define f_max(o, v) (o > v ? o : v)
#define f_inc(o, v) (o >= v ? 0 : o + 1)
#define f_dec(o, v) (o == 0 || o > v ? v : o - 1)
#define f_and(o, v) (o & v)
#define f_or(o, v) (o | v)
#define f_xor(o, v) (o ^ v)
#define f_exch(o, v) (v)
#define H(op, ty, T, name) INLINE T name(T *p, T v) { ty o = *p, w = v; *p = f_##op(o, w); return o; }
#define D32(op, ty) H(op, ty, u32, g_##op##_##ty) H(op, ty, u32, s_##op##_##ty)
#define D64(op, ty) H(op, ty, u64, g_##op##_##ty) H(op, ty, u64, s_##op##_##ty)
ALL(D32) ALLW(D64)
#define RD(op, ty, T, c, name) H(op, ty, T, name)
#elif defined(__AMDGCN__)
typedef u32 b32; typedef u64 b64;
#define RLX __ATOMIC_RELAXED
#define f_add(p, v, s, n) __scoped_atomic_fetch_add(p, v, RLX, s)
#define f_min(p, v, s, n) __scoped_atomic_fetch_min(p, v, RLX, s)
#define f_max(p, v, s, n) __scoped_atomic_fetch_max(p, v, RLX, s)
#define f_and(p, v, s, n) __scoped_atomic_fetch_and(p, v, RLX, s)
#define f_or(p, v, s, n) __scoped_atomic_fetch_or(p, v, RLX, s)
#define f_xor(p, v, s, n) __scoped_atomic_fetch_xor(p, v, RLX, s)
#define f_exch(p, v, s, n) __scoped_atomic_exchange_n(p, v, RLX, s)
#define f_inc(p, v, s, n) __builtin_amdgcn_atomic_inc32(p, v, RLX, n)
#define f_dec(p, v, s, n) __builtin_amdgcn_atomic_dec32(p, v, RLX, n)
#define AG(op, ty, T, name) INLINE T name(T G *p, T v) { return (T)f_##op((ty G *)p, (ty)v, __MEMORY_SCOPE_DEVICE, "agent"); }
#define AS(op, ty, T, name) INLINE T name(T S *p, T v) { return (T)f_##op((ty S *)p, (ty)v, __MEMORY_SCOPE_WRKGRP, "workgroup"); }
#define RD(op, ty, T, c, name) INLINE void name(T G *p, T v) { (void)f_##op((ty G *)p, (ty)v, __MEMORY_SCOPE_DEVICE, "agent"); }
#define D32(op, ty) AG(op, ty, u32, g_##op##_##ty) AS(op, ty, u32, s_##op##_##ty)
#define D64(op, ty) AG(op, ty, u64, g_##op##_##ty) AS(op, ty, u64, s_##op##_##ty)
ALL(D32) ALLW(D64)
#define CAS(name, T, Q) INLINE T name(T Q *p, T a, T b) { __scoped_atomic_compare_exchange_n(p, &a, b, 0, RLX, RLX, __MEMORY_SCOPE_DEVICE); return a; }
CAS(g_cas, u32, G) CAS(g_cas64, u64, G) CAS(s_cas, u32, S) CAS(s_cas64, u64, S)
INLINE u32 n_add(u32 *p, u32 v) { return f_add(p, v, __MEMORY_SCOPE_DEVICE, ); }
INLINE float g_fadd(float G *p, float v) { return f_add(p, v, __MEMORY_SCOPE_DEVICE, ); }
INLINE float s_fadd(float S *p, float v) { return f_add(p, v, __MEMORY_SCOPE_WRKGRP, ); }
#else
#define AT(sp, op, ty, T, c, name) INLINE T name(T G *p, T v) { T d; __asm__ volatile("atom.global." #op "." #ty " %0, [%1], %2;" : "=" c(d) : "l"(p), c(v) : "memory"); return d; }
#define RD(op, ty, T, c, name) INLINE void name(T G *p, T v) { __asm__ volatile("red.global." #op "." #ty " [%0], %1;" :: "l"(p), c(v) : "memory"); }
#define SA(op, ty, T, c, name) INLINE T name(T S *p, T v) { T d; __asm__ volatile("atom.shared." #op "." #ty " %0, [%1], %2;" : "=" c(d) : "r"((u32)(unsigned long)p), c(v) : "memory"); return d; }
#define D32(op, ty) AT(, op, ty, u32, "r", g_##op##_##ty) SA(op, ty, u32, "r", s_##op##_##ty)
#define D64(op, ty) AT(, op, ty, u64, "l", g_##op##_##ty) SA(op, ty, u64, "l", s_##op##_##ty)
ALL(D32) ALLW(D64)
INLINE u32 g_cas(u32 G *p, u32 a, u32 b) { u32 d; __asm__ volatile("atom.global.cas.b32 %0, [%1], %2, %3;" : "=r"(d) : "l"(p), "r"(a), "r"(b) : "memory"); return d; }
INLINE u64 g_cas64(u64 G *p, u64 a, u64 b) { u64 d; __asm__ volatile("atom.global.cas.b64 %0, [%1], %2, %3;" : "=l"(d) : "l"(p), "l"(a), "l"(b) : "memory"); return d; }
INLINE u32 s_cas(u32 S *p, u32 a, u32 b) { u32 d; __asm__ volatile("atom.shared.cas.b32 %0, [%1], %2, %3;" : "=r"(d) : "r"((u32)(unsigned long)p), "r"(a), "r"(b) : "memory"); return d; }
INLINE u64 s_cas64(u64 S *p, u64 a, u64 b) { u64 d; __asm__ volatile("atom.shared.cas.b64 %0, [%1], %2, %3;" : "=l"(d) : "r"((u32)(unsigned long)p), "l"(a), "l"(b) : "memory"); return d; }
INLINE u32 n_add(u32 *p, u32 v) { u32 d; __asm__ volatile("atom.add.u32 %0, [%1], %2;" : "=r"(d) : "l"(p), "r"(v) : "memory"); return d; }
INLINE float g_fadd(float G *p, float v) { float d; __asm__ volatile("atom.global.add.f32 %0, [%1], %2;" : "=f"(d) : "l"(p), "f"(v) : "memory"); return d; }
INLINE float s_fadd(float S *p, float v) { float d; __asm__ volatile("atom.shared.add.f32 %0, [%1], %2;" : "=f"(d) : "r"((u32)(unsigned long)p), "f"(v) : "memory"); return d; }
#endif
RD(add, u32, u32, "r", r_add) RD(min, s32, u32, "r", r_min) RD(max, u32, u32, "r", r_max) RD(inc, u32, u32, "r", r_inc) RD(dec, u32, u32, "r", r_dec) RD(and, b32, u32, "r", r_and) RD(or, b32, u32, "r", r_or) RD(xor, b32, u32, "r", r_xor)
RD(add, u64, u64, "l", r_add64) RD(min, s64, u64, "l", r_min64) RD(max, u64, u64, "l", r_max64) RD(and, b64, u64, "l", r_and64) RD(or, b64, u64, "l", r_or64) RD(xor, b64, u64, "l", r_xor64)
#ifdef HOST
#define CAS(name, T) INLINE T name(T *p, T a, T b) { T o = *p; if (o == a) *p = b; return o; }
CAS(g_cas, u32) CAS(g_cas64, u64) CAS(s_cas, u32) CAS(s_cas64, u64)
H(add, u32, u32, n_add) H(add, float, float, g_fadd) H(add, float, float, s_fadd)
#endif
/* one word per item: the old value and what is left */
KERNEL private_atoms(ARGS) {
  BEGIN
  u32 a = W(0), b = W(1), c = W(2); u64 x = LW(0), y = LW(1), z = LW(2);
  u32 G *p; u64 G *q = (u64 G *)out + (u64)n * 60 + i; u32 r; u64 w;
#ifdef HOST
  if (MAXJ < 130) MAXJ = 130;
#endif
#define G1(op, ty) { p = &out[(__COUNTER__ - BASE) * n + i]; *p = a; r = g_##op##_##ty(p, b); O(r); }
  ALL(G1)
  { p = &out[(__COUNTER__ - BASE) * n + i]; *p = a; r = g_cas(p, (c & 1) ? a : b, c); O(r); }
  { p = &out[(__COUNTER__ - BASE) * n + i]; *p = a; (void)g_add_u32(p, 1); r_add(p, b); r_xor(p, c); r_min(p, c); O(*p); }
#define G2(op, ty) { *q = x; w = g_##op##_##ty(q, y); O64(w); w = *(volatile u64 G *)q; O64(w); }
  ALLW(G2)
  *q = x; w = g_cas64(q, (c & 1) ? x : y, z); O64(w); O64(*q); *q = 0;
  for (u32 k = 0; k < 200; k++) if (k == 199) O(0x77);
}
SHARED u32 t32[96];
SHARED u64 t64[96];
KERNEL shared_atoms(ARGS) {
  BEGIN
  u32 a = W(0), b = W(1), c = W(2), t = TID; u64 x = LW(0), y = LW(1), z = LW(2);
#define S1(op, ty) t32[t] = a; O(s_##op##_##ty(&t32[t], b)); O(t32[t]);
  ALL(S1)
#define S2(op, ty) t64[t] = x; O64(s_##op##_##ty(&t64[t], y)); O64(t64[t]);
  ALLW(S2)
  t32[t] = a; O(s_cas(&t32[t], (c & 1) ? a : b, c)); O(t32[t]); t64[t] = x; O64(s_cas64(&t64[t], (c & 1) ? x : y, z)); O64(t64[t]);
  t32[t] = BITS(u32, (float)(a & 0xfff)); OF(s_fadd((float S *)&t32[t], (float)(b & 0xfff))); O(t32[t]);
}
/* out[0..63] contended; item results at out[64 + i] */
SHARED u32 sh[4];
KERNEL contended(const u32 G *in, u32 G *out, u64 G *wide, u32 n) {
  u32 i = CTA * NTID + TID; u32 a = in[i % 512], b = in[(i * 7 + 3) % 512]; u64 x = (u64)a << 32 | b;
#ifdef HOST
  if (TID == 0) sh[0] = sh[1] = sh[2] = sh[3] = 0;
#else
  if (TID < 4) sh[TID] = 0; __syncthreads();
#endif
  if (i < n) {
    r_add(out + 0, a); r_min(out + 1, a); r_max(out + 2, a); r_inc(out + 3, 100); r_dec(out + 4, 70); r_and(out + 5, a | b); r_or(out + 6, a & b); r_xor(out + 7, a);
    r_add(out + 8 + (a & 3), 1); if (b & 1) r_add(out + 12, b); else r_max(out + 13, b);
    r_add64(wide, x); r_min64(wide + 1, x); r_max64(wide + 2, x); r_and64(wide + 3, x | 0xff); r_or64(wide + 4, x & 0xffff0000ffffull); r_xor64(wide + 5, x);
    g_fadd((float G *)out + 14, (float)(a & 63)); n_add((u32 *)(out + 15), b & 7); n_add((u32 *)(sh + (a & 3)), b & 15);
    u32 k = g_add_u32(out + 16, 1); r_xor(out + 17, k); r_add(out + 18, k);
    u32 s; do { s = *(volatile u32 G *)(out + 19); } while (g_cas(out + 19, s, s + 2) != s);
    s_add_u32(sh + 3, 0); g_max_s32(out + 20, a); g_min_u32(out + 21, b); g_exch_b32(out + 22, 7);
    g_add_u64(wide + 6, 5); u64 w; do { w = *(volatile u64 G *)(wide + 7); } while (g_cas64(wide + 7, w, w + a) != w);
  }
  __syncthreads();
#ifdef HOST
  if (TID == NTID - 1) for (int k = 0; k < 4; k++) out[24 + k] += sh[k];
#else
  if (TID < 4) r_add(out + 24 + TID, sh[TID]);
#endif
}
