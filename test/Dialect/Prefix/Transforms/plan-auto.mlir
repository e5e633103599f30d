// Where nobody names a strategy, one launch does the scan if the architecture
// has bulk copies and shared memory for their tiles, and if the plan leaves it the
// choice; else two levels do.
// RUN: scanc-opt %s -scanc-to-circuit -prefix-plan-scans -o %t.default
// RUN: FileCheck %s --input-file=%t.default
// RUN: scanc-opt %s -scanc-to-circuit -prefix-plan-scans=strategy=auto -o %t.auto
// RUN: cmp %t.default %t.auto
// RUN: scanc-opt %s -scanc-to-circuit -prefix-plan-scans=arch=sm_90a -o %t.90a
// RUN: cmp %t.default %t.90a
// RUN: scanc-opt %s -scanc-to-circuit -prefix-plan-scans=arch=sm_100 -o %t.100
// RUN: FileCheck %s --check-prefix=LATER --input-file=%t.100
// LATER: prefix.scan @unsaid inclusive @add_i32 : (i32) -> i32 plan <strategy = one_launch_streaming,
// RUN: scanc-opt %s -scanc-to-circuit -prefix-plan-scans=arch=sm_80 | FileCheck %s --check-prefix=OLD --implicit-check-not="strategy = one_launch"
// RUN: scanc-opt %s -scanc-to-circuit -prefix-plan-scans=arch=sm_120 | FileCheck %s --check-prefix=OLD --implicit-check-not="strategy = one_launch"
// What is chosen for an architecture that has bulk copies compiles, all of it.
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: scanc %s --emit=ptx -o %t.d/all
// RUN: FileCheck %s --check-prefix=PTX --input-file=%t.d/all.ptx
// RUN: FileCheck %s --check-prefix=PTX-TWO --input-file=%t.d/all_widest.ptx
// RUN: scanc %s --scan=unsaid --arch=sm_80 --emit=ptx -o - | FileCheck %s --check-prefix=PTX-80
// PTX: .target sm_90
// PTX: .visible .entry all_stream(
// PTX-TWO: .visible .entry all_widest_reduce(
// PTX-80: .target sm_80
// PTX-80: .visible .entry unsaid_reduce(
// What is given is not overruled.
// RUN: scanc-opt %t.default -prefix-plan-scans -o %t.kept
// RUN: cmp %t.default %t.kept

// RUN: not scanc-opt %s -scanc-to-circuit -prefix-plan-scans=arch=hopper -o %t.none 2>&1 | FileCheck %s --check-prefix=ARCH -DARCH=hopper
// RUN: not scanc-opt %s -scanc-to-circuit -prefix-plan-scans=arch=sm_ -o %t.none 2>&1 | FileCheck %s --check-prefix=ARCH -DARCH=sm_
// RUN: not scanc-opt %s -scanc-to-circuit -prefix-plan-scans=arch=sm_90xy -o %t.none 2>&1 | FileCheck %s --check-prefix=ARCH -DARCH=sm_90xy
// ARCH: error: unknown architecture '[[ARCH]]'; expected sm_80, sm_86, sm_89, sm_90, sm_100, sm_103, sm_120, sm_121

// One block up to a tile of its own.
// CHECK-LABEL: prefix.scan @unsaid
// CHECK-SAME: plan <strategy = one_launch_streaming, single_block_up_to = 4096, blocks_per_sm = 1, max_blocks = 160,
// CHECK-SAME: tail = <warps = 32, rows = 1, items = 4,
// OLD-LABEL: prefix.scan @unsaid
// OLD-SAME: plan <strategy = two_level_streaming, single_block_up_to = 16384,
prefix.scan @unsaid inclusive @add_i32 : (i32) -> (i32)

// Circuits of threads, warps and blocks that it can have.
// CHECK-LABEL: prefix.scan @circuits
// CHECK-SAME: plan <strategy = one_launch_streaming,
// CHECK-SAME: scan = <warps = 3, rows = 1, items = 8, stages = 11, groups = 2, ahead = 9, thread = @sklansky_8, warp = @brent_kung_32, row = @serial_1, block = @serial_3,
// OLD-LABEL: prefix.scan @circuits
prefix.scan @circuits inclusive @add_i32 : (i32) -> (i32)
  plan <thread = sklansky<8>, warp = brent_kung<32>, block = serial<3>>

// What shapes the single block's kernel shapes that alone.
// CHECK-LABEL: prefix.scan @tail
// CHECK-SAME: plan <strategy = one_launch_streaming, single_block_up_to = 256,
// CHECK-SAME: tail = <warps = 2, rows = 1, items = 4,
// CHECK-LABEL: prefix.scan @up_to
// CHECK-SAME: plan <strategy = one_launch_streaming, single_block_up_to = 77,
prefix.scan @tail inclusive @add_i32 : (i32) -> (i32) plan <tail = <warps = 2>>
prefix.scan @up_to inclusive @add_i32 : (i32) -> (i32) plan <single_block_up_to = 77>

