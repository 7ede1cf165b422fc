//! `isotope docs`: the reference page of an instruction, in the terminal or all of them as HTML.
//!
//! A page is Markdown: the rows' own text, then for each atomic what it does, computed and printed from the definition
//! that runs. HTML is the same Markdown with links between pages.

mod failures;
mod html;
mod operation;

use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Context, bail};
use isotope::isa::visa::form::FORMS;
use isotope::isa::{rdna, sass, visa};
use isotope::table;
use isotope_op::assume;
use isotope_op::claim::Evidence;

use crate::args::DocsArgs;
use crate::definition::{Definition, Readings};
use crate::exit::{Exit, Result, say};
use crate::files;
use crate::target::Target;

/// Where the pages of a target's room lie, and what they are about.
pub struct Room {
    /// The folder, which is also the target that `isotope docs` takes.
    pub name: &'static str,
    /// In words.
    pub title: &'static str,
    target: Target,
    /// Faults have numbers that drivers report.
    codes: bool,
}

/// Every room.
pub const ROOMS: [Room; 3] = [
    Room { name: "sm_50", title: "NVIDIA SPA 5.0 and its successors to 6.0", target: Target::Sm(60), codes: true },
    Room { name: "visa", title: "Intel vISA", target: Target::Visa(crate::target::Gen::Any), codes: false },
    Room { name: "gfx1100", title: "AMD RDNA3", target: Target::Gfx1100, codes: false },
];

impl Room {
    fn of(target: Target) -> &'static Room {
        let [sm, visa, gfx] = &ROOMS;
        match target {
            Target::Sm(_) => sm,
            Target::Visa(_) => visa,
            Target::Gfx1100 => gfx,
        }
    }
}

/// The mnemonics of a target, sorted.
fn mnemonics(target: Target) -> Vec<&'static str> {
    match target {
        Target::Visa(_) => {
            let mut all: Vec<_> = FORMS.iter().map(|f| f.name()).collect();
            all.sort_unstable();
            all.dedup();
            all
        }
        _ => {
            let (table, bit) = table_of(target);
            let has = |m: &&str| table.forms.iter().any(|f| f.mnemonic == *m && f.row.profiles & bit != 0);
            table.mnemonics().into_iter().filter(has).collect()
        }
    }
}

fn table_of(target: Target) -> (&'static table::Table, u8) {
    match target.profile() {
        Some(profile) => (&*sass::TABLE, profile.bit()),
        None => (&*rdna::TABLE, rdna::context(rdna::Mode::Documented).profile),
    }
}

/// The rows of a mnemonic; words after it narrow them down where rows spell them.
fn rows(target: Target, wanted: &str) -> Option<String> {
    let words: Vec<&str> = wanted.split('.').collect();
    if let Target::Visa(_) = target {
        let forms: Vec<_> = FORMS.named(words[0]).collect();
        return (!forms.is_empty()).then(|| forms.iter().map(|f| visa::page::page(f) + "\n").collect());
    }
    let (table, bit) = table_of(target);
    let of_name: Vec<_> = table.forms.iter().filter(|f| f.mnemonic == words[0] && f.row.profiles & bit != 0).collect();
    if of_name.is_empty() {
        return None;
    }
    // `ATOM.CAS` narrows down to the forms that spell `.CAS` themselves, if there are any.
    let spells = |f: &&&table::Form| words[1..].iter().all(|w| f.syntax.split(['.', ' ', '{', '}']).any(|s| s == *w));
    let narrowed: Vec<_> = of_name.iter().filter(spells).copied().collect();
    let shown = if narrowed.is_empty() { of_name } else { narrowed };
    Some(shown.iter().map(|f| table::page(f) + "\n").collect())
}

/// The name that the page of an instruction has: the assembler of gfx1100 reads older names too.
fn canonical(target: Target, wanted: &str) -> String {
    let known = || rdna::TABLE.forms.iter().any(|f| f.mnemonic == wanted);
    match target {
        Target::Gfx1100 if !known() => {
            rdna::rmw::named(wanted).map_or_else(|| wanted.into(), |named| named.to_string())
        }
        _ => wanted.into(),
    }
}

