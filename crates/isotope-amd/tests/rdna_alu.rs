//! Scalar and vector arithmetic of gfx1100 against llvm-mc's output, and properties of every form.
use crate::common::rdna::hex;
use crate::common::{data, sweep, unhex};
use isotope_amd::{Mode, TABLE};
use isotope_op::random::Random;
use isotope_table::{Context, Profiles};

/// Profile bits: wave32, wave64.
const PROFILES: [Profiles; 2] = [1, 2];

fn lines(file: &str) -> Vec<(String, String)> {
    let all = crate::common::text(&data(&format!("amd/{file}")));
    all.lines().map(|l| l.split_once('\t').map_or((l.into(), String::new()), |(a, b)| (a.into(), b.into()))).collect()
}

fn words(bytes: &[u8]) -> [u64; 3] {
    let mut words = [0; 3];
    for (i, byte) in bytes.iter().enumerate() {
        words[i / 8] |= u64::from(*byte) << (8 * (i % 8));
    }
    words
}

fn context(profile: Profiles, mode: Mode) -> Context<'static> {
    Context { mode, ..Context::new(profile) }
}

fn text(profile: Profiles, inst: &isotope_amd::Inst) -> String {
    let mut out = String::new();
    isotope_table::print(&context(profile, Mode::Compat), inst, &mut out);
    out
}

/// Assembles and disassembles each line; both directions must agree with the file.
fn both_ways(file: &str, profile: Profiles, least: usize) {
    let vectors = lines(file);
    assert!(vectors.len() >= least, "{file}");
    for (line, wanted) in vectors {
        let bytes = unhex(&wanted);
        let inst = TABLE.decode(profile, &words(&bytes)).unwrap_or_else(|e| panic!("{wanted} {line}: {e}"));
        assert_eq!(text(profile, &inst), line, "{wanted}");
        assert_eq!(isotope_amd::size(&inst), bytes.len(), "{line}");
        let parsed = TABLE.parse(&context(profile, Mode::Documented), &line);
        let parsed = parsed.unwrap_or_else(|e| panic!("{line}: {e} at {:?}", e.span));
        assert_eq!(hex(&parsed.inst), wanted, "{line}");
    }
}

#[test]
fn every_mnemonic() {
    both_ways("alu.tsv", 1, 3000);
}

#[test]
fn lane_masks_in_wave64() {
    both_ways("alu_wave64.tsv", 2, 400);
}

#[test]
fn compiled_kernels() {
    both_ways("alu_kernels.tsv", 1, 900);
}

/// Each printed mnemonic occurs in the test data.
#[test]
fn vectors_are_complete() {
    let mut seen: Vec<String> =
        lines("alu.tsv").iter().map(|(l, _)| l.split(' ').next().unwrap_or("").to_string()).collect();
    // The last ones have no text in LLVM 19: see `rdna_halves.rs`.
    let others = ["s_nop", "v_mov_b16_dpp", "v_mov_b16_e64", "v_mov_b16_e64_dpp", "v_swap_b16"];
    seen.extend(others.map(String::from));
    let memory = ["ds_", "buffer_", "tbuffer_", "flat_", "global_", "scratch_", "image_"];
    for form in TABLE.forms() {
        let name = form.mnemonic;
        let known = memory.iter().any(|m| name.starts_with(m)) || seen.iter().any(|s| s == name);
        assert!(known, "{name}");
    }
}

fn parsed(line: &str) -> isotope_amd::Inst {
    isotope_amd::parse(Mode::Documented, line).unwrap_or_else(|e| panic!("{line}: {e} at {:?}", e.span))
}

/// Alternative names that the assembler accepts.
#[test]
fn aliases() {
    for (line, wanted) in lines("alu_aliases.tsv") {
        let inst = parsed(&line);
        assert_eq!(hex(&inst), wanted, "{line}");
    }
}

/// `bound_ctrl:0` and `:1` with DPP16 for every mnemonic: llvm-mc 19.1.7 and clang 22.1.8 agree that the text is the bit's value.
#[test]
fn bound_ctrl_is_the_bit() {
    let vectors = lines("bound_ctrl.tsv");
    assert!(vectors.len() >= 1000, "{} lines", vectors.len());
    for (line, wanted) in vectors {
        let inst = parsed(&line);
        assert_eq!(hex(&inst), wanted, "{line}");
        assert_eq!(inst.get("bound_ctrl"), u64::from(line.ends_with('1')), "{line}");
    }
}

