// An operator of a math function that libdevice has.
prefix.monoid @log_sum_op identity {
  %e0 = arith.constant 0xFF800000 : f32
  prefix.yield %e0 : f32
} combine (%a0: f32), (%b0: f32) {
  %c = arith.maximumf %a0, %b0 : f32
  %d = arith.subf %a0, %b0 : f32
  %abs = math.absf %d : f32
  %n = arith.negf %abs : f32
  %x = math.exp %n : f32
  %r = arith.addf %c, %x : f32
  prefix.yield %r : f32
}
prefix.scan @exponential inclusive @log_sum_op : (f32) -> (f32)
