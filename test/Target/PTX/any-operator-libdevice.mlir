// REQUIRES: libdevice
// RUN: scanc %s -o - --emit=ptx --libdevice=%libdevice | FileCheck %s --implicit-check-not=__nv_
// CHECK: .visible .entry wave_single(
prefix.monoid @m identity {
  %e = arith.constant 0.0 : f32
  prefix.yield %e : f32
} combine (%a: f32), (%b: f32) {
  %c = math.sin %b : f32
  %d = arith.addf %a, %c : f32
  prefix.yield %d : f32
}
prefix.scan @wave inclusive @m : (f32) -> (f32)
