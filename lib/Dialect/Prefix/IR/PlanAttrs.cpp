//===- PlanAttrs.cpp - Skeletons and plans --------------------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RecordSyntax.h"

#include "scanc/Dialect/Prefix/IR/PlannedKernels.h"

#include "mlir/IR/DialectImplementation.h"

using namespace mlir;
using namespace scanc;
using namespace scanc::prefix;

static ParseResult parseSkeleton(AsmParser &parser, SkeletonAttr &skeleton) {
  SMLoc loc = parser.getCurrentLocation();
  int64_t warps = 0, rows = 0, items = 0, stages = 0, groups = 0, ahead = 0,
          piece = 0;
  Attribute thread, warp, row, block;
  MappingAttr mapping;
  bool sublists = false;
  FlatSymbolRefAttr levels;
  Record record(parser);
  record.addCount("warps", warps);
  record.addCount("rows", rows);
  record.addCount("items", items);
  record.addCount("stages", stages);
  record.addCount("groups", groups);
  record.addCount("ahead", ahead);
  record.addCount("piece", piece);
  record.addCircuit("thread", thread);
  record.addCircuit("warp", warp);
  record.addCircuit("row", row);
  record.addCircuit("block", block);
  record.add("mapping", [&] { return parseMappingText(parser, mapping); });
  record.add("sublists", [&]() -> ParseResult {
    sublists = true;
    return parser.parseKeyword("per_row");
  });
  record.addLevels(levels);
  if (record.parse())
    return failure();
  skeleton = SkeletonAttr::getChecked([&] { return parser.emitError(loc); },
                                      parser.getContext(), warps, rows, items,
                                      stages, thread, warp, row, block, mapping,
                                      sublists, levels, groups, ahead, piece);
  return success(skeleton != nullptr);
}

Attribute SkeletonAttr::parse(AsmParser &parser, Type) {
  SkeletonAttr skeleton;
  return parseSkeleton(parser, skeleton) ? SkeletonAttr() : skeleton;
}

void SkeletonAttr::print(AsmPrinter &printer) const {
  RecordPrinter record(printer);
  if (getWarps())
    record.key("warps") << getWarps();
  if (getRows())
    record.key("rows") << getRows();
  if (getItems())
    record.key("items") << getItems();
  if (getStages())
    record.key("stages") << getStages();
  if (getGroups())
    record.key("groups") << getGroups();
  if (getAhead())
    record.key("ahead") << getAhead();
  if (getPiece())
    record.key("piece") << getPiece();
  record.circuit("thread", getThread());
  record.circuit("warp", getWarp());
  record.circuit("row", getRow());
  record.circuit("block", getBlock());
  if (getMapping()) {
    record.key("mapping");
    getMapping().print(printer);
  }
  if (getSublists())
    record.key("sublists") << "per_row";
  record.circuit("levels", getLevels());
}

/// A composition takes the place of the circuits it is taken apart into.
static LogicalResult checkLevels(function_ref<InFlightDiagnostic()> emitError,
                                 FlatSymbolRefAttr levels, Attribute thread,
                                 Attribute warp, Attribute block) {
  for (auto [key, circuit] : {std::pair<StringRef, Attribute>{"thread", thread},
                              {"warp", warp},
                              {"block", block}})
    if (levels && circuit)
      return emitError() << "'levels' takes the place of '" << key
                         << "', got both";
  return success();
}

static LogicalResult checkWidth(function_ref<InFlightDiagnostic()> emitError,
                                StringRef level, Attribute circuit,
                                int64_t width) {
  if (auto family = dyn_cast_or_null<FamilyAttr>(circuit))
    if (width && family.getWidth() != width)
      return emitError() << "the " << level << " circuit must have width "
                         << width << ", got " << family.getName() << "<"
                         << family.getWidth() << ">";
  return success();
}

