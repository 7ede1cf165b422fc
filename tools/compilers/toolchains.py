"""The compilers: how each is found, which version it says it is, and how it builds a source for its target.

A tool that is not there is `None`, and nothing else fails because of it. The environment names tools that are not on the path:

    CLANG (clang-19), LLD (ld.lld-19)     LLVM 19
    ZIG (zig)                             clang and lld of Zig; `python -m ziglang` where the package is installed
    PTXAS_118, PTXAS_124, PTXAS_129       ptxas of CUDA 11.8, 12.4 and 12.9
    NVRTC_118, NVRTC_124, NVRTC_129       folders with lib/libnvrtc.so.*; CUDA_INCLUDE_118 and kin the headers for them
    OCLOC (ocloc), OCLOC_2                Intel's compiler with IGC 1 and IGC 2
    OCLC, EXTRACT (llvm-extract-19)       folder of AMD's device libraries (ROCm 5.2), and what takes functions out of them
"""
import ctypes
import glob
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
KERNELS = HERE.parents[1] / 'kernels'
OCLC = Path(os.environ.get('OCLC', '/usr/lib/x86_64-linux-gnu/amdgcn/bitcode'))
EXTENSIONS = '+cl_khr_int64_base_atomics,+cl_khr_int64_extended_atomics,+cl_khr_fp64,+cl_khr_fp16'
BARE = ['-x', 'cl', '-cl-std=CL2.0', '-cl-no-stdinc', '-nogpulib', '-w', '-DISOTOPE_BARE', f'-I{KERNELS / "src"}', '-Xclang', f'-cl-ext={EXTENSIONS}']


class NotCompiled(Exception):
    """A compiler gave no code."""


def call(*command, cwd=None, env=None):
    """Run a tool with at most two minutes of processor time: compilers have been seen to hang."""
    limited = ['sh', '-c', 'ulimit -t 120; exec "$@"', 'sh', *map(str, command)]
    done = subprocess.run(limited, capture_output=True, text=True, cwd=cwd, env=env, errors='replace')
    if done.returncode:
        said = (done.stderr + done.stdout).splitlines()
        errors = [line for line in said if 'error' in line.lower() or 'fatal' in line.lower()] or said[-3:]
        raise NotCompiled(f'{Path(str(command[0])).name} ended with {done.returncode}: ' + ' / '.join(line.strip()[:200] for line in errors[:3]))
    return done.stdout + done.stderr


def named(variable, *names):
    """The path of a tool, or nothing."""
    given = os.environ.get(variable)
    if given:
        return given if shutil.which(given) or Path(given).exists() else None
    return next((found for found in map(shutil.which, names) if found), None)


def zig():
    """The command of Zig, or nothing."""
    found = named('ZIG', 'zig')
    if found:
        return [found]
    return [sys.executable, '-m', 'ziglang'] if importlib.util.find_spec('ziglang') else None


def clangs():
    """Name and command of each clang: (clang, lld)."""
    found = {}
    clang, lld = named('CLANG', 'clang-19'), named('LLD', 'ld.lld-19')
    if clang:
        found['clang19'] = [clang], [lld] if lld else None
    if zig():
        found['clang22'] = [*zig(), 'clang'], [*zig(), 'ld.lld']
    return found


def said(command, pattern):
    """What a tool says of its version."""
    try:
        match = re.search(pattern, call(*command))
        return match[1] if match else None
    except (NotCompiled, OSError):
        return None


