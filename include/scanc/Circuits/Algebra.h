//===- Algebra.h - Circuits built of circuits -------------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Hinze's algebra: two building blocks and four ways to put circuits together
// are enough to write down every prefix circuit of the literature by its
// recursion.
//
//   identity(3)   fan(4)         beside(fan(2), identity(1))
//
//   0 1 2         0 1 2 3        0 1 2
//   | | |         +-*-*-*        +-* |
//
//   above(a, b): the outputs of `a` are the inputs of `b`.
//   stretch({2, 1, 3}, fan(3)): a group of columns for each column of the
//   circuit, which runs on the last column of each; the other columns pass:
//
//   0 1 | 2 | 3 4 5
//   | +---*-----+-*           (stretchFirst: on the first column of each)
//
// Sklansky's circuit for 8, and every divide and conquer scan, is two halves
// beside each other above a fan that starts at the last column of the left:
//
//   0 1 2 3 4 5 6 7
//   +-* +-* +-* +-*     beside(sklansky(4), sklansky(4))
//   | +-*-* | +-*-*
//   | | | +-*-*-*-*     beside(identity(3), fan(5))
//
// A Network of the algebra need not be a scan: a fan is none, and neither are
// circuits that end halfway. It has become one when `checkSpans` passes; until
// then only `run`, the schedule and this algebra may read it. What is built of
// parts without combines that nobody reads has none either, as long as `second`
// of `above` reads all of its inputs.
//
// Stages: the results declare stages where a part does, `above` putting those
// of `second` after those of `first`, and a part that declares none being
// scheduled as soon as possible; otherwise they declare none. Widths that do
// not fit are errors of the caller and assert.
//
// Sources: Hinze, "An algebra of scans", MPC 2004; Gibbons and Wu, "Folding
// domain-specific languages: deep and shallow embeddings", ICFP 2014.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_CIRCUITS_ALGEBRA_H
#define SCANC_CIRCUITS_ALGEBRA_H

#include "scanc/Circuits/Network.h"

#include "llvm/ADT/ArrayRef.h"

namespace scanc::circuits {

/// Output k is input k. A width of 0 is the unit of `beside`.
Network identity(int64_t width);

/// Output 0 is x0, output k is x0 . xk.
Network fan(int64_t width);

/// `second` on the outputs of `first`, which is as wide.
Network above(const Network &first, const Network &second);

/// `left` on the first columns, `right` on those that follow.
Network beside(const Network &left, const Network &right);

/// All of `parts` from left to right; linear in the size of the result.
Network beside(llvm::ArrayRef<Network> parts);

/// `network` on the last column of each of `network.width` groups of columns;
/// group k is widths[k] >= 1 columns wide.
Network stretch(llvm::ArrayRef<int64_t> widths, const Network &network);

/// The same on the first column of each group.
Network stretchFirst(llvm::ArrayRef<int64_t> widths, const Network &network);

/// Two scans of m and n columns, m, n >= 1, as one of m + n - 1: the last
/// output of `first` is the first input of `second`.
Network serialComposition(const Network &first, const Network &second);

/// Two scans of m >= 1 and n columns as one of m + n: side by side, and then
/// the last output of `left` is combined with each output of `right`.
Network parallelComposition(const Network &left, const Network &right);

} // namespace scanc::circuits

#endif // SCANC_CIRCUITS_ALGEBRA_H
