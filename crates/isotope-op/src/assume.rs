//! Every reading of ours where the public documents are silent, as data: what we assume, what else it could be, and
//! who uses it.
//!
//! [`ALL`] is the list from which `docs/assumptions.md` is printed; [`Assumptions`] holds the choices that can be
//! switched, and the policies of [`crate::policy`] are made from it. What this module does *not* hold: values that a
//! document settles.

use crate::atomic::First;
use crate::float::{BothNan, Flush, NanRule, SnanRule};

pub mod amd;
mod intel;
pub mod launch;
mod memory;
pub mod nvidia;
pub mod order;
pub mod sync;
pub mod vector;

pub use amd::{FirstOperands, FlatLds, QuietNans};
pub use intel::{BlockAlignment, DivisionByZero, HalfChannels, NarrowNegation, PredicateGroups, SlmBounds};
pub use launch::{Addresses, Clock, Fill, LaunchRules};
pub use nvidia::{
    ClampUnit, ConvertSign, HighAddress, InactiveLane, InvalidTexture, LayerClamp, OtherSign, TextureBounds,
    TextureSum, TextureTie,
};
pub use order::{BranchOrder, LaneOrder, Orders};
pub use sync::SyncRules;
pub use vector::DotSums;

/// How well a statement is supported.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Grade {
    /// A document says so.
    Spec,
    /// A vendor's tool shows it; of a compiler or disassembler, two generations do.
    Oracle,
    /// One version of a vendor's compiler or disassembler shows it.
    OneVersion,
    /// Measured on a device.
    Hardware,
    /// Our reading; nothing public settles it.
    Assumed,
}

impl Grade {
    /// The word used in documents.
    pub const fn name(self) -> &'static str {
        match self {
            Grade::Spec => "spec",
            Grade::Oracle => "oracle",
            Grade::OneVersion => "oracle, one version",
            Grade::Hardware => "hardware",
            Grade::Assumed => "assumed",
        }
    }
}

/// One assumption.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Assumption {
    /// Stable name, `vendor.topic`.
    pub id: &'static str,
    /// What is open, in one sentence.
    pub statement: &'static str,
    /// The choice made unless told otherwise.
    pub default: &'static str,
    /// The other choices. The first words are the values [`Assumptions::set`] takes; empty when nothing can be switched.
    pub alternatives: &'static [&'static str],
    /// Where the default comes from.
    pub source: &'static str,
    /// How well that supports it, if two generations of a compiler show what is taken from one ([`Assumption::standing`]).
    pub grade: Grade,
    /// The instructions that depend on it, separated by commas: for each a glob of opcodes, perhaps `with` a word that
    /// their text has, perhaps a remark in parentheses. `the launch` stands for what is set up before the first one, and
    /// `a fault` for what counts only where an instruction faults.
    pub used_in: &'static str,
}

impl Assumption {
    /// Whether an instruction may depend on it, judged by its text. True more often than needed where
    /// [`Assumption::used_in`] has a remark.
    ///
    /// ```
    /// use isotope_op::assume;
    /// let nan = assume::find("nv.l2_nan").unwrap();
    /// assert!(nan.concerns("RED.E.ADD.F32.FTZ.RN [R2], R4") && !nan.concerns("RED.E.ADD [R2], R4"));
    /// let null = assume::find("amd.scalar_null").unwrap();
    /// assert!(null.concerns("s_add_u32 null, s0, s1") && !null.concerns("s_add_u32 s2, s0, s1"));
    /// ```
    pub fn concerns(&self, text: &str) -> bool {
        // Guards and predicates come before the opcode.
        let opcode = text.split([' ', ';']).find(|t| !t.starts_with(['@', '('])).unwrap_or_default().as_bytes();
        self.used_in.split(", ").any(|item| {
            let item = item.split(" (").next().unwrap_or_default();
            let (pattern, word) = item.split_once(" with ").unwrap_or((item, ""));
            glob(pattern.as_bytes(), opcode) && contains(text.as_bytes(), word.as_bytes())
        })
    }

