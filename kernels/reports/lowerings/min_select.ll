; OpenCL's minimum of floats as a choice by a comparison, which is false where an operand is a NaN.

; equals opencl:atomic_fetch_min.float monotonic
define float @by_select(ptr %p, float %v) {
  %first = load atomic i32, ptr %p monotonic, align 4
  br label %loop

loop:
  %old = phi i32 [ %first, %0 ], [ %found, %loop ]
  %f = bitcast i32 %old to float
  %less = fcmp olt float %f, %v
  %m = select i1 %less, float %f, float %v
  %new = bitcast float %m to i32
  %swap = cmpxchg ptr %p, i32 %old, i32 %new monotonic monotonic, align 4
  %found = extractvalue { i32, i1 } %swap, 0
  %ok = extractvalue { i32, i1 } %swap, 1
  br i1 %ok, label %end, label %loop

end:
  %r = bitcast i32 %found to float
  ret float %r
}

; equals opencl:atomic_fetch_min.float monotonic
define float @by_minnum(ptr %p, float %v) {
  %first = load atomic i32, ptr %p monotonic, align 4
  br label %loop

loop:
  %old = phi i32 [ %first, %0 ], [ %found, %loop ]
  %f = bitcast i32 %old to float
  %m = call float @llvm.minnum.f32(float %f, float %v)
  %new = bitcast float %m to i32
  %swap = cmpxchg ptr %p, i32 %old, i32 %new monotonic monotonic, align 4
  %found = extractvalue { i32, i1 } %swap, 0
  %ok = extractvalue { i32, i1 } %swap, 1
  br i1 %ok, label %end, label %loop

end:
  %r = bitcast i32 %found to float
  ret float %r
}
