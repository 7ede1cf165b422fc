#!/usr/bin/env python3
"""Writes tests/data/nvidia/steps.txt: single instructions with results worked out here."""
import os
L=[]
def l(s): L.append(s)
M=0xffffffff
def s32(x): return x-(1<<32) if x>>31 else x
l("""# One line per case:  instruction; ...  |  before  =>  after
# before: Rn=hex (every lane), Pn=0/1, G@address=hex S@offset=hex L@offset=hex (a word of global, shared, private memory),
#         lanes=hex (work-items, default 1), cover=hex (coverage mask), sm=52 (default sm_50)
# after:  the same places, or `stop` and a part of the report.
# Memory: 64 bytes at 1000 and at 1000000000, 64 sparse bytes at 2000000000, 64 of shared and private memory, constant bank 0
#         of zeros, bank 1 with bytes 0, 1, 2 ..., one 2D pitch surface of 4 x 2 words (pitch 32 bytes) at 1000000000: handle 0.
# 64 registers. Expectations follow the PTX manual and the seed documents.
""")
def alu(t,before,**o): l(f"{t} | {before} => "+' '.join(f'{k}={v&M:x}' for k,v in o.items()))
for a,b in [(1,2),(0x7fffffff,1),(0x80000000,0x80000000),(M,1),(0,0x80000000),(0x80000000,1)]:
    be=f"R1={a:x} R2={b:x}"
    alu("IADD R0, R1, R2",be,R0=a+b); alu("IADD R0, R1, -R2",be,R0=a-b); alu("IADD R0, -R1, R2",be,R0=b-a); alu("IADD.PO R0, R1, R2",be,R0=a+b+1)
    cl=lambda v:max(-2**31,min(2**31-1,v))
    alu("IADD.SAT R0, R1, R2",be,R0=cl(s32(a)+s32(b))); alu("IADD.SAT R0, R1, -R2",be,R0=cl(s32(a)-s32(b))); alu("IADD.SAT R0, -R1, R2",be,R0=cl(s32(b)-s32(a)))
    alu("IADD RZ.CC, R1, R2; IADD.X R0, RZ, RZ",be,R0=(a+b)>>32); alu("IADD RZ.CC, R1, -R2; IADD.X R0, RZ, RZ",be,R0=int(a>=b))
    for u in ("",".U32"):
        f=(lambda v:v) if u else s32
        for c,op in [('LT',lambda x,y:x<y),('EQ',lambda x,y:x==y),('LE',lambda x,y:x<=y),('GT',lambda x,y:x>y),('NE',lambda x,y:x!=y),('GE',lambda x,y:x>=y)]:
            alu(f"ISETP.{c}{u}.AND P0, P1, R1, R2, PT",be,P0=int(op(f(a),f(b))),P1=int(not op(f(a),f(b))))
            alu(f"ISET.{c}{u}.AND R0, R1, R2, PT",be,R0=M if op(f(a),f(b)) else 0)
        alu(f"IMNMX{u} R0, R1, R2, PT",be,R0=a if f(a)<f(b) else b); alu(f"IMNMX{u} R0, R1, R2, !PT",be,R0=a if f(a)>f(b) else b)
    for c,op in [('LT',s32(a)<s32(b)),('EQ',a==b),('LE',s32(a)<=s32(b)),('GT',s32(a)>s32(b)),('NE',a!=b),('GE',s32(a)>=s32(b)),('LO',a<b),('HS',a>=b),('HI',a>b),('LS',a<=b)]:
        alu(f"IADD RZ.CC, R1, -R2; CSETP.{c}.AND P0, PT, CC, PT",be,P0=int(op))
    alu("XMAD R0, R1, R2.H1, R1",be,R0=(a&0xffff)*(b>>16)+a); alu("XMAD.MRG R0, R1, R2, RZ",be,R0=((a&0xffff)*(b&0xffff)&0xffff)|((b<<16)&M)); alu("XMAD.PSL.CBCC R0, R1.H1, R2.H1, R1",be,R0=(((a>>16)*(b>>16))<<16)+a+(b<<16))
    alu("IADD3 R0, R1, R2, R1",be,R0=2*a+b); alu("IADD3.RS R0, R1, R2, RZ",be,R0=(a+b)>>16); alu("IADD3.LS R0, R1, R2, R1",be,R0=((a+b)<<16)+a)
    alu("LOP3.LUT R0, R1, R2, RZ, 0x3c",be,R0=a^b); alu("LOP.AND R0, R1, ~R2",be,R0=a&~b); alu("VABSDIFF.SD.ACC R0, R1, R2, R1",be,R0=abs(s32(a)-s32(b))+a); alu("VABSDIFF.U32.U32.ACC R0, R1, R2, RZ",be,R0=abs(a-b))
