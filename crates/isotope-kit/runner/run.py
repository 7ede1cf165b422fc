#!/usr/bin/env python3
"""Runs the cases of a conformance kit on an implementation, and says where it differs and which rule stands there.

    python3 run.py [options] -- COMMAND ...

COMMAND is started once for each case, with two more arguments: the file of the case (cases/ID.json) and an empty folder. `{case}` and `{out}` in
COMMAND are replaced by them instead. It writes each buffer that the case lists under `outputs`, as raw bytes, to NAME.bin in that folder and
exits with 0; with 77 it says that it does not support the case; any other status is an error. Paths in a case begin at the folder of this
script, which is also in the environment as KIT.

Exit status: 0, no answer contradicts a source; 1, some do, or a case failed, hung or left something out; 2, bad usage or a damaged kit.
Python 3.8 or later, nothing beside it.
"""
import argparse
import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from xml.sax.saxutils import quoteattr

SCHEMA = "isotope-kit/1"
CASE_SCHEMA = "isotope-kit-case/1"
RESULTS_SCHEMA = "isotope-kit-results/1"
UNSUPPORTED = 77
# What a command may write into one file, and print.
MOST_BYTES = 1 << 26
WIDTHS = {"u32": 4, "u64": 8}


class Damaged(Exception):
    """What is wrong with the kit, in a line."""


def read(kit, path, what):
    full = os.path.normpath(os.path.join(kit, path))
    if not full.startswith(os.path.normpath(kit) + os.sep):
        raise Damaged(f"{what}: expected a path inside the kit, found `{path}`")
    try:
        with open(full, "rb") as file:
            return file.read()
    except OSError as error:
        raise Damaged(f"{what}: cannot read `{path}`: {error.strerror}") from None


def parse(content, what, schema):
    try:
        value = json.loads(content)
    except ValueError as error:
        raise Damaged(f"{what}: expected JSON, found {error}") from None
    found = value.get("schema") if isinstance(value, dict) else None
    if found != schema:
        raise Damaged(f"{what}: expected the schema {schema}, found {found}")
    return value


def whole(kit):
    """The manifest, after every file has been held against its sum."""
    manifest = parse(read(kit, "manifest.json", "manifest.json"), "manifest.json", SCHEMA)
    files, cases = manifest.get("files"), manifest.get("cases")
    if not isinstance(files, list) or not isinstance(cases, list) or not cases:
        raise Damaged("manifest.json: expected lists `files` and `cases` with something in them")
    try:
        for file in files:
            content = read(kit, file["path"], "manifest.json")
            if hashlib.sha256(content).hexdigest() != file["sha256"]:
                raise Damaged(f"`{file['path']}`: its SHA-256 is not the one of the manifest; export the kit again")
        for case in cases:
            case["id"], case["path"], case["asked"], case["family"], case["target"]
    except (KeyError, TypeError) as error:
        raise Damaged(f"manifest.json: a file or a case lacks {error}") from None
    return manifest


def elements(content, width):
    return [int.from_bytes(content[i : i + width], "little") for i in range(0, len(content), width)]


def limited():
    """In the child: no file larger than what can be an answer."""
    try:
        import resource

        resource.setrlimit(resource.RLIMIT_FSIZE, (MOST_BYTES, MOST_BYTES))
    except (ImportError, ValueError, OSError):
        pass


def ask(command, kit, case_path, out, seconds):
    """Starts the command. Gives its status (None where it ran out of time) and what it printed."""
    arguments = [part.replace("{case}", case_path).replace("{out}", out) for part in command]
    if arguments == command:
        arguments += [case_path, out]
    options = {"preexec_fn": limited, "start_new_session": True} if os.name == "posix" else {}
    with tempfile.TemporaryFile() as printed:
        try:
            child = subprocess.Popen(
                arguments, stdin=subprocess.DEVNULL, stdout=printed, stderr=subprocess.STDOUT, env=dict(os.environ, KIT=kit), **options
            )
        except OSError as error:
            raise Damaged(f"cannot start `{arguments[0]}`: {error.strerror}") from None
        try:
            status = child.wait(seconds)
        except subprocess.TimeoutExpired:
            status = None
        finally:
            # Whatever it has started, too.
            try:
                os.killpg(child.pid, signal.SIGKILL) if os.name == "posix" else child.kill()
            except OSError:
                pass
            child.wait()
        printed.seek(max(0, printed.seek(0, os.SEEK_END) - 4000))
        text = printed.read().decode("utf-8", "replace").strip().splitlines()
    return status, text[-1][:300] if text else ""


