// The maps of a scan, and the ops that name one, are printed as they are
// written, and what is printed is read back, from the custom form and from the
// generic one.
// RUN: scanc-opt %s -o %t.once
// RUN: scanc-opt %t.once -o %t.twice
// RUN: cmp %t.once %t.twice
// RUN: scanc-opt %s -mlir-print-op-generic -o %t.generic
// RUN: FileCheck %s --check-prefix=GENERIC --input-file=%t.generic
// RUN: scanc-opt %t.generic -o %t.back
// RUN: cmp %t.once %t.back
// RUN: FileCheck %s --input-file=%t.once
// RUN: FileCheck %s --check-prefix=SPACES --strict-whitespace --input-file=%t.once

// Words are one space apart.
// SPACES-NOT: {{[^ ]  +[^ ]}}

prefix.monoid @pair identity {
  %a = arith.constant 0 : i32
  %b = arith.constant 0.0 : f32
  prefix.yield %a, %b : i32, f32
} combine (%a: i32, %b: f32), (%c: i32, %d: f32) {
  %e = arith.addi %a, %c : i32
  %f = arith.addf %b, %d : f32
  prefix.yield %e, %f : i32, f32
}

//===----------------------------------------------------------------------===//
// Loads
//===----------------------------------------------------------------------===//

// One array of bytes, taken as integers.
// CHECK-LABEL: prefix.scan @load_bytes inclusive @add_i32 load (%x: i32) {
// CHECK-NEXT:   %[[Y:.+]] = arith.muli %x, %x : i32
// CHECK-NEXT:   yield %[[Y]] : i32
// CHECK-NEXT: } : (ui8) -> ui32{{$}}
// GENERIC: "prefix.scan"() <{function_type = (ui8) -> ui32, kind = #prefix<kind inclusive>, loadArguments = #prefix.map_arguments<isLoad = true, before = 0, after = 0, in = 1, index = false>, monoid = @add_i32, sym_name = "load_bytes"}> ({
// GENERIC-NEXT: ^bb0(%{{.+}}: i32):
prefix.scan @load_bytes inclusive @add_i32 load (%x: i32) {
  %y = arith.muli %x, %x : i32
  prefix.yield %y : i32
} : (ui8) -> (ui32)

// The yield need not name its dialect, as within a monoid.
// CHECK-LABEL: prefix.scan @load_floats exclusive reverse @add_f32 init (5.000000e-01 : f32) load (%x: f32) {
// CHECK-NEXT:   yield %x : f32
// CHECK-NEXT: } : (ui8) -> f32{{$}}
prefix.scan @load_floats exclusive reverse @add_f32 init (0.5 : f32) load (%byte: f32) {
  yield %byte : f32
} : (ui8) -> (f32)

// CHECK-LABEL: prefix.scan @load_halves inclusive @add_f32 load (%x: f32) {
// CHECK-NEXT:   yield %x : f32
// CHECK-NEXT: } : (bf16) -> bf16{{$}}
prefix.scan @load_halves inclusive @add_f32 load (%x: f32) {
  yield %x : f32
} : (bf16) -> (bf16)

// The type of an index may be written.
// CHECK-LABEL: prefix.scan @load_index inclusive @pair load (%x: f32) index %i {
// CHECK-NEXT:   %[[AT:.+]] = arith.trunci %i : i64 to i32
// CHECK-NEXT:   yield %[[AT]], %x : i32, f32
// CHECK-NEXT: } : (f32) -> (i32, f32) domain line, rows plan <strategy = single_block> attributes {note}{{$}}
// GENERIC: loadArguments = #prefix.map_arguments<isLoad = true, before = 0, after = 0, in = 1, index = true>
// GENERIC-SAME: sym_name = "load_index"
// GENERIC-NEXT: ^bb0(%{{.+}}: f32, %{{.+}}: i64):
prefix.scan @load_index inclusive @pair load (%x: f32) index %i: i64 {
  %at = arith.trunci %i : i64 to i32
  yield %at, %x : i32, f32
} : (f32) -> (i32, f32) domain line, rows plan <strategy = single_block> attributes {note}

