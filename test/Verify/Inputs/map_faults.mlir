// Small enough that a few tiles go through every loop. Steps x -> a x + b do not
// commute, and nothing is lost of them where each a is odd.
prefix.monoid @steps identity {
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  prefix.yield %one, %zero : i32, i32
} combine (%a0: i32, %b0: i32), (%a1: i32, %b1: i32) {
  %a = arith.muli %a0, %a1 : i32
  %moved = arith.muli %b0, %a1 : i32
  %b = arith.addi %moved, %b1 : i32
  prefix.yield %a, %b : i32, i32
}

prefix.scan @single inclusive @steps init (3 : i32, -5 : i32)
    load (%x: i32, %y: i32) index %i {
  %at = arith.trunci %i : i64 to i32
  %one = arith.constant 1 : i32
  %a = arith.ori %x, %one : i32
  %b = arith.xori %y, %at : i32
  prefix.yield %a, %b : i32, i32
} store before (%a: i32, %b: i32) after (%c: i32, %d: i32)
    in (%x: i32, %y: i32) index %i {
  %changed = arith.xori %b, %x : i32
  prefix.yield %changed, %d, %y, %i : i32, i32, i32, i64
} : (i16, i16) -> (i32, i32, i16, i32)
  plan <strategy = single_block, top = <warps = 2>,
        tail = <warps = 2, rows = 1, items = 4>>

prefix.scan @chained inclusive reverse @steps init (3 : i32, -5 : i32)
    load (%x: i32) index %i {
  %at = arith.trunci %i : i64 to i32
  %one = arith.constant 1 : i32
  %a = arith.ori %x, %one : i32
  prefix.yield %a, %at : i32, i32
} store before (%a: i32, %b: i32) in (%x: i32) index %i {
  %at = arith.trunci %i : i64 to i32
  %changed = arith.subi %b, %x : i32
  prefix.yield %changed, %at : i32, i32
} : (i16) -> (i32, i16) domain rows
  plan <strategy = chained, top = <items = 1>,
        scan = <warps = 2, rows = 2, items = 2>, tail = <warps = 1>>

// Inputs of the store wait in the ring with those of the load.
prefix.scan @stream inclusive reverse @add_i32
    load (%x: i32, %y: i32) index %i {
  %at = arith.trunci %i : i64 to i32
  %square = arith.muli %x, %x : i32
  %more = arith.addi %square, %y : i32
  %sum = arith.addi %more, %at : i32
  prefix.yield %sum : i32
} store after (%sum: i32) in (%x: i32, %y: i32) index %i {
  %at = arith.trunci %i : i64 to i32
  %changed = arith.subi %x, %at : i32
  prefix.yield %sum, %changed : i32, i32
} : (i16, i16) -> (i32, i32)
  plan <strategy = one_launch_streaming, tail = <warps = 1>,
        top = <warps = 1, items = 2>,
        scan = <warps = 2, items = 2, stages = 3, groups = 1, ahead = 2>>

prefix.scan @reduce inclusive @add_i32 load (%x: i32) index %i {
  %at = arith.trunci %i : i64 to i32
  %square = arith.muli %x, %x : i32
  %more = arith.addi %square, %at : i32
  prefix.yield %more : i32
} store before (%low: i32) after (%high: i32) {
  prefix.yield %low, %high : i32, i32
} : (i16) -> (i32, i32)
  plan <strategy = reduce_then_scan, single_block_up_to = 0, top = <items = 1>,
        scan = <warps = 2, rows = 2, items = 2>, tail = <warps = 1>>
