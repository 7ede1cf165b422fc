//! `isotope docs`: the reference page of an instruction, in the terminal or all of them as HTML.
//!
//! A page is Markdown: the rows' own text, then for each atomic what it does, computed and printed from the definition
//! that runs. HTML is the same Markdown with links between pages.

pub mod executions;
mod html;

use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Context, bail};
use isotope::page::{Operations, failures};
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
    let mut out = String::new();
    let Some(wanted) = &args.form else {
        for name in args.target.mnemonics() {
            let _ = writeln!(out, "{name}");
        }
        files::print(&out)?;
        return Ok(Exit::Yes);
    };
    let wanted = &args.target.page_of(wanted);
    let Some(rows) = args.target.rows(wanted) else {
        let name = wanted.split('.').next().unwrap_or("");
        bail!("no instruction `{name}` on {}; `isotope docs` lists the mnemonics", args.target);
    };
    if let Some(why) = args.target.refuses(wanted) {
        eprintln!("error: {why}");
        return Ok(Exit::No);
    }
    out.push_str(&rows);
    let operations = Operations::default();
    let isa = args.target.isa();
    out.push_str(&failures(isa::find(isa.newest)?, wanted));
    out.push_str(&operations.sections(isa, wanted));
    files::print(&out)?;
    Ok(Exit::Yes)
}

/// Writes every page of every instruction set, the assumptions, and an index.
fn export(folder: &Path) -> Result {
    let operations = Operations::default();
    let mut index = format!("# Instructions\n\n{}\n", html::CONTENTS);
    let mut written = 0;
    for target in isa::newest() {
        let isa = target.isa();
        let place = folder.join(isa.name);
        std::fs::create_dir_all(&place).with_context(|| format!("cannot make {}", place.display()))?;
        let _ = writeln!(index, "\n## {}\n", isa.title);
        let (mut atomics, mut others) = (Vec::new(), Vec::new());
        for name in target.mnemonics() {
            let sections = operations.sections(isa, name);
            let rows = target.rows(name).unwrap_or_default();
            let failed = failures(target, name);
            let page = format!("# {name}\n\n{}\n\n{}\n\n{rows}{failed}{sections}", isa.title, html::CONTENTS);
            let link = format!("<li><a href=\"{}/{name}.html\"><code>{name}</code></a></li>\n", isa.name);
            if sections.is_empty() {
                others.push(link)
            } else {
                atomics.push(link)
            }
            let title = format!("{name} on {}", isa.title);
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
    let sources = crate::about::sources_page(true);
    files::write(&folder.join("sources.html"), html::page("Sources", &sources, "").as_bytes())?;
    files::write(&folder.join("index.html"), html::page("Instructions", &index, "").as_bytes())?;
    say!("{written} pages in {}", folder.display());
    Ok(Exit::Yes)
}
