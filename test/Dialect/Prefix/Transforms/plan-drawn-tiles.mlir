// Sizes where blocks draw their tiles: 7 rows where a thread's registers leave
// room for three blocks a multiprocessor, fewer where they do not, and short
// windows where tiles are long.
// RUN: scanc-opt %s -scanc-lower=to=plan | FileCheck %s

// CHECK-LABEL: prefix.scan @one_register
// CHECK-SAME: blocks_per_sm = 3
// CHECK-SAME: scan = <warps = 8, rows = 7, items = 4,
// CHECK-SAME: top = <warps = 1, rows = 1, items = 2,
prefix.scan @one_register inclusive @add_i32 : (i32) -> (i32) plan <strategy = decoupled_lookback>

// CHECK-LABEL: prefix.scan @two_registers
// CHECK-SAME: blocks_per_sm = 3
// CHECK-SAME: scan = <warps = 8, rows = 7, items = 2,
// CHECK-SAME: top = <warps = 1, rows = 1, items = 2,
prefix.scan @two_registers exclusive reverse @add_f64 : (f64) -> (f64) plan <strategy = decoupled_lookback>

// All elements of the runs wait, not all but the last.
// CHECK-LABEL: prefix.scan @two_inclusive
// CHECK-SAME: blocks_per_sm = 3
// CHECK-SAME: scan = <warps = 8, rows = 5, items = 2,
prefix.scan @two_inclusive inclusive @add_f64 : (f64) -> (f64) plan <strategy = decoupled_lookback>

// A combine that takes registers itself.
// CHECK-LABEL: prefix.scan @dear
// CHECK-SAME: blocks_per_sm = 3
// CHECK-SAME: scan = <warps = 8, rows = 5, items = 2,
prefix.scan @dear exclusive @max_f64 : (f64) -> (f64) plan <strategy = decoupled_lookback>

// CHECK-LABEL: prefix.scan @dear_inclusive
// CHECK-SAME: blocks_per_sm = 2
// CHECK-SAME: scan = <warps = 8, rows = 5, items = 2,
// CHECK-SAME: top = <warps = 1, rows = 1, items = 2,
prefix.scan @dear_inclusive inclusive @max_f64 : (f64) -> (f64) plan <strategy = decoupled_lookback>

// CHECK-LABEL: prefix.scan @fields
// CHECK-SAME: blocks_per_sm = 2
// CHECK-SAME: scan = <warps = 8, rows = 8, items = 1,
// CHECK-SAME: top = <warps = 1, rows = 1, items = 1,
prefix.scan @fields inclusive @matrices : (i32, i32, i32, i32) -> (i32, i32, i32, i32) plan <strategy = decoupled_lookback>

// CHECK-LABEL: prefix.scan @narrow
// CHECK-SAME: blocks_per_sm = 2
// CHECK-SAME: scan = <warps = 8, rows = 3, items = 16,
// CHECK-SAME: top = <warps = 1, rows = 1, items = 2,
prefix.scan @narrow inclusive @add_i8 : (i8) -> (i8) plan <strategy = decoupled_lookback>

// CHECK-LABEL: prefix.scan @narrow_reversed
// CHECK-SAME: blocks_per_sm = 2
// CHECK-SAME: scan = <warps = 8, rows = 2, items = 16,
prefix.scan @narrow_reversed inclusive reverse @add_i8 : (i8) -> (i8) plan <strategy = decoupled_lookback>

// What is given is kept, and the rest goes with it.
// CHECK-LABEL: prefix.scan @given
// CHECK-SAME: blocks_per_sm = 4
// CHECK-SAME: scan = <warps = 4, rows = 5, items = 2,
// CHECK-SAME: top = <warps = 1, rows = 1, items = 4,
prefix.scan @given inclusive @add_i32 : (i32) -> (i32)
  plan <strategy = decoupled_lookback, blocks_per_sm = 4, scan = <warps = 4, rows = 5, items = 2>, top = <items = 4>>

// Chains are as quick as tiles are few, whatever the operator costs: no circuit
// over short runs.
// CHECK-LABEL: prefix.scan @chain
// CHECK-SAME: scan = <warps = 32, rows = 4, items = 4,
prefix.scan @chain inclusive @add_i32 : (i32) -> (i32) plan <strategy = chained>

// CHECK-LABEL: prefix.scan @dear_chain
// CHECK-SAME: blocks_per_sm = 1
// CHECK-SAME: scan = <warps = 16, rows = 8, items = 1,
prefix.scan @dear_chain inclusive @matrices : (i32, i32, i32, i32) -> (i32, i32, i32, i32) plan <strategy = chained>

prefix.monoid @matrices identity {
  %0 = arith.constant 0 : i32
  %1 = arith.constant 1 : i32
  prefix.yield %1, %0, %0, %1 : i32, i32, i32, i32
} combine (%a: i32, %b: i32, %c: i32, %d: i32), (%e: i32, %f: i32, %g: i32, %h: i32) {
  %ae = arith.muli %a, %e : i32
  %bg = arith.muli %b, %g : i32
  %af = arith.muli %a, %f : i32
  %bh = arith.muli %b, %h : i32
  %ce = arith.muli %c, %e : i32
  %dg = arith.muli %d, %g : i32
  %cf = arith.muli %c, %f : i32
  %dh = arith.muli %d, %h : i32
  %p = arith.addi %ae, %bg : i32
  %q = arith.addi %af, %bh : i32
  %r = arith.addi %ce, %dg : i32
  %s = arith.addi %cf, %dh : i32
  prefix.yield %p, %q, %r, %s : i32, i32, i32, i32
}
