#!/usr/bin/env python3
"""Which instructions that Isotope refuses ptxas writes: PTX of every kind, compiled, and what `isotope info` says of it.

    forms.py [--arch sm_50] [--seed S] [--each N] [--work DIR]      exit status 1 if anything but KNOWN is refused

A template is PTX with choices, `<a|b>`, and choices with a name, `<t:u32|s32>`; `{t}5` is register 5 of that type, `{u32}1` one of a type that
stands. Of each template N programs are drawn; ptxas says which of them are PTX. PTXAS and ISOTOPE name the commands.
"""
import argparse
import json
import os
import random
import re
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

PTXAS, ISOTOPE = os.environ.get('PTXAS', 'ptxas'), os.environ.get('ISOTOPE', 'isotope')
# What the PTX manual leaves open.
KNOWN = ('a clamped left shift that leaves 34 bits', 'a second step on a result that leaves 33 bits', 'the performance counter', 'the upper half of the performance counter')
INT, INT32, FLOAT = 'u8|s8|u16|s16|u32|s32|u64|s64', 'u32|s32', 'f16|f32|f64'
PART, CHANGE = '|.b0|.b1|.b2|.b3|.h0|.h1', '|neg.s32 {u32}1,{u32}1;|and.b32 {u32}1,{u32}1,65535;|shr.u32 {u32}1,{u32}1,16;|shl.b32 {u32}1,{u32}1,16;|not.b32 {u32}1,{u32}1;'
SCALAR, CACHE = 'u8|s16|u32|u64', '|.ca|.cg|.cs|.cv|.lu|.nc|.volatile|.relaxed.gpu|.acquire.sys'
TEMPLATES = [
    # Conversions, of parts, negated, of constants.
    f'<|neg.s32 {{s32}}1,{{s32}}1;|abs.f32 {{f32}}1,{{f32}}1;|neg.f64 {{f64}}1,{{f64}}1;|bfe.u32 {{u32}}1,{{u32}}1,16,8;|shr.s32 {{s32}}1,{{s32}}1,16;|ld.param.b32 {{u32}}1,[c];>'
    f'cvt<|.rn|.rz|.rm|.rp|.rni|.rzi|.rmi|.rpi><|.ftz><|.sat>.<d:{INT}|{FLOAT}>.<s:{INT}|{FLOAT}> {{d}}5,{{s}}1;<|neg.s32 {{s32}}5,{{s32}}5;|abs.f32 {{f32}}5,{{f32}}5;>',
    # Carries, sums of several, scaled sums, shifts.
    '<add|sub>.cc.<t:u32|s32|u64|s64> {t}4,{t}1,<{t}2|7|-3>; <addc|subc><|.cc>.{t} {t}5,{t}2,<{t}1|9>; addc.{t} {t}6,{t}1,{t}2;',
    'mad.<lo|hi>.cc.<t:u32|s32|u64|s64> {t}4,{t}1,{t}2,{t}3; madc.<lo|hi><|.cc>.{t} {t}5,{t}2,{t}1,{t}3; addc.{t} {t}6,{t}1,{t}2;',
    f'<{CHANGE}><|shr.u32 {{u32}}2,{{u32}}2,16;|neg.s32 {{u32}}2,{{u32}}2;><add|sub>.s32 {{u32}}3,{{u32}}1,{{u32}}2;<|shr.u32 {{u32}}3,{{u32}}3,16;|shl.b32 {{u32}}3,{{u32}}3,16;><add|sub>.s32 {{u32}}5,{{u32}}3,{{u32}}4;',
    '<add|sub>.s64 {u64}3,{u64}1,{u64}2; <add|sub>.s64 {u64}5,<{u64}3,{u64}4|{u64}4,{u64}3>;',
    '<shl.b64|shr.u64|shr.s64> {u64}3,{u64}1,<1|5|16|31|32|33|63|{u32}1>; <add|sub>.s64 {u64}5,<{u64}3,{u64}2|{u64}2,{u64}3>;',
    '<shl.b32|shr.u32|shr.s32> {u32}3,{u32}1,<1|5|16|31|{u32}2>; <add|sub>.s32 {u32}5,<{u32}3,{u32}2|{u32}2,{u32}3>;',
    'shf.<l|r>.<wrap|clamp>.b32 {u32}5,{u32}1,{u32}2,<{u32}4|0|7|31|32|40>;',
    f'<{CHANGE}><min|max|add|sub|mul.lo|mul.hi|div|rem|mul24.lo|mul24.hi|add.sat|sub.sat>.<t:u16|s16|u32|s32|u64|s64> {{t}}5,{{t}}1,<{{t}}2|77>;',
    f'<{CHANGE}><mad.lo|mad.hi|mad24.lo|mad24.hi|mad24.hi.sat|mad.hi.sat|sad>.<t:u16|s16|u32|s32|u64|s64> {{t}}5,{{t}}1,<{{t}}2|0x12345>,{{t}}4;',
    'mul.wide.<t:u16|s16> {u32}5,{t}1,{t}2; mad.wide.<u:u32|s32> {u64}5,{u}1,{u}2,{u64}1;',
    # Bits.
    '<and|or|xor>.<t:b32|b64> {t}5,{t}1,{t}2; setp.<eq|ne>.{t} %p1,{t}5,0; @%p1 <and|not>.pred %p2,%p1,%p3;',
    'lop3.b32 {u32}5,{u32}1,<{u32}2|0x1234567>,{u32}4,<17|96|128|150|232|254>; setp.eq.u32 %p1,{u32}5,0;',
    'prmt.b32<|.f4e|.b4e|.rc8|.ecl|.ecr|.rc16> {u32}5,{u32}1,{u32}2,<{u32}4|0x3201|0x7654>;',
    '<popc.b32|clz.b32|brev.b32|bfind.u32|bfind.s32|bfind.shiftamt.u32|bfind.shiftamt.s32> {u32}5,{u32}1; <popc.b64|clz.b64|bfind.u64|bfind.shiftamt.s64> {u32}6,{u64}1;',
    '<|brev.b32 {u32}1,{u32}1;>bfe.<t:u32|s32|u64|s64> {t}5,{t}1,<{u32}2,{u32}4|3,{u32}2|{u32}2,7|5,9|0,32>; bfi.b32 {u32}6,{u32}1,{u32}4,<{u32}2,{u32}3|3,9>;',
    # Comparisons.
    'setp.<eq|ne|lt|le|gt|ge|lo|ls|hi|hs|equ|neu|ltu|leu|gtu|geu|num|nan><.and|.or|.xor><|.ftz>.<t:u16|s16|u32|s32|u64|s64|f32|f64> %p1|%p2,{t}1,{t}2,<|!>%p3; selp.u32 {u32}5,1,2,%p1;',
    'set.<eq|ne|lt|le|gt|ge|ltu|num|nan><|.ftz>.<d:u32|s32|f32>.<t:u32|s32|u64|s64|f32|f64> {d}5,{t}1,{t}2; slct.<e:b32|b64|f32>.<c:s32|f32> {e}6,{e}1,{e}2,{c}4;',
    # Floats.
    '<|neg.<n:f32|f64> {n}1,{n}1;|abs.f32 {f32}2,{f32}2;|mul.f32 {f32}1,{f32}1,0f40000000;><add|sub|mul><|.rn|.rz|.rm|.rp><|.ftz><|.sat>.<t:f32|f64> {t}5,{t}1,<{t}2|1.5>;',
    '<|neg.f32 {f32}1,{f32}1;|neg.f64 {f64}4,{f64}4;>fma.<rn|rz|rm|rp><|.ftz><|.sat>.<t:f32|f64> {t}5,{t}1,<{t}2|1.5>,{t}4;',
    '<rcp.rn|rcp.rz|sqrt.rn|sqrt.rp|rcp.approx.ftz|sqrt.approx|rsqrt.approx|sin.approx|cos.approx|ex2.approx|lg2.approx|rcp.approx.ftz>.<t:f32|f64> {t}5,{t}1;',
    '<div.rn|div.rz|div.approx|div.full|copysign|min|max|min.ftz|max.ftz>.<t:f32|f64> {t}5,{t}1,{t}2; testp.<finite|infinite|number|notanumber|normal|subnormal>.{t} %p1,{t}1;',
    # Video.
    f'<vadd|vsub|vabsdiff|vmin|vmax>.<{INT32}>.<{INT32}>.<{INT32}><|.sat> {{u32}}5<|.b0|.b2|.h0|.h1>,{{u32}}1<{PART}>,<{{u32}}2<{PART}>|5|-7|300>,{{u32}}4;',
    f'<vadd|vsub|vabsdiff|vmin|vmax>.<{INT32}>.<{INT32}>.<{INT32}><|.sat>.<add|min|max> {{u32}}5,{{u32}}1<{PART}>,{{u32}}2<{PART}>,{{u32}}4;',
    f'<vshl|vshr>.<{INT32}>.<{INT32}>.u32<|.sat>.<clamp|wrap><|.add|.min|.max> {{u32}}5,{{u32}}1<{PART}>,{{u32}}2<{PART}>,{{u32}}4;',
    f'vmad.<{INT32}>.<{INT32}>.<{INT32}><|.sat><|.shr7|.shr15> {{u32}}5,<|->{{u32}}1<{PART}>,{{u32}}2<{PART}>,<|->{{u32}}4;',
    f'vmad.<{INT32}>.<{INT32}>.<{INT32}>.po<|.sat><|.shr7> {{u32}}5,{{u32}}1<{PART}>,{{u32}}2<{PART}>,{{u32}}4;',
    f'vset.<{INT32}>.<{INT32}>.<eq|ne|lt|le|gt|ge><|.add|.min|.max> {{u32}}5,{{u32}}1<{PART}>,{{u32}}2<{PART}>,{{u32}}4;',
    f'<vadd4|vsub4|vavrg4|vabsdiff4|vmin4|vmax4>.<{INT32}>.<{INT32}>.<{INT32}><|.sat><|.add> {{u32}}5<|.b0|.b20|.b3210>,{{u32}}1<|.b7654|.b0246>,{{u32}}2<|.b1111>,{{u32}}4;',
    f'<vadd2|vsub2|vavrg2|vabsdiff2|vmin2|vmax2>.<{INT32}>.<{INT32}>.<{INT32}><|.sat><|.add> {{u32}}5<|.h0|.h10>,{{u32}}1<|.h32|.h01>,{{u32}}2,{{u32}}4;',
    # Halves and bytes, where the processor has them.
    '<|neg.<n:f16x2> {u32}1,{u32}1;|mov.b32 {{h}7,{h}8},{u32}2; mov.b32 {u32}2,{{h}8,{h}8};><add|sub|mul><|.rn><|.ftz><|.sat>.f16x2 {u32}5,{u32}1,<{u32}2|0x3c004200>;',
    'fma.rn<|.ftz><|.sat>.<t:f16|f16x2> {t}5,{t}1,{t}2,{t}4; setp.<lt|equ|nan><|.ftz>.f16x2 %p1|%p2,{u32}1,{u32}2; set.<le|num>.<f16x2|u32>.<f16x2|f16> {u32}6,{u32}1,{u32}2;',
    'dp4a.<u32|s32>.<u32|s32> {u32}5,{u32}1,{u32}2,<{u32}4|-7>; dp2a.<lo|hi>.<u32|s32>.<u32|s32> {u32}6,{u32}1,{u32}2,{u32}4;',
    # Lanes, barriers, what a lane knows.
    'vote<|.sync>.<all|any|uni>.pred %p1,<|!>%p3<|,-1>; vote.ballot.b32 {u32}5,%p3;',
    'shfl<|.sync>.<up|down|bfly|idx>.b32 {u32}5|%p1,{u32}1,<1|3|{u32}2>,<0|31|{u32}4><|,-1>;',
    '<bar.sync 0|bar.sync 1,64|bar.arrive 2,64|bar.red.popc.u32 {u32}5,0,%p3|bar.red.and.pred %p1,0,%p3|bar.red.or.pred %p1,1,64,!%p3|membar.cta|membar.gl|membar.sys|fence.sc.gpu|pmevent 3|trap|brkpt|exit|activemask.b32 {u32}5>;',
    'mov.<t:u32|u64> {t}5,%<tid.x|ntid.y|laneid|warpid|nwarpid|ctaid.z|nctaid.x|smid|nsmid|gridid|lanemask_le|lanemask_gt|clock|clock_hi|clock64|globaltimer|globaltimer_lo|total_smem_size|dynamic_smem_size|envreg0|envreg31|pm0|pm7|pm3_64>;',
    'isspacep.<global|shared|local|const> %p1,{u64}0; cvta<|.to>.<global|shared|local|const>.u64 {u64}5,{u64}1; prefetch<|.global|.local>.<L1|L2> [{u64}0];',
    # Memory.
    f'ld<{CACHE}><.global|.shared|.local|.const|>.<t:{SCALAR}> {{t}}5,[<{{u64}}0+16|{{u64}}1|cc+16>];',
    f'ld<{CACHE}><.global|.shared|>.v2.<t:{SCALAR}> {{{{t}}5,{{t}}6}},[<{{u64}}0+16|{{u64}}1>];',
    f'ld<{CACHE}><.global|.shared|>.v4.<t:u8|s16|u32|f32> {{{{t}}5,{{t}}6,{{t}}7,{{t}}8}},[<{{u64}}0+16|{{u64}}1>];',
    f'st<|.wb|.cg|.cs|.wt|.volatile><.global|.shared|.local|>.<t:{SCALAR}> [<{{u64}}0+16|{{u64}}1>],{{t}}5;',
    f'st<|.wb|.cg|.cs|.wt><.global|.shared|>.v2.<t:{SCALAR}> [<{{u64}}0+16|{{u64}}1>],{{{{t}}5,{{t}}6}};',
    'st<|.wb|.cg|.cs|.wt><.global|.shared|>.v4.<t:u8|s16|u32|f32> [<{u64}0+16|{u64}1>],{{t}5,{t}6,{t}7,{t}8};',
    'atom<|.global|.shared><|.cta|.sys>.<add|min|max|inc|dec|and|or|xor|exch>.<t:u32|s32|u64|s64|b32|b64|f32|f64> {t}5,[<{u64}0|{u64}1>],{t}1;',
    'red<|.global|.shared><|.gpu>.<add|min|max|inc|dec|and|or|xor>.<t:u32|s32|u64|s64|b32|b64|f32|f64> [<{u64}0|{u64}1>],{t}1; atom.cas.<u:b32|b64> {u}5,[{u64}0],{u}1,{u}2;',
]
KINDS = {'8': 'h', '16': 'h', '32': 'r', '64': 'd', '16x2': 'r'}


