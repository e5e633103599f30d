// A math function that needs libdevice and finds none is an error that says
// what to do, and nothing is written.
// RUN: rm -rf %t && mkdir %t
// RUN: not scanc %s --libdevice=/nonexistent/libdevice.10.bc -o %t/out 2>&1 | FileCheck %s --check-prefixes=CHECK,UNREADABLE
// RUN: not scanc %s --libdevice=%s -o %t/out 2>&1 | FileCheck %s --check-prefixes=CHECK,NOT-IR
// RUN: echo "" > %t.empty.ll
// RUN: not scanc %s --libdevice=%t.empty.ll -o %t/out 2>&1 | FileCheck %s --check-prefixes=CHECK,EMPTY
// RUN: ls -A %t | count 0
// What needs no libdevice does not look for it.
// RUN: scanc --op=max --type=f32 --emit=ptx --libdevice=/nonexistent/libdevice.10.bc -o - | FileCheck %s --check-prefix=UNUSED
// Nor do the phases before PTX.
// RUN: env CUDA_HOME=/nonexistent CUDA_PATH=/nonexistent scanc %s --emit=llvm -o - | FileCheck %s --check-prefix=LLVM

// CHECK: libdevice-errors.mlir:[[#@LINE+16]]:1: error: the math function '__nv_expf' needs libdevice,
// UNREADABLE-SAME: and '/nonexistent/libdevice.10.bc' cannot be read: {{.*}}No such file or directory;
// NOT-IR-SAME: and '{{.*}}libdevice-errors.mlir' cannot be read: expected top-level entity;
// EMPTY-SAME: and '{{.*}}empty.ll' does not have it;
// CHECK-SAME: give its path with --libdevice=.../libdevice.10.bc (it comes with the CUDA toolkit), or set CUDA_HOME{{$}}
// UNUSED: .visible .entry
// LLVM: llvm.call @__nv_expf

prefix.monoid @decay identity {
  %e = arith.constant 0.0 : f32
  prefix.yield %e : f32
} combine (%a: f32), (%b: f32) {
  %c = math.exp %a : f32
  %d = arith.addf %c, %b : f32
  prefix.yield %d : f32
}
prefix.scan @log_sum inclusive @decay : (f32) -> (f32)
