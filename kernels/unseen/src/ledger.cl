// All three: a ledger of one group. Records are sorted in shared memory by a bitonic network, their amounts scanned, and what each kind of
// record is for decided by a switch; 64-bit quotients, rotations, counts of bits, vectors and printing.
typedef struct { long amount; ushort account; uchar kind; char note[5]; } Record;
#define N 128

ulong mix(ulong x) {
    x ^= x >> 29; x *= 0xbf58476d1ce4e5b9ul;
    x ^= rotate(x, (ulong)27); x *= 0x94d049bb133111ebul;
    return x ^ (x >> 31);
}

bool after(const __local Record *a, const __local Record *b) {
    return a->amount > b->amount || (a->amount == b->amount && a->account > b->account);
}

long fee(uchar kind, long amount, ulong salt) {
    switch (kind) {
    case 0: return amount / 100;
    case 1: return -(amount % 997);
    case 2: return (long)mul_hi((ulong)amount, salt);
    case 3: return popcount((ulong)amount) - (long)clz((ulong)amount | 1);
    case 4: return (long)((ulong)amount / ((salt & 0xffff) + 1));
    case 5: return amount >> 7 ^ (long)rotate((uint)amount, 11u);
    case 6: return hadd(amount, (long)salt);
    default: return amount < 0 ? -1 : 1;
    }
}

__kernel void ledger(__global Record *book, __global long *balance, __global uint *seen, __global int4 *vectors, ulong seed) {
    __local Record r[N];
    __local long scan[N];
    uint l = (uint)get_local_id(0), g = (uint)get_group_id(0);
    ulong x = mix(seed + g * N + l);
    Record mine;
    mine.amount = (long)(x >> 20) - (1l << 43) >> (l % 40);
    mine.account = (ushort)(x % 61);
    mine.kind = (uchar)(x >> 5 & 7);
    for (int i = 0; i < 5; i++) mine.note[i] = (char)(x >> (8 * i));
    r[l] = mine;
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll 1
    for (uint k = 2; k <= N; k <<= 1)
#pragma unroll 1
        for (uint j = k >> 1; j > 0; j >>= 1) {
            uint other = l ^ j;
            if (other > l) {
                bool up = (l & k) == 0;
                if (after(&r[l], &r[other]) == up) { Record t = r[l]; r[l] = r[other]; r[other] = t; }
            }
            barrier(CLK_LOCAL_MEM_FENCE);
        }
    scan[l] = r[l].amount + fee(r[l].kind, r[l].amount, mix(seed ^ l));
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll 1
    for (uint d = 1; d < N; d <<= 1) {
        long before = l >= d ? scan[l - d] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        scan[l] += before;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    uint at = g * N + l;
    book[at] = r[l];
    balance[at] = scan[l];
    atomic_add(&seen[r[l].account], 1u + r[l].kind);
    atomic_max((volatile __global int *)&seen[64], (int)(r[l].amount >> 32));
    atomic_xor(&seen[65], (uint)scan[l]);
    char4 c = (char4)(r[l].note[0], r[l].note[1], r[l].note[2], r[l].note[3]);
    int4 v = convert_int4(c);
    v.xz = v.wy * (int2)(3, -5);
    short8 s = (short8)(v.x, v.y, v.z, v.w, r[l].account, (short)l, (short)scan[l], 1);
    vectors[at] = v + convert_int4(add_sat(s.lo, s.odd)) + (v > (int4)(0)) - (int4)(s.s5);
    if (l == N - 1) printf("%u: %d %d, %#x, %d\n", g, (int)r[l].account, (int)r[0].kind, (uint)scan[l], vectors[at].y);
}