def drawn(template, rng):
    """A program of a template: choices from the inside out, then registers by their types."""
    types = {}

    def choose(m):
        name = re.match(r'(\w):', m[1])
        choice = rng.choice(m[1][2 if name else 0:].split('|'))
        if name:
            types[name[1]] = choice
        return choice

    while (new := re.sub(r'<([^<>]*)>', choose, template)) != template:
        template = new

    def register(m):
        kind = types.get(m[1], m[1])
        bits = kind.lstrip('bsuf')
        return f'%{kind if kind == "h" else {"f32": "f", "f64": "g"}.get(kind) or KINDS[bits]}{m[2]}'

    text = re.sub(r'\{(\w+)\}(\d)', register, template)
    return re.sub(r'\{(\w+)\}', lambda m: types.get(m[1], m[0]), text)


def kernel(number, body):
    """A kernel around a program, which keeps every register that it may write."""
    kinds = {'h': 'u16', 'r': 'u32', 'd': 'u64', 'f': 'f32', 'g': 'f64'}
    sizes = {'h': 2, 'r': 4, 'd': 8, 'f': 4, 'g': 8}
    places = [(k, n, 256 + 64 * i + 8 * n) for i, k in enumerate(kinds) for n in range(9) if (k, n) != ('d', 0)]
    loads = ' '.join(f'ld.global.{kinds[k]} %{k}{n},[%d0+{at // 8 * sizes[k]}];' for k, n, at in places)
    stores = ' '.join(f'st.global.{kinds[k]} [%d0+{at + 2048}],%{k}{n};' for k, n, at in places)
    return f'''.visible .entry k{number}(.param .u64 p, .param .b64 c) {{
 .reg .b16 %h<9>; .reg .b32 %r<9>; .reg .b64 %d<9>; .reg .f32 %f<9>; .reg .f64 %g<9>; .reg .pred %p<5>; .local .align 16 .b8 room[64];
 ld.param.u64 %d0,[p]; {loads}
 setp.lt.u32 %p1,%r1,5; setp.lt.u32 %p2,%r1,7; setp.lt.u32 %p3,%r1,%r2;
 {body}
 {stores}
 ret; }}
'''


