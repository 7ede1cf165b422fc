#include "torture.h"
#ifndef __NVPTX__
INLINE float canon(float x) { return x != x ? BITS(float, 0x7fffffffu) : x; }
INLINE float z(float x) { return fabsf(x) < 0x1p-126f ? copysignf(0, x) : x; }
INLINE float sat(float x) { return x > 0 ? x < 1 ? x : 1 : 0; }
#ifdef HOST
static __attribute__((noinline)) float rnd(int mode, int op, float a, float b, float c) {
  volatile float x = a, y = b, w = c, r; fesetround(mode);
  switch (op) { case 0: r = x + y; break; case 1: r = x * y; break; case 2: r = fmaf(x, y, w); break; case 3: r = x / y; break; case 4: r = 1.0f / x; break; default: r = sqrtf(x); }
  fesetround(FE_TONEAREST); return canon(r);
}
#elif defined(__AMDGCN__)
#define AROUND(ins) __asm__("s_round_mode %4\n" ins "\ns_round_mode 0" : "=v"(r) : "v"(a), "v"(b), "v"(c), "i"(mode))
INLINE float rnd(int mode, int op, float a, float b, float c) {
  float r;
  switch (op) { case 0: AROUND("v_add_f32 %0, %1, %2"); break; case 1: AROUND("v_mul_f32 %0, %1, %2"); break; default: AROUND("v_fma_f32 %0, %1, %2, %3"); }
  return canon(r);
}
#endif
#define RNN(op, a, b, c) rnd(FE_TONEAREST, op, a, b, c)
#define RZZ(op, a, b, c) rnd(FE_TOWARDZERO, op, a, b, c)
#define RMM(op, a, b, c) rnd(FE_DOWNWARD, op, a, b, c)
#define RPP(op, a, b, c) rnd(FE_UPWARD, op, a, b, c)
INLINE float mn(float a, float b) { return a != a ? canon(b) : b != b ? a : a < b ? a : b < a ? b : signbit(a) ? a : b; }
INLINE float mx(float a, float b) { return a != a ? canon(b) : b != b ? a : a > b ? a : b > a ? b : signbit(a) ? b : a; }
#endif
#define MODES(M) M(rn, RNN) M(rz, RZZ) M(rm, RMM) M(rp, RPP)
#define ARITH(m, R) \
  F2(add_##m, "add." #m ".f32 %0, %1, %2;", R(0, a, b, 0)) F2(sub_##m, "sub." #m ".f32 %0, %1, %2;", R(0, a, -b, 0)) \
  F2(mul_##m, "mul." #m ".f32 %0, %1, %2;", R(1, a, b, 0)) F3(fma_##m, "fma." #m ".f32 %0, %1, %2, %3;", R(2, a, b, c)) \
  F3(fms_##m, "{.reg .f32 t; neg.f32 t, %1; fma." #m ".f32 %0, t, %2, %3;}", R(2, -a, b, c)) \
  F2(addz_##m, "add." #m ".ftz.f32 %0, %1, %2;", z(R(0, z(a), z(b), 0))) F2(mulz_##m, "mul." #m ".ftz.f32 %0, %1, %2;", z(R(1, z(a), z(b), 0))) \
  F3(fmaz_##m, "fma." #m ".ftz.f32 %0, %1, %2, %3;", z(R(2, z(a), z(b), z(c)))) \
  F2(adds_##m, "add." #m ".sat.f32 %0, %1, %2;", sat(R(0, a, b, 0))) F2(muls_##m, "mul." #m ".sat.f32 %0, %1, %2;", sat(R(1, a, b, 0))) \
  F3(fmas_##m, "fma." #m ".sat.f32 %0, %1, %2, %3;", sat(R(2, a, b, c))) F3(fmazs_##m, "fma." #m ".ftz.sat.f32 %0, %1, %2, %3;", sat(z(R(2, z(a), z(b), z(c))))) \
  F2(div_##m, "div." #m ".f32 %0, %1, %2;", R(3, a, b, 0)) F1(rcp_##m, "rcp." #m ".f32 %0, %1;", R(4, a, 0, 0)) F1(sqrt_##m, "sqrt." #m ".f32 %0, %1;", R(5, a, 0, 0)) \
  F2(divz_##m, "div." #m ".ftz.f32 %0, %1, %2;", z(R(3, z(a), z(b), 0))) F1(rcpz_##m, "rcp." #m ".ftz.f32 %0, %1;", z(R(4, z(a), 0, 0))) F1(sqrtz_##m, "sqrt." #m ".ftz.f32 %0, %1;", z(R(5, z(a), 0, 0))) \
  F1(addi_##m, "add." #m ".f32 %0, %1, 0f3DCCCCCD;", R(0, a, 0.1f, 0)) F1(muli_##m, "mul." #m ".f32 %0, %1, 0f40490FDB;", R(1, a, BITS(float, 0x40490fdbu), 0)) \
  F2(fmai_##m, "fma." #m ".f32 %0, %1, 0f3FC00000, %2;", R(2, a, 1.5f, b))
MODES(ARITH)
F2(fmin_, "min.f32 %0, %1, %2;", mn(a, b)) F2(fmax_, "max.f32 %0, %1, %2;", mx(a, b))
F2(fminz, "min.ftz.f32 %0, %1, %2;", mn(z(a), z(b))) F2(fmaxz, "max.ftz.f32 %0, %1, %2;", mx(z(a), z(b)))
F1(fabs_, "abs.f32 %0, %1;", fabsf(a)) F1(fneg_, "neg.f32 %0, %1;", -a) F1(fabsz, "abs.ftz.f32 %0, %1;", z(fabsf(a))) F1(fnegz, "neg.ftz.f32 %0, %1;", z(-a))
F2(cps, "copysign.f32 %0, %1, %2;", copysignf(b, a))
#define TP(n, e) OP1(u32, "r", float, "f", tp_##n, "{.reg .pred p; testp." #n ".f32 p, %1; selp.u32 %0, 1, 0, p;}", e)
TP(finite, isfinite(a)) TP(infinite, isinf(a) != 0) TP(number, a == a) TP(notanumber, a != a) TP(normal, isnormal(a) || a == 0) TP(subnormal, fpclassify(a) == FP_SUBNORMAL)
KERNEL fmodes(ARGS) {
  BEGIN
  float a = F(0), b = F(1), c = F(2);
#define USE(m, R) OF(add_##m(a, b)); OF(sub_##m(a, b)); OF(mul_##m(a, b)); OF(fma_##m(a, b, c)); OF(fms_##m(a, b, c)); OF(addz_##m(a, b)); OF(mulz_##m(a, b)); OF(fmaz_##m(a, b, c)); \
  OF(adds_##m(a, b)); OF(muls_##m(a, b)); OF(fmas_##m(a, b, c)); OF(fmazs_##m(a, b, c)); OF(addi_##m(a)); OF(muli_##m(a)); OF(fmai_##m(a, b)); \
  OF(fma_##m(a, b, -(a))); OF(mul_##m(BITS(float, BITS(u32, a) & 0x807fffffu | 0x20000000u), BITS(float, BITS(u32, b) & 0x807fffffu | 0x1f800000u)));
  MODES(USE)
}
#ifndef __AMDGCN__
KERNEL fdiv(ARGS) {
  BEGIN
  float a = F(0), b = F(1);
#define USED(m, R) OF(div_##m(a, b)); OF(rcp_##m(a)); OF(sqrt_##m(a)); OF(divz_##m(a, b)); OF(rcpz_##m(a)); OF(sqrtz_##m(a)); OF(div_##m(BITS(float, BITS(u32, a) & 0x81ffffffu), b)); \
  OF(div_##m(a, BITS(float, BITS(u32, b) & 0x80ffffffu))); OF(sqrt_##m(fabs_(a)));
  MODES(USED)
  OFC(a / b); OFC(1.0f / a); OFC(a / 3.0f); OFC(10.0f / b);
}
#endif
KERNEL fmisc(ARGS) {
  BEGIN
  float a = F(0), b = F(1), c = F(2);
  OFC(fmin_(a, b)); OFC(fmax_(a, b)); OFC(fminz(a, b)); OFC(fmaxz(a, b)); OFC(fabs_(a)); OFC(fneg_(a)); OFC(fabsz(a)); OFC(fnegz(a)); OF(cps(a, b));
  O(tp_finite(a)); O(tp_infinite(a)); O(tp_number(a)); O(tp_notanumber(a)); O(tp_normal(a)); O(tp_subnormal(a));
  OFC(a * b + c); OFC(fabs_(a) - fabs_(b)); OFC(-a * b); OFC(-a - b); OFC(a - fabs_(b)); OFC((a + b) * (a - b)); OFC(a > b ? a : c); OFC(fmax_(a, 0.0f)); OFC(fmin_(fmax_(a, -1.5f), 2.5f)); OFC(a * 2.0f); OFC(a * 0.5f); OFC(b * 4.0f - a);
  OFC(fmin_(-a, fabs_(b))); OFC(fneg_(fabs_(a)) + b);
  float s = 0; for (int k = 0; k < 5; k++) s = s * a + (float)k; OFC(s);
}
