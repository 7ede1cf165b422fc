/* What the programs of the fuzzer call, for OpenCL C of three vendors' compilers and for C on the host (-DHOST).
   Every function here has one value for every operand, whatever the machine. */
#ifdef HOST
#include <stdint.h>
#include <string.h>
#include <math.h>
typedef int8_t i8; typedef uint8_t u8; typedef int16_t i16; typedef uint16_t u16;
typedef int32_t i32; typedef uint32_t u32; typedef int64_t i64; typedef uint64_t u64;
#define FN static inline
#define NOINLINE static __attribute__((noinline))
#define GLOBAL
#define LOCAL
#else
typedef char i8; typedef unsigned char u8; typedef short i16; typedef unsigned short u16;
typedef int i32; typedef unsigned int u32; typedef long i64; typedef unsigned long u64;
#ifdef INTEL
#define FN static inline
#else
#define FN static inline __attribute__((always_inline))
#endif
#define NOINLINE static __attribute__((noinline))
#define GLOBAL __global
#define LOCAL __local
#pragma OPENCL FP_CONTRACT OFF
#endif
typedef float f32;
#ifdef HOST
typedef _Float16 f16;
#else
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
typedef half f16;
#endif
typedef u16 bf16; /* The bits of a bfloat16: what computes with them is below. */
#ifndef NO_F64
#if !defined(HOST)
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif
typedef double f64;
#endif

FN f32 as_f32(u32 v) { union { u32 u; f32 f; } c; c.u = v; return c.f; }
/* The bits of a float; all NaNs are one. */
FN u32 bits_f32(f32 v) { union { u32 u; f32 f; } c; c.f = v; return v != v ? 0x7fc00000u : c.u; }

/* Division: by zero gives the dividend, as does the most negative number by -1. */
#if defined(OPAQUE) && !defined(INTEL)
/* Keeps clang from knowing anything about dividends and operands of minima: see README.md. */
#ifdef __NVPTX__
#define HIDE(T, v)
#define HIDE_f32(v) __asm__("" : "+f"(v));
#define HIDE_f64(v) __asm__("" : "+d"(v));
#else
#define HIDE(T, v) T h_##v = v; __asm__("" : "+v"(h_##v)); v = h_##v;
#define HIDE_f32(v) __asm__("" : "+v"(v));
#define HIDE_f64(v) __asm__("" : "+v"(v));
#endif
#else
#define HIDE(T, v)
#define HIDE_f32(v)
#define HIDE_f64(v)
#endif
#define DIVS(T, W) \
  FN T div_##T(T a, T b) { HIDE(W, a) return b == 0 || b == (T)-1 ? (b == 0 ? a : (T)(0 - (u64)a)) : (T)(a / b); } \
  FN T rem_##T(T a, T b) { HIDE(W, a) return b == 0 || b == (T)-1 ? (b == 0 ? a : (T)0) : (T)(a % b); }
#define DIVU(T, W) \
  FN T div_##T(T a, T b) { HIDE(W, a) return b == 0 ? a : (T)(a / b); } \
  FN T rem_##T(T a, T b) { HIDE(W, a) return b == 0 ? a : (T)(a % b); }
DIVS(i8, i32) DIVS(i16, i32) DIVS(i32, i32) DIVS(i64, i64) DIVU(u8, u32) DIVU(u16, u32) DIVU(u32, u32) DIVU(u64, u64)

