// Plans that cannot fit the machine, or name what does not exist.
// RUN: scanc-opt %s -scanc-to-circuit -prefix-plan-scans -verify-diagnostics -split-input-file

// expected-error @+1 {{the plan's warp circuit @nothing does not exist}}
prefix.scan @unknown_default inclusive @add_i32 : (i32) -> (i32) plan <warp = @nothing>

// -----

// expected-error @+1 {{the plan's block circuit @nothing does not exist}}
prefix.scan @unknown inclusive @add_i32 : (i32) -> (i32) plan <top = <block = @nothing>>

// -----

// Named for nothing, as every kernel has its own, but named.
prefix.family @k = kogge_stone<32>
// expected-error @+1 {{the plan's warp circuit @nothing does not exist}}
prefix.scan @unknown_unused inclusive @add_i32 : (i32) -> (i32) plan
  <warp = @nothing, scan = <warp = @k>, reduce = <warp = @k>, top = <warp = @k>, tail = <warp = @k>>

// -----

// expected-note @+2 {{it is a 'prefix.scan'}}
// expected-error @+1 {{the plan's thread circuit @no_circuit is no circuit}}
prefix.scan @no_circuit inclusive @add_i32 : (i32) -> (i32) plan <thread = @no_circuit>

// -----

// expected-note @+1 {{'@k16' is this circuit}}
prefix.family @k16 = kogge_stone<16>
// expected-error @+1 {{the warp circuit of 'scan' must have width 32, got 16}}
prefix.scan @warp_width inclusive @add_i32 : (i32) -> (i32) plan <scan = <warp = @k16>>

// -----

// expected-note @+1 {{'@k16' is this circuit}}
prefix.family @k16 = kogge_stone<16>
// expected-error @+1 {{the block circuit of 'top' must have width 32, got 16}}
prefix.scan @block_width inclusive @add_i32 : (i32) -> (i32) plan <top = <warps = 32, block = @k16>>

// -----

// expected-note @+1 {{'@k3' is this circuit}}
prefix.family @k3 = kogge_stone<3>
// expected-error @+1 {{the thread circuit of 'tail' must have width 4, got 3}}
prefix.scan @thread_width inclusive @add_i32 : (i32) -> (i32) plan <tail = <items = 4, thread = @k3>>

// -----

// expected-note @+1 {{'@k3' is this circuit}}
prefix.family @k3 = kogge_stone<3>
// expected-error @+1 {{the row circuit of 'reduce' must have width 4, got 3}}
prefix.scan @row_width inclusive @add_i32 : (i32) -> (i32) plan <reduce = <rows = 4, row = @k3>>

// -----

prefix.family @k16 = kogge_stone<16>
// expected-error @+1 {{the plan's warp circuit @k16 has width 16, which fits the warp level of no kernel}}
prefix.scan @warp_unused inclusive @add_i32 : (i32) -> (i32) plan <warp = @k16>

// -----

prefix.family @k32 = kogge_stone<32>
// A use at one level is none at another.
// expected-error @+1 {{the plan's block circuit @k32 has width 32, which fits the block level of no kernel}}
prefix.scan @block_unused inclusive @add_i32 : (i32) -> (i32) plan
  <warp = @k32, block = @k32, scan = <warps = 8>, reduce = <warps = 8>, top = <warps = 8>>

// -----

// expected-error @+1 {{the plan of 'scan' cannot fit: 64 rows of 4 items take at least 256 registers a thread, of 255}}
prefix.scan @registers inclusive @add_i32 : (i32) -> (i32) plan
  <scan = <warps = 8, rows = 64, items = 4, stages = 1>, reduce = <rows = 1>>

// -----

// 64-bit values take two registers.
// expected-error @+1 {{the plan of 'reduce' cannot fit: 64 rows of 2 items take at least 256 registers a thread, of 255}}
prefix.scan @wide_registers inclusive @add_i64 : (i64) -> (i64) plan <reduce = <warps = 8, rows = 64, items = 2>>

// -----

// expected-error @+1 {{the plan of 'scan' cannot fit: 1024 threads with at least 128 registers each take 131072, of 65536 on a multiprocessor}}
prefix.scan @register_file inclusive @add_i32 : (i32) -> (i32) plan
  <scan = <warps = 32, rows = 16, items = 8, stages = 1>, reduce = <rows = 1>>

// -----

// expected-error @+1 {{the tile of 'scan' (2688 elements) must be a multiple of that of 'reduce' (1792)}}
prefix.scan @tiles inclusive @add_i32 : (i32) -> (i32) plan <scan = <warps = 7, rows = 3, items = 4>, reduce = <rows = 2>>

