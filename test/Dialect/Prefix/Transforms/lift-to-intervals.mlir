// RUN: scanc-opt %s -split-input-file -scanc-lower=to=plan -o %t.plan
// RUN: scanc-opt %t.plan -split-input-file -prefix-lift-to-intervals=bits=32 | FileCheck %s
// RUN: scanc-opt %t.plan -split-input-file -prefix-lift-to-intervals | FileCheck %s --check-prefix=WIDE
// RUN: not scanc-opt %t.plan -split-input-file -prefix-lift-to-intervals=bits=16 2>&1 | FileCheck %s --check-prefix=BITS
// RUN: not scanc-opt %s -split-input-file -prefix-lift-to-intervals 2>&1 | FileCheck %s --check-prefix=PLANLESS

// BITS: error: bounds of an interval must have 32 or 64 bits, got 16
// PLANLESS: lift-to-intervals.mlir:[[#@LINE+8]]:{{[0-9]+}}: error: only a planned scan can be lifted to intervals

// The state, the elements and the init are intervals; the plan is the one of
// the scan's own state.
// CHECK-DAG: prefix.monoid @interval_i32{{$}}
// CHECK-DAG: prefix.scan @sum exclusive @interval_i32 init (-1 : i32, 0 : i32) : (i32, i32) -> (i32, i32) plan <strategy = one_launch_streaming, {{.*}}items = 144
// WIDE-DAG: prefix.monoid @interval_i64{{$}}
// WIDE-DAG: prefix.scan @sum exclusive @interval_i64 init (-1 : i64, 0 : i64) : (i64, i64) -> (i64, i64) plan <strategy = one_launch_streaming, {{.*}}items = 144
prefix.scan @sum exclusive @add_i8 init (3 : i8) : (i8) -> (i8)

// -----

// What is built by what a combine costs is built as for the states that the
// intervals stand for.
// CHECK-DAG: prefix.scan @products {{.*}} attributes {prefix.cost_of_states = array<f64: 3.000000e+00, 1.200000e+01, 2.000000e+00>}
prefix.scan @products exclusive @mul_i64 : (i64) -> (i64)

// -----

// An idempotent operator may combine overlapping intervals; no init stays none.
// CHECK-DAG: prefix.monoid @interval_i32_idempotent idempotent{{$}}
// CHECK-DAG: prefix.scan @highest inclusive reverse @interval_i32_idempotent : (i32, i32) -> (i32, i32)
// WIDE-DAG: prefix.scan @highest inclusive reverse @interval_i64_idempotent : (i64, i64) -> (i64, i64)
prefix.scan @highest inclusive reverse @max_f32 : (f32) -> (f32)

// -----

// Chains start from states, and leave such, in either form. What is stored of
// both is stored.
// CHECK-DAG: prefix.scan @recurrence inclusive reverse @interval_i32 init (-1 : i32, 0 : i32) initial final : (i32, i32) -> (i32, i32) plan
// WIDE-DAG: prefix.scan @recurrence inclusive reverse @interval_i64 init (-1 : i64, 0 : i64) initial final : (i64, i64) -> (i64, i64) plan
prefix.scan @recurrence inclusive reverse @add_i8 init (3 : i8) initial final : (i8) -> (i8)
// CHECK-DAG: prefix.scan @starts_rows exclusive @interval_i32_chains final : (i32, i32) -> (i32, i32) domain rows
// CHECK-DAG: prefix.scan @starts_rows_strided exclusive @interval_i32_chains final : (i32, i32) -> (i32, i32) domain strided_rows
prefix.scan @starts inclusive @add_i32 final store before (%sum: i32) {
  yield %sum : i32
} : (i32) -> (i32) domain rows

// -----

// Nothing to lift.
// CHECK-NOT: interval
module {}
