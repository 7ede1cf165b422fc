; equals llvm:atomicrmw.xchg.i8
define i8 @xchg_i8(ptr %p, i8 %v) {
  %r = atomicrmw xchg ptr %p, i8 %v seq_cst
  ret i8 %r
}

; equals llvm:atomicrmw.xchg.i16
define i16 @xchg_i16(ptr %p, i16 %v) {
  %r = atomicrmw xchg ptr %p, i16 %v seq_cst
  ret i16 %r
}

; equals llvm:atomicrmw.xchg.i32
define i32 @xchg_i32(ptr %p, i32 %v) {
  %r = atomicrmw xchg ptr %p, i32 %v seq_cst
  ret i32 %r
}

; equals llvm:atomicrmw.xchg.i64
define i64 @xchg_i64(ptr %p, i64 %v) {
  %r = atomicrmw xchg ptr %p, i64 %v seq_cst
  ret i64 %r
}

; equals llvm:atomicrmw.add.i8
define i8 @add_i8(ptr %p, i8 %v) {
  %r = atomicrmw add ptr %p, i8 %v seq_cst
  ret i8 %r
}

; equals llvm:atomicrmw.add.i16
define i16 @add_i16(ptr %p, i16 %v) {
  %r = atomicrmw add ptr %p, i16 %v seq_cst
  ret i16 %r
}

; equals llvm:atomicrmw.add.i32
define i32 @add_i32(ptr %p, i32 %v) {
  %r = atomicrmw add ptr %p, i32 %v seq_cst
  ret i32 %r
}

; equals llvm:atomicrmw.add.i64
define i64 @add_i64(ptr %p, i64 %v) {
  %r = atomicrmw add ptr %p, i64 %v seq_cst
  ret i64 %r
}

; equals llvm:atomicrmw.sub.i8
define i8 @sub_i8(ptr %p, i8 %v) {
  %r = atomicrmw sub ptr %p, i8 %v seq_cst
  ret i8 %r
}

; equals llvm:atomicrmw.sub.i16
define i16 @sub_i16(ptr %p, i16 %v) {
  %r = atomicrmw sub ptr %p, i16 %v seq_cst
  ret i16 %r
}

; equals llvm:atomicrmw.sub.i32
define i32 @sub_i32(ptr %p, i32 %v) {
  %r = atomicrmw sub ptr %p, i32 %v seq_cst
  ret i32 %r
}

; equals llvm:atomicrmw.sub.i64
define i64 @sub_i64(ptr %p, i64 %v) {
  %r = atomicrmw sub ptr %p, i64 %v seq_cst
  ret i64 %r
}

; equals llvm:atomicrmw.and.i8
define i8 @and_i8(ptr %p, i8 %v) {
  %r = atomicrmw and ptr %p, i8 %v seq_cst
  ret i8 %r
}

; equals llvm:atomicrmw.and.i16
define i16 @and_i16(ptr %p, i16 %v) {
  %r = atomicrmw and ptr %p, i16 %v seq_cst
  ret i16 %r
}

; equals llvm:atomicrmw.and.i32
define i32 @and_i32(ptr %p, i32 %v) {
  %r = atomicrmw and ptr %p, i32 %v seq_cst
  ret i32 %r
}

; equals llvm:atomicrmw.and.i64
define i64 @and_i64(ptr %p, i64 %v) {
  %r = atomicrmw and ptr %p, i64 %v seq_cst
  ret i64 %r
}

; equals llvm:atomicrmw.nand.i8
define i8 @nand_i8(ptr %p, i8 %v) {
  %r = atomicrmw nand ptr %p, i8 %v seq_cst
  ret i8 %r
}

; equals llvm:atomicrmw.nand.i16
define i16 @nand_i16(ptr %p, i16 %v) {
  %r = atomicrmw nand ptr %p, i16 %v seq_cst
  ret i16 %r
}

; equals llvm:atomicrmw.nand.i32
define i32 @nand_i32(ptr %p, i32 %v) {
  %r = atomicrmw nand ptr %p, i32 %v seq_cst
  ret i32 %r
}

; equals llvm:atomicrmw.nand.i64
define i64 @nand_i64(ptr %p, i64 %v) {
  %r = atomicrmw nand ptr %p, i64 %v seq_cst
  ret i64 %r
}

; equals llvm:atomicrmw.or.i8
define i8 @or_i8(ptr %p, i8 %v) {
  %r = atomicrmw or ptr %p, i8 %v seq_cst
  ret i8 %r
}

