#!/usr/bin/env python3
"""Damages files of every kind that Isotope reads, gives them to every verb that reads them, and looks at how the command ends.

    python3 tools/damaged/damage.py --isotope target/release/isotope --count 50000

An input fails when the status is none of 0 to 4, when the command takes more than 10 seconds of processor time, or when it takes more than
--memory MiB. The seed, the number and the kind of an input say which it is: `--only KIND --first N --count 1` does one again.
"""

import argparse
import collections
import json
import os
import pathlib
import random
import resource
import shlex
import signal
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
SECONDS = 10
#: What numbers become.
EDGES = [0, 1, 2, 3, 0x7F, 0x80, 0xFF, 0x7FFF, 0x8000, 0xFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 0x100000000, (1 << 63) - 1, 1 << 63, (1 << 64) - 1]
#: Unexpected pieces of text.
WORDS = ["", " ", "\t", "\r", "\0", "-", "-1", "0x", "1e999", "nan", "\u202e", "\u1e9e", "\x1b[31m", "'", '"', "\\", "{", "}", "[", "]", "(", ")", ":", ";", ",",
         "=", "|", "%s", "../", "0" * 40, "9" * 25, "18446744073709551616", "4294967296", "((" * 200, "[[" * 3000, "null", "true", "[]", "{}", "\U0001f600"]  # fmt: skip


class Kind:
    """Files of a kind, and what reads them. In a command, FILE is the damaged one; other words are as they are typed."""

    def __init__(self, name, files, commands, text=False, beside=None, most=1 << 20):
        self.name, self.commands, self.text, self.beside = name, [shlex.split(line) for line in commands], text, beside
        paths = sorted(path for pattern in files for path in ROOT.glob(pattern))
        self.files = [path for path in paths if path.is_file() and 0 < path.stat().st_size <= most][:400]
        if not self.files:
            sys.exit(f"{name}: no file fits {files}")


