#!/usr/bin/env python3
"""Writes docs/other-implementations.md: compare.py --isotope PROGRAM [--tinygrad CHECKOUT] [--llvm FOLDER] [--rules] [--print]

Without --print the page is written; sections of programs that are not named keep the text that the page has.
"""
import argparse
import os
import re

import llvm
import others
import rdna3_emulator
import rules

PAGE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "docs", "other-implementations.md")

# target, operation, mode, width, float, sources, how the other calls it
TINYGRAD = [
    *[("gfx1100", f"ds_{op}_rtn_f{w}", m, w, True, 1, (f"ds_{op}_rtn_f{w}", 1)) for op, w in [("add", 32), ("min", 32), ("max", 32), ("min", 64), ("max", 64)] for m in ("-", "fp_denorm=0")],
    *[("gfx1100", f"ds_cmpstore_rtn_f{w}", m, w, True, 2, (f"ds_cmpstore_rtn_f{w}", 2)) for w in (32, 64) for m in ("-", "fp_denorm=0")],
    *[("gfx1100", f"global_atomic_{op}_f32", m, 32, True, 1, (f"global_atomic_{op}_f32", 1)) for op in ("add", "min", "max") for m in ("-", "fp_denorm=0")],
    *[("gfx1100", "global_atomic_cmpswap_f32", m, 32, True, 2, ("global_atomic_cmpswap_f32", 2)) for m in ("-", "fp_denorm=0")],
    *[("gfx1100", f"ds_{op}", "-", 32, False, 1, (f"ds_{op}", 1)) for op in (
        "add_rtn_u32", "sub_rtn_u32", "rsub_rtn_u32", "inc_rtn_u32", "dec_rtn_u32", "min_rtn_i32", "max_rtn_i32", "min_rtn_u32", "max_rtn_u32", "and_rtn_b32", "or_rtn_b32", "xor_rtn_b32", "storexchg_rtn_b32")],
    *[("gfx1100", f"ds_{op}", "-", 32, False, 2, (f"ds_{op}", 2)) for op in ("mskor_rtn_b32", "cmpstore_rtn_b32", "wrap_rtn_b32")],
    ("gfx1100", "global_atomic_csub_u32", "-", 32, False, 1, ("global_atomic_csub_u32", 1)),
    ("gfx1100", "global_atomic_cmpswap_b32", "-", 32, False, 2, ("global_atomic_cmpswap_b32", 2)),
    *[("gfx1100", f"global_atomic_{op}", "-", 64, False, 1, (f"global_atomic_{op}", 1)) for op in ("add_u64", "inc_u64", "dec_u64", "min_i64", "max_u64")],
]
LLVM = [
    *[("gfx1100", f"ds_{op}_f{w}", m, w, True, 1, (f"f{op}", True, 1)) for op, w in [("add", 32), ("min", 32), ("max", 32), ("min", 64), ("max", 64)] for m in ("-",)],
    *[("gfx1100", f"global_atomic_{op}_f32", "-", 32, True, 1, (f"f{op}", True, 1)) for op in ("add", "min", "max")],
    ("sm_50", "ATOM.ADD.F32.FTZ.RN", "-", 32, True, 1, ("fadd", True, 1)),
    ("sm_60", "ATOM.ADD.F64.RN", "-", 64, True, 1, ("fadd", True, 1)),
    *[("visa", f"svm_atomic.{op}", "-", 32, True, 1, (op, True, 1)) for op in ("fmin", "fmax")],
    ("visa", "dword_atomic.fadd", "rules=compat", 32, True, 1, ("fadd", True, 1)),
    *[("sm_50", f"ATOM.{op}", "-", 32, False, 1, (theirs, False, 1)) for op, theirs in [
        ("ADD", "add"), ("MIN.S32", "min"), ("MIN", "umin"), ("MAX.S32", "max"), ("MAX", "umax"), ("INC", "uinc_wrap"), ("DEC", "udec_wrap"), ("AND", "and"), ("OR", "or"), ("XOR", "xor"), ("EXCH", "xchg")]],
    *[("visa", f"dword_atomic.{op}", "-", 32, False, 1, (op, False, 1)) for op in ("add", "sub")],
    ("gfx1100", "ds_inc_u32", "-", 32, False, 1, ("uinc_wrap", False, 1)),
    ("gfx1100", "ds_dec_u32", "-", 32, False, 1, ("udec_wrap", False, 1)),
    ("gfx1100", "ds_cmpstore_b32", "-", 32, False, 2, ("cmpxchg", False, 2)),
]

