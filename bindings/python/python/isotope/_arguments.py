"""Arguments of a launch: arrays, typed numbers, and what else a kernel takes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Optional, Union

import numpy as np

from ._arrays import array_of, bytes_of, check_numbers, check_writable, element, extent
from ._errors import Error


class Argument:
    """What the functions of this module make; a launch takes it."""

    __slots__ = ("kind", "value", "about")

    def __init__(self, kind: str, value: Any, about: Any = None) -> None:
        self.kind = kind
        self.value = value
        self.about = about

    def __repr__(self) -> str:
        return f"isotope.{self.kind}({self.value!r})"


def inout(array: Any) -> Argument:
    """An array that the kernel reads and writes: it holds what the kernel left afterwards."""
    return Argument("inout", array)


def surface(array: Any, *, write: bool = True) -> Argument:
    """An array as a one-dimensional surface."""
    return Argument("surface", array, write)


def image(array: Any, format: str, size: Union[int, tuple[int, ...]], *, write: bool = True) -> Argument:
    """An array as an image: `image(texels, "r32_uint", (64, 64))`. Formats are those of cases."""
    return Argument("image", array, (_described(format, size), write))


def texture(array: Any, format: str, size: Union[int, tuple[int, ...]], *options: str) -> Argument:
    """An array as a texture of an NVIDIA kernel: `texture(texels, "r32_float", (4, 2), "linear", "wrap", "normalized")`.

    Options are those of `isotope run`: `point` or `linear`; `clamp`, `border`, `wrap` or `mirror`, for one coordinate as in `"y=wrap"`;
    `normalized`; `layers`. Among `symbols` it is what a texture reference of the file is bound to.
    """
    return Argument("texture", array, ",".join((_described(format, size), *options)))


def _described(format: str, size: Union[int, tuple[int, ...]]) -> str:
    extent = (size,) if isinstance(size, int) else tuple(size)
    return f"{format}[{','.join(map(str, extent))}]"


def local(bytes: int) -> Argument:
    """So many bytes of shared memory of the group, for a pointer into it."""
    return Argument("local", int(bytes))


def pointer(name: str, offset: int = 0) -> Argument:
    """The address of a buffer that another argument or `buffers` has, and so many bytes more."""
    return Argument("address", name, int(offset))


def struct(*fields: Any) -> Argument:
    """A struct by value, laid out as C does. An array among its fields is a pointer to it."""
    return Argument("struct", fields)


def by_value(array: Any) -> Argument:
    """The elements of an array by value, as in a struct; an array by itself is a pointer to it."""
    return Argument("by_value", array)


def text(argument: str) -> Argument:
    """An argument as `isotope run --arg` takes it, such as `f32x4:1,2,3,4`."""
    return Argument("text", argument)


def _number(dtype: Any) -> Any:
    kind = np.dtype(dtype)

    def make(value: Any) -> Argument:
        if isinstance(value, bool) or not isinstance(value, (int, float, np.number)):
            raise TypeError(f"{kind.name}: expected a number, found {type(value).__name__}")
        if kind.kind in "ui":
            if isinstance(value, (float, np.floating)) or not np.iinfo(kind).min <= value <= np.iinfo(kind).max:
                raise Error(f"expected an integer of {kind.name}, found {value!r}")
        return Argument("value", kind.type(value))

    make.__name__ = make.__qualname__ = element(kind)
    make.__doc__ = f"A number of {8 * kind.itemsize} bits by value ({kind.name})."
    return make


u8, u16, u32, u64 = (_number(f"u{n}") for n in (1, 2, 4, 8))
i8, i16, i32, i64 = (_number(f"i{n}") for n in (1, 2, 4, 8))
f16, f32, f64 = (_number(f"f{n}") for n in (2, 4, 8))


class Lowering:
    """Arguments of one launch as the native part takes them, and what is to be written back to where."""

    def __init__(self, names: list[Optional[str]]) -> None:
        self.names = names
        #: Arrays that are not contiguous: where results go, and the copy that the kernel has.
        self.back: list[tuple[np.ndarray, np.ndarray]] = []
        #: Arrays by first and last address, with name and whether they are written.
        self.placed: list[tuple[tuple[int, int], str, bool, np.ndarray]] = []
        self.arrays: dict[str, np.ndarray] = {}

    def all(self, args: tuple[Any, ...], named: Optional[Mapping[str, Any]]) -> list[tuple[Any, ...]]:
        """Arguments in order, and those with names."""
        lowered = []
        for index, value in enumerate(args):
            known = self.names[index] if index < len(self.names) else None
            lowered.append(self.one(value, f"argument {index}", known or f"a{index}"))
        for name, value in (named or {}).items():
            inner = self.one(value, f"argument {name}", name)
            lowered.append(inner if inner[0] in ("array", "text") else ("named", name, inner))
        return lowered

    def one(self, value: Any, what: str, name: str) -> tuple[Any, ...]:
        """One argument; `what` it is in messages, and the name that a buffer has."""
        if isinstance(value, Argument):
            return self._made(value, what, name)
        if isinstance(value, bool) or value is None:
            raise TypeError(f"{what}: expected an array or a number, found {value!r}; say which size it has, as isotope.u32(1) or isotope.u64(0)")
        if isinstance(value, np.generic):
            check_numbers(value.dtype, what)
            return ("bytes", value.tobytes(), value.dtype.alignment)
        if isinstance(value, int):
            return ("number", str(value))
        if isinstance(value, float):
            digits = repr(value)
            return ("number", digits.replace("e", ".0e") if "e" in digits and "." not in digits else digits)
        return self._array(value, what, name, "", False)

    def _made(self, made: Argument, what: str, name: str) -> tuple[Any, ...]:
        kind, value = made.kind, made.value
        if kind == "inout":
            return self._array(value, what, name, "", True)
        if kind == "surface":
            return self._array(value, what, name, "surface", made.about)
        if kind == "image":
            return self._array(value, what, name, f"image:{made.about[0]}", made.about[1])
        if kind == "texture":
            return self._array(value, what, name, f"texture:{made.about}", False)
        if kind == "value":
            return ("bytes", value.tobytes(), value.dtype.itemsize)
        if kind == "struct":
            return ("struct", [self._field(field, f"{what}, field {i}", f"{name}_{i}") for i, field in enumerate(value)])
        if kind == "by_value":
            array = array_of(value)
            if array is None:
                raise TypeError(f"{what}: expected an array, found {type(value).__name__}")
            check_numbers(array.dtype, what)
            return ("bytes", array.tobytes(), array.dtype.alignment)
        if kind == "address":
            return ("address", value, made.about)
        return (kind, value)

    def _field(self, value: Any, what: str, name: str) -> tuple[Any, ...]:
        if isinstance(value, (int, float)) and not isinstance(value, np.generic):
            raise TypeError(f"{what}: expected a number with its size, found {value!r}: say isotope.u32({value!r}) or the like")
        return self.one(value, what, name)

    def _array(self, value: Any, what: str, name: str, binding: str, write: bool) -> tuple[Any, ...]:
        array = array_of(value)
        if array is None:
            raise TypeError(
                f"{what}: expected an array (numpy, or anything with the buffer protocol or DLPack), a number, or what isotope.inout and the "
                f"like make, found {type(value).__name__}"
            )
        check_numbers(array.dtype, what)
        if write:
            check_writable(array, what)
        whole = extent(array)
        for other, known, written, shares in self.placed:
            apart = whole[1] <= other[0] or other[1] <= whole[0] or not (write or written)
            if apart or not np.shares_memory(array, shares):
                continue
            if not binding and whole == other and written >= write and array.size == shares.size:
                return ("address", known, 0)
            raise Error(
                f"{what}: it shares memory with the argument `{known}`, and one of them is written: give one of them, and "
                f"isotope.pointer({known!r}, OFFSET) for the other"
            )
        self.placed.append((whole, name, write, array))
        self.arrays[name] = array
        data = bytes_of(array)
        if write and not np.shares_memory(data, array) and array.size:
            self.back.append((array, data))
        return ("array", name, element(array.dtype), data, write, binding)

    def write_back(self) -> None:
        """Gives arrays that are not contiguous what was left in their copies."""
        for array, data in self.back:
            array[...] = data.view(array.dtype).reshape(array.shape)
