//! Commands as they are typed.

use std::fmt;

use crate::answer::EventJson;
use isotope::error::{Context, Result, bail, ensure};

use crate::breaks::AccessKind;
use crate::{Debugger, Event, Plan, said};

/// A wave as it is typed: `GROUP.WAVE`, or `WAVE` of the group in focus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Where {
    /// The group, counted in the order of the grid.
    pub group: Option<usize>,
    /// The wave of it.
    pub wave: usize,
}

impl fmt::Display for Where {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.group {
            Some(group) => write!(f, "{group}.{}", self.wave),
            None => write!(f, "{}", self.wave),
        }
    }
}

impl Where {
    /// Reads one.
    ///
    /// # Errors
    /// What is expected.
    pub fn parse(text: &str) -> Result<Where> {
        let found = match text.split_once('.') {
            Some((group, wave)) => group.parse().ok().zip(wave.parse().ok()).map(|(g, w)| (Some(g), w)),
            None => text.parse().ok().map(|wave| (None, wave)),
        };
        let (group, wave) = found
            .with_context(|| format!("expected a wave such as 0.1 (GROUP.WAVE), found `{}`", text.escape_debug()))?;
        Ok(Where { group, wave })
    }
}

/// How far the launch is to go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Motion {
    /// Instructions of a wave, of the one in focus where none is named.
    Instruction {
        /// Whose.
        wave: Option<Where>,
        /// How many.
        count: u64,
    },
    /// Instructions of whichever wave has its turn.
    Any {
        /// How many.
        count: u64,
    },
    /// To another source line of the lane in focus, over the functions that are called on the way.
    Line {
        /// Into them.
        into: bool,
    },
    /// Until a lane of the wave in focus is active in front of its next instruction.
    Lane(u32),
    /// One instruction of every wave that can take one.
    All,
    /// Out of the function that was inlined or called here; to the end of the wave where none was.
    Out,
    /// To the end of the wave in focus.
    Finish,
    /// Until something stops the launch.
    Continue,
}

/// How values are printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// As they are meant: elements of buffers by their type, others in hexadecimal.
    #[default]
    Plain,
    /// `x`: hexadecimal digits.
    Hex,
    /// `d`: a number with a sign.
    Signed,
    /// `u`: a number without.
    Unsigned,
    /// `t`: binary digits.
    Binary,
    /// `f`: a float of the size of the value.
    Float,
    /// `c`: characters.
    Char,
}

/// What can be asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Command {
    /// Nothing.
    Nothing,
    /// Go on.
    Go(Motion),
    /// Go back.
    Back(Motion),
    /// Go to a step.
    Goto(u64),
    /// Stop in front of instructions: the place, the wave, the condition.
    Break(String, Option<Where>, Option<String>),
    /// Stop after accesses to memory.
    Watch(String, AccessKind, Option<Where>, Option<String>),
    /// Stop at barriers that not all work-items of a group reach.
    WatchBarriers(Option<Where>),
    /// Stop where a value that was never written reaches memory, an address or a branch.
    WatchUninit(Option<Where>),
    /// Delete breakpoints, or all.
    Delete(Vec<u32>),
    /// Look at a wave.
    Wave(Option<Where>),
    /// Look at a lane.
    Lane(u32),
    /// Tell of something: what, and of which.
    Info(String, String),
    /// Print a value: the format, the expression.
    Print(Format, String),
    /// Print memory: how many, the format, bytes of each, where.
    Examine(u32, Format, Option<u32>, String),
    /// Set a register or memory: how the value is written, the place, the value.
    Set(Format, String, String),
    /// Say who wrote a register or memory last.
    Why(String),
    /// Say all that was written to a register or memory.
    History(String),
    /// Explain the next instruction with what it finds.
    Explain,
    /// Show source and instructions around a place.
    List(String),
    /// Choose whose turn it is.
    Schedule(Option<Plan>),
    /// Let one wave run only.
    Only(Where),
    /// Forget what is recorded behind this point.
    Fork,
    /// Write the schedule to a file, which the front end does.
    Save(String),
    /// Follow a schedule: a file, which the front end reads, or the turns.
    Replay(String),
    /// How many steps a command may take.
    Limit(u64),
    /// Help.
    Help(String),
    /// End.
    Quit,
}

