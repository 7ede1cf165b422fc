// A program to step through and to look into: a branch that lanes disagree on, calls, recursion, and variables of every kind.
#include "iso_cl.h"

typedef struct {
    int left;
    float scale;
    uchar tag[3];
} Part;

__attribute__((noinline)) uint factorial(uint n) {
    if (n < 2)
        return 1;
    uint rest = factorial(n - 1);
    return n * rest;
}

__attribute__((noinline)) uint twice(uint x) {
    uint y = x + x;
    return y;
}

__kernel void branches(__global volatile uint *out) {
    uint i = get_global_id(0);
    uint value = 0;
    if (i & 1) {
        value = i * 3;
        out[i] = value;
    } else {
        value = i + 100;
        out[i] = value;
    }
    out[i] = value + 1;
}

__kernel void calls(__global uint *out) {
    uint i = get_global_id(0);
    uint a = twice(i);
    uint b = factorial(i % 5);
    out[i] = a + b;
}

__kernel void values(__global uint *out, uint n) {
    uint i = get_global_id(0);
    Part part;
    part.left = (int)i - 5;
    part.scale = (float)i * 0.5f;
    part.tag[0] = 1;
    part.tag[1] = (uchar)(i + 2);
    part.tag[2] = 3;
    ulong wide = (ulong)i << 33;
    short low = (short)-i;
    uint list[4] = { i, i + 1, i + 2, i + 3 };
    __global uint *at = out + i;
    *at = part.left + (uint)part.scale + part.tag[i % 3] + (uint)(wide >> 33) + low + list[n & 3];
}

// Goes on until somebody writes out[1]; no state of it comes twice soon.
__kernel void spins(__global volatile uint *out) {
    while (out[1] == 0)
        out[0] += 1;
}
