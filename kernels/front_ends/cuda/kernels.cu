// CUDA C++ without headers, for every NVRTC: each kernel reads `in`, and `out` is what programs.py says.
typedef unsigned int u32;
typedef unsigned long long u64;
#define KERNEL extern "C" __global__ void

KERNEL sums(const int *in, int *out) {
    __shared__ int part[2];
    int sum = in[blockIdx.x * 64 + threadIdx.x];
    for (int step = 16; step; step /= 2) sum += __shfl_down_sync(~0u, sum, step);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x == 0) out[blockIdx.x] = part[0] + part[1];
}

KERNEL scan(const int *in, int *out) {
    __shared__ int totals[2];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32, value = in[blockIdx.x * 64 + threadIdx.x];
    for (int step = 1; step < 32; step *= 2) {
        int before = __shfl_up_sync(~0u, value, step);
        if (lane >= step) value += before;
    }
    if (lane == 31) totals[warp] = value;
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = value + (warp ? totals[0] : 0);
}

KERNEL compact(const int *in, int *out) {
    int i = blockIdx.x * 64 + threadIdx.x, keep = in[i] % 3 == 0;
    u32 set = __ballot_sync(~0u, keep), first = 0;
    int lane = threadIdx.x % 32;
    if (lane == 0) first = atomicAdd((u32 *)out, __popc(set));
    first = __shfl_sync(~0u, first, 0);
    // The order of warps is free: each leaves its sum and its number of values.
    if (keep) atomicAdd(out + 1, in[i] * (1 + 0 * first));
}

KERNEL histogram(const int *in, int *out) {
    __shared__ int bins[32];
    if (threadIdx.x < 32) bins[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&bins[in[blockIdx.x * 64 + threadIdx.x] & 31], 1);
    __syncthreads();
    if (threadIdx.x < 32) atomicAdd(&out[threadIdx.x], bins[threadIdx.x]);
}

KERNEL extremes(const int *in, u64 *out) {
    long long value = (long long)in[blockIdx.x * 64 + threadIdx.x] << 20;
    atomicMax((long long *)out, value);
    atomicMin((long long *)out + 1, value);
    atomicOr(out + 2, (u64)value);
    atomicAnd(out + 3, ~(u64)value);
    atomicXor(out + 4, (u64)value);
}

KERNEL doubles(const int *in, double *out) {
    double value = in[blockIdx.x * 64 + threadIdx.x] * 0.25;
    u64 *at = (u64 *)out, old = *at, seen;
    do {
        seen = old;
        old = atomicCAS(at, seen, __double_as_longlong(__longlong_as_double(seen) + value));
    } while (old != seen);
}

KERNEL sorted(const int *in, int *out) {
    __shared__ int kept[64];
    int t = threadIdx.x;
    kept[t] = in[blockIdx.x * 64 + t];
    for (int size = 2; size <= 64; size *= 2)
        for (int step = size / 2; step; step /= 2) {
            __syncthreads();
            int other = t ^ step;
            if (other > t && (kept[t] > kept[other]) == !(t & size)) {
                int swapped = kept[t];
                kept[t] = kept[other];
                kept[other] = swapped;
            }
        }
    __syncthreads();
    out[blockIdx.x * 64 + t] = kept[t];
}

KERNEL product(const int *in, int *out) {
    __shared__ int a[8][8], b[8][9];
    int x = threadIdx.x % 8, y = threadIdx.x / 8, row = blockIdx.x / 2 * 8 + y, column = blockIdx.x % 2 * 8 + x, sum = 0;
    for (int k = 0; k < 16; k += 8) {
        a[y][x] = in[row * 16 + k + x];
        b[y][x] = in[(k + y) * 16 + column];
        __syncthreads();
        for (int i = 0; i < 8; i++) sum += a[y][i] * b[i][x];
        __syncthreads();
    }
    out[row * 16 + column] = sum;
}

KERNEL bits(const int *in, u32 *out) {
    int i = blockIdx.x * 64 + threadIdx.x;
    u32 x = in[i], y = in[i ^ 1];
    out[i] = __funnelshift_l(x, y, i & 31) ^ __byte_perm(x, y, 0x3614) ^ __brev(x) ^ (__popc(y) << 8) ^ (__clz(x) << 16) ^ __umulhi(x, y) ^ __sad(x, y, i);
}

KERNEL wide(const int *in, u64 *out) {
    int i = blockIdx.x * 64 + threadIdx.x;
    u64 x = (u64)(u32)in[i] * 0x9e3779b97f4a7c15ull, y = x >> 7 | 1;
    out[i] = __umul64hi(x, y) + x / y + x % (y >> 20 | 3) + (x << (i & 63));
}

__device__ int depth(int n, int *calls) {
    ++*calls;
    return n < 2 ? n : depth(n - 1, calls) + depth(n - 2, calls);
}

KERNEL recursion(const int *in, int *out) {
    int i = blockIdx.x * 64 + threadIdx.x, calls = 0;
    int value = depth(in[i] & 7, &calls);
    out[i] = value * 1000 + calls;
}

KERNEL privates(const int *in, int *out) {
    int i = blockIdx.x * 64 + threadIdx.x, kept[8];
    for (int k = 0; k < 8; k++) kept[k] = in[i] * k;
    for (int k = 0; k < 20; k++) kept[(in[i] + k * 3) & 7] += kept[(k * 5 + in[i]) & 7] ^ k;
    int sum = 0;
    for (int k = 0; k < 8; k++) sum += kept[k] << k;
    out[i] = sum;
}
