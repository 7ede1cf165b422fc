//! 16-bit immediates of scalar instructions with a special syntax.
use super::number::{self, Number};
use super::operands::word;
use isotope_table::{Context, Line, Operand, Read};

/// A 16-bit number, signed or unsigned.
fn number(text: &str) -> Result<Read, &'static str> {
    match Number::parse(text).or_else(|| number::forced(text)) {
        Some((Number::Int(n), len)) if (-0x8000..=0xffff).contains(&n) => {
            Ok(Read { value: n as u64 & 0xffff, literal: None, len })
        }
        Some(_) => Err("a number from -32768 to 65535"),
        None => Err("a number"),
    }
}

/// An unsigned 16-bit number.
fn unsigned(text: &str) -> Result<Read, &'static str> {
    if text.starts_with('-') {
        return Err("a number from 0 to 65535");
    }
    number(text)
}

/// How plain numbers are printed.
pub(super) enum Plain {
    /// Always hexadecimal.
    Hex,
    /// Hexadecimal; the text must be unsigned.
    Unsigned,
    /// Decimal up to 64.
    Short,
    /// Decimal; the text must be unsigned.
    Decimal,
}

impl Operand for Plain {
    fn meaning(&self) -> String {
        "16-bit number".into()
    }
    fn print(&self, _cx: &Context, value: u64, _literal: u64, out: &mut Line) {
        match self {
            Plain::Short if value <= 64 => out.push_dec(value),
            Plain::Decimal => out.push_dec(value),
            _ => out.push_signed_hex(value as i64),
        }
    }
    fn parse(&self, _cx: &Context, text: &str) -> Result<Read, &'static str> {
        if matches!(self, Plain::Unsigned | Plain::Decimal) { unsigned(text) } else { number(text) }
    }
}

/// A branch distance in dwords from the end of the instruction: a label or a number.
pub(super) struct Branch;

impl Operand for Branch {
    fn meaning(&self) -> String {
        "signed distance in dwords from the next instruction".into()
    }
    fn print(&self, cx: &Context, value: u64, _literal: u64, out: &mut Line) {
        let target = cx.pc.wrapping_add(4).wrapping_add_signed(i64::from(value as u16 as i16) * 4);
        match cx.scope.label(target) {
            Some(label) => out.push_str(label),
            None => out.push_dec(value),
        }
    }
    fn parse(&self, cx: &Context, text: &str) -> Result<Read, &'static str> {
        let end = text.bytes().take_while(|b| b.is_ascii_alphanumeric() || b"_.$@".contains(b)).count();
        match cx.scope.address(&text[..end]) {
            Some(address) if end > 0 => {
                let distance = (address as i64).wrapping_sub(cx.pc as i64).wrapping_sub(4);
                if distance % 4 != 0 || !(-0x8000..0x8000).contains(&(distance / 4)) {
                    return Err("a label at most 32768 dwords away");
                }
                Ok(Read { value: (distance / 4) as u64 & 0xffff, literal: None, len: end })
            }
            _ => number(text).map_err(|e| if e == "a number" { "a label or a distance in dwords" } else { e }),
        }
    }
}

/// Counters that an instruction waits for, written as `name(value)`.
pub(super) struct Counters {
    /// Name, lowest bit, number of bits, in printing order.
    list: &'static [(&'static str, u8, u8)],
    /// Whether bits that belong to no counter may be set.
    loose: bool,
}

/// `s_waitcnt`.
pub(super) static WAITCNT: Counters =
    Counters { list: &[("vmcnt", 10, 6), ("expcnt", 0, 3), ("lgkmcnt", 4, 6)], loose: true };
/// `s_waitcnt_depctr`.
pub(super) static DEPCTR: Counters = Counters {
    list: &[
        ("depctr_hold_cnt", 7, 1),
        ("depctr_sa_sdst", 0, 1),
        ("depctr_va_vdst", 12, 4),
        ("depctr_va_sdst", 9, 3),
        ("depctr_va_ssrc", 8, 1),
        ("depctr_va_vcc", 1, 1),
        ("depctr_vm_vsrc", 2, 3),
    ],
    loose: false,
};

