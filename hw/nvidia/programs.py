#!/usr/bin/env python3
"""Programs that a GPU's driver compiles and runs, held against what Isotope's tests expect of their sm_50 code. Needs libcuda and Python alone.

    programs.py ptx [--theme T,..] [--seed S] [--count N] [--level 0,4]    random PTX of tools/foreign/ptx.py against its evaluator
    programs.py cases [KERNEL]                                             the kernel suite: kernels/bin/sm_50/*.ptx on kernels/cases
    programs.py cuda FILE.ptx                                              kernels/host/src/cuda.cu, compiled to PTX, against kernels/host/want
    programs.py shuffle                                                    what a shuffle reads of lanes that do not execute it

Prints a line for each difference and a count; exit status 1 if something differs, 2 without a GPU.
"""
import argparse
import ctypes
import json
import os
import struct
import sys
import tempfile
import zlib
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / 'tools/foreign'))
import ptx

OPTIMISATION, ERRORS, ERROR_BYTES = 7, 5, 6
U64 = ctypes.c_uint64


class Refused(Exception):
    pass


class Device:
    """A context of the first GPU."""

    def __init__(self):
        try:
            self.cuda = ctypes.CDLL('libcuda.so.1')
        except OSError:
            sys.exit('error: no libcuda.so.1: a driver for NVIDIA\'s GPUs is needed')
        self.call('cuInit', 0)
        name, version, self.context = ctypes.create_string_buffer(100), ctypes.c_int(), ctypes.c_void_p()
        self.call('cuDeviceGetName', name, 100, 0)
        self.call('cuDriverGetVersion', ctypes.byref(version))
        self.name = f'{name.value.decode()}, CUDA {version.value // 1000}.{version.value % 1000 // 10}'
        self.call('cuCtxCreate_v2', ctypes.byref(self.context), 0, 0)

    def call(self, name, *args):
        status = getattr(self.cuda, name)(*args)
        if status:
            text = ctypes.c_char_p()
            self.cuda.cuGetErrorName(status, ctypes.byref(text))
            raise Refused(f'{name}: {(text.value or b"?").decode()}', status)

    def module(self, text, level=4):
        said, module = ctypes.create_string_buffer(4096), ctypes.c_void_p()
        options = (ctypes.c_int * 3)(OPTIMISATION, ERRORS, ERROR_BYTES)
        values = (ctypes.c_void_p * 3)(level, ctypes.cast(said, ctypes.c_void_p), 4096)
        try:
            self.call('cuModuleLoadDataEx', ctypes.byref(module), text.encode() + b'\0', 3, options, values)
        except Refused as why:
            raise Refused(f'{why.args[0]}: {said.value.decode()[:600]}') from None
        return module

    def launch(self, module, name, groups, size, buffers, numbers=()):
        """The buffers' bytes after a launch; arguments are the buffers, then 32-bit numbers."""
        places = [self.place(data) for data in buffers]
        self.start(module, name, [groups, 1, 1], [size, 1, 1], [*places, *(ctypes.c_uint32(n) for n in numbers)])
        return [self.take(at, len(data)) for at, data in zip(places, buffers)]

    def place(self, data):
        at = U64()
        self.call('cuMemAlloc_v2', ctypes.byref(at), ctypes.c_size_t(max(len(data), 1)))
        self.call('cuMemcpyHtoD_v2', at, data, ctypes.c_size_t(len(data)))
        return at

    def start(self, module, name, groups, size, given):
        function = ctypes.c_void_p()
        self.call('cuModuleGetFunction', ctypes.byref(function), module, name.encode())
        pointers = (ctypes.c_void_p * len(given))(*(ctypes.cast(ctypes.byref(g), ctypes.c_void_p) for g in given))
        self.call('cuLaunchKernel', function, *groups, *size, 0, None, pointers, None)
        self.call('cuCtxSynchronize')

    def take(self, at, length):
        data = ctypes.create_string_buffer(length)
        self.call('cuMemcpyDtoH_v2', data, at, ctypes.c_size_t(length))
        self.call('cuMemFree_v2', at)
        return data.raw


