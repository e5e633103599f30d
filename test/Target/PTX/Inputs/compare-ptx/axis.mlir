// Scans along an axis of a tensor, each of which has kernels of two forms: for
// tensors whose chains are rows without gaps, and for all.
prefix.monoid @affine identity {
  %a = arith.constant 1 : i32
  %b = arith.constant 0 : i32
  prefix.yield %a, %b : i32, i32
} combine (%a0: i32, %b0: i32), (%a1: i32, %b1: i32) {
  %a = arith.muli %a0, %a1 : i32
  %ab = arith.muli %b0, %a1 : i32
  %b = arith.addi %ab, %b1 : i32
  prefix.yield %a, %b : i32, i32
}
prefix.scan @sum inclusive @add_i32 : (i32) -> (i32) domain axis
prefix.scan @bytes exclusive reverse @add_i8 : (ui8) -> (ui8) domain axis
prefix.scan @halves inclusive @add_f32 init (1.0 : f32) : (bf16) -> (bf16) domain axis
prefix.scan @wider exclusive reverse @add_f64 : (f32) -> (f64) domain axis
prefix.scan @maps inclusive reverse @affine : (i32, i32) -> (i32, i32) domain axis
prefix.scan @apart exclusive @affine : (i32, i32) -> (i32, i32) soa domain axis
prefix.scan @states inclusive @add_f32 initial final : (f32) -> (f32) domain axis
prefix.scan @totals exclusive @add_i64 total : (i64) -> (i64) domain axis
prefix.scan @recurrence inclusive @affine initial final
    load (%a: i32, %b: i32) { prefix.yield %a, %b : i32, i32 }
    store after (%p: i32, %h: i32) in (%a: i32, %b: i32) index %i {
      %at = arith.trunci %i : i64 to i32
      %y = arith.addi %h, %at : i32
      prefix.yield %y : i32
    }
    : (i32, i32) -> (i32) domain axis
prefix.scan @every exclusive @add_i32 : (i32) -> (i32) domain line, rows, axis
