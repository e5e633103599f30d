// One test for each numbered constraint of `load`, `store` and their maps.
// RUN: scanc-opt %s -prefix-link-prelude -verify-diagnostics -split-input-file

// A side without a map has a field for each value of a state.
// expected-note @+1 {{the state of '@pair' is ('i32', 'f32')}}
prefix.monoid @pair identity {
  %a = arith.constant 0 : i32
  %b = arith.constant 0.0 : f32
  prefix.yield %a, %b : i32, f32
} combine (%a: i32, %b: f32), (%c: i32, %d: f32) {
  prefix.yield %a, %b : i32, f32
}
// expected-error @+1 {{'prefix.scan' op must have one element field per state value, where no 'load' says more: 2 expected, got 1}}
prefix.scan @scan_c2_element inclusive @pair store after (%a: i32, %b: f32) {
  prefix.yield %b : f32
} : (i32) -> (f32)

// -----

// expected-note @+1 {{the state of '@pair' is ('i32', 'f32')}}
prefix.monoid @pair identity {
  %a = arith.constant 0 : i32
  %b = arith.constant 0.0 : f32
  prefix.yield %a, %b : i32, f32
} combine (%a: i32, %b: f32), (%c: i32, %d: f32) {
  prefix.yield %a, %b : i32, f32
}
// expected-error @+1 {{'prefix.scan' op must have one output field per state value, where no 'store' says more: 2 expected, got 3}}
prefix.scan @scan_c2_output inclusive @pair load (%x: f32) {
  %a = arith.constant 1 : i32
  prefix.yield %a, %x : i32, f32
} : (f32) -> (i32, f32, f32)

// -----

// expected-error @+1 {{'prefix.scan' op element fields must be integers of 1, 8, 16, 32 or 64 bits, f16, bf16, f32 or f64, got 'i128'}}
prefix.scan @scan_c2_mapped_element inclusive @add_i32 load (%x: i32, %y: i32) {
  prefix.yield %x : i32
} : (i32, i128) -> (i32)

// -----

// expected-error @+1 {{'prefix.scan' op output fields must be integers of 1, 8, 16, 32 or 64 bits, f16, bf16, f32 or f64, got 'vector<2xi32>'}}
prefix.scan @scan_c2_mapped_output inclusive @add_i32 store after (%x: i32) {
  prefix.yield %x : i32
} : (i32) -> (vector<2xi32>)

// -----

// A side with a map has as few or as many as it says.
prefix.scan @scan_c2_mapped inclusive @add_i32 load (%x: i32, %y: i32) {
  prefix.yield %y : i32
} store after (%x: i32) {
  prefix.yield %x, %x, %x : i32, i32, i32
} : (i32, i32) -> (i32, i8, f32)

// -----

// expected-error @+1 {{'prefix.scan' op 'load' must take value #1 of an element, of 'f16', as a float, got 'i32': integers are converted to floats, floats to floats only}}
prefix.scan @scan_c3_load inclusive @add_i32 load (%x: i32, %y: i32) {
  prefix.yield %x : i32
} : (i32, f16) -> (i32)

// -----

// expected-error @+1 {{'prefix.scan' op 'store' must take value #0 of an element, of 'f32', as a float, got 'i64': integers are converted to floats, floats to floats only}}
prefix.scan @scan_c3_in inclusive @add_f32 store in (%x: i64) {
  prefix.yield %x : i64
} : (f32) -> (i64)

// -----

// expected-error @+1 {{'prefix.scan' op 'store' yields a float as value #1, whose output is an integer: integers are converted to floats, floats to floats only}}
prefix.scan @scan_c3_store inclusive @add_f32 store after (%x: f32) {
  // expected-note @+1 {{yielded here}}
  prefix.yield %x, %x : f32, f32
} : (f32) -> (f32, i32)

// -----

// The other side is as without a map.
// expected-note @+1 {{the state of '@pair' is ('i32', 'f32')}}
prefix.monoid @pair identity {
  %a = arith.constant 0 : i32
  %b = arith.constant 0.0 : f32
  prefix.yield %a, %b : i32, f32
} combine (%a: i32, %b: f32), (%c: i32, %d: f32) {
  prefix.yield %a, %b : i32, f32
}
// expected-error @+1 {{'prefix.scan' op floating-point state value #1 needs a floating-point output field}}
prefix.scan @scan_c3_other_output inclusive @pair load (%x: f32) {
  %a = arith.constant 1 : i32
  prefix.yield %a, %x : i32, f32
} : (f32) -> (i32, i32)

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
prefix.scan @scan_c3_other_element inclusive @pair store after (%a: i32, %b: f32) {
  prefix.yield %b : f32
} : (f32, f32) -> (f32)

// -----

// The values of a state are not asked for fields.
prefix.scan @scan_c3_mapped inclusive @add_f32 load (%x: i32) {
  %y = arith.sitofp %x : i32 to f32
  prefix.yield %y : f32
} store after (%x: f32) {
  %y = arith.fptosi %x : f32 to i32
  prefix.yield %y : i32
} : (i32) -> (i32)

// -----

