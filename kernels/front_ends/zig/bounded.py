"""What the kernels of bounded.zig must leave, in numpy."""
import numpy as np

from casefile import Case
from models import reversed_bits

N = 150


def steps(v):
    taken = 0
    while v != 1:
        v, taken = (3 * v + 1 if v & 1 else v // 2), taken + 1
    return taken


def cases(suffix):
    """A case for each kernel, by its name; all read the same words."""
    found = {}

    def case(name, model, count=N, kind=np.uint32, second=None):
        of = Case(f'{name}{suffix}', 'zig', name, 3, 64)
        x = of.mixed(N, 21)
        y = of.mixed(N, second) if second else None
        want = np.asarray(model(x) if y is None else model(x, y)).astype(kind)
        assert len(want) == count, name
        of.array(np.zeros(count, kind), want)
        of.scalar('u32', N)
        found[name] = of

    u, clamped = np.uint32, lambda v: np.clip(v, -2**31, 2**31 - 1)
    wide = lambda x: x.astype(np.uint64) << np.uint64(13) ^ x.astype(np.uint64)
    squares = np.arange(32, dtype=np.uint32) ** 2 + u(1)
    with np.errstate(over='ignore'):
        case('add', lambda x, y: x + y * u(3), second=22)
        case('count', lambda x: np.bincount(x & 15, minlength=16), 16)
        case('bits', lambda x: [v.bit_count() | 32 - v.bit_length() << 8 | ((v & -v).bit_length() - 1 if v else 32) << 16 | r % 256 << 24 for v, r in zip(x.tolist(), reversed_bits(x).tolist())])
        case('divide', lambda x: x // ((x >> 20) + 1) ^ x % ((x >> 20) + 1) << u(7))
        case('saturate', lambda x: clamped(clamped(x.view(np.int32).astype(np.int64) + 0x40000000) - (x << u(1)).view(np.int32).astype(np.int64)).astype(np.int32).view(np.uint32))
        case('longs', lambda x: wide(x) * wide(x) + (wide(x) >> np.uint64(9)), kind=np.uint64)
        case('steps', lambda x: [steps(v & 0xfff | 1) for v in x.tolist()])
        case('looked', lambda x: squares[x & 31] * squares[x >> 27])
        case('largest', lambda x: [int(x[k::4].max()) for k in range(4)] + [int(np.bitwise_xor.reduce(x[k::4])) for k in range(4)] + [int(x.sum(dtype=np.uint64)) & 0xffffffff], 9)
        f = lambda x: (x.view(np.int32) >> 12).astype(np.float32)
        case('floats', lambda x: np.where(f(x) > 0, f(x) * np.float32(0.25), f(x) * f(x) + np.float32(1)), kind=np.float32)
        b = lambda x: (x >> 5).astype(np.uint8)
        case('bytes', lambda x: b(x) * np.uint8(5) ^ b(x) >> np.uint8(3), kind=np.uint8)
        case('reversed', lambda x: x[::-1].byteswap() ^ np.arange(N, dtype=np.uint32))
    return found
