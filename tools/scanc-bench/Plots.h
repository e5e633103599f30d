//===- Plots.h - Results as drawings ----------------------------*- C++ -*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For each scan a curve plot, throughput against n on a logarithmic axis, as in
// Merrill and Grimshaw, "Parallel scan for stream architectures" (2009), figure
// 28: the copy, CUB, and each variant of ours, with the quartiles as bands and
// the goal as a line. For all scans together a heat table: a row a scan, a
// column a size, the ratio of the copy in each cell. Scans along an axis have
// another one, with a column a tensor, in place of curves. For all rows of a
// scan, and for all its tensors, a plot of that ratio against the length of a
// row or chain, with a curve for each type. All are SVG, without scripts, and
// stand alone; index.html holds them all.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_TOOLS_SCANC_BENCH_PLOTS_H
#define SCANC_TOOLS_SCANC_BENCH_PLOTS_H

#include "Results.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace scanc::bench {

/// The curves of one scan, which has cases.
std::string drawCurves(const Results &results, llvm::StringRef scan);

/// Of all scans and variants, each cell the ratio of the copy; by n or, of
/// scans along an axis, by tensor.
std::string drawHeatTable(const Results &results, bool ofTensors);
/// Whether there is something to be drawn in such a table.
bool hasHeatTable(const Results &results, bool ofTensors);

/// What there are plots against the length of a chain of, such as
/// "exclusive_add.rows", and one of them.
std::vector<std::string> lengthPlotsOf(const Results &results);
std::string drawLengths(const Results &results, llvm::StringRef plot);

/// A page that holds the drawings and the machine's and the method's facts.
std::string printPage(const Results &results);

/// overview.svg, tensors.svg, OP.rows.svg, OP.axis.svg, SCAN.svg for each scan
/// but those along an axis and of rows at one n, and index.html in a folder,
/// which is made. The error says what cannot be written.
llvm::Error writePlots(const Results &results, llvm::StringRef folder);

} // namespace scanc::bench

#endif // SCANC_TOOLS_SCANC_BENCH_PLOTS_H
