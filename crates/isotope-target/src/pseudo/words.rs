//! Text for elements of the neutral form.

use isotope_ir::effect::{
    Approximation, Caches, Clamp, Counter, FenceKind, LaneRelation, MaintenanceAction, Order, Policy, Qualifiers,
    Scope, Space, Spaces, Special,
};

pub(super) fn space(space: Space) -> String {
    match space {
        Space::Global => "global".into(),
        Space::Shared => "shared".into(),
        Space::Private => "private".into(),
        Space::Wave => "private memory of the wave".into(),
        Space::Generic => "generic".into(),
        Space::GenericGlobal => "global".into(),
        Space::Constant(bank) => format!("c[{bank:#x}]"),
        Space::ConstantBanks => "constant banks".into(),
    }
}

fn order(order: Order) -> &'static str {
    match order {
        Order::Weak => "weak",
        Order::Relaxed => "relaxed",
    }
}

pub(super) fn scope(scope: Scope) -> &'static str {
    match scope {
        Scope::Lane => "the lane alone",
        Scope::Group => "the work-group",
        Scope::Local => "the slice",
        Scope::Tile => "the tile",
        Scope::Device => "the device",
        Scope::Devices => "all devices",
        Scope::System => "devices and host",
        Scope::SystemRelease => "devices and host, for what comes before",
        Scope::SystemAcquire => "devices and host, for what comes after",
        Scope::Channel => "VC, which no public text explains",
    }
}

fn policy(policy: Policy) -> &'static str {
    match policy {
        Policy::Default => "as it does by itself",
        Policy::Cache => "keeps the line",
        Policy::Bypass => "is passed by",
        Policy::Stream => "evicts the line early",
        Policy::LastUse => "drops the line, which is not read again",
        Policy::Incoherent => "may keep the line although memory changes",
        Policy::WriteBack => "keeps what is written until it evicts it",
        Policy::WriteThrough => "writes it to memory at once",
        Policy::ReadInvalidate => "drops the line after it was read",
        Policy::NoAllocate => "makes no room for the line",
    }
}

/// The order, scope and cache modifiers of an access as a remark at the end of a line; empty if it has none.
pub(super) fn note(q: &Qualifiers) -> String {
    let mut out = Vec::new();
    if q.order != Order::Weak {
        out.push(format!("{}, scope {}", order(q.order), scope(q.scope)));
    }
    if q.volatile {
        out.push("volatile".into());
    }
    for (name, p) in [("the nearest cache", q.near), ("the device's cache", q.far), ("the last-level cache", q.last)] {
        if p != Policy::Default {
            out.push(format!("{name} {}", policy(p)));
        }
    }
    if out.is_empty() { String::new() } else { format!("    ({})", out.join("; ")) }
}

pub(super) fn spaces(spaces: Spaces) -> String {
    let all = [
        (Spaces::GLOBAL, "global memory"),
        (Spaces::SHARED, "shared memory"),
        (Spaces::TYPED, "typed surfaces"),
        (Spaces::GLOBAL_LOW, "global memory by the low-bandwidth port"),
    ];
    if spaces == Spaces::ALL {
        return "all memory".into();
    }
    let named: Vec<&str> = all.iter().filter(|(s, _)| spaces.0 & s.0 != 0).map(|(_, name)| *name).collect();
    if named.is_empty() { "no memory".into() } else { named.join(" and ") }
}

pub(super) fn fence(kind: FenceKind) -> &'static str {
    match kind {
        FenceKind::Full => "accesses behind it wait until those before it are seen",
        FenceKind::Commit => "the thread waits until accesses before it are seen",
        FenceKind::Instructions => "compilers move no instructions across it; at run time nothing happens",
    }
}

pub(super) fn caches(set: Caches) -> String {
    let all = [
        (Caches::L0, "L0"),
        (Caches::L1, "L1"),
        (Caches::L2, "L2"),
        (Caches::L3, "L3"),
        (Caches::SCALAR, "the scalar cache"),
        (Caches::INSTRUCTION, "the instruction cache"),
        (Caches::CONSTANT, "the constant cache"),
        (Caches::TEXTURE, "the texture cache"),
        (Caches::HEADER, "the cache of headers"),
        (Caches::RENDER, "the render cache"),
        (Caches::UNIFORM, "U"),
        (Caches::STACK, "the cache of the control stack"),
        (Caches::LOCAL, "the cache of local memory"),
    ];
    all.iter().filter(|(c, _)| set.0 & c.0 != 0).map(|(_, name)| *name).collect::<Vec<_>>().join(" and ")
}

