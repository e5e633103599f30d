// One test for each numbered constraint of structs, and one for each way to
// write them wrongly.
// RUN: scanc-opt %s -verify-diagnostics -split-input-file

// expected-error @+1 {{a struct must have 1 to 8 fields, got 0}}
prefix.scan @struct_c1_none inclusive @add_i32 : !prefix.struct<>

// -----

// expected-error @+1 {{a struct must have 1 to 8 fields, got 0}}
prefix.scan @struct_c1_name_only inclusive @add_i32 : !prefix.struct<Best>

// -----

// expected-error @+1 {{a struct must have 1 to 8 fields, got 9}}
prefix.scan @struct_c1_nine inclusive @add_i32 : !prefix.struct<a: i8, b: i8, c: i8, d: i8, e: i8, f: i8, g: i8, h: i8, i: i8>

// -----

// expected-error @+1 {{field 'b' must be an integer of 1, 8, 16, 32 or 64 bits, f16, bf16, f32 or f64, got 'i7'}}
prefix.scan @struct_c2_bits inclusive @add_i32 : !prefix.struct<a: i32, b: i7>

// -----

// expected-error @+1 {{field 'b' must be an integer of 1, 8, 16, 32 or 64 bits, f16, bf16, f32 or f64, got '!prefix.struct<c: i32>'}}
prefix.scan @struct_c2_nested inclusive @add_i32 : !prefix.struct<a: i32, b: !prefix.struct<c: i32>>

// -----

// expected-error @+1 {{'a b' cannot name a struct: it is no identifier of C}}
prefix.scan @struct_c3_struct inclusive @add_i32 : !prefix.struct<"a b", c: i32>

// -----

// expected-error @+1 {{'1st' cannot name a field: it is no identifier of C}}
prefix.scan @struct_c3_field inclusive @add_i32 : !prefix.struct<"1st": i32>

// -----

// expected-error @+1 {{'a.b' cannot name a field: it is no identifier of C}}
prefix.scan @struct_c3_dot inclusive @add_i32 : !prefix.struct<a.b: i32>

// -----

// expected-error @+1 {{two fields are named 'a'}}
prefix.scan @struct_c3_twice inclusive @add_i32 : !prefix.struct<a: i32, a: i64>

// -----

// expected-error @+1 {{expected ':' and a type behind the field's name 'Other'}}
prefix.scan @two_names inclusive @add_i32 : !prefix.struct<Best, Other, a: i32>

// -----

// expected-error @+1 {{expected ':' and a type behind the field's name 'Best'}}
prefix.scan @name_last inclusive @add_i32 : !prefix.struct<a: i32, Best>

// -----

// expected-error @+1 {{expected 'NAME: TYPE', a field}}
prefix.scan @no_names inclusive @add_i32 : !prefix.struct<(i32)>

// -----

// expected-error @+1 {{unknown type 'float'; MLIR writes f32}}
prefix.scan @type_of_c inclusive @add_i32 : !prefix.struct<a: float>

// -----

// expected-error @+1 {{expected '<'}}
prefix.scan @nothing inclusive @add_i32 : !prefix.struct

// -----

// expected-error @+1 {{'prefix.scan' op a struct must be all of an element or an output, not a field}}
prefix.scan @scan_c6_field inclusive @add_i32 : (!prefix.struct<a: i32>, i32) -> (i32)

// -----

// expected-error @+1 {{'prefix.scan' op element and output must not both be a struct 'B' with different fields: '!prefix.struct<B, a: i32>' and '!prefix.struct<B, a: i64>'}}
prefix.scan @scan_c6_same_name inclusive @add_i32 : !prefix.struct<B, a: i32> -> !prefix.struct<B, a: i64>

// -----

// expected-note @+1 {{the state of '@sum' is ('i32')}}
prefix.monoid @sum identity {
  %e = arith.constant 0 : i32
  prefix.yield %e : i32
} combine (%low: i32), (%high: i32) {
  %sum = arith.addi %low, %high : i32
  prefix.yield %sum : i32
}
// expected-error @+1 {{must have one element and one output field per state value: 1 expected, got 2 and 1}}
prefix.scan @scan_c2 inclusive @sum : !prefix.struct<a: i32, b: i32> -> i32

// -----

// expected-note @+1 {{the state of '@sum' is ('i32')}}
prefix.monoid @sum identity {
  %e = arith.constant 0 : i32
  prefix.yield %e : i32
} combine (%low: i32), (%high: i32) {
  %sum = arith.addi %low, %high : i32
  prefix.yield %sum : i32
}
// expected-error @+1 {{'prefix.scan' op floating-point element field #0 needs a floating-point state value}}
prefix.scan @scan_c3 inclusive @sum : !prefix.struct<a: f32> -> i32

// -----

// expected-error @+1 {{expected types as in (i32) -> (i32), got '!prefix.span<0, 1>'}}
prefix.scan @span inclusive @add_i32 : !prefix.span<0, 1>
