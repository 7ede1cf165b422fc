"""Programs that are not run here: what their sources say, written down as rules. Wrong where the reading is wrong."""
import struct



class Rocjitsu:
    NAME = "rocjitsu, AMD's emulator (gfx11)"

    @staticmethod
    def version(place):
        return "Not run: the rules of its sources of September 2026 (repository ROCm/rocm-systems, emulation/rocjitsu: scalar float atomics, LDS and memory), written down in tools/others/rules.py"

    @staticmethod
    def answers(place, op, width, cases):
        name, lds, mode = op
        mantissa = {32: 23, 64: 52}[width]
        sign = 1 << (width - 1)
        inf = (sign - 1) >> mantissa << mantissa
        quiet = 1 << (mantissa - 1)
        flush = lambda v: v & sign if v & inf == 0 else v
        nan = lambda v: v & (sign - 1) > inf
        rank = lambda v: sign - (v & (sign - 1)) - 1 if v & sign else v + sign
        # Adds in memory flush operands and keep results, whatever MODE says.
        allow_in, allow_out = (mode & 1, mode & 2) if lds or name != "add" else (0, 2)
        out = []
        for m, a, c in cases:
            x, y, z = (v if allow_in else flush(v) for v in (m, a, c))
            if name == "cmp":
                equal = not nan(x) and not nan(z) and (x == z or (x | z) & (sign - 1) == 0)
                new = y if equal else x
            elif name == "add":
                first, second = (y, x) if lds else (x, y)
                if nan(first) or nan(second):
                    new = (first if nan(first) else second) | quiet
                elif x & (sign - 1) == inf and y & (sign - 1) == inf and x != y:
                    new = sign | inf | quiet
                else:
                    new = _sum32(x, y)
                    new = new if allow_out else flush(new)
            else:
                signalling = [v for v in (x, y) if nan(v) and not v & quiet]
                if signalling:
                    new = signalling[0] | quiet
                elif nan(x):
                    new = x if nan(y) else a
                elif nan(y):
                    new = m
                else:
                    takes = rank(y) < rank(x) if name == "min" else rank(y) > rank(x)
                    new = a if takes else m
            out.append((new, m))
        return out


def _sum32(x, y):
    """A sum of two binary32 numbers: rounded to binary64 first, it has bits enough to be rounded again."""
    value = sum(struct.unpack("<f", struct.pack("<I", v))[0] for v in (x, y))
    if value == 0 and x >> 31 and y >> 31:
        return 1 << 31
    try:
        return struct.unpack("<I", struct.pack("<f", value))[0]
    except OverflowError:
        return 0xFF800000 if value < 0 else 0x7F800000


class Gem5:
    NAME = "gem5's GPU model (Vega)"

    @staticmethod
    def version(place):
        return "Not run: the functors of src/base/amo.hh, written down in tools/others/rules.py. Its floats are the host's (a sum of `float`s, nothing flushed), so they are not compared"

    @staticmethod
    def answers(place, op, width, cases):
        mask, sign = (1 << width) - 1, 1 << (width - 1)
        signed = lambda v: v - (1 << width) if v & sign else v
        rule = {
            "add": lambda m, a: m + a, "sub": lambda m, a: m - a, "and": lambda m, a: m & a, "or": lambda m, a: m | a, "xor": lambda m, a: m ^ a,
            "swap": lambda m, a: a, "umin": min, "umax": max, "smin": lambda m, a: min(m, a, key=signed), "smax": lambda m, a: max(m, a, key=signed),
            # Neither knows the bound that the operand is.
            "inc": lambda m, a: m + 1, "dec": lambda m, a: m - 1,
        }[op]
        return [(rule(m, a) & mask, m) for m, a, _ in cases]


