//! Names of kernels and objects, as compilers and users write them: mangled, demangled, partial.

#[cfg(not(target_family = "wasm"))]
use std::fmt::{self, Write};

use crate::LoadError;
use crate::error::quote;

/// Maximum length of a name that is demangled, and of the result.
const LONGEST: usize = 4096;

#[cfg(not(target_family = "wasm"))]
/// Text up to a maximum length; a write beyond it is an error, because short names can expand to very long ones.
struct Limited(String);

#[cfg(not(target_family = "wasm"))]
impl Write for Limited {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        if self.0.len() + text.len() > LONGEST {
            return Err(fmt::Error);
        }
        self.0.push_str(text);
        Ok(())
    }
}

/// Demangles a name of C++ (Itanium ABI) or Rust; `None` for any other name.
///
/// # Examples
/// ```
/// use isotope_object::name::demangled;
/// assert_eq!(demangled("_Z5scaleIfEvPT_i").as_deref(), Some("void scale<float>(float*, int)"));
/// assert_eq!(demangled("scale"), None);
/// ```
///
/// # Source
/// spec: Itanium C++ ABI, chapter 5; demangled by the crates `cpp_demangle` and `rustc-demangle`.
pub fn demangled(name: &str) -> Option<String> {
    if name.len() > LONGEST || !name.starts_with('_') {
        return None;
    }
    read(name)
}

/// Omitted in browsers, where the demanglers would be a thirtieth of the download.
#[cfg(target_family = "wasm")]
fn read(_: &str) -> Option<String> {
    None
}

#[cfg(not(target_family = "wasm"))]
fn read(name: &str) -> Option<String> {
    let mut text = Limited(String::new());
    if let Ok(rust) = rustc_demangle::try_demangle(name) {
        return write!(text, "{rust:#}").is_ok().then_some(text.0);
    }
    let symbol = cpp_demangle::Symbol::new(name).ok()?;
    let options = cpp_demangle::DemangleOptions::new();
    symbol.structured_demangle(&mut text, &options).is_ok().then_some(text.0)
}

/// A demangled function without result and parameters: `scale<float>`; then without template arguments: `scale`.
fn short(full: &str) -> [&str; 2] {
    // Template arguments may contain parentheses and blanks.
    let mut depth = 0;
    let (mut start, mut end) = (0, full.len());
    for (at, c) in full.char_indices() {
        match c {
            '<' => depth += 1,
            '>' => depth -= 1,
            ' ' if depth == 0 => start = at + 1,
            '(' if depth == 0 && !full[at..].starts_with("(anonymous namespace)") => {
                end = at;
                break;
            }
            _ => {}
        }
    }
    let named = full.get(start..end).unwrap_or(full);
    [named, named.split('<').next().unwrap_or(named)]
}

/// The parameter types in a mangled C++ name; empty for any other name.
///
/// # Examples
/// ```
/// use isotope_object::name::parameter_types;
/// assert_eq!(parameter_types("_Z5scalePff"), ["float*", "float"]);
/// assert_eq!(parameter_types("_ZN3app5applyINS_3MaxEfEEvPT0_PKS2_"), ["float*", "float const*"]);
/// assert!(parameter_types("scale").is_empty());
/// ```
pub fn parameter_types(name: &str) -> Vec<String> {
    let Some(full) = demangled(name) else { return Vec::new() };
    let start = short(&full)[0];
    let Some(list) = full.find(start).and_then(|at| full[at + start.len()..].strip_prefix('(')) else {
        return Vec::new();
    };
    let (mut types, mut depth, mut from) = (Vec::new(), 0usize, 0);
    for (at, c) in list.char_indices() {
        match c {
            '<' | '(' | '[' | '{' => depth += 1,
            ')' | ',' if depth == 0 => {
                types.push(list[from..at].trim().to_owned());
                from = at + 1;
                if c == ')' {
                    break;
                }
            }
            '>' | ')' | ']' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    types.retain(|ty| !ty.is_empty() && ty != "void");
    types
}

/// The position of the name that `wanted` selects: an equal name, else a name whose demangled form is equal, in full or without result,
/// parameters and template arguments, else the only name that contains it.
///
/// # Errors
/// [`LoadError::NoSuchKernel`] if there is none, and [`LoadError::SeveralKernels`] if there is more than one.
///
/// # Examples
/// ```
/// use isotope_object::name::position;
/// let names = ["_Z5scaleIfEvPT_i", "_Z5scaleIdEvPT_i", "_Z3sumPfi", "count"];
/// assert_eq!(position(&names, "sum"), Ok(2));
/// assert_eq!(position(&names, "scale<double>"), Ok(1));
/// assert_eq!(position(&names, "cou"), Ok(3));
/// assert!(position(&names, "scale").unwrap_err().to_string().contains("several"));
/// ```
pub fn position(names: &[&str], wanted: &str) -> Result<usize, LoadError> {
    if let Some(at) = names.iter().position(|name| *name == wanted) {
        return Ok(at);
    }
    let plain: Vec<String> = names.iter().map(|name| demangled(name).unwrap_or_else(|| (*name).into())).collect();
    let matches = |fits: &dyn Fn(usize) -> bool| (0..names.len()).filter(|at| fits(*at)).collect::<Vec<_>>();
    let ways: [&dyn Fn(usize) -> bool; 4] = [
        &|at| plain[at] == wanted,
        &|at| short(&plain[at])[0] == wanted,
        &|at| short(&plain[at])[1] == wanted,
        &|at| names[at].contains(wanted) || plain[at].contains(wanted),
    ];
    let found = ways.into_iter().map(matches).find(|found| !found.is_empty()).unwrap_or_default();
    match found[..] {
        [at] if !wanted.is_empty() => Ok(at),
        _ if found.is_empty() || wanted.is_empty() => {
            Err(LoadError::NoSuchKernel { wanted: quote(wanted), found: listed(names.iter().copied()) })
        }
        _ => Err(LoadError::SeveralKernels { wanted: quote(wanted), found: listed(found.iter().map(|at| names[*at])) }),
    }
}

/// The names of kernels in a message: at most twenty.
pub(crate) fn listed<'a>(names: impl ExactSizeIterator<Item = &'a str>) -> String {
    let more = names.len().saturating_sub(20);
    let mut listed: Vec<_> = names.take(20).map(shown).collect();
    if more > 0 {
        listed.push(format!("and {more} more"));
    }
    if listed.is_empty() { "no kernel".into() } else { listed.join(", ") }
}

/// A name for a message, with its demangled form.
pub fn shown(name: &str) -> String {
    let plain = demangled(name).map_or(String::new(), |plain| format!(" ({})", quote(&plain)));
    format!("`{}`{plain}", quote(name))
}
