//! Checks lowerings: whether a loop around a compare-and-swap, or a replacement, is equal to one atomic operation.
//!
//! ```text
//! equals gfx1100:ds_max_f32          # the operation to replace; first
//! assume !isnan(mem)                 # only such inputs count; any number of lines, over mem, src0, src1
//! let limit = src0                   # names, over mem or old, src0, src1 and earlier names
//!
//! memory = if .. { .. } else { .. }  # a replacement: the new value of memory, over mem
//! returned = mem                     # the returned value; default: mem
//!
//! loop                               # or a loop: `old` is a value read from memory
//!   new = if old < src0 { src0 } else { old }
//!   swap gfx1100:ds_cmpstore_rtn_b32 # compares memory with old, writes new, returns `found`
//!   until found == old               # the default
//! returned = found                   # the default
//! ```
//!
//! `old` may be stale, so a loop is checked for any `old` and any memory:
//!
//! * *stored*: when the loop ends, memory holds what the operation would have left;
//! * *returned*: the returned value is the one that the operation would have returned;
//! * *harmless*: a round that does not end the loop changes nothing;
//! * *ends*: when memory holds `old`, the loop ends. Only interference by other threads can keep it running.
//!
//! Where the operation's result is unspecified, the documents must permit the loop's result. A swap with an unspecified result permits
//! none.

use isotope_op::atomic::{Returned, Rmw};
use isotope_term::{Arena, Node, Value};

use crate::decide::{Decision, Means, decide};
use crate::expr;
use crate::question::{Role, SOURCES, roles};
use crate::sat::Model;

/// An error in the text of a lowering, and its position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {message}")]
pub struct LoweringError {
    /// From 1.
    pub line: usize,
    /// From 1, in characters.
    pub column: usize,
    /// Expected, found.
    pub message: String,
}

/// Some text and its position.
#[derive(Clone, Debug)]
struct Text {
    line: usize,
    column: usize,
    text: String,
}

impl Text {
    fn error(&self, at: usize, message: impl Into<String>) -> LoweringError {
        let column = self.column + self.text[..at.min(self.text.len())].chars().count();
        LoweringError { line: self.line, column, message: message.into() }
    }
}

/// An operation and its name.
#[derive(Clone, Debug)]
pub struct NamedOperation {
    /// As typed.
    pub text: String,
    /// Its definition.
    pub rmw: Rmw,
}

#[derive(Clone, Debug)]
enum Body {
    Replacement(Text),
    Loop { new: Text, swap: NamedOperation, until: Option<Text> },
}

/// A lowering as it was read.
#[derive(Clone, Debug)]
pub struct Lowering {
    /// The operation that it replaces.
    pub equals: NamedOperation,
    assumed: Vec<Text>,
    lets: Vec<(String, Text)>,
    body: Body,
    returned: Option<Text>,
}

