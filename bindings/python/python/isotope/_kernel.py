"""Files with kernels, kernels, launches and what they left."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple, Optional, Union

import numpy as np

from . import _errors, _isotope, _show
from ._arguments import Argument, Lowering
from ._arrays import array_of, element
from ._errors import Error, Place
from ._op import Assume, choices

Extent = Union[int, tuple[int, ...]]

#: A row of `Launched.accesses`. At most 8 bytes; wider accesses are several rows.
ACCESS = np.dtype(
    [
        ("group", "<u4", 3), ("wave", "<u4"), ("lane", "<u4"), ("pc", "<u4"), ("buffer", "<i4"),
        ("kind", "u1"), ("storage", "u1"), ("bytes", "u1"), ("known", "u1"),
        ("address", "<u8"), ("offset", "<u8"), ("old", "<u8"), ("new", "<u8"), ("src0", "<u8"), ("src1", "<u8"),
    ]
)  # fmt: skip

#: What `kind` of a row says.
KINDS = ("load", "store", "atomic")
#: What `storage` of a row says.
STORAGES = ("global", "shared", "private", "constant", "device")


class Stats(NamedTuple):
    """What ran."""

    wave_instructions: int
    """Instructions of waves."""
    lane_instructions: int
    """The same, times the lanes that executed them."""
    lane_atomics: int
    """Atomic operations of lanes."""
    seconds: float
    """Time in the engine."""


class Launched:
    """What a launch left.

    `outcome` is `"completed"` or why it did not: `"faulted"`, `"deadlock"`, `"livelock"`, `"undecided"`, `"unspecified"`, `"not modelled"`.
    `reason` is the same in words. `buffers` holds the arrays of arguments that are no arrays of the caller's (`isotope.text`), and
    `changed` the bytes of those that the kernel wrote though they were given as inputs.
    """

    kernel: str
    outcome: str
    reason: str
    stats: Stats
    printed: str
    """What the kernel printed."""
    buffers: dict[str, np.ndarray]
    changed: dict[str, np.ndarray]
    fidelity: Optional[_show.Answer]
    """With `fidelity=True`: what the result rests on, and what would be different under other readings."""
    findings: Optional[list[dict[str, Any]]]
    """With `check_rules=True`: programming rules that were broken."""
    accesses: Optional[np.ndarray]
    """With `trace_memory=True`: every access to memory, a structured array (`isotope.ACCESS`). `buffer` counts in `places`, -1 for none;
    `known` has bit 0 where `old` is known, and bit 1 for `new`."""
    places: list[str]
    """The names of the buffers, in the order in which rows of `accesses` count them."""
    not_modelled: list[dict[str, Any]]
    """Instructions that would have stopped the launch, had it reached one."""
    nack: list[str]
    """What became of NACKs of the synchronization unit."""
    dumped: dict[str, Any]
    """What `dump` asked for, by name: data of the file as arrays, what the synchronization unit holds as arrays or lines."""
    data: dict[str, Any]

    def __init__(self, left: dict[str, Any], lowering: Lowering) -> None:
        self.data = left
        self.kernel, self.outcome, self.reason = left["kernel"], left["outcome"], left["reason"]
        self.stats = Stats(*(*left["stats"], left["seconds"]))
        self.printed = left["printed"].decode("utf-8", "replace")
        self.buffers = {name: _typed(ty, data) for name, (ty, data) in left["buffers"].items()}
        arrays = lowering.arrays
        self.changed = {
            name: np.frombuffer(data, arrays[name].dtype).reshape(arrays[name].shape) for name, data in left["changed"].items()
        }
        examined = left["fidelity"]
        self.fidelity = _show.Answer(json.loads(examined[1]), examined[0]) if examined else None
        self.findings = json.loads(left["findings"]) if left["findings"] else None
        self.places = left["places"]
        self.not_modelled = json.loads(left["not_modelled"])
        self.nack = left["nack"]
        self.dumped = {name: found if isinstance(found, list) else _typed(*found) for name, found in left["dumped"].items()}
        self.accesses = None
        if "accesses" in left:
            rows, left_out = left["accesses"]
            self.accesses = np.frombuffer(rows, ACCESS)
            self.accesses_left_out = left_out

    def __repr__(self) -> str:
        return f"<{self.kernel}: {self.outcome}, {self.stats.wave_instructions} wave instructions>"

    def _repr_html_(self) -> str:
        rows = [("outcome", self.outcome), *zip(Stats._fields, self.stats)]
        rows += [("reason", self.reason)] if self.reason else []
        return _show.table((self.kernel, ""), rows) + (_show.plain(self.printed) if self.printed else "")


def _typed(ty: str, data: bytes) -> np.ndarray:
    names = {"f16": "<f2", "f32": "<f4", "f64": "<f8", "bf16": "<u2"}
    dtype = names.get(ty) or f"<{ty[0]}{int(ty[1:]) // 8}"
    return np.frombuffer(data, dtype).copy()


class ArgumentInfo(NamedTuple):
    """What a file says of a parameter."""

    name: Optional[str]
    """Its name in the source, where the file has it."""
    type: Optional[str]
    """Its type in the source's words."""
    bytes: int
    """Its size."""
    address_space: Optional[str]
    """What it points into, where the file says so."""


