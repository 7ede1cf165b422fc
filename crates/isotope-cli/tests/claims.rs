//! Every sentence, table cell and example of the five documents, by a command: `tests/data/claims/*.tsv`.
//!
//! `UPDATE=1` writes `docs/claims.md` anew.

pub mod check;
pub mod data;
mod page;
mod stated;

use crate::common;
use data::{Claim, Document, Shown};

/// The documents, by their keys in [`isotope_op::source`], and how many claims each has at least.
const DOCUMENTS: [(&str, usize); 5] =
    [("nv-atom", 300), ("intel-svm-atomic", 350), ("nv-sured", 250), ("intel-dword-atomic", 450), ("rdna3-13", 1000)];

fn documents() -> Vec<Document> {
    let mut wrong = Vec::new();
    let mut read = Vec::new();
    for (name, least) in DOCUMENTS {
        let path = common::repository(&format!("tests/data/claims/{name}.tsv"));
        let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
        match data::read(name, &text) {
            Ok(document) => {
                assert!(document.claims.len() >= least, "{name}: {} claims, expected {least}", document.claims.len());
                read.push(document);
            }
            Err(mut e) => wrong.append(&mut e),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    read
}

#[test]
fn every_claim_holds() {
    let documents = documents();
    let claims: Vec<&Claim> = documents.iter().flat_map(|d| &d.claims).collect();
    let shown = claims.iter().filter(|c| matches!(c.shown, Shown::By { .. })).count();
    let verdict = check::all(&common::repository(""), &claims);
    println!("{} claims, {} by a command, {} of these in a batch", claims.len(), verdict.ran, verdict.batched);
    assert_eq!(verdict.ran, shown, "every claim with a command was run");
    assert!(verdict.ran > 0);
    let failed = &verdict.failed;
    assert!(failed.is_empty(), "{} failed:\n\n{}", failed.len(), failed.join("\n\n"));
}

/// Each claim is stated on a page: which, and in which section, the lines `page` of its file say.
fn unstated(documents: &[Document]) -> Vec<String> {
    let mut library = stated::Library::default();
    let mut wrong: Vec<(String, Vec<&str>)> = Vec::new();
    for document in documents {
        let mut used = vec![false; document.rules.len()];
        for claim in &document.claims {
            let found = stated::of(document, claim).ok_or_else(|| "no line `page` fits".to_string());
            let message = found.and_then(|stated| {
                used[stated.rule] = true;
                let line = document.rules[stated.rule].line;
                library.check(&stated).map_err(|e| format!("{}.tsv:{line}: {e}", document.name))
            });
            let Err(message) = message else { continue };
            match wrong.iter_mut().find(|(known, _)| *known == message) {
                Some((_, ids)) => ids.push(&claim.id),
                None => wrong.push((message, vec![&claim.id])),
            }
        }
        for (rule, _) in document.rules.iter().zip(used).filter(|(_, used)| !used) {
            wrong.push((
                format!("{}.tsv:{}: no claim is left for `{}`", document.name, rule.line, rule.pattern),
                vec![],
            ));
        }
    }
    wrong.into_iter().map(|(message, ids)| format!("{message}: {} claims {}", ids.len(), ids.join(" "))).collect()
}

#[test]
fn every_claim_is_stated_on_a_page() {
    let wrong = unstated(&documents());
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn a_claim_that_no_page_states_is_found() {
    let text = "title\tt\npublisher\tp\nclaims\t6\n\
        page\tr.*: *\tsm_50/ATOM#computes\tnew = $2\n\
        page\tw1: *\tsm_50/ATOMIC#computes\tnew\n\
        page\tw2: *\tsm_50/ATOM#compute\tnew\n\
        page\tw3: *\tsm_50/ATOM#computes\told + Rb\t$1\n\
        page\tw5: *\tsm_50/ATOM#computes\tnew\n\
        r.1\ta\told + Rb\t-\tno machine does this\n\
        r.2\ta\tif old == Rb { Rc } else { old }\t-\tno machine does this\n\
        w1\ta\tb\t-\tno machine does this\n\
        w2\ta\tb\t-\tno machine does this\n\
        w3\ta\told * Rb\t-\tno machine does this\n\
        w4\ta\tb\t-\tno machine does this\n";
    let wrong = unstated(&[data::read("t", text).unwrap()]);
    let said = [
        "no page `sm_50/ATOMIC`",
        "no section `compute`",
        "does not say `old * Rb`",
        "no line `page` fits",
        "left for `w5",
    ];
    assert_eq!(wrong.len(), said.len(), "{wrong:#?}");
    assert!(wrong.iter().zip(said).all(|(wrong, said)| wrong.contains(said)), "{wrong:#?}");
}

#[test]
fn the_page_is_written_from_the_claims() {
    common::is_current("docs/claims.md", &page::write(&documents()));
}

/// The check itself: of these lines each wrong one is found, alone and in a batch, and no right one.
#[test]
fn a_wrong_claim_is_found() {
    let text = "title\tt\npublisher\tp\ndef\tinc\top -t sm_50 ATOM.INC\nclaims\t10\n\
        r1\ta\tb\t@{inc} mem=0x5 src0=0x5\t= 0x00000000\\t0x00000005\n\
        w1\ta\tb\t@{inc} mem=0x5 src0=0x5\t= 0x00000006\\t0x00000005\n\
        r2\ta\tb\tasm -t sm_50 'ATOM.ADD R0, [R2], R7'\t= 0xed00000000770200\n\
        w2\ta\tb\tasm -t sm_50 'ATOM.ADD R0, [R2], R7'\t! takes\n\
        r3\ta\tb\tasm -t sm_50 'ATOM.XOR.F32.FTZ.RN R0, [R2], R4'\t! does not take size\n\
        w3\ta\tb\tasm -t sm_50 'ATOM.XOR.F32.FTZ.RN R0, [R2], R4'\t+ 0x\n\
        r4\ta\tb\top --lines <<< $'sm_50\\tATOM.ADD\\t-\\t0x1\\t0x2\\t-'\t= 0x00000003\\t0x00000001\n\
        w4\ta\tb\ttargets\t+ sm_50\t- gfx1100\n\
        w5\ta\tb\ttargets\t+ sm_50\texit 1\n\
        n1\ta\tb\t-\tno machine does this\n";
    let document = data::read("t", text).unwrap();
    let verdict = check::all(&common::repository(""), &document.claims.iter().collect::<Vec<_>>());
    assert_eq!((verdict.ran, verdict.batched), (9, 6));
    let mut found: Vec<_> = verdict.failed.iter().map(|f| f.split(' ').next().unwrap()).collect();
    found.dedup();
    assert_eq!(found, ["t.w1", "t.w2", "t.w3", "t.w4", "t.w5"], "{:#?}", verdict.failed);
}

#[test]
fn a_line_that_shows_nothing_is_refused() {
    for (line, message) in [
        ("a\tb\tc\tops -t x", "at least 5 columns"),
        ("a\tb\t \tops\t= 1", "a column is empty"),
        ("a\tb\tc\tops\t= ", "expects nothing"),
        ("a\tb\tc\tops\texit 0", "something that the command prints"),
        ("a\tb\tc\tops\t- 0x1", "something that the command prints"),
        ("a\tb\tc\tops\t? 0x1", "expected `=`"),
        ("a\tb\tc\t-\twhy", "one reason"),
        ("a\tb\tc\t@{op}\t= 1", "is not defined"),
        ("a\tb\tc\tops 'x\t= 1", "left open"),
        ("a\tb\tc\tops a|b\t= 1", "single quotes"),
        ("page\ta\tsm_50/ATOM#computes", "words that stand there"),
    ] {
        let wrong = data::read("t", &format!("title\tt\npublisher\tp\nclaims\t1\n{line}\n")).unwrap_err();
        assert!(wrong[0].contains(message), "{line}: {wrong:?}");
    }
    let line = "a\tb\tc\ttargets\t+ sm_50";
    let twice = format!("title\tt\npublisher\tp\nclaims\t2\n{line}\n{line}\n");
    assert!(data::read("t", &twice).unwrap_err()[0].contains("stands twice"));
    let short = format!("title\tt\npublisher\tp\nclaims\t2\n{line}\n");
    assert!(data::read("t", &short).unwrap_err()[0].contains("claims<tab>1"));
}
