//! An atomic operation by its name.

use isotope_op::atomic::Rmw;
use isotope_op::claim;
use isotope_prove::question::{Role, roles};
use isotope_target::language::Whose;
use isotope_target::operation;
use isotope_target::operation::{Applied, Operation, Other, Readings};
use isotope_targets::TARGETS;
use isotope_term::explain;

use crate::error::{Context, Error, Result, bail};
use crate::{Supported, shell};

/// The sources of an operation beside memory, in order.
pub const SOURCES: [&str; 2] = ["src0", "src1"];

/// An operation of a target, or of a language: `TARGET:OP`, then pairs `KEY=VALUE` joined by commas. The keys are those of `isotope op`: `format`, `fp_denorm`,
/// `space`, `rules`, and assumptions by their ids.
///
/// # Shape
/// One element of memory of 16, 32 or 64 bits ([`Rmw::size`]), and as many sources as [`Rmw::op`] has; a packed operation holds two.
/// # Examples
/// ```
/// use isotope::Op;
/// let max = Op::parse("gfx1100:ds_max_rtn_f32,fp_denorm=15")?;
/// let both = max.apply(0x3f80_0000, [0x4000_0000, 0]);
/// assert_eq!((both.new, both.returned), (Some(0x4000_0000), Some(0x3f80_0000)));
/// # Ok::<(), isotope::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Op {
    /// As it was given.
    pub text: String,
    /// Whose it is.
    pub target: Whose,
    /// The mnemonic.
    pub name: String,
    /// Pairs of key and value.
    pub mode: Vec<String>,
    /// What it computes.
    pub operation: Operation,
}

/// What the operands of an operation look like.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Shape {
    /// Bits of memory and of each source.
    pub bits: u32,
    /// Bits of an element: half of them where an operand is a pair.
    pub element: u32,
    /// Whether elements are floats.
    pub float: bool,
    /// What each source is for.
    pub roles: Vec<&'static str>,
}

impl Op {
    /// Reads `TARGET:OP[,KEY=VALUE]..`.
    ///
    /// # Errors
    /// What is not known, and what there is instead.
    pub fn parse(text: &str) -> Result<Op> {
        let (target, rest) = text
            .split_once(':')
            .with_context(|| format!("`{text}`: expected TARGET:OP such as sm_50:ATOM.INC, found no `:`"))?;
        let target = Whose::find(TARGETS, target).with_context(|| format!("`{text}`: target `{target}`"))?;
        let mut parts = rest.split(',');
        let name = parts.next().unwrap_or("").to_string();
        let mode: Vec<String> = parts.map(str::to_string).collect();
        let joined = if mode.is_empty() { "-".into() } else { mode.join(",") };
        let operation = target.operation(&name, &joined, &Readings::default()).with_context(|| format!("`{text}`"))?;
        Ok(Op { text: text.into(), target, name, mode, operation })
    }

    /// A bit pattern for it, such as `0x3f800000`.
    ///
    /// # Errors
    /// Text that is no bit pattern, or more bits than the operation has.
    pub fn bits(&self, text: &str) -> Result<u64> {
        let width = match (self.operation.other, self.operation.rmw) {
            (Some(Other::Wide(wide)), _) => wide.size.bits(),
            (_, rmw) => rmw.map_or(64, |rmw| rmw.size.bits()),
        };
        match self.rmw(None) {
            Ok(rmw) if rmw.size.bits() == width => operation::value(&rmw, text).plain(),
            _ => operation::bits(text, width).plain(),
        }
    }

    /// What it leaves in memory and gives back, of bits that are not wider than it.
    pub fn apply(&self, mem: u64, src: [u64; 2]) -> Applied {
        self.operation.apply(None, mem, src)
    }

    /// What it computes and which rules decide, a line each with grade and source.
    pub fn explain(&self) -> String {
        let mut out = String::new();
        self.operation.explain(self.target.name(), &self.name, &mut out);
        out
    }

    /// What its operands look like, as wide as `bits` where the text leaves that open.
    ///
    /// # Errors
    /// As [`Op::rmw`].
    pub fn shape(&self, bits: Option<u32>) -> Result<Shape> {
        let rmw = self.rmw(bits)?;
        let (bits, element) = (rmw.size.bits(), rmw.element().size.bits());
        Ok(Shape { bits, element, float: rmw.op.is_float(), roles: roles(&rmw).into_iter().map(Role::name).collect() })
    }

    /// How it comes to its result on these bits: the choices that its definition makes, in order, each with what supports it, then the
    /// result. Headings of halves have no support.
    pub fn path(&self, mem: u64, src: [u64; 2]) -> Vec<Supported> {
        let Ok(rmw) = self.operation.rmw else { return Vec::new() };
        let supported = |decision: explain::Decision| match decision.rule {
            Some(rule) => Supported::of(decision.line, &claim::evidence(self.operation.by, rule, &rmw)),
            None => Supported { words: decision.line, grade: "", source: "", assumption: None },
        };
        explain::path(&rmw, mem, src[0], src[1]).into_iter().map(supported).collect()
    }

    /// The one definition that it stands for, as wide as `bits` where the text leaves that open.
    ///
    /// # Errors
    /// When the documents define none, or leave open which of two it is.
    pub fn rmw(&self, bits: Option<u32>) -> Result<Rmw> {
        let rmw = self.operation.rmw.map_err(|rule| {
            Error::new(format!("`{}` has no definition to compare ({}): {}", self.text, rule.id, rule.text))
        })?;
        match self.operation.other {
            Some(Other::Signed(_)) => {
                bail!("`{}`: the surface's data type decides; add `,format=sint` or `,format=uint`", self.text)
            }
            Some(Other::Wide(wide)) if bits == Some(wide.size.bits()) => Ok(wide),
            _ => Ok(rmw),
        }
    }

    /// A line of `isotope op --lines`: `src` as they are written there, `mem` in so many digits.
    pub fn line(&self, mem: u64, src: [String; 2], digits: usize) -> String {
        let mode = if self.mode.is_empty() { "-".into() } else { self.mode.join(",") };
        let [src0, src1] = src;
        format!("{}\t{}\t{mode}\t0x{mem:0digits$x}\t{src0}\t{src1}", self.target, self.name)
    }

    /// The command that computes one input.
    pub fn command(&self, rmw: &Rmw, mem: u64, src: [u64; 2]) -> String {
        let digits = rmw.size.bits() as usize / 4;
        let name = shell::word(&self.name);
        let mut line = match self.target {
            Whose::Target(target) => format!("isotope op -t {target} {name} mem=0x{mem:0digits$x}"),
            Whose::Language(language) => format!("isotope op {language}:{name} mem=0x{mem:0digits$x}"),
        };
        for (name, value) in SOURCES.iter().zip(src).take(rmw.op.sources()) {
            line.push_str(&format!(" {name}=0x{value:0digits$x}"));
        }
        for pair in &self.mode {
            line.push_str(&format!(" {pair}"));
        }
        line
    }
}
