//! Mnemonics with their dot words, remembered: compilers write a few of them again and again, and what they say is known before
//! anything else of the line is read.
use super::super::codec::{Code, exec_byte, pred_bits, store};
use super::super::form::{FORMS, FieldKind, Form, Piece, Stored};
use super::super::inst::{Exec, Inst, Operand};
use super::super::legal::Case;
use super::super::scope::Scope;
use super::super::text::Cursor;
use super::{Draft, Mode, Reader, any_exec, plain_exec, predicate};

/// Mnemonics that are remembered: a power of two of them.
const MANY: usize = 512;
/// How many places one may have.
const NEAR: usize = 8;

/// What mnemonics with dot words stood for in lines of one mode and generation.
pub(in super::super) struct Recall {
    mode: Mode,
    known: Vec<Option<Known>>,
}

/// What one of them says.
pub(in super::super) struct Known {
    text: [u64; 3],
    form: &'static Form,
    /// What is to be read behind it.
    steps: Vec<Step>,
    /// What the operands are before that.
    operands: Vec<Operand>,
    /// What the instruction has to keep, if anything.
    case: Option<&'static Case>,
    /// What is written.
    head: Head,
    bytes: Vec<Bytes>,
}

/// The first few bytes of an instruction: its opcode, and what follows of what the mnemonic, lanes and predicate say.
#[derive(Clone, Copy, Default)]
struct Head {
    bytes: u64,
    len: usize,
    /// How far execution and predicate are shifted up; out of all bytes where the instruction does not say them here.
    exec: u32,
    pred: u32,
}

/// A piece of text.
#[derive(Clone, Copy)]
enum Step {
    Literal(u8),
    Exec,
    /// A raw operand.
    Raw(usize),
    /// Another operand.
    Part(usize),
}

