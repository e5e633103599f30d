//===- prelude.mlir - The built-in monoids --------------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The operators of `--op` as ordinary monoids: nothing here is known to the
// compiler by name, and a user's file may spell the same text.
//
// A monoid is named OP_T, T being its state type. Integers are signless: add,
// mul, and, or, xor serve both signs (they wrap modulo 2^bits), min and max have
// a signed (i) and an unsigned (u) form.
//
// Floats. min and max follow IEEE 754-2019 minimum and maximum: a NaN on either
// side gives a NaN (of unspecified sign and payload), and -0 < +0. add and mul
// are commutative bit for bit but associative only up to rounding, so the bits
// of a float sum depend on the circuit. The identity of add is +0, which turns
// a -0 it meets into +0; an exclusive sum therefore begins with +0.
//
// Reference: G. E. Blelloch, "Prefix Sums and Their Applications",
// CMU-CS-90-190, 1990, section 1.
//
//===----------------------------------------------------------------------===//

// add: the identity is 0.

prefix.monoid @add_i8 commutative identity {
  %e = arith.constant 0 : i8
  prefix.yield %e : i8
} combine (%a: i8), (%b: i8) {
  %c = arith.addi %a, %b : i8
  prefix.yield %c : i8
}

prefix.monoid @add_i16 commutative identity {
  %e = arith.constant 0 : i16
  prefix.yield %e : i16
} combine (%a: i16), (%b: i16) {
  %c = arith.addi %a, %b : i16
  prefix.yield %c : i16
}

prefix.monoid @add_i32 commutative identity {
  %e = arith.constant 0 : i32
  prefix.yield %e : i32
} combine (%a: i32), (%b: i32) {
  %c = arith.addi %a, %b : i32
  prefix.yield %c : i32
}

prefix.monoid @add_i64 commutative identity {
  %e = arith.constant 0 : i64
  prefix.yield %e : i64
} combine (%a: i64), (%b: i64) {
  %c = arith.addi %a, %b : i64
  prefix.yield %c : i64
}

prefix.monoid @add_f16 commutative identity {
  %e = arith.constant 0.0 : f16
  prefix.yield %e : f16
} combine (%a: f16), (%b: f16) {
  %c = arith.addf %a, %b : f16
  prefix.yield %c : f16
}

prefix.monoid @add_bf16 commutative identity {
  %e = arith.constant 0.0 : bf16
  prefix.yield %e : bf16
} combine (%a: bf16), (%b: bf16) {
  %c = arith.addf %a, %b : bf16
  prefix.yield %c : bf16
}

prefix.monoid @add_f32 commutative identity {
  %e = arith.constant 0.0 : f32
  prefix.yield %e : f32
} combine (%a: f32), (%b: f32) {
  %c = arith.addf %a, %b : f32
  prefix.yield %c : f32
}

prefix.monoid @add_f64 commutative identity {
  %e = arith.constant 0.0 : f64
  prefix.yield %e : f64
} combine (%a: f64), (%b: f64) {
  %c = arith.addf %a, %b : f64
  prefix.yield %c : f64
}

// mul: the identity is 1.

prefix.monoid @mul_i8 commutative identity {
  %e = arith.constant 1 : i8
  prefix.yield %e : i8
} combine (%a: i8), (%b: i8) {
  %c = arith.muli %a, %b : i8
  prefix.yield %c : i8
}

prefix.monoid @mul_i16 commutative identity {
  %e = arith.constant 1 : i16
  prefix.yield %e : i16
} combine (%a: i16), (%b: i16) {
  %c = arith.muli %a, %b : i16
  prefix.yield %c : i16
}

prefix.monoid @mul_i32 commutative identity {
  %e = arith.constant 1 : i32
  prefix.yield %e : i32
} combine (%a: i32), (%b: i32) {
  %c = arith.muli %a, %b : i32
  prefix.yield %c : i32
}

prefix.monoid @mul_i64 commutative identity {
  %e = arith.constant 1 : i64
  prefix.yield %e : i64
} combine (%a: i64), (%b: i64) {
  %c = arith.muli %a, %b : i64
  prefix.yield %c : i64
}

prefix.monoid @mul_f16 commutative identity {
  %e = arith.constant 1.0 : f16
  prefix.yield %e : f16
} combine (%a: f16), (%b: f16) {
  %c = arith.mulf %a, %b : f16
  prefix.yield %c : f16
}

prefix.monoid @mul_bf16 commutative identity {
  %e = arith.constant 1.0 : bf16
  prefix.yield %e : bf16
} combine (%a: bf16), (%b: bf16) {
  %c = arith.mulf %a, %b : bf16
  prefix.yield %c : bf16
}

prefix.monoid @mul_f32 commutative identity {
  %e = arith.constant 1.0 : f32
  prefix.yield %e : f32
} combine (%a: f32), (%b: f32) {
  %c = arith.mulf %a, %b : f32
  prefix.yield %c : f32
}

