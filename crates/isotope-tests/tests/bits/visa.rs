//! vISA: every bit of the bytes of an instruction, from its opcode to its last operand.

use std::collections::HashSet;
use std::sync::LazyLock;

use isotope_intel::form::FieldKind;
use isotope_intel::inst::{Combine, Inst, Operand, Pred};
use isotope_intel::lift::ignored::ROWS;
use isotope_intel::{FORMS, Form, sample};
use isotope_ir::program::Program;

use super::{Flip, Tally, executes};

/// Number of instructions that are tested per form.
const BASES: usize = 8;

fn lifted(inst: &Inst) -> Result<Program, String> {
    let label = inst.operands.iter().any(|operand| matches!(operand, Operand::Label(_)));
    let program = if label { sample::labelled(inst.clone()) } else { sample::program([inst.clone()]) };
    executes(program, 0)
}

fn bytes(inst: &Inst) -> Vec<u8> {
    let mut bytes = Vec::new();
    isotope_intel::encode(inst, &mut bytes);
    bytes
}

/// Instructions of a form that execute, with and without a predicate, with different values of named fields.
fn bases(form: &'static Form) -> Vec<Inst> {
    let words = |inst: &Inst| -> Vec<Operand> {
        let word = |(part, _): &(&isotope_intel::form::Field, &Operand)| matches!(part.kind, FieldKind::Names(_));
        form.parts.iter().zip(&inst.operands).filter(word).map(|(_, operand)| *operand).collect()
    };
    let mut seen: HashSet<String> = HashSet::new();
    let mut all = Vec::new();
    for inst in sample::instructions(form) {
        let pred =
            (all.len() % 2 == 1 && form.has_pred()).then_some(Pred { id: 1, combine: Combine::Lane, invert: false });
        let inst = Inst { pred, ..inst };
        let decoded = isotope_intel::decode(&bytes(&inst));
        let same = decoded.is_ok_and(|(again, _)| again == inst);
        if same && seen.insert(format!("{:?} {:?}", words(&inst), pred)) && lifted(&inst).is_ok() {
            all.push(inst);
        }
        if all.len() == BASES {
            break;
        }
    }
    all
}

/// The differences between two instructions, by the names in the rows.
fn differences(a: &Inst, b: &Inst) -> Vec<String> {
    let mut all = Vec::new();
    let mut add = |differs: bool, what: String| all.extend(differs.then_some(what));
    add(a.exec != b.exec, "exec".into());
    add(a.pred != b.pred, "pred".into());
    for (n, part) in a.form.parts.iter().enumerate() {
        let (x, y) = (a.operands[n], b.operands[n]);
        if x == y {
            continue;
        }
        let name = part.name;
        match (x, y) {
            (Operand::Number(x), Operand::Number(y)) if matches!(part.kind, FieldKind::Names(_)) => {
                for value in [x, y] {
                    add(true, format!("{name} `{}`", a.form.word(name, value).unwrap_or("")));
                }
            }
            (
                Operand::General { var: v, row: r, col: c, region: g, modifier: m },
                Operand::General { var, row, col, region, modifier },
            ) => {
                add(v != var, format!("{name} variable"));
                add(r != row, format!("{name} row"));
                add(c != col, format!("{name} element"));
                let same = (0..a.exec.size.into()).all(|i| g.element(i) == region.element(i));
                add(g != region, format!("{name} region{}", if same { " of the same elements" } else { "" }));
                add(m != modifier, format!("{name} {:?}", if m == Default::default() { modifier } else { m }));
            }
            (Operand::Shape(x), Operand::Shape(y)) => {
                add(x.size != y.size, format!("{name} size"));
                add(x.transposed != y.transposed, format!("{name} order"));
                add(x.elements != y.elements, format!("{name} elements"));
                add(x.channels != y.channels, format!("{name} channels"));
            }
            (Operand::Address { width: w, .. }, Operand::Address { width, .. }) => {
                add(w != width, format!("{name} width"));
                add(w == width, format!("{name} element"));
            }
            (Operand::Raw { var: v, .. }, Operand::Raw { var, .. }) => {
                add(v != var, format!("{name} variable"));
                add(v == var, format!("{name} offset"));
            }
            _ => add(true, name.into()),
        }
    }
    all
}

fn tally() -> Tally {
    let mut tally = Tally::default();
    for form in FORMS.iter() {
        let form = FORMS.named(form.name()).find(|other| other.index == form.index).unwrap();
        let all = bases(form);
        if all.is_empty() {
            tally.stopped += 1;
            continue;
        }
        tally.forms += 1;
        let opcode = 8 * form.row.code.len();
        let longest = all.iter().map(|inst| 8 * bytes(inst).len()).max().unwrap();
        let mut most: Vec<Option<Flip>> = vec![None; longest];
        for inst in &all {
            let (word, base) = (bytes(inst), lifted(inst).unwrap());
            for bit in opcode..8 * word.len() {
                let mut flipped = word.clone();
                flipped[bit / 8] ^= 1 << (bit % 8);
                // Space for operands that become longer.
                let len = flipped.len();
                flipped.extend([0; 16]);
                tally.tried += 1;
                let flip = match isotope_intel::decode(&flipped) {
                    Ok((other, size)) if other.form.index == form.index && size == len => match lifted(&other) {
                        Err(why) => {
                            tally.stop(form.name(), &why);
                            Flip::Stops
                        }
                        Ok(program) if program != base => Flip::Consumed,
                        Ok(_) => {
                            let mut differences = differences(inst, &other);
                            if differences.is_empty() {
                                differences.push("bits that decoding drops".into());
                            }
                            let declared =
                                differences.iter().any(|what| ROWS.iter().any(|row| row.declares(form.name(), what)));
                            if !declared {
                                let what = differences.first().map_or("bits that decoding drops", |what| what);
                                tally.silent(form.name(), what, || format!("{inst:?} bit {bit}: {other:?}"));
                            }
                            Flip::Ignored
                        }
                    },
                    _ => Flip::Elsewhere,
                };
                most[bit] = most[bit].max(Some(flip));
            }
        }
        tally.fixed += opcode;
        tally.add(most.into_iter().flatten());
    }
    tally
}

/// Intel's instruction set.
pub static TALLY: LazyLock<Tally> = LazyLock::new(tally);

#[test]
fn no_bit_of_visa_is_silent() {
    TALLY.check("vISA", 100);
}
