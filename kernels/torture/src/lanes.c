/* What lanes, warps and groups exchange. tools/make.py works out the results by itself. */
#include "torture.h"
#define SH(mode, name) INLINE u32 name(u32 v, u32 b, u32 c, u32 *p) { u32 d, q; __asm__ volatile("{.reg .pred p; shfl." #mode ".b32 %0|p, %2, %3, %4; selp.u32 %1, 1, 0, p;}" : "=r"(d), "=r"(q) : "r"(v), "r"(b), "r"(c)); *p = q; return d; }
SH(up, up) SH(down, down) SH(bfly, bfly) SH(idx, idx)
INLINE u32 ballot(u32 c) { u32 d; __asm__ volatile("{.reg .pred p; setp.ne.u32 p, %1, 0; vote.ballot.b32 %0, p;}" : "=r"(d) : "r"(c)); return d; }
#define VT(mode) INLINE u32 v_##mode(u32 c) { u32 d; __asm__ volatile("{.reg .pred p, q; setp.ne.u32 p, %1, 0; vote." #mode ".pred q, p; selp.u32 %0, 1, 0, q;}" : "=r"(d) : "r"(c)); return d; }
VT(all) VT(any) VT(uni)
INLINE u32 notall(u32 c) { u32 d; __asm__ volatile("{.reg .pred p, q; setp.ne.u32 p, %1, 0; vote.all.pred q, !p; selp.u32 %0, 1, 0, q;}" : "=r"(d) : "r"(c)); return d; }
#define SR(name, reg) INLINE u32 name(void) { u32 d; __asm__ volatile("mov.u32 %0, %%" #reg ";" : "=r"(d)); return d; }
SR(lane, laneid) SR(eq, lanemask_eq) SR(lt, lanemask_lt) SR(le, lanemask_le) SR(gt, lanemask_gt) SR(ge, lanemask_ge)
KERNEL lanes(ARGS) {
  BEGIN
  u32 a = in[i * 8], b = in[i * 8 + 1], c = in[i * 8 + 2], l = lane(), p;
#define S4(f) O(f(a, b & 31, 0x1f, &p)); O(p); O(f(a, b & 31, 0x181f, &p)); O(p); O(f(a, 3, 0x1c1f, &p)); O(p); O(f(a, b & 31, 0x100f, &p)); O(p);
  O(up(a, b & 31, 0, &p)); O(p); O(up(a, b & 31, 0x1800, &p)); O(p); O(up(a, 3, 0x1c00, &p)); O(p); O(up(a, 1, 0x0002, &p)); O(p);
  S4(down) S4(bfly) S4(idx)
  O(ballot(a & 1)); O(v_all(a & 1)); O(v_any(a & 1)); O(v_uni(a & 1)); O(v_all(1)); O(v_any(0)); O(v_uni((i >> 5) & 1)); O(notall(0)); O(v_all(a | 1));
  O(eq()); O(lt()); O(le()); O(gt()); O(ge()); O(l);
  u32 r = 0; if (b & 1) { r = ballot(c & 1); if (b & 2) r += ballot(c & 2) * 3; else r ^= v_any(c & 4); } else r = v_uni(c & 1) + 2 * v_all(b & 4);
  O(r);
  u32 s = a; for (u32 d = 16; d; d >>= 1) s += bfly(s, d, 0x1f, &p); O(s);
  u32 t = a; for (u32 d = 1; d < 32; d <<= 1) { u32 u = up(t, d, 0, &p); if (p) t += u; } O(t);
  O(__builtin_popcount(ballot(b & 8) & lt()));
}
static S u32 tile[128];
static S u64 wide[64];
#define BR(op, name, T) INLINE u32 name(u32 c) { u32 d; __asm__ volatile("{.reg .pred p, q; setp.ne.u32 p, %1, 0; bar.red." #op ".pred q, 0, p; selp.u32 %0, 1, 0, q;}" : "=r"(d) : "r"(c) : "memory"); return d; }
BR(and, red_and, 0) BR(or, red_or, 0)
INLINE u32 red_popc(u32 c) { u32 d; __asm__ volatile("{.reg .pred p; setp.ne.u32 p, %1, 0; bar.red.popc.u32 %0, 0, p;}" : "=r"(d) : "r"(c) : "memory"); return d; }
KERNEL barriers(ARGS) {
  BEGIN
  u32 t = TID, a = in[i * 8], b = in[i * 8 + 1];
  tile[t] = a; __syncthreads(); O(tile[NTID - 1 - t]); __syncthreads();
  O(red_popc(a & 1)); O(red_and(a & 1)); O(red_or(a & 1)); O(red_and(1)); O(red_or(0)); O(red_and(t < 64 || (a | 1))); O(red_popc(CTA & 1));
  ((volatile S u8 *)tile)[t] = a; __syncthreads(); O(((volatile S u8 *)tile)[(t * 7 + 3) % NTID]); __syncthreads();
  ((volatile S u16 *)tile)[t] = b; __syncthreads(); O((s32)((volatile S s16 *)tile)[(t * 5 + 1) % NTID]); __syncthreads();
  if (t < 64) wide[t] = (u64)a << 32 | b; __syncthreads(); O64(wide[(t * 3) & 63]); __syncthreads();
  if (t < 64) { tile[t] = b; __asm__ volatile("bar.sync 1, 64;" ::: "memory"); O(tile[63 - t]); } else { __asm__ volatile("bar.sync 2, 32;" ::: "memory"); O(99); }
  __syncthreads();
  if (t < 32) { tile[t] = a ^ b; __asm__ volatile("membar.cta;" ::: "memory"); __asm__ volatile("bar.arrive 3, 64;" ::: "memory"); O(1); } else if (t < 64) { __asm__ volatile("bar.sync 3, 64;" ::: "memory"); O(tile[t - 32]); } else { O(2); }
}
