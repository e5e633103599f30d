//===- Facts.cpp - What scanc knows of an op, as Markdown -----------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Facts.h"

#include "scanc/Circuits/Cost.h"
#include "scanc/Circuits/Families.h"
#include "scanc/Circuits/Schedule.h"
#include "scanc/Circuits/Spans.h"
#include "scanc/Dialect/Prefix/Analysis/CircuitGraph.h"
#include "scanc/Dialect/Prefix/Analysis/NetworkTable.h"
#include "scanc/Dialect/Prefix/IR/PlannedKernels.h"
#include "scanc/Pipelines/Pipelines.h"
#include "scanc/Verify/Laws.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace scanc;
using namespace scanc::editor;
using llvm::formatv;
using llvm::StringRef;

static std::string counted(int64_t number, StringRef noun) {
  return formatv("{0} {1}{2}", number, noun, number == 1 ? "" : "s");
}

static StringRef symbolOf(mlir::Operation *op) {
  return mlir::SymbolTable::getSymbolName(op).getValue();
}

/// `(f32, i64)`.
static std::string listed(llvm::ArrayRef<mlir::Type> types) {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (auto only = prefix::StructType::getOnly(types)) {
    os << only;
    return text;
  }
  os << '(';
  llvm::interleaveComma(types, os);
  os << ')';
  return text;
}

//===----------------------------------------------------------------------===//
// Wires
//===----------------------------------------------------------------------===//

/// The node of a wire: inputs first, then the combines in order.
static circuits::NodeId nodeOf(prefix::CircuitOp circuit, mlir::Value wire) {
  if (auto input = mlir::dyn_cast<mlir::BlockArgument>(wire))
    return input.getArgNumber();
  circuits::NodeId node = circuit.getWidth();
  for (mlir::Operation &op : circuit.getBody().front()) {
    if (&op == wire.getDefiningOp())
      break;
    ++node;
  }
  return node;
}

static std::string describeWire(mlir::Value wire) {
  auto span = mlir::dyn_cast<prefix::SpanType>(wire.getType());
  auto circuit = mlir::dyn_cast_or_null<prefix::CircuitOp>(
      wire.getParentBlock()->getParentOp());
  if (!span || !circuit)
    return "";

  llvm::SmallPtrSet<mlir::Operation *, 8> readers;
  for (mlir::Operation *user : wire.getUsers())
    if (mlir::isa<prefix::CombineOp>(user))
      readers.insert(user);
  std::string text =
      formatv("span [{0}:{1}]", span.getLo(), span.getHi()).str();

  const circuits::Network network = prefix::getNetwork(circuit);
  const circuits::NodeId node = nodeOf(circuit, wire);
  if (network.isInput(node)) {
    text += "; an input, depth 0";
  } else {
    const size_t combine = network.combineOf(node);
    const std::vector<int32_t> stages = circuits::stagesOf(network);
    text += formatv("; depth {0}; stage {1} of {2}",
                    circuits::earliestStages(network)[combine], stages[combine],
                    *std::max_element(stages.begin(), stages.end()));
  }
  text += "; read by " + counted(readers.size(), "combine");
  if (auto found = llvm::find(network.outputs, node);
      found != network.outputs.end())
    text += formatv("; output {0}", found - network.outputs.begin());
  return "**scanc**: " + text + "\n";
}

//===----------------------------------------------------------------------===//
// Circuits
//===----------------------------------------------------------------------===//

/// A table of the figures, one row.
static std::string tableOf(const circuits::Cost &cost) {
  std::string names = "|", lines = "|", values = "|";
  for (const circuits::Figure &figure : circuits::figures()) {
    names += formatv(" {0} |", figure.name);
    lines += " ---: |";
    values += formatv(" {0} |", cost.*figure.value);
  }
  return names + '\n' + lines + '\n' + values + '\n';
}

static std::string figuresOf(const circuits::Network &network) {
  std::string text = tableOf(circuits::computeCost(network));
  llvm::Expected<std::vector<circuits::Span>> spans =
      circuits::checkSpans(network);
  if (!spans) {
    llvm::consumeError(spans.takeError());
    text += "\nspans overlap: needs an idempotent monoid\n";
  }
  return text;
}

