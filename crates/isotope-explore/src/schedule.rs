//! Schedules as text: which wave runs how many instructions, in order.

use std::fmt;
use std::str::FromStr;

use crate::error::Error;

/// A wave runs some instructions, or memory does something for it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Turn {
    /// Group number, in the order of the grid.
    pub group: u32,
    /// The wave of the group.
    pub wave: u32,
    /// Number of instructions, at least one; 0 where memory does something.
    pub steps: u32,
    /// Lanes that go first in the last instruction, where an order was chosen: memory serves them in this order, then the others as the
    /// launch's assumptions choose; where a branch splits the wave, the side of the first lane runs first.
    pub first: Vec<u8>,
    /// Which of several outcomes, if there are several.
    pub choice: u16,
    /// Kind of turn.
    pub does: Does,
}

/// Kind of turn. All but the first belong to weak memory models.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Does {
    /// The wave runs.
    #[default]
    Runs,
    /// The wave is on this core throughout.
    Stands {
        /// Core; waves with the same number share one.
        core: u8,
    },
    /// One of its loads reads a word: from the cache of the array (1), or from the memory that all share (2).
    Reads {
        /// Level.
        level: u8,
        /// The word.
        at: u64,
    },
    /// One of its stores reaches the memory that all share.
    Writes {
        /// The word.
        at: u64,
    },
    /// One of its atomics is performed there.
    Updates {
        /// The word.
        at: u64,
    },
    /// Its oldest access to the group's memory is performed.
    Shares,
}

/// Turns in order, and turns that repeat for ever after them.
/// As text: `GROUP.WAVE:STEPS`, with a blank between turns, and the repeating turns in parentheses. Lanes in square brackets go first in
/// the last instruction of their turn:
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
    /// Turns that repeat for ever; usually none.
    pub cycle: Vec<Turn>,
}

impl Schedule {
    /// Adds a turn; a turn of the same wave as the last one is merged with it.
    pub(crate) fn push(turns: &mut Vec<Turn>, turn: Turn) {
        match turns.last_mut() {
            // A wave that is released from a queue runs nothing: its next turn begins with that.
            _ if turn.steps == 0 => {}
            Some(last) if (last.group, last.wave) == (turn.group, turn.wave) && last.first.is_empty() => {
                last.steps += turn.steps;
                last.first = turn.first;
            }
            _ => turns.push(turn),
        }
    }
}

impl Turn {
    /// A wave runs some instructions.
    pub fn run(group: u32, wave: u32, steps: u32) -> Turn {
        Turn { group, wave, steps, first: Vec::new(), choice: 0, does: Does::Runs }
    }

    fn read(entry: &str) -> Option<Turn> {
        let (entry, choice) = match entry.split_once('/') {
            Some((entry, choice)) => (entry, choice.parse().ok()?),
            None => (entry, 0),
        };
        let end = entry.find([':', '@', '~'])?;
        let (group, wave) = entry[..end].split_once('.')?;
        let (mut steps, mut first, rest) = (0, Vec::new(), &entry[end + 1..]);
        let does = match &entry[end..=end] {
            ":" => {
                let mut count = rest;
                if let Some((before, lanes)) = rest.split_once('[') {
                    let lanes = lanes.strip_suffix(']')?.split(',');
                    first = lanes.map(|lane| lane.parse().ok().filter(|l| *l < 64)).collect::<Option<Vec<u8>>>()?;
                    count = before;
                }
                steps = count.parse().ok().filter(|steps| *steps > 0)?;
                Does::Runs
            }
            "@" => Does::Stands { core: rest.parse().ok()? },
            _ if rest == "shared" => Does::Shares,
            _ => {
                let (what, at) = rest.split_once(':')?;
                let at = u64::from_str_radix(at, 16).ok()?;
                match what {
                    "read1" => Does::Reads { level: 1, at },
                    "read2" => Does::Reads { level: 2, at },
                    "write" => Does::Writes { at },
                    "update" => Does::Updates { at },
                    _ => return None,
                }
            }
        };
        Some(Turn { group: group.parse().ok()?, wave: wave.parse().ok()?, steps, first, choice, does })
    }
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.group, self.wave)?;
        match self.does {
            Does::Runs => write!(f, ":{}", self.steps),
            Does::Stands { core } => write!(f, "@{core}"),
            Does::Reads { level, at } => write!(f, "~read{level}:{at:x}"),
            Does::Writes { at } => write!(f, "~write:{at:x}"),
            Does::Updates { at } => write!(f, "~update:{at:x}"),
            Does::Shares => f.write_str("~shared"),
        }?;
        if !self.first.is_empty() {
            write!(f, "[{}]", self.first.iter().map(u8::to_string).collect::<Vec<_>>().join(","))?;
        }
        if self.choice == 0 { Ok(()) } else { write!(f, "/{}", self.choice) }
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
        let refuse = |at: &str, expected| Error::Text {
            what: "schedule",
            at: at.chars().take(40).flat_map(char::escape_debug).collect(),
            expected,
        };
        let list = |text: &str| -> Result<Vec<Turn>, Error> {
            let read = |entry| {
                Turn::read(entry).ok_or_else(|| refuse(entry, "turns such as `0.1:12` or `0.1:12[3,1]`: GROUP.WAVE:STEPS, one step at least, then lanes below 64 that go first"))
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
        let text = "0.0@1 1.0@0 0.0:3/1 1.0~read1:100c 1.0~read2:1000/2 0.0~write:8 0.0~update:4 0.0~shared 0.0:2";
        assert_eq!(text.parse::<Schedule>().unwrap().to_string(), text);
        assert_eq!("".parse::<Schedule>().unwrap(), Schedule::default());
    }
}
