#!/usr/bin/env python3
"""Builds the kernels and works out what they must leave in memory by running the same C on the host.

    tools/make.py [source ...]      writes bin/sm_50/*.cubin, bin/gfx1100/*.co and cases/*.json

Environment: CLANG (clang-19), LLD (ld.lld-19), PTXAS (ptxas of CUDA 12.4; without it the cubins stay as they are),
WORK (scratch folder).
"""
import ctypes, json, os, re, shutil, struct, subprocess, sys, tempfile, zlib
ROOT = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
CLANG, LLD = os.environ.get('CLANG', 'clang-19'), os.environ.get('LLD', 'ld.lld-19')
PTXAS = os.environ.get('PTXAS') or shutil.which('ptxas')
WORK = os.environ.get('WORK', os.path.join(tempfile.gettempdir(), 'torture-work'))
os.makedirs(WORK, exist_ok=True)
GROUPS, SIZE = 3, 96
# Sources whose lanes read each other's words have whole waves; the others end inside one.
WHOLE = ['amd_lanes', 'amd_wave32']
N = GROUPS * SIZE - 20
INT = [0, 1, 2, 3, 5, 7, 8, 15, 16, 31, 32, 33, 63, 64, 65, 127, 128, 255, 256, 0x7fff, 0x8000, 0xffff, 0x10000, 0x7ffffffe, 0x7fffffff, 0x80000000,
       0x80000001, 0xfffffffe, 0xffffffff, 0xffffff80, 0xffff8000, 0xffff0000, 0x00ff00ff, 0x55555555, 0xaaaaaaaa, 0x0000ff00, 0x3f800000, 0xbf800000, 100, 1000,
       0x01000000, 0x00ffffff, 0xff000000, 0x7fff8000, 0x80007fff, 0xfffffff0, 0x12345678, 0x87654321, 24, 9, 17, 30, 0xdeadbeef, 0x7f, 0x81, 0xfffe, 0xffff7fff,
       0x10001, 0xfffd, 0x80008000, 0xc0000000, 0x40000000, 0x3fffffff, 0xbfffffff]
F32 = [0, 0x80000000, 1, 0x80000001, 0x7fffff, 0x807fffff, 0x800000, 0x80800000, 0x3f800000, 0xbf800000, 0x3f7fffff, 0x3f800001, 0x7f7fffff, 0xff7fffff, 0x7f800000,
       0xff800000, 0x7fc00000, 0xffc00000, 0x7fffffff, 0xffffffff, 0x7f800001, 0xff800001, 0x7fa5a5a5, 0x40000000, 0xc0000000, 0x3f000000, 0xbf000000, 0x3effffff, 0x3f000001, 0x4b000000,
       0x4b7fffff, 0x4b800000, 0xcb000000, 0x4f000000, 0xcf000000, 0x4effffff, 0x4f800000, 0x4f7fffff, 0x5f000000, 0xdf000000, 0x5effffff, 0x5f800000, 0x477fe000, 0x477ff000, 0x477fefff, 0x38800000,
       0x387fffff, 0x33800000, 0x33000000, 0x33000001, 0xb3000000, 0x42fe0000, 0x42ff0000, 0x43000000, 0xc3000000, 0xc3008000, 0x437f0000, 0x437f8000, 0x3fc00000, 0x40200000, 0xbfc00000, 0xc0200000, 0x7e800000, 0x00400000]
D64 = [0, 1 << 63, 1, (1 << 63) | 1, 0x000fffffffffffff, 0x0010000000000000, 0x8010000000000000, 0x3ff0000000000000, 0xbff0000000000000, 0x3fefffffffffffff, 0x7fefffffffffffff,
       0xffefffffffffffff, 0x7ff0000000000000, 0xfff0000000000000, 0x7ff8000000000000, 0xfff8000000000001, 0x7ff0000000000001, 0x4340000000000000, 0x433fffffffffffff, 0x43e0000000000000,
       0xc3e0000000000000, 0x43f0000000000000, 0x41dfffffffc00000, 0xc1e0000000000000, 0x41efffffffe00000, 0x47efffffe0000000, 0x47efffffefffffff, 0x47effffff0000000, 0x36a0000000000000,
       0x3690000000000000, 0x380fffffffffffff, 0x3fe0000000000000]
