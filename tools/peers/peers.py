#!/usr/bin/env python3
"""The same kernels on OpenCL runtimes for CPUs and on Isotope, in turns, in one run.

    peers.py --isotope target/release/isotope --worker target/release/examples/peer --write docs

What runs, and how large, is said by kernels.json. In each round every peer is asked for every kernel once; a row is the medians and
quartiles of its rounds. Memory after each kernel must be the same with all of them, otherwise this fails. `--tiny` runs small launches in
one round, and compares memory alone.

INTEL_OPENCL names Intel's libintelocl.so where it is not registered with the OpenCL loader (pip install intel-opencl-rt intel-cmplr-lib-rt).
"""

from __future__ import annotations

import argparse
import array
import json
import subprocess
import sys
from pathlib import Path

import machine
import page
import workers
from workers import ENGINES, HERE, ROOT, Refused

# A round runs a kernel so long, except where one launch takes longer.
AT_LEAST = 0.03


def words(count):
    """The data of every kernel: the high bits of a linear congruence, folded down."""
    x, out = 1, array.array("I")
    for _ in range(count):
        x = (x * 1664525 + 1013904223) & 0xFFFFFFFF
        out.append(x ^ x >> 15)
    if sys.byteorder == "big":
        out.byteswap()
    return out.tobytes()


def kernels(spec, tiny):
    for kernel in spec["kernels"]:
        size = spec["tiny"] if tiny else {key: spec[key] for key in ("groups", "group_size")}
        kernel = {**kernel, **({k: v for k, v in size.items() if k != "rounds" or "rounds" in kernel})}
        kernel["operations"] = kernel["n"] * kernel["each"]
        if tiny and "rounds" in kernel:
            kernel["operations"] = 0
        yield kernel


def process(command):
    """A process from start to end: seconds of the clock, of processors, and largest size in bytes."""
    done = subprocess.run([workers.usage(), *command], cwd=ROOT, text=True, stdin=subprocess.DEVNULL, capture_output=True)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}\nended with {done.returncode}: {done.stderr}")
    return dict(zip(("wall", "cpu", "bytes"), map(float, done.stdout.split())))


def command_line(isotope, peer, spec, kernel, data, out):
    """What a user types for the same launch."""
    args = {"in": f"data=u32@{data}", "out": f"out=u32[{kernel['out']}]:0", "n": str(kernel["n"]), "rounds": str(kernel.get("rounds"))}
    line = [isotope, "run", peer.file(spec, kernel), "--kernel", kernel["name"], "--grid", str(kernel["groups"]), "--block", str(kernel["group_size"])]
    for arg in kernel["args"]:
        line += ["--arg", args.get(arg, str(arg))]
    return line + ["--engine", ENGINES[peer.engine], "-j", str(peer.threads), "--dump", f"out:{out}"]


