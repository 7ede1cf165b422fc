//! Segments as code: the loop over strips, and the accesses after it.

use std::cell::RefCell;
use std::collections::HashMap;

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, BlockArg, InstBuilder, Value, types};
use cranelift_frontend::FunctionBuilder;
use isotope_ir::effect::{ACTIVE, LANES, Mask, Slot, Src, Uop, Wide};
use isotope_ir::program::def_use::Location;
use isotope_op::domain::W32;

use super::known::{Known, lane_of, mask_of};
use super::{Member, Op, Segment, clears, given, masks_of, results, sources, wide_sources, word_of};
use crate::code::{Emit, Strip, Val, ins};
use crate::fact::Fact;
use crate::memory::{Addresses, Found};
use crate::packed::Extent;
use crate::plan::{Plan, Restored};
use crate::unit::{Writer, plain};

/// What each strip does.
struct Work<'o, 'd> {
    ops: &'o [Op<'d>],
    /// First words of vectors, and scalar words, that are stored.
    kept: &'o [u32],
    tested: &'o [u16],
    accesses: &'o [Addresses<'d>],
    /// Uniform values.
    once: &'o HashMap<Src, Val>,
    once_wide: &'o HashMap<Wide, Val>,
}

impl<'d> Segment<'d> {
    /// Emits the loop over strips.
    fn strips(
        &self,
        w: &Writer<'_, '_, 'd>,
        work: &Work<'_, 'd>,
        (sums, all, after): (&[Value], bool, Block),
        learned: &mut HashMap<u32, Fact>,
    ) {
        let e = w.emit;
        let count = (self.span.to - self.span.from) / 4;
        // A loop iteration costs as much as a few operations.
        let at_once = match work.ops.len() + work.accesses.len() {
            _ if !all => 1,
            0..=3 => count,
            4..=16 if count.is_multiple_of(2) => 2,
            _ => 1,
        };
        let start = e.int(types::I64, u64::from(4 * self.span.from));
        if at_once == count && all {
            let mut sums = sums.to_vec();
            for strip in 0..count {
                let at = ins!(e, iadd_imm_s(start, i64::from(16 * strip)));
                sums = self.strip(w, work, at, None, &sums, learned);
            }
            return jump(e, after, &sums);
        }
        let body = e.with(FunctionBuilder::create_block);
        e.with(|b| b.append_block_param(body, types::I64));
        if all {
            let params: Vec<Value> = [start].iter().chain(sums).copied().collect();
            jump(e, body, &params);
        } else {
            // Strips in which some lane executes, each as the bit of its first lane.
            let pairs = ins!(e, bor(self.lanes, ins!(e, ushr_imm_u(self.lanes, 1))));
            let strips = ins!(e, bor(pairs, ins!(e, ushr_imm_u(pairs, 2))));
            let strips = ins!(e, band_imm_u(strips, i64::from(0x1111_1111 & self.span.lanes())));
            e.with(|b| b.append_block_param(body, types::I32));
            next_strip(e, (body, after), strips, sums);
        }
        append(e, body, sums);
        e.with(|b| b.switch_to_block(body));
        let params: Vec<Value> = e.with(|b| b.block_params(body).to_vec());
        let (at, mut sums) = (params[0], params[params.len() - sums.len()..].to_vec());
        if !all {
            let bits = ins!(e, ushr(self.lanes, lane_of(e, at)));
            let executing = mask_of(e, bits);
            sums = self.strip(w, work, at, Some(executing), &sums, learned);
            return next_strip(e, (body, after), params[1], &sums);
        }
        for strip in 0..at_once {
            let at = ins!(e, iadd_imm_s(at, i64::from(16 * strip)));
            sums = self.strip(w, work, at, None, &sums, learned);
        }
        let end = e.int(types::I64, u64::from(4 * self.span.to));
        let more = ins!(e, iadd_imm_s(at, i64::from(16 * at_once)));
        let ended = ins!(e, icmp(IntCC::Equal, more, end));
        let next: Vec<BlockArg> = sums.into_iter().map(BlockArg::from).collect();
        let again: Vec<BlockArg> = std::iter::once(more.into()).chain(next.iter().copied()).collect();
        e.with(|b| b.ins().brif(ended, after, &next, body, &again));
    }

