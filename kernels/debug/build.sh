#!/bin/sh
# Rebuilds bin/, with the variables of the sources: clang and lld 19.1.7, ptxas 12.4, NVRTC 12.4 (by Python), ocloc of IGC 2.
# Sources are named without a folder, so that no path of the machine is written into files.
set -e
CLANG=${CLANG:-clang-19}; LLD=${LLD:-ld.lld-19}; PTXAS=${PTXAS:-ptxas}; NVRTC=${NVRTC:-libnvrtc.so.12}; OCLOC=${OCLOC:-ocloc}
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$here/bin/sm_50" "$here/bin/gfx1100" "$here/bin/tgllp"
work=$(mktemp -d); cd "$work"; trap 'rm -rf "$work"' EXIT
cp "$here"/src/* "$here/../src/iso_cl.h" . && touch -d @0 ./* # ptxas writes how old files are
EXT="-Xclang -cl-ext=+cl_khr_int64_base_atomics,+cl_khr_int64_extended_atomics,+cl_khr_fp64,+cl_khr_fp16"
C="$CLANG -x cl -cl-std=CL2.0 -cl-no-stdinc -nogpulib -I. -fdebug-compilation-dir=. $EXT"
$C -O0 -gdwarf-2 -target nvptx64-nvidia-nvcl -march=sm_50 -Xclang -target-feature -Xclang +ptx64 -S -o steps.ptx steps.cl
sed -i 's|"[^"]*/|"|' steps.ptx
$PTXAS -arch=sm_50 -g -O0 -o "$here/bin/sm_50/steps.cubin" steps.ptx
for level in 0 1; do
    $C -O$level -gdwarf-5 -target amdgcn-amd-amdhsa -mcpu=gfx1100 -mcode-object-version=5 -c -o steps.o steps.cl
    $LLD -shared steps.o -o "$here/bin/gfx1100/steps.O$level.co" && chmod 644 "$here/bin/gfx1100/steps.O$level.co"
done
python3 - "$NVRTC" "$work" "$here/bin/sm_50/values.cubin" <<'PY'
import ctypes, sys
rtc, program, size = ctypes.CDLL(sys.argv[1]), ctypes.c_void_p(), ctypes.c_size_t()
options = (ctypes.c_char_p * 2)(b"-arch=sm_50", b"-G")
rtc.nvrtcCreateProgram(ctypes.byref(program), open("values.cu", "rb").read(), b"values.cu", 0, None, None)
assert rtc.nvrtcCompileProgram(program, 2, options) == 0
rtc.nvrtcGetCUBINSize(program, ctypes.byref(size))
code = ctypes.create_string_buffer(size.value)
rtc.nvrtcGetCUBIN(program, code)
# NVRTC names the folder that it ran in.
folder = sys.argv[2].encode()
open(sys.argv[3], "wb").write(code.raw.replace(folder, b"./" * (len(folder) // 2) + b"." * (len(folder) % 2)))
PY
$OCLOC compile -q -file steps.cl -device tgllp -exclude_ir -output_no_suffix -output out \
    -options "-g -cl-intel-greater-than-4GB-buffer-required -cl-std=CL3.0 -I ." -internal_options "-ze-emit-zebin-visa-sections"
python3 - "$work" "$here/bin/tgllp/steps.zebin" <<'PY'
import sys
# IGC names the folder that it ran in.
folder = sys.argv[1].encode()
whole = b'"' + folder + b'/steps.cl"'
code = open("out.bin", "rb").read().replace(whole, b'"steps.cl"'.ljust(len(whole)))
open(sys.argv[2], "wb").write(code.replace(folder, b"./" * (len(folder) // 2) + b"." * (len(folder) % 2)))
PY
