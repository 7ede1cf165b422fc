"""How values look in a notebook."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Any


def table(head: Sequence[str], rows: Iterable[Sequence[Any]], caption: str = "") -> str:
    """An HTML table; what is in it is text."""
    line = lambda tag, cells: "<tr>" + "".join(f"<{tag}>{escape(str(cell))}</{tag}>" for cell in cells) + "</tr>"
    title = f"<caption>{escape(caption)}</caption>" if caption else ""
    return f"<table>{title}<thead>{line('th', head)}</thead><tbody>{''.join(line('td', row) for row in rows)}</tbody></table>"


def plain(text: str) -> str:
    """Lines as they are."""
    return f"<pre>{escape(text)}</pre>"


class Answer(dict):
    """A JSON object of the command, whose keys are attributes too. `text` is the same in words."""

    text: str

    def __init__(self, data: dict[str, Any], text: str = "") -> None:
        super().__init__(data)
        self.text = text

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(f"expected one of {', '.join(self)}, found {name}") from None

    def __repr__(self) -> str:
        return self.text.rstrip() or super().__repr__()

    def _repr_html_(self) -> str:
        return plain(self.text or super().__repr__())