    /// Emits a strip; returns its accumulated values.
    fn strip(
        &self,
        w: &Writer<'_, '_, 'd>,
        work: &Work<'_, 'd>,
        at: Value,
        executing: Option<Value>,
        sums: &[Value],
        learned: &mut HashMap<u32, Fact>,
    ) -> Vec<Value> {
        let e = w.emit;
        let Work { ops, kept, tested, accesses, once, once_wide } = *work;
        let mut known = Known {
            vectors: HashMap::new(),
            loaded: RefCell::default(),
            pairs: HashMap::new(),
            masks: HashMap::new(),
            once,
            once_wide,
            at,
            executing,
        };
        let (mut found, mut rest) = (Vec::new(), &sums[tested.len()..]);
        for done in 0..=ops.len() {
            for access in accesses.iter().filter(|access| access.behind == done) {
                let (own, others) = rest.split_at(access.sums(e).len());
                found.extend(access.strip(w, &known, own));
                rest = others;
            }
            if let Some(op) = ops.get(done) {
                known.run(w, op, self.span);
            }
        }
        for &first in kept {
            learned.insert(first, e.fact::<W32>(known.vectors[&first]));
            let mut value = Strip(e).value(known.vectors[&first]);
            let place = ins!(e, iadd(w.registers, at));
            if let Some(executing) = executing {
                let before = ins!(e, load(types::I32X4, plain(), place, 4 * first as i32));
                value = ins!(e, bitselect(executing, value, before));
            }
            ins!(e, store(plain(), value, place, 4 * first as i32));
        }
        let mut next: Vec<Value> = Vec::new();
        for (word, sum) in tested.iter().zip(sums) {
            let truth = Strip(e).mask(known.masks[word]);
            let bits = ins!(e, vhigh_bits(types::I32, truth));
            let bits = ins!(e, ishl(bits, lane_of(e, at)));
            next.push(ins!(e, bor(*sum, bits)));
        }
        next.extend(found);
        next
    }

    /// Emits the pending operations and accesses.
    pub(crate) fn write(&mut self, w: &mut Writer<'_, '_, 'd>) {
        let (mut ops, mut members) = (std::mem::take(&mut self.ops), std::mem::take(&mut self.members));
        self.words.clear();
        self.written.clear();
        self.read.clear();
        self.extents.clear();
        while !ops.is_empty() || !members.is_empty() {
            let whole = (ops.len(), members.len(), self.at);
            // One after the other where an access cannot wait for the operations behind it.
            let alone = members.first().map_or(whole, |first| (first.ops, 1, first.at + 1));
            let (plan, (count, accesses, at)) = [whole, alone]
                .into_iter()
                .find_map(|part| {
                    Plan::of(w, self.span, &ops[..part.0], &members[..part.1], part.2).map(|plan| (plan, part))
                })
                .expect("an access can follow what is in front of it");
            self.write_part(w, &ops[..count], &members[..accesses], &plan, at);
            ops.drain(..count);
            members.drain(..accesses);
            members.iter_mut().for_each(|member| member.ops -= count);
        }
    }