for n in (0,1,31,32,33,63,64,255):
    a,c=0x81234567,0x9abcdef0; be=f"R1={a:x} R2={n:x} R3={c:x}"
    alu("SHL R0, R1, R2",be,R0=a<<n if n<32 else 0); alu("SHL.W R0, R1, R2",be,R0=a<<(n&31)); alu("SHR.U32 R0, R1, R2",be,R0=a>>n); alu("SHR R0, R1, R2",be,R0=s32(a)>>n); alu("SHR.U32.W R0, R1, R2",be,R0=a>>(n&31))
    w=c<<32|a; ws=s32(c)<<32|a
    alu("SHF.L R0, R1, R2, R3",be,R0=(w<<min(n,32))>>32); alu("SHF.R R0, R1, R2, R3",be,R0=w>>min(n,32)); alu("SHF.L.W R0, R1, R2, R3",be,R0=(w<<(n&31))>>32); alu("SHF.R.W R0, R1, R2, R3",be,R0=w>>(n&31))
    alu("SHF.R.U64 R0, R1, R2, R3",be,R0=w>>min(n,64)); alu("SHF.R.S64 R0, R1, R2, R3",be,R0=ws>>min(n,64)); alu("SHF.L.U64 R0, R1, R2, R3",be,R0=(w<<min(n,64))>>32)
