/* Functions that the documents only bound: three words per result, judged with a tolerance. */
#include "torture.h"
#define A1(name, ptx) INLINE float name(float a) { float d; __asm__(ptx " %0, %1;" : "=f"(d) : "f"(a)); return d; }
A1(sin_, "sin.approx.f32") A1(cos_, "cos.approx.f32") A1(ex2, "ex2.approx.f32") A1(lg2, "lg2.approx.f32") A1(rcp, "rcp.approx.f32") A1(rsq, "rsqrt.approx.f32") A1(sqr, "sqrt.approx.f32")
A1(sinz, "sin.approx.ftz.f32") A1(cosz, "cos.approx.ftz.f32") A1(ex2z, "ex2.approx.ftz.f32") A1(lg2z, "lg2.approx.ftz.f32") A1(rcpz, "rcp.approx.ftz.f32") A1(rsqz, "rsqrt.approx.ftz.f32") A1(sqrz, "sqrt.approx.ftz.f32")
INLINE float dva(float a, float b) { float d; __asm__("div.approx.f32 %0, %1, %2;" : "=f"(d) : "f"(a), "f"(b)); return d; }
INLINE float dvf(float a, float b) { float d; __asm__("div.full.f32 %0, %1, %2;" : "=f"(d) : "f"(a), "f"(b)); return d; }
INLINE double rsd(double a) { double d; __asm__("rsqrt.approx.f64 %0, %1;" : "=d"(d) : "d"(a)); return d; }
INLINE double rcd(double a) { double d; __asm__("rcp.approx.ftz.f64 %0, %1;" : "=d"(d) : "d"(a)); return d; }
KERNEL approx(ARGS) {
  BEGIN
  u32 v = in[i * 8]; float x = (float)(s32)v * 0x1p-29f, y = (float)((v >> 8) + 1) * 0x1p-12f, e = (float)(s32)v * 0x1p-25f; float b = (float)((in[i * 8 + 1] >> 4) + 1) * 0x1p-20f;
  OF(sin_(x)); OF(cos_(x)); OF(ex2(e)); OF(lg2(y)); OF(rcp(y)); OF(rsq(y)); OF(sqr(y)); OF(sinz(x)); OF(cosz(x)); OF(ex2z(e)); OF(lg2z(y)); OF(rcpz(y)); OF(rsqz(y)); OF(sqrz(y)); OF(dva(x, b)); OF(dvf(x, b)); OD(rsd((double)y)); OD(rcd((double)b));
}
