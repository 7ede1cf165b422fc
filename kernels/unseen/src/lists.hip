// AMD: lists in the device's heap, sorted by recursion; shared memory of the launch; virtual functions; halves; 128-bit integers.
typedef unsigned u32; typedef unsigned long u64; typedef unsigned __int128 u128; typedef unsigned char u8;
#ifdef HOST
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define __device__
#define __global__
#define NOINLINE __attribute__((noinline))
static u32 TID, GID, NID;
static u32 lds[64];
#define SYNC
#else
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define NOINLINE __attribute__((noinline))
#define TID __builtin_amdgcn_workitem_id_x()
#define GID __builtin_amdgcn_workgroup_id_x()
extern "C" __device__ u64 __ockl_dm_alloc(u64); extern "C" __device__ void __ockl_dm_dealloc(u64);
__device__ static void *malloc(u64 n) { return (void *)__ockl_dm_alloc(n); }
__device__ static void free(void *p) { __ockl_dm_dealloc((u64)p); }
#define SYNC __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "workgroup"), __builtin_amdgcn_s_barrier()
#endif
#ifndef HOST
extern "C" __device__ void __cxa_pure_virtual() { __builtin_trap(); }
#endif
struct Link { Link *next; u64 key; u32 tag; };
struct Shape { u32 a, b; __device__ Shape(u32 a, u32 b) : a(a), b(b) {} __device__ virtual u64 measure(u32 x) const = 0; };
struct Sum : Shape { using Shape::Shape; __device__ NOINLINE u64 measure(u32 x) const override { return (u64)a * x + b; } };
struct Wide : Shape { using Shape::Shape; __device__ NOINLINE u64 measure(u32 x) const override { u128 w = (u128)((u64)a << 32 | x) * ((u64)b << 17 | 5); return (u64)(w >> 43) % (a | 1); } };
struct Halves : Shape { using Shape::Shape; __device__ NOINLINE u64 measure(u32 x) const override { _Float16 h = (_Float16)(float)(x & 63) * (_Float16)0.375f + (_Float16)(float)(a & 15); float f = (float)h * 8.0f; return (u64)(long)f + (b >> (x & 7)); } };
__device__ NOINLINE Link *merge(Link *a, Link *b) {
    if (!a) return b;
    if (!b) return a;
    if (a->key <= b->key) { a->next = merge(a->next, b); return a; }
    b->next = merge(a, b->next); return b;
}
__device__ NOINLINE Link *sorted(Link *l) {
    if (!l || !l->next) return l;
    Link *slow = l, *fast = l->next;
    while (fast && fast->next) { slow = slow->next; fast = fast->next->next; }
    Link *half = slow->next; slow->next = nullptr;
    return merge(sorted(l), sorted(half));
}
extern "C" __global__ void lists(u64 *out, u32 *shared_out, u32 count, u8 salt
#ifndef HOST
) { extern __attribute__((shared)) u32 lds[];
#else
) {
#endif
    u32 t = TID, at = GID * 48 + t;
    Sum s(3 + t, 1000); Wide w(0x12345 + at, 77 + t); Halves h(t, 4096);
    const Shape *kinds[3] = {&s, &w, &h};
    Link *head = nullptr; u32 n = count + t % 5;
    for (u32 i = 0; i < n; i++) {
        Link *l = (Link *)malloc(sizeof(Link));
        l->key = kinds[(i + t) % 3]->measure(i * 40503u + salt); l->tag = i; l->next = head; head = l;
    }
    head = sorted(head);
    u64 sum = 0; u32 order = 0;
    while (head) { sum = sum * 1099511628211ul + head->key; order = order * 31 + head->tag; Link *next = head->next; free(head); head = next; }
    out[at] = sum;
#ifndef HOST
    lds[t] = order; SYNC;
    shared_out[at] = lds[47 - t] ^ order;
#else
    shared_out[at] = order;
#endif
}
#ifdef HOST
// For lists.json; what work-items read of each other's shared memory is put together afterwards.
int main() {
    static u64 out[144]; static u32 o[144], r[144];
    for (GID = 0; GID < 3; GID++) for (TID = 0; TID < 48; TID++) lists(out, o, 9, 200);
    for (int i = 0; i < 144; i++) r[i] = o[i / 48 * 48 + 47 - i % 48] ^ o[i];
    fwrite(out, 8, 144, fopen("lists.out", "wb")); fwrite(r, 4, 144, fopen("lists.shared", "wb")); fflush(0);
}
#endif
