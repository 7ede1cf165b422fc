"""Our kernels, and how what a compiler makes of them is judged: a program is a source, the cases that it must pass, and how it is compiled.

| set | programs | expected memory |
| --- | --- | --- |
| src | kernels/src, OpenCL C | kernels/cases |
| small | kernels/compilers/src, OpenCL C of a few lines | the same text on the host |
| torture | kernels/torture/src, C with inline PTX for sm_50 | kernels/torture/cases, worked out by the host's compiler |
| unseen | kernels/unseen: scenarios of several files | the scenario's checks |
| foreign | kernels/foreign/src, random programs | kernels/foreign/want.bin, by the host's compiler |
| host | `printf` and the heap: kernels/host/src/printf.cl and cuda.cu | kernels/host/want: what glibc and PoCL print, and the host's memory |
| explore | kernels/explore/src/counts.cl | the number of executions that others have counted |
| front_ends | kernels/front_ends | numpy and C models beside the kernels |
"""
import json
import re
import shutil
import struct
import subprocess
from collections import namedtuple
from pathlib import Path

import toolchains
from toolchains import KERNELS, NotCompiled

# verdict: right, known (other memory, and known.tsv says why), wrong (other memory), refused (Isotope stops and says what it does not know), stopped (a fault or a deadlock), not compiled
Found = namedtuple('Found', 'set build program verdict reason files', defaults=((),))
# What `isotope run` says of a case or a scenario.
REFUSED = ('refused', 'not modelled', 'unspecified')


def cases(folder):
    """Case files by the source that they belong to."""
    found = {}
    for path in sorted(folder.glob('*.json')):
        case = json.loads(path.read_text())
        found.setdefault(Path(case['source']).stem, []).append((path, case))
    return found


def answer(isotope, *command):
    try:
        done = subprocess.run([isotope, *map(str, command)], capture_output=True, text=True, timeout=300)
    except subprocess.TimeoutExpired:
        return None, 'no answer within 300 seconds'
    try:
        return json.loads(done.stdout), done.stderr.strip()
    except json.JSONDecodeError:
        return None, (done.stderr or done.stdout).strip()[-500:] or f'exit status {done.returncode}'


def verdict(pair, said=''):
    """What one pair of a file and a case, or one run of a scenario, came to; `said` is what Isotope says besides."""
    if pair['outcome'] == 'completed':
        bad = [c['detail'] for c in pair['checks'] if not c['holds']]
        return ('wrong', str(bad[0])) if bad else ('right', '') if pair['checks'] else ('wrong', 'no check')
    if pair.get('passed'):
        return 'right', ''
    return ('refused' if pair['outcome'] in REFUSED else 'stopped'), f'{pair["outcome"]}: {pair.get("reason") or said}'


def judged(isotope, image, paths):
    """Name of a case and verdict, for the cases of a file."""
    given, why = answer(isotope, 'run', image, '--json', '--max-steps', '300000000', '--case', *paths)
    if given is None:
        kind = 'stopped' if 'panicked' in why else 'refused'
        return [(path.stem, kind, why) for path in paths]
    pairs = given.get('pairs') or [given]
    return [(path.stem, *verdict(pair)) for path, pair in zip(paths, pairs, strict=True)] if len(pairs) == len(paths) else [(p.stem, 'stopped', 'no answer for each case') for p in paths]


def short(reason):
    """A reason without places and numbers that differ from build to build."""
    text = ' '.join(reason.replace('error: ', '').split())
    text = re.sub(r'`[^`]*/([^`/]*)`', r'`\1`', text)
    text = re.sub(r'(?<![\w.])/(?:[\w.+-]+/)+', '', text)
    text = re.sub(r'group \(\d+,\d+,\d+\) (?:wave|warp) \d+ ', '', text)
    return text[:200]


def explained(chain, build, program):
    """Why a difference is no fault of Isotope, as known.tsv has it."""
    for line in (toolchains.HERE / 'known.tsv').read_text().splitlines():
        if line and not line.startswith('#'):
            compiler, builds, of, why = line.split('\t')
            if re.fullmatch(compiler, chain.name) and re.fullmatch(builds, build) and re.fullmatch(of, program):
                return why
    return None


