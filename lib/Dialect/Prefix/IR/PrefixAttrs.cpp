//===- PrefixAttrs.cpp - Attributes of the prefix dialect ---------- -*- C++
//-*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AttrSyntax.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace scanc::prefix;

#include "scanc/Dialect/Prefix/IR/PrefixEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "scanc/Dialect/Prefix/IR/PrefixAttrs.cpp.inc"

void PrefixDialect::registerAttrs() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "scanc/Dialect/Prefix/IR/PrefixAttrs.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Skeleton and plan: `<key = value, ...>`, every key optional
//===----------------------------------------------------------------------===//

namespace {
/// Reads `<key = value, ...>`: each known key at most once, by its parser.
class Record {
public:
  Record(AsmParser &parser) : parser(parser) {}

  void add(StringRef key, llvm::unique_function<ParseResult()> parse) {
    entries.push_back({key, std::move(parse)});
  }
  /// A count, which zero means was not given.
  void addCount(StringRef key, int64_t &value) {
    add(key, [this, key, &value]() -> ParseResult {
      SMLoc loc = parser.getCurrentLocation();
      if (parser.parseInteger(value))
        return failure();
      if (value == 0)
        return parser.emitError(loc)
               << "'" << key << "' must be at least 1, got 0";
      return success();
    });
  }
  void addInteger(StringRef key, std::optional<int64_t> &value) {
    add(key, [this, &value] { return parser.parseInteger(value.emplace()); });
  }
  /// A composition.
  void addLevels(FlatSymbolRefAttr &value) {
    add("levels", [this, &value] { return parser.parseAttribute(value); });
  }
  void addCircuit(StringRef key, Attribute &value) {
    add(key, [this, &value] { return parseCircuitText(parser, "a circuit of a plan", value); });
  }

  ParseResult parse() {
    if (parser.parseLess())
      return failure();
    if (succeeded(parser.parseOptionalGreater()))
      return success();
    auto parseEntry = [&]() -> ParseResult {
      SMLoc loc = parser.getCurrentLocation();
      StringRef key;
      if (parser.parseKeyword(&key) || parser.parseEqual())
        return failure();
      auto *entry = llvm::find_if(entries, [&](const Entry &candidate) {
        return candidate.key == key;
      });
      if (entry == entries.end()) {
        InFlightDiagnostic diag = parser.emitError(loc)
                                  << "unknown key '" << key << "'; expected ";
        llvm::interleave(
            entries, [&](const Entry &known) { diag << known.key; },
            [&] { diag << ", "; });
        return diag;
      }
      if (std::exchange(entry->seen, true))
        return parser.emitError(loc) << "'" << key << "' is given twice";
      return entry->parse();
    };
    return failure(parser.parseCommaSeparatedList(parseEntry) ||
                   parser.parseGreater());
  }

private:
  struct Entry {
    StringRef key;
    llvm::unique_function<ParseResult()> parse;
    bool seen = false;
  };
  AsmParser &parser;
  SmallVector<Entry, 12> entries;
};

/// Prints `<key = value, ...>`, leaving out what is not given.
class RecordPrinter {
public:
  RecordPrinter(AsmPrinter &printer) : printer(printer) { printer << "<"; }
  ~RecordPrinter() { printer << ">"; }

  AsmPrinter &key(StringRef name) {
    return printer << std::exchange(separator, ", ") << name << " = ";
  }
  void circuit(StringRef name, Attribute value) {
    if (!value)
      return;
    key(name);
    printCircuitText(printer, value);
  }

private:
  AsmPrinter &printer;
  StringRef separator = "";
};
} // namespace

static ParseResult parseSkeleton(AsmParser &parser, SkeletonAttr &skeleton) {
  SMLoc loc = parser.getCurrentLocation();
  int64_t warps = 0, rows = 0, items = 0, stages = 0;
  Attribute thread, warp, row, block;
  FlatSymbolRefAttr levels;
  Record record(parser);
  record.addCount("warps", warps);
  record.addCount("rows", rows);
  record.addCount("items", items);
  record.addCount("stages", stages);
  record.addCircuit("thread", thread);
  record.addCircuit("warp", warp);
  record.addCircuit("row", row);
  record.addCircuit("block", block);
  record.addLevels(levels);
  if (record.parse())
    return failure();
  skeleton = SkeletonAttr::getChecked([&] { return parser.emitError(loc); },
                                      parser.getContext(), warps, rows, items,
                                      stages, thread, warp, row, block,
                                      levels);
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
  record.circuit("thread", getThread());
  record.circuit("warp", getWarp());
  record.circuit("row", getRow());
  record.circuit("block", getBlock());
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

LogicalResult SkeletonAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                   int64_t warps, int64_t rows, int64_t items,
                                   int64_t stages, Attribute thread,
                                   Attribute warp, Attribute row,
                                   Attribute block, FlatSymbolRefAttr levels) {
  auto inRange = [&](StringRef name, int64_t value, int64_t limit) {
    if (value < 0 || value > limit)
      return LogicalResult(emitError() << "'" << name << "' must be 1 to "
                                       << limit << ", got " << value);
    return success();
  };
  // skeleton_c1, skeleton_c2, skeleton_c3
  return failure(failed(inRange("warps", warps, 32)) ||
                 failed(inRange("rows", rows, 64)) ||
                 failed(inRange("items", items, 64)) ||
                 failed(inRange("stages", stages, 2)) ||
                 failed(checkWidth(emitError, "thread", thread, items)) ||
                 failed(checkWidth(emitError, "warp", warp, 32)) ||
                 failed(checkWidth(emitError, "row", row, rows)) ||
                 failed(checkWidth(emitError, "block", block, warps)) ||
                 failed(checkLevels(emitError, levels, thread, warp, block)));
}