// -----

// expected-error @+1 {{'top' and 'tail' run in one block: their warps must agree, got 2 and 4}}
prefix.scan @one_block inclusive @add_i32 : (i32) -> (i32) plan <top = <warps = 2>, tail = <warps = 4>>

// -----

// expected-error @+1 {{'blocks_per_sm' of 9 cannot fit: blocks of 256 threads, at most 2048 threads on a multiprocessor}}
prefix.scan @threads inclusive @add_i32 : (i32) -> (i32) plan <blocks_per_sm = 9, scan = <warps = 8>>

// -----

// expected-error @+1 {{only 'scan' can have more than 1 stage; 'reduce' must have 1}}
prefix.scan @stages inclusive @add_i32 : (i32) -> (i32) plan <reduce = <stages = 2>>

// -----

// The pieces of a composition must fit, as any circuit.
// expected-note @+1 {{'@tile_warp' is this circuit}}
prefix.compose @tile {
  leaf serial<4> on registers
  join kogge_stone<16> on warp via reduce_then_scan
}
// expected-error @+1 {{the warp circuit of 'scan' must have width 32, got 16}}
prefix.scan @levels inclusive @add_i32 : (i32) -> (i32) plan <scan = <items = 4, levels = @tile>>

// -----

// expected-note @+1 {{it is a 'prefix.monoid'}}
prefix.monoid @no_circuit commutative identity {
  %zero = arith.constant 0 : i32
  prefix.yield %zero : i32
} combine (%a: i32), (%b: i32) {
  %sum = arith.addi %a, %b : i32
  prefix.yield %sum : i32
}
// expected-error @+1 {{the plan's block circuit @no_circuit is no circuit}}
prefix.scan @other_symbol inclusive @no_circuit : (i32) -> (i32) plan <block = @no_circuit>

// -----

// Outputs that are read back must hold the states.
// expected-error @+1 {{scan_then_propagate reads its outputs back as states, and output #0, of 'bf16', cannot hold every value of 'f32'; use another strategy, or outputs of the state's type}}
prefix.scan @narrow inclusive @add_f32 : (bf16) -> (bf16) plan <strategy = scan_then_propagate>

// -----

// expected-error @+1 {{output #0, of 'ui8', cannot hold every value of 'i32'}}
prefix.scan @narrow_integer inclusive @add_i32 : (ui8) -> (ui8) plan <strategy = scan_then_propagate>

// -----

// expected-error @+1 {{output #0, of 'bf16', cannot hold every value of 'f16'}}
prefix.scan @other_half inclusive @add_f16 : (f16) -> (bf16) plan <strategy = scan_then_propagate>

// -----

// expected-error @+1 {{output #0, of 'f32', cannot hold every value of 'i8'}}
prefix.scan @other_kind inclusive @add_i8 : (i8) -> (f32) plan <strategy = scan_then_propagate>

// -----

// Tiles are scanned before what comes before them is known, and read back after.
// expected-error @+1 {{scan_then_propagate stores each tile as if nothing came before it, and takes no 'initial', 'final' or 'total'; use another strategy}}
prefix.scan @initial inclusive @add_i32 initial : (i32) -> (i32) plan <strategy = scan_then_propagate>

// -----

// expected-error @+1 {{scan_then_propagate stores each tile as if nothing came before it, and takes no 'initial', 'final' or 'total'; use another strategy}}
prefix.scan @final exclusive @add_i32 final : (i32) -> (i32) plan <strategy = scan_then_propagate>

// -----

// expected-error @+1 {{scan_then_propagate stores each tile as if nothing came before it, and takes no 'initial', 'final' or 'total'; use another strategy}}
prefix.scan @total exclusive @add_i32 total : (i32) -> (i32) plan <strategy = scan_then_propagate>

// -----

// All others take them.
prefix.scan @single inclusive @add_i32 initial final : (i32) -> (i32) plan <strategy = single_block>
prefix.scan @streaming inclusive @add_i32 initial final : (i32) -> (i32) plan <strategy = two_level_streaming>
prefix.scan @reduced inclusive @add_i32 initial final : (i32) -> (i32) plan <strategy = reduce_then_scan>
prefix.scan @one_launch inclusive @add_i32 initial final : (i32) -> (i32) plan <strategy = one_launch_streaming>
prefix.scan @chained inclusive @add_i32 initial final : (i32) -> (i32) plan <strategy = chained>
prefix.scan @lookback inclusive @add_i32 initial final : (i32) -> (i32) plan <strategy = decoupled_lookback>

// -----

