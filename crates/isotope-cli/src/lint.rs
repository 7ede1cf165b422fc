//! `isotope lint`: what can be wrong with kernels, from their code alone.

use isotope::Linted;

use crate::args::LintArgs;
use crate::exit::{Exit, Result};
use crate::{assume, files, run};

pub fn main(args: &LintArgs) -> Result {
    if args.rules {
        return files::answer(&isotope::lint_rules());
    }
    let assumptions = assume::choices(&args.assume)?;
    let (mut out, mut all) = (String::new(), Vec::new());
    for file in &args.files {
        let image = run::load(file, args.of.target, args.of.kernel.as_deref(), args.of.isa_files)?;
        let found = isotope::lint(&image, args.of.kernel.as_deref(), assumptions);
        let found = found.map_err(|e| anyhow::anyhow!("`{}`: {e}", file.display()))?;
        let name = file.to_string_lossy().into_owned();
        if args.json {
            out.push_str(&format!("{}\n", found.json(&name)));
        } else if !args.sarif {
            if args.files.len() > 1 {
                out.push_str(&format!("== {name}\n"));
            }
            out.push_str(&found.text());
        }
        all.push((name, found));
    }
    if args.sarif {
        out = format!("{:#}\n", Linted::sarif(&all));
    }
    files::print(&out)?;
    Ok(if all.iter().all(|(_, found)| found.is_clean()) { Exit::Yes } else { Exit::No })
}
