#!/usr/bin/env python3
"""Writes src/cmp.c: every comparison of every type in five forms."""
import os
out = ['/* Written by tools/gen_cmp.py. */', '#include "torture.h"']
ci = {'eq': '==', 'ne': '!=', 'lt': '<', 'le': '<=', 'gt': '>', 'ge': '>='}
bl = {'and': '&', 'or': '|', 'xor': '^'}
calls = []
n = 0
for ty, con, ct in [('u32', 'r', 'u32'), ('s32', 'r', 's32'), ('u64', 'l', 'u64'), ('s64', 'l', 's64'), ('u16', 'h', 'u16'), ('s16', 'h', 's16')]:
    A, B = ('x', 'y') if ty.endswith('64') else ('w0', 'w1')
    two = f'{ct}, "{con}", {ct}, "{con}"'
    for op, c in ci.items():
        out.append(f'OP2(u32, "r", {two}, p_{op}_{ty}, "{{.reg .pred p; setp.{op}.{ty} p, %1, %2; selp.u32 %0, 7, 9, p;}}", a {c} b ? 7 : 9)')
        calls.append(f'p_{op}_{ty}({A}, {B})')
        if ty.endswith('16'):
            continue
        out.append(f'OP2(u32, "r", {two}, s_{op}_{ty}, "set.{op}.u32.{ty} %0, %1, %2;", a {c} b ? ~0u : 0)')
        calls.append(f's_{op}_{ty}({A}, {B})')
        out.append(f'OP2(float, "f", {two}, f_{op}_{ty}, "set.{op}.f32.{ty} %0, %1, %2;", a {c} b ? 1.0f : 0.0f)')
        calls.append(f'FB(f_{op}_{ty}({A}, {B}))')
        bo, neg = ['and', 'or', 'xor'][n % 3], '!' if n & 4 else ''
        n += 1
        r = f'({neg}((s32)c > 77))'
        out.append(f'OP3(u32, "r", {two}, u32, "r", b_{op}_{ty}, "{{.reg .pred p,q,r; setp.gt.s32 r, %3, 77; setp.{op}.{bo}.{ty} p|q, %1, %2, {neg}r; selp.u32 %0, 1, 0, p; @q or.b32 %0, %0, 2;}}", '
                   f'((a {c} b) {bl[bo]} {r} ? 1 : 0) | ((!(a {c} b)) {bl[bo]} {r} ? 2 : 0))')
        calls.append(f'b_{op}_{ty}({A}, {B}, w2)')
        k = '5' if n & 1 else '0'
        out.append(f'OP1(u32, "r", {ct}, "{con}", i_{op}_{ty}, "{{.reg .pred p; setp.{op}.{ty} p, %1, {k}; selp.u32 %0, 7, 9, p;}}", a {c} {k} ? 7 : 9)')
        calls.append(f'i_{op}_{ty}({A})')
out += ['OP3(u32, "r", u32, "r", u32, "r", s32, "r", slct, "slct.u32.s32 %0, %1, %2, %3;", c >= 0 ? a : b)',
        'OP3(u32, "r", u32, "r", u32, "r", float, "f", slctf, "slct.u32.f32 %0, %1, %2, %3;", c >= 0 ? a : b)',
        'OP3(u32, "r", u32, "r", u32, "r", float, "f", slctff, "slct.ftz.u32.f32 %0, %1, %2, %3;", (c >= 0 || fabsf(c) < 0x1p-126f) ? a : b)',
        'OP3(u64, "l", u64, "l", u64, "l", s32, "r", slct64, "slct.s64.s32 %0, %1, %2, %3;", c >= 0 ? a : b)',
        'KERNEL cmpint(ARGS) {\n  BEGIN\n  u32 w0 = W(0), w1 = W(1), w2 = W(2), how = in[i * 8 + 7]; u64 x = LW(1), y = LW(2);\n'
        '  if (how & 0x20000000) w1 = w0;\n  if (how & 0x40000000) y = (y & 0xffffffffull) | (x & ~0xffffffffull);\n  if ((how >> 27 & 3) == 3) y = x;']
