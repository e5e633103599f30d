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
// column a size, the ratio of the copy in each cell. All are SVG, without
// scripts, and stand alone; index.html holds them all.
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

/// Of all scans and variants, each cell the ratio of the copy.
std::string drawHeatTable(const Results &results);

/// A page that holds the drawings and the machine's and the method's facts.
std::string printPage(const Results &results);

/// SCAN.svg for each scan, overview.svg and index.html in a folder, which is
/// made. The error says what cannot be written.
llvm::Error writePlots(const Results &results, llvm::StringRef folder);

} // namespace scanc::bench

#endif // SCANC_TOOLS_SCANC_BENCH_PLOTS_H
