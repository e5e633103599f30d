//===- CompositionOps.cpp - Families, searches and compositions -----------===//
//
// Part of scanc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AttrSyntax.h"
#include "OpSyntax.h"

#include "scanc/Circuits/Compose.h"
#include "scanc/Dialect/Prefix/IR/Expect.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace scanc;
using namespace scanc::prefix;

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

static ParseResult parseName(OpAsmParser &parser, OperationState &result) {
  StringAttr name;
  return parser.parseSymbolName(name, SymbolTable::getSymbolAttrName(),
                                result.attributes);
}

/// `@ks32 = kogge_stone<32> expect {size = 129}`
ParseResult FamilyOp::parse(OpAsmParser &parser, OperationState &result) {
  FamilyAttr family;
  if (parseName(parser, result) || parser.parseEqual() ||
      parseFamilyText(parser, family))
    return failure();
  result.addAttribute("family", family);
  return failure(parseOptionalExpect(parser, result) ||
                 parser.parseOptionalAttrDict(result.attributes));
}

void FamilyOp::print(OpAsmPrinter &printer) {
  printer << " ";
  printer.printSymbolName(getSymName());
  printer << " = ";
  printFamilyText(printer, getFamily());
  printOptionalExpect(printer, getExpectAttr());
  printer.printOptionalAttrDict((*this)->getAttrs(),
                                {"sym_name", "family", "expect"});
}

/// `depth <= 7`, or nothing.
static ParseResult parseOptionalLimit(OpAsmParser &parser,
                                      OperationState &result, StringRef name) {
  if (failed(parser.parseOptionalKeyword(name)))
    return success();
  int64_t limit;
  if (parser.parseLess() || parser.parseEqual() ||
      parseNumber(parser, limit, "an integer as the limit"))
    return failure();
  result.addAttribute(name, parser.getBuilder().getI64IntegerAttr(limit));
  return success();
}

/// `width 64`
static ParseResult parseWidth(OpAsmParser &parser, OperationState &result) {
  int64_t width;
  if (parseNumber(parser, width, "an integer as the width"))
    return failure();
  result.addAttribute("width", parser.getBuilder().getI64IntegerAttr(width));
  return success();
}

/// `@s64 = min size width 64 depth <= 7 fanout <= 16 expect {size = 168}`
ParseResult SearchOp::parse(OpAsmParser &parser, OperationState &result) {
  return failure(parseName(parser, result) || parser.parseEqual() ||
                 parser.parseKeyword("min") || parser.parseKeyword("size") ||
                 parser.parseKeyword("width") || parseWidth(parser, result) ||
                 parseOptionalLimit(parser, result, "depth") ||
                 parseOptionalLimit(parser, result, "fanout") ||
                 parseOptionalExpect(parser, result) ||
                 parser.parseOptionalAttrDict(result.attributes));
}

void SearchOp::print(OpAsmPrinter &printer) {
  printer << " ";
  printer.printSymbolName(getSymName());
  printer << " = min size width " << getWidth();
  if (std::optional<int64_t> depth = getDepth())
    printer << " depth <= " << *depth;
  if (std::optional<int64_t> fanout = getFanout())
    printer << " fanout <= " << *fanout;
  printOptionalExpect(printer, getExpectAttr());
  printer.printOptionalAttrDict(
      (*this)->getAttrs(), {"sym_name", "width", "depth", "fanout", "expect"});
}

/// `@tile width 64 { ... } expect {depth = 7}`
ParseResult ComposeOp::parse(OpAsmParser &parser, OperationState &result) {
  if (parseName(parser, result) ||
      (succeeded(parser.parseOptionalKeyword("width")) &&
       parseWidth(parser, result)))
    return failure();
  Region &body = *result.addRegion();
  if (parser.parseRegion(body))
    return failure();
  if (body.empty())
    body.emplaceBlock();
  return failure(parseOptionalExpect(parser, result) ||
                 parser.parseOptionalAttrDictWithKeyword(result.attributes));
}

void ComposeOp::print(OpAsmPrinter &printer) {
  printer << " ";
  printer.printSymbolName(getSymName());
  if (std::optional<int64_t> width = getWidth())
    printer << " width " << *width;
  printer << " ";
  printer.printRegion(getBody());
  printOptionalExpect(printer, getExpectAttr());
  printer.printOptionalAttrDictWithKeyword((*this)->getAttrs(),
                                           {"sym_name", "width", "expect"});
}

//===----------------------------------------------------------------------===//
// Family and search
//===----------------------------------------------------------------------===//

LogicalResult FamilyOp::verify() {
  if (failed(verifyExpect(*this, getExpectAttr()))) // family_c1
    return failure();
  if (!getExpect() || getExpect()->empty())
    return success();
  return checkExpect(*this, getExpectAttr(), getFamily().buildNetwork());
}

LogicalResult SearchOp::verify() {
  auto atLeast = [&](StringRef name, std::optional<int64_t> value,
                     int64_t least) {
    if (value && *value < least) // search_c1
      return LogicalResult(emitOpError() << name << " must be at least "
                                         << least << ", got " << *value);
    return success();
  };
  return failure(failed(atLeast("width", getWidth(), 1)) ||
                 failed(atLeast("depth", getDepth(), 0)) ||
                 failed(atLeast("fanout", getFanout(), 1)) ||
                 failed(verifyExpect(*this, getExpectAttr()))); // search_c2
}

