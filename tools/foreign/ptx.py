#!/usr/bin/env python3
"""Random PTX programs through ptxas, run by Isotope and judged by the evaluator here, which follows the PTX manual.

    ptx.py [--theme T,..] [--seed S] [--count N] [--arch A] [--work DIR]   run programs; exit status 1 if one differs
    ptx.py --show SEED --theme T                                  the program of a seed
    ptx.py --keep NAME --theme T --seed S --count N               N programs as kernels/torture/src/NAME.ptx, its cubins and cases

A program is straight-line code on 16-, 32- and 64-bit registers and predicates, so that ptxas fuses what can be fused; its last values are
stored. PTXAS names ptxas, ISOTOPE the command.
"""
import argparse
import json
import os
import random
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import zlib
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PTXAS = os.environ.get('PTXAS') or shutil.which('ptxas') or 'ptxas'
ISOTOPE = os.environ.get('ISOTOPE') or str(ROOT / 'target/release/isotope')
WORDS, LANES = 256, 128
EDGES = [0, 1, 2, 3, 7, 8, 15, 16, 31, 32, 33, 63, 64, 65, 0x7f, 0x80, 0xff, 0x100, 0x7fff, 0x8000, 0xffff, 0x10000, 0x7fffffff, 0x80000000, 0x80000001, 0xfffffffe,
         0xffffffff, 0xffffff80, 0xffff8000, 0xffff0000, 0x55555555, 0xaaaaaaaa, 0x7fffff, 0x800000, 0xffffff, 0x1000000]


def cut(v, bits):
    return v & ((1 << bits) - 1)


def signed(v, bits):
    v = cut(v, bits)
    return v - (1 << bits) if v >> (bits - 1) else v


def as_type(v, t):
    """The number that the low bits of v are in a type such as s32."""
    bits = int(t[1:])
    return signed(v, bits) if t[0] == 's' else cut(v, bits)


def divide(a, b):
    """C's division."""
    q = abs(a) // abs(b)
    return q if (a < 0) == (b < 0) else -q


class Program:
    """Registers by name, lines of PTX with what they do to an item's registers."""

    def __init__(self, theme, seed):
        self.r = random.Random(f'{theme} {seed}')
        self.name = f'{theme}{seed}'
        self.theme = theme
        self.lines = []
        self.count = Counter()
        self.pool = {'h': [], 'r': [], 'd': [], 'p': []}
        self.head = []
        for k in range(6):
            a, b = self.r.randrange(1, WORDS, 2), self.r.randrange(WORDS)
            self.head.append((self.new('r'), a, b))
        self.pairs = [(self.new('d'), self.pool['r'][k], self.pool['r'][k + 1]) for k in (0, 2, 4)]
        self.halves = [(self.new('h'), self.pool['r'][k]) for k in (1, 3)]
        makers = THEMES[theme]
        for _ in range(self.r.randrange(8, 30)):
            self.r.choice(makers)(self)
        # What the end of the program leaves.
        self.out = [n for kind, k in (('r', 6), ('d', 5), ('p', 2)) for n in self.pool[kind][-k:]]

    def new(self, kind):
        name = f'%{kind}{self.count[kind]}'
        self.count[kind] += 1
        self.pool[kind].append(name)
        return name

    def reg(self, kind):
        """A register, the later the likelier."""
        pool = self.pool[kind]
        return pool[-1 - min(int(self.r.expovariate(0.25)), len(pool) - 1)] if self.r.random() < 0.8 else self.r.choice(pool)

    def arg(self, kind, numbers=0.2):
        """A register or, at times, a number."""
        if self.r.random() >= numbers:
            return self.reg(kind)
        bits = {'h': 16, 'r': 32, 'd': 64}[kind]
        v = self.r.choice(EDGES) if self.r.random() < 0.7 else self.r.getrandbits(self.r.choice([3, 5, 8, 16, 19, 20, 32, bits]))
        if bits == 64 and self.r.random() < 0.3:
            v = v << self.r.randrange(33)
        return signed(cut(v, bits), bits)

    def emit(self, text, outs, args, fn):
        """A line. `outs` are registers, `args` registers or numbers; fn(values, state) gives the outputs."""
        self.lines.append((text, outs, args, fn))

    def op(self, name, kind, kinds, fn, numbers=0.2):
        """dst = name(args), of one value."""
        args = [self.arg(k, numbers if i else 0) for i, k in enumerate(kinds)]
        dst = self.new(kind)
        self.pool[kind].remove(dst)
        self.emit(f'{name} {dst}, {", ".join(map(str, args))};', [dst], args, lambda v, s: [fn(*v)])
        self.pool[kind].append(dst)

    def text(self):
        stores = []
        for k, n in enumerate(self.slots()):
            if n.startswith('%p'):
                stores.append(f'selp.u32 %t, 1, 0, {n}; st.global.u32 [%to+{4 * k}], %t;')
            elif n.startswith('%d') and not n.endswith('+'):
                stores.append(f'mov.b64 {{%t, %i}}, {n}; st.global.u32 [%to+{4 * k}], %t; st.global.u32 [%to+{4 * k + 4}], %i;')
            elif not n.endswith('+'):
                stores.append(f'st.global.u32 [%to+{4 * k}], {n};')
        loads = [f'mad.lo.u32 %i, %t, {a}, {b}; and.b32 %i, %i, {WORDS - 1}; mul.wide.u32 %at, %i, 4; add.s64 %at, %from, %at; ld.global.u32 {n}, [%at];'
                 for n, a, b in self.head]
        loads += [f'mov.b64 {d}, {{{a}, {b}}};' for d, a, b in self.pairs] + [f'cvt.u16.u32 {h}, {a};' for h, a in self.halves]
        return '\n'.join([
            f'.visible .entry {self.name}(.param .u64 in, .param .u64 out)', '{',
            f'.reg .b16 %h<{self.count["h"] + 1}>; .reg .b32 %r<{self.count["r"] + 1}>; .reg .b64 %d<{self.count["d"] + 1}>; .reg .pred %p<{self.count["p"] + 1}>;',
            '.reg .b32 %t, %i; .reg .b64 %from, %to, %at;',
            'ld.param.u64 %from, [in]; ld.param.u64 %to, [out]; mov.u32 %t, %tid.x;',
            *loads, f'mul.wide.u32 %at, %t, {4 * len(self.slots())}; add.s64 %to, %to, %at;', *[l[0] for l in self.lines], *stores, 'ret;', '}', ''])

    def slots(self):
        """The words that an item stores: names of registers, the high word of a pair with a plus."""
        return [s for n in self.out for s in ([n, n + '+'] if n.startswith('%d') else [n])]

    def want(self, words):
        out = []
        for lane in range(LANES):
            v = {n: words[(lane * a + b) % WORDS] for n, a, b in self.head}
            v.update({d: v[a] | v[b] << 32 for d, a, b in self.pairs})
            v.update({h: cut(v[a], 16) for h, a in self.halves})
            state = {}
            for _, outs, args, fn in self.lines:
                got = fn([v[a] if isinstance(a, str) else a for a in args], state)
                for n, value in zip(outs, got):
                    v[n] = cut(int(value), {'h': 16, 'r': 32, 'd': 64, 'p': 1}[n[1]])
            for n in self.slots():
                out.append(v[n[:-1]] >> 32 if n.endswith('+') else cut(v[n], 32))
        return struct.pack(f'<{len(out)}I', *out)


