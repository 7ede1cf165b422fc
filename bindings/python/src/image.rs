//! Files with kernels: what they hold, launches, exploration.

use std::time::{Duration, Instant};

use isotope::explore::{Draw, Fair, MemorySystem, Mode, Progress, Question, Until, explore};
use isotope::isa::finding::Finding;
use isotope::machine::{Options, Outcome, Stop};
use isotope::report::FindingJson;
use isotope::{Argument, Engine, Grid, Placed, Prepared, Request, TARGETS, answer, fidelity, prepare, report};
use numpy::PyArrayMethods;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::argument::{Shared, argument};
use crate::trace::Accesses;
use crate::{raised, wrong};

/// A file with kernels.
#[pyclass(frozen, module = "isotope._isotope")]
pub struct Image {
    image: isotope::Image,
}

/// What is launched.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct Launch<'py> {
    kernel: String,
    /// Groups, or work-items with `over`.
    grid: [u32; 3],
    block: [u32; 3],
    over: bool,
    dimensions: u8,
    arguments: Vec<Bound<'py, PyAny>>,
    buffers: Vec<Bound<'py, PyAny>>,
    symbols: Vec<Bound<'py, PyAny>>,
    setup: Vec<String>,
    assume: Vec<String>,
    shared: u32,
    stack: Option<u32>,
    heap: u64,
    offset: [u32; 3],
    cooperative: bool,
}

/// How it is run.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct Run {
    seed: u64,
    threads: usize,
    /// `auto`, `interp` or `jit`; what Isotope takes unless it is told.
    engine: Option<String>,
    max_steps: Option<u64>,
    resident: Option<u32>,
    schedule: Option<String>,
    fidelity: bool,
    check_rules: bool,
    /// Data of the file, `gds`, `gs`, `gws` or `ring`, to be had afterwards.
    dump: Vec<String>,
    /// Rows of accesses to keep; none where they are not wanted.
    trace_memory: Option<usize>,
}

/// What is explored.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct Explore {
    mode: String,
    observe: Vec<String>,
    expect: Option<String>,
    progress: Vec<String>,
    races: bool,
    assume_atomic: bool,
    model: Option<String>,
    orders: Vec<String>,
    symmetry: bool,
    resident: Option<u32>,
    limit: Option<u64>,
    seconds: Option<f64>,
    seed: u64,
    runs: u64,
    shard: (u64, u64),
}

impl Launch<'_> {
    fn request(self, shared: &mut Vec<Shared>) -> PyResult<Request> {
        let read = |all: Vec<Bound<'_, PyAny>>, shared: &mut Vec<Shared>| -> PyResult<Vec<Argument>> {
            all.iter().map(|given| argument(given, shared)).collect()
        };
        let mut request = Request::new(1, 1, read(self.arguments, shared)?);
        request.buffers = read(self.buffers, shared)?;
        request.kernel = Some(self.kernel);
        let grid = if self.over { Grid::over(self.grid, self.block) } else { Grid::new(self.grid, self.block) };
        request.grid = grid.with_dimensions(self.dimensions);
        request.symbols = read(self.symbols, shared)?;
        request.setup = self.setup;
        request.assumptions = isotope::assumptions(self.assume.iter().map(String::as_str)).map_err(raised)?;
        (request.dynamic_shared, request.stack, request.heap) = (self.shared, self.stack, self.heap);
        (request.offset, request.cooperative) = (self.offset, self.cooperative);
        Ok(request)
    }
}

/// No argument of Python's names a file.
fn no_files(name: &str) -> isotope::Result<Vec<u8>> {
    Err(isotope::Error::new(format!("`@{name}`: give the array itself, as numpy.fromfile or numpy.load reads it")))
}

/// What a launch left, without Python.
struct Left {
    prepared: Prepared,
    outcome: Option<Outcome>,
    waiting: Vec<String>,
    seconds: f64,
    stats: isotope::machine::Stats,
    printed: Vec<u8>,
    buffers: Vec<(Placed, Vec<u8>)>,
    fidelity: Option<fidelity::Fidelity>,
    findings: Option<Vec<Finding>>,
    accesses: Option<Accesses>,
    reason: String,
    source: serde_json::Value,
    hang: serde_json::Value,
    nack: Vec<String>,
    dumped: Vec<(String, Dumped)>,
}

