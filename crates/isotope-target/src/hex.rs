//! Reads code in hexadecimal digits, as it is printed: finds its target and its text.
//!
//! # Format
//! One line for each instruction or machine word. A first line `// TARGET` names the target; `asm` writes it before a whole source if it is
//! needed, and before a long one. Without this line it is the only target that can read the code, or any if all give the same text. Words
//! with `0x` are NVIDIA's, bytes without it AMD's; a container names its target itself.

use super::Mode;
use super::registry::Registry;
use super::target::{Asked, Listed, Output, Target};

/// The number of eight hexadecimal digits.
#[inline]
pub fn eight(digits: &[u8]) -> Option<u32> {
    const ONES: u64 = 0x0101_0101_0101_0101;
    let text = u64::from_be_bytes(digits.try_into().ok()?);
    // All eight at once: the values of the bytes as digits, and whether all bytes are digits.
    let letters = text >> 6 & ONES;
    let values = (text & (0x0f * ONES)) + letters * 9;
    let lower = text | letters << 5;
    let again = values + 0x30 * ONES + ((values + 0x06 * ONES) >> 4 & ONES) * 39;
    if values & (0xf0 * ONES) != 0 || again != lower {
        return None;
    }
    let pairs = (values | values >> 4) & 0x00ff_00ff_00ff_00ff;
    let fours = (pairs | pairs >> 8) & 0x0000_ffff_0000_ffff;
    Some((fours | fours >> 16) as u32)
}

/// The number of one to sixteen hexadecimal digits.
#[inline]
pub fn number(digits: &[u8]) -> Option<u64> {
    if digits.is_empty() || digits.len() > 16 {
        return None;
    }
    let mut all = [b'0'; 16];
    match digits.first_chunk::<16>() {
        Some(digits) => all = *digits,
        None => all[16 - digits.len()..].copy_from_slice(digits),
    }
    Some(u64::from(eight(&all[..8])?) << 32 | u64::from(eight(&all[8..])?))
}

/// The text without leading and trailing blanks.
#[inline]
pub fn trimmed(text: &str) -> &str {
    match text.as_bytes() {
        [first, .., last] if first.is_ascii_graphic() && last.is_ascii_graphic() => text,
        _ => text.trim(),
    }
}

/// The result of reading.
#[derive(Clone, Debug)]
pub struct Read {
    /// The target.
    pub target: &'static dyn Target,
    /// Its text.
    pub listed: Listed,
}

/// The text of code in hexadecimal digits; `None` if the input is something else.
///
/// # Errors
/// The error in the code, or that several targets read it differently.
pub fn read(targets: Registry, input: &[u8], asked: &Asked<'_>) -> Option<Result<Read, String>> {
    let text = std::str::from_utf8(input).ok()?;
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let head = lines.clone().next()?.strip_prefix("//").map(str::trim);
    let words: Vec<&str> = lines.by_ref().filter(|line| !line.starts_with("//")).collect();
    let digits = |word: &&str| {
        let digits = word.strip_prefix("0x").unwrap_or(word);
        !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_hexdigit())
    };
    if words.is_empty() || !words.iter().all(digits) {
        return None;
    }
    Some(words_of(targets, &words, head, asked))
}

