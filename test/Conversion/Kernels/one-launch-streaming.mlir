// RUN: scanc-opt %s -scanc-lower=to=plan -prefix-build-kernels -canonicalize -cse -o %t
// RUN: FileCheck %s --input-file=%t
// RUN: %python %S/../Inputs/count_ops.py prefix.load_tile prefix.store_tile prefix.thread_scan prefix.thread_reduce prefix.warp_scan prefix.warp_reduce nvvm.cp.async.bulk.prefetch prefix.copy_in nvvm.cp.async.bulk.global.shared.cta nvvm.fence.proxy prefix.gather prefix.row prefix.close_count gpu.barrier < %t | FileCheck %s --check-prefix=COUNT

// Two loads of a tile from the slot and one store, and as much again for those who
// stand in for others; one bulk copy out, and in, but for the first tile:
// the reducers and the scanners read the slot, and each runs its circuits.
// COUNT: sum_stream: prefix.load_tile 4, prefix.store_tile 2, prefix.thread_scan 2, prefix.thread_reduce 6, prefix.warp_scan 2, prefix.warp_reduce 4, nvvm.cp.async.bulk.prefetch 1, prefix.copy_in 2, nvvm.cp.async.bulk.global.shared.cta 1, nvvm.fence.proxy 1, prefix.gather 2, prefix.row 2, prefix.close_count 1, gpu.barrier 0

// A block of all roles: a loader, two warps of the spine, and two groups of four
// warps each of reducers and of scanners.
// CHECK: gpu.func @sum_stream(%[[IN:[^:]+]]: !llvm.ptr<1>, %[[OUT:[^:]+]]: !llvm.ptr<1>, %[[WORKSPACE:[^:]+]]: !llvm.ptr<1>
// CHECK-SAME: known_block_size = array<i32: 608, 1, 1>, nvvm.minctasm = 1 : i32

// Nothing of memory is touched before the launch before has ended: L2 only
// fetches what will be loaded first. Launches that move up to 100 MiB have L2
// evict it first.
// CHECK-NOT: {{prefix.load_|launch_dependents}}
// CHECK: arith.cmpi ule, %{{.+}}, %c13107200_i64 : i64
// CHECK: %[[POLICY:.+]] = arith.select %{{.+}}, %c1364590687093260288_i64, %c1508705875169116160_i64 : i64
// CHECK-NOT: prefix.load_
// CHECK: %[[FIRST:.+]], %[[BYTES:.+]] = prefix.stretch %[[IN]]
// CHECK: nvvm.cp.async.bulk.prefetch %[[FIRST]], %[[BYTES]] l2_cache_hint = %[[POLICY]]
// CHECK-NOT: prefix.load_
// CHECK: prefix.init_barriers %full arrivals 1
// CHECK: prefix.init_barriers %ready arrivals 129
// CHECK: nvvm.fence.mbarrier.init
// CHECK-NOT: prefix.load_
// CHECK: nvvm.griddepcontrol wait

// The first tile is loaded at once.
// CHECK-NOT: prefix.acquire
// CHECK: prefix.release %full[%c0_i32] expecting %[[BYTES]]
// CHECK: prefix.copy_in %[[BYTES]] from %[[FIRST]] to %{{.+}} releasing %full[%c0_i32] policy %[[POLICY]]

// The loader waits for a slot, and for the spine not to be too far behind.
// CHECK: prefix.roles "loader" 1 {
// CHECK: prefix.acquire %empty[%[[SLOT:.+]]] parity
// CHECK-NEXT: prefix.give_up %mode : <i32> leaving %left
// CHECK: prefix.acquire %full[%{{.+}}] parity %{{.+}} paces
// CHECK: prefix.acquire %ready[%{{.+}}] parity %{{.+}} paces
// CHECK: prefix.release %full[%[[SLOT]]] expecting
// CHECK: prefix.copy_in %{{.+}} from %{{.+}} to %{{.+}} releasing %full[%[[SLOT]]]

// Where it looks for totals, the spine knows before it waits for its own tile;
// it gathers them all.
// CHECK: } "spine" 2 {
// CHECK: %[[TAG:.+]], %[[ROW:.+]], %[[MASKS:.+]]:5 = prefix.row %[[TOTALS:.+]] cycle %[[K:.+]] length
// CHECK: prefix.acquire %full[%[[SLOT:.+]]] parity %{{.+}} meanwhile {
// CHECK: %[[ALL:.+]] = prefix.gather %[[TOTALS]](%[[TAG]], %[[ROW]]) masks
// CHECK: %[[BELOW:.+]] = prefix.entries_below %[[TOTALS]] block %{{.+}}(%[[ALL]])
// CHECK: prefix.warp_reduce @add_i32 by @kogge_stone_32
// CHECK: prefix.acquire %carried[%[[SLOT]]]
// CHECK: prefix.store_state %{{.+}} to %seeds[%[[SLOT]]]
// CHECK-NEXT: prefix.release %ready[%[[SLOT]]]
// CHECK: prefix.store_state %{{.+}} to %carries[%[[NEXT:.+]]] : i32
// CHECK-NEXT: prefix.release %carried[%[[NEXT]]]

// The next launch may come once a tile is there. Where the total goes, reducers
// know before they wait.
// CHECK: } "reducers" 8 {
// CHECK: %[[GROUP:.+]], %{{.+}}, %[[THREAD:.+]] = prefix.member from 3 warps 4
// CHECK: %[[TAG:.+]], %[[ENTRY:.+]] = prefix.entry %[[TOTALS:.+]] cycle
// CHECK: prefix.acquire %full[%[[SLOT:.+]]] parity
// CHECK: prefix.copy_rest to
// CHECK: nvvm.griddepcontrol launch_dependents

// A run that the end of the input cuts short goes on with copies of an element,
// and is scanned like any other; no thread walks along it.
// CHECK: prefix.fill %{{.+}} elements %{{.+}} run %c36_i32 size 4 unit 4 by %[[THREAD]] of 128
// CHECK-NOT: prefix.apply
// Whole runs are read and written by 16-byte accesses without a test.
// CHECK: prefix.load_tile @add_i32 %{{.+}}[%{{.+}}] aligned rows 1 items 36 element [i32] : !llvm.ptr<3>
// CHECK: %[[GROUPS:.+]]:2 = prefix.group_scan @add_i32 by @sklansky_4 %totals[
// CHECK: prefix.post %[[GROUPS]]#1 to %[[TOTALS]](%[[TAG]], %[[ENTRY]]) : i32
// CHECK: prefix.store_state %{{.+}} to %prefixes[
// CHECK: prefix.release %ready[%[[SLOT]]]

// CHECK: } "scanners" 8 {
// CHECK: prefix.acquire %ready[%[[SLOT:.+]]] parity
// CHECK: prefix.load_state %seeds[%[[SLOT]]]
// CHECK: prefix.store_tile %{{.+}} to %{{.+}}[%{{.+}}] aligned rows 1 items 36
// What threads stored, the copy engine reads: each of them fences.
// CHECK: nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>
// CHECK: nvvm.barrier id
// CHECK: nvvm.cp.async.bulk.global.shared.cta {{.+}} l2_cache_hint = %c1364590687093260288_i64
// CHECK: prefix.release %empty[%[[SLOT]]]
prefix.scan @sum exclusive @add_i32 : (i32) -> (i32) plan <strategy = one_launch_streaming>
