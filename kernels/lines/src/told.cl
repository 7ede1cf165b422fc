// What `info`, `run --check-rules` and `run --fidelity` tell of instructions, at lines that tests name.
#include "iso_cl.h"

__kernel void told(__global uint *out, __global const uint *in, uint stop) {
    const uint i = (uint)get_global_id(0);
#ifdef __AMDGCN__
    uint early; // nobody waits for it
    __asm__ volatile("global_load_b32 %0, %1, off" : "=v"(early) : "v"(in + i));
    out[i] = early + 1;
    if (stop)
        __builtin_trap();
#elif defined(__NVPTX__)
    if (stop)
        __asm__ volatile("mov.u32 %0, %%pm0;" : "=r"(out[1]));
#endif
    __global float *sums = (__global float *)out + 64;
    sums[i] = (float)out[i] * as_float(in[i]);
}
