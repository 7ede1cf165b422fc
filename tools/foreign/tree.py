"""Programs as trees: expressions, statements, and their text in a C that OpenCL and a host compiler both read.

An expression is exact on every machine: arithmetic goes through unsigned types, shift counts are masked, division and
conversions from float are helpers of `foreign.h` that have a value for every operand.
"""
WIDTH = {'i8': 8, 'u8': 8, 'i16': 16, 'u16': 16, 'i32': 32, 'u32': 32, 'i64': 64, 'u64': 64, 'f32': 32, 'f64': 64}
INTS = ['i8', 'u8', 'i16', 'u16', 'i32', 'u32', 'i64', 'u64']


def is_float(t):
    return t[0] == 'f'


def wide(t):
    """The unsigned type in which arithmetic of `t` wraps."""
    return 'u64' if WIDTH[t] == 64 else 'u32'


class E:
    """An expression of type `t`: kind `k`, children `a`, and `x`, what else the kind needs."""
    __slots__ = ('t', 'k', 'a', 'x')

    def __init__(self, t, k, a=(), x=None):
        self.t, self.k, self.a, self.x = t, k, list(a), x

    def text(self):
        return TEXT[self.k](self.t, [c.text() for c in self.a], self.x, self.a)

    def walk(self):
        yield self
        for c in self.a:
            yield from c.walk()

    def size(self):
        return 1 + sum(c.size() for c in self.a)


def constant(t, bits):
    """A literal with these bits."""
    w = WIDTH[t]
    bits &= (1 << w) - 1
    if is_float(t):
        return f'as_{t}(0x{bits:x}u{"l" if w == 64 else ""})'
    if t[0] == 'u':
        return f'((u{w})0x{bits:x}{"ul" if w == 64 else "u"})'
    return f'((i{w})0x{bits:x}{"ul" if w == 64 else "u"})'


def _binary(t, a, x, _):
    if is_float(t):
        return f'({a[0]} {x} {a[1]})'
    u = wide(t)
    return f'(({t})(({u}){a[0]} {x} ({u}){a[1]}))'


TEXT = {
    'const': lambda t, a, x, _: constant(t, x),
    'var': lambda t, a, x, _: x,
    'load': lambda t, a, x, _: f'LOAD_{t}({x})',
    'bin': _binary,
    'shl': lambda t, a, x, _: f'(({t})(({wide(t)}){a[0]} << ({a[1]} & {WIDTH[t] - 1})))',
    'shr': lambda t, a, x, _: f'(({t})({a[0]} >> ({a[1]} & {WIDTH[t] - 1})))',
    'neg': lambda t, a, x, _: f'(-{a[0]})' if is_float(t) else f'(({t})(({wide(t)})0 - ({wide(t)}){a[0]}))',
    'not': lambda t, a, x, _: f'(({t})~{a[0]})',
    'help': lambda t, a, x, _: f'{x}({", ".join(a)})',
    'cmp': lambda t, a, x, _: f'(({t})({a[0]} {x} {a[1]}))',
    'land': lambda t, a, x, _: f'(({t})(({a[0]} != 0) {x} ({a[1]} != 0)))',
    'sel': lambda t, a, x, _: f'({a[0]} != 0 ? {a[1]} : {a[2]})',
    'cast': lambda t, a, x, c: f'{c[0].t}_to_{t}({a[0]})' if is_float(c[0].t) and not is_float(t) else f'(({t}){a[0]})',
    'bits': lambda t, a, x, c: f'as_{t}({a[0]})' if is_float(t) else f'bits_{c[0].t}({a[0]})',
    'index': lambda t, a, x, _: f'{x[0]}[{a[0]} & {x[1] - 1}]',
    'call': lambda t, a, x, _: f'{x}({", ".join(a)})',
}


