; Symbols that another file may replace: code finds them through the global offset table, whose entries are relocations.
target triple = "amdgcn-amd-amdhsa"
@visible = addrspace(1) global [4 x i32] [i32 5, i32 6, i32 7, i32 8]
@elsewhere = external addrspace(1) global i32
declare i32 @llvm.amdgcn.workitem.id.x()
define amdgpu_kernel void @through_table(ptr addrspace(1) %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %k = and i32 %t, 3
  %p = getelementptr [4 x i32], ptr addrspace(1) @visible, i32 0, i32 %k
  %v = load i32, ptr addrspace(1) %p
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 %v, ptr addrspace(1) %o
  ret void
}
define amdgpu_kernel void @not_here(ptr addrspace(1) %out) #0 {
  %v = load i32, ptr addrspace(1) @elsewhere
  store i32 %v, ptr addrspace(1) %out
  ret void
}
attributes #0 = { "amdgpu-flat-work-group-size"="1,64" nounwind }
!llvm.module.flags = !{!0}
!0 = !{i32 1, !"amdhsa_code_object_version", i32 500}
