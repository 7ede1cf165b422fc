//! The Python spelling of the options that messages name: the parameters of its functions.

use isotope::option::OptionName;
use pyo3::prelude::*;

/// An option, alone or with a value; `None` if no function has it.
pub fn spelling(name: OptionName, value: Option<&str>) -> Option<String> {
    let parameter = match name {
        OptionName::Argument => return value.map(|value| format!("argument {value}")),
        OptionName::Info => return Some("`info()`".into()),
        OptionName::Help => return Some("`help(isotope.explain)`".into()),
        OptionName::Symbol => return value.map(|value| format!("symbol {value}")),
        OptionName::Assumptions => return Some("`isotope.assumptions()`".into()),
        OptionName::TextureSymbol => return Some("symbols={'NAME': isotope.texture(..)}".into()),
        OptionName::CheckRules => return Some("check_rules=True".into()),
        OptionName::Compat => return Some("mode='compat'".into()),
        OptionName::ControlText => return Some("disassemble(.., control=True)".into()),
        OptionName::Cooperative => return Some("cooperative=True".into()),
        OptionName::Explore => return Some("`explore`".into()),
        OptionName::ExploreRdna3 => return Some("`explore(.., model='rdna3')`".into()),
        OptionName::ExploreRaces => return Some("`explore(.., races=True)`".into()),
        OptionName::Partial => return Some("partial=True".into()),
        OptionName::RawCode => return Some("raw=True".into()),
        OptionName::Assume => "assume",
        OptionName::Buffer => "buffers",
        OptionName::Budget => "seconds",
        OptionName::Expect => "expect",
        OptionName::Heap => "heap",
        OptionName::Kernel => "kernel",
        OptionName::MaxExecutions | OptionName::MaxStates => "limit",
        OptionName::MaxSteps => "max_steps",
        OptionName::Mode => "mode",
        OptionName::Model => "model",
        OptionName::Orders => "orders",
        OptionName::Progress => "progress",
        OptionName::Races => "races",
        OptionName::Random => "random",
        OptionName::Resident => "resident",
        OptionName::Set => "set",
        OptionName::Shard => "shard",
        OptionName::Shared => "shared",
        OptionName::Stack => "stack",
        OptionName::Symmetry => "symmetry",
        OptionName::Target => "target",
        OptionName::Case
        | OptionName::Explain
        | OptionName::Lanes
        | OptionName::LocalSteps
        | OptionName::MaxMemory
        | OptionName::RawVectors
        | OptionName::Replay
        | OptionName::SourcePath
        | OptionName::Text => return None,
    };
    let bare = |value: &str| value.bytes().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit());
    Some(match (name, value) {
        (_, None) => parameter.into(),
        (_, Some(value)) if bare(value) => format!("{parameter}={value}"),
        (OptionName::Orders, Some(value)) => format!("{parameter}=['{value}']"),
        (_, Some(value)) => format!("{parameter}='{value}'"),
    })
}

/// Each option as messages name it, alone and with a value.
#[pyfunction]
pub fn options() -> Vec<(String, String)> {
    OptionName::ALL.iter().map(|name| (name.to_string(), name.with("value").to_string())).collect()
}