    /// Emits operations, with accesses among them.
    fn write_part(&self, w: &mut Writer<'_, '_, 'd>, ops: &[Op<'d>], members: &[Member<'d>], plan: &Plan, at: usize) {
        let e = w.emit;
        let mut accesses: Vec<Addresses<'d>> = Vec::with_capacity(members.len());
        for member in members {
            let access = Addresses::begin(w, member, (&accesses, self.within), ops);
            accesses.push(access);
        }
        let (mut once, mut once_wide) = (HashMap::new(), HashMap::new());
        let wanted = ops.iter().flat_map(|op| sources(&op.uop)).chain(accesses.iter().flat_map(Addresses::sources));
        for src in wanted {
            match src {
                Src::Scalar(_) | Src::Word(_) => {
                    once.entry(src).or_insert_with(|| w.one_val(src));
                }
                Src::Mask(mask) if mask.word != Mask::ALWAYS => {
                    once.entry(Src::Scalar(mask.word)).or_insert_with(|| Val::One(w.scalar(mask.word)));
                }
                _ => {}
            }
        }
        for word in ops.iter().flat_map(|op| masks_of(&op.uop)) {
            once.entry(Src::Scalar(word)).or_insert_with(|| Val::One(w.scalar(word)));
        }
        for op in ops {
            if let Uop::Ballot { src, .. } = op.uop {
                let set = ins!(e, band(w.mask(src), self.lanes));
                once.insert(Src::Mask(src), Val::One(set));
            }
        }
        let wides = ops.iter().flat_map(|op| wide_sources(&op.uop)).chain(accesses.iter().filter_map(Addresses::wide));
        for wide in wides.filter(|s| s.is_uniform() && !matches!((s.lo, s.hi), (Src::Imm(_), Src::Imm(_)))) {
            once_wide.entry(wide).or_insert_with(|| w.one_wide(wide));
        }
        // Where the interpreter serves an access, it reads masks from their words.
        let asked = |word| {
            let is = |src: &Src| matches!(src, Src::Mask(mask) if mask.word == word);
            members.iter().any(|member| sources(member.uop).iter().any(is))
        };
        let mut tested: Vec<u16> = Vec::new();
        for word in ops.iter().filter_map(|op| word_of(&op.uop)) {
            // Every operation reads which lanes are active.
            let steers = word == ACTIVE || Some(word) == w.dispatch.program.upper;
            let cleared = ops.iter().any(|op| word_of(&op.uop) == Some(word) && clears(&op.uop));
            let read = || w.is_read(at, Location::Scalar { word, bits: u32::MAX }, cleared);
            if !tested.contains(&word) && (steers || asked(word) || read()) {
                tested.push(word);
            }
        }
        // One strip after the other, with accumulated values; without masks where all lanes execute.
        let mut sums: Vec<Value> = tested.iter().map(|_| e.int(types::I32, 0)).collect();
        sums.extend(accesses.iter().flat_map(|access| access.sums(e)));
        let [every, some, after] = std::array::from_fn(|_| e.with(FunctionBuilder::create_block));
        let decide = e.with(FunctionBuilder::create_block);
        e.with(|b| b.ins().jump(decide, &[]));
        let mut learned = HashMap::new();
        let work =
            Work { ops, kept: &plan.kept, tested: &tested, accesses: &accesses, once: &once, once_wide: &once_wide };
        let mut found: Vec<Found> = Vec::new();
        for (block, all) in [(every, true), (some, false)] {
            let done = block_like(e, &sums);
            e.with(|b| b.switch_to_block(block));
            self.strips(w, &work, (&sums, all, done), &mut learned);
            e.with(|b| b.switch_to_block(done));
            let sums: Vec<Value> = e.with(|b| b.block_params(done).to_vec());
            let (bits, mut rest) = sums.split_at(tested.len());
            found.clear();
            for access in &accesses {
                let (own, others) = rest.split_at(access.sums(e).len());
                found.push(access.settle(w, own, all));
                rest = others;
            }
            let values: Vec<Value> = bits.iter().copied().chain(found.iter().flat_map(Found::values)).collect();
            if all {
                append(e, after, &values);
            }
            jump(e, after, &values);
        }
        e.with(|b| b.switch_to_block(decide));
        let mut plain = ins!(e, icmp_imm_u(IntCC::Equal, self.lanes, i64::from(self.span.lanes())));
        for fits in accesses.iter().filter_map(|access| access.fits(w)) {
            plain = ins!(e, band(plain, fits));
        }
        e.with(|b| b.ins().brif(plain, every, &[], some, &[]));
        e.with(|b| b.switch_to_block(after));
        for first in ops.iter().flat_map(|op| results(&op.uop)) {
            w.forget(first, first + w.lanes);
        }
        for extent in ops.iter().filter_map(|op| Extent::of(&op.uop, self.span, &w.dispatch.program.maps)) {
            if extent.writes() {
                w.forget(extent.from, extent.to);
            }
        }
        for (first, known) in learned {
            w.learn(first, known);
        }
        let values: Vec<Value> = e.with(|b| b.block_params(after).to_vec());
        let (bits, values) = values.split_at(tested.len());
        let mut values = values.iter().copied();
        let found: Vec<Found> = found.iter().map(|found| found.again(&mut values)).collect();
        for (word, bits) in tested.iter().zip(bits) {
            let mut bits = ins!(e, band(*bits, self.lanes));
            // An earlier test of the same word may have cleared what the last one keeps.
            let clears = ops.iter().any(|op| word_of(&op.uop) == Some(*word) && clears(&op.uop));
            if !clears {
                let before = w.scalar(*word);
                let kept = ins!(e, band_not(before, self.lanes));
                bits = ins!(e, bor(bits, kept));
            }
            w.set_scalar(*word, bits);
            if clears {
                w.spans.borrow_mut().insert(*word, self.span);
            }
        }
        w.tables.learn_of(w, ops, &plan.kept);
        let mut before = None;
        for (at, (member, restored)) in members.iter().zip(&plan.restored).enumerate() {
            let Restored { vectors, ops: needed } = restored;
            let needed: Vec<Op<'d>> = needed.iter().map(|at| ops[*at]).collect();
            let restore = |w: &Writer<'_, '_, 'd>| {
                if vectors.is_empty() {
                    return;
                }
                let done = e.with(FunctionBuilder::create_block);
                let work = Work {
                    ops: &needed,
                    kept: vectors,
                    tested: &[],
                    accesses: &[],
                    once: &once,
                    once_wide: &once_wide,
                };
                self.strips(w, &work, (&[], false, done), &mut HashMap::new());
                e.with(|b| b.switch_to_block(done));
            };
            let follows = at + 1 < members.len();
            let given = (&found[at], before, follows);
            before = accesses[at].serve_all(w, member.number, (self.lanes, self.span), given, &restore);
            for first in self::given(member.uop) {
                w.forget(first, first + LANES as u32);
            }
            if let Uop::Load { signed: false, dst: Some(Slot(dst)), access, .. } = member.uop
                && access.bytes < 4
            {
                w.learn(*dst, Fact::any((1 << (8 * access.bytes)) - 1));
            }
        }
    }
}

