#include "torture.h"
INLINE u32 h_bfe(u64 a, u32 p, u32 l, int sg, int msb) {
  p &= 255; l &= 255; u64 s = 0; if (sg && l) s = (a >> (p + l - 1 > (u32)msb ? (u32)msb : p + l - 1)) & 1;
  u32 r = 0; for (int k = 0; k <= msb; k++) { u64 bit = ((u32)k < l && p + k <= (u32)msb) ? (a >> (p + k)) & 1 : s; r |= (u32)bit << k; } return r;
}
INLINE u64 h_bfe64(u64 a, u32 p, u32 l, int sg) {
  p &= 255; l &= 255; u64 s = 0; if (sg && l) s = (a >> (p + l - 1 > 63 ? 63 : p + l - 1)) & 1;
  u64 r = 0; for (int k = 0; k <= 63; k++) { u64 bit = ((u32)k < l && p + k <= 63) ? (a >> (p + k)) & 1 : s; r |= bit << k; } return r;
}
INLINE u64 h_bfi(u64 a, u64 b, u32 p, u32 l, u32 msb) { p &= 255; l &= 255; for (u32 k = 0; k < l && p + k <= msb; k++) { b &= ~(1ull << (p + k)); b |= ((a >> k) & 1) << (p + k); } return b; }
INLINE u64 h_rev(u64 a, int n) { u64 r = 0; for (int k = 0; k < n; k++) r |= ((a >> k) & 1) << (n - 1 - k); return r; }
INLINE u32 h_clz(u64 a, int n) { for (int k = 0; k < n; k++) if (a >> (n - 1 - k) & 1) return k; return n; }
INLINE u32 h_bfind(u64 a, int n, int sg, int sh) { if (sg && (a >> (n - 1) & 1)) a = ~a; if (n == 32) a = (u32)a; if (!a) return ~0u; u32 m = n - 1 - h_clz(a, n); return sh ? n - 1 - m : m; }
INLINE u32 h_prmt(u32 a, u32 b, u32 s, int mode) {
  u64 v = (u64)b << 32 | a; u32 r = 0, n = s & 3;
  static const u8 t[6][4][4] = {{{0,1,2,3},{1,2,3,4},{2,3,4,5},{3,4,5,6}}, {{0,7,6,5},{1,0,7,6},{2,1,0,7},{3,2,1,0}}, {{0,0,0,0},{1,1,1,1},{2,2,2,2},{3,3,3,3}},
    {{0,1,2,3},{1,1,2,3},{2,2,2,3},{3,3,3,3}}, {{0,0,0,0},{0,1,1,1},{0,1,2,2},{0,1,2,3}}, {{0,1,0,1},{2,3,2,3},{0,1,0,1},{2,3,2,3}}};
  for (int k = 0; k < 4; k++) { u32 x; if (mode == 0) { u32 q = s >> (4 * k); x = (v >> (8 * (q & 7))) & 255; if (q & 8) x = (x & 128) ? 255 : 0; } else x = (v >> (8 * t[mode - 1][n][k])) & 255; r |= x << (8 * k); }
  return r;
}
I3(bfeu, "bfe.u32 %0, %1, %2, %3;", h_bfe(a, b, c, 0, 31))
I3(bfes, "bfe.s32 %0, %1, %2, %3;", h_bfe(a, b, c, 1, 31))
OP3(u64, "l", u64, "l", u32, "r", u32, "r", bfeu64, "bfe.u64 %0, %1, %2, %3;", h_bfe64(a, b, c, 0))
OP3(u64, "l", u64, "l", u32, "r", u32, "r", bfes64, "bfe.s64 %0, %1, %2, %3;", h_bfe64(a, b, c, 1))
#ifndef __NVPTX__
INLINE u32 bfi(u32 a, u32 b, u32 p, u32 l) { return h_bfi(a, b, p, l, 31); }
INLINE u64 bfi64(u64 a, u64 b, u32 p, u32 l) { return h_bfi(a, b, p, l, 63); }
#else
INLINE u32 bfi(u32 a, u32 b, u32 p, u32 l) { u32 d; __asm__("bfi.b32 %0, %1, %2, %3, %4;" : "=r"(d) : "r"(a), "r"(b), "r"(p), "r"(l)); return d; }
INLINE u64 bfi64(u64 a, u64 b, u32 p, u32 l) { u64 d; __asm__("bfi.b64 %0, %1, %2, %3, %4;" : "=l"(d) : "l"(a), "l"(b), "r"(p), "r"(l)); return d; }
#endif
I1(brev, "brev.b32 %0, %1;", h_rev(a, 32))
L1(brev64, "brev.b64 %0, %1;", h_rev(a, 64))
I1(popc, "popc.b32 %0, %1;", __builtin_popcount(a))
OP1(u32, "r", u64, "l", popc64, "popc.b64 %0, %1;", __builtin_popcountll(a))
I1(clz, "clz.b32 %0, %1;", h_clz(a, 32))
OP1(u32, "r", u64, "l", clz64, "clz.b64 %0, %1;", h_clz(a, 64))
I1(bfindu, "bfind.u32 %0, %1;", h_bfind(a, 32, 0, 0))
I1(bfinds, "bfind.s32 %0, %1;", h_bfind(a, 32, 1, 0))
I1(bfindush, "bfind.shiftamt.u32 %0, %1;", h_bfind(a, 32, 0, 1))
I1(bfindssh, "bfind.shiftamt.s32 %0, %1;", h_bfind(a, 32, 1, 1))
OP1(u32, "r", u64, "l", bfindu64, "bfind.u64 %0, %1;", h_bfind(a, 64, 0, 0))
OP1(u32, "r", u64, "l", bfinds64, "bfind.s64 %0, %1;", h_bfind(a, 64, 1, 0))
OP1(u32, "r", u64, "l", bfindssh64, "bfind.shiftamt.s64 %0, %1;", h_bfind(a, 64, 1, 1))
I3(prmt, "prmt.b32 %0, %1, %2, %3;", h_prmt(a, b, c, 0))
I3(prmtf4e, "prmt.b32.f4e %0, %1, %2, %3;", h_prmt(a, b, c, 1))
I3(prmtb4e, "prmt.b32.b4e %0, %1, %2, %3;", h_prmt(a, b, c, 2))
I3(prmtrc8, "prmt.b32.rc8 %0, %1, %2, %3;", h_prmt(a, b, c, 3))
I3(prmtecl, "prmt.b32.ecl %0, %1, %2, %3;", h_prmt(a, b, c, 4))
I3(prmtecr, "prmt.b32.ecr %0, %1, %2, %3;", h_prmt(a, b, c, 5))
I3(prmtrc16, "prmt.b32.rc16 %0, %1, %2, %3;", h_prmt(a, b, c, 6))
I3(lop96, "lop3.b32 %0, %1, %2, %3, 0x96;", a ^ b ^ c)
I3(lope8, "lop3.b32 %0, %1, %2, %3, 0xe8;", (a & b) | (a & c) | (b & c))
I3(lop1b, "lop3.b32 %0, %1, %2, %3, 0x1b;", (~a & ~b & ~c) | (~a & ~b & c) | (~a & b & c) | (a & ~b & ~c))
I1(lopi, "lop3.b32 %0, %1, 0x12345678, 0xf0f0f0f0, 0xca;", (a & 0x12345678) | (~a & 0xf0f0f0f0))
I3(shflw, "shf.l.wrap.b32 %0, %1, %2, %3;", (u32)((((u64)b << 32 | a) << (c & 31)) >> 32))
I3(shflc, "shf.l.clamp.b32 %0, %1, %2, %3;", c > 31 ? a : (u32)((((u64)b << 32 | a) << c) >> 32))
I3(shfrw, "shf.r.wrap.b32 %0, %1, %2, %3;", (u32)(((u64)b << 32 | a) >> (c & 31)))
I3(shfrc, "shf.r.clamp.b32 %0, %1, %2, %3;", c > 31 ? b : (u32)(((u64)b << 32 | a) >> c))
I2(shl, "shl.b32 %0, %1, %2;", b > 31 ? 0 : a << b)
I2(shru, "shr.u32 %0, %1, %2;", b > 31 ? 0 : a >> b)
I2(shrs, "shr.s32 %0, %1, %2;", b > 31 ? (s32)a >> 31 : (s32)a >> b)
OP2(u16, "h", u16, "h", u32, "r", shl16, "shl.b16 %0, %1, %2;", b > 15 ? 0 : a << b)
OP2(u16, "h", u16, "h", u32, "r", shr16, "shr.s16 %0, %1, %2;", b > 15 ? (s16)a >> 15 : (s16)a >> b)
OP2(u16, "h", u16, "h", u32, "r", shru16, "shr.u16 %0, %1, %2;", b > 15 ? 0 : a >> b)
I1(cnot, "cnot.b32 %0, %1;", a == 0)
KERNEL bits(ARGS) {
  BEGIN
  u32 a = W(0), b = W(1), c = W(2), d = W(3); u64 x = LW(0), y = LW(2);
  O(bfeu(a, b, c)); O(bfes(a, b, c)); O(bfeu(a, b & 31, c & 31)); O(bfes(a, b & 31, c & 31)); O(bfeu(a, 5, 7)); O(bfes(a, 20, 12)); O(bfes(a, 28, 9)); O(bfeu(a, 0, 32)); O(bfes(a, 3, c & 63));
  O64(bfeu64(x, c & 127, d & 127)); O64(bfes64(x, c & 127, d & 127)); O64(bfes64(x, 30, 10)); O64(bfeu64(x, 8, 48)); O64(bfes64(x, c & 63, d & 63));
  O(bfi(a, b, c, d)); O(bfi(a, b, c & 31, d & 31)); O(bfi(a, b, 4, 9)); O(bfi(a, b, 30, 9)); O64(bfi64(x, y, a & 63, b & 63)); O64(bfi64(x, y, 25, 20)); O64(bfi64(x, y, 40, 60));
  O(brev(a)); O64(brev64(x)); O(popc(a)); O(popc(~a)); O(popc64(x)); O(clz(a)); O(clz64(x)); O(popc(a & b)); O(clz(~a));
  O(bfindu(a)); O(bfinds(a)); O(bfindush(a)); O(bfindssh(a)); O(bfindu64(x)); O(bfinds64(x)); O(bfindssh64(x));
  O(__builtin_ffs(a)); O(__builtin_ffsll(x)); O(a ? __builtin_ctz(a) : 99); O(__builtin_bswap32(a)); O64(__builtin_bswap64(x)); O(__builtin_parity(a));
  O(prmt(a, b, c)); O(prmt(a, b, 0x3715)); O(prmt(a, b, 0x8ca9)); O(prmtf4e(a, b, c)); O(prmtb4e(a, b, c)); O(prmtrc8(a, b, c)); O(prmtecl(a, b, c)); O(prmtecr(a, b, c)); O(prmtrc16(a, b, c));
  O(lop96(a, b, c)); O(lope8(a, b, c)); O(lop1b(a, b, c)); O(lopi(a)); O(~(a & b)); O(~(a | b)); O(a & ~b); O(~a); O((a & 0xff00ff00) | (b & 0x00ff00ff)); O((a | b) ^ c);
  O(shflw(a, b, c)); O(shflc(a, b, c)); O(shfrw(a, b, c)); O(shfrc(a, b, c)); O(shflw(a, a, c)); O(shflw(a, b, 11)); O(shfrc(a, b, 40)); O(shfrw(a, b, 17)); O(shflc(a, b, 32));
  O(shl(a, b)); O(shru(a, b)); O(shrs(a, b)); O(shl(a, 33)); O(shrs(a, 99)); O(shl(a, b & 31)); O(shrs(a, b & 31)); O(shl16(a, b & 31)); O((u32)(s32)(s16)shr16(a, b)); O(shru16(a, b)); O(cnot(a)); O(cnot(a & 1));
  O((a << 7) | (a >> 25)); O((a >> (b & 31)) | (a << (-b & 31))); O((s8)a); O((s16)(a >> 8)); O((u8)(a >> 24)); O((s8)(a >> 16)); O((u16)(a >> 16));
  O(brev(a) >> 3); O(bfeu(brev(a), 4, 9)); O((s32)brev(a) >> 5); O(popc(a ^ b) + clz(c)); O((a & b) == 0); O((a & b & c) != 0); O((a & (1 << (b & 31))) != 0); O((a | b) == 0 ? c : d);
}
