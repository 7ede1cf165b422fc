"""CUB of CUDA 12.9 through NVRTC 12.9 for sm_50: kernels.cu, with what it must leave worked out by numpy. Needs NVRTC_129 and CUDA_INCLUDE_129 with CUB and the runtime's headers."""
from pathlib import Path

import numpy as np

import toolchains

NAME, TITLE, TARGET = 'cub-12.9.27', 'CUB through NVRTC 12.9', 'sm_50'
HERE = Path(__file__).resolve().parent


def chain():
    return next(c for c in toolchains.ALL if c.name == 'cuda-nvrtc-12.9.86')


def version():
    found = any(Path(f'{folder[2:]}/cub').exists() for folder in chain().headers()) if chain().version() else False
    return '12.9.27' if found else None


def programs():
    """Kernel, what it reads, and what it must leave."""
    random = np.random.RandomState(12)
    words = random.randint(-1000, 1000, 256).astype(np.int32)
    raw = random.randint(0, 1 << 32, 256, dtype=np.uint64).astype(np.uint32)
    small = random.randint(0, 32, 256).astype(np.uint8)
    first = words[:64]
    padded = np.where(np.arange(256) < 250, words, -1)
    odd = words & 1
    return [
        ('reduce', words, np.array([words.sum()], np.int32)),
        ('reduce_raking', first, np.array([first.max()], np.int32)),
        ('scan', words, np.concatenate([[0], np.cumsum(words)]).astype(np.int32)),
        ('scan_warps', first, np.maximum.accumulate(first)),
        ('radix_sort', raw, np.sort(raw)),
        ('radix_descending', first, np.sort(first)[::-1].copy()),
        ('merge_sort', words, np.sort(words)),
        ('histogram', small, np.bincount(small, minlength=32).astype(np.uint32)),
        ('exchange', words, words.reshape(4, 64).T.ravel().copy()),
        ('transposed', words, (padded * 2 + np.arange(256) % 4).astype(np.int32)),
        ('heads', words, np.concatenate([[1], odd[1:] != odd[:-1]]).astype(np.int32)),
        ('warps', first, np.concatenate([*(np.cumsum(half) - half for half in first.reshape(2, 32)), first.reshape(2, 32).sum(1)]).astype(np.int32)),
    ]


def case(name, given, expected):
    kinds = {'int32': 'i32', 'uint32': 'u32', 'uint8': 'u8'}
    buffers = [{'name': 'in', 'type': kinds[given.dtype.name], 'count': given.size, 'init': {'gen': 'list', 'values': given.tolist()}},
               {'name': 'out', 'type': kinds[expected.dtype.name], 'count': expected.size, 'init': {'gen': 'fill', 'value': 0}}]
    return {'schema': 'isotope-kernel-case/1', 'kernel': name, 'case': 'front_end', 'source': 'cub/kernels.cu', 'buffers': buffers,
            'launches': [{'entry': name, 'groups': 1, 'group_size': 64, 'args': [{'buffer': 'in'}, {'buffer': 'out'}]}],
            'checks': [{'check': 'exact', 'buffer': 'out', 'hex': expected.tobytes().hex()}]}


def build(folder):
    made, source = [], (HERE / 'kernels.cu').read_text()
    parts = source.split('extern "C" __global__ void ')
    for name, given, expected in programs():
        # A file for each, so that what is kept is small.
        only, out = folder / f'{name}.cu', folder / f'{name}.cubin'
        only.write_text(parts[0] + ''.join('extern "C" __global__ void ' + part for part in parts[1:] if part.startswith(f'{name}(')))
        try:
            chain().cuda('sm_50', only, out, ['-std=c++17'])
            made.append((name, out, case(name, given, expected)))
        except Exception as error:
            made.append((name, str(error), None))
    return made
