#!/usr/bin/env python3
"""Our kernels through every compiler that is there, run on Isotope, and what came of it.

    compilers.py [--only NAME,..] [--sets NAME,..] [--builds NAME,..] [--write] [--keep] [--work DIR]

ISOTOPE names the command. `--write` stores the figures in kernels/compilers/results, from which `just compilers` writes docs/compilers.md;
`--keep` copies what is right into kernels/compilers/TARGET/COMPILER. On a wrong value the exit status is 1.
"""
import argparse
import datetime
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import front_ends
import programs
import toolchains

ROOT = toolchains.KERNELS / 'compilers'
VERDICTS = ['right', 'known', 'wrong', 'refused', 'stopped', 'not compiled']


def commit():
    done = subprocess.run(['git', '-C', toolchains.HERE, 'rev-parse', '--short=8', 'HEAD'], capture_output=True, text=True)
    return done.stdout.strip()


def grouped(found):
    """What was not right, by build and reason; of reasons that differ in names and numbers only, the first."""
    groups = {}
    for f in found:
        if f.verdict != 'right':
            groups.setdefault((f.set, f.build, f.verdict, re.sub(r'`[^`]*`|\d+|0x\w+', '', f.reason)[:60]), []).append(f)
    return [{'set': s, 'build': b, 'verdict': v, 'reason': of[0].reason, 'programs': sorted({f.program for f in of})} for (s, b, v, _), of in groups.items()]


def stored(chain, version, found, replaced, commit):
    """Writes the figures of a compiler; sets that were not run keep theirs."""
    path = ROOT / 'results' / f'{chain.target}.{chain.name}.json'
    path.parent.mkdir(parents=True, exist_ok=True)
    old = json.loads(path.read_text()) if path.exists() else {'sets': [], 'findings': []}
    key = lambda row: (row['set'], row['build'])
    sets = [row for row in old['sets'] if key(row) not in replaced]
    for of in sorted(replaced):
        counts = Counter(f.verdict for f in found if (f.set, f.build) == of)
        if counts:
            sets.append({'set': of[0], 'build': of[1], **{v: counts[v] for v in VERDICTS}, 'commit': commit, 'date': str(datetime.date.today())})
    findings = [row for row in old['findings'] if key(row) not in replaced] + grouped(found)
    data = {'schema': 'isotope-compilers/1', 'target': chain.target, 'compiler': chain.name, 'title': chain.title, 'version': version,
            'sets': sorted(sets, key=key), 'findings': sorted(findings, key=lambda row: (*key(row), row['programs']))}
    rows = lambda name: f'"{name}": [\n' + ',\n'.join('  ' + json.dumps(row) for row in data[name]) + '\n]'
    head = ',\n'.join(f'"{k}": {json.dumps(data[k])}' for k in ('schema', 'target', 'compiler', 'title', 'version'))
    path.write_text('{\n' + head + ',\n' + rows('sets') + ',\n' + rows('findings') + '\n}\n')


def keep(chain, found, builds, limit):
    """Copies files all of whose cases are right, and lists them in suite.tsv; cases of front ends, which belong to a file, come along."""
    folder = ROOT / chain.target / chain.name
    kept, bad = {}, {file for f in found if f.verdict != 'right' for file, _ in f.files}
    for f in found:
        for file, case in f.files:
            if f.build in builds and file not in bad and file.stat().st_size <= limit << 10:
                kept.setdefault(file, []).append(case)
    if not kept:
        return
    folder.mkdir(parents=True, exist_ok=True)
    table = folder / 'suite.tsv'
    lines = table.read_text().splitlines()[1:] if table.exists() else []
    for file, of in sorted(kept.items()):
        name = file.name.removeprefix(f'{chain.name}.')
        shutil.copyfile(file, folder / name)
        lines = [line for line in lines if line.split('\t')[0] != name]
        for case in of:
            if not case.is_relative_to(toolchains.KERNELS):
                (folder / 'cases').mkdir(exist_ok=True)
                case = Path(shutil.copyfile(case, folder / 'cases' / case.name))
            lines.append(f'{name}\t{case.relative_to(toolchains.KERNELS)}')
    table.write_text('# file\tcase, from the folder kernels; what a compiler made of our sources, and the memory that it must leave\n' + '\n'.join(sorted(lines)) + '\n')


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    names = lambda text: text.split(',')
    parser.add_argument('--only', type=names, help='compilers whose names contain one of these')
    parser.add_argument('--sets', type=names, help='src, small, torture, unseen, explore, foreign, host, front_ends')
    parser.add_argument('--builds', type=names, help='builds whose names contain one of these')
    parser.add_argument('--write', action='store_true', help='store the figures')
    parser.add_argument('--commit', help='the commit that ISOTOPE was built of; otherwise that of the checkout')
    parser.add_argument('--keep', type=names, const=[''], nargs='?', help='keep what is right, of builds whose names contain one of these')
    parser.add_argument('--limit', type=int, default=48, help='the most KiB of a file that is kept')
    parser.add_argument('--work', type=Path, default=Path(tempfile.gettempdir()) / 'compilers-work')
    parser.add_argument('--jobs', type=int, default=2)
    args = parser.parse_args()
    args.work.mkdir(parents=True, exist_ok=True)
    isotope = os.environ.get('ISOTOPE') or str(toolchains.HERE.parents[1] / 'target/release/isotope')
    wanted = lambda name, asked: not asked or any(a in name for a in asked)
    wrong = False
    for chain in [*toolchains.ALL, *front_ends.ALL]:
        if not wanted(chain.name, args.only):
            continue
        version = chain.version()
        if version is None:
            print(f'{chain.target:8} {chain.name:16} absent: its stored figures stay')
            continue
        if not chain.name.endswith(version) and not chain.name.endswith(version.rsplit('.', 1)[0]) and not version.endswith(tuple('0123456789')):
            print(f'{chain.target:8} {chain.name:16} is {version}: stored under its own name')
        builds = [b for b in chain.builds if wanted(b, args.builds)]
        sets = [name for name in dict.fromkeys(chain.sets() if hasattr(chain, 'sets') else programs.sets(chain)) if wanted(name, args.sets)]
        jobs = [(name, build) for name in sets for build in builds]
        with ThreadPoolExecutor(args.jobs) as pool:
            run = lambda job: (chain.run if job[0] == 'front_ends' else lambda *a: programs.SETS[job[0]](chain, *a))(job[1], args.work, isotope)
            found = [f for results in pool.map(run, jobs) for f in results]
        counts = Counter(f.verdict for f in found)
        wrong |= bool(counts['wrong'])
        print(f'{chain.target:8} {chain.name:16} {version:14} ' + ', '.join(f'{counts[v]} {v}' for v in VERDICTS if counts[v]), flush=True)
        for row in grouped(found):
            print(f'    {row["set"]} {row["build"]} {", ".join(row["programs"])[:60]} ({len(row["programs"])}): {row["verdict"]}: {row["reason"]}'[:320], flush=True)
        if args.write:
            stored(chain, version, found, set(jobs), args.commit or commit())
        if args.keep:
            keep(chain, found, [b for b in builds if wanted(b, args.keep)], args.limit)
    return int(wrong)


if __name__ == '__main__':
    sys.exit(main())
