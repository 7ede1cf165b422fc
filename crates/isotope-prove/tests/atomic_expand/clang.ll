; clang.c by clang 19.1.7, before and after opt -passes=atomic-expand. Written by tools/clang_atomics.py.

; equals llvm:atomicrmw.sub.i32 syncscope("agent-one-as") acq_rel
define hidden i32 @sub_i32.gfx1100.before(ptr nocapture noundef %0, i32 noundef %1) {
  %3 = atomicrmw sub ptr %0, i32 %1 syncscope("agent-one-as") acq_rel, align 4
  ret i32 %3
}

; equals llvm:atomicrmw.and.i8 seq_cst
define hidden zeroext i8 @and_i8.gfx1100.before(ptr nocapture noundef %0, i8 noundef zeroext %1) {
  %3 = atomicrmw and ptr %0, i8 %1 seq_cst, align 1
  ret i8 %3
}

; equals llvm:atomicrmw.or.i8 syncscope("workgroup-one-as") monotonic
define hidden zeroext i8 @or_i8.gfx1100.before(ptr nocapture noundef %0, i8 noundef zeroext %1) {
  %3 = atomicrmw or ptr %0, i8 %1 syncscope("workgroup-one-as") monotonic, align 1
  ret i8 %3
}

; equals llvm:atomicrmw.xor.i16 syncscope("agent-one-as") acquire
define hidden zeroext i16 @xor_i16.gfx1100.before(ptr nocapture noundef %0, i16 noundef zeroext %1) {
  %3 = atomicrmw xor ptr %0, i16 %1 syncscope("agent-one-as") acquire, align 2
  ret i16 %3
}

; equals llvm:atomicrmw.xchg.i16 syncscope("agent-one-as") release
define hidden zeroext i16 @xchg_i16.gfx1100.before(ptr nocapture noundef %0, i16 noundef zeroext %1) {
  %3 = atomicrmw xchg ptr %0, i16 %1 syncscope("agent-one-as") release, align 2
  ret i16 %3
}

; equals llvm:atomicrmw.nand.i32 syncscope("workgroup") seq_cst
define hidden i32 @nand_i32.gfx1100.before(ptr nocapture noundef %0, i32 noundef %1) {
  %3 = atomicrmw nand ptr %0, i32 %1 syncscope("workgroup") seq_cst, align 4
  ret i32 %3
}

; equals llvm:atomicrmw.fadd.f32 acq_rel
define hidden float @fadd_f32.gfx1100.before(ptr nocapture noundef %0, float noundef %1) {
  %3 = atomicrmw fadd ptr %0, float %1 acq_rel, align 4
  ret float %3
}

; equals llvm:atomicrmw.fsub.f32 monotonic
define hidden float @fsub_f32.gfx1100.before(ptr nocapture noundef %0, float noundef %1) {
  %3 = atomicrmw fsub ptr %0, float %1 monotonic, align 4
  ret float %3
}

; equals llvm:atomicrmw.fadd.f64 syncscope("agent-one-as") monotonic
define hidden double @fadd_f64.gfx1100.before(ptr nocapture noundef %0, double noundef %1) {
  %3 = atomicrmw fadd ptr %0, double %1 syncscope("agent-one-as") monotonic, align 8
  ret double %3
}

; equals llvm:atomicrmw.fmax.f32 syncscope("one-as") acquire
define hidden float @fmax_f32.gfx1100.before(ptr nocapture noundef %0, float noundef %1) {
  %3 = atomicrmw fmax ptr %0, float %1 syncscope("one-as") acquire, align 4
  ret float %3
}

; equals llvm:atomicrmw.fadd.f16 syncscope("agent-one-as") release
define hidden half @fadd_f16.gfx1100.before(ptr nocapture noundef %0, half noundef %1) {
  %3 = atomicrmw fadd ptr %0, half %1 syncscope("agent-one-as") release, align 2
  ret half %3
}

; equals llvm:atomicrmw.fmin.f16 syncscope("agent-one-as") monotonic
define hidden half @fmin_f16.gfx1100.before(ptr nocapture noundef %0, half noundef %1) {
  %3 = atomicrmw fmin ptr %0, half %1 syncscope("agent-one-as") monotonic, align 2
  ret half %3
}

; equals llvm:cmpxchg.i8 syncscope("agent-one-as") acq_rel monotonic
define hidden zeroext i8 @cas_i8.gfx1100.before(ptr nocapture noundef %0, i8 noundef zeroext %1, i8 noundef zeroext %2) {
  %4 = cmpxchg ptr %0, i8 %1, i8 %2 syncscope("agent-one-as") acq_rel monotonic, align 1
  %5 = extractvalue { i8, i1 } %4, 0
  ret i8 %5
}

; equals llvm:atomicrmw.max.i32 acquire
define hidden i32 @smax_by_hand.gfx1100.before(ptr nocapture noundef %0, i32 noundef %1) {
  %3 = load atomic i32, ptr %0 acquire, align 4
  br label %4

4:
  %5 = phi i32 [ %3, %2 ], [ %10, %7 ]
  %6 = icmp slt i32 %5, %1
  br i1 %6, label %7, label %11

7:
  %8 = cmpxchg weak ptr %0, i32 %5, i32 %1 acq_rel acquire, align 4
  %9 = extractvalue { i32, i1 } %8, 1
  %10 = extractvalue { i32, i1 } %8, 0
  br i1 %9, label %11, label %4

11:
  %12 = phi i32 [ %10, %7 ], [ %5, %4 ]
  ret i32 %12
}

