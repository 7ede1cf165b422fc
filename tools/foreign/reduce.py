"""Makes a program that differs small: drops statements, replaces expressions by their operands or by constants."""
import copy
import random
import subprocess

import backends
import gen
import judge
import source
from tree import E, ONE, S, element, is_float, is_vector


def blocks(p):
    """Every list of statements."""
    out = list(p.phases) + [f.body for f in p.functions]
    for block in out:
        for s in block:
            out += s.b
    return out


def slots(p):
    """Every place that holds an expression, as (container, key)."""
    out = []

    def inside(e, holder, key):
        out.append((holder, key))
        for i, c in enumerate(e.a):
            inside(c, e.a, i)

    for block in blocks(p):
        for s in block:
            for i, e in enumerate(s.e):
                inside(e, s.e, i)
    for f in p.functions:
        inside(f.result, f, 'result')
    return out


def fetch(holder, key):
    return getattr(holder, key) if isinstance(key, str) else holder[key]


def store(holder, key, e):
    if isinstance(key, str):
        setattr(holder, key, e)
    else:
        holder[key] = e


def renamed(p, name):
    """A copy under another name; names of functions follow."""
    q = copy.deepcopy(p)
    new = {f.name: f'{name}_f{i}' for i, f in enumerate(q.functions)}
    for e in q.expressions():
        if e.k == 'call':
            e.x = new[e.x]
    for f in q.functions:
        f.name = new[f.name]
    q.name = name
    return q


def as_type(t, e):
    """`e` as a value of type `t`; nothing where vectors and scalars meet."""
    if e.t == t:
        return e
    if is_vector(t):
        return None if is_vector(e.t) else E(t, 'splat', [as_type(element(t), e)])
    return E(t, 'cast', [E(element(e.t), 'at', [e], 0) if is_vector(e.t) else e]) if not is_vector(e.t) or element(e.t) != t else E(t, 'at', [e], 0)


def number(t, n):
    """0 or 1 of a type."""
    if is_vector(t):
        return E(t, 'splat', [number(element(t), n)])
    return E(t, 'const', x=n * ONE[t] if is_float(t) else n)


def edits(p):
    """Functions that change a copy of the program, larger cuts first."""
    out = []
    for b, block in enumerate(blocks(p)):
        for i, s in enumerate(block):
            out.append((40, lambda q, b=b, i=i: blocks(q)[b].pop(i)))
            if s.b:
                for k in range(len(s.b)):
                    def unwrap(q, b=b, i=i, k=k):
                        block = blocks(q)[b]
                        block[i:i + 1] = [s for s in block[i].b[k] if s.k not in ('break', 'continue')]
                    if s.k in ('if', 'switch'):
                        out.append((30, unwrap))
            if s.k == 'own' and s.x[1] != 'atom_xchg_':
                out.append((5, lambda q, b=b, i=i: blocks(q)[b].__setitem__(i, S('set', [blocks(q)[b][i].e[0]], x=blocks(q)[b][i].x[0]))))
    for i in range(len(p.syncs)):
        def unsync(q, i=i):
            q.phases[i:i + 2] = [q.phases[i] + q.phases[i + 1]]
            q.syncs.pop(i)
        out.append((50, unsync))
    used = {e.x for e in p.expressions() if e.k == 'call'}
    for i, f in enumerate(p.functions):
        if f.name not in used:
            out.append((60, lambda q, i=i: q.functions.pop(i)))
    body = ' '.join(l for ph in p.phases for s in ph for l in s.lines('')) + ' '.join(str(s.x) for s in p.syncs)
    for i, (n, _) in enumerate(p.vars):
        if body.count(n) <= 1 and len(p.vars) > 1:
            def drop(q, i=i, n=n):
                q.vars.pop(i)
                for ph in q.phases:
                    ph[:] = [s for s in ph if not (s.k == 'set' and s.x == n)]
            out.append((20, drop))
    for i, (n, _) in enumerate(p.vectors):
        if body.count(n) <= 1:
            def forget(q, i=i, n=n):
                q.vectors.pop(i)
                for ph in q.phases:
                    ph[:] = [s for s in ph if not (s.k == 'set' and s.x == n)]
            out.append((20, forget))
    for i, (n, _, _) in enumerate(p.arrays):
        if body.count(n) == 0:
            out.append((20, lambda q, i=i: q.arrays.pop(i)))
    if p.groups > 1:
        out.append((10, lambda q: setattr(q, 'groups', 1)))
    for n, (holder, key) in enumerate(slots(p)):
        e = fetch(holder, key)
        if e.k == 'const' and e.x in (0, 1) or e.k == 'splat' and e.a[0].k == 'const':
            continue
        size = e.size()
        for i in range(len(e.a)):
            if e.k == 'cast' and is_float(e.t) != is_float(e.a[0].t):
                break
            if as_type(e.t, e.a[i]) is None:
                continue
            def lift(q, n=n, i=i):
                h, k = slots(q)[n]
                e = fetch(h, k)
                store(h, k, as_type(e.t, e.a[i]))
            out.append((size - e.a[i].size() - (e.a[i].t != e.t), lift))
        for bits in (0, 1):
            def put(q, n=n, bits=bits):
                h, k = slots(q)[n]
                store(h, k, number(fetch(h, k).t, bits))
            if size > 1 or e.k != 'const':
                out.append((size - .5 - bits * .1, put))
        if e.k == 'var' and not e.x.startswith('n'):
            pass
    out = [o for o in out if o[0] > 0]
    out.sort(key=lambda o: -o[0])
    return [o[1] for o in out]


