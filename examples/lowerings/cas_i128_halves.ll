; A compare-and-swap of 128 bits whose new value goes through two registers of 64 bits.

; equals llvm:cmpxchg.i128 seq_cst
define i128 @cas(ptr %p, i128 %c, i128 %n) {
  %low = trunc i128 %n to i64
  %shifted = lshr i128 %n, 64
  %high = trunc i128 %shifted to i64
  %a = zext i64 %low to i128
  %b = zext i64 %high to i128
  %up = shl nuw i128 %b, 64
  %new = or disjoint i128 %up, %a
  %r = cmpxchg ptr %p, i128 %c, i128 %new seq_cst seq_cst, align 16
  %v = extractvalue { i128, i1 } %r, 0
  ret i128 %v
}

; The same with the registers mixed up.
; equals ptx:atom.cas.b128 seq_cst
define i128 @mixed_up(ptr %p, i128 %c, i128 %n) {
  %low = trunc i128 %n to i64
  %shifted = lshr i128 %n, 64
  %high = trunc i128 %shifted to i64
  %a = zext i64 %high to i128
  %b = zext i64 %low to i128
  %up = shl nuw i128 %b, 64
  %new = or disjoint i128 %up, %a
  %r = cmpxchg ptr %p, i128 %c, i128 %new seq_cst seq_cst, align 16
  %v = extractvalue { i128, i1 } %r, 0
  ret i128 %v
}
