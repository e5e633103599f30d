// Scans that read several arrays, or write several, for run-arrays*.test.

prefix.monoid @linear identity {
  %one = arith.constant 1.0 : f32
  %zero = arith.constant 0.0 : f32
  prefix.yield %one, %zero : f32, f32
} combine (%a0: f32, %b0: f32), (%a1: f32, %b1: f32) {
  %a = arith.mulf %a1, %a0 : f32
  %t = arith.mulf %a1, %b0 : f32
  %b = arith.addf %t, %b1 : f32
  prefix.yield %a, %b : f32, f32
}

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

// h[t] = a[t] h[t - 1] + b[t].
prefix.scan @recurrence inclusive @linear
    load (%a: f32, %b: f32) { prefix.yield %a, %b : f32, f32 }
    store after (%p: f32, %h: f32) { prefix.yield %h : f32 }
    : (f32, f32) -> (f32)

// The output is the state, in one file.
prefix.scan @states inclusive @linear
    load (%a: f32, %b: f32) { prefix.yield %a, %b : f32, f32 }
    : (f32, f32) -> (f32, f32)
prefix.scan @states_apart inclusive @linear
    load (%a: f32, %b: f32) { prefix.yield %a, %b : f32, f32 }
    : (f32, f32) -> (f32, f32) soa

// The input is the state, in one file.
prefix.scan @split inclusive @linear
    store after (%p: f32, %h: f32) { prefix.yield %p, %h : f32, f32 }
    : (f32, f32) -> (f32, f32)
prefix.scan @paired inclusive @linear
    store after (%p: f32, %h: f32) { prefix.yield %h, %p : f32, f32 }
    : (f32, f32) -> (!prefix.struct<h: f32, p: f32>)

// The greatest value so far, and where it was.
prefix.scan @argmax inclusive @greatest
    load (%x: f32) index %i { prefix.yield %x, %i : f32, i64 }
    store after (%v: f32, %at: i64) { prefix.yield %v, %at : f32, i64 }
    : (f32) -> (f32, i64)

// Arrays of structures among others, on both sides: the greatest of the scores
// times its weight, with its place and whose it is.
prefix.scan @mixture inclusive @greatest
    load (%score: f32, %rank: i64, %weight: f32) {
      %v = arith.mulf %score, %weight : f32
      prefix.yield %v, %rank : f32, i64
    }
    store after (%v: f32, %at: i64) in (%score: f32, %rank: i64, %weight: f32) {
      %byte = arith.trunci %at : i64 to i8
      prefix.yield %byte, %v, %at, %score : i8, f32, i64, f32
    }
    : (!prefix.struct<Hit, score: f32, rank: i64>, f32)
      -> (ui8, !prefix.struct<Best, value: f32, rank: i64>, f32)

prefix.scan @halves inclusive @add_f32
    load (%x: f32, %y: f32) {
      %sum = arith.addf %x, %y : f32
      prefix.yield %sum : f32
    }
    : (bf16, bf16) -> (bf16)
