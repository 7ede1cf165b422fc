//! Arguments that do not fit the parameters of a kernel, or each other.

use isotope_option::OptionName;
use thiserror::Error;

/// Why arguments are refused. Names are escaped; `known` lists those that there are.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ArgumentError {
    /// A parameter by its name, of a kernel whose file has no names.
    #[error(
        "{} `{name}=..`: the file has no names of the parameters of `{kernel}`; give values in order, without names ({} lists them)",
        OptionName::Argument,
        OptionName::Info
    )]
    NoNames {
        /// As given.
        name: String,
        /// The kernel.
        kernel: String,
    },
    /// A name that no parameter has.
    #[error("{} `{name}=..`: expected a parameter of `{kernel}` ({known}), found `{name}`", OptionName::Argument)]
    NoParameter {
        /// As given.
        name: String,
        /// The kernel.
        kernel: String,
        /// Its parameters.
        known: String,
    },
    /// Buffers of which some have names of parameters.
    #[error(
        "{}: some buffers have names of parameters of `{kernel}` ({known}) and `{stray}` has not, so that their order is not clear; name all \
         of them after parameters, or none",
        OptionName::Argument
    )]
    Order {
        /// The kernel.
        kernel: String,
        /// Its parameters.
        known: String,
        /// A buffer with another name.
        stray: String,
    },
    /// Two arguments for a parameter.
    #[error("{}: the parameter `{parameter}` is given twice", OptionName::Argument)]
    Twice {
        /// The parameter.
        parameter: String,
    },
    /// No argument for a parameter.
    #[error("{}: the parameter `{parameter}` of `{kernel}` is missing; it takes {known}", OptionName::Argument)]
    Missing {
        /// The parameter.
        parameter: String,
        /// The kernel.
        kernel: String,
        /// Its parameters.
        known: String,
    },
    /// A buffer where data of the file takes bytes.
    #[error(
        "expected a value, found a buffer inside it: describe the buffer with {}, and give its address as &NAME",
        OptionName::Buffer
    )]
    BufferInside,
    /// More zeros than a host can be asked for.
    #[error("{}: expected at most 16 GiB of zeros in all buffers", OptionName::Argument.with(name))]
    Zeros {
        /// The buffer that is too many.
        name: String,
    },
    /// An address of a buffer that is not there.
    #[error("expected a buffer of another argument or of {} ({known}), found `&{name}`", OptionName::Buffer)]
    NoBuffer {
        /// As given.
        name: String,
        /// Buffers that are there.
        known: String,
    },
}
