// Runs the instructions of sm.def on a GPU, on corner values and drawn ones, and prints what they gave as steps that Isotope can
// take: `instruction | registers before => registers after`. With --order it prints in which order the lanes of one atomic were
// served.
//
//   nvcc -std=c++17 -arch=native -o sm sm.cu && ./sm [DRAWN] > steps.txt

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <vector>

static void check(cudaError_t error, const char *what) {
    if (error != cudaSuccess) {
        fprintf(stderr, "error: %s: %s\n", what, cudaGetErrorString(error));
        exit(2);
    }
}

// Operands by the letters of sm.def: width, constraint of inline assembly, and how the bits travel.
#define WIDTH_f 32
#define WIDTH_u 32
#define WIDTH_d 64
#define WIDTH_l 64
#define WIDTH_h 16
#define C_f "f"
#define C_u "r"
#define C_d "d"
#define C_l "l"
#define C_h "h"
using T_f = float;
using T_u = uint32_t;
using T_d = double;
using T_l = uint64_t;
using T_h = uint16_t;

template <typename T> __device__ T of_bits(uint64_t x) {
    T value;
    memcpy(&value, &x, sizeof value);
    return value;
}

template <typename T> __device__ uint64_t to_bits(T value) {
    uint64_t x = 0;
    memcpy(&x, &value, sizeof value);
    return x;
}

enum Values { floats, integers, whole, halves };

struct Row {
    const char *ptx, *sass;
    int to, from[3];
    Values values;
    void (*kernel)(const uint64_t *, uint64_t *, int);
};

#define NAME2(line) kernel_##line
#define NAME(line) NAME2(line)
#define KERNEL(D, A, B, C, code)                                                                                            \
    __global__ void NAME(__LINE__)(const uint64_t *in, uint64_t *to, int n) {                                               \
        int i = blockIdx.x * blockDim.x + threadIdx.x;                                                                      \
        if (i >= n) return;                                                                                                 \
        auto a = of_bits<T_##A>(in[3 * i]);                                                                                 \
        auto b = of_bits<T_##B>(in[3 * i + 1]);                                                                             \
        auto c = of_bits<T_##C>(in[3 * i + 2]);                                                                             \
        (void)b, (void)c;                                                                                                   \
        T_##D out;                                                                                                          \
        code;                                                                                                               \
        to[i] = to_bits<T_##D>(out);                                                                                        \
    }
