//! No field of an instruction is silently ignored: each bit of each field of each form that executes on sm_50 changes what the
//! instruction is lifted to, or the instruction is refused, or the field is on the list below with the reason why it cannot
//! change a value. Fields of names and flags are tried in pairs, so that one modifier does not hide another.

use std::collections::BTreeMap;

use isotope_ir::effect::Control;
use isotope_ir::program::Program;
use isotope_op::assume::Assumptions;
use isotope_op::random::Random;
use isotope_table::{Field, FieldKind, Form};
use isotope_targets::isa::sass::{self, Inst, Profile, lift};

/// Instructions with several modifiers that are looked for in each form, and how often.
const MIXED: u32 = 12;
const MIXED_DRAWS: u32 = 200;

fn lifted(inst: &Inst) -> Option<Program> {
    let word = sass::encode(inst);
    // A word of another row is that row's business.
    if sass::decode(Profile::Sm50, word).ok()? != *inst {
        return None;
    }
    // What follows reads the condition code, which the lifter drops where nobody does, and gives branches a target.
    let reads = sass::parse(Profile::Sm50, sass::Mode::Compat, "P2R R100, CC, R101, 0xf").unwrap();
    let rest = [sass::encode(&reads.inst); 5];
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

/// Registers apart from each other and aligned for every size; predicates apart; small numbers.
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

/// Other values of a field that has names or is a flag; of others, each bit flipped.
fn others(field: &Field, value: u64) -> Vec<u64> {
    match field.kind {
        FieldKind::Names(_) | FieldKind::Flag => (0..1 << field.len()).filter(|v| *v != value).collect(),
        _ => (0..field.len()).map(|bit| value ^ 1 << bit).collect(),
    }
}

fn is_modifier(field: &Field) -> bool {
    matches!(field.kind, FieldKind::Names(_) | FieldKind::Flag)
}

/// Why `field` is rightly without effect in an instruction; anything else is a fault.
fn reason(inst: &Inst, field: &str) -> Option<&'static str> {
    let mnemonic = inst.form.mnemonic;
    let text = |field| inst.text(Profile::Sm50.bit(), field);
    let float = |field| inst.text(Profile::Sm50.bit(), field).starts_with('F');
    let atomic = matches!(mnemonic, "ATOM" | "ATOMS" | "RED" | "SURED" | "SUATOM");
    let immediate = |bits: u64| inst.try_get("B.imm").is_some_and(|v| v < bits);
    let condition = inst.get("CC") != 0;
    let zero = inst.try_get("Pd").is_some_and(|p| p != 7) && matches!(text("pop"), "Z" | "NZ");
    // The whole register as operand: the sum is of 32 bits whether or not it has a sign.
    let whole = |part: &str| inst.get(part) & 7 == 6;
    Some(match (mnemonic, field) {
        // Order and caches. Memory is sequentially consistent between steps, and instructions take effect at issue.
        ("LD" | "LDG" | "LDL" | "ST" | "STG" | "STL", "cop") => "cache policy",
        ("LD" | "LDG", "sz") if text("sz") == "U.128" => "a promise that all lanes have one address",
        ("CCTL" | "CCTLL" | "CCTLT", _) => "maintenance of a cache that the model does not have",
        ("MEMBAR", "level" | "ivall") => "every fence is the strongest",
        ("DEPBAR", "sb" | "count" | "set") => "waiting for results that are there",
        ("NOP", "TRIG" | "cc" | "imm") => "nothing is done under any condition",
        ("BPT", "imm") => "a number for a debugger",
        ("CAL" | "JCAL" | "PRET", "inc") => "bookkeeping of the call depth",
        ("JMP" | "JCAL", "target") if inst.get("target") < 16 => "the first instruction follows its control word",
        ("BRA" | "JMP", "U") => "a promise that the branch is uniform",
        ("LD" | "ST", "Pp") => "a hint whether the address is outside the windows, which the address tells as well",
        ("LDC", "mode") if matches!(text("mode"), "IS" | "ISL") => {
            "they differ in addresses that nobody documents, which stop"
        }
        // Fields that the operation does not look at.
        (_, "sz") if atomic && !matches!(text("op"), "MIN" | "MAX") => "the sign matters for an order only",
        (
            _,
            "Ra" | "B" | "B.imm" | "B.bank" | "B.off" | "C" | "C.bank" | "C.off" | "U32" | "-Ra" | "-B" | "|Ra|"
            | "|B|" | "X",
        ) if matches!(text("cmp"), "F" | "T") && !float("to") => "a comparison that is always false or always true",
        (_, "U32") if matches!(text("cmp"), "EQ" | "NE") => "equality has no sign",
        (_, "!Pg") if matches!(text("cc"), "F") => "never executed",
        ("IMUL" | "IMUL32I" | "IMAD" | "IMAD32I", "signs") if inst.get("HI") == 0 => "low words have no sign",
        ("I2F", "rnd") if text("to") == "F64" && !text("from").ends_with("64") => "exact",
        ("F2F", "rnd") if text("to") == "F64" && text("from") != "F64" => "exact",
        ("SHL" | "SHR", "W") if immediate(32) => "the count is below 32",
        ("SHF", "W") if immediate(32) => "the count is below 32",
        ("BFE" | "BFI", "B.imm") => "position and length are bits 15:0",
        ("VADD" | "VABSDIFF" | "VMNMX" | "VSET" | "VSHL" | "VSHR", "Rc") if text("then").is_empty() => "no second step",
        ("VADD" | "VABSDIFF" | "VABSDIFF4" | "VMNMX" | "VSHL" | "VSHR", "UD" | "SD") => {
            "the type of the result matters for clamping only"
        }
        ("STG" | "ST" | "STS" | "STL" | "SUST", "sz") => "a store has no sign",
        ("F2F", "rnd") if text("to") == text("from") => "a copy does not round",
        ("F2F", "rnd") if text("from") == "F16" => "exact",
        ("LOP" | "LOP3", "pop") if inst.get("Pd") == 7 => "nothing asks for the predicate",
        ("LOP" | "LOP3" | "LOP32I", "X") if !condition && !zero => "it chains the zero flag, which nothing asks for",
        ("VOTE", "mode") if inst.get("Pd") == 7 => "nothing asks for the answer",
        ("SHF", "max") if inst.form.syntax.starts_with("SHF.L") => "a shift to the left has no sign",
        ("VADD" | "VMAD" | "VSHL", "a" | "b") | ("VSET", "a" | "b") if whole(field) => "a sum modulo 2^32 has no sign",
        ("I2I", "to" | "from") if inst.get("SAT") == 0 => "truncation has no sign",
        // Named assumptions.
        ("FCHK", _) => "nv.fchk",
        ("RRO", "mode") => "nv.rro",
        ("IMNMX", "mode") if text("mode").starts_with("XMED") => {
            "nv.imnmx_chain: both take what the words above decided"
        }
        ("S2R" | "CS2R", "sr") if text("sr").contains("CLOCK") => "there is one clock",
        _ => return None,
    })
}

