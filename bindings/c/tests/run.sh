#!/usr/bin/env bash
# The example with every C compiler that is here, linked to both libraries, plain and under address and undefined-behaviour sanitizers.
# Says what it leaves out. TARGET is where cargo builds, PROFILE what it builds (release unless given).
set -euo pipefail
cd "$(dirname "$0")/../../.."
# The program of docs/c.md, and what it prints.
documented() {
    local cc=$1 at=$target/isotope-c
    awk '/^```/ { n += inside == 0; inside = !inside; next } inside && n == 1' docs/c.md >"$at/documented.c"
    awk '/^```/ { n += inside == 0; inside = !inside; next } inside && n == 2' docs/c.md >"$at/documented.txt"
    "$cc" -std=c99 -Wall -Wextra -Wredundant-decls -Werror -Ibindings/c/include "$at/documented.c" -L"$target/$profile" -lisotope_c -o "$at/documented"
    LD_LIBRARY_PATH="$target/$profile" "$at/documented" | diff - "$at/documented.txt"
}
profile=${PROFILE:-release} target=${CARGO_TARGET_DIR:-$PWD/target}
command -v cmake >/dev/null || { echo "no cmake: C and C++ are left out"; exit 0; }
cargo build --quiet --package isotope-c --profile "${profile/debug/dev}"
tried=0
for compilers in "gcc g++" "clang clang++" "clang-19 clang++-19"; do
    read -r cc cxx <<<"$compilers"
    command -v "$cc" >/dev/null && command -v "$cxx" >/dev/null || { echo "no $cc and $cxx: left out"; continue; }
    for sanitize in OFF ON; do
        # Not every installation has the sanitizers' libraries.
        if [ $sanitize = ON ] && ! echo 'int main(void){return 0;}' | "$cc" -fsanitize=address,undefined -x c - -o "$target/sanitized" 2>/dev/null; then
            echo "no sanitizers with $cc: left out"
            continue
        fi
        build=$target/isotope-c/$cc-$sanitize
        cmake -S bindings/c/example -B "$build" -DCMAKE_C_COMPILER="$cc" -DCMAKE_CXX_COMPILER="$cxx" -DSANITIZE=$sanitize \
            -DISOTOPE_LIBRARIES="$target/$profile" >/dev/null
        cmake --build "$build" >/dev/null
        UBSAN_OPTIONS=halt_on_error=1 ctest --test-dir "$build" --output-on-failure --quiet || { ctest --test-dir "$build" --rerun-failed --output-on-failure; exit 1; }
        [ $sanitize = ON ] || documented "$cc"
        echo "$cc, $cxx, sanitizers $sanitize: ok"
        tried=$((tried + 1))
    done
done
echo "$tried builds of the example passed"