DPOOL = [w for d in D64 for w in (d & 0xffffffff, d >> 32)]
POOLS = {'int': INT, 'f32': F32, 'f64': DPOOL}
M32 = 0xffffffff

def mix(i, seed):
    x = (i * 2654435761 + seed) & M32
    x ^= x >> 15; x = x * 2246822519 & M32; x ^= x >> 13; x = x * 3266489917 & M32
    return x ^ x >> 16

def run(*cmd):
    subprocess.run(cmd, check=True)

def build_amd(stem, variants):
    for name in variants:
        obj, out = f'{WORK}/{stem}.o', f'{ROOT}/bin/gfx1100/{stem}{name}.co'
        run(CLANG, '--target=amdgcn-amd-amdhsa', '-mcpu=gfx1100', '-mcode-object-version=5', '-nogpulib', '-ffp-contract=off', '-w', *AMD[name],
            '-c', f'{ROOT}/src/{stem}.c', '-o', obj)
        run(LLD, '-shared', obj, '-o', out)
        os.chmod(out, 0o644)

def build(stem, variants):
    src = f'{ROOT}/src/{stem}.c'
    ptx = f'{WORK}/{stem}.ptx'
    if os.path.exists(src):
        text = open(src).read()
        opt = re.search(r'DEVICE_OPT: (.*?)(\*/|\n)', text)
        opt = opt.group(1).split() if opt else ['-O2']
        run(CLANG, '--target=nvptx64-nvidia-cuda', '-march=sm_50', '-Xclang', '-target-feature', '-Xclang', '+ptx64', '-ffp-contract=off', '-w', *opt, '-S', src, '-o', ptx)
    else:
        ptx = f'{ROOT}/src/{stem}.ptx'
    for name, flags in variants.items():
        out = f'{ROOT}/bin/sm_50/{stem}{name}.cubin'
        run(PTXAS, '-arch=sm_50', *flags, ptx, '-o', out)

def host(stem):
    so = f'{WORK}/{stem}.so'
    run(CLANG, '-DHOST', '-w', '-O1', '-march=x86-64-v3', '-ffp-contract=off', '-frounding-math', '-fwrapv', '-fno-strict-aliasing', '-shared', '-fPIC', f'{ROOT}/src/{stem}.c', '-o', so, '-lm')
    return ctypes.CDLL(so)

def buffer(name, words, init):
    return {'name': name, 'type': 'u32', 'count': len(words), 'init': init, 'crc32': zlib.crc32(struct.pack(f'<{len(words)}I', *words))}

def case(stem, entry, pool, seed):
    lib = host(stem)
    N = GROUPS * SIZE - (0 if stem in WHOLE else 20)
    inp = [mix(k, seed) for k in range(N * 8)]
    words = POOLS[pool]
    a_in, a_pool, a_out = ((ctypes.c_uint32 * len(w))(*w) for w in (inp, words, [0] * (N * 600)))
    var = lambda n: ctypes.c_uint32.in_dll(lib, n)
    var('MAXJ').value = 0
    var('NTID').value, var('NCTA').value = SIZE, GROUPS
    for cta in range(GROUPS):
        for tid in range(SIZE):
            var('CTA').value, var('TID').value = cta, tid
            getattr(lib, entry)(a_in, a_pool, a_out, N)
    count = (var('MAXJ').value + 1) * N
    data = bytes(a_out)[:count * 4]
    open(f'{WORK}/{entry}.want', 'wb').write(data)
    doc = {'schema': 'isotope-kernel-case/1', 'kernel': entry, 'case': pool, 'source': f'{stem}.c',
           'buffers': [buffer('in', inp, {'gen': 'mix', 'seed': seed, 'shift': 0, 'mod': 1 << 32, 'add': 0}),
                       buffer('pool', words, {'gen': 'list', 'values': words}),
                       buffer('out', [0] * count, {'gen': 'fill', 'value': 0})],
           'launches': [{'entry': entry, 'groups': GROUPS, 'group_size': SIZE, 'args': [{'buffer': 'in'}, {'buffer': 'pool'}, {'buffer': 'out'}, {'u32': N}]}],
           'checks': [{'check': 'exact', 'buffer': 'out', 'crc32': zlib.crc32(data), 'bytes': len(data)}]}
    with open(f'{ROOT}/cases/{entry}.json', 'w') as f:
        json.dump(doc, f, separators=(',', ':'))
        f.write('\n')

