"""Counts of what happened, by target, build and reason."""
import re
from collections import Counter, defaultdict

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
        self.names = defaultdict(set)

    def add(self, results):
        for r in results:
            self.counts[r.target, r.build][r.verdict] += 1
            self.names[r.target].add(r.name)
            if r.verdict not in ('ok', 'wrong'):
                self.reasons[r.target][f'{r.verdict}: {reason(r.detail)}'] += 1

    def bad(self):
        return any(c[v] for c in self.counts.values() for v in ('wrong', 'stopped', 'crash', 'error'))

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
