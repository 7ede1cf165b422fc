//! vISA text: any text is an instruction, a source file, or an error whose span lies in the text.
//!
//! Input: UTF-8, or what is left of it.

use isotope_intel::{Inst, Kernel, KernelText, Mode, file, listing};

use crate::text::error;

/// Variables for lines that stand alone, as in `tests/data/intel/forms.tsv`.
const VARIABLES: [&str; 17] = [
    "V32 v_type=G type=d num_elts=128 align=GRF",
    "V33 v_type=G type=ud num_elts=128 align=GRF",
    "V34 v_type=G type=f num_elts=128 align=GRF",
    "V35 v_type=G type=uq num_elts=64 align=GRF",
    "V36 v_type=G type=uw num_elts=128 align=GRF",
    "V37 v_type=G type=w num_elts=128 align=GRF",
    "V38 v_type=G type=ub num_elts=128 align=GRF",
    "V39 v_type=G type=b num_elts=128 align=GRF",
    "V40 v_type=G type=hf num_elts=128 align=GRF",
    "V41 v_type=G type=df num_elts=64 align=GRF",
    "V42 v_type=G type=q num_elts=64 align=GRF",
    "V43 v_type=G type=ud num_elts=8 align=dword alias=<V32, 64>",
    "P1 v_type=P num_elts=32",
    "P2 v_type=P num_elts=32",
    "A0 v_type=A num_elts=16",
    "T6 v_type=T num_elts=1",
    "S0 v_type=S num_elts=1",
];

fn program() -> KernelText {
    let mut program = KernelText::default();
    for line in VARIABLES {
        program.declare(&format!(".decl {line}")).expect("a declaration");
    }
    program
}

fn print(kernel: &Kernel, inst: &Inst) -> String {
    let mut out = String::new();
    isotope_intel::print(kernel, inst, &mut out);
    out
}

fn line(mode: Mode, text: &str) {
    let mut program = program();
    let inst = match isotope_intel::parse(&mut program, mode, text) {
        Ok(inst) => inst,
        Err(e) => return error(text, &e),
    };
    let mut bytes = Vec::new();
    isotope_intel::encode(&inst, &mut bytes);
    let shown = print(&program.kernel, &inst);
    let (decoded, size) = isotope_intel::decode(&bytes).unwrap_or_else(|e| panic!("{text:?} is {shown}: {e}"));
    assert_eq!((size, decoded.name()), (bytes.len(), inst.name()), "{text:?}");
    // What is decoded is canonical: numbers have no bits above their type.
    let canonical = print(&program.kernel, &decoded);
    let mut once = Vec::new();
    isotope_intel::encode(&decoded, &mut once);
    let again = isotope_intel::parse(&mut program, Mode::Compat, &canonical);
    let again = again.unwrap_or_else(|e| panic!("{text:?} is {canonical}: {e}"));
    let mut twice = Vec::new();
    isotope_intel::encode(&again, &mut twice);
    assert_eq!(once, twice, "{text:?} is {canonical}");
}

fn source(mode: Mode, text: &str) {
    let kernels = match listing::assemble(mode, 32, text) {
        Ok(kernels) => kernels,
        Err(errors) => {
            assert!(!errors.is_empty());
            let lines: Vec<&str> = text.lines().collect();
            return errors.iter().for_each(|e| error(lines.get(e.line - 1).unwrap_or(&""), &e.error));
        }
    };
    let _ = listing::print_all(&kernels);
    if let Ok(bytes) = file::write(&kernels) {
        let back = file::read(&bytes).unwrap_or_else(|e| panic!("{text:?}: {e}"));
        let canonical = file::write(&back).unwrap_or_else(|e| panic!("{text:?}: {e}"));
        let again = file::read(&canonical).unwrap_or_else(|e| panic!("{text:?}: {e}"));
        assert_eq!(listing::print_all(&again), listing::print_all(&back), "{text:?}");
    }
}

/// Checks an input.
pub fn run(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let first = text.lines().next().unwrap_or("");
    for mode in [Mode::Documented, Mode::Compat, Mode::Verifier] {
        line(mode, first);
        source(mode, &text);
    }
}
