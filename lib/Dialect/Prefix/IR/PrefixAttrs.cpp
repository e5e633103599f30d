//===- PrefixAttrs.cpp - Attributes of the prefix dialect ---------- -*- C++
//-*-===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AttrSyntax.h"

#include "scanc/Circuits/Families.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace scanc;
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
// Family
//===----------------------------------------------------------------------===//

static circuits::FamilySpec makeSpec(StringRef name,
                                     DictionaryAttr parameters) {
  circuits::FamilySpec spec{name.str(), {}};
  for (NamedAttribute entry : parameters) {
    std::vector<int64_t> values;
    if (auto integer = dyn_cast<IntegerAttr>(entry.getValue()))
      values.push_back(integer.getInt());
    else
      llvm::append_range(
          values, cast<DenseI64ArrayAttr>(entry.getValue()).asArrayRef());
    spec.params.emplace_back(entry.getName().str(), std::move(values));
  }
  return spec;
}

circuits::FamilySpec FamilyAttr::getSpec() const {
  return makeSpec(getName(), getParameters());
}

LogicalResult FamilyAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                 StringRef name, int64_t width,
                                 DictionaryAttr parameters) {
  if (llvm::Error error = circuits::checkFamily(makeSpec(name, parameters),
                                                width)) // family_c1
    return emitError() << llvm::toString(std::move(error));
  return success();
}

std::string FamilyAttr::getSymbolName() const {
  std::string symbol = (getName() + "_" + Twine(getWidth())).str();
  for (NamedAttribute entry : getParameters()) {
    symbol += "_" + entry.getName().str();
    if (auto integer = dyn_cast<IntegerAttr>(entry.getValue()))
      symbol += std::to_string(integer.getInt());
    else
      for (int64_t value :
           cast<DenseI64ArrayAttr>(entry.getValue()).asArrayRef())
        symbol += "_" + std::to_string(value);
  }
  return symbol;
}

ParseResult scanc::prefix::parseFamilyText(AsmParser &parser,
                                           FamilyAttr &family) {
  Builder builder(parser.getContext());
  SMLoc loc = parser.getCurrentLocation();
  std::string name;
  int64_t width;
  SmallVector<NamedAttribute> parameters;
  if (parser.parseKeywordOrString(&name) || parser.parseLess() ||
      parser.parseInteger(width))
    return failure();
  while (succeeded(parser.parseOptionalComma())) {
    StringRef key;
    Attribute value;
    if (parser.parseKeyword(&key) || parser.parseEqual())
      return failure();
    if (succeeded(parser.parseOptionalLSquare())) {
      SmallVector<int64_t> values;
      if (parser.parseCommaSeparatedList(
              [&] { return parser.parseInteger(values.emplace_back()); }) ||
          parser.parseRSquare())
        return failure();
      value = builder.getDenseI64ArrayAttr(values);
    } else {
      int64_t integer;
      if (parser.parseInteger(integer))
        return failure();
      value = builder.getI64IntegerAttr(integer);
    }
    if (llvm::any_of(parameters, [&](NamedAttribute other) {
          return other.getName() == key;
        }))
      return parser.emitError(loc) << "'" << key << "' is given twice";
    parameters.push_back(builder.getNamedAttr(key, value));
  }
  if (parser.parseGreater())
    return failure();
  family = FamilyAttr::getChecked([&] { return parser.emitError(loc); },
                                  parser.getContext(), StringRef(name), width,
                                  builder.getDictionaryAttr(parameters));
  return success(family != nullptr);
}

void scanc::prefix::printFamilyText(AsmPrinter &printer, FamilyAttr family) {
  printer << family.getName() << "<" << family.getWidth();
  for (NamedAttribute entry : family.getParameters()) {
    printer << ", " << entry.getName().strref() << " = ";
    if (auto integer = dyn_cast<IntegerAttr>(entry.getValue())) {
      printer << integer.getInt();
      continue;
    }
    printer << "[";
    llvm::interleaveComma(
        cast<DenseI64ArrayAttr>(entry.getValue()).asArrayRef(), printer);
    printer << "]";
  }
  printer << ">";
}

