//! Runs one instruction on 32 lanes and compares.

use isotope_ir::effect::{LANES, Mask, Slot};
use isotope_machine::mem::Memory;
use isotope_machine::{Dispatch, Session, Stepped};
use isotope_nvidia::spa5::{self, Mode, Profile, lift};
use isotope_op::assume::Assumptions;

/// The inputs of an instruction in one lane.
#[derive(Clone, Copy, Debug, Default)]
pub struct In {
    /// Operands in the order of the text; 64-bit ones whole.
    pub a: u64,
    pub b: u64,
    pub c: u64,
    /// P3, and the flags zero, sign, carry, overflow.
    pub p: bool,
    pub cc: [bool; 4],
}

/// The outputs: Rd, Pd, the flags; `None` if not written.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Out {
    pub d: Option<u64>,
    pub pd: Option<bool>,
    pub pq: Option<bool>,
    pub cc: Option<[bool; 4]>,
}

/// Number of words of each register operand.
#[derive(Clone, Copy, Debug)]
pub struct Widths {
    pub d: u32,
    pub a: u32,
    pub b: u32,
    pub c: u32,
}

pub const W32: Widths = Widths { d: 1, a: 1, b: 1, c: 1 };

/// The alternatives of the second operand besides a register.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Second {
    /// None: always a register, or no such operand.
    Register,
    /// A constant, or a signed 20-bit immediate.
    Int20,
    /// A constant, or the upper 20 bits of an f32.
    F32,
    /// A constant, or the upper 20 bits of an f64.
    F64,
    /// Only a 32-bit immediate.
    Int32,
    /// Only the 32 bits of an f32.
    Float32,
    /// A constant, or an unsigned 16-bit immediate.
    U16,
    /// A constant, or a signed 16-bit immediate.
    S16,
    /// Only an unsigned 16-bit immediate.
    OnlyU16,
    /// Only a signed 16-bit immediate.
    OnlyS16,
    /// A constant, no immediate.
    Constant,
    /// A count of six bits.
    Count6,
}

/// One instruction: text with `D`, `A`, `B`, `C` in place of the operands.
pub struct Line<'a> {
    pub text: &'a str,
    pub widths: Widths,
    pub second: Second,
    pub float: bool,
    /// Whether any NaN equals any NaN in the result.
    pub any_nan: bool,
    pub model: &'a dyn Fn(In) -> Out,
}

/// A result without flags.
pub fn d(value: u32) -> Out {
    Out { d: Some(value.into()), ..Out::default() }
}

/// The types of integers up to 32 bits: name, bits, sign.
pub const TYPES: [(&str, u32, bool); 6] =
    [("U8", 8, false), ("U16", 16, false), ("U32", 32, false), ("S8", 8, true), ("S16", 16, true), ("S32", 32, true)];

/// Corner values of a word, for the first lanes; the other lanes are random.
const WORDS: [u32; 14] =
    [0, 1, 2, 31, 32, 33, 0x7fff, 0x8000, 0xffff, 0x1_0000, 0x7fff_ffff, 0x8000_0000, 0xffff_fffe, 0xffff_ffff];
/// Corner values of an f32: zeros, subnormals, smallest normal, one, halves, integers, largest, infinities, NaNs.
const FLOATS: [u32; 20] = [
    0,
    0x8000_0000,
    1,
    0x8000_0001,
    0x007f_ffff,
    0x0080_0000,
    0x8080_0000,
    0x3f80_0000,
    0xbf80_0000,
    0x3f00_0000,
    0x3fc0_0000,
    0xc020_0000,
    0x4f00_0000,
    0xcf00_0000,
    0x4f80_0000,
    0x7f7f_ffff,
    0x7f80_0000,
    0xff80_0000,
    0x7fc0_0000,
    0x7f80_0001,
];
const DOUBLES: [u64; 14] = [
    0,
    1 << 63,
    1,
    0x000f_ffff_ffff_ffff,
    0x0010_0000_0000_0000,
    0x3ff0_0000_0000_0000,
    0xbff8_0000_0000_0000,
    0x3fe0_0000_0000_0000,
    0x41e0_0000_0000_0000,
    0xc1e0_0000_0010_0000,
    0x7fef_ffff_ffff_ffff,
    0x7ff0_0000_0000_0000,
    0xfff0_0000_0000_0000,
    0x7ff8_0000_0000_0000,
];

