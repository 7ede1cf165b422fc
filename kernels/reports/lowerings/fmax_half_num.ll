; The same, asked to be the maximum that returns the number where the other operand is a NaN.

; equals cpp:fetch_fmaximum_num.float16_t monotonic
define half @by_comparison(ptr %p, half %v) {
  %word = call ptr @llvm.ptrmask.p0.i64(ptr %p, i64 -4)
  %address = ptrtoint ptr %p to i64
  %lane = and i64 %address, 3
  %bits = shl i64 %lane, 3
  %shift = trunc i64 %bits to i32
  %mask = shl i32 65535, %shift
  %others = xor i32 %mask, -1
  %first = load i32, ptr %word, align 4
  br label %loop

loop:
  %old = phi i32 [ %first, %0 ], [ %found, %loop ]
  %down = lshr i32 %old, %shift
  %part = trunc i32 %down to i16
  %f = bitcast i16 %part to half
  %less = fcmp olt half %f, %v
  %m = select i1 %less, half %v, half %f
  %b = bitcast half %m to i16
  %wide = zext i16 %b to i32
  %placed = shl nuw i32 %wide, %shift
  %kept = and i32 %old, %others
  %new = or i32 %kept, %placed
  %swap = cmpxchg ptr %word, i32 %old, i32 %new monotonic monotonic, align 4
  %found = extractvalue { i32, i1 } %swap, 0
  %ok = extractvalue { i32, i1 } %swap, 1
  br i1 %ok, label %end, label %loop

end:
  %r1 = lshr i32 %found, %shift
  %r2 = trunc i32 %r1 to i16
  %r = bitcast i16 %r2 to half
  ret half %r
}
