//! Case files against a second implementation of the generators; their launches, messages, and damaged files. Checks are in
//! `case_checks.rs`.

use crate::common;
use isotope_machine::mem::typed::{Format, Number, Shape};
use isotope_target::case::*;
use isotope_targets::TARGETS;

use crate::common::sweep;

pub fn case_files() -> Vec<(String, String)> {
    let paths = common::entries(&common::kernels("cases"));
    let files: Vec<_> = paths.iter().map(|path| (common::file_name(path), common::text(path))).collect();
    assert_eq!(files.len(), 39);
    files
}

/// Every input of every case file has its recorded checksum, and the files have no unknown fields.
#[test]
fn all_inputs_match_their_checksums() {
    let files = case_files();
    let mut buffers = 0;
    for (name, text) in &files {
        let case = Case::parse(TARGETS.cases, text).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(case.warnings, [""; 0], "{name}");
        assert_eq!(format!("{}.{}.json", case.kernel, case.case), *name);
        let initial = case.initial().unwrap_or_else(|error| panic!("{name}: {error}"));
        for (buffer, spec) in initial.iter().zip(&case.buffers) {
            assert_eq!((&buffer.name, buffer.ty), (&spec.name, spec.ty));
            assert_eq!(buffer.bytes.len(), spec.byte_length());
            assert_eq!(crc(&buffer.bytes), spec.crc32.unwrap());
            buffers += 1;
        }
    }
    assert!(buffers == 108, "{buffers}");
}

/// CRC-32 bit by bit.
pub fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0u32, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| crc >> 1 ^ if crc & 1 == 1 { 0xedb8_8320 } else { 0 })
    })
}

/// Second implementation of the generators: plain 64-bit arithmetic and the host's floats.
fn second_opinion(init: &serde_json::Value, ty: &str, count: u64) -> Vec<u64> {
    let int = |key: &str| init[key].as_i64().or(init[key].as_u64().map(|x| x as i64)).unwrap_or(0);
    let hash = |i: u64| {
        let m = 0xffff_ffffu64;
        let mut x = (i * 2_654_435_761 + int("seed") as u64) & m;
        x ^= x >> 15;
        x = (x * 2_246_822_519) & m;
        x ^= x >> 13;
        x = (x * 3_266_489_917) & m;
        x ^ x >> 16
    };
    (0..count)
        .map(|i| match init["gen"].as_str().unwrap() {
            "fill" => int("value") as u64,
            "iota" => (int("start") + int("step") * i as i64) as u64,
            "list" => init["values"]
                .get(i as usize)
                .map_or(int("rest") as u64, |v| v.as_u64().unwrap_or_else(|| v.as_i64().unwrap() as u64)),
            "mix" => (int("add") + ((hash(i) >> int("shift")) % int("mod") as u64) as i64) as u64,
            "mix_float" => {
                let value = (int("add") + (hash(i) % int("mod") as u64) as i64) as f64 * (int("exp") as f64).exp2();
                if ty == "f32" { u64::from((value as f32).to_bits()) } else { value.to_bits() }
            }
            "mix_half2" => {
                // Exact for magnitudes up to 2048: shift the float's fields.
                let half = |n: i64| {
                    let bits = (n as f32).to_bits();
                    if n == 0 {
                        0
                    } else {
                        u64::from((bits >> 16 & 0x8000) + (((bits & 0x7fff_ffff) >> 13) - (112 << 10)))
                    }
                };
                let h = hash(i);
                half(int("add") + (h % int("mod") as u64) as i64)
                    | half(int("add") + ((h >> 16) % int("mod") as u64) as i64) << 16
            }
            other => panic!("{other}"),
        })
        .collect()
}