def failing(programs, target, build, folder, kinds, hide=''):
    expected = judge.Expected(programs, folder, 'reduce')
    results, _ = judge.compile_and_run(target, build, programs, expected, folder, 'reduce', hide, suspect=False)
    return {r.name: r for r in results if r.verdict in kinds}


def shrink(p, target, build, folder, kinds=('wrong',), many=24):
    """The smallest program found that still ends so, and its result."""
    best = renamed(p, 'c0')
    result = failing([best], target, build, folder, kinds).get('c0')
    if not result:
        return None, None
    start = 0
    while True:
        todo = edits(best)
        hit = None
        order = list(range(len(todo)))
        order = order[start:] + order[:start]
        for at in range(0, len(order), many):
            tried = []
            for i, n in enumerate(order[at:at + many]):
                q = renamed(best, f'c{i}')
                todo[n](q)
                tried.append(q)
            try:
                bad = failing(tried, target, build, folder, kinds)
            except (backends.CompileError, subprocess.TimeoutExpired):
                continue
            good = [q for q in tried if q.name in bad]
            if good:
                q = min(good, key=lambda q: len(source.device(q)))
                if len(source.device(q)) < len(source.device(renamed(best, q.name))):
                    hit = q, bad[q.name]
                    start = order[at] if at else 0
                    break
        if not hit:
            if start:
                start = 0
                continue
            return best, result
        best, result = renamed(hit[0], 'c0'), hit[1]
        start = min(start, max(0, len(edits(best)) - 1))


def listing(target, image):
    """The code of an image, where a disassembler is at hand."""
    if target == 'visa':
        text = next(body for name, _, body in backends.sections(image.read_bytes()) if name.startswith('.visaasm')).decode(errors='replace').splitlines()
        return '\n'.join(l for l in text if l.strip() and not l.startswith('.decl') or 'alias' in l)
    command = {'gfx1100': [backends.tool('OBJDUMP', 'llvm-objdump-19'), '-d', '--no-show-raw-insn', '--mcpu=gfx1100'],
               'sm_50': [backends.tool('NVDISASM', 'nvdisasm')]}[target]
    try:
        text = backends.call(*command, image).stdout
    except (OSError, backends.CompileError) as error:
        return str(error)
    return '\n'.join(l.rstrip() for l in text.splitlines() if ('/*0' in l and ';' in l) or '\t' in l and 's_code_end' not in l)


def one(seed, target, build, work):
    """Shrink the program of a seed; prints what is left of it."""
    p = gen.program(seed, backends.F64[target](build), backends.IMAGES[target](build))
    folder = work / f'shrink{seed}.{build}'
    kinds = next(({r.verdict} for r in failing([renamed(p, 'c0')], target, build, folder, ('wrong', 'stopped', 'crash')).values()), ())
    best, result = shrink(p, target, build, folder, kinds, many=16)
    if not best:
        print(f'{target} {build} {seed}: no difference when it is alone')
        return 0
    text = judge.HEAD + source.device(best)
    hidden = next((what for what in (judge.HIDDEN if target == 'visa' else ('operands',)) if failing([best], target, build, folder, ('ok',), what)), '')
    shown = [f'gone when {hidden} are hidden'] if hidden else []
    for other in list(backends.BUILDS[target])[::3]:
        if other != build and failing([best], target, other, folder, ('ok',)):
            shown.append(f'right in {other}')
    image = backends.build(target, build, text, folder, 'small')
    print(f'== {target} {build} {seed}: {result.detail}; {", ".join(shown)}')
    print('\n'.join(l for l in source.device(best).splitlines() if 'KERNEL' in l or '=' in l and 'gid' not in l), flush=True)
    if not hidden or target == 'visa':
        print(listing(target, image)[:4000], flush=True)
    return 1


def main(args):
    if args.log and args.shrink == -1:
        import json
        rows = [json.loads(l) for l in open(args.log)]
        rows = [r for r in rows if r['verdict'] in ('wrong', 'known', 'stopped', 'crash') and r['target'] in args.target and (not args.build or r['build'] in args.build)]
        for r in rows[:args.count]:
            one(r['seed'], r['target'], r['build'], args.work)
        return 1
    return one(args.shrink, args.target[0], args.build[0], args.work)
