//! Random instructions of a form that cover its names, flags and register rules.
use super::compile::{Form, Inst, MAX_FIELDS};
use super::row::{Field, FieldKind, NameStatus, Profiles};
use isotope_op::random::Random;

impl Form {
    /// `count` instructions, the same for every call. Some break rules of the row, and some encode to bits that decode to
    /// another form.
    pub fn samples(&'static self, profile: Profiles, count: usize) -> impl Iterator<Item = Inst> {
        let mut random = Random(1);
        let mut legal: Option<Inst> = None;
        (0..count).map(move |n| {
            let mut inst = Inst { form: self, vals: [0; MAX_FIELDS] };
            match legal {
                // One change away from an instruction that breaks no rule.
                Some(near) if n % 2 == 1 && !self.fields.is_empty() => {
                    inst = near;
                    let at = random.draw() as usize % self.fields.len();
                    inst.vals[at] = draw(&mut random, profile, &self.fields[at]);
                }
                _ => {
                    for (val, field) in inst.vals.iter_mut().zip(&self.fields) {
                        *val = draw(&mut random, profile, field);
                    }
                }
            }
            if inst.violation(profile).is_none() {
                legal = Some(inst);
            }
            inst
        })
    }
}

fn draw(random: &mut Random, profile: Profiles, field: &Field) -> u64 {
    let any = if field.is_empty() { 0 } else { random.draw() >> (64 - field.len().min(64)) };
    let ones = u64::MAX.checked_shr(64 - field.len()).unwrap_or(0);
    let value = match field.kind {
        FieldKind::Names(names) => {
            let known = names.list.iter().filter(|n| n.status == NameStatus::Ok && n.profiles & profile != 0);
            let values: Vec<u64> = known.map(|n| n.value).collect();
            // Sometimes a value that the documents do not define.
            if values.is_empty() || random.draw().is_multiple_of(4) { any } else { random.pick(&values) }
        }
        // Often a register at which every group may start.
        FieldKind::Reg(_) | FieldKind::Pair(_) | FieldKind::Sized(_) | FieldKind::List(_) => {
            random.pick(&[0, 4, 8, 12, 2, 1, ones, any])
        }
        FieldKind::Own(operand, _) => {
            let tried = [random.pick(&[0, 4, 256, 260]) & ones, any, random.draw() & ones, random.draw() & ones];
            tried.into_iter().find(|v| operand.valid(profile, *v)).unwrap_or(any)
        }
        FieldKind::Int(_) | FieldKind::Target => random.pick(&[0, 0, 0, 4, 8, 1, ones, any]),
        _ => any,
    };
    value & ones
}
