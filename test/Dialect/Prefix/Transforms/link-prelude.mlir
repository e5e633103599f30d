// RUN: scanc-opt %s -split-input-file -prefix-link-prelude | FileCheck %s --implicit-check-not=prefix.monoid
// RUN: scanc-opt %s -split-input-file -prefix-link-prelude -prefix-link-prelude -o %t.twice
// RUN: scanc-opt %s -split-input-file -prefix-link-prelude -o %t.once
// RUN: cmp %t.once %t.twice

// Each built-in monoid that a scan names comes in once, and no other.
// CHECK-LABEL: module @named
// CHECK-DAG: prefix.monoid @add_i32 commutative{{$}}
// CHECK-DAG: prefix.monoid @max_f32 commutative idempotent{{$}}
// CHECK-DAG: prefix.scan @sum inclusive @add_i32
// CHECK-DAG: prefix.scan @offsets exclusive @add_i32
// CHECK-DAG: prefix.scan @highest inclusive @max_f32
module @named {
  prefix.scan @sum inclusive @add_i32 : (i32) -> (i32)
  prefix.scan @offsets exclusive @add_i32 : (ui8) -> (i32)
  prefix.scan @highest inclusive @max_f32 : (f32) -> (f32)
}

// -----

// A monoid of the module's own wins.
// CHECK-LABEL: module @own
// CHECK-NEXT: prefix.monoid @add_i32{{$}}
// CHECK: arith.subi
// CHECK: prefix.scan @s inclusive @add_i32
module @own {
  prefix.monoid @add_i32 identity {
    %e = arith.constant 0 : i32
    prefix.yield %e : i32
  } combine (%a: i32), (%b: i32) {
    %c = arith.subi %a, %b : i32
    prefix.yield %c : i32
  }
  prefix.scan @s inclusive @add_i32 : (i32) -> (i32)
}

// -----

// Nothing is named.
// CHECK-LABEL: module @empty
// CHECK-NEXT: prefix.family @f = serial<4>
// CHECK-NEXT: }
module @empty {
  prefix.family @f = serial<4>
}
