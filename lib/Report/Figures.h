//===- Figures.h - The figures of a step, formatted once ------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The text and the page show the same columns; a column is its title, what it
// means, and a cell for each step.
//
//===----------------------------------------------------------------------===//

#ifndef SCANC_LIB_REPORT_FIGURES_H
#define SCANC_LIB_REPORT_FIGURES_H

#include "scanc/Report/Report.h"

#include "llvm/ADT/ArrayRef.h"

namespace scanc::reports {

/// What a column counts. The page has a table for each.
enum class Topic { Work, Shared, Global };

struct Column {
  Topic topic;
  const char *title;
  const char *meaning;
  /// Empty where the step has no such figure.
  std::string (*cell)(const Step &step, uint64_t n);
  bool isText = false; // words to the left, figures to the right
};

/// In the order in which they are shown, behind the step's name.
llvm::ArrayRef<Column> columns();

/// What is shown of a kernel, a row each: its steps, before the parts of a step
/// their sum, and the total.
struct TableRow {
  enum class Kind { Step, Part, Total };
  Kind kind;
  Step step; // a part's name is without that of its step
};
std::vector<TableRow> tableRows(const Kernel &kernel);

/// "exclusive scan of i32 by add_i32", and so on.
std::string describeScan(const target::ScanDescription &scan);

/// "8 blocks of 256 threads", and so on; of which run, if there are several.
std::string describeKernel(const Report &report, const Kernel &kernel);

/// What became of a block's circuit, a line each: its mapping, what one run of
/// it takes, and the layouts that were considered.
std::vector<std::string> describeBlock(const BlockCircuit &block);

struct Fact {
  const char *title;
  const char *meaning;
  std::string value;
};

/// What the columns do not say: n, launches, memory, totals.
std::vector<Fact> facts(const Report &report);

} // namespace scanc::reports

#endif // SCANC_LIB_REPORT_FIGURES_H
