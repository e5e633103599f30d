// RUN: scanc-opt %s --prefix-link-prelude --prefix-expand-circuits --prefix-plan-scans --prefix-build-kernels=skeleton=in | FileCheck %s --check-prefixes=CHECK,IN
// RUN: scanc-opt %s --prefix-link-prelude --prefix-expand-circuits --prefix-plan-scans --prefix-build-kernels=skeleton=in_out | FileCheck %s --check-prefixes=CHECK,OUT

// Each plan's skeleton is one kernel, of the scan kernel's blocks: it moves what
// the scan moves, and combines nothing but, where it only reads, what keeps the
// reads alive.

// CHECK-LABEL: gpu.module @plain
// CHECK: gpu.func @plain_scan({{.*}}) kernel attributes {known_block_size = array<i32: 64, 1, 1>
// CHECK: prefix.load_tile
// CHECK: scf.for
// CHECK: prefix.load_tile
// OUT-NOT: thread_reduce
// OUT: prefix.store_tile
// OUT-NOT: prefix.
// IN: prefix.thread_reduce
// IN: prefix.warp_reduce
// IN-NOT: prefix.block_
// CHECK: gpu.return
// CHECK-NOT: gpu.func
prefix.scan @plain exclusive @add_i32 : (i32) -> (i32) plan <strategy = two_level_streaming, scan = <warps = 2, rows = 2, items = 4, stages = 2>>

// CHECK-LABEL: gpu.module @bulk
// CHECK: gpu.func @bulk_stream({{.*}}) kernel attributes {known_block_size = array<i32: 352, 1, 1>
// CHECK: prefix.copy_in
// OUT-NOT: prefix.{{load_tile|apply|thread_|warp_}}
// OUT: nvvm.cp.async.bulk.global.shared.cta
// IN-NOT: nvvm.cp.async.bulk.global.shared.cta
// IN: prefix.load_tile
// CHECK: gpu.return
// CHECK-NOT: gpu.func
prefix.scan @bulk exclusive @add_i32 : (i32) -> (i32) plan <strategy = one_launch_streaming, scan = <warps = 2, items = 12, stages = 4, groups = 2, ahead = 1>>
