; A minimum that leaves the compare-and-swap out where it would change nothing, with the condition the right and the wrong way round.

; equals llvm:atomicrmw.umin.i32 monotonic
define i32 @right(ptr %p, i32 %v) {
  %first = load atomic i32, ptr %p monotonic, align 4
  br label %loop

loop:
  %old = phi i32 [ %first, %0 ], [ %found, %try ]
  %new = call i32 @llvm.umin.i32(i32 %old, i32 %v)
  %smaller = icmp eq i32 %new, %v
  br i1 %smaller, label %try, label %out

try:
  %swap = cmpxchg ptr %p, i32 %old, i32 %new monotonic monotonic, align 4
  %found = extractvalue { i32, i1 } %swap, 0
  %ok = extractvalue { i32, i1 } %swap, 1
  br i1 %ok, label %end, label %loop

out:
  ret i32 %old

end:
  ret i32 %found
}

; equals llvm:atomicrmw.umin.i32 monotonic
define i32 @wrong(ptr %p, i32 %v) {
  %first = load atomic i32, ptr %p monotonic, align 4
  br label %loop

loop:
  %old = phi i32 [ %first, %0 ], [ %found, %try ]
  %new = call i32 @llvm.umin.i32(i32 %old, i32 %v)
  %larger = icmp ne i32 %new, %v
  br i1 %larger, label %try, label %out

try:
  %swap = cmpxchg ptr %p, i32 %old, i32 %new monotonic monotonic, align 4
  %found = extractvalue { i32, i1 } %swap, 0
  %ok = extractvalue { i32, i1 } %swap, 1
  br i1 %ok, label %end, label %loop

out:
  ret i32 %old

end:
  ret i32 %found
}