/* Conversions from float: 77 outside the range of the integer. */
#define FTO(T, F, LO, HI) FN T F##_to_##T(F v) { return v > LO && v < HI ? (T)v : (T)77; }
FTO(i8, f32, -129.0f, 128.0f) FTO(u8, f32, -1.0f, 256.0f) FTO(i16, f32, -32769.0f, 32768.0f) FTO(u16, f32, -1.0f, 65536.0f)
FTO(i32, f32, -2147483904.0f, 2147483648.0f) FTO(u32, f32, -1.0f, 4294967296.0f)
FTO(i64, f32, -9223373136366403584.0f, 9223372036854775808.0f) FTO(u64, f32, -1.0f, 18446744073709551616.0f)
#ifndef NO_F64
FN f64 as_f64(u64 v) { union { u64 u; f64 f; } c; c.u = v; return c.f; }
#if defined(OPAQUE) && defined(__NVPTX__)
#define HIDE_bits(v) { u32 lo_, hi_; __asm__("mov.b64 {%0, %1}, %2;" : "=r"(lo_), "=r"(hi_) : "l"(v)); v = (u64)hi_ << 32 | lo_; }
#else
#define HIDE_bits(v)
#endif
FN u64 bits_f64(f64 v) { union { u64 u; f64 f; } c; c.f = v; u64 u = c.u; HIDE_bits(u) return v != v ? 0x7ff8000000000000ul : u; }
FTO(i8, f64, -129.0, 128.0) FTO(u8, f64, -1.0, 256.0) FTO(i16, f64, -32769.0, 32768.0) FTO(u16, f64, -1.0, 65536.0)
FTO(i32, f64, -2147483649.0, 2147483648.0) FTO(u32, f64, -1.0, 4294967296.0)
FTO(i64, f64, -9223372036854777856.0, 9223372036854775808.0) FTO(u64, f64, -1.0, 18446744073709551616.0)
#endif

/* Halves, which every conversion goes to and from by one rounding. */
FN f16 as_f16(u16 v) { union { u16 u; f16 f; } c; c.u = v; return c.f; }
FN u16 bits_f16(f16 v) { union { u16 u; f16 f; } c; c.f = v; return v != v ? (u16)0x7e00 : c.u; }
#define HFTO(T, LO, HI) FN T f16_to_##T(f16 v) { return (f32)v > LO && (f32)v < HI ? (T)v : (T)77; }
HFTO(i8, -129.0f, 128.0f) HFTO(u8, -1.0f, 256.0f) HFTO(i16, -32769.0f, 32768.0f) HFTO(u16, -1.0f, 65536.0f)
HFTO(i32, -65505.0f, 65505.0f) HFTO(u32, -1.0f, 65505.0f) HFTO(i64, -65505.0f, 65505.0f) HFTO(u64, -1.0f, 65505.0f)
FN f16 f32_to_f16(f32 v) { HIDE_f32(v) return (f16)v; }
FN f16 abs_f16(f16 v) { return as_f16(bits_f16(v) & 0x7fff); }
FN f16 div_f16(f16 a, f16 b) { return (f16)((f32)a / (f32)b); }
#define HIDE_f16(v)

