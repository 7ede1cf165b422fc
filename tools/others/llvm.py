"""LLVM's folding of `atomicrmw` and `cmpxchg` on constants: `opt` with the passes that make them plain operations and fold those.

`place` is the folder of LLVM's programs. What the language says of an operation need not be what an instruction does: this shows
where a compiler that folds gives other bits than the instruction.
"""
import os
import re
import subprocess

NAME = "LLVM's constant folding"


def version(place):
    text = subprocess.run([os.path.join(place, "opt"), "--version"], capture_output=True, text=True).stdout
    return "Run: opt, LLVM " + re.search(r"version (\S+)", text)[1] + ", -passes=lower-atomic,sroa,instcombine"


def answers(place, op, width, cases):
    op, is_float, sources = op
    word = f"i{width}"
    real = {32: "float", 64: "double"}[width]
    lines = []
    for i, (m, a, b) in enumerate(cases):
        for result in ("new", "old"):
            lines.append(f"define {word} @{result}{i}() {{\n  %p = alloca {word}\n  store {word} {m}, ptr %p")
            if sources > 1:
                lines.append(f"  %c = cmpxchg ptr %p, {word} {b}, {word} {a} monotonic monotonic\n  %old = extractvalue {{ {word}, i1 }} %c, 0")
            elif is_float:
                lines.append(f"  %d = bitcast {word} {a} to {real}\n  %f = atomicrmw {op} ptr %p, {real} %d monotonic\n  %old = bitcast {real} %f to {word}")
            else:
                lines.append(f"  %old = atomicrmw {op} ptr %p, {word} {a} monotonic")
            lines.append(f"  %new = load {word}, ptr %p\n  ret {word} %{result}\n}}")
    ran = subprocess.run(
        [os.path.join(place, "opt"), "-S", "-passes=lower-atomic,sroa,instcombine"], input="\n".join(lines), capture_output=True, text=True
    )
    if ran.returncode:
        raise SystemExit(ran.stderr)
    mask = (1 << width) - 1
    found = {name: int(value) & mask for name, value in re.findall(r"@(\w+)\(\)[^{]*\{\s*ret i\d+ (-?\d+)", ran.stdout)}
    # What is not folded has no answer.
    return [(found[f"new{i}"], found[f"old{i}"]) if f"new{i}" in found and f"old{i}" in found else None for i in range(len(cases))]
