//! Functions of CUDA's device runtime, which a cubin calls but does not contain: ptxas emits them as undefined symbols.
//!
//! A launch gives each an address after the code of the kernel ([`link`](super::link)); there one step performs the function and a
//! `RET` follows. Arguments and results are where ptxas puts those of any function: from `R4` on, 64-bit values in even pairs.
//!
//! | function | effect |
//! | --- | --- |
//! | `vprintf` | prints immediately; returns the number of arguments that the format used, -1 for a null format |
//! | `__assertfail` | faults with the message of `assert` |
//! | `malloc`, `free` | allocate from the heap of the launch |
//!
//! # Source
//! spec: CUDA C++ Programming Guide, "Formatted Output", "Assertion", "Dynamic Global Memory Allocation and Operations": returned value, 32
//! arguments at most, message, 16-byte alignment, 8 MiB of heap. oracle: ptxas 12.4 code for the registers; clang 19 packs the arguments
//! of `vprintf`, each on a multiple of its size. hardware: an H100 with CUDA 13.0 (hw/nvidia/results-h100.md). assumed: the rest
//! (nv.device_runtime).

use isotope_machine::host::{Call, Function};
use isotope_machine::{FaultKind, Stop};

use isotope_target::printf::{Arguments, Value, Wanted, print};

/// The register of the first argument and result.
pub(super) const FIRST_REGISTER: u32 = 4;
/// Default heap size in bytes.
pub(super) const HEAP: u64 = 8 << 20;
/// Maximum number of arguments of a format.
const MOST_ARGUMENTS: u32 = 32;
/// Alignment of heap blocks.
const ALIGN: u64 = 16;

/// Maximum bytes of output that a launch keeps.
const MOST_TEXT: usize = 64 << 20;

/// The supported functions. A launch refers to them by index.
pub(super) const FUNCTIONS: &[Function] = &[
    Function { name: "vprintf", words: 4, results: 1, call: vprintf },
    Function { name: "__assertfail", words: 10, results: 0, call: assert_failed },
    Function { name: "malloc", words: 2, results: 2, call: allocate },
    Function { name: "free", words: 2, results: 0, call: release },
];

/// The names of the supported functions.
pub fn functions() -> impl Iterator<Item = &'static str> {
    FUNCTIONS.iter().map(|function| function.name)
}

/// The index of a function in [`FUNCTIONS`].
pub(super) fn number(name: &str) -> Option<u8> {
    FUNCTIONS.iter().position(|function| function.name == name).map(|n| n as u8)
}

/// Advice for a function that is not supported.
pub(super) fn instead(name: &str) -> &'static str {
    if name.starts_with("cuda") || name.starts_with("__cuda") {
        "kernels that start kernels, and other calls of CUDA's runtime from a kernel, need a driver: launch them one by one"
    } else {
        "only a driver has it: compile without it"
    }
}

/// Packed arguments in memory, each aligned to its size, 4 or 8 bytes.
struct Packed<'a, 'b> {
    call: &'a mut Call<'b>,
    at: u64,
    count: u32,
    stop: Option<Stop>,
}

impl Packed<'_, '_> {
    fn number(&mut self, bytes: u8) -> Result<u64, Stop> {
        self.at = self.at.next_multiple_of(bytes.into());
        let value = self.call.number(self.at, bytes)?;
        self.at += u64::from(bytes);
        self.count += 1;
        Ok(value)
    }

    fn value(&mut self, wanted: Wanted) -> Result<Value, Stop> {
        Ok(match wanted {
            Wanted::Float => Value::Float(vec![f64::from_bits(self.number(8)?)]),
            Wanted::Int(8) => Value::Int(vec![self.number(8)? as i64], 8),
            Wanted::Int(said) => Value::Int(vec![(self.number(4)? as i32).into()], if said == 0 { 4 } else { said }),
            Wanted::Text => match self.number(8)? {
                0 => Value::Text(b"(null)".into()),
                address => Value::Text(self.call.text(address)?),
            },
        })
    }
}

impl Arguments for Packed<'_, '_> {
    fn next(&mut self, wanted: Wanted, _: u8) -> Option<Value> {
        if self.count == MOST_ARGUMENTS || self.stop.is_some() {
            return None;
        }
        self.value(wanted).map_err(|stop| self.stop = Some(stop)).ok()
    }

