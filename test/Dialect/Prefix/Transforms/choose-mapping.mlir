// What a plan leaves open of how a block runs its circuit is chosen by its cost;
// what it says is kept.
// RUN: scanc-opt %s -split-input-file -scanc-to-circuit -prefix-plan-scans=strategy=two_level_streaming -o %t.once
// RUN: FileCheck %s --input-file=%t.once
// A complete plan is kept to the letter.
// RUN: scanc-opt %t.once -split-input-file -prefix-plan-scans -o %t.twice
// RUN: cmp %t.once %t.twice

// A block-wide circuit takes the place of warp and row; as many warps as there
// can be, and as many in 'top', which runs in the same block.
// Kogge and Stone's has a combine for almost every thread in each stage: each
// column is its thread's own, and neighbours read neighbours.
// CHECK-LABEL: prefix.scan @kogge_stone
// CHECK-SAME: top = <warps = 16,
// CHECK-SAME: tail = <warps = 16, rows = 1, items = 4, stages = 1, thread = @serial_4, block = @kogge_stone_512, mapping = <stages = asap, threads = columns, cells = columns, order = natural, layout = plain, access = closed_form, inactive = masked, seed = joined>>>
prefix.scan @kogge_stone inclusive @add_i32 : (i32) -> (i32) plan <tail = <block = kogge_stone<512>>>

// -----

// Two sweeps of few combines at strides of powers of two: level by level, by the
// first threads, with padding against the conflicts.
// CHECK-LABEL: prefix.scan @brent_kung
// CHECK-SAME: tail = <warps = 32, rows = 1, {{[^>]*}}block = @brent_kung_1024, mapping = <stages = levels, threads = compact, cells = columns, order = natural, layout = pad<32>, access = closed_form, inactive = masked, seed = joined>>>
prefix.scan @brent_kung inclusive @add_i32 : (i32) -> (i32) plan <tail = <block = brent_kung<1024>>>

// -----

// A circuit without stages of its author's has no levels to go by.
// CHECK-LABEL: prefix.scan @serial
// CHECK-SAME: tail = <{{[^>]*}}mapping = <stages = asap, threads = compact, cells = columns, order = natural, layout = plain,
prefix.scan @serial inclusive @add_i32 : (i32) -> (i32) plan <tail = <block = serial<64>>>

// -----

// Half of Sklansky's columns combine in a stage. Dealt to half of the warps they
// take half of the instructions, and more barriers: worth it for an operator
// that is expensive.
// CHECK-LABEL: prefix.scan @cheap
// CHECK-SAME: tail = <{{[^>]*}}block = @sklansky_128, mapping = <stages = asap, threads = columns,
prefix.scan @cheap inclusive @add_i32 : (i32) -> (i32) plan
  <tail = <items = 1, block = sklansky<128>>, reduce = <warps = 4>, scan = <warps = 4>>
// CHECK-LABEL: prefix.scan @expensive
// CHECK-SAME: tail = <{{[^>]*}}block = @sklansky_128, mapping = <stages = asap, threads = compact,
prefix.scan @expensive inclusive @powers : (i32) -> (i32) plan
  <tail = <items = 1, block = sklansky<128>>, reduce = <warps = 4>, scan = <warps = 4>>
prefix.monoid @powers identity {
  %zero = arith.constant 0 : i32
  prefix.yield %zero : i32
} combine (%a: i32), (%b: i32) {
  // Not a monoid, for its cost alone.
  %1 = arith.remui %a, %b : i32
  %2 = arith.remui %1, %a : i32
  %3 = arith.remui %2, %1 : i32
  %4 = arith.remui %3, %2 : i32
  prefix.yield %4 : i32
}

// -----

// What is given stays, and the rest is chosen around it.
// CHECK-LABEL: prefix.scan @given
// CHECK-SAME: reduce = <warps = 4, rows = 2, {{[^>]*}}block = @brent_kung_256, mapping = <stages = asap, threads = rows<8>, cells = columns, order = bit_reversed, layout = {{plain|pad<[0-9, ]+>}}, access = table, inactive = masked, seed = joined>>
// CHECK-SAME: scan = <warps = 4, rows = 2, {{[^>]*}}block = @blelloch_256, mapping = <stages = {{asap|levels}}, threads = columns, cells = columns, order = alternate_reversed<16>, layout = pad<8, 64>, access = closed_form, inactive = masked, seed = first>>
// CHECK-SAME: tail = <{{[^>]*}}block = @kogge_stone_64, mapping = <stages = asap, threads = columns, cells = columns, order = natural, layout = plain, access = closed_form, inactive = identity, seed = joined>>>
prefix.scan @given inclusive @add_i32 : (i32) -> (i32) plan
  <reduce = <warps = 4, rows = 2, block = brent_kung<256>,
             mapping = <stages = asap, threads = rows<8>, order = bit_reversed, access = table>>,
   scan = <warps = 4, rows = 2, block = blelloch<256>,
           mapping = <threads = columns, order = alternate_reversed<16>, layout = pad<8, 64>, seed = first>>,
   tail = <warps = 2, rows = 1, block = kogge_stone<64>, mapping = <inactive = identity, layout = plain>>>

