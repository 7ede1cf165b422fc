//! Expressions and lowerings: any text is refused with one line and a place in it, or has a value for any input.
//!
//! Input: the text, first read as an expression, then as a lowering of a few operations.

use std::time::Duration;

use isotope_op::atomic::{AtomicOp, Rmw, Size};
use isotope_prove::decide::Means;
use isotope_prove::{expr, llvm, lowering};
use isotope_term::Arena;

fn resolve(text: &str) -> Result<Rmw, String> {
    match text {
        "sm_50:ATOM.INC" => Ok(Rmw::int(AtomicOp::UincWrap, Size::B16)),
        "gfx1100:ds_max_f32" => Ok(Rmw::int(AtomicOp::FMax, Size::B16)),
        "sm_50:ATOM.CAS" | "visa:dword_atomic.cmpxchg" => Ok(Rmw::int(AtomicOp::Cas, Size::B16)),
        "visa:dword_atomic.fcmpwr" => Ok(Rmw::int(AtomicOp::FCas, Size::B16)),
        _ => Err("no such operation".into()),
    }
}

/// Checks an input.
pub fn run(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let arena = Arena::new();
    let scope = [("mem", arena.input("mem", 32)), ("src0", arena.input("src0", 32)), ("h", arena.input("h", 16))];
    let values = [("mem", 0x7f80_0001), ("src0", u64::from(u32::MAX)), ("h", 0x8000)];
    let readings = [expr::truth(&arena, &text, &scope[..]), expr::word(&arena, &text, 32, &scope[..])];
    for (width, reading) in [1u32, 32].into_iter().zip(readings) {
        match reading {
            Ok(v) => assert!(arena.node(v).1 == width && arena.eval(v, &values) >> width == 0),
            Err(e) => {
                assert!(e.at <= text.len() && text.is_char_boundary(e.at), "{}", e.at);
                assert!(!e.to_string().contains('\n') || text.contains('\n'), "{e}");
            }
        }
    }
    // What is read is checked; long sums could keep a solver busy, so it has no time.
    if let Ok(lowering) = lowering::read(&text, &resolve) {
        let _ = lowering.check(&Means::alone(Duration::ZERO));
    }
    // Likewise LLVM IR.
    if let Ok(module) = llvm::read(&text) {
        for function in &module.functions {
            for size in [Size::B16, Size::B32] {
                let max = Rmw::int(AtomicOp::FMax, size);
                let _ = llvm::check(
                    function,
                    module.big_endian,
                    &llvm::Requirement::new(max),
                    &Means::alone(Duration::ZERO),
                );
            }
        }
    }
}
