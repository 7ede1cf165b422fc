//! Every seed, and every input that once found something, through its target, without a fuzzer.

fn each(folder: &str, run: impl Fn(&[u8])) {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut count = 0;
    for entry in std::fs::read_dir(&folder).unwrap() {
        run(&std::fs::read(entry.unwrap().path()).unwrap());
        count += 1;
    }
    assert!(count != 0, "{} has inputs", folder.display());
}

#[test]
fn words() {
    each("seeds/words", isotope_fuzz::words::run);
}

#[test]
fn text() {
    each("seeds/text", isotope_fuzz::text::run);
    each("found/text", isotope_fuzz::text::run);
}

/// Any bytes are a program.
#[test]
fn engines() {
    each("seeds/words", isotope_fuzz::engines::run);
    each("seeds/run_words", isotope_fuzz::engines::run);
}

#[test]
fn rdna_words() {
    each("seeds/rdna_words", isotope_fuzz::rdna_words::run);
}

#[test]
fn rdna_text() {
    each("seeds/rdna_text", isotope_fuzz::rdna_text::run);
    each("found/rdna_text", isotope_fuzz::rdna_text::run);
}

#[test]
fn cubin() {
    each("seeds/cubin", isotope_fuzz::cubin::run);
    each("found/cubin", isotope_fuzz::cubin::run);
    each("../kernels/bin/sm_50", isotope_fuzz::cubin::run);
}

#[test]
fn lines() {
    each("../kernels/lines/bin/sm_50", isotope_fuzz::lines::run);
    each("../kernels/lines/bin/gfx1100", isotope_fuzz::lines::run);
    each("seeds/words", isotope_fuzz::lines::run);
}

#[test]
fn zebin() {
    each("../tests/data/intel/zebin", isotope_fuzz::zebin::run);
}

#[test]
fn code_object() {
    each("seeds/code_object", isotope_fuzz::code_object::run);
    each("../kernels/bin/gfx1100", isotope_fuzz::code_object::run);
    each("../kernels/extra/gfx1100", isotope_fuzz::code_object::run);
}

#[test]
fn arguments() {
    each("seeds/arguments", isotope_fuzz::arguments::run);
}

#[test]
fn case() {
    each("seeds/case", isotope_fuzz::case::run);
}

#[test]
fn run_words() {
    each("seeds/run_words", isotope_fuzz::run_words::run);
    each("found/run_words", isotope_fuzz::run_words::run);
}

#[test]
fn visa_text() {
    each("seeds/visa_text", isotope_fuzz::visa_text::run);
    each("found/visa_text", isotope_fuzz::visa_text::run);
}

#[test]
fn visa_isa() {
    each("seeds/visa_isa", isotope_fuzz::visa_isa::run);
    each("found/visa_isa", isotope_fuzz::visa_isa::run);
    each("../kernels/bin/tgllp", isotope_fuzz::visa_isa::run);
}

#[test]
fn visa_zeinfo() {
    each("seeds/visa_zeinfo", isotope_fuzz::visa_zeinfo::run);
}

#[test]
fn debug() {
    each("seeds/debug", isotope_fuzz::debug::run);
}

#[test]
fn trace() {
    each("../tests/data/traces", isotope_fuzz::trace::run);
}

#[test]
fn litmus() {
    each("seeds/litmus", isotope_fuzz::litmus::run);
}

#[test]
fn schedule() {
    each("seeds/schedule", isotope_fuzz::schedule::run);
}

#[test]
fn proof_text() {
    each("seeds/proof_text", isotope_fuzz::proof_text::run);
}
