#!/bin/sh
# Builds the zebins of this folder, vISA in them, with ocloc 22.43 (IGC 1.0.12504), which leaves files where it runs.
set -e
here=$(cd "$(dirname "$0")" && pwd)
cd "$(mktemp -d)"
build() {
    ocloc compile -q -file "$here/$1.cl" -device "$2" --format zebin -exclude_ir -output out -output_no_suffix \
        -options "-cl-std=CL3.0" -internal_options -ze-emit-zebin-visa-sections
    cp out "$here/$1.$2.zebin"
}
build features tgllp
build features dg2
build stack tgllp
build refused tgllp
build subgroups tgllp
build subgroups dg2
build functions tgllp
build functions dg2
build functions adls
