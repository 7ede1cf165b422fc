; Buffer loads and stores of several dwords and of less than one, and image atomics of every dimension. Descriptors are
; plain arguments.
target triple = "amdgcn-amd-amdhsa"
declare <4 x i32> @llvm.amdgcn.raw.buffer.load.v4i32(<4 x i32>, i32, i32, i32 immarg)
declare <3 x i32> @llvm.amdgcn.struct.buffer.load.v3i32(<4 x i32>, i32, i32, i32, i32 immarg)
declare i8 @llvm.amdgcn.raw.buffer.load.i8(<4 x i32>, i32, i32, i32 immarg)
declare i16 @llvm.amdgcn.struct.buffer.load.i16(<4 x i32>, i32, i32, i32, i32 immarg)
declare void @llvm.amdgcn.struct.buffer.store.v4i32(<4 x i32>, <4 x i32>, i32, i32, i32, i32 immarg)
declare void @llvm.amdgcn.raw.buffer.store.v2i32(<2 x i32>, <4 x i32>, i32, i32, i32 immarg)
declare void @llvm.amdgcn.raw.buffer.store.i8(i8, <4 x i32>, i32, i32, i32 immarg)
declare i32 @llvm.amdgcn.image.atomic.add.3d.i32.i32(i32, i32, i32, i32, <8 x i32>, i32 immarg, i32 immarg)
declare i32 @llvm.amdgcn.image.atomic.smax.1darray.i32.i32(i32, i32, i32, <8 x i32>, i32 immarg, i32 immarg)
declare i32 @llvm.amdgcn.image.atomic.xor.2darray.i32.i32(i32, i32, i32, i32, <8 x i32>, i32 immarg, i32 immarg)
declare i32 @llvm.amdgcn.image.atomic.inc.2darray.i32.i16(i32, i16, i16, i16, <8 x i32>, i32 immarg, i32 immarg)
declare i64 @llvm.amdgcn.image.atomic.swap.2d.i64.i32(i64, i32, i32, <8 x i32>, i32 immarg, i32 immarg)
declare i64 @llvm.amdgcn.image.atomic.cmpswap.1d.i64.i32(i64, i64, i32, <8 x i32>, i32 immarg, i32 immarg)
declare i32 @llvm.amdgcn.workitem.id.x()

; Nine answers per lane: four dwords at byte 12t, three at byte 4 of element t, a byte at 3t, half a dword at byte 2 of t.
define amdgpu_kernel void @loads(<4 x i32> inreg %r, ptr addrspace(1) %out, i32 %shared) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %t3 = mul i32 %t, 3
  %t12 = mul i32 %t, 12
  %a = call <4 x i32> @llvm.amdgcn.raw.buffer.load.v4i32(<4 x i32> %r, i32 %t12, i32 %shared, i32 0)
  %b = call <3 x i32> @llvm.amdgcn.struct.buffer.load.v3i32(<4 x i32> %r, i32 %t, i32 4, i32 %shared, i32 0)
  %c = call i8 @llvm.amdgcn.raw.buffer.load.i8(<4 x i32> %r, i32 %t3, i32 %shared, i32 0)
  %d = call i16 @llvm.amdgcn.struct.buffer.load.i16(<4 x i32> %r, i32 %t, i32 2, i32 %shared, i32 0)
  %c32 = zext i8 %c to i32
  %d32 = sext i16 %d to i32
  %i = mul i32 %t, 9
  %p = getelementptr i32, ptr addrspace(1) %out, i32 %i
  store <4 x i32> %a, ptr addrspace(1) %p, align 4
  %p4 = getelementptr i32, ptr addrspace(1) %p, i32 4
  store <3 x i32> %b, ptr addrspace(1) %p4, align 4
  %p7 = getelementptr i32, ptr addrspace(1) %p, i32 7
  store i32 %c32, ptr addrspace(1) %p7
  %p8 = getelementptr i32, ptr addrspace(1) %p, i32 8
  store i32 %d32, ptr addrspace(1) %p8
  ret void
}

