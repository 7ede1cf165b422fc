//! The Debug Adapter Protocol over a [`Debugger`]: requests to responses and events, without I/O.
//!
//! A wave is a thread. [`Frames`] reads messages from bytes, [`frame`] writes them. The caller of [`Server`] hands it each
//! request, makes the launch that it asks for ([`Server::wants`]), and lets it [`advance`](Server::advance) while it runs.

mod data;
mod frames;

use isotope::Prepared;
use isotope::error::{Context, Error, Result, bail, ensure};
use serde_json::{Value, json};

pub use frames::{Frames, frame};

use crate::breaks::AccessKind;
use crate::command::{Command, Motion};
use crate::{Debugger, Event, Reason, Stopped, WaveAt};
use data::Handle;

/// Where breakpoints come from: a request replaces those of its own kind.
#[derive(Clone, Debug, PartialEq, Eq)]
enum BreakpointSource {
    Source(String),
    Function,
    Instruction,
    Data,
}

/// Gives the path of a source file by its name in the line table.
type Paths<'a> = dyn Fn(&str) -> Option<String> + 'a;

/// A session with a client.
pub struct Server<'a> {
    seq: i64,
    debugger: Option<Debugger<'a>>,
    /// The launch that is to be made.
    wanted: Option<Value>,
    /// The name of a source file in the line table to its path.
    paths: Box<Paths<'a>>,
    handles: Vec<Handle>,
    breakpoints: Vec<(BreakpointSource, u32)>,
    last: Option<Stopped>,
    configured: bool,
    stop_on_entry: bool,
    over: bool,
}

impl Default for Server<'_> {
    fn default() -> Self {
        Server {
            seq: 0,
            debugger: None,
            wanted: None,
            paths: Box::new(|_| None),
            handles: Vec::new(),
            breakpoints: Vec::new(),
            last: None,
            configured: false,
            stop_on_entry: true,
            over: false,
        }
    }
}

/// What a request came to.
struct Done {
    body: Value,
    /// Events behind the response.
    events: Vec<Value>,
}

fn done(body: Value) -> Result<Done> {
    Ok(Done { body, events: Vec::new() })
}

fn event(name: &str, body: Value) -> Value {
    json!({ "type": "event", "event": name, "body": body })
}

/// A number of a request.
fn number(arguments: &Value, name: &str) -> Result<u64> {
    arguments[name]
        .as_u64()
        .with_context(|| format!("expected a number as `{name}`, found {}", shown(&arguments[name])))
}

fn text<'v>(arguments: &'v Value, name: &str) -> Result<&'v str> {
    arguments[name]
        .as_str()
        .with_context(|| format!("expected a string as `{name}`, found {}", shown(&arguments[name])))
}

fn shown(value: &Value) -> String {
    let text = value.to_string();
    if text.len() > 60 { "something longer".into() } else { text }
}

impl<'a> Server<'a> {
    /// The arguments of a launch that is to be made now: [`Server::launched`] or [`Server::refused`] answers.
    pub fn wants(&self) -> Option<&Value> {
        self.wanted.as_ref().map(|request| &request["arguments"])
    }

    /// Whether the client has disconnected.
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// Whether the launch runs.
    pub fn is_running(&self) -> bool {
        self.debugger.as_ref().is_some_and(Debugger::is_running)
    }

    fn numbered(&mut self, mut message: Value) -> Value {
        self.seq += 1;
        message["seq"] = self.seq.into();
        message
    }

    fn respond(&mut self, request: &Value, result: Result<Done>) -> Vec<Value> {
        let mut response = json!({ "type": "response", "request_seq": request["seq"], "command": request["command"] });
        let events = match result {
            Ok(Done { body, events }) => {
                response["success"] = true.into();
                response["body"] = body;
                events
            }
            Err(error) => {
                response["success"] = false.into();
                response["message"] = error.to_string().into();
                response["body"] = json!({ "error": { "id": 1, "format": error.to_string(), "showUser": true } });
                Vec::new()
            }
        };
        std::iter::once(response).chain(events).map(|message| self.numbered(message)).collect()
    }

    /// What to tell a client whose message cannot be read.
    pub fn garbled(&mut self, error: &Error) -> Value {
        let message = event("output", json!({ "category": "important", "output": format!("isotope: {error}\n") }));
        self.numbered(message)
    }