/// Help for a command.
#[derive(Clone, Copy, Debug)]
pub struct Help {
    /// Its names, the first the long one.
    pub names: &'static [&'static str],
    /// How it is typed.
    pub syntax: &'static str,
    /// What it does.
    pub what: &'static str,
}

const fn help(names: &'static [&'static str], syntax: &'static str, what: &'static str) -> Help {
    Help { names, syntax, what }
}

/// All commands.
pub const COMMANDS: &[Help] = &[
    help(
        &["break", "b"],
        "break [PLACE] [wave G.W] [if CONDITION]",
        "Stop in front of instructions: an address (0x48), a source line (lines.cl:15, 15), a name (ATOM, global_atomic_add_u32; what it begins with, up to \
         a point or _, is enough), or the next one. A condition that names a register without its lane holds where it holds in some active lane, \
         which becomes the one in focus.",
    ),
    help(
        &["watch"],
        "watch [change|write|read|access] MEMORY [wave G.W] [if CONDITION] | watch barriers|uninit [wave G.W]",
        "Stop after accesses to memory: out[3], [0x100000000]:8, shared[16], gds[0]. Writes that change it unless said otherwise. Or at each \
         barrier that not all work-items of a group reach; unless watched, these are noted when the launch stops.",
    ),
    help(&["delete", "d"], "delete [NUMBER..]", "Delete these breakpoints, or all."),
    help(
        &["step", "stepi", "si", "s"],
        "step [N] | step wave G.W [N] | step line | step lane L | step all | step any [N]",
        "N instructions of the wave in focus, or of another one; to another source line, into functions that are called; until lane L is \
         active; one instruction of every wave that can take one; N instructions of whichever wave has its turn. Where the wave waits, others \
         run until it can go on.",
    ),
    help(
        &["next", "n"],
        "next",
        "To another source line of the lane in focus, over functions that are called. Where a branch splits the wave, other lanes run until \
         this one does.",
    ),
    help(
        &["out", "up"],
        "out",
        "Out of the function that was inlined or called here, to where it was called; to the end of the wave where none was.",
    ),
    help(&["finish", "fin"], "finish", "To the end of the wave in focus."),
    help(&["continue", "c"], "continue", "Until a breakpoint, a fault, or the end."),
    help(
        &["reverse-step", "rs", "reverse-stepi", "rsi"],
        "reverse-step [N] | reverse-step wave G.W [N] | reverse-step line | reverse-step lane L | reverse-step any [N]",
        "Back to in front of the last N instructions of the wave, or of any; to the source line before this one, into functions that were called.",
    ),
    help(
        &["reverse-next", "rn"],
        "reverse-next",
        "Back to where the lane in focus came to the source line before this one, over functions that were called.",
    ),
    help(
        &["reverse-continue", "rc"],
        "reverse-continue",
        "Back to the last point where `continue` would stop, or to the start.",
    ),
    help(&["goto"], "goto STEP", "To a step of what is recorded, counted from the start; 0 is the start."),
    help(&["wave", "w"], "wave [G.W]", "Look at this wave; commands are about it from here on."),
    help(&["lane", "l"], "lane L", "Look at this lane; registers without a lane are its."),
    help(
        &["info", "i"],
        "info waves|lanes|locals|barriers|gws|gds|registers [NAME..]|memory|breakpoints|schedule|line|launch",
        "Tell what there is. `info locals` shows the variables of the source in the lane in focus, where the file has them (-g). `info registers` shows those that are not 0; names may end in `*`.",
    ),
    help(
        &["print", "p"],
        "print[/FORMAT] EXPRESSION",
        "A value. A register by itself is shown in all lanes. FORMAT is x, d, u, t (binary), f (float) or c. Expressions: R4, R4[3] (a lane), v[2:3] \
         (two as one), variables of the source (i, part.left, list[2]), out[3], &out, [ADDRESS]:8, shared[OFFSET], private[OFFSET], gds[OFFSET], $lane, $wave, $group, $pc, $active, $step, f32(R4), \
         + - * & | ^ << >> == != < <= > >= ! ~ && ||.",
    ),
    help(
        &["x"],
        "x[/COUNT FORMAT SIZE] ADDRESS",
        "Memory from an address on: x/8xw &out, x/4fg shared[0]. SIZE is b, h, w or g: 1, 2, 4 or 8 bytes.",
    ),
    help(
        &["set"],
        "set[/f] REGISTER = VALUE | set[/f] MEMORY = VALUE",
        "Set a register (R4: its lane in focus, R4[3]; P0[3]; s4), an element of a buffer (out[3]) or other memory ([ADDRESS]:8, shared[OFFSET], \
         private[OFFSET], gds[OFFSET]). The value is an expression that fits the place; with /f, a float of its size. It is there from this \
         step on, and gone in front of it: going back takes it away. Steps recorded behind this one are forgotten. `save` writes no values.",
    ),
    help(
        &["why"],
        "why REGISTER[LANE] | why MEMORY",
        "Who wrote it last: the step, the wave, the lane, the instruction, what was there before and since. It looks back through the whole schedule.",
    ),
    help(
        &["history"],
        "history REGISTER[LANE] | history MEMORY",
        "All that was written to it, the last first, 32 at most: the step, the wave, the lane, what was there before and since, the instruction. \
         Lines that were typed come back with the arrow keys.",
    ),
    help(
        &["explain", "e"],
        "explain",
        "The next instruction with the registers and the memory that it finds, and the rules that decide.",
    ),
    help(&["list"], "list [LINE | ADDRESS]", "Source and instructions around the wave in focus, or around a place."),
    help(
        &["schedule"],
        "schedule [in-order | random SEED | only G.W]",
        "Whose turn it is: waves in order, drawn from a seed, or one wave. Without a word, the schedule so far.",
    ),
    help(&["fork"], "fork", "Forget what is recorded behind this point: from here on the launch goes its own way."),
    help(
        &["save"],
        "save FILE",
        "Write the schedule so far; `replay` takes it, and so do exploring and running the launch.",
    ),
    help(&["replay"], "replay FILE | replay TURNS", "Start anew and follow a schedule: 0.0:12 1.0:3[2,0]."),
    help(&["limit"], "limit STEPS", "Steps that one command takes at most; 100000000 unless said."),
    help(&["help", "h", "?"], "help [COMMAND]", "This."),
    help(&["quit", "q", "exit"], "quit", "End."),
];

