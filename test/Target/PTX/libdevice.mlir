// Math functions that only libdevice has are linked and inlined.
// REQUIRES: libdevice
// RUN: scanc %s --emit=ptx --libdevice=%libdevice -o - > %t
// RUN: FileCheck %s --implicit-check-not=__nv_ --implicit-check-not=".extern .func" --implicit-check-not=.local --input-file=%t
// RUN: env CUDA_HOME=/nonexistent CUDA_PATH=/nonexistent scanc %s --emit=ptx --libdevice=%libdevice -o - > %t.again
// RUN: cmp %t %t.again

// CHECK: .visible .entry log_sum_single(
// CHECK: ex2.approx
// CHECK: .visible .entry log_sum_stream(
// CHECK: ex2.approx
prefix.monoid @decay identity {
  %e = arith.constant 0.0 : f32
  prefix.yield %e : f32
} combine (%a: f32), (%b: f32) {
  %c = math.exp %a : f32
  %d = arith.addf %c, %b : f32
  prefix.yield %d : f32
}
prefix.scan @log_sum inclusive @decay : (f32) -> (f32)
