//! `isotope docs`: the reference page of an instruction, in the terminal or all of them as HTML.
//!
//! A page is a value of the library ([`isotope::page`]); here it becomes HTML, text for 80 columns, or JSON.

pub mod executions;
mod html;
mod terminal;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Context, bail};
use isotope::page::{Page, Pages, Traits};
use isotope_op::assume;
use isotope_targets::isa;

use crate::args::DocsArgs;
use crate::exit::{Exit, Result, say};
use crate::files;

/// Run the command.
pub fn main(args: &DocsArgs) -> Result {
    if let Some(folder) = &args.export {
        return export(folder);
    }
    let Some(wanted) = &args.form else {
        let names: Vec<String> = args.target.pages().into_iter().map(|(name, _)| name).collect();
        files::print(&if args.json { format!("{:#}\n", serde_json::json!(names)) } else { names.join("\n") + "\n" })?;
        return Ok(Exit::Yes);
    };
    let pages = Pages::default();
    let isa = args.target.isa();
    let Some(page) = pages.page(isa::find(isa.newest)?, wanted).or_else(|| found(&pages, isa.newest, wanted)) else {
        let name = wanted.split('.').next().unwrap_or("");
        bail!("no instruction `{name}` on {}; `isotope docs` lists the instructions", args.target);
    };
    if let Some(why) = args.target.refuses(wanted) {
        eprintln!("error: {why}");
        return Ok(Exit::No);
    }
    if args.json {
        files::print(&format!("{:#}\n", page.json()))?;
    } else if args.markdown {
        files::print(&format!("# {}\n\n{}", page.name, page.markdown()))?;
    } else {
        files::print(&terminal::page(&page.name, &page.markdown()))?;
    }
    Ok(Exit::Yes)
}

/// The page with this name among its other names, if only one has it.
fn found(pages: &Pages, target: &str, wanted: &str) -> Option<Page> {
    let named = pages.named(isa::find(target).ok()?, wanted);
    let [one] = named.as_slice() else {
        if !named.is_empty() {
            eprintln!("note: `{wanted}` is on the pages {}", named.join(", "));
        }
        return None;
    };
    pages.page(isa::find(target).ok()?, one)
}

/// Writes every page of every instruction set, the assumptions, and an index.
fn export(folder: &Path) -> Result {
    let pages = Pages::default();
    let mut index = format!("# Instructions\n\n{}\n", html::CONTENTS);
    let mut written = 0;
    let mut data = Vec::new();
    for target in isa::newest() {
        let isa = target.isa();
        let place = folder.join(isa.name);
        std::fs::create_dir_all(&place).with_context(|| format!("cannot make {}", place.display()))?;
        let _ = writeln!(index, "\n## {} {{#{}}}\n", isa.title, isa.name);
        let mut families: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for page in pages.all(target) {
            let Page { name, .. } = &page;
            let markdown = format!("# {name}\n\n{}\n\n{}\n\n{}", isa.title, html::CONTENTS, page.markdown());
            let link = format!("<li><a href=\"{}/{name}.html\"><code>{name}</code></a></li>\n", isa.name);
            families.entry(family(&page)).or_default().push(link);
            let title = format!("{name} on {}", isa.title);
            files::write(&place.join(format!("{name}.html")), html::page(&title, &markdown, "../").as_bytes())?;
            data.push(page.json());
            written += 1;
        }
        for (title, links) in families {
            let _ = writeln!(
                index,
                "<details><summary>{title}: {}</summary>\n<ul class=\"names\">\n{}</ul></details>\n",
                links.len(),
                links.concat()
            );
        }
    }
    let assumptions = crate::about::markdown(assume::ALL.iter(), true);
    let assumptions = assumptions.replacen("\n## ", &format!("\n{}\n\n## ", html::CONTENTS), 1);
    files::write(&folder.join("assumptions.html"), html::page("Assumptions", &assumptions, "").as_bytes())?;
    let contradictions = crate::about::contradictions_page();
    files::write(&folder.join("contradictions.html"), html::page("Contradictions", &contradictions, "").as_bytes())?;
    let sources = crate::about::sources_page(true);
    files::write(&folder.join("sources.html"), html::page("Sources", &sources, "").as_bytes())?;
    files::write(&folder.join("index.html"), html::page("Instructions", &index, "").as_bytes())?;
    files::write(&folder.join("instructions.json"), format!("{:#}\n", serde_json::json!(data)).as_bytes())?;
    say!("{written} pages in {}", folder.display());
    Ok(Exit::Yes)
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
