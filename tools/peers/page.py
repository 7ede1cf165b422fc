#!/usr/bin/env python3
"""Tables and plots of docs/performance.md from the figures in docs/performance/*.json.

    page.py docs           writes them
    page.py --check docs   fails where they are not what the figures say
"""

from __future__ import annotations

import importlib
import json
import statistics
import sys
from pathlib import Path

import svg

SHORT = {"sm_50": 0, "gfx1100": 1, "tgllp": 2, "tgllp.a64": 3, "Intel": 4, "Oclgrind": 5}


def quartiles(values):
    if len(values) < 2:
        return values[0], values[0], values[0]
    return tuple(statistics.quantiles(values, n=4, method="inclusive"))


def rate(kernel, row, key):
    """Median of operations a second, with quartiles."""
    low, middle, high = quartiles(row[key])
    return kernel["operations"] / middle * 1e9, kernel["operations"] / high * 1e9, kernel["operations"] / low * 1e9


def find(kernel, peer, threads=1, target=None, engine=None):
    for row in kernel["rows"]:
        if (row["peer"], row["threads"], row.get("target"), row.get("engine")) == (peer, threads, target, engine):
            return None if "refused" in row else row
    return None


def ratio(kernel, row, key, base=None):
    """Of one row to PoCL with as many threads: the median of the rounds' own ratios."""
    base = base or find(kernel, "PoCL", row["threads"])
    return statistics.median(b / a for a, b in zip(row[key], base[key])) if base else None


def number(value):
    """Millions a second."""
    value /= 1e6
    return f"{value:,.0f}" if value >= 10 else f"{value:.1f}" if value >= 1 else f"{value:.2f}"


def times(value):
    return "" if value is None else f"{value:.0f}" if value >= 100 else f"{value:.1f}" if value >= 1 else f"{value:.2g}"


def table(head, lines):
    align = ["---"] + ["---:"] * (len(head) - 1)
    return "\n".join("| " + " | ".join(line) + " |" for line in [head, align, *lines])


def columns(result):
    """Peers of the short tables: name, and what finds the row."""
    seen = {row["peer"] for kernel in result["kernels"] for row in kernel["rows"]}
    others = [(peer, {"peer": peer}) for peer in ("PoCL", "Intel", "Oclgrind") if peer in seen]
    others += [(peer, {"peer": peer}) for peer in sorted(seen - {"PoCL", "Intel", "Oclgrind", "Isotope"})]
    targets = list(dict.fromkeys(row["target"] for kernel in result["kernels"] for row in kernel["rows"] if "target" in row))
    return others, [(target, {"peer": "Isotope", "target": target}) for target in targets]


def comparison(result, key, threads):
    """M operations a second and, behind it, how many times that of PoCL."""
    others, targets = columns(result)
    wanted = others + [(f"{name} {engine}", {**find_, "engine": engine}) for engine in ("interp", "jit") for name, find_ in targets]
    wanted = [(name, find_) for name, find_ in wanted if any(find(kernel, threads=threads, **find_) for kernel in result["kernels"])]
    lines = []
    for kernel in result["kernels"]:
        line = [kernel["title"]]
        for _, find_ in wanted:
            row = find(kernel, threads=threads, **find_)
            cell = number(rate(kernel, row, key)[0]) if row else "–"
            if row and find_["peer"] != "PoCL" and (by := ratio(kernel, row, key)):
                cell += f" ({times(by)}×)"
            where = find_.get("target", "OpenCL")
            line.append(cell + ("*" if row and where in kernel["loops"] else ""))
        lines.append(line)
    return table(["M operations/s"] + [name for name, _ in wanted], lines)


