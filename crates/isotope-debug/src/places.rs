//! Waves, instructions and memory by the names that are typed, and breakpoints at them.

use std::collections::BTreeSet;

use isotope::error::{Context, Result, bail, ensure};
use isotope::object::lines::Location;

use crate::breaks::{AccessKind, Breakpoint, On, WatchedMemory};
use crate::expression::{Expression, Space};
use crate::history::WaveAt;
use crate::{Debugger, Where};

impl Debugger<'_> {
    pub(super) fn resolve(&self, place: Where) -> Result<WaveAt> {
        let wave = (place.group.unwrap_or(self.focus.0), place.wave);
        let groups = self.history.now().group_count();
        ensure!(wave.0 < groups, "wave {place}: expected a group below {groups}, found {}", wave.0);
        let waves = self.history.now().wave_count(wave.0);
        ensure!(wave.1 < waves, "wave {place}: expected a wave below {waves} of group {}, found {}", wave.0, wave.1);
        Ok(wave)
    }

    /// The instructions that a place names, and how it is called.
    pub(super) fn places(&self, text: &str) -> Result<(BTreeSet<u32>, String)> {
        let program = &self.prepared.dispatch.program;
        let numbered = || program.steps.iter().enumerate().map(|(n, step)| (n as u32, step.address));
        let text = text.trim().trim_start_matches('*');
        if let Some(digits) = text.strip_prefix("0x") {
            let address = u32::from_str_radix(digits, 16).ok();
            let address = address
                .with_context(|| format!("expected an address such as 0x48, found `{}`", text.escape_debug()))?;
            let found: BTreeSet<u32> = numbered().filter(|(_, at)| *at == address).map(|(n, _)| n).collect();
            let near = program.steps.iter().map(|step| step.address).filter(|at| *at < address).max();
            ensure!(
                !found.is_empty(),
                "no instruction begins at {address:#06x}; the one in front of it is at {:#06x}",
                near.unwrap_or(0)
            );
            return Ok((found, format!("{address:#06x}")));
        }
        let line = match text.rsplit_once(':') {
            Some((file, line)) => line.parse::<u32>().ok().map(|line| (file, line)),
            None => text.parse::<u32>().ok().map(|line| ("", line)),
        };
        if let Some((file, line)) = line {
            return self.line(file, line);
        }
        let is = |name: &str| {
            let (name, wanted) = (name.to_ascii_lowercase(), text.to_ascii_lowercase());
            name == wanted || name.strip_prefix(&wanted).is_some_and(|rest| rest.starts_with(['.', '_']))
        };
        let found: BTreeSet<u32> = numbered().filter(|(n, _)| is(mnemonic(self.text_of(*n)))).map(|(n, _)| n).collect();
        ensure!(
            !text.is_empty() && !found.is_empty(),
            "expected an address (0x48), a line (FILE:15 or 15), or the name of an instruction of the kernel ({}, ..), found `{}`",
            mnemonic(self.text_of(program.entry)),
            text.escape_debug()
        );
        let count = found.iter().map(|n| program.steps[*n as usize].address).collect::<BTreeSet<_>>().len();
        Ok((found, format!("{count} instructions named {text}")))
    }

    /// Where the code of a line begins, or that of the next line that has some.
    fn line(&self, file: &str, line: u32) -> Result<(BTreeSet<u32>, String)> {
        ensure!(
            !self.lines.is_empty(),
            "the file has no line table: compile with -gline-tables-only, -lineinfo or the like, or break at an address or a name"
        );
        let steps = &self.prepared.dispatch.program.steps;
        let block = self.prepared.dispatch.program.block.max(1) as usize;
        let at: Vec<Option<Location>> = steps.iter().take(block).map(|s| self.lines.find(s.address.into())).collect();
        let same = |name: &str| {
            let whole = name == file || file.is_empty();
            whole || name.ends_with(&format!("/{file}")) || file.ends_with(&format!("/{name}"))
        };
        let of_file = |l: &&Location| same(&l.at.file);
        let files: BTreeSet<&str> = at.iter().flatten().map(|l| &*l.at.file).collect();
        let wanted = at.iter().flatten().filter(of_file).map(|l| l.at.line).filter(|found| *found >= line).min();
        let Some(wanted) = wanted else {
            let files: Vec<&str> = files.into_iter().collect();
            let lines: BTreeSet<u32> = at.iter().flatten().filter(of_file).map(|l| l.at.line).collect();
            let known = match (lines.first(), lines.last()) {
                (Some(first), Some(last)) => format!("lines {first} to {last} have some"),
                _ => format!("the kernel is from {}", files.join(", ")),
            };
            bail!("line {line} of `{}` has no code: {known}", file.escape_debug())
        };
        let here = |n: usize| at[n].as_ref().is_some_and(|l| same(&l.at.file) && l.at.line == wanted);
        let begins = |n: &usize| here(*n) && (*n == 0 || !here(n - 1));
        let found: BTreeSet<u32> =
            (0..at.len()).filter(begins).flat_map(|n| (n..steps.len()).step_by(block)).map(|n| n as u32).collect();
        let name = at.iter().flatten().find(|l| same(&l.at.file) && l.at.line == wanted).map_or("", |l| &*l.at.file);
        Ok((found, format!("{name}:{wanted}")))
    }

    /// Adds a breakpoint.
    ///
    /// # Errors
    /// When there is no such place, or the condition is wrong.
    pub fn add(&mut self, place: &str, wave: Option<Where>, condition: Option<&str>) -> Result<&Breakpoint> {
        let (steps, text) = match place.trim() {
            "" => {
                let index = self.index(self.focus).context("expected a place: the wave has ended")?;
                (BTreeSet::from([index]), format!("{:#06x}", self.address(self.focus).unwrap_or(0)))
            }
            place => self.places(place)?,
        };
        self.insert(On::Steps(steps), text, wave, condition)
    }

    /// Adds a watch on memory.
    ///
    /// # Errors
    /// When the expression is not memory that can be watched.
    pub fn watch(
        &mut self,
        place: &str,
        access: AccessKind,
        wave: Option<Where>,
        condition: Option<&str>,
    ) -> Result<&Breakpoint> {
        let (watched, text) = self.watched_place(place)?;
        let text = format!("{} of {text}", access.name());
        self.insert(On::Memory(watched, access), text, wave, condition)
    }

    /// Stops at barriers that not all work-items of a group reach.
    ///
    /// # Errors
    /// When there is no such wave.
    pub fn watch_barriers(&mut self, wave: Option<Where>) -> Result<&Breakpoint> {
        self.insert(On::Barriers, "barriers that not all work-items of a group reach".into(), wave, None)
    }

    /// Stops where a value that was never written reaches memory, an address or a branch.
    ///
    /// # Errors
    /// When there is no such wave.
    pub fn watch_uninit(&mut self, wave: Option<Where>) -> Result<&Breakpoint> {
        self.insert(On::Uninit, "uses of values that were never written".into(), wave, None)
    }

    /// Whether a text is memory that can be watched.
    ///
    /// # Errors
    /// Why it is not.
    pub fn watchable(&self, place: &str) -> Result<()> {
        self.watched_place(place).map(|_| ())
    }

    fn watched_place(&self, place: &str) -> Result<(WatchedMemory, String)> {
        let expression = Expression::parse(place, self.names())?;
        let scope = self.scope(self.focus, self.lane);
        let memory = expression.as_memory(&scope)?;
        let (space, at, bytes, ty) = memory.with_context(|| {
            format!(
                "expected memory such as out[3], [0x100000000]:8, shared[16] or gds[0], found `{}`; `why` names the last writer of a register",
                place.escape_debug()
            )
        })?;
        ensure!(
            space != Space::Private,
            "private memory is each lane's own: watch what it is stored to, or break where it is stored"
        );
        ensure!(
            scope.read(space, at, bytes).is_some(),
            "nothing is at {} {at:#x}: expected memory of the launch",
            space.name()
        );
        Ok((WatchedMemory { space, group: self.focus.0, at, bytes, ty }, expression.text().into()))
    }

    fn insert(&mut self, on: On, text: String, wave: Option<Where>, condition: Option<&str>) -> Result<&Breakpoint> {
        let wave = wave.map(|wave| self.resolve(wave)).transpose()?;
        let condition = condition.map(|text| Expression::parse(text, self.names())).transpose()?;
        self.breakpoints.push(Breakpoint { id: self.next, on, text, wave, condition, hits: 0 });
        self.next += 1;
        Ok(&self.breakpoints[self.breakpoints.len() - 1])
    }

    /// Deletes breakpoints by number, or all of them.
    ///
    /// # Errors
    /// When there is none of a number.
    pub fn delete(&mut self, ids: &[u32]) -> Result<usize> {
        let known: Vec<String> = self.breakpoints.iter().map(|b| b.id.to_string()).collect();
        if let Some(wrong) = ids.iter().find(|id| !known.contains(&id.to_string())) {
            bail!(
                "expected the number of a breakpoint ({}), found {wrong}",
                if known.is_empty() { "there is none".into() } else { known.join(", ") }
            );
        }
        let before = self.breakpoints.len();
        self.breakpoints.retain(|b| !ids.is_empty() && !ids.contains(&b.id));
        Ok(before - self.breakpoints.len())
    }
}

/// The mnemonic of an instruction's text, guards left out.
fn mnemonic(text: &str) -> &str {
    let mut rest = text.trim_start();
    loop {
        let first = rest.split_whitespace().next().unwrap_or_default();
        let guard = first.starts_with('@') || first.starts_with('(') && first.ends_with(')') || first == "{";
        if !guard || first.is_empty() {
            return first.trim_end_matches(';');
        }
        rest = rest[first.len()..].trim_start();
    }
}
