// What a user calls as the array of shared memory is called makes room for it.
// RUN: scanc-opt %s -prefix-lower-exchange | FileCheck %s

// CHECK: llvm.mlir.global external @dynamic_shared()
// CHECK: prefix.monoid @[[OTHER:dynamic_shared_[0-9]+]]
// CHECK: prefix.apply @[[OTHER]](
// CHECK: llvm.mlir.addressof @dynamic_shared
gpu.module @kernels {
  prefix.monoid @dynamic_shared identity {
    %zero = arith.constant 0 : i32
    prefix.yield %zero : i32
  } combine (%a: i32), (%b: i32) {
    %sum = arith.addi %a, %b : i32
    prefix.yield %sum : i32
  }
  gpu.func @kernel(%index: i32, %value: i32) kernel {
    %mode = prefix.words "mode" at 0 count 1 : <i32>
    %twice = prefix.apply @dynamic_shared(%value, %value) : (i32, i32) -> i32
    prefix.store_word %twice to %mode[%index] : i32 to <i32>
    gpu.return
  }
}