/* bfloat16: a float whose low half is rounded away, ties to even. Compilers that have the type compute with it. */
FN f32 bf16_to_f32(bf16 v) { return as_f32((u32)v << 16); }
FN bf16 round_bf16(f32 v) { u32 u = bits_f32(v); return v != v ? (bf16)0x7fc0 : (bf16)((u + 0x7fff + (u >> 16 & 1)) >> 16); }
#if defined(HOST) || defined(INTEL)
#define AS_BF16(v) bf16_to_f32(v)
#define OF_BF16(v) round_bf16(v)
FN bf16 f32_to_bf16(f32 v) { return round_bf16(v); }
#else
FN __bf16 AS_BF16(bf16 v) { union { bf16 u; __bf16 f; } c; c.u = v; return c.f; }
FN bf16 OF_BF16(__bf16 v) { union { bf16 u; __bf16 f; } c; c.f = v; return v != v ? (bf16)0x7fc0 : c.u; }
FN bf16 f32_to_bf16(f32 v) { return OF_BF16((__bf16)v); }
#endif
FN bf16 as_bf16(u16 v) { return v; }
FN u16 bits_bf16(bf16 v) { return (v & 0x7fff) > 0x7f80 ? (u16)0x7fc0 : v; }
FN bf16 add_bf16(bf16 a, bf16 b) { return OF_BF16(AS_BF16(a) + AS_BF16(b)); }
FN bf16 sub_bf16(bf16 a, bf16 b) { return OF_BF16(AS_BF16(a) - AS_BF16(b)); }
FN bf16 mul_bf16(bf16 a, bf16 b) { return OF_BF16(AS_BF16(a) * AS_BF16(b)); }
FN bf16 div_bf16(bf16 a, bf16 b) { return OF_BF16(AS_BF16(a) / AS_BF16(b)); }
FN bf16 min_bf16(bf16 a, bf16 b) { return AS_BF16(a) < AS_BF16(b) ? a : b; }
FN bf16 max_bf16(bf16 a, bf16 b) { return AS_BF16(a) > AS_BF16(b) ? a : b; }
FN bf16 neg_bf16(bf16 a) { return a ^ 0x8000; }
FN bf16 abs_bf16(bf16 a) { return a & 0x7fff; }
FN bf16 u32_to_bf16(u32 v) { return f32_to_bf16((f32)v); }
#define BFTO(T) FN T bf16_to_##T(bf16 v) { return f32_to_##T(bf16_to_f32(v)); }
BFTO(i8) BFTO(u8) BFTO(i16) BFTO(u16) BFTO(i32) BFTO(u32) BFTO(i64) BFTO(u64)

/* Vectors. */
#ifdef HOST
#define VECTOR(T, N, B) typedef T T##x##N __attribute__((vector_size(B), aligned(1)));
#define REINT(T, v) ((T)(v))
#define MAKE2(T, a, b) ((T){a, b})
#define MAKE4(T, a, b, c, d) ((T){a, b, c, d})
#define SPLAT(T, v) ({ T s_; for (unsigned i_ = 0; i_ < sizeof s_ / sizeof s_[0]; i_++) s_[i_] = (v); s_; })
#else
#define VECTOR(T, N, B) typedef T T##x##N __attribute__((ext_vector_type(N)));
#define REINT(T, v) __builtin_astype((v), T)
#define MAKE2(T, a, b) ((T)(a, b))
#define MAKE4(T, a, b, c, d) ((T)(a, b, c, d))
#define SPLAT(T, v) ((T)(v))
#endif
#define VECTORS(T, B) VECTOR(T, 2, 2 * B) VECTOR(T, 4, 4 * B)
VECTORS(u8, 1) VECTORS(i8, 1) VECTORS(u16, 2) VECTORS(i16, 2) VECTORS(u32, 4) VECTORS(i32, 4) VECTORS(u64, 8) VECTORS(i64, 8) VECTORS(f16, 2) VECTORS(f32, 4)
#ifndef NO_F64
VECTORS(f64, 8)
#endif
#ifdef OPAQUE
FN f16x2 VCAST_f16x2(f32x2 v) { return MAKE2(f16x2, f32_to_f16(v[0]), f32_to_f16(v[1])); }
FN f16x4 VCAST_f16x4(f32x4 v) { return MAKE4(f16x4, f32_to_f16(v[0]), f32_to_f16(v[1]), f32_to_f16(v[2]), f32_to_f16(v[3])); }
#else
#define VCAST_f16x2(v) __builtin_convertvector(v, f16x2)
#define VCAST_f16x4(v) __builtin_convertvector(v, f16x4)
#endif
#define SELECT(T, U, m, a, b) REINT(T, (REINT(U, a) & REINT(U, m)) | (REINT(U, b) & ~REINT(U, m)))
/* Whole vectors of integers from the 512 words of `in`. */
#define VLOAD(T, j) (((GLOBAL const T *)in)[(gid * 3 + (j)) & (2048 / sizeof(T) - 1)])

