//! The C spelling of the options that messages name: the names of `isotope_launch_option`, and parameters of other functions.

use isotope::option::OptionName;

/// An option, alone or with a value; C has few options of exploration and output.
pub(crate) fn spelling(name: OptionName, value: Option<&str>) -> Option<String> {
    let name = match name {
        OptionName::Argument => "argument",
        OptionName::Assume => "assume",
        OptionName::Buffer => "buffer",
        OptionName::Cooperative => "cooperative=1",
        OptionName::Heap => "heap",
        OptionName::Info => "isotope_image_info",
        OptionName::Kernel => "kernel",
        OptionName::MaxSteps => "max-steps",
        OptionName::Resident => "resident",
        OptionName::Set => "set",
        OptionName::Shared => "shared",
        OptionName::Stack => "stack",
        OptionName::Symbol => "symbol",
        OptionName::TextureSymbol => "symbol=texture:NAME=FORMAT[W,H],OPTIONS:VALUES",
        _ => return None,
    };
    Some(match (value, name) {
        (None, name) => name.into(),
        (Some(value), "argument" | "symbol") => format!("{name} {value}"),
        (Some(value), name) => format!("{name}={value}"),
    })
}
