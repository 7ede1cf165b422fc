"""The Zig language for gfx1100, optimised and not."""
from pathlib import Path

import models
from toolchains import NotCompiled, call, said, zig

HERE = Path(__file__).resolve().parent

def version():
    return said([*zig(), 'version'], r'([\d.]+)') if zig() else None


def build(folder):
    found = []
    for mode in ('ReleaseFast', 'Debug'):
        made = folder / f'kernels.{mode}.co'
        try:
            call(*zig(), 'build-lib', '-dynamic', HERE / 'kernels.zig', '-target', 'amdgcn-amdhsa', '-mcpu', 'gfx1100', f'-O{mode}', '-fstrip', f'-femit-bin={made}', cwd=folder)
        except NotCompiled as why:
            made = str(why)
        found += [(f'{name}.{mode}', made, case) for name, case in models.cases('z', 'zig', f'.{mode}').items()]
    return found


FRONT_ENDS = [('gfx1100', 'zig-0.17.1', 'Zig', version, build)]