//===----------------------------------------------------------------------===//
// Composition
//===----------------------------------------------------------------------===//

SmallVector<Level> ComposeOp::getLevels() {
  SmallVector<Level> levels;
  for (Operation &op : getBody().front())
    if (auto leaf = dyn_cast<LeafOp>(op))
      levels.push_back({leaf, leaf.getCircuit(), leaf.getOn(), std::nullopt,
                        /*reuseLast=*/true});
    else if (auto join = dyn_cast<JoinOp>(op))
      levels.push_back({join, join.getCircuit(), join.getOn(), join.getVia(),
                        !join.getWithoutReuse()});
  return levels;
}

LogicalResult ComposeOp::verifyRegions() {
  Block &body = getBody().front();
  if (body.empty()) // compose_c1
    return emitOpError("must have at least a leaf");
  for (Operation &op : body) {
    const bool isFirst = &op == &body.front();
    if (isFirst ? !isa<LeafOp>(op) : !isa<JoinOp>(op))
      return op.emitError()
             << "expected a 'prefix."
             << (isFirst ? "leaf' as the first level" : "join' above the leaf")
             << ", got '" << op.getName() << "'";
  }
  return verifyExpect(*this, getExpectAttr()); // compose_c7
}

namespace {
/// What verification asks of a circuit, without building it.
struct Shape {
  std::optional<int64_t> width; // nothing where something is wrong with it
  unsigned height = 0;          // compositions below each other
};

/// Follows the levels of one composition, `root`. What is wrong with the
/// compositions below they say themselves when they are verified.
class CompositionCheck {
public:
  CompositionCheck(ComposeOp root, SymbolTableCollection &symbols)
      : root(root), symbols(symbols) {}

  LogicalResult check();

private:
  static constexpr unsigned maxHeight = 32;

  FailureOr<Shape> shapeOf(const Level &level, unsigned nesting);
  FailureOr<Shape> shapeOf(ComposeOp composition, unsigned nesting);

  ComposeOp root;
  SymbolTableCollection &symbols;
  /// Also what is being followed, without a width then.
  llvm::DenseMap<Operation *, Shape> known;
};
} // namespace

/// Fails, having said so, where `level` is of the root and names no circuit, or
/// leads back to the root.
FailureOr<Shape> CompositionCheck::shapeOf(const Level &level,
                                           unsigned nesting) {
  if (auto family = dyn_cast<FamilyAttr>(level.circuit))
    return Shape{family.getWidth()};
  auto symbol = cast<FlatSymbolRefAttr>(level.circuit);
  Operation *op = symbols.lookupNearestSymbolFrom(root, symbol);
  if (op == root) { // compose_c3
    level.op->emitError() << "'" << symbol << "' is a level of itself";
    return failure();
  }
  if (auto composition = dyn_cast_or_null<ComposeOp>(op))
    return shapeOf(composition, nesting + 1);
  Shape shape;
  if (op)
    llvm::TypeSwitch<Operation *>(op)
        .Case<CircuitOp, SearchOp>(
            [&](auto circuit) { shape.width = circuit.getWidth(); })
        .Case([&](FamilyOp family) {
          shape.width = family.getFamily().getWidth();
        });
  if (shape.width || level.op->getParentOp() != root)
    return shape;
  if (!op) { // compose_c2
    level.op->emitError() << "unknown circuit '" << symbol << "'";
    return failure();
  }
  InFlightDiagnostic diag = level.op->emitError()
                            << "'" << symbol << "' must stand for a circuit";
  diag.attachNote(op->getLoc()) << "it is a '" << op->getName() << "'";
  return failure();
}

FailureOr<Shape> CompositionCheck::shapeOf(ComposeOp composition,
                                           unsigned nesting) {
  if (nesting > maxHeight)
    return Shape{std::nullopt, 1};
  auto [entry, isNew] = known.try_emplace(composition);
  if (!isNew)
    return entry->second;
  Shape shape{1, 0};
  for (const Level &level : composition.getLevels()) {
    FailureOr<Shape> below = shapeOf(level, nesting);
    if (failed(below))
      return failure();
    shape.height = std::max(shape.height, below->height);
    if (!shape.width || !below->width ||
        *below->width > circuits::maxComposedWidth / *shape.width)
      shape.width = std::nullopt;
    else
      *shape.width *= *below->width;
  }
  ++shape.height;
  return known[composition] = shape;
}

LogicalResult CompositionCheck::check() {
  std::optional<int64_t> width = 1;
  for (const Level &level : root.getLevels()) {
    FailureOr<Shape> shape = shapeOf(level, /*nesting=*/1);
    if (failed(shape))
      return failure();
    if (shape->height >= maxHeight) // compose_c4
      return level.op->emitError()
             << "compositions must nest at most " << maxHeight << " deep";
    if (!width || !shape->width) {
      width = std::nullopt;
      continue;
    }
    if (*shape->width > circuits::maxComposedWidth / *width) // compose_c5
      return level.op->emitError()
             << "a composition must have at most " << circuits::maxComposedWidth
             << " columns, got " << *width << " * " << *shape->width;
    *width *= *shape->width;
  }
  std::optional<int64_t> expected = root.getWidth();
  if (width && expected && *expected != *width) // compose_c6
    return root.emitError()
           << "expected width " << *expected << ", got " << *width;
  return success();
}

LogicalResult ComposeOp::verifySymbolUses(SymbolTableCollection &symbols) {
  return CompositionCheck(*this, symbols).check();
}
