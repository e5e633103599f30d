// RUN: scanc-opt %s -scanc-lower=to=plan -prefix-build-kernels -canonicalize -cse -o %t
// RUN: FileCheck %s --input-file=%t
// RUN: %python %S/../Inputs/count_ops.py prefix.load_tile prefix.store_tile prefix.thread_reduce prefix.thread_scan prefix.warp_scan prefix.warp_reduce prefix.block_scan scf.while gpu.barrier prefix.draw_tile prefix.post_tile prefix.read_prefix prefix.look_back < %t | FileCheck %s --check-prefix=COUNT

// The first thread makes the counter the launch's, and draws a tile.
// CHECK-LABEL: gpu.module @chain
// CHECK: gpu.func @chain_scan(%[[IN:[^:]+]]: !llvm.ptr<1>, %[[OUT:[^:]+]]: !llvm.ptr<1>, %[[WORKSPACE:[^:]+]]: !llvm.ptr<1>, %[[N:[^:]+]]: i64, %{{[^:]+}}: i32)
// CHECK-SAME: known_block_size = array<i32: 64, 1, 1>, nvvm.minctasm = 3 : i32
// CHECK: %[[INIT:.+]] = arith.constant 9 : i32
// CHECK: %[[WALK:.+]] = prefix.walk line reverse(%[[N]])
// CHECK: %[[EPOCH:.+]] = prefix.load_relaxed %[[WORKSPACE]] byte 8 : i32
// CHECK: %[[LAUNCH:.+]] = prefix.launch_number
// CHECK: %[[ENTRIES:.+]] = prefix.entries @last in %[[WORKSPACE]] epoch %[[EPOCH]] launch %[[LAUNCH]]
// CHECK: scf.if
// CHECK: prefix.open_tiles %[[ENTRIES]]
// CHECK-NEXT: prefix.draw_tile %[[ENTRIES]]
// All threads learn which.
// CHECK: scf.while (%[[DRAWN:.+]] = %{{.+}}) : (i64) -> i64
// CHECK: prefix.store_word %[[DRAWN]] to %tile[%c0_i32]
// CHECK: gpu.barrier
// CHECK: %[[TILE:.+]] = prefix.load_word %tile[%c0_i32]
// CHECK: arith.cmpi ult, %[[TILE]]
// CHECK: ^bb0(%[[OWN:[^:]+]]: i64):
// A whole tile needs no bounds.
// CHECK: prefix.load_tile @last %[[IN]][%[[AT:.+]]] along %[[WALK]] streamed rows 2 items 4 element [i16]
// CHECK: prefix.load_tile @last %[[IN]][%[[AT]]] valid %[[N]] along %[[WALK]] streamed rows 2 items 4 element [i16]
// L2 fetches the tile three quarters of a grid on, if the array goes on behind
// it, from an address that bulk copies can have.
// CHECK: %[[QUARTER:.+]] = arith.shrui %[[BLOCKS:.+]], %c2_i64
// CHECK: %[[STEP:.+]] = arith.subi %[[BLOCKS]], %[[QUARTER]]
// CHECK: %[[AHEAD:.+]] = arith.addi %[[OWN]], %[[STEP]]
// CHECK: %[[NEXT:.+]] = arith.addi %[[AHEAD]], %c1_i64
// CHECK: %[[END:.+]] = arith.muli %[[NEXT]], %c512_i64
// CHECK: %[[BEHIND:.+]] = arith.addi %[[END]], %c16_i64
// CHECK: %[[EXISTS:.+]] = arith.cmpi ule, %[[BEHIND]], %[[N]]
// CHECK: scf.if %[[EXISTS]]
// CHECK: %[[FIRST:.+]] = arith.subi %[[N]], %[[END]]
// CHECK: %[[BYTE:.+]] = arith.muli %[[FIRST]], %c2_i64
// CHECK: %[[START:.+]] = prefix.offset %[[IN]] by %[[BYTE]]
// CHECK: %[[UNIT:.+]] = prefix.round_down %[[START]]
// CHECK: nvvm.cp.async.bulk.prefetch %[[UNIT]], %c1024_i32
// CHECK: %[[SCANNED:.+]]:2 = prefix.block_scan @last
// The first thread waits for the prefix before, posts its own, then the seed.
// CHECK: %[[SEED:.+]] = scf.if
// CHECK-NEXT: scf.yield %[[INIT]]
// CHECK: prefix.read_prefix %[[ENTRIES]][
// CHECK: %[[PREFIX:.+]] = prefix.apply @last(%[[SEED]], %[[SCANNED]]#1)
// CHECK: prefix.post_tile prefix %[[PREFIX]] to %[[ENTRIES]][%[[OWN]]] : i32
// CHECK: prefix.store_state %[[SEED]] to %seed[%c0_i32] : i32
// CHECK: gpu.barrier
// The next tile is drawn while this one is scanned down.
// CHECK: prefix.draw_tile %[[ENTRIES]]
// CHECK: %[[BEFORE:.+]] = prefix.load_state %seed[%c0_i32] : i32
// CHECK: prefix.apply @last(%[[BEFORE]], %[[SCANNED]]#0)
// CHECK: prefix.store_tile %{{.+}} to %[[OUT]][%[[AT]]] along %[[WALK]] streamed rows 2 items 4 state [i32] output [i16]
// CHECK: prefix.store_tile %{{.+}} to %[[OUT]][%[[AT]]] valid %[[N]] along %[[WALK]] streamed rows 2 items 4 state [i32] output [i16]
// Who has drawn the last number moves the epoch on and clears the counter.
// CHECK: scf.if
// CHECK: prefix.close_tiles %[[ENTRIES]] tiles
// COUNT: chain_scan: prefix.load_tile 2, prefix.store_tile 2, prefix.thread_reduce 3, prefix.thread_scan 3, prefix.warp_scan 2, prefix.warp_reduce 0, prefix.block_scan 1, scf.while 1, gpu.barrier 2, prefix.draw_tile 2, prefix.post_tile 1, prefix.read_prefix 1, prefix.look_back 0
prefix.monoid @last identity {
  %e = arith.constant 0 : i32
  prefix.yield %e : i32
} combine (%a: i32), (%b: i32) {
  prefix.yield %b : i32
}
prefix.scan @chain inclusive reverse @last init (9 : i32) : (i16) -> (i16)
  plan <strategy = chained, blocks_per_sm = 3, scan = <warps = 2, rows = 2, items = 4>>

