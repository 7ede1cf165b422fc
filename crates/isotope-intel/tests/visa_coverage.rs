//! Instructions of vISA without semantics: lines of every form are lifted, and those that stop with "not modelled" are the ones that
//! `tests/data/intel/not_modelled.tsv` lists, each with the first line that causes it. `UPDATE=1` rewrites the list.

use std::collections::{BTreeMap, BTreeSet, btree_map::Entry};

use crate::common::{current, rows};
use isotope_intel::Mode;
use isotope_intel::lift::{self, Env};
use isotope_ir::program::Refusal;
use isotope_op::assume::Assumptions;

use crate::common::visa::{FORM_DECLARATIONS, declared};

/// Lines that those files lack: jumps between functions, and text that the tool does not accept.
const MORE: &[&str] = &[
    "lsc_load.ugm (M1, 16) V32:d32x4 bti(0x1)[4*V33+0x10]:a32",
    "lsc_load_status.ugm (M1, 16) V32:d32 flat[V33]:a32",
    "lsc_store_uncompressed.ugm (M1, 16) flat[V33]:a32 V32:d32",
    "fcall (M1, 16) f 1 2",
    "faddr f V35(0,0)<1>",
    "ret (M1, 1)",
    "fret (M1, 16)",
    "ifcall (M1, 16) V35(0,0)<0;1,0> 1 2",
    "svm_scatter4scaled.RG (M1, 8) V35(0,0)<0;1,0> V35.0 V32.0",
    "scatter4_typed.R (M1, 8) T6 V33.0 V33.64 %null.0 %null.0 V32.0",
    "sad2 (M1, 16) V36(0,0)<1> V38(0,0)<1;1,0> V38(1,0)<1;1,0>",
    "divm (M1, 16) V34(0,0)<1> V34(1,0)<1;1,0> V34(2,0)<1;1,0>",
];

#[test]
fn what_is_not_modelled_is_listed() {
    let mut lines: Vec<(String, String)> = Vec::new();
    for row in ["intel/forms.tsv", "intel/lsc.tsv"].into_iter().flat_map(rows) {
        lines.push((row[1].clone(), FORM_DECLARATIONS.into()));
    }
    for row in rows("intel/accepted.tsv") {
        lines.push((row[0].replace("\\t", "\t").replace("\\n", "\n"), row[3].clone()));
    }
    lines.extend(MORE.iter().map(|text| (text.to_string(), FORM_DECLARATIONS.into())));
    let env = Env { slm: 1 << 16, ..Env::new(32, Assumptions::DEFAULT) };
    let mut found: BTreeMap<(&str, String), &str> = BTreeMap::new();
    let mut names = BTreeSet::new();
    for (text, declarations) in &lines {
        let mut program = declared(declarations);
        let inst = isotope_intel::parse(&mut program, Mode::Compat, text).unwrap_or_else(|e| panic!("{text}: {e}"));
        let name = inst.name();
        names.insert(name);
        program.kernel.code = vec![inst];
        let (lifted, _) = lift::program(&program.kernel, &env);
        // A kernel that consists of this line is refused when it is loaded.
        let refused = lifted.refusals.iter().any(|refusal| matches!(refusal, Refusal::NotModelled { .. }));
        assert_eq!(lifted.unmodelled().certain, refused.then_some(0), "{text}");
        for refusal in &lifted.refusals {
            if let Refusal::NotModelled { text: said } = refusal {
                let what = said.split_once(": ").map_or(said.as_str(), |(_, what)| what).to_owned();
                if let Entry::Vacant(entry) = found.entry((name, what)) {
                    entry.insert(text);
                }
            }
        }
    }
    // Each refusal gives advice.
    assert!(found.keys().all(|(_, what)| what.contains("; ")), "{found:?}");
    // Labels and jumps need a program.
    let unseen: Vec<_> = isotope_intel::FORMS.iter().map(|f| f.name()).filter(|n| !names.contains(n)).collect();
    assert_eq!(unseen, ["subroutine", "label", "jmp", "call", "goto", "FILE"]);
    let escaped = |text: &str| text.replace('\t', "\\t").replace('\n', "\\n");
    let list: String =
        found.iter().map(|((name, what), text)| format!("{name}\t{what}\t{}\n", escaped(text))).collect();
    current("tests/data/intel/not_modelled.tsv", &list);
}
