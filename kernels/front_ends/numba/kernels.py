"""Kernels in Numba's CUDA dialect, with what each must leave, worked out by numpy.

An entry: kernel, types of its arguments in Numba's words, arguments (an array, or a number), groups, group size, positions of the arrays that are
compared and what they must hold.
"""
import numpy as np
from numba import cuda, float32, int32, uint32

RANDOM = np.random.RandomState(46)
N = 200


def saxpy(a, x, y):
    i = cuda.grid(1)
    if i < x.size:
        y[i] = a * x[i] + y[i]


def histogram(data, bins):
    i = cuda.grid(1)
    if i < data.size:
        cuda.atomic.add(bins, data[i] & 15, 1)


def extremes(data, low, high):
    i = cuda.grid(1)
    if i < data.size:
        cuda.atomic.min(low, 0, data[i])
        cuda.atomic.max(high, 0, data[i])


def sums(data, out):
    part = cuda.shared.array(64, int32)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    part[t] = data[i] if i < data.size else 0
    step = 32
    while step > 0:
        cuda.syncthreads()
        if t < step:
            part[t] += part[t + step]
        step //= 2
    if t == 0:
        out[cuda.blockIdx.x] = part[0]


def scan(data, out):
    kept = cuda.shared.array(64, int32)
    t = cuda.threadIdx.x
    kept[t] = data[t]
    cuda.syncthreads()
    step = 1
    while step < 64:
        before = kept[t - step] if t >= step else 0
        cuda.syncthreads()
        kept[t] += before
        cuda.syncthreads()
        step *= 2
    out[t] = kept[t]


def transpose(a, b):
    tile = cuda.shared.array((8, 9), int32)
    x, y = cuda.threadIdx.x, cuda.threadIdx.y
    tile[y, x] = a[cuda.blockIdx.y * 8 + y, cuda.blockIdx.x * 8 + x]
    cuda.syncthreads()
    b[cuda.blockIdx.x * 8 + y, cuda.blockIdx.y * 8 + x] = tile[x, y]


def product(a, b, c):
    i, j = cuda.grid(2)
    if i < c.shape[0] and j < c.shape[1]:
        total = 0
        for k in range(a.shape[1]):
            total += a[i, k] * b[k, j]
        c[i, j] = total


def bits(data, out):
    i = cuda.grid(1)
    if i < data.size:
        out[i] = cuda.popc(data[i]) + 100 * cuda.clz(data[i]) + 10000 * cuda.ffs(data[i]) + (cuda.brev(data[i]) & 7) * 1000000


def butterfly(data, out):
    i = cuda.grid(1)
    value = data[i]
    for step in (16, 8, 4, 2, 1):
        value += cuda.shfl_xor_sync(0xffffffff, value, step)
    out[i] = value


def ballots(data, out):
    i = cuda.grid(1)
    out[i] = cuda.ballot_sync(0xffffffff, data[i] & 1)


def collatz(data, out):
    i = cuda.grid(1)
    if i < data.size:
        n = data[i]
        steps = 0
        while n != 1:
            n = 3 * n + 1 if n & 1 else n // 2
            steps += 1
        out[i] = steps


def sorted_lanes(data, out):
    mine = cuda.local.array(8, int32)
    i = cuda.grid(1)
    for k in range(8):
        mine[k] = data[8 * i + k]
    for k in range(1, 8):
        value = mine[k]
        j = k - 1
        while j >= 0 and mine[j] > value:
            mine[j + 1] = mine[j]
            j -= 1
        mine[j + 1] = value
    for k in range(8):
        out[8 * i + k] = mine[k]


def turns(data, out):
    i = cuda.grid(1)
    if i < data.size:
        old = out[0]
        while True:
            found = cuda.atomic.cas(out, 0, old, (old ^ data[i]))
            if found == old:
                break
            old = found


def integers(count, low=-1000, high=1000):
    return RANDOM.randint(low, high, count).astype(np.int32)


def programs():
    floats = RANDOM.randint(-512, 512, (2, N)).astype(np.float32) / 8
    words, wide = integers(N), integers(256, 1, 1 << 20)
    whole, square, other = integers(64), integers(256).reshape(16, 16), integers(256).reshape(16, 16)
    raw = RANDOM.randint(1, 1 << 31, N).astype(np.uint32)
    lanes = integers(64)
    def steps(n):
        count = 0
        while n != 1:
            n, count = (3 * n + 1 if n & 1 else n // 2), count + 1
        return count
    def said(x):
        x = int(x)
        brev = int(f'{x:032b}'[::-1], 2)
        return bin(x).count('1') + 100 * (32 - x.bit_length()) + 10000 * ((x & -x).bit_length()) + (brev & 7) * 1000000
    zeros = lambda shape, of=np.int32: np.zeros(shape, of)
    one, two = int32[::1], int32[:, ::1]
    padded = np.concatenate([words, zeros(56)]).reshape(4, 64)
    small = integers(N, 1, 200)
    return [
        (saxpy, (float32, float32[::1], float32[::1]), [np.float32(2.5), floats[0], floats[1]], 4, 64, {2: np.float32(2.5) * floats[0] + floats[1]}),
        (histogram, (one, one), [words, zeros(16)], 4, 64, {1: np.bincount(words & 15, minlength=16).astype(np.int32)}),
        (extremes, (one, one, one), [words, zeros(1), zeros(1)], 4, 64, {1: np.array([min(0, words.min())], np.int32), 2: np.array([max(0, words.max())], np.int32)}),
        (sums, (one, one), [words, zeros(4)], 4, 64, {1: padded.sum(1).astype(np.int32)}),
        (scan, (one, one), [whole, zeros(64)], 1, 64, {1: np.cumsum(whole).astype(np.int32)}),
        (transpose, (two, two), [square, zeros((16, 16))], [2, 2], [8, 8], {1: np.ascontiguousarray(square.T)}),
        (product, (two, two, two), [square, other, zeros((16, 16))], [2, 2], [8, 8], {2: (square @ other).astype(np.int32)}),
        (bits, (uint32[::1], uint32[::1]), [raw, zeros(N, np.uint32)], 4, 64, {1: np.array([said(x) for x in raw], np.uint32)}),
        (butterfly, (one, one), [lanes, zeros(64)], 1, 64, {1: np.repeat(lanes.reshape(2, 32).sum(1), 32).astype(np.int32)}),
        (ballots, (one, uint32[::1]), [lanes, zeros(64, np.uint32)], 1, 64, {1: np.repeat([sum(int(v & 1) << i for i, v in enumerate(half)) for half in lanes.reshape(2, 32)], 32).astype(np.uint32)}),
        (collatz, (one, one), [small, zeros(N)], 4, 64, {1: np.array([steps(int(n)) for n in small], np.int32)}),
        (sorted_lanes, (one, one), [wide, zeros(256)], 1, 32, {1: np.sort(wide.reshape(32, 8), axis=1).ravel().astype(np.int32)}),
        (turns, (one, one), [words, zeros(1)], 4, 64, {1: np.array([np.bitwise_xor.reduce(words)], np.int32)}),
    ]
