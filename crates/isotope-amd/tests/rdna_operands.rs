//! Every operand of every arithmetic form of gfx1100 that executes, checked in a second way: a constant against
//! the bits that this file computes for it, in a register; an encoding against the other encodings of the same operation; a
//! destination that overlaps its sources against one that does not; pairs of operations against the two single ones. No field is ignored
//! without a reason: `every_bit_counts`.
//!
//! Not covered here: memory instructions (`steps`, `amd_descriptors`), jumps, instructions that read a clock.

use isotope_op::random::Random;

use crate::common::{rdna, rows};
use isotope_amd::lift::{self, Mode};
use isotope_amd::{TABLE, state};
use isotope_ir::effect::LANES;
use isotope_ir::program::Program;
use isotope_machine::dispatch::Initial;
use isotope_machine::mem::Memory;
use isotope_machine::{Dispatch, Session, Stepped};
use isotope_table::{Field, FieldKind, Form, Inst, MAX_FIELDS};

const PROFILE: isotope_table::Profiles = 1;
const VGPRS: u32 = 256;
/// Subnormals kept, DX10_CLAMP and IEEE set.
const USUAL: u32 = 0xf_0000 | 1 << 21 | 1 << 23;
/// Results flushed, IEEE clear, so that output modifiers apply.
const FLUSHED: u32 = 0x5_0000 | 1 << 21;
const EXEC: u32 = 0xf0f3_c5a9;
const LITERAL: u64 = 255;
const SOURCES: [&str; 7] = ["src0", "src1", "src2", "ssrc0", "ssrc1", "src0x", "src0y"];

mod waves;

fn program(code: &[u8], rsrc1: u32) -> Program {
    lift::program("operands", code, &rdna::env(false, VGPRS, Mode::from_rsrc1(rsrc1)))
}

/// Vector and scalar registers.
#[derive(Clone, PartialEq, Debug)]
struct Registers {
    vector: Vec<u32>,
    scalar: Vec<u32>,
}

impl Registers {
    /// The same initial values for every instruction: a mix of integers, floats and halves.
    fn new(seed: u64) -> Registers {
        let mut random = Random(seed);
        let mut word = || match random.draw() % 5 {
            0 => (random.draw() % 41) as u32,
            1 => ((random.draw() % 17) as f32 / 4.0 - 2.0).to_bits(),
            2 => 0x3c00_4000 ^ (random.draw() as u32 & 0x8300_8300),
            _ => random.draw() as u32,
        };
        let vector = (0..VGPRS as usize * LANES).map(|_| word()).collect();
        let mut scalar: Vec<u32> = (0..usize::from(state::MODE)).map(|_| word()).collect();
        scalar[usize::from(state::EXEC_LO)] = EXEC;
        scalar[usize::from(state::EXEC_HI)] = 0;
        scalar[usize::from(state::SCC)] = (seed & 1) as u32;
        scalar[usize::from(state::M0)] = 3;
        scalar[usize::from(state::NULL)] = 0;
        Registers { vector, scalar }
    }
    fn v(&self, n: u64) -> &[u32] {
        &self.vector[n as usize * LANES..][..LANES]
    }
    fn set_v(&mut self, n: u64, words: &[u32]) {
        self.vector[n as usize * LANES..][..LANES].copy_from_slice(words);
    }
    fn s(&mut self, code: u64) -> &mut u32 {
        &mut self.scalar[usize::from(state::word(code))]
    }
}

/// Runs one instruction; returns the registers, or the reason of the stop.
fn run(inst: &Inst, before: &Registers) -> Result<Registers, String> {
    run_all(&[*inst], before)
}

