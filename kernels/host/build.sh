#!/bin/sh
# Rebuilds the compiled files of this folder, and with `want` what they must print. Tools come from the environment: clang and lld 19.1.7,
# ocloc 22.43 (IGC 1.0.12504), clang and llvm-spirv 15 for `pointers`, gcc 12 with glibc 2.36, PoCL 3.1, ptxas 12.4.99. LIBS is a folder with ocml.bc and ockl.bc of ROCm 6 for gfx1100, OCLC one with oclc_*.bc.
set -e
cd "$(dirname "$0")"
CLANG=${CLANG:-clang-19}; CLANG15=${CLANG15:-clang-15}; SPIRV=${SPIRV:-llvm-spirv-15}; LLD=${LLD:-ld.lld-19}; HOSTCC=${HOSTCC:-gcc}; PTXAS=${PTXAS:-ptxas}
OCLC=${OCLC:-/usr/lib/x86_64-linux-gnu/amdgcn/bitcode}; LIBS=${LIBS:-$OCLC}
link() {
  $LLD -shared -o bin/gfx1100/$1.co $1.o
  chmod 644 bin/gfx1100/$1.co
  rm -f $1.o
}
cl() { # source output flags
  $CLANG -x cl -cl-std=CL2.0 -target amdgcn-amd-amdhsa -mcpu=gfx1100 -nogpulib $3 -c -o $2.o src/$1.cl
  link $2
}
hip() { # source output flags
  L=
  for l in $LIBS/ocml $LIBS/ockl $OCLC/oclc_abi_version_500 $OCLC/oclc_wavefrontsize64_off ./isa; do
    L="$L -Xclang -mlink-builtin-bitcode -Xclang $l.bc"
  done
  $CLANG -x hip --offload-arch=gfx1100 --offload-device-only -nogpuinc -nogpulib $3 $L -emit-llvm -c -o $2.bc src/$1.hip
  $CLANG -x ir -target amdgcn-amd-amdhsa -mcpu=gfx1100 -nogpulib ${3%% *} -c -o $2.o $2.bc
  rm $2.bc
  link $2
}
# The version of gfx1100, which device libraries of ROCm 5.2 do not have yet.
echo '@__oclc_ISA_version = linkonce_odr protected local_unnamed_addr addrspace(4) constant i32 11000, align 4' > isa.ll
$CLANG -x ir -target amdgcn-amd-amdhsa -mcpu=gfx1100 -nogpulib -emit-llvm -c -o isa.bc isa.ll
cl printf printf -O2
cl printf printf_O0_wave64 "-O0 -mwavefrontsize64"
hip hip hip_buffered "-O2 -mprintf-kind=buffered"
hip hip hip_hostcall "-O2 -mprintf-kind=hostcall"
hip heap heap -O2
# OpenCL C with AMD's built-in functions, opencl.bc beside oclc_*.bc.
L=
for l in $OCLC/opencl $OCLC/ocml $OCLC/ockl $OCLC/oclc_abi_version_500 $OCLC/oclc_wavefrontsize64_off $OCLC/oclc_daz_opt_off \
  $OCLC/oclc_finite_only_off $OCLC/oclc_unsafe_math_off $OCLC/oclc_correctly_rounded_sqrt_on ./isa; do
  L="$L -Xclang -mlink-builtin-bitcode -Xclang $l.bc"
