//! What must hold for any input, one module per fuzz target.
//!
//! Each module has one function, `run`, which panics when something does not hold. The binaries in `fuzz_targets/` give
//! it libFuzzer's inputs; `tests/seeds.rs` gives it the seeds, without a fuzzer.
pub mod arguments;
pub mod case;
pub mod code_object;
pub mod cubin;
pub mod debug;
pub mod engines;
mod launch;
pub mod lines;
pub mod litmus;
pub mod proof_text;
pub mod rdna_text;
pub mod rdna_words;
pub mod run_words;
pub mod schedule;
pub mod text;
pub mod trace;
pub mod visa_isa;
pub mod visa_text;
pub mod visa_zeinfo;
pub mod words;
pub mod zebin;

use isotope_nvidia::spa5::Profile;

/// The profile that a byte chooses.
fn profile(byte: u8) -> Profile {
    [Profile::Sm50, Profile::Sm52, Profile::Sm60][usize::from(byte) % 3]
}

/// Takes bytes from the front of an input; zeros when it has ended.
struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn take<const N: usize>(&mut self) -> [u8; N] {
        let mut out = [0; N];
        let n = N.min(self.0.len());
        out[..n].copy_from_slice(&self.0[..n]);
        self.0 = &self.0[n..];
        out
    }

    fn u8(&mut self) -> u8 {
        self.take::<1>()[0]
    }

    fn u32(&mut self) -> u32 {
        u32::from_le_bytes(self.take())
    }

    fn u64(&mut self) -> u64 {
        u64::from_le_bytes(self.take())
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