fn run_all(all: &[Inst], before: &Registers) -> Result<Registers, String> {
    let mut code: Vec<u8> = all.iter().flat_map(rdna::bytes).collect();
    // s_endpgm
    code.extend_from_slice(&0xbfb0_0000u32.to_le_bytes());
    let program = program(&code, USUAL);
    let mut dispatch = Dispatch::new(&program, [1; 3], [LANES as u32, 1, 1], Vec::new()).unwrap();
    let mode = Mode::from_rsrc1(USUAL);
    dispatch.start.scalars.push((state::MODE, Initial::Value(mode.bits())));
    let mut session = Session::new(&dispatch, Memory::new());
    let wave = session.wave_mut(0, 0);
    wave.registers[..before.vector.len()].copy_from_slice(&before.vector);
    wave.scalars[..before.scalar.len()].copy_from_slice(&before.scalar);
    for _ in 0..8 {
        match session.step(0, 0) {
            Stepped::Ready => {}
            Stepped::Ended => {
                let wave = session.wave(0, 0);
                let mut after = before.clone();
                after.vector.copy_from_slice(&wave.registers[..before.vector.len()]);
                after.scalar.copy_from_slice(&wave.scalars[..before.scalar.len()]);
                after.scalar[usize::from(state::NULL)] = 0;
                return Ok(after);
            }
            Stepped::Stopped(_) => return Err("stopped".into()),
            other => return Err(format!("{other:?}")),
        }
    }
    Err("it does not end".into())
}

/// The instruction after encoding and decoding, if it is the same instruction.
fn confirmed(inst: &Inst) -> Option<Inst> {
    let back = isotope_amd::decode(&rdna::bytes(inst)).ok()?;
    (back.form.index == inst.form.index && back.vals[..back.form.fields.len()] == inst.vals[..back.form.fields.len()])
        .then_some(back)
}

fn at(form: &Form, name: &str) -> Option<usize> {
    form.field(name)
}

/// An instruction of the form whose registers do not overlap: v64 from v4, v12, v20; s20 from s8, s12.
fn base(form: &'static Form) -> Option<Inst> {
    // A literal that no operand uses does not exist.
    drawn(form, 0x3fa0_4567).or_else(|| drawn(form, 0))
}

fn drawn(form: &'static Form, literal: u64) -> Option<Inst> {
    let mut inst = Inst { form, vals: [0; MAX_FIELDS] };
    let literals: &[u64] = &[literal];
    for (i, field) in form.fields.iter().enumerate() {
        let wish: &[u64] = match field.name {
            "vdst" | "vdstx" => &[64],
            // The register is v67: the field has its lowest bit inverted.
            "vdsty" => &[66],
            "sdst" => &[20],
            "src0" | "src0x" => &[256 + 4, 4, 8],
            "src1" => &[256 + 12, 12],
            "src2" => &[256 + 20, 24],
            "vsrc1" | "vsrc1x" => &[12],
            "src0y" => &[256 + 5],
            "vsrc1y" => &[13],
            "ssrc0" => &[8],
            "ssrc1" => &[12],
            "dpp_ctrl" => &[0xe4],
            "dpp8" => &[0o76543210],
            "literal" => literals,
            "dmask" if form.mnemonic.contains("cmpswap") => &[3],
            "dmask" => &[1],
            // Each operand is an f16.
            "op_sel_hi" if form.mnemonic.starts_with("v_fma_mix") => &[7],
            _ => &[],
        };
        let fits = |v: &&u64| match field.kind {
            FieldKind::Own(operand, _) => field.len() >= 64 - v.leading_zeros() && operand.valid(PROFILE, **v),
            _ => true,
        };
        inst.vals[i] = wish.iter().find(fits).copied().unwrap_or(field.default);
    }
    confirmed(&inst)
}

fn with(inst: &Inst, field: usize, value: u64) -> Option<Inst> {
    let mut inst = *inst;
    inst.vals[field] = value;
    confirmed(&inst)
}

/// Whether the instruction is modelled.
fn runs(inst: &Inst) -> bool {
    program(&rdna::bytes(inst), USUAL).refusals.is_empty()
}

/// The mnemonic without the suffix of the encoding.
fn stem(name: &str) -> &str {
    ["_e64_dpp", "_e32", "_e64", "_dpp"].into_iter().find_map(|s| name.strip_suffix(s)).unwrap_or(name)
}

