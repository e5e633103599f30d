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
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace scanc;
using namespace scanc::prefix;

/// The parameters that skeletons have in the plans of some strategy, beside
/// those that all have; each name once.
static SmallVector<SkeletonParameter> ownParameters(MLIRContext *context) {
  SmallVector<SkeletonParameter> parameters;
  for (StrategyAttrInterface strategy :
       context->getLoadedDialect<PrefixDialect>()->getStrategies())
    for (const SkeletonParameter &each : strategy.getSkeletonParameters())
      if (llvm::none_of(parameters, [&](const SkeletonParameter &known) {
            return known.name == each.name;
          }))
        parameters.push_back(each);
  return parameters;
}

std::optional<int64_t> SkeletonParts::getOwn(StringRef name) const {
  auto value = own ? own.getAs<IntegerAttr>(name) : IntegerAttr();
  return value ? std::optional(value.getInt()) : std::nullopt;
}

void SkeletonParts::setOwn(MLIRContext *context, StringRef name,
                           std::optional<int64_t> value) {
  NamedAttrList list(own);
  if (value)
    list.set(name, Builder(context).getI64IntegerAttr(*value));
  else
    list.erase(name);
  own = list.empty() ? DictionaryAttr() : list.getDictionary(context);
}

SkeletonAttr SkeletonAttr::get(MLIRContext *context,
                               const SkeletonParts &parts) {
  return get(context, parts.warps, parts.rows, parts.items, parts.stages,
             parts.thread, parts.warp, parts.row, parts.block, parts.mapping,
             parts.sublists, parts.levels, parts.own);
}

SkeletonAttr
SkeletonAttr::getChecked(function_ref<InFlightDiagnostic()> emitError,
                         MLIRContext *context, const SkeletonParts &parts) {
  return getChecked(emitError, context, parts.warps, parts.rows, parts.items,
                    parts.stages, parts.thread, parts.warp, parts.row,
                    parts.block, parts.mapping, parts.sublists, parts.levels,
                    parts.own);
}

SkeletonParts SkeletonAttr::getParts() const {
  return {getGivenWarps(), getGivenRows(), getGivenItems(), getGivenStages(),
          getThread(),     getWarp(),      getRow(),        getBlock(),
          getMapping(),    getSublists(),  getLevels(),     getOwn()};
}

std::optional<int64_t> SkeletonAttr::getOwn(StringRef name) const {
  return getParts().getOwn(name);
}

static ParseResult parseSkeleton(AsmParser &parser, SkeletonAttr &skeleton) {
  SMLoc loc = parser.getCurrentLocation();
  MLIRContext *context = parser.getContext();
  SkeletonParts parts;
  SmallVector<std::pair<StringRef, std::optional<int64_t>>> own;
  for (const SkeletonParameter &parameter : ownParameters(context))
    own.emplace_back(parameter.name, std::nullopt);
  Record record(parser);
  record.addCount("warps", parts.warps);
  record.addCount("rows", parts.rows);
  record.addCount("items", parts.items);
  record.addCount("stages", parts.stages);
  for (auto &[name, value] : own)
    record.addCount(name, value);
  record.addCircuit("thread", parts.thread);
  record.addCircuit("warp", parts.warp);
  record.addCircuit("row", parts.row);
  record.addCircuit("block", parts.block);
  record.add("mapping",
             [&] { return parseMappingText(parser, parts.mapping); });
  record.add("sublists", [&]() -> ParseResult {
    parts.sublists = true;
    return parser.parseKeyword("per_row");
  });
  record.addLevels(parts.levels);
  if (record.parse())
    return failure();
  for (auto [name, value] : own)
    parts.setOwn(context, name, value);
  skeleton = SkeletonAttr::getChecked([&] { return parser.emitError(loc); },
                                      context, parts);
  return success(skeleton != nullptr);
}

Attribute SkeletonAttr::parse(AsmParser &parser, Type) {
  SkeletonAttr skeleton;
  return parseSkeleton(parser, skeleton) ? SkeletonAttr() : skeleton;
}

void SkeletonAttr::print(AsmPrinter &printer) const {
  RecordPrinter record(printer);
  record.number("warps", getGivenWarps());
  record.number("rows", getGivenRows());
  record.number("items", getGivenItems());
  record.number("stages", getGivenStages());
  if (getOwn())
    for (const SkeletonParameter &parameter : ownParameters(getContext()))
      record.number(parameter.name, getOwn(parameter.name));
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
                                std::optional<int64_t> width) {
  if (auto family = dyn_cast_or_null<FamilyAttr>(circuit))
    if (width && family.getWidth() != *width)
      return emitError() << "the " << level << " circuit must have width "
                         << *width << ", got " << family.getName() << "<"
                         << family.getWidth() << ">";
  return success();
}