for t,b,o in [("FLO.U32 R0, R1","R1=0",M),("FLO.U32 R0, R1","R1=100",8),("FLO.U32.SH R0, R1","R1=100",23),("FLO R0, R1","R1=fffffff0",3),("FLO R0, R1","R1=ffffffff",M),("POPC R0, R1","R1=f0f",8),("BFE.U32 R0, R1, 0x804","R1=12345678",0x67),("BFE R0, R1, 0x804","R1=12345f8f",0xfffffff8),("BFE.U32.BREV R0, R1, 0x2000","R1=1",0x80000000),("BFI R0, R1, 0x804, R2","R1=ab R2=ffffffff",0xfffffabf),
  ("PRMT R0, R1, 0x3210, R2","R1=11223344 R2=55667788",0x11223344),("PRMT R0, R1, 0x7654, R2","R1=11223344 R2=55667788",0x55667788),("I2I.U8.S32.SAT R0, R1","R1=ffffffff",0),("I2I.S8.S32.SAT R0, R1","R1=1000",127),("I2I.U32.U16 R0, R1.H1","R1=87654321",0x8765),("I2I.S32.S16 R0, R1.H1","R1=87654321",0xffff8765),("I2F.F32.U8 R0, R1.B2","R1=00030000",0x40400000),("I2F.F32.S8 R0, R1.B3","R1=ff000000",0xbf800000),
  ("F2I.S32.F32.TRUNC R0, R1","R1=4f800000",0x7fffffff),("F2I.S32.F32.TRUNC R0, R1","R1=7fffffff",0),("F2I.U32.F32.FLOOR R0, R1","R1=bf800000",0),("F2I.S32.F32 R0, R1","R1=40200000",2),("F2I.S32.F32.CEIL R0, R1","R1=40200000",3),("F2F.F32.F32.FLOOR R0, R1","R1=c0200000",0xc0400000),("F2F.F16.F32 R0, R1","R1=477ff000",0x7c00),("F2F.F32.F16 R0, R1","R1=0001",0x33800000),
  ("FADD R0, R1, R2","R1=3f800000 R2=33800000",0x3f800000),("FADD.RP R0, R1, R2","R1=3f800000 R2=33800000",0x3f800001),("FADD.FTZ R0, R1, R2","R1=1 R2=0",0),("FADD R0, R1, R2","R1=1 R2=0",1),("FADD.SAT R0, R1, R2","R1=3f800000 R2=3f800000",0x3f800000),("FADD R0, R1, -R2","R1=7f800000 R2=7f800000",0x7fffffff),("FMUL R0, R1, R2","R1=40000000 R2=40400000",0x40c00000),("FFMA R0, R1, R2, R3","R1=3f800001 R2=3f800001 R3=bf800000",0x34800000),("FMNMX R0, R1, R2, PT","R1=7fffffff R2=3f800000",0x3f800000),("FMNMX R0, R1, R2, PT","R1=80000000 R2=0",0x80000000),
  ("FMUL.D2 R0, R1, R2","R1=40000000 R2=40400000",0x40400000),("FMUL.M8 R0, R1, R2","R1=40000000 R2=40400000",0x42400000),("FMUL.D4 R0, R1, R2","R1=00800003 R2=3f800000",0x00200001),("FMUL.M2 R0, R1, R2","R1=1 R2=3f000000",1),("FMUL.M8 R0, R1, R2","R1=7f000000 R2=40000000",0x7f800000),("FMUL.D2 R0, R1, R2","R1=7f000000 R2=40000000",0x7f000000),
  ("FADD R0, |R1|, -R2","R1=bf800000 R2=3f800000",0),("MOV R0, c[0x1][0x4]","",0x07060504),("LDC R0, c[0x1][R1+0x4]","R1=4",0x0b0a0908),("LDC.U8 R0, c[0x1][R1]","R1=5",5),("SEL R0, R1, R2, P0","R1=1 R2=2 P0=0",2),("@P0 MOV R0, R1","R0=7 R1=1 P0=0",7),("@!P0 MOV R0, R1","R0=7 R1=1 P0=0",1),("@!PT MOV R0, R1","R0=7 R1=1",7),("MOV R0, RZ","R0=7",0),("P2R R0, PR, RZ, 0x7f","P0=1 P3=1",9),("VOTE.ANY R0, P1, P0","P0=1",1)]:
    alu(t,b,R0=o)
