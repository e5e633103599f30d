// RUN: scanc-opt %s -scanc-lower=to=plan -prefix-build-kernels -canonicalize -cse -o %t
// RUN: FileCheck %s --implicit-check-not=prefix.scan --input-file=%t
// RUN: %python %S/../Inputs/count_ops.py prefix.load_tile prefix.store_tile prefix.warp_scan prefix.warp_reduce prefix.block_scan prefix.block_reduce scf.for gpu.shuffle < %t | FileCheck %s --check-prefix=COUNT
// Nothing is left to do the second time.
// RUN: scanc-opt %t -prefix-build-kernels -o %t.twice
// RUN: cmp %t %t.twice

// What the kernels name goes along, and its launch is described.
// CHECK-LABEL: gpu.module @both attributes {prefix.launch = #prefix.launch<monoid = "add_i32", commutative = true, idempotent = false, kind = inclusive, reverse = false, element = [i32], state = [i32], output = [i32], init = [], plan = <strategy = two_level_streaming, single_block_up_to = 100, blocks_per_sm = 3, max_blocks = 512,
// CHECK-SAME: tail = <{{[^>]*}}, block = @kogge_stone_16, mapping = <{{[^>]*}}>>>>} {
// CHECK-DAG: prefix.monoid @add_i32 commutative
// CHECK-DAG: prefix.circuit @serial_1(
// CHECK-DAG: prefix.circuit @serial_2(
// CHECK-DAG: prefix.circuit @serial_4(
// CHECK-DAG: prefix.circuit @kogge_stone_2(
// CHECK-DAG: prefix.circuit @kogge_stone_4(
// CHECK-DAG: prefix.circuit @kogge_stone_16(
// CHECK-DAG: prefix.circuit @kogge_stone_32(

// One block: tiles of 16 warps, 128 elements each, cut short where the array
// ends. The state travels from tile to tile.
// CHECK: gpu.func @both_single(%[[IN:[^:]+]]: !llvm.ptr<1>, %[[OUT:[^:]+]]: !llvm.ptr<1>, %{{[^:]+}}: !llvm.ptr<1>, %[[N:[^:]+]]: i64, %{{[^:]+}}: i32) kernel attributes {known_block_size = array<i32: 512, 1, 1>, nvvm.minctasm = 1 : i32} {
// CHECK: %[[START:.+]] = prefix.identity @add_i32 : i32
// CHECK: scf.for {{.*}} iter_args(%[[CARRY:.+]] = %[[START]]) -> (i32)
// CHECK: %[[TILE:.+]] = prefix.load_tile @add_i32 %[[IN]][%[[AT:.+]]] valid %[[N]] rows 1 items 4
// CHECK-NEXT: %[[ITEMS_TOTAL:.+]] = prefix.thread_reduce @add_i32 by @serial_4(%[[TILE]])
// CHECK-NEXT: %[[LANES:.+]]:2 = prefix.warp_scan @add_i32 by @kogge_stone_32(%[[ITEMS_TOTAL]])
// CHECK: %[[WARPS:.+]]:2 = prefix.block_scan @add_i32 by @kogge_stone_16 rows 0 mapping <{{.+}}>(%{{[^,]+}}) : (i32) -> (i32, i32)
// CHECK-NEXT: %[[SEED:.+]] = prefix.apply @add_i32(%[[CARRY]], %[[WARPS]]#0)
// CHECK-NEXT: %[[NEXT:.+]] = prefix.apply @add_i32(%[[CARRY]], %[[WARPS]]#1)
// CHECK-NEXT: prefix.thread_scan @add_i32 by @serial_1 exclusive(%[[SEED]],
// CHECK: %[[LANE_SEED:.+]] = prefix.apply @add_i32(%{{.+}}, %[[LANES]]#0)
// CHECK-NEXT: %[[SCANNED:.+]] = prefix.thread_scan @add_i32 by @serial_4(%[[LANE_SEED]], %[[TILE]])
// CHECK-NEXT: prefix.store_tile %[[SCANNED]] to %[[OUT]][%[[AT]]] valid %[[N]] rows 1 items 4
// CHECK-NEXT: scf.yield %[[NEXT]] : i32
// COUNT: both_single: prefix.load_tile 1, prefix.store_tile 1, prefix.warp_scan 1, prefix.warp_reduce 0, prefix.block_scan 1, prefix.block_reduce 0, scf.for 1, gpu.shuffle 0

