// One test for each numbered constraint of monoids and scans.
// RUN: scanc-opt %s -verify-diagnostics -split-input-file

// The parser sees the low and the high state side by side.
prefix.monoid @monoid_c1_parsed identity {
  %e = arith.constant 0 : i32
  prefix.yield %e : i32
// expected-error @+1 {{the low state ('i32') and the high state ('i64') must have the same types}}
} combine (%low: i32), (%high: i64) {
  prefix.yield %low : i32
}

// -----

prefix.monoid @monoid_c1_count identity {
  %e = arith.constant 0 : i32
  prefix.yield %e : i32
// expected-error @+1 {{the low state ('i32', 'i32') and the high state ('i32') must have the same types}}
} combine (%a: i32, %b: i32), (%c: i32) {
  prefix.yield %a : i32
}

// -----

// The verifier sees one list.
// expected-error @+1 {{'prefix.monoid' op the low state and the high state must have the same types, got 'i32', 'i64'}}
"prefix.monoid"() <{sym_name = "monoid_c1_verified"}> ({
  %e = arith.constant 0 : i32
  "prefix.yield"(%e) : (i32) -> ()
}, {
^bb0(%low: i32, %high: i64):
  "prefix.yield"(%low) : (i32) -> ()
}) : () -> ()

// -----

// expected-error @+1 {{'prefix.monoid' op the low state and the high state must have the same types, got 'i32'}}
"prefix.monoid"() <{sym_name = "monoid_c1_odd"}> ({
  %e = arith.constant 0 : i32
  "prefix.yield"(%e) : (i32) -> ()
}, {
^bb0(%low: i32):
  "prefix.yield"(%low) : (i32) -> ()
}) : () -> ()

// -----

// expected-error @+1 {{'prefix.monoid' op a state must have 1 to 8 values, got 0}}
prefix.monoid @monoid_c2_none identity {
  prefix.yield
} combine (), () {
  prefix.yield
}

// -----

// expected-error @+1 {{'prefix.monoid' op a state must have 1 to 8 values, got 9}}
prefix.monoid @monoid_c2_nine identity {
  %z = arith.constant 0 : i8
  prefix.yield %z, %z, %z, %z, %z, %z, %z, %z, %z : i8, i8, i8, i8, i8, i8, i8, i8, i8
} combine (%a: i8, %b: i8, %c: i8, %d: i8, %e: i8, %f: i8, %g: i8, %h: i8, %i: i8),
          (%j: i8, %k: i8, %l: i8, %m: i8, %n: i8, %o: i8, %p: i8, %q: i8, %r: i8) {
  prefix.yield %a, %b, %c, %d, %e, %f, %g, %h, %i : i8, i8, i8, i8, i8, i8, i8, i8, i8
}

// -----

// expected-error @+1 {{'prefix.monoid' op a state value must be i1, i8, i16, i32, i64, f16, bf16, f32 or f64, got 'i7'}}
prefix.monoid @monoid_c2_width identity {
  %e = arith.constant 0 : i7
  prefix.yield %e : i7
} combine (%low: i7), (%high: i7) {
  prefix.yield %low : i7
}

// -----

// expected-error @+1 {{'prefix.monoid' op a state value must be i1, i8, i16, i32, i64, f16, bf16, f32 or f64, got 'ui32'}}
prefix.monoid @monoid_c2_sign identity {
  %e = arith.constant 0 : i32
  prefix.yield %e : i32
} combine (%low: ui32), (%high: ui32) {
  prefix.yield %low : ui32
}

// -----

// expected-error @+1 {{'prefix.monoid' op a state value must be i1, i8, i16, i32, i64, f16, bf16, f32 or f64, got 'vector<2xi32>'}}
prefix.monoid @monoid_c2_vector identity {
  %e = arith.constant dense<0> : vector<2xi32>
  prefix.yield %e : vector<2xi32>
} combine (%low: vector<2xi32>), (%high: vector<2xi32>) {
  prefix.yield %low : vector<2xi32>
}

// -----

// expected-error @+1 {{'prefix.monoid' op a state value must be i1, i8, i16, i32, i64, f16, bf16, f32 or f64, got 'f80'}}
prefix.monoid @monoid_c2_float identity {
  %e = arith.constant 0.0 : f80
  prefix.yield %e : f80
} combine (%low: f80), (%high: f80) {
  prefix.yield %low : f80
}