alu("R2P PR, R1, 0x5","R1=fe P0=1 P1=1",P0=0,P1=1,P2=1)
alu("PSETP.AND.AND P2, P3, P0, !P1, PT","P0=1 P1=0",P2=1,P3=0)
alu("DADD R0, R2, R4","R2=0 R3=3ff00000 R4=0 R5=40000000",R0=0,R1=0x40080000)
alu("DMUL R0, R2, R4","R2=0 R3=7ff00000 R4=0 R5=0",R0=0,R1=0xfff80000)
alu("DFMA R0, R2, R4, R6","R2=0 R3=40000000 R4=0 R5=40000000 R6=0 R7=3ff00000",R0=0,R1=0x40140000)
alu("ISET.NE.AND RZ.CC, R1, 0x1, PT; @P0 CSETP.NE.AND P1, PT, CC, PT","R1=2 P0=1",P1=1)
# atomics
g='G@1000000000'; A='R2=0 R3=10'
ops={'ADD':lambda o,b:o+b,'MIN':lambda o,b:min(o,b),'MAX':lambda o,b:max(o,b),'INC':lambda o,b:0 if o>=b else o+1,'DEC':lambda o,b:b if o==0 or o>b else o-1,'AND':lambda o,b:o&b,'OR':lambda o,b:o|b,'XOR':lambda o,b:o^b}
for o,b in [(5,3),(0,M),(M,1),(0x80000000,0x7fffffff)]:
    for n,f in ops.items():
        alu(f"ATOM.E.{n} R0, [R2], R4",f"{A} R4={b:x} {g}={o:x}",**{'R0':o,g:f(o,b)})
        alu(f"RED.E.{n} [R2], R4",f"{A} R4={b:x} {g}={o:x}",**{g:f(o,b)})
        alu(f"ATOMS.{n} R0, [R1+0x4], R4",f"R1=8 R4={b:x} S@c={o:x}",**{'R0':o,'S@c':f(o,b)})
    for n,f in [('MIN',min),('MAX',max)]:
        alu(f"ATOM.E.{n}.S32 R0, [R2], R4",f"{A} R4={b:x} {g}={o:x}",**{'R0':o,g:f(s32(o),s32(b))})
        alu(f"ATOMS.{n}.S32 R0, [R1], R4",f"R1=8 R4={b:x} S@8={o:x}",**{'R0':o,'S@8':f(s32(o),s32(b))})
    alu("ATOM.E.EXCH R0, [R2], R4",f"{A} R4={b:x} {g}={o:x}",**{'R0':o,g:b}); alu("ATOMS.EXCH R0, [R1], R4",f"R1=8 R4={b:x} S@8={o:x}",**{'R0':o,'S@8':b})
    alu("ATOM.E.CAS R0, [R2], R4, R5",f"{A} R4={o:x} R5={b:x} {g}={o:x}",**{'R0':o,g:b}); alu("ATOM.E.CAS R0, [R2], R4, R5",f"{A} R4={o^1:x} R5={b:x} {g}={o:x}",**{'R0':o,g:o})
    alu("ATOMS.CAS R0, [R1], R4, R5",f"R1=8 R4={o:x} R5={b:x} S@8={o:x}",**{'R0':o,'S@8':b})
    alu("ATOM.E.ADD.U64 R0, [R2], R4",f"{A} R4={b:x} R5=1 {g}={o:x} G@1000000004=2",**{'R0':o,'R1':2,g:o+b,'G@1000000004':3+((o+b)>>32)})
    alu("RED.E.ADD.U64 [R2], R4",f"{A} R4={b:x} R5=1 {g}={o:x} G@1000000004=2",**{g:o+b,'G@1000000004':3+((o+b)>>32)})
    alu("ATOM.E.EXCH.U64 R0, [R2], R4",f"{A} R4={b:x} R5=1 {g}={o:x} G@1000000004=2",**{'R0':o,'R1':2,g:b,'G@1000000004':1})
