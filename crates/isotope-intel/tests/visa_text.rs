//! Text of vISA: batch mode, its escapes, and names, whose end the parser finds eight bytes at a time.

use isotope_intel::{KernelText, Mode};
use isotope_op::random::Random;
use isotope_table::Line;

use crate::common::kernels;
use crate::common::visa::{FORM_DECLARATIONS, declarations, declared};

/// The bytes or the error of the parser, without batch mode, for a text in a program.
fn expected_bytes(program: &mut KernelText, mode: Mode, text: &str) -> Result<String, String> {
    let inst = isotope_intel::parse(program, mode, text).map_err(|e| format!("column {}: {e}", e.span.start + 1))?;
    let mut bytes = Vec::new();
    isotope_intel::encode(&inst, &mut bytes);
    Ok(bytes.iter().map(|b| format!("{b:02x}")).collect())
}

/// A text of batch mode with its escapes replaced: a plain implementation.
fn unescaped(text: &str) -> String {
    let (mut out, mut rest) = (String::new(), text);
    while let Some(c) = rest.chars().next() {
        let (meant, len) = match rest.get(..2) {
            Some("\\t") => ('\t', 2),
            Some("\\n") => ('\n', 2),
            Some("\\\\") => ('\\', 2),
            _ => (c, c.len_utf8()),
        };
        out.push(meant);
        rest = &rest[len..];
    }
    out
}

#[test]
fn escapes_stand_for_what_they_say_wherever_they_are() {
    let pieces = [
        "\\t", "\\t", "\\n", "\\\\", "\\", "t", "n", "ä", "€", "]", " ", "\0", "barrier", "barrier ", "/* a", "*/",
        "// ",
    ];
    let target = isotope_targets::TARGETS.find("tgllp").expect("a target");
    let mut lines = target.assembler(Mode::Compat);
    let mut random = Random(7);
    let [mut read, mut refused, mut broken] = [0; 3];
    for _ in 0..20_000 {
        let count = random.draw() % 9;
        let text: String = (0..count).map(|_| pieces[(random.draw() % pieces.len() as u64) as usize]).collect();
        let meant = unescaped(&text);
        let mut out = Line::new();
        let found = lines.line(&text, &mut out).map(|()| out.as_str().to_string());
        if meant.contains('\n') {
            assert_eq!(found, Err("expected one instruction, found a line break".into()), "{text:?}");
            broken += 1;
            continue;
        }
        let expected = expected_bytes(&mut KernelText::default(), Mode::Compat, &meant);
        *if expected.is_ok() { &mut read } else { &mut refused } += 1;
        assert_eq!(found, expected, "{text:?}");
    }
    assert!(read > 300 && refused > 3000 && broken > 3000, "{read} {refused} {broken}");
}

/// Texts of the corpus with their declarations.
fn corpus() -> Vec<(String, String)> {
    let read = |name: &str| std::fs::read_to_string(kernels("../tests/data/intel").join(name)).unwrap();
    let rows = |name: &str, text: usize, packed: Option<usize>| -> Vec<(String, String)> {
        let all = read(name);
        let rows = all.lines().map(|line| line.split('\t').collect::<Vec<_>>());
        rows.map(|row| (row[text].into(), packed.map_or(FORM_DECLARATIONS, |at| row[at]).into())).collect()
    };
    let mut all = rows("accepted.tsv", 0, Some(3));
    all.extend(rows("rejected.tsv", 1, Some(2)));
    all.extend(rows("forms.tsv", 0, None));
    assert!(all.len() > 3000);
    all
}

