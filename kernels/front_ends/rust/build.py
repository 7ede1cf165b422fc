"""Rust without its library, for gfx1100 and sm_50."""
import os
from pathlib import Path

import models

from toolchains import NotCompiled, call, named, said

HERE = Path(__file__).resolve().parent
WITHOUT = ('sum', 'cas')


def rustc():
    return named('RUSTC', 'rustc')


def version():
    return said([rustc(), '--version'], r'rustc ([\d.]+)') if rustc() else None


def compiled(target, processor, kind, folder):
    out = folder / f'kernels.{kind}'
    # Without a library, features of the language are asked for that a stable compiler gives to its own library alone.
    call(rustc(), '--edition', '2024', '--target', target, '-C', f'target-cpu={processor}', '-O', '-C', 'panic=abort', '-C', 'overflow-checks=off', '-A', 'warnings', f'--emit={kind}={out}',
         HERE / 'kernels.rs', env={**os.environ, 'RUSTC_BOOTSTRAP': '1'}, cwd=folder)
    return out


def amd(folder):
    lld, made = named('LLD', 'ld.lld-19', 'ld.lld'), folder / 'kernels.co'
    call(lld, '-shared', '-s', compiled('amdgcn-amd-amdhsa', 'gfx1100', 'obj', folder), '-o', made)
    made.chmod(0o644)
    return made


def nvidia(folder):
    ptxas, made = next((found for found in map(named, ('PTXAS_129', 'PTXAS_124', 'PTXAS_118')) if found), None), folder / 'kernels.cubin'
    if not ptxas:
        raise NotCompiled('no ptxas')
    call(ptxas, '-arch=sm_50', compiled('nvptx64-nvidia-cuda', 'sm_50', 'asm', folder), '-o', made)
    return made


def build(one):
    def of(folder):
        try:
            made = one(folder)
        except NotCompiled as why:
            made = str(why)
        return [(name, made, case) for name, case in models.cases('r', 'rust').items() if name[1:] not in WITHOUT]
    return of


FRONT_ENDS = [('gfx1100', 'rustc-1.95.0', 'Rust', version, build(amd)), ('sm_50', 'rustc-1.95.0', 'Rust', version, build(nvidia))]
