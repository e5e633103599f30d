// RUN: scanc-opt %s -scanc-lower=to=plan -prefix-build-kernels -canonicalize -cse -o %t
// RUN: FileCheck %s --input-file=%t
// RUN: %python %S/../Inputs/count_ops.py prefix.load_tile prefix.store_tile prefix.thread_scan prefix.thread_reduce prefix.warp_scan prefix.warp_reduce nvvm.cp.async.bulk.prefetch nvvm.cp.async.bulk.shared.cluster.global nvvm.cp.async.bulk.global.shared.cta nvvm.fence.proxy "nvvm.vote.sync all" llvm.cmpxchg gpu.barrier < %t | FileCheck %s --check-prefix=COUNT

// Two loads of a tile from the slot and one store, and as much again for those who
// stand in for others; one bulk copy out, and in, but for the first tile:
// the reducers and the scanners read the slot, and each runs its circuits.
// COUNT: sum_stream: prefix.load_tile 4, prefix.store_tile 2, prefix.thread_scan 2, prefix.thread_reduce 6, prefix.warp_scan 2, prefix.warp_reduce 4, nvvm.cp.async.bulk.prefetch 1, nvvm.cp.async.bulk.shared.cluster.global 2, nvvm.cp.async.bulk.global.shared.cta 1, nvvm.fence.proxy 1, nvvm.vote.sync all 2, llvm.cmpxchg 4, gpu.barrier 0

// Dynamic shared memory, and a block of all roles: a loader, two warps of the
// spine, and two groups of four warps each of reducers and of scanners.
// CHECK: llvm.mlir.global external @dynamic_shared() {addr_space = 3 : i32, alignment = 128 : i64} : !llvm.array<0 x i8>
// CHECK: gpu.func @sum_stream(%[[IN:[^:]+]]: !llvm.ptr<1>, %[[OUT:[^:]+]]: !llvm.ptr<1>, %[[WORKSPACE:[^:]+]]: !llvm.ptr<1>
// CHECK-SAME: known_block_size = array<i32: 608, 1, 1>, nvvm.minctasm = 1 : i32

// Nothing of memory is touched before the launch before has ended: L2 only
// fetches what will be loaded first. Launches that move up to 100 MiB have L2
// evict it first.
// CHECK-NOT: {{llvm.load|launch_dependents}}
// CHECK: arith.cmpi ule, %{{.+}}, %c13107200_i64 : i64
// CHECK: %[[POLICY:.+]] = arith.select %{{.+}}, %c1364590687093260288_i64, %c1508705875169116160_i64 : i64
// CHECK-NOT: llvm.load
// CHECK: nvvm.cp.async.bulk.prefetch %[[FIRST:.+]], %[[BYTES:.+]] l2_cache_hint = %[[POLICY]]
// CHECK-NOT: llvm.load
// CHECK: nvvm.fence.mbarrier.init
// CHECK-NOT: llvm.load
// CHECK: nvvm.griddepcontrol wait

// The first tile is loaded at once.
// CHECK-NOT: nvvm.mbarrier.try_wait
// CHECK: nvvm.mbarrier.arrive.expect_tx {{.*}}%[[BYTES]]
// CHECK: nvvm.cp.async.bulk.shared.cluster.global %{{.+}}, %[[FIRST]], %{{.+}}, %[[BYTES]] l2_cache_hint = %[[POLICY]]

// The loader waits for a slot, and for the spine not to be too far behind.
// CHECK: nvvm.mbarrier.try_wait
// CHECK: nvvm.mbarrier.try_wait
// CHECK: nvvm.mbarrier.arrive.expect_tx
// CHECK: nvvm.cp.async.bulk.shared.cluster.global

// The spine looks for words with this cycle's tag, all lanes together.
// CHECK: llvm.load %{{.+}} atomic syncscope("device") monotonic {alignment = 16 : i64} : !llvm.ptr<1> -> i128
// CHECK: nvvm.vote.sync all
// CHECK: prefix.warp_reduce @add_i32 by @kogge_stone_32

// The next launch may come once a tile is there.
// CHECK: nvvm.griddepcontrol launch_dependents

// A run that the end of the input cuts short goes on with copies of an element,
// and is scanned like any other; no thread walks along it.
// CHECK: %[[REST:.+]] = arith.remui %{{.+}}, %c36_i32 : i32
// CHECK: arith.cmpi eq, %[[REST]], %c0_i32 : i32
// CHECK-NOT: prefix.apply
// Whole runs are read and written by 16-byte accesses without a test.
// CHECK: prefix.load_tile @add_i32 %{{.+}}[%{{.+}}] aligned rows 1 items 36 element [i32] : !llvm.ptr<3>
// CHECK: llvm.store %{{.+}} atomic syncscope("device") monotonic {alignment = 16 : i64} : i128, !llvm.ptr<1>
// CHECK: prefix.store_tile %{{.+}} to %{{.+}}[%{{.+}}] aligned rows 1 items 36
// What threads stored, the copy engine reads: each of them fences.
// CHECK: nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>
// CHECK: nvvm.barrier id
// CHECK: nvvm.cp.async.bulk.global.shared.cta {{.+}} l2_cache_hint = %c1364590687093260288_i64
prefix.scan @sum exclusive @add_i32 : (i32) -> (i32) plan <strategy = one_launch_streaming>
