#!/usr/bin/env python3
"""Runs the kernels of atoms.cu on Isotope's own machine instead of a GPU and compares with the vectors.

    nvcc -std=c++17 -arch=sm_60 -cubin -o atoms.cubin atoms.cu      # nvcc 12; 13 has no sm_60
    simulate.py atoms.cubin

This tests addresses, order of operands and the way through shared memory; of silicon it says nothing. Exit status: 0 all
equal, 1 differences, 2 bad usage.
"""

import argparse
import pathlib
import struct
import subprocess
import sys
import tempfile

from run import Failure, find_isotope, rows

BLOCK = 256
MOST = 1500


def simulate(isotope, cubin, row, folder):
    """How many vectors differ, or why that is not known."""
    make = [isotope, "vectors", row["op"], "--random", "300", "--format", "raw-answers"]
    raw = subprocess.run(make, capture_output=True, check=True).stdout
    word, length = struct.unpack("<II", raw[8:16])
    letter = {4: "I", 8: "Q"}[word]
    words = struct.unpack(f"<{(len(raw) - 24 - length) // word}{letter}", raw[24 + length :])
    records = [words[i : i + 6] for i in range(0, len(words), 6)]
    records = records[:: len(records) // MOST + 1]
    n = len(records)
    command = [isotope, "run", cubin, "--kernel", row["kernel"], "--grid", str(-(-n // BLOCK)), "--block", str(BLOCK)]
    for i, name in enumerate(["mem", "src0", "src1", "returned"]):
        column = [0 if name == "returned" else r[i] for r in records]
        (folder / name).write_bytes(struct.pack(f"<{n}{letter}", *column))
        command += ["--arg", f"{name}=u{word * 8}@{folder / name}"]
    command += ["--arg", str(n)]
    for name in ["mem", "returned"]:
        command += ["--dump", f"{name}:{folder / name}"]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    if ran.returncode != 0:
        return ran.stderr.strip().splitlines()[-1] if ran.stderr.strip() else f"ended with {ran.returncode}"
    new, returned = (struct.unpack(f"<{n}{letter}", (folder / name).read_bytes()) for name in ["mem", "returned"])
    wrong = [(r[5] & 1 and r[3] != new[i]) or (r[5] & 2 and r[4] != returned[i]) for i, r in enumerate(records)]
    return sum(map(bool, wrong))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cubin")
    parser.add_argument("--sm", type=int, default=60, help="the sm that the cubin is for")
    parser.add_argument("--isotope", metavar="PATH")
    args = parser.parse_args()
    isotope = find_isotope(args.isotope)
    counts = {"equal": 0, "different": 0, "not run": 0}
    for row in rows():
        if row["least"] > args.sm:
            continue
        with tempfile.TemporaryDirectory() as folder:
            found = simulate(isotope, args.cubin, row, pathlib.Path(folder))
        kind = "equal" if found == 0 else "not run" if isinstance(found, str) else "different"
        counts[kind] += 1
        if found != 0:
            print(f"{row['kernel']}: {found}")
    print(", ".join(f"{n} kernels {kind}" for kind, n in counts.items()))
    return int(counts["different"] != 0 or counts["equal"] == 0)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (Failure, OSError, subprocess.CalledProcessError) as e:
        print(f"error: {e}", file=sys.stderr)
        sys.exit(2)
