//! Drawn micro-operations.

use super::*;

impl Gen<'_, '_> {
    /// A value of the machine; a clock only where the program may have one.
    pub(super) fn special(&mut self) -> Special {
        if self.clock && self.b.chance(128) {
            return Special::Clock { high: self.b.chance(128) };
        }
        match self.b.any() {
            Special::LocalId(d) => Special::LocalId(d % 3),
            Special::GroupId(d) => Special::GroupId(d % 3),
            Special::GroupSize(d) => Special::GroupSize(d % 3),
            Special::GroupCount(d) => Special::GroupCount(d % 3),
            Special::Clock { .. } if !self.clock => Special::LaneMask(LaneRelation::Lt),
            other => other,
        }
    }

    pub(super) fn alu(&mut self) -> Alu {
        match self.b.any() {
            Alu::Sad { bits, masked } => Alu::Sad { bits: [8, 16, 32][usize::from(bits) % 3], masked },
            other => other,
        }
    }

    pub(super) fn map(&mut self, bytes: u8) -> u32 {
        let bytes = u32::from(bytes);
        let size = GENERAL * 128;
        let [first, by] = [self.b.below(256) as u32 * 4, self.b.pick(&[1, 1, 2, 4, 0, 8, 16])];
        let map = match self.b.below(8) {
            0 => std::array::from_fn(|_| self.b.u32()),
            1 => std::array::from_fn(|l| first + l as u32 / 8 * 32 + l as u32 % 8 * bytes),
            _ => std::array::from_fn(|l| first + l as u32 * by * bytes),
        };
        self.p.map(map.map(|at: u32| at % size / bytes * bytes))
    }

    pub(super) fn buffer_access(&mut self) -> BufferAccess {
        let [low, high] = [HIGH.0 as u32, (HIGH.0 >> 32) as u32];
        let stride = self.b.pick(&[0, 4, 16]) << 16;
        let mut descriptor =
            [Src::Imm(low), Src::Imm(high | stride), Src::Imm(self.b.below(256) as u32), Src::Imm(0x2_0fac | 3 << 28)];
        if self.b.chance(30) {
            let n = self.b.below(4);
            descriptor[n] = self.one();
        }
        BufferAccess {
            descriptor,
            index: self.b.chance(128).then(|| self.src(true)),
            offset: self.b.chance(128).then(|| self.src(true)),
            base: self.one(),
            immediate: self.b.below(64) as u32,
            bytes: self.b.pick(&[1, 2, 4, 8, 16]),
            word: None,
            upper: self.upper && self.b.chance(80),
        }
    }

    pub(super) fn image_access(&mut self) -> ImageAccess {
        let descriptor = [HIGH.0 as u32 >> 8, 20 << 20, 3 | 3 << 14, 0x9000_0fac, 0, 0, 0, 0];
        let coords = std::array::from_fn(|_| self.src(true));
        ImageAccess {
            descriptor: descriptor.map(Src::Imm),
            coords,
            dim: self.b.any(),
            packed: self.b.chance(60),
            short: self.b.chance(30),
            bytes: 4,
        }
    }

    pub(super) fn surface_access(&mut self, access_size: u8) -> SurfaceAccess {
        SurfaceAccess {
            handle: self.src(false),
            coords: std::array::from_fn(|_| self.src(false)),
            shape: SurfaceShape { access_size, ..self.b.any() },
            qualifiers: Default::default(),
        }
    }