; equals llvm:atomicrmw.uinc_wrap.i32 acq_rel
define hidden i32 @inc_by_hand.gfx1100.before(ptr nocapture noundef %0, i32 noundef %1) {
  %3 = load atomic i32, ptr %0 monotonic, align 4
  fence release
  br label %4

4:
  %5 = phi i32 [ %3, %2 ], [ %11, %4 ]
  %6 = icmp ult i32 %5, %1
  %7 = add i32 %5, 1
  %8 = select i1 %6, i32 %7, i32 0
  %9 = cmpxchg weak ptr %0, i32 %5, i32 %8 monotonic monotonic, align 4
  %10 = extractvalue { i32, i1 } %9, 1
  %11 = extractvalue { i32, i1 } %9, 0
  br i1 %10, label %12, label %4

12:
  fence acquire
  ret i32 %11
}

; equals llvm:atomicrmw.uinc_wrap.i32 acq_rel
define hidden i32 @wrong_inc.gfx1100.before(ptr nocapture noundef %0, i32 noundef %1) {
  %3 = load atomic i32, ptr %0 monotonic, align 4
  fence release
  br label %4

4:
  %5 = phi i32 [ %3, %2 ], [ %11, %4 ]
  %6 = icmp ult i32 %5, %1
  %7 = add nsw i32 %5, 1
  %8 = select i1 %6, i32 %7, i32 0
  %9 = cmpxchg weak ptr %0, i32 %5, i32 %8 monotonic monotonic, align 4
  %10 = extractvalue { i32, i1 } %9, 1
  %11 = extractvalue { i32, i1 } %9, 0
  br i1 %10, label %12, label %4

12:
  fence acquire
  ret i32 %11
}

; equals llvm:atomicrmw.max.i32 acquire
define hidden i32 @wrong_max.gfx1100.before(ptr nocapture noundef %0, i32 noundef %1) {
  %3 = load atomic i32, ptr %0 acquire, align 4
  br label %4

4:
  %5 = phi i32 [ %3, %2 ], [ %10, %7 ]
  %6 = icmp slt i32 %5, %1
  br i1 %6, label %7, label %11

7:
  %8 = cmpxchg weak ptr %0, i32 %5, i32 %1 acq_rel monotonic, align 4
  %9 = extractvalue { i32, i1 } %8, 1
  %10 = extractvalue { i32, i1 } %8, 0
  br i1 %9, label %11, label %4

11:
  %12 = phi i32 [ %10, %7 ], [ %5, %4 ]
  ret i32 %12
}

; equals llvm:atomicrmw.add.i32 release
define hidden i32 @wrong_add.gfx1100.before(ptr nocapture noundef %0, i32 noundef %1) {
  %3 = atomicrmw add ptr %0, i32 %1 monotonic, align 4
  fence release
  ret i32 %3
}

; equals llvm:atomicrmw.and.i8 seq_cst
define hidden zeroext i8 @and_i8.gfx1100.after(ptr nocapture noundef %0, i8 noundef zeroext %1) {
  %AlignedAddr = call ptr @llvm.ptrmask.p0.i64(ptr %0, i64 -4)
  %3 = ptrtoint ptr %0 to i64
  %PtrLSB = and i64 %3, 3
  %4 = shl i64 %PtrLSB, 3
  %ShiftAmt = trunc i64 %4 to i32
  %Mask = shl i32 255, %ShiftAmt
  %Inv_Mask = xor i32 %Mask, -1
  %5 = zext i8 %1 to i32
  %ValOperand_Shifted = shl i32 %5, %ShiftAmt
  %AndOperand = or i32 %ValOperand_Shifted, %Inv_Mask
  %6 = atomicrmw and ptr %AlignedAddr, i32 %AndOperand seq_cst, align 4
  %shifted = lshr i32 %6, %ShiftAmt
  %extracted = trunc i32 %shifted to i8
  ret i8 %extracted
}

; equals llvm:atomicrmw.or.i8 syncscope("workgroup-one-as") monotonic
define hidden zeroext i8 @or_i8.gfx1100.after(ptr nocapture noundef %0, i8 noundef zeroext %1) {
  %AlignedAddr = call ptr @llvm.ptrmask.p0.i64(ptr %0, i64 -4)
  %3 = ptrtoint ptr %0 to i64
  %PtrLSB = and i64 %3, 3
  %4 = shl i64 %PtrLSB, 3
  %ShiftAmt = trunc i64 %4 to i32
  %Mask = shl i32 255, %ShiftAmt
  %Inv_Mask = xor i32 %Mask, -1
  %5 = zext i8 %1 to i32
  %ValOperand_Shifted = shl i32 %5, %ShiftAmt
  %6 = atomicrmw or ptr %AlignedAddr, i32 %ValOperand_Shifted syncscope("workgroup-one-as") monotonic, align 4
  %shifted = lshr i32 %6, %ShiftAmt
  %extracted = trunc i32 %shifted to i8
  ret i8 %extracted
}