/// The value of a constant operand as 64 bits, by rules of this file that depend on the mnemonic only.
fn bits_of(name: &str, operand: usize, wide: bool, code: u64, literal: u32) -> u64 {
    let last = name.rsplit('_').next().unwrap();
    let every = name.starts_with("v_pk_") && last == "f16";
    let packed = every || name.contains("_dot2");
    let half = match name {
        "v_dot2_f16_f16" if operand == 2 => true,
        _ => last == "f16" && !packed && !name.starts_with("v_wmma_f32"),
    } && !(name.contains("_class_") && operand == 1);
    let brain = last == "bf16" && !(operand == 2 && (name == "v_dot2_f32_bf16" || name.starts_with("v_wmma_f32")));
    let pair = packed && last == "f16" && (operand < 2 || every) || name == "v_fma_mix_f32";
    let twice = name == "v_dual_dot2acc_f32_f16";
    let float = |v: f64| -> u64 {
        let single = u64::from((v as f32).to_bits());
        // Exact, except for 1 / (2 pi), whose bits are 0x3118.
        let small = (single >> 16 & 0x8000) | ((single >> 23 & 0xff) - 112) << 10;
        let small = if v > 0.15 && v < 0.16 { 0x3118 } else { small };
        match () {
            () if wide => v.to_bits(),
            () if twice => small << 16 | small,
            () if half || pair => small,
            () if brain => single & 0xffff_0000 | single >> 16,
            () => single,
        }
    };
    match code {
        LITERAL if wide && (last == "f64" || name == "v_ldexp_f64") => u64::from(literal) << 32,
        LITERAL if wide && (last == "i64" || name == "v_mad_i64_i32") => literal as i32 as u64,
        LITERAL => literal.into(),
        128..=208 => {
            let n = if code < 193 { code as i64 - 128 } else { 192 - code as i64 };
            if twice { (n as u64 & 0xffff) << 16 | n as u64 & 0xffff } else { n as u64 }
        }
        _ => {
            let magnitudes = [0.5, 1.0, 2.0, 4.0];
            let v = if code == 248 { 0.159_154_943_091_895_32 } else { magnitudes[(code as usize - 240) / 2] };
            float(if code & 1 == 1 { -v } else { v })
        }
    }
}

/// The mnemonic that determines the type of an operand.
fn operation(inst: &Inst, field: &str) -> &'static str {
    match field {
        "src0y" => inst.text(PROFILE, "opy"),
        _ => stem(inst.form.mnemonic),
    }
}

/// Number of registers that the operand has if it is a register.
fn registers(field: &Field, value: u64) -> u64 {
    match field.kind {
        FieldKind::Own(operand, _) => operand.registers(PROFILE, value).map_or(0, |run| run.count),
        _ => 0,
    }
}

fn arithmetic() -> impl Iterator<Item = &'static Form> {
    TABLE
        .forms()
        .filter(|f| f.row.profiles & PROFILE != 0 && (f.mnemonic.starts_with("v_") || f.mnemonic.starts_with("s_")))
}

/// Every constant in every operand, against a register with the bits of [`bits_of`].
fn constants(codes: &[u64], literals: &[u32]) -> (usize, usize, Vec<String>) {
    let (mut forms, mut count, mut wrong) = (0, 0, Vec::new());
    let before = Registers::new(5);
    for form in arithmetic() {
        let Some(plain) = base(form).filter(runs) else { continue };
        // In a pair of operations a field holds the second one.
        let seconds: Vec<Inst> = match at(form, "opy") {
            Some(opy) => (0..19).filter_map(|op| with(&plain, opy, op)).collect(),
            None => vec![plain],
        };
        let mut any = false;
        for plain in seconds {
            // Also select halves of registers, if the form can.
            let chosen = at(form, "op_sel").and_then(|f| with(&plain, f, 7));
            for inst in [Some(plain), chosen].into_iter().flatten().filter(runs) {
                for (f, field) in form.fields.iter().enumerate() {
                    let Some(place) = SOURCES.iter().position(|s| *s == field.name) else { continue };
                    let index = [0, 1, 2, 0, 1, 0, 0][place];
                    let name = operation(&inst, field.name);
                    let FieldKind::Own(operand, _) = field.kind else { continue };
                    if !operand.number(242) || name.starts_with("s_sendmsg") || name.contains("movrels") {
                        continue;
                    }
                    let scalar = operand.valid(PROFILE, 40);
                    let register = if scalar { 40 } else { 256 + 40 };
                    let size = registers(field, register);
                    let Some(other) = with(&inst, f, register) else { continue };
                    let all = codes.iter().map(|c| (*c, 0));
                    let all = all.chain(literals.iter().map(|l| (LITERAL, *l)));
                    for (code, literal) in all {
                        let mut constant = inst;
                        constant.vals[f] = code;
                        if let Some(l) = at(form, "literal").filter(|_| code == LITERAL) {
                            constant.vals[l] = literal.into();
                        }
                        let Some(constant) = confirmed(&constant) else { continue };
                        let wide = size == 2;
                        let bits = bits_of(name, index, wide, code, literal);
                        let mut before = before.clone();
                        let fixed = constant.get("literal");
                        for word in 0..size.max(1) {
                            let part = if wide { (bits >> (32 * word)) as u32 } else { bits as u32 };
                            if scalar { *before.s(40 + word) = part } else { before.set_v(40 + word, &[part; LANES]) }
                        }
                        let mut other = other;
                        // A literal that is part of the instruction is the same in both.
                        if let Some(l) = at(form, "literal") {
                            other.vals[l] = fixed;
                        }
                        let (a, b) = (run(&constant, &before), run(&other, &before));
                        count += 1;
                        any = true;
                        if a != b {
                            let text = rdna::text(&constant);
                            wrong.push(format!("{text} ({}: code {code}, expected {bits:#x})", field.name));
                        }
                    }
                }
            }
        }
        forms += usize::from(any);
    }
    (forms, count, wrong)
}

