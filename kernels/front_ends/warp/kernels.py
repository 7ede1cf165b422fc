"""Kernels in Warp, with what each must leave, worked out by numpy: kernel, arrays, items, positions of the arrays that are compared and what they must hold."""
import numpy as np
import warp as wp

N = 200


@wp.kernel
def saxpy(a: wp.float32, x: wp.array(dtype=wp.float32), y: wp.array(dtype=wp.float32)):
    i = wp.tid()
    y[i] = a * x[i] + y[i]


@wp.kernel
def histogram(data: wp.array(dtype=wp.int32), bins: wp.array(dtype=wp.int32)):
    i = wp.tid()
    wp.atomic_add(bins, data[i] & 15, 1)


@wp.kernel
def extremes(data: wp.array(dtype=wp.int32), low: wp.array(dtype=wp.int32), high: wp.array(dtype=wp.int32)):
    i = wp.tid()
    wp.atomic_min(low, 0, data[i])
    wp.atomic_max(high, 0, data[i])


@wp.kernel
def stencil(a: wp.array2d(dtype=wp.int32), b: wp.array2d(dtype=wp.int32)):
    i, j = wp.tid()
    if i > 0 and i < a.shape[0] - 1 and j > 0 and j < a.shape[1] - 1:
        b[i, j] = a[i - 1, j] + a[i + 1, j] + a[i, j - 1] + a[i, j + 1] - 4 * a[i, j]


@wp.kernel
def product(a: wp.array2d(dtype=wp.int32), b: wp.array2d(dtype=wp.int32), c: wp.array2d(dtype=wp.int32)):
    i, j = wp.tid()
    total = wp.int32(0)
    for k in range(a.shape[1]):
        total += a[i, k] * b[k, j]
    c[i, j] = total


@wp.kernel
def collatz(data: wp.array(dtype=wp.int32), out: wp.array(dtype=wp.int32)):
    i = wp.tid()
    n = data[i]
    steps = wp.int32(0)
    while n != 1:
        if n % 2 == 1:
            n = 3 * n + 1
        else:
            n = n / 2
        steps += 1
    out[i] = steps


@wp.kernel
def vectors(a: wp.array(dtype=wp.vec3), b: wp.array(dtype=wp.vec3), out: wp.array(dtype=wp.vec3)):
    i = wp.tid()
    out[i] = wp.cross(a[i], b[i]) + wp.vec3(1.0, 2.0, 3.0)


@wp.kernel
def gather(at: wp.array(dtype=wp.int32), data: wp.array(dtype=wp.uint64), out: wp.array(dtype=wp.uint64)):
    i = wp.tid()
    out[i] = data[at[i]] * wp.uint64(3) + wp.uint64(i)


@wp.func
def mixed(x: wp.uint32):
    y = (x ^ (x >> wp.uint32(15))) * wp.uint32(2246822519)
    return y ^ (y >> wp.uint32(13))


@wp.kernel
def mix(data: wp.array(dtype=wp.uint32), out: wp.array(dtype=wp.uint32)):
    i = wp.tid()
    out[i] = mixed(data[i] + wp.uint32(i))


@wp.kernel
def bytes_of(data: wp.array(dtype=wp.int8), out: wp.array(dtype=wp.int16)):
    i = wp.tid()
    out[i] = wp.int16(data[i]) * wp.int16(100) + wp.int16(7)


def programs():
    random = np.random.RandomState(19)
    floats = random.randint(-512, 512, (2, N)).astype(np.float32) / 8
    words = random.randint(-1000, 1000, N).astype(np.int32)
    square, other = random.randint(-50, 50, (2, 16, 12)).astype(np.int32)
    other = np.ascontiguousarray(other.T)
    threes = random.randint(-64, 64, (2, N, 3)).astype(np.float32) / 4
    wide = random.randint(0, 1 << 62, 64).astype(np.uint64)
    at = random.randint(0, 64, N).astype(np.int32)
    raw = random.randint(0, 1 << 32, N, dtype=np.uint64).astype(np.uint32)
    small = random.randint(-128, 128, N).astype(np.int8)
    counts = random.randint(1, 200, N).astype(np.int32)
    zeros = lambda shape, of=np.int32: np.zeros(shape, of)
    inner = zeros((16, 12))
    inner[1:-1, 1:-1] = square[:-2, 1:-1] + square[2:, 1:-1] + square[1:-1, :-2] + square[1:-1, 2:] - 4 * square[1:-1, 1:-1]

    def steps(n):
        count = 0
        while n != 1:
            n, count = (3 * n + 1 if n % 2 else n // 2), count + 1
        return count

    def hashed(x):
        x &= 0xffffffff
        y = (x ^ x >> 15) * 2246822519 & 0xffffffff
        return y ^ y >> 13

    return [
        (saxpy, [np.float32(1.5), floats[0], floats[1]], [N], {2: np.float32(1.5) * floats[0] + floats[1]}),
        (histogram, [words, zeros(16)], [N], {1: np.bincount(words & 15, minlength=16).astype(np.int32)}),
        (extremes, [words, zeros(1), zeros(1)], [N], {1: words.min(keepdims=True), 2: words.max(keepdims=True)}),
        (stencil, [square, zeros((16, 12))], [16, 12], {1: inner}),
        (product, [square, other, zeros((16, 16))], [16, 16], {2: (square @ other).astype(np.int32)}),
        (collatz, [counts, zeros(N)], [N], {1: np.array([steps(int(n)) for n in counts], np.int32)}),
        (vectors, [*threes, zeros((N, 3), np.float32)], [N], {2: (np.cross(*threes) + np.array([1, 2, 3])).astype(np.float32)}),
        (gather, [at, wide, zeros(N, np.uint64)], [N], {2: wide[at] * np.uint64(3) + np.arange(N, dtype=np.uint64)}),
        (mix, [raw, zeros(N, np.uint32)], [N], {1: np.array([hashed(int(x) + i) for i, x in enumerate(raw)], np.uint32)}),
        (bytes_of, [small, zeros(N, np.int16)], [N], {1: small.astype(np.int16) * np.int16(100) + np.int16(7)}),
    ]