const DST: usize = 0;
/// Scalar words of the flags zero, sign, carry, overflow, as at the head of `lift/mod.rs`.
const FLAGS: [u16; 4] = [8, 9, 10, 11];

/// Scalar word of a predicate.
fn predicate(p: u16) -> u16 {
    1 + p
}

pub struct Grid {
    state: u64,
    ran: u32,
    forms: std::collections::BTreeSet<u16>,
    failures: Vec<String>,
    bank: Vec<u8>,
    reader: u64,
}

/// Registers of the operands in one shape: D, A, B, C. 255 is RZ.
const SHAPES: [[u8; 4]; 10] = [
    [0, 4, 8, 12],
    [4, 4, 8, 12],
    [8, 4, 8, 12],
    [12, 4, 8, 12],
    [4, 4, 4, 4],
    [252, 248, 244, 240],
    [0, 255, 8, 12],
    [0, 4, 255, 12],
    [0, 4, 8, 255],
    [255, 4, 8, 12],
];

impl Grid {
    pub fn new() -> Grid {
        let mut grid =
            Grid { state: 7, ran: 0, forms: Default::default(), failures: Vec::new(), bank: Vec::new(), reader: 0 };
        let reader = spa5::parse(Profile::Sm50, Mode::Documented, "P2R R100, CC, R100, 0xf").unwrap();
        grid.reader = spa5::encode(&reader.inst);
        // A bank of 64 KiB with random contents.
        grid.bank = (0..1 << 14).flat_map(|_| (grid.draw() as u32).to_le_bytes()).collect();
        grid
    }

    pub fn finish(self, (what, least): (&str, u32)) {
        // The first failure of each mnemonic with its modifiers.
        let mut told = std::collections::BTreeSet::new();
        for f in self.failures.iter().filter(|f| told.insert(f.split(' ').next())).take(60) {
            println!("{f}");
        }
        println!("{what}: {} instructions on {LANES} lanes, {} encodings", self.ran, self.forms.len());
        assert!(self.failures.is_empty(), "{} of {} instructions are wrong", self.failures.len(), self.ran);
        assert!(self.ran >= least, "{what}: only {} instructions", self.ran);
    }

