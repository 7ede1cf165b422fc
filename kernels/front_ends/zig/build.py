"""The Zig language for gfx1100, optimised for speed, for size and not at all."""
from pathlib import Path

import bounded
import models
from toolchains import NotCompiled, call, said, zig

HERE = Path(__file__).resolve().parent
SOURCES = {'kernels': lambda suffix: models.cases('z', 'zig', suffix), 'bounded': bounded.cases}


def version():
    return said([*zig(), 'version'], r'([\d.]+)') if zig() else None


def build(folder):
    found = []
    for source, cases in SOURCES.items():
        for mode in ('ReleaseFast', 'ReleaseSmall', 'Debug'):
            made = folder / f'{source}.{mode}.co'
            # Zig's runtime, which Debug puts into a library, calls functions that no file of it has.
            alone = ['-fno-compiler-rt', '-fno-ubsan-rt']
            try:
                call(*zig(), 'build-lib', '-dynamic', HERE / f'{source}.zig', '-target', 'amdgcn-amdhsa', '-mcpu', 'gfx1100', f'-O{mode}', '-fstrip', *alone, f'-femit-bin={made}', cwd=folder)
            except NotCompiled as why:
                made = str(why)
            found += [(f'{name}.{mode}', made, case) for name, case in cases(f'.{mode}').items()]
    return found


FRONT_ENDS = [('gfx1100', 'zig-0.17.1', 'Zig', version, build)]
