//! Text: any text is an instruction, a source file, a mnemonic, or an error whose span lies in the text.
//!
//! Input: UTF-8, or what is left of it.

use isotope_nvidia::spa5;
use isotope_nvidia::spa5::{Mode, ParseError, Profile, listing, ops};
use isotope_op::assume::Assumptions;

const PROFILES: [Profile; 3] = [Profile::Sm50, Profile::Sm52, Profile::Sm60];
const MODES: [Mode; 2] = [Mode::Documented, Mode::Compat];

/// What every error must hold.
pub(crate) fn error(text: &str, e: &ParseError) {
    let shown = e.to_string();
    assert!(e.span.start <= e.span.end && e.span.end <= text.len(), "{text:?}: {shown} at {:?}", e.span);
    let cut = text.is_char_boundary(e.span.start) && text.is_char_boundary(e.span.end);
    assert!(cut, "{text:?}: {shown} splits a character at {:?}", e.span);
    assert!(!shown.contains('\n'), "{text:?}: {shown:?}");
}

fn line(profile: Profile, mode: Mode, text: &str) {
    let parsed = match spa5::parse(profile, mode, text) {
        Ok(parsed) => parsed,
        Err(e) => return error(text, &e),
    };
    let word = spa5::encode(&parsed.inst);
    let mut shown = String::new();
    spa5::print(profile, &parsed.inst, &mut shown);
    let again = spa5::parse(profile, mode, &shown).unwrap_or_else(|e| panic!("{text:?} is {shown}: {e}"));
    assert_eq!(spa5::encode(&again.inst), word, "{text:?} is {shown}");
    assert_eq!(spa5::decode(profile, word).map(|i| i.form.mnemonic), Ok(parsed.inst.form.mnemonic), "{text:?}");
    if mode == Mode::Documented {
        assert_eq!(spa5::legality(profile, &parsed.inst), None, "{text:?} is {shown}");
    }
}

fn source(profile: Profile, mode: Mode, text: &str) {
    let code = match listing::assemble_all(profile, mode, text) {
        Ok(code) => code,
        Err(errors) => {
            assert!(!errors.is_empty());
            let lines: Vec<&str> = text.lines().collect();
            return errors.iter().for_each(|e| error(lines[e.line - 1], &e.error));
        }
    };
    let options = listing::Options { control: true, ..listing::Options::default() };
    let mut again = String::new();
    for line in spa5::listing(profile, &code, options) {
        if let Some(label) = &line.label {
            again += &format!("{label}:\n");
        }
        again += &format!("{}\n", line.text);
    }
    let twice = listing::assemble(profile, Mode::Compat, &again);
    assert!(twice.as_ref() == Ok(&code), "{text:?} is\n{again}: {:?}", twice.err());
}

fn mnemonic(profile: Profile, text: &str) {
    match ops::parse_mnemonic(profile, text) {
        Err(ops::OpError::Syntax(e)) => error(text, &e),
        Err(_) => {}
        Ok(inst) => {
            for signed in [None, Some(true)] {
                if let Ok(rmw) = ops::of_instruction(profile, &inst, signed, &Assumptions::DEFAULT) {
                    for (old, a, b) in [(0, 1, 2), (u64::MAX, 0x7fc0_0001_7fc0_0001, 0), (0x8000_0000, u64::MAX, 1)] {
                        let _ = rmw.apply(old, a, b);
                    }
                }
            }
        }
    }
}

/// Checks an input.
pub fn run(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let first = text.lines().next().unwrap_or("");
    for profile in PROFILES {
        mnemonic(profile, first);
        for mode in MODES {
            line(profile, mode, first);
            source(profile, mode, &text);
        }
    }
}
