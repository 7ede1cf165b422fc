//! Host vectors that not every host of its architecture has, chosen when a launch is made.
//!
//! The same source is compiled once for each of them. The results are the same: integers wrap in both, and Rust never fuses or reorders
//! float operations.
//!
//! There is none for AVX-512: where it was measured it gained nothing over AVX2, because register files are aligned to 16 bytes and each
//! 64-byte access would cross two cache lines.

use isotope_op::alu::Around;

/// The vectors that loops over lanes are compiled for.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) enum Wide {
    /// Those that every host of this kind has (on AArch64, NEON).
    #[default]
    Every,
    /// AVX2.
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
}

impl Wide {
    /// The widest that this host has.
    pub(crate) fn of_host() -> Wide {
        #[cfg(target_arch = "x86_64")]
        if let Some(simd) = fearless_simd::Level::new().as_avx2() {
            return Wide::Avx2(Avx2(simd));
        }
        Wide::Every
    }
}

/// Code that is inlined where it is written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Here;

impl Around for Here {
    #[inline]
    fn run<R>(self, f: impl FnOnce() -> R) -> R {
        f()
    }
}

/// Code that runs in a function that may use AVX2.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx2(fearless_simd::Avx2);

#[cfg(target_arch = "x86_64")]
impl Around for Avx2 {
    #[inline(always)]
    fn run<R>(self, f: impl FnOnce() -> R) -> R {
        fearless_simd::Simd::vectorize(self.0, f)
    }
}

/// Evaluates an expression with the vectors of a [`Wide`], in a function that may use them: `within!(wide, around => f(around))`.
macro_rules! within {
    ($wide:expr, $around:ident => $run:expr) => {
        match $wide {
            $crate::wide::Wide::Every => {
                let $around = $crate::wide::Here;
                $run
            }
            #[cfg(target_arch = "x86_64")]
            $crate::wide::Wide::Avx2($around) => isotope_op::alu::Around::run(
                $around,
                #[inline(always)]
                || $run,
            ),
        }
    };
}
pub(crate) use within;
