// The ops of chains that start from states in memory, and leave those after
// them there, are printed as they are written, and what is printed is read back,
// from the custom form and from the generic one.
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

// CHECK: prefix.scan @from inclusive @add_i32 initial : (i32) -> i32{{$}}
// GENERIC: "prefix.scan"() <{function_type = (i32) -> i32, initial, kind = #prefix<kind inclusive>, monoid = @add_i32, sym_name = "from"}>
prefix.scan @from inclusive @add_i32 initial : (i32) -> (i32)
// CHECK-NEXT: prefix.scan @after exclusive reverse @add_i32 final : (ui8) -> ui32 domain rows{{$}}
prefix.scan @after exclusive reverse @add_i32 final : (ui8) -> (ui32) domain rows
// CHECK-NEXT: prefix.scan @both exclusive @add_i32 init (3 : i32) initial final : (i32) -> i32 soa plan <strategy = single_block>{{$}}
// GENERIC: final,{{.*}} init = [3 : i32], initial, {{.*}} sym_name = "both"
prefix.scan @both exclusive @add_i32 init (3 : i32) initial final : (i32) -> (i32) soa plan <strategy = single_block>
// CHECK-NEXT: prefix.scan @offsets exclusive reverse @add_i32 total : (ui32) -> ui32 domain rows{{$}}
// CHECK-NEXT: prefix.scan @all exclusive @add_i32 init (3 : i32) initial final total : (i32) -> i32{{$}}
// GENERIC: initial, {{.*}} sym_name = "all", total}>
prefix.scan @offsets exclusive reverse @add_i32 total : (ui32) -> (ui32) domain rows
prefix.scan @all exclusive @add_i32 init (3 : i32) initial final total : (i32) -> (i32)
// In front of the maps.
// CHECK-NEXT: prefix.scan @mapped inclusive @add_i32 initial final load (%x: i32) {
// CHECK-NEXT:   yield %x : i32
// CHECK-NEXT: } : (ui8) -> ui32{{$}}
prefix.scan @mapped inclusive @add_i32 initial final load (%x: i32) {
  yield %x : i32
} : (ui8) -> (ui32)

