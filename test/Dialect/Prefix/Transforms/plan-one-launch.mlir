// RUN: scanc-opt %s -scanc-lower=to=plan | FileCheck %s

// Sized by bytes: runs of an odd number of 16-byte vectors, about nine, and as
// many tiles as shared memory holds. A run is reduced by a tree and scanned
// serially.
// CHECK: prefix.scan @words
// CHECK-SAME: strategy = one_launch_streaming, single_block_up_to = 0, blocks_per_sm = 1, max_blocks = 160
// CHECK-SAME: reduce = <warps = 4, rows = 1, items = 36, stages = 1, thread = @sklansky_36, warp = @kogge_stone_32, row = @serial_1, block = @sklansky_4
// CHECK-SAME: scan = <warps = 4, rows = 1, items = 36, stages = 11, groups = 2, ahead = 9, thread = @serial_36, warp = @kogge_stone_32
// CHECK-SAME: top = <warps = 2, rows = 1, items = 5, stages = 1, thread = @sklansky_5
prefix.scan @words inclusive @add_i32 : (i32) -> (i32) plan <strategy = one_launch_streaming>
// CHECK: prefix.scan @bytes
// CHECK-SAME: scan = <warps = 4, rows = 1, items = 144, stages = 11,
prefix.scan @bytes inclusive @add_i8 : (i8) -> (i8) plan <strategy = one_launch_streaming>
// CHECK: prefix.scan @doubles
// CHECK-SAME: scan = <warps = 4, rows = 1, items = 18, stages = 11,
prefix.scan @doubles inclusive @add_f64 : (f64) -> (f64) plan <strategy = one_launch_streaming>
// Where one side is narrower, tiles are longer, as long as enough of them fit.
// CHECK: prefix.scan @widening
// CHECK-SAME: scan = <warps = 4, rows = 1, items = 52, stages = 11, groups = 2, ahead = 9,
prefix.scan @widening inclusive @add_i32 : (ui8) -> (ui32) plan <strategy = one_launch_streaming>
// CHECK: prefix.scan @to_doubles
// CHECK-SAME: scan = <warps = 4, rows = 1, items = 26, stages = 11, groups = 2, ahead = 9,
prefix.scan @to_doubles inclusive @add_f64 : (f32) -> (f64) plan <strategy = one_launch_streaming>
// CHECK: prefix.scan @narrowing
// CHECK-SAME: scan = <warps = 4, rows = 1, items = 44, stages = 9, groups = 2, ahead = 7,
prefix.scan @narrowing inclusive @add_i32 : (ui32) -> (ui8) plan <strategy = one_launch_streaming>
// Where a combine is long, tiles are longer, in a ring of the same bytes, so that
// the spine keeps up; but not where a run's states would take more registers.
// CHECK: prefix.scan @dear_doubles
// CHECK-SAME: scan = <warps = 4, rows = 1, items = 22, stages = 9, groups = 2, ahead = 7,
prefix.scan @dear_doubles inclusive @max_f64 : (f64) -> (f64) plan <strategy = one_launch_streaming>
prefix.monoid @mul_mod identity {
  %one = arith.constant 1 : i32
  prefix.yield %one : i32
} combine (%a: i32), (%b: i32) {
  %p = arith.constant 46337 : i32
  %ab = arith.muli %a, %b : i32
  %r = arith.remui %ab, %p : i32
  prefix.yield %r : i32
}
// CHECK: prefix.scan @dear_words
// CHECK-SAME: scan = <warps = 4, rows = 1, items = 44, stages = 9, groups = 2, ahead = 7,
prefix.scan @dear_words inclusive @mul_mod : (i32) -> (i32) plan <strategy = one_launch_streaming>
// CHECK: prefix.scan @dear_halves
// CHECK-SAME: scan = <warps = 4, rows = 1, items = 72, stages = 11, groups = 2, ahead = 9,
prefix.scan @dear_halves inclusive @mul_mod : (ui16) -> (ui16) plan <strategy = one_launch_streaming>
// What is given stays.
// CHECK: prefix.scan @given
// CHECK-SAME: max_blocks = 64
// CHECK-SAME: scan = <warps = 2, rows = 1, items = 8, stages = 5, groups = 3, ahead = 2, thread = @sklansky_8, warp = @sklansky_32
// CHECK-SAME: top = <warps = 1, rows = 1, items = 2,
prefix.scan @given inclusive @add_i32 : (i32) -> (i32)
  plan <strategy = one_launch_streaming, max_blocks = 64, thread = sklansky<8>, warp = sklansky<32>,
        scan = <warps = 2, stages = 5, groups = 3, ahead = 2>, top = <warps = 1, items = 2>>