/// Something by its name, after a launch.
enum Dumped {
    /// Items of the synchronization unit.
    Items(Vec<String>),
    /// Elements of a type.
    Elements(&'static str, Vec<u8>),
}

fn ran(image: &isotope::Image, request: &Request, run: &Run) -> isotope::Result<Left> {
    let engine = run.engine.as_deref().map_or(Ok(Engine::DEFAULT), Engine::parse)?;
    let mut prepared = prepare(image, request, no_files)?;
    let options = Options { seed: run.seed, threads: run.threads.max(1), resident: run.resident, ..Options::default() };
    let options = run.max_steps.map_or(options, |max_steps| Options { max_steps, idle_steps: u64::MAX, ..options });
    let started = Instant::now();
    let lengths = |placed: &Placed| (placed.address, placed.size(&prepared.memory));
    let mut accesses = run.trace_memory.map(|most| Accesses::new(prepared.buffers.iter().map(lengths).collect(), most));
    let (mut findings, mut waiting) = (None, Vec::new());
    let (outcome, stats) = match &run.schedule {
        Some(schedule) => {
            let done = isotope::explore::scheduled(&prepared, schedule)?;
            prepared.memory = done.memory;
            waiting = done.waiting;
            (done.outcome, done.stats)
        }
        None => {
            let (dispatch, memory) = (&prepared.dispatch, &prepared.memory);
            let target = TARGETS.of(image.target);
            let mut checker = run.check_rules.then(|| target.checker(image, dispatch, memory));
            let done = match (&mut accesses, &mut checker) {
                (None, None) => engine.launch(dispatch, memory, options),
                (accesses, checker) => isotope::machine::launch_observed(
                    dispatch,
                    memory,
                    options,
                    &mut (accesses.as_mut(), checker.as_mut()),
                ),
            };
            findings = checker.map(|checker| checker.finish(isotope::TARGETS));
            (Some(done.outcome), done.stats)
        }
    };
    let seconds = started.elapsed().as_secs_f64();
    let printed = prepared.printed(&prepared.memory);
    let buffers = prepared.buffers.iter().map(|placed| (placed.clone(), placed.bytes(&prepared.memory))).collect();
    let examined = run.fidelity.then(|| {
        fidelity::examine(TARGETS.of(image.target), &request.assumptions, options, |assumptions, launch| {
            let mut request = request.clone();
            request.assumptions = *assumptions;
            let prepared = prepare(image, &request, no_files)?;
            let outcome = launch(&prepared.dispatch, &prepared.memory).outcome;
            let bytes = |buffer: &Placed| (buffer.name.clone(), buffer.bytes(&prepared.memory));
            Ok::<_, isotope::Error>((outcome, prepared.buffers.iter().map(bytes).collect()))
        })
    });
    let fidelity = examined.transpose()?.map(|fidelity| fidelity.located(image));
    let (mut reason, mut source, mut hang) = (String::new(), serde_json::Value::Null, serde_json::Value::Null);
    if let Some(outcome) = &outcome {
        let lines = report::lines(image, &prepared.dispatch, outcome);
        reason = report::reason(outcome);
        source = answer::part(&report::stopped_at(outcome, &lines));
        hang = answer::part(&report::hang(outcome, &lines));
    }
    let nack = prepared.handled(&prepared.memory);
    let dump = |name: &String| {
        if let Some(items) = prepared.unit(name, &prepared.memory) {
            return Ok((name.clone(), Dumped::Items(items)));
        }
        let (ty, bytes) = prepared.bytes(name, &prepared.memory)?;
        Ok((name.clone(), Dumped::Elements(ty.name(), bytes)))
    };
    let dumped = run.dump.iter().map(dump).collect::<isotope::Result<_>>()?;
    Ok(Left {
        prepared,
        outcome,
        waiting,
        seconds,
        stats,
        printed,
        buffers,
        fidelity,
        findings,
        accesses,
        reason,
        source,
        hang,
        nack,
        dumped,
    })
}

impl Left {
    /// As a dictionary; arrays that take what is left have it then.
    fn hand_over<'py>(self, py: Python<'py>, shared: &[Shared]) -> PyResult<Bound<'py, PyDict>> {
        let out = PyDict::new(py);
        let kernel = &self.prepared.dispatch.program;
        out.set_item("kernel", &kernel.name)?;
        out.set_item("outcome", self.outcome.as_ref().map_or("deadlock", report::word))?;
        let reason = if self.outcome.is_some() {
            self.reason
        } else {
            format!("no wave can take a step: {}", self.waiting.join("; "))
        };
        out.set_item("reason", reason)?;
        if let Some(Outcome::Stopped { place, stop }) = &self.outcome {
            out.set_item("place", (place.group, place.wave, place.address))?;
            let at = kernel.steps.iter().position(|step| step.address == place.address);
            out.set_item("text", at.and_then(|at| kernel.texts.get(at)).map(ToString::to_string))?;
            let (rule, detail) = match stop {
                Stop::Fault(fault) => (fault.kind.name().to_string(), fault.detail.clone()),
                Stop::Unspecified { rule } => (rule.clone(), rule.clone()),
                Stop::NotModelled { text } => ("not modelled".into(), text.clone()),
            };
            out.set_item("rule", rule)?;
            out.set_item("detail", detail)?;
            out.set_item("lane", stop.lane())?;
        }
        out.set_item(
            "proven",
            matches!(&self.outcome, Some(Outcome::Hung(hang)) if hang.proven()) || self.outcome.is_none(),
        )?;
        out.set_item("source", self.source.to_string())?;
        out.set_item("hang", self.hang.to_string())?;
        out.set_item("nack", self.nack)?;
        let stats = (self.stats.wave_instructions, self.stats.lane_instructions, self.stats.lane_atomics);
        out.set_item("stats", stats)?;
        out.set_item("seconds", self.seconds)?;
        out.set_item("printed", PyBytes::new(py, &self.printed))?;
        out.set_item("not_modelled", answer::part(&self.prepared.not_modelled).to_string())?;
        out.set_item("warning", report::warning(&kernel.name, &self.prepared.not_modelled))?;
        let fidelity = self.fidelity.as_ref().map(|fidelity| (fidelity.text(), fidelity.json().to_string()));
        out.set_item("fidelity", fidelity)?;
        let findings = self.findings.as_ref().map(|all| all.iter().map(FindingJson::from).collect::<Vec<_>>());
        out.set_item("findings", findings.map(|findings| answer::part(&findings).to_string()))?;
        if let Some(accesses) = &self.accesses {
            out.set_item("accesses", (PyBytes::new(py, &accesses.rows), accesses.left_out))?;
        }
        let (others, changed) = (PyDict::new(py), PyDict::new(py));
        for (placed, bytes) in &self.buffers {
            match shared.iter().find(|shared| shared.name == placed.name) {
                None => others.set_item(&placed.name, (placed.ty.name(), PyBytes::new(py, bytes)))?,
                Some(Shared { array: Some(array), .. }) => {
                    let mut array = array.bind(py).try_readwrite().map_err(wrong)?;
                    array.as_slice_mut()?.copy_from_slice(bytes);
                }
                Some(shared) if shared.before[..] != bytes[..] => {
                    changed.set_item(&placed.name, PyBytes::new(py, bytes))?
                }
                Some(_) => {}
            }
        }
        let dumped = PyDict::new(py);
        for (name, what) in self.dumped {
            match what {
                Dumped::Items(items) => dumped.set_item(name, items)?,
                Dumped::Elements(ty, bytes) => dumped.set_item(name, (ty, PyBytes::new(py, &bytes)))?,
            }
        }
        out.set_item("dumped", dumped)?;
        out.set_item("buffers", others)?;
        out.set_item("changed", changed)?;
        let places: Vec<&str> = self.buffers.iter().map(|(placed, _)| placed.name.as_str()).collect();
        out.set_item("places", places)?;
        Ok(out)
    }
}

