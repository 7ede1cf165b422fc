// The same work as plain loops of the host, on one thread: no atomic instructions, no lanes, nothing checked. What this takes is a bound for
// whoever serves lanes one after another. The lines that it reads and answers are those of opencl.c, but that it reads no source.
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
};

#define EACH(w) for (uint32_t i = 0, w; i < k->n && ((w = k->data[i]), 1); i++)
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
  {"fadd_cas", fadd}, {"fmax_f32", fmax_f32}, {"add_u64", add_u64}, {"inc_wrap", inc_wrap}, {"dec_wrap", dec_wrap},
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
    all[count].work = (struct work){data, items, (uint32_t)strtoul(words[n - 1], NULL, 10), calloc(out, 4), (uint32_t)strtoul(words[4], NULL, 10), (uint32_t)strtoul(words[5], NULL, 10)};
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
