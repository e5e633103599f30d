//===- Table.cpp - Results as text ----------------------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Table.h"
#include "Sizes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

#include <set>

using namespace scanc::bench;
using llvm::StringRef;

std::string scanc::bench::printCubVersion(int version) {
  return llvm::formatv("{0}.{1}.{2}", version / 100000, version / 100 % 1000,
                       version % 100);
}

std::vector<std::string> scanc::bench::scansOf(const Results &results) {
  std::vector<std::string> scans;
  for (const Case &c : results.cases)
    if (std::string group = c.group(); !llvm::is_contained(scans, group))
      scans.push_back(std::move(group));
  return scans;
}

std::vector<const Case *> scanc::bench::casesOf(const Results &results,
                                                StringRef scan) {
  std::vector<const Case *> cases;
  for (const Case &c : results.cases)
    if (c.group() == scan)
      cases.push_back(&c);
  if (!cases.empty() && cases.front()->shape.empty())
    llvm::sort(cases, [](const Case *a, const Case *b) { return a->n < b->n; });
  return cases;
}

std::vector<std::string> scanc::bench::variantsOf(const Results &results,
                                                  StringRef scan) {
  std::vector<std::string> variants;
  for (const Case *c : casesOf(results, scan))
    for (const Ours &our : c->ours)
      if (!llvm::is_contained(variants, our.variant))
        variants.push_back(our.variant);
  return variants;
}

const Ours *scanc::bench::findVariant(const Case &c, StringRef variant) {
  for (const Ours &our : c.ours)
    if (our.variant == variant)
      return &our;
  return nullptr;
}

std::string scanc::bench::nameSize(const Case &c) {
  if (c.shape.empty())
    return printSize(c.n);
  return printShape(c.shape) + " along " + std::to_string(c.axis);
}

static void printRow(llvm::raw_ostream &os, const Results &results,
                     const Case &c, const Ours &our, unsigned width) {
  const double goal = results.goals.at(c.n, c.widerBytes());
  os << llvm::right_justify(nameSize(c), width)
     << llvm::format(" %9.2f ", c.copy.median);
  if (c.cub)
    os << llvm::format("%9.2f", c.cub->median);
  else
    os << "        -";
  os << llvm::format(" %9.2f %6.1f%% %8.3f %7.3f ", our.timing.median,
                     100 * our.timing.spread(), c.ofCopy(our), goal);
  if (c.cub)
    os << llvm::format("%7.2f", c.cub->median / our.timing.median);
  else
    os << "      -";
  os << llvm::format(" %7.0f  %s\n", c.throughput(our.timing),
                     meetsGoal(results.goals, c, our) ? "met" : "missed");
}

static void printScan(llvm::raw_ostream &os, const Results &results,
                      StringRef scan, StringRef variant) {
  std::set<std::string> absent;
  os << scan << ", scanc " << variant;
  if (results.machine.cub)
    os << " against CUB " << printCubVersion(results.machine.cub);
  const std::vector<const Case *> cases = casesOf(results, scan);
  size_t width = 12;
  for (const Case *c : cases)
    width = std::max(width, nameSize(*c).size());
  os << (results.method.graphs ? "; in graphs" : "")
     << "; times in microseconds\n"
     << llvm::right_justify(cases.front()->shape.empty() ? "n" : "shape", width)
     << llvm::format(" %9s %9s %9s %7s %8s %7s %7s %7s\n", "copy", "cub",
                     "scanc", "spread", "of copy", "goal", "vs CUB", "GB/s");
  for (const Case *c : cases)
    if (const Ours *our = findVariant(*c, variant)) {
      printRow(os, results, *c, *our, static_cast<unsigned>(width));
      if (!c->cub)
        absent.insert(c->cubAbsent);
    }
  for (const std::string &why : absent)
    os << "no CUB: " << why << '\n';
  os << '\n';
}

static void printNotes(llvm::raw_ostream &os, StringRef what,
                       const std::vector<Note> &notes) {
  for (const Note &note : notes) {
    os << what << ": " << note.scan;
    if (note.n)
      os << ", n = " << printSize(note.n);
    os << ": " << note.text << '\n';
  }
}

std::string scanc::bench::printTable(const Results &results) {
  std::string text;
  llvm::raw_string_ostream os(text);
  unsigned met = 0, all = 0;
  for (const std::string &scan : scansOf(results))
    for (const std::string &variant : variantsOf(results, scan))
      printScan(os, results, scan, variant);
  for (const Case &c : results.cases)
    for (const Ours &our : c.ours) {
      ++all;
      met += meetsGoal(results.goals, c, our);
    }
  printNotes(os, "skipped", results.skipped);
  printNotes(os, "wrong", results.failures);
  os << results.machine.gpu << ": " << met << " of " << all << " goals met, "
     << results.failures.size() << " wrong results\n";
  return text;
}
