//! Scenarios: several launches of an application on several files, and checks of memory between them and at the end.
//!
//! A scenario is JSON of schema `isotope-scenario/1`, an extension of the case format. It names its files, so it needs no other input.
//!
//! | field | content |
//! | --- | --- |
//! | `scenario`, `note`? | its name, a remark |
//! | `modules` | `[{"name", "files": {target: path}}]`: files of one program |
//! | `data`? | `[{"module"?, "name", "hex" or "parts", "targets"?}]`: initial data of a file |
//! | `heap`? | bytes of the device's heap, for `malloc` of kernels |
//! | `buffers` | as in a case; buffers keep their content from launch to launch, and so does data of files |
//! | `launches` | as in a case, with `module`, `shared`, `stack`, `offset`, `cooperative`, `targets` and `checks` |
//! | `checks` | as in a case, after the last launch; and `{"check": "data", "module"?, "name", "hex"}` |
//!
//! A scenario runs on the targets for which every module has a file. Paths are relative to the folder of the scenario.
//!
//! `data` gives all bytes of a `__constant__` or `__device__` variable. `parts` is a list of `{"hex"}` and `{"buffer", "offset"?}` (the
//! address of a buffer, or an address in it), which are concatenated.
//!
//! A launch uses the first module by default. `shared` is dynamic shared memory in bytes, `stack` the stack of a lane in bytes, `offset`
//! the first global ids (up to three numbers). `cooperative` is true if groups wait for each other. `checks` must hold after the launch.
//!
//! Arguments are as in a case, and `{"local": bytes}` (shared memory of the group) and `{"bytes": hex}` (a value of any size).

use isotope_option::OptionName;
use std::collections::BTreeMap;

use super::check::{Check, targets};
use super::json::{Node, quote};
use super::{
    Buffer, BufferSpec, Case, CaseError, CheckResult, LAUNCH, LaunchSpec, Parts, Verdict, head, json, launch, parts_of,
};

/// The only supported schema.
pub const SCHEMA: &str = "isotope-scenario/1";

/// Files of one program, one for each target.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Module {
    /// Its name in launches.
    pub name: String,
    /// Paths by target, with the names that checks use.
    pub files: BTreeMap<String, String>,
}

/// Bytes of data of a module.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Data {
    /// Position of the module.
    pub module: usize,
    /// Name of the object.
    pub name: String,
    /// All of its bytes, with addresses in them.
    pub bytes: Parts,
    targets: Option<Vec<String>>,
}

impl Data {
    /// Whether a target has it.
    pub fn applies(&self, target: &str) -> bool {
        self.targets.as_ref().is_none_or(|targets| targets.iter().any(|other| other == target))
    }
}

/// A launch, and the checks after it.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    /// Position of the module.
    pub module: usize,
    /// The launch.
    pub launch: LaunchSpec,
    /// Dynamic shared memory in bytes.
    pub shared: u32,
    /// Stack of a lane in bytes, in addition to what the file states.
    pub stack: Option<u32>,
    /// The first global ids.
    pub offset: [u32; 3],
    /// Whether groups may wait for each other.
    pub cooperative: bool,
    targets: Option<Vec<String>>,
    checks: Vec<Expectation>,
}

#[derive(Debug, Clone, PartialEq)]
enum Expectation {
    Memory(Check),
    Data(Data),
}

/// A scenario, read and checked.
#[derive(Debug, Clone, PartialEq)]
pub struct Scenario {
    /// Its name.
    pub name: String,
    /// A remark, if there is one.
    pub note: Option<String>,
    /// The files that it runs on.
    pub modules: Vec<Module>,
    /// Initial data of the files.
    pub data: Vec<Data>,
    /// Bytes of the device's heap, for `malloc` of kernels.
    pub heap: u64,
    /// Launches in order.
    pub steps: Vec<Step>,
    /// Unknown fields, which have no effect, one line each.
    pub warnings: Vec<String>,
    /// A case with only the buffers.
    case: Case,
    checks: Vec<Expectation>,
    /// Names of the instruction sets in cases.
    words: &'static [&'static str],
}