pub(super) fn maintenance(action: MaintenanceAction) -> String {
    match action {
        MaintenanceAction::Invalidate => "drop lines".into(),
        MaintenanceAction::WriteBack => "write lines to memory, and keep them".into(),
        MaintenanceAction::Evict => "write lines to memory, and drop them".into(),
        MaintenanceAction::Discard => "drop lines without writing them".into(),
        MaintenanceAction::Clean => "clean lines".into(),
        MaintenanceAction::Flush => "flush lines".into(),
        MaintenanceAction::Reserved6 => "what the documents call type6, to lines".into(),
        MaintenanceAction::Prefetch(0) => "fetch what the access names".into(),
        MaintenanceAction::Prefetch(n) => {
            format!("fetch {} of a line", if n == 2 { "all".into() } else { format!("{n} halves") })
        }
        MaintenanceAction::Reset => "what SPA 5.0 calls RS, to lines".into(),
        MaintenanceAction::ResetLabel => "what SPA 5.0 calls RSLB, to lines".into(),
    }
}

pub(super) fn counter(counter: Counter) -> String {
    match counter {
        Counter::Scoreboard(n) => format!("scoreboard {n}"),
        Counter::Vm => "vmcnt: vector loads, and atomics that return".into(),
        Counter::Vs => "vscnt: vector stores, and atomics that do not return".into(),
        Counter::Exp => "expcnt: exports".into(),
        Counter::Lgkm => "lgkmcnt: LDS, GDS, scalar memory, messages".into(),
        Counter::Depctr(bit) => format!("the dependency counter at bit {bit}"),
        Counter::Event(mask) => format!("events {mask:#x}"),
        Counter::Idle => "everything that is outstanding".into(),
    }
}

pub(super) fn clamp(clamp: Clamp) -> &'static str {
    match clamp {
        Clamp::Ignore => "outside, nothing happens",
        Clamp::Near => "outside, the nearest element inside is meant",
        Clamp::Trap => "outside is a fault",
    }
}

pub(super) fn special(what: Special) -> String {
    let dim = |d: u8| ["x", "y", "z"].get(usize::from(d)).copied().unwrap_or("?");
    match what {
        Special::LaneId => "lane".into(),
        Special::WaveId => "number of the wave in its group".into(),
        Special::LocalId(d) => format!("local id {}", dim(d)),
        Special::LocalIdPacked => "local ids x | y << 16 | z << 26".into(),
        Special::LocalIdPacked10 => "local ids x | y << 10 | z << 20".into(),
        Special::GroupId(d) => format!("group id {}", dim(d)),
        Special::GroupSize(d) => format!("group size {}", dim(d)),
        Special::GroupCount(d) => format!("number of groups {}", dim(d)),
        Special::LaneMask(relation) => {
            let which = match relation {
                LaneRelation::Eq => "this lane",
                LaneRelation::Lt => "lower lanes",
                LaneRelation::Le => "lower lanes and this",
                LaneRelation::Gt => "higher lanes",
                LaneRelation::Ge => "higher lanes and this",
            };
            format!("mask of {which}")
        }
        Special::SharedBytes => "bytes of shared memory".into(),
        Special::Clock { high: false } => "clock[31:0]".into(),
        Special::Clock { high: true } => "clock[63:32]".into(),
        Special::SharedWindow => "base of the shared window".into(),
        Special::PrivateWindow => "base of the private window".into(),
    }
}

pub(super) fn approximation(what: Approximation) -> &'static str {
    match what {
        Approximation::Exp2 => "exp2",
        Approximation::Log2 => "log2",
        Approximation::Sin => "sin",
        Approximation::Cos => "cos",
        Approximation::SinTurns => "sin_of_turns",
        Approximation::CosTurns => "cos_of_turns",
        Approximation::RcpHigh64 => "high_word_of_reciprocal",
        Approximation::RsqHigh64 => "high_word_of_reciprocal_sqrt",
    }
}
