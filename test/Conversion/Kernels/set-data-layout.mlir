// The data layout is that of the NVPTX backend, so that accesses of 64 and 128
// bits stay whole.
// RUN: scanc-opt %s -prefix-set-data-layout -o %t
// RUN: FileCheck %s --input-file=%t
// RUN: scanc-opt %t -prefix-set-data-layout -o %t.twice
// RUN: cmp %t %t.twice

// CHECK: gpu.module @kernels attributes {llvm.data_layout = "e-p6:32:32-i64:64-i128:128-{{.*}}v16:16-v32:32-n16:32:64"} {
// CHECK-NEXT: gpu.func @untouched() kernel {
// CHECK-NEXT: gpu.return
gpu.module @kernels {
  gpu.func @untouched() kernel {
    gpu.return
  }
}