// More arrays than values of a state, one of them of structures. The output has
// an array for each of its values.
// CHECK-LABEL: prefix.scan @load_arrays inclusive @pair load (%x0: f32, %x1: i32, %x2: i8, %x3: f64) {
// CHECK-NEXT:   yield %x1, %x0 : i32, f32
// CHECK-NEXT: } : (!prefix.struct<Hit, score: f32, at: ui32>, i8, f64) -> (i32, f32) soa{{$}}
prefix.scan @load_arrays inclusive @pair load (%s: f32, %at: i32, %b: i8, %d: f64) {
  yield %at, %s : i32, f32
} : (!prefix.struct<Hit, score: f32, at: ui32>, i8, f64) -> (i32, f32) soa

//===----------------------------------------------------------------------===//
// Stores
//===----------------------------------------------------------------------===//

// CHECK-LABEL: prefix.scan @store_after inclusive @pair store after (%after0: i32, %after1: f32) {
// CHECK-NEXT:   yield %after1 : f32
// CHECK-NEXT: } : (i32, f32) -> f32{{$}}
// GENERIC: storeArguments = #prefix.map_arguments<isLoad = false, before = 0, after = 2, in = 0, index = false>, sym_name = "store_after"
prefix.scan @store_after inclusive @pair store after (%n: i32, %x: f32) {
  yield %x : f32
} : (i32, f32) -> (f32)

// CHECK-LABEL: prefix.scan @store_before inclusive @add_i32 store before (%before: i32) {
// CHECK-NEXT:   yield %before, %before : i32, i32
// CHECK-NEXT: } : (i32) -> (i32, f32) soa{{$}}
// GENERIC: storeArguments = #prefix.map_arguments<isLoad = false, before = 1, after = 0, in = 0, index = false>, sym_name = "store_before"
prefix.scan @store_before inclusive @add_i32 store before (%low: i32) {
  yield %low, %low : i32, i32
} : (i32) -> (i32, f32) soa

// CHECK-LABEL: prefix.scan @store_in inclusive @pair store in (%x0: f32, %x1: f32) {
// CHECK-NEXT:   yield %x1, %x0 : f32, f32
// CHECK-NEXT: } : !prefix.struct<n: ui8, weight: bf16> -> (f64, f32){{$}}
// GENERIC: storeArguments = #prefix.map_arguments<isLoad = false, before = 0, after = 0, in = 2, index = false>, sym_name = "store_in"
prefix.scan @store_in inclusive @pair store in (%n: f32, %w: f32) {
  yield %w, %n : f32, f32
} : !prefix.struct<n: ui8, weight: bf16> -> (f64, f32)

// CHECK-LABEL: prefix.scan @store_index inclusive @add_i32 store index %i {
// CHECK-NEXT:   yield %i : i64
// CHECK-NEXT: } : (i32) -> ui8{{$}}
// GENERIC: storeArguments = #prefix.map_arguments<isLoad = false, before = 0, after = 0, in = 0, index = true>, sym_name = "store_index"
prefix.scan @store_index inclusive @add_i32 store index %i {
  yield %i : i64
} : (i32) -> (ui8)

// Nothing that it is given.
// CHECK-LABEL: prefix.scan @store_nothing inclusive @add_i32 store {
// CHECK-NEXT:   %[[TRUE:.+]] = arith.constant true
// CHECK-NEXT:   yield %[[TRUE]] : i1
// CHECK-NEXT: } : (i32) -> i1{{$}}
// GENERIC: storeArguments = #prefix.map_arguments<isLoad = false, before = 0, after = 0, in = 0, index = false>, sym_name = "store_nothing"
prefix.scan @store_nothing inclusive @add_i32 store {
  %true = arith.constant true
  yield %true : i1
} : (i32) -> (i1)