out += [f'  O({c});' for c in calls]
out.append('  O(slct(w0, w1, w2)); O(slctf(w0, w1, BITS(float, w2))); O(slctff(w0, w1, BITS(float, w2))); O64(slct64(x, y, w2));\n}')
NAN = '(a != a || b != b)'
fo = {'eq': 'a == b', 'ne': 'a < b || a > b', 'lt': 'a < b', 'le': 'a <= b', 'gt': 'a > b', 'ge': 'a >= b', 'num': '!' + NAN, 'nan': NAN,
      'equ': '!(a < b || a > b)', 'neu': '!(a == b)', 'ltu': '!(a >= b)', 'leu': '!(a > b)', 'gtu': '!(a <= b)', 'geu': '!(a < b)'}
out.append('#define ZF(x) (((x) < 0x1p-126f && (x) > -0x1p-126f) ? 0.0f : (x))')
calls = []
for ty, con, ct in [('f32', 'f', 'float'), ('f64', 'd', 'double')]:
    A, B = ('x', 'y') if ty == 'f32' else ('u', 'v')
    two = f'{ct}, "{con}", {ct}, "{con}"'
    for op, e in fo.items():
        out.append(f'OP2(u32, "r", {two}, p_{op}_{ty}, "{{.reg .pred p; setp.{op}.{ty} p, %1, %2; selp.u32 %0, 7, 9, p;}}", ({e}) ? 7 : 9)')
        out.append(f'OP2(u32, "r", {two}, s_{op}_{ty}, "set.{op}.u32.{ty} %0, %1, %2;", ({e}) ? ~0u : 0)')
        out.append(f'OP2(float, "f", {two}, f_{op}_{ty}, "set.{op}.f32.{ty} %0, %1, %2;", ({e}) ? 1.0f : 0.0f)')
        calls += [f'p_{op}_{ty}({A}, {B})', f's_{op}_{ty}({A}, {B})', f'FB(f_{op}_{ty}({A}, {B}))']
        bo = ['and', 'or', 'xor'][n % 3]
        n += 1
        out.append(f'OP3(u32, "r", {two}, u32, "r", b_{op}_{ty}, "{{.reg .pred p,q,r; setp.gt.s32 r, %3, 77; setp.{op}.{bo}.{ty} p|q, %1, %2, r; selp.u32 %0, 1, 0, p; @q or.b32 %0, %0, 2;}}", '
                   f'((({e}) ? 1 : 0) {bl[bo]} ((s32)c > 77) ? 1 : 0) | ((({e}) ? 0 : 1) {bl[bo]} ((s32)c > 77) ? 2 : 0))')
        calls.append(f'b_{op}_{ty}({A}, {B}, w2)')
        if ty == 'f32':
            z = e if NAN in e else e.replace('a', 'ZF(a)').replace('b', 'ZF(b)')
            out.append(f'OP2(u32, "r", {two}, z_{op}_{ty}, "{{.reg .pred p; setp.{op}.ftz.{ty} p, %1, %2; selp.u32 %0, 7, 9, p;}}", ({z}) ? 7 : 9)')
            calls.append(f'z_{op}_{ty}({A}, {B})')
out.append('INLINE float fabs_(float a) { return BITS(float, BITS(u32, a) & 0x7fffffff); }\n'
           'KERNEL cmpfloat(ARGS) {\n  BEGIN\n  float x = F(0), y = F(1); u32 w2 = in[i * 8 + 6], how = in[i * 8 + 7]; double u = D(1), v = D(2);\n'
           '  if (how & 0x20000000) y = x;\n  if (how & 0x40000000) v = u;')
out += [f'  O({c});' for c in calls]
out.append('  O(x < 1.5f); O(u >= 0.25); O(fabs_(x) < fabs_(y)); O(-x < y); O(u != u); O((x > 0 && y < 1) || u > v);\n}')
open(os.path.join(os.path.dirname(__file__), '../src/cmp.c'), 'w').write('\n'.join(out) + '\n')
