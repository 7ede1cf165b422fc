#!/usr/bin/env python3
"""Writes halves.tsv: every instruction of gfx1100 with 16-bit operands in every encoding, with every choice of halves, and with random registers, signs and
modifiers. CLANG names LLVM 22's clang (`python3 -m ziglang clang` of ziglang 0.17.1), whose assembler encodes and prints the lines."""
import os, random, re, shlex, subprocess
random.seed(1)
V1F="trunc ceil rndne floor fract sin cos exp log rcp rsq sqrt frexp_mant".split()
ops=[]  # (name, dst, [srcs], flags)   kinds: h half, w 32-bit, s = sgpr mask dest, x none
for n in V1F: ops.append(("v_%s_f16"%n,"h",["hf"],"co"))
for n in "cvt_f16_u16 cvt_f16_i16".split(): ops.append(("v_"+n,"h",["h"],"co"))
for n in "cvt_u16_f16 cvt_i16_f16 cvt_norm_i16_f16 cvt_norm_u16_f16 frexp_exp_i16_f16".split(): ops.append(("v_"+n,"h",["hf"],"c"))
ops+= [("v_not_b16","h",["h"],""),("v_mov_b16","h",["h"],""),("v_cvt_f16_f32","h",["wf"],"co"),("v_cvt_f32_f16","w",["hf"],"co"),("v_cvt_i32_i16","w",["h"],""),("v_cvt_u32_u16","w",["h"],""),("v_sat_pk_u8_i16","h",["w"],"")]
for n in "add sub subrev mul max min".split(): ops.append(("v_%s_f16"%n,"h",["hf","hf"],"co"))
ops+= [("v_fmac_f16","h",["hf","hf"],"co"),("v_ldexp_f16","h",["hf","h"],"co")]
for n in "add_nc_u16 sub_nc_u16 add_nc_i16 sub_nc_i16".split(): ops.append(("v_"+n,"h",["h","h"],"c3"))
for n in "mul_lo_u16 max_u16 max_i16 min_u16 min_i16 lshlrev_b16 lshrrev_b16 ashrrev_i16 and_b16 or_b16 xor_b16".split(): ops.append(("v_"+n,"h",["h","h"],"3"))
for n in "mad_u16 mad_i16 min3_i16 min3_u16 max3_i16 max3_u16 med3_i16 med3_u16".split(): ops.append(("v_"+n,"h",["h","h","h"],"c3"))
for n in "fma min3 max3 med3 div_fixup maxmin minmax".split(): ops.append(("v_%s_f16"%n,"h",["hf","hf","hf"],"co3"))
ops+= [("v_mad_u32_u16","w",["h","h","w"],"c3"),("v_mad_i32_i16","w",["h","h","w"],"c3"),("v_cndmask_b16","h",["hf","hf","m"],"3"),("v_pack_b32_f16","w",["hf","hf"],"3"),("v_cvt_pk_norm_i16_f16","w",["hf","hf"],"3"),("v_cvt_pk_norm_u16_f16","w",["hf","hf"],"3"),
 ("v_dot2_f16_f16","h",["w","w","hf"],"3"),("v_dot2_bf16_bf16","h",["w","w","hf"],"3"),("v_alignbit_b32","w",["w","w","h"],"3"),("v_alignbyte_b32","w",["w","w","h"],"3")]
FC="f lt eq le gt lg ge o u nge nlg ngt nle neq nlt t".split(); IC="lt eq le gt ne ge".split()
for c in FC: ops.append(("v_cmp_%s_f16"%c,"s",["hf","hf"],"c")); ops.append(("v_cmpx_%s_f16"%c,"x",["hf","hf"],""))
for c in IC:
  for t in "iu": ops.append(("v_cmp_%s_%s16"%(c,t),"s",["h","h"],"")); ops.append(("v_cmpx_%s_%s16"%(c,t),"x",["h","h"],""))
ops+= [("v_cmp_class_f16","s",["hf","h"],""),("v_cmpx_class_f16","x",["hf","h"],"")]
def reg(k,hi,lim,style=None):
    n=random.choice([0,1,2,5,17,100,127] if lim else [0,1,2,5,127,128,200,255])
    if k[0]=="h": return "v%d.%s"%(n,hi)
    return "v%d"%n
def sgn(k,t,r):
    if "f" not in k or not t.startswith("v"): return t
    return [t,"-"+t,"|%s|"%t,"-|%s|"%t][r]
