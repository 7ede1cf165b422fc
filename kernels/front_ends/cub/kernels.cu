// Kernels on CUB's block and warp primitives, each a block of 64 threads with 4 items a thread.
#include <cub/block/block_adjacent_difference.cuh>
#include <cub/block/block_discontinuity.cuh>
#include <cub/block/block_exchange.cuh>
#include <cub/block/block_histogram.cuh>
#include <cub/block/block_load.cuh>
#include <cub/block/block_merge_sort.cuh>
#include <cub/block/block_radix_sort.cuh>
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/block/block_store.cuh>
#include <cub/warp/warp_reduce.cuh>
#include <cub/warp/warp_scan.cuh>

constexpr int THREADS = 64, ITEMS = 4;
struct Less { __device__ bool operator()(int a, int b) const { return a < b; } };
struct Larger { __device__ int operator()(int a, int b) const { return a < b ? b : a; } };

extern "C" __global__ void reduce(const int *in, int *out) {
    using Reduce = cub::BlockReduce<int, THREADS>;
    __shared__ typename Reduce::TempStorage kept;
    int items[ITEMS];
    for (int i = 0; i < ITEMS; i++) items[i] = in[threadIdx.x * ITEMS + i];
    int sum = Reduce(kept).Sum(items);
    if (threadIdx.x == 0) out[0] = sum;
}

extern "C" __global__ void reduce_raking(const int *in, int *out) {
    using Reduce = cub::BlockReduce<int, THREADS, cub::BLOCK_REDUCE_RAKING>;
    __shared__ typename Reduce::TempStorage kept;
    int largest = Reduce(kept).Reduce(in[threadIdx.x], Larger());
    if (threadIdx.x == 0) out[0] = largest;
}

extern "C" __global__ void scan(const int *in, int *out) {
    using Scan = cub::BlockScan<int, THREADS>;
    __shared__ typename Scan::TempStorage kept;
    int items[ITEMS];
    for (int i = 0; i < ITEMS; i++) items[i] = in[threadIdx.x * ITEMS + i];
    int total;
    Scan(kept).ExclusiveSum(items, items, total);
    for (int i = 0; i < ITEMS; i++) out[threadIdx.x * ITEMS + i] = items[i];
    if (threadIdx.x == 0) out[THREADS * ITEMS] = total;
}

extern "C" __global__ void scan_warps(const int *in, int *out) {
    using Scan = cub::BlockScan<int, THREADS, cub::BLOCK_SCAN_WARP_SCANS>;
    __shared__ typename Scan::TempStorage kept;
    int value = in[threadIdx.x];
    Scan(kept).InclusiveScan(value, value, Larger());
    out[threadIdx.x] = value;
}

extern "C" __global__ void radix_sort(const unsigned *in, unsigned *out) {
    using Sort = cub::BlockRadixSort<unsigned, THREADS, ITEMS>;
    __shared__ typename Sort::TempStorage kept;
    unsigned items[ITEMS];
    for (int i = 0; i < ITEMS; i++) items[i] = in[threadIdx.x * ITEMS + i];
    Sort(kept).Sort(items);
    for (int i = 0; i < ITEMS; i++) out[threadIdx.x * ITEMS + i] = items[i];
}

extern "C" __global__ void radix_descending(const int *in, int *out) {
    using Sort = cub::BlockRadixSort<int, THREADS, 1>;
    __shared__ typename Sort::TempStorage kept;
    int items[1] = {in[threadIdx.x]};
    Sort(kept).SortDescending(items);
    out[threadIdx.x] = items[0];
}

extern "C" __global__ void merge_sort(const int *in, int *out) {
    using Sort = cub::BlockMergeSort<int, THREADS, ITEMS>;
    __shared__ typename Sort::TempStorage kept;
    int items[ITEMS];
    for (int i = 0; i < ITEMS; i++) items[i] = in[threadIdx.x * ITEMS + i];
    Sort(kept).Sort(items, Less());
    for (int i = 0; i < ITEMS; i++) out[threadIdx.x * ITEMS + i] = items[i];
}

extern "C" __global__ void histogram(const unsigned char *in, unsigned *out) {
    using Histogram = cub::BlockHistogram<unsigned char, THREADS, ITEMS, 32, cub::BLOCK_HISTO_ATOMIC>;
    __shared__ typename Histogram::TempStorage kept;
    __shared__ unsigned bins[32];
    unsigned char items[ITEMS];
    for (int i = 0; i < ITEMS; i++) items[i] = in[threadIdx.x * ITEMS + i];
    Histogram(kept).Histogram(items, bins);
    __syncthreads();
    if (threadIdx.x < 32) out[threadIdx.x] = bins[threadIdx.x];
}

extern "C" __global__ void exchange(const int *in, int *out) {
    using Exchange = cub::BlockExchange<int, THREADS, ITEMS>;
    __shared__ typename Exchange::TempStorage kept;
    int items[ITEMS];
    for (int i = 0; i < ITEMS; i++) items[i] = in[threadIdx.x * ITEMS + i];
    Exchange(kept).BlockedToStriped(items, items);
    for (int i = 0; i < ITEMS; i++) out[threadIdx.x * ITEMS + i] = items[i];
}

extern "C" __global__ void transposed(const int *in, int *out) {
    using Load = cub::BlockLoad<int, THREADS, ITEMS, cub::BLOCK_LOAD_WARP_TRANSPOSE>;
    using Store = cub::BlockStore<int, THREADS, ITEMS, cub::BLOCK_STORE_TRANSPOSE>;
    __shared__ union { typename Load::TempStorage load; typename Store::TempStorage store; } kept;
    int items[ITEMS];
    Load(kept.load).Load(in, items, 250, -1);
    __syncthreads();
    for (int i = 0; i < ITEMS; i++) items[i] = items[i] * 2 + i;
    Store(kept.store).Store(out, items);
}

extern "C" __global__ void heads(const int *in, int *out) {
    using Discontinuity = cub::BlockDiscontinuity<int, THREADS>;
    __shared__ typename Discontinuity::TempStorage kept;
    int items[ITEMS], flags[ITEMS];
    for (int i = 0; i < ITEMS; i++) items[i] = in[threadIdx.x * ITEMS + i] & 1;
    Discontinuity(kept).FlagHeads(flags, items, cub::Inequality());
    for (int i = 0; i < ITEMS; i++) out[threadIdx.x * ITEMS + i] = flags[i];
}

extern "C" __global__ void warps(const int *in, int *out) {
    using Reduce = cub::WarpReduce<int>;
    using Scan = cub::WarpScan<int>;
    __shared__ typename Reduce::TempStorage reduced[2];
    __shared__ typename Scan::TempStorage scanned[2];
    int warp = threadIdx.x / 32, sum = Reduce(reduced[warp]).Sum(in[threadIdx.x]), before;
    Scan(scanned[warp]).ExclusiveSum(in[threadIdx.x], before);
    out[threadIdx.x] = before;
    if (threadIdx.x % 32 == 0) out[THREADS + warp] = sum;
}
