//! Coordinates of cube maps, and the clamped product of lighting.
//!
//! # Sources
//! spec: RDNA3 ISA guide, `V_CUBEID_F32` and similar, `V_MULLIT_F32`. Assumed: subnormals and NaNs are treated as by an addition
//! of -0.

use isotope_op::alu::{Alu, Test};
use isotope_op::float::Cond;

use super::super::{Emit, Lift, Lifted};
use super::SIGN;
use isotope_ir::effect::{Mask, Src};

/// Coordinates in the faces of a cube, and lighting.
pub(in super::super) const MEANINGS: &[(&str, Emit)] = &[
    ("v_cubeid_f32", |l| l.coordinates(Cube::Face)),
    ("v_cubesc_f32", |l| l.coordinates(Cube::S)),
    ("v_cubetc_f32", |l| l.coordinates(Cube::T)),
    ("v_cubema_f32", |l| l.coordinates(Cube::Major)),
    ("v_mullit_f32", |l| l.lit()),
];

/// The requested property of a cube face.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cube {
    Face,
    S,
    T,
    /// Twice the coordinate with the largest magnitude.
    Major,
}

impl Lift<'_> {
    fn f32_test(&mut self, cond: Cond, a: Src, b: Src) -> Mask {
        let ftz = self.mode.policy(32).input;
        self.b.test(Test::FCmp { cond, ftz }, &[a, b])
    }

    fn choose(&mut self, mask: Mask, then: Src, otherwise: Src) -> Src {
        self.alu(Alu::Sel, &[Src::Mask(mask), then, otherwise])
    }

    fn coordinates(&mut self, cube: Cube) -> Lifted {
        let p = self.before_factor(32);
        let xyz = [0, 1, 2].map(|i| self.f32(i));
        let [x, y, z] = xyz;
        let [ax, ay, az] = xyz.map(|v| self.alu(Alu::FAbs, &[v]));
        let (above_x, above_y) = (self.f32_test(Cond::Ge, az, ax), self.f32_test(Cond::Ge, az, ay));
        let by_z = self.both(above_x, above_y);
        let by_y = self.f32_test(Cond::Ge, ay, ax);
        let [nx, ny, nz] = xyz.map(|v| self.f32_test(Cond::Lt, v, Src::Imm(0)));
        let [mx, my, mz] = xyz.map(|v| self.alu(Alu::FNeg, &[v]));
        let number = |n: u8| Src::Imm(f32::from(n).to_bits());
        // The result for each of the three axes if it is the major axis, by its sign.
        let axes = match cube {
            Cube::Face => [(nx, number(1), number(0)), (ny, number(3), number(2)), (nz, number(5), number(4))],
            Cube::S => [(nx, z, mz), (ny, x, x), (nz, mx, x)],
            Cube::T => [(nx, my, my), (ny, mz, z), (nz, my, my)],
            Cube::Major => [(nx, x, x), (ny, y, y), (nz, z, z)],
        };
        let [on_x, on_y, on_z] = axes.map(|(negative, then, otherwise)| self.choose(negative, then, otherwise));
        let value = self.choose(by_y, on_y, on_x);
        let value = self.choose(by_z, on_z, value);
        if cube == Cube::Major {
            return self.put_f32(Alu::FMul { p }, &[value, Src::Imm(2f32.to_bits())]);
        }
        self.put_f32(Alu::FAdd { p }, &[value, Src::Imm(SIGN[0])])
    }

    /// The product of the first two operands, or the smallest finite number if the second or third operand indicates no light.
    fn lit(&mut self) -> Lifted {
        let [a, b, c] = [0, 1, 2].map(|i| self.f32(i));
        let least = Src::Imm(f32::MIN.to_bits());
        let product = self.alu(Alu::FMul { p: self.before_factor(32) }, &[a, b]);
        let dark = [(Cond::Leu, b, least), (Cond::Leu, c, Src::Imm(0))];
        let [low, dark] = dark.map(|(cond, x, y)| self.f32_test(cond, x, y));
        let value = self.choose(low, least, product);
        let value = self.choose(dark, least, value);
        let p = self.before_factor(32);
        self.put_f32(Alu::FAdd { p }, &[value, Src::Imm(SIGN[0])])
    }
}
