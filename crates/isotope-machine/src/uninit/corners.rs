//! Tests of open values: whether other bits than those of the worlds would give another answer.
//!
//! Two worlds are few where a test asks for one value of many (`x == 7`). So where one source of a test is open, its open bits are also
//! tried at corner values: all 0, all 1, the least and the greatest signed value, infinities and the largest numbers where floats are
//! compared, and the values of the other sources. A test of a value against itself (`x != x`) has one open source.

use isotope_op::alu::{Test, Test64, test, test64};
use isotope_op::domain::{Bits, Concrete};

use super::WORLDS;
use crate::state::Wave;
use isotope_ir::effect::{LANES, Uop};

/// Infinities and the largest numbers: the exponent field, all bits but the sign and the lowest of the exponent, and a quiet NaN.
const SINGLE: [u64; 5] = [0x7f80_0000, 0xff80_0000, 0x7f7f_ffff, 0xff7f_ffff, 0x7fc0_0000];
const DOUBLE: [u64; 5] = [0x7ff << 52, 0xfff << 52, u64::MAX >> 1 ^ 1 << 52, u64::MAX ^ 1 << 52, 0x7ff8 << 48];

/// Whether all worlds give one answer, and corner values of the only open source give another.
fn turns<const N: usize>(
    values: [[u64; N]; WORLDS + 1],
    (sign, floats): (u64, &[u64]),
    ask: impl Fn([u64; N]) -> bool,
) -> bool {
    let [here, others @ ..] = values;
    let open: [u64; N] = std::array::from_fn(|n| others.iter().fold(0, |open, other| open | (other[n] ^ here[n])));
    let Some(n) = (0..N).find(|n| open[*n] != 0) else { return false };
    // Other open sources must hold the same value, or more than one source is open.
    let same = |m: usize| values.iter().all(|world| world[m] == world[n]);
    if (0..N).any(|m| open[m] != 0 && !same(m)) {
        return false;
    }
    let answer = ask(here);
    if others.into_iter().any(|other| ask(other) != answer) {
        return false;
    }
    let (known, bits) = (here[n] & !open[n], open[n]);
    let corners = [known, known | bits, known | bits & sign, known | bits & !sign];
    let shared = (0..N).filter(|m| *m != n).map(|m| known | here[m] & bits);
    let floats = floats.iter().map(|pattern| known | pattern & bits);
    corners.into_iter().chain(floats).chain(shared).any(|corner| {
        let tried = std::array::from_fn(|m| if open[m] != 0 { corner } else { here[m] });
        ask(tried) != answer
    })
}

/// Corner values of floats, for tests that compare floats.
fn floats(op: Test) -> &'static [u64] {
    if matches!(op, Test::FCmp { .. }) { &SINGLE } else { &[] }
}

fn doubles(op: Test64) -> &'static [u64] {
    if matches!(op, Test64::DCmp { .. } | Test64::DCmpFlushed { .. }) { &DOUBLE } else { &[] }
}

/// The lanes of a test in which all worlds agree but corner values would not. A test of the wave as a whole is in lane 0.
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
            let corners = (1 << 31, floats(*op));
            by_lane(&|lane| turns(of(lane), corners, |values| narrow(*op, values)))
        }
        Uop::Test64 { op, src, .. } => {
            let sources = all.map(|wave| src.map(|src| [wave.fetch(src.lo), wave.fetch(src.hi)]));
            let word = |[lo, hi]: [[u32; LANES]; 2], lane: usize| u64::from(hi[lane]) << 32 | u64::from(lo[lane]);
            let of = |lane: usize| sources.map(|src| src.map(|pair| word(pair, lane)));
            let corners = (1 << 63, doubles(*op));
            by_lane(&|lane| turns(of(lane), corners, |values| wide(*op, values)))
        }
        Uop::ScalarTest { op, src, .. } => {
            let values = all.map(|wave| src.map(|src| u64::from(wave.one(src))));
            u32::from(turns(values, (1 << 31, floats(*op)), |values| narrow(*op, values)))
        }
        Uop::ScalarTest64 { op, src, .. } => {
            let values = all.map(|wave| src.map(|src| wave.one_wide(src)));
            u32::from(turns(values, (1 << 63, doubles(*op)), |values| wide(*op, values)))
        }
        _ => 0,
    }
}
