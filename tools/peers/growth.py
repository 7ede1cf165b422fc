#!/usr/bin/env python3
"""How time and memory grow: lane-atomics, groups, buffers, host threads, and the first result; processes from start to end.

    growth.py --isotope target/release/isotope --write docs

Each curve is fitted by a power: the exponent of what is spent beyond the smallest launch is 1 where a curve is a straight line.
"""

from __future__ import annotations

import json
import math
import mmap
import os
import statistics
from pathlib import Path

import machine
import svg
from workers import ENGINES, HERE

# 1, 10, 100, ..
ATOMICS = [10**e for e in range(3, 10)]
GROUPS = [10**e for e in range(0, 7)]
# Up to 4 GiB.
BUFFERS = [2**e for e in range(10, 33, 2)]
# The interpreter is not asked for more, which takes it minutes.
INTERPRETER = 10**8
# Seconds from which a point is run once: what takes as long as this hardly depends on what else the machine does for a moment.
SLOW = 5
# How many times less it does where threads are compared.
FEWER = 8
# Work-items of a group, and groups, that compute for themselves and store once.
ITEMS, OWN = 128, 8192
# Where threads add: the mask of an index.
PLACES = {"adds over 4 MiB": 2**20 - 1, "adds to 256 places": 255, "adds to one place": 0}
# How many times as often as other points a first result is asked for, all of them in turns: each is over before the machine's mood changes.
OFTEN = 20


def process(command):
    """From process start to end: seconds of the clock, of processors, and the largest size in bytes."""
    import peers

    return peers.process(command)


def run(isotope, spec, target, engine, groups, size, mask, rounds, threads=1):
    args = [f"out=u32[{mask + 1}]:0", str(mask), str(rounds)]
    return launch(isotope, spec, target, engine, threads, "grow", groups, size, args)


def compute(isotope, spec, target, engine, rounds, threads):
    """Arithmetic on registers: threads share nothing but the processor's caches."""
    items = OWN * ITEMS
    args = [f"data=u32[{items}]:1", str(items), f"out=u32[{items}]:0", str(rounds)]
    return launch(isotope, spec, target, engine, threads, "alu", OWN, ITEMS, args)


def launch(isotope, spec, target, engine, threads, kernel, groups, size, args):
    file = spec["targets"][target]["rate"]
    values = [word for arg in args for word in ("--arg", arg)]
    return [isotope, "run", file, "--kernel", kernel, "--grid", str(groups), "--block", str(size), *values, "--engine", ENGINES[engine], "-j", str(threads),
            "--max-steps", str(10**12)]


def medians(used):
    return {**{key: round(statistics.median(one[key] for one in used), 6) for key in ("wall", "cpu", "bytes")}, "runs": len(used)}


def points(commands, times):
    """Curves of (x, command): medians of clock, processor time and size; slow ones are run once."""
    out = []
    for x, command in commands:
        used = [process(command)]
        while len(used) < times and used[0]["wall"] < SLOW:
            used.append(process(command))
        out.append({"x": x, **medians(used)})
    return out


def in_turns(commands, rounds):
    """Commands with what is said of them, each run once in every round: what is said, and medians."""
    used = [[] for _ in commands]
    for _ in range(rounds):
        for (_, command), runs in zip(commands, used):
            runs.append(process(command))
    return [{**about, **medians(runs)} for (about, _), runs in zip(commands, used)]


