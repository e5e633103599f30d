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
prefix.circuit @combine_c2_overlap(%x0, %x1, %x2) {
  // expected-note @+1 {{low covers 0..1}}
  %a = prefix.combine %x0, %x1 : !prefix.span<0, 0>, !prefix.span<1, 1>
  // expected-note @+1 {{high covers 1..2}}
  %b = prefix.combine %x1, %x2 : !prefix.span<1, 1>, !prefix.span<2, 2>
  // expected-error @+1 {{operands 0..1 and 1..2 overlap, which needs an 'idempotent' circuit}}
  %c = prefix.combine %a, %b : !prefix.span<0, 1>, !prefix.span<1, 2>
  prefix.yield %x0, %a, %c : !prefix.span<0, 0>, !prefix.span<0, 1>, !prefix.span<0, 2>
}

// -----

// Twice the same input.
// expected-note @+2 {{low covers 0..0}}
// expected-note @+1 {{high covers 0..0}}
prefix.circuit @combine_c2_twice(%x0) {
  // expected-warning @+2 {{this combine reaches no output}}
  // expected-error @+1 {{operands 0..0 and 0..0 overlap, which needs an 'idempotent' circuit}}
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

// expected-error @+1 {{'prefix.yield' op expects parent op to be one of 'prefix.circuit, prefix.monoid, prefix.scan, prefix.map'}}
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

// expected-error @+1 {{expected 'prefix.yield' at the end of the circuit, with its outputs}}
prefix.circuit @no_output(%x0) {}

// -----

prefix.circuit @no_output_after_combines(%x0, %x1) {
  // expected-error @+1 {{expected 'prefix.yield' at the end of the circuit, with its outputs}}
  %a = combine %x0, %x1
}

// -----

prefix.circuit @output_before_combines(%x0, %x1) {
  %a = combine %x0, %x1
  yield %x0, %a
  // expected-error @+1 {{expected 'prefix.yield' at the end of the circuit, with its outputs}}
  %b = combine %x0, %x1
}

// -----

// expected-error @+1 {{'prefix.circuit' op expects a non-empty block}}
"prefix.circuit"() <{sym_name = "no_output_generic"}> ({
^bb0(%x0: !prefix.span<0, 0>):
}) : () -> ()

// -----

// What is computed in vain is most likely a slip. Not only the last of a chain
// is in vain.
prefix.circuit @unused(%x0, %x1, %x2) {
  %a = combine %x0, %x1
  // expected-warning @+1 {{this combine reaches no output}}
  %b = combine %x1, %x2
  %c = combine %a, %x2
  // expected-warning @+1 {{this combine reaches no output}}
  %d = combine %x0, %b
  yield %x0, %a, %c
}

// -----

// A span that is written is checked.
prefix.circuit @combine_span(%x0, %x1, %x2) {
  %a = combine %x0, %x1 : [0:1]
  // expected-error @+1 {{this combine covers [0:2], but [0:1] is written here}}
  %b = combine %a, %x2 : [0:1]
  yield %x0, %a, %b
}

// -----

prefix.circuit @combine_unknown(%x0) {
  // expected-error @+1 {{expected a wire of the circuit that is defined before, got '%y'}}
  %a = combine %x0, %y
  yield %x0
}

// -----

prefix.circuit @combine_later(%x0, %x1, %x2) {
  // expected-error @+1 {{expected a wire of the circuit that is defined before, got '%b'}}
  %a = combine %x0, %b
  %b = combine %x1, %x2
  yield %x0, %a, %a
}

// -----

prefix.circuit @yield_unknown(%x0) {
  // expected-error @+1 {{expected a wire of the circuit that is defined before, got '%0'}}
  yield %0
}

// -----

prefix.circuit @combine_typed(%x0, %x1) {
  // expected-error @+1 {{'prefix.combine' joins spans, got 'i32' and '!prefix.span<1, 1>'}}
  %a = combine %x0, %x1 : i32, !prefix.span<1, 1>
  yield %x0, %a
}

// -----

// A generic circuit does not tell its wires' spans.
"prefix.circuit"() <{sym_name = "combine_generic"}> ({
^bb0(%x0: !prefix.span<0, 0>, %x1: !prefix.span<1, 1>):
  // expected-error @+1 {{the types of the operands must be given outside of a circuit in its own form}}
  %a = prefix.combine %x0, %x1 : [0:1]
  "prefix.yield"(%x0, %a) : (!prefix.span<0, 0>, !prefix.span<0, 1>) -> ()
}) : () -> ()

// -----

// Nor may a monoid leave out types.
prefix.monoid @yield_types identity {
  %e = arith.constant 0 : i32
  // expected-error @+1 {{expected ':'}}
  prefix.yield %e
} combine (%low: i32), (%high: i32) {
  prefix.yield %low : i32
}

// -----

// An overlap must not end early, idempotent or not.
prefix.circuit @combine_c1_inside(%x0, %x1, %x2) idempotent {
  // expected-note @+1 {{high covers 0..1}}
  %a = combine %x0, %x1
  // expected-note @+1 {{low covers 0..2}}
  %b = combine %a, %x2
  // expected-error @+1 {{the high span must begin at 3, right after the low one ends; got 0}}
  %c = combine %b, %a
  yield %x0, %a, %c
}

// -----

// expected-error @+1 {{'prefix.circuit' op expected 1 stages, one for each combine, got 2}}
prefix.circuit @circuit_c5_count(%x0, %x1) stages [1, 2] {
  %a = combine %x0, %x1
  yield %x0, %a
}

// -----

// expected-error @+1 {{'prefix.circuit' op expected 1 stages, one for each combine, got 0}}
prefix.circuit @circuit_c5_none(%x0, %x1) stages [] {
  %a = combine %x0, %x1
  yield %x0, %a
}

// -----

// expected-error @+1 {{'prefix.circuit' op combine #1: stage must be later than stage 1 of its operand, combine #0, got 1}}
prefix.circuit @circuit_c5_order(%x0, %x1, %x2) stages [1, 1] {
  %a = combine %x0, %x1
  %b = combine %a, %x2
  yield %x0, %a, %b
}

// -----

prefix.circuit @circuit_c6(%x0, %x1) {
  %a = combine %x0, %x1
  yield %x0, %a
} expect {
  // expected-error @+1 {{expected size 2, got 1}}
  size = 2, depth = 1,
  // expected-error @+1 {{expected stages 2, got 1}}
  stages = 2}

// -----

// Stages and figures wait for an order.
"prefix.circuit"() <{sym_name = "circuit_order", stages = array<i32: 1, 2>, expect = {size = 2}}> ({
^bb0(%x0: !prefix.span<0, 0>, %x1: !prefix.span<1, 1>, %x2: !prefix.span<2, 2>):
  // expected-error @+1 {{operand #0 does not dominate this use}}
  %b = "prefix.combine"(%a, %x2) : (!prefix.span<0, 1>, !prefix.span<2, 2>) -> !prefix.span<0, 2>
  // expected-note @+1 {{operand defined here}}
  %a = "prefix.combine"(%x0, %x1) : (!prefix.span<0, 0>, !prefix.span<1, 1>) -> !prefix.span<0, 1>
  "prefix.yield"(%x0, %a, %b) : (!prefix.span<0, 0>, !prefix.span<0, 1>, !prefix.span<0, 2>) -> ()
}) : () -> ()
