#!/usr/bin/env python3
"""What each ptxas makes of the PTX behind the statements that rest on what ptxas emits, into tests/data/nvidia/census.tsv.

    nvidia.py VERSION=PTXAS...      ISOTOPE names the command

A row is a statement (an assumption, or a topic of a page), a program, and a pattern that its code must have for the statement to have this evidence.
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
ROWS = [
    ('nv.red64', 'sm_50', '64-bit RED other than ADD', WIDE + 'red.global.min.s64 [%d0], %d1; red.global.xor.b64 [%d0], %d2;', r'RED\.E\.MIN\.S64 .*RED\.E\.XOR\.U64 '),
    ('nv.red64', 'sm_50', 'ATOM with RZ for 64-bit reductions', WIDE + 'red.global.min.s64 [%d0], %d1; red.global.xor.b64 [%d0], %d2;', r'ATOM\.E\.MIN\.S64 RZ.*ATOM\.E\.XOR\.U64 RZ'),
    ('nv.convert_sat', 'sm_50', 'sub.sat from zero is a clamped negation', IN + 'sub.sat.s32 %r4, 0, %r1;' + OUT, r'I2I\.S32\.S32\.SAT R\d+, -R'),
    ('nv.convert_sat', 'sm_50', 'neg.s32 moves into add.sat from zero', IN + 'neg.s32 %r2, %r1; add.sat.s32 %r4, 0, %r2;' + OUT, r'I2I\.S32\.S32\.SAT R\d+, -R'),
    ('nv.convert_sat', 'sm_50', 'neg.s32 moves into a saturating cvt', IN + 'neg.s32 %r2, %r1; cvt.sat.u32.s32 %r4, %r2;' + OUT, r'I2I\.U32\.S32\.SAT R\d+, -R'),
    ('nv.convert_sat', 'sm_50', 'abs.s32 moves into a saturating cvt', IN + 'abs.s32 %r2, %r1; cvt.sat.u16.s32 %h4, %r2; cvt.u32.u16 %r4, %h4;' + OUT, r'I2I\.U16\.S32\.SAT R\d+, \|R'),
    ('nv.convert_sat', 'sm_50', 'neg.s16 moves into a saturating cvt', SHORT + 'neg.s16 %h2, %h1; cvt.sat.u16.s16 %h4, %h2; cvt.u32.u16 %r4, %h4;' + OUT, r'I2I\.U16\.S16\.SAT R\d+, -R'),
    ('nv.convert_sign', 'sm_50', 'neg.s16 moves into I2I', SHORT + 'neg.s16 %h2, %h1; cvt.s32.s16 %r4, %h2;' + OUT, r'I2I\.S32\.S16 R\d+, -R'),
    ('nv.convert_sign', 'sm_50', 'neg.s16 moves into I2F', SHORT + 'neg.s16 %h2, %h1; cvt.rn.f32.s16 %f1, %h2; mov.b32 %r4, %f1;' + OUT, r'I2F\.F32\.S16 R\d+, -R'),
    ('nv.convert_sign', 'sm_50', 'abs.s32 moves into I2F, read as signed', IN + 'abs.s32 %r2, %r1; cvt.rn.f32.s32 %f1, %r2; mov.b32 %r4, %f1;' + OUT, r'I2F\.F32\.S32 R\d+, \|R'),
    ('nv.convert_sign', 'sm_50', 'abs.s32 moves into I2F, read as unsigned', IN + 'abs.s32 %r2, %r1; cvt.rn.f32.u32 %f1, %r2; mov.b32 %r4, %f1;' + OUT, r'I2F\.F32\.S32 R\d+, \|R'),
    ('nv.i2i_byte', 'sm_50', 'a signed byte becomes a half by I2I', IN + 'cvt.s16.s8 %h2, %r1; st.global.u16 [%d0], %h2;', r'I2I\.S16\.S8 R'),
    ('nv.iadd3_carry', 'sm_50', 'sums of three 64-bit numbers by IADD3.X', WIDE + 'add.u64 %d7, %d1, %d2; add.u64 %d7, %d7, %d3;' + OUT64, r'IADD3\.X R'),
    ('nv.iadd3_carry', 'sm_50', 'a negated operand of such a sum', WIDE + 'sub.u64 %d7, %d1, %d2; sub.u64 %d7, %d7, %d3;' + OUT64, r'IADD3\.X R\d+, -R'),
    ('nv.lea_window', 'sm_50', 'a generic atomic asks LEA for its window', 'ld.global.u64 %d1, [%d8]; atom.add.u32 %r4, [%d1], 1;' + OUT, r'LEA\.HI\.X P\d, RZ'),
    ('nv.imnmx_chain', 'sm_50', '64-bit minima by IMNMX.XLO and .XHI', WIDE + 'min.s64 %d7, %d1, %d2;' + OUT64, r'IMNMX\.XHI R\d+\.CC.*IMNMX\.U32\.XLO '),
    ('nv.x_zero', 'sm_50', 'LOP.X hands on the zero flag of a 64-bit comparison', WIDE + 'xor.b64 %d7, %d1, %d2; setp.eq.u64 %p1, %d7, 0; selp.u32 %r4, 1, 2, %p1;' + OUT, r'LOP\.XOR\.X\.NZ P'),
    ('nv.fchk', 'sm_50', 'FCHK in a division', 'ld.global.f32 %f1, [%d8]; ld.global.f32 %f2, [%d8+4]; div.rn.f32 %f3, %f1, %f2; st.global.f32 [%d0], %f3;', r'FCHK\.DIVIDE '),
    ('nv.rro', 'sm_50', 'RRO before MUFU', 'ld.global.f32 %f1, [%d8]; sin.approx.f32 %f2, %f1; st.global.f32 [%d0], %f2;', r'RRO\.SINCOS .*MUFU\.SIN '),
    ('nv.half_float', 'sm_60', 'HADD2 for cvt.rz.sat.f16.f32', 'ld.global.f32 %f1, [%d8]; cvt.rz.sat.f16.f32 %h1, %f1; st.global.b16 [%d0], %h1;', r'HADD2\.\S*SAT'),
    ('order', 'sm_50', 'ld.volatile is LDG.CV', 'ld.volatile.global.u32 %r4, [%d8];' + OUT, r'LDG\.E\.CV '),
    ('order', 'sm_50', 'st.volatile is STG.WT', IN + 'st.volatile.global.u32 [%d0], %r1;', r'STG\.E\.WT '),
    ('order', 'sm_50', 'membar.gl is MEMBAR.GL', IN + 'membar.gl;' + 'st.global.u32 [%d0], %r1;', r'MEMBAR\.GL'),
    ('order', 'sm_50', 'membar.cta is MEMBAR.CTA', IN + 'membar.cta; st.global.u32 [%d0], %r1;', r'MEMBAR\.CTA'),
    ('claim', 'sm_50', 'RED for a 32-bit reduction', IN + 'red.global.add.u32 [%d0], %r1;', r'RED\.E\.ADD '),
    ('claim', 'sm_50', 'ATOMS on shared memory', '.shared .u32 room[4]; ' + IN + 'atom.shared.add.u32 %r4, [room], %r1;' + OUT, r'ATOMS\.ADD '),
    ('alignment', 'sm_50', '64-bit data in even registers', WIDE + 'atom.global.exch.b64 %d7, [%d0], %d1;' + OUT64, r'ATOM\.E\.EXCH\.U64 R\d*[02468], \[R\d*[02468]\], R\d*[02468];'),
]


def main():
    tools = dict(pair.split('=', 1) for pair in sys.argv[1:])
    lines = []
    with tempfile.TemporaryDirectory() as folder:
        source, cubin = Path(folder) / 'k.ptx', Path(folder) / 'k.cubin'
        for statement, arch, claim, body, pattern in ROWS:
            source.write_text(HEAD.format(arch=arch, body=body))
            said = []
            for version, tool in tools.items():
                done = subprocess.run([tool, f'-arch={arch}', str(source), '-o', str(cubin)], capture_output=True, text=True)
                if done.returncode:
                    sys.exit(f'{claim}: {done.stderr}')
                text = subprocess.run([ISOTOPE, 'dis', str(cubin)], capture_output=True, text=True).stdout
                text = ' '.join(re.findall(r'\*/ (.*)', text))
                said.append('yes' if re.search(pattern, text) else 'no')
            lines.append('\t'.join([statement, arch, claim, *said]))
            print(lines[-1])
    head = ['# Whether the code that a ptxas makes is the evidence of a statement: an assumption or a topic of a page, processor, what the code shows, and the',
            '# answer of each version. Written by tools/census/nvidia.py.', '\t'.join(['statement', 'processor', 'evidence', *(f'ptxas {v}' for v in tools)])]
    (ROOT / 'tests/data/nvidia/census.tsv').write_text('\n'.join(head + lines) + '\n')


main()
