//! Instructions of gfx1100 without semantics: every mnemonic of the corpus is lifted, and those that stop with "not
//! modelled" are the ones that `tests/data/amd/not_modelled.tsv` lists. `UPDATE=1` rewrites the list.

use std::collections::BTreeMap;
use std::path::PathBuf;

use isotope_amd::lift;
use isotope_amd::lift::{Env, Mode};
use isotope_ir::program::Refusal;
use isotope_op::assume::Assumptions;

fn data(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/amd").join(name)
}

fn env(wave64: bool) -> Env {
    Env {
        code_base: 1 << 32,
        entry: 0,
        waves: isotope_amd::GFX1100.waves(wave64),
        vgprs: 256,
        mode: Mode::from_rsrc1(0x60af_0080),
        shared_base: 1 << 48,
        private_base: 2 << 48,
        assumptions: Assumptions::DEFAULT,
    }
}

/// The missing part of an instruction, if any.
fn missing(hex: &str, wave64: bool) -> Option<String> {
    let bytes: Vec<u8> = (0..hex.len() / 2).map(|i| u8::from_str_radix(&hex[2 * i..2 * i + 2], 16).unwrap()).collect();
    let program = lift::program("one", &bytes, &env(wave64));
    program.refusals.iter().find_map(|r| match r {
        Refusal::NotModelled { text } => {
            Some(text.rsplit_once(": ").map_or(text.as_str(), |(_, what)| what).to_owned())
        }
        _ => None,
    })
}

#[test]
fn what_is_not_modelled_is_listed() {
    let mut found: BTreeMap<String, String> = BTreeMap::new();
    let mut lines = 0;
    for (file, wave64) in [("asm.tsv", false), ("alu.tsv", false), ("alu_wave64.tsv", true)] {
        for line in std::fs::read_to_string(data(file)).unwrap().lines() {
            let (text, hex) = line.split_once('\t').unwrap();
            let mnemonic = text.split(' ').next().unwrap();
            lines += 1;
            // No instruction runs on registers that only a trap handler can access.
            if text.contains("ttmp") {
                let what = missing(hex, wave64);
                assert!(what.is_some(), "{text}");
                continue;
            }
            if let Some(what) = missing(hex, wave64) {
                found.entry(mnemonic.to_owned()).or_insert(what);
            }
        }
    }
    assert!(lines > 5000, "{lines} lines");
    let list: String = found.iter().map(|(mnemonic, what)| format!("{mnemonic}\t{what}\n")).collect();
    let place = data("not_modelled.tsv");
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&place, &list).unwrap();
    }
    assert_eq!(list, std::fs::read_to_string(&place).unwrap());
}
