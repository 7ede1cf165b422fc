"""Random programs from a seed. Seeds below WIDER draw what they drew before there were halves, bfloat16 and vectors; those from SHORT on give programs of half
the length, for compilers that are slow, and those from IMAGES on read images besides."""
import random
import struct

from tree import E, INTS, Function, Program, S, Sync, WIDTH, element, is_float, is_vector, length

WIDER, SHORT, IMAGES = 10_000_000, 30_000_000, 40_000_000

EDGES = [0, 1, 2, 3, 4, 5, 7, 8, 10, 15, 16, 24, 31, 32, 33, 63, 64, 100, 127, 128, 255, 256, 1000, 0x7fff, 0x8000, 0xffff, 0x10000, 0x7ffff, 0x80000,
         0xfffff, 0x100000, 0xfffff0, 0xffffff, 0x1000000, 0x3f800000, 0x40000000, 0x7fffffff, 0x80000000, 0x80000001, 0xaaaaaaaa, 0xfff80000, 0xfff7ffff,
         0xfff00000, 0xffff0000, 0xffff8000, 0xffffff80, 0xfffffff0, 0xfffffffe, 0xffffffff, 0x12345678, 0xdeadbeef]
WIDE = [0x100000000, 0xffffffff00000000, 0x7fffffffffffffff, 0x8000000000000000, 0xffffffffffffffff, 0xfffffffffffffffe, 0x3ff0000000000000,
        0x123456789abcdef0, 0xffffffff80000000, 0x00000000ffffffff, 0x0000ffff0000ffff, 0x8000000080000000, 1 << 52, 1 << 53, 1 << 40]
FLOATS = [0.0, 1.0, -1.0, 2.0, -2.0, 0.5, -0.5, 4.0, -4.0, 3.0, 10.0, 0.1, 1.5, 2.5, 100.0, 65536.0, 8388608.0, 16777216.0, 2147483648.0, 1e-3,
          3.14159274101257324, 1e10, 0.15915494, 1e-38, 1e30, 1e-45]

# Helpers of foreign.h: result, name, operands.
HELP = {t: [(f'{o}_{t}', (t, t)) for o in ('div', 'rem', 'min', 'max')] for t in INTS}
HELP['u32'] += [('pop_u32', ('u32',)), ('clz_u32', ('u32',)), ('ctz_u32', ('u32',)), ('mulhi_u32', ('u32', 'u32')), ('rot_u32', ('u32', 'u32')),
                ('field_u32', ('u32', 'u32', 'u32')), ('insert_u32', ('u32', 'u32', 'u32')), ('perm_u32', ('u32', 'u32')),
                ('addc_u32', ('u32',) * 4), ('subb_u32', ('u32',) * 4), ('absdiff_i32', ('i32', 'i32'))]
HELP['i32'] += [('mulhi_i32', ('i32', 'i32')), ('sext_i32', ('i32', 'u32')), ('sat_i32', ('i64',))]
HELP['u64'] += [('pop_u64', ('u64',)), ('clz_u64', ('u64',)), ('rot_u64', ('u64', 'u64')), ('mulhi_u64', ('u64', 'u64')), ('mulwide_u32', ('u32', 'u32')),
                ('addc_u64', ('u64',) * 4), ('subb_u64', ('u64',) * 4)]
HELP['i64'] += [('mulwide_i32', ('i32', 'i32'))]
HELP['u8'] += [('sat_u8', ('i32',))]
for f in ('f32', 'f64'):
    HELP[f] = [(f'{o}_{f}', (f,) * n) for o, n in (('div', 2), ('min', 2), ('max', 2), ('fma', 3), ('trunc', 1), ('floor', 1), ('ceil', 1), ('rint', 1),
                                                   ('abs', 1), ('sqrt', 1), ('fma', 3), ('div', 2))]
HELP['f16'] = [(f'{o}_f16', ('f16',) * n) for o, n in (('div', 2), ('min', 2), ('max', 2), ('fma', 3), ('trunc', 1), ('floor', 1), ('ceil', 1), ('rint', 1),
                                                       ('abs', 1), ('sqrt', 1), ('fma', 3))]