class S:
    """A statement: kind `k`, expressions `e`, blocks of statements `b`, and `x`, what else the kind needs."""
    __slots__ = ('k', 'e', 'b', 'x')

    def __init__(self, k, e=(), b=(), x=None):
        self.k, self.e, self.b, self.x = k, list(e), [list(s) for s in b], x

    def lines(self, pad):
        e = [c.text() for c in self.e]
        inner = pad + '  '
        block = lambda i: [l for s in self.b[i] for l in s.lines(inner)]
        if self.k == 'set':
            return [f'{pad}{self.x} = {e[0]};']
        if self.k == 'put':
            return [f'{pad}{self.x[0]}[{e[0]} & {self.x[1] - 1}] = {e[1]};']
        if self.k == 'if':
            out = [f'{pad}if ({e[0]} != 0) {{', *block(0), f'{pad}}}']
            if self.b[1]:
                out[-1] += ' else {'
                out += [*block(1), f'{pad}}}']
            return out
        if self.k == 'for':
            i = self.x
            return [f'{pad}for (u32 {i} = 0; {i} < (u32)({e[0]} & 7); {i}++) {{', *block(0), f'{pad}}}']
        if self.k == 'while':
            i = self.x
            return [f'{pad}for (u32 {i} = 0; {i} < 9 && {e[0]} != 0; {i}++) {{', *block(0), f'{pad}}}']
        if self.k in ('break', 'continue'):
            return [f'{pad}if ({e[0]} != 0) {self.k};']
        if self.k == 'switch':
            out = [f'{pad}switch ({e[0]} & {self.x - 1}) {{']
            for n, _ in enumerate(self.b):
                out += [f'{pad}case {n}:' if n + 1 < len(self.b) else f'{pad}default:', *block(n), f'{inner}break;']
            return out + [f'{pad}}}']
        if self.k == 'own':
            # An atomic on a word of its own: what it returns does not depend on order.
            to, op, place = self.x
            return [f'{pad}{to} = {op}({place}, {", ".join(e)});']
        raise KeyError(self.k)

    def walk(self):
        yield self
        for block in self.b:
            for s in block:
                yield from s.walk()


class Function:
    """A function that is not inlined. `arrays` of its parameters are pointers to private memory."""

    def __init__(self, name, t, params, local, body, result):
        self.name, self.t, self.params, self.local, self.body, self.result = name, t, params, local, body, result

    def text(self):
        head = ', '.join(f'{t} {n}' for t, n in self.params)
        lines = [f'NOINLINE {self.t} {self.name}({head}) {{', *(f'  {t} {n} = 0;' for t, n in self.local)]
        lines += [l for s in self.body for l in s.lines('  ')]
        return '\n'.join(lines + [f'  return {self.result.text()};', '}'])


class Sync:
    """What happens between two phases, where all work-items meet: kind `k` and names in `x`."""
    __slots__ = ('k', 'x')

    def __init__(self, k, **x):
        self.k, self.x = k, x


class Program:
    """`phases` are lists of statements; `syncs[i]` is between phase i and i+1."""

    def __init__(self, name, seed):
        self.name, self.seed = name, seed
        self.vars, self.arrays, self.functions = [], [], []
        self.phases, self.syncs = [[]], []
        self.groups, self.size = 1, 64
        self.features = set()

    def expressions(self):
        for f in self.functions:
            yield from f.result.walk()
            for s in f.body:
                for q in s.walk():
                    for e in q.e:
                        yield from e.walk()
        for p in self.phases:
            for s in p:
                for q in s.walk():
                    for e in q.e:
                        yield from e.walk()

    def uses_subgroups(self):
        return any(s.k in SUBGROUP for s in self.syncs)

    def words(self):
        """Words that a work-item writes to `out`."""
        return sum(2 if WIDTH[t] == 64 else 1 for _, t in self.vars)


SUBGROUP = {'shuffle', 'ballot', 'ballot_if', 'reduce', 'scan', 'broadcast'}
