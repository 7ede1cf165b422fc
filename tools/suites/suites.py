#!/usr/bin/env python3
"""Runs other people's suites with Isotope as the OpenCL device, and writes how each test ended.

    suites.py DIR [--suite NAME]... [--target TARGET]... [--out FILE.md] [--log FILE.jsonl]

DIR holds checkouts: OpenCL-CTS (with OpenCL-Headers and SPIRV-Headers beside it), pocl, Oclgrind, shoc, gpu-rodinia; what is not there is
left out. Programs for the host are built in DIR/isotope-build. A test counts when it passes on the reference device (PoCL).
"""
import argparse
import collections
import json
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import device

HERE = Path(__file__).resolve().parent
TIMES = re.compile(r'time|sec|gpu|context|took|send|threads_per_block|work group|\dx\d+ |GB|MB/s|flops|device|platform|isotope|pthread-|pocl|cpu|vendor|version|^\s*$|^(Init|MemAlloc|HtoD|DtoH|Exec|Close|Total):', re.I)
NUMBER = re.compile(r'[-+]?(?:\d+\.?\d*(?:[eE][-+]?\d+)?|\.\d+|nan|inf)\b')


@dataclass
class Test:
    suite: str
    name: str
    command: list = None
    cwd: Path = None
    # `status`: exit status 0 says it passed; `output`: the output is that of the reference device, or of `expected`, line by line;
    # `lines`: the same in any order; `words`: exit status 0, and none of these words in the output
    judge: str = 'status'
    expected: str = None
    words: tuple = ()
    files: list = field(default_factory=list)
    # Whether the reference device runs it first. Without, the test's own judgement is enough.
    reference: bool = True
    # The only targets that it is for.
    targets: tuple = ()
    # Builds the program, where that takes long: why there is none.
    build: object = None
    # A test without a program for the host: a function of a device that gives whether it passed, and why not.
    direct: object = None


def sh(command, cwd, log):
    with open(log, 'w') as out:
        return subprocess.run(command, shell=isinstance(command, str), cwd=cwd, stdout=out, stderr=subprocess.STDOUT).returncode == 0


# Suites: each function builds what it needs and gives tests.

def cts(root, build):
    suites = ('atomics', 'c11_atomics', 'subgroups')
    made = build / 'cts'
    made.mkdir(exist_ok=True)
    beside = root.parent
    sh(['cmake', str(root), f'-DCL_INCLUDE_DIR={beside / "OpenCL-Headers"}', '-DCL_LIB_DIR=/usr/lib/x86_64-linux-gnu',
        f'-DSPIRV_INCLUDE_DIR={beside / "SPIRV-Headers"}', '-DOPENCL_LIBRARIES=OpenCL', '-DCMAKE_BUILD_TYPE=Release', '-DCMAKE_CXX_FLAGS=-O1 -w'], made, build / 'cts.cmake.log')
    sh(['make', '-k', f'-j{os.cpu_count()}', *(f'test_{s}' for s in suites)], made, build / 'cts.make.log')
    for suite in suites:
        program = made / 'test_conformance' / suite / f'test_{suite}'
        if not program.exists():
            print(f'{program} was not built: see {build}/cts.make.log', file=sys.stderr)
            continue
        listed = subprocess.run([program, '--list'], capture_output=True, text=True).stdout.split()
        for name in listed:
            # Tests of shared virtual memory skip themselves: the device has none.
            if not name.startswith('svm_'):
                # A loop until an exchange succeeds takes longest.
                rounds = '10' if 'compare_exchange' in name else '50'
                few = ['-maxDeviceThreads', '64', '-internalIterations', rounds] if suite == 'c11_atomics' else []
                yield Test('OpenCL-CTS', f'{suite} {name}', [str(program), name, *few], reference=False)