/// `lit(1)` is a literal although an inline constant has its value (clang 22.1.8); the text of such a word shows it.
#[test]
fn literals_with_the_value_of_a_constant() {
    let vectors = lines("literals.tsv");
    assert!(vectors.len() >= 30, "{} lines", vectors.len());
    for (line, wanted) in vectors {
        let inst = parsed(&line);
        assert_eq!(hex(&inst), wanted, "{line}");
        let shown = text(1, &inst);
        let again = isotope_amd::parse(Mode::Documented, &shown).unwrap_or_else(|e| panic!("{line}: {shown}: {e}"));
        assert_eq!(hex(&again), wanted, "{line}: {shown}");
    }
    for refused in [
        "v_add_f32_e64 v0, lit(1), lit(2)",
        "v_readlane_b32 s0, v1, lit(1)",
        "v_mov_b32 v0, lit(v1)",
        "v_mov_b32 v0, lit(1",
    ] {
        assert!(isotope_amd::parse(Mode::Documented, refused).is_err(), "{refused}");
    }
}

/// Every literal of a word prints as text that assembles to the same bytes.
#[test]
fn literal_words_stay_as_long_as_they_are() {
    let mut random = Random(sweep::seed(46));
    let near =
        [0, 1, 64, 65, 0xffff_fff0, 0xffff_ffff, 0x3f80_0000, 0x3c00, 0x3ff0_0000, 0x3e22_f983, 0x3118, 0x3fc4_5f30];
    let mut count = 0;
    for (line, wanted) in lines("alu.tsv") {
        let plain = TABLE.decode(1, &words(&unhex(&wanted))).unwrap();
        let (Some(place), sources) = (plain.form.field("literal"), ["src0", "src1", "ssrc0", "ssrc1", "src0x"]) else {
            continue;
        };
        for at in sources.iter().filter_map(|source| plain.form.field(source)) {
            for n in 0..near.len() + 2 {
                let literal = near.get(n).copied().unwrap_or(random.draw() as u32);
                let mut inst = plain;
                (inst.vals[at], inst.vals[place]) = (255, literal.into());
                let mut words = [0u64; 3];
                inst.encode(&mut words);
                let Ok(inst) = TABLE.decode(1, &words) else { continue };
                let shown = text(1, &inst);
                // A second constant may exceed the limit.
                let Ok(again) = TABLE.parse(&context(1, Mode::Documented), &shown) else { continue };
                assert_eq!(isotope_amd::size(&again.inst), isotope_amd::size(&inst), "{line}: {shown} {literal:#x}");
                count += 1;
            }
        }
    }
    assert!(count > 1000, "{count}");
}

/// Text that the assembler refuses; the second column is its message.
#[test]
fn rejected() {
    for (line, why) in lines("alu_rejected.tsv") {
        if let Ok(inst) = isotope_amd::parse(Mode::Documented, &line) {
            panic!("{line} gives {}, llvm-mc says {why}", hex(&inst));
        }
    }
}

#[test]
fn undecodable() {
    for (line, _) in lines("alu_undecodable.tsv") {
        if let Ok(inst) = isotope_amd::decode(&unhex(&line)) {
            panic!("{line} is {}", text(1, &inst));
        }
    }
}

/// Messages name the rule and the operand's position.
#[test]
fn rules_explain_themselves() {
    for (line, wanted, at) in [
        ("v_fma_f32 v0, s1, s2, s3", "at most two different SGPRs and literals can be read", "s3"),
        ("v_add_f64 v[0:1], s[1:2], v[2:3]", "an even first register", "s[1:2]"),
        ("v_dual_mov_b32 v0, v1 :: v_dual_mov_b32 v2, v3", "one destination must be even and the other odd", "v2"),
        ("v_dual_mov_b32 v0, v1 :: v_dual_mov_b32 v1, v5", "different banks", "v5"),
        ("v_mov_b32 v0, src_vccz", "a source that gfx11 has", "src_vccz"),
        ("s_waitcnt vmcnt(64)", "a count that fits the counter", "vmcnt"),
        ("v_add_f16_e32 v200, v1, v2", "one of v0 to v127", "v200"),
    ] {
        let e = isotope_amd::parse(Mode::Documented, line).unwrap_err();
        let said = format!("{} {}", e.message, e.expected);
        assert!(said.contains(wanted), "{line}: {said}");
        assert!(line[e.span.clone()].starts_with(at) || at.starts_with(&line[e.span.clone()]), "{line}: {:?}", e.span);
    }
}

