#!/usr/bin/env bash
# ziglang 0.14.1 (clang 19.1.7) and 0.17.1 (clang 22.1.8) for gfx1100, -O2: `(0.0f - x) / y` divides -x, which has the other sign for x = +0.0.
#
# Behaviour: 0.0f - 0.0f is +0.0, and -(0.0f) is -0.0, so that the quotient of a zero has the wrong sign. No fast-math option is given. Where the difference is stored and not
# divided, it is a subtraction.
# Seen with the packages of PyPI below on x86-64 Linux:
#   v_div_scale_f32 v0, null, s3, s3, -s2 and v_div_fixup_f32 v0, v0, s3, -s2, without a subtraction
# Guess before: v_sub_f32 in front of the division.
set -euo pipefail
at=$(mktemp -d)
trap 'rm -rf "$at"' EXIT
python3 -m venv "$at/venv"
cat > "$at/divided.c" <<'C'
__attribute__((amdgpu_kernel)) void k(float *p) { p[1] = (0.0f - p[0]) / p[2]; }
C
cat > "$at/stored.c" <<'C'
__attribute__((amdgpu_kernel)) void k(float *p) { p[1] = 0.0f - p[0]; }
C
for version in 0.14.1 0.17.1; do
    "$at/venv/bin/pip" install --quiet --disable-pip-version-check --no-deps --target "$at/$version" ziglang==$version
    code() {
        "$at/$version/ziglang/zig" clang -x c --target=amdgcn-amd-amdhsa -mcpu=gfx1100 -nogpulib -O2 -S "$at/$1.c" -o - \
            | grep -oE '[vs]_(sub|subrev|div_scale|div_fixup)_f32[^;]*' | paste -sd ';'
    }
    divided=$(code divided) stored=$(code stored)
    echo "ziglang $version: divided: $divided; stored: $stored"
    [[ $divided != *_sub* && $divided == *', -s'* ]] || { echo "changed: the division is not of -x"; exit 1; }
    [[ $stored == *_sub* ]] || { echo "changed: no subtraction where it is stored"; exit 1; }
done
echo "as described"
