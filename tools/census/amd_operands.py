#!/usr/bin/env python3
"""Puts odd operands into each place of gfx1100's instructions and asks LLVM 19, LLVM 22 and `isotope asm` for the bytes.

    amd_operands.py [--table] [FILE]      LLVM_MC (19), ZIG (0.17.1) and ISOTOPE name the programs; FILE gets every line that is not the same in all three

The instructions are those of tests/data/amd/asm.tsv and alu.tsv, one for each mnemonic and kinds of operands. A line is classified by what the three say:

    same        the same bytes, or refused by all
    llvms       the two LLVM differ, and this is as one of them
    bytes       both LLVM agree on bytes, and here they are others
    refused     both LLVM agree on bytes, and here it is refused
    accepted    both LLVM refuse it, and here it has bytes

Of the last three kinds each line has a reason in REASONS; `--table` writes tests/data/amd/operands.tsv, where each reason has its count and lines of it.
"""
import collections
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LLVM_MC = os.environ.get('LLVM_MC', 'llvm-mc-19')
ZIG = os.environ.get('ZIG', 'zig')
ISOTOPE = os.environ.get('ISOTOPE') or str(ROOT / 'target/release/isotope')
ODD = ['0', '1', '-1', '64', '65', '-16', '-17', '0x7fff', '0xffff', '0x10000', '0x12345678', '0xffffffff', '0x123456789', 'lit(1)', 'lit(0x12345678)', '1.0', '-4.0', '0.15915494', '1.5',
       '1.0e10', 'null', 'm0', 'exec_lo', 'vcc_hi', 'exec', 'vcc', 'ttmp3', 'ttmp[4:5]', 'src_scc', 'src_vccz', 'src_shared_base', 'src_private_limit', 's1', 's[2:3]', 's[3:4]', 's105', 's106', 'v1', 'v[1:2]',
       'v255', '-v1', '|v1|', '-|v1|', 'neg(1.0)', '-s1', 'abs(s1)', 'off', 'v1.l', 'v1.h', 'hwreg(HW_REG_MODE)', 'label']


# Why a line stays as it is: what came of it, what it looks like, the reason.
REASONS = [
    ('refused', r'[ ,](off|label)\b', 'a symbol, whose value a linker would fill in; an assembler of single instructions has none'),
    ('refused', r'^v_wmma\S* .*(src_\w+)$', 'a constant that hardware keeps, in place of a group of registers: no document says that it can be read there'),
    ('refused', r'[ ,]src_\w+', 'a constant that hardware keeps, where only a register can stand: LLVM takes the low bits of its number for another register'),
    ('refused', r'^s_(load|buffer_load|atc_probe)\S* .*lit\(', 'lit() of an offset, which is a field of the instruction and no literal'),
    ('refused', r'^v_(div_scale|interp)\S* .*(\|v1\||abs\()', 'the encoding has no bit for the magnitude, which LLVM drops or puts into another field'),
    ('refused', r'^v_\S*fma_mix\S*_dpp ', 'a literal next to DPP, which has none: LLVM leaves its dword out'),
    ('refused', r'^(v_cndmask|v_add_co_ci|v_sub\S*_co_ci)\S* .*exec_lo', "EXEC is not in the operand's class, as LLVM's own printer says"),
    ('refused', r'^v_wmma\S* .*null$|^v_wmma\S* .*null ', 'null as a group of registers, which is printed and not read'),
    ('refused', r'_addtid_b32 \S+ null', 'no address is `off`'),
    ('refused', r'^s_\S+ .*(0x[0-9a-f]{5,}|\d\.\d|lit\(0x12345678\))', 'a number that the field cannot hold: LLVM drops its upper bits, or those of a float'),
    ('bytes', r'^s_setreg_imm32_b32 .*\d\.\d', "a float: LLVM prints 1.0 for the literal 0x3f800000 and reads the low half of a double's bits"),
    ('accepted', r'v1\.[lh]\b', 'a half beside registers without one: each is read as it is spelled'),
    ('accepted', r'^v_dot2acc_f32_f16 .*lit\(', 'lit() of a literal that the operand has'),
    ('accepted', r'^v_dot2_bf16_bf16 .*1\.0e10', 'a float that is no bf16 number is rounded'),
]


def reason(what, text):
    return next((why for kind, pattern, why in REASONS if kind == what and re.search(pattern, text)), None)


def kind(operand):
    operand = re.sub(r'^[-|]+', '', operand)
    return re.sub(r'\d.*', '', operand) or '#'


def lines():
    """The lines to ask, each with its mnemonic, the place and the operand."""
    seen, out = set(), []
    for name in ('asm.tsv', 'alu.tsv'):
        for row in (ROOT / 'tests/data/amd' / name).read_text().splitlines():
            if not row or row.startswith('#'):
                continue
            text = row.split('\t')[0]
            mnemonic, _, rest = text.partition(' ')
            match = re.match(r'((?:[^\s,]+(?:\([^)]*\))?, )*[^\s,]+(?:\([^)]*\))?)(.*)', rest)
            if not match:
                continue
            operands, tail = match[1].split(', '), match[2]
            if any(':' in o and '[' not in o for o in operands) or '::' in text:
                continue
            # Modifiers stay, their values do not tell instructions apart.
            key = mnemonic, tuple(kind(o) for o in operands)
            if key in seen:
                continue
            seen.add(key)
            for place in range(len(operands)):
                for odd in ODD:
                    out.append((mnemonic, place, odd, f'{mnemonic} ' + ', '.join(operands[:place] + [odd] + operands[place + 1:]) + tail))
    return out


