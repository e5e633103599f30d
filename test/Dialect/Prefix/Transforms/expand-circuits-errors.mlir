// What is wrong with circuits and shows only when they are built.
// RUN: scanc-opt %s -prefix-expand-circuits -verify-diagnostics -split-input-file

// expected-error @+1 {{expected size 11, got 10}}
prefix.search @search_expect = min size width 8 depth <= 4 expect {size = 11}

// -----

// expected-error-re @+1 {{{{.*}}depth{{.*}}}}
prefix.search @search_none = min size width 8 depth <= 2

// -----

prefix.compose @compose_expect {
  leaf serial<2>
  join serial<2> via scan_then_propagate
// expected-error @+1 {{expected depth 3, got 2}}
} expect {size = 4, depth = 3}

// -----

// A part that is wrong is said once, where it is.
prefix.compose @compose_part {
  leaf @part
}
// expected-error @+1 {{expected size 3, got 4}}
prefix.search @part = min size width 4 depth <= 2 expect {size = 3}

// -----

//===----------------------------------------------------------------------===//
// Overlaps
//===----------------------------------------------------------------------===//

// expected-note @+1 {{'@last' is not declared idempotent}}
prefix.monoid @last identity {
  %e = arith.constant 0 : i32
  prefix.yield %e : i32
} combine (%low: i32), (%high: i32) {
  prefix.yield %high : i32
}
// expected-error @+1 {{circuit '@knowles_8_1_1_4' combines 0..3 with 1..4, which overlap: the monoid must be idempotent}}
prefix.scan @overlap_family inclusive @last : (i32) -> (i32) plan <block = knowles<8, [1, 1, 4]>>

// -----

// expected-note @+1 {{'@last' is not declared idempotent}}
prefix.monoid @last identity {
  %e = arith.constant 0 : i32
  prefix.yield %e : i32
} combine (%low: i32), (%high: i32) {
  prefix.yield %high : i32
}
prefix.circuit @twice(%x0, %x1) idempotent {
  %a = combine %x0, %x0
  %b = combine %a, %x1
  yield %x0, %b
}
// expected-error @+1 {{circuit '@twice' combines 0..0 with 0..0, which overlap: the monoid must be idempotent}}
prefix.scan @overlap_symbol inclusive @last : (i32) -> (i32) plan <top = <row = @twice>>

// -----

//===----------------------------------------------------------------------===//
// Levels
//===----------------------------------------------------------------------===//

// expected-error @+1 {{the plan's levels @nothing do not exist}}
prefix.scan @levels_unknown inclusive @add_i32 : (i32) -> (i32) plan <levels = @nothing>

// -----

// expected-note @+1 {{it is a 'prefix.family'}}
prefix.family @k = serial<4>
// expected-error @+1 {{the plan's levels @k must be a 'prefix.compose'}}
prefix.scan @levels_kind inclusive @add_i32 : (i32) -> (i32) plan <scan = <levels = @k>>

// -----

prefix.compose @tile {
  leaf serial<4> on registers
  // expected-error @+1 {{expected 'on registers', 'on warp' or 'on shared' at each level of a plan, got none}}
  join serial<8> via reduce_then_scan
}
// expected-note @+1 {{the plan of this scan names its levels}}
prefix.scan @levels_place inclusive @add_i32 : (i32) -> (i32) plan <levels = @tile>

// -----

prefix.compose @tile {
  leaf serial<4> on shared
  // expected-error @+1 {{a level on registers must be below the others, got one above 'shared'}}
  join serial<8> on registers via reduce_then_scan
}
// expected-note @+1 {{the plan of this scan names its levels}}
prefix.scan @levels_order inclusive @add_i32 : (i32) -> (i32) plan <levels = @tile>

// -----

prefix.compose @tile {
  leaf serial<4> on registers
  // expected-error @+1 {{kernels join registers to the level above via reduce_then_scan, got scan_then_propagate}}
  join kogge_stone<32> on warp via scan_then_propagate
}
// expected-note @+1 {{the plan of this scan names its levels}}
prefix.scan @levels_registers inclusive @add_i32 : (i32) -> (i32) plan <levels = @tile>

// -----

prefix.compose @tile {
  leaf kogge_stone<32> on warp
  // expected-error @+1 {{kernels join a warp to the level above via scan_then_propagate, got reduce_then_scan}}
  join serial<4> on shared via reduce_then_scan
}
// expected-note @+1 {{the plan of this scan names its levels}}
prefix.scan @levels_warp inclusive @add_i32 : (i32) -> (i32) plan <levels = @tile>

// -----

// One item a thread where no level is on registers.
prefix.compose @tile {
  leaf kogge_stone<32> on warp
}
// expected-error @+1 {{the thread circuit must have width 4, got serial<1>}}
prefix.scan @levels_items inclusive @add_i32 : (i32) -> (i32) plan <scan = <items = 4, levels = @tile>>