; equals llvm:atomicrmw.xor.i16 syncscope("agent-one-as") acquire
define hidden zeroext i16 @xor_i16.gfx1100.after(ptr nocapture noundef %0, i16 noundef zeroext %1) {
  %AlignedAddr = call ptr @llvm.ptrmask.p0.i64(ptr %0, i64 -4)
  %3 = ptrtoint ptr %0 to i64
  %PtrLSB = and i64 %3, 3
  %4 = shl i64 %PtrLSB, 3
  %ShiftAmt = trunc i64 %4 to i32
  %Mask = shl i32 65535, %ShiftAmt
  %Inv_Mask = xor i32 %Mask, -1
  %5 = zext i16 %1 to i32
  %ValOperand_Shifted = shl i32 %5, %ShiftAmt
  %6 = atomicrmw xor ptr %AlignedAddr, i32 %ValOperand_Shifted syncscope("agent-one-as") acquire, align 4
  %shifted = lshr i32 %6, %ShiftAmt
  %extracted = trunc i32 %shifted to i16
  ret i16 %extracted
}

; equals llvm:atomicrmw.xchg.i16 syncscope("agent-one-as") release
define hidden zeroext i16 @xchg_i16.gfx1100.after(ptr nocapture noundef %0, i16 noundef zeroext %1) {
  %AlignedAddr = call ptr @llvm.ptrmask.p0.i64(ptr %0, i64 -4)
  %3 = ptrtoint ptr %0 to i64
  %PtrLSB = and i64 %3, 3
  %4 = shl i64 %PtrLSB, 3
  %ShiftAmt = trunc i64 %4 to i32
  %Mask = shl i32 65535, %ShiftAmt
  %Inv_Mask = xor i32 %Mask, -1
  %5 = zext i16 %1 to i32
  %ValOperand_Shifted = shl i32 %5, %ShiftAmt
  %6 = load i32, ptr %AlignedAddr, align 4
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi i32 [ %6, %2 ], [ %newloaded, %atomicrmw.start ]
  %7 = and i32 %loaded, %Inv_Mask
  %8 = or i32 %7, %ValOperand_Shifted
  %9 = cmpxchg ptr %AlignedAddr, i32 %loaded, i32 %8 syncscope("agent-one-as") release monotonic, align 4
  %success = extractvalue { i32, i1 } %9, 1
  %newloaded = extractvalue { i32, i1 } %9, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  %shifted = lshr i32 %newloaded, %ShiftAmt
  %extracted = trunc i32 %shifted to i16
  ret i16 %extracted
}

; equals llvm:atomicrmw.nand.i32 syncscope("workgroup") seq_cst
define hidden i32 @nand_i32.gfx1100.after(ptr nocapture noundef %0, i32 noundef %1) {
  %3 = load i32, ptr %0, align 4
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi i32 [ %3, %2 ], [ %newloaded, %atomicrmw.start ]
  %4 = and i32 %loaded, %1
  %new = xor i32 %4, -1
  %5 = cmpxchg ptr %0, i32 %loaded, i32 %new syncscope("workgroup") seq_cst seq_cst, align 4
  %success = extractvalue { i32, i1 } %5, 1
  %newloaded = extractvalue { i32, i1 } %5, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  ret i32 %newloaded
}

; equals llvm:atomicrmw.fadd.f32 acq_rel
define hidden float @fadd_f32.gfx1100.after(ptr nocapture noundef %0, float noundef %1) {
  %3 = load float, ptr %0, align 4
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi float [ %3, %2 ], [ %7, %atomicrmw.start ]
  %new = fadd float %loaded, %1
  %4 = bitcast float %new to i32
  %5 = bitcast float %loaded to i32
  %6 = cmpxchg ptr %0, i32 %5, i32 %4 acq_rel acquire, align 4
  %success = extractvalue { i32, i1 } %6, 1
  %newloaded = extractvalue { i32, i1 } %6, 0
  %7 = bitcast i32 %newloaded to float
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  ret float %7
}

; equals llvm:atomicrmw.fsub.f32 monotonic
define hidden float @fsub_f32.gfx1100.after(ptr nocapture noundef %0, float noundef %1) {
  %3 = load float, ptr %0, align 4
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi float [ %3, %2 ], [ %7, %atomicrmw.start ]
  %new = fsub float %loaded, %1
  %4 = bitcast float %new to i32
  %5 = bitcast float %loaded to i32
  %6 = cmpxchg ptr %0, i32 %5, i32 %4 monotonic monotonic, align 4
  %success = extractvalue { i32, i1 } %6, 1
  %newloaded = extractvalue { i32, i1 } %6, 0
  %7 = bitcast i32 %newloaded to float
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  ret float %7
}

; equals llvm:atomicrmw.fadd.f64 syncscope("agent-one-as") monotonic
define hidden double @fadd_f64.gfx1100.after(ptr nocapture noundef %0, double noundef %1) {
  %3 = load double, ptr %0, align 8
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi double [ %3, %2 ], [ %7, %atomicrmw.start ]
  %new = fadd double %loaded, %1
  %4 = bitcast double %new to i64
  %5 = bitcast double %loaded to i64
  %6 = cmpxchg ptr %0, i64 %5, i64 %4 syncscope("agent-one-as") monotonic monotonic, align 8
  %success = extractvalue { i64, i1 } %6, 1
  %newloaded = extractvalue { i64, i1 } %6, 0
  %7 = bitcast i64 %newloaded to double
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  ret double %7
}

