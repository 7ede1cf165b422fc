//! No field is ignored: each option, modifier, mask, type and number of an instruction changes how it is lifted, or stops the
//! kernel, or is on the list of ignored parts with its reason.

use std::collections::BTreeMap;

use isotope_intel::Mode;
use isotope_intel::form::FieldKind;
use isotope_intel::inst::{Combine, Inst, Memory, Model, Modifier, Operand, Pred, Region, Shape, Type};
use isotope_intel::lift::ignored::ROWS;
use isotope_intel::lift::{self, Env};
use isotope_ir::program::Program;
use isotope_op::assume::Assumptions;

use crate::common::visa::{FORM_DECLARATIONS, declared};

struct Seen {
    /// For each field, whether any change of it had an effect.
    fields: BTreeMap<(String, String), bool>,
    lines: usize,
    changes: usize,
}

fn lifted(program: &isotope_intel::KernelText, inst: Inst) -> Program {
    let mut kernel = program.kernel.clone();
    kernel.code = vec![inst];
    let env = Env { slm: 1 << 16, ..Env::new(16, Assumptions::DEFAULT) };
    let (mut program, _) = lift::program(&kernel, &env);
    program.texts.clear();
    program
}

impl Seen {
    fn change(&mut self, program: &isotope_intel::KernelText, base: &(Inst, Program), field: &str, inst: Inst) {
        if inst == base.0 {
            return;
        }
        let name = inst.name().to_string();
        let other = lifted(program, inst);
        let shows = !other.refusals.is_empty() || other != base.1;
        self.changes += 1;
        *self.fields.entry((name, field.into())).or_insert(false) |= shows;
    }

    fn operand(&mut self, program: &isotope_intel::KernelText, base: &(Inst, Program), at: usize) {
        let inst = &base.0;
        let part = inst.form.parts[at];
        let with = |operand: Operand| {
            let mut changed = inst.clone();
            changed.operands[at] = operand;
            changed
        };
        let mut put = |what: &str, operand: Operand| {
            let field = if what.is_empty() { part.name.to_string() } else { format!("{} {what}", part.name) };
            self.change(program, base, &field, with(operand));
        };
        match (part.kind, inst.operands[at]) {
            (FieldKind::Names(names), _) => {
                for word in names.list {
                    put(&format!("`{}`", word.text), Operand::Number(word.value));
                }
            }
            (
                FieldKind::Number(_) | FieldKind::Hex(_) | FieldKind::Power | FieldKind::Fence(..),
                Operand::Number(n),
            ) => {
                put("", Operand::Number(n ^ 1));
                put("", Operand::Number(n + 2));
            }
            (FieldKind::Surface, _) => [0, 1, 5, 6].into_iter().for_each(|n| put("", Operand::Surface(n))),
            (_, Operand::General { var, row, col, region, modifier }) => {
                let make = |var, row, col, region, modifier| Operand::General { var, row, col, region, modifier };
                put("row", make(var, row + 1, col, region, modifier));
                put("element", make(var, row, col + 1, region, modifier));
                put("variable", make(var + 1, row, col, region, modifier));
                for other in [Type::F, Type::Df, Type::Uq, Type::Uw, Type::B, Type::Hf, Type::D, Type::Ud] {
                    let other = program.kernel.variables.iter().skip(32).position(|v| v.ty == other).unwrap() as u32;
                    put("type", make(32 + other, row, col, region, modifier));
                }
                for h in [1, 2, 4] {
                    let other =
                        if matches!(part.kind, FieldKind::Dst(_)) { Region::dst(h) } else { Region::src(8, 4, h) };
                    // A region with the same elements is only another spelling.
                    if (0..u32::from(inst.exec.size)).any(|i| other.element(i) != region.element(i)) {
                        put("region", make(var, row, col, other, modifier));
                    }
                }
                let modifiers: &[Modifier] = match part.kind {
                    FieldKind::Dst(_) if inst.form.row.text.contains("{.sat}") && part.name == "dst" => {
                        &[Modifier::Sat]
                    }
                    FieldKind::Dst(_) => &[],
                    _ => &[Modifier::Neg, Modifier::Abs, Modifier::NegAbs, Modifier::Not],
                };
                for m in modifiers {
                    put(&format!("{m:?}"), make(var, row, col, region, *m));
                }
            }
            (_, Operand::Imm { ty, value }) => {
                put("number", Operand::Imm { ty, value: value ^ 3 });
                put("type", Operand::Imm { ty: if ty == Type::F { Type::Ud } else { Type::F }, value });
            }
            (_, Operand::Raw { var, offset }) if var != 0 => {
                put("offset", Operand::Raw { var, offset: offset + 32 });
                put("variable", Operand::Raw { var: var + 1, offset });
                put("null", Operand::NULL);
            }
            (_, Operand::Address { id, offset, width }) => {
                put("element", Operand::Address { id, offset: offset + 1, width })
            }
            (_, Operand::Predicate(p)) => put("number", Operand::Predicate(Pred { id: 3 - p.id, ..p })),
            (_, Operand::Indirect { addr, addr_offset, offset, ty, region, modifier }) => {
                put("offset", Operand::Indirect { addr, addr_offset, offset: offset + 8, ty, region, modifier });
                let addr_offset = addr_offset + 1;
                put("element", Operand::Indirect { addr, addr_offset, offset, ty, region, modifier });
            }
            (_, Operand::Shape(shape)) => {
                for size in 1..=7 {
                    put("size", Operand::Shape(Shape { size, ..shape }));
                }
                // A single element has no order.
                if shape.elements != 1 || shape.channels != 0 {
                    put("order", Operand::Shape(Shape { transposed: !shape.transposed, ..shape }));
                }
                put("elements", Operand::Shape(Shape { elements: 4, ..shape }));
                if shape.channels != 0 {
                    put("channels", Operand::Shape(Shape { channels: shape.channels ^ 2, ..shape }));
                }
            }
            (_, Operand::Memory(memory)) => {
                for model in [Model::Flat, Model::Bss, Model::Ss, Model::Bti, Model::Arg] {
                    put("model", Operand::Memory(Memory { model, ..memory }));
                }
                for bits in [16, 32, 64] {
                    put("bits", Operand::Memory(Memory { bits, ..memory }));
                }
                put("scale", Operand::Memory(Memory { scale: memory.scale + 3, ..memory }));
                put("offset", Operand::Memory(Memory { offset: memory.offset + 16, ..memory }));
            }
            _ => {}
        }
    }

