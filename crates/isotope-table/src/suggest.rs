//! Suggestions for misspelled words.

/// Most changes of one character that count as a misspelling.
const SLIPS: usize = 2;

/// The nearest word that differs in at most two characters; the first of equally near ones.
pub(super) fn closest<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let close = known.filter_map(|name| Some((distance(word.as_bytes(), name.as_bytes())?, name)));
    close.min().map(|(_, name)| name)
}

/// Number of insertions, removals and replacements between two words, unless there are more than [`SLIPS`].
fn distance(a: &[u8], b: &[u8]) -> Option<usize> {
    const LONGEST: usize = 48;
    if a.len().abs_diff(b.len()) > SLIPS || a.len() > LONGEST || b.len() > LONGEST {
        return None;
    }
    let same = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    let (a, b) = (&a[same..], &b[same..]);
    let mut row: [usize; LONGEST + 1] = std::array::from_fn(|i| i);
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        let mut least = row[0];
        for (j, y) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
            least = least.min(row[j + 1]);
        }
        if least > SLIPS {
            return None;
        }
    }
    Some(row[b.len()]).filter(|d| *d <= SLIPS)
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