    /// Whether the machine looks at the choice when an instruction runs. All others are looked at when a kernel is lifted,
    /// and in its neutral form nothing is left of them.
    pub fn is_asked_when_running(&self) -> bool {
        const ASKED: &[&str] = &[
            "nv.e_address_high",
            "nv.invalid_texture",
            "nv.layer_clamp",
            "nv.sd32_sign",
            "nv.ba_clamp_unit",
            "nv.texture_",
            "nv.window_bases",
            "nv.lane_order",
            "nv.store_order",
            "nv.branch_order",
            "intel.lane_order",
            "amd.lane_order",
            "amd.buffer_",
            "amd.image_",
            "amd.format_",
            "amd.gws_",
            "amd.ordered_",
            "amd.append_",
            "amd.gs_reg_",
            "nv.clock",
            "amd.clock",
            "intel.clock",
        ];
        ASKED.iter().any(|start| self.id.starts_with(start))
    }

    /// Whether a launch depends on it whatever its instructions are.
    pub fn concerns_launches(&self) -> bool {
        self.used_in == "the launch"
    }
}

/// Whether a pattern, in which `*` stands for anything, is all of an opcode or all but its last modifiers and encoding
/// suffix. Case does not count.
fn glob(pattern: &[u8], opcode: &[u8]) -> bool {
    match pattern.split_first() {
        None => opcode.is_empty() || opcode[0] == b'.' || opcode.starts_with(b"_e"),
        Some((b'*', rest)) => (0..=opcode.len()).any(|n| glob(rest, &opcode[n..])),
        Some((c, rest)) => opcode.first().is_some_and(|o| o.eq_ignore_ascii_case(c)) && glob(rest, &opcode[1..]),
    }
}

fn contains(text: &[u8], word: &[u8]) -> bool {
    word.is_empty() || text.windows(word.len()).any(|w| w.eq_ignore_ascii_case(word))
}

/// Every named assumption.
pub const ALL: &[Assumption] = &join::<
    {
        LISTS[0].len()
            + LISTS[1].len()
            + LISTS[2].len()
            + LISTS[3].len()
            + LISTS[4].len()
            + LISTS[5].len()
            + LISTS[6].len()
    },
>(LISTS);

const LISTS: [&[Assumption]; 7] = [nvidia::ALL, amd::ALL, sync::ALL, vector::ALL, memory::ALL, intel::ALL, launch::ALL];

const fn join<const N: usize>(lists: [&[Assumption]; 7]) -> [Assumption; N] {
    let mut all = [lists[0][0]; N];
    let (mut list, mut at) = (0, 0);
    while list < lists.len() {
        let mut i = 0;
        while i < lists[list].len() {
            all[at] = lists[list][i];
            (at, i) = (at + 1, i + 1);
        }
        list += 1;
    }
    all
}

/// The entries that a text names by their ids, each once, in the order of [`ALL`].
///
/// ```
/// use isotope_op::assume::named;
/// assert_eq!(named("dropped (nv.e_address_high=ignore)").map(|a| a.id).collect::<Vec<_>>(), ["nv.e_address_high"]);
/// assert_eq!(named("nv.convert_signs, xnv.red64").count(), 0);
/// ```
pub fn named(text: &str) -> impl Iterator<Item = &'static Assumption> + '_ {
    let word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.');
    ALL.iter().filter(move |a| {
        text.match_indices(a.id).any(|(at, id)| {
            let behind = text[at + id.len()..].chars().next();
            !text[..at].chars().next_back().is_some_and(word)
                && !behind.is_some_and(|c| c.is_ascii_alphanumeric() || c == '_')
        })
    })
}

/// Prints what a message rests on: every assumption that the text names by its id, with the values it can take. What stops a launch is
/// printed through this, so a text only has to name the assumption, `nv.red64=illegal`.
///
/// ```
/// use isotope_op::assume::RestsOn;
/// assert_eq!(
///     RestsOn("not performed (nv.red64=illegal)").to_string(),
///     "; assumption nv.red64: as-atom (default) or illegal, chosen with `--assume nv.red64=..`"
/// );
/// assert_eq!(RestsOn("no memory there").to_string(), "");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct RestsOn<'a>(pub &'a str);

