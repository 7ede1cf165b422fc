//! The legality tables on vISA pages against the assembler: the tables are parsed as text, and the assembler accepts exactly what they
//! allow.

use std::collections::BTreeMap;

use isotope_intel::form::{FORMS, FieldKind};
use isotope_intel::{Generation, KernelText, Mode, page};

const TYPES: [&str; 6] = ["ud", "d", "f", "uq", "q", "uw"];
const VERIFIER: &str = "in the mode `verifier`";

/// An atomic as a combination of the properties in the tables.
#[derive(Clone, Debug)]
struct Case {
    op: &'static str,
    width: &'static str,
    mask: u32,
    size: u32,
    /// Type and offset of each operand, `None` for `%null`. An offset of 1536 leaves 512 bytes of the variable.
    operands: BTreeMap<&'static str, Option<(&'static str, u32)>>,
}

/// Size of a variable in bytes.
const BYTES: u32 = 2048;

impl Case {
    fn text(&self, family: &str) -> String {
        let operand = |name: &str| match self.operands[name] {
            Some((ty, offset)) => format!("{}.{offset}", ty.to_uppercase()),
            None => "%null.0".to_string(),
        };
        let dot = if self.width.is_empty() { "" } else { "." };
        let head = format!("{family}.{}{dot}{} (M{}, {})", self.op, self.width, self.mask, self.size);
        let order: &[&str] = match family {
            "svm_atomic" => &["addr", "dst", "src0", "src1"],
            "dword_atomic" => &["T6", "offset", "src0", "src1", "dst"],
            _ => &["T6", "u", "v", "r", "lod", "src0", "src1", "dst"],
        };
        let list: Vec<String> =
            order.iter().map(|name| if *name == "T6" { "T6".into() } else { operand(name) }).collect();
        format!("{head} {}", list.join(" "))
    }

    fn width(&self) -> u32 {
        self.width.parse().unwrap_or(32)
    }
}

/// Names between backticks.
fn names(text: &str) -> Vec<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

/// "a, b or c"
fn listed(text: &str) -> Vec<&str> {
    text.split([',', ' ']).filter(|word| !word.is_empty() && *word != "or").collect()
}

/// Whether a rule applies to a case, by its first column.
fn concerns(when: &str, case: &Case, generation: Generation) -> bool {
    when.split("; ").all(|part| {
        let words = |rest: &str| listed(rest).iter().flat_map(|word| word.split('/')).any(|word| word == case.op);
        if part == "always" || part == VERIFIER {
            true
        } else if part == "before TGLLP" {
            generation < Generation::Tgllp
        } else if let Some(rest) = part.strip_prefix("`op` is not ") {
            !words(rest)
        } else if let Some(rest) = part.strip_prefix("`op` is ") {
            words(rest)
        } else if let Some(rest) = part.strip_prefix("`width` is ") {
            listed(rest).contains(&case.width().to_string().as_str())
        } else {
            panic!("what does `{part}` mean?")
        }
    })
}

/// Whether a case satisfies the second column.
fn holds(must: &str, case: &Case) -> bool {
    let first = (case.mask - 1) * 4;
    let given = |name: &str| case.operands.get(name).copied().flatten();
    if must == "not documented" {
        return false;
    }
    if let Some(rest) = must.strip_prefix("`exec`: ") {
        return match rest.strip_prefix("lanes are ") {
            Some(sizes) => listed(sizes).contains(&case.size.to_string().as_str()),
            None if rest.ends_with("make 32 at most") => first + case.size <= 32,
            None if rest.ends_with("a multiple of the number of lanes") => first.is_multiple_of(case.size),
            None => panic!("what does `{must}` mean?"),
        };
    }
    if let Some(rest) = must.strip_prefix("`width` is ") {
        return listed(rest).contains(&case.width().to_string().as_str());
    }
    let own = names(must);
    if must.ends_with(" is %null") {
        return given(own[0]).is_none();
    }
    if must.ends_with(" is not %null") {
        return given(own[0]).is_some();
    }
    if let Some((_, types)) = must.split_once(" of type ") {
        let (types, all) = types.split_once(", or all of them are ").unwrap_or((types, ""));
        let each = |allowed: &[&str]| own.iter().filter_map(|name| given(name)).all(|(ty, _)| allowed.contains(&ty));
        return each(&listed(types)) || each(&[all]);
    }
    if let Some((_, rest)) = must.split_once(" with ") {
        let bytes: u32 = rest.split(' ').next().unwrap().parse().unwrap();
        return own.iter().filter_map(|name| given(name)).all(|(_, offset)| offset + bytes * case.size <= BYTES);
    }
    if must.ends_with("an offset that is a multiple of a register") {
        return own.iter().filter_map(|name| given(name)).all(|(_, offset)| offset.is_multiple_of(32));
    }
    panic!("what does `{must}` mean?")
}

