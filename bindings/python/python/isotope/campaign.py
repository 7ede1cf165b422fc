"""Campaigns: operations, kernels and schedules in chunks, in this process or on the workers of Dask.

>>> import isotope.campaign as campaign
>>> plan = campaign.plan('''
... name = "wrap"
... [[job]]
... kind = "operations"
... ops = "sm_50:ATOM.INC"
... against = { op = "gfx1100:ds_inc_rtn_u32" }
... count = 10_000
... ''')
>>> result = campaign.run(plan, client=False)
>>> result.failed, result["items"]
(0, 10000)

`run` takes a client of Dask distributed, the address of a scheduler, or nothing for a cluster on this machine. A chunk is a pure function of the
plan and its number, so that it may be done again anywhere: a worker that is lost costs its chunk alone. With a folder, each chunk is a file
there, and what is there is not done again; `isotope campaign` reads and writes the same folders.

A function of Python can be the other implementation (`against = { python = "module:function" }`): it gets `mem`, `src0` and `src1` as arrays of
numpy and returns the new values in memory, or the new and the returned values. `python -m isotope.campaign answer module:function` is the same
function as a command.
"""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Optional, Union

import numpy as np

from . import _isotope, _show
from ._errors import Error

__all__ = ["Plan", "Result", "answer", "merge", "plan", "run", "status"]

Function = Callable[..., Any]
Folder = Union[str, "os.PathLike[str]"]


class Plan:
    """A campaign with its files. It can be sent to other processes."""

    __slots__ = ("_plan", "_summary")

    def __init__(self, text: str) -> None:
        self._set(_isotope.Campaign(text))

    def _set(self, native: _isotope.Campaign) -> None:
        self._plan = native
        self._summary = json.loads(native.summary())

    def __reduce__(self) -> Any:
        return (Plan, (self.json(),))

    @property
    def name(self) -> str:
        """The campaign's name."""
        return self._summary["name"]

    @property
    def hash(self) -> str:
        """What tells it from other plans."""
        return self._plan.hash

    @property
    def chunks(self) -> int:
        """How many chunks it has."""
        return self._plan.chunks

    @property
    def jobs(self) -> list[dict[str, Any]]:
        """Its jobs: `name`, `kind`, `about`, `unit`, `items`, `chunks`."""
        return self._summary["jobs"]

    def json(self) -> str:
        """The plan as `plan.json` has it."""
        return self._plan.json()

    def chunk(self, index: int, functions: Optional[Mapping[str, Function]] = None) -> str:
        """Does one chunk, and gives the text of its file. `functions` are those that the plan asks by name."""
        return self._plan.chunk(index, lambda kind, words, records: _ask(kind, words, records, functions or {}))

    def __repr__(self) -> str:
        return f"<isotope.campaign.Plan {self.name}: {self.chunks} chunks, {self.hash}>"

    def __str__(self) -> str:
        return self._plan.text()


class Result(_show.Answer):
    """What a campaign came to, as `isotope campaign merge --json` has it."""

    html: str

    @property
    def failed(self) -> int:
        """How many items went wrong. Items that nothing decided are among them."""
        return self["failed"]

    @property
    def undecided(self) -> int:
        """How many of the failed items nothing decided: they were not answered, or were cut off."""
        return self["undecided"]

    @property
    def digest(self) -> str:
        """Of everything that was computed; the same on every machine."""
        return self["digest"]

    def report(self, file: Folder) -> None:
        """Writes the page."""
        _write(Path(file), self.html)

    def _repr_html_(self) -> str:
        counts = lambda job: ", ".join(f"{many} {what}" for what, many in job["counts"].items())
        rows = [(job["name"], f"{job['items']} {job['unit']}", counts(job), job["failed"]) for job in self["jobs"]]
        return _show.table(("job", "done", "results", "failed"), rows, self.digest)


def plan(spec: Union[str, Folder], *, folder: Optional[Folder] = None) -> Plan:
    """A plan of a text in TOML, of the path of one (`.toml`), or of a `plan.json` or its folder.

    Paths in the text begin at the folder of its file, or at `folder`.
    """
    if isinstance(spec, str) and "\n" in spec:
        file, text, base = "<text>", spec, Path(folder or ".")
    else:
        path = Path(spec)
        if path.is_dir() or path.suffix == ".json":
            return Plan((path / "plan.json" if path.is_dir() else path).read_text())
        file, text, base = str(path), path.read_text(), Path(folder) if folder is not None else path.parent

    def listed(name: str) -> Optional[list[str]]:
        place = base / name
        return [f"{name.rstrip('/')}/{entry.name}" for entry in place.iterdir()] if place.is_dir() else None

    made = Plan.__new__(Plan)
    made._set(_isotope.Campaign.plan(file, text, lambda name: (base / name).read_bytes(), listed))
    return made


# `run` has an argument of the same name.
_plan = plan


