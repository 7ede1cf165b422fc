"""The compilers: a batch of programs in one translation unit, in the builds of a target.

CLANG (clang-19), LLD (ld.lld-19), PTXAS (ptxas of CUDA 12.4), OCLOC (ocloc with IGC 1), HOSTCC (gcc) may name them; of other generations ZIG (zig, whose clang
is 22), PTXAS_118 and PTXAS_129 (ptxas of CUDA 11.8 and 12.9), OCLOC_2 (ocloc with IGC 2).
"""
import ctypes
import itertools
import os
import re
import shutil
import struct
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent


def tool(variable, name):
    return os.environ.get(variable) or shutil.which(name) or name


CLANG, LLD, PTXAS = tool('CLANG', 'clang-19'), tool('LLD', 'ld.lld-19'), tool('PTXAS', 'ptxas')
OCLOC, HOSTCC = tool('OCLOC', 'ocloc'), tool('HOSTCC', 'gcc')
# Generations of each compiler, by what begins the name of a build: clang and lld, ptxas, ocloc. Without a prefix, those that the suite began with.
ZIG = [tool('ZIG', 'zig')] if os.environ.get('ZIG') or shutil.which('zig') else [sys.executable, '-m', 'ziglang']
CLANGS = {'': ([CLANG], [LLD]), 'c22.': ([*ZIG, 'clang'], [*ZIG, 'ld.lld'])}
PTXASES = {'': PTXAS, '118.': os.environ.get('PTXAS_118'), '129.': os.environ.get('PTXAS_129')}
OCLOCS = {'': OCLOC, 'i2.': os.environ.get('OCLOC_2')}
FRONT = ['-x', 'cl', '-cl-std=CL2.0', '-cl-no-stdinc', '-nogpulib', '-w', '-ffp-contract=off', '-cl-fp32-correctly-rounded-divide-sqrt',
         '-Xclang', '-cl-ext=+cl_khr_fp64,+cl_khr_fp16,+cl_khr_int64_base_atomics,+cl_khr_int64_extended_atomics', '-I', str(HERE)]

# Builds by target: name -> what the compilers are told.
LEVELS = ((0, 0), (0, 3), (1, 1), (2, 2), (3, 3), (2, 0))
BUILDS = {
    'gfx1100': {f'{c}{w}.O{o}': (f'-O{o}', w, c) for c in CLANGS for w in ('w32', 'w64') for o in range(4)},
    'sm_50': {**{f'O{a}.p{b}': (a, [f'-O{b}'], '', '') for a, b in LEVELS},
              **{f'O{a}.g': (a, ['-O0', '-g'], '', '') for a in (0, 2)}, 'O3.line': (3, ['-O3', '-lineinfo'], '', ''),
              **{f'{v}{c}O{a}.p{b}': (a, [f'-O{b}'], c, v) for v in PTXASES for c in CLANGS if v + c for a, b in LEVELS}},
    'visa': {f'{i}simd{n}{m}{o}': (n, m, o, i) for i in OCLOCS for o in ('', '.O0') for n in (8, 16, 32) for m in ('', '.a64', '.pvc', '.dg2')
             if n > 8 or m != '.pvc'},
}
def of_pair(target, build):
    """The pair of target and compiler that a build counts for."""
    if target == 'gfx1100':
        return 'clang-22' if build.startswith('c22.') else 'clang-19'
    if target == 'sm_50':
        return {'118.': 'ptxas-11.8', '129.': 'ptxas-12.9'}.get(build[:4], 'ptxas-12.4')
    return 'igc-2' if build.startswith('i2.') else 'igc-1-O0' if build.endswith('.O0') else 'igc-1'


def pairs(target):
    """Builds by pair, in an order in which neighbours differ."""
    found = {}
    for build in BUILDS[target]:
        found.setdefault(of_pair(target, build), []).append(build)
    return {pair: builds[::3] + builds[1::3] + builds[2::3] for pair, builds in found.items()}


# Where a build's device has doubles.
F64 = {'gfx1100': lambda build: True, 'sm_50': lambda build: True, 'visa': lambda build: '.pvc' in build}
# Where programs read images: Intel's compiler has them, but not for PVC.
IMAGES = {'gfx1100': lambda build: False, 'sm_50': lambda build: False, 'visa': lambda build: '.pvc' not in build}


LIBRARIES = itertools.count()
# Whether files that earlier runs left are taken as they are: `foreign.py --reuse`.
REUSE = False


class CompileError(Exception):
    pass


def call(*command, cwd=None, env=None):
    """Run a tool with at most a minute of processor time: compilers have been seen to hang."""
    limited = ['sh', '-c', 'ulimit -t 60; exec "$@"', 'sh', *map(str, command)]
    done = subprocess.run(limited, capture_output=True, text=True, cwd=cwd, env=env, errors='replace')
    if done.returncode:
        said = (done.stderr + done.stdout).splitlines()
        errors = [l for l in said if 'error' in l.lower()] or said[-5:]
        raise CompileError(f'{Path(str(command[0])).name} ended with {done.returncode}: ' + '\n'.join(l[:300] for l in errors[:5]))
    return done


