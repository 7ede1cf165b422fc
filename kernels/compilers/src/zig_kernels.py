#!/usr/bin/env python3
"""Builds zig_kernels.zig with the Zig that Python has (`ziglang`), and writes the file, the cases and suite.tsv into ../gfx1100/zig-VERSION. The expected memory is numpy's."""
import json
import pathlib
import subprocess
import sys
import tempfile
import zlib

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
ZIG = [sys.executable, '-m', 'ziglang']
VERSION = subprocess.run([*ZIG, 'version'], capture_output=True, text=True, check=True).stdout.strip()
OUT = HERE.parent / 'gfx1100' / f'zig-{VERSION}'
N = 150
M32 = 0xffffffff


def mix(i, seed):
    """The suite's hash, as the module `case` of isotope-targets has it."""
    x = (i * 2654435761 + seed) & M32
    x ^= x >> 15
    x = x * 2246822519 & M32
    x ^= x >> 13
    x = x * 3266489917 & M32
    return x ^ x >> 16


def steps(v):
    taken = 0
    while v != 1:
        v, taken = (3 * v + 1 if v & 1 else v // 2), taken + 1
    return taken


X, Y = (np.array([mix(i, seed) for i in range(N)], 'u4') for seed in (21, 22))
SIGNED, WIDE = X.view('i4').astype('i8'), X.astype('u8')
SQUARES = np.arange(32, dtype='u4') ** 2 + np.uint32(1)
REVERSED = np.array([int(f'{v:032b}'[::-1], 2) for v in X.tolist()], 'u4')
LONG = WIDE << np.uint64(13) ^ WIDE
FLOAT = (X.view('i4') >> 12).astype('f4')
BYTE = (X >> 5).astype('u1')


def clamped(v):
    return np.clip(v, -2**31, 2**31 - 1)


# Kernel: type and number of elements of what it writes, and what they must be.
KERNELS = {
    'add': ('u32', N, X + Y * np.uint32(3)),
    'count': ('u32', 16, np.bincount(X & 15, minlength=16).astype('u4')),
    'bits': ('u32', N, np.array([bin(v).count('1') | 32 - v.bit_length() << 8 | ((v & -v).bit_length() - 1 if v else 32) << 16 | int(r) % 256 << 24 for v, r in zip(X.tolist(), REVERSED)], 'u4')),
    'divide': ('u32', N, X // ((X >> 20) + 1) ^ X % ((X >> 20) + 1) << np.uint32(7)),
    'saturate': ('u32', N, clamped(clamped(SIGNED + 0x40000000) - (X << np.uint32(1)).view('i4').astype('i8')).astype('i4').view('u4')),
    'longs': ('u64', N, LONG * LONG + (LONG >> np.uint64(9))),
    'steps': ('u32', N, np.array([steps(v & 0xfff | 1) for v in X.tolist()], 'u4')),
    'looked': ('u32', N, SQUARES[X & 31] * SQUARES[X >> 27]),
    'largest': ('u32', 9, np.array([X[k::4].max() for k in range(4)] + [np.bitwise_xor.reduce(X[k::4]) for k in range(4)] + [int(X.sum(dtype='u8')) & M32], 'u4')),
    'floats': ('f32', N, np.where(FLOAT > 0, FLOAT * np.float32(0.25), FLOAT * FLOAT + np.float32(1))),
    'bytes': ('u8', N, BYTE * np.uint8(5) ^ BYTE >> np.uint8(3)),
    'reversed': ('u32', N, X[::-1].byteswap() ^ np.arange(N, dtype='u4')),
}


def main():
    (OUT / 'cases').mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as made:
        built = ['build-lib', '-dynamic', '-target', 'amdgcn-amdhsa', '-mcpu=gfx1100', '-O', 'ReleaseFast', '-fstrip', '-femit-bin=k.co', HERE / 'zig_kernels.zig']
        subprocess.run([*ZIG, *built], cwd=made, check=True)
        (OUT / 'fast.co').write_bytes((pathlib.Path(made) / 'k.co').read_bytes())
    rows = []
    for name, (ty, size, wanted) in KERNELS.items():
        inputs = ['x', 'y'] if name == 'add' else ['x']
        buffers = [{'name': b, 'type': 'u32', 'count': N, 'init': {'gen': 'mix', 'seed': seed, 'shift': 0, 'mod': 1 << 32, 'add': 0}, 'crc32': zlib.crc32(a.tobytes())}
                   for b, seed, a in [('x', 21, X), ('y', 22, Y)] if b in inputs]
        buffers.append({'name': 'out', 'type': ty, 'count': size, 'init': {'gen': 'fill', 'value': 0}, 'crc32': zlib.crc32(bytes(wanted.nbytes))})
        args = [{'buffer': b['name']} for b in buffers] + [{'u32': N}]
        case = {'schema': 'isotope-kernel-case/1', 'kernel': name, 'case': 'zig', 'source': 'zig_kernels.zig', 'buffers': buffers,
                'launches': [{'entry': name, 'groups': 3, 'group_size': 64, 'args': args}], 'checks': [{'check': 'exact', 'buffer': 'out', 'hex': wanted.tobytes().hex()}]}
        (OUT / 'cases' / f'{name}.json').write_text(json.dumps(case) + '\n')
        rows.append(f'fast.co\tcompilers/gfx1100/{OUT.name}/cases/{name}.json')
    head = '# file\tcase, from the folder kernels; what Zig made of ../../src/zig_kernels.zig, and what numpy says of it\n'
    (OUT / 'suite.tsv').write_text(head + '\n'.join(sorted(rows)) + '\n')


if __name__ == '__main__':
    np.seterr(all='ignore')
    main()