def _fields(records: bytes) -> tuple[int, np.ndarray]:
    """Where the records begin, and the records as a structured array that can be written."""
    word, text, count = (int(np.frombuffer(records, dtype, 1, at)[0]) for dtype, at in (("<u4", 8), ("<u4", 12), ("<u8", 16)))
    names = ("mem", "src0", "src1", "new", "returned", "flags")
    return 24 + text, np.frombuffer(records, [(name, f"<u{word}") for name in names], count, 24 + text).copy()


def answer(function: Function, records: bytes) -> bytes:
    """Raw records (`isotope vectors --format raw`) with what a function makes of their operands.

    It gets `mem`, `src0` and `src1`, and gives `new`, or `new` and `returned`; masked elements, and `None`, are results that it does not know. An
    element without `new` is unanswered, which fails unless the job says `allow_unanswered = true`.
    """
    at, table = _fields(records)
    given = function(table["mem"].copy(), table["src0"].copy(), table["src1"].copy())
    results = given if isinstance(given, tuple) else (given, None)
    if len(results) != 2:
        raise Error(f"expected new, or new and returned, found {len(results)} results")
    table["flags"] = 0
    for bit, name, result in zip((1, 2), ("new", "returned"), results):
        if result is None:
            continue
        known = ~np.ma.getmaskarray(result)
        bits = np.ascontiguousarray(np.ma.getdata(result))
        width = table["mem"].dtype.itemsize
        if bits.shape != table.shape or bits.dtype.itemsize != width:
            raise Error(f"{name}: expected {table.size} elements of {8 * width} bits, found {bits.dtype} of shape {bits.shape}")
        table[name] = np.where(known, bits.view(f"<u{width}"), 0)
        table["flags"] |= np.where(known, bit, 0).astype(f"<u{width}")
    return records[:at] + table.tobytes()


def _function(name: str, functions: Mapping[str, Function]) -> Function:
    if name in functions:
        return functions[name]
    module, colon, attribute = name.partition(":")
    if not colon:
        raise Error(f"`{name}`: expected MODULE:FUNCTION, or a name among functions ({', '.join(functions) or 'none are given'})")
    return getattr(importlib.import_module(module), attribute)


def _ask(kind: str, words: list[str], records: bytes, functions: Mapping[str, Function]) -> bytes:
    if kind == "python":
        return answer(_function(words[0], functions), records)
    done = subprocess.run(words, input=records, stdout=subprocess.PIPE, check=False)
    if done.returncode:
        raise Error(f"`{' '.join(words)}`: expected exit status 0, found {done.returncode}")
    return done.stdout


def _write(place: Path, text: str) -> None:
    """A file that is whole or absent."""
    partial = place.with_name(f".{place.name}.{os.getpid()}.partial")
    partial.write_text(text)
    os.replace(partial, place)


def _place(out: Path, index: int) -> Path:
    return out / "chunks" / f"chunk-{index:07}.json"


def _stored(plan: Plan, out: Path) -> list[Optional[str]]:
    """The text of each chunk that is there; a chunk of another plan is an error."""
    texts: list[Optional[str]] = []
    for index in range(plan.chunks):
        place = _place(out, index)
        texts.append(place.read_text(errors="replace") if place.exists() else None)
        if texts[-1] is not None:
            word, what = plan._plan.fits(index, texts[-1])
            if word == "other":
                raise Error(f"`{place}` is a chunk of another plan ({what}; this one is {plan.hash}): give another folder, or remove it")
    return texts


def _merged(plan: Plan, chunks: Iterable[tuple[int, str]], partial: bool) -> Result:
    data, text, page = plan._plan.merge(list(chunks), partial)
    result = Result(json.loads(data), text)
    result.html = page
    return result


def merge(out: Folder, *, partial: bool = False) -> Result:
    """The result of a folder. Missing chunks are an error that names them, unless `partial` allows them."""
    campaign = plan(out)
    texts = enumerate(_stored(campaign, Path(out)))
    whole = [(index, text) for index, text in texts if text is not None and campaign._plan.fits(index, text)[0] == "done"]
    return _merged(campaign, whole, partial)


def status(out: Folder) -> _show.Answer:
    """Which chunks of a folder are there, as `isotope campaign status --json` has it."""
    campaign = plan(out)
    data, text = campaign._plan.status(_stored(campaign, Path(out)))
    return _show.Answer(json.loads(data), text)


class _Bar:
    """A line on stderr that grows, where that is a terminal."""

    def __init__(self, total: int, wanted: Optional[bool]) -> None:
        self.total = total
        self.shown = sys.stderr.isatty() if wanted is None else wanted
        self.start = self.last = time.monotonic()

    def __call__(self, done: int, failed: int) -> None:
        now = time.monotonic()
        if not self.shown or (done < self.total and now - self.last < 0.1):
            return
        self.last = now
        filled = 40 * done // max(self.total, 1)
        end = "\n" if done == self.total else ""
        sys.stderr.write(f"\r[{'#' * filled}{'.' * (40 - filled)}] {done}/{self.total} chunks, {failed} failed, {now - self.start:.0f} s{end}")
        sys.stderr.flush()


