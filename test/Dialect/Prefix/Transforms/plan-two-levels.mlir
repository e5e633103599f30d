// RUN: scanc-opt %s -scanc-to-circuit -prefix-plan-scans=arch=sm_90 | FileCheck %s

// Halves that stay in words are few registers: long tiles, and many threads.
// CHECK-LABEL: prefix.scan @packed
// CHECK-SAME: blocks_per_sm = 4,
// CHECK-SAME: scan = <warps = 8, rows = 4, items = 8, stages = 1,
prefix.scan @packed inclusive @max_f16 : (f16) -> (f16) plan <strategy = two_level_streaming>
// CHECK-LABEL: prefix.scan @packed_integers
// CHECK-SAME: blocks_per_sm = 4,
// CHECK-SAME: scan = <warps = 8, rows = 4, items = 8, stages = 1,
prefix.scan @packed_integers inclusive @add_i16 : (i16) -> (i16) plan <strategy = two_level_streaming>

// Those that are widened are as many again.
// CHECK-LABEL: prefix.scan @widened
// CHECK-SAME: blocks_per_sm = 6,
// CHECK-SAME: scan = <warps = 4, rows = 3, items = 8, stages = 1,
prefix.scan @widened inclusive @add_f32 : (f16) -> (f16) plan <strategy = two_level_streaming>

// Products have their lanes apart on the way.
// CHECK-LABEL: prefix.scan @products
// CHECK-SAME: blocks_per_sm = 2,
// CHECK-SAME: scan = <warps = 8, rows = 4, items = 16, stages = 1,
prefix.scan @products inclusive @mul_i8 : (i8) -> (i8) plan <strategy = two_level_streaming>

// Scanned from the end, words are turned round on the way.
// CHECK-LABEL: prefix.scan @reversed
// CHECK-SAME: blocks_per_sm = 1,
// CHECK-SAME: scan = <warps = 8, rows = 4, items = 16, stages = 1,
prefix.scan @reversed inclusive reverse @add_i8 : (i8) -> (i8) plan <strategy = two_level_streaming>
