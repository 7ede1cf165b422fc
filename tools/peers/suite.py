#!/usr/bin/env python3
"""Every kernel of the suite, enlarged, on one host thread and on two, and twice at once on one: launches, each in a process of its own, in turns.

    suite.py --isotope target/release/isotope --write docs

A case `base` is enlarged by more data and more groups; what it checks belongs to its own size, and is left to `isotope run kernels`.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import machine
from workers import HERE

GROUPS = 4096
WORDS = 1 << 24
# Groups that wait for each other go round together.
LOCKS = 256


def enlarged(case):
    """The same kernel on more data; how many work-items or words it is."""
    launch = case["launches"][0]
    waits = case["kernel"] == "ticket_lock"
    groups = LOCKS if waits else GROUPS
    counts = [arg["u32"] for arg in launch["args"] if "u32" in arg]
    data = next((buffer for buffer in case["buffers"] if buffer["count"] in counts and buffer["init"]["gen"] != "list"), None)
    items = WORDS if data else groups * launch["group_size"]
    for buffer in case["buffers"]:
        buffer.pop("crc32", None)
        # One word for each work-item.
        if waits and buffer["name"] == "order":
            buffer["count"] = items
    if data:
        for arg in launch["args"]:
            if arg.get("u32") == data["count"]:
                arg["u32"] = WORDS
        data["count"] = WORDS
    launch["groups"] = groups
    return {**case, "case": "large", "checks": []}, items


def launch(command):
    """Seconds of the clock that launches take, with making code, as `isotope run` says."""
    done = subprocess.run(command, text=True, capture_output=True, stdin=subprocess.DEVNULL)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}\nended with {done.returncode}: {done.stderr}")
    return round(sum(json.loads(line)["seconds"] for line in done.stdout.splitlines()), 6)


def measure(args):
    spec = json.loads((HERE / "kernels.json").read_text())
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        commands = []
        for path in sorted(Path("kernels/cases").glob("*.base.json")):
            case, items = enlarged(json.loads(path.read_text()))
            place = Path(folder) / path.name
            place.write_text(json.dumps(case))
            for target, files in spec["targets"].items():
                file = files["suite"].format(case["kernel"])
                row = {"kernel": case["kernel"], "items": items, "target": target, "one": [], "two": [], "both": []}
                rows.append(row)
                commands.append((row, [args.isotope, "run", file, "--case", str(place), "--json", "-j"]))
        for number in range(args.rounds):
            print(f"round {number + 1} of {args.rounds}", flush=True)
            for row, command in commands:
                for key, threads in (("one", "1"), ("two", "2")):
                    row[key].append(launch([*command, threads]))
                # What the machine gives to two processes that share nothing.
                with ThreadPoolExecutor(2) as pool:
                    row["both"].append(max(pool.map(launch, [[*command, "1"]] * 2)))
    return {"schema": "isotope-suite/1", "machine": machine.describe(), "version": machine.isotope(args.isotope), "rounds": args.rounds, "rows": rows}


def page(result):
    """Texts for page.py."""
    import page as pages

    targets = list(dict.fromkeys(row["target"] for row in result["rows"]))
    lines = []
    for kernel in dict.fromkeys(row["kernel"] for row in result["rows"]):
        own = {row["target"]: row for row in result["rows"] if row["kernel"] == kernel}
        cells = []
        for target in targets:
            one, two, both = (own[target][key] for key in ("one", "two", "both"))
            threads, at_once = (statistics.median(times * a / b for a, b in zip(one, others)) for times, others in ((1, two), (2, both)))
            cells.append(f"{statistics.median(one) * 1e3:.0f}, {statistics.median(two) * 1e3:.0f} ({threads:.2f} of {at_once:.2f})")
        lines.append([kernel, f"{own[targets[0]]['items']:,}", *cells])
    about = result["machine"]
    return {"suite": pages.table(["ms with -j 1, with -j 2", "words or items", *targets], lines),
            "suite machine": f"{about['cpu']}, {about['cores']} cores; Isotope {result['version']}; {about['date']}, {result['rounds']} rounds, load at the end {about['load']}."}


def main():
    parser = machine.arguments(__doc__)
    parser.add_argument("--rounds", type=int, default=9)
    args = parser.parse_args()
    machine.prepare(args)
    import page as pages

    pages.publish(args.write, "suite", measure(args), page, "kernel")


if __name__ == "__main__":
    main()
