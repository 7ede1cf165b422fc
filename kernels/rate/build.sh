#!/bin/sh
# Rebuilds bin/: clang and lld 19.1.7, ptxas 12.4.99 or later, ocloc 22.43 (IGC 1.0.12504), which leaves files where it runs.
set -e
CLANG=${CLANG:-clang-19}; LLD=${LLD:-ld.lld-19}; PTXAS=${PTXAS:-ptxas}
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$here/bin/sm_50" "$here/bin/gfx1100" "$here/bin/tgllp" "$here/bin/tgllp.a64"
work=$(mktemp -d); cd "$work"; trap 'rm -rf "$work"' EXIT
C="$CLANG -x cl -cl-std=CL2.0 -cl-no-stdinc -O2 -nogpulib -I$here/../src -Xclang -cl-ext=+cl_khr_int64_base_atomics,+cl_khr_int64_extended_atomics"
$C -target nvptx64-nvidia-nvcl -march=sm_50 -Xclang -target-feature -Xclang +ptx64 -S -o rate.ptx "$here/src/rate.cl"
$PTXAS -arch=sm_50 -o "$here/bin/sm_50/rate.cubin" rate.ptx
$C -target amdgcn-amd-amdhsa -mcpu=gfx1100 -mcode-object-version=5 -c -o rate.o "$here/src/rate.cl"
$LLD -shared rate.o -o "$here/bin/gfx1100/rate.co" && chmod 644 "$here/bin/gfx1100/rate.co"
cp "$here/src/rate.cl" "$here/../src/iso_cl.h" . # the options are kept in the file
intel() { # folder flags
    ocloc compile -q -file rate.cl -device tgllp --format zebin -exclude_ir -output out -output_no_suffix \
        -options "-cl-std=CL3.0 -DISO_INTEL_FLOAT_ATOMICS -DISO_HALF_ARITH -I . $2" -internal_options -ze-emit-zebin-visa-sections
    cp out "$here/bin/$1/rate.zebin"
}
intel tgllp; intel tgllp.a64 -cl-intel-greater-than-4GB-buffer-required
