"""The kernels of ../cuda through NVRTC 12.4 for sm_50. Needs NVRTC_124."""
import importlib.util
from pathlib import Path

import toolchains

NAME, TITLE, TARGET = 'cuda-nvrtc-12.4.127', 'CUDA C++ through NVRTC 12.4', 'sm_50'


def chain():
    return next(c for c in toolchains.ALL if c.name == 'cuda-nvrtc-12.4.127')


def version():
    return '12.4.127' if chain().version() else None


def build(folder):
    spec = importlib.util.spec_from_file_location('cuda_programs', Path(__file__).resolve().parents[1] / 'cuda/programs.py')
    programs = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(programs)
    return programs.build(chain(), folder)
