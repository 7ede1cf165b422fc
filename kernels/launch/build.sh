#!/bin/sh
# Rebuilds bin/: clang and lld 19.1.7, ptxas 12.4.99 or later, ocloc 22.43 (IGC 1.0.12504), which leaves files where it runs.
set -e
CLANG=${CLANG:-clang-19}; LLD=${LLD:-ld.lld-19}; PTXAS=${PTXAS:-ptxas}
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$here/bin/sm_50" "$here/bin/gfx1100" "$here/bin/tgllp"
work=$(mktemp -d); cd "$work"; trap 'rm -rf "$work"' EXIT
EXT="-Xclang -cl-ext=+cl_khr_int64_base_atomics,+cl_khr_int64_extended_atomics,+cl_khr_fp64,+cl_khr_fp16"
C="$CLANG -x cl -cl-std=CL2.0 -cl-no-stdinc -O2 -nogpulib -I$here/../src $EXT"
for k in launch second ordinary views constants; do
    $C -DNO_OFFSET -target nvptx64-nvidia-nvcl -march=sm_50 -Xclang -target-feature -Xclang +ptx64 -S -o $k.ptx "$here/src/$k.cl"
    $PTXAS -arch=sm_50 -o "$here/bin/sm_50/$k.cubin" $k.ptx
    $C -target amdgcn-amd-amdhsa -mcpu=gfx1100 -mcode-object-version=5 -c -o $k.o "$here/src/$k.cl"
    $LLD -shared $k.o -o "$here/bin/gfx1100/$k.co" && chmod 644 "$here/bin/gfx1100/$k.co"
    ocloc compile -q -file "$here/src/$k.cl" -device tgllp --format zebin -exclude_ir -output out -output_no_suffix \
        -options "-cl-std=CL3.0 -DISO_INTEL_FLOAT_ATOMICS -DISO_HALF_ARITH -I $here/../src" -internal_options -ze-emit-zebin-visa-sections
    cp out "$here/bin/tgllp/$k.zebin"
done
# Sums of products of bytes, which sm_61 has first.
mkdir -p "$here/bin/sm_61"
$PTXAS -arch=sm_61 -o "$here/bin/sm_61/products.cubin" "$here/src/products.ptx"
# Textures, which are refused.
$PTXAS -arch=sm_50 -o "$here/bin/sm_50/textures.cubin" "$here/src/textures.ptx"
# What one ptxas compiles otherwise than another; PTXAS_11_8, PTXAS_12_4 and PTXAS_12_9 name them.
$PTXAS_11_8 -arch=sm_50 -o "$here/bin/sm_50/newer.11.8.cubin" "$here/src/newer.ptx"
$PTXAS_12_4 -arch=sm_50 -o "$here/bin/sm_50/newer.12.4.cubin" "$here/src/newer.ptx"
$PTXAS_12_9 -arch=sm_50 -o "$here/bin/sm_50/newer.12.9.cubin" "$here/src/newer.ptx"
# Tables of the driver, which are refused.
$PTXAS -arch=sm_50 -o "$here/bin/sm_50/queries.cubin" "$here/src/queries.ptx"
# Names of C++.
CXX="$CLANG -O2 -nogpuinc -nogpulib"
$CXX -x cuda -nocudainc --cuda-device-only --cuda-gpu-arch=sm_50 --cuda-feature=+ptx64 -S -o names.ptx "$here/src/names.cu"
$PTXAS -arch=sm_50 -o "$here/bin/sm_50/names.cubin" names.ptx
$CXX -x hip -fuse-cuid=none --offload-device-only --offload-arch=gfx1100 -mcode-object-version=5 --no-gpu-bundle-output -o "$here/bin/gfx1100/names.co" "$here/src/names.cu"
chmod 644 "$here/bin/gfx1100/names.co"
# Groups that meet: for CUDA by its own header, which NVRTC 12.4 compiles (NVRTC is the folder with cuda_nvrtc/ and cuda_runtime/); for
# HIP by AMD's device libraries (OCLC is their folder).
if [ -n "$NVRTC" ]; then
    python3 "$here/nvrtc.py" "$NVRTC" "$here/src/cooperative.cu" cooperative.ptx --gpu-architecture=compute_50
    $PTXAS -arch=sm_50 -o "$here/bin/sm_50/cooperative.cubin" cooperative.ptx
fi
OCLC=${OCLC:-/usr/lib/x86_64-linux-gnu/amdgcn/bitcode}
echo '@__oclc_ISA_version = linkonce_odr protected local_unnamed_addr addrspace(4) constant i32 11000, align 4' > isa.ll
$CLANG -x ir -target amdgcn-amd-amdhsa -mcpu=gfx1100 -nogpulib -emit-llvm -c -o isa.bc isa.ll
L=
for l in $OCLC/ockl $OCLC/oclc_abi_version_500 $OCLC/oclc_wavefrontsize64_off ./isa; do L="$L -Xclang -mlink-builtin-bitcode -Xclang $l.bc"; done
$CXX -x hip -fuse-cuid=none --offload-device-only --offload-arch=gfx1100 -mcode-object-version=5 --no-gpu-bundle-output $L \
    -o "$here/bin/gfx1100/cooperative.co" "$here/src/cooperative.cu"
chmod 644 "$here/bin/gfx1100/cooperative.co"
# The same with ockl.bc of ROCm 6, whose groups meet in memory (LIBS is its folder).
if [ -n "$LIBS" ]; then
    $CXX -x hip -fuse-cuid=none --offload-device-only --offload-arch=gfx1100 -mcode-object-version=5 --no-gpu-bundle-output \
        $(echo "$L" | sed "s#$OCLC/ockl#$LIBS/ockl#") -o "$here/bin/gfx1100/cooperative_memory.co" "$here/src/cooperative.cu"
    chmod 644 "$here/bin/gfx1100/cooperative_memory.co"
fi
# Groups at the edges, with AMD's built-in functions of OpenCL C (version 4 asks the dispatch packet, 5 its hidden arguments); `uniform` says that there are
# none.
edges() { # version output flags
  L=
  for l in $OCLC/opencl $OCLC/ocml $OCLC/ockl $OCLC/oclc_abi_version_${1}00 $OCLC/oclc_wavefrontsize64_off $OCLC/oclc_daz_opt_off \
    $OCLC/oclc_finite_only_off $OCLC/oclc_unsafe_math_off $OCLC/oclc_correctly_rounded_sqrt_on ./isa; do
    L="$L -Xclang -mlink-builtin-bitcode -Xclang $l.bc"
  done
  $CLANG -x cl -cl-std=CL2.0 -target amdgcn-amd-amdhsa -mcpu=gfx1100 -mcode-object-version=$1 -nogpulib -O2 -Xclang -finclude-default-header $3 $L \
      -c -o edges.o "$here/src/edges.cl"
  $LLD -shared edges.o -o "$here/bin/gfx1100/$2.co" && chmod 644 "$here/bin/gfx1100/$2.co"
}
edges 5 edges; edges 4 edges_v4; edges 5 edges_uniform -cl-uniform-work-group-size
ocloc compile -q -file "$here/src/edges.cl" -device tgllp --format zebin -exclude_ir -output out -output_no_suffix \
    -options "-cl-std=CL3.0" -internal_options -ze-emit-zebin-visa-sections
cp out "$here/bin/tgllp/edges.zebin"
