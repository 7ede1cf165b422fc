"""Warp: the CUDA source that it makes of kernels.py, through NVRTC 12.9 for sm_50 (its own NVRTC begins at sm_75). Needs warp-lang and NVRTC_129."""
import ctypes
import importlib.util
import struct
from pathlib import Path

import numpy as np

import toolchains

NAME, TITLE, TARGET = 'warp-lang-1.19.0', 'Warp', 'sm_50'
HERE = Path(__file__).resolve().parent
BLOCK = 64


def nvrtc():
    return next(c for c in toolchains.ALL if c.name == 'cuda-nvrtc-12.9.86')


def version():
    try:
        import warp
        return warp.__version__ if nvrtc().version() else None
    except Exception:
        return None


def case(name, entry, arguments, items, expected):
    """A case: how many items there are in each dimension and in all, then arguments; an array is its data, its gradient, four extents, four strides and their number."""
    kinds = {'float32': 'u32', 'int32': 'i32', 'uint32': 'u32', 'uint64': 'u64', 'int8': 'i8', 'int16': 'i16'}
    total = int(np.prod(items))
    head = struct.pack(f'<{len(items)}I', *items)
    head += bytes(-len(head) % 8) + struct.pack('<QQ', total, 1)
    buffers, given = [], [{'bytes': head.hex()}]
    for position, array in enumerate(arguments):
        if not array.shape:
            given.append({'f32': float(array)})
            continue
        plain = array.view('uint32') if array.dtype == np.float32 else array
        buffers.append({'name': f'a{position}', 'type': kinds[plain.dtype.name], 'count': plain.size, 'init': {'gen': 'list', 'values': plain.ravel().tolist()}})
        vectors = entry.adj.args[position].type.dtype
        shape, strides = array.shape, array.strides
        if getattr(vectors, '_shape_', ()):
            shape, strides = shape[:1], strides[:1]
        four = lambda numbers: [*numbers, 0, 0, 0, 0][:4]
        given.append({'parts': [{'buffer': f'a{position}'}, {'hex': struct.pack('<Q4i4iii', 0, *four(shape), *four(strides), len(shape), 0).hex()}]})
    checks = [{'check': 'exact', 'buffer': f'a{position}', 'hex': array.tobytes().hex()} for position, array in expected.items()]
    return {'schema': 'isotope-kernel-case/1', 'kernel': name, 'case': 'front_end', 'source': 'warp/kernels.py', 'buffers': buffers,
            'launches': [{'entry': name, 'groups': -(-total // BLOCK), 'group_size': BLOCK, 'args': given}], 'checks': checks}


def build(folder):
    import warp as wp
    from warp._src import build as builder
    wp.config.quiet, wp.config.enable_backward = True, False
    wp.config.kernel_cache_dir = str(folder / 'cache')
    spec = importlib.util.spec_from_file_location('warp_kernels', HERE / 'kernels.py')
    kernels = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(kernels)
    sources = []
    # Warp hands the source to its NVRTC; it is taken there.
    builder.build_cuda = lambda path, *_, **__: sources.append(Path(path).read_text())
    try:
        wp.compile_aot_module(wp.get_module(kernels.saxpy.module.name), arch=75, module_dir=str(folder / 'aot'), use_ptx=True)
    except Exception:
        pass
    made = []
    for entry, arguments, items, expected in kernels.programs():
        name = entry.key
        if not sources:
            made.append((name, 'Warp made no source', None))
            continue
        source, out = folder / 'kernels.cu', folder / f'{name}.cubin'
        source.write_text(sources[0])
        try:
            text = sources[0]
            mangled = next(word for word in text.replace('(', ' ').split() if word.startswith(f'{name}_') and word.endswith('_cuda_kernel_forward'))
            only = alone(text, mangled).replace(mangled, name)
            source = folder / f'{name}.cu'
            source.write_text(only)
            nvrtc().cuda('sm_50', source, out, [f'-I{Path(wp.__file__).parent / "native"}', '-std=c++17', '-default-device'])
            made.append((name, out, case(name, entry, arguments, items, expected)))
        except Exception as error:
            made.append((name, str(error), None))
    return made


def alone(text, entry):
    """The source without the other kernels."""
    parts = text.split('extern "C" __global__')
    return parts[0] + ''.join('extern "C" __global__' + part for part in parts[1:] if entry in part)
