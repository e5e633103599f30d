// A structure of arrays: a parameter for each array of the input and of the
// output, and tiles whose values lie apart.
// RUN: scanc-opt %s -scanc-lower=to=plan -prefix-build-kernels -canonicalize -cse -o %t
// RUN: FileCheck %s --input-file=%t
// RUN: %python %S/../Inputs/count_ops.py prefix.load_tile prefix.store_tile nvvm.cp.async.bulk.prefetch prefix.copy_in nvvm.cp.async.bulk.global.shared.cta prefix.stretch < %t | FileCheck %s --check-prefix=COUNT

prefix.monoid @best idempotent identity {
  %least = arith.constant 0xFF800000 : f32
  %none = arith.constant -1 : i64
  prefix.yield %least, %none : f32, i64
} combine (%v0: f32, %i0: i64), (%v1: f32, %i1: i64) {
  %above = arith.cmpf ogt, %v1, %v0 : f32
  %v = arith.select %above, %v1, %v0 : f32
  %i = arith.select %above, %i1, %i0 : i64
  prefix.yield %v, %i : f32, i64
}

// One bulk copy for each array where structures take one; one mbarrier waits
// for the bytes of both.
// COUNT: stream_stream: prefix.load_tile 4, prefix.store_tile 2, nvvm.cp.async.bulk.prefetch 2, prefix.copy_in 4, nvvm.cp.async.bulk.global.shared.cta 2, prefix.stretch 12
// CHECK-LABEL: gpu.module @stream attributes {prefix.launch = #prefix.launch<
// CHECK-SAME: reverse = false, soa = true, element = [f32, i64]
// CHECK: gpu.func @stream_stream(
// CHECK-SAME: %[[VALUES:[^:]+]]: !llvm.ptr<1>, %[[PLACES:[^:]+]]: !llvm.ptr<1>,
// CHECK-SAME: %[[OUT0:[^:]+]]: !llvm.ptr<1>, %[[OUT1:[^:]+]]: !llvm.ptr<1>,
// CHECK-SAME: %[[WORKSPACE:[^:]+]]: !llvm.ptr<1>, %[[N:[^:]+]]: i64, %[[BLOCKS:[^:]+]]: i32) kernel
// A tile of 18 * 128 elements: 9216 bytes of values, and the places behind them.
// CHECK: %[[FROM0:.+]], %[[BYTES0:.+]] = prefix.stretch %[[VALUES]][%{{.+}}] elements %{{.+}} size 4
// CHECK: %[[FROM1:.+]], %[[BYTES1:.+]] = prefix.stretch %[[PLACES]][%{{.+}}] elements %{{.+}} size 8
// CHECK: nvvm.cp.async.bulk.prefetch %[[FROM0]], %[[BYTES0]]
// CHECK: nvvm.cp.async.bulk.prefetch %[[FROM1]], %[[BYTES1]]
// CHECK: %[[BYTES:.+]] = arith.addi %[[BYTES0]], %[[BYTES1]] : i32
// CHECK: prefix.release %full[%{{.+}}] expecting %[[BYTES]]
// CHECK: %[[SLOT0:.+]] = prefix.slot %ring[%{{.+}}] byte 0
// CHECK: prefix.copy_in %[[BYTES0]] from %[[FROM0]] to %[[SLOT0]]
// CHECK: %[[SLOT1:.+]] = prefix.slot %ring[%{{.+}}] byte 9216
// CHECK: prefix.copy_in %[[BYTES1]] from %[[FROM1]] to %[[SLOT1]]
// CHECK: prefix.load_tile @best %{{[^,\[]+}}, %{{[^\[]+}}[%{{.+}}] aligned rows 1 items 18 element [f32, i64] : !llvm.ptr<3>
// CHECK: prefix.store_tile {{.+}} to %{{[^,\[]+}}, %{{[^\[]+}}[%{{.+}}] aligned rows 1 items 18
// CHECK: nvvm.cp.async.bulk.global.shared.cta
// CHECK: nvvm.cp.async.bulk.global.shared.cta
// CHECK: nvvm.cp.async.bulk.commit.group
prefix.scan @stream exclusive @best : (f32, i64) -> (f32, i64) soa plan
    <strategy = one_launch_streaming, single_block_up_to = 0, scan = <items = 18>>

// Totals are states in the workspace, an array of structures: a kernel over them
// finds it behind the first pointer of its input.
// CHECK-LABEL: gpu.module @levels
// CHECK: gpu.func @levels_reduce(%[[IN0:[^:]+]]: !llvm.ptr<1>, %[[IN1:[^:]+]]: !llvm.ptr<1>, %{{[^:]+}}: !llvm.ptr<1>, %{{[^:]+}}: !llvm.ptr<1>, %[[TOTALS:[^:]+]]: !llvm.ptr<1>, %{{[^:]+}}: i64, %{{[^:]+}}: i32)
// CHECK: prefix.load_tile @best %[[IN0]], %[[IN1]][
// CHECK: prefix.store_tile {{.+}} to %[[TOTALS]][{{.*}} output [f32, i64]
// CHECK: gpu.func @levels_reduce_totals(%[[STATES:[^:]+]]: !llvm.ptr<1>, %{{[^:]+}}: !llvm.ptr<1>,
// CHECK: prefix.load_tile @best %[[STATES]][
// CHECK: gpu.func @levels_scan(
// CHECK-SAME: %[[IN0:[^:]+]]: !llvm.ptr<1>, %[[IN1:[^:]+]]: !llvm.ptr<1>, %[[OUT0:[^:]+]]: !llvm.ptr<1>, %[[OUT1:[^:]+]]: !llvm.ptr<1>,
// CHECK: prefix.load_tile @best %[[IN0]], %[[IN1]][
// CHECK: prefix.store_tile {{.+}} to %[[OUT0]], %[[OUT1]][
prefix.scan @levels exclusive @best : (f32, i64) -> (f32, i64) soa plan
    <strategy = reduce_then_scan>
