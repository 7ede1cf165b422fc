#!/usr/bin/env python3
"""Rebuilds bin/, and with `want` prints the CRC-32 of what judges leave: clang, lld and libclc 19.1.7, ptxas 12.4, ocloc 22.43 (IGC 1.0.12504), AMD's device
libraries 5.2.3 for OpenCL C and those of ROCm 6 in LIBS for HIP's heap, NVRTC 12.4 in NVRTC (kernels/launch/nvrtc.py); g++ and PoCL 3.1 judge. Tools are named as for
tools/suites/device.py, which compiles OpenCL C here."""
import json
import os
import shutil
import struct
import subprocess
import sys
import tempfile
import zlib
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / 'tools/suites'))
import device

EXTENSION = {'sm_50': 'cubin', 'gfx1100': 'co', 'tgllp': 'zebin', 'dg2': 'zebin'}
CL = [(name, t, '') for name in ('ledger', 'index') for t in ('sm_50', 'gfx1100', 'tgllp')] + [('marks', t, '') for t in ('gfx1100', 'tgllp', 'dg2')] + [
    ('tables', 'sm_50', ''), ('tables', 'tgllp', ''),
    ('parcels', 'sm_50', '-DNO_OFFSET'), ('parcels', 'gfx1100', '-DIMAGES'), ('parcels', 'tgllp', '-DAPART -DIMAGES'), ('parcels', 'dg2', '-DAPART -DIMAGES')]


def intel(folder, source, target, options):
    device.call(device.OCLOC, 'compile', '-file', source, '-device', target, '--format', 'zebin', '-exclude_ir', '-options', options,
                '-output', folder / 'out', '-output_no_suffix', '-internal_options', '-ze-emit-zebin-visa-sections', cwd=folder)
    return folder / 'out'


def opencl(folder):
    for name, target, options in CL:
        options = f'-cl-std={"CL1.2" if name in ("ledger", "index") else "CL2.0"} {options}'
        to = HERE / f'bin/{target}/{name}.{EXTENSION[target]}'
        to.parent.mkdir(parents=True, exist_ok=True)
        if EXTENSION[target] == 'zebin':
            shutil.copyfile(intel(folder, HERE / f'src/{name}.cl', target, options), to)
            continue
        unit = device.Device(target, folder, None)
        shutil.copy(HERE / f'src/{name}.cl', folder / 'p1.cl')
        said = unit.answer(f'build\t1\t{options}')
        if not said.startswith('ok'):
            sys.exit(f'{name} for {target}: {said}')
        shutil.copyfile(unit.images['1'][0], to)


def cuda(folder):
    ptx = folder / 'trees.ptx'
    subprocess.run([sys.executable, HERE.parent / 'launch/nvrtc.py', os.environ['NVRTC'], HERE / 'src/trees.cu', ptx, '--gpu-architecture=compute_50', '--device-int128'], check=True)
    device.call(device.PTXAS, '-arch=sm_50', '-o', HERE / 'bin/sm_50/trees.cubin', ptx)


def hip(folder):
    isa, libs = folder / 'isa.ll', Path(os.environ['LIBS'])
    isa.write_text('@__oclc_ISA_version = linkonce_odr protected local_unnamed_addr addrspace(4) constant i32 11000, align 4\n')
    amd = ['-target', 'amdgcn-amd-amdhsa', '-mcpu=gfx1100', '-nogpulib', '-w']
    device.call(device.CLANG, '-x', 'ir', *amd, '-emit-llvm', '-c', '-o', folder / 'isa.bc', isa)
    for name, wide in (('lists', 'off'), ('lists_wave64', 'on')):
        width = ['-mwavefrontsize64'] if wide == 'on' else []
        used = [libs / 'ocml.bc', libs / 'ockl.bc', device.OCLC / 'oclc_abi_version_500.bc', device.OCLC / f'oclc_wavefrontsize64_{wide}.bc', folder / 'isa.bc']
        device.call(device.CLANG, '-x', 'hip', '-std=c++17', '-fuse-cuid=none', '--offload-arch=gfx1100', '--offload-device-only', '-nogpuinc', '-nogpulib', '-O2', '-w', *width,
                    *device.linked(*used), '-emit-llvm', '-c', '-o', folder / 'lists.bc', HERE / 'src/lists.hip')
        device.call(device.CLANG, '-x', 'ir', *amd, *width, '-O2', '-c', '-o', folder / 'lists.o', folder / 'lists.bc')
        device.call(device.LLD, '-shared', folder / 'lists.o', '-o', folder / 'lists.co')
        shutil.copyfile(folder / 'lists.co', HERE / f'bin/gfx1100/{name}.co')


def want(folder):
    judge = lambda *command: subprocess.run(command, cwd=folder, check=True)
    (folder / 'src').symlink_to(HERE / 'src')
    nodes = json.loads((HERE / 'trees.json').read_text())['buffers'][0]['init']['values']
    (folder / 'nodes.bin').write_bytes(struct.pack(f'<{len(nodes)}I', *nodes))
    judge('gcc', '-w', '-o', 'judge', HERE / 'src/judge.c', '-lOpenCL')
    judge('g++', '-w', '-O1', '-DHOST', '-x', 'c++', '-o', 'trees', HERE / 'src/trees.cu')
    judge('g++', '-w', '-O1', '-std=c++17', '-DHOST', '-x', 'c++', '-o', 'lists', HERE / 'src/lists.hip')
    for program in ('judge', 'trees', 'lists'):
        judge(f'./{program}')
    for name in ('book', 'balance', 'seen', 'vectors', 'starts', 'taken', 'totals', 'out', 'sums', 'trees.out', 'trees.sums', 'lists.out', 'lists.shared'):
        data = (folder / name).read_bytes()
        print(f'{name}: {len(data)} bytes, crc32 {zlib.crc32(data)}')


with tempfile.TemporaryDirectory() as made:
    if sys.argv[1:] == ['want']:
        want(Path(made))
    else:
        for step in (opencl, cuda, hip):
            step(Path(made))