/// A family as thread circuit spans the items, or those of a piece.
static LogicalResult
checkThreadWidth(function_ref<InFlightDiagnostic()> emitError, int64_t items,
                 int64_t piece, Attribute thread) {
  auto family = dyn_cast_or_null<FamilyAttr>(thread);
  if (!family || !items || !piece || piece == items)
    return checkWidth(emitError, "thread", thread, items);
  if (family.getWidth() == items || family.getWidth() == piece)
    return success();
  return emitError() << "the thread circuit must have width " << items
                     << ", or " << piece << " for a piece, got "
                     << family.getName() << "<" << family.getWidth() << ">";
}

/// A family as warp circuit spans the lanes, or the runs of all lanes.
static LogicalResult
checkWarpWidth(function_ref<InFlightDiagnostic()> emitError, int64_t rows,
               Attribute warp, Attribute row) {
  auto family = dyn_cast_or_null<FamilyAttr>(warp);
  if (!family || family.getWidth() == 32)
    return success();
  const int64_t width = family.getWidth();
  if (width % 32 || (rows && width != rows * 32)) {
    InFlightDiagnostic diag = emitError()
                              << "the warp circuit must have width 32";
    if (rows > 1)
      diag << ", or " << rows * 32 << " for the runs of all lanes";
    return diag << ", got " << family.getName() << "<" << width << ">";
  }
  if (row) // skeleton_c3
    return emitError() << "the warp circuit " << family.getName() << "<"
                       << width
                       << "> scans all runs of a warp: there is no row circuit";
  return success();
}

/// A family as block circuit spans the warps, or the runs of all threads.
static LogicalResult
checkBlockWidth(function_ref<InFlightDiagnostic()> emitError, int64_t warps,
                int64_t rows, Attribute warp, Attribute row, Attribute block) {
  auto family = dyn_cast_or_null<FamilyAttr>(block);
  if (!family)
    return success();
  const int64_t width = family.getWidth();
  if (width <= 32 && (width == warps || (!warps && rows != 1 && warp)))
    return success();
  const bool allRuns = width % 32 == 0 && (!warps || width % warps == 0) &&
                       (!rows || width % rows == 0) &&
                       (!warps || !rows || width == warps * rows * 32);
  if (!allRuns && warps && rows)
    return emitError() << "the block circuit must have width " << warps
                       << ", one column for each warp, or " << warps * rows * 32
                       << ", one for each run of items, got "
                       << family.getName() << "<" << width << ">";
  if (!allRuns && warps)
    return emitError() << "the block circuit must have width " << warps
                       << ", one column for each warp, or a multiple of "
                       << warps * 32 << ", one for each run of items, got "
                       << family.getName() << "<" << width << ">";
  if (!allRuns && width > 32)
    return emitError() << "the block circuit must have width 1 to 32, one "
                          "column for each warp, or a multiple of "
                       << (rows ? rows * 32 : 32)
                       << ", one for each run of items, got "
                       << family.getName() << "<" << width << ">";
  if (allRuns && width > 32 && (warp || row)) // skeleton_c3
    return emitError() << "the block circuit " << family.getName() << "<"
                       << width << "> scans the runs of all lanes: there is no "
                       << (warp ? "warp" : "row") << " circuit";
  return success();
}

LogicalResult SkeletonAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                   int64_t warps, int64_t rows, int64_t items,
                                   int64_t stages, Attribute thread,
                                   Attribute warp, Attribute row,
                                   Attribute block, MappingAttr, bool sublists,
                                   FlatSymbolRefAttr levels, int64_t groups,
                                   int64_t ahead, int64_t piece) {
  auto inRange = [&](StringRef name, int64_t value, int64_t limit) {
    if (value < 0 || value > limit)
      return LogicalResult(emitError() << "'" << name << "' must be 1 to "
                                       << limit << ", got " << value);
    return success();
  };
  if (sublists && (warp || row)) // skeleton_c4
    return emitError() << "with sublists the block circuit scans each row: "
                          "there is no "
                       << (warp ? "warp" : "row") << " circuit";
  auto dividesItems = [&] {
    if (piece && items && items % piece)
      return LogicalResult(emitError() << "'piece' must divide the " << items
                                       << " items, got " << piece);
    return inRange("piece", piece, 256);
  };
  // skeleton_c5, skeleton_c1, skeleton_c2
  return failure(failed(checkLevels(emitError, levels, thread, warp, block)) ||
                 failed(inRange("warps", warps, 32)) ||
                 failed(inRange("rows", rows, 64)) ||
                 failed(inRange("items", items, 256)) ||
                 failed(inRange("stages", stages, 32)) ||
                 failed(inRange("groups", groups, 7)) ||
                 failed(inRange("ahead", ahead, stages ? stages : 32)) ||
                 failed(dividesItems()) ||
                 failed(checkThreadWidth(emitError, items, piece, thread)) ||
                 failed(checkWarpWidth(emitError, rows, warp, row)) ||
                 failed(checkWidth(emitError, "row", row, rows)) ||
                 failed(sublists ? checkWidth(emitError, "block", block, 32)
                                 : checkBlockWidth(emitError, warps, rows, warp,
                                                   row, block)));
}

