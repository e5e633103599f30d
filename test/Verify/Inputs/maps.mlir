// Scans whose states are made of elements, and outputs of states, by maps.

// Steps x -> a x + b: what does not commute.
prefix.monoid @steps identity {
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  prefix.yield %one, %zero : i32, i32
} combine (%a0: i32, %b0: i32), (%a1: i32, %b1: i32) {
  %a = arith.muli %a0, %a1 : i32
  %moved = arith.muli %b0, %a1 : i32
  %b = arith.addi %moved, %b1 : i32
  prefix.yield %a, %b : i32, i32
}

// One array in and one out, whatever they hold. An element is its own identity
// nowhere: what does not exist must be masked behind the map.
prefix.scan @squares inclusive @add_i32 load (%x: i32) {
  %one = arith.constant 1 : i32
  %square = arith.muli %x, %x : i32
  %more = arith.addi %square, %one : i32
  prefix.yield %more : i32
} : (ui8) -> (i32)

// Two arrays in, one out, which is part of a state.
prefix.scan @recurrence inclusive @steps load (%a: i32, %b: i32) {
  prefix.yield %a, %b : i32, i32
} store after (%p: i32, %h: i32) {
  prefix.yield %h : i32
} : (i16, i32) -> (i32)

// Both states, from the end, after a start of its own.
prefix.scan @steps_back inclusive reverse @steps init (3 : i32, -5 : i32)
    store before (%a: i32, %b: i32) after (%c: i32, %d: i32) {
  %e = arith.subi %a, %c : i32
  prefix.yield %b, %d, %e : i32, i32, i32
} : (i32, i32) -> (i32, i64, i8) soa

// The element again and its index, behind as well as before the scan.
prefix.scan @placed exclusive @steps load (%x: i32) index %i {
  %at = arith.trunci %i : i64 to i32
  prefix.yield %x, %at : i32, i32
} store after (%a: i32, %b: i32) in (%x: i64) index %i {
  %sum = arith.addi %x, %i : i64
  prefix.yield %b, %sum : i32, i64
} : (i8) -> (i32, i64) domain line, rows

// Arrays of other widths, one of them of structures; more in than out.
prefix.scan @mixed inclusive @add_i64
    load (%flag: i32, %weight: f64, %x: i64, %n: i64) {
  %zero = arith.constant 0 : i32
  %kept = arith.cmpi ne, %flag, %zero : i32
  %scaled = arith.fptosi %weight : f64 to i64
  %sum = arith.subi %x, %n : i64
  %more = arith.select %kept, %sum, %scaled : i64
  prefix.yield %more : i64
} store after (%total: i64) in (%flag: i32, %weight: f64, %x: i32, %n: i32) {
  prefix.yield %total, %flag, %n : i64, i32, i32
} : (ui8, f64, !prefix.struct<Part, x: i32, n: i16>)
    -> (!prefix.struct<Sum, total: i64, flag: ui8>, i16)

// One in, four out: what is stored is a float, narrowed, a bit, and a constant.
prefix.scan @spread exclusive @max_i32 init (-7 : i32)
    store before (%low: i32) after (%high: i32) index %i {
  %rises = arith.cmpi slt, %low, %high : i32
  %one = arith.constant 1 : i32
  prefix.yield %high, %rises, %i, %one : i32, i1, i64, i32
} : (i16) -> (f32, i1, ui16, i64)

// Rows: before the first element of each there is nothing but the init.
prefix.scan @shifted inclusive reverse @steps init (3 : i32, -5 : i32)
    load (%x: i32) index %i {
  %at = arith.trunci %i : i64 to i32
  prefix.yield %x, %at : i32, i32
} store before (%a: i32, %b: i32) in (%x: i32) index %i {
  prefix.yield %b, %x, %i : i32, i32, i64
} : (i8) -> (i32, i32, i64)

// The gradient of h[t] = a[t] h[t - 1] + b[t]: from a of the element behind, and
// with h of the one before.
prefix.monoid @beside identity {
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  prefix.yield %one, %zero : i32, i32
} combine (%a: i32, %b: i32), (%c: i32, %d: i32) {
  %x = arith.muli %a, %c : i32
  %bc = arith.muli %b, %c : i32
  %y = arith.addi %bc, %d : i32
  prefix.yield %x, %y : i32, i32
}
prefix.scan @gradient inclusive reverse @beside
    load (%a: i32, %d: i32, %h: i32) next (%an of %a else 1 : i32) {
      prefix.yield %an, %d : i32, i32
    }
    store after (%p: i32, %g: i32) in (%a: i32, %d: i32, %h: i32) previous (%hp of %h else 0 : i32) {
      %da = arith.muli %g, %hp : i32
      prefix.yield %da, %g : i32, i32
    }
    : (ui8, i32, i32) -> (i32, i32)

// A divisor that is 0 right behind the array: no element there is mapped.
prefix.scan @shares inclusive reverse @add_i32
    load (%x: i32) index %i {
      %at = arith.trunci %i : i64 to i32
      %one = arith.constant 1 : i32
      %n = arith.addi %at, %one : i32
      %y = arith.divui %x, %n : i32
      prefix.yield %y : i32
    }
    : (i32) -> (i32)
