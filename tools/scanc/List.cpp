//===- List.cpp - scanc list: what this scanc knows -----------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every list is read off the table that the compiler itself uses, so that
// nothing can be listed that does not work, or work without being listed.
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "Flags.h"
#include "Names.h"
#include "Output.h"
#include "ScanRequest.h"
#include "Values.h"

#include "scanc/Circuits/Families.h"
#include "scanc/Dialect/Prefix/Transforms/Tuning.h"
#include "scanc/Machine/GpuModel.h"
#include "scanc/Machine/ScalarTypes.h"
#include "scanc/Simt/Schedules.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>

using namespace scanc;
using llvm::Error;
using llvm::StringRef;

static llvm::cl::opt<std::string> topicFlag(llvm::cl::Positional,
                                            llvm::cl::desc("TOPIC"),
                                            llvm::cl::cat(commandCategory()),
                                            llvm::cl::sub(listSubCommand()));
static SwitchFlag jsonFlag("json", llvm::cl::desc("print a JSON array"),
                           llvm::cl::cat(commandCategory()),
                           llvm::cl::sub(listSubCommand()));

namespace {

/// A list: what its columns are called, and one row of text an entry.
struct Table {
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;
};

struct Topic {
  StringRef name;
  Table (*make)();
};

} // namespace

static Table listFamilies() {
  Table table{{"name", "summary", "source"}, {}};
  for (const circuits::FamilyInfo &family : circuits::families()) {
    std::string name = family.name.str();
    if (!family.parameters.empty())
      name += ("<" + family.parameters + ">").str();
    table.rows.push_back({name, family.summary.str(), family.citation.str()});
  }
  return table;
}

static Table listOperators() {
  Table table{{"name", "state types"}, {}};
  for (const BuiltinOperator &op : builtinOperators())
    table.rows.push_back({op.name, llvm::join(op.types, " ")});
  return table;
}

static Table listTypes() {
  Table table{{"name", "npy", "default state", "summary"}, {}};
  for (const machine::ScalarType &type : machine::scalarTypes())
    if (type.nameable)
      table.rows.push_back(
          {type.name.str(),
           type.numpy.str() +
               (type.numpyToo.empty() ? "" : ", " + type.numpyToo.str()),
           type.stateName.str(), type.summary.str()});
  return table;
}

static Table listStrategies() {
  Table table{{"name", "summary"}, {}};
  for (auto [name, summary] : strategies())
    table.rows.push_back({name.str(), summary.str()});
  return table;
}

static Table listDomains() {
  Table table{{"name", "summary"}, {}};
  for (auto [name, summary] : domains())
    table.rows.push_back({name.str(), summary.str()});
  return table;
}

/// The parts of a plan that say how a kernel moves its data.
static Table listSkeletons() {
  return {{"name", "pattern", "summary"},
          {{"tail", "in-out", "one block scans a small input or the leftovers"},
           {"reduce", "in-only", "a block reads its tiles, writes one state"},
           {"top", "in-out", "one block scans the blocks' states, in place"},
           {"scan", "in-out", "a block scans its tiles from its state"}}};
}

static Table listPhases() {
  Table table{{"name", "summary", "ensures"}, {}};
  for (const PhaseInfo &phase : phases())
    table.rows.push_back(
        {phase.name.str(), phase.summary.str(), phase.ensures.str()});
  return table;
}

static Table listArchs() {
  Table table{{"name", "tuning", "summary"}, {}};
  for (const machine::GpuModel &gpu : machine::gpuModels())
    table.rows.push_back(
        {gpu.name.str(),
         prefix::Tuning::isBuiltIn(gpu.name) ? "built_in" : "computed",
         gpu.summary.str()});
  return table;
}

static Table listSchedules() {
  Table table{{"name", "summary"}, {}};
  for (const simt::ScheduleInfo &info : simt::schedules())
    table.rows.push_back({info.name.str(), info.sentence.str()});
  return table;
}

static const Topic topics[] = {
    {"families", listFamilies},   {"operators", listOperators},
    {"types", listTypes},         {"strategies", listStrategies},
    {"domains", listDomains},     {"skeletons", listSkeletons},
    {"phases", listPhases},       {"archs", listArchs},
    {"schedules", listSchedules},
};

/// Columns aligned, two spaces between them, none at the end of a line.
static std::string printText(const Table &table) {
  std::vector<size_t> widths(table.columns.size());
  for (const auto &row : table.rows)
    for (size_t i = 0; i < row.size(); ++i)
      widths[i] = std::max(widths[i], row[i].size());
  std::string text;
  for (const auto &row : table.rows) {
    std::string line;
    for (size_t i = 0; i < row.size(); ++i) {
      line += row[i];
      line.append(widths[i] + 2 - row[i].size(), ' ');
    }
    text += StringRef(line).rtrim().str() + '\n';
  }
  return text;
}

/// An array of objects.
static std::string printJson(const Table &table) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::json::OStream json(os, /*IndentSize=*/2);
  json.array([&] {
    for (const auto &row : table.rows)
      json.object([&] {
        for (size_t i = 0; i < row.size(); ++i)
          json.attribute(table.columns[i], row[i]);
      });
  });
  os << '\n';
  return text;
}

Error scanc::runList() {
  llvm::SmallVector<StringRef> known;
  for (const Topic &topic : topics) {
    if (topic.name == topicFlag) {
      Table table = topic.make();
      return writeOutput(jsonFlag ? printJson(table) : printText(table));
    }
    known.push_back(topic.name);
  }
  if (topicFlag.empty())
    return badUsage("expected a topic: one of " + listNames(known));
  return badUsage("unknown topic '" + topicFlag + "'; expected one of " +
                  listNames(known) + suggest(topicFlag, known));
}
