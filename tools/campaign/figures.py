#!/usr/bin/env python3
"""The figures of docs/campaigns.md, measured here.

    figures.py [--millions N] [--chunks N] [--write docs/campaigns.md]

It needs the package isotope-gpu, built with optimisation, and Dask distributed. A thousand million operations on two workers and on one, the same
with a worker killed in the middle, and what it costs to hand out ten thousand chunks. Fails where digests differ.
"""

from __future__ import annotations

import argparse
import datetime
import os
import platform
import signal
import sys
import tempfile
import time
from pathlib import Path

import distributed

from isotope import campaign

OPERATIONS = """
name = "figures"
[[job]]
kind = "operations"
ops = "sm_50:ATOM.INC"
against = {{ op = "gfx1100:ds_inc_rtn_u32" }}
count = {count}
chunk = {chunk}
"""
BEGIN, END = "<!-- figures -->", "<!-- end of figures -->"


def cluster(workers):
    return distributed.LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None)


def pids(client):
    return {info["pid"] for info in client.run(lambda dask_worker: {"pid": os.getpid()}).values()}


def timed(plan, client, **how):
    with tempfile.TemporaryDirectory() as folder:
        start = time.perf_counter()
        result = campaign.run(plan, folder, client, progress=how.pop("progress", False), **how)
        seconds = time.perf_counter() - start
    if result.failed or result["missing"]:
        sys.exit(f"{result}")
    return seconds, result.digest


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--millions", type=int, default=1000, help="operations, in millions")
    parser.add_argument("--chunks", type=int, default=10_000, help="small chunks to hand out")
    parser.add_argument("--write", type=Path, help="put the figures between their marks in this page")
    parser.add_argument("--note", default="", help="a sentence about the machine")
    args = parser.parse_args()

    count = args.millions * 1_000_000
    large = campaign.plan(OPERATIONS.format(count=count, chunk=4_000_000))
    small = campaign.plan(OPERATIONS.format(count=100 * args.chunks, chunk=100))
    rows = []
    digests = {}

    with cluster(2) as two, distributed.Client(two) as client:
        campaign.run(campaign.plan(OPERATIONS.format(count=1_000_000, chunk=250_000)), None, client, progress=False)
        both, digests["two workers"] = timed(large, client)
        rows.append((f"{count:,} operations, two workers", f"{both:.1f} s, {count / both / 1e6:.0f} M/s"))

        killed = []

        def kill(done, total, failed):
            if done >= total // 2 and not killed:
                killed.append(min(pids(client)))
                os.kill(killed[0], signal.SIGKILL)

        lost, digests["a worker killed"] = timed(large, client, progress=kill)
        client.wait_for_workers(2, timeout=60)
        if killed[0] in pids(client):
            sys.exit("the worker was not lost")
        rows.append(("the same, one of them killed when half of it was done", f"{lost:.1f} s, the same digest"))

        handed, _ = timed(small, client)
    with cluster(1) as one, distributed.Client(one) as client:
        campaign.run(campaign.plan(OPERATIONS.format(count=1_000_000, chunk=250_000)), None, client, progress=False)
        alone, digests["one worker"] = timed(large, client)
        rows.append((f"{count:,} operations, one worker", f"{alone:.1f} s, {count / alone / 1e6:.0f} M/s"))
    rows.append(("growth from one worker to two", f"{alone / both:.2f} times"))
    here, _ = timed(small, False)
    rows.append((f"{args.chunks:,} chunks of 100 inputs, two workers", f"{handed:.1f} s, {handed / args.chunks * 1e3:.2f} ms a chunk"))
    rows.append(("the same chunks in this process, without a scheduler", f"{here:.1f} s, {here / args.chunks * 1e3:.2f} ms a chunk"))
    if len(set(digests.values())) != 1:
        sys.exit(f"digests differ: {digests}")
    rows.append(("digest of all three runs", f"`{digests['one worker']}`"))

    cpu = next((line.split(": ")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")), platform.processor())
    about = f"{os.cpu_count()} cores, {cpu}; Python {platform.python_version()}, Dask distributed {distributed.__version__}; {datetime.date.today()}."
    table = "\n".join(["| what | measured |", "| --- | --- |", *(f"| {what} | {measured} |" for what, measured in rows)])
    text = f"{table}\n\n{about}{' ' + args.note if args.note else ''}\n"
    print(text)
    if args.write:
        page = args.write.read_text()
        before, rest = page.split(BEGIN)
        _, after = rest.split(END)
        args.write.write_text(f"{before}{BEGIN}\n{text}{END}{after}")


if __name__ == "__main__":
    main()
