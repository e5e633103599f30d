// Operators as users write them, with states of 1 to 8 fields; those of 16
// bytes are exchanged between blocks as one word. The forms of their scans
// differ: kind, direction, initial state, narrower elements.

prefix.monoid @circle_op commutative identity {
  %e0 = arith.constant 0 : i32
  prefix.yield %e0 : i32
} combine (%a0: i32), (%b0: i32) {
  %s = arith.addi %a0, %b0 : i32
  %p = arith.muli %a0, %b0 : i32
  %c = arith.addi %s, %p : i32
  prefix.yield %c : i32
}

prefix.scan @circle inclusive @circle_op : (i32) -> (i32)

prefix.scan @circle_narrow exclusive reverse @circle_op init (7 : i32) : (i8)
    -> (i16)

prefix.monoid @segmented_op identity {
  %e0 = arith.constant false
  %e1 = arith.constant 0.0 : f32
  prefix.yield %e0, %e1 : i1, f32
} combine (%a0: i1, %a1: f32), (%b0: i1, %b1: f32) {
  %f = arith.ori %a0, %b0 : i1
  %s = arith.addf %a1, %b1 : f32
  %v = arith.select %b0, %b1, %s : f32
  prefix.yield %f, %v : i1, f32
}

prefix.scan @segmented inclusive @segmented_op : (i1, f32) -> (i1, f32)

prefix.scan @segmented_reverse exclusive reverse @segmented_op : (i1, f16)
    -> (i1, f32)

prefix.monoid @affine_f64_op identity {
  %e0 = arith.constant 1.0 : f64
  %e1 = arith.constant 0.0 : f64
  prefix.yield %e0, %e1 : f64, f64
} combine (%a0: f64, %a1: f64), (%b0: f64, %b1: f64) {
  %a = arith.mulf %b0, %a0 : f64
  %t = arith.mulf %b0, %a1 : f64
  %b = arith.addf %t, %b1 : f64
  prefix.yield %a, %b : f64, f64
}

prefix.scan @affine_f64 inclusive @affine_f64_op : (f64, f64) -> (f64, f64)

prefix.scan @affine_f64_init exclusive reverse @affine_f64_op init (2.0 : f64, 0.5 : f64) : (f32, f32)
    -> (f64, f64)

prefix.monoid @steps_op identity {
  %e0 = arith.constant 1 : i64
  %e1 = arith.constant 0 : i32
  %e2 = arith.constant 0 : i8
  prefix.yield %e0, %e1, %e2 : i64, i32, i8
} combine (%a0: i64, %a1: i32, %a2: i8),
          (%b0: i64, %b1: i32, %b2: i8) {
  %a = arith.muli %a0, %b0 : i64
  %low = arith.trunci %b0 : i64 to i32
  %moved = arith.muli %a1, %low : i32
  %b = arith.addi %moved, %b1 : i32
  %c = arith.addi %a2, %b2 : i8
  prefix.yield %a, %b, %c : i64, i32, i8
}

prefix.scan @steps inclusive @steps_op : (i64, i32, i8) -> (i64, i32, i8)

prefix.scan @steps_narrow exclusive reverse @steps_op init (3 : i64, -5 : i32, 7 : i8) : (i16, ui8, i8)
    -> (i64, i32, ui16)

prefix.monoid @matrix_op identity {
  %e0 = arith.constant 1.0 : f32
  %e1 = arith.constant 0.0 : f32
  %e2 = arith.constant 0.0 : f32
  %e3 = arith.constant 1.0 : f32
  prefix.yield %e0, %e1, %e2, %e3 : f32, f32, f32, f32
} combine (%a0: f32, %a1: f32, %a2: f32, %a3: f32),
          (%b0: f32, %b1: f32, %b2: f32, %b3: f32) {
  %l0 = arith.mulf %a0, %b0 : f32
  %h0 = arith.mulf %a1, %b2 : f32
  %c0 = arith.addf %l0, %h0 : f32
  %l1 = arith.mulf %a0, %b1 : f32
  %h1 = arith.mulf %a1, %b3 : f32
  %c1 = arith.addf %l1, %h1 : f32
  %l2 = arith.mulf %a2, %b0 : f32
  %h2 = arith.mulf %a3, %b2 : f32
  %c2 = arith.addf %l2, %h2 : f32
  %l3 = arith.mulf %a2, %b1 : f32
  %h3 = arith.mulf %a3, %b3 : f32
  %c3 = arith.addf %l3, %h3 : f32
  prefix.yield %c0, %c1, %c2, %c3 : f32, f32, f32, f32
}

prefix.scan @matrix inclusive @matrix_op : (f32, f32, f32, f32)
    -> (f32, f32, f32, f32)

prefix.scan @matrix_half exclusive reverse @matrix_op : (f16, f16, f16, f16)
    -> (bf16, bf16, bf16, bf16)

prefix.monoid @fields5_op identity {
  %e0 = arith.constant 1 : i32
  %e1 = arith.constant 0 : i16
  %e2 = arith.constant 0 : i16
  %e3 = arith.constant 0 : i8
  %e4 = arith.constant 0 : i64
  prefix.yield %e0, %e1, %e2, %e3, %e4 : i32, i16, i16, i8, i64
} combine (%a0: i32, %a1: i16, %a2: i16, %a3: i8, %a4: i64),
          (%b0: i32, %b1: i16, %b2: i16, %b3: i8, %b4: i64) {
  %c0 = arith.muli %a0, %b0 : i32
  %c1 = arith.addi %a1, %b1 : i16
  %c2 = arith.addi %a2, %b2 : i16
  %c3 = arith.addi %a3, %b3 : i8
  %c4 = arith.addi %a4, %b4 : i64
  prefix.yield %c0, %c1, %c2, %c3, %c4 : i32, i16, i16, i8, i64
}

