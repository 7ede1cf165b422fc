//! A kernel by hand: two waves, one step at a time, in an order of one's choice, with everything in view. Then the
//! state is copied and both orders of two atomics are tried.
//!
//! ```text
//! cargo run -p isotope-targets --example step_kernel
//! ```

use isotope_ir::effect::{LANES, Mask, Slot};
use isotope_machine::mem::Memory;
use isotope_machine::{Dispatch, Session, Stepped};
use isotope_op::assume::Assumptions;
use isotope_targets::isa::sass::{Mode, Profile, lift, listing};

/// Wave 0 exchanges the word with 7, wave 1 adds 5 to it.
const TEXT: &str = "
    MOV R2, c[0x0][0x140];
    MOV R3, c[0x0][0x144];
    S2R R0, SR_TID.X;
    ISETP.GE.U32.AND P0, PT, R0, 0x20, PT;
    MOV32I R4, 0x7;
    MOV32I R5, 0x5;
    @!P0 ATOM.E.EXCH R6, [R2], R4;
    @P0 RED.E.ADD [R2], R5;
    EXIT;
";

/// Register `n` of SASS in every lane, and predicate `n`: the lift stage keeps them as vector `n` and scalar word 1 + n.
fn register(n: u32) -> Slot {
    Slot(n * LANES as u32)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let code = listing::assemble(Profile::Sm50, Mode::Documented, TEXT).map_err(|(line, e)| format!("{line}: {e}"))?;
    let options =
        lift::Options { profile: Profile::Sm50, registers: 8, surface_bank: 0, assumptions: Assumptions::DEFAULT };
    let program = lift::lift("two_waves", &code, options);

    // One lane in each of two waves would do; a group of 33 has them as 32 and 1.
    let mut memory = Memory::new();
    let at = memory.allocate("word", &[100, 0, 0, 0])?;
    let mut bank = vec![0; 0x148];
    bank[0x140..].copy_from_slice(&at.to_le_bytes());
    let dispatch = Dispatch::new(&program, [1, 1, 1], [33, 1, 1], vec![(0, bank)])?;
    let mut session = Session::new(&dispatch, memory);

    // Four steps of wave 1, then both waves up to what the other can see.
    for _ in 0..4 {
        println!("wave 1: {}", session.next_text(0, 1).unwrap_or("-"));
        assert_eq!(session.step(0, 1), Stepped::Ready);
    }
    let wave = session.wave(0, 1);
    println!("wave 1: R0 = {:?}, P0 = {:#x}", &wave.lanes(register(0))[..2], wave.mask(Mask::of(1)));
    for wave in [0, 1] {
        assert_eq!(session.run_to_visible(0, wave, 100), Some(Stepped::Ready));
        println!("wave {wave} stands at: {}", session.next_text(0, wave).unwrap_or("-"));
    }

    // From here on the order matters. A copy is cheap: try both.
    for order in [[0, 1], [1, 0]] {
        let mut state = session.clone();
        for wave in order {
            while state.step(0, wave) == Stepped::Ready {}
        }
        assert_eq!(state.enabled().count(), 0);
        let word = state.read(at, 4).ok_or("the word is mapped")?;
        let returned = state.wave(0, 0).lanes(register(6))[0];
        println!("order {order:?}: memory {}, lane 0 of wave 0 got {returned}", word[0]);
        assert_eq!((word[0], returned), if order == [0, 1] { (12, 100) } else { (7, 105) });
    }
    Ok(())
}
