//===- MappingAttr.cpp - How a block runs a circuit -----------------------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RecordSyntax.h"

#include "mlir/IR/DialectImplementation.h"

using namespace mlir;
using namespace scanc::prefix;

namespace {
/// The spellings of one choice, in the order of its enumerators.
struct Spelling {
  StringRef name;
  /// Whether a length in angle brackets follows.
  bool hasLength = false;
};
} // namespace

static constexpr Spelling stageNames[] = {{"asap"}, {"levels"}};
static constexpr Spelling threadNames[] = {
    {"columns"}, {"rows", true}, {"compact"}};
static constexpr Spelling cellNames[] = {
    {"columns"}, {"double_buffered"}, {"levels"}, {"exchange"}};
static constexpr Spelling orderNames[] = {
    {"natural"}, {"bit_reversed"}, {"alternate_reversed", true}};
static constexpr Spelling accessNames[] = {{"closed_form"}, {"table"}};
static constexpr Spelling inactiveNames[] = {{"masked"}, {"identity"}};
static constexpr Spelling seedNames[] = {{"joined"}, {"first"}};

/// One of `spellings`; its place among them, and its length.
static ParseResult parseSpelling(AsmParser &parser, StringRef key,
                                 ArrayRef<Spelling> spellings, size_t &index,
                                 int64_t &length) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef name;
  if (parser.parseKeyword(&name))
    return failure();
  const Spelling *found =
      llvm::find_if(spellings, [&](const Spelling &spelling) {
        return spelling.name == name;
      });
  if (found == spellings.end()) {
    InFlightDiagnostic diag = parser.emitError(loc)
                              << "unknown value '" << name << "' of '" << key
                              << "'; expected ";
    llvm::interleaveComma(spellings, diag, [&](const Spelling &spelling) {
      diag << spelling.name << (spelling.hasLength ? "<length>" : "");
    });
    return diag;
  }
  index = found - spellings.begin();
  if (!found->hasLength)
    return success();
  return failure(parser.parseLess() ||
                 parseNumber(parser, length, "a length as '" + key + "'") ||
                 parser.parseGreater());
}

/// `plain` or `pad<32, 1024>`.
static ParseResult parseLayout(AsmParser &parser, DenseI64ArrayAttr &layout) {
  SmallVector<int64_t> divisors;
  SMLoc loc = parser.getCurrentLocation();
  StringRef name;
  if (parser.parseKeyword(&name))
    return failure();
  if (name != "plain" && name != "pad")
    return parser.emitError(loc) << "unknown value '" << name
                                 << "' of 'layout'; expected plain, pad<..>";
  if (name == "pad" &&
      parser.parseCommaSeparatedList(AsmParser::Delimiter::LessGreater, [&] {
        return parseNumber(parser, divisors.emplace_back(), "a divisor");
      }))
    return failure();
  if (name == "pad" && divisors.empty())
    return parser.emitError(loc)
           << "'pad' needs at least one divisor; without any it is 'plain'";
  layout = DenseI64ArrayAttr::get(parser.getContext(), divisors);
  return success();
}

ParseResult scanc::prefix::parseMappingText(AsmParser &parser,
                                            MappingAttr &mapping) {
  SMLoc loc = parser.getCurrentLocation();
  std::optional<StageOrder> stages;
  std::optional<ThreadChoice> threads;
  std::optional<CellChoice> cells;
  std::optional<ColumnOrder> order;
  std::optional<bool> padding, tables, seedFirst;
  DenseI64ArrayAttr layout;
  int64_t rowLength = 1, alternate = 0, none = 0;
  Record record(parser);
  auto add = [&](StringRef key, ArrayRef<Spelling> spellings, auto &choice,
                 int64_t &length) {
    record.add(key,
               [&parser, key, spellings, &choice, &length]() -> ParseResult {
                 size_t index;
                 if (parseSpelling(parser, key, spellings, index, length))
                   return failure();
                 using Choice = std::decay_t<decltype(*choice)>;
                 choice = static_cast<Choice>(index);
                 return success();
               });
  };
  add("stages", stageNames, stages, none);
  add("threads", threadNames, threads, rowLength);
  add("cells", cellNames, cells, none);
  add("order", orderNames, order, alternate);
  record.add("layout", [&] { return parseLayout(parser, layout); });
  add("access", accessNames, tables, none);
  add("inactive", inactiveNames, padding, none);
  add("seed", seedNames, seedFirst, none);
  if (record.parse())
    return failure();
  mapping = MappingAttr::getChecked([&] { return parser.emitError(loc); },
                                    parser.getContext(), stages, threads,
                                    rowLength, cells, order, alternate, padding,
                                    layout, tables, seedFirst);
  return success(mapping != nullptr);
}

