/* Integer instructions of RDNA3 by name, against what the ISA guide says of them. */
#include "torture.h"
#ifdef HOST
#define V1(name, ins, e) INLINE u32 name(u32 a) { return (u32)(e); }
#define V2(name, ins, e) INLINE u32 name(u32 a, u32 b) { return (u32)(e); }
#define V3(name, ins, e) INLINE u32 name(u32 a, u32 b, u32 c) { return (u32)(e); }
#define T3(name, ins, e) V3(name, ins, e)
#define W2(name, ins, e) INLINE u64 name(u32 a, u64 b) { return (u64)(e); }
#define W3(name, ins, e) INLINE u64 name(u32 a, u32 b, u64 c) { return (u64)(e); }
#else
#define V1(name, ins, e) INLINE u32 name(u32 a) { u32 d; __asm__(ins : "=v"(d) : "v"(a)); return d; }
#define V2(name, ins, e) INLINE u32 name(u32 a, u32 b) { u32 d; __asm__(ins : "=v"(d) : "v"(a), "v"(b)); return d; }
#define V3(name, ins, e) INLINE u32 name(u32 a, u32 b, u32 c) { u32 d; __asm__(ins : "=v"(d) : "v"(a), "v"(b), "v"(c)); return d; }
/* the destination is the third source */
#define T3(name, ins, e) INLINE u32 name(u32 a, u32 b, u32 c) { __asm__(ins : "+v"(c) : "v"(a), "v"(b)); return c; }
#define W2(name, ins, e) INLINE u64 name(u32 a, u64 b) { u64 d; __asm__(ins : "=v"(d) : "v"(a), "v"(b)); return d; }
#define W3(name, ins, e) INLINE u64 name(u32 a, u32 b, u64 c) { u64 d; __asm__(ins : "=&v"(d) : "v"(a), "v"(b), "v"(c)); return d; }
#endif
#define SA ((s32)a)
#define SB ((s32)b)
#define SC ((s32)c)
INLINE s32 smin(s32 a, s32 b) { return a < b ? a : b; }
INLINE s32 smax(s32 a, s32 b) { return a > b ? a : b; }
INLINE u32 umin(u32 a, u32 b) { return a < b ? a : b; }
INLINE u32 umax(u32 a, u32 b) { return a > b ? a : b; }
INLINE s32 med(s32 a, s32 b, s32 c) { return smax(smin(a, b), smin(smax(a, b), c)); }
INLINE u32 medu(u32 a, u32 b, u32 c) { return umax(umin(a, b), umin(umax(a, b), c)); }
INLINE s64 sat(s64 v, s64 lo, s64 hi) { return v < lo ? lo : v > hi ? hi : v; }
INLINE s32 i24(u32 a) { return (s32)(a << 8) >> 8; }
INLINE u32 u24(u32 a) { return a & 0xffffff; }
INLINE u32 bfe(u32 a, u32 o, u32 w, int sg) { o &= 31; w &= 31; if (!w) return 0; u32 v = a >> o; if (o + w >= 32) return sg ? (u32)((s32)a >> o) : v; v &= (1u << w) - 1; return sg && v >> (w - 1) ? v | ~0u << w : v; }
INLINE u32 byte(u32 a, u32 k) { return a >> (8 * k) & 255; }
INLINE u32 ad(u32 a, u32 b) { return a > b ? a - b : b - a; }
INLINE u32 sad8(u32 a, u32 b, u32 msk) { u32 s = 0; for (int k = 0; k < 4; k++) if (!msk || byte(b, k)) s += ad(byte(a, k), byte(b, k)); return s; }
INLINE u32 perm(u32 a, u32 b, u32 s) { u64 v = (u64)a << 32 | b; u32 r = 0; for (int k = 0; k < 4; k++) { u32 q = byte(s, k), x;
  if (q < 8) x = v >> (8 * q) & 255; else if (q < 12) x = v >> (16 * (q - 8) + 15) & 1 ? 255 : 0; else x = q == 12 ? 0 : 255; r |= x << (8 * k); } return r; }
