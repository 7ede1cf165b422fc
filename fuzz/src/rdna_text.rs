//! gfx1100 text: any text is an instruction, a source file, or an error whose span lies in the text.
//!
//! Input: UTF-8, or what is left of it.

use isotope_amd::{Mode, listing};

use crate::rdna_words::exact;
use crate::text::error;

fn line(mode: Mode, text: &str) {
    let inst = match isotope_amd::parse(mode, text) {
        Ok(inst) => inst,
        Err(e) => return error(text, &e),
    };
    let bytes = isotope_amd::encode(&inst);
    let mut shown = String::new();
    isotope_amd::print(&inst, &mut shown);
    let decoded =
        isotope_amd::decode(&bytes[..isotope_amd::size(&inst)]).unwrap_or_else(|e| panic!("{text:?} is {shown}: {e}"));
    assert_eq!(decoded.form.mnemonic, inst.form.mnemonic, "{text:?}");
    let mut canonical = String::new();
    isotope_amd::print(&decoded, &mut canonical);
    if !exact(&canonical) {
        return;
    }
    let again = isotope_amd::parse(mode, &canonical).unwrap_or_else(|e| panic!("{text:?} is {canonical}: {e}"));
    assert_eq!(isotope_amd::encode(&again), bytes, "{text:?} is {canonical}");
    if mode == Mode::Documented {
        assert_eq!(isotope_amd::legality(&inst), None, "{text:?} is {shown}");
    }
}

fn source(mode: Mode, text: &str) {
    let code = match listing::assemble_all(isotope_amd::GFX1100, mode, text) {
        Ok(code) => code,
        Err(errors) => {
            assert!(!errors.is_empty());
            let lines: Vec<&str> = text.lines().collect();
            return errors.iter().for_each(|e| error(lines[e.line - 1], &e.error));
        }
    };
    let mut again = String::new();
    for line in listing::listing(&code, listing::Options::default()) {
        if let Some(label) = &line.label {
            again += &format!("{label}:\n");
        }
        again += &format!("{}\n", line.text);
    }
    if !again.lines().all(|line| exact(line) || line.ends_with(':')) {
        return;
    }
    let twice = listing::assemble_all(isotope_amd::GFX1100, Mode::Compat, &again);
    assert!(twice.as_ref() == Ok(&code), "{text:?} is\n{again}: {:?}", twice.err());
}

/// Checks an input.
pub fn run(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let first = text.lines().next().unwrap_or("");
    for mode in [Mode::Documented, Mode::Compat] {
        line(mode, first);
        source(mode, &text);
    }
}