LAUNCH = "--max-steps 20000 --grid 2 --block 32 --arg a=u32[64]:0 --arg b=u32[64]:0 --arg c=u32[64]:1"
CASE = "kernels/cases/histogram256.base.json"
BINARY = [
    "info FILE", "info --json FILE", "dis FILE", "lift FILE", "lint FILE", f"run FILE {LAUNCH} --check-rules", f"run FILE --case {CASE} --max-steps 20000",
    "run FILE --grid 1 --block 32 --max-steps 20000", f"run FILE {LAUNCH} --fidelity --json", "explore FILE --grid 2 --block 1 --budget 1 --max-memory 64",
    "explore FILE --grid 2 --block 1 --arg x=u32[4]:0 --arg y=u32[4]:0 --mode traces --races --budget 1 --max-memory 64",
    "debug FILE --grid 1 --block 32 --arg a=u32[64]:0 --ex 'break 8' --ex continue --ex 'step 20' --ex 'info registers' --ex bt --ex list",
]  # fmt: skip
KINDS = [
    Kind("cubin", ["kernels/**/*.cubin", "crates/isotope/samples/*.cubin"], [*BINARY, "dis --control FILE"], most=200_000),
    Kind("code object", ["kernels/**/*.co"], BINARY, most=200_000),
    Kind("zebin", ["kernels/**/*.zebin"], BINARY, most=400_000),
    Kind("fatbin", ["kernels/**/*.fatbin", "kernels/**/*.hipfb", "kernels/compilers/**/*.o", "kernels/**/*.cubin"], ["info FILE", "run FILE --grid 1 --block 1"], most=400_000),
    Kind("zeinfo", ["kernels/bin/**/*.zeinfo"], BINARY, text=True, beside=".visaasm"),
    Kind("visaasm", ["kernels/bin/**/*.visaasm"], [*BINARY, "asm -t visa FILE -o /dev/null"], text=True, beside=".zeinfo"),
    Kind("isa", ["kernels/bin/**/*.isa", "kernels/extra/visa/*.isa"], ["dis FILE", "info FILE", "lint FILE", "lift FILE", "run FILE --grid 1 --block 32"], beside=".zeinfo"),
    Kind("case", ["kernels/cases/*.json"], ["run kernels/bin/sm_50/histogram256.cubin --max-steps 20000 --case FILE", "run kernels/bin/gfx1100 --max-steps 20000 --case FILE",
         "explore kernels/bin/tgllp/histogram256.zeinfo --kernel histogram256 --budget 1 --max-memory 64 --case FILE"], text=True),
    Kind("scenario", ["kernels/launch/*.json"], ["run FILE --max-steps 20000"], text=True),
    Kind("litmus", ["kernels/explore/litmus/*.litmus", "crates/isotope-litmus/tests/data/shapes/*"], ["explore FILE --max-memory 64", "explore FILE --json --model ptx --max-memory 64"], text=True),
    Kind("llvm", ["crates/isotope-prove/tests/atomic_expand/*.ll"], ["equiv --lowering FILE --budget 1"], text=True),
    Kind("source sm_50", ["tests/data/nvidia/*.tsv"], ["asm -t sm_50 --lines FILE", "dis -t sm_50 --lines FILE", "asm -t sm_50 --compat FILE -o /dev/null"], text=True, most=100_000),
    Kind("source gfx1100", ["tests/data/amd/*.tsv", "tests/data/amd/*.txt"], ["asm -t gfx1100 --lines FILE", "dis -t gfx1100 --lines FILE", "lift -t gfx1100 FILE"], text=True, most=100_000),
    Kind("source visa", ["tests/data/intel/*.tsv", "tests/data/intel/*.txt"], ["asm -t visa --lines FILE", "dis -t visa --lines FILE", "asm -t visa --compat FILE -o /dev/null"], text=True, most=100_000),
    Kind("steps", ["tests/data/nvidia/steps.txt", "tests/data/amd/steps.txt", "tests/data/intel/steps.txt"], ["op -t sm_50 --explain --given FILE", "op --lines FILE", "debug kernels/bin/sm_50/histogram256.cubin --grid 1 --block 1 --arg a=u8[4]:0 --arg 4 --arg b=u32[256]:0 --script FILE"], text=True),
    Kind("trace", ["tests/data/traces/*.ndjson", "tests/data/traces/*.log"], ["trace diff FILE tests/data/traces/adds.ndjson", "trace diff tests/data/traces/adds.ndjson FILE --json", "trace import oclgrind FILE --buffers v,out -o /dev/null"], text=True),
    Kind("kit results", ["tests/data/kit/*.json"], ["kit explain FILE", "kit explain FILE --markdown", "kit explain FILE --json"], text=True, most=4 << 20),
    Kind("campaign", ["tests/data/damaged/*.toml"], ["campaign plan FILE --out OUT"], text=True),
    Kind("plan", ["tests/data/damaged/plan.json"], ["campaign status PLAN", "campaign merge PLAN --partial", "campaign report PLAN --partial -o /dev/null"], text=True),
    Kind("vectors", ["tests/data/damaged/*.raw"], ["vectors --check FILE", "vectors sm_50:ATOM.INC --check FILE --json"]),
    Kind("npy", ["tests/data/damaged/*.npy"], ["run kernels/bin/sm_50/histogram256.cubin --grid 1 --block 32 --arg d=@FILE --arg 4 --arg b=u32[256]:0", "run kernels/bin/sm_50/histogram256.cubin --grid 1 --block 32 --arg d=u32@FILE --arg 4 --arg b=u32[256]:0"]),
    Kind("words", ["tests/data/damaged/words.txt"], ["WORDS"], text=True),
]  # fmt: skip


def damaged(data, rng, text):
    """A copy with one to four things wrong with it."""
    data = bytearray(data)
    for _ in range(rng.choice([1, 1, 1, 2, 2, 4])):
        at = rng.randrange(len(data) + 1)
        length = min(rng.choice([1, 1, 2, 4, 8, 16, 64, 1024]), len(data) - at)
        what = rng.randrange(12 if text else 8)
        if what == 0:
            del data[at:]
        elif what == 1:
            del data[at : at + length]
        elif what == 2:
            data[at:at] = data[at : at + length] * rng.choice([1, 1, 2, 50])
        elif what == 3 and at < len(data):
            data[at] ^= 1 << rng.randrange(8)
        elif what == 4:
            data[at : at + length] = rng.randbytes(length)
        elif what == 5:
            size = rng.choice([1, 2, 4, 8])
            at &= -size
            data[at : at + size] = (rng.choice(EDGES) & ((1 << 8 * size) - 1)).to_bytes(size, "little")
        elif what == 6:
            size = rng.choice([2, 4, 8])
            at &= -size
            old = int.from_bytes(data[at : at + size], "little")
            data[at : at + size] = ((old + rng.choice([-1, 1, 8, -8, 0x1000, old])) & ((1 << 8 * size) - 1)).to_bytes(size, "little")
        elif what == 7:
            other = rng.randrange(len(data) + 1)
            data[at : at + length] = data[other : other + length]
        elif what < 10:
            data[at:at] = rng.choice(WORDS).encode()
        else:
            # A word or a number of the text becomes another.
            words = [(i, j) for i, j in spans(data)]
            if words:
                i, j = rng.choice(words)
                data[i:j] = rng.choice([rng.choice(WORDS), str(rng.choice(EDGES)), hex(rng.choice(EDGES)), bytes(data[slice(*rng.choice(words))]).decode("latin-1")]).encode()
    return bytes(data)


