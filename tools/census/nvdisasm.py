#!/usr/bin/env python3
"""Asks each nvdisasm what rows of crates/isotope-op/src/census.tsv say of it, and prints those rows.

    nvdisasm.py VERSION=NVDISASM... RECORDED=NVDISASM      the last is the one whose answers are the files of tests/data/nvidia

Every word of those files is asked of all versions in one listing a file, because the targets of branches depend on where an instruction stands.
"""
import collections
import sys
from pathlib import Path

import nv_reuse

DATA = Path(__file__).resolve().parents[2] / 'tests/data/nvidia'
FILES = {'sm_50': ['families_sm50', 'families_graphics', 'sass', 'sass_random', 'sass_invalid', 'sass_combo', 'subset'], 'sm_52': ['families_sm52', 'sass_sm52'],
         'sm_60': ['families_sm60', 'sass_sm60'], 'sm_61': ['families_sm61']}
REFUSED = ['sass_illegal']


def texts(tool, arch, words, step=200):
    """The text of each word, `!` for a refusal."""
    parts = (words[first:first + step] for first in range(0, len(words), step))
    found = (text for part in parts for text in nv_reuse.texts(tool, arch, [(word, 0x7e1) for word in part]))
    return ['!' if text.startswith('!') else text for text in found]


def rows(name):
    lines = (line.split('\t') for line in (DATA / f'{name}.tsv').read_text().splitlines())
    return [(int(word, 16), text) for word, text, *_ in lines if word.startswith('0x')]


def main():
    tools = dict(pair.split('=', 1) for pair in sys.argv[1:])
    newest = list(tools)[-1]
    same, total, taken, refusals, flush = collections.Counter(), 0, collections.Counter(), 0, {}
    for arch, names in FILES.items():
        for name in names:
            # A refusal that is recorded needs no second question here.
            asked = [word for word, text in rows(name) if not text.startswith('!')]
            answers = {version: texts(tool, arch, asked) for version, tool in tools.items()}
            total += len(asked)
            for version in tools:
                same[version] += sum(a == b for a, b in zip(answers[version], answers[newest]))
                marked = [text for text in answers[version] if '.F16x2.FTZ.RN' in text]
                if arch == 'sm_52' and marked:
                    flush[version] = marked[0]
    for name in REFUSED:
        asked = [word for word, text in rows(name) if not text.startswith('OTHER')]
        refusals += len(asked)
        for version, tool in tools.items():
            taken[version] += sum(text != '!' for text in texts(tool, 'sm_50', asked, 20))
    text, illegal, flags = 'page sm_50: text', 'page sm_50: refusals', 'page sm_50: reuse flags'
    print('\t'.join([text, '', '', 'statement', 'Text of instruction words of sm_50 to sm_61 (tests/data/nvidia).']))
    for version in tools:
        verdict = 'agrees' if same[version] == total else 'differs'
        print('\t'.join([text, 'nvdisasm', version, verdict, f'the same text of {same[version]} of {total} words']))
    print('\t'.join([illegal, '', '', 'statement', 'Words that are no instruction of sm_50 (tests/data/nvidia/sass_illegal.tsv).']))
    for version in tools:
        print('\t'.join([illegal, 'nvdisasm', version, 'differs' if taken[version] else 'agrees', f'refuses {refusals - taken[version]} of {refusals}']))
    for version in tools:
        shown = flush.get(version)
        print('\t'.join(['nv.sm52_f16x2_flush', 'nvdisasm', version, 'agrees' if shown else 'differs', f'spells the modifier: `{shown}`' if shown else 'has no such text']))


main()