/* Bits. */
#if defined(INTEL)
FN u32 pop_u32(u32 v) { return popcount(v); }
FN u64 pop_u64(u64 v) { return popcount(v); }
FN u32 clz_u32(u32 v) { return clz(v); }
FN u64 clz_u64(u64 v) { return clz(v); }
#define FMA32 fma
#define TRUNC32 trunc
#define FLOOR32 floor
#define CEIL32 ceil
#define RINT32 rint
#define ABS32 fabs
#define SQRT32 sqrt
#else
FN u32 pop_u32(u32 v) { return __builtin_popcount(v); }
FN u64 pop_u64(u64 v) { return __builtin_popcountl(v); }
FN u32 clz_u32(u32 v) { return v ? __builtin_clz(v) : 32; }
FN u64 clz_u64(u64 v) { return v ? __builtin_clzl(v) : 64; }
#define FMA32 __builtin_fmaf
#define TRUNC32 __builtin_truncf
#define FLOOR32 __builtin_floorf
#define CEIL32 __builtin_ceilf
#define RINT32 __builtin_rintf
#define ABS32 __builtin_fabsf
#define SQRT32 __builtin_sqrtf
#endif
FN u32 ctz_u32(u32 v) { return v ? 31 - clz_u32(v & (0 - v)) : 32; }
FN u32 mulhi_u32(u32 a, u32 b) { return (u32)((u64)a * b >> 32); }
FN i32 mulhi_i32(i32 a, i32 b) { return (i32)((i64)a * b >> 32); }
FN u64 mulwide_u32(u32 a, u32 b) { return (u64)a * b; }
FN i64 mulwide_i32(i32 a, i32 b) { return (i64)a * b; }
FN u32 rot_u32(u32 v, u32 n) { return v << (n & 31) | v >> (0 - n & 31); }
FN u64 rot_u64(u64 v, u64 n) { return v << (n & 63) | v >> (0 - n & 63); }
FN u32 field_u32(u32 v, u32 at, u32 n) { return v >> (at & 31) & ((1u << (n & 31)) - 1); }
FN i32 sext_i32(i32 v, u32 n) { return (i32)((u32)v << (n & 31)) >> (n & 31); }
FN u32 insert_u32(u32 v, u32 w, u32 at) { u32 m = 0xffu << (at & 31); return (v & ~m) | (w << (at & 31) & m); }
FN u32 perm_u32(u32 v, u32 w) { return v >> 24 | w << 24 | (v & 0xff00u) | (w & 0xff00u) << 8; }
/* High words of sums and differences of two and four words, with their carries. */
FN u64 addc_u64(u64 a, u64 b, u64 c, u64 d) { u64 lo = a + b; return c + d + (lo < a); }
FN u64 subb_u64(u64 a, u64 b, u64 c, u64 d) { return c - d - (a < b); }
FN u32 addc_u32(u32 a, u32 b, u32 c, u32 d) { u32 lo = a + b; return c + d + (lo < a); }
FN u32 subb_u32(u32 a, u32 b, u32 c, u32 d) { return c - d - (a < b); }
FN u64 mulhi_u64(u64 a, u64 b) {
  u64 al = (u32)a, ah = a >> 32, bl = (u32)b, bh = b >> 32, m = ah * bl + (al * bl >> 32), n = al * bh + (u32)m;
  return ah * bh + (m >> 32) + (n >> 32);
}
#define MINMAX(T) \
  FN T min_##T(T a, T b) { return a < b ? a : b; } \
  FN T max_##T(T a, T b) { return a > b ? a : b; }
MINMAX(i8) MINMAX(u8) MINMAX(i16) MINMAX(u16) MINMAX(i32) MINMAX(u32) MINMAX(i64) MINMAX(u64)
#define MINMAX_FLOAT(T) \
  FN T min_##T(T a, T b) { HIDE_##T(a) HIDE_##T(b) return a < b ? a : b; } \
  FN T max_##T(T a, T b) { HIDE_##T(a) HIDE_##T(b) return a > b ? a : b; }