; equals llvm:atomicrmw.fmax.f32 syncscope("one-as") acquire
define hidden float @fmax_f32.gfx1100.after(ptr nocapture noundef %0, float noundef %1) {
  %3 = load float, ptr %0, align 4
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi float [ %3, %2 ], [ %8, %atomicrmw.start ]
  %4 = call float @llvm.maxnum.f32(float %loaded, float %1)
  %5 = bitcast float %4 to i32
  %6 = bitcast float %loaded to i32
  %7 = cmpxchg ptr %0, i32 %6, i32 %5 syncscope("one-as") acquire acquire, align 4
  %success = extractvalue { i32, i1 } %7, 1
  %newloaded = extractvalue { i32, i1 } %7, 0
  %8 = bitcast i32 %newloaded to float
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  ret float %8
}

; equals llvm:atomicrmw.fadd.f16 syncscope("agent-one-as") release
define hidden half @fadd_f16.gfx1100.after(ptr nocapture noundef %0, half noundef %1) {
  %AlignedAddr = call ptr @llvm.ptrmask.p0.i64(ptr %0, i64 -4)
  %3 = ptrtoint ptr %0 to i64
  %PtrLSB = and i64 %3, 3
  %4 = shl i64 %PtrLSB, 3
  %ShiftAmt = trunc i64 %4 to i32
  %Mask = shl i32 65535, %ShiftAmt
  %Inv_Mask = xor i32 %Mask, -1
  %5 = load i32, ptr %AlignedAddr, align 4
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi i32 [ %5, %2 ], [ %newloaded, %atomicrmw.start ]
  %shifted = lshr i32 %loaded, %ShiftAmt
  %extracted = trunc i32 %shifted to i16
  %6 = bitcast i16 %extracted to half
  %new = fadd half %6, %1
  %7 = bitcast half %new to i16
  %extended = zext i16 %7 to i32
  %shifted1 = shl nuw i32 %extended, %ShiftAmt
  %unmasked = and i32 %loaded, %Inv_Mask
  %inserted = or i32 %unmasked, %shifted1
  %8 = cmpxchg ptr %AlignedAddr, i32 %loaded, i32 %inserted syncscope("agent-one-as") release monotonic, align 4
  %success = extractvalue { i32, i1 } %8, 1
  %newloaded = extractvalue { i32, i1 } %8, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  %shifted2 = lshr i32 %newloaded, %ShiftAmt
  %extracted3 = trunc i32 %shifted2 to i16
  %9 = bitcast i16 %extracted3 to half
  ret half %9
}

; equals llvm:atomicrmw.fmin.f16 syncscope("agent-one-as") monotonic
define hidden half @fmin_f16.gfx1100.after(ptr nocapture noundef %0, half noundef %1) {
  %AlignedAddr = call ptr @llvm.ptrmask.p0.i64(ptr %0, i64 -4)
  %3 = ptrtoint ptr %0 to i64
  %PtrLSB = and i64 %3, 3
  %4 = shl i64 %PtrLSB, 3
  %ShiftAmt = trunc i64 %4 to i32
  %Mask = shl i32 65535, %ShiftAmt
  %Inv_Mask = xor i32 %Mask, -1
  %5 = load i32, ptr %AlignedAddr, align 4
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi i32 [ %5, %2 ], [ %newloaded, %atomicrmw.start ]
  %shifted = lshr i32 %loaded, %ShiftAmt
  %extracted = trunc i32 %shifted to i16
  %6 = bitcast i16 %extracted to half
  %7 = call half @llvm.minnum.f16(half %6, half %1)
  %8 = bitcast half %7 to i16
  %extended = zext i16 %8 to i32
  %shifted1 = shl nuw i32 %extended, %ShiftAmt
  %unmasked = and i32 %loaded, %Inv_Mask
  %inserted = or i32 %unmasked, %shifted1
  %9 = cmpxchg ptr %AlignedAddr, i32 %loaded, i32 %inserted syncscope("agent-one-as") monotonic monotonic, align 4
  %success = extractvalue { i32, i1 } %9, 1
  %newloaded = extractvalue { i32, i1 } %9, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  %shifted2 = lshr i32 %newloaded, %ShiftAmt
  %extracted3 = trunc i32 %shifted2 to i16
  %10 = bitcast i16 %extracted3 to half
  ret half %10
}

; equals llvm:cmpxchg.i8 syncscope("agent-one-as") acq_rel monotonic
define hidden zeroext i8 @cas_i8.gfx1100.after(ptr nocapture noundef %0, i8 noundef zeroext %1, i8 noundef zeroext %2) {
  %AlignedAddr = call ptr @llvm.ptrmask.p0.i64(ptr %0, i64 -4)
  %4 = ptrtoint ptr %0 to i64
  %PtrLSB = and i64 %4, 3
  %5 = shl i64 %PtrLSB, 3
  %ShiftAmt = trunc i64 %5 to i32
  %Mask = shl i32 255, %ShiftAmt
  %Inv_Mask = xor i32 %Mask, -1
  %6 = zext i8 %2 to i32
  %7 = shl i32 %6, %ShiftAmt
  %8 = zext i8 %1 to i32
  %9 = shl i32 %8, %ShiftAmt
  %10 = load i32, ptr %AlignedAddr, align 4
  %11 = and i32 %10, %Inv_Mask
  br label %partword.cmpxchg.loop

partword.cmpxchg.loop:
  %12 = phi i32 [ %11, %3 ], [ %18, %partword.cmpxchg.failure ]
  %13 = or i32 %12, %7
  %14 = or i32 %12, %9
  %15 = cmpxchg ptr %AlignedAddr, i32 %14, i32 %13 syncscope("agent-one-as") acq_rel monotonic, align 4
  %16 = extractvalue { i32, i1 } %15, 0
  %17 = extractvalue { i32, i1 } %15, 1
  br i1 %17, label %partword.cmpxchg.end, label %partword.cmpxchg.failure

partword.cmpxchg.failure:
  %18 = and i32 %16, %Inv_Mask
  %19 = icmp ne i32 %12, %18
  br i1 %19, label %partword.cmpxchg.loop, label %partword.cmpxchg.end

partword.cmpxchg.end:
  %shifted = lshr i32 %16, %ShiftAmt
  %extracted = trunc i32 %shifted to i8
  %20 = insertvalue { i8, i1 } poison, i8 %extracted, 0
  %21 = insertvalue { i8, i1 } %20, i1 %17, 1
  %22 = extractvalue { i8, i1 } %21, 0
  ret i8 %22
}

