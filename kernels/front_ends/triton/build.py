"""Triton for gfx1100: our kernels and numpy models of them."""
import importlib.metadata
import importlib.util
import os

import numpy as np

import matrix_unit
from casefile import Case, mix

# Files do not say where they were made, and what is fused does not change with the release.
os.environ['TRITON_DISABLE_LINE_INFO'] = '1'
os.environ['TRITON_DEFAULT_FP_FUSION'] = '1'

TARGET = 'gfx1100'


def version():
    return importlib.metadata.version('triton') if importlib.util.find_spec('triton') else None


def compiled(name, kernel, signature, constants, folder, warps):
    import triton
    from triton.backends.compiler import GPUTarget
    from triton.compiler import ASTSource
    made = triton.compile(ASTSource(fn=kernel, signature={**signature, **{name: 'constexpr' for name in constants}}, constexprs=constants),
                          target=GPUTarget('hip', TARGET, 32), options={'num_warps': warps})
    path = folder / f'{name}.co'
    path.write_bytes(made.asm['hsaco'])
    return path, made.metadata


def small(seed, count, dtype, bits=16):
    """Numbers of a few bits."""
    v = mix(count, seed) & ((1 << bits) - 1)
    return (v.astype(np.int64) - (1 << bits - 1)).astype(dtype)


def brain(v):
    """bfloat16 of floats, rounded to nearest even."""
    u = np.asarray(v, np.float32).view(np.uint32)
    return ((u + np.uint32(0x7fff) + (u >> np.uint32(16) & np.uint32(1))) >> np.uint32(16)).astype(np.uint16)