/// `harris<64, l = 1>`, as plans have it.
static std::string spelled(prefix::FamilyAttr family) {
  std::string text;
  llvm::raw_string_ostream(text) << family;
  const StringRef all = text;
  // #prefix.family<..>
  return all.slice(all.find('<') + 1, all.rfind('>')).str();
}

/// What the table of families says of one.
static std::string aboutFamily(prefix::FamilyAttr family) {
  const circuits::FamilyInfo *info = circuits::lookupFamily(family.getName());
  if (!info)
    return "";
  std::string text = ("\n" + info->summary).str();
  if (!info->citation.empty())
    text += (" (" + info->citation + ")").str();
  return text + '\n';
}

static std::string describeFamily(prefix::FamilyAttr family) {
  return "**scanc**: family `" + spelled(family) + "`\n\n" +
         figuresOf(family.buildNetwork()) + aboutFamily(family);
}

static std::string describeCircuit(Source &source, mlir::Operation *op) {
  prefix::NetworkTable networks;
  const circuits::Network *network = networks.get(op);
  std::string head = formatv("**scanc**: circuit `@{0}`", symbolOf(op));
  auto family = mlir::dyn_cast<prefix::FamilyOp>(op);
  if (family)
    head += ", family `" + spelled(family.getFamily()) + "`";
  if (!network)
    return head + ": " + source.takeError() + '\n';

  std::string text = head + "\n\n" + figuresOf(*network);
  if (family)
    text += aboutFamily(family.getFamily());
  if (auto search = mlir::dyn_cast<prefix::SearchOp>(op))
    if (const circuits::SearchResult *result = networks.getSearch(search))
      text += (result->isOptimal ? "\nthe smallest there is"
                                 : "\nthe smallest one has at least " +
                                       counted(result->lowerBound, "combine")) +
              "; found by " + result->method + '\n';
  return text;
}

//===----------------------------------------------------------------------===//
// Monoids
//===----------------------------------------------------------------------===//

static std::string claimsOf(prefix::MonoidOp monoid) {
  if (monoid.getCommutative() && monoid.getIdempotent())
    return "commutative, idempotent";
  if (monoid.getCommutative())
    return "commutative";
  return monoid.getIdempotent() ? "idempotent" : "only to be associative";
}

/// The laws that the monoid should have, tried with fewer cases than `scanc
/// verify` takes: somebody waits.
static std::string triedLaws(prefix::MonoidOp monoid) {
  verify::LawOptions options;
  options.samples = 4000;
  llvm::Expected<verify::LawsReport> report =
      verify::checkLaws(monoid, options);
  if (!report)
    return "laws not tried: " + llvm::toString(report.takeError()) + '\n';
  std::string text = report->ok ? "laws, tried on the CPU:\n"
                                : "**laws, tried on the CPU: not all hold**\n";
  text += "\n```text\n";
  for (const std::string &line : report->lines()) {
    const bool fails =
        llvm::any_of(report->laws, [&](const verify::LawVerdict &law) {
          return law.verdict == verify::Verdict::Fails && law.text == line;
        });
    text += (fails ? "counterexample: " : "") + line + '\n';
  }
  return text + "```\n";
}

static std::string describeMonoid(prefix::MonoidOp monoid) {
  const llvm::SmallVector<mlir::Type> state = monoid.getStateTypes();
  return formatv("**scanc**: monoid `@{0}`\n\n"
                 "- state `{1}`, {2}\n- claims {3}\n\n",
                 symbolOf(monoid), listed(state),
                 counted(prefix::StructLayout::of(state).size, "byte"),
                 claimsOf(monoid))
             .str() +
         triedLaws(monoid);
}

//===----------------------------------------------------------------------===//
// Scans
//===----------------------------------------------------------------------===//

static StringRef times(int64_t number) {
  return number == 1 ? "once" : "twice";
}