impl core::fmt::Display for RestsOn<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        for a in named(self.0) {
            write!(f, "; assumption {}: {}", a.id, a.default)?;
            let Some((last, others)) = a.alternatives.split_last() else {
                f.write_str("; it has no alternative")?;
                continue;
            };
            f.write_str(" (default)")?;
            others.iter().try_for_each(|other| write!(f, ", {other}"))?;
            write!(f, " or {last}, chosen with `--assume {}=..`", a.id)?;
        }
        Ok(())
    }
}

/// The assumptions that make a rule of [`crate::atomic`] unspecified, where one of their values says so.
const OPEN_BY: &[(&str, &[&str])] = &[
    ("float.nan", &["nv.l2_nan", "nv.l2_f64_nan"]),
    ("float.minmax", &["nv.f16x2_minmax_nan", "intel.minmax_zero", "amd.two_quiet_nans"]),
];

/// The entry with this id.
pub fn find(id: &str) -> Option<&'static Assumption> {
    ALL.iter().find(|a| a.id == id)
}

/// The current choices. `default()` is the documented set of defaults.
///
/// ```
/// use isotope_op::assume::Assumptions;
/// let mut a = Assumptions::default();
/// assert!(a.set("nv.l2_nan", "quiet"));
/// assert!(!a.set("nv.l2_nan", "whatever"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Assumptions {
    /// `nv.l2_nan`
    pub l2_nan: NanRule,
    /// `nv.l2_f64_nan`
    pub l2_f64_nan: NanRule,
    /// `nv.ftz_tininess`: how `.FTZ` treats results.
    pub ftz_output: Flush,
    /// `nv.f16x2_minmax_nan`
    pub f16x2_both_nan: BothNan,
    /// `nv.sm52_f16x2_flush`
    pub sm52_f16x2: Flush,
    /// `nv.e_address_high`
    pub high_address: HighAddress,
    /// `nv.invalid_texture`
    pub invalid_texture: InvalidTexture,
    /// `nv.layer_clamp`
    pub layer_clamp: LayerClamp,
    /// `nv.sd32_sign`
    pub sd32_other: OtherSign,
    /// `nv.ba_clamp_unit`
    pub ba_clamp: ClampUnit,
    /// `nv.texture_tie`
    pub texture_tie: TextureTie,
    /// `nv.texture_sum`
    pub texture_sum: TextureSum,
    /// `nv.texture_bounds`
    pub texture_bounds: TextureBounds,
    /// `nv.convert_sign`
    pub convert_sign: ConvertSign,
    /// `nv.convert_sat`
    pub convert_sat: ConvertSign,
    /// `nv.shfl_inactive`
    pub shfl_inactive: InactiveLane,
    /// `nv.i2i_byte`: true when the sign goes on above bit 15.
    pub i2i_byte_sign: bool,
    /// `nv.iadd3_carry`: true when a carry is one bit.
    pub iadd3_one_carry: bool,
    /// `nv.red64`: true when RED does 64-bit operations as ATOM does.
    pub red64_as_atom: bool,
    /// `nv.f2i_nan`: what a 64-bit F2I gives for a NaN.
    pub f2i64_nan: u64,
    /// `nv.f64_nan`
    pub f64_nan: NanRule,
    /// `nv.window_bases`: base of the shared window, 16 MiB long.
    pub shared_window: u32,
    /// `nv.window_bases`: base of the local window, 16 MiB long.
    pub local_window: u32,
    /// `amd.first_operand_*`
    pub amd_first: FirstOperands,
    /// `amd.gws_*`, `amd.ordered_*`, `amd.append_m0`, `amd.gs_reg_high`
    pub sync: SyncRules,
    /// `amd.buffer_offset_carry`: true when sums of offsets are wider than 32 bits.
    pub amd_buffer_carry: bool,
    /// `amd.buffer_raw_stride`: true when the stride of raw buffers counts.
    pub amd_buffer_raw_stride: bool,
    /// `amd.image_dim`: true when coordinates that DIM does not have are 0.
    pub amd_image_dim_zero: bool,
    /// `amd.format_rounding`: true when floats are cut.
    pub amd_format_toward_zero: bool,
    /// `amd.format_integers`: true when integers are cut.
    pub amd_format_cut: bool,
    /// `amd.inf_minus_inf`: the NaN rule of AMD's float adds.
    pub amd_invalid: NanRule,
    /// `amd.minmax_snan`
    pub amd_minmax_snan: SnanRule,
    /// `amd.minmax_order`: true when -0 and +0 are equal.
    pub amd_zeros_equal: bool,
    /// `amd.two_quiet_nans`
    pub amd_two_quiet_nans: QuietNans,
    /// `amd.cas_fail_flush`: true when a failing float compare flushes memory.
    pub amd_cas_fail_flush: bool,
    /// `amd.lds_output_tininess`: how LDS flushes a sum where MODE asks for it.
    pub amd_lds_output: Flush,
    /// `amd.memory_add_output`: what memory does to a subnormal sum.
    pub amd_memory_output: Flush,
    /// `amd.flat_lds`
    pub amd_flat_lds: FlatLds,
    /// `amd.dot2`
    pub amd_dot2: DotSums,
    /// `amd.pair_constant`: true when the upper half is zero.
    pub amd_low_pair: bool,
    /// `amd.aperture_word`: true when it is the upper half.
    pub amd_aperture_high: bool,
    /// `amd.hidden_host`: true when such arguments are null.
    pub amd_hidden_null: bool,
    /// `amd.valu_nan`: the NaN rule of lane arithmetic.
    pub amd_valu_nan: NanRule,
    /// `intel.eu_nan`
    pub intel_eu_nan: NanRule,
    /// `intel.eu_denormals`
    pub intel_eu_flush: Flush,
    /// `intel.minmax_zero`
    pub intel_zero: crate::float::ZeroOrder,
    /// `intel.denormals`
    pub intel_flush: Flush,
    /// `nv.lane_order`
    pub nv_lane_order: LaneOrder,
    /// `nv.store_order`
    pub nv_store_order: LaneOrder,
    /// `nv.branch_order`
    pub nv_branch_order: BranchOrder,
    /// `intel.lane_order`
    pub intel_lane_order: LaneOrder,
    /// `intel.goto_order`
    pub intel_goto_order: BranchOrder,
    /// `amd.lane_order`
    pub amd_lane_order: LaneOrder,
    /// `intel.slm_bounds`
    pub intel_slm_bounds: SlmBounds,
    /// `intel.block_alignment`
    pub intel_block_alignment: BlockAlignment,
    /// `intel.half_channels`
    pub intel_half_channels: HalfChannels,
    /// `intel.normalised_channels`: whether a read multiplies by the rounded reciprocal.
    pub intel_reciprocal_channels: bool,
    /// `intel.register_copies`: whether a copy that does not fit is refused.
    pub intel_refuse_copies: bool,
    /// `intel.predicate_groups`
    pub intel_predicate_groups: PredicateGroups,
    /// `intel.narrow_negation`
    pub intel_narrow_negation: NarrowNegation,
    /// `intel.division_by_zero`
    pub intel_division_by_zero: DivisionByZero,
    /// `nv.first_registers`, `nv.first_memory`, `nv.addresses`, `nv.clock`
    pub nv_launch: LaunchRules,
    /// The same of AMD.
    pub amd_launch: LaunchRules,
    /// The same of Intel.
    pub intel_launch: LaunchRules,
}

