//===- Generators.h - One function for each circuit family ------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The bare generators behind the table of Families.h. Each takes a width of 1
// or more; its file in lib/Circuits/Families has the definition, a drawing and
// the source. L = ceil(lg n), pc = population count.
//
//   family       size                         depth
//   serial       n-1                          n-1
//   Sklansky     sum of pc(i), i < n          L
//   Kogge-Stone  n L - 2^L + 1                L
//   Brent-Kung   2n - pc(n) - floor(lg n) - 1 floor(lg(n+1)) +
//                                             floor(lg((n+1)/3))
//   Knowles      n L - 2^L + 1                L
//   zero
//   deficiency   2n - 2 - d                   d
//   fan-out 2    2n - 2 - d                   d
//   Blelloch     2(n-1) - pc(n-1)             greatest floor(lg c) + pc(c),
//                                             c < n; 2L - 1 stages
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_CIRCUITS_GENERATORS_H
#define SCANC_CIRCUITS_GENERATORS_H

#include "scanc/Circuits/ColumnBuilder.h"
#include "scanc/Circuits/Network.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

namespace scanc::circuits {

Network serial(int64_t width);
Network sklansky(int64_t width);
Network koggeStone(int64_t width);
/// By its levels, or as soon as possible.
Network
brentKung(int64_t width,
          ColumnBuilder::Stages stages = ColumnBuilder::Stages::AsWritten);
/// `l` levels of wings around Kogge-Stone, or Sklansky, on every 2^l-th column.
Network hanCarlson(int64_t width, int64_t l);
Network sparseSklansky(int64_t width, int64_t l);
/// `l` levels of wings; Sklansky within blocks of 2^f, Kogge-Stone across them.
Network harris(int64_t width, int64_t l, int64_t f);
/// P_k: at most ceil(lg width) + k deep.
Network ladnerFischer(int64_t width, int64_t k);
/// `list` has passed `checkKnowlesList`: an entry for each stage, the first
/// stage first, or last where the list starts with more than 1 and ends with 1.
/// For idempotent operators, unless all entries are 1.
Network knowles(int64_t width, llvm::ArrayRef<int64_t> list);
/// Refuses a list that is illegal at the width, and says what is legal.
llvm::Error checkKnowlesList(int64_t width, llvm::ArrayRef<int64_t> list);
/// Depth-size optimal, `depth` from the least one to width - 1.
Network zeroDeficiency(int64_t width, int64_t depth);
int64_t leastZeroDeficiencyDepth(int64_t width);
/// The same with level fan-out 2.
Network dsoFanout2(int64_t width, int64_t depth);
int64_t leastDsoFanout2Depth(int64_t width);
/// Input 0 is the seed; the exclusive scan of the others but for the last.
Network blelloch(int64_t width);

} // namespace scanc::circuits

#endif // SCANC_CIRCUITS_GENERATORS_H
