#!/usr/bin/env python3
"""Asks each ptxas what NVIDIA's rows of crates/isotope-op/src/census.tsv say, and prints those rows.

    nvidia.py VERSION=PTXAS...      ISOTOPE names the command

A question is about a subject (an assumption; or a name, with the statement that is asked about) and has programs in PTX with a pattern each that their code has.
The answer is that of the question where the code has all of them, and `differs` where it has not; `silent` is for code that both readings could have.
"""
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ISOTOPE = os.environ.get('ISOTOPE') or str(ROOT / 'target/release/isotope')
HEAD = '''.version 6.4
.target {arch}
.address_size 64
.visible .entry k(.param .u64 p, .param .u64 q) {{
 .reg .b16 %h<9>; .reg .b32 %r<9>; .reg .b64 %d<9>; .reg .f32 %f<9>; .reg .f64 %g<9>; .reg .pred %p<5>;
 ld.param.u64 %d0, [p]; ld.param.u64 %d8, [q];
 {body}
 ret; }}
'''
IN = ' '.join(f'ld.global.u32 %r{n}, [%d8+{4 * n}];' for n in range(1, 4)) + ' '
WIDE = ' '.join(f'ld.global.u64 %d{n}, [%d8+{8 * n}];' for n in range(1, 7)) + ' '
SHORT = 'ld.global.s16 %h1, [%d8]; '
OUT = ' st.global.u32 [%d0], %r4;'
OUT64 = ' st.global.u64 [%d0], %d7;'
CHECK = 'ld.global.f32 %f1, [%d8]; ld.global.f32 %f2, [%d8+4]; '
RED64 = WIDE + 'red.global.min.s64 [%d0], %d1; red.global.xor.b64 [%d0], %d2;'
F32 = ' st.global.f32 [%d0], %f3;'


def probe(what, body, pattern, arch='sm_50', options=()):
    """A program, and what its code shows where the pattern is found in it."""
    return what, body, pattern, arch, options


# Atomics of PTX on shared memory that are one instruction.
SHARED = [(op, type, code + ('' if type[1:] == '32' and type[0] != 's' else '.S32' if type[0] == 's' else '.U64'), '%r4, [room], %r1' if type[1:] == '32' else '%d7, [room], %d1')
          for op, code, types in (('add', 'ADD', ('u32',)), ('min', 'MIN', ('u32', 's32')), ('max', 'MAX', ('u32', 's32')), ('inc', 'INC', ('u32',)), ('dec', 'DEC', ('u32',)),
                                  ('and', 'AND', ('b32',)), ('or', 'OR', ('b32',)), ('xor', 'XOR', ('b32',)), ('exch', 'EXCH', ('b32', 'b64'))) for type in types]
