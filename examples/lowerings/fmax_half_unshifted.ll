; The same without the shift in front of the maximum: right at the low half of the word alone.
; equals llvm:atomicrmw.fmax.f16
define half @fmax_half(ptr %p, half %v) {
  %AlignedAddr = call ptr @llvm.ptrmask.p0.i64(ptr %p, i64 -4)
  %1 = ptrtoint ptr %p to i64
  %PtrLSB = and i64 %1, 3
  %2 = shl i64 %PtrLSB, 3
  %ShiftAmt = trunc i64 %2 to i32
  %Mask = shl i32 65535, %ShiftAmt
  %Inv_Mask = xor i32 %Mask, -1
  %3 = load i32, ptr %AlignedAddr, align 4
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi i32 [ %3, %0 ], [ %newloaded, %atomicrmw.start ]
  %extracted = trunc i32 %loaded to i16
  %4 = bitcast i16 %extracted to half
  %5 = call half @llvm.maxnum.f16(half %4, half %v)
  %6 = bitcast half %5 to i16
  %extended = zext i16 %6 to i32
  %shifted1 = shl nuw i32 %extended, %ShiftAmt
  %unmasked = and i32 %loaded, %Inv_Mask
  %inserted = or i32 %unmasked, %shifted1
  %7 = cmpxchg ptr %AlignedAddr, i32 %loaded, i32 %inserted seq_cst seq_cst, align 4
  %success = extractvalue { i32, i1 } %7, 1
  %newloaded = extractvalue { i32, i1 } %7, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  %shifted2 = lshr i32 %newloaded, %ShiftAmt
  %extracted3 = trunc i32 %shifted2 to i16
  %8 = bitcast i16 %extracted3 to half
  ret half %8
}