bool SkeletonAttr::isComplete() const {
  auto isSymbol = [](Attribute circuit) {
    return isa_and_nonnull<FlatSymbolRefAttr>(circuit);
  };
  return getWarps() && getRows() && getItems() && getStages() && !getLevels() &&
         isSymbol(getThread()) && isSymbol(getBlock()) &&
         (isSymbol(getWarp()) || !getRow()) && getMapping() &&
         getMapping().isComplete();
}

ParseResult scanc::prefix::parsePlanText(AsmParser &parser, PlanAttr &plan) {
  SMLoc loc = parser.getCurrentLocation();
  std::optional<Strategy> strategy;
  std::optional<int64_t> singleBlockUpTo, blocksPerSM, maxBlocks;
  Attribute thread, warp, row, block;
  FlatSymbolRefAttr levels;
  SkeletonAttr reduce, scan, top, tail, shortReduce, shortScan;
  std::optional<bool> deterministic;
  Record record(parser);
  record.add("strategy", [&]() -> ParseResult {
    SMLoc keyLoc = parser.getCurrentLocation();
    StringRef name;
    if (parser.parseKeyword(&name))
      return failure();
    strategy = symbolizeStrategy(name);
    if (!strategy)
      return parser.emitError(keyLoc) << "unknown strategy '" << name
                                      << "'; expected " << listStrategies();
    return success();
  });
  record.addInteger("single_block_up_to", singleBlockUpTo);
  record.addInteger("blocks_per_sm", blocksPerSM);
  record.addInteger("max_blocks", maxBlocks);
  record.add("deterministic", [&]() -> ParseResult {
    SMLoc keyLoc = parser.getCurrentLocation();
    StringRef value;
    if (parser.parseKeyword(&value))
      return failure();
    if (value != "true" && value != "false")
      return parser.emitError(keyLoc)
             << "'deterministic' must be true or false, got '" << value << "'";
    deterministic = value == "true";
    return success();
  });
  record.addCircuit("thread", thread);
  record.addCircuit("warp", warp);
  record.addCircuit("row", row);
  record.addCircuit("block", block);
  record.addLevels(levels);
  for (auto [key, skeleton] :
       {std::pair<StringRef, SkeletonAttr *>{"reduce", &reduce},
        {"scan", &scan},
        {"top", &top},
        {"tail", &tail},
        {"short_reduce", &shortReduce},
        {"short_scan", &shortScan}})
    record.add(key, [&parser, skeleton = skeleton] {
      return parseSkeleton(parser, *skeleton);
    });
  if (record.parse())
    return failure();
  plan = PlanAttr::getChecked(
      [&] { return parser.emitError(loc); }, parser.getContext(), strategy,
      singleBlockUpTo, blocksPerSM, maxBlocks, thread, warp, row, block, reduce,
      scan, top, tail, levels, deterministic, shortReduce, shortScan);
  return success(plan != nullptr);
}

void scanc::prefix::printPlanText(AsmPrinter &printer, PlanAttr plan) {
  plan.print(printer);
}

Attribute PlanAttr::parse(AsmParser &parser, Type) {
  PlanAttr plan;
  return parsePlanText(parser, plan) ? PlanAttr() : plan;
}

