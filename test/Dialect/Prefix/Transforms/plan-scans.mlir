// What two-level streaming fills in; it is the choice where there are no bulk
// copies.
// RUN: scanc-opt %s -split-input-file -scanc-to-circuit -prefix-plan-scans=arch=sm_80 -o %t.once
// RUN: FileCheck %s --input-file=%t.once
// A complete plan is kept to the letter.
// RUN: scanc-opt %t.once -split-input-file -prefix-plan-scans=strategy=single_block -o %t.twice
// RUN: cmp %t.once %t.twice
// RUN: scanc-opt %s -split-input-file -scanc-to-circuit -prefix-plan-scans=strategy=single_block | FileCheck %s --check-prefix=SINGLE
// RUN: scanc-opt %s -split-input-file -scanc-to-circuit -prefix-plan-scans="strategy=auto arch=sm_80" -o %t.auto
// RUN: cmp %t.once %t.auto

// The fewest elements of four bytes that make 16 are four. The reduction takes
// the shape of the scan, the tail the warps of the top. Only the scan loads a
// tile ahead.
// CHECK-LABEL: prefix.scan @i32
// CHECK-SAME: plan <strategy = two_level_streaming, single_block_up_to = {{[1-9][0-9]*}}, blocks_per_sm = {{[1-9][0-9]*}}, max_blocks = {{[1-9][0-9]*}},
// CHECK-SAME: reduce = <warps = [[WARPS:[0-9]+]], rows = [[ROWS:[0-9]+]], items = 4, stages = 1, thread = @serial_4, warp = @kogge_stone_32, row = @serial_[[ROWS]], block = @kogge_stone_[[WARPS]], mapping = <{{[^>]*}}>>,
// CHECK-SAME: scan = <warps = [[WARPS]], rows = [[ROWS]], items = 4, stages = 2, thread = @serial_4, warp = @kogge_stone_32, row = @serial_[[ROWS]], block = @kogge_stone_[[WARPS]], mapping = <stages = asap, threads = columns, cells = columns, order = natural, layout = plain, access = closed_form, inactive = masked, seed = joined>>,
// CHECK-SAME: top = <warps = [[TOP:[0-9]+]], rows = 1, items = 1, stages = 1, thread = @serial_1, warp = @kogge_stone_32, row = @serial_1, block = @kogge_stone_[[TOP]], mapping = <{{[^>]*}}>>,
// CHECK-SAME: tail = <warps = [[TOP]], rows = 1, items = 4, stages = 1, thread = @serial_4, warp = @kogge_stone_32, row = @serial_1, block = @kogge_stone_[[TOP]], mapping = <{{[^>]*}}>>>{{$}}
// SINGLE-LABEL: prefix.scan @i32
// SINGLE-SAME: plan <strategy = single_block, single_block_up_to = 0,
prefix.scan @i32 inclusive @add_i32 : (i32) -> (i32)

// -----

// Of one byte sixteen.
// CHECK-LABEL: prefix.scan @i8
// CHECK-SAME: scan = <warps = {{[0-9]+}}, rows = {{[0-9]+}}, items = 16, {{[^>]*}}thread = @serial_16,
// CHECK-SAME: top = <warps = [[WARPS:[0-9]+]], rows = 1, items = 1,
// CHECK-SAME: tail = <warps = [[WARPS]], rows = 1, items = 16,
prefix.scan @i8 inclusive @add_i8 : (i8) -> (i8)

// -----

// Bytes that stay in words take fewer registers than bytes that are cut out,
// as those of an extreme with wider outputs are, and those of a run whose
// circuit is not serial.
// CHECK-LABEL: prefix.scan @packed
// CHECK-SAME: blocks_per_sm = 8,
// CHECK-SAME: scan = <warps = 4,
// CHECK-LABEL: prefix.scan @cut_out
// CHECK-SAME: blocks_per_sm = 4,
// CHECK-SAME: scan = <warps = 4,
// CHECK-LABEL: prefix.scan @tree
// CHECK-SAME: blocks_per_sm = 4,
// CHECK-SAME: scan = <warps = 4,
prefix.family @sk16 = sklansky<16>
prefix.scan @packed inclusive @max_i8 : (i8) -> (i8)
prefix.scan @cut_out inclusive @max_i32 : (i8) -> (i32)
prefix.scan @tree inclusive @max_i8 : (i8) -> (i8) plan <thread = @sk16>

