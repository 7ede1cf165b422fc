//! Decode plans for decoding and encoding.

use super::Shared;
use super::rules::Rules;
use super::shape::Shape;
use crate::compile::{Form, Inst};
use crate::row::{FieldKind, Operand, Profiles, RegFile, Span};

/// The position of a field's bits.
#[derive(Clone, Copy)]
struct Bits {
    word: u8,
    lo: u8,
    mask: u64,
}

impl Bits {
    fn new(at: Span) -> Bits {
        let mask = u64::MAX.checked_shr(64 - u32::from(at.len)).unwrap_or(0);
        Bits { word: (at.lo / 64) as u8, lo: (at.lo % 64) as u8, mask }
    }

    fn crosses(at: Span) -> bool {
        u32::from(at.lo) % 64 + u32::from(at.len) > 64
    }

    #[inline(always)]
    fn get(self, words: &[u64]) -> u64 {
        words.get(self.word as usize).map_or(0, |word| word >> self.lo & self.mask)
    }

    #[inline(always)]
    fn put(self, words: &mut [u64], value: u64) {
        if let Some(word) = words.get_mut(self.word as usize) {
            *word |= (value & self.mask) << self.lo;
        }
    }
}

/// A field in one or two pieces, each within one 64-bit word.
struct Place {
    low: Bits,
    high: Bits,
    /// Bits of the low piece.
    len: u8,
    /// Low bits of the value that the field does not hold.
    shift: u8,
}

impl Place {
    /// The pieces of a field; a piece that crosses a word boundary becomes two.
    fn new(at: [Span; 2], shift: u8) -> Place {
        let [first, second] = at;
        let [first, second] = match (Bits::crosses(first), second.len) {
            (true, 0) => {
                let len = (64 - first.lo % 64) as u8;
                [Span { len, ..first }, Span { lo: first.lo + u16::from(len), len: first.len - len }]
            }
            _ => [first, second],
        };
        assert!(!Bits::crosses(first) && !Bits::crosses(second), "a field in more than two pieces");
        Place { low: Bits::new(first), high: Bits::new(second), len: first.len, shift }
    }

    #[inline(always)]
    fn get(&self, words: &[u64]) -> u64 {
        let mut value = self.low.get(words);
        if self.high.mask != 0 {
            value |= self.high.get(words) << self.len;
        }
        value << self.shift
    }

    #[inline(always)]
    fn put(&self, words: &mut [u64], value: u64) {
        let bits = value >> self.shift;
        self.low.put(words, bits);
        if self.high.mask != 0 {
            self.high.put(words, bits >> self.len);
        }
    }
}

/// Fields that can select the literal after the instruction, each with the value that selects it.
type Asking = Vec<(u8, u64)>;

