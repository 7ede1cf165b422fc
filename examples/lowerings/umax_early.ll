; A maximum that stores nothing where memory is not smaller: monotonic and acquire, but no release.
; equals llvm:atomicrmw.umax.i32
define i32 @umax_early(ptr %p, i32 %v) {
  %first = load atomic i32, ptr %p acquire, align 4
  br label %loop

loop:
  %old = phi i32 [ %first, %0 ], [ %found, %try ]
  %done = icmp uge i32 %old, %v
  br i1 %done, label %out, label %try

try:
  %swap = cmpxchg ptr %p, i32 %old, i32 %v acq_rel acquire, align 4
  %found = extractvalue { i32, i1 } %swap, 0
  %ok = extractvalue { i32, i1 } %swap, 1
  br i1 %ok, label %end, label %loop

out:
  ret i32 %old

end:
  ret i32 %found
}
