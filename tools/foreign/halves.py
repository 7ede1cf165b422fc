#!/usr/bin/env python3
"""Random 16-bit programs: LLVM 22's clang for gfx1100 on Isotope against gcc on the host.

    halves.py FIRST COUNT      runs so many seeds, each at two levels of optimisation, in waves of 32 or 64 lanes
    halves.py --keep FOLDER    writes kernels/halves

CLANG and LLD name LLVM 22's tools (`python3 -m ziglang clang`, `python3 -m ziglang ld.lld` of ziglang 0.17.1), HOSTCC gcc, ISOTOPE the command.
Needs numpy. Programs mix short, ushort, half, char and uint: arithmetic, shifts, comparisons, selections, conversions, halves of words, a loop.
NaNs are compared as NaNs. A product of f32 that is rounded to half is left out: LLVM makes `v_fma_mixlo_f16 .., 0` of it, which gives +0 for -0.
"""
import os
import pathlib
import random
import shlex
import subprocess
import sys
import tempfile

import numpy as np

CLANG = shlex.split(os.environ.get("CLANG", "clang-22"))
LLD = shlex.split(os.environ.get("LLD", "ld.lld-22"))
HOSTCC = os.environ.get("HOSTCC", "gcc")
ISOTOPE = os.environ.get("ISOTOPE", "target/release/isotope")
LANES = 128
SEEDS = [5, 11, 23, 31, 42, 57, 64, 70, 83, 91]
LEVELS = ["-O2", "-O0", "-O3", "-O1"]

DEVICE = """#pragma OPENCL EXTENSION cl_khr_fp16 : enable
typedef short s16; typedef unsigned short u16; typedef int s32; typedef unsigned int u32; typedef half h16; typedef signed char s8;
#define HB(x) __builtin_bit_cast(h16, (u16)(x))
#define BH(x) __builtin_bit_cast(u16, (h16)(x))
kernel void k(global u16 *O, global u32 *P, global const u16 *A, global const u16 *B, global const u32 *C) {
  u32 i = __builtin_amdgcn_workgroup_id_x() * 64 + __builtin_amdgcn_workitem_id_x();
  %s
}
"""
HOST = """#include <stdint.h>
#include <stdio.h>
#include <string.h>
typedef int16_t s16; typedef uint16_t u16; typedef int32_t s32; typedef uint32_t u32; typedef _Float16 h16; typedef int8_t s8;
static h16 HB(u16 x) { h16 r; memcpy(&r, &x, 2); return r; }
static u16 BH(h16 x) { u16 r; memcpy(&r, &x, 2); return r; }
static u16 O[4 * N], A[N], B[N];
static u32 P[N], C[N];
int main(void) {
  if (fread(A, 2, N, stdin) + fread(B, 2, N, stdin) + fread(C, 4, N, stdin) != 3 * N) return 1;
  for (u32 i = 0; i < N; i++) {
  %s
  }
  fwrite(O, 2, 4 * N, stdout);
  fwrite(P, 4, N, stdout);
  return 0;
}
"""
LOOP = """for (u32 k = 0; k < (c & 7u) + 1u; k++) {
    acc_s16 = (s16)(acc_s16 * (s16)3 + (s16)k); acc_u16 = (u16)(acc_u16 ^ (u16)(acc_s16 >> 2));
    if (acc_u16 & 1) acc_h16 = (h16)(acc_h16 * (h16)0.5f); else acc_u16 = (u16)(acc_u16 + (u16)7);
  }"""
COMPARE = ["<", "<=", "==", "!=", ">", ">="]