class Kernel:
    """A kernel of a file."""

    def __init__(self, image: Image, name: str) -> None:
        self._image = image
        self.name = name
        self._info: Optional[_show.Answer] = None

    @property
    def info(self) -> _show.Answer:
        """What the file says of it, as `isotope info --json` has it, and a launch that was tried."""
        if self._info is None:
            data, text = self._image._image.info(self.name, self._image.path or "FILE")
            self._info = _show.Answer(json.loads(data)["kernels"][0], text)
        return self._info

    @property
    def arguments(self) -> list[ArgumentInfo]:
        """Its parameters in order."""
        return [ArgumentInfo(a["name"], a["type"], a["bytes"], a["address_space"]) for a in self.info["arguments"]]

    @property
    def registers(self) -> int:
        """Registers of 32 bits of a lane that the compiler used."""
        return self.info["registers"]

    @property
    def shared_bytes(self) -> int:
        """Shared memory of a group that the code uses, in bytes."""
        return self.info["shared_bytes"]

    @property
    def private_bytes(self) -> int:
        """Private memory of a lane, in bytes."""
        return self.info["private_bytes"]

    @property
    def wave_width(self) -> int:
        """Work-items of a wave."""
        return self.info["wave_width"]

    def launch(
        self,
        grid: Extent,
        block: Extent,
        /,
        *args: Any,
        named: Optional[Mapping[str, Any]] = None,
        items: bool = False,
        buffers: Optional[Mapping[str, Any]] = None,
        symbols: Optional[Mapping[str, Any]] = None,
        set: Union[str, Iterable[str]] = (),
        assume: Assume = None,
        shared: int = 0,
        stack: Optional[int] = None,
        heap: int = 0,
        offset: Extent = 0,
        cooperative: bool = False,
        seed: int = 0,
        threads: int = 1,
        engine: Optional[str] = None,
        schedule: Optional[str] = None,
        resident: Optional[int] = None,
        max_steps: Optional[int] = None,
        dump: Union[str, Iterable[str]] = (),
        fidelity: bool = False,
        check_rules: bool = False,
        trace_memory: Union[bool, int] = False,
        check: bool = True,
    ) -> Launched:
        """Runs it on arrays, in place.

        `grid` is groups in x, y, z, or with `items=True` work-items, so that groups at the edges may be smaller; `block` is the size of a group.
        Arguments are arrays, which are inputs, `isotope.inout(array)`, which hold what the kernel left afterwards, numbers with a type
        (`isotope.u32(7)`, `numpy.float32(1)`), numbers of Python, which take the type of their parameter, and what `isotope.local`,
        `struct`, `surface`, `image`, `texture`, `pointer` and `text` make. `named` has arguments by the names of their parameters.

        `buffers` are arrays that no parameter takes, `symbols` what data of the file starts with, `set` what the machine is like before
        (`"gws.base=8"`), `assume` other readings where documents are silent. `shared`, `stack` and `heap` are bytes. `seed`, `schedule`,
        `threads`, `engine` (`"auto"`, `"interp"`, `"jit"`), `resident` and `max_steps` are those of `isotope run`. `dump` names data of the file, or `gds`, `gs`, `gws`, `ring`, to be had
        from the result. `trace_memory` may be the most accesses to keep.

        Raises `Fault`, `Deadlock`, `Undecided`, `Unspecified` or `NotModelled` when the launch does not complete, unless `check=False`;
        `Error` for what the caller did wrong.
        """
        launch, lowering = self._launch(
            grid, block, args, named, items, buffers, symbols, set, assume, shared, stack, heap, offset, cooperative
        )
        if schedule is not None and (check_rules or trace_memory):
            raise Error("schedule: expected no check_rules and no trace_memory beside it")
        rows = None if trace_memory is False else (1 << 62) if trace_memory is True else int(trace_memory)
        run = {
            "seed": seed, "threads": threads, "engine": engine, "max_steps": max_steps, "resident": resident, "schedule": schedule,
            "fidelity": fidelity, "check_rules": check_rules, "trace_memory": rows,
            "dump": [dump] if isinstance(dump, str) else list(dump),
        }  # fmt: skip
        left = self._image._image.launch(launch, run)
        lowering.write_back()
        result = Launched(left, lowering)
        if check and result.outcome != "completed":
            raise _stopped(result)
        if result.changed:
            import warnings

            names = ", ".join(f"`{name}`" for name in result.changed)
            warnings.warn(
                f"{self.name} wrote to {names}, given as an input: say isotope.inout(array) to have what it left there", stacklevel=2
            )
        return result

    def explore(
        self,
        grid: Extent,
        block: Extent,
        /,
        *args: Any,
        named: Optional[Mapping[str, Any]] = None,
        buffers: Optional[Mapping[str, Any]] = None,
        symbols: Optional[Mapping[str, Any]] = None,
        set: Union[str, Iterable[str]] = (),
        assume: Assume = None,
        shared: int = 0,
        stack: Optional[int] = None,
        mode: str = "states",
        observe: Iterable[str] = (),
        expect: Optional[str] = None,
        progress: Union[str, Iterable[str]] = (),
        races: bool = False,
        assume_atomic: bool = False,
        model: Optional[str] = None,
        orders: Iterable[str] = (),
        symmetry: bool = False,
        resident: Optional[int] = None,
        limit: Optional[int] = None,
        seconds: Optional[float] = None,
        seed: int = 0,
        runs: int = 1000,
        shard: tuple[int, int] = (0, 1),
    ) -> Explored:
        """Everything that can happen under any schedule, as `isotope explore --json` has it. Arrays are not changed.

        `expect` is a condition on what is left (`"forall data == 6"`), with the names that `kernel.names` gives the arguments: those of the source where
        the file has them, else `a0`, `a1`, .. `progress` asks under which models of forward progress every run ends (`"all"`, `"OBE"`).
        With `races`, `assume_atomic` takes accesses to words of atomics as atomic where their instruction does not say.
        """
        launch, _ = self._launch(grid, block, args, named, False, buffers, symbols, set, assume, shared, stack, 0, 0, False)
        how = {
            "mode": mode, "observe": list(observe), "expect": expect, "progress": [progress] if isinstance(progress, str) else list(progress),
            "races": races, "assume_atomic": assume_atomic, "model": model, "orders": list(orders), "symmetry": symmetry, "resident": resident, "limit": limit,
            "seconds": seconds, "seed": seed, "runs": runs, "shard": shard,
        }  # fmt: skip
        data, text, holds = self._image._image.explore(launch, how)
        return Explored(json.loads(data), text, holds)

    @property
    def names(self) -> list[str]:
        """What buffers of its arguments are called in conditions, schedules and rows of accesses."""
        return [argument.name or f"a{i}" for i, argument in enumerate(self.arguments)]

    def _launch(
        self, grid: Any, block: Any, args: Any, named: Any, items: Any, buffers: Any, symbols: Any, set: Any, assume: Any, shared: Any,
        stack: Any, heap: Any, offset: Any, cooperative: Any,
    ) -> tuple[dict[str, Any], Lowering]:  # fmt: skip
        lowering = Lowering(self._image._names(self.name))
        grids, blocks = _extent("grid", grid, 1), _extent("block", block, 1)
        return {
            "kernel": self.name, "grid": grids, "block": blocks, "over": items,
            "dimensions": max(1 if isinstance(of, (int, np.integer)) else len(of) for of in (grid, block)),
            "arguments": lowering.all(args, named),
            "buffers": [lowering.one(value, f"buffer {name}", name) for name, value in (buffers or {}).items()],
            "symbols": [_symbol(name, value, lowering) for name, value in (symbols or {}).items()],
            "setup": [set] if isinstance(set, str) else list(set), "assume": choices(assume),
            "shared": shared, "stack": stack, "heap": heap, "offset": _extent("offset", offset, 0), "cooperative": cooperative,
        }, lowering  # fmt: skip

    def __repr__(self) -> str:
        return f"<kernel {self.name} for {self._image.target}>"

    def _repr_html_(self) -> str:
        rows = [(i, a.name or "", a.type or "", a.bytes, a.address_space or "") for i, a in enumerate(self.arguments)]
        caption = f"{self.name} for {self._image.target}: {self.registers} registers, {self.shared_bytes} bytes shared"
        return _show.table(("", "name", "type", "bytes", "space"), rows, caption)


