//! DWARF expressions for locations of variables.
//!
//! They are parsed here and not by `gimli`, because register numbers of ptxas have more than 16 bits: `0x05000001` is R1, and others are
//! the characters of a PTX register (`%r2` is `0x257232`).
//!
//! # Source
//! spec: DWARF 5, section 2.5. oracle: llvm-dwarfdump 19.

use gimli::Reader;

/// An operation of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExpressionOp {
    /// Push a number.
    Number(u64),
    /// The variable is in this register.
    Register(u64),
    /// Push a register, and a number added to it.
    Based(u64, i64),
    /// Push the frame base of the function, and a number added to it.
    Frame(i64),
    /// Push the canonical frame address.
    FrameAddress,
    /// Add a constant.
    Add(u64),
    /// Add the two top numbers.
    Plus,
    /// Subtract the top number from the one below.
    Minus,
    /// Multiply the two top numbers.
    Times,
    /// Bitwise and.
    And,
    /// Bitwise or.
    Or,
    /// Shift left: the number below by the top number.
    Left,
    /// Shift right: the number below by the top number.
    Right,
    /// Exchange the two top numbers.
    Swap,
    /// Duplicate the top number.
    Again,
    /// Read this many bytes of memory at the top address.
    Read(u8),
    /// The top number is an address in the address space that the number below names.
    InSpace,
    /// The top number is the value itself.
    Value,
    /// These bytes are the value itself.
    Bytes(Vec<u8>),
    /// The operations before this one describe this many bytes.
    Piece(u64),
    /// An unknown operation, by its number: nothing after it can be parsed.
    Unknown(u8),
}

/// Parses an expression.
pub(super) fn read<R: Reader<Offset = usize>>(mut from: R) -> gimli::Result<Vec<ExpressionOp>> {
    let mut ops = Vec::new();
    while !from.is_empty() {
        let code = from.read_u8()?;
        ops.push(match code {
            0x03 => ExpressionOp::Number(from.read_address(8)?),
            0x06 => ExpressionOp::Read(8),
            0x08 => ExpressionOp::Number(from.read_u8()?.into()),
            0x09 => ExpressionOp::Number(i64::from(from.read_i8()?) as u64),
            0x0a => ExpressionOp::Number(from.read_u16()?.into()),
            0x0b => ExpressionOp::Number(i64::from(from.read_i16()?) as u64),
            0x0c => ExpressionOp::Number(from.read_u32()?.into()),
            0x0d => ExpressionOp::Number(i64::from(from.read_i32()?) as u64),
            0x0e => ExpressionOp::Number(from.read_u64()?),
            0x0f => ExpressionOp::Number(from.read_i64()? as u64),
            0x10 => ExpressionOp::Number(from.read_uleb128()?),
            0x11 => ExpressionOp::Number(from.read_sleb128()? as u64),
            0x12 => ExpressionOp::Again,
            0x16 => ExpressionOp::Swap,
            0x18 => ExpressionOp::InSpace,
            0x1a => ExpressionOp::And,
            0x1c => ExpressionOp::Minus,
            0x1e => ExpressionOp::Times,
            0x21 => ExpressionOp::Or,
            0x22 => ExpressionOp::Plus,
            0x23 => ExpressionOp::Add(from.read_uleb128()?),
            0x24 => ExpressionOp::Left,
            0x25 => ExpressionOp::Right,
            0x30..=0x4f => ExpressionOp::Number(u64::from(code - 0x30)),
            0x50..=0x6f => ExpressionOp::Register(u64::from(code - 0x50)),
            0x70..=0x8f => ExpressionOp::Based(u64::from(code - 0x70), from.read_sleb128()?),
            0x90 => ExpressionOp::Register(from.read_uleb128()?),
            0x91 => ExpressionOp::Frame(from.read_sleb128()?),
            0x92 => ExpressionOp::Based(from.read_uleb128()?, from.read_sleb128()?),
            0x93 => ExpressionOp::Piece(from.read_uleb128()?),
            0x94 => ExpressionOp::Read(from.read_u8()?),
            0x96 => continue,
            0x9c => ExpressionOp::FrameAddress,
            0x9e => {
                let length = from.read_uleb128_u16()?;
                ExpressionOp::Bytes(from.split(length.into())?.to_slice()?.into_owned())
            }
            0x9f => ExpressionOp::Value,
            unknown => {
                ops.push(ExpressionOp::Unknown(unknown));
                return Ok(ops);
            }
        });
    }
    Ok(ops)
}
