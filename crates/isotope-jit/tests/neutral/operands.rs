//! What drawn operations read, write and reach.

use super::super::draw::SOME;
use super::*;

impl Gen<'_, '_> {
    pub(super) fn imm(&mut self) -> u32 {
        match self.b.below(3) {
            0 => self.b.below(8) as u32,
            1 => self.b.pick(&SOME),
            _ => self.b.u32(),
        }
    }

    /// A slot that `count` vectors fit behind.
    pub(super) fn general(&mut self, count: u32) -> Slot {
        let room = GENERAL + 1 - count;
        let first = self.b.below(room as usize) as u32 * LANES as u32;
        // vISA variables are packed.
        let by = if first == (room - 1) * LANES as u32 || !self.b.chance(50) {
            0
        } else {
            self.b.pick(&[1, 4, 8, 8, 16, 16, 31])
        };
        Slot(first + by)
    }

    pub(super) fn slot(&mut self) -> Slot {
        match self.b.below(12) {
            0 if !self.vectors.is_empty() => {
                let n = self.b.below(self.vectors.len());
                self.vectors[n]
            }
            1 => Slot(GENERAL * 32 + self.b.below(5) as u32 * 32),
            _ => self.general(1),
        }
    }

    /// Where a result of `count` vectors goes.
    pub(super) fn dst(&mut self, count: u32) -> Slot {
        match self.b.below(16) {
            0 => {
                let to = self.p.temps(count);
                self.vectors.extend((0..count).map(|n| Slot(to.0 + n * LANES as u32)));
                to
            }
            1 if count == 1 => self.b.pick(&[AT_HIGH, AT_LOW, AT_SHARED, AT_WINDOW]),
            2 if count == 2 => AT_HIGH,
            _ => self.general(count),
        }
    }

    /// A scalar word that is written.
    pub(super) fn word(&mut self) -> u16 {
        match self.b.below(24) {
            0 if self.steered => ACTIVE,
            1 if self.upper => UPPER,
            2 => self.b.pick(&BASE),
            _ => FIRST_SCALAR + self.b.below(usize::from(AGAIN - FIRST_SCALAR)) as u16,
        }
    }

    pub(super) fn mask_word(&mut self) -> u16 {
        match self.b.below(12) {
            0 => ACTIVE,
            1 if self.upper => UPPER,
            2 | 3 => self.b.pick(&self.constants.clone()),
            5 => self.b.pick(&[AGAIN, COUNTERS[0]]),
            4 if !self.masks.is_empty() => {
                let n = self.b.below(self.masks.len());
                self.masks[n]
            }
            _ => self.word(),
        }
    }

    pub(super) fn mask(&mut self) -> Mask {
        let mask = match self.b.below(12) {
            0 => return Mask::ALL,
            1 => return Mask::NONE,
            _ => Mask::of(self.mask_word()),
        };
        if self.b.chance(64) { mask.not() } else { mask }
    }

    /// A mask that holds from one step to the next.
    pub(super) fn lasting(&mut self) -> Mask {
        self.masks.clear();
        self.mask()
    }

    /// A source; of other lanes, or whole, too, if `any`.
    pub(super) fn src(&mut self, any: bool) -> Src {
        match self.b.below(20) {
            0..=11 if any => Src::Slot(self.general(1)),
            0..=11 => Src::Slot(self.slot()),
            12..=14 => Src::Imm(self.imm()),
            15 | 16 => Src::Scalar(self.word()),
            17 if any => Src::Scalar(self.constants[0]),
            17 => Src::Mask(self.mask()),
            18 => Src::Word(Slot(self.b.below(usize::from(u8::MAX)) as u32)),
            _ => Src::Uniform(self.b.below(self.uniforms as usize) as u32),
        }
    }

    /// A source that is the same in every lane.
    pub(super) fn one(&mut self) -> Src {
        match self.b.below(8) {
            0..=3 => Src::Scalar(self.word()),
            4 => Src::Scalar(self.constants[0]),
            5 => Src::Word(Slot(self.b.below(usize::from(u8::MAX)) as u32)),
            6 => Src::Uniform(self.b.below(self.uniforms as usize) as u32),
            _ => Src::Imm(self.imm()),
        }
    }

