// RUN: scanc-opt %s -scanc-lower=to=kernel | FileCheck %s

// A monoid and a circuit that are called like kernels make way for them.
// CHECK: gpu.module @s attributes {{.*}}monoid = "[[MONOID:s_single_[0-9]+]]"{{.*}}block = @[[CIRCUIT:s_scan_[0-9]+]]
// CHECK-DAG: prefix.monoid @[[MONOID]]
// CHECK-DAG: prefix.circuit @[[CIRCUIT]]
// CHECK: gpu.func @s_single(
// CHECK: prefix.cells @[[MONOID]]
// CHECK: prefix.apply @[[MONOID]]
prefix.monoid @s_single identity {
  %z = arith.constant 0 : i32
  prefix.yield %z : i32
} combine (%a: i32), (%b: i32) {
  %c = arith.addi %a, %b : i32
  prefix.yield %c : i32
}

prefix.circuit @s_scan(%x0, %x1) {
  %0 = prefix.combine %x0, %x1 : !prefix.span<0, 0>, !prefix.span<1, 1>
  prefix.yield %x0, %0 : !prefix.span<0, 0>, !prefix.span<0, 1>
}

prefix.scan @s inclusive @s_single : (i32) -> (i32) plan <strategy = two_level_streaming,
  top = <warps = 2>, tail = <warps = 2, block = @s_scan>>