HELP['bf16'] = [(f'{o}_bf16', ('bf16',) * n) for o, n in (('div', 2), ('min', 2), ('max', 2), ('abs', 1))]
VECTORS = {'i8': ['u8x4', 'i8x4', 'u8x2', 'i8x2'], 'i16': ['u16x2', 'i16x2', 'u16x4', 'i16x4'], 'i32': ['u32x2', 'u32x4', 'i32x4', 'i32x2'], 'i64': ['u64x2', 'i64x2'],
           'f16': ['f16x2', 'f16x4'], 'f32': ['f32x2', 'f32x4'], 'f64': ['f64x2']}
COMPARE = ['<', '<=', '>', '>=', '==', '!=']


class Generator:
    def __init__(self, seed, kind=None, images=True):
        self.r = random.Random(seed)
        self.p = Program(f'k{seed}', seed)
        kinds, weights = (['int', 'narrow', 'long', 'f32', 'f64'], [4, 1, 3, 3, 2]) if seed < WIDER else (
            ['narrow', 'half', 'brain', 'f64', 'int', 'long', 'f32'], [5, 5, 2, 3, 1, 1, 1])
        self.kind = kind or self.r.choices(kinds, weights)[0]
        self.p.features.add(self.kind)
        self.vectors, self.short = [], seed >= SHORT
        self.p.images = images and seed >= IMAGES
        weights = {'int': 'i32 u32 i32 u32 i32 u32 u64 i64 u8 i16 i8 u16', 'narrow': 'i8 u8 i16 u16 u32 i32', 'long': 'i64 u64 i64 u64 u32 i32',
                   'half': 'f16 f16 f16 u16 i16 i8 u8 f32 i32', 'brain': 'bf16 bf16 bf16 u16 i16 f32 u32',
                   'f32': 'f32 f32 f32 f32 i32 u32 i64 u16', 'f64': 'f64 f64 f64 f32 i32 u64 u32'}
        self.types = weights[self.kind].split()
        self.scope, self.loops, self.readonly = [], 0, set()
        self.loads = True
        self.count = 0

    def name(self, prefix):
        self.count += 1
        return f'{prefix}{self.count}'

    def type(self):
        return self.r.choice(self.types)

    # Expressions

    def const(self, t):
        r = self.r
        if is_float(t):
            v = r.choice(FLOATS) if r.random() < .7 else r.uniform(-1000, 1000)
            if t == 'f16':
                bits = 0x7c00 if abs(v) > 65504 else int.from_bytes(struct.pack('<e', v), 'little')
                return E(t, 'const', x=bits)
            if t == 'bf16':
                return E(t, 'const', x=int.from_bytes(struct.pack('<f', v), 'little') >> 16)
            code = '<f' if t == 'f32' else '<d'
            return E(t, 'const', x=int.from_bytes(struct.pack(code, v), 'little'))
        k = r.random()
        if k < .6:
            v = r.choice(EDGES)
        elif k < .75 and WIDTH[t] == 64:
            v = r.choice(WIDE)
        elif k < .9:
            v = r.getrandbits(r.randint(1, WIDTH[t]))
        else:
            v = -r.getrandbits(r.randint(1, 20))
        if r.random() < .15:
            v = -v
        return E(t, 'const', x=v & ((1 << WIDTH[t]) - 1))

    def leaf(self, t):
        r = self.r
        same = [n for n, u in self.scope if u == t]
        k = r.random()
        if same and k < .6:
            return E(t, 'var', x=r.choice(same))
        if self.scope and k < .75:
            n, u = r.choice(self.scope)
            return self.cast(t, E(u, 'var', x=n))
        if self.loads and self.p.images and k < .82:
            x, y = (self.cast('u32', E(u, 'var', x=n)) if r.random() < .7 else self.const('u32') for n, u in (r.choice(self.scope or [('gid', 'u32')]) for _ in range(2)))
            return self.cast(t, E('u32', 'texel', [x, y]) if r.random() < .5 else E('f32', 'texelf', [x, y], r.randint(0, 3)))
        if self.loads and k < .85:
            return E(t, 'load', x=r.randint(0, 40))
        return self.const(t)

    def cast(self, t, e):
        return e if e.t == t else E(t, 'cast', [e])

    def expr(self, t, depth):
        r = self.r
        if depth <= 0 or r.random() < .08:
            return self.leaf(t)
        d = depth - 1
        k = r.random()
        if self.vectors and self.loads and r.random() < .12:
            v = self.vector(r.choice(self.vectors)[1], d - 1)
            n = length(v.t)
            e = E(element(v.t), 'at', [v], r.randint(0, n - 1)) if r.random() < .7 else E(element(v.t), 'at', [v, self.expr('u32', min(d, 1))], n)
            return self.cast(t, e)
        if self.p.arrays and k < .06:
            n, u, size = r.choice(self.p.arrays)
            if self.loads and not is_vector(u):
                return self.cast(t, E(u, 'index', [self.expr('u32', d)], (n, size)))
        if self.p.functions and self.loads and k < .10:
            f = r.choice(self.p.functions)
            return self.cast(t, E(f.t, 'call', [self.expr(u, min(d, 1)) for u, _ in f.params], f.name))
        if k < .20:
            u = self.type()
            if u == 'f64' or t == 'f64':
                u = t if self.kind != 'f64' else u
            if t == 'f16' and u == 'f64' or t == 'bf16' and u == 'f64':
                u = 'f32'
            e = self.expr(u, d)
            if is_float(t) and not is_float(u) and WIDTH[t] == WIDTH[u] and u[0] == 'u' and r.random() < .3:
                return E(t, 'bits', [e])
            return self.cast(t, e)
        if k < .28:
            return E(t, 'sel', [self.cond(d), self.expr(t, d), self.expr(t, d)])
        if is_float(t):
            if k < .62:
                return E(t, 'bin', [self.expr(t, d), self.expr(t, d)], r.choice('++--**'))
            if k < .70:
                return E(t, 'neg', [self.expr(t, d)])
            name, params = r.choice(HELP[t])
            return E(t, 'help', [self.expr(u, d) for u in params], name)
        if k < .55:
            return E(t, 'bin', [self.expr(t, d), self.expr(t, d)], r.choice('+-*&|^+-'))
        if k < .68:
            by = self.expr('u32', min(d, 1)) if r.random() < .5 else E('u32', 'const', x=r.randint(0, WIDTH[t] - 1))
            return E(t, r.choice(['shl', 'shr']), [self.expr(t, d), by])
        if k < .75:
            return E(t, r.choice(['neg', 'not']), [self.expr(t, d)])
        if k < .80:
            return self.cast(t, self.cond(d))
        if k < .82 and self.kind in ('half', 'brain'):
            return self.cast(t, E('u16', 'bits', [self.expr('f16' if self.kind == 'half' else 'bf16', d)]))
        if k < .82 and self.kind[0] == 'f':
            f = 'f64' if self.kind == 'f64' and r.random() < .6 else 'f32'
            u = 'u64' if f == 'f64' else 'u32'
            return self.cast(t, E(u, 'bits', [self.expr(f, d)]))
        name, params = r.choice(HELP[t])
        return E(t, 'help', [self.expr(u, d) for u in params], name)

    def cond(self, depth):
        r = self.r
        k = r.random()
        if k < .75 or depth < 1:
            t = self.type()
            return E('i32', 'cmp', [self.expr(t, depth - 1), self.expr(t, depth - 1)], r.choice(COMPARE))
        if k < .9:
            return E('i32', 'land', [self.cond(depth - 1), self.cond(depth - 1)], r.choice(['&&', '||']))
        return self.expr(r.choice(['i32', 'u32']), depth - 1)

    def vector(self, t, depth):
        """An expression of a vector type."""
        r = self.r
        of, n = element(t), length(t)
        same = [name for name, u in self.vectors if u == t]
        if depth <= 0 or r.random() < .1:
            k = r.random()
            if same and k < .6:
                return E(t, 'var', x=r.choice(same))
            if not is_float(t) and k < .8:
                return E(t, 'vload', x=r.randint(0, 40))
            return E(t, 'make', [self.leaf(of) for _ in range(n)])
        d, k = depth - 1, r.random()
        held = [a for a in self.p.arrays if a[1] == t]
        if held and k < .1:
            name, _, size = r.choice(held)
            return E(t, 'index', [self.expr('u32', d)], (name, size))
        if k < .2:
            return E(t, 'make', [self.expr(of, d) for _ in range(n)])
        if k < .25:
            return E(t, 'splat', [self.expr(of, d)])
        if k < .4:
            return E(t, 'shuffle', [self.vector(t, d), self.vector(t, d)], [r.randint(0, 2 * n - 1) for _ in range(n)])
        if k < .52:
            return E(t, 'vsel', [self.vector(t, d) for _ in range(4)], r.choice(COMPARE))
        if k < .6:
            if is_float(t):
                return E(t, 'vneg', [self.vector(t, d)])
            return E(t, r.choice(['vneg', 'vnot']), [self.vector(t, d)])
        if k < .68 and not is_float(t):
            u = r.choice([u for us in VECTORS.values() for u in us if length(u) == n and not is_float(u) and u != t] or [t])
            return E(t, 'vcast', [self.vector(u, d)])
        if k < .68 and of in ('f16', 'f32') and self.kind == 'half':
            return E(t, 'vcast', [self.vector(f'{"f32" if of == "f16" else "f16"}x{n}', d)])
        if k < .68 and of == 'f64':
            return E(t, 'vcast', [self.vector(f'i32x{n}', d)])
        if is_float(t):
            return E(t, 'vbin', [self.vector(t, d), self.vector(t, d)], r.choice('+-*'))
        if k < .8:
            return E(t, 'vshift', [self.vector(t, d), self.vector(t, d)], r.choice(['<<', '>>']))
        return E(t, 'vbin', [self.vector(t, d), self.vector(t, d)], r.choice('+-*&|^'))

    # Statements

    def target(self):
        writable = [v for v in self.scope if v[0] not in self.readonly]
        return self.r.choice(writable)

    def block(self, depth, n):
        return [self.statement(depth) for _ in range(n)]

    def statement(self, depth):
        r = self.r
        k = r.random()
        if self.vectors and self.loads and r.random() < .25:
            n, t = r.choice(self.vectors)
            if r.random() < .25:
                return S('lane', [self.expr('u32', 1), self.expr(element(t), 2)], x=(n, length(t)))
            return S('set', [self.vector(t, r.randint(2, 3))], x=n)
        if k < .08 and self.p.arrays and self.loads:
            n, u, size = r.choice(self.p.arrays)
            return S('put', [self.expr('u32', 2), self.vector(u, 2) if is_vector(u) else self.expr(u, 3)], x=(n, size))
        if k < .12 and self.loads:
            to = [n for n, t in self.scope if t == 'u32' and n not in self.readonly]
            if to:
                place = r.choice(['&L[lid]', '&G[gid]'])
                self.p.features.add('atomic')
                op = r.choice(['add', 'sub', 'and', 'or', 'xor', 'min', 'max', 'xchg', 'imin', 'imax', 'cas'])
                e = [self.expr('u32', 2) for _ in range(2 if op == 'cas' else 1)]
                return S('own', e, x=(r.choice(to), f'atom_{op}_', place))
        if depth > 0 and k < .45:
            kind = r.choices(['if', 'for', 'while', 'switch'], [5, 3, 1, 1])[0]
            if kind == 'if':
                return S('if', [self.cond(2)], [self.block(depth - 1, r.randint(1, 3)), self.block(depth - 1, r.choice([0, 1, 2]))])
            if kind == 'switch':
                n = r.choice([4, 8])
                return S('switch', [self.expr('u32', 2)], [self.block(depth - 1, 1) for _ in range(r.randint(3, n))], n)
            if self.loops < 2:
                i = self.name('n')
                cond = self.expr('u32', 2) if kind == 'for' else self.cond(2)
                self.loops += 1
                self.scope.append((i, 'u32'))
                self.readonly.add(i)
                body = self.block(depth - 1, r.randint(1, 3))
                if r.random() < .3:
                    body.insert(r.randint(0, len(body)), S(r.choice(['break', 'continue']), [self.cond(1)]))
                self.scope.remove((i, 'u32'))
                self.loops -= 1
                return S(kind, [cond], [body], i)
        n, t = self.target()
        return S('set', [self.expr(t, r.randint(1, 3) if self.short else r.randint(2, 4))], x=n)

    def function(self, n):
        r = self.r
        t = self.type()
        params = [(self.type(), self.name('p')) for _ in range(r.randint(1, 4))]
        local = [(self.type(), self.name('q')) for _ in range(r.randint(1, 2))]
        saved = self.scope, self.loads, self.p.functions
        self.scope = [(b, a) for a, b in params + local]
        self.loads = False
        body = self.block(2, r.randint(1, 3))
        result = self.expr(t, 2)
        self.scope, self.loads, self.p.functions = saved
        return Function(f'{self.p.name}_f{n}', t, params, local, body, result)

    def sync(self):
        """A meeting of all work-items; its operands were put into fresh variables by the phase before."""
        r = self.r
        full = self.p.size % 64 == 0
        kinds = ['exchange', 'reduce_local', 'exchange'] + (['shuffle', 'ballot', 'ballot_if', 'reduce', 'scan', 'broadcast'] if full else [])
        k = r.choice(kinds)
        a, b = self.name('t'), self.name('t')
        phase = self.p.phases[-1]
        phase.append(S('set', [self.expr('u32', 3)], x=a))
        phase.append(S('set', [self.expr('u32', 2)], x=b))
        self.p.vars += [(a, 'u32'), (b, 'u32')]
        to = [n for n, t in self.scope if t == 'u32']
        to = r.choice(to) if to else a
        self.p.syncs.append(Sync(k, a=a, b=b, to=to, op=r.choice(['add', 'xor', 'or', 'and', 'min', 'max', 'imin', 'imax']), n=r.randint(0, 7)))
        self.p.phases.append([])

    def program(self):
        r, p = self.r, self.p
        p.groups, p.size = r.choice([(1, 64), (1, 64), (2, 64), (2, 40), (3, 33), (1, 128), (2, 24)])
        if self.kind == 'f64' and 'f64' not in self.types:
            self.types.append('f64')
        for _ in range(r.choice([0, 0, 0, 1] if self.short else [0, 0, 1, 2])):
            p.functions.append(self.function(len(p.functions)))
        for _ in range(r.randint(3, 5) if self.short else r.randint(4, 7)):
            t = self.type()
            p.vars.append((self.name('v'), t))
        if not any(t == 'u32' for _, t in p.vars):
            p.vars.append((self.name('v'), 'u32'))
        for n, t in p.vars:
            p.phases[0].append(S('set', [E(t, 'load', x=r.randint(0, 40))], x=n))
        self.scope = list(p.vars)
        if p.seed >= WIDER and self.kind != 'brain' and r.random() < .6:
            of = sorted({f'i{WIDTH[t]}' if t in INTS else t for t in self.types if t != 'bf16'})
            for _ in range(r.randint(1, 3)):
                p.vectors.append((self.name('w'), r.choice(VECTORS[r.choice(of)])))
            for n, t in p.vectors:
                p.phases[0].append(S('set', [self.vector(t, 0)], x=n))
            self.vectors = list(p.vectors)
        for _ in range(r.choice([0, 0, 0, 1, 2])):
            p.arrays.append((self.name('a'), r.choice([t for t in self.types]), r.choice([4, 8, 16])))
        if self.vectors and r.random() < .4:
            p.arrays.append((self.name('a'), self.vectors[0][1], r.choice([4, 8])))
        for _ in range(r.choice([1, 1, 1, 1, 2])):
            p.phases[-1] += self.block(2, r.randint(1, 3) if self.short else r.randint(2, 5))
            if r.random() < .45:
                self.sync()
        p.phases[-1] += self.block(1, 1)
        return p


def program(seed, f64=True, images=True):
    """The program of a seed; without `f64`, a seed that would use it makes a program of floats or halves instead."""
    g = Generator(seed, images=images)
    if g.kind == 'f64' and not f64:
        g = Generator(seed, 'f32' if seed < WIDER else 'half', images)
    return g.program()
