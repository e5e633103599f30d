// RUN: scanc-opt %s -scanc-lower=to=plan -prefix-build-kernels -canonicalize -cse -o %t
// RUN: FileCheck %s --input-file=%t
// RUN: %python %S/../Inputs/count_ops.py prefix.load_tile prefix.store_tile prefix.thread_scan prefix.warp_scan prefix.warp_reduce prefix.block_scan prefix.block_reduce scf.for gpu.barrier < %t | FileCheck %s --check-prefix=COUNT

// Each block reduces its tiles, of the scan's size: two of the reduction's. The
// input is cut short, its total goes to the workspace.
// CHECK-LABEL: gpu.module @reduced
// CHECK: gpu.func @reduced_reduce(%[[IN:[^:]+]]: !llvm.ptr<1>, %[[OUT:[^:]+]]: !llvm.ptr<1>, %[[WORKSPACE:[^:]+]]: !llvm.ptr<1>, %[[N:[^:]+]]: i64, %{{[^:]+}}: i32)
// CHECK-SAME: known_block_size = array<i32: 128, 1, 1>, nvvm.minctasm = 3 : i32
// CHECK: %[[WALK:.+]] = prefix.walk line reverse(%[[N]])
// CHECK: scf.for
// CHECK: %[[TOTAL:.+]] = scf.for {{.*}} iter_args(%[[EARLIER:.+]] = %{{.+}}) -> (i32)
// CHECK: prefix.load_tile @last %[[IN]][%{{.+}}] valid %[[N]] along %[[WALK]] rows 2 items 4 element [i16]
// CHECK: %[[TILE:.+]] = prefix.block_reduce @last
// CHECK: prefix.apply @last(%[[EARLIER]], %[[TILE]])
// CHECK: scf.if
// CHECK: prefix.store_tile %{{.+}} to %[[WORKSPACE]][%{{.+}}] rows 1 items 1 state [i32] output [i32]
// Rows are combined in order: the operator does not commute.
// COUNT: reduced_reduce: prefix.load_tile 1, prefix.store_tile 1, prefix.thread_scan 0, prefix.warp_scan 0, prefix.warp_reduce 2, prefix.block_scan 0, prefix.block_reduce 1, scf.for 2, gpu.barrier 0

// Totals are states, by the skeleton of the top level, never reversed.
// CHECK: gpu.func @reduced_reduce_totals(%[[IN:[^:]+]]: !llvm.ptr<1>
// CHECK-SAME: known_block_size = array<i32: 64, 1, 1>, nvvm.minctasm = 1 : i32
// CHECK: prefix.load_tile @last %[[IN]][%{{.+}}] valid %arg3 rows 1 items 1 element [i32]
// CHECK: prefix.store_tile %{{.+}} to %arg2

// One block scans the last level in place, exclusively and from the init.
// CHECK: gpu.func @reduced_top
// CHECK: %[[INIT:.+]] = arith.constant 9 : i32
// CHECK-NOT: scf.for
// CHECK: prefix.load_tile @last %arg1[%[[AT:.+]]] valid %arg3 rows 1 items 1
// CHECK: prefix.apply @last(%[[INIT]],
// CHECK: prefix.thread_scan @last by @serial_1 exclusive
// CHECK: prefix.store_tile %{{.+}} to %arg1[%[[AT]]] valid %arg3 rows 1 items 1

