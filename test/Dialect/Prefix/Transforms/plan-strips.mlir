// RUN: scanc-opt %s -scanc-lower=to=plan | FileCheck %s

// For how many tiles' totals there are places.
// CHECK: prefix.scan @chosen_axis
// CHECK-SAME: top = <warps = 1, rows = 1, items = {{[0-9]+}}, stages = 1, ring = 2048, thread
prefix.scan @chosen inclusive @add_i32 : (i32) -> (i32) domain axis plan <strategy = strips>
// CHECK: prefix.scan @given_axis
// CHECK-SAME: top = <warps = 1, rows = 1, items = 2, stages = 1, ring = 16, thread
prefix.scan @given inclusive @add_i32 : (i32) -> (i32) domain axis
  plan <strategy = strips, top = <items = 2, ring = 16>>

// Lanes have chains of their own where a combine is long, or where that is said.
// CHECK: prefix.scan @short_axis
// CHECK-NOT: column_scan
// CHECK: prefix.scan @long_axis
// CHECK-SAME: {{[^_]}}scan = <warps = 16, rows = 1, items = 16, stages = 2,
// CHECK-SAME: column_scan = <warps = 1, rows = 1, items = 16, stages = 4,
// CHECK: prefix.scan @said_axis
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