def judge(kit, case, out):
    """Status, message and differences of the buffers that a command left in `out`."""
    differences = []
    for output in case["outputs"]:
        name, width = output["buffer"], WIDTHS[output["type"]]
        path = os.path.join(out, name + ".bin")
        if not os.path.isfile(path):
            return "missing", f"no {name}.bin", []
        size = os.path.getsize(path)
        if size != output["bytes"]:
            return "wrong size", f"{name}.bin: expected {output['bytes']} bytes, found {size}", []
        with open(path, "rb") as file:
            found = elements(file.read(), width)
        expected = elements(read(kit, output["expected"], case["id"]), width)
        if output["any_order"]:
            found.sort()
            expected.sort()
        left_open = set(output["open"])
        for element, (want, have) in enumerate(zip(expected, found)):
            if want != have and element not in left_open:
                digits = 2 * width
                difference = {"buffer": name, "element": element, "expected": f"0x{want:0{digits}x}", "found": f"0x{have:0{digits}x}"}
                explain(case, output, difference, have)
                differences.append(difference)
    return ("different" if differences else "equal"), "", differences


def explain(case, output, difference, found):
    """Which rule stands there, and which other reading would give the same."""
    rules = [case["rules"][rule] for rule in output["reasons"][output["why"][difference["element"]]]]
    assumed = [rule for rule in rules if rule["grade"] == "assumed"]
    difference["standing"] = "assumption" if assumed else "source"
    difference["rule"] = case["rules"].index((assumed or rules)[-1])
    for reading in case["readings"]:
        for element, value in reading["values"].get(output["buffer"], []):
            if element == difference["element"] and value is not None and int(value, 16) == found:
                difference["reading"] = f"{reading['assumption']}={reading['reading']}"
                if reading["allowed"]:
                    difference["standing"] = "reading"
                return


def run_case(options, listed):
    kit = options.kit
    result = {"id": listed["id"], "family": listed["family"], "target": listed["target"], "asked": listed["asked"], "differences": []}
    case = parse(read(kit, listed["path"], listed["id"]), listed["path"], CASE_SCHEMA)
    out = tempfile.mkdtemp(prefix="kit-", dir=options.work)
    start = time.monotonic()
    try:
        status, message = ask(options.command, kit, os.path.join(kit, *listed["path"].split("/")), out, options.timeout)
        result["seconds"] = round(time.monotonic() - start, 3)
        if status is None:
            result.update(status="timeout", message=f"not done after {options.timeout:g} s")
        elif status == UNSUPPORTED:
            result.update(status="unsupported", message=message)
        elif status != 0:
            result.update(status="failed", message=message or f"exit status {status}", exit=status)
        else:
            try:
                word, text, differences = judge(kit, case, out)
            except (KeyError, IndexError, TypeError) as error:
                raise Damaged(f"{listed['path']}: malformed at {error!r}") from None
            result.update(status=word, message=text, differences=differences)
    finally:
        shutil.rmtree(out, ignore_errors=True)
    return result


def is_good(result):
    return result["status"] in ("equal", "unsupported") or (
        result["status"] == "different" and all(d["standing"] != "source" for d in result["differences"])
    )