// A single block takes one tile; where combines are long, by half as many warps.
// CHECK: prefix.scan @one_tile
// CHECK-SAME: single_block_up_to = 2048,
// CHECK-SAME: tail = <warps = 32, rows = 1, items = 2,
prefix.scan @one_tile inclusive @add_f64 : (f64) -> (f64)
// CHECK: prefix.scan @half_the_warps
// CHECK-SAME: single_block_up_to = 4096,
// CHECK-SAME: tail = <warps = 16, rows = 1, items = 8,
prefix.scan @half_the_warps inclusive @mul_mod : (i32) -> (i32)
// CHECK: prefix.scan @given_warps
// CHECK-SAME: tail = <warps = 32, rows = 1, items = 4,
prefix.scan @given_warps inclusive @mul_mod : (i32) -> (i32) plan <strategy = one_launch_streaming, tail = <warps = 32>>
// CHECK: prefix.scan @given_tail
// CHECK-SAME: tail = <warps = 8, rows = 1, items = 4,
prefix.scan @given_tail inclusive @mul_mod : (i32) -> (i32) plan <strategy = one_launch_streaming, tail = <warps = 8, items = 4>>

// Short launches have a kernel of their own, of one tile a block, with runs of
// about five vectors, or one, where combines are long; but not if the plan says
// what the kernel is to be.
// CHECK: prefix.scan @short_runs
// CHECK-SAME: short_reduce = <warps = 4, rows = 1, items = 20, stages = 1, thread = @sklansky_20,
// CHECK-SAME: short_scan = <warps = 4, rows = 1, items = 20, stages = 1, groups = 1, ahead = 1, piece = 4, thread = @serial_20,
prefix.scan @short_runs inclusive @mul_mod : (i32) -> (i32) plan <strategy = one_launch_streaming>
// CHECK: prefix.scan @dear
// CHECK-SAME: scan = <warps = 4, rows = 1, items = 22,
// CHECK-SAME: short_scan = <warps = 4, rows = 1, items = 18, stages = 1, groups = 1, ahead = 1, thread = @serial_18,
prefix.scan @dear inclusive @max_f64 : (f64) -> (f64) plan <strategy = one_launch_streaming>
// CHECK: prefix.scan @quick
// CHECK-SAME: scan = <warps = 4, rows = 1, items = 18,
// CHECK-SAME: short_scan = <warps = 4, rows = 1, items = 18, stages = 1, groups = 1, ahead = 1, thread = @serial_18,
prefix.scan @quick inclusive @add_f64 : (f64) -> (f64) plan <strategy = one_launch_streaming>
// CHECK: prefix.scan @one_kernel
// CHECK-NOT: short_scan
prefix.scan @one_kernel inclusive @mul_mod : (i32) -> (i32) plan <strategy = one_launch_streaming, scan = <items = 44>>
// CHECK: prefix.scan @given_short
// CHECK-SAME: short_reduce = <warps = 2, rows = 1, items = 3,
// CHECK-SAME: short_scan = <warps = 2, rows = 1, items = 3, stages = 1, groups = 1, ahead = 1, thread = @serial_3,
prefix.scan @given_short inclusive @add_i32 : (i32) -> (i32)
  plan <strategy = one_launch_streaming, short_scan = <warps = 2, items = 3>>

// Functions take so long that runs of short launches are shorter.
prefix.monoid @log_add_exp commutative identity {
  %least = arith.constant 0xFF800000 : f32
  prefix.yield %least : f32
} combine (%a: f32), (%b: f32) {
  %0 = math.exp %a : f32
  %1 = math.exp %b : f32
  %2 = arith.addf %0, %1 : f32
  %3 = math.log %2 : f32
  prefix.yield %3 : f32
}
// So many of them take longer than memory does, and more code than a
// multiprocessor keeps: there are more groups, whose threads always go from
// piece to piece.
// CHECK: prefix.scan @very_dear
// CHECK-SAME: single_block_up_to = 4096,
// CHECK-SAME: reduce = <warps = 4, rows = 1, items = 44, stages = 1, piece = 4, thread = @sklansky_4,
// CHECK-SAME: scan = <warps = 4, rows = 1, items = 44, stages = 9, groups = 3, ahead = 7, piece = 4, thread = @serial_4,
// CHECK-SAME: short_reduce = <warps = 8, rows = 1, items = 20, stages = 1, piece = 4, thread = @sklansky_4,
// CHECK-SAME: short_scan = <warps = 8, rows = 1, items = 20, stages = 1, groups = 1, ahead = 1, piece = 4, thread = @serial_4,
prefix.scan @very_dear inclusive @log_add_exp : (f32) -> (f32)

