/* Conversions, roundings and halves of RDNA3 by name, against what the ISA guide says of them. */
#ifdef HOST
#define cvtf sm_cvtf
#define cvtd sm_cvtd
#define cvti sm_cvti
#include "cvt.c"
#define C1(R, A, name, ins, e) static R name(A a) { return (R)(e); }
#define C2(R, A, B, name, ins, e) static R name(A a, B b) { return (R)(e); }
#define C3(R, A, B, C, name, ins, e) static R name(A a, B b, C c) { return (R)(e); }
#define FR(x) ({ typeof(x) x_ = (x); isinf(x_) ? NAN : x_ - floor(x_); })
INLINE u32 sti(double v, double lo, double hi) { return v != v ? 0 : v < lo ? (u32)(s64)lo : v > hi ? (u32)(s64)hi : (u32)(s64)v; }
INLINE float hh(u32 v) { return h2f((u16)v); }
INLINE u32 keep(u32 c, u16 h) { return (c & 0xffff0000u) | h; }
INLINE float fminx(float a, float b) { return a != a ? b : b != b ? a : a < b ? a : b < a ? b : signbit(a) ? a : b; }
INLINE float fmaxx(float a, float b) { return a != a ? b : b != b ? a : a > b ? a : b > a ? b : signbit(a) ? b : a; }
#else
#include "torture.h"
#define C1(R, A, name, ins, e) INLINE R name(A a) { R d; __asm__(ins : "=v"(d) : "v"(a)); return d; }
#define C2(R, A, B, name, ins, e) INLINE R name(A a, B b) { R d; __asm__(ins : "=v"(d) : "v"(a), "v"(b)); return d; }
#define C3(R, A, B, C, name, ins, e) INLINE R name(A a, B b, C c) { __asm__(ins : "+v"(c) : "v"(a), "v"(b)); return c; }
#endif
C1(u32, float, i32f, "v_cvt_i32_f32 %0, %1", sti(trunc(a), -0x80000000ll, 0x7fffffff)) C1(u32, float, u32f, "v_cvt_u32_f32 %0, %1", sti(trunc(a), 0, 0xffffffffll)) C1(u32, float, i32fl, "v_cvt_floor_i32_f32 %0, %1", sti(floor(a), -0x80000000ll, 0x7fffffff)) C1(u32, float, i32fn, "v_cvt_nearest_i32_f32 %0, %1", sti(floor(a + 0.5f), -0x80000000ll, 0x7fffffff))
C1(float, u32, fi32, "v_cvt_f32_i32 %0, %1", i2f((s32)a, 1, FE_TONEAREST)) C1(float, u32, fu32, "v_cvt_f32_u32 %0, %1", i2f(a, 0, FE_TONEAREST)) C1(u32, double, i32d, "v_cvt_i32_f64 %0, %1", sti(trunc(a), -0x80000000ll, 0x7fffffff)) C1(u32, double, u32d, "v_cvt_u32_f64 %0, %1", sti(trunc(a), 0, 0xffffffffll)) C1(double, u32, di32, "v_cvt_f64_i32 %0, %1", (s32)a) C1(double, u32, du32, "v_cvt_f64_u32 %0, %1", a)
C1(double, float, df, "v_cvt_f64_f32 %0, %1", a) C1(float, double, f_d, "v_cvt_f32_f64 %0, %1", d2f(a, FE_TONEAREST)) C1(u16, float, h_f, "v_cvt_f16_f32 %0, %1", f2h(a, 0)) C1(float, u32, fh, "v_cvt_f32_f16 %0, %1", hh(a))
C1(float, u32, ub0, "v_cvt_f32_ubyte0 %0, %1", a & 255) C1(float, u32, ub1, "v_cvt_f32_ubyte1 %0, %1", a >> 8 & 255) C1(float, u32, ub2, "v_cvt_f32_ubyte2 %0, %1", a >> 16 & 255) C1(float, u32, ub3, "v_cvt_f32_ubyte3 %0, %1", a >> 24) C1(float, u32, i4, "v_cvt_off_f32_i4 %0, %1", ((s32)(a << 28) >> 28) * 0.0625f)
C3(u32, float, u32, u32, pku8, "v_cvt_pk_u8_f32 %0, %1, %2, %0", (c & ~(255u << (8 * (b & 3)))) | sti(trunc(a), 0, 255) << (8 * (b & 3))) C2(u32, u32, u32, pki16, "v_cvt_pk_i16_i32 %0, %1, %2", (u32)clampi((s32)a, -32768, 32767) & 0xffff | (u32)clampi((s32)b, -32768, 32767) << 16) C2(u32, u32, u32, pku16, "v_cvt_pk_u16_u32 %0, %1, %2", (u32)clampi(a, 0, 65535) | (u32)clampi(b, 0, 65535) << 16) C2(u32, float, float, pkrtz, "v_cvt_pk_rtz_f16_f32 %0, %1, %2", f2h(a, 1) | (u32)f2h(b, 1) << 16)
C1(float, float, rne, "v_rndne_f32 %0, %1", nearbyint(a)) C1(float, float, trn, "v_trunc_f32 %0, %1", trunc(a)) C1(float, float, flo, "v_floor_f32 %0, %1", floor(a)) C1(float, float, cei, "v_ceil_f32 %0, %1", ceil(a)) C1(double, double, drne, "v_rndne_f64 %0, %1", nearbyint(a)) C1(double, double, dtrn, "v_trunc_f64 %0, %1", trunc(a)) C1(double, double, dflo, "v_floor_f64 %0, %1", floor(a)) C1(double, double, dcei, "v_ceil_f64 %0, %1", ceil(a))
C3(u32, u32, u32, u32, hadd, "v_add_f16 %0, %1, %2", keep(c, f2h((double)hh(a) + hh(b), 0))) C3(u32, u32, u32, u32, hsub, "v_sub_f16 %0, %1, %2", keep(c, f2h((double)hh(a) - hh(b), 0))) C3(u32, u32, u32, u32, hmul, "v_mul_f16 %0, %1, %2", keep(c, f2h((double)hh(a) * hh(b), 0))) C3(u32, u32, u32, u32, hmin, "v_min_f16 %0, %1, %2", keep(c, f2h(fminx(hh(a), hh(b)), 0))) C3(u32, u32, u32, u32, hmax, "v_max_f16 %0, %1, %2", keep(c, f2h(fmaxx(hh(a), hh(b)), 0)))
C3(u32, u32, u32, u32, haddn, "v_add_f16_e64 %0, -|%1|, %2", keep(c, f2h(hh(b) - (double)fabsf(hh(a)), 0))) C3(u32, u32, u32, u32, hrne, "v_rndne_f16 %0, %1", keep(c, f2h(nearbyint(hh(a)), 0))) C3(u32, u32, u32, u32, hflo, "v_floor_f16 %0, %1", keep(c, f2h(floor(hh(a)), 0))) C3(u32, u32, u32, u32, hi16, "v_cvt_i16_f16 %0, %1", keep(c, sti(trunc(hh(a)), -32768, 32767))) C3(u32, u32, u32, u32, hu16, "v_cvt_u16_f16 %0, %1", keep(c, sti(trunc(hh(a)), 0, 65535))) C3(u32, u32, u32, u32, i16h, "v_cvt_f16_i16 %0, %1", keep(c, f2h((s16)a, 0))) C3(u32, u32, u32, u32, u16h, "v_cvt_f16_u16 %0, %1", keep(c, f2h((u16)a, 0)))
#define TW(e) ({ float x = hh(a), y = hh(b); u32 l = f2h(e, 0); x = hh(a >> 16), y = hh(b >> 16); l | (u32)f2h(e, 0) << 16; })
C2(u32, u32, u32, pkadd, "v_pk_add_f16 %0, %1, %2", TW((double)x + y)) C2(u32, u32, u32, pkmul, "v_pk_mul_f16 %0, %1, %2", TW((double)x * y)) C2(u32, u32, u32, pkmin, "v_pk_min_f16 %0, %1, %2", TW(fminx(x, y))) C2(u32, u32, u32, pkmax, "v_pk_max_f16 %0, %1, %2", TW(fmaxx(x, y))) C2(u32, u32, u32, pkneg, "v_pk_add_f16 %0, %1, %2 neg_lo:[1,0] neg_hi:[0,1]", ({ u32 l = f2h(-(double)hh(a) + hh(b), 0); l | (u32)f2h((double)hh(a >> 16) - hh(b >> 16), 0) << 16; }))
C2(u32, u32, u32, pkxx, "v_pk_mul_f16 %0, %1, %2 op_sel:[1,0] op_sel_hi:[0,0]", ({ u32 l = f2h((double)hh(a >> 16) * hh(b), 0); l | (u32)f2h((double)hh(a) * hh(b), 0) << 16; }))
/* any NaN in a half */
#define HN(v) (((v) & 0x7fff) > 0x7c00 ? 0x7fffu : (v) & 0xffff)
#define OH(v) do { u32 v__ = (v); O((v__ & 0xffff0000u) | HN(v__)); } while (0)
#define OHH(v) do { u32 v__ = (v); O(HN(v__ >> 16) << 16 | HN(v__)); } while (0)
#define SQ(v) ({ u32 q_ = (v); q_ |= (q_ & 0x7c00) == 0x7c00 && q_ & 0x3ff ? 0x200 : 0; q_ |= (q_ & 0x7c000000) == 0x7c000000 && q_ & 0x3ff0000 ? 0x2000000 : 0; q_; })
KERNEL convert(ARGS) {
  BEGIN
  float a = F(0), b = F(1); u32 w = W(2), v = W(3), c = W(4);
  O(i32f(a)); O(u32f(a)); O(i32fl(a)); O(i32fn(a)); OF(fi32(w)); OF(fu32(w)); ODC(df(a)); OHH(h_f(a)); OFC(fh(w)); OFC(fh(c & 0x83ff)); OF(ub0(w)); OF(ub1(w)); OF(ub2(w)); OF(ub3(w)); OF(i4(w)); O(pku8(a, w, c)); O(pki16(w, v)); O(pku16(w, v)); OHH(pkrtz(a, b)); OFC(rne(a)); OFC(trn(a)); OFC(flo(a)); OFC(cei(a));
  OD(di32(w)); OD(du32(w));
}
KERNEL convert_double(ARGS) {
  BEGIN
  double a = D(0);
  O(i32d(a)); O(u32d(a)); OFC(f_d(a)); ODC(drne(a)); ODC(dtrn(a)); ODC(dflo(a)); ODC(dcei(a));
}
KERNEL halves(ARGS) {
  BEGIN
  /* quiet NaNs only: what a signalling one gives is tested by step */
  u32 a = SQ(W(0)), b = SQ(W(1)), c = W(2); if (c & 3) { a = (a & 0x8fff8fff) + 0x30003000; b = (b & 0x8fff8fff) + 0x30003000; }
  OH(hadd(a, b, c)); OH(hsub(a, b, c)); OH(hmul(a, b, c)); OH(hmin(a, b, c)); OH(hmax(a, b, c)); OH(haddn(a, b, c)); OH(hrne(a, b, c)); OH(hflo(a, b, c)); O(hi16(a, b, c)); O(hu16(a, b, c)); O(i16h(a, b, c)); O(u16h(a, b, c));
  OHH(pkadd(a, b)); OHH(pkmul(a, b)); OHH(pkmin(a, b)); OHH(pkmax(a, b)); OHH(pkneg(a, b)); OHH(pkxx(a, b));
}