#[test]
fn generators_agree_with_a_second_implementation() {
    let compare = |buffer: &serde_json::Value| {
        let (ty, count) = (buffer["type"].as_str().unwrap(), buffer["count"].as_u64().unwrap());
        let text = serde_json::json!({"schema": SCHEMA, "kernel": "k", "case": "c", "buffers": [buffer], "launches": [],
            "checks": []});
        let initial = Case::parse(TARGETS.cases, &text.to_string()).unwrap().initial().unwrap();
        let size = initial[0].ty.size();
        let expected: Vec<u8> =
            second_opinion(&buffer["init"], ty, count).iter().flat_map(|v| v.to_le_bytes()[..size].to_vec()).collect();
        assert_eq!(initial[0].bytes, expected, "{buffer}");
    };
    for (_, text) in case_files() {
        let value: serde_json::Value = serde_json::from_str(&text).unwrap();
        value["buffers"].as_array().unwrap().iter().for_each(compare);
    }
    for init in [
        serde_json::json!({"gen": "mix", "seed": 7, "mod": 1000, "add": -500, "shift": 5}),
        serde_json::json!({"gen": "iota", "start": -3, "step": -7}),
        serde_json::json!({"gen": "list", "values": [1, -1, 255], "rest": 9}),
        serde_json::json!({"gen": "fill", "value": -2}),
    ] {
        for ty in ["u8", "u16", "u32", "i32", "f32", "u64", "f64"] {
            compare(&serde_json::json!({"name": "b", "type": ty, "count": 100, "init": init}));
        }
    }
    for (ty, exp) in [("f32", -149), ("f32", -126), ("f32", 100), ("f64", -1074), ("f64", -1030), ("f64", 900)] {
        let init = serde_json::json!({"gen": "mix_float", "seed": 1, "mod": 400, "add": -200, "exp": exp});
        compare(&serde_json::json!({"name": "b", "type": ty, "count": 500, "init": init}));
    }
    let init = serde_json::json!({"gen": "mix_half2", "seed": 3, "mod": 2048, "add": -1024});
    compare(&serde_json::json!({"name": "b", "type": "u32", "count": 3000, "init": init}));
}

pub fn with(buffers: &str, checks: &str) -> Result<Case, CaseError> {
    with_launches(buffers, "", checks)
}

fn with_launches(buffers: &str, launches: &str, checks: &str) -> Result<Case, CaseError> {
    Case::parse(
        TARGETS.cases,
        &format!(
            r#"{{"schema":"{SCHEMA}","kernel":"k","case":"c","source":"k.cl","buffers":[{buffers}],"launches":[{launches}],"checks":[{checks}]}}"#
        ),
    )
}