// Whole tiles only, from the last to the first, so that the earlier tile is the
// low operand; a commutative monoid meets its lanes once, at the end.
// CHECK: gpu.func @both_reduce
// CHECK-SAME: known_block_size = array<i32: 64, 1, 1>, nvvm.minctasm = 3 : i32
// CHECK: scf.for {{.*}} iter_args(%[[LATER:.+]] =
// CHECK-NEXT: arith.subi
// CHECK-NEXT: arith.subi
// CHECK: prefix.load_tile @add_i32 %{{[^ ]+}} rows 2 items 4
// CHECK: %[[EARLIER:.+]] = prefix.thread_reduce @add_i32 by @serial_2
// CHECK-NEXT: prefix.apply @add_i32(%[[EARLIER]], %[[LATER]])
// CHECK: prefix.warp_reduce @add_i32 by @kogge_stone_32
// CHECK: prefix.block_reduce @add_i32 by @kogge_stone_2 rows 0
// CHECK: scf.if
// CHECK: prefix.store_tile %{{.+}} to %arg2[%{{.+}}] rows 1 items 1 state [i32] output [i32]
// COUNT: both_reduce: prefix.load_tile 1, prefix.store_tile 1, prefix.warp_scan 0, prefix.warp_reduce 1, prefix.block_scan 0, prefix.block_reduce 1, scf.for 1, gpu.shuffle 0

// The aggregates in place and exclusive, then the leftovers from in to out.
// CHECK: gpu.func @both_top(%[[IN:[^:]+]]: !llvm.ptr<1>, %[[OUT:[^:]+]]: !llvm.ptr<1>, %[[WORKSPACE:[^:]+]]: !llvm.ptr<1>, %[[N:[^:]+]]: i64, %[[BLOCKS:[^:]+]]: i32)
// CHECK-SAME: known_block_size = array<i32: 512, 1, 1>, nvvm.minctasm = 1 : i32
// CHECK: %[[AGGREGATES:.+]] = arith.extui %[[BLOCKS]] : i32 to i64
// CHECK: %[[TOTAL:.+]] = scf.for
// CHECK: prefix.load_tile @add_i32 %[[WORKSPACE]][%[[AT:.+]]] valid %[[AGGREGATES]] rows 1 items 1
// CHECK: prefix.thread_scan @add_i32 by @serial_1 exclusive
// CHECK: prefix.thread_scan @add_i32 by @serial_1 exclusive
// CHECK: prefix.store_tile %{{.+}} to %[[WORKSPACE]][%[[AT]]] valid %[[AGGREGATES]] rows 1 items 1
// CHECK: scf.for {{.*}} iter_args(%{{.+}} = %[[TOTAL]]) -> (i32)
// CHECK: prefix.load_tile @add_i32 %[[IN]][%[[AT2:.+]]] valid %[[N]] rows 1 items 4
// CHECK: prefix.store_tile %{{.+}} to %[[OUT]][%[[AT2]]] valid %[[N]] rows 1 items 4
// COUNT: both_top: prefix.load_tile 2, prefix.store_tile 2, prefix.warp_scan 2, prefix.warp_reduce 0, prefix.block_scan 2, prefix.block_reduce 0, scf.for 2, gpu.shuffle 0

// Whole tiles, seeded by what comes before the block.
// CHECK: gpu.func @both_scan
// CHECK-SAME: known_block_size = array<i32: 128, 1, 1>, nvvm.minctasm = 3 : i32
// CHECK: prefix.load_tile @add_i32 %arg2[%{{.+}}] valid %{{.+}} rows 1 items 1
// CHECK: %[[SEED:[^,]+]], %{{.+}} = gpu.shuffle idx
// CHECK-NEXT: scf.for {{.*}} iter_args(%{{.+}} = %[[SEED]]) -> (i32)
// CHECK: prefix.load_tile @add_i32 %arg0[%[[AT:[^ ]+]]] streamed rows 2 items 4
// CHECK: prefix.store_tile %{{.+}}, %{{.+}} to %arg1[%[[AT]]] streamed rows 2 items 4
// COUNT: both_scan: prefix.load_tile 2, prefix.store_tile 1, prefix.warp_scan 2, prefix.warp_reduce 0, prefix.block_scan 1, prefix.block_reduce 0, scf.for 1, gpu.shuffle 1
prefix.scan @both inclusive @add_i32 : (i32) -> (i32)
  plan <strategy = two_level_streaming, single_block_up_to = 100, blocks_per_sm = 3, max_blocks = 512,
        scan = <warps = 4, rows = 2, items = 4, stages = 1>,
        reduce = <warps = 2, rows = 2, items = 4>, top = <warps = 16>>

