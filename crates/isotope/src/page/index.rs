//! What can be searched for, without the pages themselves: names, other names, what each is for.

use std::collections::BTreeMap;

use isotope_targets::TARGETS;
use serde::Serialize;
use serde_json::Value;

use super::{Pages, link};
use crate::{CLASSES, Op, answer};

#[derive(Serialize)]
struct IndexJson<'a> {
    schema: &'static str,
    isas: Vec<IsaJson>,
    pages: Vec<PageRow<'a>>,
    classes: Vec<ClassJson>,
    sentences: Vec<&'a str>,
}

#[derive(Serialize)]
struct IsaJson {
    name: &'static str,
    title: &'static str,
    targets: Vec<&'static str>,
}

/// Number of the instruction set, name, purpose, other mnemonics, other names of the instruction, those of its operations.
#[derive(Serialize)]
struct PageRow<'a>(usize, String, &'a str, Vec<&'static str>, Vec<&'a str>, Vec<(&'a str, &'a [&'a str])>);

#[derive(Serialize)]
struct ClassJson {
    name: &'static str,
    title: &'static str,
    rows: Vec<RowJson>,
    known: BTreeMap<String, usize>,
}

#[derive(Serialize)]
struct RowJson {
    specs: Vec<String>,
    page: String,
    sources: usize,
    bits: u32,
}

impl Pages {
    /// Every page and every atomic operation as JSON, schema `isotope-index/1`: `isas` have name, title and targets; `pages` the number of
    /// the instruction set, name, purpose, mnemonics that are not the name, other names of the instruction, and other names of its operations;
    /// `classes` name, title and definitions, each with the spellings that stand for it, its page, the number of its sources and its bits, and under `I,J` the
    /// number of the sentence of `sentences` that says how definition `I` stands to `J`, where pages say it.
    ///
    /// # Examples
    /// ```
    /// let index = isotope::page::Pages::default().index();
    /// let pages = index["pages"].as_array().unwrap();
    /// assert!(pages.iter().any(|page| page[1] == "ATOM" && page[5][0][1].to_string().contains("atomicAdd")));
    /// ```
    pub fn index(&self) -> Value {
        let mut pages = Vec::new();
        for (number, target) in TARGETS.newest().enumerate() {
            let isa = target.isa().name;
            for (name, mnemonics) in target.pages() {
                let others = mnemonics.into_iter().filter(|mnemonic| *mnemonic != name).collect();
                let (mut own, mut of) = (Vec::<&str>::new(), Vec::new());
                for (operation, names) in self.data.aliases(isa, &name) {
                    if operation.is_empty() { own.extend(names) } else { of.push((*operation, &**names)) }
                }
                let purpose = self.data.purpose(isa, &name).unwrap_or_default();
                pages.push(PageRow(number, name, purpose, others, own, of));
            }
        }
        let isas = TARGETS.newest().map(|target| {
            let of = |other: &&'static dyn isotope_target::Target| other.isa().name == target.isa().name;
            let targets = TARGETS.all().filter(of).map(|target| target.name()).collect();
            IsaJson { name: target.isa().name, title: target.isa().title, targets }
        });
        let mut sentences: Vec<&str> = Vec::new();
        let classes = CLASSES.iter().zip(self.operations.classes()).map(|(class, all)| {
            let rows = all.iter().map(|row| {
                let sources =
                    Op::parse(&row.spec).ok().and_then(|op| op.operation.rmw.ok()).map_or(0, |rmw| rmw.op.sources());
                let specs = std::iter::once(&row.spec).chain(&row.also).cloned().collect();
                RowJson { specs, page: link(&row.spec), sources, bits: row.rmw.size.bits() }
            });
            let mut known = BTreeMap::new();
            for (i, a) in all.iter().enumerate() {
                for (j, b) in all.iter().enumerate().skip(i + 1) {
                    let Some(sentence) = self.operations.relation(&a.spec, &b.spec) else { continue };
                    let number = sentences.iter().position(|known| *known == sentence).unwrap_or_else(|| {
                        sentences.push(sentence);
                        sentences.len() - 1
                    });
                    known.insert(format!("{i},{j}"), number);
                }
            }
            ClassJson { name: class.name, title: class.title, rows: rows.collect(), known }
        });
        let classes = classes.collect();
        answer::part(&IndexJson { schema: "isotope-index/1", isas: isas.collect(), pages, classes, sentences })
    }
}