    /// The launch that was asked for. `paths` gives where a source file of the line table is; `set` configures the new debugger.
    pub fn launched(
        &mut self,
        prepared: &'a Prepared,
        paths: impl Fn(&str) -> Option<String> + 'a,
        set: impl FnOnce(&mut Debugger<'a>) -> Result<()>,
    ) -> Vec<Value> {
        let Some(request) = self.wanted.take() else { return Vec::new() };
        let result = Debugger::new(prepared).and_then(|mut debugger| {
            set(&mut debugger)?;
            self.debugger = Some(debugger);
            self.paths = Box::new(paths);
            self.stop_on_entry = request["arguments"]["stopOnEntry"].as_bool().unwrap_or(true);
            Ok(Done { body: Value::Null, events: vec![event("initialized", Value::Null)] })
        });
        self.respond(&request, result)
    }

    /// The launch that was asked for cannot be made.
    pub fn refused(&mut self, error: &Error) -> Vec<Value> {
        let Some(request) = self.wanted.take() else { return Vec::new() };
        self.respond(&request, Err(error.clone()))
    }

    /// Answers a message.
    pub fn handle(&mut self, request: &Value) -> Vec<Value> {
        if request["type"] != "request" {
            return Vec::new();
        }
        let Some(command) = request["command"].as_str() else {
            return self.respond(request, Err(Error::new("expected a string as `command`")));
        };
        if command == "launch" {
            let fits = self.debugger.is_none() && self.wanted.is_none();
            if fits {
                self.wanted = Some(request.clone());
                return Vec::new();
            }
            return self.respond(request, Err(Error::new("launch: expected one launch a session, found another one")));
        }
        let result = self.answer(command, &request["arguments"]);
        self.respond(request, result)
    }

    /// Lets the launch run for so many steps, if it runs.
    pub fn advance(&mut self, budget: u64) -> Vec<Value> {
        let Some(debugger) = &mut self.debugger else { return Vec::new() };
        let Some(happened) = debugger.advance(budget) else { return Vec::new() };
        let events = self.happened(&[happened]);
        events.into_iter().map(|message| self.numbered(message)).collect()
    }

    /// Events of the debugger as those of the protocol.
    fn happened(&mut self, events: &[Event]) -> Vec<Value> {
        let mut out = Vec::new();
        for happened in events {
            let Event::Stopped(stopped) = happened else { continue };
            // A client that continues after the end is done.
            let again =
                self.last.as_ref().is_some_and(|last| last.reason == Reason::Ended && last.step == stopped.step);
            if stopped.reason == Reason::Ended && again {
                out.extend([event("exited", json!({ "exitCode": 0 })), event("terminated", json!({}))]);
                continue;
            }
            self.handles.clear();
            let word = stopped.reason.word();
            let reason = match &stopped.reason {
                Reason::Breakpoint { id, .. } => match self.breakpoints.iter().find(|(_, known)| known == id) {
                    Some((BreakpointSource::Function, _)) => "function breakpoint",
                    Some((BreakpointSource::Instruction, _)) => "instruction breakpoint",
                    _ => "breakpoint",
                },
                Reason::Watch { .. } | Reason::Barrier { .. } | Reason::Uninit { .. } => "data breakpoint",
                Reason::Fault(_) => "exception",
                Reason::Interrupted => "pause",
                Reason::Stepped => "step",
                Reason::Start => "entry",
                _ => &word,
            };
            // Notes are for the console. The description says why the launch stands, the text says where.
            let notes: String = stopped.notes.iter().map(|finding| format!("note: {finding}\n")).collect();
            if !notes.is_empty() {
                out.push(event("output", json!({ "category": "important", "output": notes })));
            }
            let mut body = self.stopped_body(reason, stopped);
            if let Reason::Breakpoint { id, .. }
            | Reason::Watch { id, .. }
            | Reason::Barrier { id, .. }
            | Reason::Uninit { id, .. } = &stopped.reason
            {
                body["hitBreakpointIds"] = json!([id]);
            }
            self.last = Some((**stopped).clone());
            out.push(event("stopped", body));
        }
        out
    }

    /// The body of a `stopped` event.
    fn stopped_body(&self, reason: &str, stopped: &Stopped) -> Value {
        let (why, place) = (stopped.why(), stopped.place());
        let why = why.lines().next().unwrap_or_default().trim_end_matches(", ");
        json!({
            "reason": reason, "threadId": self.thread(stopped.wave), "allThreadsStopped": true,
            "description": if why.is_empty() { &place } else { why }, "text": place,
        })
    }

    fn debugger(&mut self) -> Result<&mut Debugger<'a>> {
        self.debugger.as_mut().context("expected `launch` before this request")
    }

    fn thread(&self, wave: WaveAt) -> usize {
        let known = |d: &Debugger<'_>| d.waves().iter().position(|w| *w == wave);
        1 + self.debugger.as_ref().and_then(known).unwrap_or(0)
    }

    fn wave(&self, thread: u64) -> Result<WaveAt> {
        let debugger = self.debugger.as_ref().context("expected `launch` before this request")?;
        let at = usize::try_from(thread).ok().and_then(|n| n.checked_sub(1));
        let waves = debugger.waves().len();
        at.and_then(|n| debugger.waves().get(n))
            .copied()
            .with_context(|| format!("expected a thread from 1 to {waves}, found {thread}"))
    }

