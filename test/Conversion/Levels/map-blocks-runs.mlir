// A circuit of all runs of a block, or of the runs of each row, becomes steps of
// threads: with barriers of the block only where warps meet.
// RUN: scanc-opt %s -scanc-lower=to=plan -prefix-build-kernels -prefix-map-blocks -canonicalize -cse -o %t
// RUN: FileCheck %s --implicit-check-not=prefix.block_ --input-file=%t
// RUN: %python %S/../Inputs/count_ops.py gpu.barrier nvvm.bar.warp.sync prefix.get prefix.put < %t | FileCheck %s --check-prefix=COUNT

// Hillis and Steele's scan of one warp: two buffers, one sync a stage. What a
// thread has it keeps; where it does not combine, it passes that by.
// CHECK-LABEL: gpu.func @hillis_steele_single
// CHECK: %[[X:.+]] = prefix.thread_reduce
// CHECK: %[[CELLS:.+]] = prefix.cells @add_i32[64]
// CHECK-NEXT: %[[RESULTS:.+]]:2 = prefix.warp_synchronous @add_i32 warps 1 -> i32, i32 {
// CHECK-NEXT: prefix.put %[[X]] to %[[CELLS]] at <0 + 1 * t>
// CHECK-NEXT: nvvm.bar.warp.sync
// CHECK-NEXT: %[[STAGE1:.+]] = prefix.where <1 to 32> else(%[[X]] : i32) -> i32 {
// CHECK-NEXT: %[[LOW1:.+]] = prefix.get %[[CELLS]] at <-1 + 1 * t>
// CHECK-NEXT: %[[BOTH1:.+]] = prefix.apply @add_i32(%[[LOW1]], %[[X]])
// CHECK-NEXT: prefix.pass %[[BOTH1]] : i32
// CHECK-NEXT: }
// CHECK-NEXT: prefix.put %[[STAGE1]] to %[[CELLS]] at <32 + 1 * t>
// CHECK-NEXT: nvvm.bar.warp.sync
// CHECK-NEXT: %[[STAGE2:.+]] = prefix.where <2 to 32> else(%[[STAGE1]] : i32) -> i32 {
// CHECK-NEXT: prefix.get %[[CELLS]] at <30 + 1 * t>
// CHECK: prefix.put %[[STAGE2]] to %[[CELLS]] at <0 + 1 * t>
// CHECK: prefix.where <4 to 32>
// CHECK: prefix.where <8 to 32>
// CHECK: prefix.where <16 to 32>
// CHECK: nvvm.bar.warp.sync
// CHECK-NEXT: %[[BEFORE:.+]] = prefix.where <1 to 32> else(%{{.+}} : i32) -> i32 {
// CHECK-NEXT: prefix.get %[[CELLS]] at <31 + 1 * t>
// CHECK: %[[TOTAL:.+]] = prefix.get %[[CELLS]] at <63>
// CHECK-NEXT: prefix.pass %[[BEFORE]], %[[TOTAL]]
// CHECK: prefix.apply @add_i32(%{{.+}}, %[[RESULTS]]#0)
// COUNT: hillis_steele_single: gpu.barrier 0, nvvm.bar.warp.sync 6,
prefix.scan @hillis_steele inclusive @add_i32 : (i32) -> (i32)
  plan <strategy = single_block, top = <warps = 1>,
        tail = <warps = 1, rows = 1, items = 1, block = kogge_stone<32>, mapping = <cells = double_buffered>>>

// With identities 16 cells before the first column nobody is told apart until
// the end. In place, so that a sync keeps reads and writes of a stage apart.
// CHECK-LABEL: gpu.func @identities_single
// CHECK: prefix.cells @add_i32[48]
// CHECK-NEXT: prefix.warp_synchronous
// CHECK: prefix.where <0 to 16> {
// CHECK-NEXT: prefix.put %{{.+}} at <0 + 1 * t>
// CHECK-NEXT: }
// CHECK-NEXT: prefix.put %{{.+}} at <16 + 1 * t>
// CHECK-NEXT: nvvm.bar.warp.sync
// CHECK-NEXT: prefix.get %{{.+}} at <15 + 1 * t>
// CHECK-NEXT: prefix.apply
// CHECK-NEXT: nvvm.bar.warp.sync
// CHECK-NEXT: prefix.put %{{.+}} at <16 + 1 * t>
// CHECK-NOT: prefix.where
// CHECK: prefix.get %{{.+}} at <0 + 1 * t>
// CHECK-NEXT: prefix.apply
// CHECK: prefix.where <1 to 32> else
// COUNT: identities_single: gpu.barrier 0,
prefix.scan @identities inclusive @add_i32 : (i32) -> (i32)
  plan <strategy = single_block, top = <warps = 1>,
        tail = <warps = 1, rows = 1, items = 1, block = kogge_stone<32>, mapping = <inactive = identity>>>

