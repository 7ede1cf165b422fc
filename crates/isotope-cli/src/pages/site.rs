//! The files of the exported pages, each made when it is asked for.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use isotope::isa::Target;
use isotope::page::{Page, Pages, Traits};
use isotope::{Op, TARGETS, assume};
use isotope_web::site as web;

use super::html::{self, Place};

/// All pages, and the explorer if there is one.
pub struct Site<'a> {
    pub pages: Pages,
    /// The explorer's library.
    wasm: Option<&'a [u8]>,
}

/// The instructions of the index: of each instruction set, links by the part that they stand in.
#[derive(Default)]
pub struct Families(BTreeMap<&'static str, BTreeMap<&'static str, Vec<String>>>);

impl Families {
    /// Adds a page.
    pub fn add(&mut self, target: &'static dyn Target, page: &Page) {
        let (isa, name) = (target.isa().name, &page.name);
        let link = format!("<li><a href=\"{isa}/{name}.html\"><code>{name}</code></a></li>\n");
        self.0.entry(isa).or_default().entry(family(page)).or_default().push(link);
    }
}

impl<'a> Site<'a> {
    /// The pages, with the explorer if its library is given.
    pub fn new(wasm: Option<&'a [u8]>) -> Site<'a> {
        Site { pages: Pages::default(), wasm }
    }

    /// A page at the top.
    fn top(&self, title: &str, markdown: &str) -> String {
        let live = |_: &str| None;
        html::page(title, markdown, Place { root: "", live: self.wasm.map(|_| &live as _) })
    }

    /// The page of an instruction.
    pub fn instruction(&self, target: &'static dyn Target, page: &Page) -> String {
        let (isa, name) = (target.isa(), &page.name);
        let markdown = format!("# {name}\n\n{}\n\n{}\n\n{}", isa.title, html::CONTENTS, page.markdown());
        let title = format!("{name} on {}", isa.title);
        let live = |heading: &str| live(target, page, heading);
        html::page(&title, &markdown, Place { root: "../", live: self.wasm.map(|_| &live as _) })
    }

    /// The index of all instructions.
    pub fn index(&self, families: &Families) -> String {
        let mut index = format!("# Instructions\n\n{}\n", html::CONTENTS);
        for target in TARGETS.newest() {
            let isa = target.isa();
            let _ = writeln!(index, "\n## {} {{#{}}}\n", isa.title, isa.name);
            for (title, links) in families.0.get(isa.name).into_iter().flatten() {
                let _ = writeln!(
                    index,
                    "<details><summary>{title}: {}</summary>\n<ul class=\"names\">\n{}</ul></details>\n",
                    links.len(),
                    links.concat()
                );
            }
        }
        self.top("Instructions", &index)
    }

    /// The files beside the index that are no instruction's: names and texts.
    pub fn others(&self) -> Vec<(String, String)> {
        let assumptions = crate::about::markdown(assume::ALL.iter(), true);
        let assumptions = assumptions.replacen("\n## ", &format!("\n{}\n\n## ", html::CONTENTS), 1);
        let mut all = vec![
            ("assumptions.html".to_string(), self.top("Assumptions", &assumptions)),
            ("contradictions.html".into(), self.top("Contradictions", &crate::about::contradictions_page())),
            ("sources.html".into(), self.top("Sources", &crate::about::sources_page(true))),
        ];
        if let Some(wasm) = self.wasm {
            let explorer = html::document("Isotope explorer", web::STYLE, web::HEADER, &web::body());
            all.push((web::PAGE.into(), explorer));
            let scripts = web::scripts(&self.pages.index(), wasm).into_iter();
            all.extend(scripts.map(|(name, text)| (format!("{}/{name}", web::FOLDER), text)));
        }
        all
    }
}

/// What in the explorer is what a heading of a page speaks of; for no heading, the instruction.
fn live(target: &'static dyn Target, page: &Page, heading: &str) -> Option<String> {
    let isa = target.isa();
    if let Some(op) = heading.strip_prefix("What ").and_then(|rest| rest.strip_suffix(" computes")) {
        // Where the target that stands for the instruction set has no such operation, another one has.
        let of = |target: &&'static dyn Target| target.isa().name == isa.name;
        let spec =
            TARGETS.all().filter(of).map(|target| format!("{target}:{op}")).find(|spec| Op::parse(spec).is_ok())?;
        return Some(format!("#op/{spec}"));
    }
    let instruction = heading.is_empty() || heading == "Example";
    instruction.then(|| format!("#ins/{}/{}", isa.name, page.name))
}

/// The part of the index that a page stands in.
fn family(page: &Page) -> &'static str {
    let Traits { atomic, unit, fence, waits, memory, surface, control, lanes, scalar, vector, runs, .. } = page.traits;
    match () {
        () if !runs => "Not run",
        () if unit => "Global wave sync, ordered count, global data share",
        () if atomic => "Atomics",
        () if fence && !memory || waits => "Barriers, fences, waits, caches",
        () if surface => "Surfaces, buffers, images",
        () if memory => "Loads and stores",
        () if control => "Control",
        () if lanes => "Across lanes",
        () if scalar && !vector => "Scalar arithmetic",
        () => "Arithmetic",
    }
}
