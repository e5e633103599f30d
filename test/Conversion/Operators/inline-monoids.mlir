// Combines and identities are inlined, operands in order; monoids and circuits
// go away.
// RUN: scanc-opt %s -split-input-file -prefix-inline-monoids -o %t
// RUN: FileCheck %s --implicit-check-not=prefix. --input-file=%t
// There is nothing more to do the second time.
// RUN: scanc-opt %t -split-input-file -prefix-inline-monoids -o %t.twice
// RUN: cmp %t %t.twice

// CHECK-LABEL: gpu.module @kernels
gpu.module @kernels {
  prefix.monoid @affine identity {
    %one = arith.constant 1.0 : f32
    %zero = arith.constant 0.0 : f32
    prefix.yield %one, %zero : f32, f32
  } combine (%a0: f32, %b0: f32), (%a1: f32, %b1: f32) {
    %a = arith.mulf %a1, %a0 : f32
    %t = arith.mulf %a1, %b0 : f32
    %b = arith.addf %t, %b1 : f32
    prefix.yield %a, %b : f32, f32
  }
  prefix.circuit @w1(%x) {
    prefix.yield %x : !prefix.span<0, 0>
  }

  // CHECK-NEXT: gpu.func @apply
  // CHECK-SAME: (%[[A0:[^:]+]]: f32, %[[B0:[^:]+]]: f32, %[[A1:[^:]+]]: f32, %[[B1:[^:]+]]: f32,
  // CHECK-NEXT: %[[A:.+]] = arith.mulf %[[A1]], %[[A0]] : f32
  // CHECK-NEXT: %[[T:.+]] = arith.mulf %[[A1]], %[[B0]] : f32
  // CHECK-NEXT: %[[B:.+]] = arith.addf %[[T]], %[[B1]] : f32
  // CHECK-NEXT: llvm.store %[[A]]
  // CHECK-NEXT: llvm.store %[[B]]
  gpu.func @apply(%a0: f32, %b0: f32, %a1: f32, %b1: f32, %p: !llvm.ptr<1>) kernel {
    %0:2 = prefix.apply @affine(%a0, %b0, %a1, %b1) : (f32, f32, f32, f32) -> (f32, f32)
    llvm.store %0#0, %p : f32, !llvm.ptr<1>
    llvm.store %0#1, %p : f32, !llvm.ptr<1>
    gpu.return
  }

  // Also where one is the operand of the next, and within regions.
  // CHECK: gpu.func @nested
  // CHECK-SAME: (%[[C:[^:]+]]: i1, %[[A0:[^:]+]]: f32, %[[B0:[^:]+]]: f32,
  // CHECK-NEXT: scf.if %[[C]]
  // CHECK-NEXT: %[[ONE:.+]] = arith.constant 1.0{{.*}} : f32
  // CHECK-NEXT: %[[ZERO:.+]] = arith.constant 0.0{{.*}} : f32
  // CHECK-NEXT: %[[A:.+]] = arith.mulf %[[ONE]], %[[A0]] : f32
  // CHECK-NEXT: %[[T:.+]] = arith.mulf %[[ONE]], %[[B0]] : f32
  // CHECK-NEXT: %[[B:.+]] = arith.addf %[[T]], %[[ZERO]] : f32
  // CHECK-NEXT: arith.mulf %[[A0]], %[[A]] : f32
  gpu.func @nested(%c: i1, %a0: f32, %b0: f32, %p: !llvm.ptr<1>) kernel {
    scf.if %c {
      %e:2 = prefix.identity @affine : f32, f32
      %0:2 = prefix.apply @affine(%a0, %b0, %e#0, %e#1) : (f32, f32, f32, f32) -> (f32, f32)
      %1:2 = prefix.apply @affine(%0#0, %0#1, %a0, %b0) : (f32, f32, f32, f32) -> (f32, f32)
      llvm.store %1#1, %p : f32, !llvm.ptr<1>
    }
    gpu.return
  }
}

// -----

// A combine may yield what it takes.
// CHECK-LABEL: gpu.module @projection
// CHECK-NEXT: gpu.func @high
// CHECK-SAME: (%{{.+}}: i32, %[[B:[^:]+]]: i32,
// CHECK-NEXT: llvm.store %[[B]]
gpu.module @projection {
  prefix.monoid @last identity {
    %e = arith.constant 0 : i32
    prefix.yield %e : i32
  } combine (%a: i32), (%b: i32) {
    prefix.yield %b : i32
  }
  gpu.func @high(%a: i32, %b: i32, %p: !llvm.ptr<1>) kernel {
    %0 = prefix.apply @last(%a, %b) : (i32, i32) -> i32
    llvm.store %0, %p : i32, !llvm.ptr<1>
    gpu.return
  }
}

// -----

// What is rarely run calls a function in place of long combines, which is there
// once; short ones are inlined all the same.
// CHECK-LABEL: gpu.module @rare
// CHECK: gpu.func @sometimes
// CHECK-SAME: (%[[C:[^:]+]]: i1, %[[A:[^:]+]]: i32, %[[B:[^:]+]]: i32,
// CHECK-COUNT-14: arith.muli
// CHECK-NOT: arith.muli
// CHECK: scf.if %[[C]] {
// CHECK-NEXT: scf.if %[[C]] {
// CHECK-NEXT: %[[BOTH:.+]] = llvm.call @product_combine(%[[A]], %[[B]], %[[B]], %[[A]]) : (i32, i32, i32, i32) -> !llvm.struct<(i32, i32)>
// CHECK-NEXT: %[[LOW:.+]] = llvm.extractvalue %[[BOTH]][0]
// CHECK-NEXT: %[[HIGH:.+]] = llvm.extractvalue %[[BOTH]][1]
// CHECK-NEXT: llvm.call @product_combine(%[[LOW]], %[[HIGH]], %[[LOW]], %[[HIGH]])
// CHECK: arith.addi %[[A]], %[[B]]
// CHECK-NOT: arith.muli
// CHECK: llvm.func internal @product_combine(%[[A0:[^:]+]]: i32, %[[B0:[^:]+]]: i32, %[[A1:[^:]+]]: i32, %[[B1:[^:]+]]: i32) -> !llvm.struct<(i32, i32)> attributes {no_inline}
// CHECK-NEXT: arith.muli %[[A0]], %[[A1]]
// CHECK-COUNT-13: arith.muli
// CHECK: llvm.return %{{.+}} : !llvm.struct<(i32, i32)>
// CHECK-NOT: llvm.func
gpu.module @rare {
  prefix.monoid @product identity {
    %one = arith.constant 1 : i32
    prefix.yield %one, %one : i32, i32
  } combine (%a0: i32, %b0: i32), (%a1: i32, %b1: i32) {
    %a = arith.muli %a0, %a1 : i32
    %b = arith.muli %b0, %b1 : i32
    %0 = arith.muli %a, %a : i32
    %1 = arith.muli %b, %b : i32
    %2 = arith.muli %0, %0 : i32
    %3 = arith.muli %1, %1 : i32
    %4 = arith.muli %2, %2 : i32
    %5 = arith.muli %3, %3 : i32
    %6 = arith.muli %4, %4 : i32
    %7 = arith.muli %5, %5 : i32
    %8 = arith.muli %6, %6 : i32
    %9 = arith.muli %7, %7 : i32
    %10 = arith.muli %8, %8 : i32
    %11 = arith.muli %9, %9 : i32
    prefix.yield %10, %11 : i32, i32
  }
  prefix.monoid @sum identity {
    %zero = arith.constant 0 : i32
    prefix.yield %zero : i32
  } combine (%a: i32), (%b: i32) {
    %0 = arith.addi %a, %b : i32
    prefix.yield %0 : i32
  }
  gpu.func @sometimes(%c: i1, %a: i32, %b: i32, %p: !llvm.ptr<1>) kernel {
    %0:2 = prefix.apply @product(%a, %b, %b, %a) : (i32, i32, i32, i32) -> (i32, i32)
    llvm.store %0#0, %p : i32, !llvm.ptr<1>
    scf.if %c {
      scf.if %c {
        %1:2 = prefix.apply @product(%a, %b, %b, %a) : (i32, i32, i32, i32) -> (i32, i32)
        %2:2 = prefix.apply @product(%1#0, %1#1, %1#0, %1#1) : (i32, i32, i32, i32) -> (i32, i32)
        %3 = prefix.apply @sum(%a, %b) : (i32, i32) -> i32
        llvm.store %2#1, %p : i32, !llvm.ptr<1>
        llvm.store %3, %p : i32, !llvm.ptr<1>
      }
    } {prefix.rare}
    gpu.return
  }
}