// -----

// The bytes are those of the element, the registers those of the state.
// CHECK-LABEL: prefix.scan @widened
// CHECK-SAME: scan = <warps = {{[0-9]+}}, rows = {{[0-9]+}}, items = 16,
prefix.scan @widened inclusive @add_i64 : (ui8) -> (i64)

// -----

// Of eight bytes two.
// CHECK-LABEL: prefix.scan @f64
// CHECK-SAME: scan = <warps = {{[0-9]+}}, rows = {{[0-9]+}}, items = 2,
prefix.scan @f64 inclusive @add_f64 : (f64) -> (f64)

// -----

// Of twelve bytes four, three accesses of 16 bytes.
// CHECK-LABEL: prefix.scan @three
// CHECK-SAME: scan = <warps = {{[0-9]+}}, rows = {{[0-9]+}}, items = 4,
prefix.monoid @add3 identity {
  %e = arith.constant 0 : i32
  prefix.yield %e, %e, %e : i32, i32, i32
} combine (%a: i32, %b: i32, %c: i32), (%d: i32, %e: i32, %f: i32) {
  prefix.yield %a, %b, %c : i32, i32, i32
}
prefix.scan @three inclusive @add3 : (i32, i32, i32) -> (i32, i32, i32)

// -----

// Of 64 bytes one.
// CHECK-LABEL: prefix.scan @widest
// CHECK-SAME: scan = <warps = {{[0-9]+}}, rows = {{[0-9]+}}, items = 1, {{[^>]*}}thread = @serial_1,
// CHECK-SAME: top = <warps = [[WARPS:[0-9]+]], rows = 1, items = 1,
// CHECK-SAME: tail = <warps = [[WARPS]], rows = 1, items = 1,
prefix.monoid @first8 identity {
  %z = arith.constant 0 : i64
  prefix.yield %z, %z, %z, %z, %z, %z, %z, %z : i64, i64, i64, i64, i64, i64, i64, i64
} combine (%a: i64, %b: i64, %c: i64, %d: i64, %e: i64, %f: i64, %g: i64, %h: i64),
          (%j: i64, %k: i64, %l: i64, %m: i64, %n: i64, %o: i64, %p: i64, %q: i64) {
  prefix.yield %a, %b, %c, %d, %e, %f, %g, %h : i64, i64, i64, i64, i64, i64, i64, i64
}
prefix.scan @widest inclusive @first8
    : (i64, i64, i64, i64, i64, i64, i64, i64) -> (i64, i64, i64, i64, i64, i64, i64, i64)

// -----

// What is given stays, and the rest follows it: the reduction takes the scan's
// shape, the tail the top's warps. A strategy that is given is meant for every
// length.
// CHECK-LABEL: prefix.scan @given
// CHECK-SAME: plan <strategy = two_level_streaming, single_block_up_to = 0, blocks_per_sm = 2, max_blocks = 7,
// CHECK-SAME: reduce = <warps = 4, rows = 6, items = 8, {{[^>]*}}thread = @serial_8, warp = @kogge_stone_32, row = @serial_6, block = @kogge_stone_4, mapping = <{{[^>]*}}>>,
// CHECK-SAME: scan = <warps = 4, rows = 6, items = 8, stages = 1, thread = @serial_8, warp = @kogge_stone_32, row = @serial_6, block = @kogge_stone_4, mapping = <{{[^>]*}}>>,
// CHECK-SAME: top = <warps = 2, rows = 1, items = 1, {{.*}}, block = @kogge_stone_2, mapping = <{{[^>]*}}>>,
// CHECK-SAME: tail = <warps = 2, rows = 1, items = 4, {{.*}}, block = @kogge_stone_2, mapping = <{{[^>]*}}>>>{{$}}
// A plan's own strategy wins over the option.
// SINGLE-LABEL: prefix.scan @given
// SINGLE-SAME: plan <strategy = two_level_streaming,
prefix.scan @given inclusive @add_i32 : (i32) -> (i32) plan
  <strategy = two_level_streaming, blocks_per_sm = 2, max_blocks = 7,
   scan = <warps = 4, rows = 6, items = 8, stages = 1>, top = <warps = 2>>

// -----

