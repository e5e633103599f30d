//===- RenderText.cpp - A report as aligned tables ------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Figures.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>

namespace scanc::reports {

namespace {

using Row = std::vector<std::string>;

/// Aligned columns; those that no row has anything in are left out.
std::string table(const std::vector<Row> &rows) {
  const size_t width = rows.front().size();
  std::vector<size_t> widths(width, 0);
  // The name of the step is text, too.
  auto isText = [](size_t c) { return c == 0 || columns()[c - 1].isText; };
  for (size_t c = 0; c < width; ++c)
    for (size_t r = 1; r < rows.size(); ++r)
      if (!rows[r][c].empty())
        widths[c] = std::max({widths[c], rows[r][c].size(), rows[0][c].size()});
  std::string text;
  for (const Row &row : rows) {
    std::string line;
    for (size_t c = 0; c < width; ++c) {
      if (!widths[c])
        continue;
      const std::string blanks(widths[c] - row[c].size(), ' ');
      line += "  " + (isText(c) ? row[c] + blanks : blanks + row[c]);
    }
    text += llvm::StringRef(line).rtrim().str() + "\n";
  }
  return text;
}

} // namespace

std::string renderText(const Report &report) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << report.scan.name << ": " << describeScan(report.scan) << "\n\n";
  for (const Fact &fact : facts(report))
    os << llvm::formatv("{0,-14} {1}\n", std::string(fact.title) + ":",
                        fact.value);

  for (const Kernel &kernel : report.kernels) {
    os << "\n"
       << kernel.name << ": " << describeKernel(report, kernel) << "\n\n";
    std::vector<Row> rows(1, Row{"step"});
    for (const Column &column : columns())
      rows.front().push_back(column.title);
    for (const TableRow &shown : tableRows(kernel)) {
      const bool isPart = shown.kind == TableRow::Kind::Part;
      Row row{(isPart ? "  " : "") + shown.step.name};
      for (const Column &column : columns())
        row.push_back(column.cell(shown.step, report.runOf(kernel).n));
      rows.push_back(std::move(row));
    }
    os << table(rows);
    for (const BlockCircuit &block : kernel.blockCircuits) {
      os << "\n";
      for (const auto &[number, line] : llvm::enumerate(describeBlock(block)))
        os << (number ? "    " : "  ") << line << "\n";
    }
  }

  os << "\n";
  for (const Column &column : columns())
    os << llvm::formatv("{0,-10} {1}\n", column.title, column.meaning);
  return text;
}

} // namespace scanc::reports
