//! Scenarios: what an application did with several files in several launches, and what must hold of memory in between and afterwards.
//!
//! A scenario is JSON of schema `isotope-scenario/1`, the case format grown. It says on which files it runs, so it needs no other.
//!
//! | field | content |
//! | --- | --- |
//! | `scenario`, `note`? | its name, a remark |
//! | `modules` | `[{"name", "files": {target: path}}]`: files of one program; it runs on the targets that every module has a file for, and paths begin at the folder of the scenario |
//! | `data`? | `[{"module"?, "name", "hex" or "parts", "targets"?}]`: what data of a file starts with (`__constant__` and `__device__` variables), all of it; `parts` is a list of `{"hex"}` and `{"buffer", "offset"?}`, the address of a buffer or of a place in it, one after another |
//! | `heap`? | bytes of the device's heap, from which `malloc` of kernels is served |
//! | `buffers` | as in a case; they are kept from launch to launch, as data of files is |
//! | `launches` | as in a case, with `module` (the first where it is left out), `shared` (bytes of dynamic shared memory), `stack` (bytes of a lane), `offset` (of global ids, up to three numbers), `cooperative` (true where groups wait for each other), `targets`, and `checks`, which hold after it |
//! | `checks` | as in a case, after the last launch; and `{"check": "data", "module"?, "name", "hex"}` |
//!
//! Arguments are those of a case, and `{"local": bytes}` (shared memory of the group) and `{"bytes": hex}` (a value of any size).

use std::collections::BTreeMap;

use super::check::{Check, targets};
use super::json::{Node, quote};
use super::{
    Buffer, BufferSpec, Case, CaseError, CheckResult, LAUNCH, LaunchSpec, Parts, Verdict, head, json, launch, note,
    parts_of,
};
use crate::registry::Registry;

/// The only schema understood.
pub const SCHEMA: &str = "isotope-scenario/1";

/// Files of one program, one for each target.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Module {
    /// What launches call it.
    pub name: String,
    /// Paths by the names of targets that checks know.
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
    /// Whether it is there on a target.
    pub fn applies(&self, target: &str) -> bool {
        self.targets.as_ref().is_none_or(|targets| targets.iter().any(|other| other == target))
    }
}

/// A launch, and what holds after it.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    /// Position of the module.
    pub module: usize,
    /// The launch.
    pub launch: LaunchSpec,
    /// Dynamic shared memory in bytes.
    pub shared: u32,
    /// Stack of a lane in bytes beyond what the file states.
    pub stack: Option<u32>,
    /// What global ids begin at.
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
    /// A remark, where there is one.
    pub note: Option<String>,
    /// The files that it runs on.
    pub modules: Vec<Module>,
    /// What data of the files starts with.
    pub data: Vec<Data>,
    /// Bytes of the device's heap, from which `malloc` of kernels is served.
    pub heap: u64,
    /// Launches in order.
    pub steps: Vec<Step>,
    /// Fields that were not understood and had no effect, one line each.
    pub warnings: Vec<String>,
    /// The buffers, and nothing else.
    case: Case,
    checks: Vec<Expectation>,
    /// What instruction sets are called.
    words: &'static [&'static str],
}

impl Scenario {
    /// Reads a scenario. It can name these targets.
    ///
    /// # Errors
    /// [`CaseError`] names the place in the JSON and what to do.
    ///
    /// # Examples
    /// ```
    /// use isotope_target::case::Scenario;
    /// let text = r#"{"schema": "isotope-scenario/1", "scenario": "s", "modules": [{"name": "m", "files": {"sm_50": "m.cubin"}}],
    ///     "buffers": [{"name": "b", "type": "u32", "count": 1, "init": {"gen": "fill", "value": 0}}],
    ///     "launches": [{"entry": "k", "groups": 1, "group_size": 32, "args": [{"buffer": "b"}, {"local": 64}]}],
    ///     "checks": [{"check": "exact", "buffer": "b", "hex": "01000000"}]}"#;
    /// let scenario = Scenario::parse(isotope_targets::TARGETS, text)?;
    /// assert_eq!(scenario.targets(), ["sm_50"]);
    /// # Ok::<(), isotope_target::case::CaseError>(())
    /// ```
    pub fn parse(targets: Registry, text: &str) -> Result<Scenario, CaseError> {
        let value = json(text)?;
        let root = Node::root(&value, targets.cases);
        let own = ["scenario", "modules", "data", "heap"];
        let hint = "cases have a schema of their own and go behind --case";
        let (buffers, mut warnings) = head(&root, (SCHEMA, hint), &own)?;
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
        let note = note(&root)?;
        let case = Case::of_buffers(&name, buffers);
        Ok(Scenario { words: targets.cases, name, note, modules, data, heap, steps, warnings, case, checks })
    }

    /// The targets that every module has a file for.
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

    /// The buffers as they are described.
    pub fn buffers(&self) -> &[BufferSpec] {
        &self.case.buffers
    }

    /// Bytes of all buffers.
    pub fn initial_bytes(&self) -> usize {
        self.case.buffers.iter().map(BufferSpec::byte_length).sum()
    }

    /// The launches that a target makes.
    pub fn steps<'a>(&'a self, target: &'a str) -> impl Iterator<Item = &'a Step> {
        let applies =
            move |step: &&Step| step.targets.as_ref().is_none_or(|all| all.iter().any(|other| other == target));
        self.steps.iter().filter(applies)
    }

    /// Judges memory after a launch, or, for `None`, after the last. `data` gives the bytes of data of a module by its name.
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

/// The first bytes of something.
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

/// The module that a launch or datum names; the first where it names none.
fn module(node: &Node<'_>, modules: &[Module]) -> Result<usize, CaseError> {
    let Some(name) = node.optional("module") else { return Ok(0) };
    let wanted = name.str()?;
    let known = || modules.iter().map(|module| format!("`{}`", quote(&module.name))).collect::<Vec<_>>().join(", ");
    let found = modules.iter().position(|module| module.name == wanted);
    found.ok_or_else(|| name.error(format!("the name of a module ({})", known()), "add the module or correct the name"))
}

/// What data starts with; `buffers` are those whose addresses it may hold.
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