/// A test that the value of a field is valid.
enum Check {
    Any,
    /// Mask of the values below 64 that have a name.
    Named(u64),
    Names(&'static crate::row::Names),
    Own(&'static dyn Operand),
    Register(&'static RegFile),
    /// The register of each value below 256; [`NONE`] for an invalid value.
    Registers(&'static [u16; 256]),
}

/// No register.
const NONE: u16 = u16::MAX;

/// The decode plan of a form's fields.
pub struct Pulls {
    fields: Vec<(Place, Check)>,
    /// The literal, if it follows the instruction, and the fields and values that select it.
    literal: Option<(u8, Asking)>,
    counted: bool,
    /// The rules that the encoding itself enforces.
    hard: Rules,
}

impl Pulls {
    /// The plan of a form; forms of the same shape share it.
    pub fn of(form: &'static Form, profile: Profiles) -> &'static Pulls {
        static ALL: Shared<(Shape, Profiles), Pulls> = Shared::new();
        ALL.get((Shape(form), profile), || Pulls::new(form, profile))
    }

    fn new(form: &'static Form, profile: Profiles) -> Pulls {
        let check = |kind: FieldKind, len: u32| match kind {
            FieldKind::Names(names) if names.fallback.is_none() && len <= 6 => {
                let values = 0..1u64 << len;
                let named = values.filter(|v| names.entry(profile, *v).is_some()).fold(0, |all, v| all | 1 << v);
                if named == u64::MAX >> (64 - (1 << len)) { Check::Any } else { Check::Named(named) }
            }
            FieldKind::Names(names) if names.fallback.is_none() => Check::Names(names),
            FieldKind::Own(operand, _) => Check::Own(operand),
            FieldKind::Reg(file) if form.layout.style.groups => match file.ranges {
                [(0, last, prefix)]
                    if (1u64 << len) + u64::from(file.count) <= *last + 2
                        && (file.count < 2 || !form.layout.style.aligned.contains(prefix)) =>
                {
                    Check::Any
                }
                _ if len <= 8 => Check::Registers(admitted(file, form.layout.style.aligned)),
                _ => Check::Register(file),
            },
            _ => Check::Any,
        };
        let field = |field: &crate::row::Field| {
            let len = field.len();
            // A shifted value has more bits.
            (Place::new(field.at, field.shift), check(field.kind, len + u32::from(field.shift)))
        };
        Pulls {
            fields: form.fields.iter().map(field).collect(),
            literal: form.behind().map(|i| (i, form.asking())),
            counted: !form.sized.is_empty(),
            hard: Rules::new(form, true),
        }
    }

    /// Decodes the words into an instruction of the form; `None` if they are no such instruction.
    #[inline]
    pub fn decode(&self, profile: Profiles, words: &[u64], inst: &mut Inst) -> Option<()> {
        for (val, (place, check)) in inst.vals.iter_mut().zip(&self.fields) {
            *val = place.get(words);
            match check {
                Check::Any => {}
                Check::Named(named) => {
                    if named >> (*val & 63) & 1 == 0 {
                        return None;
                    }
                }
                Check::Names(names) => drop(names.entry(profile, *val)?),
                Check::Own(operand) => {
                    if !operand.valid(profile, *val) {
                        return None;
                    }
                }
                Check::Registers(admitted) => match admitted[*val as u8 as usize] {
                    NONE => return None,
                    number => *val = number.into(),
                },
                Check::Register(file) => *val = file.admits(inst.form.layout.style.aligned, *val, file.count.into())?,
            }
        }
        // The following bits belong to the next instruction unless an operand selects the literal.
        if let Some((i, asking)) = &self.literal
            && !asking.iter().any(|(f, code)| inst.vals[*f as usize] == *code)
        {
            inst.vals[*i as usize] = 0;
        }
        if self.counted && !inst.counted() {
            return None;
        }
        self.hard.hold(inst).then_some(())
    }
}

/// The register for each value of a field.
fn admitted(file: &'static RegFile, aligned: &'static [&'static str]) -> &'static [u16; 256] {
    static ALL: Shared<(usize, usize), [u16; 256]> = Shared::new();
    let number = |value: usize| file.admits(aligned, value as u64, file.count.into());
    let key = (std::ptr::from_ref(file) as usize, aligned.as_ptr() as usize);
    ALL.get(key, || std::array::from_fn(|value| number(value).map_or(NONE, |number| number as u16)))
}

/// A field in one piece, or one of two pieces, in few bytes: its bits, their destination, and the right shift of its value.
struct Piece {
    mask: u64,
    field: u8,
    word: u8,
    lo: u8,
    shift: u8,
}

/// The encode plan of a form's fields.
pub struct Puts {
    /// Fields in one piece.
    simple: Vec<Piece>,
    /// The other fields.
    fields: Vec<(u8, Place)>,
    /// The literal after the instruction, the fields and values that select it, its position, and its length.
    literal: Option<(u8, Asking, Place, u32)>,
}

impl Puts {
    /// The plan of a form.
    pub fn new(form: &Form) -> Puts {
        let places = form.fields.iter().map(|field| Place::new(field.at, field.shift));
        let behind = form.behind();
        let (mut simple, mut fields) = (Vec::new(), Vec::new());
        for (place, f) in places.zip(0..) {
            if Some(f) == behind {
            } else if place.high.mask == 0 {
                let (Bits { word, lo, mask }, shift) = (place.low, place.shift);
                simple.push(Piece { mask, field: f, word, lo, shift });
            } else {
                fields.push((f, place));
            }
        }
        let behind = behind.map(|i| {
            let field = &form.fields[i as usize];
            (i, form.asking(), Place::new(field.at, field.shift), field.len())
        });
        Puts { simple, fields, literal: behind }
    }

    /// Number of bits of the literal after the instruction.
    #[inline]
    pub fn literal(&self, inst: &Inst) -> u32 {
        match &self.literal {
            Some((_, asking, _, bits)) if asking.iter().any(|(f, code)| inst.vals[*f as usize] == *code) => *bits,
            _ => 0,
        }
    }

    /// Writes the fields into words that have zeros in their places; returns the number of bits of the literal after the instruction.
    #[inline]
    pub fn encode(&self, inst: &Inst, words: &mut [u64]) -> u32 {
        let value = |f: u8| inst.vals.get(f as usize).copied().unwrap_or(0);
        let bits = |piece: &Piece| {
            (value(piece.field).wrapping_shr(piece.shift.into()) & piece.mask).wrapping_shl(piece.lo.into())
        };
        if let [word] = words {
            self.simple.iter().for_each(|piece| *word |= bits(piece));
        } else {
            for piece in &self.simple {
                if let Some(word) = words.get_mut(usize::from(piece.word)) {
                    *word |= bits(piece);
                }
            }
        }
        for (f, place) in &self.fields {
            place.put(words, value(*f));
        }
        let bits = self.literal(inst);
        if let Some((f, _, place, _)) = &self.literal
            && bits != 0
        {
            place.put(words, value(*f));
        }
        bits
    }
}

impl Form {
    /// The literal, if it follows the instruction.
    fn behind(&self) -> Option<u8> {
        self.literal.filter(|i| self.fields[*i as usize].at[0].lo >= self.row.bits)
    }

    /// The fields that can select the literal, each with the value that selects it.
    fn asking(&self) -> Asking {
        let code = |(f, field): (usize, &crate::row::Field)| {
            let code = match field.kind {
                FieldKind::Reg(file) => file.literal.map(|(code, _)| code),
                FieldKind::Own(operand, _) => operand.literal(),
                _ => None,
            };
            code.map(|code| (f as u8, code))
        };
        self.fields.iter().enumerate().filter_map(code).collect()
    }
}
