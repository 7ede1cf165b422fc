//! vISA against the vendor's assembler, GenX_IR 1.0.12504.6, and against IGC's code for OpenCL kernels.
//!
//! `tests/data/intel/README.md` describes the data.

use std::collections::{HashMap, HashSet};
use std::fs;

use isotope_intel::{Inst, Kernel, Mode, file, listing};

use crate::common::visa::{FORM_DECLARATIONS, declared};
use crate::common::{self, unhex};

fn read(name: &str) -> String {
    common::text(&common::data("intel").join(name))
}

fn unescape(text: &str) -> String {
    text.replace("\\t", "\t").replace("\\n", "\n").replace("\\\\", "\\")
}

fn hex(inst: &Inst) -> String {
    let mut bytes = Vec::new();
    isotope_intel::encode(inst, &mut bytes);
    common::hex(&bytes)
}

fn text(kernel: &Kernel, inst: &Inst) -> String {
    let mut out = String::new();
    isotope_intel::print(kernel, inst, &mut out);
    out
}

/// Columns: text, canonical text, bytes, declarations, documented rules that the line breaks.
fn accepted() -> Vec<[String; 5]> {
    let rows = read("accepted.tsv");
    let rows: Vec<_> = rows
        .lines()
        .map(|line| {
            let mut columns = line.split('\t').map(unescape);
            [(); 5].map(|()| columns.next().unwrap())
        })
        .collect();
    assert!(rows.len() > 2000);
    rows
}

#[test]
fn text_to_bytes_and_back() {
    for [given, canonical, bytes, declarations, _] in accepted() {
        let mut program = declared(&declarations);
        let inst = isotope_intel::parse(&mut program, Mode::Compat, &given).unwrap_or_else(|e| panic!("{given}: {e}"));
        assert_eq!(hex(&inst), bytes, "{given}");
        let (decoded, size) = isotope_intel::decode(&unhex(&bytes)).unwrap_or_else(|e| panic!("{given}: {e}"));
        assert_eq!((size, &decoded), (bytes.len() / 2, &inst), "{given}");
        assert_eq!(text(&program.kernel, &decoded), canonical);
    }
}

/// A line for every instruction of the table that the tool accepts; columns: text, canonical text, bytes.
#[test]
fn a_line_of_every_form() {
    let mut seen = std::collections::BTreeSet::new();
    for line in read("forms.tsv").lines() {
        let mut columns = line.split('\t');
        let [given, canonical, bytes] = [(); 3].map(|()| columns.next().unwrap());
        let mut program = declared(FORM_DECLARATIONS);
        for text in [given, canonical] {
            let inst = isotope_intel::parse(&mut program, Mode::Compat, text).unwrap_or_else(|e| panic!("{text}: {e}"));
            assert_eq!(hex(&inst), bytes, "{text}");
        }
        let (decoded, size) = isotope_intel::decode(&unhex(bytes)).unwrap_or_else(|e| panic!("{given}: {e}"));
        assert_eq!(size, bytes.len() / 2, "{given}");
        // Text keeps the bits above a narrow number; decoding the bytes drops them.
        let narrow = |word: &str| -> String {
            let cut = word.strip_prefix("0x").and_then(|w| w.split_once(':'));
            let Some((Ok(value), ty)) = cut.map(|(n, ty)| (u64::from_str_radix(n, 16), ty)) else { return word.into() };
            let value = match ty {
                "b" => i32::from(value as i8) as u32,
                "ub" => u32::from(value as u8),
                "w" => i32::from(value as i16) as u32,
                "uw" => u32::from(value as u16),
                _ => return word.into(),
            };
            format!("{value:#x}:{ty}")
        };
        let inst = isotope_intel::parse(&mut program, Mode::Compat, canonical).unwrap();
        assert_eq!(text(&program.kernel, &inst), canonical);
        let want: Vec<String> = canonical.split(' ').map(narrow).collect();
        assert_eq!(text(&program.kernel, &decoded), want.join(" "));
        seen.insert(decoded.name());
    }
    // The rows without a line: the listing writes labels and strings, the atomics have a file of their own, jumps need
    // labels of a program, and the tool does not print or does not accept the last ones.
    let unseen = isotope_intel::FORMS.iter().map(|f| f.name()).filter(|n| !seen.contains(n));
    let mut unseen: Vec<&str> = unseen.filter(|n| !n.starts_with("lsc_")).collect();
    unseen.dedup();
    let elsewhere =
        "svm_atomic dword_atomic typed_atomic subroutine label jmp call ret fret goto fcall faddr ifcall FILE";
    let unread = ["sad2", "divm", "svm_scatter4scaled", "scatter4_typed"];
    unseen.retain(|n| !elsewhere.split(' ').any(|e| e == *n));
    assert_eq!(unseen, unread);
}

