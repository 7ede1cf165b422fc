"""A program as OpenCL C for the devices, and as plain C with one call for all work-items for the host."""
import re

from tree import WIDTH, element, is_float, is_vector, length

OWN = 'G'  # words of `out` that belong to one work-item each


def _puts(p):
    lines, j = [], 0
    parts = [(n, t) for n, t in p.vars] + [(f'{n}[{i}]', element(t)) for n, t in p.vectors for i in range(length(t))]
    for n, t in parts:
        v = f'bits_{t}({n})' if is_float(t) else n
        if WIDTH[t] == 64:
            lines.append(f'  PUT64({j}, {v});')
            j += 2
        else:
            lines.append(f'  PUT32({j}, {v});')
            j += 1
    return lines


def _first(t, n, size):
    """What an array begins with."""
    value = f'SPLAT({t}, ({element(t)})(i * 77))' if is_vector(t) else f'u32_to_bf16(i * 77)' if t == 'bf16' else f'({t})(i * 77)'
    return f' for (u32 i = 0; i < {size}; i++) {n}[i] = {value};'


def out_words(p):
    items = p.groups * p.size
    return items * (p.words() + 1)


def _sync_device(s):
    x = s.x
    a, b, to, n = x['a'], x['b'], x['to'], x['n']
    if s.k == 'exchange':
        return [f'  L[lid] = {a}; BARRIER; {to} = L[(lid * {2 * n + 1} + {b}) % SIZE]; BARRIER;']
    if s.k == 'reduce_local':
        return [f'  L[lid] = {b}; BARRIER; atom_{x["op"]}_(&L[{a} & 7], {b}); BARRIER; {to} = L[lid & 7]; BARRIER;']
    return {
        'shuffle': [f'  {to} = SHUFFLE({a}, {b});'],
        'ballot': [f'  {to} = BALLOT({a} & {1 << n});'],
        'ballot_if': [f'  {to} = 0;', f'  if ({b} & 1) {to} = BALLOT({a} & {1 << n});'],
        'reduce': [f'  {to} = REDUCE({a});'],
        'scan': [f'  {to} = SCAN({a});'],
        'broadcast': [f'  {to} = BROADCAST({a}, {n});'],
    }[s.k]


def _sync_host(s):
    """Statements over all work-items: `S[i]` is what work-item i holds."""
    x = s.x
    a, b, to, n = x['a'], x['b'], x['to'], x['n']
    each = lambda body: f'  for (u32 g = 0; g < GROUPS; g++) for (u32 lid = 0; lid < SIZE; lid++) {{ struct st *s = &S[g * SIZE + lid]; u32 *L = LL[g]; {body} }}'
    if s.k == 'exchange':
        return [each(f'L[lid] = s->{a};'), each(f's->{to} = L[(lid * {2 * n + 1} + s->{b}) % SIZE];')]
    if s.k == 'reduce_local':
        return [each(f'L[lid] = s->{b};'), each(f'atom_{x["op"]}_(&L[s->{a} & 7], s->{b});'), each(f's->{to} = L[lid & 7];')]
    first = 'struct st *f = &S[g * SIZE + lid / lanes * lanes]; u32 in_wave = lid % lanes, r = 0; (void)f; (void)in_wave;'
    body = {
        'shuffle': f'r = f[s->{b} & (lanes - 1)].{a};',
        'ballot': f'for (u32 i = 0; i < lanes; i++) r ^= (u32)((f[i].{a} & {1 << n}) != 0) << (i & 31);',
        'ballot_if': f'if (s->{b} & 1) for (u32 i = 0; i < lanes; i++) r ^= (u32)((f[i].{b} & 1) && (f[i].{a} & {1 << n})) << (i & 31);',
        'reduce': f'for (u32 i = 0; i < lanes; i++) r += f[i].{a};',
        'scan': f'for (u32 i = 0; i < in_wave; i++) r += f[i].{a};',
        'broadcast': f'r = f[{n} & (lanes - 1)].{a};',
    }[s.k]
    return [each(f'{first} {body} R[g * SIZE + lid] = r;'), each(f's->{to} = R[g * SIZE + lid];')]


def device(p):
    lines = [f.text() for f in p.functions]
    items = p.groups * p.size
    lines += [f'#undef SIZE', f'#undef ITEMS', f'#define SIZE {p.size}', f'#define ITEMS {items}', f'KERNEL{"_IMAGES" if p.images else ""}({p.name}, {p.size}) {{',
              f'  __local u32 L[{max(p.size, 8)}];', f'  const u32 lid = ITEM, gid = GROUP * SIZE + lid;', f'  __global u32 *G = out + ITEMS * {p.words()};',
              '  L[lid] = lid; G[gid] = gid;']
    lines += [f'  {t} {n} = 0;' for n, t in p.vars]
    lines += [f'  {t} {n} = SPLAT({t}, 0);' for n, t in p.vectors]
    lines += [f'  {t} {n}[{size}];' + _first(t, n, size) for n, t, size in p.arrays]
    for i, phase in enumerate(p.phases):
        if i:
            lines += _sync_device(p.syncs[i - 1])
        lines += [l for s in phase for l in s.lines('  ')]
    return '\n'.join(lines + _puts(p) + ['}', ''])


def host(p):
    names = [n for n, _ in p.vars + p.vectors] + [n for n, _, _ in p.arrays]
    of = re.compile(r'\b(' + '|'.join(names) + r')\b')
    through = lambda lines: [of.sub(r's->\1', l) for l in lines]
    lines = [f.text() for f in p.functions]
    items = p.groups * p.size
    lines += ['#undef SIZE', '#undef ITEMS', '#undef GROUPS', '#undef st', f'#define SIZE {p.size}', f'#define ITEMS {items}', f'#define GROUPS {p.groups}',
              f'#define st st_{p.name}', 'struct st { ' + ' '.join([f'{t} {n};' for n, t in p.vars + p.vectors] + [f'{t} {n}[{z}];' for n, t, z in p.arrays]) + ' };']
    parts = []
    for i, phase in enumerate(p.phases):
        body = through([l for s in phase for l in s.lines('  ')])
        if i == 0:
            body = ['  L[lid] = lid; G[gid] = gid;'] + ['  ' + _first(t, f's->{n}', z) for n, t, z in p.arrays] + body
        if i == len(p.phases) - 1:
            body += through(_puts(p))
        lines += [f'static void {p.name}_{i}(struct st *s, const u32 *in, u32 *out, u32 *L, u32 *G, u32 lid, u32 gid) {{', *body, '}']
        if i:
            parts += _sync_host(p.syncs[i - 1])
        parts.append(f'  for (u32 g = 0; g < GROUPS; g++) for (u32 i = 0; i < SIZE; i++) {p.name}_{i}(&S[g * SIZE + i], in, out, LL[g], G, i, g * SIZE + i);')
    lines += [f'void {p.name}(const u32 *in, u32 *out, u32 lanes) {{', f'  static struct st S[ITEMS]; static u32 LL[GROUPS][SIZE + 8], R[ITEMS]; u32 *G = out + ITEMS * {p.words()};',
              '  memset(S, 0, sizeof S); (void)R; (void)lanes;', *parts, '}', '']
    return '\n'.join(lines)