KIND = {16: 'h', 32: 'r', 64: 'd'}


def integer(p):
    """One of the arithmetic instructions on integers."""
    r = p.r
    bits = r.choice([32, 32, 64, 64, 64])
    k, t = KIND[bits], r.choice('us') + str(bits)
    s = lambda v: as_type(v, t)
    which = r.choice(['add', 'add', 'sub', 'sub', 'sum3', 'sum3', 'mul.lo', 'mul.hi', 'mad.lo', 'mad.lo', 'mad.hi', 'wide', 'madwide', 'madwide', 'neg', 'abs', 'min', 'max', 'sad', 'not',
                      'and', 'or', 'xor', 'popc', 'clz', 'brev', 'bfind'])
    if which in ('add', 'sub', 'mul.lo', 'mul.hi', 'min', 'max'):
        fn = {'add': lambda a, b: a + b, 'sub': lambda a, b: a - b, 'mul.lo': lambda a, b: a * b, 'mul.hi': lambda a, b: s(a) * s(b) >> bits,
              'min': lambda a, b: min(s(a), s(b)), 'max': lambda a, b: max(s(a), s(b))}[which]
        p.op(f'{which}.{t}', k, [k, k], fn)
    elif which == 'sum3':
        for op in r.choice([('add', 'add'), ('add', 'sub'), ('sub', 'add'), ('sub', 'sub'), ('neg', 'add', 'add'), ('neg', 'sub', 'sub')]):
            if op == 'neg':
                p.op(f'neg.s{bits}', k, [k], lambda a: -a)
                continue
            last, other = p.pool[k][-1], p.arg(k, 0.1)
            args = [last, other] if r.random() < 0.6 or not isinstance(other, str) else [other, last]
            dst = p.new(k)
            p.emit(f'{op}.{t} {dst}, {args[0]}, {args[1]};', [dst], args, lambda v, _, m=op == 'sub': [v[0] - v[1] if m else v[0] + v[1]])
    elif which == 'mad.lo':
        p.op(f'mad.lo.{t}', k, [k, k, k], lambda a, b, c: a * b + c)
    elif which == 'mad.hi':
        p.op(f'mad.hi.{t}', k, [k, k, k], lambda a, b, c: (s(a) * s(b) >> bits) + c)
    elif which == 'wide':
        t = t[0] + '32'
        p.op(f'mul.wide.{t}', 'd', ['r', 'r'], lambda a, b: as_type(a, t) * as_type(b, t))
    elif which == 'madwide':
        t = t[0] + '32'
        p.op(f'mad.wide.{t}', 'd', ['r', 'r', 'd'], lambda a, b, c: as_type(a, t) * as_type(b, t) + c)
    elif which == 'neg':
        p.op(f'neg.s{bits}', k, [k], lambda a: -a)
    elif which == 'abs':
        p.op(f'abs.s{bits}', k, [k], lambda a: abs(signed(a, bits)))
    elif which == 'sad':
        p.op(f'sad.{t}', k, [k, k, k], lambda a, b, c: abs(s(a) - s(b)) + c)
    elif which == 'not':
        p.op(f'not.b{bits}', k, [k], lambda a: ~a)
    elif which in ('and', 'or', 'xor'):
        p.op(f'{which}.b{bits}', k, [k, k], {'and': lambda a, b: a & b, 'or': lambda a, b: a | b, 'xor': lambda a, b: a ^ b}[which])
    elif which == 'popc':
        p.op(f'popc.b{bits}', 'r', [k], lambda a: bin(a).count('1'))
    elif which == 'clz':
        p.op(f'clz.b{bits}', 'r', [k], lambda a: bits - a.bit_length())
    elif which == 'brev':
        p.op(f'brev.b{bits}', k, [k], lambda a: int(f'{a:0{bits}b}'[::-1], 2))
    else:
        amount = r.random() < 0.3
        def bfind(a):
            a = ~a & (1 << bits) - 1 if s(a) < 0 else a
            return -1 if a == 0 else (bits - a.bit_length() if amount else a.bit_length() - 1)
        p.op(f'bfind{".shiftamt" if amount else ""}.{t}', 'r', [k], bfind)


