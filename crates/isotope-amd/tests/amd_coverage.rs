//! Instructions of gfx1100 without semantics: every mnemonic of the corpus is lifted, and those that stop with "not
//! modelled" are the ones that `tests/data/amd/not_modelled.tsv` lists. `UPDATE=1` rewrites the list.

use std::collections::BTreeMap;

use crate::common::{current, rdna, rows, unhex};
use isotope_amd::lift::{self, Env, Mode};
use isotope_ir::program::Refusal;

/// The missing part of an instruction, if any.
fn missing(hex: &str, wave64: bool) -> Option<String> {
    let env = Env { code_base: 1 << 32, ..rdna::env(wave64, 256, Mode::from_rsrc1(0x60af_0080)) };
    let program = lift::program("one", &unhex(hex), &env);
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
        for row in rows(&format!("amd/{file}")) {
            let [text, hex] = &row[..] else { panic!("two columns: {row:?}") };
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
    current("tests/data/amd/not_modelled.tsv", &list);
}
