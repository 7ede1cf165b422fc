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

/// A test for each target: the folders of its inputs.
macro_rules! targets {
    ($($target:ident: $($folder:literal),+;)+) => { $(
        #[test]
        fn $target() {
            $( each($folder, isotope_fuzz::$target::run); )+
        }
    )+ };
}

targets! {
    words: "seeds/words";
    text: "seeds/text", "found/text";
    // Any bytes are a program.
    engines: "seeds/words", "seeds/run_words";
    rdna_words: "seeds/rdna_words";
    rdna_text: "seeds/rdna_text", "found/rdna_text";
    cubin: "seeds/cubin", "found/cubin", "../kernels/bin/sm_50";
    lines: "../kernels/lines/bin/sm_50", "../kernels/lines/bin/gfx1100", "seeds/words";
    zebin: "../tests/data/intel/zebin";
    code_object: "seeds/code_object", "../kernels/bin/gfx1100", "../kernels/extra/gfx1100";
    arguments: "seeds/arguments";
    case: "seeds/case";
    run_words: "seeds/run_words", "found/run_words";
    visa_text: "seeds/visa_text", "found/visa_text";
    visa_isa: "seeds/visa_isa", "found/visa_isa", "../kernels/bin/tgllp";
    visa_zeinfo: "seeds/visa_zeinfo";
    debug: "seeds/debug";
    trace: "../tests/data/traces";
    litmus: "seeds/litmus";
    schedule: "seeds/schedule";
    proof_text: "seeds/proof_text";
}
