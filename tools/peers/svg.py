"""Drawings without scripts, readable on light and dark pages."""

from __future__ import annotations

import math
from html import escape

# Told apart without colour, too: each series has a shape of its own.
STYLE = """
 text { font: 12px system-ui, sans-serif; fill: #24292f } .title { font-size: 14px; font-weight: 600 } .faint { fill: #57606a }
 .grid { stroke: #d0d7de; stroke-width: 1 } .one { stroke: #24292f; stroke-width: 1.5 } .line { fill: none; stroke-width: 1.5 }
 .c0 { --c: #0550ae } .c1 { --c: #cf222e } .c2 { --c: #1a7f37 } .c3 { --c: #8250df } .c4 { --c: #9a6700 } .c5 { --c: #57606a }
 .full { fill: var(--c); stroke: var(--c) } .hollow { fill: none; stroke: var(--c); stroke-width: 1.5 } .line { stroke: var(--c) }
 .back { fill: #ffffff }
 @media (prefers-color-scheme: dark) {
  text { fill: #e6edf3 } .faint { fill: #9198a1 } .grid { stroke: #3d444d } .one { stroke: #e6edf3 } .back { fill: #0d1117 }
  .c0 { --c: #79c0ff } .c1 { --c: #ff7b72 } .c2 { --c: #56d364 } .c3 { --c: #d2a8ff } .c4 { --c: #e3b341 } .c5 { --c: #9198a1 } }
"""


def document(width, height, title, body):
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img">\n'
            f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n<rect class=\"back\" width=\"{width}\" height=\"{height}\"/>\n"
            + "\n".join(body) + "\n</svg>\n")


def text(x, y, words, anchor="start", kind=""):
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" class="{kind}">{escape(str(words))}</text>'


def line(x0, y0, x1, y1, kind="grid"):
    return f'<line class="{kind}" x1="{x0:.1f}" y1="{y0:.1f}" x2="{x1:.1f}" y2="{y1:.1f}"/>'


def mark(x, y, series, hollow=False):
    """A circle, square, diamond, triangle, cross or bar."""
    kind = f'c{series % 6} {"hollow" if hollow else "full"}'
    shapes = [f'<circle class="{kind}" cx="{x:.1f}" cy="{y:.1f}" r="4"/>',
              f'<rect class="{kind}" x="{x - 3.5:.1f}" y="{y - 3.5:.1f}" width="7" height="7"/>',
              f'<path class="{kind}" d="M{x:.1f} {y - 5:.1f}l5 5-5 5-5-5z"/>',
              f'<path class="{kind}" d="M{x:.1f} {y - 5:.1f}l5 8.5h-10z"/>',
              f'<path class="c{series % 6} line" d="M{x - 4:.1f} {y - 4:.1f}l8 8m0-8l-8 8"/>',
              f'<path class="c{series % 6} line" d="M{x:.1f} {y - 6:.1f}v12"/>']
    return shapes[series % 6]


def tick(value):
    for size, unit in ((1e9, " G"), (1e6, " M"), (1e3, " k")):
        if value >= size:
            return f"{value / size:g}{unit}"
    return f"{value:g}"


def decades(low, high):
    return [10.0 ** e for e in range(math.floor(math.log10(low) + 1e-9), math.ceil(math.log10(high) - 1e-9) + 1)]


def dots(title, axis, names, rows):
    """Rows of marks over one logarithmic axis: [(label, {series: (value, hollow)})]. A line stands at 1."""
    left, top, width, step = 230, 66, 560, 24
    values = [value for _, marks in rows for value, _ in marks.values()]
    ticks = decades(min(values + [1]), max(values + [1]))
    low, high = math.log10(ticks[0]), math.log10(ticks[-1])
    at = lambda value: left + width * (math.log10(value) - low) / (high - low)
    bottom = top + step * len(rows)
    body = [text(16, 22, title, kind="title")]
    x = 16
    for number, (name, series, hollow) in enumerate(names):
        body += [mark(x + 6, 42, series, hollow), text(x + 16, 46, name)]
        x += 30 + 6.6 * len(name)
    for value in ticks:
        body += [line(at(value), top, at(value), bottom, "one" if value == 1 else "grid"), text(at(value), bottom + 18, tick(value), "middle", "faint")]
    for number, (label, marks) in enumerate(rows):
        y = top + step * (number + 0.5)
        body += [line(left, y, left + width, y), text(left - 10, y + 4, label, "end")]
        body += [mark(at(value), y, series, hollow) for series, (value, hollow) in sorted(marks.items(), key=lambda kv: str(kv[0]))
                 for series in [series[0] if isinstance(series, tuple) else series]]
    body.append(text(left + width / 2, bottom + 38, axis, "middle", "faint"))
    return document(left + width + 30, bottom + 52, title, body)


def curves(title, xname, yname, series):
    """Lines over two logarithmic axes: [(name, series, hollow, [(x, y)])]."""
    left, top, width, height = 80, 40, 420, 300
    points = [point for *_, line_ in series for point in line_]
    xs, ys = decades(min(p[0] for p in points), max(p[0] for p in points)), decades(min(p[1] for p in points), max(p[1] for p in points))
    if len(xs) < 2:
        xs.append(xs[0] * 10)
    if len(ys) < 2:
        ys.append(ys[0] * 10)
    scale = lambda v, t: (math.log10(v) - math.log10(t[0])) / (math.log10(t[-1]) - math.log10(t[0]))
    at = lambda p: (left + width * scale(p[0], xs), top + height * (1 - scale(p[1], ys)))
    body = [text(16, 22, title, kind="title")]
    for value in xs:
        x, _ = at((value, ys[0]))
        body += [line(x, top, x, top + height), text(x, top + height + 18, tick(value), "middle", "faint")]
    for value in ys:
        _, y = at((xs[0], value))
        body += [line(left, y, left + width, y), text(left - 8, y + 4, tick(value), "end", "faint")]
    for row, (name, number, hollow, line_) in enumerate(series):
        where = [at(point) for point in line_]
        body.append(f'<polyline class="line c{number % 6}" points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in where)}"/>')
        body += [mark(x, y, number, hollow) for x, y in where]
        y = top + 14 + 20 * row
        body += [mark(left + width + 24, y - 4, number, hollow), text(left + width + 36, y, name)]
    longest = max(len(name) for name, *_ in series)
    body += [text(left + width / 2, top + height + 38, xname, "middle", "faint"), text(16, top - 6, yname, kind="faint")]
    return document(left + width + 60 + int(6.8 * longest), top + height + 54, title, body)
