"""More kernels of Triton, with numpy models: several programs a launch, eight warps, floats as arguments, indices of the largest, and loads that are masked."""
import numpy as np
import triton
import triton.language as tl

from casefile import mix

N = 300


@triton.jit
def axpy(x, y, out, n, a, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    m = i < n
    tl.store(out + i, tl.load(x + i, mask=m) * a + tl.load(y + i, mask=m), mask=m)


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
def bits(x, out, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    m = i < n
    v = tl.load(x + i, mask=m, other=0)
    r = (v << (v & 31)) ^ (v >> ((v >> 5) & 31))
    tl.store(out + i, r * 2654435761 + (v % ((v & 255) + 1)), mask=m)


@triton.jit
def divided(x, out, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    m = i < n
    v = tl.load(x + i, mask=m, other=0)
    tl.store(out + i, v * v + (v >> 7) - (v // ((v & 15) + 1)), mask=m)


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
def larger(x, y, out, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    m = i < n
    tl.store(out + i, tl.maximum(tl.load(x + i, mask=m), tl.load(y + i, mask=m)) + 1.0, mask=m)


def programs():
    """Name, kernel, types of its arguments, constants, groups, warps, arrays with what they must hold (None: as they are), scalars behind them."""
    words = lambda seed, n: mix(n, seed).view(np.int32)
    part = lambda seed, n, of, scale: (((mix(n, seed) % 4001).astype(np.int64) - 2000) / scale).astype(of)
    zero = np.zeros_like
    x, y = part(1, N, np.float32, 8), part(2, N, np.float32, 8)
    yield 'axpy', axpy, '*fp32 *fp32 *fp32 i32 fp32', {'B': 128}, 3, 4, [(x, None), (y, None), (zero(x), (x.astype(np.float64) * 2.5 + y).astype(np.float32))], [N, 2.5]
    v = words(4, 5 * 256).reshape(5, 256)
    yield 'rowsum', rowsum, '*i32 *i32', {'C': 256}, 5, 4, [(v, None), (np.zeros(5, np.int32), v.sum(1, dtype=np.int32))], []
    v = words(5, 4 * 1024).reshape(4, 1024)
    yield 'rowsum8', rowsum, '*i32 *i32', {'C': 1024}, 4, 8, [(v, None), (np.zeros(4, np.int32), v.sum(1, dtype=np.int32))], []
    v = words(6, 5 * 256).reshape(5, 256)
    yield 'rowmax', rowmax, '*i32 *i32 *i32', {'C': 256}, 5, 4, [(v, None), (np.zeros(5, np.int32), v.max(1)), (np.zeros(5, np.int32), v.argmax(1).astype(np.int32))], []
    v = words(7, 3 * 256).reshape(3, 256)
    yield 'prefix', prefix, '*i32 *i32', {'C': 256}, 3, 4, [(v, None), (zero(v), v.cumsum(1, dtype=np.int32))], []
    v = mix(32 * 64, 8).reshape(32, 64)
    yield 'turned', turned, '*u32 *u32', {'A': 32, 'B': 64}, 1, 4, [(v, None), (zero(v), v.T)], []
    u = mix(N, 11)
    with np.errstate(over='ignore'):
        yield 'bits', bits, '*u32 *u32 i32', {'B': 128}, 3, 4, [(u, None), (zero(u), ((u << (u & 31)) ^ (u >> ((u >> 5) & 31))) * np.uint32(2654435761) + u % ((u & 255) + 1))], [N]
        q, c = mix(2 * N, 12).view(np.uint64), np.uint64
        yield 'divided', divided, '*u64 *u64 i32', {'B': 128}, 3, 4, [(q, None), (zero(q), q * q + (q >> c(7)) - q // ((q & c(15)) + c(1)))], [N]
    v = words(14, N)
    cells = [max(0, v[k::4].max()) for k in range(4)] + [min(0, v[k::4].min()) for k in range(4)] + [np.bitwise_xor.reduce(v[k::4]) for k in range(4)]
    yield 'best', best, '*i32 *i32 i32', {'B': 128}, 3, 4, [(v, None), (np.zeros(12, np.int32), np.array(cells, np.int32))], [N]
    v, at = (mix(64, 15) % 300).astype(np.int32), (mix(N, 16) % 80).astype(np.int32) - 16
    found = np.where(at >= 0, v[np.maximum(at, 0)], -7)
    yield 'gather', gather, '*i32 *i32 *i32 i32', {'B': 128}, 3, 4, [(v, None), (at.astype(np.int32), None), (np.zeros(N, np.int32), np.where(found > 100, found - 100, found).astype(np.int32))], [N]
    d = part(17, N, np.float64, 7)
    yield 'doubles', doubles, '*fp64 *fp64 i32', {'B': 128}, 3, 4, [(d, None), (zero(d), np.where(d > 0, d * 0.5, d * d))], [N]
    x, y = part(18, N, np.float16, 64), part(19, N, np.float16, 64)
    yield 'larger', larger, '*fp16 *fp16 *fp16 i32', {'B': 128}, 3, 4, [(x, None), (y, None), (zero(x), np.maximum(x, y) + np.float16(1))], [N]
