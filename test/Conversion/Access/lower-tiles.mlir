// A tile moves by accesses as wide as its runs allow, up to 16 bytes, where the
// array is aligned for them, and field by field where it is not.
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
  prefix.monoid @pair identity {
    %a = arith.constant 0 : i8
    %b = arith.constant 0.0 : f32
    prefix.yield %a, %b : i8, f32
  } combine (%a: i8, %b: f32), (%c: i8, %d: f32) {
    prefix.yield %c, %d : i8, f32
  }
  prefix.monoid @flag identity {
    %e = arith.constant false
    prefix.yield %e : i1
  } combine (%low: i1), (%high: i1) {
    prefix.yield %high : i1
  }
  prefix.monoid @wide identity {
    %e = arith.constant 0.0 : f64
    prefix.yield %e : f64
  } combine (%low: f64), (%high: f64) {
    prefix.yield %high : f64
  }

  // Whole: one test for the tile, then a load of 16 bytes a row, all in flight
  // together, or four of 4 bytes. A lane's run begins at 4 * lane, a row is 128.
  // CHECK-LABEL: gpu.func @whole
  // CHECK-SAME: (%[[IN:.+]]: !llvm.ptr<1>, %[[OUT:.+]]: !llvm.ptr<1>, %[[FIRST:.+]]: i64)
  // CHECK-DAG: %[[ROW:.+]] = arith.constant 128 : i32
  // CHECK-DAG: %[[ITEMS:.+]] = arith.constant 4 : i32
  // CHECK-DAG: %[[C15:.+]] = arith.constant 15 : i64
  // CHECK-DAG: %[[C4:.+]] = arith.constant 4 : i64
  // CHECK: %[[ADDRESS:.+]] = llvm.ptrtoint %[[IN]]
  // CHECK-NEXT: %[[REST:.+]] = arith.andi %[[ADDRESS]], %[[C15]]
  // CHECK-NEXT: %[[ALIGNED:.+]] = arith.cmpi eq, %[[REST]], %{{.+}} : i64
  // CHECK: %[[IN_ROW:.+]] = arith.muli %{{.+}}, %[[ITEMS]] : i32
  // CHECK-NEXT: %[[WIDE0:.+]] = arith.extui %[[IN_ROW]] : i32 to i64
  // CHECK-NEXT: %[[OWN0:.+]] = arith.addi %[[FIRST]], %[[WIDE0]] : i64
  // CHECK-NEXT: %[[NEXT_ROW:.+]] = arith.addi %[[IN_ROW]], %[[ROW]] : i32
  // CHECK-NEXT: %[[WIDE1:.+]] = arith.extui %[[NEXT_ROW]] : i32 to i64
  // CHECK-NEXT: %[[OWN1:.+]] = arith.addi %[[FIRST]], %[[WIDE1]] : i64
  // CHECK-NEXT: %{{.+}}:8 = scf.if %[[ALIGNED]] -> (i32, i32, i32, i32, i32, i32, i32, i32) {
  // CHECK-NEXT: %[[BYTES0:.+]] = arith.muli %[[OWN0]], %[[C4]] : i64
  // CHECK-NEXT: %[[P0:.+]] = llvm.getelementptr %[[IN]][%[[BYTES0]]] : {{.*}} i8
  // CHECK-NEXT: llvm.load %[[P0]] {alignment = 16 : i64} : !llvm.ptr<1> -> vector<4xi32>
  // CHECK: %[[BYTES1:.+]] = arith.muli %[[OWN1]], %[[C4]] : i64
  // CHECK-NEXT: %[[P1:.+]] = llvm.getelementptr %[[IN]][%[[BYTES1]]] : {{.*}} i8
  // CHECK-NEXT: llvm.load %[[P1]] {alignment = 16 : i64} : !llvm.ptr<1> -> vector<4xi32>
  // CHECK: } else {
  // CHECK-COUNT-8: llvm.load %{{.+}} {alignment = 4 : i64} : !llvm.ptr<1> -> i32
  // CHECK: llvm.ptrtoint %[[OUT]]
  // CHECK: llvm.store %{{.+}} {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<1>
  // CHECK: } else {
  // CHECK-COUNT-4: llvm.store %{{.+}} {alignment = 4 : i64} : i32, !llvm.ptr<1>
  // COUNT: whole: llvm.load 10, llvm.store 10, scf.if 3, arith.select 0
  gpu.func @whole(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>, %first: i64) kernel {
    %0:2 = prefix.load_tile @add %in[%first] rows 2 items 4 element [i32]
        : !llvm.ptr<1> -> vector<4xi32>, vector<4xi32>
    prefix.store_tile %0#0, %0#1 to %out[%first] rows 2 items 4 state [i32] output [i32]
        : vector<4xi32>, vector<4xi32> to !llvm.ptr<1>
    gpu.return
  }

  // Cut short: whole runs still move by wide accesses; else reads are clamped
  // to the last element, and what does not exist is the identity or not written.
  // CHECK-LABEL: gpu.func @cut_short
  // CHECK-SAME: (%[[IN:.+]]: !llvm.ptr<1>, %[[OUT:.+]]: !llvm.ptr<1>, %[[FIRST:.+]]: i64, %[[VALID:.+]]: i64)
  // CHECK-DAG: %[[C1:.+]] = arith.constant 1 : i64
  // CHECK-DAG: %[[C2:.+]] = arith.constant 2 : i64
  // CHECK: %[[ALIGNED:.+]] = arith.cmpi eq
  // CHECK: %[[OWN:.+]] = arith.addi %[[FIRST]],
  // CHECK-NEXT: %[[IDENTITY:.+]] = prefix.identity @add
  // CHECK-NEXT: %[[END:.+]] = arith.addi %[[OWN]], %[[C2]] : i64
  // CHECK-NEXT: %[[WHOLE:.+]] = arith.cmpi ule, %[[END]], %[[VALID]] : i64
  // CHECK-NEXT: %[[WIDE:.+]] = arith.andi %[[ALIGNED]], %[[WHOLE]] : i1
  // CHECK-NEXT: %[[LOADED:.+]]:2 = scf.if %[[WIDE]] -> (i32, i32) {
  // CHECK: llvm.load %{{.+}} {alignment = 8 : i64} : !llvm.ptr<1> -> vector<2xi32>
  // CHECK-NOT: arith.select
  // CHECK: } else {
  // CHECK-NEXT: %[[LAST:.+]] = arith.subi %[[VALID]], %[[C1]] : i64
  // CHECK-NEXT: arith.minui %[[OWN]], %[[LAST]] : i64
  // CHECK: llvm.load
  // CHECK: arith.minui %{{.+}}, %[[LAST]] : i64
  // CHECK: llvm.load
  // CHECK: %[[EXISTS:.+]] = arith.cmpi ult, %[[OWN]], %[[VALID]] : i64
  // CHECK: arith.select %[[EXISTS]], %{{.+}}, %[[IDENTITY]] : i32
  // CHECK: arith.select %{{.+}}, %{{.+}}, %[[IDENTITY]] : i32
  // CHECK: llvm.store %{{.+}} {alignment = 8 : i64} : vector<2xi32>, !llvm.ptr<1>
  // CHECK: } else {
  // CHECK: scf.if %{{.+}} {
  // CHECK: llvm.store %{{.+}} : i32, !llvm.ptr<1>
  // CHECK: scf.if
  // CHECK: llvm.store %{{.+}} : i32, !llvm.ptr<1>
  // COUNT: cut_short: llvm.load 3, llvm.store 3, scf.if 4, arith.select 2
  gpu.func @cut_short(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>, %first: i64, %n: i64) kernel {
    %0 = prefix.load_tile @add %in[%first] valid %n rows 1 items 2 element [i32]
        : !llvm.ptr<1> -> vector<2xi32>
    prefix.store_tile %0 to %out[%first] valid %n rows 1 items 2 state [i32] output [i32]
        : vector<2xi32> to !llvm.ptr<1>
    gpu.return
  }

  // From the end: the address that must be aligned is that of the end; a run's
  // items lie backwards in the word. Fields are converted by their signedness.
  // CHECK-LABEL: gpu.func @reversed
  // CHECK-SAME: (%[[IN:.+]]: !llvm.ptr<1>, %[[OUT:.+]]: !llvm.ptr<1>, %[[FIRST:.+]]: i64, %[[N:.+]]: i64)
  // CHECK-DAG: %[[C24:.+]] = arith.constant 24 : i32
  // CHECK-DAG: %[[C4:.+]] = arith.constant 4 : i64
  // CHECK: %[[LAST:.+]] = llvm.getelementptr %[[IN]][%[[N]]]
  // CHECK-NEXT: llvm.ptrtoint %[[LAST]]
  // CHECK: %[[OWN:.+]] = arith.addi %[[FIRST]],
  // CHECK: %[[LOADED:.+]]:4 = scf.if
  // CHECK-NEXT: %[[END:.+]] = arith.subi %[[N]], %[[OWN]] : i64
  // CHECK-NEXT: %[[START:.+]] = arith.subi %[[END]], %[[C4]] : i64
  // CHECK-NEXT: %[[P:.+]] = llvm.getelementptr %[[IN]][%[[START]]]
  // CHECK-NEXT: %[[VECTOR:.+]] = llvm.load %[[P]] {alignment = 4 : i64} : !llvm.ptr<1> -> vector<1xi32>
  // CHECK-NEXT: %[[WORD:.+]] = vector.extract %[[VECTOR]][0]
  // CHECK-NEXT: %[[SHIFTED:.+]] = arith.shrui %[[WORD]], %[[C24]] : i32
  // CHECK-NEXT: %[[ITEM0:.+]] = arith.trunci %[[SHIFTED]] : i32 to i8
  // CHECK: %[[ITEM3:.+]] = arith.trunci %[[WORD]] : i32 to i8
  // CHECK-NEXT: %[[STATE0:.+]] = arith.extui %[[ITEM0]] : i8 to i32
  // CHECK: %[[STATE3:.+]] = arith.extui %[[ITEM3]] : i8 to i32
  // CHECK-NEXT: scf.yield %[[STATE0]], %{{.+}}, %{{.+}}, %[[STATE3]] :
  // CHECK: %[[OUT0:.+]] = arith.extui %[[LOADED]]#0 : i32 to i64
  // CHECK: %[[OUT3:.+]] = arith.extui %[[LOADED]]#3 : i32 to i64
  // CHECK: vector.from_elements %[[OUT3]], %{{.+}} : vector<2xi64>
  // CHECK: vector.from_elements %{{.+}}, %[[OUT0]] : vector<2xi64>
  // COUNT: reversed: llvm.load 5, llvm.store 6, scf.if 2, arith.select 0
  gpu.func @reversed(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>, %first: i64, %n: i64) kernel {
    %walk = prefix.walk line reverse(%n)
    %0 = prefix.load_tile @add %in[%first] along %walk rows 1 items 4 element [ui8]
        : !llvm.ptr<1> -> vector<4xi32>
    prefix.store_tile %0 to %out[%first] along %walk rows 1 items 4 state [ui32] output [i64]
        : vector<4xi32> to !llvm.ptr<1>
    gpu.return
  }

  // A struct of 8 bytes with padding: two of them are one access. The padding
  // is written as zero.
  // CHECK-LABEL: gpu.func @fields
  // CHECK: %[[LOADED:.+]]:4 = scf.if {{.*}} -> (i8, f32, i8, f32) {
  // CHECK: %[[V:.+]] = llvm.load %{{.+}} {alignment = 16 : i64} : !llvm.ptr<1> -> vector<4xi32>
  // CHECK: arith.trunci %{{.+}} : i32 to i8
  // CHECK: arith.bitcast %{{.+}} : i32 to f32
  // CHECK: } else {
  // CHECK: llvm.load %{{.+}} {alignment = 1 : i64} : !llvm.ptr<1> -> i8
  // CHECK: llvm.load %{{.+}} {alignment = 4 : i64} : !llvm.ptr<1> -> i32
  // CHECK: arith.extui %[[LOADED]]#0 : i8 to i32
  // CHECK: llvm.store %{{.+}} {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<1>
  // COUNT: fields: llvm.load 5, llvm.store 5, scf.if 2, arith.select 0
  gpu.func @fields(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>, %first: i64) kernel {
    %0:2 = prefix.load_tile @pair %in[%first] rows 1 items 2 element [i8, f32]
        : !llvm.ptr<1> -> vector<2xi8>, vector<2xf32>
    prefix.store_tile %0#0, %0#1 to %out[%first] rows 1 items 2 state [i8, f32] output [i8, f32]
        : vector<2xi8>, vector<2xf32> to !llvm.ptr<1>
    gpu.return
  }

  // A bit takes a byte; whatever is not zero is true.
  // CHECK-LABEL: gpu.func @bits
  // CHECK: llvm.load %{{.+}} {alignment = 16 : i64} : !llvm.ptr<1> -> vector<4xi32>
  // CHECK: arith.cmpi ne, %{{.+}}, %{{.+}} : i8
  // CHECK: arith.extui %{{.+}} : i1 to i8
  // COUNT: bits: llvm.load 17, llvm.store 17, scf.if 2, arith.select 0
  gpu.func @bits(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>, %first: i64) kernel {
    %0 = prefix.load_tile @flag %in[%first] rows 1 items 16 element [i1]
        : !llvm.ptr<1> -> vector<16xi1>
    prefix.store_tile %0 to %out[%first] rows 1 items 16 state [i1] output [i1]
        : vector<16xi1> to !llvm.ptr<1>
    gpu.return
  }

  // Conversions: a signed integer to a float, a float narrowed once.
  // CHECK-LABEL: gpu.func @conversions
  // CHECK: arith.sitofp %{{.+}} : i16 to f64
  // CHECK: arith.truncf %{{.+}} : f64 to bf16
  // CHECK: arith.bitcast %{{.+}} : bf16 to i16
  gpu.func @conversions(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>, %first: i64) kernel {
    %0 = prefix.load_tile @wide %in[%first] rows 1 items 1 element [si16]
        : !llvm.ptr<1> -> vector<1xf64>
    %1 = vector.extract %0[0] : f64 from vector<1xf64>
    %2 = prefix.apply @wide(%1, %1) : (f64, f64) -> f64
    %3 = vector.from_elements %2 : vector<1xf64>
    prefix.store_tile %3 to %out[%first] rows 1 items 1 state [f64] output [bf16]
        : vector<1xf64> to !llvm.ptr<1>
    gpu.return
  }

  // CHECK-LABEL: gpu.func @unsigned
  // CHECK: arith.uitofp %{{.+}} : i32 to f64
  gpu.func @unsigned(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>, %first: i64) kernel {
    %0 = prefix.load_tile @wide %in[%first] rows 1 items 1 element [ui32]
        : !llvm.ptr<1> -> vector<1xf64>
    prefix.store_tile %0 to %out[%first] rows 1 items 1 state [f64] output [f64]
        : vector<1xf64> to !llvm.ptr<1>
    gpu.return
  }

  // Three elements of 4 bytes are accesses of 4.
  // CHECK-LABEL: gpu.func @odd
  // CHECK-NOT: alignment = {{8|16}}
  // COUNT: odd: llvm.load 6, llvm.store 6,
  gpu.func @odd(%in: !llvm.ptr<1>, %out: !llvm.ptr<1>, %first: i64) kernel {
    %0 = prefix.load_tile @add %in[%first] rows 1 items 3 element [i32]
        : !llvm.ptr<1> -> vector<3xi32>
    prefix.store_tile %0 to %out[%first] rows 1 items 3 state [i32] output [i32]
        : vector<3xi32> to !llvm.ptr<1>
    gpu.return
  }

  // Known to be aligned and whole, in shared memory: no test.
  // CHECK-LABEL: gpu.func @aligned
  // CHECK-NOT: scf.if
  // CHECK: llvm.load %{{.+}} {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xi32>
  // CHECK: llvm.store %{{.+}} {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<3>
  // COUNT: aligned: llvm.load 1, llvm.store 1, scf.if 0, arith.select 0
  gpu.func @aligned(%slot: !llvm.ptr<3>, %first: i64) kernel {
    %0 = prefix.load_tile @add %slot[%first] aligned rows 1 items 4 element [i32]
        : !llvm.ptr<3> -> vector<4xi32>
    prefix.store_tile %0 to %slot[%first] aligned rows 1 items 4 state [i32] output [i32]
        : vector<4xi32> to !llvm.ptr<3>
    gpu.return
  }

  // Values apart: a run is wide where it is in both arrays, an access of 4 bytes
  // in one and of 16 in the other; else it moves value by value.
  // CHECK-LABEL: gpu.func @apart
  // CHECK-SAME: (%[[BYTES:.+]]: !llvm.ptr<1>, %[[FLOATS:.+]]: !llvm.ptr<1>, %[[OUT_BYTES:.+]]: !llvm.ptr<1>, %[[OUT_FLOATS:.+]]: !llvm.ptr<1>,
  // CHECK: %[[A:.+]] = llvm.ptrtoint %[[BYTES]]
  // CHECK: %[[ALIGNED_A:.+]] = arith.cmpi eq
  // CHECK: %[[B:.+]] = llvm.ptrtoint %[[FLOATS]]
  // CHECK: %[[ALIGNED_B:.+]] = arith.cmpi eq
  // CHECK: %[[BOTH:.+]] = arith.andi %[[ALIGNED_A]], %[[ALIGNED_B]] : i1
  // CHECK: scf.if %[[BOTH]]
  // CHECK: llvm.getelementptr %[[BYTES]]
  // CHECK-NEXT: llvm.load %{{.+}} {alignment = 4 : i64} : !llvm.ptr<1> -> vector<1xi32>
  // CHECK: llvm.getelementptr %[[FLOATS]]
  // CHECK-NEXT: llvm.load %{{.+}} {alignment = 16 : i64} : !llvm.ptr<1> -> vector<4xi32>
  // CHECK: llvm.ptrtoint %[[OUT_BYTES]]
  // CHECK: llvm.ptrtoint %[[OUT_FLOATS]]
  // COUNT: apart: llvm.load 10, llvm.store 10, scf.if 2,
  gpu.func @apart(%bytes: !llvm.ptr<1>, %floats: !llvm.ptr<1>, %out_bytes: !llvm.ptr<1>, %out_floats: !llvm.ptr<1>, %first: i64) kernel {
    %0:2 = prefix.load_tile @pair %bytes, %floats[%first] rows 1 items 4 element [i8, f32]
        : !llvm.ptr<1>, !llvm.ptr<1> -> vector<4xi8>, vector<4xf32>
    prefix.store_tile %0#0, %0#1 to %out_bytes, %out_floats[%first] rows 1 items 4 state [i8, f32] output [i8, f32]
        : vector<4xi8>, vector<4xf32> to !llvm.ptr<1>, !llvm.ptr<1>
    gpu.return
  }

  // From the end, cut short: each value is found in its array, and what is not
  // there is the identity, or not written.
  // CHECK-LABEL: gpu.func @apart_tail
  // COUNT: apart_tail: llvm.load 6, llvm.store 6, scf.if 4, arith.select 4
  gpu.func @apart_tail(%bytes: !llvm.ptr<1>, %floats: !llvm.ptr<1>, %first: i64, %n: i64) kernel {
    %walk = prefix.walk line reverse(%n)
    %0:2 = prefix.load_tile @pair %bytes, %floats[%first] valid %n along %walk rows 1 items 2 element [i8, f32]
        : !llvm.ptr<1>, !llvm.ptr<1> -> vector<2xi8>, vector<2xf32>
    prefix.store_tile %0#0, %0#1 to %bytes, %floats[%first] valid %n along %walk rows 1 items 2 state [i8, f32] output [i8, f32]
        : vector<2xi8>, vector<2xf32> to !llvm.ptr<1>, !llvm.ptr<1>
    gpu.return
  }
}