impl Assumptions {
    /// The documented defaults.
    pub const DEFAULT: Assumptions = Assumptions {
        l2_nan: NanRule::AllOnes,
        l2_f64_nan: NanRule::SecondUnchanged,
        ftz_output: Flush::Zero,
        f16x2_both_nan: BothNan::Policy,
        sm52_f16x2: Flush::Zero,
        high_address: HighAddress::OutOfRange,
        invalid_texture: InvalidTexture::Drop,
        layer_clamp: LayerClamp::AsCoordinate,
        sd32_other: OtherSign::Unsigned,
        ba_clamp: ClampUnit::Bytes,
        texture_tie: TextureTie::Up,
        texture_sum: TextureSum::Once,
        texture_bounds: TextureBounds::Zero,
        convert_sign: ConvertSign::Wrap,
        convert_sat: ConvertSign::Exact,
        shfl_inactive: InactiveLane::Zero,
        i2i_byte_sign: false,
        iadd3_one_carry: false,
        red64_as_atom: true,
        f2i64_nan: 1 << 63,
        f64_nan: NanRule::SecondQuieted,
        shared_window: 0x0100_0000,
        local_window: 0x0200_0000,
        amd_first: FirstOperands::DEFAULT,
        sync: SyncRules::DEFAULT,
        amd_buffer_carry: false,
        amd_buffer_raw_stride: true,
        amd_image_dim_zero: true,
        amd_format_toward_zero: false,
        amd_format_cut: false,
        amd_invalid: NanRule::FirstQuieted,
        amd_minmax_snan: SnanRule::FirstQuieted,
        amd_zeros_equal: false,
        amd_two_quiet_nans: QuietNans::Memory,
        amd_cas_fail_flush: true,
        amd_lds_output: Flush::Zero,
        amd_memory_output: Flush::Keep,
        amd_flat_lds: FlatLds::AsMemory,
        amd_dot2: DotSums::Grid,
        amd_low_pair: false,
        amd_aperture_high: false,
        amd_hidden_null: false,
        amd_valu_nan: NanRule::FirstQuieted,
        intel_eu_nan: NanRule::FirstQuieted,
        intel_eu_flush: Flush::Keep,
        intel_zero: crate::float::ZeroOrder::EqualFirst,
        intel_flush: Flush::Keep,
        nv_lane_order: LaneOrder::Ascending,
        nv_store_order: LaneOrder::Ascending,
        nv_branch_order: BranchOrder::FallThrough,
        intel_lane_order: LaneOrder::Ascending,
        intel_goto_order: BranchOrder::FallThrough,
        amd_lane_order: LaneOrder::Ascending,
        intel_slm_bounds: SlmBounds::Drop,
        intel_block_alignment: BlockAlignment::Dword,
        intel_half_channels: HalfChannels::Nearest,
        intel_reciprocal_channels: false,
        intel_refuse_copies: false,
        intel_predicate_groups: PredicateGroups::Variable,
        intel_narrow_negation: NarrowNegation::Sources,
        intel_division_by_zero: DivisionByZero::Steps,
        nv_launch: LaunchRules::DEFAULT,
        amd_launch: LaunchRules::DEFAULT,
        intel_launch: LaunchRules::DEFAULT,
    };

