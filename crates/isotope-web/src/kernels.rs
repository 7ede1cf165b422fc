//! A kernel of a file: the contents of the file, a launch, and stepping through it.

use base64::prelude::{BASE64_STANDARD, Engine as _};
use isotope::machine::register::{Cells, Register};
use isotope::machine::state::{Status, Wave};
use isotope::machine::{Session, Storage};
use isotope::{Argument, Error, Prepared, Request as Launch, Result, argument, elements, plain};
use serde_json::{Value, json};

use crate::request::Request;
use crate::walk::{MOST, Walk, WaveAt};

/// Largest file in bytes: it is passed as text, and the worker has little memory.
const FILE: usize = 16 << 20;
/// Most elements of a buffer, words of shared memory, and steps that are shown.
const ELEMENTS: usize = 512;
const SHARED: u64 = 256;
const SHOWN: usize = 160;
/// Most lanes of all waves, which are in memory at once.
const LANES: u64 = 1 << 14;

/// The current file, and a launch of it.
#[derive(Default)]
pub struct Kernels {
    file: Vec<u8>,
    walk: Option<(Walk, Vec<Register>)>,
}

impl Kernels {
    /// The contents of a file: `file` in base64.
    pub fn load(&mut self, request: &Request) -> Result<Value> {
        let file = BASE64_STANDARD.decode(request.text("file")?);
        let file = file.map_err(|error| Error::new(format!("`file`: expected base64: {error}")))?;
        if file.len() > FILE {
            return Err(Error::new(format!(
                "expected a file of at most {} MiB, found {} bytes",
                FILE >> 20,
                file.len()
            )));
        }
        let image = isotope::load(&file)?;
        let info = isotope::contents(&image, None)?;
        (self.file, self.walk) = (file, None);
        let kernels = info.kernels.iter().map(|kernel| {
            let size = kernel
                .group_size
                .map_or(u64::from(kernel.wave_width), |size| size.iter().map(|n| u64::from(*n)).product());
            json!({
                "name": kernel.name, "demangled": kernel.demangled, "arguments": kernel.arguments,
                "block": kernel.group_size.map_or(size.to_string(), |size| size.map(|n| n.to_string()).join(",")),
                "shared": kernel.shared_bytes, "not_modelled": kernel.not_modelled,
            })
        });
        let value = json!({ "target": info.target, "kernels": kernels.collect::<Vec<_>>() });
        Ok(value)
    }

    /// A launch before its first step: `kernel`, `grid`, `block`, `arguments`, `set`.
    pub fn launch(&mut self, request: &Request) -> Result<Value> {
        if self.file.is_empty() {
            return Err(Error::new("expected a file first"));
        }
        let image = isotope::load(&self.file)?;
        let three = |key: &str| -> Result<[u32; 3]> {
            let text = request.maybe(key)?.unwrap_or("1");
            let wrong = || Error::new(format!("{key}: expected one to three numbers such as 2,1,1, found `{text}`"));
            let mut all = [1; 3];
            let parts: Vec<&str> = text.split(',').collect();
            if parts.len() > 3 {
                return Err(wrong());
            }
            for (to, part) in all.iter_mut().zip(parts) {
                *to = part.trim().parse().map_err(|_| wrong())?;
            }
            Ok(all)
        };
        let (grid, block) = (three("grid")?, three("block")?);
        let lanes = grid.iter().chain(&block).map(|n| u64::from(*n)).fold(1, u64::saturating_mul);
        if lanes == 0 || lanes > LANES {
            return Err(Error::new(format!(
                "expected 1 to {LANES} work-items, found {lanes}: launch fewer groups to look at them"
            )));
        }
        let arguments: Vec<Argument> =
            request.texts("arguments")?.iter().map(|text| argument(text)).collect::<Result<_>>()?;
        let mut launch = Launch::new(1, 1, arguments);
        launch.grid = isotope::Grid::new(grid, block);
        launch.kernel = request.maybe("kernel")?.map(str::to_string);
        launch.setup = request.texts("set")?;
        let none = |name: &str| Err(Error::new(format!("`{name}`: a page has no files; write the values")));
        let prepared = isotope::prepare(&image, &launch, none)?;
        let registers = prepared.registers();
        self.walk = Some((Walk::new(prepared), registers));
        let mut view = self.view((0, 0))?;
        let (walk, _) = self.walk()?;
        view["listing"] = listing(walk.prepared);
        view["warning"] =
            json!(isotope::report::warning(&walk.prepared.dispatch.program.name, &walk.prepared.not_modelled));
        Ok(view)
    }

