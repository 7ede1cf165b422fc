"""What the kernels of kernels.cu must leave, worked out by numpy and plain Python; and how one NVRTC builds them."""
from pathlib import Path

import numpy as np

import toolchains

HERE = Path(__file__).resolve().parent
M32, M64 = (1 << 32) - 1, (1 << 64) - 1
STEP = 0x9e3779b97f4a7c15


def signed(x):
    return (x & M32 ^ 1 << 31) - (1 << 31)


def bits(x, y, i):
    s = i & 31
    funnel = ((y << 32 | x) << s >> 32) & M32
    eight = (y << 32 | x).to_bytes(8, 'little')
    chosen = int.from_bytes(bytes(eight[0x3614 >> 4 * k & 7] for k in range(4)), 'little')
    brev = int(f'{x:032b}'[::-1], 2)
    sad = abs(signed(x) - signed(y)) + i
    return (funnel ^ chosen ^ brev ^ bin(y).count('1') << 8 ^ (32 - x.bit_length()) << 16 ^ x * y >> 32 ^ sad) & M32


def wide(word, i):
    x = word * STEP & M64
    y = x >> 7 | 1
    return ((x * y >> 64) + x // y + x % (y >> 20 | 3) + (x << (i & 63))) & M64


def recursion(n):
    calls = [0]
    def depth(n):
        calls[0] += 1
        return n if n < 2 else depth(n - 1) + depth(n - 2)
    return depth(n) * 1000 + calls[0]


def privates(word):
    kept = [signed(word * k) for k in range(8)]
    for k in range(20):
        kept[(word + k * 3) & 7] = signed(kept[(word + k * 3) & 7] + (kept[(k * 5 + word) & 7] ^ k))
    return signed(sum(signed(v << k) for k, v in enumerate(kept)))


def programs():
    words = np.random.RandomState(29).randint(-1000, 1000, 256).astype(np.int32)
    plain = [int(w) for w in words]
    raw = [w & M32 for w in plain]
    square = words.reshape(16, 16)
    kept = [w for w in plain if w % 3 == 0]
    shifted = [w << 20 for w in plain]
    def all_of(op, start):
        for w in shifted:
            start = op(start, w)
        return start & M64
    i32, u32, u64 = (lambda values: np.array(values, np.int32)), (lambda values: np.array(values, np.uint32)), (lambda values: np.array(values, np.uint64))
    return [
        ('sums', words, i32(words.reshape(4, 64).sum(1)), 0),
        ('scan', words, i32(np.cumsum(words.reshape(4, 64), axis=1).ravel()), 0),
        ('compact', words, i32([len(kept), sum(kept)]), 0),
        ('histogram', words, i32(np.bincount(words & 31, minlength=32)), 0),
        ('extremes', words, u64([max([0, *shifted]) & M64, min([0, *shifted]) & M64, all_of(lambda a, b: a | b, 0), 0, all_of(lambda a, b: a ^ b, 0)]), 0),
        ('doubles', words, np.array([words.sum() * 0.25], np.float64), 0),
        ('sorted', words, i32(np.sort(words.reshape(4, 64), axis=1).ravel()), 0),
        ('product', words, i32((square @ square).ravel()), 0),
        ('bits', words, u32([bits(x, raw[i ^ 1], i) for i, x in enumerate(raw)]), 0),
        ('wide', words, u64([wide(x, i) for i, x in enumerate(raw)]), 0),
        ('recursion', words, i32([recursion(w & 7) for w in plain]), 0),
        ('privates', words, i32([privates(w) for w in plain]), 0),
    ]


def case(name, given, expected):
    kinds = {'int32': 'i32', 'uint32': 'u32', 'uint64': 'u64', 'float64': 'u64'}
    buffers = [{'name': 'in', 'type': 'i32', 'count': given.size, 'init': {'gen': 'list', 'values': given.tolist()}},
               {'name': 'out', 'type': kinds[expected.dtype.name], 'count': expected.size, 'init': {'gen': 'fill', 'value': 0}}]
    return {'schema': 'isotope-kernel-case/1', 'kernel': name, 'case': 'front_end', 'source': 'cuda/kernels.cu', 'buffers': buffers,
            'launches': [{'entry': name, 'groups': 4, 'group_size': 64, 'args': [{'buffer': 'in'}, {'buffer': 'out'}]}],
            'checks': [{'check': 'exact', 'buffer': 'out', 'hex': expected.tobytes().hex()}]}


def build(chain, folder):
    made, source = [], (HERE / 'kernels.cu').read_text()
    parts = source.split('\nKERNEL ')
    for name, given, expected, _ in programs():
        # A file for each, so that what is kept is small; what stands before `recursion` is its function.
        only, out = folder / f'{name}.cu', folder / f'{name}.cubin'
        at = next(n for n, part in enumerate(parts) if part.startswith(f'{name}('))
        helper = '__device__' + parts[at - 1].split('__device__')[1] if '__device__' in parts[at - 1] else ''
        only.write_text(parts[0] + helper + '\nKERNEL ' + parts[at].split('__device__')[0])
        try:
            chain.cuda('sm_50', only, out, ['-default-device'])
            made.append((name, out, case(name, given, expected)))
        except Exception as error:
            made.append((name, str(error), None))
    return made