def of_cases(name, chain, build, folder, isotope, sources, compile):
    """Programs with case files: one source, one file, its cases."""
    results = []
    of = 'intel' if chain.target == 'visa' else chain.target
    for source, found in sources:
        found = [(path, case) for path, case in found if any(of in check.get('targets', [of]) for check in case['checks'])]
        out = folder / f'{chain.name}.{build}.{source.stem}.{chain.extension}'
        try:
            compile(build, source, out)
        except NotCompiled as why:
            results += [Found(name, build, path.stem, 'not compiled', short(str(why))) for path, _ in found]
            continue
        for case, kind, why in judged(isotope, out, [path for path, _ in found]):
            path = next(p for p, _ in found if p.stem == case)
            if kind == 'wrong' and (known := explained(chain, build, case)):
                kind, why = 'known', known
            results.append(Found(name, build, case, kind, short(why), ((out, path),)))
    return results


def src(chain, build, folder, isotope):
    of = cases(KERNELS / 'cases')
    sources = [(KERNELS / 'src' / f'{stem}.cl', found) for stem, found in of.items()]
    return of_cases('src', chain, build, folder, isotope, sources, chain.opencl)


def small(chain, build, folder, isotope):
    of = cases(KERNELS / 'compilers/src/cases')
    sources = ['small', 'intel'] if chain.target == 'visa' else ['small']
    if chain.target == 'visa' and not build.startswith('pvc'):
        # PVC has no images.
        sources.append('texels')
    return of_cases('small', chain, build, folder, isotope, [(KERNELS / f'compilers/src/{name}.cl', of[name]) for name in sources], chain.opencl)


def torture(chain, build, folder, isotope):
    """Sources of another vendor are left out; so are the cases that a tolerance judges."""
    of = cases(KERNELS / 'torture/cases')
    sources = []
    for stem, found in of.items():
        source = KERNELS / f'torture/src/{stem}.c'
        amd = stem.startswith('amd_')
        found = [(p, c) for p, c in found if c['checks']]
        if not source.exists() or not found or amd != (chain.target == 'gfx1100') and (amd or stem not in AMD_TOO):
            continue
        if stem == 'amd_wave32' and 'w64' in build:
            continue
        sources.append((source, found))

    def compile(build, source, out):
        text = source.read_text()
        asked = re.search(r'DEVICE_OPT: (.*?)(\*/|\n)', text)
        chain.plain(build, source, out, asked[1].split() if asked else [])

    return of_cases('torture', chain, build, folder, isotope, sources, compile)


# Sources of kernels/torture that are C for both vendors (tools/make.py there builds them for gfx1100).
AMD_TOO = ['atoms', 'bits', 'cmp', 'flow', 'int32', 'int64', 'mem']


def unseen(chain, build, folder, isotope):
    """Scenarios whose files this compiler makes all."""
    target = 'intel' if chain.target == 'visa' else chain.target
    results = []
    for path in sorted((KERNELS / 'unseen').glob('*.json')):
        scenario = json.loads(path.read_text())
        if any(target not in module['files'] for module in scenario['modules']):
            continue
        sources = [KERNELS / f'unseen/src/{Path(m["files"][target]).stem}.cl' for m in scenario['modules']]
        if not all(s.exists() for s in sources):
            sources = [s.with_suffix('.cu') for s in sources]
        routed = lambda route: getattr(type(chain), route) is not getattr(toolchains.Toolchain, route)
        if not all(s.exists() and routed('cuda' if s.suffix == '.cu' else 'library') for s in sources):
            continue
        place = folder / f'{chain.name}.{build}.{path.stem}'
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir()
        try:
            for module, source in zip(scenario['modules'], sources):
                made = place / f'{source.stem}.{chain.extension}'
                (chain.cuda if source.suffix == '.cu' else chain.library)(build, source, made)
                module['files'] = {target: made.name}
        except NotCompiled as why:
            results.append(Found('unseen', build, path.stem, 'not compiled', short(str(why))))
            continue
        if target == 'intel' and 'marks' in path.stem and not build.startswith(('tgllp', 'dg2')):
            continue
        (place / path.name).write_text(json.dumps(scenario))
        given, why = answer(isotope, 'run', place / path.name, '--json')
        verdicts = [verdict(run, why) for run in (given or {}).get('runs', [])] or [('refused', why)]
        kind, why = next((v for v in verdicts if v[0] != 'right'), verdicts[0])
        results.append(Found('unseen', build, path.stem, kind, short(why)))
    return results


