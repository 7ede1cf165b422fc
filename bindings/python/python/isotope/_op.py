"""Operations as values that are called like a ufunc."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Optional, Union

import numpy as np

from . import _isotope, _show
from ._arrays import array_of, bits_of, check_writable
from ._errors import Error

Assume = Union[Mapping[str, str], Iterable[str], None]


def choices(assume: Assume) -> list[str]:
    """`ID=READING` of what is given as a mapping or as such texts."""
    if assume is None:
        return []
    if isinstance(assume, str):
        return [assume]
    return [f"{key}={value}" for key, value in assume.items()] if isinstance(assume, Mapping) else list(assume)


class Open:
    """Where documents leave results open. False where they settle all of them.

    `mask` is true where no document says what memory holds afterwards; `new` was not written there (0 in a fresh array).
    `returned` is the same of the returned values. `rule` is the stable name of the missing rule, `reason` the rule in a sentence.
    """

    __slots__ = ("mask", "returned", "rule", "reason")

    def __init__(self, mask: Any, returned: Any, rule: Optional[str], reason: Optional[str]) -> None:
        self.mask = mask
        self.returned = returned
        self.rule = rule
        self.reason = reason

    def __bool__(self) -> bool:
        return self.rule is not None

    def __repr__(self) -> str:
        if not self:
            return "Open(nothing)"
        return f"Open({int(np.sum(self.mask))} of {np.size(self.mask)}: {self.rule}: {self.reason})"


class Applied:
    """What an operation leaves and gives back: `new`, `returned` and `open`. Unpacks to `new, returned`."""

    __slots__ = ("new", "returned", "open")

    def __init__(self, new: Any, returned: Any, open: Open) -> None:
        self.new = new
        self.returned = returned
        self.open = open

    def __iter__(self) -> Iterator[Any]:
        return iter((self.new, self.returned))

    def __repr__(self) -> str:
        return f"Applied(new={self.new!r}, returned={self.returned!r}, open={self.open!r})"

    def _repr_html_(self) -> str:
        new, returned, mask = (np.atleast_1d(a).reshape(-1) for a in (self.new, self.returned, self.open.mask))
        bits = lambda a: f"0x{int(a.view(f'u{a.dtype.itemsize}')):0{2 * a.dtype.itemsize}x}"
        value = lambda a: f"{bits(a)} = {a}" if a.dtype.kind == "f" else bits(a)
        rows = [(i, "open" if mask[i] else value(new[i]), value(returned[i])) for i in range(min(16, new.size))]
        rest = f"{new.size - 16} more elements" if new.size > 16 else ""
        why = f"{self.open.rule}: {self.open.reason}" if self.open else ""
        return _show.table(("", "new", "returned"), rows, "; ".join(text for text in (why, rest) if text))


class Op:
    """One GPU operation on bits, called like a ufunc of numpy.

    >>> import isotope as iso, numpy as np
    >>> inc = iso.op("sm_50:ATOM.INC")
    >>> inc(np.array([7, 9], np.uint32), np.uint32(9)).new
    array([8, 0], dtype=uint32)

    Elements are as wide as the operation: unsigned and signed integers and floats of that width, whose bits are viewed, never converted.
    An `int` of Python is a bit pattern. A packed operation (`F16x2`) has two values in one element.
    """

    __slots__ = ("_op",)

    def __init__(self, spec: str, /, *, assume: Assume = None, **mode: Any) -> None:
        pairs = [f"{key}={value}" for key, value in mode.items()] + choices(assume)
        self._op = _isotope.Op(",".join([spec, *pairs]))

    @property
    def spec(self) -> str:
        """`TARGET:OP` with what was chosen behind it, as `isotope equiv` takes it."""
        return self._op.spec

    @property
    def target(self) -> str:
        """The target's name."""
        return self._op.target

    @property
    def name(self) -> str:
        """The mnemonic."""
        return self._op.name

    @property
    def widths(self) -> list[int]:
        """Widths in bits that elements can have; none where no document defines the operation."""
        return self._op.widths

    @property
    def nin(self) -> int:
        """Operands, memory among them."""
        return 1 + self._op.sources

    @property
    def nout(self) -> int:
        """Results: `new` and `returned`."""
        return 2

    @property
    def assumptions(self) -> list[str]:
        """Ids of the assumptions that it rests on."""
        return self._op.assumptions

    def __call__(self, mem: Any, src0: Any = None, src1: Any = None, *, out: Any = None) -> Applied:
        """The new value in memory and the returned value, for each element.

        Operands broadcast as numpy has it. `out` is an array for `new`, or a pair for `new` and `returned`, either of which may be `None`; it
        may be an operand itself. Elements that documents leave open are not written there. Python's global lock is released.
        """
        given = {"mem": mem, "src0": src0, "src1": src1}
        sources = self._op.sources
        for i, (name, value) in enumerate(given.items()):
            if i <= sources and value is None and (self._op.widths or name == "mem"):
                raise TypeError(f"{self.spec}: expected {1 + sources} operands ({', '.join(list(given)[:1 + sources])}), found no {name}")
            if i > sources and value is not None:
                raise TypeError(f"{self.spec}: expected {1 + sources} operands, found {name} too: the operation takes none")
        given = {name: value for name, value in given.items() if value is not None}
        width = self._width(given.values())
        views, types = zip(*(bits_of(name, value, width, self.spec) for name, value in given.items()))
        shape = np.broadcast_shapes(*(view.shape for view in views))
        size = int(np.prod(shape, dtype=np.int64))
        flat = [_flat(view, shape, size, i == 0) for i, view in enumerate(views)]
        src0, src1 = (flat[i] if i < len(flat) else None for i in (1, 2))
        outs = _outs(out, shape, types[0], width, views, self.spec)
        new, returned = (np.zeros(size, views[0].dtype) if direct is None else direct for _, direct in outs)
        mask = np.zeros(size, np.bool_)
        left = self._op.apply(flat[0], src0, src1, new, returned, mask)
        rule, reason, back = left if left else (None, None, False)
        back_mask = mask if back else np.zeros(size, np.bool_) if mask.size else mask
        results = []
        for (array, direct), made, gone in zip(outs, (new, returned), (mask, back_mask)):
            if array is None:
                array = made.reshape(shape).view(types[0])
            elif direct is None:
                np.copyto(array.view(made.dtype), made.reshape(shape), where=~gone.reshape(shape))
            results.append(array[()] if array.ndim == 0 and out is None else array)
        return Applied(results[0], results[1], Open(mask.reshape(shape), back_mask.reshape(shape), rule, reason))

    def _width(self, values: Iterable[Any]) -> int:
        widths = self._op.widths
        if len(widths) == 1:
            return widths[0]
        # The operation has several widths: the first operand that is an array of a possible width decides.
        for value in values:
            array = value if isinstance(value, np.generic) else array_of(value)
            if array is not None and array.dtype.itemsize in (2, 4, 8) and (not widths or 8 * array.dtype.itemsize in widths):
                return 8 * array.dtype.itemsize
        return widths[0] if widths else 32

    def explain(self, mem: Any = None, src0: Any = None, src1: Any = None) -> Explained:
        """What it computes and which rules decide, each with grade and source; with operands, how it comes to its result on their bits."""
        words = self._op.explain()
        path = ""
        if mem is not None:
            width = self._width([mem])
            texts = ["-", "-", "-"]
            for i, (name, value) in enumerate((("mem", mem), ("src0", src0), ("src1", src1))):
                if value is not None:
                    view, _ = bits_of(name, value, width, self.spec)
                    if view.size != 1:
                        raise Error(f"{name}: expected one element to explain, found {view.size}")
                    texts[i] = f"0x{int(view.reshape(-1)[0]):0{width // 4}x}"
            path = self._op.path(*texts)
        return Explained(json.loads(self._op.explanation()), path + words)

    def __repr__(self) -> str:
        return f"isotope.op({self.spec!r})"

    def _repr_html_(self) -> str:
        return self.explain()._repr_html_()