#[test]
fn no_field_is_silently_ignored() {
    let (mut forms, mut tried, mut allowed) = (0, 0, 0);
    let mut silent: BTreeMap<(String, &str), (u32, String)> = BTreeMap::new();
    let mut stopped = Vec::new();
    for form in sass::TABLE.forms().filter(|f| f.row.profiles & Profile::Sm50.bit() != 0) {
        let start = base(form);
        // The plain instruction and those one modifier away from it, as far as they execute.
        let mut bases = vec![(start, None)];
        for (i, field) in form.fields.iter().enumerate().filter(|(_, f)| is_modifier(f)) {
            for value in others(field, start.vals[i]) {
                let mut inst = start;
                inst.vals[i] = value;
                bases.push((inst, Some(i)));
            }
        }
        // And some with several modifiers, for forms whose plain instruction does not execute.
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
            // One base is enough for bits of numbers and registers.
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
                        sass::print(Profile::Sm50, inst, &mut out);
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
    let plain: Vec<(&Form, Vec<&str>, Program)> = sass::TABLE
        .forms()
        .filter_map(|form| {
            let operands = form.fields.iter().filter(|f| !is_modifier(f)).map(|f| f.name).collect();
            let mut inst = base(form);
            // A half that is a number: below 0x8000 its sign makes no difference.
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
                // Zero has no sign; the first condition of VSET and VSETP holds never.
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