// A warp waits for the readers of the entry that it will overwrite, posts the
// total, looks at its window - two entries a lane - until it holds a prefix,
// combines what it found by the circuits of `top`, and posts
// the prefix.
// CHECK-LABEL: gpu.module @look
// CHECK: gpu.func @look_scan
// CHECK: prefix.load_tile
// CHECK: prefix.load_tile
// CHECK: prefix.await_readers %[[ENTRIES:.+]][%[[TILE:.+]]]
// CHECK: prefix.block_scan @pairs
// CHECK: prefix.post_tile %{{.+}} to %[[ENTRIES]][%[[TILE]]] : i64, i64
// CHECK: prefix.look_back %[[ENTRIES]][%[[TILE]]] start(%{{.+}}) : vector<2xi64>, vector<2xi64>
// CHECK: prefix.thread_reduce @pairs by @serial_2
// CHECK: prefix.warp_reduce @pairs by @sklansky_32
// CHECK: prefix.post_tile prefix %{{.+}} to %[[ENTRIES]][%[[TILE]]] : i64, i64
// CHECK: gpu.barrier
// COUNT: look_scan: prefix.load_tile 2, prefix.store_tile 2, prefix.thread_reduce 4, prefix.thread_scan 3, prefix.warp_scan 2, prefix.warp_reduce 1, prefix.block_scan 1, scf.while 1, gpu.barrier 2, prefix.draw_tile 2, prefix.post_tile 2, prefix.read_prefix 0, prefix.look_back 1
prefix.monoid @pairs identity {
  %zero = arith.constant 0 : i64
  prefix.yield %zero, %zero : i64, i64
} combine (%a0: i64, %b0: i64), (%a1: i64, %b1: i64) {
  %a = arith.addi %a0, %a1 : i64
  %b = arith.addi %b0, %b1 : i64
  prefix.yield %a, %b : i64, i64
}
prefix.scan @look exclusive @pairs : (i64, i64) -> (i64, i64)
  plan <strategy = decoupled_lookback, scan = <warps = 2, rows = 2, items = 2>,
        top = <items = 2, warp = sklansky<32>>>

// A tile of each array.
// CHECK-LABEL: gpu.module @apart
// CHECK: gpu.func @apart_scan(%[[A:[^:]+]]: !llvm.ptr<1>, %[[B:[^:]+]]: !llvm.ptr<1>,
// CHECK: scf.while
// CHECK: %[[A1:.+]] = prefix.offset %[[A]]
// CHECK: %[[A2:.+]] = prefix.round_down %[[A1]]
// CHECK: nvvm.cp.async.bulk.prefetch %[[A2]], %c2048_i32
// CHECK: %[[B1:.+]] = prefix.offset %[[B]]
// CHECK: %[[B2:.+]] = prefix.round_down %[[B1]]
// CHECK: nvvm.cp.async.bulk.prefetch %[[B2]], %c2048_i32
prefix.scan @apart exclusive @pairs : (i64, i64) -> (i64, i64) soa
  plan <strategy = chained, scan = <warps = 2, rows = 2, items = 2>>
