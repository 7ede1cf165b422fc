"""Kernels of Triton."""
import triton
import triton.language as tl


@triton.jit
def add_f32(a, b, out, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    m = i < n
    tl.store(out + i, tl.load(a + i, m) + tl.load(b + i, m), m)


@triton.jit
def bytes_(a, out, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(a + i, i < n, 0)
    tl.store(out + i, (v * 3 + (v >> 2)).to(tl.int8), i < n)


@triton.jit
def words16(a, b, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    x = tl.load(a + i)
    y = tl.load(b + i)
    tl.store(out + i, tl.minimum(x, y) * 5 - tl.maximum(x, y))


@triton.jit
def longs(a, b, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    x = tl.load(a + i)
    y = tl.load(b + i)
    tl.store(out + i, x * y + (x >> 7) - (y << 3))


@triton.jit
def half(a, b, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    x = tl.load(a + i)
    y = tl.load(b + i)
    tl.store(out + i, tl.where(x < y, x + y, x * y))


@triton.jit
def brain(a, b, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    x = tl.load(a + i).to(tl.float32)
    y = tl.load(b + i).to(tl.float32)
    tl.store(out + i, (x - y).to(tl.bfloat16))


@triton.jit
def reduce_i32(a, out, BLOCK: tl.constexpr):
    v = tl.load(a + tl.arange(0, BLOCK))
    tl.store(out, tl.sum(v, 0))
    tl.store(out + 1, tl.max(v, 0))
    tl.store(out + 2, tl.xor_sum(v, 0))


@triton.jit
def scan_i32(a, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(out + i, tl.cumsum(tl.load(a + i), 0))


@triton.jit
def sort_i32(a, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(out + i, tl.sort(tl.load(a + i)))


@triton.jit
def atomics(a, sums, largest, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(a + i)
    tl.atomic_add(sums + (v & 15), v)
    tl.atomic_max(largest + (v & 3), v)
    tl.atomic_xor(sums + 16 + (i & 7), v)


@triton.jit
def swap(a, lock, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    old = tl.atomic_cas(lock + i, tl.load(a + i), i)
    tl.store(out + i, old)


@triton.jit
def histogram(a, out, BLOCK: tl.constexpr):
    tl.store(out + tl.arange(0, 16), tl.histogram(tl.load(a + tl.arange(0, BLOCK)) & 15, 16))


@triton.jit
def transpose(a, out, N: tl.constexpr):
    r = tl.arange(0, N)
    tl.store(out + r[:, None] * N + r[None, :], tl.trans(tl.load(a + r[:, None] * N + r[None, :])))


@triton.jit
def dot_f16(a, b, out, N: tl.constexpr):
    r = tl.arange(0, N)
    at = r[:, None] * N + r[None, :]
    tl.store(out + at, tl.dot(tl.load(a + at), tl.load(b + at)))


@triton.jit
def dot_i8(a, b, out, N: tl.constexpr):
    r = tl.arange(0, N)
    at = r[:, None] * N + r[None, :]
    tl.store(out + at, tl.dot(tl.load(a + at), tl.load(b + at)))


@triton.jit
def collatz(a, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    v = tl.load(a + i)
    n = tl.zeros([BLOCK], tl.int32)
    for _ in range(20):
        odd = (v & 1) == 1
        n += tl.where(v > 1, 1, 0)
        v = tl.where(v > 1, tl.where(odd, 3 * v + 1, v >> 1), v)
    tl.store(out + i, n * 65536 + v)