class Explained(_show.Answer):
    """`formula`, `rules`, `assumptions` and the like, as `isotope op --explain` has them; `text` has all of it in words."""

    def _repr_html_(self) -> str:
        rows = [(rule["words"], rule["grade"], rule["source"]) for rule in self["rules"]]
        return _show.plain("\n".join(self["formula"])) + _show.table(("rule", "grade", "source"), rows, self["row"])


def _flat(view: np.ndarray, shape: tuple[int, ...], size: int, is_mem: bool) -> np.ndarray:
    """An operand in one dimension; its own memory where it fits as it is."""
    if view.size == 1 and not is_mem:
        return np.ascontiguousarray(view).reshape(1)
    whole = view if view.shape == shape else np.broadcast_to(view, shape)
    return np.require(whole, requirements=["C", "A"]).reshape(size)


def _outs(out: Any, shape: tuple[int, ...], dtype: np.dtype, width: int, views: Any, of: str) -> list[tuple[Any, Any]]:
    """For `new` and `returned`: the array that is to have it, and the same in one dimension where it can be written as it is."""
    given = out if isinstance(out, tuple) else (out, None)
    if len(given) != 2:
        raise TypeError(f"{of}: out: expected an array, or a pair for new and returned, found {len(given)}")
    made: list[tuple[Any, Any]] = []
    for name, array in zip(("new", "returned"), given):
        if array is None:
            made.append((None, None))
            continue
        if not isinstance(array, np.ndarray):
            raise TypeError(f"{of}: out: expected an array for {name}, found {type(array).__name__}")
        view, _ = bits_of(f"out ({name})", array, width, of)
        check_writable(array, f"{of}: out ({name})")
        if array.shape != shape:
            raise Error(f"{of}: out ({name}): expected the shape {shape} of the operands, found {array.shape}")
        # Results are written while operands are read.
        apart = not any(np.may_share_memory(array, other) for other in views)
        apart = apart and not any(np.may_share_memory(array, other) for other, _ in made if other is not None)
        plain = array.flags.c_contiguous and array.flags.aligned
        made.append((array, view.reshape(-1) if apart and plain else None))
    return made


def op(spec: str, /, *, assume: Assume = None, **mode: Any) -> Op:
    """The operation `TARGET:OP`, under a mode: `op("gfx1100:ds_max_rtn_f32", fp_denorm=15)`.

    Keys of the mode are those of `isotope op`: `fp_denorm`, `format`, `space`, `rules`. `assume` chooses other readings where documents are
    silent: `{"nv.l2_nan": "quiet"}`, or texts `"nv.l2_nan=quiet"`.
    """
    return Op(spec, assume=assume, **mode)
