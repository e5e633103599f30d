// A warp circuit of all rows of a lane is folded over them: lane l has columns l
// and 32 + l, each in a register of its own.
// RUN: scanc-opt %s -scanc-lower=to=plan -prefix-build-kernels -prefix-lower-warp -canonicalize -cse -o %t
// RUN: FileCheck %s --implicit-check-not=prefix.warp_scan --implicit-check-not=prefix.warp_reduce --input-file=%t
// RUN: %python %S/../Inputs/count_ops.py "gpu.shuffle up" "gpu.shuffle idx" prefix.apply < %t | FileCheck %s --check-prefix=COUNT

// The stages of two rows, then the end of the first goes to all columns of the
// second: 5 combines a row, and one; and with the prefixes of the warps and the
// carry four.
// CHECK-LABEL: gpu.func @sklansky_single
// CHECK: %[[X0:.+]] = prefix.thread_reduce
// CHECK: %[[X1:.+]] = prefix.thread_reduce
// CHECK: gpu.shuffle up %[[X0]], %c1_i32
// CHECK: gpu.shuffle up %[[X1]], %c1_i32
// CHECK: %[[LAST:.+]], %{{.+}} = gpu.shuffle idx %[[ROW0:.+]], %c31_i32, %c32_i32 : i32
// CHECK-NEXT: %[[ROW1:.+]] = prefix.apply @add_i32(%[[LAST]], %{{.+}})
// What comes before a column is in the lane below; before column 32, in lane 31.
// CHECK-NEXT: %[[BELOW0:.+]], %[[IS_ABOVE:.+]] = gpu.shuffle up %[[ROW0]], %c1_i32, %c32_i32 : i32
// CHECK-NEXT: arith.select %[[IS_ABOVE]], %[[BELOW0]], %{{.+}} : i32
// CHECK: %[[BELOW1:.+]], %[[IS_ABOVE1:.+]] = gpu.shuffle up %[[ROW1]], %c1_i32, %c32_i32 : i32
// CHECK-NEXT: arith.select %[[IS_ABOVE1]], %[[BELOW1]], %[[LAST]] : i32
// CHECK-NEXT: gpu.shuffle idx %[[ROW1]], %c31_i32, %c32_i32 : i32
// COUNT: sklansky_single: gpu.shuffle up 4, gpu.shuffle idx 10, prefix.apply 15
prefix.scan @sklansky inclusive @add_i32 : (i32) -> (i32)
  plan <strategy = single_block, top = <warps = 2>, tail = <warps = 2, rows = 2, items = 1, warp = sklansky<64>>>

// Three rows, of a width that is no power of two. The reduction keeps of the
// circuit what its last output depends on: five combines of each row and two of
// all; and one of tiles.
// COUNT: brent_kung_reduce: {{.+}} prefix.apply 18
// CHECK-LABEL: gpu.func @brent_kung_scan
// CHECK-COUNT-3: prefix.thread_reduce
// CHECK: gpu.shuffle
// CHECK: prefix.block_scan
prefix.scan @brent_kung inclusive @last : (i32) -> (i32)
  plan <strategy = two_level_streaming,
        reduce = <warps = 2, rows = 3, items = 1, warp = brent_kung<96>>,
        scan = <warps = 2, rows = 3, items = 1, warp = brent_kung<96>>>
prefix.monoid @last identity {
  %z = arith.constant 0 : i32
  prefix.yield %z : i32
} combine (%a: i32), (%b: i32) {
  prefix.yield %b : i32
}