impl Scenario {
    /// Reads a scenario, which may name targets by these words ([`Registry::cases`](crate::Registry::cases)).
    ///
    /// # Errors
    /// [`CaseError`] names the position in the JSON and what to do.
    ///
    /// # Examples
    /// ```
    /// use isotope_target::case::Scenario;
    /// let text = r#"{"schema": "isotope-scenario/1", "scenario": "s", "modules": [{"name": "m", "files": {"sm_50": "m.cubin"}}],
    ///     "buffers": [{"name": "b", "type": "u32", "count": 1, "init": {"gen": "fill", "value": 0}}],
    ///     "launches": [{"entry": "k", "groups": 1, "group_size": 32, "args": [{"buffer": "b"}, {"local": 64}]}],
    ///     "checks": [{"check": "exact", "buffer": "b", "hex": "01000000"}]}"#;
    /// let scenario = Scenario::parse(isotope_targets::TARGETS.cases, text)?;
    /// assert_eq!(scenario.targets(), ["sm_50"]);
    /// # Ok::<(), isotope_target::case::CaseError>(())
    /// ```
    pub fn parse(words: &'static [&'static str], text: &str) -> Result<Scenario, CaseError> {
        let value = json(text)?;
        let root = Node::root(&value, words);
        let own = ["scenario", "modules", "data", "heap"];
        let hint = format!("cases have a schema of their own and go behind {}", OptionName::Case);
        let (buffers, mut warnings) = head(&root, (SCHEMA, hint.into()), &own)?;
        let modules = modules(&root.get("modules")?, &mut warnings)?;
        let list = |key: &str| root.optional(key).map_or(Ok(Vec::new()), |node| node.array());
        let data = list("data")?;
        let data =
            data.iter().map(|node| initial(node, &modules, &buffers, &mut warnings)).collect::<Result<_, _>>()?;
        let heap = root.optional("heap").map_or(Ok(0), |node| node.unsigned(super::MAX_BYTES))?;
        let steps = root.get("launches")?.array()?;
        let steps = steps.iter().map(|node| step(node, &modules, &buffers, &mut warnings)).collect::<Result<_, _>>()?;
        let checks = root.get("checks")?.array()?;
        let checks = expectations(&checks, &modules, &buffers, &mut warnings)?;
        let name = root.get("scenario")?.str()?.to_owned();
        let note = root.text("note")?;
        let case = Case::of_buffers(&name, buffers);
        Ok(Scenario { words, name, note, modules, data, heap, steps, warnings, case, checks })
    }

    /// The targets for which every module has a file.
    pub fn targets(&self) -> Vec<&'static str> {
        let all = |target: &&str| self.modules.iter().all(|module| module.files.contains_key(*target));
        self.words.iter().copied().filter(all).collect()
    }

    /// The initial buffers.
    ///
    /// # Errors
    /// As [`Case::initial`].
    pub fn initial(&self) -> Result<Vec<Buffer>, CaseError> {
        self.case.initial()
    }

    /// The descriptions of the buffers.
    pub fn buffers(&self) -> &[BufferSpec] {
        &self.case.buffers
    }

    /// Size of all buffers in bytes.
    pub fn initial_bytes(&self) -> usize {
        self.case.buffers.iter().map(BufferSpec::byte_length).sum()
    }

    /// The launches on a target.
    pub fn steps<'a>(&'a self, target: &'a str) -> impl Iterator<Item = &'a Step> {
        let applies =
            move |step: &&Step| step.targets.as_ref().is_none_or(|all| all.iter().any(|other| other == target));
        self.steps.iter().filter(applies)
    }

    /// Checks memory after a launch; for `None`, after the last one. `data` returns the bytes of data of a module by its name.
    pub fn check(
        &self,
        target: &str,
        after: Option<&Step>,
        buffers: &[Buffer],
        mut data: impl FnMut(usize, &str) -> Option<Vec<u8>>,
    ) -> Vec<CheckResult> {
        let all = after.map_or(&self.checks, |step| &step.checks);
        all.iter()
            .filter_map(|check| match check {
                Expectation::Memory(check) => check.applies(target).then(|| check.judge(&self.case, buffers)),
                Expectation::Data(expected) => expected.applies(target).then(|| {
                    let verdict = match data(expected.module, &expected.name) {
                        Some(found) if found == expected.bytes.filled(&[]) => Verdict::Holds,
                        Some(found) => Verdict::Fails(format!(
                            "`{}`: expected {}, got {}",
                            quote(&expected.name),
                            hex(&expected.bytes.filled(&[])),
                            hex(&found)
                        )),
                        None => Verdict::Fails(format!("`{}` is not in the data of the file", quote(&expected.name))),
                    };
                    CheckResult { kind: "data", subject: expected.name.clone(), basis: None, verdict }
                }),
            })
            .collect()
    }
}

/// The first bytes in hexadecimal digits, for a message.
fn hex(bytes: &[u8]) -> String {
    let more = if bytes.len() > 16 { ".." } else { "" };
    bytes.iter().take(16).map(|byte| format!("{byte:02x}")).collect::<String>() + more
}

