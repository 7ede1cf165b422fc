// The same work as plain loops of the host, on one thread: no atomic instructions, no lanes, nothing checked. What this takes is a bound for
// whoever serves lanes one after another. The lines that it reads and answers are those of opencl.c, but that it reads no source.
// With LANES_IN_STEP: the work as a machine does it that runs 32 lanes in step, in their order, with bounds checked, and without registers,
// masks or counts: a bound for whoever does that.
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { KERNELS = 64, GROUP = 256 };

// What the loops run over: a mask or a number of rounds comes last.
struct work {
  const uint32_t *data;
  uint32_t n, last;
  void *out;
  uint32_t groups, size;
  uint32_t words; // of `out`
};

#define EACH(w) for (uint32_t i = 0, w; i < k->n && ((w = k->data[i]), 1); i++)
#ifdef LANES_IN_STEP
enum { LANES = 32 };

// Waves go round one after another; `here` lanes of a wave have a word.
#define WAVES \
  for (uint32_t g = 0; g < k->groups; g++) for (uint32_t wave = 0; wave < k->size / LANES; wave++) \
    for (uint32_t from = g * k->size + wave * LANES, here; from < k->n && (here = k->n - from < LANES ? k->n - from : LANES); from += k->groups * k->size)
#define ALL for (int l = 0; l < LANES; l++)
#define WORDS uint32_t w[LANES] = {0}; if (here == LANES) memcpy(w, k->data + from, sizeof w); else memcpy(w, k->data + from, here * 4)
// The places of an access, all within bounds, before any lane is served.
#define PLACES(shift, words) \
  uint32_t at[LANES], high = 0; \
  ALL { at[l] = (w[l] >> (shift)) & m; high = at[l] > high ? at[l] : high; } \
  if (high >= (words)) abort()
#define SERVE(step) \
  do { \
    if (here == LANES) { _Pragma("GCC unroll 2") for (int l = 0; l < LANES; l++) { step; } } \
    else for (uint32_t l = 0; l < here; l++) { step; } \
  } while (0)
#define KERNEL(name, T, V, mask, up, value, step) \
  static void name(struct work *k) { \
    T *out = k->out; \
    uint32_t m = mask; \
    WAVES { \
      WORDS; \
      V v[LANES]; \
      ALL { uint32_t x = w[l]; (void)x; v[l] = value; } \
      for (int s = 0; s < 4; s++) { PLACES(s * (up), k->words); (void)v; SERVE(T *p = &out[at[l]]; step); } \
    } \
  }

KERNEL(histogram256, uint32_t, uint32_t, 255, 8, 1, ++*p)
KERNEL(spread, uint32_t, uint32_t, k->last, 4, 1, ++*p)
KERNEL(fadd, float, float, k->last, 8, (float)(int32_t)(((x >> 28) & 15) - 7), *p += v[l])
KERNEL(fmax_f32, float, float, k->last, 8, (float)(int32_t)x, *p = *p < v[l] ? v[l] : *p)
KERNEL(add_u64, uint64_t, uint64_t, k->last, 8, (uint64_t)x * x, *p += v[l])
KERNEL(inc_wrap, uint32_t, uint32_t, k->last, 8, 0, *p = *p >= 1000 ? 0 : *p + 1)
KERNEL(dec_wrap, uint32_t, uint32_t, k->last, 8, 0, *p = *p == 0 || *p > 1000 ? 1000 : *p - 1)

static void histogram_local(struct work *k) {
  uint32_t *all = k->out, m = 255;
  for (uint32_t g = 0; g < k->groups; g++) {
    uint32_t out[GROUP] = {0};
    for (uint32_t wave = 0; wave < k->size / LANES; wave++)
      for (uint32_t from = g * k->size + wave * LANES, here; from < k->n && (here = k->n - from < LANES ? k->n - from : LANES); from += k->groups * k->size) {
        WORDS;
        for (int s = 0; s < 4; s++) { PLACES(8 * s, GROUP); SERVE(++out[at[l]]); }
      }
    for (uint32_t b = 0; b < GROUP; b++) all[b] += out[b];
  }
}

static void max_i32(struct work *k) {
  int32_t *out = k->out;
  uint32_t m = k->last;
  WAVES {
    WORDS;
    for (int s = 0; s < 4; s++) {
      int32_t v[LANES];
      ALL v[l] = (int32_t)(w[l] << 4 * s);
      PLACES(8 * s, k->words);
      SERVE(int32_t *p = &out[at[l]]; *p = *p < v[l] ? v[l] : *p);
    }
  }
}

