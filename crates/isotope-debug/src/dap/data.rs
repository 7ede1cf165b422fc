//! What a client looks at: threads, frames, variables, memory, code.

use base64::prelude::{BASE64_STANDARD, Engine as _};
use isotope::error::{Context, Result, bail, ensure};
use isotope::machine::register::{Cells, Register};
use isotope::{elements, plain};
use serde_json::{Value, json};

use super::{Done, Server, done, number, text};
use crate::command::{Command, Format};
use crate::expression::Space;
use crate::show::lanes;
use crate::why::hex;
use crate::{Debugger, Event, Reason, WaveAt};

/// Frames of a thread at most: an instruction, and the functions that were inlined around it.
const FRAMES: u64 = 128;
/// Variables that are given at once at most.
const AT_ONCE: usize = 4096;
/// Bytes of memory, and instructions, that are given at once at most.
const BYTES: u64 = 1 << 20;

/// Something with variables in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Handle {
    /// Variables of the source, of a wave in the lane in focus.
    Locals(WaveAt),
    /// Scalars and masks of a wave.
    Scalars(WaveAt),
    /// Its registers with a value per lane or element.
    Vectors(WaveAt),
    /// Lanes or elements of one of them.
    Register(WaveAt, usize),
    /// What it is like otherwise.
    Wave(WaveAt),
    /// Buffers of the launch.
    Buffers,
    /// Elements of one.
    Buffer(usize),
    /// The synchronization unit.
    Unit,
}

/// A number as references have it.
pub(super) fn address(text: &str) -> Result<u64> {
    let number = text.strip_prefix("0x").map_or_else(|| text.parse(), |digits| u64::from_str_radix(digits, 16));
    number.ok().with_context(|| format!("expected a reference such as 0x48, found `{}`", text.escape_debug()))
}

fn variable(name: impl Into<String>, value: impl Into<String>) -> Value {
    json!({ "name": name.into(), "value": value.into(), "variablesReference": 0 })
}

/// The part of a list that a request asks for.
fn part(arguments: &Value, count: usize) -> std::ops::Range<usize> {
    let field = |name: &str| arguments[name].as_u64().and_then(|n| usize::try_from(n).ok());
    let from = field("start").unwrap_or(0).min(count);
    let wanted = field("count").filter(|n| *n != 0).unwrap_or(AT_ONCE).min(AT_ONCE);
    from..from.saturating_add(wanted).min(count)
}