done
cl enqueue enqueue "-O2 -Xclang -finclude-default-header $L"
cl images images "-O2 -Xclang -finclude-default-header $L"
cl refused refused "-O2 -mcode-object-version=5 -Xclang -finclude-default-header $L"
cl refused refused_v4 "-O2 -mcode-object-version=4 -DOLD -Xclang -finclude-default-header $(echo $L | sed s/version_500/version_400/)"
hip calls calls -O2
hip calls calls_O0_wave64 "-O0 -mwavefrontsize64"
rm isa.ll isa.bc
ze() { # source device output flags internal
  (cd "$(mktemp -d)" && ocloc compile -q -file "$OLDPWD/src/$1.cl" -device $2 --format zebin -exclude_ir -output out -output_no_suffix \
    -options "${STD:--cl-std=CL3.0} $4" -internal_options "-ze-emit-zebin-visa-sections $5" && cp out "$OLDPWD/bin/visa/$3.zebin")
}
spirv() { # source device: pointers to functions, which ocloc's own front end does not take
  $CLANG15 -cc1 -triple spir64 -x cl -cl-std=CL2.0 -cl-ext=+__cl_clang_function_pointers -finclude-default-header -no-opaque-pointers \
    -O1 -emit-llvm-bc -o spirv.bc src/$1.cl
  $SPIRV --spirv-ext=+SPV_INTEL_function_pointers spirv.bc -o spirv.spv
  (cd "$(mktemp -d)" && ocloc compile -q -spirv_input -file "$OLDPWD/spirv.spv" -device $2 --format zebin -exclude_ir -output out \
    -output_no_suffix -internal_options -ze-emit-zebin-visa-sections && cp out "$OLDPWD/bin/visa/$1.$2.zebin")
  rm spirv.bc spirv.spv
}
ze printf skl printf.skl -DLANES=8
ze printf tgllp printf.tgllp "-DFLOATS -DLANES=16"
ze printf_more tgllp printf_more.tgllp -cl-intel-greater-than-4GB-buffer-required
ze images tgllp images.tgllp
ze images dg2 images.dg2
ze surfaces tgllp surfaces.tgllp "" -cl-intel-use-bindless-mode
STD=-cl-std=CL2.0 ze surfaces pvc surfaces.pvc "" -cl-intel-use-bindless-mode
ze grid tgllp grid.tgllp
ze grid dg2 grid.dg2
ze base tgllp base.tgllp
ze blocks tgllp blocks.tgllp -cl-intel-greater-than-4GB-buffer-required
STD=-cl-std=CL2.0 ze blocks pvc blocks.pvc
for device in tgllp skl; do ze packed $device packed.$device; done
for device in tgllp dg2 pvc; do spirv pointers $device; done
for device in dg2 pvc; do spirv asks $device; done
for device in tgllp dg2; do ze halves $device halves.$device -DIMAGES; done
ze images tgllp images.tgllp.O0 -cl-opt-disable
ze halves tgllp halves.tgllp.O0 "-DIMAGES -cl-opt-disable"
for device in skl pvc; do STD=-cl-std=CL2.0 ze doubles $device doubles.$device; done
STD=-cl-std=CL2.0 ze doubles skl doubles.skl.O0 -cl-opt-disable
ze halves tgllp halves.bindless -DIMAGES -cl-intel-use-bindless-images
ze halves skl halves.skl
STD=-cl-std=CL2.0 ze globals tgllp globals.tgllp
for f in implicit rotate scratch; do STD=-cl-std=CL2.0 ze $f pvc $f.pvc; done
STD=-cl-std=CL2.0 ze implicit dg2 implicit.dg2
cuda() { # optimisation of clang, output, flags of ptxas
  $CLANG -x cuda --cuda-device-only --cuda-gpu-arch=sm_50 --cuda-feature=+ptx64 -nocudainc -nocudalib -w $1 -S -o cuda.ptx src/cuda.cu
  $PTXAS -w -arch=sm_50 $3 -o bin/sm_50/$2.cubin cuda.ptx
  rm cuda.ptx
}
cuda -O2 cuda_O2 -O3
cuda -O2 cuda_O2_O0 -O0
cuda -O0 cuda_O0 -O0
cuda -O0 cuda_O0_g -g
$CLANG -x cuda --cuda-device-only --cuda-gpu-arch=sm_50 --cuda-feature=+ptx64 -nocudainc -nocudalib -w -O2 -S -o mixed.ptx src/mixed.cu
$PTXAS -w -arch=sm_50 -o bin/sm_50/mixed.cubin mixed.ptx
rm mixed.ptx
[ "$1" = want ] || exit 0
# Scalars as glibc prints them; vectors as PoCL does, which rounds ties of %G otherwise.
numbers() {
  echo '#include <stdio.h>'
  echo 'typedef unsigned uint; typedef unsigned char uchar; typedef unsigned short ushort; typedef unsigned long ulong;'
  echo 'static uint ID;'
  echo "typedef $real real;"
  sed -n '/^__kernel void numbers/,/^}/p' src/printf.cl | sed 's/__kernel\|__global//g'
  echo 'int main(void) { static int v[66]; static float f[66]; for (uint i = 0; i < 66; i++) { v[i] = (int)(i * 2654435761u) >> (i % 24);'
  echo 'f[i] = (float)v[i] * 0.03125f; } for (ID = 0; ID < 66; ID++) numbers(v, f); }'
}
for real in double float; do
  numbers > numbers.c
  $HOSTCC -w -o numbers numbers.c && ./numbers > want/printf.numbers.$real.txt
done
mv want/printf.numbers.double.txt want/printf.numbers.txt
$HOSTCC -w -o pocl src/pocl.c -lOpenCL
for k in vectors strings; do ./pocl src/printf.cl $k 2 33 > want/printf.$k.txt; done
$HOSTCC -w -DHOST -x c -o hip src/hip.hip && ./hip > want/hip.print.txt
$HOSTCC -w -DHOST -x c -o heap src/heap.hip && ./heap > want/heap.lists.txt
$HOSTCC -w -DHOST -x c++ -fno-rtti -o calls src/calls.hip -lstdc++ && ./calls > want/calls.calls.txt && ./calls r > want/calls.recursion.txt
$HOSTCC -w -fwrapv -DHOST -x c -o pointers src/pointers.cl && ./pointers > want/pointers.txt
$HOSTCC -w -DHOST -x c -o cuda src/cuda.cu
for k in numbers packing strings nested lists; do ./cuda $k > want/cuda.$k.txt; done
rm -f pointers cuda numbers numbers.c pocl hip heap calls
