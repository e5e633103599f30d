// What can be said about a scan only when its monoid is there.
// RUN: not scanc-opt %s -split-input-file -prefix-link-prelude -o %t 2>&1 | FileCheck %s
// RUN: scanc-opt %s -split-input-file -o %t

// Nothing points into the prelude, which its users do not have.
// CHECK-NOT: {{^}}prelude.mlir:
// CHECK: link-prelude-errors.mlir:[[#@LINE+1]]:1: error: 'prefix.scan' op floating-point element field #0 needs a floating-point state value: integers are converted to floats, floats to floats only; the state of '@add_i32' is ('i32')
prefix.scan @scan_c3 inclusive @add_i32 : (f32) -> (i32)

// -----

// CHECK: :[[#@LINE+1]]:1: error: 'prefix.scan' op must have one element and one output field per state value: 1 expected, got 2 and 1
prefix.scan @scan_c2 inclusive @add_i32 : (i32, i32) -> (i32)

// -----

// CHECK: :[[#@LINE+1]]:1: error: 'prefix.scan' op 'init' value #0 must have the type of its state value
prefix.scan @scan_c4 inclusive @add_i32 init (1 : i64) : (i32) -> (i32)

// -----

// CHECK: :[[#@LINE+1]]:1: error: 'prefix.scan' op floating-point state value #0 needs a floating-point output field: integers are converted to floats, floats to floats only; the state of '@add_f32' is ('f32')
prefix.scan @scan_c3_output inclusive @add_f32 : (f32) -> (i32)

// CHECK-NOT: {{^}}prelude.mlir:
