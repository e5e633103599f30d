// Steps x -> a * x + b, and a count: values of three sizes, with padding behind.
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

prefix.scan @padded exclusive reverse @steps init (3 : i64, -5 : i32, 7 : i8)
    initial final : (i16, ui8, i8) -> (i64, i32, ui16) soa
  plan <strategy = chained, scan = <warps = 1, items = 2>, tail = <warps = 1>>
prefix.scan @rows inclusive @steps init (3 : i64, -5 : i32, 7 : i8)
    initial final : (i64, i32, i8) -> (i64, i32, i8) domain rows
  plan <strategy = single_block, tail = <warps = 1, items = 2>>
prefix.scan @total exclusive @steps total : (i64, i32, i8) -> (i64, i32, i8)
  plan <strategy = single_block, tail = <warps = 1, items = 2>>
