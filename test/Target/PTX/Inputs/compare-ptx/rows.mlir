// Scans of rows, each of which has kernels of two forms.
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
prefix.scan @sum inclusive @add_i32 : (i32) -> (i32) domain rows
prefix.scan @bytes exclusive reverse @add_i8 : (ui8) -> (ui8) domain rows
prefix.scan @halves inclusive @add_f32 init (1.0 : f32) : (bf16) -> (bf16) domain rows
prefix.scan @doubles exclusive @add_f64 : (f64) -> (f64) domain rows
prefix.scan @maps inclusive reverse @affine : (i32, i32) -> (i32, i32) domain rows
prefix.scan @apart exclusive @affine : (i32, i32) -> (i32, i32) soa domain rows
