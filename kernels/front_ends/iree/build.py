"""IREE for gfx1100: programs of one dispatch each, as MLIR, and numpy models of them."""
import importlib.metadata
import importlib.util
import re
import shutil
import sys
from pathlib import Path

import numpy as np

from casefile import Case, mix
from toolchains import NotCompiled, call, named

MLIR = {'i8': np.int8, 'i16': np.int16, 'i32': np.int32, 'i64': np.int64, 'f16': np.float16, 'f32': np.float32}


def compiler():
    return named('IREE_COMPILE', str(Path(sys.executable).parent / 'iree-compile'), 'iree-compile')


def version():
    return importlib.metadata.version('iree-base-compiler') if importlib.util.find_spec('iree') and compiler() else None


def elementwise(name, kind, n, body, gives=None):
    """A program of two arrays and a result, of another type where `gives` names one; `body` gives %r of %x and %y."""
    gives = gives or kind
    t, u = f'tensor<{n}x{kind}>', f'tensor<{n}x{gives}>'
    one = 'affine_map<(d0) -> (d0)>'
    return f'''func.func @{name}(%a: {t}, %b: {t}) -> {u} {{
  %e = tensor.empty() : {u}
  %out = linalg.generic {{indexing_maps = [{one}, {one}, {one}], iterator_types = ["parallel"]}} ins(%a, %b : {t}, {t}) outs(%e : {u}) {{
  ^bb0(%x: {kind}, %y: {kind}, %o: {gives}):
{body}
    linalg.yield %r : {gives}
  }} -> {u}
  return %out : {u}
}}
'''


def product(name, given, gives, n, zero, multiply, extend):
    """A product of two matrices."""
    t, u = f'tensor<{n}x{n}x{given}>', f'tensor<{n}x{n}x{gives}>'
    maps = ', '.join(f'affine_map<(i, j, k) -> ({m})>' for m in ('i, k', 'k, j', 'i, j'))
    add = 'arith.addf' if gives[0] == 'f' else 'arith.addi'
    return f'''func.func @{name}(%a: {t}, %b: {t}) -> {u} {{
  %z = arith.constant {zero} : {gives}
  %e = tensor.empty() : {u}
  %f = linalg.fill ins(%z : {gives}) outs(%e : {u}) -> {u}
  %out = linalg.generic {{indexing_maps = [{maps}], iterator_types = ["parallel", "parallel", "reduction"]}} ins(%a, %b : {t}, {t}) outs(%f : {u}) {{
  ^bb0(%x: {given}, %y: {given}, %o: {gives}):
    %v = {extend} %x : {given} to {gives}
    %w = {extend} %y : {given} to {gives}
    %m = {multiply} %v, %w : {gives}
    %r = {add} %o, %m : {gives}
    linalg.yield %r : {gives}
  }} -> {u}
  return %out : {u}
}}
'''