// Nothing is read back here, and wider outputs hold states.
prefix.scan @narrow_reduced inclusive @add_f32 : (bf16) -> (bf16) plan <strategy = reduce_then_scan>
prefix.scan @wide inclusive @add_f16 : (f16) -> (f32) plan <strategy = scan_then_propagate>
prefix.scan @wide_integer inclusive @add_i32 : (ui8) -> (ui64) plan <strategy = scan_then_propagate>

// -----

// expected-error @+1 {{'scan' can have 2 stages only where blocks scan one tile after another; in reduce_then_scan it must have 1}}
prefix.scan @stages inclusive @add_i32 : (i32) -> (i32) plan <strategy = reduce_then_scan, scan = <stages = 2>>

// -----

// expected-error @+1 {{chained: 'scan' must have 1 stage, got 2}}
prefix.scan @drawn_stages inclusive @add_i32 : (i32) -> (i32) plan <strategy = chained, scan = <stages = 2>>

// -----

// expected-error @+1 {{decoupled_lookback: a tile has one total: 'scan' can have no sublists}}
prefix.scan @drawn_sublists inclusive @add_i32 : (i32) -> (i32) plan <strategy = decoupled_lookback, scan = <sublists = per_row>>

// -----

// expected-error @+1 {{decoupled_lookback: 'top' must have 1 warp, 1 row, 1 stage and a warp circuit of 32 columns}}
prefix.scan @drawn_top inclusive @add_i32 : (i32) -> (i32) plan <strategy = decoupled_lookback, top = <warps = 2>>

// -----

// expected-error @+1 {{chained: 'top' must have 1 warp, 1 row, 1 stage and a warp circuit of 32 columns}}
prefix.scan @drawn_rows inclusive @add_i32 : (i32) -> (i32) plan <strategy = chained, top = <rows = 2>>

// -----

// expected-error @+1 {{decoupled_lookback: the items of 'top', entries of a look-back a lane, must be a power of two, got 3}}
prefix.scan @drawn_items inclusive @add_i32 : (i32) -> (i32) plan <strategy = decoupled_lookback, top = <items = 3>>

// -----

// expected-error @+1 {{'blocks_per_sm' of 9 cannot fit: blocks of 1024 threads, at most 2048 threads on a multiprocessor}}
prefix.scan @drawn_blocks inclusive @add_i32 : (i32) -> (i32) plan <strategy = chained, blocks_per_sm = 9>

// -----

// Any type of output, and a promise that is kept.
prefix.scan @drawn_narrow inclusive @add_f32 : (bf16) -> (bf16) plan <strategy = chained, deterministic = true>
prefix.scan @drawn_wide exclusive @add_i32 : (ui8) -> (ui64) plan <strategy = decoupled_lookback, deterministic = false>

// -----

// expected-error @+1 {{scan_then_propagate has one total for each tile: 'scan' and 'reduce' can have no sublists}}
prefix.scan @sublists inclusive @add_i32 : (i32) -> (i32) plan
  <strategy = scan_then_propagate, scan = <sublists = per_row>, reduce = <sublists = per_row>>

// -----

// Each block of a fixed grid has a state in the workspace.
// expected-error @+1 {{'max_blocks' of two_level_streaming must be at most 65535, got 65536}}
prefix.scan @blocks inclusive @add_i32 : (i32) -> (i32) plan <strategy = two_level_streaming, max_blocks = 65536>

// -----

// expected-error @+1 {{only 'scan' can have more than 1 stage; 'reduce' must have 1}}
prefix.scan @drawn_reduce inclusive @add_i32 : (i32) -> (i32) plan <strategy = chained, reduce = <stages = 2>>

// -----

// expected-error @+1 {{'tail' scans one list: it can have no sublists}}
prefix.scan @drawn_tail inclusive @add_i32 : (i32) -> (i32)
  plan <strategy = chained, tail = <warps = 2, rows = 2, block = serial<32>, sublists = per_row>>

// -----

// One block has one kernel, with the tail's shape and the top's warps.
// expected-error @+1 {{single_block runs the kernel of 'tail' alone: its plan can say nothing of 'scan'}}
prefix.scan @scan_of_one inclusive @add_i32 : (i32) -> (i32) plan <strategy = single_block, scan = <rows = 2>>

// -----

// expected-error @+1 {{single_block runs the kernel of 'tail' alone: its plan can say nothing of 'reduce'}}
prefix.scan @reduce_of_one inclusive @add_i32 : (i32) -> (i32)
  plan <strategy = single_block, reduce = <warp = sklansky<32>>>
prefix.scan @top_of_one inclusive @add_i32 : (i32) -> (i32) plan <strategy = single_block, top = <warps = 2>>
