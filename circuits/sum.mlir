//===- sum.mlir - Running sum ---------------------------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// out[i] = in[0] + ... + in[i], modulo 2^32, with the built-in operator.
//
// Addition modulo 2^32 is associative and commutative; the identity is 0.
//
//===----------------------------------------------------------------------===//

prefix.scan @sum inclusive @add_i32 : (i32) -> (i32)