; equals llvm:atomicrmw.sub.i32 acq_rel
define dso_local i32 @sub_i32.sm_50.before(ptr nocapture noundef %0, i32 noundef %1) {
  %3 = atomicrmw sub ptr %0, i32 %1 acq_rel, align 4
  ret i32 %3
}

; equals llvm:atomicrmw.and.i8 seq_cst
define dso_local zeroext i8 @and_i8.sm_50.before(ptr nocapture noundef %0, i8 noundef zeroext %1) {
  %3 = atomicrmw and ptr %0, i8 %1 seq_cst, align 1
  ret i8 %3
}

; equals llvm:atomicrmw.or.i8 monotonic
define dso_local zeroext i8 @or_i8.sm_50.before(ptr nocapture noundef %0, i8 noundef zeroext %1) {
  %3 = atomicrmw or ptr %0, i8 %1 monotonic, align 1
  ret i8 %3
}

; equals llvm:atomicrmw.xor.i16 acquire
define dso_local zeroext i16 @xor_i16.sm_50.before(ptr nocapture noundef %0, i16 noundef zeroext %1) {
  %3 = atomicrmw xor ptr %0, i16 %1 acquire, align 2
  ret i16 %3
}

; equals llvm:atomicrmw.xchg.i16 release
define dso_local zeroext i16 @xchg_i16.sm_50.before(ptr nocapture noundef %0, i16 noundef zeroext %1) {
  %3 = atomicrmw xchg ptr %0, i16 %1 release, align 2
  ret i16 %3
}

; equals llvm:atomicrmw.nand.i32 seq_cst
define dso_local i32 @nand_i32.sm_50.before(ptr nocapture noundef %0, i32 noundef %1) {
  %3 = atomicrmw nand ptr %0, i32 %1 seq_cst, align 4
  ret i32 %3
}

; equals llvm:atomicrmw.fadd.f32 acq_rel
define dso_local float @fadd_f32.sm_50.before(ptr nocapture noundef %0, float noundef %1) {
  %3 = atomicrmw fadd ptr %0, float %1 acq_rel, align 4
  ret float %3
}

; equals llvm:atomicrmw.fsub.f32 monotonic
define dso_local float @fsub_f32.sm_50.before(ptr nocapture noundef %0, float noundef %1) {
  %3 = atomicrmw fsub ptr %0, float %1 monotonic, align 4
  ret float %3
}

; equals llvm:atomicrmw.fadd.f64 monotonic
define dso_local double @fadd_f64.sm_50.before(ptr nocapture noundef %0, double noundef %1) {
  %3 = atomicrmw fadd ptr %0, double %1 monotonic, align 8
  ret double %3
}

; equals llvm:atomicrmw.fmax.f32 acquire
define dso_local float @fmax_f32.sm_50.before(ptr nocapture noundef %0, float noundef %1) {
  %3 = atomicrmw fmax ptr %0, float %1 acquire, align 4
  ret float %3
}

; equals llvm:atomicrmw.fadd.f16 release
define dso_local half @fadd_f16.sm_50.before(ptr nocapture noundef %0, half noundef %1) {
  %3 = atomicrmw fadd ptr %0, half %1 release, align 2
  ret half %3
}

; equals llvm:atomicrmw.fmin.f16 monotonic
define dso_local half @fmin_f16.sm_50.before(ptr nocapture noundef %0, half noundef %1) {
  %3 = atomicrmw fmin ptr %0, half %1 monotonic, align 2
  ret half %3
}

; equals llvm:cmpxchg.i8 acq_rel monotonic
define dso_local zeroext i8 @cas_i8.sm_50.before(ptr nocapture noundef %0, i8 noundef zeroext %1, i8 noundef zeroext %2) {
  %4 = cmpxchg ptr %0, i8 %1, i8 %2 acq_rel monotonic, align 1
  %5 = extractvalue { i8, i1 } %4, 0
  ret i8 %5
}

; equals llvm:atomicrmw.max.i32 acquire
define dso_local i32 @smax_by_hand.sm_50.before(ptr nocapture noundef %0, i32 noundef %1) {
  %3 = load atomic i32, ptr %0 acquire, align 4
  br label %4

4:
  %5 = phi i32 [ %3, %2 ], [ %10, %7 ]
  %6 = icmp slt i32 %5, %1
  br i1 %6, label %7, label %11

7:
  %8 = cmpxchg weak ptr %0, i32 %5, i32 %1 acq_rel acquire, align 4
  %9 = extractvalue { i32, i1 } %8, 1
  %10 = extractvalue { i32, i1 } %8, 0
  br i1 %9, label %11, label %4

11:
  %12 = phi i32 [ %10, %7 ], [ %5, %4 ]
  ret i32 %12
}

