#!/usr/bin/env python3
"""Asks LLVM 19 and LLVM 22 what AMD's rows of crates/isotope-op/src/census.tsv say, and prints those rows.

    tools/census/amd.py                        with clang-19, llvm-mc-19, llvm-objdump-19 and `python3 -m ziglang` (0.17.1) on the path
    PYTHON=/path/to/python tools/census/amd.py the interpreter that has ziglang

Each question below is a text or a program, and what it gives when the statement holds. LLVM 22's disassembler is in no package, so what it
emits is read by LLVM 19's.
"""
import os
import re
import subprocess
import sys
import tempfile

ZIG = [os.environ.get("PYTHON", sys.executable), "-m", "ziglang"]
TARGET = ["--target=amdgcn-amd-amdhsa", "-mcpu=gfx1100"]
VERSIONS = ["19.1.7", "22.1.8"]


def run(command, text=""):
    done = subprocess.run(command, input=text, capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def bytes_of(obj):
    """The code of an object file, as bytes in hexadecimal."""
    out = run(["llvm-objdump-19", "-s", "-j", ".text", obj])[1]
    words = [line.split("  ")[0].split()[1:] for line in out.splitlines() if re.match(r"^ [0-9a-f]+ ", line)]
    return "".join(word for line in words for word in line)


def assembled(version, text):
    """The bytes of a text; nothing where it is refused."""
    with tempfile.TemporaryDirectory() as folder:
        source, obj = os.path.join(folder, "a.s"), os.path.join(folder, "a.o")
        with open(source, "w") as file:
            file.write(text + "\n")
        if version.startswith("19"):
            command = ["clang-19", *TARGET, "-c", source, "-o", obj]
        else:
            command = [*ZIG, "clang", *TARGET, "-c", "-x", "assembler", source, "-o", obj]
        return bytes_of(obj) if run(command)[0] == 0 else None


def compiled(version, program, *options):
    """The assembly text that a version makes of a program in OpenCL C."""
    with tempfile.TemporaryDirectory() as folder:
        source, out = os.path.join(folder, "a.cl"), os.path.join(folder, "a.s")
        with open(source, "w") as file:
            file.write(program)
        clang = ["clang-19"] if version.startswith("19") else [*ZIG, "clang"]
        language = ["-x", "ir"] if options == ("ir",) else ["-x", "cl", "-cl-std=CL2.0", "-cl-no-stdinc", *options]
        command = [*clang, *TARGET, *language, "-nogpulib", "-O2"]
        code, _, err = run([*command, "-S", source, "-o", out])
        if code != 0:
            return "refused: " + err.strip().splitlines()[0] if err.strip() else "refused"
        with open(out) as file:
            return file.read()


def same_code(text, code, does):
    """Whether a text is these bytes."""
    def ask(version):
        got = assembled(version, text)
        if got == code:
            return "agrees", does
        return ("silent" if got is None else "differs"), (f"refuses `{text}`" if got is None else f"`{text}` is `{got}`")
    return ask


def emits(program, pattern, does, *options):
    """Whether the code of a program has a line that matches."""
    def ask(version):
        got = compiled(version, program, *options)
        found = re.search(pattern, got, re.M)
        return ("agrees", does + f": `{' '.join(found.group(0).split())}`") if found else ("differs", "no such code")
    return ask


def both(*asks):
    def ask(version):
        answers = [ask(version) for ask in asks]
        wrong = [answer for answer in answers if answer[0] != "agrees"]
        return wrong[0] if wrong else answers[0]
    return ask


FOLDED = """
kernel void k(global int *out, global int *p) {
    __amdgpu_buffer_rsrc_t r = __builtin_amdgcn_make_buffer_rsrc(p, 0, 4096, 0x31014000);
    int j = __builtin_amdgcn_workitem_id_x() * 4 - 252;
    __asm__ volatile("" : "+v"(j));
    out[0] = __builtin_amdgcn_raw_buffer_load_b32(r, j + 256, 0, 0);
}
"""
HALF = """
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void k(global short *out, global short *a) { out[0] = (short)(a[0] * (short)-30000); }
"""
VOLATILE = "kernel void k(global int *out, volatile global int *a) { out[0] = a[0]; }"
ATOMIC = """
kernel void k(global int *out, global atomic_int *a) {
    out[0] = __opencl_atomic_load(a, 0, 2);
}
"""
# Subject, what is said of it where it is no assumption, and the question.
def folds(version):
    """Whether an immediate is added in the instruction to an offset that may be negative: then the sum must not keep its carry."""
    got = compiled(version, FOLDED)
    found = re.search(r"buffer_load_b32 .* offset:256$", got, re.M)
    if found:
        return "agrees", f"adds 256 to an offset that may be negative in the instruction: `{found.group(0).strip()}`"
    return "differs", "adds the offsets before"


PAIR = """
typedef short pair __attribute__((ext_vector_type(2)));
kernel void k(global float *out, global pair *p) { out[0] = __builtin_amdgcn_fdot2_f32_bf16(p[0], (pair)(0x3f80, 0), out[0], 0); }
"""
APERTURE = "kernel void k(global unsigned long *out, local int *p) { out[0] = (unsigned long)(generic int *)p; }"


def pair(version):
    """How a pair of bf16 is spelled of which the upper one is zero."""
    found = re.search(r"v_dot2_f32_bf16 .*, 1\.0, .*$", compiled(version, PAIR), re.M)
    return ("differs", f"spells the pair of 1.0 and 0.0 as the inline constant: `{found.group(0)}`") if found else ("silent", "writes no inline constant")


def aperture(version):
    """Which register an aperture is read from."""
    found = re.search(r"s_mov_b64 .*src_shared_base$", compiled(version, APERTURE), re.M)
    return ("silent", f"reads 64 bits and takes the upper half: `{' '.join(found.group(0).split())}`") if found else ("differs", "reads no aperture")


GWS = "kernel void k(unsigned v) { __builtin_amdgcn_ds_gws_init(v, 3); }"
ORDERED = """
declare i32 @llvm.amdgcn.ds.ordered.add(ptr addrspace(2), i32, i32, i32, i1, i32, i1, i1)
define amdgpu_kernel void @k(ptr addrspace(2) inreg %gds, ptr addrspace(1) %o) {
  %v = call i32 @llvm.amdgcn.ds.ordered.add(ptr addrspace(2) %gds, i32 31, i32 0, i32 0, i1 false, i32 16777217, i1 true, i1 true)
  store i32 %v, ptr addrspace(1) %o
  ret void
}
"""


def refuses(texts, takes, does):
    """Whether texts are refused, and others are not."""
    def ask(version):
        wrong = [text for text in texts if assembled(version, text)] + [text for text in takes if not assembled(version, text)]
        return ("differs", f"not so of `{wrong[0]}`") if wrong else ("agrees", does)
    return ask


def half_literal(version):
    """The literal of a 16-bit constant that is negative, in the object file."""
    with tempfile.TemporaryDirectory() as folder:
        source, obj = os.path.join(folder, "a.cl"), os.path.join(folder, "a.o")
        with open(source, "w") as file:
            file.write(HALF)
        clang = ["clang-19"] if version.startswith("19") else [*ZIG, "clang"]
        run([*clang, *TARGET, "-x", "cl", "-cl-std=CL2.0", "-cl-no-stdinc", "-nogpulib", "-O2", "-c", source, "-o", obj])
        listing = run(["llvm-objdump-19", "-d", obj])[1]
        found = re.search(r"\s(v_\w+16)\b.*// \S+ \w+ \w+ (FFFF\w{4})$", listing, re.M)
        if found:
            return "agrees", f"writes the literal of `{found.group(1)}` as `0x{found.group(2).lower()}`"
        return "silent", "computes with 32 bits"


def corpus(name):
    """Whether the texts of a corpus are the same bytes."""
    def ask(version):
        path = os.path.join(os.path.dirname(__file__), "../../tests/data/amd", name)
        with open(path) as file:
            rows = [line.rstrip("\n").split("\t") for line in file if line.strip() and not line.startswith("#")]
        refused, same, other = set(), 0, []
        with tempfile.TemporaryDirectory() as folder:
            source, obj = os.path.join(folder, "a.s"), os.path.join(folder, "a.o")
            clang = ["clang-19"] if version.startswith("19") else [*ZIG, "clang"]
            for _ in range(8):
                with open(source, "w") as file:
                    for n, row in enumerate(rows):
                        # A label before each keeps them apart.
                        file.write(".long 0x12345678\n" if n in refused else f"L{n}: {row[0]}\n")
                code, _, err = run([*clang, *TARGET, "-ferror-limit=0", "-c", "-x", "assembler", source, "-o", obj])
                if code == 0:
                    break
                refused |= {int(found) - 1 for found in re.findall(r"a\.s:(\d+):\d+: error", err)}
            data = bytes.fromhex(bytes_of(obj))
            symbols = run(["llvm-readelf-19", "-s", "-W", obj])[1]
            places = {int(n): int(at, 16) for at, n in re.findall(r"([0-9a-f]{16}) .* L(\d+)$", symbols, re.M)}
        for n, row in enumerate(rows):
            if n not in refused:
                want = bytes.fromhex(row[-1])
                if data[places[n]:places[n] + len(want)] == want:
                    same += 1
                else:
                    other.append(row[0])
        if os.environ.get("SHOW"):
            print("\n".join(other), *[rows[n][0] for n in sorted(refused)], sep="\n", file=sys.stderr)
        halves = sum("16" in rows[n][0].split(" ")[0] for n in refused)
        does = f"{same} of {len(rows)} texts are the same bytes, {len(other)} are others, {len(refused)} are refused ({halves} of 16 bits, whose registers have halves)"
        return ("agrees" if same > 0.7 * len(rows) and len(other) * 50 < len(rows) else "differs"), does
    return ask


def accepted(text, does):
    def ask(version):
        return ("agrees", does) if assembled(version, text) else ("differs", f"refuses `{text}`")
    return ask


QUESTIONS = [
    ("page gfx1100: memory encodings", "Bytes of memory instructions (tests/data/amd/asm.tsv).", corpus("asm.tsv")),
    ("page gfx1100: other encodings", "Bytes of scalar and vector instructions (tests/data/amd/alu.tsv).", corpus("alu.tsv")),
    ("amd.csub_glc", None, accepted("global_atomic_csub_u32 v1, v2, s[4:5]", "assembles it without glc")),
    ("amd.image_dmask", None, accepted("image_load v1, v2, s[8:15] dmask:0x0 dim:SQ_RSRC_IMG_1D", "takes one data register with an empty mask")),
    ("amd.gds_narrow", None, accepted("ds_load_u8 v1, v2 offset:4 gds", "assembles it with gds")),
    ("amd.subvector", None, accepted("s_subvector_loop_begin s2, 4", "assembles it")),
    ("amd.gs_reg_high", None, accepted("ds_add_gs_reg_rtn v[2:3], v1 offset:4 gds", "names a pair")),
    ("amd.buffer_lds", None, accepted("buffer_load_lds_b32 off, s[8:11], s3 offset:4", "assembles it")),
    ("amd.image_dim", None, accepted("image_load v1, v2, s[8:15] dmask:0x1 dim:SQ_RSRC_IMG_1D", "assembles an image load with one coordinate; it knows no descriptor")),
    ("amd.append_m0", None, emits(
        "kernel void k(global int *out, local int *a) { out[0] = __builtin_amdgcn_ds_append(a); }",
        r"s_mov_b32 m0, s\d+\s*\n(.*\n)*?\s*ds_append v\d+$|ds_append v\d+", "the LDS address goes to M0 whole")),
    ("amd.memory_add_output", None, emits(
        "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\nkernel void k(global float *p, float x) { __builtin_amdgcn_global_atomic_fadd_f32(p, x); }",
        r"global_atomic_add_f32 .*$", "uses the instruction", "-cl-denorms-are-zero")),
    ("amd.buffer_offset_carry", None, folds),
    ("amd.pair_constant", None, pair),
    ("amd.aperture_word", None, aperture),
    ("page gfx1100: f64 atomics", "Atomics of f64 are in LDS alone, without add.",
     refuses(["global_atomic_add_f64 v[0:1], v[2:3], off", "global_atomic_min_f64 v[0:1], v[2:3], off", "flat_atomic_min_f64 v[0:1], v[2:3]", "ds_add_f64 v0, v[2:3]"],
             ["ds_min_f64 v0, v[2:3]", "ds_max_rtn_f64 v[0:1], v0, v[2:3]"], "refuses `global_atomic_min_f64`, `flat_atomic_min_f64`, `ds_add_f64`; takes `ds_min_f64`")),
    ("page gfx1100: scratch atomics", "There are no scratch atomics.", refuses(["scratch_atomic_add_u32 v0, v1, off", "scratch_atomic_add_f32 v0, v1, off"], [], "refuses `scratch_atomic_add_u32`")),
    ("page gfx1100: ds_cmpstore", "ds_cmpst is no name of gfx1100, ds_cmpstore is.", refuses(["ds_cmpst_b32 v0, v1, v2"], ["ds_cmpstore_b32 v0, v1, v2"], "refuses `ds_cmpst_b32`")),
    ("page gfx1100: end behind GWS", "Compilers end a wave behind a GWS instruction and a wait.",
     emits(GWS, r"ds_gws_init v\d+ offset:3 gds\s+s_waitcnt .*\s+s_endpgm", "writes")),
    ("page gfx1100: ordered count", "Compilers take one VGPR as source and destination of an ordered count.",
     emits(ORDERED, r"ds_ordered_count (v\d+), \1 offset:772 gds", "writes", "ir")),
    ("lift gfx1100: literal of a half", "Of a literal that a 16-bit operand reads, the upper half does not count: compilers fill it with the sign.",
     half_literal),
    ("lift gfx1100: s_waitcnt_depctr", "Bits 5 and 6 of `s_waitcnt_depctr` belong to no counter.",
     same_code("s_waitcnt_depctr depctr_va_vdst(0)", "9f0f88bf", "leaves bits 5 and 6 clear among the counters that are not waited for")),
    ("lift gfx1100: s_waitcnt", "Bit 3 of `s_waitcnt` belongs to no counter.", same_code("s_waitcnt vmcnt(0)", "f70389bf", "leaves it clear")),
    ("page gfx1100: volatile", "A volatile load is `glc dlc`, an atomic one of device scope `glc`.",
     both(emits(VOLATILE, r"global_load_b32 .* glc dlc$", "volatile"), emits(ATOMIC, r"global_load_b32 .* glc$", "atomic"))),
]


def main():
    for subject, statement, ask in QUESTIONS:
        if statement:
            print("\t".join([subject, "", "", "statement", statement]))
        for version in VERSIONS:
            verdict, does = ask(version)
            print("\t".join([subject, "LLVM", version, verdict, does.strip(": ")]))


if __name__ == "__main__":
    main()
