//! Micro-operations in sequence: strips of lanes, accesses, scalar work of the wave, and what is left to the interpreter.

use std::cell::RefCell;
use std::collections::HashMap;
use std::mem::offset_of;

use cranelift_codegen::ir::{AbiParam, InstBuilder, MemFlagsData, SigRef, Signature, Type, Value, types};
use cranelift_codegen::isa::CallConv;
use cranelift_frontend::FunctionBuilder;
use isotope_ir::effect::{ACTIVE, Keeps, LANES, Mask, Slot, Src, Uop, Wide};
use isotope_ir::program::def_use::Location;
use isotope_ir::program::{Live, Liveness};
use isotope_machine::Dispatch;
use isotope_machine::dispatch::TableEntry;
use isotope_op::alu::{alu, alu64, test, test64};
use isotope_op::domain::{Bits, W32, W64};
use smallvec::SmallVec;

use crate::code::{Emit, Scalar, Truth, Val, ins};
use crate::fact::Fact;
use crate::frame::{self, ENDED, Frame, NO_SITE, Served};
use crate::packed;
use crate::segment::{Segment, Span, clears, given, results, word_of};
use crate::tables::Tables;

/// Flags of accesses to the frame and registers.
pub(crate) fn plain() -> MemFlagsData {
    MemFlagsData::trusted()
}

/// Flags of accesses to several words of memory at once, without alignment.
pub(crate) fn unaligned() -> MemFlagsData {
    MemFlagsData::new().with_notrap()
}

/// What a later operation reads, and what executing lanes lose.
struct Later {
    reads: SmallVec<[Location; 4]>,
    kills: SmallVec<[Location; 2]>,
    /// Inactive lanes lose it too.
    clears: bool,
    /// The active lanes change.
    turns: bool,
}

/// Emits the code of micro-operations.
pub(crate) struct Writer<'e, 'f, 'd> {
    pub emit: &'e Emit<'f>,
    pub dispatch: &'d Dispatch,
    /// Whether several host threads share memory.
    pub shared: bool,
    pub frame: Value,
    pub registers: Value,
    scalars: Value,
    pub sites: Value,
    pointer: Type,
    uop: SigRef,
    transfer: SigRef,
    #[cfg_attr(not(target_arch = "x86_64"), expect(dead_code, reason = "only x86-64 has the function"))]
    prefetch: SigRef,
    /// The step at which the emitted code begins.
    pub pc: u32,
    /// Accesses that have a site.
    pub accesses: Vec<Served>,
    /// Whether an operation with such operands has native code.
    pub supported: HashMap<Uop, bool>,
    /// Number of lanes of a wave.
    pub lanes: u32,
    /// Scalar words whose values are known at this point, and words whose bits are within some lanes.
    known: RefCell<HashMap<u16, u32>>,
    pub spans: RefCell<HashMap<u16, Span>>,
    /// What is known of vectors in the executing lanes, by their first words.
    learned: RefCell<HashMap<u32, Fact>>,
    pub tables: Tables,
    /// Parts of a wave's state that later steps may read; what the rest of the emitted operations reads, including what may be read after
    /// them.
    liveness: &'d Liveness,
    later: Vec<Later>,
    live: Vec<Location>,
}

impl<'e, 'f, 'd> Writer<'e, 'f, 'd> {
    pub(crate) fn new(
        emit: &'e Emit<'f>,
        (dispatch, liveness, shared): (&'d Dispatch, &'d Liveness, bool),
        frame: Value,
        pointer: Type,
    ) -> Self {
        let field = |offset: usize| ins!(emit, load(pointer, plain(), frame, offset as i32));
        let registers = field(offset_of!(Frame, registers));
        let scalars = field(offset_of!(Frame, scalars));
        let sites = field(offset_of!(Frame, sites));
        let signature = |words: usize| {
            emit.with(|b| {
                let mut signature = Signature::new(b.func.signature.call_conv);
                signature.params.push(AbiParam::new(pointer));
                signature.params.extend((0..words).map(|_| AbiParam::new(types::I32)));
                signature.returns.push(AbiParam::new(types::I32));
                b.import_signature(signature)
            })
        };
        let (uop, transfer) = (signature(3), signature(2));
        let prefetch = emit.with(|b| {
            let mut signature = Signature::new(CallConv::PreserveAll);
            signature.params.extend([AbiParam::new(pointer); 2]);
            b.import_signature(signature)
        });
        let lanes = match dispatch.program.lanes {
            0 => LANES as u32,
            lanes => lanes,
        };
        Writer {
            emit,
            dispatch,
            shared,
            frame,
            registers,
            scalars,
            sites,
            pointer,
            uop,
            transfer,
            prefetch,
            pc: 0,
            accesses: Vec::new(),
            supported: HashMap::new(),
            lanes,
            known: RefCell::new(HashMap::new()),
            spans: RefCell::new(HashMap::new()),
            learned: RefCell::new(HashMap::new()),
            tables: Tables::default(),
            liveness,
            later: Vec::new(),
            live: Vec::new(),
        }
    }

