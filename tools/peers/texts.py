#!/usr/bin/env python3
"""A million lines of the corpora through `asm --lines` and `dis --lines`: processor time from process start to end, on one core.

    texts.py --isotope target/release/isotope --write docs

Lines are those of `tests/data` again and again in an order of their own, and those of all kernels of the repository, which compilers
made, in their order. vISA has three rows: the lines of the kernels with all declarations of their kernel, and the lines of `tests/data`, whose
declarations change from line to line, with those that the line names and with all.
"""

from __future__ import annotations

import os
import random
import re
import resource
import statistics
import subprocess
import sys
import tempfile
from itertools import cycle, islice
from pathlib import Path

import machine

LINES = 1_000_000
DATA = Path("tests/data")
# Rows whose lines keep their order; the lines of the others are drawn.
COMPILED = ", kernels that compilers made"


def column(name, number):
    rows = [line.split("\t") for line in (DATA / name).read_text().splitlines() if not line.startswith("#")]
    return [row[number] for row in rows if len(row) > number]


def declared(packed):
    """Declarations of accepted.tsv as a kernel has them, by name. `*20G` stands for twenty variables that the line does not name."""
    found, fillers = {}, 0
    for item in filter(None, packed.split(";")):
        if item[0] == "*":
            for _ in range(int(item[1:-1])):
                fillers += 1
                found[f"filler_{fillers}"] = f".decl filler_{fillers} v_type={item[-1]}{' type=ud' if item[-1] == 'G' else ''} num_elts=8"
            continue
        name, kind, rest = item.split(" ", 2)
        if kind == "G":
            ty, elements, align, *alias = rest.split(" ", 3)
            found[name] = " ".join([f".decl {name} v_type=G type={ty} num_elts={elements} align={align}", *alias])
        else:
            found[name] = f".decl {name} v_type={kind} num_elts={rest}"
    return found


def named(text, all_of_them):
    """Those that a line names, and what they are aliases of."""
    wanted = set()
    queue = re.findall(r"\w+", text)
    while queue:
        name = queue.pop()
        if name in all_of_them and name not in wanted:
            wanted.add(name)
            queue += re.findall(r"<(\w+)", all_of_them[name])
    return [line for name, line in all_of_them.items() if name in wanted]


def visa(only):
    """Texts that keep the documented rules, with declarations."""
    rows = [line.split("\t") for line in (DATA / "intel/accepted.tsv").read_text().splitlines()]
    lines = []
    for text, _, _, packed, broken in rows:
        if not broken:
            kernel = declared(packed)
            lines.append((text, ";".join(named(text.replace("\\t", " "), kernel) if only else kernel.values())))
    return lines


def compiled(isotope, target):
    """Lines of the kernels that compilers made for a target, in their order, without those that name a place of their program."""
    lines = []
    for path in sorted(Path("kernels").rglob("*")):
        if target in path.parts and path.suffix in (".co", ".cubin"):
            done = subprocess.run([isotope, "dis", path], text=True, capture_output=True, check=True)
            found = (re.match(r"\s+(?:/\*\w+\*/\s+)?([@a-zA-Z][^/]*?)\s*(?://.*)?$", line) for line in done.stdout.splitlines())
            lines += [line[1] for line in found if line]
    done = subprocess.run([isotope, "asm", "-t", target, "--lines"], input="\n".join(lines), text=True, capture_output=True)
    pairs = [((text,), (word,)) for text, word in zip(lines, done.stdout.splitlines(), strict=True) if not word.startswith("error")]
    if len(pairs) < 0.9 * len(lines) or not pairs:
        sys.exit(f"{target}: asm refuses {len(lines) - len(pairs)} of {len(lines)} lines of the kernels")
    return [list(column) for column in zip(*pairs)]


def compiled_visa(isotope):
    """Lines of vISA kernels that a compiler made, in their order, each with all declarations of its kernel."""
    lines = []
    for path in sorted(Path("kernels").rglob("*.zebin")):
        # Of a file with an instruction that is not modelled, nothing is printed.
        done = subprocess.run([isotope, "dis", path], text=True, capture_output=True)
        for kernel in done.stdout.split("\n.kernel ")[1:]:
            rows = [row.strip() for row in kernel.splitlines()]
            declarations = ";".join(row for row in rows if row.startswith(".decl"))
            # Longer lines are refused.
            if len(declarations) < 1 << 15:
                lines += [(row, declarations) for row in rows[1:] if re.match(r"[a-z(]", row) and not row.endswith(":")]
    ask = lambda verb, lines: subprocess.run([isotope, verb, "-t", "visa", "--lines"], input=joined(lines), text=True, capture_output=True).stdout.splitlines()
    words = [(word, line[1]) for line, word in zip(lines, ask("asm", lines), strict=True)]
    texts = ask("dis", words)
    # A name of a label or a string is not in the word.
    pairs = [pair for *pair, text in zip(lines, words, texts, strict=True) if not any(answer.startswith("error") for answer in (pair[1][0], text))]
    if len(pairs) < 0.8 * len(lines) or not pairs:
        sys.exit(f"visa: asm and dis refuse {len(lines) - len(pairs)} of {len(lines)} lines of the kernels")
    return [list(column) for column in zip(*pairs)]


