#!/usr/bin/env python3
"""A cubin of a CUDA source by NVRTC: nvrtc.py LIBRARY SOURCE CUBIN OPTION..."""
import ctypes
import sys

library, source, out, *options = sys.argv[1:]
nvrtc = ctypes.CDLL(library)
program, size = ctypes.c_void_p(), ctypes.c_size_t()
nvrtc.nvrtcCreateProgram(ctypes.byref(program), open(source, 'rb').read(), source.encode(), 0, None, None)
given = [option.encode() for option in options]
status = nvrtc.nvrtcCompileProgram(program, len(given), (ctypes.c_char_p * len(given))(*given))
kind = 'PTX' if any(option.startswith('--gpu-architecture=compute') for option in options) else 'CUBIN'


def answer(what):
    getattr(nvrtc, f'nvrtcGet{what}Size')(program, ctypes.byref(size))
    buffer = ctypes.create_string_buffer(size.value)
    getattr(nvrtc, f'nvrtcGet{what}')(program, buffer)
    return buffer.raw


if status:
    sys.exit(answer('ProgramLog').rstrip(b'\0').decode())
open(out, 'wb').write(answer(kind).rstrip(b'\0') if kind == 'PTX' else answer(kind))
