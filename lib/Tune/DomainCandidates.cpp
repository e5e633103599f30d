//===- DomainCandidates.cpp - What is measured to tune a domain -----------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sizes of the kernels of chains depend on how many chains there are and how
// long they are, which no table of a tuning tells apart. So what comes out is a
// plan for the tensors that were asked for, and candidates are plans: the one
// that the planner chooses, and others that differ from it in the sizes of
// tiles. Those that cannot be planned, or have no room, are left out.
//
//===----------------------------------------------------------------------===//

#include "scanc/Tune/Candidates.h"

#include "scanc/Dialect/Prefix/IR/Prefix.h"
#include "scanc/Pipelines/Pipelines.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using scanc::prefix::Tuning;

namespace scanc::tune {

uint64_t Tensor::count() const {
  uint64_t all = 1;
  for (uint64_t extent : extents)
    all *= extent;
  return all;
}

std::string Tensor::describeExtents() const {
  return llvm::join(
      llvm::map_range(extents,
                      [](uint64_t extent) { return std::to_string(extent); }),
      "x");
}

void keepDomain(mlir::ModuleOp module, StringRef domain) {
  if (domain.empty())
    return;
  for (auto scan :
       llvm::make_early_inc_range(module.getOps<prefix::ScanOp>())) {
    prefix::DomainAttrInterface own = scan.getDomain();
    if (!own || own.getName() != domain)
      scan.erase();
  }
}

namespace {

/// The numbers of a plan that are tried.
struct Sizes {
  std::string strategy;
  int64_t warps = 1, rows = 1, items = 1, stages = 1;
  int64_t entries = 0; ///< Items of the kernel over totals; 0: left alone.

  bool operator==(const Sizes &) const = default;