MINMAX_FLOAT(f32)
MINMAX_FLOAT(f16)
FN u32 absdiff_i32(i32 a, i32 b) { return a < b ? (u32)b - (u32)a : (u32)a - (u32)b; }
FN i32 sat_i32(i64 v) { return v > 2147483647 ? 2147483647 : v < -2147483647 - 1 ? -2147483647 - 1 : (i32)v; }
FN u8 sat_u8(i32 v) { return v > 255 ? 255 : v < 0 ? 0 : (u8)v; }
FN f32 fma_f32(f32 a, f32 b, f32 c) { return FMA32(a, b, c); }
FN f32 trunc_f32(f32 a) { return TRUNC32(a); }
FN f32 floor_f32(f32 a) { return FLOOR32(a); }
FN f32 ceil_f32(f32 a) { return CEIL32(a); }
FN f32 rint_f32(f32 a) { return RINT32(a); }
FN f32 abs_f32(f32 a) { return ABS32(a); }
FN f32 sqrt_f32(f32 a) { return SQRT32(a); }
FN f32 div_f32(f32 a, f32 b) { return a / b; }
FN f16 sqrt_f16(f16 a) { return (f16)SQRT32((f32)a); }
#ifdef HOST
/* 64 bits hold a product and a sum of halves. */
FN f16 fma_f16(f16 a, f16 b, f16 c) { return (f16)((long double)a * b + c); }
FN f16 trunc_f16(f16 a) { return (f16)TRUNC32((f32)a); }
FN f16 floor_f16(f16 a) { return (f16)FLOOR32((f32)a); }
FN f16 ceil_f16(f16 a) { return (f16)CEIL32((f32)a); }
FN f16 rint_f16(f16 a) { return (f16)RINT32((f32)a); }
#elif defined(INTEL)
FN f16 fma_f16(f16 a, f16 b, f16 c) { return fma(a, b, c); }
FN f16 trunc_f16(f16 a) { return trunc(a); }
FN f16 floor_f16(f16 a) { return floor(a); }
FN f16 ceil_f16(f16 a) { return ceil(a); }
FN f16 rint_f16(f16 a) { return rint(a); }
#else
#ifdef __NVPTX__
/* clang rounds twice here: once to a float, once to a half. The sum is rounded to odd first instead. */
FN f16 fma_f16(f16 a, f16 b, f16 c) {
  f64 p = (f64)a * (f64)b, q = (f64)c, s = p + q, t = s - p, e = (p - (s - t)) + (q - t);
  union { f64 f; i64 i; } u; u.f = s;
  if (e == e && e != 0.0 && !(u.i & 1)) u.i += (e > 0.0) == (s > 0.0) ? 1 : -1;
  return (f16)u.f;
}
#else
FN f16 fma_f16(f16 a, f16 b, f16 c) { return __builtin_fmaf16(a, b, c); }
#endif
FN f16 trunc_f16(f16 a) { return __builtin_truncf16(a); }
FN f16 floor_f16(f16 a) { return __builtin_floorf16(a); }
FN f16 ceil_f16(f16 a) { return __builtin_ceilf16(a); }
FN f16 rint_f16(f16 a) { return __builtin_rintf16(a); }
#endif
#ifndef NO_F64
MINMAX_FLOAT(f64)
#ifdef INTEL
FN f64 fma_f64(f64 a, f64 b, f64 c) { return fma(a, b, c); }
FN f64 trunc_f64(f64 a) { return trunc(a); }
#ifdef OPAQUE
/* Intel's library loses the sign of zero. */
FN f64 signed_f64(f64 r, f64 a) { return r == 0.0 ? as_f64(bits_f64(a) & 0x8000000000000000ul) : r; }
FN f64 floor_f64(f64 a) { return signed_f64(floor(a), a); }
FN f64 ceil_f64(f64 a) { return signed_f64(ceil(a), a); }
#else
FN f64 floor_f64(f64 a) { return floor(a); }
FN f64 ceil_f64(f64 a) { return ceil(a); }
#endif
FN f64 rint_f64(f64 a) { return rint(a); }
FN f64 abs_f64(f64 a) { return fabs(a); }
FN f64 sqrt_f64(f64 a) { return sqrt(a); }
#else
FN f64 fma_f64(f64 a, f64 b, f64 c) { return __builtin_fma(a, b, c); }
FN f64 trunc_f64(f64 a) { return __builtin_trunc(a); }
FN f64 floor_f64(f64 a) { return __builtin_floor(a); }
FN f64 ceil_f64(f64 a) { return __builtin_ceil(a); }
FN f64 rint_f64(f64 a) { return __builtin_rint(a); }
FN f64 abs_f64(f64 a) { return __builtin_fabs(a); }
FN f64 sqrt_f64(f64 a) { return __builtin_sqrt(a); }
#endif
FN f64 div_f64(f64 a, f64 b) { return a / b; }
#endif

