"""What a batch must leave in memory, by the host; what it leaves, by Isotope; and where the two differ."""
import copy
import ctypes
import json
import os
import pickle
import random
import re
import struct
import subprocess
from collections import namedtuple
from pathlib import Path

import backends
import source
from gen import EDGES, FLOATS
from tree import E, ONE, WIDTH, element, is_float

HERE = Path(__file__).resolve().parent
ISOTOPE = os.environ.get('ISOTOPE') or str(HERE.parents[1] / 'target/release/isotope')
HEAD = '#include "foreign.h"\n'
TARGETS = list(backends.BUILDS)

# verdict: ok, wrong (other memory), refused (Isotope stops and says why), stopped (a fault or a deadlock), known (a compiler's error that README.md describes),
# compiler (no code), crash, error
Result = namedtuple('Result', 'target build name verdict detail')


def inputs():
    """1,024 words: 512 integers, 256 floats, 128 doubles. The last double is zero."""
    r = random.Random(20)
    words = [EDGES[i % len(EDGES)] if i % 2 else r.getrandbits(r.choice([4, 8, 16, 24, 32])) for i in range(512)]
    f32 = [0, 1 << 31, 1, 0x807fffff, 0x7f800000, 0xff800000, 0x7fc00000, 0x7f7fffff, 0x00800000, 0x4effffff, 0x4f000000, 0x5f000000, 0x33800000]
    while len(f32) < 256:
        v = r.choice([r.choice(FLOATS), r.uniform(-100, 100), r.uniform(-1, 1) * 2.0 ** r.randint(-30, 66), float(r.randint(-9, 9))])
        f32.append(struct.unpack('<I', struct.pack('<f', v))[0])
    f64 = [0, 1 << 63, 1, 0x7ff0000000000000, 0xfff0000000000000, 0x7ff8000000000000, 0x7fefffffffffffff, 0x0010000000000000, 0x433fffffffffffff, 0x43e0000000000000]
    while len(f64) < 127:
        v = r.choice([r.choice(FLOATS), r.uniform(-100, 100), r.uniform(-1, 1) * 2.0 ** r.randint(-60, 100), float(r.randint(-9, 9))])
        f64.append(struct.unpack('<Q', struct.pack('<d', v))[0])
    return words + f32 + [w for d in f64 + [0] for w in (d & 0xffffffff, d >> 32)]


WORDS = inputs()


class Expected:
    """The host's results of a batch."""

    def __init__(self, programs, folder, stem):
        self.programs, self.folder, self.stem, self.library, self.known = programs, folder, stem, None, {}
        self.stored = folder / f'{stem}.want'
        if backends.REUSE and self.stored.exists():
            self.known = pickle.loads(self.stored.read_bytes())

    def bytes(self, p, lanes):
        key = p.name, lanes if p.uses_subgroups() else 0
        if key not in self.known:
            if not self.library:
                self.library = backends.host(HEAD + '\n'.join(source.host(q) for q in self.programs), self.folder, self.stem)
            out = (ctypes.c_uint32 * source.out_words(p))()
            getattr(self.library, p.name)((ctypes.c_uint32 * 1024)(*WORDS), out, lanes)
            self.known[key] = bytes(out)
            if backends.REUSE:
                self.stored.write_bytes(pickle.dumps(self.known))
        return self.known[key]


# Images over the 512 integers of `in`.
IMAGES = [{'image': 'in', 'format': f, 'size': [32, 16, 1]} for f in ('r32_uint', 'r8g8b8a8_unorm')]


def case(p, want):
    return {'schema': 'isotope-kernel-case/1', 'kernel': p.name, 'case': 'host', 'source': 'batch.cl',
            'buffers': [{'name': 'in', 'type': 'u32', 'count': 1024, 'init': {'gen': 'list', 'values': WORDS}},
                        {'name': 'out', 'type': 'u32', 'count': source.out_words(p), 'init': {'gen': 'fill', 'value': 0}}],
            'launches': [{'entry': p.name, 'groups': p.groups, 'group_size': p.size, 'args': [{'buffer': 'in'}, {'buffer': 'out'}, *(IMAGES if p.images else [])]}],
            'checks': [{'check': 'exact', 'buffer': 'out', 'hex': want.hex()}]}


def isotope(image, cases, limit):
    command = [ISOTOPE, 'run', str(image), '--json', '--max-steps', '30000000', '--case', *map(str, cases)]
    return subprocess.run(command, capture_output=True, text=True, timeout=limit)


def asked(target, build):
    """Lanes of a wave that the source requires."""
    return backends.BUILDS['visa'][build][0] if target == 'visa' else 0