impl Counters {
    /// Name, lowest bit and value of the counters that are waited for: the maximum value means no wait.
    pub(super) fn waited(&self, value: u64) -> impl Iterator<Item = (&'static str, u8, u32)> {
        self.list.iter().filter_map(move |&(name, lo, len)| {
            let most = (1 << len) - 1;
            let count = value >> lo & most;
            (count != most).then_some((name, lo, count as u32))
        })
    }

    /// Bits that belong to counters.
    pub(super) fn mask(&self) -> u64 {
        self.list.iter().fold(0, |mask, (_, lo, len)| mask | ((1 << len) - 1) << lo)
    }
}

impl Operand for Counters {
    fn meaning(&self) -> String {
        let each = self.list.iter().map(|(name, lo, len)| format!("{name} in bits {}:{lo}", lo + len - 1));
        each.collect::<Vec<_>>().join(", ")
    }
    fn print(&self, _cx: &Context, value: u64, _literal: u64, out: &mut Line) {
        if !self.loose && value & !self.mask() != 0 {
            return out.push_signed_hex(value as i64);
        }
        let all = value & self.mask() == self.mask();
        let mut separator = "";
        for (name, lo, len) in self.list {
            let most = (1 << len) - 1;
            let count = value >> lo & most;
            if count != most || all {
                out.extend([separator, name, "("]);
                out.push_dec(count);
                out.push(')');
                separator = " ";
            }
        }
    }
    fn parse(&self, _cx: &Context, text: &str) -> Result<Read, &'static str> {
        if text.starts_with(|c: char| c.is_ascii_digit() || c == '-') {
            return number(text);
        }
        let mut value = self.mask();
        let mut len = 0;
        let mut named = 0u64;
        loop {
            let rest = &text[len..];
            let start = rest.len() - rest.trim_start_matches([' ', '\t', '&', ',']).len();
            let rest = &rest[start..];
            let name = word(rest);
            if name.is_empty() {
                break;
            }
            let saturates = name.strip_suffix("_sat");
            let known = self.list.iter().find(|c| c.0 == saturates.unwrap_or(name));
            let (_, lo, bits) = known.ok_or("a counter")?;
            let inner = rest[name.len()..].trim_start().strip_prefix('(').ok_or("`(`")?;
            let close = inner.find(')').ok_or("`)`")?;
            let most = (1u64 << bits) - 1;
            let count = match Number::parse(inner[..close].trim()) {
                Some((Number::Int(n), _)) if (0..=most as i64).contains(&n) => n as u64,
                Some((Number::Int(n), _)) if n > 0 && saturates.is_some() => most,
                _ => return Err("a count that fits the counter"),
            };
            // llvm-mc accepts a repeated counter, and uses the last one, only for `s_waitcnt`.
            if !self.loose && named >> lo & 1 == 1 {
                return Err("each counter once");
            }
            named |= 1 << lo;
            value = value & !(most << lo) | count << lo;
            len = text.len() - inner.len() + close + 1;
        }
        if len == 0 { Err("counters, such as `vmcnt(0)`") } else { Ok(Read { value, literal: None, len }) }
    }
}

/// `s_delay_alu`: the earlier instructions that this one and a later one wait for.
pub(super) struct Delay;

const WAITS: [&str; 12] = [
    "NO_DEP",
    "VALU_DEP_1",
    "VALU_DEP_2",
    "VALU_DEP_3",
    "VALU_DEP_4",
    "TRANS32_DEP_1",
    "TRANS32_DEP_2",
    "TRANS32_DEP_3",
    "FMA_ACCUM_CYCLE_1",
    "SALU_CYCLE_1",
    "SALU_CYCLE_2",
    "SALU_CYCLE_3",
];
const SKIPS: [&str; 6] = ["SAME", "NEXT", "SKIP_1", "SKIP_2", "SKIP_3", "SKIP_4"];
/// Name, lowest bit, mask, names of the values, text if a value has no name.
const PARTS: [(&str, u32, u64, &[&str], &str); 3] = [
    ("instid0", 0, 15, &WAITS, "/* invalid instid value */"),
    ("instskip", 4, 7, &SKIPS, "/* invalid instskip value */"),
    ("instid1", 7, 15, &WAITS, "/* invalid instid value */"),
];