// What an element takes in all of its arrays counts.
// expected-error @+1 {{'prefix.scan' op an element must take at most 64 bytes, got 72}}
prefix.scan @scan_c5_element inclusive @add_f64 load (%a: f64, %b: f64, %c: f64, %d: f64, %e: f64, %f: f64, %g: f64, %h: f64, %i: i32) {
  prefix.yield %a : f64
} : (!prefix.struct<a: f64, b: f64, c: f64, d: f64>, !prefix.struct<a: f64, b: f64, c: f64, d: f64>, i8) -> (f64)

// -----

// expected-error @+1 {{'prefix.scan' op an output must take at most 64 bytes, got 96}}
prefix.scan @scan_c5_output inclusive @add_i32 store after (%x: i32) {
  prefix.yield %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x : i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32
} : (i32) -> (!prefix.struct<a: i64, b: i64, c: i64>, !prefix.struct<a: i64, b: i64, c: i64>, !prefix.struct<a: i64, b: i64, c: i64>, !prefix.struct<a: i64, b: i64, c: i64>)

// -----

// A struct can be one of several arrays only where a map takes it.
// expected-error @+1 {{'prefix.scan' op a struct must be all of an element or an output, not a field}}
prefix.scan @scan_c6_output inclusive @add_f32 load (%x: f32, %y: f32) {
  prefix.yield %x : f32
} : (f32, f32) -> (!prefix.struct<a: f32>, f32)

// -----

// expected-error @+1 {{'prefix.scan' op a struct must be all of an element or an output, not a field}}
prefix.scan @scan_c6_element inclusive @add_f32 store after (%x: f32) {
  prefix.yield %x : f32
} : (!prefix.struct<a: f32>, f32) -> (f32)

// -----

// expected-error @+1 {{'prefix.scan' op element and output must not both be a struct 'Hit' with different fields: '!prefix.struct<Hit, score: f32>' and '!prefix.struct<Hit, at: f32>'}}
prefix.scan @scan_c6_name inclusive @add_f32 load (%x: f32) {
  prefix.yield %x : f32
} store after (%x: f32) {
  prefix.yield %x : f32
} : !prefix.struct<Hit, score: f32> -> !prefix.struct<Hit, at: f32>

// -----

// expected-error @+1 {{'prefix.scan' op 'store' must take a state 'before' an element: ('f32') expected, got ('f64')}}
prefix.scan @scan_c8_before inclusive @add_f32 store before (%x: f64) {
  prefix.yield %x : f64
} : (f32) -> (f64)

// -----

// expected-error @+1 {{'prefix.scan' op 'store' must take a state 'after' an element: ('f32') expected, got ('f32', 'f32')}}
prefix.scan @scan_c8_after inclusive @add_f32 store before (%w: f32) after (%x: f32, %y: f32) {
  prefix.yield %x : f32
} : (f32) -> (f32)

// -----

// expected-error @+1 {{'prefix.scan' op 'store' must take each value of an element: 2 expected, got 1}}
prefix.scan @scan_c8_in_count inclusive @add_f32 load (%x: f32, %y: f32) {
  prefix.yield %x : f32
} store in (%x: f32) {
  prefix.yield %x : f32
} : (f32, f32) -> (f32)

// -----

// expected-error @+1 {{'prefix.scan' op 'load' must take each value of an element: 3 expected, got 2}}
prefix.scan @scan_c8_load_count inclusive @add_f32 load (%x: f32, %y: f32) {
  prefix.yield %x : f32
} : (!prefix.struct<a: f32, b: f32>, f32) -> (f32)

// -----

// expected-error @+1 {{'prefix.scan' op 'load' must take each value of an element: 1 expected, got 0}}
prefix.scan @scan_c8_load_none inclusive @add_i64 load () index %i {
  prefix.yield %i : i64
} : (i64) -> (i64)

// -----

// A value in a map has no sign, as in a state.
// expected-error @+1 {{'prefix.scan' op 'load' must take a scalar for value #1 of an element, got 'ui32'}}
prefix.scan @scan_c8_load_sign inclusive @add_i32 load (%x: i32, %y: ui32) {
  prefix.yield %x : i32
} : (i32, ui32) -> (i32)

// -----

// expected-error @+1 {{'prefix.scan' op 'store' must take a scalar for value #0 of an element, got 'i7'}}
prefix.scan @scan_c8_in_width inclusive @add_i32 store after (%x: i32) in (%y: i7) {
  prefix.yield %x : i32
} : (i32) -> (i32)

// -----

// expected-error @+1 {{'prefix.scan' op 'load' must take a scalar for value #0 of an element, got 'index'}}
prefix.scan @scan_c8_load_index inclusive @add_i32 load (%x: index) {
  %y = arith.index_cast %x : index to i32
  prefix.yield %y : i32
} : (i32) -> (i32)

// -----

// expected-error @+1 {{'prefix.scan' op 'load' must yield a state ('i32'), got ('i64')}}
prefix.scan @scan_c8_load_yield inclusive @add_i32 load (%x: i64) {
  // expected-note @+1 {{yielded here}}
  prefix.yield %x : i64
} : (i32) -> (i32)

// -----