// CHECK-LABEL: gpu.module @kernels attributes {prefix.launch = #prefix.launch<
// CHECK-SAME: init = [], initial = true, final = true, plan = <strategy = single_block, tail = <warps = 2>>>}
gpu.module @kernels attributes {prefix.launch = #prefix.launch<
    monoid = "pair", commutative = false, idempotent = false, kind = inclusive,
    reverse = false, element = [i32, f64], state = [i32, f64], output = [i32, f64],
    init = [], initial = true, final = true,
    plan = <strategy = single_block, tail = <warps = 2>>>} {
  prefix.monoid @pair identity {
    %a = arith.constant 0 : i32
    %b = arith.constant 0.0 : f64
    prefix.yield %a, %b : i32, f64
  } combine (%a: i32, %b: f64), (%c: i32, %d: f64) {
    prefix.yield %c, %d : i32, f64
  }

  // CHECK-LABEL: gpu.func @chains(
  // CHECK-SAME: %[[INITIAL:[^:]+]]: !llvm.ptr<1>, %[[FINAL:[^:]+]]: !llvm.ptr<1>, %[[AT:[^:]+]]: i64, %[[N:[^:]+]]: i64, %[[A:[^:]+]]: vector<4xi32>, %[[B:[^:]+]]: vector<4xf64>)
  gpu.func @chains(%initial: !llvm.ptr<1>, %final: !llvm.ptr<1>, %at: i64, %n: i64, %a: vector<4xi32>, %b: vector<4xf64>) kernel {
    // CHECK-NEXT: %[[WALK:.+]] = prefix.walk line(%[[N]])
    %walk = prefix.walk line(%n)
    // CHECK-NEXT: %[[S:[^:]+]]:2 = prefix.start_chains @pair %[[A]], %[[B]][%[[AT]]] valid %[[N]] numbered %[[WALK]] from %[[AT]] initial %[[INITIAL]] init [3 : i32, 5.000000e-01] rows 1 items 4 {note} : vector<4xi32>, vector<4xf64> -> vector<4xi32>, vector<4xf64>{{$}}
    %s:2 = prefix.start_chains @pair %a, %b[%at] valid %n numbered %walk from %at
        initial %initial init [3 : i32, 0.5 : f64] rows 1 items 4 {note}
        : vector<4xi32>, vector<4xf64> -> vector<4xi32>, vector<4xf64>
    // CHECK-NEXT: prefix.start_chains @pair before %[[S]]#0, %[[S]]#1, %[[A]], %[[B]][%[[AT]]] numbered %[[WALK]] from %[[AT]] initial %[[INITIAL]] rows 2 items 4 : vector<4xi32>, vector<4xf64>, vector<4xi32>, vector<4xf64> -> vector<4xi32>, vector<4xf64>, vector<4xi32>, vector<4xf64>{{$}}
    %t:4 = prefix.start_chains @pair before %s#0, %s#1, %a, %b[%at] numbered %walk from %at
        initial %initial rows 2 items 4
        : vector<4xi32>, vector<4xf64>, vector<4xi32>, vector<4xf64> -> vector<4xi32>, vector<4xf64>, vector<4xi32>, vector<4xf64>
    // CHECK-NEXT: prefix.end_chains @pair %[[S]]#0, %[[S]]#1[%[[AT]]] valid %[[N]] numbered %[[WALK]] from %[[AT]] to %[[FINAL]] rows 1 items 4 : vector<4xi32>, vector<4xf64>{{$}}
    prefix.end_chains @pair %s#0, %s#1[%at] valid %n numbered %walk from %at
        to %final rows 1 items 4 : vector<4xi32>, vector<4xf64>
    // CHECK-NEXT: prefix.end_chains @pair %[[S]]#0, %[[S]]#1[%[[AT]]] numbered %[[WALK]] from %[[AT]] to %[[FINAL]] rows 1 items 4 {note} :
    prefix.end_chains @pair %s#0, %s#1[%at] numbered %walk from %at
        to %final rows 1 items 4 {note} : vector<4xi32>, vector<4xf64>
    // CHECK-NEXT: prefix.pass_starts @pair of %[[N]] initial %[[INITIAL]] init [3 : i32, 5.000000e-01] to %[[FINAL]] state
    prefix.pass_starts @pair of %n initial %initial init [3 : i32, 0.5 : f64] to %final state [i32, f64] output [i32, f64]
    // CHECK-NEXT: prefix.pass_starts @pair of %[[N]] to %[[FINAL]] state
    prefix.pass_starts @pair of %n to %final state [i32, f64] output [i32, f64]
    gpu.return
  }

  // CHECK-LABEL: gpu.func @totals(
  // CHECK-SAME: %[[INITIAL:[^:]+]]: !llvm.ptr<1>, %[[FINAL:[^:]+]]: !llvm.ptr<1>, %[[OUT:[^:]+]]: !llvm.ptr<1>, %[[AT:[^:]+]]: i64, %[[N:[^:]+]]: i64, %[[A:[^:]+]]: vector<4xi32>, %[[B:[^:]+]]: vector<4xf64>)
  gpu.func @totals(%initial: !llvm.ptr<1>, %final: !llvm.ptr<1>, %out: !llvm.ptr<1>, %at: i64, %n: i64, %a: vector<4xi32>, %b: vector<4xf64>) kernel {
    // CHECK-NEXT: %[[WALK:.+]] = prefix.walk line(%[[N]])
    %walk = prefix.walk line(%n)
    // CHECK-NEXT: prefix.store_totals @pair %[[A]], %[[B]][%[[AT]]] valid %[[N]] numbered %[[WALK]] from %[[AT]] initial %[[INITIAL]] init [3 : i32, 5.000000e-01] to %[[OUT]], %[[FINAL]] along %[[WALK]] rows 1 items 4 state [ui32, f64] output [ui8, f32] {note} : vector<4xi32>, vector<4xf64>{{$}}
    prefix.store_totals @pair %a, %b[%at] valid %n numbered %walk from %at initial %initial init [3 : i32, 0.5 : f64]
        to %out, %final along %walk rows 1 items 4 state [ui32, f64] output [ui8, f32] {note} : vector<4xi32>, vector<4xf64>
    // CHECK-NEXT: prefix.store_totals @pair %[[A]], %[[B]][%[[AT]]] numbered %[[WALK]] from %[[AT]] to %[[OUT]] rows 1 items 4 state [i32, f64] output [i32, f64] :
    prefix.store_totals @pair %a, %b[%at] numbered %walk from %at
        to %out rows 1 items 4 state [i32, f64] output [i32, f64] : vector<4xi32>, vector<4xf64>
    // CHECK-NEXT: prefix.pass_starts @pair of %[[N]] initial %[[INITIAL]] init [3 : i32, 5.000000e-01] to %[[FINAL]] outputs(%[[OUT]], %[[OUT]]) strides(%[[N]], %[[AT]]) state [i32, f64] output [i8, bf16] {note}{{$}}
    prefix.pass_starts @pair of %n initial %initial init [3 : i32, 0.5 : f64] to %final
        outputs(%out, %out) strides(%n, %at) state [i32, f64] output [i8, bf16] {note}
    // CHECK-NEXT: prefix.pass_starts @pair of %[[N]] outputs(%[[OUT]]) state [i32, f64] output [i32, f64]{{$}}
    prefix.pass_starts @pair of %n outputs(%out) state [i32, f64] output [i32, f64]
    gpu.return
  }
}