    fn walk(&mut self) -> Result<&mut (Walk, Vec<Register>)> {
        self.walk.as_mut().ok_or_else(|| Error::new("expected a launch first"))
    }

    /// Steps: to a point `to` that was reached before, `back` by a number of steps, or `steps` steps of `who`: `wave` (the one in `wave`),
    /// `all` (one of each wave), `run` (each wave in order until it waits).
    pub fn go(&mut self, request: &Request) -> Result<Value> {
        let text = request.maybe("wave")?.unwrap_or("0.0").to_string();
        let (walk, _) = self.walk()?;
        let part = |n: usize| text.split('.').nth(n).and_then(|part| part.parse::<usize>().ok());
        let wave = part(0).zip(part(1)).filter(|wave| walk.waves().contains(wave));
        let wave =
            wave.ok_or_else(|| Error::new(format!("`wave`: expected GROUP.WAVE of the launch, found `{text}`")))?;
        let at = walk.taken().len();
        let (to, back) = (request.number("to", u64::MAX)?, request.number("back", 0)?);
        let steps = request.number("steps", 0)?.min(MOST as u64);
        if to != u64::MAX {
            walk.go(to.min(MOST as u64) as usize);
        } else if back > 0 {
            walk.go(at.saturating_sub(back as usize));
        } else {
            match request.maybe("who")?.unwrap_or("wave") {
                "wave" => (0..steps).take_while(|_| walk.step(wave)).for_each(drop),
                "all" => (0..steps)
                    .take_while(|_| walk.waves().into_iter().filter(|wave| walk.step(*wave)).count() > 0)
                    .for_each(drop),
                "run" => run(walk, wave, steps),
                other => return Err(Error::new(format!("`who`: expected wave, all or run, found `{other}`"))),
            }
        }
        self.view(wave)
    }

    /// What the last step did, as text with its rules.
    pub fn told(&mut self) -> Result<Value> {
        let (walk, _) = self.walk()?;
        let schedule = walk.schedule();
        let Some((turns, steps)) = schedule.rsplit_once(':') else { return Err(Error::new("no step was taken")) };
        let at = (turns.split(' ').count(), steps.parse().map_err(Error::new)?);
        let schedule = schedule.parse().map_err(Error::new)?;
        let told = isotope::explained(walk.prepared, &schedule, at)?;
        Ok(json!({ "report": told.report }))
    }

    /// The current state, with the registers of one wave.
    fn view(&mut self, wave: WaveAt) -> Result<Value> {
        let (walk, registers) = self.walk()?;
        let session = walk.now();
        let program = &walk.prepared.dispatch.program;
        let lanes = walk.prepared.dispatch.items().min(walk.prepared.dispatch.wave_size());
        let address = |index: u32| program.steps.get(index as usize).map(|step| step.address);
        let waves = walk.waves();
        let all: Vec<Value> = waves
            .iter()
            .map(|(g, w)| {
                let state = session.wave(*g, *w);
                let status = match state.status {
                    Status::Ready => "ready".to_string(),
                    Status::AtBarrier(id) => format!("waits at barrier {id}"),
                    Status::Queued => "waits in a queue".into(),
                    Status::Halted => "halted by a NACK".into(),
                    Status::Done => "ended".into(),
                };
                let there = (state.status != Status::Done).then(|| address(state.pc));
                json!({ "wave": format!("{g}.{w}"), "status": status, "address": there, "lanes": format!("{:#x}", active(state)),
                        "exist": format!("{:#x}", u64::from(!state.ended)) })
            })
            .collect();
        let taken = walk.taken();
        let from = taken.len().saturating_sub(SHOWN);
        let steps: Vec<Value> = taken
            .iter()
            .enumerate()
            .skip(from)
            .map(|(n, step)| {
                let wave = waves.iter().position(|wave| *wave == step.wave);
                json!([n, wave, address(step.index), format!("{:#x}", step.lanes), step.written.len()])
            })
            .collect();
        let buffers: Vec<Value> = walk.prepared.buffers.iter().map(|placed| {
            let size = placed.bytes(&walk.prepared.memory).len();
            let (each, count) = (placed.ty.size(), size / placed.ty.size());
            let shown = count.min(ELEMENTS);
            let bytes = session.read(placed.address, (shown * each) as u32).unwrap_or_default();
            let before = walk.prepared.memory.read(placed.address, (shown * each) as u32).unwrap_or_default();
            let values: Vec<String> = elements(placed.ty, &bytes).map(|value| plain(placed.ty, value)).collect();
            let writers: Vec<Value> = (0..shown).map(|i| {
                let at = placed.address + (i * each) as u64;
                json!(walk.writer(Storage::Global, 0, at, each as u64).map(|(step, lane)| [step, lane as usize]))
            }).collect();
            json!({ "name": placed.name, "type": placed.ty.name(), "address": format!("{:#x}", placed.address), "count": count, "values": values,
                    "changed": elements(placed.ty, &bytes).zip(elements(placed.ty, &before)).map(|(a, b)| a != b).collect::<Vec<_>>(), "writers": writers })
        }).collect();
        Ok(json!({
            "at": taken.len(), "end": walk.end(), "stop": walk.stop(), "done": waves.iter().all(|(g, w)| session.wave(*g, *w).status == Status::Done),
            "waves": all, "steps": steps, "buffers": buffers, "shared": shared(walk, session, wave), "registers": shown(registers, session, lanes, wave),
            "wave": format!("{}.{}", wave.0, wave.1), "schedule": walk.schedule(), "kernel": program.name,
        }))
    }
}

