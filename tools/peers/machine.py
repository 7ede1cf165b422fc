"""The machine that figures come from."""

from __future__ import annotations

import argparse
import datetime
import os
import platform
import subprocess
import sys
from pathlib import Path


def first(path, key):
    for line in Path(path).read_text().splitlines():
        if line.startswith(key):
            return line.split(":", 1)[1].strip()
    return ""


def describe():
    cpu = platform.processor() or platform.machine()
    if Path("/proc/cpuinfo").exists():
        cpu = first("/proc/cpuinfo", "model name")
        flags = first("/proc/cpuinfo", "flags").split()
        family, model = first("/proc/cpuinfo", "cpu family"), first("/proc/cpuinfo", "model\t")
        widest = next((flag for flag in ("avx512f", "avx2", "sse4_2") if flag in flags), "")
        cpu += f" (family {family}, model {model}" + (f", {widest}" if widest else "") + (", virtual machine" if "hypervisor" in flags else "") + ")"
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    release = platform.freedesktop_os_release().get("PRETTY_NAME", platform.system()) if Path("/etc/os-release").exists() else platform.system()
    rustc = subprocess.run(["rustc", "--version"], text=True, capture_output=True).stdout.strip()
    return {"cpu": cpu, "cores": len(os.sched_getaffinity(0)), "memory": memory, "os": f"{release}, {platform.system()} {platform.release().split('-')[0]}",
            "rustc": rustc, "date": datetime.date.today().isoformat(), "load": round(os.getloadavg()[0], 1)}


def commit():
    return subprocess.run(["git", "rev-parse", "--short", "HEAD"], text=True, capture_output=True).stdout.strip()


def isotope(command):
    version = subprocess.run([command, "--version"], text=True, capture_output=True).stdout.split()
    return f"{version[1] if len(version) > 1 else '?'} ({commit()})"


def prepare(args):
    """Find the command and the folder to write to, before the working directory is the repository's."""
    if not Path(args.isotope).exists():
        sys.exit(f"no `{args.isotope}`: cargo build --release (just growth does)")
    args.isotope = str(Path(args.isotope).resolve())
    args.write = args.write and args.write.resolve()
    to_repository()


def arguments(what, isotope=True):
    """What all of the commands take."""
    parser = argparse.ArgumentParser(description=what, formatter_class=argparse.RawDescriptionHelpFormatter)
    if isotope:
        parser.add_argument("--isotope", default="target/release/isotope", help="the command, built with optimisation")
    parser.add_argument("--write", type=Path, metavar="DIR", help="figures, and the tables and plots that follow from them, below this folder (docs)")
    return parser


def to_repository():
    os.chdir(Path(__file__).resolve().parents[2])