fn report(what: &str, wrong: &[String]) {
    assert!(wrong.is_empty(), "{what}: {} wrong\n{}", wrong.len(), wrong[..wrong.len().min(40)].join("\n"));
}

#[test]
fn constants_are_what_the_operand_says() {
    let codes = [128, 129, 192, 193, 208, 240, 241, 243, 246, 248];
    let (forms, count, wrong) = constants(&codes, &[0x8000_0001, 0x3fa0_4567]);
    report("constants", &wrong);
    println!("{forms} forms, {count} constants");
    assert!(forms > 700 && count > 15_000, "{forms} forms, {count} constants");
}

#[test]
#[ignore = "every code: `just operands`"]
fn all_constants() {
    let codes: Vec<u64> = (128..=208).chain(240..=248).collect();
    let (forms, count, wrong) =
        constants(&codes, &[0, 1, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff, 0x3fa0_4567, 0x0000_3c00]);
    report("constants", &wrong);
    println!("{forms} forms, {count} constants");
    assert!(forms > 700 && count > 100_000, "{forms} forms, {count} constants");
}

fn find(name: &str) -> Option<&'static Form> {
    TABLE.forms().find(|f| f.mnemonic == name && f.row.profiles & PROFILE != 0)
}

/// The bits of a register number that mean a high half; 0 if there are none.
fn high(form: &Form, field: usize) -> u64 {
    match form.fields[field].kind {
        FieldKind::Own(operand, _) => operand.high(),
        _ => 0,
    }
}

