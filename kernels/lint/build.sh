#!/bin/sh
# Rebuilds bin/: clang and lld 19.1.7, ptxas 12.4.99, ocloc 22.43 (IGC 1.0.12504), and LLVM 22 (ziglang 0.17.1) for bare.cl: LLVM 19 waits in front
# of every s_barrier.
set -e
CLANG=${CLANG:-clang-19}; LLD=${LLD:-ld.lld-19}; PTXAS=${PTXAS:-ptxas}; OCLOC=${OCLOC:-ocloc}; ZIG=${ZIG:-zig}
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$here/bin/sm_50" "$here/bin/gfx1100" "$here/bin/tgllp"
work=$(mktemp -d); cd "$work"; trap 'rm -rf "$work"' EXIT
# Options are written into zebins: no path of the machine.
cp "$here"/src/*.cl "$here/../src/iso_cl.h" "$here/../explore/src/explore.h" .
EXT="-Xclang -cl-ext=+cl_khr_int64_base_atomics,+cl_khr_int64_extended_atomics,+cl_khr_fp64,+cl_khr_fp16"
C="-x cl -cl-std=CL2.0 -cl-no-stdinc -O2 -nogpulib -DISOTOPE_BARE -I. $EXT"
AMD="-target amdgcn-amd-amdhsa -mcpu=gfx1100 -mcode-object-version=5"
$CLANG $C -target nvptx64-nvidia-nvcl -march=sm_50 -Xclang -target-feature -Xclang +ptx64 -S -o lint.ptx lint.cl
$PTXAS -arch=sm_50 -o "$here/bin/sm_50/lint.cubin" lint.ptx
$PTXAS -arch=sm_50 -o "$here/bin/sm_50/unwritten.cubin" "$here/src/unwritten.ptx"
for k in lint amd; do
    $CLANG $C $AMD -c -o $k.o $k.cl
    $LLD -shared $k.o -o "$here/bin/gfx1100/$k.co" && chmod 644 "$here/bin/gfx1100/$k.co"
done
$CLANG -target amdgcn-amd-amdhsa -mcpu=gfx1100 -c -o unwritten.o "$here/src/unwritten.s"
$LLD -shared unwritten.o -o "$here/bin/gfx1100/unwritten.co" && chmod 644 "$here/bin/gfx1100/unwritten.co"
$ZIG clang $C $AMD -w -c -o bare.o bare.cl
$ZIG ld.lld -shared bare.o -o "$here/bin/gfx1100/bare.co" && chmod 644 "$here/bin/gfx1100/bare.co"
for k in lint unfenced unwritten; do
    $OCLOC compile -q -file $k.cl -device tgllp --format zebin -exclude_ir -output out -output_no_suffix \
        -options "-cl-std=CL3.0 -cl-intel-greater-than-4GB-buffer-required -I ." -internal_options -ze-emit-zebin-visa-sections
    cp out "$here/bin/tgllp/$k.zebin"
done
