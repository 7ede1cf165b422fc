#!/usr/bin/env python3
"""Make fuzz/seeds/ from the repository's data: small, the same every time."""
import json
import random
import shutil
import struct
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SEEDS = ROOT / "fuzz/seeds"
NVIDIA = ROOT / "tests/data/nvidia"
rng = random.Random(1)


def put(target, name, data):
    folder = SEEDS / target
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(data)


def rows(name, count):
    """Pairs of word and text of a table, spread over it."""
    lines = [line.split("\t") for line in (NVIDIA / name).read_text().splitlines()]
    lines = [(int(w, 16), t) for w, t, *_ in lines if w.startswith("0x") and not t.startswith("!")]
    return lines[:: max(1, len(lines) // count)][:count]


shutil.rmtree(SEEDS, ignore_errors=True)
tables = {50: "families_sm50.tsv", 52: "families_sm52.tsv", 60: "families_sm60.tsv"}
for head, (sm, name) in enumerate(tables.items()):
    found = rows(name, 480)
    for n in range(0, len(found), 24):
        words = [w for w, _ in found[n : n + 24]]
        code = b"".join(struct.pack("<4Q", rng.getrandbits(63), *words[i : i + 3]) for i in range(0, len(words) - 2, 3))
        put("words", f"sm_{sm}_{n // 24:02}", bytes([head + 3 * rng.randrange(80)]) + code)
    for n, (_, text) in enumerate(found[::10]):
        put("text", f"sm_{sm}_{n:03}", text.encode())
    # A head, then instructions: 250 and above leaves the word as it is.
    for n in range(0, len(found), 40):
        head_bytes = bytes([rng.randrange(16), head, 0, rng.randrange(256), 0, n % 3]) + struct.pack("<2I", 1, 0x1000)
        body = b"".join(bytes([252]) + struct.pack("<Q", w) for w, _ in found[n : n + 40])
        put("run_words", f"sm_{sm}_{n // 40:02}", head_bytes + body)

atomics = [t.split()[0].rstrip(";") if t[0] != "@" else t.split()[1] for _, t in rows("sass.tsv", 400)]
for n, text in enumerate(sorted(set(atomics))[:40]):
    put("text", f"mnemonic_{n:02}", text.encode())
for path in sorted(NVIDIA.glob("*.sass")):
    lines = path.read_text().splitlines()
    for n in range(0, min(len(lines), 90), 30):
        put("text", f"{path.stem}_{n // 30}", "\n".join(lines[n : n + 30]).encode())

for path in sorted((NVIDIA / "fatbins").glob("*.fatbin")):
    put("cubin", path.stem, path.read_bytes())
cubins = sorted((ROOT / "kernels").rglob("*.cubin"))
for path in cubins:
    data = path.read_bytes()
    if len(data) < 4000:
        # The cubins themselves are no copies here: a run is given their folders. These are damaged ones.
        damaged = bytearray(data)
        for _ in range(4):
            damaged[rng.randrange(len(data))] = rng.choice([0, 1, 0x7F, 0x80, 0xFF])
        put("cubin", path.stem, bytes(damaged))
        # Its code as a program, from the first bundle.
        start = data.find(struct.pack("<Q", 0x4C98078000870001))
        if start >= 8:
            code = data[start - 8 : start - 8 + 32 * 24]
            words = [w for i in range(0, len(code) - 31, 32) for w in struct.unpack("<3Q", code[i + 8 : i + 32])]
            body = b"".join(bytes([252]) + struct.pack("<Q", w) for w in words)
            put("run_words", path.stem, bytes([1, 0, 0, 0, 0, 0]) + struct.pack("<2I", 1, 0x1000) + body)

for path in sorted((ROOT / "kernels/cases").glob("*.json")):
    text = json.dumps(json.loads(path.read_text()), separators=(",", ":"))
    if len(text) < 4096:
        put("case", path.stem, text.encode())
for n in range(24):
    put("case", f"edit_{n:02}", bytes([0x80 + n]) + rng.randbytes(12 * (1 + n % 6)))

damage = random.Random(2)
for path in sorted((ROOT / "kernels/bin/gfx1100").glob("*.co")):
    data = path.read_bytes()
    if len(data) < 5200:
        # Headers, metadata note and tables, damaged; the files themselves are given as folders, too.
        damaged = bytearray(data)
        for _ in range(3):
            damaged[damage.randrange(0x800)] = damage.choice([0, 1, 0x7F, 0x80, 0xFF])
        put("code_object", path.stem, bytes(damaged))

# gfx1100: lines of every family, and their bytes.
amd = [line.split("\t") for line in (ROOT / "tests/data/amd/asm.tsv").read_text().splitlines()]
for n in range(0, len(amd), 40):
    code = b"".join(bytes.fromhex(h) for _, h in amd[n : n + 40 : 4])
    put("rdna_words", f"code_{n // 40:03}", bytes([n // 40 % 8]) + code)
    put("rdna_text", f"source_{n // 40:03}", "\n".join(t for t, _ in amd[n + 1 : n + 40 : 8]).encode())
for name in ("aliases.tsv", "rejected.tsv"):
    lines = (ROOT / "tests/data/amd" / name).read_text().splitlines()
    for n, line in enumerate(lines[:: len(lines) // 40]):
        put("rdna_text", f"{name[:-4]}_{n:02}", line.split("\t")[0].encode())

# vISA: a line of every form, whole kernels, containers, damaged containers, and what the compiler says about kernels.
INTEL = ROOT / "tests/data/intel"
forms = [line.split("\t")[0] for line in (INTEL / "forms.tsv").read_text().splitlines()]
for n, text in enumerate(forms[::4]):
    put("visa_text", f"form_{n:03}", text.encode())
for n, line in enumerate((INTEL / "rejected.tsv").read_text().splitlines()[::22]):
    put("visa_text", f"rejected_{n:02}", line.split("\t")[1].encode())
for path in sorted((ROOT / "kernels/extra/visa").iterdir()):
    data = path.read_bytes()
    if path.suffix == ".visaasm" and len(data) < 4096:
        put("visa_text", path.stem, data)
    if path.suffix == ".zeinfo":
        put("visa_zeinfo", path.stem, data)
    if path.suffix == ".isa" and len(data) < 6000:
        put("visa_isa", path.stem, data)
        damaged = bytearray(data)
        for _ in range(4):
            damaged[damage.randrange(len(data))] = damage.choice([0, 1, 0x7F, 0x80, 0xFF])
        put("visa_isa", f"{path.stem}.damaged", bytes(damaged))

ARGUMENTS = """out=u32[16]:0,1,2
image:i=r32g32_sint[8,3]:7
struct{u8:1;f32x4:0,1,2,3;struct{f64:1.5};p=i16[4]:-1;&out+8}
n=bf16:1.5
in=f32[4]@a.npy
local:4096
"""
for n, line in enumerate(ARGUMENTS.splitlines()):
    put("arguments", f"line_{n}", line.encode())
HEADER = b"{'descr': '<f2', 'fortran_order': False, 'shape': (2, 2), }"
put("arguments", "npy", b"\x93NUMPY\x01\0" + struct.pack("<H", len(HEADER)) + HEADER + bytes(8))

# Litmus texts, one of each kind of shape; schedules with conditions and places.
for path in sorted((ROOT / "crates/isotope-litmus/tests/data/shapes").iterdir()):
    shapes = path.read_text().split("\n## ")[1:]
    for n, shape in enumerate(shapes[:: max(1, len(shapes) // 12)]):
        put("litmus", f"{path.stem}_{n:02}", shape.split("\n", 1)[1].encode())
SCHEDULES = [
    "0.0:6 1.0:21 0.0:5\nforall out[0] != 0 || out[1] != 0\nout",
    "0.0:3 1.0:3 (0.0:4 1.0:4)\nexists x == 1 /\\ ~(x[1] = 0)\nx[0],out[1]",
    "(1.0:2)\n~exists (out < 0x7f && !(out[1] >= -1)) || x[1] <= 1.5e3\n",
    "0.0:1 7.0:1\nexists y[0] == 1\nz",
    "0.0\nforall ((((x == 1\nx[9]",
]
for n, text in enumerate(SCHEDULES):
    put("schedule", f"lines_{n}", text.encode())
SCRIPTS = [
    "break STG wave 1.0 if R0 != 0 || $lane == 0\ncontinue\nwhy x\nreverse-continue\nstep any 3\nx/2xw &out\nfinish",
    "watch access out[1]\nschedule random 7\nc\nc\nrc\nprint/x v[2:3]\nprint f32([&x + 4]:4) * 2.5\ninfo waves\ninfo registers R1*\nexplain\nlist",
    "replay 0.0:4 1.0:99\nc\nfork\nc\ngoto 3\nnext\nout\nstep all\nschedule only 1.0\nhelp break\nlimit 5\nc\ndelete",
]
for n, text in enumerate(SCRIPTS):
    put("debug", f"script_{n}", text.encode())
TALK = ["initialize", "launch", "configurationDone", "threads", ("stackTrace", "threadId", 1), ("scopes", "frameId", 128), ("variables", "variablesReference", 1),
        ("next", "threadId", 1), ("evaluate", "expression", "out[1]"), ("stepBack", "threadId", 1), ("continue", "threadId", 2)]
def message(seq, what):
    name, *pair = [what] if isinstance(what, str) else what
    body = json.dumps({"seq": seq, "type": "request", "command": name, "arguments": dict([pair]) if pair else {}})
    return f"Content-Length: {len(body)}\r\n\r\n{body}"
put("debug", "talk", "".join(message(n + 1, what) for n, what in enumerate(TALK)).encode())

count = sum(1 for p in SEEDS.rglob("*") if p.is_file())
size = sum(p.stat().st_size for p in SEEDS.rglob("*") if p.is_file())
print(f"{count} seeds, {size} bytes")

for path in sorted((ROOT / "examples/lowerings").iterdir()):
    put("proof_text", path.stem, path.read_bytes())
EXPRESSIONS = [
    "mem + 1 == src0 && !isnan(mem) || lo(src0) <s h",
    "if mem < src0 { mem } else if mem == src0 { 7 } else { fadd(src0, 0x3f800000) }",
    "-mem <=s ~src0 >>s 3 && (abs(mem) | 2 ^ 3 & 1) != 0x7fffffff",
]
for n, text in enumerate(EXPRESSIONS):
    put("proof_text", f"expression_{n + 1}", text.encode())
