//! Pseudocode of control flow, barriers and requests.

use isotope_ir::effect::{Ask, BarrierKind, BarrierReduce, Control, GsOp, GwsOp, Request, Token, Wide};

use super::state::Half;
use super::{Role, Writer, line};
use isotope_term::Node;

fn token(token: Token) -> &'static str {
    match token {
        Token::Sync => "SSY",
        Token::Break => "PBK",
        Token::Continue => "PCNT",
        Token::Call => "a call",
        Token::Exit => "PEXIT",
    }
}

impl Writer<'_> {
    pub(super) fn control(&mut self, control: &Control) {
        match *control {
            Control::Next => {}
            Control::Branch { .. } => {
                line!(self, "executing lanes go to the target, the others on; they meet where the code says")
            }
            Control::Goto { .. } => {
                line!(self, "executing lanes go to the target, the others on; lanes at the lowest place run first")
            }
            Control::Join => line!(self, "lanes that wait here become active"),
            Control::BranchIndirect { address } => {
                let v = self.state.word(address);
                line!(self, "executing lanes go to the code address ", v);
                self.role(Role::Address, [v]);
            }
            Control::Push { token: kind, .. } => {
                line!(self, format!("push a token of {} with the active lanes and the target", token(kind)))
            }
            Control::Pop { token: kind } => {
                line!(self, format!("executing lanes leave for the target of the nearest token of {}", token(kind)));
            }
            Control::Call { .. } => line!(self, "push a token that returns behind this instruction; go to the target"),
            Control::Exit => line!(self, "executing lanes end"),
            Control::End => line!(self, "the wave ends"),
            Control::Barrier { kind, id, expected } => self.barrier(kind, id, expected),
            Control::Jump { words, nonzero, .. } => {
                let (a, b) = (self.state.word(words[0]), self.state.word(words[1]));
                let wide = self.state.wide(Wide { lo: words[0], hi: words[1] });
                self.role(Role::Condition, [a, b]);
                let sign = if nonzero { "!=" } else { "==" };
                if let Node::Lit(k) = self.arena.node(wide).0 {
                    let taken = (k != 0) == nonzero;
                    line!(self, if taken { "the wave goes to the target" } else { "the wave goes on" });
                } else {
                    line!(self, "if ", wide, format!(" {sign} 0: the wave goes to the target"));
                }
            }
            Control::JumpTo { address } => {
                let v = self.state.wide(address);
                line!(self, "the wave goes to the instruction at ", v);
                self.role(Role::Address, [v]);
            }
            Control::Variant { index } => {
                let v = self.state.word(index);
                line!(self, "from here on instructions mean what they do under MODE with bits ", v);
            }
            Control::Request(index) => {
                let request = self.program.requests[index as usize];
                self.request(&request);
            }
            Control::Host(index) => {
                let call = self.program.calls[index as usize];
                line!(self, format!("executing lanes, the lowest first, call function {} of the host", call.function));
            }
            Control::Trap => line!(self, "the program stops: a trap"),
            Control::Refuse(index) => {
                let refusal = self.program.refusals[index as usize].clone();
                self.refusal(&refusal);
            }
        }
    }

    fn barrier(&mut self, kind: BarrierKind, id: isotope_ir::effect::Src, expected: Option<isotope_ir::effect::Src>) {
        let id = self.state.word(id);
        self.role(Role::Source, [id]);
        let expected = expected.map(|e| self.state.word(e));
        let who = match expected {
            Some(v) => format!("{} lanes", isotope_term::explain::explain(self.arena, v)),
            None => "all lanes of the work-group".into(),
        };
        self.role(Role::Source, expected);
        let open = format!(": it opens when {who} have arrived; lanes that have ended count as arrived");
        match kind {
            BarrierKind::Sync => line!(self, "arrive at barrier ", id, " and wait", open),
            BarrierKind::Wave => line!(self, "arrive at barrier ", id, " and wait, whatever lanes are active", open),
            BarrierKind::Arrive => line!(self, "arrive at barrier ", id, " and go on", open),
            BarrierKind::Signal => line!(self, "arrive at barrier ", id, " and go on, whatever lanes are active", open),
            BarrierKind::Await => line!(self, "wait until barrier ", id, " has opened, which this wave signalled"),
            BarrierKind::Reduce { op, src, dst, count } => {
                let bit = self.state.mask(src);
                self.role(Role::Condition, [bit]);
                line!(self, "arrive at barrier ", id, " with ", bit, " and wait", open);
                let what = match op {
                    BarrierReduce::Count => "number of arrived lanes whose bit is set",
                    BarrierReduce::And => "all arrived lanes have their bit set",
                    BarrierReduce::Or => "some arrived lane has its bit set",
                };
                if let Some(word) = dst {
                    let v = self.arena.input(what, 1);
                    self.state.set_mask(word, v);
                }
                if let Some(slot) = count {
                    let v = self.arena.input(what, 32);
                    self.state.set_vector(slot, Half::Word(v));
                }
            }
        }
    }

    fn request(&mut self, request: &Request) {
        let base = self.state.word(request.base);
        let (value, data) = (self.state.word(request.address[0]), self.state.word(request.data[0][0]));
        let [low, high] = request.offset;
        match request.ask {
            Ask::Gws(op) => {
                self.role(Role::Descriptor, [base]);
                line!(
                    self,
                    "resource = (BASE of the VMID + ",
                    base,
                    format!("[21:16] + offset0[5:0], here {}) mod 64", low & 63)
                );
                line!(
                    self,
                    "if the VMID does not own the resource: NACK; nothing changes, the wave goes back to this instruction and halts"
                );
                if op.takes_value() {
                    line!(self, "v = ", value, " of the lane that speaks, 12 bits");
                    self.role(Role::Data0, [value]);
                }
                for said in gws(op) {
                    line!(self, *said);
                }
            }
            Ask::Ordered => {
                self.role(Role::Data0, [value]);
                self.role(Role::Descriptor, [base]);
                line!(self, "counter = ", base, format!("[31:16] + offset0[7:2], here {}; modulo 16", low >> 2));
                line!(
                    self,
                    "the wave waits until the walker is at it: waves of a dispatch are served from the oldest on"
                );
                let operation = match high >> 4 & 3 {
                    0 => "old + ",
                    1 => "",
                    3 => "wrapped by the ring, ",
                    _ => "reserved, ",
                };
                let field = format!("    (offset1[5:4], here {})", high >> 4 & 3);
                line!(self, format!("old = the counter; the counter = {operation}"), value, field);
                if high & 1 != 0 {
                    line!(self, "wave_release (offset1[0] is 1): the walker goes on to the next wave");
                } else {
                    line!(self, "without wave_release (offset1[0] is 0) the wave keeps its turn");
                }
                if high & 2 != 0 {
                    line!(self, "wave_done (offset1[1] is 1): it was the wave's last ordered instruction");
                }
            }
            Ask::Register(op) => {
                self.role(Role::Data0, [value, data]);
                let sign = match op {
                    GsOp::Add => "+",
                    GsOp::Sub => "-",
                };
                line!(self, format!("old = GS register {}; the register = old {sign} ", low >> 2), data);
            }
            Ask::Append { add } => {
                self.role(Role::Descriptor, [base]);
                let offset = u32::from(low) | u32::from(high) << 8;
                line!(self, "at = ", base, format!("[31:16] + {offset}, in the global data share of the VMID"));
                let sign = if add { "+" } else { "-" };
                line!(
                    self,
                    format!("old = gds.b32[at]; gds.b32[at] = old {sign} number of executing lanes, once for the wave")
                );
            }
            Ask::Memory { bytes, offsets, count, rmw, write, .. } => {
                self.role(Role::Address, [value]);
                let assumption = isotope_op::assume::AMD_GDS_LANES.id;
                line!(self, format!("the lowest lane whose bit of EXEC is set does this, and no other ({assumption})"));
                for offset in &offsets[..usize::from(count.min(2))] {
                    line!(self, "at = ", value, format!(" + {offset}, in the global data share of the VMID"));
                    let place = format!("gds.b{}[at]", u32::from(bytes) * 8);
                    match rmw {
                        Some(index) => {
                            let rmw = self.program.rmws[index as usize];
                            line!(self, format!("old = {place}; src0 = "), data);
                            for said in
                                isotope_term::explain::explain_rmw(&rmw).into_iter().filter(|l| !l.contains("returned"))
                            {
                                line!(self, format!("{place} = {said}"));
                            }
                            self.role(Role::Data0, [data]);
                        }
                        None if write => {
                            line!(self, format!("{place} = "), data);
                            self.role(Role::Stored, [data]);
                        }
                        None => line!(self, format!("loaded = {place}")),
                    }
                }
            }
        }
        if let Some(dst) = request.dst {
            let plain = matches!(request.ask, Ask::Memory { rmw: None, .. });
            let v = self.arena.input(if plain { "loaded" } else { "old" }, 32);
            self.state.set_vector(dst[0], Half::Word(v));
        }
    }
}

