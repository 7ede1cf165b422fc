//! Orderings and scopes of LLVM IR, and the ordering that a path through a function lacks.
//!
//! The rules are those of LLVM's Language Reference, "Atomic Memory Ordering Constraints" and "fence":
//!
//! * A release needs a store that other threads can read from: the swap is `release` or stronger, or a fence before it is.
//! * An acquire is `acquire` or stronger on the access that read the value, or a fence after it is.
//! * `seq_cst` is the access itself, or a `fence seq_cst` before it and one after it.
//! * Each of these accesses and fences has a scope at least as wide as required.
//! * A value read by a load that is not atomic, or `unordered`, is undefined in a data race or has no place in the modification order: the
//!   operation cannot take place at such a load.
//!
//! The Language Reference does not define the ordering of target intrinsics or the order of target-specific scopes. Both are undecided
//! here, except for the scopes of AMDGPU and NVPTX, whose documents define them.

use std::fmt;

use isotope_term::Value;

/// An ordering of an access or a fence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Ordering {
    NotAtomic,
    Unordered,
    Monotonic,
    Acquire,
    Release,
    AcqRel,
    SeqCst,
}

const NAMES: [(&str, Ordering); 7] = [
    ("not atomic", Ordering::NotAtomic),
    ("unordered", Ordering::Unordered),
    ("monotonic", Ordering::Monotonic),
    ("acquire", Ordering::Acquire),
    ("release", Ordering::Release),
    ("acq_rel", Ordering::AcqRel),
    ("seq_cst", Ordering::SeqCst),
];

impl Ordering {
    pub(super) const OF_LOADS: &'static [Ordering] =
        &[Ordering::Unordered, Ordering::Monotonic, Ordering::Acquire, Ordering::SeqCst];
    pub(super) const OF_SWAPS: &'static [Ordering] =
        &[Ordering::Monotonic, Ordering::Acquire, Ordering::Release, Ordering::AcqRel, Ordering::SeqCst];
    pub(super) const OF_FAILURES: &'static [Ordering] = &[Ordering::Monotonic, Ordering::Acquire, Ordering::SeqCst];
    pub(super) const OF_FENCES: &'static [Ordering] =
        &[Ordering::Acquire, Ordering::Release, Ordering::AcqRel, Ordering::SeqCst];

    /// Finds an ordering by its keyword in LLVM IR.
    pub fn find(word: &str) -> Option<Ordering> {
        NAMES.iter().find(|(name, _)| *name == word).map(|(_, ordering)| *ordering)
    }

    /// The keyword in LLVM IR.
    pub fn name(self) -> &'static str {
        NAMES.iter().find(|(_, ordering)| *ordering == self).map_or("", |(name, _)| name)
    }

    fn acquires(self) -> bool {
        matches!(self, Ordering::Acquire | Ordering::AcqRel | Ordering::SeqCst)
    }

    fn releases(self) -> bool {
        matches!(self, Ordering::Release | Ordering::AcqRel | Ordering::SeqCst)
    }

    /// The failure ordering of a compare-and-swap that names one ordering: the same without the release.
    fn on_failure(self) -> Ordering {
        match self {
            Ordering::Release => Ordering::Monotonic,
            Ordering::AcqRel => Ordering::Acquire,
            other => other,
        }
    }
}

/// A synchronization scope; the widest one has no name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scope(String);

/// Scopes of targets, narrowest first: AMDGPU ("Memory Scopes" of the AMDGPU backend's guide), NVPTX ("Memory scopes" of PTX).
const CHAINS: [&[&str]; 2] = [&["wavefront", "workgroup", "cluster", "agent"], &["block", "cluster", "device"]];
/// Suffix of AMDGPU's scopes that order only one address space; the system's is `one-as`.
const ONE_SPACE: &str = "one-as";

impl Scope {
    /// The whole system.
    pub fn system() -> Scope {
        Scope(String::new())
    }

    /// The scope of `syncscope("NAME")`.
    pub fn named(name: &str) -> Scope {
        // NVPTX names the widest scope explicitly.
        Scope(if name == "system" { String::new() } else { name.to_string() })
    }

    /// Whether it is at least as wide; `None` if no document says so.
    fn covers(&self, other: &Scope) -> Option<bool> {
        let split = |scope: &Scope| {
            let bare = scope.0.strip_suffix(ONE_SPACE);
            (bare.unwrap_or(&scope.0).trim_end_matches('-').to_string(), bare.is_some())
        };
        let ((ours, narrow), (theirs, asked_narrow)) = (split(self), split(other));
        if narrow && !asked_narrow {
            return Some(false);
        }
        match (ours.as_str(), theirs.as_str()) {
            (a, b) if a == b => Some(true),
            ("", _) | (_, "singlethread") => Some(true),
            (_, "") | ("singlethread", _) => Some(false),
            (a, b) => CHAINS.iter().find_map(|chain| {
                let at = |name| chain.iter().position(|n| *n == name);
                Some(at(a)? >= at(b)?)
            }),
        }
    }
}

impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() { f.write_str("no syncscope") } else { write!(f, "syncscope(\"{}\")", self.0) }
    }
}

/// The required ordering of an operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// Ordering when the operation stores.
    pub success: Ordering,
    /// Ordering when a compare-and-swap finds another value.
    pub failure: Ordering,
    /// Scope.
    pub scope: Scope,
}

impl Asked {
    /// This ordering in the whole system.
    pub fn all(ordering: Ordering) -> Asked {
        Asked { success: ordering, failure: ordering.on_failure(), scope: Scope::system() }
    }

    /// Reads `[syncscope("NAME")] ORDERING [ORDERING]`; the second is for a compare-and-swap that fails.
    ///
    /// # Errors
    /// The text that was expected and the text that was found.
    ///
    /// # Examples
    /// ```
    /// use isotope_prove::llvm::{Asked, Ordering};
    /// let asked = Asked::read("syncscope(\"agent\") acq_rel").unwrap();
    /// assert_eq!((asked.success, asked.failure), (Ordering::AcqRel, Ordering::Acquire));
    /// assert_eq!(asked.to_string(), "syncscope(\"agent\") acq_rel");
    /// assert!(Asked::read("relaxed").unwrap_err().starts_with("expected an ordering: monotonic, acquire, "));
    /// ```
    pub fn read(text: &str) -> Result<Asked, String> {
        let (mut rest, mut scope) = (text.trim(), Scope::system());
        if let Some(behind) = rest.strip_prefix("syncscope(") {
            let parts = behind.strip_prefix('"').and_then(|name| name.split_once("\")"));
            let (name, behind) = parts
                .ok_or_else(|| format!("expected syncscope(\"NAME\") in front of the ordering, found `{text}`"))?;
            (rest, scope) = (behind, Scope::named(name));
        }
        let among = |word: &str, among: &[Ordering], what: &str| {
            Ordering::find(word).filter(|ordering| among.contains(ordering)).ok_or_else(|| {
                let names: Vec<_> = among.iter().map(|ordering| ordering.name()).collect();
                format!("expected {what}: {}; found `{word}`", names.join(", "))
            })
        };
        let words: Vec<&str> = rest.split_whitespace().collect();
        let success = among(words.first().unwrap_or(&""), Ordering::OF_SWAPS, "an ordering")?;
        let failure = match words.get(1) {
            Some(word) => among(word, Ordering::OF_FAILURES, "an ordering of a failure")?,
            None => success.on_failure(),
        };
        match words.get(2) {
            Some(word) => Err(format!("expected at most two orderings, found `{word}` behind them")),
            None => Ok(Asked { success, failure, scope }),
        }
    }
}

impl fmt::Display for Asked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.scope != Scope::system() {
            write!(f, "{} ", self.scope)?;
        }
        f.write_str(self.success.name())?;
        if self.failure != self.success.on_failure() { write!(f, " {}", self.failure.name()) } else { Ok(()) }
    }
}

/// An event of a path that orders memory.
#[derive(Clone, Debug)]
pub(super) struct Event {
    pub line: usize,
    pub kind: EventKind,
    pub scope: Scope,
}

#[derive(Clone, Debug)]
pub(super) enum EventKind {
    Fence(Ordering),
    /// A load, with the input that it read.
    Load(Ordering, Value),
    /// A swap: its success and failure orderings, and the input that it read.
    Swap(Ordering, Ordering, Value),
    /// A target intrinsic: whether it accesses memory.
    Target(String, bool),
}

/// The ordering that a path lacks, or the reason why that is unknown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Missing {
    pub text: String,
    pub known: bool,
}

fn missing(text: String) -> Option<Missing> {
    Some(Missing { text, known: true })
}

/// The events of a path, and the required ordering.
pub(super) struct Trail<'a> {
    pub events: &'a [Event],
    pub scope: &'a Scope,
}