// CHECK-LABEL: prefix.scan @alone
// CHECK-SAME: plan <strategy = single_block, single_block_up_to = 5,
prefix.scan @alone inclusive @add_i32 : (i32) -> (i32) plan <strategy = single_block, single_block_up_to = 5>

// -----

// A level's circuit serves every kernel it fits, a kernel's own wins.
// CHECK-LABEL: prefix.scan @levels
// CHECK-SAME: reduce = <{{[^>]*}}, thread = @sklansky_4, warp = @sklansky_32, row = @serial_{{[0-9]+}}, block = @bk8, mapping = <{{[^>]*}}>>,
// CHECK-SAME: scan = <{{[^>]*}}, thread = @sklansky_4, warp = @brent_kung_32, row = @serial_{{[0-9]+}}, block = @bk8, mapping = <{{[^>]*}}>>,
// CHECK-SAME: top = <{{[^>]*}}, thread = @serial_1, warp = @sklansky_32, row = @serial_1, block = @kogge_stone_32, mapping = <{{[^>]*}}>>,
// CHECK-SAME: tail = <{{[^>]*}}, thread = @sklansky_4, warp = @sklansky_32, row = @serial_1, block = @kogge_stone_32, mapping = <{{[^>]*}}>>>{{$}}
prefix.family @bk8 = brent_kung<8>
prefix.scan @levels inclusive @add_i32 : (i32) -> (i32) plan
  <thread = sklansky<4>, warp = sklansky<32>, block = @bk8,
   scan = <warps = 8, warp = brent_kung<32>>, top = <warps = 32>>

// -----

// Other attributes and the other parts of a scan are not touched.
// CHECK-LABEL: prefix.scan @kept exclusive reverse @add_i32 init (3 : i32) : (ui8) -> si32 plan <
// CHECK-SAME: attributes {note}{{$}}
prefix.scan @kept exclusive reverse @add_i32 init (3 : i32) : (ui8) -> (si32) attributes {note}

// -----

// An operator of many instructions is better off with longer runs, in which it
// is run less often for each element: two or four times as many.
// CHECK-LABEL: prefix.scan @cheap
// CHECK-SAME: scan = <warps = 8, rows = {{[0-9]+}}, items = 4, {{[^>]*}}thread = @serial_4,
// CHECK-LABEL: prefix.scan @costly
// CHECK-SAME: scan = <warps = {{[0-9]+}}, rows = {{[0-9]+}}, items = [[ITEMS:8|16]], {{[^>]*}}thread = @serial_[[ITEMS]],
// What the author says of a thread's circuit is kept, and so is what he says of
// the items.
// CHECK-LABEL: prefix.scan @costly_thread
// CHECK-SAME: scan = <warps = {{[0-9]+}}, rows = {{[0-9]+}}, items = 4, {{[^>]*}}thread = @sklansky_4,
// CHECK-LABEL: prefix.scan @costly_items
// CHECK-SAME: scan = <warps = {{[0-9]+}}, rows = {{[0-9]+}}, items = 2, {{[^>]*}}thread = @serial_2,
prefix.monoid @cheaper identity {
  %e = arith.constant 0.0 : f32
  prefix.yield %e : f32
} combine (%a: f32), (%b: f32) {
  %c = arith.addf %a, %b : f32
  prefix.yield %c : f32
}
prefix.monoid @log_sum_exp identity {
  %e = arith.constant 0xFF800000 : f32
  prefix.yield %e : f32
} combine (%a: f32), (%b: f32) {
  %high = arith.maxnumf %a, %b : f32
  %da = arith.subf %a, %high : f32
  %db = arith.subf %b, %high : f32
  %ea = math.exp %da : f32
  %eb = math.exp %db : f32
  %sum = arith.addf %ea, %eb : f32
  %log = math.log %sum : f32
  %c = arith.addf %high, %log : f32
  prefix.yield %c : f32
}
prefix.scan @cheap inclusive @cheaper : (f32) -> (f32)
prefix.scan @costly inclusive @log_sum_exp : (f32) -> (f32)
prefix.scan @costly_thread inclusive @log_sum_exp : (f32) -> (f32) plan <thread = sklansky<4>>
prefix.scan @costly_items inclusive @log_sum_exp : (f32) -> (f32) plan <scan = <items = 2>>
