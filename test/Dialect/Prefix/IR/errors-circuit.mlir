// One test for each numbered constraint of circuits and their combines.
// RUN: scanc-opt %s -verify-diagnostics -split-input-file

// expected-error @+1 {{'prefix.circuit' op must have at least one input}}
prefix.circuit @circuit_c1_no_input() {
  prefix.yield
}

// -----

// expected-error @+1 {{'prefix.circuit' op input #1 must have type !prefix.span<1, 1>, got '!prefix.span<0, 0>'}}
"prefix.circuit"() <{sym_name = "circuit_c1_span"}> ({
^bb0(%x0: !prefix.span<0, 0>, %x1: !prefix.span<0, 0>):
  "prefix.yield"(%x0, %x1) : (!prefix.span<0, 0>, !prefix.span<0, 0>) -> ()
}) : () -> ()

// -----

// expected-error @+1 {{'prefix.circuit' op input #0 must have type !prefix.span<0, 0>, got 'i32'}}
"prefix.circuit"() <{sym_name = "circuit_c1_type"}> ({
^bb0(%x0: i32):
  "prefix.yield"(%x0) : (i32) -> ()
}) : () -> ()

// -----

// expected-error @+1 {{'prefix.circuit' op must hold only 'prefix.combine'}}
prefix.circuit @circuit_c2(%x0) {
  // expected-note @+1 {{got 'arith.constant'}}
  %one = arith.constant 1 : i32
  prefix.yield %x0 : !prefix.span<0, 0>
}

// -----

prefix.circuit @circuit_c3_too_few(%x0, %x1) {
  // expected-error @+1 {{'prefix.yield' op must yield one output per input: 2 expected, got 1}}
  prefix.yield %x0 : !prefix.span<0, 0>
}

// -----

prefix.circuit @circuit_c3_too_many(%x0) {
  // expected-error @+1 {{'prefix.yield' op must yield one output per input: 1 expected, got 2}}
  prefix.yield %x0, %x0 : !prefix.span<0, 0>, !prefix.span<0, 0>
}

// -----

prefix.circuit @circuit_c4_start(%x0, %x1, %x2, %x3) {
  %a = prefix.combine %x0, %x1 : !prefix.span<0, 0>, !prefix.span<1, 1>
  %b = prefix.combine %a, %x2 : !prefix.span<0, 1>, !prefix.span<2, 2>
  %c = prefix.combine %x1, %x2 : !prefix.span<1, 1>, !prefix.span<2, 2>
  // expected-note @+1 {{this value covers 1..3}}
  %d = prefix.combine %c, %x3 : !prefix.span<1, 2>, !prefix.span<3, 3>
  // expected-error @+1 {{output #3 must cover inputs 0..3}}
  prefix.yield %x0, %a, %b, %d : !prefix.span<0, 0>, !prefix.span<0, 1>, !prefix.span<0, 2>, !prefix.span<1, 3>
}

// -----

// The first output too, where the value is an input.
// expected-note @+1 {{this value covers 1..1}}
prefix.circuit @circuit_c4_swapped(%x0, %x1) {
  %a = prefix.combine %x0, %x1 : !prefix.span<0, 0>, !prefix.span<1, 1>
  // expected-error @+1 {{output #0 must cover inputs 0..0}}
  prefix.yield %x1, %a : !prefix.span<1, 1>, !prefix.span<0, 1>
}

// -----

prefix.circuit @circuit_c4_end(%x0, %x1) {
  // expected-note @+1 {{this value covers 0..1}}
  %a = prefix.combine %x0, %x1 : !prefix.span<0, 0>, !prefix.span<1, 1>
  // expected-error @+1 {{output #0 must cover inputs 0..0}}
  prefix.yield %a, %a : !prefix.span<0, 1>, !prefix.span<0, 1>
}

// -----

// A gap.
// expected-note @+2 {{low covers 0..0}}
// expected-note @+1 {{high covers 2..2}}
prefix.circuit @combine_c1_gap(%x0, %x1, %x2) {
  // expected-error @+1 {{the high span must begin at 1, right after the low one ends; got 2}}
  %a = prefix.combine %x0, %x2 : !prefix.span<0, 0>, !prefix.span<2, 2>
  prefix.yield %x0, %a, %a : !prefix.span<0, 0>, !prefix.span<0, 2>, !prefix.span<0, 2>
}

// -----

// Operands in the wrong order: right for a commutative operator, no scan.
// expected-note @+2 {{low covers 1..1}}
// expected-note @+1 {{high covers 0..0}}
prefix.circuit @combine_c1_order(%x0, %x1) {
  // expected-error @+1 {{the high span must begin at 2, right after the low one ends; got 0}}
  %a = prefix.combine %x1, %x0 : !prefix.span<1, 1>, !prefix.span<0, 0>
  prefix.yield %x0, %a : !prefix.span<0, 0>, !prefix.span<0, 1>
}

// -----

