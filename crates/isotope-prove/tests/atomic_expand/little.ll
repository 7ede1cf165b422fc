; What opt 19.1.7 -passes=atomic-expand makes of source.ll, without barriers, orderings and address spaces, which
; the reader passes over. Equal texts stand once; `from` names the targets. Written by tools/atomic_expand.py.

; from x86_64, aarch64, armv7
; equals llvm:atomicrmw.and.i8
define i8 @and_i8.1(ptr %p, i8 %v) {
  %1 = load i8, ptr %p, align 1
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi i8 [ %1, %0 ], [ %newloaded, %atomicrmw.start ]
  %new = and i8 %loaded, %v
  %2 = cmpxchg ptr %p, i8 %loaded, i8 %new seq_cst seq_cst, align 1
  %success = extractvalue { i8, i1 } %2, 1
  %newloaded = extractvalue { i8, i1 } %2, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  ret i8 %newloaded
}

; from x86_64, aarch64, armv7
; equals llvm:atomicrmw.and.i16
define i16 @and_i16.1(ptr %p, i16 %v) {
  %1 = load i16, ptr %p, align 2
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi i16 [ %1, %0 ], [ %newloaded, %atomicrmw.start ]
  %new = and i16 %loaded, %v
  %2 = cmpxchg ptr %p, i16 %loaded, i16 %new seq_cst seq_cst, align 2
  %success = extractvalue { i16, i1 } %2, 1
  %newloaded = extractvalue { i16, i1 } %2, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  ret i16 %newloaded
}

; from x86_64, aarch64, armv7
; equals llvm:atomicrmw.and.i32
define i32 @and_i32.1(ptr %p, i32 %v) {
  %1 = load i32, ptr %p, align 4
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi i32 [ %1, %0 ], [ %newloaded, %atomicrmw.start ]
  %new = and i32 %loaded, %v
  %2 = cmpxchg ptr %p, i32 %loaded, i32 %new seq_cst seq_cst, align 4
  %success = extractvalue { i32, i1 } %2, 1
  %newloaded = extractvalue { i32, i1 } %2, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  ret i32 %newloaded
}

; from x86_64, aarch64, armv7
; equals llvm:atomicrmw.and.i64
define i64 @and_i64.1(ptr %p, i64 %v) {
  %1 = load i64, ptr %p, align 8
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi i64 [ %1, %0 ], [ %newloaded, %atomicrmw.start ]
  %new = and i64 %loaded, %v
  %2 = cmpxchg ptr %p, i64 %loaded, i64 %new seq_cst seq_cst, align 8
  %success = extractvalue { i64, i1 } %2, 1
  %newloaded = extractvalue { i64, i1 } %2, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  ret i64 %newloaded
}

; from x86_64, aarch64, armv7
; equals llvm:atomicrmw.nand.i8
define i8 @nand_i8.1(ptr %p, i8 %v) {
  %1 = load i8, ptr %p, align 1
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi i8 [ %1, %0 ], [ %newloaded, %atomicrmw.start ]
  %2 = and i8 %loaded, %v
  %new = xor i8 %2, -1
  %3 = cmpxchg ptr %p, i8 %loaded, i8 %new seq_cst seq_cst, align 1
  %success = extractvalue { i8, i1 } %3, 1
  %newloaded = extractvalue { i8, i1 } %3, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  ret i8 %newloaded
}

; from x86_64, aarch64, armv7
; equals llvm:atomicrmw.nand.i16
define i16 @nand_i16.1(ptr %p, i16 %v) {
  %1 = load i16, ptr %p, align 2
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi i16 [ %1, %0 ], [ %newloaded, %atomicrmw.start ]
  %2 = and i16 %loaded, %v
  %new = xor i16 %2, -1
  %3 = cmpxchg ptr %p, i16 %loaded, i16 %new seq_cst seq_cst, align 2
  %success = extractvalue { i16, i1 } %3, 1
  %newloaded = extractvalue { i16, i1 } %3, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  ret i16 %newloaded
}

; from x86_64, aarch64, armv7, nvptx64-sm_50, amdgcn-gfx1100, amdgcn-gfx1100-flat
; equals llvm:atomicrmw.nand.i32
define i32 @nand_i32.1(ptr %p, i32 %v) {
  %1 = load i32, ptr %p, align 4
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi i32 [ %1, %0 ], [ %newloaded, %atomicrmw.start ]
  %2 = and i32 %loaded, %v
  %new = xor i32 %2, -1
  %3 = cmpxchg ptr %p, i32 %loaded, i32 %new seq_cst seq_cst, align 4
  %success = extractvalue { i32, i1 } %3, 1
  %newloaded = extractvalue { i32, i1 } %3, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  ret i32 %newloaded
}

; from x86_64, aarch64, armv7, nvptx64-sm_50, amdgcn-gfx1100, amdgcn-gfx1100-flat
; equals llvm:atomicrmw.nand.i64
define i64 @nand_i64.1(ptr %p, i64 %v) {
  %1 = load i64, ptr %p, align 8
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi i64 [ %1, %0 ], [ %newloaded, %atomicrmw.start ]
  %2 = and i64 %loaded, %v
  %new = xor i64 %2, -1
  %3 = cmpxchg ptr %p, i64 %loaded, i64 %new seq_cst seq_cst, align 8
  %success = extractvalue { i64, i1 } %3, 1
  %newloaded = extractvalue { i64, i1 } %3, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  ret i64 %newloaded
}

; from x86_64, aarch64, armv7
; equals llvm:atomicrmw.or.i8
define i8 @or_i8.1(ptr %p, i8 %v) {
  %1 = load i8, ptr %p, align 1
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi i8 [ %1, %0 ], [ %newloaded, %atomicrmw.start ]
  %new = or i8 %loaded, %v
  %2 = cmpxchg ptr %p, i8 %loaded, i8 %new seq_cst seq_cst, align 1
  %success = extractvalue { i8, i1 } %2, 1
  %newloaded = extractvalue { i8, i1 } %2, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  ret i8 %newloaded
}

; from x86_64, aarch64, armv7
; equals llvm:atomicrmw.or.i16
define i16 @or_i16.1(ptr %p, i16 %v) {
  %1 = load i16, ptr %p, align 2
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi i16 [ %1, %0 ], [ %newloaded, %atomicrmw.start ]
  %new = or i16 %loaded, %v
  %2 = cmpxchg ptr %p, i16 %loaded, i16 %new seq_cst seq_cst, align 2
  %success = extractvalue { i16, i1 } %2, 1
  %newloaded = extractvalue { i16, i1 } %2, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  ret i16 %newloaded
}

; from x86_64, aarch64, armv7
; equals llvm:atomicrmw.or.i32
define i32 @or_i32.1(ptr %p, i32 %v) {
  %1 = load i32, ptr %p, align 4
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi i32 [ %1, %0 ], [ %newloaded, %atomicrmw.start ]
  %new = or i32 %loaded, %v
  %2 = cmpxchg ptr %p, i32 %loaded, i32 %new seq_cst seq_cst, align 4
  %success = extractvalue { i32, i1 } %2, 1
  %newloaded = extractvalue { i32, i1 } %2, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  ret i32 %newloaded
}

; from x86_64, aarch64, armv7
; equals llvm:atomicrmw.or.i64
define i64 @or_i64.1(ptr %p, i64 %v) {
  %1 = load i64, ptr %p, align 8
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi i64 [ %1, %0 ], [ %newloaded, %atomicrmw.start ]
  %new = or i64 %loaded, %v
  %2 = cmpxchg ptr %p, i64 %loaded, i64 %new seq_cst seq_cst, align 8
  %success = extractvalue { i64, i1 } %2, 1
  %newloaded = extractvalue { i64, i1 } %2, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  ret i64 %newloaded
}

; from x86_64, aarch64, armv7
; equals llvm:atomicrmw.xor.i8
define i8 @xor_i8.1(ptr %p, i8 %v) {
  %1 = load i8, ptr %p, align 1
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi i8 [ %1, %0 ], [ %newloaded, %atomicrmw.start ]
  %new = xor i8 %loaded, %v
  %2 = cmpxchg ptr %p, i8 %loaded, i8 %new seq_cst seq_cst, align 1
  %success = extractvalue { i8, i1 } %2, 1
  %newloaded = extractvalue { i8, i1 } %2, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  ret i8 %newloaded
}

; from x86_64, aarch64, armv7
; equals llvm:atomicrmw.xor.i16
define i16 @xor_i16.1(ptr %p, i16 %v) {
  %1 = load i16, ptr %p, align 2
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi i16 [ %1, %0 ], [ %newloaded, %atomicrmw.start ]
  %new = xor i16 %loaded, %v
  %2 = cmpxchg ptr %p, i16 %loaded, i16 %new seq_cst seq_cst, align 2
  %success = extractvalue { i16, i1 } %2, 1
  %newloaded = extractvalue { i16, i1 } %2, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  ret i16 %newloaded
}

; from x86_64, aarch64, armv7
; equals llvm:atomicrmw.xor.i32
define i32 @xor_i32.1(ptr %p, i32 %v) {
  %1 = load i32, ptr %p, align 4
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi i32 [ %1, %0 ], [ %newloaded, %atomicrmw.start ]
  %new = xor i32 %loaded, %v
  %2 = cmpxchg ptr %p, i32 %loaded, i32 %new seq_cst seq_cst, align 4
  %success = extractvalue { i32, i1 } %2, 1
  %newloaded = extractvalue { i32, i1 } %2, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  ret i32 %newloaded
}

; from x86_64, aarch64, armv7
; equals llvm:atomicrmw.xor.i64
define i64 @xor_i64.1(ptr %p, i64 %v) {
  %1 = load i64, ptr %p, align 8
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi i64 [ %1, %0 ], [ %newloaded, %atomicrmw.start ]
  %new = xor i64 %loaded, %v
  %2 = cmpxchg ptr %p, i64 %loaded, i64 %new seq_cst seq_cst, align 8
  %success = extractvalue { i64, i1 } %2, 1
  %newloaded = extractvalue { i64, i1 } %2, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  ret i64 %newloaded
}

; from x86_64, aarch64, armv7
; equals llvm:atomicrmw.max.i8
define i8 @max_i8.1(ptr %p, i8 %v) {
  %1 = load i8, ptr %p, align 1
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi i8 [ %1, %0 ], [ %newloaded, %atomicrmw.start ]
  %2 = icmp sgt i8 %loaded, %v
  %new = select i1 %2, i8 %loaded, i8 %v
  %3 = cmpxchg ptr %p, i8 %loaded, i8 %new seq_cst seq_cst, align 1
  %success = extractvalue { i8, i1 } %3, 1
  %newloaded = extractvalue { i8, i1 } %3, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  ret i8 %newloaded
}

; from x86_64, aarch64, armv7
; equals llvm:atomicrmw.max.i16
define i16 @max_i16.1(ptr %p, i16 %v) {
  %1 = load i16, ptr %p, align 2
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi i16 [ %1, %0 ], [ %newloaded, %atomicrmw.start ]
  %2 = icmp sgt i16 %loaded, %v
  %new = select i1 %2, i16 %loaded, i16 %v
  %3 = cmpxchg ptr %p, i16 %loaded, i16 %new seq_cst seq_cst, align 2
  %success = extractvalue { i16, i1 } %3, 1
  %newloaded = extractvalue { i16, i1 } %3, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  ret i16 %newloaded
}

; from x86_64, aarch64, armv7, amdgcn-gfx1100, amdgcn-gfx1100-flat
; equals llvm:atomicrmw.max.i32
define i32 @max_i32.1(ptr %p, i32 %v) {
  %1 = load i32, ptr %p, align 4
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi i32 [ %1, %0 ], [ %newloaded, %atomicrmw.start ]
  %2 = icmp sgt i32 %loaded, %v
  %new = select i1 %2, i32 %loaded, i32 %v
  %3 = cmpxchg ptr %p, i32 %loaded, i32 %new seq_cst seq_cst, align 4
  %success = extractvalue { i32, i1 } %3, 1
  %newloaded = extractvalue { i32, i1 } %3, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  ret i32 %newloaded
}

; from x86_64, aarch64, armv7, amdgcn-gfx1100, amdgcn-gfx1100-flat
; equals llvm:atomicrmw.max.i64
define i64 @max_i64.1(ptr %p, i64 %v) {
  %1 = load i64, ptr %p, align 8
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi i64 [ %1, %0 ], [ %newloaded, %atomicrmw.start ]
  %2 = icmp sgt i64 %loaded, %v
  %new = select i1 %2, i64 %loaded, i64 %v
  %3 = cmpxchg ptr %p, i64 %loaded, i64 %new seq_cst seq_cst, align 8
  %success = extractvalue { i64, i1 } %3, 1
  %newloaded = extractvalue { i64, i1 } %3, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  ret i64 %newloaded
}

; from x86_64, aarch64, armv7
; equals llvm:atomicrmw.min.i8
define i8 @min_i8.1(ptr %p, i8 %v) {
  %1 = load i8, ptr %p, align 1
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi i8 [ %1, %0 ], [ %newloaded, %atomicrmw.start ]
  %2 = icmp sle i8 %loaded, %v
  %new = select i1 %2, i8 %loaded, i8 %v
  %3 = cmpxchg ptr %p, i8 %loaded, i8 %new seq_cst seq_cst, align 1
  %success = extractvalue { i8, i1 } %3, 1
  %newloaded = extractvalue { i8, i1 } %3, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  ret i8 %newloaded
}

; from x86_64, aarch64, armv7
; equals llvm:atomicrmw.min.i16
define i16 @min_i16.1(ptr %p, i16 %v) {
  %1 = load i16, ptr %p, align 2
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi i16 [ %1, %0 ], [ %newloaded, %atomicrmw.start ]
  %2 = icmp sle i16 %loaded, %v
  %new = select i1 %2, i16 %loaded, i16 %v
  %3 = cmpxchg ptr %p, i16 %loaded, i16 %new seq_cst seq_cst, align 2
  %success = extractvalue { i16, i1 } %3, 1
  %newloaded = extractvalue { i16, i1 } %3, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  ret i16 %newloaded
}

; from x86_64, aarch64, armv7, amdgcn-gfx1100, amdgcn-gfx1100-flat
; equals llvm:atomicrmw.min.i32
define i32 @min_i32.1(ptr %p, i32 %v) {
  %1 = load i32, ptr %p, align 4
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi i32 [ %1, %0 ], [ %newloaded, %atomicrmw.start ]
  %2 = icmp sle i32 %loaded, %v
  %new = select i1 %2, i32 %loaded, i32 %v
  %3 = cmpxchg ptr %p, i32 %loaded, i32 %new seq_cst seq_cst, align 4
  %success = extractvalue { i32, i1 } %3, 1
  %newloaded = extractvalue { i32, i1 } %3, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  ret i32 %newloaded
}

; from x86_64, aarch64, armv7, amdgcn-gfx1100, amdgcn-gfx1100-flat
; equals llvm:atomicrmw.min.i64
define i64 @min_i64.1(ptr %p, i64 %v) {
  %1 = load i64, ptr %p, align 8
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi i64 [ %1, %0 ], [ %newloaded, %atomicrmw.start ]
  %2 = icmp sle i64 %loaded, %v
  %new = select i1 %2, i64 %loaded, i64 %v
  %3 = cmpxchg ptr %p, i64 %loaded, i64 %new seq_cst seq_cst, align 8
  %success = extractvalue { i64, i1 } %3, 1
  %newloaded = extractvalue { i64, i1 } %3, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  ret i64 %newloaded
}

; from x86_64, aarch64, armv7
; equals llvm:atomicrmw.umax.i8
define i8 @umax_i8.1(ptr %p, i8 %v) {
  %1 = load i8, ptr %p, align 1
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi i8 [ %1, %0 ], [ %newloaded, %atomicrmw.start ]
  %2 = icmp ugt i8 %loaded, %v
  %new = select i1 %2, i8 %loaded, i8 %v
  %3 = cmpxchg ptr %p, i8 %loaded, i8 %new seq_cst seq_cst, align 1
  %success = extractvalue { i8, i1 } %3, 1
  %newloaded = extractvalue { i8, i1 } %3, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  ret i8 %newloaded
}

; from x86_64, aarch64, armv7
; equals llvm:atomicrmw.umax.i16
define i16 @umax_i16.1(ptr %p, i16 %v) {
  %1 = load i16, ptr %p, align 2
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi i16 [ %1, %0 ], [ %newloaded, %atomicrmw.start ]
  %2 = icmp ugt i16 %loaded, %v
  %new = select i1 %2, i16 %loaded, i16 %v
  %3 = cmpxchg ptr %p, i16 %loaded, i16 %new seq_cst seq_cst, align 2
  %success = extractvalue { i16, i1 } %3, 1
  %newloaded = extractvalue { i16, i1 } %3, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  ret i16 %newloaded
}