/// A launch of one work-item with these arguments.
fn with_arguments(args: &str) -> Result<Case, CaseError> {
    with_launches(FOUR, &format!(r#"{{"entry":"k","groups":1,"group_size":1,"args":[{args}]}}"#), "")
}

/// Pairs of lines: what is given, and a message.
pub fn pairs(table: &str) -> Vec<[&str; 2]> {
    let lines: Vec<&str> = table.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    assert!(lines.len().is_multiple_of(2), "{table}");
    lines.as_chunks::<2>().0.to_vec()
}

pub const FOUR: &str = r#"{"name":"b","type":"u32","count":4,"init":{"gen":"list","values":[3,1,2,0]}}"#;

/// The result of one check on the initial buffers.
pub fn verdict(buffers: &str, check: &str) -> Verdict {
    let case = with(buffers, check).unwrap();
    let mut results = case.check("sm_50", &case.initial().unwrap());
    assert_eq!(results.len(), 1);
    results.remove(0).verdict
}

pub fn holds(buffers: &str, check: &str) {
    assert_eq!(verdict(buffers, check), Verdict::Holds, "{check}");
}

pub fn fails(buffers: &str, check: &str, message: &str) {
    assert_eq!(verdict(buffers, check), Verdict::Fails(message.into()), "{check}");
}

#[test]
fn targets_progress_and_subjects() {
    let case = with(
        FOUR,
        r#"{"check":"permutation","buffer":"b","start":0,"targets":["sm_50","cpu"],"basis":"NVIDIA's ATOM page"},
           {"check":"exact","buffer":"b","first":1,"count":2,"hex":"0100000002000000","targets":["intel"]}"#,
    )
    .unwrap();
    let finals = case.initial().unwrap();
    let list =
        |target| case.check(target, &finals).into_iter().map(|r| (r.kind, r.subject, r.basis)).collect::<Vec<_>>();
    assert_eq!(list("sm_50"), [("permutation", "b".into(), Some("NVIDIA's ATOM page".into()))]);
    assert_eq!(list("intel"), [("exact", "b[1..3]".into(), None)]);
    assert_eq!(list("gfx1100"), []);
    assert_eq!(case.progress("sm_50"), CaseProgress::Completes);
    let progress = |json: &str| {
        Case::parse(
            TARGETS.cases,
            &format!(
                r#"{{"schema":"{SCHEMA}","kernel":"k","case":"c","buffers":[],"launches":[],"checks":[],"progress":{json}}}"#
            ),
        )
    };
    let case = progress(r#"{"sm_50":"never","gfx1100":"completes"}"#).unwrap();
    assert_eq!((case.progress("sm_50"), case.progress("cpu")), (CaseProgress::Never, CaseProgress::Completes));
    assert_eq!(progress(r#""never""#).unwrap().progress("intel"), CaseProgress::Never);
    let error = progress(r#"{"sm_50":"maybe"}"#).unwrap_err().to_string();
    assert_eq!(error, "at `progress.sm_50`: expected `completes` or `never`, found `maybe`; choose one of these");
}

#[test]
fn typed_surfaces() {
    let arg = |text: &str| with_arguments(text).unwrap().launches[0].args[0].clone();
    let format = Format { channels: 1, channel_bytes: 2, number: Number::Uint };
    let shape = Shape { format, width: 3, height: 2, depth: 1, row_pitch: 6, slice_pitch: 12 };
    assert_eq!(arg(r#"{"image":"b","format":"r16_uint","size":[3,2]}"#), ArgSpec::Image { buffer: 0, shape });
    let wide = Shape { row_pitch: 8, slice_pitch: 16, ..shape };
    assert_eq!(
        arg(r#"{"image":"b","format":"r16_uint","size":[3,2],"row_pitch":8}"#),
        ArgSpec::Image { buffer: 0, shape: wide }
    );
    assert!(with_arguments(r#"{"image":"b","format":"r32g32b32a32_float","size":[4294967295,4294967295,9]}"#).is_err());
}

/// Arguments, each with the message that refuses it.
const ARGUMENTS: &str = r#"
{"buffer":"c"}
    at `launches[0].args[0].buffer`: expected the name of a buffer (`b`), found `c`; add the buffer or correct the name
{"surface":"b","bytes":17}
    at `launches[0].args[0].bytes`: expected 1 to 16, the buffer's length in bytes, found 17; make the surface fit
{"u32":-1}
    at `launches[0].args[0].u32`: expected a number from 0 to 4294967295, found -1; use a wider type or another value
{"image":"b","format":"r32_uint","size":5}
    at `launches[0].args[0].size`: expected a surface of at most 16 bytes, the buffer's length, found 5; make it fit
{"image":"b","format":"r12_uint","size":5}
    at `launches[0].args[0].format`: expected a format such as r32_uint, r32g32_sint or r32g32b32a32_float, found `r12_uint`; channels r, g, b, a; one number type
{"u128":1}
    at `launches[0].args[0]`: expected {"buffer": name}, {"surface": name, "bytes": n} or a scalar such as {"u32": 7}, found an object with `u128`; scalars are u8, u16, u32, u64, i8, i16, i32, i64, f16, bf16, f32 or f64
"#;

#[test]
fn launches() {
    let parse = |launch: &str| with_launches(FOUR, launch, "");
    let case = parse(
        r#"{"entry":"k","groups":4,"group_size":[8,2],"args":[{"buffer":"b"},{"u32":4294967295},{"surface":"b","bytes":16},
            {"i32":-1},{"u64":18446744073709551615},{"f32":1.5},{"f64":-2},{"u8":255},{"u16":1},{"i64":-9}]}"#,
    )
    .unwrap();
    let launch = &case.launches[0];
    assert_eq!((launch.grid.groups, launch.grid.group_size), ([4, 1, 1], [8, 2, 1]));
    assert_eq!(launch.args[0], ArgSpec::Buffer { buffer: 0, offset: 0 });
    assert_eq!(launch.args[2], ArgSpec::Surface { buffer: 0, bytes: 16 });
    let scalars: Vec<_> = launch
        .args
        .iter()
        .filter_map(|arg| if let ArgSpec::Scalar { ty, bytes } = arg { Some((*ty, bytes.clone())) } else { None })
        .collect();
    assert_eq!(scalars[0], ("u32", vec![0xff; 4]));
    assert_eq!(scalars[1], ("i32", vec![0xff; 4]));
    assert_eq!(scalars[3], ("f32", 1.5f32.to_le_bytes().to_vec()));
    assert_eq!(scalars[4], ("f64", (-2f64).to_le_bytes().to_vec()));
    let refuse = |launch: &str, message: &str| assert_eq!(parse(launch).unwrap_err().to_string(), message);
    for [argument, message] in pairs(ARGUMENTS) {
        assert_eq!(with_arguments(argument).unwrap_err().to_string(), message);
    }
    refuse(
        r#"{"entry":"k","groups":0,"group_size":1,"args":[]}"#,
        "at `launches[0].groups`: expected 1 or more, found 0; a launch of size 0 does nothing: remove it",
    );
    refuse(
        r#"{"entry":"k","groups":[1,1,1,1],"group_size":1,"args":[]}"#,
        "at `launches[0].groups`: expected a number, or one to three numbers for x, y, z, found a list of 4; leave out what is 1",
    );
}

/// Buffers, each with the message that refuses it.
const BUFFERS: &str = r#"
{"name":"b","type":"u32","count":268435457,"init":{"gen":"fill","value":0}}
    at `buffers[0].count`: expected at most 1073741824 bytes (1 GiB) in all buffers together, found 1073741828 bytes up to here; make the buffers smaller
{"name":"b","type":"u64","count":18446744073709551615,"init":{"gen":"fill","value":0}}
    at `buffers[0].count`: expected at most 1073741824 bytes (1 GiB) in all buffers together, found 147573952589676412920 bytes up to here; make the buffers smaller
{"name":"b","type":"u128","count":1,"init":{"gen":"fill","value":0}}
    at `buffers[0].type`: expected u8, u16, u32, u64, i8, i16, i32, i64, f16, bf16, f32 or f64, found `u128`; choose one of these types
{"name":"b","type":"u32","count":1,"init":{"gen":"random"}}
    at `buffers[0].init.gen`: expected fill, iota, list, mix, mix_float or mix_half2, found `random`; choose one of these generators
{"name":"b","type":"u32","count":1,"init":{"gen":"list","values":[1,2]}}
    at `buffers[0].init.values`: expected at most 1 values, the buffer's `count`, found a list of 2; raise `count` or shorten the list
{"name":"b","type":"u32","count":1,"init":{"gen":"list","values":[1.5]}}
    at `buffers[0].init.values[0]`: expected an integer of at most 64 bits, found 1.5; write it without fraction or exponent
{"name":"b","type":"u32","count":1,"init":{"gen":"mix","seed":1,"mod":0}}
    at `buffers[0].init.mod`: expected an integer from 1 to 4294967296, found 0; a remainder by 0 does not exist
{"name":"b","type":"f32","count":1,"init":{"gen":"mix_float","seed":1,"mod":1,"add":1,"exp":128}}
    at `buffers[0].init`: expected numbers in the range of f32, found a larger one at element 0; lower `exp`, `mod` or `add`
{"name":"b","type":"u32","count":1,"init":{"gen":"mix_float","seed":1,"mod":1,"add":1,"exp":1}}
    at `buffers[0].init.gen`: expected a generator of integers, found `mix_float`; `mix_float` needs type f16, bf16, f32 or f64
{"name":"b","type":"u32","count":1,"init":{"gen":"fill","value":0},"crc32":1}
    at `buffers[0].crc32`: expected CRC-32 0x00000001 of the initial bytes of `b`, found 0x2144df1c; `init` or the checksum was edited: restore the one that is wrong
"#;

/// Checks of [`FOUR`], each with the message that refuses it.
const CHECKS: &str = r#"
{"check":"exact","buffer":"b","hex":"0"}
    at `checks[0].hex`: expected an even number of hexadecimal digits, not 1, found `0`; write two digits for each byte
{"check":"exact","buffer":"b","hex":"0x"}
    at `checks[0].hex`: expected hexadecimal digits only, found `0x`; write bytes without 0x, blanks or separators
{"check":"exact","buffer":"b","hex":"00"}
    at `checks[0].hex`: expected 16 bytes, the elements selected, found 1; correct `hex`, `first` or `count`
{"check":"exact","buffer":"b","first":2,"count":3,"hex":"00"}
    at `checks[0].count`: expected at most 2: the buffer has 4 elements, found 3; select elements that exist
{"check":"equal","a":["b",4],"b":["b",0],"min":0,"max":1}
    at `checks[0].a[1]`: expected an index below 4, the elements of `b`, found 4; select an element that exists
{"check":"looks_nice","buffer":"b"}
    at `checks[0].check`: expected exact, unchanged, multiset, permutation, sum, equal, hash_table, list_walk or indexed_blocks, found `looks_nice`; choose one of these checks
{"check":"unchanged","buffer":"zz\n"}
    at `checks[0].buffer`: expected the name of a buffer (`b`), found `zz\n`; add the buffer or correct the name
{"check":"multiset","buffer":"b","sorted":[1,0,2,3]}
    at `checks[0].sorted[1]`: expected at least 1, the value before it, found 0; sort the values as unsigned numbers
{"check":"hash_table","keys":"b","counts":"b","mask":2,"pairs":[]}
    at `checks[0].mask`: expected a power of two less one, below the elements of `keys` and of `counts`, found 2; correct `mask` or the buffers
{"check":"sum","buffer":"b","bits":0,"value":0}
    at `checks[0].bits`: expected 1 to 64, found 0; name the width of the sum
"#;

#[test]
fn messages() {
    let refuse = |result: Result<Case, CaseError>, message: &str| {
        assert_eq!(result.and_then(|case| case.initial()).unwrap_err().to_string(), message);
    };
    refuse(
        Case::parse(TARGETS.cases, "{\"schema\": 1,}"),
        "expected JSON, found trailing comma at line 1, column 14: correct the file's syntax there",
    );
    refuse(
        Case::parse(TARGETS.cases, r#"{"schema":"isotope-kernel-case/2"}"#),
        "at `schema`: expected `isotope-kernel-case/1`, found `isotope-kernel-case/2`; this is the only schema understood",
    );
    refuse(Case::parse(TARGETS.cases, "{}"), "at `(top)`: expected a field `schema`, found none; add it");
    refuse(
        Case::parse(TARGETS.cases, "7"),
        "at `(top)`: expected an object with a field `schema`, found 7; see the schema of case files",
    );
    refuse(
        with(&format!("{FOUR},{FOUR}"), ""),
        "at `buffers[1].name`: expected a name of its own, found `b`; rename one of the two buffers",
    );
    pairs(BUFFERS).into_iter().for_each(|[buffer, message]| refuse(with(buffer, ""), message));
    pairs(CHECKS).into_iter().for_each(|[check, message]| refuse(with(FOUR, check), message));
    let case = with(FOUR, r#"{"check":"unchanged","buffer":"b","frist":1,"targets":["sm_99"]}"#).unwrap();
    assert_eq!(
        case.warnings,
        [
            "at `checks[0].frist`: unknown field, ignored; known here: check, targets, basis, note, buffer",
            "at `checks[0].targets[0]`: unknown target `sm_99`; known: cpu, sm_50, gfx1100, intel"
        ]
    );
}

/// Case files with random damage, to the text and to the JSON: no panic, one-line messages.
#[test]
fn damage_never_panics() {
    let files = case_files();
    let mut state = sweep::seed(1);
    let mut below = move |limit: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % limit
    };
    let tokens: [&[u8]; 12] = [
        b"0",
        b"-1",
        b"18446744073709551615",
        b"1e400",
        b"null",
        b"[]",
        b"{}",
        b"\"\"",
        b"1.5",
        b"4294967296",
        b"\\u0000",
        b"99999",
    ];
    let mut readable = 0;
    let rounds = sweep::count(40_000, 5);
    for round in 0..rounds {
        let (name, text) = &files[below(files.len())];
        let mut bytes = text.clone().into_bytes();
        for _ in 0..1 + below(3) {
            let at = below(bytes.len());
            if round % 2 == 0 {
                // Replace a whole number or word, so that most results are still valid JSON.
                let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
                let Some(start) = bytes[at..].iter().position(|byte| byte.is_ascii_digit()).map(|skip| at + skip)
                else {
                    continue;
                };
                let end = start + bytes[start..].iter().take_while(|byte| is_word(byte)).count();
                bytes.splice(start..end, tokens[below(tokens.len())].iter().copied());
            } else {
                bytes[at] = (below(95) + 32) as u8;
            }
        }
        let text = String::from_utf8_lossy(&bytes);
        let one_line = |error: String| {
            assert!(!error.chars().any(char::is_control), "{name} round {round}: {error}");
        };
        match Case::parse(TARGETS.cases, &text) {
            Err(error) => one_line(error.to_string()),
            Ok(mut case) => {
                readable += 1;
                if case.buffers.iter().map(BufferSpec::byte_length).sum::<usize>() > 1 << 22 {
                    continue;
                }
                if let Err(error) = case.initial() {
                    one_line(error.to_string());
                }
                case.buffers.iter_mut().for_each(|spec| spec.crc32 = None);
                if let Ok(finals) = case.initial() {
                    for result in case.check("sm_50", &finals) {
                        if let Verdict::Fails(message) = result.verdict {
                            one_line(message);
                        }
                    }
                }
            }
        }
    }
    assert!(readable > rounds / 40, "{readable}");
}

/// Scalars and elements that JSON numbers cannot represent are given by their bits; a decimal is rounded to the nearest float.
#[test]
fn bits_and_decimals() {
    let scalar = |text: &str| {
        with_arguments(text).map(|case| match &case.launches[0].args[0] {
            ArgSpec::Scalar { bytes, .. } => bytes.iter().rev().fold(0u64, |v, b| v << 8 | u64::from(*b)),
            other => panic!("{other:?}"),
        })
    };
    for (text, bits) in [
        (r#"{"f32": "0x7fc12345"}"#, 0x7fc1_2345),
        (r#"{"f64": "0x7ff0000000000001"}"#, 0x7ff0_0000_0000_0001),
        (r#"{"u64": 18446744073709551615}"#, u64::MAX),
        (r#"{"u64": 9007199254740993}"#, 9_007_199_254_740_993),
        (r#"{"i64": -9223372036854775808}"#, 1 << 63),
        (r#"{"i32": "0xffffffff"}"#, 0xffff_ffff),
        (r#"{"f32": 0.1}"#, u64::from(0.1f32.to_bits())),
        // A fast but inexact parser is off by one here.
        (r#"{"f64": 122.416294033786585}"#, "122.416294033786585".parse::<f64>().unwrap().to_bits()),
        (r#"{"f32": 16777218}"#, u64::from(16_777_218f32.to_bits())),
    ] {
        assert_eq!(scalar(text), Ok(bits), "{text}");
    }
    for (text, says) in [
        (r#"{"f32": 1e300}"#, "a number in the range of f32"),
        // Halfway, and so close to halfway that an f64 cannot distinguish it.
        (r#"{"f32": 16777217}"#, "not halfway between two f32"),
        (r#"{"f32": 16777217.000000000001}"#, "not halfway between two f32"),
        (r#"{"f32": "0x1ffffffff"}"#, "at most 32 bits"),
        (r#"{"u8": "0x100"}"#, "at most 8 bits"),
        (r#"{"u64": 18446744073709551616}"#, "an integer of at most 64 bits"),
        (r#"{"u64": 1e3}"#, "an integer of at most 64 bits"),
        (r#"{"f64": "nan"}"#, "at most 64 bits"),
    ] {
        let error = scalar(text).unwrap_err().to_string();
        assert!(error.contains(says), "{text}: {error}");
    }
}