def pocl(root, build):
    made = build / 'pocl'
    made.mkdir(exist_ok=True)
    (made / 'pocl_opencl.h').write_text('#include <CL/opencl.h>\n#include <poclu.h>\n')
    (made / 'config.h').write_text('')
    tests = root / 'tests'
    flags = ['-w', '-O1', f'-I{made}', f'-I{root}/poclu', f'-I{root}/include', f'-I{root}/include/CL', '-DCL_TARGET_OPENCL_VERSION=300', '-DHAVE_CLOCK_GETTIME',
             '-DCL_HPP_TARGET_OPENCL_VERSION=300', '-DCL_HPP_MINIMUM_OPENCL_VERSION=120', '-DCL_HPP_ENABLE_EXCEPTIONS', f'-DBUILDDIR="{made}"']

    def compiled(source, folder):
        out = made / f'{folder}.{source.stem}'
        if out.exists() and out.stat().st_mtime > source.stat().st_mtime:
            return out
        ours = [*flags, f'-DSRCDIR="{source.parent}"']
        if source.suffix == '.c':
            objects = [made / f'{source.stem}.o']
            done = sh(['gcc', *ours, '-c', '-o', objects[0], source], made, f'{out}.log')
        else:
            objects, done = [source], True
        return out if done and sh(['g++', *ours, '-fpermissive', '-o', out, *objects, *(made / f'poclu_{n}.o' for n in ('misc', 'bswap')), '-lOpenCL', '-lm'],
                                  made, f'{out}.log') else None

    for n in ('misc', 'bswap'):
        sh(['gcc', *flags, f'-DSRCDIR="{root}"', '-c', '-o', made / f'poclu_{n}.o', root / 'poclu' / f'{n}.c'], made, made / f'poclu_{n}.log')
    for source in sorted([*(tests / 'regression').glob('*.c'), *(tests / 'regression').glob('*.cpp')]):
        program = compiled(source, 'regression')
        if program:
            yield Test('PoCL', f'regression {source.stem}', [str(program)], source.parent)
    runner = compiled(tests / 'kernel/kernel.c', 'kernel')
    for source in sorted((tests / 'kernel').glob('test_*.cl')):
        if runner:
            want = source.with_name(f'{source.stem}_expout.txt')
            yield Test('PoCL', f'kernel {source.stem}', [str(runner), source.stem], source.parent, 'output' if want.exists() else 'words',
                       want.read_text() if want.exists() else None, ('FAIL', 'Error', 'error'))
    runner = compiled(tests / 'kernel/test_shuffle.cc', 'kernel')
    for kind in ('char', 'uchar', 'short', 'ushort', 'int', 'uint', 'long', 'ulong', 'float', 'double'):
        if runner:
            yield Test('PoCL', f'kernel test_shuffle {kind}', [str(runner), kind], tests / 'kernel')
    runner = compiled(tests / 'workgroup/run_kernel.c', 'workgroup')
    text = (tests / 'workgroup/CMakeLists.txt').read_text()
    for block in re.findall(r'add_test_pocl\((.*?)\)', text, re.S):
        want, command = re.search(r'EXPECTED_OUTPUT\s+"([^"]+)"', block), re.search(r'COMMAND\s+(.*?)(?:\n\s+[A-Z_]+ |$)', block, re.S)
        name = re.search(r'NAME\s+"workgroup/([^"]+)"', block)
        words = [w.strip('"') for w in command.group(1).split()] if command else []
        if runner and want and name and words and words[0] == 'run_kernel' and (tests / 'workgroup' / want.group(1)).exists():
            # Work-items of a wave print together here, one after another there: the lines count, not their order.
            yield Test('PoCL', f'workgroup {name.group(1)}', [str(runner), *words[1:]], tests / 'workgroup', 'lines', (tests / 'workgroup' / want.group(1)).read_text())
    for source in sorted((tests / 'runtime').glob('*.c')):
        program = compiled(source, 'runtime')
        if program:
            yield Test('PoCL', f'runtime {source.stem}', [str(program)], source.parent)


def shoc(root, build):
    made = build / 'shoc'
    if not made.exists():
        shutil.copytree(root, made, symlinks=True)
        sh('sh ./configure --without-cuda --without-mpi --with-opencl CXXFLAGS="-O1 -w -fpermissive" CFLAGS="-O1 -w"', made, build / 'shoc.configure.log')
        sh(f'make -k -j{os.cpu_count()}', made, build / 'shoc.make.log')
    for name in ('bfs/BFS', 'fft/FFT', 'gemm/GEMM', 'md/MD', 'md5hash/MD5Hash', 'reduction/Reduction', 'scan/Scan', 'sort/Sort', 'spmv/Spmv', 'stencil2d/Stencil2D', 'triad/Triad'):
        program = made / 'src/opencl/level1' / name
        if program.exists():
            yield Test('SHOC', name.split('/')[1], [str(program), '-s', '1', '-n', '1', '--passes', '1'], program.parent, 'words', None, ('FAILED', 'Failed', 'ERROR', 'mismatch'))
    program = made / 'src/opencl/level2/s3d/S3D'
    if program.exists():
        yield Test('SHOC', 'S3D', [str(program), '-s', '1', '-n', '1', '--passes', '1'], program.parent, 'words', None, ('FAILED', 'ERROR'))


