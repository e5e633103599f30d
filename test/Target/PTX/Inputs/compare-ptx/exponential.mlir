// An operator of math functions that libdevice has: log(exp(a) + exp(b)).
prefix.monoid @log_sum_op identity {
  %e0 = arith.constant 0xFF800000 : f32
  prefix.yield %e0 : f32
} combine (%a0: f32), (%b0: f32) {
  %c = arith.maximumf %a0, %b0 : f32
  %d = arith.subf %a0, %b0 : f32
  // Infinities of one sign have no difference.
  %same = arith.cmpf oeq, %a0, %b0 : f32
  %zero = arith.constant 0.0 : f32
  %apart = arith.select %same, %zero, %d : f32
  %abs = math.absf %apart : f32
  %n = arith.negf %abs : f32
  %x = math.exp %n : f32
  %l = math.log1p %x : f32
  %r = arith.addf %c, %l : f32
  prefix.yield %r : f32
}
prefix.scan @exponential inclusive @log_sum_op : (f32) -> (f32)