// -----

// Eight scalars take at most 64 bytes, with any padding: this constraint adds
// nothing to monoid_c2. Here is the largest state.
prefix.monoid @monoid_c3_largest identity {
  %z = arith.constant 0 : i64
  prefix.yield %z, %z, %z, %z, %z, %z, %z, %z : i64, i64, i64, i64, i64, i64, i64, i64
} combine (%a: i64, %b: i64, %c: i64, %d: i64, %e: i64, %f: i64, %g: i64, %h: i64),
          (%j: i64, %k: i64, %l: i64, %m: i64, %n: i64, %o: i64, %p: i64, %q: i64) {
  prefix.yield %a, %b, %c, %d, %e, %f, %g, %h : i64, i64, i64, i64, i64, i64, i64, i64
}

// -----

// expected-error @+1 {{'prefix.monoid' op 'identity' must take no argument, got 1}}
"prefix.monoid"() <{sym_name = "monoid_c4_argument"}> ({
^bb0(%e: i32):
  "prefix.yield"(%e) : (i32) -> ()
}, {
^bb0(%low: i32, %high: i32):
  "prefix.yield"(%low) : (i32) -> ()
}) : () -> ()

// -----

// expected-error @+1 {{'prefix.monoid' op 'identity' must yield a state ('i32'), got ('i64')}}
prefix.monoid @monoid_c4_type identity {
  %e = arith.constant 0 : i64
  // expected-note @+1 {{yielded here}}
  prefix.yield %e : i64
} combine (%low: i32), (%high: i32) {
  prefix.yield %low : i32
}

// -----

// expected-error @+1 {{'prefix.monoid' op 'combine' must yield a state ('i32', 'f32'), got ('i32')}}
prefix.monoid @monoid_c5_count identity {
  %a = arith.constant 0 : i32
  %b = arith.constant 0.0 : f32
  prefix.yield %a, %b : i32, f32
} combine (%a: i32, %b: f32), (%c: i32, %d: f32) {
  // expected-note @+1 {{yielded here}}
  prefix.yield %a : i32
}

// -----

// expected-error @+1 {{'prefix.monoid' op 'combine' must yield a state ('i32'), got ('f32')}}
prefix.monoid @monoid_c5_type identity {
  %e = arith.constant 0 : i32
  prefix.yield %e : i32
} combine (%low: i32), (%high: i32) {
  %f = arith.sitofp %low : i32 to f32
  // expected-note @+1 {{yielded here}}
  prefix.yield %f : f32
}

// -----

// expected-error @+1 {{'prefix.monoid' op 'identity' must hold only ops of the arith and math dialects}}
prefix.monoid @monoid_c6_identity identity {
  // expected-note @+1 {{got 'llvm.mlir.constant'}}
  %e = llvm.mlir.constant(0 : i32) : i32
  prefix.yield %e : i32
} combine (%low: i32), (%high: i32) {
  prefix.yield %low : i32
}

// -----

// expected-error @+1 {{'prefix.monoid' op 'combine' must hold only ops of the arith and math dialects}}
prefix.monoid @monoid_c6_combine identity {
  %e = arith.constant 0 : i32
  prefix.yield %e : i32
} combine (%low: i32), (%high: i32) {
  // expected-note @+1 {{got 'gpu.barrier'}}
  gpu.barrier
  prefix.yield %low : i32
}

// -----

// A region ends with a yield.
// expected-error @+1 {{'prefix.monoid' op 'identity' must end with 'prefix.yield'}}
"prefix.monoid"() <{sym_name = "monoid_no_yield"}> ({
  %e = "arith.constant"() <{value = 0 : i32}> : () -> i32
  "llvm.unreachable"() : () -> ()
}, {
^bb0(%low: i32, %high: i32):
  "prefix.yield"(%low) : (i32) -> ()
}) : () -> ()

// -----

prefix.monoid @monoid_other_terminator identity {
  %e = arith.constant 0 : i32
  // expected-error @+1 {{expected 'prefix.yield' at the end of 'identity', with the values of a state}}
  llvm.unreachable
} combine (%low: i32), (%high: i32) {
  prefix.yield %low : i32
}

// -----

