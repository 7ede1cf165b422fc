//! The conditions of each check of a case file, and its message if it fails.

use crate::cases::{FOUR, case_files, crc, fails, holds, pairs, verdict, with};
use isotope_target::case::*;

/// Checks that [`FOUR`] fails, each with its message.
const FAILED: &str = r#"
{"check":"exact","buffer":"b","first":1,"hex":"010000000a0000000b000000"}
    element 2 of `b`: expected 0x0000000a, got 0x00000002; 2 of 3 elements differ
{"check":"multiset","buffer":"b","sorted":[0,2,2,3]}
    sorted element 1 of `b`: expected 0x00000002, got 0x00000001: element 1 holds a value that should not be there, or once too often
{"check":"multiset","buffer":"b","sorted":[0,0,2,3]}
    sorted element 1 of `b`: expected 0x00000000, got 0x00000001: the expected value is missing, or there once too seldom
{"check":"permutation","buffer":"b","start":1}
    element 3 of `b`: expected a number from 0x00000001 to 0x00000004 not seen before it, got 0x00000000: it is out of range
{"check":"sum","buffer":"b","first":1,"bits":64,"value":4}
    sum of 3 elements of `b` modulo 2^64: expected 0x4, got 0x3
{"check":"equal","a":["b",1],"b":["b",2],"min":0,"max":9}
    element 1 of `b` and element 2 of `b`: expected equal values, got 0x00000001 and 0x00000002
{"check":"equal","a":["b",0],"b":["b",0],"min":0,"max":2}
    element 0 of `b`: expected 0x0 to 0x2, got 0x00000003
"#;

#[test]
fn failed_checks() {
    pairs(FAILED).into_iter().for_each(|[check, message]| fails(FOUR, check, message));
}

