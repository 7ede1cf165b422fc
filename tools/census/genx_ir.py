#!/usr/bin/env python3
"""Asks two generations of Intel's vISA assembler about every line of tests/data/intel (accepted.tsv, rejected.tsv, forms.tsv, lsc.tsv), and prints where they differ.

    genx_ir.py OLD NEW > tests/data/intel/census_genx_ir.tsv
    genx_ir.py --rows OLD NEW      the rows of crates/isotope-op/src/census.tsv, with the counts of that table

OLD and NEW name GenX_IR: of 1.0.12504.6 (Debian 12) and 1.0.17791.18 (Debian sid), both in a package libigc-tools.

A verdict is `accepted` with the text that the assembler prints and the descriptors of the messages that it makes, or `refused` with its first message; numbers of lines are left out.
"""
import argparse
import collections
import re
import subprocess
import sys
import tempfile
from pathlib import Path

# What lines of forms.tsv and lsc.tsv may name (crates/isotope-tests/src/visa.rs).
FORMS = ('V32 G d 128 GRF;V33 G ud 128 GRF;V34 G f 128 GRF;V35 G uq 64 GRF;V36 G uw 128 GRF;V37 G w 128 GRF;V38 G ub 128 GRF;V39 G b 128 GRF;'
         'V40 G hf 128 GRF;V41 G df 64 GRF;V42 G q 64 GRF;V43 G ud 8 dword alias=<V32, 64>;P1 P 32;P2 P 32;A0 A 16;T6 T 1;S0 S 1')
DATA = Path(__file__).resolve().parents[2] / 'tests/data/intel'


COLUMNS = {'accepted.tsv': ('text', 'canonical', 'hex', 'decls', 'tag'), 'rejected.tsv': ('stage', 'text', 'decls', 'message'),
           'forms.tsv': ('text', 'canonical', 'hex'), 'lsc.tsv': ('text', 'canonical')}


def rows(name):
    for line in (DATA / name).read_text().splitlines():
        if line and not line.startswith('#'):
            yield dict(zip(COLUMNS[name], line.split('\t')))


def declarations(short):
    """What tests/data/intel/README.md writes short."""
    kinds, unnamed = {'G': 'type={} num_elts={} align={}', 'P': 'num_elts={}', 'T': 'num_elts={}', 'S': 'num_elts={}', 'A': 'num_elts={}'}, 0
    for item in filter(None, short.split(';')):
        many = re.fullmatch(r'\*(\d+)(\w)', item)
        if many:
            for _ in range(int(many[1])):
                unnamed += 1
                rest = 'type=ud num_elts=8 align=GRF' if many[2] == 'G' else 'num_elts=1'
                yield f'.decl unnamed_{unnamed} v_type={many[2]} {rest}'
            continue
        name, kind, *rest = item.split(' ')
        places = kinds[kind].count('{}')
        yield ' '.join([f'.decl {name} v_type={kind}', kinds[kind].format(*rest[:places]), *rest[places:]])


def plain(text):
    return text.replace('\\t', '\t').replace('\\n', '\n').replace('\\\\', '\\')


def body_of(text):
    """The instruction in front of the last, `ret`; the assembler may write it behind the last declaration, on its line."""
    lines = [re.sub(r'\s*///.*|^\.kernel_attr Target="cm"', '', l).strip() for l in text.splitlines()]
    lines = [l for l in lines if l and not l.startswith('//')]
    return lines[-2:-1]


def ask(tool, platform, text, decls, folder):
    """What one assembler says of a line among its declarations."""
    for path in folder.iterdir():
        path.unlink()
    body = ['.version 4.1', '.kernel "k"', '.kernel_attr Target="cm"', *decls, text, 'ret (M1, 1)', '']
    (folder / 'k.visaasm').write_text('\n'.join(body))
    command = [tool, 'k.visaasm', '-platform', platform, '-dumpcommonisa', '-output', '-noschedule']
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, errors='replace', timeout=20)
    except subprocess.TimeoutExpired:
        return 'no answer', ''
    said = done.stdout + done.stderr + ''.join(path.read_text(errors='replace') for path in folder.glob('*.errors.txt'))
    if done.returncode < 0:
        return 'ended by a signal', ''
    wrong = re.search(r'near line \d+: *(.*)|(?m:^ *Error in .*?:\s*(.*)$)|Found a total of|error: (.*)', said)
    if done.returncode or wrong:
        message = next((l.strip() for l in said.splitlines() if re.search(r'near line|must|should|incorrect|illegal|undefined|Invalid|error', l)), '')
        return 'refused', re.sub(r'line \d+', 'line N', message)[:160]
    printed = body_of((folder / 'k.visaasm').read_text(errors='replace'))
    code = (folder / 'k.asm').read_text(errors='replace') if (folder / 'k.asm').exists() else ''
    # What the hardware is asked for: the descriptors of messages, without the last, which ends the thread.
    sends = [re.findall(r'\b0x[0-9A-F]{8}\b', l.split('//')[0]) for l in code.splitlines() if re.match(r'[^/]*\bsends?c?\b', l)]
    messages = [d for line in sends[:-1] for d in line]
    printed = re.sub(r'\s+', ' ', printed[0]) if printed else ''
    return 'accepted', ' '.join([printed, *(['->', *messages] if messages else [])])


