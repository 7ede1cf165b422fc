//! Vectors as tests for LLVM's lit and FileCheck.

use std::fmt::Write as _;

use isotope_op::atomic::Packing;
use isotope_prove::vectors::Vector;
use isotope_target::language::Whose;
use isotope_term::Arena;

use super::Vectors;

impl Vectors {
    /// An operation of LLVM IR as a program that lli runs; of any other, items for a program that answers `op --lines`.
    pub(super) fn lit(&self) -> String {
        match (self.side.target, &self.side.name.split('.').collect::<Vec<_>>()[..]) {
            (Whose::Language(language), ["atomicrmw", op, ty]) if language.name == "llvm" => {
                let ty = ir_type(ty);
                let body = format!("%r = atomicrmw {op} ptr %p, {ty} %v seq_cst");
                self.program(ty, &format!("{ty} %v"), &body)
            }
            (Whose::Language(language), ["cmpxchg", ty]) if language.name == "llvm" => {
                let ty = ir_type(ty);
                let body = format!(
                    "%s = cmpxchg ptr %p, {ty} %v, {ty} %w seq_cst seq_cst\n  %r = extractvalue {{ {ty}, i1 }} %s, 0"
                );
                self.program(ty, &format!("{ty} %v, {ty} %w"), &body)
            }
            _ => self.items(),
        }
    }

    /// The RUN line feeds the items to a program that answers `op --lines`.
    fn items(&self) -> String {
        let mut out = String::from("; RUN: sed -n 's/^; IN: //p' %s | isotope op --lines | FileCheck %s\n");
        out.extend(self.preface().iter().map(|l| format!("; {l}\n")));
        for v in &self.set {
            let columns = self.side.line(v.mem, [self.source(v, 0), self.source(v, 1)], self.digits());
            let _ = writeln!(out, "; IN: {columns}");
            let _ = writeln!(
                out,
                "; CHECK: {{{{^}}}}{}{{{{[[:space:]]}}}}{}{{{{$}}}}",
                self.result(v.new),
                self.result(v.returned)
            );
        }
        out
    }

    /// A program whose `@op` works on every row and prints what memory holds and what came back.
    fn program(&self, ty: &str, params: &str, body: &str) -> String {
        let (bits, digits, count) = (self.op.size.bits(), self.digits(), self.set.len());
        let mut out = String::from("; RUN: lli %s | FileCheck %s\n");
        out.extend(self.preface().iter().map(|l| format!("; {l}\n")));
        let _ = write!(
            out,
            "; Another target's expansion, run here: opt -S -mtriple=nvptx64 -passes=atomic-expand %s | sed /^target/d | lli\n\n\
             define {ty} @op(ptr %p, {params}) {{\n  {body}\n  ret {ty} %r\n}}\n\n"
        );
        let _ = writeln!(out, "@rows = private constant [{count} x [3 x i{bits}]] [");
        for (i, v) in self.set.iter().enumerate() {
            let comma = if i + 1 == count { "" } else { "," };
            let [a, b] = v.src;
            let _ = writeln!(out, "  [3 x i{bits}] [i{bits} {}, i{bits} {a}, i{bits} {b}]{comma}", v.mem);
        }
        let format = format!("%0{digits}llx %0{digits}llx\\0A\\00");
        let length = format.len() - 4;
        let words = params.matches('%').count();
        let _ = write!(
            out,
            "]\n@format = private constant [{length} x i8] c\"{format}\"\ndeclare i32 @printf(ptr, ...)\n\n\
             define i32 @main() {{\nentry:\n  %place = alloca i64, align 8\n  br label %loop\n\nloop:\n  \
             %i = phi i64 [ 0, %entry ], [ %next, %loop ]\n  \
             %row = getelementptr [3 x i{bits}], ptr @rows, i64 %i\n  %mem = load i{bits}, ptr %row\n  \
             %row0 = getelementptr i{bits}, ptr %row, i64 1\n  %src0 = load {ty}, ptr %row0\n  \
             %row1 = getelementptr i{bits}, ptr %row, i64 2\n  %src1 = load {ty}, ptr %row1\n  \
             store i64 -1, ptr %place\n  store i{bits} %mem, ptr %place\n  \
             %back = call {ty} @op(ptr %place, {})\n  %new = load i{bits}, ptr %place\n",
            (0..words).map(|i| format!("{ty} %src{i}")).collect::<Vec<_>>().join(", ")
        );
        let mut back = "%back".to_string();
        if ty != format!("i{bits}") {
            let _ = writeln!(out, "  %bits = bitcast {ty} {back} to i{bits}");
            back = "%bits".into();
        }
        let mut wide = |name: &str, value: &str| {
            if bits == 64 {
                return value.to_string();
            }
            let _ = writeln!(out, "  {name} = zext i{bits} {value} to i64");
            name.to_string()
        };
        let (new, back) = (wide("%a", "%new"), wide("%b", &back));
        let _ = write!(
            out,
            "  call i32 (ptr, ...) @printf(ptr @format, i64 {new}, i64 {back})\n  %next = add i64 %i, 1\n  \
             %more = icmp ult i64 %next, {count}\n  br i1 %more, label %loop, label %done\n\ndone:\n  ret i32 0\n}}\n\n"
        );
        for (i, v) in self.set.iter().enumerate() {
            let check = if i == 0 { "CHECK" } else { "CHECK-NEXT" };
            let new = v.new.map_or_else(|| self.permitted(v), |new| format!("{new:0digits$x}"));
            let back = v.returned.map_or_else(|| "{{[0-9a-f]*}}".into(), |back| format!("{back:0digits$x}"));
            let _ = writeln!(out, "; {check}: {{{{^}}}}{new} {back}{{{{$}}}}");
        }
        out
    }

    /// A pattern of what the documents permit where they leave the result open: zeros, NaNs, or anything of a pair.
    fn permitted(&self, v: &Vector) -> String {
        let (bits, digits) = (self.op.size.bits(), self.digits());
        let arena = Arena::new();
        let word = |value| arena.constant(value, bits);
        let permits = |x: u64| {
            let permits = arena.permits(&self.op, [word(v.mem), word(v.src[0]), word(v.src[1])], word(x));
            arena.eval(permits, &[]) != 0
        };
        let nan = match (self.op.packing, bits) {
            (Packing::Brain, _) | (Packing::Scalar, 32) => "[7f]f([9a-f][0-9a-f]*|8[0-9a-f]*[1-9a-f][0-9a-f]*)",
            (Packing::Scalar, 16) => "[7f]([d-f][0-9a-f]*|c[0-9a-f]*[1-9a-f][0-9a-f]*)",
            (Packing::Scalar, 64) => "[7f]ff[0-9a-f]*[1-9a-f][0-9a-f]*",
            _ => "[0-9a-f]*",
        };
        let zero = format!("[08]{}", "0".repeat(digits - 1));
        if permits(0) && !self.op.is_pair() { format!("{{{{{zero}}}}}") } else { format!("{{{{{nan}}}}}") }
    }
}

/// A type as LLVM IR writes it, by its name in intrinsics.
fn ir_type(name: &str) -> &str {
    match name {
        "f16" => "half",
        "bf16" => "bfloat",
        "f32" => "float",
        "f64" => "double",
        "v2f16" => "<2 x half>",
        "v2bf16" => "<2 x bfloat>",
        integer => integer,
    }
}