static void exchange(struct work *k) {
  uint32_t *out = k->out, m = k->last, sum = 0;
  WAVES {
    WORDS;
    uint32_t sums[LANES] = {0};
    for (int s = 0; s < 4; s++) { PLACES(8 * s, k->words); SERVE(uint32_t *p = &out[at[l]]; sums[l] += *p; *p = at[l]); }
    for (uint32_t l = 0; l < here; l++) sum += sums[l];
  }
  out[m + 1] += sum;
}

// A load, and as long as a lane loses: add, compare and swap.
static void fadd_cas(struct work *k) {
  uint32_t *out = k->out, m = k->last;
  WAVES {
    WORDS;
    float v[LANES];
    ALL v[l] = (float)(int32_t)(((w[l] >> 28) & 15) - 7);
    for (int s = 0; s < 4; s++) {
      uint32_t was[LANES], want[LANES], got[LANES] = {0}, active = here == LANES ? UINT32_MAX : (1u << here) - 1;
      PLACES(8 * s, k->words);
      ALL was[l] = out[at[l]];
      while (active) {
        ALL { float sum; memcpy(&sum, &was[l], 4); sum += v[l]; memcpy(&want[l], &sum, 4); }
        if (active == UINT32_MAX) ALL { uint32_t *p = &out[at[l]]; got[l] = *p; *p = *p == was[l] ? want[l] : *p; }
        else for (uint32_t rest = active; rest; rest &= rest - 1) {
          int l = __builtin_ctz(rest);
          uint32_t *p = &out[at[l]];
          got[l] = *p;
          *p = *p == was[l] ? want[l] : *p;
        }
        uint32_t lost = 0;
        ALL lost |= (uint32_t)(got[l] != was[l]) << l;
        active &= lost;
        ALL was[l] = active >> l & 1 ? got[l] : was[l];
      }
    }
  }
}

#else
#define FOUR(T, up, step) \
  do { T *p; p = &out[w & m]; step; p = &out[(w >> (up)) & m]; step; p = &out[(w >> 2 * (up)) & m]; step; p = &out[(w >> 3 * (up)) & m]; step; } while (0)

static void histogram256(struct work *k) {
  uint32_t *out = k->out, m = 255;
  EACH(w) FOUR(uint32_t, 8, ++*p);
}

static void spread(struct work *k) {
  uint32_t *out = k->out, m = k->last;
  EACH(w) FOUR(uint32_t, 4, ++*p);
}

static void histogram_local(struct work *k) {
  uint32_t *all = k->out, step = k->groups * k->size;
  for (uint32_t g = 0; g < k->groups; g++) {
    uint32_t out[GROUP] = {0}, m = 255;
    for (uint32_t from = g * k->size; from < k->n; from += step)
      for (uint32_t i = from; i < from + k->size && i < k->n; i++) { uint32_t w = k->data[i]; FOUR(uint32_t, 8, ++*p); }
    for (uint32_t b = 0; b < GROUP; b++) all[b] += out[b];
  }
}

static void max_i32(struct work *k) {
  int32_t *out = k->out;
  uint32_t m = k->last;
  EACH(w) for (uint32_t s = 0; s < 4; s++) {
    int32_t *p = &out[(w >> 8 * s) & m], v = (int32_t)(w << 4 * s);
    *p = *p < v ? v : *p;
  }
}

static void fadd(struct work *k) {
  float *out = k->out;
  uint32_t m = k->last;
  EACH(w) { float v = (float)(int32_t)(((w >> 28) & 15) - 7); FOUR(float, 8, *p += v); }
}

static void fmax_f32(struct work *k) {
  float *out = k->out;
  uint32_t m = k->last;
  EACH(w) { float v = (float)(int32_t)w; FOUR(float, 8, *p = *p < v ? v : *p); }
}

static void add_u64(struct work *k) {
  uint64_t *out = k->out;
  uint32_t m = k->last;
  EACH(w) { uint64_t v = (uint64_t)w * w; FOUR(uint64_t, 8, *p += v); }
}

static void inc_wrap(struct work *k) {
  uint32_t *out = k->out, m = k->last;
  EACH(w) FOUR(uint32_t, 8, *p = *p >= 1000 ? 0 : *p + 1);
}

static void dec_wrap(struct work *k) {
  uint32_t *out = k->out, m = k->last;
  EACH(w) FOUR(uint32_t, 8, *p = *p == 0 || *p > 1000 ? 1000 : *p - 1);
}

static void exchange(struct work *k) {
  uint32_t *out = k->out, m = k->last, sum = 0;
  EACH(w) FOUR(uint32_t, 8, sum += *p; *p = (uint32_t)(p - out));
  out[m + 1] += sum;
}

#define fadd_cas fadd
#endif

