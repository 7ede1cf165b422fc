#include "torture.h"
#ifdef HOST
INLINE float canonf(float x) { return x != x ? BITS(float, 0x7fffffffu) : x; }
INLINE double canond(double x) { return x != x ? BITS(double, 0xfff8000000000000ull) : x; }
INLINE float z(float x) { return fabsf(x) < 0x1p-126f ? copysignf(0, x) : x; }
INLINE double integral(double a, int m) { return m == 0 ? __builtin_roundeven(a) : m == 1 ? trunc(a) : m == 2 ? floor(a) : ceil(a); }
INLINE s64 toi(double a, int m, int bits, int sg) {
  if (a != a) return bits == 64 ? (sg ? (s64)0x8000000000000000ull : (s64)0x8000000000000000ull) : 0;
  double r = integral(a, m);
  double lo = sg ? -ldexp(1, bits - 1) : 0, hi = sg ? ldexp(1, bits - 1) : ldexp(1, bits);
  if (r < lo) r = lo;
  if (r >= hi) return sg ? (s64)((1ull << (bits - 1)) - 1) : bits == 64 ? -1ll : (s64)((1ull << bits) - 1);
  return sg ? (s64)r : (s64)(u64)r;
}
/* A NaN of 64 bits gives the highest bit of the result alone; ptxas makes 8 and 16 bits of 32, clamped. */
INLINE s64 dtoi(double a, int m, int bits, int sg) {
  if (a == a) return toi(a, m, bits, sg);
  if (bits == 64) return (s64)(1ull << 63);
  if (bits == 32) return 1ll << 31;
  return sg ? -(1ll << (bits - 1)) : (1ll << bits) - 1;
}
static __attribute__((noinline)) float d2f(double a, int m) { volatile double x = a; fesetround(m); volatile float r = (float)x; fesetround(FE_TONEAREST); return canonf(r); }
static __attribute__((noinline)) float i2f(s64 a, int sg, int m) { volatile s64 x = a; volatile float r; fesetround(m);
  if (sg) r = (float)x; else { /* odd-rounded halving keeps the rounding exact */ u64 u = a; if (u >> 63) { volatile s64 h = (u >> 1) | (u & 1); r = (float)h; r *= 2; } else r = (float)x; }
  fesetround(FE_TONEAREST); return r; }
static __attribute__((noinline)) double i2d(s64 a, int sg, int m) { volatile s64 x = a; volatile double r; fesetround(m);
  if (sg) r = (double)x; else { u64 u = a; if (u >> 63) { volatile s64 h = (u >> 1) | (u & 1); r = (double)h; r *= 2; } else r = (double)x; }
  fesetround(FE_TONEAREST); return r; }
