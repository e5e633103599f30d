// RUN: scanc-opt %s -scanc-lower=to=plan | FileCheck %s

// Tiles that are drawn have two stages more than there are groups of scouts, and
// are smaller; and there are places for how many tiles' totals.
// CHECK: prefix.scan @chosen_axis inclusive
// CHECK-SAME: {{[^_]}}scan = <warps = 8, rows = 2, items = 16, stages = 4,
// CHECK-SAME: drawn_scan = <warps = 8, rows = 2, items = 16, stages = 5,
// CHECK-SAME: top = <warps = 1, rows = 1, items = 16, stages = 3, ring = 8192, thread
prefix.scan @chosen inclusive @add_i32 : (i32) -> (i32) domain axis plan <strategy = strips>
// CHECK: prefix.scan @given_axis inclusive
// CHECK-SAME: top = <warps = 1, rows = 1, items = 2, stages = 3, ring = 16, thread
prefix.scan @given inclusive @add_i32 : (i32) -> (i32) domain axis
  plan <strategy = strips, top = <items = 2, ring = 16>>

// Either follows from the other, but groups are no more than three.
// CHECK: prefix.scan @three_axis inclusive
// CHECK-SAME: drawn_scan = <warps = 8, rows = 2, items = {{[0-9]+}}, stages = 3,
// CHECK-SAME: top = <warps = 1, rows = 1, items = 16, stages = 1,
// CHECK: prefix.scan @six_axis inclusive
// CHECK-SAME: drawn_scan = <warps = 8, rows = 2, items = {{[0-9]+}}, stages = 6,
// CHECK-SAME: top = <warps = 1, rows = 1, items = 16, stages = 3,
// CHECK: prefix.scan @groups_axis inclusive
// CHECK-SAME: drawn_scan = <warps = 8, rows = 2, items = {{[0-9]+}}, stages = 6,
// CHECK-SAME: top = <warps = 2, rows = 1, items = 16, stages = 4,
prefix.scan @three inclusive @add_i32 : (i32) -> (i32) domain axis
  plan <strategy = strips, drawn_scan = <stages = 3>>
prefix.scan @six inclusive @add_i32 : (i32) -> (i32) domain axis
  plan <strategy = strips, drawn_scan = <stages = 6>>
prefix.scan @groups inclusive @add_i32 : (i32) -> (i32) domain axis
  plan <strategy = strips, top = <warps = 2, stages = 4>>

// As many warps as a block may have.
// CHECK: prefix.scan @full_axis inclusive
// CHECK-SAME: drawn_scan = <warps = 28,
// CHECK-SAME: top = <warps = 1, rows = 1, items = 16, stages = 3,
prefix.scan @full inclusive @add_i32 : (i32) -> (i32) domain axis
  plan <strategy = strips, drawn_scan = <warps = 28>>

// Narrow elements have more chains of a lane, but not where tiles are drawn.
// CHECK: prefix.scan @halves_axis inclusive
// CHECK-SAME: {{[^_]}}scan = <warps = 8, rows = 4,
// CHECK-SAME: drawn_scan = <warps = 8, rows = 2,
// CHECK: prefix.scan @bytes_axis inclusive
// CHECK-SAME: {{[^_]}}scan = <warps = 8, rows = 4,
// CHECK-SAME: drawn_scan = <warps = 8, rows = 2,
prefix.scan @halves inclusive @add_f16 : (f16) -> (f16) domain axis
prefix.scan @bytes inclusive @add_i8 : (i8) -> (i8) domain axis

// Lanes have chains of their own where a combine is long, or where that is said.
// CHECK: prefix.scan @short_axis inclusive
// CHECK-NOT: column_scan
// CHECK: prefix.scan @long_axis inclusive
// CHECK-SAME: {{[^_]}}scan = <warps = 16, rows = 1, items = 16, stages = 2,
// CHECK-SAME: drawn_scan = <warps = 12, rows = 1, items = 16, stages = 5,
// CHECK-SAME: column_scan = <warps = 1, rows = 1, items = 16, stages = 4,
// CHECK: prefix.scan @said_axis inclusive
// CHECK-SAME: column_scan = <warps = 1, rows = 2, items = 8, stages = 4,
prefix.scan @short inclusive @add_f32 : (f32) -> (f32) domain axis
prefix.monoid @log_add identity {
  %e = arith.constant 0xFF800000 : f32
  prefix.yield %e : f32
} combine (%a: f32), (%b: f32) {
  %x = math.exp %a : f32
  %y = math.exp %b : f32
  %s = arith.addf %x, %y : f32
  %z = math.log %s : f32
  prefix.yield %z : f32
}
prefix.scan @long inclusive @log_add : (f32) -> (f32) domain axis
prefix.scan @said inclusive @add_f32 : (f32) -> (f32) domain axis
  plan <strategy = strips, column_scan = <items = 8>>