// CHECK-LABEL: prefix.scan @store_all inclusive reverse @pair init (1 : i32, 2.000000e+00 : f32) store before (%before0: i32, %before1: f32) after (%after0: i32, %after1: f32) in (%x0: i32, %x1: f32) index %i {
// CHECK-NEXT:   yield %before0, %after1, %x0, %i : i32, f32, i32, i64
// CHECK-NEXT: } : (i8, f32) -> (i64, !prefix.struct<sum: f64, first: ui8>, i32) domain rows plan <strategy = chained>{{$}}
// GENERIC: storeArguments = #prefix.map_arguments<isLoad = false, before = 2, after = 2, in = 2, index = true>, sym_name = "store_all"
// GENERIC-NEXT: }, {
// GENERIC-NEXT: ^bb0(%{{.+}}: i32, %{{.+}}: f32, %{{.+}}: i32, %{{.+}}: f32, %{{.+}}: i32, %{{.+}}: f32, %{{.+}}: i64):
prefix.scan @store_all inclusive reverse @pair init (1 : i32, 2.0 : f32)
    store before (%a: i32, %b: f32) after (%c: i32, %d: f32) in (%e: i32, %f: f32) index %g {
  yield %a, %d, %e, %g : i32, f32, i32, i64
} : (i8, f32) -> (i64, !prefix.struct<sum: f64, first: ui8>, i32) domain rows plan <strategy = chained>

// Some of the parts.
// CHECK-LABEL: prefix.scan @store_states inclusive @add_i32 store before (%before: i32) after (%after: i32) {
// CHECK-LABEL: prefix.scan @store_after_in inclusive @add_i32 store after (%after: i32) in (%x: i8) {
// CHECK-LABEL: prefix.scan @store_before_index inclusive @add_i32 store before (%before: i32) index %i {
// CHECK-LABEL: prefix.scan @store_in_index inclusive @add_i32 store in (%x: i32) index %i {
prefix.scan @store_states inclusive @add_i32 store before (%a: i32) after (%b: i32) {
  yield %b, %a : i32, i32
} : (i32) -> !prefix.struct<to: i32, from: i32>
prefix.scan @store_after_in inclusive @add_i32 store after (%a: i32) in (%b: i8) {
  yield %a, %b : i32, i8
} : (ui8) -> (i32, i8)
prefix.scan @store_before_index inclusive @add_i32 store before (%a: i32) index %i {
  yield %a, %i : i32, i64
} : (i32) -> (i32, i64)
prefix.scan @store_in_index inclusive @add_i32 store in (%a: i32) index %i {
  yield %i, %a : i64, i32
} : (i32) -> (i32, i64)

//===----------------------------------------------------------------------===//
// Both
//===----------------------------------------------------------------------===//

// The store takes another type of what the load takes.
// CHECK-LABEL: prefix.scan @both inclusive @pair load (%x0: f32, %x1: i32, %x2: f32) index %i {
// CHECK-NEXT:   yield %x1, %x0 : i32, f32
// CHECK-NEXT: } store after (%after0: i32, %after1: f32) in (%x0: f64, %x1: i64, %x2: f32) index %i {
// CHECK-NEXT:   yield %after1 : f32
// CHECK-NEXT: } : (!prefix.struct<Hit, score: f32, at: ui32>, f32) -> f32{{$}}
// GENERIC: loadArguments = #prefix.map_arguments<isLoad = true, before = 0, after = 0, in = 3, index = true>
// GENERIC-SAME: storeArguments = #prefix.map_arguments<isLoad = false, before = 0, after = 2, in = 3, index = true>, sym_name = "both"
prefix.scan @both inclusive @pair
    load (%score: f32, %at: i32, %x: f32) index %i {
  yield %at, %score : i32, f32
} store after (%n: i32, %sum: f32) in (%score: f64, %at: i64, %x: f32) index %i {
  yield %sum : f32
} : (!prefix.struct<Hit, score: f32, at: ui32>, f32) -> (f32)

// Each side is one array of structures.
// CHECK-LABEL: prefix.scan @alone inclusive @add_i32 load (%x0: i32, %x1: i32) {
// CHECK: } store before (%before: i32) {
// CHECK: } : !prefix.struct<Hit, score: i8, at: ui32>{{$}}
prefix.scan @alone inclusive @add_i32 load (%a: i32, %b: i32) {
  %sum = arith.addi %a, %b : i32
  yield %sum : i32
} store before (%a: i32) {
  yield %a, %a : i32, i32
} : !prefix.struct<Hit, score: i8, at: ui32>