/// A piece of the instruction's bytes.
#[derive(Clone, Copy)]
enum Bytes {
    /// The first few of these.
    Known([u8; 8], usize),
    /// A raw operand.
    Raw(usize),
    /// Another piece.
    Other(&'static Stored),
}

/// Where a mnemonic is remembered.
#[inline]
fn place(text: [u64; 3]) -> usize {
    let mixed = text[0].rotate_left(27) ^ text[1].rotate_left(9) ^ text[2];
    (mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as usize % MANY
}

impl Recall {
    pub fn new(mode: Mode) -> Recall {
        Recall { mode, known: (0..MANY + NEAR).map(|_| None).collect() }
    }

    /// Reads an instruction, as [`Draft::read_plain`] does. Nothing where its mnemonic is not known, and where something is wrong: that
    /// way says what.
    #[inline]
    pub fn read<S: Scope>(&self, draft: &mut Draft, scope: &mut S, mut text: Cursor) -> Option<&Known> {
        let pred = if text.peek() == Some(b'(') { Some(predicate(scope, &mut text).ok()?) } else { None };
        text.skip();
        let (dotted, len) = text.dotted()?;
        let known = self.near(dotted)?;
        let form = known.form;
        if pred.is_some() && !form.has_pred() {
            return None;
        }
        text.at += len;
        draft.inst.form = form;
        draft.inst.exec = Exec::ONE;
        draft.inst.pred = pred;
        draft.inst.operands.clear();
        draft.inst.operands.extend_from_slice(&known.operands);
        let mut reader = Reader { scope, mode: self.mode, form, draft };
        for step in &known.steps {
            text.skip();
            let i = match *step {
                Step::Literal(c) => {
                    if text.next() != Some(c) {
                        return None;
                    }
                    text.at += 1;
                    continue;
                }
                Step::Exec => {
                    reader.draft.inst.exec = match plain_exec(&mut text) {
                        Some(exec) => exec,
                        None => {
                            let mut rest = text;
                            let exec = any_exec(&mut rest).ok()?;
                            text = rest;
                            exec
                        }
                    };
                    continue;
                }
                Step::Raw(i) => {
                    if let Some((var, offset)) = reader.plain_raw(&mut text) {
                        *reader.draft.inst.operands.get_mut(i)? = Operand::Raw { var, offset };
                        continue;
                    }
                    i
                }
                Step::Part(i) => i,
            };
            let mut rest = text;
            let operand = reader.part(&mut rest, i).ok()?;
            text = rest;
            *reader.draft.inst.operands.get_mut(i)? = operand;
        }
        let kept = text.done() && known.case.is_none_or(|case| case.holds(reader.scope, &reader.draft.inst));
        kept.then_some(known)
    }

    /// What is known of a mnemonic.
    #[inline]
    fn near(&self, dotted: [u64; 3]) -> Option<&Known> {
        let near = self.known.get(place(dotted)..)?.first_chunk::<NEAR>()?;
        near.iter().map_while(Option::as_ref).find(|known| known.text == dotted)
    }

    /// Remembers the mnemonic of an instruction that was read from a text.
    #[cold]
    pub fn learn(&mut self, draft: &Draft, scope: &impl Scope, text: &Cursor) {
        let (inst, spans) = (&draft.inst, &draft.spans);
        let form = inst.form;
        let dots: Vec<usize> =
            form.read.iter().map_while(|piece| if let Piece::Dot(i, _) = piece { Some(*i) } else { None }).collect();
        let steps = form.read[dots.len()..].iter().map(|piece| match *piece {
            Piece::Literal(c) => Some(Step::Literal(c)),
            Piece::Exec => Some(Step::Exec),
            Piece::Field(i) => match form.parts[i].kind {
                // They are read with others beside them.
                FieldKind::Address | FieldKind::Coordinates => None,
                FieldKind::Raw | FieldKind::Bare => Some(Step::Raw(i)),
                _ => Some(Step::Part(i)),
            },
            Piece::Space | Piece::Sat | Piece::Dot(..) => None,
        });
        let alone = FORMS.mnemonics().forms(form.name().as_bytes()).len() == 1;
        let steps: Option<Vec<Step>> = steps.collect();
        let (Some(steps), true, Some((dotted, len))) = (steps, alone, text.from(spans.name.start).dotted()) else {
            return;
        };
        let mut operands = form.absent.clone();
        dots.iter().for_each(|i| operands[*i] = inst.operands[*i]);
        let end = dots.iter().map(|i| spans.operands[*i].end).fold(spans.name.end, usize::max);
        let Ok(case) = super::super::legal::case(self.mode, scope.generation(), inst) else { return };
        // A word of the mnemonic may stand apart. What is known already had something else that is not plain behind it.
        if end != spans.name.start + len || self.near(dotted).is_some() {
            return;
        }
        let (head, bytes) = bytes(inst, &dots);
        let known = Known { text: dotted, form, steps, operands, case, head, bytes };
        let first = place(dotted);
        let free = (first..first + NEAR).find(|at| self.known[*at].is_none()).unwrap_or(first);
        self.known[free] = Some(known);
    }
}

/// How an instruction's bytes are written, of which the parts that are dot words are known.
fn bytes(inst: &Inst, dots: &[usize]) -> (Head, Vec<Bytes>) {
    let form = inst.form;
    let mut head = Head { exec: u64::BITS, pred: u64::BITS, ..Head::default() };
    let mut all: Vec<Bytes> = Vec::new();
    let known = |head: &mut Head, all: &mut Vec<Bytes>, byte: u8| match all.last_mut() {
        None if head.len < size_of_val(&head.bytes) => {
            head.bytes |= u64::from(byte) << (8 * head.len);
            head.len += 1;
        }
        Some(Bytes::Known(bytes, len)) if *len < bytes.len() => {
            bytes[*len] = byte;
            *len += 1;
        }
        _ => all.push(Bytes::Known([byte, 0, 0, 0, 0, 0, 0, 0], 1)),
    };
    form.row.code.iter().for_each(|byte| known(&mut head, &mut all, *byte));
    for stored in &form.bytes {
        let fixed = match stored {
            Stored::Fixed(_) => true,
            Stored::Field(i) => dots.contains(i),
            Stored::Bits(fields) => fields.iter().all(|(i, _)| dots.contains(i)),
            Stored::Exec | Stored::Exec3 | Stored::Pred => false,
        };
        let first = all.is_empty();
        match stored {
            _ if fixed => {
                let mut code = Code::default();
                store(inst, stored, &mut code);
                code.bytes().iter().for_each(|byte| known(&mut head, &mut all, *byte));
            }
            Stored::Exec if first && head.exec == u64::BITS && head.len < 8 => {
                head.exec = 8 * head.len as u32;
                head.len += 1;
            }
            Stored::Pred if first && head.pred == u64::BITS && head.len < 7 => {
                head.pred = 8 * head.len as u32;
                head.len += 2;
            }
            Stored::Field(i) if matches!(form.parts[*i].kind, FieldKind::Raw | FieldKind::Bare) => {
                all.push(Bytes::Raw(*i))
            }
            _ => all.push(Bytes::Other(stored)),
        }
    }
    (head, all)
}

impl Known {
    /// Appends the bytes of an instruction that was read with this.
    #[inline]
    pub fn encode(&self, inst: &Inst, out: &mut Code) {
        let Head { bytes, len, exec, pred } = self.head;
        let exec = u64::from(exec_byte(inst.exec)).unbounded_shl(exec);
        let pred = u64::from(pred_bits(inst.pred)).unbounded_shl(pred);
        out.some((bytes | exec | pred).to_le_bytes(), len);
        for bytes in &self.bytes {
            match *bytes {
                Bytes::Known(bytes, len) => out.some(bytes, len),
                Bytes::Raw(i) => {
                    if let Some(Operand::Raw { var, offset }) = inst.operands.get(i) {
                        out.raw(*var, *offset);
                    }
                }
                Bytes::Other(stored) => store(inst, stored, out),
            }
        }
    }
}
