#!/usr/bin/env bash
# ziglang 0.17.1 (clang 22.1.8), target gfx1100, -O0: the bytes of a 64-bit number are reversed wrong.
#
# Behaviour: for __builtin_bswap64 each 32-bit word is copied by `v_mov_b16_e32 vN.l, vM.l`, which copies the low 16 bits and leaves the high half of
# vN as it was. `v_perm_b32` behind it reads all 32 bits of vN, so that two bytes of each word of the result come from an older value.
# With -O1 the words go to `v_perm_b32` whole. gfx1100 has addressed halves of registers by default since LLVM's change of mid-2025.
# Seen with ziglang 0.17.1 of PyPI on x86-64 Linux:
#   v_mov_b16_e32 v4.l, v2.l
#   s_mov_b32 s0, 0x10203
#   v_perm_b32 v4, 0, v4, s0
#   v_mov_b16_e32 v2.l, v3.l
#   v_perm_b32 v2, 0, v2, s0
# Guess before: right at every level, as for __builtin_bswap32.
set -euo pipefail
at=$(mktemp -d)
trap 'rm -rf "$at"' EXIT
python3 -m venv "$at/venv"
"$at/venv/bin/pip" install --quiet --disable-pip-version-check ziglang==0.17.1
cat > "$at/swap.c" <<'C'
__attribute__((amdgpu_kernel)) void swap(unsigned long *p) { p[1] = __builtin_bswap64(p[0]); }
C
code() {
    "$at/venv/bin/python" -m ziglang clang -x c --target=amdgcn-amd-amdhsa -mcpu=gfx1100 -nogpulib "$1" -S "$at/swap.c" -o - | grep -E 'v_perm_b32|v_mov_b16|s_mov_b32 s[0-9]+, 0x10203'
}
echo "-O0:"; code -O0 | tee "$at/O0"
echo "-O1:"; code -O1 | tee "$at/O1"
[ "$(grep -c 'v_mov_b16_e32 v[0-9]*\.l, v[0-9]*\.l' "$at/O0")" = 2 ] || { echo "changed: -O0 copies no halves"; exit 1; }
[ "$(grep -c v_perm_b32 "$at/O0")" = 2 ] || { echo "changed: -O0 permutes otherwise"; exit 1; }
! grep -q v_mov_b16 "$at/O1" || { echo "changed: -O1 copies halves, too"; exit 1; }
[ "$(grep -c v_perm_b32 "$at/O1")" = 2 ] || { echo "changed: -O1 permutes otherwise"; exit 1; }
echo "as described"
