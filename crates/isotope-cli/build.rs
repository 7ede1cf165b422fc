//! The command is linked where it will lie in memory: its tables of rows are a megabyte of addresses, and to work them out anew took a
//! quarter of what a small kernel takes from process start to end (docs/performance.md, "First result").

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let is = |name: &str, value: &str| env::var(name).is_ok_and(|found| found == value);
    // Who packages it may say otherwise: RUSTFLAGS="-C relocation-model=pie".
    let said = env::var("CARGO_ENCODED_RUSTFLAGS").is_ok_and(|flags| flags.contains("relocation-model"));
    if is("CARGO_CFG_TARGET_OS", "linux") && is("CARGO_CFG_TARGET_ENV", "gnu") && !said {
        println!("cargo::rustc-link-arg-bins=-no-pie");
    }
}
