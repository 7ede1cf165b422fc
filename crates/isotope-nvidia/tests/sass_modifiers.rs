//! No field of an instruction is silently ignored: each bit of each field of each form that executes on sm_50 changes how the
//! instruction is lifted, or the instruction is refused, or the field is on the list of ignored ones with the reason why it cannot
//! change a value. Fields of names and flags are tested in pairs, so that one modifier does not hide another.

use std::collections::BTreeMap;

use isotope_ir::effect::Control;
use isotope_ir::program::Program;
use isotope_nvidia::spa5::{self, Inst, Profile, lift};
use isotope_op::assume::Assumptions;
use isotope_op::random::Random;
use isotope_table::{Field, FieldKind, Form};
use isotope_target::lift::IgnoredBits;

/// Number of instructions with several modifiers that are searched in each form.
const MIXED: u32 = 12;
const MIXED_DRAWS: u32 = 200;

fn lifted(inst: &Inst) -> Option<Program> {
    let word = spa5::encode(inst);
    // Words of other rows are tested with those rows.
    if spa5::decode(Profile::Sm50, word).ok()? != *inst {
        return None;
    }
    // The next instructions read the condition code, which the lifter drops if it is unused, and give branches a target.
    let reads = spa5::parse(Profile::Sm50, spa5::Mode::Compat, "P2R R100, CC, R101, 0xf").unwrap();
    let rest = [spa5::encode(&reads.inst); 5];
    let words: Vec<u64> = std::iter::once(word).chain(rest).collect();
    let words = words.chunks(3).flat_map(|three| std::iter::once(0).chain(three.iter().copied()));
    let code: Vec<u8> = words.flat_map(u64::to_le_bytes).collect();
    let options =
        lift::Options { profile: Profile::Sm50, registers: 255, surface_bank: 0, assumptions: Assumptions::DEFAULT };
    let mut program = lift::lift("one", &code, options);
    program.texts.clear();
    Some(program)
}

fn refused(program: &Program) -> bool {
    program.steps.iter().any(|s| s.address == 8 && matches!(s.control, Control::Refuse(_)))
}

/// Registers that do not overlap and are aligned for every size; separate predicates; small numbers.
fn base(form: &'static Form) -> Inst {
    let mut inst = Inst { form, vals: [0; _] };
    for (val, field) in inst.vals.iter_mut().zip(&form.fields) {
        *val = match (field.name, field.kind) {
            ("Rd", _) => 4,
            ("Ra", _) => 8,
            ("Rb", _) => 12,
            ("B" | "b", FieldKind::Reg(_)) => 16,
            ("Rc" | "C" | "n", FieldKind::Reg(_)) => 20,
            ("Pg", _) => 5,
            ("Pd", _) => 1,
            ("Pq", _) => 2,
            ("Pp", _) => 3,
            ("Pa", _) => 4,
            ("Pb", _) => 6,
            ("mask", _) => 15,
            (_, FieldKind::Int(_) | FieldKind::Target) => 8,
            (_, FieldKind::Float(_)) => 0x41,
            (_, FieldKind::Names(names)) => names.list.iter().find(|n| n.text.is_empty()).map_or(0, |n| n.value),
            _ => 0,
        } & (u64::MAX >> (64 - field.len().max(1)));
    }
    inst
}

/// The other values of a field with names or of a flag; for other fields, each bit flipped.
fn others(field: &Field, value: u64) -> Vec<u64> {
    match field.kind {
        FieldKind::Names(_) | FieldKind::Flag => (0..1 << field.len()).filter(|v| *v != value).collect(),
        _ => (0..field.len()).map(|bit| value ^ 1 << bit).collect(),
    }
}

fn is_modifier(field: &Field) -> bool {
    matches!(field.kind, FieldKind::Names(_) | FieldKind::Flag)
}

/// Why `field` has no effect in an instruction; without a reason the test fails.
fn reason(inst: &Inst, field: &str) -> Option<&'static str> {
    let declares =
        |bits: IgnoredBits| matches!(bits, IgnoredBits::Field(name) if name == field) || bits == IgnoredBits::All;
    let mut rows = lift::ignored::ROWS.iter().filter(|row| declares(row.bits) && row.is_of(inst.form.mnemonic, inst));
    rows.next().map(|row| row.why)
}

