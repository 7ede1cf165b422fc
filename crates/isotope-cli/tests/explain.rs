//! `isotope op` on whole instructions: registers and memory are given, one step is taken, and what each lane did is told.

use crate::common::{folder, isotope, isotope_with, repository, write};

/// Command lines, the status, and lines that the answer has, in this order. The lines stand as they are printed, blanks in front of
/// them left out; `...` at the end of a line stands for the rest of it.
const CASES: &[(&str, i32, &str)] = &[
    // A NaN, several lanes on one address: lanes that saw the same are one paragraph.
    (
        "-t sm_50 --explain 'ATOM.E.ADD.F32.FTZ.RN R0, [R2], R4' R2=0x100000000 R4=0x7fc00001 [0x100000000]=0x3f800000 lanes=4",
        0,
        "ATOM.E.ADD.F32.FTZ.RN R0, [R2], R4;
         on sm_50, 4 lanes; executes: lanes 0-3
         lane 0: global 0x100000000
         old = 0x3f800000 (memory before)
         src0 = 0x7fc00001
         flush(old) +rn flush(src0) is a NaN: the NaN rule decides (hardware: nv.l2_nan)
         new = 0x7fffffff (spec: NVIDIA's ATOM page...
         stored 0x7fffffff
         returned 0x3f800000
         lanes 1-3: global 0x100000000
         old = 0x7fffffff (memory before)
         R0 in lanes 1-3 = 0x00000000 -> 0x7fffffff
         global 0x100000000: 0x3f800000 -> 0x7fffffff
         the operation:
         a NaN result is positive with all other bits set, payloads are lost (hardware: nv.l2_nan)
         it rests on:
         hardware nv.l2_nan: ...",
    ),
    // Another reading, of the same rule.
    (
        "-t sm_50 --explain --assume nv.l2_nan=first-quieted 'ATOM.E.ADD.F32.FTZ.RN R0, [R2], R4' R2=0x100000000 \
         R4=0x7fc00001 [0x100000000]=0x3f800000",
        0,
        "flush(old) +rn flush(src0) is a NaN: the NaN rule decides (chosen: nv.l2_nan)
         is_nan(flush(src0)): yes ...
         stored 0x7fc00001
         chosen nv.l2_nan: ...",
    ),
    // Contention on a counter in shared memory.
    (
        "-t sm_50 'ATOMS.ADD R0, [R2], R4' R2=4 R4=1 shared[4]=7 lanes=3",
        0,
        "lane 0: shared 0x4
         returned 0x00000007
         lane 1: shared 0x4
         returned 0x00000008
         lane 2: shared 0x4
         stored 0x0000000a
         R0 in lane 2 = 0x00000000 -> 0x00000009
         shared 0x4: 0x00000007 -> 0x0000000a",
    ),
    // Equal lanes on neighbouring words.
    (
        "-t sm_50 'RED.E.ADD [R2], R4' R2=0x100000000,0x100000004,0x100000008 R4=2 [0x100000000]=5,5,5 lanes=3",
        0,
        "lanes 0-2: global 0x100000000, each lane 0x4 higher
         old = 0x00000005 (memory before)
         nothing is returned
         global 0x100000008: 0x00000005 -> 0x00000007",
    ),
    // Roles of a compare-and-swap are those of the vendor.
    (
        "-t sm_50 'ATOM.E.CAS R0, [R2], R4, R5' R2=0x100000000 R4=5 R5=9 [0x100000000]=5",
        0,
        "src0 = 0x00000005 (compared)
         src1 = 0x00000009 (written where equal)
         stored 0x00000009",
    ),
    (
        "-t gfx1100 'ds_cmpstore_rtn_b32 v0, v1, v2, v3' v2=9 v3=5 shared[0]=5",
        0,
        "src0 = 0x00000009 (written where equal)
         src1 = 0x00000005 (compared)
         stored 0x00000009",
    ),
    // Faults, with their rule; lanes before the one that faults are served.
    (
        "-t sm_50 'ATOM.E.ADD R0, [R2], R4' R2=0x100000000,0x100000002 R4=5 [0x100000000]=5 lanes=2",
        4,
        "lane 0: global 0x100000000
         fault: lane 1: misaligned address: 4-byte access at global 0x100000002 (must be a multiple of 4)
         rule: the address is not a multiple of the access's bytes (spec: NVIDIA's ATOM page: natural alignment; see nv.check_order)
         global 0x100000000: 0x00000005 -> 0x0000000a",
    ),
    (
        "-t gfx1100 'global_atomic_add_u32 v[0:1], v2, off' v[0:1]=0x200000000",
        4,
        "fault: lane 0: address out of range: ...
         rule: no memory is allocated at the address, or not for all bytes of the access (spec: RDNA3 ISA guide...",
    ),
    // What is dropped.
    (
        "-t gfx1100 'ds_add_u32 v0, v1' v0=0,64 v1=1 shared[0]=1 lanes=2",
        0,
        "lane 0: shared 0x0
         lane 1: shared 0x40
         dropped, memory is not touched
         rule: the access reaches past the group's shared memory (spec: ...",
    ),
    // What no document says.
    (
        "-t sm_50 --explain 'ATOM.E.SAFEADD.U64 R0, [R2], R4' R2=0x100000000 [0x100000000]:8=5 R0=9",
        3,
        "new is unspecified: ...
         unspecified: SAFEADD increments ...
         changed registers:
         unspecified, too",
    ),
    ("-t sm_50 'TEX R0, R1, 0x0, 2D, 0xf'", 3, "not modelled: `TEX R0, R1, 0x0, 2D, 0xf;`: no texture is given; ..."),
    (
        "-t sm_50 'TLD.B.LZ R0, R4, R6, 0x0, 1D, 0x1' texture=0x1000:2:r8_uint R4=1 R6=0x80000 [0x1000]:1=5,6",
        0,
        "read:
         R4 in lane 0 = 0x00000001
         R6 in lane 0 = 0x00080000
         changed registers:
         R0 in lane 0 = 0x00000000 -> 0x00000006",
    ),
    // A guard, and a plain instruction: what it reads and what changes.
    (
        "-t sm_50 '@!P0 IADD R0, R1, R2' R1=1,2,3 R2=-1 P0=0x2 lanes=3",
        0,
        "on sm_50, 3 lanes; executes: lanes 0, 2
         read:
         R2 in lanes 0-2 = 0xffffffff
         P0 in lane 1 = 0x1
         changed registers:
         R0 in lane 2 = 0x00000000 -> 0x00000002",
    ),
    ("-t sm_50 '@P0 RED.E.ADD [R2], R4'", 0, "on sm_50, 1 lane; executes: no lane"),
    ("-t sm_50 'IADD R0, R1, c[0x0][0x140]' R1=1 c[0x0][0x140]=5", 0, "R0 in lane 0 = 0x00000000 -> 0x00000006"),
    (
        "-t sm_50 'LDG.E R0, [R2]' R2=0x100000000 [0x100000000]=77",
        0,
        "lane 0: reads 4 bytes of global 0x100000000\nR0 in lane 0 = 0x00000000 -> 0x0000004d",
    ),
    (
        "-t sm_50 'SURED.D.1D.ADD.TRAP [R4], R8, R12' surface[3]=0x100000000:16 [0x100000000]=1,2,3,4 R4=1 R8=4 R12=3",
        0,
        "lane 0: global 0x100000004\nglobal 0x100000004: 0x00000002 -> 0x00000006",
    ),
    // EXEC, halves of a wave, pairs of registers, MODE.
    (
        "-t gfx1100 --explain 'v_add_f32 v0, v1, v2' v1=0x3f800000 v2=0x3f800000 exec=5 lanes=4",
        0,
        "on gfx1100, 4 lanes; executes: lanes 0, 2
         v1 in lanes 0-3 = 0x3f800000
         v0 in lanes 0, 2 = 0x00000000 -> 0x40000000
         it rests on:
         assumed amd.valu_nan: ...",
    ),
    (
        "-t gfx1100 'v_mov_b32 v0, v1' v1=7 v1[40]=9 lanes=41",
        0,
        "executes: ...\nexec_hi = 0x000001ff\nv0 in lane 40 = 0x00000000 -> 0x00000009",
    ),
    (
        "-t gfx1100 'global_atomic_add_u32 v0, v1, s[2:3]' v0=4 v1=1 s[2:3]=0x100000000 [0x100000000]=1,2",
        0,
        "lane 0: global 0x100000004\ns3 = 0x00000001",
    ),
    (
        "-t gfx1100 --explain 'ds_max_rtn_f32 v0, v1, v2' v1=0 v2=0x7f800001 shared[0]=0x3f800000 fp_denorm=15",
        0,
        "is_snan(src0): yes (spec: amd.minmax_snan)\nstored 0x7fc00001\nmemory is the first operand (oracle: amd.first_operand_lds_minmax)",
    ),
    (
        "-t gfx1100 --explain 'ds_add_f32 v1, v2' v2=1 shared[0]=1 fp_denorm=0",
        0,
        "old is subnormal: replaced by zero of its sign ...\nstored 0x00000000",
    ),
    (
        "-t gfx1100 --explain 'flat_atomic_add_f32 v[0:1], v2' v[0:1]=0x1000000000000 v2=1 shared[0]=1",
        0,
        "lane 0: shared 0x0 (address 0x1000000000000)\nold is subnormal: replaced by zero of its sign (assumed: amd.flat_lds)",
    ),
    (
        "-t gfx1100 'ds_add_rtn_u32 v0, v1, v2 gds' v2=3 m0=0xffff gds[0]=4",
        0,
        "lane 0: gds 0x0
         old = 0x00000004 (memory before)
         src0 = 0x00000003
         stored 0x00000007
         returned 0x00000004
         v0 in lane 0 = 0x00000000 -> 0x00000004
         gds 0x0: 0x00000004 -> 0x00000007",
    ),
    (
        "-t gfx1100 --explain 'ds_max_f32 v1, v2 gds' v1=8 v2=0x7f800001 m0=0xffff gds[8]=0x3f800000",
        0,
        "lane 0: gds 0x8
         is_snan(src0): yes (spec: amd.minmax_snan)
         stored 0x7fc00001
         nothing is returned
         gds 0x8: 0x3f800000 -> 0x7fc00001",
    ),
    (
        "-t gfx1100 'ds_gws_sema_v gds' m0=0x10000",
        0,
        "a request to the device's unit about gws[1]; VMID 0 owns 64 GWS resources from 0 on
         gws[1]: semaphore, counter 0, flag 0, FIFO (wave:tag) empty
         gws[1]: semaphore, counter 1, flag 0, FIFO (wave:tag) empty
         gws[1]: semaphore counter 0 flag 0 queued 0 -> semaphore counter 1 flag 0 queued 0",
    ),
    // The short form, who waits, and a handler's answer to a NACK.
    (
        "-t gfx1100 --unit 'ds_gws_barrier v0 offset:1 gds' v0=1 wave=2 gws[1]=0:barrier:0:0,1",
        0,
        "before gws[1]: barrier, counter 0, flag 0, FIFO (wave:tag) 0:0 1:0
         before head: index 0, valid 1, flag 0; tail: index 1, flag 0
         after  gws[1]: barrier, counter 1, flag 1, FIFO (wave:tag) empty
         after  released: waves 0, 1
         the wave goes on",
    ),
    (
        "-t gfx1100 --unit 'ds_ordered_count v1, v0 offset:772 gds' v0=5 wave=2 walker=1 ring[1]=8",
        0,
        "before gs[1] = 0x00000000, runs through a ring of 8; the walker is at wave 1
         after  pending: wave 2
         the wave waits: ordered counter 1: it is the turn of wave 1",
    ),
    (
        "-t gfx1100 --unit 'ds_gws_sema_v offset:3 gds' vmid=5 gws.base=8 gws.size=2 nack=8:4",
        0,
        "wave 0: NACK: GWS resource 11 is not one of the 2 from 8 on that VMID 5 owns; its PC goes back to the instruction, and it halts
         handler: VMID 5 owns the 4 GWS resources from 8 on
         wave 0: issues the instruction again
         the wave goes on",
    ),
    // Surfaces of other kinds, disabled ones, helpers, pages without memory.
    (
        "-t sm_50 'SURED.D.2D.ADD.SD32.IGN [R2], R4, R6' surface[1]=0x100000000:64x8:2D:block,h=1:SINT R2=1 R3=1 R4=9 R6=1 '[0x100000014]=5'",
        0,
        "global 0x100000014: 0x00000005 -> 0x0000000e",
    ),
    (
        "-t sm_50 'SURED.D.2D.ADD.IGN [R2], R4, R6' surface[1]=0x100000000:64x8:disabled R4=9 R6=1 '[0x100000000]=5'",
        0,
        "lane 0: dropped, memory is not touched",
    ),
    (
        "-t sm_50 'RED.E.ADD [R2], R4' R2=0x100000000 R4=9 lanes=4 coverage=0x5 '[0x100000000]=5'",
        0,
        "lane 0: global 0x100000000
         lane 2: global 0x100000000
         lanes 1, 3: dropped, memory is not touched
         global 0x100000000: 0x00000005 -> 0x00000017",
    ),
    (
        "-t sm_52 'ATOM.E.ADD P0, R0, [R2], R4' sparse[0x100000000]=64 R2=0x100000000",
        0,
        "dropped, memory is not touched
         P0 in lane 0 = 0x0 -> 0x1",
    ),
    (
        "-t sm_50 'VOTE.ALL R0, PT, PT' lanes=8 active=0x6",
        0,
        "on sm_50, 8 lanes; executes: lanes 1-2",
    ),
    // Once for the wave, of the number of active lanes.
    (
        "-t gfx1100 'ds_append v1' shared[0]=5 lanes=5 exec=0x15",
        0,
        "on gfx1100, 5 lanes; executes: lanes 0, 2, 4
         lane 0: shared 0x0
         stored 0x00000008
         v1 in lanes 0, 2, 4 = 0x00000000 -> 0x00000005",
    ),
    (
        "-t gfx1100 'ds_add_gs_reg_rtn v[0:1], v2 offset:32 gds' v2=5,6,7 gs[8]=0x1ffffffff lanes=3 exec=0x6",
        0,
        "on gfx1100, 3 lanes; executes: lane 1
         v2 in lane 1 = 0x00000006
         v0 in lane 1 = 0x00000000 -> 0xffffffff
         gs[8]: 0x00000001ffffffff -> 0x0000000200000005",
    ),
    // vISA: declarations, predicates, the binding table.
    // _NM looks at no mask of active lanes, also where none is active; the predicate counts.
    (
        "-t visa '(P1) mov (M1_NM, 8) V40(0,0)<1> V41(0,0)<1;1,0>' '.decl V40 v_type=G type=uw num_elts=8' \
         '.decl V41 v_type=G type=uw num_elts=8' '.decl P1 v_type=P num_elts=8' V41=7 P1=0x5 lanes=8 active=none",
        0,
        "on visa, 8 lanes; executes: lanes 0, 2
         V40[0] = 0x0000 -> 0x0007",
    ),
    (
        "-t visa '(P1) mov (M1, 8) V40(0,0)<1> V41(0,0)<1;1,0>' '.decl V40 v_type=G type=uw num_elts=8' \
         '.decl V41 v_type=G type=uw num_elts=8' '.decl P1 v_type=P num_elts=8' V41=-2 P1=0x5",
        0,
        "on visa, 8 lanes; executes: lanes 0, 2
         V41[0..7] = 0xfffe
         P1 in lanes 0, 2 = 0x1
         V40[0] = 0x0000 -> 0xfffe
         V40[2] = 0x0000 -> 0xfffe",
    ),
    (
        "-t visa 'dword_atomic.add (M1, 8) T6 V40.0 V41.0 %null.0 V42.0' '.decl V40 v_type=G type=ud num_elts=8 align=GRF' \
         '.decl V41 v_type=G type=ud num_elts=8 align=GRF' '.decl V42 v_type=G type=ud num_elts=8 align=GRF' \
         '.decl T6 v_type=T num_elts=1' V41=2 V40=0,4,8,12,16,20,24,28 surface[6]=0x100000000:16 [0x100000000]=1,1,1,1",
        0,
        "executes: lanes 0-7
         lanes 0-3: global 0x100000000, each lane 0x4 higher
         lanes 4-7: dropped, memory is not touched
         rule: the access reaches past the surface (spec: Intel's DWORD_ATOMIC page...
         V42[0..3] = 0x00000000 -> 0x00000001",
    ),
];

/// What becomes of subnormals in GDS is graded by the register, in LDS by the documents, whichever command is asked.
#[test]
fn one_grade_for_subnormals_in_gds() {
    let grade = "subnormal operands are kept (assumed: amd.gds_denormals)";
    for line in [
        "op -t gfx1100 'ds_add_f32 gds' mem=0x1 src0=0x2 --explain",
        "op -t gfx1100 --explain 'ds_add_f32 v0, v1 gds' v1=1 gds[0]=0x1 m0=0x1000",
    ] {
        isotope(line)
            .out_has(grade)
            .out_lacks("subnormal results are kept (spec")
            .out_has("assumed amd.gds_denormals: How a float atomic in GDS treats subnormals.");
    }
    isotope("op -t gfx1100 ds_add_f32 mem=0x1 src0=0x2 --explain")
        .out_has("subnormal operands are kept (spec: ")
        .out_lacks("amd.gds_denormals");
    isotope("assumptions").out_has("amd.gds_denormals\n");
    let page = std::fs::read_to_string(repository("docs/contradictions.md")).unwrap();
    assert!(
        page.contains("* [`amd.gds_denormals`](assumptions.md#amdgds_denormals): as in LDS, by MODE. **assumed**"),
        "the page"
    );
}

/// Pairs of halves are compared with pairs, and widths are told of the instruction that has them.
#[test]
fn what_pages_compare() {
    let atom = isotope("docs -t sm_60 ATOM").out;
    let section = atom.split("What ATOM.ADD.F16x2.RN computes").nth(1).unwrap().split("What ATOM").next().unwrap();
    assert!(!section.contains("ds_add_f32") && !section.contains("dword_atomic.fadd"), "{section}");
    assert!(atom.contains("gfx1100:ds_add_f32"), "sums of single floats are compared");
    let flat =
        |page: &str| isotope(&format!("docs -t visa {page}")).out.split_whitespace().collect::<Vec<_>>().join(" ");
    let (svm, dword) = (flat("svm_atomic"), flat("dword_atomic"));
    assert!(svm.contains(".64 changes eight bytes") && !svm.contains("there is no other"), "{svm}");
    assert!(dword.contains("There is no width but .16 and 32 bits") && !dword.contains(".64 changes"), "{dword}");
}

/// Of the rules by which accesses are dropped the one that applies is printed, in words and as JSON: a coordinate, a handle, a surface that
/// is disabled, a header of zeros, a lane without coverage, a sparse page.
#[test]
fn the_rule_that_drops_an_access() {
    const IGNORE: &str = "a coordinate is out of bounds, with `.IGN`";
    const INVALID: &str = "the handle names no valid header, or one of another kind of surface";
    const DISABLED: &str = "the surface is disabled";
    const UNCOVERED: &str = "the lane covers no sample (a helper, or after a kill)";
    const SPARSE: &str = "the page is sparse: mapped, but without memory";
    let surface = "surface[3]=0x100000000:4 R8=4";
    for (line, want) in [
        (
            format!("SURED.D.1D.ADD.IGN [R4], R8, R12' {surface} [0x100000000]=5 R4=0,100,0,0 R12=3,3,9,1 lanes=4"),
            &[
                ("0x2", IGNORE, ""),
                ("0x4", INVALID, "invalid texture: handle 0x00000009 names header 0x9"),
                (
                    "0x8",
                    INVALID,
                    "invalid texture: a .1D instruction met a header of type 1D in one-dimensional buffer",
                ),
            ][..],
        ),
        (format!("SULD.D.1D.32.IGN R0, [R4], R12' {surface} R4=100 R12=3"), &[("0x1", IGNORE, "")]),
        (
            "SURED.D.2D.ADD.IGN [R2], R4, R6' surface[1]=0x100000000:64x8:disabled R4=9 R6=1".into(),
            &[("0x1", DISABLED, "")],
        ),
        (
            format!("SURED.D.2D.ADD.IGN [R4], R8, R12' {surface} R4=0 R12=3"),
            &[("0x1", INVALID, "invalid texture: a .2D instruction met a header of type")],
        ),
        ("RED.E.ADD [R2], R4' R2=0x100000000 [0x100000000]=5 lanes=2 coverage=0x1".into(), &[("0x2", UNCOVERED, "")]),
        ("RED.E.ADD [R2], R4' sparse[0x100000000]=64 R2=0x100000000".into(), &[("0x1", SPARSE, "")]),
    ] {
        let line = format!("op -t sm_52 '{line}");
        let line = if line.contains("sparse") { line } else { line.replace("sm_52", "sm_50") };
        let ran = isotope(&line);
        let rules: Vec<&str> = ran.out.lines().filter_map(|l| l.trim().strip_prefix("rule: ")).collect();
        assert_eq!(rules.len(), want.len(), "{line}\n{}{}", ran.out, ran.err);
        assert!(rules.iter().zip(want).all(|(found, (_, rule, _))| found.starts_with(rule)), "{line}\n{}", ran.out);
        let json = isotope(&format!("{line} --json")).json();
        let dropped = json["dropped"].as_array().unwrap();
        assert_eq!(dropped.len(), want.len(), "{json}");
        for (found, (lanes, rule, detail)) in dropped.iter().zip(want) {
            assert_eq!((&found["lanes"], &found["rules"]), (&(*lanes).into(), &serde_json::json!([rule])), "{json}");
            let said = found["detail"].as_str().unwrap();
            assert!(said.starts_with(detail) && said.is_empty() == detail.is_empty(), "{json}");
        }
    }
}

#[test]
fn every_answer_has_its_lines() {
    for (line, code, expected) in CASES {
        let ran = isotope(&format!("op {line}"));
        ran.status(*code).err_is("");
        let mut lines = ran.out.lines().map(str::trim);
        for wanted in expected.lines().map(str::trim) {
            let found = lines.any(|found| match wanted.strip_suffix("...") {
                Some(begin) => found.starts_with(begin) || found.contains(begin.trim_end()),
                None => found == wanted || found.ends_with(&format!("; {wanted}")),
            });
            assert!(found, "{line}\nexpected, in this order: {wanted}\nin\n{}", ran.out);
        }
    }
}

const FILE: &str = "\
# Two lanes, one of them with a NaN.
.decl V40 v_type=G type=uq num_elts=8 align=GRF
.decl V41 v_type=G type=f num_elts=8 align=GRF
.decl V42 v_type=G type=f num_elts=8 align=GRF
svm_atomic.fmax (M1, 2) V40.0 V42.0 V41.0 %null.0

V40=0x100000000   # the same address everywhere
V41=0x7fc00000,0x40000000
[0x100000000]=0x3f800000
intel.minmax_zero=ordered
";

#[test]
fn a_file_says_the_same_as_arguments() {
    let place = write(&folder("explain"), "fmax.txt", FILE);
    let by_file = isotope(&format!("op -t visa --explain --given {place}"));
    by_file
        .status(0)
        .out_has("lane 0: global 0x100000000\n  old = 0x3f800000")
        .out_has("is_nan(src0): yes")
        .out_has("lane 1: global 0x100000000\n")
        .out_has("stored 0x40000000");
    let mut args = vec!["op", "-t", "visa", "--explain"];
    args.extend(FILE.lines().map(|l| l.split('#').next().unwrap().trim()).filter(|l| !l.is_empty()));
    args[4..].sort_by_key(|item| !item.starts_with("svm"));
    let by_arguments = isotope_with(&args, b"");
    assert_eq!(by_arguments.out, by_file.out, "{}", by_arguments.err);
    let by_stdin = isotope_with(&["op", "-t", "visa", "--explain", "--given", "-"], FILE.as_bytes());
    assert_eq!(by_stdin.out, by_file.out);
    // Arguments add to a file.
    let both = isotope(&format!("op -t visa --given {place} lanes=1"));
    assert!(both.out.contains("on visa, 1 lane;") || both.out.contains("executes: lane 0\n"), "{}", both.out);
    // Without `--explain` the rules are left out.
    both.out_lacks("it rests on").out_lacks("is_nan");
}

#[test]
fn operations_are_what_they_were() {
    isotope("op -t sm_50 ATOM.INC mem=seven src0=9")
        .fails(2, "expected a bit pattern such as 0x00000001, found `seven`");
    isotope("op -t sm_50 ATOM.INC mem=0x7 src0=0x9").gives(0, "0x00000008\t0x00000007\n");
    isotope("op -t gfx1100 'ds_max_f32 gds' mem=0x0 src0=0x1").gives(0, "0x00000001\t0x00000000\n");
}

/// How a number is spelled decides nothing: what could mean two things is refused.
#[test]
fn one_meaning_whatever_the_spelling() {
    let line = |more: &str| format!("op -t sm_50 '@P1 IADD R0, R1, R2' R1=1 R2=2 {more}");
    let runs = |more: &str| isotope(&line(more)).out.lines().nth(1).unwrap_or("").to_string();
    assert_eq!(runs("lanes=4 P1=0x1"), "on sm_50, 4 lanes; executes: lane 0");
    assert_eq!(runs("lanes=4 P1=all"), "on sm_50, 4 lanes; executes: lanes 0-3");
    assert_eq!(runs("lanes=4 P1=none"), "on sm_50, 4 lanes; executes: no lane");
    assert_eq!(runs("lanes=4 P1=0"), runs("lanes=4 P1=0x0"));
    assert_eq!(runs("lanes=1 P1=1"), runs("lanes=1 P1=0x1"));
    isotope(&line("lanes=4 P1=1")).refuses("P1: expected lanes: `all`, `none`, or bits by lane");
    // A value of more than 32 bits goes on in the next register, whichever of the two was written first.
    isotope(&line("R4=0x100000000 R5=7")).refuses("goes on in R5, which is given too");
    isotope(&line("R5=7 R4=0x100000000")).refuses("goes on in R5, which is given too");
    // And a list of memory words has one width.
    isotope(&line("[0x1000]=1,0x100000000")).refuses("say the width of all behind `]`");
    isotope(&line("[0x1000]:8=1,0x100000000")).status(0);
}

/// Instructions without a destination return nothing, and every answer about them says so.
#[test]
fn reductions_return_nothing() {
    for (target, op, form) in [
        ("sm_50", "RED.ADD", "ATOM"),
        ("sm_50", "SURED.D.1D.MIN.SD32", "SUATOM"),
        ("gfx1100", "ds_add_f32", "ds_add_rtn_f32"),
        ("gfx1100", "ds_max_u32", "ds_max_rtn_u32"),
    ] {
        let line = format!("op -t {target} {op} mem=0x1 src0=0x2");
        let (short, long) = (isotope(&line), isotope(&format!("{line} --explain")));
        // What scripts read stays as it is.
        assert_eq!(short.out.lines().next(), long.out.lines().next());
        assert_eq!(short.out.split('\t').count(), 2);
        let said = format!("{op} returns nothing: the second value above is what {form} would give");
        long.out_has(&said)
            .out_has(format!("nothing is returned; of {form}, returned = old"))
            .out_has(format!("nothing is returned; of {form}, the returned value is memory"));
        isotope(&format!(
            "equiv {target}:{op}{0} {target}:{op}{0}",
            if form == "SUATOM" { ",format=uint" } else { "" }
        ))
        .out_has(format!("returns nothing: compared is what {form} would give back"));
        if op != "ds_max_u32" {
            continue;
        }
        isotope(&format!("docs --markdown -t {target} {}", op.split('.').next().unwrap()))
            .out_has(format!("| nothing is returned; of {form}, the returned value"));
    }
    isotope("op -t gfx1100 global_atomic_add_f32 mem=0x1 src0=0x2 --explain")
        .out_has("  with glc, returned = old; without it nothing is returned\n");
    for back in ["-t sm_50 ATOM.ADD", "-t gfx1100 ds_add_rtn_f32", "-t gfx1100 'global_atomic_add_f32 glc'"] {
        isotope(&format!("op {back} mem=0x1 src0=0x2 --explain")).out_lacks("nothing").out_has("  returned = old\n");
    }
    isotope("op -t gfx1100 --explain 'ds_add_f32 v0, v1' v1=0x3f800000 'shared[0]=0'")
        .out_has("nothing is returned; of a form with a destination, the returned value");
}

/// Which document or tool names an operation, and which says what it gives.
#[test]
fn sources_of_operations() {
    for (line, cites, not) in [
        (
            "-t sm_50 SURED.D.1D.ADD mem=0x1 src0=0x2",
            "(spec: NVIDIA's SURED page, table of reduction operations)",
            "NVIDIA's ATOM page",
        ),
        (
            "-t sm_50 ATOM.ADD mem=0x1 src0=0x2",
            "(spec: NVIDIA's ATOM page, table of atomic operations)",
            "NVIDIA's SURED page",
        ),
        (
            "-t sm_50 RED.ADD mem=0x1 src0=0x2",
            "(oracle: ptxas 11.8, 12.4, 12.8 and 12.9 emit it",
            "spec: NVIDIA's ATOM page",
        ),
        (
            "-t sm_50 ATOMS.ADD mem=0x1 src0=0x2",
            "(oracle: ptxas 11.8, 12.4, 12.8 and 12.9 emit it",
            "spec: NVIDIA's ATOM page",
        ),
        (
            "-t visa svm_atomic.predec mem=0x1",
            "(spec: Intel's DWORD_ATOMIC page, table of operations: PREDEC gives the new value",
            "tables of operations",
        ),
        (
            "-t visa dword_atomic.fadd rules=compat mem=0x1 src0=0x2",
            "(oracle, one version: GenX_IR 1.0.12504.6 has the name",
            "spec: Intel's DWORD_ATOMIC page",
        ),
    ] {
        isotope(&format!("op {line} --explain")).out_has(cites).out_lacks(not);
    }
    isotope("docs --markdown -t visa dword_atomic")
        .out_has("Intel's DWORD_ATOMIC page: reads out of bounds give 0, writes are dropped")
        .out_lacks("intel.block_bounds");
}

#[test]
fn bad_input_gets_one_clear_error() {
    let iadd = "op -t sm_50 'IADD R0, R1, R2'";
    for (items, error) in [
        ("X=1", "X: no register `X`; there are R0 to R254, P0 to P6"),
        ("R255=1", "no register `R255`"),
        ("R1=0x10000000000000000", "R1: expected a number such as 0x3f800000, 12 or -1 of at most 64 bits"),
        ("R254=0x100000000", "R254: expected at most 32 bits, found `0x100000000`"),
        ("P0=2", "P0: expected lanes: `all`, `none`, or bits by lane in hexadecimal"),
        ("R1[32]=1", "R1[32]: expected at most 32 lanes or elements, found number 32"),
        ("R1[x]=1", "R1[x]: expected the number of a lane or element, found `x`"),
        ("R1=1 R1=2", "`R1` is given twice"),
        ("lanes=0", "lanes: expected 1 to 32, found 0"),
        ("'IADD R3, R4, R5'", "one instruction is explained at a time"),
        ("[0x1000]=1,2 [0x1004]=3", "[0x1004]: byte 0x1004 is given twice"),
        ("[0x1000]:3=1", "expected :1, :2, :4 or :8 behind `]`, found `:3`"),
        ("[0x1000]:2=0x10000", "[0x1000]:2: expected at most 16 bits, found `0x10000`"),
        ("[0xffffffffffffffff]=1", "expected at most 0x10000000000 bytes"),
        ("shared[0x7fffffff]=1", "bytes of shared memory are more than the 1048576 that fit"),
        ("space=lds", "space: the address says where an instruction goes"),
        ("surface[0]=5", "surface[0]: expected ADDRESS:BYTES such as 0x100000000:64, found `5`"),
        ("'.decl V40 v_type=G'", "this target's registers are not declared"),
        ("nv.l2_nan=sometimes", "nv.l2_nan: expected"),
    ] {
        isotope(&format!("{iadd} {items}")).refuses(error);
    }
    let mov = "op -t gfx1100 'v_mov_b32 v0, v1'";
    for (items, error) in [
        ("exec=0xf", "lane 1 is active, but the wave has 1 lanes; add lanes=4 or clear its bit"),
        ("fp_denorm=16", "fp_denorm: expected 0..15, found `16`"),
        ("v[3:1]=1", "v[3:1]: expected the lower register first"),
        ("s[0:3]=1,2", "s[0:3]: expected 4 values of 32 bits, found 2"),
        ("gds[0]=1", "gds: this instruction or kernel does not ask the device's unit"),
        ("surface[1]=1:2", "surface[1]: expected the first SGPR of a descriptor, a multiple of 4"),
        ("mode=0x400", "mode: expected fp_round [3:0]"),
        ("coverage=0x1", "coverage: this target has no coverage of lanes"),
    ] {
        isotope(&format!("{mov} {items}")).refuses(error);
    }
    isotope("op -t gfx1100 'v_mov_b32 v0, v1; v_mov_b32 v2, v3'")
        .refuses("expected one instruction, found `v_mov_b32 v2, v3`");
    // Instructions and declarations that are none are drawn.
    isotope("op -t sm_50 'IADD R0, R1, R2; IADD R3, R4, R5'").fails(1, "`IADD R3, R4, R5` is left over");
    isotope("op -t sm_50 'ATOM.XOR.F32.FTZ.RN R0, [R2], R4'").fails(1, "`.XOR` does not take size `.F32.FTZ.RN`");
    isotope("op -t visa 'svm_atomic.add (M1, 8) V40.0 V42.0 V41.0 %null.0'").fails(1, "no variable is called `V40`");
    isotope("op -t visa 'mov (M1, 1) V40(0,0)<1> 0x1:ud' '.decl V40 v_type=Q'").fails(1, "`Q` is no kind of variable");
}

#[test]
fn files_name_the_line() {
    let dir = folder("explain_bad");
    let place = write(&dir, "bad.txt", "# one\nATOM.E.ADD R0, [R2], R4\n\nR2=0x100000000\noops\n");
    isotope(&format!("op -t sm_50 --given {place}"))
        .refuses("bad.txt:5: expected PLACE=VALUE such as lanes=4, found `oops`");
    let place = write(&dir, "register.txt", "IADD R0, R1, R2\nR1=1\nR300=2\n");
    isotope(&format!("op -t sm_50 --given {place}")).refuses("register.txt:3: R300: no register `R300`");
    let place = write(&dir, "text.txt", "R1=1 # no instruction before it\n");
    isotope(&format!("op -t sm_50 --given {place}")).fails(1, "text.txt:1:1");
    let place = write(&dir, "empty.txt", "# nothing\n");
    isotope(&format!("op -t sm_50 --given {place}")).refuses("expected an instruction, found nothing");
    isotope("op -t sm_50 --given nowhere.txt").refuses("cannot read `nowhere.txt`");
}
