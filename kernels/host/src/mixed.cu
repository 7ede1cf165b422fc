// Kernels of one more program: words of 16 bytes that all lanes read, sums of 128 bits, deep recursion, functions by pointer, constants and printf.
#define GLOBAL __attribute__((global))
#define DEVICE __attribute__((device))
#define CONSTANT __attribute__((constant))
typedef unsigned u32;
typedef unsigned long long u64;
typedef unsigned u32x4 __attribute__((ext_vector_type(4)));
extern "C" DEVICE int vprintf(const char *, const char *);
static DEVICE inline u32 lane() { return __nvvm_read_ptx_sreg_tid_x(); }

// Every lane reads the same 16 bytes and turns them by its number.
extern "C" GLOBAL void wide(const u32x4 *in, u32x4 *out) {
  u32x4 a = in[0], b = in[1 + __nvvm_read_ptx_sreg_ctaid_x()];
  u32 i = __nvvm_read_ptx_sreg_ctaid_x() * __nvvm_read_ptx_sreg_ntid_x() + lane();
  out[i] = (u32x4){a.w + i, b.z, a.y ^ b.x, b.w - a.x};
}

// a * b + c of 128 bits, and that shifted left and right by n.
extern "C" GLOBAL void sums(const u64 *in, u64 *out, u32 n) {
  u32 i = lane();
  unsigned __int128 p = (unsigned __int128)in[i] * in[i + 1];
  unsigned __int128 s = p + (((unsigned __int128)in[i + 2] << 64) | in[i + 3]) - in[i];
  out[5 * i] = (u64)s, out[5 * i + 1] = (u64)(s >> 64);
  unsigned __int128 left = s << (n + i & 127);
  out[5 * i + 2] = (u64)left, out[5 * i + 3] = (u64)(left >> 64);
  out[5 * i + 4] = (u64)((__int128)s >> (n + 2 * i & 127));
}

// Depth and sum of a chain: each lane goes as deep as its number says.
DEVICE __attribute__((noinline)) u32 chain(const u32 *next, u32 at, u32 depth) {
  if (next[at] == at)
    return depth;
  u32 rest = chain(next, next[at], depth + 1);
  return rest * 3 + at;
}
extern "C" GLOBAL void deep(const u32 *next, u32 *out) { out[lane()] = chain(next, lane() * 17, 1); }

DEVICE __attribute__((noinline)) u32 twice(u32 a, u32 b) { return a * 2 + b; }
DEVICE __attribute__((noinline)) u32 both(u32 a, u32 b) { return a ^ b << 3; }
DEVICE __attribute__((noinline)) u32 least(u32 a, u32 b) { return a < b ? a : b; }
typedef u32 (*Step)(u32, u32);
DEVICE Step steps[3] = {twice, both, least};
CONSTANT u32 table[8] = {3, 1, 4, 1, 5, 9, 2, 6};
DEVICE u32 calls = 100;
extern "C" GLOBAL void picks(const u32 *which, u32 *out) {
  u32 i = lane(), v = i + 1;
  for (int k = 0; k < 4; k++)
    v = steps[which[i + k] % 3](v, table[v & 7]);
  out[i] = v;
  __nvvm_atom_add_gen_i((int *)&calls, (int)(v & 1));
}

extern "C" GLOBAL void says(const u32 *in, u32 n) {
  struct { u32 lane; u32 pad; const char *word; u64 wide; double number; } a = {lane(), 0, in[lane()] & 1 ? "odd" : "even", (u64)in[lane()] << 20, in[lane()] * 0.125};
  if (lane() < n)
    vprintf("%u is %-5s %llx %9.3f%%\n", (const char *)&a);
}