alu("ATOM.E.ADD.F32.FTZ.RN R0, [R2], R4",f"{A} R4=3f800000 {g}=40000000",**{'R0':0x40000000,g:0x40400000})
alu("ATOM.E.ADD.F32.FTZ.RN R0, [R2], R4",f"{A} R4=00000001 {g}=00000002",**{'R0':2,g:0})
alu("RED.E.ADD.F32.FTZ.RN [R2], R4",f"{A} R4=80000001 {g}=80000000",**{g:0x80000000})
alu("ATOM.ADD R0, [R2+-0x4], R4","R2=1004 R4=2 G@1000=5",**{'R0':5,'G@1000':7})
alu("ATOM.ADD R0, [0x1000], R4","R4=2 G@1000=5",**{'R0':5,'G@1000':7})
alu("ATOM.E.ADD RZ, [R2], R4",f"{A} R4=2 {g}=5",**{g:7})
alu("ATOM.E.ADD R0, [R2], RZ",f"{A} {g}=5",**{'R0':5,g:5})
alu("ATOM.E.ADD R4, [R2], R4",f"{A} R4=2 {g}=5",**{'R4':5,g:7})
alu("RED.E.ADD [R2], R4",f"{A} R4=1 lanes=20 cover=ff",**{g:8})
alu("ATOM.E.ADD RZ, [R2], R4",f"{A} R4=1 lanes=20 cover=f0f",**{g:8})
alu("RED.E.ADD [R2], R4",f"{A} R4=1 lanes=11",**{g:17})
alu("@!PT RED.E.ADD [R2], R4",f"{A} R4=1 {g}=5",**{g:5})
alu("KIL; RED.E.ADD [R2], R4",f"{A} R4=1 {g}=5",**{g:5})
# loads, stores, wrap
alu("LDG.E R0, [R2]",f"{A} {g}=12345678",R0=0x12345678); alu("LDG.E.U8 R0, [R2+0x1]",f"{A} {g}=12348678",R0=0x86); alu("LDG.E.S8 R0, [R2+0x1]",f"{A} {g}=12348678",R0=0xffffff86); alu("LDG.E.S16 R0, [R2]",f"{A} {g}=12348678",R0=0xffff8678)
alu("STG.E.U8 [R2+0x2], R4",f"{A} R4=ab {g}=12345678",**{g:0x12ab5678}); alu("STG.E.64 [R2], R4",f"{A} R4=1 R5=2",**{g:1,'G@1000000004':2}); alu("LDG R0, [R2+0x8]","R2=ff8 G@1000=9",R0=9)
alu("LDG R0, [R2+0x1010]","R2=fffffff0 G@1000=77",R0=0x77)
alu("LDG.E.64 R0, [R2]",f"{A} {g}=1 G@1000000004=2",R0=1,R1=2); alu("LDG.E.128 R4, [R2]",f"{A} {g}=1 G@100000000c=4",R4=1,R7=4)
alu("STS [R1], R2; LDS R0, [R1]","R1=8 R2=99",R0=0x99); alu("STL [R1], R2; LDL.U8 R0, [R1]","R1=8 R2=1299",R0=0x99); alu("LD.E R0, [R2]",f"{A} {g}=5",R0=5); alu("LD.E R0, [R2]","R2=1000008 R3=0 S@8=5",R0=5); alu("LD.E R0, [R2]","R2=2000008 R3=0 L@8=6",R0=6); alu("ST.E [R2], R4","R2=1000008 R3=0 R4=5",**{'S@8':5})
# faults
for t,b,f in [("ATOM.E.ADD R0, [R2], R4","R2=2 R3=10","misaligned address"),("ATOM.E.ADD.U64 R0, [R2], R4","R2=4 R3=10","misaligned address"),("RED.E.ADD [R2], R4","R2=1 R3=10","misaligned address"),("ATOMS.ADD R0, [R1], R4","R1=2","misaligned address"),("LDG.E.64 R0, [R2]","R2=4 R3=10","misaligned address"),("LDG.E R0, [R2]","R2=40 R3=10","out of range"),("ATOM.E.ADD R0, [R2], R4","R2=0 R3=7","out of range"),("ATOM.E.ADD R0, [R2], R4","R2=0 R3=110","out of range"),("ATOMS.ADD R0, [R1], R4","R1=40","out of range"),("LDL R0, [R1]","R1=40","out of range"),
  ("ATOM.E.ADD R0, [R2], R4","R2=1000000 R3=0","invalid address space"),("RED.E.ADD [R2], R4","R2=2000000 R3=0","invalid address space"),("ATOM.ADD R0, [R2], R4","R2=1000004","invalid address space"),("ATOM.E.ADD R0, [R3], R4","","misaligned register"),("ATOM.E.ADD.U64 R1, [R2], R4","","misaligned register"),("LDG.E.64 R1, [R2]","","misaligned register"),("LDG.E.128 R2, [R2]","","misaligned register"),("MOV R64, RZ","","register out of range"),("IADD R0, R70, R1","","register out of range"),("STG.E [R2], R100",A,"register out of range"),("LDG.E.128 R64, [R2]",A,"register out of range"),
  ("0xffffffffffffffff","","illegal instruction encoding"),("MOV R0, c[0x3][0x0]","","invalid constant"),("MOV R0, c[0x1][0x40]","","invalid constant"),("LDC R0, c[0x1][R1]","R1=40","invalid constant address"),("BPT.TRAP 0x1","","trap"),("SYNC","","stack underflow"),("RET","","stack underflow"),("BRK","","stack underflow"),("BAR.SYNC 0x0, 0x21","","illegal instruction parameter")]:
    l(f"{t} | {b} => stop {f}")