/// One claim about a lowering, and whether it holds.
#[derive(Clone, Debug)]
pub struct Claim {
    /// Its name: stored, returned, harmless or ends; for LLVM IR also defined or ordered.
    pub name: &'static str,
    /// Its statement.
    pub text: &'static str,
    /// Whether it holds, or a counterexample.
    pub decision: Decision<Model>,
    /// For a counterexample, the values of the parts.
    pub values: Vec<(&'static str, u128)>,
    /// Missing memory ordering and its path, if that is why it fails.
    pub missing: Option<String>,
}

/// Most lines of a lowering.
const LINES: usize = 1000;

/// Reads a lowering; `resolve` turns `TARGET:OP` into an operation.
///
/// # Errors
/// [`LoweringError`] with the position.
pub fn read(text: &str, resolve: &dyn Fn(&str) -> Result<Rmw, String>) -> Result<Lowering, LoweringError> {
    let (mut equals, mut assumed, mut lets, mut memory, mut returned) = (None, Vec::new(), Vec::new(), None, None);
    let (mut looped, mut new, mut swap, mut until) = (None, None, None, None);
    let mut end = Text { line: 1, column: 1, text: String::new() };
    for (n, raw) in text.lines().enumerate() {
        let code = raw.split('#').next().unwrap_or("");
        let body = code.trim();
        let column = code.len() - code.trim_start().len() + 1;
        let here = Text { line: n + 1, column, text: body.to_string() };
        end.line = n + 1;
        if n == LINES {
            return Err(here.error(0, format!("more than {LINES} lines")));
        }
        if body.is_empty() {
            continue;
        }
        let (word, rest) = body.split_at(body.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(body.len()));
        let skipped = rest.len() - rest.trim_start().len();
        let argument = |from: usize| Text {
            line: n + 1,
            column: column + body[..from].chars().count(),
            text: body[from..].to_string(),
        };
        let after = argument(word.len() + skipped);
        let assigned = |t: &Text| match t.text.strip_prefix('=').filter(|r| !r.starts_with('=')) {
            Some(r) => {
                let skipped = 1 + r.len() - r.trim_start().len();
                Ok(Text { line: t.line, column: t.column + skipped, text: r.trim().to_string() })
            }
            None => Err(t.error(0, "expected `=`")),
        };
        let named = |t: &Text| match resolve(&t.text) {
            Ok(rmw) => Ok(NamedOperation { text: t.text.clone(), rmw }),
            Err(message) => Err(t.error(0, message)),
        };
        let again = |known: bool| if known { Err(here.error(0, format!("a second `{word}`"))) } else { Ok(()) };
        match word {
            "equals" => {
                again(equals.is_some())?;
                equals = Some(named(&after)?);
            }
            "assume" => assumed.push(after),
            "let" => {
                let at = after.text.find('=').ok_or_else(|| after.error(0, "expected `NAME = EXPRESSION`"))?;
                let name = after.text[..at].trim().to_string();
                let plain = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
                if name.is_empty() || !plain || name.starts_with(|c: char| c.is_ascii_digit()) {
                    return Err(after.error(0, format!("expected a name of letters, digits and `_`, found `{name}`")));
                }
                let value = Text {
                    line: n + 1,
                    column: after.column + after.text[..at].chars().count(),
                    text: after.text[at..].to_string(),
                };
                lets.push((name, assigned(&value)?));
            }
            "memory" => {
                again(memory.is_some())?;
                memory = Some(assigned(&after)?);
            }
            "returned" => {
                again(returned.is_some())?;
                returned = Some(assigned(&after)?);
            }
            "loop" if after.text.is_empty() => {
                again(looped.is_some())?;
                looped = Some(here);
            }
            "new" => {
                again(new.is_some())?;
                new = Some(assigned(&after)?);
            }
            "swap" => {
                again(swap.is_some())?;
                let op = named(&after)?;
                let roles = roles(&op.rmw);
                if !roles.contains(&Role::Comparand) {
                    return Err(after.error(0, "expected a compare-and-swap"));
                }
                swap = Some(op);
            }
            "until" => {
                again(until.is_some())?;
                until = Some(after);
            }
            _ => {
                let message = "expected one of equals, assume, let, memory, returned, loop, new, swap, until";
                return Err(here.error(0, format!("{message}, found `{body}`")));
            }
        }
    }
    let equals = equals.ok_or_else(|| end.error(0, "expected a line `equals TARGET:OP`, found none"))?;
    let body = match (memory, looped) {
        (Some(memory), None) if new.is_none() && swap.is_none() && until.is_none() => Body::Replacement(memory),
        (None, Some(at)) => {
            let new = new.ok_or_else(|| at.error(0, "the loop has no line `new = EXPRESSION`"))?;
            let swap = swap.ok_or_else(|| at.error(0, "the loop has no line `swap TARGET:OP`"))?;
            if swap.rmw.size != equals.rmw.size {
                let (a, b) = (swap.rmw.size.bits(), equals.rmw.size.bits());
                return Err(at.error(0, format!("`{}` works on {a} bits, `{}` on {b}", swap.text, equals.text)));
            }
            Body::Loop { new, swap, until }
        }
        _ => return Err(end.error(0, "expected either a line `memory = EXPRESSION` or a loop with new and swap")),
    };
    Ok(Lowering { equals, assumed, lets, body, returned })
}

impl Lowering {
    /// Adds conditions on `mem`, `src0` and `src1` to those of the text. They must be readable.
    pub fn assume(&mut self, conditions: &[String]) {
        let text = |text: &String| Text { line: 1, column: 1, text: text.clone() };
        self.assumed.splice(..0, conditions.iter().map(text));
    }