// As many arrays as there can be.
// CHECK-LABEL: prefix.scan @eight inclusive @add_i32 load (%x0: i32, %x1: i32, %x2: i32, %x3: i32, %x4: i32, %x5: i32, %x6: i32, %x7: i32) {
// CHECK: } : (i8, i16, i32, i64, ui8, ui16, ui32, ui64) -> i32{{$}}
prefix.scan @eight inclusive @add_i32
    load (%a: i32, %b: i32, %c: i32, %d: i32, %e: i32, %f: i32, %g: i32, %h: i32) {
  yield %h : i32
} : (i8, i16, i32, i64, ui8, ui16, ui32, ui64) -> (i32)

//===----------------------------------------------------------------------===//
// Maps of kernels
//===----------------------------------------------------------------------===//

// CHECK-LABEL: gpu.module @kernels attributes {prefix.launch = #prefix.launch<monoid = "pair", commutative = true, idempotent = false, kind = inclusive, reverse = false, loads = true, stores = true, element = [!prefix.struct<score: f32, at: ui32>, f32], state = [i32, f32], output = [f32], init = [], plan = <>>} {
gpu.module @kernels attributes {prefix.launch = #prefix.launch<
    monoid = "pair", commutative = true, idempotent = false, kind = inclusive,
    reverse = false, loads = true, stores = true,
    element = [!prefix.struct<score: f32, at: ui32>, f32], state = [i32, f32],
    output = [f32], init = [], plan = <>>} {
  prefix.monoid @pair identity {
    %a = arith.constant 0 : i32
    %b = arith.constant 0.0 : f32
    prefix.yield %a, %b : i32, f32
  } combine (%a: i32, %b: f32), (%c: i32, %d: f32) {
    %e = arith.addi %a, %c : i32
    %f = arith.addf %b, %d : f32
    prefix.yield %e, %f : i32, f32
  }

  // CHECK-LABEL: prefix.map @load load (%x0: f32, %x1: i32, %x2: f32) {
  // CHECK-NEXT:   yield %x1, %x2 : i32, f32
  // CHECK-NEXT: }{{$}}
  // GENERIC: "prefix.map"() <{mapArguments = #prefix.map_arguments<isLoad = true, before = 0, after = 0, in = 3, index = false>, sym_name = "load"}> ({
  // GENERIC-NEXT: ^bb0(%{{.+}}: f32, %{{.+}}: i32, %{{.+}}: f32):
  prefix.map @load load (%a: f32, %b: i32, %c: f32) {
    yield %b, %c : i32, f32
  }
  // CHECK-LABEL: prefix.map @load_index load (%x: f32) index %i {{{$}}
  // CHECK: } attributes {note}{{$}}
  prefix.map @load_index load (%a: f32) index %i {
    %at = arith.trunci %i : i64 to i32
    prefix.yield %at, %a : i32, f32
  } attributes {note}
  // CHECK-LABEL: prefix.map @store_after store after (%after0: i32, %after1: f32) {
  prefix.map @store_after store after (%a: i32, %b: f32) {
    prefix.yield %b : f32
  }
  // CHECK-LABEL: prefix.map @store_all store before (%before0: i32, %before1: f32) after (%after0: i32, %after1: f32) in (%x0: f32, %x1: i32, %x2: f32) index %i {
  // GENERIC: "prefix.map"() <{mapArguments = #prefix.map_arguments<isLoad = false, before = 2, after = 2, in = 3, index = true>, sym_name = "store_all"}> ({
  prefix.map @store_all store before (%a: i32, %b: f32) after (%c: i32, %d: f32)
      in (%e: f32, %f: i32, %g: f32) index %i {
    yield %g : f32
  }

  // CHECK-LABEL: gpu.func @tiles(
  // CHECK-SAME: %[[IN:[^:, ]+]]: !llvm.ptr<1>, %[[MORE:[^:, ]+]]: !llvm.ptr<1>, %[[OUT:[^:, ]+]]: !llvm.ptr<1>, %[[AT:[^:, ]+]]: i64, %[[N:[^:, ]+]]: i64)
  gpu.func @tiles(%in: !llvm.ptr<1>, %more: !llvm.ptr<1>, %out: !llvm.ptr<1>, %at: i64, %n: i64) kernel {
    // CHECK-NEXT: %[[WALK:[^:, ]+]] = prefix.walk line reverse(%[[N]])
    %walk = prefix.walk line reverse(%n)
    // CHECK-NEXT: %[[T:[^:, ]+]]:4 = prefix.load_tile @pair %[[IN]], %[[MORE]][%[[AT]]] through @load rows 2 items 4 element [!prefix.struct<score: f32, at: ui32>, f32] : !llvm.ptr<1>, !llvm.ptr<1> -> vector<4xi32>, vector<4xf32>, vector<4xi32>, vector<4xf32>{{$}}
    %t:4 = prefix.load_tile @pair %in, %more[%at] through @load rows 2 items 4
        element [!prefix.struct<score: f32, at: ui32>, f32]
        : !llvm.ptr<1>, !llvm.ptr<1> -> vector<4xi32>, vector<4xf32>, vector<4xi32>, vector<4xf32>
    // CHECK-NEXT: %[[V:[^:, ]+]]:2 = prefix.load_tile @pair %[[IN]][%[[AT]]] valid %[[N]] along %[[WALK]] through @load_index numbered %[[WALK]] from %[[AT]] streamed rows 1 items 2 element [f32] : !llvm.ptr<1> -> vector<2xi32>, vector<2xf32>{{$}}
    %v:2 = prefix.load_tile @pair %in[%at] valid %n along %walk through @load_index
        numbered %walk from %at streamed rows 1 items 2 element [f32]
        : !llvm.ptr<1> -> vector<2xi32>, vector<2xf32>
    // CHECK-NEXT: prefix.store_tile %[[T]]#0, %[[T]]#1, %[[T]]#2, %[[T]]#3 to %[[OUT]][%[[AT]]] through @store_after aligned rows 2 items 4 state [i32, f32] output [f32] : vector<4xi32>, vector<4xf32>, vector<4xi32>, vector<4xf32> to !llvm.ptr<1>{{$}}
    prefix.store_tile %t#0, %t#1, %t#2, %t#3 to %out[%at] through @store_after aligned
        rows 2 items 4 state [i32, f32] output [f32]
        : vector<4xi32>, vector<4xf32>, vector<4xi32>, vector<4xf32> to !llvm.ptr<1>
    // CHECK-NEXT: prefix.store_tile %[[V]]#0, %[[V]]#1, %[[V]]#0, %[[V]]#1 to %[[OUT]][%[[AT]]] valid %[[N]] along %[[WALK]] through @store_all numbered %[[WALK]] from %[[AT]] of %[[IN]], %[[MORE]] : !llvm.ptr<1>, !llvm.ptr<1> along %[[WALK]] element [!prefix.struct<score: f32, at: ui32>, f32] rows 1 items 2 state [i32, f32] output [f32] : vector<2xi32>, vector<2xf32>, vector<2xi32>, vector<2xf32> to !llvm.ptr<1>{{$}}
    prefix.store_tile %v#0, %v#1, %v#0, %v#1 to %out[%at] valid %n along %walk
        through @store_all numbered %walk from %at
        of %in, %more : !llvm.ptr<1>, !llvm.ptr<1> along %walk
        element [!prefix.struct<score: f32, at: ui32>, f32]
        rows 1 items 2 state [i32, f32] output [f32]
        : vector<2xi32>, vector<2xf32>, vector<2xi32>, vector<2xf32> to !llvm.ptr<1>
    // One array of what the map takes, in its own order.
    // CHECK-NEXT: prefix.store_tile %[[V]]#0, %[[V]]#1, %[[V]]#0, %[[V]]#1 to %[[OUT]][%[[AT]]] through @store_all numbered %[[WALK]] from %[[N]] of %[[IN]] : !llvm.ptr<1> element [f32, i32, f32] rows 1
    prefix.store_tile %v#0, %v#1, %v#0, %v#1 to %out[%at]
        through @store_all numbered %walk from %n of %in : !llvm.ptr<1> element [f32, i32, f32]
        rows 1 items 2 state [i32, f32] output [f32]
        : vector<2xi32>, vector<2xf32>, vector<2xi32>, vector<2xf32> to !llvm.ptr<1>
    gpu.return
  }
}