; equals llvm:atomicrmw.uinc_wrap.i32 acq_rel
define dso_local i32 @inc_by_hand.sm_50.before(ptr nocapture noundef %0, i32 noundef %1) {
  %3 = load atomic i32, ptr %0 monotonic, align 4
  fence release
  br label %4

4:
  %5 = phi i32 [ %3, %2 ], [ %11, %4 ]
  %6 = icmp ult i32 %5, %1
  %7 = add i32 %5, 1
  %8 = select i1 %6, i32 %7, i32 0
  %9 = cmpxchg weak ptr %0, i32 %5, i32 %8 monotonic monotonic, align 4
  %10 = extractvalue { i32, i1 } %9, 1
  %11 = extractvalue { i32, i1 } %9, 0
  br i1 %10, label %12, label %4

12:
  fence acquire
  ret i32 %11
}

; equals llvm:atomicrmw.uinc_wrap.i32 acq_rel
define dso_local i32 @wrong_inc.sm_50.before(ptr nocapture noundef %0, i32 noundef %1) {
  %3 = load atomic i32, ptr %0 monotonic, align 4
  fence release
  br label %4

4:
  %5 = phi i32 [ %3, %2 ], [ %11, %4 ]
  %6 = icmp ult i32 %5, %1
  %7 = add nsw i32 %5, 1
  %8 = select i1 %6, i32 %7, i32 0
  %9 = cmpxchg weak ptr %0, i32 %5, i32 %8 monotonic monotonic, align 4
  %10 = extractvalue { i32, i1 } %9, 1
  %11 = extractvalue { i32, i1 } %9, 0
  br i1 %10, label %12, label %4

12:
  fence acquire
  ret i32 %11
}

; equals llvm:atomicrmw.max.i32 acquire
define dso_local i32 @wrong_max.sm_50.before(ptr nocapture noundef %0, i32 noundef %1) {
  %3 = load atomic i32, ptr %0 acquire, align 4
  br label %4

4:
  %5 = phi i32 [ %3, %2 ], [ %10, %7 ]
  %6 = icmp slt i32 %5, %1
  br i1 %6, label %7, label %11

7:
  %8 = cmpxchg weak ptr %0, i32 %5, i32 %1 acq_rel monotonic, align 4
  %9 = extractvalue { i32, i1 } %8, 1
  %10 = extractvalue { i32, i1 } %8, 0
  br i1 %9, label %11, label %4

11:
  %12 = phi i32 [ %10, %7 ], [ %5, %4 ]
  ret i32 %12
}

; equals llvm:atomicrmw.add.i32 release
define dso_local i32 @wrong_add.sm_50.before(ptr nocapture noundef %0, i32 noundef %1) {
  %3 = atomicrmw add ptr %0, i32 %1 monotonic, align 4
  fence release
  ret i32 %3
}

; equals llvm:atomicrmw.and.i8 seq_cst
define dso_local zeroext i8 @and_i8.sm_50.after(ptr nocapture noundef %0, i8 noundef zeroext %1) {
  %AlignedAddr = call ptr @llvm.ptrmask.p0.i64(ptr %0, i64 -4)
  %3 = ptrtoint ptr %0 to i64
  %PtrLSB = and i64 %3, 3
  %4 = shl i64 %PtrLSB, 3
  %ShiftAmt = trunc i64 %4 to i32
  %Mask = shl i32 255, %ShiftAmt
  %Inv_Mask = xor i32 %Mask, -1
  %5 = zext i8 %1 to i32
  %ValOperand_Shifted = shl i32 %5, %ShiftAmt
  %AndOperand = or i32 %ValOperand_Shifted, %Inv_Mask
  %6 = atomicrmw and ptr %AlignedAddr, i32 %AndOperand seq_cst, align 4
  %shifted = lshr i32 %6, %ShiftAmt
  %extracted = trunc i32 %shifted to i8
  ret i8 %extracted
}

; equals llvm:atomicrmw.or.i8 monotonic
define dso_local zeroext i8 @or_i8.sm_50.after(ptr nocapture noundef %0, i8 noundef zeroext %1) {
  %AlignedAddr = call ptr @llvm.ptrmask.p0.i64(ptr %0, i64 -4)
  %3 = ptrtoint ptr %0 to i64
  %PtrLSB = and i64 %3, 3
  %4 = shl i64 %PtrLSB, 3
  %ShiftAmt = trunc i64 %4 to i32
  %Mask = shl i32 255, %ShiftAmt
  %Inv_Mask = xor i32 %Mask, -1
  %5 = zext i8 %1 to i32
  %ValOperand_Shifted = shl i32 %5, %ShiftAmt
  %6 = atomicrmw or ptr %AlignedAddr, i32 %ValOperand_Shifted monotonic, align 4
  %shifted = lshr i32 %6, %ShiftAmt
  %extracted = trunc i32 %shifted to i8
  ret i8 %extracted
}