// What comes before a tile is read by every lane, and seeds its scan.
// CHECK: gpu.func @reduced_scan_totals
// CHECK: prefix.load_tile @last %arg2[%{{.+}}] valid %{{.+}} rows 1 items 1
// CHECK: %[[SEED:[^,]+]], %{{.+}} = gpu.shuffle idx
// CHECK: prefix.apply @last(%[[SEED]],
// CHECK: prefix.thread_scan @last by @serial_1 exclusive
// CHECK: prefix.store_tile %{{.+}} to %arg1[%{{.+}}] valid %arg3 rows 1 items 1 state [i32] output [i32]
// COUNT: reduced_scan_totals: prefix.load_tile 2, prefix.store_tile 1, prefix.thread_scan 2,
// CHECK: gpu.func @reduced_scan(
// CHECK-SAME: known_block_size = array<i32: 128, 1, 1>, nvvm.minctasm = 3 : i32
// CHECK-NOT: arith.constant 9 : i32
// CHECK: %[[WALK:.+]] = prefix.walk line reverse(%arg3)
// CHECK: prefix.store_tile %{{.+}} to %arg1[%{{.+}}] valid %arg3 along %[[WALK]] rows 4 items 4 state [i32] output [i16]
prefix.monoid @last identity {
  %e = arith.constant 0 : i32
  prefix.yield %e : i32
} combine (%a: i32), (%b: i32) {
  prefix.yield %b : i32
}
prefix.scan @reduced inclusive reverse @last init (9 : i32) : (i16) -> (i16)
  plan <strategy = reduce_then_scan, blocks_per_sm = 3,
        scan = <warps = 4, rows = 4, items = 4>, reduce = <warps = 4, rows = 2, items = 4>,
        top = <warps = 2>, tail = <warps = 2>>

// Every tile is scanned from the identity and has its total stored; the other
// pass runs no circuit: it reads outputs back and joins them with the total of
// what comes before. A barrier, where the array ends in the tile, is between.
// CHECK-LABEL: gpu.module @propagated
// CHECK: gpu.func @propagated_scan(
// CHECK-NOT: arith.constant 9 : i32
// CHECK: prefix.load_tile @add_i32 %arg0[%[[AT:.+]]] valid %arg3 rows 2 items 4 element [i32]
// CHECK: prefix.thread_scan @add_i32 by @serial_4 exclusive
// CHECK: prefix.store_tile %{{.+}} to %arg1[%[[AT]]] valid %arg3 rows 2 items 4 state [i32] output [i64]
// CHECK: scf.if
// CHECK: prefix.store_tile %{{.+}} to %arg2[%{{.+}}] rows 1 items 1
// CHECK: gpu.func @propagated_scan_totals
// CHECK: gpu.func @propagated_top
// CHECK: arith.constant 9 : i32
// CHECK: gpu.func @propagated_propagate_totals
// CHECK: prefix.load_tile @add_i32 %arg1[%{{.+}}] valid %arg3 rows 1 items 1 element [i32]
// CHECK: gpu.func @propagated_propagate(
// CHECK: %[[SEED:[^,]+]], %{{.+}} = gpu.shuffle idx
// CHECK: prefix.load_tile @add_i32 %arg1[%[[AT:.+]]] valid %arg3 rows 2 items 4 element [i64]
// CHECK: scf.if
// CHECK-NEXT: gpu.barrier
// CHECK-COUNT-8: prefix.apply @add_i32(%[[SEED]],
// CHECK: prefix.store_tile %{{.+}} to %arg1[%[[AT]]] valid %arg3 rows 2 items 4 state [i32] output [i64]
// COUNT: propagated_scan: prefix.load_tile 1, prefix.store_tile 2, prefix.thread_scan {{[0-9]+}}, prefix.warp_scan 2, prefix.warp_reduce 0, prefix.block_scan 1, prefix.block_reduce 0, scf.for 1, gpu.barrier 0
// COUNT: propagated_propagate: prefix.load_tile 2, prefix.store_tile 1, prefix.thread_scan 0, prefix.warp_scan 0, prefix.warp_reduce 0, prefix.block_scan 0, prefix.block_reduce 0, scf.for 1, gpu.barrier 1
prefix.scan @propagated exclusive @add_i32 init (9 : i32) : (i32) -> (i64)
  plan <strategy = scan_then_propagate, scan = <warps = 4, rows = 2, items = 4>,
        reduce = <warps = 4, rows = 2, items = 4>, top = <warps = 2>, tail = <warps = 2>>
