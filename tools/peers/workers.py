"""Processes that run kernels for peers.py: started once, asked in lines (crates/isotope-cli/examples/peer.rs says which)."""

from __future__ import annotations

import functools
import os
import platform
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).resolve().parent

# How the command line names what the pages do: code for what runs often, as users have it.
ENGINES = {"interp": "interp", "jit": "auto"}


class Refused(Exception):
    """What a worker says that it cannot do."""


class Worker:
    """A process; `refused` remembers kernels that it could not load, with why."""

    def __init__(self, command, env=None, cpus=None):
        pin = (lambda: os.sched_setaffinity(0, cpus)) if cpus else None
        self.command, self.env, self.pin = command, {**os.environ, **(env or {})}, pin
        self.process = None
        self.refused = {}

    def ask(self, line):
        if self.process is None:
            self.process = subprocess.Popen(self.command, env=self.env, preexec_fn=self.pin, cwd=ROOT, text=True, stdin=subprocess.PIPE,
                                            stdout=subprocess.PIPE)
        try:
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()
            answer = self.process.stdout.readline().strip()
        except BrokenPipeError:
            answer = ""
        if not answer:
            self.process.kill()
            self.process = None
            raise Refused("the process ended")
        if answer.startswith("error"):
            raise Refused(answer[6:])
        return answer

    def close(self):
        if self.process:
            self.process.stdin.close()
            self.process.wait()


class Peer:
    """A row of the table: a worker with what is asked of it."""

    def __init__(self, name, worker, threads, target=None, engine=None, launches=None):
        self.name, self.worker, self.threads, self.target, self.engine = name, worker, threads, target, engine
        # Those that take seconds are launched once a round.
        self.launches = launches

    def key(self):
        return {"peer": self.name, "threads": self.threads, **({"target": self.target, "engine": self.engine} if self.target else {})}

    def label(self):
        engine = f" {self.target} {self.engine}" if self.target else ""
        return f"{self.name}{engine} -j {self.threads}"

    def file(self, spec, kernel):
        places = spec["targets"][self.target] if self.target else spec["sources"]
        return places[kernel["from"]].format(kernel["name"])

    def load(self, spec, kernel, number, data):
        where = self.file(spec, kernel)
        ident = f"{number}.{self.target or 'cl'}"
        args = " ".join(str(kernel.get("rounds") if arg == "rounds" else arg) for arg in kernel["args"])
        line = f"load {ident} {where} {kernel['name']} {kernel['groups']} {kernel['group_size']} {data} {kernel['n']} {kernel['out']} {args}"
        # The rows of Isotope share what is loaded.
        if ident in self.worker.refused:
            if self.worker.refused[ident]:
                raise Refused(self.worker.refused[ident])
            return
        try:
            self.worker.ask(line)
            self.worker.refused[ident] = None
        except Refused as why:
            self.worker.refused[ident] = str(why)
            raise

    def run(self, number, launches):
        ident = f"{number}.{self.target or 'cl'}"
        asked = f"run {ident} {launches}" + (f" {self.engine} {self.threads}" if self.target else "")
        wall, cpu, kernel, instructions, atomics, digest = self.worker.ask(asked).split()
        return {"wall": int(wall) / launches, "cpu": int(cpu) / launches, "kernel": int(kernel) / launches,
                "instructions": int(instructions), "atomics": int(atomics), "hash": digest}


def output(command, env=None):
    """What a command prints, or nothing where it is not there."""
    try:
        return subprocess.run(command, text=True, capture_output=True, timeout=60, env={**os.environ, **(env or {})}).stdout
    except (OSError, subprocess.TimeoutExpired):
        return ""


def build(source, *libraries, name=None):
    """A program in C of this folder, below target/ (by another name where one is given); or None with why not."""
    folder = ROOT / "target/peers"
    folder.mkdir(parents=True, exist_ok=True)
    compiler = shutil.which(os.environ.get("CC", "cc"))
    binary = folder / (name or Path(source).stem)
    if not compiler:
        return None, "no C compiler"
    done = subprocess.run([compiler, "-O2", "-o", binary, HERE / source, *libraries], text=True, capture_output=True)
    if done.returncode:
        return None, f"{source} cannot be built (an OpenCL loader with headers?): {done.stderr.strip().splitlines()[-1]}"
    return str(binary), None


