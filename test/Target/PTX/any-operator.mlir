// Operators whose clean-up takes instcombine more than one turn compile like
// any other.
// RUN: scanc %s --scan=rounded_up -o - --emit=ptx | FileCheck %s --check-prefix=CEIL
// RUN: scanc %s --scan=magnitude -o - --emit=ptx --libdevice=/nonexistent | FileCheck %s --check-prefix=ABS
// CEIL: .visible .entry rounded_up_single(
// ABS: abs.s64
prefix.monoid @m1 identity {
  %e = arith.constant 0 : i32
  prefix.yield %e : i32
} combine (%a: i32), (%b: i32) {
  %two = arith.constant 2 : i32
  %c = arith.ceildivsi %a, %two : i32
  %d = arith.addi %c, %b : i32
  prefix.yield %d : i32
}
prefix.monoid @m2 identity {
  %e = arith.constant 0 : i64
  prefix.yield %e : i64
} combine (%a: i64), (%b: i64) {
  %c = math.absi %b : i64
  %d = arith.addi %a, %c : i64
  prefix.yield %d : i64
}
prefix.scan @rounded_up inclusive @m1 : (i32) -> (i32)
prefix.scan @magnitude inclusive @m2 : (i64) -> (i64)