class Program:
    """Statements, and the variables of each type."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.names = {"s16": ["a1"], "u16": ["a", "b"], "h16": [], "u32": ["c"], "s8": []}
        self.text = ["u16 a = A[i], b = B[i]; u32 c = C[i]; s16 a1 = (s16)A[(i + 1) & %d];" % (LANES - 1)]
        self.count = 0

    def new(self, kind, value):
        name = "x%d" % self.count
        self.count += 1
        self.text.append("%s %s = (%s)(%s);" % (kind, name, kind, value))
        self.names[kind].append(name)

    def pick(self, kind):
        r = self.random
        if r.random() < 0.1:
            if kind == "h16":
                return "(h16)" + r.choice(["0.5f", "1.0f", "-2.0f", "4.0f", "3.25f", "100.0f", "-0.1f"])
            return "(%s)%d" % (kind, r.choice([0, 1, -1, 5, 15, 64, -16, 100, 255, 4660, -32768, 32767, 0x3C00]))
        return r.choice(self.names[kind][-8:] if r.random() < 0.7 else self.names[kind])

    def step(self):
        r, p = self.random, self.pick
        kind = r.choice(["s16"] * 4 + ["u16"] * 4 + ["h16"] * 3 + ["u32", "s8"])
        of = lambda text, *kinds: text % tuple(p(k) for k in kinds)
        if kind == "h16":
            ways = ["%s + %s", "%s - %s", "%s * %s", "%s / %s"]
            value = r.choice(
                [of(w, kind, kind) for w in ways]
                + [of("%s < %s ? %s : %s", kind, kind, kind, kind), of("-%s", kind), p("s16"), p("u16"), of("(float)%s + 0.37f", kind)]
            )
        elif kind == "s8":
            value = of("%s " + r.choice("+-*&|^") + " %s", r.choice(["s8", "s16"]), kind)
        elif kind == "u32":
            value = r.choice(
                [
                    of("((u32)(u16)%s << 16) | (u32)(u16)%s", "u16", "s16"),
                    of("(u32)%s * (u32)%s + %s", "u16", "u16", "u32"),
                    of("(u32)((s32)%s * (s32)%s) + %s", "s16", "s16", "u32"),
                    of("(%s >> (%s & 31u)) | (%s << ((32u - (%s & 31u)) & 31u))", *["u32"] * 4),
                ]
            )
        else:
            a, b, h = p(kind), p(kind), p("h16")
            low, high = ("-32768.0f", "32752.0f") if kind == "s16" else ("0.0f", "65504.0f")
            value = r.choice(
                [of("%s " + op + " %s", kind, kind) for op in "+-*&|^"]
                + [
                    of("~%s", kind),
                    of("(u16)%s << (%s & 15)", kind, "u16"),
                    of("%s >> (%s & 15)", kind, "u16"),
                    "%s %s %s ? %s : %s" % (a, r.choice("<>"), b, a, b),
                    of("%s " + r.choice(COMPARE) + " %s ? %s : %s", *[kind] * 4),
                    of("%s >> 16", "u32"),
                    p("u32"),
                    p("u16" if kind == "s16" else "s16"),
                    "(float)%s >= %s && (float)%s <= %s ? (%s)%s : (%s)7" % (h, low, h, high, kind, h, kind),
                    of("%s * %s + %s", kind, kind, kind),
                    "%s %s %s ? (%s)1 : %s" % (h, r.choice(COMPARE), p("h16"), kind, b),
                ]
            )
        self.new(kind, value)


def body(seed):
    made = Program(seed)
    for kind, value in [("s16", "b"), ("s16", "c >> 16"), ("u16", "c"), ("s8", "a >> 3")]:
        made.new(kind, value)
    for value in ["HB(a & 0xbfff)", "HB(b)", "HB((u16)(c >> 16) & 0xcfff)"]:
        made.new("h16", value)
    steps = made.random.randrange(8, 40)
    for _ in range(steps // 2):
        made.step()
    if made.random.random() < 0.6:
        for kind in ["s16", "u16", "h16"]:
            made.text.append("%s acc_%s = %s;" % (kind, kind, made.random.choice(made.names[kind])))
        made.text.append(LOOP)
        for kind in ["s16", "u16", "h16"]:
            made.names[kind].append("acc_" + kind)
    for _ in range(steps // 2):
        made.step()
    for place in range(4):
        kind = made.random.choice(["s16", "u16", "h16", "h16"])
        value = made.names[kind][-1 - min(place, len(made.names[kind]) - 1)]
        if kind == "h16":
            made.text.append("{ u16 q = BH(%s); O[4 * i + %d] = (q & 0x7fff) > 0x7c00 ? (u16)0x7e00 : q; }" % (value, place))
        else:
            made.text.append("O[4 * i + %d] = (u16)%s;" % (place, value))
    made.text.append("P[i] = %s;" % made.names["u32"][-1])
    return "\n  ".join(made.text)


def operands(seed):
    drawn = np.random.default_rng(seed)
    a, b = (drawn.integers(0, 65536, LANES, dtype=np.uint16) for _ in range(2))
    a[:6], b[:6] = [0, 0x3C00, 0x7FFF, 0x8000, 0xFFFF, 0x7C00], [0x8000, 0x3C00, 1, 0xFFFF, 0x7BFF, 0xFC00]
    return a, b, drawn.integers(0, 2**32, LANES, dtype=np.uint32)


def host(seed, data, folder):
    (folder / "k.c").write_text(HOST % body(seed))
    flags = ["-DN=%d" % LANES, "-O1", "-w", "-fwrapv", "-ffp-contract=off", "-fexcess-precision=16"]
    subprocess.run([HOSTCC, *flags, "-o", folder / "k", folder / "k.c"], check=True)
    return subprocess.run([folder / "k"], input=data, capture_output=True, check=True).stdout


def device(source, level, wave64, out):
    flags = "-x cl -cl-std=CL2.0 --target=amdgcn-amd-amdhsa -mcpu=gfx1100 -nogpulib -cl-no-stdinc -w -ffp-contract=off -c -o"
    wave = ["-mwavefrontsize64"] if wave64 else []
    subprocess.run([*CLANG, level, *wave, *flags.split(), out.with_suffix(".o"), source], check=True)
    subprocess.run([*LLD, "-shared", "-s", "-o", out, out.with_suffix(".o")], check=True)
    out.with_suffix(".o").unlink()
    out.chmod(0o644)


def run(code, data, folder):
    """What Isotope leaves in memory, or why it stops."""
    for name, value in zip("abc", data):
        np.save(folder / (name + ".npy"), value)
    args = ["o=u16[%d]" % (4 * LANES), "p=u32[%d]" % LANES] + ["%s=%s[%d]@%s/%s.npy" % (n, t, LANES, folder, n) for n, t in [("a", "u16"), ("b", "u16"), ("c", "u32")]]
    command = [ISOTOPE, "run", code, "--grid", str(LANES // 64), "--block", "64"]
    for arg in args:
        command += ["--arg", arg]
    done = subprocess.run(command + ["--dump", "o:%s/o.npy" % folder, "--dump", "p:%s/p.npy" % folder], capture_output=True, text=True)
    if done.returncode:
        return None, " ".join((done.stderr + done.stdout).split())[:300]
    return np.load(folder / "o.npy").tobytes() + np.load(folder / "p.npy").tobytes(), ""


def compare(first, count):
    runs = bad = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for seed in range(first, first + count):
            choice, data = random.Random(7 * seed + 1), operands(seed)
            want = host(seed, b"".join(x.tobytes() for x in data), folder)
            (folder / "k.cl").write_text(DEVICE % body(seed))
            for level in choice.sample(LEVELS, 2):
                wave64 = choice.random() < 0.5
                device(folder / "k.cl", level, wave64, folder / "k.co")
                found, why = run(folder / "k.co", data, folder)
                runs += 1
                if found != want:
                    bad += 1
                    at = "" if found is None else "byte %d of %d" % (next(i for i in range(len(want)) if found[i] != want[i]), len(want))
                    print(seed, level, "wave64" if wave64 else "wave32", why or at)
    print("%d runs, %d bad" % (runs, bad))
    return bad


def keep(folder):
    data = b"".join(x.tobytes() for x in operands(46))
    (folder / "src").mkdir(parents=True, exist_ok=True)
    (folder / "bin").mkdir(exist_ok=True)
    (folder / "in.bin").write_bytes(data)
    rows, want = ["# Code object; where its results begin in want.bin: four halves a lane, then a word a lane."], b""
    with tempfile.TemporaryDirectory() as name:
        for n, seed in enumerate(SEEDS):
            source = folder / "src" / ("%d.cl" % seed)
            source.write_text(DEVICE % body(seed))
            for wave64 in [False, True]:
                out = folder / "bin" / ("%d.w%d.co" % (seed, 64 if wave64 else 32))
                device(source, LEVELS[(n + wave64) % 4], wave64, out)
                rows.append("%s\t%d" % (out.name, len(want)))
            want += host(seed, data, pathlib.Path(name))
    (folder / "want.bin").write_bytes(want)
    (folder / "programs.tsv").write_text("\n".join(rows) + "\n")


if __name__ == "__main__":
    if sys.argv[1] == "--keep":
        keep(pathlib.Path(sys.argv[2]))
    else:
        sys.exit(compare(int(sys.argv[1]), int(sys.argv[2])) != 0)
