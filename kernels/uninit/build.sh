#!/bin/sh
# Rebuilds bin/, with debug information: clang and lld 19.1.7, ptxas 12.4.99, ocloc 22.43 (IGC 1.0.12504). vISA is made for each SIMD width.
# Sources are named without a folder, so that no path of the machine is written into files.
set -e
CLANG=${CLANG:-clang-19}; LLD=${LLD:-ld.lld-19}; PTXAS=${PTXAS:-ptxas}; OCLOC=${OCLOC:-ocloc}
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$here/bin/sm_50" "$here/bin/gfx1100" "$here/bin/tgllp"
work=$(mktemp -d); cd "$work"; trap 'rm -rf "$work"' EXIT
cp "$here"/src/* "$here/../src/iso_cl.h" . && touch -d @0 ./* # ptxas writes how old files are
EXT="-Xclang -cl-ext=+cl_khr_int64_base_atomics,+cl_khr_int64_extended_atomics,+cl_khr_fp64,+cl_khr_fp16"
C="$CLANG -x cl -cl-std=CL2.0 -cl-no-stdinc -O2 -nogpulib -DISOTOPE_BARE -I. -gline-tables-only -fdebug-compilation-dir=. $EXT"
$C -gdwarf-2 -target nvptx64-nvidia-nvcl -march=sm_50 -Xclang -target-feature -Xclang +ptx64 -S -o uninit.ptx uninit.cl
sed -i -e 's|"[^"]*/|"|' -e 's/\([a-z]_[a-z]*\)\.\(t\|count\)$/\1_$_\2/' uninit.ptx # clang writes names of variables in two ways
$PTXAS -arch=sm_50 -lineinfo -o uninit.cubin uninit.ptx
# ptxas has registers that are written for variables that are not: each read of SR_PM0 becomes a copy of R19, which no kernel writes.
python3 - uninit.cubin "$here/bin/sm_50/uninit.cubin" <<'PY'
import struct, sys
data = bytearray(open(sys.argv[1], "rb").read())
for at in range(0, len(data) - 7, 8):
    word, = struct.unpack_from("<Q", data, at)
    if word >> 48 in (0x50c8, 0xf0c8) and word >> 20 & 0xff == 4:
        struct.pack_into("<Q", data, at, 0x5c98078000000000 | 19 << 20 | word & 0xfffff)
# Headers of code, and records of `.nv.info`, say how many registers a kernel has.
sections, = struct.unpack_from("<Q", data, 0x28)
size, count, names = struct.unpack_from("<3H", data, 0x3a)
names, = struct.unpack_from("<Q", data, sections + names * size + 0x18)
for header in range(sections, sections + count * size, size):
    name = names + struct.unpack_from("<I", data, header)[0]
    if data[name:].startswith(b".text."):
        data[header + 0x2f] = 32
    if data[name:].startswith(b".nv.info\0"):
        offset, length = struct.unpack_from("<QQ", data, header + 0x18)
        for at in range(offset, offset + length - 11, 4):
            if data[at:at + 4] == b"\4\x2f\x08\0":
                data[at + 8] = 32
open(sys.argv[2], "wb").write(data)
PY
amd() { # lanes of a wave, options
    $C $2 -target amdgcn-amd-amdhsa -mcpu=gfx1100 -mcode-object-version=5 -c -o uninit.o uninit.cl
    $LLD -shared uninit.o -o "$here/bin/gfx1100/uninit.w$1.co" && chmod 644 "$here/bin/gfx1100/uninit.w$1.co"
}
amd 32; amd 64 -mwavefrontsize64
for simd in 8 16 32; do
    $OCLOC compile -q -file uninit.cl -device tgllp --format zebin -exclude_ir -output out -output_no_suffix \
        -options "-g -cl-std=CL3.0 -cl-intel-greater-than-4GB-buffer-required -DSIMD=$simd -I ." -internal_options -ze-emit-zebin-visa-sections
    # IGC names the folder that it ran in.
    python3 - "$work" uninit "$here/bin/tgllp/uninit.simd$simd.zebin" <<'PY'
import sys
name = sys.argv[2].encode() + b'.cl"'
whole = b'"' + sys.argv[1].encode() + b'/' + name
open(sys.argv[3], "wb").write(open("out", "rb").read().replace(whole, (b'"' + name).ljust(len(whole))))
PY
done