class Toolchain:
    """A compiler for a target. `builds` are names of options; `name` is the folder, which ends in the version that this table expects."""

    def __init__(self, target, name, title):
        self.target, self.name, self.title = target, name, title

    def opencl(self, build, source, out, options=()):
        """Compile OpenCL C that brings its own library (kernels/src/iso_cl.h)."""
        raise NotCompiled('no route from OpenCL C')

    def plain(self, build, source, out, options=()):
        """Compile C with the attributes of the target (kernels/torture)."""
        raise NotCompiled('no route from C')

    def cuda(self, build, source, out, options=()):
        """Compile CUDA C++."""
        raise NotCompiled('no route from CUDA C++')

    def library(self, build, source, out, options=()):
        """Compile OpenCL C with the library of the language."""
        raise NotCompiled('no route from OpenCL C with its library')

    def printing(self, build, source, out, options=()):
        """Compile the program of kernels/host that prints."""
        raise NotCompiled('no route for programs that print')


class Amd(Toolchain):
    """clang and lld for gfx1100."""
    extension = 'co'

    def __init__(self, name, key, title):
        super().__init__('gfx1100', name, title)
        self.key, self.builds = key, {f'{w}.O{o}': (f'-O{o}', w == 'w64') for w in ('w32', 'w64') for o in (0, 2)}

    def version(self):
        clang = clangs().get(self.key)
        return said([*clang[0], '--version'], r'clang version ([\d.]+)') if clang and clang[1] else None

    def compile(self, build, source, out, front):
        (clang, lld), (level, wide) = clangs()[self.key], self.builds[build]
        made = out.with_suffix('.o')
        call(*clang, *front, level, '--target=amdgcn-amd-amdhsa', '-mcpu=gfx1100', '-mcode-object-version=5', *(['-mwavefrontsize64'] if wide else []), '-c', source, '-o', made)
        call(*lld, '-shared', '-s', made, '-o', out)
        out.chmod(0o644)
        made.unlink()

    def opencl(self, build, source, out, options=()):
        self.compile(build, source, out, [*BARE, *options])

    def plain(self, build, source, out, options=()):
        # Symbols of C are hidden, and a stripped file has no others.
        self.compile(build, source, out, ['-nogpulib', '-ffp-contract=off', '-fvisibility=protected', '-w', *options])

    def printing(self, build, source, out, options=()):
        self.compile(build, source, out, ['-x', 'cl', '-cl-std=CL2.0', '-cl-no-stdinc', '-nogpulib', '-w', *options])

    def headers(self):
        """Options for the declarations of OpenCL C: Zig brings none, so that of clang 19 is taken."""
        own = self.key == 'clang19' or not named('CLANG', 'clang-19')
        folder = None if own else call(named('CLANG', 'clang-19'), '-print-resource-dir').strip()
        return ['-Xclang', '-finclude-default-header'] if own else ['-cl-no-stdinc', f'-I{folder}/include', '-include', 'opencl-c.h']

    def library(self, build, source, out, options=()):
        """OpenCL C with AMD's device libraries in OCLC, of a release that does not know gfx1100's number."""
        (clang, _), wide = clangs()[self.key], self.builds[build][1]
        isa = out.with_name('isa.bc')
        isa.with_suffix('.ll').write_text('@__oclc_ISA_version = linkonce_odr protected local_unnamed_addr addrspace(4) constant i32 11000, align 4\n')
        call(*clang, '-x', 'ir', '--target=amdgcn-amd-amdhsa', '-mcpu=gfx1100', '-nogpulib', '-w', '-emit-llvm', '-c', '-o', isa, isa.with_suffix('.ll'))
        # The library's own `printf` would stand in the way of the compiler's, which calls `__printf_alloc` after libraries were linked.
        plain, room, extract = out.with_name('opencl.bc'), out.with_name('printf.bc'), named('EXTRACT', 'llvm-extract-19', 'llvm-extract')
        if not extract:
            raise NotCompiled('no llvm-extract, which takes printf out of the device library')
        call(extract, '--func=__printf_alloc', OCLC / 'opencl.bc', '-o', room)
        call(extract, '--delete', '--func=printf', '--func=__printf_alloc', OCLC / 'opencl.bc', '-o', plain)
        names = ['ocml', 'ockl', 'oclc_abi_version_500', f'oclc_wavefrontsize64_{"on" if wide else "off"}', 'oclc_daz_opt_off', 'oclc_finite_only_off',
                 'oclc_unsafe_math_off', 'oclc_correctly_rounded_sqrt_on']
        linked = [word for library in (plain, *(OCLC / f'{n}.bc' for n in names), isa) for word in ('-Xclang', '-mlink-builtin-bitcode', '-Xclang', library)]
        self.compile(build, source, out, ['-x', 'cl', '-cl-std=CL2.0', '-nogpulib', '-w', *self.headers(), '-Xclang', '-mlink-bitcode-file', '-Xclang', room, *linked, *options])