class Explored(_show.Answer):
    """What exploration found. `holds` says whether the condition does, `None` where that is not known or none was given."""

    def __init__(self, data: dict[str, Any], text: str, holds: Optional[bool]) -> None:
        super().__init__(data, text)
        self.holds = holds


def _extent(what: str, value: Extent, rest: int) -> tuple[int, int, int]:
    all = (value,) if isinstance(value, (int, np.integer)) and not isinstance(value, bool) else value
    if not isinstance(all, (tuple, list)) or not 1 <= len(all) <= 3 or not all_ints(all):
        raise Error(f"{what}: expected one to three numbers below 2^32, found {value!r}")
    x, y, z = (*map(int, all), *[rest] * (3 - len(all)))
    return x, y, z


def all_ints(values: Iterable[Any]) -> bool:
    """Whether all of them are sizes."""
    return all(isinstance(n, (int, np.integer)) and not isinstance(n, bool) and 0 <= n < 1 << 32 for n in values)


def _symbol(name: str, value: Any, lowering: Lowering) -> tuple[Any, ...]:
    if isinstance(value, str):
        return "text", f"{name}={value}"
    if isinstance(value, Argument):
        if value.kind == "texture":
            return lowering.one(value, f"symbol {name}", name)
        value = value.value
    array = array_of(value)
    if array is None:
        number = f"{element(value.dtype)}:0x{int.from_bytes(value.tobytes(), 'little'):x}" if isinstance(value, np.generic) else f"{value!r}"
        return "text", f"{name}={number}"
    flat = np.ascontiguousarray(array).reshape(-1)
    words = ",".join(f"0x{int.from_bytes(item.tobytes(), 'little'):x}" for item in flat)
    return "text", f"{name}={element(array.dtype)}[{flat.size}]:{words}"