def run(target, build, image, programs, expected, folder):
    """Run the programs of an image; gives a Result each."""
    widths = backends.widths(target, build, image)
    narrowed = [p for p in programs if widths(p.name) < asked(target, build) and p.uses_subgroups()]
    results = [Result(target, build, p.name, 'compiler', f'{widths(p.name)} lanes, though more are required') for p in narrowed]
    programs = [p for p in programs if p not in narrowed]
    if not programs:
        return results
    paths = {}
    for p in programs:
        path = folder / f'{p.name}.{build}.json'
        path.write_text(json.dumps(case(p, expected.bytes(p, widths(p.name)))))
        paths[p.name] = path
    try:
        done = isotope(image, paths.values(), 300)
        answer = json.loads(done.stdout) if done.returncode in (0, 1, 2, 3, 4) and done.stdout.startswith('{') else None
    except (subprocess.TimeoutExpired, json.JSONDecodeError):
        answer = None
    if answer is not None and len(programs) > 1:
        got = {pair['kernel']: pair for pair in answer['pairs']}
        for p in programs:
            pair = got.get(p.name)
            results.append(Result(target, build, p.name, *verdict(pair)) if pair else Result(target, build, p.name, 'error', 'no such kernel in the image'))
    elif len(programs) > 1:
        for p in programs:
            results += run(target, build, image, [p], expected, folder)
    else:
        p = programs[0]
        if answer is not None:
            results.append(Result(target, build, p.name, *verdict(answer)))
        else:
            try:
                said = (done.stderr or done.stdout).strip()
                results.append(Result(target, build, p.name, 'crash' if 'panicked' in said or done.returncode < 0 else 'refused', said[-600:]))
            except NameError:
                results.append(Result(target, build, p.name, 'crash', 'no answer within 300 seconds'))
    for path in paths.values():
        path.unlink(missing_ok=True)
    return results


def verdict(pair):
    if pair['outcome'] == 'completed':
        bad = [c['detail'] for c in pair['checks'] if not c['holds']]
        return ('ok', '') if pair['passed'] else ('wrong', str(bad[0])[:400])
    kind = 'refused' if pair['outcome'] in ('refused', 'not modelled', 'unspecified') else 'stopped'
    return kind, f'{pair["outcome"]}: {pair["reason"]}'[:600]


def compile_and_run(target, build, programs, expected, folder, stem, hide='', suspect=True):
    """A Result for each program; a batch that does not compile is halved. `hide` names what the compiler is to know nothing about; `suspect`: whether what is wrong may be known."""
    if target in ('gfx1100', 'visa') and build.endswith('O0') and len(programs) > 10:
        # Every launch decodes the code of all kernels in the image, and unoptimised code is long; ocloc ends on long files of it.
        parts = [compile_and_run(target, build, programs[i:i + 10], expected, folder, f'{stem}.{i}', hide, suspect)[0] for i in range(0, len(programs), 10)]
        return sum(parts, []), None
    text = HEAD + '\n'.join(without(hide, p) if target == 'visa' and hide else source.device(p) for p in programs)
    try:
        image = backends.build(target, build, text, folder, stem, ('-DOPAQUE',) if hide else ())
    except backends.CompileError as error:
        if len(programs) == 1:
            return [Result(target, build, programs[0].name, 'compiler', str(error))], None
        half = len(programs) // 2
        a, _ = compile_and_run(target, build, programs[:half], expected, folder, stem + 'a', hide, suspect)
        b, _ = compile_and_run(target, build, programs[half:], expected, folder, stem + 'b', hide, suspect)
        return a + b, None
    results = run(target, build, image, programs, expected, folder)
    if suspect and not hide:
        results = [known(r, programs, expected, folder) if r.verdict == 'wrong' else r for r in results]
    return results, image


# What clang gets wrong when it knows something about the operands: unsigned division for gfx1100 where a dividend has many known sign bits, a minimum of a float
# and zero where the float is a zero of the other sign, a product that is rounded to a half (`v_fma_mixlo_f16` adds +0, and -0 is lost);
# and ptxas: where clang 22 stores the low word of a 64-bit register that a conversion to a double wrote, it converts the double to an integer.
SUSPECTS = {'gfx1100': ('div_', 'rem_', 'min_f', 'max_f', 'f16'), 'sm_50': ('min_f', 'max_f', 'f64')}
# On vISA IGC: what is hidden from it, each with what stands before it; the functions are other ones in `foreign.h`. There is no empty `asm` that hides a value here: constants are hidden behind a size that the launch says,
# which is 1.
HIDDEN = ('functions of the library and broadcasts', 'negations of vectors', 'zeros', 'places of loads', 'constants and differences of floats')


