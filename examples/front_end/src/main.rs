//! A front end on the facade alone: `op`, `explain`, `equiv` and `run`, as a binding or a page would ask for them.
//!
//! ```text
//! front-end op gfx1100:ds_max_rtn_f32 0x3f800000 0x7fc00000
//! front-end explain sm_50 'ATOM.E.ADD R0, [R2], R4' R2=0x100000000 R4=1 '[0x100000000]=7'
//! front-end equiv sm_50:ATOM.INC visa:svm_atomic.inc 'src0 == 0xffffffff'
//! front-end run kernels/bin/sm_50/histogram256.cubin 1 32 data=u8[64]:7 16 bins=u32[256]:0
//! ```
use std::fs;
use std::time::Duration;

use isotope::{
    Error, GivenItem, Means, Op, Request, Result, argument, elements, equivalent, load, plain, run, step, target,
};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match answer(&words) {
        Ok(text) => println!("{}", text.trim_end()),
        Err(error) => {
            eprintln!("error: {error}");
            std::process::exit(2);
        }
    }
}

fn answer(words: &[String]) -> Result<String> {
    match words {
        [command, op, bits @ ..] if command == "op" => {
            let op = Op::parse(op)?;
            let bits = bits.iter().map(|text| op.bits(text)).collect::<Result<Vec<_>>>()?;
            let at = |n: usize| bits.get(n).copied().unwrap_or(0);
            let left = op.apply(at(0), [at(1), at(2)]);
            Ok(format!("new {:x?}, returned {:x?}\n{}", left.new, left.returned, op.explain()))
        }
        [command, name, given @ ..] if command == "explain" => {
            let given: Vec<GivenItem> = given.iter().map(|text| GivenItem::argument(text)).collect();
            let step = step(target(name)?, &given, &Default::default(), true);
            Ok(step.map_err(Error::new)?.report)
        }
        [command, left, right, assumed @ ..] if command == "equiv" => {
            let means = Means::alone(Duration::from_secs(20));
            Ok(equivalent(&Op::parse(left)?, &Op::parse(right)?, assumed, &means)?.text())
        }
        [command, file, groups, size, arguments @ ..] if command == "run" => {
            let read = |name: &str| fs::read(name).map_err(|e| Error::new(format!("`{name}`: {e}")));
            let count = |text: &String| text.parse().map_err(|e| Error::new(format!("`{text}`: {e}")));
            let arguments = arguments.iter().map(|text| argument(text)).collect::<Result<_>>()?;
            let request = Request::new(count(groups)?, count(size)?, arguments);
            let ran = run(&load(&read(file)?)?, &request, Default::default(), read)?;
            let shown = |bytes: &[u8], ty| elements(ty, bytes).map(|v| plain(ty, v)).collect::<Vec<_>>().join(" ");
            let lines = ran.buffers.iter().map(|(b, bytes)| format!("{}: {}\n", b.name, shown(bytes, b.ty)));
            Ok(format!("{:?}\n{}", ran.outcome, lines.collect::<String>()))
        }
        _ => Err(Error::new("expected op, explain, equiv or run with what they take; see the top of this file")),
    }
}