    pub(super) fn wide(&mut self) -> Wide {
        match self.b.below(8) {
            0..=3 => {
                let lo = self.general(2);
                Wide { lo: Src::Slot(lo), hi: Src::Slot(Slot(lo.0 + LANES as u32)) }
            }
            4 => Wide::narrow(self.src(false)),
            5 => Wide { lo: self.one(), hi: self.one() },
            6 => Wide { lo: Src::Slot(AT_HIGH), hi: Src::Slot(Slot(AT_HIGH.0 + 32)) },
            _ => Wide { lo: self.src(false), hi: self.src(false) },
        }
    }

    pub(super) fn one_wide(&mut self) -> Wide {
        Wide { lo: self.one(), hi: if self.b.chance(128) { Src::Imm(0) } else { self.one() } }
    }

    /// An atomic operation that an instruction could name.
    pub(super) fn rmw(&mut self) -> (u32, u8) {
        let op: AtomicOp = self.b.any();
        let mut rmw = match self.b.below(3) {
            0 => Rmw::int(op, Size::B32),
            _ => Rmw { op, ..self.b.any() },
        };
        if rmw.size == Size::B8 {
            rmw.size = Size::B32;
        }
        match rmw.packing {
            Packing::Scalar => {}
            Packing::Pair16 | Packing::Brains => rmw.size = Size::B32,
            Packing::Pair32 => rmw.size = Size::B64,
            Packing::Brain => rmw.size = Size::B16,
        }
        // What the documents leave open stops: seldom.
        if rmw.may_be_unspecified() && !self.b.chance(16) {
            rmw.float.nan = FloatPolicy::RN.nan;
            rmw.minmax = Default::default();
            if rmw.op == AtomicOp::PutPointer {
                rmw.op = AtomicOp::Add;
            }
        }
        (self.p.rmw(rmw), rmw.size.bytes() as u8)
    }

