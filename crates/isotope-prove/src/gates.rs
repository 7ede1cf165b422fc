//! A graph of single-bit gates: AND, XOR and multiplexers over inputs. Equal gates are stored once.
//!
//! This module has no multi-bit values: [`crate::blast`] builds them from bits, [`crate::sat`] makes clauses.

use std::collections::HashMap;

/// A bit: the number of a gate, perhaps inverted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Sig(u32);

impl Sig {
    /// Always 0.
    pub const FALSE: Sig = Sig(0);
    /// Always 1.
    pub const TRUE: Sig = Sig(1);

    /// `TRUE` or `FALSE`.
    pub fn constant(bit: bool) -> Sig {
        Sig(u32::from(bit))
    }
    /// The number of the gate.
    pub fn gate(self) -> usize {
        (self.0 >> 1) as usize
    }
    /// Whether the gate's value is inverted.
    pub fn inverted(self) -> bool {
        self.0 & 1 != 0
    }
    fn flip(self, by: bool) -> Sig {
        Sig(self.0 ^ u32::from(by))
    }
}

impl std::ops::Not for Sig {
    type Output = Sig;
    fn not(self) -> Sig {
        self.flip(true)
    }
}

/// The function of a gate.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Gate {
    /// 0.
    False,
    /// A free bit.
    Input,
    /// Both.
    And(Sig, Sig),
    /// Exactly one of the two.
    Xor(Sig, Sig),
    /// `if first { second } else { third }`.
    Mux(Sig, Sig, Sig),
}

/// The gates of a graph. Operands of a gate have smaller numbers than the gate.
pub struct Gates {
    gates: Vec<Gate>,
    index: HashMap<Gate, u32>,
}

impl Default for Gates {
    fn default() -> Self {
        Gates { gates: vec![Gate::False], index: HashMap::new() }
    }
}

impl Gates {
    /// Every gate.
    pub fn all(&self) -> &[Gate] {
        &self.gates
    }

    /// A new free bit.
    pub fn input(&mut self) -> Sig {
        self.gates.push(Gate::Input);
        Sig((self.gates.len() as u32 - 1) << 1)
    }

    fn intern(&mut self, gate: Gate) -> Sig {
        let gates = &mut self.gates;
        let n = *self.index.entry(gate).or_insert_with(|| {
            gates.push(gate);
            gates.len() as u32 - 1
        });
        Sig(n << 1)
    }

    /// `a & b`
    pub fn and(&mut self, a: Sig, b: Sig) -> Sig {
        let (a, b) = (a.min(b), a.max(b));
        match (a, b) {
            (Sig::FALSE, _) => Sig::FALSE,
            (Sig::TRUE, b) => b,
            _ if a == b => a,
            _ if a == !b => Sig::FALSE,
            _ => self.intern(Gate::And(a, b)),
        }
    }

    /// `a | b`
    pub fn or(&mut self, a: Sig, b: Sig) -> Sig {
        !self.and(!a, !b)
    }

    /// `a ^ b`
    pub fn xor(&mut self, a: Sig, b: Sig) -> Sig {
        let inverted = a.inverted() ^ b.inverted();
        let (a, b) = (a.flip(a.inverted()), b.flip(b.inverted()));
        let (a, b) = (a.min(b), a.max(b));
        let r = match (a, b) {
            (Sig::FALSE, b) => b,
            _ if a == b => Sig::FALSE,
            _ => self.intern(Gate::Xor(a, b)),
        };
        r.flip(inverted)
    }

    /// `if c { a } else { b }`
    pub fn mux(&mut self, c: Sig, a: Sig, b: Sig) -> Sig {
        if c.inverted() {
            return self.mux(!c, b, a);
        }
        match (c, a, b) {
            (Sig::FALSE, _, b) => b,
            _ if a == b => a,
            _ if a == !b => !self.xor(c, a),
            (c, Sig::TRUE, b) => self.or(c, b),
            (c, Sig::FALSE, b) => self.and(!c, b),
            (c, a, Sig::TRUE) => self.or(!c, a),
            (c, a, Sig::FALSE) => self.and(c, a),
            _ if a == c => self.or(c, b),
            _ if a == !c => self.and(!c, b),
            _ if b == c => self.and(c, a),
            _ if b == !c => self.or(!c, a),
            // One inversion is enough for a multiplexer of two inverted bits.
            _ if a.inverted() => !self.intern(Gate::Mux(c, !a, !b)),
            _ => self.intern(Gate::Mux(c, a, b)),
        }
    }

    /// The sum bit and the carry of three bits.
    pub fn full_add(&mut self, a: Sig, b: Sig, carry: Sig) -> (Sig, Sig) {
        let differ = self.xor(a, b);
        (self.xor(differ, carry), self.mux(differ, carry, a))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(gates: &Gates, inputs: &[(Sig, bool)], s: Sig) -> bool {
        let mut known = vec![false; gates.all().len()];
        let of = |known: &[bool], s: Sig| known[s.gate()] ^ s.inverted();
        for (i, gate) in gates.all().iter().enumerate() {
            known[i] = match *gate {
                Gate::False => false,
                Gate::Input => inputs.iter().any(|(s, on)| s.gate() == i && *on),
                Gate::And(a, b) => of(&known, a) & of(&known, b),
                Gate::Xor(a, b) => of(&known, a) ^ of(&known, b),
                Gate::Mux(c, a, b) => {
                    if of(&known, c) {
                        of(&known, a)
                    } else {
                        of(&known, b)
                    }
                }
            };
        }
        of(&known, s)
    }

    #[test]
    fn every_gate_on_every_choice_of_operands() {
        let mut g = Gates::default();
        let [x, y, z] = [g.input(), g.input(), g.input()];
        let choices = [Sig::FALSE, Sig::TRUE, x, !x, y, !y, z, !z];
        for c in choices {
            for a in choices {
                for b in choices {
                    let (and, or, xor, mux) = (g.and(a, b), g.or(a, b), g.xor(a, b), g.mux(c, a, b));
                    let (sum, carry) = g.full_add(a, b, c);
                    for bits in 0..8 {
                        let inputs = [(x, bits & 1 != 0), (y, bits & 2 != 0), (z, bits & 4 != 0)];
                        let [vc, va, vb] = [c, a, b].map(|s| value(&g, &inputs, s));
                        let of = |s| value(&g, &inputs, s);
                        assert_eq!([of(and), of(or), of(xor)], [va & vb, va | vb, va ^ vb]);
                        assert_eq!(of(mux), if vc { va } else { vb }, "{c:?} {a:?} {b:?}");
                        let n = u8::from(va) + u8::from(vb) + u8::from(vc);
                        assert_eq!((of(sum), of(carry)), (n & 1 != 0, n > 1));
                    }
                }
            }
        }
    }
}
