// Steps x -> a * x + b, and a count: three values of different sizes, which do
// not commute.
prefix.monoid @steps identity {
  %one = arith.constant 1 : i64
  %zero = arith.constant 0 : i32
  %none = arith.constant 0 : i8
  prefix.yield %one, %zero, %none : i64, i32, i8
} combine (%a0: i64, %b0: i32, %c0: i8), (%a1: i64, %b1: i32, %c1: i8) {
  %a = arith.muli %a0, %a1 : i64
  %low = arith.trunci %a1 : i64 to i32
  %moved = arith.muli %b0, %low : i32
  %b = arith.addi %moved, %b1 : i32
  %c = arith.addi %c0, %c1 : i8
  prefix.yield %a, %b, %c : i64, i32, i8
}

// Outputs take the places of inputs, in the ring and in memory.
prefix.scan @same inclusive @steps : (i64, i32, i8) -> (i64, i32, i8) soa
prefix.scan @reverse exclusive reverse @steps init (3 : i64, -5 : i32, 7 : i8)
    : (i64, i32, i8) -> (i64, i32, i8) soa
// As many bytes in as out, but not array by array.
prefix.scan @swapped exclusive @steps : (i64, i16, i32) -> (i64, i32, i16) soa
prefix.scan @wider inclusive @steps : (i16, ui8, i8) -> (i64, i32, ui16) soa
prefix.scan @narrower inclusive reverse @steps
    : (i64, i32, i8) -> (i8, i16, i8) soa
// One value: one array, of structures or not.
prefix.scan @single exclusive @add_i32 : (i32) -> (i32) soa

// Runs of several pieces, which are 8, 4 and 1 bytes in the arrays.
prefix.scan @pieces inclusive @steps : (i64, i32, i8) -> (i64, i32, i8) soa plan
    <strategy = one_launch_streaming, single_block_up_to = 0,
     scan = <warps = 1, items = 5, stages = 3, groups = 1, ahead = 2, piece = 1>,
     reduce = <piece = 1>, top = <warps = 1>>
prefix.scan @by_piece exclusive reverse @steps : (i64, i32, i8) -> (i64, i32, i8) soa plan
    <strategy = one_launch_streaming, single_block_up_to = 0,
     scan = <warps = 1, items = 6, stages = 3, groups = 1, ahead = 2, piece = 2, thread = serial<2>>,
     reduce = <piece = 2, thread = sklansky<2>>, top = <warps = 1>>