prefix.monoid @monoid_no_terminator identity {
  // expected-error @+1 {{expected 'prefix.yield' at the end of 'identity', with the values of a state}}
  %e = arith.constant 0 : i32
} combine (%low: i32), (%high: i32) {
  prefix.yield %low : i32
}

// -----

// expected-error @+1 {{empty block: expect at least a terminator}}
"prefix.monoid"() <{sym_name = "monoid_empty_block"}> ({
^bb0:
}, {
^bb0(%low: i32, %high: i32):
  "prefix.yield"(%low) : (i32) -> ()
}) : () -> ()

// -----

// expected-error @+1 {{expected 'prefix.yield' at the end of 'identity', with the values of a state}}
prefix.monoid @monoid_no_identity identity {
} combine (%low: i32), (%high: i32) {
  prefix.yield %low : i32
}

// -----

prefix.monoid @monoid_no_combine identity {
  %e = arith.constant 0 : i32
  prefix.yield %e : i32
// expected-error @+1 {{expected 'prefix.yield' at the end of 'combine', with the values of a state}}
} combine (%low: i32), (%high: i32) {
}

// -----

// expected-error @+1 {{'prefix.monoid' op region #0 ('identity') failed to verify constraint: region with 1 blocks}}
"prefix.monoid"() <{sym_name = "monoid_no_block"}> ({
}, {
^bb0(%low: i32, %high: i32):
  "prefix.yield"(%low) : (i32) -> ()
}) : () -> ()

// -----

// expected-error @+1 {{'prefix.monoid' op region #0 ('identity') failed to verify constraint: region with 1 blocks}}
prefix.monoid @monoid_two_blocks identity {
^first:
  %e = arith.constant 0 : i32
  prefix.yield %e : i32
^second:
  prefix.yield %e : i32
} combine (%low: i32), (%high: i32) {
  prefix.yield %low : i32
}

// -----

prefix.monoid @monoid_twice commutative identity {
  %e = arith.constant 0 : i32
  prefix.yield %e : i32
// expected-error @+1 {{expected 'combine'}}
} combines (%low: i32), (%high: i32) {
  prefix.yield %low : i32
}

// -----

//===----------------------------------------------------------------------===//
// Scan
//===----------------------------------------------------------------------===//

// expected-error @+1 {{unknown kind 'sideways'; expected inclusive or exclusive}}
prefix.scan @scan_kind sideways @add_i32 : (i32) -> (i32)

// -----

// expected-error @+1 {{'prefix.scan' op unknown monoid '@add_i33'}}
prefix.scan @scan_c1 inclusive @add_i33 : (i32) -> (i32)

// -----

// expected-note @+1 {{it is a 'prefix.family'}}
prefix.family @circuit = serial<8>
// expected-error @+1 {{'prefix.scan' op '@circuit' must be a monoid}}
prefix.scan @scan_c1_kind inclusive @circuit : (i32) -> (i32)

// -----

// What the module holds wins over what is built in.
// expected-note @+1 {{it is a 'prefix.family'}}
prefix.family @add_i32 = serial<8>
// expected-error @+1 {{'prefix.scan' op '@add_i32' must be a monoid}}
prefix.scan @scan_c1_hidden inclusive @add_i32 : (i32) -> (i32)

// -----

// expected-error @+1 {{'prefix.scan' op element fields must be integers of 1, 8, 16, 32 or 64 bits, f16, bf16, f32 or f64, got 'i128'}}
prefix.scan @scan_c2_element inclusive @add_i32 : (i128) -> (i32)

// -----

// expected-error @+1 {{'prefix.scan' op output fields must be integers of 1, 8, 16, 32 or 64 bits, f16, bf16, f32 or f64, got 'index'}}
prefix.scan @scan_c2_output inclusive @add_i32 : (i32) -> (index)

// -----

// expected-error @+1 {{'prefix.scan' op element must have 1 to 8 fields, got 0}}
prefix.scan @scan_c2_none inclusive @add_i32 : () -> (i32)

// -----

// expected-error @+1 {{'prefix.scan' op output must have 1 to 8 fields, got 9}}
prefix.scan @scan_c2_nine inclusive @add_i32 : (i8) -> (i8, i8, i8, i8, i8, i8, i8, i8, i8)

// -----

