// What can be said about a scan only when its monoid is there.
// RUN: not scanc-opt %s -split-input-file -prefix-link-prelude -o %t 2>&1 | FileCheck %s
// RUN: scanc-opt %s -split-input-file -o %t

// CHECK: link-prelude-errors.mlir:[[#@LINE+2]]:1: error: 'prefix.scan' op floating-point element field #0 needs a floating-point state value
// CHECK: prelude.mlir:{{[0-9]+}}:1: note: the state of '@add_i32' is ('i32')
prefix.scan @scan_c3 inclusive @add_i32 : (f32) -> (i32)

// -----

// CHECK: :[[#@LINE+1]]:1: error: 'prefix.scan' op must have one element and one output field per state value: 1 expected, got 2 and 1
prefix.scan @scan_c2 inclusive @add_i32 : (i32, i32) -> (i32)

// -----

// CHECK: :[[#@LINE+1]]:1: error: 'prefix.scan' op 'init' value #0 must have the type of its state value
prefix.scan @scan_c4 inclusive @add_i32 init (1 : i64) : (i32) -> (i32)
