"""Writes the programs that stay in the repository: their source, what the compilers made of them, and the host's results.

    kernels/foreign/in.bin                       the input, 1,024 words
    kernels/foreign/src/TARGET.NN.cl             ten programs
    kernels/foreign/bin/TARGET/NN.BUILD.*        the same for a target: .cubin, .co, or a folder of .visaasm with all.zeinfo
    kernels/foreign/programs.tsv                 target, file, kernel, groups, items of a group, place and bytes of the result
    kernels/foreign/want.bin                     the results, one behind the other
"""
import re
import shutil
import struct
from pathlib import Path

import backends
import gen
import judge
import source

ROOT = Path(__file__).resolve().parents[2] / 'kernels/foreign'
BATCH = 10


def tidy(image):
    """A folder of the vISA text of a zebin, without what only a reader wants, and its arguments."""
    folder = image.with_suffix('')
    folder.mkdir(exist_ok=True)
    for name, _, body in backends.sections(image.read_bytes()):
        if name == '.ze_info':
            (folder / 'all.zeinfo').write_bytes(body.rstrip(b'\0'))
        if name.startswith('.visaasm'):
            for text in re.split(r'(?=^\.version)', body.decode(errors='replace'), flags=re.M):
                lines = [l.split('///')[0].rstrip() for l in text.splitlines() if not l.startswith('//')]
                if named := re.search(r'^\.kernel "(.*?)"', text, re.M):
                    (folder / f'{named[1]}.visaasm').write_text('\n'.join(l for l in lines if l) + '\n')
    return folder / 'all.zeinfo'


def main(args):
    shutil.rmtree(ROOT, ignore_errors=True)
    (ROOT / 'src').mkdir(parents=True)
    (ROOT / 'in.bin').write_bytes(struct.pack('<1024I', *judge.WORDS))
    rows, want, places = [], bytearray(), {}
    for target in args.target:
        kept = {}
        for number in range(-(-args.count // BATCH)):
            seeds = range(args.seed + number * BATCH, args.seed + min(args.count, (number + 1) * BATCH))
            builds = list(backends.BUILDS[target])
            build = builds[number % len(builds)]
            programs = [gen.program(s, backends.F64[target](build), backends.IMAGES[target](build)) for s in seeds]
            folder = args.work / f'keep.{target}.{number}'
            expected = judge.Expected(programs, folder, 'host')
            good, _ = judge.compile_and_run(target, build, programs, expected, folder, f'{number:02}')
            left = {r.name: r for r in good}
            programs = [p for p in programs if left[p.name].verdict == 'ok']
            for r in good:
                if r.verdict != 'ok':
                    print(f'{target} {build} {r.name}: {r.verdict}: {r.detail[:150]}')
            if not programs:
                continue
            text = judge.HEAD + '\n'.join(source.device(p) for p in programs)
            image = backends.build(target, build, text, folder, f'{number:02}')
            (ROOT / 'src' / f'{target}.{number:02}.cl').write_text(text)
            to = ROOT / 'bin' / target
            to.mkdir(parents=True, exist_ok=True)
            if target == 'visa':
                image = tidy(image)
                shutil.copytree(image.parent, to / image.parent.name)
                name = f'{image.parent.name}/all.zeinfo'
            else:
                name = image.name
                shutil.copyfile(image, to / name)
            widths = backends.widths(target, build, image)
            for r in judge.run(target, build, to / name, programs, expected, folder):
                p = next(p for p in programs if p.name == r.name)
                if r.verdict != 'ok':
                    print(f'{target} {build} {r.name}: {r.verdict} in the second run: {r.detail[:150]}')
                    continue
                data = expected.bytes(p, widths(p.name))
                if data not in places:
                    places[data] = len(want)
                    want += data
                rows.append((target, name, p.name, p.groups, p.size, places[data], len(data)))
                kept[p.name] = True
        print(f'{target}: {len(kept)} programs')
    (ROOT / 'want.bin').write_bytes(want)
    lines = ['# target\tfile\tkernel\tgroups\titems\tplace in want.bin\tbytes; written by tools/foreign/foreign.py --keep-suite, '
             'results by the host']
    lines += ['\t'.join(map(str, r)) for r in rows]
    (ROOT / 'programs.tsv').write_text('\n'.join(lines) + '\n')
    return 0
