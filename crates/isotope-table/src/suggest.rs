//! The known name that a misspelled one is closest to.

/// Insertions, removals and replacements of a character that are still a slip.
const SLIPS: usize = 2;

/// The name at most [`SLIPS`] away, the nearest, and of those the first in order.
pub(super) fn closest<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    // The length bounds what is compared, however long the word is.
    let near = known.filter(|name| name.len().abs_diff(word.len()) <= SLIPS);
    let slips = near.map(|name| (strsim::levenshtein(word, name), name)).filter(|(slips, _)| *slips <= SLIPS);
    slips.min().map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips() {
        let known = ["ds_add_u32", "ds_add_u64", "ds_and_b32"];
        let closest = |word| closest(word, known.into_iter());
        assert_eq!(closest("ds_add_u32_x"), Some("ds_add_u32"));
        assert_eq!(closest("ds_ad_u64"), Some("ds_add_u64"));
        assert_eq!(closest("ds_adn_u32"), Some("ds_add_u32"));
        assert_eq!(closest("global_load"), None);
        assert_eq!(closest(""), None);
    }
}