    /// An access of so many bytes; its address may take operations before it.
    pub(super) fn access(&mut self, bytes: u8, aligned: bool, writes: bool) -> Access {
        // Constant memory is the launch's: nobody writes it.
        let space = match self.b.below(if writes { 18 } else { 20 }) {
            0..=8 => Space::Global,
            9..=12 => Space::Shared,
            13 | 14 => Space::Generic,
            15 => Space::GenericGlobal,
            16 => Space::Private,
            17 => Space::Wave,
            18 => Space::Constant(self.b.pick(&[0, 3, 3, 7])),
            _ => Space::ConstantBanks,
        };
        let step = u32::from(bytes).next_power_of_two();
        let offset = match self.b.below(8) {
            0..=3 => 0,
            4 | 5 => step as i32 * (self.b.below(17) as i32 - 8),
            6 => self.b.below(64) as i32 - 32,
            _ => self.b.pick(&[0x7fff_fff0, -0x8000_0000, 1 << 20, -4096, 4092, 256]),
        };
        let wide = matches!(space, Space::Global | Space::Generic | Space::GenericGlobal);
        let index = |g: &mut Self| {
            let reach = g.b.pick(&[0x3f, 0x7f, 0xff, 0x1ff, 0x3f, 0x7c, 0x7]);
            let odd = g.b.chance(12);
            let (from, to) = (g.src(false), g.p.temp());
            let mask = if odd { reach } else { reach & !(step - 1) };
            g.p.push(Uop::Alu { op: Alu::And, dst: to, src: [from, Src::Imm(mask), Src::Imm(0)] });
            to
        };
        let mut address = match self.b.below(9) {
            0 | 1 if wide => Address { lo: Src::Slot(AT_HIGH), hi: Some(Src::Slot(Slot(AT_HIGH.0 + 32))), offset },
            2..=4 if wide && self.b.chance(100) => {
                let to = index(self);
                let (lo, hi) = self.joined(to);
                Address { lo, hi: Some(hi), offset }
            }
            2..=4 if wide => {
                let to = index(self);
                let pair = self.p.temps(2);
                let base = match self.b.below(6) {
                    0 => Wide { lo: Src::Imm(LOW.0 as u32), hi: Src::Imm(0) },
                    1 => Wide { lo: Src::Scalar(BASE[0]), hi: Src::Scalar(BASE[1]) },
                    2 if space != Space::Global => Wide::narrow(Src::Imm(self.b.pick(&[0x0100_0000, 0x0200_0000]))),
                    3 if self.b.chance(60) => Wide { lo: Src::Imm(0), hi: Src::Imm((SPARSE.0 >> 32) as u32) },
                    _ => Wide { lo: Src::Imm(HIGH.0 as u32), hi: Src::Imm((HIGH.0 >> 32) as u32) },
                };
                let src = [base, Wide::narrow(Src::Slot(to)), Wide::narrow(Src::Imm(0))];
                self.p.push(Uop::Alu64 { op: Alu64::Add, dst: pair, src });
                Address { lo: Src::Slot(pair), hi: Some(Src::Slot(Slot(pair.0 + 32))), offset }
            }
            5 if wide => {
                let hi = self.b.pick(&[None, Some(Src::Imm(0)), Some(Src::Imm((HIGH.0 >> 32) as u32))]);
                let lo = match hi {
                    Some(Src::Imm(1..)) => Src::Slot(AT_HIGH),
                    _ if space == Space::Global => Src::Slot(AT_LOW),
                    _ => Src::Slot(self.b.pick(&[AT_LOW, AT_WINDOW])),
                };
                Address { lo, hi, offset }
            }
            6 if wide => {
                let lo = HIGH.0 as u32 + step * self.b.below(20) as u32;
                Address { lo: Src::Imm(lo), hi: Some(Src::Imm((HIGH.0 >> 32) as u32)), offset }
            }
            8 if wide => {
                let to = index(self);
                let (lo, hi) = self.of_table(to, bytes);
                Address { lo, hi: Some(hi), offset: if self.b.chance(200) { 0 } else { offset } }
            }
            7 if self.b.chance(40) => Address { lo: self.src(false), hi: wide.then(|| self.src(false)), offset },
            3 => Address { lo: Src::Imm(step * self.b.below(20) as u32), hi: None, offset: 0 },
            5.. => Address { lo: Src::Slot(index(self)), hi: None, offset },
            _ => Address { lo: Src::Slot(AT_SHARED), hi: None, offset },
        };
        if space == Space::ConstantBanks && self.b.chance(128) {
            address.offset = 0x3_0000;
        }
        if !wide {
            address.hi = None;
        }
        let qualifiers = if self.b.chance(40) { self.b.any() } else { Default::default() };
        Access { space, address, bytes, aligned, upper: self.upper && self.b.chance(80), qualifiers }
    }

    /// An address that an entry of the binding table leads to, and from there on lanes that are within it; at times not that address,
    /// or not those lanes.
    fn of_table(&mut self, mut offset: Slot, bytes: u8) -> (Src, Src) {
        // Temporaries hold nothing in other lanes.
        let disturbed = self.b.chance(60);
        if disturbed || self.b.chance(30) {
            offset = self.general(1);
        }
        let dst = if disturbed || self.b.chance(60) { self.general(2) } else { self.p.temps(2) };
        let (entry, valid) = (Src::Imm(self.b.below(3) as u32), self.word());
        let make = |offset| Uop::TableAddress { entry, offset: Src::Slot(offset), bytes, dst, valid };
        self.p.push(make(offset));
        let between = |g: &mut Self| {
            let (word, imm) = (g.b.any(), Src::Imm(g.imm()));
            let uop = match g.b.below(5) {
                0 => Uop::Alu { op: Alu::Add, dst: offset, src: [Src::Slot(offset), imm, Src::Imm(0)] },
                1 => Uop::Alu { op: Alu::Mov, dst: Slot(dst.0 + 32), src: [imm, Src::Imm(0), Src::Imm(0)] },
                2 => Uop::Scalar { op: Alu::Mov, dst: valid, src: [imm, Src::Imm(0), Src::Imm(0)] },
                3 => Uop::Test {
                    op: word,
                    dst: valid,
                    src: [Src::Slot(offset), imm, Src::Imm(0)],
                    clear: g.b.chance(128),
                },
                _ => make(offset),
            };
            g.p.push(uop);
        };
        if disturbed && self.b.chance(128) {
            between(self);
        }
        let base = if self.goes { Mask::of(ACTIVE) } else { self.b.pick(&[Mask::ALL, Mask::of(ACTIVE)]) };
        let also = if disturbed && self.b.chance(80) { self.lasting() } else { Mask::of(valid) };
        self.vectors.clear();
        self.p.push(Uop::Under { base, also });
        if disturbed && self.b.chance(128) {
            between(self);
        }
        (Src::Slot(dst), Src::Slot(Slot(dst.0 + 32)))
    }