fn program(generation: Generation) -> KernelText {
    let mut program = KernelText { generation, ..KernelText::default() };
    for ty in TYPES {
        let bytes = match ty {
            "uq" | "q" => 8,
            "uw" => 2,
            _ => 4,
        };
        let line = format!(".decl {} v_type=G type={ty} num_elts={} align=GRF", ty.to_uppercase(), BYTES / bytes);
        program.declare(&line).unwrap();
    }
    program.declare(".decl T6 v_type=T num_elts=1").unwrap();
    program
}

/// Compares a case with both, in both modes. Returns whether the documents allow it.
fn compare(family: &str, rows: &[[String; 3]], case: &Case, program: &mut KernelText) -> bool {
    let text = case.text(family);
    let mut documented = false;
    for mode in [Mode::Documented, Mode::Verifier] {
        let verifier = mode == Mode::Verifier;
        let own = rows.iter().filter(|[when, ..]| when.starts_with(VERIFIER) == verifier);
        let broken: Vec<_> =
            own.filter(|[when, must, _]| concerns(when, case, program.generation) && !holds(must, case)).collect();
        let taken = isotope_intel::parse(program, mode, &text);
        // The tool has no name for some operations.
        if verifier && taken.as_ref().is_err_and(|e| e.message.contains("does not take `.")) {
            continue;
        }
        assert_eq!(taken.is_ok(), broken.is_empty(), "{mode:?} {text}: {taken:?}, by the table {broken:?}");
        documented |= !verifier && taken.is_ok();
    }
    documented
}

fn family(name: &'static str) {
    let form = FORMS.named(name).next().unwrap();
    let rows = page::described(form).legality;
    let address = ["addr", "offset", "u"].into_iter().find(|part| form.position(part).is_some()).unwrap();
    let right = if address == "addr" { "uq" } else { "ud" };
    let words = |part: &str| -> Vec<&'static str> {
        let mut words: Vec<_> = form.names(part).iter().map(|name| name.text).collect();
        words.sort_unstable();
        words.dedup();
        words
    };
    let (mut all, mut allowed) = (0, 0);
    for generation in [Generation::BeforeTgllp, Generation::Tgllp] {
        let mut program = program(generation);
        let mut check = |case: &Case| {
            all += 1;
            let taken = compare(name, &rows, case, &mut program);
            allowed += u32::from(taken);
            taken
        };
        for op in words("op").into_iter().filter(|op| !op.is_empty()) {
            for width in words("width") {
                for (ty, nulls) in TYPES.into_iter().flat_map(|ty| (0..4).map(move |nulls| (ty, nulls))) {
                    let data = |bit: u32| (nulls & bit == 0).then_some((ty, 0));
                    let mut operands = BTreeMap::from([("src0", data(1)), ("src1", data(2)), ("dst", Some((ty, 0)))]);
                    for part in ["addr", "offset", "u", "v", "r", "lod"] {
                        operands.insert(part, Some((right, 0)));
                    }
                    let case = Case { op, width, mask: 1, size: 8, operands };
                    if !check(&case) {
                        continue;
                    }
                    // One property is changed.
                    for (mask, size) in
                        [(1, 1), (1, 2), (1, 4), (1, 16), (1, 32), (2, 4), (2, 8), (3, 8), (5, 16), (8, 4), (8, 8)]
                    {
                        check(&Case { mask, size, ..case.clone() });
                    }
                    let given: Vec<_> =
                        case.operands.iter().filter(|(_, v)| v.is_some()).map(|(name, _)| *name).collect();
                    for part in given.into_iter().filter(|part| form.position(part).is_some()) {
                        let ty = case.operands[part].unwrap().0;
                        let others = TYPES.into_iter().map(|ty| Some((ty, 0)));
                        for other in
                            others.chain([None, Some((ty, 4)), Some((ty, 32)), Some((ty, 2016)), Some((ty, 2000))])
                        {
                            let mut case = case.clone();
                            case.operands.insert(part, other);
                            check(&case);
                        }
                    }
                }
            }
        }
    }
    println!("{name}: {all} instructions, {allowed} documented");
    assert!(all > 3000 && allowed > 300, "{name}: {all} instructions, {allowed} documented");
}

#[test]
fn svm_atomic() {
    family("svm_atomic");
}

