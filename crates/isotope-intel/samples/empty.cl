// A program without kernels: compiled for dg2 as native.cl is, without keeping vISA.
