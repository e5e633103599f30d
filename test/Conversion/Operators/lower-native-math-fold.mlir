// An extreme of f64 that folds is not expanded.
// RUN: scanc-opt %s -prefix-lower-native-math | FileCheck %s --implicit-check-not=arith.select

gpu.module @kernels {
  // CHECK: gpu.func @fold(%[[X:.+]]: f64, %[[OUT:.+]]: !llvm.ptr<1>)
  gpu.func @fold(%x: f64, %out: !llvm.ptr<1>) kernel {
    %least = arith.constant 0xFFF0000000000000 : f64
    %most = arith.constant 0x7FF0000000000000 : f64
    // CHECK-COUNT-3: llvm.store %[[X]], %[[OUT]] : f64
    %0 = arith.maximumf %least, %x : f64
    llvm.store %0, %out : f64, !llvm.ptr<1>
    %1 = arith.minimumf %x, %most : f64
    llvm.store %1, %out : f64, !llvm.ptr<1>
    %2 = arith.maximumf %x, %x : f64
    llvm.store %2, %out : f64, !llvm.ptr<1>
    gpu.return
  }
}
