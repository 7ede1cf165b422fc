/* DEVICE_OPT: -O1 -fno-inline-functions */
#include "torture.h"
INLINE u32 sw(u32 op, u32 a, u32 b) {
  switch (op) {
  case 0: return a + b; case 1: return a - b; case 2: return a * b; case 3: return a ^ b; case 4: return a << (b & 31); case 5: return a >> (b & 31);
  case 6: return b ? a / b : 7; case 7: return ~a; case 8: return a & b; case 9: return a | (b << 3); case 10: return a * 3 + b; case 11: { u32 s = 0; for (u32 k = 0; k < (b & 7); k++) s += a >> k; return s; }
  case 12: return __builtin_popcount(a) + b; case 13: return a % 10; case 14: return b * b; case 17: return a * 17; case 19: if (a & 1) return b; return a;
  default: return op * 1000 + a;
  }
}
NOINLINE u32 twice(u32 a, u32 b) { return a * 2 + b; }
NOINLINE u32 loopy(u32 a, u32 n) { u32 s = a; for (u32 k = 0; k < n; k++) { if ((s & 3) == 1) continue; if (s % 1001 == 7) break; s = s * 5 + twice(k, s); if (s > 0xf0000000u) return s ^ k; } return s + 1; }
NOINLINE u64 fib(u32 n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
NOINLINE u32 ack(u32 m, u32 n) { if (m == 0) return n + 1; if (n == 0) return ack(m - 1, 1); return ack(m - 1, ack(m, n - 1)); }
NOINLINE float poly(float x, int d) { float r = 1; while (d-- > 0) r = r * x + 0.5f; return r; }
NOINLINE u32 even(u32 n); NOINLINE u32 odd_(u32 n) { return n == 0 ? 0 : even(n - 1); } NOINLINE u32 even(u32 n) { return n == 0 ? 1 : odd_(n - 1); }
NOINLINE void fill(u32 *p, u32 n, u32 v) { for (u32 k = 0; k < n; k++) p[k] = v * k + 1; }
struct big { u32 v[6]; };
NOINLINE struct big mk(u32 a) { struct big b; for (int k = 0; k < 6; k++) b.v[k] = a * (k + 1); return b; }
NOINLINE u32 sum(struct big b) { u32 s = 0; for (int k = 0; k < 6; k++) s = s * 3 + b.v[k]; return s; }
KERNEL flow(ARGS) {
  BEGIN
  u32 a = W(0), b = W(1), c = W(2);
  O(sw(in[i * 8] % 22, a, b)); O(sw(in[i * 8 + 1] & 7, b, c)); O(sw(CTA + 3, a, c));
  u32 s = 0;
  for (u32 x = 0; x < (a & 7); x++) { for (u32 y = 0; y < (b & 7); y++) { if (((x ^ y) & 3) == 3) continue; if (x * y > 20) break; s += x * 10 + y; if (s > 200) goto out; } s ^= x; }
out:
  O(s);
  u32 t = in[i * 8 + 3], n1 = 0; while (t != 1 && n1 < 200) { t = (t & 1) ? 3 * (t & 0xffff) + 1 : t >> 1; n1++; } O(n1); O(t);
  s = 0; u32 m = in[i * 8 + 4]; do { if (m & 1) { if (m & 2) s += 3; else if (m & 4) { s += 5; m &= ~0x10; } else s ^= 9; } else { s = s * 2 + 1; if ((s & 0xff) == 0x7f) break; } m >>= 1; } while (m); O(s);
  u32 depth = 0; { u32 v = a; if (v & 1) { depth++; if (v & 2) { depth += 2; if (v & 4) { depth += 4; if (v & 8) { depth += 8; for (u32 k = 0; k < (v >> 28); k++) { depth += k; if (depth > 60) break; } } else depth *= 3; } else depth ^= 64; } else { depth = 77; } depth += 1000; } } O(depth);
  O((a > b && b > c) || (c == 7 && a != 3) ? 1 : (a < 5 || b < 5) ? 2 : 3);
  s = 0; for (u32 k = 0; k < 6; k++) { switch ((a >> (3 * k)) & 7) { case 0: s += 1; break; case 1: s <<= 1; case 2: s ^= 5; break; case 3: if (s > 10) continue; s += 100; break; case 4: goto end; default: s += k; } s = s * 3; }
end:
  O(s);
  if ((a & 31) == 5) return;
  O(0x600d);
  if (a & 0x100) { O(b + 1); return; } else { if (b & 2) return; O(c + 2); }
  O(a ^ b ^ c);
}
KERNEL calls(ARGS) {
  BEGIN
  u32 a = W(0), b = in[i * 8 + 1], c = in[i * 8 + 2];
  O(twice(a, b)); O(loopy(a, b & 31)); O64(fib(c % 9)); O(ack(1, b % 5)); O(ack(2, c & 1)); OFC(poly((float)(a & 15) * 0.25f, c & 7)); O(even(b & 15)); 
  u32 buf[10]; fill(buf, b % 10, a); O(b % 10 ? buf[c % (b % 10)] : 0); O(sum(mk(a))); if (a & 1) O(loopy(b, c & 15)); else O(twice(c, b));
  u32 s = 0; for (u32 k = 0; k < (a & 3); k++) { s += twice(k, s); if (c & 4) s ^= loopy(s, 3); } O(s);
}
