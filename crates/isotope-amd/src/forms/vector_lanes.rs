//! Data parallel primitives (DPP): the dword that selects the source lane of each lane.
use super::draft::own;
use crate::lists::{Control, List};
use isotope_table::*;

/// Text of DPP16.
pub(super) const DPP16: &str = " dpp_ctrl{* 'row_mask:'row_mask}{* 'bank_mask:'bank_mask}{ bound_ctrl}{ fi}";
/// Text of DPP8.
pub(super) const DPP8: &str = " dpp8{ fi8}";

const MASK: FieldKind = FieldKind::Int(Int { signed: false, scale: 0, hex: true, alone: Alone::Number });
/// On gfx11 the text is the value of the bit (oracle: llvm-mc 19.1.7 and clang 22.1.8 for every mnemonic); before gfx11, `bound_ctrl:0`
/// meant 1.
static BOUND: Names = closed(&[name(0, ""), name(1, "bound_ctrl:1"), name(0, "bound_ctrl:0")]);
static FI: Names = closed(&[name(0, ""), name(1, "fi:1"), name(0, "fi:0")]);
/// 233 without `fi`, 234 with `fi`: their low two bits.
static FI8: Names = closed(&[name(1, ""), name(2, "fi:1"), name(1, "fi:0")]);

/// Fields of DPP16 in the dword at bit `at`.
pub(super) fn dpp16(at: u16) -> [Field; 5] {
    [
        own("dpp_ctrl", at + 8, at + 16, &Control),
        Field::new("row_mask", at + 28, at + 31, MASK).or(0xf),
        Field::new("bank_mask", at + 24, at + 27, MASK).or(0xf),
        Field::new("bound_ctrl", at + 19, at + 19, FieldKind::Names(&BOUND)),
        Field::new("fi", at + 18, at + 18, FieldKind::Names(&FI)),
    ]
}

/// Fields of DPP8 in the dword at bit `at`; `src0` holds the code of DPP8.
pub(super) fn dpp8(src0: u16, at: u16) -> [Field; 2] {
    [own("dpp8", at + 8, at + 31, &List::DPP8), Field::new("fi8", src0, src0 + 1, FieldKind::Names(&FI8)).or(1)]
}