bool SkeletonAttr::isComplete() const {
  return getWarps() && getRows() && getItems() && getStages() &&
         !getLevels() &&
         llvm::all_of(ArrayRef{getThread(), getWarp(), getRow(), getBlock()},
                      [](Attribute circuit) {
                        return isa_and_nonnull<FlatSymbolRefAttr>(circuit);
                      });
}

ParseResult scanc::prefix::parsePlanText(AsmParser &parser, PlanAttr &plan) {
  SMLoc loc = parser.getCurrentLocation();
  std::optional<Strategy> strategy;
  std::optional<int64_t> singleBlockUpTo, blocksPerSM, maxBlocks;
  Attribute thread, warp, row, block;
  FlatSymbolRefAttr levels;
  SkeletonAttr reduce, scan, top, tail;
  Record record(parser);
  record.add("strategy", [&]() -> ParseResult {
    SMLoc keyLoc = parser.getCurrentLocation();
    StringRef name;
    if (parser.parseKeyword(&name))
      return failure();
    strategy = symbolizeStrategy(name);
    if (!strategy)
      return parser.emitError(keyLoc)
             << "unknown strategy '" << name
             << "'; expected single_block, two_level_streaming";
    return success();
  });
  record.addInteger("single_block_up_to", singleBlockUpTo);
  record.addInteger("blocks_per_sm", blocksPerSM);
  record.addInteger("max_blocks", maxBlocks);
  record.addCircuit("thread", thread);
  record.addCircuit("warp", warp);
  record.addCircuit("row", row);
  record.addCircuit("block", block);
  record.addLevels(levels);
  for (auto [key, skeleton] :
       {std::pair<StringRef, SkeletonAttr *>{"reduce", &reduce},
        {"scan", &scan},
        {"top", &top},
        {"tail", &tail}})
    record.add(key, [&parser, skeleton = skeleton] {
      return parseSkeleton(parser, *skeleton);
    });
  if (record.parse())
    return failure();
  plan = PlanAttr::getChecked([&] { return parser.emitError(loc); },
                              parser.getContext(), strategy, singleBlockUpTo,
                              blocksPerSM, maxBlocks, thread, warp, row, block,
                              reduce, scan, top, tail, levels);
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
  record.circuit("thread", getThread());
  record.circuit("warp", getWarp());
  record.circuit("row", getRow());
  record.circuit("block", getBlock());
  record.circuit("levels", getLevels());
  for (auto [name, skeleton] :
       {std::pair<StringRef, SkeletonAttr>{"reduce", getReduce()},
        {"scan", getScan()},
        {"top", getTop()},
        {"tail", getTail()}})
    if (skeleton) {
      record.key(name);
      skeleton.print(printer);
    }
}

LogicalResult PlanAttr::verify(
    function_ref<InFlightDiagnostic()> emitError, std::optional<Strategy>,
    std::optional<int64_t> singleBlockUpTo, std::optional<int64_t> blocksPerSM,
    std::optional<int64_t> maxBlocks, Attribute thread, Attribute warp,
    Attribute row, Attribute block, SkeletonAttr reduce, SkeletonAttr scan,
    SkeletonAttr top, SkeletonAttr tail, FlatSymbolRefAttr levels) {
  if (singleBlockUpTo && *singleBlockUpTo < 0) // plan_c1
    return emitError() << "'single_block_up_to' must not be negative, got "
                       << *singleBlockUpTo;
  if (blocksPerSM && (*blocksPerSM < 1 || *blocksPerSM > 32))
    return emitError() << "'blocks_per_sm' must be 1 to 32, got "
                       << *blocksPerSM;
  if (maxBlocks && (*maxBlocks < 1 || *maxBlocks > 65535))
    return emitError() << "'max_blocks' must be 1 to 65535, got " << *maxBlocks;
  if (failed(checkWidth(emitError, "warp", warp, 32))) // plan_c2
    return failure();
  return checkLevels(emitError, levels, thread, warp, block); // plan_c3
}

bool PlanAttr::isComplete() const {
  return getStrategy() && getSingleBlockUpTo() && getBlocksPerSM() &&
         getMaxBlocks() && !getThread() && !getWarp() && !getRow() &&
         !getBlock() && !getLevels() &&
         llvm::all_of(ArrayRef{getReduce(), getScan(), getTop(), getTail()},
                      [](SkeletonAttr skeleton) {
                        return skeleton && skeleton.isComplete();
                      });
}
