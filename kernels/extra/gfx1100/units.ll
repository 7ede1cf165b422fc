; Ordered count and alloc, append and consume, the global data share and its registers, through LLVM intrinsics.
target triple = "amdgcn-amd-amdhsa"
@lds = internal addrspace(3) global [64 x i32] undef
declare i32 @llvm.amdgcn.ds.ordered.add(ptr addrspace(2), i32, i32 immarg, i32 immarg, i1 immarg, i32 immarg, i1 immarg, i1 immarg)
declare i32 @llvm.amdgcn.ds.ordered.swap(ptr addrspace(2), i32, i32 immarg, i32 immarg, i1 immarg, i32 immarg, i1 immarg, i1 immarg)
declare i32 @llvm.amdgcn.ds.append.p3(ptr addrspace(3), i1 immarg)
declare i32 @llvm.amdgcn.ds.consume.p3(ptr addrspace(3), i1 immarg)
declare i32 @llvm.amdgcn.ds.append.p2(ptr addrspace(2), i1 immarg)
declare i32 @llvm.amdgcn.ds.consume.p2(ptr addrspace(2), i1 immarg)
declare i32 @llvm.amdgcn.ds.add.gs.reg.rtn.i32(i32, i32 immarg)
declare i64 @llvm.amdgcn.ds.sub.gs.reg.rtn.i64(i32, i32 immarg)
declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.workgroup.id.x()
declare i32 @llvm.amdgcn.readfirstlane.i32(i32)
declare void @llvm.amdgcn.s.barrier()

; out[group] = what the groups before this one counted: 3 * group + 1 each, at counter 1.
define amdgpu_kernel void @count(ptr addrspace(1) %out) #0 {
  %g = call i32 @llvm.amdgcn.workgroup.id.x()
  %three = mul i32 %g, 3
  %n = add i32 %three, 1
  %old = call i32 @llvm.amdgcn.ds.ordered.add(ptr addrspace(2) inttoptr (i32 0 to ptr addrspace(2)), i32 %n, i32 0, i32 0, i1 false, i32 16777217, i1 true, i1 true)
  %first = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %old)
  %p = getelementptr i32, ptr addrspace(1) %out, i32 %g
  store i32 %first, ptr addrspace(1) %p
  ret void
}
; The same for two counters, 0 and 2, by two instructions; the first keeps the turn.
define amdgpu_kernel void @count_two(ptr addrspace(1) %out) #0 {
  %g = call i32 @llvm.amdgcn.workgroup.id.x()
  %n = add i32 %g, 1
  %a = call i32 @llvm.amdgcn.ds.ordered.add(ptr addrspace(2) inttoptr (i32 0 to ptr addrspace(2)), i32 %n, i32 0, i32 0, i1 false, i32 16777216, i1 false, i1 false)
  %b = call i32 @llvm.amdgcn.ds.ordered.add(ptr addrspace(2) inttoptr (i32 0 to ptr addrspace(2)), i32 %a, i32 0, i32 0, i1 false, i32 16777218, i1 true, i1 true)
  %two = shl i32 %g, 1
  %p = getelementptr i32, ptr addrspace(1) %out, i32 %two
  %fa = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %a)
  %fb = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %b)
  store i32 %fa, ptr addrspace(1) %p
  %q = getelementptr i32, ptr addrspace(1) %p, i32 1
  store i32 %fb, ptr addrspace(1) %q
  ret void
}
; Counter 4 hands the number of the group before on.
define amdgpu_kernel void @pass_on(ptr addrspace(1) %out) #0 {
  %g = call i32 @llvm.amdgcn.workgroup.id.x()
  %n = add i32 %g, 100
  %old = call i32 @llvm.amdgcn.ds.ordered.swap(ptr addrspace(2) inttoptr (i32 0 to ptr addrspace(2)), i32 %n, i32 0, i32 0, i1 false, i32 16777220, i1 true, i1 true)
  %first = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %old)
  %p = getelementptr i32, ptr addrspace(1) %out, i32 %g
  store i32 %first, ptr addrspace(1) %p
  ret void
}
; Group 0 never releases its turn.
define amdgpu_kernel void @keeps_turn(ptr addrspace(1) %out) #0 {
  %g = call i32 @llvm.amdgcn.workgroup.id.x()
  %holds = icmp eq i32 %g, 0
  br i1 %holds, label %end, label %next
