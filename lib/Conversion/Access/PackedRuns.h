//===- PackedRuns.h - Runs of narrow elements, word by word -----*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A run of bytes or halves lies in words of 32 bits, four or two lanes each,
// the first element in the lowest, or, scanned from its end, in the highest. It
// is reduced and scanned without cutting the elements out: what an instruction
// does to a word it does to all lanes.
//
//   reduction of       a word takes
//   sums               a dot product with ones: dp4a, dp2a
//   products           one multiplication, and one shift less, an element: the
//                      lower bits of a product need no upper ones
//   and, or, xor       one logic instruction
//   min, max           one packed instruction on halves; of bytes, two and a
//                      shift: whoever has the larger upper byte is larger,
//                      whatever is below
//
// A scan goes from word to word, c being what comes before the word x:
//
//   sums, of bytes       y0 = c + x                  dot products with as many
//                        y1 = dp4a(x, 00000101, c)   ones; c' = y3
//                        y2 = dp4a(x, 00010101, c)
//                        y3 = dp4a(x, 01010101, c)
//   min, max, and also   z0 = x << 24                only the top lanes are
//   logic on halves      z1 = max(z0, x << 16) ..    looked at; c' = y3
//                        y0 = max(c, z0) ..
//   products             z0 = x                      only the lowest ones are;
//                        z1 = z0 * (x >> 8) ..       c' = y3
//                        y0 = c * z0 ..
//   min, max of floats   z = max(x, x0 x0)           packed instructions, and
//                        y = max(c c, z)             c' = max(c, z1);
//                                                    exclusive outputs are c y0
//   logic on bytes       y = x ^ x << 8              Kogge-Stone's circuit on
//                        z = y ^ y << 16             the bytes of a word
//                        z ^ c, c in every byte      c' = c ^ z3
//
// So a word is scanned on its own, and waits for the word before for the one
// instruction that makes c'.
//
// The lanes of y0, y1, .. that count are put together by byte permutations. Of
// sums these are the lowest: sums wrap, and no bit depends on one above it.
//
// Where chains begin within a run, a reduction is of the last chain alone: the
// lanes before it get a value that changes nothing, such as the run's last
// element for a maximum. A scan of bytes works on pairs of halves, 16 bits
// each: e has the elements 0 and 2 of a word, o has 1 and 3, and (c y1) has c
// in its lower half and y1 in its upper one. In ?x, a half of x is replaced by
// a value that changes nothing, where a chain begins between it and what it is
// joined with:
//
//   s = ?e ^ o           each pair of elements by itself
//   y1 = ?c ^ s          in the lower half: what comes before the upper one
//   y13 = ?(c y1) ^ s    the outputs 1 and 3; c' = y3
//   y02 = ?(c y1) ^ e    the outputs 0 and 2
//
// A bit for each element becomes a byte of ones by a multiplication, which
// spreads a word's bits to the signs of bytes, and a permutation, which repeats
// signs.
//
// All of this gives the same bits as one element after another, for every input
// but a NaN, whose payload may be lost.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_CONVERSION_ACCESS_PACKEDRUNS_H
#define SCANC_LIB_CONVERSION_ACCESS_PACKEDRUNS_H

#include "scanc/Dialect/Prefix/Analysis/PackedLanes.h"

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace scanc::prefix {

/// The elements of all `words` (i32, at least one), combined. The lowest lane
/// of the result (i32) has the value; a sum is right in all 32 bits, the lanes
/// being widened by their sign.
mlir::Value reducePacked(mlir::ImplicitLocOpBuilder &b, PackedLanes lanes,
                         llvm::ArrayRef<mlir::Value> words);

/// The elements of `words` from the last one on with which a chain begins: a
/// bit for each element, 32 in each of `cuts` (i32).
mlir::Value reduceLastChain(mlir::ImplicitLocOpBuilder &b, PackedLanes lanes,
                            llvm::ArrayRef<mlir::Value> words,
                            mlir::ValueRange cuts);

/// Every prefix of the elements of `words`, after `seed` (i32, of which the
/// lowest lane counts), in words; with `exclusive`, from the seed on.
llvm::SmallVector<mlir::Value> scanPacked(mlir::ImplicitLocOpBuilder &b,
                                          PackedLanes lanes, mlir::Value seed,
                                          llvm::ArrayRef<mlir::Value> words,
                                          bool exclusive);

/// The same where chains begin with the elements that `cuts` has a bit for, and
/// with `start` (i32, of which the lowest lane counts; or null, for what
/// changes nothing), which an exclusive scan has there. Lanes are bytes, and no
/// factors.
llvm::SmallVector<mlir::Value> scanChains(mlir::ImplicitLocOpBuilder &b,
                                          PackedLanes lanes, mlir::Value seed,
                                          llvm::ArrayRef<mlir::Value> words,
                                          mlir::ValueRange cuts,
                                          mlir::Value start, bool exclusive);

} // namespace scanc::prefix

#endif // SCANC_LIB_CONVERSION_ACCESS_PACKEDRUNS_H
