#!/bin/sh
# Rebuilds bin/, with debug information: clang and lld 19.1.7, ptxas 12.4.99, NVRTC 12.4 (by Python, from where NVRTC says libnvrtc.so is),
# ocloc 22.43 (IGC 1.0.12504). Sources are named without a folder, so that no path of the machine is written into files.
set -e
CLANG=${CLANG:-clang-19}; LLD=${LLD:-ld.lld-19}; PTXAS=${PTXAS:-ptxas}; NVRTC=${NVRTC:-libnvrtc.so.12}
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$here/bin/sm_50" "$here/bin/gfx1100" "$here/bin/tgllp"
work=$(mktemp -d); cd "$work"; trap 'rm -rf "$work"' EXIT
cp "$here"/src/* "$here/../src/iso_cl.h" . && touch -d @0 ./* # ptxas writes how old files are
EXT="-Xclang -cl-ext=+cl_khr_int64_base_atomics,+cl_khr_int64_extended_atomics,+cl_khr_fp64,+cl_khr_fp16"
C="$CLANG -x cl -cl-std=CL2.0 -cl-no-stdinc -O2 -nogpulib -I. -fdebug-compilation-dir=. $EXT"
for k in lines told; do
    $C -gdwarf-2 -gline-tables-only -target nvptx64-nvidia-nvcl -march=sm_50 -Xclang -target-feature -Xclang +ptx64 -S -o $k.ptx $k.cl
    sed -i 's|"[^"]*/|"|' $k.ptx
    $PTXAS -arch=sm_50 -lineinfo -o "$here/bin/sm_50/$k.cubin" $k.ptx
done
python3 - "$NVRTC" <<'PY'
import ctypes, sys
rtc, program, size = ctypes.CDLL(sys.argv[1]), ctypes.c_void_p(), ctypes.c_size_t()
options = (ctypes.c_char_p * 2)(b"-arch=compute_50", b"-lineinfo")
rtc.nvrtcCreateProgram(ctypes.byref(program), open("inlined.cu", "rb").read(), b"inlined.cu", 0, None, None)
assert rtc.nvrtcCompileProgram(program, 2, options) == 0
rtc.nvrtcGetPTXSize(program, ctypes.byref(size))
text = ctypes.create_string_buffer(size.value)
rtc.nvrtcGetPTX(program, text)
open("inlined.ptx", "wb").write(text.value)
PY
sed -i '/^\.file/s|"[^"]*/|"|; /^[[:space:]]*\.file/s|"[^"]*/|"|' inlined.ptx
$PTXAS -arch=sm_50 -lineinfo -o "$here/bin/sm_50/inlined.cubin" inlined.ptx
amd() { # source version of DWARF output
    $C -gdwarf-$2 -gline-tables-only -target amdgcn-amd-amdhsa -mcpu=gfx1100 -mcode-object-version=5 -c -o $1.o $1.cl
    $LLD -shared $1.o -o "$here/bin/gfx1100/$3.co" && chmod 644 "$here/bin/gfx1100/$3.co"
}
amd lines 4 lines4; amd lines 5 lines5; amd told 5 told
for k in lines told; do
    ocloc compile -q -file $k.cl -device tgllp --format zebin -exclude_ir -output out -output_no_suffix \
        -options "-g -cl-intel-greater-than-4GB-buffer-required -cl-std=CL3.0 -DISO_INTEL_FLOAT_ATOMICS -DISO_HALF_ARITH -I ." -internal_options -ze-emit-zebin-visa-sections
# IGC names the folder that it ran in.
python3 - "$work" $k "$here/bin/tgllp/$k.zebin" <<'PY'
import sys
name = sys.argv[2].encode() + b'.cl"'
whole = b'"' + sys.argv[1].encode() + b'/' + name
open(sys.argv[3], "wb").write(open("out", "rb").read().replace(whole, (b'"' + name).ljust(len(whole))))
PY
done
