// In registers a circuit is straight code, a combine for a combine.
// RUN: scanc-opt %s -prefix-lower-thread -canonicalize -o %t
// RUN: FileCheck %s --implicit-check-not=prefix.thread_ --input-file=%t
// There is nothing more to do the second time.
// RUN: scanc-opt %t -prefix-lower-thread -o %t.twice
// RUN: cmp %t %t.twice

gpu.module @kernels {
  prefix.monoid @last identity {
    %e = arith.constant 0 : i32
    prefix.yield %e : i32
  } combine (%a: i32), (%b: i32) {
    prefix.yield %b : i32
  }
  prefix.monoid @pair identity {
    %a = arith.constant 0 : i32
    %b = arith.constant 0.0 : f64
    prefix.yield %a, %b : i32, f64
  } combine (%a: i32, %b: f64), (%c: i32, %d: f64) {
    prefix.yield %c, %d : i32, f64
  }
  prefix.circuit @sklansky4(%x0, %x1, %x2, %x3) {
    %a = prefix.combine %x0, %x1 : !prefix.span<0, 0>, !prefix.span<1, 1>
    %b = prefix.combine %x2, %x3 : !prefix.span<2, 2>, !prefix.span<3, 3>
    %c = prefix.combine %a, %x2 : !prefix.span<0, 1>, !prefix.span<2, 2>
    %d = prefix.combine %a, %b : !prefix.span<0, 1>, !prefix.span<2, 3>
    prefix.yield %x0, %a, %c, %d : !prefix.span<0, 0>, !prefix.span<0, 1>, !prefix.span<0, 2>, !prefix.span<0, 3>
  }
  prefix.circuit @w2(%x, %y) {
    %z = prefix.combine %x, %y : !prefix.span<0, 0>, !prefix.span<1, 1>
    prefix.yield %x, %z : !prefix.span<0, 0>, !prefix.span<0, 1>
  }
  prefix.circuit @w1(%x) {
    prefix.yield %x : !prefix.span<0, 0>
  }

  // Three of the four combines lead to the last output.
  // CHECK-LABEL: gpu.func @reduce
  // CHECK-SAME: (%[[V:.+]]: vector<4xi32>,
  // CHECK-NEXT: %[[X0:.+]] = vector.extract %[[V]][0]
  // CHECK-NEXT: %[[X1:.+]] = vector.extract %[[V]][1]
  // CHECK-NEXT: %[[X2:.+]] = vector.extract %[[V]][2]
  // CHECK-NEXT: %[[X3:.+]] = vector.extract %[[V]][3]
  // CHECK-NEXT: %[[A:.+]] = prefix.apply @last(%[[X0]], %[[X1]])
  // CHECK-NEXT: %[[B:.+]] = prefix.apply @last(%[[X2]], %[[X3]])
  // CHECK-NEXT: %[[D:.+]] = prefix.apply @last(%[[A]], %[[B]])
  // CHECK-NEXT: llvm.store %[[D]]
  gpu.func @reduce(%v: vector<4xi32>, %p: !llvm.ptr<1>) kernel {
    %0 = prefix.thread_reduce @last by @sklansky4(%v) : (vector<4xi32>) -> i32
    llvm.store %0, %p : i32, !llvm.ptr<1>
    gpu.return
  }

  // The seed joins the first item; every output is there.
  // CHECK-LABEL: gpu.func @scan
  // CHECK-SAME: (%[[SEED:.+]]: i32, %[[V:.+]]: vector<4xi32>,
  // CHECK-NEXT: %[[X0:.+]] = vector.extract %[[V]][0]
  // CHECK-NEXT: %[[X1:.+]] = vector.extract %[[V]][1]
  // CHECK-NEXT: %[[X2:.+]] = vector.extract %[[V]][2]
  // CHECK-NEXT: %[[X3:.+]] = vector.extract %[[V]][3]
  // CHECK-NEXT: %[[S:.+]] = prefix.apply @last(%[[SEED]], %[[X0]])
  // CHECK-NEXT: %[[A:.+]] = prefix.apply @last(%[[S]], %[[X1]])
  // CHECK-NEXT: %[[B:.+]] = prefix.apply @last(%[[X2]], %[[X3]])
  // CHECK-NEXT: %[[C:.+]] = prefix.apply @last(%[[A]], %[[X2]])
  // CHECK-NEXT: %[[D:.+]] = prefix.apply @last(%[[A]], %[[B]])
  // CHECK-NEXT: %[[R:.+]] = vector.from_elements %[[S]], %[[A]], %[[C]], %[[D]] : vector<4xi32>
  // CHECK-NEXT: llvm.store %[[R]]
  gpu.func @scan(%seed: i32, %v: vector<4xi32>, %p: !llvm.ptr<1>) kernel {
    %0 = prefix.thread_scan @last by @sklansky4(%seed, %v) : (i32, vector<4xi32>) -> vector<4xi32>
    llvm.store %0, %p : vector<4xi32>, !llvm.ptr<1>
    gpu.return
  }

  // Outputs move up by one; what only the last needs is gone.
  // CHECK-LABEL: gpu.func @exclusive
  // CHECK-SAME: (%[[SEED:.+]]: i32, %[[V:.+]]: vector<4xi32>,
  // CHECK: %[[S:.+]] = prefix.apply @last(%[[SEED]],
  // CHECK-NEXT: %[[A:.+]] = prefix.apply @last(%[[S]],
  // CHECK-NEXT: %[[C:.+]] = prefix.apply @last(%[[A]],
  // CHECK-NEXT: vector.from_elements %[[SEED]], %[[S]], %[[A]], %[[C]] : vector<4xi32>
  gpu.func @exclusive(%seed: i32, %v: vector<4xi32>, %p: !llvm.ptr<1>) kernel {
    %0 = prefix.thread_scan @last by @sklansky4 exclusive (%seed, %v) : (i32, vector<4xi32>) -> vector<4xi32>
    llvm.store %0, %p : vector<4xi32>, !llvm.ptr<1>
    gpu.return
  }

  // Values of a state stay together.
  // CHECK-LABEL: gpu.func @fields
  // CHECK-SAME: (%[[SA:[^:]+]]: i32, %[[SB:[^:]+]]: f64, %[[VA:[^:]+]]: vector<2xi32>, %[[VB:[^:]+]]: vector<2xf64>,
  // CHECK-DAG: %[[A0:.+]] = vector.extract %[[VA]][0]
  // CHECK-DAG: %[[A1:.+]] = vector.extract %[[VA]][1]
  // CHECK-DAG: %[[B0:.+]] = vector.extract %[[VB]][0]
  // CHECK-DAG: %[[B1:.+]] = vector.extract %[[VB]][1]
  // CHECK: %[[S:.+]]:2 = prefix.apply @pair(%[[SA]], %[[SB]], %[[A0]], %[[B0]])
  // CHECK-NEXT: %[[T:.+]]:2 = prefix.apply @pair(%[[S]]#0, %[[S]]#1, %[[A1]], %[[B1]])
  // CHECK-NEXT: %[[RA:.+]] = vector.from_elements %[[S]]#0, %[[T]]#0 : vector<2xi32>
  // CHECK-NEXT: %[[RB:.+]] = vector.from_elements %[[S]]#1, %[[T]]#1 : vector<2xf64>
  gpu.func @fields(%sa: i32, %sb: f64, %a: vector<2xi32>, %b: vector<2xf64>, %p: !llvm.ptr<1>) kernel {
    %0:2 = prefix.thread_scan @pair by @w2(%sa, %sb, %a, %b)
        : (i32, f64, vector<2xi32>, vector<2xf64>) -> (vector<2xi32>, vector<2xf64>)
    llvm.store %0#0, %p : vector<2xi32>, !llvm.ptr<1>
    llvm.store %0#1, %p : vector<2xf64>, !llvm.ptr<1>
    gpu.return
  }

  // One item is its own total.
  // CHECK-LABEL: gpu.func @one
  // CHECK-SAME: (%[[V:.+]]: vector<1xi32>,
  // CHECK-NEXT: %[[X:.+]] = vector.extract %[[V]][0]
  // CHECK-NEXT: llvm.store %[[X]]
  gpu.func @one(%v: vector<1xi32>, %p: !llvm.ptr<1>) kernel {
    %0 = prefix.thread_reduce @last by @w1(%v) : (vector<1xi32>) -> i32
    llvm.store %0, %p : i32, !llvm.ptr<1>
    gpu.return
  }
}