def without(hide, program):
    """The text for Intel's compiler of a program in which it cannot see what HIDDEN names up to `hide`."""
    changed, step = copy.deepcopy(program), HIDDEN.index(hide)
    for e in changed.expressions():
        if step >= 1 and e.k == 'vneg' and is_float(e.t):
            of = element(e.t)
            e.k, e.x, e.a = 'vbin', '*', [*e.a, E(e.t, 'splat', [E(of, 'const', x=ONE[of] | 1 << WIDTH[of] - 1)])]
        if hide == HIDDEN[-1] and e.k == 'bin' and e.x == '-' and e.t in ('f16', 'f32', 'f64'):
            e.x, e.a = '+', [e.a[0], E(e.t, 'bin', [e.a[1], E(e.t, 'const', x=ONE[e.t] | 1 << WIDTH[e.t] - 1)], '*')]
    text = source.device(changed)
    behind = lambda number, long: f'({number}{long} ^ (u{64 if long else 32})((u32)get_global_size(1) - 1u))'
    if step in (2, 3):
        text = re.sub(r'(\bas_b?f\d+\((?:\(u16\))?)(0x(?:0|80+)u?)(l?)\b', lambda m: m[1] + behind(m[2], m[3]), text)
    if step >= 3:
        text = re.sub(r'\b(LOAD_\w+\()(\d+)(?=\))', lambda m: m[1] + behind(m[2], 'u'), text)
    if hide == HIDDEN[-1]:
        text = re.sub(r'\b(0x[0-9a-f]+u?)(l?)\b', lambda m: behind(m[1], m[2]), text)
        text = re.sub(r'^(  [iuf]\d+ \w+) = 0;', r'\1 = ((u32)get_global_size(1) - 1u);', text, flags=re.M)
    return text


def with_last_lanes(image):
    """An image of IGC 1 with the instruction that it leaves out for lanes 24 to 31 of 32 where it computes the place of an element; nothing if there is none. The text keeps its length."""
    elf, at = image.read_bytes(), 0
    while found := re.compile(rb'\n( +add )\(M3, 8\) (V\d+)\(0,8\)<1> \2\(0,8\)<8;8,1> (0x[0-9a-f]+:uw)[^\n]*\n').search(elf, at):
        head, name, bytes_ = found.groups()
        at = found.end()
        if b'(M7, 8) ' + name + b'(0,24)' not in elf[at:at + 200]:
            line = head + b'(M7, 8) %b(0,24)<1> %b(0,24)<8;8,1> %b\n' % (name, name, bytes_)
            # As many bytes of comments behind it go.
            kept, left = b'', elf[at:]
            while len(kept) + len(line) + len(left) > len(elf) - at:
                code, left = re.split(rb' +/// \$\d+ *(?=\n)', left, maxsplit=1)
                kept += code
            elf = elf[:at] + line + kept + b' ' * (len(elf) - at - len(line) - len(kept) - len(left)) + left
    if elf == image.read_bytes():
        return None
    mended = image.with_suffix('.mended.zebin')
    mended.write_bytes(elf)
    return mended


def named(e):
    """What an expression is called by, for SUSPECTS."""
    return e.x if e.k == 'help' else e.t if e.k in ('cast', 'vcast') else ''


def known(result, programs, expected, folder):
    """A difference that goes away when the compiler knows nothing about such operands is known."""
    p = next(p for p in programs if p.name == result.name)
    if result.target == 'visa':
        suspects, hidden = '', HIDDEN
    else:
        suspects = ', '.join(sorted({named(e) for e in p.expressions() if named(e).startswith(SUSPECTS[result.target])}))
        hidden = ('operands',) if suspects and not result.build.startswith('O0') and not result.build.endswith('O0') else ()
    for n, what in enumerate(('', *hidden)):
        (again,), image = compile_and_run(result.target, result.build, [p], expected, folder, f'{p.name}.opaque{n}', what, False)
        if not what and again.verdict != 'wrong':
            return result._replace(detail=f'{again.verdict} when it is alone: {result.detail}')
        lanes = with_last_lanes(image) if again.verdict == 'wrong' and image and 'simd32' in result.build else None
        if lanes:
            (again,) = run(result.target, result.build, lanes, [p], expected, folder)
        if again.verdict == 'ok':
            why = ', '.join(filter(None, [suspects if what else '', what if not suspects else '', 'lanes 24 to 31' if lanes else '']))
            return result._replace(verdict='known', detail=f'compiler: {why}: {result.detail}')
    return result