def programs():
    """Kernel, types of its arguments, constants, groups, warps, arrays with what they must hold (None: as they are), scalars behind them."""
    import triton_kernels as k
    i32 = lambda seed, n: mix(n, seed).view(np.int32)
    yield k.add_f32, '*fp32 *fp32 *fp32 i32', {'BLOCK': 128}, 2, 4, [(x := small(1, 200, np.float32), None), (y := small(2, 200, np.float32), None), (np.zeros(200, np.float32), x + y)], [200]
    b = (mix(100, 3) & 255).astype(np.uint8).view(np.int8)
    yield k.bytes_, '*i8 *i8 i32', {'BLOCK': 128}, 1, 4, [(b, None), (np.zeros(100, np.int8), (b * np.int8(3) + (b >> 2)).astype(np.int8))], [100]
    x, y = mix(128, 4).astype(np.uint16).view(np.int16), mix(128, 5).astype(np.uint16).view(np.int16)
    with np.errstate(over='ignore'):
        yield k.words16, '*i16 *i16 *i16', {'BLOCK': 128}, 1, 2, [(x, None), (y, None), (x * 0, np.minimum(x, y) * np.int16(5) - np.maximum(x, y))], []
        x, y = mix(128, 6).view(np.int64), mix(128, 7).view(np.int64)
        yield k.longs, '*i64 *i64 *i64', {'BLOCK': 64}, 1, 2, [(x, None), (y, None), (x * 0, x * y + (x >> 7) - (y << 3))], []
    x, y = small(8, 128, np.float16, 6), small(9, 128, np.float16, 6)
    yield k.half, '*fp16 *fp16 *fp16', {'BLOCK': 128}, 1, 2, [(x, None), (y, None), (x * np.float16(0), np.where(x < y, x + y, x * y))], []
    x, y = brain(small(10, 64, np.float32, 12)), brain(small(11, 64, np.float32, 7))
    f = lambda v: (v.astype(np.uint32) << np.uint32(16)).view(np.float32)
    yield k.brain, '*bf16 *bf16 *bf16', {'BLOCK': 64}, 1, 2, [(x, None), (y, None), (x * 0, brain(f(x) - f(y)))], []
    v = i32(12, 256)
    yield k.reduce_i32, '*i32 *i32', {'BLOCK': 256}, 1, 4, [(v, None), (np.zeros(3, np.int32), np.array([v.sum(dtype=np.int32), v.max(), np.bitwise_xor.reduce(v)], np.int32))], []
    yield k.scan_i32, '*i32 *i32', {'BLOCK': 256}, 1, 4, [(v, None), (v * 0, np.cumsum(v, dtype=np.int32))], []
    yield k.sort_i32, '*i32 *i32', {'BLOCK': 128}, 1, 2, [(v[:128], None), (v[:128] * 0, np.sort(v[:128]))], []
    sums, largest = np.zeros(24, np.int32), np.zeros(4, np.int32)
    np.add.at(sums, v & 15, v)
    np.maximum.at(largest, v & 3, v)
    np.bitwise_xor.at(sums, 16 + (np.arange(256) & 7), v)
    yield k.atomics, '*i32 *i32 *i32', {'BLOCK': 128}, 2, 4, [(v, None), (np.zeros(24, np.int32), sums), (np.zeros(4, np.int32), largest)], []
    lock, at = v[:64] & 1, v[:64] & 1 ^ (np.arange(64, dtype=np.int32) & 3 == 0)
    yield k.swap, '*i32 *i32 *i32', {'BLOCK': 64}, 1, 2, [(at.astype(np.int32), None), (lock, np.where(lock == at, np.arange(64), lock).astype(np.int32)), (lock * 0, lock)], []
    yield k.histogram, '*i32 *i32', {'BLOCK': 256}, 1, 4, [(v, None), (np.zeros(16, np.int32), np.bincount(v & 15, minlength=16).astype(np.int32))], []
    t = i32(13, 256).reshape(16, 16)
    yield k.transpose, '*i32 *i32', {'N': 16}, 1, 1, [(t, None), (t * 0, t.T)], []
    x, y = small(14, 256, np.float16, 4).reshape(16, 16), small(15, 256, np.float16, 4).reshape(16, 16)
    yield k.dot_f16, '*fp16 *fp16 *fp32', {'N': 16}, 1, 1, [(x, None), (y, None), (np.zeros((16, 16), np.float32), matrix_unit.product(x, y))], []
    x, y = small(16, 256, np.int8, 8).reshape(16, 16), small(17, 256, np.int8, 8).reshape(16, 16)
    yield k.dot_i8, '*i8 *i8 *i32', {'N': 16}, 1, 1, [(x, None), (y, None), (np.zeros((16, 16), np.int32), x.astype(np.int32) @ y.astype(np.int32))], []
    v = (mix(64, 18) & 0x3fff).astype(np.int32)
    c, n = v.copy(), v * 0
    for _ in range(20):
        on = c > 1
        n += on
        c = np.where(on, np.where(c & 1, 3 * c + 1, c >> 1), c).astype(np.int32)
    yield k.collatz, '*i32 *i32', {'BLOCK': 64}, 1, 2, [(v, None), (v * 0, n * 65536 + c)], []


def build(folder):
    import rows
    found = []
    for name, kernel, types, constants, groups, warps, arrays, scalars in [*((row[0].fn.__name__, *row) for row in programs()), *rows.programs()]:
        names = [n for n in kernel.arg_names if n not in constants]
        try:
            made, meta = compiled(name, kernel, dict(zip(names, types.split())), constants, folder, warps)
        except Exception as why:
            found.append((name, f'{type(why).__name__}: {why}', None))
            continue
        case = Case(name, 'triton', meta.name, groups, 32 * warps, meta.shared)
        for array, want in arrays:
            case.array(array, want)
        for value in scalars:
            case.scalar('f32' if isinstance(value, float) else 'i32', value)
        # Triton's launcher gives two pointers to scratch memory, which these kernels have none of.
        case.scalar('u64', 0)
        case.scalar('u64', 0)
        found.append((name, made, case))
    return found


FRONT_ENDS = [(TARGET, 'triton-3.9.0', 'Triton', version, build)]