#[pymethods]
impl Image {
    /// Reads a file; `code` gives what lies beside it, by the name of a kernel, or `None`.
    #[new]
    fn new(file: &[u8], target: Option<&str>, kernel: Option<&str>, code: &Bound<'_, PyAny>) -> PyResult<Image> {
        let mut failed = None;
        let read = |kernel: &str| {
            let found = code.call1((kernel,)).and_then(|found| found.extract::<Option<Vec<u8>>>());
            found.unwrap_or_else(|error| {
                failed = Some(error);
                None
            })
        };
        let image = isotope::load_chosen(file, isotope::Choice { target, kernel }, read);
        if let Some(error) = failed {
            return Err(error);
        }
        let mut image = image.map_err(raised)?;
        if let Some(name) = target
            && !isotope::target(name).map_err(raised)?.adopt(&mut image)
        {
            return Err(wrong(format!("the file is for {}, not for {name}", image.target)));
        }
        Ok(Image { image })
    }

    /// Code without a container, with parameters of these sizes in bytes.
    #[staticmethod]
    fn raw(code: &[u8], target: &str, entry: u32, sizes: Vec<u32>) -> PyResult<Image> {
        let image = isotope::target(target).map_err(raised)?.raw(code, entry, &sizes).map_err(wrong)?;
        Ok(Image { image })
    }

