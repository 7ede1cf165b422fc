//! Case files and scenarios: any text is refused with one line, or is a case whose buffers can be built, launched and judged.
//!
//! Input: JSON; or a byte that is no JSON, which chooses a case of the suite, and edits of it.

use crate::Bytes;
use isotope_machine::Options;
use isotope_nvidia::cubin;
use isotope_target::case::{Buffer, Case, Scenario, Verdict};
use isotope_target::suite;
use isotope_targets::TARGETS;
use serde_json::{Value, json};

/// A case of every kind of check.
const CASES: [&str; 9] = [
    include_str!("../../kernels/cases/bitmap_dedup.ragged.json"),
    include_str!("../../kernels/cases/float_add.subnormal.json"),
    include_str!("../../kernels/cases/hash_insert.one_wave.json"),
    include_str!("../../kernels/cases/histogram256.one_wave.json"),
    include_str!("../../kernels/cases/minmax_i32.one_wave.json"),
    include_str!("../../kernels/cases/ring_append.one_wave.json"),
    include_str!("../../kernels/cases/surface_reduce.one_wave.json"),
    include_str!("../../kernels/cases/ticket_lock.one_group.json"),
    include_str!("../../kernels/launch/replay.json"),
];
/// A kernel that most cases do not fit.
const CUBIN: &[u8] = include_bytes!("../../kernels/bin/sm_50/histogram256.cubin");
/// Buffers of at most this many bytes in all are built.
const BYTES: usize = 1 << 18;

/// Another value in place of one.
fn value(bytes: &mut Bytes, old: &Value) -> Value {
    let word = bytes.u64();
    match bytes.u8() % 12 {
        0 => json!(word),
        1 => json!(word % 64),
        2 => json!(-((word % 1000) as i64)),
        3 => json!(f64::from_bits(word)),
        4 => json!(format!("{word:x}")),
        5 => Value::Null,
        6 => json!([old, word % 300]),
        7 => json!({ "buffer": old, "u32": word as u32 }),
        8 => json!(old.as_i64().unwrap_or(0).wrapping_add(word as i8 as i64)),
        9 => json!(["u8", "u16", "u32", "i32", "f32", "u64", "f64", "sum", "list", "multiset"][word as usize % 10]),
        10 => json!(1u64 << (word % 64)),
        _ => json!([]),
    }
}

/// Walks down as the bytes say and changes what is there.
fn edit(bytes: &mut Bytes, root: &mut Value) {
    let mut at = root;
    loop {
        let choice = usize::from(bytes.u8());
        let deeper = choice < 224;
        let (here, count) = match at {
            Value::Object(map) => (true, map.len()),
            Value::Array(list) => (true, list.len()),
            _ => (false, 0),
        };
        if !here || count == 0 || !deeper {
            *at = value(bytes, at);
            return;
        }
        let n = choice % count;
        match at {
            Value::Object(map) => {
                let key = map.keys().nth(n).expect("n is below the length").clone();
                if choice >= 216 {
                    map.remove(&key);
                    return;
                }
                at = map.get_mut(&key).expect("the key is there");
            }
            Value::Array(list) => {
                if choice >= 216 {
                    list.remove(n);
                    return;
                } else if choice >= 208 && count < 32 {
                    list.push(list[n].clone());
                    return;
                }
                at = &mut list[n];
            }
            _ => unreachable!("only these have parts"),
        }
    }
}

fn judge(case: &Case, buffers: &[Buffer]) {
    for target in TARGETS.cases {
        for result in case.check(target, buffers) {
            if let Verdict::Fails(why) = &result.verdict {
                assert!(!why.contains('\n'), "{why}");
            }
        }
    }
}

fn check(text: &str) {
    match Scenario::parse(TARGETS.cases, text) {
        Ok(scenario) if scenario.initial_bytes() <= BYTES => drop(scenario.initial()),
        Ok(_) => {}
        Err(error) => assert!(!error.to_string().contains('\n'), "{error}"),
    }
    let case = match Case::parse(TARGETS.cases, text) {
        Ok(case) => case,
        Err(error) => return assert!(!error.to_string().contains('\n'), "{error}"),
    };
    judge(&case, &[]);
    if case.buffers.iter().map(|b| b.byte_length()).sum::<usize>() > BYTES {
        return;
    }
    let mut buffers = match case.initial() {
        Ok(buffers) => buffers,
        Err(error) => return assert!(!error.to_string().contains('\n'), "{error}"),
    };
    judge(&case, &buffers);
    buffers.iter_mut().for_each(|b| b.bytes.reverse());
    judge(&case, &buffers);
    buffers.iter_mut().for_each(|b| b.bytes.truncate(b.bytes.len() / 2));
    judge(&case, &buffers);
    let image = cubin::parse(CUBIN).expect("a cubin of the suite");
    let options = Options { max_steps: 20_000, ..Options::default() };
    if let Ok(run) = suite::run(TARGETS, &image, &case, Some("histogram256"), options) {
        judge(&case, &run.buffers);
    }
}

/// Checks an input.
pub fn run(data: &[u8]) {
    match data.first() {
        Some(&head) if !head.is_ascii() => {
            let mut root = serde_json::from_str(CASES[usize::from(head) % CASES.len()]).expect("JSON");
            let mut bytes = Bytes(&data[1..]);
            for _ in 0..8 {
                if !bytes.0.is_empty() {
                    edit(&mut bytes, &mut root);
                }
            }
            check(&root.to_string());
        }
        _ => check(&String::from_utf8_lossy(data)),
    }
}