/// Lanes of a wave that are active, 31:0.
fn active(wave: &Wave) -> u64 {
    u64::from(wave.active() & !wave.ended)
}

/// Runs waves in order, each until it waits, from the current one on.
fn run(walk: &mut Walk, wave: WaveAt, steps: u64) {
    let waves = walk.waves();
    let first = waves.iter().position(|other| *other == wave).unwrap_or(0);
    let mut left = steps;
    loop {
        let before = left;
        for wave in waves[first..].iter().chain(&waves[..first]) {
            while left > 0 && walk.step(*wave) {
                left -= 1;
            }
        }
        if left == 0 || left == before {
            return;
        }
    }
}

/// Every instruction: address, text, source line.
fn listing(prepared: &Prepared) -> Value {
    let (program, lines) = (&prepared.dispatch.program, prepared.lines());
    let count = if program.block == 0 { program.steps.len() } else { program.block as usize };
    let mut last = None;
    let each = program.steps.iter().zip(&program.texts).take(count).filter_map(|(step, text)| {
        // An instruction may consist of two steps.
        if last.replace(step.address) == Some(step.address) {
            return None;
        }
        let source = lines.find(step.address.into()).map(|found| json!([&*found.at.file, found.at.line]));
        Some(json!([step.address, text.trim_end_matches(';'), source]))
    });
    each.collect()
}

/// Words of shared memory of a wave's group that are not zero or were written: offset, value, writer.
fn shared(walk: &Walk, session: &Session<'_>, (group, _): WaveAt) -> Value {
    let words = (0..).map(|n| 4 * n).map_while(|at| Some((at, session.read_shared(group, at, 4)?)));
    let words =
        words.take(SHARED as usize * 16).map(|(at, value)| (at, value, walk.writer(Storage::Shared, group, at, 4)));
    let kept = words.filter(|(_, value, writer)| *value != 0 || writer.is_some()).take(SHARED as usize);
    kept.map(|(at, value, writer)| json!([at, value, writer.map(|(step, lane)| [step, lane as usize])])).collect()
}

/// Registers of a wave that are not zero everywhere: name, and the values of lanes or elements.
fn shown(registers: &[Register], session: &Session<'_>, lanes: u32, (group, wave): WaveAt) -> Value {
    let wave = session.wave(group, wave);
    let each = registers.iter().filter(|register| !register.is_alias).filter_map(|register| {
        // Lanes that exist; elements of a variable all exist.
        let count = match register.cells {
            Cells::Vector(..) | Cells::Mask(_) => register.elements().min(lanes),
            _ => register.elements(),
        };
        let values: Vec<u64> = (0..count).map(|n| register.get(wave, n)).collect();
        let digits = register.bits().div_ceil(4) as usize;
        values.iter().any(|value| *value != 0).then(|| {
            let same = values.iter().all(|value| *value == values[0]);
            let kept = if same { &values[..1] } else { &values[..] };
            json!([register.name, kept.iter().map(|value| format!("{value:0digits$x}")).collect::<Vec<_>>()])
        })
    });
    each.take(300).collect()
}
