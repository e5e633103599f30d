// Accesses of 16 bytes for elements of every size, and accesses of the size of a
// field where the array is not aligned.
// RUN: scanc %s --scan=bytes --emit=ptx -o - > %t.bytes
// RUN: scanc %s --scan=halves --emit=ptx -o - > %t.halves
// RUN: scanc %s --scan=doubles --emit=ptx -o - > %t.doubles
// RUN: scanc %s --scan=triples --emit=ptx -o - > %t.triples
// RUN: cat %t.bytes %t.halves %t.doubles %t.triples > %t.all
// RUN: FileCheck %s --implicit-check-not=.local --implicit-check-not=.extern --input-file=%t.all
// RUN: %python %S/Inputs/count_ptx.py ld.global.v4.b32 st.global.v4.b32 ld.global.v2.b64 st.global.v2.b64 ld.global.b8 st.global.b8 ld.global.b16 st.global.b16 ld.global.b32 ld.global.b64 < %t.all | FileCheck %s --check-prefix=COUNT

// CHECK-COUNT-4: .visible .entry {{.*}}_single(

// COUNT: bytes_single: ld.global.v4.b32 1, st.global.v4.b32 1, ld.global.v2.b64 0, st.global.v2.b64 0, ld.global.b8 16, st.global.b8 16,
prefix.scan @bytes inclusive @add_i32 : (ui8) -> (ui8)
  plan <strategy = single_block, top = <warps = 1>, tail = <items = 16>>
// COUNT-NEXT: halves_single: ld.global.v4.b32 1, st.global.v4.b32 1, {{.*}} ld.global.b16 8, st.global.b16 8,
prefix.scan @halves inclusive @add_f32 : (f16) -> (f16)
  plan <strategy = single_block, top = <warps = 1>, tail = <items = 8>>
// COUNT-NEXT: doubles_single: ld.global.v4.b32 0, st.global.v4.b32 0, ld.global.v2.b64 1, st.global.v2.b64 1, {{.*}} ld.global.b64 2
prefix.scan @doubles inclusive @add_f64 : (f64) -> (f64)
  plan <strategy = single_block, top = <warps = 1>, tail = <items = 2>>
prefix.monoid @add3 commutative identity {
  %z = arith.constant 0 : i32
  prefix.yield %z, %z, %z : i32, i32, i32
} combine (%a: i32, %b: i32, %c: i32), (%d: i32, %e: i32, %f: i32) {
  %x = arith.addi %a, %d : i32
  %y = arith.addi %b, %e : i32
  %z = arith.addi %c, %f : i32
  prefix.yield %x, %y, %z : i32, i32, i32
}
// COUNT-NEXT: triples_single: ld.global.v4.b32 3, st.global.v4.b32 3, {{.*}} ld.global.b32 12,
prefix.scan @triples inclusive @add3 : (i32, i32, i32) -> (i32, i32, i32)
  plan <strategy = single_block, top = <warps = 1>, tail = <items = 4>>