def measure(args):
    spec = json.loads((HERE / "kernels.json").read_text())
    available = int(machine.first("/proc/meminfo", "MemAvailable").split()[0]) * 1024 if Path("/proc/meminfo").exists() else 2**32
    curves, first = [], []
    cores = len(os.sched_getaffinity(0))
    for target in spec["targets"]:
        for engine in ("interp", "jit"):
            line = lambda *a, **k: run(args.isotope, spec, target, engine, *a, **k)
            most = min(args.atomics, INTERPRETER if engine == "interp" else args.atomics)
            plans = {
                "atomics": [(n, line(8, 125, 255, n // 1000)) for n in ATOMICS if n <= most],
                "groups": [(n, line(n, 32, 255, 1)) for n in GROUPS if n <= args.groups],
                # A hundred thousand atomics, wherever they lie: the host has a page for each at most.
                "buffer": [(n, line(8, 125, n // 4 - 1, 100)) for n in BUFFERS if n <= args.buffer and min(n, 10**5 * mmap.PAGESIZE) * 2 < available],
            }
            for name, commands in plans.items():
                print(f"{target} {engine}: {name}", flush=True)
                curves.append({"curve": name, "target": target, "engine": engine, "points": points(commands, args.times)})
            if args.threads:
                counts = sorted({2**e for e in range(8) if 2**e < cores} | {cores})
                work = args.threads // (FEWER if engine == "interp" else 1)
                plans = {name: [(j, line(64, 128, mask, work // 8192, threads=j)) for j in counts] for name, mask in PLACES.items()}
                plans["arithmetic"] = [(j, compute(args.isotope, spec, target, engine, 2 * work // (OWN * ITEMS), j)) for j in counts]
                for name, commands in plans.items():
                    print(f"{target} {engine}: threads, {name}", flush=True)
                    curves.append({"curve": f"threads, {name}", "target": target, "engine": engine, "points": points(commands, args.times)})
            file = spec["targets"][target]["suite"].format("histogram256")
            command = [args.isotope, "run", file, "--case", "kernels/cases/histogram256.one_wave.json", "--engine", ENGINES[engine]]
            first.append(({"target": target, "engine": engine}, command))
    first.append(({"target": "--version", "engine": ""}, [args.isotope, "--version"]))
    return {"schema": "isotope-growth/1", "machine": machine.describe(), "version": machine.isotope(args.isotope), "curves": curves,
            "first": in_turns(first, OFTEN * args.times)}


def exponent(line, key):
    """The slope over two logarithmic axes of what is spent beyond the first point, where that is most of it; the points it rests on."""
    floor = line[0][key]
    above = [(math.log(p["x"]), math.log(p[key] - floor)) for p in line[1:] if p[key] > 2 * floor]
    if len(above) < 2:
        return None, len(above)
    mx, my = statistics.fmean(x for x, _ in above), statistics.fmean(y for _, y in above)
    return sum((x - mx) * (y - my) for x, y in above) / sum((x - mx) ** 2 for x, _ in above), len(above)


def fitted(line, key):
    value, _ = exponent(line, key)
    return "flat" if value is None else f"{value:.2f}"


def page(result):
    """Texts and drawings for page.py."""
    import page as pages

    lines, files = [], {}
    names = {"atomics": "lane-atomics", "groups": "groups of 32", "buffer": "bytes of the buffer"}
    for curve, what in names.items():
        own = [c for c in result["curves"] if c["curve"] == curve]
        if not own:
            continue
        series = [(f"{c['target']} {c['engine']}", pages.SHORT[c["target"]], c["engine"] == "interp", c["points"]) for c in own]
        files[f"growth-{curve}-time.svg"] = svg.curves("Processor time, from process start to end", what, "s", [(*how, [(p["x"], max(p["cpu"], 1e-4)) for p in ps]) for *how, ps in series])
        files[f"growth-{curve}-memory.svg"] = svg.curves("Largest size of the process", what, "bytes", [(*how, [(p["x"], p["bytes"]) for p in ps]) for *how, ps in series])
        for c in own:
            last = c["points"][-1]
            lines.append([what, c["target"], c["engine"], f"{c['points'][0]['x']:,} to {last['x']:,}", f"{last['cpu']:.3g}", fitted(c["points"], "cpu"),
                          f"{last['bytes'] / 2**20:,.0f}", fitted(c["points"], "bytes")])
    growth = pages.table(["", "target", "engine", "from, to", "s at the end", "exponent of time", "MiB at the end", "exponent of memory"], lines)
    threads = []
    for c in result["curves"]:
        if c["curve"].startswith("threads"):
            base = c["points"][0]
            threads.append([c["curve"][9:], c["target"], c["engine"], *(f"{p['wall']:.3g} ({base['wall'] / p['wall']:.2f}×)" for p in c["points"])])
    counts = next(([p["x"] for p in c["points"]] for c in result["curves"] if c["curve"].startswith("threads")), [])
    first = [[f["target"] + (" " + f["engine"] if f["engine"] else ""), f"{f['wall'] * 1e3:.1f}", f"{f['cpu'] * 1e3:.1f}", f"{f['bytes'] / 2**20:.1f}"] for f in result["first"]]
    texts = {"growth": growth, "first result": pages.table(["", "ms", "processor ms", "MiB"], first),
             "growth machine": f"{result['machine']['cpu']}, {result['machine']['cores']} cores; Isotope {result['version']}; {result['machine']['date']}, load at the end "
                               f"{result['machine']['load']}."}
    if threads:
        texts["threads"] = pages.table(["", "target", "engine"] + [f"-j {j}, s" for j in counts], threads)
    return texts, files


def main():
    parser = machine.arguments(__doc__)
    parser.add_argument("--times", type=int, default=3, help=f"runs of a point that takes less than {SLOW} seconds")
    parser.add_argument("--atomics", type=int, default=ATOMICS[-1], help="the most lane-atomics (the interpreter stops at 10^8)")
    parser.add_argument("--groups", type=int, default=GROUPS[-1])
    parser.add_argument("--buffer", type=int, default=BUFFERS[-1], help="bytes; what is touched of it takes half of the memory that is free at most")
    parser.add_argument("--threads", type=int, default=2**30, help="lane-atomics of the curves over threads, and half the work-items times rounds of arithmetic; an eighth of that in the interpreter; 0 leaves them out")
    args = parser.parse_args()
    machine.prepare(args)
    import page as pages

    pages.publish(args.write, "growth", measure(args), lambda result: page(result)[0], "curve", "target")


if __name__ == "__main__":
    main()