def models():
    """Name, MLIR, arrays, expected."""
    w = mix(512, 61).view(np.int32)
    a, b = w[:256], w[256:]
    line = lambda *rows: '\n'.join('    ' + row for row in rows)
    with np.errstate(over='ignore'):
        yield 'iadd', elementwise('iadd', 'i32', 256, line('%c = arith.constant 3 : i32', '%m = arith.muli %y, %c : i32', '%r = arith.addi %x, %m : i32')), (a, b), a + b * np.int32(3)
        x, y = a.astype(np.int8), b.astype(np.int8)
        yield 'ibytes', elementwise('ibytes', 'i8', 256, line('%m = arith.maxsi %x, %y : i8', '%s = arith.muli %x, %y : i8', '%r = arith.subi %m, %s : i8')), (x, y), np.maximum(x, y) - x * y
        x, y = a.astype(np.int16), b.astype(np.int16)
        yield 'ishort', elementwise('ishort', 'i16', 256, line('%m = arith.minsi %x, %y : i16', '%s = arith.muli %x, %y : i16', '%r = arith.xori %m, %s : i16')), (x, y), np.minimum(x, y) ^ x * y
        x, y = mix(512, 62).view(np.int64), mix(512, 63).view(np.int64)
        yield 'ilong', elementwise('ilong', 'i64', 256, line('%m = arith.muli %x, %y : i64', '%r = arith.addi %m, %x : i64')), (x, y), x * y + x
        x, y = (a & 1023).astype(np.float16) / np.float16(8), (b & 1023).astype(np.float16) / np.float16(8)
        yield 'ihalf', elementwise('ihalf', 'f16', 256, line('%c = arith.cmpf olt, %x, %y : f16', '%s = arith.addf %x, %y : f16', '%d = arith.subf %x, %y : f16', '%r = arith.select %c, %s, %d : f16')), (x, y), np.where(x < y, x + y, x - y)
        x, y = (a & 4095).astype(np.float32), (b & 4095).astype(np.float32)
        yield 'ifloat', elementwise('ifloat', 'f32', 256, line('%m = arith.maximumf %x, %y : f32', '%s = arith.subf %x, %m : f32', '%n = arith.negf %s : f32', '%r = arith.addf %n, %y : f32')), (x, y), (np.maximum(x, y) - x) + y
        shift = (b.view(np.uint32) & 31).astype(np.int32)
        yield 'ishift', elementwise('ishift', 'i32', 256, line('%c = arith.constant 31 : i32', '%k = arith.andi %y, %c : i32', '%s = arith.shrui %x, %k : i32', '%t = arith.shli %x, %k : i32', '%r = arith.ori %s, %t : i32')), (a, b), (a.view(np.uint32) >> shift.astype(np.uint32) | a.view(np.uint32) << shift.astype(np.uint32)).view(np.int32)
        d = (b & 1023) + 1
        yield 'idivide', elementwise('idivide', 'i32', 256, line('%q = arith.divui %x, %y : i32', '%m = arith.remui %x, %y : i32', '%r = arith.xori %q, %m : i32')), (a, d.astype(np.int32)), (a.view(np.uint32) // d.astype(np.uint32) ^ a.view(np.uint32) % d.astype(np.uint32)).view(np.int32)
        yield 'ibits', elementwise('ibits', 'i32', 256, line('%p = math.ctpop %x : i32', '%z = math.ctlz %y : i32', '%r = arith.addi %p, %z : i32')), (a, b), np.array([x.bit_count() + 32 - y.bit_length() for x, y in zip(a.view(np.uint32).tolist(), b.view(np.uint32).tolist())], np.int32)
        x, y = (a & 15).astype(np.float16).reshape(16, 16), (b & 15).astype(np.float16).reshape(16, 16)
        yield 'iproduct', product('iproduct', 'f16', 'f32', 16, '0.0', 'arith.mulf', 'arith.extf'), (x, y), x.astype(np.float32) @ y.astype(np.float32)
        x, y = a.astype(np.int8).reshape(16, 16), b.astype(np.int8).reshape(16, 16)
        yield 'iproduct8', product('iproduct8', 'i8', 'i32', 16, '0', 'arith.muli', 'arith.extsi'), (x, y), x.astype(np.int32) @ y.astype(np.int32)
        yield 'iselect', elementwise('iselect', 'i32', 256, line('%c = arith.cmpi ult, %x, %y : i32', '%k = arith.constant 77 : i32', '%s = arith.ori %x, %k : i32', '%r = arith.select %c, %s, %y : i32')), (a, b), np.where(a.view(np.uint32) < b.view(np.uint32), a | np.int32(77), b)
        yield 'iwidened', elementwise('iwidened', 'i32', 256, line('%l = arith.extsi %x : i32 to i64', '%m = arith.extui %y : i32 to i64', '%r = arith.muli %l, %m : i64'), 'i64'), (a, b), a.astype(np.int64) * b.view(np.uint32).astype(np.int64)
        yield 'ifloated', elementwise('ifloated', 'i32', 256, line('%l = arith.sitofp %x : i32 to f32', '%h = arith.constant 0.5 : f32', '%s = arith.mulf %l, %h : f32', '%m = arith.uitofp %y : i32 to f32', '%r = arith.subf %s, %m : f32'), 'f32'), (a, b), a.astype(np.float32) * np.float32(0.5) - b.view(np.uint32).astype(np.float32)


def built(name, text, folder):
    """The code object of the only dispatch, its kernel, groups and items: groups stand in the program for the host alone."""
    source, place = folder / f'{name}.mlir', folder / f'{name}.files'
    source.write_text(text)
    shutil.rmtree(place, ignore_errors=True)
    options = [source, '--iree-hal-target-device=hip', '--iree-rocm-target=gfx1100']
    call(compiler(), *options, f'--iree-hal-dump-executable-files-to={place}', '-o', folder / f'{name}.vmfb')
    call(compiler(), *options, '--compile-to=hal', '-o', folder / f'{name}.hal')
    found = re.findall(r'workgroups\(\[([^]]*)\]\)', (folder / f'{name}.hal').read_text())
    groups = [int(re.search(r'(\d+)', n)[1]) for n in found[0].split(',')]
    made = list(place.glob('*.hsaco'))
    if len(made) != 1 or len(found) != 1:
        raise NotCompiled(f'{len(made)} code objects and {len(found)} dispatches, not one')
    listing = next(place.glob('*.rocmasm')).read_text()
    items = [int(n) for n in re.search(r'\.reqd_workgroup_size:\s+- (\d+)\s+- (\d+)\s+- (\d+)', listing).groups()]
    out = shutil.copyfile(made[0], folder / f'{name}.co')
    return Path(out), re.search(r'\.name: +(\S+)\n\s+\.private_segment', listing)[1], groups, items


def build(folder):
    found = []
    for name, text, given, want in models():
        try:
            made, entry, groups, items = built(name, text, folder)
        except NotCompiled as why:
            found.append((name, str(why), None))
            continue
        case = Case(name, 'iree', entry, groups, items)
        for array in given:
            case.array(array)
        case.array(np.zeros_like(want), want)
        found.append((name, made, case))
    return found


FRONT_ENDS = [('gfx1100', 'iree-3.13.0', 'IREE', version, build)]
