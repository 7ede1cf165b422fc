//! The manifest of a kit and the files of its cases as JSON; `schema/` describes their fields.

use isotope::Supported;
use serde::Serialize;

use crate::export::AlternativeValues;

/// `manifest.json`.
#[derive(Serialize)]
pub(crate) struct ManifestFile<'a> {
    pub schema: &'a str,
    pub isotope: &'a str,
    pub licence: &'a str,
    pub wave: u32,
    pub cases: Vec<ListedFile>,
    pub files: Vec<SumFile<'a>>,
}

/// A case in the manifest.
#[derive(Serialize)]
pub(crate) struct ListedFile {
    pub id: String,
    pub family: &'static str,
    pub target: &'static str,
    pub about: String,
    pub operation: Option<String>,
    pub needs: &'static [&'static str],
    pub path: String,
    pub asked: String,
}

#[derive(Serialize)]
pub(crate) struct SumFile<'a> {
    pub path: &'a str,
    pub bytes: usize,
    pub sha256: String,
}

/// The file of a case.
#[derive(Serialize)]
pub(crate) struct CaseFile<'a> {
    pub schema: &'a str,
    pub id: &'a str,
    pub family: &'a str,
    pub target: &'a str,
    pub about: &'a str,
    pub operation: Option<&'a str>,
    pub file: String,
    pub code: Option<String>,
    pub source: String,
    pub needs: &'a [&'a str],
    pub buffers: Vec<BufferFile<'a>>,
    pub launches: Vec<LaunchFile<'a>>,
    pub rules: &'a [Supported],
    pub outputs: Vec<OutputFile<'a>>,
    pub asked: String,
    pub readings: Vec<AlternativeValues>,
}

#[derive(Serialize)]
pub(crate) struct BufferFile<'a> {
    pub name: &'a str,
    #[serde(rename = "type")]
    pub ty: &'a str,
    pub bytes: usize,
    pub align: u32,
    pub input: String,
    pub sha256: String,
}

#[derive(Serialize)]
pub(crate) struct LaunchFile<'a> {
    pub kernel: &'a str,
    pub grid: [u32; 3],
    pub block: [u32; 3],
    pub arguments: Vec<PlacedFile<'a>>,
}

/// An argument, and where it lies among the arguments.
#[derive(Serialize)]
pub(crate) struct PlacedFile<'a> {
    #[serde(flatten)]
    pub argument: ArgumentFile<'a>,
    pub offset: u32,
    pub size: u32,
}

#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(crate) enum ArgumentFile<'a> {
    Buffer { name: &'a str },
    Surface { name: &'a str, bytes: u32 },
    Image { name: &'a str, format: &'a str, width: u32 },
    U32 { value: u32 },
}

#[derive(Serialize)]
pub(crate) struct OutputFile<'a> {
    pub buffer: &'a str,
    #[serde(rename = "type")]
    pub ty: &'a str,
    pub bytes: usize,
    pub expected: String,
    pub sha256: String,
    pub open: &'a [usize],
    pub any_order: bool,
    pub reasons: &'a [Vec<usize>],
    pub why: &'a [usize],
}
