//! The instruction sets with instruction words of fixed length.

use std::collections::HashSet;
use std::sync::LazyLock;

use isotope_ir::program::Program;
use isotope_nvidia::spa5;
use isotope_op::assume::Assumptions;
use isotope_table::{FieldKind, Form, Inst, Table};
use isotope_target::lift::{Ignored, IgnoredBits};

use super::{Flip, Tally, executes};
use crate::common::rdna;

/// The properties of an instruction set that the test needs.
struct Set<'a> {
    table: &'static Table,
    profile: isotope_table::Profiles,
    rows: &'static [Ignored],
    modelled: &'a dyn Fn(&Form) -> bool,
    /// A mnemonic without the suffix that names its encoding.
    name: &'a dyn Fn(&'static str) -> &'static str,
    decode: &'a dyn Fn(&[u8]) -> Option<Inst>,
    encode: &'a dyn Fn(&Inst) -> Vec<u8>,
    print: &'a dyn Fn(&Inst) -> String,
    /// The program of an instruction, without texts; or why it stops.
    lift: &'a dyn Fn(&[u8]) -> Result<Program, String>,
}

impl Set<'_> {
    fn walk(&self) -> Tally {
        let mut tally = Tally::default();
        for form in self.table.forms().filter(|form| form.row.profiles & self.profile != 0 && (self.modelled)(form)) {
            self.form(form, &mut tally);
        }
        tally
    }

    /// For each instruction word, the simplest instruction of a form that executes, and others. In the ones with `true`, bits of numbers
    /// and registers are flipped too.
    fn instructions(&self, form: &'static Form) -> Vec<(Inst, bool)> {
        let whole = |inst: &Inst| {
            let bytes = (self.encode)(inst);
            ((self.decode)(&bytes).as_ref() == Some(inst)).then_some(bytes)
        };
        let runs = |inst: &Inst| whole(inst).is_some_and(|bytes| (self.lift)(&bytes).is_ok());
        let Some(plain) = form.specimen(self.profile, &runs) else { return Vec::new() };
        let varied = form.variations(self.profile, &plain, &runs).into_iter().map(|varied| varied.inst);
        // Also one with an SGPR in each operand.
        let with = |at: usize| {
            let mut inst = plain;
            inst.vals[at] = 8;
            Some(inst).filter(|inst| runs(inst))
        };
        let own = (0..form.fields.len()).filter(|at| matches!(form.fields[*at].kind, FieldKind::Own(..)));
        let operands: Vec<Inst> = own.filter_map(with).collect();
        let mut seen = HashSet::new();
        let wholly = std::iter::once(plain).chain(operands).map(|inst| (inst, true));
        wholly.chain(varied.map(|inst| (inst, false))).filter(|(inst, _)| seen.insert(inst.vals)).collect()
    }

    fn form(&self, form: &'static Form, tally: &mut Tally) {
        let all = self.instructions(form);
        if all.is_empty() {
            tally.stopped += 1;
            return;
        }
        tally.forms += 1;
        let size = usize::from(form.row.bits) + if form.field("literal").is_some() { 32 } else { 0 };
        let fixed = |bit: usize| bit < 128 && form.opcode.mask >> bit & 1 != 0;
        let mut most: Vec<Option<Flip>> = vec![None; size];
        // Bits of numbers and registers are flipped only in the first instructions.
        let numbers = form.fields.iter().filter(|field| !matches!(field.kind, FieldKind::Names(_) | FieldKind::Flag));
        let numbers: HashSet<usize> = numbers
            .flat_map(|field| field.at)
            .flat_map(|at| at.lo.into()..usize::from(at.lo) + usize::from(at.len))
            .collect();
        for (inst, wholly) in &all {
            let bytes = (self.encode)(inst);
            let base = (self.lift)(&bytes).expect("an instruction that executes");
            let flipped = (0..8 * bytes.len()).filter(|bit| !fixed(*bit) && (*wholly || !numbers.contains(bit)));
            for bit in flipped {
                let mut flipped = bytes.clone();
                flipped[bit / 8] ^= 1 << (bit % 8);
                tally.tried += 1;
                let flip = self.flip(inst, &base, &bytes, &flipped, bit, tally);
                most[bit] = most[bit].max(Some(flip));
            }
        }
        tally.fixed += (0..size).filter(|bit| fixed(*bit)).count();
        tally.add(most.into_iter().flatten());
    }

    fn flip(&self, inst: &Inst, base: &Program, bytes: &[u8], flipped: &[u8], bit: usize, tally: &mut Tally) -> Flip {
        let Some(other) = (self.decode)(flipped).filter(|other| std::ptr::eq(other.form, inst.form)) else {
            return Flip::Elsewhere;
        };
        match (self.lift)(flipped) {
            Err(why) => {
                tally.stop((self.name)(inst.form.mnemonic), &why);
                return Flip::Stops;
            }
            Ok(program) if program != *base => return Flip::Consumed,
            Ok(_) => {}
        }
        let name = (self.name)(inst.form.mnemonic);
        let field = (0..inst.form.fields.len()).find(|at| inst.vals[*at] != other.vals[*at]);
        let mut ignored = false;
        for row in self.rows {
            let declares = match (row.bits, field) {
                (IgnoredBits::Word(lo, hi), None) => (usize::from(lo)..=usize::from(hi)).contains(&bit),
                (IgnoredBits::All, Some(_)) => true,
                (IgnoredBits::Field(name), Some(at)) => inst.form.fields[at].name == name,
                (IgnoredBits::Part(name, mask), Some(at)) => {
                    inst.form.fields[at].name == name && (inst.vals[at] ^ other.vals[at]) & !mask == 0
                }
                _ => false,
            };
            if declares && (row.is_of(name, inst) || row.is_of(name, &other)) {
                ignored = true;
            }
        }
        if ignored {
            return Flip::Ignored;
        }
        let bits = field.map_or_else(|| format!("bit {bit}"), |at| inst.form.fields[at].name.to_string());
        tally.silent(inst.form.mnemonic, &bits, || {
            format!("{} = {}  ({bytes:02x?}, bit {bit})", (self.print)(inst), (self.print)(&other))
        });
        Flip::Ignored
    }
}

