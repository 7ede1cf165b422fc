//! Where each claim is stated: a section of a page, and words that stand in it.

use std::collections::BTreeMap;

use isotope::page::Pages;
use isotope_targets::TARGETS;

use super::data::{Claim, Document};
use crate::common;

/// A line `page` of a file: claims of this pattern are stated there.
#[derive(Clone, Debug)]
pub struct Rule {
    /// Of `id: claim`; `*` is any text, and `$1` in place and words the first of them.
    pub pattern: String,
    /// `sm_50/ATOM#computes`, a section of an instruction's page, or `gws.md#nack`, one of a file of `docs`.
    pub place: String,
    /// What the section says.
    pub words: Vec<String>,
    /// Line of the file.
    pub line: usize,
}

/// A claim's place, and the words that must stand there.
pub struct Stated {
    pub rule: usize,
    pub place: String,
    pub words: Vec<String>,
}

/// By the first rule that fits.
pub fn of(document: &Document, claim: &Claim) -> Option<Stated> {
    let id = claim.id.strip_prefix(&format!("{}.", document.name)).unwrap_or(&claim.id);
    let text = format!("{id}: {}", claim.claim);
    document.rules.iter().enumerate().find_map(|(n, rule)| {
        let found = matched(&rule.pattern, &text)?;
        let words = rule.words.iter().map(|words| filled(words, &found)).collect();
        Some(Stated { rule: n, place: filled(&rule.place, &found), words })
    })
}

/// What each `*` of the pattern stands for, as short as it can be.
fn matched<'t>(pattern: &str, text: &'t str) -> Option<Vec<&'t str>> {
    let Some((before, rest)) = pattern.split_once('*') else { return (pattern == text).then(Vec::new) };
    let text = text.strip_prefix(before)?;
    let ends = text.char_indices().map(|(at, _)| at).chain([text.len()]);
    for end in ends {
        if let Some(mut found) = matched(rest, &text[end..]) {
            found.insert(0, &text[..end]);
            return Some(found);
        }
    }
    None
}

fn filled(text: &str, found: &[&str]) -> String {
    found.iter().enumerate().fold(text.to_string(), |text, (n, value)| text.replace(&format!("${}", n + 1), value))
}

/// Sections of a page: their anchors, and their text as [`plain`] has it.
type Sections = Vec<(Vec<String>, String)>;

/// Pages that were asked for.
#[derive(Default)]
pub struct Library {
    pages: Pages,
    read: BTreeMap<String, Result<Sections, String>>,
}

impl Library {
    /// Whether the words stand at the place.
    ///
    /// # Errors
    /// What is missing: the page, its section, or words.
    pub fn check(&mut self, stated: &Stated) -> Result<(), String> {
        let (page, anchor) = stated.place.split_once('#').ok_or_else(|| format!("`{}` has no `#`", stated.place))?;
        if !self.read.contains_key(page) {
            let sections = self.text(page).map(|text| sections(&text));
            self.read.insert(page.into(), sections);
        }
        let sections = self.read[page].as_ref().map_err(Clone::clone)?;
        let texts: Vec<&str> =
            sections.iter().filter(|(anchors, _)| anchors.iter().any(|a| a == anchor)).map(|(_, t)| &**t).collect();
        if texts.is_empty() {
            return Err(format!("{page} has no section `{anchor}`"));
        }
        match stated.words.iter().find(|words| !texts.iter().any(|text| text.contains(&**words))) {
            Some(words) => Err(format!("{} does not say `{words}`", stated.place)),
            None => Ok(()),
        }
    }

    fn text(&self, page: &str) -> Result<String, String> {
        if page.ends_with(".md") {
            let path = common::repository(&format!("docs/{page}"));
            return std::fs::read_to_string(&path).map_err(|e| format!("{path}: {e}"));
        }
        let (target, name) = page.split_once('/').ok_or_else(|| format!("`{page}` is no page"))?;
        let target = TARGETS.find(target).map_err(|e| e.to_string())?;
        let found = self.pages.page(target, name).filter(|found| found.name == name);
        found.map(|found| found.markdown()).ok_or_else(|| format!("there is no page `{page}`"))
    }
}

/// A section goes to the next heading of its level or above. Its anchors: `{#name}` at the end of the heading, else that which
/// GitHub gives it; each `id="name"` in its lines, but one of a table's row names that row.
fn sections(markdown: &str) -> Sections {
    let mut all: Vec<(usize, Vec<String>, String)> = Vec::new();
    let (mut rows, mut open, mut next) = (Vec::new(), Vec::new(), Vec::new());
    let mut code = false;
    for line in markdown.lines() {
        code ^= line.starts_with("```");
        let level = line.bytes().take_while(|b| *b == b'#').count();
        if !code && level > 0 && line[level..].starts_with(' ') {
            let mut anchors = std::mem::take(&mut next);
            anchors.push(match line.rsplit_once("{#") {
                Some((_, name)) => name.trim_end_matches('}').to_string(),
                None => github(&line[level..]),
            });
            open.retain(|n: &usize| all[*n].0 < level);
            open.push(all.len());
            all.push((level, anchors, String::new()));
        }
        let named: Vec<String> =
            line.split(" id=\"").skip(1).filter_map(|rest| Some(rest.split_once('"')?.0.to_string())).collect();
        if line.starts_with("<a id=") && line.ends_with("></a>") {
            next.extend(named);
        } else if line.starts_with('|') && !named.is_empty() {
            rows.push((named, plain(line)));
        } else if let Some(last) = open.last() {
            all[*last].1.extend(named);
        }
        for n in &open {
            all[*n].2 += &format!("{line}\n");
        }
    }
    all.into_iter().map(|(_, anchors, text)| (anchors, plain(&text))).chain(rows).collect()
}

fn github(heading: &str) -> String {
    let heading = heading.trim().to_lowercase().replace(' ', "-");
    heading.chars().filter(|c| c.is_alphanumeric() || matches!(c, '-' | '_')).collect()
}

/// Text without marks of Markdown and line breaks; of a link its words.
fn plain(markdown: &str) -> String {
    let text = markdown.replace("<br>", " ").replace("\\|", "|").replace(['`', '*'], "");
    let (mut out, mut rest) = (String::new(), &*text);
    while let Some((before, after)) = rest.split_once("](") {
        match (before.rsplit_once('['), after.split_once(')')) {
            (Some((head, words)), Some((_, tail))) => {
                out += head;
                out += words;
                rest = tail;
            }
            _ => {
                out += before;
                out += "](";
                rest = after;
            }
        }
    }
    out += rest;
    out.split_whitespace().collect::<Vec<_>>().join(" ")
}