    /// Whether operations from this one on, or later steps, may read what the executing lanes now have in a part; if `cleared`, also what
    /// other lanes have there.
    pub(crate) fn is_read(&self, from: usize, part: Location, cleared: bool) -> bool {
        let maps = &self.dispatch.program.maps;
        let mut same = true;
        for later in &self.later[from..] {
            if later.reads.iter().any(|read| read.meets(part, maps)) {
                return true;
            }
            same &= !later.turns;
            if same && later.kills.contains(&part) && (later.clears || !cleared) {
                return false;
            }
        }
        self.live.iter().any(|read| read.meets(part, maps))
    }

    /// Computes what is read from each of these operations on, before control goes to one of `next`, or anywhere.
    fn look_ahead(&mut self, uops: &[Uop], next: &[u32]) {
        let program = &self.dispatch.program;
        let all = u32::MAX;
        let later = |uop: &Uop| {
            let vectors =
                results(uop).into_iter().chain(given(uop)).map(|first| Location::Vector { first, lanes: all });
            let words = word_of(uop).into_iter().map(|word| Location::Scalar { word, bits: all });
            let reads = uop.def_use(all, program).reads;
            Later {
                reads,
                kills: vectors.chain(words).collect(),
                clears: clears(uop),
                turns: matches!(uop, Uop::Under { .. }),
            }
        };
        self.later = uops.iter().map(later).collect();
        if next.is_empty() {
            let words = (0..program.scalar_words).map(|word| Location::Scalar { word, bits: all });
            self.live = words.chain([Location::Registers]).collect();
            return;
        }
        self.live = next
            .iter()
            .flat_map(|step| self.liveness.before(*step))
            .flat_map(|part| match part {
                Live::Lanes { first, .. } => vec![Location::Vector { first, lanes: all }],
                Live::Words { first, lanes } => vec![Location::Vector { first, lanes }],
                Live::Bits { word, .. } | Live::Scalar(word) => vec![Location::Scalar { word, bits: all }],
                Live::Scalars(first) => {
                    (first..program.scalar_words).map(|word| Location::Scalar { word, bits: all }).collect()
                }
                Live::Map { map, .. } => vec![Location::Map { map, lanes: all }],
                _ => vec![Location::Registers],
            })
            .collect();
    }

    fn field(&self, ty: Type, offset: usize) -> Value {
        ins!(self.emit, load(ty, plain(), self.frame, offset as i32))
    }

    pub(crate) fn pointer_field(&self, offset: usize) -> Value {
        self.field(self.pointer, offset)
    }

    fn set_field(&self, value: Value, offset: usize) {
        ins!(self.emit, store(plain(), value, self.frame, offset as i32));
    }

    /// [`Frame::left`].
    pub(crate) fn left_of_turn(&self) -> Value {
        self.field(types::I64, offset_of!(Frame, left))
    }

    /// [`Frame::over`].
    pub(crate) fn over(&self) -> Value {
        self.field(types::I64, offset_of!(Frame, over))
    }

    pub(crate) fn set_left(&self, value: Value) {
        self.set_field(value, offset_of!(Frame, left));
    }

    /// [`Frame::waiting`].
    pub(crate) fn waiting(&self) -> Value {
        self.field(types::I32, offset_of!(Frame, waiting))
    }

    /// [`Frame::goes`].
    pub(crate) fn goes(&self) -> Value {
        self.field(types::I32, offset_of!(Frame, goes))
    }

    /// [`Frame::stacked`].
    pub(crate) fn stacked(&self) -> Value {
        self.field(types::I32, offset_of!(Frame, stacked))
    }

    /// The step at which the wave stands when code begins, and after a transfer.
    pub(crate) fn at(&self) -> Value {
        self.field(types::I32, offset_of!(Frame, pc))
    }

    pub(crate) fn set_pc(&self, pc: u32) {
        let pc = self.emit.int(types::I32, pc.into());
        self.set_field(pc, offset_of!(Frame, pc));
    }