def random_ptx(device, args):
    total, bad = Counter(), 0
    for theme in args.theme:
        for at in range(args.seed, args.seed + args.count, 50):
            programs = [ptx.Program(theme, s) for s in range(at, min(at + 50, args.seed + args.count))]
            text = ptx.HEAD + '\n'.join(p.text() for p in programs)
            if args.target:
                text = text.replace('.target sm_50', f'.target {args.target}')
            for level in args.level:
                try:
                    module = device.module(text, level)
                except Refused as why:
                    print(f'{theme} {at} -O{level}: {why.args[0]}')
                    total[theme, 'not compiled'] += len(programs)
                    continue
                for p, seed in zip(programs, range(at, args.seed + args.count)):
                    given = ptx.words(seed)
                    want = p.want(given)
                    got = device.launch(module, p.name, 1, ptx.LANES, [struct.pack(f'<{ptx.WORDS}I', *given), bytes(len(want))])[1]
                    total[theme, 'equal' if got == want else 'different'] += 1
                    if got != want:
                        bad += 1
                        slots = p.slots()
                        pairs = list(zip(struct.unpack(f'<{len(got) // 4}I', got), struct.unpack(f'<{len(want) // 4}I', want)))
                        n = next(n for n, (g, w) in enumerate(pairs) if g != w)
                        print(f'DIFFERENT {p.name} -O{level} {slots[n % len(slots)]} of item {n // len(slots)}: {pairs[n][0]:#x}, expected {pairs[n][1]:#x}')
                device.cuda.cuModuleUnload(module)
    for (theme, what), n in sorted(total.items()):
        print(f'{theme}: {n} {what}')
    return bad


# Cases of the kernel suite: the format is that of crates/isotope-target/src/case.rs.

FLOATS = {'f16': 'e', 'f32': 'f', 'f64': 'd'}


def mix(index, seed):
    x = (index * 2654435761 + seed) & 0xffffffff
    x = ((x ^ x >> 15) * 2246822519) & 0xffffffff
    x = ((x ^ x >> 13) * 3266489917) & 0xffffffff
    return x ^ x >> 16


