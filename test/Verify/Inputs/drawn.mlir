// Blocks that draw their tiles, on tiles and rings of few elements, under an
// operator that does not commute.
prefix.monoid @affine identity {
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  prefix.yield %one, %zero : i32, i32
} combine (%a0: i32, %b0: i32), (%a1: i32, %b1: i32) {
  %a = arith.muli %a1, %a0 : i32
  %ab = arith.muli %a1, %b0 : i32
  %b = arith.addi %ab, %b1 : i32
  prefix.yield %a, %b : i32, i32
}

prefix.scan @chain inclusive @affine : (i32, i32) -> (i32, i32)
  plan <strategy = chained, blocks_per_sm = 2, top = <items = 1>,
        scan = <warps = 1, rows = 1, items = 1>, tail = <warps = 1>>
prefix.scan @look inclusive @affine : (i32, i32) -> (i32, i32)
  plan <strategy = decoupled_lookback, blocks_per_sm = 2, top = <items = 1>,
        scan = <warps = 1, rows = 1, items = 1>, tail = <warps = 1>>

// From an init and from the end; more entries a lane.
prefix.scan @chain_reverse exclusive reverse @affine init (3 : i32, 5 : i32) : (i32, i32) -> (i32, i32)
  plan <strategy = chained, blocks_per_sm = 3, top = <items = 2>,
        scan = <warps = 2, rows = 2, items = 1>, tail = <warps = 2>>
prefix.scan @look_reverse exclusive reverse @affine init (3 : i32, 5 : i32) : (i32, i32) -> (i32, i32)
  plan <strategy = decoupled_lookback, blocks_per_sm = 3,
        top = <items = 2, warp = sklansky<32>>,
        scan = <warps = 2, rows = 2, items = 1>, tail = <warps = 2>>

// Circuits over all runs of a block, and of a warp, and over the warps; what
// comes before the tile first. Small inputs in one block.
prefix.scan @chain_wide inclusive @affine : (i32, i32) -> (i32, i32)
  plan <strategy = chained, single_block_up_to = 100, top = <items = 1>,
        scan = <warps = 2, rows = 1, items = 2, block = brent_kung<64>>, tail = <warps = 1>>
prefix.scan @look_wide inclusive @affine : (i32, i32) -> (i32, i32)
  plan <strategy = decoupled_lookback, single_block_up_to = 100, top = <items = 1>,
        scan = <warps = 2, rows = 1, items = 2, block = brent_kung<64>>, tail = <warps = 1>>
prefix.scan @look_block exclusive @affine : (i32, i32) -> (i32, i32)
  plan <strategy = decoupled_lookback, block = sklansky<64>>
prefix.scan @chain_folded inclusive @affine : (i32, i32) -> (i32, i32)
  plan <strategy = chained, top = <items = 1>,
        scan = <warps = 1, rows = 2, items = 1, warp = kogge_stone<64>>, tail = <warps = 1>>
prefix.scan @look_folded inclusive @affine : (i32, i32) -> (i32, i32)
  plan <strategy = decoupled_lookback, top = <items = 1>,
        scan = <warps = 2, rows = 2, items = 1, warp = kogge_stone<64>>, tail = <warps = 1>>
prefix.scan @look_seeded exclusive @affine init (3 : i32, 5 : i32) : (i32, i32) -> (i32, i32)
  plan <strategy = decoupled_lookback, top = <items = 1>, tail = <warps = 1>,
        scan = <warps = 1, rows = 2, items = 1, block = blelloch<64>,
                mapping = <stages = levels, threads = compact, seed = first>>>

// States of 16 bytes in one field each, and of small fields that share a word.
prefix.monoid @affine_i64 identity {
  %one = arith.constant 1 : i64
  %zero = arith.constant 0 : i64
  prefix.yield %one, %zero : i64, i64
} combine (%a0: i64, %b0: i64), (%a1: i64, %b1: i64) {
  %a = arith.muli %a1, %a0 : i64
  %ab = arith.muli %a1, %b0 : i64
  %b = arith.addi %ab, %b1 : i64
  prefix.yield %a, %b : i64, i64
}
prefix.monoid @affine_mixed identity {
  %one = arith.constant 1 : i8
  %zero = arith.constant 0 : i8
  %none = arith.constant 0 : i64
  prefix.yield %one, %none, %zero : i8, i64, i8
} combine (%a0: i8, %n0: i64, %b0: i8), (%a1: i8, %n1: i64, %b1: i8) {
  %a = arith.muli %a1, %a0 : i8
  %ab = arith.muli %a1, %b0 : i8
  %b = arith.addi %ab, %b1 : i8
  %n = arith.addi %n0, %n1 : i64
  prefix.yield %a, %n, %b : i8, i64, i8
}
prefix.scan @chain_16 exclusive @affine_i64 : (i64, i64) -> (i64, i64)
  plan <strategy = chained, scan = <warps = 1, rows = 1, items = 1>, tail = <warps = 1>>
prefix.scan @look_16 exclusive @affine_i64 : (i64, i64) -> (i64, i64)
  plan <strategy = decoupled_lookback, scan = <warps = 1, rows = 1, items = 1>, tail = <warps = 1>>
prefix.scan @chain_mixed inclusive @affine_mixed : (i8, i64, i8) -> (i8, i64, i8)
  plan <strategy = chained, scan = <warps = 1, rows = 1, items = 1>, tail = <warps = 1>>
prefix.scan @look_mixed inclusive @affine_mixed : (i8, i64, i8) -> (i8, i64, i8)
  plan <strategy = decoupled_lookback, top = <items = 2>, scan = <warps = 1, rows = 1, items = 1>, tail = <warps = 1>>

// Elements and outputs of other types than states.
prefix.scan @chain_bytes exclusive @add_i32 init (7 : i32) : (ui8) -> (ui32)
  plan <strategy = chained, scan = <warps = 2, rows = 2>, tail = <warps = 1>>
prefix.scan @look_bytes exclusive reverse @add_i32 : (ui8) -> (ui8)
  plan <strategy = decoupled_lookback, scan = <warps = 2, rows = 2>, tail = <warps = 1>>
prefix.scan @look_halves inclusive @max_f16 : (f16) -> (f32)
  plan <strategy = decoupled_lookback, scan = <warps = 2, rows = 1>, tail = <warps = 1>>