    /// An address from an index that is moved up, with words that a carry joins or may leave alone, as compilers make them of 32-bit parts.
    fn joined(&mut self, mut index: Slot) -> (Src, Src) {
        let imm = Src::Imm;
        let alu = |op, dst, src| Uop::Alu { op, dst, src };
        let up = self.b.below(4) as u32;
        let mut base = self.b.pick(&[HIGH.0, HIGH.0, LOW.0]);
        // An index of many bits, which carries.
        let carries_on = self.b.chance(128);
        if carries_on {
            let to = self.p.temp();
            self.p.push(alu(Alu::Or, to, [Src::Slot(index), imm(0xffff_ff00), imm(0)]));
            (index, base) = (to, base.wrapping_sub(0xffff_ff00 << up));
        }
        let (shifted, pair, carry) = (self.p.temps(2), self.p.temps(2), self.p.temp_mask());
        let (moved, upper, hi) = (shifted, Slot(shifted.0 + 32), Slot(pair.0 + 32));
        let mut words = [base as u32, (base >> 32) as u32].map(imm);
        match self.b.below(4) {
            // The same in scalar words: what differs from the buffer's address is taken off.
            0 => {
                let by = HIGH.0.wrapping_sub(base);
                let to = [self.p.temp_mask(), self.p.temp_mask()];
                let base = Wide { lo: Src::Scalar(BASE[0]), hi: Src::Scalar(BASE[1]) };
                let by = Wide { lo: imm(by as u32), hi: imm((by >> 32) as u32) };
                let src = [base, by, Wide::narrow(imm(0))];
                self.p.push(Uop::Scalar64 { op: Alu64::Sub, dst: to, src });
                words = to.map(Src::Scalar);
            }
            // In words of registers.
            1 if base == HIGH.0 => words = [AT_HIGH.0, AT_HIGH.0 + 32].map(|word| Src::Word(Slot(word))),
            _ => {}
        }
        let [low, high] = words;
        let mut both = |a: Src, b: Src| if self.b.chance(128) { [a, b, imm(0)] } else { [b, a, imm(0)] };
        let (sum, carries) = (both(Src::Slot(moved), low), both(Src::Slot(moved), low));
        let (uppers, joined) = (both(Src::Slot(upper), high), both(Src::Slot(hi), Src::Slot(shifted)));
        if !carries_on && self.b.chance(180) {
            // A 64-bit index, mostly one that fits 32 bits.
            let hi = if self.b.chance(40) { Src::Slot(self.slot()) } else { Src::Slot(Slot(INDEX.0 + 32)) };
            let index = Wide { lo: Src::Slot(INDEX), hi };
            let src = [index, Wide::narrow(imm(up)), Wide::narrow(imm(0))];
            self.p.push(Uop::Alu64 { op: Alu64::Shl, dst: shifted, src });
        } else {
            self.p.push(alu(Alu::Shl, moved, [Src::Slot(index), imm(up), imm(0)]));
            self.p.push(alu(Alu::Shr, upper, [Src::Slot(index), imm(32 - up), imm(0)]));
        }
        self.p.push(alu(Alu::Add3, pair, sum));
        if self.b.chance(60) && !matches!(high, Src::Word(_)) {
            return (Src::Slot(pair), high);
        }
        self.p.push(Uop::Test { op: Test::Carry3, dst: carry, src: carries, clear: self.b.chance(128) });
        let bit = Src::Mask(Mask::of(carry));
        if self.b.chance(128) {
            self.p.push(alu(Alu::Add3, hi, [uppers[0], uppers[1], bit]));
        } else {
            self.p.push(alu(Alu::Add, hi, uppers));
            self.p.push(alu(Alu::Mov, shifted, [bit, imm(0), imm(0)]));
            self.p.push(alu(Alu::Add, hi, joined));
        }
        (Src::Slot(pair), Src::Slot(hi))
    }
}