    /// Whose code it is.
    #[getter]
    fn target(&self) -> &'static str {
        self.image.target.name()
    }

    /// The names of its kernels.
    #[getter]
    fn kernels(&self) -> Vec<&str> {
        self.image.kernels.iter().map(|kernel| kernel.name.as_str()).collect()
    }

    /// The name that a name, a demangled one, or a part of one stands for.
    fn find(&self, name: Option<&str>) -> PyResult<&str> {
        self.image.find(name).map(|kernel| kernel.name.as_str()).map_err(wrong)
    }

    /// The names of a kernel's parameters, where the file has them.
    fn parameters(&self, kernel: &str) -> PyResult<Vec<Option<&str>>> {
        let kernel = self.image.kernel(Some(kernel)).map_err(wrong)?;
        let given = kernel.params.iter().filter(|param| param.size != 0);
        Ok(given.map(|param| Some(param.name.as_str()).filter(|name| !name.is_empty())).collect())
    }

    /// What it holds, JSON and in words; trying launches takes a moment.
    fn info(&self, py: Python<'_>, kernel: Option<&str>, name: &str) -> PyResult<(String, String)> {
        let file = [name.to_string()];
        let info = py.detach(|| isotope::info(&self.image, kernel)).map_err(raised)?;
        Ok((info.json(&file).to_string(), info.text(&file)))
    }

    /// Runs a kernel, and gives what it left. Arrays that take it have it then.
    fn launch<'py>(&self, py: Python<'py>, launch: Launch<'py>, run: Run) -> PyResult<Bound<'py, PyDict>> {
        let mut shared = Vec::new();
        let request = launch.request(&mut shared)?;
        let left = py.detach(|| ran(&self.image, &request, &run)).map_err(raised)?;
        left.hand_over(py, &shared)
    }

    /// Every schedule of a launch: JSON, in words, and whether the condition holds.
    fn explore(&self, py: Python<'_>, launch: Launch<'_>, how: Explore) -> PyResult<(String, String, Option<bool>)> {
        let request = launch.request(&mut Vec::new())?;
        let question = question(&how)?;
        let found = py.detach(|| {
            let prepared = prepare(&self.image, &request, no_files)?;
            let mut question = question;
            if how.observe.is_empty() {
                let short = prepared.buffers.iter().filter(|b| b.size(&prepared.memory) <= 16 * b.ty.size() as u64);
                question.observe = short.map(|b| b.name.clone()).collect();
            }
            explore(&prepared, &question)
                .map(|found| (found.json().to_string(), found.text(&prepared.dispatch.program.name), found.verdict()))
        });
        found.map_err(raised)
    }
}

fn question(how: &Explore) -> PyResult<Question> {
    let mode = match how.mode.as_str() {
        "states" if !how.races => Mode::States,
        "states" | "traces" => Mode::Traces,
        "random" => Mode::Random { draw: Draw::Uniform, seed: how.seed, runs: how.runs },
        other => return Err(wrong(format!("mode: expected states, traces or random, found `{other}`"))),
    };
    let states = matches!(mode, Mode::States);
    let mut question = Question::new(mode);
    question.weak = match how.model.as_deref() {
        None | Some("sc") => None,
        Some(name) => Some(
            MemorySystem::named(name).ok_or_else(|| wrong(format!("model: expected sc or rdna3, found `{name}`")))?,
        ),
    };
    for name in &how.progress {
        match Progress::named(name) {
            Some(model) => question.progress.push(model),
            None if name == "all" => question.progress.extend(Progress::ALL),
            None => {
                let names = Progress::ALL.map(Progress::name).join(", ");
                return Err(wrong(format!("progress: expected {names} or all, found `{name}`")));
            }
        }
    }
    if states && how.progress.is_empty() && question.weak.is_none() && !how.symmetry {
        question.progress.push(Progress { fair: Fair::All, strong: false });
    }
    for order in &how.orders {
        match order.as_str() {
            "lanes" => question.orders.lanes = true,
            "branches" => question.orders.branches = true,
            other => return Err(wrong(format!("orders: expected lanes or branches, found `{other}`"))),
        }
    }
    question.observe.clone_from(&how.observe);
    question.expect.clone_from(&how.expect);
    (question.races, question.assume_atomic) = (how.races, how.assume_atomic);
    (question.symmetry, question.resident) = (how.symmetry, how.resident);
    (question.limit, question.shard) = (how.limit, how.shard);
    if let Some(seconds) = how.seconds {
        let (started, budget) = (Instant::now(), Duration::try_from_secs_f64(seconds).map_err(wrong)?);
        question.until = Until::new(move || started.elapsed() >= budget);
    }
    Ok(question)
}