/// The short encoding, the long one and the DPP encodings with the identity permutation are equivalent.
#[test]
fn encodings_agree() {
    let (mut pairs, mut count, mut wrong) = (0, 0, Vec::new());
    let befores = [2, 3].map(Registers::new);
    // A VGPR, v127, an SGPR, s105, VCC, M0, EXEC, null, SCC, constants, a literal.
    let sources = [256 + 4, 256 + 127, 256 + 255, 8, 105, 106, 125, 126, 124, 253, 133, 200, 242, 248, LITERAL];
    for short in arithmetic().filter(|f| f.mnemonic.ends_with("_e32")) {
        let name = stem(short.mnemonic);
        let Some(plain) = base(short).filter(runs) else { continue };
        let others = ["_e64", "_dpp", "_e64_dpp"].iter().flat_map(|s| {
            let all = TABLE.forms();
            all.filter(move |f| f.row.profiles & PROFILE != 0 && f.mnemonic == format!("{name}{s}")).collect::<Vec<_>>()
        });
        // DPP comparisons have no suffix.
        let bare =
            TABLE.forms().filter(|f| f.mnemonic == name && (at(f, "dpp_ctrl").is_some() || at(f, "dpp8").is_some()));
        for long in others.chain(bare.filter(|f| f.row.profiles & PROFILE != 0)) {
            let Some(mut other) = base(long) else { continue };
            pairs += 1;
            for source in sources {
                let mut inst = plain;
                let Some(f0) = at(short, "src0") else { continue };
                inst.vals[f0] = source;
                let Some(inst) = confirmed(&inst) else { continue };
                let Some(g0) = at(long, "src0") else { continue };
                let dpp = at(long, "dpp_ctrl").is_some() || at(long, "dpp8").is_some();
                // In the long encodings a high half is a bit of op_sel.
                let half = high(short, f0) != 0 && source & high(short, f0) == high(short, f0);
                let chosen = half && high(long, g0) == 0;
                let source = if chosen { source - 128 } else { source };
                other.vals[g0] = if dpp { source.wrapping_sub(256) } else { source };
                if dpp && source < 256 {
                    continue;
                }
                if let Some(op_sel) = at(long, "op_sel") {
                    other.vals[op_sel] = chosen.into();
                }
                let mut set = |name: &str, value: u64| {
                    if let Some(f) = at(long, name) {
                        other.vals[f] = value;
                    }
                };
                set("vdst", inst.get("vdst"));
                set("src1", 256 + inst.get("vsrc1"));
                set("vsrc1", inst.get("vsrc1"));
                set("src2", 106);
                set("sdst", if name.starts_with("v_cmpx_") { 126 } else { 106 });
                set("literal", inst.get("literal"));
                set("row_mask", 15);
                set("bank_mask", 15);
                let Some(other) = confirmed(&other).filter(runs) else { continue };
                for before in &befores {
                    count += 1;
                    let (a, b) = (run(&inst, before), run(&other, before));
                    if a != b {
                        let (mut x, mut y) = (String::new(), String::new());
                        isotope_amd::print(&inst, &mut x);
                        isotope_amd::print(&other, &mut y);
                        wrong.push(format!("{x} against {y}"));
                    }
                }
            }
        }
    }
    report("encodings", &wrong);
    println!("{pairs} pairs of encodings, {count} comparisons");
    assert!(pairs > 600 && count > 5_000, "{pairs} pairs, {count} comparisons");
}

/// The VGPR sources of a vector instruction: first register and count.
fn vector_sources(inst: &Inst) -> Vec<(u64, u64)> {
    let named = ["src0", "src1", "src2", "vsrc1"];
    let fields = inst.form.fields.iter().enumerate().filter(|(_, f)| named.contains(&f.name));
    fields
        .filter_map(|(i, f)| match f.kind {
            FieldKind::Own(operand, _) => operand.registers(PROFILE, inst.vals[i]).filter(|r| r.file == "v"),
            _ => None,
        })
        .map(|run| (run.first, run.count))
        .collect()
}

/// A destination that overlaps its sources, fully or partly, and at the end of the register file, against one that does not overlap.
#[test]
fn overlap_changes_nothing() {
    let (mut forms, mut count, mut wrong) = (0, 0, Vec::new());
    for form in arithmetic() {
        let Some(inst) = base(form).filter(runs) else { continue };
        let Some(d) = at(form, "vdst").filter(|_| at(form, "vdstx").is_none()) else { continue };
        // Instructions that move registers by an index, and those that write both operands, have several destinations.
        if ["v_mov", "v_swap", "v_permlane64"]
            .iter()
            .any(|p| stem(form.mnemonic).starts_with(p) && stem(form.mnemonic) != "v_mov_b32")
        {
            continue;
        }
        let size = registers(&form.fields[d], inst.vals[d]).max(1);
        // Halves of the first 128 registers have other numbers.
        let last = if high(form, d) == 0 { u64::from(VGPRS) } else { 128 };
        let mut places: Vec<u64> = vec![last - size];
        for (first, sources) in vector_sources(&inst) {
            places.extend(((first + 1).saturating_sub(size)..first + sources).filter(|p| *p + size <= 128));
        }
        places.sort_unstable();
        places.dedup();
        forms += 1;
        for place in places {
            let Some(over) = with(&inst, d, place) else { continue };
            let mut before = Registers::new(7);
            // If the destination is also read, it has the same value.
            for i in 0..size {
                let words = before.v(place + i).to_vec();
                before.set_v(64 + i, &words);
            }
            let (Ok(apart), Ok(over_after)) = (run(&inst, &before), run(&over, &before)) else {
                wrong.push(format!("{} stops", form.mnemonic));
                continue;
            };
            count += 1;
            let mut expected = apart.clone();
            for i in 0..size {
                expected.set_v(place + i, apart.v(64 + i));
                expected.set_v(64 + i, before.v(64 + i));
            }
            // The destination was written; registers of the first run's destination that overlap must be unchanged.
            if expected != over_after {
                wrong.push(rdna::text(&over));
            }
        }
    }
    report("overlaps", &wrong);
    println!("{forms} forms, {count} overlaps");
    assert!(forms > 700 && count > 2_500, "{forms} forms, {count} overlaps");
}

