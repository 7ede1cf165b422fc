//! What `docs/other-implementations.md` says that Isotope answers, it answers; the sums are those of the rows.

use crate::common::{isotope_with, repository};

/// The text between two marks.
fn between<'a>(text: &'a str, from: &str, to: &str) -> Option<&'a str> {
    let (_, rest) = text.split_once(from)?;
    Some(rest.split_once(to)?.0)
}

#[test]
fn examples_and_sums() {
    let page = std::fs::read_to_string(repository("docs/other-implementations.md")).unwrap();
    let (mut input, mut expected, mut sections) = (String::new(), Vec::new(), 0);
    let (mut rows, mut pairs, mut differ) = (0, 0, 0);
    for line in page.lines() {
        if let Some(cells) = line.strip_prefix("| `").map(|l| l.split(" | ").collect::<Vec<_>>()) {
            let [spec, mode, asked, differs, kinds, _] = cells[..] else { panic!("{line}") };
            let (target, op) = spec.trim_matches('`').split_once(':').unwrap();
            let mode = if mode.is_empty() { "-" } else { mode.trim_matches('`') };
            let count: usize = differs.parse().unwrap();
            (rows, pairs, differ) = (rows + 1, pairs + asked.parse::<usize>().unwrap(), differ + count);
            let mut sum = 0;
            for kind in kinds.split("; ").filter(|k| !k.is_empty()) {
                let (words, example) = kind.split_once(" (mem ").unwrap_or_else(|| panic!("{line}"));
                sum += words.rsplit(' ').next().unwrap().parse::<usize>().unwrap();
                let (operands, values) = example.split_once(": ").unwrap();
                let mut operands = operands.split(", ").map(|o| o.rsplit(' ').next().unwrap());
                let (mem, src0) = (operands.next().unwrap(), operands.next().unwrap());
                let src1 = operands.next().unwrap_or("-");
                input.push_str(&format!("{target}\t{op}\t{mode}\t{mem}\t{src0}\t{src1}\n"));
                let ours = between(values, "for `", "`").unwrap_or_else(|| panic!("{line}"));
                expected.push(u64::from_str_radix(&ours[2..], 16).unwrap());
            }
            assert_eq!(sum, count, "{line}");
        } else if let Some(said) = line.strip_suffix(" differ.") {
            assert_eq!(said, format!("{rows} operations, {pairs} pairs, {differ}"));
            (rows, pairs, differ) = (0, 0, 0);
            sections += 1;
        }
    }
    assert!(sections == 5 && expected.len() >= 80, "{sections} sections, {} examples", expected.len());
    let ran = isotope_with(&["op", "--lines"], input.as_bytes());
    for ((line, out), expected) in input.lines().zip(ran.out.lines()).zip(expected) {
        let new = out.split('\t').next().unwrap();
        assert_eq!(u64::from_str_radix(&new[2..], 16).ok(), Some(expected), "{line}: {out}");
    }
}