def spans(data):
    """Where words and numbers stand, of the first thousands."""
    start = None
    for i, byte in enumerate(data[:20_000]):
        inside = chr(byte).isalnum() or byte in b"_."
        if inside and start is None:
            start = i
        elif not inside and start is not None:
            yield start, i
            start = None


def limits(memory):
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 1))
    resource.setrlimit(resource.RLIMIT_AS, (memory << 21, memory << 21))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def ended(words, memory, at):
    """Status or signal, seconds of the processor, MiB, and the last lines of stderr."""
    with tempfile.TemporaryFile() as err:
        child = subprocess.Popen(words, cwd=at, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=err, preexec_fn=lambda: limits(memory),
                                 env={**os.environ, "RUST_BACKTRACE": "0"})  # fmt: skip
        alarm = time.monotonic() + 20 * SECONDS
        delay = 0.001
        while True:
            pid, status, usage = os.wait4(child.pid, os.WNOHANG)
            if pid:
                break
            if time.monotonic() > alarm:
                child.kill()
            time.sleep(delay)
            delay = min(delay * 1.5, 0.05)
        child.returncode = os.waitstatus_to_exitcode(status)
        err.seek(0, 2)
        err.seek(max(0, err.tell() - 600))
        return child.returncode, usage.ru_utime + usage.ru_stime, usage.ru_maxrss >> 10, err.read().decode("utf-8", "replace")


def command(kind, words, data, path, folder, rng):
    """The command line, with its damaged file in place."""
    if words == ["WORDS"]:
        # A line of the file is a command line.
        lines = [line for line in data.decode("utf-8", "replace").replace("\0", "").splitlines() if line.strip()]
        try:
            return shlex.split(rng.choice(lines)) if lines else ["--version"]
        except ValueError:
            return ["--version"]
    file = folder / path.name
    file.write_bytes(data)
    if kind.beside:
        other = path.with_suffix(kind.beside)
        if other.exists():
            (folder / other.name).write_bytes(other.read_bytes())
    plan = folder / "plan"
    if kind.name == "plan":
        (plan / "chunks").mkdir(parents=True, exist_ok=True)
        good = ROOT / "tests/data/damaged"
        chunk = rng.random() < 0.5
        (plan / "plan.json").write_bytes((good / "plan.json").read_bytes() if chunk else data)
        text = (good / "chunk.json").read_bytes()
        (plan / "chunks/chunk-0000000.json").write_bytes(damaged(text, rng, True) if chunk else text)
    places = {"FILE": str(file), "OUT": str(folder / "out"), "PLAN": str(plan)}
    return [places.get(word, word.replace("FILE", str(file))) for word in words]


#: Commands that answer a line for each line, and files whose lines they take: their first or second column.
LINES = [
    ("asm -t sm_50 --lines", "tests/data/nvidia/families_sm50.tsv", 1), ("dis -t sm_50 --lines", "tests/data/nvidia/families_sm50.tsv", 0),
    ("asm -t gfx1100 --lines", "tests/data/amd/alu.tsv", 1), ("dis -t gfx1100 --lines", "tests/data/amd/alu.tsv", 0),
    ("asm -t visa --lines", "tests/data/intel/accepted.tsv", 0), ("dis -t visa --lines", "tests/data/intel/accepted.tsv", 1), ("op --lines", "tests/data/damaged/op.tsv", None),
]  # fmt: skip


