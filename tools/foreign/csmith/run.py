#!/usr/bin/env python3
"""Programs of csmith, on one lane: pointers to everything, structs, unions, bit-fields, loops, calls, floats.

    run.py [--seed S] [--count N] [--clang 19|22] [--ptxas 11.8|12.4|12.9] [--work DIR]

csmith makes a program of each seed; gcc and clang for the host must agree on what it computes (where they do not, the program
has no one meaning); clang and ld.lld make code of it for gfx1100, clang and ptxas for sm_50, in turn at every level of
optimisation; ISOTOPE runs it. On a difference the exit status is 1, and the program and its code stay in DIR.
"""
import argparse
import collections
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from backends import CLANG, CLANGS, HOSTCC, PTXASES, tool  # noqa: E402

CSMITH = tool('CSMITH', 'csmith')
ISOTOPE = os.environ.get('ISOTOPE', 'target/release/isotope')
C = ['-I', HERE, '-w', '-Wno-incompatible-pointer-types', '-Wno-int-conversion', '-fwrapv', '-fno-strict-aliasing', '-ffp-contract=off']
DEVICE = [*C, '-ffreestanding', '-nogpulib', '-DDEVICE']
BYTES = 2048
# Generations of the compilers, and how `backends.py` calls them.
CLANG_OF, PTXAS_OF = {'19': '', '22': 'c22.'}, {'11.8': '118.', '12.4': '', '12.9': '129.'}


def call(*command, seconds=60, folder=None):
    """Standard output, or None where the command fails or takes too long; what it says of itself goes to `call.said`."""
    try:
        done = subprocess.run([str(c) for c in command], capture_output=True, timeout=seconds, cwd=folder)
    except subprocess.TimeoutExpired:
        call.said, call.status = 'no end', None
        return None
    call.said, call.status = (done.stderr + done.stdout[:300]).decode(errors='replace').strip(), done.returncode
    return done.stdout if done.returncode == 0 else None


def options(seed):
    draw = random.Random(seed)
    chosen = [o for o, share in (('--no-bitfields', .3), ('--float', .3)) if draw.random() < share]
    sizes = {'--max-funcs': (1, 6), '--max-expr-complexity': (3, 10), '--max-block-depth': (2, 4)}
    # Pointers to members of packed structs need not be aligned, which no device takes.
    return ['--no-argc', '--no-packed-struct', *chosen, *(str(x) for o, ends in sizes.items() for x in (o, draw.randint(*ends)))]


def on_host(source, work):
    """What the program leaves, where two compilers agree on it."""
    left = []
    for compiler in (HOSTCC, CLANG):
        program = work / 'host'
        if call(compiler, '-O1', *C, source, '-o', program) is None:
            return None
        left.append(call(program, seconds=2))
    return left[0] if left[0] == left[1] and left[0] and len(left[0]) == BYTES else None


def gfx1100(seed, source, out, tools):
    wave = ['-mwavefrontsize64'] if seed // 4 % 2 else []
    # The expansion of division that clang gets wrong (README.md) is left to the later stage.
    careful = ['-mllvm', '-amdgpu-codegenprepare-disable-idiv-expansion']
    made = call(*tools.clang, *DEVICE, '--target=amdgcn-amd-amdhsa', '-mcpu=gfx1100', '-mcode-object-version=5', f'-O{seed % 4}', *wave, *careful,
                '-DKERNEL=__attribute__((amdgpu_kernel))', '-c', source, '-o', out.with_suffix('.o'))
    return made is not None and call(*tools.lld, '-shared', out.with_suffix('.o'), '-o', out) is not None


def sm_50(seed, source, out, tools):
    made = call(*tools.clang, *DEVICE, '--target=nvptx64-nvidia-cuda', '-march=sm_50', f'-O{seed % 4}', '-DKERNEL=__attribute__((nvptx_kernel))',
                '-S', source, '-o', out.with_suffix('.ptx'))
    return made is not None and call(tools.ptxas, '-arch=sm_50', f'-O{seed // 4 % 4}', out.with_suffix('.ptx'), '-o', out) is not None


Tools = collections.namedtuple('Tools', 'clang lld ptxas')


def judge(image, work, want):
    left = work / 'left.bin'
    left.unlink(missing_ok=True)
    done = call(ISOTOPE, 'run', image, '--grid', 1, '--block', 1, '--arg', f'out=@{work / "zero.bin"}', '--dump', f'out:{left}',
                '--max-steps', 60_000_000, seconds=300)
    if done is None:
        return {3: 'refused', 4: 'stopped'}.get(call.status, 'crash')
    return 'ok' if left.read_bytes() == want else 'wrong'


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--count', type=int, default=100)
    parser.add_argument('--clang', choices=CLANG_OF, default='19')
    parser.add_argument('--ptxas', choices=PTXAS_OF, default='12.4')
    parser.add_argument('--work', type=Path, default=Path(tempfile.gettempdir()) / 'csmith-work')
    args = parser.parse_args()
    tools = Tools(*CLANGS[CLANG_OF[args.clang]], PTXASES[PTXAS_OF[args.ptxas]])
    args.work.mkdir(parents=True, exist_ok=True)
    (args.work / 'zero.bin').write_bytes(bytes(BYTES))
    total = collections.Counter()
    for seed in range(args.seed, args.seed + args.count):
        # It leaves a file where it runs.
        text = call(CSMITH, '-s', seed, *options(seed), seconds=10, folder=args.work)
        source = args.work / f'{seed}.c'
        want = None
        if text is not None:
            source.write_bytes(text + b'\n#include "entry.h"\n')
            want = on_host(source, args.work)
        if want is None:
            total['no one meaning'] += 1
            source.unlink(missing_ok=True)
            continue
        keep = False
        for target, make, suffix in (('gfx1100', gfx1100, 'co'), ('sm_50', sm_50, 'cubin')):
            image = args.work / f'{seed}.{suffix}'
            verdict = judge(image, args.work, want) if make(seed, source, image, tools) else 'compiler'
            total[f'{target} {verdict}'] += 1
            if verdict != 'ok':
                print(f'{target} seed {seed}: {verdict}: {call.said[:250]}', flush=True)
            keep |= verdict not in ('ok', 'refused')
            for path in [image.with_suffix('.o'), image.with_suffix('.ptx')] + ([] if keep else [image]):
                path.unlink(missing_ok=True)
        if not keep:
            source.unlink()
    print(', '.join(f'{name} {n}' for name, n in sorted(total.items())))
    return 1 if any(k.endswith(('wrong', 'stopped', 'crash')) for k in total) or not any(k.endswith('ok') for k in total) else 0


if __name__ == '__main__':
    sys.exit(main())
