//! The tables for pages that are written by hand: the purpose of an instruction, one example, other names.

use std::collections::HashMap;

/// A worked example, before it is run.
#[derive(Clone, Debug)]
pub(super) struct WrittenExample {
    pub instruction: &'static str,
    pub places: Vec<&'static str>,
    pub declarations: Vec<&'static str>,
}

/// The tables, by instruction set and page.
pub(super) struct Data {
    purposes: HashMap<(&'static str, String), String>,
    examples: HashMap<(&'static str, &'static str), WrittenExample>,
    aliases: HashMap<(&'static str, &'static str), Vec<Alias>>,
    /// Pages that two patterns of `purposes.tsv` match, with the first sentence.
    twice: Vec<(&'static str, String, String)>,
    /// Pages with two lines of `examples.tsv`, with the first instruction: a page shows one example.
    examples_twice: Vec<(&'static str, &'static str, &'static str)>,
}

/// An operation, or nothing for the instruction itself, and its names elsewhere.
type Alias = (&'static str, Vec<&'static str>);

/// Named lists: words, and what they are called in sentences.
type Lists = HashMap<&'static str, Vec<(&'static str, &'static str)>>;

/// A text with words of lists in it: for each way to choose them, the text, and what stands for each list.
fn choices(pattern: &str, lists: &Lists) -> Vec<(String, Vec<(String, &'static str)>)> {
    let Some(at) = pattern.find(['{', '<']) else { return vec![(pattern.into(), Vec::new())] };
    let (before, rest) = pattern.split_at(at);
    let close = if rest.starts_with('{') { '}' } else { '>' };
    let Some((inside, behind)) = rest[1..].split_once(close) else { return Vec::new() };
    let behind = choices(behind, lists);
    let mut all = Vec::new();
    let mut add = |word: &str, phrase: Option<&'static str>| {
        for (text, phrases) in &behind {
            let mut phrases = phrases.clone();
            phrases.extend(phrase.map(|phrase| (inside.to_string(), phrase)));
            all.push((format!("{before}{word}{text}"), phrases));
        }
    };
    if close == '}' {
        inside.split(',').for_each(|word| add(word, None));
    } else {
        let list = lists.get(inside).or_else(|| lists.get(inside.trim_end_matches(|c: char| c.is_ascii_digit())));
        list.into_iter().flatten().for_each(|(word, phrase)| add(word, Some(phrase)));
    }
    all
}

fn lines(text: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).map(|line| line.split('\t').collect())
}

impl Data {
    pub fn read() -> Data {
        let mut data = Data {
            purposes: HashMap::new(),
            examples: HashMap::new(),
            aliases: HashMap::new(),
            twice: Vec::new(),
            examples_twice: Vec::new(),
        };
        let mut lists: HashMap<&str, Lists> = HashMap::new();
        for columns in lines(include_str!("purposes.tsv")) {
            let [isa, pattern, sentence] = columns[..] else { continue };
            let lists = lists.entry(isa).or_default();
            // A list has a name alone in its column, and words with phrases.
            if let Some(name) = pattern.strip_prefix('<').and_then(|p| p.strip_suffix('>'))
                && !name.contains(['<', '>'])
                && sentence.contains('=')
            {
                let words = sentence.split(';').filter_map(|word| word.trim_start().split_once('='));
                lists.insert(name, words.collect());
                continue;
            }
            for (name, phrases) in choices(pattern, lists) {
                let said = phrases
                    .iter()
                    .fold(sentence.to_string(), |said, (list, phrase)| said.replace(&format!("<{list}>"), phrase));
                if let Some(first) = data.purposes.insert((isa, name.clone()), said) {
                    data.twice.push((isa, name, first));
                }
            }
        }
        for columns in lines(include_str!("examples.tsv")) {
            let [isa, page, instruction, ref rest @ ..] = columns[..] else { continue };
            let places =
                rest.first().map_or(Vec::new(), |places| places.split(' ').filter(|p| !p.is_empty()).collect());
            let declarations = rest.iter().skip(1).copied().collect();
            let example = WrittenExample { instruction, places, declarations };
            if let Some(first) = data.examples.insert((isa, page), example) {
                data.examples_twice.push((isa, page, first.instruction));
            }
        }
        for columns in lines(include_str!("aliases.tsv")) {
            let [isa, place, names] = columns[..] else { continue };
            let (page, operation) = place.split_once('#').unwrap_or((place, ""));
            let names = names.split(';').map(str::trim).collect();
            data.aliases.entry((isa, page)).or_default().push((operation, names));
        }
        data
    }

    pub fn purpose(&self, isa: &'static str, page: &str) -> Option<&str> {
        self.purposes.get(&(isa, page.to_string())).map(String::as_str)
    }

    pub fn example(&self, isa: &str, page: &str) -> Option<&WrittenExample> {
        self.examples.iter().find(|((i, p), _)| *i == isa && *p == page).map(|(_, given)| given)
    }

    /// Names of the page's instruction (no operation) and of its operations.
    pub fn aliases(&self, isa: &str, page: &str) -> impl Iterator<Item = &Alias> {
        self.aliases.iter().filter(move |((i, p), _)| *i == isa && *p == page).flat_map(|(_, names)| names)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every page has exactly one sentence and at most one example, and every line is of a page.
    #[test]
    fn lines_and_pages_fit() {
        let data = Data::read();
        let mut pages = Vec::new();
        for target in isotope_targets::TARGETS.newest() {
            for (page, _) in target.pages() {
                let sentence =
                    data.purpose(target.isa().name, &page).unwrap_or_else(|| panic!("{page} has no sentence"));
                assert!(sentence.ends_with('.') && !sentence.contains(['<', '{']), "{page}: {sentence}");
                pages.push((target.isa().name, page));
            }
        }
        let twice = data.twice.iter().filter(|(isa, name, _)| pages.contains(&(isa, name.clone())));
        assert_eq!(twice.collect::<Vec<_>>(), Vec::<&(&str, String, String)>::new(), "two patterns");
        assert!(
            data.examples_twice.is_empty(),
            "examples.tsv: expected one example for each page, found a second line for {:?} (set, page, first instruction)",
            data.examples_twice
        );
        let sentences: std::collections::HashSet<_> =
            pages.iter().filter_map(|(isa, page)| data.purpose(isa, page)).collect();
        // A pattern is known by its sentence, but for words of lists.
        for columns in lines(include_str!("purposes.tsv")).filter(|c| !(c[1].starts_with('<') && c[2].contains('='))) {
            let begin = columns[2].split('<').next().unwrap();
            assert!(sentences.iter().any(|said| said.starts_with(begin)), "no page for {columns:?}");
        }
        let known = |isa: &str, page: &str| pages.iter().any(|(i, p)| *i == isa && p == page);
        for (isa, page) in data.examples.keys().chain(data.aliases.keys()) {
            assert!(known(isa, page), "{isa}: no page {page}");
        }
    }
}