def _stopped(result: Launched) -> Exception:
    left = result.data
    about: dict[str, Any] = {"source": json.loads(left["source"])}
    if "place" in left:
        group, wave, address = left["place"]
        about["place"] = Place(tuple(group), wave, address, left["lane"])
        about.update(rule=left["rule"], detail=left["detail"], text=left["text"])
    kinds = {
        "faulted": _errors.Fault, "unspecified": _errors.Unspecified, "not modelled": _errors.NotModelled,
        "deadlock": _errors.Deadlock, "livelock": _errors.Deadlock,
    }  # fmt: skip
    kind = kinds.get(result.outcome, _errors.Undecided)
    if issubclass(kind, _errors._Hang):
        about["hang"] = json.loads(left["hang"])
    return kind(f"{result.kernel}: {result.reason}", result, **about)


class Image(Mapping[str, Kernel]):
    """A file with kernels: `image["histogram256"]`, by name, demangled name or a part that no other has."""

    def __init__(self, image: _isotope.Image, path: str = "") -> None:
        self._image = image
        self.path = path
        self._known: dict[str, list[Optional[str]]] = {}

    @property
    def target(self) -> str:
        """Whose code it is."""
        return self._image.target

    @property
    def info(self) -> _show.Answer:
        """What it holds, as `isotope info --json` has it; a launch of each kernel is tried."""
        data, text = self._image.info(None, self.path or "FILE")
        return _show.Answer(json.loads(data), text)

    def _names(self, kernel: str) -> list[Optional[str]]:
        return self._image.parameters(kernel)

    def __getitem__(self, name: str) -> Kernel:
        try:
            return Kernel(self, self._image.find(name))
        except Error as error:
            raise KeyError(str(error)) from None

    def __contains__(self, name: object) -> bool:
        return name in self._image.kernels

    def __iter__(self) -> Iterator[str]:
        return iter(self._image.kernels)

    def __len__(self) -> int:
        return len(self._image.kernels)

    def __repr__(self) -> str:
        return f"<{self.path or 'file'} for {self.target}: {', '.join(self)}>"

    def _repr_html_(self) -> str:
        return _show.plain(self.info.text)


