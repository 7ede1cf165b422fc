#!/bin/sh
# Rebuilds bin/: clang and lld 19.1.7, ptxas 12.4.99 or later, ocloc 22.43 (IGC 1.0.12504), which leaves files where it runs.
set -e
CLANG=${CLANG:-clang-19}; LLD=${LLD:-ld.lld-19}; PTXAS=${PTXAS:-ptxas}
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$here/bin/sm_50" "$here/bin/gfx1100" "$here/bin/tgllp"
work=$(mktemp -d); cd "$work"; trap 'rm -rf "$work"' EXIT
EXT="-Xclang -cl-ext=+cl_khr_int64_base_atomics,+cl_khr_int64_extended_atomics,+cl_khr_fp64,+cl_khr_fp16"
C="$CLANG -x cl -cl-std=CL2.0 -cl-no-stdinc -O2 -nogpulib -DISOTOPE_BARE -I$here/../src $EXT"
for k in ${*:-progress counts examples races orders lint volatile refine lanes}; do
    $C -target nvptx64-nvidia-nvcl -march=sm_50 -Xclang -target-feature -Xclang +ptx64 -S -o $k.ptx "$here/src/$k.cl"
    $PTXAS -arch=sm_50 -o "$here/bin/sm_50/$k.cubin" $k.ptx
    $C -target amdgcn-amd-amdhsa -mcpu=gfx1100 -mcode-object-version=5 -c -o $k.o "$here/src/$k.cl"
    $LLD -shared $k.o -o "$here/bin/gfx1100/$k.co" && chmod 644 "$here/bin/gfx1100/$k.co"
    ocloc compile -q -file "$here/src/$k.cl" -device tgllp --format zebin -exclude_ir -output out -output_no_suffix \
        -options "-cl-std=CL3.0 -cl-intel-greater-than-4GB-buffer-required -I $here/src" -internal_options -ze-emit-zebin-visa-sections
    cp out "$here/bin/tgllp/$k.zebin"
done
# Global wave sync is AMD's.
for k in gws races_amd; do
    $C -target amdgcn-amd-amdhsa -mcpu=gfx1100 -mcode-object-version=5 -c -o $k.o "$here/src/$k.cl"
    $LLD -shared $k.o -o "$here/bin/gfx1100/$k.co" && chmod 644 "$here/bin/gfx1100/$k.co"
done

# Weak memory of gfx1100: the shapes in each scope, in WGP and in CU mode, and assembly.
mkdir -p "$here/bin/gfx1100/weak"
A="$CLANG -x cl -cl-std=CL2.0 -Xclang -finclude-default-header -O2 -nogpulib -target amdgcn-amd-amdhsa -mcpu=gfx1100 -mcode-object-version=5 -c"
link() { $LLD -shared "$1.o" -o "$here/bin/gfx1100/weak/$1.co" && chmod 644 "$here/bin/gfx1100/weak/$1.co"; }
for mode in wgp cu; do
    case $mode in cu) M=-mcumode;; *) M=-mno-cumode;; esac
    $A $M -DSCOPE=memory_scope_device '-DFENCE_SCOPE="agent"' -o agent_$mode.o "$here/src/weak.cl"; link agent_$mode
    $A $M -DSCOPE=memory_scope_all_svm_devices '-DFENCE_SCOPE=""' -o system_$mode.o "$here/src/weak.cl"; link system_$mode
    $A $M -DSCOPE=memory_scope_work_group -DWAVES -o group_$mode.o "$here/src/weak.cl"; link group_$mode
    $A $M -o mixed_$mode.o "$here/src/weak_mixed.cl"; link mixed_$mode
done
{
    cat "$here/src/weak.s"
    printf '.amdgpu_metadata\n---\namdhsa.version:\n  - 1\n  - 2\namdhsa.target: amdgcn-amd-amdhsa--gfx1100\namdhsa.kernels:\n'
    for k in $(sed -nE 's/^(mp|spin) ([a-z0-9_]+).*/\2/p' "$here/src/weak.s"); do
        printf '  - .name: %s\n    .symbol: %s.kd\n    .kernarg_segment_size: 24\n    .kernarg_segment_align: 8\n' "$k" "$k"
        printf '    .group_segment_fixed_size: 0\n    .private_segment_fixed_size: 0\n    .wavefront_size: 32\n'
        printf '    .sgpr_count: 16\n    .vgpr_count: 8\n    .max_flat_workgroup_size: 1024\n    .args:\n'
        at=0
        for a in data flag out; do
            printf '      - .name: %s\n        .offset: %d\n        .size: 8\n' $a $at
            printf '        .value_kind: global_buffer\n        .address_space: global\n'
            at=$((at + 8))
        done
    done
    printf '...\n.end_amdgpu_metadata\n'
} >hand.s
$CLANG -target amdgcn-amd-amdhsa -mcpu=gfx1100 -c -o hand.o hand.s; link hand
