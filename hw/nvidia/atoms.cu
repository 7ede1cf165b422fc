// Answers vectors with what a GPU does: records of `isotope vectors --format raw` on stdin, the same records on stdout with
// what the GPU left in memory and gave back. Every vector has a location and a thread of its own.
//
//   atoms KERNEL [--line KEY=VALUE].. [--chunk N]    KERNEL is the first column of atoms.def; lines go into the head
//   atoms --device                                   what would answer, as the lines that it adds to the head
//   atoms --pass                                     no GPU: records go through as a device would see them and leave them,
//                                                    unanswered; for tests of this program
//
// The exit status is 0, or 2 with a message.
#include <cuda_runtime.h>

#include <ctime>

#include "records.h"

#ifdef __CUDA_ARCH__
#define COMPILED_FOR (__CUDA_ARCH__ / 10)
#else
#define COMPILED_FOR 0
#endif

constexpr unsigned THREADS = 256;

using Word32 = uint32_t;
using Word64 = uint64_t;
#define REGISTER_32 "r"
#define REGISTER_64 "l"
#define ADDRESS_global "l"
#define ADDRESS_shared "r"

// Where the atomic finds a vector's memory, and how it comes back from there. Volatile, so that only the atomic stands
// between store and load.
#define ENTER_global(W)                                \
    W* place = mem + i;                                \
    const uint64_t address = __cvta_generic_to_global(place);
#define LEAVE_global
#define ENTER_shared(W)                                \
    __shared__ volatile W cells[THREADS];              \
    volatile W* place = cells + threadIdx.x;           \
    *place = mem[i];                                   \
    const uint32_t address = static_cast<uint32_t>(__cvta_generic_to_shared(const_cast<W*>(place)));
#define LEAVE_shared mem[i] = *place;

#define ISSUE_one(ptx, space, bits)                                                         \
    asm volatile(ptx " %0, [%1], %2;"                                                       \
                 : "=" REGISTER_##bits(old)                                                 \
                 : ADDRESS_##space(address), REGISTER_##bits(b)                             \
                 : "memory")
#define ISSUE_two(ptx, space, bits)                                                         \
    asm volatile(ptx " %0, [%1], %2, %3;"                                                   \
                 : "=" REGISTER_##bits(old)                                                 \
                 : ADDRESS_##space(address), REGISTER_##bits(b), REGISTER_##bits(c)         \
                 : "memory")
#define ISSUE_halves(ptx, space, bits)                                                      \
    asm volatile("{ .reg .b16 bl, bh, dl, dh; mov.b32 {bl, bh}, %2; " ptx                   \
                 " {dl, dh}, [%1], {bl, bh}; mov.b32 %0, {dl, dh}; }"                       \
                 : "=" REGISTER_##bits(old)                                                 \
                 : ADDRESS_##space(address), REGISTER_##bits(b)                             \
                 : "memory")

// A kernel for each line. On an sm below its least it is empty and never started.
#define ATOM(name, op, space, ptx, bits, form, least, settles)                                               \
    extern "C" __global__ void name(Word##bits* mem, const Word##bits* src0, const Word##bits* src1,         \
                                    Word##bits* returned, uint64_t n) {                                      \
        if constexpr (COMPILED_FOR >= least) {                                                               \
            const uint64_t i = uint64_t(blockIdx.x) * THREADS + threadIdx.x;                                 \
            if (i >= n) return;                                                                              \
            const Word##bits b = src0[i];                                                                    \
            [[maybe_unused]] const Word##bits c = src1[i];                                                   \
            Word##bits old;                                                                                  \
            ENTER_##space(Word##bits);                                                                       \
            ISSUE_##form(ptx, space, bits);                                                                  \
            returned[i] = old;                                                                               \
            LEAVE_##space                                                                                    \
        }                                                                                                    \
    }
#include "atoms.def"
#undef ATOM

__global__ void compiled_for(int* out) { *out = COMPILED_FOR; }

struct Row {
    const char *name, *op, *ptx;
    uint32_t bits;
    int least;
    const void* kernel;
};