def chain(p):
    """Sums, differences and products over several words with the carry flag."""
    r = p.r
    bits = r.choice([32, 32, 32, 64])
    k, n = KIND[bits], r.randrange(2, 5)
    minus = r.random() < 0.4
    product = not minus and r.random() < 0.4 and bits == 32
    t = f'u{bits}'
    for i in range(n):
        cc = '.cc' if i < n - 1 else ''
        c = 'c' if i else ''
        if product and r.random() < 0.7:
            part = r.choice(['lo', 'hi'])
            args = [p.reg(k), p.arg(k, 0.1), p.arg(k, 0.1)]
            outs = [p.new(k)]
            def fn(v, s, part=part, c=c, cc=cc):
                a, b, d = (cut(x, bits) for x in v)
                x = (a * b >> bits if part == 'hi' else cut(a * b, bits)) + d + (s['cc'] if c else 0)
                if cc:
                    s['cc'] = x >> bits
                return [x]
            p.emit(f'mad{c}.{part}{cc}.{t} {outs[0]}, {", ".join(map(str, args))};', outs, args, fn)
            continue
        args = [p.reg(k), p.arg(k, 0.15)]
        outs = [p.new(k)]
        def fn(v, s, c=c, cc=cc):
            a, b = (cut(x, bits) for x in v)
            x = a - b - (s['cc'] if c else 0) if minus else a + b + (s['cc'] if c else 0)
            if cc:
                s['cc'] = int(x < 0) if minus else x >> bits
            return [x]
        p.emit(f'{"sub" if minus else "add"}{c}{cc}.{t} {outs[0]}, {args[0]}, {args[1]};', outs, args, fn)