#[test]
fn no_field_is_silently_ignored() {
    let (mut forms, mut tried, mut allowed) = (0, 0, 0);
    let mut silent: BTreeMap<(String, &str), (u32, String)> = BTreeMap::new();
    let mut stopped = Vec::new();
    for form in spa5::TABLE.forms().filter(|f| f.row.profiles & Profile::Sm50.bit() != 0) {
        let start = base(form);
        // The simplest instruction and those that differ in one modifier, if they execute.
        let mut bases = vec![(start, None)];
        for (i, field) in form.fields.iter().enumerate().filter(|(_, f)| is_modifier(f)) {
            for value in others(field, start.vals[i]) {
                let mut inst = start;
                inst.vals[i] = value;
                bases.push((inst, Some(i)));
            }
        }
        // Also some with several modifiers, for forms whose simplest instruction does not execute.
        let modifiers: Vec<usize> = (0..form.fields.len()).filter(|i| is_modifier(&form.fields[*i])).collect();
        let mut random = Random(1);
        let mut found = 0;
        for _ in 0..MIXED_DRAWS {
            let mut inst = start;
            for &i in &modifiers {
                let field = &form.fields[i];
                if matches!(field.kind, FieldKind::Names(_)) || random.draw() & 1 == 0 {
                    inst.vals[i] = random.draw() & ((1 << field.len()) - 1);
                }
            }
            for (val, field) in inst.vals.iter_mut().zip(&form.fields) {
                if matches!(field.name, "Pd") && random.draw() & 1 == 0 {
                    *val = 7;
                }
            }
            if lifted(&inst).is_some_and(|p| !refused(&p)) {
                bases.push((inst, None));
                found += 1;
                if found == MIXED {
                    break;
                }
            }
        }
        let mut executes = false;
        let mut numbers = false;
        for (inst, changed) in bases {
            let Some(program) = lifted(&inst).filter(|p| !refused(p)) else { continue };
            executes = true;
            // One base instruction is enough for bits of numbers and registers.
            let all = !std::mem::replace(&mut numbers, true);
            for (i, field) in
                form.fields.iter().enumerate().filter(|(i, f)| Some(*i) != changed && (all || is_modifier(f)))
            {
                for value in others(field, inst.vals[i]) {
                    let mut other = inst;
                    other.vals[i] = value;
                    let Some(changed) = lifted(&other) else { continue };
                    tried += 1;
                    if refused(&changed) || changed != program {
                        continue;
                    }
                    if reason(&inst, field.name).is_some() || reason(&other, field.name).is_some() {
                        allowed += 1;
                        continue;
                    }
                    let text = |inst: &Inst| {
                        let mut out = String::new();
                        spa5::print(Profile::Sm50, inst, &mut out);
                        out
                    };
                    let entry = silent.entry((form.mnemonic.to_string(), field.name)).or_default();
                    if entry.0 < 8 {
                        entry.1 += &format!("\n        {}  =  {}", text(&inst), text(&other));
                    }
                    entry.0 += 1;
                }
            }
        }
        forms += u32::from(executes);
        if !executes {
            stopped.push(form.syntax.clone());
        }
    }
    // Rows that differ in fixed bits only: `.PO` and `.HI` are part of the opcode.
    let plain: Vec<(&Form, Vec<&str>, Program)> = spa5::TABLE
        .forms()
        .filter_map(|form| {
            let operands = form.fields.iter().filter(|f| !is_modifier(f)).map(|f| f.name).collect();
            let mut inst = base(form);
            // A half that is an immediate: below 0x8000 its sign makes no difference.
            if let Some(at) = form.field("B.imm").filter(|_| form.syntax.contains(".a.")) {
                inst.vals[at] = 0xfffe;
            }
            let program = lifted(&inst).filter(|p| !refused(p))?;
            Some((form, operands, program))
        })
        .collect();
    let (mut pairs, mut twins) = (0, Vec::new());
    for (i, (form, operands, program)) in plain.iter().enumerate() {
        for (other, also, same) in &plain[i + 1..] {
            if form.mnemonic == other.mnemonic
                && operands == also
                // Zero has no sign; the first condition of VSET and VSETP is never true.
                && !form.syntax.contains("0x0, Rc")
                && !matches!(form.mnemonic, "VSET" | "VSETP" | "LDS" | "CCTL" | "CCTLL" | "CCTLT" | "NOP" | "DEPBAR")
            {
                pairs += 1;
                if program == same {
                    twins.push(format!("{} does the same as {}", form.syntax, other.syntax));
                }
            }
        }
    }
    println!("{pairs} pairs of rows");
    for ((mnemonic, field), (count, example)) in &silent {
        println!("{mnemonic} field {field}: {count} times{example}");
    }
    println!(
        "{forms} forms execute, {} do not, {tried} changes, {allowed} without effect for a known reason",
        stopped.len()
    );
    for s in stopped {
        println!("  not executed: {s}");
    }
    assert!(twins.is_empty(), "{}", twins.join("\n"));
    assert!(forms >= 260 && tried >= 70_000 && pairs >= 50, "{forms} forms, {tried} changes, {pairs} pairs");
    assert!(silent.is_empty(), "{} kinds of field are silently ignored", silent.len());
}
