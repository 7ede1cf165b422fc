//! The spelling can be set only once for each process, so all of it is one test.

use std::collections::HashSet;

use isotope_option::{OptionName, RestsOn, spell};

#[test]
fn a_front_end_spells_options() {
    let words: HashSet<&str> = OptionName::ALL.iter().map(|name| name.words()).collect();
    assert_eq!(words.len(), OptionName::ALL.len(), "each has words of its own");
    assert_eq!(OptionName::Mode.with("traces").to_string(), "mode traces");
    spell(|name, value| {
        let name = match name {
            OptionName::Mode => "/mode",
            OptionName::Assume => "/assume",
            _ => return None,
        };
        Some(value.map_or(name.into(), |value| format!("{name}:{value}")))
    });
    spell(|_, _| Some("too late".into()));
    assert_eq!(OptionName::Mode.to_string(), "/mode");
    assert_eq!(OptionName::Mode.with("traces").to_string(), "/mode:traces");
    assert_eq!(OptionName::Resident.with(4).to_string(), "resident 4", "the front end does not have it");
    let rests = RestsOn("not performed (nv.red64=illegal)").to_string();
    assert!(rests.ends_with("illegal, chosen with `/assume:nv.red64=..`"), "{rests}");
}
