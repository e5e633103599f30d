// Structures of arrays: an array for each value of an element.
prefix.monoid @steps_op identity {
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
prefix.monoid @affine_op identity {
  %one = arith.constant 1.0 : f32
  %zero = arith.constant 0.0 : f32
  prefix.yield %one, %zero : f32, f32
} combine (%a0: f32, %b0: f32), (%a1: f32, %b1: f32) {
  %a = arith.mulf %a1, %a0 : f32
  %ab = arith.mulf %a1, %b0 : f32
  %b = arith.addf %ab, %b1 : f32
  prefix.yield %a, %b : f32, f32
}

prefix.scan @one exclusive @add_i32 : (i32) -> (i32) soa
prefix.scan @two inclusive @affine_op : (f32, f32) -> (f32, f32) soa
prefix.scan @two_reverse exclusive reverse @affine_op : (f16, f32) -> (f32, bf16) soa
prefix.scan @three inclusive @steps_op : (i64, i32, i8) -> (i64, i32, i8) soa
prefix.scan @three_init exclusive reverse @steps_op
    init (3 : i64, -5 : i32, 7 : i8) : (i64, i32, i8) -> (i64, i32, i8) soa
prefix.scan @wider inclusive @steps_op : (i16, ui8, i8) -> (i64, i32, ui16) soa
prefix.scan @narrower inclusive reverse @steps_op
    : (i64, i32, i8) -> (i8, i16, i8) soa