class Softpipe:
    NAME = "Mesa's softpipe"

    @staticmethod
    def version(place):
        return (
            "Not run: how src/gallium/drivers/softpipe computes atomics on buffers (sp_buffer.c) and images (sp_image.c), written down in tools/others/rules.py. It has those of "
            "32-bit integers; on an image of a signed format it compares signed, whatever the instruction. llvmpipe and lavapipe hand atomics to LLVM as `atomicrmw` and `cmpxchg` "
            "(src/gallium/auxiliary/gallivm), so that the section on LLVM is theirs. NIR folds arithmetic and no atomic, and the drivers of hardware write the instruction itself"
        )

    @staticmethod
    def answers(place, op, width, cases):
        name, signed_format = op
        number = lambda v: v - (1 << width) if v >> (width - 1) else v
        rule = {
            "add": lambda m, a, c: m + a, "and": lambda m, a, c: m & a, "or": lambda m, a, c: m | a, "xor": lambda m, a, c: m ^ a, "xchg": lambda m, a, c: a,
            "umin": lambda m, a, c: min(m, a, key=number if signed_format else None), "umax": lambda m, a, c: max(m, a, key=number if signed_format else None),
            "imin": lambda m, a, c: min(m, a, key=number), "imax": lambda m, a, c: max(m, a, key=number),
            "cas": lambda m, a, c: c if m == a else m, "cas_value_first": lambda m, a, c: a if m == c else m,
        }[name]
        return [(rule(m, a, c) & (1 << width) - 1, m) for m, a, c in cases]


_F = [("add", 32), ("min", 32), ("max", 32), ("min", 64), ("max", 64), ("cmp", 32), ("cmp", 64)]
_MEMORY = {"add": "add", "min": "min", "max": "max", "cmp": "cmpswap"}
ROCJITSU = [
    *[("gfx1100", f"ds_{'cmpstore' if n == 'cmp' else n}_rtn_f{w}", f"fp_denorm={d}", w, True, 2 if n == "cmp" else 1, (n, True, d & 3 if w == 32 else d >> 2)) for n, w in _F for d in (15, 0)],
    *[("gfx1100", f"global_atomic_{_MEMORY[n]}_f32", f"fp_denorm={d}", 32, True, 2 if n == "cmp" else 1, (n, False, d & 3)) for n, w in _F if w == 32 for d in (15, 0)],
]
GEM5 = [("gfx1100", f"global_atomic_{op}", "-", w, False, 1, rule) for w, u, i, b in ((32, "u32", "i32", "b32"), (64, "u64", "i64", "b64")) for op, rule in [
    (f"add_{u}", "add"), (f"sub_{u}", "sub"), (f"min_{u}", "umin"), (f"max_{u}", "umax"), (f"min_{i}", "smin"), (f"max_{i}", "smax"),
    (f"and_{b}", "and"), (f"or_{b}", "or"), (f"xor_{b}", "xor"), (f"swap_{b}", "swap"), (f"inc_{u}", "inc"), (f"dec_{u}", "dec")]]
_S = [("ADD", "add"), ("AND", "and"), ("OR", "or"), ("XOR", "xor"), ("EXCH", "xchg"), ("MIN", "umin"), ("MAX", "umax"), ("MIN.S32", "imin"), ("MAX.S32", "imax")]
SOFTPIPE = [
    *[("sm_50", f"ATOM.{op}", "-", 32, False, 1, (rule, False)) for op, rule in _S],
    ("sm_50", "ATOM.CAS", "-", 32, False, 2, ("cas", False)),
    *[("sm_50", f"SUATOM.D.{op}", "-", 32, False, 1, (rule, False)) for op, rule in _S],
    # The same on an image of signed integers.
    *[("sm_50", f"SURED.D.{op}", "-", 32, False, 1, (rule, True)) for op, rule in _S if "M" in op],
    *[("visa", f"dword_atomic.{op}", "-", 32, False, 1, (rule, False)) for op, rule in [
        ("add", "add"), ("and", "and"), ("or", "or"), ("xor", "xor"), ("xchg", "xchg"), ("min", "umin"), ("max", "umax"), ("minsint", "imin"), ("maxsint", "imax")]],
    ("visa", "dword_atomic.cmpxchg", "-", 32, False, 2, ("cas_value_first", False)),
]