/// The load-store controller: the tool prints these lines; it has no bytes for them.
#[test]
fn the_load_store_controller_prints_as_the_tool_prints_it() {
    let lines = read("lsc.tsv");
    assert!(lines.lines().count() > 130);
    for line in lines.lines() {
        let (given, canonical) = line.split_once('\t').unwrap();
        let mut program = declared(FORM_DECLARATIONS);
        let mut bytes = Vec::new();
        for form in [given, canonical] {
            let inst = isotope_intel::parse(&mut program, Mode::Compat, form).unwrap_or_else(|e| panic!("{form}: {e}"));
            assert_eq!(text(&program.kernel, &inst), canonical);
            bytes.clear();
            isotope_intel::encode(&inst, &mut bytes);
            let (decoded, size) = isotope_intel::decode(&bytes).unwrap_or_else(|e| panic!("{form}: {e}"));
            assert_eq!((size, text(&program.kernel, &decoded).as_str()), (bytes.len(), canonical));
        }
    }
}

/// The canonical text names predicates by number, independent of their declared names.
#[test]
fn canonical_text_is_read_again() {
    for [_, canonical, bytes, declarations, _] in accepted() {
        let mut program = declared(&declarations);
        for i in 1..=program.kernel.predicates.len() as u16 {
            program.names.declare(&format!("P{i}"), isotope_intel::names::Entity::Predicate(i));
        }
        let inst =
            isotope_intel::parse(&mut program, Mode::Compat, &canonical).unwrap_or_else(|e| panic!("{canonical}: {e}"));
        assert_eq!(hex(&inst), bytes, "{canonical}");
    }
}

#[test]
fn documented_rules() {
    let mut harmless = Vec::new();
    for [given, _, _, declarations, tags] in accepted() {
        let result = isotope_intel::parse(&mut declared(&declarations), Mode::Documented, &given);
        match (tags.is_empty(), result) {
            (true, result) => {
                result.unwrap_or_else(|e| panic!("{given}: {e}"));
            }
            (false, Ok(_)) => harmless.push((given, tags)),
            (false, Err(error)) => assert!(!error.message.is_empty()),
        }
    }
    // The tag says how a line was generated. In these lines the mutation changed nothing relevant, or the type belongs
    // to an operand that the operation replaced by the null variable.
    assert_eq!(harmless.len(), 30, "{harmless:#?}");
    assert!(harmless.iter().all(|(_, tags)| tags == "mutated" || tags.contains("type-")), "{harmless:?}");
    // No rule can refuse these lines and accept those without a tag: nearly every one has an equivalent line among those, of the same
    // family and width, with operands of the same types.
    let plain: HashSet<String> = accepted()
        .into_iter()
        .filter(|[.., tags]| tags.is_empty())
        .map(|[_, text, _, decls, _]| nature(&text, &decls))
        .collect();
    let tagged = accepted().into_iter().filter(|[given, ..]| harmless.iter().any(|(text, _)| text == given));
    let twins = tagged.filter(|[_, text, _, decls, _]| plain.contains(&nature(text, decls))).count();
    assert_eq!(twins, 26);
}

