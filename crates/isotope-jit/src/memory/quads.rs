//! Loads and stores of four lanes at once: words are moved as vectors, though lanes go anywhere.

use cranelift_codegen::ir::{InstBuilder, Value, types};
use cranelift_frontend::FunctionBuilder;
use isotope_ir::effect::{LANES, Slot, Space};

use super::serve::Data;
use super::{Addresses, Lane, Places};
use crate::code::{Emit, Strip, ins};
use crate::segment::has_rows;
use crate::unit::{Writer, plain, unaligned};

impl Addresses<'_> {
    /// Whether words of four lanes are moved as vectors: of an access of this size, where no other host thread uses the memory.
    pub(super) fn by_quads(&self, w: &Writer<'_, '_, '_>) -> bool {
        self.access.bytes >= 4 && !self.is_shared(w)
    }

    /// Whether code tests if four lanes go to consecutive words, or all to the same. In groups with short rows, neighbouring lanes do so
    /// though not the whole wave does.
    fn looks(&self, w: &Writer<'_, '_, '_>) -> bool {
        match self.access.space {
            Space::Shared | Space::Wave => true,
            Space::Private => false,
            _ => !has_rows(w.dispatch),
        }
    }

    /// Loads in four lanes.
    pub(super) fn load_four(&self, w: &Writer<'_, '_, '_>, (places, first): (Places, Lane), Slot(dst): Slot) {
        let e = w.emit;
        let address = |lane: u32| places.at(w, first.behind(w, lane));
        let whole = |lane: u32| ins!(e, load(types::I32X4, unaligned(), address(lane), 0));
        let word = |lane: u32| ins!(e, load(types::I32, plain(), address(lane), 0));
        let apart = || match self.words() {
            1 => {
                let all = ins!(e, scalar_to_vector(types::I32X4, word(0)));
                let with = |all: Value, lane: u8| {
                    let word = word(lane.into());
                    ins!(e, insertlane(all, word, lane))
                };
                vec![(1..4).fold(all, with)]
            }
            4 => transposed(e, [0, 1, 2, 3].map(whole)).to_vec(),
            words => {
                let lanes = [0, 1, 2, 3].map(|lane| {
                    let address = address(lane);
                    let low = ins!(e, load(types::I64, unaligned(), address, 0));
                    let low = e.cast(types::I32X4, ins!(e, scalar_to_vector(types::I64X2, low)));
                    if words == 2 {
                        return low;
                    }
                    let third = ins!(e, load(types::I32, plain(), address, 8));
                    ins!(e, insertlane(low, third, 2u8))
                });
                transposed(e, lanes)[..words as usize].to_vec()
            }
        };
        let same = || match self.words() {
            1 => vec![ins!(e, splat(types::I32X4, word(0)))],
            _ => {
                let whole = whole(0);
                [0, 1, 2, 3].map(|word| e.shuffle(whole, whole, [word; 4])).to_vec()
            }
        };
        let values = match self.words() {
            1 | 4 if self.looks(w) => {
                let row = || vec![whole(0)];
                self.choose(w, (places, first), &row, Some(&same), &apart)
            }
            _ => apart(),
        };
        for (word, value) in (0..).zip(values) {
            let to = 4 * (dst + word * LANES as u32) as i32;
            ins!(e, store(plain(), value, first.registers(w), to));
        }
    }

    /// Stores in four lanes; returns bits that are set if memory changed, as a vector.
    pub(super) fn store_four(
        &self,
        w: &Writer<'_, '_, '_>,
        (places, first): (Places, Lane),
        values: &[Data],
        one: impl Fn(Lane, Value) -> Value,
    ) -> Value {
        let e = w.emit;
        let address = |lane: u32| places.at(w, first.behind(w, lane));
        let strip = |word: usize| Strip(e).value(values[word].strip_at(w, first));
        if self.words() == 1 {
            let apart = || {
                let lanes = [0, 1, 2, 3].map(|lane| one(first.behind(w, lane), address(lane)));
                let bits = lanes.into_iter().reduce(|a, b| ins!(e, bor(a, b))).expect("there are lanes");
                vec![ins!(e, scalar_to_vector(types::I32X4, bits))]
            };
            let row = || {
                let (value, address) = (strip(0), address(0));
                let before = ins!(e, load(types::I32X4, unaligned(), address, 0));
                ins!(e, store(unaligned(), value, address, 0));
                vec![ins!(e, bxor(before, value))]
            };
            return match self.looks(w) {
                true => self.choose(w, (places, first), &row, None, &apart)[0],
                false => apart()[0],
            };
        }
        let (ty, lanes): (_, [Value; 4]) = match self.words() {
            2 => {
                let pairs = e.wide(strip(0), strip(1));
                let lane = |lane: usize| e.with(|b| b.ins().extractlane(pairs[lane / 2], (lane % 2) as u8));
                (types::I64, std::array::from_fn(lane))
            }
            _ => (types::I32X4, transposed(e, [0, 1, 2, 3].map(strip))),
        };
        let changed = [0, 1, 2, 3].map(|lane| {
            let (value, address) = (lanes[lane], address(lane as u32));
            let before = ins!(e, load(ty, unaligned(), address, 0));
            ins!(e, store(unaligned(), value, address, 0));
            ins!(e, bxor(before, value))
        });
        let bits = changed.into_iter().reduce(|a, b| ins!(e, bor(a, b))).expect("there are lanes");
        match ty {
            types::I64 => e.cast(types::I32X4, ins!(e, scalar_to_vector(types::I64X2, bits))),
            _ => bits,
        }
    }

    /// The values of `row` where four lanes go to consecutive words, of `same` where all go to the same, of `apart` elsewhere.
    fn choose(
        &self,
        w: &Writer<'_, '_, '_>,
        (places, first): (Places, Lane),
        row: &dyn Fn() -> Vec<Value>,
        same: Option<&dyn Fn() -> Vec<Value>>,
        apart: &dyn Fn() -> Vec<Value>,
    ) -> Vec<Value> {
        let e = w.emit;
        let numbers = ins!(e, load(types::I32X4, plain(), first.frame, places.numbers));
        let further = ins!(e, isub(numbers, e.shuffle(numbers, numbers, [0; 4])));
        let done = e.with(FunctionBuilder::create_block);
        let mut given = 0;
        let mut end = |values: Vec<Value>| {
            if given == 0 {
                values.iter().for_each(|_| {
                    e.with(|b| b.append_block_param(done, types::I32X4));
                });
            }
            given = values.len();
            let args: Vec<_> = values.into_iter().map(Into::into).collect();
            e.with(|b| b.ins().jump(done, &args));
        };
        // Goes on in the block of the case that lanes are not as far from the first one as these.
        let mut case = |by: [u32; 4], values: &dyn Fn() -> Vec<Value>| {
            let [is, not] = std::array::from_fn(|_| e.with(FunctionBuilder::create_block));
            let differ = ins!(e, vany_true(ins!(e, bxor(further, e.vector(by)))));
            e.with(|b| b.ins().brif(differ, not, &[], is, &[]));
            e.with(|b| b.switch_to_block(is));
            end(values());
            e.with(|b| b.switch_to_block(not));
        };
        if self.words() == 1 && places.up <= 2 {
            case([0, 4, 8, 12].map(|by| by >> places.up), row);
        }
        if let Some(same) = same {
            case([0; 4], same);
        }
        end(apart());
        e.with(|b| b.switch_to_block(done));
        e.with(|b| b.block_params(done).to_vec())
    }
}

/// Four vectors of four words each, with rows and columns exchanged.
fn transposed(e: &Emit<'_>, [a, b, c, d]: [Value; 4]) -> [Value; 4] {
    let low = [e.shuffle(a, b, [0, 4, 1, 5]), e.shuffle(c, d, [0, 4, 1, 5])];
    let high = [e.shuffle(a, b, [2, 6, 3, 7]), e.shuffle(c, d, [2, 6, 3, 7])];
    let halves = |[ab, cd]: [Value; 2]| [e.shuffle(ab, cd, [0, 1, 4, 5]), e.shuffle(ab, cd, [2, 3, 6, 7])];
    let ([first, second], [third, fourth]) = (halves(low), halves(high));
    [first, second, third, fourth]
}
