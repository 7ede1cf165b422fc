#!/usr/bin/env python3
"""Builds small MLIR functions for gfx1100 with the IREE that Python has (`iree-base-compiler`), and writes the files, the cases and suite.tsv into ../gfx1100/iree-VERSION.

Each function becomes one dispatch, whose arguments are its inputs and the result. How many groups there are stands in the MLIR that IREE dumps. The expected memory is numpy's."""
import importlib.metadata
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import zlib

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
COMPILE = pathlib.Path(sys.executable).parent / 'iree-compile'
VERSION = importlib.metadata.version('iree-base-compiler')
OUT = HERE.parent / 'gfx1100' / f'iree-{VERSION}'
N = 192
M32 = 0xffffffff


def mix(i, seed):
    """The suite's hash, as the module `case` of isotope-targets has it."""
    x = (i * 2654435761 + seed) & M32
    x ^= x >> 15
    x = x * 2246822519 & M32
    x ^= x >> 13
    x = x * 3266489917 & M32
    return x ^ x >> 16


X, Y = (np.array([mix(i, seed) for i in range(N)], 'u4') for seed in (31, 32))
I, J = X.view('i4'), Y.view('i4')
FX, FY = (((v >> 12).astype('i8') - 400000).astype('f4') / np.float32(64) for v in (X, Y))
U = np.uint32


def generic(inputs, ty, out, body):
    """An element-wise operation on two inputs."""
    t, o = f'tensor<{N}x{ty}>', f'tensor<{N}x{out}>'
    return f'''#id = affine_map<(d0) -> (d0)>
func.func @NAME(%x: {t}, %y: {t}) -> {o} {{
  %e = tensor.empty() : {o}
  %r = linalg.generic {{indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}} ins(%x, %y : {t}, {t}) outs(%e : {o}) {{
  ^bb0(%a: {ty}, %b: {ty}, %c: {out}):
    {body}
    linalg.yield %v : {out}
  }} -> {o}
  return %r : {o}
}}
'''


def i32(body, wanted):
    return generic(2, 'i32', 'i32', body), (X, Y), wanted


def f32(body, wanted):
    return generic(2, 'f32', 'f32', body), (FX, FY), wanted


KERNELS = {
    'addi': i32('%v = arith.addi %a, %b : i32', X + Y),
    'muli': i32('%p = arith.muli %a, %b : i32\n    %v = arith.subi %p, %a : i32', X * Y - X),
    'maxsi': i32('%v = arith.maxsi %a, %b : i32', np.maximum(I, J).view('u4')),
    'minui': i32('%v = arith.minui %a, %b : i32', np.minimum(X, Y)),
    'shifts': i32('%m = arith.constant 31 : i32\n    %s = arith.andi %b, %m : i32\n    %l = arith.shli %a, %s : i32\n    %r = arith.shrsi %a, %s : i32\n    %v = arith.xori %l, %r : i32',
                  X << (Y & U(31)) ^ (I >> (J & 31)).view('u4')),
    'selected': i32('%c0 = arith.cmpi ult, %a, %b : i32\n    %k = arith.constant 77 : i32\n    %s = arith.ori %a, %k : i32\n    %v = arith.select %c0, %s, %b : i32', np.where(X < Y, X | U(77), Y)),
    'divui': i32('%m = arith.constant 4095 : i32\n    %k = arith.constant 1 : i32\n    %l = arith.andi %b, %m : i32\n    %d = arith.addi %l, %k : i32\n    %q = arith.divui %a, %d : i32\n    %r = arith.remui %a, %d : i32\n    %v = arith.xori %q, %r : i32',
                 X // ((Y & U(4095)) + U(1)) ^ X % ((Y & U(4095)) + U(1))),
    'counted': i32('%p = math.ctpop %a : i32\n    %z = math.ctlz %b : i32\n    %v = arith.muli %p, %z : i32',
                   np.array([bin(a).count('1') * (32 - b.bit_length()) for a, b in zip(X.tolist(), Y.tolist())], 'u4')),
    'addf': f32('%v = arith.addf %a, %b : f32', FX + FY),
    'maxf': f32('%m = arith.maximumf %a, %b : f32\n    %v = arith.negf %m : f32', -np.maximum(FX, FY)),
    'widened': (generic(2, 'i32', 'i64', '%l = arith.extsi %a : i32 to i64\n    %m = arith.extui %b : i32 to i64\n    %v = arith.muli %l, %m : i64'), (X, Y), I.astype('i8') * Y.astype('i8')),
    'floated': (generic(2, 'i32', 'f32', '%l = arith.sitofp %a : i32 to f32\n    %h = arith.constant 0.5 : f32\n    %v = arith.mulf %l, %h : f32'), (X, Y), I.astype('f4') * np.float32(0.5)),
}


def main():
    (OUT / 'cases').mkdir(parents=True, exist_ok=True)
    rows = []
    for name, (source, inputs, wanted) in KERNELS.items():
        with tempfile.TemporaryDirectory() as made:
            made = pathlib.Path(made)
            (made / 'k.mlir').write_text(source.replace('NAME', name))
            flags = ['--iree-hal-target-device=hip', '--iree-rocm-target=gfx1100', '--iree-hal-dump-executable-files-to=dump']
            subprocess.run([COMPILE, *flags, 'k.mlir', '-o', 'k.vmfb'], cwd=made, check=True)
            hsaco, = (made / 'dump').glob('*.hsaco')
            text = next((made / 'dump').glob('configured_*.mlir')).read_text()
            (OUT / f'{name}.co').write_bytes(hsaco.read_bytes())
        tile = int(re.search(r'workgroup = \[(\d+)\]', text)[1])
        size = int(re.search(r'workgroup_size = \[(\d+), 1, 1\]', text)[1])
        entry = re.search(r'hal\.executable\.export public @(\w+)', text)[1]
        # Floats go in as their bits.
        held = [('xy'[i], inputs[i]) for i in range(2)]
        buffers = [{'name': n, 'type': 'u32', 'count': N, 'init': {'gen': 'list', 'values': a.view('u4').tolist()}, 'crc32': zlib.crc32(a.tobytes())} for n, a in held]
        wide = wanted.dtype.itemsize == 8
        buffers.append({'name': 'out', 'type': 'u64' if wide else 'u32', 'count': N, 'init': {'gen': 'fill', 'value': 0}, 'crc32': zlib.crc32(bytes(wanted.nbytes))})
        reads = len(re.findall(r'ReadOnly\|Indirect">', text.split('layout(', 1)[1].split('flags', 1)[0]))
        args = [{'buffer': b['name']} for b in ([*buffers[:reads], buffers[-1]])]
        case = {'schema': 'isotope-kernel-case/1', 'kernel': entry, 'case': 'iree', 'source': 'iree_kernels.py', 'buffers': buffers,
                'launches': [{'entry': entry, 'groups': -(-N // tile), 'group_size': size, 'args': args}], 'checks': [{'check': 'exact', 'buffer': 'out', 'hex': wanted.tobytes().hex()}]}
        (OUT / 'cases' / f'{name}.json').write_text(json.dumps(case) + '\n')
        rows.append(f'{name}.co\tcompilers/gfx1100/{OUT.name}/cases/{name}.json')
    head = '# file\tcase, from the folder kernels; what IREE made of the functions of ../../src/iree_kernels.py, and what numpy says of them\n'
    (OUT / 'suite.tsv').write_text(head + '\n'.join(sorted(rows)) + '\n')


if __name__ == '__main__':
    np.seterr(all='ignore')
    main()
