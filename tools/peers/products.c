// What a C compiler makes of products of 32 bits as sm_50 has them, three instructions of 16 bits each, 32 lanes in step: the bound of
// `alu_mul` on sm_50 with vectors of a size.
//
//     cc -O3 -msse4.1 tools/peers/products.c -o products && ./products       vectors of 128 bits; -mavx2 has 256

#include <stdint.h>
#include <stdio.h>
#include <time.h>

enum { LANES = 32, WAVES = 512, ROUNDS = 5000, EACH = 12, TIMES = 7 };

// XMAD, XMAD.MRG, XMAD.PSL.CBCC.
static inline uint32_t product(uint32_t a, uint32_t b) {
  uint32_t low = (a & 0xffff) * (b & 0xffff);
  uint32_t merged = ((a & 0xffff) * (b >> 16) & 0xffff) | b << 16;
  return ((a >> 16) * (merged >> 16) << 16) + low + (merged << 16);
}

int main(int count, char **arguments) {
  (void)arguments;
  // Not known to the compiler.
  uint32_t first = 1664525u + (count > 5), second = 0x85ebca6bu + (count > 5), sum = 0;
  static uint32_t a[LANES], b[LANES];
  double best = 1e9;
  for (int time = 0; time < TIMES; time++) {
    clock_t start = clock();
    for (uint32_t wave = 0; wave < WAVES; wave++) {
      for (uint32_t lane = 0; lane < LANES; lane++) a[lane] = LANES * wave + lane, b[lane] = a[lane] | 1u;
      for (int round = 0; round < ROUNDS; round++) {
        for (int lane = 0; lane < LANES; lane++) {
          uint32_t x = a[lane], y = b[lane];
          x = product(x, first) + 1013904223u;
          y = product(y ^ x >> 16, second);
          x = x < y ? x + 7u : y ^ x;
          b[lane] = (y < x ? y : x) + (y >> 3);
          a[lane] = x;
        }
      }
      for (int lane = 0; lane < LANES; lane++) sum += a[lane] ^ b[lane];
    }
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    best = seconds < best ? seconds : best;
  }
  printf("%.2f G operations/s (%u)\n", (double)WAVES * LANES * ROUNDS * EACH / best / 1e9, sum);
}