def fnv(content):
    value = 0xCBF29CE484222325
    for byte in content:
        value = (value ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return f"{value:016x}"


def tiny(everything, rows, hashes):
    """Memory is what kernels.json says, which PoCL, Oclgrind and Intel's runtime agree on."""
    for number, found in hashes.items():
        kernel = everything[number]
        if kernel["small"] not in found:
            sys.exit(f"{kernel['title']}: kernels.json says {kernel['small']}, found {found}")
    ran = [peer for (_, peer), row in rows.items() if "refused" not in row]
    names = sorted({peer.name for peer in ran})
    print(f"{len(hashes)} kernels leave the same memory on {', '.join(names)}: {len(ran)} runs")
    sys.exit()


def measure(args, spec):
    folder = ROOT / "target/peers"
    folder.mkdir(parents=True, exist_ok=True)
    threads = [1, 2]
    peers, versions, left_out = workers.opencl(threads)
    peers += workers.isotope(spec, args.worker, ["interp", "jit"], threads)
    more, without = workers.tinygrad(args.tinygrad)
    plain, none = workers.host()
    peers += more + plain
    left_out += without + none + ["rocjitsu: its profiles are other processors than gfx1100; --other NAME=COMMAND takes one that answers as workers do"]
    for other in args.other:
        name, _, command = other.partition("=")
        peers.append(workers.Peer(name, workers.Worker(command.split()), 1, launches=1))
    if args.only:
        peers = [peer for peer in peers if any(word in peer.label() for word in args.only)]
    for one in left_out:
        print(f"left out: {one}")
    everything = list(kernels(spec, args.tiny))
    data = folder / "words.bin"
    data.write_bytes(words(max(kernel["n"] for kernel in everything)))

    rows, hashes, wrong = {}, {}, []
    for number, kernel in enumerate(everything):
        if args.kernel and not any(word in kernel["title"] for word in args.kernel):
            continue
        for peer in peers:
            try:
                peer.load(spec, kernel, number, data)
                first = peer.run(number, 1)
            except Refused as why:
                print(f"{kernel['title']}, {peer.label()}: {why}")
                rows[number, peer] = {"refused": str(why)}
                continue
            launches = 1 if peer.launches or args.tiny else max(1, min(64, round(AT_LEAST / max(first["wall"] / 1e9, 1e-6))))
            rows[number, peer] = {"launches": launches, "wall": [], "cpu": [], "kernel": [], "atomics": first["atomics"], "instructions": first["instructions"]}
            hashes.setdefault(number, {}).setdefault(first["hash"], []).append(peer.label())
        if len(hashes.get(number, {})) > 1:
            wrong.append(f"{kernel['title']}: memory differs: {hashes[number]}")
    if wrong:
        sys.exit("\n".join(wrong))
    if args.tiny:
        return tiny(everything, rows, hashes)
    user = {}
    for turn in range(args.rounds):
        print(f"round {turn + 1} of {args.rounds}", flush=True)
        for (number, peer), row in rows.items():
            if "refused" in row or (peer.launches and turn >= args.slow_rounds):
                continue
            ran = peer.run(number, row["launches"])
            if ran["hash"] not in hashes[number]:
                sys.exit(f"{everything[number]['title']}, {peer.label()}: other memory than in the first launch")
            for key in ("wall", "cpu", "kernel"):
                row[key].append(round(ran[key]))
        # From process start to end, where set-up is a part.
        for (number, peer), row in rows.items():
            if "refused" in row or peer.target is None or peer.threads != 1:
                continue
            out = folder / "out.bin"
            used = process(command_line(args.isotope, peer, spec, everything[number], data, out))
            if turn == 0 and fnv(out.read_bytes()) not in hashes[number]:
                sys.exit(f"{everything[number]['title']}, {peer.label()}: the command leaves other memory")
            kept = user.setdefault((number, peer), {"wall": [], "cpu": [], "bytes": []})
            for key in kept:
                kept[key].append(used[key])
    for peer in peers:
        peer.worker.close()
    result = {
        "schema": "isotope-peers-result/1", "machine": machine.describe(), "versions": {"Isotope": machine.isotope(args.isotope), **versions},
        "left_out": left_out, "rounds": args.rounds,
        "kernels": [
            {"title": kernel["title"], "operations": kernel["operations"], "unit": kernel.get("unit", "atomics"), "loops": kernel.get("loops", []),
             "rows": [{**peer.key(), **row, **({"process": user[n, peer]} if (n, peer) in user else {})}
                      for (n, peer), row in rows.items() if n == number]}
            for number, kernel in enumerate(everything) if any(n == number for n, _ in rows)],
    }
    return result


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--isotope", default="target/release/isotope", help="the command, built with optimisation")
    parser.add_argument("--worker", default="target/release/examples/peer", help="the example `peer` of isotope-cli")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--slow-rounds", type=int, default=9, help="rounds of those that take seconds for a launch (Oclgrind, tinygrad)")
    parser.add_argument("--tinygrad", metavar="DIR", help="a checkout of tinygrad/tinygrad, whose emulator then runs gfx1100's files")
    parser.add_argument("--other", metavar="NAME=COMMAND", action="append", default=[], help="one more that answers as workers do, from OpenCL C")
    parser.add_argument("--only", action="append", help="peers whose label contains this")
    parser.add_argument("--kernel", action="append", help="kernels whose title contains this")
    parser.add_argument("--tiny", action="store_true", help="small launches once, memory compared")
    parser.add_argument("--write", type=Path, metavar="DIR", help="the figures, tables and plots below this folder (docs)")
    parser.add_argument("--elsewhere", action="store_true", help="write what was aimed at alone, as that of another machine than the page's own")
    args = parser.parse_args()
    for name in (args.isotope, args.worker):
        if not Path(name).exists():
            sys.exit(f"no `{name}`: cargo build --release -p isotope-cli --bins --example peer (just peers does)")
    args.worker, args.isotope = str(Path(args.worker).resolve()), str(Path(args.isotope).resolve())
    spec = json.loads((HERE / "kernels.json").read_text())

    result = measure(args, spec)
    text = json.dumps(result, separators=(",", ":")).replace('{"title"', '\n{"title"').replace('{"peer"', '\n {"peer"') + "\n"
    if args.write:
        place = args.write / "performance"
        place.mkdir(parents=True, exist_ok=True)
        (place / ("peers-elsewhere.json" if args.elsewhere else "peers.json")).write_text(text)
        page.write(args.write)
    else:
        (ROOT / "target/peers/peers.json").write_text(text)
        print(page.rows(result))


if __name__ == "__main__":
    main()