/// Why a spelling of an atomic, a mnemonic with words after it, is none that the documents have. What it says is what the
/// assembler says. Words that begin a spelling, such as `ATOM.E`, are one.
fn refused(target: Target, wanted: &str) -> Option<String> {
    let (family, words) = wanted.split_once('.')?;
    match target {
        Target::Visa(_) if visa::Family::of(family).is_some() => {
            Definition::new(target, wanted, "-", &Readings::default()).err()
        }
        Target::Sm(_) if sass::ops::FAMILIES.contains(&family) => {
            let profile = target.profile()?;
            let error = sass::ops::parse_mnemonic(profile, wanted).err()?;
            let begins = ["ADD", "CAS", "MIN", "AND"].iter().any(|op| {
                !words.split('.').any(|w| w == *op)
                    && sass::ops::parse_mnemonic(profile, &format!("{wanted}.{op}")).is_ok()
            });
            (!begins).then(|| error.to_string())
        }
        _ => None,
    }
}

/// Grade and source of a statement, with links to the page of assumptions.
fn support(evidence: &Evidence) -> String {
    let link = |id: &str| format!("[`{id}`](../assumptions.html#{id})");
    let mut out = match evidence.assumption() {
        Some(id) => format!("{}: {}, {}", evidence.grade().name(), link(id), evidence.source()),
        None => format!("{}: {}", evidence.grade().name(), evidence.source()),
    };
    for id in evidence.see {
        let _ = write!(out, "; {}", link(id));
    }
    out.replace('|', "\\|")
}

/// Run the command.
pub fn main(args: &DocsArgs) -> Result {
    if let Some(folder) = &args.export {
        return export(folder);
    }
    let mut out = String::new();
    let Some(wanted) = &args.form else {
        for name in mnemonics(args.target) {
            let _ = writeln!(out, "{name}");
        }
        files::print(&out)?;
        return Ok(Exit::Yes);
    };
    let wanted = &canonical(args.target, wanted);
    let Some(rows) = rows(args.target, wanted) else {
        let name = wanted.split('.').next().unwrap_or("");
        bail!("no instruction `{name}` on {}; `isotope docs` lists the mnemonics", args.target);
    };
    if let Some(why) = refused(args.target, wanted) {
        eprintln!("error: {why}");
        return Ok(Exit::No);
    }
    out.push_str(&rows);
    let operations = operation::Operations::new();
    let room = Room::of(args.target);
    out.push_str(&failures::section(room, wanted));
    out.push_str(&operations.sections(room, wanted));
    files::print(&out)?;
    Ok(Exit::Yes)
}

/// Writes every page of every room, the assumptions, and an index.
fn export(folder: &Path) -> Result {
    let operations = operation::Operations::new();
    let mut index = format!("# Instructions\n\n{}\n", html::CONTENTS);
    let mut written = 0;
    for room in &ROOMS {
        let place = folder.join(room.name);
        std::fs::create_dir_all(&place).with_context(|| format!("cannot make {}", place.display()))?;
        let _ = writeln!(index, "\n## {}\n", room.title);
        let (mut atomics, mut others) = (Vec::new(), Vec::new());
        for name in mnemonics(room.target) {
            let sections = operations.sections(room, name);
            let rows = rows(room.target, name).unwrap_or_default();
            let failures = failures::section(room, name);
            let page = format!("# {name}\n\n{}\n\n{}\n\n{rows}{failures}{sections}", room.title, html::CONTENTS);
            let link = format!("<li><a href=\"{}/{name}.html\"><code>{name}</code></a></li>\n", room.name);
            if sections.is_empty() {
                others.push(link)
            } else {
                atomics.push(link)
            }
            let title = format!("{name} on {}", room.title);
            files::write(&place.join(format!("{name}.html")), html::page(&title, &page, "../").as_bytes())?;
            written += 1;
        }
        for (title, links) in [("Atomics", atomics), ("All others", others)] {
            let _ = writeln!(index, "### {title}\n\n<ul class=\"names\">\n{}</ul>\n", links.concat());
        }
    }
    let assumptions = crate::about::markdown(assume::ALL.iter(), true);
    let assumptions = assumptions.replacen("\n## ", &format!("\n{}\n\n## ", html::CONTENTS), 1);
    files::write(&folder.join("assumptions.html"), html::page("Assumptions", &assumptions, "").as_bytes())?;
    files::write(&folder.join("index.html"), html::page("Instructions", &index, "").as_bytes())?;
    say!("{written} pages in {}", folder.display());
    Ok(Exit::Yes)
}