fn modules(node: &Node<'_>, warnings: &mut Vec<String>) -> Result<Vec<Module>, CaseError> {
    let mut modules: Vec<Module> = Vec::new();
    for one in node.array()? {
        one.known(&["name", "files", "note"], warnings)?;
        let name = one.get("name")?;
        if modules.iter().any(|other| Ok(&*other.name) == name.str()) {
            return Err(name.error("a name of its own", "rename one of the two modules"));
        }
        let files = one.get("files")?;
        files.known(files.words(), warnings)?;
        let paths = files.entries()?.into_iter().filter(|(target, _)| files.words().contains(target));
        let paths = paths.map(|(target, path)| Ok((target.to_owned(), path.str()?.to_owned())));
        modules.push(Module { name: name.str()?.to_owned(), files: paths.collect::<Result<_, _>>()? });
    }
    if modules.is_empty() {
        return Err(node.error("at least one module", "say which files the scenario runs on"));
    }
    Ok(modules)
}

/// The module that a launch or datum names; by default the first.
fn module(node: &Node<'_>, modules: &[Module]) -> Result<usize, CaseError> {
    let Some(name) = node.optional("module") else { return Ok(0) };
    let wanted = name.str()?;
    let known = || modules.iter().map(|module| format!("`{}`", quote(&module.name))).collect::<Vec<_>>().join(", ");
    let found = modules.iter().position(|module| module.name == wanted);
    found.ok_or_else(|| name.error(format!("the name of a module ({})", known()), "add the module or correct the name"))
}

/// Initial bytes of data; `buffers` are those whose addresses it may contain.
fn initial(
    node: &Node<'_>,
    modules: &[Module],
    buffers: &[BufferSpec],
    warnings: &mut Vec<String>,
) -> Result<Data, CaseError> {
    let Some(parts) = node.optional("parts") else { return datum(node, modules, &[], warnings) };
    node.known(&["module", "name", "parts", "targets", "note"], warnings)?;
    let mut data = header(node, modules, warnings)?;
    data.bytes = parts_of(&parts, buffers, warnings)?;
    Ok(data)
}

/// Data without its bytes.
fn header(node: &Node<'_>, modules: &[Module], warnings: &mut Vec<String>) -> Result<Data, CaseError> {
    Ok(Data {
        module: module(node, modules)?,
        name: node.get("name")?.str()?.to_owned(),
        bytes: Parts::default(),
        targets: node.optional("targets").map(|node| targets(&node, warnings)).transpose()?,
    })
}

fn datum(node: &Node<'_>, modules: &[Module], keys: &[&str], warnings: &mut Vec<String>) -> Result<Data, CaseError> {
    node.known(&[&["module", "name", "hex", "targets", "note"], keys].concat(), warnings)?;
    Ok(Data { bytes: Parts::of(node.get("hex")?.hex()?), ..header(node, modules, warnings)? })
}

fn expectations(
    nodes: &[Node<'_>],
    modules: &[Module],
    buffers: &[BufferSpec],
    warnings: &mut Vec<String>,
) -> Result<Vec<Expectation>, CaseError> {
    let one = |node: &Node<'_>| {
        if node.get("check")?.str()? == "data" {
            return Ok(Expectation::Data(datum(node, modules, &["check"], warnings)?));
        }
        Check::parse(node, buffers, warnings).map(Expectation::Memory)
    };
    nodes.iter().map(one).collect()
}

fn step(
    node: &Node<'_>,
    modules: &[Module],
    buffers: &[BufferSpec],
    warnings: &mut Vec<String>,
) -> Result<Step, CaseError> {
    let own = ["module", "shared", "stack", "offset", "cooperative", "targets", "checks"];
    node.known(&[&LAUNCH[..], &own].concat(), warnings)?;
    let launch = launch(node, buffers, warnings)?;
    let bytes = |key: &str| node.optional(key).map(|n| n.unsigned(u32::MAX.into()).map(|n| n as u32)).transpose();
    let mut offset = [0; 3];
    if let Some(given) = node.optional("offset") {
        let parts = if given.is_array() { given.array()? } else { vec![given.clone()] };
        if parts.len() > 3 {
            return Err(given.error("a number, or up to three numbers for x, y, z", "leave out what is 0"));
        }
        for (to, part) in offset.iter_mut().zip(parts) {
            *to = part.unsigned(u32::MAX.into())? as u32;
        }
    }
    let checks = node.optional("checks").map_or(Ok(Vec::new()), |node| node.array())?;
    Ok(Step {
        module: module(node, modules)?,
        launch,
        shared: bytes("shared")?.unwrap_or(0),
        stack: bytes("stack")?,
        offset,
        cooperative: node.optional("cooperative").map_or(Ok(false), |node| node.bool())?,
        targets: node.optional("targets").map(|node| targets(&node, warnings)).transpose()?,
        checks: expectations(&checks, modules, buffers, warnings)?,
    })
}
