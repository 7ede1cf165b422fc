//! Schedules as text: which wave runs how many instructions, in order.

use std::fmt;
use std::str::FromStr;

use crate::error::Error;

/// One wave runs some instructions.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Turn {
    /// The group, counted in the order of the grid.
    pub group: u32,
    /// The wave of the group.
    pub wave: u32,
    /// How many instructions, one at least.
    pub steps: u32,
    /// Lanes that go first in the last of them, where an order was chosen: memory serves them in this order, then the others as the
    /// launch's assumptions choose; of a branch that splits the wave, the side of the first lane runs first.
    pub first: Vec<u8>,
}

/// Turns in order, and turns that come again for ever behind them.
///
/// As text: `GROUP.WAVE:STEPS`, with a blank between turns, and the turns that come again in parentheses. Lanes in square brackets go
/// first in the last instruction of their turn:
/// ```
/// use isotope_explore::Schedule;
/// let schedule: Schedule = "0.0:12 1.0:3[2,0] (0.0:4 1.0:4)".parse().unwrap();
/// assert_eq!((schedule.turns.len(), schedule.cycle.len()), (2, 2));
/// assert_eq!(schedule.turns[1].first, [2, 0]);
/// assert_eq!(schedule.to_string(), "0.0:12 1.0:3[2,0] (0.0:4 1.0:4)");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Schedule {
    /// The turns.
    pub turns: Vec<Turn>,
    /// Those that come again; mostly none.
    pub cycle: Vec<Turn>,
}

impl Schedule {
    /// Add a turn; one of the wave that had the turn before is joined to it.
    pub(crate) fn push(turns: &mut Vec<Turn>, turn: Turn) {
        match turns.last_mut() {
            // A wave that is let out of a queue runs nothing for it: its next turn begins with that.
            _ if turn.steps == 0 => {}
            Some(last) if (last.group, last.wave) == (turn.group, turn.wave) && last.first.is_empty() => {
                last.steps += turn.steps;
                last.first = turn.first;
            }
            _ => turns.push(turn),
        }
    }
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}:{}", self.group, self.wave, self.steps)?;
        if !self.first.is_empty() {
            write!(f, "[{}]", self.first.iter().map(u8::to_string).collect::<Vec<_>>().join(","))?;
        }
        Ok(())
    }
}

impl fmt::Display for Schedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |turns: &[Turn]| turns.iter().map(Turn::to_string).collect::<Vec<_>>().join(" ");
        f.write_str(&list(&self.turns))?;
        if !self.cycle.is_empty() {
            let blank = if self.turns.is_empty() { "" } else { " " };
            write!(f, "{blank}({})", list(&self.cycle))?;
        }
        Ok(())
    }
}

impl FromStr for Schedule {
    type Err = Error;

    fn from_str(text: &str) -> Result<Schedule, Error> {
        let refuse = |at: &str, expected| Error::Text { what: "schedule", at: at.chars().take(40).collect(), expected };
        let list = |text: &str| -> Result<Vec<Turn>, Error> {
            let turn = |entry: &str| {
                let (place, steps) = entry.split_once(':')?;
                let (group, wave) = place.split_once('.')?;
                let (steps, first) = match steps.split_once('[') {
                    None => (steps, Vec::new()),
                    Some((steps, lanes)) => {
                        let lanes = lanes.strip_suffix(']')?.split(',');
                        (steps, lanes.map(|lane| lane.parse().ok().filter(|l| *l < 64)).collect::<Option<Vec<u8>>>()?)
                    }
                };
                let (group, wave, steps) = (group.parse().ok()?, wave.parse().ok()?, steps.parse().ok()?);
                (steps > 0).then_some(Turn { group, wave, steps, first })
            };
            let read = |entry| {
                turn(entry).ok_or_else(|| refuse(entry, "turns such as `0.1:12` or `0.1:12[3,1]`: GROUP.WAVE:STEPS, one step at least, then lanes below 64 that go first"))
            };
            text.split_whitespace().map(read).collect()
        };
        match text.split_once('(') {
            None => Ok(Schedule { turns: list(text)?, cycle: Vec::new() }),
            Some((turns, rest)) => {
                let cycle = rest.trim_end().strip_suffix(')');
                let cycle = cycle.ok_or_else(|| refuse(rest, "`)` at the end of the turns that come again"))?;
                let (turns, cycle) = (list(turns)?, list(cycle)?);
                if cycle.is_empty() {
                    return Err(refuse(rest, "a turn between the brackets"));
                }
                Ok(Schedule { turns, cycle })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_that_is_no_schedule() {
        for text in [
            "0.0",
            "0:1",
            "0.0:0",
            "x.0:1",
            "0.0:1 (0.0:1",
            "0.0:1 ()",
            "0.0:1 (0.0:1) 1.0:1",
            "0.0:99999999999",
            "0.0:1[]",
            "0.0:1[64]",
            "0.0:1[0",
            "0.0:1[0,]",
            "0.0:1[0]:2",
        ] {
            let error = text.parse::<Schedule>().unwrap_err().to_string();
            assert!(error.starts_with("schedule, at `") && error.contains("expected"), "{text}: {error}");
        }
        assert_eq!("".parse::<Schedule>().unwrap(), Schedule::default());
    }
}
