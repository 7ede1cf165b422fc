//! Branches, tokens, barriers, votes and properties of a lane.

use isotope_op::alu::{Alu, Test};
use isotope_op::assume::{InactiveLane, NV_SHFL_INACTIVE};

use super::{CC_CARRY, Emit, Lift, Lifted, Refused, not_modelled};
use isotope_ir::effect::{
    BarrierKind, BarrierReduce, Control, LANES, LaneRelation, Mask, MaskOp, Slot, Special, Src, Token, Uop, Vote,
};

const IN_BANK: Refused = not_modelled("a target in a constant bank");

/// Performance counters, selected by a profiler, by their PTX names.
const COUNTERS: &[(&str, &str)] = &[
    ("SR_PM0", "the performance counter `%pm0`"),
    ("SR_PM_HI0", "the upper half of the performance counter `%pm0_64`"),
    ("SR_PM1", "the performance counter `%pm1`"),
    ("SR_PM_HI1", "the upper half of the performance counter `%pm1_64`"),
    ("SR_PM2", "the performance counter `%pm2`"),
    ("SR_PM_HI2", "the upper half of the performance counter `%pm2_64`"),
    ("SR_PM3", "the performance counter `%pm3`"),
    ("SR_PM_HI3", "the upper half of the performance counter `%pm3_64`"),
    ("SR_PM4", "the performance counter `%pm4`"),
    ("SR_PM_HI4", "the upper half of the performance counter `%pm4_64`"),
    ("SR_PM5", "the performance counter `%pm5`"),
    ("SR_PM_HI5", "the upper half of the performance counter `%pm5_64`"),
    ("SR_PM6", "the performance counter `%pm6`"),
    ("SR_PM_HI6", "the upper half of the performance counter `%pm6_64`"),
    ("SR_PM7", "the performance counter `%pm7`"),
    ("SR_PM_HI7", "the upper half of the performance counter `%pm7_64`"),
];

/// Branches, tokens, barriers, votes and properties of a lane.
pub(super) const MEANINGS: &[(&str, Emit)] = &[
    ("BRA", |l| l.branch()),
    ("BRX", |l| l.branch_indirect(l.address + 8)),
    ("JMP", |l| l.branch_absolute()),
    // The code of a launch starts at 0.
    ("JMX", |l| {
        l.may_call_runtime();
        l.branch_indirect(0)
    }),
    ("JCAL", |l| {
        l.may_call_runtime();
        l.code_address().map(|target| Control::Call { target }).ok_or(IN_BANK)
    }),
    ("SSY", |l| l.push(Token::Sync)),
    ("PBK", |l| l.push(Token::Break)),
    ("PCNT", |l| l.push(Token::Continue)),
    ("PRET", |l| l.push(Token::Call)),
    ("SYNC", |_| Ok(Control::Pop { token: Token::Sync })),
    ("BRK", |_| Ok(Control::Pop { token: Token::Break })),
    ("CONT", |_| Ok(Control::Pop { token: Token::Continue })),
    ("RET", |_| Ok(Control::Pop { token: Token::Call })),
    ("CAL", |l| l.target().map(|target| Control::Call { target }).ok_or(IN_BANK)),
    ("EXIT", |l| l.exit()),
    ("KIL", |l| {
        l.b.push(Uop::Uncover);
        Ok(Control::Next)
    }),
    ("BPT", |l| l.breakpoint()),
    ("BAR.SYNC", |l| l.barrier(|_| Ok(BarrierKind::Sync))),
    ("BAR.ARV", |l| l.barrier(|_| Ok(BarrierKind::Arrive))),
    ("BAR.RED", |l| l.barrier(Lift::reduction)),
    ("BAR.SCAN", |l| l.barrier(|_| Err(not_modelled("this barrier mode")))),
    ("B2R.RESULT", |l| l.barrier_result()),
    ("VOTE", |l| l.vote()),
    ("SHFL", |l| l.shuffle()),
    ("S2R", |l| l.special()),
    ("CS2R", |l| l.special()),
    ("PSETP", |l| l.both_predicates().and_then(|first| l.set_predicates(first))),
    ("PSET", |l| l.both_predicates().and_then(|first| l.set_boolean(first))),
    ("P2R", |l| l.p2r()),
    ("R2P", |l| l.r2p()),
];