/// The steps of global wave sync's state machine, in the words of its tables.
fn gws(op: GwsOp) -> &'static [&'static str] {
    match op {
        GwsOp::Init => {
            &["the resource's counter = v; its flag = 0", "then waves leave its FIFO as they would after any request"]
        }
        GwsOp::SemaV => &[
            "the resource is a semaphore; counter = counter + 1",
            "waves leave its FIFO, the oldest first, each for one credit",
        ],
        GwsOp::SemaBr => &[
            "the resource is a semaphore; counter = counter + v",
            "waves leave its FIFO, the oldest first, each for one credit",
        ],
        GwsOp::SemaP => &[
            "the resource is a semaphore; the wave enters its FIFO",
            "it leaves, the oldest first, when counter > 0, and then counter = counter - 1; it waits until then",
        ],
        GwsOp::SemaReleaseAll => {
            &["the resource is a semaphore; counter = counter + number of waves in its FIFO", "waves leave its FIFO"]
        }
        GwsOp::Barrier => &[
            "the resource is a barrier; the wave enters its FIFO with tag = flag",
            "if counter > 0: counter = counter - 1; else: counter = v and flag = 1 - flag",
            "waves whose tag is not the flag leave the FIFO, the oldest first; the wave waits until it does",
        ],
    }
}