def compare(p):
    """Comparisons, selections and predicates."""
    r = p.r
    bits = r.choice([32, 64, 64])
    k, t = KIND[bits], r.choice('us') + str(bits)
    s = lambda v: as_type(v, t)
    cmp = r.choice(['eq', 'ne', 'lt', 'le', 'gt', 'ge'])
    holds = {'eq': lambda a, b: a == b, 'ne': lambda a, b: a != b, 'lt': lambda a, b: a < b, 'le': lambda a, b: a <= b, 'gt': lambda a, b: a > b, 'ge': lambda a, b: a >= b}[cmp]
    which = r.choice(['setp', 'setp', 'set', 'selp', 'slct', 'logic', 'guard', 'minmax'])
    if which == 'setp' or not p.pool['p']:
        p.op(f'setp.{cmp}.{t}', 'p', [k, k], lambda a, b: holds(s(a), s(b)))
    elif which == 'set':
        p.op(f'set.{cmp}.u32.{t}', 'r', [k, k], lambda a, b: -1 if holds(s(a), s(b)) else 0)
    elif which == 'selp':
        a, b, q, d = p.arg(k), p.arg(k), p.reg('p'), p.new(k)
        p.emit(f'selp.b{bits} {d}, {a}, {b}, {q};', [d], [a, b, q], lambda v, _: [v[0] if v[2] else v[1]])
    elif which == 'slct':
        # ptxas compares x where the source compares -x, which differs for the least number: by an input only.
        a, b, c, d = p.reg(k), p.reg(k), p.pool['r'][r.randrange(6)], p.new(k)
        p.emit(f'slct.b{bits}.s32 {d}, {a}, {b}, {c};', [d], [a, b, c], lambda v, _: [v[0] if signed(v[2], 32) >= 0 else v[1]])
    elif which == 'logic':
        op = r.choice(['and', 'or', 'xor'])
        a, b = p.reg('p'), p.reg('p')
        d = p.new('p')
        p.emit(f'{op}.pred {d}, {a}, {b};', [d], [a, b], lambda v, _: [{'and': v[0] & v[1], 'or': v[0] | v[1], 'xor': v[0] ^ v[1]}[op]])
    elif which == 'guard':
        a, b, q = p.reg(k), p.arg(k), p.reg('p')
        d = p.new(k)
        p.emit(f'mov.b{bits} {d}, {a}; @{q} add.{t} {d}, {a}, {b};', [d], [a, b, q], lambda v, _: [v[0] + v[1] if v[2] else v[0]])
    else:
        op = r.choice([min, max])
        p.op(f'{op.__name__}.{t}', k, [k, k], lambda a, b: op(s(a), s(b)))