    /// Checks every claim.
    ///
    /// # Errors
    /// [`LoweringError`] for an expression that cannot be read, and for assumptions that no input satisfies.
    pub fn check(&self, means: &Means<'_>) -> Result<Vec<Claim>, LoweringError> {
        let arena = Arena::new();
        let width = self.equals.rmw.size.bits();
        let b =
            Build { arena: &arena, width, mem: arena.input("mem", width), src: SOURCES.map(|n| arena.input(n, width)) };
        let wanted = arena.atomic(&self.equals.rmw, b.mem, b.src[0], b.src[1]);
        // The returned value is unspecified only where it is the new value.
        let told = match self.equals.rmw.returned {
            Returned::Old => arena.constant(1, 1),
            Returned::New => b.not(wanted.unspecified),
        };
        let forbidden = |left: Value| b.not(arena.permits(&self.equals.rmw, [b.mem, b.src[0], b.src[1]], left));
        let names: Vec<&str> =
            std::iter::once("mem").chain(SOURCES.into_iter().take(self.equals.rmw.op.sources())).collect();
        let mut assumed = arena.constant(1, 1);
        for text in &self.assumed {
            let scope: Vec<_> = names.iter().copied().zip([b.mem, b.src[0], b.src[1]]).collect();
            let truth = expr::truth(&arena, &text.text, &scope[..]).map_err(|e| text.error(e.at, e.message))?;
            assumed = b.and(assumed, truth);
        }
        // Every claim holds if there are no inputs.
        if let Some(last) = self.assumed.last()
            && !matches!(decide(&arena, assumed, &names, width, means), Decision::Different { .. })
        {
            return Err(last.error(0, "no inputs satisfy what is assumed, or none were found"));
        }
        let mut claims = Vec::new();
        let mut claim = |name, text, goal: Value, names: &[&str], parts: &[(&'static str, Value)]| {
            let goal = b.and(assumed, goal);
            let decision = decide(&arena, goal, names, width, means);
            let mut values = Vec::new();
            if let Decision::Different { witness, .. } = &decision {
                let inputs: Vec<(&str, u64)> = witness.iter().map(|(n, v)| (n.as_str(), *v)).collect();
                values = parts.iter().map(|(n, v)| (*n, arena.eval_wide(*v, &inputs))).collect();
            }
            claims.push(Claim { name, text, decision, values, missing: None });
        };
        match &self.body {
            Body::Replacement(memory) => {
                let scope = b.scope(self, &[("mem", b.mem)])?;
                let left = b.word(memory, &scope)?;
                let back = match &self.returned {
                    Some(text) => b.word(text, &scope)?,
                    None => b.mem,
                };
                let goal = forbidden(left);
                let parts = [("the operation leaves", wanted.new), ("the replacement leaves", left)];
                claim("stored", "memory holds what the operation would leave", goal, &names, &parts);
                let goal = b.and(told, b.differ(back, wanted.returned));
                let parts = [("the operation gives back", wanted.returned), ("the replacement gives back", back)];
                claim("returned", "the returned value is the operation's", goal, &names, &parts);
            }
            Body::Loop { new, swap, until } => {
                let old = arena.input("old", width);
                let round = b.round(self, new, swap, until.as_ref(), old)?;
                let with_old: Vec<&str> = names.iter().copied().chain(["old"]).collect();
                let goal = b.and(round.ends, b.or(round.open, forbidden(round.after)));
                let parts =
                    [("the operation leaves", wanted.new), ("the loop stores", round.new), ("and leaves", round.after)];
                let text = "when the loop ends, memory holds what the operation would leave";
                claim("stored", text, goal, &with_old, &parts);
                let goal = b.and(round.ends, b.and(told, b.differ(round.back, wanted.returned)));
                let parts = [("the operation gives back", wanted.returned), ("the loop gives back", round.back)];
                claim("returned", "the returned value is the operation's", goal, &with_old, &parts);
                let goal = b.and(b.not(round.ends), b.differ(round.after, b.mem));
                let parts = [("the loop stores", round.new), ("and leaves", round.after)];
                claim("harmless", "a round that does not end the loop changes nothing", goal, &with_old, &parts);
                let alone = b.round(self, new, swap, until.as_ref(), b.mem)?;
                let parts = [("the loop stores", alone.new), ("the swap finds", alone.found)];
                let text = "when memory holds what was read, the loop ends";
                claim("ends", text, b.not(alone.ends), &names, &parts);
            }
        }
        Ok(claims)
    }
}

/// One round of a loop.
struct Round {
    new: Value,
    found: Value,
    after: Value,
    back: Value,
    ends: Value,
    open: Value,
}

struct Build<'a> {
    arena: &'a Arena,
    width: u32,
    mem: Value,
    src: [Value; 2],
}

type Scope = Vec<(String, Value)>;

struct Names<'a>(&'a Scope);