// Two warps: stages up to the last read across, and are in place. The last
// reads what warp 0 alone wrote, and has no writes to wait for.
// CHECK-LABEL: gpu.func @kogge_stone_single
// CHECK: prefix.cells @add_i32[64]
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: prefix.put %{{.+}} at <0 + 1 * t>
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: prefix.where <1 to 64>
// CHECK: gpu.barrier
// Only what somebody reads again.
// CHECK-NEXT: prefix.where <1 to 62> {
// CHECK: gpu.barrier
// CHECK-NEXT: prefix.where <2 to 64>
// CHECK: prefix.warp_synchronous @add_i32 warps 1 {
// CHECK-NEXT: prefix.where <16 to 32> {
// CHECK-NEXT: prefix.put
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: prefix.warp_synchronous @add_i32 warps 2 -> i32 {
// CHECK-NEXT: prefix.where <32 to 64> {
// CHECK-NEXT: prefix.get %{{.+}} at <-32 + 1 * t>
// COUNT: kogge_stone_single: gpu.barrier 13, nvvm.bar.warp.sync 1,
prefix.scan @kogge_stone inclusive @add_i32 : (i32) -> (i32)
  plan <strategy = single_block, top = <warps = 2>,
        tail = <warps = 2, rows = 1, items = 1, block = kogge_stone<64>,
                mapping = <threads = columns, layout = plain>>>

// The 32 combines of a stage go to one warp: barriers around it, and syncs
// within.
// CHECK-LABEL: gpu.func @sklansky_single
// CHECK: gpu.barrier
// CHECK-NEXT: prefix.put %{{.+}} at <0 + 1 * t>
// CHECK-NEXT: gpu.barrier
// CHECK-NEXT: prefix.warp_synchronous @add_i32 warps 1 {
// CHECK-NEXT: prefix.where <0 to 32> {
// CHECK-NEXT: prefix.get %{{.+}} at <0 + 2 * t>
// CHECK-NEXT: prefix.get %{{.+}} at <1 + 2 * t>
// CHECK: prefix.get %{{.+}} at <1 + 4 * (t floordiv 2)>
// CHECK-NEXT: prefix.get %{{.+}} at <2 + 1 * t + 2 * (t floordiv 2)>
// CHECK: prefix.get %{{.+}} at <31>
// CHECK-NEXT: prefix.get %{{.+}} at <32 + 1 * t>
// CHECK: gpu.barrier
// CHECK: prefix.where <1 to 64> else(%{{.+}} : i32) -> i32 {
// CHECK-NEXT: prefix.get %{{.+}} at <-1 + 1 * t>
// COUNT: sklansky_single: gpu.barrier 3, nvvm.bar.warp.sync 5, prefix.get 14, prefix.put 7
prefix.scan @sklansky inclusive @add_i32 : (i32) -> (i32)
  plan <strategy = single_block, top = <warps = 2>,
        tail = <warps = 2, rows = 1, items = 1, block = sklansky<64>,
                mapping = <threads = compact, layout = plain>>>

// Rows of 32 columns for two threads of one warp: what a row's thread computed
// is at hand for its next column. The first row is that of its warp's own
// columns, the second that of the other warp's; what thread 1 needs of the first
// it reads before the barrier.
// CHECK-LABEL: gpu.func @rows_single
// CHECK: gpu.barrier
// CHECK-NEXT: %[[READ:.+]] = prefix.warp_synchronous @add_i32 warps 2 -> i32 {
// CHECK-NEXT: prefix.put %[[X:.+]] to
// CHECK-NEXT: nvvm.bar.warp.sync
// CHECK-NEXT: prefix.where <0 to 1> {
// CHECK-NEXT: %[[COLUMN1:.+]] = prefix.get %{{.+}} at <1 + 1 * t>
// CHECK-NEXT: %[[FIRST:.+]] = prefix.apply @add_i32(%[[X]], %[[COLUMN1]])
// CHECK-NEXT: prefix.put %[[FIRST]]
// CHECK-NEXT: %[[COLUMN2:.+]] = prefix.get %{{.+}} at <2 + 1 * t>
// CHECK-NEXT: prefix.apply @add_i32(%[[FIRST]], %[[COLUMN2]])
// CHECK-NOT: gpu.barrier
// CHECK: prefix.put %{{.+}} at <31 + 1 * t>
// CHECK: nvvm.bar.warp.sync
// CHECK-NEXT: prefix.where <1 to 2>
// CHECK-NEXT: prefix.get %{{.+}} at <30 + 1 * t>
// CHECK: gpu.barrier
// CHECK-NEXT: prefix.warp_synchronous @add_i32 warps 1 {
// CHECK-NEXT: prefix.where <1 to 2>
// CHECK-NEXT: %[[COLUMN32:.+]] = prefix.get %{{.+}} at <31 + 1 * t>
// CHECK-NEXT: prefix.apply @add_i32(%[[READ]], %[[COLUMN32]])
// COUNT: rows_single: gpu.barrier 3, nvvm.bar.warp.sync 2, prefix.get 66, prefix.put 64
prefix.scan @rows inclusive @add_i32 : (i32) -> (i32)
  plan <strategy = single_block, top = <warps = 2>,
        tail = <warps = 2, rows = 1, items = 1, block = serial<64>,
                mapping = <threads = rows<32>, layout = plain>>>

// Lane l has columns l and 32 + l, and two instructions of the same threads are
// one region.
// CHECK-LABEL: gpu.func @folded_single
// CHECK: prefix.warp_synchronous @add_i32 warps 1 -> i32, i32, i32 {
// CHECK: prefix.put %[[X0:.+]] to %{{.+}} at <0 + 1 * t>
// CHECK-NEXT: prefix.put %[[X1:.+]] to %{{.+}} at <32 + 1 * t>
// CHECK-NEXT: nvvm.bar.warp.sync
// CHECK-NEXT: prefix.where <1 to 32 step 2> else(%[[X0]], %[[X1]] : i32, i32) -> i32, i32 {
// CHECK-NEXT: prefix.get %{{.+}} at <-1 + 1 * t>
// CHECK-NEXT: prefix.apply
// CHECK-NEXT: prefix.get %{{.+}} at <31 + 1 * t>
// CHECK-NEXT: prefix.apply
// CHECK: prefix.where <2 to 32 bit 1>
// COUNT: folded_single: gpu.barrier 0,
prefix.scan @folded inclusive @add_i32 : (i32) -> (i32)
  plan <strategy = single_block, top = <warps = 1>,
        tail = <warps = 1, rows = 2, items = 1, block = sklansky<64>, mapping = <threads = columns, layout = plain>>>

// Four lists in two warps, which never meet. A list has a total of its own, in
// the lanes of its warp.
// CHECK-LABEL: gpu.func @sublists_reduce
// CHECK: prefix.cells @add_i32[128]
// CHECK-NEXT: prefix.warp_synchronous @add_i32 warps 2 -> i32, i32 {
// CHECK: prefix.put %{{.+}} at <0 + 1 * t + 32 * (t floordiv 32)>
// CHECK-NEXT: prefix.put %{{.+}} at <32 + 1 * t + 32 * (t floordiv 32)>
// CHECK: prefix.where <1 to 64 step 2> else
// CHECK-NEXT: prefix.get %{{.+}} at <-1 + 1 * t + 32 * (t floordiv 32)>
// CHECK: %[[TOTAL0:.+]] = prefix.get %{{.+}} at <31 + 64 * (t floordiv 32)>
// CHECK-NEXT: %[[TOTAL1:.+]] = prefix.get %{{.+}} at <63 + 64 * (t floordiv 32)>
// CHECK-NEXT: prefix.pass %[[TOTAL0]], %[[TOTAL1]]
// One thread for each list: all four are in warp 0.
// CHECK-LABEL: gpu.func @sublists_scan
// CHECK: prefix.cells @add_i32[128]
// CHECK: gpu.barrier
// CHECK-NEXT: prefix.warp_synchronous @add_i32 warps 1 {
// CHECK: prefix.where <0 to 4>
// CHECK-NEXT: prefix.get %{{.+}} at <0 + 32 * t>
// CHECK-NEXT: prefix.get %{{.+}} at <1 + 32 * t>
// CHECK: gpu.barrier
// CHECK: prefix.where <1 to 64 mask 0xfffffffe> else
// CHECK-NEXT: prefix.get %{{.+}} at <-1 + 1 * t + 32 * (t floordiv 32)>
// CHECK-NEXT: prefix.get %{{.+}} at <31 + 1 * t + 32 * (t floordiv 32)>
// COUNT: sublists_reduce: gpu.barrier 0,
// COUNT: sublists_scan: gpu.barrier 2,
prefix.scan @sublists exclusive @add_i32 : (i32) -> (i32)
  plan <strategy = two_level_streaming, top = <warps = 1>, tail = <warps = 1>,
        reduce = <warps = 2, rows = 2, items = 1, block = kogge_stone<32>, sublists = per_row,
                  mapping = <threads = columns, layout = plain>>,
        scan = <warps = 2, rows = 2, items = 1, block = serial<32>, sublists = per_row,
                mapping = <threads = rows<32>, layout = plain>>>