// No more groups where there is no room for their warps, or somebody says what
// the ring is.
// CHECK: prefix.scan @given_block
// CHECK-SAME: strategy = one_launch_streaming,
// CHECK-SAME: scan = <warps = 7, rows = 1, items = 44, {{.*}} groups = 2,
prefix.scan @given_block inclusive @log_add_exp : (f32) -> (f32) plan <block = kogge_stone<7>>
// CHECK: prefix.scan @given_scan_warps
// CHECK-SAME: scan = <warps = 7, {{.*}} groups = 2,
prefix.scan @given_scan_warps inclusive @log_add_exp : (f32) -> (f32)
  plan <strategy = one_launch_streaming, scan = <warps = 7>>
// CHECK: prefix.scan @given_spine
// CHECK-SAME: groups = 2,
prefix.scan @given_spine inclusive @log_add_exp : (f32) -> (f32)
  plan <strategy = one_launch_streaming, top = <warps = 8>>
// CHECK: prefix.scan @given_stages
// CHECK-SAME: stages = 2, groups = 2,
prefix.scan @given_stages inclusive @log_add_exp : (f32) -> (f32)
  plan <strategy = one_launch_streaming, top = <warps = 2>, scan = <stages = 2>>

// Not so where somebody gave a circuit for the runs.
// CHECK: prefix.scan @given_thread
// CHECK-SAME: reduce = <warps = 4, rows = 1, items = 44, stages = 1, thread = @brent_kung_44,
// CHECK-SAME: groups = 3, ahead = 7, piece = 4, thread = @brent_kung_44,
prefix.scan @given_thread inclusive @log_add_exp : (f32) -> (f32)
  plan <strategy = one_launch_streaming, thread = brent_kung<44>>
// CHECK: prefix.scan @given_scan_thread
// CHECK-SAME: reduce = <warps = 4, rows = 1, items = 44, stages = 1, piece = 4, thread = @sklansky_4,
// CHECK-SAME: piece = 4, thread = @brent_kung_44,
prefix.scan @given_scan_thread inclusive @log_add_exp : (f32) -> (f32)
  plan <strategy = one_launch_streaming, scan = <thread = brent_kung<44>>>
// Anybody can have pieces.
// CHECK: prefix.scan @given_pieces
// CHECK-SAME: reduce = <warps = 4, rows = 1, items = 36, stages = 1, piece = 12, thread = @kogge_stone_12,
// CHECK-SAME: groups = 2, ahead = 9, piece = 12, thread = @brent_kung_12,
prefix.scan @given_pieces inclusive @add_i32 : (i32) -> (i32)
  plan <strategy = one_launch_streaming, reduce = <piece = 12, thread = kogge_stone<12>>, scan = <piece = 12, thread = brent_kung<12>>>

// Functions that memory has time for: two groups, and little code.
prefix.monoid @softmax commutative identity {
  %least = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  prefix.yield %least, %zero : f32, f32
} combine (%m0: f32, %s0: f32), (%m1: f32, %s1: f32) {
  %m = arith.maximumf %m0, %m1 : f32
  %d0 = arith.subf %m0, %m : f32
  %d1 = arith.subf %m1, %m : f32
  %e0 = math.exp %d0 : f32
  %e1 = math.exp %d1 : f32
  %p0 = arith.mulf %s0, %e0 : f32
  %p1 = arith.mulf %s1, %e1 : f32
  %s = arith.addf %p0, %p1 : f32
  prefix.yield %m, %s : f32, f32
}
// CHECK: prefix.scan @softmax_scan
// CHECK-SAME: items = 22, stages = 9, groups = 2, ahead = 7, piece = 2, thread = @serial_2,
prefix.scan @softmax_scan inclusive @softmax : (f32, f32) -> (f32, f32)

// Divisions that memory has time for, and whose code is short: runs are whole.
prefix.monoid @sum_mod7 commutative identity {
  %zero = arith.constant 0 : i64
  prefix.yield %zero : i64
} combine (%a: i64), (%b: i64) {
  %p = arith.constant 7 : i64
  %s = arith.addi %a, %b : i64
  %r = arith.remui %s, %p : i64
  prefix.yield %r : i64
}
// CHECK: prefix.scan @short_code
// CHECK-SAME: groups = 2, ahead = 7, piece = 2, thread = @serial_22,
prefix.scan @short_code inclusive @sum_mod7 : (i64) -> (i64)

// CHECK: prefix.scan @never_shorter
// CHECK-SAME: ahead = 7, piece = 44, thread = @serial_44
prefix.scan @never_shorter inclusive @log_add_exp : (f32) -> (f32) plan <strategy = one_launch_streaming, scan = <piece = 44>>
