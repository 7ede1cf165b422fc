//! Words that a wave reads from memory once, into scalar words: here if they are in the memory that was found last, otherwise by the
//! interpreter.

use std::mem::offset_of;

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value, types};
use cranelift_frontend::FunctionBuilder;
use isotope_ir::effect::{Access, Address, Space, Src, Uop, Wide};
use isotope_machine::native::Site;
use isotope_op::domain::W64;

use crate::code::{Scalar, Val, ins};
use crate::frame::Served;
use crate::unit::{Writer, plain, unaligned};

impl<'d> Writer<'_, '_, 'd> {
    /// Emits a load of words for the wave; returns whether it has native code.
    pub(crate) fn load_words(&mut self, uop: &Uop, number: u32, lanes: Value) -> bool {
        let Uop::ScalarLoad { address, dst, words, limit, qualifiers } = *uop else { return false };
        let all = matches!(self.one_val(limit), Val::Lit(limit) if limit >= words.into());
        // With several host threads, each word would have to be read atomically, at any address.
        if words == 0 || words > 32 || !all || self.shared || self.accesses.len() >= 1000 {
            return false;
        }
        let (space, bytes) = (Space::Global, 4 * words);
        let access = Access { space, address, bytes, aligned: false, upper: false, qualifiers };
        let site = self.accesses.len() as u32;
        self.accesses.push(Served { access, reduces: None, site });
        let e = self.emit;
        let field = |offset: usize| {
            let offset = site as usize * size_of::<Site>() + offset;
            ins!(e, load(types::I64, plain(), self.sites, offset as i32))
        };
        let [base, last, memory] =
            [offset_of!(Site, base), offset_of!(Site, limit), offset_of!(Site, bytes)].map(field);
        let from = Scalar(e).value::<W64>(self.one_wide(wide(address)));
        // Instructions ignore the address bits below a word.
        let from = ins!(e, band_imm_s(ins!(e, iadd_imm_s(from, i64::from(address.offset))), -4));
        let offset = ins!(e, isub(from, base));
        let inside = ins!(e, icmp(IntCC::UnsignedLessThanOrEqual, offset, last));
        let known = ins!(e, icmp_imm_u(IntCC::NotEqual, memory, 0));
        let inside = ins!(e, band(inside, known));
        let [fast, slow, done] = std::array::from_fn(|_| e.with(FunctionBuilder::create_block));
        e.with(|b| b.set_cold_block(slow));
        e.with(|b| b.ins().brif(inside, fast, &[], slow, &[]));
        e.with(|b| b.switch_to_block(slow));
        self.left(number, lanes, site);
        e.with(|b| b.ins().jump(done, &[]));
        e.with(|b| b.switch_to_block(fast));
        let place = ins!(e, iadd(memory, offset));
        for word in 0..words.into() {
            let value = ins!(e, load(types::I32, unaligned(), place, 4 * i32::from(word)));
            self.set_scalar(dst + word, value);
        }
        e.with(|b| b.ins().jump(done, &[]));
        e.with(|b| b.switch_to_block(done));
        true
    }
}

fn wide(address: Address) -> Wide {
    Wide { lo: address.lo, hi: address.hi.unwrap_or(Src::Imm(0)) }
}
