prefix.monoid @add_eight commutative
identity {
  %zero = arith.constant 0.0 : f64
  prefix.yield %zero, %zero, %zero, %zero, %zero, %zero, %zero, %zero : f64, f64, f64, f64, f64, f64, f64, f64
} combine (%l0: f64, %l1: f64, %l2: f64, %l3: f64, %l4: f64, %l5: f64, %l6: f64, %l7: f64),
          (%h0: f64, %h1: f64, %h2: f64, %h3: f64, %h4: f64, %h5: f64, %h6: f64, %h7: f64) {
  %0 = arith.addf %l0, %h0 : f64
  %1 = arith.addf %l1, %h1 : f64
  %2 = arith.addf %l2, %h2 : f64
  %3 = arith.addf %l3, %h3 : f64
  %4 = arith.addf %l4, %h4 : f64
  %5 = arith.addf %l5, %h5 : f64
  %6 = arith.addf %l6, %h6 : f64
  %7 = arith.addf %l7, %h7 : f64
  prefix.yield %0, %1, %2, %3, %4, %5, %6, %7 : f64, f64, f64, f64, f64, f64, f64, f64
}

prefix.scan @sums inclusive @add_eight
    load (%x: i8) {
      %0 = arith.uitofp %x : i8 to f64
      %1 = arith.addf %0, %0 : f64
      %2 = arith.addf %1, %0 : f64
      %3 = arith.addf %2, %0 : f64
      %4 = arith.addf %3, %0 : f64
      %5 = arith.addf %4, %0 : f64
      %6 = arith.addf %5, %0 : f64
      %7 = arith.addf %6, %0 : f64
      prefix.yield %0, %1, %2, %3, %4, %5, %6, %7 : f64, f64, f64, f64, f64, f64, f64, f64
    }
    store after (%s0: f64, %s1: f64, %s2: f64, %s3: f64, %s4: f64, %s5: f64, %s6: f64, %s7: f64) {
      prefix.yield %s0, %s7 : f64, f64
    }
    : (ui8) -> (f64, f64) domain line, axis