impl Operand for Delay {
    fn meaning(&self) -> String {
        "what earlier instruction is waited for".into()
    }
    fn print(&self, _cx: &Context, value: u64, _literal: u64, out: &mut Line) {
        let mut separator = "";
        for (name, lo, mask, values, bad) in PARTS {
            let part = value >> lo & mask;
            if part != 0 {
                out.extend([separator, name, "(", values.get(part as usize).unwrap_or(&bad), ")"]);
                separator = " | ";
            }
        }
        if separator.is_empty() {
            out.push('0');
        }
    }
    fn parse(&self, _cx: &Context, text: &str) -> Result<Read, &'static str> {
        if text.starts_with(|c: char| c.is_ascii_digit() || c == '-') {
            return number(text);
        }
        let mut value = 0;
        let mut len = 0;
        loop {
            let mut rest = &text[len..];
            if len != 0 {
                match rest.trim_start().strip_prefix('|') {
                    Some(behind) => rest = behind.trim_start(),
                    None => return Ok(Read { value, literal: None, len }),
                }
            }
            let name = word(rest);
            let part = PARTS.iter().find(|p| p.0 == name).ok_or("`instid0(…)`, `instskip(…)` or `instid1(…)`")?;
            let inner = rest[name.len()..].trim_start().strip_prefix('(').ok_or("`(`")?;
            let close = inner.find(')').ok_or("`)`")?;
            let n = part.3.iter().position(|v| *v == inner[..close].trim()).ok_or(if part.0 == "instskip" {
                "SAME, NEXT or SKIP_1 to SKIP_4"
            } else {
                "NO_DEP, VALU_DEP_1 to 4, TRANS32_DEP_1 to 3, FMA_ACCUM_CYCLE_1 or SALU_CYCLE_1 to 3"
            })?;
            value |= (n as u64) << part.1;
            len = text.len() - inner.len() + close + 1;
        }
    }
}

/// `sendmsg(MSG_…)`.
pub(super) struct Message;

const MESSAGES: [(u64, &str); 13] = [
    (1, "MSG_INTERRUPT"),
    (2, "MSG_HS_TESSFACTOR"),
    (3, "MSG_DEALLOC_VGPRS"),
    (5, "MSG_STALL_WAVE_GEN"),
    (6, "MSG_HALT_WAVES"),
    (9, "MSG_GS_ALLOC_REQ"),
    (128, "MSG_RTN_GET_DOORBELL"),
    (129, "MSG_RTN_GET_DDID"),
    (130, "MSG_RTN_GET_TMA"),
    (131, "MSG_RTN_GET_REALTIME"),
    (132, "MSG_RTN_SAVE_WAVE"),
    (133, "MSG_RTN_GET_TBA"),
    (134, "MSG_RTN_GET_TBA_TO_PC"),
];

/// The message to the host's trap handler, which is parsed but never printed.
const SYSMSG: &str = "MSG_SYSMSG";

/// Operations of messages: those of geometry shaders, then those of [`SYSMSG`]. Source: llvm-mc 19.1.7.
const OPERATIONS: [(u64, &str); 8] = [
    (0, "GS_OP_NOP"),
    (1, "GS_OP_CUT"),
    (2, "GS_OP_EMIT"),
    (3, "GS_OP_EMIT_CUT"),
    (1, "SYSMSG_OP_ECC_ERR_INTERRUPT"),
    (2, "SYSMSG_OP_REG_RD"),
    (3, "SYSMSG_OP_HOST_TRAP_ACK"),
    (4, "SYSMSG_OP_TTRACE_PC"),
];