    fn line(&mut self, text: &str, declarations: &str) {
        let mut program = declared(declarations);
        let Ok(inst) = isotope_intel::parse(&mut program, Mode::Compat, text) else { return };
        let base = lifted(&program, inst.clone());
        if !base.refusals.is_empty() {
            return;
        }
        let base = (inst.clone(), base);
        self.lines += 1;
        if inst.form.has_exec() {
            let exec = inst.exec;
            for size in [1, 8, 16] {
                self.change(
                    &program,
                    &base,
                    "size",
                    Inst { exec: isotope_intel::Exec { size, ..exec }, ..inst.clone() },
                );
            }
            let mask = if exec.mask == 0 { 2 } else { 0 };
            self.change(&program, &base, "mask", Inst { exec: isotope_intel::Exec { mask, ..exec }, ..inst.clone() });
            self.change(
                &program,
                &base,
                "_NM",
                Inst { exec: isotope_intel::Exec { nm: !exec.nm, ..exec }, ..inst.clone() },
            );
        }
        if inst.form.has_pred() && !program.kernel.predicates.is_empty() {
            let pred = inst.pred.unwrap_or(Pred { id: 1, combine: Combine::Lane, invert: false });
            self.change(&program, &base, "predicate", Inst { pred: Some(pred), ..inst.clone() });
            let base = (
                Inst { pred: Some(pred), ..inst.clone() },
                lifted(&program, Inst { pred: Some(pred), ..inst.clone() }),
            );
            if base.1.refusals.is_empty() {
                let invert = Pred { invert: !pred.invert, ..pred };
                self.change(&program, &base, "predicate `!`", Inst { pred: Some(invert), ..inst.clone() });
                for combine in [Combine::Any, Combine::All] {
                    let combined = Inst { pred: Some(Pred { combine, ..pred }), ..inst.clone() };
                    self.change(&program, &base, "predicate `.any`, `.all`", combined);
                }
            }
        }
        for at in 0..inst.operands.len() {
            self.operand(&program, &base, at);
        }
    }
}

#[test]
fn every_field_counts() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/intel");
    let read = |name: &str| std::fs::read_to_string(format!("{folder}/{name}")).unwrap();
    let mut seen = Seen { fields: BTreeMap::new(), lines: 0, changes: 0 };
    for file in ["forms.tsv", "lsc.tsv"] {
        for line in read(file).lines() {
            seen.line(line.split('\t').nth(1).unwrap(), FORM_DECLARATIONS);
        }
    }
    for line in read("accepted.tsv").lines().step_by(9) {
        let columns: Vec<&str> = line.split('\t').collect();
        seen.line(&columns[0].replace("\\t", "\t").replace("\\n", "\n"), columns[3]);
    }
    assert!(seen.lines > 700 && seen.changes > 25_000, "{} lines, {} changes", seen.lines, seen.changes);
    let mut silent = Vec::new();
    for ((name, field), shows) in &seen.fields {
        if *shows {
            continue;
        }
        if !ROWS.iter().any(|row| row.declares(name, field)) {
            silent.push(format!("{name}: {field}"));
        }
    }
    assert!(silent.is_empty(), "these change nothing:\n{}", silent.join("\n"));
}
