// Scans that start from states in memory, and leave some there.

prefix.monoid @linrec_f32 identity {
  %one = arith.constant 1.0 : f32
  %zero = arith.constant 0.0 : f32
  prefix.yield %one, %zero : f32, f32
} combine (%a0: f32, %b0: f32), (%a1: f32, %b1: f32) {
  %a = arith.mulf %a1, %a0 : f32
  %t = arith.mulf %a1, %b0 : f32
  %b = arith.addf %t, %b1 : f32
  prefix.yield %a, %b : f32, f32
}

prefix.scan @both inclusive @add_i32 init (5 : i32) initial final
    : (i32) -> (i32) domain line, rows
prefix.scan @from exclusive @add_f32 initial : (f32) -> (f32) domain line, rows
prefix.scan @after exclusive reverse @add_f16 final : (f16) -> (f16) domain rows
prefix.scan @totals inclusive @add_i64 initial final : (ui32) -> (ui64)
prefix.scan @back inclusive reverse @add_i32 initial final : (i32) -> (i32)

// A state of two values, of elements in an array each.
prefix.scan @recurrence inclusive @linrec_f32 initial final
    load (%a: f32, %b: f32) { prefix.yield %a, %b : f32, f32 }
    store after (%p: f32, %h: f32) { prefix.yield %h : f32 }
    : (f32, f32) -> (f32)
// One whose values have names.
prefix.scan @named exclusive @linrec_f32 initial
    : !prefix.struct<Step, a: f32, b: f32> -> !prefix.struct<Step, a: f32, b: f32>

prefix.scan @without inclusive @add_i32 : (i32) -> (i32)
