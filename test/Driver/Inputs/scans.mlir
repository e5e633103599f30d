// What several driver tests compile: one scan with a user's monoid, two
// circuits, and a plan that names one of them.

prefix.monoid @affine
identity {
  %one = arith.constant 1.0 : f32
  %zero = arith.constant 0.0 : f32
  prefix.yield %one, %zero : f32, f32
} combine (%a0: f32, %b0: f32), (%a1: f32, %b1: f32) {
  %a = arith.mulf %a1, %a0 : f32
  %t = arith.mulf %a1, %b0 : f32
  %b = arith.addf %t, %b1 : f32
  prefix.yield %a, %b : f32, f32
}

prefix.family @fast = kogge_stone<32>
prefix.circuit @pair(%x0, %x1) {
  %p = prefix.combine %x0, %x1 : [0:1]
  prefix.yield %x0, %p
}

prefix.scan @recurrence inclusive @affine : (f32, f32) -> (f32, f32) plan <warp = @fast>
prefix.scan @counts exclusive @add_i32 init (5 : i32) : (ui8) -> (i32)
