// Tiles whose elements become states, or whose states become outputs, by a map:
// the map is inlined for each element, in the wide path and in the scalar one.
// RUN: scanc-opt %s -prefix-lower-tiles -canonicalize -cse -o %t
// RUN: FileCheck %s --implicit-check-not=load_tile --implicit-check-not=store_tile --input-file=%t
// RUN: %python %S/../Inputs/count_ops.py llvm.load llvm.store scf.if arith.select < %t | FileCheck %s --check-prefix=COUNT
// There is nothing more to do the second time.
// RUN: scanc-opt %t -prefix-lower-tiles -o %t.twice
// RUN: cmp %t %t.twice

gpu.module @kernels {
  prefix.monoid @add identity {
    %e = arith.constant 0 : i32
    prefix.yield %e : i32
  } combine (%low: i32), (%high: i32) {
    %c = arith.addi %low, %high : i32
    prefix.yield %c : i32
  }
  prefix.map @scale load (%x: i32, %y: i32) {
    %0 = arith.muli %x, %y : i32
    prefix.yield %0 : i32
  }
  prefix.map @place load (%x: i32) index %i {
    %at = arith.trunci %i : i64 to i32
    %0 = arith.xori %x, %at : i32
    prefix.yield %0 : i32
  }
  prefix.map @rise store before (%low: i32) after (%high: i32) {
    %0 = arith.subi %high, %low : i32
    prefix.yield %0, %high : i32, i32
  }
  prefix.map @again store after (%sum: i32) in (%x: i32, %y: f32) {
    %0 = arith.xori %sum, %x : i32
    prefix.yield %0, %y : i32, f32
  }
  prefix.map @where store index %i {
    prefix.yield %i : i64
  }

  // Two arrays, and a test for both: the map takes a value of each, converted as
  // it asks. A byte has no sign, as its array says.
  // CHECK-LABEL: gpu.func @load_whole
  // CHECK-SAME: (%[[A:.+]]: !llvm.ptr<1>, %[[B:.+]]: !llvm.ptr<1>, %{{.+}}: i64)
  // CHECK: %[[ALIGNED_A:.+]] = arith.cmpi eq
  // CHECK: %[[ALIGNED_B:.+]] = arith.cmpi eq
  // CHECK: %[[BOTH:.+]] = arith.andi %[[ALIGNED_A]], %[[ALIGNED_B]] : i1
  // CHECK: %[[STATES:.+]]:8 = scf.if %[[BOTH]] ->
  // CHECK: llvm.getelementptr %[[A]]
  // CHECK-NEXT: %[[BYTES:.+]] = llvm.load %{{.+}} {alignment = 4 : i64} : !llvm.ptr<1> -> vector<1xi32>
  // CHECK-NEXT: %[[WORD:.+]] = vector.extract %[[BYTES]][0]
  // CHECK-NEXT: %[[X0:.+]] = arith.trunci %[[WORD]] : i32 to i8
  // CHECK: llvm.getelementptr %[[B]]
  // CHECK-NEXT: %[[YS:.+]] = llvm.load %{{.+}} {alignment = 16 : i64} : !llvm.ptr<1> -> vector<4xi32>
  // CHECK-NEXT: %[[Y0:.+]] = vector.extract %[[YS]][0]
  // CHECK: %[[WIDE0:.+]] = arith.extui %[[X0]] : i8 to i32
  // CHECK-NEXT: %[[STATE0:.+]] = arith.muli %[[WIDE0]], %[[Y0]] : i32
  // CHECK: scf.yield %[[STATE0]],
  // CHECK: } else {
  // CHECK: %[[X0:.+]] = llvm.load %{{.+}} {alignment = 1 : i64} : !llvm.ptr<1> -> i8
  // CHECK: %[[Y0:.+]] = llvm.load %{{.+}} {alignment = 4 : i64} : !llvm.ptr<1> -> i32
  // CHECK: %[[WIDE0:.+]] = arith.extui %[[X0]] : i8 to i32
  // CHECK-NEXT: %[[STATE0:.+]] = arith.muli %[[WIDE0]], %[[Y0]] : i32
  // CHECK: scf.yield %[[STATE0]],
  // CHECK: vector.from_elements %[[STATES]]#0, %[[STATES]]#1, %[[STATES]]#2, %[[STATES]]#3
  // COUNT: load_whole: llvm.load 20, llvm.store 10, scf.if 3, arith.select 0
  gpu.func @load_whole(%a: !llvm.ptr<1>, %b: !llvm.ptr<1>, %first: i64) kernel {
    %0:2 = prefix.load_tile @add %a, %b[%first] through @scale rows 2 items 4 element [ui8, i32]
        : !llvm.ptr<1>, !llvm.ptr<1> -> vector<4xi32>, vector<4xi32>
    prefix.store_tile %0#0, %0#1 to %b[%first] rows 2 items 4 state [i32] output [i32]
        : vector<4xi32>, vector<4xi32> to !llvm.ptr<1>
    gpu.return
  }

  // What does not exist is the identity behind the map: the map of some element
  // need not be.
  // CHECK-LABEL: gpu.func @load_cut
  // CHECK-SAME: (%[[A:.+]]: !llvm.ptr<1>, %{{.+}}: !llvm.ptr<3>, %{{.+}}: i64, %[[N:.+]]: i64)
  // CHECK: %[[IDENTITY:.+]] = prefix.identity @add
  // CHECK: scf.if
  // CHECK: llvm.load %{{.+}} {alignment = 16 : i64} : !llvm.ptr<1> -> vector<4xi32>
  // CHECK-NOT: arith.select
  // CHECK: } else {
  // CHECK: arith.minui
  // CHECK: %[[X0:.+]] = llvm.load
  // CHECK: %[[Y0:.+]] = llvm.load
  // CHECK: arith.minui
  // CHECK: %[[X1:.+]] = llvm.load
  // CHECK: %[[Y1:.+]] = llvm.load
  // CHECK-NEXT: %[[EXISTS0:.+]] = arith.cmpi ult, %{{.+}}, %[[N]] : i64
  // CHECK-NEXT: %[[MAPPED0:.+]] = arith.muli %[[X0]], %[[Y0]] : i32
  // CHECK-NEXT: %[[STATE0:.+]] = arith.select %[[EXISTS0]], %[[MAPPED0]], %[[IDENTITY]] : i32
  // CHECK-NEXT: %[[EXISTS1:.+]] = arith.cmpi ult, %{{.+}}, %[[N]] : i64
  // CHECK-NEXT: %[[MAPPED1:.+]] = arith.muli %[[X1]], %[[Y1]] : i32
  // CHECK-NEXT: %[[STATE1:.+]] = arith.select %[[EXISTS1]], %[[MAPPED1]], %[[IDENTITY]] : i32
  // CHECK-NEXT: scf.yield %[[STATE0]], %[[STATE1]] : i32, i32
  // COUNT: load_cut: llvm.load 5, llvm.store 1, scf.if 1, arith.select 2
  gpu.func @load_cut(%a: !llvm.ptr<1>, %out: !llvm.ptr<3>, %first: i64, %n: i64) kernel {
    %0 = prefix.load_tile @add %a[%first] valid %n through @scale rows 1 items 2 element [i32, i32]
        : !llvm.ptr<1> -> vector<2xi32>
    prefix.store_tile %0 to %out[%first] aligned rows 1 items 2 state [i32] output [i32]
        : vector<2xi32> to !llvm.ptr<3>
    gpu.return
  }

  // The index of a run's first element is where the run begins in what lies here,
  // from the number of its origin on; the next one's is one more.
  // CHECK-LABEL: gpu.func @load_index
  // CHECK-SAME: (%{{.+}}: !llvm.ptr<1>, %{{.+}}: !llvm.ptr<3>, %[[FIRST:.+]]: i64, %{{.+}}: i64, %[[ORIGIN:.+]]: i64)
  // CHECK-DAG: %[[C1:.+]] = arith.constant 1 : i64
  // CHECK: %[[OWN:.+]] = arith.addi %[[FIRST]],
  // CHECK: scf.if
  // CHECK: %[[X0:.+]] = vector.extract %{{.+}}[0]
  // CHECK: %[[X1:.+]] = vector.extract %{{.+}}[1]
  // CHECK-NEXT: %[[NUMBER:.+]] = arith.addi %[[ORIGIN]], %[[OWN]] : i64
  // CHECK-NEXT: %[[LAST:.+]] = arith.subi %{{.+}}, %[[C1]] : i64
  // CHECK-NEXT: %[[I0:.+]] = arith.minui %[[NUMBER]], %[[LAST]] : i64
  // CHECK-NEXT: %[[NEXT:.+]] = arith.addi %[[NUMBER]], %[[C1]] : i64
  // CHECK-NEXT: %[[I1:.+]] = arith.minui %[[NEXT]], %[[LAST]] : i64
  // CHECK-NEXT: %[[AT0:.+]] = arith.trunci %[[I0]] : i64 to i32
  // CHECK-NEXT: arith.xori %[[X0]], %[[AT0]] : i32
  // CHECK-NEXT: %[[AT1:.+]] = arith.trunci %[[I1]] : i64 to i32
  // CHECK-NEXT: arith.xori %[[X1]], %[[AT1]] : i32
  // CHECK: } else {
  // CHECK: %[[NUMBER:.+]] = arith.addi %[[ORIGIN]], %[[OWN]] : i64
  // CHECK: arith.minui %[[NUMBER]],
  gpu.func @load_index(%a: !llvm.ptr<1>, %out: !llvm.ptr<3>, %first: i64, %n: i64, %origin: i64) kernel {
    %walk = prefix.walk line(%n)
    %0 = prefix.load_tile @add %a[%first] through @place numbered %walk from %origin rows 1 items 2 element [i32]
        : !llvm.ptr<1> -> vector<2xi32>
    prefix.store_tile %0 to %out[%first] aligned rows 1 items 2 state [i32] output [i32]
        : vector<2xi32> to !llvm.ptr<3>
    gpu.return
  }

  // From the end: the index is that of the element in memory, n - 1 - number, and
  // the next one's is one less. A run's first item is the last one of the word.
  // CHECK-LABEL: gpu.func @load_reversed
  // CHECK-SAME: (%{{.+}}: !llvm.ptr<1>, %{{.+}}: !llvm.ptr<3>, %[[FIRST:.+]]: i64, %[[N:.+]]: i64, %[[ORIGIN:.+]]: i64)
  // CHECK-DAG: %[[C1:.+]] = arith.constant 1 : i64
  // CHECK: %[[OWN:.+]] = arith.addi %[[FIRST]],
  // CHECK: scf.if
  // CHECK: %[[X1:.+]] = vector.extract %{{.+}}[0]
  // CHECK: %[[X0:.+]] = vector.extract %{{.+}}[1]
  // CHECK-NEXT: %[[NUMBER:.+]] = arith.addi %[[ORIGIN]], %[[OWN]] : i64
  // CHECK-NEXT: %[[LAST:.+]] = arith.subi %[[N]], %[[C1]] : i64
  // CHECK-NEXT: %[[N0:.+]] = arith.minui %[[NUMBER]], %[[LAST]] : i64
  // CHECK-NEXT: %[[I0:.+]] = arith.subi %[[LAST]], %[[N0]] : i64
  // CHECK-NEXT: %[[NEXT:.+]] = arith.addi %[[NUMBER]], %[[C1]] : i64
  // CHECK-NEXT: %[[N1:.+]] = arith.minui %[[NEXT]], %[[LAST]] : i64
  // CHECK-NEXT: %[[I1:.+]] = arith.subi %[[LAST]], %[[N1]] : i64
  // CHECK-NEXT: %[[AT0:.+]] = arith.trunci %[[I0]] : i64 to i32
  // CHECK-NEXT: arith.xori %[[X0]], %[[AT0]] : i32
  // CHECK-NEXT: %[[AT1:.+]] = arith.trunci %[[I1]] : i64 to i32
  // CHECK-NEXT: arith.xori %[[X1]], %[[AT1]] : i32
  // CHECK: } else {
  // CHECK: %[[NUMBER:.+]] = arith.addi %[[ORIGIN]], %[[OWN]] : i64
  // CHECK: arith.minui %[[NUMBER]],
  gpu.func @load_reversed(%a: !llvm.ptr<1>, %out: !llvm.ptr<3>, %first: i64, %n: i64, %origin: i64) kernel {
    %walk = prefix.walk line reverse(%n)
    %0 = prefix.load_tile @add %a[%first] along %walk through @place numbered %walk from %origin rows 1 items 2 element [i32]
        : !llvm.ptr<1> -> vector<2xi32>
    prefix.store_tile %0 to %out[%first] aligned rows 1 items 2 state [i32] output [i32]
        : vector<2xi32> to !llvm.ptr<3>
    gpu.return
  }

  // In rows: the number modulo the row's length, by a reciprocal and a correction;
  // behind a row's last element is the first one of the next.
  // CHECK-LABEL: gpu.func @load_rows(
  // CHECK-SAME: %{{.+}}: !llvm.ptr<1>, %{{.+}}: !llvm.ptr<3>, %[[FIRST:.+]]: i64, %{{.+}}: i64, %[[ROW:.+]]: i64, %[[ORIGIN:.+]]: i64)
  // CHECK-DAG: %[[C1:.+]] = arith.constant 1 : i64
  // CHECK-DAG: %[[C0:.+]] = arith.constant 0 : i64
  // CHECK: %[[RECIPROCAL:.+]] = arith.divui %{{.+}}, %[[ROW]] : i64
  // CHECK: %[[OWN:.+]] = arith.addi %[[FIRST]],
  // CHECK: scf.if
  // CHECK: %[[NUMBER:.+]] = arith.addi %[[ORIGIN]], %[[OWN]] : i64
  // CHECK-NEXT: %[[LAST:.+]] = arith.subi %[[ROW]], %[[C1]] : i64
  // CHECK-NEXT: %{{.+}}, %[[ROWS:.+]] = arith.mului_extended %[[NUMBER]], %[[RECIPROCAL]] : i64
  // CHECK-NEXT: %[[BEFORE:.+]] = arith.muli %[[ROWS]], %[[ROW]] : i64
  // CHECK-NEXT: %[[REST:.+]] = arith.subi %[[NUMBER]], %[[BEFORE]] : i64
  // CHECK-NEXT: %[[LESS:.+]] = arith.subi %[[REST]], %[[ROW]] : i64
  // CHECK-NEXT: %[[I0:.+]] = arith.minui %[[REST]], %[[LESS]] : i64
  // CHECK-NEXT: %[[ENDS:.+]] = arith.cmpi eq, %[[I0]], %[[LAST]] : i64
  // CHECK-NEXT: %[[NEXT:.+]] = arith.addi %[[I0]], %[[C1]] : i64
  // CHECK-NEXT: %[[I1:.+]] = arith.select %[[ENDS]], %[[C0]], %[[NEXT]] : i64
  // CHECK-NEXT: %[[AT0:.+]] = arith.trunci %[[I0]] : i64 to i32
  // CHECK-NEXT: arith.xori %{{.+}}, %[[AT0]] : i32
  // CHECK-NEXT: %[[AT1:.+]] = arith.trunci %[[I1]] : i64 to i32
  // CHECK-NEXT: arith.xori %{{.+}}, %[[AT1]] : i32
  // CHECK: } else {
  // CHECK: arith.mului_extended
  // CHECK: arith.select
  gpu.func @load_rows(%a: !llvm.ptr<1>, %out: !llvm.ptr<3>, %first: i64, %n: i64, %row: i64, %origin: i64) kernel {
    %walk = prefix.walk rows(%n, %row)
    %0 = prefix.load_tile @add %a[%first] through @place numbered %walk from %origin rows 1 items 2 element [i32]
        : !llvm.ptr<1> -> vector<2xi32>
    prefix.store_tile %0 to %out[%first] aligned rows 1 items 2 state [i32] output [i32]
        : vector<2xi32> to !llvm.ptr<3>
    gpu.return
  }

  // In rows from the end: the index counts from the row's beginning in memory, where
  // the walk of the row ends.
  // CHECK-LABEL: gpu.func @load_rows_reversed(
  // CHECK-SAME: %{{[^:]+}}: !llvm.ptr<1>, %{{[^:]+}}: !llvm.ptr<3>, %{{[^:]+}}: i64, %{{[^:]+}}: i64, %[[ROW:[^:]+]]: i64, %{{[^:]+}}: i64)
  // CHECK: scf.if
  // CHECK: %[[LAST:.+]] = arith.subi %[[ROW]],
  // CHECK: %[[PLACE0:.+]] = arith.minui
  // CHECK-NEXT: %[[I0:.+]] = arith.subi %[[LAST]], %[[PLACE0]] : i64
  // CHECK: %[[PLACE1:.+]] = arith.select
  // CHECK-NEXT: %[[I1:.+]] = arith.subi %[[LAST]], %[[PLACE1]] : i64
  // CHECK-NEXT: %[[AT0:.+]] = arith.trunci %[[I0]] : i64 to i32
  // CHECK-NEXT: arith.xori %{{.+}}, %[[AT0]] : i32
  // CHECK-NEXT: %[[AT1:.+]] = arith.trunci %[[I1]] : i64 to i32
  // CHECK-NEXT: arith.xori %{{.+}}, %[[AT1]] : i32
  // CHECK: } else {
  gpu.func @load_rows_reversed(%a: !llvm.ptr<1>, %out: !llvm.ptr<3>, %first: i64, %n: i64, %row: i64, %origin: i64) kernel {
    %walk = prefix.walk rows reverse(%n, %row)
    %0 = prefix.load_tile @add %a[%first] through @place numbered %walk from %origin rows 1 items 2 element [i32]
        : !llvm.ptr<1> -> vector<2xi32>
    prefix.store_tile %0 to %out[%first] aligned rows 1 items 2 state [i32] output [i32]
        : vector<2xi32> to !llvm.ptr<3>
    gpu.return
  }

  // The states before elements come first, then those after them. What is yielded
  // is widened by the sign of its output.
  // CHECK-LABEL: gpu.func @store_both
  // CHECK-SAME: (%[[OUT:.+]]: !llvm.ptr<1>, %[[MORE:.+]]: !llvm.ptr<1>, %{{.+}}: i64, %[[LOW:.+]]: vector<2xi32>, %[[HIGH:.+]]: vector<2xi32>)
  // CHECK: scf.if
  // CHECK-NEXT: %[[LOW0:.+]] = vector.extract %[[LOW]][0]
  // CHECK-NEXT: %[[HIGH0:.+]] = vector.extract %[[HIGH]][0]
  // CHECK-NEXT: %[[RISE0:.+]] = arith.subi %[[HIGH0]], %[[LOW0]] : i32
  // CHECK-NEXT: %[[WIDE0:.+]] = arith.extui %[[HIGH0]] : i32 to i64
  // CHECK-NEXT: %[[LOW1:.+]] = vector.extract %[[LOW]][1]
  // CHECK-NEXT: %[[HIGH1:.+]] = vector.extract %[[HIGH]][1]
  // CHECK-NEXT: %[[RISE1:.+]] = arith.subi %[[HIGH1]], %[[LOW1]] : i32
  // CHECK-NEXT: %[[WIDE1:.+]] = arith.extui %[[HIGH1]] : i32 to i64
  // CHECK-NEXT: %[[RISES:.+]] = vector.from_elements %[[RISE0]], %[[RISE1]] : vector<2xi32>
  // CHECK: llvm.getelementptr %[[OUT]]
  // CHECK-NEXT: llvm.store %[[RISES]], %{{.+}} {alignment = 8 : i64}
  // CHECK-NEXT: %[[WIDES:.+]] = vector.from_elements %[[WIDE0]], %[[WIDE1]] : vector<2xi64>
  // CHECK: llvm.getelementptr %[[MORE]]
  // CHECK-NEXT: llvm.store %[[WIDES]], %{{.+}} {alignment = 16 : i64}
  // CHECK-NEXT: } else {
  // CHECK: arith.subi %{{.+}}, %{{.+}} : i32
  // CHECK: llvm.store %{{.+}} {alignment = 4 : i64} : i32
  // CHECK: llvm.store %{{.+}} {alignment = 8 : i64} : i64
  // COUNT: store_both: llvm.load 0, llvm.store 6, scf.if 1, arith.select 0
  gpu.func @store_both(%out: !llvm.ptr<1>, %more: !llvm.ptr<1>, %first: i64, %low: vector<2xi32>, %high: vector<2xi32>) kernel {
    prefix.store_tile %low, %high to %out, %more[%first] through @rise rows 1 items 2 state [i32] output [i32, ui64]
        : vector<2xi32>, vector<2xi32> to !llvm.ptr<1>, !llvm.ptr<1>
    gpu.return
  }

  // The element is read where its output is stored: by wide accesses where all
  // arrays have them, else only under the test that it exists.
  // CHECK-LABEL: gpu.func @store_in
  // CHECK-SAME: (%[[A:.+]]: !llvm.ptr<1>, %[[B:.+]]: !llvm.ptr<1>, %[[OUT:.+]]: !llvm.ptr<1>, %[[FIRST:.+]]: i64, %[[N:.+]]: i64, %[[SUM:.+]]: vector<2xi32>)
  // CHECK: %[[ALIGNED_OUT:.+]] = arith.cmpi eq
  // CHECK: %[[ALIGNED_A:.+]] = arith.cmpi eq
  // CHECK: %[[ALIGNED_B:.+]] = arith.cmpi eq
  // CHECK-NEXT: %[[INPUTS:.+]] = arith.andi %[[ALIGNED_A]], %[[ALIGNED_B]] : i1
  // CHECK-NEXT: %[[ALL:.+]] = arith.andi %[[ALIGNED_OUT]], %[[INPUTS]] : i1
  // CHECK: %[[OWN:.+]] = arith.addi %[[FIRST]],
  // CHECK: %[[WHOLE:.+]] = arith.cmpi ule, %{{.+}}, %[[N]] : i64
  // CHECK-NEXT: %[[WIDE:.+]] = arith.andi %[[ALL]], %[[WHOLE]] : i1
  // CHECK-NEXT: scf.if %[[WIDE]] {
  // CHECK: %[[BEHIND:.+]] = arith.subi %[[N]], %[[OWN]] : i64
  // CHECK-NEXT: %[[START:.+]] = arith.subi %[[BEHIND]], %{{.+}} : i64
  // CHECK: llvm.getelementptr %[[A]][%[[START]]]
  // CHECK-NEXT: llvm.load %{{.+}} {alignment = 2 : i64} : !llvm.ptr<1> -> vector<1xi16>
  // CHECK: llvm.getelementptr %[[B]]
  // CHECK-NEXT: llvm.load %{{.+}} {alignment = 4 : i64} : !llvm.ptr<1> -> vector<1xi32>
  // CHECK: arith.shli %{{.+}}, %c16_i32 : i32
  // CHECK: llvm.store %{{.+}} {alignment = 16 : i64} : vector<4xi32>
  // CHECK-NEXT: } else {
  // CHECK-NEXT: %[[EXISTS0:.+]] = arith.cmpi ult, %[[OWN]], %[[N]] : i64
  // CHECK-NEXT: scf.if %[[EXISTS0]] {
  // CHECK: %[[BEHIND:.+]] = arith.subi %[[N]], %[[OWN]] : i64
  // CHECK-NEXT: %[[AT:.+]] = arith.subi %[[BEHIND]], %{{.+}} : i64
  // CHECK-NEXT: llvm.getelementptr %[[A]][%[[AT]]]
  // CHECK-NEXT: %[[X:.+]] = llvm.load %{{.+}} {alignment = 1 : i64} : !llvm.ptr<1> -> i8
  // CHECK: llvm.load %{{.+}} {alignment = 2 : i64} : !llvm.ptr<1> -> i16
  // CHECK: %[[SUM0:.+]] = vector.extract %[[SUM]][0]
  // CHECK-NEXT: %[[WIDE_X:.+]] = arith.extui %[[X]] : i8 to i32
  // CHECK: %[[OUT0:.+]] = arith.xori %[[SUM0]], %[[WIDE_X]] : i32
  // CHECK: llvm.store %[[OUT0]]
  // CHECK: }
  // CHECK: scf.if
  // CHECK: vector.extract %[[SUM]][1]
  // COUNT: store_in: llvm.load 6, llvm.store 5, scf.if 3, arith.select 0
  gpu.func @store_in(%a: !llvm.ptr<1>, %b: !llvm.ptr<1>, %out: !llvm.ptr<1>, %first: i64, %n: i64, %sum: vector<2xi32>) kernel {
    %walk = prefix.walk line reverse(%n)
    prefix.store_tile %sum to %out[%first] valid %n along %walk through @again
        of %a, %b : !llvm.ptr<1>, !llvm.ptr<1> along %walk element [ui8, bf16] rows 1 items 2 state [i32] output [i32, f32]
        : vector<2xi32> to !llvm.ptr<1>
    gpu.return
  }

  // Of an element that is not asked for, nothing is read.
  // CHECK-LABEL: gpu.func @store_index
  // CHECK-SAME: (%{{.+}}: !llvm.ptr<1>, %[[FIRST:.+]]: i64, %[[ORIGIN:.+]]: i64,
  // CHECK-DAG: %[[C1:.+]] = arith.constant 1 : i64
  // CHECK: %[[OWN:.+]] = arith.addi %[[FIRST]],
  // CHECK-NEXT: scf.if
  // CHECK-NEXT: %[[NUMBER:.+]] = arith.addi %[[ORIGIN]], %[[OWN]] : i64
  // CHECK: %[[I0:.+]] = arith.minui %[[NUMBER]],
  // CHECK: %[[I1:.+]] = arith.minui
  // CHECK-NEXT: %[[AT0:.+]] = arith.trunci %[[I0]] : i64 to i32
  // CHECK-NEXT: %[[AT1:.+]] = arith.trunci %[[I1]] : i64 to i32
  // CHECK-NEXT: vector.from_elements %[[AT0]], %[[AT1]] : vector<2xi32>
  // CHECK: } else {
  // CHECK: arith.trunci
  // COUNT: store_index: llvm.load 0, llvm.store 3, scf.if 1, arith.select 0
  gpu.func @store_index(%out: !llvm.ptr<1>, %first: i64, %n: i64, %none: vector<2xi32>) kernel {
    %walk = prefix.walk line(%n)
    prefix.store_tile %none to %out[%first] through @where numbered %walk from %n rows 1 items 2 state [i32] output [si32]
        : vector<2xi32> to !llvm.ptr<1>
    gpu.return
  }
}
