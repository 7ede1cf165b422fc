#include "torture.h"
#define SX(x) ((s64)(s32)(x))
INLINE u32 clamp32(s64 v) { return v > 0x7fffffff ? 0x7fffffffu : v < -0x80000000ll ? 0x80000000u : (u32)v; }
I2(mulhis, "mul.hi.s32 %0, %1, %2;", (u64)(SX(a) * SX(b)) >> 32)
I2(mulhiu, "mul.hi.u32 %0, %1, %2;", ((u64)a * b) >> 32)
I2(mul24s, "mul24.lo.s32 %0, %1, %2;", (u32)((s64)((s32)(a << 8) >> 8) * ((s32)(b << 8) >> 8)))
I2(mul24u, "mul24.lo.u32 %0, %1, %2;", (u32)((u64)(a & 0xffffff) * (b & 0xffffff)))
I2(mul24hs, "mul24.hi.s32 %0, %1, %2;", (u32)(((s64)((s32)(a << 8) >> 8) * ((s32)(b << 8) >> 8)) >> 16))
I2(mul24hu, "mul24.hi.u32 %0, %1, %2;", (u32)(((u64)(a & 0xffffff) * (b & 0xffffff)) >> 16))
I3(mad24u, "mad24.lo.u32 %0, %1, %2, %3;", (u32)((u64)(a & 0xffffff) * (b & 0xffffff)) + c)
I3(mad24hs, "mad24.hi.s32 %0, %1, %2, %3;", (u32)(((s64)((s32)(a << 8) >> 8) * ((s32)(b << 8) >> 8)) >> 16) + c)
I3(mad24sat, "mad24.hi.sat.s32 %0, %1, %2, %3;", clamp32(SX((((s64)((s32)(a << 8) >> 8) * ((s32)(b << 8) >> 8)) >> 16)) + SX(c)))
I3(madlo, "mad.lo.s32 %0, %1, %2, %3;", a * b + c)
I3(madhis, "mad.hi.s32 %0, %1, %2, %3;", (u32)((u64)(SX(a) * SX(b)) >> 32) + c)
I3(madhiu, "mad.hi.u32 %0, %1, %2, %3;", (u32)(((u64)a * b) >> 32) + c)
I3(madhisat, "mad.hi.sat.s32 %0, %1, %2, %3;", clamp32(((SX(a) * SX(b)) >> 32) + SX(c)))
I2(addsat, "add.sat.s32 %0, %1, %2;", clamp32(SX(a) + SX(b)))
I2(subsat, "sub.sat.s32 %0, %1, %2;", clamp32(SX(a) - SX(b)))
I1(addsati, "add.sat.s32 %0, %1, 1000000;", clamp32(SX(a) + 1000000))
I1(subsati, "sub.sat.s32 %0, %1, 0x7fffffff;", clamp32(SX(a) - 0x7fffffff))
I1(rsubsat, "sub.sat.s32 %0, 5, %1;", clamp32(5 - SX(a)))
I3(sads, "sad.s32 %0, %1, %2, %3;", c + (u32)(SX(a) < SX(b) ? SX(b) - SX(a) : SX(a) - SX(b)))
I3(sadu, "sad.u32 %0, %1, %2, %3;", c + (a < b ? b - a : a - b))
OP3(u16, "h", u16, "h", u16, "h", u16, "h", sadu16, "sad.u16 %0, %1, %2, %3;", c + (a < b ? b - a : a - b))
OP3(u16, "h", u16, "h", u16, "h", u16, "h", mad16, "mad.lo.u16 %0, %1, %2, %3;", a * b + c)
OP2(u16, "h", u16, "h", u16, "h", mulhi16, "mul.hi.s16 %0, %1, %2;", ((s32)(s16)a * (s16)b) >> 16)
OP2(u32, "r", u16, "h", u16, "h", mulw16, "mul.wide.s16 %0, %1, %2;", (s32)(s16)a * (s16)b)
OP2(u32, "r", u16, "h", u16, "h", mulwu16, "mul.wide.u16 %0, %1, %2;", (u32)a * b)
OP3(u32, "r", u16, "h", u16, "h", u32, "r", madws16, "mad.wide.s16 %0, %1, %2, %3;", (s32)(s16)a * (s16)b + c)
I1(absi, "abs.s32 %0, %1;", (s32)a < 0 ? -a : a)
I1(negi, "neg.s32 %0, %1;", -a)
I2(mins, "min.s32 %0, %1, %2;", (s32)a < (s32)b ? a : b)
I2(maxs, "max.s32 %0, %1, %2;", (s32)a > (s32)b ? a : b)
I2(minu, "min.u32 %0, %1, %2;", a < b ? a : b)
I2(maxu, "max.u32 %0, %1, %2;", a > b ? a : b)
OP2(u16, "h", u16, "h", u16, "h", mins16, "min.s16 %0, %1, %2;", (s16)a < (s16)b ? a : b)
OP2(u16, "h", u16, "h", u16, "h", maxu16, "max.u16 %0, %1, %2;", a > b ? a : b)
KERNEL arith32(ARGS) {
  BEGIN
  u32 a = W(0), b = W(1), c = W(2);
  O(a + b); O(a - b); O(a * b); O(a * 10); O(a * 0xdeadbeef); O(a * 0xffff + b); O(a * 65537 + c); O(a * 0x12345 + 0x777);
  O(mulhis(a, b)); O(mulhiu(a, b)); O(mulhiu(a, 0xcccccccd)); O(mulhis(a, 0x55555556)); O(mulhiu(a, 77)); O(mulhis(a, -9));
  O(mul24s(a, b)); O(mul24u(a, b)); O(mul24hs(a, b)); O(mul24hu(a, b)); O(mad24u(a, b, c)); O(mad24hs(a, b, c)); O(mad24sat(a, b, c));
  O(madlo(a, b, c)); O(madhis(a, b, c)); O(madhiu(a, b, c)); O(madhisat(a, b, c));
  O(addsat(a, b)); O(subsat(a, b)); O(addsati(a)); O(subsati(a)); O(rsubsat(a));
  O(sads(a, b, c)); O(sadu(a, b, c)); O(sadu16(a, b, c)); O(mad16(a, b, c)); O(mulhi16(a, b)); O(mulw16(a, b)); O(mulwu16(a, b));
  O(madws16(a, b, c)); O(madws16(a >> 16, b, c)); O(mulwu16(a >> 16, b >> 16)); O(mulw16(a >> 16, 0x8765));
  O(absi(a)); O(negi(a)); O(mins(a, b)); O(maxs(a, b)); O(minu(a, b)); O(maxu(a, b)); O(mins(a, 100)); O(maxu(a, 0x80000001)); O(mins16(a, b)); O(maxu16(a, b));
  O(a + b + c); O(a - b - c); O(a - b + c); O(-a - b); O(-a - b - 1); O(~a + b); O((a << 5) + b); O((a << 5) - b); O(b - (a << 3)); O((a << 2) + 12345);
  O((a & 0xffff) + (b >> 16) + c); O((a >> 16) + (b & 0xffff) + (c >> 16)); O(((a + b) >> 16) + c); O(((a + b) << 16) + c); O((u32)(((u64)a + b) >> 16) + c);
  O((s16)a * (s16)b + c); O((s16)a * (u16)b); O((a >> 16) * (b & 0xffff)); O((s8)a * (s8)b); O((u8)(a >> 8) * (u8)(b >> 24) + c);
  O((s16)a * 1234); O((s32)(a * b) >> 3); O(a * a + b * b); O(a * b * c);
}
KERNEL div32(ARGS) {
  BEGIN
  u32 a = W(0), b = W(1), c = W(2) | 1;
  b = b ? b : 3;
  s32 sa = a, sb = (s32)(b == 0xffffffffu ? 7 : b), sc = (c == 0xffffffffu) ? 5 : c;
  O(a / b); O(a % b); O(sa / sb); O(sa % sb); O(a / c); O(sa / sc); O(a / 7); O(a % 1000); O(sa / 13); O(sa % -100); O(sa / 16); O(sa % 8); O(a / 641);
  O((u16)a / (u16)(c | 1)); O((s16)a % (s16)((c & 0x7ff) | 1)); O((u8)a / (u8)(c | 1)); O((s8)a / (s8)((c & 63) | 1));
  O(sa / 1000000007); O(a % 0x80000001u);
}