// expected-note @+1 {{the state of '@pair' is ('i32', 'f32')}}
prefix.monoid @pair identity {
  %a = arith.constant 0 : i32
  %b = arith.constant 0.0 : f32
  prefix.yield %a, %b : i32, f32
} combine (%a: i32, %b: f32), (%c: i32, %d: f32) {
  prefix.yield %a, %b : i32, f32
}
// expected-error @+1 {{'prefix.scan' op must have one element and one output field per state value: 2 expected, got 2 and 1}}
prefix.scan @scan_c2_count inclusive @pair : (i32, f32) -> (i32)

// -----

// expected-note @+1 {{the state of '@pair' is ('i32', 'f32')}}
prefix.monoid @pair identity {
  %a = arith.constant 0 : i32
  %b = arith.constant 0.0 : f32
  prefix.yield %a, %b : i32, f32
} combine (%a: i32, %b: f32), (%c: i32, %d: f32) {
  prefix.yield %a, %b : i32, f32
}
// expected-error @+1 {{'prefix.scan' op floating-point element field #0 needs a floating-point state value}}
prefix.scan @scan_c3_element inclusive @pair : (f32, f32) -> (i32, f32)

// -----

// expected-note @+1 {{the state of '@pair' is ('i32', 'f32')}}
prefix.monoid @pair identity {
  %a = arith.constant 0 : i32
  %b = arith.constant 0.0 : f32
  prefix.yield %a, %b : i32, f32
} combine (%a: i32, %b: f32), (%c: i32, %d: f32) {
  prefix.yield %a, %b : i32, f32
}
// expected-error @+1 {{'prefix.scan' op floating-point state value #1 needs a floating-point output field}}
prefix.scan @scan_c3_output inclusive @pair : (i32, i32) -> (f32, i32)

// -----

// expected-note @+1 {{the state of '@pair' is ('i32', 'f32')}}
prefix.monoid @pair identity {
  %a = arith.constant 0 : i32
  %b = arith.constant 0.0 : f32
  prefix.yield %a, %b : i32, f32
} combine (%a: i32, %b: f32), (%c: i32, %d: f32) {
  prefix.yield %a, %b : i32, f32
}
// expected-error @+1 {{'prefix.scan' op 'init' must give one value per state value: 2 expected, got 1}}
prefix.scan @scan_c4_count inclusive @pair init (1 : i32) : (i32, f32) -> (i32, f32)

// -----

// expected-note @+1 {{the state of '@pair' is ('i32', 'f32')}}
prefix.monoid @pair identity {
  %a = arith.constant 0 : i32
  %b = arith.constant 0.0 : f32
  prefix.yield %a, %b : i32, f32
} combine (%a: i32, %b: f32), (%c: i32, %d: f32) {
  prefix.yield %a, %b : i32, f32
}
// expected-error @+1 {{'prefix.scan' op 'init' value #1 must have the type of its state value}}
prefix.scan @scan_c4_type inclusive @pair init (1 : i32, 1 : i32) : (i32, f32) -> (i32, f32)

// -----

// expected-note @+1 {{the state of '@one' is ('i64')}}
prefix.monoid @one identity {
  %a = arith.constant 0 : i64
  prefix.yield %a : i64
} combine (%a: i64), (%b: i64) {
  prefix.yield %a : i64
}
// expected-error @+1 {{'prefix.scan' op 'init' value #0 must have the type of its state value}}
prefix.scan @scan_c4_string inclusive @one init ("none") : (i64) -> (i64)

// -----

// Eight fields take at most 64 bytes: like monoid_c3, scan_c5 adds nothing.
prefix.monoid @wide identity {
  %z = arith.constant 0 : i8
  prefix.yield %z, %z, %z, %z, %z, %z, %z, %z : i8, i8, i8, i8, i8, i8, i8, i8
} combine (%a: i8, %b: i8, %c: i8, %d: i8, %e: i8, %f: i8, %g: i8, %h: i8),
          (%j: i8, %k: i8, %l: i8, %m: i8, %n: i8, %o: i8, %p: i8, %q: i8) {
  prefix.yield %a, %b, %c, %d, %e, %f, %g, %h : i8, i8, i8, i8, i8, i8, i8, i8
}
prefix.scan @scan_c5_largest inclusive @wide
    : (i64, i8, i64, i8, i64, i8, i64, i64) -> (i64, i64, i64, i64, i64, i64, i64, i64)

// -----

