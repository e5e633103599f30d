// The recursive strategies on tiles of few elements, so that few elements make
// many levels, under an operator that does not commute.
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

prefix.scan @propagate inclusive @affine : (i32, i32) -> (i32, i32)
  plan <strategy = scan_then_propagate,
        scan = <warps = 1, rows = 1, items = 1>, reduce = <warps = 1, rows = 1, items = 1>,
        top = <warps = 1, rows = 1, items = 1>, tail = <warps = 1, rows = 1, items = 1>>
prefix.scan @reduce inclusive @affine : (i32, i32) -> (i32, i32)
  plan <strategy = reduce_then_scan,
        scan = <warps = 1, rows = 1, items = 1>, reduce = <warps = 1, rows = 1, items = 1>,
        top = <warps = 1, rows = 1, items = 1>, tail = <warps = 1, rows = 1, items = 1>>

// More tiles than blocks, from an init and from the end; a tile of the scan is
// two of the reduction.
prefix.scan @propagate_strided exclusive reverse @affine init (3 : i32, 5 : i32) : (i32, i32) -> (i32, i32)
  plan <strategy = scan_then_propagate, max_blocks = 3,
        scan = <warps = 2, rows = 1, items = 1>, reduce = <warps = 1, rows = 1, items = 1>,
        top = <warps = 2, rows = 1, items = 1>, tail = <warps = 2, rows = 1, items = 1>>
prefix.scan @reduce_strided exclusive reverse @affine init (3 : i32, 5 : i32) : (i32, i32) -> (i32, i32)
  plan <strategy = reduce_then_scan, max_blocks = 3,
        scan = <warps = 2, rows = 1, items = 1>, reduce = <warps = 1, rows = 1, items = 1>,
        top = <warps = 2, rows = 1, items = 1>, tail = <warps = 2, rows = 1, items = 1>>

// Circuits over all runs of a block, and of a warp; small inputs in one block.
prefix.scan @propagate_wide inclusive @affine : (i32, i32) -> (i32, i32)
  plan <strategy = scan_then_propagate, single_block_up_to = 100,
        scan = <warps = 2, rows = 1, items = 2, block = brent_kung<64>>,
        reduce = <warps = 2, rows = 1, items = 2, block = brent_kung<64>>,
        top = <warps = 1, rows = 2, items = 1, block = sklansky<64>>,
        tail = <warps = 1, rows = 1, items = 1>>
prefix.scan @reduce_wide inclusive @affine : (i32, i32) -> (i32, i32)
  plan <strategy = reduce_then_scan, single_block_up_to = 100,
        scan = <warps = 2, rows = 1, items = 2, block = brent_kung<64>>,
        reduce = <warps = 2, rows = 1, items = 2, block = brent_kung<64>>,
        top = <warps = 1, rows = 2, items = 1, warp = sklansky<64>>,
        tail = <warps = 1, rows = 1, items = 1>>
prefix.scan @reduce_folded inclusive @affine : (i32, i32) -> (i32, i32)
  plan <strategy = reduce_then_scan,
        scan = <warps = 1, rows = 2, items = 1, warp = kogge_stone<64>>,
        reduce = <warps = 1, rows = 2, items = 1, warp = kogge_stone<64>>,
        top = <warps = 1, rows = 1, items = 1>, tail = <warps = 1, rows = 1, items = 1>>

// Operators that commute, and elements of other types than states.
prefix.scan @propagate_bytes exclusive @add_i32 init (7 : i32) : (ui8) -> (ui32)
  plan <strategy = scan_then_propagate, scan = <warps = 2, rows = 2>, reduce = <warps = 2, rows = 2>,
        top = <warps = 1>, tail = <warps = 1>>
prefix.scan @reduce_bytes exclusive reverse @add_i32 : (ui8) -> (ui8)
  plan <strategy = reduce_then_scan, scan = <warps = 2, rows = 2>, reduce = <warps = 1, rows = 2>,
        top = <warps = 1>, tail = <warps = 1>>
prefix.scan @propagate_halves inclusive @max_f16 : (f16) -> (f32)
  plan <strategy = scan_then_propagate, scan = <warps = 2, rows = 1>, reduce = <warps = 2, rows = 1>,
        top = <warps = 1>, tail = <warps = 1>>

// A composition as the circuit of a block.
prefix.compose @pairs width 64 {
  leaf serial<2> on shared
  join kogge_stone<32> on shared via reduce_then_scan
}
prefix.scan @propagate_composed exclusive @affine : (i32, i32) -> (i32, i32)
  plan <strategy = scan_then_propagate,
        scan = <warps = 2, rows = 1, items = 1, block = @pairs>,
        reduce = <warps = 2, rows = 1, items = 1, block = @pairs>,
        top = <warps = 2, rows = 1, items = 1, block = @pairs>,
        tail = <warps = 2, rows = 1, items = 1, block = @pairs>>