#[test]
fn exact_and_unchanged() {
    holds(FOUR, r#"{"check":"exact","buffer":"b","hex":"03000000010000000200000000000000"}"#);
    holds(FOUR, r#"{"check":"exact","buffer":"b","first":1,"count":1,"hex":"01000000"}"#);
    let sum = crc(&[3, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0]);
    holds(FOUR, &format!(r#"{{"check":"exact","buffer":"b","crc32":{sum},"bytes":16}}"#));
    let Verdict::Fails(message) = verdict(FOUR, r#"{"check":"exact","buffer":"b","crc32":1,"bytes":16}"#) else {
        panic!()
    };
    assert!(message.starts_with("CRC-32 of 16 bytes of `b`: expected 0x00000001, got 0x"), "{message}");
    holds(FOUR, r#"{"check":"unchanged","buffer":"b"}"#);
    let case = with(FOUR, r#"{"check":"unchanged","buffer":"b"}"#).unwrap();
    let mut finals = case.initial().unwrap();
    finals[0].bytes[4] = 9;
    let wanted = Verdict::Fails("element 1 of `b`: expected 0x00000001, got 0x00000009".into());
    assert_eq!(case.check("cpu", &finals)[0].verdict, wanted);
    finals[0].bytes.pop();
    let wanted = Verdict::Fails("final `b`: expected 16 bytes, got 15".into());
    assert_eq!(case.check("cpu", &finals)[0].verdict, wanted);
    assert_eq!(case.check("cpu", &[])[0].verdict, Verdict::Fails("final memory has no buffer `b`".into()));
}

#[test]
fn multiset_permutation_sum_equal() {
    holds(FOUR, r#"{"check":"multiset","buffer":"b","sorted":[0,1,2,3]}"#);
    holds(FOUR, r#"{"check":"multiset","buffer":"b","first":0,"count":2,"sorted":[1,3]}"#);
    holds(FOUR, r#"{"check":"permutation","buffer":"b","start":0}"#);
    holds(FOUR, r#"{"check":"permutation","buffer":"b","first":0,"count":3,"start":1}"#);
    let twice = r#"{"name":"b","type":"u8","count":3,"init":{"gen":"list","values":[1,0,1]}}"#;
    fails(
        twice,
        r#"{"check":"permutation","buffer":"b","start":0}"#,
        "element 2 of `b`: expected a number from 0x00 to 0x02 not seen before it, got 0x01: it occurred before",
    );
    holds(FOUR, r#"{"check":"sum","buffer":"b","bits":32,"value":6}"#);
    holds(FOUR, r#"{"check":"sum","buffer":"b","bits":2,"value":2}"#);
    let wide = r#"{"name":"b","type":"u64","count":3,"init":{"gen":"fill","value":18446744073709551615}}"#;
    holds(wide, r#"{"check":"sum","buffer":"b","bits":64,"value":18446744073709551613}"#);
    holds(FOUR, r#"{"check":"equal","a":["b",1],"b":["b",1],"min":0,"max":1}"#);
}

fn list(name: &str, values: &[u64]) -> String {
    format!(r#"{{"name":"{name}","type":"u32","count":{},"init":{{"gen":"list","values":{values:?}}}}}"#, values.len())
}

/// Slots filled by linear probing, in key order.
fn insert(keys: &[u64], mask: usize) -> Vec<u64> {
    let mut slots = vec![0; mask + 1];
    for &key in keys {
        let mut slot = (((key * 2_654_435_761) & 0xffff_ffff) >> 7) as usize & mask;
        while slots[slot] != 0 {
            slot = (slot + 1) & mask;
        }
        slots[slot] = key;
    }
    slots
}

#[test]
fn hash_table() {
    let keys = [5, 99, 1234, 77, 100_000, 42];
    let check = |pairs: &str| format!(r#"{{"check":"hash_table","keys":"k","counts":"n","mask":7,"pairs":[{pairs}]}}"#);
    let pairs = "[5,1],[99,1],[1234,1],[77,1],[100000,1],[42,1]";
    let counts = |slots: &[u64]| slots.iter().map(|&key| u64::from(key != 0)).collect::<Vec<_>>();
    // Any order of insertion gives a valid table; a hole in a probe sequence makes it invalid.
    let mut broken = 0;
    for turn in 0..keys.len() {
        let mut order = keys;
        order.rotate_left(turn);
        let slots = insert(&order, 7);
        let text = |slots: &[u64]| format!("{},{}", list("k", slots), list("n", &counts(slots)));
        holds(&text(&slots), &check(pairs));
        for at in 0..8 {
            for to in 0..8 {
                let mut moved = slots.clone();
                moved.swap(at, to);
                // The definition: probe from the home slot until the key or a hole is found.
                let good = moved.iter().all(|&key| {
                    let home = (((key * 2_654_435_761) & 0xffff_ffff) >> 7) as usize & 7;
                    key == 0 || (0..8).map(|i| moved[(home + i) & 7]).take_while(|&k| k != 0).any(|k| k == key)
                });
                let verdict = verdict(&text(&moved), &check(pairs));
                assert_eq!(verdict == Verdict::Holds, good, "{moved:?}: {verdict:?}");
                broken += usize::from(!good);
            }
        }
    }
    assert!(broken > 20);
    let full: Vec<u64> = (1..=8).collect();
    let every: Vec<String> = full.iter().map(|key| format!("[{key},1]")).collect();
    let slots = insert(&full, 7);
    holds(&format!("{},{}", list("k", &slots), list("n", &[1; 8])), &check(&every.join(",")));

    let slots = insert(&keys, 7);
    let table = |slots: &[u64], counts: &[u64]| format!("{},{}", list("k", slots), list("n", counts));
    let fails_with = |slots: &[u64], counts: &[u64], pairs: &str, part: &str| {
        let Verdict::Fails(message) = verdict(&table(slots, counts), &check(pairs)) else { panic!("{part}") };
        assert!(message.contains(part), "expected `{part}` in: {message}");
    };
    let mut wrong = counts(&slots);
    let hole = slots.iter().position(|&key| key == 0).unwrap();
    wrong[hole] = 3;
    fails_with(
        &slots,
        &wrong,
        pairs,
        &format!("element {hole} of `n`: expected 0x00000000, got 0x00000003: its slot is empty"),
    );
    fails_with(&slots, &counts(&slots), "[5,2],[99,1],[1234,1],[77,1],[100000,1],[42,1]", "its key is 0x00000005");
    fails_with(
        &slots,
        &counts(&slots),
        "[99,1],[1234,1],[77,1],[100000,1],[42,1]",
        "expected one of 5 keys or 0, got 0x00000005",
    );
    fails_with(
        &slots,
        &counts(&slots),
        &format!("{pairs},[7,1]"),
        "`k`: expected key 0x00000007 in some slot, got none",
    );
    let mut twice = slots.clone();
    twice[hole] = slots.iter().copied().find(|&key| key != 0).unwrap();
    fails_with(&twice, &[1; 8], pairs, "again");
}

#[test]
fn list_walk_and_indexed_blocks() {
    let walk = r#"{"check":"list_walk","head":"h","head_index":1,"next":"x","nil":4294967295,"n":3}"#;
    let nodes = |head: u64, next: &[u64]| format!("{},{}", list("h", &[9, head]), list("x", next));
    let nil = 0xffff_ffff;
    holds(&nodes(2, &[nil, 0, 1, 7]), walk);
    let checks: [(u64, [u64; 4], &str); 4] = [
        (
            0,
            [1, nil, 0, 0],
            "element 1 of `x`, after 2 of 3 nodes: expected an index not visited yet, got 0xffffffff: the list ends too early",
        ),
        (
            0,
            [1, 0, 0, 0],
            "element 1 of `x`, after 2 of 3 nodes: expected an index not visited yet, got 0x00000000: it was visited before",
        ),
        (
            0,
            [1, 2, 1, 0],
            "element 2 of `x`, after 3 of 3 nodes: expected 0xffffffff, got 0x00000001: the list does not end",
        ),
        (
            3,
            [1, 2, nil, 0],
            "element 1 of `h`, after 0 of 3 nodes: expected an index not visited yet, got 0x00000003: it is out of range",
        ),
    ];
    for (head, next, message) in checks {
        fails(&nodes(head, &next), walk, message);
    }
    let blocks = r#"{"check":"indexed_blocks","index":"i","data":"d","skip":99,"width":2}"#;
    let memory = |index: &[u64], data: &[u64]| format!("{},{}", list("i", index), list("d", data));
    holds(&memory(&[2, 99, 0], &[4, 5, 0, 1]), blocks);
    fails(&memory(&[2, 99, 0], &[4, 6, 0, 1]), blocks, "element 1 of `d`: expected 0x00000005, got 0x00000006");
    fails(
        &memory(&[3, 99, 0], &[4, 5, 0, 1]),
        blocks,
        "element 0 of `i`: expected 0x00000063 or at most 0x00000002, so that 2 elements follow, got 0x00000003",
    );
}

fn write(finals: &mut [Buffer], buffer: &str, first: usize, values: &[u64]) {
    let buffer = finals.iter_mut().find(|other| other.name == buffer).unwrap();
    let size = buffer.ty.size();
    for (index, value) in values.iter().enumerate() {
        buffer.bytes[(first + index) * size..][..size].copy_from_slice(&value.to_le_bytes()[..size]);
    }
}

/// Final memory that is built from the checks of a case passes them; one wrong element fails.
#[test]
fn checks_of_the_suite_are_satisfiable() {
    for (name, text) in case_files() {
        let case = Case::parse(isotope_targets::TARGETS.cases, &text).unwrap();
        let value: serde_json::Value = serde_json::from_str(&text).unwrap();
        let mut finals = case.initial().unwrap();
        for check in value["checks"].as_array().unwrap() {
            let for_us = check["targets"].as_array().is_none_or(|list| list.iter().any(|t| t == "sm_50"));
            if !for_us {
                continue;
            }
            let buffer = check["buffer"].as_str().unwrap_or("");
            let first = check["first"].as_u64().unwrap_or(0) as usize;
            match check["check"].as_str().unwrap() {
                "multiset" => {
                    let mut values: Vec<u64> =
                        check["sorted"].as_array().unwrap().iter().map(|v| v.as_u64().unwrap()).collect();
                    values.reverse();
                    write(&mut finals, buffer, first, &values);
                }
                "permutation" => {
                    let count = case.buffers.iter().find(|b| b.name == buffer).unwrap().count as u64;
                    let values: Vec<u64> = (0..count).rev().map(|i| i + check["start"].as_u64().unwrap()).collect();
                    write(&mut finals, buffer, first, &values);
                }
                "hash_table" => {
                    let mask = check["mask"].as_u64().unwrap() as usize;
                    let pairs: Vec<(u64, u64)> = check["pairs"]
                        .as_array()
                        .unwrap()
                        .iter()
                        .map(|p| (p[0].as_u64().unwrap(), p[1].as_u64().unwrap()))
                        .collect();
                    let keys: Vec<u64> = pairs.iter().map(|p| p.0).collect();
                    let slots = insert(&keys, mask);
                    let counts: Vec<u64> =
                        slots.iter().map(|key| pairs.iter().find(|p| p.0 == *key).map_or(0, |p| p.1)).collect();
                    write(&mut finals, check["keys"].as_str().unwrap(), 0, &slots);
                    write(&mut finals, check["counts"].as_str().unwrap(), 0, &counts);
                }
                "exact" => {
                    let hex = check["hex"].as_str().unwrap();
                    let bytes: Vec<u8> =
                        (0..hex.len() / 2).map(|i| u8::from_str_radix(&hex[2 * i..2 * i + 2], 16).unwrap()).collect();
                    let buffer = finals.iter_mut().find(|other| other.name == buffer).unwrap();
                    let start = first * buffer.ty.size();
                    buffer.bytes[start..start + bytes.len()].copy_from_slice(&bytes);
                }
                _ => {}
            }
        }
        for result in case.check("sm_50", &finals) {
            if result.kind != "equal" {
                assert_eq!(result.verdict, Verdict::Holds, "{name}: {} {}", result.kind, result.subject);
            }
        }
    }
}