def goals(result):
    """What was aimed at, and what the engine that makes code came to; beside it the bounds of host.c."""
    spec = {kernel["title"]: kernel for kernel in json.loads((Path(__file__).parent / "kernels.json").read_text())["kernels"]}
    _, targets = columns(result)
    times_pocl, lanes = [], []
    for kernel in result["kernels"]:
        aims = spec.get(kernel["title"], {})
        found = [(name, find(kernel, **find_, engine="jit")) for name, find_ in targets]
        if wanted := aims.get("goals"):
            cells = []
            for name, row in found:
                by = ratio(kernel, row, "cpu") if row else None
                cells.append("–" if by is None else times(by) + "×" + (f" of {wanted[name]:g}×" if name in wanted else ""))
            bounds = [find(kernel, name) for name in ("lanes", "host")]
            times_pocl.append([kernel["title"], *cells, *(times(ratio(kernel, row, "cpu")) + "×" if row else "–" for row in bounds)])
        if aim := aims.get("lane_goal"):
            cells = [f"{row['instructions'] / statistics.median(row['cpu']):.1f}" if row and row["instructions"] else "–" for _, row in found]
            lanes.append([kernel["title"], *cells, f"{aim:g}"])
    names = [name for name, _ in targets]
    return (table(["times PoCL, of what was aimed at", *names, "lanes in step", "plain loops"], times_pocl) + "\n\n"
            + table(["G lane-instructions/s", *names, "aimed at"], lanes))


def plot(result):
    others, targets = columns(result)
    names = [(f"{name} jit", SHORT[name], False) for name, _ in targets] + [(name, SHORT.get(name, 5), False) for name, _ in others if name != "PoCL"]
    names = [one for one in names if one[0] not in ("tinygrad", "host", "lanes")]
    rows = []
    for kernel in result["kernels"]:
        marks = {}
        for name, find_ in targets + [other for other in others if other[0] in SHORT]:
            for engine in ("interp", "jit") if "target" in find_ else (None,):
                row = find(kernel, **find_, **({"engine": engine} if engine else {}))
                if row and (by := ratio(kernel, row, "cpu")):
                    marks[SHORT[name], engine or ""] = (by, engine == "interp")
        rows.append((kernel["title"], marks))
    return svg.dots("Speed beside PoCL, one thread (processor time; hollow: Isotope's interpreter)", "times PoCL, more is faster", names, rows)


def whole(result):
    """The command from process start to end, in milliseconds."""
    _, targets = columns(result)
    wanted = [(f"{name} {engine}", {**find_, "engine": engine}) for engine in ("interp", "jit") for name, find_ in targets]
    lines = []
    for kernel in result["kernels"]:
        found = [find(kernel, **find_) for _, find_ in wanted]
        used = [row and row.get("process") for row in found]
        lines.append([kernel["title"]] + [f"{statistics.median(one['wall']) * 1e3:.1f} ({statistics.median(one['cpu']) * 1e3:.1f})" if one else "–" for one in used])
    return table(["ms (of processor time)"] + [name for name, _ in wanted], lines)


def rows(result):
    """Every row, with quartiles."""
    lines = []
    for kernel in result["kernels"]:
        for row in kernel["rows"]:
            who = row["peer"] if "target" not in row else f"Isotope {row['target']} {row['engine']}"
            if "refused" in row:
                lines.append([kernel["title"], who, str(row["threads"]), row["refused"][:80], "", "", "", "", ""])
                continue
            cells = []
            for key in ("wall", "cpu"):
                middle, low, high = rate(kernel, row, key)
                cells += [f"{number(middle)} ({number(low)}–{number(high)})", times(ratio(kernel, row, key))]
            own = statistics.median(row["kernel"])
            cells.append(number(kernel["operations"] / own * 1e9) if own else "–")
            cells.append(f"{statistics.median(c / w for c, w in zip(row['cpu'], row['wall'])):.2f}")
            instructions = row["instructions"] / statistics.median(row["cpu"]) if row["instructions"] else 0
            lines.append([kernel["title"], who, str(row["threads"]), *cells, f"{instructions:.2f}" if instructions else ""])
    head = ["kernel", "who", "-j", "M/s by the clock (quartiles)", "× PoCL", "M/s by processor time (quartiles)", "× PoCL", "M/s by the device's events",
            "processors busy", "G lane-instructions/s"]
    return table(head, lines)


