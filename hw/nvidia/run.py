#!/usr/bin/env python3
"""Holds a GPU against Isotope: vectors of every atomic of atoms.def go through atoms.cu, and `isotope vectors --check`
judges the answers under every reading of the assumptions concerned.

Exit status: 0 all agree, 1 differences, 2 no GPU, no nvcc or bad usage.
"""

import argparse
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
COLUMNS = ("kernel", "op", "space", "ptx", "bits", "form", "least", "settles")


class Failure(Exception):
    """Ends the program with status 2."""


def rows():
    """The lines of atoms.def."""
    found = []
    for line in (HERE / "atoms.def").read_text().splitlines():
        if line.startswith("ATOM("):
            fields = [f.strip().strip('"') for f in line[len("ATOM(") : line.rindex(")")].split(", ")]
            if len(fields) != len(COLUMNS):
                raise Failure(f"atoms.def: expected {len(COLUMNS)} columns in `{line}`")
            row = dict(zip(COLUMNS, fields))
            row["least"] = int(row["least"])
            found.append(row)
    return found


def output(command, what):
    """What a command prints; a failure says why."""
    try:
        ran = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError as e:
        raise Failure(f"{what}: cannot start {command[0]}: {e.strerror}") from e
    if ran.returncode != 0:
        raise Failure(f"{what}: {(ran.stderr or ran.stdout).strip()}")
    return ran.stdout


def find_isotope(given):
    for place in [given] if given else [ROOT / "target/release/isotope", shutil.which("isotope")]:
        if place and pathlib.Path(place).is_file():
            return str(place)
    raise Failure("no isotope: run `cargo build --release`, or give --isotope PATH")


def find_nvcc(given):
    place = shutil.which(given or "nvcc")
    if not place:
        raise Failure("no nvcc: install the CUDA toolkit, or give --nvcc PATH")
    return place


def revision():
    git = ["git", "-C", str(ROOT), "describe", "--always", "--dirty"]
    try:
        ran = subprocess.run(git, capture_output=True, text=True, check=False)
    except OSError:
        return "unknown"
    return ran.stdout.strip() or "unknown"


def driver():
    """The driver's own version, where nvidia-smi tells it."""
    smi = shutil.which("nvidia-smi")
    if not smi:
        return "unknown"
    query = [smi, "--query-gpu=driver_version", "--format=csv,noheader", "-i", "0"]
    ran = subprocess.run(query, capture_output=True, text=True, check=False)
    return ran.stdout.strip() if ran.returncode == 0 and ran.stdout.strip() else "unknown"


def judge(isotope, row, random, seed, device, keep=None, vectors_of=None):
    """Vectors through a device and into the check; what the check says. `vectors_of` replaces the operation whose
    vectors are made, `device` None hands over Isotope's own results, which a stand-in gets too."""
    answered = device is None or "--stand-in" in device
    make = [isotope, "vectors", vectors_of or row["op"], "--random", str(random), "--seed", str(seed)]
    make += ["--format", "raw-answers" if answered else "raw"]
    processes = []

    def start(command, source, to=subprocess.PIPE):
        try:
            process = subprocess.Popen(command, stdin=source, stdout=to)
        except OSError as e:
            raise Failure(f"cannot start {command[0]}: {e.strerror}") from e
        processes.append((command, process))
        if source not in (None, subprocess.DEVNULL):
            source.close()
        return process.stdout

    stream = start(make, subprocess.DEVNULL)
    file = "-"
    if device:
        kept = None
        if keep:
            file = keep / f"{row['kernel']}.raw"
            kept = open(file, "wb")
        stream = start(device, stream, kept or subprocess.PIPE)
        if kept:
            kept.close()
            wait(processes)
            processes = []
    text = start([isotope, "vectors", row["op"], "--check", str(file), "--json"], stream or subprocess.DEVNULL).read()
    wait(processes)
    return json.loads(text)


