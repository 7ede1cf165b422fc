#!/usr/bin/env python3
"""Writes halves.tsv: every instruction of gfx1100 with 16-bit operands, in every encoding and with every choice of halves, with random registers, signs and
modifiers. CLANG names LLVM 22's clang (`python3 -m ziglang clang` of ziglang 0.17.1), whose assembler encodes the lines and prints them."""
import os
import random
import re
import shlex
import subprocess

# Operands: h a half, w a word, m a lane mask; f with signs. Results: s a lane mask, x none.
# Modifiers: c clamp, o output modifier; 3: there is only VOP3.
ROWS = """
trunc_f16 ceil_f16 rndne_f16 floor_f16 fract_f16 sin_f16 cos_f16 exp_f16 log_f16 rcp_f16 rsq_f16 sqrt_f16 frexp_mant_f16 = h hf co
cvt_f16_u16 cvt_f16_i16 = h h co
cvt_u16_f16 cvt_i16_f16 cvt_norm_i16_f16 cvt_norm_u16_f16 frexp_exp_i16_f16 = h hf c
not_b16 mov_b16 = h h -
sat_pk_u8_i16 = h w -
cvt_f16_f32 = h wf co
cvt_f32_f16 = w hf co
cvt_i32_i16 cvt_u32_u16 = w h -
add_f16 sub_f16 subrev_f16 mul_f16 max_f16 min_f16 fmac_f16 = h hf,hf co
ldexp_f16 = h hf,h co
add_nc_u16 sub_nc_u16 add_nc_i16 sub_nc_i16 = h h,h c3
mul_lo_u16 max_u16 max_i16 min_u16 min_i16 lshlrev_b16 lshrrev_b16 ashrrev_i16 and_b16 or_b16 xor_b16 = h h,h 3
mad_u16 mad_i16 min3_i16 min3_u16 max3_i16 max3_u16 med3_i16 med3_u16 = h h,h,h c3
fma_f16 min3_f16 max3_f16 med3_f16 div_fixup_f16 maxmin_f16 minmax_f16 = h hf,hf,hf co3
mad_u32_u16 mad_i32_i16 = w h,h,w c3
cndmask_b16 = h hf,hf,m 3
pack_b32_f16 cvt_pk_norm_i16_f16 cvt_pk_norm_u16_f16 = w hf,hf 3
dot2_f16_f16 dot2_bf16_bf16 = h w,w,hf 3
alignbit_b32 alignbyte_b32 = w w,w,h 3
cmp_class_f16 = s hf,h -
cmpx_class_f16 = x hf,h -
"""
FLOATS = "f lt eq le gt lg ge o u nge nlg ngt nle neq nlt t".split()
INTEGERS = "lt eq le gt ne ge".split()
DPP = [
    " row_shr:1",
    " quad_perm:[3,2,1,0] row_mask:0x5 bank_mask:0x3",
    " row_xmask:5 bound_ctrl:1",
    " row_share:3 fi:1",
    " dpp8:[7,6,5,4,3,2,1,0]",
    " dpp8:[0,1,2,3,4,5,6,7] fi:1",
]
SHORT_SOURCES = "s7 1.0 -4.0 0 64 -16 0x1234 0xabcd vcc_hi m0 ttmp3 null 0.15915494".split()
LONG_SOURCES = "s7 1.0 0 -1 0x1234 0xabcd vcc_hi m0 0.5".split()
random.seed(46)


def rows():
    for line in ROWS.strip().splitlines():
        names, kinds = line.split(" = ")
        result, sources, modifiers = kinds.split()
        for name in names.split():
            yield "v_" + name, result, sources.split(","), modifiers
    for stem, result in [("cmp", "s"), ("cmpx", "x")]:
        for name in FLOATS:
            yield "v_%s_%s_f16" % (stem, name), result, ["hf", "hf"], "c" if result == "s" else "-"
        for name in INTEGERS:
            for kind in "iu":
                yield "v_%s_%s_%s16" % (stem, name, kind), result, ["h", "h"], "-"


def vgpr(short, half=""):
    number = random.choice([0, 1, 2, 5, 17, 100, 127] if short else [0, 1, 2, 5, 127, 128, 200, 255])
    return "v%d%s" % (number, half and "." + half)


