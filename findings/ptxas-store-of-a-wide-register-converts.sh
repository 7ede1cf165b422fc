#!/usr/bin/env bash
# ptxas 11.8, 12.4 and 12.9 for sm_50: a 32-bit store of a 64-bit register converts the double that it holds to an integer.
#
# Behaviour: `cvt.rn.f64.s32 %d, %r; st.global.b32 [a], %d` with %d declared .b64 becomes I2F.F64.S32, F2I.U32.F64.TRUNC and a store of the integer. The PTX
# manual has a store take the low bits of a register that is wider than the store (operand size exceeding instruction-type size); .b32 has no number to
# convert. With the bits moved by `mov.b64` in between, the low word is stored as it is. clang 22 writes the first form for C that stores the low word of a double.
# Seen with the packages of PyPI below on x86-64 Linux, at -O3:
#   I2F.F64.S32 R4, R4 ; F2I.U32.F64.TRUNC R5, R4 ; STG.E [R2+0x8], R5
# Guess before: STG.E of the low register of the pair in both forms.
set -euo pipefail
at=$(mktemp -d)
trap 'rm -rf "$at"' EXIT
python3 -m venv "$at/venv"
get() { "$at/venv/bin/pip" install --quiet --disable-pip-version-check --no-deps --target "$at/$1" "$2"; }
get 11.8 nvidia-cuda-nvcc-cu11==11.8.89
get 12.4 nvidia-cuda-nvcc-cu12==12.4.131
get 12.9 nvidia-cuda-nvcc-cu12==12.9.86
get tools triton==3.3.1
nvdisasm=$at/tools/triton/backends/nvidia/bin/nvdisasm
chmod +x "$nvdisasm"
ptx() {
    cat <<P
.version 7.8
.target sm_50
.address_size 64
.visible .entry k(.param .u64 p)
{
  .reg .b64 %a; .reg .b64 %d; .reg .f64 %f; .reg .b32 %r;
  ld.param.u64 %a, [p];
  cvta.to.global.u64 %a, %a;
  ld.global.u32 %r, [%a];
  $1
  st.global.b32 [%a+8], %d;
  ret;
}
P
}
for version in 11.8 12.4 12.9; do
    ptxas=$at/$version/nvidia/cuda_nvcc/bin/ptxas
    chmod +x "$ptxas"
    for form in 'cvt.rn.f64.s32 %d, %r;' 'cvt.rn.f64.s32 %f, %r; mov.b64 %d, %f;'; do
        ptx "$form" > "$at/k.ptx"
        "$ptxas" -arch=sm_50 -O3 "$at/k.ptx" -o "$at/k.cubin"
        code=$("$nvdisasm" -c "$at/k.cubin" | grep -oE '(I2F|F2I|STG)[^;]*' | paste -sd ';')
        echo "ptxas $version, $form $code"
        case $form in
            *mov*) [[ $code != *F2I* ]] || { echo "changed: a conversion after mov, too"; exit 1; } ;;
            *) [[ $code == *"F2I.U32.F64.TRUNC"* ]] || { echo "changed: no conversion"; exit 1; } ;;
        esac
    done
done
echo "as described"