def wait(processes):
    """Every process must end well; that the check finds differences is an answer, too."""
    wrong = []
    for command, process in processes:
        code = process.wait()
        if code != 0 and not ("--check" in command and code in (1, 3)):
            wrong.append(f"`{' '.join(map(str, command))}` ended with {code}")
    if wrong:
        raise Failure("; ".join(wrong))


def conclusion(report):
    """What the answers say about the assumption that a row can settle. A reading that leaves values open cannot be wrong
    there, so it counts for nothing beside one that does not."""
    default = report["readings"][0]
    definite = [r["op"] for r in report["readings"] if r["different"] == 0 and r["open"] == 0]
    if not report["agreeing"]:
        return "no reading agrees"
    if not definite:
        wrong = "the default is wrong here, and " if default["different"] else ""
        return f"{wrong}only readings that leave values open agree: " + "; ".join(report["agreeing"])
    if default["op"] not in definite:
        return "the default is wrong here; agrees: " + "; ".join(definite)
    if len(definite) == 1:
        return "the default agrees, and no other reading that says as much"
    return "the vectors do not tell apart: " + "; ".join(definite)


def summary(results):
    """The page for people."""
    about = results["device"]
    lines = ["# Isotope and a GPU", ""]
    lines += [f"* {key.replace('_', ' ')}: {value}" for key, value in about.items()]
    lines += ["", "Evidence of the chip named above; for SPA 5.0 another chip proves nothing.", ""]
    lines += ["| PTX | Isotope | vectors | equal | different | open | agrees |", "| --- | --- | --- | --- | --- | --- | --- |"]
    for r in results["rows"]:
        report = r["report"]
        d = report["readings"][0]
        agrees = "; ".join(report["agreeing"]) or "no reading"
        lines.append(
            f"| `{r['ptx']}` | `{r['op']}` | {report['answered']} | {d['equal']} | {d['different']} | {d['open']} | {agrees} |"
        )
    for r in results["left_out"]:
        lines.append(f"| `{r['ptx']}` | `{r['op']}` | not run: needs sm_{r['least']} | | | | |")
    lines += ["", "## What can be settled", ""]
    for r in results["rows"]:
        if r["settles"] != "-":
            lines.append(f"* `{r['settles']}`, by `{r['ptx']}`: {conclusion(r['report'])}")
    for r in results["rows"]:
        report = r["report"]
        if report["readings"][0]["different"] == 0 and not report["stored_where_open_or_different"]:
            continue
        lines += ["", f"## {r['ptx']} and {r['op']}", ""]
        for v in report["readings"][0]["first_different"]:
            lines.append("* " + " ".join(f"{k}={x}" for k, x in v.items()))
        if report["stored_where_open_or_different"]:
            stored = ", ".join(f"{s['stored']} ({s['times']})" for s in report["stored_where_open_or_different"])
            lines.append(f"* stored where the default is open or different: {stored}; other values {report['other_values']}")
        for x in report["readings"]:
            lines.append(f"* `{x['op']}`: {x['equal']} equal, {x['different']} different, {x['open']} open")
    return "\n".join(lines) + "\n"


def write(out, results):
    out.mkdir(parents=True, exist_ok=True)
    (out / "results.json").write_text(json.dumps(results, indent=1) + "\n")
    (out / "results.md").write_text(summary(results))


def status(results):
    reports = [row["report"] for row in results["rows"]]
    return int(any(r["readings"][0]["different"] or r["unanswered"] for r in reports))


def check_ptx(nvcc, arch, table, extra):
    """Whether the PTX of every kernel has the instruction of its row, once, and no other atomic."""
    number = int(arch.rsplit("_", 1)[-1].rstrip("af"))
    command = [nvcc, "-std=c++17", "-ptx", f"-arch=compute_{number}", *extra, "-o", "-", str(HERE / "atoms.cu")]
    text = output(command, "nvcc")
    wrong = []
    for row in table:
        body = re.search(rf"\.entry {row['kernel']}\((.*?)\n}}", text, re.S)
        if not body:
            wrong.append(f"{row['kernel']}: no such kernel")
            continue
        found = re.findall(r"\b(?:atom|red)\.[a-z0-9.]+", body.group(1))
        want = [row["ptx"]] if number >= row["least"] else []
        if found != want:
            wrong.append(f"{row['kernel']}: expected {want}, found {found}")
    for line in wrong:
        print(line)
    print(f"compute_{number}: {len(table) - len(wrong)} of {len(table)} kernels have the instruction of their row")
    return int(bool(wrong))