; equals llvm:atomicrmw.xor.i16 acquire
define dso_local zeroext i16 @xor_i16.sm_50.after(ptr nocapture noundef %0, i16 noundef zeroext %1) {
  %AlignedAddr = call ptr @llvm.ptrmask.p0.i64(ptr %0, i64 -4)
  %3 = ptrtoint ptr %0 to i64
  %PtrLSB = and i64 %3, 3
  %4 = shl i64 %PtrLSB, 3
  %ShiftAmt = trunc i64 %4 to i32
  %Mask = shl i32 65535, %ShiftAmt
  %Inv_Mask = xor i32 %Mask, -1
  %5 = zext i16 %1 to i32
  %ValOperand_Shifted = shl i32 %5, %ShiftAmt
  %6 = atomicrmw xor ptr %AlignedAddr, i32 %ValOperand_Shifted acquire, align 4
  %shifted = lshr i32 %6, %ShiftAmt
  %extracted = trunc i32 %shifted to i16
  ret i16 %extracted
}

; equals llvm:atomicrmw.xchg.i16 release
define dso_local zeroext i16 @xchg_i16.sm_50.after(ptr nocapture noundef %0, i16 noundef zeroext %1) {
  %AlignedAddr = call ptr @llvm.ptrmask.p0.i64(ptr %0, i64 -4)
  %3 = ptrtoint ptr %0 to i64
  %PtrLSB = and i64 %3, 3
  %4 = shl i64 %PtrLSB, 3
  %ShiftAmt = trunc i64 %4 to i32
  %Mask = shl i32 65535, %ShiftAmt
  %Inv_Mask = xor i32 %Mask, -1
  %5 = zext i16 %1 to i32
  %ValOperand_Shifted = shl i32 %5, %ShiftAmt
  %6 = load i32, ptr %AlignedAddr, align 4
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi i32 [ %6, %2 ], [ %newloaded, %atomicrmw.start ]
  %7 = and i32 %loaded, %Inv_Mask
  %8 = or i32 %7, %ValOperand_Shifted
  %9 = cmpxchg ptr %AlignedAddr, i32 %loaded, i32 %8 release monotonic, align 4
  %success = extractvalue { i32, i1 } %9, 1
  %newloaded = extractvalue { i32, i1 } %9, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  %shifted = lshr i32 %newloaded, %ShiftAmt
  %extracted = trunc i32 %shifted to i16
  ret i16 %extracted
}

; equals llvm:atomicrmw.nand.i32 seq_cst
define dso_local i32 @nand_i32.sm_50.after(ptr nocapture noundef %0, i32 noundef %1) {
  %3 = load i32, ptr %0, align 4
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi i32 [ %3, %2 ], [ %newloaded, %atomicrmw.start ]
  %4 = and i32 %loaded, %1
  %new = xor i32 %4, -1
  %5 = cmpxchg ptr %0, i32 %loaded, i32 %new seq_cst seq_cst, align 4
  %success = extractvalue { i32, i1 } %5, 1
  %newloaded = extractvalue { i32, i1 } %5, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  ret i32 %newloaded
}

; equals llvm:atomicrmw.fsub.f32 monotonic
define dso_local float @fsub_f32.sm_50.after(ptr nocapture noundef %0, float noundef %1) {
  %3 = load float, ptr %0, align 4
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi float [ %3, %2 ], [ %7, %atomicrmw.start ]
  %new = fsub float %loaded, %1
  %4 = bitcast float %new to i32
  %5 = bitcast float %loaded to i32
  %6 = cmpxchg ptr %0, i32 %5, i32 %4 monotonic monotonic, align 4
  %success = extractvalue { i32, i1 } %6, 1
  %newloaded = extractvalue { i32, i1 } %6, 0
  %7 = bitcast i32 %newloaded to float
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  ret float %7
}

; equals llvm:atomicrmw.fadd.f64 monotonic
define dso_local double @fadd_f64.sm_50.after(ptr nocapture noundef %0, double noundef %1) {
  %3 = load double, ptr %0, align 8
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi double [ %3, %2 ], [ %7, %atomicrmw.start ]
  %new = fadd double %loaded, %1
  %4 = bitcast double %new to i64
  %5 = bitcast double %loaded to i64
  %6 = cmpxchg ptr %0, i64 %5, i64 %4 monotonic monotonic, align 8
  %success = extractvalue { i64, i1 } %6, 1
  %newloaded = extractvalue { i64, i1 } %6, 0
  %7 = bitcast i64 %newloaded to double
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  ret double %7
}

; equals llvm:atomicrmw.fmax.f32 acquire
define dso_local float @fmax_f32.sm_50.after(ptr nocapture noundef %0, float noundef %1) {
  %3 = load float, ptr %0, align 4
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi float [ %3, %2 ], [ %8, %atomicrmw.start ]
  %4 = call float @llvm.maxnum.f32(float %loaded, float %1)
  %5 = bitcast float %4 to i32
  %6 = bitcast float %loaded to i32
  %7 = cmpxchg ptr %0, i32 %6, i32 %5 acquire acquire, align 4
  %success = extractvalue { i32, i1 } %7, 1
  %newloaded = extractvalue { i32, i1 } %7, 0
  %8 = bitcast i32 %newloaded to float
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  ret float %8
}

