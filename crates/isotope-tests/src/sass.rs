//! Launches of SPA 5.0 text.

use isotope_ir::program::Program;
use isotope_machine::Dispatch;
use isotope_machine::mem::Memory;
use isotope_nvidia::spa5::{Mode, Profile, lift, listing};
use isotope_op::assume::Assumptions;

/// The program of some text, with 16 registers.
pub fn program(text: &str, assumptions: Assumptions) -> Program {
    let code =
        listing::assemble(Profile::Sm50, Mode::Documented, text).unwrap_or_else(|(l, e)| panic!("line {l}: {e}"));
    lift::lift("test", &code, lift::Options { profile: Profile::Sm50, registers: 16, surface_bank: 0, assumptions })
}

/// Its launch: `c[0x0][0x140]` is the address of a buffer with these bytes. The address is returned, too.
pub fn launch(
    text: &str,
    groups: u32,
    group_size: u32,
    bytes: &[u8],
    assumptions: Assumptions,
) -> (Dispatch, Memory, u64) {
    let mut memory = Memory::new();
    let at = memory.allocate("buffer", bytes).unwrap();
    let mut bank = vec![0; 0x148];
    bank[0x140..].copy_from_slice(&at.to_le_bytes());
    let program = program(text, assumptions);
    let mut dispatch = Dispatch::new(&program, [groups, 1, 1], [group_size, 1, 1], vec![(0, bank)]).unwrap();
    dispatch.orders = assumptions.nvidia_orders();
    (dispatch, memory, at)
}