def finish(stem, entry, kind, inputs, outputs, args, groups=GROUPS, size=SIZE):
    """A case whose results are given: outputs is a list of (name, initial words, final bytes)."""
    for name, _, data in outputs:
        open(f'{WORK}/{entry}.want' if name == 'out' else f'{WORK}/{entry}.{name}.want', 'wb').write(data)
    doc = {'schema': 'isotope-kernel-case/1', 'kernel': entry, 'case': kind, 'source': f'{stem}.c',
           'buffers': [buffer(n, w, i) for n, w, i in inputs] + [buffer(n, w, {'gen': 'list', 'values': w[:40], 'rest': 0}) for n, w, _ in outputs],
           'launches': [{'entry': entry, 'groups': groups, 'group_size': size, 'args': args}],
           'checks': [{'check': 'exact', 'buffer': n, 'crc32': zlib.crc32(d), 'bytes': len(d)} for n, _, d in outputs]}
    with open(f'{ROOT}/cases/{entry}.json', 'w') as f:
        json.dump(doc, f, separators=(',', ':'))
        f.write('\n')

def approx(stem):
    """Built and run, judged with a tolerance by tests/torture.rs."""
    n = N
    spec, words = random_words(n * 8, 5)
    doc = {'schema': 'isotope-kernel-case/1', 'kernel': 'approx', 'case': 'tolerance', 'source': f'{stem}.c',
           'buffers': [buffer(*spec), buffer('pool', INT, {'gen': 'list', 'values': INT}), buffer('out', [0] * (n * 20), {'gen': 'fill', 'value': 0})],
           'launches': [{'entry': 'approx', 'groups': GROUPS, 'group_size': SIZE, 'args': [{'buffer': 'in'}, {'buffer': 'pool'}, {'buffer': 'out'}, {'u32': n}]}], 'checks': []}
    with open(f'{ROOT}/cases/approx.json', 'w') as f:
        json.dump(doc, f, separators=(',', ':'))
        f.write('\n')

def random_words(count, seed):
    words = [mix(k, seed) for k in range(count)]
    return ('in', words, {'gen': 'mix', 'seed': seed, 'shift': 0, 'mod': 1 << 32, 'add': 0}), words

def plain(stem, entry, seed, outs, groups=GROUPS, size=SIZE):
    """Standard arguments; outs[i] lists the words of item i (None: not written)."""
    n = len(outs)
    spec, _ = random_words(n * 8, seed)
    count = max(map(len, outs))
    final = [0] * (count * n)
    for i, o in enumerate(outs):
        for j, v in enumerate(o):
            final[j * n + i] = (v or 0) & M32
    finish(stem, entry, 'int', [spec, ('pool', INT, {'gen': 'list', 'values': INT})], [('out', [0] * len(final), struct.pack(f'<{len(final)}I', *final))],
           [{'buffer': 'in'}, {'buffer': 'pool'}, {'buffer': 'out'}, {'u32': n}], groups, size)