// expected-error @+1 {{'prefix.scan' op 'load' must yield a state ('i32'), got ()}}
prefix.scan @scan_c8_load_yield_none inclusive @add_i32 load (%x: i32) {
  // expected-note @+1 {{yielded here}}
  prefix.yield
} : (i32) -> (i32)

// -----

// expected-error @+1 {{'prefix.scan' op 'store' must yield a value for each output: 3 expected, got 2}}
prefix.scan @scan_c8_store_count inclusive @add_i32 store after (%x: i32) {
  // expected-note @+1 {{yielded here}}
  prefix.yield %x, %x : i32, i32
} : (i32) -> (!prefix.struct<a: i32, b: i32>, i32)

// -----

// expected-error @+1 {{'prefix.scan' op 'store' must yield scalars, but value #0 has a type that memory cannot hold}}
prefix.scan @scan_c8_store_type inclusive @add_i32 store after (%x: i32) {
  %y = arith.index_cast %x : i32 to index
  // expected-note @+1 {{yielded here}}
  prefix.yield %y : index
} : (i32) -> (i32)

// -----

prefix.scan @scan_c8_load_index_type inclusive @add_i32 load (%x: i32) index %i:
  // expected-error @+1 {{an index is an i64, which holds that of every element, got 'i32'; convert it within the map}}
  i32 {
  prefix.yield %i : i32
} : (i32) -> (i32)

// -----

prefix.scan @scan_c8_store_index_type inclusive @add_i32 store index %i:
  // expected-error @+1 {{an index is an i64, which holds that of every element, got 'i32'; convert it within the map}}
  i32 {
  prefix.yield %i : i32
} : (i32) -> (i32)

// -----

// expected-error @+1 {{'prefix.scan' op 'load' must hold only ops of the arith and math dialects}}
prefix.scan @scan_c9_load inclusive @add_i32 load (%x: i32) {
  // expected-note @+1 {{got 'gpu.barrier'}}
  gpu.barrier
  prefix.yield %x : i32
} : (i32) -> (i32)

// -----

// expected-error @+1 {{'prefix.scan' op 'store' must hold only ops of the arith and math dialects}}
prefix.scan @scan_c9_store inclusive @add_i32 store after (%x: i32) {
  // expected-note @+1 {{got 'llvm.mlir.constant'}}
  %y = llvm.mlir.constant(0 : i32) : i32
  prefix.yield %y : i32
} : (i32) -> (i32)

// -----

// expected-error @+1 {{'prefix.scan' op 'load' must compute with integers of at most 64 bits, index, f16, bf16, f32 or f64}}
prefix.scan @scan_c9_load_type inclusive @add_i32 load (%x: i32) {
  // expected-note @+1 {{got 'i128'}}
  %y = arith.extsi %x : i32 to i128
  prefix.yield %x : i32
} : (i32) -> (i32)

// -----

// expected-error @+1 {{'prefix.scan' op 'store' must compute with integers of at most 64 bits, index, f16, bf16, f32 or f64}}
prefix.scan @scan_c9_store_type inclusive @add_i32 store after (%x: i32) {
  // expected-note @+1 {{got 'vector<4xi32>'}}
  %y = arith.constant dense<1> : vector<4xi32>
  prefix.yield %x : i32
} : (i32) -> (i32)

// -----

// What is around a map is not seen within it.
prefix.scan @scan_c9_other inclusive @add_i32 load (%x: i32) {
  prefix.yield %x : i32
} store after (%y: i32) {
  // expected-error @+1 {{use of undeclared SSA value name}}
  prefix.yield %x : i32
} : (i32) -> (i32)

// -----

// expected-error @+1 {{'prefix.scan' op 'soa' says nothing where there are a 'load' and a 'store': each type is that of an array}}
prefix.scan @scan_c10 inclusive @add_i32 load (%x: i32) {
  prefix.yield %x : i32
} store after (%x: i32) {
  prefix.yield %x : i32
} : (i32) -> (i32) soa

// -----

// expected-error @+1 {{'prefix.scan' op element must lie in 1 to 8 arrays, got 9}}
prefix.scan @scan_c11_element inclusive @add_i32
    load (%a: i32, %b: i32, %c: i32, %d: i32, %e: i32, %f: i32, %g: i32, %h: i32, %i: i32) {
  prefix.yield %a : i32
} : (i8, i8, i8, i8, i8, i8, i8, i8, i8) -> (i32)

// -----

// expected-error @+1 {{'prefix.scan' op element must lie in 1 to 8 arrays, got 0}}
prefix.scan @scan_c11_element_none inclusive @add_i64 load () index %i {
  prefix.yield %i : i64
} : () -> (i64)

// -----

// expected-error @+1 {{'prefix.scan' op output must lie in 1 to 8 arrays, got 9}}
prefix.scan @scan_c11_output inclusive @add_i32 store after (%x: i32) {
  prefix.yield %x, %x, %x, %x, %x, %x, %x, %x, %x : i32, i32, i32, i32, i32, i32, i32, i32, i32
} : (i32) -> (i8, i8, i8, i8, i8, i8, i8, i8, i8)

// -----