def table(kit, manifest, results):
    lines, paths = [], {case["id"]: case["path"] for case in manifest["cases"]}
    for result in results:
        if result["status"] == "equal":
            continue
        lines.append(f"{result['id']}: {result['status']}" + (f": {result['message']}" if result["message"] else ""))
        groups = {}
        for difference in result["differences"]:
            key = (difference["buffer"], difference["standing"], difference["rule"], difference.get("reading"))
            groups.setdefault(key, []).append(difference)
        rules = parse(read(kit, paths[result["id"]], result["id"]), result["id"], CASE_SCHEMA)["rules"] if groups else []
        for (buffer, standing, which, reading), group in groups.items():
            first, rule = group[0], rules[which]
            lines.append(f"  {len(group)} of {buffer}: element {first['element']}: expected {first['expected']}, found {first['found']}")
            lines.append(f"    rule: {rule['words']} ({rule['grade']}: {rule['source']})")
            if standing == "assumption":
                lines.append("    which is only assumed")
            if reading:
                lines.append(f"    equals the alternative {reading}" + (", which is as good" if standing == "reading" else ""))
    counts = {}
    for result in results:
        counts[result["status"]] = counts.get(result["status"], 0) + 1
    lines.append(f"{len(results)} cases: " + ", ".join(f"{n} {status}" for status, n in sorted(counts.items())))
    return "\n".join(lines)


def junit(results):
    out = ['<?xml version="1.0" encoding="UTF-8"?>', f'<testsuite name="isotope-kit" tests="{len(results)}">']
    for result in results:
        head = f"<testcase classname={quoteattr(result['target'] + '.' + result['family'])} name={quoteattr(result['id'])} time=\"{result['seconds']}\""
        if result["status"] == "unsupported":
            out.append(head + "><skipped/></testcase>")
        elif is_good(result):
            out.append(head + "/>")
        else:
            text = result["message"] or f"{len(result['differences'])} elements differ"
            out.append(f"{head}><failure message={quoteattr(result['status'] + ': ' + text)}/></testcase>")
    return "\n".join(out + ["</testsuite>", ""])


def dumped(value):
    """JSON with a line for each case."""
    head = {key: part for key, part in value.items() if key != "cases"}
    cases = ",\n".join(json.dumps(case, separators=(",", ":")) for case in value["cases"])
    return json.dumps(head, indent=1)[:-2] + ',\n "cases": [\n' + cases + "\n]}\n"


def write(path, text):
    partial = f"{path}.partial"
    with open(partial, "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(partial, path)


def main():
    words = sys.argv[1:]
    command = words[words.index("--") + 1 :] if "--" in words else []
    words = words[: words.index("--")] if "--" in words else words
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, usage="run.py [options] -- COMMAND ...")
    parser.add_argument("--kit", default=os.path.dirname(os.path.abspath(__file__)), help="the folder of the kit; this script's")
    parser.add_argument("--target", action="append", help="only cases for this target")
    parser.add_argument("--only", action="append", help="only cases of this family")
    parser.add_argument("--case", action="append", help="only this case")
    parser.add_argument("--timeout", type=float, default=60, help="seconds that a case may take (60)")
    parser.add_argument("--jobs", type=int, default=1, help="cases at the same time (1)")
    parser.add_argument("--name", default="", help="the implementation and its version, for the results")
    parser.add_argument("--results", default="results.json", help="where to write the results (results.json); `isotope kit explain` reads them")
    parser.add_argument("--junit", help="where to write the same for JUnit's readers")
    options = parser.parse_args(words)
    if not command:
        parser.error("expected `--` and the command of an implementation behind it")
    options.command, options.kit, options.work = command, os.path.abspath(options.kit), None
    try:
        manifest = whole(options.kit)
        wanted = [
            case
            for case in manifest["cases"]
            if (not options.target or case["target"] in options.target)
            and (not options.only or case["family"] in options.only)
            and (not options.case or case["id"] in options.case)
        ]
        if not wanted:
            raise Damaged("expected at least one case, found none with such a target, family or name")
        with ThreadPoolExecutor(max(1, options.jobs)) as pool:
            results = []
            for result in pool.map(lambda case: run_case(options, case), wanted):
                results.append(result)
                if sys.stderr.isatty():
                    print(f"{len(results)} of {len(wanted)}: {result['id']}: {result['status']}", file=sys.stderr)
    except Damaged as damaged:
        print(f"error: {damaged}", file=sys.stderr)
        return 2
    value = {"schema": RESULTS_SCHEMA, "isotope": manifest["isotope"], "name": options.name, "command": command, "cases": results}
    write(options.results, dumped(value))
    if options.junit:
        write(options.junit, junit(results))
    print(table(options.kit, manifest, results))
    return 0 if all(is_good(result) for result in results) else 1


if __name__ == "__main__":
    sys.exit(main())