/// The command of a name, or of its beginning where no other has it.
fn find(name: &str) -> Result<&'static Help> {
    if let Some(exact) = COMMANDS.iter().find(|help| help.names.contains(&name)) {
        return Ok(exact);
    }
    let begun: Vec<&Help> = COMMANDS.iter().filter(|help| help.names[0].starts_with(name)).collect();
    match begun[..] {
        [one] => Ok(one),
        [] => bail!("expected a command (`help` lists them), found `{}`", name.escape_debug()),
        _ => {
            let names: Vec<&str> = begun.iter().map(|help| help.names[0]).collect();
            bail!("`{name}` begins {}: type more of it", names.join(", "))
        }
    }
}

/// A whole number, with `0x` in hexadecimal digits.
fn count(text: &str, what: &str) -> Result<u64> {
    let text = text.trim();
    let number = text.strip_prefix("0x").map_or_else(|| text.parse(), |digits| u64::from_str_radix(digits, 16));
    number.ok().with_context(|| format!("{what}: expected a number, found `{}`", text.escape_debug()))
}

/// A number of at least one; one where nothing is said.
fn times(text: &str, what: &str) -> Result<u64> {
    if text.trim().is_empty() {
        return Ok(1);
    }
    let number = count(text, what)?;
    ensure!(number != 0, "{what}: expected a number of at least 1, found 0");
    Ok(number)
}

/// Splits ` if CONDITION` and ` wave G.W` from the end of a place.
fn restricted(rest: &str) -> Result<(String, Option<Where>, Option<String>)> {
    let padded = format!(" {rest}");
    let (before, condition) = match padded.split_once(" if ") {
        Some((before, condition)) => (before.to_string(), Some(condition.trim().to_string())),
        None => (padded, None),
    };
    ensure!(condition.as_deref() != Some(""), "expected a condition behind `if`");
    let (place, wave) = match before.rsplit_once(" wave ") {
        Some((place, wave)) => (place.to_string(), Some(Where::parse(wave.trim())?)),
        None => (before, None),
    };
    Ok((place.trim().into(), wave, condition))
}

fn letter(c: char) -> Option<Format> {
    Some(match c {
        'x' => Format::Hex,
        'd' => Format::Signed,
        'u' => Format::Unsigned,
        't' => Format::Binary,
        'f' => Format::Float,
        'c' => Format::Char,
        _ => return None,
    })
}

