// Scans of two columns, for run-pairs.test.

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

prefix.scan @plain inclusive @affine : (i32, i32) -> (i32, i32) domain axis
prefix.scan @named exclusive reverse @affine init (3 : i32, 4 : i32) initial final
    : !prefix.struct<Pair, a: i32, b: i32> domain axis
prefix.scan @bytes inclusive @add_i32 : (ui8) -> (i64) soa domain axis

// Everything that a map may take: arrays of several sizes, one of structs,
// values before and behind, the index, and both states.
prefix.scan @everything inclusive @affine initial final
    load (%a: i32, %b: i32, %c: i32) previous (%p of %c else 7 : i32) index %i {
      %j = arith.trunci %i : i64 to i32
      %d = arith.subi %c, %p : i32
      %e = arith.addi %d, %j : i32
      %f = arith.xori %b, %e : i32
      prefix.yield %a, %f : i32, i32
    }
    store before (%s: i32, %t: i32) after (%u: i32, %v: i32)
        in (%a: i32, %b: i32, %c: i32) next (%n of %a else -1 : i32) index %i {
      %j = arith.trunci %i : i64 to i32
      %x = arith.addi %s, %n : i32
      %y = arith.subi %v, %t : i32
      %z = arith.xori %y, %j : i32
      %w = arith.addi %z, %c : i32
      prefix.yield %x, %w, %u : i32, i32, i32
    }
    : (!prefix.struct<a: i32, b: i32>, i8) -> (i32, !prefix.struct<y: i32, u: i32>)
    domain axis

// Two of them would have too many values, or bytes, or lie otherwise than C
// has them.
prefix.monoid @five identity {
  %z = arith.constant 0 : i8
  prefix.yield %z, %z, %z, %z, %z : i8, i8, i8, i8, i8
} combine (%a0: i8, %b0: i8, %c0: i8, %d0: i8, %e0: i8), (%a1: i8, %b1: i8, %c1: i8, %d1: i8, %e1: i8) {
  %a = arith.addi %a0, %a1 : i8
  prefix.yield %a, %b0, %c0, %d0, %e0 : i8, i8, i8, i8, i8
}
prefix.scan @many inclusive @five : (i8, i8, i8, i8, i8) -> (i8, i8, i8, i8, i8) domain axis
prefix.monoid @mixed identity {
  %z = arith.constant 0 : i16
  %y = arith.constant 0 : i32
  %x = arith.constant 0 : i8
  prefix.yield %z, %y, %x : i16, i32, i8
} combine (%a0: i16, %b0: i32, %c0: i8), (%a1: i16, %b1: i32, %c1: i8) {
  %a = arith.addi %a0, %a1 : i16
  %b = arith.addi %b0, %b1 : i32
  %c = arith.addi %c0, %c1 : i8
  prefix.yield %a, %b, %c : i16, i32, i8
}
prefix.scan @apart inclusive @mixed : (i16, i32, i8) -> (i16, i32, i8) domain axis
prefix.scan @arrays inclusive @affine : (i32, i32) -> (i32, i32) soa domain axis
prefix.scan @longer exclusive @add_i32 total : (i32) -> (i32) domain axis
