#include "torture.h"
typedef unsigned __int128 u128; typedef __int128 s128;
#define SA ((s64)a)
#define SB ((s64)b)
L2(mulhis64, "mul.hi.s64 %0, %1, %2;", (u64)(((s128)SA * SB) >> 64))
L2(mulhiu64, "mul.hi.u64 %0, %1, %2;", (u64)(((u128)a * b) >> 64))
L3(madlo64, "mad.lo.u64 %0, %1, %2, %3;", a * b + c)
L3(madhi64, "mad.hi.u64 %0, %1, %2, %3;", (u64)(((u128)a * b) >> 64) + c)
L3(madhis64, "mad.hi.s64 %0, %1, %2, %3;", (u64)(((s128)SA * SB) >> 64) + c)
L3(sad64, "sad.s64 %0, %1, %2, %3;", c + (SA < SB ? b - a : a - b))
L3(sadu64, "sad.u64 %0, %1, %2, %3;", c + (a < b ? b - a : a - b))
OP2(u64, "l", u32, "r", u32, "r", mulws, "mul.wide.s32 %0, %1, %2;", (s64)(s32)a * (s32)b)
OP2(u64, "l", u32, "r", u32, "r", mulwu, "mul.wide.u32 %0, %1, %2;", (u64)a * b)
OP3(u64, "l", u32, "r", u32, "r", u64, "l", madws, "mad.wide.s32 %0, %1, %2, %3;", (s64)(s32)a * (s32)b + c)
OP3(u64, "l", u32, "r", u32, "r", u64, "l", madwu, "mad.wide.u32 %0, %1, %2, %3;", (u64)a * b + c)
L1(abs64, "abs.s64 %0, %1;", SA < 0 ? -a : a)
L2(mins64, "min.s64 %0, %1, %2;", SA < SB ? a : b)
L2(maxs64, "max.s64 %0, %1, %2;", SA > SB ? a : b)
L2(minu64, "min.u64 %0, %1, %2;", a < b ? a : b)
L2(maxu64, "max.u64 %0, %1, %2;", a > b ? a : b)
#define SH(n) (b_ > (n) - 1)
OP2(u64, "l", u64, "l", u32, "r", shl64, "shl.b64 %0, %1, %2;", b > 63 ? 0 : a << b)
OP2(u64, "l", u64, "l", u32, "r", shru64, "shr.u64 %0, %1, %2;", b > 63 ? 0 : a >> b)
OP2(u64, "l", u64, "l", u32, "r", shrs64, "shr.s64 %0, %1, %2;", b > 63 ? SA >> 63 : SA >> b)
KERNEL arith64(ARGS) {
  BEGIN
  u64 a = LW(0), b = LW(1), c = LW(2); u32 n5 = W(5), s = W(1);
  O64(a + b); O64(a - b); O64(a * b); O64(a * 10); O64(a * 0x123456789abcdefull); O64(-a); O64(~a); O64(a + b + c); O64(a - b - c); O64(a + 1); O64(a - 0x100000000ull);
  O64(mulhis64(a, b)); O64(mulhiu64(a, b)); O64(madlo64(a, b, c)); O64(madhi64(a, b, c)); O64(madhis64(a, b, c)); O64(sad64(a, b, c)); O64(sadu64(a, b, c));
  O64(mulws(a, b)); O64(mulwu(a, b)); O64(madws(a, b, c)); O64(madwu(a, b, c)); O64(mulws(a, 12345)); O64(mulwu(a, 0xfedcba98)); O64(madwu(a, 24, c));
  O64(abs64(a)); O64(mins64(a, b)); O64(maxs64(a, b)); O64(minu64(a, b)); O64(maxu64(a, b)); O64(mins64(a, 100)); O64(maxu64(a, ~0ull - 5));
  O64(mins64(a, -3)); O64(maxs64(a, 0)); O64(minu64(a, 0x1ffffffffull));
  O64(shl64(a, s)); O64(shru64(a, s)); O64(shrs64(a, s)); O64(shl64(a, s & 63)); O64(shru64(a, s & 63)); O64(shrs64(a, s & 63)); O64(shl64(a, s & 31)); O64(shrs64(a, s & 127));
  O64(a << 1); O64(a << 31); O64(a << 32); O64(a << 33); O64(a >> 1); O64(a >> 32); O64(a >> 45); O64((s64)a >> 7); O64((s64)a >> 40); O64((s64)a >> 32); O64(a << 63);
  O64((a << (s & 63)) | (a >> (-s & 63))); O64((a << 13) | (a >> 51)); O64((a << 40) | (a >> 24));
  O64(a & b); O64(a | b); O64(a ^ b); O64(a & ~b); O64((a & b) | (~a & c)); O64((a ^ b) & c);
  O64((a << 3) + b); O64((s64)(s32)a + b); O64((u64)(u32)a * 8 + b); O64((s64)(s32)n5 * 4 + c);
  O(a < b); O((s64)a < (s64)b); O(a == b); O(a != b); O(a <= b); O((s64)a <= (s64)b); O((s64)a > 0); O((s64)a >= -5); O(a > 0xffffffffull); O(a == 0); O((u32)a == (u32)b && a <= b);
  O64(a < b ? a : c); O64((s64)a >= (s64)b ? b : c); O64(a > 5 && b < c ? a : b);
}
KERNEL div64(ARGS) {
  BEGIN
  u64 a = LW(0), b = LW(1); s64 sa = a, sb;
  b = b ? b : 3; sb = b == ~0ull ? 9 : (s64)b;
  O64(a / b); O64(a % b); O64(sa / sb); O64(sa % sb); O64(a / 7); O64(a % 1000000007ull); O64(sa / -13); O64(sa % 64); O64(a / (u32)(b | 1)); O64((u64)(u32)a / b); O64(a / 0x1234567890ull);
}
/* multiword chains through the condition code */
#ifndef __NVPTX__
INLINE void add128(u32 *r, const u32 *a, const u32 *b) { u64 c = 0; for (int k = 0; k < 4; k++) { c += (u64)a[k] + b[k]; r[k] = c; c >>= 32; } r[4] = c; }
INLINE void sub128(u32 *r, const u32 *a, const u32 *b) { s64 c = 0; for (int k = 0; k < 4; k++) { c += (s64)(u64)a[k] - (s64)(u64)b[k]; r[k] = c; c >>= 32; } r[4] = c; }
INLINE void madcc(u32 *r, const u32 *a, const u32 *b) { /* r = a0*b0 + (a1*b0)<<32 ... : mad.lo.cc / madc chain */
  u64 lo = (u64)a[0] * b[0]; u64 t = (u64)a[2] + (u32)lo; r[0] = t; t = (t >> 32) + (lo >> 32) + a[3]; r[1] = t; t = (t >> 32) + b[2]; r[2] = t; r[3] = (t >> 32) + b[3]; 
  u64 v = ((u64)a[1] << 32) - 0; (void)v; r[4] = 0; }