/// A strategy's own parameters are in range, and go together with the rest; a
/// strategy that has some says what the thread circuit spans, too.
static LogicalResult checkOwn(function_ref<InFlightDiagnostic()> emitError,
                              const SkeletonParts &parts) {
  if (!parts.own)
    return checkWidth(emitError, "thread", parts.thread, parts.items);
  auto *dialect = parts.own.getContext()->getLoadedDialect<PrefixDialect>();
  for (StrategyAttrInterface strategy : dialect->getStrategies()) {
    bool hasAny = false;
    for (const SkeletonParameter &parameter : strategy.getSkeletonParameters())
      if (std::optional<int64_t> value = parts.getOwn(parameter.name)) {
        hasAny = true;
        if (*value < 1 || *value > parameter.most)
          return emitError() << "'" << parameter.name << "' must be 1 to "
                             << parameter.most << ", got " << *value;
      }
    if (hasAny && failed(strategy.verifySkeleton(emitError, parts)))
      return failure();
  }
  return success();
}

/// A family as warp circuit spans the lanes, or the runs of all lanes.
static LogicalResult
checkWarpWidth(function_ref<InFlightDiagnostic()> emitError,
               std::optional<int64_t> givenRows, Attribute warp,
               Attribute row) {
  const int64_t rows = givenRows.value_or(0);
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
checkBlockWidth(function_ref<InFlightDiagnostic()> emitError,
                std::optional<int64_t> givenWarps,
                std::optional<int64_t> givenRows, Attribute warp, Attribute row,
                Attribute block) {
  const int64_t warps = givenWarps.value_or(0), rows = givenRows.value_or(0);
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

LogicalResult SkeletonAttr::verify(
    function_ref<InFlightDiagnostic()> emitError, std::optional<int64_t> warps,
    std::optional<int64_t> rows, std::optional<int64_t> items,
    std::optional<int64_t> stages, Attribute thread, Attribute warp,
    Attribute row, Attribute block, MappingAttr mapping, bool sublists,
    FlatSymbolRefAttr levels, DictionaryAttr own) {
  auto inRange = [&](StringRef name, std::optional<int64_t> value,
                     int64_t limit) {
    if (value && (*value < 1 || *value > limit))
      return LogicalResult(emitError() << "'" << name << "' must be 1 to "
                                       << limit << ", got " << *value);
    return success();
  };
  if (sublists && (warp || row)) // skeleton_c4
    return emitError() << "with sublists the block circuit scans each row: "
                          "there is no "
                       << (warp ? "warp" : "row") << " circuit";
  // skeleton_c5, skeleton_c1, skeleton_c2
  return failure(
      failed(checkLevels(emitError, levels, thread, warp, block)) ||
      failed(inRange("warps", warps, 32)) ||
      failed(inRange("rows", rows, 64)) ||
      failed(inRange("items", items, 256)) ||
      failed(inRange("stages", stages, 32)) ||
      failed(checkOwn(emitError, {warps, rows, items, stages, thread, warp, row,
                                  block, mapping, sublists, levels, own})) ||
      failed(checkWarpWidth(emitError, rows, warp, row)) ||
      failed(checkWidth(emitError, "row", row, rows)) ||
      failed(sublists
                 ? checkWidth(emitError, "block", block, 32)
                 : checkBlockWidth(emitError, warps, rows, warp, row, block)));
}

bool SkeletonAttr::isComplete() const {
  auto isSymbol = [](Attribute circuit) {
    return isa_and_nonnull<FlatSymbolRefAttr>(circuit);
  };
  return getGivenWarps() && getGivenRows() && getGivenItems() &&
         getGivenStages() && !getLevels() && isSymbol(getThread()) &&
         isSymbol(getBlock()) && (isSymbol(getWarp()) || !getRow()) &&
         getMapping() && getMapping().isComplete();
}

/// The names that skeletons can have in a plan of `strategy` or, where that is
/// null, of any.
static SmallVector<StringRef> skeletonNames(MLIRContext *context,
                                            StrategyAttrInterface strategy) {
  if (strategy)
    return SmallVector<StringRef>(strategy.getSkeletonNames());
  SmallVector<StringRef> names;
  auto *dialect = context->getLoadedDialect<PrefixDialect>();
  for (StrategyAttrInterface each : dialect->getStrategies())
    for (StringRef name : each.getSkeletonNames())
      if (!llvm::is_contained(names, name))
        names.push_back(name);
  return names;
}

ParseResult scanc::prefix::parsePlanText(AsmParser &parser, PlanAttr &plan) {
  SMLoc loc = parser.getCurrentLocation();
  MLIRContext *context = parser.getContext();
  StrategyAttrInterface strategy;
  std::optional<int64_t> singleBlockUpTo, blocksPerSM, maxBlocks;
  Attribute thread, warp, row, block;
  FlatSymbolRefAttr levels;
  std::optional<bool> deterministic;
  SmallVector<std::pair<StringRef, SkeletonAttr>> skeletons;
  for (StringRef name : skeletonNames(context, {}))
    skeletons.emplace_back(name, SkeletonAttr());
  Record record(parser);
  record.add("strategy", [&]() -> ParseResult {
    auto parsed =
        context->getLoadedDialect<PrefixDialect>()->parseStrategy(parser);
    if (failed(parsed))
      return failure();
    strategy = *parsed;
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
  for (auto &[key, skeleton] : skeletons)
    record.add(key, [&parser, &skeleton = skeleton] {
      return parseSkeleton(parser, skeleton);
    });
  if (record.parse())
    return failure();
  plan = PlanAttr::getChecked(
      [&] { return parser.emitError(loc); }, context, Attribute(strategy),
      singleBlockUpTo, blocksPerSM, maxBlocks, thread, warp, row, block,
      PlanAttr::makeSkeletons(context, skeletons), levels, deterministic);
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
  if (getStrategy()) {
    record.key("strategy");
    getContext()->getLoadedDialect<PrefixDialect>()->printStrategy(
        getStrategy(), printer);
  }
  record.number("single_block_up_to", getSingleBlockUpTo());
  record.number("blocks_per_sm", getBlocksPerSM());
  record.number("max_blocks", getMaxBlocks());
  if (getDeterministic())
    record.key("deterministic") << (*getDeterministic() ? "true" : "false");
  record.circuit("thread", getThread());
  record.circuit("warp", getWarp());
  record.circuit("row", getRow());
  record.circuit("block", getBlock());
  record.circuit("levels", getLevels());
  for (auto [name, skeleton] : getNamedSkeletons()) {
    record.key(name);
    skeleton.print(printer);
  }
}

StrategyAttrInterface PlanAttr::getStrategy() const {
  return cast_or_null<StrategyAttrInterface>(getStrategyAttr());
}

PlanAttr PlanAttr::getEmpty(MLIRContext *context) {
  return get(context, {}, {}, {}, {}, {}, {}, {}, {},
             DictionaryAttr::get(context), {}, {});
}

PlanAttr PlanAttr::getComplete(StrategyAttrInterface strategy,
                               int64_t singleBlockUpTo, int64_t blocksPerSM,
                               int64_t maxBlocks,
                               ArrayRef<NamedSkeleton> skeletons) {
  std::optional<bool> deterministic;
  if (!strategy.isDeterministic())
    deterministic = false;
  MLIRContext *context = strategy.getContext();
  return get(context, strategy, singleBlockUpTo, blocksPerSM, maxBlocks, {}, {},
             {}, {}, makeSkeletons(context, skeletons), {}, deterministic);
}

DictionaryAttr PlanAttr::makeSkeletons(MLIRContext *context,
                                       ArrayRef<NamedSkeleton> skeletons) {
  SmallVector<NamedAttribute> named;
  for (auto [name, skeleton] : skeletons)
    if (skeleton)
      named.emplace_back(StringAttr::get(context, name), skeleton);
  return DictionaryAttr::get(context, named);
}

SkeletonAttr PlanAttr::getSkeleton(StringRef name) const {
  return getSkeletons().getAs<SkeletonAttr>(name);
}

SmallVector<PlanAttr::NamedSkeleton, 6> PlanAttr::getNamedSkeletons() const {
  SmallVector<NamedSkeleton, 6> named;
  for (StringRef name : skeletonNames(getContext(), getStrategy()))
    if (SkeletonAttr skeleton = getSkeleton(name))
      named.emplace_back(name, skeleton);
  return named;
}

LogicalResult PlanAttr::verify(
    function_ref<InFlightDiagnostic()> emitError, Attribute strategyAttr,
    std::optional<int64_t> singleBlockUpTo, std::optional<int64_t> blocksPerSM,
    std::optional<int64_t> maxBlocks, Attribute thread, Attribute warp,
    Attribute row, Attribute block, DictionaryAttr skeletons,
    FlatSymbolRefAttr levels, std::optional<bool> deterministic) {
  auto strategy = cast_or_null<StrategyAttrInterface>(strategyAttr);
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
  if (strategy && !strategy.isDeterministic() && deterministic.value_or(false))
    return emitError() << strategy.getName() // plan_c4
                       << " combines in an order that depends on timing: its "
                          "plan cannot be deterministic";
  // plan_c5
  for (NamedAttribute named : skeletons)
    if (strategy && !llvm::is_contained(strategy.getSkeletonNames(),
                                        named.getName().getValue()))
      return emitError() << "'" << named.getName().getValue()
                         << "' is no kernel's of " << strategy.getName()
                         << "; expected "
                         << llvm::join(strategy.getSkeletonNames(), ", ");
  return checkLevels(emitError, levels, thread, warp, block); // plan_c3
}

bool PlanAttr::isComplete() const {
  if (!getStrategy() || !getSingleBlockUpTo() || !getBlocksPerSM() ||
      !getMaxBlocks() || getThread() || getWarp() || getRow() || getBlock() ||
      getLevels())
    return false;
  auto has = [&](StringRef name) { return getSkeleton(name) != nullptr; };
  SmallVector<StringRef> optional;
  for (ArrayRef<StringLiteral> group : getStrategy().getOptionalSkeletons()) {
    if (!llvm::all_of(group, has) && llvm::any_of(group, has))
      return false;
    optional.append(group.begin(), group.end());
  }
  for (StringRef name : getStrategy().getSkeletonNames())
    if (!has(name) && !llvm::is_contained(optional, name))
      return false;
  return llvm::all_of(getNamedSkeletons(), [](const NamedSkeleton &named) {
    return named.second.isComplete();
  });
}
