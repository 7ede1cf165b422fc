#!/usr/bin/env python3
"""tinygrad's emulator of RDNA3 as a worker of peers.py (crates/isotope-cli/examples/peer.rs says which lines there are).

Needs a checkout of tinygrad/tinygrad in TINYGRAD and a program called clang. Code objects are loaded as by the conformance kit's adapter."""

import ctypes
import os
import struct
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, os.environ["TINYGRAD"])
from test.mockgpu.amd.emu import run_asm  # noqa: E402


def adapter():
    """The kit's adapter, without running it."""
    source = (ROOT / "crates/isotope-kit/runner/adapters/tinygrad_emulator.py").read_text().rsplit("\nmain()", 1)[0]
    space = {"__name__": "adapter"}
    exec(compile(source, "tinygrad_emulator.py", "exec"), space)  # noqa: S102
    return space


CodeObject = adapter()["CodeObject"]


class Loaded:
    def __init__(self, file, entry, groups, size, data, n, out, *args):
        self.code, self.entry, self.groups, self.size = CodeObject(Path(file).read_bytes()), entry, int(groups), int(size)
        content = Path(data).read_bytes()[: 4 * int(n)]
        self.data, self.out = ctypes.create_string_buffer(content, len(content) + 256), ctypes.create_string_buffer(4 * int(out) + 256)
        self.bytes, self.warm = 4 * int(out), False
        base = {"in": (ctypes.addressof(self.data), 8), "out": (self.at(), 8), "n": (int(n), 4)}
        self.segment, offset = ctypes.create_string_buffer(512), 0
        for arg in args:
            value, width = base.get(arg) or (int(arg), 4)
            offset = (offset + width - 1) & -width
            struct.pack_into("<Q" if width == 8 else "<I", self.segment, offset, value)
            offset += width
        # Hidden arguments of code objects of version 5: groups, and sizes of groups.
        offset = (offset + 7) & -8
        struct.pack_into("<IIIHHH", self.segment, offset, self.groups, 1, 1, self.size, 1, 1)

    def at(self):
        return (ctypes.addressof(self.out) + 255) & -256

    def launch(self):
        entry, rsrc2, private = self.code.kernel(self.entry)
        ctypes.memset(self.at(), 0, self.bytes)
        begun, busy = time.perf_counter_ns(), time.process_time_ns()
        run_asm(entry, self.code.base + self.code.size - entry, self.groups, 1, 1, self.size, 1, 1, ctypes.addressof(self.segment), rsrc2, private)
        return time.perf_counter_ns() - begun, time.process_time_ns() - busy

    def run(self, launches):
        if not self.warm:
            self.launch()
            self.warm = True
        took = [self.launch() for _ in range(launches)]
        digest = 0xCBF29CE484222325
        for byte in ctypes.string_at(self.at(), self.bytes):
            digest = (digest ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
        wall = sum(one[0] for one in took)
        return f"{wall} {sum(one[1] for one in took)} {wall} 0 0 {digest:016x}"


kernels = {}
for line in sys.stdin:
    words = line.split()
    try:
        if words[0] == "load":
            kernels[words[1]] = Loaded(*words[2:])
            print("ok", flush=True)
        else:
            print(kernels[words[1]].run(int(words[2])), flush=True)
    except Exception as error:  # noqa: BLE001
        print("error", type(error).__name__, str(error).replace("\n", " ")[:300], flush=True)
