//! Micro-operations that run lane by lane, four lanes after four: each strip goes through all of them before the next one begins, so
//! that what they give each other stays in registers of the host.

use std::collections::HashMap;

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, BlockArg, Function, InstBuilder, Signature, Value, types};
use cranelift_codegen::isa::CallConv;
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use isotope_ir::effect::{ACTIVE, Access, LANES, Mask, MaskOp, Slot, Src, Uop, Wide};
use isotope_ir::program::def_use::Location;
use isotope_machine::dispatch::TableEntry;
use isotope_op::alu::{Alu64, alu, alu64, test, test64};
use isotope_op::domain::{Bits, Domain, W32, W64};

use crate::code::{Emit, Scalar, Strip, Truth, Val, ins};
use crate::memory::Addresses;
use crate::packed::{self, Extent, Map};
use crate::unit::{Writer, plain};

/// Lanes from one to before another, both multiples of a strip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Span {
    pub from: u32,
    pub to: u32,
}

impl Span {
    /// Strips that hold these lanes; the first if there is none.
    pub(crate) fn of(lanes: u32) -> Span {
        match lanes {
            0 => Span { from: 0, to: 4 },
            _ => Span {
                from: lanes.trailing_zeros() & !3,
                to: (LANES as u32 - lanes.leading_zeros()).next_multiple_of(4),
            },
        }
    }

    /// Its lanes, as bits.
    pub(crate) fn lanes(self) -> u32 {
        u32::MAX >> (LANES as u32 - self.to) & u32::MAX << self.from
    }
}

/// An operation, with what it needs to know of the launch.
#[derive(Clone, Copy)]
struct Op<'d> {
    uop: Uop,
    /// What its entry of the binding table leads to.
    table: Option<&'d TableEntry>,
}

/// Operations that wait to be written.
pub(crate) struct Segment<'d> {
    ops: Vec<Op<'d>>,
    /// Lanes that execute, and those among which they are.
    pub lanes: Value,
    pub span: Span,
    /// The operation that is looked at now, counted from the first of the list.
    pub at: usize,
    /// First words of vectors that they read and write.
    read: Vec<u32>,
    written: Vec<u32>,
    /// Scalar words that they write.
    words: Vec<u16>,
    /// Registers that they use otherwise than lane by lane, at once.
    extents: Vec<Extent>,
}

/// What a strip knows of registers and masks.
pub(crate) struct Known<'o> {
    /// Vectors by their first word.
    vectors: HashMap<u32, Val>,
    /// Pairs of vectors by the first word of the low one.
    pairs: HashMap<u32, Val>,
    /// Scalar words of masks.
    masks: HashMap<u16, Truth>,
    /// Values that are the same in every lane, made before the first strip.
    once: &'o HashMap<Src, Val>,
    once_wide: &'o HashMap<Wide, Val>,
    /// Bytes from the first word of a vector to this strip.
    pub at: Value,
    /// Lanes of this strip that execute, as zeros and ones; none where all do.
    pub executing: Option<Value>,
}