  std::string plan() const {
    std::string text = llvm::formatv(
        "strategy = {0}, scan = <warps = {1}, rows = {2}, items = {3}, stages "
        "= {4}>",
        strategy, warps, rows, items, stages);
    return entries
               ? text + llvm::formatv(", top = <items = {0}>", entries).str()
               : text;
  }
  std::string name(StringRef domain, int64_t bytes) const {
    std::string text = llvm::formatv("{0}_{1}_w{2}r{3}i{4}s{5}", domain, bytes,
                                     warps, rows, items, stages);
    return entries ? text + "t" + std::to_string(entries) : text;
  }
};

} // namespace

/// Those of the plan that the planner makes.
static Expected<Sizes> planSizes(StringRef arch, const Tuning &base,
                                 StringRef domain, int64_t bytes) {
  mlir::DialectRegistry registry;
  registerAllDialects(registry);
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  std::string diagnostics;
  mlir::ScopedDiagnosticHandler handler(
      &context, [&](mlir::Diagnostic &diagnostic) {
        diagnostics += diagnostic.str() + "; ";
        return mlir::success();
      });
  auto module = mlir::parseSourceString<mlir::ModuleOp>(
      makeScan("incumbent", bytes, (" domain " + domain).str()), &context);
  CompileOptions options;
  options.arch = arch.str();
  options.tuning = std::make_shared<Tuning>(base);
  if (!module || mlir::failed(lowerTo(*module, Phase::Circuit, options)))
    return llvm::createStringError(diagnostics);
  keepDomain(*module, domain);
  if (mlir::failed(lowerTo(*module, Phase::Plan, options)))
    return llvm::createStringError(diagnostics);
  const prefix::PlanAttr plan =
      (*module->getOps<prefix::ScanOp>().begin()).getPlanAttr();
  const prefix::SkeletonAttr scan = plan.getScan();
  Sizes sizes{plan.getStrategy().getName().str(), scan.getWarps(),
              scan.getRows(), scan.getItems(), scan.getStages()};
  if (plan.getTop() && plan.getStrategy().isAcross())
    sizes.entries = plan.getTop().getItems();
  return sizes;
}

/// The incumbent, and what differs from it in a number or two.
static std::vector<Sizes> sizesToTry(const Sizes &standard, bool isQuick) {
  std::vector<Sizes> list = {standard};
  auto add = [&](auto change) {
    Sizes sizes = standard;
    change(sizes);
    const bool isPlan = sizes.warps && sizes.rows && sizes.items &&
                        sizes.warps <= 32 && sizes.stages <= 32;
    if (isPlan && !llvm::is_contained(list, sizes))
      list.push_back(sizes);
  };
  add([](Sizes &sizes) { sizes.items /= 2; });
  add([](Sizes &sizes) { sizes.warps /= 2; });
  if (isQuick)
    return list;
  add([](Sizes &sizes) { sizes.items *= 2; });
  add([](Sizes &sizes) { sizes.warps *= 2; });
  add([](Sizes &sizes) { sizes.rows *= 2; });
  add([](Sizes &sizes) { sizes.rows /= 2; });
  add([](Sizes &sizes) { sizes.stages += 1; });
  add([](Sizes &sizes) { sizes.stages += 2; });
  add([](Sizes &sizes) { sizes.stages -= 1; });
  add([](Sizes &sizes) { sizes.warps *= 2, sizes.items /= 2; });
  add([](Sizes &sizes) { sizes.warps /= 2, sizes.items *= 2; });
  add([](Sizes &sizes) { sizes.rows *= 2, sizes.items /= 2; });
  add([](Sizes &sizes) { sizes.rows /= 2, sizes.items *= 2; });
  add([](Sizes &sizes) { sizes.items /= 2, sizes.stages += 1; });
  add([](Sizes &sizes) { sizes.entries *= 2; });
  add([](Sizes &sizes) { sizes.entries /= 2; });
  return list;
}

Expected<Candidates> makeDomainCandidates(StringRef arch, const Tuning &base,
                                          const DomainRequest &request,
                                          bool quick) {
  Candidates made;
  for (int64_t bytes : Tuning::classes) {
    if (quick && bytes != 4)
      continue;
    Expected<Sizes> standard = planSizes(arch, base, request.domain, bytes);
    if (!standard)
      return standard.takeError();
    const size_t first = made.candidates.size();
    for (const Sizes &sizes : sizesToTry(*standard, quick)) {
      const bool isIncumbent = made.candidates.size() == first;
      Candidate &candidate = made.candidates.emplace_back();
      candidate.name = sizes.name(request.domain, bytes);
      candidate.bytes = bytes;
      candidate.domain = request.domain;
      candidate.plan = sizes.plan();
      candidate.mayFail = !isIncumbent;
      candidate.tuning = std::make_shared<Tuning>(base);
      // The incumbent is what its author gets without a word.
      std::string clauses = " domain " + request.domain;
      if (!isIncumbent)
        clauses += " plan <" + candidate.plan + ">";
      candidate.source = makeScan(candidate.name, bytes, clauses);
    }
    // The expected outputs are those of a tensor, and take a while to make.
    for (const Tensor &tensor : request.tensors)
      for (size_t index = first; index < made.candidates.size(); ++index) {
        const Candidate &candidate = made.candidates[index];
        const std::string extents = tensor.describeExtents();
        Measurement &measurement = made.measurements.emplace_back();
        measurement.candidate = index;
        measurement.n = tensor.count();
        measurement.tensor = tensor;
        measurement.id = llvm::formatv("tensor/{0}/{1}/a{2}", candidate.name,
                                       extents, tensor.axis);
        measurement.what =
            llvm::json::Object{{"stage", "tensor"},
                               {"domain", request.domain},
                               {"bytes", bytes},
                               {"incumbent", index == first},
                               {"plan", candidate.plan},
                               {"shape", extents},
                               {"axis", static_cast<int64_t>(tensor.axis)}};
      }
  }
  return made;
}

} // namespace scanc::tune
