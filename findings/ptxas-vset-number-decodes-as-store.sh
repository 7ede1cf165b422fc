#!/usr/bin/env bash
# ptxas 11.8, 12.4 and 12.9 for sm_50, nvdisasm 12.8: a scalar video comparison with a number is a word that nvdisasm reads as a store.
#
# Behaviour: `vset.u32.u32.lt d, a, 5` assembles to 0xb4787fe000570000. nvdisasm shows `ST.E.S16 [R0+-0x7801fffb], R0, P5`, a store to memory through a
# register that holds no address. With a register in place of 5 it shows VSET. So either ptxas writes a store for a comparison, or the disassembler
# takes VSET with a number for ST; both have agreed since CUDA 11.8, and a reader of listings sees a store that the source does not have.
# Seen with the packages of PyPI below on x86-64 Linux, at -O0 and -O3:
#   /*0030*/ ST.E.S16 [R0+-0x7801fffb], R0, P5 ;  /* 0xb4787fe000570000 */
# Guess before: VSET with the number 5 in both forms.
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
  .reg .b64 %a; .reg .b32 %r<4>;
  ld.param.u64 %a, [p];
  cvta.to.global.u64 %a, %a;
  ld.global.u32 %r1, [%a];
  ld.global.u32 %r2, [%a+8];
  vset.u32.u32.lt %r3, %r1, $1;
  st.global.u32 [%a+4], %r3;
  ret;
}
P
}
for version in 11.8 12.4 12.9; do
    ptxas=$at/$version/nvidia/cuda_nvcc/bin/ptxas
    chmod +x "$ptxas"
    for with in 5 %r2; do
        ptx "$with" > "$at/k.ptx"
        "$ptxas" -arch=sm_50 -O3 "$at/k.ptx" -o "$at/k.cubin"
        line=$("$nvdisasm" -c -hex "$at/k.cubin" | grep -E 'VSET|ST\.E\.S16' | tr -s ' ')
        echo "ptxas $version, vset with $with:$line"
        case $with in
            5) [[ $line == *"ST.E.S16 ["*"], R0, P5 ; /* 0xb4787fe"* ]] || { echo "changed: no store is shown"; exit 1; } ;;
            *) [[ $line == *" VSET."* ]] || { echo "changed: no VSET is shown"; exit 1; } ;;
        esac
    done
done
echo "as described"