; equals llvm:atomicrmw.or.i16
define i16 @or_i16(ptr %p, i16 %v) {
  %r = atomicrmw or ptr %p, i16 %v seq_cst
  ret i16 %r
}

; equals llvm:atomicrmw.or.i32
define i32 @or_i32(ptr %p, i32 %v) {
  %r = atomicrmw or ptr %p, i32 %v seq_cst
  ret i32 %r
}

; equals llvm:atomicrmw.or.i64
define i64 @or_i64(ptr %p, i64 %v) {
  %r = atomicrmw or ptr %p, i64 %v seq_cst
  ret i64 %r
}

; equals llvm:atomicrmw.xor.i8
define i8 @xor_i8(ptr %p, i8 %v) {
  %r = atomicrmw xor ptr %p, i8 %v seq_cst
  ret i8 %r
}

; equals llvm:atomicrmw.xor.i16
define i16 @xor_i16(ptr %p, i16 %v) {
  %r = atomicrmw xor ptr %p, i16 %v seq_cst
  ret i16 %r
}

; equals llvm:atomicrmw.xor.i32
define i32 @xor_i32(ptr %p, i32 %v) {
  %r = atomicrmw xor ptr %p, i32 %v seq_cst
  ret i32 %r
}

; equals llvm:atomicrmw.xor.i64
define i64 @xor_i64(ptr %p, i64 %v) {
  %r = atomicrmw xor ptr %p, i64 %v seq_cst
  ret i64 %r
}

; equals llvm:atomicrmw.max.i8
define i8 @max_i8(ptr %p, i8 %v) {
  %r = atomicrmw max ptr %p, i8 %v seq_cst
  ret i8 %r
}

; equals llvm:atomicrmw.max.i16
define i16 @max_i16(ptr %p, i16 %v) {
  %r = atomicrmw max ptr %p, i16 %v seq_cst
  ret i16 %r
}

; equals llvm:atomicrmw.max.i32
define i32 @max_i32(ptr %p, i32 %v) {
  %r = atomicrmw max ptr %p, i32 %v seq_cst
  ret i32 %r
}

; equals llvm:atomicrmw.max.i64
define i64 @max_i64(ptr %p, i64 %v) {
  %r = atomicrmw max ptr %p, i64 %v seq_cst
  ret i64 %r
}

; equals llvm:atomicrmw.min.i8
define i8 @min_i8(ptr %p, i8 %v) {
  %r = atomicrmw min ptr %p, i8 %v seq_cst
  ret i8 %r
}

; equals llvm:atomicrmw.min.i16
define i16 @min_i16(ptr %p, i16 %v) {
  %r = atomicrmw min ptr %p, i16 %v seq_cst
  ret i16 %r
}

; equals llvm:atomicrmw.min.i32
define i32 @min_i32(ptr %p, i32 %v) {
  %r = atomicrmw min ptr %p, i32 %v seq_cst
  ret i32 %r
}

; equals llvm:atomicrmw.min.i64
define i64 @min_i64(ptr %p, i64 %v) {
  %r = atomicrmw min ptr %p, i64 %v seq_cst
  ret i64 %r
}

; equals llvm:atomicrmw.umax.i8
define i8 @umax_i8(ptr %p, i8 %v) {
  %r = atomicrmw umax ptr %p, i8 %v seq_cst
  ret i8 %r
}

; equals llvm:atomicrmw.umax.i16
define i16 @umax_i16(ptr %p, i16 %v) {
  %r = atomicrmw umax ptr %p, i16 %v seq_cst
  ret i16 %r
}

; equals llvm:atomicrmw.umax.i32
define i32 @umax_i32(ptr %p, i32 %v) {
  %r = atomicrmw umax ptr %p, i32 %v seq_cst
  ret i32 %r
}

; equals llvm:atomicrmw.umax.i64
define i64 @umax_i64(ptr %p, i64 %v) {
  %r = atomicrmw umax ptr %p, i64 %v seq_cst
  ret i64 %r
}

; equals llvm:atomicrmw.umin.i8
define i8 @umin_i8(ptr %p, i8 %v) {
  %r = atomicrmw umin ptr %p, i8 %v seq_cst
  ret i8 %r
}

; equals llvm:atomicrmw.umin.i16
define i16 @umin_i16(ptr %p, i16 %v) {
  %r = atomicrmw umin ptr %p, i16 %v seq_cst
  ret i16 %r
}

; equals llvm:atomicrmw.umin.i32
define i32 @umin_i32(ptr %p, i32 %v) {
  %r = atomicrmw umin ptr %p, i32 %v seq_cst
  ret i32 %r
}

