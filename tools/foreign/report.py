"""Counts of what happened, by target, build and reason."""
import datetime
import json
import re
import subprocess
from collections import Counter, defaultdict
from pathlib import Path

import backends

ROOT = Path(__file__).resolve().parents[2]
# Verdicts here, and as docs/compilers.md calls them.
STORED = {'ok': 'right', 'known': 'known', 'wrong': 'wrong', 'refused': 'refused', 'stopped': 'stopped', 'crash': 'stopped', 'error': 'stopped', 'compiler': 'not compiled'}

ORDER = ['ok', 'wrong', 'known', 'refused', 'stopped', 'compiler', 'crash', 'error']


def reason(detail):
    """A refusal without what differs between programs: names, addresses, register numbers."""
    text = re.sub(r'`[^`]*\.json`: launch 0: |kernel `\w+` |error: ', '', detail.split('\n')[0])
    text = re.sub(r'^.*? at 0x[0-9a-f]+: ', '', text)
    m = re.search(r'not modelled: `\s*(?:\([^)]*\)\s*)?(?:@!?\w+ )?([\w.]+)[^`]*`: (.*)', text)
    if m:
        return f'{m.group(1)}: {m.group(2)}'
    return re.sub(r'0x[0-9a-f]+|\bk\d+\b|/\S*/|\d+', '#', text)[:160]


class Report:
    def __init__(self):
        self.counts = defaultdict(Counter)
        self.reasons = defaultdict(Counter)
        self.names, self.programs = defaultdict(set), defaultdict(set)

    def add(self, results):
        for r in results:
            self.counts[r.target, r.build][r.verdict] += 1
            self.names[r.target].add(r.name)
            self.programs[r.target, backends.of_pair(r.target, r.build)].add(r.name)
            if r.verdict not in ('ok', 'wrong'):
                self.reasons[r.target][f'{r.verdict}: {reason(r.detail)}'] += 1

    def bad(self):
        return any(c[v] for c in self.counts.values() for v in ('wrong', 'stopped', 'crash', 'error'))

    def store(self, seed, count, commit=None):
        """A row of counts for each pair; one of the same seeds is replaced."""
        commit = commit or subprocess.run(['git', '-C', ROOT, 'rev-parse', '--short=8', 'HEAD'], capture_output=True, text=True).stdout.strip()
        folder = ROOT / 'kernels/compilers/results/random'
        folder.mkdir(parents=True, exist_ok=True)
        for (target, pair), names in self.programs.items():
            path = folder / f'{target}.{pair}.json'
            data = json.loads(path.read_text()) if path.exists() else {'schema': 'isotope-compilers-random/1', 'target': target, 'compiler': pair, 'runs': []}
            total = Counter()
            for (of, build), counts in self.counts.items():
                if of == target and backends.of_pair(of, build) == pair:
                    for verdict, n in counts.items():
                        total[STORED[verdict]] += n
            seeds = f'{seed} to {seed + count - 1}'
            data['runs'] = [run for run in data['runs'] if run['seeds'] != seeds]
            data['runs'].append({'seeds': seeds, 'programs': len(names), **total, 'commit': commit, 'date': str(datetime.date.today())})
            path.write_text(json.dumps(data, indent=1) + '\n')

    def text(self, seconds=None):
        lines = [f'{"target":9} {"build":12} ' + ' '.join(f'{v:>8}' for v in ORDER)]
        for (target, build), c in sorted(self.counts.items()):
            lines.append(f'{target:9} {build:12} ' + ' '.join(f'{c[v] or "-":>8}' for v in ORDER))
        for target in sorted(self.names):
            total = sum((c for (t, _), c in self.counts.items() if t == target), Counter())
            lines.append(f'{target:9} {"all":12} ' + ' '.join(f'{total[v] or "-":>8}' for v in ORDER) + f'   {len(self.names[target])} programs')
        for target, reasons in sorted(self.reasons.items()):
            lines += [f'{target}: {n} x {text}' for text, n in reasons.most_common(25)]
        if seconds:
            lines.append(f'{sum(map(len, self.names.values())) / seconds:.1f} programs a second')
        return '\n'.join(lines)
