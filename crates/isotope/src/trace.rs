//! A Chrome trace of a launch: one track per wave, one event per instruction. Perfetto and chrome://tracing open it.
//!
//! A group is a process and a wave its thread; time is the number of instructions that all waves had run. Where a wave waits, at a barrier
//! or in the synchronization unit, an event is as long as the wait, from the instruction to the wave's next one, and says what it waits for; a
//! wait that never ends lasts to the end of the launch. Events are streamed to disk, so a trace takes no memory, and the file appears only when it is complete.

use std::collections::BTreeMap;
use std::io::{self, Write};

use isotope_ir::effect::BarrierKind;
use isotope_machine::sync::WaitPoint;
use isotope_machine::{Dispatch, Observer, Place, Synchronisation};
use isotope_object::lines::SourceLines;

/// A trace being written to whatever takes bytes.
pub struct Trace<W> {
    out: W,
    /// Instructions so far, over all launches.
    clock: u64,
    launches: u64,
    /// Groups of the launches before this one.
    groups: u64,
    failed: Option<io::Error>,
    empty: bool,
}

impl<W: Write> Trace<W> {
    /// Starts the trace.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn new(mut out: W) -> io::Result<Trace<W>> {
        out.write_all(b"{\"displayTimeUnit\":\"ns\",\"traceEvents\":[")?;
        Ok(Trace { out, clock: 0, launches: 0, groups: 0, failed: None, empty: true })
    }

    /// Watches a launch; events name the source where `lines` does.
    pub fn watch(&mut self, dispatch: &Dispatch, lines: &SourceLines) -> Watch<'_, W> {
        let names = dispatch.program.texts.iter().map(|text| quoted(text)).collect();
        let source = |address: u32| {
            let location = lines.find(address.into())?;
            Some(format!(",\"source\":{}", quoted(&location.to_string())))
        };
        let steps = dispatch.program.steps.iter().filter(|_| !lines.is_empty());
        let sources = steps.map(|step| source(step.address).unwrap_or_default()).collect();
        let [x, y, _] = dispatch.groups;
        let watch = Watch {
            names,
            sources,
            strides: [1, u64::from(x), u64::from(x) * u64::from(y)],
            base: self.groups,
            waiting: BTreeMap::new(),
            trace: self,
        };
        watch.trace.groups += u64::from(dispatch.group_count());
        watch.trace.launches += 1;
        watch
    }

    /// Completes the text.
    ///
    /// # Errors
    /// When any part of it could not be written.
    pub fn finish(mut self) -> io::Result<W> {
        match self.failed.take() {
            Some(error) => Err(error),
            None => self.out.write_all(b"\n]}\n").map(|()| self.out),
        }
    }

    fn event(&mut self, event: std::fmt::Arguments<'_>) {
        if self.failed.is_none() {
            let separator = if self.empty { "\n" } else { ",\n" };
            self.empty = false;
            self.failed = write!(self.out, "{separator}{event}").err();
        }
    }
}

/// A JSON string.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// The observer of one launch.
pub struct Watch<'a, W: Write> {
    trace: &'a mut Trace<W>,
    /// Texts of the steps, as JSON.
    names: Vec<String>,
    /// What events of the steps say of their source; empty where nothing is known.
    sources: Vec<String>,
    /// Groups between neighbours in x, y, z.
    strides: [u64; 3],
    base: u64,
    /// Waves that wait, by track: since when, and for what.
    waiting: BTreeMap<(u64, u32), (u64, String)>,
}

impl<W: Write> Watch<'_, W> {
    /// The track of a wave.
    fn track(&self, place: Place) -> (u64, u32) {
        let group: u64 = place.group.iter().zip(self.strides).map(|(&at, stride)| u64::from(at) * stride).sum();
        (self.base + group, place.wave)
    }

    /// Writes a wait down, which ends now.
    fn waited(&mut self, (process, thread): (u64, u32), since: u64, what: &str) {
        let dur = self.trace.clock - since;
        if dur != 0 {
            let name = quoted(&format!("waits: {what}"));
            self.trace.event(format_args!(
                "{{\"name\":{name},\"cat\":\"wait\",\"ph\":\"X\",\"ts\":{since},\"dur\":{dur},\"pid\":{process},\"tid\":{thread},\
                 \"args\":{{\"waits_for\":{}}}}}",
                quoted(what)
            ));
        }
    }
}

impl<W: Write> Drop for Watch<'_, W> {
    fn drop(&mut self) {
        for (track, (since, what)) in std::mem::take(&mut self.waiting) {
            self.waited(track, since, &what);
        }
    }
}

impl<W: Write> Observer for Watch<'_, W> {
    fn looks_inside(&self) -> bool {
        true
    }

    fn synchronises(&mut self, place: Place, what: &Synchronisation) {
        if let Synchronisation::Barrier { kind, id, .. } = what
            && *kind != BarrierKind::Signal
        {
            let track = self.track(place);
            self.waiting.insert(track, (self.trace.clock, format!("barrier {id} of the group")));
        }
    }

    fn waits(&mut self, place: Place, at: &WaitPoint) {
        let track = self.track(place);
        self.waiting.insert(track, (self.trace.clock, at.to_string()));
    }

    fn step(&mut self, place: Place, index: u32, lanes: u64) {
        let track = self.track(place);
        if let Some((since, what)) = self.waiting.remove(&track) {
            self.waited(track, since, &what);
        }
        let ((process, thread), ts) = (track, self.trace.clock);
        self.trace.clock += 1;
        if index == 0 {
            // Every wave starts here; naming a track twice does no harm.
            let [x, y, z] = place.group;
            let launch = self.trace.launches - 1;
            let of_track = format_args!("\"ph\":\"M\",\"pid\":{process},\"tid\":{thread}");
            self.trace.event(format_args!(
                "{{\"name\":\"process_name\",{of_track},\"args\":{{\"name\":\"launch {launch} group ({x},{y},{z})\"}}}}"
            ));
            self.trace
                .event(format_args!("{{\"name\":\"thread_name\",{of_track},\"args\":{{\"name\":\"wave {thread}\"}}}}"));
        }
        let name = self.names.get(index as usize).map_or("\"\"", String::as_str);
        let address = place.address;
        let source = self.sources.get(index as usize).map_or("", String::as_str);
        self.trace.event(format_args!(
            "{{\"name\":{name},\"ph\":\"X\",\"ts\":{ts},\"dur\":1,\"pid\":{process},\"tid\":{thread},\
             \"args\":{{\"address\":\"{address:#06x}\",\"lanes\":\"{lanes:#010x}\"{source}}}}}"
        ));
    }
}
