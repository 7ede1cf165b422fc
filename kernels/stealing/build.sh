#!/bin/sh
# Rebuilds bin/: clang and lld 19.1.7, ptxas 12.4.99, ocloc 22.43 (IGC 1.0.12504) and ocloc 26.27 (IGC 2.40.14). vISA is made for two SIMD widths.
set -e
CLANG=${CLANG:-clang-19}; LLD=${LLD:-ld.lld-19}; PTXAS=${PTXAS:-ptxas}; OCLOC=${OCLOC:-ocloc}; OCLOC_2=${OCLOC_2:-ocloc-26.27.1}
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$here/bin"
work=$(mktemp -d); cd "$work"; trap 'rm -rf "$work"' EXIT
cp "$here"/src/* "$here/../src/iso_cl.h" .
C="$CLANG -x cl -cl-std=CL2.0 -cl-no-stdinc -O2 -nogpulib -DISOTOPE_BARE -I. -Xclang -cl-ext=+cl_khr_int64_base_atomics,+cl_khr_int64_extended_atomics,+cl_khr_fp64,+cl_khr_fp16"
$C -target nvptx64-nvidia-nvcl -march=sm_50 -Xclang -target-feature -Xclang +ptx64 -S -o stealing.ptx stealing.cl
$PTXAS -arch=sm_50 -o "$here/bin/stealing.cubin" stealing.ptx
$C -target amdgcn-amd-amdhsa -mcpu=gfx1100 -mcode-object-version=5 -c -o stealing.o stealing.cl
$LLD -shared stealing.o -o "$here/bin/stealing.co" && chmod 644 "$here/bin/stealing.co"
visa() { # generation, compiler
    for simd in 8 32; do
        $2 compile -q -file stealing.cl -device tgllp --format zebin -exclude_ir -output out -output_no_suffix \
            -options "-cl-std=CL3.0 -DSIMD=$simd" -internal_options -ze-emit-zebin-visa-sections
        if [ -f out.bin ]; then mv out.bin out; fi
        mv out "$here/bin/igc$1.simd$simd.zebin"
    done
}
visa 1 "$OCLOC"; visa 2 "$OCLOC_2"