def _here(plan: Plan, left: list[int], functions: Mapping[str, Function]) -> Iterator[tuple[int, str]]:
    for index in left:
        yield index, plan.chunk(index, functions)


def _planned(text: str) -> Plan:
    return Plan(text)


def _chunk(plan: Plan, index: int, functions: Mapping[str, Function]) -> tuple[int, str]:
    return index, plan.chunk(index, functions)


def _there(client: Any, plan: Plan, left: list[int], functions: Mapping[str, Function], retries: int) -> Iterator[tuple[int, str]]:
    from distributed import as_completed

    # A task and no scattered data: where the worker that has it is lost, it is made again.
    on_workers = client.submit(_planned, plan.json(), key=f"isotope-plan-{plan.hash}")
    keys = [f"isotope-{plan.hash}-{index}" for index in left]
    futures = client.map(_chunk, [on_workers] * len(left), left, functions=dict(functions), key=keys, retries=retries, pure=True)
    finished = as_completed(futures)
    try:
        for future in finished:
            yield future.result()
            future.release()
    finally:
        client.cancel([future for future in futures if not future.done()])


def run(
    plan: Union[Plan, str, Folder],
    out: Optional[Folder] = None,
    client: Any = None,
    *,
    functions: Optional[Mapping[str, Function]] = None,
    shard: tuple[int, int] = (0, 1),
    workers: Optional[int] = None,
    retries: int = 3,
    progress: Union[bool, Callable[[int, int, int], None], None] = None,
    partial: bool = False,
) -> Result:
    """Does the chunks that are not there yet, and gives the result.

    `out` is the folder of the campaign; without it nothing is written. `client` is a client of Dask distributed or the address of its scheduler;
    without it a cluster of `workers` processes is started here, and with `False` this process does everything. A chunk whose worker is lost
    or which raises is tried `retries` times more. `shard=(i, n)` does part i of n; then, and with `partial`, the result may lack chunks.
    `progress` is `True`, `False`, or a function of chunks done, chunks in all, and items that failed; a bar on a terminal if it is not given.
    """
    campaign = plan if isinstance(plan, Plan) else _plan(plan)
    functions = functions or {}
    texts: list[Optional[str]] = [None] * campaign.chunks
    folder = None if out is None else Path(out)
    if folder is not None:
        (folder / "chunks").mkdir(parents=True, exist_ok=True)
        texts = _stored(campaign, folder)
        _write(folder / "plan.json", campaign.json())
    part, parts = shard
    if not 0 <= part < parts:
        raise Error(f"shard: expected (i, n) with i below n, found {shard}")
    done = {index: text for index, text in enumerate(texts) if text is not None and campaign._plan.fits(index, text)[0] == "done"}
    left = [index for index in range(part, campaign.chunks, parts) if index not in done]
    failed = sum(int(campaign._plan.fits(index, text)[1]) for index, text in done.items())
    total = len(left) + len(done)
    bar = (lambda done, failed: progress(done, total, failed)) if callable(progress) else _Bar(total, progress)
    bar(len(done), failed)
    with _clients(client, workers, bool(left)) as found:
        made = _here(campaign, left, functions) if found is None else _there(found, campaign, left, functions, retries)
        for index, text in made:
            if folder is not None:
                _write(_place(folder, index), text)
            done[index] = text
            failed += int(campaign._plan.fits(index, text)[1])
            bar(len(done), failed)
    result = _merged(campaign, done.items(), partial or parts > 1)
    if folder is not None and not result["missing"]:
        _write(folder / "merged.json", json.dumps(dict(result)))
    return result


class _clients:
    """A client while it is needed; none where this process works itself."""

    def __init__(self, given: Any, workers: Optional[int], needed: bool) -> None:
        self.given, self.workers, self.needed = given, workers, needed
        self.opened: list[Any] = []

    def __enter__(self) -> Any:
        if self.given is False or not self.needed:
            return None
        if self.given is not None and not isinstance(self.given, str):
            return self.given
        try:
            from distributed import Client, LocalCluster
        except ImportError as error:
            raise Error("Dask distributed is not installed: pip install distributed, or give client=False to work in this process") from error
        if self.given is None:
            cluster = LocalCluster(n_workers=self.workers or os.cpu_count() or 1, threads_per_worker=1, dashboard_address=None)
            self.opened.append(cluster)
        self.opened.append(Client(self.given or self.opened[0]))
        return self.opened[-1]

    def __exit__(self, *_: object) -> None:
        for one in reversed(self.opened):
            one.close()


def _main(arguments: list[str]) -> int:
    if len(arguments) != 2 or arguments[0] != "answer":
        sys.stderr.write("usage: python -m isotope.campaign answer MODULE:FUNCTION < records\n")
        return 2
    sys.path.insert(0, os.getcwd())
    sys.stdout.buffer.write(answer(_function(arguments[1], {}), sys.stdin.buffer.read()))
    return 0


if __name__ == "__main__":
    sys.exit(_main(sys.argv[1:]))
