#!/usr/bin/env python3
"""Kernels in Triton: builds them for gfx1100 with the Triton that Python has, and writes the file, a case and a row of suite.tsv for each into ../gfx1100/triton-VERSION.

The expected memory is numpy's, computed from what a kernel is for. A case gives each launch the shared memory that Triton's metadata name; two
pointers behind the arguments, which Triton adds, are null."""
import json
import os
import pathlib
import zlib

# Files do not say where they were made.
os.environ['TRITON_DISABLE_LINE_INFO'] = '1'

import numpy as np
import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource

HERE = pathlib.Path(__file__).resolve().parent
OUT = HERE.parent / 'gfx1100' / f'triton-{triton.__version__}'
M32 = 0xffffffff


def mix(i, seed):
    """The suite's hash, as the module `case` of isotope-targets has it."""
    x = (i * 2654435761 + seed) & M32
    x ^= x >> 15
    x = x * 2246822519 & M32
    x ^= x >> 13
    x = x * 3266489917 & M32
    return x ^ x >> 16


def drawn(seed, count, mod=1 << 32, add=0):
    return np.array([mix(i, seed) % mod + add for i in range(count)], dtype=np.int64)


@triton.jit
def axpy(x, y, out, n, a, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    m = i < n
    tl.store(out + i, tl.load(x + i, mask=m) * a + tl.load(y + i, mask=m), mask=m)


@triton.jit
def hist(x, bins, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    m = i < n
    tl.atomic_add(bins + (tl.load(x + i, mask=m, other=0) & 63), 1, mask=m)


@triton.jit
def rowsum(x, out, C: tl.constexpr):
    r = tl.program_id(0)
    tl.store(out + r, tl.sum(tl.load(x + r * C + tl.arange(0, C)), axis=0))


@triton.jit
def rowmax(x, out, where, C: tl.constexpr):
    r = tl.program_id(0)
    v = tl.load(x + r * C + tl.arange(0, C))
    tl.store(out + r, tl.max(v, axis=0))
    tl.store(where + r, tl.argmax(v, axis=0))


@triton.jit
def prefix(x, out, C: tl.constexpr):
    r = tl.program_id(0)
    i = r * C + tl.arange(0, C)
    tl.store(out + i, tl.cumsum(tl.load(x + i), axis=0))


@triton.jit
def turned(x, out, A: tl.constexpr, B: tl.constexpr):
    i = tl.arange(0, A)[:, None] * B + tl.arange(0, B)[None, :]
    o = tl.arange(0, B)[:, None] * A + tl.arange(0, A)[None, :]
    tl.store(out + o, tl.trans(tl.load(x + i)))


@triton.jit
def product(a, b, out, N: tl.constexpr):
    i = tl.arange(0, N)[:, None] * N + tl.arange(0, N)[None, :]
    tl.store(out + i, tl.dot(tl.load(a + i), tl.load(b + i)))


@triton.jit
def sorted_rows(x, out, C: tl.constexpr):
    r = tl.program_id(0)
    i = r * C + tl.arange(0, C)
    tl.store(out + i, tl.sort(tl.load(x + i)))


@triton.jit
def bits(x, out, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    m = i < n
    v = tl.load(x + i, mask=m, other=0)
    r = (v << (v & 31)) ^ (v >> ((v >> 5) & 31))
    tl.store(out + i, r * 2654435761 + (v % ((v & 255) + 1)), mask=m)


@triton.jit
def longs(x, out, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    m = i < n
    v = tl.load(x + i, mask=m, other=0)
    tl.store(out + i, v * v + (v >> 7) - (v // ((v & 15) + 1)), mask=m)


@triton.jit
def bytes_mix(x, out, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    m = i < n
    v = tl.load(x + i, mask=m, other=0)
    tl.store(out + i, (v * 3 + 1).to(tl.int8), mask=m)


@triton.jit
def best(x, cell, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    m = i < n
    v = tl.load(x + i, mask=m, other=0)
    tl.atomic_max(cell + (i & 3), v, mask=m)
    tl.atomic_min(cell + 4 + (i & 3), v, mask=m)
    tl.atomic_xor(cell + 8 + (i & 3), v, mask=m)


@triton.jit
def gather(x, at, out, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    m = i < n
    j = tl.load(at + i, mask=m, other=0)
    v = tl.load(x + j, mask=m & (j >= 0), other=-7)
    tl.store(out + i, tl.where(v > 100, v - 100, v), mask=m)


@triton.jit
def doubles(x, out, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    m = i < n
    v = tl.load(x + i, mask=m, other=1.0)
    tl.store(out + i, tl.where(v > 0, v * 0.5, v * v), mask=m)


@triton.jit
def halves(x, y, out, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    m = i < n
    tl.store(out + i, tl.maximum(tl.load(x + i, mask=m), tl.load(y + i, mask=m)) + 1.0, mask=m)


def buf(name, ty, count, init):
    return {'name': name, 'type': ty, 'count': count, 'init': init}


def mixed(seed, mod=1 << 32, add=0):
    return {'gen': 'mix', 'seed': seed, 'shift': 0, 'mod': mod, 'add': add}


ZERO = {'gen': 'fill', 'value': 0}
TRITON = {'u32': '*u32', 'i32': '*i32', 'u64': '*u64', 'i64': '*i64', 'f32': '*fp32', 'f64': '*fp64', 'i8': '*i8', 'u8': '*u8', 'f16': '*fp16'}
NUMPY = {'u32': 'u4', 'i32': 'i4', 'u64': 'u8', 'i64': 'i8', 'f32': 'f4', 'f64': 'f8', 'i8': 'i1', 'u8': 'u1', 'f16': 'f2'}


def data(b):
    init, ty = b['init'], NUMPY[b['type']]
    if init['gen'] == 'fill':
        return np.full(b['count'], init['value'], ty)
    if init['gen'] == 'mix':
        return drawn(init['seed'], b['count'], init['mod'], init['add']).astype(ty)
    if init['gen'] == 'list':
        return np.array(init['values'], f'i{np.dtype(ty).itemsize}').view(ty)
    raise ValueError(init)


def listed(a):
    return {'gen': 'list', 'values': a.ravel().view(f'i{a.dtype.itemsize}').tolist()}


def floats(seed, count, ty, scale):
    return listed(((drawn(seed, count, 4001) - 2000) / scale).astype(NUMPY[ty]))


KERNELS = []


def kernel(fn, name, grid, warps, args, constants, model):
    """`args`: buffers, or ('i32', value) and the like. `model` gets the buffers' arrays and gives what they must be."""
    KERNELS.append((fn, name, grid, warps, args, constants, model))


N = 300
kernel(axpy, 'axpy', 3, 4, [buf('x', 'f32', N, floats(1, N, 'f32', 8)), buf('y', 'f32', N, floats(2, N, 'f32', 8)), buf('out', 'f32', N, ZERO), ('i32', N), ('fp32', 2.5)], {'B': 128},
       lambda x, y, out: {'out': (x.astype('f8') * 2.5 + y).astype('f4')})
kernel(hist, 'hist', 3, 4, [buf('x', 'i32', N, mixed(3)), buf('bins', 'i32', 64, ZERO), ('i32', N)], {'B': 128}, lambda x, bins: {'bins': np.bincount(x & 63, minlength=64).astype('i4')})
kernel(rowsum, 'rowsum', 5, 4, [buf('x', 'i32', 5 * 256, mixed(4)), buf('out', 'i32', 5, ZERO)], {'C': 256}, lambda x, out: {'out': x.reshape(5, 256).sum(axis=1, dtype='i4')})
kernel(rowsum, 'rowsum8', 4, 8, [buf('x', 'i32', 4 * 1024, mixed(5)), buf('out', 'i32', 4, ZERO)], {'C': 1024}, lambda x, out: {'out': x.reshape(4, 1024).sum(axis=1, dtype='i4')})
kernel(rowmax, 'rowmax', 5, 4, [buf('x', 'i32', 5 * 256, mixed(6)), buf('out', 'i32', 5, ZERO), buf('where', 'i32', 5, ZERO)], {'C': 256},
       lambda x, out, where: {'out': x.reshape(5, 256).max(axis=1), 'where': x.reshape(5, 256).argmax(axis=1).astype('i4')})
kernel(prefix, 'prefix', 3, 4, [buf('x', 'i32', 3 * 256, mixed(7)), buf('out', 'i32', 3 * 256, ZERO)], {'C': 256}, lambda x, out: {'out': x.reshape(3, 256).cumsum(axis=1, dtype='i4').ravel()})
kernel(turned, 'turned', 1, 4, [buf('x', 'u32', 32 * 64, mixed(8)), buf('out', 'u32', 32 * 64, ZERO)], {'A': 32, 'B': 64}, lambda x, out: {'out': x.reshape(32, 64).T.copy().ravel()})
kernel(product, 'product', 1, 4, [buf('a', 'f16', 256, floats(9, 256, 'f16', 1000)), buf('b', 'f16', 256, listed(np.eye(16, dtype='f2')[::-1] * 2)), buf('out', 'f32', 256, ZERO)], {'N': 16},
       lambda a, b, out: {'out': (a.reshape(16, 16).astype('f4') @ b.reshape(16, 16).astype('f4')).ravel()})
kernel(sorted_rows, 'sorted_rows', 2, 4, [buf('x', 'i32', 2 * 128, mixed(10)), buf('out', 'i32', 2 * 128, ZERO)], {'C': 128}, lambda x, out: {'out': np.sort(x.reshape(2, 128), axis=1).ravel()})
kernel(bits, 'bits', 3, 4, [buf('x', 'u32', N, mixed(11)), buf('out', 'u32', N, ZERO), ('i32', N)], {'B': 128},
       lambda x, out: {'out': (((x << (x & 31)) ^ (x >> ((x >> 5) & 31))) * np.uint32(2654435761) + x % ((x & 255) + 1)).astype('u4')})
kernel(longs, 'longs', 3, 4, [buf('x', 'u64', N, mixed(12)), buf('out', 'u64', N, ZERO), ('i32', N)], {'B': 128},
       lambda x, out: {'out': x * x + (x >> np.uint64(7)) - x // ((x & np.uint64(15)) + np.uint64(1))})
kernel(bytes_mix, 'bytes_mix', 3, 4, [buf('x', 'i8', N, mixed(13)), buf('out', 'i8', N, ZERO), ('i32', N)], {'B': 128}, lambda x, out: {'out': (x.astype('i4') * 3 + 1).astype('i1')})
kernel(best, 'best', 3, 4, [buf('x', 'i32', N, mixed(14)), buf('cell', 'i32', 12, ZERO), ('i32', N)], {'B': 128},
       lambda x, cell: {'cell': np.concatenate([[max(0, x[k::4].max()) for k in range(4)], [min(0, x[k::4].min()) for k in range(4)],
                                                [np.bitwise_xor.reduce(x[k::4]) for k in range(4)]]).astype('i4')})
kernel(gather, 'gather', 3, 4, [buf('x', 'i32', 64, mixed(15, 300)), buf('at', 'i32', N, mixed(16, 80, -16)), buf('out', 'i32', N, ZERO), ('i32', N)], {'B': 128},
       lambda x, at, out: {'out': (lambda v: np.where(v > 100, v - 100, v))(np.where(at >= 0, x[np.maximum(at, 0)], -7)).astype('i4')})
kernel(doubles, 'doubles', 3, 4, [buf('x', 'f64', N, floats(17, N, 'f64', 7)), buf('out', 'f64', N, ZERO), ('i32', N)], {'B': 128}, lambda x, out: {'out': np.where(x > 0, x * 0.5, x * x)})
kernel(halves, 'halves', 3, 4, [buf('x', 'f16', N, floats(18, N, 'f16', 64)), buf('y', 'f16', N, floats(19, N, 'f16', 64)), buf('out', 'f16', N, ZERO), ('i32', N)], {'B': 128},
       lambda x, y, out: {'out': (np.maximum(x, y) + np.float16(1)).astype('f2')})


def main():
    (OUT / 'cases').mkdir(parents=True, exist_ok=True)
    rows = []
    for fn, name, grid, warps, args, constants, model in KERNELS:
        names = [n for n in fn.arg_names if n not in constants]
        signature = {n: TRITON[a['type']] if isinstance(a, dict) else a[0] for n, a in zip(names, args)} | {n: 'constexpr' for n in constants}
        made = triton.compile(ASTSource(fn, signature, constexprs=constants), target=GPUTarget('hip', 'gfx1100', 32), options={'num_warps': warps})
        (OUT / f'{name}.co').write_bytes(made.asm['hsaco'])
        buffers, given, passed = [], [], []
        for n, a in zip(names, args):
            if isinstance(a, dict):
                array = data(a)
                bits = {'f16': 'u16', 'f64': 'u64'}.get(a['type'], a['type'])
                buffers.append(a | {'type': bits, 'crc32': zlib.crc32(array.tobytes())})
                given.append(array)
                passed.append({'buffer': a['name']})
            elif a[0] == 'i32':
                passed.append({'u32': a[1]})
            else:
                passed.append({'u32': int(np.float32(a[1]).view('u4'))})
        passed += [{'u64': '0x0'}] * 2
        with np.errstate(all='ignore'):
            wanted = model(*given)
        launch = {'entry': fn.__name__, 'groups': grid, 'group_size': 32 * warps, 'args': passed}
        if made.metadata.shared:
            launch['shared'] = made.metadata.shared
        case = {'schema': 'isotope-kernel-case/1', 'kernel': fn.__name__, 'case': 'triton', 'source': 'triton_kernels.py', 'buffers': buffers, 'launches': [launch],
                'checks': [{'check': 'exact', 'buffer': b, 'hex': np.ascontiguousarray(a).tobytes().hex()} for b, a in wanted.items()]}
        (OUT / 'cases' / f'{name}.json').write_text(json.dumps(case) + '\n')
        rows.append(f'{name}.co\tcompilers/gfx1100/{OUT.name}/cases/{name}.json')
    head = '# file\tcase, from the folder kernels; what Triton made of ../../src/triton_kernels.py, and what numpy says of it\n'
    (OUT / 'suite.tsv').write_text(head + '\n'.join(sorted(rows)) + '\n')


if __name__ == '__main__':
    main()