    fn draw(&mut self) -> u64 {
        self.state = self.state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.state >> 33) << 32 ^ self.state >> 20
    }

    fn value(&mut self, words: u32, float: bool, lane: usize, salt: usize) -> u64 {
        let corner = |n: usize| (lane + salt * (lane + 3)) % n;
        let drawn = self.draw();
        match (words, float) {
            (2, true) if lane < 24 => DOUBLES[corner(DOUBLES.len())],
            (2, true) => drawn & 0x800f_ffff_ffff_ffff | (1000 + (drawn >> 52 & 63)) << 52,
            (2, false) => match lane {
                0..12 => (WORDS[corner(WORDS.len())] as i32) as i64 as u64,
                12..20 => u64::from(WORDS[corner(WORDS.len())]) << 32 | u64::from(WORDS[corner(7)]),
                _ => drawn,
            },
            (_, true) if lane < 26 => FLOATS[corner(FLOATS.len())].into(),
            (_, true) => drawn & 0x807f_ffff | (110 + (drawn >> 23 & 31)) << 23,
            _ if lane < 20 => WORDS[corner(WORDS.len())].into(),
            _ => drawn & 0xffff_ffff,
        }
    }

    /// Runs the line in every shape and with every kind of second operand.
    pub fn line(&mut self, line: &Line<'_>) {
        let has = |operand: char| line.text[line.text.find(' ').unwrap_or(0)..].contains(operand);
        let only_number = matches!(line.second, Second::Int32 | Second::Float32);
        for (n, shape) in SHAPES.iter().enumerate() {
            let absent = [!has('D'), !has('A'), !has('B') || only_number, !has('C')];
            let useless = match n {
                1 | 6 => absent[1],
                2 | 7 => absent[2],
                3 | 8 => absent[3],
                9 => absent[0],
                _ => false,
            };
            if useless {
                continue;
            }
            if !only_number {
                self.case(line, *shape, None);
            }
            if !matches!(n, 0 | 1 | 5) {
                continue;
            }
            for number in numbers(line.second) {
                self.case(line, *shape, Some(number));
            }
        }
    }

    fn case(&mut self, line: &Line<'_>, shape: [u8; 4], second: Option<(String, u64)>) {
        let reg = |n: u8| if n == 255 { "RZ".to_string() } else { format!("R{n}") };
        let (head, operands) = line.text.split_once(' ').unwrap();
        // The sign modifier of an immediate is a dot word after it.
        let mut operands = operands.to_string();
        let number = second.as_ref().is_some_and(|(text, _)| !text.starts_with('c'));
        if number {
            for (from, to) in [("-|B|", "B.NEG.ABS"), ("|B|", "B.ABS"), ("-B", "B.NEG"), ("~B", "B.INV")] {
                if operands.contains(from) {
                    operands = operands.replace(from, to);
                    break;
                }
            }
        }
        let mut text = format!("{head} ");
        for c in operands.chars() {
            let behind = text.ends_with(|c: char| c.is_ascii_alphanumeric() || c == '.');
            match c {
                'D' if !behind => text += &reg(shape[0]),
                'A' if !behind => text += &reg(shape[1]),
                'B' if !behind => text += &second.as_ref().map_or_else(|| reg(shape[2]), |s| s.0.clone()),
                'C' if !behind => text += &reg(shape[3]),
                c => text.push(c),
            }
        }
        let parsed = match spa5::parse(Profile::Sm50, Mode::Compat, &text) {
            Ok(parsed) => parsed,
            Err(e) => return self.failures.push(format!("{text}: {}, expected {}", e.message, e.expected)),
        };
        self.ran += 1;
        self.forms.insert(parsed.inst.form.index);

        // Registers first, so that overlapping operands read the same words.
        let mut registers = vec![[0u32; LANES]; 256];
        let widths = line.widths;
        for (salt, (&n, words)) in shape.iter().zip([widths.d, widths.a, widths.b, widths.c]).enumerate().skip(1) {
            if n == 255 {
                continue;
            }
            for lane in 0..LANES {
                let value = self.value(words, line.float, lane, salt);
                for w in 0..words {
                    registers[n as usize + w as usize][lane] = (value >> (32 * w)) as u32;
                }
            }
        }
        let old = [0x1357_9bdf, 0x2468_ace0];
        let destination_is_source = shape[1..].contains(&shape[0]);
        if shape[0] != 255 && !destination_is_source {
            for w in 0..2 {
                registers[shape[0] as usize + w] = [old[w]; LANES];
            }
        }
        let (p3, cc) = (0x5a5a_33ccu32, [0x0f0f_0ff0u32, 0x00ff_00ff, 0x3c3c_aa55, 0x7777_1111]);

        // The next instruction reads the flags, because unused flags are not computed.
        let code: Vec<u8> =
            [0, spa5::encode(&parsed.inst), self.reader].into_iter().flat_map(u64::to_le_bytes).collect();
        let options = lift::Options {
            profile: Profile::Sm50,
            registers: 255,
            surface_bank: 0,
            assumptions: Assumptions::DEFAULT,
        };
        let program = lift::lift("one", &code, options);
        let constant = second.as_ref().is_some_and(|(text, _)| text.starts_with('c'));
        let banks = if constant { vec![(2, self.bank.clone())] } else { Vec::new() };
        let dispatch = Dispatch::new(&program, [1; 3], [LANES as u32, 1, 1], banks).unwrap();
        let mut session = Session::new(&dispatch, Memory::new());
        let wave = session.wave_mut(0, 0);
        for (n, value) in registers.iter().enumerate().take(255).filter(|(_, v)| v.iter().any(|w| *w != 0)) {
            wave.set_lanes(Slot((n * LANES) as u32), value, u32::MAX);
        }
        wave.set_mask(predicate(3), p3, u32::MAX);
        for (word, value) in FLAGS.into_iter().zip(cc) {
            wave.set_mask(word, value, u32::MAX);
        }
        for p in [1, 2] {
            wave.set_mask(predicate(p), 0x0000_ffff, u32::MAX);
        }
        let stepped = session.step(0, 0);
        if let Stepped::Stopped(stop) = &stepped {
            let ended = stop.to_string();
            return self.failures.push(format!("{text}: {ended}"));
        }
        let wave = session.wave(0, 0);
        let bit = |mask: u32, lane: usize| mask >> lane & 1 != 0;
        for lane in 0..LANES {
            let read = |n: u8, words: u32| match n {
                255 => 0,
                n => (0..words as usize).fold(0, |v, w| v | u64::from(registers[n as usize + w][lane]) << (32 * w)),
            };
            let input = In {
                a: read(shape[1], widths.a),
                b: match &second {
                    Some((at, offset)) if at.starts_with('c') => {
                        let at = *offset as usize;
                        let word = |o: usize| u64::from(u32::from_le_bytes(self.bank[o..o + 4].try_into().unwrap()));
                        if widths.b == 2 { word(at) | word(at + 4) << 32 } else { word(at) }
                    }
                    Some((_, value)) => *value,
                    None => read(shape[2], widths.b),
                },
                c: read(shape[3], widths.c),
                p: bit(p3, lane),
                cc: cc.map(|m| bit(m, lane)),
            };
            let wanted = (line.model)(input);
            let found = Out {
                d: wanted.d.filter(|_| shape[DST] != 255).map(|_| {
                    let at = |w: u32| u64::from(wave.lanes(Slot((shape[0] as u32 + w) * LANES as u32))[lane]);
                    if widths.d == 2 { at(0) | at(1) << 32 } else { at(0) }
                }),
                pd: wanted.pd.map(|_| bit(wave.mask(Mask::of(predicate(1))), lane)),
                pq: wanted.pq.map(|_| bit(wave.mask(Mask::of(predicate(2))), lane)),
                cc: wanted.cc.map(|_| FLAGS.map(|w| bit(wave.mask(Mask::of(w)), lane))),
            };
            let wanted = Out { d: wanted.d.filter(|_| shape[DST] != 255), ..wanted };
            if found != wanted && !(line.any_nan && both_nan(found.d, wanted.d, widths.d)) {
                return self
                    .failures
                    .push(format!("{text}: lane {lane} {input:x?}: {found:x?} instead of {wanted:x?}"));
            }
        }
    }
}