    /// A micro-operation, with others before it where its address needs them.
    pub(super) fn uop(&mut self) {
        static NAMES: OnceLock<Vec<&str>> = OnceLock::new();
        let often = [
            ("alu", 40),
            ("alu64", 14),
            ("narrow", 5),
            ("test", 12),
            ("test64", 4),
            ("mask", 8),
            ("load", 20),
            ("store", 20),
            ("atomic", 26),
            ("under", 8),
            ("scalar", 8),
            ("scalar64", 3),
            ("scalar_test", 4),
            ("special", 4),
            ("scalar_special", 4),
            ("approximate", 4),
            ("read_region", 8),
            ("write_region", 8),
            ("table_address", 5),
            ("surface", 1),
            ("surface_address", 1),
            ("typed", 1),
            ("uncover", 1),
            ("image_address", 1),
            ("element_address", 1),
            ("buffer_address", 2),
        ];
        let names = NAMES.get_or_init(|| weighted(variants::<Uop>(), &often));
        let uop = match self.b.pick(names) {
            "alu" => {
                let (op, src) = (self.alu(), std::array::from_fn(|_| self.src(false)));
                Uop::Alu { op, src, dst: self.dst(1) }
            }
            "alu64" => {
                let (op, src) = (self.b.any(), std::array::from_fn(|_| self.wide()));
                Uop::Alu64 { op, src, dst: self.dst(2) }
            }
            "narrow" => {
                let (op, src) = (self.b.any(), std::array::from_fn(|_| self.wide()));
                Uop::Narrow { op, src, dst: self.dst(1) }
            }
            "test" => {
                let (op, src) = (self.b.any(), std::array::from_fn(|_| self.src(false)));
                Uop::Test { op, src, dst: self.tested(), clear: self.b.chance(80) }
            }
            "test64" => {
                let (op, src) = (self.b.any(), std::array::from_fn(|_| self.wide()));
                Uop::Test64 { op, src, dst: self.tested(), clear: self.b.chance(80) }
            }
            "mask" => {
                let (a, b) = (self.mask(), self.mask());
                Uop::Mask { op: self.b.any(), dst: self.tested(), a, b }
            }
            "ballot" => Uop::Ballot { src: self.mask(), dst: self.dst(1) },
            "vote" => Uop::Vote { vote: self.b.any(), src: self.mask(), dst: self.word() },
            "read_lane" => Uop::ReadLane { value: self.src(true), index: self.src(false), dst: self.dst(1) },
            "push_lane" => Uop::PushLane { value: self.src(false), index: self.src(false), dst: self.general(1) },
            "approximate" => Uop::Approximate { what: self.b.any(), src: self.src(false), dst: self.dst(1) },
            "special" => Uop::Special { what: self.special(), dst: self.dst(1) },
            "load" => {
                let bytes = self.b.pick(&[4, 4, 4, 1, 2, 8, 12, 16]);
                // Accesses of 12 bytes have no alignment of their own.
                let aligned = self.b.chance(128) && bytes != 12;
                let access = self.access(bytes, aligned, false);
                let count = u32::from(bytes).div_ceil(4);
                // A vector that the address is in, too.
                let dst = match (access.address.lo, self.b.below(8)) {
                    (_, 0) => None,
                    (Src::Slot(slot), 1) if count == 1 && slot.0 < VECTORS * 32 => Some(slot),
                    _ => Some(self.dst(count)),
                };
                Uop::Load { access, dst, signed: bytes < 4 && self.b.chance(128) }
            }
            "store" => {
                let bytes = self.b.pick(&[4, 4, 4, 1, 2, 8, 12, 16]);
                let aligned = self.b.chance(128) && bytes != 12;
                let access = self.access(bytes, aligned, true);
                let first = self.general(4);
                let src = match self.b.below(4) {
                    0 => std::array::from_fn(|_| self.src(false)),
                    _ => std::array::from_fn(|n| Src::Slot(Slot(first.0 + 32 * n as u32))),
                };
                Uop::Store { access, src }
            }
            "atomic" => {
                let (rmw, bytes) = self.rmw();
                let access = self.access(bytes, true, true);
                let count = u32::from(bytes).div_ceil(4);
                // Sources first: a temporary that the result goes to holds nothing before.
                let (src0, src1) = match bytes {
                    8 => (self.wide(), self.wide()),
                    _ => (Wide::narrow(self.src(false)), Wide::narrow(self.src(false))),
                };
                let dst = match (access.address.lo, self.b.below(6)) {
                    (_, 0..=2) => None,
                    (Src::Slot(slot), 3) if count == 1 && slot.0 < VECTORS * 32 => Some(slot),
                    // A lane that covers no sample gets no result, and a temporary would hold nothing.
                    _ if self.uncovers => Some(self.general(count)),
                    _ => {
                        let dst = self.dst(count);
                        self.atomics_to_temporaries |= dst.0 >= VECTORS * 32;
                        Some(dst)
                    }
                };
                let sparse = self.b.chance(50).then(|| self.word());
                Uop::Atomic { access, rmw, src0, src1, dst, sparse }
            }
            "surface" => {
                let (rmw, bytes) = self.rmw();
                let access = self.surface_access(bytes.max(4));
                let access = self.p.surface(access);
                let (src0, src1) = (self.wide(), self.wide());
                Uop::Surface { access, rmw, signed_rmw: None, src0, src1, dst: Some(self.general(2)) }
            }
            "fence" => Uop::Fence { kind: self.b.any(), scope: self.b.any(), spaces: self.b.any() },
            "maintain" => {
                let at = Address { lo: self.src(false), hi: Some(self.src(false)), offset: 0 };
                let (action, caches) = (self.b.any(), self.b.any());
                let qualifiers = Default::default();
                Uop::Maintain(Upkeep { action, caches, at: self.b.chance(128).then_some(at), qualifiers })
            }
            "wait" => Uop::Wait(Wait { counter: self.b.any(), at_most: self.one() }),
            "under" => {
                let (base, also) = match self.b.below(4) {
                    0 => (Mask::of(ACTIVE), self.lasting()),
                    _ if self.goes => (Mask::of(ACTIVE), self.lasting()),
                    1 => (self.lasting(), Mask::ALL),
                    2 if self.upper => (Mask::of(UPPER), self.lasting()),
                    _ => (self.lasting(), self.lasting()),
                };
                self.vectors.clear();
                Uop::Under { base, also }
            }
            "scalar" => {
                let (op, src) = (self.alu(), std::array::from_fn(|_| self.one()));
                Uop::Scalar { op, src, dst: self.word() }
            }
            "scalar64" => {
                let (op, src) = (self.b.any(), std::array::from_fn(|_| self.one_wide()));
                Uop::Scalar64 { op, src, dst: [self.word(), self.word()] }
            }
            "scalar_test" => {
                let (op, src) = (self.b.any(), std::array::from_fn(|_| self.one()));
                Uop::ScalarTest { op, src, dst: self.word() }
            }
            "scalar_test64" => {
                let (op, src) = (self.b.any(), std::array::from_fn(|_| self.one_wide()));
                Uop::ScalarTest64 { op, src, dst: self.word() }
            }
            "scalar_load" => {
                let words = self.b.pick(&[1, 2, 4]);
                let (lo, hi) = match self.b.below(4) {
                    0 => (self.one(), Some(self.one())),
                    1 => (Src::Imm(LOW.0 as u32), None),
                    2 => (Src::Scalar(BASE[0]), Some(Src::Scalar(BASE[1]))),
                    _ => (Src::Imm(HIGH.0 as u32), Some(Src::Imm((HIGH.0 >> 32) as u32))),
                };
                let address = Address { lo, hi, offset: 4 * self.b.below(40) as i32 };
                let limit = if self.b.chance(60) { self.one() } else { Src::Imm(u32::MAX) };
                let (dst, qualifiers) = (FIRST_SCALAR + self.b.below(2) as u16, Default::default());
                Uop::ScalarLoad { address, dst, words, limit, qualifiers }
            }
            "scalar_special" => Uop::ScalarSpecial { what: self.special(), dst: self.word() },
            "scalar_get" => {
                let (dst, first) = (self.word(), FIRST_SCALAR);
                Uop::ScalarGet { dst, first, index: Src::Imm(self.b.below(10) as u32) }
            }
            "scalar_put" => {
                let index = Src::Imm(self.b.below(5) as u32);
                Uop::ScalarPut { first: FIRST_SCALAR, index, value: self.one() }
            }
            "from_lane" => {
                let value = [0; 2].map(|_| Src::Slot(self.general(1)));
                Uop::FromLane { dst: self.word(), value, lane: self.one() }
            }
            "to_lane" => {
                let dst = [0; 2].map(|_| self.general(1));
                Uop::ToLane { dst, value: self.one(), lane: self.one() }
            }
            "read_region" => {
                let (bytes, base) = self.region();
                Uop::ReadRegion { map: self.map(bytes), bytes, signed: self.b.chance(128), base, dst: self.dst(1) }
            }
            "write_region" => {
                let (bytes, base) = self.region();
                Uop::WriteRegion { src: self.src(false), map: self.map(bytes), bytes, base }
            }
            "table_address" => {
                let entry = Src::Imm(self.b.below(3) as u32);
                let (entry, offset) = (if self.b.chance(40) { self.one() } else { entry }, self.src(false));
                let (bytes, valid) = (self.b.pick(&[1, 2, 4, 8, 16]), self.word());
                Uop::TableAddress { entry, offset, bytes, dst: self.dst(2), valid }
            }
            "element_address" => {
                let coords = std::array::from_fn(|_| self.src(false));
                let (part, dst, valid) = (self.b.any(), self.general(3), self.word());
                Uop::ElementAddress { entry: Src::Imm(2), coords, part, dst, valid }
            }
            "buffer_address" => {
                let access = self.buffer_access();
                let access = self.p.buffer(access);
                Uop::BufferAddress { access, dst: self.general(2), valid: self.word() }
            }
            "image_address" => {
                let access = self.image_access();
                let access = self.p.image(access);
                Uop::ImageAddress { access, dst: self.general(2), valid: self.word() }
            }
            "surface_address" => {
                let access = self.surface_access(4);
                let access = self.p.surface(access);
                Uop::SurfaceAddress { access, dst: self.general(2), valid: self.word() }
            }
            "typed" => {
                let through = match self.b.below(2) {
                    0 => Through::Buffer(self.buffer_access()),
                    _ => Through::Image { access: self.image_access(), level: false },
                };
                let access = TypedAccess {
                    through,
                    transfer: self.b.any(),
                    components: 1 + self.b.below(15) as u8,
                    convert: self.b.any(),
                    data: std::array::from_fn(|_| self.src(false)),
                    dst: self.general(4),
                    qualifiers: Default::default(),
                };
                Uop::Typed(self.p.typed(access))
            }
            "uncover" if self.atomics_to_temporaries => {
                Uop::Fence { kind: self.b.any(), scope: self.b.any(), spaces: self.b.any() }
            }
            "uncover" => {
                self.uncovers = true;
                Uop::Uncover
            }
            other => panic!("no way to draw the micro-operation {other}"),
        };
        self.p.push(uop);
    }

    /// Bytes of a packed element, and what is added to addresses.
    pub(super) fn region(&mut self) -> (u8, Option<Src>) {
        let bytes = self.b.pick(&[4, 4, 2, 1]);
        let base = match self.b.below(3) {
            0 => Some(Src::Imm(u32::from(bytes) * self.b.below(256) as u32)),
            _ => None,
        };
        (bytes, base)
    }

    /// Where a test of lanes goes.
    pub(super) fn tested(&mut self) -> u16 {
        if self.b.chance(40) {
            let word = self.p.temp_mask();
            self.masks.push(word);
            return word;
        }
        self.word()
    }
}