def shfl(mode, warp, l, v, b, c):
    b, cl, seg = b & 31, c & 31, c >> 8 & 31
    low = l & seg
    limit = low | (cl & ~seg & 31)
    j = {'up': l - b, 'down': l + b, 'bfly': l ^ b, 'idx': low | (b & ~seg & 31)}[mode]
    ok = j >= limit if mode == 'up' else j <= limit
    return v[j if ok else l], int(ok)

def lanes(stem):
    seed, n = 4711, 192
    words = random_words(n * 8, seed)[1]
    outs = []
    for w in range(n // 32):
        lane = range(32)
        a, b, c = ([words[(w * 32 + l) * 8 + k] for l in lane] for k in range(3))
        bits = lambda f: sum(1 << l for l in lane if f(l))
        res = [[] for _ in lane]
        sh = lambda l, mode, by, cc: res[l].extend(shfl(mode, w, l, a, by, cc))
        vote = lambda f, act: (int(all(map(f, act))), int(any(map(f, act))), int(len(set(bool(f(x)) for x in act)) <= 1))
        for l in lane:
            for by, cc in [(b[l], 0), (b[l], 0x1800), (3, 0x1c00), (1, 2)]: sh(l, 'up', by, cc)
            for mode in ['down', 'bfly', 'idx']:
                for by, cc in [(b[l], 0x1f), (b[l], 0x181f), (3, 0x1c1f), (b[l], 0x100f)]: sh(l, mode, by, cc)
            al, an, un = vote(lambda x: a[x] & 1, lane)
            res[l] += [bits(lambda x: a[x] & 1), al, an, un, 1, 0, 1, 1, vote(lambda x: a[x] | 1, lane)[0]]
            res[l] += [1 << l, (1 << l) - 1, (2 << l) - 1, M32 & ~((2 << l) - 1), M32 & ~((1 << l) - 1), l]
            odd = [x for x in lane if b[x] & 1]; even = [x for x in lane if not b[x] & 1]
            if b[l] & 1:
                r = sum(1 << x for x in odd if c[x] & 1)
                if b[l] & 2: r += 3 * sum(1 << x for x in odd if b[x] & 2 and c[x] & 2)
                else: r ^= vote(lambda x: c[x] & 4, [x for x in odd if not b[x] & 2])[1]
            else: r = vote(lambda x: c[x] & 1, even)[2] + 2 * vote(lambda x: b[x] & 4, even)[0]
            res[l] += [r, sum(a), sum(a[:l + 1]), sum(1 for x in range(l) if b[x] & 8)]
        outs += res
    plain(stem, 'lanes', seed, outs, 2, 96)

def barriers(stem):
    seed, n, size = 815, 288, 96
    words = random_words(n * 8, seed)[1]
    outs = []
    for g in range(3):
        a, b = ([words[(g * size + t) * 8 + k] for t in range(size)] for k in range(2))
        for t in range(size):
            o = [a[size - 1 - t], sum(x & 1 for x in a), int(all(x & 1 for x in a)), int(any(x & 1 for x in a)), 1, 0, 1, size if g & 1 else 0, a[(t * 7 + 3) % size] & 255]
            h = b[(t * 5 + 1) % size] & 0xffff
            o += [h - 65536 if h >> 15 else h, b[(t * 3) & 63], a[(t * 3) & 63]]
            o += [b[63 - t] if t < 64 else None, 99 if t >= 64 else None]
            o += [1 if t < 32 else None, a[t - 32] ^ b[t - 32] if 32 <= t < 64 else None, 2 if t >= 64 else None]
            outs.append(o)
    plain(stem, 'barriers', seed, outs, 3, size)

def contended(stem):
    lib = host(stem)
    seed, n = 99, 300
    spec, inp = random_words(512, seed)
    first = [0, 0x7fffffff, 0, 5, 3, M32, 0, 0] + [0] * 12 + [0x80000000, M32, 0] + [0] * 17
    wide = [0, 0, M32, 0x7fffffff, 0, 0, M32, M32] + [0] * 8
    a_in, a_out, a_wide = ((ctypes.c_uint32 * len(w))(*w) for w in (inp, first, wide))
    var = lambda v: ctypes.c_uint32.in_dll(lib, v)
    var('NTID').value, var('NCTA').value = 96, 4
    for cta in range(4):
        for tid in range(96):
            var('CTA').value, var('TID').value = cta, tid
            lib.contended(a_in, a_out, a_wide, n)
    finish(stem, 'contended', 'int', [spec], [('out', first, bytes(a_out)), ('wide', wide, bytes(a_wide))], [{'buffer': 'in'}, {'buffer': 'out'}, {'buffer': 'wide'}, {'u32': n}], 4, 96)

FAST = {'': ['-O3']}
OPT = {'': ['-O3'], '.O0': ['-O0']}
DEBUG = {'.g': ['-O0', '-g'], '.line': ['-O3', '-lineinfo']}
SMALL = {'': ['-O3'], '.r24': ['-O3', '--maxrregcount=24']}
# gfx1100: optimised, unoptimised, waves of 64 lanes.
AMD = {'': ['-O3'], '.O0': ['-O0'], '.w64': ['-O3', '-mwavefrontsize64']}
ASM = ['', '.w64']
# source: builds for sm_50, builds for gfx1100, kernels, pool of corner values
PLAN = {'int32': (OPT, AMD, ['arith32', 'div32'], 'int'), 'int64': (OPT, AMD, ['arith64', 'div64', 'carry'], 'int'), 'bits': (OPT, AMD, ['bits'], 'int'),
        'cmp': (OPT, AMD, [('cmpint', 'int'), ('cmpfloat', 'f32')], 'int'), 'f32': (FAST, (), ['fmodes', 'fdiv', 'fmisc'], 'f32'),
        'f64': (FAST, (), ['dmodes', 'ddiv'], 'f64'), 'cvt': (FAST, (), [('cvtf', 'f32'), ('cvtd', 'f64'), ('cvti', 'int')], 'f32'),
        'mem': ({**OPT, **SMALL, '.g': DEBUG['.g']}, AMD, ['mem', 'spill', 'locals'], 'int'), 'video': (OPT, (), ['video'], 'int'), 'approx': (OPT, (), [approx], None),
        'lanes': (OPT, (), [lanes, barriers], None), 'atoms': (OPT, AMD, ['private_atoms', 'shared_atoms', contended], 'int'),
        'flow': ({**OPT, '.g': DEBUG['.g']}, AMD, ['flow', 'calls'], 'int'), 'pointers': ({**OPT, **DEBUG}, (), ['pointers', 'callee'], 'int'), 'amd_int': ({}, ASM, ['vector_int', 'halves_int', 'scalar_int'], 'int'),
        'amd_lanes': ({}, ASM, ['dpp', 'rows'], 'int'), 'amd_wave32': ({}, [''], ['wave'], 'int'),
        'amd_float': ({}, ASM, ['amd_fmodes', 'amd_fmisc'], 'f32'), 'amd_double': ({}, ASM, ['amd_dmodes'], 'f64'),
        'amd_cvt': ({}, ASM, [('convert', 'f32'), ('convert_double', 'f64'), ('halves', 'int')], 'f32')}

if __name__ == '__main__':
    for stem in sys.argv[1:] or PLAN:
        variants, amd, entries, pool = PLAN[stem]
        build_amd(stem, amd)
        if PTXAS:
            build(stem, variants)
        for k, entry in enumerate(entries):
            if callable(entry):
                entry(stem)
                continue
            entry, p = entry if isinstance(entry, tuple) else (entry, pool)
            case(stem, entry, p, 1000 + 17 * k + zlib.crc32(entry.encode()) % 100000)
