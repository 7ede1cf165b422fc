; A float maximum by a compare-and-swap loop whose swap has a narrower scope than the operation that it stands for.

; equals llvm:atomicrmw.fmax.f32 monotonic
define float @fmax_agent(ptr %p, float %v) {
  %first = load atomic i32, ptr %p syncscope("agent") monotonic, align 4
  br label %loop

loop:
  %old = phi i32 [ %first, %0 ], [ %found, %loop ]
  %f = bitcast i32 %old to float
  %m = call float @llvm.maxnum.f32(float %f, float %v)
  %new = bitcast float %m to i32
  %swap = cmpxchg ptr %p, i32 %old, i32 %new syncscope("agent") monotonic monotonic, align 4
  %found = extractvalue { i32, i1 } %swap, 0
  %ok = extractvalue { i32, i1 } %swap, 1
  br i1 %ok, label %end, label %loop

end:
  %r = bitcast i32 %found to float
  ret float %r
}

; equals llvm:atomicrmw.fmax.f32 monotonic
define float @fmax_system(ptr %p, float %v) {
  %first = load atomic i32, ptr %p monotonic, align 4
  br label %loop

loop:
  %old = phi i32 [ %first, %0 ], [ %found, %loop ]
  %f = bitcast i32 %old to float
  %m = call float @llvm.maxnum.f32(float %f, float %v)
  %new = bitcast float %m to i32
  %swap = cmpxchg ptr %p, i32 %old, i32 %new monotonic monotonic, align 4
  %found = extractvalue { i32, i1 } %swap, 0
  %ok = extractvalue { i32, i1 } %swap, 1
  br i1 %ok, label %end, label %loop

end:
  %r = bitcast i32 %found to float
  ret float %r
}
