//! A debugger without a terminal: a launch that goes forwards and backwards, told with commands, answering with events.
//!
//! [`Debugger`] does no I/O and has no threads. A command that lets the launch run is begun by [`Debugger::execute`] and continued by
//! [`Debugger::advance`], some steps at a time, so that whoever drives it can look for an interruption in between. [`Command::parse`] reads what is
//! typed, and [`dap`] speaks the Debug Adapter Protocol.
//!
//! # Time
//! Every wave instruction that was taken is a step, counted from the start of the launch; the turns that led here are a schedule, in the
//! notation of `explore --replay` and `run --schedule`. Going back repeats the schedule from a state that was kept, and going forward
//! from there follows what is recorded until its end, or until it is cut.
//!
//! ```
//! use isotope_debug::{Command, Debugger};
//! use isotope::{Error, Request, argument, prepare};
//! let image = isotope::load(include_bytes!("../samples/lines.cubin"))?;
//! let mut request = Request::new(1, 32, vec![argument("out=u32[32]:0")?]);
//! request.kernel = Some("fill".into());
//! let prepared = prepare(&image, &request, |_| Err(Error::new("no files")))?;
//! let mut debugger = Debugger::new(&prepared)?;
//! let mut say = |line: &str| debugger.run(&Command::parse(line)?, &mut || false);
//! assert!(say("break lines.cl:15")?[0].text().starts_with("breakpoint 1 at lines.cl:15"));
//! assert!(say("continue")?[0].text().starts_with("breakpoint 1, group 0 wave 0"));
//! assert!(say("reverse-step")?[0].text().contains("group 0 wave 0"));
//! # Ok::<(), Error>(())
//! ```

mod answer;
mod breaks;
mod calls;
mod command;
pub mod dap;
mod event;
mod expression;
mod history;
mod locals;
mod motion;
mod places;
mod room;
mod set;
mod show;
mod why;

use isotope::error::{Context, Error, Result, ensure};
use isotope::isa::finding::Finding;
use isotope::machine::register::Register;
use isotope::machine::state::Status;
use isotope::machine::{Divergence, Session, Uninit, UninitWatch};
use isotope::object::lines::{Location, SourceLines};
use isotope::{Placed, Prepared, TARGETS};

pub use breaks::{AccessKind, Breakpoint, On, WatchHit, WatchedMemory};
pub use command::{COMMANDS, Command, Format, Help, Motion, Where};
pub use event::{Event, Reason, Stopped};
pub use expression::{Expression, Space, Value};
pub use history::WaveAt;
pub use set::{Change, SettablePlace};

use answer::EventJson;
use event::said;
use expression::{NameTable, Scope};
use history::History;
use locals::Locals;
use motion::Goal;

isotope::documents! {
    /// The answers of this crate as JSON, with their schemas.
    pub SCHEMAS:
    "isotope-debug/1" => EventJson<'_>,
}

/// Bytes that the state of a launch may have.
const STATE: u64 = 1 << 30;

/// Whose turn it is, where nothing is recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plan {
    /// Waves in order, each until it waits or has ended, or for a long turn.
    InOrder,
    /// Drawn from a seed: which wave a step is of follows from the seed, the number of the step and who can run.
    Random(u64),
    /// One wave; the others stand still.
    Only(WaveAt),
}

/// Gives the text of a source file.
type Sources<'a> = dyn Fn(&str) -> Option<String> + 'a;

/// A launch that is debugged.
pub struct Debugger<'a> {
    prepared: &'a Prepared,
    history: History<'a>,
    lines: SourceLines,
    registers: Vec<Register>,
    synonyms: &'static [(&'static str, &'static str)],
    buffers: Vec<(Placed, usize)>,
    locals: Locals<'a>,
    waves: Vec<WaveAt>,
    focus: WaveAt,
    lane: u32,
    plan: Plan,
    breakpoints: Vec<Breakpoint>,
    next: u32,
    goal: Option<Goal>,
    /// Steps of the command that runs.
    ran: u64,
    /// Barriers that not all reached during it.
    notes: Vec<Divergence>,
    /// Uses of values that were never written during it, and who watches for them, as of so many steps.
    uses: Vec<Uninit>,
    watch: Option<(u64, UninitWatch<'a>)>,
    /// Steps of the command at which it is asked whether the launch stands still.
    asks_at: u64,
    /// The wave that the command is about waits for others, so they have their turns.
    yields: bool,
    limit: u64,
    /// Groups that the machine holds at once, where that is bounded.
    resident: Option<u32>,
    /// The first group that has not begun for want of room, as of the last step.
    absent: usize,
    sources: Box<Sources<'a>>,
}