def shift(p):
    """Shifts, funnel shifts, bit fields, permutations."""
    r = p.r
    bits = r.choice([16, 32, 64, 64, 64])
    k, t = KIND[bits], r.choice('us') + str(bits)
    numbers = 0.5
    which = r.choice(['shl', 'shl', 'shr', 'shr', 'shr', 'shf', 'shf', 'bfe', 'bfi', 'prmt', 'lop3', 'scaled', 'scaled', 'cvt', 'rotate'])
    def right(a, n, t=t):
        return as_type(a, t) >> min(cut(n, 32), 200)
    def left(a, n, bits=bits):
        n = cut(n, 32)
        return a << n if n < bits else 0
    # ptxas multiplies by 2^(n mod 64) where a product is shifted by n from 64 up.
    count = lambda: r.randrange(bits) if r.random() < numbers else p.reg('r')
    if which == 'shl':
        a, n, d = p.reg(k), count(), p.new(k)
        p.emit(f'shl.b{bits} {d}, {a}, {n};', [d], [a, n], lambda v, _: [left(*v)])
    elif which == 'shr':
        a, n, d = p.reg(k), count(), p.new(k)
        p.emit(f'shr.{t} {d}, {a}, {n};', [d], [a, n], lambda v, _: [right(*v)])
    elif which == 'shf':
        way, mode = r.choice('lr'), r.choice(['wrap', 'clamp'])
        a, b, n, d = p.reg('r'), p.arg('r'), count(), p.new('r')
        def funnel(v, _):
            lo, hi, n = (cut(x, 32) for x in v)
            n = n & 31 if mode == 'wrap' else min(n, 32)
            both = hi << 32 | lo
            return [both << n >> 32 if way == 'l' else both >> n]
        p.emit(f'shf.{way}.{mode}.b32 {d}, {a}, {b}, {n};', [d], [a, b, n], funnel)
    elif which in ('bfe', 'bfi') and bits != 16:
        pos, length = r.randrange(bits), r.randrange(bits)
        if r.random() < 0.4:
            # The manual allows 0 to 255.
            p.op('and.b32', 'r', ['r'], lambda a: a & 255)
            p.lines[-1] = (p.lines[-1][0].replace(';', ', 255;'), *p.lines[-1][1:])
            pos, length = p.pool['r'][-1], r.choice([length, p.pool['r'][-1]])
        if which == 'bfe':
            a, d = p.reg(k), p.new(k)
            def bfe(v, _):
                a, pos, length = v[0], v[1] & 255, v[2] & 255
                sign = a >> min(pos + length - 1, bits - 1) & 1 if t[0] == 's' and length else 0
                field = a >> pos & (1 << length) - 1
                have = max(0, min(length, bits - pos))
                return [field | (-1 << have if sign else 0)]
            p.emit(f'bfe.{t} {d}, {a}, {pos}, {length};', [d], [a, pos, length], bfe)
        else:
            a, b, d = p.reg(k), p.reg(k), p.new(k)
            def bfi(v, _):
                a, b, pos, length = v[0], v[1], v[2] & 255, v[3] & 255
                mask = cut((1 << length) - 1 << pos, bits)
                return [b & ~mask | a << pos & mask]
            p.emit(f'bfi.b{bits} {d}, {a}, {b}, {pos}, {length};', [d], [a, b, pos, length], bfi)
    elif which == 'prmt':
        mode = r.choice(['', '', '.f4e', '.b4e', '.rc8', '.ecl', '.ecr', '.rc16'])
        a, b, c = p.reg('r'), p.arg('r'), r.getrandbits(16) & 0x7777 if r.random() < 0.6 else p.reg('r')
        d = p.new('r')
        def prmt(v, _):
            w = cut(v[1], 32) << 32 | v[0]
            n = cut(v[2], 32) & 3
            pick = {'': None, '.f4e': [n, n + 1, n + 2, n + 3], '.b4e': [n, n - 1 & 7, n - 2 & 7, n - 3 & 7], '.rc8': [n] * 4, '.ecl': [max(n, i) for i in range(4)],
                    '.ecr': [min(n, i) for i in range(4)], '.rc16': [(n & 1) * 2, (n & 1) * 2 + 1] * 2}[mode] or [cut(v[2], 32) >> 4 * i & 15 for i in range(4)]
            byte = lambda s: (w >> 8 * (s & 7) & 255) if not (mode == '' and s & 8) else (255 if w >> 8 * (s & 7) + 7 & 1 else 0)
            return [sum(byte(s) << 8 * i for i, s in enumerate(pick))]
        p.emit(f'prmt.b32{mode} {d}, {a}, {b}, {c};', [d], [a, b, c], prmt)
    elif which == 'lop3':
        lut = r.getrandbits(8)
        def lop3(a, b, c):
            a, b, c = (cut(x, 32) for x in (a, b, c))
            return sum((lut >> ((a >> i & 1) << 2 | (b >> i & 1) << 1 | c >> i & 1) & 1) << i for i in range(32))
        # ptxas simplifies operands that are alike, at times wrongly.
        a, b, c = r.sample(p.pool['r'][-12:], 3)
        d = p.new('r')
        p.emit(f'lop3.b32 {d}, {a}, {b}, {c}, {lut};', [d], [a, b, c], lambda v, _: [lop3(*v)])
    elif which == 'rotate' and bits != 16:
        n = r.randrange(1, bits)
        a, x, y = p.reg(k), p.new(k), p.new(k)
        # Parts of a rotation that are used elsewhere may be taken for the whole.
        p.pool[k] = p.pool[k][:-2]
        d = p.new(k)
        p.emit(f'shl.b{bits} {x}, {a}, {n}; shr.u{bits} {y}, {a}, {bits - n}; or.b{bits} {d}, {x}, {y};', [x, y, d], [a],
               lambda v, _: [v[0] << n, v[0] >> bits - n, cut(v[0] << n, bits) | v[0] >> bits - n])
    elif which == 'scaled' and bits != 16:
        n = r.randrange(1, 20)
        a, b, x, d = p.reg(k), p.arg(k), p.new(k), p.new(k)
        op = r.choice(['add', 'sub'])
        p.emit(f'shl.b{bits} {x}, {a}, {n}; {op}.u{bits} {d}, {x}, {b};', [x, d], [a, b],
               lambda v, _: [v[0] << n, (v[0] << n) + v[1] if op == 'add' else (v[0] << n) - v[1]])
    else:
        to = r.choice('us') + r.choice(['8', '16', '32', '64'])
        source = r.choice('us') + r.choice(['8', '16', '32', '64'])
        if to[1:] == '64' or source[1:] == '8':
            # Of a change of sign on the way up ptxas makes what it makes of none.
            to = source[0] + to[1:]
        width = {'8': 'r', '16': 'h', '32': 'r', '64': 'd'}
        ends = lambda t: (-(1 << int(t[1:]) - 1), (1 << int(t[1:]) - 1) - 1) if t[0] == 's' else (0, (1 << int(t[1:])) - 1)
        # ptxas takes `.sat` where the source has numbers that the destination lacks.
        sat = r.random() < 0.25 and (ends(source)[0] < ends(to)[0] or ends(source)[1] > ends(to)[1])
        a, d = p.reg(width[source[1:]]), p.new(width[to[1:]])
        def cvt(v, _):
            x = as_type(v[0], source)
            if sat:
                x = max(ends(to)[0], min(ends(to)[1], x))
            # A register wider than the type is filled by the type's own extension.
            return [as_type(x, to)]
        p.emit(f'cvt{".sat" if sat else ""}.{to}.{source} {d}, {a};', [d], [a], cvt)


