; Additions of a byte, and of two halves of a word as a vector, by a compare-and-swap of the word around them; and the same with a mask that is too wide.

; equals llvm:atomicrmw.add.i8
define i8 @add_byte(ptr %p, i8 %v) {
  %word = call ptr @llvm.ptrmask.p0.i64(ptr %p, i64 -4)
  %address = ptrtoint ptr %p to i64
  %lane = and i64 %address, 3
  %bits = shl i64 %lane, 3
  %shift = trunc i64 %bits to i32
  %mask = shl i32 255, %shift
  %others = xor i32 %mask, -1
  %wide = zext i8 %v to i32
  %placed = shl i32 %wide, %shift
  %first = load i32, ptr %word, align 4
  br label %loop

loop:
  %old = phi i32 [ %first, %0 ], [ %found, %loop ]
  %sum = add i32 %old, %placed
  %mine = and i32 %sum, %mask
  %kept = and i32 %old, %others
  %new = or i32 %kept, %mine
  %swap = cmpxchg ptr %word, i32 %old, i32 %new seq_cst seq_cst, align 4
  %found = extractvalue { i32, i1 } %swap, 0
  %ok = extractvalue { i32, i1 } %swap, 1
  br i1 %ok, label %end, label %loop

end:
  %down = lshr i32 %found, %shift
  %r = trunc i32 %down to i8
  ret i8 %r
}

; The carry of the byte goes into the neighbour.
; equals llvm:atomicrmw.add.i8
define i8 @add_byte_unmasked(ptr %p, i8 %v) {
  %word = call ptr @llvm.ptrmask.p0.i64(ptr %p, i64 -4)
  %address = ptrtoint ptr %p to i64
  %lane = and i64 %address, 3
  %bits = shl i64 %lane, 3
  %shift = trunc i64 %bits to i32
  %wide = zext i8 %v to i32
  %placed = shl i32 %wide, %shift
  %old = atomicrmw add ptr %word, i32 %placed seq_cst
  %down = lshr i32 %old, %shift
  %r = trunc i32 %down to i8
  ret i8 %r
}