def stand_in(mode):
    """Answers in the place of a GPU: what Isotope expects, with open values filled in; `broken` turns one bit."""
    source, to = sys.stdin.buffer, sys.stdout.buffer
    fixed = source.read(24)
    word, length = int.from_bytes(fixed[8:12], "little"), int.from_bytes(fixed[12:16], "little")
    text = source.read(length) + b"device=a stand-in\n"
    to.write(fixed[:12] + len(text).to_bytes(4, "little") + fixed[16:] + text)
    count = int.from_bytes(fixed[16:24], "little")
    for i in range(count):
        record = bytearray(source.read(6 * word))
        flags = record[5 * word]
        if not flags & 1:
            record[3 * word : 4 * word] = b"\x12" * word
        if mode == "broken" and i == count // 2:
            record[3 * word] ^= 1
        record[5 * word] = 3
        to.write(record)
    to.flush()
    return 0


def self_test(isotope, table):
    """The whole way but the GPU: honest answers, a turned bit, and a device of another reading."""
    named = {row["kernel"]: row for row in table}
    me = [sys.executable, str(HERE / "run.py")]

    def expect(what, found, wanted):
        if found != wanted:
            raise AssertionError(f"{what}: expected {wanted}, found {found}")

    for kernel in ["global_inc_u32", "global_cas_b64", "global_add_f32", "shared_add_f32", "global_max_f16x2"]:
        row = named[kernel]
        honest = judge(isotope, row, 500, 3, [*me, "--stand-in", "honest"])
        expect(kernel, [r["different"] for r in honest["readings"][:1]], [0])
        expect(kernel, honest["file"]["device"], "a stand-in")
        expect(kernel, honest["answered"], honest["vectors"])
        broken = judge(isotope, row, 500, 3, [*me, "--stand-in", "broken"])
        expect(f"{kernel}, broken", broken["readings"][0]["different"], 1)
        expect(f"{kernel}, broken", len(broken["readings"][0]["first_different"]), 1)
        expect(f"{kernel}, broken", broken["agreeing"], [])
        page = summary({"device": honest["file"], "rows": [{**row, "report": broken}], "left_out": []})
        expect(f"{kernel}, page", "| no reading |" in page and "expected_new=" in page, True)
        expect(f"{kernel}, status", status({"rows": [{**row, "report": broken}]}), 1)
        expect(f"{kernel}, status", status({"rows": [{**row, "report": honest}]}), 0)
    # Where the default is open, what was stored is listed.
    report = judge(isotope, named["shared_add_f32"], 0, 1, [*me, "--stand-in", "honest"])
    expect("open values", [s["stored"] for s in report["stored_where_open_or_different"]], ["0x12121212"])
    # Honest answers settle the reading that made them.
    report = judge(isotope, named["global_add_f32"], 500, 3, [*me, "--stand-in", "honest"])
    expect("the default", conclusion(report), "the default agrees, and no other reading that says as much")
    # A device that quiets the first NaN is recognised by that.
    row = named["global_add_f32"]
    other = f"{row['op']},nv.l2_nan=first-quieted"
    report = judge(isotope, row, 500, 3, None, vectors_of=other)
    expect("another reading", report["agreeing"][0], other)
    expect("another reading", report["readings"][0]["different"] > 100, True)
    expect("another reading", conclusion(report).startswith("the default is wrong here; agrees: "), True)
    with tempfile.TemporaryDirectory() as folder:
        results = {"device": {}, "rows": [{**row, "report": report}], "left_out": [named["global_min_f16x2"]]}
        write(pathlib.Path(folder), results)
        expect("results.json", json.loads((pathlib.Path(folder) / "results.json").read_text()), results)
        expect("results.md", "not run: needs sm_90" in (pathlib.Path(folder) / "results.md").read_text(), True)
    print("self-test: ok")
    return 0