AMD = "[AMD's RDNA3 chapter 13](sources.md#rdna3-13)"
# Who is right: by vendor and kind of pair. A kind that is missing fails the run: it has to be looked at.
DECIDES = {
    ("gfx1100", "two NaNs"): f"{AMD}: the first NaN, quiet; which is the first, [rocjitsu](sources.md#rocjitsu) ([register](contradictions.md#amd-first-operand))",
    ("gfx1100", "a signalling NaN"): f"{AMD}: it comes, made quiet",
    ("gfx1100", "a quiet NaN"): f"{AMD}: a sum is the NaN; of minimum and maximum the number comes",
    ("gfx1100", "subnormals"): f"{AMD} and the [RDNA3 ISA guide](sources.md#rdna3)'s table: by MODE, in memory's add always; a comparison that fails ([register](contradictions.md#amd-cas-flush))",
    ("gfx1100", "integers"): "[RDNA3 ISA guide](sources.md#rdna3): inc and dec wrap at the operand",
    ("gfx1100", "zeros"): f"{AMD}: -0 below +0",
    ("gfx1100", "infinities"): f"{AMD}: the negative quiet NaN",
    ("sm_50", "two NaNs"): "[H100](sources.md#h100): 0x7fffffff", ("sm_50", "a signalling NaN"): "[H100](sources.md#h100): 0x7fffffff",
    ("sm_50", "a quiet NaN"): "[H100](sources.md#h100): 0x7fffffff", ("sm_50", "infinities"): "[H100](sources.md#h100): 0x7fffffff",
    ("sm_50", "subnormals"): "the [modifier .FTZ](sources.md#sass-modifiers): flushed",
    ("sm_50", "integers"): "[NVIDIA's SURED page](sources.md#nv-sured): the size names the type; only SD32 and SD64 leave it to the format",
    ("sm_60", "two NaNs"): "[H100](sources.md#h100): the register's NaN, unchanged", ("sm_60", "a signalling NaN"): "[H100](sources.md#h100): unchanged",
    ("sm_60", "a quiet NaN"): "[H100](sources.md#h100): unchanged", ("sm_60", "infinities"): "[H100](sources.md#h100): 0xfff8000000000000",
    ("visa", "a signalling NaN"): "[GL_INTEL_shader_atomic_float_minmax](sources.md#gl-intel-minmax): it comes unchanged",
    ("visa", "two NaNs"): "[GL_INTEL_shader_atomic_float_minmax](sources.md#gl-intel-minmax): a signalling one comes",
    ("visa", "zeros"): "open: [register](contradictions.md#visa-minmax)",
}


def section(program, module, place, rows):
    out = [f"\n## {module.NAME}\n\n{module.version(place)}.\n\n| operation | mode | pairs | differ | where | right, by |\n| --- | --- | --- | --- | --- | --- |"]
    total = wrong = 0
    for row in rows:
        target, op, mode = row[:3]
        asked, differ, example = others.compare(program, module, place, row)
        total, wrong = total + asked, wrong + sum(differ.values())
        where, right = [], []
        for k, n in sorted(differ.items(), key=lambda item: -item[1]):
            (m, a, b), mine, its = example[k]
            if (target, k) not in DECIDES:
                raise SystemExit(f"{module.NAME}: {target} {op} {mode}: {k} at {m:#x} {a:#x} {b:#x}: Isotope {mine[0]:#x} {mine[1]:#x}, other {its[0]:#x} {its[1]:#x}")
            where.append(f"{k} {n} (mem {m:#x}, src0 {a:#x}" + (f", src1 {b:#x}" if row[5] > 1 else "") + f": `{its[0]:#x}` for `{mine[0]:#x}`)")
            right.append(DECIDES[target, k])
        shown = "" if mode == "-" else f"`{mode}`"
        out.append(f"| `{target}:{op}` | {shown} | {asked} | {sum(differ.values())} | {'; '.join(where)} | {'; '.join(dict.fromkeys(right))} |")
        print(out[-1][:150], flush=True)
    out.append(f"\n{len(rows)} operations, {total} pairs, {wrong} differ.\n")
    return "\n".join(out)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--isotope", required=True)
    parser.add_argument("--tinygrad")
    parser.add_argument("--llvm")
    parser.add_argument("--rules", action="store_true")
    parser.add_argument("--print", action="store_true")
    args = parser.parse_args()
    rdna3_emulator.PROGRAM = program = os.path.abspath(args.isotope)
    sections = []
    if args.tinygrad:
        sections.append(section(program, rdna3_emulator, os.path.abspath(args.tinygrad), TINYGRAD))
    if args.llvm:
        sections.append(section(program, llvm, args.llvm, LLVM))
    if args.rules:
        sections.append(section(program, rules.Rocjitsu, None, rules.ROCJITSU))
        sections.append(section(program, rules.Gem5, None, rules.GEM5))
        sections.append(section(program, rules.Softpipe, None, rules.SOFTPIPE))
    if args.print:
        print("".join(sections))
        return
    page = open(PAGE).read()
    for text in sections:
        title = text.split("\n")[1]
        pattern = re.compile(re.escape("\n" + title + "\n") + r".*?(?=\n## |\Z)", re.S)
        if not pattern.search(page):
            raise SystemExit(f"the page has no section `{title}`")
        page = pattern.sub(lambda _: text.rstrip("\n") + "\n", page)
    open(PAGE, "w").write(page)


if __name__ == "__main__":
    main()