fn words_of(targets: Registry, words: &[&str], head: Option<&str>, asked: &Asked<'_>) -> Result<Read, String> {
    let name = asked.name;
    let said = head.and_then(|name| targets.find(name).ok());
    let given = asked.target.and_then(|name| targets.find(name).ok());
    if let (Some(said), Some(given)) = (said, given)
        && said.name() != given.name()
    {
        return Err(format!("`{name}` says that it is for {}, not {}; leave `-t` out", said.name(), given.name()));
    }
    if let Some(target) = said.or(given) {
        let asked = Asked { target: Some(target.name()), ..*asked };
        let listed = one(target, words, &asked).map_err(|why| format!("`{name}` on {}: {why}", target.name()))?;
        return Ok(Read { target, listed });
    }
    if let Some(code) = bytes(words).filter(|code| targets.of_file(code).is_some()) {
        let target = targets.of_file(&code).ok_or("no target")?;
        return Ok(Read { target, listed: target.list_file(&code, asked)? });
    }
    let mut found: Vec<Read> = Vec::new();
    let mut why = Vec::new();
    for target in targets.all() {
        match one(target, words, asked) {
            Ok(listed) if found.iter().any(|other| other.listed.text == listed.text) => {}
            Ok(listed) => found.push(Read { target, listed }),
            Err(error) if target.name() == target.isa().newest => why.push(format!("{}: {error}", target.name())),
            Err(_) => {}
        }
    }
    match found.as_slice() {
        [_] => found.pop().ok_or_else(String::new),
        [] => Err(format!("`{name}` is code of no target ({})", why.join("; "))),
        [a, b, ..] => {
            let both = a.listed.text.lines().zip(b.listed.text.lines()).find(|(a, b)| a != b);
            let (x, y) = both.unwrap_or(("more", "less"));
            let (a, b) = (a.target.name(), b.target.name());
            Err(format!("`{name}` reads as `{x}` on {a} and as `{y}` on {b}; say which with `-t`"))
        }
    }
}

/// Bytes in memory order, from words without prefix that have two digits for each byte.
fn bytes(words: &[&str]) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    for word in words {
        let pair = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
        if !word.len().is_multiple_of(2) || word.starts_with("0x") {
            return None;
        }
        out.extend(word.as_bytes().chunks(2).map(pair).collect::<Option<Vec<u8>>>()?);
    }
    Some(out)
}

/// Bytes of 64-bit words, the lowest first.
fn of_words(words: &[&str]) -> Option<Vec<u8>> {
    let word = |text: &&str| u64::from_str_radix(text.strip_prefix("0x").filter(|d| d.len() == 16)?, 16).ok();
    Some(words.iter().map(word).collect::<Option<Vec<u64>>>()?.iter().flat_map(|word| word.to_le_bytes()).collect())
}

/// The text on one target: instructions, or code with the data between them, in the shortest form that assembles to the same bytes.
fn one(target: &'static dyn Target, words: &[&str], asked: &Asked<'_>) -> Result<Listed, String> {
    // A target that reads bytes reads them without a prefix; 64-bit words have one.
    let with_prefix = !target.is_word("00");
    if words.iter().any(|word| word.starts_with("0x") != with_prefix) {
        let form = if with_prefix { "words with 0x" } else { "bytes without 0x" };
        return Err(format!("expected {form}"));
    }
    let mut text = String::new();
    let mut refused = None;
    for word in words {
        match target.word_of(word, asked.text, &mut text) {
            Ok(()) => text.push('\n'),
            Err(why) => {
                refused = Some(why.to_string());
                break;
            }
        }
    }
    let Some(why) = refused else { return Ok(Listed { text, ..Listed::default() }) };
    // Any bytes can be data of a target, so data is not guessed without a target.
    if !with_prefix && asked.target.is_none() {
        return Err(why);
    }
    let code = if with_prefix { of_words(words) } else { bytes(words) };
    let code = code.ok_or_else(|| why.clone())?;
    let list = |control: bool| target.list_code(&code, &Asked { control, ..*asked });
    let plain = list(asked.control).map_err(|other| format!("{why}; {other}"))?;
    let again = target.assemble(Mode::Compat, &plain.text, Output::File);
    if again.is_ok_and(|again| again == code) { Ok(plain) } else { list(true) }
}

/// The line to put before code that was printed for a target, if nothing else identifies the target or the code is longer than 64 KiB;
/// empty if the code identifies its target.
pub fn head(targets: Registry, target: &'static dyn Target, printed: &str) -> String {
    // The test takes as long as reading the code for every target.
    if printed.len() > 1 << 16 {
        return format!("// {}\n", target.name());
    }
    let asked = Asked { name: "code", ..Asked::default() };
    let said = Asked { target: Some(target.name()), ..asked };
    let text = |asked: &Asked<'_>| read(targets, printed.as_bytes(), asked)?.ok().map(|read| read.listed.text);
    match (text(&asked), text(&said)) {
        (Some(found), Some(meant)) if found == meant => String::new(),
        _ => format!("// {}\n", target.name()),
    }
}
