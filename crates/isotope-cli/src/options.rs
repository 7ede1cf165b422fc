//! The command's spelling of the options that messages name.

use isotope::option::OptionName;

/// An option, alone or with a value.
pub fn spelling(name: OptionName, value: Option<&str>) -> Option<String> {
    let name = named(name);
    Some(value.map_or_else(|| name.into(), |value| format!("{name} {value}")))
}

fn named(name: OptionName) -> &'static str {
    match name {
        OptionName::Argument => "--arg",
        OptionName::Assume => "--assume",
        OptionName::Assumptions => "`isotope assumptions`",
        OptionName::Buffer => "--buffer",
        OptionName::Budget => "--budget",
        OptionName::Case => "--case",
        OptionName::CheckRules => "`isotope run --check-rules`",
        OptionName::Compat => "`asm --compat`",
        OptionName::ControlText => "`dis --control`",
        OptionName::Cooperative => "--cooperative",
        OptionName::Expect => "--expect",
        OptionName::Explain => "--explain",
        OptionName::Explore => "`isotope explore`",
        OptionName::ExploreRdna3 => "`isotope explore --model rdna3`",
        OptionName::ExploreRaces => "`isotope explore --races`",
        OptionName::Heap => "--heap",
        OptionName::Help => "`isotope op --help`",
        OptionName::Info => "`isotope info FILE`",
        OptionName::Kernel => "--kernel",
        OptionName::Lanes => "--lanes",
        OptionName::LocalSteps => "--local-steps",
        OptionName::MaxExecutions => "--max-executions",
        OptionName::MaxMemory => "--max-memory",
        OptionName::MaxStates => "--max-states",
        OptionName::MaxSteps => "--max-steps",
        OptionName::Mode => "--mode",
        OptionName::Model => "--model",
        OptionName::Orders => "--orders",
        OptionName::Partial => "--partial",
        OptionName::Progress => "--progress",
        OptionName::Races => "--races",
        OptionName::Random => "--random",
        OptionName::RawCode => "--raw",
        OptionName::RawVectors => "records of `isotope vectors --format raw`",
        OptionName::Replay => "`isotope explore --replay`",
        OptionName::Resident => "--resident",
        OptionName::Set => "--set",
        OptionName::Shard => "--shard",
        OptionName::Shared => "--shared",
        OptionName::SourcePath => "--source-path",
        OptionName::Stack => "--stack",
        OptionName::Symbol => "--symbol",
        OptionName::Symmetry => "--symmetry",
        OptionName::Target => "-t",
        OptionName::Text => "--text",
        OptionName::TextureSymbol => "--symbol 'texture:NAME=FORMAT[W,H],OPTIONS:VALUES'",
    }
}