// expected-note @+1 {{see existing symbol definition here}}
prefix.scan @twice inclusive @add_i32 : (i32) -> (i32)
// expected-error @+1 {{redefinition of symbol named 'twice'}}
prefix.scan @twice exclusive @add_i32 : (i32) -> (i32)

// -----

// expected-error @+1 {{'prefix.monoid' op 'combine' must compute with integers of at most 64 bits, index, f16, bf16, f32 or f64}}
prefix.monoid @monoid_c7 identity {
  %e = arith.constant 0 : i64
  prefix.yield %e : i64
} combine (%low: i64), (%high: i64) {
  // expected-note @+1 {{got 'i128'}}
  %wide = arith.extsi %low : i64 to i128
  %sum = arith.trunci %wide : i128 to i64
  prefix.yield %sum : i64
}

// -----

// expected-error @+1 {{'total' needs an exclusive scan}}
prefix.scan @scan_c13_inclusive inclusive @add_i32 total : (i32) -> (i32)

// -----

// expected-error @+1 {{'total' needs outputs without a 'store'}}
prefix.scan @scan_c13_store exclusive @add_i32 total store before (%x: i32) {
  yield %x : i32
} : (i32) -> (i32)

// -----

// With a `load`, or with states in memory, there may be a total.
prefix.scan @total exclusive @add_i32 initial final total load (%x: i32) {
  yield %x : i32
} : (ui8) -> (i32)

// -----

//===----------------------------------------------------------------------===//
// Spellings
//===----------------------------------------------------------------------===//

// The words of chains may have any order, but each is said once.
// expected-error @+1 {{`initial` clause can appear at most once}}
prefix.scan @initial_twice inclusive @add_i32 initial final initial : (i32) -> (i32)

// -----

// expected-error @+1 {{expected inclusive or exclusive}}
prefix.scan @kind_missing @add_i32 : (i32) -> (i32)

// -----

// Types as C, NumPy and the command line spell them.
prefix.scan @type_u32 inclusive @add_i32 : (
  // expected-error @+1 {{unknown type 'u32'; MLIR writes ui32}}
  u32) -> (ui32)

// -----

prefix.scan @type_output inclusive @add_i32 : (ui32) -> (
  // expected-error @+1 {{unknown type 'uint32_t'; MLIR writes ui32}}
  uint32_t)

// -----

prefix.scan @type_single_output inclusive @add_i32 : (ui32) ->
  // expected-error @+1 {{unknown type 'int'; MLIR writes i32}}
  int

// -----

prefix.scan @type_soa inclusive @add_i32 : (f32,
  // expected-error @+1 {{unknown type 'u8'; MLIR writes ui8}}
  u8) -> (f32, ui8) soa

// -----

prefix.scan @type_float inclusive @add_f32 : (
  // expected-error @+1 {{unknown type 'float32'; MLIR writes f32}}
  float32) -> (f32)

// -----

prefix.scan @type_double inclusive @add_f64 : (
  // expected-error @+1 {{unknown type 'double'; MLIR writes f64}}
  double) -> (f64)

// -----

prefix.scan @type_unknown inclusive @add_f64 : (
  // expected-error @+1 {{unknown type 'number'; expected an integer such as i32 or ui8, f16, bf16, f32 or f64}}
  number) -> (f64)

// -----

// There is no such type to write.
prefix.scan @type_float8 inclusive @add_f32 : (
  // expected-error @+1 {{unknown type 'float8'; expected an integer such as i32 or ui8, f16, bf16, f32 or f64}}
  float8) -> (f32)

// -----

prefix.scan @type_symbol inclusive @add_f32 : (
  // expected-error @+1 {{expected a type}}
  @f32) -> (f32)

// -----

// expected-error @+1 {{expected types as in (i32) -> (i32), got 'i32'}}
prefix.scan @types_single inclusive @add_i32 : i32

// -----

prefix.monoid @type_of_state identity {
  %e = arith.constant 0 : i32
  prefix.yield %e : i32
} combine (%low: i32), (%high:
  // expected-error @+1 {{unknown type 'u32'; MLIR writes ui32}}
  u32) {
  prefix.yield %low : i32
}

// -----

// Types that are written otherwise, and accepted.
!types = (i32) -> (ui32)
prefix.scan @types_alias inclusive @add_i32 : !types
prefix.scan @types_one_output inclusive @add_i32 : (i32) -> ui32
