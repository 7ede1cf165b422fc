"""Numba's CUDA back end: PTX of kernels.py through ptxas for sm_50. Needs numba-cuda, libNVVM of CUDA 12 (CUDA_HOME, a folder with nvvm/lib64: `nvidia/cuda_nvcc`) and PTXAS_129."""
import importlib.util
import os
import re
from pathlib import Path

import toolchains

NAME, TITLE, TARGET = 'numba-cuda-0.30.4', 'numba-cuda', 'sm_50'
# Otherwise it refuses what the NVRTC that it finds does not compile for.
os.environ.setdefault('NUMBA_FORCE_CUDA_CC', '5.0')
TYPES = {'int32': 'i32', 'uint32': 'u32', 'float32': 'f32', 'int64': 'i64'}


def version():
    try:
        import numba_cuda
        return numba_cuda.__version__ if toolchains.named('PTXAS_129') else None
    except Exception:
        return None


def described(name, entry, arguments, groups, size, expected):
    """A case: an array is a pointer to nothing, one to nothing, its elements, their size, its data, its shape and its strides."""
    buffers, given = [], []
    for position, argument in enumerate(arguments):
        kind = TYPES[argument.dtype.name]
        if not argument.shape:
            given.append({kind: float(argument) if kind == 'f32' else int(argument)})
            continue
        # Floats by their bits.
        plain = argument.view('uint32') if kind == 'f32' else argument
        buffers.append({'name': f'a{position}', 'type': TYPES[plain.dtype.name], 'count': plain.size, 'init': {'gen': 'list', 'values': plain.ravel().tolist()}})
        words = [argument.size, argument.itemsize]
        given += [{'u64': 0}, {'u64': 0}, *({'u64': word} for word in words), {'buffer': f'a{position}'}, *({'u64': word} for word in argument.shape), *({'u64': word} for word in argument.strides)]
    checks = [{'check': 'exact', 'buffer': f'a{position}', 'hex': array.tobytes().hex()} for position, array in expected.items()]
    return {'schema': 'isotope-kernel-case/1', 'kernel': name, 'case': 'front_end', 'source': 'numba/kernels.py', 'buffers': buffers,
            'launches': [{'entry': entry, 'groups': groups, 'group_size': size, 'args': given}], 'checks': checks}


def build(folder):
    # numba-cuda takes the place of numba's own `numba.cuda` by a .pth file, which is read in site folders alone.
    if importlib.util.find_spec('_numba_cuda_redirector'):
        import _numba_cuda_redirector  # noqa: F401
    from numba import cuda
    spec = importlib.util.spec_from_file_location('numba_kernels', Path(__file__).with_name('kernels.py'))
    kernels = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(kernels)
    made = []
    for function, types, arguments, groups, size, expected in kernels.programs():
        name = function.__name__
        ptx, out = folder / f'{name}.ptx', folder / f'{name}.cubin'
        try:
            text, _ = cuda.compile_ptx(function, types, cc=(5, 0))
            entry = re.search(r'\.visible \.entry (\w+)', text).group(1)
            # The name says nothing, and is as long as the file.
            ptx.write_text(text.replace(entry, name))
            toolchains.call(toolchains.named('PTXAS_129'), '-w', '-arch=sm_50', ptx, '-o', out)
            made.append((name, out, described(name, name, arguments, groups, size, expected)))
        except Exception as error:
            made.append((name, str(error), None))
    return made
