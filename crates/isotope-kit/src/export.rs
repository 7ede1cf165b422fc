//! A kit as files.

use std::collections::{BTreeMap, BTreeSet};

use isotope::answer::{self, Hex};
use isotope::{Error, Op, Result, load_with};
use serde::{Serialize, Serializer};
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::case::{Argument, Case, GROUP, Output, bytes};
use crate::file::{
    ArgumentFile, BufferFile, CaseFile, LaunchFile, ListedFile, ManifestFile, OutputFile, PlacedFile, SumFile,
};
use crate::{CASE_SCHEMA, FAMILIES, SCHEMA, TARGETS, binary, cases, ops};

/// The selected part of the kit; an empty list selects everything.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// Targets.
    pub targets: Vec<String>,
    /// Families.
    pub only: Vec<String>,
}

/// A file of a kit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Its path from the top folder, with `/` between the parts.
    pub path: String,
    /// Contents.
    pub bytes: Vec<u8>,
}

/// The file that identifies the folder of a kit.
pub const MANIFEST: &str = "manifest.json";

/// Files that are the same in every kit.
const FIXED: [(&str, &[u8]); 9] = [
    ("LICENSE-APACHE", include_bytes!("../LICENSE-APACHE")),
    ("LICENSE-MIT", include_bytes!("../LICENSE-MIT")),
    ("README.md", include_bytes!("../runner/README.md")),
    ("adapters/opencl.py", include_bytes!("../runner/adapters/opencl.py")),
    ("adapters/tinygrad_emulator.py", include_bytes!("../runner/adapters/tinygrad_emulator.py")),
    ("run.py", include_bytes!("../runner/run.py")),
    ("schema/case.schema.json", include_bytes!("../schema/case.schema.json")),
    ("schema/manifest.schema.json", include_bytes!("../schema/manifest.schema.json")),
    ("schema/results.schema.json", include_bytes!("../schema/results.schema.json")),
];

/// Sources by name, with their includes.
const SOURCES: [(&str, &[u8]); 11] = [
    ("amd.h", include_bytes!("../files/src/amd.h")),
    ("build.sh", include_bytes!("../files/build.sh")),
    ("images.cl", include_bytes!("../files/src/images.cl")),
    ("ops.cl", include_bytes!("../files/src/ops.cl")),
    ("ops.cu", include_bytes!("../files/src/ops.cu")),
    ("ops_intel.cl", include_bytes!("../files/src/ops_intel.cl")),
    ("sums_intel.cl", include_bytes!("../files/src/sums_intel.cl")),
    ("surfaces.ptx", include_bytes!("../files/src/surfaces.ptx")),
    ("sync.cl", include_bytes!("../files/src/sync.cl")),
    ("typed.py", include_bytes!("../files/src/typed.py")),
    ("typed_intel.cl", include_bytes!("../files/src/typed_intel.cl")),
];

/// Whether the text of a manifest identifies a kit.
pub fn marks(manifest: &[u8]) -> bool {
    serde_json::from_slice(manifest).is_ok_and(|value: Value| value["schema"] == SCHEMA)
}

/// The files of a kit, sorted by path. The same selection gives the same bytes.
///
/// # Errors
/// A target or family that the kit lacks.
pub fn export(selection: &Selection) -> Result<Vec<File>> {
    known("target", &selection.targets, &TARGETS)?;
    known("family", &selection.only, &FAMILIES)?;
    let wanted = |list: &[String], name: &str| list.is_empty() || list.iter().any(|one| one == name);
    let mut files: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    let mut listed = Vec::new();
    let mut binaries = BTreeSet::new();
    for case in cases(|target, family, _| wanted(&selection.targets, target) && wanted(&selection.only, family))? {
        for buffer in &case.buffers {
            files.insert(input(&case, buffer.name), bytes(&buffer.input, buffer.width));
        }
        for output in &case.outputs {
            files.insert(expected(&case, output), bytes(&output.expected, case.width(output.buffer)));
        }
        binaries.insert(case.file.clone());
        binaries.extend(case.code.clone());
        let text = document(&case)?;
        let path = format!("cases/{}.json", case.id);
        listed.push(ListedFile {
            id: case.id,
            family: case.family,
            target: case.target,
            about: case.about,
            operation: case.operation,
            needs: case.needs,
            path: path.clone(),
            asked: asked(&text)?,
        });
        files.insert(path, text.into_bytes());
    }
    for place in binaries {
        files.insert(format!("files/{place}"), binary(&place)?.to_vec());
    }
    for (name, content) in SOURCES {
        files.insert(format!("src/{name}"), content.to_vec());
    }
    for (path, content) in FIXED {
        files.insert(path.into(), content.to_vec());
    }
    let sums = files.iter().map(|(path, content)| SumFile { path, bytes: content.len(), sha256: sha256(content) });
    let manifest = answer::part(&ManifestFile {
        schema: SCHEMA,
        isotope: env!("CARGO_PKG_VERSION"),
        licence: "MIT OR Apache-2.0",
        wave: GROUP,
        cases: listed,
        files: sums.collect(),
    });
    files.insert(MANIFEST.into(), format!("{manifest:#}\n").into_bytes());
    Ok(files.into_iter().map(|(path, bytes)| File { path, bytes }).collect())
}