/* Work-items. SIZE, the work-items of a group, is defined by each kernel; `in` has 512 integers, 256 floats and 128 doubles. */
#define LOAD_u32(j) in[(gid * 7 + (j)) & 511]
#define LOAD_i32(j) ((i32)LOAD_u32(j))
#define LOAD_u16(j) ((u16)LOAD_u32(j))
#define LOAD_i16(j) ((i16)LOAD_u32(j))
#define LOAD_u8(j) ((u8)LOAD_u32(j))
#define LOAD_i8(j) ((i8)LOAD_u32(j))
#define LOAD_u64(j) ((u64)LOAD_u32(j) | (u64)LOAD_u32((j) + 1) << 32)
#define LOAD_i64(j) ((i64)LOAD_u64(j))
#define LOAD_f16(j) as_f16((u16)LOAD_u32(j))
#define LOAD_bf16(j) as_bf16((u16)(in[512 + ((gid * 5 + (j)) & 255)] >> 16))
#define LOAD_f32(j) as_f32(in[512 + ((gid * 5 + (j)) & 255)])
#define LOAD_f64(j) as_f64((u64)in[768 + ((gid * 3 + (j)) & 127) * 2] | (u64)in[769 + ((gid * 3 + (j)) & 127) * 2] << 32)
#define PUT32(j, v) out[(j) * ITEMS + gid] = (u32)(v)
#define PUT64(j, v) do { u64 w_ = (u64)(v); PUT32(j, w_); PUT32((j) + 1, w_ >> 32); } while (0)

/* Images of 32 by 16 over the integers of `in`: words, and bytes as numbers from 0 to 1. */
#if defined(HOST)
#define TEXEL(X_, Y_) in[((Y_) & 15) * 32 + ((X_) & 31)]
#define TEXELF(X_, Y_, C_) ((f32)(u8)(TEXEL(X_, Y_) >> 8 * (C_)) / 255.0f)
#elif defined(INTEL)
#define TEXEL(X_, Y_) read_imageui(words_, (int2)((X_) & 31, (Y_) & 15)).x
#define TEXELF(X_, Y_, C_) read_imagef(bytes_, (int2)((X_) & 31, (Y_) & 15))[C_]
#endif

#ifdef HOST
#define OWN(NAME, NEW) FN u32 NAME(u32 *p, u32 v) { u32 o = *p; *p = NEW; return o; }
OWN(atom_add_, o + v) OWN(atom_sub_, o - v) OWN(atom_and_, o & v) OWN(atom_or_, o | v) OWN(atom_xor_, o ^ v)
OWN(atom_min_, o < v ? o : v) OWN(atom_max_, o > v ? o : v) OWN(atom_xchg_, v)
OWN(atom_imin_, (i32)o < (i32)v ? o : v) OWN(atom_imax_, (i32)o > (i32)v ? o : v)
FN u32 atom_cas_(u32 *p, u32 c, u32 v) { u32 o = *p; if (o == c) *p = v; return o; }
#else
#if defined(INTEL)
#define ITEM get_local_id(0)
#define GROUP get_group_id(0)
#define BARRIER barrier(CLK_LOCAL_MEM_FENCE)
#define RMW(NAME, CL, CAST) \
  static inline u32 __attribute__((overloadable)) NAME(volatile __local u32 *p, u32 v) { return (u32)CL((volatile __local CAST *)p, (CAST)v); } \
  static inline u32 __attribute__((overloadable)) NAME(volatile __global u32 *p, u32 v) { return (u32)CL((volatile __global CAST *)p, (CAST)v); }