def video(p):
    """Scalar video instructions with parts, saturation and second operations."""
    r = p.r
    which = r.choice(['vadd', 'vsub', 'vabsdiff', 'vmin', 'vmax', 'vshl', 'vshr', 'vmad', 'vset'])
    dt, at, bt = (r.choice('us') for _ in range(3))
    if which in ('vshl', 'vshr'):
        bt = 'u'
    mode = r.choice(['wrap', 'clamp'])
    sat = r.random() < 0.4 and which != 'vset'
    def part(w):
        return r.choice(['', '', '.b0', '.b1', '.b2', '.b3', '.h0', '.h1'])
    pa, pb = part(0), part(0)
    def get(v, t, sel):
        if not sel:
            return as_type(v, t + '32')
        n = int(sel[2])
        return as_type(v >> 8 * n, t + '8') if sel[1] == 'b' else as_type(v >> 16 * n, t + '16')
    second = r.choice(['', '', '.add', '.min', '.max', 'merge']) if which != 'vmad' else ''
    # What the manual does not settle: a left shift that is clamped or compared, a result beyond 33 bits that is compared.
    if which == 'vshl':
        sat, second = False, '' if second in ('.min', '.max') else second
    wide = (which == 'vadd' and not (pa and pb)) or which in ('vsub', 'vabsdiff') and at != bt
    if second in ('.min', '.max') and wide:
        sat = True
    def clamp(x, bits, t):
        lo, hi = (-(1 << bits - 1), (1 << bits - 1) - 1) if t == 's' else (0, (1 << bits) - 1)
        return max(lo, min(hi, x))
    cmp = r.choice(['eq', 'ne', 'lt', 'le', 'gt', 'ge'])
    # Of a comparison with a number ptxas 12.4 makes a word that its own disassembler reads as a store.
    number = r.random() < 0.3 and which != 'vset'
    a, b, c = p.reg('r'), r.choice(EDGES[:18]) if number else p.reg('r'), p.reg('r')
    if not isinstance(b, str):
        pb = ''
    dsel = ''
    def first(va, vb):
        x, y = get(cut(va, 32), at, pa), get(cut(vb, 32), bt, pb)
        if which == 'vadd':
            return x + y
        if which == 'vsub':
            return x - y
        if which == 'vabsdiff':
            return abs(x - y)
        if which in ('vmin', 'vmax'):
            return (min if which == 'vmin' else max)(x, y)
        if which == 'vset':
            return int({'eq': x == y, 'ne': x != y, 'lt': x < y, 'le': x <= y, 'gt': x > y, 'ge': x >= y}[cmp])
        n = cut(y, 32)
        n = n & 31 if mode == 'wrap' else min(n, 32)
        return x << n if which == 'vshl' else x >> n
    d = p.new('r')
    p.pool['r'].remove(d)
    types = f'.{at}32.{bt}32' if which == 'vset' else f'.{dt}32.{at}32.{bt}32'
    satm = '.sat' if sat else ''
    shift_mode = f'.{mode}' if which in ('vshl', 'vshr') else ''
    if which == 'vset':
        dt = 'u'
    if which == 'vmad':
        form = r.choice(['', '-ab', '-c', '.po'])
        scale = r.choice(['', '', '.shr7', '.shr15'])
        unsigned = at == 'u' and bt == 'u'
        ctype = 'u' if unsigned and form != '-ab' else 's'
        dt = 'u' if unsigned and form in ('', '.po') else 's'
        def vmad(v, _):
            x, y, z = get(v[0], at, pa), get(cut(v[1], 32), bt, pb), as_type(v[2], ctype + '32')
            t = x * y
            t = -t if form == '-ab' else t
            z = -z if form == '-c' else z
            t = t + z + (form == '.po')
            t >>= {'': 0, '.shr7': 7, '.shr15': 15}[scale]
            return [clamp(t, 32, dt) if sat else t]
        po = '.po' if form == '.po' else ''
        m = '-' if form == '-ab' else ''
        mc = '-' if form == '-c' else ''
        p.emit(f'vmad.{dt}32.{at}32.{bt}32{po}{satm}{scale} {d}, {m}{a}{pa}, {b}{pb}, {mc}{c};', [d], [a, b, c], vmad)
        p.pool['r'].append(d)
        return
    op2 = {'.add': lambda x, z: x + z, '.min': min, '.max': max}
    if second == 'merge':
        dsel = r.choice(['.b0', '.b1', '.b2', '.b3', '.h0', '.h1'])
        bits = 8 if dsel[1] == 'b' else 16
        at_bit = int(dsel[2]) * bits
        def fn(v, _):
            x = first(v[0], v[1])
            x = clamp(x, bits, dt) if sat else x
            mask = ((1 << bits) - 1) << at_bit
            return [v[2] & ~mask | (x << at_bit) & mask]
        p.emit(f'{which}{types}{satm}{shift_mode}{"." + cmp if which == "vset" else ""} {d}{dsel}, {a}{pa}, {b}{pb}, {c};', [d], [a, b, c], fn)
    else:
        def fn(v, _):
            x = first(v[0], v[1])
            x = clamp(x, 32, dt) if sat else x
            return [op2[second](x, as_type(v[2], dt + '32')) if second else x]
        tail = f', {c}' if second else ''
        p.emit(f'{which}{types}{satm}{shift_mode}{"." + cmp if which == "vset" else ""}{second} {d}, {a}{pa}, {b}{pb}{tail};', [d], [a, b, c], fn)
    p.pool['r'].append(d)