/// Comments are skipped in place, with the same meaning as if they were blanked out first: in words, in quotes, nested.
#[test]
fn comments_stand_for_blanks_wherever_they_are() {
    let pieces = [
        "/* c */",
        "/**/",
        "/*\"*/",
        "// x",
        "//",
        "/* \\n */",
        "/* \\t */",
        "\"",
        "/",
        "*/",
        "/*",
        " ",
        "\\t",
        "// \"",
        "\\",
        "/* é */",
        "\t",
        "\r",
    ];
    let target = isotope_targets::TARGETS.find("tgllp").expect("a target");
    let mut random = Random(9);
    let mut below = |n: usize| (random.draw() % n as u64) as usize;
    let all: Vec<_> = corpus().into_iter().filter(|(text, _)| !text.contains("\\n")).collect();
    let mut lines = target.assembler(Mode::Compat);
    let mut ask = |line: &str| {
        let mut out = Line::new();
        lines.line(line, &mut out).map(|()| out.as_str().to_string())
    };
    let [mut read, mut refused] = [0; 2];
    for turn in 0..4 * all.len() {
        let (text, packed) = &all[turn % all.len()];
        let mut text = text.clone();
        for _ in 0..1 + below(2) {
            let places: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
            // Rarely within words, where they mostly break them.
            let between = |at: &usize| text[..*at].ends_with([' ', ',', ')', ']']) || *at == text.len();
            let places = if below(3) == 0 { places } else { places.into_iter().filter(between).collect() };
            // A tab would begin the declarations.
            text.insert_str(places[below(places.len())], pieces[below(pieces.len())].replace('\t', " ").as_str());
        }
        let apart = ask("barrier\t.decl apart v_type=P num_elts=1");
        assert!(apart.is_ok(), "{apart:?}");
        let found = ask(&format!("{text}\t{}", declarations(packed).join(";")));
        let meant = unescaped(&text);
        let expected = match meant.contains('\n') {
            true => Err("expected one instruction, found a line break".into()),
            false => expected_bytes(&mut declared(packed), Mode::Compat, &meant),
        };
        assert_eq!(found, expected, "{text:?}");
        *if found.is_ok() { &mut read } else { &mut refused } += 1;
    }
    assert!(read > 3000 && refused > 1500, "{read} read, {refused} refused");
}

/// Batch mode gives the same result for a line as the line alone, whatever lines and declarations came before.
#[test]
fn lines_before_change_nothing() {
    let all = corpus();
    let target = isotope_targets::TARGETS.find("tgllp").expect("a target");
    let mut random = Random(5);
    for mode in [Mode::Documented, Mode::Compat, Mode::Verifier] {
        let mut lines = target.assembler(mode);
        let mut ask = |line: &str| {
            let mut out = Line::new();
            lines.line(line, &mut out).map(|()| out.as_str().to_string())
        };
        let [mut read, mut refused] = [0; 2];
        for turn in 0..2 * all.len() {
            // First in file order, then in random order.
            let row = if turn < all.len() { turn } else { (random.draw() % all.len() as u64) as usize };
            let (text, packed) = &all[row];
            // Labels are numbered anew for other declarations.
            let apart = ask("barrier\t.decl apart v_type=P num_elts=1");
            assert!(apart.is_ok(), "{apart:?}");
            let found = ask(&format!("{text}\t{}", declarations(packed).join(";")));
            let expected = expected_bytes(&mut declared(packed), mode, &unescaped(text));
            assert_eq!(found, expected, "{mode:?}: {text}");
            *if found.is_ok() { &mut read } else { &mut refused } += 1;
        }
        assert!(read > 2000 && refused > 100, "{mode:?}: {read} read, {refused} refused");
    }
}

/// A name ends before the first byte that is not part of a word, at each of the eight positions, for any other bytes.
#[test]
fn words_end_where_they_do() {
    let letters = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    let mut random = Random(3);
    let mut draw = || char::from(letters[(random.draw() % letters.len() as u64) as usize]);
    for byte in 0..=255_u8 {
        let c = char::from(byte);
        for before in 1..20 {
            let mut name = String::from("n");
            name.extend((1..before).map(|_| draw()));
            name.push(c);
            name.extend((0..5).map(|_| draw()));
            // An alias of an undeclared name: the message contains the name.
            let line = format!(".decl other v_type=G type=ud num_elts=8 alias=<{name}, 0>");
            let found = KernelText::default().declare(&line).expect_err(&line);
            let word = if c.is_ascii_alphanumeric() || c == '_' { &name } else { &name[..before] };
            assert!(found.to_string().contains(&format!("`{word}`")), "{line:?}: {found}");
        }
    }
}
