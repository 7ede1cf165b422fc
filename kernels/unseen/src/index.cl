// The second file of the scenario: where the records of each account stand, by counting, a sum of what is before, and places that atomics give.
typedef struct { long amount; ushort account; uchar kind; char note[5]; } Record;
__constant uint accounts = 61;

__kernel void count(__global const Record *book, __global uint *starts) {
    atomic_inc(&starts[book[get_global_id(0)].account + 1]);
}

// One group of 64: starts[i] becomes the number of records before account i.
__kernel void sums(__global uint *starts, __local uint *room) {
    uint l = get_local_id(0);
    room[l] = l <= accounts ? starts[l] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll 1
    for (uint d = 1; d < 64; d *= 2) {
        uint before = l >= d ? room[l - d] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        room[l] += before;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (l <= accounts) starts[l] = room[l];
}

__kernel void place(__global const Record *book, __global const uint *starts, __global uint *taken, __global uint *places, __global long *totals) {
    uint at = get_global_id(0), a = book[at].account;
    places[starts[a] + atomic_inc(&taken[a])] = at;
    atomic_max((volatile __global int *)&taken[64 + book[at].kind], (int)(book[at].amount >> 24));
    if (at == 0)
        for (uint i = 0; i < accounts; i++) totals[i] = (long)(starts[i + 1] - starts[i]) << 32 | starts[i];
}