def simd(p):
    """Video instructions on two halves or four bytes."""
    r = p.r
    n = r.choice([2, 4])
    bits = 32 // n
    which = r.choice(['vadd', 'vsub', 'vavrg', 'vabsdiff', 'vmin', 'vmax', 'vset'])
    dt, at, bt = (r.choice('us') for _ in range(3))
    add = r.random() < 0.3
    sat = r.random() < 0.4 and which not in ('vavrg', 'vset') and not add
    cmp = r.choice(['eq', 'ne', 'lt', 'le', 'gt', 'ge'])
    a, b, c, d = p.reg('r'), p.reg('r'), p.reg('r'), p.new('r')
    mask = r.randrange(1, 1 << n) if r.random() < 0.5 else (1 << n) - 1
    if which == 'vset':
        dt = 'u'
    def clamp(x):
        lo, hi = (-(1 << bits - 1), (1 << bits - 1) - 1) if dt == 's' else (0, (1 << bits) - 1)
        return max(lo, min(hi, x))
    def fn(v, _):
        a, b, c = v
        res, total = c, as_type(c, dt + '32')
        for i in range(n):
            x, y = as_type(a >> bits * i, at + str(bits)), as_type(b >> bits * i, bt + str(bits))
            z = {'vadd': x + y, 'vsub': x - y, 'vabsdiff': abs(x - y), 'vmin': min(x, y), 'vmax': max(x, y),
                 'vavrg': (x + y + (1 if x + y >= 0 else 0)) >> 1,
                 'vset': int({'eq': x == y, 'ne': x != y, 'lt': x < y, 'le': x <= y, 'gt': x > y, 'ge': x >= y}[cmp])}[which]
            z = clamp(z) if sat else z
            z = z if add else as_type(z, dt + str(bits))
            if mask >> i & 1:
                total += z
                m = ((1 << bits) - 1) << bits * i
                res = res & ~m | (z << bits * i) & m
        return [total if add else res]
    names = f'.{"h" if n == 2 else "b"}' + ''.join(str(i) for i in reversed(range(n)) if mask >> i & 1)
    types = f'.{at}32.{bt}32.{cmp}' if which == 'vset' else f'.{dt}32.{at}32.{bt}32'
    p.emit(f'{which}{n}{types}{".sat" if sat else ""}{".add" if add else ""} {d}{names}, {a}, {b}, {c};', [d], [a, b, c], fn)


def divide_(p):
    r = p.r
    bits = r.choice([16, 32, 64])
    k, t = KIND[bits], r.choice('us') + str(bits)
    rem = r.random() < 0.5
    a, b, one, d = p.reg(k), p.reg(k), p.new(k), p.new(k)
    def fn(v, _):
        x, y = as_type(v[0], t), as_type(v[1] | 1, t)
        return [v[1] | 1, x - divide(x, y) * y if rem else divide(x, y)]
    p.emit(f'or.b{bits} {one}, {b}, 1; {"rem" if rem else "div"}.{t} {d}, {a}, {one};', [one, d], [a, b], fn)


THEMES = {
    'wide': [integer, integer, integer, chain, compare],
    'chain': [chain, chain, integer],
    'bits': [shift, shift, integer],
    'mixed': [integer, shift, compare, chain, divide_],
    'video': [video, video, video, integer],
    'simd': [simd, simd, integer],
}


def words(seed):
    r = random.Random(f'words {seed}')
    return [r.choice(EDGES) if r.random() < 0.5 else r.getrandbits(r.choice([8, 16, 24, 32, 32])) for _ in range(WORDS)]


HEAD = '.version 6.4\n.target sm_50\n.address_size 64\n'


def compile_(text, out, level, arch='sm_50'):
    path = out.with_suffix('.ptx')
    path.write_text(text)
    done = subprocess.run([PTXAS, f'-arch={arch}', f'-O{level}', str(path), '-o', str(out)], capture_output=True, text=True)
    return done.stderr or f'ended with {done.returncode}' if done.returncode else ''


