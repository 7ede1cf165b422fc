"""Kernels of Triton as ptxas makes them for sm_50, run on numpy arrays and compared with Triton's own interpreter.

    pip install triton==3.3.1 && python triton_kernels.py

Triton 3.3.1 generates code for capability 50 when it is asked to, and brings a ptxas that assembles it. No GPU is needed. Its atomics are the
exception: they carry an order and a scope (`atom.global.gpu.acq_rel.add`), which PTX has from sm_70 on, so that ptxas refuses them for sm_50. `lowered`
writes them as older PTX has them: an atomic without words for order is relaxed, on the whole device, and a fence on both sides makes it
acquire and release, `membar.gl`, as the PTX documents have it (`fence.acq_rel.gpu` is no stronger).
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
import triton
import triton.language as tl
from triton.backends import backends
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource

import isotope as iso

WARPS = 4
CUDABackend = backends["nvidia"].compiler


@triton.jit
def add_kernel(x, y, out, n, BLOCK: tl.constexpr):
    """`out = x + y`."""
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = at < n
    tl.store(out + at, tl.load(x + at, mask=mask) + tl.load(y + at, mask=mask), mask=mask)


@triton.jit
def maximum_kernel(x, out, columns, BLOCK: tl.constexpr):
    """The maximum of each row, through shuffles and shared memory."""
    row, at = tl.program_id(0), tl.arange(0, BLOCK)
    values = tl.load(x + row * columns + at, mask=at < columns, other=float("-inf"))
    tl.store(out + row, tl.max(values, axis=0))


@triton.jit
def histogram_kernel(x, bins, n, BLOCK: tl.constexpr):
    """How often each of 16 values is there, through atomics that are acquire and release."""
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = at < n
    tl.atomic_add(bins + (tl.load(x + at, mask=mask, other=0) & 15), 1, mask=mask)


def lowered(ptx: str) -> str:
    """Atomics of sm_70 as sm_50 has them."""
    fences = {"acquire": ("", " membar.gl;"), "release": (" membar.gl;", ""), "acq_rel": (" membar.gl;", " membar.gl;"), "relaxed": ("", "")}

    def older(found: re.Match[str]) -> str:
        guard, kind, space, order, rest = found.groups()
        before, after = fences[order]
        # A fence that all lanes execute does no harm to those that the guard leaves out.
        return f"{before} {guard or ''}{kind}{space}{rest};{after}"

    return re.sub(r"(@!?%p\d+ )?(atom|red)(\.global)\.gpu\.(acquire|release|acq_rel|relaxed)([^;]*);", older, ptx)


def compiled(kernel: Any, signature: dict[str, str], **constants: int) -> Any:
    """What Triton and its ptxas make of a kernel for sm_50."""
    plain = CUDABackend.make_ptx
    CUDABackend.make_ptx = lambda *given: lowered(plain(*given))
    try:
        at = {(kernel.arg_names.index(name),): value for name, value in constants.items()}
        source = ASTSource(kernel, {**signature, **dict.fromkeys(constants, "constexpr")}, at)
        return triton.compile(source, target=GPUTarget("cuda", 50, 32), options={"num_warps": WARPS})
    finally:
        CUDABackend.make_ptx = plain


def run(made: Any, grid: int, *args: Any) -> iso.Launched:
    """Launches it; the last parameter is Triton's scratch memory, which these kernels do not use."""
    kernel = iso.load(made.asm["cubin"])[made.metadata.name]
    spare = [iso.u64(0)] * (len(kernel.arguments) - len(args))
    return kernel.launch(grid, 32 * WARPS, *args, *spare, shared=made.metadata.shared)


class HostTensor:
    """An array as Triton's interpreter wants its tensors, which are torch's otherwise."""

    def __init__(self, array: np.ndarray) -> None:
        self.array, self.dtype = array, array.dtype

    def data_ptr(self) -> int:
        return self.array.ctypes.data

    def untyped_storage(self) -> HostTensor:
        return self

    def cpu(self) -> HostTensor:
        return self

    def new_empty(self, *_: Any, **__: Any) -> HostTensor:
        return HostTensor(np.empty(0, self.dtype))

    def set_(self, storage: HostTensor, *_: Any) -> None:
        self.array = storage.array

    def storage_offset(self) -> int:
        return 0

    size = stride = storage_offset

    def copy_(self, other: HostTensor) -> None:
        assert other.array is self.array


def inputs() -> dict[str, np.ndarray]:
    """What the kernels are run on."""
    random = np.random.default_rng(5)
    x, y = random.normal(size=(2, 1000)).astype(np.float32)
    table = random.normal(size=(6, 500)).astype(np.float32)
    return {"x": x, "y": y, "table": table, "values": random.integers(0, 1 << 20, 1000, dtype=np.int32)}


def interpreted() -> dict[str, np.ndarray]:
    """What Triton's interpreter leaves; it is chosen before Triton is imported."""
    given = inputs()
    results = {"sum": np.zeros(1000, np.float32), "maximum": np.zeros(6, np.float32), "bins": np.zeros(16, np.int32)}
    held = {name: HostTensor(array) for name, array in (given | results).items()}
    add_kernel[(4,)](held["x"], held["y"], held["sum"], 1000, BLOCK=256)
    maximum_kernel[(6,)](held["table"], held["maximum"], 500, BLOCK=512)
    histogram_kernel[(8,)](held["values"], held["bins"], 1000, BLOCK=128)
    return results


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "reference.npz")
        subprocess.run([sys.executable, __file__, str(file)], check=True, env={**os.environ, "TRITON_INTERPRET": "1"})
        reference = dict(np.load(file))
    given = inputs()
    out = {name: np.zeros_like(array) for name, array in reference.items()}

    add = compiled(add_kernel, {"x": "*fp32", "y": "*fp32", "out": "*fp32", "n": "i32"}, BLOCK=256)
    print(run(add, 4, given["x"], given["y"], iso.inout(out["sum"]), iso.i32(1000)))
    assert (out["sum"] == given["x"] + given["y"]).all()

    maximum = compiled(maximum_kernel, {"x": "*fp32", "out": "*fp32", "columns": "i32"}, BLOCK=512)
    print(run(maximum, 6, given["table"], iso.inout(out["maximum"]), iso.i32(500)), f"{maximum.metadata.shared} bytes shared")
    assert (out["maximum"] == given["table"].max(axis=1)).all()

    histogram = compiled(histogram_kernel, {"x": "*i32", "bins": "*i32", "n": "i32"}, BLOCK=128)
    assert histogram.asm["ptx"].count("membar.gl") == 2
    print(run(histogram, 8, given["values"], iso.inout(out["bins"]), iso.i32(1000)))
    assert (out["bins"] == np.bincount(given["values"] & 15, minlength=16)).all()

    for name, array in reference.items():
        assert array.tobytes() == out[name].tobytes(), name
    print("three kernels of Triton: as its interpreter has them, bit for bit")


if __name__ == "__main__":
    if len(sys.argv) == 2:
        np.savez(sys.argv[1], **interpreted())
    else:
        main()
