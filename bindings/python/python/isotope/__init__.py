"""Isotope: what GPU atomics and synchronization do, bit for bit, on numpy arrays.

>>> import isotope as iso, numpy as np
>>> new, returned = iso.op("gfx1100:ds_max_rtn_f32", fp_denorm=15)(np.float32([1, 2]), np.float32(1.5))
>>> new
array([1.5, 2. ], dtype=float32)

`op` gives an operation that is called like a ufunc, `load` the kernels of a file that a vendor's compiler made, which run on arrays in
place. `asm`, `dis`, `info`, `explain`, `equiv`, `vectors`, `explore` and `docs` are the verbs of the command. Errors are of four kinds
that never mix: `Error`, `Fault` and `Deadlock`, `Unspecified`, `NotModelled`.
"""

from __future__ import annotations

from ._arguments import (
    by_value, f16, f32, f64, i8, i16, i32, i64, image, inout, local, pointer, struct, surface, text, texture, u8, u16, u32, u64,
)  # fmt: skip
from ._errors import Deadlock, Error, Fault, NotModelled, Place, Stopped, Undecided, Unspecified
from ._isotope import __version__
from ._kernel import ACCESS, ArgumentInfo, Explored, Image, Kernel, Launched, Stats, load, raw
from ._op import Applied, Explained, Op, Open, op
from ._verbs import (
    Equivalence, Page, asm, assemble, assumptions, dis, disassemble, docs, equiv, explain, explore, info, operations, targets, vectors,
)  # fmt: skip

__all__ = [
    "ACCESS", "Applied", "ArgumentInfo", "Deadlock", "Equivalence", "Error", "Explained", "Explored", "Fault", "Image", "Kernel",
    "Launched", "NotModelled", "Op", "Open", "Page", "Place", "Stats", "Stopped", "Undecided", "Unspecified", "__version__", "asm",
    "assemble", "assumptions", "by_value", "dis", "disassemble", "docs", "equiv", "explain", "explore", "f16", "f32", "f64", "i16", "i32", "i64",
    "i8", "image", "info", "inout", "load", "local", "op", "operations", "pointer", "raw", "struct", "surface", "targets", "text", "texture", "u16",
    "u32", "u64", "u8", "vectors",
]  # fmt: skip
