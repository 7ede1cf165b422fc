"""What other programs compute where Isotope computes: special operands, both answers, and a page of the differences.

An operation is asked of Isotope by `isotope op --lines`. Another program is a module beside this one with

    NAME        how the page calls it
    TARGETS     {operation of Isotope: how the other calls it}
    def version(place)                  what was run, in words
    def answers(place, op, width, triples)  (memory afterwards, value given back) for each (mem, src0, src1); None where it has none

`place` is the checkout or the folder of programs that the user names.
"""
import itertools
import subprocess


def specials(width, is_float):
    """Values that decide between rules, both signs of each."""
    sign = 1 << (width - 1)
    if not is_float:
        ones = (1 << width) - 1
        return [0, 1, 2, 3, 7, sign - 1, sign, sign + 1, ones - 1, ones, 0x55, sign >> 1]
    mantissa = {32: 23, 64: 52}[width]
    inf = (sign - 1) >> mantissa << mantissa
    quiet = 1 << (mantissa - 1)
    one = (inf >> 1) & inf
    positive = [0, 1, (1 << mantissa) - 1, 1 << mantissa, one, one + 1, inf - 1, inf, inf | 1, inf | quiet - 1, inf | quiet, inf | quiet | 5]
    return positive + [v | sign for v in positive]


def triples(width, is_float, sources):
    """Memory and sources: every pair of special values; for a comparison every pair of memory and comparand with three new values."""
    values = specials(width, is_float)
    if sources < 2:
        return [(m, s, 0) for m, s in itertools.product(values, values)]
    new = [values[1], values[4], values[-1]]
    return [(m, n, c) for m, c in itertools.product(values, values) for n in new]


def isotope(program, target, op, mode, width, cases, sources):
    """Isotope's own answers; `None` for a value that documents leave open."""
    digits = width // 4
    lines = "".join(
        f"{target}\t{op}\t{mode}\t0x{m:0{digits}x}\t0x{a:0{digits}x}\t" + (f"0x{b:0{digits}x}" if sources > 1 else "-") + "\n" for m, a, b in cases
    )
    out = subprocess.run([program, "op", "--lines"], input=lines, capture_output=True, text=True).stdout.splitlines()
    if len(out) != len(cases):
        raise SystemExit(f"isotope op --lines: {len(cases)} lines in, {len(out)} out")
    bits = lambda text: None if text == "-" else int(text, 16)
    answers = []
    for line in out:
        if line.startswith("error: "):
            raise SystemExit(f"{target} {op} {mode}: {line}")
        answers.append(tuple(bits(part) for part in line.split("\t")))
    return answers


def kind(width, is_float, mem, src, new=None):
    """What is special about a pair, by which a source decides; `new` is what a comparison would write."""
    if not is_float:
        return "integers"
    mantissa = {32: 23, 64: 52}[width]
    magnitude = (1 << (width - 1)) - 1
    inf = magnitude >> mantissa << mantissa
    if new is not None and any(0 < v & magnitude < 1 << mantissa for v in (mem, src, new)):
        return "subnormals"
    nan = [v & magnitude > inf for v in (mem, src)]
    signalling = [n and not v >> (mantissa - 1) & 1 for n, v in zip(nan, (mem, src))]
    if all(nan):
        return "two NaNs"
    if any(signalling):
        return "a signalling NaN"
    if any(nan):
        return "a quiet NaN"
    if any(0 < v & magnitude < 1 << mantissa for v in (mem, src)):
        return "subnormals"
    if all(v & magnitude == 0 for v in (mem, src)):
        return "zeros"
    if all(v & magnitude == inf for v in (mem, src)):
        return "infinities"
    return "numbers"


def compare(program, other, place, row):
    """A row of the page: pairs asked, and where the answers differ, by kind."""
    target, op, mode, width, is_float, sources, theirs = row
    cases = triples(width, is_float, sources)
    ours = isotope(program, target, op, mode, width, cases, sources)
    given = other.answers(place, theirs, width, cases)
    differ, asked, example = {}, 0, {}
    for case, mine, its in zip(cases, ours, given):
        if its is None or mine[0] is None:
            continue
        asked += 1
        same = all(a is None or b is None or a == b for a, b in zip(mine, its))
        if not same:
            k = kind(width, is_float, case[0], case[2], case[1]) if sources > 1 else kind(width, is_float, case[0], case[1])
            differ[k] = differ.get(k, 0) + 1
            example.setdefault(k, (case, mine, its))
    return asked, differ, example
