/* DEVICE_OPT: -O1 -fno-inline-functions */
/* Pointers to functions in constant, global and private memory, recursion with frames, addresses of globals with offsets. With `-g`, ptxas gives each
 * function a section and fills addresses in by relocations of instructions. */
#include "torture.h"
typedef u32 (*binary)(u32, u32);
static CONST u32 table[8] = {3, 5, 7, 11, 13, 17, 19, 23};
static G u32 array[16] = {1, 4, 9, 16, 25, 36, 49, 64, 81, 100, 121, 144, 169, 196, 225, 256};
static G u32 *G middle = &array[5];
NOINLINE u32 plus(u32 a, u32 b) { return a + b * table[a & 7]; }
NOINLINE u32 times(u32 a, u32 b) { return a * b + array[b & 15]; }
NOINLINE u32 mixed(u32 a, u32 b) { u32 s = a; for (u32 k = 0; k < (b & 7); k++) s = (s << 5 | s >> 27) ^ k; return s; }
NOINLINE u32 twice(u32 a, u32 b) { return plus(a, b) ^ times(b, a); }
static binary CONST of_constant[4] = {plus, times, mixed, twice};
static G binary of_global[3] = {mixed, twice, plus};
NOINLINE u32 apply(binary f, u32 n, u32 x) { u32 s = x; for (u32 k = 0; k < n; k++) s = f(s, k + x); return s; }
NOINLINE u32 depth(u32 n, u32 x) { u32 frame[4]; for (u32 k = 0; k < 4; k++) frame[k] = x * (k + n + 1); return n == 0 ? frame[x & 3] : frame[depth(n - 1, x * 3 + 1) & 3] + n; }
/* Needs more registers than the kernel that calls it. */
#define EACH(f) f(0) f(1) f(2) f(3) f(4) f(5) f(6) f(7) f(8) f(9) f(10) f(11) f(12) f(13) f(14) f(15) f(16) f(17) f(18) f(19) f(20) f(21) f(22) f(23)
#define START(n) u32 v##n = a * (2 * n + 3) + (b >> n);
#define STEP(n) v##n = (v##n << 3 | v##n >> 29) ^ (s += v##n);
NOINLINE u32 many(u32 a, u32 b) { u32 s = b; EACH(START) for (u32 k = 0; k < (a & 3) + 1; k++) { EACH(STEP) } return s; }
KERNEL callee(ARGS) { BEGIN O(many(W(0), W(1))); }
KERNEL pointers(ARGS) {
  BEGIN
  u32 a = W(0), b = W(1), c = W(2);
  binary local[3] = {twice, mixed, times};
  local[a % 3] = of_constant[b & 3];
  O(of_constant[a & 3](b, c)); O(of_global[c % 3](a, b)); O(local[b % 3](a, c)); O(apply((a & 1) ? plus : times, b & 7, c)); O(apply(of_global[b % 3], 3, a));
  O(depth(c % 5, a)); O(middle[(int)(b % 9) - 4]); O(array[3] + array[14]); O(of_constant[c & 3] == of_constant[b & 3] ? 1 : 2);
  if (a & 2) O(twice(a, b)); else O(apply(local[c % 3], c & 3, b));
}