    /// Exits the code at a step, where the library does something for these lanes.
    pub(crate) fn end(&self, pc: u32, lanes: Value, how: u32) {
        self.set_pc(pc);
        self.set_field(lanes, offset_of!(Frame, lanes));
        self.give_back(how);
    }

    /// Exits the code.
    pub(crate) fn give_back(&self, how: u32) {
        let how = self.emit.int(types::I32, how.into());
        self.emit.with(|b| b.ins().return_(&[how]));
    }

    fn add_to(&self, offset: usize, value: Value) {
        let before = self.field(types::I64, offset);
        let after = ins!(self.emit, iadd(before, value));
        self.set_field(after, offset);
    }

    /// Counts executing lanes of steps. The steps themselves are those of the turn.
    pub(crate) fn counted(&self, lanes: Value) {
        self.add_to(offset_of!(Frame, lane_instructions), lanes);
    }

    /// Counts an atomic for these lanes, `times` times.
    pub(crate) fn counted_atomic(&self, lanes: Value, times: i64) {
        let count = ins!(self.emit, popcnt(lanes));
        let count = ins!(self.emit, uextend(types::I64, count));
        let count = if times == 1 { count } else { ins!(self.emit, imul_imm_s(count, times)) };
        self.add_to(offset_of!(Frame, lane_atomics), count);
    }

    /// Records bits that are not zero if memory changed.
    pub(crate) fn changed(&self, bits: Value) {
        let bits = match self.emit.with(|b| b.func.dfg.value_type(bits)) {
            types::I64 => bits,
            _ => ins!(self.emit, uextend(types::I64, bits)),
        };
        let before = self.field(types::I64, offset_of!(Frame, changed));
        let after = ins!(self.emit, bor(before, bits));
        self.set_field(after, offset_of!(Frame, changed));
    }

    /// What is known of the vector at a word.
    pub(crate) fn learned(&self, first: u32) -> Option<Fact> {
        self.learned.borrow().get(&first).copied()
    }

    /// Records what is known of a vector that was written in all executing lanes.
    pub(crate) fn learn(&self, first: u32, fact: Fact) {
        self.learned.borrow_mut().insert(first, fact);
    }

    /// Words (end exclusive) are overwritten.
    pub(crate) fn forget(&self, from: u32, to: u32) {
        self.learned.borrow_mut().retain(|first, _| *first >= to || first + self.lanes <= from);
        self.tables.forget(from, to);
    }

    /// Any register may be overwritten.
    fn forget_all(&self) {
        self.learned.borrow_mut().clear();
        self.tables.forget_all();
    }

    /// The value of a vector that is constant in the whole program.
    pub(crate) fn constant(&self, slot: Slot) -> Option<u32> {
        self.dispatch.program.vectors.iter().find(|(known, _)| *known == slot).map(|(_, value)| *value)
    }

    /// Address of a word of the scalar file.
    pub(crate) fn scalar(&self, word: u16) -> Value {
        ins!(self.emit, load(types::I32, plain(), self.scalars, 4 * i32::from(word)))
    }

    pub(crate) fn set_scalar(&self, word: u16, value: Value) {
        self.known.borrow_mut().remove(&word);
        self.tables.forget_word(word);
        self.spans.borrow_mut().remove(&word);
        ins!(self.emit, store(plain(), value, self.scalars, 4 * i32::from(word)));
    }

    pub(crate) fn active(&self) -> Value {
        self.scalar(ACTIVE)
    }

    /// The lanes of a mask.
    pub(crate) fn mask(&self, mask: Mask) -> Value {
        match mask {
            Mask::ALL => self.emit.int(types::I32, u32::MAX.into()),
            Mask::NONE => self.emit.int(types::I32, 0),
            Mask { word, negate } => {
                let lanes = self.scalar(word);
                if negate { ins!(self.emit, bnot(lanes)) } else { lanes }
            }
        }
    }

    /// A uniform source.
    pub(crate) fn one(&self, src: Src) -> Value {
        match src {
            Src::Imm(value) => self.emit.int(types::I32, value.into()),
            Src::Scalar(word) => self.scalar(word),
            Src::Slot(Slot(word)) | Src::Word(Slot(word)) => {
                ins!(self.emit, load(types::I32, plain(), self.registers, 4 * word as i32))
            }
            Src::Mask(mask) => {
                let lanes = self.mask(mask);
                let one = self.emit.int(types::I32, 1);
                ins!(self.emit, band(lanes, one))
            }
            Src::Uniform(_) => unreachable!("a dispatch binds every uniform"),
        }
    }

