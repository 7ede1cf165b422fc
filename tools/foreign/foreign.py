#!/usr/bin/env python3
"""Random programs through the compilers of three vendors, run by Isotope and judged by the host's C compiler.

    foreign.py [--target T,..] [--seed S] [--count N] [--batch N] [--builds N] [--work DIR] [--log FILE]
    foreign.py --show SEED            the program of a seed, as OpenCL C
    foreign.py --shrink SEED --target T --build B
    foreign.py --keep-suite --seed S --count N
    foreign.py --again LOG [--write [--commit C]]
"""
import argparse
import fnmatch
import json
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import backends
import gen
import judge
import report
import source


def batch(args, number, log):
    first = args.seed + number * args.batch
    count = min(args.batch, args.seed + args.count - first)
    folder = args.work / f'b{first}'
    results = []
    made = {}
    for target in args.target:
        chosen = lambda builds: [b for b in builds if not args.build or any(fnmatch.fnmatchcase(b, asked) for asked in args.build)]
        if args.pairs:
            todo = [builds[number % len(builds)] for builds in map(chosen, backends.pairs(target).values()) if builds]
        else:
            builds = chosen(backends.BUILDS[target])
            todo = [builds[(number * args.builds + k) % len(builds)] for k in range(min(args.builds, len(builds)))]
        for build in todo:
            has = backends.F64[target](build), backends.IMAGES[target](build)
            if has not in made:
                programs = [gen.program(s, *has) for s in range(first, first + count)]
                made[has] = programs, judge.Expected(programs, folder, 'host' + 'f' * has[0] + 'i' * has[1])
            got, _ = judge.compile_and_run(target, build, *made[has], folder, f'{target}')
            results += got
    for r in results:
        log.write(json.dumps({**r._asdict(), 'seed': int(r.name[1:])}) + '\n')
    log.flush()
    if all(r.verdict in ('ok', 'refused', 'known') for r in results) and not args.keep and not args.reuse:
        for path in sorted(folder.rglob('*'), reverse=True):
            path.rmdir() if path.is_dir() else path.unlink()
        folder.rmdir()
    return results


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--target', type=lambda t: t.split(','), default=judge.TARGETS)
    parser.add_argument('--build', type=lambda t: t.split(','), help='these builds only; patterns such as c22.* or 129.*')
    parser.add_argument('--seed', type=int, help='the first seed; drawn from the clock if not given')
    parser.add_argument('--count', type=int, default=100)
    parser.add_argument('--batch', type=int, default=20, help='programs in one translation unit')
    parser.add_argument('--builds', type=int, default=1, help='builds that a program goes through; all in turn')
    parser.add_argument('--work', type=Path, default=Path(tempfile.gettempdir()) / 'foreign-work')
    parser.add_argument('--log', type=Path, help='results, one JSON object a line')
    parser.add_argument('--jobs', type=int, default=2)
    parser.add_argument('--keep', action='store_true', help='keep the files of batches without a difference')
    parser.add_argument('--pairs', action='store_true', help='each batch through one build of every pair of target and compiler')
    parser.add_argument('--reuse', action='store_true', help='keep all files, and take those that are there: for another run with another Isotope')
    parser.add_argument('--again', type=Path, help='count the results of a log in place of running; the last of a program and a build counts')
    parser.add_argument('--commit', help='what ISOTOPE was built from, for --write; HEAD if not given')
    parser.add_argument('--write', action='store_true', help='store the counts by pair in kernels/compilers/results/random')
    parser.add_argument('--show', type=int, help='print the program of a seed')
    parser.add_argument('--shrink', type=int, help='make the program of a seed small; -1 takes those of --log')
    parser.add_argument('--keep-suite', action='store_true', help='write kernels/foreign from these seeds')
    args = parser.parse_args()
    backends.REUSE = args.reuse
    if args.show is not None:
        print(source.device(gen.program(args.show, 'visa' not in args.target or len(args.target) > 1, args.target == ['visa'])))
        return 0
    if args.shrink is not None:
        import reduce
        return reduce.main(args)
    if args.keep_suite:
        import keep
        return keep.main(args)
    if args.again:
        rows = map(json.loads, open(args.again))
        rows = [r for r in rows if r['target'] in args.target and (args.seed is None or args.seed <= r['seed'] < args.seed + args.count)]
        last = {(r['build'], r['name']): judge.Result(*(r[k] for k in judge.Result._fields)) for r in rows}
        total = report.Report()
        total.add(last.values())
        print(total.text())
        if args.write:
            seeds = [r['seed'] for r in rows]
            total.store(min(seeds), max(seeds) - min(seeds) + 1, args.commit)
        return 1 if total.bad() else 0
    if args.seed is None:
        args.seed = int(time.time()) % 1_000_000 * 1000
    args.work.mkdir(parents=True, exist_ok=True)
    print(f'seed {args.seed}, {args.count} programs, targets {", ".join(args.target)}', flush=True)
    total = report.Report()
    start = time.time()
    with open(args.log or args.work / 'log.jsonl', 'a') as log, ThreadPoolExecutor(args.jobs) as pool:
        for results in pool.map(lambda n: batch(args, n, log), range(-(-args.count // args.batch))):
            total.add(results)
            for r in results:
                if r.verdict not in ('ok', 'refused', 'known'):
                    print(f'{r.target} {r.build} seed {r.name[1:]}: {r.verdict}: {r.detail}'[:300], flush=True)
    print(total.text(time.time() - start))
    if args.write:
        total.store(args.seed, args.count, args.commit)
    return 1 if total.bad() else 0


if __name__ == '__main__':
    sys.exit(main())
