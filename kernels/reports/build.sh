#!/bin/sh
# Rebuilds bin/: clang and lld 19.1.7, ptxas 12.4.99, ocloc 22.43 (IGC 1.0.12504).
set -e
CLANG=${CLANG:-clang-19}; LLD=${LLD:-ld.lld-19}; PTXAS=${PTXAS:-ptxas}; OCLOC=${OCLOC:-ocloc}
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$here/bin"
work=$(mktemp -d); cd "$work"; trap 'rm -rf "$work"' EXIT
cp "$here"/src/* "$here/../src/iso_cl.h" "$here/../explore/src/races.h" .
EXT="-Xclang -cl-ext=+cl_khr_int64_base_atomics,+cl_khr_int64_extended_atomics,+cl_khr_fp64,+cl_khr_fp16"
C="$CLANG -x cl -cl-std=CL2.0 -cl-no-stdinc -O2 -nogpulib -DISOTOPE_BARE -I. $EXT"
nv() {
    $C -target nvptx64-nvidia-nvcl -march=sm_50 -Xclang -target-feature -Xclang +ptx64 -S -o $1.ptx $1.cl
    $PTXAS -arch=sm_50 -o "$here/bin/$1.cubin" $1.ptx
}
amd() { # source, output, options
    $C $3 -target amdgcn-amd-amdhsa -mcpu=gfx1100 -mcode-object-version=5 -c -o $1.o $1.cl
    $LLD -shared $1.o -o "$here/bin/$2.co" && chmod 644 "$here/bin/$2.co"
}
nv reports; nv sm_50
amd reports reports; amd gfx1100 gfx1100; amd gfx1100 gfx1100_cu "-mcumode"; amd missing missing
amd branch branch "-gline-tables-only -fdebug-compilation-dir=."
amd uniform uniform_merged "-munsafe-fp-atomics"
amd uniform uniform_each "-munsafe-fp-atomics -mllvm -amdgpu-atomic-optimizer-strategy=None"
$OCLOC compile -q -file reports.cl -device tgllp --format zebin -exclude_ir -output out -output_no_suffix \
    -options "-cl-std=CL3.0 -cl-intel-greater-than-4GB-buffer-required -I ." -internal_options -ze-emit-zebin-visa-sections
if [ -f out.bin ]; then mv out.bin out; fi
mv out "$here/bin/reports.zebin"