impl<'d> Segment<'d> {
    pub(crate) fn new(span: Span, lanes: Value) -> Segment<'d> {
        Segment {
            ops: Vec::new(),
            lanes,
            span,
            at: 0,
            read: Vec::new(),
            written: Vec::new(),
            words: Vec::new(),
            extents: Vec::new(),
        }
    }

    /// Whether an operation runs lane by lane, and there is code for it.
    pub(crate) fn takes(&self, w: &mut Writer<'_, '_, 'd>, uop: &Uop) -> bool {
        let maps = &w.dispatch.program.maps;
        match uop {
            // It reads all of its sources before it writes anything.
            _ if self.clobbers_itself(uop, maps) => false,
            Uop::Alu { .. } | Uop::Alu64 { .. } | Uop::Narrow { .. } | Uop::Test { .. } | Uop::Test64 { .. } => {
                *w.supported.entry(*uop).or_insert_with(|| supported(uop))
            }
            Uop::Mask { .. } => true,
            Uop::TableAddress { entry, .. } => w.table(*entry).is_some(),
            Uop::ReadRegion { .. } | Uop::WriteRegion { .. } => packed::packed(uop, maps).is_some(),
            Uop::ReadLane { value, .. } => matches!(value, Src::Slot(slot) if w.constant(*slot).is_none()),
            Uop::Ballot { .. } => true,
            _ => false,
        }
    }

    /// Add an operation; those before it are written first if strips must not mix them.
    pub(crate) fn push(&mut self, w: &mut Writer<'_, '_, 'd>, uop: Uop) {
        let maps = &w.dispatch.program.maps;
        if self.conflicts(&uop, maps) {
            self.write(w, None);
        }
        self.extents.extend(Extent::of(&uop, self.span, maps));
        for src in sources(&uop) {
            if let Src::Slot(Slot(first)) = src {
                self.read.push(first);
            }
        }
        self.written.extend(results(&uop));
        self.words.extend(word_of(&uop));
        let table = match uop {
            Uop::TableAddress { entry, .. } => w.table(entry),
            _ => None,
        };
        self.ops.push(Op { uop, table });
    }

    /// Whether two vectors share words, as different lanes.
    fn meets(&self, a: u32, b: u32) -> bool {
        a != b && a < b + self.span.to && b < a + self.span.to
    }

    /// Whether an operation's own later strips would read what its earlier ones wrote.
    fn clobbers_itself(&self, uop: &Uop, maps: &[Map]) -> bool {
        let results = results(uop);
        let mut vectors = sources(uop).into_iter().filter_map(|src| match src {
            Src::Slot(Slot(first)) => Some(first),
            _ => None,
        });
        match Extent::of(uop, self.span, maps) {
            Some(extent) if extent.writes() => vectors.any(|from| extent.meets(from, self.span)),
            Some(extent) if results.iter().any(|&to| extent.meets(to, self.span)) => true,
            _ => vectors.any(|from| results.iter().any(|&to| self.meets(from, to))),
        }
    }

    /// Whether a later strip could see what an earlier one wrote, or the other way round.
    pub(crate) fn conflicts(&self, uop: &Uop, maps: &[Map]) -> bool {
        let meets = |a: u32, b: u32| self.meets(a, b);
        if let Some(extent) = Extent::of(uop, self.span, maps) {
            // What waits is stored behind all operations of a strip.
            let vectors = if extent.writes() { self.read.iter() } else { [].iter() };
            if vectors.chain(&self.written).any(|&first| extent.meets(first, self.span))
                || self.extents.iter().any(|other| other.bars(&extent))
            {
                return true;
            }
        }
        let clobbered = |src: Src| match src {
            Src::Slot(Slot(first)) => {
                self.written.iter().any(|&w| meets(w, first))
                    || self.extents.iter().any(|other| other.writes() && other.meets(first, self.span))
            }
            Src::Word(Slot(word)) => {
                self.written.iter().any(|&w| w <= word && word < w + self.span.to)
                    || self.extents.iter().any(|other| other.writes() && (other.from..other.to).contains(&word))
            }
            Src::Scalar(word) => self.words.contains(&word),
            _ => false,
        };
        let asks = matches!(uop, Uop::Ballot { src, .. } if self.words.contains(&src.word));
        let written = |to: &u32| {
            self.read.iter().chain(&self.written).any(|&other| meets(other, *to))
                || self.extents.iter().any(|other| other.meets(*to, self.span))
        };
        asks || sources(uop).into_iter().any(clobbered) || results(uop).iter().any(written)
    }

    /// Whether what the wave does once, by an operation that touches scalar words only, would notice what waits, or what waits it.
    pub(crate) fn notices(&self, uop: &Uop) -> bool {
        let reads = |src: Src| match src {
            Src::Scalar(word) => self.words.contains(&word),
            Src::Mask(mask) => self.words.contains(&mask.word),
            Src::Imm(_) => false,
            _ => !self.ops.is_empty(),
        };
        let written = match *uop {
            Uop::Scalar { dst, .. } | Uop::ScalarTest { dst, .. } | Uop::ScalarTest64 { dst, .. } => vec![dst],
            Uop::Scalar64 { dst, .. } => dst.to_vec(),
            _ => return true,
        };
        let used = |op: &Op<'_>| {
            let mut words = masks_of(&op.uop);
            words.extend(sources(&op.uop).into_iter().filter_map(|src| match src {
                Src::Scalar(word) => Some(word),
                Src::Mask(mask) => Some(mask.word),
                _ => None,
            }));
            words.iter().any(|word| written.contains(word))
        };
        sources(uop).into_iter().any(reads)
            || written.iter().any(|word| self.words.contains(word))
            || self.ops.iter().any(used)
    }

    /// The uniform value and the lanes' 32 bits that the addresses of an access are the sum of, if an operation that waits says so.
    fn sum(&self, access: &Access) -> Option<(Wide, Src)> {
        let (Src::Slot(low), Some(Src::Slot(high))) = (access.address.lo, access.address.hi) else { return None };
        let writes = |op: &&Op<'_>| results(&op.uop).iter().any(|&to| to == low.0 || to == high.0);
        let at = self.ops.iter().rposition(|op| writes(&op))?;
        let Uop::Alu64 { op: Alu64::Add, dst, src: [a, b, _] } = self.ops[at].uop else { return None };
        if dst != low || high.0 != low.0 + LANES as u32 {
            return None;
        }
        let (base, index) = if a.is_uniform() { (a, b) } else { (b, a) };
        let Src::Slot(Slot(first)) = index.lo else { return None };
        let kept = base.is_uniform() && index.hi == Src::Imm(0);
        // The sum's own words, and what is written behind it, are others.
        let lost = self.ops[at..].iter().any(|op| results(&op.uop).contains(&first));
        (kept && !lost).then_some((base, index.lo))
    }

    /// Write an access behind the operations that wait.
    pub(crate) fn write_access(&mut self, w: &mut Writer<'_, '_, 'd>, uop: &'d Uop, access: &'d Access, number: u32) {
        if self.conflicts(uop, &w.dispatch.program.maps) {
            self.write(w, None);
        }
        let site = w.accesses.len() as u32;
        w.accesses.push((*access, w.reduces(uop)));
        let addresses = Addresses::begin(w, access, site, self.sum(access));
        let done = self.write(w, Some(&addresses));
        addresses.access(w, uop, number, (self.lanes, self.span), done);
    }

    /// Write the loop over strips.
    fn strips(
        &self,
        w: &Writer<'_, '_, 'd>,
        (ops, written, tested): (&[Op<'d>], &[u32], &[u16]),
        access: Option<&Addresses<'d>>,
        (once, once_wide): (&HashMap<Src, Val>, &HashMap<Wide, Val>),
        (sums, all, after): (&[Value], bool, Block),
    ) {
        let e = w.emit;
        let body = e.with(FunctionBuilder::create_block);
        e.with(|b| b.append_block_param(body, types::I64));
        if all {
            let start = e.int(types::I64, u64::from(4 * self.span.from));
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
        for sum in sums {
            let ty = e.with(|b| b.func.dfg.value_type(*sum));
            e.with(|b| b.append_block_param(body, ty));
        }
        e.with(|b| b.switch_to_block(body));
        let params: Vec<Value> = e.with(|b| b.block_params(body).to_vec());
        let (at, sums) = (params[0], &params[params.len() - sums.len()..]);
        let lane = ins!(e, ushr_imm_u(at, 2));
        let lane = ins!(e, ireduce(types::I32, lane));
        let executing = (!all).then(|| {
            let bits = ins!(e, ushr(self.lanes, lane));
            mask_of(e, bits)
        });
        let mut known = Known {
            vectors: HashMap::new(),
            pairs: HashMap::new(),
            masks: HashMap::new(),
            once,
            once_wide,
            at,
            executing,
        };
        for op in ops {
            known.run(w, op, self.span);
        }
        // What later operations, or others, may read.
        let mut stored: Vec<u32> = Vec::new();
        for &first in written {
            let dead = || !w.is_read(self.at, Location::Vector { first, lanes: u32::MAX });
            if stored.contains(&first) || dead() {
                continue;
            }
            stored.push(first);
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
            let bits = ins!(e, ishl(bits, lane));
            next.push(ins!(e, bor(*sum, bits)));
        }
        if let Some(access) = access {
            next.extend(access.strip(w, &known, &sums[tested.len()..]));
        }
        if !all {
            return next_strip(e, (body, after), params[1], &next);
        }
        let end = e.int(types::I64, u64::from(4 * self.span.to));
        let more = ins!(e, iadd_imm_s(at, 16));
        let ended = ins!(e, icmp(IntCC::Equal, more, end));
        let next: Vec<BlockArg> = next.into_iter().map(BlockArg::from).collect();
        let again: Vec<BlockArg> = std::iter::once(more.into()).chain(next.iter().copied()).collect();
        e.with(|b| b.ins().brif(ended, after, &next, body, &again));
    }

    /// Write what waits, and the offsets of an access behind it; gives what was found out about these.
    pub(crate) fn write(&mut self, w: &mut Writer<'_, '_, 'd>, access: Option<&Addresses<'d>>) -> Vec<Value> {
        let ops = std::mem::take(&mut self.ops);
        let (words, written) = (std::mem::take(&mut self.words), std::mem::take(&mut self.written));
        self.read.clear();
        self.extents.clear();
        if ops.is_empty() && access.is_none() {
            return Vec::new();
        }
        let e = w.emit;
        let (mut once, mut once_wide) = (HashMap::new(), HashMap::new());
        let wanted = ops.iter().flat_map(|op| sources(&op.uop)).chain(access.into_iter().flat_map(|a| a.sources()));
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
        for op in &ops {
            if let Uop::Ballot { src, .. } = op.uop {
                let set = ins!(e, band(w.mask(src), self.lanes));
                once.insert(Src::Mask(src), Val::One(set));
            }
        }
        let wides = ops.iter().flat_map(|op| wide_sources(&op.uop)).chain(access.and_then(Addresses::wide));
        for wide in wides.filter(|s| s.is_uniform() && !matches!((s.lo, s.hi), (Src::Imm(_), Src::Imm(_)))) {
            once_wide.entry(wide).or_insert_with(|| w.one_wide(wide));
        }
        let mut tested: Vec<u16> = Vec::new();
        for word in &words {
            // Everything reads which lanes are active.
            let steers = *word == ACTIVE || Some(*word) == w.dispatch.program.upper;
            let read = || w.is_read(self.at, Location::Scalar { word: *word, bits: u32::MAX });
            if !tested.contains(word) && (steers || read()) {
                tested.push(*word);
            }
        }
        // One strip after the other, with what they add up; without regard for lanes where all execute.
        let mut sums: Vec<Value> = tested.iter().map(|_| e.int(types::I32, 0)).collect();
        if let Some(access) = access {
            sums.extend(access.sums(e));
        }
        let [every, some, after] = std::array::from_fn(|_| e.with(FunctionBuilder::create_block));
        for sum in &sums {
            let ty = e.with(|b| b.func.dfg.value_type(*sum));
            e.with(|b| b.append_block_param(after, ty));
        }
        let full = e.int(types::I32, self.span.lanes().into());
        let is_full = ins!(e, icmp(IntCC::Equal, self.lanes, full));
        e.with(|b| b.ins().brif(is_full, every, &[], some, &[]));
        for (block, all) in [(every, true), (some, false)] {
            e.with(|b| b.switch_to_block(block));
            self.strips(w, (&ops, &written, &tested), access, (&once, &once_wide), (&sums, all, after));
        }
        e.with(|b| b.switch_to_block(after));
        let sums: Vec<Value> = e.with(|b| b.block_params(after).to_vec());
        for (word, bits) in tested.iter().zip(&sums) {
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
        sums[tested.len()..].to_vec()
    }
}

/// Go to the lowest of these strips with those above it, or on, if there is none.
fn next_strip(e: &Emit<'_>, (body, after): (Block, Block), strips: Value, sums: &[Value]) {
    let sums = || sums.iter().copied().map(BlockArg::from);
    let at = ins!(e, ishl_imm_u(ins!(e, uextend(types::I64, ins!(e, ctz(strips)))), 2));
    let others = ins!(e, band(strips, ins!(e, iadd_imm_s(strips, -1))));
    let begin: Vec<BlockArg> = [at, others].map(BlockArg::from).into_iter().chain(sums()).collect();
    let end: Vec<BlockArg> = sums().collect();
    e.with(|b| b.ins().brif(strips, body, &begin, after, &end));
}

fn jump(e: &Emit<'_>, to: Block, values: &[Value]) {
    let args: Vec<BlockArg> = values.iter().copied().map(BlockArg::from).collect();
    e.with(|b| b.ins().jump(to, &args));
}

/// Four bits as lanes of zeros or ones.
fn mask_of(e: &Emit<'_>, bits: Value) -> Value {
    let each = e.vector([1, 2, 4, 8]);
    let all = ins!(e, splat(types::I32X4, bits));
    let own = ins!(e, band(all, each));
    ins!(e, icmp(IntCC::Equal, own, each))
}

impl Known<'_> {
    /// Run an operation on this strip.
    fn run(&mut self, w: &Writer<'_, '_, '_>, op: &Op<'_>, span: Span) {
        let d = Strip(w.emit);
        let maps = &w.dispatch.program.maps;
        match &op.uop {
            Uop::Alu { op, dst, src } => {
                let [a, b, c] = src.map(|s| d.bits::<W32>(self.source(w, s)));
                self.write(*dst, alu(*op, a, b, c).v);
            }
            Uop::Alu64 { op, dst, src } => {
                let [a, b, c] = src.map(|s| d.bits::<W64>(self.wide(w, s)));
                let out: Bits<_, W64> = alu64(*op, a, b, c);
                let high = Slot(dst.0 + LANES as u32);
                self.write(*dst, out.trunc::<W32>().v);
                self.write(high, self.high(w, out.v));
                self.pairs.insert(dst.0, out.v);
            }
            Uop::Narrow { op, dst, src } => {
                let [a, b, c] = src.map(|s| d.bits::<W64>(self.wide(w, s)));
                let out: Bits<_, W64> = alu64(*op, a, b, c);
                self.write(*dst, out.trunc::<W32>().v);
            }
            Uop::Test { op, dst, src, .. } => {
                let [a, b, c] = src.map(|s| d.bits::<W32>(self.source(w, s)));
                self.masks.insert(*dst, test(*op, a, b, c).b);
            }
            Uop::Test64 { op, dst, src, .. } => {
                let [a, b] = src.map(|s| d.bits::<W64>(self.wide(w, s)));
                self.masks.insert(*dst, test64(*op, a, b, a.k(0)).b);
            }
            Uop::Mask { op, dst, a, b } => {
                let (a, b) = (self.truth(w, *a), self.truth(w, *b));
                let out = match op {
                    MaskOp::And => d.and_b(a, b),
                    MaskOp::Or => d.or_b(a, b),
                    MaskOp::Xor => d.xor_b(a, b),
                };
                self.masks.insert(*dst, out);
            }
            Uop::TableAddress { offset, bytes, dst, valid, .. } => {
                let table = op.table.expect("it was looked up");
                let offset = d.bits::<W32>(self.source(w, *offset));
                // An offset has 32 bits.
                let within = match table.bytes.checked_sub((*bytes).into()) {
                    None => Truth::Known(false),
                    Some(last) if last >= u64::from(u32::MAX) => Truth::Known(true),
                    Some(last) => offset.ule(offset.k(last)).b,
                };
                let address = offset.zext::<W64>();
                let address = (address + address.k(table.base)).v;
                let address = d.ite::<W64>(within, address, Val::Lit(0));
                self.write(*dst, d.trunc::<W64, W32>(address));
                self.write(Slot(dst.0 + LANES as u32), self.high(w, address));
                self.pairs.insert(dst.0, address);
                self.masks.insert(*valid, within);
            }
            Uop::ReadRegion { dst, signed, .. } => {
                let packed = packed::packed(&op.uop, maps).expect("it was asked for");
                self.write(*dst, packed::read(w, packed, *signed, span, self.at));
            }
            Uop::WriteRegion { src, .. } => {
                let packed = packed::packed(&op.uop, maps).expect("it was asked for");
                let value = d.value(self.source(w, *src));
                packed::write(w, packed, value, self.executing, (span, self.at));
            }
            Uop::ReadLane { dst, value, index } => {
                let Src::Slot(value) = *value else { unreachable!("it was asked for") };
                let index = d.value(self.source(w, *index));
                self.write(*dst, packed::lanes(w, value, index));
            }
            Uop::Ballot { dst, src } => {
                let set = Scalar(w.emit).value::<W32>(self.once[&Src::Mask(*src)]);
                self.write(*dst, Val::One(ins!(w.emit, splat(types::I32X4, set))));
            }
            _ => unreachable!("a segment takes no such operation"),
        }
    }

    fn high(&self, w: &Writer<'_, '_, '_>, v: Val) -> Val {
        match v {
            Val::Lit(bits) => Val::Lit(bits >> 32),
            Val::Two(pair) => Val::One(w.emit.high(pair)),
            Val::One(_) => unreachable!("64 bits a lane are a pair"),
        }
    }

    fn write(&mut self, Slot(first): Slot, value: Val) {
        let lanes = LANES as u32;
        self.pairs.remove(&first);
        self.pairs.remove(&first.wrapping_sub(lanes));
        self.vectors.insert(first, value);
    }

    /// A source, four lanes of 32 bits.
    pub(crate) fn source(&self, w: &Writer<'_, '_, '_>, src: Src) -> Val {
        let e = w.emit;
        match src {
            Src::Imm(value) => Val::Lit(value.into()),
            Src::Slot(slot) if w.constant(slot).is_some() => Val::Lit(w.constant(slot).unwrap_or(0).into()),
            Src::Slot(Slot(first)) => self.vectors.get(&first).copied().unwrap_or_else(|| {
                let place = ins!(e, iadd(w.registers, self.at));
                Val::One(ins!(e, load(types::I32X4, plain(), place, 4 * first as i32)))
            }),
            Src::Scalar(_) | Src::Word(_) => match self.once[&src] {
                Val::One(value) => Val::One(ins!(e, splat(types::I32X4, value))),
                known => known,
            },
            Src::Mask(mask) => {
                let truth = self.truth(w, mask);
                Strip(e).ite::<W32>(truth, Val::Lit(1), Val::Lit(0))
            }
            Src::Uniform(_) => unreachable!("a dispatch binds every uniform"),
        }
    }

    /// The lanes of a mask.
    fn truth(&self, w: &Writer<'_, '_, '_>, mask: Mask) -> Truth {
        let e = w.emit;
        match mask {
            Mask { word: Mask::ALWAYS, negate } => Truth::Known(!negate),
            Mask { word, negate } => {
                let is = self.masks.get(&word).copied().unwrap_or_else(|| {
                    let lane = ins!(e, ushr_imm_u(self.at, 2));
                    let lane = ins!(e, ireduce(types::I32, lane));
                    let word = Scalar(e).value::<W32>(self.once[&Src::Scalar(word)]);
                    let bits = ins!(e, ushr(word, lane));
                    Truth::Of(mask_of(e, bits))
                });
                if negate { Strip(e).not_b(is) } else { is }
            }
        }
    }

    /// A 64-bit source.
    pub(crate) fn wide(&self, w: &Writer<'_, '_, '_>, src: Wide) -> Val {
        let e = w.emit;
        match self.once_wide.get(&src) {
            Some(Val::One(value)) => return Val::Two([ins!(e, splat(types::I64X2, *value)); 2]),
            Some(known) => return *known,
            None => {}
        }
        if let (Src::Slot(Slot(low)), Src::Slot(Slot(high))) = (src.lo, src.hi)
            && high == low + LANES as u32
            && let Some(pair) = self.pairs.get(&low)
        {
            return *pair;
        }
        match (self.source(w, src.lo), self.source(w, src.hi)) {
            (Val::Lit(lo), Val::Lit(hi)) => Val::Lit(hi << 32 | lo),
            (lo, Val::Lit(0)) => Strip(e).bits::<W32>(lo).zext::<W64>().v,
            (lo, hi) => Val::Two(e.wide(Strip(e).value(lo), Strip(e).value(hi))),
        }
    }
}

/// Sources of an operation that a segment takes, or of an access behind it.
fn sources(uop: &Uop) -> Vec<Src> {
    let mut all = Vec::new();
    let mut copy = *uop;
    copy.for_each_src(&mut |src| all.push(*src));
    all
}

fn wide_sources(uop: &Uop) -> Vec<Wide> {
    match uop {
        Uop::Alu64 { src, .. } | Uop::Narrow { src, .. } => src.to_vec(),
        Uop::Test64 { src, .. } => src.to_vec(),
        _ => Vec::new(),
    }
}

/// The scalar word of a mask that an operation of a segment writes.
fn word_of(uop: &Uop) -> Option<u16> {
    match *uop {
        Uop::Test { dst, .. } | Uop::Test64 { dst, .. } | Uop::Mask { dst, .. } => Some(dst),
        Uop::TableAddress { valid, .. } => Some(valid),
        _ => None,
    }
}

/// Whether lanes that do not execute lose their bits of that word.
fn clears(uop: &Uop) -> bool {
    matches!(uop, Uop::Test { clear: true, .. } | Uop::Test64 { clear: true, .. } | Uop::TableAddress { .. })
}

/// Scalar words of the masks that an operation of a segment combines or asks about.
fn masks_of(uop: &Uop) -> Vec<u16> {
    match uop {
        Uop::Ballot { src, .. } if src.word != Mask::ALWAYS => vec![src.word],
        Uop::Mask { a, b, .. } => [a, b].iter().map(|m| m.word).filter(|word| *word != Mask::ALWAYS).collect(),
        _ => Vec::new(),
    }
}

/// First words of the vectors that an operation of a segment writes.
fn results(uop: &Uop) -> Vec<u32> {
    match uop {
        Uop::Alu { dst, .. }
        | Uop::Narrow { dst, .. }
        | Uop::ReadRegion { dst, .. }
        | Uop::ReadLane { dst, .. }
        | Uop::Ballot { dst, .. } => vec![dst.0],
        Uop::Alu64 { dst, .. } | Uop::TableAddress { dst, .. } => vec![dst.0, dst.0 + LANES as u32],
        _ => Vec::new(),
    }
}

/// Whether there is code for an operation with such operands: written for nothing, to see.
fn supported(uop: &Uop) -> bool {
    let mut function = Function::with_name_signature(Default::default(), Signature::new(CallConv::SystemV));
    let mut room = FunctionBuilderContext::new();
    let builder = FunctionBuilder::new(&mut function, &mut room);
    let e = Emit::new(builder, crate::region::has_fma());
    e.with(|b| {
        let block = b.create_block();
        b.switch_to_block(block);
    });
    let d = Strip(&e);
    let any = e.splat(0);
    let narrow = |src: Src| match src {
        Src::Imm(value) => Val::Lit(value.into()),
        _ => Val::One(any),
    };
    let wide = |src: Wide| match (src.lo, src.hi) {
        (Src::Imm(lo), Src::Imm(hi)) => Val::Lit(u64::from(hi) << 32 | u64::from(lo)),
        _ => Val::Two(e.wide(any, any)),
    };
    match *uop {
        Uop::Alu { op, src, .. } => {
            let [a, b, c] = src.map(|s| d.bits::<W32>(narrow(s)));
            alu(op, a, b, c);
        }
        Uop::Test { op, src, .. } => {
            let [a, b, c] = src.map(|s| d.bits::<W32>(narrow(s)));
            test(op, a, b, c);
        }
        Uop::Alu64 { op, src, .. } | Uop::Narrow { op, src, .. } => {
            let [a, b, c] = src.map(|s| d.bits::<W64>(wide(s)));
            alu64(op, a, b, c);
        }
        Uop::Test64 { op, src, .. } => {
            let [a, b] = src.map(|s| d.bits::<W64>(wide(s)));
            test64(op, a, b, a.k(0));
        }
        _ => return false,
    }
    !e.take_refused()
}