prefix.monoid @mul_f64 commutative identity {
  %e = arith.constant 1.0 : f64
  prefix.yield %e : f64
} combine (%a: f64), (%b: f64) {
  %c = arith.mulf %a, %b : f64
  prefix.yield %c : f64
}

// min: the identity is the greatest value, for floats +infinity.

prefix.monoid @min_i8 commutative idempotent identity {
  %e = arith.constant 127 : i8
  prefix.yield %e : i8
} combine (%a: i8), (%b: i8) {
  %c = arith.minsi %a, %b : i8
  prefix.yield %c : i8
}

prefix.monoid @min_i16 commutative idempotent identity {
  %e = arith.constant 32767 : i16
  prefix.yield %e : i16
} combine (%a: i16), (%b: i16) {
  %c = arith.minsi %a, %b : i16
  prefix.yield %c : i16
}

prefix.monoid @min_i32 commutative idempotent identity {
  %e = arith.constant 2147483647 : i32
  prefix.yield %e : i32
} combine (%a: i32), (%b: i32) {
  %c = arith.minsi %a, %b : i32
  prefix.yield %c : i32
}

prefix.monoid @min_i64 commutative idempotent identity {
  %e = arith.constant 9223372036854775807 : i64
  prefix.yield %e : i64
} combine (%a: i64), (%b: i64) {
  %c = arith.minsi %a, %b : i64
  prefix.yield %c : i64
}

prefix.monoid @min_u8 commutative idempotent identity {
  %e = arith.constant -1 : i8
  prefix.yield %e : i8
} combine (%a: i8), (%b: i8) {
  %c = arith.minui %a, %b : i8
  prefix.yield %c : i8
}

prefix.monoid @min_u16 commutative idempotent identity {
  %e = arith.constant -1 : i16
  prefix.yield %e : i16
} combine (%a: i16), (%b: i16) {
  %c = arith.minui %a, %b : i16
  prefix.yield %c : i16
}

prefix.monoid @min_u32 commutative idempotent identity {
  %e = arith.constant -1 : i32
  prefix.yield %e : i32
} combine (%a: i32), (%b: i32) {
  %c = arith.minui %a, %b : i32
  prefix.yield %c : i32
}

prefix.monoid @min_u64 commutative idempotent identity {
  %e = arith.constant -1 : i64
  prefix.yield %e : i64
} combine (%a: i64), (%b: i64) {
  %c = arith.minui %a, %b : i64
  prefix.yield %c : i64
}

prefix.monoid @min_f16 commutative idempotent identity {
  %e = arith.constant 0x7C00 : f16
  prefix.yield %e : f16
} combine (%a: f16), (%b: f16) {
  %c = arith.minimumf %a, %b : f16
  prefix.yield %c : f16
}

prefix.monoid @min_bf16 commutative idempotent identity {
  %e = arith.constant 0x7F80 : bf16
  prefix.yield %e : bf16
} combine (%a: bf16), (%b: bf16) {
  %c = arith.minimumf %a, %b : bf16
  prefix.yield %c : bf16
}

prefix.monoid @min_f32 commutative idempotent identity {
  %e = arith.constant 0x7F800000 : f32
  prefix.yield %e : f32
} combine (%a: f32), (%b: f32) {
  %c = arith.minimumf %a, %b : f32
  prefix.yield %c : f32
}

prefix.monoid @min_f64 commutative idempotent identity {
  %e = arith.constant 0x7FF0000000000000 : f64
  prefix.yield %e : f64
} combine (%a: f64), (%b: f64) {
  %c = arith.minimumf %a, %b : f64
  prefix.yield %c : f64
}

// max: the identity is the least value, for floats -infinity.

prefix.monoid @max_i8 commutative idempotent identity {
  %e = arith.constant -128 : i8
  prefix.yield %e : i8
} combine (%a: i8), (%b: i8) {
  %c = arith.maxsi %a, %b : i8
  prefix.yield %c : i8
}

prefix.monoid @max_i16 commutative idempotent identity {
  %e = arith.constant -32768 : i16
  prefix.yield %e : i16
} combine (%a: i16), (%b: i16) {
  %c = arith.maxsi %a, %b : i16
  prefix.yield %c : i16
}

prefix.monoid @max_i32 commutative idempotent identity {
  %e = arith.constant -2147483648 : i32
  prefix.yield %e : i32
} combine (%a: i32), (%b: i32) {
  %c = arith.maxsi %a, %b : i32
  prefix.yield %c : i32
}

prefix.monoid @max_i64 commutative idempotent identity {
  %e = arith.constant -9223372036854775808 : i64
  prefix.yield %e : i64
} combine (%a: i64), (%b: i64) {
  %c = arith.maxsi %a, %b : i64
  prefix.yield %c : i64
}

prefix.monoid @max_u8 commutative idempotent identity {
  %e = arith.constant 0 : i8
  prefix.yield %e : i8
} combine (%a: i8), (%b: i8) {
  %c = arith.maxui %a, %b : i8
  prefix.yield %c : i8
}

