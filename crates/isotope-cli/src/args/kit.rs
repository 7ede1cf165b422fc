//! Arguments of the verb for conformance kits.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueHint};

/// What `kit` does.
#[derive(Debug, Subcommand)]
pub enum KitCommand {
    /// Write the kit into a folder: programs, inputs, expected memory, the runner
    #[command(
        after_help = "Examples:\n  isotope kit export kit\n  isotope kit export kit -t gfx1100 --only gws --only gds"
    )]
    Export(KitExportArgs),
    /// Answer a case of a kit, as the runner asks implementations
    #[command(
        after_help = "Examples:\n  python3 kit/run.py -- isotope kit answer\n  isotope kit answer kit/cases/gfx1100-gws-barrier.json out\n\n\
                      Exit status: 0 it ran; 2 bad usage; 4 the simulated program faulted or hung."
    )]
    Answer(KitAnswerArgs),
    /// Say what the differences in results of the runner mean: rule, source, what else would give the same
    #[command(
        after_help = "Examples:\n  isotope kit explain results.json\n  isotope kit explain results.json --markdown > table.md\n\n\
                      Exit status: 0 nothing contradicts a source; 1 something does, or a case has no answer; 3 no case was answered."
    )]
    Explain(KitExplainArgs),
}

#[derive(Debug, Args)]
pub struct KitExportArgs {
    /// The folder, which is new, empty or an earlier kit; a kit is replaced as a whole
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub dir: PathBuf,
    /// Only cases for this target: gfx1100, sm_50, tgllp, dg2; may be repeated
    #[arg(short = 't', long = "target", value_name = "TARGET")]
    pub targets: Vec<String>,
    /// Only this family: float, incdec, cas, surfaces, gws, gds, ordered_count, append; may be repeated
    #[arg(long, value_name = "FAMILY")]
    pub only: Vec<String>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct KitAnswerArgs {
    /// The case, in the folder `cases` of its kit
    #[arg(value_name = "CASE.json", value_hint = ValueHint::FilePath)]
    pub case: PathBuf,
    /// The folder that gets a file NAME.bin for each buffer; made where there is none
    #[arg(value_name = "OUT", value_hint = ValueHint::DirPath)]
    pub out: PathBuf,
    /// Choose another value of an assumption, where the documents are silent; see `isotope assumptions`
    #[arg(long, value_name = "ID=VALUE")]
    pub assume: Vec<String>,
    /// Draw the schedule from this seed; 0 takes waves in order
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub seed: u64,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct KitExplainArgs {
    /// What the runner has written, or `-`
    #[arg(value_name = "RESULTS.json", value_hint = ValueHint::FilePath)]
    pub results: PathBuf,
    /// Print one JSON object
    #[arg(long, conflicts_with = "markdown")]
    pub json: bool,
    /// Print a table of Markdown
    #[arg(long)]
    pub markdown: bool,
}
