// The composition of affine maps, which does not commute: a line of the list
// that ends in `plan <...>` scans by this operator with that plan.
prefix.monoid @affine_op identity {
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  prefix.yield %one, %zero : i32, i32
} combine (%a0: i32, %b0: i32), (%a1: i32, %b1: i32) {
  %a = arith.muli %a1, %a0 : i32
  %ab = arith.muli %a1, %b0 : i32
  %b = arith.addi %ab, %b1 : i32
  prefix.yield %a, %b : i32, i32
}
prefix.scan @affine inclusive @affine_op : (i32, i32) -> (i32, i32)