def version(place):
    """The version of PTX that programs ask for: 8.4, or what an older ptxas knows."""
    place.with_suffix('.ptx').write_text('.version 8.4\n.target sm_50\n.address_size 64\n')
    done = subprocess.run([PTXAS, '-arch=sm_50', place.with_suffix('.ptx'), '-o', place.with_suffix('.cubin')], capture_output=True, text=True)
    known = re.search(r"current version is '([\d.]+)'", done.stderr)
    return known[1] if known else '8.4'


def assembled(programs, arch, level, place, ptx):
    text = f'.version {ptx}\n.target {arch}\n.address_size 64\n.const .align 16 .b32 cc[64] = {{1, 2, 3}};\n'
    place.with_suffix('.ptx').write_text(text + ''.join(kernel(n, p) for n, p in enumerate(programs)))
    done = subprocess.run([PTXAS, f'-arch={arch}', f'-O{level}', place.with_suffix('.ptx'), '-o', place.with_suffix('.cubin')], capture_output=True, text=True)
    return done.returncode == 0, {int(n) for n in re.findall(r'line (\d+); (?:error|fatal)', done.stderr)}


def main():
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument('--arch', default='sm_50')
    asked.add_argument('--seed', type=int, default=random.randrange(1 << 30))
    asked.add_argument('--each', type=int, default=100)
    asked.add_argument('--work', type=Path)
    args = asked.parse_args()
    work = args.work or Path(tempfile.mkdtemp())
    work.mkdir(parents=True, exist_ok=True)
    print(f'seed {args.seed}', flush=True)
    refused, programs, tried = Counter(), 0, 0
    ptx = version(work / 'version')
    for index, template in enumerate(TEMPLATES):
        rng = random.Random(f'{args.seed} {index}')
        good = sorted({drawn(template, rng) for _ in range(args.each)})
        tried += len(good)
        place = work / f't{index}'
        # ptxas names the lines that are no PTX.
        while good:
            fine, lines = assembled(good, args.arch, 1, place, ptx)
            starts = [n for n, line in enumerate(place.with_suffix('.ptx').read_text().split('\n'), 1) if line.startswith('.visible')]
            bad = {sum(start <= line for start in starts) - 1 for line in lines}
            if -1 in bad:
                sys.exit(f'ptxas takes none of {place.with_suffix(".ptx")}')
            if fine:
                break
            good = [p for n, p in enumerate(good) if n not in bad] if bad else []
        if not good:
            print(f'no PTX: {template[:120]}', flush=True)
            continue
        programs += len(good)
        for level in (0, 3):
            assembled(good, args.arch, level, place, ptx)
            said = subprocess.run([ISOTOPE, 'info', place.with_suffix('.cubin'), '--json'], capture_output=True, text=True)
            for k in json.loads(said.stdout)['kernels']:
                for what in (w for w in k['not_modelled'] if w['kind'] == 'instruction'):
                    reason = what['text'].split('`: ')[-1].split('; ')[0]
                    refused[reason] += 1
                    if not reason.startswith(KNOWN):
                        print(f'-O{level}: {good[int(k["name"][1:])]}\n    {what["text"]}', flush=True)
    print(f'{programs} programs of {tried} are PTX')
    for reason, count in refused.most_common():
        print(f'{count:6} {reason}')
    sys.exit(any(not reason.startswith(KNOWN) for reason in refused))


if __name__ == '__main__':
    main()
