// Where chains begin, what they start from joins the elements in front; where
// they end, the state after them is stored. One branch leaves other runs alone.
// RUN: scanc-opt %s -prefix-lower-chains -canonicalize -cse -o %t
// RUN: FileCheck %s --implicit-check-not=start_chains --implicit-check-not=end_chains --implicit-check-not=pass_starts --implicit-check-not=store_totals --input-file=%t
// RUN: %python %S/../Inputs/count_ops.py prefix.apply prefix.identity llvm.load llvm.store < %t | FileCheck %s --check-prefix=COUNT
// There is nothing more to do the second time.
// RUN: scanc-opt %t -prefix-lower-chains -o %t.twice
// RUN: cmp %t %t.twice

gpu.module @kernels {
  prefix.monoid @add identity {
    %e = arith.constant 0 : i32
    prefix.yield %e : i32
  } combine (%low: i32), (%high: i32) {
    %c = arith.addi %low, %high : i32
    prefix.yield %c : i32
  }
  prefix.monoid @pair identity {
    %a = arith.constant 0 : i8
    %b = arith.constant 0.0 : f32
    prefix.yield %a, %b : i8, f32
  } combine (%a: i8, %b: f32), (%c: i8, %d: f32) {
    prefix.yield %c, %d : i8, f32
  }

  // Of a line, only the run that begins with number 0 is looked at, and of that
  // only the first item. A null pointer stands for the identity, which joins as
  // a state does. What lies behind `valid` does not join.
  // CHECK-LABEL: gpu.func @line(
  // CHECK-SAME: %[[INITIAL:.+]]: !llvm.ptr<1>, %[[N:.+]]: i64, %[[FIRST:.+]]: i64, %[[VALID:.+]]: i64, %[[ORIGIN:.+]]: i64, %[[V:.+]]: vector<2xi32>)
  // CHECK: %[[NULL:.+]] = llvm.mlir.zero : !llvm.ptr<1>
  // CHECK: %[[NONE:.+]] = llvm.icmp "eq" %[[INITIAL]], %[[NULL]] : !llvm.ptr<1>
  // CHECK: %[[ITEM0:.+]] = vector.extract %[[V]][0]
  // CHECK: %[[ITEM1:.+]] = vector.extract %[[V]][1]
  // CHECK: %[[PLACE:.+]] = arith.addi %[[FIRST]], %{{.+}} : i64
  // CHECK: %[[NUMBER:.+]] = arith.addi %[[ORIGIN]], %[[PLACE]] : i64
  // CHECK: %[[BEGINS:.+]] = arith.cmpi eq, %[[NUMBER]], %c0{{.*}} : i64
  // CHECK: %[[STARTED:.+]] = scf.if %[[BEGINS]] -> (i32) {
  // CHECK: arith.subi %[[VALID]], %[[PLACE]] : i64
  // CHECK: %[[STATE:.+]] = scf.if %[[NONE]] -> (i32) {
  // CHECK-NEXT: %[[IDENTITY:.+]] = prefix.identity @add : i32
  // CHECK-NEXT: scf.yield %[[IDENTITY]] : i32
  // CHECK-NEXT: } else {
  // CHECK-NEXT: %[[LOADED:.+]] = llvm.load %[[INITIAL]] {alignment = 4 : i64} : !llvm.ptr<1> -> i32
  // CHECK-NEXT: scf.yield %[[LOADED]] : i32
  // CHECK: prefix.apply @add(%[[STATE]], %[[ITEM0]])
  // CHECK: vector.from_elements %[[STARTED]], %[[ITEM1]] : vector<2xi32>
  // COUNT: line: prefix.apply 1, prefix.identity 1, llvm.load 1, llvm.store 0
  gpu.func @line(%initial: !llvm.ptr<1>, %n: i64, %first: i64, %valid: i64, %origin: i64, %v: vector<2xi32>) -> vector<2xi32> {
    %walk = prefix.walk line(%n)
    %s = prefix.start_chains @add %v[%first] valid %valid numbered %walk from %origin initial %initial rows 1 items 2
        : vector<2xi32> -> vector<2xi32>
    gpu.return %s : vector<2xi32>
  }

  // Each row of runs may begin with number 0, and no run does in its middle,
  // however long it is. `init` takes the identity's place.
  // CHECK-LABEL: gpu.func @long_rows(
  // CHECK-COUNT-2: arith.cmpi eq, %{{.+}}, %c0{{.*}} : i64
  // CHECK: vector.from_elements
  // COUNT-NEXT: long_rows: prefix.apply 2, prefix.identity 0, llvm.load 2, llvm.store 0
  gpu.func @long_rows(%initial: !llvm.ptr<1>, %n: i64, %first: i64, %v: vector<36xi32>) -> (vector<36xi32>, vector<36xi32>) {
    %walk = prefix.walk line reverse(%n)
    %s:2 = prefix.start_chains @add %v, %v[%first] numbered %walk from %first initial %initial init [7 : i32] rows 2 items 36
        : vector<36xi32>, vector<36xi32> -> vector<36xi32>, vector<36xi32>
    gpu.return %s#0, %s#1 : vector<36xi32>, vector<36xi32>
  }

  // A row may begin with any item. States lie as rows do: in a walk from the
  // first row to the last, one after the other. A state is a structure.
  // CHECK-LABEL: gpu.func @rows(
  // CHECK-SAME: %[[INITIAL:[^:]+]]: !llvm.ptr<1>,
  // CHECK: scf.if %{{.+}} -> (i8, f32, i8, f32) {
  // CHECK: scf.while (%{{.+}}, %[[CHAIN:.+]] = %{{.+}}, %{{.+}}, %{{.+}}, %{{.+}}, %{{.+}}) :
  // CHECK: ^bb0(%[[BITS:.+]]: i32, %[[CHAIN:.+]]: i64,
  // CHECK: scf.if
  // CHECK-NEXT: scf.yield %c7{{.*}}, %cst
  // CHECK: arith.muli %[[CHAIN]], %c8{{.*}} : i64
  // CHECK-NEXT: llvm.getelementptr %[[INITIAL]]
  // CHECK-NEXT: llvm.load %{{.+}} {alignment = 1 : i64} : !llvm.ptr<1> -> i8
  // CHECK: llvm.load %{{.+}} {alignment = 4 : i64} : !llvm.ptr<1> -> i32
  // CHECK-COUNT-2: prefix.apply @pair
  // CHECK: arith.addi %[[CHAIN]], %c1{{.*}} : i64
  // COUNT-NEXT: rows: prefix.apply 2, prefix.identity 0, llvm.load 2, llvm.store 0
  gpu.func @rows(%initial: !llvm.ptr<1>, %n: i64, %row: i64, %first: i64, %a: vector<2xi8>, %b: vector<2xf32>) -> (vector<2xi8>, vector<2xf32>) {
    %walk = prefix.walk rows(%n, %row)
    %s:2 = prefix.start_chains @pair %a, %b[%first] numbered %walk from %first initial %initial init [7 : i8, 0.5 : f32] rows 1 items 2
        : vector<2xi8>, vector<2xf32> -> vector<2xi8>, vector<2xf32>
    gpu.return %s#0, %s#1 : vector<2xi8>, vector<2xf32>
  }

  // From the last row to the first, and what a row starts from replaces what
  // there was before its first element. Only items that exist have one.
  // CHECK-LABEL: gpu.func @before(
  // CHECK-SAME: %[[INITIAL:[^:]+]]: !llvm.ptr<1>, %{{.+}}: i64, %{{.+}}: i64, %[[VALID:[^:]+]]: i64, %{{.+}}: vector<2xi32>)
  // CHECK: scf.if %{{.+}} -> (i32, i32) {
  // CHECK: %[[LEFT:.+]] = arith.subi %[[VALID]],
  // CHECK-NEXT: arith.maxsi %[[LEFT]], %c0
  // CHECK: %[[EXISTING:.+]] = arith.andi
  // CHECK: scf.while (%{{.+}} = %[[EXISTING]], %{{.+}},
  // CHECK: ^bb0(%[[BITS:.+]]: i32, %[[CHAIN:.+]]: i64, %[[V0:.+]]: i32, %[[V1:.+]]: i32):
  // CHECK: %[[ITEM:.+]] = "llvm.intr.cttz"(%[[BITS]])
  // CHECK: %[[STATE:.+]] = scf.if
  // CHECK: %[[IS0:.+]] = arith.cmpi eq, %[[ITEM]], %c0
  // CHECK: arith.select %[[IS0]], %[[STATE]], %[[V0]] : i32
  // CHECK: %[[IS1:.+]] = arith.cmpi eq, %[[ITEM]], %c1
  // CHECK: arith.select %[[IS1]], %[[STATE]], %[[V1]] : i32
  // CHECK: arith.subi %[[CHAIN]], %c1{{.*}} : i64
  // COUNT-NEXT: before: prefix.apply 0, prefix.identity 1, llvm.load 1, llvm.store 0
  gpu.func @before(%initial: !llvm.ptr<1>, %n: i64, %row: i64, %valid: i64, %v: vector<2xi32>) -> vector<2xi32> {
    %walk = prefix.walk rows reverse(%n, %row)
    %s = prefix.start_chains @add before %v[%n] valid %valid numbered %walk from %n initial %initial rows 1 items 2
        : vector<2xi32> -> vector<2xi32>
    gpu.return %s : vector<2xi32>
  }

  // A line ends with its last number, whichever item that is. Nothing is stored
  // at a null pointer.
  // CHECK-LABEL: gpu.func @end_of_line(
  // CHECK-SAME: %[[FINAL:[^:]+]]: !llvm.ptr<1>, %[[N:[^:]+]]: i64, %[[FIRST:[^:]+]]: i64, %[[V:[^:]+]]: vector<2xi32>)
  // CHECK: %[[NULL:.+]] = llvm.mlir.zero : !llvm.ptr<1>
  // CHECK: %[[UNWANTED:.+]] = llvm.icmp "eq" %[[FINAL]], %[[NULL]]
  // CHECK: %[[LAST:.+]] = arith.subi %[[N]], %c1{{.*}} : i64
  // CHECK: %[[LEFT:.+]] = arith.subi %[[LAST]], %{{.+}} : i64
  // CHECK: arith.cmpi ult, %[[LEFT]], %c2{{.*}} : i64
  // CHECK: arith.select %[[UNWANTED]], %c0{{.*}}, %{{.+}} : i32
  // CHECK: scf.if
  // CHECK-DAG: %[[ITEM0:.+]] = vector.extract %[[V]][0]
  // CHECK-DAG: %[[ITEM1:.+]] = vector.extract %[[V]][1]
  // CHECK: %[[STATE:.+]] = arith.select %{{.+}}, %[[ITEM1]], %[[ITEM0]] : i32
  // CHECK-NEXT: llvm.store %[[STATE]], %[[FINAL]] {alignment = 4 : i64}
  // COUNT-NEXT: end_of_line: prefix.apply 0, prefix.identity 0, llvm.load 0, llvm.store 1
  gpu.func @end_of_line(%final: !llvm.ptr<1>, %n: i64, %first: i64, %v: vector<2xi32>) kernel {
    %walk = prefix.walk line(%n)
    prefix.end_chains @add %v[%first] numbered %walk from %first to %final rows 1 items 2 : vector<2xi32>
    gpu.return
  }

  // Rows from the last to the first, in each of two rows of runs.
  // CHECK-LABEL: gpu.func @end_of_rows(
  // CHECK-SAME: %[[FINAL:[^:]+]]: !llvm.ptr<1>,
  // CHECK: ^bb0(%{{.+}}: i32, %[[CHAIN:.+]]: i64):
  // CHECK: arith.muli %[[CHAIN]], %c4{{.*}} : i64
  // CHECK-NEXT: %[[AT:.+]] = llvm.getelementptr %[[FINAL]]
  // CHECK-NEXT: llvm.store %{{.+}}, %[[AT]]
  // CHECK: arith.subi %[[CHAIN]], %c1{{.*}} : i64
  // CHECK: ^bb0(%{{.+}}: i32, %[[CHAIN:.+]]: i64):
  // CHECK: llvm.store
  // COUNT-NEXT: end_of_rows: prefix.apply 0, prefix.identity 0, llvm.load 0, llvm.store 2
  gpu.func @end_of_rows(%final: !llvm.ptr<1>, %n: i64, %row: i64, %valid: i64, %v: vector<2xi32>) kernel {
    %walk = prefix.walk rows reverse(%n, %row)
    prefix.end_chains @add %v, %v[%n] valid %valid numbered %walk from %n to %final rows 2 items 2 : vector<2xi32>, vector<2xi32>
    gpu.return
  }

  // Each thread of the grid takes every so many chains.
  // CHECK-LABEL: gpu.func @pass_starts_on(
  // CHECK-SAME: %[[INITIAL:[^:]+]]: !llvm.ptr<1>, %[[FINAL:[^:]+]]: !llvm.ptr<1>, %[[N:[^:]+]]: i64)
  // CHECK: %[[NONE:.+]] = llvm.icmp "eq" %[[INITIAL]],
  // CHECK-DAG: gpu.block_dim x
  // CHECK-DAG: gpu.block_id x
  // CHECK-DAG: gpu.thread_id x
  // CHECK-DAG: gpu.grid_dim x
  // CHECK: scf.for %[[CHAIN:.+]] = %{{.+}} to %[[N]] step %{{.+}} : i64 {
  // CHECK: %[[STATE:.+]] = scf.if %[[NONE]] -> (i32) {
  // CHECK-NEXT: scf.yield %c7
  // CHECK: llvm.load
  // CHECK: arith.muli %[[CHAIN]], %c4{{.*}} : i64
  // CHECK: llvm.store %[[STATE]]
  // COUNT-NEXT: pass_starts_on: prefix.apply 0, prefix.identity 0, llvm.load 1, llvm.store 1
  gpu.func @pass_starts_on(%initial: !llvm.ptr<1>, %final: !llvm.ptr<1>, %n: i64) kernel {
    prefix.pass_starts @add of %n initial %initial init [7 : i32] to %final state [i32] output [i32]
    gpu.return
  }

  // Behind the last element goes the state after it, as outputs are stored.
  // CHECK-LABEL: gpu.func @total(
  // CHECK-SAME: %[[OUT:[^:]+]]: !llvm.ptr<1>, %[[N:[^:]+]]: i64, %[[FIRST:[^:]+]]: i64, %[[V:[^:]+]]: vector<2xi32>)
  // CHECK: %[[LAST:.+]] = arith.subi %[[N]], %c1{{.*}} : i64
  // CHECK: arith.subi %[[LAST]], %[[NUMBER:.+]] : i64
  // CHECK: scf.if
  // CHECK: %[[ELEMENT:.+]] = arith.addi %[[NUMBER]], %{{.+}} : i64
  // CHECK: %[[STATE:.+]] = arith.select
  // CHECK-NEXT: %[[WIDE:.+]] = arith.extui %[[STATE]] : i32 to i64
  // CHECK-NEXT: %[[NEXT:.+]] = llvm.getelementptr %[[OUT]][8]
  // CHECK-NEXT: %[[BYTES:.+]] = arith.muli %[[ELEMENT]], %c8
  // CHECK-NEXT: %[[AT:.+]] = llvm.getelementptr %[[NEXT]][%[[BYTES]]]
  // CHECK-NEXT: llvm.store %[[WIDE]], %[[AT]] {alignment = 8 : i64} : i64
  // COUNT-NEXT: total: prefix.apply 0, prefix.identity 0, llvm.load 0, llvm.store 1
  gpu.func @total(%out: !llvm.ptr<1>, %n: i64, %first: i64, %v: vector<2xi32>) kernel {
    %walk = prefix.walk line(%n)
    prefix.store_totals @add %v[%first] numbered %walk from %first to %out along %walk rows 1 items 2 state [ui32] output [i64] : vector<2xi32>
    gpu.return
  }

  // In a walk backwards, that element is the first, and what is behind it in
  // memory is what the chain starts from.
  // CHECK-LABEL: gpu.func @total_backwards(
  // CHECK-SAME: %[[INITIAL:[^:]+]]: !llvm.ptr<1>, %[[OUT:[^:]+]]: !llvm.ptr<1>,
  // CHECK: arith.cmpi eq, %{{.+}}, %c0{{.*}} : i64
  // CHECK: %[[STATE:.+]] = scf.if
  // CHECK-NEXT: scf.yield %c7
  // CHECK: llvm.load %[[INITIAL]]
  // CHECK: llvm.getelementptr %[[OUT]][4]
  // CHECK: llvm.store %[[STATE]]
  // COUNT-NEXT: total_backwards: prefix.apply 0, prefix.identity 0, llvm.load 1, llvm.store 1
  gpu.func @total_backwards(%initial: !llvm.ptr<1>, %out: !llvm.ptr<1>, %n: i64, %first: i64, %v: vector<2xi32>) kernel {
    %walk = prefix.walk line reverse(%n)
    prefix.store_totals @add %v[%first] numbered %walk from %first initial %initial init [7 : i32] to %out along %walk rows 1 items 2 state [i32] output [i32] : vector<2xi32>
    gpu.return
  }

  // Chains without elements have one output each, a stride behind each other.
  // There are final states only where they are wanted.
  // CHECK-LABEL: gpu.func @only_totals(
  // CHECK-SAME: %[[FINAL:[^:]+]]: !llvm.ptr<1>, %[[OUT:[^:]+]]: !llvm.ptr<1>, %{{[^:]+}}: i64, %[[STRIDE:[^:]+]]: i64)
  // CHECK: %[[NONE:.+]] = llvm.icmp "eq" %[[FINAL]],
  // CHECK: %[[WANTED:.+]] = arith.xori %[[NONE]],
  // CHECK: scf.for %[[CHAIN:.+]] = {{.*}} {
  // CHECK-NEXT: scf.if %[[WANTED]] {
  // CHECK: llvm.store %c7
  // CHECK: }
  // CHECK: arith.muli %[[CHAIN]], %[[STRIDE]] : i64
  // CHECK: llvm.getelementptr %[[OUT]]
  // CHECK-NEXT: llvm.store %c7
  // COUNT-NEXT: only_totals: prefix.apply 0, prefix.identity 0, llvm.load 0, llvm.store 2
  gpu.func @only_totals(%final: !llvm.ptr<1>, %out: !llvm.ptr<1>, %n: i64, %stride: i64) kernel {
    prefix.pass_starts @add of %n init [7 : i32] to %final outputs(%out) strides(%stride) state [i32] output [i32]
    gpu.return
  }

  // Without initial states, all start alike.
  // COUNT-NEXT: alike: prefix.apply 0, prefix.identity 1, llvm.load 0, llvm.store 1
  gpu.func @alike(%final: !llvm.ptr<1>, %n: i64) kernel {
    prefix.pass_starts @add of %n to %final state [i32] output [i32]
    gpu.return
  }
}
