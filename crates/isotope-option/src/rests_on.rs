//! The assumptions on which a message depends.

use std::fmt;

use isotope_op::assume::named;

use crate::OptionName;

/// Prints the assumptions on which a message depends: every assumption whose id the text contains, with its values. Messages about a
/// stopped launch are printed through this type, so a text only has to name the assumption, `nv.red64=illegal`.
///
/// ```
/// use isotope_option::RestsOn;
/// assert_eq!(
///     RestsOn("not performed (nv.red64=illegal)").to_string(),
///     "; assumption nv.red64: as-atom (default) or illegal, chosen with `assume nv.red64=..`"
/// );
/// assert_eq!(RestsOn("no memory there").to_string(), "");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct RestsOn<'a>(pub &'a str);

impl fmt::Display for RestsOn<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for a in named(self.0) {
            write!(f, "; assumption {}: {}", a.id, a.default)?;
            let Some((last, others)) = a.alternatives.split_last() else {
                f.write_str("; it has no alternative")?;
                continue;
            };
            f.write_str(" (default)")?;
            others.iter().try_for_each(|other| write!(f, ", {other}"))?;
            let choice = OptionName::Assume.with(format_args!("{}=..", a.id));
            write!(f, " or {last}, chosen with `{choice}`")?;
        }
        Ok(())
    }
}
