#!/usr/bin/env python3
"""Write crates/isotope-prove/tests/atomic_expand/clang.ll: the functions of clang.c beside it as clang compiles them for gfx1100 and
sm_50, before and after `opt -passes=atomic-expand`. A comment in front of each says what it is to do, with the ordering and scope that
the source asks for. Equal texts stand once.

    python3 tools/clang_atomics.py [CLANG OPT]
"""
import pathlib
import re
import subprocess
import sys

CLANG, OPT = sys.argv[1:3] if len(sys.argv) > 2 else ("clang-19", "opt-19")
OUT = pathlib.Path(__file__).parent.parent / "crates/isotope-prove/tests/atomic_expand"
TARGETS = {
    "gfx1100": (["-target", "amdgcn-amd-amdhsa", "-mcpu=gfx1100", "-nogpulib"], ["-mtriple=amdgcn-amd-amdhsa", "-mcpu=gfx1100"]),
    "sm_50": (["-target", "nvptx64", "-march=sm_50"], ["-mtriple=nvptx64", "-mcpu=sm_50"]),
}
TYPES = {"half": "f16", "float": "f32", "double": "f64"}
SCOPE = r'((?:syncscope\("[^"]*"\) )?)'


def asked(body, comment):
    """What the function is to do: its one atomicrmw or cmpxchg, or what the comment in the source says."""
    if comment:
        return comment
    if found := re.search(r"atomicrmw (\w+) ptr \S+, (\w+) \S+ " + SCOPE + r"(\w+)", body):
        op, ty, scope, order = found.groups()
        return f"llvm:atomicrmw.{op}.{TYPES.get(ty, ty)} {scope}{order}"
    ty, scope, orders = re.search(r"cmpxchg ptr \S+, (\w+) \S+, \w+ \S+ " + SCOPE + r"(\w+ \w+)", body).groups()
    return f"llvm:cmpxchg.{ty} {scope}{orders}"


def functions(text):
    for found in re.finditer(r"^define [^\n]*@(\w+)\(.*?^}\n", text, re.S | re.M):
        body = re.sub(r" +; preds = [^\n]*", "", found.group(0))
        body = re.sub(r" local_unnamed_addr #\d+ \{", " {", body)
        yield found.group(1), re.sub(r", ?![^\n]*", "", body)


def main():
    source = (OUT / "clang.c").read_text()
    comments = dict(re.findall(r"^// (\w+) equals (.*)$", source, re.M))
    version = re.search(r"version (\S+)", subprocess.run([CLANG, "--version"], capture_output=True, text=True).stdout).group(1)
    parts, seen = [f"; clang.c by clang {version}, before and after opt -passes=atomic-expand. Written by tools/clang_atomics.py.\n"], set()
    for target, (clang, opt) in TARGETS.items():
        run = lambda command, text: subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout
        before = run([CLANG, *clang, "-O1", "-S", "-emit-llvm", "-x", "c", "-", "-o", "-"], source)
        after = run([OPT, "-S", "-passes=atomic-expand", *opt, "-"], before)
        equals = {name: asked(body, comments.get(name)) for name, body in functions(before)}
        for when, text in (("before", before), ("after", after)):
            for name, body in functions(text):
                if (equals[name], body) not in seen:
                    seen.add((equals[name], body))
                    parts.append(f"; equals {equals[name]}\n" + body.replace(f"@{name}(", f"@{name}.{target}.{when}(", 1))
    (OUT / "clang.ll").write_text("\n".join(parts))


main()
