//===- Figures.cpp - The figures of a step, formatted once ----------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Figures.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using llvm::formatv;

namespace scanc::reports {

/// A quotient with as many digits as tell; "0" exact.
static std::string ratio(uint64_t a, uint64_t b) {
  if (a == 0 || b == 0)
    return "0";
  const double value = static_cast<double>(a) / static_cast<double>(b);
  if (a % b == 0)
    return std::to_string(a / b);
  return value < 0.001 ? formatv("{0:e1}", value).str()
                       : formatv("{0:f3}", value).str();
}

static std::string count(uint64_t value) {
  return value ? std::to_string(value) : "";
}

template <class Print>
static std::string overCircuits(const Step &step, Print print) {
  llvm::SmallVector<std::string> texts;
  for (const LevelCircuit &circuit : step.circuits)
    texts.push_back(print(circuit));
  texts.erase(std::unique(texts.begin(), texts.end()), texts.end());
  return llvm::join(texts, ", ");
}

static std::string degreeOf(const circuits::BankCost &cost) {
  return cost.degree ? std::to_string(cost.degree) : "";
}

llvm::ArrayRef<Column> columns() {
  static const Column table[] = {
      {Topic::Work, "circuit", "the circuit of the plan that the step runs",
       [](const Step &step, uint64_t) {
         return overCircuits(step,
                             [](const LevelCircuit &c) { return c.name; });
       },
       /*isText=*/true},
      {Topic::Work, "size",
       "combines of the circuit; of a reduction, those it needs",
       [](const Step &step, uint64_t) {
         return overCircuits(step, [](const LevelCircuit &c) {
           return std::to_string(c.size);
         });
       },
       /*isText=*/true},
      {Topic::Work, "depth", "combines on its longest path",
       [](const Step &step, uint64_t) {
         return overCircuits(step, [](const LevelCircuit &c) {
           return std::to_string(c.depth);
         });
       },
       /*isText=*/true},
      {Topic::Work, "combines", "combines executed per element",
       [](const Step &step, uint64_t n) {
         return step.combines ? ratio(step.combines, n) : "";
       }},
      {Topic::Work, "kept", "of these, combines whose result the lane keeps",
       [](const Step &step, uint64_t n) {
         return step.combines ? ratio(step.keptCombines, n) : "";
       }},
      {Topic::Work, "shuffles", "shuffle instructions of warps",
       [](const Step &step, uint64_t) { return count(step.shuffles); }},
      {Topic::Work, "votes", "votes, matches and reductions of warps",
       [](const Step &step, uint64_t) {
         return count(step.votes + step.otherCollectives);
       }},
      {Topic::Work, "syncs", "barriers of warps",
       [](const Step &step, uint64_t) { return count(step.warpSyncs); }},
      {Topic::Work, "barriers", "barriers of blocks",
       [](const Step &step, uint64_t) { return count(step.barriers); }},
      {Topic::Shared, "shared", "requests of warps to shared memory",
       [](const Step &step, uint64_t) { return count(step.shared.requests); }},
      {Topic::Shared, "waves", "wavefronts that these take",
       [](const Step &step, uint64_t) {
         return count(step.shared.banks32.wavefronts);
       }},
      {Topic::Shared, "degree", "worst bank conflict of 32 banks, measured",
       [](const Step &step, uint64_t) {
         return degreeOf(step.shared.banks32);
       }},
      {Topic::Shared, "predicted", "the same, from the circuit alone",
       [](const Step &step, uint64_t) {
         return step.predicted ? degreeOf(step.predicted->banks32) : "";
       }},
      {Topic::Shared, "of 16", "worst bank conflict of 16 banks and half-warps",
       [](const Step &step, uint64_t) {
         return degreeOf(step.shared.banks16);
       }},
      {Topic::Global, "requests", "requests of warps to global memory",
       [](const Step &step, uint64_t) { return count(step.global.requests); }},
      {Topic::Global, "sectors", "32-byte sectors touched per request",
       [](const Step &step, uint64_t) {
         return step.global.requests
                    ? ratio(step.global.sectors, step.global.requests)
                    : "";
       }},
      {Topic::Global, "ideal", "the fewest sectors possible per request",
       [](const Step &step, uint64_t) {
         return step.global.requests
                    ? ratio(step.global.leastSectors, step.global.requests)
                    : "";
       }},
      {Topic::Global, "read", "bytes read from global memory per element",
       [](const Step &step, uint64_t n) {
         return step.global.bytesRead ? ratio(step.global.bytesRead, n) : "";
       }},
      {Topic::Global, "written", "bytes written to global memory per element",
       [](const Step &step, uint64_t n) {
         return step.global.bytesWritten ? ratio(step.global.bytesWritten, n)
                                         : "";
       }},
      {Topic::Work, "divergent",
       "requests to either memory that lack lanes of the warp",
       [](const Step &step, uint64_t) {
         return count(step.shared.divergent + step.global.divergent);
       }},
  };
  return table;
}

std::vector<TableRow> tableRows(const Kernel &kernel) {
  std::vector<TableRow> rows;
  size_t whole = 0; // the row that sums the parts up
  for (const Step &step : kernel.steps) {
    auto [name, part] = llvm::StringRef(step.name).split(": ");
    if (part.empty()) {
      rows.push_back({TableRow::Kind::Step, step});
      continue;
    }
    if (rows.empty() || rows[whole].step.name != name) {
      whole = rows.size();
      rows.push_back({TableRow::Kind::Step, {}});
      rows[whole].step.name = name.str();
      rows[whole].step.circuits = step.circuits;
    }
    Step &sum = rows[whole].step;
    sum += step;
    if (step.predicted) {
      if (!sum.predicted)
        sum.predicted.emplace();
      sum.predicted->requests += step.predicted->requests;
      sum.predicted->banks32 += step.predicted->banks32;
      sum.predicted->banks16 += step.predicted->banks16;
    }
    rows.push_back({TableRow::Kind::Part, step});
    rows.back().step.name = part.str();
    // The whole says which circuit it is.
    rows.back().step.circuits.clear();
  }
  rows.push_back({TableRow::Kind::Total, kernel.total});
  return rows;
}

static std::string typesOf(llvm::ArrayRef<target::ScanField> fields) {
  std::string text = llvm::join(
      llvm::map_range(
          fields, [](const target::ScanField &field) { return field.type; }),
      ", ");
  return fields.size() == 1 ? text : "(" + text + ")";
}

/// What each array holds: "f32 and (f32, i64)".
static std::string typesOf(llvm::ArrayRef<target::ScanArray> arrays,
                           llvm::ArrayRef<target::ScanField> fields) {
  return llvm::join(llvm::map_range(arrays,
                                    [&](const target::ScanArray &array) {
                                      return typesOf(fields.slice(
                                          array.firstField, array.fieldCount));
                                    }),
                    " and ");
}

/// What a source says of a scan beside its operator, in its words.
static std::string describeClauses(const target::ScanDescription &scan) {
  llvm::SmallVector<llvm::StringRef> clauses;
  auto add = [&](bool has, llvm::StringRef clause) {
    if (has)
      clauses.push_back(clause);
  };
  add(scan.takesInitial, "'initial'");
  add(scan.leavesFinal, "'final'");
  add(scan.hasTotal, "'total'");
  add(!scan.loaded.empty(), "'load'");
  add(!scan.stored.empty(), "'store'");
  if (clauses.empty())
    return "";
  const llvm::StringRef last = clauses.pop_back_val();
  const std::string others = llvm::join(clauses, ", ");
  return (" with " + others + (others.empty() ? "" : " and ") + last).str();
}

std::string describeScan(const target::ScanDescription &scan) {
  std::string types = scan.loaded.empty()
                          ? typesOf(scan.element)
                          : typesOf(scan.inputArrays(), scan.element);
  if (std::string out = scan.stored.empty()
                            ? typesOf(scan.output)
                            : typesOf(scan.outputArrays(), scan.output);
      out != types)
    types += " to " + out;
  if (scan.soa)
    types += " soa";
  // What a 'store' is given says more than the kind.
  const char *kind = !scan.stored.empty() ? ""
                     : scan.inclusive     ? "inclusive "
                                          : "exclusive ";
  return formatv("{0}{1}scan of {2} by {3}{4}, {5}{6}", kind,
                 scan.reverse ? "reverse " : "", types, scan.monoid,
                 describeClauses(scan), scan.strategy,
                 scan.deterministic ? "" : " (not deterministic)");
}

std::string describeKernel(const Report &report, const Kernel &kernel) {
  std::string text =
      formatv("{0} block{1} of {2} threads, {3} bytes of shared memory a block",
              kernel.blocks, kernel.blocks == 1 ? "" : "s", kernel.threads,
              kernel.sharedBytes);
  if (report.runs.size() > 1)
    text += "; elements: " + report.runOf(kernel).describe();
  return text;
}

static std::string describeLayout(const prefix::Layout &layout) {
  std::string text = "i";
  for (int64_t divisor : layout.divisors)
    text += formatv(" + i/{0}", divisor);
  return text;
}

std::vector<std::string> describeBlock(const BlockCircuit &block) {
  std::vector<std::string> lines;
  lines.push_back(
      formatv("@{0} in shared memory by {1}", block.circuit, block.mapping));
  lines.push_back(
      formatv("a run takes {0} combines, {1} barriers, {2} warp syncs and {3} "
              "bytes",
              block.combines, block.barriers, block.warpSyncs, block.bytes));
  bool considered = false;
  for (const prefix::LayoutCandidate &candidate : block.layouts) {
    const bool isChosen = candidate.layout == block.layout;
    considered |= isChosen;
    lines.push_back(formatv(
        "cell i at {0}: {1} wavefronts and {2} address instructions, {3} "
        "bytes{4}",
        describeLayout(candidate.layout), candidate.wavefronts,
        candidate.operations, candidate.bytes,
        !isChosen                              ? ""
        : &candidate == &block.layouts.front() ? "; taken, the cheapest"
                                               : "; taken, as the plan asks"));
  }
  if (!considered)
    lines.push_back(formatv("cell i at {0}: taken, as the plan asks",
                            describeLayout(block.layout)));
  return lines;
}

/// Whether the predictions came true, as the end of a sentence.
static std::string judgePredictions(const Report &report) {
  size_t predicted = 0, agreeing = 0;
  for (const Kernel &kernel : report.kernels)
    for (const Step &step : kernel.steps)
      if (step.predicted) {
        ++predicted;
        agreeing += step.agrees();
      }
  if (!predicted)
    return "";
  if (agreeing == predicted)
    return "; exactly as predicted from the circuits";
  return formatv("; {0} of {1} parts differ from what was predicted",
                 predicted - agreeing, predicted);
}

std::vector<Fact> facts(const Report &report) {
  const Step &total = report.total;
  std::string launches;
  for (const Kernel &kernel : report.kernels)
    launches += formatv("{0}{1}<<<{2}, {3}>>>", launches.empty() ? "" : " ",
                        kernel.name, kernel.blocks, kernel.threads);
  const uint64_t ideal = report.scan.inputBytes() + report.scan.outputBytes();
  const std::string runs =
      llvm::join(llvm::map_range(report.runs,
                                 [](const Run &run) { return run.describe(); }),
                 ", then ");
  return {
      {"elements",
       "the length of the input that was scanned, and the size of "
       "the GPU that the grid was made for",
       formatv("{0}{1} on {2} multiprocessors", runs,
               report.runs.size() > 1 ? ", each" : ",",
               report.multiprocessors)},
      {"launches",
       "the kernels in the order in which they ran: blocks, and "
       "threads of a block",
       launches.empty() ? "none" : launches},
      {"workspace",
       "bytes of global memory that the scan needs beside input "
       "and output",
       formatv("{0} bytes", report.workspaceBytes)},
      {"combines",
       "combines that all lanes executed, for each element; a "
       "result that is not kept was computed with the rest of the "
       "warp and thrown away",
       formatv("{0} per element, {1} of them kept; a serial scan has 1",
               ratio(total.combines, report.n()),
               ratio(total.keptCombines, report.n()))},
      {"global memory",
       "what all lanes asked for, for each element; what two "
       "lanes read counts twice",
       formatv("{0} bytes read and {1} written per element; input and output "
               "once are {2}",
               ratio(total.global.bytesRead, report.n()),
               ratio(total.global.bytesWritten, report.n()), ideal)},
      {"sectors",
       "sectors that a request of a warp touches on average, and "
       "those that its bytes would fill if they lay in a row",
       formatv("{0} per request, where {1} is possible",
               ratio(total.global.sectors, total.global.requests),
               ratio(total.global.leastSectors, total.global.requests))},
      {"shared memory",
       "wavefronts that the requests of all warps took, and "
       "what they would be without bank conflicts",
       formatv("{0} wavefronts for {1} requests; {2} without conflicts{3}",
               total.shared.banks32.wavefronts, total.shared.requests,
               total.shared.banks32.least, judgePredictions(report))},
  };
}

} // namespace scanc::reports
