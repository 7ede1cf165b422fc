"""What can go wrong, in four kinds that never mix: what the caller did (`Error`), what the modelled machine does (`Fault`, `Deadlock`),
what no document settles (`Unspecified`), and what Isotope does not model (`NotModelled`). A bug of Isotope is a `PanicException`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Optional

if TYPE_CHECKING:
    from ._kernel import Launched


class Place(NamedTuple):
    """Where a wave is."""

    group: tuple[int, int, int]
    """Index of its group in x, y, z."""
    wave: int
    """Its number in the group."""
    address: int
    """Byte address of the instruction from the start of the kernel's code."""
    lane: Optional[int]
    """The first lane that it happened in; `None` where it is the whole wave."""


class Error(ValueError):
    """What the caller did wrong: expected, found, where."""


class Stopped(Exception):
    """A launch did not complete. Arrays given with `inout` hold what the kernel had written by then."""

    result: Optional[Launched]
    """What there is of the launch; `None` where it never began."""
    place: Optional[Place]
    """Where it stopped, if that was one place."""
    rule: Optional[str]
    """The rule that was broken, is open, or is missing."""
    detail: Optional[str]
    """Address, width and rule in words."""
    text: Optional[str]
    """The instruction."""
    source: Optional[dict[str, Any]]
    """File, line and column, where the kernel has debug information."""

    def __init__(self, message: str, result: Optional[Launched] = None, **about: Any) -> None:
        super().__init__(message)
        self.result = result
        for name in ("place", "rule", "detail", "text", "source"):
            setattr(self, name, about.get(name))


class Fault(Stopped):
    """The modelled machine faults: an address, an alignment, an encoding."""


class Unspecified(Stopped):
    """The run came to something that the documents leave open, which no reading of an assumption decides."""


class NotModelled(Stopped):
    """The kernel needs, or came to, something that Isotope does not model. Never a guess."""


class _Hang(Stopped):
    hang: dict[str, Any]
    """The verdict, how long it was watched, and where each wave is (`waves`)."""

    def __init__(self, message: str, result: Optional[Launched] = None, **about: Any) -> None:
        super().__init__(message, result, **about)
        self.hang = about.get("hang") or {}


class Deadlock(_Hang):
    """The launch never ends, which is proven: no schedule can release the waves (deadlock), or memory and waves repeat (livelock)."""


class Undecided(_Hang):
    """The launch was given up after so many instructions; whether it ends is not known."""


__all__ = ["Deadlock", "Error", "Fault", "NotModelled", "Place", "Stopped", "Undecided", "Unspecified"]
