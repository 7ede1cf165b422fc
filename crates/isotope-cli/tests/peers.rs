//! The kernels of `just peers` (tools/peers): the list names files that are there, and a small launch of each leaves, on every target and with
//! both engines, the memory that OpenCL runtimes agree on.

use serde_json::Value;

use crate::common::{folder, isotope, json_of, repository, write};

fn spec() -> Value {
    json_of(repository("tools/peers/kernels.json"))
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_else(|| panic!("`{key}` of {value}"))
}

fn number(value: &Value, key: &str) -> u64 {
    value[key].as_u64().unwrap_or_else(|| panic!("`{key}` of {value}"))
}

/// The data of `tools/peers/peers.py`.
fn words(count: u64) -> Vec<u8> {
    let mut x = 1u32;
    let word = |_| {
        x = x.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (x ^ x >> 15).to_le_bytes()
    };
    (0..count).flat_map(word).collect()
}

fn fnv(bytes: &[u8]) -> String {
    let hash = bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3));
    format!("{hash:016x}")
}

#[test]
fn small_launches_leave_what_other_runtimes_leave() {
    let (spec, dir) = (spec(), folder("peers"));
    let tiny = &spec["tiny"];
    let data = write(&dir, "words.bin", words(number(tiny, "n")));
    let mut ran = 0;
    for kernel in spec["kernels"].as_array().expect("kernels") {
        let (name, from) = (text(kernel, "name"), text(kernel, "from"));
        let place = |files: &Value| repository(&text(files, from).replace("{}", name));
        assert!(std::path::Path::new(&place(&spec["sources"])).exists(), "{name} has no source");
        for (target, files) in spec["targets"].as_object().expect("targets") {
            for engine in ["interp", "jit"] {
                let out = dir.join(format!("{target}.{engine}.bin")).display().to_string();
                let mut line = format!(
                    "run {} --kernel {name} --grid {} --block {} --engine {engine} --dump out:{out}",
                    place(files),
                    tiny["groups"],
                    tiny["group_size"]
                );
                for arg in kernel["args"].as_array().expect("arguments") {
                    line += &match arg.as_str() {
                        Some("in") => format!(" --arg data=u32@{data}"),
                        Some("out") => format!(" --arg out=u32[{}]:0", kernel["out"]),
                        Some(key) => format!(" --arg {}", tiny[key]),
                        None => format!(" --arg {arg}"),
                    };
                }
                isotope(&line).status(0);
                let left = fnv(&std::fs::read(&out).expect("the buffer was written"));
                assert_eq!(left, text(kernel, "small"), "{name} on {target} with {engine}");
                ran += 1;
            }
        }
    }
    assert!(ran >= 14 * 8, "{ran} launches");
}