Attribute FamilyAttr::parse(AsmParser &parser, Type) {
  FamilyAttr family;
  if (parser.parseLess() || parseFamilyText(parser, family) ||
      parser.parseGreater())
    return {};
  return family;
}

void FamilyAttr::print(AsmPrinter &printer) const {
  printer << "<";
  printFamilyText(printer, *this);
  printer << ">";
}

//===----------------------------------------------------------------------===//
// Skeleton and plan: `<key = value, ...>`, every key optional
//===----------------------------------------------------------------------===//

/// `@symbol` or a family.
static ParseResult parseCircuit(AsmParser &parser, Attribute &circuit) {
  SMLoc loc = parser.getCurrentLocation();
  SymbolRefAttr symbol;
  OptionalParseResult parsed = parser.parseOptionalAttribute(symbol);
  if (parsed.has_value()) {
    if (failed(*parsed))
      return failure();
    if (!isa<FlatSymbolRefAttr>(symbol))
      return parser.emitError(loc)
             << "a circuit of a plan must be a symbol of the module, got "
             << symbol;
    circuit = symbol;
    return success();
  }
  FamilyAttr family;
  if (parseFamilyText(parser, family))
    return failure();
  circuit = family;
  return success();
}

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
  void addCircuit(StringRef key, Attribute &value) {
    add(key, [this, &value] { return parseCircuit(parser, value); });
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
    if (auto family = dyn_cast<FamilyAttr>(value))
      printFamilyText(printer, family);
    else
      printer << value;
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
  Record record(parser);
  record.addCount("warps", warps);
  record.addCount("rows", rows);
  record.addCount("items", items);
  record.addCount("stages", stages);
  record.addCircuit("thread", thread);
  record.addCircuit("warp", warp);
  record.addCircuit("row", row);
  record.addCircuit("block", block);
  if (record.parse())
    return failure();
  skeleton = SkeletonAttr::getChecked([&] { return parser.emitError(loc); },
                                      parser.getContext(), warps, rows, items,
                                      stages, thread, warp, row, block);
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
                                   Attribute block) {
  auto inRange = [&](StringRef name, int64_t value, int64_t limit) {
    if (value < 0 || value > limit)
      return LogicalResult(emitError() << "'" << name << "' must be 1 to "
                                       << limit << ", got " << value);
    return success();
  };
  // skeleton_c1, skeleton_c2
  return failure(failed(inRange("warps", warps, 32)) ||
                 failed(inRange("rows", rows, 64)) ||
                 failed(inRange("items", items, 64)) ||
                 failed(inRange("stages", stages, 2)) ||
                 failed(checkWidth(emitError, "thread", thread, items)) ||
                 failed(checkWidth(emitError, "warp", warp, 32)) ||
                 failed(checkWidth(emitError, "row", row, rows)) ||
                 failed(checkWidth(emitError, "block", block, warps)));
}

bool SkeletonAttr::isComplete() const {
  return getWarps() && getRows() && getItems() && getStages() &&
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
                              reduce, scan, top, tail);
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
    SkeletonAttr top, SkeletonAttr tail) {
  if (singleBlockUpTo && *singleBlockUpTo < 0) // plan_c1
    return emitError() << "'single_block_up_to' must not be negative, got "
                       << *singleBlockUpTo;
  if (blocksPerSM && (*blocksPerSM < 1 || *blocksPerSM > 32))
    return emitError() << "'blocks_per_sm' must be 1 to 32, got "
                       << *blocksPerSM;
  if (maxBlocks && (*maxBlocks < 1 || *maxBlocks > 65535))
    return emitError() << "'max_blocks' must be 1 to 65535, got " << *maxBlocks;
  return checkWidth(emitError, "warp", warp, 32); // plan_c2
}

bool PlanAttr::isComplete() const {
  return getStrategy() && getSingleBlockUpTo() && getBlocksPerSM() &&
         getMaxBlocks() && !getThread() && !getWarp() && !getRow() &&
         !getBlock() &&
         llvm::all_of(ArrayRef{getReduce(), getScan(), getTop(), getTail()},
                      [](SkeletonAttr skeleton) {
                        return skeleton && skeleton.isComplete();
                      });
}
