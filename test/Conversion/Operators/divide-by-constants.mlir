// A division by a constant whose reciprocal takes 33 bits is one multiplication
// with an addend. The quotients are right next to multiples, where a reciprocal
// that is off by one shows.
// RUN: scanc-opt %s -prefix-divide-by-constants | FileCheck %s
// RUN: scanc-opt %s -prefix-divide-by-constants -canonicalize | FileCheck %s --check-prefix=FOLDED

gpu.module @kernels {
  // CHECK-LABEL: gpu.func @quotient(%arg0: i32
  // CHECK-NEXT: %[[D:.+]] = arith.constant 7 : i32
  // CHECK-NEXT: %[[X:.+]] = arith.extui %arg0 : i32 to i64
  // CHECK-NEXT: %[[M:.+]] = arith.constant 2454267026 : i64
  // CHECK-NEXT: %[[P:.+]] = arith.muli %[[X]], %[[M]] : i64
  // CHECK-NEXT: %[[A:.+]] = arith.constant 2454267026 : i64
  // CHECK-NEXT: %[[S:.+]] = arith.addi %[[P]], %[[A]] : i64
  // CHECK-NEXT: %[[N:.+]] = arith.constant 34 : i64
  // CHECK-NEXT: %[[Q:.+]] = arith.shrui %[[S]], %[[N]] : i64
  // CHECK-NEXT: %[[R:.+]] = arith.trunci %[[Q]] : i64 to i32
  // CHECK-NEXT: llvm.store %[[R]], %arg1
  gpu.func @quotient(%x: i32, %out: !llvm.ptr<1>) kernel {
    %d = arith.constant 7 : i32
    %q = arith.divui %x, %d : i32
    llvm.store %q, %out : i32, !llvm.ptr<1>
    gpu.return
  }

  // Others are left to LLVM: their reciprocals have 32 bits, or they are none.
  // CHECK-LABEL: gpu.func @others
  // CHECK: arith.divui
  // CHECK: arith.remui
  // CHECK: arith.divui
  // CHECK: arith.divui
  // CHECK: arith.divsi
  // CHECK: arith.divui
  // CHECK: arith.divui
  gpu.func @others(%x: i32, %w: i64, %v: i32, %out: !llvm.ptr<1>) kernel {
    %three = arith.constant 3 : i32
    %eight = arith.constant 8 : i32
    %one = arith.constant 1 : i32
    %zero = arith.constant 0 : i32
    %seven = arith.constant 7 : i32
    %wide = arith.constant 7 : i64
    %0 = arith.divui %x, %three : i32
    llvm.store %0, %out : i32, !llvm.ptr<1>
    %1 = arith.remui %x, %eight : i32
    llvm.store %1, %out : i32, !llvm.ptr<1>
    %2 = arith.divui %x, %one : i32
    llvm.store %2, %out : i32, !llvm.ptr<1>
    %3 = arith.divui %x, %v : i32
    llvm.store %3, %out : i32, !llvm.ptr<1>
    %4 = arith.divsi %x, %seven : i32
    llvm.store %4, %out : i32, !llvm.ptr<1>
    %5 = arith.divui %w, %wide : i64
    llvm.store %5, %out : i64, !llvm.ptr<1>
    %6 = arith.divui %x, %zero : i32
    llvm.store %6, %out : i32, !llvm.ptr<1>
    gpu.return
  }

  // Quotients and remainders of what is next to multiples, of 0, and of the
  // largest dividend.
  // CHECK-LABEL: gpu.func @cases
  // CHECK-NOT: arith.divui
  // CHECK-NOT: arith.remui
  // FOLDED-LABEL: gpu.func @cases
  gpu.func @cases(%out: !llvm.ptr<1>) kernel {
    %d7 = arith.constant 7 : i32
    // FOLDED: llvm.store %c0_i32, %arg0
    // FOLDED: llvm.store %c0_i32, %arg0
    %x0 = arith.constant 0 : i32
    %q0 = arith.divui %x0, %d7 : i32
    llvm.store %q0, %out : i32, !llvm.ptr<1>
    %r0 = arith.remui %x0, %d7 : i32
    llvm.store %r0, %out : i32, !llvm.ptr<1>
    // FOLDED: llvm.store %c0_i32, %arg0
    // FOLDED: llvm.store %c6_i32, %arg0
    %x1 = arith.constant 6 : i32
    %q1 = arith.divui %x1, %d7 : i32
    llvm.store %q1, %out : i32, !llvm.ptr<1>
    %r1 = arith.remui %x1, %d7 : i32
    llvm.store %r1, %out : i32, !llvm.ptr<1>
    // FOLDED: llvm.store %c1_i32, %arg0
    // FOLDED: llvm.store %c0_i32, %arg0
    %x2 = arith.constant 7 : i32
    %q2 = arith.divui %x2, %d7 : i32
    llvm.store %q2, %out : i32, !llvm.ptr<1>
    %r2 = arith.remui %x2, %d7 : i32
    llvm.store %r2, %out : i32, !llvm.ptr<1>
    // FOLDED: llvm.store %c306783377_i32, %arg0
    // FOLDED: llvm.store %c6_i32, %arg0
    %x3 = arith.constant 2147483645 : i32
    %q3 = arith.divui %x3, %d7 : i32
    llvm.store %q3, %out : i32, !llvm.ptr<1>
    %r3 = arith.remui %x3, %d7 : i32
    llvm.store %r3, %out : i32, !llvm.ptr<1>
    // FOLDED: llvm.store %c613566755_i32, %arg0
    // FOLDED: llvm.store %c6_i32, %arg0
    %x4 = arith.constant -5 : i32
    %q4 = arith.divui %x4, %d7 : i32
    llvm.store %q4, %out : i32, !llvm.ptr<1>
    %r4 = arith.remui %x4, %d7 : i32
    llvm.store %r4, %out : i32, !llvm.ptr<1>
    // FOLDED: llvm.store %c613566756_i32, %arg0
    // FOLDED: llvm.store %c0_i32, %arg0
    %x5 = arith.constant -4 : i32
    %q5 = arith.divui %x5, %d7 : i32
    llvm.store %q5, %out : i32, !llvm.ptr<1>
    %r5 = arith.remui %x5, %d7 : i32
    llvm.store %r5, %out : i32, !llvm.ptr<1>
    // FOLDED: llvm.store %c613566756_i32, %arg0
    // FOLDED: llvm.store %c3_i32, %arg0
    %x6 = arith.constant -1 : i32
    %q6 = arith.divui %x6, %d7 : i32
    llvm.store %q6, %out : i32, !llvm.ptr<1>
    %r6 = arith.remui %x6, %d7 : i32
    llvm.store %r6, %out : i32, !llvm.ptr<1>
    %d21 = arith.constant 21 : i32
    // FOLDED: llvm.store %c0_i32, %arg0
    // FOLDED: llvm.store %c0_i32, %arg0
    %x7 = arith.constant 0 : i32
    %q7 = arith.divui %x7, %d21 : i32
    llvm.store %q7, %out : i32, !llvm.ptr<1>
    %r7 = arith.remui %x7, %d21 : i32
    llvm.store %r7, %out : i32, !llvm.ptr<1>
    // FOLDED: llvm.store %c0_i32, %arg0
    // FOLDED: llvm.store %c20_i32, %arg0
    %x8 = arith.constant 20 : i32
    %q8 = arith.divui %x8, %d21 : i32
    llvm.store %q8, %out : i32, !llvm.ptr<1>
    %r8 = arith.remui %x8, %d21 : i32
    llvm.store %r8, %out : i32, !llvm.ptr<1>
    // FOLDED: llvm.store %c1_i32, %arg0
    // FOLDED: llvm.store %c0_i32, %arg0
    %x9 = arith.constant 21 : i32
    %q9 = arith.divui %x9, %d21 : i32
    llvm.store %q9, %out : i32, !llvm.ptr<1>
    %r9 = arith.remui %x9, %d21 : i32
    llvm.store %r9, %out : i32, !llvm.ptr<1>
    // FOLDED: llvm.store %c102261125_i32, %arg0
    // FOLDED: llvm.store %c20_i32, %arg0
    %x10 = arith.constant 2147483645 : i32
    %q10 = arith.divui %x10, %d21 : i32
    llvm.store %q10, %out : i32, !llvm.ptr<1>
    %r10 = arith.remui %x10, %d21 : i32
    llvm.store %r10, %out : i32, !llvm.ptr<1>
    // FOLDED: llvm.store %c204522251_i32, %arg0
    // FOLDED: llvm.store %c20_i32, %arg0
    %x11 = arith.constant -5 : i32
    %q11 = arith.divui %x11, %d21 : i32
    llvm.store %q11, %out : i32, !llvm.ptr<1>
    %r11 = arith.remui %x11, %d21 : i32
    llvm.store %r11, %out : i32, !llvm.ptr<1>
    // FOLDED: llvm.store %c204522252_i32, %arg0
    // FOLDED: llvm.store %c0_i32, %arg0
    %x12 = arith.constant -4 : i32
    %q12 = arith.divui %x12, %d21 : i32
    llvm.store %q12, %out : i32, !llvm.ptr<1>
    %r12 = arith.remui %x12, %d21 : i32
    llvm.store %r12, %out : i32, !llvm.ptr<1>
    // FOLDED: llvm.store %c204522252_i32, %arg0
    // FOLDED: llvm.store %c3_i32, %arg0
    %x13 = arith.constant -1 : i32
    %q13 = arith.divui %x13, %d21 : i32
    llvm.store %q13, %out : i32, !llvm.ptr<1>
    %r13 = arith.remui %x13, %d21 : i32
    llvm.store %r13, %out : i32, !llvm.ptr<1>
    %d46337 = arith.constant 46337 : i32
    // FOLDED: llvm.store %c0_i32, %arg0
    // FOLDED: llvm.store %c0_i32, %arg0
    %x14 = arith.constant 0 : i32
    %q14 = arith.divui %x14, %d46337 : i32
    llvm.store %q14, %out : i32, !llvm.ptr<1>
    %r14 = arith.remui %x14, %d46337 : i32
    llvm.store %r14, %out : i32, !llvm.ptr<1>
    // FOLDED: llvm.store %c0_i32, %arg0
    // FOLDED: llvm.store %c46336_i32, %arg0
    %x15 = arith.constant 46336 : i32
    %q15 = arith.divui %x15, %d46337 : i32
    llvm.store %q15, %out : i32, !llvm.ptr<1>
    %r15 = arith.remui %x15, %d46337 : i32
    llvm.store %r15, %out : i32, !llvm.ptr<1>
    // FOLDED: llvm.store %c1_i32, %arg0
    // FOLDED: llvm.store %c0_i32, %arg0
    %x16 = arith.constant 46337 : i32
    %q16 = arith.divui %x16, %d46337 : i32
    llvm.store %q16, %out : i32, !llvm.ptr<1>
    %r16 = arith.remui %x16, %d46337 : i32
    llvm.store %r16, %out : i32, !llvm.ptr<1>
    // FOLDED: llvm.store %c46343_i32, %arg0
    // FOLDED: llvm.store %c46336_i32, %arg0
    %x17 = arith.constant 2147441927 : i32
    %q17 = arith.divui %x17, %d46337 : i32
    llvm.store %q17, %out : i32, !llvm.ptr<1>
    %r17 = arith.remui %x17, %d46337 : i32
    llvm.store %r17, %out : i32, !llvm.ptr<1>
    // FOLDED: llvm.store %c92688_i32, %arg0
    // FOLDED: llvm.store %c46336_i32, %arg0
    %x18 = arith.constant -37104 : i32
    %q18 = arith.divui %x18, %d46337 : i32
    llvm.store %q18, %out : i32, !llvm.ptr<1>
    %r18 = arith.remui %x18, %d46337 : i32
    llvm.store %r18, %out : i32, !llvm.ptr<1>
    // FOLDED: llvm.store %c92689_i32, %arg0
    // FOLDED: llvm.store %c0_i32, %arg0
    %x19 = arith.constant -37103 : i32
    %q19 = arith.divui %x19, %d46337 : i32
    llvm.store %q19, %out : i32, !llvm.ptr<1>
    %r19 = arith.remui %x19, %d46337 : i32
    llvm.store %r19, %out : i32, !llvm.ptr<1>
    // FOLDED: llvm.store %c92689_i32, %arg0
    // FOLDED: llvm.store %c37102_i32, %arg0
    %x20 = arith.constant -1 : i32
    %q20 = arith.divui %x20, %d46337 : i32
    llvm.store %q20, %out : i32, !llvm.ptr<1>
    %r20 = arith.remui %x20, %d46337 : i32
    llvm.store %r20, %out : i32, !llvm.ptr<1>
    %d1000000007 = arith.constant 1000000007 : i32
    // FOLDED: llvm.store %c0_i32, %arg0
    // FOLDED: llvm.store %c0_i32, %arg0
    %x21 = arith.constant 0 : i32
    %q21 = arith.divui %x21, %d1000000007 : i32
    llvm.store %q21, %out : i32, !llvm.ptr<1>
    %r21 = arith.remui %x21, %d1000000007 : i32
    llvm.store %r21, %out : i32, !llvm.ptr<1>
    // FOLDED: llvm.store %c0_i32, %arg0
    // FOLDED: llvm.store %c1000000006_i32, %arg0
    %x22 = arith.constant 1000000006 : i32
    %q22 = arith.divui %x22, %d1000000007 : i32
    llvm.store %q22, %out : i32, !llvm.ptr<1>
    %r22 = arith.remui %x22, %d1000000007 : i32
    llvm.store %r22, %out : i32, !llvm.ptr<1>
    // FOLDED: llvm.store %c1_i32, %arg0
    // FOLDED: llvm.store %c0_i32, %arg0
    %x23 = arith.constant 1000000007 : i32
    %q23 = arith.divui %x23, %d1000000007 : i32
    llvm.store %q23, %out : i32, !llvm.ptr<1>
    %r23 = arith.remui %x23, %d1000000007 : i32
    llvm.store %r23, %out : i32, !llvm.ptr<1>
    // FOLDED: llvm.store %c1_i32, %arg0
    // FOLDED: llvm.store %c1000000006_i32, %arg0
    %x24 = arith.constant 2000000013 : i32
    %q24 = arith.divui %x24, %d1000000007 : i32
    llvm.store %q24, %out : i32, !llvm.ptr<1>
    %r24 = arith.remui %x24, %d1000000007 : i32
    llvm.store %r24, %out : i32, !llvm.ptr<1>
    // FOLDED: llvm.store %c3_i32, %arg0
    // FOLDED: llvm.store %c1000000006_i32, %arg0
    %x25 = arith.constant -294967269 : i32
    %q25 = arith.divui %x25, %d1000000007 : i32
    llvm.store %q25, %out : i32, !llvm.ptr<1>
    %r25 = arith.remui %x25, %d1000000007 : i32
    llvm.store %r25, %out : i32, !llvm.ptr<1>
    // FOLDED: llvm.store %c4_i32, %arg0
    // FOLDED: llvm.store %c0_i32, %arg0
    %x26 = arith.constant -294967268 : i32
    %q26 = arith.divui %x26, %d1000000007 : i32
    llvm.store %q26, %out : i32, !llvm.ptr<1>
    %r26 = arith.remui %x26, %d1000000007 : i32
    llvm.store %r26, %out : i32, !llvm.ptr<1>
    // FOLDED: llvm.store %c4_i32, %arg0
    // FOLDED: llvm.store %c294967267_i32, %arg0
    %x27 = arith.constant -1 : i32
    %q27 = arith.divui %x27, %d1000000007 : i32
    llvm.store %q27, %out : i32, !llvm.ptr<1>
    %r27 = arith.remui %x27, %d1000000007 : i32
    llvm.store %r27, %out : i32, !llvm.ptr<1>
    %d3221225475 = arith.constant -1073741821 : i32
    // FOLDED: llvm.store %c0_i32, %arg0
    // FOLDED: llvm.store %c0_i32, %arg0
    %x100 = arith.constant 0 : i32
    %q100 = arith.divui %x100, %d3221225475 : i32
    llvm.store %q100, %out : i32, !llvm.ptr<1>
    %r100 = arith.remui %x100, %d3221225475 : i32
    llvm.store %r100, %out : i32, !llvm.ptr<1>
    // FOLDED: llvm.store %c0_i32, %arg0
    // FOLDED: llvm.store %c-1073741822_i32, %arg0
    %x101 = arith.constant -1073741822 : i32
    %q101 = arith.divui %x101, %d3221225475 : i32
    llvm.store %q101, %out : i32, !llvm.ptr<1>
    %r101 = arith.remui %x101, %d3221225475 : i32
    llvm.store %r101, %out : i32, !llvm.ptr<1>
    // FOLDED: llvm.store %c1_i32, %arg0
    // FOLDED: llvm.store %c0_i32, %arg0
    %x102 = arith.constant -1073741821 : i32
    %q102 = arith.divui %x102, %d3221225475 : i32
    llvm.store %q102, %out : i32, !llvm.ptr<1>
    %r102 = arith.remui %x102, %d3221225475 : i32
    llvm.store %r102, %out : i32, !llvm.ptr<1>
    // FOLDED: llvm.store %c1_i32, %arg0
    // FOLDED: llvm.store %c1073741820_i32, %arg0
    %x103 = arith.constant -1 : i32
    %q103 = arith.divui %x103, %d3221225475 : i32
    llvm.store %q103, %out : i32, !llvm.ptr<1>
    %r103 = arith.remui %x103, %d3221225475 : i32
    llvm.store %r103, %out : i32, !llvm.ptr<1>
    gpu.return
  }
}