#else
INLINE void add128(u32 *r, const u32 *a, const u32 *b) {
  __asm__("add.cc.u32 %0, %5, %9; addc.cc.u32 %1, %6, %10; addc.cc.s32 %2, %7, %11; addc.cc.u32 %3, %8, %12; addc.u32 %4, 0, 0;"
    : "=&r"(r[0]), "=&r"(r[1]), "=&r"(r[2]), "=&r"(r[3]), "=r"(r[4]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "r"(b[2]), "r"(b[3]));
}
INLINE void sub128(u32 *r, const u32 *a, const u32 *b) {
  __asm__("sub.cc.u32 %0, %5, %9; subc.cc.u32 %1, %6, %10; subc.cc.s32 %2, %7, %11; subc.cc.u32 %3, %8, %12; subc.u32 %4, 0, 0;"
    : "=&r"(r[0]), "=&r"(r[1]), "=&r"(r[2]), "=&r"(r[3]), "=r"(r[4]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "r"(b[2]), "r"(b[3]));
}
INLINE void madcc(u32 *r, const u32 *a, const u32 *b) {
  __asm__("mad.lo.cc.u32 %0, %5, %9, %7; madc.hi.cc.u32 %1, %5, %9, %8; addc.cc.u32 %2, %11, 0; addc.u32 %3, %12, 0; mov.u32 %4, 0;"
    : "=&r"(r[0]), "=&r"(r[1]), "=&r"(r[2]), "=&r"(r[3]), "=r"(r[4]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "r"(b[2]), "r"(b[3]));
}
#endif
KERNEL carry(ARGS) {
  BEGIN
  u32 a[4], b[4], r[5];
  a[0] = W(0); a[1] = W(1); a[2] = W(2); a[3] = W(3); b[0] = W(4); b[1] = W(5); b[2] = W(6); b[3] = a[0] ^ a[2];
  add128(r, a, b); O(r[0]); O(r[1]); O(r[2]); O(r[3]); O(r[4]);
  sub128(r, a, b); O(r[0]); O(r[1]); O(r[2]); O(r[3]); O(r[4]);
  madcc(r, a, b); O(r[0]); O(r[1]); O(r[2]); O(r[3]);
  u128 x = (u128)a[3] << 96 | (u128)a[2] << 64 | (u128)a[1] << 32 | a[0], y = (u128)b[3] << 96 | (u128)b[2] << 64 | (u128)b[1] << 32 | b[0];
  u128 z = x * y; O64(z); O64(z >> 64); z = x + y; O64(z); O64(z >> 64); z = x - y; O64(z); O64(z >> 64); z = x << (a[0] & 127); O64(z); O64(z >> 64);
  z = (u128)((s128)x >> (b[0] & 127)); O64(z); O64(z >> 64); O(x < y); O((s128)x < (s128)y); O((s128)x >= (s128)y); O(x == y); z = (u128)(u64)x * (u64)y + y; O64(z); O64(z >> 64);
  z = -x; O64(z); O64(z >> 64);
}