; from x86_64, aarch64, armv7, amdgcn-gfx1100, amdgcn-gfx1100-flat
; equals llvm:atomicrmw.umax.i32
define i32 @umax_i32.1(ptr %p, i32 %v) {
  %1 = load i32, ptr %p, align 4
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi i32 [ %1, %0 ], [ %newloaded, %atomicrmw.start ]
  %2 = icmp ugt i32 %loaded, %v
  %new = select i1 %2, i32 %loaded, i32 %v
  %3 = cmpxchg ptr %p, i32 %loaded, i32 %new seq_cst seq_cst, align 4
  %success = extractvalue { i32, i1 } %3, 1
  %newloaded = extractvalue { i32, i1 } %3, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  ret i32 %newloaded
}

; from x86_64, aarch64, armv7, amdgcn-gfx1100, amdgcn-gfx1100-flat
; equals llvm:atomicrmw.umax.i64
define i64 @umax_i64.1(ptr %p, i64 %v) {
  %1 = load i64, ptr %p, align 8
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi i64 [ %1, %0 ], [ %newloaded, %atomicrmw.start ]
  %2 = icmp ugt i64 %loaded, %v
  %new = select i1 %2, i64 %loaded, i64 %v
  %3 = cmpxchg ptr %p, i64 %loaded, i64 %new seq_cst seq_cst, align 8
  %success = extractvalue { i64, i1 } %3, 1
  %newloaded = extractvalue { i64, i1 } %3, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  ret i64 %newloaded
}

; from x86_64, aarch64, armv7
; equals llvm:atomicrmw.umin.i8
define i8 @umin_i8.1(ptr %p, i8 %v) {
  %1 = load i8, ptr %p, align 1
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi i8 [ %1, %0 ], [ %newloaded, %atomicrmw.start ]
  %2 = icmp ule i8 %loaded, %v
  %new = select i1 %2, i8 %loaded, i8 %v
  %3 = cmpxchg ptr %p, i8 %loaded, i8 %new seq_cst seq_cst, align 1
  %success = extractvalue { i8, i1 } %3, 1
  %newloaded = extractvalue { i8, i1 } %3, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  ret i8 %newloaded
}

; from x86_64, aarch64, armv7
; equals llvm:atomicrmw.umin.i16
define i16 @umin_i16.1(ptr %p, i16 %v) {
  %1 = load i16, ptr %p, align 2
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi i16 [ %1, %0 ], [ %newloaded, %atomicrmw.start ]
  %2 = icmp ule i16 %loaded, %v
  %new = select i1 %2, i16 %loaded, i16 %v
  %3 = cmpxchg ptr %p, i16 %loaded, i16 %new seq_cst seq_cst, align 2
  %success = extractvalue { i16, i1 } %3, 1
  %newloaded = extractvalue { i16, i1 } %3, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  ret i16 %newloaded
}

; from x86_64, aarch64, armv7, amdgcn-gfx1100, amdgcn-gfx1100-flat
; equals llvm:atomicrmw.umin.i32
define i32 @umin_i32.1(ptr %p, i32 %v) {
  %1 = load i32, ptr %p, align 4
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi i32 [ %1, %0 ], [ %newloaded, %atomicrmw.start ]
  %2 = icmp ule i32 %loaded, %v
  %new = select i1 %2, i32 %loaded, i32 %v
  %3 = cmpxchg ptr %p, i32 %loaded, i32 %new seq_cst seq_cst, align 4
  %success = extractvalue { i32, i1 } %3, 1
  %newloaded = extractvalue { i32, i1 } %3, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  ret i32 %newloaded
}

; from x86_64, aarch64, armv7, amdgcn-gfx1100, amdgcn-gfx1100-flat
; equals llvm:atomicrmw.umin.i64
define i64 @umin_i64.1(ptr %p, i64 %v) {
  %1 = load i64, ptr %p, align 8
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi i64 [ %1, %0 ], [ %newloaded, %atomicrmw.start ]
  %2 = icmp ule i64 %loaded, %v
  %new = select i1 %2, i64 %loaded, i64 %v
  %3 = cmpxchg ptr %p, i64 %loaded, i64 %new seq_cst seq_cst, align 8
  %success = extractvalue { i64, i1 } %3, 1
  %newloaded = extractvalue { i64, i1 } %3, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  ret i64 %newloaded
}

; from x86_64, aarch64, armv7
; equals llvm:atomicrmw.uinc_wrap.i8
define i8 @uinc_wrap_i8.1(ptr %p, i8 %v) {
  %1 = load i8, ptr %p, align 1
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi i8 [ %1, %0 ], [ %newloaded, %atomicrmw.start ]
  %2 = add i8 %loaded, 1
  %3 = icmp uge i8 %loaded, %v
  %new = select i1 %3, i8 0, i8 %2
  %4 = cmpxchg ptr %p, i8 %loaded, i8 %new seq_cst seq_cst, align 1
  %success = extractvalue { i8, i1 } %4, 1
  %newloaded = extractvalue { i8, i1 } %4, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  ret i8 %newloaded
}

; from x86_64, aarch64, armv7
; equals llvm:atomicrmw.uinc_wrap.i16
define i16 @uinc_wrap_i16.1(ptr %p, i16 %v) {
  %1 = load i16, ptr %p, align 2
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi i16 [ %1, %0 ], [ %newloaded, %atomicrmw.start ]
  %2 = add i16 %loaded, 1
  %3 = icmp uge i16 %loaded, %v
  %new = select i1 %3, i16 0, i16 %2
  %4 = cmpxchg ptr %p, i16 %loaded, i16 %new seq_cst seq_cst, align 2
  %success = extractvalue { i16, i1 } %4, 1
  %newloaded = extractvalue { i16, i1 } %4, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  ret i16 %newloaded
}

; from x86_64, aarch64, armv7, riscv64, nvptx64-sm_50, loongarch64
; equals llvm:atomicrmw.uinc_wrap.i32
define i32 @uinc_wrap_i32.1(ptr %p, i32 %v) {
  %1 = load i32, ptr %p, align 4
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi i32 [ %1, %0 ], [ %newloaded, %atomicrmw.start ]
  %2 = add i32 %loaded, 1
  %3 = icmp uge i32 %loaded, %v
  %new = select i1 %3, i32 0, i32 %2
  %4 = cmpxchg ptr %p, i32 %loaded, i32 %new seq_cst seq_cst, align 4
  %success = extractvalue { i32, i1 } %4, 1
  %newloaded = extractvalue { i32, i1 } %4, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  ret i32 %newloaded
}

; from x86_64, aarch64, armv7, riscv64, nvptx64-sm_50, loongarch64
; equals llvm:atomicrmw.uinc_wrap.i64
define i64 @uinc_wrap_i64.1(ptr %p, i64 %v) {
  %1 = load i64, ptr %p, align 8
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi i64 [ %1, %0 ], [ %newloaded, %atomicrmw.start ]
  %2 = add i64 %loaded, 1
  %3 = icmp uge i64 %loaded, %v
  %new = select i1 %3, i64 0, i64 %2
  %4 = cmpxchg ptr %p, i64 %loaded, i64 %new seq_cst seq_cst, align 8
  %success = extractvalue { i64, i1 } %4, 1
  %newloaded = extractvalue { i64, i1 } %4, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  ret i64 %newloaded
}

; from x86_64, aarch64, armv7
; equals llvm:atomicrmw.udec_wrap.i8
define i8 @udec_wrap_i8.1(ptr %p, i8 %v) {
  %1 = load i8, ptr %p, align 1
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi i8 [ %1, %0 ], [ %newloaded, %atomicrmw.start ]
  %2 = sub i8 %loaded, 1
  %3 = icmp eq i8 %loaded, 0
  %4 = icmp ugt i8 %loaded, %v
  %5 = or i1 %3, %4
  %new = select i1 %5, i8 %v, i8 %2
  %6 = cmpxchg ptr %p, i8 %loaded, i8 %new seq_cst seq_cst, align 1
  %success = extractvalue { i8, i1 } %6, 1
  %newloaded = extractvalue { i8, i1 } %6, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  ret i8 %newloaded
}

; from x86_64, aarch64, armv7
; equals llvm:atomicrmw.udec_wrap.i16
define i16 @udec_wrap_i16.1(ptr %p, i16 %v) {
  %1 = load i16, ptr %p, align 2
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi i16 [ %1, %0 ], [ %newloaded, %atomicrmw.start ]
  %2 = sub i16 %loaded, 1
  %3 = icmp eq i16 %loaded, 0
  %4 = icmp ugt i16 %loaded, %v
  %5 = or i1 %3, %4
  %new = select i1 %5, i16 %v, i16 %2
  %6 = cmpxchg ptr %p, i16 %loaded, i16 %new seq_cst seq_cst, align 2
  %success = extractvalue { i16, i1 } %6, 1
  %newloaded = extractvalue { i16, i1 } %6, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  ret i16 %newloaded
}

; from x86_64, aarch64, armv7, riscv64, nvptx64-sm_50, loongarch64
; equals llvm:atomicrmw.udec_wrap.i32
define i32 @udec_wrap_i32.1(ptr %p, i32 %v) {
  %1 = load i32, ptr %p, align 4
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi i32 [ %1, %0 ], [ %newloaded, %atomicrmw.start ]
  %2 = sub i32 %loaded, 1
  %3 = icmp eq i32 %loaded, 0
  %4 = icmp ugt i32 %loaded, %v
  %5 = or i1 %3, %4
  %new = select i1 %5, i32 %v, i32 %2
  %6 = cmpxchg ptr %p, i32 %loaded, i32 %new seq_cst seq_cst, align 4
  %success = extractvalue { i32, i1 } %6, 1
  %newloaded = extractvalue { i32, i1 } %6, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  ret i32 %newloaded
}

; from x86_64, aarch64, armv7, riscv64, nvptx64-sm_50, loongarch64
; equals llvm:atomicrmw.udec_wrap.i64
define i64 @udec_wrap_i64.1(ptr %p, i64 %v) {
  %1 = load i64, ptr %p, align 8
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi i64 [ %1, %0 ], [ %newloaded, %atomicrmw.start ]
  %2 = sub i64 %loaded, 1
  %3 = icmp eq i64 %loaded, 0
  %4 = icmp ugt i64 %loaded, %v
  %5 = or i1 %3, %4
  %new = select i1 %5, i64 %v, i64 %2
  %6 = cmpxchg ptr %p, i64 %loaded, i64 %new seq_cst seq_cst, align 8
  %success = extractvalue { i64, i1 } %6, 1
  %newloaded = extractvalue { i64, i1 } %6, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  ret i64 %newloaded
}

; from x86_64, aarch64, armv7
; equals llvm:atomicrmw.fadd.f16
define half @fadd_f16.1(ptr %p, half %v) {
  %1 = load half, ptr %p, align 2
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi half [ %1, %0 ], [ %5, %atomicrmw.start ]
  %new = fadd half %loaded, %v
  %2 = bitcast half %new to i16
  %3 = bitcast half %loaded to i16
  %4 = cmpxchg ptr %p, i16 %3, i16 %2 seq_cst seq_cst, align 2
  %success = extractvalue { i16, i1 } %4, 1
  %newloaded = extractvalue { i16, i1 } %4, 0
  %5 = bitcast i16 %newloaded to half
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  ret half %5
}

; from x86_64, aarch64, armv7
; equals llvm:atomicrmw.fadd.bf16
define bfloat @fadd_bf16.1(ptr %p, bfloat %v) {
  %1 = load bfloat, ptr %p, align 2
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi bfloat [ %1, %0 ], [ %5, %atomicrmw.start ]
  %new = fadd bfloat %loaded, %v
  %2 = bitcast bfloat %new to i16
  %3 = bitcast bfloat %loaded to i16
  %4 = cmpxchg ptr %p, i16 %3, i16 %2 seq_cst seq_cst, align 2
  %success = extractvalue { i16, i1 } %4, 1
  %newloaded = extractvalue { i16, i1 } %4, 0
  %5 = bitcast i16 %newloaded to bfloat
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  ret bfloat %5
}

; from x86_64, aarch64, armv7, riscv64, amdgcn-gfx1100, amdgcn-gfx1100-flat, loongarch64
; equals llvm:atomicrmw.fadd.f32
define float @fadd_f32.1(ptr %p, float %v) {
  %1 = load float, ptr %p, align 4
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi float [ %1, %0 ], [ %5, %atomicrmw.start ]
  %new = fadd float %loaded, %v
  %2 = bitcast float %new to i32
  %3 = bitcast float %loaded to i32
  %4 = cmpxchg ptr %p, i32 %3, i32 %2 seq_cst seq_cst, align 4
  %success = extractvalue { i32, i1 } %4, 1
  %newloaded = extractvalue { i32, i1 } %4, 0
  %5 = bitcast i32 %newloaded to float
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  ret float %5
}

; from x86_64, aarch64, armv7, riscv64, nvptx64-sm_50, amdgcn-gfx1100, amdgcn-gfx1100-flat, loongarch64
; equals llvm:atomicrmw.fadd.f64
define double @fadd_f64.1(ptr %p, double %v) {
  %1 = load double, ptr %p, align 8
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi double [ %1, %0 ], [ %5, %atomicrmw.start ]
  %new = fadd double %loaded, %v
  %2 = bitcast double %new to i64
  %3 = bitcast double %loaded to i64
  %4 = cmpxchg ptr %p, i64 %3, i64 %2 seq_cst seq_cst, align 8
  %success = extractvalue { i64, i1 } %4, 1
  %newloaded = extractvalue { i64, i1 } %4, 0
  %5 = bitcast i64 %newloaded to double
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  ret double %5
}

; from x86_64, aarch64, armv7, riscv64, nvptx64-sm_50, amdgcn-gfx1100, amdgcn-gfx1100-flat, loongarch64
; equals llvm:atomicrmw.fadd.v2f16
define <2 x half> @fadd_v2f16.1(ptr %p, <2 x half> %v) {
  %1 = load <2 x half>, ptr %p, align 4
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi <2 x half> [ %1, %0 ], [ %5, %atomicrmw.start ]
  %new = fadd <2 x half> %loaded, %v
  %2 = bitcast <2 x half> %new to i32
  %3 = bitcast <2 x half> %loaded to i32
  %4 = cmpxchg ptr %p, i32 %3, i32 %2 seq_cst seq_cst, align 4
  %success = extractvalue { i32, i1 } %4, 1
  %newloaded = extractvalue { i32, i1 } %4, 0
  %5 = bitcast i32 %newloaded to <2 x half>
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  ret <2 x half> %5
}

; from x86_64, aarch64, armv7, riscv64, nvptx64-sm_50, amdgcn-gfx1100, amdgcn-gfx1100-flat, loongarch64
; equals llvm:atomicrmw.fadd.v2bf16
define <2 x bfloat> @fadd_v2bf16.1(ptr %p, <2 x bfloat> %v) {
  %1 = load <2 x bfloat>, ptr %p, align 4
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi <2 x bfloat> [ %1, %0 ], [ %5, %atomicrmw.start ]
  %new = fadd <2 x bfloat> %loaded, %v
  %2 = bitcast <2 x bfloat> %new to i32
  %3 = bitcast <2 x bfloat> %loaded to i32
  %4 = cmpxchg ptr %p, i32 %3, i32 %2 seq_cst seq_cst, align 4
  %success = extractvalue { i32, i1 } %4, 1
  %newloaded = extractvalue { i32, i1 } %4, 0
  %5 = bitcast i32 %newloaded to <2 x bfloat>
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  ret <2 x bfloat> %5
}

; from x86_64, aarch64, armv7
; equals llvm:atomicrmw.fsub.f16
define half @fsub_f16.1(ptr %p, half %v) {
  %1 = load half, ptr %p, align 2
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi half [ %1, %0 ], [ %5, %atomicrmw.start ]
  %new = fsub half %loaded, %v
  %2 = bitcast half %new to i16
  %3 = bitcast half %loaded to i16
  %4 = cmpxchg ptr %p, i16 %3, i16 %2 seq_cst seq_cst, align 2
  %success = extractvalue { i16, i1 } %4, 1
  %newloaded = extractvalue { i16, i1 } %4, 0
  %5 = bitcast i16 %newloaded to half
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  ret half %5
}