# Subject, what is said of it where it is no assumption, the answer of code that has all that is looked for, and of code that lacks some; programs.
QUESTIONS = [
    ('nv.red64', None, 'agrees', 'silent', [
        probe('`RED.E.MIN.S64` and `RED.E.XOR.U64` for 64-bit reductions', RED64, r'RED\.E\.MIN\.S64 .*RED\.E\.XOR\.U64 '),
    ], [probe('`ATOM.E.MIN.S64 RZ` and `ATOM.E.XOR.U64 RZ` for 64-bit reductions, so that no RED shows', RED64, r'ATOM\.E\.MIN\.S64 RZ.*ATOM\.E\.XOR\.U64 RZ')]),
    ('nv.convert_sat', None, 'silent', 'differs', [
        probe('`I2I.S32.S32.SAT R, -R` for `sub.sat.s32` from zero, which is settled and exact', IN + 'sub.sat.s32 %r4, 0, %r1;' + OUT, r'I2I\.S32\.S32\.SAT R\d+, -R'),
        probe('the same for neg.s32 before `add.sat.s32`, which wants wrap and contradicts that', IN + 'neg.s32 %r2, %r1; add.sat.s32 %r4, 0, %r2;' + OUT, r'I2I\.S32\.S32\.SAT R\d+, -R'),
        probe('neg.s32 moves into `I2I.U32.S32.SAT`', IN + 'neg.s32 %r2, %r1; cvt.sat.u32.s32 %r4, %r2;' + OUT, r'I2I\.U32\.S32\.SAT R\d+, -R'),
        probe('abs.s32 into `I2I.U16.S32.SAT`', IN + 'abs.s32 %r2, %r1; cvt.sat.u16.s32 %h4, %r2; cvt.u32.u16 %r4, %h4;' + OUT, r'I2I\.U16\.S32\.SAT R\d+, \|R'),
        probe('neg.s16 into `I2I.U16.S16.SAT`, which want wrap', SHORT + 'neg.s16 %h2, %h1; cvt.sat.u16.s16 %h4, %h2; cvt.u32.u16 %r4, %h4;' + OUT, r'I2I\.U16\.S16\.SAT R\d+, -R'),
    ]),
    ('nv.convert_sign', None, 'agrees', 'differs', [
        probe('neg.s16 moves into `I2I.S32.S16`', SHORT + 'neg.s16 %h2, %h1; cvt.s32.s16 %r4, %h2;' + OUT, r'I2I\.S32\.S16 R\d+, -R'),
        probe('and `I2F.F32.S16`, which want wrap', SHORT + 'neg.s16 %h2, %h1; cvt.rn.f32.s16 %f1, %h2; mov.b32 %r4, %f1;' + OUT, r'I2F\.F32\.S16 R\d+, -R'),
        probe('`I2F.F32.S32 |R|` for abs.s32 read as signed', IN + 'abs.s32 %r2, %r1; cvt.rn.f32.s32 %f1, %r2; mov.b32 %r4, %f1;' + OUT, r'I2F\.F32\.S32 R\d+, \|R'),
        probe('and read as unsigned, so that it is wrong about one', IN + 'abs.s32 %r2, %r1; cvt.rn.f32.u32 %f1, %r2; mov.b32 %r4, %f1;' + OUT, r'I2F\.F32\.S32 R\d+, \|R'),
    ]),
    ('nv.i2i_byte', None, 'agrees', 'differs', [
        probe('stores the result of `I2I.S16.S8` as it is where an unsigned half is wanted', IN + 'cvt.s16.s8 %h2, %r1; cvt.u32.u16 %r4, %h2;' + OUT, r'I2I\.S16\.S8 (R\d+), R\d+; STG\.E \[R\d+\], \1;'),
        probe('and writes `BFE` where a signed one is', IN + 'cvt.s16.s8 %h2, %r1; cvt.s32.s16 %r4, %h2;' + OUT, r'^(?!.*I2I).*BFE R\d+, R\d+, 0x800;'),
    ]),
    ('nv.iadd3_carry', None, 'agrees', 'differs', [
        probe('`IADD3.X` behind `IADD3 .CC` for sums of three 64-bit numbers', WIDE + 'add.u64 %d7, %d1, %d2; add.u64 %d7, %d7, %d3;' + OUT64, r'IADD3 R\d+\.CC.*IADD3\.X R'),
        probe('and with negated operands', WIDE + 'sub.u64 %d7, %d1, %d2; sub.u64 %d7, %d7, %d3;' + OUT64, r'IADD3\.X R\d+, -R'),
    ]),
    ('nv.lea_window', None, 'agrees', 'differs', [probe('a generic atomic branches on `LEA.HI.X P, RZ`', 'ld.global.u64 %d1, [%d8]; atom.add.u32 %r4, [%d1], 1;' + OUT, r'LEA\.HI\.X P\d, RZ')]),
    ('nv.imnmx_chain', None, 'agrees', 'differs', [probe('64-bit minima by `IMNMX.XHI R.CC` and `IMNMX.U32.XLO`', WIDE + 'min.s64 %d7, %d1, %d2;' + OUT64, r'IMNMX\.XHI R\d+\.CC.*IMNMX\.U32\.XLO ')]),
    ('nv.x_zero', None, 'agrees', 'differs', [
        probe('compares 64 bits by `LOP.XOR .CC` and `LOP.XOR.X.NZ`', WIDE + 'xor.b64 %d7, %d1, %d2; setp.eq.u64 %p1, %d7, 0; selp.u32 %r4, 1, 2, %p1;' + OUT, r'LOP\.XOR RZ\.CC.*LOP\.XOR\.X\.NZ P'),
        probe('128 bits by `LOP3.LUT .CC` and `LOP.OR.X.NZ`', WIDE + 'xor.b64 %d7, %d1, %d2; xor.b64 %d6, %d3, %d4; or.b64 %d7, %d7, %d6; setp.eq.u64 %p1, %d7, 0; selp.u32 %r4, 1, 2, %p1;' + OUT,
              r'LOP3\.LUT RZ\.CC.*LOP\.OR\.X\.NZ P'),
    ]),
    ('nv.cc_logic', None, 'silent', 'differs', [
        probe('reads the zero flag alone of `LOP .CC`: `LOP.AND.X.NZ`', WIDE + 'and.b64 %d7, %d1, %d2; setp.ne.u64 %p1, %d7, 0; selp.u32 %r4, 1, 2, %p1;' + OUT, r'^(?!.*ADD\.X).*LOP\.AND RZ\.CC.*LOP\.AND\.X\.NZ P'),
    ]),
    ('nv.p2r_cc', None, 'silent', 'differs', [
        probe('saves and restores all four together: `P2R R, CC, RZ, 0xf` and `R2P CC, R, 0xf`', WIDE + 'add.cc.u64 %d7, %d1, %d2; add.u64 %d6, %d3, %d4; addc.cc.u64 %d5, %d5, %d6; addc.u64 %d7, %d7, %d5;' + OUT64,
              r'P2R (R\d+), CC, RZ, 0xf;.*R2P CC, R\d+, 0xf;', options=('-O0',)),
    ]),
    ('nv.fchk', None, 'agrees', 'differs', [probe('a division branches to its slow path on `FCHK.DIVIDE`', CHECK + 'div.rn.f32 %f3, %f1, %f2;' + F32, r'FCHK\.DIVIDE P\d, R\d+, R\d+;.*CAL ')]),
    ('nv.rro', None, 'agrees', 'differs', [
        probe('`RRO.SINCOS` before `MUFU.SIN`', CHECK + 'sin.approx.f32 %f3, %f1;' + F32, r'RRO\.SINCOS (R\d+), .*MUFU\.SIN R\d+, \1;'),
        probe('`RRO.EX2` before `MUFU.EX2`', CHECK + 'ex2.approx.f32 %f3, %f1;' + F32, r'RRO\.EX2 (R\d+), .*MUFU\.EX2 R\d+, \1;'),
    ]),
    ('nv.half_float', None, 'agrees', 'differs', [
        probe('`HADD2.SAT` with `.F32` and -0 for cvt.rz.sat.f16.f32 (sm_60)', 'ld.global.f32 %f1, [%d8]; cvt.rz.sat.f16.f32 %h1, %f1; st.global.b16 [%d0], %h1;', r'HADD2\.\S*SAT R\d+, R\d+\.F32', 'sm_60')]),
    ('page sm_50: volatile', 'LDG.CV and STG.WT are what volatile accesses compile to.', 'agrees', 'differs', [
        probe('`LDG.E.CV` for ld.volatile', 'ld.volatile.global.u32 %r4, [%d8];' + OUT, r'LDG\.E\.CV '), probe('`STG.E.WT` for st.volatile', IN + 'st.volatile.global.u32 [%d0], %r1;', r'STG\.E\.WT '),
    ]),
    ('page sm_50: MEMBAR', 'membar of PTX and MEMBAR have the same scopes.', 'agrees', 'differs', [
        probe(f'`MEMBAR.{code}` for membar.{ptx}', IN + f'membar.{ptx}; st.global.u32 [%d0], %r1;', rf'MEMBAR\.{code}\b') for ptx, code in (('cta', 'CTA'), ('gl', 'GL'), ('sys', 'SYS'))
    ]),
    ('page sm_50: RED', 'RED is emitted for atomics whose result is unused.', 'agrees', 'differs', [probe('`RED.E.ADD` for red.global.add.u32', IN + 'red.global.add.u32 [%d0], %r1;', r'RED\.E\.ADD '),
        probe('and for atom.global.max.s32 without a reader', IN + 'atom.global.max.s32 %r4, [%d0], %r1;', r'RED\.E\.MAX\.S32 ')]),
    ('page sm_50: ATOMS', 'ATOMS is emitted for atomics on shared memory.', 'agrees', 'differs',
     [probe(f'`ATOMS.{code}` for {op}.{type}', '.shared .u64 room[4]; ' + IN + WIDE + f'atom.shared.{op}.{type} {operands};', rf'ATOMS\.{re.escape(code)} ')
      for op, type, code, operands in SHARED]),
    ('page sm_50: alignment', '64-bit operands are in even registers.', 'agrees', 'differs',
     [probe('`ATOM.E.EXCH.U64 R6, [R4], R2` in even registers', WIDE + 'atom.global.exch.b64 %d7, [%d0], %d1;' + OUT64, r'ATOM\.E\.EXCH\.U64 R\d*[02468], \[R\d*[02468]\], R\d*[02468];')]),
    ('page sm_50: ATOM.CAS', 'CAS takes the value to compare from Rb and the new one from the register behind.', 'agrees', 'differs',
     [probe('compare and new are neighbours: `ATOM.E.CAS R, [R], R2, R3`', IN + 'atom.global.cas.b32 %r4, [%d0], %r1, %r2;' + OUT, r'ATOM\.E\.CAS R\d+, \[R\d+\], R(\d*[02468]), R\d*[13579];')]),
    ('lift sm_50: position and length', 'BFE and BFI read bits 15:0 of the operand with position and length.', 'agrees', 'differs',
     [probe('puts the length into bits 15:8 of the position and leaves what the position has above: `BFI R6, R3, 0x808, R2` before `BFE.U32 R0, R0, R6`',
            IN + 'bfe.u32 %r4, %r1, %r2, %r3;' + OUT, r'BFI (R\d+), R\d+, 0x808, R\d+;.*BFE\.U32 R\d+, R\d+, \1;')]),
    ('page sm_50: shared and local memory', 'LDS, STS, LDL and STL take a register and a signed offset.', 'agrees', 'differs', [
        probe('`LDS R, [R-0x4]` for ld.shared', '.shared .u32 room[4]; ' + IN + 'ld.shared.u32 %r4, [%r1+-4];' + OUT, r'LDS\S* R\d+, \[R\d+\+?-0x4\]'),
        probe('`STL [R+..]` and `LDL R, [R+..]` for an array in local memory', '.local .b32 room[64]; ' + IN + 'mov.u32 %r4, room; add.u32 %r5, %r4, %r1; st.local.u32 [%r5+16], %r2; add.u32 %r6, %r4, %r3; ld.local.u32 %r4, [%r6+32];' + OUT,
              r'STL\S* \[R\d+\+0x\w+\].*LDL\S* R\d+, \[R\d+\+0x\w+\]'),
    ]),
]


