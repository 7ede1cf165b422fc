#!/usr/bin/env python3
"""Record what LLVM says about every code object below kernels/.

Writes tests/data/amd/objects.tsv and tests/data/amd/objdump.tsv. Needs clang-19, llvm-readelf-19,
llvm-objdump-19 and PyYAML. Run it after adding a code object, with its options below.
"""
import re
import subprocess
import zlib
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parent.parent.parent.parent
KERNELS = ROOT / "kernels"
GFX = ["-target", "amdgcn-amd-amdhsa", "-mcpu=gfx1100", "-nogpulib", "-O2"]
CL = ["-x", "cl", "-cl-std=CL2.0"]
EXTENSIONS = "+cl_khr_int64_base_atomics,+cl_khr_int64_extended_atomics,+cl_khr_fp64,+cl_khr_fp16"
SUITE = ["-cl-no-stdinc", "-Xclang", f"-cl-ext={EXTENSIONS}", "-mcode-object-version=5", f"-I{KERNELS}/src"]
DIVIDE = "-cl-fp32-correctly-rounded-divide-sqrt"
STACK = ["-mllvm", "-disable-promote-alloca-to-lds"]
# Source and options of the files of extra/gfx1100 that are not NAME.cl or NAME.ll without options.
SPECIAL = {
    "arith": ("arith.cl", [DIVIDE]),
    "arith_wave64": ("arith.cl", [DIVIDE, "-mwavefrontsize64"]),
    "descriptors_wave64": ("descriptors.ll", ["-mwavefrontsize64"]),
    "edges": ("edges.cl", STACK),
    "edges_wave64": ("edges.cl", ["-mwavefrontsize64", *STACK]),
    "fatomics_ftz": ("fatomics.cl", ["-munsafe-fp-atomics", "-cl-denorms-are-zero"]),
    "features_wave64": ("features.cl", ["-mwavefrontsize64"]),
    "halves_wave64": ("halves.cl", ["-mwavefrontsize64"]),
    "features_v4": ("features.cl", ["-mcode-object-version=4"]),
    "features_v6": ("features.cl", ["-mcode-object-version=6"]),
}
DIRECTIVES = """user_sgpr_count user_sgpr_dispatch_ptr user_sgpr_queue_ptr user_sgpr_kernarg_segment_ptr user_sgpr_dispatch_id
user_sgpr_private_segment_size wavefront_size32 uses_dynamic_stack enable_private_segment system_sgpr_workgroup_id_x
system_sgpr_workgroup_id_y system_sgpr_workgroup_id_z system_sgpr_workgroup_info system_vgpr_workitem_id float_round_mode_32
float_round_mode_16_64 float_denorm_mode_32 float_denorm_mode_16_64 dx10_clamp ieee_mode fp16_overflow
workgroup_processor_mode memory_ordered forward_progress shared_vgpr_count""".split()


def run(*command):
    return subprocess.run(command, capture_output=True, check=True, cwd=KERNELS).stdout


def source(path):
    """The options that made a code object, its source last."""
    if path.parent.parent.name == "bin":
        return CL + SUITE + [f"src/{path.stem}.cl"]
    plain = next((n for n in (f"{path.stem}.cl", f"{path.stem}.ll") if (path.parent / n).exists()), None)
    name, options = SPECIAL.get(path.stem) or (plain, [])
    return (CL if name.endswith(".cl") else []) + options + [str(path.parent / name)]


def facts(path):
    """A line for each kernel: what the note, the symbols and the assembler's directives say."""
    name = str(path.relative_to(KERNELS))
    assembly = run("clang-19", *GFX, *source(path), "-S", "-o", "-").decode()
    directives = {
        kernel: dict(re.findall(r"\.amdhsa_(\S+) (\S+)", body))
        for kernel, body in re.findall(r"\.amdhsa_kernel (\S+)\n(.*?)\.end_amdhsa_kernel", assembly, re.S)
    }
    note = run("llvm-readelf-19", "--notes", name).decode()
    note = yaml.safe_load(note[note.index("---") : note.rindex("...")])
    rows = [line.split() for line in run("llvm-readelf-19", "--symbols", name).decode().splitlines()]
    symbols = {row[7]: row for row in rows if len(row) == 8 and row[0][:-1].isdigit()}
    for kernel in note["amdhsa.kernels"]:
        stated, symbol = directives[kernel[".name"]], symbols[kernel[".name"]]
        args = [f"{a['.offset']}:{a['.size']}:{a['.value_kind']}" for a in kernel.get(".args", [])]
        columns = [name, kernel[".name"], int(symbol[1], 16), symbol[2]]
        keys = "kernarg_segment_size kernarg_segment_align group_segment_fixed_size private_segment_fixed_size"
        columns += [kernel[f".{key}"] for key in (keys + " max_flat_workgroup_size").split()]
        columns.append(",".join(map(str, kernel.get(".reqd_workgroup_size", ["-"]))))
        columns += [kernel[f".{key}"] for key in ("wavefront_size", "sgpr_count", "vgpr_count")]
        columns += [";".join(args) or "-", stated["next_free_vgpr"]] + [stated.get(d, "0") for d in DIRECTIVES]
        yield "\t".join(map(str, columns))


def listing(path):
    """Lines and checksum of the disassembly."""
    name = str(path.relative_to(KERNELS))
    mode = ["--mattr=+wavefrontsize64,-wavefrontsize32"] if "wave64" in name else []
    text = run("llvm-objdump-19", "-d", "--mcpu=gfx1100", *mode, name)
    return "%s\t%d\t%08x" % (name, text.count(b"\n"), zlib.crc32(text))


files = [file for folder in ("bin", "extra") for file in sorted((KERNELS / folder / "gfx1100").glob("*.co"))]
head = f"""# What clang and LLVM 19.1.7 say about every code object below kernels/; made by tests/data/amd/objects.py. - is not stated.
# From `llvm-readelf --notes --symbols`: file, kernel, entry address, code bytes, kernarg size and alignment, group, private,
# largest group, required group, wave, SGPRs, VGPRs, arguments (offset:size:kind).
# From the `.amdhsa_` directives of `clang -S` with the same options: next_free_vgpr {' '.join(DIRECTIVES)}.
"""
lines = [line for file in files for line in facts(file)]
(ROOT / "tests/data/amd/objects.tsv").write_text(head + "\n".join(lines) + "\n")
head = """# `llvm-objdump -d --mcpu=gfx1100 FILE` (19.1.7) of every code object below kernels/, run in that folder; wave64 files with
# `--mattr=+wavefrontsize64,-wavefrontsize32`. Columns: file, lines, CRC-32. Made by tests/data/amd/objects.py.
"""
(ROOT / "tests/data/amd/objdump.tsv").write_text(head + "\n".join(map(listing, files)) + "\n")
print(f"{len(files)} files, {len(lines)} kernels")
