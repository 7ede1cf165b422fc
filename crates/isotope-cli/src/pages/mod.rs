//! `isotope docs`: the reference page of an instruction, in the terminal or all of them as HTML.
//!
//! A page is a value of the library ([`isotope::page`]); here it becomes HTML, text for 80 columns, or JSON.

pub mod executions;
pub mod explorer;
mod html;
pub mod site;
mod terminal;

use std::path::Path;

use anyhow::bail;
use isotope::TARGETS;
use isotope::answer;
use isotope::page::{Page, Pages};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::args::DocsArgs;
use crate::exit::{Exit, Result, say};
use crate::files;
use crate::target;
use site::{Families, Site};

pub fn main(args: &DocsArgs) -> Result {
    if let Some(folder) = &args.export {
        return export(folder, args.wasm.as_deref());
    }
    if args.wasm.is_some() {
        bail!("--wasm is for --export DIR, which writes the explorer");
    }
    let Some(wanted) = &args.form else {
        let names: Vec<String> = args.target.pages().into_iter().map(|(name, _)| name).collect();
        let answer = DocsJson { target: args.target.shown(), pages: &names };
        return files::answer(&if args.json {
            format!("{:#}\n", answer::json(&answer))
        } else {
            names.join("\n") + "\n"
        });
    };
    // `sm_50:ATOM.INC`, as operations are named.
    let named = wanted.split_once(':').and_then(|(target, name)| Some((target::parse(target).ok()?, name)));
    let (target, wanted) = named.unwrap_or((args.target, wanted));
    let pages = Pages::default();
    let shown = target.shown();
    let own = pages.page(TARGETS.find(shown)?, wanted);
    let Some(page) = own.map_or_else(|| found(&pages, shown, wanted), |page| Ok(Some(page)))? else {
        let name = wanted.split('.').next().unwrap_or("");
        bail!("no instruction `{name}` on {}; `isotope docs` lists the instructions", target);
    };
    if let Some(why) = target.refuses(wanted) {
        say!("error: {why}");
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

/// Output of `isotope docs --json` without an instruction.
#[derive(Serialize, JsonSchema)]
pub struct DocsJson<'a> {
    target: &'a str,
    pages: &'a [String],
}

/// The page with this name among its other names, if only one has it.
fn found(pages: &Pages, target: &str, wanted: &str) -> anyhow::Result<Option<Page>> {
    let isa = TARGETS.find(target)?;
    let named = pages.named(isa, wanted);
    match named.as_slice() {
        [] => Ok(None),
        [one] => Ok(pages.page(isa, one)),
        _ => bail!("`{wanted}` is on the pages {} of {target}: name one of them", named.join(", ")),
    }
}

/// Writes every page of every instruction set, the assumptions, an index, and the explorer where its library is there.
fn export(folder: &Path, wasm: Option<&Path>) -> Result {
    let explorer = explorer::find(wasm)?;
    // Half of the pages are none: links would lead nowhere. Whether there is room for them is known before they are made.
    let staged = files::Staged::create(folder)?;
    let site = Site::new(explorer.as_deref());
    let mut families = Families::default();
    let mut written = 0;
    let (mut data, mut scripts) = (Vec::new(), Vec::new());
    for target in TARGETS.newest() {
        let mut short = Vec::new();
        for page in site.pages.all(target) {
            families.add(target, &page);
            short.push((page.name.clone(), page.short()));
            let name = format!("{}/{}.html", target.isa().name, page.name);
            staged.write(&name, site.instruction(target, &page).as_bytes())?;
            data.push(page.json());
            written += 1;
        }
        if explorer.is_some() {
            scripts.push(isotope_web::site::instructions(target.isa().name, short.into_iter()));
        }
    }
    for (name, text) in site.others().into_iter().chain(scripts) {
        staged.write(&name, text.as_bytes())?;
    }
    staged.write("index.html", site.index(&families).as_bytes())?;
    staged.write("instructions.json", format!("{:#}\n", Value::from(data)).as_bytes())?;
    staged.finish()?;
    say!("{written} pages in {}", folder.display());
    match explorer {
        Some(_) => say!("the explorer is {}", folder.join(isotope_web::site::PAGE).display()),
        None => say!("note: without the explorer: {}", explorer::missing()),
    }
    Ok(Exit::Yes)
}
