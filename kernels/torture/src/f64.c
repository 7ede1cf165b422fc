#include "torture.h"
#ifndef __NVPTX__
INLINE double canon(double x) { return x != x ? BITS(double, 0xfff8000000000000ull) : x; }
#ifdef HOST
static __attribute__((noinline)) double rnd(int mode, int op, double a, double b, double c) {
  volatile double x = a, y = b, w = c, r; fesetround(mode);
  switch (op) { case 0: r = x + y; break; case 1: r = x * y; break; case 2: r = fma(x, y, w); break; case 3: r = x / y; break; case 4: r = 1.0 / x; break; default: r = sqrt(x); }
  fesetround(FE_TONEAREST); return canon(r);
}
#elif defined(__AMDGCN__)
#define AROUND(ins) __asm__("s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 4), %4\n" ins "\ns_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 4), 0" : "=v"(r) : "v"(a), "v"(b), "v"(c), "i"(mode))
INLINE double rnd(int mode, int op, double a, double b, double c) {
  double r;
  switch (op) { case 0: AROUND("v_add_f64 %0, %1, %2"); break; case 1: AROUND("v_mul_f64 %0, %1, %2"); break; default: AROUND("v_fma_f64 %0, %1, %2, %3"); }
  return canon(r);
}
#endif
#define RNN(op, a, b, c) rnd(FE_TONEAREST, op, a, b, c)
#define RZZ(op, a, b, c) rnd(FE_TOWARDZERO, op, a, b, c)
#define RMM(op, a, b, c) rnd(FE_DOWNWARD, op, a, b, c)
#define RPP(op, a, b, c) rnd(FE_UPWARD, op, a, b, c)
INLINE double mn(double a, double b) { return a != a ? canon(b) : b != b ? a : a < b ? a : b < a ? b : signbit(a) ? a : b; }
INLINE double mx(double a, double b) { return a != a ? canon(b) : b != b ? a : a > b ? a : b > a ? b : signbit(a) ? b : a; }
#endif
#define MODES(M) M(rn, RNN) M(rz, RZZ) M(rm, RMM) M(rp, RPP)
#define ARITH(m, R) \
  D2(add_##m, "add." #m ".f64 %0, %1, %2;", R(0, a, b, 0)) D2(sub_##m, "sub." #m ".f64 %0, %1, %2;", R(0, a, -b, 0)) D2(mul_##m, "mul." #m ".f64 %0, %1, %2;", R(1, a, b, 0)) \
  D3(fma_##m, "fma." #m ".f64 %0, %1, %2, %3;", R(2, a, b, c)) D3(fms_##m, "{.reg .f64 t; neg.f64 t, %3; fma." #m ".f64 %0, %1, %2, t;}", R(2, a, b, -c)) \
  D2(div_##m, "div." #m ".f64 %0, %1, %2;", R(3, a, b, 0)) D1(rcp_##m, "rcp." #m ".f64 %0, %1;", R(4, a, 0, 0)) D1(sqrt_##m, "sqrt." #m ".f64 %0, %1;", R(5, a, 0, 0))
MODES(ARITH)
D2(dmin_, "min.f64 %0, %1, %2;", mn(a, b)) D2(dmax_, "max.f64 %0, %1, %2;", mx(a, b)) D1(dabs_, "abs.f64 %0, %1;", fabs(a)) D1(dneg_, "neg.f64 %0, %1;", -a)
D2(cps, "copysign.f64 %0, %1, %2;", copysign(b, a))
#define TP(n, e) OP1(u32, "r", double, "d", tp_##n, "{.reg .pred p; testp." #n ".f64 p, %1; selp.u32 %0, 1, 0, p;}", e)
TP(finite, isfinite(a)) TP(infinite, isinf(a) != 0) TP(number, a == a) TP(notanumber, a != a) TP(normal, isnormal(a) || a == 0) TP(subnormal, fpclassify(a) == FP_SUBNORMAL)
KERNEL dmodes(ARGS) {
  BEGIN
  double a = D(0), b = D(1), c = D(2);
#define USE(m, R) ODC(add_##m(a, b)); ODC(sub_##m(a, b)); ODC(mul_##m(a, b)); ODC(fma_##m(a, b, c)); ODC(fms_##m(a, b, c)); ODC(fma_##m(a, b, -a));
  MODES(USE)
  ODC(dmin_(a, b)); ODC(dmax_(a, b)); ODC(dabs_(a)); ODC(dneg_(a)); OD(cps(a, b)); O(tp_finite(a)); O(tp_infinite(a)); O(tp_number(a)); O(tp_notanumber(a)); O(tp_normal(a)); O(tp_subnormal(a));
  ODC(a * 2.5 + 1.0); ODC(dabs_(a) - dabs_(b)); ODC(a < b ? a : c); ODC(-a * b); ODC(a - 0.5); ODC(dmin_(dmax_(a, -1.0), 1.0));
}
#ifndef __AMDGCN__
KERNEL ddiv(ARGS) {
  BEGIN
  double a = D(0), b = D(1);
#define USED(m, R) ODC(div_##m(a, b)); ODC(rcp_##m(a)); ODC(sqrt_##m(a)); ODC(sqrt_##m(dabs_(a)));
  MODES(USED)
  ODC(a / b); ODC(a / 3.0); ODC(1.0 / b);
}
#endif