    /// Whether a choice is the one made.
    pub fn has(&self, id: &str, value: &str) -> bool {
        let mut same = *self;
        same.set(id, value) && same == *self
    }

    /// The assumptions by which a rule of [`crate::atomic`] is unspecified under these choices.
    pub fn open_by(&self, rule: &str) -> impl Iterator<Item = &'static str> + '_ {
        let list = OPEN_BY.iter().find(|(id, _)| *id == rule).map_or(&[][..], |(_, list)| list);
        list.iter().copied().filter(|id| self.has(id, "unspecified"))
    }

    /// Makes a choice by name; false when the assumption or the value is not known, or nothing can be switched.
    pub fn set(&mut self, id: &str, value: &str) -> bool {
        use crate::float::ZeroOrder;
        fn nan(value: &str) -> Option<NanRule> {
            Some(match value {
                "all-ones" => NanRule::AllOnes,
                "quiet" => NanRule::QuietPositive,
                "quiet-negative" => NanRule::QuietNegative,
                "first-quieted" => NanRule::FirstQuieted,
                "unspecified" => NanRule::Unspecified,
                _ => return None,
            })
        }
        fn put<T>(place: &mut T, value: Option<T>) -> bool {
            value.map(|v| *place = v).is_some()
        }
        let pick = |names: &[&str]| names.iter().position(|n| *n == value);
        let first = pick(&["memory", "data"]).map(|i| [First::Memory, First::Data][i]);
        match id {
            "nv.l2_nan" => put(&mut self.l2_nan, nan(value)),
            "nv.l2_f64_nan" if value == "data-unchanged" => put(&mut self.l2_f64_nan, Some(NanRule::SecondUnchanged)),
            "nv.l2_f64_nan" => put(&mut self.l2_f64_nan, nan(value)),
            "nv.f64_nan" if value == "second-quieted" => put(&mut self.f64_nan, Some(NanRule::SecondQuieted)),
            "nv.f64_nan" if value != "unspecified" => put(&mut self.f64_nan, nan(value)),
            "nv.ftz_tininess" => put(
                &mut self.ftz_output,
                pick(&["after", "before"]).map(|i| [Flush::Zero, Flush::ZeroBeforeRounding][i]),
            ),
            "nv.f16x2_minmax_nan" => put(
                &mut self.f16x2_both_nan,
                pick(&["number", "first", "second", "unspecified"])
                    .map(|i| [BothNan::Policy, BothNan::First, BothNan::Second, BothNan::Unspecified][i]),
            ),
            "nv.sm52_f16x2_flush" => {
                put(&mut self.sm52_f16x2, pick(&["flush", "keep"]).map(|i| [Flush::Zero, Flush::Keep][i]))
            }
            "nv.e_address_high" => put(
                &mut self.high_address,
                pick(&["out-of-range", "ignore"]).map(|i| [HighAddress::OutOfRange, HighAddress::Ignore][i]),
            ),
            "nv.invalid_texture" => put(
                &mut self.invalid_texture,
                pick(&["drop", "trap"]).map(|i| [InvalidTexture::Drop, InvalidTexture::Trap][i]),
            ),
            "nv.layer_clamp" => put(
                &mut self.layer_clamp,
                pick(&["as-coordinate", "clamp", "drop"])
                    .map(|i| [LayerClamp::AsCoordinate, LayerClamp::Clamp, LayerClamp::Drop][i]),
            ),
            "nv.sd32_sign" => put(
                &mut self.sd32_other,
                pick(&["unsigned", "signed", "unspecified"])
                    .map(|i| [OtherSign::Unsigned, OtherSign::Signed, OtherSign::Unspecified][i]),
            ),
            "nv.ba_clamp_unit" => {
                put(&mut self.ba_clamp, pick(&["bytes", "samples"]).map(|i| [ClampUnit::Bytes, ClampUnit::Samples][i]))
            }
            "nv.texture_tie" => put(
                &mut self.texture_tie,
                pick(&["up", "even", "down"]).map(|i| [TextureTie::Up, TextureTie::Even, TextureTie::Down][i]),
            ),
            "nv.texture_sum" => {
                put(&mut self.texture_sum, pick(&["once", "each"]).map(|i| [TextureSum::Once, TextureSum::Each][i]))
            }
            "nv.texture_bounds" => put(
                &mut self.texture_bounds,
                pick(&["zero", "clamp"]).map(|i| [TextureBounds::Zero, TextureBounds::Clamp][i]),
            ),
            "nv.convert_sign" => put(
                &mut self.convert_sign,
                pick(&["wrap", "exact"]).map(|i| [ConvertSign::Wrap, ConvertSign::Exact][i]),
            ),
            "nv.convert_sat" => {
                put(&mut self.convert_sat, pick(&["wrap", "exact"]).map(|i| [ConvertSign::Wrap, ConvertSign::Exact][i]))
            }
            "nv.shfl_inactive" => put(
                &mut self.shfl_inactive,
                pick(&["zero", "register"]).map(|i| [InactiveLane::Zero, InactiveLane::Register][i]),
            ),
            "nv.i2i_byte" => put(&mut self.i2i_byte_sign, pick(&["zero", "sign"]).map(|i| i == 1)),
            "nv.iadd3_carry" => put(&mut self.iadd3_one_carry, pick(&["two", "one"]).map(|i| i == 1)),
            "amd.pair_constant" => put(&mut self.amd_low_pair, pick(&["both", "low"]).map(|i| i == 1)),
            "amd.aperture_word" => put(&mut self.amd_aperture_high, pick(&["low", "high"]).map(|i| i == 1)),
            "amd.hidden_host" => put(&mut self.amd_hidden_null, pick(&["address", "null"]).map(|i| i == 1)),
            "nv.red64" => put(&mut self.red64_as_atom, pick(&["illegal", "as-atom"]).map(|i| i == 1)),
            "nv.f2i_nan" => put(
                &mut self.f2i64_nan,
                match value {
                    "zero" => Some(0),
                    "indefinite" => Some(1 << 63),
                    _ => None,
                },
            ),
            "nv.window_bases" => {
                let bases = pick(&["low", "high"]).map(|i| [(0x0100_0000, 0x0200_0000), (0xfe00_0000, 0xff00_0000)][i]);
                bases.map(|(shared, local)| (self.shared_window, self.local_window) = (shared, local)).is_some()
            }
            "amd.first_operand_lds_add" => put(&mut self.amd_first.lds_add, first),
            "amd.first_operand_memory_add" => put(&mut self.amd_first.memory_add, first),
            "amd.first_operand_lds_minmax" => put(&mut self.amd_first.lds_minmax, first),
            "amd.first_operand_memory_minmax" => put(&mut self.amd_first.memory_minmax, first),
            "amd.buffer_offset_carry" => put(&mut self.amd_buffer_carry, pick(&["keep", "wrap"]).map(|i| i == 0)),
            "amd.buffer_raw_stride" => {
                put(&mut self.amd_buffer_raw_stride, pick(&["counts", "ignored"]).map(|i| i == 0))
            }
            "amd.image_dim" => put(&mut self.amd_image_dim_zero, pick(&["zero", "not-modelled"]).map(|i| i == 0)),
            "amd.format_rounding" => {
                put(&mut self.amd_format_toward_zero, pick(&["nearest-even", "toward-zero"]).map(|i| i == 1))
            }
            "amd.format_integers" => put(&mut self.amd_format_cut, pick(&["clamp", "cut"]).map(|i| i == 1)),
            "amd.inf_minus_inf" => put(
                &mut self.amd_invalid,
                pick(&["negative", "positive"]).map(|i| [NanRule::FirstQuieted, NanRule::FirstQuietedPositive][i]),
            ),
            "amd.valu_nan" => put(
                &mut self.amd_valu_nan,
                pick(&["negative", "positive"]).map(|i| [NanRule::FirstQuieted, NanRule::FirstQuietedPositive][i]),
            ),
            "intel.eu_nan" if !["all-ones", "unspecified"].contains(&value) => put(&mut self.intel_eu_nan, nan(value)),
            "intel.eu_denormals" => {
                put(&mut self.intel_eu_flush, pick(&["keep", "flush"]).map(|i| [Flush::Keep, Flush::Zero][i]))
            }
            "amd.minmax_snan" => put(
                &mut self.amd_minmax_snan,
                pick(&["quieted", "unmodified"]).map(|i| [SnanRule::FirstQuieted, SnanRule::WinsUnchanged][i]),
            ),
            "amd.minmax_order" => put(&mut self.amd_zeros_equal, pick(&["signed-zero", "equal-zeros"]).map(|i| i == 1)),
            "amd.two_quiet_nans" => put(
                &mut self.amd_two_quiet_nans,
                pick(&["memory", "data", "unspecified"])
                    .map(|i| [QuietNans::Memory, QuietNans::Data, QuietNans::Unspecified][i]),
            ),
            "amd.cas_fail_flush" => put(&mut self.amd_cas_fail_flush, pick(&["keep", "flush"]).map(|i| i == 1)),
            "amd.lds_output_tininess" => put(
                &mut self.amd_lds_output,
                pick(&["after", "before"]).map(|i| [Flush::Zero, Flush::ZeroBeforeRounding][i]),
            ),
            "amd.memory_add_output" => {
                put(&mut self.amd_memory_output, pick(&["keep", "flush"]).map(|i| [Flush::Keep, Flush::Zero][i]))
            }
            "amd.flat_lds" => put(
                &mut self.amd_flat_lds,
                pick(&["as-memory", "as-lds", "never"]).map(|i| [FlatLds::AsMemory, FlatLds::AsLds, FlatLds::Never][i]),
            ),
            "amd.dot2" => put(&mut self.amd_dot2, pick(&["grid", "steps"]).map(|i| [DotSums::Grid, DotSums::Steps][i])),
            "intel.minmax_zero" => put(
                &mut self.intel_zero,
                pick(&["keep-old", "ordered", "unspecified"])
                    .map(|i| [ZeroOrder::EqualFirst, ZeroOrder::Signed, ZeroOrder::Unspecified][i]),
            ),
            "intel.slm_bounds" => put(
                &mut self.intel_slm_bounds,
                pick(&["drop", "wrap", "fault"]).map(|i| [SlmBounds::Drop, SlmBounds::Wrap, SlmBounds::Fault][i]),
            ),
            "intel.block_alignment" => put(
                &mut self.intel_block_alignment,
                pick(&["dword", "oword"]).map(|i| [BlockAlignment::Dword, BlockAlignment::Oword][i]),
            ),
            "intel.half_channels" => put(
                &mut self.intel_half_channels,
                pick(&["nearest", "toward-zero"]).map(|i| [HalfChannels::Nearest, HalfChannels::TowardZero][i]),
            ),
            "intel.normalised_channels" => {
                put(&mut self.intel_reciprocal_channels, pick(&["quotient", "product"]).map(|i| i == 1))
            }
            "intel.register_copies" => {
                put(&mut self.intel_refuse_copies, pick(&["dropped", "refused"]).map(|i| i == 1))
            }
            "intel.predicate_groups" => put(
                &mut self.intel_predicate_groups,
                pick(&["variable", "lanes"]).map(|i| [PredicateGroups::Variable, PredicateGroups::Lanes][i]),
            ),
            "intel.narrow_negation" => put(
                &mut self.intel_narrow_negation,
                pick(&["sources", "widened"]).map(|i| [NarrowNegation::Sources, NarrowNegation::Widened][i]),
            ),
            "intel.division_by_zero" => put(
                &mut self.intel_division_by_zero,
                pick(&["steps", "largest"]).map(|i| [DivisionByZero::Steps, DivisionByZero::Largest][i]),
            ),
            "intel.denormals" => {
                put(&mut self.intel_flush, pick(&["keep", "flush"]).map(|i| [Flush::Keep, Flush::Zero][i]))
            }
            "nv.store_order" => put(&mut self.nv_store_order, pick(&LaneOrder::WORDS).map(|i| LaneOrder::ALL[i])),
            "nv.lane_order" => put(&mut self.nv_lane_order, pick(&LaneOrder::WORDS).map(|i| LaneOrder::ALL[i])),
            "intel.lane_order" => put(&mut self.intel_lane_order, pick(&LaneOrder::WORDS).map(|i| LaneOrder::ALL[i])),
            "amd.lane_order" => put(&mut self.amd_lane_order, pick(&LaneOrder::WORDS).map(|i| LaneOrder::ALL[i])),
            "intel.goto_order" => {
                put(&mut self.intel_goto_order, pick(&BranchOrder::GOTO).map(|i| BranchOrder::ALL[i]))
            }
            "nv.branch_order" => put(&mut self.nv_branch_order, pick(&BranchOrder::WORDS).map(|i| BranchOrder::ALL[i])),
            _ => {
                let launch = match id.split_once('.') {
                    Some(("nv", topic)) => self.nv_launch.set(topic, value),
                    Some(("amd", topic)) => self.amd_launch.set(topic, value),
                    Some(("intel", topic)) => self.intel_launch.set(topic, value),
                    _ => false,
                };
                launch || self.sync.set(id, value)
            }
        }
    }
}

impl Default for Assumptions {
    fn default() -> Self {
        Assumptions::DEFAULT
    }
}
