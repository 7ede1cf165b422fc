/* What lanes of RDNA3 exchange within rows of 16: DPP16, DPP8, permlane16, quad permutations, swizzles in 32 lanes. The host reads
 * the other lane's word from the input. No lane is missing: the launch has whole waves. */
#include "torture.h"
#define V(k, j) word(in, pool, (i & ~31u) | ((j) & 31), k)
#define L (i & 31)
#ifdef HOST
#define DPP(ctrl, rm, bm, bc, from, ok) ((rm) >> (i >> 4 & 1) & 1 && (bm) >> (i >> 2 & 3) & 1 ? (ok) ? V(0, from) : (bc) ? 0 : b : b)
#define DPP8(a, b, c, d, e, f, g, h) ({ static const u8 s_[8] = {a, b, c, d, e, f, g, h}; V(0, (L & ~7u) | s_[L & 7]); })
#else
#define DPP(ctrl, rm, bm, bc, from, ok) ((u32)__builtin_amdgcn_update_dpp((int)b, (int)a, ctrl, rm, bm, bc))
#define DPP8(a_, b_, c_, d_, e_, f_, g_, h_) ((u32)__builtin_amdgcn_mov_dpp8(a, (a_) | (b_) << 3 | (c_) << 6 | (d_) << 9 | (e_) << 12 | (f_) << 15 | (g_) << 18 | (h_) << 21))
#endif
#define ROW(x) ((L & 16) | ((x) & 15))
#define QP(p, q, r, s) DPP((p) | (q) << 2 | (r) << 4 | (s) << 6, 15, 15, 1, (L & ~3u) | (((p) | (q) << 2 | (r) << 4 | (s) << 6) >> (2 * (L & 3)) & 3), 1)
KERNEL dpp(ARGS) {
  BEGIN
  u32 a = W(0), b = W(1);
  O(QP(0, 1, 2, 3)); O(QP(3, 2, 1, 0)); O(QP(1, 1, 3, 3)); O(QP(2, 0, 0, 1));
#define SHL_(k) O(DPP(0x100 + k, 15, 15, 0, L + k, (L & 15) + k < 16)); O(DPP(0x100 + k, 15, 15, 1, L + k, (L & 15) + k < 16));
#define SHR_(k) O(DPP(0x110 + k, 15, 15, 0, L - k, (L & 15) >= k)); O(DPP(0x110 + k, 15, 15, 1, L - k, (L & 15) >= k));
#define ROR_(k) O(DPP(0x120 + k, 15, 15, 0, ROW(L - k), 1));
#define SHARE_(k) O(DPP(0x150 + k, 15, 15, 0, ROW(k), 1));
#define XM_(k) O(DPP(0x160 + k, 15, 15, 0, ROW(L ^ k), 1));
  SHL_(1) SHL_(2) SHL_(7) SHL_(15) SHR_(1) SHR_(3) SHR_(8) SHR_(15) ROR_(1) ROR_(4) ROR_(11) ROR_(15) SHARE_(0) SHARE_(5) SHARE_(15) XM_(1) XM_(6) XM_(15)
  O(DPP(0x140, 15, 15, 0, ROW(15 - L), 1)); O(DPP(0x141, 15, 15, 0, (L & ~7u) | (7 - (L & 7)), 1));
  O(DPP(0x111, 5, 15, 0, L - 1, (L & 15) >= 1)); O(DPP(0x111, 15, 6, 0, L - 1, (L & 15) >= 1)); O(DPP(0x102, 10, 9, 1, L + 2, (L & 15) + 2 < 16)); O(DPP(0x0e4, 10, 12, 1, L, 1));
  O(DPP8(7, 6, 5, 4, 3, 2, 1, 0)); O(DPP8(0, 0, 2, 2, 4, 4, 6, 6)); O(DPP8(3, 1, 4, 1, 5, 2, 6, 5));
  /* under a condition: lanes that are not active are no source */
  u32 r = 1;
  if (W(2) & 1) {
#define LIVE(j) (word(in, pool, (i & ~31u) | ((j) & 31), 2) & 1)
    r = DPP(0x111, 15, 15, 0, L - 1, (L & 15) >= 1 && LIVE(L - 1)); r ^= DPP(0x104, 15, 15, 1, L + 4, (L & 15) + 4 < 16 && LIVE(L + 4)) * 3; r += DPP(0x141, 15, 15, 0, (L & ~7u) | (7 - (L & 7)), LIVE((L & ~7u) | (7 - (L & 7)))) * 5;
  }
  O(r);
}
/* v_permlane16: any lane of the own row, by nibbles of two scalars; v_permlanex16: of the other row of 32 lanes. */
#ifdef HOST
#define PL(x, lo, hi) V(0, ((L & 16) ^ ((x) ? 16 : 0)) | (((L & 8) ? (hi) : (lo)) >> (4 * (L & 7)) & 15))
#define SWZ(m) V(0, swz(L, m))
static u32 swz(u32 l, u32 m) {
  if (m & 0x8000) return (l & ~3u) | (m >> (2 * (l & 3)) & 3);
  return ((l & (m & 31)) | (m >> 5 & 31)) ^ (m >> 10 & 31);
}
#else
#define PL(x, lo, hi) ((x) ? __builtin_amdgcn_permlanex16(0, a, lo, hi, 0, 0) : __builtin_amdgcn_permlane16(0, a, lo, hi, 0, 0))
#define SWZ(m) ((u32)__builtin_amdgcn_ds_swizzle(a, m))
#endif
KERNEL rows(ARGS) {
  BEGIN
  u32 a = W(0);
  O(PL(0, 0x76543210, 0xfedcba98)); O(PL(1, 0x76543210, 0xfedcba98)); O(PL(0, 0x01234567, 0x89abcdef)); O(PL(1, 0xf0e1d2c3, 0x5a5a5a5a)); O(PL(0, 0x33333333, 0xcccccccc));
  O(SWZ(0x041f)); O(SWZ(0x081f)); O(SWZ(0x101f)); O(SWZ(0x201f)); O(SWZ(0x401f)); O(SWZ(0x7c1f)); O(SWZ(0x0018)); O(SWZ(0x02a6)); O(SWZ(0x801b)); O(SWZ(0x80b1)); O(SWZ(0x8000));
#ifdef HOST
  u32 s = 0, x = 0; for (u32 j = 0; j < 16; j++) { s += V(0, ROW(j)); x = x > V(0, ROW(j)) ? x : V(0, ROW(j)); } u32 t = 0; for (u32 j = 0; j <= (L & 15); j++) t += V(0, ROW(j));
#else
  u32 s = a, x = a, t = a;
#define STEP(c) s += __builtin_amdgcn_update_dpp(0, s, c, 15, 15, 1); { u32 o_ = __builtin_amdgcn_update_dpp(0, x, c, 15, 15, 1); x = x > o_ ? x : o_; }
  STEP(0x161) STEP(0x162) STEP(0x164) STEP(0x168)
#define SCAN(c) t += __builtin_amdgcn_update_dpp(0, t, c, 15, 15, 0);
  SCAN(0x111) SCAN(0x112) SCAN(0x114) SCAN(0x118)
#endif
  O(s); O(x); O(t);
#ifdef HOST
  u32 y = V(1, ROW(L ^ 3)) + V(0, L), z = V(0, (L & ~7u) | (L + 1 & 7)) ^ V(1, L);
#else
  u32 y, z, b = W(1);
  __asm__("v_add_nc_u32_dpp %0, %1, %2 row_xmask:3 row_mask:0xf bank_mask:0xf" : "=v"(y) : "v"(b), "v"(a));
  __asm__("v_xor_b32_dpp %0, %1, %2 dpp8:[1,2,3,4,5,6,7,0]" : "=v"(z) : "v"(a), "v"(b));
#endif
  O(y); O(z);
}