fn known(what: &str, given: &[String], all: &[&str]) -> Result<()> {
    match given.iter().find(|name| !all.contains(&name.as_str())) {
        None => Ok(()),
        Some(name) => Err(Error::new(format!("{what}: expected {}, found `{name}`", all.join(", ")))),
    }
}

fn input(case: &Case, buffer: &str) -> String {
    format!("data/{}/{buffer}.in", case.id)
}

fn expected(case: &Case, output: &Output) -> String {
    format!("data/{}/{}.expected", case.id, output.buffer)
}

/// The file of a case.
pub(crate) fn document(case: &Case) -> Result<String> {
    let code = case.code.as_deref().map(binary).transpose()?;
    let image = load_with(binary(&case.file)?, |_| code.map(<[u8]>::to_vec))?;
    let mut launches = Vec::new();
    for launch in &case.launches {
        let kernel = image.kernel(Some(&launch.kernel)).map_err(Error::new)?;
        let mut arguments = Vec::new();
        for (argument, param) in launch.arguments.iter().zip(&kernel.params) {
            let argument = match *argument {
                Argument::Buffer(name) => ArgumentFile::Buffer { name },
                Argument::Word(value) => ArgumentFile::U32 { value },
                Argument::Image { buffer, float, width } => {
                    ArgumentFile::Image { name: buffer, format: if float { "r32_float" } else { "r32_uint" }, width }
                }
                Argument::Surface(name, bytes) => ArgumentFile::Surface { name, bytes },
            };
            arguments.push(PlacedFile { argument, offset: param.offset, size: param.size });
        }
        let (grid, block) = ([launch.groups, 1, 1], [GROUP, 1, 1]);
        launches.push(LaunchFile { kernel: &launch.kernel, grid, block, arguments });
    }
    let buffers = case.buffers.iter().map(|buffer| {
        let content = bytes(&buffer.input, buffer.width);
        BufferFile {
            name: buffer.name,
            ty: word(buffer.width),
            bytes: content.len(),
            align: 256,
            input: input(case, buffer.name),
            sha256: sha256(&content),
        }
    });
    let outputs = case.outputs.iter().map(|output| {
        let width = case.width(output.buffer);
        let content = bytes(&output.expected, width);
        OutputFile {
            buffer: output.buffer,
            ty: word(width),
            bytes: content.len(),
            expected: expected(case, output),
            sha256: sha256(&content),
            open: &output.open,
            any_order: output.any_order,
            reasons: &output.reasons,
            why: &output.why,
        }
    });
    let mut file = CaseFile {
        schema: CASE_SCHEMA,
        id: &case.id,
        family: case.family,
        target: case.target,
        about: &case.about,
        operation: case.operation.as_deref(),
        file: format!("files/{}", case.file),
        code: case.code.as_ref().map(|place| format!("files/{place}")),
        source: format!("src/{}", case.source),
        needs: case.needs,
        buffers: buffers.collect(),
        launches,
        rules: &case.rules,
        outputs: outputs.collect(),
        asked: String::new(),
        readings: Vec::new(),
    };
    file.asked = sum_of(case, &file)?;
    file.readings = readings(case, &answer::part(&file))?;
    Ok(format!("{}\n", answer::part(&file)))
}

/// The SHA-256 of some bytes, in hexadecimal.
///
/// ```
/// assert_eq!(isotope_kit::sha256(b"abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
/// ```
pub fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A hash of what is asked and expected, without explanations: results stay valid while explanations change.
fn sum_of(case: &Case, document: &CaseFile<'_>) -> Result<String> {
    let outputs = document.outputs.iter().map(|o| (o.buffer, &o.sha256, o.open, o.any_order)).collect::<Vec<_>>();
    let file = sha256(binary(&case.file)?);
    let code = case.code.as_deref().map(|place| binary(place).map(sha256)).transpose()?;
    let asked = answer::part(&(file, code, &document.buffers, &document.launches, outputs));
    Ok(sha256(asked.to_string().as_bytes()))
}

/// The hash in the file of a case.
pub(crate) fn asked(document: &str) -> Result<String> {
    let value: Value = serde_json::from_str(document).map_err(Error::new)?;
    Ok(value["asked"].as_str().unwrap_or("").into())
}

fn word(width: usize) -> &'static str {
    if width == 8 { "u64" } else { "u32" }
}

/// The result of a case under another alternative of an assumption.
#[derive(Serialize)]
pub(crate) struct AlternativeValues {
    pub assumption: &'static str,
    pub reading: String,
    /// Whether the assumption has no evidence, so that this alternative is as good.
    pub allowed: bool,
    pub grade: &'static str,
    pub source: &'static str,
    pub statement: &'static str,
    /// What stops the launch under it.
    pub stopped: Option<String>,
    #[serde(serialize_with = "by_buffer")]
    pub values: Values,
}

