// What nvcc's front end says of inlined functions stands in the line program itself.
__device__ __forceinline__ void put(unsigned *out, unsigned at, unsigned value) {
    out[at] = value;
}

__device__ __forceinline__ void twice(unsigned *out, unsigned at) {
    put(out, 2 * at, at + 1);
}

extern "C" __global__ void nested(unsigned *out) {
    twice(out, threadIdx.x);
}

extern "C" __global__ void again(unsigned *out) {
    out[threadIdx.x] = 7;
    put(out, 64 + threadIdx.x, 9);
}