impl<'a> Debugger<'a> {
    /// A launch in front of its first step.
    ///
    /// # Errors
    /// When the waves of the launch are more than fit; all of them are in flight from the start.
    pub fn new(prepared: &'a Prepared) -> Result<Debugger<'a>> {
        let dispatch = &prepared.dispatch;
        let bytes = dispatch.state_bytes();
        ensure!(
            bytes <= STATE,
            "expected a launch whose waves take at most {} MiB, found {} MiB: debug fewer groups",
            STATE >> 20,
            bytes >> 20
        );
        let session = Session::on_copy(dispatch, &prepared.memory).context("the launch")?;
        let waves: Vec<WaveAt> =
            (0..session.group_count()).flat_map(|g| (0..session.wave_count(g)).map(move |w| (g, w))).collect();
        let kernel = isotope::report::kernel(&prepared.image, dispatch).plain()?;
        let lines = TARGETS.lines(&prepared.image, kernel);
        let of_kernel = (TARGETS.of(prepared.image.target).isa().machine.registers)(kernel);
        let mut registers = of_kernel.list;
        if registers.is_empty() {
            registers = isotope::isa::registers::declared(TARGETS, &prepared.image, dispatch, kernel);
        }
        registers.retain(|register| register.fits(&dispatch.program));
        let first = waves.iter().copied().find(|(g, w)| session.wave(*g, *w).status != Status::Done);
        let buffers =
            prepared.buffers.iter().map(|placed| (placed.clone(), placed.size(&prepared.memory) as usize)).collect();
        Ok(Debugger {
            prepared,
            lines,
            registers,
            synonyms: of_kernel.synonyms,
            buffers,
            locals: Locals::new(prepared),
            focus: first.unwrap_or((0, 0)),
            waves,
            lane: 0,
            plan: Plan::InOrder,
            breakpoints: Vec::new(),
            next: 1,
            goal: None,
            ran: 0,
            notes: Vec::new(),
            uses: Vec::new(),
            watch: None,
            asks_at: motion::FIRST,
            yields: false,
            limit: 100_000_000,
            resident: None,
            absent: usize::MAX,
            sources: Box::new(|_| None),
            history: History::new(session, bytes),
        })
    }

    /// Text of source files, by the names that the line table has; for listings alone.
    pub fn set_sources(&mut self, sources: impl Fn(&str) -> Option<String> + 'a) {
        self.sources = Box::new(sources);
    }

    /// Whose turn it is from here on. What is recorded behind this point is forgotten.
    pub fn set_plan(&mut self, plan: Plan) {
        self.history.cut();
        self.plan = plan;
    }

    /// How many groups the machine holds at once; all of them unless said. They begin in order, each when there is room.
    pub fn set_resident(&mut self, groups: Option<u32>) {
        self.resident = groups;
        self.make_room();
    }

    /// The wave that commands are about.
    pub fn focus(&self) -> WaveAt {
        self.focus
    }

    /// Commands are about this wave from here on.
    ///
    /// # Panics
    /// If there is no such wave.
    pub fn set_focus(&mut self, wave: WaveAt) {
        assert!(self.waves.contains(&wave), "{wave:?} is no wave of the launch");
        self.focus = wave;
    }

    /// The lane that registers without a lane are of.
    pub fn lane(&self) -> u32 {
        self.lane
    }

    /// Steps so far.
    pub fn step(&self) -> u64 {
        self.history.at()
    }

    /// The buffers of the launch, with their bytes.
    pub fn buffers(&self) -> &[(Placed, usize)] {
        &self.buffers
    }

    /// The next instruction of a wave.
    pub fn next_text(&self, wave: WaveAt) -> Option<&str> {
        self.index(wave).map(|index| self.text_of(index))
    }

    /// Up to eight bytes of memory, of the group, wave and lane in focus.
    pub fn read(&self, space: Space, at: u64, bytes: u32) -> Option<u64> {
        self.scope(self.focus, self.lane).read(space, at, bytes)
    }

    /// The turns that led here, as text.
    pub fn schedule(&self) -> String {
        self.history.schedule().to_string()
    }

    /// Starts anew, with a schedule as what is recorded: the launch then follows it.
    ///
    /// # Errors
    /// When it is no schedule, or not one of this launch.
    pub fn replay(&mut self, schedule: &str) -> Result<Event> {
        let schedule = schedule.trim().parse().map_err(Error::new)?;
        self.history.record(&schedule)?;
        self.goal = None;
        self.make_room();
        let steps = self.history.end();
        let text = format!("at the start; {steps} steps are recorded, which the launch follows from here");
        Ok(said(text, &EventJson::Replay { recorded: steps }))
    }

    /// Every wave, in the order of the launch.
    pub fn waves(&self) -> &[WaveAt] {
        &self.waves
    }

    /// The launch as it stands.
    pub fn session(&self) -> &Session<'a> {
        self.history.now()
    }

