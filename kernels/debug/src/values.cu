// Variables as NVRTC -G tells of them: in registers of PTX, in local and in shared memory, in blocks.
struct Part { int left; float scale; unsigned char tag[3]; };

__shared__ unsigned cell[32];

extern "C" __global__ void values(unsigned *out, unsigned n) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    Part part;
    part.left = (int)i - 5;
    part.scale = (float)i * 0.5f;
    part.tag[1] = (unsigned char)(i + 2);
    float4 four = make_float4(1, 2, 3, i);
    unsigned long long wide = (unsigned long long)i << 33;
    cell[threadIdx.x] = i;
    unsigned *at = out + i;
    for (int k = 0; k < 3; k++) {
        *at = part.left + (unsigned)part.scale + part.tag[1] + (unsigned)four.w + cell[threadIdx.x] + k + (unsigned)(wide >> 33) + n;
    }
}
