//! The operand grid of sm_50: every form below in every shape of its operands, executed on 32 lanes of corner values and held
//! against a plain model that is written here from the PTX manual and calls nothing of the engine.
//!
//! A shape is where the operands are: apart, high registers, RZ, destination the same as one source or all of them; the second
//! operand also as word of a constant bank and as immediate at both ends, around the sign bit and at the values that a
//! printed form could hide. Modifiers of the operands (negated, absolute, complemented) and of the instruction are part of the
//! form's line; predicates and the guard have a test of their own.
#![allow(
    clippy::needless_range_loop,
    clippy::type_complexity,
    reason = "lanes are numbers here, and tables hold functions"
)]

mod bench;
mod float;
mod integer;

use bench::Grid;

/// Fewer cases than this would mean that the grid has lost a part of itself.
const LEAST: [(&str, u32); 2] = [("integer", 20_000), ("float", 7_000)];

#[test]
fn integers() {
    let mut grid = Grid::new();
    integer::run(&mut grid);
    grid.finish(LEAST[0]);
}

#[test]
fn floats() {
    let mut grid = Grid::new();
    float::run(&mut grid);
    grid.finish(LEAST[1]);
}