ANY = """.version 4.1
.kernel "k"
.kernel_attr Target="cm"
.decl V32 v_type=G type=d num_elts=16 align=GRF
.decl V33 v_type=G type=d num_elts=16 align=GRF
.decl P1 v_type=P num_elts=16
cmp.lt (M1, 16) P1 V32(0,0)<1;1,0> 0x3:d
(P1.any) sel (M1, 1) V33(0,0)<1> 0x1:d 0x2:d
(P1.all) sel (M1, 1) V33(0,1)<1> 0x1:d 0x2:d
svm_scatter.4.1 (M1, 8) V32.0 V33.0
ret (M1, 1)
"""


def rows(tools):
    """What the releases say of rules, as rows of the census."""
    table = [line.split('\t') for line in (DATA / 'census_genx_ir.tsv').read_text().splitlines() if not line.startswith('#')]
    counts = collections.Counter()
    for row in table:
        if len(row) == 3:
            counts[row[1]] += int(row[2])
    total = sum(counts.values())
    print('page visa: text and legality\t\t\tstatement\tText and messages of lines that are taken, and which lines are refused (tests/data/intel).')
    others = ', '.join(f'{count} {kind}' for kind, count in sorted(counts.items()) if kind != 'same')
    says = f'the same of {counts["same"]} of {total} lines; {others}'
    for version, said in zip(VERSIONS, (f'its answers to {total} lines are the files', says)):
        print('\t'.join(['page visa: text and legality', 'GenX_IR', version, 'agrees', said]))
    with tempfile.TemporaryDirectory() as made:
        for version, tool in zip(VERSIONS, tools):
            (Path(made) / 'k.visaasm').write_text(ANY)
            subprocess.run([tool, 'k.visaasm', '-platform', 'TGLLP', '-dumpcommonisa', '-output', '-noschedule'], cwd=made, capture_output=True)
            found = re.findall(r'\((f\d\.\d\.\w+)\) sel \(1\|M0\)', (Path(made) / 'k.asm').read_text())
            verdict = 'agrees' if [f.split('.')[-1] for f in found] == ['any16h', 'all16h'] else 'differs'
            print('\t'.join(['intel.predicate_groups', 'GenX_IR', version, verdict, 'encodes `sel (M1, 1)` with `P1.any` and `P1.all`, P1 of 16 elements, as ' + ' and '.join(f'`{f}`' for f in found)]))
        line = 'svm_block_ld (1) V35(0,0)<0;1,0> V32.0'
        for version, tool in zip(VERSIONS, tools):
            said, text = ask(tool, 'TGLLP', line, list(declarations(FORMS)), Path(made))
            print('\t'.join(['intel.block_alignment', 'GenX_IR', version, 'agrees' if '.unaligned' in text else 'silent', f'prints `{text}` of text without `.unaligned`']))


VERSIONS = ('1.0.12504.6', '1.0.17791.18')


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('old')
    parser.add_argument('new')
    parser.add_argument('--every', type=int, default=1, help='take each N-th line only')
    parser.add_argument('--rows', action='store_true', help='print rows of the census')
    args = parser.parse_args()
    if args.rows:
        rows((args.old, args.new))
        return 0
    counts, differing = collections.Counter(), []
    with tempfile.TemporaryDirectory() as made:
        for name in COLUMNS:
            for number, row in enumerate(rows(name)):
                if number % args.every:
                    continue
                old, new = (ask(tool, 'PVC' if name == 'lsc.tsv' else 'TGLLP', plain(row['text']), list(declarations(row.get('decls', FORMS))), Path(made)) for tool in (args.old, args.new))
                kind = 'same' if old == new else 'other text' if old[0] == new[0] == 'accepted' else 'other message' if old[0] == new[0] else f'{old[0]} -> {new[0]}'
                counts[name, kind] += 1
                if kind != 'same':
                    differing.append('\t'.join([name, kind, row['text'], *old, *new]))
    print('# verdicts of GenX_IR 1.0.12504.6 and 1.0.17791.18: lines of a file by what differs; then, by mnemonic, an example of each difference')
    for (name, kind), count in sorted(counts.items()):
        print(f'{name}\t{kind}\t{count}')
    groups = {}
    for name, kind, text, *said in (line.split('\t') for line in differing):
        mnemonic = re.search(r'(?:\([^)]*\) *)?([\w.]+)', plain(text))[1]
        groups.setdefault((name, kind, re.sub(r'(_[a-z]+)?\.(ugm|tgm|slm)$', '', mnemonic)), []).append((text, said))
    for (name, kind, mnemonic), of in sorted(groups.items()):
        text, (_, old, _, new) = of[0]
        print('\t'.join([name, kind, mnemonic, str(len(of)), text, old, new]))
    return 0


if __name__ == '__main__':
    sys.exit(main())