#[test]
fn dword_atomic() {
    family("dword_atomic");
}

#[test]
fn typed_atomic() {
    family("typed_atomic");
}

/// For vector instructions: types, and the number of lanes that a variable has elements for.
#[test]
fn vectors() {
    const ALL: [&str; 11] = ["ud", "d", "uw", "w", "ub", "b", "uq", "q", "f", "df", "hf"];
    let (mut all, mut allowed) = (0, 0);
    for form in FORMS.iter() {
        let row = page::described(form);
        let text = row.notation.lines().next().unwrap();
        let Some((head, rest)) = text.trim_start_matches("{(P)} ").split_once(" exec ") else { continue };
        let parts: Vec<&str> = rest.split(' ').collect();
        let typed = row.legality.iter().find(|[_, must, _]| must.contains(" of type ") && names(must) == parts);
        let Some([_, must, _]) = typed.filter(|_| !head.replace("{.sat}", "").contains('.')) else { continue };
        let types = listed(must.split_once(" of type ").unwrap().1);
        let mnemonic = head.replace("{.sat}", "");
        for ty in ALL {
            for (elements, size) in [(8, 8), (16, 16), (8, 16), (4, 8)] {
                let mut program = KernelText::default();
                program.declare(&format!(".decl V v_type=G type={ty} num_elts={elements} align=GRF")).unwrap();
                let operand = |name: &&str| match *name {
                    "dst" | "carry" => "V(0,0)<1>".to_string(),
                    _ => format!("V(0,0)<{size};{size},1>"),
                };
                let operands: Vec<String> = parts.iter().map(operand).collect();
                let text = format!("{mnemonic} (M1, {size}) {}", operands.join(" "));
                // Some destinations are predicates or address variables.
                if isotope_intel::parse(&mut program, Mode::Compat, &text).is_err() {
                    continue;
                }
                let taken = isotope_intel::parse(&mut program, Mode::Documented, &text);
                let lawful = types.contains(&ty) && elements >= size;
                assert_eq!(taken.is_ok(), lawful, "{text} of {elements} {ty}: {taken:?}, by the table {types:?}");
                (all, allowed) = (all + 1, allowed + u32::from(lawful));
            }
        }
    }
    println!("{all} instructions, {allowed} documented");
    assert!(all > 1000 && allowed > 200, "{all} instructions, {allowed} documented");
}

/// Every operand has a purpose, which says more than its syntax.
#[test]
fn operands_say_what_they_are_for() {
    let mut count = 0;
    for form in FORMS.iter() {
        let purposes = page::described(form).purposes;
        for part in &form.parts {
            let words = matches!(part.kind, FieldKind::Names(_) | FieldKind::Fence(..) | FieldKind::Address);
            let words = words || matches!(part.kind, FieldKind::Coordinates | FieldKind::Lifetime);
            let said = purposes.iter().find(|[name, _]| name == part.name);
            assert!(words || said.is_some_and(|[_, text]| text.len() > 7), "{} {}: {said:?}", form.name(), part.name);
            count += usize::from(said.is_some());
        }
    }
    assert!(count > 500, "{count}");
}

/// The pages' text on Src0 names INC and DEC; their table and the vendor's verifier say that PREDEC has none.
#[test]
fn a_source_of_predec() {
    for (line, rule) in [
        (
            "dword_atomic.predec (M1, 8) T6 UD.0 UD.0 %null.0 UD.0",
            "(GenX_IR 1.0.12504.6 and GenX_IR 1.0.17791.18, verifier; ",
        ),
        ("dword_atomic.predec (M1, 8) T6 UD.0 UD.0 %null.0 UD.0", "table of operations"),
        (
            "svm_atomic.predec (M1, 8) UQ.0 UD.0 UD.0 %null.0",
            "(GenX_IR 1.0.12504.6 and GenX_IR 1.0.17791.18, verifier; ",
        ),
        ("dword_atomic.dec (M1, 8) T6 UD.0 UD.0 %null.0 UD.0", "(Intel's DWORD_ATOMIC page, Src0;"),
        ("svm_atomic.inc (M1, 8) UQ.0 UD.0 UD.0 %null.0", "(Intel's SVM_ATOMIC page, Src0;"),
        ("dword_atomic.add (M1, 8) T6 UD.0 UD.0 UD.0 UD.0", "(Intel's DWORD_ATOMIC page, Src1;"),
    ] {
        let error =
            isotope_intel::parse(&mut program(Generation::Tgllp), Mode::Documented, line).unwrap_err().to_string();
        assert!(error.contains(rule), "{line}: {error}");
    }
}
