; A subtraction as an addition of the negated operand, of integers and of floats, with the ordering on the access, in fences, and lost.

; equals llvm:atomicrmw.sub.i32 seq_cst
define i32 @sub(ptr %p, i32 %v) {
  %n = sub i32 0, %v
  %r = atomicrmw add ptr %p, i32 %n seq_cst
  ret i32 %r
}

; equals llvm:atomicrmw.fsub.f32 seq_cst
define float @fsub(ptr %p, float %v) {
  %n = fneg float %v
  %r = atomicrmw fadd ptr %p, float %n seq_cst
  ret float %r
}

; equals llvm:atomicrmw.sub.i32 syncscope("agent") acq_rel
define i32 @sub_in_fences(ptr %p, i32 %v) {
  %n = sub i32 0, %v
  fence syncscope("agent") release
  %r = atomicrmw add ptr %p, i32 %n syncscope("agent") monotonic
  fence syncscope("agent") acquire
  ret i32 %r
}

; equals llvm:atomicrmw.sub.i32 syncscope("agent") acq_rel
define i32 @sub_without_fences(ptr %p, i32 %v) {
  %n = sub i32 0, %v
  %r = atomicrmw add ptr %p, i32 %n syncscope("agent") monotonic
  ret i32 %r
}
