// A launch of every kind of thing at once: a struct with a struct, an array and a pointer in it, vectors of three, constant and shared memory,
// an image array where there are images, three dimensions, smaller groups at the edges and a global offset.
// Launches of CUDA have no such offset.
#ifdef NO_OFFSET
#define get_global_offset(d) 0u
#endif
typedef struct { long l; short s[3]; } Inner;
typedef struct { uchar3 c; Inner in[2];
#ifndef APART
    __global uint *counts;
#endif
    float f; } Parcel;

__kernel void parcels(__global int4 *out, Parcel p, int3 v, __constant short *table, __local int *room, uchar shift
#ifdef APART
    , __global uint *counts
#define COUNTS counts
#else
#define COUNTS p.counts
#endif
#ifdef IMAGES
    , __read_only image2d_array_t image
#endif
) {
    uint x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    uint ox = x - get_global_offset(0), oy = y - get_global_offset(1), oz = z - get_global_offset(2);
    uint nx = get_global_size(0), ny = get_global_size(1);
    uint l = (get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0);
    uint size = get_local_size(0) * get_local_size(1) * get_local_size(2);
    room[l] = (int)(x * 100 + y * 10 + z);
    barrier(CLK_LOCAL_MEM_FENCE);
    int4 r;
    r.x = room[size - 1 - l] + v.x;
    r.y = (int)(p.in[z & 1].l >> shift) + p.in[1].s[x % 3] * p.c.y;
    r.z = table[(x + y) & 7] * v.y - p.c.z;
    r.w = (int)(p.f * (float)(int)(x + v.z)) + p.c.x;
#ifdef IMAGES
    uint4 texel = read_imageui(image, (int4)(ox & 3, oy & 1, oz & 1, 0));
    r.w += texel.x + 256 * texel.y;
#endif
    out[(oz * ny + oy) * nx + ox] = r;
    if (l == 0) atomic_add(&COUNTS[get_num_groups(0)], size);
}
