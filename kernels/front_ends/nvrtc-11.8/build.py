"""The kernels of ../cuda through NVRTC 11.8 for sm_50. Needs NVRTC_118."""
import importlib.util
from pathlib import Path

import toolchains

NAME, TITLE, TARGET = 'cuda-nvrtc-11.8.89', 'CUDA C++ through NVRTC 11.8', 'sm_50'


def chain():
    return next(c for c in toolchains.ALL if c.name == 'cuda-nvrtc-11.8.89')


def version():
    return '11.8.89' if chain().version() else None


def build(folder):
    spec = importlib.util.spec_from_file_location('cuda_programs', Path(__file__).resolve().parents[1] / 'cuda/programs.py')
    programs = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(programs)
    return programs.build(chain(), folder)