prefix.scan @fields5 inclusive @fields5_op : (i32, i16, i16, i8, i64)
    -> (i32, i16, i16, i8, i64)

prefix.scan @fields5_reverse exclusive reverse @fields5_op : (i32, i16, i16, i8, i64)
    -> (i32, i16, i16, i8, i64)

prefix.monoid @fields6_op identity {
  %e0 = arith.constant 0.0 : f32
  %e1 = arith.constant 0.0 : f32
  %e2 = arith.constant 0 : i32
  %e3 = arith.constant 0 : i32
  %e4 = arith.constant 0 : i64
  %e5 = arith.constant false
  prefix.yield %e0, %e1, %e2, %e3, %e4, %e5 : f32, f32, i32, i32, i64, i1
} combine (%a0: f32, %a1: f32, %a2: i32, %a3: i32, %a4: i64, %a5: i1),
          (%b0: f32, %b1: f32, %b2: i32, %b3: i32, %b4: i64, %b5: i1) {
  %c0 = arith.addf %a0, %b0 : f32
  %c1 = arith.addf %a1, %b1 : f32
  %c2 = arith.addi %a2, %b2 : i32
  %c3 = arith.addi %a3, %b3 : i32
  %c4 = arith.addi %a4, %b4 : i64
  %c5 = arith.ori %a5, %b5 : i1
  prefix.yield %c0, %c1, %c2, %c3, %c4, %c5 : f32, f32, i32, i32, i64, i1
}

prefix.scan @fields6 inclusive @fields6_op : (f32, f32, i32, i32, i64, i1)
    -> (f32, f32, i32, i32, i64, i1)

prefix.scan @fields6_reverse exclusive reverse @fields6_op : (f32, f32, i32, i32, i64, i1)
    -> (f32, f32, i32, i32, i64, i1)

prefix.monoid @fields7_op identity {
  %e0 = arith.constant 1 : i8
  %e1 = arith.constant 0 : i8
  %e2 = arith.constant 0 : i8
  %e3 = arith.constant 0 : i8
  %e4 = arith.constant 0 : i8
  %e5 = arith.constant 0 : i8
  %e6 = arith.constant 0 : i8
  prefix.yield %e0, %e1, %e2, %e3, %e4, %e5, %e6 : i8, i8, i8, i8, i8, i8, i8
} combine (%a0: i8, %a1: i8, %a2: i8, %a3: i8, %a4: i8, %a5: i8, %a6: i8),
          (%b0: i8, %b1: i8, %b2: i8, %b3: i8, %b4: i8, %b5: i8, %b6: i8) {
  %c0 = arith.muli %a0, %b0 : i8
  %t = arith.muli %a1, %b0 : i8
  %c1 = arith.addi %t, %b1 : i8
  %c2 = arith.addi %a2, %b2 : i8
  %c3 = arith.addi %a3, %b3 : i8
  %c4 = arith.addi %a4, %b4 : i8
  %c5 = arith.addi %a5, %b5 : i8
  %c6 = arith.addi %a6, %b6 : i8
  prefix.yield %c0, %c1, %c2, %c3, %c4, %c5, %c6 : i8, i8, i8, i8, i8, i8, i8
}

prefix.scan @fields7 inclusive @fields7_op : (i8, i8, i8, i8, i8, i8, i8)
    -> (i8, i8, i8, i8, i8, i8, i8)

prefix.scan @fields7_reverse exclusive reverse @fields7_op : (i8, i8, i8, i8, i8, i8, i8)
    -> (i8, i8, i8, i8, i8, i8, i8)

prefix.monoid @fields8_op identity {
  %e0 = arith.constant 1 : i64
  %e1 = arith.constant 0 : i32
  %e2 = arith.constant 0 : i16
  %e3 = arith.constant 0 : i8
  %e4 = arith.constant 0.0 : f64
  %e5 = arith.constant 0.0 : f32
  %e6 = arith.constant 0 : i64
  %e7 = arith.constant 0 : i32
  prefix.yield %e0, %e1, %e2, %e3, %e4, %e5, %e6, %e7 : i64, i32, i16, i8, f64, f32, i64, i32
} combine (%a0: i64, %a1: i32, %a2: i16, %a3: i8, %a4: f64, %a5: f32, %a6: i64, %a7: i32),
          (%b0: i64, %b1: i32, %b2: i16, %b3: i8, %b4: f64, %b5: f32, %b6: i64, %b7: i32) {
  %c0 = arith.muli %a0, %b0 : i64
  %c1 = arith.addi %a1, %b1 : i32
  %c2 = arith.addi %a2, %b2 : i16
  %c3 = arith.addi %a3, %b3 : i8
  %c4 = arith.addf %a4, %b4 : f64
  %c5 = arith.addf %a5, %b5 : f32
  %c6 = arith.addi %a6, %b6 : i64
  %c7 = arith.addi %a7, %b7 : i32
  prefix.yield %c0, %c1, %c2, %c3, %c4, %c5, %c6, %c7 : i64, i32, i16, i8, f64, f32, i64, i32
}

prefix.scan @fields8 inclusive @fields8_op : (i64, i32, i16, i8, f64, f32, i64, i32)
    -> (i64, i32, i16, i8, f64, f32, i64, i32)

prefix.scan @fields8_reverse exclusive reverse @fields8_op : (i64, i32, i16, i8, f64, f32, i64, i32)
    -> (i64, i32, i16, i8, f64, f32, i64, i32)
