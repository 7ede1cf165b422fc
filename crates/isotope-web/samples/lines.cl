// Faults at lines that tests name: `out` is too small for what is stored. Columns count, too.
#include "iso_cl.h"

inline void put(__global uint *out, uint at, uint value) {
    out[at] = value;
}

inline void twice(__global uint *out, uint at) {
    const uint doubled = 2 * at;
    put(out, doubled, at + 1);
}

__kernel void fill(__global uint *out) {
    const uint i = get_global_id(0);
    out[i] = i;
}

__kernel void nested(__global uint *out) {
    twice(out, get_global_id(0));
}
