//! Traces from what other emulators write.

use std::collections::HashMap;
use std::io::{BufRead, Read};

use super::{Buffer, Head, Interner, LINE, Trace, TracedAccess};
use crate::error::{Context, Result, bail, ensure};

/// What can be read: the name of the format, what it is.
pub const FORMATS: [(&str, &str); 1] =
    [("oclgrind", "what the plugin tools/oclgrind/memory_log.cpp makes Oclgrind write of each work-item's accesses")];

/// Operations that are called otherwise here. OpenCL's inc and dec add and subtract one.
const OPERATIONS: [(&str, &str); 3] =
    [("atomic.inc", "atomic.add"), ("atomic.dec", "atomic.sub"), ("atomic.cmpxchg", "atomic.cas")];

/// Reads a log of another emulator. `buffers` names its buffers in the order in which it made them, and `wave_size` says how many work-items
/// a wave of the launch has that it is to be compared with; 0 for none.
///
/// # Errors
/// When there is no such format, or a line is wrong.
pub fn import(format: &str, input: impl BufRead, buffers: &[String], wave_size: u32) -> Result<Trace> {
    match format {
        "oclgrind" => oclgrind(input, buffers, wave_size),
        other => {
            let known: Vec<&str> = FORMATS.iter().map(|(name, _)| *name).collect();
            bail!("expected a format ({}), found `{}`", known.join(", "), other.escape_debug())
        }
    }
}

/// `buffer ADDRESS BYTES`, `kernel NAME GX GY GZ LX LY LZ`, and of each access `OP SPACE X Y Z ITEM ADDRESS BYTES OLD NEW`: numbers are decimal, addresses
/// and values hexadecimal digits, `-` a value that is not known.
fn oclgrind(mut input: impl BufRead, buffers: &[String], wave_size: u32) -> Result<Trace> {
    let (mut trace, mut names, mut bytes, mut number) = (Trace::default(), Interner::default(), Vec::new(), 0);
    let mut made: Vec<Buffer> = Vec::new();
    loop {
        bytes.clear();
        number += 1;
        if (&mut input).take(LINE as u64 + 1).read_until(b'\n', &mut bytes).context("cannot read")? == 0 {
            break;
        }
        ensure!(bytes.len() <= LINE, "line {number}: expected at most {LINE} bytes, found more");
        let text = std::str::from_utf8(&bytes).ok().with_context(|| format!("line {number}: expected text"))?.trim();
        let words: Vec<&str> = text.split_whitespace().collect();
        line(&words, number, &mut trace, &mut made, &mut names, (buffers, wave_size))
            .with_context(|| format!("line {number}"))?;
    }
    ensure!(!trace.launches.is_empty(), "expected a line `kernel NAME ..`, found none: is it the log of the plugin?");
    Ok(trace)
}

fn line(
    words: &[&str],
    number: u64,
    trace: &mut Trace,
    made: &mut Vec<Buffer>,
    names: &mut Interner,
    (buffers, wave_size): (&[String], u32),
) -> Result<()> {
    let decimal = |at: usize| {
        let number = words.get(at).and_then(|word| word.parse::<u32>().ok());
        number.with_context(|| {
            format!(
                "expected a number as word {}, found `{}`",
                at + 1,
                words.get(at).copied().unwrap_or("").escape_debug()
            )
        })
    };
    let digits = |at: usize| {
        let value = words.get(at).and_then(|word| u128::from_str_radix(word, 16).ok());
        value.with_context(|| {
            format!(
                "expected hexadecimal digits as word {}, found `{}`",
                at + 1,
                words.get(at).copied().unwrap_or("").escape_debug()
            )
        })
    };
    let three = |at: usize| Ok::<_, crate::Error>([decimal(at)?, decimal(at + 1)?, decimal(at + 2)?]);
    match words {
        [] => {}
        [first, ..] if first.starts_with('#') => {}
        ["buffer", ..] => {
            let name = buffers.get(made.len()).cloned().unwrap_or_else(|| format!("buffer{}", made.len()));
            let (address, bytes) = (digits(1)?, decimal(2)?);
            let address = u64::try_from(address).ok().context("expected an address below 2^64")?;
            made.push(Buffer { name: names.of(&name), address, bytes: bytes.into() });
        }
        ["kernel", name, ..] => trace.launches.push(Head {
            by: "oclgrind".into(),
            kernel: (*name).into(),
            target: String::new(),
            groups: three(2)?,
            group_size: three(5)?,
            wave_size,
            buffers: made.clone(),
        }),
        [op, space, ..] => {
            let head = trace.launches.last().context("expected a line `kernel NAME ..` before the first access")?;
            ensure!(
                matches!(*op, "load" | "store") || op.starts_with("atomic."),
                "expected buffer, kernel, load, store or atomic.NAME, found `{}`",
                op.escape_debug()
            );
            ensure!(
                matches!(*space, "global" | "shared" | "private"),
                "expected global, shared or private, found `{}`",
                space.escape_debug()
            );
            let (item, at, bytes) = (decimal(5)?, digits(6)?, decimal(7)?);
            let at = u64::try_from(at).ok().context("expected an address below 2^64")?;
            // Wider ones are of vectors, which machines split.
            ensure!((1..=16).contains(&bytes), "expected 1 to 16 bytes, found {bytes}");
            let value = |at: usize| if words.get(at) == Some(&"-") { Ok(None) } else { digits(at).map(Some) };
            // A local variable is a buffer of its own, whose number stands above its offset; the first lies where memory of the group begins.
            let at = if *space == "shared" && at >> 48 == 1 { at & ((1 << 48) - 1) } else { at };
            let in_buffer = if *space == "global" { head.buffer(at) } else { None };
            let waves = (wave_size != 0).then_some(wave_size);
            trace.accesses.push(TracedAccess {
                launch: trace.launches.len() as u32 - 1,
                line: number,
                group: three(2)?,
                wave: waves.map(|size| item / size),
                lane: waves.map(|size| item % size),
                item: Some(item),
                space: names.of(space),
                at,
                buffer: in_buffer,
                bytes,
                op: names.of(OPERATIONS.iter().find(|(theirs, _)| theirs == op).map_or(op, |(_, ours)| ours)),
                old: value(8)?,
                new: value(9)?,
                pc: None,
                source: None,
                whole: false,
                dropped: false,
            });
        }
        [one] => bail!("expected buffer, kernel, or an access, found `{}`", one.escape_debug()),
    }
    Ok(())
}

impl Trace {
    /// As text, a line each.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&self, mut out: impl std::io::Write) -> std::io::Result<()> {
        let mut by_launch: HashMap<u32, Vec<&TracedAccess>> = HashMap::new();
        self.accesses.iter().for_each(|access| by_launch.entry(access.launch).or_default().push(access));
        for (n, head) in self.launches.iter().enumerate() {
            writeln!(out, "{}", head.json())?;
            for access in by_launch.get(&(n as u32)).map_or(&[][..], Vec::as_slice) {
                writeln!(out, "{}", access.json())?;
            }
        }
        Ok(())
    }
}
