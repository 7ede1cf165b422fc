#!/usr/bin/env python3
"""Write crates/isotope-prove/tests/atomic_expand/: every atomicrmw and cmpxchg of LLVM 19 as a function, and the loops that
`opt-19 -passes=atomic-expand` makes of them for the targets below. Equal texts stand once.

    python3 tools/atomic_expand.py [OPT]
"""
import collections
import pathlib
import re
import subprocess
import sys

OPT = sys.argv[1] if len(sys.argv) > 1 else "opt-19"
OUT = pathlib.Path(__file__).parent.parent / "crates/isotope-prove/tests/atomic_expand"
TARGETS = {
    "x86_64": "-mtriple=x86_64-linux-gnu", "aarch64": "-mtriple=aarch64-linux-gnu", "armv7": "-mtriple=armv7-linux-gnueabi",
    "riscv64": "-mtriple=riscv64 -mattr=+a", "nvptx64-sm_50": "-mtriple=nvptx64 -mcpu=sm_50",
    "amdgcn-gfx1100": "-mtriple=amdgcn -mcpu=gfx1100", "amdgcn-gfx1100-flat": "-mtriple=amdgcn -mcpu=gfx1100",
    "sparcv9": "-mtriple=sparcv9", "powerpc64": "-mtriple=powerpc64-linux-gnu", "s390x": "-mtriple=s390x-linux-gnu",
    "mips": "-mtriple=mips-linux-gnu", "loongarch64": "-mtriple=loongarch64",
}
INTEGERS = {name: name for name in ("i8", "i16", "i32", "i64")}
FLOATS = {"f16": "half", "bf16": "bfloat", "f32": "float", "f64": "double", "v2f16": "<2 x half>", "v2bf16": "<2 x bfloat>"}


def source(space=""):
    pointer = "ptr" + (f" addrspace({space})" if space else "")
    for ops, types in (("xchg add sub and nand or xor max min umax umin uinc_wrap udec_wrap", INTEGERS), ("fadd fsub fmax fmin", FLOATS)):
        for op in ops.split():
            for name, ty in types.items():
                yield (f"; equals llvm:atomicrmw.{op}.{name}\ndefine {ty} @{op}_{name}({pointer} %p, {ty} %v) {{\n"
                       f"  %r = atomicrmw {op} {pointer} %p, {ty} %v seq_cst\n  ret {ty} %r\n}}\n")
    for name, ty in INTEGERS.items():
        yield (f"; equals llvm:cmpxchg.{name}\ndefine {ty} @cmpxchg_{name}({pointer} %p, {ty} %c, {ty} %v) {{\n"
               f"  %s = cmpxchg {pointer} %p, {ty} %c, {ty} %v seq_cst seq_cst\n"
               f"  %r = extractvalue {{ {ty}, i1 }} %s, 0\n  ret {ty} %r\n}}\n")


def expanded(flags, text):
    return subprocess.run([OPT, "-S", "-passes=atomic-expand", *flags.split(), "-"], input=text, capture_output=True, text=True, check=True).stdout


def main():
    version = re.search(r"version (\S+)", subprocess.run([OPT, "--version"], capture_output=True, text=True).stdout).group(1)
    plain = "\n".join(source())
    names = re.findall(r"; equals (\S+)\ndefine [^@]*@(\w+)\(", plain)
    found = {False: {}, True: {}}
    for target, flags in TARGETS.items():
        text = expanded(flags, "\n".join(source("1")) if target == "amdgcn-gfx1100" else plain)
        big = '\ntarget datalayout = "E' in text
        count = collections.Counter()
        for op, name in names:
            body = re.search(r"^define [^\n]*@" + name + r"\(.*?^}\n", text, re.S | re.M).group(0)
            if "= atomicrmw " in body or name.startswith("cmpxchg") and "br " not in body:
                count["kept"] += 1
                continue
            if not re.search("cmpxchg|stxr|stlxr|strex|stlex", body.replace("@cmpxchg", "")):
                count["calls"] += 1
                continue
            count["loops"] += 1
            body = re.sub(r" +; preds = [^\n]*", "", body)
            body = re.sub(r"\) (local_unnamed_addr )?#\d+ \{", ") {", body)
            body = re.sub(r"^  (call void @llvm\.(ppc|arm|aarch64)\.\w*(sync|dmb|clrex)[^\n]*|fence [^\n]*)\n", "", body, flags=re.M)
            body = body.replace(" monotonic monotonic,", " seq_cst seq_cst,").replace("addrspace(1) ", "")
            found[big].setdefault((op, body), []).append(target)
        print(target, dict(count))
    (OUT / "source.ll").write_text(plain)
    for big, loops in found.items():
        head = (f"; What opt {version} -passes=atomic-expand makes of source.ll, without barriers, orderings and address spaces, which\n"
                "; the reader passes over. Equal texts stand once; `from` names the targets. Written by tools/atomic_expand.py.\n")
        seen, parts = collections.Counter(), [head + ('target datalayout = "E"\n' if big else "")]
        for (op, body), targets in loops.items():
            name = re.search(r"@(\w+)\(", body).group(1)
            seen[name] += 1
            parts.append(f"; from {', '.join(targets)}\n; equals {op}\n" + body.replace(f"@{name}(", f"@{name}.{seen[name]}(", 1))
        (OUT / ("big.ll" if big else "little.ll")).write_text("\n".join(parts))


main()