def code(tool, arch, body, options, folder):
    """The instructions of a program, in a line."""
    source, cubin = Path(folder) / 'k.ptx', Path(folder) / 'k.cubin'
    source.write_text(HEAD.format(arch=arch, body=body))
    done = subprocess.run([tool, f'-arch={arch}', *options, str(source), '-o', str(cubin)], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f'{body}: {done.stderr}')
    listing = subprocess.run([ISOTOPE, 'dis', str(cubin)], capture_output=True, text=True).stdout
    return ' '.join(re.findall(r'\*/ (.*)', listing))


def main():
    tools = dict(pair.split('=', 1) for pair in sys.argv[1:])
    with tempfile.TemporaryDirectory() as folder:
        def shown(tool, probes):
            return [what for what, body, pattern, arch, options in probes if re.search(pattern, code(tool, arch, body, options, folder))]
        for subject, statement, answer, otherwise, probes, *instead in QUESTIONS:
            if statement:
                print('\t'.join([subject, '', '', 'statement', statement]))
            for version, tool in tools.items():
                found = shown(tool, probes)
                verdict = answer if len(found) == len(probes) else otherwise
                if verdict != answer:
                    found += shown(tool, instead[0]) if instead else ['no such code: ' + ', '.join(what for what, *_ in probes if what not in found)]
                print('\t'.join([subject, 'ptxas', version, verdict, '; '.join(found)]), flush=True)


main()