next:
  %old = call i32 @llvm.amdgcn.ds.ordered.add(ptr addrspace(2) inttoptr (i32 0 to ptr addrspace(2)), i32 1, i32 0, i32 0, i1 false, i32 16777217, i1 true, i1 true)
  %first = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %old)
  %p = getelementptr i32, ptr addrspace(1) %out, i32 %g
  store i32 %first, ptr addrspace(1) %p
  br label %end
end:
  ret void
}
; Lanes with odd input append in LDS, some of them take back; out[lane] = what each got, or -1.
define amdgpu_kernel void @append(ptr addrspace(1) %in, ptr addrspace(1) %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %zero = icmp eq i32 %t, 0
  br i1 %zero, label %clear, label %start
clear:
  store i32 1000, ptr addrspace(3) @lds
  br label %start
start:
  call void @llvm.amdgcn.s.barrier()
  %p = getelementptr i32, ptr addrspace(1) %in, i32 %t
  %v = load i32, ptr addrspace(1) %p
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %t
  store i32 -1, ptr addrspace(1) %o
  %odd = and i32 %v, 1
  %is = icmp eq i32 %odd, 1
  br i1 %is, label %put, label %end
put:
  %a = call i32 @llvm.amdgcn.ds.append.p3(ptr addrspace(3) @lds, i1 false)
  %three = and i32 %v, 2
  %both = icmp eq i32 %three, 2
  br i1 %both, label %take, label %one
take:
  %c = call i32 @llvm.amdgcn.ds.consume.p3(ptr addrspace(3) @lds, i1 false)
  %s = shl i32 %c, 16
  %r = or i32 %a, %s
  store i32 %r, ptr addrspace(1) %o
  br label %end
one:
  store i32 %a, ptr addrspace(1) %o
  br label %end
end:
  ret void
}
; A counter in GDS that all groups share. The pointer is M0: base in the upper half, size in the lower.
define amdgpu_kernel void @append_gds(ptr addrspace(1) %in, ptr addrspace(1) %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %g = call i32 @llvm.amdgcn.workgroup.id.x()
  %row = shl i32 %g, 5
  %i = add i32 %row, %t
  %p = getelementptr i32, ptr addrspace(1) %in, i32 %i
  %v = load i32, ptr addrspace(1) %p
  %o = getelementptr i32, ptr addrspace(1) %out, i32 %i
  %odd = and i32 %v, 1
  %is = icmp eq i32 %odd, 1
  br i1 %is, label %put, label %end
put:
  %a = call i32 @llvm.amdgcn.ds.append.p2(ptr addrspace(2) inttoptr (i32 4194560 to ptr addrspace(2)), i1 false)
  store i32 %a, ptr addrspace(1) %o
  br label %end
end:
  ret void
}
; GDS as memory: one lane speaks for its wave. LLVM sets M0 to the size of the global.
@gds = internal addrspace(2) global [16 x i32] undef
define amdgpu_kernel void @memory_gds(ptr addrspace(1) %out) #0 {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %g = call i32 @llvm.amdgcn.workgroup.id.x()
  %n = add i32 %g, 1
  %a0 = getelementptr [16 x i32], ptr addrspace(2) @gds, i32 0, i32 0
  %a1 = getelementptr [16 x i32], ptr addrspace(2) @gds, i32 0, i32 1
  %a2 = getelementptr [16 x i32], ptr addrspace(2) @gds, i32 0, i32 2
  %a4 = getelementptr [16 x i32], ptr addrspace(2) @gds, i32 0, i32 4
  %old = atomicrmw add ptr addrspace(2) %a0, i32 %n monotonic
  %m = atomicrmw umax ptr addrspace(2) %a1, i32 %n monotonic
  %x = atomicrmw xor ptr addrspace(2) %a2, i32 %n monotonic
  %w = zext i32 %n to i64
  %w2 = shl i64 %w, 33
  %y = atomicrmw add ptr addrspace(2) %a4, i64 %w2 monotonic
  %first = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %old)
  %p = getelementptr i32, ptr addrspace(1) %out, i32 %g
  store i32 %first, ptr addrspace(1) %p
  ret void
}
; LLVM has no plain loads of this space: by their mnemonic, with the address in a register.
define amdgpu_kernel void @show_gds(ptr addrspace(1) %out) #0 {
  %v0 = call i32 asm sideeffect "s_mov_b32 m0, 64\0Ads_load_b32 $0, $1 offset:0 gds\0As_waitcnt lgkmcnt(0)", "=v,v,~{m0}"(i32 0)
  %f0 = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %v0)
  %p0 = getelementptr i32, ptr addrspace(1) %out, i32 0
  store i32 %f0, ptr addrspace(1) %p0
  %v1 = call i32 asm sideeffect "s_mov_b32 m0, 64\0Ads_load_b32 $0, $1 offset:4 gds\0As_waitcnt lgkmcnt(0)", "=v,v,~{m0}"(i32 0)
  %f1 = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %v1)
  %p1 = getelementptr i32, ptr addrspace(1) %out, i32 1
  store i32 %f1, ptr addrspace(1) %p1
  %v2 = call i32 asm sideeffect "s_mov_b32 m0, 64\0Ads_load_b32 $0, $1 offset:8 gds\0As_waitcnt lgkmcnt(0)", "=v,v,~{m0}"(i32 0)
  %f2 = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %v2)
  %p2 = getelementptr i32, ptr addrspace(1) %out, i32 2
  store i32 %f2, ptr addrspace(1) %p2
  %v3 = call i32 asm sideeffect "s_mov_b32 m0, 64\0Ads_load_b32 $0, $1 offset:12 gds\0As_waitcnt lgkmcnt(0)", "=v,v,~{m0}"(i32 0)
  %f3 = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %v3)
  %p3 = getelementptr i32, ptr addrspace(1) %out, i32 3
  store i32 %f3, ptr addrspace(1) %p3
  %v4 = call i32 asm sideeffect "s_mov_b32 m0, 64\0Ads_load_b32 $0, $1 offset:16 gds\0As_waitcnt lgkmcnt(0)", "=v,v,~{m0}"(i32 0)
  %f4 = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %v4)
  %p4 = getelementptr i32, ptr addrspace(1) %out, i32 4
  store i32 %f4, ptr addrspace(1) %p4
  %v5 = call i32 asm sideeffect "s_mov_b32 m0, 64\0Ads_load_b32 $0, $1 offset:20 gds\0As_waitcnt lgkmcnt(0)", "=v,v,~{m0}"(i32 0)
  %f5 = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %v5)
  %p5 = getelementptr i32, ptr addrspace(1) %out, i32 5
  store i32 %f5, ptr addrspace(1) %p5
  ret void
}
; GS register 5 (32 bits) and 9 (64 bits): the first adds, the second subtracts.
define amdgpu_kernel void @registers(ptr addrspace(1) %out) #0 {
  %g = call i32 @llvm.amdgcn.workgroup.id.x()
  %n = add i32 %g, 1
  %a = call i32 @llvm.amdgcn.ds.add.gs.reg.rtn.i32(i32 %n, i32 20)
  %b = call i64 @llvm.amdgcn.ds.sub.gs.reg.rtn.i64(i32 %n, i32 36)
  %four = shl i32 %g, 2
  %p = getelementptr i32, ptr addrspace(1) %out, i32 %four
  %fa = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %a)
  store i32 %fa, ptr addrspace(1) %p
  %lo = trunc i64 %b to i32
  %shifted = lshr i64 %b, 32
  %hi = trunc i64 %shifted to i32
  %flo = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %lo)
  %fhi = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %hi)
  %q = getelementptr i32, ptr addrspace(1) %p, i32 2
  store i32 %flo, ptr addrspace(1) %q
  %r = getelementptr i32, ptr addrspace(1) %p, i32 3
  store i32 %fhi, ptr addrspace(1) %r
  ret void
}
attributes #0 = { "amdgpu-flat-work-group-size"="32,32" nounwind }
!llvm.module.flags = !{!0}
!0 = !{i32 1, !"amdhsa_code_object_version", i32 500}