def told(result):
    m, versions = result["machine"], result["versions"]
    lines = [f"{m['cpu']}, {m['cores']} cores, {m['memory'] / 2**30:.0f} GiB, {m['os']}; {m['rustc']}; {m['date']}, {result['rounds']} rounds, load at the end {m['load']}.",
             "Versions: " + "; ".join(f"{name} {version}" for name, version in versions.items()) + "."]
    if result["left_out"]:
        lines.append("Left out: " + "; ".join(result["left_out"]) + ".")
    refused = {}
    for kernel in result["kernels"]:
        for row in kernel["rows"]:
            if "refused" in row:
                refused.setdefault((row["peer"], row["refused"]), set()).add(kernel["title"])
    lines += [f"{peer} refuses {', '.join(sorted(titles))}: {why}." for (peer, why), titles in refused.items()]
    loose = sorted({f"{row['peer']} {statistics.median(c / w for c, w in zip(row['cpu'], row['wall'])):.2f}" for kernel in result["kernels"]
                    for row in kernel["rows"] if "refused" not in row and row["threads"] == 1
                    and statistics.median(c / w for c, w in zip(row["cpu"], row["wall"])) > 1.1})
    lines.append("With one thread no row kept more than 1.1 processors busy." if not loose else "One thread was not one: " + ", ".join(loose) + " processors busy.")
    return "\n\n".join(lines)


def parts(folder):
    """Marks of the page and what belongs between them; files beside it."""
    texts, files = {}, {}
    place = folder / "performance"
    if (place / "peers.json").exists():
        result = json.loads((place / "peers.json").read_text())
        texts["machine"] = told(result)
        texts["one thread"] = comparison(result, "cpu", 1)
        texts["goals"] = goals(result)
        texts["two threads"] = comparison(result, "wall", 2)
        texts["process"] = whole(result)
        files["peers.svg"] = plot(result)
        files["rows.md"] = ("# Every row of the comparison\n\nWritten by `just peers` from [peers.json](peers.json); [performance.md](../performance.md) says what was "
                            "measured. M/s are millions of the kernel's operations a second; lane-instructions are Isotope's own count, per second of processor time.\n\n"
                            + rows(result) + "\n")
    if (place / "peers-elsewhere.json").exists():
        result = json.loads((place / "peers-elsewhere.json").read_text())
        texts["machine elsewhere"] = told(result)
        texts["goals elsewhere"] = goals(result)
    if (place / "growth.json").exists():
        import growth
        result = json.loads((place / "growth.json").read_text())
        grown, drawn = growth.page(result)
        texts.update(grown)
        files.update(drawn)
    for name in ("suite", "texts", "since"):
        if (place / f"{name}.json").exists():
            of = importlib.import_module(name)
            texts.update(of.page(json.loads((place / f"{name}.json").read_text())))
    return texts, files


def apply(folder):
    texts, files = parts(folder)
    if not (folder / "performance.md").is_file():
        sys.exit(f"`{folder}` has no page: expected `performance.md`, as in `docs`; figures lie in `{folder / 'performance'}`, and without --write tables are printed")
    page = (folder / "performance.md").read_text()
    for name, content in texts.items():
        begin, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->"
        if begin not in page or end not in page:
            sys.exit(f"docs/performance.md has no marks `{begin.strip()}` and `{end}`")
        page = page[: page.index(begin) + len(begin)] + "\n" + content + "\n\n" + page[page.index(end):]
    return {"performance.md": page, **{f"performance/{name}": content for name, content in files.items()}}


def keep(folder, name, figures):
    """Write raw figures beside the page, and the page that follows from all of them."""
    (folder / "performance").mkdir(parents=True, exist_ok=True)
    (folder / "performance" / name).write_text(figures)
    write(folder)


def publish(folder, name, result, tables, *keys):
    """Figures as they are kept, with a line for each part that begins with one of these keys; without a folder the tables alone, printed."""
    figures = json.dumps(result, separators=(",", ":"))
    for key in keys:
        figures = figures.replace(f'{{"{key}"', f'\n{{"{key}"')
    if folder:
        return keep(folder, f"{name}.json", figures + "\n")
    for title, table in tables(json.loads(figures)).items():
        print(f"{title}\n{table}\n")


def write(folder):
    for name, content in apply(folder).items():
        (folder / name).write_text(content)


def main():
    check = sys.argv[1:2] == ["--check"]
    folder = Path(sys.argv[-1])
    if not check:
        return write(folder)
    wrong = [name for name, content in apply(folder).items() if not (folder / name).exists() or (folder / name).read_text() != content]
    if wrong:
        sys.exit(f"not what the figures say: {', '.join(wrong)}; python3 tools/peers/page.py docs writes them")
    print("tables and plots are what the figures say")


if __name__ == "__main__":
    main()