// -----

// A row for a thread: 32 threads that read every eighth cell. Padded, no two of
// them meet in a bank.
// CHECK-LABEL: prefix.scan @rows
// CHECK-SAME: tail = <warps = 8, rows = 1, {{[^>]*}}mapping = <stages = levels, threads = rows<8>, cells = columns, order = natural, layout = pad<{{8|32}}>,
prefix.scan @rows inclusive @add_i32 : (i32) -> (i32) plan
  <tail = <block = @rows_of_8, mapping = <threads = rows<8>>>>
prefix.compose @rows_of_8 {
  leaf serial<8>
  join kogge_stone<32> via scan_then_propagate
}

// -----

// A circuit of warps is run by the lanes of one: nothing to deal, and too few
// cells to pad.
// CHECK-LABEL: prefix.scan @warps
// CHECK-SAME: scan = <warps = 8, {{[^>]*}}block = @brent_kung_8, mapping = <stages = asap, threads = columns, cells = columns, order = natural, layout = plain, access = closed_form, inactive = masked, seed = joined>>
prefix.scan @warps inclusive @add_i32 : (i32) -> (i32) plan <scan = <warps = 8, block = brent_kung<8>>>

// -----

// A warp circuit of all rows of a lane takes the place of row, and says how many
// there are; as many have the reduction's tiles.
// CHECK-LABEL: prefix.scan @folded
// CHECK-SAME: reduce = <warps = [[WARPS:[0-9]+]], rows = 2, {{[^>]*}}warp = @kogge_stone_32, row = @serial_2,
// CHECK-SAME: scan = <warps = [[WARPS]], rows = 2, items = 4, stages = 2, thread = @serial_4, warp = @sklansky_64, block = @kogge_stone_[[WARPS]],
prefix.scan @folded inclusive @add_i32 : (i32) -> (i32) plan <scan = <warp = sklansky<64>>>

// -----

// Warps and rows follow the width of the block's circuit: what is given of the
// two says the other.
// CHECK-LABEL: prefix.scan @shapes
// CHECK-SAME: reduce = <warps = 16, rows = 2, {{[^>]*}}block = @kogge_stone_1024,
// CHECK-SAME: scan = <warps = 8, rows = 4, {{[^>]*}}block = @kogge_stone_1024,
// CHECK-SAME: tail = <warps = 32, rows = 2, {{[^>]*}}block = @kogge_stone_2048,
prefix.scan @shapes inclusive @add_i32 : (i32) -> (i32) plan
  <reduce = <rows = 2, block = kogge_stone<1024>>, scan = <warps = 8, block = kogge_stone<1024>>,
   tail = <block = kogge_stone<2048>, items = 1>>

// -----

// A circuit for all kernels, where it fits.
// CHECK-LABEL: prefix.scan @for_all
// CHECK-SAME: reduce = <warps = 16, rows = 1, {{[^>]*}}block = @kogge_stone_512,
// CHECK-SAME: scan = <warps = 16, rows = 1, {{[^>]*}}block = @kogge_stone_512,
// CHECK-SAME: top = <warps = 16, rows = 1, {{[^>]*}}block = @kogge_stone_512,
// CHECK-SAME: tail = <warps = 16, rows = 1, {{[^>]*}}block = @kogge_stone_512,
prefix.scan @for_all inclusive @add_i32 : (i32) -> (i32) plan <block = kogge_stone<512>>

// -----

// Sublists: the block's circuit is that of a row, and nothing is loaded ahead.
// CHECK-LABEL: prefix.scan @sublists
// CHECK-SAME: reduce = <warps = 4, rows = 2, items = 4, stages = 1, thread = @serial_4, block = @serial_32, mapping = <stages = asap, threads = compact, cells = columns, order = natural, layout = pad<32>, {{[^>]*}}>, sublists = per_row>,
// CHECK-SAME: scan = <warps = 4, rows = 2, items = 4, stages = 1, thread = @serial_4, block = @serial_32, mapping = <stages = asap, threads = rows<32>, cells = columns, order = natural, layout = pad<32>, access = closed_form, inactive = masked, seed = joined>, sublists = per_row>,
prefix.scan @sublists inclusive @add_i32 : (i32) -> (i32) plan
  <reduce = <warps = 4, rows = 2, block = serial<32>, sublists = per_row>,
   scan = <warps = 4, rows = 2, block = serial<32>, sublists = per_row, mapping = <threads = rows<32>>>>

