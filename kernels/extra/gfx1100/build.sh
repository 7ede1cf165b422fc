#!/bin/sh
# Rebuilds the code objects of this folder. Tools come from the environment; clang and lld 19.1.7 give the same bytes.
set -e
CLANG=${CLANG:-clang-19}; LLD=${LLD:-ld.lld-19}
F="-target amdgcn-amd-amdhsa -mcpu=gfx1100 -nogpulib -O2"
one() { # source output extra-flags
  case $1 in *.cl) L="-x cl -cl-std=CL2.0";; *) L="";; esac
  $CLANG $L $F $3 -c -o $2.o $1
  # An undefined symbol stays one, for the loader to refuse.
  $LLD -shared $4 -o $2.co $2.o
  chmod 644 $2.co; rm -f $2.o
}
for b in caslock fatomics features gwsbarrier histogram intops reduce rings semaphores; do one $b.cl $b ""; done
# Private arrays stay in scratch.
one edges.cl edges "-mllvm -disable-promote-alloca-to-lds"
one buffers.ll buffers ""
# Divisions as the hardware has them, correctly rounded.
one arith.cl arith "-cl-fp32-correctly-rounded-divide-sqrt"
one arith.cl arith_wave64 "-cl-fp32-correctly-rounded-divide-sqrt -mwavefrontsize64"
one units.ll units ""
one descriptors.ll descriptors ""
one visible.ll visible "" "--unresolved-symbols=ignore-all"
# Float atomics of the hardware in memory, subnormals of f32 flushed by MODE.
one fatomics.cl fatomics_ftz "-munsafe-fp-atomics -cl-denorms-are-zero"
# Waves of 64 lanes, and the other versions of the format.
one edges.cl edges_wave64 "-mwavefrontsize64 -mllvm -disable-promote-alloca-to-lds"
one features.cl features_wave64 "-mwavefrontsize64"
one halves.cl halves_wave64 "-mwavefrontsize64"
one descriptors.ll descriptors_wave64 "-mwavefrontsize64"
one features.cl features_v4 "-mcode-object-version=4"
one features.cl features_v6 "-mcode-object-version=6"