; from x86_64, aarch64, armv7
; equals llvm:atomicrmw.fsub.bf16
define bfloat @fsub_bf16.1(ptr %p, bfloat %v) {
  %1 = load bfloat, ptr %p, align 2
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi bfloat [ %1, %0 ], [ %5, %atomicrmw.start ]
  %new = fsub bfloat %loaded, %v
  %2 = bitcast bfloat %new to i16
  %3 = bitcast bfloat %loaded to i16
  %4 = cmpxchg ptr %p, i16 %3, i16 %2 seq_cst seq_cst, align 2
  %success = extractvalue { i16, i1 } %4, 1
  %newloaded = extractvalue { i16, i1 } %4, 0
  %5 = bitcast i16 %newloaded to bfloat
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  ret bfloat %5
}

; from x86_64, aarch64, armv7, riscv64, nvptx64-sm_50, amdgcn-gfx1100, amdgcn-gfx1100-flat, loongarch64
; equals llvm:atomicrmw.fsub.f32
define float @fsub_f32.1(ptr %p, float %v) {
  %1 = load float, ptr %p, align 4
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi float [ %1, %0 ], [ %5, %atomicrmw.start ]
  %new = fsub float %loaded, %v
  %2 = bitcast float %new to i32
  %3 = bitcast float %loaded to i32
  %4 = cmpxchg ptr %p, i32 %3, i32 %2 seq_cst seq_cst, align 4
  %success = extractvalue { i32, i1 } %4, 1
  %newloaded = extractvalue { i32, i1 } %4, 0
  %5 = bitcast i32 %newloaded to float
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  ret float %5
}

; from x86_64, aarch64, armv7, riscv64, nvptx64-sm_50, amdgcn-gfx1100, amdgcn-gfx1100-flat, loongarch64
; equals llvm:atomicrmw.fsub.f64
define double @fsub_f64.1(ptr %p, double %v) {
  %1 = load double, ptr %p, align 8
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi double [ %1, %0 ], [ %5, %atomicrmw.start ]
  %new = fsub double %loaded, %v
  %2 = bitcast double %new to i64
  %3 = bitcast double %loaded to i64
  %4 = cmpxchg ptr %p, i64 %3, i64 %2 seq_cst seq_cst, align 8
  %success = extractvalue { i64, i1 } %4, 1
  %newloaded = extractvalue { i64, i1 } %4, 0
  %5 = bitcast i64 %newloaded to double
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  ret double %5
}

; from x86_64, aarch64, armv7, riscv64, nvptx64-sm_50, amdgcn-gfx1100, amdgcn-gfx1100-flat, loongarch64
; equals llvm:atomicrmw.fsub.v2f16
define <2 x half> @fsub_v2f16.1(ptr %p, <2 x half> %v) {
  %1 = load <2 x half>, ptr %p, align 4
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi <2 x half> [ %1, %0 ], [ %5, %atomicrmw.start ]
  %new = fsub <2 x half> %loaded, %v
  %2 = bitcast <2 x half> %new to i32
  %3 = bitcast <2 x half> %loaded to i32
  %4 = cmpxchg ptr %p, i32 %3, i32 %2 seq_cst seq_cst, align 4
  %success = extractvalue { i32, i1 } %4, 1
  %newloaded = extractvalue { i32, i1 } %4, 0
  %5 = bitcast i32 %newloaded to <2 x half>
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  ret <2 x half> %5
}

; from x86_64, aarch64, armv7, riscv64, nvptx64-sm_50, amdgcn-gfx1100, amdgcn-gfx1100-flat, loongarch64
; equals llvm:atomicrmw.fsub.v2bf16
define <2 x bfloat> @fsub_v2bf16.1(ptr %p, <2 x bfloat> %v) {
  %1 = load <2 x bfloat>, ptr %p, align 4
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi <2 x bfloat> [ %1, %0 ], [ %5, %atomicrmw.start ]
  %new = fsub <2 x bfloat> %loaded, %v
  %2 = bitcast <2 x bfloat> %new to i32
  %3 = bitcast <2 x bfloat> %loaded to i32
  %4 = cmpxchg ptr %p, i32 %3, i32 %2 seq_cst seq_cst, align 4
  %success = extractvalue { i32, i1 } %4, 1
  %newloaded = extractvalue { i32, i1 } %4, 0
  %5 = bitcast i32 %newloaded to <2 x bfloat>
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  ret <2 x bfloat> %5
}

; from x86_64, aarch64, armv7
; equals llvm:atomicrmw.fmax.f16
define half @fmax_f16.1(ptr %p, half %v) {
  %1 = load half, ptr %p, align 2
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi half [ %1, %0 ], [ %6, %atomicrmw.start ]
  %2 = call half @llvm.maxnum.f16(half %loaded, half %v)
  %3 = bitcast half %2 to i16
  %4 = bitcast half %loaded to i16
  %5 = cmpxchg ptr %p, i16 %4, i16 %3 seq_cst seq_cst, align 2
  %success = extractvalue { i16, i1 } %5, 1
  %newloaded = extractvalue { i16, i1 } %5, 0
  %6 = bitcast i16 %newloaded to half
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  ret half %6
}

; from x86_64, aarch64, armv7
; equals llvm:atomicrmw.fmax.bf16
define bfloat @fmax_bf16.1(ptr %p, bfloat %v) {
  %1 = load bfloat, ptr %p, align 2
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi bfloat [ %1, %0 ], [ %6, %atomicrmw.start ]
  %2 = call bfloat @llvm.maxnum.bf16(bfloat %loaded, bfloat %v)
  %3 = bitcast bfloat %2 to i16
  %4 = bitcast bfloat %loaded to i16
  %5 = cmpxchg ptr %p, i16 %4, i16 %3 seq_cst seq_cst, align 2
  %success = extractvalue { i16, i1 } %5, 1
  %newloaded = extractvalue { i16, i1 } %5, 0
  %6 = bitcast i16 %newloaded to bfloat
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  ret bfloat %6
}

; from x86_64, aarch64, armv7, riscv64, nvptx64-sm_50, amdgcn-gfx1100, amdgcn-gfx1100-flat, loongarch64
; equals llvm:atomicrmw.fmax.f32
define float @fmax_f32.1(ptr %p, float %v) {
  %1 = load float, ptr %p, align 4
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi float [ %1, %0 ], [ %6, %atomicrmw.start ]
  %2 = call float @llvm.maxnum.f32(float %loaded, float %v)
  %3 = bitcast float %2 to i32
  %4 = bitcast float %loaded to i32
  %5 = cmpxchg ptr %p, i32 %4, i32 %3 seq_cst seq_cst, align 4
  %success = extractvalue { i32, i1 } %5, 1
  %newloaded = extractvalue { i32, i1 } %5, 0
  %6 = bitcast i32 %newloaded to float
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  ret float %6
}

; from x86_64, aarch64, armv7, riscv64, nvptx64-sm_50, amdgcn-gfx1100, amdgcn-gfx1100-flat, loongarch64
; equals llvm:atomicrmw.fmax.f64
define double @fmax_f64.1(ptr %p, double %v) {
  %1 = load double, ptr %p, align 8
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi double [ %1, %0 ], [ %6, %atomicrmw.start ]
  %2 = call double @llvm.maxnum.f64(double %loaded, double %v)
  %3 = bitcast double %2 to i64
  %4 = bitcast double %loaded to i64
  %5 = cmpxchg ptr %p, i64 %4, i64 %3 seq_cst seq_cst, align 8
  %success = extractvalue { i64, i1 } %5, 1
  %newloaded = extractvalue { i64, i1 } %5, 0
  %6 = bitcast i64 %newloaded to double
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  ret double %6
}

; from x86_64, aarch64, armv7, riscv64, nvptx64-sm_50, amdgcn-gfx1100, amdgcn-gfx1100-flat, loongarch64
; equals llvm:atomicrmw.fmax.v2f16
define <2 x half> @fmax_v2f16.1(ptr %p, <2 x half> %v) {
  %1 = load <2 x half>, ptr %p, align 4
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi <2 x half> [ %1, %0 ], [ %6, %atomicrmw.start ]
  %2 = call <2 x half> @llvm.maxnum.v2f16(<2 x half> %loaded, <2 x half> %v)
  %3 = bitcast <2 x half> %2 to i32
  %4 = bitcast <2 x half> %loaded to i32
  %5 = cmpxchg ptr %p, i32 %4, i32 %3 seq_cst seq_cst, align 4
  %success = extractvalue { i32, i1 } %5, 1
  %newloaded = extractvalue { i32, i1 } %5, 0
  %6 = bitcast i32 %newloaded to <2 x half>
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  ret <2 x half> %6
}

; from x86_64, aarch64, armv7, riscv64, nvptx64-sm_50, amdgcn-gfx1100, amdgcn-gfx1100-flat, loongarch64
; equals llvm:atomicrmw.fmax.v2bf16
define <2 x bfloat> @fmax_v2bf16.1(ptr %p, <2 x bfloat> %v) {
  %1 = load <2 x bfloat>, ptr %p, align 4
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi <2 x bfloat> [ %1, %0 ], [ %6, %atomicrmw.start ]
  %2 = call <2 x bfloat> @llvm.maxnum.v2bf16(<2 x bfloat> %loaded, <2 x bfloat> %v)
  %3 = bitcast <2 x bfloat> %2 to i32
  %4 = bitcast <2 x bfloat> %loaded to i32
  %5 = cmpxchg ptr %p, i32 %4, i32 %3 seq_cst seq_cst, align 4
  %success = extractvalue { i32, i1 } %5, 1
  %newloaded = extractvalue { i32, i1 } %5, 0
  %6 = bitcast i32 %newloaded to <2 x bfloat>
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  ret <2 x bfloat> %6
}

; from x86_64, aarch64, armv7
; equals llvm:atomicrmw.fmin.f16
define half @fmin_f16.1(ptr %p, half %v) {
  %1 = load half, ptr %p, align 2
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi half [ %1, %0 ], [ %6, %atomicrmw.start ]
  %2 = call half @llvm.minnum.f16(half %loaded, half %v)
  %3 = bitcast half %2 to i16
  %4 = bitcast half %loaded to i16
  %5 = cmpxchg ptr %p, i16 %4, i16 %3 seq_cst seq_cst, align 2
  %success = extractvalue { i16, i1 } %5, 1
  %newloaded = extractvalue { i16, i1 } %5, 0
  %6 = bitcast i16 %newloaded to half
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  ret half %6
}

; from x86_64, aarch64, armv7
; equals llvm:atomicrmw.fmin.bf16
define bfloat @fmin_bf16.1(ptr %p, bfloat %v) {
  %1 = load bfloat, ptr %p, align 2
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi bfloat [ %1, %0 ], [ %6, %atomicrmw.start ]
  %2 = call bfloat @llvm.minnum.bf16(bfloat %loaded, bfloat %v)
  %3 = bitcast bfloat %2 to i16
  %4 = bitcast bfloat %loaded to i16
  %5 = cmpxchg ptr %p, i16 %4, i16 %3 seq_cst seq_cst, align 2
  %success = extractvalue { i16, i1 } %5, 1
  %newloaded = extractvalue { i16, i1 } %5, 0
  %6 = bitcast i16 %newloaded to bfloat
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  ret bfloat %6
}

; from x86_64, aarch64, armv7, riscv64, nvptx64-sm_50, amdgcn-gfx1100, amdgcn-gfx1100-flat, loongarch64
; equals llvm:atomicrmw.fmin.f32
define float @fmin_f32.1(ptr %p, float %v) {
  %1 = load float, ptr %p, align 4
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi float [ %1, %0 ], [ %6, %atomicrmw.start ]
  %2 = call float @llvm.minnum.f32(float %loaded, float %v)
  %3 = bitcast float %2 to i32
  %4 = bitcast float %loaded to i32
  %5 = cmpxchg ptr %p, i32 %4, i32 %3 seq_cst seq_cst, align 4
  %success = extractvalue { i32, i1 } %5, 1
  %newloaded = extractvalue { i32, i1 } %5, 0
  %6 = bitcast i32 %newloaded to float
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  ret float %6
}

; from x86_64, aarch64, armv7, riscv64, nvptx64-sm_50, amdgcn-gfx1100, amdgcn-gfx1100-flat, loongarch64
; equals llvm:atomicrmw.fmin.f64
define double @fmin_f64.1(ptr %p, double %v) {
  %1 = load double, ptr %p, align 8
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi double [ %1, %0 ], [ %6, %atomicrmw.start ]
  %2 = call double @llvm.minnum.f64(double %loaded, double %v)
  %3 = bitcast double %2 to i64
  %4 = bitcast double %loaded to i64
  %5 = cmpxchg ptr %p, i64 %4, i64 %3 seq_cst seq_cst, align 8
  %success = extractvalue { i64, i1 } %5, 1
  %newloaded = extractvalue { i64, i1 } %5, 0
  %6 = bitcast i64 %newloaded to double
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  ret double %6
}

; from x86_64, aarch64, armv7, riscv64, nvptx64-sm_50, amdgcn-gfx1100, amdgcn-gfx1100-flat, loongarch64
; equals llvm:atomicrmw.fmin.v2f16
define <2 x half> @fmin_v2f16.1(ptr %p, <2 x half> %v) {
  %1 = load <2 x half>, ptr %p, align 4
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi <2 x half> [ %1, %0 ], [ %6, %atomicrmw.start ]
  %2 = call <2 x half> @llvm.minnum.v2f16(<2 x half> %loaded, <2 x half> %v)
  %3 = bitcast <2 x half> %2 to i32
  %4 = bitcast <2 x half> %loaded to i32
  %5 = cmpxchg ptr %p, i32 %4, i32 %3 seq_cst seq_cst, align 4
  %success = extractvalue { i32, i1 } %5, 1
  %newloaded = extractvalue { i32, i1 } %5, 0
  %6 = bitcast i32 %newloaded to <2 x half>
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  ret <2 x half> %6
}

; from x86_64, aarch64, armv7, riscv64, nvptx64-sm_50, amdgcn-gfx1100, amdgcn-gfx1100-flat, loongarch64
; equals llvm:atomicrmw.fmin.v2bf16
define <2 x bfloat> @fmin_v2bf16.1(ptr %p, <2 x bfloat> %v) {
  %1 = load <2 x bfloat>, ptr %p, align 4
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi <2 x bfloat> [ %1, %0 ], [ %6, %atomicrmw.start ]
  %2 = call <2 x bfloat> @llvm.minnum.v2bf16(<2 x bfloat> %loaded, <2 x bfloat> %v)
  %3 = bitcast <2 x bfloat> %2 to i32
  %4 = bitcast <2 x bfloat> %loaded to i32
  %5 = cmpxchg ptr %p, i32 %4, i32 %3 seq_cst seq_cst, align 4
  %success = extractvalue { i32, i1 } %5, 1
  %newloaded = extractvalue { i32, i1 } %5, 0
  %6 = bitcast i32 %newloaded to <2 x bfloat>
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  ret <2 x bfloat> %6
}

; from aarch64, armv7
; equals llvm:atomicrmw.xchg.i8
define i8 @xchg_i8.1(ptr %p, i8 %v) {
  %1 = load i8, ptr %p, align 1
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi i8 [ %1, %0 ], [ %newloaded, %atomicrmw.start ]
  %2 = cmpxchg ptr %p, i8 %loaded, i8 %v seq_cst seq_cst, align 1
  %success = extractvalue { i8, i1 } %2, 1
  %newloaded = extractvalue { i8, i1 } %2, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  ret i8 %newloaded
}

; from aarch64, armv7
; equals llvm:atomicrmw.xchg.i16
define i16 @xchg_i16.1(ptr %p, i16 %v) {
  %1 = load i16, ptr %p, align 2
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi i16 [ %1, %0 ], [ %newloaded, %atomicrmw.start ]
  %2 = cmpxchg ptr %p, i16 %loaded, i16 %v seq_cst seq_cst, align 2
  %success = extractvalue { i16, i1 } %2, 1
  %newloaded = extractvalue { i16, i1 } %2, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  ret i16 %newloaded
}

; from aarch64, armv7
; equals llvm:atomicrmw.xchg.i32
define i32 @xchg_i32.1(ptr %p, i32 %v) {
  %1 = load i32, ptr %p, align 4
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi i32 [ %1, %0 ], [ %newloaded, %atomicrmw.start ]
  %2 = cmpxchg ptr %p, i32 %loaded, i32 %v seq_cst seq_cst, align 4
  %success = extractvalue { i32, i1 } %2, 1
  %newloaded = extractvalue { i32, i1 } %2, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  ret i32 %newloaded
}