; equals llvm:atomicrmw.umin.i64
define i64 @umin_i64(ptr %p, i64 %v) {
  %r = atomicrmw umin ptr %p, i64 %v seq_cst
  ret i64 %r
}

; equals llvm:atomicrmw.uinc_wrap.i8
define i8 @uinc_wrap_i8(ptr %p, i8 %v) {
  %r = atomicrmw uinc_wrap ptr %p, i8 %v seq_cst
  ret i8 %r
}

; equals llvm:atomicrmw.uinc_wrap.i16
define i16 @uinc_wrap_i16(ptr %p, i16 %v) {
  %r = atomicrmw uinc_wrap ptr %p, i16 %v seq_cst
  ret i16 %r
}

; equals llvm:atomicrmw.uinc_wrap.i32
define i32 @uinc_wrap_i32(ptr %p, i32 %v) {
  %r = atomicrmw uinc_wrap ptr %p, i32 %v seq_cst
  ret i32 %r
}

; equals llvm:atomicrmw.uinc_wrap.i64
define i64 @uinc_wrap_i64(ptr %p, i64 %v) {
  %r = atomicrmw uinc_wrap ptr %p, i64 %v seq_cst
  ret i64 %r
}

; equals llvm:atomicrmw.udec_wrap.i8
define i8 @udec_wrap_i8(ptr %p, i8 %v) {
  %r = atomicrmw udec_wrap ptr %p, i8 %v seq_cst
  ret i8 %r
}

; equals llvm:atomicrmw.udec_wrap.i16
define i16 @udec_wrap_i16(ptr %p, i16 %v) {
  %r = atomicrmw udec_wrap ptr %p, i16 %v seq_cst
  ret i16 %r
}

; equals llvm:atomicrmw.udec_wrap.i32
define i32 @udec_wrap_i32(ptr %p, i32 %v) {
  %r = atomicrmw udec_wrap ptr %p, i32 %v seq_cst
  ret i32 %r
}

; equals llvm:atomicrmw.udec_wrap.i64
define i64 @udec_wrap_i64(ptr %p, i64 %v) {
  %r = atomicrmw udec_wrap ptr %p, i64 %v seq_cst
  ret i64 %r
}

; equals llvm:atomicrmw.fadd.f16
define half @fadd_f16(ptr %p, half %v) {
  %r = atomicrmw fadd ptr %p, half %v seq_cst
  ret half %r
}

; equals llvm:atomicrmw.fadd.bf16
define bfloat @fadd_bf16(ptr %p, bfloat %v) {
  %r = atomicrmw fadd ptr %p, bfloat %v seq_cst
  ret bfloat %r
}

; equals llvm:atomicrmw.fadd.f32
define float @fadd_f32(ptr %p, float %v) {
  %r = atomicrmw fadd ptr %p, float %v seq_cst
  ret float %r
}

; equals llvm:atomicrmw.fadd.f64
define double @fadd_f64(ptr %p, double %v) {
  %r = atomicrmw fadd ptr %p, double %v seq_cst
  ret double %r
}

; equals llvm:atomicrmw.fadd.v2f16
define <2 x half> @fadd_v2f16(ptr %p, <2 x half> %v) {
  %r = atomicrmw fadd ptr %p, <2 x half> %v seq_cst
  ret <2 x half> %r
}

; equals llvm:atomicrmw.fadd.v2bf16
define <2 x bfloat> @fadd_v2bf16(ptr %p, <2 x bfloat> %v) {
  %r = atomicrmw fadd ptr %p, <2 x bfloat> %v seq_cst
  ret <2 x bfloat> %r
}

; equals llvm:atomicrmw.fsub.f16
define half @fsub_f16(ptr %p, half %v) {
  %r = atomicrmw fsub ptr %p, half %v seq_cst
  ret half %r
}

; equals llvm:atomicrmw.fsub.bf16
define bfloat @fsub_bf16(ptr %p, bfloat %v) {
  %r = atomicrmw fsub ptr %p, bfloat %v seq_cst
  ret bfloat %r
}

; equals llvm:atomicrmw.fsub.f32
define float @fsub_f32(ptr %p, float %v) {
  %r = atomicrmw fsub ptr %p, float %v seq_cst
  ret float %r
}

; equals llvm:atomicrmw.fsub.f64
define double @fsub_f64(ptr %p, double %v) {
  %r = atomicrmw fsub ptr %p, double %v seq_cst
  ret double %r
}