def on_gpu(args, table, isotope):
    """Build, run every row that the GPU has, write the results."""
    nvcc = find_nvcc(args.nvcc)
    args.out.mkdir(parents=True, exist_ok=True)
    atoms = args.out / "atoms"
    output(
        [nvcc, "-std=c++17", "-O2", f"-arch={args.arch}", *args.nvcc_arg, "-o", str(atoms), str(HERE / "atoms.cu")], "nvcc"
    )
    about = dict(line.split("=", 1) for line in output([str(atoms), "--device"], "atoms").splitlines())
    version = output([nvcc, "--version"], "nvcc").split("release ")[-1].splitlines()[0]
    own = {"driver": driver(), "revision": revision(), "nvcc": version}
    about.update(own)
    lines = [part for key, value in own.items() for part in ("--line", f"{key}={value}")]
    sm = int(about["compiled_for"].removeprefix("sm_"))
    results = {"device": about, "random": args.random, "seed": args.seed, "rows": [], "left_out": []}
    if args.keep:
        args.keep.mkdir(parents=True, exist_ok=True)
    for row in table:
        if row["least"] > sm:
            results["left_out"].append(row)
            continue
        report = judge(isotope, row, args.random, args.seed, [str(atoms), row["kernel"], *lines], args.keep)
        if report["file"].get("kernel") != row["kernel"]:
            raise Failure(f"{row['kernel']}: the answers are not those of this kernel")
        results["rows"].append({**row, "report": report})
        d = report["readings"][0]
        print(f"{row['kernel']}: {d['equal']} equal, {d['different']} different, {d['open']} open", flush=True)
        write(args.out, results)
    print(f"see {args.out / 'results.md'}")
    return status(results)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--random", type=int, default=10_000_000, help="vectors drawn for each row, beside corner values")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", metavar="REGEX", help="rows whose kernel this matches")
    parser.add_argument("--out", type=pathlib.Path, default=HERE / "build", help="folder for the program and the results")
    parser.add_argument("--keep", type=pathlib.Path, metavar="DIR", help="keep the records with the answers")
    parser.add_argument("--isotope", metavar="PATH")
    parser.add_argument("--nvcc", metavar="PATH")
    parser.add_argument("--arch", default="native", help="sm_90, say; without it what the GPU is")
    parser.add_argument("--nvcc-arg", action="append", default=[], metavar="ARG", help="hand this to nvcc, such as -LDIR")
    parser.add_argument("--check-ptx", action="append", metavar="ARCH", help="only hold the PTX for this sm against atoms.def")
    parser.add_argument("--self-test", action="store_true", help="test this program without a GPU and without nvcc")
    parser.add_argument("--list", action="store_true", help="print the rows")
    parser.add_argument("--stand-in", choices=["honest", "broken"], help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.stand_in:
        return stand_in(args.stand_in)
    table = [row for row in rows() if re.search(args.only, row["kernel"])]
    if not table:
        raise Failure(f"--only {args.only}: no row of atoms.def")
    if args.list:
        for row in table:
            print("\t".join(str(row[c]) for c in COLUMNS))
        return 0
    if args.check_ptx:
        nvcc = find_nvcc(args.nvcc)
        return max(check_ptx(nvcc, arch, table, args.nvcc_arg) for arch in args.check_ptx)
    isotope = find_isotope(args.isotope)
    if args.self_test:
        return self_test(isotope, rows())
    return on_gpu(args, table, isotope)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (Failure, OSError) as e:
        print(f"error: {e}", file=sys.stderr)
        sys.exit(2)
    except AssertionError as e:
        print(f"self-test: {e}", file=sys.stderr)
        sys.exit(1)
