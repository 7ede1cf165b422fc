//! Mangled, demangled and partial names.

use isotope_object::name::{demangled, position};

/// Longer names are not demangled.
const LONGEST: usize = 4096;

#[test]
fn what_is_meant() {
    let names = [
        "_ZN3app6reduceIN3app3AddEiEEvPKT0_PS2_",
        "_ZN3app6reduceIN3app3MaxEiEEvPKT0_PS2_",
        "_Z4scanPjj",
        "_Z8scan_addPjj",
        "_ZN12_GLOBAL__N_15innerEPi",
        "tables",
    ];
    let at = |wanted| position(&names, wanted).map_err(|e| e.to_string());
    assert_eq!(at("_Z4scanPjj"), Ok(2));
    assert_eq!(at("scan"), Ok(2), "the whole name is meant before a part of another");
    assert_eq!(at("scan(unsigned int*, unsigned int)"), Ok(2));
    assert_eq!(at("scan_"), Ok(3));
    assert_eq!(at("table"), Ok(5));
    assert_eq!(at("(anonymous namespace)::inner"), Ok(4));
    assert_eq!(at("app::reduce<app::Add, int>"), Ok(0));
    assert_eq!(at("Max"), Ok(1));
    let several = at("app::reduce").unwrap_err();
    assert!(several.starts_with("`app::reduce` names several: `_ZN3app6reduceIN3app3AddE"), "{several}");
    let none = at("nothing").unwrap_err();
    assert!(none.contains("found `nothing`") || none.contains("`nothing`, found"), "{none}");
    assert!(at("").is_err());
    assert_eq!(
        demangled("_ZN4core3ptr13drop_in_place17h0123456789abcdefE").as_deref(),
        Some("core::ptr::drop_in_place")
    );
}

/// Names from files are arbitrary; their demangled form stays small.
#[test]
fn names_that_nobody_wrote() {
    let bomb = format!("_Z1f{}", (0..200).fold("1A".to_string(), |s, i| format!("N{s}I{}EE", "S_".repeat(i % 9))));
    assert!(demangled(&bomb).is_none_or(|text| text.len() <= LONGEST));
    assert_eq!(demangled(&format!("_Z{}", "P".repeat(LONGEST))), None);
    let whole = "_ZN3app6reduceIN3app3AddEiEEvPKT0_PS2_";
    let mut state = 7u64;
    let mut count = 0;
    for _ in 0..5_000 {
        let mut name: Vec<u8> = whole.into();
        for _ in 0..3 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let at = (state >> 40) as usize % name.len();
            name[at] = b"_ZNIEPSTKv0123456789abi"[(state >> 20) as usize % 23];
        }
        let name = String::from_utf8(name).unwrap();
        count += usize::from(demangled(&name).is_some_and(|text| text.len() <= LONGEST));
        let _ = position(&[&name, whole], "app");
    }
    assert!(count > 250, "{count}");
}