; from aarch64, armv7
; equals llvm:atomicrmw.xchg.i64
define i64 @xchg_i64.1(ptr %p, i64 %v) {
  %1 = load i64, ptr %p, align 8
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi i64 [ %1, %0 ], [ %newloaded, %atomicrmw.start ]
  %2 = cmpxchg ptr %p, i64 %loaded, i64 %v seq_cst seq_cst, align 8
  %success = extractvalue { i64, i1 } %2, 1
  %newloaded = extractvalue { i64, i1 } %2, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  ret i64 %newloaded
}

; from aarch64, armv7
; equals llvm:atomicrmw.add.i8
define i8 @add_i8.1(ptr %p, i8 %v) {
  %1 = load i8, ptr %p, align 1
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi i8 [ %1, %0 ], [ %newloaded, %atomicrmw.start ]
  %new = add i8 %loaded, %v
  %2 = cmpxchg ptr %p, i8 %loaded, i8 %new seq_cst seq_cst, align 1
  %success = extractvalue { i8, i1 } %2, 1
  %newloaded = extractvalue { i8, i1 } %2, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  ret i8 %newloaded
}

; from aarch64, armv7
; equals llvm:atomicrmw.add.i16
define i16 @add_i16.1(ptr %p, i16 %v) {
  %1 = load i16, ptr %p, align 2
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi i16 [ %1, %0 ], [ %newloaded, %atomicrmw.start ]
  %new = add i16 %loaded, %v
  %2 = cmpxchg ptr %p, i16 %loaded, i16 %new seq_cst seq_cst, align 2
  %success = extractvalue { i16, i1 } %2, 1
  %newloaded = extractvalue { i16, i1 } %2, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  ret i16 %newloaded
}

; from aarch64, armv7
; equals llvm:atomicrmw.add.i32
define i32 @add_i32.1(ptr %p, i32 %v) {
  %1 = load i32, ptr %p, align 4
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi i32 [ %1, %0 ], [ %newloaded, %atomicrmw.start ]
  %new = add i32 %loaded, %v
  %2 = cmpxchg ptr %p, i32 %loaded, i32 %new seq_cst seq_cst, align 4
  %success = extractvalue { i32, i1 } %2, 1
  %newloaded = extractvalue { i32, i1 } %2, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  ret i32 %newloaded
}

; from aarch64, armv7
; equals llvm:atomicrmw.add.i64
define i64 @add_i64.1(ptr %p, i64 %v) {
  %1 = load i64, ptr %p, align 8
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi i64 [ %1, %0 ], [ %newloaded, %atomicrmw.start ]
  %new = add i64 %loaded, %v
  %2 = cmpxchg ptr %p, i64 %loaded, i64 %new seq_cst seq_cst, align 8
  %success = extractvalue { i64, i1 } %2, 1
  %newloaded = extractvalue { i64, i1 } %2, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  ret i64 %newloaded
}

; from aarch64, armv7
; equals llvm:atomicrmw.sub.i8
define i8 @sub_i8.1(ptr %p, i8 %v) {
  %1 = load i8, ptr %p, align 1
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi i8 [ %1, %0 ], [ %newloaded, %atomicrmw.start ]
  %new = sub i8 %loaded, %v
  %2 = cmpxchg ptr %p, i8 %loaded, i8 %new seq_cst seq_cst, align 1
  %success = extractvalue { i8, i1 } %2, 1
  %newloaded = extractvalue { i8, i1 } %2, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  ret i8 %newloaded
}

; from aarch64, armv7
; equals llvm:atomicrmw.sub.i16
define i16 @sub_i16.1(ptr %p, i16 %v) {
  %1 = load i16, ptr %p, align 2
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi i16 [ %1, %0 ], [ %newloaded, %atomicrmw.start ]
  %new = sub i16 %loaded, %v
  %2 = cmpxchg ptr %p, i16 %loaded, i16 %new seq_cst seq_cst, align 2
  %success = extractvalue { i16, i1 } %2, 1
  %newloaded = extractvalue { i16, i1 } %2, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  ret i16 %newloaded
}

; from aarch64, armv7
; equals llvm:atomicrmw.sub.i32
define i32 @sub_i32.1(ptr %p, i32 %v) {
  %1 = load i32, ptr %p, align 4
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi i32 [ %1, %0 ], [ %newloaded, %atomicrmw.start ]
  %new = sub i32 %loaded, %v
  %2 = cmpxchg ptr %p, i32 %loaded, i32 %new seq_cst seq_cst, align 4
  %success = extractvalue { i32, i1 } %2, 1
  %newloaded = extractvalue { i32, i1 } %2, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  ret i32 %newloaded
}

; from aarch64, armv7
; equals llvm:atomicrmw.sub.i64
define i64 @sub_i64.1(ptr %p, i64 %v) {
  %1 = load i64, ptr %p, align 8
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi i64 [ %1, %0 ], [ %newloaded, %atomicrmw.start ]
  %new = sub i64 %loaded, %v
  %2 = cmpxchg ptr %p, i64 %loaded, i64 %new seq_cst seq_cst, align 8
  %success = extractvalue { i64, i1 } %2, 1
  %newloaded = extractvalue { i64, i1 } %2, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  ret i64 %newloaded
}

; from riscv64, nvptx64-sm_50, amdgcn-gfx1100-flat, loongarch64
; equals llvm:atomicrmw.uinc_wrap.i8
define i8 @uinc_wrap_i8.2(ptr %p, i8 %v) {
  %AlignedAddr = call ptr @llvm.ptrmask.p0.i64(ptr %p, i64 -4)
  %1 = ptrtoint ptr %p to i64
  %PtrLSB = and i64 %1, 3
  %2 = shl i64 %PtrLSB, 3
  %ShiftAmt = trunc i64 %2 to i32
  %Mask = shl i32 255, %ShiftAmt
  %Inv_Mask = xor i32 %Mask, -1
  %3 = load i32, ptr %AlignedAddr, align 4
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi i32 [ %3, %0 ], [ %newloaded, %atomicrmw.start ]
  %shifted = lshr i32 %loaded, %ShiftAmt
  %extracted = trunc i32 %shifted to i8
  %4 = add i8 %extracted, 1
  %5 = icmp uge i8 %extracted, %v
  %new = select i1 %5, i8 0, i8 %4
  %extended = zext i8 %new to i32
  %shifted1 = shl nuw i32 %extended, %ShiftAmt
  %unmasked = and i32 %loaded, %Inv_Mask
  %inserted = or i32 %unmasked, %shifted1
  %6 = cmpxchg ptr %AlignedAddr, i32 %loaded, i32 %inserted seq_cst seq_cst, align 4
  %success = extractvalue { i32, i1 } %6, 1
  %newloaded = extractvalue { i32, i1 } %6, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  %shifted2 = lshr i32 %newloaded, %ShiftAmt
  %extracted3 = trunc i32 %shifted2 to i8
  ret i8 %extracted3
}

; from riscv64, nvptx64-sm_50, amdgcn-gfx1100-flat, loongarch64
; equals llvm:atomicrmw.uinc_wrap.i16
define i16 @uinc_wrap_i16.2(ptr %p, i16 %v) {
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
  %shifted = lshr i32 %loaded, %ShiftAmt
  %extracted = trunc i32 %shifted to i16
  %4 = add i16 %extracted, 1
  %5 = icmp uge i16 %extracted, %v
  %new = select i1 %5, i16 0, i16 %4
  %extended = zext i16 %new to i32
  %shifted1 = shl nuw i32 %extended, %ShiftAmt
  %unmasked = and i32 %loaded, %Inv_Mask
  %inserted = or i32 %unmasked, %shifted1
  %6 = cmpxchg ptr %AlignedAddr, i32 %loaded, i32 %inserted seq_cst seq_cst, align 4
  %success = extractvalue { i32, i1 } %6, 1
  %newloaded = extractvalue { i32, i1 } %6, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  %shifted2 = lshr i32 %newloaded, %ShiftAmt
  %extracted3 = trunc i32 %shifted2 to i16
  ret i16 %extracted3
}

; from riscv64, nvptx64-sm_50, amdgcn-gfx1100-flat, loongarch64
; equals llvm:atomicrmw.udec_wrap.i8
define i8 @udec_wrap_i8.2(ptr %p, i8 %v) {
  %AlignedAddr = call ptr @llvm.ptrmask.p0.i64(ptr %p, i64 -4)
  %1 = ptrtoint ptr %p to i64
  %PtrLSB = and i64 %1, 3
  %2 = shl i64 %PtrLSB, 3
  %ShiftAmt = trunc i64 %2 to i32
  %Mask = shl i32 255, %ShiftAmt
  %Inv_Mask = xor i32 %Mask, -1
  %3 = load i32, ptr %AlignedAddr, align 4
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi i32 [ %3, %0 ], [ %newloaded, %atomicrmw.start ]
  %shifted = lshr i32 %loaded, %ShiftAmt
  %extracted = trunc i32 %shifted to i8
  %4 = sub i8 %extracted, 1
  %5 = icmp eq i8 %extracted, 0
  %6 = icmp ugt i8 %extracted, %v
  %7 = or i1 %5, %6
  %new = select i1 %7, i8 %v, i8 %4
  %extended = zext i8 %new to i32
  %shifted1 = shl nuw i32 %extended, %ShiftAmt
  %unmasked = and i32 %loaded, %Inv_Mask
  %inserted = or i32 %unmasked, %shifted1
  %8 = cmpxchg ptr %AlignedAddr, i32 %loaded, i32 %inserted seq_cst seq_cst, align 4
  %success = extractvalue { i32, i1 } %8, 1
  %newloaded = extractvalue { i32, i1 } %8, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  %shifted2 = lshr i32 %newloaded, %ShiftAmt
  %extracted3 = trunc i32 %shifted2 to i8
  ret i8 %extracted3
}

; from riscv64, nvptx64-sm_50, amdgcn-gfx1100-flat, loongarch64
; equals llvm:atomicrmw.udec_wrap.i16
define i16 @udec_wrap_i16.2(ptr %p, i16 %v) {
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
  %shifted = lshr i32 %loaded, %ShiftAmt
  %extracted = trunc i32 %shifted to i16
  %4 = sub i16 %extracted, 1
  %5 = icmp eq i16 %extracted, 0
  %6 = icmp ugt i16 %extracted, %v
  %7 = or i1 %5, %6
  %new = select i1 %7, i16 %v, i16 %4
  %extended = zext i16 %new to i32
  %shifted1 = shl nuw i32 %extended, %ShiftAmt
  %unmasked = and i32 %loaded, %Inv_Mask
  %inserted = or i32 %unmasked, %shifted1
  %8 = cmpxchg ptr %AlignedAddr, i32 %loaded, i32 %inserted seq_cst seq_cst, align 4
  %success = extractvalue { i32, i1 } %8, 1
  %newloaded = extractvalue { i32, i1 } %8, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  %shifted2 = lshr i32 %newloaded, %ShiftAmt
  %extracted3 = trunc i32 %shifted2 to i16
  ret i16 %extracted3
}

; from riscv64, nvptx64-sm_50, amdgcn-gfx1100-flat, loongarch64
; equals llvm:atomicrmw.fadd.f16
define half @fadd_f16.2(ptr %p, half %v) {
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
  %shifted = lshr i32 %loaded, %ShiftAmt
  %extracted = trunc i32 %shifted to i16
  %4 = bitcast i16 %extracted to half
  %new = fadd half %4, %v
  %5 = bitcast half %new to i16
  %extended = zext i16 %5 to i32
  %shifted1 = shl nuw i32 %extended, %ShiftAmt
  %unmasked = and i32 %loaded, %Inv_Mask
  %inserted = or i32 %unmasked, %shifted1
  %6 = cmpxchg ptr %AlignedAddr, i32 %loaded, i32 %inserted seq_cst seq_cst, align 4
  %success = extractvalue { i32, i1 } %6, 1
  %newloaded = extractvalue { i32, i1 } %6, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  %shifted2 = lshr i32 %newloaded, %ShiftAmt
  %extracted3 = trunc i32 %shifted2 to i16
  %7 = bitcast i16 %extracted3 to half
  ret half %7
}

; from riscv64, nvptx64-sm_50, amdgcn-gfx1100-flat, loongarch64
; equals llvm:atomicrmw.fadd.bf16
define bfloat @fadd_bf16.2(ptr %p, bfloat %v) {
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
  %shifted = lshr i32 %loaded, %ShiftAmt
  %extracted = trunc i32 %shifted to i16
  %4 = bitcast i16 %extracted to bfloat
  %new = fadd bfloat %4, %v
  %5 = bitcast bfloat %new to i16
  %extended = zext i16 %5 to i32
  %shifted1 = shl nuw i32 %extended, %ShiftAmt
  %unmasked = and i32 %loaded, %Inv_Mask
  %inserted = or i32 %unmasked, %shifted1
  %6 = cmpxchg ptr %AlignedAddr, i32 %loaded, i32 %inserted seq_cst seq_cst, align 4
  %success = extractvalue { i32, i1 } %6, 1
  %newloaded = extractvalue { i32, i1 } %6, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  %shifted2 = lshr i32 %newloaded, %ShiftAmt
  %extracted3 = trunc i32 %shifted2 to i16
  %7 = bitcast i16 %extracted3 to bfloat
  ret bfloat %7
}

; from riscv64, nvptx64-sm_50, amdgcn-gfx1100-flat, loongarch64
; equals llvm:atomicrmw.fsub.f16
define half @fsub_f16.2(ptr %p, half %v) {
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
  %shifted = lshr i32 %loaded, %ShiftAmt
  %extracted = trunc i32 %shifted to i16
  %4 = bitcast i16 %extracted to half
  %new = fsub half %4, %v
  %5 = bitcast half %new to i16
  %extended = zext i16 %5 to i32
  %shifted1 = shl nuw i32 %extended, %ShiftAmt
  %unmasked = and i32 %loaded, %Inv_Mask
  %inserted = or i32 %unmasked, %shifted1
  %6 = cmpxchg ptr %AlignedAddr, i32 %loaded, i32 %inserted seq_cst seq_cst, align 4
  %success = extractvalue { i32, i1 } %6, 1
  %newloaded = extractvalue { i32, i1 } %6, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  %shifted2 = lshr i32 %newloaded, %ShiftAmt
  %extracted3 = trunc i32 %shifted2 to i16
  %7 = bitcast i16 %extracted3 to half
  ret half %7
}

; from riscv64, nvptx64-sm_50, amdgcn-gfx1100-flat, loongarch64
; equals llvm:atomicrmw.fsub.bf16
define bfloat @fsub_bf16.2(ptr %p, bfloat %v) {
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
  %shifted = lshr i32 %loaded, %ShiftAmt
  %extracted = trunc i32 %shifted to i16
  %4 = bitcast i16 %extracted to bfloat
  %new = fsub bfloat %4, %v
  %5 = bitcast bfloat %new to i16
  %extended = zext i16 %5 to i32
  %shifted1 = shl nuw i32 %extended, %ShiftAmt
  %unmasked = and i32 %loaded, %Inv_Mask
  %inserted = or i32 %unmasked, %shifted1
  %6 = cmpxchg ptr %AlignedAddr, i32 %loaded, i32 %inserted seq_cst seq_cst, align 4
  %success = extractvalue { i32, i1 } %6, 1
  %newloaded = extractvalue { i32, i1 } %6, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  %shifted2 = lshr i32 %newloaded, %ShiftAmt
  %extracted3 = trunc i32 %shifted2 to i16
  %7 = bitcast i16 %extracted3 to bfloat
  ret bfloat %7
}