fn of_sass(profile: spa5::Profile) -> Tally {
    // The next instruction reads the condition code, which the lifter drops if it is unused, and gives branches a target.
    let reads = spa5::parse(profile, spa5::Mode::Compat, "P2R R100, CC, R101, 0xf").unwrap();
    let nothing = spa5::parse(profile, spa5::Mode::Compat, "NOP").unwrap();
    let mut rest = [spa5::encode(&nothing.inst); 5];
    rest[0] = spa5::encode(&reads.inst);
    let word = |bytes: &[u8]| bytes.first_chunk().map(|bytes| u64::from_le_bytes(*bytes));
    let lift = |bytes: &[u8]| {
        let words: Vec<u64> = word(bytes).into_iter().chain(rest).collect();
        let words = words.chunks(3).flat_map(|three| std::iter::once(0).chain(three.iter().copied()));
        let code: Vec<u8> = words.flat_map(u64::to_le_bytes).collect();
        let assumptions = Assumptions::DEFAULT;
        let options = spa5::lift::Options { profile, registers: 255, surface_bank: 0, assumptions };
        executes(spa5::lift::lift("one", &code, options), 8)
    };
    let set = Set {
        table: &spa5::TABLE,
        profile: profile.bit(),
        rows: spa5::lift::ignored::ROWS,
        // The semantics of a texture instruction need the texture of a launch.
        modelled: &|form| spa5::lift::is_modelled(form) && !form.mnemonic.starts_with("T"),
        name: &|name| name,
        decode: &|bytes| spa5::decode(profile, word(bytes)?).ok(),
        encode: &|inst| spa5::encode(inst).to_le_bytes().to_vec(),
        print: &|inst| {
            let mut text = String::new();
            spa5::print(profile, inst, &mut text);
            text
        },
        lift: &lift,
    };
    set.walk()
}

fn lift_rdna(bytes: &[u8]) -> Result<Program, String> {
    let env = isotope_amd::lift::Env { code_base: 0x1000, ..rdna::env(false, 256, isotope_amd::lift::Mode::of(0)) };
    // The next instruction, and the end.
    let rest: Vec<u8> = [0xbf80_0000_u32; 2].into_iter().chain([0xbfb0_0000]).flat_map(u32::to_le_bytes).collect();
    executes(isotope_amd::lift::program("one", &[bytes, &rest].concat(), &env), 0)
}

fn of_rdna() -> Tally {
    let set = Set {
        table: &isotope_amd::TABLE,
        profile: isotope_amd::context(isotope_amd::Mode::Compat).profile,
        rows: isotope_amd::lift::ignored::ROWS,
        modelled: &|form| isotope_amd::lift::is_modelled(isotope_amd::GFX1100, form),
        name: &isotope_amd::lift::base_name,
        decode: &|bytes| isotope_amd::decode(bytes).ok(),
        encode: &rdna::bytes,
        print: &rdna::text,
        lift: &lift_rdna,
    };
    set.walk()
}

/// NVIDIA's instruction sets, by processor.
pub static SASS: LazyLock<Vec<(&str, Tally)>> = LazyLock::new(|| {
    let all = [("sm_50", spa5::Profile::Sm50), ("sm_52", spa5::Profile::Sm52), ("sm_60", spa5::Profile::Sm60)];
    all.into_iter().map(|(name, profile)| (name, of_sass(profile))).collect()
});

/// AMD's instruction set.
pub static RDNA: LazyLock<Tally> = LazyLock::new(of_rdna);

#[test]
fn no_bit_of_sass_is_silent() {
    for (name, tally) in &*SASS {
        tally.check(name, 200);
    }
}

#[test]
fn no_bit_of_gfx1100_is_silent() {
    RDNA.check("gfx1100", 1500);
}

#[test]
fn a_bit_that_nothing_reads_stops_by_name() {
    let stops = |text: &str, bit: usize| {
        let inst = isotope_amd::parse(isotope_amd::Mode::Documented, text).unwrap();
        let mut bytes = rdna::bytes(&inst);
        bytes[bit / 8] ^= 1 << (bit % 8);
        lift_rdna(&bytes).err().unwrap_or_default()
    };
    // The half of a 32-bit operand.
    let message = stops("v_add3_u32 v0, v1, v2, v3", 11);
    assert!(message.starts_with("`v_add3_u32 v0, v1, v2, v3`: bit 11, which no"), "{message}");
    // The program counter of a debugger's trap; and an instruction that is not a hint.
    assert_eq!(stops("s_nop 0", 3), "");
    let message = stops("s_round_mode 0x0", 9);
    assert!(message.contains("bit 9 of `simm16`, which no rule"), "{message}");
}
