// Each combine is announced, with whether the lane keeps its result; those that
// nothing uses are removed first.
// RUN: scanc-opt %s -scanc-lower=to=kernel -prefix-lower-block -prefix-lower-warp -prefix-lower-thread -prefix-lower-tiles -o %t.mlir
// RUN: scanc-opt %t.mlir -pass-pipeline='builtin.module(gpu.module(prefix-count-combines))' -o %t.counted
// RUN: FileCheck %s --input-file=%t.counted
// Without combines there is nothing to announce.
// RUN: scanc-opt %t.mlir -pass-pipeline='builtin.module(gpu.module(prefix-inline-monoids,prefix-count-combines))' | FileCheck %s --check-prefix=NONE --implicit-check-not=llvm.call

// CHECK: llvm.func @scanc_count_combine(i1)
// CHECK-LABEL: gpu.func @sum_single
// In a thread every result is kept.
// CHECK: %[[TRUE:.+]] = arith.constant true
// CHECK-NEXT: llvm.call @scanc_count_combine(%[[TRUE]]) : (i1) -> ()
// CHECK-NEXT: prefix.apply @add_i32(
// In a warp, that of a lane which has another lane so far below.
// CHECK: %{{.+}}, %[[EXISTS:.+]] = gpu.shuffle up
// CHECK: %[[SUM:.+]] = prefix.apply @add_i32(
// CHECK-NEXT: llvm.call @scanc_count_combine(%[[EXISTS]]) : (i1) -> ()
// CHECK-NEXT: arith.select %[[EXISTS]], %[[SUM]], %{{.+}} : i32

// NONE: llvm.func @scanc_count_combine(i1)
prefix.scan @sum inclusive @add_i32 : (i32) -> (i32) plan <strategy = single_block>