/// The alternatives under which a case leaves other memory. `document` is the case under defaults.
pub(crate) fn readings(case: &Case, document: &Value) -> Result<Vec<AlternativeValues>> {
    let mut all = Vec::new();
    for id in &case.assumptions {
        let Some(entry) = isotope::assumption(id) else { continue };
        for choice in entry.alternatives {
            let choice = choice.split(' ').next().unwrap_or(choice);
            let (stopped, values) = match &case.operation {
                // Apart from the operation, surfaces and images have no rules with alternatives.
                Some(text) => match ops::operation(text, &format!(",{id}={choice}")) {
                    Ok(op) => (None, by_operation(case, &op)),
                    Err(_) => continue,
                },
                None => by_running(case, document, &format!("{id}={choice}"))?,
            };
            if stopped.is_some() || values.iter().any(|(_, values)| !values.is_empty()) {
                let grade = entry.actual_grade().name();
                all.push(AlternativeValues {
                    assumption: id,
                    reading: choice.into(),
                    allowed: grade == "assumed",
                    grade,
                    source: entry.source,
                    statement: entry.statement,
                    stopped,
                    values,
                });
            }
        }
    }
    Ok(all)
}

/// For each output the elements that differ from the expected ones, with their values; `None` where it is unspecified.
pub(crate) type Values = Vec<(&'static str, Vec<(usize, Option<u64>)>)>;

/// Values as an object with a field for each output.
fn by_buffer<S: Serializer>(values: &Values, serializer: S) -> Result<S::Ok, S::Error> {
    let hex = |(at, value): &(usize, Option<u64>)| (*at, value.map(Hex::new));
    serializer.collect_map(values.iter().map(|(name, values)| (name, values.iter().map(hex).collect::<Vec<_>>())))
}

/// The result of another operation in place of the case's. An element of memory is one input: the items of a surface name each element
/// once.
pub(crate) fn by_operation(case: &Case, op: &Op) -> Values {
    let sources = inputs(case);
    let differing = |output: &Output| {
        let part = |i: usize| {
            let (mem, src) = sources(i, output.buffer)?;
            let applied = op.apply(mem, src);
            Some(if output.buffer == "mem" { applied.new } else { applied.returned })
        };
        (0..output.expected.len())
            .filter(|i| !output.open.contains(i))
            .filter_map(|i| Some((i, part(i)?)))
            .filter(|(i, value)| *value != Some(output.expected[*i]))
            .collect()
    };
    case.outputs.iter().map(|output| (output.buffer, differing(output))).collect()
}

/// Memory and sources of an element of an output: those of the item with the same number, or of the one that names the element.
pub(crate) fn inputs(case: &Case) -> impl Fn(usize, &str) -> Option<(u64, [u64; 2])> + '_ {
    let mem = case.buffer("mem").map_or(&[][..], |buffer| &buffer.input);
    let unit = case.unit;
    let at = case.buffer("at").map(|buffer| buffer.input.iter().map(|at| at / unit).collect::<Vec<u64>>());
    let source = |name: &str, item: usize| case.buffer(name).map_or(0, |buffer| buffer.input[item]);
    move |element, output| {
        let (item, place) = match (&at, output) {
            (None, _) => (element, element),
            (Some(at), "mem") => (at.iter().position(|at| *at == element as u64)?, element),
            (Some(at), _) => (element, usize::try_from(*at.get(element)?).ok()?),
        };
        // Memory behind a surface has no input.
        let inside = case.outputs[0].expected.len() - if at.is_some() { crate::surfaces::BEHIND } else { 0 };
        (place < inside).then(|| (mem[place], [source("src0", item), source("src1", item)]))
    }
}

fn by_running(case: &Case, document: &Value, reading: &str) -> Result<(Option<String>, Values)> {
    let read = |path: &str| {
        if let Some(place) = path.strip_prefix("files/") {
            return Ok(binary(place)?.to_vec());
        }
        let buffer = case.buffers.iter().find(|buffer| path == input(case, buffer.name));
        let buffer = buffer.ok_or_else(|| Error::new(format!("no `{path}`")))?;
        Ok(bytes(&buffer.input, buffer.width))
    };
    let found = crate::answer(&document.to_string(), read, [reading], 0)?;
    if found.stopped.is_some() {
        return Ok((found.stopped.map(|text| text.lines().next().unwrap_or("").to_string()), Vec::new()));
    }
    let differing = |output: &Output| {
        let bytes = found.buffers.iter().find(|(name, _)| name == output.buffer).map_or(&[][..], |(_, bytes)| bytes);
        let mut values = elements(bytes, case.width(output.buffer));
        let mut expected = output.expected.clone();
        if output.any_order {
            values.sort_unstable();
            expected.sort_unstable();
        }
        let pairs = values.into_iter().zip(expected).enumerate();
        pairs.filter(|(_, (value, expected))| value != expected).map(|(i, (value, _))| (i, Some(value))).collect()
    };
    Ok((None, case.outputs.iter().map(|output| (output.buffer, differing(output))).collect()))
}

/// Bytes as elements.
pub(crate) fn elements(bytes: &[u8], width: usize) -> Vec<u64> {
    bytes.chunks_exact(width).map(|element| element.iter().rev().fold(0, |v, byte| v << 8 | u64::from(*byte))).collect()
}
