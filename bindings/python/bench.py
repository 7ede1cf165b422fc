"""Operations a second on one core: `python bench.py [MILLIONS]`. The median of eleven calls on arrays of four million elements."""

from __future__ import annotations

import statistics
import sys
import time

import numpy as np

import isotope as iso

OPERATIONS = [
    "gfx1100:ds_max_rtn_f32", "gfx1100:ds_add_rtn_f32", "gfx1100:ds_inc_rtn_u32", "gfx1100:global_atomic_cmpswap_b32",
    "sm_50:ATOM.ADD", "sm_50:ATOM.ADD.F32.FTZ.RN", "sm_60:RED.ADD.F16x2.RN", "sm_50:ATOM.CAS",
    "visa:dword_atomic.imax", "visa:svm_atomic.fmin",
]  # fmt: skip


def rate(spec: str, count: int = 1 << 22) -> float:
    """Millions of 32-bit operations a second, results and returned values in arrays that exist."""
    random, op = np.random.default_rng(1), iso.op(spec)
    operands = [random.integers(0, 1 << 32, count, dtype=np.uint32) for _ in range(op.nin)]
    out = (np.zeros(count, np.uint32), np.zeros(count, np.uint32))
    seconds = []
    for _ in range(11):
        start = time.perf_counter()
        op(*operands, out=out)
        seconds.append(time.perf_counter() - start)
    return count / statistics.median(seconds) / 1e6


if __name__ == "__main__":
    least = float(sys.argv[1]) if len(sys.argv) > 1 else 0.0
    rates = {spec: rate(spec) for spec in OPERATIONS}
    for spec, million in rates.items():
        print(f"{spec:36} {million:6.0f} M/s")
    sys.exit(min(rates.values()) < least)