impl<'a> Server<'a> {
    /// The debugger; an error before `launch`.
    fn debugger_ref(&self) -> Result<&Debugger<'a>> {
        self.debugger.as_ref().context("expected `launch` before this request")
    }

    pub(super) fn threads(&self) -> Result<Done> {
        let debugger = self.debugger_ref()?;
        let name = |wave: &WaveAt| {
            let [x, y, z] = debugger.session().group_index(wave.0);
            let how = debugger.waits(*wave).map_or(String::new(), |why| format!(" ({why})"));
            format!("group ({x},{y},{z}) wave {}{how}", wave.1)
        };
        let all = debugger.waves().iter().enumerate().map(|(n, wave)| json!({ "id": n + 1, "name": name(wave) }));
        done(json!({ "threads": all.collect::<Vec<_>>() }))
    }

    /// A place in the source; the listing where the source is not there.
    fn place(&self, file: Option<&str>, line: u32, column: u32, address: Option<u32>) -> Result<Value> {
        if let Some(file) = file
            && let Some(path) = (self.paths)(file)
        {
            let name = path.rsplit('/').next().unwrap_or(&path);
            return Ok(json!({ "source": { "name": name, "path": path }, "line": line, "column": column.max(1) }));
        }
        let debugger = self.debugger_ref()?;
        let at = address.unwrap_or(u32::MAX);
        let line = debugger.instructions().iter().position(|(here, _)| *here >= at).map_or(1, |n| n + 1);
        let name = format!("{}.s", debugger.prepared().dispatch.program.name);
        Ok(json!({ "source": { "name": name, "sourceReference": 1 }, "line": line, "column": 1 }))
    }

    pub(super) fn stack_trace(&self, arguments: &Value) -> Result<Done> {
        let thread = number(arguments, "threadId")?;
        let wave = self.wave(thread)?;
        let debugger = self.debugger_ref()?;
        let kernel = &debugger.prepared().dispatch.program.name;
        let (address, location) = (debugger.address(wave), debugger.location(wave));
        let places: Vec<(Option<String>, u32, u32)> = match &location {
            None => vec![(None, 0, 0)],
            Some(location) => std::iter::once(&location.at)
                .chain(&location.inlined_at)
                .take(FRAMES as usize)
                .map(|at| (Some(at.file.to_string()), at.line, at.column))
                .collect(),
        };
        let (total, range) = (
            places.len(),
            part(&json!({ "start": arguments["startFrame"], "count": arguments["levels"] }), places.len()),
        );
        let mut frames = Vec::new();
        for level in range {
            let (file, line, column) = &places[level];
            let mut frame = self.place(file.as_deref(), *line, *column, address)?;
            frame["id"] = (thread * FRAMES + level as u64).into();
            frame["name"] = match (address, level + 1 == total) {
                (None, _) => format!("{kernel}, ended"),
                (Some(_), true) => kernel.clone(),
                (Some(_), false) => format!("inlined into {kernel}"),
            }
            .into();
            if let Some(address) = address {
                frame["instructionPointerReference"] = format!("{address:#x}").into();
            }
            frames.push(frame);
        }
        done(json!({ "stackFrames": frames, "totalFrames": total }))
    }

    fn frame_wave(&self, arguments: &Value) -> Result<WaveAt> {
        match arguments["frameId"].as_u64() {
            Some(frame) => self.wave(frame / FRAMES),
            None => Ok(self.debugger_ref()?.focus()),
        }
    }

    fn handle_of(&mut self, handle: Handle) -> usize {
        let known = self.handles.iter().position(|known| *known == handle);
        1 + known.unwrap_or_else(|| {
            self.handles.push(handle);
            self.handles.len() - 1
        })
    }

    fn variables_of(&self, reference: u64) -> Result<Handle> {
        let at = usize::try_from(reference).ok().and_then(|n| n.checked_sub(1));
        let handle = at.and_then(|n| self.handles.get(n)).copied();
        handle.with_context(|| format!("expected a reference of this stop, found {reference}"))
    }

    pub(super) fn scopes(&mut self, arguments: &Value) -> Result<Done> {
        number(arguments, "frameId")?;
        let wave = self.frame_wave(arguments)?;
        let unit = self.debugger_ref()?.session().beside().is_some_and(|beside| beside.has_unit());
        let locals = !self.debugger_ref()?.locals.variables().is_empty();
        let all = [
            ("Locals", Handle::Locals(wave), Some("locals")),
            ("Registers", Handle::Scalars(wave), Some("registers")),
            ("Registers by lane", Handle::Vectors(wave), Some("registers")),
            ("Wave", Handle::Wave(wave), None),
            ("Buffers", Handle::Buffers, None),
            ("Synchronization unit", Handle::Unit, None),
        ];
        let shown = all.into_iter().filter(|(_, handle, _)| match handle {
            Handle::Unit => unit,
            Handle::Locals(_) => locals,
            _ => true,
        });
        let scopes: Vec<Value> = shown
            .map(|(name, handle, hint)| {
                let mut scope = json!({ "name": name, "variablesReference": self.handle_of(handle), "expensive": handle == Handle::Unit });
                if let Some(hint) = hint {
                    scope["presentationHint"] = hint.into();
                }
                scope
            })
            .collect();
        done(json!({ "scopes": scopes }))
    }

    pub(super) fn variables(&mut self, arguments: &Value) -> Result<Done> {
        let handle = self.variables_of(number(arguments, "variablesReference")?)?;
        let debugger = self.debugger_ref()?;
        let is_scalar = |r: &Register| matches!(r.cells, Cells::Scalar(_) | Cells::Mask(_));
        let registers = || debugger.registers().iter().enumerate().filter(|(_, r)| !r.is_alias);
        let variables: Vec<Value> = match handle {
            Handle::Locals(wave) => {
                let one = |(name, ty, value, _): (String, String, Result<String>, bool)| {
                    let mut one = variable(&name, value.unwrap_or_else(|why| format!("<{why}>")));
                    one["type"] = ty.into();
                    one["evaluateName"] = name.into();
                    one
                };
                debugger.locals_of(wave).into_iter().map(one).collect()
            }
            Handle::Scalars((group, wave)) => {
                let state = debugger.session().wave(group, wave);
                let value = |r: &Register| match r.cells {
                    Cells::Mask(_) => {
                        let mask = (0..32).filter(|i| r.get(state, *i) != 0).fold(0, |mask, i| mask | 1u64 << i);
                        format!("{} ({})", hex(mask, 32), lanes(mask))
                    }
                    _ => hex(r.get(state, 0), r.bits()),
                };
                registers().filter(|(_, r)| is_scalar(r)).map(|(_, r)| variable(&r.name, value(r))).collect()
            }
            Handle::Vectors((group, wave)) => {
                let state = debugger.session().wave(group, wave);
                let lane = debugger.lane();
                let all: Vec<(usize, String, String, u32)> = registers()
                    .filter(|(_, r)| !is_scalar(r))
                    .map(|(n, r)| {
                        let element = if r.elements() == 1 { 0 } else { lane.min(r.elements() - 1) };
                        let value = format!("{} in [{element}]", hex(r.get(state, element), r.bits()));
                        (n, r.name.clone(), value, r.elements())
                    })
                    .collect();
                all.into_iter()
                    .map(|(n, name, value, count)| {
                        let reference = self.handle_of(Handle::Register((group, wave), n));
                        json!({ "name": name, "value": value, "variablesReference": reference, "indexedVariables": count })
                    })
                    .collect()
            }
            Handle::Register((group, wave), n) => {
                let (state, register) = (debugger.session().wave(group, wave), &debugger.registers()[n]);
                part(arguments, register.elements() as usize)
                    .map(|i| variable(format!("[{i}]"), hex(register.get(state, i as u32), register.bits())))
                    .collect()
            }
            Handle::Wave(wave) => {
                let location = debugger.location(wave).map_or("none".into(), |location| location.to_string());
                vec![
                    variable("step", debugger.step().to_string()),
                    variable("instruction", debugger.next_text(wave).unwrap_or("ended")),
                    variable("source", location),
                    variable(
                        "active",
                        format!("{} ({})", hex(debugger.active(wave), 64), lanes(debugger.active(wave))),
                    ),
                    variable("state", debugger.waits(wave).unwrap_or_else(|| "runs".into())),
                    variable("lane in focus", debugger.lane().to_string()),
                ]
            }
            Handle::Buffers => {
                let named = |(n, (placed, bytes)): (usize, &(isotope::Placed, usize))| {
                    (
                        n,
                        placed.name.clone(),
                        placed.address,
                        format!("{}[{}]", placed.ty.name(), bytes / placed.ty.size()),
                        bytes / placed.ty.size(),
                    )
                };
                let all: Vec<_> = debugger.buffers().iter().enumerate().map(named).collect();
                all.into_iter()
                    .map(|(n, name, at, value, count)| {
                        json!({
                            "name": name, "value": value, "variablesReference": self.handle_of(Handle::Buffer(n)), "indexedVariables": count,
                            "memoryReference": format!("{at:#x}"),
                        })
                    })
                    .collect()
            }
            Handle::Buffer(n) => {
                let (placed, bytes) = &debugger.buffers()[n];
                let size = placed.ty.size();
                let range = part(arguments, bytes / size);
                let first = range.start;
                let from = placed.address + (first * size) as u64;
                let held = debugger.session().read(from, (range.len() * size) as u32).unwrap_or_default();
                let values = elements(placed.ty, &held).enumerate();
                values
                    .map(|(i, bits)| {
                        let i = first + i;
                        let mut one = variable(format!("[{i}]"), plain(placed.ty, bits));
                        one["evaluateName"] = format!("{}[{i}]", placed.name).into();
                        one["memoryReference"] = format!("{:#x}", placed.address + (i * size) as u64).into();
                        one
                    })
                    .collect()
            }
            Handle::Unit => {
                let debugger = self.debugger.as_mut().context("expected `launch` before this request")?;
                let events = debugger.execute(&Command::Info("gws".into(), String::new()))?;
                let all: String = events.iter().map(Event::text).collect::<Vec<_>>().join("\n");
                all.lines()
                    .map(|line| line.split_once('=').map_or_else(|| variable(line, ""), |(a, b)| variable(a, b)))
                    .collect()
            }
        };
        done(json!({ "variables": variables }))
    }

    /// Sets a variable that `variables` gave.
    pub(super) fn set_variable(&mut self, arguments: &Value) -> Result<Done> {
        let (name, value) = (text(arguments, "name")?.to_string(), text(arguments, "value")?.to_string());
        let handle = self.variables_of(number(arguments, "variablesReference")?)?;
        let debugger = self.debugger_ref()?;
        let expression = match handle {
            Handle::Scalars(_) | Handle::Vectors(_) => name,
            Handle::Register(_, n) => format!("{}{name}", debugger.registers()[n].name),
            Handle::Buffer(n) => format!("{}{name}", debugger.buffers()[n].0.name),
            Handle::Wave(_) | Handle::Buffers | Handle::Unit | Handle::Locals(_) => {
                bail!(
                    "`{}` cannot be set: expected a register, a lane of one, or an element of a buffer",
                    name.escape_debug()
                )
            }
        };
        if let Handle::Scalars(wave) | Handle::Vectors(wave) | Handle::Register(wave, _) = handle {
            self.debugger()?.set_focus(wave);
        }
        self.set(&expression, &value, matches!(handle, Handle::Scalars(_)))
    }

    /// Sets what an expression names.
    pub(super) fn set_expression(&mut self, arguments: &Value) -> Result<Done> {
        let (expression, value) = (text(arguments, "expression")?.to_string(), text(arguments, "value")?.to_string());
        let wave = self.frame_wave(arguments)?;
        self.debugger()?.set_focus(wave);
        self.set(&expression, &value, false)
    }

    /// `whole` is of predicates that are shown as the mask of their lanes.
    fn set(&mut self, place: &str, value: &str, whole: bool) -> Result<Done> {
        ensure!(!self.is_running(), "the launch runs: expected `pause` first");
        let debugger = self.debugger()?;
        let predicate = debugger.registers().iter().position(|r| r.name == place && matches!(r.cells, Cells::Mask(_)));
        let event = match predicate.filter(|_| whole) {
            Some(index) => {
                let lanes = address(value.trim()).ok().and_then(|lanes| u32::try_from(lanes).ok());
                let lanes = lanes.with_context(|| {
                    format!("expected a mask of lanes such as 0x0000000f, found `{}`", value.escape_debug())
                })?;
                debugger.set_mask(index, lanes)?
            }
            // A float is told by its point where the place has no type.
            None => match debugger.set(Format::Plain, place, value) {
                Err(_) if value.contains('.') => debugger.set(Format::Float, place, value)?,
                other => other?,
            },
        };
        let shown = event.text();
        let shown =
            shown.split_once(" = ").and_then(|(_, rest)| rest.split_once(", was ")).map_or("", |(shown, _)| shown);
        done(json!({ "value": shown, "variablesReference": 0 }))
    }

    pub(super) fn evaluate(&mut self, arguments: &Value) -> Result<Done> {
        let asked = text(arguments, "expression")?.to_string();
        let wave = self.frame_wave(arguments)?;
        let running = self.is_running();
        let debugger = self.debugger.as_mut().context("expected `launch` before this request")?;
        ensure!(!running, "the launch runs: expected `pause` first");
        debugger.set_focus(wave);
        let value = |debugger: &Debugger<'_>| debugger.evaluate(Format::Plain, &asked).map(|(shown, _)| shown);
        if arguments["context"] != "repl" {
            return done(json!({ "result": value(debugger)?, "variablesReference": 0 }));
        }
        match Command::parse(&asked) {
            Ok(command) => {
                let moves =
                    matches!(command, Command::Go(_) | Command::Back(_) | Command::Goto(_) | Command::Replay(_));
                ensure!(!moves || self.configured, "expected `configurationDone` before this request");
                let debugger = self.debugger.as_mut().context("expected `launch` before this request")?;
                let events = debugger.execute(&command)?;
                let said: Vec<String> = events.iter().map(Event::text).collect();
                let events = if moves { self.happened(&events) } else { Vec::new() };
                Ok(Done { body: json!({ "result": said.join("\n"), "variablesReference": 0 }), events })
            }
            Err(wrong) => match value(debugger) {
                Ok(shown) => done(json!({ "result": shown, "variablesReference": 0 })),
                Err(_) => Err(wrong),
            },
        }
    }

    /// The listing: an instruction a line.
    pub(super) fn listing(&self) -> Result<Done> {
        let debugger = self.debugger_ref()?;
        let lines: Vec<String> =
            debugger.instructions().iter().map(|(at, text)| format!("{at:#06x}  {text}")).collect();
        done(json!({ "content": lines.join("\n") + "\n", "mimeType": "text/x-asm" }))
    }

    pub(super) fn loaded_sources(&self) -> Result<Done> {
        let debugger = self.debugger_ref()?;
        let mut names: Vec<String> = Vec::new();
        for (at, _) in debugger.instructions() {
            for position in debugger.line_of(at).iter().flat_map(|l| std::iter::once(&l.at).chain(&l.inlined_at)) {
                if !names.iter().any(|known| **known == *position.file) {
                    names.push(position.file.to_string());
                }
            }
        }
        let sources = names.iter().map(|name| match (self.paths)(name) {
            Some(path) => json!({ "name": name, "path": path }),
            None => json!({ "name": name, "origin": "not found" }),
        });
        done(json!({ "sources": sources.collect::<Vec<_>>() }))
    }

    pub(super) fn breakpoint_locations(&self, arguments: &Value) -> Result<Done> {
        let (from, debugger) = (number(arguments, "line")?, self.debugger_ref()?);
        let to = arguments["endLine"].as_u64().unwrap_or(from);
        let path = arguments["source"]["path"].as_str().unwrap_or_default();
        let mut lines: Vec<u64> = debugger
            .instructions()
            .iter()
            .filter_map(|(at, _)| debugger.line_of(*at))
            .filter(|location| path == &*location.at.file || path.ends_with(&format!("/{}", location.at.file)))
            .map(|location| location.at.line.into())
            .filter(|line| (from..=to).contains(line))
            .collect();
        lines.sort_unstable();
        lines.dedup();
        done(json!({ "breakpoints": lines.iter().map(|line| json!({ "line": line })).collect::<Vec<_>>() }))
    }

    pub(super) fn data_breakpoint_info(&mut self, arguments: &Value) -> Result<Done> {
        let name = text(arguments, "name")?;
        let handle = arguments["variablesReference"]
            .as_u64()
            .and_then(|n| self.handles.get(usize::try_from(n).ok()?.checked_sub(1)?));
        let debugger = self.debugger_ref()?;
        let expression = match handle {
            Some(Handle::Buffer(n)) => format!("{}{name}", debugger.buffers()[*n].0.name),
            Some(Handle::Buffers) | None => name.to_string(),
            Some(_) => {
                let why = "a register has no address: `why` in the debug console names its last writer";
                return done(json!({ "dataId": null, "description": why }));
            }
        };
        match debugger.watchable(&expression) {
            Ok(()) => done(
                json!({ "dataId": expression, "description": expression, "accessTypes": ["read", "write", "readWrite"], "canPersist": false }),
            ),
            Err(error) => done(json!({ "dataId": null, "description": error.to_string() })),
        }
    }

    pub(super) fn disassemble(&self, arguments: &Value) -> Result<Done> {
        let at = address(text(arguments, "memoryReference")?)?;
        let at = at.wrapping_add_signed(arguments["offset"].as_i64().unwrap_or(0));
        let count = number(arguments, "instructionCount")?;
        ensure!(count <= BYTES, "disassemble: expected at most {BYTES} instructions, found {count}");
        let all = self.debugger_ref()?.instructions();
        let here = all.partition_point(|(address, _)| u64::from(*address) < at) as i64;
        let first = here.saturating_add(arguments["instructionOffset"].as_i64().unwrap_or(0));
        let debugger = self.debugger_ref()?;
        let one = |n: i64| {
            let found = usize::try_from(first.saturating_add(n)).ok().and_then(|n| all.get(n));
            let Some((at, text)) = found else {
                return json!({ "address": "0x0", "instruction": "", "presentationHint": "invalid" });
            };
            let mut one = json!({ "address": format!("{at:#x}"), "instruction": text });
            if let Some(location) = debugger.line_of(*at) {
                one["line"] = location.at.line.into();
                if let Some(path) = (self.paths)(&location.at.file) {
                    one["location"] = json!({ "name": &*location.at.file, "path": path });
                }
            }
            one
        };
        done(json!({ "instructions": (0..count as i64).map(one).collect::<Vec<_>>() }))
    }

    pub(super) fn read_memory(&self, arguments: &Value) -> Result<Done> {
        let at = address(text(arguments, "memoryReference")?)?;
        let at = at.wrapping_add_signed(arguments["offset"].as_i64().unwrap_or(0));
        let count = number(arguments, "count")?;
        ensure!(count <= BYTES, "readMemory: expected at most {BYTES} bytes, found {count}");
        let debugger = self.debugger_ref()?;
        let bytes: Vec<u8> = (0..count)
            .map_while(|i| debugger.read(Space::Global, at.checked_add(i)?, 1).map(|byte| byte as u8))
            .collect();
        let missing = count - bytes.len() as u64;
        done(
            json!({ "address": format!("{at:#x}"), "data": BASE64_STANDARD.encode(&bytes), "unreadableBytes": missing }),
        )
    }

    pub(super) fn exception_info(&self) -> Result<Done> {
        let fault = self.last.as_ref().and_then(|last| match &last.reason {
            Reason::Fault(stop) => Some((last.reason.word(), stop)),
            _ => None,
        });
        let (word, stop) = fault.context("exceptionInfo: expected a launch that a fault has stopped")?;
        done(
            json!({ "exceptionId": word, "description": stop.to_string(), "breakMode": "always", "details": { "message": stop.to_string() } }),
        )
    }
}
