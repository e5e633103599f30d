//===- Table.h - Results as text --------------------------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   exclusive_add_i32, scanc auto against CUB 3.0.1; times in microseconds
//         n      copy       cub     scanc  spread  of copy    goal  vs CUB GB/s
//      2^20      4.70      7.20      6.26    0.4%    0.751   0.800    1.15 1340
//      missed
//
// `of copy` is the time of the copy divided by the scan's, `vs CUB` CUB's time
// divided by the scan's; `spread` the distance of the scan's quartiles relative
// to its median. A dash stands where there is no CUB, and a line says why.
// Scans of tensors, whatever their shapes, share a table, whose first column is
// "8x4096x1024 along 1".
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TOOLS_SCANC_BENCH_TABLE_H
#define SCANC_TOOLS_SCANC_BENCH_TABLE_H

#include "Results.h"

#include <string>

namespace scanc::bench {

/// A table for each scan and variant, then what failed and what was skipped,
/// and how many goals were met.
std::string printTable(const Results &results);

/// "3.0.1" of a CUB_VERSION.
std::string printCubVersion(int version);

/// "2^20" or, of a tensor, "8x4096x1024 along 1".
std::string nameSize(const Case &c);

/// What there are tables of (`Case::group`) in the order of the results, and
/// the variants of one.
std::vector<std::string> scansOf(const Results &results);
std::vector<std::string> variantsOf(const Results &results,
                                    llvm::StringRef scan);

/// The case's timing of a variant, or null.
const Ours *findVariant(const Case &c, llvm::StringRef variant);

/// The cases of a scan by n; of tensors, in the order of the results.
std::vector<const Case *> casesOf(const Results &results, llvm::StringRef scan);

} // namespace scanc::bench

#endif // SCANC_TOOLS_SCANC_BENCH_TABLE_H