Attribute MappingAttr::parse(AsmParser &parser, Type) {
  MappingAttr mapping;
  return parseMappingText(parser, mapping) ? MappingAttr() : mapping;
}

void MappingAttr::print(AsmPrinter &printer) const {
  RecordPrinter record(printer);
  auto print = [&](StringRef key, ArrayRef<Spelling> spellings, auto choice,
                   int64_t length = 0) {
    if (!choice)
      return;
    const Spelling &spelling = spellings[static_cast<size_t>(*choice)];
    record.key(key) << spelling.name;
    if (spelling.hasLength)
      printer << "<" << length << ">";
  };
  print("stages", stageNames, getStages());
  print("threads", threadNames, getThreads(), getRowLength());
  print("cells", cellNames, getCells());
  print("order", orderNames, getOrder(), getAlternate());
  if (getLayout()) {
    record.key("layout") << (getLayout().empty() ? "plain" : "pad<");
    llvm::interleaveComma(getLayout().asArrayRef(), printer);
    if (!getLayout().empty())
      printer << ">";
  }
  print("access", accessNames, getTables());
  print("inactive", inactiveNames, getIdentityPadding());
  print("seed", seedNames, getSeedFirst());
}

LogicalResult MappingAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                  std::optional<StageOrder>,
                                  std::optional<ThreadChoice> threads,
                                  int64_t rowLength, std::optional<CellChoice>,
                                  std::optional<ColumnOrder> order,
                                  int64_t alternate, std::optional<bool>,
                                  DenseI64ArrayAttr layout, std::optional<bool>,
                                  std::optional<bool>) {
  constexpr int64_t longest = 65536;
  if (threads == ThreadChoice::Rows &&
      (rowLength < 1 || rowLength > longest)) // mapping_c1
    return emitError() << "a row must have 1 to " << longest << " columns, got "
                       << rowLength;
  if (order == ColumnOrder::AlternateReversed &&
      (alternate < 1 || alternate > longest))
    return emitError() << "a reversed run must have 1 to " << longest
                       << " columns, got " << alternate;
  if (layout)
    for (int64_t divisor : layout.asArrayRef())
      if (divisor < 2 || divisor > (1 << 20)) // mapping_c2
        return emitError() << "a divisor of 'layout' must be 2 to " << (1 << 20)
                           << ", got " << divisor;
  return success();
}

Mapping MappingAttr::getMapping() const {
  Mapping mapping;
  mapping.stages = getStages().value_or(mapping.stages);
  mapping.threads = getThreads().value_or(mapping.threads);
  mapping.rowLength = getRowLength();
  mapping.cells = getCells().value_or(mapping.cells);
  mapping.order = getOrder().value_or(mapping.order);
  mapping.alternate = getAlternate();
  mapping.identityPadding = getIdentityPadding().value_or(false);
  if (getLayout())
    mapping.layout.divisors = getLayout().asArrayRef().vec();
  mapping.tables = getTables().value_or(false);
  mapping.seedFirst = getSeedFirst().value_or(false);
  return mapping;
}

MappingAttr MappingAttr::get(MLIRContext *context, const Mapping &mapping) {
  return get(context, mapping.stages, mapping.threads, mapping.rowLength,
             mapping.cells, mapping.order, mapping.alternate,
             mapping.identityPadding,
             DenseI64ArrayAttr::get(context, mapping.layout.divisors),
             mapping.tables, mapping.seedFirst);
}

bool MappingAttr::isComplete() const {
  return getStages() && getThreads() && getCells() && getOrder() &&
         getIdentityPadding() && getLayout() && getTables() && getSeedFirst();
}
