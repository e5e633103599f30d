// RUN: scanc-opt %s -scanc-lower=to=plan -prefix-build-kernels -canonicalize -cse -o %t
// RUN: FileCheck %s --input-file=%t
// RUN: %python %S/../Inputs/count_ops.py prefix.load_tile prefix.store_tile prefix.thread_reduce prefix.thread_scan prefix.warp_scan prefix.warp_reduce prefix.block_scan scf.while gpu.barrier llvm.atomicrmw llvm.cmpxchg nvvm.vote.sync nvvm.redux.sync < %t | FileCheck %s --check-prefix=COUNT

// The first thread makes the counter the launch's, and draws a tile.
// CHECK-LABEL: gpu.module @chain
// CHECK: gpu.func @chain_scan(%[[IN:[^:]+]]: !llvm.ptr<1>, %[[OUT:[^:]+]]: !llvm.ptr<1>, %[[WORKSPACE:[^:]+]]: !llvm.ptr<1>, %[[N:[^:]+]]: i64, %{{[^:]+}}: i32)
// CHECK-SAME: known_block_size = array<i32: 64, 1, 1>, nvvm.minctasm = 3 : i32
// CHECK: %[[INIT:.+]] = arith.constant 9 : i32
// CHECK: %[[WALK:.+]] = prefix.walk line reverse(%[[N]])
// CHECK: llvm.load %{{.+}} atomic syncscope("device") monotonic {{.*}} -> i32
// CHECK: llvm.call_intrinsic "llvm.nvvm.read.ptx.sreg.gridid"()
// CHECK: scf.if
// CHECK: %[[FOUND:.+]] = llvm.load %[[WORKSPACE]] atomic syncscope("device") monotonic {{.*}} -> i64
// CHECK: scf.if
// CHECK: llvm.cmpxchg %[[WORKSPACE]], %[[FOUND]], %{{.+}} syncscope("device") monotonic monotonic
// CHECK: llvm.atomicrmw add %[[WORKSPACE]], %{{.+}} syncscope("device") monotonic
// All threads learn which.
// CHECK: scf.while (%[[DRAWN:.+]] = %{{.+}}) : (i64) -> i64
// CHECK: llvm.store %[[DRAWN]], %[[SHARED:.+]] {{.*}} !llvm.ptr<3>
// CHECK: gpu.barrier
// CHECK: %[[TILE:.+]] = llvm.load %[[SHARED]]
// CHECK: arith.cmpi ult, %[[TILE]]
// CHECK: ^bb0(%[[OWN:[^:]+]]: i64):
// A whole tile needs no bounds.
// CHECK: prefix.load_tile @last %[[IN]][%[[AT:.+]]] along %[[WALK]] streamed rows 2 items 4 element [i16]
// CHECK: prefix.load_tile @last %[[IN]][%[[AT]]] valid %[[N]] along %[[WALK]] streamed rows 2 items 4 element [i16]
// L2 fetches the tile three quarters of a grid on, if the array goes on behind
// it, from an address that bulk copies can have.
// CHECK: %[[GRID:.+]] = gpu.grid_dim x
// CHECK: %[[BLOCKS32:.+]] = arith.index_cast %[[GRID]]
// CHECK: %[[BLOCKS:.+]] = arith.extui %[[BLOCKS32]]
// CHECK: %[[QUARTER:.+]] = arith.shrui %[[BLOCKS]], %c2_i64
// CHECK: %[[STEP:.+]] = arith.subi %[[BLOCKS]], %[[QUARTER]]
// CHECK: %[[AHEAD:.+]] = arith.addi %[[OWN]], %[[STEP]]
// CHECK: %[[NEXT:.+]] = arith.addi %[[AHEAD]], %c1_i64
// CHECK: %[[END:.+]] = arith.muli %[[NEXT]], %c512_i64
// CHECK: %[[BEHIND:.+]] = arith.addi %[[END]], %c16_i64
// CHECK: %[[EXISTS:.+]] = arith.cmpi ule, %[[BEHIND]], %[[N]]
// CHECK: scf.if %[[EXISTS]]
// CHECK: %[[FIRST:.+]] = arith.subi %[[N]], %[[END]]
// CHECK: %[[BYTE:.+]] = arith.muli %[[FIRST]], %c2_i64
// CHECK: %[[START:.+]] = llvm.getelementptr %[[IN]][%[[BYTE]]]
// CHECK: %[[NUMBER:.+]] = llvm.ptrtoint %[[START]]
// CHECK: %[[BEYOND:.+]] = arith.andi %[[NUMBER]], %c15_i64
// CHECK: %[[BACK:.+]] = arith.subi %c0_i64, %[[BEYOND]]
// CHECK: %[[UNIT:.+]] = llvm.getelementptr %[[START]][%[[BACK]]]
// CHECK: nvvm.cp.async.bulk.prefetch %[[UNIT]], %c1024_i32
// CHECK: %[[SCANNED:.+]]:2 = prefix.block_scan @last
// The first thread waits for the prefix before, posts its own, then the seed.
// CHECK: %[[SEED:.+]] = scf.if
// CHECK-NEXT: scf.yield %[[INIT]]
// CHECK: scf.while
// CHECK: llvm.load %{{.+}} atomic syncscope("device") monotonic {alignment = 16 : i64} : !llvm.ptr<1> -> i128
// CHECK: prefix.apply @last(%[[SEED]], %[[SCANNED]]#1)
// CHECK: llvm.store %{{.+}}, %{{.+}} atomic syncscope("device") monotonic {alignment = 16 : i64} : i128, !llvm.ptr<1>
// CHECK: llvm.store %[[SEED]], %{{.+}} {{.*}} : i32, !llvm.ptr<3>
// CHECK: gpu.barrier
// The next tile is drawn while this one is scanned down.
// CHECK: llvm.atomicrmw add %[[WORKSPACE]]
// CHECK: %[[BEFORE:.+]] = llvm.load %{{.+}} : !llvm.ptr<3> -> i32
// CHECK: prefix.apply @last(%[[BEFORE]], %[[SCANNED]]#0)
// CHECK: prefix.store_tile %{{.+}} to %[[OUT]][%[[AT]]] along %[[WALK]] streamed rows 2 items 4 state [i32] output [i16]
// CHECK: prefix.store_tile %{{.+}} to %[[OUT]][%[[AT]]] valid %[[N]] along %[[WALK]] streamed rows 2 items 4 state [i32] output [i16]
// Who has drawn the last number moves the epoch on and clears the counter.
// CHECK: scf.if
// CHECK: llvm.store %{{.+}}, %{{.+}} atomic syncscope("device") monotonic {{.*}} : i32, !llvm.ptr<1>
// CHECK: llvm.store %{{.+}}, %[[WORKSPACE]] atomic syncscope("device") monotonic {{.*}} : i64, !llvm.ptr<1>
// COUNT: chain_scan: prefix.load_tile 2, prefix.store_tile 2, prefix.thread_reduce 3, prefix.thread_scan 3, prefix.warp_scan 2, prefix.warp_reduce 0, prefix.block_scan 1, scf.while 2, gpu.barrier 2, llvm.atomicrmw 2, llvm.cmpxchg 1, nvvm.vote.sync 0, nvvm.redux.sync 0
prefix.monoid @last identity {
  %e = arith.constant 0 : i32
  prefix.yield %e : i32
} combine (%a: i32), (%b: i32) {
  prefix.yield %b : i32
}
prefix.scan @chain inclusive reverse @last init (9 : i32) : (i16) -> (i16)
  plan <strategy = chained, blocks_per_sm = 3, scan = <warps = 2, rows = 2, items = 4>>

