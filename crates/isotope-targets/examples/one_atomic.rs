//! One atomic instruction, as the author of a simulator meets it: a mnemonic, the bits in memory, the bits in registers.
//!
//! ```text
//! cargo run -p isotope-targets --example one_atomic
//! ```

use isotope_op::assume::Assumptions;
use isotope_op::atomic::{AtomicOp, Packing, Size};
use isotope_op::policy;
use isotope_targets::isa::sass::{Profile, ops};

fn main() -> Result<(), ops::OpError> {
    let assumptions = Assumptions::default();

    // By name: the table says which operation, width and float rules the vendor's mnemonic stands for.
    let inst = ops::parse_mnemonic(Profile::Sm50, "ATOM.INC")?;
    let inc = ops::of_instruction(Profile::Sm50, &inst, None, &assumptions)?;
    for old in [6, 7, 8] {
        let update = inc.apply(old, 7, 0).expect("ATOM.INC is specified for every input");
        println!("ATOM.INC          memory {old:#x}, Rb 0x7: memory {:#x}, Rd {:#x}", update.new, update.returned);
    }

    // By parts, for a simulator that has its own decoder. The smallest normal float and minus half of it: the sum is
    // subnormal, and `.FTZ` makes it zero.
    let ftz = policy::nvidia_l2_f32_ftz_rn(&assumptions);
    let add = policy::nvidia_float(AtomicOp::FAdd, Size::B32, Packing::Scalar, ftz, &assumptions);
    let update = add.apply(0x0080_0000, 0x8040_0000, 0).expect("so is ATOM.ADD.F32.FTZ.RN");
    println!("ATOM.ADD.F32.FTZ  memory 0x800000, Rb 0x80400000: memory {:#x}, Rd {:#x}", update.new, update.returned);
    assert_eq!(update.new, 0x0080_0000, "the subnormal operand was flushed before the addition");

    // Where no document says what is written, there is a rule's name instead of a number.
    let inst = ops::parse_mnemonic(Profile::Sm50, "ATOM.SAFEADD.U64")?;
    let open = ops::of_instruction(Profile::Sm50, &inst, None, &assumptions)?.apply(1, 2, 0).expect_err("open");
    println!("ATOM.SAFEADD      {}: {}", open.rule.id, open.rule.text);
    Ok(())
}
