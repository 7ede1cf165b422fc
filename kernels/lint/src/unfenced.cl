// A barrier of vISA that orders no memory (JuliaGPU/oneAPI.jl#587), beside one that orders local memory.
kernel void bare(global const uint *in, global uint *out) {
    local uint part[256];
    uint l = get_local_id(0);
    part[l] = in[l];
    barrier(0);
    out[l] = part[l ^ 32];
}

kernel void bare_right(global const uint *in, global uint *out) {
    local uint part[256];
    uint l = get_local_id(0);
    part[l] = in[l];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[l] = part[l ^ 32];
}