// expected-error @+1 {{'prefix.scan' op output must lie in 1 to 8 arrays, got 0}}
prefix.scan @scan_c11_output_none inclusive @add_i32 store after (%x: i32) {
  prefix.yield
} : (i32) -> ()

// -----

//===----------------------------------------------------------------------===//
// How they are written
//===----------------------------------------------------------------------===//

// Both end with a yield.
prefix.scan @load_no_yield inclusive @add_i32 load (%x: i32) {
  // expected-error @+1 {{expected 'prefix.yield' at the end of 'load', with the values of a state}}
  %y = arith.addi %x, %x : i32
} : (i32) -> (i32)

// -----

// expected-error @+1 {{expected 'prefix.yield' at the end of 'store', with the values to store}}
prefix.scan @store_empty inclusive @add_i32 store after (%x: i32) {
} : (i32) -> (i32)

// -----

// expected-error @+1 {{'prefix.scan' op region #0 ('load') failed to verify constraint: region with at most 1 blocks}}
prefix.scan @load_two_blocks inclusive @add_i32 load (%x: i32) {
  prefix.yield %x : i32
^other:
  prefix.yield %x : i32
} : (i32) -> (i32)

// -----

// A load has no name for what it takes.
// expected-error @+1 {{expected '('}}
prefix.scan @load_in inclusive @add_i32 load in (%x: i32) {
  prefix.yield %x : i32
} : (i32) -> (i32)

// -----

// A part without its values.
// expected-error @+1 {{expected '('}}
prefix.scan @store_before inclusive @add_i32 store before after (%x: i32) {
  prefix.yield %x : i32
} : (i32) -> (i32)

// -----

// The parts have an order.
// expected-error @+1 {{custom op 'prefix.scan' 'before' comes twice or too late: parts of a 'store' come in the order of 'before', 'after', 'in', 'previous', 'next', 'index'}}
prefix.scan @store_order inclusive @add_i32 store after (%x: i32) before (%y: i32) {
  prefix.yield %x : i32
} : (i32) -> (i32)

// -----

// expected-error @+1 {{expected ':'}}
prefix.scan @load_type inclusive @add_i32 load (%x) {
  prefix.yield %x : i32
} : (i32) -> (i32)

// -----

prefix.scan @load_type_of_c inclusive @add_i32 load (%x:
  // expected-error @+1 {{unknown type 'int'; MLIR writes i32}}
  int) {
  prefix.yield %x : i32
} : (i32) -> (i32)

// -----

prefix.scan @index_type_of_c inclusive @add_i64 load (%x: i64) index %i:
  // expected-error @+1 {{unknown type 'long'; MLIR writes i64}}
  long {
  prefix.yield %x : i64
} : (i64) -> (i64)

// -----

// expected-error @+1 {{expected SSA operand}}
prefix.scan @index_name inclusive @add_i32 load (%x: i32) index {
  prefix.yield %x : i32
} : (i32) -> (i32)

// -----

// A name stands for one struct, in whichever array.
// expected-error @+1 {{must not both be a struct 'N' with different fields}}
prefix.scan @scan_c6_arrays inclusive @add_f32
    load (%a: f32, %b: f32) { prefix.yield %b : f32 }
    : (!prefix.struct<N, a: f32>, !prefix.struct<N, b: f32>) -> (f32)

// -----

// Values beside an element are those of values that the map takes.
// expected-error @+1 {{expected a value of the element, got %y}}
prefix.scan @scan_c12_name inclusive @add_f32 load (%x: f32) next (%n of %y else 0.0 : f32) {
  prefix.yield %n : f32
} : (f32) -> (f32)

// -----

// expected-error @+1 {{'prefix.scan' op 'load' must take value #0 of an element, of 'f32', as a float, got 'i32'}}
prefix.scan @scan_c12_type inclusive @add_f32 load (%x: f32) previous (%p of %x else 0 : i32) {
  prefix.yield %x : f32
} : (f32) -> (f32)

// -----

// expected-error @+1 {{expected 'else'}}
prefix.scan @scan_c12_outside inclusive @add_f32 load (%x: f32) next (%n of %x) {
  prefix.yield %x : f32
} : (f32) -> (f32)

// -----

// expected-error @+1 {{'prefix.scan' op 'load' must name a value of the element that it takes, and a number where there is none}}
"prefix.scan"() <{function_type = (f32) -> f32, kind = #prefix<kind inclusive>, loadArguments = #prefix.map_arguments<isLoad = true, before = 0, after = 0, in = 1, index = false, neighbours = [2], outside = [0.0 : f32]>, monoid = @add_f32, sym_name = "scan_c12_value"}> ({
^bb0(%x: f32, %n: f32):
  "prefix.yield"(%n) : (f32) -> ()
}, {
}) : () -> ()

// -----

// A load has no state.
// expected-error @+1 {{'prefix.scan' op 'load' takes no state}}
"prefix.scan"() <{function_type = (i32) -> i32, kind = #prefix<kind inclusive>, loadArguments = #prefix.map_arguments<isLoad = true, before = 1, after = 0, in = 0, index = false>, monoid = @add_i32, sym_name = "load_state"}> ({
^bb0(%x: i32):
  "prefix.yield"(%x) : (i32) -> ()
}, {
}) : () -> ()