// An overlap: right for an idempotent operator only.
prefix.circuit @combine_c1_overlap(%x0, %x1, %x2) {
  // expected-note @+1 {{low covers 0..1}}
  %a = prefix.combine %x0, %x1 : !prefix.span<0, 0>, !prefix.span<1, 1>
  // expected-note @+1 {{high covers 1..2}}
  %b = prefix.combine %x1, %x2 : !prefix.span<1, 1>, !prefix.span<2, 2>
  // expected-error @+1 {{the high span must begin at 2, right after the low one ends; got 1}}
  %c = prefix.combine %a, %b : !prefix.span<0, 1>, !prefix.span<1, 2>
  prefix.yield %x0, %a, %c : !prefix.span<0, 0>, !prefix.span<0, 1>, !prefix.span<0, 2>
}

// -----

// Twice the same input.
// expected-note @+2 {{low covers 0..0}}
// expected-note @+1 {{high covers 0..0}}
prefix.circuit @combine_c1_twice(%x0) {
  // expected-error @+1 {{the high span must begin at 1, right after the low one ends; got 0}}
  %a = prefix.combine %x0, %x0 : !prefix.span<0, 0>, !prefix.span<0, 0>
  prefix.yield %x0 : !prefix.span<0, 0>
}

// -----

// What the generic form states must be what is inferred.
"prefix.circuit"() <{sym_name = "combine_result"}> ({
^bb0(%x0: !prefix.span<0, 0>, %x1: !prefix.span<1, 1>):
  // expected-error @+2 {{'prefix.combine' op failed to infer returned types}}
  // expected-error @+1 {{'prefix.combine' op inferred type(s) '!prefix.span<0, 1>' are incompatible with return type(s) of operation '!prefix.span<0, 5>'}}
  %a = "prefix.combine"(%x0, %x1) : (!prefix.span<0, 0>, !prefix.span<1, 1>) -> !prefix.span<0, 5>
  %b = "prefix.combine"(%x0, %x1) : (!prefix.span<0, 0>, !prefix.span<1, 1>) -> !prefix.span<0, 1>
  "prefix.yield"(%x0, %b) : (!prefix.span<0, 0>, !prefix.span<0, 1>) -> ()
}) : () -> ()

// -----

// A type that the value does not have.
// expected-note @+1 {{prior use here}}
prefix.circuit @combine_types(%x0, %x1) {
  // expected-error @+1 {{expects different type than prior uses: '!prefix.span<2, 2>' vs '!prefix.span<1, 1>'}}
  %a = prefix.combine %x0, %x1 : !prefix.span<0, 0>, !prefix.span<2, 2>
  prefix.yield %x0, %a : !prefix.span<0, 0>, !prefix.span<0, 1>
}

// -----

// expected-error @+1 {{'prefix.yield' op expects parent op to be one of 'prefix.circuit, prefix.monoid'}}
prefix.yield

// -----

// Only spans are combined.
"prefix.circuit"() <{sym_name = "combine_spans"}> ({
^bb0(%x0: i32):
  // expected-error @+1 {{'prefix.combine' op operand #0 must be the interval of inputs a wire has combined, but got 'i32'}}
  %a = "prefix.combine"(%x0, %x0) : (i32, i32) -> !prefix.span<0, 1>
  "prefix.yield"(%x0) : (i32) -> ()
}) : () -> ()

// -----

prefix.monoid @combine_parent identity {
  %e = arith.constant 0 : i32
  prefix.yield %e : i32
} combine (%low: i32), (%high: i32) {
  // expected-error @+1 {{'prefix.combine' op expects parent op 'prefix.circuit'}}
  %a = "prefix.combine"(%low, %high) : (i32, i32) -> !prefix.span<0, 1>
  prefix.yield %low : i32
}

// -----

// The generic form is checked by the verifier, which says it in two errors.
// expected-note @+3 {{low covers 0..0}}
// expected-note @+3 {{high covers 2..2}}
"prefix.circuit"() <{sym_name = "combine_c1_verified"}> ({
^bb0(%x0: !prefix.span<0, 0>,
     %x1: !prefix.span<1, 1>, %x2: !prefix.span<2, 2>):
  %p = "prefix.combine"(%x0, %x1) : (!prefix.span<0, 0>, !prefix.span<1, 1>) -> !prefix.span<0, 1>
  // expected-error @+2 {{the high span must begin at 1, right after the low one ends; got 2}}
  // expected-error @+1 {{'prefix.combine' op failed to infer returned types}}
  %q = "prefix.combine"(%x0, %x2) : (!prefix.span<0, 0>, !prefix.span<2, 2>) -> !prefix.span<0, 2>
  "prefix.yield"(%x0, %p, %q) : (!prefix.span<0, 0>, !prefix.span<0, 1>, !prefix.span<0, 2>) -> ()
}) : () -> ()

// -----

// expected-error @+1 {{'prefix.circuit' op expects a non-empty block}}
prefix.circuit @no_output(%x0) {}
