#!/bin/sh
# Rebuilds the compiled files of the kit from src/. Tools come from the environment: clang and lld 19.1.7, ptxas 12.4.99, ocloc 22.43
# (IGC 1.0.12504) give the same bytes.
set -e
cd "$(dirname "$0")"
CLANG=${CLANG:-clang-19}; LLD=${LLD:-ld.lld-19}; PTXAS=${PTXAS:-ptxas}; OCLOC=${OCLOC:-ocloc}
T=$(mktemp -d)
amd() { # source output flags
  $CLANG -x cl -cl-std=CL2.0 -target amdgcn-amd-amdhsa -mcpu=gfx1100 -nogpulib -O2 -Wno-inline-asm $3 -c -o "$T/o" src/$1.cl
  $LLD -s -shared -o gfx1100/$2.co "$T/o"
  chmod 644 gfx1100/$2.co
}
amd ops ops
# Subnormals of f32 flushed by MODE.
amd ops flush "-cl-denorms-are-zero -DFLUSH"
amd images images
amd sync sync
$CLANG -x cuda --cuda-device-only --cuda-gpu-arch=sm_50 --cuda-feature=+ptx64 -nocudainc -nocudalib -w -O2 -S -o "$T/ops.ptx" src/ops.cu
$PTXAS -w -arch=sm_50 -o sm_50/ops.cubin "$T/ops.ptx"
$PTXAS -w -arch=sm_50 -o sm_50/surfaces.cubin src/surfaces.ptx
intel() { # source device output flags
  (F=$PWD; cd "$T" && $OCLOC compile -q -file "$F/src/$1.cl" -device $2 --format zebin -exclude_ir -output out -output_no_suffix \
    -options "$4" -internal_options -ze-emit-zebin-visa-sections && cp out "$F/$2/$3.zebin")
}
intel ops_intel tgllp ops "-cl-std=CL3.0 -DFLOATS"
intel sums_intel dg2 sums -cl-std=CL2.0
(F=$PWD; cd "$T" && $OCLOC compile -q -file "$F/src/typed_intel.cl" -device tgllp --format zebin -exclude_ir -output out -output_no_suffix \
  -options "-cl-std=CL3.0 -cl-intel-greater-than-4GB-buffer-required" -internal_options -ze-emit-zebin-visa-sections)
python3 src/typed.py "$T/out" tgllp
rm -r "$T"