#define MIX a += b; d ^= a; d ^= d << 13; c += d; b ^= c; b ^= b >> 17; a += c; c ^= c << 5; d += b;
static void alu(struct work *k) {
  uint32_t *out = k->out;
  EACH(w) {
    uint32_t a = w, b = a ^ 0x9e3779b9u, c = a + 0x7f4a7c15u, d = ~a;
    for (uint32_t r = 0; r < k->last; r++) { MIX MIX MIX MIX }
    out[i] = a ^ b ^ c ^ d;
  }
}

static void alu_mul(struct work *k) {
  uint32_t *out = k->out;
  EACH(w) {
    uint32_t a = w, b = a | 1u;
    for (uint32_t r = 0; r < k->last; r++) {
      a = a * 1664525u + 1013904223u; b = (b ^ a >> 16) * 0x85ebca6bu; a = a < b ? a + 7u : b ^ a; b = (b < a ? b : a) + (b >> 3);
    }
    out[i] = a ^ b;
  }
}

static const struct { const char *name; void (*run)(struct work *); } every[] = {
  {"histogram256", histogram256}, {"spread", spread}, {"histogram_local", histogram_local}, {"max_i32", max_i32}, {"fadd", fadd},
  {"fadd_cas", fadd_cas}, {"fmax_f32", fmax_f32}, {"add_u64", add_u64}, {"inc_wrap", inc_wrap}, {"dec_wrap", dec_wrap},
  {"exchange", exchange}, {"alu", alu}, {"alu_mul", alu_mul},
};

static struct { char id[64]; void (*run)(struct work *); struct work work; size_t bytes; int warm; } all[KERNELS];
static int count;

static uint64_t now(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static void load(char **words, int n) {
  if (n < 10 || count == KERNELS) { printf("error load takes ID FILE ENTRY GROUPS SIZE DATA N OUT ARG.., of at most %d kernels\n", KERNELS); return; }
  for (size_t e = 0; e < sizeof every / sizeof *every; e++) {
    if (strcmp(every[e].name, words[3])) continue;
    uint32_t items = (uint32_t)strtoul(words[7], NULL, 10), out = (uint32_t)strtoul(words[8], NULL, 10);
    uint32_t *data = calloc(items ? items : 1, 4);
    FILE *f = fopen(words[6], "rb");
    size_t got = f && data ? fread(data, 4, items, f) : 0;
    if (f) fclose(f);
    if (got != items) { printf("error cannot read %u words of `%s`\n", items, words[6]); free(data); return; }
    snprintf(all[count].id, sizeof all[count].id, "%s", words[1]);
    all[count].run = every[e].run;
    all[count].work = (struct work){data, items, (uint32_t)strtoul(words[n - 1], NULL, 10), calloc(out, 4), (uint32_t)strtoul(words[4], NULL, 10), (uint32_t)strtoul(words[5], NULL, 10), out};
    all[count].bytes = 4 * (size_t)out;
    if (!all[count++].work.out) { count--; printf("error no memory\n"); return; }
    printf("ok\n");
    return;
  }
  printf("error no kernel `%s`\n", words[3]);
}

static void run(char **words, int n) {
  int k = count;
  for (int i = 0; n == 3 && i < count; i++) if (!strcmp(all[i].id, words[1])) k = i;
  if (k == count) { printf("error run takes ID LAUNCHES, of a kernel that is loaded\n"); return; }
  uint64_t wall = 0, cpu = 0, hash = 0xcbf29ce484222325u;
  int cold = !all[k].warm, launches = atoi(words[2]) + cold;
  for (int i = 0; i < launches; i++) {
    memset(all[k].work.out, 0, all[k].bytes);
    uint64_t begun = now(CLOCK_MONOTONIC), busy = now(CLOCK_PROCESS_CPUTIME_ID);
    all[k].run(&all[k].work);
    if (i >= cold) { wall += now(CLOCK_MONOTONIC) - begun; cpu += now(CLOCK_PROCESS_CPUTIME_ID) - busy; }
  }
  all[k].warm = 1;
  for (size_t i = 0; i < all[k].bytes; i++) hash = (hash ^ ((unsigned char *)all[k].work.out)[i]) * 0x100000001b3u;
  printf("%llu %llu 0 0 0 %016llx\n", (unsigned long long)wall, (unsigned long long)cpu, (unsigned long long)hash);
}

int main(void) {
  static char line[8192];
  while (fgets(line, sizeof line, stdin)) {
    char *words[32];
    int n = 0;
    for (char *w = strtok(line, " \t\n"); w && n < 32; w = strtok(NULL, " \t\n")) words[n++] = w;
    if (n && !strcmp(words[0], "load")) load(words, n);
    else if (n && !strcmp(words[0], "run")) run(words, n);
    else printf("error neither load nor run\n");
    fflush(stdout);
  }
}