def initial(buffer):
    bits, n, init = int(buffer['type'].lstrip('uifb')), buffer['count'], buffer['init']
    number = lambda v: int(v, 0) if isinstance(v, str) else v
    if init['gen'] == 'mix_float':
        values = [(init['add'] + mix(i, init['seed']) % init['mod']) * 2.0 ** init['exp'] for i in range(n)]
        data = struct.pack(f'<{n}{FLOATS[buffer["type"]]}', *values)
    else:
        element = {
            'fill': lambda i: number(init['value']),
            'iota': lambda i: init['start'] + i * init['step'],
            'list': lambda i: number(init['values'][i]) if i < len(init['values']) else number(init.get('rest', 0)),
            'mix': lambda i: init.get('add', 0) + (mix(i, init['seed']) >> init.get('shift', 0)) % init['mod'],
        }[init['gen']]
        data = b''.join((element(i) & ((1 << bits) - 1)).to_bytes(bits // 8, 'little') for i in range(n))
    if zlib.crc32(data) != buffer.get('crc32', zlib.crc32(data)):
        raise Refused(f'`{buffer["name"]}` is made otherwise than the case says')
    return data


def elements(data, kind):
    size = int(kind.lstrip('uifb')) // 8
    return [int.from_bytes(data[at:at + size], 'little') for at in range(0, len(data), size)]


def holds(check, before, after, kinds):
    """Whether a check of a case holds."""
    of = lambda name: elements(after[name], kinds[name])
    what = check['check']
    if what == 'equal':
        (a, i), (b, j) = check['a'], check['b']
        return of(a)[i] == of(b)[j] and check['min'] <= of(a)[i] <= check['max']
    if what == 'hash_table':
        keys, counts, mask = of(check['keys']), of(check['counts']), check['mask']
        found = {k: (slot, c) for slot, (k, c) in enumerate(zip(keys, counts)) if k}
        if {k: c for k, (_, c) in found.items()} != dict(map(tuple, check['pairs'])) or any(c for k, c in zip(keys, counts) if not k):
            return False
        return all(all(keys[at & mask] for at in range(home, home + (slot - home & mask))) for k, (slot, _) in found.items()
                   for home in [(k * 2654435761 & 0xffffffff) >> 7 & mask])
    name = check['buffer']
    if what == 'unchanged':
        return after[name] == before[name]
    first = check.get('first', 0)
    part = of(name)[first:first + check.get('count', len(of(name)))]
    if what == 'exact':
        size = len(after[name]) // len(of(name))
        return b''.join(v.to_bytes(size, 'little') for v in part).hex() == check['hex']
    return sorted(part) == ([v for v in check['sorted']] if what == 'multiset' else list(range(check['start'], check['start'] + len(part))))


def cases(device, args):
    total, bad = Counter(), 0
    for path in sorted((ROOT / 'kernels/cases').glob(f'{args.kernel}*.json')):
        case = json.loads(path.read_text())
        if any('surface' in a for l in case['launches'] for a in l['args']):
            total['left out (surfaces)'] += 1
            continue
        text = (ROOT / f'kernels/bin/sm_50/{case["kernel"]}.ptx').read_text()
        before = {b['name']: initial(b) for b in case['buffers']}
        kinds = {b['name']: b['type'] for b in case['buffers']}
        try:
            module = device.module(text.replace('.target sm_50', f'.target {args.target}') if args.target else text)
            places = {name: device.place(data) for name, data in before.items()}
            for launch in case['launches']:
                three = lambda v: [*(v if isinstance(v, list) else [v]), 1, 1][:3]
                given = [places[a['buffer']] if 'buffer' in a else ctypes.c_uint32(a['u32']) for a in launch['args']]
                device.start(module, launch['entry'], three(launch['groups']), three(launch['group_size']), given)
            after = {name: device.take(at, len(before[name])) for name, at in places.items()}
            wrong = [c for c in case['checks'] if 'sm_50' in c.get('targets', ['sm_50']) and not holds(c, before, after, kinds)]
        except Refused as why:
            wrong = [why.args[0]]
        total['equal' if not wrong else 'different'] += 1
        bad += bool(wrong)
        print(f'{path.stem}: {len(case["checks"])} checks: {"all hold" if not wrong else str(wrong)[:600]}')
    print(dict(total))
    return bad


def captured(run):
    """What the process prints meanwhile, on stdout and stderr."""
    sys.stdout.flush()
    with tempfile.TemporaryFile() as file:
        kept = os.dup(1), os.dup(2)
        os.dup2(file.fileno(), 1), os.dup2(file.fileno(), 2)
        try:
            result = run()
        finally:
            ctypes.CDLL(None).fflush(None)
            os.dup2(kept[0], 1), os.dup2(kept[1], 2)
        file.seek(0)
        return result, file.read().decode(errors='replace')


def cuda_host(device, args):
    module = device.module(args.file.read_text())
    # The inputs of the program's own `main`.
    ints = [((n * 2654435761 & 0xffffffff) ^ 0x80000000) - 0x80000000 >> n % 24 for n in range(66)]
    floats = struct.pack('<66f', *(n * 0.03125 for n in ints))
    ints, out, bad = struct.pack('<66i', *ints), bytes(264), 0
    for name in ('numbers', 'packing', 'strings', 'nested', 'lists'):
        buffers = [] if name == 'lists' else [ints, floats] if name in ('numbers', 'packing') else [ints]
        after, text = captured(lambda: device.launch(module, name, 2, 33, [*buffers, out], [9] if name == 'lists' else []))
        lines = (ROOT / f'kernels/host/want/cuda.{name}.txt').read_text().splitlines()
        words = [int(l[1:]) & 0xffffffff for l in lines if l.startswith('=')]
        want, got = sorted(l for l in lines if not l.startswith('=')), sorted(text.splitlines())
        same = [struct.unpack('<66I', after[-1]) == tuple(words), got == want]
        bad += not all(same)
        print(f'{name}: words {"equal" if same[0] else "different"}, {len(want)} lines {"equal" if same[1] else "different"}')
        for g, w in [(g, w) for g, w in zip(got, want) if g != w][:8]:
            print(f'  {g!r}, expected {w!r}')
        if not same[0]:
            print('  ', [(n, g, w) for n, (g, w) in enumerate(zip(struct.unpack('<66I', after[-1]), words)) if g != w][:8])
    # What no document says: only shown. The other edges end the process or read what lies behind the arguments.
    after, text = captured(lambda: device.launch(module, 'edges', 1, 1, [bytes(16)], [1]))
    print(f'edges 1: out {struct.unpack("<4i", after[0])}, text {text!r}')
    for size in (1_000_000, 100_000, 1000, 100):
        got = device.launch(module, 'exhausts', 1, 4, [bytes(16)], [size])[0]
        print(f'exhausts {size}: {struct.unpack("<4I", got)}')

    def asserts():
        try:
            device.launch(module, 'asserts', 2, 33, [struct.pack('<66i', *(3 if n == 40 else 0 for n in range(66))), out])
            return 'no error'
        except Refused as why:
            return why.args[0]
    said, text = captured(asserts)
    kept = [l for l in text.splitlines() if 'before' not in l]
    print(f'asserts: {said}; {len(text.splitlines()) - len(kept)} lines before; {kept}')
    return bad


# What a shuffle reads of a lane that does not execute it, whose register holds 1000 and the lane: PTX says that it is undefined. Lanes of
# the half `%asks` execute it; the others are guarded off, go round it, have ended, or are not there.
SHUFFLE = '''.version 6.0
.target sm_50
.address_size 64
.visible .entry shuffle(.param .u64 out) {{
    .reg .u64 %at, %by; .reg .u32 %lane, %half, %v, %r, %o; .reg .pred %asks, %rest, %q;
    ld.param.u64 %at, [out];
    mov.u32 %lane, %tid.x;
    mul.wide.u32 %by, %lane, 8;
    add.u64 %at, %at, %by;
    shr.u32 %half, %lane, 4;
    setp.{asks}.u32 %asks, %half, 0;
    not.pred %rest, %asks;
    add.u32 %v, %lane, 1000;
    mov.u32 %r, 7;
    mov.u32 %o, 9;
    {way}
DONE:
    st.global.u32 [%at], %r;
    st.global.u32 [%at+4], %v;
    ret;
}}
'''


def shuffle(device, args):
    ways = {
        'guarded off': '@%asks {shfl};',
        'in another branch': '@%rest bra OTHER; {shfl}; bra DONE; OTHER: st.global.u32 [%at+256], %v; add.u32 %r, %v, 1;',
        'ended': '@%rest exit; {shfl};',
        'not there': '{shfl};',
    }
    seen = Counter()
    for sync in (False, True):
        for way, text in ways.items():
            for mode, amount in (('idx', '%o'), ('bfly', 16), ('down', 16), ('up', 16)):
                lower = mode != 'up'
                if way == 'not there' and not lower:
                    continue
                members = ', 65535' if lower else ', -65536'
                shfl = f'shfl{".sync" if sync else ""}.{mode}.b32 %r, %v, {amount}, {31 if lower else 0}{members if sync else ""}'
                code = text.format(shfl=shfl)
                if mode == 'idx':
                    code = f'xor.b32 %o, %lane, 16; {code}'
                for level in (0, 4):
                    try:
                        module = device.module(SHUFFLE.format(asks='eq' if lower else 'ne', way=code), level)
                        size = 16 if way == 'not there' else 32
                        words = struct.unpack('<128I', device.launch(module, 'shuffle', 1, size, [b'\xff' * 512])[0])
                    except Refused as why:
                        print(f'shfl{".sync" if sync else ""}.{mode}, {way}, -O{level}: {why.args[0]}')
                        continue
                    lanes = range(16) if lower else range(16, 32)
                    got = [words[2 * lane] for lane in lanes]
                    reads = {
                        'zero': all(v == 0 for v in got),
                        'register': got == [1000 + (lane ^ 16) for lane in lanes],
                        'own': got == [1000 + lane for lane in lanes],
                    }
                    what = next((name for name, holds in reads.items() if holds), str(got))
                    seen[what] += 1
                    print(f'shfl{".sync" if sync else ""}.{mode}, {way}, -O{level}: {what}')
    print(dict(seen))
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    verbs = parser.add_subparsers(dest='verb', required=True)
    v = verbs.add_parser('ptx')
    v.add_argument('--theme', type=lambda t: t.split(','), default=list(ptx.THEMES))
    v.add_argument('--seed', type=int, default=1)
    v.add_argument('--count', type=int, default=100)
    v.add_argument('--level', type=lambda t: [int(n) for n in t.split(',')], default=[0, 4])
    v.add_argument('--target', help='write another .target into the programs than sm_50')
    v = verbs.add_parser('cases')
    v.add_argument('kernel', nargs='?', default='')
    v.add_argument('--target', help='write another .target into the programs than sm_50')
    v = verbs.add_parser('cuda')
    v.add_argument('file', type=Path)
    verbs.add_parser('shuffle')
    args = parser.parse_args()
    try:
        device = Device()
    except Refused as why:
        print(f'error: {why.args[0]}', file=sys.stderr)
        return 2
    print(device.name)
    return 1 if {'ptx': random_ptx, 'cases': cases, 'cuda': cuda_host, 'shuffle': shuffle}[args.verb](device, args) else 0


if __name__ == '__main__':
    sys.exit(main())