// -----

// expected-error @+1 {{'prefix.scan' op 'load' has the arguments of the other map}}
"prefix.scan"() <{function_type = (i32) -> i32, kind = #prefix<kind inclusive>, loadArguments = #prefix.map_arguments<isLoad = false, before = 0, after = 1, in = 0, index = false>, monoid = @add_i32, sym_name = "load_store"}> ({
^bb0(%x: i32):
  "prefix.yield"(%x) : (i32) -> ()
}, {
}) : () -> ()

// -----

// The generic form can lack what the custom one says.
// expected-error @+1 {{'prefix.scan' op 'load' must say what its arguments are}}
"prefix.scan"() <{function_type = (i32) -> i32, kind = #prefix<kind inclusive>, monoid = @add_i32, sym_name = "load_arguments"}> ({
^bb0(%x: i32):
  "prefix.yield"(%x) : (i32) -> ()
}, {
}) : () -> ()

// -----

// expected-error @+1 {{'prefix.scan' op 'store' must have as many arguments as it says: 2 expected, got 1}}
"prefix.scan"() <{function_type = (i32) -> i32, kind = #prefix<kind inclusive>, monoid = @add_i32, storeArguments = #prefix.map_arguments<isLoad = false, before = 0, after = 1, in = 0, index = true>, sym_name = "store_count"}> ({
}, {
^bb0(%x: i32):
  "prefix.yield"(%x) : (i32) -> ()
}) : () -> ()

// -----

// expected-error @+1 {{'prefix.scan' op 'store' must say what its arguments are}}
"prefix.scan"() <{function_type = (i32) -> i32, kind = #prefix<kind inclusive>, monoid = @add_i32, storeArguments = #prefix.map_arguments<isLoad = false, before = 0, after = 1, in = 0, index = false>, sym_name = "store_no_region"}> ({
}, {
}) : () -> ()

// -----

// expected-error @+1 {{'prefix.scan' op 'load' must end with 'prefix.yield'}}
"prefix.scan"() <{function_type = (i32) -> i32, kind = #prefix<kind inclusive>, loadArguments = #prefix.map_arguments<isLoad = true, before = 0, after = 0, in = 1, index = false>, monoid = @add_i32, sym_name = "load_other_end"}> ({
^bb0(%x: i32):
  "llvm.unreachable"() : () -> ()
}, {
}) : () -> ()

// -----

//===----------------------------------------------------------------------===//
// Maps of kernels
//===----------------------------------------------------------------------===//

// expected-error @+1 {{'prefix.map' op 'load' must have as many arguments as it says: 2 expected, got 1}}
"prefix.map"() <{mapArguments = #prefix.map_arguments<isLoad = true, before = 0, after = 0, in = 1, index = true>, sym_name = "map_c1_count"}> ({
^bb0(%x: i32):
  "prefix.yield"(%x) : (i32) -> ()
}) : () -> ()

// -----

// expected-error @+1 {{'prefix.map' op 'load' must end with 'prefix.yield'}}
"prefix.map"() <{mapArguments = #prefix.map_arguments<isLoad = true, before = 0, after = 0, in = 1, index = false>, sym_name = "map_c1_yield"}> ({
^bb0(%x: i32):
  "llvm.unreachable"() : () -> ()
}) : () -> ()

// -----

prefix.map @map_c1_parsed store in (%x: i32) {
  // expected-error @+1 {{expected 'prefix.yield' at the end of 'store', with the values to store}}
  %y = arith.addi %x, %x : i32
}

// -----

// expected-error @+1 {{'prefix.map' op 'store' must hold only ops of the arith and math dialects}}
prefix.map @map_op store after (%x: i32) {
  // expected-note @+1 {{got 'gpu.barrier'}}
  gpu.barrier
  prefix.yield %x : i32
}

// -----

// expected-error @+1 {{'prefix.map' op 'load' must compute with integers of at most 64 bits, index, f16, bf16, f32 or f64}}
prefix.map @map_type load (%x: i32) {
  // expected-note @+1 {{got 'i128'}}
  %y = arith.extui %x : i32 to i128
  prefix.yield %x : i32
}

// -----

prefix.map @map_index store index %i:
  // expected-error @+1 {{an index is an i64, which holds that of every element, got 'i32'; convert it within the map}}
  i32 {
  prefix.yield %i : i32
}

// -----

// expected-error @+1 {{expected 'load' or 'store'}}
prefix.map @map_kind (%x: i32) {
  prefix.yield %x : i32
}

// -----

// expected-error @+1 {{'prefix.map' op region #0 ('body') failed to verify constraint: region with 1 blocks}}
"prefix.map"() <{mapArguments = #prefix.map_arguments<isLoad = true, before = 0, after = 0, in = 0, index = false>, sym_name = "map_no_block"}> ({
}) : () -> ()

// -----

//===----------------------------------------------------------------------===//
// Tiles
//===----------------------------------------------------------------------===//