# Kernels of kernels/explore/src/counts.cl whose executions others have counted, as crates/isotope-explore/tests/counts.rs has them: command, and how many.
def explore(chain, build, folder, isotope):
    source = KERNELS / 'explore/src/counts.cl'
    out = folder / f'{chain.name}.{build}.counts.{chain.extension}'
    rows = [line.split('\t') for line in (toolchains.HERE / 'explore.tsv').read_text().splitlines() if line and not line.startswith('#')]
    try:
        chain.opencl(build, source, out)
    except NotCompiled as why:
        return [Found('explore', build, row[0], 'not compiled', short(str(why))) for row in rows]
    results = []
    for kernel, arguments, count in rows:
        given, why = answer(isotope, 'explore', out, '--kernel', kernel, *arguments.split(), '--mode', 'traces', '--json')
        if given is None or 'executions' not in given:
            results.append(Found('explore', build, kernel, 'refused', short(why or str(given))))
            continue
        got = given['executions']['complete']
        kind, why = ('right', '') if got == int(count) else ('wrong', f'{got} executions, not {count}')
        if kind == 'wrong' and (known := explained(chain, build, kernel)):
            kind, why = 'known', f'{why}: {known}'
        results.append(Found('explore', build, kernel, kind, short(why)))
    return results


def foreign(chain, build, folder, isotope):
    """Random programs in the batches of the sources; what a program must leave depends on how many work-items a wave has."""
    rows = [line.split('\t') for line in (KERNELS / 'foreign/programs.tsv').read_text().splitlines() if not line.startswith('#')]
    want, words = (KERNELS / 'foreign/want.bin').read_bytes(), (KERNELS / 'foreign/in.bin').read_bytes()
    read = [int.from_bytes(words[k:k + 4], 'little') for k in range(0, len(words), 4)]
    # Those for vISA have no doubles.
    texts = sorted(path for path in (KERNELS / 'foreign/src').glob('*.cl') if path.name.startswith('visa.') == (chain.target == 'visa'))
    sources = {kernel: path for path in texts for kernel in re.findall(r'KERNEL\((\w+),', path.read_text())}
    of_wave = {'gfx1100': lambda file: chain.target == 'gfx1100' and file.split('.')[1] == build.split('.')[0], 'sm_50': lambda file: True, 'visa': lambda file: not (build.startswith('pvc') and 'simd8' in file)}[chain.target]
    batches = {}
    for target, file, kernel, groups, items, place, size in rows:
        if target == chain.target and of_wave(file) and kernel in sources:
            batches.setdefault((sources[kernel], file), []).append((kernel, int(groups), int(items), want[int(place):int(place) + int(size)]))
    results = []
    for (source, file), kernels in batches.items():
        name = file.split('/')[0]
        out = folder / f'{chain.name}.{build}.foreign.{name.split(".")[0]}.{source.stem}.{chain.extension}'
        wave = re.search(r'simd(\d+)', name)
        options = [f'-I{KERNELS.parent / "tools/foreign"}' if chain.target != 'visa' else f'-I {KERNELS.parent / "tools/foreign"}', '-cl-fp32-correctly-rounded-divide-sqrt']
        options += ['-DINTEL', '-DNO_F64', f'-DSIMD={wave[1]}'] if wave else ['-ffp-contract=off', f'-DWAVE={build[1:3] if chain.target == "gfx1100" else 32}']
        try:
            chain.opencl(build, source, out, options)
        except NotCompiled as why:
            results += [Found('foreign', build, kernel, 'not compiled', short(str(why))) for kernel, *_ in kernels]
            continue
        paths = []
        for kernel, groups, items, left in kernels:
            paths.append(folder / f'{chain.name}.{build}.{kernel}.json')
            paths[-1].write_text(json.dumps({
                'schema': 'isotope-kernel-case/1', 'kernel': kernel, 'case': 'foreign', 'source': source.name,
                'buffers': [{'name': 'in', 'type': 'u32', 'count': len(read), 'init': {'gen': 'list', 'values': read}},
                            {'name': 'out', 'type': 'u32', 'count': len(left) // 4, 'init': {'gen': 'fill', 'value': 0}}],
                'launches': [{'entry': kernel, 'groups': groups, 'group_size': items, 'args': [{'buffer': 'in'}, {'buffer': 'out'}]}],
                'checks': [{'check': 'exact', 'buffer': 'out', 'hex': left.hex()}]}))
        for path, (_, kind, why) in zip(paths, judged(isotope, out, paths)):
            program = path.stem.rsplit('.', 1)[1]
            if kind == 'wrong' and (known := explained(chain, build, program)):
                kind, why = 'known', known
            # Its programs count lanes with the width that the source requires.
            narrow = wave and kind != 'right' and re.search(rf'name: +{program}\n.*?simd_size: +(\d+)', out.read_bytes().decode('latin1'), re.S)
            if narrow and narrow[1] != wave[1]:
                kind, why = 'not compiled', f'for {narrow[1]} work-items a thread, although the source requires {wave[1]}'
            results.append(Found('foreign', build, program, kind, short(why)))
    return results


# Groups and their size in kernels/host, and the inputs of its programs.
GROUPS, SIZE = 2, 33


def host(chain, build, folder, isotope):
    """What kernels print, line by line whatever the order, and leave."""
    ints = [((i * 2654435761 & 0xffffffff ^ 1 << 31) - (1 << 31)) >> i % 24 for i in range(GROUPS * SIZE)]
    (folder / 'ints.bin').write_bytes(struct.pack(f'<{len(ints)}i', *ints))
    (folder / 'floats.bin').write_bytes(struct.pack(f'<{len(ints)}f', *(struct.unpack('f', struct.pack('f', v))[0] * 0.03125 for v in ints)))
    given = {'ints': f'ints=@{folder / "ints.bin"}', 'floats': f'floats=@{folder / "floats.bin"}', 'out': f'out=u32[{GROUPS * SIZE}]:0', 'count': 'u32:9'}
    cuda = chain.target == 'sm_50'
    programs = [('numbers', 'ints floats'), ('vectors', 'ints floats'), ('strings', 'ints')]
    if cuda:
        programs = [('numbers', 'ints floats out'), ('packing', 'ints floats out'), ('strings', 'ints out'), ('nested', 'ints out'), ('lists', 'out count')]
    source = KERNELS / f'host/src/{"cuda.cu" if cuda else "printf.cl"}'
    out = folder / f'{chain.name}.{build}.{source.stem}.{chain.extension}'
    floats = chain.target == 'visa' and not build.startswith('pvc')
    try:
        chain.printing(build, source, out, ['-DFLOATS'] if floats else [])
    except NotCompiled as why:
        return [Found('host', build, f'{source.stem}.{kernel}', 'not compiled', short(str(why))) for kernel, _ in programs]
    results = []
    for kernel, names in programs:
        text = (KERNELS / f'host/want/{source.stem}.{kernel}{".float" if floats and kernel == "numbers" else ""}.txt').read_text().splitlines()
        lines, words = sorted(line for line in text if line[0] != '='), [int(line[1:]) for line in text if line[0] == '=']
        arguments = [part for name in names.split() for part in ('--arg', given[name])] + (['--dump', 'out'] if cuda else [])
        run, why = answer(isotope, 'run', out, '--kernel', kernel, '--grid', GROUPS, '--block', SIZE, *arguments, '--json')
        if run is None or run['outcome'] != 'completed':
            outcome, why = (run['outcome'], run.get('reason') or why) if run else ('refused', why)
            kind, why = 'refused' if outcome in REFUSED else 'stopped', f'{outcome}: {why}'
        else:
            printed = sorted(run.get('printed', '').splitlines())
            left = [int(word, 16) for word in run['buffers']['out']['bits']] if cuda else []
            differ = next((f'`{a}`, not `{b}`' for a, b in zip(printed, lines) if a != b), f'{len(printed)} lines, not {len(lines)}')
            kind, why = ('right', '') if printed == lines and left == words else ('wrong', differ if printed != lines else 'other memory')
        results.append(Found('host', build, f'{source.stem}.{kernel}', kind, short(why)))
    return results


SETS = {'src': src, 'small': small, 'torture': torture, 'unseen': unseen, 'explore': explore, 'foreign': foreign, 'host': host}


def sets(chain):
    """The sets that a compiler has a route for."""
    has = lambda what: getattr(type(chain), what, None) is not getattr(toolchains.Toolchain, what)
    return [name for name, needs in (('src', 'opencl'), ('small', 'opencl'), ('torture', 'plain'), ('unseen', 'library'), ('unseen', 'cuda'), ('explore', 'opencl'),
                                       ('foreign', 'opencl'), ('host', 'printing')) if has(needs)]
