//! Tests of open values: whether other bits than those of the worlds give another answer.
//!
//! Two worlds are few where a test asks for one value of many (`x == 7`). So where one source of a test is open, its open bits are tried
//! in the corners: all 0, all 1, the least and the greatest signed value, and those of the other sources.

use isotope_op::alu::{test, test64};
use isotope_op::domain::{Bits, Concrete};

use super::WORLDS;
use crate::state::Wave;
use isotope_ir::effect::{LANES, Uop};

/// Whether all worlds give one answer, and open bits of the only open source that are put in corners give another.
fn turns<const N: usize>(values: [[u64; N]; WORLDS + 1], sign: u64, ask: impl Fn([u64; N]) -> bool) -> bool {
    let [here, others @ ..] = values;
    let open: [u64; N] = std::array::from_fn(|n| others.iter().fold(0, |open, other| open | (other[n] ^ here[n])));
    let mut differing = (0..N).filter(|n| open[*n] != 0);
    let (Some(n), None) = (differing.next(), differing.next()) else { return false };
    let answer = ask(here);
    if others.into_iter().any(|other| ask(other) != answer) {
        return false;
    }
    let (known, bits) = (here[n] & !open[n], open[n]);
    let corners = [known, known | bits, known | bits & sign, known | bits & !sign];
    let shared = (0..N).filter(|m| *m != n).map(|m| known | here[m] & bits);
    corners.into_iter().chain(shared).any(|corner| {
        let mut tried = here;
        tried[n] = corner;
        ask(tried) != answer
    })
}

/// The lanes of a test in which all worlds agree, and others would not. A test of the wave as a whole is in lane 0.
pub(super) fn turning(main: &Wave, worlds: &[Wave; WORLDS], uop: &Uop, lanes: u32) -> u32 {
    let all = [main, &worlds[0], &worlds[1]];
    let by_lane = |turns: &dyn Fn(usize) -> bool| {
        (0..LANES).filter(|lane| lanes >> lane & 1 != 0 && turns(*lane)).fold(0, |set, lane| set | 1 << lane)
    };
    let narrow = |op, [a, b, c]: [u64; 3]| {
        let [a, b, c] = [a, b, c].map(|word| Bits::<Concrete, _>::of(word as u32));
        test::<Concrete>(op, a, b, c).b
    };
    let wide = |op, [a, b]: [u64; 2]| test64::<Concrete>(op, Bits::of(a), Bits::of(b), Bits::of(0)).b;
    match uop {
        Uop::Test { op, src, .. } => {
            let sources = all.map(|wave| src.map(|src| wave.fetch(src)));
            let of = |lane: usize| sources.map(|src| src.map(|vector| u64::from(vector[lane])));
            by_lane(&|lane| turns(of(lane), 1 << 31, |values| narrow(*op, values)))
        }
        Uop::Test64 { op, src, .. } => {
            let sources = all.map(|wave| src.map(|src| [wave.fetch(src.lo), wave.fetch(src.hi)]));
            let word = |[lo, hi]: [[u32; LANES]; 2], lane: usize| u64::from(hi[lane]) << 32 | u64::from(lo[lane]);
            let of = |lane: usize| sources.map(|src| src.map(|pair| word(pair, lane)));
            by_lane(&|lane| turns(of(lane), 1 << 63, |values| wide(*op, values)))
        }
        Uop::ScalarTest { op, src, .. } => {
            let values = all.map(|wave| src.map(|src| u64::from(wave.one(src))));
            u32::from(turns(values, 1 << 31, |values| narrow(*op, values)))
        }
        Uop::ScalarTest64 { op, src, .. } => {
            let values = all.map(|wave| src.map(|src| wave.one_wide(src)));
            u32::from(turns(values, 1 << 63, |values| wide(*op, values)))
        }
        _ => 0,
    }
}
