"""Slang: CUDA C++ that slangc makes of kernels.slang, through NVRTC 12.9 for sm_50. Needs slangc (SLANGC, or the package slangtorch) and NVRTC_129."""
import importlib.util
import struct
from pathlib import Path

import numpy as np

import toolchains
from casefile import Case, mix
from models import reversed_bits

HERE = Path(__file__).resolve().parent


def slangc():
    found = toolchains.named('SLANGC', 'slangc')
    spec = None if found else importlib.util.find_spec('slangtorch')
    beside = Path(spec.origin).parent / 'bin/slangc' if spec else None
    return found or (str(beside) if beside and beside.exists() else None)


def nvrtc():
    return next(c for c in toolchains.ALL if c.name == 'cuda-nvrtc-12.9.86')


def version():
    return toolchains.said([slangc(), '-v'], r'([\d.]+)') if slangc() and nvrtc().version() else None


def programs():
    """Kernel, groups and their size, what it reads, what it writes before and after, and how many elements there are, where it asks."""
    w = mix(256, 71)
    i, n = w.view(np.int32), 250
    zero = np.zeros_like
    with np.errstate(over='ignore'):
        yield 'ladd', 4, 64, i, zero(i), np.where(np.arange(256) < n, i * np.int32(3) - i[np.arange(256) ^ 1], 0).astype(np.int32), n
        yield 'lhistogram', 4, 64, w, np.zeros(16, np.uint32), np.bincount(w[:n] & 15, minlength=16).astype(np.uint32), n
        of = lambda k: i[:n][k::4]
        after = [min(0, *of(k).tolist()) for k in range(4)] + [max(0, *of(k).tolist()) for k in range(4)] + [np.bitwise_xor.reduce(of(k)) for k in range(4)]
        yield 'lextremes', 4, 64, i, np.zeros(12, np.int32), np.array(after, np.int32), n
        yield 'lturns', 4, 64, w, np.zeros(1, np.uint32), np.array([np.bitwise_xor.reduce(w[:n])], np.uint32), n
        yield 'lsums', 4, 64, i, np.zeros(4, np.int32), np.where(np.arange(256) < n, i, 0).astype(np.int32).reshape(4, 64).sum(1, dtype=np.int32), n
        yield 'lscan', 4, 64, i, zero(i), np.cumsum(i.reshape(4, 64), axis=1, dtype=np.int32).ravel(), None
        v = w.reshape(8, 32)
        sums = (v & 0xffff).sum(1, dtype=np.uint32)[:, None]
        before = np.cumsum(v & 255, axis=1, dtype=np.uint32) - (v & 255)
        odd = ((v & 1) << np.arange(32, dtype=np.uint32)).sum(1, dtype=np.uint32)[:, None]
        yield 'lwaves', 4, 64, w, zero(w), (sums ^ before << np.uint32(16) ^ np.roll(v, -3, axis=1) ^ odd).ravel(), None
        bits = [x.bit_count() | (x | 1).bit_length() - 1 << 8 | ((x | 1 << 31) & -(x | 1 << 31)).bit_length() - 1 << 16 | (r & 255) << 24 for x, r in zip(w.tolist(), reversed_bits(w).tolist())]
        yield 'lbits', 4, 64, w, zero(w), np.array(bits, np.uint32), None
        q = mix(256, 72).view(np.uint64)
        c = np.uint64
        yield 'llongs', 2, 64, q, zero(q), q * q + (q >> c(9)) + q // ((q & c(0xffff)) + c(1)) + q % ((q >> c(40)) + c(3)), None
    # Small whole numbers, of which every product and sum is exact.
    f = (mix(256, 73) & 255).astype(np.float32).reshape(64, 4) - np.float32(128)
    x, y = f[:, :3], f[:, [2, 0, 1]]
    yield 'lvectors', 1, 64, f, zero(f), np.concatenate([np.cross(x, y) + np.float32(1), (f * f[:, ::-1]).sum(1, keepdims=True)], axis=1).astype(np.float32), None
    s = (i >> 20).reshape(16, 16)
    yield 'lproduct', [2, 2], [8, 8], s, zero(s), s @ s, None
    v, taken = w & np.uint32(0xffff), np.zeros_like(w)
    for _ in range(60):
        on = v > 1
        taken += on.astype(np.uint32)
        v = np.where(on, np.where(v & 1, 3 * v + 1, v >> np.uint32(1)), v).astype(np.uint32)
    yield 'lcollatz', 4, 64, w, np.zeros_like(w), taken << np.uint32(16) ^ v, None


def build(folder):
    found = []
    for name, groups, size, given, before, after, count in programs():
        source, out = folder / f'{name}.cu', folder / f'{name}.cubin'
        try:
            toolchains.call(slangc(), '-target', 'cuda', '-stage', 'compute', '-line-directive-mode', 'none', '-entry', name, HERE / 'kernels.slang', '-o', source)
            nvrtc().cuda('sm_50', source, out, ['-std=c++17', '-default-device'])
        except toolchains.NotCompiled as why:
            found.append((name, str(why), None))
            continue
        case = Case(name, 'slang', name, groups, size)
        # A buffer is an address and the number of its elements.
        for array, want in ((given, None), (before, after)):
            elements = len(array) if array.ndim == 2 and array.dtype == np.float32 else array.size
            case.args.append({'parts': [{'buffer': case.array(array, want, pointer=False)}, {'hex': struct.pack('<Q', elements).hex()}]})
        if count is not None:
            case.scalar('u32', count)
        found.append((name, out, case))
    return found


FRONT_ENDS = [('sm_50', 'slang-2026.14.1', 'Slang', version, build)]
