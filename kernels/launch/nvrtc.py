#!/usr/bin/env python3
"""PTX of a CUDA source with NVIDIA's headers, by NVRTC: nvrtc.py FOLDER SOURCE PTX OPTION..., where FOLDER has cuda_nvrtc/ and cuda_runtime/."""
import ctypes
import sys

folder, source, ptx, *options = sys.argv[1:]
nvrtc = ctypes.CDLL(f'{folder}/cuda_nvrtc/lib/libnvrtc.so.12')
program, size = ctypes.c_void_p(), ctypes.c_size_t()
nvrtc.nvrtcCreateProgram(ctypes.byref(program), open(source, 'rb').read(), source.encode(), 0, None, None)
given = [option.encode() for option in (*options, f'-I{folder}/cuda_runtime/include')]
status = nvrtc.nvrtcCompileProgram(program, len(given), (ctypes.c_char_p * len(given))(*given))


def text(what):
    getattr(nvrtc, f'nvrtcGet{what}Size')(program, ctypes.byref(size))
    buffer = ctypes.create_string_buffer(size.value)
    getattr(nvrtc, f'nvrtcGet{what}')(program, buffer)
    return buffer.value


if status:
    sys.exit(text('ProgramLog').decode())
open(ptx, 'wb').write(text('PTX'))