    /// Begins a motion, or takes one back.
    fn go(&mut self, command: &Command, arguments: &Value, body: Value) -> Result<Done> {
        ensure!(!self.is_running(), "the launch runs: expected `pause` first");
        ensure!(self.configured, "expected `configurationDone` before this request");
        if !arguments["threadId"].is_null() {
            let wave = self.wave(number(arguments, "threadId")?)?;
            self.debugger()?.set_focus(wave);
        }
        let events = self.debugger()?.execute(command)?;
        Ok(Done { body, events: self.happened(&events) })
    }

    fn answer(&mut self, command: &str, arguments: &Value) -> Result<Done> {
        match command {
            "initialize" => done(json!({
                "supportsConfigurationDoneRequest": true, "supportsFunctionBreakpoints": true, "supportsConditionalBreakpoints": true,
                "supportsDataBreakpoints": true, "supportsInstructionBreakpoints": true, "supportsStepBack": true,
                "supportsSteppingGranularity": true, "supportsDisassembleRequest": true, "supportsReadMemoryRequest": true,
                "supportsExceptionInfoRequest": true, "supportsEvaluateForHovers": true, "supportsLoadedSourcesRequest": true,
                "supportsBreakpointLocationsRequest": true, "supportsTerminateRequest": true, "supportsDelayedStackTraceLoading": true,
                "supportsDataBreakpointBytes": false, "supportsSetVariable": true, "supportsSetExpression": true,
            })),
            "attach" => bail!("attach: expected launch; there is no process to attach to"),
            "disconnect" | "terminate" => {
                if let Some(debugger) = &mut self.debugger {
                    debugger.interrupt();
                }
                self.over = command == "disconnect";
                Ok(Done { body: Value::Null, events: vec![event("terminated", json!({}))] })
            }
            "configurationDone" => {
                self.debugger()?;
                ensure!(!self.configured, "configurationDone: expected once, found again");
                self.configured = true;
                if self.stop_on_entry {
                    let Event::Stopped(stopped) = self.debugger()?.stopped(Reason::Start) else {
                        return done(Value::Null);
                    };
                    let body = self.stopped_body("entry", &stopped);
                    return Ok(Done { body: Value::Null, events: vec![event("stopped", body)] });
                }
                self.go(&Command::Go(Motion::Continue), &Value::Null, Value::Null)
            }
            "setBreakpoints" => self.source_breakpoints(arguments),
            "setFunctionBreakpoints" => {
                let add = |server: &mut Self, each: &Value| server.add(text(each, "name")?, each);
                self.replace(&BreakpointSource::Function, &arguments["breakpoints"], add)
            }
            "setInstructionBreakpoints" => {
                let add = |server: &mut Self, each: &Value| {
                    let at = data::address(text(each, "instructionReference")?)?;
                    let at = at.wrapping_add_signed(each["offset"].as_i64().unwrap_or(0));
                    server.add(&format!("{at:#x}"), each)
                };
                self.replace(&BreakpointSource::Instruction, &arguments["breakpoints"], add)
            }
            "setDataBreakpoints" => {
                let add = |server: &mut Self, each: &Value| {
                    let access = match each["accessType"].as_str() {
                        Some("read") => AccessKind::Read,
                        Some("readWrite") => AccessKind::Any,
                        _ => AccessKind::Write,
                    };
                    let condition = each["condition"].as_str().filter(|text| !text.trim().is_empty());
                    Ok(server.debugger()?.watch(text(each, "dataId")?, access, None, condition)?.id)
                };
                self.replace(&BreakpointSource::Data, &arguments["breakpoints"], add)
            }
            "setExceptionBreakpoints" => done(json!({ "breakpoints": [] })),
            "dataBreakpointInfo" => self.data_breakpoint_info(arguments),
            "breakpointLocations" => self.breakpoint_locations(arguments),
            "threads" => self.threads(),
            "stackTrace" => self.stack_trace(arguments),
            "scopes" => self.scopes(arguments),
            "variables" => self.variables(arguments),
            "setVariable" => self.set_variable(arguments),
            "setExpression" => self.set_expression(arguments),
            "evaluate" => self.evaluate(arguments),
            "source" => self.listing(),
            "loadedSources" => self.loaded_sources(),
            "disassemble" => self.disassemble(arguments),
            "readMemory" => self.read_memory(arguments),
            "exceptionInfo" => self.exception_info(),
            "continue" => self.go(&Command::Go(Motion::Continue), arguments, json!({ "allThreadsContinued": true })),
            "next" | "stepIn" | "stepBack" => {
                let motion = if arguments["granularity"] == "instruction" || !self.has_lines() {
                    Motion::Instruction { wave: None, count: 1 }
                } else {
                    Motion::Line { into: command == "stepIn" }
                };
                let command = if command == "stepBack" { Command::Back(motion) } else { Command::Go(motion) };
                self.go(&command, arguments, Value::Null)
            }
            "stepOut" => self.go(&Command::Go(Motion::Out), arguments, Value::Null),
            "reverseContinue" => self.go(&Command::Back(Motion::Continue), arguments, Value::Null),
            "pause" => {
                let stopped = self.debugger()?.interrupt();
                let events = self.happened(&stopped.into_iter().collect::<Vec<_>>());
                Ok(Done { body: Value::Null, events })
            }
            other => bail!("`{}`: this adapter has no such request", other.escape_debug()),
        }
    }

