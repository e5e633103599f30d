// RUN: scanc-opt %s --split-input-file --prefix-split-domains --prefix-link-prelude --prefix-join-columns | FileCheck %s

// Two columns are one scan of two states: the monoid, the elements, the init
// value and what maps do are there twice, the index once.

// CHECK: prefix.monoid @linear_x2{{$}}
// CHECK-NEXT: identity {
// CHECK:   %[[ONE:.*]] = arith.constant 1
// CHECK:   %[[ZERO:.*]] = arith.constant 0
// CHECK:   %[[ONE1:.*]] = arith.constant 1
// CHECK:   %[[ZERO1:.*]] = arith.constant 0
// CHECK:   yield %[[ONE]], %[[ZERO]], %[[ONE1]], %[[ZERO1]] : i32, i32, i32, i32
// CHECK: } combine (%[[A:.*]]: i32, %[[B:.*]]: i32, %[[A1:.*]]: i32, %[[B1:.*]]: i32), (%[[C:.*]]: i32, %[[D:.*]]: i32, %[[C1:.*]]: i32, %[[D1:.*]]: i32) {
// CHECK:   %[[X:.*]] = arith.muli %[[C]], %[[A]]
// CHECK:   %[[T:.*]] = arith.muli %[[C]], %[[B]]
// CHECK:   %[[Y:.*]] = arith.addi %[[T]], %[[D]]
// CHECK:   %[[X1:.*]] = arith.muli %[[C1]], %[[A1]]
// CHECK:   %[[T1:.*]] = arith.muli %[[C1]], %[[B1]]
// CHECK:   %[[Y1:.*]] = arith.addi %[[T1]], %[[D1]]
// CHECK:   yield %[[X]], %[[Y]], %[[X1]], %[[Y1]] : i32, i32, i32, i32
prefix.monoid @linear identity {
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  prefix.yield %one, %zero : i32, i32
} combine (%a0: i32, %b0: i32), (%a1: i32, %b1: i32) {
  %a = arith.muli %a1, %a0 : i32
  %t = arith.muli %a1, %b0 : i32
  %b = arith.addi %t, %b1 : i32
  prefix.yield %a, %b : i32, i32
}

// CHECK: prefix.scan @s_axis_pairs inclusive @linear_x2 init (1 : i32, 5 : i32, 1 : i32, 5 : i32) initial final
// CHECK-SAME: load (%[[L:.*]]: i32, %[[M:.*]]: i32, %[[L1:.*]]: i32, %[[M1:.*]]: i32, %[[N:.*]]: i8, %[[N1:.*]]: i8)
// CHECK-SAME: previous (%[[P:.*]] of %[[M]] else 7 : i32, %[[P1:.*]] of %[[M1]] else 7 : i32) index %[[I:.*]] {
// CHECK:   %[[J:.*]] = arith.trunci %[[I]]
// CHECK:   %[[E:.*]] = arith.addi %[[P]], %[[J]]
// CHECK:   %[[J1:.*]] = arith.trunci %[[I]]
// CHECK:   %[[E1:.*]] = arith.addi %[[P1]], %[[J1]]
// CHECK:   yield %[[L]], %[[E]], %[[L1]], %[[E1]]
// CHECK: } store before (%[[S:.*]]: i32, %[[U:.*]]: i32, %[[S1:.*]]: i32, %[[U1:.*]]: i32) after (%{{.*}}: i32, %[[V:.*]]: i32, %{{.*}}: i32, %[[V1:.*]]: i32) {
// CHECK:   yield %[[S]], %[[S1]], %[[U]], %[[V]], %[[U1]], %[[V1]]
// CHECK: } : (!prefix.struct<f0: i32, f1: i32, f2: i32, f3: i32>, !prefix.struct<f0: i8, f1: i8>)
// CHECK-SAME: -> (!prefix.struct<f0: i32, f1: i32>, !prefix.struct<f0: i32, f1: i32, f2: i32, f3: i32>) domain pairs
// CHECK: prefix.scan @s_axis inclusive @linear
prefix.scan @s inclusive @linear init (1 : i32, 5 : i32) initial final
    load (%l: i32, %m: i32, %n: i8) previous (%p of %m else 7 : i32) index %i {
      %j = arith.trunci %i : i64 to i32
      %e = arith.addi %p, %j : i32
      prefix.yield %l, %e : i32, i32
    }
    store before (%s: i32, %t: i32) after (%u: i32, %v: i32) {
      prefix.yield %s, %t, %v : i32, i32, i32
    }
    : (!prefix.struct<l: i32, m: i32>, i8) -> (i32, !prefix.struct<t: i32, v: i32>)
    domain axis

// -----

// Two scans by one monoid share what is made of it. A name that is taken is
// left alone. Elements that verify is to draw stand beside each other in turn.

// CHECK: prefix.monoid @add_f32_x2_0 commutative
// CHECK-NOT: prefix.monoid @add_f32_x2_1
// CHECK: prefix.scan @one_axis_pairs inclusive @add_f32_x2_0 : (f32, f32) -> (f32, f32)
// CHECK-SAME: {prefix.elements = {{\[\[}}1.000000e+00, 2.000000e+00], [2.000000e+00, 4.000000e+00], [4.000000e+00, 1.000000e+00]], prefix.unasked}
// CHECK: prefix.scan @two_axis_pairs exclusive reverse @add_f32_x2_0 : (bf16, bf16) -> (f32, f32)
prefix.monoid @add_f32_x2 commutative identity {
  %zero = arith.constant 0.0 : f32
  prefix.yield %zero : f32
} combine (%low: f32), (%high: f32) {
  %sum = arith.addf %low, %high : f32
  prefix.yield %sum : f32
}
prefix.scan @one inclusive @add_f32 : (f32) -> (f32) domain axis
    attributes {prefix.elements = [[1.0], [2.0], [4.0]]}
prefix.scan @two exclusive reverse @add_f32 : (bf16) -> (f32) domain axis
prefix.scan @other inclusive @add_f32_x2 : (f32) -> (f32)