def encodings(text):
    found = re.findall(r'encoding: \[([^\]]*)\]', text)
    return [''.join(byte[2:] if byte.startswith('0x') else '??' for byte in f.split(',')) for f in found]


def refused(said, name):
    return {int(n) - 1 for n in re.findall(re.escape(name) + r':(\d+):\d+: error', said)}


def old(texts, folder):
    path = Path(folder) / 'a.s'
    path.write_text('\n'.join(texts) + '\n')
    done = subprocess.run([LLVM_MC, '-triple=amdgcn-amd-amdhsa', '-mcpu=gfx1100', '-show-encoding', str(path)], capture_output=True, text=True)
    bad = refused(done.stderr, 'a.s')
    found = iter(encodings(done.stdout))
    return [None if n in bad else next(found) for n in range(len(texts))]


def new(texts, folder):
    path, out = Path(folder) / 'a.s', Path(folder) / 'out.s'
    command = [*ZIG.split(), 'clang', '-cc1as', '-triple', 'amdgcn-amd-amdhsa', '-target-cpu', 'gfx1100', '-filetype', 'asm', '-show-encoding', str(path), '-o', str(out)]
    bad = set()
    while True:
        path.write_text('\n'.join('' if n in bad else text for n, text in enumerate(texts)) + '\n')
        done = subprocess.run(command, capture_output=True, text=True)
        more = refused(done.stderr, 'a.s') - bad
        if not more:
            break
        bad |= more
    if done.returncode:
        sys.exit(done.stderr[-500:])
    found = iter(encodings(out.read_text()))
    return [None if n in bad else next(found) for n in range(len(texts))]


def ours(texts, folder):
    path = Path(folder) / 'i.s'
    path.write_text('\n'.join(texts) + '\n')
    done = subprocess.run([ISOTOPE, 'asm', '-t', 'gfx1100', '--lines', str(path)], capture_output=True, text=True)
    said = done.stdout.splitlines()
    if len(said) != len(texts):
        sys.exit(f'{len(said)} answers to {len(texts)} lines: {done.stderr[-300:]}')
    return [None if line.startswith('error') else line.replace(' ', '') for line in said]


def classify(a, b, here):
    if a == b == here:
        return 'same'
    if a != b:
        return 'llvms' if here in (a, b) else 'llvms, neither'
    return 'accepted' if a is None else 'refused' if here is None else 'bytes'


def main():
    asked, counts, shown, stays = lines(), collections.Counter(), [], {}
    table, files = '--table' in sys.argv, [a for a in sys.argv[1:] if a != '--table']
    with tempfile.TemporaryDirectory() as folder:
        for first in range(0, len(asked), 20000):
            part = asked[first:first + 20000]
            texts = [text for *_, text in part]
            for (mnemonic, place, odd, text), a, b, here in zip(part, old(texts, folder), new(texts, folder), ours(texts, folder)):
                what = classify(a, b, here)
                counts[what] += 1
                if what in ('bytes', 'refused', 'accepted'):
                    why = reason(what, text) or 'UNEXPLAINED'
                    stays.setdefault((what, why), []).append((text, b, here))
                if what != 'same':
                    shown.append('\t'.join([what, mnemonic, str(place), odd, text, *(x or '-' for x in (a, b, here))]))
    for what, count in sorted(counts.items()):
        print(f'{what}\t{count}')
    print(f'all\t{len(asked)}')
    for (what, why), of in sorted(stays.items()):
        print(f'{what}\t{len(of)}\t{why}\t{of[0][0]}')
    if files:
        Path(files[0]).write_text('\n'.join(shown) + '\n')
    if table:
        head = ['# Lines with an odd operand where Isotope does not do what LLVM 19.1.7 and 22.1.8 both do, by reason; written by tools/census/amd_operands.py.',
                f'# Of {len(asked)} lines {counts["same"]} are the same in all three, {counts["llvms"] + counts["llvms, neither"]} differ between the two LLVM.',
                '# here\tlines\twhy\ttext\tLLVM\tIsotope']
        rows = []
        for (what, why), of in sorted(stays.items()):
            picked = {}
            for row in of:
                picked.setdefault(row[0].split(' ')[0], row)
            rows += ['\t'.join([what, str(len(of)), why, *(x or '-' for x in row)]) for row in list(picked.values())[:6]]
        (ROOT / 'tests/data/amd/operands.tsv').write_text('\n'.join(head + rows) + '\n')
    return any(why == 'UNEXPLAINED' for _, why in stays)


if __name__ == '__main__':
    sys.exit(main())