impl Trail<'_> {
    /// The ordering that the path lacks if its last swap stored.
    pub fn stores(&self, ordering: Ordering) -> Option<Missing> {
        let at = self
            .events
            .iter()
            .rposition(|event| matches!(event.kind, EventKind::Swap(..) | EventKind::Target(_, true)))?;
        match &self.events[at].kind {
            EventKind::Swap(success, ..) => self.access(at, "swap", *success, ordering, true),
            _ => self.access(at, "store", Ordering::Monotonic, ordering, true),
        }
    }

    /// The ordering that the path lacks if it stored nothing and last read this value; `None` if it accessed no memory. `stores`: the
    /// operation itself stores.
    pub fn reads(&self, ordering: Ordering, read: Option<Value>, stores: bool) -> Option<Missing> {
        let Some(read) = read else {
            let text =
                format!("{}: this way neither reads nor writes memory, so that it orders nothing", ordering.name());
            return (ordering != Ordering::Monotonic).then_some(Missing { text, known: true });
        };
        let reads = |event: &Event| match event.kind {
            EventKind::Load(_, value) | EventKind::Swap(_, _, value) => value == read,
            _ => false,
        };
        let Some(at) = self.events.iter().rposition(reads) else {
            let text = "which access read the value that is returned is not known to this reader".to_string();
            return (ordering != Ordering::Monotonic).then_some(Missing { text, known: false });
        };
        let line = self.events[at].line;
        match self.events[at].kind {
            EventKind::Load(own @ (Ordering::NotAtomic | Ordering::Unordered), _) => missing(format!(
                "the operation takes place at the load at line {line}, which is {}; monotonic is the least of an atomic operation",
                own.name()
            )),
            _ if stores && ordering.releases() => missing(format!(
                "release: this way stores nothing, so that no load can acquire from it; it returns what line {line} read"
            )),
            EventKind::Load(own, _) => self.access(at, "load", own, ordering, false),
            EventKind::Swap(_, own, _) => self.access(at, "failed swap", own, ordering, false),
            _ => None,
        }
    }

    /// The ordering that an access lacks.
    fn access(&self, at: usize, what: &str, own: Ordering, ordering: Ordering, stores: bool) -> Option<Missing> {
        let Event { line, scope, kind } = &self.events[at];
        if let EventKind::Target(name, _) = kind {
            let text =
                format!("what @{name} at line {line} orders is its target's, and not in LLVM's Language Reference");
            return (ordering != Ordering::Monotonic).then_some(Missing { text, known: false });
        }
        match scope.covers(self.scope) {
            Some(true) => {}
            Some(false) => {
                return missing(format!("scope: the {what} at line {line} has {scope}, and asked is {}", self.scope));
            }
            None => {
                let text = format!(
                    "whether {scope} of the {what} at line {line} is as wide as {} is its target's",
                    self.scope
                );
                return Some(Missing { text, known: false });
            }
        }
        let (front, behind) = (&self.events[..at], &self.events[at + 1..]);
        let lacks = |word: &str, where_: &str| {
            let text = format!("{word}: the {what} at line {line} is {}, and {where_}", own.name());
            // The missing ordering may be exactly what a target intrinsic provides.
            let barrier = self.events.iter().find(|event| matches!(event.kind, EventKind::Target(_, false)));
            match barrier {
                Some(Event { line, kind: EventKind::Target(name, _), .. }) => Some(Missing {
                    text: format!("{text}, unless @{name} at line {line} does it, which is its target's"),
                    known: false,
                }),
                _ => missing(text),
            }
        };
        if ordering == Ordering::SeqCst && own != Ordering::SeqCst {
            let sequential = |ordering: Ordering| ordering == Ordering::SeqCst;
            if !(self.fenced(front, &sequential) && self.fenced(behind, &sequential)) {
                return lacks("seq_cst", "no pair of `fence seq_cst` encloses it");
            }
        }
        if stores && ordering.releases() && !own.releases() && !self.fenced(front, &Ordering::releases) {
            return lacks("release", "no fence that is release or stronger precedes it");
        }
        if ordering.acquires() && !own.acquires() && !self.fenced(behind, &Ordering::acquires) {
            return lacks("acquire", "no fence that is acquire or stronger follows it");
        }
        None
    }

    fn fenced(&self, events: &[Event], fits: &dyn Fn(Ordering) -> bool) -> bool {
        events.iter().any(|event| match event.kind {
            EventKind::Fence(ordering) => fits(ordering) && event.scope.covers(self.scope) == Some(true),
            _ => false,
        })
    }
}

/// Whether a result for a path that begins with the events `least` also holds for a path that begins with `events`: `events` has each fence
/// of `least`, and the last access that read a value is the same.
pub(super) fn cover(events: &[Event], least: &[Event]) -> bool {
    let access = |of: &[Event], read: Value| {
        of.iter().rev().find_map(|event| match event.kind {
            EventKind::Load(own, value) if value == read => Some((own, event.scope.clone())),
            EventKind::Swap(_, own, value) if value == read => Some((own, event.scope.clone())),
            _ => None,
        })
    };
    least.iter().all(|one| match one.kind {
        EventKind::Fence(ordering) => events
            .iter()
            .any(|event| event.scope == one.scope && matches!(event.kind, EventKind::Fence(own) if own == ordering)),
        EventKind::Load(_, read) | EventKind::Swap(_, _, read) => access(events, read) == access(least, read),
        EventKind::Target(..) => true,
    })
}