; from riscv64, nvptx64-sm_50, amdgcn-gfx1100-flat, loongarch64
; equals llvm:atomicrmw.fmax.f16
define half @fmax_f16.2(ptr %p, half %v) {
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
  %shifted = lshr i32 %loaded, %ShiftAmt
  %extracted = trunc i32 %shifted to i16
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

; from riscv64, nvptx64-sm_50, amdgcn-gfx1100-flat, loongarch64
; equals llvm:atomicrmw.fmax.bf16
define bfloat @fmax_bf16.2(ptr %p, bfloat %v) {
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
  %shifted = lshr i32 %loaded, %ShiftAmt
  %extracted = trunc i32 %shifted to i16
  %4 = bitcast i16 %extracted to bfloat
  %5 = call bfloat @llvm.maxnum.bf16(bfloat %4, bfloat %v)
  %6 = bitcast bfloat %5 to i16
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
  %8 = bitcast i16 %extracted3 to bfloat
  ret bfloat %8
}

; from riscv64, nvptx64-sm_50, amdgcn-gfx1100-flat, loongarch64
; equals llvm:atomicrmw.fmin.f16
define half @fmin_f16.2(ptr %p, half %v) {
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
  %shifted = lshr i32 %loaded, %ShiftAmt
  %extracted = trunc i32 %shifted to i16
  %4 = bitcast i16 %extracted to half
  %5 = call half @llvm.minnum.f16(half %4, half %v)
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

; from riscv64, nvptx64-sm_50, amdgcn-gfx1100-flat, loongarch64
; equals llvm:atomicrmw.fmin.bf16
define bfloat @fmin_bf16.2(ptr %p, bfloat %v) {
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
  %shifted = lshr i32 %loaded, %ShiftAmt
  %extracted = trunc i32 %shifted to i16
  %4 = bitcast i16 %extracted to bfloat
  %5 = call bfloat @llvm.minnum.bf16(bfloat %4, bfloat %v)
  %6 = bitcast bfloat %5 to i16
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
  %8 = bitcast i16 %extracted3 to bfloat
  ret bfloat %8
}

; from nvptx64-sm_50, amdgcn-gfx1100-flat
; equals llvm:atomicrmw.xchg.i8
define i8 @xchg_i8.2(ptr %p, i8 %v) {
  %AlignedAddr = call ptr @llvm.ptrmask.p0.i64(ptr %p, i64 -4)
  %1 = ptrtoint ptr %p to i64
  %PtrLSB = and i64 %1, 3
  %2 = shl i64 %PtrLSB, 3
  %ShiftAmt = trunc i64 %2 to i32
  %Mask = shl i32 255, %ShiftAmt
  %Inv_Mask = xor i32 %Mask, -1
  %3 = zext i8 %v to i32
  %ValOperand_Shifted = shl i32 %3, %ShiftAmt
  %4 = load i32, ptr %AlignedAddr, align 4
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi i32 [ %4, %0 ], [ %newloaded, %atomicrmw.start ]
  %5 = and i32 %loaded, %Inv_Mask
  %6 = or i32 %5, %ValOperand_Shifted
  %7 = cmpxchg ptr %AlignedAddr, i32 %loaded, i32 %6 seq_cst seq_cst, align 4
  %success = extractvalue { i32, i1 } %7, 1
  %newloaded = extractvalue { i32, i1 } %7, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  %shifted = lshr i32 %newloaded, %ShiftAmt
  %extracted = trunc i32 %shifted to i8
  ret i8 %extracted
}

; from nvptx64-sm_50, amdgcn-gfx1100-flat
; equals llvm:atomicrmw.xchg.i16
define i16 @xchg_i16.2(ptr %p, i16 %v) {
  %AlignedAddr = call ptr @llvm.ptrmask.p0.i64(ptr %p, i64 -4)
  %1 = ptrtoint ptr %p to i64
  %PtrLSB = and i64 %1, 3
  %2 = shl i64 %PtrLSB, 3
  %ShiftAmt = trunc i64 %2 to i32
  %Mask = shl i32 65535, %ShiftAmt
  %Inv_Mask = xor i32 %Mask, -1
  %3 = zext i16 %v to i32
  %ValOperand_Shifted = shl i32 %3, %ShiftAmt
  %4 = load i32, ptr %AlignedAddr, align 4
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi i32 [ %4, %0 ], [ %newloaded, %atomicrmw.start ]
  %5 = and i32 %loaded, %Inv_Mask
  %6 = or i32 %5, %ValOperand_Shifted
  %7 = cmpxchg ptr %AlignedAddr, i32 %loaded, i32 %6 seq_cst seq_cst, align 4
  %success = extractvalue { i32, i1 } %7, 1
  %newloaded = extractvalue { i32, i1 } %7, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  %shifted = lshr i32 %newloaded, %ShiftAmt
  %extracted = trunc i32 %shifted to i16
  ret i16 %extracted
}

; from nvptx64-sm_50, amdgcn-gfx1100-flat
; equals llvm:atomicrmw.add.i8
define i8 @add_i8.2(ptr %p, i8 %v) {
  %AlignedAddr = call ptr @llvm.ptrmask.p0.i64(ptr %p, i64 -4)
  %1 = ptrtoint ptr %p to i64
  %PtrLSB = and i64 %1, 3
  %2 = shl i64 %PtrLSB, 3
  %ShiftAmt = trunc i64 %2 to i32
  %Mask = shl i32 255, %ShiftAmt
  %Inv_Mask = xor i32 %Mask, -1
  %3 = zext i8 %v to i32
  %ValOperand_Shifted = shl i32 %3, %ShiftAmt
  %4 = load i32, ptr %AlignedAddr, align 4
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi i32 [ %4, %0 ], [ %newloaded, %atomicrmw.start ]
  %new = add i32 %loaded, %ValOperand_Shifted
  %5 = and i32 %new, %Mask
  %6 = and i32 %loaded, %Inv_Mask
  %7 = or i32 %6, %5
  %8 = cmpxchg ptr %AlignedAddr, i32 %loaded, i32 %7 seq_cst seq_cst, align 4
  %success = extractvalue { i32, i1 } %8, 1
  %newloaded = extractvalue { i32, i1 } %8, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  %shifted = lshr i32 %newloaded, %ShiftAmt
  %extracted = trunc i32 %shifted to i8
  ret i8 %extracted
}

; from nvptx64-sm_50, amdgcn-gfx1100-flat
; equals llvm:atomicrmw.add.i16
define i16 @add_i16.2(ptr %p, i16 %v) {
  %AlignedAddr = call ptr @llvm.ptrmask.p0.i64(ptr %p, i64 -4)
  %1 = ptrtoint ptr %p to i64
  %PtrLSB = and i64 %1, 3
  %2 = shl i64 %PtrLSB, 3
  %ShiftAmt = trunc i64 %2 to i32
  %Mask = shl i32 65535, %ShiftAmt
  %Inv_Mask = xor i32 %Mask, -1
  %3 = zext i16 %v to i32
  %ValOperand_Shifted = shl i32 %3, %ShiftAmt
  %4 = load i32, ptr %AlignedAddr, align 4
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi i32 [ %4, %0 ], [ %newloaded, %atomicrmw.start ]
  %new = add i32 %loaded, %ValOperand_Shifted
  %5 = and i32 %new, %Mask
  %6 = and i32 %loaded, %Inv_Mask
  %7 = or i32 %6, %5
  %8 = cmpxchg ptr %AlignedAddr, i32 %loaded, i32 %7 seq_cst seq_cst, align 4
  %success = extractvalue { i32, i1 } %8, 1
  %newloaded = extractvalue { i32, i1 } %8, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  %shifted = lshr i32 %newloaded, %ShiftAmt
  %extracted = trunc i32 %shifted to i16
  ret i16 %extracted
}

; from nvptx64-sm_50, amdgcn-gfx1100-flat
; equals llvm:atomicrmw.sub.i8
define i8 @sub_i8.2(ptr %p, i8 %v) {
  %AlignedAddr = call ptr @llvm.ptrmask.p0.i64(ptr %p, i64 -4)
  %1 = ptrtoint ptr %p to i64
  %PtrLSB = and i64 %1, 3
  %2 = shl i64 %PtrLSB, 3
  %ShiftAmt = trunc i64 %2 to i32
  %Mask = shl i32 255, %ShiftAmt
  %Inv_Mask = xor i32 %Mask, -1
  %3 = zext i8 %v to i32
  %ValOperand_Shifted = shl i32 %3, %ShiftAmt
  %4 = load i32, ptr %AlignedAddr, align 4
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi i32 [ %4, %0 ], [ %newloaded, %atomicrmw.start ]
  %new = sub i32 %loaded, %ValOperand_Shifted
  %5 = and i32 %new, %Mask
  %6 = and i32 %loaded, %Inv_Mask
  %7 = or i32 %6, %5
  %8 = cmpxchg ptr %AlignedAddr, i32 %loaded, i32 %7 seq_cst seq_cst, align 4
  %success = extractvalue { i32, i1 } %8, 1
  %newloaded = extractvalue { i32, i1 } %8, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  %shifted = lshr i32 %newloaded, %ShiftAmt
  %extracted = trunc i32 %shifted to i8
  ret i8 %extracted
}

; from nvptx64-sm_50, amdgcn-gfx1100-flat
; equals llvm:atomicrmw.sub.i16
define i16 @sub_i16.2(ptr %p, i16 %v) {
  %AlignedAddr = call ptr @llvm.ptrmask.p0.i64(ptr %p, i64 -4)
  %1 = ptrtoint ptr %p to i64
  %PtrLSB = and i64 %1, 3
  %2 = shl i64 %PtrLSB, 3
  %ShiftAmt = trunc i64 %2 to i32
  %Mask = shl i32 65535, %ShiftAmt
  %Inv_Mask = xor i32 %Mask, -1
  %3 = zext i16 %v to i32
  %ValOperand_Shifted = shl i32 %3, %ShiftAmt
  %4 = load i32, ptr %AlignedAddr, align 4
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi i32 [ %4, %0 ], [ %newloaded, %atomicrmw.start ]
  %new = sub i32 %loaded, %ValOperand_Shifted
  %5 = and i32 %new, %Mask
  %6 = and i32 %loaded, %Inv_Mask
  %7 = or i32 %6, %5
  %8 = cmpxchg ptr %AlignedAddr, i32 %loaded, i32 %7 seq_cst seq_cst, align 4
  %success = extractvalue { i32, i1 } %8, 1
  %newloaded = extractvalue { i32, i1 } %8, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  %shifted = lshr i32 %newloaded, %ShiftAmt
  %extracted = trunc i32 %shifted to i16
  ret i16 %extracted
}

; from nvptx64-sm_50, amdgcn-gfx1100-flat
; equals llvm:atomicrmw.nand.i8
define i8 @nand_i8.2(ptr %p, i8 %v) {
  %AlignedAddr = call ptr @llvm.ptrmask.p0.i64(ptr %p, i64 -4)
  %1 = ptrtoint ptr %p to i64
  %PtrLSB = and i64 %1, 3
  %2 = shl i64 %PtrLSB, 3
  %ShiftAmt = trunc i64 %2 to i32
  %Mask = shl i32 255, %ShiftAmt
  %Inv_Mask = xor i32 %Mask, -1
  %3 = zext i8 %v to i32
  %ValOperand_Shifted = shl i32 %3, %ShiftAmt
  %4 = load i32, ptr %AlignedAddr, align 4
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi i32 [ %4, %0 ], [ %newloaded, %atomicrmw.start ]
  %5 = and i32 %loaded, %ValOperand_Shifted
  %new = xor i32 %5, -1
  %6 = and i32 %new, %Mask
  %7 = and i32 %loaded, %Inv_Mask
  %8 = or i32 %7, %6
  %9 = cmpxchg ptr %AlignedAddr, i32 %loaded, i32 %8 seq_cst seq_cst, align 4
  %success = extractvalue { i32, i1 } %9, 1
  %newloaded = extractvalue { i32, i1 } %9, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  %shifted = lshr i32 %newloaded, %ShiftAmt
  %extracted = trunc i32 %shifted to i8
  ret i8 %extracted
}

; from nvptx64-sm_50, amdgcn-gfx1100-flat
; equals llvm:atomicrmw.nand.i16
define i16 @nand_i16.2(ptr %p, i16 %v) {
  %AlignedAddr = call ptr @llvm.ptrmask.p0.i64(ptr %p, i64 -4)
  %1 = ptrtoint ptr %p to i64
  %PtrLSB = and i64 %1, 3
  %2 = shl i64 %PtrLSB, 3
  %ShiftAmt = trunc i64 %2 to i32
  %Mask = shl i32 65535, %ShiftAmt
  %Inv_Mask = xor i32 %Mask, -1
  %3 = zext i16 %v to i32
  %ValOperand_Shifted = shl i32 %3, %ShiftAmt
  %4 = load i32, ptr %AlignedAddr, align 4
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi i32 [ %4, %0 ], [ %newloaded, %atomicrmw.start ]
  %5 = and i32 %loaded, %ValOperand_Shifted
  %new = xor i32 %5, -1
  %6 = and i32 %new, %Mask
  %7 = and i32 %loaded, %Inv_Mask
  %8 = or i32 %7, %6
  %9 = cmpxchg ptr %AlignedAddr, i32 %loaded, i32 %8 seq_cst seq_cst, align 4
  %success = extractvalue { i32, i1 } %9, 1
  %newloaded = extractvalue { i32, i1 } %9, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  %shifted = lshr i32 %newloaded, %ShiftAmt
  %extracted = trunc i32 %shifted to i16
  ret i16 %extracted
}

; from nvptx64-sm_50, amdgcn-gfx1100-flat
; equals llvm:atomicrmw.max.i8
define i8 @max_i8.2(ptr %p, i8 %v) {
  %AlignedAddr = call ptr @llvm.ptrmask.p0.i64(ptr %p, i64 -4)
  %1 = ptrtoint ptr %p to i64
  %PtrLSB = and i64 %1, 3
  %2 = shl i64 %PtrLSB, 3
  %ShiftAmt = trunc i64 %2 to i32
  %Mask = shl i32 255, %ShiftAmt
  %Inv_Mask = xor i32 %Mask, -1
  %3 = load i32, ptr %AlignedAddr, align 4
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi i32 [ %3, %0 ], [ %newloaded, %atomicrmw.start ]
  %shifted = lshr i32 %loaded, %ShiftAmt
  %extracted = trunc i32 %shifted to i8
  %4 = icmp sgt i8 %extracted, %v
  %new = select i1 %4, i8 %extracted, i8 %v
  %extended = zext i8 %new to i32
  %shifted1 = shl nuw i32 %extended, %ShiftAmt
  %unmasked = and i32 %loaded, %Inv_Mask
  %inserted = or i32 %unmasked, %shifted1
  %5 = cmpxchg ptr %AlignedAddr, i32 %loaded, i32 %inserted seq_cst seq_cst, align 4
  %success = extractvalue { i32, i1 } %5, 1
  %newloaded = extractvalue { i32, i1 } %5, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  %shifted2 = lshr i32 %newloaded, %ShiftAmt
  %extracted3 = trunc i32 %shifted2 to i8
  ret i8 %extracted3
}

; from nvptx64-sm_50, amdgcn-gfx1100-flat
; equals llvm:atomicrmw.max.i16
define i16 @max_i16.2(ptr %p, i16 %v) {
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
  %shifted = lshr i32 %loaded, %ShiftAmt
  %extracted = trunc i32 %shifted to i16
  %4 = icmp sgt i16 %extracted, %v
  %new = select i1 %4, i16 %extracted, i16 %v
  %extended = zext i16 %new to i32
  %shifted1 = shl nuw i32 %extended, %ShiftAmt
  %unmasked = and i32 %loaded, %Inv_Mask
  %inserted = or i32 %unmasked, %shifted1
  %5 = cmpxchg ptr %AlignedAddr, i32 %loaded, i32 %inserted seq_cst seq_cst, align 4
  %success = extractvalue { i32, i1 } %5, 1
  %newloaded = extractvalue { i32, i1 } %5, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  %shifted2 = lshr i32 %newloaded, %ShiftAmt
  %extracted3 = trunc i32 %shifted2 to i16
  ret i16 %extracted3
}

; from nvptx64-sm_50, amdgcn-gfx1100-flat
; equals llvm:atomicrmw.min.i8
define i8 @min_i8.2(ptr %p, i8 %v) {
  %AlignedAddr = call ptr @llvm.ptrmask.p0.i64(ptr %p, i64 -4)
  %1 = ptrtoint ptr %p to i64
  %PtrLSB = and i64 %1, 3
  %2 = shl i64 %PtrLSB, 3
  %ShiftAmt = trunc i64 %2 to i32
  %Mask = shl i32 255, %ShiftAmt
  %Inv_Mask = xor i32 %Mask, -1
  %3 = load i32, ptr %AlignedAddr, align 4
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi i32 [ %3, %0 ], [ %newloaded, %atomicrmw.start ]
  %shifted = lshr i32 %loaded, %ShiftAmt
  %extracted = trunc i32 %shifted to i8
  %4 = icmp sle i8 %extracted, %v
  %new = select i1 %4, i8 %extracted, i8 %v
  %extended = zext i8 %new to i32
  %shifted1 = shl nuw i32 %extended, %ShiftAmt
  %unmasked = and i32 %loaded, %Inv_Mask
  %inserted = or i32 %unmasked, %shifted1
  %5 = cmpxchg ptr %AlignedAddr, i32 %loaded, i32 %inserted seq_cst seq_cst, align 4
  %success = extractvalue { i32, i1 } %5, 1
  %newloaded = extractvalue { i32, i1 } %5, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  %shifted2 = lshr i32 %newloaded, %ShiftAmt
  %extracted3 = trunc i32 %shifted2 to i8
  ret i8 %extracted3
}

; from nvptx64-sm_50, amdgcn-gfx1100-flat
; equals llvm:atomicrmw.min.i16
define i16 @min_i16.2(ptr %p, i16 %v) {
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
  %shifted = lshr i32 %loaded, %ShiftAmt
  %extracted = trunc i32 %shifted to i16
  %4 = icmp sle i16 %extracted, %v
  %new = select i1 %4, i16 %extracted, i16 %v
  %extended = zext i16 %new to i32
  %shifted1 = shl nuw i32 %extended, %ShiftAmt
  %unmasked = and i32 %loaded, %Inv_Mask
  %inserted = or i32 %unmasked, %shifted1
  %5 = cmpxchg ptr %AlignedAddr, i32 %loaded, i32 %inserted seq_cst seq_cst, align 4
  %success = extractvalue { i32, i1 } %5, 1
  %newloaded = extractvalue { i32, i1 } %5, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  %shifted2 = lshr i32 %newloaded, %ShiftAmt
  %extracted3 = trunc i32 %shifted2 to i16
  ret i16 %extracted3
}

; from nvptx64-sm_50, amdgcn-gfx1100-flat
; equals llvm:atomicrmw.umax.i8
define i8 @umax_i8.2(ptr %p, i8 %v) {
  %AlignedAddr = call ptr @llvm.ptrmask.p0.i64(ptr %p, i64 -4)
  %1 = ptrtoint ptr %p to i64
  %PtrLSB = and i64 %1, 3
  %2 = shl i64 %PtrLSB, 3
  %ShiftAmt = trunc i64 %2 to i32
  %Mask = shl i32 255, %ShiftAmt
  %Inv_Mask = xor i32 %Mask, -1
  %3 = load i32, ptr %AlignedAddr, align 4
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi i32 [ %3, %0 ], [ %newloaded, %atomicrmw.start ]
  %shifted = lshr i32 %loaded, %ShiftAmt
  %extracted = trunc i32 %shifted to i8
  %4 = icmp ugt i8 %extracted, %v
  %new = select i1 %4, i8 %extracted, i8 %v
  %extended = zext i8 %new to i32
  %shifted1 = shl nuw i32 %extended, %ShiftAmt
  %unmasked = and i32 %loaded, %Inv_Mask
  %inserted = or i32 %unmasked, %shifted1
  %5 = cmpxchg ptr %AlignedAddr, i32 %loaded, i32 %inserted seq_cst seq_cst, align 4
  %success = extractvalue { i32, i1 } %5, 1
  %newloaded = extractvalue { i32, i1 } %5, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  %shifted2 = lshr i32 %newloaded, %ShiftAmt
  %extracted3 = trunc i32 %shifted2 to i8
  ret i8 %extracted3
}

; from nvptx64-sm_50, amdgcn-gfx1100-flat
; equals llvm:atomicrmw.umax.i16
define i16 @umax_i16.2(ptr %p, i16 %v) {
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
  %shifted = lshr i32 %loaded, %ShiftAmt
  %extracted = trunc i32 %shifted to i16
  %4 = icmp ugt i16 %extracted, %v
  %new = select i1 %4, i16 %extracted, i16 %v
  %extended = zext i16 %new to i32
  %shifted1 = shl nuw i32 %extended, %ShiftAmt
  %unmasked = and i32 %loaded, %Inv_Mask
  %inserted = or i32 %unmasked, %shifted1
  %5 = cmpxchg ptr %AlignedAddr, i32 %loaded, i32 %inserted seq_cst seq_cst, align 4
  %success = extractvalue { i32, i1 } %5, 1
  %newloaded = extractvalue { i32, i1 } %5, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  %shifted2 = lshr i32 %newloaded, %ShiftAmt
  %extracted3 = trunc i32 %shifted2 to i16
  ret i16 %extracted3
}

; from nvptx64-sm_50, amdgcn-gfx1100-flat
; equals llvm:atomicrmw.umin.i8
define i8 @umin_i8.2(ptr %p, i8 %v) {
  %AlignedAddr = call ptr @llvm.ptrmask.p0.i64(ptr %p, i64 -4)
  %1 = ptrtoint ptr %p to i64
  %PtrLSB = and i64 %1, 3
  %2 = shl i64 %PtrLSB, 3
  %ShiftAmt = trunc i64 %2 to i32
  %Mask = shl i32 255, %ShiftAmt
  %Inv_Mask = xor i32 %Mask, -1
  %3 = load i32, ptr %AlignedAddr, align 4
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi i32 [ %3, %0 ], [ %newloaded, %atomicrmw.start ]
  %shifted = lshr i32 %loaded, %ShiftAmt
  %extracted = trunc i32 %shifted to i8
  %4 = icmp ule i8 %extracted, %v
  %new = select i1 %4, i8 %extracted, i8 %v
  %extended = zext i8 %new to i32
  %shifted1 = shl nuw i32 %extended, %ShiftAmt
  %unmasked = and i32 %loaded, %Inv_Mask
  %inserted = or i32 %unmasked, %shifted1
  %5 = cmpxchg ptr %AlignedAddr, i32 %loaded, i32 %inserted seq_cst seq_cst, align 4
  %success = extractvalue { i32, i1 } %5, 1
  %newloaded = extractvalue { i32, i1 } %5, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  %shifted2 = lshr i32 %newloaded, %ShiftAmt
  %extracted3 = trunc i32 %shifted2 to i8
  ret i8 %extracted3
}

; from nvptx64-sm_50, amdgcn-gfx1100-flat
; equals llvm:atomicrmw.umin.i16
define i16 @umin_i16.2(ptr %p, i16 %v) {
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
  %shifted = lshr i32 %loaded, %ShiftAmt
  %extracted = trunc i32 %shifted to i16
  %4 = icmp ule i16 %extracted, %v
  %new = select i1 %4, i16 %extracted, i16 %v
  %extended = zext i16 %new to i32
  %shifted1 = shl nuw i32 %extended, %ShiftAmt
  %unmasked = and i32 %loaded, %Inv_Mask
  %inserted = or i32 %unmasked, %shifted1
  %5 = cmpxchg ptr %AlignedAddr, i32 %loaded, i32 %inserted seq_cst seq_cst, align 4
  %success = extractvalue { i32, i1 } %5, 1
  %newloaded = extractvalue { i32, i1 } %5, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  %shifted2 = lshr i32 %newloaded, %ShiftAmt
  %extracted3 = trunc i32 %shifted2 to i16
  ret i16 %extracted3
}

; from nvptx64-sm_50, amdgcn-gfx1100-flat
; equals llvm:cmpxchg.i8
define i8 @cmpxchg_i8.1(ptr %p, i8 %c, i8 %v) {
  %AlignedAddr = call ptr @llvm.ptrmask.p0.i64(ptr %p, i64 -4)
  %1 = ptrtoint ptr %p to i64
  %PtrLSB = and i64 %1, 3
  %2 = shl i64 %PtrLSB, 3
  %ShiftAmt = trunc i64 %2 to i32
  %Mask = shl i32 255, %ShiftAmt
  %Inv_Mask = xor i32 %Mask, -1
  %3 = zext i8 %v to i32
  %4 = shl i32 %3, %ShiftAmt
  %5 = zext i8 %c to i32
  %6 = shl i32 %5, %ShiftAmt
  %7 = load i32, ptr %AlignedAddr, align 4
  %8 = and i32 %7, %Inv_Mask
  br label %partword.cmpxchg.loop

partword.cmpxchg.loop:
  %9 = phi i32 [ %8, %0 ], [ %15, %partword.cmpxchg.failure ]
  %10 = or i32 %9, %4
  %11 = or i32 %9, %6
  %12 = cmpxchg ptr %AlignedAddr, i32 %11, i32 %10 seq_cst seq_cst, align 4
  %13 = extractvalue { i32, i1 } %12, 0
  %14 = extractvalue { i32, i1 } %12, 1
  br i1 %14, label %partword.cmpxchg.end, label %partword.cmpxchg.failure

partword.cmpxchg.failure:
  %15 = and i32 %13, %Inv_Mask
  %16 = icmp ne i32 %9, %15
  br i1 %16, label %partword.cmpxchg.loop, label %partword.cmpxchg.end

partword.cmpxchg.end:
  %shifted = lshr i32 %13, %ShiftAmt
  %extracted = trunc i32 %shifted to i8
  %17 = insertvalue { i8, i1 } poison, i8 %extracted, 0
  %18 = insertvalue { i8, i1 } %17, i1 %14, 1
  %r = extractvalue { i8, i1 } %18, 0
  ret i8 %r
}

; from nvptx64-sm_50, amdgcn-gfx1100-flat
; equals llvm:cmpxchg.i16
define i16 @cmpxchg_i16.1(ptr %p, i16 %c, i16 %v) {
  %AlignedAddr = call ptr @llvm.ptrmask.p0.i64(ptr %p, i64 -4)
  %1 = ptrtoint ptr %p to i64
  %PtrLSB = and i64 %1, 3
  %2 = shl i64 %PtrLSB, 3
  %ShiftAmt = trunc i64 %2 to i32
  %Mask = shl i32 65535, %ShiftAmt
  %Inv_Mask = xor i32 %Mask, -1
  %3 = zext i16 %v to i32
  %4 = shl i32 %3, %ShiftAmt
  %5 = zext i16 %c to i32
  %6 = shl i32 %5, %ShiftAmt
  %7 = load i32, ptr %AlignedAddr, align 4
  %8 = and i32 %7, %Inv_Mask
  br label %partword.cmpxchg.loop

partword.cmpxchg.loop:
  %9 = phi i32 [ %8, %0 ], [ %15, %partword.cmpxchg.failure ]
  %10 = or i32 %9, %4
  %11 = or i32 %9, %6
  %12 = cmpxchg ptr %AlignedAddr, i32 %11, i32 %10 seq_cst seq_cst, align 4
  %13 = extractvalue { i32, i1 } %12, 0
  %14 = extractvalue { i32, i1 } %12, 1
  br i1 %14, label %partword.cmpxchg.end, label %partword.cmpxchg.failure

partword.cmpxchg.failure:
  %15 = and i32 %13, %Inv_Mask
  %16 = icmp ne i32 %9, %15
  br i1 %16, label %partword.cmpxchg.loop, label %partword.cmpxchg.end

partword.cmpxchg.end:
  %shifted = lshr i32 %13, %ShiftAmt
  %extracted = trunc i32 %shifted to i16
  %17 = insertvalue { i16, i1 } poison, i16 %extracted, 0
  %18 = insertvalue { i16, i1 } %17, i1 %14, 1
  %r = extractvalue { i16, i1 } %18, 0
  ret i16 %r
}

; from amdgcn-gfx1100
; equals llvm:atomicrmw.xchg.i8
define i8 @xchg_i8.3(ptr %p, i8 %v) {
  %AlignedAddr = call ptr @llvm.ptrmask.p1.i64(ptr %p, i64 -4)
  %1 = ptrtoint ptr %p to i64
  %PtrLSB = and i64 %1, 3
  %2 = shl i64 %PtrLSB, 3
  %ShiftAmt = trunc i64 %2 to i32
  %Mask = shl i32 255, %ShiftAmt
  %Inv_Mask = xor i32 %Mask, -1
  %3 = zext i8 %v to i32
  %ValOperand_Shifted = shl i32 %3, %ShiftAmt
  %4 = load i32, ptr %AlignedAddr, align 4
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi i32 [ %4, %0 ], [ %newloaded, %atomicrmw.start ]
  %5 = and i32 %loaded, %Inv_Mask
  %6 = or i32 %5, %ValOperand_Shifted
  %7 = cmpxchg ptr %AlignedAddr, i32 %loaded, i32 %6 seq_cst seq_cst, align 4
  %success = extractvalue { i32, i1 } %7, 1
  %newloaded = extractvalue { i32, i1 } %7, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  %shifted = lshr i32 %newloaded, %ShiftAmt
  %extracted = trunc i32 %shifted to i8
  ret i8 %extracted
}

; from amdgcn-gfx1100
; equals llvm:atomicrmw.xchg.i16
define i16 @xchg_i16.3(ptr %p, i16 %v) {
  %AlignedAddr = call ptr @llvm.ptrmask.p1.i64(ptr %p, i64 -4)
  %1 = ptrtoint ptr %p to i64
  %PtrLSB = and i64 %1, 3
  %2 = shl i64 %PtrLSB, 3
  %ShiftAmt = trunc i64 %2 to i32
  %Mask = shl i32 65535, %ShiftAmt
  %Inv_Mask = xor i32 %Mask, -1
  %3 = zext i16 %v to i32
  %ValOperand_Shifted = shl i32 %3, %ShiftAmt
  %4 = load i32, ptr %AlignedAddr, align 4
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi i32 [ %4, %0 ], [ %newloaded, %atomicrmw.start ]
  %5 = and i32 %loaded, %Inv_Mask
  %6 = or i32 %5, %ValOperand_Shifted
  %7 = cmpxchg ptr %AlignedAddr, i32 %loaded, i32 %6 seq_cst seq_cst, align 4
  %success = extractvalue { i32, i1 } %7, 1
  %newloaded = extractvalue { i32, i1 } %7, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  %shifted = lshr i32 %newloaded, %ShiftAmt
  %extracted = trunc i32 %shifted to i16
  ret i16 %extracted
}

; from amdgcn-gfx1100
; equals llvm:atomicrmw.add.i8
define i8 @add_i8.3(ptr %p, i8 %v) {
  %AlignedAddr = call ptr @llvm.ptrmask.p1.i64(ptr %p, i64 -4)
  %1 = ptrtoint ptr %p to i64
  %PtrLSB = and i64 %1, 3
  %2 = shl i64 %PtrLSB, 3
  %ShiftAmt = trunc i64 %2 to i32
  %Mask = shl i32 255, %ShiftAmt
  %Inv_Mask = xor i32 %Mask, -1
  %3 = zext i8 %v to i32
  %ValOperand_Shifted = shl i32 %3, %ShiftAmt
  %4 = load i32, ptr %AlignedAddr, align 4
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi i32 [ %4, %0 ], [ %newloaded, %atomicrmw.start ]
  %new = add i32 %loaded, %ValOperand_Shifted
  %5 = and i32 %new, %Mask
  %6 = and i32 %loaded, %Inv_Mask
  %7 = or i32 %6, %5
  %8 = cmpxchg ptr %AlignedAddr, i32 %loaded, i32 %7 seq_cst seq_cst, align 4
  %success = extractvalue { i32, i1 } %8, 1
  %newloaded = extractvalue { i32, i1 } %8, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  %shifted = lshr i32 %newloaded, %ShiftAmt
  %extracted = trunc i32 %shifted to i8
  ret i8 %extracted
}

; from amdgcn-gfx1100
; equals llvm:atomicrmw.add.i16
define i16 @add_i16.3(ptr %p, i16 %v) {
  %AlignedAddr = call ptr @llvm.ptrmask.p1.i64(ptr %p, i64 -4)
  %1 = ptrtoint ptr %p to i64
  %PtrLSB = and i64 %1, 3
  %2 = shl i64 %PtrLSB, 3
  %ShiftAmt = trunc i64 %2 to i32
  %Mask = shl i32 65535, %ShiftAmt
  %Inv_Mask = xor i32 %Mask, -1
  %3 = zext i16 %v to i32
  %ValOperand_Shifted = shl i32 %3, %ShiftAmt
  %4 = load i32, ptr %AlignedAddr, align 4
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi i32 [ %4, %0 ], [ %newloaded, %atomicrmw.start ]
  %new = add i32 %loaded, %ValOperand_Shifted
  %5 = and i32 %new, %Mask
  %6 = and i32 %loaded, %Inv_Mask
  %7 = or i32 %6, %5
  %8 = cmpxchg ptr %AlignedAddr, i32 %loaded, i32 %7 seq_cst seq_cst, align 4
  %success = extractvalue { i32, i1 } %8, 1
  %newloaded = extractvalue { i32, i1 } %8, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  %shifted = lshr i32 %newloaded, %ShiftAmt
  %extracted = trunc i32 %shifted to i16
  ret i16 %extracted
}

; from amdgcn-gfx1100
; equals llvm:atomicrmw.sub.i8
define i8 @sub_i8.3(ptr %p, i8 %v) {
  %AlignedAddr = call ptr @llvm.ptrmask.p1.i64(ptr %p, i64 -4)
  %1 = ptrtoint ptr %p to i64
  %PtrLSB = and i64 %1, 3
  %2 = shl i64 %PtrLSB, 3
  %ShiftAmt = trunc i64 %2 to i32
  %Mask = shl i32 255, %ShiftAmt
  %Inv_Mask = xor i32 %Mask, -1
  %3 = zext i8 %v to i32
  %ValOperand_Shifted = shl i32 %3, %ShiftAmt
  %4 = load i32, ptr %AlignedAddr, align 4
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi i32 [ %4, %0 ], [ %newloaded, %atomicrmw.start ]
  %new = sub i32 %loaded, %ValOperand_Shifted
  %5 = and i32 %new, %Mask
  %6 = and i32 %loaded, %Inv_Mask
  %7 = or i32 %6, %5
  %8 = cmpxchg ptr %AlignedAddr, i32 %loaded, i32 %7 seq_cst seq_cst, align 4
  %success = extractvalue { i32, i1 } %8, 1
  %newloaded = extractvalue { i32, i1 } %8, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  %shifted = lshr i32 %newloaded, %ShiftAmt
  %extracted = trunc i32 %shifted to i8
  ret i8 %extracted
}

; from amdgcn-gfx1100
; equals llvm:atomicrmw.sub.i16
define i16 @sub_i16.3(ptr %p, i16 %v) {
  %AlignedAddr = call ptr @llvm.ptrmask.p1.i64(ptr %p, i64 -4)
  %1 = ptrtoint ptr %p to i64
  %PtrLSB = and i64 %1, 3
  %2 = shl i64 %PtrLSB, 3
  %ShiftAmt = trunc i64 %2 to i32
  %Mask = shl i32 65535, %ShiftAmt
  %Inv_Mask = xor i32 %Mask, -1
  %3 = zext i16 %v to i32
  %ValOperand_Shifted = shl i32 %3, %ShiftAmt
  %4 = load i32, ptr %AlignedAddr, align 4
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi i32 [ %4, %0 ], [ %newloaded, %atomicrmw.start ]
  %new = sub i32 %loaded, %ValOperand_Shifted
  %5 = and i32 %new, %Mask
  %6 = and i32 %loaded, %Inv_Mask
  %7 = or i32 %6, %5
  %8 = cmpxchg ptr %AlignedAddr, i32 %loaded, i32 %7 seq_cst seq_cst, align 4
  %success = extractvalue { i32, i1 } %8, 1
  %newloaded = extractvalue { i32, i1 } %8, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  %shifted = lshr i32 %newloaded, %ShiftAmt
  %extracted = trunc i32 %shifted to i16
  ret i16 %extracted
}

; from amdgcn-gfx1100
; equals llvm:atomicrmw.nand.i8
define i8 @nand_i8.3(ptr %p, i8 %v) {
  %AlignedAddr = call ptr @llvm.ptrmask.p1.i64(ptr %p, i64 -4)
  %1 = ptrtoint ptr %p to i64
  %PtrLSB = and i64 %1, 3
  %2 = shl i64 %PtrLSB, 3
  %ShiftAmt = trunc i64 %2 to i32
  %Mask = shl i32 255, %ShiftAmt
  %Inv_Mask = xor i32 %Mask, -1
  %3 = zext i8 %v to i32
  %ValOperand_Shifted = shl i32 %3, %ShiftAmt
  %4 = load i32, ptr %AlignedAddr, align 4
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi i32 [ %4, %0 ], [ %newloaded, %atomicrmw.start ]
  %5 = and i32 %loaded, %ValOperand_Shifted
  %new = xor i32 %5, -1
  %6 = and i32 %new, %Mask
  %7 = and i32 %loaded, %Inv_Mask
  %8 = or i32 %7, %6
  %9 = cmpxchg ptr %AlignedAddr, i32 %loaded, i32 %8 seq_cst seq_cst, align 4
  %success = extractvalue { i32, i1 } %9, 1
  %newloaded = extractvalue { i32, i1 } %9, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  %shifted = lshr i32 %newloaded, %ShiftAmt
  %extracted = trunc i32 %shifted to i8
  ret i8 %extracted
}

; from amdgcn-gfx1100
; equals llvm:atomicrmw.nand.i16
define i16 @nand_i16.3(ptr %p, i16 %v) {
  %AlignedAddr = call ptr @llvm.ptrmask.p1.i64(ptr %p, i64 -4)
  %1 = ptrtoint ptr %p to i64
  %PtrLSB = and i64 %1, 3
  %2 = shl i64 %PtrLSB, 3
  %ShiftAmt = trunc i64 %2 to i32
  %Mask = shl i32 65535, %ShiftAmt
  %Inv_Mask = xor i32 %Mask, -1
  %3 = zext i16 %v to i32
  %ValOperand_Shifted = shl i32 %3, %ShiftAmt
  %4 = load i32, ptr %AlignedAddr, align 4
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi i32 [ %4, %0 ], [ %newloaded, %atomicrmw.start ]
  %5 = and i32 %loaded, %ValOperand_Shifted
  %new = xor i32 %5, -1
  %6 = and i32 %new, %Mask
  %7 = and i32 %loaded, %Inv_Mask
  %8 = or i32 %7, %6
  %9 = cmpxchg ptr %AlignedAddr, i32 %loaded, i32 %8 seq_cst seq_cst, align 4
  %success = extractvalue { i32, i1 } %9, 1
  %newloaded = extractvalue { i32, i1 } %9, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  %shifted = lshr i32 %newloaded, %ShiftAmt
  %extracted = trunc i32 %shifted to i16
  ret i16 %extracted
}

; from amdgcn-gfx1100
; equals llvm:atomicrmw.max.i8
define i8 @max_i8.3(ptr %p, i8 %v) {
  %AlignedAddr = call ptr @llvm.ptrmask.p1.i64(ptr %p, i64 -4)
  %1 = ptrtoint ptr %p to i64
  %PtrLSB = and i64 %1, 3
  %2 = shl i64 %PtrLSB, 3
  %ShiftAmt = trunc i64 %2 to i32
  %Mask = shl i32 255, %ShiftAmt
  %Inv_Mask = xor i32 %Mask, -1
  %3 = load i32, ptr %AlignedAddr, align 4
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi i32 [ %3, %0 ], [ %newloaded, %atomicrmw.start ]
  %shifted = lshr i32 %loaded, %ShiftAmt
  %extracted = trunc i32 %shifted to i8
  %4 = icmp sgt i8 %extracted, %v
  %new = select i1 %4, i8 %extracted, i8 %v
  %extended = zext i8 %new to i32
  %shifted1 = shl nuw i32 %extended, %ShiftAmt
  %unmasked = and i32 %loaded, %Inv_Mask
  %inserted = or i32 %unmasked, %shifted1
  %5 = cmpxchg ptr %AlignedAddr, i32 %loaded, i32 %inserted seq_cst seq_cst, align 4
  %success = extractvalue { i32, i1 } %5, 1
  %newloaded = extractvalue { i32, i1 } %5, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  %shifted2 = lshr i32 %newloaded, %ShiftAmt
  %extracted3 = trunc i32 %shifted2 to i8
  ret i8 %extracted3
}

; from amdgcn-gfx1100
; equals llvm:atomicrmw.max.i16
define i16 @max_i16.3(ptr %p, i16 %v) {
  %AlignedAddr = call ptr @llvm.ptrmask.p1.i64(ptr %p, i64 -4)
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
  %shifted = lshr i32 %loaded, %ShiftAmt
  %extracted = trunc i32 %shifted to i16
  %4 = icmp sgt i16 %extracted, %v
  %new = select i1 %4, i16 %extracted, i16 %v
  %extended = zext i16 %new to i32
  %shifted1 = shl nuw i32 %extended, %ShiftAmt
  %unmasked = and i32 %loaded, %Inv_Mask
  %inserted = or i32 %unmasked, %shifted1
  %5 = cmpxchg ptr %AlignedAddr, i32 %loaded, i32 %inserted seq_cst seq_cst, align 4
  %success = extractvalue { i32, i1 } %5, 1
  %newloaded = extractvalue { i32, i1 } %5, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  %shifted2 = lshr i32 %newloaded, %ShiftAmt
  %extracted3 = trunc i32 %shifted2 to i16
  ret i16 %extracted3
}

; from amdgcn-gfx1100
; equals llvm:atomicrmw.min.i8
define i8 @min_i8.3(ptr %p, i8 %v) {
  %AlignedAddr = call ptr @llvm.ptrmask.p1.i64(ptr %p, i64 -4)
  %1 = ptrtoint ptr %p to i64
  %PtrLSB = and i64 %1, 3
  %2 = shl i64 %PtrLSB, 3
  %ShiftAmt = trunc i64 %2 to i32
  %Mask = shl i32 255, %ShiftAmt
  %Inv_Mask = xor i32 %Mask, -1
  %3 = load i32, ptr %AlignedAddr, align 4
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi i32 [ %3, %0 ], [ %newloaded, %atomicrmw.start ]
  %shifted = lshr i32 %loaded, %ShiftAmt
  %extracted = trunc i32 %shifted to i8
  %4 = icmp sle i8 %extracted, %v
  %new = select i1 %4, i8 %extracted, i8 %v
  %extended = zext i8 %new to i32
  %shifted1 = shl nuw i32 %extended, %ShiftAmt
  %unmasked = and i32 %loaded, %Inv_Mask
  %inserted = or i32 %unmasked, %shifted1
  %5 = cmpxchg ptr %AlignedAddr, i32 %loaded, i32 %inserted seq_cst seq_cst, align 4
  %success = extractvalue { i32, i1 } %5, 1
  %newloaded = extractvalue { i32, i1 } %5, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  %shifted2 = lshr i32 %newloaded, %ShiftAmt
  %extracted3 = trunc i32 %shifted2 to i8
  ret i8 %extracted3
}

; from amdgcn-gfx1100
; equals llvm:atomicrmw.min.i16
define i16 @min_i16.3(ptr %p, i16 %v) {
  %AlignedAddr = call ptr @llvm.ptrmask.p1.i64(ptr %p, i64 -4)
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
  %shifted = lshr i32 %loaded, %ShiftAmt
  %extracted = trunc i32 %shifted to i16
  %4 = icmp sle i16 %extracted, %v
  %new = select i1 %4, i16 %extracted, i16 %v
  %extended = zext i16 %new to i32
  %shifted1 = shl nuw i32 %extended, %ShiftAmt
  %unmasked = and i32 %loaded, %Inv_Mask
  %inserted = or i32 %unmasked, %shifted1
  %5 = cmpxchg ptr %AlignedAddr, i32 %loaded, i32 %inserted seq_cst seq_cst, align 4
  %success = extractvalue { i32, i1 } %5, 1
  %newloaded = extractvalue { i32, i1 } %5, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  %shifted2 = lshr i32 %newloaded, %ShiftAmt
  %extracted3 = trunc i32 %shifted2 to i16
  ret i16 %extracted3
}

; from amdgcn-gfx1100
; equals llvm:atomicrmw.umax.i8
define i8 @umax_i8.3(ptr %p, i8 %v) {
  %AlignedAddr = call ptr @llvm.ptrmask.p1.i64(ptr %p, i64 -4)
  %1 = ptrtoint ptr %p to i64
  %PtrLSB = and i64 %1, 3
  %2 = shl i64 %PtrLSB, 3
  %ShiftAmt = trunc i64 %2 to i32
  %Mask = shl i32 255, %ShiftAmt
  %Inv_Mask = xor i32 %Mask, -1
  %3 = load i32, ptr %AlignedAddr, align 4
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi i32 [ %3, %0 ], [ %newloaded, %atomicrmw.start ]
  %shifted = lshr i32 %loaded, %ShiftAmt
  %extracted = trunc i32 %shifted to i8
  %4 = icmp ugt i8 %extracted, %v
  %new = select i1 %4, i8 %extracted, i8 %v
  %extended = zext i8 %new to i32
  %shifted1 = shl nuw i32 %extended, %ShiftAmt
  %unmasked = and i32 %loaded, %Inv_Mask
  %inserted = or i32 %unmasked, %shifted1
  %5 = cmpxchg ptr %AlignedAddr, i32 %loaded, i32 %inserted seq_cst seq_cst, align 4
  %success = extractvalue { i32, i1 } %5, 1
  %newloaded = extractvalue { i32, i1 } %5, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  %shifted2 = lshr i32 %newloaded, %ShiftAmt
  %extracted3 = trunc i32 %shifted2 to i8
  ret i8 %extracted3
}

; from amdgcn-gfx1100
; equals llvm:atomicrmw.umax.i16
define i16 @umax_i16.3(ptr %p, i16 %v) {
  %AlignedAddr = call ptr @llvm.ptrmask.p1.i64(ptr %p, i64 -4)
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
  %shifted = lshr i32 %loaded, %ShiftAmt
  %extracted = trunc i32 %shifted to i16
  %4 = icmp ugt i16 %extracted, %v
  %new = select i1 %4, i16 %extracted, i16 %v
  %extended = zext i16 %new to i32
  %shifted1 = shl nuw i32 %extended, %ShiftAmt
  %unmasked = and i32 %loaded, %Inv_Mask
  %inserted = or i32 %unmasked, %shifted1
  %5 = cmpxchg ptr %AlignedAddr, i32 %loaded, i32 %inserted seq_cst seq_cst, align 4
  %success = extractvalue { i32, i1 } %5, 1
  %newloaded = extractvalue { i32, i1 } %5, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  %shifted2 = lshr i32 %newloaded, %ShiftAmt
  %extracted3 = trunc i32 %shifted2 to i16
  ret i16 %extracted3
}

; from amdgcn-gfx1100
; equals llvm:atomicrmw.umin.i8
define i8 @umin_i8.3(ptr %p, i8 %v) {
  %AlignedAddr = call ptr @llvm.ptrmask.p1.i64(ptr %p, i64 -4)
  %1 = ptrtoint ptr %p to i64
  %PtrLSB = and i64 %1, 3
  %2 = shl i64 %PtrLSB, 3
  %ShiftAmt = trunc i64 %2 to i32
  %Mask = shl i32 255, %ShiftAmt
  %Inv_Mask = xor i32 %Mask, -1
  %3 = load i32, ptr %AlignedAddr, align 4
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi i32 [ %3, %0 ], [ %newloaded, %atomicrmw.start ]
  %shifted = lshr i32 %loaded, %ShiftAmt
  %extracted = trunc i32 %shifted to i8
  %4 = icmp ule i8 %extracted, %v
  %new = select i1 %4, i8 %extracted, i8 %v
  %extended = zext i8 %new to i32
  %shifted1 = shl nuw i32 %extended, %ShiftAmt
  %unmasked = and i32 %loaded, %Inv_Mask
  %inserted = or i32 %unmasked, %shifted1
  %5 = cmpxchg ptr %AlignedAddr, i32 %loaded, i32 %inserted seq_cst seq_cst, align 4
  %success = extractvalue { i32, i1 } %5, 1
  %newloaded = extractvalue { i32, i1 } %5, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  %shifted2 = lshr i32 %newloaded, %ShiftAmt
  %extracted3 = trunc i32 %shifted2 to i8
  ret i8 %extracted3
}

; from amdgcn-gfx1100
; equals llvm:atomicrmw.umin.i16
define i16 @umin_i16.3(ptr %p, i16 %v) {
  %AlignedAddr = call ptr @llvm.ptrmask.p1.i64(ptr %p, i64 -4)
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
  %shifted = lshr i32 %loaded, %ShiftAmt
  %extracted = trunc i32 %shifted to i16
  %4 = icmp ule i16 %extracted, %v
  %new = select i1 %4, i16 %extracted, i16 %v
  %extended = zext i16 %new to i32
  %shifted1 = shl nuw i32 %extended, %ShiftAmt
  %unmasked = and i32 %loaded, %Inv_Mask
  %inserted = or i32 %unmasked, %shifted1
  %5 = cmpxchg ptr %AlignedAddr, i32 %loaded, i32 %inserted seq_cst seq_cst, align 4
  %success = extractvalue { i32, i1 } %5, 1
  %newloaded = extractvalue { i32, i1 } %5, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  %shifted2 = lshr i32 %newloaded, %ShiftAmt
  %extracted3 = trunc i32 %shifted2 to i16
  ret i16 %extracted3
}

; from amdgcn-gfx1100
; equals llvm:atomicrmw.uinc_wrap.i8
define i8 @uinc_wrap_i8.3(ptr %p, i8 %v) {
  %AlignedAddr = call ptr @llvm.ptrmask.p1.i64(ptr %p, i64 -4)
  %1 = ptrtoint ptr %p to i64
  %PtrLSB = and i64 %1, 3
  %2 = shl i64 %PtrLSB, 3
  %ShiftAmt = trunc i64 %2 to i32
  %Mask = shl i32 255, %ShiftAmt
  %Inv_Mask = xor i32 %Mask, -1
  %3 = load i32, ptr %AlignedAddr, align 4
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi i32 [ %3, %0 ], [ %newloaded, %atomicrmw.start ]
  %shifted = lshr i32 %loaded, %ShiftAmt
  %extracted = trunc i32 %shifted to i8
  %4 = add i8 %extracted, 1
  %5 = icmp uge i8 %extracted, %v
  %new = select i1 %5, i8 0, i8 %4
  %extended = zext i8 %new to i32
  %shifted1 = shl nuw i32 %extended, %ShiftAmt
  %unmasked = and i32 %loaded, %Inv_Mask
  %inserted = or i32 %unmasked, %shifted1
  %6 = cmpxchg ptr %AlignedAddr, i32 %loaded, i32 %inserted seq_cst seq_cst, align 4
  %success = extractvalue { i32, i1 } %6, 1
  %newloaded = extractvalue { i32, i1 } %6, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  %shifted2 = lshr i32 %newloaded, %ShiftAmt
  %extracted3 = trunc i32 %shifted2 to i8
  ret i8 %extracted3
}

; from amdgcn-gfx1100
; equals llvm:atomicrmw.uinc_wrap.i16
define i16 @uinc_wrap_i16.3(ptr %p, i16 %v) {
  %AlignedAddr = call ptr @llvm.ptrmask.p1.i64(ptr %p, i64 -4)
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
  %shifted = lshr i32 %loaded, %ShiftAmt
  %extracted = trunc i32 %shifted to i16
  %4 = add i16 %extracted, 1
  %5 = icmp uge i16 %extracted, %v
  %new = select i1 %5, i16 0, i16 %4
  %extended = zext i16 %new to i32
  %shifted1 = shl nuw i32 %extended, %ShiftAmt
  %unmasked = and i32 %loaded, %Inv_Mask
  %inserted = or i32 %unmasked, %shifted1
  %6 = cmpxchg ptr %AlignedAddr, i32 %loaded, i32 %inserted seq_cst seq_cst, align 4
  %success = extractvalue { i32, i1 } %6, 1
  %newloaded = extractvalue { i32, i1 } %6, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  %shifted2 = lshr i32 %newloaded, %ShiftAmt
  %extracted3 = trunc i32 %shifted2 to i16
  ret i16 %extracted3
}

; from amdgcn-gfx1100
; equals llvm:atomicrmw.udec_wrap.i8
define i8 @udec_wrap_i8.3(ptr %p, i8 %v) {
  %AlignedAddr = call ptr @llvm.ptrmask.p1.i64(ptr %p, i64 -4)
  %1 = ptrtoint ptr %p to i64
  %PtrLSB = and i64 %1, 3
  %2 = shl i64 %PtrLSB, 3
  %ShiftAmt = trunc i64 %2 to i32
  %Mask = shl i32 255, %ShiftAmt
  %Inv_Mask = xor i32 %Mask, -1
  %3 = load i32, ptr %AlignedAddr, align 4
  br label %atomicrmw.start

atomicrmw.start:
  %loaded = phi i32 [ %3, %0 ], [ %newloaded, %atomicrmw.start ]
  %shifted = lshr i32 %loaded, %ShiftAmt
  %extracted = trunc i32 %shifted to i8
  %4 = sub i8 %extracted, 1
  %5 = icmp eq i8 %extracted, 0
  %6 = icmp ugt i8 %extracted, %v
  %7 = or i1 %5, %6
  %new = select i1 %7, i8 %v, i8 %4
  %extended = zext i8 %new to i32
  %shifted1 = shl nuw i32 %extended, %ShiftAmt
  %unmasked = and i32 %loaded, %Inv_Mask
  %inserted = or i32 %unmasked, %shifted1
  %8 = cmpxchg ptr %AlignedAddr, i32 %loaded, i32 %inserted seq_cst seq_cst, align 4
  %success = extractvalue { i32, i1 } %8, 1
  %newloaded = extractvalue { i32, i1 } %8, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  %shifted2 = lshr i32 %newloaded, %ShiftAmt
  %extracted3 = trunc i32 %shifted2 to i8
  ret i8 %extracted3
}

; from amdgcn-gfx1100
; equals llvm:atomicrmw.udec_wrap.i16
define i16 @udec_wrap_i16.3(ptr %p, i16 %v) {
  %AlignedAddr = call ptr @llvm.ptrmask.p1.i64(ptr %p, i64 -4)
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
  %shifted = lshr i32 %loaded, %ShiftAmt
  %extracted = trunc i32 %shifted to i16
  %4 = sub i16 %extracted, 1
  %5 = icmp eq i16 %extracted, 0
  %6 = icmp ugt i16 %extracted, %v
  %7 = or i1 %5, %6
  %new = select i1 %7, i16 %v, i16 %4
  %extended = zext i16 %new to i32
  %shifted1 = shl nuw i32 %extended, %ShiftAmt
  %unmasked = and i32 %loaded, %Inv_Mask
  %inserted = or i32 %unmasked, %shifted1
  %8 = cmpxchg ptr %AlignedAddr, i32 %loaded, i32 %inserted seq_cst seq_cst, align 4
  %success = extractvalue { i32, i1 } %8, 1
  %newloaded = extractvalue { i32, i1 } %8, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  %shifted2 = lshr i32 %newloaded, %ShiftAmt
  %extracted3 = trunc i32 %shifted2 to i16
  ret i16 %extracted3
}

; from amdgcn-gfx1100
; equals llvm:atomicrmw.fadd.f16
define half @fadd_f16.3(ptr %p, half %v) {
  %AlignedAddr = call ptr @llvm.ptrmask.p1.i64(ptr %p, i64 -4)
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
  %shifted = lshr i32 %loaded, %ShiftAmt
  %extracted = trunc i32 %shifted to i16
  %4 = bitcast i16 %extracted to half
  %new = fadd half %4, %v
  %5 = bitcast half %new to i16
  %extended = zext i16 %5 to i32
  %shifted1 = shl nuw i32 %extended, %ShiftAmt
  %unmasked = and i32 %loaded, %Inv_Mask
  %inserted = or i32 %unmasked, %shifted1
  %6 = cmpxchg ptr %AlignedAddr, i32 %loaded, i32 %inserted seq_cst seq_cst, align 4
  %success = extractvalue { i32, i1 } %6, 1
  %newloaded = extractvalue { i32, i1 } %6, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  %shifted2 = lshr i32 %newloaded, %ShiftAmt
  %extracted3 = trunc i32 %shifted2 to i16
  %7 = bitcast i16 %extracted3 to half
  ret half %7
}

; from amdgcn-gfx1100
; equals llvm:atomicrmw.fadd.bf16
define bfloat @fadd_bf16.3(ptr %p, bfloat %v) {
  %AlignedAddr = call ptr @llvm.ptrmask.p1.i64(ptr %p, i64 -4)
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
  %shifted = lshr i32 %loaded, %ShiftAmt
  %extracted = trunc i32 %shifted to i16
  %4 = bitcast i16 %extracted to bfloat
  %new = fadd bfloat %4, %v
  %5 = bitcast bfloat %new to i16
  %extended = zext i16 %5 to i32
  %shifted1 = shl nuw i32 %extended, %ShiftAmt
  %unmasked = and i32 %loaded, %Inv_Mask
  %inserted = or i32 %unmasked, %shifted1
  %6 = cmpxchg ptr %AlignedAddr, i32 %loaded, i32 %inserted seq_cst seq_cst, align 4
  %success = extractvalue { i32, i1 } %6, 1
  %newloaded = extractvalue { i32, i1 } %6, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  %shifted2 = lshr i32 %newloaded, %ShiftAmt
  %extracted3 = trunc i32 %shifted2 to i16
  %7 = bitcast i16 %extracted3 to bfloat
  ret bfloat %7
}

; from amdgcn-gfx1100
; equals llvm:atomicrmw.fsub.f16
define half @fsub_f16.3(ptr %p, half %v) {
  %AlignedAddr = call ptr @llvm.ptrmask.p1.i64(ptr %p, i64 -4)
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
  %shifted = lshr i32 %loaded, %ShiftAmt
  %extracted = trunc i32 %shifted to i16
  %4 = bitcast i16 %extracted to half
  %new = fsub half %4, %v
  %5 = bitcast half %new to i16
  %extended = zext i16 %5 to i32
  %shifted1 = shl nuw i32 %extended, %ShiftAmt
  %unmasked = and i32 %loaded, %Inv_Mask
  %inserted = or i32 %unmasked, %shifted1
  %6 = cmpxchg ptr %AlignedAddr, i32 %loaded, i32 %inserted seq_cst seq_cst, align 4
  %success = extractvalue { i32, i1 } %6, 1
  %newloaded = extractvalue { i32, i1 } %6, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  %shifted2 = lshr i32 %newloaded, %ShiftAmt
  %extracted3 = trunc i32 %shifted2 to i16
  %7 = bitcast i16 %extracted3 to half
  ret half %7
}

; from amdgcn-gfx1100
; equals llvm:atomicrmw.fsub.bf16
define bfloat @fsub_bf16.3(ptr %p, bfloat %v) {
  %AlignedAddr = call ptr @llvm.ptrmask.p1.i64(ptr %p, i64 -4)
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
  %shifted = lshr i32 %loaded, %ShiftAmt
  %extracted = trunc i32 %shifted to i16
  %4 = bitcast i16 %extracted to bfloat
  %new = fsub bfloat %4, %v
  %5 = bitcast bfloat %new to i16
  %extended = zext i16 %5 to i32
  %shifted1 = shl nuw i32 %extended, %ShiftAmt
  %unmasked = and i32 %loaded, %Inv_Mask
  %inserted = or i32 %unmasked, %shifted1
  %6 = cmpxchg ptr %AlignedAddr, i32 %loaded, i32 %inserted seq_cst seq_cst, align 4
  %success = extractvalue { i32, i1 } %6, 1
  %newloaded = extractvalue { i32, i1 } %6, 0
  br i1 %success, label %atomicrmw.end, label %atomicrmw.start

atomicrmw.end:
  %shifted2 = lshr i32 %newloaded, %ShiftAmt
  %extracted3 = trunc i32 %shifted2 to i16
  %7 = bitcast i16 %extracted3 to bfloat
  ret bfloat %7
}

; from amdgcn-gfx1100
; equals llvm:atomicrmw.fmax.f16
define half @fmax_f16.3(ptr %p, half %v) {
  %AlignedAddr = call ptr @llvm.ptrmask.p1.i64(ptr %p, i64 -4)
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
  %shifted = lshr i32 %loaded, %ShiftAmt
  %extracted = trunc i32 %shifted to i16
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

; from amdgcn-gfx1100
; equals llvm:atomicrmw.fmax.bf16
define bfloat @fmax_bf16.3(ptr %p, bfloat %v) {
  %AlignedAddr = call ptr @llvm.ptrmask.p1.i64(ptr %p, i64 -4)
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
  %shifted = lshr i32 %loaded, %ShiftAmt
  %extracted = trunc i32 %shifted to i16
  %4 = bitcast i16 %extracted to bfloat
  %5 = call bfloat @llvm.maxnum.bf16(bfloat %4, bfloat %v)
  %6 = bitcast bfloat %5 to i16
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
  %8 = bitcast i16 %extracted3 to bfloat
  ret bfloat %8
}

; from amdgcn-gfx1100
; equals llvm:atomicrmw.fmin.f16
define half @fmin_f16.3(ptr %p, half %v) {
  %AlignedAddr = call ptr @llvm.ptrmask.p1.i64(ptr %p, i64 -4)
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
  %shifted = lshr i32 %loaded, %ShiftAmt
  %extracted = trunc i32 %shifted to i16
  %4 = bitcast i16 %extracted to half
  %5 = call half @llvm.minnum.f16(half %4, half %v)
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

; from amdgcn-gfx1100
; equals llvm:atomicrmw.fmin.bf16
define bfloat @fmin_bf16.3(ptr %p, bfloat %v) {
  %AlignedAddr = call ptr @llvm.ptrmask.p1.i64(ptr %p, i64 -4)
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
  %shifted = lshr i32 %loaded, %ShiftAmt
  %extracted = trunc i32 %shifted to i16
  %4 = bitcast i16 %extracted to bfloat
  %5 = call bfloat @llvm.minnum.bf16(bfloat %4, bfloat %v)
  %6 = bitcast bfloat %5 to i16
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
  %8 = bitcast i16 %extracted3 to bfloat
  ret bfloat %8
}

; from amdgcn-gfx1100
; equals llvm:cmpxchg.i8
define i8 @cmpxchg_i8.2(ptr %p, i8 %c, i8 %v) {
  %AlignedAddr = call ptr @llvm.ptrmask.p1.i64(ptr %p, i64 -4)
  %1 = ptrtoint ptr %p to i64
  %PtrLSB = and i64 %1, 3
  %2 = shl i64 %PtrLSB, 3
  %ShiftAmt = trunc i64 %2 to i32
  %Mask = shl i32 255, %ShiftAmt
  %Inv_Mask = xor i32 %Mask, -1
  %3 = zext i8 %v to i32
  %4 = shl i32 %3, %ShiftAmt
  %5 = zext i8 %c to i32
  %6 = shl i32 %5, %ShiftAmt
  %7 = load i32, ptr %AlignedAddr, align 4
  %8 = and i32 %7, %Inv_Mask
  br label %partword.cmpxchg.loop

partword.cmpxchg.loop:
  %9 = phi i32 [ %8, %0 ], [ %15, %partword.cmpxchg.failure ]
  %10 = or i32 %9, %4
  %11 = or i32 %9, %6
  %12 = cmpxchg ptr %AlignedAddr, i32 %11, i32 %10 seq_cst seq_cst, align 4
  %13 = extractvalue { i32, i1 } %12, 0
  %14 = extractvalue { i32, i1 } %12, 1
  br i1 %14, label %partword.cmpxchg.end, label %partword.cmpxchg.failure

partword.cmpxchg.failure:
  %15 = and i32 %13, %Inv_Mask
  %16 = icmp ne i32 %9, %15
  br i1 %16, label %partword.cmpxchg.loop, label %partword.cmpxchg.end

partword.cmpxchg.end:
  %shifted = lshr i32 %13, %ShiftAmt
  %extracted = trunc i32 %shifted to i8
  %17 = insertvalue { i8, i1 } poison, i8 %extracted, 0
  %18 = insertvalue { i8, i1 } %17, i1 %14, 1
  %r = extractvalue { i8, i1 } %18, 0
  ret i8 %r
}

; from amdgcn-gfx1100
; equals llvm:cmpxchg.i16
define i16 @cmpxchg_i16.2(ptr %p, i16 %c, i16 %v) {
  %AlignedAddr = call ptr @llvm.ptrmask.p1.i64(ptr %p, i64 -4)
  %1 = ptrtoint ptr %p to i64
  %PtrLSB = and i64 %1, 3
  %2 = shl i64 %PtrLSB, 3
  %ShiftAmt = trunc i64 %2 to i32
  %Mask = shl i32 65535, %ShiftAmt
  %Inv_Mask = xor i32 %Mask, -1
  %3 = zext i16 %v to i32
  %4 = shl i32 %3, %ShiftAmt
  %5 = zext i16 %c to i32
  %6 = shl i32 %5, %ShiftAmt
  %7 = load i32, ptr %AlignedAddr, align 4
  %8 = and i32 %7, %Inv_Mask
  br label %partword.cmpxchg.loop

partword.cmpxchg.loop:
  %9 = phi i32 [ %8, %0 ], [ %15, %partword.cmpxchg.failure ]
  %10 = or i32 %9, %4
  %11 = or i32 %9, %6
  %12 = cmpxchg ptr %AlignedAddr, i32 %11, i32 %10 seq_cst seq_cst, align 4
  %13 = extractvalue { i32, i1 } %12, 0
  %14 = extractvalue { i32, i1 } %12, 1
  br i1 %14, label %partword.cmpxchg.end, label %partword.cmpxchg.failure

partword.cmpxchg.failure:
  %15 = and i32 %13, %Inv_Mask
  %16 = icmp ne i32 %9, %15
  br i1 %16, label %partword.cmpxchg.loop, label %partword.cmpxchg.end

partword.cmpxchg.end:
  %shifted = lshr i32 %13, %ShiftAmt
  %extracted = trunc i32 %shifted to i16
  %17 = insertvalue { i16, i1 } poison, i16 %extracted, 0
  %18 = insertvalue { i16, i1 } %17, i1 %14, 1
  %r = extractvalue { i16, i1 } %18, 0
  ret i16 %r
}
