//===- PlanRequest.cpp - A scan whose plan is to be completed -------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "scanc/Dialect/Prefix/Transforms/PlanRequest.h"

#include "ChooseMapping.h"
#include "scanc/Dialect/Prefix/Transforms/ChooseCircuit.h"
#include "scanc/Dialect/Prefix/Transforms/PlanChecker.h"
#include "scanc/Dialect/Prefix/Transforms/StrategyPlanning.h"

#include "scanc/Dialect/Prefix/Analysis/AccessForm.h"
#include "scanc/Dialect/Prefix/Analysis/CircuitGraph.h"
#include "scanc/Dialect/Prefix/Analysis/Placement.h"
#include "scanc/Dialect/Prefix/IR/PlannedKernels.h"
#include "scanc/Dialect/Prefix/IR/StructLayout.h"

#include "llvm/ADT/bit.h"
#include "llvm/Support/Debug.h"

#include <numeric>

#define DEBUG_TYPE "prefix-plan-scans"

using namespace mlir;

namespace scanc::prefix {

PlanRequest::PlanRequest(ScanOp scan, MonoidOp monoid, CircuitTable &circuits,
                         StringRef strategy, const Tuning &tuning,
                         const machine::GpuModel &gpu)
    : scan(scan), monoid(monoid), state(monoid.getStateTypes()), tuning(tuning),
      gpu(gpu), combineCost(costOfCombine(monoid)), given(scan.getPlanAttr()),
      circuits(circuits), strategy(strategy) {
  if (!given)
    given = PlanAttr::getEmpty(scan.getContext());
  for (Type type : state)
    fieldBytes.push_back(getFieldBytes(type));
}

void PlanRequest::explain(const Twine &why) {
  LLVM_DEBUG(llvm::dbgs() << scan.getSymName() << ": " << why << '\n');
  if (isExplained)
    scan.emitRemark() << why;
}

static bool takes(StrategyAttrInterface strategy, DomainAttrInterface domain) {
  return (domain.isContiguous() || !strategy.needsContiguous()) &&
         (!domain.hasChains() || strategy.takesChains()) &&
         domain.isAcross() == strategy.isAcross();
}

bool PlanRequest::takesDomain(StrategyAttrInterface strategy) {
  return takes(strategy, scan.getDomain());
}

FailureOr<StrategyAttrInterface> PlanRequest::chooseStrategy() {
  auto *dialect = cast<PrefixDialect>(scan->getDialect());
  if (given.getStrategy()) {
    explain(given.getStrategy().getName() + ": named by the plan");
    return given.getStrategy();
  }
  if (strategy != "" && strategy != "auto") {
    StrategyAttrInterface named = dialect->findStrategy(strategy);
    if (!named)
      return scan.emitError() << "unknown strategy '" << strategy << "'";
    // Kernels beside those that were asked for may need another. If no form of
    // the domain can have it, it is refused when it is checked.
    const bool isUnasked = scan->hasAttr(PrefixDialect::unaskedAttrName),
               isBeside = isUnasked || scan.getDomain().isSecondary();
    const SmallVector<Attribute> forms = scan.getDomain().getForms();
    const bool isInVain =
        !isUnasked && forms.size() > 1 &&
        llvm::none_of(forms, [&](Attribute form) {
          return takes(named, cast<DomainAttrInterface>(form));
        });
    if (!isBeside || isInVain || takesDomain(named)) {
      explain(strategy + ": named by --strategy");
      return named;
    }
    explain(strategy + ": named by --strategy, but not for '" +
            scan.getDomain().getName() + "'");
  }
  StrategyAttrInterface best;
  int most = 0;
  for (StrategyAttrInterface each : dialect->getStrategies()) {
    if (!takesDomain(each))
      continue;
    const int preference = cast<StrategyPlanning>(each).getPreference(*this);
    if (preference > most) {
      most = preference;
      best = each;
    }
  }
  if (!best)
    return scan.emitError("no strategy can do this scan");
  explain(best.getName() +
          ": the most preferred strategy that fits the scan, " +
          "the plan and " + gpu.name);
  return best;
}

/// What was chosen, of what was open, and by what.
void PlanRequest::explainPlan(PlanAttr plan) {
  if (!isExplained)
    return;
  const auto instructions = static_cast<int64_t>(combineCost.instructions);
  explain("a combine takes about " + Twine(instructions) +
          (instructions == 1 ? " instruction" : " instructions") +
          "; sizes are chosen by bytes, from the tuning of " +
          (tuning.arch.empty() ? std::string("no GPU") : tuning.arch) + ", " +
          (tuning.device.empty()
               ? tuning.method
               : "measured on " + tuning.device + ", " + tuning.date));
  for (auto [name, skeleton] : plan.getNamedSkeletons())
    explain("'" + name + "': warps x rows x lanes x items = " +
            Twine(skeleton.getWarps()) + " x " + Twine(skeleton.getRows()) +
            " x " + Twine(warpSize) + " x " + Twine(skeleton.getItems()) +
            " = " + Twine(skeleton.getTile()) +
            " elements a tile; stages: " + Twine(skeleton.getStages()) +
            (given.getSkeleton(name) ? "; the plan says something of it" : ""));
  explain(Twine(*plan.getSingleBlockUpTo()) +
          " elements at most are one block's" +
          (given.getSingleBlockUpTo() ? ": the plan says so"
           : isGiven                  ? ": somebody named the strategy"
                                      : ": a block alone is as fast"));
}

FailureOr<PlanAttr> PlanRequest::plan() {
  for (auto [kernel, own] : given.getNamedSkeletons())
    if (own.getLevels())
      return scan.emitError("the plan's levels are not expanded");
  if (given.getLevels())
    return scan.emitError("the plan's levels are not expanded");
  isGiven = given.getStrategy() || (strategy != "" && strategy != "auto");
  FailureOr<StrategyAttrInterface> chosen = chooseStrategy();
  if (failed(chosen))
    return failure();
  // What the plan says of kernels holds for the strategy of an option, too.
  if (!given.getStrategy()) {
    auto emitError = [&] { return scan.emitError(); };
    given = PlanAttr::getChecked(
        emitError, scan.getContext(), Attribute(*chosen),
        given.getSingleBlockUpTo(), given.getBlocksPerSM(),
        given.getMaxBlocks(), given.getThread(), given.getWarp(),
        given.getRow(), given.getBlock(), given.getSkeletons(),
        given.getLevels(), given.getDeterministic());
    if (!given)
      return failure();
  }
  auto planning = cast<StrategyPlanning>(*chosen);
  if (failed(checkOwnParameters()) || failed(planning.checkGiven(*this)))
    return failure();
  FailureOr<PlanAttr> plan = planning.complete(*this);
  if (succeeded(plan))
    explainPlan(*plan);
  return plan;
}

/// A plan may have been written for another strategy.
LogicalResult PlanRequest::checkOwnParameters() {
  const auto known = given.getStrategy().getSkeletonParameters();
  for (auto [kernel, skeleton] : given.getNamedSkeletons()) {
    if (!skeleton.getOwn())
      continue;
    for (NamedAttribute own : skeleton.getOwn())
      if (llvm::none_of(known, [&](const SkeletonParameter &parameter) {
            return own.getName() == parameter.name;
          }))
        return scan.emitError()
               << "'" << own.getName().getValue() << "' means nothing for the '"
               << kernel << "' of " << given.getStrategy().getName();
  }
  return success();
}

CircuitOp PlanRequest::lookup(StringRef level, Attribute circuit) {
  auto symbol = dyn_cast<FlatSymbolRefAttr>(circuit);
  CircuitOp op = symbol ? circuits.lookup(symbol) : CircuitOp();
  if (!op)
    sayMissing(scan, level, circuit);
  return op;
}

FlatSymbolRefAttr PlanRequest::choose(StringRef level, Attribute own,
                                      Attribute shared, StringRef family,
                                      int64_t width) {
  if (own)
    return cast<FlatSymbolRefAttr>(own);
  if (shared) {
    CircuitOp op = lookup(level, shared);
    if (!op)
      return {};
    if (op.getWidth() == width) {
      used.insert(level);
      return cast<FlatSymbolRefAttr>(shared);
    }
  }
  return circuits.get(FamilyAttr::get(scan.getContext(), family, width,
                                      DictionaryAttr::get(scan.getContext())),
                      scan.getLoc());
}

/// Numbers that a thread looks up for the circuit of a block, once for all
/// tiles: each stays in a register.
int64_t PlanRequest::lookUpsOf(SkeletonAttr skeleton) {
  CircuitOp circuit =
      circuits.lookup(cast<FlatSymbolRefAttr>(skeleton.getBlock()));
  const BlockShape shape = skeleton.getBlockShape();
  // A circuit that does not fit is reported when the plan is checked.
  if (!circuit || circuit.getWidth() != shape.width())
    return 0;
  llvm::Expected<CellProgram> program = mapCircuit(
      getNetwork(circuit), shape, skeleton.getMapping().getMapping());
  if (program)
    return countLookUps(*program);
  llvm::consumeError(program.takeError());
  return 0;
}

/// The circuit that spans all runs of a kernel's blocks; null where the
/// kernel's block circuit spans its warps.
FlatSymbolRefAttr PlanRequest::blockWideCircuit(SkeletonAttr own) {
  auto circuit = dyn_cast_or_null<FlatSymbolRefAttr>(
      own && own.getBlock() ? own.getBlock() : given.getBlock());
  CircuitOp op = circuit ? circuits.lookup(circuit) : CircuitOp();
  if (!op)
    return {};
  const int64_t width = op.getWidth(),
                warps = own ? own.getGivenWarps().value_or(0) : 0,
                rows = own ? own.getGivenRows().value_or(0) : 0;
  if (own && own.getSublists())
    return width == warpSize ? circuit : FlatSymbolRefAttr();
  if (width % warpSize || (own && (own.getWarp() || own.getRow())))
    return {};
  if (width == warpSize && warps != 1) // the warps of a full block
    return {};
  if ((warps && width % (warps * warpSize)) ||
      (rows && width % (rows * warpSize)) ||
      (warps && rows && warps * rows * warpSize != width))
    return {};
  return circuit;
}

/// The warp circuit of a kernel, where it spans all rows of a lane.
CircuitOp PlanRequest::warpWideCircuit(SkeletonAttr own) {
  auto circuit =
      dyn_cast_or_null<FlatSymbolRefAttr>(own ? own.getWarp() : Attribute());
  CircuitOp op = circuit ? circuits.lookup(circuit) : CircuitOp();
  const bool isWide = op && op.getWidth() > warpSize &&
                      op.getWidth() % warpSize == 0 && !own.getRow();
  return isWide ? op : CircuitOp();
}

int64_t PlanRequest::widthOf(Attribute circuit) {
  auto symbol = dyn_cast_or_null<FlatSymbolRefAttr>(circuit);
  CircuitOp op = symbol ? circuits.lookup(symbol) : CircuitOp();
  return op ? op.getWidth() : 0;
}

/// The warps of a block whose circuit has a column for each; 0 if there is no
/// telling.
int64_t PlanRequest::warpsOf(Attribute blockCircuit) {
  const int64_t width = widthOf(blockCircuit);
  return width < warpSize ? width : 0;
}

/// What a kernel's author gave, and `chosen` for the rest.
TileShape PlanRequest::resolve(SkeletonAttr own, TileShape chosen) {
  // A circuit's width where nobody gave a number; 0 if there is no circuit.
  auto pick = [](std::optional<int64_t> given, int64_t width, int64_t chosen) {
    return given.value_or(width ? width : chosen);
  };
  const FlatSymbolRefAttr wide = blockWideCircuit(own);
  TileShape shape = chosen;
  if (own) {
    const int64_t run = widthOf(own.getThread());
    const bool isOfPiece =
        given.getStrategy() && given.getStrategy().getPiece(own) == run;
    shape = {pick(own.getGivenWarps(), warpsOf(own.getBlock()), chosen.warps),
             pick(own.getGivenRows(), widthOf(own.getRow()), chosen.rows),
             pick(own.getGivenItems(), isOfPiece ? 0 : run, chosen.items),
             own.getGivenStages().value_or(chosen.stages), chosen.piece};
  }
  if (own && own.getSublists()) {
    shape.stages = own.getGivenStages().value_or(1);
    return shape;
  }
  if (!wide) {
    if (CircuitOp warp = warpWideCircuit(own); warp && !own.getGivenRows())
      shape.rows = warp.getWidth() / warpSize;
    return shape;
  }
  // As many warps as there can be, unless said otherwise.
  constexpr int64_t mostWarps = 32;
  const int64_t runs = circuits.lookup(wide).getWidth() / warpSize;
  if (own && own.getGivenWarps()) {
    shape.rows = runs / own.getWarps();
  } else if (own && own.getGivenRows()) {
    shape.warps = runs / own.getRows();
  } else {
    shape.rows = llvm::divideCeil(runs, mostWarps);
    while (runs % shape.rows)
      ++shape.rows;
    shape.warps = runs / shape.rows;
  }
  return shape;
}

/// The width of a circuit may ask for more than a block can have.
LogicalResult PlanRequest::checkShape(StringRef kernel, TileShape shape) {
  auto emitError = [&] {
    return scan.emitError()
           << "the circuits of '" << kernel << "' cannot fit: ";
  };
  return success(SkeletonAttr::getChecked(emitError, scan.getContext(),
                                          shape.parts()) != nullptr);
}

SkeletonAttr PlanRequest::complete(StringRef kernel, SkeletonAttr own,
                                   TileShape chosen, const Families &families) {
  MLIRContext *context = scan.getContext();
  const FlatSymbolRefAttr wide = blockWideCircuit(own);
  const TileShape shape = resolve(own, chosen);
  if (failed(checkShape(kernel, shape)))
    return {};
  if (!own)
    own = SkeletonAttr::get(context, SkeletonParts());
  auto thread =
      choose("thread", own.getThread(), given.getThread(), families.thread,
             shape.piece ? shape.piece : shape.items);
  FlatSymbolRefAttr warp, row, block = wide;
  if (wide) {
    used.insert("block");
  } else if (own.getSublists()) {
    block = choose("block", own.getBlock(), given.getBlock(), "kogge_stone",
                   warpSize);
  } else {
    warp =
        choose("warp", own.getWarp(), given.getWarp(), "kogge_stone", warpSize);
    if (!warpWideCircuit(own))
      row = choose("row", own.getRow(), given.getRow(), "serial", shape.rows);
    block = choose("block", own.getBlock(), given.getBlock(), families.block,
                   shape.warps);
  }
  const bool isBlockWide = wide || own.getSublists();
  const bool needsRow = !isBlockWide && !warpWideCircuit(own);
  if (!thread || !block || (!isBlockWide && !warp) || (needsRow && !row))
    return {};
  MappingAttr mapping = own.getMapping();
  CircuitOp circuit = circuits.lookup(block);
  const BlockShape blockShape{shape.warps, isBlockWide ? shape.rows : 0,
                              own.getSublists()};
  // A circuit that does not fit is reported when the plan is checked.
  if (!circuit || circuit.getWidth() != blockShape.width()) {
    mapping =
        MappingAttr::get(context, mapping ? mapping.getMapping() : Mapping());
  } else {
    auto chosenMapping =
        chooseMapping(circuit, blockShape, mapping, fieldBytes, combineCost);
    if (!chosenMapping) {
      scan.emitError() << "'@" << circuit.getSymName()
                       << "' cannot run as the mapping of '" << kernel
                       << "' asks: "
                       << llvm::toString(chosenMapping.takeError());
      return {};
    }
    mapping = *chosenMapping;
  }
  SkeletonParts parts = shape.parts();
  parts.thread = thread;
  parts.warp = warp;
  parts.row = row;
  parts.block = block;
  parts.mapping = mapping;
  parts.sublists = own.getSublists();
  return SkeletonAttr::get(context, parts);
}

LogicalResult PlanRequest::checkUsed(StringRef level, Attribute shared) {
  if (!shared || used.contains(level))
    return success();
  CircuitOp op = lookup(level, shared);
  if (!op)
    return failure();
  return scan.emitError() << "the plan's " << level << " circuit " << shared
                          << " has width " << op.getWidth()
                          << ", which fits the " << level
                          << " level of no kernel";
}

LogicalResult PlanRequest::checkAllUsed() {
  return failure(failed(checkUsed("thread", given.getThread())) ||
                 failed(checkUsed("warp", given.getWarp())) ||
                 failed(checkUsed("row", given.getRow())) ||
                 failed(checkUsed("block", given.getBlock())));
}

/// The fewest elements whose bytes are a multiple of 16, in the array that has
/// most of them.
int64_t PlanRequest::fewestWholeItems() {
  const int64_t bytes = widestOf(scan.getInputArrays());
  return fewerWithRegisters(std::lcm<int64_t>(16, bytes) / bytes);
}

/// The same of all arrays together; of several, each has a power of two. A
/// single block is done the sooner, and tiles that may be cut short take the
/// fewer registers, the fewer elements a run has.
int64_t PlanRequest::fewestItems() {
  const SmallVector<StructLayout> arrays = scan.getInputArrays();
  return arrays.size() == 1 ? fewestWholeItems()
                            : fewerWithRegisters(llvm::PowerOf2Ceil(
                                  llvm::divideCeil(16, bytesOf(arrays))));
}

/// A large state of small elements may leave a thread registers for fewer.
int64_t PlanRequest::fewerWithRegisters(int64_t items) {
  while (items > 1 && items * registersOf(state) > machine::registersPerThread)
    items = llvm::divideCeil(items, 2);
  return items;
}

/// One block that scans alone, of as many warps as its registers let it have.
TileShape PlanRequest::shapeTail() {
  const int64_t givenItems = widthOf(given.getThread());
  // Of elements that lie apart, blocks scan chains of their own; more blocks,
  // which are smaller, wait for memory side by side.
  const int64_t warps = scan.getDomain().hasStrides() ? 8 : 32;
  TileShape shape{warps, 1, givenItems ? givenItems : fewestItems(), 1};
  const Attribute warp = given.getTail() && given.getTail().getWarp()
                             ? given.getTail().getWarp()
                             : given.getWarp();
  shape.warps = std::min(
      warps, static_cast<int64_t>(llvm::bit_floor(
                 static_cast<uint64_t>(threadsPerSM(shape, warp) / warpSize))));
  return shape;
}

/// The lanes of a run of `items` that prefix-pack-narrow will keep in words all
/// the way; where blocks go by tiles that are cut short, words are cut as well.
std::optional<PackedLanes> PlanRequest::findPackedLanes(int64_t items,
                                                        int64_t stages) {
  const SkeletonAttr own = given.getScan();
  if (stages > 1 || given.getThread() ||
      (own && (own.getThread() || own.getSublists())) || tileKind.cutsTiles ||
      scan.hasLoad() || scan.hasStore() || scan.getReverse() ||
      scan.getDomain().hasChains())
    return std::nullopt;
  const ScanTypes types = ScanTypes::of(scan, monoid);
  std::optional<PackedLanes> lanes = findLanes(monoid, types.input.fields());
  if (!lanes || items % lanes->count() ||
      !canScanPacked(*lanes, state.front()) ||
      !canStorePacked(*lanes, types.output.fields()))
    return std::nullopt;
  return lanes;
}

/// As many threads as leave each the registers it is likely to need: the values
/// of its runs in every stage (twice for narrow ones, which are widened, unless
/// they stay in words; the products of a word's lanes are apart on the way),
/// one state per row in flight, the slots of the warp circuit (as they are, as
/// they were, and what selects among them), a lane's entries of its tables,
/// addresses, and the bounds where any tile may be cut short.
int64_t PlanRequest::threadsPerSM(TileShape shape, Attribute warpCircuit,
                                  int64_t lookUps) {
  const int64_t stateRegisters = registersOf(state);
  auto symbol = dyn_cast_or_null<FlatSymbolRefAttr>(warpCircuit);
  CircuitOp warp = symbol ? circuits.lookup(symbol) : CircuitOp();
  int64_t slots = 1, tables = 0;
  if (warp && warp.getWidth() == warpSize) {
    Placement placement = placeByColumn(getNetwork(warp));
    slots = placement.slots;
    tables = llvm::count_if(placement.steps, [](const PlacedStep &step) {
      return findAccessForm(step.lowColumn).kind == AccessForm::Kind::Table;
    });
  }
  const bool isNarrow = llvm::any_of(scan.getElementTypes(), [](Type type) {
    return getFieldBytes(type) < 4;
  });
  const std::optional<PackedLanes> lanes =
      findPackedLanes(shape.items, shape.stages);
  const int64_t values =
      !lanes ? shape.items * shape.stages * (isNarrow ? 2 : 1)
      : lanes->op == PackedOperator::Mul ? shape.items
                                         : shape.items / lanes->count();
  const int64_t perRow =
      values + (slots > 1 ? 3 * slots : 1) + tileKind.statesPerRow;
  const int64_t needed = shape.rows * stateRegisters * perRow + 4 * tables +
                         2 * lookUps + 20 +
                         (tileKind.more       ? tileKind.more(shape)
                          : scan.getReverse() ? 6
                                              : 0);
  if (needed >= 160 || stateRegisters > 8)
    return 256;
  if (needed >= 76 || stateRegisters > 4)
    return 512;
  return needed >= 52 ? 768 : 1024;
}

/// Whether loaded values are used at once, to be cut out of words or
/// converted: then loading ahead gains nothing.
bool PlanRequest::convertsOnLoad() {
  if (scan.hasLoad())
    return true;
  return llvm::any_of(llvm::zip_equal(scan.getElementTypes(), state),
                      [](auto types) {
                        auto [element, value] = types;
                        return getFieldBytes(element) < 4 ||
                               getFieldBytes(element) != getFieldBytes(value) ||
                               isa<FloatType>(element) != isa<FloatType>(value);
                      });
}

/// What is given for the scan kernel; where nothing is said of how it joins its
/// runs, maybe a circuit that combines less.
SkeletonAttr PlanRequest::scanOrTree() {
  if (given.getScan() || given.getReduce() || given.getWarp() ||
      given.getRow() || given.getBlock())
    return given.getScan();
  std::optional<RunsCircuit> tree = chooseRunsCircuit(fieldBytes, combineCost);
  if (!tree)
    return {};
  MLIRContext *context = scan.getContext();
  auto family = FamilyAttr::get(context, tree->family,
                                tree->warps * tree->rows * warpSize,
                                DictionaryAttr::get(context));
  SkeletonParts parts;
  parts.warps = tree->warps;
  parts.rows = tree->rows;
  parts.block = circuits.get(family, scan.getLoc());
  return SkeletonAttr::get(context, parts);
}

} // namespace scanc::prefix