def corpora(isotope):
    """Title, target, texts, digits; texts and digits with what stands beside them. None for digits: those that asm answers."""
    sm_50 = "nvidia/sass.tsv"
    yield "sm_50", "sm_50", [(text,) for text in column(sm_50, 1)], [(word,) for word in column(sm_50, 0)]
    gfx1100 = "amd/asm.tsv"
    yield "gfx1100", "gfx1100", [(text,) for text in column(gfx1100, 0)], [(word,) for word in column(gfx1100, 1)]
    for target in ("sm_50", "gfx1100"):
        yield f"{target}{COMPILED}", target, *compiled(isotope, target)
    yield f"vISA{COMPILED}, with all declarations", "visa", *compiled_visa(isotope)
    for title, only in (("vISA, the declarations that a line names", True), ("vISA, all declarations of a kernel with each line", False)):
        yield title, "visa", visa(only), None


def joined(lines):
    return "".join("\t".join(line) + "\n" for line in lines)


def answers(isotope, verb, target, text):
    done = subprocess.run([isotope, verb, "-t", target, "--lines"], input=text, text=True, capture_output=True)
    if done.returncode:
        sys.exit(f"{verb} -t {target} --lines ended with {done.returncode}: {done.stderr[:400]}")
    return done.stdout.splitlines()


def seconds(command, file):
    """Processor time of a child."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with open(file) as text:
        subprocess.run(command, stdin=text, stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def measure(args):
    rows, commands = [], []
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    with tempfile.TemporaryDirectory() as folder:
        for title, target, texts, digits in corpora(args.isotope):
            if digits is None:
                found = answers(args.isotope, "asm", target, joined(texts))
                digits = [(word, text[1]) for word, text in zip(found, texts)]
            row = {"title": title, "target": target}
            rows.append(row)
            for verb, lines in (("asm", texts), ("dis", digits)):
                wrong = [line for line in answers(args.isotope, verb, target, joined(lines)) if line.startswith("error")]
                if wrong:
                    sys.exit(f"{title}: {verb} refuses {len(wrong)} of {len(lines)} lines, the first with: {wrong[0]}")
                drawn = random.Random(1)
                place = Path(folder) / f"{len(commands)}.txt"
                ordered = COMPILED in title
                place.write_text(joined(islice(cycle(lines), LINES) if ordered else (drawn.choice(lines) for _ in range(LINES))))
                row[verb] = {"bytes": place.stat().st_size / LINES, "seconds": []}
                commands.append((row[verb], [args.isotope, verb, "-t", target, "--lines"], place))
        for number in range(args.rounds):
            print(f"round {number + 1} of {args.rounds}", flush=True)
            for row, command, place in commands:
                row["seconds"].append(round(seconds(command, place), 4))
    return {"schema": "isotope-texts/1", "machine": machine.describe(), "version": machine.isotope(args.isotope), "rounds": args.rounds, "rows": rows}


def page(result):
    """Texts for page.py."""
    import page as pages

    goals = {"sm_50": "5", "gfx1100": "5", "visa": "2"}
    lines = []
    for row in result["rows"]:
        cells = []
        for verb in ("asm", "dis"):
            taken = row[verb]["seconds"]
            cells += [f"{row[verb]['bytes']:,.0f}", f"{LINES / 1e6 / statistics.median(taken):.2f}", f"{LINES / 1e6 / min(taken):.2f}"]
        lines.append([row["title"], *cells, goals[row["target"]]])
    head = ["M lines/s", "bytes of a text", "`asm`", "at best", "bytes of a word", "`dis`", "at best", "aimed at"]
    about = result["machine"]
    return {"texts": pages.table(head, lines),
            "texts machine": f"{about['cpu']}; Isotope {result['version']}; {about['date']}, medians of {result['rounds']} rounds, load at the end {about['load']}."}


def main():
    parser = machine.arguments(__doc__)
    parser.add_argument("--rounds", type=int, default=9)
    args = parser.parse_args()
    machine.prepare(args)
    import page as pages

    pages.publish(args.write, "texts", measure(args), page, "title")


if __name__ == "__main__":
    main()
