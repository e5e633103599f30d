// Scans of each kind of element. Their monoids need not be any: nothing runs
// on a GPU here.

prefix.monoid @best_f32_i32 identity {
  %score = arith.constant 0xFF800000 : f32
  %index = arith.constant 2147483647 : i32
  prefix.yield %score, %index : f32, i32
} combine (%s0: f32, %i0: i32), (%s1: f32, %i1: i32) {
  %greater = arith.cmpf ogt, %s0, %s1 : f32
  %score = arith.select %greater, %s0, %s1 : f32
  %index = arith.select %greater, %i0, %i1 : i32
  prefix.yield %score, %index : f32, i32
}

// With padding: b1 at 0, i8 at 1, i32 at 4.
prefix.monoid @mixed identity {
  %flag = arith.constant false
  %small = arith.constant 0 : i8
  %wide = arith.constant 0 : i32
  prefix.yield %flag, %small, %wide : i1, i8, i32
} combine (%f0: i1, %s0: i8, %w0: i32), (%f1: i1, %s1: i8, %w1: i32) {
  %flag = arith.ori %f0, %f1 : i1
  %small = arith.addi %s0, %s1 : i8
  %wide = arith.addi %w0, %w1 : i32
  prefix.yield %flag, %small, %wide : i1, i8, i32
}

prefix.monoid @max_f16_bf16 identity {
  %half = arith.constant 0xFC00 : f16
  %brain = arith.constant 0xFF80 : bf16
  prefix.yield %half, %brain : f16, bf16
} combine (%h0: f16, %b0: bf16), (%h1: f16, %b1: bf16) {
  %half = arith.maximumf %h0, %h1 : f16
  %brain = arith.maximumf %b0, %b1 : bf16
  prefix.yield %half, %brain : f16, bf16
}

prefix.monoid @quad identity {
  %zero = arith.constant 0 : i32
  prefix.yield %zero, %zero, %zero, %zero : i32, i32, i32, i32
} combine (%a0: i32, %b0: i32, %c0: i32, %d0: i32),
          (%a1: i32, %b1: i32, %c1: i32, %d1: i32) {
  %a = arith.addi %a0, %a1 : i32
  %b = arith.addi %b0, %b1 : i32
  %c = arith.addi %c0, %c1 : i32
  %d = arith.addi %d0, %d1 : i32
  prefix.yield %a, %b, %c, %d : i32, i32, i32, i32
}

prefix.scan @sum inclusive @add_i32 : (i32) -> (i32)
prefix.scan @best inclusive @best_f32_i32 : (f32, i32) -> (f32, i32)
prefix.scan @arrays inclusive @best_f32_i32 : (f32, i32) -> (f32, i32) soa
prefix.scan @mixed_bytes inclusive @mixed : (i1, i8, i32) -> (i1, i8, i32)
prefix.scan @halves inclusive @max_f16_bf16 : (f16, bf16) -> (f16, bf16)
prefix.scan @half inclusive @max_f16 : (f16) -> (f16)
prefix.scan @quads inclusive @quad : (i32, i32, i32, i32) -> (i32, i32, i32, i32)
prefix.scan @once inclusive @add_i32 : (i32) -> (i32)
    plan <strategy = single_block>
prefix.scan @matrix inclusive @add_i32 : (i32) -> (i32) domain line, rows
prefix.scan @pairs inclusive @best_f32_i32 : (f32, i32) -> (f32, i32) domain rows
prefix.scan @columns inclusive @best_f32_i32 : (f32, i32) -> (f32, i32) soa
    domain rows

// Two arrays in, one out.
prefix.scan @mapped inclusive @best_f32_i32
    load (%score: f32, %index: i32) { prefix.yield %score, %index : f32, i32 }
    store after (%score: f32, %index: i32) { prefix.yield %score : f32 }
    : (f32, i32) -> (f32) domain line, rows
// Arrays of structs beside arrays of scalars.
prefix.scan @mixture inclusive @best_f32_i32
    load (%score: f32, %index: i32, %bias: f32) {
      %sum = arith.addf %score, %bias : f32
      prefix.yield %sum, %index : f32, i32
    }
    store after (%score: f32, %index: i32) {
      prefix.yield %index, %index, %score : i32, i32, f32
    }
    : (!prefix.struct<score: f32, index: i32>, f16)
   -> (i32, !prefix.struct<index: i32, score: f32>)

// What goes on from states, and leaves them: a value, structs, and one of both.
prefix.scan @carried inclusive @add_i32 initial final : (i32) -> (i32)
    domain line, rows
prefix.scan @leaders exclusive @best_f32_i32 initial final
    load (%score: f32, %index: i32) { prefix.yield %score, %index : f32, i32 }
    store after (%score: f32, %index: i32) { prefix.yield %score : f32 }
    : (f32, i32) -> (f32)
prefix.scan @after inclusive @add_i32 final : (i32) -> (i32)
prefix.scan @from exclusive @best_f32_i32 initial : (f32, i32) -> (f32, i32)
    domain rows
// One output more than elements.
prefix.scan @offsets exclusive @add_i32 total : (i32) -> (i32)
    domain line, rows

prefix.scan @tensor inclusive @add_i32 : (i32) -> (i32) domain axis
prefix.scan @chains inclusive @best_f32_i32 initial final
    : (f32, i32) -> (f32, i32) soa domain axis
prefix.scan @spans exclusive @add_i32 total : (i32) -> (i32) domain axis