static std::string movesOf(prefix::StrategyAttrInterface strategy,
                           int64_t inputBytes, int64_t outputBytes) {
  const prefix::MemoryPasses passes = strategy.getMemoryPasses();
  std::string text =
      formatv("reads each element {0}, writes each output {1}",
              times(passes.inputReads), times(passes.outputWrites));
  if (passes.outputReads)
    text += formatv(" and reads it {0}", times(passes.outputReads));
  return text + ": " +
         counted(passes.inputReads * inputBytes +
                     (passes.outputWrites + passes.outputReads) * outputBytes,
                 "byte") +
         " an element";
}

/// The plan that the scan gets, for the default architecture; null with an
/// error in `source`.
static prefix::PlanAttr planOf(prefix::ScanOp scan, mlir::ModuleOp module) {
  for (auto other : llvm::make_early_inc_range(module.getOps<prefix::ScanOp>()))
    if (other.getSymName() != scan.getSymName())
      other.erase();
  if (mlir::failed(lowerTo(module, Phase::Plan, CompileOptions())))
    return nullptr;
  auto planned = module.lookupSymbol<prefix::ScanOp>(scan.getSymName());
  return planned ? planned.getPlanAttr() : nullptr;
}

static std::string describePlan(Source &source, prefix::ScanOp scan) {
  mlir::OwningOpRef<mlir::ModuleOp> copy = source.module().clone();
  prefix::PlanAttr plan = planOf(scan, *copy);
  if (!plan || !plan.getStrategy())
    return "- cannot be planned: " + source.takeError() + '\n';
  const prefix::StrategyAttrInterface strategy = plan.getStrategy();
  std::string text =
      formatv("- for `{0}`: `{1}`", prefix::TargetAttr::of(*copy).name,
              strategy.getName());
  const int64_t alone = plan.getSingleBlockUpTo().value_or(0);
  auto monoid = copy->lookupSymbol<prefix::MonoidOp>(scan.getMonoid());
  const auto types = prefix::ScanTypes::of(scan, monoid);
  if (alone && prefix::getKernels(plan, types).size() > 1)
    text += formatv("; one block alone up to {0}", counted(alone, "element"));
  if (!plan.getDeterministic().value_or(true))
    text += "; bits may differ from run to run";
  return text + "\n- " +
         movesOf(strategy, prefix::bytesOf(scan.getInputArrays()),
                 prefix::bytesOf(scan.getOutputArrays())) +
         '\n';
}

static std::string describeScan(Source &source, prefix::ScanOp scan) {
  auto side = [&](llvm::ArrayRef<mlir::Type> types,
                  llvm::ArrayRef<prefix::StructLayout> arrays) {
    std::string text = formatv("`{0}`, {1}", listed(types),
                               counted(prefix::bytesOf(arrays), "byte"));
    if (arrays.size() > 1)
      text += formatv(" in {0} arrays", arrays.size());
    return text;
  };
  return formatv(
             "**scanc**: scan `@{0}`\n\n- {1}, {2}, by `@{3}`\n"
             "- element {4}\n- output {5}\n",
             scan.getSymName(), scan.isInclusive() ? "inclusive" : "exclusive",
             scan.getReverse() ? "from the last element to the first"
                               : "from the first element to the last",
             scan.getMonoid(),
             side(scan.getFunctionType().getInputs(), scan.getInputArrays()),
             side(scan.getFunctionType().getResults(), scan.getOutputArrays()))
             .str() +
         describePlan(source, scan);
}

//===----------------------------------------------------------------------===//
// Any of them
//===----------------------------------------------------------------------===//

std::string editor::describe(Source &source, const Subject &subject) {
  if (subject.family)
    return describeFamily(subject.family);
  if (subject.value)
    return describeWire(subject.value);
  if (!subject.op)
    return "";
  if (prefix::standsForCircuit(subject.op))
    return describeCircuit(source, subject.op);
  return llvm::TypeSwitch<mlir::Operation *, std::string>(subject.op)
      .Case([](prefix::CombineOp op) { return describeWire(op.getResult()); })
      .Case([](prefix::MonoidOp op) { return describeMonoid(op); })
      .Case([&](prefix::ScanOp op) { return describeScan(source, op); })
      .Default([](mlir::Operation *) { return std::string(); });
}
