"""The verbs of the command, as functions that give plain values."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Optional, Union

from . import _isotope, _show
from ._errors import Error
from ._kernel import Explored, Extent, Image, Kernel, load
from ._op import Assume, Explained, Op, op

File = Union[str, os.PathLike[str], bytes, bytearray, memoryview]


def _list(texts: Union[str, Iterable[str]]) -> list[str]:
    return [texts] if isinstance(texts, str) else list(texts)


def targets() -> dict[str, str]:
    """Names of the targets, with what they are."""
    return {target["name"]: target["what"] for target in json.loads(_isotope.targets())}


def operations(target: str) -> list[str]:
    """The operations of a target, as written behind `TARGET:`; none for one that has the same as another."""
    return _isotope.operations(target)


def assumptions() -> dict[str, dict[str, Any]]:
    """What no document settles, by id: statement, default, alternatives, grade and source."""
    return {entry["id"]: entry for entry in json.loads(_isotope.assumptions())}


def asm(text: Union[str, Iterable[str]], target: str, *, mode: str = "documented") -> Any:
    """The word of an instruction as hexadecimal digits, as `isotope asm` prints it; of several, a list.

    `mode` is `documented`, `compat` (whatever the encoding holds) or `verifier` (what the vendor's own reader takes).
    """
    words = _isotope.asm(target, _list(text), mode)
    return words[0] if isinstance(text, str) else words


def assemble(source: str, target: str, *, mode: str = "documented") -> bytes:
    """The bytes of a whole source with labels and directives."""
    return _isotope.asm_source(target, source, mode)


def dis(word: Union[str, int, Iterable[Any]], target: str) -> Any:
    """The text of an instruction given as hexadecimal digits (`0x..` of a word of sm_50, bytes in memory order elsewhere); of several, a list."""
    digits = lambda one: f"0x{one:016x}" if isinstance(one, int) else one
    if isinstance(word, (str, int)):
        return _isotope.dis(target, [digits(word)])[0]
    return _isotope.dis(target, [digits(one) for one in word])


def disassemble(
    file: File, *, target: Optional[str] = None, kernel: Optional[str] = None, control: bool = False, source: bool = False, raw: bool = False
) -> str:
    """The listing of a file, or with `raw` of code without a container."""
    data = bytes(file) if isinstance(file, (bytes, bytearray, memoryview)) else Path(file).read_bytes()
    return _isotope.dis_file(data, target, kernel, control, source, raw)


def info(file: Union[File, Image]) -> _show.Answer:
    """What a file holds, as `isotope info --json` has it."""
    return (file if isinstance(file, Image) else load(file)).info


def explain(what: Union[str, Op], *given: Any, target: Optional[str] = None, assume: Assume = None, **mode: Any) -> _show.Answer:
    """What an operation does and why: `explain("sm_50:ATOM.INC")`, with operands as bits `explain("sm_50:ATOM.INC", 7, 9)`.

    A whole instruction takes one step on registers and memory that it is given, in the words of `isotope op`:
    `explain("ds_max_rtn_f32 v0, v1, v2", "v2=0x3f800000", "shared[0]=0", target="gfx1100")`.
    """
    if target is None:
        operation = what if isinstance(what, Op) else op(what, assume=assume, **mode)
        return operation.explain(*given)
    report, data, end = _isotope.step(target, [str(what), *map(str, given)])
    return _show.Answer({**json.loads(data), "end": end}, report)


class Equivalence(_show.Answer):
    """Whether two operations are equal, as `isotope equiv --json` has it. `equal` is `None` where that is undecided."""

    @property
    def equal(self) -> Optional[bool]:
        """Whether they are, on all inputs that count."""
        return {"equal": True, "different": False}.get(self["answer"])

    def __bool__(self) -> bool:
        if self.equal is None:
            raise Error("undecided: give more seconds, or install a solver and ask the command")
        return self.equal


def equiv(left: Union[str, Op], right: Union[str, Op], *, assume: Union[str, Iterable[str]] = (), seconds: float = 10.0) -> Equivalence:
    """Whether two operations are equal on every input, or on those that satisfy `assume` (`"src0 == 0xffffffff"`).

    The answer is a proof, or inputs on which they differ. Solvers outside are not asked: the command does so.
    """
    spec = lambda of: of.spec if isinstance(of, Op) else of
    text, data = _isotope.equiv(spec(left), spec(right), _list(assume), seconds)
    return Equivalence(json.loads(data), text)


def vectors(of: Union[str, Op], *, random: int = 0, seed: int = 1, format: Optional[str] = None) -> Any:
    """Golden vectors of an operation, as `isotope vectors` has them: JSON as a dict, or with `format` (`csv`, `c`, `rust`, `lit`) text."""
    text, missing = _isotope.vectors(of.spec if isinstance(of, Op) else of, random, seed, format or "json")
    if format not in (None, "json"):
        return text
    return _show.Answer({**json.loads(text), "missing": missing}, "")


def explore(kernel: Kernel, grid: Extent, block: Extent, /, *args: Any, **how: Any) -> Explored:
    """Everything that can happen in a launch under any schedule; see `Kernel.explore`."""
    return kernel.explore(grid, block, *args, **how)


def docs(target: str, name: Optional[str] = None) -> Any:
    """The reference page of an instruction as `isotope docs --json` has it, with its Markdown as `text`; without a name, those of all pages."""
    if name is None:
        return _isotope.pages(target)
    title, markdown, data = _isotope.docs(target, name)
    return Page(json.loads(data), f"# {title}\n\n{markdown}")


class Page(_show.Answer):
    """A reference page."""

    def _repr_markdown_(self) -> str:
        return self.text


__all__ = [
    "Equivalence", "Explained", "Page", "asm", "assemble", "assumptions", "dis", "disassemble", "docs", "equiv", "explain", "explore",
    "info", "operations", "targets", "vectors",
]  # fmt: skip