    fn shows_missing(&self) -> bool {
        self.stop.is_none()
    }
}

/// The first conversion of a format that CUDA's guide does not list; a `%` at the end is printed.
fn unknown(format: &[u8]) -> Option<&[u8]> {
    let mut rest = format;
    while let Some(start) = rest.iter().position(|&byte| byte == b'%') {
        rest = &rest[start..];
        let skip = |at: usize, set: &[u8]| at + rest[at..].iter().take_while(|&byte| set.contains(byte)).count();
        let mut at = skip(1, b"-+ #0");
        at = if rest.get(at) == Some(&b'*') { at + 1 } else { skip(at, b"0123456789") };
        if rest.get(at) == Some(&b'.') {
            at = skip(at + 1, b"0123456789");
        }
        let size = [&b"ll"[..], b"l", b"h"].into_iter().find(|size| rest[at..].starts_with(size)).unwrap_or(b"");
        at += size.len();
        let known = match (rest.get(at), size) {
            (None, b"") => return None,
            (Some(b'd' | b'i' | b'u' | b'o' | b'x' | b'X'), _) | (Some(b'c' | b's' | b'p' | b'%'), b"") => true,
            (Some(letter), b"" | b"l") => b"eEfFgGaA".contains(letter),
            _ => false,
        };
        let end = (at + 1).min(rest.len());
        if !known {
            return Some(&rest[..end]);
        }
        rest = &rest[end..];
    }
    None
}

/// `int vprintf(const char *format, void *arguments)`.
fn vprintf(call: &mut Call<'_>) -> Result<u64, Stop> {
    let (format, at) = (call.wide(0), call.wide(2));
    if format == 0 {
        return Ok(u64::MAX);
    }
    let format = call.text(format)?;
    if let Some(conversion) = unknown(&format) {
        let conversion = String::from_utf8_lossy(conversion).into_owned();
        let rule = format!(
            "`{conversion}` in the format of `vprintf`: CUDA has the flags `-+ #0`, a width, a precision in digits, the sizes h, l, ll and \
             the conversions d i u o x X c s p e E f F g G a A; behind others its device loses count of the arguments (nv.device_runtime)"
        );
        return Err(Stop::Unspecified { rule });
    }
    let mut out = Vec::new();
    let mut packed = Packed { call, at, count: 0, stop: None };
    print(&format, &mut packed, &mut out);
    let Packed { call, count, stop, .. } = packed;
    if let Some(stop) = stop {
        return Err(stop);
    }
    if call.desk.text.len() + out.len() > MOST_TEXT {
        let text = format!("`vprintf` of more than {} MiB in one launch", MOST_TEXT >> 20);
        return Err(Stop::NotModelled { text });
    }
    call.desk.text.append(&mut out);
    Ok(count.into())
}

/// `void __assertfail(const char *message, const char *file, unsigned line, const char *function, size_t charSize)`.
fn assert_failed(call: &mut Call<'_>) -> Result<u64, Stop> {
    let mut text = |at| call.text(call.wide(at)).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    let (message, file, function) = (text(0)?, text(2)?, text(6)?);
    let (line, block, thread) = (call.words[4], call.group, call.item);
    let detail = format!(
        "{file}:{line}: {function}: block: [{},{},{}], thread: [{},{},{}] Assertion `{message}` failed.",
        block[0], block[1], block[2], thread[0], thread[1], thread[2]
    );
    Err(call.fault(FaultKind::Trap, detail))
}

/// `void *malloc(size_t size)`.
fn allocate(call: &mut Call<'_>) -> Result<u64, Stop> {
    let bytes = call.wide(0);
    Ok(call.desk.hand_out(bytes, ALIGN).unwrap_or(0))
}

/// `void free(void *ptr)`.
fn release(call: &mut Call<'_>) -> Result<u64, Stop> {
    let address = call.wide(0);
    if address != 0 && !call.desk.take_back(address) {
        let rule = format!(
            "`free` of {address:#x}, which `malloc` has not given or which is free already (nv.device_runtime)"
        );
        return Err(Stop::Unspecified { rule });
    }
    Ok(0)
}