    pub(crate) fn one_val(&self, src: Src) -> Val {
        match src {
            Src::Imm(value) => Val::Lit(value.into()),
            Src::Slot(slot) if self.constant(slot).is_some() => Val::Lit(self.constant(slot).unwrap_or(0).into()),
            Src::Scalar(word) if self.known.borrow().contains_key(&word) => Val::Lit(self.known.borrow()[&word].into()),
            other => Val::One(self.one(other)),
        }
    }

    /// A uniform 64-bit source.
    pub(crate) fn one_wide(&self, src: Wide) -> Val {
        match (self.one_val(src.lo), self.one_val(src.hi)) {
            (Val::Lit(lo), Val::Lit(hi)) => Val::Lit(hi << 32 | lo),
            (lo, hi) => {
                let d = Scalar(self.emit);
                let [lo, hi] = [lo, hi].map(|v| d.bits::<W32>(v).zext::<W64>());
                (hi.shl_by(hi.k(32)) | lo).v
            }
        }
    }

    /// Bits that some lane of a vector has.
    pub(crate) fn any(&self, first: u32) -> Value {
        let e = self.emit;
        let strip = |lane: u32| ins!(e, load(types::I32X4, plain(), self.registers, 4 * (first + lane) as i32));
        (0..self.lanes).step_by(4).map(strip).reduce(|a, b| ins!(e, bor(a, b))).expect("a wave has lanes")
    }

    /// Emits micro-operations, after which control goes to one of `next`, or anywhere; `held` are literals that vectors hold in executing
    /// lanes before. Returns the lanes that the last operation runs on.
    pub(crate) fn uops(
        &mut self,
        uops: &'d [Uop],
        first: u32,
        lanes: Value,
        next: &[u32],
        held: &[(u32, u32)],
    ) -> Value {
        self.look_ahead(uops, next);
        self.known.borrow_mut().clear();
        self.spans.borrow_mut().clear();
        self.forget_all();
        held.iter().for_each(|(first, value)| self.learn(*first, Fact::lit((*value).into())));
        let mut segment = Segment::new(Span::of(u32::MAX >> (LANES as u32 - self.lanes)), lanes);
        for (at, uop) in uops.iter().enumerate() {
            let number = first + at as u32;
            segment.at = at;
            let as_move = packed::unpacked(*uop, segment.span, &self.dispatch.program.maps);
            if let Uop::Under { base, also } = uop {
                segment.write(self);
                let (a, b) = (self.mask(*base), self.mask(*also));
                let lanes = ins!(self.emit, band(a, b));
                segment = Segment::new(self.span(*base, *also), lanes);
                segment.within = self.tables.lanes([*base, *also]);
                *self.learned.borrow_mut() = self.tables.turn(segment.within).into_iter().collect();
            } else if uop.nature().keeps == Keeps::Nothing {
            } else if segment.takes(self, &as_move) {
                segment.push(self, as_move);
            } else if let Some(access) = self.native_access(uop) {
                segment.push_access(self, uop, access, number);
            } else {
                if segment.notices(uop) {
                    segment.write(self);
                }
                if !self.once(uop) && !self.load_words(uop, number, segment.lanes) {
                    segment.write(self);
                    self.known.borrow_mut().clear();
                    self.spans.borrow_mut().clear();
                    self.forget_all();
                    self.left(number, segment.lanes, NO_SITE);
                }
            }
        }
        segment.at = uops.len();
        segment.write(self);
        segment.lanes
    }

    /// A range that contains the lanes of two masks.
    fn span(&self, base: Mask, also: Mask) -> Span {
        let within = |mask: Mask| {
            let constant = self.dispatch.program.constants.iter().find(|(known, _)| *known == mask.word);
            match (constant, self.spans.borrow().get(&mask.word)) {
                (Some((_, bits)), _) => {
                    if mask.negate {
                        !bits
                    } else {
                        *bits
                    }
                }
                (None, Some(span)) if !mask.negate => span.lanes(),
                _ if mask.word == ACTIVE && !mask.negate => u32::MAX >> (LANES as u32 - self.lanes),
                _ => u32::MAX,
            }
        };
        Span::of(within(base) & within(also))
    }