/// `8xw`: how many, how, how large.
fn layout(text: &str) -> Result<(u32, Format, Option<u32>)> {
    let digits: String = text.chars().take_while(char::is_ascii_digit).collect();
    let number = if digits.is_empty() { Some(1) } else { digits.parse().ok().filter(|n| (1..=65_536).contains(n)) };
    let number = number.with_context(|| format!("expected a count from 1 to 65536, found {digits}"))?;
    let (mut format, mut size) = (Format::Plain, None);
    for c in text[digits.len()..].chars() {
        match (letter(c), c) {
            (Some(found), _) => format = found,
            (None, 'b') => size = Some(1),
            (None, 'h') => size = Some(2),
            (None, 'w') => size = Some(4),
            (None, 'g') => size = Some(8),
            _ => bail!("expected a format (x, d, u, t, f, c) or a size (b, h, w, g), found `{}`", c.escape_debug()),
        }
    }
    Ok((number, format, size))
}

fn motion(rest: &str) -> Result<Motion> {
    let (word, behind) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let alone = matches!(word, "all" | "line");
    ensure!(
        !alone || behind.trim().is_empty(),
        "step {word}: expected nothing behind it, found `{}`",
        behind.trim().escape_debug()
    );
    Ok(match word {
        "wave" => {
            let (wave, number) = behind.trim().split_once(char::is_whitespace).unwrap_or((behind.trim(), ""));
            Motion::Instruction { wave: Some(Where::parse(wave)?), count: times(number, "step wave")? }
        }
        "lane" => {
            let lane = count(behind, "step lane")?;
            Motion::Lane(
                u32::try_from(lane)
                    .ok()
                    .filter(|lane| *lane < 64)
                    .with_context(|| format!("step lane: expected a lane below 64, found {lane}"))?,
            )
        }
        "all" => Motion::All,
        "line" => Motion::Line { into: true },
        "any" => Motion::Any { count: times(behind, "step any")? },
        _ => Motion::Instruction { wave: None, count: times(rest, "step")? },
    })
}

