// One launch of blocks that tell each other their totals, on tiles of few
// elements, under operators that do not commute.
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
prefix.monoid @matrix identity {
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  prefix.yield %one, %zero, %zero, %one : i32, i32, i32, i32
} combine (%a0: i32, %b0: i32, %c0: i32, %d0: i32), (%a1: i32, %b1: i32, %c1: i32, %d1: i32) {
  %0 = arith.muli %a0, %a1 : i32
  %1 = arith.muli %b0, %c1 : i32
  %a = arith.addi %0, %1 : i32
  %2 = arith.muli %a0, %b1 : i32
  %3 = arith.muli %b0, %d1 : i32
  %b = arith.addi %2, %3 : i32
  %4 = arith.muli %c0, %a1 : i32
  %5 = arith.muli %d0, %c1 : i32
  %c = arith.addi %4, %5 : i32
  %6 = arith.muli %c0, %b1 : i32
  %7 = arith.muli %d0, %d1 : i32
  %d = arith.addi %6, %7 : i32
  prefix.yield %a, %b, %c, %d : i32, i32, i32, i32
}

prefix.scan @plain exclusive @affine : (i32, i32) -> (i32, i32)
  plan <strategy = one_launch_streaming, tail = <warps = 1>,
        scan = <warps = 1, items = 2, stages = 3, groups = 1, ahead = 2>>

// From an init and from the end; groups take turns, and so does the spine.
prefix.scan @turns inclusive reverse @affine init (3 : i32, 5 : i32) : (i32, i32) -> (i32, i32)
  plan <strategy = one_launch_streaming, tail = <warps = 1>, top = <warps = 3>,
        scan = <warps = 2, items = 2, stages = 4, groups = 2, ahead = 4, block = sklansky<2>>>

// As few slots as there can be; a spine with two entries a lane, and a small
// input in one block.
prefix.scan @tight exclusive @affine : (i32, i32) -> (i32, i32)
  plan <strategy = one_launch_streaming, single_block_up_to = 50, max_blocks = 3,
        tail = <warps = 1>, top = <warps = 1, items = 2, thread = sklansky<2>, warp = brent_kung<32>>,
        scan = <warps = 1, items = 2, stages = 1, groups = 1, ahead = 1, warp = sklansky<32>>>

// A state of four words: every word has its own tag.
prefix.scan @wide_state inclusive @matrix : (i32, i32, i32, i32) -> (i32, i32, i32, i32)
  plan <strategy = one_launch_streaming, tail = <warps = 1>,
        scan = <warps = 1, items = 1, stages = 3, groups = 1>>

// Outputs wider and narrower than the inputs, which then lie behind them.
prefix.scan @widening exclusive @add_i32 init (7 : i32) : (ui8) -> (ui32)
  plan <strategy = one_launch_streaming, tail = <warps = 1>, scan = <warps = 1, items = 16, stages = 2, groups = 2>>
prefix.scan @narrowing inclusive reverse @add_i32 : (ui32) -> (ui8)
  plan <strategy = one_launch_streaming, tail = <warps = 1>, scan = <warps = 1, items = 4, stages = 3, groups = 1>>
prefix.scan @halves inclusive @max_f16 : (f16) -> (f32)
  plan <strategy = one_launch_streaming, tail = <warps = 1>, scan = <warps = 2, items = 8, stages = 2, groups = 1>>
// Elements whose size divides no vector.
prefix.scan @thirds exclusive @affine : (i16, i32) -> (i32, i16)
  plan <strategy = one_launch_streaming, tail = <warps = 1>, scan = <warps = 1, items = 2, stages = 2, groups = 1>>
// A tile that no power of two of runs divides.
prefix.scan @three_warps exclusive @add_i32 : (ui8) -> (ui8)
  plan <strategy = one_launch_streaming, tail = <warps = 1>, scan = <warps = 3, items = 1, stages = 2, groups = 1>>

// An operator of many instructions: the lanes of a warp combine the totals of
// the others, and the spine scans those of a row once.
prefix.monoid @matrix_mod identity {
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  prefix.yield %one, %zero, %zero, %one : i32, i32, i32, i32
} combine (%a0: i32, %b0: i32, %c0: i32, %d0: i32),
          (%a1: i32, %b1: i32, %c1: i32, %d1: i32) {
  %p = arith.constant 46337 : i32
  %aa = arith.muli %a0, %a1 : i32
  %bc = arith.muli %b0, %c1 : i32
  %a2 = arith.addi %aa, %bc : i32
  %a = arith.remui %a2, %p : i32
  %ab = arith.muli %a0, %b1 : i32
  %bd = arith.muli %b0, %d1 : i32
  %b2 = arith.addi %ab, %bd : i32
  %b = arith.remui %b2, %p : i32
  %ca = arith.muli %c0, %a1 : i32
  %dc = arith.muli %d0, %c1 : i32
  %c2 = arith.addi %ca, %dc : i32
  %c = arith.remui %c2, %p : i32
  %cb = arith.muli %c0, %b1 : i32
  %dd = arith.muli %d0, %d1 : i32
  %d2 = arith.addi %cb, %dd : i32
  %d = arith.remui %d2, %p : i32
  prefix.yield %a, %b, %c, %d : i32, i32, i32, i32
}
prefix.scan @dear exclusive @matrix_mod : (i32, i32, i32, i32) -> (i32, i32, i32, i32)
  plan <strategy = one_launch_streaming, max_blocks = 5, tail = <warps = 1>, top = <warps = 1, items = 2>,
        scan = <warps = 7, items = 1, stages = 2, groups = 1>>
  attributes {prefix.elements = [[1, 1, 0, 1], [1, 0, 1, 1], [2, 3, 5, 7], [46336, 4, 9, 1]]}
prefix.scan @dear_in_one inclusive @matrix_mod : (i32, i32, i32, i32) -> (i32, i32, i32, i32)
  plan <strategy = one_launch_streaming, max_blocks = 5, tail = <warps = 1>, top = <warps = 1, items = 1>,
        scan = <warps = 1, items = 3, stages = 2, groups = 1>>
  attributes {prefix.elements = [[1, 1, 0, 1], [1, 0, 1, 1], [2, 3, 5, 7], [46336, 4, 9, 1]]}
