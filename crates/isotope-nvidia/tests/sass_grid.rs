//! The operand grid of sm_50: every form below with every combination of operands, executed on 32 lanes of corner values and compared
//! with a plain model that is written here from the PTX manual and calls nothing of the engine.
//!
//! A shape is an assignment of registers to operands: separate, high registers, RZ, destination equal to one source or all of them. The
//! second operand is also a word of a constant bank and an immediate: at both ends, around the sign bit, and at values that a printed form
//! could hide. Modifiers of the operands (negated, absolute, complemented) and of the instruction are part of the form's line; predicates
//! and the guard have a separate test.
#![allow(
    clippy::needless_range_loop,
    clippy::type_complexity,
    reason = "lanes are numbers here, and tables hold functions"
)]

mod bench;
mod float;
mod integer;

use bench::Grid;

/// Minimum number of cases; fewer mean that the grid has lost a part.
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
