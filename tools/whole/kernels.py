"""The kernels that `whole.py` runs: launch sizes, inputs, and how far an output may be from PoCL's."""

from __future__ import annotations

import dataclasses

import numpy as np


@dataclasses.dataclass
class Local:
    """Local memory that an argument is given."""

    bytes: int


@dataclasses.dataclass
class Kernel:
    name: str
    items: tuple[int, ...]
    group: tuple[int, ...]
    # Arrays are buffers, numpy scalars are values.
    arguments: list
    # Arguments that are compared.
    outputs: list[int]
    # Whether an output that differs from the other one is as good: compilers may order and contract float operations.
    agrees: callable = np.array_equal


def relative(limit):
    return lambda got, want: np.allclose(got, want, rtol=limit, atol=limit * 1e-3)


def absolute(limit):
    return lambda got, want: np.allclose(got, want, rtol=0, atol=limit)


def mostly(share):
    """All but this share of elements are the same: a point at an edge falls on either side."""
    return lambda got, want: np.mean(got != want) <= share


def kernels():
    random = np.random.default_rng(5)

    def words(n):
        return random.integers(0, 1 << 32, n, dtype=np.uint32)

    def floats(n, kind=np.float32):
        return random.standard_normal(n).astype(kind)

    def between(n, low, high):
        return random.uniform(low, high, n).astype(np.float32)

    def zeros(n, kind=np.uint32):
        return np.zeros(n, kind)

    def below(n, limit):
        return random.integers(0, limit, n, dtype=np.int32)

    nodes = 1 << 16
    rows = np.concatenate([[0], np.cumsum(below(nodes, 33))]).astype(np.int32)
    edges = int(rows[-1])
    width, real, integer = 320, np.float32, np.int32
    matrix = width * width
    return [
        Kernel("sgemm_naive", (width, width), (16, 16), [floats(matrix), floats(matrix), zeros(matrix, real), integer(width)], [2], relative(1e-4)),
        Kernel("sgemm_tiled", (width, width), (16, 16), [floats(matrix), floats(matrix), zeros(matrix, real), integer(width)], [2], relative(1e-4)),
        Kernel("nbody", (1536,), (64,), [floats(4 * 1536), zeros(4 * 1536, real), integer(1536)], [1], relative(1e-3)),
        Kernel("blackscholes", (1 << 18,), (128,), [between(1 << 18, 5, 30), between(1 << 18, 1, 100), between(1 << 18, 0.25, 9.25), zeros(1 << 18, real),
                                                    zeros(1 << 18, real)], [3, 4], relative(2e-3)),
        Kernel("mandelbrot", (1 << 16,), (64,), [zeros(1 << 16), integer(256), integer(256)], [0], mostly(0.02)),
        Kernel("reduce", (1 << 20,), (256,), [words(1 << 20), zeros(1 << 12), Local(1024)], [1]),
        Kernel("scan", (1 << 17,), (256,), [words(1 << 18), zeros(1 << 18), Local(2048)], [1]),
        Kernel("bitonic", (1 << 17,), (256,), [words(1 << 17), Local(1024)], [0]),
        Kernel("spmv", (nodes,), (64,), [rows, below(edges, nodes), floats(edges), floats(nodes), zeros(nodes, real), integer(nodes)], [4], absolute(1e-4)),
        Kernel("bfs", (nodes,), (64,), [rows, below(edges, nodes), np.where(random.random(nodes) < 0.3, 3, -1).astype(np.int32), integer(3), zeros(1),
                                        integer(nodes)], [2, 4]),
        Kernel("crc32", (8192,), (64,), [random.integers(0, 256, 8192 * 256, dtype=np.uint8), zeros(8192), integer(256)], [1]),
        Kernel("stencil", (1024, 1024), (16, 16), [floats(1 << 20), zeros(1 << 20, real), integer(1024)], [1], absolute(1e-6)),
        Kernel("pi", (1 << 15,), (64,), [words(1 << 15), zeros(1), integer(256)], [1], absolute(10)),
        Kernel("spinlock", (1 << 15,), (64,), [zeros(1), zeros(2), integer(64)], [0, 1]),
        Kernel("workqueue", (4096,), (64,), [zeros(1), words(4096), zeros(4096), np.uint32(4096)], [2]),
        Kernel("daxpy", (1 << 19,), (64,), [floats(1 << 19, np.float64), floats(1 << 19, np.float64), np.float64(1.7), integer(8)], [1], relative(1e-12)),
        Kernel("halfvec", (1 << 19,), (64,), [floats(1 << 19, np.float16), floats(1 << 19, np.float16), integer(4)], [1], absolute(2e-3)),
        Kernel("softmax", (1 << 15,), (64,), [floats(1 << 19), zeros(1 << 19, real), integer(1024)], [1], relative(1e-4)),
        Kernel("modexp", (1 << 14,), (64,), [words(1 << 14), zeros(1 << 14), np.uint32(4294967291)], [1]),
        Kernel("chase", (8192,), (64,), [random.permutation(1 << 20).astype(np.uint32), zeros(8192), integer(512)], [1]),
    ]
