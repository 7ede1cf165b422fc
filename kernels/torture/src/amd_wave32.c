/* Exchange across a wave of 32 lanes of RDNA3. */
#include "torture.h"
#define V(k, j) word(in, pool, (i & ~31u) | ((j) & 31), k)
#define L (i & 31)
#ifdef HOST
#define ALL(e) ({ u32 m_ = 0; for (u32 j = 0; j < 32; j++) m_ |= (u32)((e) != 0) << j; m_; })
#endif
KERNEL wave(ARGS) {
  BEGIN
  u32 a = W(0), b = W(1), c = W(2);
#ifdef HOST
  u32 low = (1u << L) - 1, odd = ALL(V(0, j) & 1), none = ALL(V(1, j) == 0);
  O(V(0, b)); O(V(0, b >> 5)); O(odd); O(none); O(__builtin_popcount(odd & low) + 7); O(V(0, 0)); O(V(1, 17)); O(L == 9 ? V(0, 4) : a); O(__builtin_popcount(low)); O(V(0, L ^ 16)); 
  u32 target = 0; for (u32 j = 0; j < 32; j++) if (((j * 5 + 3) & 31) == L) target = V(0, j); O(target);
  target = 0; for (u32 j = 0; j < 32; j++) if ((j >> 1) == L) target = V(0, j); O(target);
  u32 r = 3;
  if (c & 1) { u32 live = ALL(V(2, j) & 1), first = __builtin_ctz(live); r = V(0, first) ^ live; r += ALL((V(2, j) & 1) && (V(1, j) & 4)) * 3; r ^= (live >> (b & 31) & 1) ? V(0, b) : 0; r += __builtin_popcount(live & low); }
  O(r);
  u32 s = 0, p = 0; for (u32 j = 0; j < 32; j++) { s += V(0, j); if (j <= L) p += V(0, j); } O(s); O(p);
  u32 bits = 0; for (u32 j = 0; j < 32; j++) bits = V(1, j) > bits ? V(1, j) : bits; O(bits);
#else
  u32 odd = __builtin_amdgcn_ballot_w32(a & 1), none = __builtin_amdgcn_ballot_w32(b == 0);
  O(__builtin_amdgcn_ds_bpermute(4 * b, a)); O(__builtin_amdgcn_ds_bpermute(b >> 3, a)); O(odd); O(none); O(__builtin_amdgcn_mbcnt_lo(odd, 7)); O(__builtin_amdgcn_readfirstlane(a)); O(__builtin_amdgcn_readlane(b, 17)); 
  { u32 x = a, v = __builtin_amdgcn_readlane(a, 4); __asm__("v_writelane_b32 %0, %1, 9" : "+v"(x) : "s"(v)); O(x); }
  O(__builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 0))); O(__builtin_amdgcn_permlanex16(0, a, 0x76543210, 0xfedcba98, 0, 0));
  O(__builtin_amdgcn_ds_permute(4 * (L * 5 + 3), a)); O(__builtin_amdgcn_ds_permute(4 * (L >> 1), a));
  u32 r = 3;
  if (c & 1) { u32 live = __builtin_amdgcn_ballot_w32(1); r = (u32)__builtin_amdgcn_readfirstlane(a) ^ live; r += __builtin_amdgcn_ballot_w32(b & 4) * 3; r ^= (u32)__builtin_amdgcn_ds_bpermute(4 * b, a); r += __builtin_amdgcn_mbcnt_lo(live, 0); }
  O(r);
  u32 s = a; for (u32 d = 16; d; d >>= 1) s += __builtin_amdgcn_ds_bpermute(4 * (L ^ d), s); O(s);
  u32 p = a; for (u32 d = 1; d < 32; d <<= 1) { u32 q = __builtin_amdgcn_ds_bpermute(4 * (L - d), p); if (L >= d) p += q; } O(p);
  u32 bits = b; for (u32 d = 16; d; d >>= 1) { u32 q = __builtin_amdgcn_ds_bpermute(4 * (L ^ d), bits); bits = q > bits ? q : bits; } O(bits);
#endif
}