def lines_of(name, result, sources, modifiers, halves):
    """Lines with one choice of halves, those of the sources first."""

    def operands(short, signs, other=None):
        chosen = iter(halves)
        all = []
        for kind in sources:
            text = random.choice(["vcc_lo", "s6", "s105"]) if kind == "m" else vgpr(short, next(chosen) if kind[0] == "h" else "")
            if signs and kind.endswith("f"):
                text = random.choice(["%s", "-%s", "|%s|", "-|%s|"]) % text
            all.append(text)
        if other:
            place = 0 if short else random.randrange(len([k for k in sources if k != "m"]))
            all[place] = random.choice(other)
        return all

    def line(suffix, all, more=""):
        short = suffix in ["_e32", "_dpp"]
        to = {"h": lambda: vgpr(short, halves[-1]), "w": lambda: vgpr(short), "x": lambda: None}
        to["s"] = lambda: "vcc_lo" if short else random.choice(["s5", "vcc_lo", "s104"])
        yield name + suffix + " " + ", ".join(x for x in [to[result]()] + all if x) + more

    if "3" not in modifiers:
        yield from line("_e32", operands(True, False))
        yield from line("_e32", operands(True, False, SHORT_SOURCES))
        for dpp in random.sample(DPP, 2):
            yield from line("_dpp", operands(True, "dpp8" not in dpp), dpp)
    some = ["", ""] + [" clamp"] * ("c" in modifiers) + [" mul:2", " clamp mul:4"] * ("o" in modifiers)
    more, suffix = random.choice(some), "" if "3" in modifiers else "_e64"
    yield from line(suffix, operands(False, True), more)
    yield from line(suffix, operands(False, True, LONG_SOURCES), more)
    for dpp in random.sample(DPP, 2):
        yield from line("_e64_dpp", operands(False, True), more + dpp)


def others():
    def half(of, most=128):
        return "v%d.%s" % (random.randrange(most), of)

    for a in "lh":
        for b in "lh":
            yield "v_swap_b16 %s, %s" % (half(a), half(b))
            for c in "lh":
                yield "v_fmamk_f16 %s, %s, 0x%x, %s" % (half(a), half(b), random.randrange(0x8000), half(c))
                yield "v_fmaak_f16 %s, %s, %s, 0x%x" % (half(a), half(b), half(c), random.randrange(0x8000))
            for kind in ["f16_f32", "rtz_f16_f32"]:
                v, w = vgpr(False), vgpr(False)
                yield "v_interp_p10_%s %s, %s, -%s, %s wait_exp:%d" % (kind, v, half(a, 256), w, half(b, 256), random.randrange(8))
                yield "v_interp_p2_%s %s, %s, %s, -%s clamp wait_exp:%d" % (kind, half(a, 256), half(b, 256), v, w, random.randrange(8))


def all_lines():
    every = []
    for name, result, sources, modifiers in rows():
        count = len([k for k in sources if k[0] == "h"]) + (result == "h")
        for choice in range(1 << count):
            every += lines_of(name, result, sources, modifiers, ["lh"[choice >> i & 1] for i in range(count)])
    # One in three keeps the file small; their order is that of instructions, so that all stay.
    return list(dict.fromkeys(every))[::3] + list(others())


def main():
    lines = all_lines()
    clang = shlex.split(os.environ.get("CLANG", "clang-22"))
    flags = "-cc1as -triple amdgcn-amd-amdhsa -target-cpu gfx1100 -filetype asm -show-encoding - -o -".split()
    made = subprocess.run(clang + flags, input="\n".join(lines) + "\n", capture_output=True, text=True)
    assert not made.stderr.strip(), made.stderr[:1000]
    found = re.findall(r"^\t(.*?)\s*; encoding: \[(.*)\]$", made.stdout, re.M)
    assert len(found) == len(lines)
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "halves.tsv"), "w") as out:
        out.write("# Bytes and text of LLVM 22.1.8 (ziglang 0.17.1); made by halves.py.\n")
        for text, code in found:
            out.write("%s\t%s\n" % ("".join(x[2:] for x in code.split(",")), text))


main()
