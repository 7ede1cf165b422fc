#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| isotope_fuzz::visa_zeinfo::run(data));