#define SM1(ptx, sass, D, A, values) KERNEL(D, A, u, u, asm volatile(ptx " %0, %1;" : "=" C_##D(out) : C_##A(a)))
#define SM2(ptx, sass, D, A, B, values)                                                                                     \
    KERNEL(D, A, B, u, asm volatile(ptx " %0, %1, %2;" : "=" C_##D(out) : C_##A(a), C_##B(b)))
#define SM3(ptx, sass, D, A, B, C, values)                                                                                  \
    KERNEL(D, A, B, C, asm volatile(ptx " %0, %1, %2, %3;" : "=" C_##D(out) : C_##A(a), C_##B(b), C_##C(c)))
#include "sm.def"
#undef SM1
#undef SM2
#undef SM3

static const Row rows[] = {
#define SM1(ptx, sass, D, A, values) {ptx, sass, WIDTH_##D, {WIDTH_##A, 0, 0}, values, NAME(__LINE__)},
#define SM2(ptx, sass, D, A, B, values) {ptx, sass, WIDTH_##D, {WIDTH_##A, WIDTH_##B, 0}, values, NAME(__LINE__)},
#define SM3(ptx, sass, D, A, B, C, values) {ptx, sass, WIDTH_##D, {WIDTH_##A, WIDTH_##B, WIDTH_##C}, values, NAME(__LINE__)},
#include "sm.def"
};

static uint64_t state = 1;
static uint64_t draw() {
    state += 0x9e3779b97f4a7c15;
    uint64_t z = state;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

using Bits = std::initializer_list<uint64_t>;

struct Format {
    int width, mantissa;
};
static Format format(int width) { return width == 16 ? Format{16, 10} : width == 32 ? Format{32, 23} : Format{64, 52}; }

// Zeros, subnormals, the smallest and largest normal numbers, one, infinities, NaNs of both kinds with payloads.
static std::vector<uint64_t> corners(int width, Values values) {
    std::vector<uint64_t> all;
    if (values == integers) {
        for (int b = 0; b < width; b++)
            for (uint64_t x : Bits{1ull << b, (1ull << b) - 1, (3ull << b) + 1})
                all.push_back(width == 64 ? x : x & 0xffffffff);
        return all;
    }
    if (values == halves) {
        // Each beside another one, so that the two ends of a register differ.
        auto one = corners(16, floats);
        for (size_t i = 0; i < one.size(); i++) all.push_back(one[i] | one[(7 * i + 5) % one.size()] << 16);
        return all;
    }
    auto [w, m] = format(width);
    uint64_t sign = 1ull << (w - 1), inf = (sign - 1) >> m << m, one = (inf >> 1) & inf, quiet = 1ull << (m - 1);
    for (uint64_t x : Bits{0, 1, (1ull << m) - 1, 1ull << m, one, one | quiet, inf - 1, inf, inf | 1, inf | quiet,
                       inf | quiet | 5, sign - 1})
        for (uint64_t s : Bits{0, sign})
            all.push_back(x | s);
    if (values == whole)
        // Around the limits of integers, and halves.
        for (int e : {-2, -1, 0, 1, 6, 7, 14, 15, 30, 31, 32, 62, 63, 64})
            for (uint64_t low : Bits{0, 1, quiet, quiet | 1, (1ull << m) - 1})
                for (uint64_t s : Bits{0, sign}) all.push_back(s | (one + ((uint64_t)(int64_t)e << m)) | low);
    return all;
}

static uint64_t drawn(int width, Values values) {
    uint64_t x = draw();
    if (values == halves) {
        uint64_t low = drawn(16, floats);
        return low | drawn(16, floats) << 16;
    }
    if (values == integers) return width == 64 ? x >> (draw() % 64) : (uint32_t)x >> (draw() % 32);
    auto [w, m] = format(width);
    uint64_t mask = w == 64 ? ~0ull : (1ull << w) - 1, sign = 1ull << (w - 1), inf = (sign - 1) >> m << m, one = (inf >> 1) & inf;
    // Half of them near one, where sums cancel and products meet, and some where products are subnormal.
    switch (draw() % 4) {
    case 0: return x & mask;
    case 1: return (x & (sign | ((1ull << m) - 1))) | ((one >> 1) & inf);
    default: return (x & (sign | ((1ull << m) - 1))) + (one + (draw() % 9 << m) - (4ull << m));
    }
}

static void put(int first, int width, uint64_t x) {
    if (width == 64) printf("R%d=%x,%x", first, (uint32_t)x, (uint32_t)(x >> 32));
    else printf("R%d=%x", first, (uint32_t)x);
}

static void run(const Row &row, size_t count) {
    int sources = row.from[2] ? 3 : row.from[1] ? 2 : 1;
    std::vector<std::vector<uint64_t>> values;
    for (int s = 0; s < sources; s++) values.push_back(corners(row.from[s], row.values));
    if (sources == 3)
        // All of three would be many: one of each kind.
        for (auto &list : values) {
            std::vector<uint64_t> some;
            for (size_t i = 0; i < list.size(); i += i % 2 ? 1 : 3) some.push_back(list[i]);
            list = some;
        }
    std::vector<uint64_t> in;
    size_t all = 1;
    for (auto &list : values) all *= list.size();
    for (size_t n = 0; n < all; n++) {
        size_t rest = n;
        for (int s = 0; s < 3; s++) {
            if (s >= sources) { in.push_back(0); continue; }
            in.push_back(values[s][rest % values[s].size()]);
            rest /= values[s].size();
        }
    }
    for (size_t n = 0; n < count; n++)
        for (int s = 0; s < 3; s++) in.push_back(s < sources ? drawn(row.from[s], row.values) : 0);
    int n = in.size() / 3;
    uint64_t *from, *to;
    check(cudaMalloc(&from, in.size() * 8), "cudaMalloc");
    check(cudaMalloc(&to, n * 8), "cudaMalloc");
    check(cudaMemcpy(from, in.data(), in.size() * 8, cudaMemcpyHostToDevice), "cudaMemcpy");
    row.kernel<<<(n + 255) / 256, 256>>>(from, to, n);
    check(cudaGetLastError(), row.ptx);
    std::vector<uint64_t> out(n);
    check(cudaMemcpy(out.data(), to, n * 8, cudaMemcpyDeviceToHost), row.ptx);
    check(cudaFree(from), "cudaFree");
    check(cudaFree(to), "cudaFree");
    printf("\n# %s\n", row.ptx);
    for (int i = 0; i < n; i++) {
        printf("%s |", row.sass);
        for (int s = 0; s < sources; s++) {
            putchar(' ');
            put(2 + 2 * s, row.from[s], in[3 * i + s]);
        }
        if (row.values == halves) printf(" sm=52");
        printf(" => ");
        put(0, row.to, out[i]);
        putchar('\n');
    }
}

// Each lane adds a bit of its own, so that what it gets back names the lanes before it.
__global__ void order(uint32_t *cells, uint32_t *to, int spread) {
    __shared__ uint32_t local[32];
    uint32_t lane = threadIdx.x, mine = 1u << lane, got;
    local[lane] = 0;
    __syncwarp();
    asm volatile("atom.global.add.u32 %0, [%1], %2;" : "=r"(got) : "l"(cells + lane % spread), "r"(mine) : "memory");
    to[lane] = got;
    __syncwarp();
    uint32_t at = (uint32_t)__cvta_generic_to_shared(&local[lane % spread]);
    asm volatile("atom.shared.add.u32 %0, [%1], %2;" : "=r"(got) : "r"(at), "r"(mine) : "memory");
    to[32 + lane] = got;
    __syncwarp();
    // Which of the lanes that store to one place comes last.
    asm volatile("st.global.u32 [%0], %1;" ::"l"(cells + 32 + lane % spread), "r"(lane) : "memory");
    __syncwarp();
    asm volatile("st.shared.u32 [%0], %1;" ::"r"(at), "r"(lane) : "memory");
    __syncwarp();
    to[64 + lane] = cells[32 + lane % spread];
    to[96 + lane] = local[lane % spread];
    // An atomic that ends in an exchange.
    __syncwarp();
    asm volatile("atom.global.exch.b32 %0, [%1], %2;" : "=r"(got) : "l"(cells + 64 + lane % spread), "r"(lane + 1) : "memory");
    to[128 + lane] = got;
}

static void orders() {
    for (int spread : {1, 2, 5}) {
        for (int again = 0; again < 1000; again++) {
            uint32_t *cells, *to, out[160];
            check(cudaMalloc(&cells, 96 * 4), "cudaMalloc");
            check(cudaMalloc(&to, sizeof out), "cudaMalloc");
            check(cudaMemset(cells, 0, 96 * 4), "cudaMemset");
            order<<<1, 32>>>(cells, to, spread);
            check(cudaMemcpy(out, to, sizeof out, cudaMemcpyDeviceToHost), "order");
            check(cudaFree(cells), "cudaFree");
            check(cudaFree(to), "cudaFree");
            const char *names[] = {"atom.global.add", "atom.shared.add", "st.global", "st.shared", "atom.global.exch"};
            static char seen[15][4096];
            static int times[15];
            for (int what = 0; what < 5; what++) {
                char line[4096];
                int at = 0;
                for (int l = 0; l < 32; l++) at += snprintf(line + at, sizeof line - at, " %x", out[32 * what + l]);
                int cell = what * 3 + (spread == 1 ? 0 : spread == 2 ? 1 : 2);
                if (again == 0) strcpy(seen[cell], line);
                times[cell] += strcmp(seen[cell], line) == 0;
                if (again == 999) printf("%s, %d addresses, %d of 1000 alike:%s\n", names[what], spread, times[cell], seen[cell]);
            }
        }
    }
}

int main(int argc, char **argv) {
    cudaDeviceProp device;
    check(cudaGetDeviceProperties(&device, 0), "no GPU");
    if (argc > 1 && strcmp(argv[1], "--order") == 0) {
        orders();
        return 0;
    }
    size_t count = argc > 1 ? strtoull(argv[1], nullptr, 10) : 100;
    printf("# What %s (compute capability %d.%d) computes, as steps of sm_50: written by hw/nvidia/sm.cu.\n", device.name,
           device.major, device.minor);
    for (const Row &row : rows) run(row, count);
}
