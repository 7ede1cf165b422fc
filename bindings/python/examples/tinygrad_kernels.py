"""Kernels of tinygrad as LLVM makes them for gfx1100, run on numpy arrays and compared with tinygrad's own interpreter.

    pip install tinygrad==0.14.0 && python tinygrad_kernels.py

tinygrad schedules and lowers as it does for an AMD GPU; no GPU and no driver are needed, but libLLVM, as tinygrad looks for it (`LLVM_PATH` says where),
and a linker, because tinygrad loads object files itself: ld.lld, or the one that comes with Rust.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

# The reference: tinygrad's interpreter of its own micro-operations.
os.environ["DEV"] = "PYTHON"

import numpy as np
from tinygrad import Tensor
from tinygrad.codegen import to_program
from tinygrad.helpers import Target
from tinygrad.renderer.llvmir import AMDLLVMRenderer
from tinygrad.uop.ops import Ops

import isotope as iso


def linker() -> list[str]:
    """A linker of ELF files for AMD."""
    for name in ("ld.lld", "ld.lld-19", "ld.lld-18", "ld.lld-17"):
        if found := shutil.which(name):
            return [found]
    if shutil.which("rustc"):
        root = subprocess.run(["rustc", "--print", "sysroot"], check=True, capture_output=True, text=True).stdout.strip()
        for found in Path(root).glob("lib/rustlib/*/bin/rust-lld"):
            return [str(found), "-flavor", "gnu"]
    raise FileNotFoundError("expected ld.lld or rustc on the PATH")


def linked(relocatable: bytes) -> bytes:
    """A code object as a driver loads it."""
    with tempfile.TemporaryDirectory() as folder:
        source, out = Path(folder, "kernel.o"), Path(folder, "kernel.co")
        source.write_bytes(relocatable)
        subprocess.run([*linker(), "-shared", "-o", str(out), str(source)], check=True)
        return out.read_bytes()


def evaluated(tensor: Tensor, renderer: AMDLLVMRenderer) -> tuple[np.ndarray, list[str]]:
    """What the kernels of a tensor's schedule leave for it, each run on gfx1100; and their names."""
    held: dict[object, np.ndarray] = {}

    def array(buffer: object) -> np.ndarray:
        if buffer not in held:
            real, count = buffer.buffer, buffer.buffer.size
            dtype = np.dtype(real.dtype.fmt)
            there = real.is_allocated() if hasattr(real, "is_allocated") else False
            held[buffer] = np.frombuffer(real.as_memoryview(), dtype).copy() if there else np.zeros(count, dtype)
        return held[buffer]

    names, last = [], None
    for call in tensor.schedule_linear().src:
        program = to_program(call.src[0], renderer)
        about, buffers = program.arg, [array(buffer) for buffer in call.src[1:]]
        code = next(part.arg for part in program.src if part.op is Ops.BINARY)
        image = iso.load(linked(code))
        (name,) = image
        given = [iso.inout(buffers[i]) if i in about.outs else buffers[i] for i in about.globals]
        image[name].launch(tuple(map(int, about.global_size)), tuple(about.local_size or (1, 1, 1)), *given)
        names.append(name)
        last = buffers[about.outs[0]]
    return last.reshape(tensor.shape), names


def main() -> None:
    renderer = AMDLLVMRenderer(Target.parse("AMD:LLVM:gfx1100"))
    random = np.random.default_rng(6)
    a, b = random.normal(size=(32, 48)).astype(np.float32), random.normal(size=(48, 16)).astype(np.float32)
    words = random.integers(0, 1 << 31, 999, dtype=np.int32)
    # Inputs are there before anything is scheduled.
    a, b, words = (Tensor(array).realize() for array in (a, b, words))
    cases = {
        "integers": lambda: (words >> 3) ^ (words * 7),
        "sum of integers": lambda: (words >> 8).sum(),
        "matrices": lambda: a @ b,
        "softmax": lambda: a.softmax(axis=1),
    }
    for name, make in cases.items():
        out, kernels = evaluated(make(), renderer)
        reference = make().numpy()
        if out.dtype.kind == "i":
            assert (out == reference).all(), name
        else:
            # The interpreter adds in another order, and its exp2 is not the instruction's.
            np.testing.assert_allclose(out, reference, rtol=2e-5, atol=1e-6, err_msg=name)
        print(f"{name}: {len(kernels)} kernels, as tinygrad's interpreter has it")


if __name__ == "__main__":
    main()