/// A scalar destination that is a source, VCC, EXEC, M0, s105, a trap temporary or null, against a separate one.
#[test]
fn scalar_destinations() {
    let (mut forms, mut count, mut wrong) = (0, 0, Vec::new());
    for form in arithmetic().filter(|f| f.mnemonic.starts_with("s_")) {
        let name = form.mnemonic;
        let odd = ["saveexec", "wrexec", "movrel", "getpc", "swappc", "setpc", "call", "subvector", "sendmsg"];
        if odd.iter().any(|o| name.contains(o)) {
            continue;
        }
        let Some(inst) = base(form).filter(runs) else { continue };
        let Some(d) = at(form, "sdst") else { continue };
        let size = registers(&form.fields[d], inst.vals[d]).max(1);
        // Here the operand is only compared or read.
        if name.starts_with("s_cmp") || name.starts_with("s_setreg") || name.starts_with("s_waitcnt") {
            continue;
        }
        forms += 1;
        for place in [8, 12, 104, 105, 106, 125, 126, 124, 0] {
            let Some(over) = with(&inst, d, place) else { continue };
            let mut before = Registers::new(9);
            for i in 0..size {
                let held = if place == 124 { 0 } else { *before.s(place + i) };
                *before.s(20 + i) = held;
            }
            if place == 124 && ["cmov", "bitset", "addk", "mulk"].iter().any(|o| name.contains(o)) {
                continue;
            }
            let (Ok(apart), Ok(mut after)) = (run(&inst, &before), run(&over, &before)) else {
                wrong.push(format!("{name} stops"));
                continue;
            };
            count += 1;
            let mut expected = apart.clone();
            let mut result = apart.clone();
            for i in 0..size {
                *expected.s(20 + i) = before.scalar[usize::from(state::word(20 + i))];
                if place != 124 {
                    *expected.s(place + i) = *result.s(20 + i);
                }
            }
            *after.s(124) = 0;
            *expected.s(124) = 0;
            if expected != after {
                wrong.push(rdna::text(&over));
            }
        }
    }
    report("scalar destinations", &wrong);
    println!("{forms} forms, {count} destinations");
    assert!(forms > 80 && count > 500, "{forms} forms, {count} destinations");
}