impl Operand for Message {
    fn meaning(&self) -> String {
        "message in bits 7:0".into()
    }
    fn print(&self, _cx: &Context, value: u64, _literal: u64, out: &mut Line) {
        if let Some((_, name)) = MESSAGES.iter().find(|m| m.0 == value & 0xff) {
            out.extend(["sendmsg(", name, ")"]);
        } else if value < 0x100 {
            out.push_str("sendmsg(");
            out.push_dec(value);
            out.push_str(", 0, 0)");
        } else {
            out.push_dec(value);
        }
    }
    fn parse(&self, _cx: &Context, text: &str) -> Result<Read, &'static str> {
        let Some(inner) = text.strip_prefix("sendmsg(") else {
            return if text.starts_with('-') { Err("a message") } else { number(text) };
        };
        let close = inner.find(')').ok_or("`)`")?;
        let mut parts = inner[..close].split(',').map(str::trim);
        let id = parts.next().unwrap_or("");
        let value = MESSAGES.iter().chain([&(15, SYSMSG)]).find(|m| m.1 == id).map(|m| m.0);
        let plain = || number(id).ok().map(|r| r.value).filter(|v| *v < 0x100);
        let value = value.or_else(plain).ok_or("a message, such as `MSG_DEALLOC_VGPRS`")?;
        // Messages of gfx11 have no operations, except the trap handler's; a number may have any operation.
        let operation = parts.next();
        if id.starts_with("MSG") && (operation.is_some() != (id == SYSMSG)) {
            return Err("an operation after `MSG_SYSMSG`, and none after another name");
        }
        let field = |text: Option<&str>, names: &[(u64, &str)], limit: u64| match text {
            None => Some(0),
            Some(text) => {
                let named = names.iter().find(|n| n.1 == text).map(|n| n.0);
                named.or_else(|| number(text).ok().map(|r| r.value)).filter(|v| *v < limit)
            }
        };
        let names: &[(u64, &str)] = match value {
            2 | 3 => &OPERATIONS[..4],
            15 => &OPERATIONS[4..],
            _ => &[],
        };
        let operation = field(operation, names, 8).ok_or("an operation below 8")?;
        let stream = parts.next();
        if id == SYSMSG && (!(1..=4).contains(&operation) || stream.is_some()) {
            return Err("one of the operations 1 to 4, and no stream");
        }
        let stream = field(stream, &[], 4).ok_or("a stream below 4")?;
        if parts.next().is_some() {
            return Err("no more than an operation and a stream");
        }
        let value = value | operation << 4 | stream << 8;
        Ok(Read { value, literal: None, len: "sendmsg(".len() + close + 1 })
    }
}

/// `hwreg(NAME, offset, size)`: a bit field of a hardware register.
pub(super) struct HwReg;

const REGISTERS: [(u64, &str); 15] = [
    (1, "HW_REG_MODE"),
    (2, "HW_REG_STATUS"),
    (3, "HW_REG_TRAPSTS"),
    (5, "HW_REG_GPR_ALLOC"),
    (6, "HW_REG_LDS_ALLOC"),
    (7, "HW_REG_IB_STS"),
    (15, "HW_REG_SH_MEM_BASES"),
    (18, "HW_REG_PERF_SNAPSHOT_PC_LO"),
    (19, "HW_REG_PERF_SNAPSHOT_PC_HI"),
    (20, "HW_REG_FLAT_SCR_LO"),
    (21, "HW_REG_FLAT_SCR_HI"),
    (23, "HW_REG_HW_ID1"),
    (24, "HW_REG_HW_ID2"),
    (27, "HW_REG_PERF_SNAPSHOT_DATA"),
    (29, "HW_REG_SHADER_CYCLES"),
];