fn both_nan(found: Option<u64>, wanted: Option<u64>, words: u32) -> bool {
    let nan = |v: u64| if words == 2 { f64::from_bits(v).is_nan() } else { f32::from_bits(v as u32).is_nan() };
    found.is_some_and(nan) && wanted.is_some_and(nan)
}

/// Texts and values of a second operand that is not a register.
fn numbers(second: Second) -> Vec<(String, u64)> {
    // Byte offsets of the bank: its ends, and the first offset that nvdisasm prints with a sign.
    let constants =
        [("c[0x2][0x0]", 0), ("c[0x2][0x7ff8]", 0x7ff8), ("c[0x2][-0x8000]", 0x8000), ("c[0x2][-0x8]", 0xfff8)];
    let mut all: Vec<(String, u64)> = match second {
        Second::Register | Second::Int32 | Second::Float32 | Second::Count6 | Second::OnlyU16 | Second::OnlyS16 => {
            Vec::new()
        }
        _ => constants.iter().map(|(t, v)| (t.to_string(), *v)).collect(),
    };
    let hex = |n: i64| if n < 0 { format!("-{:#x}", -n) } else { format!("{n:#x}") };
    let ints: &[i64] = match second {
        Second::Int20 => &[0, 1, 5, 31, 32, 0x1_0000, 0x7_ffff, -1, -2, -0x8_0000],
        Second::Int32 => &[0, 1, 0x7fff_ffff, -1, -0x8000_0000, -0x8_0000, 0xf_ffff],
        Second::U16 | Second::OnlyU16 => &[0, 1, 0x7fff, 0x8000, 0xffff],
        Second::S16 | Second::OnlyS16 => &[0, 1, 0x7fff, -1, -0x8000],
        Second::Count6 => &[0, 1, 31, 32, 33, 63],
        _ => &[],
    };
    all.extend(ints.iter().map(|&n| (hex(n), u64::from(n as u32))));
    match second {
        Second::F32 => all.extend(
            [0x0000_0000u32, 0x3f80_0000, 0xbfc0_0000, 0x7f7f_f000, 0x4b80_0000, 0xff7f_f000, 0x3f80_1000]
                .map(|v| (format!("{}", f32::from_bits(v)), v.into())),
        ),
        Second::Float32 => all.extend(
            [0x3f80_0000u32, 0xbfc0_0001, 0x3dcc_cccd, 0x4b80_0001]
                .map(|v| (format!("{}", f32::from_bits(v)), v.into())),
        ),
        Second::F64 => all.extend([1.0f64, -1.5, 0.0, 1048576.0].map(|v| (format!("{v}"), v.to_bits()))),
        _ => {}
    }
    all
}