    /// What is launched.
    pub fn prepared(&self) -> &'a Prepared {
        self.prepared
    }

    /// The breakpoints.
    pub fn breakpoints(&self) -> &[Breakpoint] {
        &self.breakpoints
    }

    /// Whether a command runs the launch, to be continued by [`Debugger::advance`].
    pub fn is_running(&self) -> bool {
        self.goal.is_some()
    }

    /// Stops a command that runs.
    pub fn interrupt(&mut self) -> Option<Event> {
        self.goal.take().map(|_| self.stopped(Reason::Interrupted))
    }

    /// Runs a command to its end. `stop` is asked now and then whether it is to be interrupted.
    ///
    /// # Errors
    /// What is wrong with the command.
    pub fn run(&mut self, command: &Command, stop: &mut dyn FnMut() -> bool) -> Result<Vec<Event>> {
        let mut events = self.execute(command)?;
        while self.is_running() {
            if stop() {
                events.extend(self.interrupt());
            } else {
                events.extend(self.advance(1 << 14));
            }
        }
        Ok(events)
    }

    fn names(&self) -> NameTable<'_> {
        NameTable { registers: &self.registers, synonyms: self.synonyms, buffers: &self.buffers, locals: &self.locals }
    }

    fn scope(&self, wave: WaveAt, lane: u32) -> Scope<'_, 'a> {
        Scope {
            names: self.names(),
            session: self.history.now(),
            wave,
            lane,
            pc: self.address(wave).unwrap_or(0),
            step: self.history.at(),
            private_bytes: self.prepared.dispatch.private_bytes.into(),
        }
    }

    /// The position of a wave's next instruction in the program.
    fn index(&self, wave: WaveAt) -> Option<u32> {
        let state = self.history.now().wave(wave.0, wave.1);
        let within = (state.pc as usize) < self.prepared.dispatch.program.steps.len();
        (state.status != Status::Done && within).then_some(state.pc)
    }

    /// Byte address of a wave's next instruction.
    pub fn address(&self, wave: WaveAt) -> Option<u32> {
        self.index(wave).map(|index| self.prepared.dispatch.program.steps[index as usize].address)
    }

    /// Where in the source a wave stands.
    pub fn location(&self, wave: WaveAt) -> Option<Location> {
        self.lines.find(self.address(wave)?.into())
    }

    fn text_of(&self, index: u32) -> &str {
        self.prepared.dispatch.program.texts.get(index as usize).map_or("", |text| text.trim_end())
    }

    fn status(&self, wave: WaveAt) -> Status {
        self.history.now().wave(wave.0, wave.1).status
    }

    /// A barrier that not all reach, in words.
    fn finding(&self, divergence: &Divergence) -> Finding {
        let mut finding = isotope::isa::divergence::finding(&self.prepared.dispatch, divergence, 1);
        finding.locate(&self.lines);
        finding
    }

    /// A use of a value that was never written, in words.
    fn use_finding(&self, uninit: &Uninit) -> Finding {
        let mut finding = isotope::isa::uninit::finding(&self.prepared.dispatch, &self.registers, uninit, 1);
        finding.locate(&self.lines);
        finding
    }

    fn stopped(&self, reason: Reason) -> Event {
        let wave = self.focus;
        let index = self.index(wave);
        Event::Stopped(Box::new(Stopped {
            reason,
            step: self.history.at(),
            wave,
            address: self.address(wave),
            instruction: index.map_or("ended", |index| self.text_of(index)).into(),
            location: self.location(wave),
            notes: {
                let barriers = self.notes.iter().map(|divergence| self.finding(divergence));
                barriers.chain(self.uses.iter().map(|uninit| self.use_finding(uninit))).collect()
            },
        }))
    }
}