; Element t becomes four numbers, then bytes 40t and on two, then the byte at 33t one.
define amdgpu_kernel void @stores(<4 x i32> inreg %r, i32 %shared) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %a0 = add i32 %t, 1000
  %a1 = add i32 %t, 2000
  %a2 = add i32 %t, 3000
  %a3 = add i32 %t, 4000
  %v0 = insertelement <4 x i32> poison, i32 %a0, i32 0
  %v1 = insertelement <4 x i32> %v0, i32 %a1, i32 1
  %v2 = insertelement <4 x i32> %v1, i32 %a2, i32 2
  %v3 = insertelement <4 x i32> %v2, i32 %a3, i32 3
  call void @llvm.amdgcn.struct.buffer.store.v4i32(<4 x i32> %v3, <4 x i32> %r, i32 %t, i32 0, i32 %shared, i32 0)
  %w0 = insertelement <2 x i32> poison, i32 %t, i32 0
  %w1 = insertelement <2 x i32> %w0, i32 %a3, i32 1
  %t40 = mul i32 %t, 40
  call void @llvm.amdgcn.raw.buffer.store.v2i32(<2 x i32> %w1, <4 x i32> %r, i32 %t40, i32 %shared, i32 0)
  %t33 = mul i32 %t, 33
  %byte = trunc i32 %t33 to i8
  call void @llvm.amdgcn.raw.buffer.store.i8(i8 %byte, <4 x i32> %r, i32 %t33, i32 %shared, i32 0)
  ret void
}

; Coordinates: x = t / 4, y = t % 4, slice = t / 8.
define amdgpu_kernel void @shapes(<8 x i32> inreg %volume, <8 x i32> inreg %lines, <8 x i32> inreg %layers, ptr addrspace(1) %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %x = lshr i32 %t, 2
  %y = and i32 %t, 3
  %z = lshr i32 %t, 3
  %a = call i32 @llvm.amdgcn.image.atomic.add.3d.i32.i32(i32 %t, i32 %x, i32 %y, i32 %z, <8 x i32> %volume, i32 0, i32 0)
  %b = call i32 @llvm.amdgcn.image.atomic.smax.1darray.i32.i32(i32 %t, i32 %x, i32 %y, <8 x i32> %lines, i32 0, i32 0)
  %c = call i32 @llvm.amdgcn.image.atomic.xor.2darray.i32.i32(i32 %t, i32 %x, i32 %y, i32 %z, <8 x i32> %layers, i32 0, i32 0)
  %xs = trunc i32 %x to i16
  %ys = trunc i32 %y to i16
  %zs = trunc i32 %z to i16
  %d = call i32 @llvm.amdgcn.image.atomic.inc.2darray.i32.i16(i32 1000, i16 %ys, i16 %xs, i16 %zs, <8 x i32> %layers, i32 0, i32 0)
  %i = shl i32 %t, 2
  %p = getelementptr i32, ptr addrspace(1) %out, i32 %i
  store i32 %a, ptr addrspace(1) %p
  %p1 = getelementptr i32, ptr addrspace(1) %p, i32 1
  store i32 %b, ptr addrspace(1) %p1
  %p2 = getelementptr i32, ptr addrspace(1) %p, i32 2
  store i32 %c, ptr addrspace(1) %p2
  %p3 = getelementptr i32, ptr addrspace(1) %p, i32 3
  store i32 %d, ptr addrspace(1) %p3
  ret void
}

; 64-bit texels: swap at (t, 1), then compare-and-swap at t.
define amdgpu_kernel void @wide(<8 x i32> inreg %r, ptr addrspace(1) %out, i64 %new, i64 %cmp) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %a = call i64 @llvm.amdgcn.image.atomic.swap.2d.i64.i32(i64 %new, i32 %t, i32 1, <8 x i32> %r, i32 0, i32 0)
  %b = call i64 @llvm.amdgcn.image.atomic.cmpswap.1d.i64.i32(i64 %new, i64 %cmp, i32 %t, <8 x i32> %r, i32 0, i32 0)
  %i = shl i32 %t, 1
  %p = getelementptr i64, ptr addrspace(1) %out, i32 %i
  store i64 %a, ptr addrspace(1) %p
  %p1 = getelementptr i64, ptr addrspace(1) %p, i32 1
  store i64 %b, ptr addrspace(1) %p1
  ret void
}
attributes #0 = { "amdgpu-flat-work-group-size"="1,64" nounwind }
!llvm.module.flags = !{!0}
!0 = !{i32 1, !"amdhsa_code_object_version", i32 500}