class Ptxas(Toolchain):
    """ptxas, on PTX of each clang."""
    extension = 'cubin'

    def __init__(self, name, key, title):
        builds = {f'{front}.O{o}.p{p}': (front, f'-O{o}', [f'-O{p}']) for front in ('clang19', 'clang22') for o, p in ((2, 3), (0, 0))}
        super().__init__('sm_50', name, title)
        self.key = key
        self.builds = {b: v for b, v in builds.items() if v[0] in clangs()}

    def version(self):
        ptxas = named(self.key)
        return said([ptxas, '--version'], r'V([\d.]+)') if ptxas else None

    def assemble(self, ptx, out, flags=()):
        call(named(self.key), '-w', '-arch=sm_50', *flags, ptx, '-o', out)

    def compile(self, build, source, out, front):
        key, level, flags = self.builds[build]
        ptx = out.with_suffix('.ptx')
        call(*clangs()[key][0], *front, level, '-march=sm_50', '-Xclang', '-target-feature', '-Xclang', '+ptx64', '-S', source, '-o', ptx)
        self.assemble(ptx, out, flags)
        ptx.unlink()

    def opencl(self, build, source, out, options=()):
        self.compile(build, source, out, [*BARE, *options, '--target=nvptx64-nvidia-nvcl'])

    def plain(self, build, source, out, options=()):
        # clang 22 calls kernels of C for NVPTX by an attribute of another name.
        self.compile(build, source, out, ['-ffp-contract=off', '-w', *options, '--target=nvptx64-nvidia-cuda'])

    def printing(self, build, source, out, options=()):
        key, level, flags = self.builds[build]
        ptx = out.with_suffix('.ptx')
        call(*clangs()[key][0], '-x', 'cuda', '--cuda-device-only', '--cuda-gpu-arch=sm_50', '--cuda-feature=+ptx64', '-nocudainc', '-nocudalib', '-w', level, *options, '-S', '-o', ptx, source)
        self.assemble(ptx, out, flags)
        ptx.unlink()


class Nvrtc(Toolchain):
    """NVRTC, with the ptxas that it has inside."""
    extension = 'cubin'

    def __init__(self, name, key, title):
        super().__init__('sm_50', name, title)
        self.key, self.builds = key, {'sm_50': ()}

    def nvrtc(self):
        folder = os.environ.get(f'NVRTC_{self.key}')
        found = sorted(glob.glob(f'{folder}/lib/libnvrtc.so.*')) if folder else []
        return found[0] if found else None

    def version(self):
        """NVRTC says two numbers of three; the third is that of the package which the table names."""
        if not self.nvrtc():
            return None
        library, major, minor = ctypes.CDLL(self.nvrtc()), ctypes.c_int(), ctypes.c_int()
        library.nvrtcVersion(ctypes.byref(major), ctypes.byref(minor))
        said, named = f'{major.value}.{minor.value}', self.name.rsplit('-', 1)[1]
        return named if named.startswith(f'{said}.') else said

    def headers(self):
        return [f'-I{folder}' for folder in os.environ.get(f'CUDA_INCLUDE_{self.key}', '').split(':') if folder]

    def cuda(self, build, source, out, options=()):
        call(sys.executable, HERE / 'nvrtc.py', self.nvrtc(), source, out, '--gpu-architecture=sm_50', *self.headers(), '--device-int128', *options)