static u16 f2h(double a, int m) { /* any rounding, exact, from a double */
  u64 b = BITS(u64, a); u16 s = (b >> 48) & 0x8000; double x = fabs(a);
  if (a != a) return 0x7fff; if (isinf(a)) return s | 0x7c00; if (x == 0) return s;
  int e; frexp(x, &e); e -= 1; if (e < -14) e = -14; double q = ldexp(x, 10 - e); 
  int up = (m == 2 && s) || (m == 3 && !s); double r = m == 0 ? __builtin_roundeven(q) : up ? ceil(q) : floor(q);
  double v = ldexp(r, e - 10); if (v >= 65536.0 || r == 0) { if (r == 0) return s; return (m == 0 || up) ? s | 0x7c00 : s | 0x7bff; }
  if (v < 0x1p-14) return s | (u16)ldexp(v, 24); frexp(v, &e); e -= 1; return s | ((e + 15) << 10) | ((u16)ldexp(v, 10 - e) & 0x3ff);
}
INLINE float h2f(u16 h) { int e = (h >> 10) & 31; float m = h & 1023; float v = e == 31 ? (m ? NAN : INFINITY) : e ? ldexpf(1024 + m, e - 25) : ldexpf(m, -24); return canonf(h >> 15 ? -v : v); }
INLINE s64 clampi(s64 v, s64 lo, s64 hi) { return v < lo ? lo : v > hi ? hi : v; }
INLINE float sat(float x) { return x > 0 ? x < 1 ? x : 1 : 0; }
INLINE double satd(double x) { return x > 0 ? x < 1 ? x : 1 : 0; }
#define MN 0
#define MZ 1
#define MM 2
#define MP 3
#define RN FE_TONEAREST
#define RZ FE_TOWARDZERO
#define RM FE_DOWNWARD
#define RP FE_UPWARD
#endif
#define IM(M) M(rni, MN) M(rzi, MZ) M(rmi, MM) M(rpi, MP)
#define F2I(r, m) \
  OP1(u32, "r", float, "f", fs32_##r, "cvt." #r ".s32.f32 %0, %1;", toi(a, m, 32, 1)) OP1(u32, "r", float, "f", fu32_##r, "cvt." #r ".u32.f32 %0, %1;", toi(a, m, 32, 0)) \
  OP1(u64, "l", float, "f", fs64_##r, "cvt." #r ".s64.f32 %0, %1;", toi(a, m, 64, 1)) OP1(u64, "l", float, "f", fu64_##r, "cvt." #r ".u64.f32 %0, %1;", toi(a, m, 64, 0)) \
  OP1(s32, "r", float, "f", fs16_##r, "{.reg .s16 t; cvt." #r ".s16.f32 t, %1; cvt.s32.s16 %0, t;}", toi(a, m, 16, 1)) OP1(u32, "r", float, "f", fu16_##r, "{.reg .u16 t; cvt." #r ".u16.f32 t, %1; cvt.u32.u16 %0, t;}", toi(a, m, 16, 0)) \
  OP1(s32, "r", float, "f", fs8_##r, "{.reg .s16 t; cvt." #r ".s8.f32 t, %1; cvt.s32.s8 %0, t;}", toi(a, m, 8, 1)) OP1(u32, "r", float, "f", fu8_##r, "{.reg .u16 t; cvt." #r ".u8.f32 t, %1; cvt.u32.u8 %0, t;}", toi(a, m, 8, 0)) \
  OP1(u32, "r", float, "f", fzs32_##r, "cvt." #r ".ftz.s32.f32 %0, %1;", toi(z(a), m, 32, 1)) OP1(u64, "l", float, "f", fzu64_##r, "cvt." #r ".ftz.u64.f32 %0, %1;", toi(z(a), m, 64, 0)) \
  OP1(float, "f", float, "f", ff_##r, "cvt." #r ".f32.f32 %0, %1;", canonf(integral(a, m))) OP1(float, "f", float, "f", ffz_##r, "cvt." #r ".ftz.f32.f32 %0, %1;", canonf(integral(z(a), m))) OP1(float, "f", float, "f", ffs_##r, "cvt." #r ".sat.f32.f32 %0, %1;", sat(integral(a, m))) \
  OP1(u32, "r", double, "d", ds32_##r, "cvt." #r ".s32.f64 %0, %1;", dtoi(a, m, 32, 1)) OP1(u32, "r", double, "d", du32_##r, "cvt." #r ".u32.f64 %0, %1;", dtoi(a, m, 32, 0)) \
  OP1(u64, "l", double, "d", ds64_##r, "cvt." #r ".s64.f64 %0, %1;", dtoi(a, m, 64, 1)) OP1(u64, "l", double, "d", du64_##r, "cvt." #r ".u64.f64 %0, %1;", dtoi(a, m, 64, 0)) \
  OP1(s32, "r", double, "d", ds16_##r, "{.reg .s16 t; cvt." #r ".s16.f64 t, %1; cvt.s32.s16 %0, t;}", dtoi(a, m, 16, 1)) OP1(u32, "r", double, "d", du8_##r, "{.reg .u16 t; cvt." #r ".u8.f64 t, %1; cvt.u32.u8 %0, t;}", dtoi(a, m, 8, 0)) \
  OP1(double, "d", double, "d", dd_##r, "cvt." #r ".f64.f64 %0, %1;", canond(integral(a, m))) \
  OP1(s32, "r", u16, "h", hs32_##r, "cvt." #r ".s32.f16 %0, %1;", toi(h2f(a), m, 32, 1)) OP1(u32, "r", u16, "h", hu8_##r, "{.reg .u16 t; cvt." #r ".u8.f16 t, %1; cvt.u32.u8 %0, t;}", toi(h2f(a), m, 8, 0)) OP1(u64, "l", u16, "h", hs64_##r, "cvt." #r ".s64.f16 %0, %1;", toi(h2f(a), m, 64, 1)) \
  OP1(u16, "h", u16, "h", hh_##r, "cvt." #r ".f16.f16 %0, %1;", f2h(integral(h2f(a), m), 0))
IM(F2I)
#define FM(M) M(rn, RN, MN) M(rz, RZ, MZ) M(rm, RM, MM) M(rp, RP, MP)
#define TOF(r, R, m) \
  OP1(float, "f", double, "d", df_##r, "cvt." #r ".f32.f64 %0, %1;", d2f(a, R)) OP1(float, "f", double, "d", dfz_##r, "cvt." #r ".ftz.f32.f64 %0, %1;", z(d2f(a, R))) OP1(float, "f", double, "d", dfs_##r, "cvt." #r ".sat.f32.f64 %0, %1;", sat(d2f(a, R))) \
  OP1(float, "f", u32, "r", is32f_##r, "cvt." #r ".f32.s32 %0, %1;", i2f((s32)a, 1, R)) OP1(float, "f", u32, "r", iu32f_##r, "cvt." #r ".f32.u32 %0, %1;", i2f(a, 0, R)) \
  OP1(float, "f", u64, "l", is64f_##r, "cvt." #r ".f32.s64 %0, %1;", i2f(a, 1, R)) OP1(float, "f", u64, "l", iu64f_##r, "cvt." #r ".f32.u64 %0, %1;", i2f(a, 0, R)) \
  OP1(float, "f", u16, "h", is16f_##r, "cvt." #r ".f32.s16 %0, %1;", (float)(s16)a) OP1(float, "f", u16, "h", iu8f_##r, "cvt." #r ".f32.u8 %0, %1;", (float)(u8)a) OP1(float, "f", u16, "h", is8f_##r, "cvt." #r ".f32.s8 %0, %1;", (float)(s8)a) \
  OP1(double, "d", u32, "r", is32d_##r, "cvt." #r ".f64.s32 %0, %1;", (double)(s32)a) OP1(double, "d", u32, "r", iu32d_##r, "cvt." #r ".f64.u32 %0, %1;", (double)a) \
  OP1(double, "d", u64, "l", is64d_##r, "cvt." #r ".f64.s64 %0, %1;", i2d(a, 1, R)) OP1(double, "d", u64, "l", iu64d_##r, "cvt." #r ".f64.u64 %0, %1;", i2d(a, 0, R)) OP1(double, "d", u16, "h", is16d_##r, "cvt." #r ".f64.s16 %0, %1;", (double)(s16)a) \
  OP1(u16, "h", float, "f", fh_##r, "cvt." #r ".f16.f32 %0, %1;", f2h(a, m)) OP1(u16, "h", double, "d", dh_##r, "cvt." #r ".f16.f64 %0, %1;", f2h(a, m)) OP1(u16, "h", u32, "r", is32h_##r, "cvt." #r ".f16.s32 %0, %1;", f2h((s32)a, m)) \
  OP1(u16, "h", u32, "r", iu32h_##r, "cvt." #r ".f16.u32 %0, %1;", f2h(a, m)) OP1(u16, "h", u64, "l", is64h_##r, "cvt." #r ".f16.s64 %0, %1;", f2h(i2d((s64)a, 1, m == 0 ? FE_TONEAREST : R), m)) OP1(u16, "h", u16, "h", iu16h_##r, "cvt." #r ".f16.u16 %0, %1;", f2h(a, m)) \
  OP1(u16, "h", float, "f", fhs_##r, "cvt." #r ".sat.f16.f32 %0, %1;", f2h(a != a ? 0 : sat(a), m))
FM(TOF)
OP1(double, "d", float, "f", fd, "cvt.f64.f32 %0, %1;", canond(a)) OP1(double, "d", float, "f", fdz, "cvt.ftz.f64.f32 %0, %1;", canond(z(a))) OP1(float, "f", float, "f", ffsat, "cvt.sat.f32.f32 %0, %1;", sat(a)) OP1(double, "d", float, "f", fdsat, "cvt.sat.f64.f32 %0, %1;", satd(a))
OP1(float, "f", u16, "h", hf, "cvt.f32.f16 %0, %1;", h2f(a)) OP1(double, "d", u16, "h", hd, "cvt.f64.f16 %0, %1;", canond(h2f(a))) OP1(float, "f", u16, "h", hfs, "cvt.sat.f32.f16 %0, %1;", sat(h2f(a)))
#define II(d, s, dt, st, lo, hi) OP1(u32, "r", u32, "r", sat_##d##_##s, "{.reg ." #d " t; cvt.sat." #d "." #s " t, %1; cvt.u32." #d " %0, t;}", (u32)clampi((st)a, lo, hi))
II(u32, s32, u32, s32, 0, 0x7fffffff) II(s32, u32, s32, u32, 0, 0x7fffffff)
#define II8(n, d, s, e) OP1(u32, "r", u32, "r", n, "{.reg .b16 t; cvt.sat." #d "." #s " t, %1; cvt.s32." #d " %0, t;}", e)
II8(sat_s8_s32, s8, s32, clampi((s32)a, -128, 127)) II8(sat_u8_s32, u8, s32, clampi((s32)a, 0, 255)) II8(sat_u8_u32, u8, u32, clampi(a, 0, 255)) II8(sat_s8_u32, s8, u32, clampi(a, 0, 127)) II8(sat_s16_s32, s16, s32, clampi((s32)a, -32768, 32767)) II8(sat_u16_s32, u16, s32, clampi((s32)a, 0, 65535)) II8(sat_s16_u32, s16, u32, clampi(a, 0, 32767))
#define II16(n, d, s, e) OP1(u32, "r", u16, "h", n, "{.reg .b16 t; cvt.sat." #d "." #s " t, %1; cvt.s32." #d " %0, t;}", e)
II16(sat_u8_s16, u8, s16, clampi((s16)a, 0, 255)) II16(sat_s8_s16, s8, s16, clampi((s16)a, -128, 127)) II16(sat_s8_u16, s8, u16, clampi(a, 0, 127)) II16(sat_u16_s8, u16, s8, clampi((s8)a, 0, 127)) II16(sat_u8_s8, u8, s8, clampi((s8)a, 0, 127)) II16(sat_s8_u8, s8, u8, clampi((u8)a, 0, 127))
#define IL(n, d, s, e) OP1(u32, "r", u64, "l", n, "cvt.sat." #d "." #s " %0, %1;", e)
IL(sat_s32_s64, s32, s64, clampi((s64)a, -0x80000000ll, 0x7fffffff)) IL(sat_u32_s64, u32, s64, clampi((s64)a, 0, 0xffffffffll)) IL(sat_s32_u64, s32, u64, a > 0x7fffffff ? 0x7fffffff : a) IL(sat_u32_u64, u32, u64, a > 0xffffffff ? 0xffffffff : a)
L1(sat_u64_s64, "cvt.sat.u64.s64 %0, %1;", (s64)a < 0 ? 0 : a) L1(sat_s64_u64, "cvt.sat.s64.u64 %0, %1;", a >> 63 ? 0x7fffffffffffffffull : a)
KERNEL cvtf(ARGS) {
  BEGIN
  float a = F(0); u32 hb = in[i * 8 + 1]; hb = (hb & 0x30000) ? hb : (hb & 0x83ff) | ((hb & 0x40000) ? 0x7c00 : 0); u16 h = hb;
#define U1(r, m) O(fs32_##r(a)); O(fu32_##r(a)); O64(fs64_##r(a)); O64(fu64_##r(a)); O(fs16_##r(a)); O(fu16_##r(a)); O(fs8_##r(a)); O(fu8_##r(a)); O(fzs32_##r(a)); O64(fzu64_##r(a)); OFC(ff_##r(a)); OFC(ffz_##r(a)); OFC(ffs_##r(a)); O(hs32_##r(h)); O(hu8_##r(h)); O64(hs64_##r(h)); 
  IM(U1)
#define U2(r, R, m) O(fh_##r(a)); O(fhs_##r(a));
  FM(U2)
  ODC(fd(a)); ODC(fdz(a)); OFC(ffsat(a)); ODC(fdsat(a)); OFC(hf(h)); ODC(hd(h)); OFC(hfs(h)); O((s32)fs32_rzi(-a)); OFC(hf(hb >> 16)); O((u32)(s8)fs8_rni(a * 0.5f)); ODC(fd(-a)); OFC(hf(fh_rn(-a)));
}
KERNEL cvtd(ARGS) {
  BEGIN
  double a = D(0);
#define U3(r, m) O(ds32_##r(a)); O(du32_##r(a)); O64(ds64_##r(a)); O64(du64_##r(a)); O(ds16_##r(a)); O(du8_##r(a)); ODC(dd_##r(a));
  IM(U3)
#define U4(r, R, m) OFC(df_##r(a)); OFC(dfz_##r(a)); OFC(dfs_##r(a)); O(dh_##r(a));
  FM(U4)
  OFC(df_rn(-a)); O(ds32_rzi(-a)); O64(ds64_rzi(BITS(double, DB(a) & 0x7fffffffffffffffull)));
}
KERNEL cvti(ARGS) {
  BEGIN
  u32 a = W(0); u64 x = LW(1);
#define U5(r, R, m) OF(is32f_##r(a)); OF(iu32f_##r(a)); OF(is64f_##r(x)); OF(iu64f_##r(x)); OF(is16f_##r(a)); OF(iu8f_##r(a)); OF(is8f_##r(a)); OF(is16f_##r(a >> 16)); OF(iu8f_##r(a >> 8)); OF(is8f_##r(a >> 24)); OF(iu8f_##r(a >> 16)); \
  OD(is32d_##r(a)); OD(iu32d_##r(a)); OD(is64d_##r(x)); OD(iu64d_##r(x)); OD(is16d_##r(a)); OD(is16d_##r(a >> 16)); O(is32h_##r(a)); O(iu32h_##r(a)); O(iu16h_##r(a)); O(iu16h_##r(a >> 16));
  FM(U5)
  O(sat_u32_s32(a)); O(sat_s32_u32(a)); O(sat_s8_s32(a)); O(sat_u8_s32(a)); O(sat_u8_u32(a)); O(sat_s8_u32(a)); O(sat_s16_s32(a)); O(sat_u16_s32(a)); O(sat_s16_u32(a)); O(sat_u8_s16(a)); O(sat_s8_s16(a)); O(sat_s8_u16(a)); O(sat_u16_s8(a)); O(sat_u8_s8(a)); O(sat_s8_u8(a));
  O(sat_s32_s64(x)); O(sat_u32_s64(x)); O(sat_s32_u64(x)); O(sat_u32_u64(x)); O64(sat_u64_s64(x)); O64(sat_s64_u64(x)); O(sat_u8_s16(a >> 16)); O(sat_s8_u8(a >> 24));
  OF((float)(s32)-a); OF(is32f_rn((s32)a < 0 ? -a : a)); OD((double)(s8)(a >> 8)); O64((s64)(s8)a); O64((u64)(u16)a); O64((s64)(s16)(a >> 16)); OD(is32d_rn(-a)); OD((double)-(s64)x);
}
