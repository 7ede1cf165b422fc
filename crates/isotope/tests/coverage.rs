//! Every page says what it has to say: a list of headings for each kind of instruction, and nothing that is left out without a reason.

use isotope::page::{Heading, Page, Pages};
use isotope_targets::TARGETS;

/// Instructions that run and have no example, because one instruction by itself shows nothing of them: jumps, calls, traps.
const WITHOUT_EXAMPLE: &[&str] =
    &["BPT", "LONGJMP", "call", "goto", "jmp", "resinfo", "s_subvector_loop_begin", "s_subvector_loop_end", "s_trap"];

/// Pages whose rows no document allows, and that say so: declarations of debuggers, and calls that need a second function.
const WITHOUT_SPECIMEN: &[&str] = &["FILE", "faddr", "fcall", "lifetime"];

/// What a page lacks.
fn missing(page: &Page) -> Vec<String> {
    let mut out = Vec::new();
    let mut want = |there: bool, what: &str| {
        if !there {
            out.push(format!("{} {}: no {what}", page.target, page.name));
        }
    };
    let markdown = page.markdown();
    let has = |heading: &str| markdown.contains(&format!("\n## {heading} {{#"));
    want(page.purpose.ends_with('.'), "sentence on what it is for");
    want(!markdown.contains("seed 0"), "document's own name");
    want(has("What it computes"), "heading on what it computes");
    want(
        page.rows.iter().all(|row| !row.described.notation.is_empty() && !row.described.source.is_empty()),
        "syntax or source",
    );
    let specimens = page.rows.iter().filter(|row| row.does.is_some()).count();
    want(specimens > 0 || WITHOUT_SPECIMEN.contains(&page.name.as_str()), "instruction that stands for its rows");
    if !page.traits.runs {
        return out;
    }
    let lanes = |row: &&isotope::page::PageRow| row.described.notation.contains(" exec");
    want(page.rows.iter().filter(lanes).all(|row| !row.described.legality.is_empty()), "legality");
    want(!markdown.contains("order(") || has("Notation"), "notation");
    let said = page.rows.iter().filter_map(|row| row.does.as_ref()).any(|does| does.refused.is_none());
    want(said, "row that runs");
    want(page.example.is_some() || WITHOUT_EXAMPLE.contains(&page.name.as_str()), "example");
    for (heading, notes) in &page.notes {
        want(!notes.is_empty(), &format!("text under {}", heading.title()));
    }
    for heading in Heading::ALL {
        want(has(heading.title()) == heading.applies(&page.traits), &format!("right answer about {}", heading.title()));
    }
    if page.traits.memory {
        want(markdown.contains("## Faults, drops and waits"), "faults");
        want(has("Operands"), "operands");
    }
    out
}

#[test]
fn every_heading_that_applies() {
    let pages = Pages::default();
    let (mut bad, mut counts) = (Vec::new(), Vec::new());
    for target in TARGETS.newest() {
        let (mut all, mut runs, mut rows, mut words) = (0, 0, 0, 0);
        for page in pages.all(target) {
            bad.extend(missing(&page));
            all += 1;
            runs += usize::from(page.traits.runs);
            rows += page.rows.len();
            words += page.rows.iter().filter_map(|row| row.does.as_ref()).map(|does| does.words.len()).sum::<usize>();
        }
        counts.push((target.isa().name, all, runs, rows, words));
    }
    println!("instruction set, pages, of them run, rows, words of rows with what they change: {counts:?}");
    assert!(bad.is_empty(), "{} lacks:\n{}", bad.len(), bad.join("\n"));
    let [nvidia, intel, amd] = counts.as_slice() else { panic!("{counts:?}") };
    assert!(nvidia.2 > 115 && intel.2 > 120 && amd.2 > 1000 && nvidia.4 + intel.4 + amd.4 > 3000, "{counts:?}");
}

/// Words behind a point narrow a page down, names of other languages lead to it, and what is no instruction has none.
#[test]
fn pages_are_found() {
    let pages = Pages::default();
    let sm_50 = TARGETS.find("sm_61").unwrap();
    let rows = |wanted| pages.page(sm_50, wanted).map(|page| page.rows.len());
    assert!(rows("ATOM.CAS") < rows("ATOM") && rows("ATOM.CAS").is_some(), "{:?} {:?}", rows("ATOM.CAS"), rows("ATOM"));
    assert_eq!(rows("NOSUCH"), None);
    assert!(pages.named(sm_50, "atomicAdd").contains(&"ATOM".to_string()));
    let amd = TARGETS.find("gfx1100").unwrap();
    let page = pages.page(amd, "v_add_f32_e64").unwrap();
    assert_eq!(page.name, "v_add_f32");
    let cas = pages.page(sm_50, "ATOM").unwrap().markdown();
    for anchor in [
        "<span id=\"ATOM.INC\">",
        "{#ATOM.ADD.F32.FTZ.RN}",
        "{#computes}",
        "{#row-1}",
        "new = if old >= src0 { 0 } else { old + 1 }",
    ] {
        assert!(cas.contains(anchor), "{anchor}");
    }
}

/// Pages of many operations are found out about in one screen: purpose, example, what it computes; and are short enough to be read.
#[test]
fn pages_are_short() {
    let pages = Pages::default();
    for (target, name, top, whole) in [
        ("sm_61", "ATOM", 4_000, 62_000),
        ("sm_61", "SURED", 6_500, 66_000),
        ("visa", "svm_atomic", 4_000, 58_000),
        ("gfx1100", "ds_add_rtn_f32", 3_000, 18_000),
    ] {
        let markdown = pages.page(TARGETS.find(target).unwrap(), name).unwrap().markdown();
        let behind = ["## Operations on integers", "## Operands"];
        let first = behind.iter().filter_map(|heading| markdown.find(heading)).min().unwrap();
        println!("{name}: {first} bytes up to what it computes, {} in all", markdown.len());
        assert!(first <= top && markdown.len() <= whole, "{name}: {first} and {} bytes", markdown.len());
        // No table of special values stands twice.
        let tables: Vec<&str> =
            markdown.split("<details>").skip(1).filter_map(|table| table.split("\n\n").nth(1)).collect();
        let distinct: std::collections::BTreeSet<_> = tables.iter().collect();
        assert!(!tables.is_empty() && distinct.len() + 6 >= tables.len(), "{name}: {} tables", tables.len());
    }
}

/// What both cases of a FLAT address have in common stands once.
#[test]
fn cases_are_joined() {
    let pages = Pages::default();
    let page = pages.page(TARGETS.find("gfx1100").unwrap(), "flat_atomic_add_f32").unwrap();
    for does in page.rows.iter().filter_map(|row| row.does.as_ref()) {
        let count = |text: &str| does.lines.iter().filter(|line| line.contains(text)).count();
        assert_eq!((count("address = "), count("old = "), count("new = ")), (1, 1, 2), "{:#?}", does.lines);
        assert!(does.lines.iter().all(|line| !line.starts_with("vdst = if")), "{:#?}", does.lines);
    }
}

/// The source of each note is one of the table, so that it links.
#[test]
fn sources_of_notes_are_known() {
    let pages = Pages::default();
    let mut notes = 0;
    for target in TARGETS.newest() {
        let page = pages.all(target).find(|page| page.traits.atomic).unwrap();
        for note in page.notes.iter().flat_map(|(_, notes)| notes) {
            notes += 1;
            let source = note.rsplit_once(": ").map_or("", |(_, source)| source);
            assert!(isotope_op::source::named(source).next().is_some(), "{note}");
        }
    }
    assert!(notes > 10, "{notes}");
}
