; A kernel of the vector compiler, one work-item a thread: 16 elements squared. As SPIR-V:
;   llvm-as-15 vector.ll -o vector.bc; llvm-spirv-15 vector.bc -o vector.spv --spirv-ext=+SPV_INTEL_vector_compute --spirv-allow-unknown-intrinsics=llvm.genx
target datalayout = "e-p:64:64-i64:64-n8:16:32:64"
target triple = "spir64-unknown-unknown"
declare void @llvm.genx.svm.block.st.i64.v16i32(i64, <16 x i32>)
declare <16 x i32> @llvm.genx.svm.block.ld.unaligned.v16i32.i64(i64)
define spir_kernel void @k(i64 "VCArgumentDesc"="svmptr_t" "VCArgumentIOKind"="0" "VCArgumentKind"="0" %p) #0 {
  %a = call <16 x i32> @llvm.genx.svm.block.ld.unaligned.v16i32.i64(i64 %p)
  %b = mul <16 x i32> %a, %a
  call void @llvm.genx.svm.block.st.i64.v16i32(i64 %p, <16 x i32> %b)
  ret void
}
attributes #0 = { noinline nounwind "VCFunction" "VCNamedBarrierCount"="0" "VCSLMSize"="0" }
!spirv.MemoryModel = !{!0}
!opencl.ocl.version = !{!1}
!0 = !{i32 2, i32 2}
!1 = !{i32 2, i32 0}