; equals llvm:atomicrmw.fadd.f16 release
define dso_local half @fadd_f16.sm_50.after(ptr nocapture noundef %0, half noundef %1) {
  %AlignedAddr = call ptr @llvm.ptrmask.p0.i64(ptr %0, i64 -4)
  %3 = ptrtoint ptr %0 to i64
  %PtrLSB = and i64 %3, 3
  %4 = shl i64 %PtrLSB, 3
  %ShiftAmt = trunc i64 %4 to i32
  %Mask = shl i32 65535, %ShiftAmt
  %Inv_Mask = xor i32 %Mask, -1
  %5 = load i32, ptr %AlignedAddr, align 4
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi i32 [ %5, %2 ], [ %newloaded, %atomicrmw.start ]
  %shifted = lshr i32 %loaded, %ShiftAmt
  %extracted = trunc i32 %shifted to i16
  %6 = bitcast i16 %extracted to half
  %new = fadd half %6, %1
  %7 = bitcast half %new to i16
  %extended = zext i16 %7 to i32
  %shifted1 = shl nuw i32 %extended, %ShiftAmt
  %unmasked = and i32 %loaded, %Inv_Mask
  %inserted = or i32 %unmasked, %shifted1
  %8 = cmpxchg ptr %AlignedAddr, i32 %loaded, i32 %inserted release monotonic, align 4
  %success = extractvalue { i32, i1 } %8, 1
  %newloaded = extractvalue { i32, i1 } %8, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  %shifted2 = lshr i32 %newloaded, %ShiftAmt
  %extracted3 = trunc i32 %shifted2 to i16
  %9 = bitcast i16 %extracted3 to half
  ret half %9
}

; equals llvm:atomicrmw.fmin.f16 monotonic
define dso_local half @fmin_f16.sm_50.after(ptr nocapture noundef %0, half noundef %1) {
  %AlignedAddr = call ptr @llvm.ptrmask.p0.i64(ptr %0, i64 -4)
  %3 = ptrtoint ptr %0 to i64
  %PtrLSB = and i64 %3, 3
  %4 = shl i64 %PtrLSB, 3
  %ShiftAmt = trunc i64 %4 to i32
  %Mask = shl i32 65535, %ShiftAmt
  %Inv_Mask = xor i32 %Mask, -1
  %5 = load i32, ptr %AlignedAddr, align 4
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi i32 [ %5, %2 ], [ %newloaded, %atomicrmw.start ]
  %shifted = lshr i32 %loaded, %ShiftAmt
  %extracted = trunc i32 %shifted to i16
  %6 = bitcast i16 %extracted to half
  %7 = call half @llvm.minnum.f16(half %6, half %1)
  %8 = bitcast half %7 to i16
  %extended = zext i16 %8 to i32
  %shifted1 = shl nuw i32 %extended, %ShiftAmt
  %unmasked = and i32 %loaded, %Inv_Mask
  %inserted = or i32 %unmasked, %shifted1
  %9 = cmpxchg ptr %AlignedAddr, i32 %loaded, i32 %inserted monotonic monotonic, align 4
  %success = extractvalue { i32, i1 } %9, 1
  %newloaded = extractvalue { i32, i1 } %9, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  %shifted2 = lshr i32 %newloaded, %ShiftAmt
  %extracted3 = trunc i32 %shifted2 to i16
  %10 = bitcast i16 %extracted3 to half
  ret half %10
}

; equals llvm:cmpxchg.i8 acq_rel monotonic
define dso_local zeroext i8 @cas_i8.sm_50.after(ptr nocapture noundef %0, i8 noundef zeroext %1, i8 noundef zeroext %2) {
  %AlignedAddr = call ptr @llvm.ptrmask.p0.i64(ptr %0, i64 -4)
  %4 = ptrtoint ptr %0 to i64
  %PtrLSB = and i64 %4, 3
  %5 = shl i64 %PtrLSB, 3
  %ShiftAmt = trunc i64 %5 to i32
  %Mask = shl i32 255, %ShiftAmt
  %Inv_Mask = xor i32 %Mask, -1
  %6 = zext i8 %2 to i32
  %7 = shl i32 %6, %ShiftAmt
  %8 = zext i8 %1 to i32
  %9 = shl i32 %8, %ShiftAmt
  %10 = load i32, ptr %AlignedAddr, align 4
  %11 = and i32 %10, %Inv_Mask
  br label %partword.cmpxchg.loop

partword.cmpxchg.loop:
  %12 = phi i32 [ %11, %3 ], [ %18, %partword.cmpxchg.failure ]
  %13 = or i32 %12, %7
  %14 = or i32 %12, %9
  %15 = cmpxchg ptr %AlignedAddr, i32 %14, i32 %13 acq_rel monotonic, align 4
  %16 = extractvalue { i32, i1 } %15, 0
  %17 = extractvalue { i32, i1 } %15, 1
  br i1 %17, label %partword.cmpxchg.end, label %partword.cmpxchg.failure

partword.cmpxchg.failure:
  %18 = and i32 %16, %Inv_Mask
  %19 = icmp ne i32 %12, %18
  br i1 %19, label %partword.cmpxchg.loop, label %partword.cmpxchg.end

partword.cmpxchg.end:
  %shifted = lshr i32 %16, %ShiftAmt
  %extracted = trunc i32 %shifted to i8
  %20 = insertvalue { i8, i1 } poison, i8 %extracted, 0
  %21 = insertvalue { i8, i1 } %20, i1 %17, 1
  %22 = extractvalue { i8, i1 } %21, 0
  ret i8 %22
}
