//! Branches, tokens, barriers, votes and what a lane knows about itself.

use isotope_op::alu::{Alu, Test};

use super::{CC_CARRY, Lift, Lifted, not_modelled};
use crate::effect::{
    BarrierKind, BarrierReduce, Control, LANES, LaneRelation, Mask, MaskOp, Slot, Space, Special, Src, Token, Uop, Vote,
};

impl Lift<'_> {
    /// Control flow. `None` if the mnemonic is of another family.
    pub(super) fn control(&mut self) -> Option<Lifted> {
        let target = self.target();
        let branch = |token, target: Option<u32>| match target {
            Some(target) => Ok(Control::Push { token, target }),
            None => Err(not_modelled("a target in a constant bank")),
        };
        Some(match self.mnemonic() {
            "NOP" => Ok(Control::Next),
            "BRA" | "BRX" if self.flag("LMT") => Err(not_modelled("a branch with `.LMT`")),
            "BRA" => target.map(|target| Control::Branch { target }).ok_or(not_modelled("a target in a constant bank")),
            "SSY" => branch(Token::Sync, target),
            "PBK" => branch(Token::Break, target),
            "PCNT" => branch(Token::Continue, target),
            "PRET" => branch(Token::Call, target),
            "SYNC" => Ok(Control::Pop { token: Token::Sync }),
            "BRK" => Ok(Control::Pop { token: Token::Break }),
            "CONT" => Ok(Control::Pop { token: Token::Continue }),
            "RET" => Ok(Control::Pop { token: Token::Call }),
            "CAL" => target.map(|target| Control::Call { target }).ok_or(not_modelled("a computed call")),
            // Where the code of a launch lies is not known, so an absolute address of code leads nowhere.
            "JCAL" | "JMP" | "JMX" => Err(not_modelled("an absolute address of code")),
            "BRX" => self.branch_indirect(),
            "EXIT" if self.flag("KEEPREFCOUNT") => Err(not_modelled("an exit with `.KEEPREFCOUNT`")),
            "EXIT" => Ok(Control::Exit),
            "KIL" => {
                self.b.push(Uop::Uncover);
                Ok(Control::Next)
            }
            "BPT" if self.text("mode") == "TRAP" => Ok(Control::Trap),
            "BPT" => Err(not_modelled("a breakpoint for a debugger")),
            "BAR" => self.barrier(),
            "B2R" => self.barrier_result(),
            "VOTE" => self.vote(),
            "SHFL" => self.shuffle(),
            "S2R" | "CS2R" => self.special(),
            _ => return None,
        })
    }

    /// `BRX Ra offset`: the target is Ra plus an offset, counted from the next instruction.
    fn branch_indirect(&mut self) -> Lifted {
        if self.inst.try_get("bank").is_some() {
            return Err(not_modelled("a target in a constant bank"));
        }
        let next = self.address + 8;
        let offset = self.inst.number("off") as u32;
        let base = self.reg("Ra");
        let address = self.b.alu(Alu::Add, &[base, Src::Imm(next.wrapping_add(offset))]);
        Ok(Control::BranchIndirect { address })
    }

    fn barrier(&mut self) -> Lifted {
        let (id, count) = (self.operand("b"), self.operand("n"));
        let expected = (count != Src::Imm(0)).then_some(count);
        let kind = match () {
            () if self.is("BAR.SYNC") => BarrierKind::Sync,
            () if self.is("BAR.ARV") => BarrierKind::Arrive,
            () if self.is("BAR.RED") => BarrierKind::Reduce {
                op: match self.text("red") {
                    "AND" => BarrierReduce::And,
                    "OR" => BarrierReduce::Or,
                    "POPC" => BarrierReduce::Count,
                    _ => return Err(not_modelled("this reduction")),
                },
                src: self.pred("Pp"),
                // The answer is fetched later, by `B2R.RESULT`; the model keeps it where that reads it.
                dst: Some(super::BARRIER_ANSWER),
                count: Some(self.barrier_count()),
            },
            () => return Err(not_modelled("this barrier mode")),
        };
        Ok(Control::Barrier { kind, id, expected })
    }

    /// Where the count of a reducing barrier waits for `B2R.RESULT`.
    fn barrier_count(&self) -> Slot {
        Slot(self.registers * LANES as u32)
    }

    /// `B2R.RESULT Rd, Pd`: what the last reducing barrier answered.
    fn barrier_result(&mut self) -> Lifted {
        if !self.is("B2R.RESULT") {
            return Err(not_modelled("this state of a barrier"));
        }
        let count = Src::Slot(self.barrier_count());
        self.set("Rd", count);
        if let Some(dst) = self.pred_dst("Pd") {
            self.b.set_mask(dst, Mask::of(super::BARRIER_ANSWER));
        }
        Ok(Control::Next)
    }

    /// `VOTE.mode Rd, Pd, Pp`: Rd = lanes in which Pp holds, Pd = the answer.
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
    /// 12:8; a lane whose source is outside its segment gets its own value and a false predicate.
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
            self.b.push(Uop::ReadLane { dst, value, index });
        }
        if let Some(word) = self.pred_dst("Pd") {
            self.b.set_mask(word, valid);
        }
        Ok(Control::Next)
    }

    fn special(&mut self) -> Lifted {
        let name = self.text("sr");
        let lanes = Special::LaneMask;
        let what = match name.strip_prefix("SR_").unwrap_or(name) {
            "LANEID" => Special::LaneId,
            "TID" => Special::LocalIdPacked,
            "TID.X" => Special::LocalId(0),
            "TID.Y" => Special::LocalId(1),
            "TID.Z" => Special::LocalId(2),
            "CTAID.X" => Special::GroupId(0),
            "CTAID.Y" => Special::GroupId(1),
            "CTAID.Z" => Special::GroupId(2),
            "EQMASK" => lanes(LaneRelation::Eq),
            "LTMASK" => lanes(LaneRelation::Lt),
            "LEMASK" => lanes(LaneRelation::Le),
            "GTMASK" => lanes(LaneRelation::Gt),
            "GEMASK" => lanes(LaneRelation::Ge),
            "SMEMSZ" => Special::SharedBytes,
            "SWINLO" => Special::SharedWindow,
            "LWINLO" => Special::PrivateWindow,
            "CLOCKLO" | "CLOCK" | "GLOBALTIMERLO" => Special::Clock { high: false },
            "CLOCKHI" | "GLOBALTIMERHI" => Special::Clock { high: true },
            "SRZ" => {
                self.set("Rd", Src::Imm(0));
                return Ok(Control::Next);
            }
            // The model is one SM (number 0) whose warps are numbered within their group (assumed: any numbering is
            // allowed); ptxas reads the warp from bits 13:8 and the SM from 28:20.
            "VIRTID" => {
                let wave = self.special_value(Special::WaveId);
                self.set_alu("Rd", Alu::Shl, &[wave, Src::Imm(8)]);
                return Ok(Control::Next);
            }
            // Number of SMs in bits 28:20.
            "VIRTCFG" => {
                self.set("Rd", Src::Imm(1 << 20));
                return Ok(Control::Next);
            }
            // Lowest stack address; unoptimised code compares R1 with it. Private memory starts at 0.
            "LMEMHIOFF" => {
                self.set("Rd", Src::Imm(0));
                return Ok(Control::Next);
            }
            _ => return Err(not_modelled("this special register")),
        };
        if let Some(dst) = self.dst("Rd") {
            self.b.push(Uop::Special { what, dst });
            if self.mnemonic() == "CS2R" && self.text("sz") == "64" {
                let high = match what {
                    Special::Clock { .. } => Special::Clock { high: true },
                    _ => return Err(not_modelled("this 64-bit special register")),
                };
                self.b.push(Uop::Special { what: high, dst: super::next(dst) });
            }
        }
        Ok(Control::Next)
    }

    /// A value the machine knows, in a temporary.
    pub(super) fn special_value(&mut self, what: Special) -> Src {
        let dst = self.b.temp();
        self.b.push(Uop::Special { what, dst });
        Src::Slot(dst)
    }

    /// `PSETP`, `CSETP`, `PSET`, `CSET`, `P2R`, `R2P`.
    pub(super) fn predicates(&mut self) -> Option<Lifted> {
        Some(match self.mnemonic() {
            "PSETP" => {
                let first = self.combine("bop1", self.pred("Pa"), self.pred("Pb"));
                first.and_then(|first| self.set_predicates(first))
            }
            "CSETP" => {
                let condition = self.condition(self.text("cc"));
                condition.and_then(|c| self.set_predicates(c))
            }
            "PSET" => {
                let first = self.combine("bop1", self.pred("Pa"), self.pred("Pb"));
                first.and_then(|first| self.set_boolean(first))
            }
            "CSET" => {
                let condition = self.condition(self.text("cc"));
                condition.and_then(|c| self.set_boolean(c))
            }
            "P2R" => self.p2r(),
            "R2P" => self.r2p(),
            _ => return None,
        })
    }

    /// The masks that `P2R` and `R2P` see as bits: predicates, or zero, sign, carry and overflow of the condition code
    /// (their order is assumed; ptxas only saves and restores them).
    fn state(&self) -> Result<Vec<u16>, super::Refused> {
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
        self.set("Rd", result);
        Ok(Control::Next)
    }

    /// Predicates, or flags of the condition code, selected by the mask = bits of a byte of Ra.
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

    fn byte_shift(&self) -> Result<u32, super::Refused> {
        Ok(match self.text("byte") {
            "" | "B0" => 0,
            "B1" => 8,
            "B2" => 16,
            "B3" => 24,
            _ => return Err(not_modelled("this byte selector")),
        })
    }

    /// A condition over the condition code, by its name in the manuals' `CC.x` operand. Zero and sign both set stand for NaN:
    /// then the unordered conditions (`LTU` …) hold and the ordered ones do not. A result never sets both, `R2P` can.
    /// Source: oracle, the conditions ptxas picks for integer comparisons; the naming follows the float comparisons.
    pub(super) fn condition(&mut self, name: &str) -> Result<Mask, super::Refused> {
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
            // NaN has the zero flag set, so these need no look at the sign.
            "EQU" => zero,
            "NE" => zero.not(),
            "EQ" => self.b.mask(MaskOp::And, zero, sign.not()),
            "NEU" => unordered(self, zero.not()),
            "LT" => {
                let less = less(self);
                ordered(self, less)
            }
            "LTU" => {
                let less = less(self);
                unordered(self, less)
            }
            "GE" => {
                let less = less(self);
                ordered(self, less.not())
            }
            "GEU" => {
                let less = less(self);
                unordered(self, less.not())
            }
            "LE" => {
                let at_most = at_most(self);
                ordered(self, at_most)
            }
            "LEU" => at_most(self),
            "GT" => at_most(self).not(),
            "GTU" => {
                let at_most = at_most(self);
                unordered(self, at_most.not())
            }
            "LO" => carry.not(),
            "HS" => carry,
            "LS" => self.b.mask(MaskOp::Or, carry.not(), zero),
            "HI" => self.b.mask(MaskOp::And, carry, zero.not()),
            "OFF" => overflow.not(),
            "OFT" => overflow,
            "SFF" => sign.not(),
            "SFT" => sign,
            _ => return Err(not_modelled("this condition")),
        })
    }

    /// Whether the carry of the condition code is needed, as a source.
    pub(super) fn carry(&self) -> Src {
        Src::Mask(Mask::of(CC_CARRY))
    }

    /// Space of a generic or explicit memory instruction.
    pub(super) fn space(&self) -> Space {
        match self.mnemonic() {
            "LDG" | "STG" => Space::Global,
            "LDS" | "STS" | "ATOMS" => Space::Shared,
            "LDL" | "STL" => Space::Private,
            "ATOM" | "RED" => Space::GenericGlobal,
            _ => Space::Generic,
        }
    }
}
