// Values that were never written and that reach memory, an address or a branch, and right kernels that look like them. Groups of 64
// work-items; in[l] is l + 1 but for in[64], which is 64.
#ifdef ISOTOPE_BARE
#include "iso_cl.h"
#endif
#ifdef __NVPTX__
#define meet() __syncthreads()
// build.sh lets it read a register that nobody writes: ptxas takes one that has been written.
#define UNWRITTEN(x) __asm__ volatile("mov.u32 %0, %%pm0;" : "=r"(x))
#else
#define meet() barrier(CLK_LOCAL_MEM_FENCE)
#ifdef __AMDGCN__
#define UNWRITTEN(x) __asm__ volatile("" : "={v40}"(x))
#else
#define UNWRITTEN(x) __asm__ volatile("" : "=rw"(x))
#endif
#endif
#ifdef SIMD
#define KERNEL __attribute__((intel_reqd_sub_group_size(SIMD))) kernel
#else
#define KERNEL kernel
#endif

#define OUT global volatile uint *out
#define IN const global volatile uint *in
#define ITEM uint l = get_local_id(0)
// All but the last item write their element.
#define SHORT(type)                                                                                                    \
    local volatile type t[64];                                                                                         \
    ITEM;                                                                                                              \
    if (l != 63)                                                                                                       \
        t[l] = in[l];                                                                                                  \
    meet()
// All but the last element are written.
#define ARRAY(type, n)                                                                                                 \
    volatile type a[n];                                                                                                \
    ITEM;                                                                                                              \
    for (uint i = 0; i < n - 1; i++)                                                                                   \
        a[i] = in[i]
#define REGISTER                                                                                                       \
    uint x;                                                                                                            \
    UNWRITTEN(x);                                                                                                      \
    ITEM

// Shared memory.

KERNEL void shared_store(OUT, IN) {
    SHORT(uint);
    out[l] = t[l ^ 1]; // shared_store uninit-store
}

KERNEL void shared_index(OUT, IN) {
    SHORT(uint);
    out[t[l ^ 1] & 63] = l; // shared_index uninit-address
}

KERNEL void shared_branch(OUT, IN) {
    SHORT(uint);
    if (t[l ^ 1] > 5) out[l] = in[l]; // shared_branch uninit-branch
}

KERNEL void shared_equal(OUT, IN) {
    SHORT(uint);
    if (t[l ^ 1] == 1234567) out[l] = in[l]; // shared_equal uninit-branch
}

KERNEL void shared_atomic(OUT, IN) {
    SHORT(uint);
    atomic_add(out, t[l ^ 1]); // shared_atomic uninit-atomic
}

KERNEL void shared_compare(OUT, IN) {
    SHORT(uint);
    atomic_cmpxchg(out, t[l ^ 1], 7u); // shared_compare uninit-atomic
}

KERNEL void shared_counter(OUT, IN) {
    local volatile uint count;
    ITEM;
    uint old = atomic_add(&count, in[l]);
    meet();
    out[l] = old; // shared_counter uninit-store
}

KERNEL void shared_bound(OUT, IN) {
    SHORT(uint);
    for (uint i = 0; i < (t[63] & 7); i++) // shared_bound uninit-branch
        out[l] += in[i];
}

KERNEL void shared_halo(OUT, IN) {
    local volatile float t[66];
    ITEM;
    t[l + 1] = in[l];
    meet();
    out[l] = (uint)(t[l] + 2.0f * t[l + 1] + t[l + 2]); // shared_halo uninit-store
}

KERNEL void shared_byte(OUT, IN) {
    SHORT(uchar);
    out[l] = t[l ^ 1]; // shared_byte uninit-store
}

KERNEL void shared_tree(OUT, IN) {
    SHORT(uint);
    for (uint n = 32; n != 0; n /= 2) {
        if (l < n)
            t[l] += t[l + n];
        meet();
    }
    if (l == 0)
        out[0] = t[0]; // shared_tree uninit-store
}

// Private memory.

KERNEL void private_store(OUT, IN) {
    ARRAY(uint, 8);
    out[l] = a[in[l] & 7]; // private_store uninit-store
}

KERNEL void private_index(OUT, IN) {
    ARRAY(uint, 8);
    out[a[in[l] & 7] & 63] = l; // private_index uninit-address
}

KERNEL void private_branch(OUT, IN) {
    ARRAY(uint, 8);
    if (a[in[l] & 7] < 9) out[l] = in[l]; // private_branch uninit-branch
}