/// Goes to the lowest of these strips, with the remaining ones above it, or on if there is none.
fn next_strip(e: &Emit<'_>, (body, after): (Block, Block), strips: Value, sums: &[Value]) {
    let sums = || sums.iter().copied().map(BlockArg::from);
    let at = ins!(e, ishl_imm_u(ins!(e, uextend(types::I64, ins!(e, ctz(strips)))), 2));
    let others = ins!(e, band(strips, ins!(e, iadd_imm_s(strips, -1))));
    let begin: Vec<BlockArg> = [at, others].map(BlockArg::from).into_iter().chain(sums()).collect();
    let end: Vec<BlockArg> = sums().collect();
    e.with(|b| b.ins().brif(strips, body, &begin, after, &end));
}

/// A block with parameters like these values.
fn block_like(e: &Emit<'_>, values: &[Value]) -> Block {
    let block = e.with(FunctionBuilder::create_block);
    append(e, block, values);
    block
}

/// Appends parameters like these values to a block.
fn append(e: &Emit<'_>, block: Block, values: &[Value]) {
    for value in values {
        let ty = e.with(|b| b.func.dfg.value_type(*value));
        e.with(|b| b.append_block_param(block, ty));
    }
}

fn jump(e: &Emit<'_>, to: Block, values: &[Value]) {
    let args: Vec<BlockArg> = values.iter().copied().map(BlockArg::from).collect();
    e.with(|b| b.ins().jump(to, &args));
}
