"""Twenty ordinary kernels, as three vendors' compilers left them, beside PoCL: in each round PoCL launches a kernel, then Isotope does on each target.

By processor time of the launch. PoCL's compiling is not in it; Isotope's is, because a user's first launch has it. Outputs must agree with PoCL's."""

from __future__ import annotations

import json
import math
import os
import re
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

from kernels import Local, kernels

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "peers"))
import machine  # noqa: E402

TARGETS = {"sm_50": "cubin", "gfx1100": "co", "tgllp": "zebin"}
TYPES = {"f2": "f16", "f4": "f32", "f8": "f64", "u1": "u8", "u4": "u32", "i4": "i32"}
PAGE = "performance.md"


def command(args, kernel, target, folder, engine):
    """The command line of a launch, whose outputs go to the folder."""
    file = HERE / "bin" / target / f"{kernel.name}.{TARGETS[target]}"
    words = [args.isotope, "run", str(file), "--kernel", kernel.name, "--engine", engine, "--stats", "--max-steps", "1000000000000"]
    words += ["--global", ",".join(map(str, kernel.items)), "--block", ",".join(map(str, kernel.group))]
    for index, argument in enumerate(kernel.arguments):
        if isinstance(argument, Local):
            words += ["--arg", f"local:{argument.bytes}"]
            continue
        kind = TYPES[argument.dtype.str[1:]]
        if isinstance(argument, np.ndarray):
            input_file = folder / f"{kernel.name}.{index}.in"
            if not input_file.exists():
                argument.tofile(input_file)
            words += ["--arg", f"a{index}={kind}[{argument.size}]@{input_file}"]
            if index in kernel.outputs:
                words += ["--dump", f"a{index}:{folder / f'{target}.{index}.out'}"]
        else:
            words += ["--arg", f"{kind}:0x{int.from_bytes(argument.tobytes(), 'little'):x}"]
    return words


def launched(args, kernel, target, folder, engine):
    """Seconds of a launch, after its outputs were compared."""
    ran = subprocess.run(command(args, kernel, target, folder, engine), capture_output=True, text=True)
    found = re.search(r"^cpu_seconds: (.*)$", ran.stdout + ran.stderr, re.M)
    if ran.returncode or not found:
        sys.exit(f"{kernel.name} on {target}: status {ran.returncode}\n{ran.stderr}")
    for index in kernel.outputs:
        got = np.fromfile(folder / f"{target}.{index}.out", kernel.arguments[index].dtype)
        if not kernel.agrees(got, np.load(folder / f"{kernel.name}.{index}.npy")):
            sys.exit(f"{kernel.name} on {target}: argument {index} is not what PoCL left")
    return float(found[1])


def has(kernel, target):
    return (HERE / "bin" / target / f"{kernel.name}.{TARGETS[target]}").exists()


def measure(args, chosen, folder):
    """For each kernel, the medians of PoCL's and of each target's seconds."""
    worker = subprocess.Popen([sys.executable, str(HERE / "opencl.py"), "Portable", str(folder)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                              env=dict(os.environ, POCL_MAX_PTHREAD_COUNT="1"))

    def answer():
        line = worker.stdout.readline()
        return json.loads(line) if line else sys.exit("PoCL's worker has ended")

    version = answer()["version"]
    seconds = {kernel.name: {} for kernel in chosen}
    for _ in range(args.rounds):
        for kernel in chosen:
            worker.stdin.write(kernel.name + "\n")
            worker.stdin.flush()
            of = seconds[kernel.name]
            of.setdefault("PoCL", []).append(statistics.median(answer()["seconds"]))
            for target in TARGETS:
                if has(kernel, target):
                    of.setdefault(target, []).append(launched(args, kernel, target, folder, args.engine))
    worker.stdin.close()
    return version, {name: {who: statistics.median(all) for who, all in of.items()} for name, of in seconds.items()}


def table(seconds):
    """Rows of a table, and the geometric mean of all kernels."""
    lines = ["| kernel | PoCL, ms | " + " | ".join(TARGETS) + " |", "| --- | ---: |" + " ---: |" * len(TARGETS)]
    ratios = {target: [] for target in TARGETS}
    for name, of in seconds.items():
        row = [name, f"{1e3 * of['PoCL']:.1f}"]
        for target in TARGETS:
            if target in of:
                ratios[target].append(of[target] / of["PoCL"])
            row.append(f"{of[target] / of['PoCL']:.1f}" if target in of else "")
        lines.append("| " + " | ".join(row) + " |")
    means = [math.exp(statistics.fmean(map(math.log, ratios[target]))) for target in TARGETS]
    lines.append("| geometric mean | | " + " | ".join(f"**{mean:.1f}**" for mean in means) + " |")
    return lines


def main():
    parser = machine.arguments(__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--engine", default="auto")
    parser.add_argument("--kernel", action="append", help="only these")
    args = parser.parse_args()
    machine.prepare(args)
    chosen = [kernel for kernel in kernels() if not args.kernel or kernel.name in args.kernel]
    with tempfile.TemporaryDirectory() as folder:
        version, seconds = measure(args, chosen, Path(folder))
    of = machine.describe()
    where = (f"{of['cpu']}, {of['cores']} cores, {of['os']}; {of['rustc']}; {of['date']}, {args.rounds} rounds, load at the end {of['load']}. "
             f"Isotope {machine.isotope(args.isotope)}; {version.strip()}.")
    text = "\n".join([where, "", *table(seconds)])
    if args.write:
        page = args.write / PAGE
        begin, end = "<!-- whole -->\n", "<!-- end of whole -->"
        before, rest = page.read_text().split(begin)
        page.write_text(f"{before}{begin}\n{text}\n\n{end}{rest.split(end)[1]}")
    else:
        print(text)


if __name__ == "__main__":
    main()
