//! What campaigns take.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueHint};

use super::launch::shard;

/// The steps of a campaign.
#[derive(Debug, Subcommand)]
pub enum CampaignCommand {
    /// Make a plan of a text: its jobs in chunks, with the files that it names
    #[command(
        after_help = "Example: isotope campaign plan wrap.toml --out wrap\n\ndocs/campaigns.md says what the text has."
    )]
    Plan(CampaignPlanArgs),
    /// Do the chunks that are not there yet, or a part of them
    #[command(
        after_help = "Examples:\n  isotope campaign run wrap\n  isotope campaign run wrap --shard 3/16 --jobs 1\n\n\
                      A chunk's file appears when the chunk is done. What is there stays; what is damaged is done again.\n\n\
                      Exit status: 0 nothing failed in this part; 1 something did; 2 bad usage, or an implementation that cannot be run; 3 all that failed is undecided."
    )]
    Run(CampaignRunArgs),
    /// Say which chunks are there
    #[command(
        after_help = "Example: isotope campaign status wrap\n\nExit status: 0 all chunks are there; 3 some are not."
    )]
    Status(CampaignStatusArgs),
    /// Put all chunks together: counts, failures, one digest
    #[command(
        after_help = "Examples:\n  isotope campaign merge wrap\n  isotope campaign merge wrap from-ci/part-*\n\nWrites merged.json into the folder.\n\n\
                      Exit status: 0 nothing failed; 1 something did; 2 chunks are missing (see --partial); 3 all that failed is undecided."
    )]
    Merge(CampaignMergeArgs),
    /// Write the result as one HTML page
    #[command(after_help = "Example: isotope campaign report wrap -o wrap.html\n\nExit status: as of merge.")]
    Report(CampaignReportArgs),
}

#[derive(Debug, Args)]
pub struct CampaignPlanArgs {
    /// The text of the campaign, TOML; paths in it begin at its folder
    #[arg(value_name = "SPEC", value_hint = ValueHint::FilePath)]
    pub spec: PathBuf,
    /// The folder of the campaign; without it, one beside the text that is called as it is
    #[arg(short, long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub out: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct CampaignRunArgs {
    /// The folder of the campaign, which has plan.json
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub dir: PathBuf,
    /// Do part I of N of the chunks, counted from 0
    #[arg(long, value_name = "I/N", value_parser = shard)]
    pub shard: Option<(u64, u64)>,
    /// Chunks at a time; 0 is one for each core
    #[arg(short, long, value_name = "N", default_value_t = 0)]
    pub jobs: usize,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct CampaignStatusArgs {
    /// The folder of the campaign
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub dir: PathBuf,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct CampaignMergeArgs {
    /// The folder of the campaign
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub dir: PathBuf,
    /// Other folders in which chunks of the same plan are
    #[arg(value_name = "MORE", value_hint = ValueHint::DirPath)]
    pub more: Vec<PathBuf>,
    /// Also where chunks are missing
    #[arg(long)]
    pub partial: bool,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct CampaignReportArgs {
    /// The folder of the campaign
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub dir: PathBuf,
    /// Other folders in which chunks of the same plan are
    #[arg(value_name = "MORE", value_hint = ValueHint::DirPath)]
    pub more: Vec<PathBuf>,
    /// Where the page goes; without it, report.html in the folder
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub output: Option<PathBuf>,
    /// Also where chunks are missing
    #[arg(long)]
    pub partial: bool,
    /// Print the result as one JSON object, too
    #[arg(long)]
    pub json: bool,
}
