"""Programs as trees: expressions, statements, and their text in a C that OpenCL and a host compiler both read.

An expression is exact on every machine: arithmetic goes through unsigned types, shift counts are masked, division and
conversions from float are helpers of `foreign.h` that have a value for every operand.
"""
WIDTH = {'i8': 8, 'u8': 8, 'i16': 16, 'u16': 16, 'i32': 32, 'u32': 32, 'i64': 64, 'u64': 64, 'f16': 16, 'bf16': 16, 'f32': 32, 'f64': 64}
ONE = {'f16': 0x3c00, 'bf16': 0x3f80, 'f32': 0x3f800000, 'f64': 0x3ff0000000000000}
INTS = ['i8', 'u8', 'i16', 'u16', 'i32', 'u32', 'i64', 'u64']


def is_float(t):
    return t[0] in 'fb'


def is_vector(t):
    """Vectors are named by element and length: u8x4."""
    return 'x' in t


def element(t):
    return t.split('x')[0]


def length(t):
    return int(t.split('x')[1])


def plain(t):
    """The vector of unsigned integers with elements as wide as those of `t`: its operators wrap and take masks."""
    return f'u{WIDTH[element(t)]}x{length(t)}'


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
    if w == 16 and is_float(t):
        return f'as_{t}((u16)0x{bits:x})'
    if is_float(t):
        return f'as_{t}(0x{bits:x}u{"l" if w == 64 else ""})'
    if t[0] == 'u':
        return f'((u{w})0x{bits:x}{"ul" if w == 64 else "u"})'
    return f'((i{w})0x{bits:x}{"ul" if w == 64 else "u"})'


BRAIN = {'+': 'add_bf16', '-': 'sub_bf16', '*': 'mul_bf16'}


def _binary(t, a, x, _):
    if t == 'bf16':
        return f'{BRAIN[x]}({a[0]}, {a[1]})'
    if is_float(t):
        return f'({a[0]} {x} {a[1]})'
    u = wide(t)
    return f'(({t})(({u}){a[0]} {x} ({u}){a[1]}))'


def _cast(t, a, _, c):
    of = c[0].t
    if t == 'f16' and of == 'f32':
        return f'f32_to_f16({a[0]})'
    if t == 'bf16':
        return f'f32_to_bf16((f32){a[0]})'
    if of == 'bf16':
        return f'((f64)bf16_to_f32({a[0]}))' if t == 'f64' else f'((f16)bf16_to_f32({a[0]}))' if t == 'f16' else f'bf16_to_{t}({a[0]})'
    return f'{of}_to_{t}({a[0]})' if is_float(of) and not is_float(t) else f'(({t}){a[0]})'


def _compared(t, a, x, c):
    if c[0].t == 'bf16':
        return f'(({t})(AS_BF16({a[0]}) {x} AS_BF16({a[1]})))'
    return f'(({t})({a[0]} {x} {a[1]}))'


def _vector_binary(t, a, x, _):
    if is_float(t):
        return f'({a[0]} {x} {a[1]})'
    u = plain(t)
    return f'REINT({t}, REINT({u}, {a[0]}) {x} REINT({u}, {a[1]}))'


def _vector_shift(t, a, x, _):
    """Left through unsigned elements; right by the type's own sign."""
    u, w = plain(t), WIDTH[element(t)]
    by = f'(REINT({u}, {a[1]}) & SPLAT({u}, {w - 1}))'
    return f'REINT({t}, REINT({u}, {a[0]}) << {by})' if x == '<<' else f'({a[0]} >> REINT({t}, {by}))'


def _vector_select(t, a, x, c):
    """Elements of the third where a comparison of the first two holds, else of the fourth."""
    u = plain(t)
    return f'SELECT({t}, {u}, {a[0]} {x} {a[1]}, {a[2]}, {a[3]})'


TEXT = {
    'make': lambda t, a, x, _: f'MAKE{length(t)}({t}, {", ".join(a)})',
    'splat': lambda t, a, x, _: f'SPLAT({t}, {a[0]})',
    'vload': lambda t, a, x, _: f'VLOAD({t}, {x})',
    'vbin': _vector_binary,
    'vshift': _vector_shift,
    'vneg': lambda t, a, x, _: f'(-{a[0]})' if is_float(t) else f'REINT({t}, SPLAT({plain(t)}, 0) - REINT({plain(t)}, {a[0]}))',
    'vnot': lambda t, a, x, _: f'(~{a[0]})',
    'vsel': _vector_select,
    'shuffle': lambda t, a, x, _: f'__builtin_shufflevector({a[0]}, {a[1]}, {", ".join(map(str, x))})',
    'vcast': lambda t, a, x, _: f'VCAST_{t}({a[0]})' if t[:3] == 'f16' else f'__builtin_convertvector({a[0]}, {t})',
    'vbits': lambda t, a, x, _: f'REINT({t}, {a[0]})',
    'at': lambda t, a, x, _: f'({a[0]})[{x}]' if len(a) == 1 else f'({a[0]})[{a[1]} & {x - 1}]',
    'const': lambda t, a, x, _: constant(t, x),
    'var': lambda t, a, x, _: x,
    'load': lambda t, a, x, _: f'LOAD_{t}({x})',
    'texel': lambda t, a, x, _: f'TEXEL({a[0]}, {a[1]})',
    'texelf': lambda t, a, x, _: f'TEXELF({a[0]}, {a[1]}, {x})',
    'bin': _binary,
    'shl': lambda t, a, x, _: f'(({t})(({wide(t)}){a[0]} << ({a[1]} & {WIDTH[t] - 1})))',
    'shr': lambda t, a, x, _: f'(({t})({a[0]} >> ({a[1]} & {WIDTH[t] - 1})))',
    'neg': lambda t, a, x, _: f'neg_bf16({a[0]})' if t == 'bf16' else f'(-{a[0]})' if is_float(t) else f'(({t})(({wide(t)})0 - ({wide(t)}){a[0]}))',
    'not': lambda t, a, x, _: f'(({t})~{a[0]})',
    'help': lambda t, a, x, _: f'{x}({", ".join(a)})',
    'cmp': _compared,
    'land': lambda t, a, x, _: f'(({t})(({a[0]} != 0) {x} ({a[1]} != 0)))',
    'sel': lambda t, a, x, _: f'({a[0]} != 0 ? {a[1]} : {a[2]})',
    'cast': _cast,
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
        if self.k == 'lane':
            # One element of a vector.
            return [f'{pad}{self.x[0]}[{e[0]} & {self.x[1] - 1}] = {e[1]};']
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
        self.vars, self.vectors, self.arrays, self.functions = [], [], [], []
        self.phases, self.syncs = [[]], []
        self.groups, self.size = 1, 64
        self.images = False
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
        return sum(2 if WIDTH[t] == 64 else 1 for _, t in self.vars) + sum(length(t) * (2 if WIDTH[element(t)] == 64 else 1) for _, t in self.vectors)


SUBGROUP = {'shuffle', 'ballot', 'ballot_if', 'reduce', 'scan', 'broadcast'}
