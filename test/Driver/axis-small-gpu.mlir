// A GPU with little shared memory has room for a tile of wide states, and for the
// scouts of fewer tiles; and a workspace for fewer totals.
//
// RUN: scanc %s --arch=sm_86 --emit=plan -o - | FileCheck %s
// RUN: mkdir -p %t && scanc %s --arch=sm_86 --emit=ptx -o %t/wide

prefix.monoid @add_8 identity {
  %z = arith.constant 0.0 : f64
  prefix.yield %z, %z, %z, %z, %z, %z, %z, %z
    : f64, f64, f64, f64, f64, f64, f64, f64
} combine (%a0: f64, %a1: f64, %a2: f64, %a3: f64,
           %a4: f64, %a5: f64, %a6: f64, %a7: f64),
          (%b0: f64, %b1: f64, %b2: f64, %b3: f64,
           %b4: f64, %b5: f64, %b6: f64, %b7: f64) {
  %c0 = arith.addf %a0, %b0 : f64
  %c1 = arith.addf %a1, %b1 : f64
  %c2 = arith.addf %a2, %b2 : f64
  %c3 = arith.addf %a3, %b3 : f64
  %c4 = arith.addf %a4, %b4 : f64
  %c5 = arith.addf %a5, %b5 : f64
  %c6 = arith.addf %a6, %b6 : f64
  %c7 = arith.addf %a7, %b7 : f64
  prefix.yield %c0, %c1, %c2, %c3, %c4, %c5, %c6, %c7
    : f64, f64, f64, f64, f64, f64, f64, f64
}

// CHECK: prefix.scan @wide_axis
// CHECK-SAME: drawn_scan = <{{[^>]*}}stages = 4,
// CHECK-SAME: top = <{{[^>]*}}stages = 2, ring = 2048,
prefix.scan @wide inclusive @add_8
  : (f64, f64, f64, f64, f64, f64, f64, f64)
  -> (f64, f64, f64, f64, f64, f64, f64, f64) soa domain axis