RMW(atom_add_, atomic_add, u32) RMW(atom_sub_, atomic_sub, u32) RMW(atom_and_, atomic_and, u32) RMW(atom_or_, atomic_or, u32)
RMW(atom_xor_, atomic_xor, u32) RMW(atom_min_, atomic_min, u32) RMW(atom_max_, atomic_max, u32) RMW(atom_xchg_, atomic_xchg, u32)
RMW(atom_imin_, atomic_min, i32) RMW(atom_imax_, atomic_max, i32)
static inline u32 __attribute__((overloadable)) atom_cas_(volatile __local u32 *p, u32 c, u32 v) { return atomic_cmpxchg(p, c, v); }
static inline u32 __attribute__((overloadable)) atom_cas_(volatile __global u32 *p, u32 c, u32 v) { return atomic_cmpxchg(p, c, v); }
#ifdef SIMD
#pragma OPENCL EXTENSION cl_intel_subgroups : enable
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
#define SHUFFLE(v, n) intel_sub_group_shuffle((u32)(v), (u32)(n) & (get_max_sub_group_size() - 1))
#define BALLOT(c) sub_group_ballot((c) != 0).x
#define REDUCE(v) sub_group_reduce_add((u32)(v))
#define SCAN(v) sub_group_scan_exclusive_add((u32)(v))
#ifdef OPAQUE
/* No part of the variable of the lane that gives the value. */
#define BROADCAST(v, n) (sub_group_broadcast((u32)(v), (n) & (get_max_sub_group_size() - 1)) + (u32)get_local_id(1))
#else
#define BROADCAST(v, n) sub_group_broadcast((u32)(v), (n) & (get_max_sub_group_size() - 1))
#endif
#define KERNEL(NAME, N) __attribute__((intel_reqd_sub_group_size(SIMD))) __attribute__((reqd_work_group_size(N, 1, 1))) \
  __kernel void NAME(__global const u32 *in, __global u32 *out)
#define KERNEL_IMAGES(NAME, N) __attribute__((intel_reqd_sub_group_size(SIMD))) __attribute__((reqd_work_group_size(N, 1, 1))) \
  __kernel void NAME(__global const u32 *in, __global u32 *out, __read_only image2d_t words_, __read_only image2d_t bytes_)
#endif
#else
#define RMW_(NAME, AS, AT, T, FN_) \
  static inline __attribute__((always_inline, overloadable)) u32 NAME(volatile AS u32 *p, u32 v) { \
    return (u32)FN_((volatile AS AT *)p, (T)v, __ATOMIC_RELAXED, 2); }
#define RMW(NAME, AT, T, FN_) RMW_(NAME, __local, AT, T, FN_) RMW_(NAME, __global, AT, T, FN_)
RMW(atom_add_, atomic_uint, u32, __opencl_atomic_fetch_add) RMW(atom_sub_, atomic_uint, u32, __opencl_atomic_fetch_sub)
RMW(atom_and_, atomic_uint, u32, __opencl_atomic_fetch_and) RMW(atom_or_, atomic_uint, u32, __opencl_atomic_fetch_or)
RMW(atom_xor_, atomic_uint, u32, __opencl_atomic_fetch_xor) RMW(atom_min_, atomic_uint, u32, __opencl_atomic_fetch_min)
RMW(atom_max_, atomic_uint, u32, __opencl_atomic_fetch_max) RMW(atom_xchg_, atomic_uint, u32, __opencl_atomic_exchange)
RMW(atom_imin_, atomic_int, i32, __opencl_atomic_fetch_min) RMW(atom_imax_, atomic_int, i32, __opencl_atomic_fetch_max)
#define CAS_(AS) static inline __attribute__((always_inline, overloadable)) u32 atom_cas_(volatile AS u32 *p, u32 c, u32 v) { \
  __opencl_atomic_compare_exchange_strong((volatile AS atomic_uint *)p, &c, v, __ATOMIC_RELAXED, __ATOMIC_RELAXED, 2); return c; }