class Igc(Toolchain):
    """ocloc, whose zebin holds the vISA text."""
    extension = 'zebin'
    DEVICES = {'tgllp': 'CL3.0', 'dg2': 'CL3.0', 'pvc': 'CL2.0', 'skl': 'CL3.0'}

    def __init__(self, name, key, title, devices, names=None):
        builds = {f'{device}{mode}': (device, options) for device in devices
                  for mode, options in (('.O2', ''), ('.O0', '-cl-opt-disable'), *([('.a64', '-cl-intel-greater-than-4GB-buffer-required')] if device == 'tgllp' else []))}
        super().__init__('visa', name, title)
        self.key, self.builds, self.names = key, builds, names or {}

    def ocloc(self):
        return named(self.key, *(['ocloc'] if self.key == 'OCLOC' else []))

    def version(self):
        if not self.ocloc():
            return None
        # ocloc does not say which IGC it loads; the library does, in its text.
        major = '1' if self.key == 'OCLOC' else '2'
        for place in (Path(self.ocloc()).resolve().parent, Path('/usr/lib')):
            for path in sorted(place.rglob(f'libigc.so.{major}.*')):
                found = re.findall(rb'(?<![\d.])' + major.encode() + rb'\.\d+\.\d{2,5}(?:\.\d+)?', path.read_bytes())
                if found:
                    return max(set(found), key=found.count).decode()
        return None

    def library(self, build, source, out, options=()):
        self.opencl(build, source, out, options)

    def printing(self, build, source, out, options=()):
        self.opencl(build, source, out, options)

    def opencl(self, build, source, out, options=()):
        device, mode = self.builds[build]
        flags = f'-cl-std={self.DEVICES[device]} -w -DISO_INTEL_FLOAT_ATOMICS -DISO_HALF_ARITH -I . {mode} {" ".join(options)}'
        folder = out.with_suffix('.made')
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        # Options stay in the file: they name no place.
        for header in [*(KERNELS / 'src').glob('*.h'), *Path(source).parent.glob('*.h')]:
            shutil.copy(header, folder)
        call(self.ocloc(), 'compile', '-file', source, '-device', self.names.get(device, device), '--format', 'zebin', '-exclude_ir', '-options', flags,
             '-internal_options', '-ze-emit-zebin-visa-sections', '-output', 'out', '-output_no_suffix', cwd=folder)
        # The name of what it leaves differs between releases.
        made = [path for path in folder.iterdir() if path.read_bytes()[:4] == b'\x7fELF']
        if not made:
            raise NotCompiled('ocloc ended without a zebin')
        shutil.copyfile(made[0], out)
        shutil.rmtree(folder)


ALL = [
    Amd('clang-19.1.7', 'clang19', 'clang 19 of LLVM'),
    Amd('clang-22.1.8', 'clang22', 'clang 22 of Zig'),
    Ptxas('ptxas-11.8.89', 'PTXAS_118', 'ptxas of CUDA 11.8'),
    Ptxas('ptxas-12.4.131', 'PTXAS_124', 'ptxas of CUDA 12.4'),
    Ptxas('ptxas-12.9.86', 'PTXAS_129', 'ptxas of CUDA 12.9'),
    Nvrtc('cuda-nvrtc-11.8.89', '118', 'CUDA C++ through NVRTC 11.8'),
    Nvrtc('cuda-nvrtc-12.4.127', '124', 'CUDA C++ through NVRTC 12.4'),
    Nvrtc('cuda-nvrtc-12.9.86', '129', 'CUDA C++ through NVRTC 12.9'),
    Igc('igc-1.0.12504', 'OCLOC', 'IGC 1 (ocloc)', ['tgllp', 'dg2', 'pvc']),
    Igc('igc-2.40.14', 'OCLOC_2', 'IGC 2 (ocloc)', ['tgllp', 'dg2', 'pvc']),
]
