#!/usr/bin/env python3
"""Typed atomics from two kernels that write a texel (src/typed_intel.cl): typed.py ZEBIN FOLDER writes KERNEL.visaasm and KERNEL.zeinfo.

The write becomes the atomic, and the read of what `ret` gets is left out, so that the register keeps what comes back.
"""
import re
import struct
import sys

ONE = "add sub min max minsint maxsint and or xor xchg fmin fmax".split()
NONE = "inc dec".split()
TWO = "cmpxchg fcmpwr".split()


def sections(content):
    (at,) = struct.unpack_from("<Q", content, 0x28)
    size, count, names = struct.unpack_from("<HHH", content, 0x3A)
    heads = [struct.unpack_from("<IIQQQQIIQQ", content, at + i * size) for i in range(count)]
    strings = heads[names][4]
    for head in heads:
        start = strings + head[0]
        yield content[start : content.index(b"\0", start)].decode(), content[head[4] : head[4] + head[5]]


def edited(text, op, sources):
    lines = [line for line in text.rstrip("\0").splitlines() if not line.startswith("// .decl")]
    (write,) = [i for i, line in enumerate(lines) if "scatter4_typed" in line]
    at = re.search(r"T6 (V\d+)\.0", lines[write]).group(1)
    gathers = [i for i, line in enumerate(lines) if "svm_gather" in line]
    given = [re.search(r"(V\d+)\.0 *(///.*)?$", lines[i]).group(1) for i in gathers]
    back = given[-1]
    assert given[0] == at and gathers[-1] > write, text
    operands = [f"{name}U.0" for name in given[1:-1]][:sources] + ["%null.0"] * (2 - sources)
    words = [f"{name}U" for name in {at, back, *given[1:-1]}]
    declared = [f".decl {word} v_type=G type=ud num_elts=8 align=hword alias=<{word[:-1]}, 0>" for word in sorted(words)]
    lines[write] = f"    typed_atomic.{op} (M1, 8) T6 {at}U.0 %null.0 %null.0 %null.0 {' '.join(operands)} {back}U.0"
    del lines[gathers[-1]]
    last = max(i for i, line in enumerate(lines) if line.startswith(".decl V"))
    lines[last + 1 : last + 1] = declared
    return "\n".join(lines) + "\n"


def main():
    zebin, folder = sys.argv[1:]
    content = open(zebin, "rb").read()
    texts = [body.decode() for name, body in sections(content) if name == ".visaasm"]
    (info,) = [body.decode().rstrip("\0") for name, body in sections(content) if name == ".ze_info"]
    head, rest = info.split("kernels:\n", 1)
    rest = rest.split("kernels_misc_info:")[0]
    parts = ["  - name:" + part for part in rest.split("  - name:")[1:]]
    names = [re.search(r"name: +(\S+)", part).group(1) for part in parts]
    for op in ONE + NONE + TWO:
        which = names.index("typed2" if op in TWO else "typed1")
        sources = 2 if op in TWO else 0 if op in NONE else 1
        name = f"typed_{op}"
        with open(f"{folder}/{name}.zeinfo", "w", encoding="utf-8") as file:
            file.write(head + "kernels:\n" + parts[which].replace(names[which], name) + "...\n")
        with open(f"{folder}/{name}.visaasm", "w", encoding="utf-8") as file:
            file.write(edited(texts[which], op, sources).replace('.kernel "kernel"', f'.kernel "{name}"'))


main()
