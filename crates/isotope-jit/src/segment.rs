//! Micro-operations that run lane by lane, in strips of four lanes. Each strip runs all of them before the next strip begins, so values
//! between them stay in host registers.

use cranelift_codegen::ir::{Function, Signature, Value};
use cranelift_codegen::isa::CallConv;
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use isotope_ir::effect::{Access, LANES, Mask, Slot, Src, Uop, Wide};
use isotope_machine::dispatch::TableEntry;
use isotope_op::alu::{Alu64, alu, alu64, test, test64};
use isotope_op::domain::{W32, W64};

use crate::code::{Emit, Strip, Val};
use crate::frame::Served;
use crate::packed::{self, Extent, Map};
use crate::tables::Lanes;
use crate::unit::Writer;

mod known;
mod special;
mod write;

pub(crate) use known::Known;
pub(crate) use special::{LocalIds, has_rows, local_ids};

/// Most accesses whose addresses are computed together.
pub(crate) const GROUP: usize = 4;

/// A range of lanes (end exclusive), both multiples of a strip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Span {
    pub from: u32,
    pub to: u32,
}

impl Span {
    /// The strips that contain these lanes; the first strip if there are none.
    pub(crate) fn of(lanes: u32) -> Span {
        match lanes {
            0 => Span { from: 0, to: 4 },
            _ => Span {
                from: lanes.trailing_zeros() & !3,
                to: (LANES as u32 - lanes.leading_zeros()).next_multiple_of(4),
            },
        }
    }

    /// Its lanes as bits.
    pub(crate) fn lanes(self) -> u32 {
        u32::MAX >> (LANES as u32 - self.to) & u32::MAX << self.from
    }
}

/// An operation, with what it needs to know of the launch.
#[derive(Clone, Copy)]
pub(crate) struct Op<'d> {
    pub uop: Uop,
    /// The buffer that its binding-table entry leads to.
    pub table: Option<&'d TableEntry>,
}

/// An access. Strips compute its addresses between operations; it is served after all of these.
#[derive(Clone, Copy)]
pub(crate) struct Member<'d> {
    pub uop: &'d Uop,
    pub access: &'d Access,
    /// Number of operations in front of it.
    pub ops: usize,
    /// Its number in its list, and its position in the list that is emitted.
    number: u32,
    at: usize,
    pub site: u32,
}

/// Pending operations and accesses.
pub(crate) struct Segment<'d> {
    ops: Vec<Op<'d>>,
    members: Vec<Member<'d>>,
    /// The executing lanes, and a range that contains them.
    pub lanes: Value,
    pub span: Span,
    pub within: Lanes,
    /// The current operation, counted from the first of the list.
    pub at: usize,
    /// First words of vectors that the pending operations read and write.
    read: Vec<u32>,
    written: Vec<u32>,
    /// Scalar words that they write.
    words: Vec<u16>,
    /// Registers that they use other than lane by lane.
    extents: Vec<Extent>,
}