// A warp waits for the readers of the entry that it will overwrite, posts the
// total, looks at its window - two words of each of two entries a lane, of a
// state of 16 bytes - until
// it holds a prefix, combines what it found by the circuits of `top`, and posts
// the prefix.
// CHECK-LABEL: gpu.module @look
// CHECK: gpu.func @look_scan
// CHECK: prefix.load_tile
// CHECK: prefix.load_tile
// CHECK: scf.while
// CHECK-COUNT-4: llvm.load %{{.+}} atomic syncscope("device") monotonic {{.*}} -> i128
// CHECK: nvvm.vote.sync all
// CHECK: prefix.block_scan @pairs
// CHECK-COUNT-2: llvm.store %{{.+}}, %{{.+}} atomic syncscope("device") monotonic
// CHECK: scf.while
// CHECK-COUNT-4: llvm.load %{{.+}} atomic syncscope("device") monotonic {{.*}} -> i128
// CHECK: nvvm.redux.sync umax
// CHECK: nvvm.vote.sync all
// CHECK: prefix.thread_reduce @pairs by @serial_2
// CHECK: prefix.warp_reduce @pairs by @sklansky_32
// CHECK-COUNT-2: llvm.store %{{.+}}, %{{.+}} atomic syncscope("device") monotonic
// CHECK: gpu.barrier
// COUNT: look_scan: prefix.load_tile 2, prefix.store_tile 2, prefix.thread_reduce 4, prefix.thread_scan 3, prefix.warp_scan 2, prefix.warp_reduce 1, prefix.block_scan 1, scf.while 3, gpu.barrier 2, llvm.atomicrmw 2, llvm.cmpxchg 1, nvvm.vote.sync 2, nvvm.redux.sync 1
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
// CHECK: %[[A1:.+]] = llvm.getelementptr %[[A]]
// CHECK: %[[A2:.+]] = llvm.getelementptr %[[A1]]
// CHECK: nvvm.cp.async.bulk.prefetch %[[A2]], %c2048_i32
// CHECK: %[[B1:.+]] = llvm.getelementptr %[[B]]
// CHECK: %[[B2:.+]] = llvm.getelementptr %[[B1]]
// CHECK: nvvm.cp.async.bulk.prefetch %[[B2]], %c2048_i32
prefix.scan @apart exclusive @pairs : (i64, i64) -> (i64, i64) soa
  plan <strategy = chained, scan = <warps = 2, rows = 2, items = 2>>
