// One test for each numbered constraint of the types, attributes and
// circuits, and for what their parsers refuse.
// RUN: scanc-opt %s -verify-diagnostics -split-input-file

// expected-error @+1 {{span must satisfy 0 <= first <= last, got <3, 2>}}
prefix.family @span_c1_empty = serial<1> {type = !prefix.span<3, 2>}

// -----

// expected-error @+1 {{span must satisfy 0 <= first <= last, got <-1, 2>}}
prefix.family @span_c1_negative = serial<1> {type = !prefix.span<-1, 2>}

// -----

// expected-error @+1 {{expected ','}}
prefix.family @span_one_bound = serial<1> {type = !prefix.span<1>}

// -----

//===----------------------------------------------------------------------===//
// Family
//===----------------------------------------------------------------------===//

// expected-error @+1 {{unknown circuit family 'hillis_steele'; known families: serial, sklansky, kogge_stone, brent_kung}}
prefix.family @family_c1_name = hillis_steele<8>

// -----

// expected-error @+1 {{width of circuit family 'serial' must be from 1 to 1048576, got 0}}
prefix.family @family_c1_too_narrow = serial<0>

// -----

// expected-error @+1 {{width of circuit family 'serial' must be from 1 to 1048576, got 1048577}}
prefix.family @family_c1_too_wide = serial<1048577>

// -----

// expected-error @+1 {{circuit family 'sklansky' has no parameter 'k'; it takes none}}
prefix.family @family_c1_parameter = sklansky<8, k = 1>

// -----

// expected-error @+1 {{circuit family 'sklansky' has no list [..]; it takes none}}
prefix.family @family_c1_list = sklansky<8, [1, 2, 4]>

// -----

//===----------------------------------------------------------------------===//
// Values that are malformed, each at its place
//===----------------------------------------------------------------------===//

prefix.family @family_value_list = han_carlson<8,
  // expected-error @+1 {{expected an integer as 'l', got a list: a list has no name}}
  l = [1]>

// -----

prefix.family @family_value_fraction = han_carlson<8,
  // expected-error @+1 {{expected an integer as 'l'}}
  l = 2.5>

// -----

prefix.family @family_value_word = han_carlson<8,
  // expected-error @+1 {{expected an integer as 'l', got 'one'}}
  l = one>

// -----

// MLIR's reader of integers takes this for -1.
prefix.family @family_value_true = han_carlson<8,
  // expected-error @+1 {{expected an integer as 'l', got 'true'}}
  l = true>

// -----

prefix.family @family_value_none = han_carlson<8,
  // expected-error @+1 {{expected an integer as 'l'}}
  l = >

// -----

prefix.family @family_list_fraction = knowles<8, [1, 1,
  // expected-error @+1 {{expected an integer of the list [..]}}
  2.5]>

// -----

prefix.family @family_list_word = knowles<8, [1, 1,
  // expected-error @+1 {{expected an integer of the list [..], got 'two'}}
  two]>

// -----

prefix.family @family_width_fraction = serial<
  // expected-error @+1 {{expected an integer as the width}}
  1.5>

// -----

prefix.family @family_expect_fraction = serial<8> expect {
  // expected-error @+1 {{expected an integer as 'size'}}
  size = 7.5}

// -----

prefix.search @search_depth_false = min size width 8 depth <=
  // expected-error @+1 {{expected an integer as the limit, got 'false'}}
  false

// -----

prefix.search @search_width = min size width
  // expected-error @+1 {{expected an integer as the width, got 'eight'}}
  eight

// -----

prefix.compose @compose_width width
  // expected-error @+1 {{expected an integer as the width}}
  "8" {
}

// -----

prefix.scan @plan_fraction inclusive @add_i32 : (i32) -> (i32) plan <scan = <
  // expected-error @+1 {{expected an integer as 'warps'}}
  warps = 4.5>>

// -----

