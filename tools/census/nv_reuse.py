#!/usr/bin/env python3
"""What nvdisasm does with the reuse flags of every row, into tests/data/nvidia/reuse.tsv.

    nv_reuse.py NVDISASM [OTHER NVDISASM]...     ask; the others, of other releases, must say the same

The words are those of the table as it is, those of the files of tests/data/nvidia, one for each mnemonic, kinds of operands and top bits, and every pair
of formats of the conversions. Each is asked for with no flag and with each of the four.
"""
import re
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

DATA = Path(__file__).resolve().parents[2] / 'tests/data/nvidia'
NOP, PLAIN = 0x50b0000000070f00, 0x7e0
FILES = {'sm_50': ['families_sm50', 'families_graphics', 'sass', 'subset'], 'sm_52': ['families_sm52', 'sass_sm52'],
         'sm_60': ['families_sm60', 'sass_sm60'], 'sm_61': ['families_sm61']}


def texts(tool, arch, items):
    """The text of each word with its control bits; what is refused begins with `!`."""
    items, refused = list(items), {}
    while True:
        code = b''.join(struct.pack('<4Q', bits | PLAIN << 21 | PLAIN << 42, word, NOP, NOP) for word, bits in items)
        with tempfile.NamedTemporaryFile() as file:
            file.write(code)
            file.flush()
            done = subprocess.run([tool, '-b', arch.replace('sm_', 'SM'), file.name], capture_output=True, text=True)
        if done.returncode == 0:
            break
        at = int(re.search(r'at address (0x[0-9a-f]+)', done.stderr)[1], 16) // 32
        refused[at] = '!' + done.stderr.splitlines()[0]
        items[at] = (NOP, PLAIN)
    found = {int(m[1], 16): re.sub(r'\s+', ' ', m[2].strip('{}; ')) for m in re.finditer(r'/\*([0-9a-f]{4,})\*/\s+(.*?)\s*[;}]', done.stdout)}
    return [refused.get(n) or found[32 * n + 8] for n in range(len(items))]


def parts(text):
    text = re.sub(r'^@!?P\S+ ', '', text)
    mnemonic, _, operands = text.partition(' ')
    return mnemonic, re.split(r', (?![^\[]*\])', operands) if operands else []


def verdict(plain, marked):
    if marked.startswith('!'):
        return '!'
    (a, of), (b, now) = parts(plain), parts(marked)
    return b[len(a):] if a != b else ','.join(str(n) for n, (x, y) in enumerate(zip(of, now)) if x != y) or '-'


def words(arch):
    found = {}
    for name in FILES[arch]:
        for line in (DATA / f'{name}.tsv').read_text().splitlines():
            word, text, *_ = line.split('\t')
            if text.startswith('!') or 'INVALID' in text or '???' in text:
                continue
            mnemonic, operands = parts(text.rstrip(';'))
            kinds = ''.join('R' if re.match(r'[-~|!(]*R(Z|\d)', o) else 'C' if 'c[' in o else 'A' if o.startswith('[') else 'P' if re.match('!?P', o) else 'I' for o in operands)
            found.setdefault((mnemonic.split('.')[0], kinds, int(word, 16) >> 58), int(word, 16))
    common = 7 << 16 | 2 << 20 | 4
    floats = [0x5ca8 << 48 | common | f << 10 | t << 8 for f in (1, 2, 3) for t in (1, 2, 3)]
    floats += [0x5cb0 << 48 | common | f << 10 | (t & 3) << 8 | t >> 2 << 12 for f in (1, 2, 3) for t in (1, 2, 3, 5, 6, 7)]
    floats += [0x5cb8 << 48 | common | (f & 3) << 10 | f >> 2 << 13 | t << 8 for f in range(8) for t in (1, 2, 3)]
    kept = [line.split('\t') for line in (DATA / 'reuse.tsv').read_text().splitlines() if line.startswith(arch + '\t')]
    return list(dict.fromkeys([int(row[1], 16) for row in kept] + [w for _, w in sorted(found.items())] + floats))


def main():
    tools, lines = sys.argv[1:], []
    for arch in FILES:
        asked = words(arch)
        answers = [[texts(tool, arch, [(w, 0x7e1 | flags << 17) for w in asked]) for flags in (0, 1, 2, 4, 8)] for tool in tools]
        verdicts = [[' '.join(verdict(plain, m) for m in marked) for plain, *marked in zip(*answer)] for answer in answers]
        for tool, other in list(zip(tools, verdicts))[1:]:
            print(arch, tool, sum(a != b for a, b in zip(verdicts[0], other)), 'differences of', len(asked), flush=True)
        lines += [f'{arch}\t{word:#018x}\t{said}' for word, said in zip(asked, verdicts[0])]
    place = DATA / 'reuse.tsv'
    head = [line for line in place.read_text().splitlines() if line.startswith('#')] if place.exists() else []
    place.write_text('\n'.join(head + lines) + '\n')


if __name__ == '__main__':
    main()