// Kernels that somebody shaped, numbers of blocks that somebody chose.
// CHECK-LABEL: prefix.scan @shaped_scan
// CHECK-SAME: plan <strategy = two_level_streaming,
// CHECK-LABEL: prefix.scan @shaped_reduce
// CHECK-SAME: plan <strategy = two_level_streaming,
// CHECK-LABEL: prefix.scan @shaped_top
// CHECK-SAME: plan <strategy = two_level_streaming,
// CHECK-LABEL: prefix.scan @max_blocks
// CHECK-SAME: plan <strategy = two_level_streaming,
// CHECK-LABEL: prefix.scan @blocks_per_sm
// CHECK-SAME: plan <strategy = two_level_streaming,
prefix.scan @shaped_scan inclusive @add_i32 : (i32) -> (i32) plan <scan = <rows = 2>>
prefix.scan @shaped_reduce inclusive @add_i32 : (i32) -> (i32) plan <reduce = <warp = sklansky<32>>>
prefix.scan @shaped_top inclusive @add_i32 : (i32) -> (i32) plan <top = <warps = 16>>
prefix.scan @max_blocks inclusive @add_i32 : (i32) -> (i32) plan <max_blocks = 99>
prefix.scan @blocks_per_sm inclusive @add_i32 : (i32) -> (i32) plan <blocks_per_sm = 2>

// Circuits of rows and of all runs of a block, and more warps than a block of
// four groups has.
// CHECK-LABEL: prefix.scan @block_wide
// CHECK-SAME: plan <strategy = two_level_streaming,
// CHECK-SAME: block = @kogge_stone_512,
// CHECK-LABEL: prefix.scan @rows
// CHECK-SAME: plan <strategy = two_level_streaming,
// CHECK-SAME: row = @sklansky_3,
// CHECK-LABEL: prefix.scan @seven_warps
// CHECK-SAME: plan <strategy = one_launch_streaming,
// CHECK-LABEL: prefix.scan @eight_warps
// CHECK-SAME: plan <strategy = two_level_streaming,
// CHECK-SAME: scan = <warps = 8,
prefix.scan @block_wide inclusive @add_i32 : (i32) -> (i32) plan <block = kogge_stone<512>>
prefix.scan @rows inclusive @add_i32 : (i32) -> (i32) plan <row = sklansky<3>>
prefix.scan @seven_warps inclusive @add_i32 : (i32) -> (i32) plan <block = brent_kung<7>>
prefix.scan @eight_warps inclusive @add_i32 : (i32) -> (i32) plan <block = brent_kung<8>>

// Narrow elements of a wide state: as many as take 160 registers at most.
prefix.monoid @first3 identity {
  %z = arith.constant 0 : i64
  prefix.yield %z, %z, %z : i64, i64, i64
} combine (%a: i64, %b: i64, %c: i64), (%d: i64, %e: i64, %f: i64) {
  prefix.yield %a, %b, %c : i64, i64, i64
}
// CHECK-LABEL: prefix.scan @narrow
// CHECK-SAME: plan <strategy = one_launch_streaming,
// CHECK-SAME: scan = <warps = 4, rows = 1, items = 16,
// OLD-LABEL: prefix.scan @narrow
prefix.scan @narrow inclusive @first3 : (ui8, ui8, ui8) -> (ui8, ui8, ui8)

// A combine of larger states finds no registers, and runs of more elements no
// shared memory.
prefix.monoid @first8 identity {
  %z = arith.constant 0 : i64
  prefix.yield %z, %z, %z, %z, %z, %z, %z, %z : i64, i64, i64, i64, i64, i64, i64, i64
} combine (%a: i64, %b: i64, %c: i64, %d: i64, %e: i64, %f: i64, %g: i64, %h: i64),
          (%j: i64, %k: i64, %l: i64, %m: i64, %n: i64, %o: i64, %p: i64, %q: i64) {
  prefix.yield %a, %b, %c, %d, %e, %f, %g, %h : i64, i64, i64, i64, i64, i64, i64, i64
}
// CHECK-LABEL: prefix.scan @widest
// CHECK-SAME: plan <strategy = two_level_streaming,
prefix.scan @widest inclusive @first8
  : (i64, i64, i64, i64, i64, i64, i64, i64) -> (i64, i64, i64, i64, i64, i64, i64, i64)
// CHECK-LABEL: prefix.scan @long_runs
// CHECK-SAME: plan <strategy = two_level_streaming,
// CHECK-SAME: items = 120,
prefix.scan @long_runs inclusive @add_i32 : (ui8) -> (ui64) plan <thread = serial<120>>

// One launch can do this one; somebody wants two levels.
// CHECK-LABEL: prefix.scan @named
// CHECK-SAME: plan <strategy = two_level_streaming, single_block_up_to = 0,
// OLD-LABEL: prefix.scan @named
prefix.scan @named inclusive @add_i32 : (i32) -> (i32) plan <strategy = two_level_streaming>