/// The properties that the documented rules check, without execution size and predicate: family, width, whether the operation has
/// sources and is a float operation, and for each operand its type or that it is predefined.
fn nature(canonical: &str, declarations: &str) -> String {
    let types: HashMap<&str, &str> = declarations
        .split(';')
        .filter_map(|d| {
            let mut words = d.split_whitespace();
            let (name, kind, ty) = (words.next()?, words.next()?, words.next()?);
            (kind == "G").then_some((name, ty))
        })
        .collect();
    let text = if canonical.starts_with('(') { &canonical[canonical.find(") ").unwrap() + 2..] } else { canonical };
    let (head, operands) = text.split_once(") ").unwrap();
    let name = head.split(' ').next().unwrap();
    let mut words = name.split('.');
    let (family, op) = (words.next().unwrap(), words.next().unwrap());
    let mut out =
        format!("{family} {:?} {} {}", words.next(), matches!(op, "inc" | "dec" | "predec"), op.starts_with('f'));
    for operand in operands.split(' ') {
        let base = operand.split('.').next().unwrap();
        let surface = |b: &str| b.strip_prefix('T').is_some_and(|n| n.parse::<u8>().is_ok()) || b == "TSS";
        if !surface(base) && !["%slm", "%bss", "%scratch"].contains(&base) {
            out.push(' ');
            out.push_str(if base.starts_with('%') { base } else { types.get(base).copied().unwrap_or("?") });
        }
    }
    out
}

#[test]
fn verdict_of_the_vendors_verifier() {
    for [given, _, bytes, declarations, _] in accepted() {
        let inst = isotope_intel::parse(&mut declared(&declarations), Mode::Verifier, &given);
        assert_eq!(hex(&inst.unwrap_or_else(|e| panic!("{given}: {e}"))), bytes, "{given}");
    }
    let rejected = read("rejected.tsv");
    assert!(rejected.lines().count() > 800);
    for line in rejected.lines() {
        let mut columns = line.split('\t').map(unescape);
        let [stage, given, declarations, message] = [(); 4].map(|()| columns.next().unwrap());
        let error = isotope_intel::parse(&mut declared(&declarations), Mode::Verifier, &given);
        let error = error.expect_err(&format!("{given}: the tool says at {stage}: {message}"));
        assert!(!error.message.is_empty() && error.span.end <= given.len(), "{given}: {error:?}");
    }
}

/// Every dump of the compiler: name and text.
fn dumps() -> Vec<(String, String)> {
    let paths = common::ending(&common::data("intel/kernels"), "visaasm");
    let found: Vec<_> = paths.iter().map(|path| (common::file_name(path), common::text(path))).collect();
    assert!(found.len() >= 29);
    found
}

fn register(name: &str) -> u32 {
    if name.contains(".pvc.") { 64 } else { 32 }
}

fn assemble(name: &str, mode: Mode, source: &str) -> Vec<Kernel> {
    listing::assemble(mode, register(name), source).unwrap_or_else(|e| panic!("{name}: {}", e[0]))
}

/// Removes blanks at the ends of lines, and blank lines.
fn squeeze(text: &str) -> Vec<String> {
    text.lines().map(|l| l.trim_end().to_string()).filter(|l| !l.is_empty()).collect()
}

#[test]
fn dumps_of_the_compiler_are_printed_as_they_are() {
    for (name, source) in dumps() {
        let kernels = assemble(&name, Mode::Compat, &source);
        let printed = listing::print_all(&kernels);
        for (ours, theirs) in squeeze(&printed).iter().zip(squeeze(&source)) {
            assert_eq!(*ours, theirs, "{name}");
        }
        assert_eq!(squeeze(&printed).len(), squeeze(&source).len(), "{name}");
        // The printed text parses to the same program.
        let again = assemble(&name, Mode::Compat, &printed);
        assert_eq!(listing::print_all(&again), printed, "{name}");
    }
}

/// The pages that define the sizes and types of atomics.
const ATOMICS: [&str; 2] = ["Intel's SVM_ATOMIC page", "Intel's DWORD_ATOMIC page"];

/// The compiler's code follows the documented rules, except those about the sizes and types of atomics.
#[test]
fn dumps_keep_the_documented_rules() {
    for (name, source) in dumps() {
        if let Err(errors) = listing::assemble(Mode::Documented, register(&name), &source) {
            let of_atomics = |source: &str| ATOMICS.iter().any(|page| source.starts_with(page));
            let unexpected = errors.iter().find(|e| !of_atomics(&e.error.source));
            assert!(unexpected.is_none(), "{name}: {}", unexpected.unwrap());
        }
    }
}