/// Instructions whose test of the condition code is not part of their guard.
pub(super) const ON_OPERANDS: &[(&str, Emit)] = &[
    ("NOP", |_| Ok(Control::Next)),
    ("CSETP", |l| l.condition(l.text("cc")).and_then(|holds| l.set_predicates(holds))),
    ("CSET", |l| l.condition(l.text("cc")).and_then(|holds| l.set_boolean(holds))),
];

impl Lift<'_> {
    fn branch(&mut self) -> Lifted {
        self.not_limited()?;
        self.target().map(|target| Control::Branch { target }).ok_or(IN_BANK)
    }

    fn not_limited(&self) -> Result<(), Refused> {
        if self.flag("LMT") { Err(not_modelled("a branch with `.LMT`")) } else { Ok(()) }
    }

    fn push(&mut self, token: Token) -> Lifted {
        self.target().map(|target| Control::Push { token, target }).ok_or(IN_BANK)
    }

    fn exit(&mut self) -> Lifted {
        if self.flag("KEEPREFCOUNT") { Err(not_modelled("an exit with `.KEEPREFCOUNT`")) } else { Ok(Control::Exit) }
    }

    fn breakpoint(&mut self) -> Lifted {
        match self.text("mode") {
            "TRAP" => Ok(Control::Trap),
            _ => Err(not_modelled("a breakpoint for a debugger")),
        }
    }

    /// A target in the code of the launch, which starts at 0; relocations provide it.
    fn code_address(&self) -> Option<u32> {
        self.inst.try_get("target").map(|target| target as u32)
    }

    fn branch_absolute(&mut self) -> Lifted {
        self.not_limited()?;
        self.code_address().map(|target| Control::Branch { target }).ok_or(IN_BANK)
    }

    /// Stores the address of this instruction for messages of device runtime functions.
    fn may_call_runtime(&mut self) {
        if self.calls_runtime {
            let src = [Src::Imm(self.address), Src::Imm(0), Src::Imm(0)];
            self.b.push(Uop::Scalar { op: Alu::Mov, dst: super::CALLER, src });
        }
    }

    /// `BRX Ra offset`, `JMX Ra offset`: the target is Ra plus an offset, counted from the next instruction or from 0.
    fn branch_indirect(&mut self, from: u32) -> Lifted {
        self.not_limited()?;
        if self.inst.try_get("bank").is_some() {
            return Err(IN_BANK);
        }
        let offset = self.inst.number("off") as u32;
        let base = self.reg("Ra");
        let address = self.b.alu(Alu::Add, &[base, Src::Imm(from.wrapping_add(offset))]);
        Ok(Control::BranchIndirect { address })
    }

    fn barrier(&mut self, kind: fn(&mut Self) -> Result<BarrierKind, Refused>) -> Lifted {
        let (id, count) = (self.operand("b"), self.operand("n"));
        let expected = (count != Src::Imm(0)).then_some(count);
        Ok(Control::Barrier { kind: kind(self)?, id, expected })
    }

    fn reduction(&mut self) -> Result<BarrierKind, Refused> {
        let op = match self.text("red") {
            "AND" => BarrierReduce::And,
            "OR" => BarrierReduce::Or,
            "POPC" => BarrierReduce::Count,
            _ => return Err(not_modelled("this reduction")),
        };
        // `B2R.RESULT` reads the result later, so the model writes it to the place that `B2R.RESULT` reads.
        let (dst, count) = (Some(super::BARRIER_ANSWER), Some(self.barrier_count()));
        Ok(BarrierKind::Reduce { op, src: self.pred("Pp"), dst, count })
    }

    /// The slot in which the count of a reducing barrier waits for `B2R.RESULT`.
    fn barrier_count(&self) -> Slot {
        Slot(self.registers * LANES as u32)
    }

    /// `B2R.RESULT Rd, Pd`: the result of the last reducing barrier.
    fn barrier_result(&mut self) -> Lifted {
        let count = Src::Slot(self.barrier_count());
        self.set("Rd", count)?;
        if let Some(dst) = self.pred_dst("Pd") {
            self.b.set_mask(dst, Mask::of(super::BARRIER_ANSWER));
        }
        Ok(Control::Next)
    }

    /// `VOTE.mode Rd, Pd, Pp`: Rd = mask of the lanes with Pp true, Pd = result of the vote.
    fn vote(&mut self) -> Lifted {
        let src = self.pred("Pp");
        let vote = match self.text("mode") {
            "ALL" => Vote::All,
            "ANY" => Vote::Any,
            "EQ" => Vote::Uniform,
            _ => return Err(not_modelled("this vote")),
        };
        if let Some(dst) = self.dst("Rd") {
            self.b.push(Uop::Ballot { dst, src });
        }
        if let Some(dst) = self.pred_dst("Pd") {
            self.b.push(Uop::Vote { vote, dst, src });
        }
        Ok(Control::Next)
    }

    /// `SHFL.mode Pd, Rd, Ra, B, C` as the PTX manual describes `shfl`: C holds the clamp in 4:0 and the segment mask in
    /// 12:8; a lane whose source is outside its segment gets its own value and a false predicate. A read of an inactive lane
    /// is `nv.shfl_inactive`.
    fn shuffle(&mut self) -> Lifted {
        let value = self.reg("Ra");
        let (by, c) = (self.operand("B"), self.operand("C"));
        let lane = self.special_value(Special::LaneId);
        let b = &mut self.b;
        let by = b.alu(Alu::And, &[by, Src::Imm(31)]);
        let segment = b.alu(Alu::Ubfe, &[c, Src::Imm(8), Src::Imm(5)]);
        let clamp = b.alu(Alu::And, &[c, Src::Imm(31)]);
        let low = b.alu(Alu::And, &[lane, segment]);
        let outside = b.alu(Alu::Not, &[segment]);
        let reach = b.alu(Alu::And, &[clamp, outside]);
        let limit = b.alu(Alu::Or, &[low, reach]);
        let (from, ok) = match self.text("mode") {
            "IDX" => {
                let within = self.b.alu(Alu::And, &[by, outside]);
                (self.b.alu(Alu::Or, &[low, within]), Test::Sle)
            }
            "UP" => (self.b.alu(Alu::Sub, &[lane, by]), Test::Sge),
            "DOWN" => (self.b.alu(Alu::Add, &[lane, by]), Test::Sle),
            "BFLY" => (self.b.alu(Alu::Xor, &[lane, by]), Test::Sle),
            _ => return Err(not_modelled("this shuffle")),
        };
        let valid = self.b.test(ok, &[from, limit]);
        let index = self.b.alu(Alu::Sel, &[Src::Mask(valid), from, lane]);
        if let Some(dst) = self.dst("Rd") {
            match self.options.assumptions.get(NV_SHFL_INACTIVE) {
                InactiveLane::Register => self.b.push(Uop::ReadLane { dst, value, index }),
                InactiveLane::Zero => {
                    let (read, executing) = (self.b.temp(), self.b.temp());
                    self.b.push(Uop::ReadLane { dst: read, value, index });
                    self.b.push(Uop::Ballot { dst: executing, src: Mask::ALL });
                    let kept = self.b.alu(Alu::Sbfe, &[Src::Slot(executing), index, Src::Imm(1)]);
                    self.b.alu_to(dst, Alu::And, &[Src::Slot(read), kept]);
                }
            }
        }
        if let Some(word) = self.pred_dst("Pd") {
            self.b.set_mask(word, valid);
        }
        Ok(Control::Next)
    }

    fn special(&mut self) -> Lifted {
        let lanes = Special::LaneMask;
        let what = match self.text("sr") {
            "SR_LANEID" => Special::LaneId,
            "SR_TID" => Special::LocalIdPacked,
            "SR_TID.X" => Special::LocalId(0),
            "SR_TID.Y" => Special::LocalId(1),
            "SR_TID.Z" => Special::LocalId(2),
            "SR_CTAID.X" => Special::GroupId(0),
            "SR_CTAID.Y" => Special::GroupId(1),
            "SR_CTAID.Z" => Special::GroupId(2),
            "SR_EQMASK" => lanes(LaneRelation::Eq),
            "SR_LTMASK" => lanes(LaneRelation::Lt),
            "SR_LEMASK" => lanes(LaneRelation::Le),
            "SR_GTMASK" => lanes(LaneRelation::Gt),
            "SR_GEMASK" => lanes(LaneRelation::Ge),
            "SR_SMEMSZ" => Special::SharedBytes,
            "SR_SWINLO" => Special::SharedWindow,
            "SR_LWINLO" => Special::PrivateWindow,
            "SR_CLOCKLO" | "SR_CLOCK" | "SR_GLOBALTIMERLO" => Special::Clock { high: false },
            "SR_CLOCKHI" | "SR_GLOBALTIMERHI" => Special::Clock { high: true },
            // The model is one SM (number 0) whose warps are numbered within their group (assumed: any numbering is
            // allowed); ptxas reads the warp from bits 13:8 and the SM from 28:20.
            "SR_VIRTID" => {
                let wave = self.special_value(Special::WaveId);
                return self.set_alu("Rd", Alu::Shl, &[wave, Src::Imm(8)]);
            }
            // Number of SMs in bits 28:20.
            "SR_VIRTCFG" => {
                return self.set("Rd", Src::Imm(1 << 20));
            }
            // Lowest stack address; unoptimised code compares R1 with it. Private memory starts at 0.
            "SR_LMEMHIOFF" => {
                return self.set("Rd", Src::Imm(0));
            }
            name => {
                let counter = COUNTERS.iter().find(|(counter, _)| *counter == name);
                let what = counter.map_or("a special register that PTX does not name", |(_, what)| *what);
                return Err(not_modelled(what));
            }
        };
        if let Some(dst) = self.dst("Rd") {
            self.b.push(Uop::Special { what, dst });
        }
        Ok(Control::Next)
    }

    /// A value provided by the machine, in a temporary.
    pub(super) fn special_value(&mut self, what: Special) -> Src {
        let dst = self.b.temp();
        self.b.push(Uop::Special { what, dst });
        Src::Slot(dst)
    }

    /// `Pa bop1 Pb`.
    fn both_predicates(&mut self) -> Result<Mask, Refused> {
        self.combine("bop1", self.pred("Pa"), self.pred("Pb"))
    }

    /// The masks that `P2R` and `R2P` treat as bits: predicates, or zero, sign, carry and overflow of the condition code
    /// (their order is assumed; ptxas only saves and restores them).
    fn state(&self) -> Result<Vec<u16>, Refused> {
        Ok(match self.text("state") {
            "PR" => (0..7).map(super::predicate).collect(),
            "CC" => super::CC_ALL.to_vec(),
            _ => return Err(not_modelled("this state")),
        })
    }

    /// Rd = (Ra & ~mask) | (predicates or condition code, shifted, & mask).
    fn p2r(&mut self) -> Lifted {
        let words = self.state()?;
        let shift = self.byte_shift()?;
        let mask = self.b_operand();
        let mut value = Src::Imm(0);
        for (p, word) in words.into_iter().enumerate() {
            let bit = self.b.alu(Alu::Shl, &[Src::Mask(Mask::of(word)), Src::Imm(p as u32)]);
            value = self.b.alu(Alu::Or, &[value, bit]);
        }
        let value = self.b.alu(Alu::And, &[value, mask]);
        let value = self.b.alu(Alu::Shl, &[value, Src::Imm(shift)]);
        let place = self.b.alu(Alu::Shl, &[mask, Src::Imm(shift)]);
        let a = self.reg("Ra");
        let result = self.b.alu(Alu::Mux, &[place, value, a]);
        self.set("Rd", result)
    }

    /// Writes predicates, or flags of the condition code, selected by the mask, from the bits of a byte of Ra.
    fn r2p(&mut self) -> Lifted {
        let words = self.state()?;
        let shift = self.byte_shift()?;
        let (a, mask) = (self.reg("Ra"), self.b_operand());
        for (p, word) in words.into_iter().enumerate() {
            let p = p as u32;
            let selected = self.b.test(Test::Bit, &[mask, Src::Imm(p)]);
            let bit = self.b.test(Test::Bit, &[a, Src::Imm(p + shift)]);
            let new = self.b.mask(MaskOp::And, selected, bit);
            let kept = self.b.mask(MaskOp::And, Mask::of(word), selected.not());
            self.b.push(Uop::Mask { op: MaskOp::Or, dst: word, a: new, b: kept });
        }
        if self.text("state") == "CC" {
            self.b.set_mask(super::CC_CARRY_2, Mask::NONE);
        }
        Ok(Control::Next)
    }

    fn byte_shift(&self) -> Result<u32, Refused> {
        Ok(match self.text("byte") {
            "" => 0,
            "B1" => 8,
            "B2" => 16,
            "B3" => 24,
            _ => return Err(not_modelled("this byte selector")),
        })
    }

    /// A condition on the condition code, by its name in the manuals' `CC.x` operand. Zero and sign both set mean NaN:
    /// then the unordered conditions (`LTU` …) are true and the ordered ones false. Results never set both; `R2P` can.
    /// Source: oracle, the conditions that ptxas chooses for integer comparisons; the naming follows the float comparisons.
    pub(super) fn condition(&mut self, name: &str) -> Result<Mask, Refused> {
        let [zero, sign, carry, overflow] = super::CC_ALL.map(Mask::of);
        let less = |l: &mut Self| l.b.mask(MaskOp::Xor, sign, overflow);
        let at_most = |l: &mut Self| {
            let less = less(l);
            l.b.mask(MaskOp::Or, less, zero)
        };
        let nan = |l: &mut Self| l.b.mask(MaskOp::And, zero, sign);
        let ordered = |l: &mut Self, condition| {
            let nan = nan(l);
            l.b.mask(MaskOp::And, condition, nan.not())
        };
        let unordered = |l: &mut Self, condition| {
            let nan = nan(l);
            l.b.mask(MaskOp::Or, condition, nan)
        };
        Ok(match name {
            "F" => Mask::NONE,
            "T" | "" => Mask::ALL,
            "NAN" => nan(self),
            "NUM" => nan(self).not(),
            // NaN has the zero flag set, so these need not check the sign.
            "EQU" => zero,
            "NE" => zero.not(),
            "EQ" => self.b.mask(MaskOp::And, zero, sign.not()),
            "NEU" => unordered(self, zero.not()),
            "LT" | "LTU" | "GE" | "GEU" | "LE" | "LEU" | "GT" | "GTU" => {
                let condition = match &name[..2] {
                    "LT" => less(self),
                    "GE" => less(self).not(),
                    "LE" => at_most(self),
                    _ => at_most(self).not(),
                };
                match name {
                    // NaN has the zero flag set, so these need not check the sign.
                    "LEU" | "GT" => condition,
                    _ if name.ends_with('U') => unordered(self, condition),
                    _ => ordered(self, condition),
                }
            }
            "LO" => carry.not(),
            "HS" => carry,
            "LS" => self.b.mask(MaskOp::Or, carry.not(), zero),
            "HI" => self.b.mask(MaskOp::And, carry, zero.not()),
            "OFF" => overflow.not(),
            "OFT" => overflow,
            "SFF" => sign.not(),
            "SFT" => sign,
            "CSM_TA" | "CSM_TR" | "CSM_MX" | "FCSM_TA" | "FCSM_TR" | "FCSM_MX" => {
                return Err(not_modelled("a condition of clipping"));
            }
            _ => return Err(not_modelled("this condition")),
        })
    }

    /// The carry of the condition code as a source.
    pub(super) fn carry(&self) -> Src {
        Src::Mask(Mask::of(CC_CARRY))
    }
}
