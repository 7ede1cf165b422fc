#!/usr/bin/env python3
"""Every benchmark of the repository, as an earlier commit has it and as this one: in turns, on one processor.

    since.py --before DIR --since DIR --write docs

Each DIR is a cargo target folder in which `cargo bench --no-run` of one of the commits built. A row is the fastest of all samples.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import machine

BENCHES = {"engine": "isotope-targets", "explore": "isotope-explore", "process": "isotope-cli"}
UNITS = {"ns": 1e-9, "µs": 1e-6, "ms": 1e-3, "s": 1.0}
# What was called otherwise before.
RENAMED = {"asm_lines": "asm_lines_sm_50", "dis_lines": "dis_lines_sm_50"}


def newest(folder, bench):
    """The executable of a benchmark."""
    found = [path for path in Path(folder).glob(f"release/deps/{bench}-*") if not path.suffix and os.access(path, os.X_OK)]
    if not found:
        sys.exit(f"no benchmark `{bench}` in `{folder}`: CARGO_TARGET_DIR={folder} cargo bench --workspace --no-run")
    return max(found, key=lambda path: path.stat().st_mtime)


def rows(text):
    """Rows of a table that divan prints, by their path: seconds of the fastest sample."""
    found, path = {}, []
    for line in text.splitlines():
        match = re.match(r"^((?:│  |   )*)[├╰]─ (\S+)(?:\s+([\d.]+) (ns|µs|ms|s)\b)?", line)
        if match:
            indent, name, value, unit = match.groups()
            path = path[: len(indent) // 3] + [name]
            if value:
                found[", ".join([RENAMED.get(path[0], path[0]), *path[1:]])] = float(value) * UNITS[unit]
    return found


def run(program, package, samples):
    # Data is found from the folder of the package, as `cargo bench` has it.
    command = [program, "--bench", "--sample-count", str(samples)]
    done = subprocess.run(command, cwd=Path("crates") / package, text=True, capture_output=True)
    if done.returncode:
        sys.exit(f"{program} ended with {done.returncode}: {done.stderr[-400:]}")
    return rows(done.stdout)


def measure(args):
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    found = {}
    for number in range(args.rounds):
        print(f"round {number + 1} of {args.rounds}", flush=True)
        for bench, package in BENCHES.items():
            sides = ["before", "since"]
            # Neither goes first always.
            for side in sides if number % 2 else sides[::-1]:
                for name, seconds in run(newest(getattr(args, side), bench), package, args.samples).items():
                    found.setdefault((bench, name), {"before": [], "since": []})[side].append(seconds)
    both = [{"bench": bench, "row": name, **times} for (bench, name), times in found.items() if all(times.values())]
    return {"schema": "isotope-since/1", "machine": machine.describe(), "before": args.before_commit, "since": machine.commit(), "rounds": args.rounds,
            "samples": args.samples, "rows": sorted(both, key=lambda row: (row["bench"], row["row"]))}


def shown(seconds):
    name, unit = next((name, unit) for name, unit in UNITS.items() if seconds < 1000 * unit or name == "s")
    return f"{seconds / unit:.3g} {name}"


def page(result):
    """Texts for page.py."""
    import page as pages

    lines = []
    for row in result["rows"]:
        before, since = min(row["before"]), min(row["since"])
        name = row["row"].replace("_", " ").replace("sm 50", "sm_50")
        lines.append([name + (", process" if row["bench"] == "process" else ""), shown(before), shown(since), f"{before / since:.2f}"])
    about = result["machine"]
    told = (f"{about['cpu']}; before is {result['before']}, since {result['since']}; {about['date']}, {result['rounds']} rounds of {result['samples']} samples, "
            f"load at the end {about['load']}.")
    return {"since": pages.table(["row", "before", "since", "times as fast"], lines), "since machine": told}


def main():
    parser = machine.arguments(__doc__, isotope=False)
    parser.add_argument("--before", required=True, metavar="DIR", help="target folder of the earlier commit")
    parser.add_argument("--before-commit", default="b0c09f8b", help="its name")
    parser.add_argument("--since", required=True, metavar="DIR", help="target folder of this commit")
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--samples", type=int, default=12)
    args = parser.parse_args()
    args.before, args.since = (str(Path(folder).resolve()) for folder in (args.before, args.since))
    args.write = args.write and args.write.resolve()
    machine.to_repository()
    import page as pages

    pages.publish(args.write, "since", measure(args), page, "bench")


if __name__ == "__main__":
    main()