def widths(target, build, image):
    """A function from a kernel's name to the work-items of its waves. Intel's compiler may narrow what it was asked for."""
    if target == 'visa':
        info = Path(image).read_text() if str(image).endswith('.zeinfo') else next(
            body for section, _, body in sections(Path(image).read_bytes()) if section == '.ze_info').rstrip(b'\0').decode()
        of = {m.group(1): int(m.group(2)) for m in re.finditer(r'- name: +(\S+)\n.*?simd_size: +(\d+)', info, re.S)}
        return lambda name: of.get(name, BUILDS['visa'][build][0])
    return lambda name: 64 if 'w64' in build else 32


def build(target, name, source, folder, stem, extra=()):
    """Compile the text of a batch for one build; gives the file that Isotope runs."""
    folder.mkdir(parents=True, exist_ok=True)
    cl, done = folder / f'{stem}.{name}.cl', folder / f'{stem}.{name}.done'
    if REUSE and done.exists() and cl.read_text() == source:
        # What a compiler said before: the name of a file, or an error.
        said = done.read_text()
        if not said.startswith('/'):
            raise CompileError(said)
        return Path(said)
    cl.write_text(source)
    try:
        made = {'gfx1100': amd, 'sm_50': nvidia, 'visa': intel}[target](name, cl, folder, f'{stem}.{name}', extra)
        done.write_text(str(made.resolve()))
        return made
    except CompileError as error:
        done.write_text(f'error: {error}')
        raise


def amd(name, cl, folder, stem, extra):
    level, wave, generation = BUILDS['gfx1100'][name]
    clang, lld = CLANGS[generation]
    obj, out = folder / f'{stem}.o', folder / f'{stem}.co'
    call(*clang, *FRONT, level, f'-DWAVE={wave[1:]}', '--target=amdgcn-amd-amdhsa', '-mcpu=gfx1100', '-mcode-object-version=5', *(['-mwavefrontsize64'] if wave == 'w64' else []),
         *extra, '-c', cl, '-o', obj)
    call(*lld, '-shared', '-s', obj, '-o', out)
    obj.unlink()
    return out


def nvidia(name, cl, folder, stem, extra):
    front, back, generation, assembler = BUILDS['sm_50'][name]
    ptx, out = folder / f'{stem}.ptx', folder / f'{stem}.cubin'
    call(*CLANGS[generation][0], *FRONT, f'-O{front}', '--target=nvptx64-nvidia-nvcl', '-march=sm_50', '-Xclang', '-target-feature', '-Xclang', '+ptx64', *extra, '-S', cl, '-o', ptx)
    call(PTXASES[assembler], '-arch=sm_50', *back, ptx, '-o', out)
    ptx.unlink()
    return out


def sections(elf):
    """Sections of a 64-bit ELF file: (name, type, bytes)."""
    at, = struct.unpack_from('<Q', elf, 0x28)
    size, count, names = struct.unpack_from('<HHH', elf, 0x3a)
    heads = [struct.unpack_from('<IIQQQQ', elf, at + i * size) for i in range(count)]
    text = elf[heads[names][4]:][:heads[names][5]]
    return [(text[h[0]:text.index(b'\0', h[0])].decode(), h[1], elf[h[4]:h[4] + h[5]] if h[1] != 8 else b'') for h in heads]


def intel(name, cl, folder, stem, extra):
    simd, mode, level, generation = BUILDS['visa'][name]
    dump, out = folder / f'{stem}.dump', folder / f'{stem}.zebin'
    shutil.rmtree(dump, ignore_errors=True)
    dump.mkdir()
    device, standard = {'.pvc': ('pvc', 'CL2.0'), '.dg2': ('dg2', 'CL3.0')}.get(mode, ('tgllp', 'CL3.0'))
    options = [f'-cl-std={standard}', '-cl-fp32-correctly-rounded-divide-sqrt', '-DINTEL', *([] if F64['visa'](name) else ['-DNO_F64']), f'-DSIMD={simd}', '-w', *extra, f'-I {HERE}']
    if level == '.O0':
        options.append('-cl-opt-disable')
    # Without optimisation, functions that several kernels call are compiled once, for 8 lanes, whatever the kernels have (README.md), unless they may be cloned without end.
    env = {**os.environ, 'IGC_FunctionCloningThreshold': '100000'} if level == '.O0' else None
    if mode == '.a64':
        options.append('-cl-intel-greater-than-4GB-buffer-required')
    call(OCLOCS[generation], 'compile', '-file', cl, '-device', device, '--format', 'zebin', '-exclude_ir', '-options', ' '.join(options), '-internal_options',
         '-ze-emit-zebin-visa-sections', '-out_dir', dump, cwd=dump, env=env)
    shutil.copyfile(next(path for path in dump.iterdir() if path.read_bytes()[:4] == b'\x7fELF'), out)
    shutil.rmtree(dump)
    return out


def host(source, folder, stem):
    """Compile the host's text; gives a library."""
    folder.mkdir(parents=True, exist_ok=True)
    # The loader knows a library by its name: each gets its own.
    c, so = folder / f'{stem}.c', folder / f'{stem}.{next(LIBRARIES)}.so'
    c.write_text(source)
    # Without -frounding-math gcc takes a half that was made of an integer to be finite, and its difference from itself to be 0.
    call(HOSTCC, '-DHOST', '-w', '-O0', '-std=gnu11', '-fwrapv', '-frounding-math', '-ffp-contract=off', '-fexcess-precision=16', '-fno-strict-aliasing', '-shared', '-fPIC', '-I', HERE, c, '-o', so, '-lm')
    library = ctypes.CDLL(str(so))
    so.unlink()
    return library
