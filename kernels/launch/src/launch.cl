// What a launch gives to a kernel: arguments of every kind, shared memory, the offset of the grid, data of the file. Expected memory
// is worked out from these lines, in tests/launches.rs of the command and in the scenarios beside this folder.
#include "iso_cl.h"
#ifdef ISO_BARE
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
typedef float float4 __attribute__((ext_vector_type(4)));
typedef short short3 __attribute__((ext_vector_type(3)));
typedef double wide;
#else
// tgllp has no doubles.
typedef float wide;
#endif

typedef struct { int count; uchar tag; wide weight; ulong list; } Pack; // the last is the address of two words

// Word k of `out` is argument k, as an integer.
__kernel void values(__global long *out, char c, uchar uc, short s, ushort us, int i, uint ui, long l, ulong ul, half h,
                     float f, wide d, float4 v, short3 t, Pack p) {
    __global uint *list = (__global uint *)p.list;
    long all[] = {c,   uc,  s,   us,  i,   ui,      l,     (long)ul,           (long)((float)h * 8), (long)(f * 8),
                  (long)(d * 8), (long)v.x, (long)v.y, (long)v.z, (long)v.w, t.x, t.y, t.z, p.count, p.tag,
                  (long)(p.weight * 8), list[0], list[1]};
    if (get_global_id(0) == 0) {
        for (int k = 0; k < (int)(sizeof all / sizeof *all); k++) out[k] = all[k];
        list[1] = 99;
    }
}

// Two arrays in shared memory that the launch makes: neighbours swap through the first, the second counts.
__kernel void shared(__global uint *out, __local uint *kept, const uint n, __local uint *counts) {
    const uint l = get_local_id(0);
    kept[l] = l * 3;
    if (l < 4) counts[l] = 100 * l;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_group_id(0) * get_local_size(0) + l] = kept[l ^ 1] + counts[l & 3] + n;
}

// Data of the file: a table that a host sets, a counter that launches leave.
__constant uint table[4] = {10, 25, 3, 40};
__global uint counter = 5;
__global uint history[4];

__kernel void symbols(__global uint *out) {
    const uint i = get_global_id(0);
    const uint value = table[i & 3];
    const uint before = atomic_add(&counter, value);
    if (i < 4) history[i] = before + value;
    out[i] = value;
}

#ifndef NO_OFFSET
// The global offset of a launch, in three dimensions.
__kernel void offsets(__global long *out) {
#ifdef __AMDGCN__
    __constant const long *offset = (__constant const long *)__builtin_amdgcn_implicitarg_ptr() + 5;
    const long ids[3] = {__builtin_amdgcn_workitem_id_x() + offset[0], __builtin_amdgcn_workitem_id_y() + offset[1],
                         __builtin_amdgcn_workitem_id_z() + offset[2]};
    const long at = __builtin_amdgcn_workitem_id_x() + 4 * __builtin_amdgcn_workitem_id_y();
#else
    const long ids[3] = {get_global_id(0), get_global_id(1), get_global_id(2)};
    const long at = get_local_id(0) + 4 * get_local_id(1);
#endif
    out[at] = ids[0] * 1000000 + ids[1] * 1000 + ids[2];
}
#endif