KERNEL void private_atomic(OUT, IN) {
    ARRAY(uint, 8);
    atomic_max(out, a[in[l] & 7]); // private_atomic uninit-atomic
}

KERNEL void private_sum(OUT, IN) {
    ARRAY(uint, 8);
    uint sum = 0;
    for (uint i = 0; i < 8; i++)
        sum += a[i];
    out[l] = sum; // private_sum uninit-store
}

KERNEL void private_byte(OUT, IN) {
    ARRAY(uchar, 16);
    out[l] = a[in[l] & 15]; // private_byte uninit-store
}

KERNEL void private_path(OUT, IN) {
    volatile uint x;
    ITEM;
    if (in[l] != 5)
        x = in[l] + 3;
    out[l] = x; // private_path uninit-store
}

// Registers.

KERNEL void register_store(OUT, IN) {
    REGISTER;
    out[l] = in[l] + x; // register_store uninit-store
}

KERNEL void register_index(OUT, IN) {
    REGISTER;
    out[l] = in[x & 63]; // register_index uninit-address
}

KERNEL void register_branch(OUT, IN) {
    REGISTER;
    if (x == in[l]) out[l] = in[l]; // register_branch uninit-branch
}

KERNEL void register_atomic(OUT, IN) {
    REGISTER;
    atomic_xor(out, x); // register_atomic uninit-atomic
}

KERNEL void register_compare(OUT, IN) {
    REGISTER;
    atomic_cmpxchg(out, x, in[l]); // register_compare uninit-atomic
}

KERNEL void register_bits(OUT, IN) {
    REGISTER;
    out[l] = (x & 0xff00) | (in[l] & 0xff); // register_bits uninit-store
}

KERNEL void register_float(OUT, IN) {
    REGISTER;
    out[l] = (uint)(as_float(x) * 0.5f + (float)in[l]); // register_float uninit-store
}

KERNEL void register_wide(OUT, IN) {
    REGISTER;
    ulong y = ((ulong)x << 32 | in[l]) * 3;
    out[l] = (uint)(y >> 32); // register_wide uninit-store
}

// What is right: nothing that was never written decides anything.

KERNEL void right_shared(OUT, IN) {
    local volatile uint t[64];
    ITEM;
    t[l] = in[l];
    meet();
    out[t[l ^ 1] & 63] = t[63 - l];
}

KERNEL void right_select(OUT, IN) {
    SHORT(uint);
    uint x = t[l ^ 1];
    out[l] = l == 62 ? 9 : x;
}

KERNEL void right_tail(OUT, IN) {
    local volatile uint t[65];
    ITEM;
    t[l] = in[l];
    meet();
    uint next = t[l + 1];
    if (l != 63 && next > 5)
        out[l] = next;
}

KERNEL void right_private(OUT, IN) {
    volatile uint a[8];
    ITEM;
    for (uint i = 0; i < 8; i++)
        a[i] = in[i];
    out[l] = a[in[l] & 7];
}

KERNEL void right_copy(OUT, IN) {
    SHORT(uint);
    volatile uint a[4];
    a[l & 3] = t[l ^ 1];
    uint x = a[l & 1];
    meet();
    t[l] = x;
    out[l] = in[l];
}

KERNEL void right_mask(OUT, IN) {
    REGISTER;
    out[l] = (x & 0) | ((x << 8 | in[l]) & 0xff);
}

KERNEL void right_cancel(OUT, IN) {
    SHORT(uint);
    uint x = t[l ^ 1], y = t[l ^ 1];
    out[l] = in[l] + (x ^ y) + (x - y) * 3;
}

KERNEL void right_half(OUT, IN) {
    REGISTER;
    x = (x & 0xffff0000) | (in[l] & 0xffff);
    out[x & 63] = x & 0xffff;
    x = (x & 0xffff) | in[l] << 16;
    out[l] = x;
}

KERNEL void right_range(OUT, IN) {
    REGISTER;
    if ((x & 7) < 8 && (x | 1) != 0)
        out[l] = in[l];
}

KERNEL void right_bytes(OUT, IN) {
    local volatile uchar t[256];
    ITEM;
    t[4 * l] = in[l];
    t[4 * l + 2] = l;
    meet();
    out[l] = t[4 * (l ^ 1)] + t[4 * (l ^ 1) + 2];
}

KERNEL void right_counter(OUT, IN) {
    local volatile uint count;
    ITEM;
    if (l == 0)
        count = 0;
    meet();
    uint old = atomic_add(&count, 1u);
    meet();
    out[old] = count;
}