const Row ROWS[] = {
#define ATOM(name, op, space, ptx, bits, form, least, settles) \
    {#name, op, ptx, bits, least, reinterpret_cast<const void*>(&name)},
#include "atoms.def"
#undef ATOM
};

void check(cudaError_t e, const char* what) {
    if (e != cudaSuccess) fail(std::string(what) + ": " + cudaGetErrorString(e));
}

template <typename T>
T* allocate(size_t n) {
    void* p = nullptr;
    check(cudaMalloc(&p, n * sizeof(T)), "cudaMalloc");
    return static_cast<T*>(p);
}

struct Device {
    int sm = 0, code = 0;
    std::string text;
};

Device open_device() {
    int count = 0;
    const cudaError_t e = cudaGetDeviceCount(&count);
    if (e != cudaSuccess) fail(std::string("no GPU: ") + cudaGetErrorString(e));
    if (count == 0) fail("no GPU");
    check(cudaSetDevice(0), "cudaSetDevice");
    cudaDeviceProp prop;
    check(cudaGetDeviceProperties(&prop, 0), "cudaGetDeviceProperties");
    int driver = 0, runtime = 0;
    check(cudaDriverGetVersion(&driver), "cudaDriverGetVersion");
    check(cudaRuntimeGetVersion(&runtime), "cudaRuntimeGetVersion");
    Device d;
    d.sm = prop.major * 10 + prop.minor;
    int* out = allocate<int>(1);
    compiled_for<<<1, 1>>>(out);
    check(cudaGetLastError(), "starting a kernel (was this built for another sm?)");
    check(cudaMemcpy(&d.code, out, sizeof d.code, cudaMemcpyDeviceToHost), "the first kernel");
    check(cudaFree(out), "cudaFree");
    const auto version = [](int v) { return std::to_string(v / 1000) + "." + std::to_string(v % 1000 / 10); };
    char date[32];
    const std::time_t now = std::time(nullptr);
    std::strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", std::gmtime(&now));
    d.text = std::string("device=") + prop.name + "\ncapability=" + std::to_string(prop.major) + "." +
             std::to_string(prop.minor) + "\ncompiled_for=sm_" + std::to_string(d.code) +
             "\ndriver_cuda=" + version(driver) + "\nruntime_cuda=" + version(runtime) + "\ndate=" + date + "\n";
    return d;
}

template <typename Word>
void answer(const Head& head, const Row* row, size_t chunk) {
    Word* on_device[FLAGS] = {};
    for (int c = 0; c < FLAGS && row; ++c) {
        if (c != NEW) on_device[c] = allocate<Word>(chunk);
    }
    Chunk<Word> part;
    for (uint64_t done = 0; done < head.count;) {
        const size_t n = head.count - done < chunk ? size_t(head.count - done) : chunk, bytes = n * sizeof(Word);
        part.read(n);
        for (int c : {MEM, SRC0, SRC1, RETURNED}) {
            if (row) check(cudaMemcpy(on_device[c], part.columns[c].data(), bytes, cudaMemcpyHostToDevice), "copy to the GPU");
        }
        if (row) {
            uint64_t count = n;
            void* args[] = {&on_device[MEM], &on_device[SRC0], &on_device[SRC1], &on_device[RETURNED], &count};
            const dim3 blocks(unsigned((n + THREADS - 1) / THREADS));
            check(cudaLaunchKernel(row->kernel, blocks, dim3(THREADS), args, 0, nullptr), row->name);
            check(cudaDeviceSynchronize(), row->name);
            check(cudaMemcpy(part.columns[NEW].data(), on_device[MEM], bytes, cudaMemcpyDeviceToHost), "copy of memory");
            check(cudaMemcpy(part.columns[RETURNED].data(), on_device[RETURNED], bytes, cudaMemcpyDeviceToHost),
                  "copy of returned values");
        }
        part.write();
        done += n;
    }
    for (Word* p : on_device) {
        if (p) check(cudaFree(p), "cudaFree");
    }
}

int main(int argc, char** argv) {
    std::string lines, name;
    size_t chunk = size_t(1) << 20;
    bool pass = false, device_only = false;
    for (int i = 1; i < argc; ++i) {
        const std::string arg = argv[i];
        const auto value = [&] { return i + 1 < argc ? std::string(argv[++i]) : (fail(arg + ": expected a value"), ""); };
        if (arg == "--line") {
            const std::string line = value();
            if (line.find('=') == line.npos || line.find('\n') != line.npos) fail("--line: expected KEY=VALUE");
            lines += line + "\n";
        } else if (arg == "--chunk") {
            chunk = std::strtoull(value().c_str(), nullptr, 10);
            if (chunk == 0 || chunk > size_t(1) << 28) fail("--chunk: expected 1 to 2^28 vectors");
        } else if (arg == "--pass") {
            pass = true;
        } else if (arg == "--device") {
            device_only = true;
        } else if (name.empty() && arg[0] != '-') {
            name = arg;
        } else {
            fail("unexpected `" + arg + "`; usage: atoms KERNEL [--line KEY=VALUE].. [--chunk N] | --device | --pass");
        }
    }
    if (device_only) {
        std::fputs(open_device().text.c_str(), stdout);
        return 0;
    }
    const Row* row = nullptr;
    for (const Row& r : ROWS) {
        if (name == r.name) row = &r;
    }
    if (!row && !pass) fail("expected a kernel of atoms.def, found `" + name + "`");
    Head head = read_head();
    if (head.word != 4 && head.word != 8) fail("expected words of 4 or 8 bytes, found " + std::to_string(head.word));
    if (pass) {
        row = nullptr;
    } else {
        if (head.word * 8 != row->bits) {
            fail(name + " has " + std::to_string(row->bits) + " bits, the vectors have " + std::to_string(head.word * 8));
        }
        const Device d = open_device();
        if (d.sm < row->least || d.code < row->least) {
            fail(name + " needs sm_" + std::to_string(row->least) + "; the GPU is sm_" + std::to_string(d.sm) +
                 ", this program was built for sm_" + std::to_string(d.code));
        }
        head.text += "kernel=" + name + "\nptx=" + row->ptx + "\n" + d.text;
    }
    head.text += lines;
    write_head(head);
    if (head.word == 4) answer<Word32>(head, row, chunk);
    else answer<Word64>(head, row, chunk);
    if (std::fgetc(stdin) != EOF) fail("more records than the head says");
    if (std::fflush(stdout) != 0) fail("cannot write the answers");
    return 0;
}