#[test]
fn containers_hold_the_same_program() {
    for (name, source) in dumps() {
        let kernels = assemble(&name, Mode::Compat, &source);
        let bytes = file::write(&kernels).unwrap();
        let back = file::read(&bytes).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert_eq!(listing::print_all(&back), listing::print_all(&kernels), "{name}");
        assert_eq!(file::write(&back).unwrap(), bytes, "{name}");
    }
}

/// Containers written by the vendor's compiler (with its writer repaired) equal its text dump; only labels have
/// another suffix.
#[test]
fn containers_of_the_compiler() {
    let labels = |text: &str| -> Vec<String> {
        squeeze(text)
            .into_iter()
            .filter(|l| !l.starts_with("//"))
            .map(|l| {
                let cut = |w: &str| {
                    let known = w.starts_with('_') || w.starts_with("\"_");
                    if known { w.trim_end_matches([':', '"']).chars().take(7).collect() } else { w.to_string() }
                };
                l.split_whitespace().filter(|w| !w.starts_with("v_name=")).map(cut).collect::<Vec<_>>().join(" ")
            })
            .collect()
    };
    let mut seen = 0;
    for path in common::ending(&common::data("intel/kernels"), "isa") {
        seen += 1;
        let name = common::file_name(&path);
        let kernels = file::read(&fs::read(&path).unwrap()).unwrap_or_else(|e| panic!("{name}: {e}"));
        let source = fs::read_to_string(path.with_extension("visaasm")).unwrap();
        for (ours, theirs) in labels(&listing::print_all(&kernels)).iter().zip(labels(&source)) {
            assert_eq!(*ours, theirs, "{name}");
        }
    }
    assert!(seen >= 4);
}

#[test]
fn damaged_containers_are_refused() {
    let bytes = fs::read(common::data("intel/kernels/k01_hist_global.tgllp.isa")).unwrap();
    for end in 0..bytes.len().min(2600) {
        // Machine code after the kernels is not read.
        if let Ok(kernels) = file::read(&bytes[..end]) {
            assert!(kernels.iter().all(|k| !k.code.is_empty()));
        }
    }
    let mut random = 0x9e37_79b9_7f4a_7c15u64;
    for _ in 0..2000 {
        let mut copy = bytes.clone();
        for _ in 0..4 {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let at = (random >> 33) as usize % copy.len().min(2600);
            copy[at] = random as u8;
        }
        if let Ok(kernels) = file::read(&copy) {
            listing::print_all(&kernels);
        }
    }
}

#[test]
fn declarations_are_kept_and_labels_numbered_anew() {
    const ADD: &str = "svm_atomic.add (M1, 8) V34.0 V34.0 V33.0 %null.0\t.decl V33 v_type=G type=ud num_elts=8 align=GRF;.decl V34 v_type=G type=uq num_elts=8 align=GRF";
    let target = isotope_targets::TARGETS.find("tgllp").expect("a target");
    let mut answer = target.assembler(Mode::Compat);
    let mut asm = |line: &str| {
        let mut out = isotope_table::Line::new();
        answer.line(line, &mut out).map(|()| out.as_str().to_string())
    };
    let (add, first, second) = (asm(ADD), asm("jmp (M1, 1) L1\t"), asm("jmp (M1, 1) L2\t"));
    assert!(add.is_ok() && first.is_ok() && first != second, "{add:?} {first:?} {second:?}");
    assert_eq!(asm("jmp (M1, 1) L1\t"), first);
    // After another text between them, labels are numbered anew, and the saved result is the same.
    assert_eq!(asm(ADD), add);
    assert_eq!(asm("jmp (M1, 1) L2\t"), first);
    // An error stays an error.
    let wrong = asm("jmp (M1, 1) L2\t.decl");
    assert!(wrong.is_err());
    assert_eq!(asm(ADD), add);
    assert_eq!(asm("jmp (M1, 1) L2\t.decl"), wrong);
}