def lines(args):
    """Damages lines by the thousand: each has an answer of one line, whatever it is."""
    failures, total = 0, 0
    for at, (command, file, column) in enumerate(LINES):
        rng = random.Random(f"{args.seed} lines {at}")
        rows = [row for row in (ROOT / file).read_text().splitlines() if row and not row.startswith("#")]
        if column is not None:
            rows = [row.split("\t")[column] for row in rows if len(row.split("\t")) > column]
        text = [damaged(rng.choice(rows).encode(), rng, True).replace(b"\n", b" ") for _ in range(args.lines // len(LINES))]
        words = [str(args.isotope.resolve()), *shlex.split(command)]
        ran = subprocess.run(words, input=b"\n".join(text) + b"\n", capture_output=True, preexec_fn=lambda: limits(args.memory), check=False)
        answers = ran.stdout.count(b"\n")
        total += len(text)
        if ran.returncode not in (0, 1) or answers != len(text):
            failures += 1
            print(f"{command}: status {ran.returncode}, {answers} answers for {len(text)} lines: {ran.stderr.decode('utf-8', 'replace')[-300:]}")
            if answers < len(text):
                print(f"    {text[answers]!r}")
    print(json.dumps({"lines": total, "failed": failures}))
    return failures


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--isotope", required=True, type=pathlib.Path)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", help="kinds, separated by commas")
    parser.add_argument("--memory", type=int, default=1024, help="MiB that a command may take")
    parser.add_argument("--keep", type=pathlib.Path, help="a folder for inputs that fail")
    parser.add_argument("--results", type=pathlib.Path, help="a file for the counts, as JSON")
    parser.add_argument("--lines", type=int, help="damage so many lines instead, for the commands that take a line at a time")
    args = parser.parse_args()
    if args.lines:
        sys.exit(lines(args) != 0)
    kinds = [kind for kind in KINDS if not args.only or kind.name in args.only.split(",")]
    counts, statuses, failures, slowest, largest = collections.Counter(), collections.Counter(), 0, (0, ""), (0, "")
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as at:
        # What a damaged command line writes lands here.
        for name in ("kernels", "tests", "crates"):
            (pathlib.Path(at) / name).symlink_to(ROOT / name)
        for number in range(args.first, args.first + args.count):
            kind = kinds[number % len(kinds)]
            rng = random.Random(f"{args.seed} {number} {kind.name}")
            path = rng.choice(kind.files)
            folder = pathlib.Path(at) / "x"
            folder.mkdir(exist_ok=True)
            # Texts that name files beside them.
            whole = path.read_bytes().replace(b"../../../", f"{ROOT}/".encode())
            data = damaged(whole, rng, kind.text)
            words = [str(args.isotope.resolve()), *command(kind, rng.choice(kind.commands), data, path, folder, rng)]
            code, seconds, mib, err = ended(words, args.memory, at)
            counts[kind.name] += 1
            statuses[code] += 1
            slowest, largest = max(slowest, (seconds, shlex.join(words[1:]))), max(largest, (mib, shlex.join(words[1:])))
            # The clock alone ends a command that waits for something, or for a processor.
            wrong = f"status {code} after {seconds:.1f} s of the processor" if code not in range(5) else f"{seconds:.1f} s" if seconds > SECONDS else f"{mib} MiB" if mib > args.memory else ""
            if wrong:
                failures += 1
                last = " ".join(line for line in err.splitlines()[-4:])
                print(f"{kind.name} {number}: {wrong}: {path.relative_to(ROOT)}: {shlex.join(words[1:])}\n    {last}", flush=True)
                if args.keep:
                    args.keep.mkdir(parents=True, exist_ok=True)
                    (args.keep / f"{kind.name.replace(' ', '_')}-{args.seed}-{number}-{path.name}").write_bytes(data)
            for left in folder.rglob("*"):
                if left.is_file():
                    left.unlink()
            if number % 1000 == 999:
                print(f"{number + 1} of {args.first + args.count}, {failures} failed, {time.monotonic() - started:.0f} s", file=sys.stderr, flush=True)
    results = {"inputs": args.count, "failed": failures, "kinds": dict(counts), "statuses": {str(k): v for k, v in sorted(statuses.items())},
               "slowest": slowest[0], "largest_mib": largest[0]}  # fmt: skip
    print(json.dumps(results))
    print(f"slowest {slowest[0]:.1f} s: {slowest[1]}\nlargest {largest[0]} MiB: {largest[1]}", file=sys.stderr)
    if args.results:
        args.results.write_text(json.dumps(results, indent=1) + "\n")
    sys.exit(failures != 0)


if __name__ == "__main__":
    main()
