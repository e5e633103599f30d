// RUN: scanc-opt %s -scanc-lower=to=plan | FileCheck %s

// For how many tiles' totals there are places.
// CHECK: prefix.scan @chosen_axis
// CHECK-SAME: top = <warps = 1, rows = 1, items = {{[0-9]+}}, stages = 1, ring = 2048, thread
prefix.scan @chosen inclusive @add_i32 : (i32) -> (i32) domain axis plan <strategy = strips>
// CHECK: prefix.scan @given_axis
// CHECK-SAME: top = <warps = 1, rows = 1, items = 2, stages = 1, ring = 16, thread
prefix.scan @given inclusive @add_i32 : (i32) -> (i32) domain axis
  plan <strategy = strips, top = <items = 2, ring = 16>>
