// The greater score wins; of equal ones, the smaller index.
prefix.monoid @best_f32_i32 commutative idempotent identity {
  %score = arith.constant 0xFF800000 : f32       // -infinity
  %index = arith.constant 2147483647 : i32
  prefix.yield %score, %index : f32, i32
} combine (%s0: f32, %i0: i32), (%s1: f32, %i1: i32) {
  %greater = arith.cmpf ogt, %s0, %s1 : f32
  %equal = arith.cmpf oeq, %s0, %s1 : f32
  %before = arith.cmpi slt, %i0, %i1 : i32
  %first = arith.andi %equal, %before : i1
  %take = arith.ori %greater, %first : i1
  %score = arith.select %take, %s0, %s1 : f32
  %index = arith.select %take, %i0, %i1 : i32
  prefix.yield %score, %index : f32, i32
}

prefix.scan @best inclusive @best_f32_i32 : (f32, i32) -> (f32, i32)