impl<'d> Segment<'d> {
    pub(crate) fn new(span: Span, lanes: Value) -> Segment<'d> {
        Segment {
            ops: Vec::new(),
            members: Vec::new(),
            lanes,
            span,
            within: Lanes::default(),
            at: 0,
            read: Vec::new(),
            written: Vec::new(),
            words: Vec::new(),
            extents: Vec::new(),
        }
    }

    /// Whether an operation runs lane by lane and has native code.
    pub(crate) fn takes(&self, w: &mut Writer<'_, '_, 'd>, uop: &Uop) -> bool {
        let maps = &w.dispatch.program.maps;
        match uop {
            // The operation reads all of its sources before it writes anything.
            _ if self.clobbers_itself(uop, maps) => false,
            Uop::Alu { .. } | Uop::Alu64 { .. } | Uop::Narrow { .. } | Uop::Test { .. } | Uop::Test64 { .. } => {
                *w.supported.entry(*uop).or_insert_with(|| supported(uop))
            }
            Uop::Mask { .. } => true,
            // The entry is known only as it was before the pending operations.
            Uop::TableAddress { entry, .. } => !self.changes(*entry) && w.table(*entry).is_some(),
            Uop::ReadRegion { .. } | Uop::WriteRegion { .. } => packed::packed(uop, maps).is_some(),
            Uop::ReadLane { value, .. } => matches!(value, Src::Slot(slot) if w.constant(*slot).is_none()),
            Uop::Ballot { .. } => true,
            Uop::Special { what, .. } => special::is_known(w.dispatch, *what),
            Uop::Approximate { what, .. } => Strip::approximates(*what),
            _ => false,
        }
    }

    /// Whether a pending operation writes a scalar word.
    fn changes(&self, src: Src) -> bool {
        matches!(src, Src::Scalar(word) if self.words.contains(&word))
    }

    /// Adds an operation. Pending operations are emitted first if strips must not mix them.
    pub(crate) fn push(&mut self, w: &mut Writer<'_, '_, 'd>, uop: Uop) {
        let maps = &w.dispatch.program.maps;
        if self.conflicts(&uop, maps) {
            self.write(w);
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

    /// Whether two vectors share words in different lanes.
    fn meets(&self, a: u32, b: u32) -> bool {
        a != b && a < b + self.span.to && b < a + self.span.to
    }

    /// Whether later strips of an operation would read what its earlier strips wrote.
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

    /// Whether a later strip could see what an earlier one wrote, or the reverse.
    pub(crate) fn conflicts(&self, uop: &Uop, maps: &[Map]) -> bool {
        let meets = |a: u32, b: u32| self.meets(a, b);
        if let Some(extent) = Extent::of(uop, self.span, maps) {
            // Pending results are stored after all operations of a strip.
            let vectors = if extent.writes() { self.read.iter() } else { [].iter() };
            if extent.writes() && !self.members.is_empty() {
                return true;
            }
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
            Src::Scalar(_) => self.changes(src),
            _ => false,
        };
        let asks = matches!(uop, Uop::Ballot { src, .. } if self.words.contains(&src.word));
        let written = |to: &u32| {
            self.read.iter().chain(&self.written).any(|&other| meets(other, *to))
                || self.extents.iter().any(|other| other.meets(*to, self.span))
        };
        asks || self.is_late(uop) || sources(uop).into_iter().any(clobbered) || results(uop).iter().any(written)
    }

    /// Whether it would change words that a pending access reads, which is served after it.
    fn is_late(&self, uop: &Uop) -> bool {
        let tested = word_of(uop);
        let changed = |src: Src| match src {
            Src::Scalar(word) => tested == Some(word),
            Src::Mask(mask) => tested == Some(mask.word),
            Src::Word(Slot(word)) => results(uop).iter().any(|&first| (first..first + self.span.to).contains(&word)),
            _ => false,
        };
        self.members.iter().flat_map(|member| sources(member.uop)).any(changed)
    }

    /// Whether an operation that touches only scalar words would observe the pending operations, or be observed by them.
    pub(crate) fn notices(&self, uop: &Uop) -> bool {
        let reads = |src: Src| match src {
            Src::Scalar(word) => self.words.contains(&word),
            Src::Mask(mask) => self.words.contains(&mask.word),
            Src::Imm(_) => false,
            _ => !self.ops.is_empty() || !self.members.is_empty(),
        };
        let written = match *uop {
            Uop::Scalar { dst, .. } | Uop::ScalarTest { dst, .. } | Uop::ScalarTest64 { dst, .. } => vec![dst],
            Uop::Scalar64 { dst, .. } => dst.to_vec(),
            _ => return true,
        };
        let used = |uop: &Uop| {
            let mut words = masks_of(uop);
            words.extend(sources(uop).into_iter().filter_map(|src| match src {
                Src::Scalar(word) => Some(word),
                Src::Mask(mask) => Some(mask.word),
                _ => None,
            }));
            words.iter().any(|word| written.contains(word))
        };
        sources(uop).into_iter().any(reads)
            || written.iter().any(|word| self.words.contains(word))
            || self.ops.iter().any(|op| used(&op.uop))
            || self.members.iter().any(|member| used(member.uop))
    }

    /// Adds an access. Pending ones are emitted first if it cannot wait together with them.
    pub(crate) fn push_access(&mut self, w: &mut Writer<'_, '_, 'd>, uop: &'d Uop, access: &'d Access, number: u32) {
        if self.conflicts(uop, &w.dispatch.program.maps) {
            self.write(w);
        }
        let site = w.accesses.len() as u32;
        w.accesses.push(Served { access: *access, reduces: w.reduces(uop), site });
        for src in sources(uop) {
            if let Src::Slot(Slot(first)) = src {
                self.read.push(first);
            }
        }
        self.members.push(Member { uop, access, ops: self.ops.len(), number, at: self.at, site });
        // Its results exist only after it has been served.
        let gives = !given(uop).is_empty() || matches!(uop, Uop::Atomic { sparse: Some(_), .. });
        if gives || self.members.len() == GROUP {
            self.at += 1;
            self.write(w);
        }
    }
}

/// The uniform value and the 32 bits per lane whose sum the addresses of an access are, if one of the operations before it computes that
/// sum.
pub(crate) fn sum_of(access: &Access, before: &[Op<'_>]) -> Option<(Wide, Src)> {
    let (Src::Slot(low), Some(Src::Slot(high))) = (access.address.lo, access.address.hi) else { return None };
    let writes = |op: &Op<'_>| results(&op.uop).iter().any(|&to| to == low.0 || to == high.0);
    let at = before.iter().rposition(writes)?;
    let Uop::Alu64 { op: Alu64::Add, dst, src: [a, b, _] } = before[at].uop else { return None };
    if dst != low || high.0 != low.0 + LANES as u32 {
        return None;
    }
    let (base, index) = if a.is_uniform() { (a, b) } else { (b, a) };
    let Src::Slot(Slot(first)) = index.lo else { return None };
    let kept = base.is_uniform() && index.hi == Src::Imm(0);
    // The vectors of the sum must not overlap its result or what is written afterwards.
    let lost = before[at..].iter().any(|op| results(&op.uop).contains(&first));
    (kept && !lost).then_some((base, index.lo))
}

/// Sources of an operation that a segment can take, or of an access behind it.
pub(crate) fn sources(uop: &Uop) -> Vec<Src> {
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
pub(crate) fn word_of(uop: &Uop) -> Option<u16> {
    match *uop {
        Uop::Test { dst, .. } | Uop::Test64 { dst, .. } | Uop::Mask { dst, .. } => Some(dst),
        Uop::TableAddress { valid, .. } => Some(valid),
        _ => None,
    }
}

/// Whether lanes that do not execute lose their bits of that word.
pub(crate) fn clears(uop: &Uop) -> bool {
    matches!(uop, Uop::Test { clear: true, .. } | Uop::Test64 { clear: true, .. } | Uop::TableAddress { .. })
}

/// Scalar words of the masks that an operation of a segment combines or tests.
pub(crate) fn masks_of(uop: &Uop) -> Vec<u16> {
    match uop {
        Uop::Ballot { src, .. } if src.word != Mask::ALWAYS => vec![src.word],
        Uop::Mask { a, b, .. } => [a, b].iter().map(|m| m.word).filter(|word| *word != Mask::ALWAYS).collect(),
        _ => Vec::new(),
    }
}

/// First words of the vectors that an access writes when it is served.
pub(crate) fn given(uop: &Uop) -> Vec<u32> {
    match uop {
        Uop::Load { dst: Some(Slot(dst)), access, .. } | Uop::Atomic { dst: Some(Slot(dst)), access, .. } => {
            (0..u32::from(access.bytes / 4).max(1)).map(|word| dst + word * LANES as u32).collect()
        }
        _ => Vec::new(),
    }
}

/// First words of the vectors that an operation of a segment writes.
pub(crate) fn results(uop: &Uop) -> Vec<u32> {
    match uop {
        Uop::Alu { dst, .. }
        | Uop::Narrow { dst, .. }
        | Uop::ReadRegion { dst, .. }
        | Uop::ReadLane { dst, .. }
        | Uop::Ballot { dst, .. }
        | Uop::Approximate { dst, .. }
        | Uop::Special { dst, .. } => vec![dst.0],
        Uop::Alu64 { dst, .. } | Uop::TableAddress { dst, .. } => vec![dst.0, dst.0 + LANES as u32],
        _ => Vec::new(),
    }
}

/// Whether an operation with such operands has native code: found by emitting it as a trial.
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
