// Where there is no CUDA toolkit at all.
// UNSUPPORTED: libdevice
// RUN: env -u CUDA_HOME -u CUDA_PATH not scanc %s --emit=ptx -o - 2>&1 | FileCheck %s

// CHECK: error: the math function '__nv_expf' needs libdevice, which is not to be found; give its path with --libdevice=.../libdevice.10.bc (it comes with the CUDA toolkit), or set CUDA_HOME
prefix.monoid @decay identity {
  %e = arith.constant 0.0 : f32
  prefix.yield %e : f32
} combine (%a: f32), (%b: f32) {
  %c = math.exp %a : f32
  %d = arith.addf %c, %b : f32
  prefix.yield %d : f32
}
prefix.scan @log_sum inclusive @decay : (f32) -> (f32)