gpu.module @load_tile_c9_unknown {
  prefix.monoid @add identity {
    %a = arith.constant 0 : i32
    prefix.yield %a : i32
  } combine (%a: i32), (%b: i32) {
    %c = arith.addi %a, %b : i32
    prefix.yield %c : i32
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %i: i64, %v: vector<1xi32>, %walk: !prefix.walk) kernel {
    // expected-error @+1 {{'prefix.load_tile' op 'through' must name a load map}}
    %0 = prefix.load_tile @add %p[%i] through @map rows 1 items 1 element [i32] : !llvm.ptr<1> -> vector<1xi32>
    gpu.return
  }
}

// -----

gpu.module @load_tile_c9_monoid {
  prefix.monoid @add identity {
    %a = arith.constant 0 : i32
    prefix.yield %a : i32
  } combine (%a: i32), (%b: i32) {
    %c = arith.addi %a, %b : i32
    prefix.yield %c : i32
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %i: i64, %v: vector<1xi32>, %walk: !prefix.walk) kernel {
    // expected-error @+1 {{'prefix.load_tile' op 'through' must name a load map}}
    %0 = prefix.load_tile @add %p[%i] through @add rows 1 items 1 element [i32] : !llvm.ptr<1> -> vector<1xi32>
    gpu.return
  }
}

// -----

gpu.module @load_tile_c9_store {
  prefix.monoid @add identity {
    %a = arith.constant 0 : i32
    prefix.yield %a : i32
  } combine (%a: i32), (%b: i32) {
    %c = arith.addi %a, %b : i32
    prefix.yield %c : i32
  }
  prefix.map @map store after (%x: i32) {
    prefix.yield %x : i32
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %i: i64, %v: vector<1xi32>, %walk: !prefix.walk) kernel {
    // expected-error @+1 {{'prefix.load_tile' op 'through' must name a load map}}
    %0 = prefix.load_tile @add %p[%i] through @map rows 1 items 1 element [i32] : !llvm.ptr<1> -> vector<1xi32>
    gpu.return
  }
}

// -----

gpu.module @store_tile_c9_unknown {
  gpu.func @kernel(%p: !llvm.ptr<1>, %i: i64, %v: vector<1xi32>, %walk: !prefix.walk) kernel {
    // expected-error @+1 {{'prefix.store_tile' op 'through' must name a store map}}
    prefix.store_tile %v to %p[%i] through @map rows 1 items 1 state [i32] output [i32] : vector<1xi32> to !llvm.ptr<1>
    gpu.return
  }
}

// -----

gpu.module @store_tile_c9_load {
  prefix.map @map load (%x: i32) {
    prefix.yield %x : i32
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %i: i64, %v: vector<1xi32>, %walk: !prefix.walk) kernel {
    // expected-error @+1 {{'prefix.store_tile' op 'through' must name a store map}}
    prefix.store_tile %v to %p[%i] through @map rows 1 items 1 state [i32] output [i32] : vector<1xi32> to !llvm.ptr<1>
    gpu.return
  }
}

// -----

gpu.module @load_tile_c9_index {
  prefix.monoid @add identity {
    %a = arith.constant 0 : i32
    prefix.yield %a : i32
  } combine (%a: i32), (%b: i32) {
    %c = arith.addi %a, %b : i32
    prefix.yield %c : i32
  }
  prefix.map @map load (%x: i32) index %at {
    prefix.yield %x : i32
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %i: i64, %v: vector<1xi32>, %walk: !prefix.walk) kernel {
    // expected-error @+1 {{'prefix.load_tile' op must say where its elements are in the walk, for their index}}
    %0 = prefix.load_tile @add %p[%i] through @map rows 1 items 1 element [i32] : !llvm.ptr<1> -> vector<1xi32>
    gpu.return
  }
}

// -----

gpu.module @store_tile_c9_index {
  prefix.map @map store index %at {
    prefix.yield %at : i64
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %i: i64, %v: vector<1xi32>, %walk: !prefix.walk) kernel {
    // expected-error @+1 {{'prefix.store_tile' op must say where its elements are in the walk, for their index}}
    prefix.store_tile %v to %p[%i] through @map rows 1 items 1 state [i32] output [i32] : vector<1xi32> to !llvm.ptr<1>
    gpu.return
  }
}

// -----

// Of what, and from where: both or none.
gpu.module @load_tile_c9_origin {
  prefix.monoid @add identity {
    %a = arith.constant 0 : i32
    prefix.yield %a : i32
  } combine (%a: i32), (%b: i32) {
    %c = arith.addi %a, %b : i32
    prefix.yield %c : i32
  }
  prefix.map @map load (%x: i32) {
    prefix.yield %x : i32
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %i: i64, %v: vector<1xi32>, %walk: !prefix.walk) kernel {
    // expected-error @+1 {{'prefix.load_tile' op must say where its elements are in the walk, for their index}}
    %0 = "prefix.load_tile"(%p, %i, %i) <{element = [i32], items = 1 : i64, map = @map, monoid = @add, operandSegmentSizes = array<i32: 1, 1, 0, 0, 0, 1, 0, 0, 0>, rows = 1 : i64}> : (!llvm.ptr<1>, i64, i64) -> vector<1xi32>
    gpu.return
  }
}