CAS_(__local) CAS_(__global)
#ifdef __NVPTX__
#define ITEM __nvvm_read_ptx_sreg_tid_x()
#define GROUP __nvvm_read_ptx_sreg_ctaid_x()
#define BARRIER __syncthreads()
#define LANE __nvvm_read_ptx_sreg_laneid()
#define SHUFFLE(v, n) ((u32)__nvvm_shfl_sync_idx_i32(-1, (i32)(v), (i32)(n) & 31, 31))
#define BALLOT(c) ((u32)__nvvm_vote_ballot((c) != 0))
#define SHUFFLE_UP(v, n) ((u32)__nvvm_shfl_sync_up_i32(-1, (i32)(v), (n), 0))
#define SHUFFLE_XOR(v, n) ((u32)__nvvm_shfl_sync_bfly_i32(-1, (i32)(v), (n), 31))
#define LANES 32
#else
#define ITEM __builtin_amdgcn_workitem_id_x()
#define GROUP __builtin_amdgcn_workgroup_id_x()
#define BARRIER do { __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup"); __builtin_amdgcn_s_barrier(); \
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup"); } while (0)
/* clang 22 has no macro for it: the build says it. */
#ifdef WAVE
#define LANES WAVE
#else
#define LANES __AMDGCN_WAVEFRONT_SIZE__
#endif
#if LANES == 64
#define LANE __builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 0))
#define BALLOT(c) ((u32)__builtin_amdgcn_ballot_w64((c) != 0) ^ (u32)(__builtin_amdgcn_ballot_w64((c) != 0) >> 32))
#define SHUFFLE(v, n) shuffle_64((u32)(v), (u32)(n) & 63)
/* A permutation reaches the lane's own half only: ask both halves. */
FN u32 shuffle_64(u32 v, u32 n) {
  u32 r = 0;
  for (u32 i = 0; i < 64; i++) { u32 w = __builtin_amdgcn_readlane(v, i); r = n == i ? w : r; }
  return r;
}
#else
#define LANE __builtin_amdgcn_mbcnt_lo(~0u, 0)
#define BALLOT(c) ((u32)__builtin_amdgcn_ballot_w32((c) != 0))
#define SHUFFLE(v, n) ((u32)__builtin_amdgcn_ds_bpermute((i32)(((n) & 31) << 2), (i32)(v)))
#endif
#define SHUFFLE_XOR(v, n) SHUFFLE(v, LANE ^ (n))
#define SHUFFLE_UP(v, n) SHUFFLE(v, LANE < (n) ? LANE : LANE - (n))
#endif
#define BROADCAST(v, n) SHUFFLE(v, (n) & (LANES - 1))
#define REDUCE(v) reduce_(v)
#define SCAN(v) scan_(v)
FN __attribute__((convergent)) u32 reduce_(u32 v) { for (u32 m = 1; m < LANES; m <<= 1) v += SHUFFLE_XOR(v, m); return v; }
FN __attribute__((convergent)) u32 scan_(u32 v) {
  u32 own = v;
  for (u32 m = 1; m < LANES; m <<= 1) { u32 w = SHUFFLE_UP(v, m); if (LANE >= m) v += w; }
  return v - own;
}
#define KERNEL(NAME, N) __attribute__((reqd_work_group_size(N, 1, 1))) __kernel void NAME(__global const u32 *in, __global u32 *out)
#endif
#endif
