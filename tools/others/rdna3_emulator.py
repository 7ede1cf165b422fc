"""tinygrad's emulator of RDNA3, by machine code that Isotope assembles. `place` is a checkout of tinygrad/tinygrad.

A workgroup of 32 lanes runs the instruction once for each case: memory before and data come from a buffer, memory after and the value
given back go there. The emulator wants a program called `clang` to make its code.
"""
import ctypes
import os
import struct
import subprocess
import sys

NAME = "tinygrad's emulator (RDNA3)"
PROGRAM = "isotope"  # set by compare.py

_run = None


def version(place):
    commit = subprocess.run(["git", "-C", place, "log", "-1", "--format=%h of %cs"], capture_output=True, text=True).stdout.strip()
    return f"Run: test/mockgpu/amd/emu.py, {commit or 'a checkout without history'}"


def _load(place):
    global _run
    if _run is None:
        os.environ.setdefault("DEV", "CPU")
        sys.path.insert(0, place)
        from test.mockgpu.amd.emu import run_asm

        _run = run_asm
    return _run


def _assemble(lines):
    text = "\n".join(lines) + "\n"
    out = subprocess.run([PROGRAM, "asm", "-t", "gfx1100", "--lines"], input=text, capture_output=True, text=True).stdout.split()
    if len(out) != len(lines) or any(line.startswith("error") for line in out):
        raise SystemExit(f"cannot assemble:\n{text}\n{out}")
    return bytes.fromhex("".join(out))


def _kernel(op, width, sources):
    """Records of 32 bytes: memory, data, second data, value given back."""
    wide = width == 64
    pair = lambda v: f"v[{v}:{v + 1}]" if wide else f"v{v}"
    head = [
        "s_load_b64 s[4:5], s[0:1], null",
        "v_and_b32_e32 v0, 0x3ff, v0",
        "v_lshlrev_b32_e32 v1, 5, v0",
        "s_waitcnt lgkmcnt(0)",
        "global_load_b64 v[2:3], v1, s[4:5]",
        "global_load_b64 v[4:5], v1, s[4:5] offset:8",
        "global_load_b64 v[6:7], v1, s[4:5] offset:16",
        "s_waitcnt vmcnt(0)",
    ]
    if op.startswith("ds_"):
        data = f"{pair(4)}, {pair(6)}" if sources > 1 else pair(4)
        body = [
            "v_lshlrev_b32_e32 v8, 3, v0",
            "ds_store_b64 v8, v[2:3]",
            "s_waitcnt lgkmcnt(0)",
            f"{op} {pair(10)}, v8, {data}",
            "s_waitcnt lgkmcnt(0)",
            "ds_load_b64 v[2:3], v8",
            "s_waitcnt lgkmcnt(0)",
            "global_store_b64 v1, v[2:3], s[4:5]",
        ]
    else:
        # The data of a comparison stands in neighbouring registers: new, then comparand.
        move = ["v_mov_b32_e32 v5, v6"] if sources > 1 and not wide else []
        data = {(1, False): "v4", (1, True): "v[4:5]", (2, False): "v[4:5]", (2, True): "v[4:7]"}[(sources, wide)]
        body = move + [f"{op} {pair(10)}, v1, {data}, s[4:5] glc", "s_waitcnt vmcnt(0)"]
    return _assemble(head + body + ["global_store_b64 v1, v[10:11], s[4:5] offset:24", "s_endpgm"])


def answers(place, op, width, cases):
    run = _load(place)
    op, sources = op
    code = _kernel(op, width, sources)
    text = ctypes.create_string_buffer(code + bytes(256), len(code) + 256)
    digits = struct.Struct("<4Q")
    out = []
    lds_granules = 4 << 15  # 2 KiB of LDS
    for start in range(0, len(cases), 32):
        part = list(cases[start : start + 32])
        data = b"".join(digits.pack(m, a, b, 0) for m, a, b in part).ljust(32 * 32, b"\0")
        buffer = ctypes.create_string_buffer(data, len(data))
        arguments = ctypes.create_string_buffer(struct.pack("<Q", ctypes.addressof(buffer)), 64)
        run(ctypes.addressof(text), len(code), 1, 1, 1, 32, 1, 1, ctypes.addressof(arguments), rsrc2=0x19C | lds_granules)
        mask = (1 << width) - 1
        for i in range(len(part)):
            new, _, _, back = digits.unpack_from(buffer.raw, 32 * i)
            out.append((new & mask, back & mask))
    return out