// -----

gpu.module @load_tile_c9_numbered {
  prefix.monoid @add identity {
    %a = arith.constant 0 : i32
    prefix.yield %a : i32
  } combine (%a: i32), (%b: i32) {
    %c = arith.addi %a, %b : i32
    prefix.yield %c : i32
  }
  prefix.map @map load (%x: i32) {
    prefix.yield %x : i32
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %i: i64, %v: vector<1xi32>, %walk: !prefix.walk) kernel {
    %line = prefix.walk line(%i)
    // expected-error @+1 {{'prefix.load_tile' op must say where its elements are in the walk, for their index}}
    %0 = "prefix.load_tile"(%p, %i, %line) <{element = [i32], items = 1 : i64, map = @map, monoid = @add, operandSegmentSizes = array<i32: 1, 1, 0, 0, 1, 0, 0, 0, 0>, rows = 1 : i64}> : (!llvm.ptr<1>, i64, !prefix.walk) -> vector<1xi32>
    gpu.return
  }
}

// -----

gpu.module @load_tile_c8_numbered {
  prefix.monoid @add identity {
    %a = arith.constant 0 : i32
    prefix.yield %a : i32
  } combine (%a: i32), (%b: i32) {
    %c = arith.addi %a, %b : i32
    prefix.yield %c : i32
  }
  prefix.map @map load (%x: i32) index %at {
    prefix.yield %x : i32
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %i: i64, %v: vector<1xi32>, %walk: !prefix.walk) kernel {
    // expected-error @+1 {{'prefix.load_tile' op the walk must be what a 'prefix.walk' gives}}
    %0 = prefix.load_tile @add %p[%i] through @map numbered %walk from %i rows 1 items 1 element [i32] : !llvm.ptr<1> -> vector<1xi32>
    gpu.return
  }
}

// -----

gpu.module @store_tile_c8_numbered {
  prefix.map @map store index %at {
    prefix.yield %at : i64
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %i: i64, %v: vector<1xi32>, %walk: !prefix.walk) kernel {
    // expected-error @+1 {{'prefix.store_tile' op the walk must be what a 'prefix.walk' gives}}
    prefix.store_tile %v to %p[%i] through @map numbered %walk from %i rows 1 items 1 state [i32] output [i32] : vector<1xi32> to !llvm.ptr<1>
    gpu.return
  }
}

// -----

gpu.module @store_tile_c1_no_inputs {
  prefix.map @map store in (%x: i32, %y: i32, %z: i32) {
    prefix.yield %y : i32
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %i: i64, %v: vector<1xi32>, %walk: !prefix.walk) kernel {
    // expected-error @+1 {{'prefix.store_tile' op must say where the elements are that its map takes}}
    prefix.store_tile %v to %p[%i] through @map rows 1 items 1 state [i32] output [i32] : vector<1xi32> to !llvm.ptr<1>
    gpu.return
  }
}

// -----

gpu.module @store_tile_c1_inputs {
  prefix.map @map store in (%x: i32, %y: i32, %z: i32) {
    prefix.yield %y : i32
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %i: i64, %v: vector<1xi32>, %walk: !prefix.walk) kernel {
    // expected-error @+1 {{'prefix.store_tile' op must say where the elements are that its map takes}}
    prefix.store_tile %v to %p[%i] through @map of %p, %p : !llvm.ptr<1>, !llvm.ptr<1> element [i32, i32, i32] rows 1 items 1 state [i32] output [i32] : vector<1xi32> to !llvm.ptr<1>
    gpu.return
  }
}

// -----

gpu.module @load_tile_c3_mapped {
  prefix.monoid @add identity {
    %a = arith.constant 0 : i32
    prefix.yield %a : i32
  } combine (%a: i32), (%b: i32) {
    %c = arith.addi %a, %b : i32
    prefix.yield %c : i32
  }
  prefix.map @map load (%x: i32) {
    prefix.yield %x : i32
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %i: i64, %v: vector<1xi32>, %walk: !prefix.walk) kernel {
    // expected-error @+1 {{'prefix.load_tile' op a field cannot be of type 'i24'}}
    %0 = prefix.load_tile @add %p[%i] through @map rows 1 items 1 element [i24] : !llvm.ptr<1> -> vector<1xi32>
    gpu.return
  }
}

// -----

// A struct is that of an array of its own.
gpu.module @load_tile_c3_struct {
  prefix.monoid @add identity {
    %a = arith.constant 0 : i32
    prefix.yield %a : i32
  } combine (%a: i32), (%b: i32) {
    %c = arith.addi %a, %b : i32
    prefix.yield %c : i32
  }
  prefix.map @map load (%x: i32) {
    prefix.yield %x : i32
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %i: i64, %v: vector<1xi32>, %walk: !prefix.walk) kernel {
    // expected-error @+1 {{'prefix.load_tile' op a field cannot be of type '!prefix.struct<a: i32>'}}
    %0 = prefix.load_tile @add %p[%i] through @map rows 1 items 1 element [!prefix.struct<a: i32>, i32] : !llvm.ptr<1> -> vector<1xi32>
    gpu.return
  }
}