RODINIA = [
    ('backprop', ['backprop.out', '-n', '4096'], []), ('gaussian', ['gaussian.out', '-s', '64'], []), ('lud', ['lud.out', '-s', '64', '-v'], []),
    ('nw', ['nw.out', '128', '10', './nw.cl'], ['result.txt']), ('pathfinder', ['pathfinder.out', '-c', '2000', '-r', '20', '-h', '5'], []),
    ('lavaMD', ['lavaMD.out', '-boxes1d', '2'], ['result.txt']), ('srad', ['srad.out', '-n', '2', '-l', '0.5', '-s', '64', '64'], []),
    ('streamcluster', ['streamcluster.out', '5', '10', '16', '512', '512', '100', 'none', 'output.txt', '1'], ['output.txt']),
    ('hybridsort', ['hybridsort.out', 'r'], []), ('bfs', ['bfs.out', 'graph.txt'], ['result.txt']),
    ('hotspot', ['hotspot.out', '64', '2', '8', 'temp.txt', 'power.txt', 'output.txt'], ['output.txt']), ('kmeans', ['kmeans.out', '-o', '-i', 'points.txt'], []),
    ('nn', ['nn.out', 'list.txt', '-r', '5', '-lat', '30', '-lng', '90'], []), ('particlefilter', ['OCL_particlefilter_single.out', '-x', '32', '-y', '32', '-z', '4', '-np', '256'], ['output.txt']),
    ('cfd', ['euler3d.out', 'domain.txt'], ['density', 'momentum', 'density_energy']), ('hotspot3D', ['3D', '64', '8', '4', 'power.txt', 'temp.txt', 'output.txt'], ['output.txt']),
    ('myocyte', ['myocyte.out', '-time', '5'], ['output.txt']),
]


def inputs(name, folder):
    """Rodinia's data lies elsewhere: small inputs of the formats that the programs read."""
    import random
    r = random.Random(1)
    put = lambda file, lines: (folder / file).write_text('\n'.join(lines) + '\n')
    if name == 'bfs':
        n, edges, starts = 1000, [], []
        for i in range(n):
            to = [r.randrange(n) for _ in range(r.randint(1, 5))]
            starts.append(f'{len(edges)} {len(to)}')
            edges += [f'{t} {r.randint(1, 9)}' for t in to]
        put('graph.txt', [str(n), *starts, '', '0', '', str(len(edges)), *edges])
    elif name in ('hotspot', 'hotspot3D'):
        n = 64 * 64 * (8 if name == 'hotspot3D' else 1)
        put('temp.txt', [f'{320 + 10 * r.random():.6f}' for _ in range(n)])
        put('power.txt', [f'{0.01 * r.random():.6f}' for _ in range(n)])
    elif name == 'kmeans':
        put('points.txt', [' '.join([str(i), *(f'{r.uniform(0, 255):.3f}' for _ in range(8))]) for i in range(512)])
    elif name == 'nn':
        put('list.txt', ['records.db'])
        (folder / 'records.db').write_text(''.join(f'{1990 + i % 9:4d} {1 + i % 12:2d} {1 + i % 28:2d} {i % 24:2d} {i % 60:2d} STORM {r.uniform(7, 70):5.1f} {r.uniform(5, 355):5.1f} {i % 99:4d} {i % 999:4d}\n'[:49].ljust(48) + '\n' for i in range(200)))


def rodinia(root, build):
    made = build / 'rodinia'
    if not made.exists():
        shutil.copytree(root / 'opencl', made / 'opencl')
        shutil.copytree(root / 'common', made / 'common')
        where = ' '.join(f'{n}={v}' for n, v in (('OPENCL_DIR', '/usr'), ('OPENCL_INC', '/usr/include'), ('OPENCL_INCLUDE', '/usr/include'),
                         ('OPENCL_LIB', '/usr/lib/x86_64-linux-gnu'), ('NV_OPENCL_DIR', '/usr'), ('NV_OPENCL_INC', '/usr/include'),
                         ('NV_OPENCL_LIB', '/usr/lib/x86_64-linux-gnu')))
        for name, command, _ in RODINIA:
            folder = made / 'opencl' / name
            # Old C, or old C++, whatever a file is called.
            for compiler in ('g++ -std=c++11 -fpermissive', 'gcc -std=gnu99'):
                if not (folder / command[0]).exists():
                    sh(f'make clean; make -k {where} "CC={compiler} -w -O1 -fcommon" "CXX=g++ -std=c++11 -fpermissive -w -O1"', folder, build / f'rodinia.{name}.log')
            inputs(name, folder)
    for name, command, files in RODINIA:
        program = made / 'opencl' / name / command[0]
        if program.exists():
            yield Test('Rodinia', name, [str(program), *command[1:]], program.parent, 'output', files=files)


