// Two scans: one with nothing chosen, one with a state of its own and families
// at every level.
prefix.scan @counts exclusive @add_i32 init (5 : i32) : (ui8) -> (ui32)

prefix.monoid @linrec identity {
  %one = arith.constant 1.0 : f32
  %zero = arith.constant 0.0 : f32
  prefix.yield %one, %zero : f32, f32
} combine (%a0: f32, %b0: f32), (%a1: f32, %b1: f32) {
  %a = arith.mulf %a1, %a0 : f32
  %t = arith.mulf %a1, %b0 : f32
  %b = arith.addf %t, %b1 : f32
  prefix.yield %a, %b : f32, f32
}
prefix.family @across = sklansky<32>
prefix.scan @recurrence inclusive reverse @linrec : (f32, f32) -> (f32, f32)
    plan <warp = @across, block = brent_kung<8>, thread = kogge_stone<2>, max_blocks = 99>