; equals llvm:atomicrmw.fsub.v2f16
define <2 x half> @fsub_v2f16(ptr %p, <2 x half> %v) {
  %r = atomicrmw fsub ptr %p, <2 x half> %v seq_cst
  ret <2 x half> %r
}

; equals llvm:atomicrmw.fsub.v2bf16
define <2 x bfloat> @fsub_v2bf16(ptr %p, <2 x bfloat> %v) {
  %r = atomicrmw fsub ptr %p, <2 x bfloat> %v seq_cst
  ret <2 x bfloat> %r
}

; equals llvm:atomicrmw.fmax.f16
define half @fmax_f16(ptr %p, half %v) {
  %r = atomicrmw fmax ptr %p, half %v seq_cst
  ret half %r
}

; equals llvm:atomicrmw.fmax.bf16
define bfloat @fmax_bf16(ptr %p, bfloat %v) {
  %r = atomicrmw fmax ptr %p, bfloat %v seq_cst
  ret bfloat %r
}

; equals llvm:atomicrmw.fmax.f32
define float @fmax_f32(ptr %p, float %v) {
  %r = atomicrmw fmax ptr %p, float %v seq_cst
  ret float %r
}

; equals llvm:atomicrmw.fmax.f64
define double @fmax_f64(ptr %p, double %v) {
  %r = atomicrmw fmax ptr %p, double %v seq_cst
  ret double %r
}

; equals llvm:atomicrmw.fmax.v2f16
define <2 x half> @fmax_v2f16(ptr %p, <2 x half> %v) {
  %r = atomicrmw fmax ptr %p, <2 x half> %v seq_cst
  ret <2 x half> %r
}

; equals llvm:atomicrmw.fmax.v2bf16
define <2 x bfloat> @fmax_v2bf16(ptr %p, <2 x bfloat> %v) {
  %r = atomicrmw fmax ptr %p, <2 x bfloat> %v seq_cst
  ret <2 x bfloat> %r
}

; equals llvm:atomicrmw.fmin.f16
define half @fmin_f16(ptr %p, half %v) {
  %r = atomicrmw fmin ptr %p, half %v seq_cst
  ret half %r
}

; equals llvm:atomicrmw.fmin.bf16
define bfloat @fmin_bf16(ptr %p, bfloat %v) {
  %r = atomicrmw fmin ptr %p, bfloat %v seq_cst
  ret bfloat %r
}

; equals llvm:atomicrmw.fmin.f32
define float @fmin_f32(ptr %p, float %v) {
  %r = atomicrmw fmin ptr %p, float %v seq_cst
  ret float %r
}

; equals llvm:atomicrmw.fmin.f64
define double @fmin_f64(ptr %p, double %v) {
  %r = atomicrmw fmin ptr %p, double %v seq_cst
  ret double %r
}

; equals llvm:atomicrmw.fmin.v2f16
define <2 x half> @fmin_v2f16(ptr %p, <2 x half> %v) {
  %r = atomicrmw fmin ptr %p, <2 x half> %v seq_cst
  ret <2 x half> %r
}

; equals llvm:atomicrmw.fmin.v2bf16
define <2 x bfloat> @fmin_v2bf16(ptr %p, <2 x bfloat> %v) {
  %r = atomicrmw fmin ptr %p, <2 x bfloat> %v seq_cst
  ret <2 x bfloat> %r
}

; equals llvm:cmpxchg.i8
define i8 @cmpxchg_i8(ptr %p, i8 %c, i8 %v) {
  %s = cmpxchg ptr %p, i8 %c, i8 %v seq_cst seq_cst
  %r = extractvalue { i8, i1 } %s, 0
  ret i8 %r
}

; equals llvm:cmpxchg.i16
define i16 @cmpxchg_i16(ptr %p, i16 %c, i16 %v) {
  %s = cmpxchg ptr %p, i16 %c, i16 %v seq_cst seq_cst
  %r = extractvalue { i16, i1 } %s, 0
  ret i16 %r
}

; equals llvm:cmpxchg.i32
define i32 @cmpxchg_i32(ptr %p, i32 %c, i32 %v) {
  %s = cmpxchg ptr %p, i32 %c, i32 %v seq_cst seq_cst
  %r = extractvalue { i32, i1 } %s, 0
  ret i32 %r
}

; equals llvm:cmpxchg.i64
define i64 @cmpxchg_i64(ptr %p, i64 %c, i64 %v) {
  %s = cmpxchg ptr %p, i64 %c, i64 %v seq_cst seq_cst
  %r = extractvalue { i64, i1 } %s, 0
  ret i64 %r
}