    fn has_lines(&self) -> bool {
        self.debugger.as_ref().is_some_and(|d| d.location(d.focus()).is_some())
    }

    // ---- breakpoints ----

    fn add(&mut self, place: &str, each: &Value) -> Result<u32> {
        ensure!(
            each["hitCondition"].as_str().is_none_or(str::is_empty),
            "hit counts are not there: expected a condition"
        );
        ensure!(each["logMessage"].is_null(), "log points are not there: expected a breakpoint");
        let condition = each["condition"].as_str().filter(|text| !text.trim().is_empty());
        ensure!(!place.trim().is_empty(), "expected a place");
        Ok(self.debugger()?.add(place, None, condition)?.id)
    }

    /// The breakpoints of a kind are these and no others.
    fn replace(
        &mut self,
        kind: &BreakpointSource,
        all: &Value,
        add: impl Fn(&mut Self, &Value) -> Result<u32>,
    ) -> Result<Done> {
        let old: Vec<u32> = self.breakpoints.iter().filter(|(from, _)| from == kind).map(|(_, id)| *id).collect();
        // Commands may have deleted some.
        let known: Vec<u32> = self.debugger()?.breakpoints().iter().map(|b| b.id).collect();
        let old: Vec<u32> = old.into_iter().filter(|id| known.contains(id)).collect();
        if !old.is_empty() {
            self.debugger()?.delete(&old)?;
        }
        self.breakpoints.retain(|(from, _)| from != kind);
        let mut answers = Vec::new();
        for each in all.as_array().map_or(&[][..], Vec::as_slice) {
            answers.push(match add(self, each) {
                Ok(id) => {
                    self.breakpoints.push((kind.clone(), id));
                    self.breakpoint(id)
                }
                Err(error) => json!({ "verified": false, "message": error.to_string() }),
            });
        }
        done(json!({ "breakpoints": answers }))
    }

    /// What a client is told of a breakpoint.
    fn breakpoint(&self, id: u32) -> Value {
        let Some(debugger) = &self.debugger else { return Value::Null };
        let Some(breakpoint) = debugger.breakpoints().iter().find(|b| b.id == id) else { return Value::Null };
        let mut answer = json!({ "id": id, "verified": true });
        if let crate::On::Steps(steps) = &breakpoint.on
            && let Some(first) = steps.first()
        {
            let address = debugger.prepared().dispatch.program.steps[*first as usize].address;
            answer["instructionReference"] = format!("{address:#x}").into();
            if let Some(location) = debugger.line_of(address) {
                answer["line"] = location.at.line.into();
            }
        }
        answer
    }

    fn source_breakpoints(&mut self, arguments: &Value) -> Result<Done> {
        let source = &arguments["source"];
        let listing = source["sourceReference"].as_u64().is_some_and(|reference| reference != 0);
        let path = source["path"].as_str().or(source["name"].as_str()).unwrap_or_default().replace('\\', "/");
        ensure!(listing || !path.is_empty(), "setBreakpoints: expected a `path` in `source`");
        let kind = BreakpointSource::Source(if listing { String::new() } else { path.clone() });
        // Clients of old send lines alone.
        let lines =
            arguments["lines"].as_array().map(|lines| lines.iter().map(|line| json!({ "line": line })).collect());
        let all = if arguments["breakpoints"].is_array() {
            arguments["breakpoints"].clone()
        } else {
            lines.unwrap_or(json!([]))
        };
        self.replace(&kind, &all, move |server, each| {
            let line = number(each, "line")?;
            if listing {
                let instructions = server.debugger()?.instructions();
                let at = usize::try_from(line)
                    .ok()
                    .and_then(|line| instructions.get(line.checked_sub(1)?))
                    .map(|(at, _)| *at);
                let at = at.with_context(|| format!("expected a line up to {}, found {line}", instructions.len()))?;
                return server.add(&format!("{at:#x}"), each);
            }
            server.add(&format!("{path}:{line}"), each)
        })
    }
}
