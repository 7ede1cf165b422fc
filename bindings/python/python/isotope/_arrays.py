"""Anything that holds numbers, as an array of numpy that shares its memory. Bits are never converted."""

from __future__ import annotations

from typing import Any, Optional

import numpy as np

from ._errors import Error

#: The types of elements that operations and buffers have, as the command's reader of .npy files has them.
_ELEMENT = {
    "uint8": "u8", "uint16": "u16", "uint32": "u32", "uint64": "u64",
    "int8": "i8", "int16": "i16", "int32": "i32", "int64": "i64",
    "float16": "f16", "bfloat16": "bf16", "float32": "f32", "float64": "f64",
}  # fmt: skip


def element(dtype: np.dtype) -> str:
    """What the command calls elements of this type."""
    return _ELEMENT[dtype.name]


def check_numbers(dtype: np.dtype, what: str, wanted: str = "expected numbers of 1, 2, 4 or 8 bytes") -> None:
    """Refuses elements that operations and buffers do not have: bits are viewed, never converted."""
    if dtype.hasobject:
        raise TypeError(f"{what}: {wanted}, found an array of Python objects")
    if dtype.name not in _ELEMENT:
        raise TypeError(f"{what}: {wanted}, found {dtype.name}: bits are viewed, never converted; say which are meant, .view or .astype")
    if not dtype.isnative:
        turned = f"a.astype({dtype.newbyteorder('=').str!r})"
        raise TypeError(f"{what}: {wanted} in the byte order of this machine, found {dtype.str}: give {turned}")


def array_of(value: Any) -> Optional[np.ndarray]:
    """The array that shares the memory of `value`: itself, or by the buffer protocol, DLPack or numpy's interface. `None` for others."""
    if isinstance(value, np.ndarray):
        return value
    if isinstance(value, (str, bool, int, float, np.generic)):
        return None
    try:
        return np.asarray(memoryview(value))
    except TypeError:
        pass
    if hasattr(value, "__dlpack__"):
        return np.from_dlpack(value)
    if hasattr(value, "__array_interface__"):
        return np.asarray(value)
    return None


def bits_of(name: str, value: Any, width: int, of: str) -> tuple[np.ndarray, np.dtype]:
    """An operand as an array of unsigned integers of `width` bits, and the type that it had. A view, never a conversion."""
    unsigned = np.dtype(f"u{width // 8}")
    wanted = f"expected elements of {width} bits (uint{width}, int{width}" + (f", float{width})" if width > 8 else ")")
    if isinstance(value, bool):
        raise TypeError(f"{of}: {name}: {wanted} or an int that has their bits, found a bool")
    if isinstance(value, int):
        if not -(1 << (width - 1)) <= value < 1 << width:
            raise OverflowError(f"{of}: {name}: expected at most {width} bits, found {value:#x}")
        return np.array(value & ((1 << width) - 1), unsigned), unsigned
    if isinstance(value, float) and not isinstance(value, np.generic) and width != 64:
        raise TypeError(f"{of}: {name}: {wanted}, found a float of Python, which has 64: say numpy.float{width}({value!r})")
    array = array_of(value)
    if array is None:
        array = np.asarray(value)
    dtype = array.dtype
    check_numbers(dtype, f"{of}: {name}", wanted)
    if 8 * dtype.itemsize != width:
        raise TypeError(f"{of}: {name}: {wanted}, found {dtype.name}: bits are viewed, never converted; say which are meant, .view or .astype")
    return array.view(unsigned), dtype


def bytes_of(array: np.ndarray) -> np.ndarray:
    """The bytes of an array in order, one-dimensional; its own memory where it is contiguous."""
    return np.ascontiguousarray(array).reshape(-1).view(np.uint8)


def extent(array: np.ndarray) -> tuple[int, int]:
    """First and last address."""
    if array.size == 0:
        return 0, 0
    start = array.__array_interface__["data"][0]
    ends = [(length - 1) * stride for length, stride in zip(array.shape, array.strides)]
    return start + sum(min(0, end) for end in ends), start + sum(max(0, end) for end in ends) + array.itemsize


def check_writable(array: np.ndarray, what: str) -> None:
    """Refuses what cannot be written."""
    if not array.flags.writeable:
        raise Error(f"{what}: expected an array that can be written, found one that is read-only; give a copy of it")