// A single block needs one kernel.
// CHECK-LABEL: gpu.module @alone
// CHECK: gpu.func @alone_single
// COUNT-NOT: alone_reduce
// COUNT-NOT: alone_top
// COUNT-NOT: alone_scan
// COUNT: alone_single:
prefix.scan @alone inclusive @add_i32 : (i32) -> (i32) plan <strategy = single_block>

// Exclusive, from an init value, from the end; by the element's signedness. The
// init is in two kernels, the aggregates are not reversed.
// CHECK-LABEL: gpu.module @options
// CHECK-SAME: kind = exclusive, reverse = true, element = [ui8], state = [i32], output = [ui32], init = [7 : i32]
// CHECK: gpu.func @options_single
// CHECK: %[[INIT:.+]] = arith.constant 7 : i32
// CHECK: %[[WALK:.+]] = prefix.walk line reverse(%arg3)
// CHECK: iter_args(%{{.+}} = %[[INIT]])
// CHECK: prefix.load_tile @add_i32 %arg0[%{{.+}}] valid %arg3 along %[[WALK]] rows 1 items 16 element [ui8]
// CHECK: prefix.thread_scan @add_i32 by @serial_16 exclusive
// CHECK: prefix.store_tile %{{.+}} to %arg1[%{{.+}}] valid %arg3 along %[[WALK]] rows 1 items 16 state [ui32] output [ui32]
// CHECK: gpu.func @options_reduce
// CHECK: %[[WALK:.+]] = prefix.walk line reverse(%arg3)
// CHECK: prefix.identity
// CHECK: prefix.load_tile @add_i32 %arg0[%{{.+}}] along %[[WALK]] rows
// CHECK: prefix.store_tile %{{.+}} to %arg2[%{{.+}}] rows 1
// CHECK: gpu.func @options_top
// CHECK: %[[INIT:.+]] = arith.constant 7 : i32
// CHECK: iter_args(%{{.+}} = %[[INIT]])
// CHECK: prefix.load_tile @add_i32 %arg2[%{{.+}}] valid %{{[^ ]+}} rows
// CHECK: gpu.func @options_scan
// CHECK-NOT: arith.constant 7 : i32
// CHECK: %[[WALK:.+]] = prefix.walk line reverse(%arg3)
// CHECK: prefix.load_tile @add_i32 %arg2[%{{.+}}] valid %{{[^ ]+}} rows
// CHECK: prefix.load_tile @add_i32 %arg0[%{{.+}}] along %[[WALK]] streamed rows
// CHECK: prefix.thread_scan @add_i32 by @serial_16 exclusive
prefix.scan @options exclusive reverse @add_i32 init (7 : i32) : (ui8) -> (ui32)
  plan <scan = <stages = 1>, strategy = two_level_streaming>

// Of a monoid that does not commute each row of a tile is combined in order.
// COUNT: ordered_reduce: prefix.load_tile 1, prefix.store_tile 1, prefix.warp_scan 0, prefix.warp_reduce 2, prefix.block_scan 0, prefix.block_reduce 1,
prefix.monoid @last identity {
  %e = arith.constant 0 : i32
  prefix.yield %e : i32
} combine (%a: i32), (%b: i32) {
  prefix.yield %b : i32
}
prefix.scan @ordered inclusive @last : (i32) -> (i32) plan <scan = <rows = 2>>

// With two stages a tile is loaded before the loop, and the next one in it.
// COUNT: ahead_scan: prefix.load_tile 3, prefix.store_tile 1,
prefix.scan @ahead inclusive @add_i32 : (i32) -> (i32) plan <scan = <stages = 2>>
