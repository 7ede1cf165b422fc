#!/usr/bin/env python3
"""tinygrad's emulator of RDNA3 (test/mockgpu/amd/emu.py) as the implementation that the kit asks.

    TINYGRAD=CHECKOUT python3 run.py --target gfx1100 -- python3 adapters/tinygrad_emulator.py

Needs a checkout of tinygrad/tinygrad and a program called clang. It loads the code object into this process, where the emulator runs it on
addresses of the process. Nothing of GWS, GDS, ordered count and images is in the emulator; it declines them itself, by an exception.
"""
import ctypes
import json
import os
import struct
import sys
import traceback

UNSUPPORTED = 77


def fail(text, status=1):
    print(text, file=sys.stderr)
    sys.exit(status)


class CodeObject:
    """A code object of AMD, its segments in memory."""

    def __init__(self, content):
        (self.shoff,) = struct.unpack_from("<Q", content, 0x28)
        self.shentsize, self.shnum = struct.unpack_from("<HH", content, 0x3A)
        phoff, = struct.unpack_from("<Q", content, 0x20)
        phentsize, phnum = struct.unpack_from("<HH", content, 0x36)
        loads = []
        for i in range(phnum):
            kind, _, offset, address, _, size, memory, _ = struct.unpack_from("<IIQQQQQQ", content, phoff + i * phentsize)
            if kind == 1:
                loads.append((offset, address, size, memory))
        self.size = max(address + memory for _, address, _, memory in loads)
        # Instructions are fetched a little ahead.
        self.memory = ctypes.create_string_buffer(self.size + 4096 + 256)
        self.base = (ctypes.addressof(self.memory) + 4095) & -4096
        for offset, address, size, _ in loads:
            ctypes.memmove(self.base + address, content[offset : offset + size], size)
        self.symbols = {}
        for i in range(self.shnum):
            section = struct.unpack_from("<IIQQQQIIQQ", content, self.shoff + i * self.shentsize)
            if section[1] == 11:  # SHT_DYNSYM
                strings = struct.unpack_from("<IIQQQQIIQQ", content, self.shoff + section[6] * self.shentsize)[4]
                for at in range(section[4], section[4] + section[5], 24):
                    name, _, _, _, value, _ = struct.unpack_from("<IBBHQQ", content, at)
                    end = content.index(b"\0", strings + name)
                    self.symbols[content[strings + name : end].decode()] = value

    def kernel(self, name):
        """Address of the first instruction, and the word rsrc2 with the size of LDS in it."""
        descriptor = self.base + self.symbols[name + ".kd"]
        raw = ctypes.string_at(descriptor, 64)
        lds, private = struct.unpack_from("<II", raw, 0)
        (entry,) = struct.unpack_from("<q", raw, 16)
        (rsrc2,) = struct.unpack_from("<I", raw, 52)
        return descriptor + entry, rsrc2 | (lds + 511) // 512 << 15, private


def main():
    place = os.environ.get("TINYGRAD")
    if not place:
        fail("TINYGRAD names no checkout of tinygrad")
    case = json.load(open(sys.argv[1], encoding="utf-8"))
    kit, out = os.environ["KIT"], sys.argv[2]
    if case["target"] != "gfx1100":
        fail(f"no {case['target']}", UNSUPPORTED)
    os.environ.setdefault("DEV", "CPU")
    sys.path.insert(0, place)
    from test.mockgpu.amd.emu import run_asm

    code = CodeObject(open(os.path.join(kit, case["file"]), "rb").read())
    buffers = {}
    for buffer in case["buffers"]:
        content = open(os.path.join(kit, buffer["input"]), "rb").read()
        memory = ctypes.create_string_buffer(len(content) + buffer["align"])
        address = (ctypes.addressof(memory) + buffer["align"] - 1) & -buffer["align"]
        ctypes.memmove(address, content, len(content))
        buffers[buffer["name"]] = (memory, address, len(content))
    for launch in case["launches"]:
        # Explicit arguments and room for the hidden ones, which these kernels do not read.
        segment = ctypes.create_string_buffer(512)
        for argument in launch["arguments"]:
            value = buffers[argument["name"]][1] if argument["kind"] == "buffer" else argument["value"]
            struct.pack_into("<Q" if argument["size"] == 8 else "<I", segment, argument["offset"], value)
        entry, rsrc2, private = code.kernel(launch["kernel"])
        try:
            run_asm(entry, code.base + code.size - entry, *launch["grid"], *launch["block"], ctypes.addressof(segment), rsrc2, private)
        except (NotImplementedError, KeyError, ValueError, AssertionError, RuntimeError) as error:
            traceback.print_exc()
            fail(f"{type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''}", UNSUPPORTED)
    for output in case["outputs"]:
        _, address, size = buffers[output["buffer"]]
        with open(os.path.join(out, output["buffer"] + ".bin"), "wb") as file:
            file.write(ctypes.string_at(address, size))


main()
