//! Tests of single instructions as lines of a file, in the same format for every target:
//!
//! ```text
//! instructions; ... | before => after          or   => stop words of the message
//! ```
//!
//! `before` and `after` are locations with values; numbers are hexadecimal. A location is a register by the target's name, or a word of a
//! memory at a byte address: `G@` global, `S@` shared, `L@` private memory of lane 0, `D@` GDS. A vector is set in all lanes and
//! compared in lane 0; `v1.5` is only lane 5. A comma continues with the next register or word; `8+4L` is 8 plus 4 times the lane.
//! `before` may contain options, which the head of the file explains. Empty lines and lines with `#` are skipped.

use std::collections::HashMap;

use isotope_machine::mem::{Exclusive, Memory};
use isotope_machine::state::Wave;
use isotope_machine::{Dispatch, Session, Stepped};

/// The location of a value.
pub enum Place {
    /// A vector: the index of each lane's word in the register file.
    Vector(Vec<usize>),
    /// A scalar word.
    Scalar(u16),
    /// A lane mask in a scalar word; all lanes have the same value.
    Mask(u16),
}

/// Options of a line by name; the value is empty if it has none.
pub type Options<'a> = HashMap<&'a str, &'a str>;

/// The target-specific part of the format.
pub trait Target {
    /// Options that a line may have.
    const OPTIONS: &'static [&'static str];
    /// A launch of these instructions only.
    fn prepare(text: &str, options: &Options<'_>) -> Result<(Dispatch, Memory), String>;
    /// The register `n` after the named one.
    fn place(name: &str, n: u32, options: &Options<'_>) -> Option<Place>;
}

pub fn hex(text: &str) -> u64 {
    u64::from_str_radix(text, 16).unwrap_or_else(|_| panic!("`{text}` is no number"))
}

/// A value for a lane.
fn value(text: &str, lane: usize) -> u64 {
    match text.strip_suffix('L').and_then(|rest| rest.split_once('+')) {
        Some((base, step)) => hex(base) + hex(step) * lane as u64,
        None => hex(text),
    }
}

fn words(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.split_whitespace().map(|w| w.split_once('=').unwrap_or((w, "")))
}

/// Reads or writes a word of a memory.
fn word(session: &mut Session<'_>, space: &str, at: u64, new: Option<u64>) -> u64 {
    let bytes = |new: u64| (new as u32).to_le_bytes();
    match space {
        "G" => {
            new.iter().for_each(|new| assert!(session.write(at, &bytes(*new)), "nothing at G@{at:x}"));
            let read = session.read(at, 4).unwrap_or_else(|| panic!("nothing at G@{at:x}"));
            u64::from(u32::from_le_bytes(read.try_into().expect("four bytes")))
        }
        "S" => {
            new.iter().for_each(|new| assert!(session.write_shared(0, at, &bytes(*new)), "nothing at S@{at:x}"));
            session.group(0).shared.load(at, 4)
        }
        "L" => {
            let private = &session.wave_mut(0, 0).private;
            new.iter().for_each(|new| _ = private.store::<Exclusive>(at, 4, *new));
            private.load(at, 4)
        }
        "D" => {
            let mut unit = session.unit_mut().expect("a unit");
            new.iter().for_each(|new| unit.gds_mut().store(at as u32, 4, *new));
            unit.gds_mut().load(at as u32, 4)
        }
        _ => panic!("unknown memory `{space}@`"),
    }
}

fn set(wave: &mut Wave, place: &Place, lane: Option<usize>, text: &str) {
    match place {
        Place::Vector(all) => {
            let lanes = lane.map_or(0..all.len(), |l| l..l + 1);
            lanes.for_each(|l| wave.registers[all[l]] = value(text, l) as u32);
        }
        Place::Scalar(at) => wave.scalars[usize::from(*at)] = hex(text) as u32,
        Place::Mask(at) => wave.set_mask(*at, if hex(text) == 0 { 0 } else { u32::MAX }, u32::MAX),
    }
}

fn get(wave: &Wave, place: &Place, lane: usize) -> u64 {
    u64::from(match place {
        Place::Vector(all) => wave.registers[all[lane]],
        Place::Scalar(at) => wave.scalars[usize::from(*at)],
        Place::Mask(at) => wave.scalars[usize::from(*at)] & 1,
    })
}

fn check<T: Target>(line: &str) -> Result<(), String> {
    let (given, after) = line.split_once("=>").ok_or("no `=>`")?;
    let (text, before) = given.split_once(" | ").unwrap_or((given, ""));
    let options: Options<'_> = words(before).filter(|(name, _)| T::OPTIONS.contains(name)).collect();
    let (dispatch, memory) = T::prepare(text, &options)?;
    let mut session = Session::new(&dispatch, memory);
    let place = |name: &str, n| T::place(name, n, &options).ok_or_else(|| format!("unknown place `{name}`"));
    for (name, values) in words(before).filter(|(name, _)| !options.contains_key(name)) {
        for (n, text) in (0..).zip(values.split(',')) {
            if let Some((space, at)) = name.split_once('@') {
                word(&mut session, space, hex(at) + 4 * n, Some(hex(text)));
                continue;
            }
            let (name, lane) = name.split_once('.').map_or((name, None), |(name, l)| (name, Some(l.parse().unwrap())));
            set(session.wave_mut(0, 0), &place(name, n as u32)?, lane, text);
        }
    }
    let ended = (0..1000).map(|_| session.step(0, 0)).find(|stepped| *stepped != Stepped::Ready);
    let after = after.trim();
    if let Some(wanted) = after.strip_prefix("stop ") {
        let Some(Stepped::Stopped(stop)) = &ended else { return Err(format!("{ended:?} instead of a stop")) };
        return if stop.to_string().contains(wanted) { Ok(()) } else { Err(format!("stopped with `{stop}`")) };
    }
    if ended != Some(Stepped::Ended) {
        return Err(format!("{ended:?} instead of an end"));
    }
    if words(after).next().is_none() {
        return Err("nothing is compared".into());
    }
    for (name, values) in words(after) {
        for (n, text) in (0..).zip(values.split(',')) {
            let (found, wanted) = if let Some((space, at)) = name.split_once('@') {
                (word(&mut session, space, hex(at) + 4 * n, None), hex(text))
            } else {
                let (name, lane) = name.split_once('.').map_or((name, 0), |(name, l)| (name, l.parse().unwrap()));
                (get(session.wave(0, 0), &place(name, n as u32)?, lane), value(text, lane))
            };
            if found != wanted {
                return Err(format!("{name}, word {n}, is {found:x}, not {wanted:x}"));
            }
        }
    }
    Ok(())
}

/// The text of a file under `tests/data`.
pub fn data(name: &str) -> String {
    super::text(&super::data(name))
}

/// The lines of such a text without comments.
pub fn lines(text: &str) -> Vec<&str> {
    text.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with('#')).collect()
}

/// Checks every line of a file; there must be at least `least`.
pub fn check_file<T: Target>(name: &str, least: usize) {
    let text = data(name);
    let lines = lines(&text);
    let wrong: Vec<String> =
        lines.iter().filter_map(|l| check::<T>(l).err().map(|e| format!("{l}\n    {e}"))).collect();
    assert!(wrong.is_empty(), "{} of {} lines\n{}", wrong.len(), lines.len(), wrong.join("\n"));
    assert!(lines.len() >= least, "{} lines", lines.len());
}

/// Whether a line passes.
pub fn holds<T: Target>(line: &str) -> bool {
    check::<T>(line).is_ok()
}

/// The error of a line that must fail, to test that the check can fail.
pub fn fails<T: Target>(line: &str) -> String {
    check::<T>(line).expect_err(line)
}
