// Stores, loads and exchanges that compilers leave where they stand, on three vendors' compilers.
#ifdef ISOTOPE_BARE
#include "iso_cl.h"
#define fence() iso_fence_device()
#else
#define fence() mem_fence(CLK_GLOBAL_MEM_FENCE)
#endif
#define store(m, at, value) ((m)[at] = (value))
#define load(m, at) ((m)[at])
#define exchange(m, at, value) atomic_xchg((m) + (at), (value))
