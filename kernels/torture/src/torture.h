/* One source, three compilers: clang for nvptx, for amdgcn, and for the host with -DHOST, which gives the expected results.
 * OPn(type, constraint, name, "ptx", expression): nvptx runs the PTX, amdgcn what the compiler makes of the C expression
 * over a, b, c, and the host that expression. */
typedef unsigned char u8; typedef signed char s8; typedef unsigned short u16; typedef short s16;
typedef unsigned int u32; typedef int s32; typedef unsigned long long u64; typedef long long s64;
#define INLINE static inline __attribute__((always_inline))
#define BITS(T, v) __builtin_bit_cast(T, v)
#ifdef HOST
#include <math.h>
#include <fenv.h>
#define G
#define CONST const
#define KERNEL void
extern u32 TID, CTA, NTID, NCTA, MAXJ;
u32 TID, CTA, NTID, NCTA, MAXJ;
#else
#define G __attribute__((address_space(1)))
#define S __attribute__((address_space(3)))
#define CONST __attribute__((address_space(4))) const
#endif
#define NOINLINE static __attribute__((noinline))
#ifndef __NVPTX__
#define OP1(R, r, A, a_, name, ptx, expr) INLINE R name(A a) { return (R)(expr); }
#define OP2(R, r, A, a_, B, b_, name, ptx, expr) INLINE R name(A a, B b) { return (R)(expr); }
#define OP3(R, r, A, a_, B, b_, C, c_, name, ptx, expr) INLINE R name(A a, B b, C c) { return (R)(expr); }
#endif
#if defined(__AMDGCN__)
#define fabsf __builtin_fabsf
#define fabs __builtin_fabs
#define signbit __builtin_signbit
#define copysignf __builtin_copysignf
#define copysign __builtin_copysign
#define isfinite __builtin_isfinite
#define isinf __builtin_isinf
#define isnormal __builtin_isnormal
#define FP_SUBNORMAL 3
#define fpclassify(v) __builtin_fpclassify(0, 1, 4, 3, 2, v)
/* MODE.fp_round, the same for all widths */
#define FE_TONEAREST 0
#define FE_UPWARD 5
#define FE_DOWNWARD 10
#define FE_TOWARDZERO 15
#define KERNEL __attribute__((amdgpu_kernel)) void
#define TID  ((u32)__builtin_amdgcn_workitem_id_x())
#define CTA  ((u32)__builtin_amdgcn_workgroup_id_x())
#define NTID ((u32)__builtin_amdgcn_workgroup_size_x())
#define SHARED static __attribute__((address_space(3), loader_uninitialized))
INLINE void __syncthreads(void) {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup"); __builtin_amdgcn_s_barrier(); __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}
#elif defined(__NVPTX__)
#define SHARED static __attribute__((address_space(3)))
#define KERNEL __attribute__((nvptx_kernel)) void
#define TID  ((u32)__nvvm_read_ptx_sreg_tid_x())
#define CTA  ((u32)__nvvm_read_ptx_sreg_ctaid_x())
#define NTID ((u32)__nvvm_read_ptx_sreg_ntid_x())
#define NCTA ((u32)__nvvm_read_ptx_sreg_nctaid_x())
#define OP1(R, r, A, a_, name, ptx, expr) INLINE R name(A a) { R d; __asm__(ptx : "=" r(d) : a_(a)); return d; }
#define OP2(R, r, A, a_, B, b_, name, ptx, expr) INLINE R name(A a, B b) { R d; __asm__(ptx : "=" r(d) : a_(a), b_(b)); return d; }
#define OP3(R, r, A, a_, B, b_, C, c_, name, ptx, expr) \
  INLINE R name(A a, B b, C c) { R d; __asm__(ptx : "=" r(d) : a_(a), b_(b), c_(c)); return d; }
#endif
#define I1(name, ptx, e) OP1(u32, "r", u32, "r", name, ptx, e)
#define I2(name, ptx, e) OP2(u32, "r", u32, "r", u32, "r", name, ptx, e)
#define I3(name, ptx, e) OP3(u32, "r", u32, "r", u32, "r", u32, "r", name, ptx, e)
#define L1(name, ptx, e) OP1(u64, "l", u64, "l", name, ptx, e)
#define L2(name, ptx, e) OP2(u64, "l", u64, "l", u64, "l", name, ptx, e)
#define L3(name, ptx, e) OP3(u64, "l", u64, "l", u64, "l", u64, "l", name, ptx, e)
#define F1(name, ptx, e) OP1(float, "f", float, "f", name, ptx, e)
#define F2(name, ptx, e) OP2(float, "f", float, "f", float, "f", name, ptx, e)
#define F3(name, ptx, e) OP3(float, "f", float, "f", float, "f", float, "f", name, ptx, e)
#define D1(name, ptx, e) OP1(double, "d", double, "d", name, ptx, e)
#define D2(name, ptx, e) OP2(double, "d", double, "d", double, "d", name, ptx, e)
#define D3(name, ptx, e) OP3(double, "d", double, "d", double, "d", double, "d", name, ptx, e)

/* Every kernel: in = 8 words per item, random; pool = 64 corner values; out[j * n + i]. */
#define ARGS const u32 G *in, const u32 G *pool, u32 G *out, u32 n
#define BEGIN enum { BASE = __COUNTER__ + 1 }; u32 i = CTA * NTID + TID; if (i >= n) return;
INLINE u32 word(const u32 G *in, const u32 G *pool, u32 i, u32 k) {
  u32 v = in[i * 8 + k], how = in[i * 8 + 7] >> (3 * k);
  return (how & 3) == 0 ? v : (how & 4) || (how & 3) == 1 ? pool[v & 63] : (s32)v >> (v & 31);
}
#define W(k) word(in, pool, i, k)
#define LW(k) ((u64)W(2 * (k)) | (u64)W(2 * (k) + 1) << 32)
/* f32: random, corner, or of moderate exponent */
INLINE float fword(const u32 G *in, const u32 G *pool, u32 i, u32 k) {
  u32 v = in[i * 8 + k], how = in[i * 8 + 7] >> (3 * k);
  return BITS(float, (how & 3) == 0 ? v : (how & 3) == 1 ? pool[v & 63] : ((v & 0x83ffffffu) + 0x3e000000u));
}
#define F(k) fword(in, pool, i, k)
INLINE double dword(const u32 G *in, const u32 G *pool, u32 i, u32 k) {
  u32 lo = in[i * 8 + 2 * k], hi = in[i * 8 + 2 * k + 1], how = in[i * 8 + 7] >> (3 * k);
  if ((how & 3) == 1) { lo = pool[(lo & 31) * 2]; hi = pool[(lo & 31) * 2 + 1]; u32 q = in[i * 8 + 2 * k] & 31; lo = pool[q * 2]; hi = pool[q * 2 + 1]; }
  else if ((how & 3) != 0) hi = (hi & 0x807fffffu) + 0x3fc00000u;
  return BITS(double, (u64)hi << 32 | lo);
}
#define D(k) dword(in, pool, i, k)
#ifdef HOST
#define O(v) do { u32 v_ = (u32)(v); u32 j_ = __COUNTER__ - BASE; if (j_ > MAXJ) MAXJ = j_; out[j_ * n + i] = v_; } while (0)
#else
#define O(v) (out[(__COUNTER__ - BASE) * n + i] = (u32)(v))
#endif
#define O64(v) do { u64 w_ = (u64)(v); O(w_); O(w_ >> 32); } while (0)
#define CN(x) (((x) & 0x7fffffffu) > 0x7f800000u ? 0x7fffffffu : (x))
#define FB(x) BITS(u32, (float)(x))
#define DB(x) BITS(u64, (double)(x))
#define OF(v) O(FB(v))
#define OFC(v) do { u32 c_ = FB(v); O(CN(c_)); } while (0)
#define OD(v) O64(DB(v))
#define ODC(v) do { u64 c_ = DB(v); O64((c_ << 1) > 0xffe0000000000000ull ? 0xfff8000000000000ull : c_); } while (0)
