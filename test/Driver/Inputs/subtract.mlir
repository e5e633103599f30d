prefix.monoid @subtract identity {
  %zero = arith.constant 0 : i32
  prefix.yield %zero : i32
} combine (%a: i32), (%b: i32) {
  %difference = arith.subi %a, %b : i32
  prefix.yield %difference : i32
}

prefix.scan @differences inclusive @subtract : (i32) -> (i32)