@functools.cache
def usage():
    """The program that says what a process used."""
    binary, why = build("usage.c")
    return binary or sys.exit(why)


def opencl(threads):
    """Peers with an OpenCL runtime, their versions, and who is left out."""
    peers, versions, left_out = [], {}, []
    binary, why = build("opencl.c", "-lOpenCL")
    if not binary:
        return peers, versions, [f"OpenCL: {why}"]
    platforms = [line.split("\t") for line in output([binary]).splitlines()]
    found = {name: (version, driver) for name, version, driver in (p for p in platforms if len(p) == 3)}
    include = str(ROOT / "kernels/src")
    cpus = sorted(os.sched_getaffinity(0))
    if any("Portable" in name for name in found):
        versions["PoCL"] = next(re.sub(r" *,", ",", v) for n, (v, _) in found.items() if "Portable" in n)
        for t in threads:
            peers.append(Peer("PoCL", Worker([binary, "Portable", include], {"POCL_MAX_PTHREAD_COUNT": str(t)}), t))
    else:
        left_out.append("PoCL: no such platform")
    # A runtime that is not registered with the loader: its library in INTEL_OPENCL, its own libraries beside it.
    intel = os.environ.get("INTEL_OPENCL")
    env = {"OCL_ICD_FILENAMES": intel, "LD_LIBRARY_PATH": str(Path(intel).parent) + ":" + os.environ.get("LD_LIBRARY_PATH", "")} if intel else {}
    there = [line.split("\t") for line in output([binary], env).splitlines() if "Intel" in line]
    if there:
        versions["Intel"] = f"{there[0][0]} {there[0][2]}"
        for t in threads:
            # Its pool and where it runs, both, because one of them is not honoured by every release.
            limit = {**env, "CL_CONFIG_CPU_TBB_NUM_WORKERS": str(t), "DPCPP_CPU_NUM_CUS": str(t)}
            peers.append(Peer("Intel", Worker([binary, "Intel", include], limit, cpus[:t]), t))
    else:
        left_out.append("Intel's CPU runtime: no such platform (INTEL_OPENCL names libintelocl.so where it is not registered)")
    if shutil.which("oclgrind"):
        versions["Oclgrind"] = output(["oclgrind", "--version"]).strip().replace("\n", " ") or "?"
        versions["Oclgrind"] = next((word for word in versions["Oclgrind"].split() if word[:1].isdigit()), versions["Oclgrind"])
        for t in threads:
            command = ["oclgrind", "--num-threads", str(t), binary, "Oclgrind", include]
            peers.append(Peer("Oclgrind", Worker(command), t, launches=1))
    else:
        left_out.append("Oclgrind: not installed")
    return peers, versions, left_out


def host():
    """Two bounds, on one thread: plain loops of the host, and 32 lanes in step, with vectors as wide as the code that Isotope makes."""
    wide = ["-march=x86-64-v2"] if platform.machine() == "x86_64" else []
    peers, left_out = [], []
    for name, flags in (("host", []), ("lanes", ["-DLANES_IN_STEP", *wide])):
        binary, why = build("host.c", "-O3", *flags, name=name)
        if binary:
            peers.append(Peer(name, Worker([binary]), 1))
        else:
            left_out.append(f"{name}: {why}")
    return peers, left_out


def isotope(spec, worker, engines, threads):
    one = Worker([worker])
    return [Peer("Isotope", one, t, target, engine, None) for target in spec["targets"] for engine in engines for t in threads]


def tinygrad(place):
    """Its emulator in a checkout, which runs on addresses of the process, with one thread."""
    if not place:
        return [], ["tinygrad's emulator: no checkout given (--tinygrad DIR)"]
    worker = Worker([sys.executable, str(HERE / "tinygrad_emulator.py")], {"TINYGRAD": str(Path(place).resolve()), "DEV": "CPU"})
    peer = Peer("tinygrad", worker, 1, launches=1)
    peer.file = lambda spec, kernel: spec["targets"]["gfx1100"][kernel["from"]].format(kernel["name"])
    return [peer], []