/// Two operations in one instruction: equal to both alone, if both read before either writes.
#[test]
fn pairs_are_two_operations() {
    let (mut count, mut wrong) = (0, Vec::new());
    let single =
        |name: &str| find(&format!("{}_e32", name.replace("dual_", ""))).or_else(|| find(&name.replace("dual_", "")));
    for form in arithmetic().filter(|f| at(f, "vdstx").is_some()) {
        let Some(plain) = base(form) else { continue };
        let Some(opy) = at(form, "opy") else { continue };
        for op in 0..32 {
            let Some(inst) = with(&plain, opy, op).filter(runs) else { continue };
            // Separate destinations, then each on the other's sources.
            for (x, y) in [(64, 67), (4, 67), (64, 5), (12, 67), (64, 13), (5, 4), (13, 12)] {
                let mut inst = inst;
                inst.vals[at(form, "vdstx").unwrap()] = x;
                inst.vals[at(form, "vdsty").unwrap()] = y ^ 1;
                let Some(inst) = confirmed(&inst) else { continue };
                let before = Registers::new(11);
                let mut expected = before.clone();
                let names = [form.mnemonic, inst.text(PROFILE, "opy")];
                let mut known = true;
                for (i, name) in names.into_iter().enumerate() {
                    let Some(alone) = single(name).and_then(base) else {
                        known = false;
                        break;
                    };
                    let mut alone = alone;
                    let [dst, src0, src1] = [["vdst", "src0", "vsrc1"]][0].map(|f| at(alone.form, f));
                    let to = [x, y][i];
                    if let Some(f) = dst {
                        alone.vals[f] = to;
                    }
                    if let Some(f) = src0 {
                        alone.vals[f] = inst.get(["src0x", "src0y"][i]);
                    }
                    if let Some(f) = src1 {
                        alone.vals[f] = inst.get(["vsrc1x", "vsrc1y"][i]);
                    }
                    if let Some(f) =
                        at(alone.form, "literal").filter(|_| name.contains("fmaak") || name.contains("fmamk"))
                    {
                        alone.vals[f] = inst.get("literal");
                    }
                    // Each operation alone, from the same registers.
                    let Some(after) = confirmed(&alone).and_then(|alone| run(&alone, &before).ok()) else {
                        known = false;
                        break;
                    };
                    expected.set_v(to, after.v(to));
                }
                if !known {
                    wrong.push(format!("{names:?}: no single instruction"));
                    continue;
                }
                count += 1;
                if run(&inst, &before).as_ref() != Ok(&expected) {
                    wrong.push(rdna::text(&inst));
                }
            }
        }
    }
    report("pairs", &wrong);
    println!("{count} pairs");
    assert!(count > 1_000, "{count} pairs");
}

/// The semantics of a program, without its text.
fn meaning(inst: &Inst, rsrc1: u32) -> Option<String> {
    let p = program(&rdna::bytes(inst), rsrc1);
    if !p.refusals.is_empty() {
        return None;
    }
    let steps: Vec<_> = p.steps.iter().map(|s| (s.guard, s.control)).collect();
    Some(format!(
        "{steps:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?}",
        p.uops, p.rmws, p.surfaces, p.buffers, p.images, p.typed, p.maps, p.constants, p.requests, p.variants
    ))
}

#[test]
fn every_bit_counts() {
    let mut ignored: std::collections::BTreeMap<(String, &str, u32), Vec<&str>> = Default::default();
    let (mut forms, mut bits) = (0, 0);
    for form in TABLE.forms().filter(|f| f.row.profiles & PROFILE != 0) {
        let Some(inst) = base(form) else { continue };
        let usual = [USUAL, FLUSHED].map(|mode| meaning(&inst, mode));
        if usual[0].is_none() {
            continue;
        }
        forms += 1;
        for (f, field) in form.fields.iter().enumerate() {
            for bit in 0..field.len() {
                let Some(flipped) = with(&inst, f, inst.vals[f] ^ 1 << bit) else { continue };
                bits += 1;
                let now = [USUAL, FLUSHED].map(|mode| meaning(&flipped, mode));
                if now[0].is_none() || now != usual {
                    continue;
                }
                let family = form.mnemonic.split('_').next().unwrap_or("").to_string();
                ignored.entry((family, field.name, bit)).or_default().push(form.mnemonic);
            }
        }
    }
    let (mut wrong, no_value) = (Vec::new(), rows("amd/no_value.tsv"));
    assert!(no_value.len() >= 41, "{}", no_value.len());
    for ((family, field, bit), names) in &ignored {
        let excused = |name: &&&str| {
            no_value.iter().any(|row| {
                let bits = if row[2] == "any" { u32::MAX } else { u32::from_str_radix(&row[2][2..], 16).unwrap() };
                (row[0] == "-" || name.starts_with(&row[0]))
                    && row[1].split(' ').any(|excused| excused == *field)
                    && bits >> bit & 1 != 0
            })
        };
        let mut left: Vec<&str> = names.iter().filter(|n| !excused(n)).copied().collect();
        left.dedup();
        if !left.is_empty() {
            wrong.push(format!("{family} {field} bit {bit}: {}", left.join(" ")));
        }
    }
    report("ignored fields", &wrong);
    println!("{forms} forms, {bits} bits");
    assert!(forms > 1_500 && bits > 30_000, "{forms} forms, {bits} bits");
}