prefix.monoid @max_u16 commutative idempotent identity {
  %e = arith.constant 0 : i16
  prefix.yield %e : i16
} combine (%a: i16), (%b: i16) {
  %c = arith.maxui %a, %b : i16
  prefix.yield %c : i16
}

prefix.monoid @max_u32 commutative idempotent identity {
  %e = arith.constant 0 : i32
  prefix.yield %e : i32
} combine (%a: i32), (%b: i32) {
  %c = arith.maxui %a, %b : i32
  prefix.yield %c : i32
}

prefix.monoid @max_u64 commutative idempotent identity {
  %e = arith.constant 0 : i64
  prefix.yield %e : i64
} combine (%a: i64), (%b: i64) {
  %c = arith.maxui %a, %b : i64
  prefix.yield %c : i64
}

prefix.monoid @max_f16 commutative idempotent identity {
  %e = arith.constant 0xFC00 : f16
  prefix.yield %e : f16
} combine (%a: f16), (%b: f16) {
  %c = arith.maximumf %a, %b : f16
  prefix.yield %c : f16
}

prefix.monoid @max_bf16 commutative idempotent identity {
  %e = arith.constant 0xFF80 : bf16
  prefix.yield %e : bf16
} combine (%a: bf16), (%b: bf16) {
  %c = arith.maximumf %a, %b : bf16
  prefix.yield %c : bf16
}

prefix.monoid @max_f32 commutative idempotent identity {
  %e = arith.constant 0xFF800000 : f32
  prefix.yield %e : f32
} combine (%a: f32), (%b: f32) {
  %c = arith.maximumf %a, %b : f32
  prefix.yield %c : f32
}

prefix.monoid @max_f64 commutative idempotent identity {
  %e = arith.constant 0xFFF0000000000000 : f64
  prefix.yield %e : f64
} combine (%a: f64), (%b: f64) {
  %c = arith.maximumf %a, %b : f64
  prefix.yield %c : f64
}

// and: the identity is all ones.

prefix.monoid @and_i8 commutative idempotent identity {
  %e = arith.constant -1 : i8
  prefix.yield %e : i8
} combine (%a: i8), (%b: i8) {
  %c = arith.andi %a, %b : i8
  prefix.yield %c : i8
}

prefix.monoid @and_i16 commutative idempotent identity {
  %e = arith.constant -1 : i16
  prefix.yield %e : i16
} combine (%a: i16), (%b: i16) {
  %c = arith.andi %a, %b : i16
  prefix.yield %c : i16
}

prefix.monoid @and_i32 commutative idempotent identity {
  %e = arith.constant -1 : i32
  prefix.yield %e : i32
} combine (%a: i32), (%b: i32) {
  %c = arith.andi %a, %b : i32
  prefix.yield %c : i32
}

prefix.monoid @and_i64 commutative idempotent identity {
  %e = arith.constant -1 : i64
  prefix.yield %e : i64
} combine (%a: i64), (%b: i64) {
  %c = arith.andi %a, %b : i64
  prefix.yield %c : i64
}

// or: the identity is 0.

prefix.monoid @or_i8 commutative idempotent identity {
  %e = arith.constant 0 : i8
  prefix.yield %e : i8
} combine (%a: i8), (%b: i8) {
  %c = arith.ori %a, %b : i8
  prefix.yield %c : i8
}

prefix.monoid @or_i16 commutative idempotent identity {
  %e = arith.constant 0 : i16
  prefix.yield %e : i16
} combine (%a: i16), (%b: i16) {
  %c = arith.ori %a, %b : i16
  prefix.yield %c : i16
}

prefix.monoid @or_i32 commutative idempotent identity {
  %e = arith.constant 0 : i32
  prefix.yield %e : i32
} combine (%a: i32), (%b: i32) {
  %c = arith.ori %a, %b : i32
  prefix.yield %c : i32
}

prefix.monoid @or_i64 commutative idempotent identity {
  %e = arith.constant 0 : i64
  prefix.yield %e : i64
} combine (%a: i64), (%b: i64) {
  %c = arith.ori %a, %b : i64
  prefix.yield %c : i64
}

// xor: the identity is 0.

prefix.monoid @xor_i8 commutative identity {
  %e = arith.constant 0 : i8
  prefix.yield %e : i8
} combine (%a: i8), (%b: i8) {
  %c = arith.xori %a, %b : i8
  prefix.yield %c : i8
}

prefix.monoid @xor_i16 commutative identity {
  %e = arith.constant 0 : i16
  prefix.yield %e : i16
} combine (%a: i16), (%b: i16) {
  %c = arith.xori %a, %b : i16
  prefix.yield %c : i16
}

prefix.monoid @xor_i32 commutative identity {
  %e = arith.constant 0 : i32
  prefix.yield %e : i32
} combine (%a: i32), (%b: i32) {
  %c = arith.xori %a, %b : i32
  prefix.yield %c : i32
}

prefix.monoid @xor_i64 commutative identity {
  %e = arith.constant 0 : i64
  prefix.yield %e : i64
} combine (%a: i64), (%b: i64) {
  %c = arith.xori %a, %b : i64
  prefix.yield %c : i64
}
