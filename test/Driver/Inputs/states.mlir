// Scans whose chains start from states in memory, or leave some there, for
// run-states*.test.

// y -> a y + b, modulo 2^32.
prefix.monoid @affine identity {
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  prefix.yield %one, %zero : i32, i32
} combine (%a0: i32, %b0: i32), (%a1: i32, %b1: i32) {
  %a = arith.muli %a1, %a0 : i32
  %t = arith.muli %a1, %b0 : i32
  %b = arith.addi %t, %b1 : i32
  prefix.yield %a, %b : i32, i32
}

prefix.scan @inclusive inclusive @affine initial final
    : (i32, i32) -> (i32, i32)
prefix.scan @exclusive exclusive @affine initial final
    : (i32, i32) -> (i32, i32)
prefix.scan @inclusive_reverse inclusive reverse @affine initial final
    : (i32, i32) -> (i32, i32)
prefix.scan @exclusive_reverse exclusive reverse @affine initial final
    : (i32, i32) -> (i32, i32)
prefix.scan @soa inclusive @affine initial final
    : (i32, i32) -> (i32, i32) soa

// y[t] = a[t] y[t - 1] + b[t], of two arrays, from y[-1] = 5.
prefix.scan @recurrence inclusive @affine init (0 : i32, 5 : i32) initial final
    load (%a: i32, %b: i32) { prefix.yield %a, %b : i32, i32 }
    store after (%p: i32, %y: i32) { prefix.yield %y : i32 }
    : (i32, i32) -> (i32)
prefix.scan @recurrence_reverse exclusive reverse @affine
    load (%a: i32, %b: i32) { prefix.yield %a, %b : i32, i32 }
    store after (%p: i32, %y: i32) { prefix.yield %y : i32 }
    : (i32, i32) -> (i32)

// Fields of two sizes, which have names.
prefix.monoid @greatest identity {
  %v = arith.constant 0xFF800000 : f32
  %i = arith.constant -1 : i64
  prefix.yield %v, %i : f32, i64
} combine (%v0: f32, %i0: i64), (%v1: f32, %i1: i64) {
  %later = arith.cmpf ogt, %v1, %v0 : f32
  %v = arith.select %later, %v1, %v0 : f32
  %i = arith.select %later, %i1, %i0 : i64
  prefix.yield %v, %i : f32, i64
}
prefix.scan @best inclusive @greatest initial final
    : !prefix.struct<score: f32, rank: i64>

// One kind of states only, or none.
prefix.scan @starts inclusive @add_i32 initial : (i32) -> (i32)
prefix.scan @leaves inclusive @add_i32 final : (i32) -> (i32)
prefix.scan @sum inclusive @add_i32 : (i32) -> (i32)