prefix.scan @plan_false inclusive @add_i32 : (i32) -> (i32) plan <
  // expected-error @+1 {{expected an integer as 'single_block_up_to', got 'false'}}
  single_block_up_to = false>

// -----

prefix.scan @mapping_fraction inclusive @add_i32 : (i32) -> (i32) plan <scan = <mapping = <
  // expected-error @+1 {{expected a divisor}}
  layout = pad<32.5>>>>

// -----

//===----------------------------------------------------------------------===//
// Figures
//===----------------------------------------------------------------------===//

// -----

// expected-error @+1 {{width of circuit family 'serial' must be from 1 to 1048576, got -3}}
prefix.family @family_c1_attribute = serial<1> {other = #prefix.family<serial<-3>>}

// -----

// expected-error @+1 {{'l' is given twice}}
prefix.family @family_twice = serial<8, l = 1, l = 2>

// -----

// expected-error @+1 {{'[..]' is given twice}}
prefix.family @family_list_twice = knowles<2, [1], [1]>

// -----

// expected-error @+1 {{circuit family 'serial' has no list [..]; it takes none}}
prefix.family @family_c1_unnamed = serial<8, [1]>

// -----

// expected-error @+1 {{expected size 16, got 17}}
prefix.family @family_expect = knowles<8, [1, 1, 4]> expect {size = 16}

// -----

// Every figure that differs is said, where it is written.
prefix.family @family_expect_two = kogge_stone<8> expect {
  // expected-error @+1 {{expected deficiency -1, got 6}}
  deficiency = -1,
  // expected-error @+1 {{expected width 9, got 8}}
  width = 9,
  depth = 3}

// -----

// An op without a text has one place.
// expected-error @+1 {{expected size 6, got 7}}
"prefix.family"() <{sym_name = "family_expect_place",
  family = #prefix.family<serial<8>>,
  expect = {size = 6}}> : () -> ()

// -----

// expected-error @+1 {{unknown figure 'cost'; expected width, size, depth, stages, max_uses, level_fanout, tracks, deficiency}}
prefix.family @family_expect_unknown = serial<8> expect {cost = 3}

// -----

// expected-error @+1 {{'size' is given twice}}
prefix.family @family_expect_twice = serial<8> expect {size = 7, size = 7}

// -----

// expected-error @+1 {{'prefix.family' op expects an unknown figure 'cost'}}
"prefix.family"() <{sym_name = "family_expect_generic", family = #prefix.family<serial<8>>, expect = {cost = 3}}> : () -> ()

// -----

// expected-error @+1 {{'prefix.family' op 'size' must be an integer of 64 bits, got 7 : i32}}
"prefix.family"() <{sym_name = "family_expect_type", family = #prefix.family<serial<8>>, expect = {size = 7 : i32}}> : () -> ()

// -----

// expected-error @+1 {{expected '<'}}
prefix.family @family_no_width = serial

// -----

// expected-error @+1 {{integer value too large}}
prefix.family @family_overflow = serial<18446744073709551616>

// -----

//===----------------------------------------------------------------------===//
// Skeleton
//===----------------------------------------------------------------------===//

// expected-error @+1 {{'warps' must be 1 to 32, got 33}}
prefix.scan @skeleton_c1_warps inclusive @add_i32 : (i32) -> (i32) plan <scan = <warps = 33>>

// -----

// expected-error @+1 {{'warps' must be at least 1, got 0}}
prefix.scan @skeleton_c1_no_warps inclusive @add_i32 : (i32) -> (i32) plan <scan = <warps = 0>>

// -----

// expected-error @+1 {{'rows' must be at least 1, got 0}}
prefix.scan @skeleton_c1_no_rows inclusive @add_i32 : (i32) -> (i32) plan <scan = <rows = 0>>

// -----

// expected-error @+1 {{'items' must be at least 1, got 0}}
prefix.scan @skeleton_c1_no_items inclusive @add_i32 : (i32) -> (i32) plan <scan = <items = 0>>

// -----

// expected-error @+1 {{'rows' must be 1 to 64, got 65}}
prefix.scan @skeleton_c1_rows inclusive @add_i32 : (i32) -> (i32) plan <reduce = <rows = 65>>

// -----

// expected-error @+1 {{'rows' must be 1 to 64, got -1}}
prefix.scan @skeleton_c1_negative inclusive @add_i32 : (i32) -> (i32) plan <top = <rows = -1>>

// -----

// expected-error @+1 {{'items' must be 1 to 256, got 257}}
prefix.scan @skeleton_c1_items inclusive @add_i32 : (i32) -> (i32) plan <tail = <items = 257>>

// -----

// expected-error @+1 {{'stages' must be at least 1, got 0}}
prefix.scan @skeleton_c1_no_stages inclusive @add_i32 : (i32) -> (i32) plan <scan = <stages = 0>>

// -----

// expected-error @+1 {{'stages' must be 1 to 32, got 33}}
prefix.scan @skeleton_c1_stages inclusive @add_i32 : (i32) -> (i32) plan <scan = <stages = 33>>

// -----

// expected-error @+1 {{'groups' must be 1 to 7, got 8}}
prefix.scan @skeleton_c1_groups inclusive @add_i32 : (i32) -> (i32) plan <scan = <groups = 8>>

// -----

// expected-error @+1 {{'ahead' must be 1 to 4, got 5}}
prefix.scan @skeleton_c1_ahead inclusive @add_i32 : (i32) -> (i32) plan <scan = <stages = 4, ahead = 5>>

// -----

// expected-error @+1 {{'piece' must divide the 10 items, got 4}}
prefix.scan @skeleton_c1_piece inclusive @add_i32 : (i32) -> (i32) plan <scan = <items = 10, piece = 4>>

// -----

// expected-error @+1 {{the thread circuit must have width 12, or 4 for a piece, got serial<6>}}
prefix.scan @skeleton_c2_piece inclusive @add_i32 : (i32) -> (i32) plan <scan = <items = 12, piece = 4, thread = serial<6>>>

// -----

// expected-error @+1 {{'piece' must be 1 to 256, got 300}}
prefix.scan @skeleton_c1_long_piece inclusive @add_i32 : (i32) -> (i32) plan <scan = <piece = 300>>

// -----

// expected-error @+1 {{'items' must be 1 to 256, got 300}}
prefix.family @skeleton_c1_attribute = serial<1> {other = #prefix.skeleton<items = 300>}

// -----

// expected-error @+1 {{the thread circuit must have width 4, got serial<8>}}
prefix.scan @skeleton_c2_thread inclusive @add_i32 : (i32) -> (i32) plan <scan = <items = 4, thread = serial<8>>>

// -----

// expected-error @+1 {{the warp circuit must have width 32, got sklansky<31>}}
prefix.scan @skeleton_c2_warp inclusive @add_i32 : (i32) -> (i32) plan <scan = <warp = sklansky<31>>>

// -----

// expected-error @+1 {{the row circuit must have width 2, got serial<3>}}
prefix.scan @skeleton_c2_row inclusive @add_i32 : (i32) -> (i32) plan <scan = <rows = 2, row = serial<3>>>

// -----

// expected-error @+1 {{the block circuit must have width 8, one column for each warp, or a multiple of 256, one for each run of items, got brent_kung<16>}}
prefix.scan @skeleton_c2_block inclusive @add_i32 : (i32) -> (i32) plan <scan = <block = brent_kung<16>, warps = 8>>

// -----

// expected-error @+1 {{the block circuit must have width 8, one column for each warp, or 512, one for each run of items, got brent_kung<256>}}
prefix.scan @skeleton_c2_runs inclusive @add_i32 : (i32) -> (i32) plan <scan = <block = brent_kung<256>, warps = 8, rows = 2>>

// -----

// expected-error @+1 {{the block circuit must have width 1 to 32, one column for each warp, or a multiple of 96, one for each run of items, got brent_kung<64>}}
prefix.scan @skeleton_c2_rows inclusive @add_i32 : (i32) -> (i32) plan <scan = <block = brent_kung<64>, rows = 3>>

// -----

// expected-error @+1 {{the block circuit must have width 1 to 32, one column for each warp, or a multiple of 32, one for each run of items, got brent_kung<100>}}
prefix.scan @skeleton_c2_open_runs inclusive @add_i32 : (i32) -> (i32) plan <scan = <block = brent_kung<100>>>

// -----

// expected-error @+1 {{the warp circuit must have width 32, or 96 for the runs of all lanes, got sklansky<64>}}
prefix.scan @skeleton_c2_folded inclusive @add_i32 : (i32) -> (i32) plan <scan = <warp = sklansky<64>, rows = 3>>

// -----

// expected-error @+1 {{the block circuit brent_kung<256> scans the runs of all lanes: there is no warp circuit}}
prefix.scan @skeleton_c3_warp inclusive @add_i32 : (i32) -> (i32) plan <scan = <block = brent_kung<256>, warp = sklansky<32>>>

// -----

// expected-error @+1 {{the block circuit brent_kung<256> scans the runs of all lanes: there is no row circuit}}
prefix.scan @skeleton_c3_row inclusive @add_i32 : (i32) -> (i32) plan <scan = <block = brent_kung<256>, row = serial<2>>>

// -----

// expected-error @+1 {{the warp circuit sklansky<64> scans all runs of a warp: there is no row circuit}}
prefix.scan @skeleton_c3_folded inclusive @add_i32 : (i32) -> (i32) plan <scan = <warp = sklansky<64>, row = serial<2>>>

// -----

// expected-error @+1 {{the block circuit must have width 32, got serial<64>}}
prefix.scan @skeleton_c4_block inclusive @add_i32 : (i32) -> (i32) plan <scan = <block = serial<64>, sublists = per_row>>

// -----

// expected-error @+1 {{with sublists the block circuit scans each row: there is no warp circuit}}
prefix.scan @skeleton_c4_warp inclusive @add_i32 : (i32) -> (i32) plan <scan = <warp = serial<32>, sublists = per_row>>

// -----

// expected-error @+1 {{with sublists the block circuit scans each row: there is no row circuit}}
prefix.scan @skeleton_c4_row inclusive @add_i32 : (i32) -> (i32) plan <scan = <row = serial<2>, sublists = per_row>>

// -----

// expected-error @+1 {{expected 'per_row'}}
prefix.scan @skeleton_sublists inclusive @add_i32 : (i32) -> (i32) plan <scan = <sublists = per_column>>

// -----

// expected-error @+1 {{'levels' takes the place of 'thread', got both}}
prefix.scan @skeleton_c5_thread inclusive @add_i32 : (i32) -> (i32) plan <scan = <levels = @tile, thread = @t>>

// -----

// A family fits a level whose width is not given.
prefix.scan @skeleton_c2_open inclusive @add_i32 : (i32) -> (i32) plan <scan = <block = brent_kung<16>>>
prefix.scan @skeleton_c2_open_block inclusive @add_i32 : (i32) -> (i32) plan <scan = <block = brent_kung<256>>>
prefix.scan @skeleton_c2_open_warp inclusive @add_i32 : (i32) -> (i32) plan <scan = <warp = brent_kung<64>>>

// -----

// expected-error @+1 {{'levels' takes the place of 'warp', got both}}
prefix.scan @skeleton_c5 inclusive @add_i32 : (i32) -> (i32) plan <scan = <levels = @tile, warp = @w>>

// -----

// expected-error @+1 {{unknown key 'lanes'; expected warps, rows, items, stages, groups, ahead, piece, ring, cluster, thread, warp, row, block, mapping, sublists, levels}}
prefix.scan @skeleton_key inclusive @add_i32 : (i32) -> (i32) plan <scan = <lanes = 32>>

// -----

// expected-error @+1 {{a circuit of a plan must be a symbol of the module, got @a::@b}}
prefix.scan @skeleton_nested inclusive @add_i32 : (i32) -> (i32) plan <scan = <warp = @a::@b>>

// -----

// expected-error @+1 {{'rows' is given twice}}
prefix.scan @skeleton_twice inclusive @add_i32 : (i32) -> (i32) plan <scan = <rows = 1, rows = 1>>

// -----

//===----------------------------------------------------------------------===//
// Plan
//===----------------------------------------------------------------------===//

// expected-error @+1 {{'single_block_up_to' must not be negative, got -1}}
prefix.scan @plan_c1_single inclusive @add_i32 : (i32) -> (i32) plan <single_block_up_to = -1>

// -----

// expected-error @+1 {{'blocks_per_sm' must be 1 to 32, got 0}}
prefix.scan @plan_c1_no_blocks_per_sm inclusive @add_i32 : (i32) -> (i32) plan <blocks_per_sm = 0>

// -----

// expected-error @+1 {{'blocks_per_sm' must be 1 to 32, got 33}}
prefix.scan @plan_c1_blocks_per_sm inclusive @add_i32 : (i32) -> (i32) plan <blocks_per_sm = 33>

// -----

// expected-error @+1 {{'max_blocks' must be 1 to 2147483647, got 0}}
prefix.scan @plan_c1_no_blocks inclusive @add_i32 : (i32) -> (i32) plan <max_blocks = 0>

// -----

// expected-error @+1 {{'max_blocks' must be 1 to 2147483647, got 2147483648}}
prefix.scan @plan_c1_blocks inclusive @add_i32 : (i32) -> (i32) plan <max_blocks = 2147483648>

// -----

// expected-error @+1 {{'max_blocks' must be 1 to 2147483647, got -1}}
prefix.family @plan_c1_attribute = serial<1> {other = #prefix.plan<max_blocks = -1>}

// -----

// expected-error @+1 {{the warp circuit must have width 32, got kogge_stone<16>}}
prefix.scan @plan_c2 inclusive @add_i32 : (i32) -> (i32) plan <warp = kogge_stone<16>>

// -----

// expected-error @+1 {{'levels' takes the place of 'block', got both}}
prefix.scan @plan_c3 inclusive @add_i32 : (i32) -> (i32) plan <levels = @tile, block = @b>

// -----

// expected-error @+1 {{invalid kind of attribute specified}}
prefix.scan @plan_levels inclusive @add_i32 : (i32) -> (i32) plan <levels = @a::@b>

// -----

// expected-error @+1 {{unknown key 'warps'; expected strategy, single_block_up_to, blocks_per_sm, max_blocks, deterministic, thread, warp, row, block, levels, reduce, scan, top, tail}}
prefix.scan @plan_key inclusive @add_i32 : (i32) -> (i32) plan <warps = 8>

// -----

// expected-error @+1 {{a circuit of a plan must be a symbol of the module, got @a::@b}}
prefix.scan @plan_nested inclusive @add_i32 : (i32) -> (i32) plan <warp = @a::@b>

// -----

// expected-error @+1 {{'warp' is given twice}}
prefix.scan @plan_twice inclusive @add_i32 : (i32) -> (i32) plan <warp = @a, warp = @b>

// -----

// expected-error @+1 {{'deterministic' must be true or false, got 'maybe'}}
prefix.scan @plan_deterministic inclusive @add_i32 : (i32) -> (i32) plan <deterministic = maybe>

// -----

// expected-error @+1 {{decoupled_lookback combines in an order that depends on timing: its plan cannot be deterministic}}
prefix.scan @plan_c4 inclusive @add_i32 : (i32) -> (i32) plan <strategy = decoupled_lookback, deterministic = true>

// -----

// expected-error @+1 {{unknown strategy 'telepathy'; expected single_block, two_level_streaming, scan_then_propagate, reduce_then_scan}}
prefix.scan @plan_strategy inclusive @add_i32 : (i32) -> (i32) plan <strategy = telepathy>

// -----

//===----------------------------------------------------------------------===//
// Attributes of the dialect on other ops
//===----------------------------------------------------------------------===//

// expected-error @+1 {{'prefix.phase' must be the name of a phase}}
module @phase attributes {prefix.phase = 4 : i32} {}

// -----

// expected-error @+1 {{'prefix.rare' takes no value}}
module attributes {prefix.rare = 1} {}

// -----

// expected-error @+1 {{'prefix.launch' must be a #prefix.launch attribute}}
module @launch attributes {prefix.launch = "fast"} {}

// -----

gpu.module @launch_block attributes {prefix.launch = #prefix.launch<
    monoid = "op", commutative = true, idempotent = true, kind = exclusive,
    reverse = true, element = [i32], state = [i32], output = [i32], init = [],
    plan = <>>} {
  gpu.func @right() kernel attributes {known_block_size = array<i32: 1024, 1, 1>} {
    gpu.return
  }
  // expected-error @+1 {{'known_block_size' must be a block of 1 to 1024 threads, got array<i32: -1, 1, 1>}}
  gpu.func @negative() kernel attributes {known_block_size = array<i32: -1, 1, 1>} {
    gpu.return
  }
}

// -----

gpu.module @launch_threads attributes {prefix.launch = #prefix.launch<
    monoid = "op", commutative = true, idempotent = true, kind = exclusive,
    reverse = true, element = [i32], state = [i32], output = [i32], init = [],
    plan = <>>} {
  // expected-error @+1 {{'nvvm.maxntid' must be a block of 1 to 1024 threads, got array<i32: 64, 32, 1>}}
  llvm.func @many() attributes {nvvm.kernel, nvvm.maxntid = array<i32: 64, 32, 1>} {
    llvm.return
  }
}

// -----

gpu.module @launch_extent attributes {prefix.launch = #prefix.launch<
    monoid = "op", commutative = true, idempotent = true, kind = exclusive,
    reverse = true, element = [i32], state = [i32], output = [i32], init = [],
    plan = <>>} {
  // expected-error @+1 {{'nvvm.maxntid' must be a block of 1 to 1024 threads, got array<i32: 2000000000, 1, 1>}}
  llvm.func @long() attributes {nvvm.kernel, nvvm.maxntid = array<i32: 2000000000, 1, 1>} {
    llvm.return
  }
}

// -----

// expected-error @+1 {{'prefix.launch' must list 1 to 8 types as 'element', got 0}}
module @launch_none attributes {prefix.launch = #prefix.launch<
  monoid = "op", commutative = true, idempotent = true, kind = exclusive,
  reverse = true, element = [], state = [i32], output = [i32], init = [],
  plan = <>>} {}

// -----

// expected-error @+1 {{'prefix.launch' must list 1 to 8 types as 'output', got 9}}
module @launch_many attributes {prefix.launch = #prefix.launch<
  monoid = "op", commutative = true, idempotent = true, kind = exclusive,
  reverse = true, element = [i32], state = [i32], output = [i8, i8, i8, i8, i8, i8, i8, i8, i8], init = [],
  plan = <>>} {}

// -----

// expected-error @+1 {{'prefix.launch' must list integers of 1, 8, 16, 32 or 64 bits, f16, bf16, f32 or f64 as 'state', got vector<4xf32>}}
module @launch_type attributes {prefix.launch = #prefix.launch<
  monoid = "op", commutative = true, idempotent = true, kind = exclusive,
  reverse = true, element = [i32], state = [vector<4xf32>], output = [i32], init = [],
  plan = <>>} {}

// -----

// expected-error @+1 {{'prefix.launch' must list integers of 1, 8, 16, 32 or 64 bits, f16, bf16, f32 or f64 as 'element', got 1 : i64}}
module @launch_attribute attributes {prefix.launch = #prefix.launch<
  monoid = "op", commutative = true, idempotent = true, kind = exclusive,
  reverse = true, element = [1], state = [i32], output = [i32], init = [],
  plan = <>>} {}