impl Operand for HwReg {
    fn meaning(&self) -> String {
        "register in bits 5:0, first bit in 10:6, bits less one in 15:11".into()
    }
    fn print(&self, _cx: &Context, value: u64, _literal: u64, out: &mut Line) {
        let (id, offset, size) = (value & 63, value >> 6 & 31, (value >> 11) + 1);
        out.push_str("hwreg(");
        match REGISTERS.iter().find(|r| r.0 == id) {
            Some((_, name)) => out.push_str(name),
            None => out.push_dec(id),
        }
        if (offset, size) != (0, 32) {
            out.push_str(", ");
            out.push_dec(offset);
            out.push_str(", ");
            out.push_dec(size);
        }
        out.push(')');
    }
    fn parse(&self, _cx: &Context, text: &str) -> Result<Read, &'static str> {
        let Some(inner) = text.strip_prefix("hwreg(") else { return unsigned(text) };
        let close = inner.find(')').ok_or("`)`")?;
        let mut parts = inner[..close].split(',').map(str::trim);
        let small = |text: &str, range: std::ops::RangeInclusive<u64>| {
            number(text).ok().map(|r| r.value).filter(|v| range.contains(v))
        };
        let id = parts.next().unwrap_or("");
        let named = REGISTERS.iter().find(|r| r.1 == id).map(|r| r.0);
        let id = named.or_else(|| small(id, 0..=63)).ok_or("a hardware register, such as `HW_REG_MODE`")?;
        let (offset, size) = match (parts.next(), parts.next(), parts.next()) {
            (None, ..) => (0, 32),
            (Some(offset), Some(size), None) => (
                small(offset, 0..=31).ok_or("a first bit from 0 to 31")?,
                small(size, 1..=32).ok_or("a number of bits from 1 to 32")?,
            ),
            _ => return Err("`hwreg(register)` or `hwreg(register, first bit, bits)`"),
        };
        let value = id | offset << 6 | (size - 1) << 11;
        Ok(Read { value, literal: None, len: "hwreg(".len() + close + 1 })
    }
}

/// `s_version`: the microcode version of an instruction stream.
pub(super) struct Version;

const VERSIONS: [(u64, &str); 4] =
    [(0, "UC_VERSION_GFX7"), (4, "UC_VERSION_GFX10"), (6, "UC_VERSION_GFX11"), (9, "UC_VERSION_GFX12")];
const VERSION_BITS: [(u64, &str); 3] =
    [(0x2000, "UC_VERSION_W64_BIT"), (0x4000, "UC_VERSION_W32_BIT"), (0x8000, "UC_VERSION_MDP_BIT")];

impl Operand for Version {
    fn meaning(&self) -> String {
        "microcode version".into()
    }
    fn print(&self, cx: &Context, value: u64, literal: u64, out: &mut Line) {
        let code = value & 0xff;
        let named = VERSIONS.iter().find(|v| v.0 == code);
        if value & 0x1f00 != 0 {
            return Plain::Hex.print(cx, value, literal, out);
        }
        // Printed as an expression, like llvm-mc.
        let bits = || VERSION_BITS.iter().filter(|(bit, _)| value & bit != 0);
        (1..bits().count()).for_each(|_| out.push('('));
        match named {
            Some((_, name)) => out.push_str(name),
            None => out.push_dec(code),
        }
        for (i, (_, name)) in bits().enumerate() {
            if i > 0 {
                out.push(')');
            }
            out.push('|');
            out.push_str(name);
        }
    }
    fn parse(&self, _cx: &Context, text: &str) -> Result<Read, &'static str> {
        let mut value = 0;
        let mut len = 0;
        loop {
            let rest = text[len..].trim_start_matches([' ', '(']);
            let start = text.len() - rest.len();
            let name = word(rest);
            let (part, used) = match VERSIONS.iter().chain(&VERSION_BITS).find(|v| v.1 == name) {
                Some((part, _)) => (*part, name.len()),
                None => number(rest).map(|r| (r.value, r.len)).map_err(|_| "a number or `UC_VERSION_…`")?,
            };
            value |= part;
            len = start + used;
            let rest = text[len..].trim_start_matches([' ', ')']);
            if !rest.starts_with('|') {
                return Ok(Read { value, literal: None, len: text.len() - rest.len() });
            }
            len = text.len() - rest.len() + 1;
        }
    }
}