/// Random words of every form: decoding inverts encoding, and parsing inverts printing.
#[test]
fn text_comes_back() {
    let mut random = Random(1);
    let mut checked = 0;
    for form in TABLE.forms().filter(|f| matches!(f.mnemonic.as_bytes(), [b's' | b'v', b'_', ..])) {
        for n in 0..60 {
            let profile = PROFILES[n % 2];
            let free = u128::from(random.draw()) | u128::from(random.draw()) << 64;
            let bits = free & !form.opcode.mask | form.opcode.value;
            let Ok(inst) = TABLE.decode(profile, &[bits as u64, (bits >> 64) as u64, 0]) else { continue };
            let again =
                TABLE.decode(profile, &words(&isotope_amd::encode(&inst))).expect("an encoded instruction decodes");
            assert_eq!(again, inst, "{bits:x}");
            let shown = text(profile, &inst);
            // A value without a name is printed as a comment.
            if shown.contains("/*") {
                continue;
            }
            let parsed = TABLE.parse(&context(profile, Mode::Compat), &shown);
            let parsed = parsed.unwrap_or_else(|e| panic!("{bits:x} {shown}: {e} at {:?}", e.span));
            assert_eq!(text(profile, &parsed.inst), shown, "{bits:x}");
            checked += 1;
        }
    }
    assert!(checked > 20_000, "{checked}");
}

/// No bit belongs to two fields, or to a field and the opcode, except the parity of the second destination of VOPD,
/// which is the opposite of the first destination's.
#[test]
fn bits_have_one_owner() {
    for form in TABLE.forms().filter(|f| matches!(f.mnemonic.as_bytes(), [b's' | b'v', b'_', ..])) {
        let mut seen = form.opcode.mask;
        for field in &form.fields {
            for (piece, at) in field.at.iter().enumerate().filter(|(_, at)| at.len > 0) {
                let mask = ((1u128 << at.len) - 1) << at.lo;
                let parity = field.name == "vdsty" && piece == 0;
                assert!(parity || seen & mask == 0, "{}: {} overlaps", form.syntax, field.name);
                seen |= mask;
            }
        }
    }
}

/// Invalid text gives an error whose span is inside the text.
#[test]
fn garbage_is_refused() {
    let mut random = Random(sweep::seed(3));
    let seeds = [
        "v_fma_f32_e64_dpp v4, -|v8|, v10, neg(1.0) clamp mul:2 quad_perm:[3,2,1,0] row_mask:0xf bank_mask:0xf",
        "v_dual_fmaak_f32 v0, 0x1234, v2, 0x1234 :: v_dual_mov_b32 v1, s3",
        "v_pk_fma_f16 v4, v8, v10, v12 op_sel:[1,0,1] op_sel_hi:[0,0,1] neg_lo:[1,0,0]",
        "s_delay_alu instid0(VALU_DEP_1) | instskip(SKIP_1) | instid1(VALU_DEP_1)",
        "s_waitcnt vmcnt(0) & lgkmcnt(0x3), expcnt_sat(9)",
        "s_getreg_b32 s4, hwreg(HW_REG_MODE, 8, 3)",
        "s_load_b512 s[8:23], s[4:5], ttmp3 offset:-0x10 glc dlc",
        "s_version (UC_VERSION_GFX11|UC_VERSION_W32_BIT)|UC_VERSION_MDP_BIT",
        "v_mov_b16 v4.h, abs(|neg(-0.15915494309189532)|)",
        "lds_param_load v4, attr6.x wait_vdst:15",
        "s_sendmsg sendmsg(MSG_DEALLOC_VGPRS, 0)",
    ];
    let alphabet: Vec<char> = "vs.[]{}()+-0x9f, ;&?#/'`|~ceé\u{0}\t:_*".chars().collect();
    for n in 0..sweep::count(100_000, 10) {
        let line = crate::common::damaged(seeds[n % seeds.len()], &alphabet, &mut random);
        if let Err(e) = isotope_amd::parse(Mode::Documented, &line) {
            assert!(line.get(e.span.clone()).is_some(), "{line:?}: {e} at {:?}", e.span);
        }
    }
}