impl Command {
    /// Reads a line. What begins with `#` is a comment.
    ///
    /// # Errors
    /// What is expected, what is found.
    ///
    /// # Examples
    /// ```
    /// use isotope_debug::{Command, Motion};
    /// assert_eq!(Command::parse("continue").unwrap(), Command::Go(Motion::Continue));
    /// let error = Command::parse("step 0").unwrap_err();
    /// assert_eq!(error.to_string(), "step: expected a number of at least 1, found 0");
    /// ```
    pub fn parse(line: &str) -> Result<Command> {
        let line = line.trim();
        ensure!(line.len() <= 1 << 20, "expected a command of at most 1 MiB, found {} bytes", line.len());
        if line.is_empty() || line.starts_with('#') {
            return Ok(Command::Nothing);
        }
        let end = line.find(|c: char| c.is_whitespace() || c == '/').unwrap_or(line.len());
        let (word, rest) = line.split_at(end);
        let name = find(word)?.names[0];
        let (slash, rest) = match rest.strip_prefix('/') {
            Some(rest) => {
                ensure!(
                    matches!(name, "print" | "x" | "set"),
                    "{name}: expected no format, which print, x and set have"
                );
                rest.split_once(char::is_whitespace).unwrap_or((rest, ""))
            }
            None => ("", rest),
        };
        let rest = rest.trim();
        let none = |command: Command| {
            ensure!(rest.is_empty(), "{name}: expected nothing behind it, found `{}`", rest.escape_debug());
            Ok(command)
        };
        let some = |what: &str| {
            ensure!(!rest.is_empty(), "{name}: expected {what}");
            Ok::<_, isotope::Error>(rest.to_string())
        };
        match name {
            "break" => restricted(rest).map(|(place, wave, condition)| Command::Break(place, wave, condition)),
            "watch" => {
                let (word, behind) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
                let kinds = [AccessKind::Change, AccessKind::Write, AccessKind::Read, AccessKind::Any];
                let kind = kinds.into_iter().find(|kind| kind.name() == word);
                let (place, wave, condition) = restricted(if kind.is_some() { behind } else { rest })?;
                if kind.is_none() && place == "barriers" {
                    ensure!(condition.is_none(), "watch barriers: expected no `if`: the rule is the condition");
                    return Ok(Command::WatchBarriers(wave));
                }
                if kind.is_none() && place == "uninit" {
                    ensure!(condition.is_none(), "watch uninit: expected no `if`: the rule is the condition");
                    return Ok(Command::WatchUninit(wave));
                }
                ensure!(!place.is_empty(), "watch: expected memory such as out[3], [0x100000000]:8 or shared[16]");
                Ok(Command::Watch(place, kind.unwrap_or(AccessKind::Change), wave, condition))
            }
            "delete" => {
                let ids = rest.split_whitespace().map(|id| {
                    let id = count(id, "delete")?;
                    u32::try_from(id)
                        .ok()
                        .with_context(|| format!("delete: expected the number of a breakpoint, found {id}"))
                });
                Ok(Command::Delete(ids.collect::<Result<_>>()?))
            }
            "step" => motion(rest).map(Command::Go),
            "next" => none(Command::Go(Motion::Line { into: false })),
            "out" => none(Command::Go(Motion::Out)),
            "finish" => none(Command::Go(Motion::Finish)),
            "continue" => none(Command::Go(Motion::Continue)),
            "reverse-step" => motion(rest).map(Command::Back),
            "reverse-next" => none(Command::Back(Motion::Line { into: false })),
            "reverse-continue" => none(Command::Back(Motion::Continue)),
            "goto" => count(rest, "goto").map(Command::Goto),
            "wave" if rest.is_empty() => Ok(Command::Wave(None)),
            "wave" => Where::parse(rest).map(Some).map(Command::Wave),
            "lane" => {
                let lane = count(rest, "lane")?;
                Ok(Command::Lane(u32::try_from(lane).unwrap_or(u32::MAX)))
            }
            "info" => {
                let (what, of) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
                Ok(Command::Info(what.into(), of.trim().into()))
            }
            "print" => {
                let format = match slash.chars().collect::<Vec<_>>()[..] {
                    [] => Format::Plain,
                    [c] => letter(c).with_context(|| {
                        format!("print: expected a format x, d, u, t, f or c, found `{}`", c.escape_debug())
                    })?,
                    _ => bail!("print: expected one letter behind `/`, found `{}`", slash.escape_debug()),
                };
                Ok(Command::Print(format, some("an expression such as R4 or out[3]")?))
            }
            "x" => {
                let (number, format, size) = layout(slash)?;
                Ok(Command::Examine(number, format, size, some("an address such as &out or 0x100000000")?))
            }
            "set" => {
                let format = match slash {
                    "" => Format::Plain,
                    "f" => Format::Float,
                    _ => bail!("set: expected /f or no format, found `/{}`", slash.escape_debug()),
                };
                let (place, value) = rest
                    .split_once('=')
                    .with_context(|| format!("set: expected PLACE = VALUE, found `{}`", rest.escape_debug()))?;
                Ok(Command::Set(format, place.trim().into(), value.trim().into()))
            }
            "why" => Ok(Command::Why(some("a register such as R4[3], or memory such as out[3]")?)),
            "history" => Ok(Command::History(some("a register such as R4[3], or memory such as out[3]")?)),
            "explain" => none(Command::Explain),
            "list" => Ok(Command::List(rest.into())),
            "schedule" => match rest.split_whitespace().collect::<Vec<_>>()[..] {
                [] => Ok(Command::Schedule(None)),
                ["in-order"] => Ok(Command::Schedule(Some(Plan::InOrder))),
                ["random", seed] => Ok(Command::Schedule(Some(Plan::Random(count(seed, "schedule random")?)))),
                ["only", wave] => Where::parse(wave).map(Command::Only),
                _ => bail!("schedule: expected in-order, random SEED or only G.W, found `{}`", rest.escape_debug()),
            },
            "fork" => none(Command::Fork),
            "save" => Ok(Command::Save(some("a file")?)),
            "replay" => Ok(Command::Replay(some("a file, or turns such as 0.0:12 1.0:3")?)),
            "limit" => times(rest, "limit").map(Command::Limit),
            "help" => Ok(Command::Help(rest.into())),
            _ => none(Command::Quit),
        }
    }
}

fn help_text(of: &str) -> Result<String> {
    if !of.is_empty() {
        let help = find(of)?;
        let names =
            if help.names.len() > 1 { format!("\nalso: {}", help.names[1..].join(", ")) } else { String::new() };
        return Ok(format!("{}{names}\n{}", help.syntax, help.what));
    }
    let lines = COMMANDS.iter().map(|help| {
        let first = help.what.split(['.', ':', ';']).next().unwrap_or_default();
        format!("{:18}{first}", help.names[0])
    });
    Ok(lines.collect::<Vec<_>>().join("\n") + "\n`help COMMAND` shows more; the beginning of a name is enough")
}