# surfaces: handle 0 in R6 and c[0x0][0x0]; cells are 4 x 2 words, rows 32 bytes apart
cell='G@1000000024'
alu("SURED.D.2D.ADD.IGN [R2], R4, R6",f"R2=1 R3=1 R4=5 R6=0 {cell}=7",**{cell:12})
alu("SURED.D.BA.2D.ADD.IGN [R2], R4, R6",f"R2=4 R3=1 R4=5 R6=0 {cell}=7",**{cell:12})
alu("SURED.D.BA.2D.ADD.IGN [R2], R4, 0x0",f"R2=4 R3=1 R4=5 {cell}=7",**{cell:12})
alu("SURED.D.2D.ADD.IGN [R2], R4, R6",f"R2=1 R3=1 R4=1 R6=0 {cell}=0 lanes=20 cover=7",**{cell:3})
alu("SURED.D.2D.ADD.IGN [R2], R4, R6",f"R2=4 R3=1 R4=5 R6=0 {cell}=7",**{cell:7})
alu("SURED.D.2D.ADD.IGN [R2], R4, R6",f"R2=ffffffff R3=1 R4=5 R6=0 {cell}=7",**{cell:7})
alu("SURED.D.2D.ADD [R2], R4, R6",f"R2=ffffffff R3=9 R4=5 R6=0 G@1000000020=7",**{'G@1000000020':12})
alu("SURED.D.2D.ADD [R2], R4, R6",f"R2=99 R3=9 R4=5 R6=0 G@100000002c=7",**{'G@100000002c':12})
for n,f in ops.items():
    for o,b in [(5,3),(0,M),(0x80000000,0x7fffffff)]:
        alu(f"SURED.D.2D.{n}.IGN [R2], R4, R6",f"R2=1 R3=1 R4={b:x} R6=0 {cell}={o:x}",**{cell:f(o,b)})
alu("SURED.D.2D.MIN.S32.IGN [R2], R4, R6",f"R2=1 R3=1 R4=1 R6=0 {cell}=80000000",**{cell:0x80000000})
l("SURED.D.2D.ADD.TRAP [R2], R4, R6 | R2=4 R3=1 => stop surface coordinate out of bounds")
l("SURED.D.BA.2D.ADD.IGN [R2], R4, R6 | R2=2 R3=1 => stop misaligned")
alu("ATOM.E.ADD P2, R0, [R2], R4",f"{A} R4=2 {g}=5 P2=1 sm=52",**{'R0':5,g:7,'P2':0})
alu("ATOM.E.ADD P2, R0, [R2], R4","R2=0 R3=20 R0=9 R4=2 sm=52",**{'R0':0,'P2':1})
alu("ATOM.E.CAS P2, R0, [R2], R4, R5",f"{A} R4=5 R5=6 {g}=5 P2=1 sm=52",**{'R0':5,g:6,'P2':0})
alu("ATOM.E.EXCH P2, R0, [R2], R4","R2=4 R3=20 R0=9 R4=2 sm=52",**{'P2':1})
open(os.path.join(os.path.dirname(os.path.abspath(__file__)), '../../../tests/data/nvidia/steps.txt'), 'w').write('\n'.join(L)+'\n')
print(len(L))
