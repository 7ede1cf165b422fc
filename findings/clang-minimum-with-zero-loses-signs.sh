#!/usr/bin/env bash
# ziglang 0.14.1 (clang 19.1.7) and 0.17.1 (clang 22.1.8), -O2: `x < 0.0 ? x : 0.0` becomes a minimum, which is another zero for x = -0.0.
#
# Behaviour: C gives +0.0 for x = -0.0, because -0.0 < 0.0 is false. For gfx1100 clang writes v_min_f64 x, 0, which AMD's RDNA3 guide has take -0 for smaller than +0; for
# sm_50 it writes min.f64 x, 0.0, of which the PTX manual says the same (-0.0 < +0.0). No fast-math option is given. With the comparison the other way round,
# `x > 0.0 ? 0.0 : x`, which is x for -0.0, the same minimum is right.
# Seen with the packages of PyPI below on x86-64 Linux:
#   gfx1100: v_min_f64 v[0:1], v[0:1], 0        sm_50: min.f64 %fd2, %fd1, 0d0000000000000000
# Guess before: a comparison and a selection, because of the zeros.
set -euo pipefail
at=$(mktemp -d)
trap 'rm -rf "$at"' EXIT
python3 -m venv "$at/venv"
cat > "$at/gfx.c" <<'C'
__attribute__((amdgpu_kernel)) void k(double *p) { p[1] = p[0] < 0.0 ? p[0] : 0.0; }
C
sed 's/__attribute__((amdgpu_kernel))/__attribute__((nvptx_kernel))/' "$at/gfx.c" > "$at/nv.c"
for version in 0.14.1 0.17.1; do
    "$at/venv/bin/pip" install --quiet --disable-pip-version-check --no-deps --target "$at/$version" ziglang==$version
    zig=$at/$version/ziglang/zig
    gfx=$("$zig" clang -x c --target=amdgcn-amd-amdhsa -mcpu=gfx1100 -nogpulib -O2 -S "$at/gfx.c" -o - | grep -oE 'v_(min|cmp|cndmask)[^;]*' | paste -sd ';')
    nv=$("$zig" clang -x c --target=nvptx64-nvidia-cuda -nogpulib -O2 -S "$at/nv.c" -o - 2>/dev/null | grep -oE '(min|setp|selp)\.[^;]*' | paste -sd ';')
    echo "ziglang $version: gfx1100: $gfx; sm_50: $nv"
    [[ $gfx == v_min_f64*0 ]] || { echo "changed: no minimum for gfx1100"; exit 1; }
    [[ $nv == min.f64* ]] || { echo "changed: no minimum for sm_50"; exit 1; }
done
echo "as described"