void PlanAttr::print(AsmPrinter &printer) const {
  RecordPrinter record(printer);
  if (getStrategy())
    record.key("strategy") << stringifyStrategy(*getStrategy());
  if (getSingleBlockUpTo())
    record.key("single_block_up_to") << *getSingleBlockUpTo();
  if (getBlocksPerSM())
    record.key("blocks_per_sm") << *getBlocksPerSM();
  if (getMaxBlocks())
    record.key("max_blocks") << *getMaxBlocks();
  if (getDeterministic())
    record.key("deterministic") << (*getDeterministic() ? "true" : "false");
  record.circuit("thread", getThread());
  record.circuit("warp", getWarp());
  record.circuit("row", getRow());
  record.circuit("block", getBlock());
  record.circuit("levels", getLevels());
  for (auto [name, skeleton] : getSkeletons())
    if (skeleton) {
      record.key(name);
      skeleton.print(printer);
    }
}

SmallVector<std::pair<StringRef, SkeletonAttr>, 6>
PlanAttr::getSkeletons() const {
  return {{"reduce", getReduce()},
          {"scan", getScan()},
          {"top", getTop()},
          {"tail", getTail()},
          {"short_reduce", getShortReduce()},
          {"short_scan", getShortScan()}};
}

PlanAttr PlanAttr::getShort() const {
  const SkeletonAttr all = getTop();
  const SkeletonAttr top = SkeletonAttr::get(
      getContext(), /*warps=*/1, all.getRows(), all.getItems(), all.getStages(),
      all.getThread(), all.getWarp(), all.getRow(), all.getBlock(),
      all.getMapping(), all.getSublists());
  return get(getContext(), getStrategy(), getSingleBlockUpTo(),
             getBlocksPerSM(), getMaxBlocks(), {}, {}, {}, {}, getShortReduce(),
             getShortScan(), top, getTail(), {}, getDeterministic());
}

LogicalResult PlanAttr::verify(
    function_ref<InFlightDiagnostic()> emitError,
    std::optional<Strategy> strategy, std::optional<int64_t> singleBlockUpTo,
    std::optional<int64_t> blocksPerSM, std::optional<int64_t> maxBlocks,
    Attribute thread, Attribute warp, Attribute row, Attribute block,
    SkeletonAttr reduce, SkeletonAttr scan, SkeletonAttr top, SkeletonAttr tail,
    FlatSymbolRefAttr levels, std::optional<bool> deterministic,
    SkeletonAttr shortReduce, SkeletonAttr shortScan) {
  if (singleBlockUpTo && *singleBlockUpTo < 0) // plan_c1
    return emitError() << "'single_block_up_to' must not be negative, got "
                       << *singleBlockUpTo;
  if (blocksPerSM && (*blocksPerSM < 1 || *blocksPerSM > 32))
    return emitError() << "'blocks_per_sm' must be 1 to 32, got "
                       << *blocksPerSM;
  if (maxBlocks && (*maxBlocks < 1 || *maxBlocks > mostBlocksOfGrid))
    return emitError() << "'max_blocks' must be 1 to " << mostBlocksOfGrid
                       << ", got " << *maxBlocks;
  if (failed(checkWidth(emitError, "warp", warp, 32))) // plan_c2
    return failure();
  if (strategy && !isDeterministic(*strategy) && deterministic.value_or(false))
    return emitError() << stringifyStrategy(*strategy) // plan_c4
                       << " combines in an order that depends on timing: its "
                          "plan cannot be deterministic";
  return checkLevels(emitError, levels, thread, warp, block); // plan_c3
}

bool PlanAttr::isComplete() const {
  return getStrategy() && getSingleBlockUpTo() && getBlocksPerSM() &&
         getMaxBlocks() && !getThread() && !getWarp() && !getRow() &&
         !getBlock() && !getLevels() && getReduce() && getScan() && getTop() &&
         getTail() && !getShortReduce() == !getShortScan() &&
         llvm::all_of(getSkeletons(), [](const auto &named) {
           return !named.second || named.second.isComplete();
         });
}