impl expr::Scope for Names<'_> {
    fn name(&self, name: &str) -> Option<Value> {
        // A later name shadows an earlier one.
        self.0.iter().rev().find(|(n, _)| n == name).map(|(_, v)| *v)
    }
    fn names(&self) -> Vec<String> {
        self.0.iter().map(|(n, _)| n.clone()).collect()
    }
}

impl Build<'_> {
    fn not(&self, a: Value) -> Value {
        self.arena.make(Node::Not(a), 1)
    }
    fn and(&self, a: Value, b: Value) -> Value {
        self.arena.make(Node::And(a, b), 1)
    }
    fn or(&self, a: Value, b: Value) -> Value {
        self.arena.make(Node::Or(a, b), 1)
    }
    fn differ(&self, a: Value, b: Value) -> Value {
        self.not(self.arena.make(Node::Eq(a, b), 1))
    }

    fn scope(&self, lowering: &Lowering, first: &[(&str, Value)]) -> Result<Scope, LoweringError> {
        let mut scope: Scope = first.iter().map(|(n, v)| (n.to_string(), *v)).collect();
        let sources = lowering.equals.rmw.op.sources();
        scope.extend(SOURCES.iter().zip(&self.src).take(sources).map(|(n, s)| (n.to_string(), *s)));
        for (name, text) in &lowering.lets {
            let value = self.word(text, &scope)?;
            scope.push((name.clone(), value));
        }
        Ok(scope)
    }

    fn word(&self, text: &Text, scope: &Scope) -> Result<Value, LoweringError> {
        expr::word(self.arena, &text.text, self.width, &Names(scope)).map_err(|e| text.error(e.at, e.message))
    }

    fn round(
        &self,
        lowering: &Lowering,
        new: &Text,
        swap: &NamedOperation,
        until: Option<&Text>,
        old: Value,
    ) -> Result<Round, LoweringError> {
        let mut scope = self.scope(lowering, &[("old", old)])?;
        let new = self.word(new, &scope)?;
        let sources: Vec<_> = roles(&swap.rmw).iter().map(|r| if *r == Role::Comparand { old } else { new }).collect();
        let out = self.arena.atomic(&swap.rmw, self.mem, sources[0], sources[1]);
        let found = out.returned;
        scope.extend([("new".to_string(), new), ("found".to_string(), found)]);
        let ends = match until {
            Some(text) => {
                expr::truth(self.arena, &text.text, &Names(&scope)).map_err(|e| text.error(e.at, e.message))?
            }
            None => self.arena.make(Node::Eq(found, old), 1),
        };
        let back = match &lowering.returned {
            Some(text) => self.word(text, &scope)?,
            None => found,
        };
        Ok(Round { new, found, after: out.new, back, ends, open: out.unspecified })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use isotope_op::assume::Assumptions;
    use isotope_op::atomic::{AtomicOp, Size};
    use isotope_op::policy;
    use std::time::Duration;

    fn resolve(text: &str) -> Result<Rmw, String> {
        let a = Assumptions::default();
        let lds = |op| policy::amd(op, Size::B32, policy::AmdUnit::Lds, policy::FpDenorm::ALL, &a);
        match text {
            "amd:fmax" => Ok(lds(AtomicOp::FMax)),
            "amd:fadd" => Ok(lds(AtomicOp::FAdd)),
            "amd:cas" => Ok(lds(AtomicOp::Cas)),
            "amd:fcas" => Ok(lds(AtomicOp::FCas)),
            "nv:cas" => Ok(policy::nvidia_int(AtomicOp::Cas, Size::B32)),
            "nv:inc" => Ok(policy::nvidia_int(AtomicOp::UincWrap, Size::B32)),
            "nv:cas64" => Ok(policy::nvidia_int(AtomicOp::Cas, Size::B64)),
            _ => Err(format!("no operation `{text}`")),
        }
    }

    fn check(text: &str) -> Vec<(&'static str, bool)> {
        let lowering = read(text, &resolve).unwrap();
        let claims = lowering.check(&Means::alone(Duration::from_secs(20))).unwrap();
        claims
            .into_iter()
            .map(|c| match c.decision {
                Decision::Equal { .. } => (c.name, true),
                Decision::Different { .. } => (c.name, false),
                Decision::Undecided { why } => panic!("{text}: {}: {why}", c.name),
            })
            .collect()
    }

    #[test]
    fn a_loop_that_is_right() {
        for swap in ["nv:cas", "amd:cas"] {
            let text = format!("equals nv:inc\nloop\n new = if old >= src0 {{ 0 }} else {{ old + 1 }}\n swap {swap}\n");
            assert_eq!(check(&text), [("stored", true), ("returned", true), ("harmless", true), ("ends", true)]);
        }
    }

    #[test]
    fn a_loop_around_a_float_compare_never_ends_on_a_nan() {
        let text = "equals nv:inc\nloop\n new = if old >= src0 { 0 } else { old + 1 }\n swap amd:fcas\n";
        let lowering = read(text, &resolve).unwrap();
        let claims = lowering.check(&Means::alone(Duration::from_secs(20))).unwrap();
        let ends = claims.iter().find(|c| c.name == "ends").unwrap();
        // The value found equals the value read, so this loop ends, but it has stored nothing.
        assert!(matches!(ends.decision, Decision::Equal { .. }));
        assert!(matches!(claims[0].decision, Decision::Different { .. }));
        // With the comparison written as "not a NaN and equal", the loop does not end.
        let text =
            format!("{text} until !isnan(found) && !isnan(old) && (found == old || iszero(found) && iszero(old))\n");
        let lowering = read(&text, &resolve).unwrap();
        let claims = lowering.check(&Means::alone(Duration::from_secs(20))).unwrap();
        let ends = claims.iter().find(|c| c.name == "ends").unwrap();
        let Decision::Different { witness, .. } = &ends.decision else { panic!("{ends:?}") };
        assert!(f32::from_bits(witness["mem"] as u32).is_nan(), "{witness:x?}");
    }

    #[test]
    fn the_integer_trick_for_a_float_maximum() {
        let trick = "memory = if sign(src0) == 0 { smax(mem, src0) } else { umin(mem, src0) }";
        assert_eq!(check(&format!("equals amd:fmax\n{trick}\n")), [("stored", false), ("returned", true)]);
        // The trick is correct except for NaNs: if NaNs take another path, only inputs with a NaN give a wrong result.
        let text =
            format!("equals amd:fmax\nmemory = if isnan(mem) || isnan(src0) {{ 0 }} else {{ {} }}\n", &trick[9..]);
        let lowering = read(&text, &resolve).unwrap();
        let claims = lowering.check(&Means::alone(Duration::from_secs(20))).unwrap();
        let Decision::Different { witness, .. } = &claims[0].decision else { panic!("{claims:?}") };
        let nan = |n: &str| f32::from_bits(witness[n] as u32).is_nan();
        assert!(nan("mem") || nan("src0"), "{witness:x?}");
    }

    #[test]
    fn mistakes() {
        for (text, want) in [
            ("", "line 1, column 1: expected a line `equals TARGET:OP`, found none"),
            ("equals x:y", "line 1, column 8: no operation `x:y`"),
            (
                "equals nv:inc",
                "line 1, column 1: expected either a line `memory = EXPRESSION` or a loop with new and swap",
            ),
            ("equals nv:inc\nequals nv:inc", "line 2, column 1: a second `equals`"),
            ("equals nv:inc\nloop\n new = old", "line 2, column 1: the loop has no line `swap TARGET:OP`"),
            ("equals nv:inc\nloop\n new = old\n swap nv:inc", "line 4, column 7: expected a compare-and-swap"),
            (
                "equals nv:inc\nloop\n new = old\n swap nv:cas64",
                "line 2, column 1: `nv:cas64` works on 64 bits, `nv:inc` on 32",
            ),
            (
                "equals nv:inc\n frob",
                "line 2, column 2: expected one of equals, assume, let, memory, returned, loop, new, swap, until, found `frob`",
            ),
            ("equals nv:inc\nlet 1x = mem", "line 2, column 5: expected a name of letters, digits and `_`, found `1x`"),
            ("equals nv:inc\nmemory == mem", "line 2, column 8: expected `=`"),
        ] {
            assert_eq!(read(text, &resolve).unwrap_err().to_string(), want, "{text}");
        }
        let bad = read("equals nv:inc\nlet é = 1\nmemory = mem", &resolve);
        assert!(bad.is_err());
        let lowering = read("equals nv:inc\nmemory = mem + foo # é", &resolve).unwrap();
        let error = lowering.check(&Means::alone(Duration::from_secs(1))).unwrap_err();
        assert_eq!(error.to_string(), "line 2, column 16: no name `foo`: expected one of mem, src0");
    }
}