def buffer(name, data, init):
    return {'name': name, 'type': 'u32', 'count': len(data) // 4, 'init': init, 'crc32': zlib.crc32(data)}


def case(p, given, want, source, exact):
    zero = bytes(len(want))
    check = {'hex': want.hex()} if exact else {'crc32': zlib.crc32(want), 'bytes': len(want)}
    return {'schema': 'isotope-kernel-case/1', 'kernel': p.name, 'case': 'ptx', 'source': source,
            'buffers': [buffer('in', struct.pack(f'<{WORDS}I', *given), {'gen': 'list', 'values': given}), buffer('out', zero, {'gen': 'fill', 'value': 0})],
            'launches': [{'entry': p.name, 'groups': 1, 'group_size': LANES, 'args': [{'buffer': 'in'}, {'buffer': 'out'}]}],
            'checks': [{'check': 'exact', 'buffer': 'out', **check}]}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--theme', type=lambda t: t.split(','), default=list(THEMES))
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--count', type=int, default=40)
    parser.add_argument('--arch', default='sm_50', help='what ptxas compiles for: sm_50 to sm_62')
    parser.add_argument('--level', type=lambda t: [int(n) for n in t.split(',')], default=[0, 1, 2, 3])
    parser.add_argument('--work', type=Path, default=Path(tempfile.gettempdir()) / 'ptx-work')
    parser.add_argument('--show', type=int)
    parser.add_argument('--keep')
    args = parser.parse_args()
    if args.show is not None:
        print(HEAD + Program(args.theme[0], args.show).text())
        return 0
    args.work.mkdir(parents=True, exist_ok=True)
    seeds = range(args.seed, args.seed + args.count)
    if args.keep:
        return keep(args, seeds)
    total, refused, bad = Counter(), Counter(), 0
    for theme in args.theme:
        programs = []
        for s in seeds:
            p = Program(theme, s)
            error = compile_(HEAD + p.text(), args.work / f'{p.name}.cubin', 0, args.arch)
            if error:
                print(p.name, error.splitlines()[0])
                total['not compiled'] += 1
            else:
                programs.append((p, words(s)))
        for at in range(0, len(programs), 20):
            part = programs[at:at + 20]
            paths = []
            for p, given in part:
                path = args.work / f'{p.name}.json'
                path.write_text(json.dumps(case(p, given, p.want(given), 'x.ptx', True)))
                paths.append(str(path))
            for level in args.level:
                image = args.work / f'{theme}.{at}.O{level}.cubin'
                assert not compile_(HEAD + '\n'.join(p.text() for p, _ in part), image, level, args.arch)
                done = subprocess.run([ISOTOPE, 'run', str(image), '--json', '--case', *paths], capture_output=True, text=True)
                try:
                    answer = json.loads(done.stdout)
                except json.JSONDecodeError:
                    print(image, done.stdout[:500], done.stderr[-1500:])
                    bad += 1
                    continue
                for pair in answer.get('pairs', [answer]):
                    outcome, name = pair['outcome'], pair.get('kernel')
                    if outcome == 'completed' and pair['passed']:
                        total['ok'] += 1
                    elif outcome == 'completed':
                        total['wrong'] += 1
                        bad += 1
                        p = next(p for p, _ in part if p.name == name)
                        detail = [c['detail'] for c in pair['checks'] if not c['holds']][0]
                        at_word = int(re.search(r'element (\d+)', str(detail)).group(1)) % len(p.slots())
                        print(f'WRONG {name} -O{level} {p.slots()[at_word]}: {detail}')
                    else:
                        kind = 'refused' if outcome in ('refused', 'not modelled', 'unspecified') else 'stopped'
                        total[kind] += 1
                        bad += kind == 'stopped'
                        reason = str(pair['reason'])
                        refused[re.sub(r'0x[0-9a-f]+|\bR\d+\b', '#', reason)] += 1
    for reason, n in refused.most_common(60):
        print(f'{n:5} {reason[:220]}')
    print(dict(total))
    return 1 if bad else 0


def keep(args, seeds):
    """Write programs of the themes to kernels/torture."""
    folder = ROOT / 'kernels/torture'
    programs = [(Program(t, s), words(s)) for t in args.theme for s in seeds]
    source = folder / f'src/{args.keep}.ptx'
    source.write_text(f'// Written by tools/foreign/ptx.py --keep {args.keep} --theme {",".join(args.theme)} --seed {args.seed} --count {args.count}.\n'
                      + HEAD + '\n'.join(p.text() for p, _ in programs))
    for level, name in ((3, ''), (0, '.O0')):
        subprocess.run([PTXAS, '-arch=sm_50', f'-O{level}', str(source), '-o', str(folder / f'bin/sm_50/{args.keep}{name}.cubin')], check=True)
    for p, given in programs:
        text = json.dumps(case(p, given, p.want(given), source.name, False), separators=(',', ':'))
        (folder / f'cases/{p.name}.json').write_text(text + '\n')
    return 0


if __name__ == '__main__':
    sys.exit(main())