INLINE u32 rev(u32 a) { u32 r = 0; for (int k = 0; k < 32; k++) r |= (a >> k & 1) << (31 - k); return r; }
INLINE u32 clz(u32 a) { for (int k = 0; k < 32; k++) if (a >> (31 - k) & 1) return k; return ~0u; }
INLINE u32 ctz(u32 a) { for (int k = 0; k < 32; k++) if (a >> k & 1) return k; return ~0u; }
INLINE u32 cls(u32 a) { for (int k = 1; k < 32; k++) if ((a >> (31 - k) & 1) != a >> 31) return k; return ~0u; }
V3(add3, "v_add3_u32 %0, %1, %2, %3", a + b + c) V3(lshladd, "v_lshl_add_u32 %0, %1, %2, %3", (a << (b & 31)) + c) V3(addlshl, "v_add_lshl_u32 %0, %1, %2, %3", (a + b) << (c & 31))
V3(xad, "v_xad_u32 %0, %1, %2, %3", (a ^ b) + c) V3(lshlor, "v_lshl_or_b32 %0, %1, %2, %3", (a << (b & 31)) | c) V3(andor, "v_and_or_b32 %0, %1, %2, %3", (a & b) | c)
V3(or3, "v_or3_b32 %0, %1, %2, %3", a | b | c) V3(xor3, "v_xor3_b32 %0, %1, %2, %3", a ^ b ^ c) V2(xnor, "v_xnor_b32 %0, %1, %2", ~(a ^ b))
V3(bfi, "v_bfi_b32 %0, %1, %2, %3", (a & b) | (~a & c)) V2(bfm, "v_bfm_b32 %0, %1, %2", ((1u << (a & 31)) - 1) << (b & 31)) V3(bfeu, "v_bfe_u32 %0, %1, %2, %3", bfe(a, b, c, 0)) V3(bfei, "v_bfe_i32 %0, %1, %2, %3", bfe(a, b, c, 1))
V3(alignbit, "v_alignbit_b32 %0, %1, %2, %3", ((u64)a << 32 | b) >> (c & 31)) V3(alignbyte, "v_alignbyte_b32 %0, %1, %2, %3", ((u64)a << 32 | b) >> (8 * (c & 3))) V3(vperm, "v_perm_b32 %0, %1, %2, %3", perm(a, b, c))
V3(med3i, "v_med3_i32 %0, %1, %2, %3", med(a, b, c)) V3(med3u, "v_med3_u32 %0, %1, %2, %3", medu(a, b, c)) V3(min3i, "v_min3_i32 %0, %1, %2, %3", smin(smin(a, b), c)) V3(max3i, "v_max3_i32 %0, %1, %2, %3", smax(smax(a, b), c))
V3(min3u, "v_min3_u32 %0, %1, %2, %3", umin(umin(a, b), c)) V3(max3u, "v_max3_u32 %0, %1, %2, %3", umax(umax(a, b), c)) V3(maxmini, "v_maxmin_i32 %0, %1, %2, %3", smin(smax(a, b), c)) V3(minmaxi, "v_minmax_i32 %0, %1, %2, %3", smax(smin(a, b), c))
V3(maxminu, "v_maxmin_u32 %0, %1, %2, %3", umin(umax(a, b), c)) V3(minmaxu, "v_minmax_u32 %0, %1, %2, %3", umax(umin(a, b), c))
V3(sadu8, "v_sad_u8 %0, %1, %2, %3", sad8(a, b, 0) + c) V3(sadhi, "v_sad_hi_u8 %0, %1, %2, %3", (sad8(a, b, 0) << 16) + c) V3(sadu16, "v_sad_u16 %0, %1, %2, %3", ad(a & 0xffff, b & 0xffff) + ad(a >> 16, b >> 16) + c)
V3(sadu32, "v_sad_u32 %0, %1, %2, %3", ad(a, b) + c) V3(msad, "v_msad_u8 %0, %1, %2, %3", sad8(a, b, 1) + c)
V3(lerp, "v_lerp_u8 %0, %1, %2, %3", ((byte(a, 0) + byte(b, 0) + (c & 1)) >> 1) | ((byte(a, 1) + byte(b, 1) + (c >> 8 & 1)) >> 1) << 8 | ((byte(a, 2) + byte(b, 2) + (c >> 16 & 1)) >> 1) << 16 | ((byte(a, 3) + byte(b, 3) + (c >> 24 & 1)) >> 1) << 24)
V2(muli24, "v_mul_i32_i24 %0, %1, %2", (s64)i24(a) * i24(b)) V2(mulhii24, "v_mul_hi_i32_i24 %0, %1, %2", ((s64)i24(a) * i24(b)) >> 32) V2(mulu24, "v_mul_u32_u24 %0, %1, %2", (u64)u24(a) * u24(b)) V2(mulhiu24, "v_mul_hi_u32_u24 %0, %1, %2", ((u64)u24(a) * u24(b)) >> 32)
V3(madu24, "v_mad_u32_u24 %0, %1, %2, %3", (u64)u24(a) * u24(b) + c) V3(madi24, "v_mad_i32_i24 %0, %1, %2, %3", (s64)i24(a) * i24(b) + c) V2(mulhii, "v_mul_hi_i32 %0, %1, %2", ((s64)SA * SB) >> 32) V2(mulhiu, "v_mul_hi_u32 %0, %1, %2", ((u64)a * b) >> 32)
V2(addc, "v_add_nc_u32_e64 %0, %1, %2 clamp", sat((s64)a + b, 0, 0xffffffffll)) V2(subc, "v_sub_nc_u32_e64 %0, %1, %2 clamp", sat((s64)a - b, 0, 0xffffffffll)) V2(addic, "v_add_nc_i32 %0, %1, %2 clamp", sat((s64)SA + SB, -0x80000000ll, 0x7fffffffll)) V2(subic, "v_sub_nc_i32 %0, %1, %2 clamp", sat((s64)SA - SB, -0x80000000ll, 0x7fffffffll))
V2(subrev, "v_subrev_nc_u32 %0, %1, %2", b - a) V3(madu24c, "v_mad_u32_u24 %0, %1, %2, %3 clamp", sat((s64)((u64)u24(a) * u24(b)) + c, 0, 0xffffffffll)) V3(madi24c, "v_mad_i32_i24 %0, %1, %2, %3 clamp", sat((s64)i24(a) * i24(b) + SC, -0x80000000ll, 0x7fffffffll))
V1(vclz, "v_clz_i32_u32 %0, %1", clz(a)) V1(vctz, "v_ctz_i32_b32 %0, %1", ctz(a)) V1(vcls, "v_cls_i32 %0, %1", cls(a)) V1(vrev, "v_bfrev_b32 %0, %1", rev(a)) V2(bcnt, "v_bcnt_u32_b32 %0, %1, %2", __builtin_popcount(a) + b) V1(vnot, "v_not_b32 %0, %1", ~a)
V2(lshl, "v_lshlrev_b32 %0, %1, %2", b << (a & 31)) V2(lshr, "v_lshrrev_b32 %0, %1, %2", b >> (a & 31)) V2(ashr, "v_ashrrev_i32 %0, %1, %2", SB >> (a & 31))
W2(lshl64, "v_lshlrev_b64 %0, %1, %2", b << (a & 63)) W2(lshr64, "v_lshrrev_b64 %0, %1, %2", b >> (a & 63)) W2(ashr64, "v_ashrrev_i64 %0, %1, %2", (s64)b >> (a & 63))
W3(madu64, "v_mad_u64_u32 %0, null, %1, %2, %3", (u64)a * b + c) W3(madi64, "v_mad_i64_i32 %0, null, %1, %2, %3", (u64)((s64)SA * SB) + c)
V3(madu16w, "v_mad_u32_u16 %0, %1, %2, %3", (u16)a * (u32)(u16)b + c) V3(madi16w, "v_mad_i32_i16 %0, %1, %2, %3", (s16)a * (s16)b + SC) V3(madu16wh, "v_mad_u32_u16 %0, %1, %2, %3 op_sel:[1,0,0,0]", (a >> 16) * (u32)(u16)b + c) V3(madi16wh, "v_mad_i32_i16 %0, %1, %2, %3 op_sel:[0,1,0,0]", (s16)a * (s16)(b >> 16) + SC)
KERNEL vector_int(ARGS) {
  BEGIN
  u32 a = W(0), b = W(1), c = W(2); u64 x = LW(1), y = LW(2);
  O(add3(a, b, c)); O(lshladd(a, b, c)); O(addlshl(a, b, c)); O(xad(a, b, c)); O(lshlor(a, b, c)); O(andor(a, b, c)); O(or3(a, b, c)); O(xor3(a, b, c)); O(xnor(a, b));
  O(bfi(a, b, c)); O(bfm(a, b)); O(bfeu(a, b, c)); O(bfei(a, b, c)); O(alignbit(a, b, c)); O(alignbyte(a, b, c)); O(vperm(a, b, c)); O(vperm(a, b, c & 0x0f0f0f0f)); O(vperm(a, b, 0x0d0c0b08)); O(vperm(b, a, 0x090a0700));
  O(med3i(a, b, c)); O(med3u(a, b, c)); O(min3i(a, b, c)); O(max3i(a, b, c)); O(min3u(a, b, c)); O(max3u(a, b, c)); O(maxmini(a, b, c)); O(minmaxi(a, b, c)); O(maxminu(a, b, c)); O(minmaxu(a, b, c));
  O(sadu8(a, b, c)); O(sadhi(a, b, c)); O(sadu16(a, b, c)); O(sadu32(a, b, c)); O(msad(a, b, c)); O(msad(a, b & 0xff00ff, c)); O(lerp(a, b, c)); O(muli24(a, b)); O(mulhii24(a, b)); O(mulu24(a, b)); O(mulhiu24(a, b)); O(madu24(a, b, c)); O(madi24(a, b, c)); O(mulhii(a, b)); O(mulhiu(a, b));
  O(addc(a, b)); O(subc(a, b)); O(addic(a, b)); O(subic(a, b)); O(subrev(a, b)); O(madu24c(a, b, c)); O(madi24c(a, b, c)); O(vclz(a)); O(vctz(a)); O(vcls(a)); O(vcls((s32)a >> 7)); O(vrev(a)); O(bcnt(a, b)); O(vnot(a)); O(lshl(a, b)); O(lshr(a, b)); O(ashr(a, b));
  O64(lshl64(a, x)); O64(lshr64(a, x)); O64(ashr64(a, x)); O64(madu64(a, b, y)); O64(madi64(a, b, y)); O(madu16w(a, b, c)); O(madi16w(a, b, c)); O(madu16wh(a, b, c)); O(madi16wh(a, b, c));
}
/* 16 bits: the low halves, unless op_sel names another one; the other half of the destination keeps its bits. */
#define HB(v) ((c & 0xffff0000u) | ((v) & 0xffff))
#define HH(v) ((c & 0xffffu) | (u32)(v) << 16)
#define LA (a & 0xffff)
#define LB (b & 0xffff)
#define IA ((s16)a)
#define IB ((s16)b)
T3(addu16, "v_add_nc_u16 %0, %1, %2", HB(LA + LB)) T3(addu16c, "v_add_nc_u16 %0, %1, %2 clamp", HB(sat(LA + LB, 0, 65535))) T3(addi16c, "v_add_nc_i16 %0, %1, %2 clamp", HB(sat(IA + IB, -32768, 32767))) T3(subu16, "v_sub_nc_u16 %0, %1, %2", HB(LA - LB)) T3(subu16c, "v_sub_nc_u16 %0, %1, %2 clamp", HB(sat((s64)LA - LB, 0, 65535))) T3(subi16c, "v_sub_nc_i16 %0, %1, %2 clamp", HB(sat(IA - IB, -32768, 32767)))
T3(mulu16, "v_mul_lo_u16 %0, %1, %2", HB(LA * LB)) T3(minu16, "v_min_u16 %0, %1, %2", HB(umin(LA, LB))) T3(maxu16, "v_max_u16 %0, %1, %2", HB(umax(LA, LB))) T3(mini16, "v_min_i16 %0, %1, %2", HB(smin(IA, IB))) T3(maxi16, "v_max_i16 %0, %1, %2", HB(smax(IA, IB)))
T3(shl16, "v_lshlrev_b16 %0, %1, %2", HB(LB << (a & 15))) T3(shr16, "v_lshrrev_b16 %0, %1, %2", HB(LB >> (a & 15))) T3(sar16, "v_ashrrev_i16 %0, %1, %2", HB(IB >> (a & 15))) T3(and16, "v_and_b16 %0, %1, %2", HB(a & b)) T3(or16, "v_or_b16 %0, %1, %2", HB(a | b)) T3(xor16, "v_xor_b16 %0, %1, %2", HB(a ^ b))
T3(mad16, "v_mad_u16 %0, %1, %2, %1", HB(LA * LB + LA)) T3(madi16c, "v_mad_i16 %0, %1, %2, %1 clamp", HB(sat(IA * IB + IA, -32768, 32767))) T3(madu16c, "v_mad_u16 %0, %1, %2, %1 clamp", HB(sat((s64)LA * LB + LA, 0, 65535))) T3(med16, "v_med3_i16 %0, %1, %2, 5", HB(med(IA, IB, 5))) T3(medu16, "v_med3_u16 %0, %1, %2, 63", HB(medu(LA, LB, 63))) T3(min316, "v_min3_i16 %0, %1, %2, -3", HB(smin(smin(IA, IB), -3))) T3(max3u16, "v_max3_u16 %0, %1, %2, 9", HB(umax(umax(LA, LB), 9)))
T3(addu16h, "v_add_nc_u16 %0, %1, %2 op_sel:[1,0,1]", HH((a >> 16) + LB)) T3(max3h, "v_max3_i16 %0, %1, %2, %1 op_sel:[0,1,1,1]", HH(smax(smax(IA, SB >> 16), SA >> 16)))
T3(subi16h, "v_sub_nc_i16 %0, %1, %2 op_sel:[1,1,0]", HB((a >> 16) - (b >> 16)))
T3(pack, "v_pack_b32_f16 %0, %1, %2", LA | LB << 16) T3(packh, "v_pack_b32_f16 %0, %1, %2 op_sel:[1,0,0]", a >> 16 | LB << 16)
/* pairs of 16 bits */
#define PK(f) (((u32)(f(a, b, c)) & 0xffff) | (u32)(f(a >> 16, b >> 16, c >> 16)) << 16)
#define PX(al, bl, ah, bh, f) (((u32)(f(al, bl, 0)) & 0xffff) | (u32)(f(ah, bh, 0)) << 16)
#define f_add(a, b, c) (a) + (b)
#define f_addc(a, b, c) sat(((a) & 0xffff) + ((b) & 0xffff), 0, 65535)
#define f_addic(a, b, c) sat((s16)(a) + (s16)(b), -32768, 32767)
#define f_sub(a, b, c) (a) - (b)
#define f_subc(a, b, c) sat((s64)((a) & 0xffff) - ((b) & 0xffff), 0, 65535)
#define f_subic(a, b, c) sat((s16)(a) - (s16)(b), -32768, 32767)
#define f_mul(a, b, c) (a) * (b)
#define f_mad(a, b, c) (a) * (b) + (c)
#define f_madic(a, b, c) sat((s16)(a) * (s16)(b) + (s16)(c), -32768, 32767)
#define f_maduc(a, b, c) sat((s64)((a) & 0xffff) * ((b) & 0xffff) + ((c) & 0xffff), 0, 65535)
#define f_mini(a, b, c) smin((s16)(a), (s16)(b))
#define f_maxi(a, b, c) smax((s16)(a), (s16)(b))
#define f_minu(a, b, c) umin((u16)(a), (u16)(b))
#define f_maxu(a, b, c) umax((u16)(a), (u16)(b))
#define f_shl(a, b, c) (u16)(b) << ((a) & 15)
#define f_shr(a, b, c) (u16)(b) >> ((a) & 15)
#define f_sar(a, b, c) (s16)(b) >> ((a) & 15)
V2(pkadd, "v_pk_add_u16 %0, %1, %2", ({ u32 c = 0; PK(f_add); })) V2(pkaddc, "v_pk_add_u16 %0, %1, %2 clamp", ({ u32 c = 0; PK(f_addc); })) V2(pkaddi, "v_pk_add_i16 %0, %1, %2 clamp", ({ u32 c = 0; PK(f_addic); })) V2(pksub, "v_pk_sub_u16 %0, %1, %2", ({ u32 c = 0; PK(f_sub); })) V2(pksubc, "v_pk_sub_u16 %0, %1, %2 clamp", ({ u32 c = 0; PK(f_subc); })) V2(pksubi, "v_pk_sub_i16 %0, %1, %2 clamp", ({ u32 c = 0; PK(f_subic); }))
V2(pkmul, "v_pk_mul_lo_u16 %0, %1, %2", ({ u32 c = 0; PK(f_mul); })) V3(pkmad, "v_pk_mad_u16 %0, %1, %2, %3", PK(f_mad)) V3(pkmadi, "v_pk_mad_i16 %0, %1, %2, %3 clamp", PK(f_madic)) V3(pkmadu, "v_pk_mad_u16 %0, %1, %2, %3 clamp", PK(f_maduc))
V2(pkmini, "v_pk_min_i16 %0, %1, %2", ({ u32 c = 0; PK(f_mini); })) V2(pkmaxi, "v_pk_max_i16 %0, %1, %2", ({ u32 c = 0; PK(f_maxi); })) V2(pkminu, "v_pk_min_u16 %0, %1, %2", ({ u32 c = 0; PK(f_minu); })) V2(pkmaxu, "v_pk_max_u16 %0, %1, %2", ({ u32 c = 0; PK(f_maxu); }))
V2(pkshl, "v_pk_lshlrev_b16 %0, %1, %2", ({ u32 c = 0; PK(f_shl); })) V2(pkshr, "v_pk_lshrrev_b16 %0, %1, %2", ({ u32 c = 0; PK(f_shr); })) V2(pksar, "v_pk_ashrrev_i16 %0, %1, %2", ({ u32 c = 0; PK(f_sar); }))
V2(pksel, "v_pk_add_u16 %0, %1, %2 op_sel:[1,0] op_sel_hi:[0,1]", PX(a >> 16, b, a, b >> 16, f_add)) V2(pksel2, "v_pk_sub_i16 %0, %1, %2 op_sel:[0,1] op_sel_hi:[0,0]", PX(a, b >> 16, a, b, f_sub)) V1(pkimm, "v_pk_add_u16 %0, %1, 5", (((a & 0xffff) + 5) & 0xffff) | (((a >> 16) + 0) << 16)) V1(pkimms, "v_pk_add_u16 %0, %1, 5 op_sel_hi:[1,0]", (((a & 0xffff) + 5) & 0xffff) | (((a >> 16) + 5) << 16)) V1(pkimmn, "v_pk_mul_lo_u16 %0, %1, -3 op_sel_hi:[1,0]", (((a & 0xffff) * -3) & 0xffff) | (((a >> 16) * -3) << 16))
INLINE u32 dot4(u32 a, u32 b, u32 sa, u32 sb) { u32 s = 0; for (int k = 0; k < 4; k++) s += (sa ? (s8)byte(a, k) : (s32)byte(a, k)) * (sb ? (s8)byte(b, k) : (s32)byte(b, k)); return s; }
INLINE u32 nib(u32 a, u32 k, u32 sg) { u32 v = a >> (4 * k) & 15; return sg && v & 8 ? v | ~15u : v; }
INLINE u32 dot8(u32 a, u32 b, u32 sa, u32 sb) { u32 s = 0; for (int k = 0; k < 8; k++) s += nib(a, k, sa) * nib(b, k, sb); return s; }
V3(dot4u, "v_dot4_u32_u8 %0, %1, %2, %3", dot4(a, b, 0, 0) + c) V3(dot8u, "v_dot8_u32_u4 %0, %1, %2, %3", dot8(a, b, 0, 0) + c) V3(dot4iu, "v_dot4_i32_iu8 %0, %1, %2, %3 neg_lo:[1,0,0]", dot4(a, b, 1, 0) + c) V3(dot4ii, "v_dot4_i32_iu8 %0, %1, %2, %3 neg_lo:[1,1,0]", dot4(a, b, 1, 1) + c) V3(dot8ii, "v_dot8_i32_iu4 %0, %1, %2, %3 neg_lo:[1,1,0]", dot8(a, b, 1, 1) + c)
KERNEL halves_int(ARGS) {
  BEGIN
  u32 a = W(0), b = W(1), c = W(2);
#define H(f) O(f(a, b, c));
  H(addu16) H(addu16c) H(addi16c) H(subu16) H(subu16c) H(subi16c) H(mulu16) H(minu16) H(maxu16) H(mini16) H(maxi16) H(shl16) H(shr16) H(sar16) H(and16) H(or16) H(xor16) H(mad16) H(madi16c) H(madu16c) H(med16) H(medu16) H(min316) H(max3u16) H(addu16h) H(subi16h) H(max3h) H(pack) H(packh)
#define P(f) O(f(a, b));
  P(pkadd) P(pkaddc) P(pkaddi) P(pksub) P(pksubc) P(pksubi) P(pkmul) H(pkmad) H(pkmadi) H(pkmadu) P(pkmini) P(pkmaxi) P(pkminu) P(pkmaxu) P(pkshl) P(pkshr) P(pksar) P(pksel) P(pksel2) O(pkimm(a)); O(pkimms(a)); O(pkimmn(a));
  H(dot4u) H(dot8u) H(dot4iu) H(dot4ii) H(dot8ii)
}
/* Scalars: every lane of a group computes the values of all its items, and writes its own. */
#ifdef HOST
#define S1(name, ins, e, cc) INLINE u64 name(u32 a) { u32 d = (e); return (u64)((cc) ? 1 : 0) << 32 | d; }
#define S2(name, ins, e, cc) INLINE u64 name(u32 a, u32 b) { u32 d = (e); return (u64)((cc) ? 1 : 0) << 32 | d; }
#define SL1(name, ins, R, e) INLINE R name(u64 a) { return (R)(e); }
#define SL2(name, ins, R, B, e) INLINE R name(u64 a, B b) { return (R)(e); }
#else
#define S1(name, ins, e, cc) INLINE u64 name(u32 a) { u32 d, s; __asm__("s_cmp_eq_u32 0, 1\n" ins "\ns_cselect_b32 %1, 1, 0" : "=&s"(d), "=s"(s) : "s"(a) : "scc"); return (u64)s << 32 | d; }
#define S2(name, ins, e, cc) INLINE u64 name(u32 a, u32 b) { u32 d, s; __asm__("s_cmp_eq_u32 0, 1\n" ins "\ns_cselect_b32 %1, 1, 0" : "=&s"(d), "=s"(s) : "s"(a), "s"(b) : "scc"); return (u64)s << 32 | d; }
#define SL1(name, ins, R, e) INLINE R name(u64 a) { R d; __asm__(ins : "=&s"(d) : "s"(a) : "scc"); return d; }
#define SL2(name, ins, R, B, e) INLINE R name(u64 a, B b) { R d; __asm__(ins : "=&s"(d) : "s"(a), "s"(b) : "scc"); return d; }
#endif
#define OV(e) ((s32)(e) != (e))
S2(sadd, "s_add_u32 %0, %2, %3", a + b, a + b < a) S2(ssub, "s_sub_u32 %0, %2, %3", a - b, b > a) S2(saddi, "s_add_i32 %0, %2, %3", a + b, OV((s64)SA + SB)) S2(ssubi, "s_sub_i32 %0, %2, %3", a - b, OV((s64)SA - SB))
S2(saddc, "s_cmp_eq_u32 0, 0\ns_addc_u32 %0, %2, %3", a + b + 1, ((u64)a + b + 1) >> 32) S2(ssubb, "s_cmp_eq_u32 0, 0\ns_subb_u32 %0, %2, %3", a - b - 1, (u64)b + 1 > a)
S1(sabs, "s_abs_i32 %0, %2", SA < 0 ? -a : a, d) S2(sabsdiff, "s_absdiff_i32 %0, %2, %3", SA - SB < 0 ? -(a - b) : a - b, d)
S2(lsl1, "s_lshl1_add_u32 %0, %2, %3", (a << 1) + b, (((u64)a << 1) + b) >> 32) S2(lsl2, "s_lshl2_add_u32 %0, %2, %3", (a << 2) + b, (((u64)a << 2) + b) >> 32) S2(lsl3, "s_lshl3_add_u32 %0, %2, %3", (a << 3) + b, (((u64)a << 3) + b) >> 32) S2(lsl4, "s_lshl4_add_u32 %0, %2, %3", (a << 4) + b, (((u64)a << 4) + b) >> 32)
S2(smini, "s_min_i32 %0, %2, %3", smin(a, b), SA < SB) S2(smaxi, "s_max_i32 %0, %2, %3", smax(a, b), SA >= SB) S2(sminu, "s_min_u32 %0, %2, %3", umin(a, b), a < b) S2(smaxu, "s_max_u32 %0, %2, %3", umax(a, b), a >= b)
S2(sand, "s_and_b32 %0, %2, %3", a & b, d) S2(sor, "s_or_b32 %0, %2, %3", a | b, d) S2(sxor, "s_xor_b32 %0, %2, %3", a ^ b, d) S2(snand, "s_nand_b32 %0, %2, %3", ~(a & b), d) S2(snor, "s_nor_b32 %0, %2, %3", ~(a | b), d) S2(sxnor, "s_xnor_b32 %0, %2, %3", ~(a ^ b), d) S2(sandn, "s_and_not1_b32 %0, %2, %3", a & ~b, d) S2(sorn, "s_or_not1_b32 %0, %2, %3", a | ~b, d)
S2(slshl, "s_lshl_b32 %0, %2, %3", a << (b & 31), d) S2(slshr, "s_lshr_b32 %0, %2, %3", a >> (b & 31), d) S2(sashr, "s_ashr_i32 %0, %2, %3", SA >> (b & 31), d)
S2(smul, "s_mul_i32 %0, %2, %3", a * b, 0) S2(smulh, "s_mul_hi_u32 %0, %2, %3", ((u64)a * b) >> 32, 0) S2(smulhi, "s_mul_hi_i32 %0, %2, %3", ((s64)SA * SB) >> 32, 0)
INLINE u32 sbfe(u32 a, u32 b, int sg) { u32 o = b & 31, w = b >> 16 & 127; if (!w) return 0; s64 v = sg ? (s64)SA : (s64)(u64)a; v >>= o; if (w > 32) w = 32; u32 r = (u32)v; if (w < 32) { r &= (1u << w) - 1; if (sg && r >> (w - 1)) r |= ~0u << w; } return r; }
S2(sbfeu, "s_bfe_u32 %0, %2, %3", sbfe(a, b, 0), d) S2(sbfei, "s_bfe_i32 %0, %2, %3", sbfe(a, b, 1), d) S2(sbfm, "s_bfm_b32 %0, %2, %3", ((1u << (a & 31)) - 1) << (b & 31), 0)
S2(packll, "s_pack_ll_b32_b16 %0, %2, %3", LA | LB << 16, 0) S2(packlh, "s_pack_lh_b32_b16 %0, %2, %3", LA | (b & 0xffff0000u), 0) S2(packhh, "s_pack_hh_b32_b16 %0, %2, %3", a >> 16 | (b & 0xffff0000u), 0) S2(packhl, "s_pack_hl_b32_b16 %0, %2, %3", a >> 16 | LB << 16, 0)
S1(sctz, "s_ctz_i32_b32 %0, %2", ctz(a), 0) S1(sclz, "s_clz_i32_u32 %0, %2", clz(a), 0) S1(scls, "s_cls_i32 %0, %2", cls(a), 0) S1(srev, "s_brev_b32 %0, %2", rev(a), 0) S1(snot, "s_not_b32 %0, %2", ~a, d) S1(sb0, "s_bcnt0_i32_b32 %0, %2", 32 - __builtin_popcount(a), d) S1(sb1, "s_bcnt1_i32_b32 %0, %2", __builtin_popcount(a), d)
S1(sx8, "s_sext_i32_i8 %0, %2", (s32)(s8)a, 0) S1(sx16, "s_sext_i32_i16 %0, %2", (s32)(s16)a, 0)
INLINE u64 quad(u64 a, int n) { u64 r = 0; for (int k = 0; k < n / 4; k++) r |= (u64)((a >> (4 * k) & 15) != 0) << k; return r; }
INLINE u64 wqm(u64 a, int n) { u64 r = 0; for (int k = 0; k < n / 4; k++) if (a >> (4 * k) & 15) r |= 15ull << (4 * k); return r; }
S1(squad, "s_quadmask_b32 %0, %2", quad(a, 32), d) S1(swqm, "s_wqm_b32 %0, %2", wqm(a, 32), d)
S2(sbit1, "s_mov_b32 %0, %2\ns_bitset1_b32 %0, %3", a | 1u << (b & 31), 0) S2(sbit0, "s_mov_b32 %0, %2\ns_bitset0_b32 %0, %3", a & ~(1u << (b & 31)), 0)
S2(sbitc1, "s_mov_b32 %0, 3\ns_bitcmp1_b32 %2, %3", 3, a >> (b & 31) & 1) S2(sbitc0, "s_mov_b32 %0, 3\ns_bitcmp0_b32 %2, %3", 3, !(a >> (b & 31) & 1))
S2(scmov, "s_mov_b32 %0, %2\ns_cmp_lt_i32 %2, %3\ns_cmov_b32 %0, %3", SA < SB ? b : a, SA < SB) S1(scmovk, "s_mov_b32 %0, %2\ns_cmp_gt_u32 %2, 99\ns_cmovk_i32 %0, 0x8123", a > 99 ? (u32)(s16)0x8123 : a, a > 99) S1(saddk, "s_mov_b32 %0, %2\ns_addk_i32 %0, 0x7ff0", a + 0x7ff0, OV((s64)SA + 0x7ff0)) S1(smulk, "s_mov_b32 %0, %2\ns_mulk_i32 %0, 0xfff9", a * -7u, 0) S1(smovk, "s_movk_i32 %0, 0x9abc", (u32)(s16)0x9abc, 0)
#define CK(op, e) S1(ck_##op, "s_mov_b32 %0, 1\ns_cmpk_" #op " %2, 0x40", 1, e)
CK(eq_u32, a == 64) CK(lg_u32, a != 64) CK(gt_u32, a > 64) CK(ge_u32, a >= 64) CK(lt_u32, a < 64) CK(le_u32, a <= 64) CK(eq_i32, a == 64) CK(lg_i32, a != 64) CK(gt_i32, SA > 64) CK(ge_i32, SA >= 64) CK(lt_i32, SA < 64) CK(le_i32, SA <= 64)
S1(ckn, "s_mov_b32 %0, 1\ns_cmpk_gt_i32 %2, 0x8000", 1, SA > -32768) S1(cku, "s_mov_b32 %0, 1\ns_cmpk_gt_u32 %2, 0x8000", 1, a > 32768)
#define CM(op, e) S2(cm_##op, "s_mov_b32 %0, 1\ns_cmp_" #op " %2, %3", 1, e)
CM(eq_i32, a == b) CM(lg_i32, a != b) CM(gt_i32, SA > SB) CM(ge_i32, SA >= SB) CM(lt_i32, SA < SB) CM(le_i32, SA <= SB) CM(eq_u32, a == b) CM(lg_u32, a != b) CM(gt_u32, a > b) CM(ge_u32, a >= b) CM(lt_u32, a < b) CM(le_u32, a <= b)
INLINE u64 clz64(u64 a) { for (int k = 0; k < 64; k++) if (a >> (63 - k) & 1) return k; return ~0u; }
INLINE u64 cls64(u64 a) { for (int k = 1; k < 64; k++) if ((a >> (63 - k) & 1) != a >> 63) return k; return ~0u; }
INLINE u64 rev64(u64 a) { u64 r = 0; for (int k = 0; k < 64; k++) r |= (a >> k & 1) << (63 - k); return r; }
INLINE u64 rep(u32 a) { u64 r = 0; for (int k = 0; k < 32; k++) if (a >> k & 1) r |= 3ull << (2 * k); return r; }
INLINE u64 sbfe64(u64 a, u32 b, int sg) { u32 o = b & 63, w = b >> 16 & 127; if (!w) return 0; u64 r = sg ? (u64)((s64)a >> o) : a >> o; if (w < 64) { r &= (1ull << w) - 1; if (sg && r >> (w - 1) & 1) r |= ~0ull << w; } return r; }
SL2(slshl64, "s_lshl_b64 %0, %1, %2", u64, u32, a << (b & 63)) SL2(slshr64, "s_lshr_b64 %0, %1, %2", u64, u32, a >> (b & 63)) SL2(sashr64, "s_ashr_i64 %0, %1, %2", u64, u32, (s64)a >> (b & 63)) SL2(sand64, "s_and_b64 %0, %1, %2", u64, u64, a & b) SL2(sor64, "s_or_b64 %0, %1, %2", u64, u64, a | b) SL2(sxor64, "s_xor_b64 %0, %1, %2", u64, u64, a ^ b) SL2(sandn64, "s_and_not1_b64 %0, %1, %2", u64, u64, a & ~b) SL2(sorn64, "s_or_not1_b64 %0, %1, %2", u64, u64, a | ~b) SL2(snand64, "s_nand_b64 %0, %1, %2", u64, u64, ~(a & b)) SL2(snor64, "s_nor_b64 %0, %1, %2", u64, u64, ~(a | b)) SL2(sxnor64, "s_xnor_b64 %0, %1, %2", u64, u64, ~(a ^ b))
SL2(sbfe64u, "s_bfe_u64 %0, %1, %2", u64, u32, sbfe64(a, b, 0)) SL2(sbfe64i, "s_bfe_i64 %0, %1, %2", u64, u32, sbfe64(a, b, 1)) SL1(sctz64, "s_ctz_i32_b64 %0, %1", u32, a ? __builtin_ctzll(a) : ~0u) SL1(sclz64, "s_clz_i32_u64 %0, %1", u32, clz64(a)) SL1(scls64, "s_cls_i32_i64 %0, %1", u32, cls64(a)) SL1(srev64, "s_brev_b64 %0, %1", u64, rev64(a)) SL1(snot64, "s_not_b64 %0, %1", u64, ~a) SL1(sb164, "s_bcnt1_i32_b64 %0, %1", u32, __builtin_popcountll(a)) SL1(sb064, "s_bcnt0_i32_b64 %0, %1", u32, 64 - __builtin_popcountll(a)) SL1(squad64, "s_quadmask_b64 %0, %1", u64, quad(a, 64)) SL1(swqm64, "s_wqm_b64 %0, %1", u64, wqm(a, 64))
SL2(seq64, "s_cmp_eq_u64 %1, %2\ns_cselect_b32 %0, 1, 2", u32, u64, a == b ? 1 : 2) SL2(sne64, "s_cmp_lg_u64 %1, %2\ns_cselect_b32 %0, 1, 2", u32, u64, a != b ? 1 : 2) SL2(sset64, "s_mov_b64 %0, %1\ns_bitset1_b64 %0, %2", u64, u32, a | 1ull << (b & 63)) SL2(sclr64, "s_mov_b64 %0, %1\ns_bitset0_b64 %0, %2", u64, u32, a & ~(1ull << (b & 63))) SL2(sbt64, "s_bitcmp1_b64 %1, %2\ns_cselect_b32 %0, 1, 2", u32, u32, a >> (b & 63) & 1 ? 1 : 2)
SL2(ssel64, "s_bitcmp1_b32 %2, 3\ns_cselect_b64 %0, %1, 7", u64, u32, b & 8 ? a : 7) SL2(scmov64, "s_mov_b64 %0, 5\ns_bitcmp0_b32 %2, 4\ns_cmov_b64 %0, %1", u64, u32, b & 16 ? 5 : a)
#ifdef HOST
INLINE u64 srep(u32 a) { return rep(a); }
#else
INLINE u64 srep(u32 a) { u64 d; __asm__("s_bitreplicate_b64_b32 %0, %1" : "=s"(d) : "s"(a)); return d; }
#endif
#ifdef HOST
#define U(v) (v)
#else
#define U(v) ((u32)__builtin_amdgcn_readfirstlane(v))
#endif
#define U64(v) ({ u64 v_ = (v); (u64)U((u32)(v_ >> 32)) << 32 | U((u32)v_); })
#define OW(e) do { u64 w_ = (e); if (mine) { O(w_); O(w_ >> 32); } } while (0)
KERNEL scalar_int(ARGS) {
  enum { BASE = __COUNTER__ + 1 };
  u32 own = CTA * NTID + TID;
  for (u32 k = 0; k < NTID; k++) {
    u32 i = CTA * NTID + k; if (i >= n) break;
    int mine = k == TID; (void)own;
    u32 a = U(W(0)), b = U(W(1)), c = U(W(2)) & 0x7f001f; u64 x = U64(LW(1)), y = U64(LW(2)); if (c & 1) y = x;
#define M2(f) OW(f(a, b));
#define M1(f) OW(f(a));
    M2(sadd) M2(ssub) M2(saddi) M2(ssubi) M2(saddc) M2(ssubb) M1(sabs) M2(sabsdiff) M2(lsl1) M2(lsl2) M2(lsl3) M2(lsl4) M2(smini) M2(smaxi) M2(sminu) M2(smaxu) M2(sand) M2(sor) M2(sxor) M2(snand) M2(snor) M2(sxnor) M2(sandn) M2(sorn) M2(slshl) M2(slshr) M2(sashr) M2(smul) M2(smulh) M2(smulhi)
    OW(sbfeu(a, c)); OW(sbfei(a, c)); OW(sbfeu(a, 0x80004)); OW(sbfei(a, 0x200003)); M2(sbfm) M2(packll) M2(packlh) M2(packhh) M2(packhl) M1(sctz) M1(sclz) M1(scls) M1(srev) M1(snot) M1(sb0) M1(sb1) M1(sx8) M1(sx16) M1(squad) M1(swqm) M2(sbit1) M2(sbit0) M2(sbitc1) M2(sbitc0) M2(scmov) M1(scmovk) M1(saddk) M1(smulk) M1(smovk)
    M1(ck_eq_u32) M1(ck_lg_u32) M1(ck_gt_u32) M1(ck_ge_u32) M1(ck_lt_u32) M1(ck_le_u32) M1(ck_eq_i32) M1(ck_lg_i32) M1(ck_gt_i32) M1(ck_ge_i32) M1(ck_lt_i32) M1(ck_le_i32) M1(ckn) M1(cku)
    M2(cm_eq_i32) M2(cm_lg_i32) M2(cm_gt_i32) M2(cm_ge_i32) M2(cm_lt_i32) M2(cm_le_i32) M2(cm_eq_u32) M2(cm_lg_u32) M2(cm_gt_u32) M2(cm_ge_u32) M2(cm_lt_u32) M2(cm_le_u32)
    OW(slshl64(x, a)); OW(slshr64(x, a)); OW(sashr64(x, a)); OW(sand64(x, y)); OW(sor64(x, y)); OW(sxor64(x, y)); OW(sandn64(x, y)); OW(sorn64(x, y)); OW(snand64(x, y)); OW(snor64(x, y)); OW(sxnor64(x, y)); OW(sbfe64u(x, c)); OW(sbfe64i(x, c)); OW(sctz64(x)); OW(sclz64(x)); OW(scls64(x)); OW(srev64(x)); OW(snot64(x)); OW(sb164(x)); OW(sb064(x)); OW(squad64(x)); OW(swqm64(x));
    OW(seq64(x, y)); OW(sne64(x, y)); OW(sset64(x, a)); OW(sclr64(x, a)); OW(sbt64(x, a)); OW(ssel64(x, a)); OW(scmov64(x, a)); OW(srep(a));
  }
}
