#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| isotope_fuzz::engines::run(data));
