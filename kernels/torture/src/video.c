/* Scalar video instructions, as far as they are modelled. */
#include "torture.h"
#define SB(x, n) ((s32)(s8)((x) >> (8 * (n))))
#define UB(x, n) (((x) >> (8 * (n))) & 255)
#define SHALF(x, n) ((s32)(s16)((x) >> (16 * (n))))
#define UHALF(x, n) (((x) >> (16 * (n))) & 65535)
INLINE s32 abs_(s32 x) { return x < 0 ? -x : x; }
I3(v0, "vadd.s32.s32.s32 %0, %1, %2;", a + b)
I3(v1, "vadd.s32.s32.s32.add %0, %1.b3, %2.b2, %3;", SB(a, 3) + SB(b, 2) + c)
I3(v2, "vsub.u32.u32.u32 %0, %1, %2;", a - b)
I3(v3, "vsub.s32.u32.s32.add %0, %1.b1, %2.h1, %3;", UB(a, 1) - SHALF(b, 1) + c)
I3(v4, "vabsdiff.u32.u32.u32.add %0, %1.b0, %2.b3, %3;", (u32)abs_((s32)UB(a, 0) - (s32)UB(b, 3)) + c)
I3(v5, "vabsdiff.u32.s32.s32 %0, %1, %2;", (s32)a < (s32)b ? b - a : a - b)
I3(v6, "vabsdiff.u32.u32.u32.add %0, %1, %2, %3;", (a < b ? b - a : a - b) + c)
I3(v7, "vmin.s32.s32.s32 %0, %1.b0, %2.b1;", SB(a, 0) < SB(b, 1) ? SB(a, 0) : SB(b, 1))
I3(v8, "vmax.s32.u32.s32.add %0, %1.h0, %2.h1, %3;", ((s32)UHALF(a, 0) > SHALF(b, 1) ? (s32)UHALF(a, 0) : SHALF(b, 1)) + c)
I3(v9, "vmax.u32.u32.u32 %0, %1, %2;", a > b ? a : b)
I3(v10, "vshl.u32.u32.u32.clamp %0, %1, %2.b0;", UB(b, 0) > 31 ? 0 : a << UB(b, 0))
I3(v11, "vshl.u32.u32.u32.wrap.add %0, %1, %2, %3;", (a << (b & 31)) + c)
I3(v12, "vshr.s32.s32.u32.wrap.add %0, %1, %2, %3;", (u32)((s32)a >> (b & 31)) + c)
I3(v13, "vshr.u32.u32.u32.clamp %0, %1.h1, %2.b1;", UB(b, 1) > 31 ? 0 : UHALF(a, 1) >> UB(b, 1))
I3(v14, "vmad.s32.s32.s32 %0, %1.h0, %2.h1, %3;", SHALF(a, 0) * SHALF(b, 1) + c)
I3(v15, "vmad.u32.u32.u32.po %0, %1.b0, %2.b1, %3;", UB(a, 0) * UB(b, 1) + c + 1)
I3(v16, "vmad.s32.s32.s32 %0, -%1.b0, %2.h1, %3;", -(SB(a, 0) * SHALF(b, 1)) + c)
I3(v17, "vmad.s32.u32.u32 %0, %1.h0, %2.b2, -%3;", UHALF(a, 0) * UB(b, 2) - c)
I3(v18, "vset.s32.s32.lt %0, %1, %2.h0;", (s32)a < SHALF(b, 0))
I3(v19, "vset.u32.u32.ge.add %0, %1.b2, %2.h1, %3;", (UB(a, 2) >= UHALF(b, 1)) + c)
KERNEL video(ARGS) {
  BEGIN
  u32 a = W(0), b = W(1), c = W(2);
  O(v0(a, b, c)); O(v1(a, b, c)); O(v2(a, b, c)); O(v3(a, b, c)); O(v4(a, b, c)); O(v5(a, b, c)); O(v6(a, b, c)); O(v7(a, b, c)); O(v8(a, b, c)); O(v9(a, b, c));
  O(v10(a, b, c)); O(v11(a, b, c)); O(v12(a, b, c)); O(v13(a, b, c)); O(v14(a, b, c)); O(v15(a, b, c)); O(v16(a, b, c)); O(v17(a, b, c)); O(v18(a, b, c)); O(v19(a, b, c));
}