impl Debugger<'_> {
    /// Does what is asked for. Commands that let the launch run are only begun: [`Debugger::advance`] goes on with them. Files of
    /// `save` and `replay` are the front end's.
    ///
    /// # Errors
    /// What is wrong with the command; nothing has changed then.
    pub fn execute(&mut self, command: &Command) -> Result<Vec<Event>> {
        let event = match command {
            Command::Nothing | Command::Quit => return Ok(Vec::new()),
            Command::Go(motion) => return Ok(self.begin(motion)?.into_iter().collect()),
            Command::Back(motion) => self.back(motion)?,
            Command::Goto(step) => {
                let end = self.history.end();
                ensure!(*step <= end, "goto: expected a step up to {end}, the last that is recorded, found {step}");
                self.go(*step);
                if let Some(wave) = self.history.recorded(*step) {
                    self.focus = wave;
                }
                self.stopped(crate::Reason::Stepped)
            }
            Command::Break(place, wave, condition) => {
                let id = self.add(place, *wave, condition.as_deref())?.id;
                self.breakpoint(id)
            }
            Command::Watch(place, access, wave, condition) => {
                let id = self.watch(place, *access, *wave, condition.as_deref())?.id;
                self.breakpoint(id)
            }
            Command::WatchBarriers(wave) => {
                let id = self.watch_barriers(*wave)?.id;
                self.breakpoint(id)
            }
            Command::WatchUninit(wave) => {
                let id = self.watch_uninit(*wave)?.id;
                self.breakpoint(id)
            }
            Command::Delete(ids) => {
                let count = self.delete(ids)?;
                said(format!("{count} deleted"), &EventJson::Delete { deleted: count })
            }
            Command::Wave(wave) => {
                if let Some(wave) = wave {
                    self.focus = self.resolve(*wave)?;
                }
                self.stopped(crate::Reason::Stepped)
            }
            Command::Lane(lane) => {
                let lanes = self.prepared.dispatch.wave_size();
                ensure!(*lane < lanes, "lane: expected a lane below {lanes}, found {lane}");
                self.lane = *lane;
                said(format!("lane {lane}"), &EventJson::Lane { lane: *lane })
            }
            Command::Info(what, of) => self.info(what, of)?,
            Command::Print(format, text) => self.print(*format, text)?,
            Command::Examine(count, format, size, text) => self.examine(*count, *format, *size, text)?,
            Command::Set(format, place, value) => self.set(*format, place, value)?,
            Command::Why(text) => self.why(text)?,
            Command::History(text) => self.writes(text)?,
            Command::Explain => self.explain()?,
            Command::List(place) => self.list(place)?,
            Command::Schedule(None) => self.info("schedule", "")?,
            Command::Schedule(Some(plan)) => {
                self.set_plan(*plan);
                self.info("schedule", "")?
            }
            Command::Only(wave) => {
                let wave = self.resolve(*wave)?;
                self.ensure_begun(wave)?;
                self.set_plan(Plan::Only(wave));
                self.focus = wave;
                self.info("schedule", "")?
            }
            Command::Fork => {
                self.history.cut();
                let recorded = self.history.end();
                said(format!("{recorded} steps are recorded"), &EventJson::Fork { recorded })
            }
            Command::Save(file) | Command::Replay(file) => match file.parse::<isotope::explore::Schedule>() {
                Ok(_) if matches!(command, Command::Replay(_)) => self.replay(file)?,
                _ => bail!("`{}`: this front end reads and writes no files", file.escape_debug()),
            },
            Command::Limit(steps) => {
                self.limit = *steps;
                said(format!("{steps} steps a command at most"), &EventJson::Limit { limit: *steps })
            }
            Command::Help(of) => {
                let text = help_text(of)?;
                said(text.clone(), &EventJson::Help { text: &text })
            }
        };
        Ok(vec![event])
    }

    /// What there is to say of a breakpoint.
    fn breakpoint(&self, id: u32) -> Event {
        let breakpoint = self.breakpoints.iter().find(|b| b.id == id).expect("it was just made");
        said(self.breakpoint_text(breakpoint), &EventJson::Breakpoint(self.breakpoint_json(breakpoint)))
    }
}