class Sim:
    """A test of Oclgrind: a kernel, a launch, arguments, and what memory holds afterwards."""
    TYPES = {'char': 'b', 'uchar': 'B', 'short': 'h', 'ushort': 'H', 'int': 'i', 'uint': 'I', 'long': 'q', 'ulong': 'Q', 'float': 'f', 'double': 'd'}

    def __init__(self, path):
        self.path, lines = path, path.read_text().splitlines()
        self.options = ''
        if lines[0].startswith('# ARGS:'):
            words = lines[0].split()
            self.options = ' '.join(w for w in words[2:] if w != '--build-options')
        lines = [l.split('#')[0].strip() for l in lines]
        words = ' '.join(l for l in lines if l).split()
        self.source, self.kernel = words[:2]
        self.total, self.local = words[2:5], words[5:8]
        text = ' '.join(words[8:])
        # A kernel that breaks a rule on purpose: its result is undefined, and a fault is an answer.
        want = path.with_suffix('.ref')
        self.breaks = want.exists() and 'ERROR' in want.read_text()
        self.arguments = [(dict(w.partition('=')[::2] for w in head.split()), values.split()) for head, values in re.findall(r'<([^>]*)>([^<]*)', text)]

    def data(self, head, values, letter):
        size, step = int(head['size']), struct.calcsize(letter)
        number = (lambda t: float(t)) if letter in 'fd' else (lambda t: int(t, 0))
        if 'fill' in head:
            return struct.pack('<' + letter, number(head['fill'])) * (size // step)
        if 'range' in head:
            a, by, b = (number(t) for t in head['range'].split(':'))
            count = size // step
            return struct.pack(f'<{count}{letter}', *(a + i * by for i in range(count)))
        if values:
            return struct.pack(f'<{len(values)}{letter}', *(number(v) for v in values)).ljust(size, b'\0')
        return bytes(size)

    def letter(self, head, declared):
        for name, letter in self.TYPES.items():
            if name in head:
                return letter
        base = re.match(r'(u?(?:char|short|int|long)|float|double)', (declared or '').replace('unsigned ', 'u'))
        return self.TYPES[base.group(1)] if base else 'i'

    def run(self, unit):
        said = self.result(unit)
        return 'undefined\t' + said if self.breaks and said.startswith(('wrong', 'fault', 'gave up')) else said

    def result(self, unit):
        """Whether memory ended as the reference says, and why not."""
        folder = unit.folder
        source = self.path.parent / self.source
        (folder / 'p1.cl').write_text(source.read_text())
        said = unit.answer(f'build\t1\t-I{source.parent} {self.options}')
        if not said.startswith('ok'):
            return said
        info = json.loads(subprocess.run([device.ISOTOPE, 'info', str(unit.images['1'][0]), '--json', '--kernel', self.kernel], capture_output=True, text=True).stdout)
        taken = [k for k in info['kernels'] if k['name'] == self.kernel][0]['arguments']
        kinds = re.search(rf'\b{self.kernel}\s*\(([^)]*)\)', source.read_text())
        declared = [d.strip() for d in kinds.group(1).split(',')] if kinds else []
        given, dumps = [], []
        for i, ((head, values), arg) in enumerate(zip(self.arguments, taken)):
            text = declared[i] if i < len(declared) else ''
            if 'null' in head:
                given.append('value:' + bytes(8).hex())
                continue
            if 'size' not in head:
                return 'needs\timages'
            kind = re.sub(r'\b(?:__)?(?:global|local|constant|kernel|const|restrict|volatile)\b', '', text).strip()
            letter = self.letter(head, kind)
            if 'local' in text.split() or '__local' in text.split():
                given.append(f'local:{head["size"]}')
            elif '*' in text:
                (folder / f'm{i}').write_bytes(self.data(head, values, letter))
                given.append(f'memory:{i}:0')
                if 'dump' in head:
                    dumps.append((i, re.split(r'[\s*]+', text)[-1], letter))
            else:
                given.append('value:' + self.data(head, values, letter).hex())
        said = unit.answer('\t'.join(['run', '1', self.kernel, '3', ','.join(self.total), ','.join(self.local), '0,0,0', *given]))
        if not said.startswith('ok'):
            return said
        want = self.path.with_suffix('.ref')
        wanted = re.findall(r'^(EXACT|MATCH)\s+(\w+)\[(\d+)\] = (\S+)', want.read_text(), re.M) if want.exists() else []
        got = {name: struct.unpack(f'<{len(b) // struct.calcsize(l)}{l}', b) for i, name, l in dumps for b in [(folder / f'm{i}').read_bytes()]}
        for _, name, index, value in wanted:
            if name in got:
                found = got[name][int(index)]
                if found != (float(value) if isinstance(found, float) else int(value, 0)) and f'{found:g}' != value:
                    return f'wrong\t{name}[{index}] is {found}, expected {value}'
        return 'ok' if wanted else 'ok\tran; the reference has no memory'


def oclgrind(root, build):
    for path in sorted((root / 'tests/kernels').glob('*/*.sim')):
        yield Test('Oclgrind', f'{path.parent.name} {path.stem}', direct=Sim(path).run)


def linked(kind, made, name, flags, sources, include, compiled, folder, host=('-O1',)):
    """Compiles a program's sources for device and host and links it with the runtime of gpu.c: why there is none."""
    out, objects = made / name, []
    if out.exists():
        return None
    try:
        for source in sources:
            stem = made / f'{name}.{source.name}'
            more = [*host, '-w', *include]
            if source.suffix in ('.cu', '.hip'):
                Path(f'{stem}.image').write_bytes(str(compiled(stem, source, folder)).encode() + b'\0')
                more = [*flags, *include, '--offload-host-only', '-Xclang', '-fcuda-include-gpubinary', '-Xclang', f'{stem}.image']
            device.call(device.CLANG, *more, '-c', '-o', f'{stem}.o', source, cwd=folder)
            objects.append(f'{stem}.o')
        device.call(device.CLANG, '-o', out, *objects, made / f'libisotope-{kind}.so', f'-Wl,-rpath,{made}', '-lstdc++', '-lm', '-lpthread', *MORE)
    except device.Failed as why:
        return str(why)
    return None


def smaller(folder, place):
    """A copy of a program's folder with the constants of SMALLER."""
    shutil.rmtree(place, ignore_errors=True)
    shutil.copytree(folder, place)
    for old, new in SMALLER[folder.name]:
        found = [f for f in place.iterdir() if f.is_file() and f.suffix in ('.cu', '.cpp', '.h', '.cuh') and old in f.read_text(errors='replace')]
        if not found:
            raise SystemExit(f'{folder}: no source has `{old}`; take another constant for SMALLER in {__file__}')
        for f in found:
            f.write_text(f.read_text().replace(old, new))
    return place


def runtime(kind, made, *flags):
    made.mkdir(exist_ok=True)
    return sh(['gcc', '-O1', '-w', '-shared', '-fPIC', *flags, '-o', made / f'libisotope-{kind}.so', HERE / 'gpu.c', '-lpthread'], made, made / f'{kind}.log')


# Smaller inputs than a program's own, by its own options.
LESS = {
    'matrixMul': ['-wA=64', '-hA=64', '-wB=64', '-hB=64'], 'eigenvalues': ['--matrix-size=64', '--iters-timing=1'],
    'radixSortThrust': ['-n=4096', '-iterations=1'], 'reduction': ['-n=32768'], 'reductionMultiBlockCG': ['-n=16384'],
    'threadFenceReduction': ['-n=16384'], 'transpose': ['-dimX=64', '-dimY=64'], 'SobolQRNG': ['--vectors=2000', '--dimensions=20'],
    'convolution': ['-x', '256', '-y', '128', '-i', '2'], 'matrix_multiplication': ['-A_rows', '128', '-A_cols', '64', '-B_cols', '128'],
}
# And by constants in their sources, where they have no option: how often a measurement repeats, how much there is of the same data.
SMALLER = {
    'BlackScholes': [('OPT_N          = 4000000', 'OPT_N = 40000'), ('NUM_ITERATIONS = 512', 'NUM_ITERATIONS = 2')],
    'alignedTypes': [('MEM_SIZE       = 50000000', 'MEM_SIZE = 500000'), ('NUM_ITERATIONS = 32', 'NUM_ITERATIONS = 1')],
    'binomialOptions': [('MAX_OPTIONS 1024', 'MAX_OPTIONS 16')],
    'convolutionSeparable': [('imageW     = 3072', 'imageW = 384'), ('imageH     = 3072', 'imageH = 256'), ('iterations = 16', 'iterations = 1')],
    'histogram': [('byteCount    = 64 * 1048576', 'byteCount = 1048576'), ('numRuns    = 16', 'numRuns = 1')],
    'mergeSort': [('N         = 4 * 1048576', 'N = 65536')],
    'scan': [('N      = 13 * 1048576 / 2', 'N = 262144'), ('iCycles = 100', 'iCycles = 1')],
    'simpleStreams': [('n           = 16 * 1024 * 1024', 'n = 64 * 1024')],
    'sortingNetworks': [('N             = 1048576', 'N = 16384')],
}
# What some programs' own checks use besides: parallel algorithms, OpenMP.
MORE = [f'-l:{name}' for name in ('libtbb.so', 'libgomp.so.1') if any(Path(f'/usr/{place}/{name}').exists() for place in ('lib/x86_64-linux-gnu', 'lib64', 'lib'))]
CUDA = os.environ.get('CUDA', '')
# What a program says that finds itself wrong.
BAD = ('FAILED', 'Test failed', 'ERROR')


def samples(root, build):
    """Programs that check themselves. CUDA names a folder with the toolkit's headers and libdevice."""
    made = build / 'samples'
    if not CUDA or not runtime('cuda', made, f'-I{CUDA}/include'):
        print('CUDA names no folder with the headers of the CUDA toolkit: its samples are left out', file=sys.stderr)
        return
    flags = ['-x', 'cuda', f'--cuda-path={CUDA}', '--cuda-gpu-arch=sm_50', '-O2', '-w', f'-I{HERE}/cuda', '-include', str(HERE / 'cuda/host.h')]
    include = [f'-I{root}/Common', '-I.', f'-I{CUDA}/include']

    def compiled(stem, source, folder):
        device.call(device.CLANG, *flags, *include[:2], '--cuda-feature=+ptx64', '--cuda-device-only', '-S', '-o', f'{stem}.ptx', source, cwd=folder)
        device.call(device.PTXAS, '-arch=sm_50', f'{stem}.ptx', '-o', f'{stem}.cubin')
        return f'{stem}.cubin'

    for folder in sorted(p for p in root.glob('Samples/[0-6]_*/*') if p.is_dir()):
        sources = sorted([*folder.glob('*.cu'), *folder.glob('*.cpp')])
        if not any(s.suffix == '.cu' for s in sources) or re.search('nvrtc|Drv|MPI|IPC|P2P|EGL|GL$|MultiGPU|VkSem', folder.name):
            continue

        def program(folder=folder, sources=sources):
            place = smaller(folder, made / f'{folder.name}.smaller') if folder.name in SMALLER else folder
            return linked('cuda', made, folder.name, flags, [place / s.name for s in sources], include, compiled, place)

        yield Test('CUDA samples', folder.name, [str(made / folder.name), *LESS.get(folder.name, ())], folder, 'words', None, BAD, reference=False, targets=('sm_50',), build=program)


def hip(root, build):
    """Programs that check themselves, for gfx1100. HIP names a folder with HIP's headers (default /usr)."""
    made, place = build / 'hip', os.environ.get('HIP', '/usr')
    if not runtime('hip', made, '-DHIP', f'-I{place}/include'):
        print('no headers of HIP: its examples are left out', file=sys.stderr)
        return
    unit = device.Device('gfx1100', made, None)

    def standard(folder):
        return '-std=c++20' if 'Tutorials' in folder.parts else '-std=c++17'

    flags = ['-x', 'hip', '--offload-arch=gfx1100', '-O2', '-w', '-nogpulib', f'--rocm-path={place}']

    def compiled(stem, source, folder):
        libraries = device.linked(device.OCLC / 'hip.bc', *unit.libraries(False))
        device.call(device.CLANG, *flags, standard(folder), *include, '--offload-device-only', *libraries, '-c', '-emit-llvm', '-o', f'{stem}.bc', source, cwd=folder)
        device.call(device.CLANG, '-x', 'ir', '-target', 'amdgcn-amd-amdhsa', '-mcpu=gfx1100', '-nogpulib', '-O2', '-w', '-c', '-o', f'{stem}.dev.o', f'{stem}.bc')
        device.call(device.LLD, '-shared', f'{stem}.dev.o', '-o', f'{stem}.co')
        return f'{stem}.co'

    include = [f'-I{root}/Common', f'-I{root}/Tutorials/reduction/include', '-I.', f'-I{place}/include', '-D__HIP_PLATFORM_AMD__']
    for source in sorted([*root.glob('HIP-Basic/*/*.hip'), *root.glob('Applications/*/*.hip'), *root.glob('Tutorials/reduction/example/*.hip')]):
        folder = source.parent
        name = '.'.join([folder.name, source.stem]).removesuffix('.main')
        if re.search('interop|hipify|_cuda|multi_gpu|executable|static_.*_library|^module_api.module', name):
            continue

        def program(name=name, source=source, folder=folder):
            return linked('hip', made, name, [*flags, standard(folder)], [source], include, compiled, folder)

        yield Test('HIP examples', name, [str(made / name), *LESS.get(name, ())], made, 'words', None, (*BAD, 'failed', 'Validation failed'), reference=False, targets=('gfx1100',), build=program)


SUITES = {'cuda-samples': samples, 'rocm-examples': hip, 'OpenCL-CTS': cts, 'pocl': pocl, 'Oclgrind': oclgrind, 'shoc': shoc, 'gpu-rodinia': rodinia}


# Running

def same(a, b):
    """Whether two outputs say the same: lines about time and devices apart, numbers to four digits."""
    a, b = ([l for l in t.splitlines() if not TIMES.search(l)] for t in (a, b))
    if len(a) != len(b):
        return False
    for x, y in zip(a, b):
        if x != y:
            p, q = NUMBER.findall(x), NUMBER.findall(y)
            if NUMBER.sub('#', x) != NUMBER.sub('#', y) or any(abs(float(s) - float(t)) > 1e-4 * max(abs(float(s)), abs(float(t)), 1e-6) for s, t in zip(p, q)):
                return False
    return True


def execute(test, environment, limit):
    for f in test.files:
        (test.cwd / f).unlink(missing_ok=True)
    try:
        done = subprocess.run(test.command, cwd=test.cwd, env=environment, capture_output=True, timeout=limit)
        out, status = (done.stdout + (b'' if test.judge == 'output' or test.judge == 'lines' else done.stderr)).decode(errors='replace'), done.returncode
    except subprocess.TimeoutExpired as late:
        out, status = (late.stdout or b'').decode(errors='replace'), None
    for f in test.files:
        if (test.cwd / f).exists():
            out += (test.cwd / f).read_text(errors='replace')
    return status, out


def passed(test, status, out, reference):
    if test.judge == 'status':
        return status == 0
    if test.judge == 'words':
        return status == 0 and not any(w in out for w in test.words)
    if test.judge == 'lines':
        return status == 0 and sorted(out.split('\n')) == sorted(test.expected.split('\n'))
    want = test.expected if test.expected is not None else reference
    return status == 0 and (out == want or same(out, want))


def on_reference(test, limit):
    """How the test does on PoCL: (counts, output, why not)."""
    if test.direct or not test.reference:
        return True, None, None
    status, out = execute(test, {**os.environ, 'OCL_ICD_VENDORS': os.environ.get('REFERENCE', 'pocl.icd'), 'CL_DEVICE_TYPE': 'cpu'}, limit)
    if status == 77:
        return False, out, 'skips itself'
    good = passed(test, status, out, out)
    return good, out, None if good else 'too long' if status is None else f'ends with {status}'


def on_isotope(test, target, library, reference, limit, cache, log):
    wrong = test.build and test.build()
    if wrong:
        return {'suite': test.suite, 'test': test.name, 'target': target, 'verdict': 'not compiled', 'why': wrong, 'launches': 0, 'seconds': 0}
    folder = Path(tempfile.mkdtemp(prefix='isotope-', dir='/dev/shm' if Path('/dev/shm').exists() else None))
    events = folder / 'log.jsonl'
    environment = {**os.environ, 'ISOTOPE_SUITE_DIR': str(folder), 'ISOTOPE_SUITE_CACHE': str(cache), 'ISOTOPE_SUITE_LOG': str(events), 'CL_DEVICE_TYPE': 'gpu',
                   'ISOTOPE_SUITE_DEVICE': f'{sys.executable} {HERE / "device.py"} {target}', 'LD_PRELOAD': str(library) if test.suite not in ('CUDA samples', 'HIP examples') else ''}
    start = time.time()
    said, why, out = None, '', ''
    try:
        if test.direct:
            os.environ |= {'ISOTOPE_SUITE_CACHE': str(cache)}
            unit = device.Device(target, folder, events)
            verdict, _, why = test.direct(unit).partition('\t')
            good = verdict == 'ok'
            if verdict == 'wrong':
                out = why
            if verdict in ('undefined', 'needs'):
                said = {'needs': 'needs more of OpenCL'}.get(verdict, verdict)
        else:
            status, out = execute(test, environment, limit)
            good = passed(test, status, out, reference)
            if status == 77 or re.search(r'^SKIP|skipped', out, re.M | re.I) and not good:
                said, why = 'skipped', 'the program skips itself'
            elif status is None:
                # Such a program stops where something is wrong.
                said, why = 'cut short', f'not done in {limit} s'
        seen = [json.loads(l) for l in events.read_text().splitlines()] if events.exists() else []
        bad = [e for e in seen if e['verdict'] not in ('ok', None)]
        launches = sum(e['event'] == 'run' and e['verdict'] in ('ok', 'assert') for e in seen)
        if good:
            said, why = 'right', why
        elif bad and said is None:
            first = bad[0]
            said = {'fail': 'not compiled', 'refused': 'refused', 'slow': 'too long', 'gave up': 'stopped', 'fault': 'stopped', 'assert': 'stopped'}.get(first['verdict'], 'crash')
            why = first['why']
        elif said is None:
            said, why = ('wrong', out[-1500:]) if launches else ('needs more of OpenCL', out[-400:])
        return {'suite': test.suite, 'test': test.name, 'target': target, 'verdict': said, 'why': why, 'launches': launches, 'seconds': round(time.time() - start, 1),
                'command': next((e.get('command') for e in bad if e.get('command')), None)}
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('dir', type=Path)
    parser.add_argument('--suite', action='append', choices=list(SUITES))
    parser.add_argument('--target', action='append')
    parser.add_argument('--test', default='', help='only tests whose names contain this')
    parser.add_argument('--out', type=Path)
    parser.add_argument('--log', type=Path)
    parser.add_argument('--limit', type=int, default=300, help='seconds for a test')
    parser.add_argument('--report', type=Path, help='write the report of this log again and run nothing')
    parser.add_argument('-j', type=int, default=os.cpu_count())
    a = parser.parse_args()
    if a.report:
        # Of a test that ran again, the last run.
        rows = {(r['suite'], r['test'], r['target']): r for r in map(json.loads, a.report.read_text().splitlines())}
        write(a.out, report(list(rows.values())))
        return 0
    root = a.dir.resolve()
    build = root / 'isotope-build'
    build.mkdir(exist_ok=True)
    library = build / 'libisotope-opencl.so'
    subprocess.run(['gcc', '-O1', '-w', '-shared', '-fPIC', '-o', library, HERE / 'opencl.c', '-lpthread'], check=True)
    targets, results = a.target or ['sm_50', 'gfx1100', 'visa'], []
    log = open(a.log, 'a') if a.log else None
    tests = []
    for name, of in SUITES.items():
        if (a.suite and name not in a.suite) or not (root / name).exists():
            continue
        tests += [t for t in of(root / name, build) if a.test in t.name]

    def one(test):
        counts, reference, why = on_reference(test, a.limit)
        rows = []
        for target in [t for t in targets if not test.targets or t in test.targets]:
            row = on_isotope(test, target, library, reference, a.limit, build / 'cache', log)
            row['reference'] = 'passes' if counts else why
            rows.append(row)
            if log:
                print(json.dumps(row), file=log, flush=True)
        print(f'{test.suite}: {test.name}: ' + ('' if counts else f'(reference {why}) ') + ', '.join(f'{r["target"]} {r["verdict"]}' for r in rows), flush=True)
        return rows

    # Tests that leave files in their folder run one after another.
    with ThreadPoolExecutor(a.j) as pool:
        for rows in pool.map(one, tests):
            results += rows
    write(a.out, report(results))
    return any(r['verdict'] in ('wrong', 'crash') for r in results)


MARK = '<!-- results -->\n'


def write(out, text):
    """Print a report; in a file, it takes the place of what follows the mark."""
    if out:
        head = out.read_text().partition(MARK)[0] + MARK + '\n' if out.exists() else ''
        out.write_text(head + text)
    print(text)


def known():
    """Tests that differ for a reason that was found: (suite, test, target or `*`) -> whose it is, and the reason."""
    rows = [l.split('\t') for l in (HERE / 'known.tsv').read_text().splitlines() if l and not l.startswith('#')]
    return {tuple(row[:3]): row[3:] for row in rows}


def judged(results):
    causes = known()
    for r in results:
        whose, why = causes.get((r['suite'], r['test'], r['target'])) or causes.get((r['suite'], r['test'], '*')) or (None, None)
        if why and r['verdict'] not in ('right', 'skipped', 'not compiled'):
            r['verdict'], r['why'] = 'own error' if whose == 'test' else 'known', why
        # A program that skips what the device has not ends well without a launch.
        if r['verdict'] == 'right' and not r['launches'] and not r['why']:
            r['verdict'] = 'skipped'
        if r['verdict'] != 'right' and r['reference'] not in ('passes', 'skips itself') and r['verdict'] in ('wrong', 'stopped', 'crash', 'needs more of OpenCL'):
            r['verdict'], r['why'] = 'no reference', f'on the reference device it {r["reference"]}'
    return results


def reason(r):
    """The line that says what stopped a test."""
    why = r['why'].strip()
    found = re.search(r'"reason": "(?:group [^:]*: )?(?:lanes? [^:]*: )?(.*?)(?:\\n|")', why)
    text = found.group(1) if found else why.splitlines()[-1] if r['verdict'] in ('wrong', 'needs more of OpenCL') and why else why
    text = re.sub(r'^error: `[^`]*`: |\S*/(?=[\w.+-]+)', '', text)
    return re.sub(r'\|', '\\|', text)[:160]


VERDICTS = ['right', 'known', 'own error', 'undefined', 'no reference', 'wrong', 'stopped', 'refused', 'not compiled', 'skipped', 'needs more of OpenCL',
            'cut short', 'too long', 'crash']
# What says nothing about the device.
ASIDE = ('own error', 'undefined', 'no reference', 'not compiled', 'skipped', 'needs more of OpenCL')


def shares(counts):
    """For each target, how many of its tests are right, of those whose end the device decides."""
    lines = ['| target | right | of | per cent |', '| --- | --- | --- | --- |']
    for target in sorted({target for _, target, _ in counts}):
        of = {v: sum(n for (_, t, w), n in counts.items() if (t, w) == (target, v)) for v in VERDICTS}
        all_ = sum(n for v, n in of.items() if v not in ASIDE)
        lines.append(f'| {target} | {of["right"]} | {all_} | {100 * of["right"] / max(all_, 1):.1f} |')
    return lines


def report(results):
    """Tables: the share that is right, suites and targets, and what was not right, by reason."""
    results = judged(results)
    counts = collections.Counter((r['suite'], r['target'], r['verdict']) for r in results)
    launches = collections.Counter()
    for r in results:
        launches[r['suite'], r['target']] += r['launches']
    rows = [(r['suite'], r['test'], r['target'], r['verdict'], reason(r)) for r in results if r['verdict'] not in ('right', *ASIDE[1:])]
    return tables(counts, launches, rows)


def tables(counts, launches, rows):
    shown = [v for v in VERDICTS if any(k[2] == v for k in counts)]
    lines = [*shares(counts), '', '| suite | target | launches | ' + ' | '.join(shown) + ' |', '| --- | --- |' + ' --- |' * (len(shown) + 1)]
    for suite, target in sorted(launches):
        lines.append(f'| {suite} | {target} | {launches[suite, target]:,} | ' + ' | '.join(str(counts[suite, target, v] or '') for v in shown) + ' |')
    lines += ['', '| test | target | verdict | why |', '| --- | --- | --- | --- |']
    lines += [f'| {suite}: {test} | {target} | {verdict} | {why} |' for suite, test, target, verdict, why in rows]
    return '\n'.join(lines) + '\n'


if __name__ == '__main__':
    sys.exit(main())
