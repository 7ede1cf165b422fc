//! `isotope info`: what a file holds.

use crate::args::InfoArgs;
use crate::exit::Result;
use crate::{files, run};

pub fn main(args: &InfoArgs) -> Result {
    let image = run::load(&args.file, args.of.target, args.of.kernel.as_deref(), args.of.isa_files)?;
    let mut file = vec![args.file.to_string_lossy().into_owned()];
    file.extend(args.of.target.iter().flat_map(|target| ["-t".into(), target.name().into()]));
    file.extend(args.of.isa_files.then(|| "--isa-files".into()));
    let info = isotope::info(&image, args.of.kernel.as_deref())
        .map_err(|e| anyhow::anyhow!("`{}`: {e}", args.file.display()))?;
    files::answer(&if args.json { format!("{}\n", info.json(&file)) } else { info.text(&file) })
}