// -----

gpu.module @store_tile_c3_mapped {
  prefix.map @map store after (%x: i32) {
    prefix.yield %x : i32
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %i: i64, %v: vector<1xi32>, %walk: !prefix.walk) kernel {
    // expected-error @+1 {{'prefix.store_tile' op a field cannot be of type 'index'}}
    prefix.store_tile %v to %p[%i] through @map rows 1 items 1 state [index] output [i32] : vector<1xi32> to !llvm.ptr<1>
    gpu.return
  }
}

// -----

gpu.module @load_tile_c5_mapped {
  prefix.monoid @add identity {
    %a = arith.constant 0 : i32
    prefix.yield %a : i32
  } combine (%a: i32), (%b: i32) {
    %c = arith.addi %a, %b : i32
    prefix.yield %c : i32
  }
  prefix.map @map load (%x: i32) {
    prefix.yield %x : i32
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %i: i64, %v: vector<1xi32>, %walk: !prefix.walk) kernel {
    // expected-error @+1 {{'prefix.load_tile' op results must be ('vector<1xi32>', 'vector<1xi32>'), got ('vector<1xi32>')}}
    %0 = prefix.load_tile @add %p[%i] through @map rows 2 items 1 element [i32] : !llvm.ptr<1> -> vector<1xi32>
    gpu.return
  }
}

// -----

// The states before the elements, and those after them.
gpu.module @store_tile_c5_both {
  prefix.map @map store before (%x: i32) after (%y: i32) {
    prefix.yield %y : i32
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %i: i64, %v: vector<1xi32>, %walk: !prefix.walk) kernel {
    // expected-error @+1 {{'prefix.store_tile' op must store one vector per row and state value: 2 expected, got 1}}
    prefix.store_tile %v to %p[%i] through @map rows 1 items 1 state [i32] output [i32] : vector<1xi32> to !llvm.ptr<1>
    gpu.return
  }
}

// -----

// Where no state is taken, one is given.
gpu.module @store_tile_c5_index {
  prefix.map @map store index %at {
    prefix.yield %at : i64
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %i: i64, %v: vector<1xi32>, %walk: !prefix.walk) kernel {
    %line = prefix.walk line(%i)
    // expected-error @+1 {{'prefix.store_tile' op must store one vector per row and state value: 1 expected, got 2}}
    prefix.store_tile %v, %v to %p[%i] through @map numbered %line from %i rows 1 items 1 state [i32] output [i32] : vector<1xi32>, vector<1xi32> to !llvm.ptr<1>
    gpu.return
  }
}

// -----

gpu.module @load_tile_c7_mapped {
  prefix.monoid @add identity {
    %a = arith.constant 0 : i32
    prefix.yield %a : i32
  } combine (%a: i32), (%b: i32) {
    %c = arith.addi %a, %b : i32
    prefix.yield %c : i32
  }
  prefix.map @map load (%x: i32) {
    prefix.yield %x : i32
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %i: i64, %v: vector<1xi32>, %walk: !prefix.walk) kernel {
    // expected-error @+1 {{'prefix.load_tile' op must have one base, or one for each field (2), got 3}}
    %0 = prefix.load_tile @add %p, %p, %p[%i] through @map rows 1 items 1 element [i32, i32] : !llvm.ptr<1>, !llvm.ptr<1>, !llvm.ptr<1> -> vector<1xi32>
    gpu.return
  }
}

// -----

gpu.module @store_tile_c6_mapped {
  prefix.map @map store after (%x: i32) {
    prefix.yield %x : i32
  }
  gpu.func @kernel(%p: !llvm.ptr<1>, %i: i64, %v: vector<1xi32>, %walk: !prefix.walk) kernel {
    // expected-error @+1 {{'prefix.store_tile' op 'aligned' runs are whole: there is no 'valid'}}
    prefix.store_tile %v to %p[%i] valid %i through @map aligned rows 1 items 1 state [i32] output [i32] : vector<1xi32> to !llvm.ptr<1>
    gpu.return
  }
}

// -----

// Parts of maps have an order.
// expected-error @+1 {{custom op 'prefix.scan' 'previous' comes twice or too late: parts of a 'load' come in the order of its values, 'previous', 'next', 'index'}}
prefix.scan @order_load inclusive @add_f32 load (%a: f32) next (%n of %a else 0.0 : f32) previous (%p of %a else 0.0 : f32) {
  prefix.yield %p : f32
} : (f32) -> (f32)

// -----

// expected-error @+1 {{custom op 'prefix.scan' 'after' comes twice or too late: parts of a 'store' come in the order of 'before', 'after', 'in', 'previous', 'next', 'index'}}
prefix.scan @order_store inclusive @add_f32 store in (%a: f32) after (%b: f32) {
  prefix.yield %b : f32
} : (f32) -> (f32)

// -----

// expected-error @+1 {{custom op 'prefix.scan' 'index' comes twice or too late: parts of a 'load' come in the order of its values, 'previous', 'next', 'index'}}
prefix.scan @order_index inclusive @add_f32 load (%a: f32) index %i index %j {
  prefix.yield %a : f32
} : (f32) -> (f32)
