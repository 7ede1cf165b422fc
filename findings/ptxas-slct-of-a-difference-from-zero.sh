#!/usr/bin/env bash
# ptxas 11.8, 12.4 and 12.9 for sm_50, -O3: slct by 0 - x compares x, which is another answer for the least number.
#
# Behaviour: `sub.s32 n, 0, x; slct.s32.s32 d, a, b, n` gives a where n >= 0. PTX subtracts modulo 2^32, so that n = -2147483648 for x = -2147483648, and d is b. ptxas
# leaves the subtraction out and tests `x <= 0` (ISETP.LE.AND P0, PT, R4, RZ), by which d is a. With -O0 it keeps both steps.
# Seen with the packages of PyPI below on x86-64 Linux:
#   -O3: ISETP.LE.AND P0, PT, R4, RZ, PT         -O0: IADD R2, RZ, -R2 and ICMP.GE R0, R0, R4, R2
# Guess before: the sign of the difference is tested at every level.
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
cat > "$at/k.ptx" <<'P'
.version 7.8
.target sm_50
.address_size 64
.visible .entry k(.param .u64 p)
{
  .reg .b64 %p; .reg .b32 %a, %b, %x, %n, %d;
  ld.param.u64 %p, [p];
  cvta.to.global.u64 %p, %p;
  ld.global.u32 %a, [%p];
  ld.global.u32 %b, [%p+4];
  ld.global.u32 %x, [%p+8];
  sub.s32 %n, 0, %x;
  slct.s32.s32 %d, %a, %b, %n;
  st.global.u32 [%p+12], %d;
  ret;
}
P
for version in 11.8 12.4 12.9; do
    ptxas=$at/$version/nvidia/cuda_nvcc/bin/ptxas
    chmod +x "$ptxas"
    for level in 3 0; do
        "$ptxas" -arch=sm_50 -O$level "$at/k.ptx" -o "$at/k.cubin"
        code=$("$nvdisasm" -c "$at/k.cubin" | grep -oE '(ISETP|ICMP|IADD R[0-9]+, (RZ, )?-)[^;]*' | paste -sd ';')
        echo "ptxas $version -O$level: $code"
        case $level in
            3) [[ $code =~ ^ISETP\.LE\.AND\ P0,\ PT,\ R[0-9]+,\ RZ,\ PT ]] || { echo "changed: x is not compared"; exit 1; } ;;
            0) [[ $code == *ICMP.GE* ]] || { echo "changed: -O0 does not test the difference"; exit 1; } ;;
        esac
    done
done
echo "as described"