def load(file: Union[str, os.PathLike[str], bytes, bytearray, memoryview], *, target: Optional[str] = None, kernel: Optional[str] = None) -> Image:
    """The kernels of a cubin, a fatbin, a host program with fatbins, an AMD code object, a zebin or a `.zeinfo`, by path or as bytes.

    The code of vISA kernels is looked for beside the file. A `.visaasm` or `.isa` is read with the `.zeinfo` beside it. `target` is for code that
    fits several devices, and for files with code for several; `kernel` says which module of a host program is meant, where it has several.
    """
    if isinstance(file, (bytes, bytearray, memoryview)):
        return Image(_isotope.Image(bytes(file), target, kernel, lambda _: None))
    path = Path(file)
    places = lambda kernel: [path.with_name(f"{kernel}.{code}") for code in ("visaasm", "isa")] + [
        path.with_suffix(f".{code}") for code in ("visaasm", "isa")
    ]
    main = path
    if path.suffix in (".visaasm", ".isa"):
        main = path.with_suffix(".zeinfo")
        if not main.is_file():
            raise Error(f"`{path}`: expected `{main}` beside it, which lists the arguments")
        places = lambda _: [path]

    def code(kernel: str) -> Optional[bytes]:
        found = next((place for place in places(kernel) if place.is_file()), None)
        return found.read_bytes() if found else None

    try:
        return Image(_isotope.Image(main.read_bytes(), target, kernel, code), str(path))
    except Error as error:
        raise Error(f"`{path}`: {error}") from None


def raw(code: bytes, target: str, sizes: Iterable[int], *, entry: int = 0) -> Image:
    """Code without a container as a file of one kernel, whose parameters have these sizes in bytes, one after another."""
    return Image(_isotope.Image.raw(bytes(code), target, entry, list(sizes)))