    /// The buffer of a binding-table entry, if it is known now and all of its bytes are in whole words.
    pub(crate) fn table(&self, entry: Src) -> Option<&'d TableEntry> {
        let Val::Lit(entry) = self.one_val(entry) else { return None };
        let table = self.dispatch.table.iter().find(|known| u64::from(known.entry) == entry)?;
        // In other buffers the interpreter refuses the last bytes.
        (table.bytes % 4 == 0).then_some(table)
    }

    /// Emits work that a wave does once.
    fn once(&self, uop: &Uop) -> bool {
        let d = Scalar(self.emit);
        match *uop {
            Uop::Scalar { op, dst, src } => {
                let [a, b, c] = src.map(|s| d.bits::<W32>(self.one_val(s)));
                let out = alu(op, a, b, c).v;
                if self.emit.take_refused() {
                    return false;
                }
                self.set_scalar(dst, d.value::<W32>(out));
                if let Val::Lit(value) = out {
                    self.known.borrow_mut().insert(dst, value as u32);
                }
            }
            Uop::Scalar64 { op, dst, src } => {
                let [a, b, c] = src.map(|s| d.bits::<W64>(self.one_wide(s)));
                let out: Bits<_, W64> = alu64(op, a, b, c);
                if self.emit.take_refused() {
                    return false;
                }
                let [low, high] = [out, out.shr_by(out.k(32))].map(|w| d.value::<W32>(w.trunc::<W32>().v));
                self.set_scalar(dst[0], low);
                self.set_scalar(dst[1], high);
            }
            Uop::ScalarTest { op, dst, src } => {
                let [a, b, c] = src.map(|s| d.bits::<W32>(self.one_val(s)));
                let out = test(op, a, b, c).b;
                return self.set_bit(dst, out);
            }
            Uop::ScalarTest64 { op, dst, src } => {
                let [a, b] = src.map(|s| d.bits::<W64>(self.one_wide(s)));
                let out = test64(op, a, b, a.k(0)).b;
                return self.set_bit(dst, out);
            }
            Uop::FromLane { dst, value, lane } => {
                let Some(value) = packed::lane(self, value, lane) else { return false };
                self.set_scalar(dst, value);
            }
            _ => return false,
        }
        true
    }

    fn set_bit(&self, dst: u16, bit: Truth) -> bool {
        if self.emit.take_refused() {
            return false;
        }
        let value = match bit {
            Truth::Known(bit) => self.emit.int(types::I32, bit.into()),
            Truth::Of(bit) => ins!(self.emit, uextend(types::I32, bit)),
        };
        self.set_scalar(dst, value);
        true
    }

    /// Lets the interpreter run a micro-operation.
    pub(crate) fn left(&self, number: u32, lanes: Value, site: u32) {
        let e = self.emit;
        let function = e.int(self.pointer, frame::uop as *const () as usize as u64);
        let (number, site) = (e.int(types::I32, number.into()), e.int(types::I32, site.into()));
        let call = e.with(|b| b.ins().call_indirect(self.uop, function, &[self.frame, number, lanes, site]));
        let how = e.with(|b| b.inst_results(call)[0]);
        self.unless_ended(how);
    }

    /// Prefetches two cache lines.
    #[cfg(target_arch = "x86_64")]
    pub(crate) fn prefetch(&self, first: Value, last: Value) {
        let e = self.emit;
        let function = e.int(self.pointer, frame::prefetch as *const () as usize as u64);
        e.with(|b| b.ins().call_indirect(self.prefetch, function, &[first, last]));
    }

    #[cfg(not(target_arch = "x86_64"))]
    pub(crate) fn prefetch(&self, _first: Value, _last: Value) {}

    /// Exits the code if a call said so.
    fn unless_ended(&self, how: Value) {
        let e = self.emit;
        let [on, end] = std::array::from_fn(|_| e.with(FunctionBuilder::create_block));
        e.with(|b| b.set_cold_block(end));
        e.with(|b| b.ins().brif(how, end, &[], on, &[]));
        e.with(|b| b.switch_to_block(end));
        self.set_pc(self.pc);
        self.give_back(ENDED);
        e.with(|b| b.switch_to_block(on));
    }

    /// Lets the interpreter do the control effect of a step; returns where the wave is then.
    pub(crate) fn transfer(&self, pc: u32, lanes: Value) -> Value {
        let e = self.emit;
        let function = e.int(self.pointer, frame::transfer as *const () as usize as u64);
        let at = e.int(types::I32, pc.into());
        let call = e.with(|b| b.ins().call_indirect(self.transfer, function, &[self.frame, at, lanes]));
        let how = e.with(|b| b.inst_results(call)[0]);
        let [on, end] = std::array::from_fn(|_| e.with(FunctionBuilder::create_block));
        e.with(|b| b.set_cold_block(end));
        e.with(|b| b.ins().brif(how, end, &[], on, &[]));
        e.with(|b| b.switch_to_block(end));
        // The frame already says where the wave is.
        self.give_back(ENDED);
        e.with(|b| b.switch_to_block(on));
        self.at()
    }
}