lines=[]
def emit(name,suf,dst,srcs,mods): lines.append(("%s%s %s%s"%(name,suf,", ".join(([dst] if dst else [])+srcs),mods)))
DPP=[" row_shr:1"," quad_perm:[3,2,1,0] row_mask:0x5 bank_mask:0x3"," row_xmask:5 bound_ctrl:1"," row_share:3 fi:1"," dpp8:[7,6,5,4,3,2,1,0]"," dpp8:[0,1,2,3,4,5,6,7] fi:1"]
for rep in range(1):
  for name,d,ss,fl in ops:
    hs=[i for i,s in enumerate(ss) if s[0]=="h"]; nb=len(hs)+(d=="h")
    for combo in range(1<<nb):
        hi=lambda j: "h" if combo>>j&1 else "l"
        def dst(lim): return {"h":reg("h",hi(len(hs)),lim),"w":reg("w","",lim),"s":random.choice(["s5","vcc_lo","s104"]),"x":""}[d]
        def src(lim,signs,free0=False):
            out=[]
            for i,s in enumerate(ss):
                if s=="m": out.append(random.choice(["vcc_lo","s6","s105"])); continue
                t=reg(s,hi(hs.index(i)) if i in hs else "",lim)
                out.append(sgn(s,t,random.randrange(4)) if signs else t)
            return out
        three="3" in fl
        if not three:
            if not (len(ss)==3):
                emit(name,"_e32","vcc_lo" if d=="s" else dst(True),src(True,False),"")
                s=src(True,False)
                alt=random.choice(["s7","1.0","-4.0","0","64","-16","0x1234","0xabcd","vcc_hi","m0","ttmp3","null","0.15915494"])
                if name!="v_mov_b16" or True:
                    emit(name,"_e32","vcc_lo" if d=="s" else dst(True),[alt]+s[1:],"")
                for dp in random.sample(DPP,2): emit(name,"_dpp","vcc_lo" if d=="s" else dst(True),src(True,False) if "dpp8" in dp else src(True,d not in "q"),dp)
        suf="" if three else "_e64"
        mods=random.choice(["",""]+([" clamp"] if "c" in fl else [])+([" mul:2"," div:2"] if "o" in fl else [])+([" clamp mul:4"] if "c" in fl and "o" in fl else []))
        emit(name,suf,dst(False),src(False,True),mods)
        s=src(False,True); k=random.randrange(len([x for x in ss if x!="m"])); s[k]=random.choice(["s7","1.0","0","-1","0x1234","0xabcd","vcc_hi","m0","0.5"])
        emit(name,suf,dst(False),s,mods)
        if name not in("v_swap_b16",):
            for dp in random.sample(DPP,2): emit(name,"_e64_dpp",dst(False),src(False,True),mods+dp)
  for a in "lh":
    for b in "lh":
      emit("v_swap_b16","","v%d.%s"%(random.randrange(128),a),["v%d.%s"%(random.randrange(128),b)],"")
      for c in "lh":
        r=lambda x:"v%d.%s"%(random.randrange(128),x)
        emit("v_fmamk_f16","",r(a),[r(b),"0x%x"%random.randrange(0x8000),r(c)],""); emit("v_fmaak_f16","",r(a),[r(b),r(c),"0x%x"%random.randrange(0x8000)],"")
        for n in "p10_f16_f32 p10_rtz_f16_f32".split(): emit("v_interp_"+n,"","v%d"%random.randrange(256),["v%d.%s"%(random.randrange(256),a),"-v%d"%random.randrange(256),"v%d.%s"%(random.randrange(256),b)]," wait_exp:%d"%random.randrange(8))
        for n in "p2_f16_f32 p2_rtz_f16_f32".split(): emit("v_interp_"+n,"","v%d.%s"%(random.randrange(256),a),["v%d.%s"%(random.randrange(256),b),"v%d"%random.randrange(256),"-v%d"%random.randrange(256)]," clamp wait_exp:%d"%random.randrange(8))
lines=list(dict.fromkeys(lines))
# One in three keeps the file small; their order is that of instructions, so that all stay.
lines = lines[::3]
clang = shlex.split(os.environ.get("CLANG", "clang-22"))
made = subprocess.run(clang + "-cc1as -triple amdgcn-amd-amdhsa -target-cpu gfx1100 -filetype asm -show-encoding - -o -".split(), input="\n".join(lines) + "\n", capture_output=True, text=True)
assert not made.stderr.strip(), made.stderr[:1000]
found = re.findall(r"^\t(.*?)\s*; encoding: \[(.*)\]$", made.stdout, re.M)
assert len(found) == len(lines)
with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "halves.tsv"), "w") as out:
    out.write("# Bytes and text of LLVM 22.1.8 (ziglang 0.17.1); made by halves.py.\n")
    for text, code in found:
        out.write("%s\t%s\n" % ("".join(x[2:] for x in code.split(",")), text))