// -----

// Nobody named the circuit of a row: the default, as for a warp.
// CHECK-LABEL: prefix.scan @default_sublists
// CHECK-SAME: reduce = <warps = 8, rows = 2, {{[^>]*}}stages = 1, thread = @serial_4, block = @kogge_stone_32, mapping = <{{[^>]*}}>, sublists = per_row>,
// CHECK-SAME: scan = <warps = 8, rows = 2, {{[^>]*}}stages = 1, thread = @serial_4, block = @kogge_stone_32, mapping = <{{[^>]*}}>, sublists = per_row>,
prefix.scan @default_sublists inclusive @add_i32 : (i32) -> (i32) plan
  <reduce = <warps = 8, rows = 2, sublists = per_row>, scan = <warps = 8, rows = 2, sublists = per_row>>

// -----

// An operator that costs as much joins the runs of a block by a circuit of fewer
// combines, in shared memory, where one that costs little takes shuffles. Who
// says anything of circuits or shapes is not overruled.
// CHECK-LABEL: prefix.scan @by_shuffles
// CHECK-SAME: scan = <warps = 8, rows = 4, items = 4, stages = 2, thread = @serial_4, warp = @kogge_stone_32, row = @serial_4, block = @kogge_stone_8,
prefix.scan @by_shuffles inclusive @add_i32 : (i32) -> (i32)
// CHECK-LABEL: prefix.scan @by_a_tree
// CHECK-SAME: scan = <warps = 2, rows = 2, items = 4, stages = 2, thread = @serial_4, block = @brent_kung_128, mapping = <stages = levels, threads = compact, cells = columns,
prefix.scan @by_a_tree inclusive @matrices
  : (i32, i32, i32, i32) -> (i32, i32, i32, i32)
// CHECK-LABEL: prefix.scan @as_given
// CHECK-SAME: scan = <{{[^>]*}}warp = @sklansky_32,
prefix.scan @as_given inclusive @matrices
  : (i32, i32, i32, i32) -> (i32, i32, i32, i32) plan <warp = sklansky<32>>
prefix.monoid @matrices identity {
  %zero = arith.constant 0 : i32
  prefix.yield %zero, %zero, %zero, %zero : i32, i32, i32, i32
} combine (%a: i32, %b: i32, %c: i32, %d: i32), (%e: i32, %f: i32, %g: i32, %h: i32) {
  // Not a monoid, for its cost alone.
  %m = arith.constant 46337 : i32
  %1 = arith.muli %a, %e : i32
  %2 = arith.remui %1, %m : i32
  %3 = arith.muli %b, %f : i32
  %4 = arith.remui %3, %m : i32
  %5 = arith.muli %c, %g : i32
  %6 = arith.remui %5, %m : i32
  %7 = arith.muli %d, %h : i32
  %8 = arith.remui %7, %m : i32
  %9 = arith.remui %a, %h : i32
  prefix.yield %2, %4, %6, %9 : i32, i32, i32, i32
}

// -----

// A composition's levels say how long runs are, and how many warps there are.
prefix.compose @tile width 384 {
  leaf serial<3> on registers
  join kogge_stone<32> on warp via reduce_then_scan
  join brent_kung<4> on shared via scan_then_propagate
}
// CHECK-LABEL: prefix.scan @everywhere
// CHECK-SAME: reduce = <warps = 4, rows = {{[0-9]+}}, items = 3, {{[^>]*}}thread = @tile_thread, warp = @tile_warp, {{[^>]*}}block = @tile_block,
// CHECK-SAME: scan = <warps = 4, rows = {{[0-9]+}}, items = 3, {{[^>]*}}thread = @tile_thread, warp = @tile_warp, {{[^>]*}}block = @tile_block,
// CHECK-SAME: tail = <{{[^>]*}}items = 3, {{[^>]*}}thread = @tile_thread, warp = @tile_warp,
prefix.scan @everywhere inclusive @add_i32 : (i32) -> (i32) plan <levels = @tile>
// CHECK-LABEL: prefix.scan @in_one_kernel
// CHECK-SAME: tail = <warps = 4, rows = 1, items = 3, {{[^>]*}}thread = @tile_thread, warp = @tile_warp, {{[^>]*}}block = @tile_block,
prefix.scan @in_one_kernel inclusive @add_i32 : (i32) -> (i32)
  plan <strategy = single_block, tail = <levels = @tile>>
