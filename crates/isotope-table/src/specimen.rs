//! Example instructions for pages: the plainest instruction of a form, and its variations in one field.
use super::compile::{Form, Inst, MAX_FIELDS};
use super::row::{Field, FieldKind, NameStatus, Profiles};

/// Number of samples that are searched; and the number of those that are simplified.
const DRAWN: usize = 600;
/// Number of samples that are searched if the form has no other instruction to begin with.
const DRAWN_FIRST: usize = 20_000;
const TRIED: usize = 6;

/// An instruction that differs from the plainest one in a field.
#[derive(Clone, Copy, Debug)]
pub struct Variation {
    /// Position of the field.
    pub field: usize,
    /// Its bits.
    pub value: u64,
    /// The instruction.
    pub inst: Inst,
}

impl Form {
    /// The plainest instruction of the form that is accepted: each operand in different registers, small numbers, no optional syntax.
    pub fn specimen(&'static self, profile: Profiles, accepts: &dyn Fn(&Inst) -> bool) -> Option<Inst> {
        self.plainest(profile, accepts, None)
    }

    /// For each value of each field that is a name or a flag, the plainest instruction with it, if there is one.
    pub fn variations(
        &'static self,
        profile: Profiles,
        base: &Inst,
        accepts: &dyn Fn(&Inst) -> bool,
    ) -> Vec<Variation> {
        let mut all = Vec::new();
        for (field, of) in self.fields.iter().enumerate() {
            for value in values(of, profile) {
                if value == base.vals[field] {
                    continue;
                }
                let mut near = *base;
                near.vals[field] = value;
                let legal = |inst: &Inst| inst.violation(profile).is_none() && accepts(inst);
                let inst =
                    if legal(&near) { Some(near) } else { self.plainest(profile, accepts, Some((field, value))) };
                all.extend(inst.map(|inst| Variation { field, value, inst }));
            }
        }
        all
    }

    fn plainest(
        &'static self,
        profile: Profiles,
        accepts: &dyn Fn(&Inst) -> bool,
        pinned: Option<(usize, u64)>,
    ) -> Option<Inst> {
        let accepts = |inst: &Inst| inst.violation(profile).is_none() && accepts(inst);
        let mut plain = Inst { form: self, vals: [0; MAX_FIELDS] };
        // Codes of some predicates are inverted, so that 0 would mean no predicate.
        let mut predicates = 1;
        for (n, field) in self.fields.iter().enumerate() {
            plain.vals[n] = preferred(field, n, profile);
            if matches!(field.kind, FieldKind::Reg(_)) && field.len() <= 3 && field.name != "Pg" {
                plain.vals[n] = predicates;
                predicates += 1;
            }
        }
        let pin = |inst: &mut Inst| {
            if let Some((field, value)) = pinned {
                inst.vals[field] = value;
            }
        };
        pin(&mut plain);
        // A branch to itself has an instruction as target.
        let mut back = plain;
        for (n, field) in self.fields.iter().enumerate() {
            match (field.kind, field.len()) {
                (FieldKind::Own(..), 16) => back.vals[n] = 0xffff,
                // No register.
                (FieldKind::Own(..), 7) => back.vals[n] = 124,
                _ => {}
            }
        }
        for inst in [plain, back] {
            if accepts(&inst) {
                return Some(inst);
            }
        }
        let count = if pinned.is_some() { DRAWN } else { DRAWN_FIRST };
        let drawn = self.samples(profile, count).map(|mut inst| {
            pin(&mut inst);
            inst
        });
        let mut best: Option<(usize, Inst)> = None;
        for mut inst in drawn.filter(|inst| accepts(inst)).take(TRIED) {
            for _ in 0..2 {
                for n in 0..self.fields.len() {
                    let before = std::mem::replace(&mut inst.vals[n], plain.vals[n]);
                    if before != plain.vals[n] && !accepts(&inst) {
                        inst.vals[n] = before;
                    }
                }
            }
            let same = (0..self.fields.len()).filter(|n| inst.vals[*n] == plain.vals[*n]).count();
            if best.is_none_or(|(most, _)| same > most) {
                best = Some((same, inst));
            }
        }
        best.map(|(_, inst)| inst)
    }
}

/// The values that a page lists.
fn values(field: &Field, profile: Profiles) -> Vec<u64> {
    match field.kind {
        FieldKind::Flag => vec![0, 1],
        FieldKind::Names(names) => {
            let mut all: Vec<u64> = Vec::new();
            for name in names.list.iter().filter(|n| n.status == NameStatus::Ok && n.profiles & profile != 0) {
                if !all.contains(&name.value) {
                    all.push(name.value);
                }
            }
            all
        }
        _ => Vec::new(),
    }
}

fn preferred(field: &Field, n: usize, profile: Profiles) -> u64 {
    let ones = if field.is_empty() { 0 } else { u64::MAX >> (64 - field.len()) };
    // Groups of registers start at multiples of four.
    let register = 4 * (n as u64 + 1);
    let value = match field.kind {
        FieldKind::Names(names) => match names.entry(profile, field.default) {
            // A comparison that is never true is no example.
            Some(name) if name.text == "F" => {
                names.list.iter().find(|n| n.text == "LT").map_or(field.default, |n| n.value)
            }
            Some(name) if name.status == NameStatus::Ok => field.default,
            _ => names
                .list
                .iter()
                .find(|n| n.status == NameStatus::Ok && n.profiles & profile != 0)
                .map_or(0, |n| n.value),
        },
        FieldKind::Reg(_) | FieldKind::Pair(_) | FieldKind::Sized(_) | FieldKind::List(_) => match field.len() {
            // The guard, which is optional.
            0..=3 => field.default,
            _ => register,
        },
        FieldKind::Own(operand, _) => {
            let tried = if field.len() > 9 { [4; 5] } else { [256 + register, register, field.default, 4, 0] };
            tried.into_iter().find(|v| *v <= ones && operand.valid(profile, *v)).unwrap_or(field.default)
        }
        // A branch to itself.
        FieldKind::Target => (-8_i64) as u64,
        FieldKind::Int(_) if field.default != 0 => field.default,
        FieldKind::Int(_) => 16,
        FieldKind::Float(f) => 0x3fc0_0000_u64.checked_shl(f.width.saturating_sub(32).into()).unwrap_or(0) >> f.shift,
        _ => field.default,
    };
    value & ones
}
