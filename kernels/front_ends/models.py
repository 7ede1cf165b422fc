"""What the kernels of Zig and Rust must leave, in numpy: both have the same names, without their first letter."""
import numpy as np

from casefile import Case, mix

M32 = (1 << 32) - 1


def reversed_bits(v):
    return np.array([int(f'{x:032b}'[::-1], 2) for x in v.tolist()], np.uint32)


def models():
    """Name without its letter, groups, items, input, output before, output after."""
    w = mix(128, 21)
    i = np.arange(128)
    zero = lambda a: np.zeros_like(a)
    with np.errstate(over='ignore'):
        yield 'add', 2, 64, w, zero(w), w + w[i ^ 1] * np.uint32(3)
        b = (mix(128, 22) & 255).astype(np.uint8)
        yield 'bytes', 2, 64, b, zero(b), np.clip((b.view(np.int8).astype(int) >> 1) + (i & 63), -128, 127).astype(np.int8).view(np.uint8)
        h = mix(128, 23).astype(np.uint16)
        x, y = h.view(np.int16), h[i ^ 5].view(np.int16)
        yield 'half', 2, 64, h, zero(h), (np.minimum(x, y) - np.maximum(x, y) * np.int16(7)).view(np.uint16)
        f = ((mix(128, 24) & 1023).astype(np.float32) / 8 - 64).astype(np.float16)
        yield 'f16', 2, 64, f, zero(f), np.where(f < f[i ^ 3], f + f[i ^ 3], f * f[i ^ 3])
        q = mix(128, 25).view(np.uint64)
        p = [int(a) * int(c) for a, c in zip(q, q[np.arange(64) ^ 1])]
        yield 'wide', 2, 32, q, zero(q), np.array([(v >> 64 ^ v) & ((1 << 64) - 1) for v in p], np.uint64)
        d = w[i ^ 1] >> np.uint32(13) | np.uint32(1)
        yield 'div', 2, 64, w, zero(w), w // d ^ w % d
        pop = np.array([x.bit_count() for x in w.tolist()], np.uint32)
        clz = np.array([32 - x.bit_length() for x in w.tolist()], np.uint32)
        ctz = np.array([(x & -x).bit_length() - 1 if x else 32 for x in w.tolist()], np.uint32)
        yield 'bits', 2, 64, w, zero(w), pop | clz << np.uint32(8) | ctz << np.uint32(16) ^ reversed_bits(w)
        a = h.reshape(-1, 4)
        c = a[:, [2, 0, 3, 1]]
        yield 'vec', 2, 16, h, zero(h), np.where(a < c, a + c, a ^ c).reshape(-1)
        sums = np.zeros(24, np.uint32)
        np.add.at(sums, w & 15, w)
        np.maximum.at(sums, 16 + (i & 3), w)
        np.bitwise_xor.at(sums, 20 + (i & 3), w)
        yield 'sum', 2, 64, w, np.zeros(24, np.uint32), sums
        product = [1, 1]
        for k, v in enumerate(w.tolist()):
            product[k & 1] = product[k & 1] * (v | 1) & M32
        yield 'cas', 2, 64, w, np.ones(2, np.uint32), np.array(product, np.uint32)
        v, n = w & np.uint32(0xffff), zero(w)
        for _ in range(60):
            on = v > 1
            n += on.astype(np.uint32)
            v = np.where(on, np.where(v & 1, 3 * v + 1, v >> np.uint32(1)), v).astype(np.uint32)
        yield 'collatz', 2, 64, w, zero(w), n << np.uint32(16) ^ v
        k = w & 7
        yield 'switch', 2, 64, w, zero(w), np.select([k == 0, (k == 1) | (k == 2), k == 5], [w + np.uint32(5), w ^ np.uint32(0x55), ~w], w >> np.uint32(3)).astype(np.uint32)


def cases(letter, source, suffix=''):
    """A case for each kernel, by its name."""
    found = {}
    for name, groups, size, given, before, after in models():
        case = Case(f'{letter}{name}{suffix}', source, f'{letter}{name}', groups, size)
        case.array(given)
        case.array(before, after)
        found[f'{letter}{name}'] = case
    return found
